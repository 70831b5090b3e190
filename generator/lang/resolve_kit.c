/* resolve_kit.c: reduce and scan: the operation, and that their values have its form: one distributed operand,
 * and a result that every lane gets (reduce) or that is distributed as the operand is (scan). */
#include "ast.h"
#include <string.h>

const char *const lane0_kit_name[] = {"lane0", "reduce", "scan"};
const char *const lane0_operation_name[] = {"add", "mul", "min", "max", "and", "or", "xor"};

static bool fail_form(Loc loc, const char *what) {
    diag_error(loc, "E_REDUCE_FORM", "%s", what);
    diag_help("reduce NAME warp 32 add { in a : f32[128] / f32[4]; out s : f32; }");
    return false;
}

static bool fail_later(Loc loc, const char *what) {
    diag_error(loc, "E_NOT_YET", "%s", what);
    return false;
}

static bool find_operation(Word word, Lane0Operation *operation) {
    for (int i = 0; i < LANE0_OPERATION_COUNT; i++) {
        if (word_is(word, lane0_operation_name[i])) {
            *operation = (Lane0Operation)i;
            return true;
        }
    }
    if (word_is(word, "argmin") || word_is(word, "argmax")) {
        return fail_later(word.loc, "argmin and argmax are not built yet");
    }
    diag_error(word.loc, "E_REDUCE_FORM", "'%s' is no operation", word_text(word));
    diag_help("one of add mul min max and or xor");
    return false;
}

static bool same_split(const Lane0Value *a, const Lane0Value *b) {
    bool same = a->rank == b->rank && a->kind == b->kind;
    for (int d = 0; same && d < a->rank; d++) {
        same = a->seq[d] == b->seq[d] && a->lane[d] == b->lane[d];
    }
    return same;
}

/* Which value is what: the second operand of a reduce is its accumulator. */
static bool find_values(const AstLane0 *ast, Lane0 *lane0) {
    bool reduces = lane0->kit == LANE0_REDUCE;
    const char *parts = reduces ? "it has one operand, an accumulator at most, and one result"
                                : "it has one operand and one result";
    lane0->source = lane0->result = lane0->accumulator = -1;
    for (int i = 0; i < lane0->value_count; i++) {
        int *at = lane0->values[i].is_result         ? &lane0->result
                  : reduces && lane0->source >= 0 ? &lane0->accumulator
                                                  : &lane0->source;
        if (*at >= 0) {
            return fail_form(lane0->values[i].loc, parts);
        }
        *at = i;
    }
    return (lane0->source >= 0 && lane0->result >= 0) || fail_form(ast->name.loc, parts);
}

static bool check_accumulator(const Lane0 *lane0) {
    if (lane0->accumulator < 0) {
        return true;
    }
    const Lane0Value *acc = &lane0->values[lane0->accumulator];
    const Lane0Value *out = &lane0->values[lane0->result];
    return (acc->dtype == out->dtype && acc->seq_count == out->seq_count && same_split(acc, out)) ||
           fail_form(acc->loc, "the second operand is the accumulator, of the type of the result");
}

static bool check_values(const AstLane0 *ast, Lane0 *lane0) {
    if (!find_values(ast, lane0)) {
        return false;
    }
    const Lane0Value *in = &lane0->values[lane0->source];
    const Lane0Value *out = &lane0->values[lane0->result];
    if (in->kind == LANE0_BROADCAST) {
        return fail_form(in->loc, "the operand is not distributed");
    }
    if (out->dtype != in->dtype) {
        return fail_form(out->loc, "operand and result are of one dtype");
    }
    if (lane0->kit == LANE0_REDUCE && (out->kind != LANE0_BROADCAST || out->seq_count != 1)) {
        return fail_form(out->loc, "the result of a reduce is one element, which every lane gets");
    }
    if (lane0->kit == LANE0_SCAN && !same_split(in, out)) {
        return fail_form(out->loc, "operand and result of a scan are distributed alike");
    }
    bool bits = lane0->operation >= LANE0_AND;
    if (bits && strchr("ui", in->dtype->name[0]) == NULL) {
        return fail_form(ast->operation.loc, "bits are combined of whole numbers");
    }
    return check_accumulator(lane0);
}

/* What a plan exists for. */
static bool check_built(const AstLane0 *ast, const Lane0 *lane0) {
    const Lane0Value *in = &lane0->values[lane0->source];
    static const char *const dtypes[] = {"f32", "u32", "i32"};
    bool known = false;
    for (size_t i = 0; i < COUNT_OF(dtypes); i++) {
        known |= strcmp(in->dtype->name, dtypes[i]) == 0;
    }
    if (!known) {
        return fail_later(in->loc, "other dtypes than f32, u32 and i32 are not built yet");
    }
    bool is_group = lane0->is_cta ? lane0->kit == LANE0_REDUCE : lane0->threads == 32;
    if (!is_group || lane0->lane_id) {
        return fail_later(
            ast->threads_loc,
            "other groups than warp 32, and of a reduce cta(N), are not built yet");
    }
    if (lane0->kit == LANE0_SCAN && (in->rank != 1 || in->kind != LANE0_BLOCK)) {
        return fail_later(
            in->loc, "scans of other values than blocks of one dimension are not built yet");
    }
    return in->lane_count <= 255 ||
           fail_later(in->loc, "more than 255 registers of a lane are not built yet");
}

bool resolve_kit(const AstLane0 *ast, Lane0 *lane0) {
    return lane0->kit == LANE0_REGION || (find_operation(ast->operation, &lane0->operation) &&
                                          check_values(ast, lane0) && check_built(ast, lane0));
}
