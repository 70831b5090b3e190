/* signature.c: a Function -> its arguments: what it writes, what it reads, scratch, run-time strides,
 * region origins, then barrier and remote rank. The same for all targets: the union over its Plans. */
#include "print.h"
#include <inttypes.h>
#include <string.h>

/* v -> v_, and v_ -> v__, so that two arguments never become one. */
const char *argument_name(const char *name) {
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] == '_')
        length--;
    return word_kind(name, length) == WORD_OWN ? mem_printf("%s_", name) : name;
}

/* S[(64,64):(ld,2)]: "ld / 2 >= cols or ld >= 128", which no value of cols can overflow. */
const char *pitch_text(
    const Symbol *symbols, const Symbol *symbol, const char *between, const char *suffix) {
    const Pitch *pitch = &symbol->pitch;
    const char *name = argument_name(symbol->name);
    Text text = {0};
    if (pitch->scale > 1)
        text_printf(&text, "%" PRId64 "%s * ", pitch->scale, suffix);
    text_add(&text, name);
    if (pitch->unit > 1)
        text_printf(&text, " / %" PRId64, pitch->unit);
    text_printf(&text, " >= %s", argument_name(symbols[pitch->limit].name));
    if (pitch->enough <= symbol->max)
        text_printf(&text, "%s%s >= %" PRId64, between, name, pitch->enough);
    return text_string(&text);
}

const char *element_type(const Dtype *dtype) {
    return dtype ? dtype->c_type : "unsigned char";
}

void storage_scale(const Dtype *dtype, int64_t *numerator, int64_t *denominator) {
    bool is_packed = dtype && dtype->bits < 8;
    int64_t divisor = is_packed ? gcd_i64(dtype->bits, 8) : 1;
    *numerator = is_packed ? dtype->bits / divisor : 1;
    *denominator = is_packed ? 8 / divisor : 1;
}

static bool is_name_char(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool has_identifier(const char *text, const char *name) {
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if ((at == text || !is_name_char(at[-1])) && !is_name_char(at[length]))
            return true;
    return false;
}

static void add(Signature *signature, const char *name, const char *declaration) {
    for (int i = 0; i < signature->count; i++)
        if (strcmp(signature->at[i].name, name) == 0)
            return;
    if (signature->count < MAX_ARGUMENTS)
        signature->at[signature->count++] = (Argument){name, declaration};
}

static const char *bundle_declaration(const Bundle *bundle) {
    int64_t numerator, denominator;
    storage_scale(bundle->dtype, &numerator, &denominator);
    return mem_printf(
        "%s%s %s[%" PRId64 "]",
        bundle->role == ROLE_IN ? "const " : "",
        element_type(bundle->dtype),
        bundle->name,
        (bundle->count * numerator + denominator - 1) / denominator);
}

static void add_tiles(Signature *signature, const Plan *plan, Role role) {
    for (int i = 0; i < plan->bundle_count && role != ROLE_SCRATCH; i++)
        if (plan->bundles[i].role == role)
            add(signature, plan->bundles[i].name, bundle_declaration(&plan->bundles[i]));
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        if (buffer->role == role)
            add(signature,
                buffer->name,
                mem_printf(
                    "%s%s *%s",
                    role == ROLE_IN ? "const " : "",
                    element_type(buffer->dtype),
                    buffer->name));
    }
}

static void add_symbols(Signature *signature, const Plan *plan, SymbolRole role) {
    for (int i = 0; i < plan->symbol_count; i++) {
        const Symbol *symbol = &plan->symbols[i];
        const char *name = argument_name(symbol->name);
        if (symbol->role == role)
            add(signature,
                name,
                mem_printf("unsigned %s%s", symbol->wide ? "long long " : "", name));
    }
}

static void add_tokens(Signature *signature, const Plan *plan) {
    for (int i = 0; i < plan->token_count; i++)
        if (plan->tokens[i].mbarrier)
            add(signature,
                plan->tokens[i].name,
                mem_printf("tc_mbarrier *%s", plan->tokens[i].name));
    for (int i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].remote)
            add(signature, "cta", "unsigned cta");
    for (int p = 0; p < plan->phase_count; p++) {
        int closed = plan->phases[p].closes_token;
        if (closed >= 0 && plan->tokens[closed].mbarrier)
            add(signature, "parity", "unsigned parity");
    }
}

Signature signature_of(const Function *function) {
    Signature signature = {0};
    static const Role order[] = {ROLE_OUT, ROLE_IN, ROLE_SCRATCH};
    for (size_t role = 0; role < COUNT_OF(order); role++)
        for (int i = 0; i < function->choice_count; i++)
            if (function->choices[i].plan)
                add_tiles(&signature, function->choices[i].plan, order[role]);
    for (int role = SYMBOL_STRIDE; role <= SYMBOL_LIMIT; role++)
        for (int i = 0; i < function->choice_count; i++)
            if (function->choices[i].plan)
                add_symbols(&signature, function->choices[i].plan, (SymbolRole)role);
    if (function->copy->options.hint.policy)
        add(&signature, "policy", "unsigned long long policy");
    for (int i = 0; i < function->choice_count; i++)
        if (function->choices[i].plan)
            add_tokens(&signature, function->choices[i].plan);
    return signature;
}

void print_signature(
    Text *out, const Signature *signature, const char *head, bool with_rank, const char *tail) {
    const char *items[MAX_ARGUMENTS + 1];
    int count = 0;
    if (with_rank)
        items[count++] = "unsigned rank";
    for (int i = 0; i < signature->count; i++)
        items[count++] = signature->at[i].declaration;
    if (count == 0)
        items[count++] = "void";
    print_list(out, 0, head, items, count, tail);
}
