/* operand.c: One side of a primitive -> its argument: a register array and a slot, or a pointer
 * plus an offset. Also the locals that hold them. Offsets that are too long to read as an argument
 * become locals. */
#include "text.h"
#include <inttypes.h>
#include <string.h>

/* ---- registers ----------------------------------------------------------------------------- */

static const char *vector_type(int bits) {
    switch (bits) {
    case 8:
        return "unsigned char";
    case 16:
        return "unsigned short";
    case 32:
        return "unsigned";
    case 64:
        return "tc_b64";
    case 128:
        return "tc_b128";
    case 256:
        return "tc_b256";
    default:
        return NULL;
    }
}

/* Elements per entry of the array as numerator / denominator of a slot: e2m1 is 1 / 2, tc_b128 of
 * f16 1 / 8. */
static void slot_scale(const Bundle *bundle, int64_t *numerator, int64_t *denominator) {
    storage_scale(bundle->dtype, numerator, denominator);
    if (bundle->role == ROLE_SCRATCH && bundle->vector_bits && vector_type(bundle->vector_bits)) {
        int64_t divisor = gcd_i64(bundle->dtype->bits, bundle->vector_bits);
        *numerator = bundle->dtype->bits / divisor;
        *denominator = bundle->vector_bits / divisor;
    }
}

/* Vectors are declared only when all slots fall on whole ones. */
static Bundle usable_bundle(const Plan *plan, int at) {
    Bundle bundle = plan->bundles[at];
    int64_t numerator, denominator;
    slot_scale(&bundle, &numerator, &denominator);
    for (int p = 0; p < plan->phase_count && bundle.vector_bits; p++) {
        for (int s = 0; s < plan->phases[p].step_count && bundle.vector_bits; s++) {
            const Step *step = &plan->phases[p].steps[s];
            const Side *sides[] = {&step->dst, &step->src[0], &step->src[1]};
            bool is_moved = primitives[step->primitive].kind == KIND_REGISTERS;
            for (size_t i = 0; i < COUNT_OF(sides); i++) {
                Expr slot = sides[i]->at;
                if (sides[i]->kind == AT_BUNDLE && sides[i]->of == at &&
                    (is_moved || !expr_scale(&slot, numerator, denominator)))
                    bundle.vector_bits = 0;
            }
        }
    }
    return bundle;
}

static int64_t bundle_entries(const Bundle *bundle) {
    int64_t numerator, denominator;
    slot_scale(bundle, &numerator, &denominator);
    return (bundle->count * numerator + denominator - 1) / denominator;
}

static int entry_bits(const Bundle *bundle) {
    if (bundle->role == ROLE_SCRATCH && bundle->vector_bits)
        return bundle->vector_bits;
    return bundle->dtype->bits < 8 ? 8 : bundle->dtype->bits;
}

void print_arrays(Text *out, int indent, const Body *body) {
    for (int i = 0; i < body->plan->bundle_count; i++) {
        if (body->plan->bundles[i].role != ROLE_SCRATCH)
            continue;
        Bundle bundle = usable_bundle(body->plan, i);
        int64_t entries = bundle_entries(&bundle);
        const char *type = bundle.vector_bits ? vector_type(bundle.vector_bits) : NULL;
        type = type ? type : element_type(bundle.dtype);
        if (entries == 1)
            print_line(out, indent, "%s %s;", type, bundle.name);
        else
            print_line(out, indent, "%s %s[%" PRId64 "];", type, bundle.name, entries);
    }
}

