/* resolve_kit.c: reduce and scan: checks the operation, and that the values have the right form:
 * one distributed operand, and a result that every lane gets (reduce) or that is distributed like
 * the operand (scan). */
#include "ast.h"
#include <string.h>

const char *const lane0_kit_name[] = {"lane0", "reduce", "scan", "extract", "insert", "broadcast"};
const char *const lane0_operation_name[] = {
    "add", "mul", "min", "max", "and", "or", "xor", "argmin", "argmax"};

bool fail_reduce_form(const Lane0 *lane0, Loc loc, const char *what) {
    diag_error(loc, "E_REDUCE_FORM", "%s", what);
    diag_help(
        "%s",
        lane0_is_folded(lane0)
            ? "reduce NAME warp 32 max over 1 { in a : f32[16,64] / mma_c; out m : f32[16,1] / "
              "mma_c; }"
        : lane0->kit == LANE0_SCAN
            ? "scan NAME warp 32 add inclusive { in a : f32[128] / f32[4]; out b : f32[128] / "
              "f32[4]; }"
            : "reduce NAME warp 32 add { in a : f32[128] / f32[4]; out s : f32; }");
    return false;
}

static bool fail_later(Loc loc, const char *what) {
    diag_error(loc, "E_NOT_YET", "%s", what);
    return false;
}

static bool is_arg(const Lane0 *lane0) {
    return lane0->operation == LANE0_ARGMIN || lane0->operation == LANE0_ARGMAX;
}

static bool find_operation(Word word, const Lane0 *lane0, Lane0Operation *operation) {
    int count = lane0->kit == LANE0_REDUCE ? LANE0_OPERATION_COUNT : LANE0_ARGMIN;
    for (int i = 0; i < count; i++) {
        if (word_is(word, lane0_operation_name[i])) {
            *operation = (Lane0Operation)i;
            return true;
        }
    }
    diag_error(word.loc, "E_REDUCE_FORM", "'%s' is not an operation", word_text(word));
    diag_help("operations are add mul min max and or xor; a reduce also has argmin argmax");
    return false;
}

static bool same_split(const Lane0Value *a, const Lane0Value *b) {
    bool same = a->rank == b->rank && a->kind == b->kind;
    for (int d = 0; same && d < a->rank; d++) {
        same = a->seq[d] == b->seq[d] && a->lane[d] == b->lane[d];
    }
    return same;
}

static bool find_part(const Lane0 *lane0, int value, int *first, int *second) {
    if (*first < 0) {
        *first = value;
    } else if (second && *second < 0) {
        *second = value;
    } else {
        return fail_reduce_form(
            lane0,
            lane0->values[value].loc,
            is_arg(lane0)                ? "argmin and argmax have one operand, an index, and "
                                           "at most the value"
            : lane0->kit == LANE0_REDUCE ? "a reduce has one operand, an accumulator at most, "
                                           "and one result"
                                         : "a scan has one operand and one result");
    }
    return true;
}

/* Which value is what: the second operand of a reduce is its accumulator, and the first result of
 * an argmin the index. */
static bool find_values(const AstLane0 *ast, Lane0 *lane0) {
    bool arg = is_arg(lane0), reduces = lane0->kit == LANE0_REDUCE;
    lane0->source = lane0->result = lane0->index = lane0->accumulator = -1;
    for (int i = 0; i < lane0->value_count; i++) {
        bool found =
            lane0->values[i].is_result
                ? find_part(
                      lane0, i, arg ? &lane0->index : &lane0->result, arg ? &lane0->result : NULL)
                : find_part(lane0, i, &lane0->source, reduces && !arg ? &lane0->accumulator : NULL);
        if (!found) {
            return false;
        }
    }
    return (lane0->source >= 0 && (arg ? lane0->index : lane0->result) >= 0) ||
           fail_reduce_form(
               lane0,
               ast->name.loc,
               mem_printf(
                   "the %s has no %s",
                   lane0_kit_name[lane0->kit],
                   lane0->source < 0 ? "operand" : "result"));
}

