/* sum_plans.h: sums and scans of a small tile over each of its dimensions, by one thread, in the plainest way. */
#ifndef MUTATION_SUM_PLANS_H
#define MUTATION_SUM_PLANS_H
#include "reader_plans.h"

typedef enum { SUM_OF_ALL, SUM_SO_FAR, SUM_BEFORE } SumKind;

/* v[to] = v[to] + src[from], of the first one src[from]. */
static inline void add_to(Phase *phase, int64_t to, int64_t from, int64_t number) {
    Side sum = in_bundle(2, expr_constant(to)), part = in_bundle(0, expr_constant(from));
    if (number == 0) {
        add_move(phase, PRIM_MOVE, sum, part);
        return;
    }
    Step *step = add_move(phase, PRIM_ADD_F32, sum, sum);
    step->src[1] = part;
    step->combine = COMBINE_ADD;
}

/* A tile of 2 x 1 x 3 x 1: `over` counts the dimensions that are more than 1, so 0 is of 2 and 1 of 3. */
static inline Plan *sums_of(SumKind kind, int over) {
    const int64_t extent[2] = {2, 3}, apart = over ? 1 : 3;
    Plan *p = plan_of("sums", SCOPE_THREAD, 1, F32);
    int src = add_bundle(p, "src", ROLE_IN, 6, 0), dst = add_bundle(p, "dst", ROLE_OUT, 6, 0);
    int v = add_bundle(p, "v", ROLE_SCRATCH, 6, 0);
    Phase *phase = add_phase(p);
    phase->steps = NEW_ARRAY(Step, 40);
    Operand tile = operand_of(SPACE_REG, 0, 6, LAYOUT({6, 1, AXIS_M})), sums = tile;
    const int64_t shape[4] = {2, 1, 3, 1};
    tile.rank = 4;
    for (int d = 0; d < 4; d++) {
        tile.shape[d] = shape[d];
        tile.region[d] = (Range){.symbol = NONE, .extent = shape[d]};
    }
    for (int64_t i = 0; i < 6; i++) {
        int64_t at = i / apart % extent[over], first = i - at * apart;
        int64_t count = kind == SUM_OF_ALL ? extent[over] : at + (kind == SUM_SO_FAR);
        int64_t to = kind == SUM_OF_ALL ? (over ? i / 3 : i % 3) : i;
        if (kind == SUM_OF_ALL && at)
            continue;
        for (int64_t k = 0; k < count; k++)
            add_to(phase, to, first + k * apart, k);
        Side result = in_bundle(dst, expr_constant(to));
        if (count)
            add_move(phase, PRIM_MOVE, result, in_bundle(v, expr_constant(to)));
        else
            add_move(phase, PRIM_FILL_B32, result, (Side){.kind = AT_CONSTANT});
    }
    if (kind == SUM_OF_ALL) {
        sums = operand_of(SPACE_REG, 0, 6 / extent[over], LAYOUT({6 / extent[over], 1, AXIS_M}));
        p->bundles[dst].count = 6 / extent[over];
    } else {
        sums = tile;
    }
    add_flow(p, tile, src, sums, dst);
    p->flows[0].combine = COMBINE_ADD;
    p->flows[0].over = over;
    p->flows[0].scan = kind != SUM_OF_ALL;
    p->flows[0].exclusive = kind == SUM_BEFORE;
    return p;
}
/* A seventh element, of nothing, which the six of the source do not make. */
static inline void one_more(Plan *p) {
    Side result = in_bundle(1, expr_constant(6));
    p->bundles[1].count = 7;
    p->flows[0].dst = operand_of(SPACE_REG, 0, 7, LAYOUT({7, 1, AXIS_M}));
    add_move(&p->phases[0], PRIM_FILL_B32, result, (Side){.kind = AT_CONSTANT});
}

#define SUMS(name, kind, over)                                                                     \
    static inline Plan *name(void) {                                                               \
        return sums_of(kind, over);                                                                \
    }
SUMS(sums_of_columns, SUM_OF_ALL, 0)
SUMS(sums_of_rows, SUM_OF_ALL, 1)
SUMS(columns_so_far, SUM_SO_FAR, 0)
SUMS(rows_so_far, SUM_SO_FAR, 1)
SUMS(columns_before, SUM_BEFORE, 0)
SUMS(rows_before, SUM_BEFORE, 1)
#undef SUMS
#endif
