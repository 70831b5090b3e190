/* signature.c: a Function -> its arguments: what it writes, what it reads, scratch, run-time
 * strides, region origins, then barrier and remote rank. The same for all targets: the union over
 * its Plans. */
#include "text.h"
#include <inttypes.h>
#include <string.h>

/* v -> v_, and v_ -> v__, so that two arguments never become one. */
const char *symbol_argument(const Symbol *symbol) {
    return symbol_is_given(symbol) ? symbol->name : argument_name(symbol->name);
}

/* `cta`, `parity` and `barrier` come from a variant, not from the description: they have their
 * names, and their bounds are those of the hardware. */
bool symbol_is_given(const Symbol *symbol) {
    return symbol->role == SYMBOL_CTA || symbol->role == SYMBOL_CTAS ||
           symbol->role == SYMBOL_PARITY || symbol->role == SYMBOL_BARRIER;
}

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
    const char *name = symbol_argument(symbol);
    Text text = {0};
    if (pitch->scale > 1)
        text_printf(&text, "%" PRId64 "%s * ", pitch->scale, suffix);
    text_add(&text, name);
    if (pitch->unit > 1)
        text_printf(&text, " / %" PRId64, pitch->unit);
    text_printf(&text, " >= %s", symbol_argument(&symbols[pitch->limit]));
    if (pitch->enough <= symbol->max)
        text_printf(&text, "%s%s >= %" PRId64, between, name, pitch->enough);
    return text_string(&text);
}

/* What becomes of the elements that do not move. */
static const char *rest_words(const Copy *copy) {
    static const char *const edges[] = {
        [EDGE_CLAMP] = "a place outside of src is the nearest one inside",
        [EDGE_WRAP] = "src repeats, once before it and once behind it"};
    const Limits *limits = &copy->limits;
    if (limits->edge)
        return edges[limits->edge];
    if (copy->dst.space == SPACE_GMEM)
        return "nothing else of dst is written";
    const char *rest = limits->keep   ? "keeps what it held"
                       : limits->fill ? mem_printf("becomes 0x%" PRIx64, limits->fill)
                                      : "becomes zero";
    return mem_printf("the rest of dst %s, and src is not read beyond the limits", rest);
}

static bool is_argument(const Copy *copy, char letter) {
    bool is = false;
    for (int i = 0; i < copy->symbol_count; i++) {
        const char *name = symbol_argument(&copy->symbols[i]);
        is |= name[0] == letter && !name[1];
    }
    return is;
}

/* The coordinates of an element: (s, r, c), and (s, r, i) where c is an argument. There are more
 * letters than arguments and coordinates together. */
static void choose_letters(const Copy *copy, int dims, char letters[MAX_RANK + 1]) {
    const char *usual = &"mnopqsrc"[MAX_RANK - dims], *other = "ijkluvabdefghtwxyz";
    for (int d = 0; d < dims; d++) {
        letters[d] = usual[d];
        if (!is_argument(copy, usual[d]))
            continue;
        while (is_argument(copy, *other))
            other++;
        letters[d] = *other++;
    }
    letters[dims] = 0;
}

/* "Element (r, c)" */
static void add_element(Text *text, const char *letters) {
    const bool several = letters[0] && letters[1];
    text_add(text, letters[0] ? "Element " : "The element");
    for (int d = 0; letters[d]; d++)
        text_printf(text, "%s%c", d ? ", " : several ? "(" : "", letters[d]);
    text_add(text, several ? ")" : "");
}

/* "0 <= y + r < height and 0 <= x + c < width" for the element (r, c). */
const char *limits_words(const Copy *copy) {
    const Limits *limits = &copy->limits;
    char letters[MAX_RANK + 1];
    Text text = {0};
    int dims = 0;
    for (int d = 0; d < copy->dst.rank; d++)
        dims += copy->dst.region[d].extent != 1;
    choose_letters(copy, dims, letters);
    add_element(&text, letters);
    text_add(
        &text,
        limits->edge          ? " is read at "
        : copy->op == OP_FILL ? " is filled if "
                              : " moves if ");
    for (int i = 0; i < limits->count; i++) {
        const Limit *limit = &limits->at[i];
        const bool alone = limit->origin < 0;
        text_printf(&text, "%s%s", i ? " and " : "", alone || limits->edge ? "" : "0 <= ");
        if (!alone)
            text_add(&text, symbol_argument(&copy->symbols[limit->origin]));
        if (limit->begin || (alone && limit->dim < 0))
            text_printf(
                &text,
                "%s%" PRId64,
                alone              ? ""
                : limit->begin < 0 ? " - "
                                   : " + ",
                limit->begin < 0 ? -limit->begin : limit->begin);
        if (limit->dim >= 0)
            text_printf(&text, "%s%c", alone && !limit->begin ? "" : " + ", letters[limit->dim]);
        text_add(&text, limits->edge ? " of " : " < ");
        text_add(&text, symbol_argument(&copy->symbols[limit->symbol]));
    }
    text_printf(&text, "; %s.", rest_words(copy));
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

bool has_identifier(const char *text, const char *name) {
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if ((at == text || !char_is_word(at[-1])) && !char_is_word(at[length]))
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

/* Origins that may lie outside of a tensor have a sign. */
static const char *symbol_type(const Symbol *symbol) {
    return symbol->wide ? "unsigned long long " : symbol->min < 0 ? "int " : "unsigned ";
}

static void add_argument(Signature *signature, const Plan *plan, PlanArgument argument) {
    const Buffer *buffer = &plan->buffers[argument.of];
    const char *name;
    switch (argument.kind) {
    case ARGUMENT_BUNDLE:
        name = plan->bundles[argument.of].name;
        add(signature, name, bundle_declaration(&plan->bundles[argument.of]));
        break;
    case ARGUMENT_BUFFER:
        add(signature,
            buffer->name,
            mem_printf(
                "%s%s *%s",
                buffer->role == ROLE_IN ? "const " : "",
                element_type(buffer->dtype),
                buffer->name));
        break;
    case ARGUMENT_ARENA:
        name = plan->arenas[argument.of].name;
        add(signature, name, mem_printf("void *%s", name));
        break;
    case ARGUMENT_SYMBOL:
        name = symbol_argument(&plan->symbols[argument.of]);
        add(signature, name, mem_printf("%s%s", symbol_type(&plan->symbols[argument.of]), name));
        break;
    case ARGUMENT_POLICY:
        add(signature, "policy", "unsigned long long policy");
        break;
    case ARGUMENT_OBJECT:
        name = plan->objects[argument.of].name;
        add(signature,
            name,
            mem_printf(
                plan->objects[argument.of].kind == OBJECT_TENSOR ? "const tc_tensormap *%s"
                                                                 : "tc_mbarrier *%s",
                name));
        break;
    }
}

/* What any of the Plans asks for, in the order of the call. */
Signature signature_of(const Function *function) {
    Signature signature = {0};
    PlanArgument arguments[MAX_ARGUMENTS];
    for (int place = 0; place < ARGUMENT_PLACES; place++) {
        for (int i = 0; i < function->choice_count; i++) {
            const Plan *plan = function->choices[i].plan;
            int count = plan ? plan_arguments(plan, arguments) : 0;
            for (int k = 0; k < count; k++)
                if (arguments[k].place == place)
                    add_argument(&signature, plan, arguments[k]);
        }
    }
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