bool fail_over(const AstLane0 *ast, const Lane0 *lane0) {
    const Lane0Value *in = &lane0->values[lane0->source];
    int64_t over = ast->over.extent;
    int other = 0;
    while (other < in->rank && in->seq[other] == 1) {
        other++;
    }
    if (over >= 0 && over < in->rank) {
        diag_error(
            ast->over.loc,
            "E_REDUCE_FORM",
            "dimension %d of '%s' has one element: there is nothing to combine over it",
            (int)over,
            in->name);
    } else {
        diag_error(
            ast->over.loc,
            "E_REDUCE_FORM",
            "'%s' has no dimension %lld: it has %d, and the first is dimension 0",
            in->name,
            (long long)over,
            in->rank);
    }
    if (other < in->rank) {
        diag_help("name a dimension with several elements, as in over %d", other);
    } else {
        diag_help("the operand needs a dimension with several elements");
    }
    return false;
}

/* All dimensions but one; lanes that share it out have the same. */
static bool same_rest(const Lane0Value *in, Lane0Value *out, int over) {
    int64_t lanes = 1;
    bool same = out->rank == in->rank - 1;
    for (int d = 0; same && d < out->rank; d++) {
        int at = d + (d >= over);
        same = out->seq[d] == in->seq[at] && out->lane[d] == in->lane[at];
        lanes *= in->ratio[at];
    }
    if (same && lanes > 1 && lane0_has_one_order(out)) {
        out->kind = in->kind; /* with one element a lane, u32[8] / u32[1] is cyclic and block */
    }
    if (!same || (lanes > 1 && out->kind != in->kind)) {
        return false;
    }
    out->copies = lanes > 1 ? in->ratio[over] : 0;
    out->copies_at = over;
    return true;
}

/* Of all dimensions where there is only one. */
static bool check_over(const AstLane0 *ast, Lane0 *lane0, Lane0Value *in) {
    if (lane0->over < 0) {
        return true;
    }
    if (lane0->over >= in->rank || in->seq[lane0->over] == 1) {
        return fail_over(ast, lane0);
    }
    int64_t product = 1;
    for (int d = 0; d < in->rank; d++) {
        product *= in->ratio[d];
    }
    if (product != lane0->threads) {
        diag_error(
            in->loc,
            "E_WARP_PRODUCT",
            "%s takes %lld lanes, but the group has %d",
            in->name,
            (long long)product,
            lane0->threads);
        return false;
    }
    lane0->over = in->rank == 1 ? -1 : lane0->over;
    return true;
}

/* What every lane gets of a reduction, or of a scan at its places. */
static bool check_result(const Lane0 *lane0, int at, const char *dtype) {
    Lane0Value *out = at < 0 ? NULL : &lane0->values[at];
    if (!out) {
        return true;
    }
    if (strcmp(out->dtype->name, dtype) != 0) {
        return fail_reduce_form(
            lane0,
            out->loc,
            at == lane0->index ? "the index must be of u32"
                               : "operand and result must have one dtype");
    }
    if (lane0->over >= 0) {
        return same_rest(&lane0->values[lane0->source], out, lane0->over) ||
               fail_reduce_form(
                   lane0,
                   out->loc,
                   "the result must have the remaining dimensions, distributed like the operand");
    }
    if (lane0->kit == LANE0_REDUCE && (out->kind != LANE0_BROADCAST || out->seq_count != 1)) {
        return fail_reduce_form(
            lane0, out->loc, "the result of a reduce must be one element, which every lane gets");
    }
    return lane0->kit == LANE0_REDUCE || same_split(&lane0->values[lane0->source], out) ||
           fail_reduce_form(
               lane0, out->loc, "operand and result of a scan must be distributed alike");
}

