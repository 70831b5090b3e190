/* lane0.h: what the files of a region's plans share. Private to the dispatch room. */
#ifndef TCGEN_LANE0_H
#define TCGEN_LANE0_H
#include "passes.h"

/* ---- lane0_place.c ------------------------------------------------------------------------- */

/* Elements that are neighbours both in the lane and in memory: all of the last dimensions that are not
 * split, and of a block its own share of the next one. *from: the first dimension that is in it. */
int64_t lane0_run(const Lane0Value *value, int *from);
/* Of all dimensions as one, row by row. */
Operand lane0_flat(Operand operand, int64_t count);
Swizzle lane0_swizzle(const Lane0Value *value); /* of its storage; off: none */
Operand lane0_in_memory(const Lane0Value *value);
Operand lane0_in_lanes(const Lane0 *lane0, const Lane0Value *value);
/* Where the elements of a lane begin, before the swizzle: of 8x16 over 2x2, lane / 8 * 32 + lane % 8 * 2. */
Expr lane0_base(const Lane0 *lane0, const Lane0Value *value);

/* Registers that only lane 0 holds, or all of the group do. */
void lane0_of_first(const Lane0 *lane0, Operand *operand);
void lane0_of_all(const Lane0 *lane0, Operand *operand);
/* ---- lane0_plan.c -------------------------------------------------------------------------- */

Scope lane0_scope(const Lane0 *lane0); /* who calls */

/* ---- lane0.c ------------------------------------------------------------------------------- */

void lane0_describe_rank(Function *function); /* where the plain form has its rank from */

/* ---- lane0_combine.c ----------------------------------------------------------------------- */

/* Fills the choice of a reduce or scan; false: reported. */
bool lane0_combine(Function *function, unsigned targets);
Combine lane0_combination(const Lane0 *lane0);

/* What combines with anything to that: 1.0f is 0x3f800000. */
PrimitiveId lane0_shuffle_up(const Dtype *dtype);
uint64_t lane0_neutral(Combine op, const Dtype *dtype);

/* ---- lane0_reduce.c ------------------------------------------------------------------------ */

/* By shuffles or by redux.sync. NULL: the hardware does not combine such numbers of a warp. */
Plan *lane0_reduced(const Lane0 *lane0, unsigned targets, bool by_redux);

/* ---- lane0_scan.c -------------------------------------------------------------------------- */

/* Of any order and group; NULL: it would be too long. */
Plan *lane0_scanned(const Lane0 *lane0, const Lane0Value *in, Combine combine, unsigned targets);

/* ---- lane0_element.c ----------------------------------------------------------------------- */

/* The same of an extract, insert or broadcast. */
bool lane0_element(Function *function, unsigned targets);

/* ---- lane0_access.c ------------------------------------------------------------------------ */

/* get_a, set_r: one element by one thread, of the buffer of a region's plan. NULL: it has none. */
Plan *lane0_access(const Plan *region, const Lane0Value *value, int buffer);
#endif