/* dst + 4, &v[i], &v */
const char *slot_text(const Body *body, int at, const Expr *slot, int bits) {
    Bundle bundle = usable_bundle(body->plan, at);
    int64_t numerator, denominator;
    slot_scale(&bundle, &numerator, &denominator);
    Expr index = expr_fold(body->plan, slot, body->fixed);
    if (!expr_scale(&index, numerator, denominator))
        return mem_printf(
            "%s + (%s) * %" PRId64 " / %" PRId64,
            bundle.name,
            expr_phrase(&body->names, &index, 0).at,
            numerator,
            denominator);
    bool is_scratch = bundle.role == ROLE_SCRATCH;
    if (is_scratch && bundle_entries(&bundle) == 1)
        return mem_printf("&%s", bundle.name);
    if (expr_is_zero(&index))
        return bundle.name;
    Phrase phrase = expr_phrase(&body->names, &index, 0);
    if (is_scratch && bits == entry_bits(&bundle))
        return mem_printf("&%s[%s]", bundle.name, phrase.at);
    return mem_printf("%s + %s", bundle.name, phrase_in(phrase, SHAPE_SUM));
}

/* dst[i] as a value, for moves */
const char *element_text(const Body *body, int at, const Expr *slot) {
    Expr index = expr_fold(body->plan, slot, body->fixed);
    const Bundle *bundle = &body->plan->bundles[at];
    if (bundle->role == ROLE_SCRATCH && bundle->count == 1)
        return bundle->name;
    return mem_printf("%s[%s]", bundle->name, expr_phrase(&body->names, &index, 0).at);
}

/* ---- addresses ----------------------------------------------------------------------------- */

const char *pointer_name(const Plan *plan, int buffer) {
    int remote = 0;
    if (plan->buffers[buffer].arena)
        return plan->arenas[plan->buffers[buffer].arena - 1].name;
    for (int i = 0; i <= buffer; i++)
        remote += plan_is_remote(plan, i);
    if (!plan_is_remote(plan, buffer))
        return plan->buffers[buffer].name;
    return remote == 1 ? "there" : mem_printf("there%d", remote);
}

static int64_t spelled_pitch(const Plan *plan, int buffer, bool in_bytes) {
    const Dtype *dtype = plan->buffers[buffer].dtype;
    int64_t pitch = buffer_pitch(plan, buffer), numerator, denominator;
    if (in_bytes)
        return plan_is_remote(plan, buffer) && dtype ? dtype->bits / 8 : 0;
    storage_scale(dtype, &numerator, &denominator);
    return pitch * numerator / denominator;
}

/* What the base still gives to an address: "from", "from ^ 32", "rank"; a phrase "" for nothing. */
static Phrase base_phrase(const Body *body, const Site *site, const char *turn) {
    const Names *names = &body->names;
    const Base *base = &body->addresses.bases[site->base];
    Expr exclusive = expr_fold(body->plan, &site->exclusive, body->fixed);
    if (base->form == BASE_INLINE)
        return base_offset(names, base);
    if (base->form != BASE_OFFSET)
        return (Phrase){"", SHAPE_ATOM};
    if (expr_is_zero(&exclusive))
        return (Phrase){base->name, SHAPE_ATOM};
    if (!turn)
        turn = phrase_in(expr_phrase(names, &exclusive, 0), SHAPE_ATOM);
    return (Phrase){mem_printf("%s ^ %s", base->name, turn), SHAPE_XOR};
}

/* An address that is printed as a whole. Elements smaller than a byte whose terms are no whole
 * bytes each are scaled at the end. */
static const char *whole_text(const Body *body, const Site *site) {
    Expr whole = expr_fold(body->plan, &site->whole, body->fixed);
    Phrase phrase = expr_phrase(&body->names, &whole, 0);
    int64_t numerator, denominator;
    if (site->behind)
        return mem_printf("%s + %" PRId64, phrase_in(phrase, SHAPE_SUM), site->behind);
    if (site->scaled)
        return expr_is_zero(&whole) ? "" : phrase_in(phrase, SHAPE_PRODUCT);
    storage_scale(body->plan->buffers[site->buffer].dtype, &numerator, &denominator);
    const char *bytes = phrase_in(phrase, SHAPE_PRODUCT);
    return numerator > 1 ? mem_printf("%s / %" PRId64 " * %" PRId64, bytes, denominator, numerator)
                         : mem_printf("%s / %" PRId64, bytes, denominator);
}

