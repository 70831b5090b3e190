/* resolve_element.c: checks the form of the values of extract, insert and broadcast.
 *
 * extract:    `in` is distributed, `out` is one element for all threads.
 * insert:     `in` is distributed, another `in` is one element, `out` is distributed like the
 *             first.
 * broadcast:  `in` is not distributed; `out` is the same, or distributed with the dimensions of
 *             `in` as its last ones. */
#include "ast.h"
#include <string.h>

static bool fail_form(const Lane0 *lane0, Loc loc, const char *what) {
    static const char *const forms[LANE0_KIT_COUNT] = {
        [LANE0_EXTRACT] = "extract NAME warp 32 { in a : f32[128] / f32[4]; out x : f32; }",
        [LANE0_INSERT] = "insert NAME warp 32 { in a : f32[128] / f32[4]; in x : f32; out b : "
                         "f32[128] / f32[4]; }",
        [LANE0_SPREAD] = "broadcast NAME warp 32 { in x : f32; out b : f32[128] / f32[4]; }"};
    diag_error(loc, "E_ELEMENT_FORM", "%s", what);
    diag_help("%s", forms[lane0->kit]);
    return false;
}

typedef struct {
    const Lane0Value *in, *more, *out; /* NULL: there is none */
} Values;

static bool find_values(const AstLane0 *ast, const Lane0 *lane0, Values *values) {
    bool inserts = lane0->kit == LANE0_INSERT;
    const char *what =
        inserts ? "it has two operands and one result" : "it has one operand and one result";
    for (int i = 0; i < lane0->value_count; i++) {
        const Lane0Value *value = &lane0->values[i];
        const Lane0Value **one = value->is_result        ? &values->out
                                 : inserts && values->in ? &values->more
                                                         : &values->in;
        if (*one) {
            return fail_form(lane0, value->loc, what);
        }
        *one = value;
    }
    return (values->in && values->out && (values->more || !inserts)) ||
           fail_form(lane0, ast->name.loc, what);
}

static bool same_split(const Lane0Value *a, const Lane0Value *b) {
    bool same = a->rank == b->rank && a->kind == b->kind;
    for (int d = 0; same && d < a->rank; d++) {
        same = a->seq[d] == b->seq[d] && a->lane[d] == b->lane[d];
    }
    return same;
}

static bool is_one(const Lane0Value *value) {
    return value->kind == LANE0_BROADCAST && value->seq_count == 1;
}

/* Its last dimensions are those of `in`, and every lane has all of them: b[r, c] = x[c]. */
static bool repeats(const Lane0Value *in, const Lane0Value *out) {
    int leading = out->rank - in->rank;
    bool fits = leading >= 0;
    for (int d = 0; fits && d < in->rank; d++) {
        fits = out->seq[leading + d] == in->seq[d] && out->lane[leading + d] == in->seq[d];
    }
    return fits;
}

static bool check_form(const Lane0 *lane0, const Values *values) {
    const Lane0Value *in = values->in, *out = values->out, *more = values->more;
    bool spreads = lane0->kit == LANE0_SPREAD;
    if (!in->dtype || in->dtype != out->dtype || (more && more->dtype != in->dtype)) {
        return fail_form(lane0, out->loc, "its values must have one dtype");
    }
    if ((in->kind == LANE0_BROADCAST) != spreads) {
        return fail_form(
            lane0,
            in->loc,
            spreads ? "the operand is distributed" : "the operand is not distributed");
    }
    if (lane0->kit == LANE0_EXTRACT && !is_one(out)) {
        return fail_form(lane0, out->loc, "the result must be one element, which all threads get");
    }
    if (more && !is_one(more)) {
        return fail_form(lane0, more->loc, "the second operand must be one element");
    }
    if (more && !same_split(in, out)) {
        return fail_form(lane0, out->loc, "operand and result must be distributed alike");
    }
    return !spreads || repeats(in, out) ||
           fail_form(
               lane0, out->loc, "the last dimensions of the result are not those of the operand");
}

static bool fail_later(Loc loc, const char *what) {
    diag_error(loc, "E_NOT_YET", "%s", what);
    return false;
}

/* Every i is proven by itself, in the threads of whole warps. Of extracts with 4 elements a thread
 * each takes at most 32 steps of the proof, of inserts, which move all elements twice, 38. */
static bool is_provable(const Lane0 *lane0, const Lane0Value *in) {
    enum { MOST_STEPS = 1 << 23 };
    int64_t threads = lane0->threads < 32 ? 32 : lane0->threads, held = in->lane_count;
    int64_t steps = lane0->kit == LANE0_INSERT ? 9 * held + 2 : 2 * held + (held == 1 ? 6 : 24);
    return lane0->kit == LANE0_SPREAD || threads * steps <= MOST_STEPS / in->seq_count;
}

/* What a plan exists for. */
static bool check_built(const AstLane0 *ast, const Lane0 *lane0, const Values *values) {
    enum { MOST_REGISTERS = 255 };
    const Lane0Value *in = values->in, *out = values->out;
    const Lane0Value *longer = in->lane_count > out->lane_count ? in : out;
    int bits = in->dtype->bits;
    if (bits < 8 || bits > 64) {
        return fail_later(in->loc, "only elements of 8 to 64 bits are built yet");
    }
    if (lane0->lane_id) {
        return fail_later(ast->lane_id.loc, "a lane id at run time is not built yet");
    }
    if (longer->lane_count * bits > 32 * MOST_REGISTERS) {
        return fail_later(longer->loc, "more than 255 registers of a lane are not built yet");
    }
    return is_provable(lane0, in) ||
           fail_later(in->loc, "values of so many elements are not built yet");
}

bool resolve_element(const AstLane0 *ast, const Lane0 *lane0) {
    Values values = {0};
    return find_values(ast, lane0, &values) && check_form(lane0, &values) &&
           check_built(ast, lane0, &values);
}
