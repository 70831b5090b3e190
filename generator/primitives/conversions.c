/* conversions.c: which numbers a dtype has, so which conversions lose nothing, and by which
 * instructions a pair of dtypes is converted. */
#include "primitives.h"
#include <string.h>

const char *const rounding_name[ROUNDING_COUNT] = {"", "rn", "rz", "rna", "rn_sat", "rz_sat"};

const Conversion *primitive_conversion(PrimitiveId id) {
    return primitives[id].act == ACT_CONVERT ? &primitives[id].conversion : NULL;
}

/* The rows that convert, one after the other from NULL on. */
static const Conversion *next_row(const Conversion *row) {
    for (int i = row ? (int)row->id + 1 : 0; i < PRIM_COUNT; i++)
        if (primitives[i].act == ACT_CONVERT)
            return &primitives[i].conversion;
    return NULL;
}

/* From nibbles in order to packed pairs: the same pair of dtypes. */
bool conversion_of_pairs04(PrimitiveId *id) {
    const Conversion *plain = primitive_conversion(*id);
    for (const Conversion *row = next_row(NULL); row; row = next_row(row))
        if (row->pairs04 && plain->count == row->count && strcmp(plain->from, row->from) == 0 &&
            strcmp(plain->to, row->to) == 0) {
            *id = row->id;
            return true;
        }
    return false;
}

/* Numbers are m * 2^e with m below 2^digits and e from `least` on, up to 2^most; those of a signed
 * integer go one further below zero: i4 has 7 = 3 digits, and -8 is 1 * 2^3. */
typedef struct {
    const char *name;
    int digits, least, most;
    bool negative, infinity, nan;
} Numbers;
static const Numbers numbers[] = {
    {"f32", 24, -149, 127, true, true, true},
    {"tf32", 11, -136, 127, true, true, true},
    {"f16", 11, -24, 15, true, true, true},
    {"bf16", 8, -133, 127, true, true, true},
    {"e5m2", 3, -16, 15, true, true, true},
    {"e4m3", 4, -9, 8, true, false, true},
    {"e2m1", 2, -1, 2, true, false, false},
    {"i8", 7, 0, 7, true, false, false},
    {"u8", 8, 0, 7, false, false, false},
    {"i4", 3, 0, 3, true, false, false},
    {"u4", 4, 0, 3, false, false, false},
};

static const Numbers *numbers_of(const char *name) {
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (strcmp(numbers[i].name, name) == 0)
            return &numbers[i];
    return NULL;
}

/* As many digits fit, and no number is smaller or larger than those there are. (e4m3 ends at 1.75 *
 * 2^8, no other dtype between 2^8 and 2^9, so that this need not be told apart.) */
bool conversion_is_exact(const char *from, const char *to) {
    const Numbers *a = numbers_of(from), *b = numbers_of(to);
    return a && b && a->digits <= b->digits && a->least >= b->least && a->most <= b->most &&
           a->negative <= b->negative && a->infinity <= b->infinity && a->nan <= b->nan;
}

/* The rows to one dtype say which roundings there are. */
static bool rounds_to(const char *to, Rounding rounding) {
    for (const Conversion *row = next_row(NULL); row; row = next_row(row))
        if (strcmp(row->to, to) == 0 && row->rounding == rounding)
            return true;
    return false;
}

static bool is_word(Rounding rounding, const char *word, bool saturate) {
    const char *name = rounding_name[rounding];
    size_t length = strcspn(name, "_");
    return *name && (!word || (strlen(word) == length && strncmp(name, word, length) == 0)) &&
           (!saturate || name[length]);
}

bool conversion_rounding(
    const char *from, const char *to, const char *word, bool saturate, Rounding *out) {
    *out = ROUNDING_EXACT;
    if (conversion_is_exact(from, to))
        return true;
    for (const Conversion *row = next_row(NULL); row; row = next_row(row)) {
        *out = row->rounding;
        if (strcmp(row->to, to) == 0 && is_word(*out, word, saturate))
            return true;
    }
    return false;
}

const char *conversion_roundings(const char *to) {
    Text text = {0};
    for (int r = ROUNDING_RN; r < ROUNDING_COUNT; r++)
        if (rounds_to(to, (Rounding)r)) {
            const char *sat = strchr(rounding_name[r], '_');
            int length = (int)strcspn(rounding_name[r], "_");
            text_printf(
                &text,
                "%s%.*s%s",
                text.length ? ", " : "",
                length,
                rounding_name[r],
                sat ? " with saturate" : "");
        }
    return text_string(&text);
}

/* The widest row of a pair that divides the run: of each pair it stands first. */
static const Conversion *step_between(
    const char *from, const char *to, Rounding rounding, int64_t run) {
    for (const Conversion *row = next_row(NULL); row; row = next_row(row))
        if (strcmp(row->from, from) == 0 && strcmp(row->to, to) == 0 && !row->pairs04 &&
            row->rounding == rounding && run % row->count == 0)
            return row;
    return NULL;
}

/* The issue of the instructions for `run` elements; -1: there is no way. */
static int64_t route_of(
    const char *from,
    const char *to,
    Rounding rounding,
    int64_t run,
    int most,
    PrimitiveId *route,
    int *count) {
    const Conversion *last = step_between(from, to, rounding, run);
    int64_t best = -1;
    if (last) {
        best = run / last->count * primitive_rate(last->id)->issue[GENERATION_MEASURED];
        route[0] = last->id;
        *count = 1;
    }
    for (const Conversion *row = next_row(NULL); row && most > 1; row = next_row(row)) {
        PrimitiveId rest[MAX_ROUTE];
        int rest_count;
        if (row->rounding != ROUNDING_EXACT || strcmp(row->from, from) != 0 ||
            step_between(from, row->to, ROUNDING_EXACT, run) != row)
            continue;
        int64_t cost = route_of(row->to, to, rounding, run, most - 1, rest, &rest_count);
        if (cost < 0)
            continue;
        cost += run / row->count * primitive_rate(row->id)->issue[GENERATION_MEASURED];
        if (best >= 0 && cost >= best)
            continue;
        best = cost;
        route[0] = row->id;
        memcpy(route + 1, rest, (size_t)rest_count * sizeof *rest);
        *count = 1 + rest_count;
    }
    return best;
}

static bool usual_rounding(const char *to, Rounding *out) {
    for (const Conversion *row = next_row(NULL); row; row = next_row(row))
        if (strcmp(row->to, to) == 0 && row->rounding != ROUNDING_EXACT) {
            *out = row->rounding;
            return true;
        }
    return false;
}

/* Where every number of the one is one of the other, an instruction that rounds does not: e4m3 ->
 * f16 -> f32
 * -> bf16. */
int conversion_route(
    const char *from, const char *to, Rounding rounding, int64_t run, PrimitiveId *route) {
    int count = 0;
    if (route_of(from, to, rounding, run, MAX_ROUTE, route, &count) >= 0)
        return count;
    if (rounding != ROUNDING_EXACT || !usual_rounding(to, &rounding))
        return 0;
    return route_of(from, to, rounding, run, MAX_ROUTE, route, &count) < 0 ? 0 : count;
}

Rounding copy_rounding(const Copy *copy) {
    Rounding rounding = ROUNDING_EXACT;
    if (copy->by_map)
        return ROUNDING_RN;
    conversion_rounding(
        operand_dtype(copy, &copy->src)->name,
        operand_dtype(copy, &copy->dst)->name,
        copy->options.round,
        copy->options.saturate,
        &rounding);
    return rounding;
}