/* The part of an address that is not in the pointer yet; "" where there is none. */
static const char *offset_text(const Body *body, const Site *site) {
    if (site->base < 0)
        return whole_text(body, site);
    int64_t pitch = spelled_pitch(body->plan, site->buffer, site->in_bytes);
    Expr add = expr_fold(body->plan, &site->add, body->fixed);
    Phrase base = base_phrase(body, site, NULL);
    bool alone = site->in_bytes && !plan_is_remote(body->plan, site->buffer);
    if (expr_is_zero(&add))
        return alone ? base.at : phrase_in(base, SHAPE_SUM);
    const char *more = phrase_in(expr_phrase(&body->names, &add, pitch), SHAPE_SUM);
    return *base.at ? mem_printf("%s + %s", phrase_in(base, SHAPE_SUM), more) : more;
}

/* The sum in as many statements as the line length asks for: at = a + b; at += c; With type NULL it
 * is added to a local that exists. */
static void print_long_sum(
    Text *out, int indent, const Names *names, const char *type, const char *name, Expr rest) {
    bool first = type != NULL;
    while (rest.term_count > 0 || rest.constant != 0 || first) {
        Expr part = {0};
        const char *line = NULL;
        while (rest.term_count > 0 || rest.constant != 0) {
            Expr longer = part;
            if (rest.term_count > 0)
                expr_add_term(&longer, rest.terms[0]);
            else
                longer.constant = rest.constant;
            const char *text = expr_phrase(names, &longer, 0).at;
            const char *next = first ? mem_printf("%s %s = %s;", type, name, text)
                                     : mem_printf("%s += %s;", name, text);
            if (line && (size_t)indent + strlen(next) > PAGE_COLUMNS)
                break;
            line = next;
            part = longer;
            if (rest.term_count == 0)
                rest.constant = 0;
            if (rest.term_count > 0)
                expr_drop_term(&rest, 0);
        }
        print_line(out, indent, "%s", line ? line : mem_printf("%s %s = 0;", type, name));
        first = false;
    }
}

/* "(rank - 32)" standing alone needs no brackets. */
const char *without_brackets(const char *text) {
    int depth = 0;
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        depth += (text[i] == '(') - (text[i] == ')');
        if (depth == 0 && i + 1 < length)
            return text;
    }
    return length > 2 && *text == '(' ? mem_text(text + 1, length - 2) : text;
}

void print_value(
    Text *out, int indent, const Names *names, const char *name, const Expr *expr, bool by_digit) {
    bool wide = expr_needs_64_bits(names->plan, expr);
    const char *type = wide ? "unsigned long long" : "unsigned";
    if (print_origins(out, indent, names, name, expr, by_digit))
        return;
    Phrase phrase = by_digit ? expr_phrase_by_digit(names, expr) : expr_phrase(names, expr, 0);
    const char *line = mem_printf("const %s %s = %s;", type, name, without_brackets(phrase.at));
    if ((size_t)indent + strlen(line) <= PAGE_COLUMNS) {
        print_line(out, indent, "%s", line);
        return;
    }
    print_long_sum(out, indent, names, type, name, *expr);
    for (int i = 0; i < expr->xor_count; i++) {
        Expr one = {.xor_count = 1, .xors = {expr->xors[i]}};
        print_line(out, indent, "%s = %s;", name, xors_phrase(&one, name).at);
    }
}

/* An offset that is too long to read as an argument gets a local, and what it turns the base by
 * gets one too. */
