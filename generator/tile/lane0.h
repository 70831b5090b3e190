/* lane0.h: what plans of regions, reductions, scans and elements are made of: where the values of a
 * group of threads lie, and how its threads wait for each other. */
#ifndef TCGEN_LANE0_H
#define TCGEN_LANE0_H
#include "tile.h"

/* ---- lane0_place.c ------------------------------------------------------------------------- */

/* Elements that are neighbours both in the lane and in memory: all of the last dimensions that are
 * not split, and of a block its own share of the next one. *from: the first dimension that is in
 * it. */
int64_t lane0_run(const Lane0Value *value, int *from);
/* Of all dimensions as one, row by row. */
Operand lane0_flat(Operand operand, int64_t count);
Swizzle lane0_swizzle(const Lane0Value *value); /* of its storage; off: none */
Operand lane0_in_memory(const Lane0Value *value);
Operand lane0_in_lanes(const Lane0 *lane0, const Lane0Value *value);
/* Of a value in a register layout; false: it is the folded source, which has no such form. */
bool lane0_registers(const Lane0 *lane0, const Lane0Value *value, Operand *out);
/* map[lane * slots + slot]: the element that it holds, by its number in row-major order; -1:
 * none. */
int64_t *lane0_map(const Lane0 *lane0, const Lane0Value *value, int64_t *slots);
/* Where the elements of a lane begin, before the swizzle: of 8x16 over 2x2, lane / 8 * 32 + lane %
 * 8 * 2. */
Expr lane0_base(const Lane0 *lane0, const Lane0Value *value);
/* Registers that only lane 0 holds, or all of the group do. */
void lane0_of_first(const Lane0 *lane0, Operand *operand);
void lane0_of_all(const Lane0 *lane0, Operand *operand);

/* ---- lane0_group.c ------------------------------------------------------------------------- */

/* All of the group wait for each other; a group of one does not. */
void lane0_add_wait(Plan *plan, const Lane0 *lane0, Phase *phase);
Combine lane0_combination(const Lane0 *lane0);
/* The neutral element of the operation, as bits: for `mul` of f32, 1.0f = 0x3f800000. */
uint64_t lane0_neutral(Combine op, const Dtype *dtype);
PrimitiveId lane0_shuffle_up(const Dtype *dtype);

/* ---- lane0_access.c ------------------------------------------------------------------------ */

/* get_a, set_r: one element by one thread, of each buffer of a region's plan; at most one a value.
 * Returns how many there are. */
int lane0_accesses(const Lane0 *lane0, const Plan *region, Plan **out);

/* ---- ranks.c ------------------------------------------------------------------------------- */

/* The ranks along what a reduction over a register layout folds: lanes of a warp by their bits,
 * warps by digits; and the digits that are left. */
typedef struct {
    int lane_mask; /* 7: lanes 4, 2 and 1 apart */
    int warp_count, rest_count;
    Digit warp[MAX_ITERS], rest[2 * MAX_ITERS]; /* innermost first */
    int64_t warp_extent[MAX_ITERS], rest_extent[2 * MAX_ITERS];
    /* Warps that hold parts of a result; lanes of a warp, and groups of warps, with results of
     * their own. */
    int64_t warps, lanes, groups;
} Ranks;
bool ranks_of(const Fold *fold, int threads, Ranks *out, Decline *decline);

/* ---- element.c ----------------------------------------------------------------------------- */

/* The plan of an extract, insert or broadcast in the making. */
typedef struct Element {
    const Lane0 *lane0;
    const Lane0Value *in, *more, *out; /* more: of an insert */
    Plan *plan;
    Phase *phase;
    int dst, src, value; /* bundles; value: of an insert */
} Element;
Element element_new(const Lane0 *lane0, const char *variant);
Side element_slot(int bundle, int64_t at);
Step *element_step(Element *element, PrimitiveId primitive, Side dst, Side src);
/* A loop of so many turns around the step; the digit of its turn. */
Digit element_loop(Element *element, Step *step, int64_t turns);
/* `count` elements one by one. */
void element_moves(Element *element, Side dst, Side src, int64_t count);
/* Only where both are equal. */
void element_cond(Step *step, Expr lhs, Expr rhs);
Expr element_rank(void); /* of the thread */
/* Who has element i, or in which slot: of f32[8,16] / f32[2,2] it is in lane i / 32 * 8 + i / 2 % 8
 * and in slot i / 16 % 2 * 2 + i % 2. */
Expr element_place(const Lane0Value *value, bool lane);
Flow element_flow(const Element *element, const Lane0Value *in, int src);
/* Is what is handed on the result as it is? Not where it is repeated over its slots, as of x over
 * b[4]. */
bool element_is_result(const Element *element, int64_t count);
/* Hands the `count` elements that `owner` has in `own` to all threads; where they have them
 * then. */
typedef Side (*Give)(Element *element, Side own, int64_t count, Expr owner);
Plan *plan_given(const Lane0 *lane0, const char *variant, Give give);
/* How many elements are given. */
int64_t element_given(const Lane0 *lane0);
#endif