static bool check_accumulator(const Lane0 *lane0) {
    if (lane0->accumulator < 0) {
        return true;
    }
    Lane0Value *acc = &lane0->values[lane0->accumulator];
    const Lane0Value *out = &lane0->values[lane0->result];
    acc->copies = out->copies;
    acc->copies_at = out->copies_at;
    return (acc->dtype == out->dtype && acc->seq_count == out->seq_count && same_split(acc, out)) ||
           fail_reduce_form(
               lane0,
               acc->loc,
               "the second operand is the accumulator and must have the type of the result");
}

static bool check_bits(const AstLane0 *ast, const Lane0 *lane0) {
    const Dtype *dtype = lane0->values[lane0->source].dtype;
    bool bits = lane0->operation >= LANE0_AND && !is_arg(lane0);
    bool is_whole = dtype->kind == DTYPE_SIGNED || dtype->kind == DTYPE_UNSIGNED;
    return !bits || is_whole ||
           fail_reduce_form(lane0, ast->operation.loc, "and, or and xor need integers");
}

static bool check_values(const AstLane0 *ast, Lane0 *lane0) {
    if (!find_values(ast, lane0)) {
        return false;
    }
    Lane0Value *in = &lane0->values[lane0->source];
    if (lane0_is_folded(lane0)) {
        return check_folded(ast, lane0) && check_bits(ast, lane0);
    }
    if (in->kind == LANE0_BROADCAST) {
        return fail_reduce_form(lane0, in->loc, "the operand is not distributed");
    }
    if (!check_over(ast, lane0, in)) {
        return false;
    }
    if (!check_result(lane0, lane0->result, in->dtype->name) ||
        !check_result(lane0, lane0->index, "u32")) {
        return false;
    }
    return check_bits(ast, lane0) && check_accumulator(lane0);
}

static bool in_one_warp(const Lane0Value *in, int over) {
    int64_t near = 1, far;
    for (int d = in->rank - 1; d > over; d--) {
        near *= in->ratio[d];
    }
    far = near * in->ratio[over];
    return in->ratio[over] == 1 || (far <= 32 && (far & (far - 1)) == 0);
}

/* What a plan exists for. */
static bool check_built(const AstLane0 *ast, const Lane0 *lane0) {
    const Lane0Value *in = &lane0->values[lane0->source];
    static const char *const dtypes[] = {"f32", "u32", "i32", "f64", "u64", "i64", "f16", "bf16"};
    size_t count = lane0->kit == LANE0_REDUCE ? COUNT_OF(dtypes) : 6;
    bool known = false;
    for (size_t i = 0; i < count; i++) {
        known |= strcmp(in->dtype->name, dtypes[i]) == 0;
    }
    if (!known) {
        return fail_later(
            in->loc,
            count > 6 ? "other dtypes than f16, bf16 and those of 32 and 64 bits are not built yet"
                      : "other dtypes than those of 32 and 64 bits are not built yet");
    }
    int n = lane0->threads;
    bool is_group = lane0->kit == LANE0_SCAN || lane0->is_cta || (n & (n - 1)) == 0;
    if (!is_group || lane0->lane_id) {
        return fail_later(
            ast->threads_loc,
            lane0->kit == LANE0_REDUCE
                ? "lane ids, and groups whose size is not a power of two, are not built yet"
                : "other groups than warp 32 are not built yet");
    }
    if (lane0->over >= 0 && !lane0_is_folded(lane0) && !in_one_warp(in, lane0->over)) {
        return fail_later(
            ast->over.loc,
            "reductions over a dimension whose lanes are no power of two of one warp are not built "
            "yet");
    }
    return in->lane_count <= 255 ||
           fail_later(in->loc, "more than 255 registers of a lane are not built yet");
}

bool resolve_kit(const AstLane0 *ast, Lane0 *lane0) {
    if (lane0->kit >= LANE0_EXTRACT) {
        return resolve_element(ast, lane0);
    }
    return lane0->kit == LANE0_REGION ||
           (find_operation(ast->operation, lane0, &lane0->operation) && check_values(ast, lane0) &&
            check_built(ast, lane0));
}
