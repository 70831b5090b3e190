/* panel_plans.h: right Plans with panels of a tile as a dimension of the map, at ragged edges, and what breaks them. */
#ifndef MUTATION_PANEL_PLANS_H
#define MUTATION_PANEL_PLANS_H
#include "rule_plans.h"
#include <string.h>

/* Two panels of columns 64 and on: K may end inside of one. */
static inline Plan *tensor_panels(void) {
    return plan_of_text(
        "target sm_90a\ncopy_async thread f16 gmem S[(M,K):(ld,1)][m:+8, 64:192] -> "
        "smem 8x128 S[(8,2,64):(64,512,1)] swizzle 128B where ld % 8 == 0 "
        "{ tensormap; oob zero; }");
}

/* Both panels in one box, at a ragged edge: no panel is partly outside. */
static inline Plan *tensor_whole_panels(void) {
    return plan_of_text(
        "target sm_90a\ncopy_async thread f16 gmem S[(M,K):(ld,1)][m:+8, k:+128] -> "
        "smem 8x128 S[(8,2,64):(64,512,1)] swizzle 128B where ld % 8 == 0, K % 64 == 0, "
        "k % 64 == 0 { tensormap; oob zero; }");
}

static inline Plan *tensor_stored_panels(void) {
    return plan_of_text(
        "target sm_90a\ncopy_async thread f16 smem 8x128 S[(8,2,64):(64,512,1)] swizzle 128B -> "
        "gmem S[(M,K):(ld,1)][m:+8, k:+128] where ld % 8 == 0, K % 64 == 0, k % 64 == 0 "
        "{ tensormap; oob skip; }");
}

static inline Symbol *symbol_named(Plan *p, const char *name) {
    Symbol *symbols = own_symbols(p);
    for (int i = 0; i < p->symbol_count; i++)
        if (strcmp(symbols[i].name, name) == 0)
            return &symbols[i];
    return NULL;
}

/* One box of both panels: behind K stands the beginning of the next row. */
static inline void panels_in_one(Plan *p) {
    Step *step = STEP(0, 0);
    Object *map = &p->objects[step->src[0].of];
    step->primitive = PRIM_TENSOR_TO_SMEM_3D;
    step->count *= 2;
    map->stride[2] = coef_int(64);
    map->extent[2] = coef_int(2);
    map->box[2] = 2;
    map->rank = 3;
    p->phases[0].loop_count = 0;
    step->dst.at = expr_constant(0);
    Expr *coords = NEW_ARRAY(Expr, 3);
    coords[0] = expr_constant(64);
    coords[1] = *coordinate(p, 1);
    coords[2] = expr_constant(0);
    step->src->coords = coords;
}

/* The panels as those of a copy that lies inside: behind K stands the beginning of the next row. */
static inline void panels_over_rows(Plan *p) {
    Object *map = &p->objects[0];
    map->extent[0] = map->extent[2];
    map->extent[2] = coef_int(2);
    map->by[2] = 0;
    *coordinate(p, 0) = expr_constant(0);
    expr_add(
        coordinate(p, 0),
        coef_int(1),
        digit_of(VAR_SYMBOL, coordinate(p, 2)->terms[0].digit.index, 1, 0));
    *coordinate(p, 2) = expr_constant(0);
}

/* Rows of 64 columns from one that is a multiple of 8. */
static inline Plan *tensor_edge(void) {
    return plan_of_text("target sm_90a\ncopy_async thread f16 gmem S[(M,K):(ld,1)][m:+8, k:+64] -> "
                        "smem S[(8,64)] swizzle 128B where ld % 8 == 0, K % 64 == 0, k % 8 == 0 "
                        "{ tensormap; oob zero; }");
}

static inline Plan *tensor_nan(void) {
    return plan_of_text("target sm_90a\ncopy_async thread f16 gmem S[(M,K):(ld,1)][m:+8, k:+64] -> "
                        "smem S[(8,64)] where ld % 8 == 0 { tensormap; oob nan; }");
}

/* Stored from column k on, in one box; and panel by panel. */
static inline Plan *tensor_stored(void) {
    return plan_of_text("target sm_90a\ncopy_async thread f16 smem S[(8,64)] swizzle 128B -> gmem "
                        "S[(M,K):(ld,1)][m:+8, k:+64] where ld % 8 == 0, K % 8 == 0, k % 8 == 0 "
                        "{ tensormap; oob skip; }");
}

static inline Plan *tensor_stored_by_panels(void) {
    return plan_of_text(
        "target sm_90a\ncopy_async thread f16 smem 8x128 S[(8,2,64):(64,512,1)] swizzle 128B -> "
        "gmem S[(M,K):(ld,1)][m:+8, k:+128] where ld % 8 == 0, K % 8 == 0, k % 8 == 0 "
        "{ tensormap; oob skip; }");
}

/* Where its row is the first of all names. */
static inline Plan *tensor_stored_at_row(void) {
    return plan_of_text("target sm_90a\ncopy_async thread f16 smem S[(8,64)] swizzle 128B -> gmem "
                        "S[(64,64)][m:+8, 0:64] { tensormap; oob skip; }");
}

/* Term `at` of coordinate d, of the first factor or of all that is added. */
static inline Term *term_at(Plan *p, int d, int at) {
    return (Term *)&coordinate(p, d)->terms[at];
}

/* The 64 columns as the panel that k / 8 begins: all of them are there where the first one is. */
static inline void columns_clipped_as_one(Plan *p) {
    Step *step = STEP(0, 0);
    Object *map = &p->objects[0];
    Expr *coords = NEW_ARRAY(Expr, 3);
    coords[0] = coords[2] = expr_constant(0);
    coords[1] = *coordinate(p, 1);
    const int k = coordinate(p, 0)->terms[0].digit.index;
    expr_add(&coords[2], coef_int(1), digit_of(VAR_SYMBOL, k, 8, 0));
    step->primitive = PRIM_TENSOR_TO_SMEM_3D;
    map->rank = 3;
    map->extent[2] = map->extent[0];
    map->extent[0] = coef_int(64);
    map->stride[2] = coef_int(8);
    map->box[2] = 1;
    map->by[2] = 8;
    step->src->coords = coords;
}

#endif