static const char *spilled_text(Body *body, Text *before, int indent, const Site *site) {
    enum { LONGEST_TURN = 40 };
    const Names *names = &body->names;
    const char *name = mem_printf("at%d", body->spills++), *turn = NULL;
    Expr whole = expr_fold(body->plan, &site->whole, body->fixed);
    if (site->base < 0) {
        print_value(before, indent, names, name, &whole, false);
        return site->behind ? mem_printf("%s + %" PRId64, name, site->behind) : name;
    }
    Expr exclusive = expr_fold(body->plan, &site->exclusive, body->fixed);
    if (strlen(expr_phrase(names, &exclusive, 0).at) > LONGEST_TURN) {
        turn = mem_printf("turn%d", body->spills - 1);
        print_value(before, indent, names, turn, &exclusive, false);
    }
    Phrase base = base_phrase(body, site, turn);
    Expr add = expr_fold(body->plan, &site->add, body->fixed);
    bool wide = expr_needs_64_bits(names->plan, &whole);
    const char *type = wide ? "unsigned long long" : "unsigned";
    if (*base.at)
        print_line(before, indent, "%s %s = %s;", type, name, base.at);
    print_long_sum(before, indent, names, *base.at ? NULL : type, name, add);
    return name;
}

/* (const tc_b128 *)src + rank for src + rank * 4 floats. Inside a guard the compiler knows how
 * large the rank is, narrows the product to 32 bits, and needs a shift for it; counted in vectors
 * there is no product. NULL: the address is another one. */
static const char *vector_text(const Body *body, const Site *site) {
    const Phase *phase = &body->plan->phases[site->phase];
    const Primitive *primitive = &primitives[phase->steps[site->step].primitive];
    const Buffer *buffer = &body->plan->buffers[site->buffer];
    bool is_load = primitive->kind == KIND_LOAD;
    Expr whole = expr_fold(body->plan, &site->whole, body->fixed);
    if (phase->guard_count == 0 || site->base < 0 || buffer->space != SPACE_GMEM ||
        (!is_load && primitive->kind != KIND_STORE) || buffer->dtype->bits < 8 ||
        (primitive->bits != 64 && primitive->bits != 128) || buffer->dtype->bits == primitive->bits)
        return NULL;
    if (body->addresses.bases[site->base].form != BASE_INLINE || whole.term_count != 1 ||
        whole.constant || whole.xor_count || whole.terms[0].coef.count ||
        whole.terms[0].coef.value != primitive->bits / buffer->dtype->bits)
        return NULL;
    Term term = whole.terms[0];
    term.coef.value = 1;
    expr_set_term(&whole, 0, term);
    return mem_printf(
        "(%stc_b%d *)%s + %s",
        is_load ? "const " : "",
        primitive->bits,
        pointer_name(body->plan, site->buffer),
        phrase_in(expr_phrase(&body->names, &whole, 0), SHAPE_PRODUCT));
}

/* src, src + from, tc_from(src, from ^ 32) */
const char *address_text(Body *body, Text *before, int indent, int phase, int step, bool is_from) {
    enum { LONGEST_WHOLE = 48, LONGEST_OFFSET = 64 };
    const Plan *plan = body->plan;
    const Site *site = site_of(&body->addresses, phase, step, is_from);
    const Step *of = &plan->phases[phase].steps[step];
    if (is_from && of->src[0].edges)
        return edges_text(body, &of->src[0]);
    const char *pointer = pointer_name(plan, site->buffer), *offset = offset_text(body, site);
    size_t longest = site->base < 0 ? LONGEST_WHOLE : LONGEST_OFFSET;
    if (!*offset)
        return pointer;
    const char *vectors = vector_text(body, site);
    if (vectors)
        return vectors;
    if (strlen(offset) > longest && site->scaled)
        offset = spilled_text(body, before, indent, site);
    if (site->in_bytes && !plan_is_remote(plan, site->buffer)) {
        return mem_printf("%s(%s, %s)", is_from ? "tc_from" : "tc_to", pointer, offset);
    }
    return mem_printf("%s + %s", pointer, offset);
}
