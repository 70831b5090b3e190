/* gemm_host.h: the kernel that serves a call, with its arguments. On the host, for C++.
 *
 *     GemmPlan plan;
 *     char why[GEMM_WHY];
 *     if (gemm_plan(&call, multiprocessors, &plan, why)) ... why says what is wrong with the call
 *     gemm_order(plan.rows, plan.columns, order);
 *     plan.args.order = the order in the GPU's memory, plan.rows * plan.columns numbers
 *     launch plan.kernel with plan.ctas CTAs in clusters of plan.cluster, plan.threads and plan.smem_bytes of each */
#ifndef GEMM_HOST_H
#define GEMM_HOST_H
#include "gemm_call.h"
#include "gemm_order.h"

typedef struct {
    Gemm args;
    GemmForm form;
    void (*kernel)(const Gemm);
    unsigned rows, columns; /* of tiles */
    unsigned ctas, threads, cluster, smem_bytes;
} GemmPlan;

static inline GemmMatrix gemm_matrix(
    const void *at, long long rows, long long columns, long long pitch) {
    const GemmMatrix matrix = {
        at,
        (unsigned long long)rows,
        (unsigned long long)columns,
        (unsigned long long)(pitch ? pitch : columns)};
    return matrix;
}

static inline long long gemm_divided(long long number, long long by) {
    return (number + by - 1) / by;
}

/* The tiles of a form, and its maps: NULL, or the rule that is broken. */
template <typename Type>
static const char *gemm_tiles(const GemmCall *c, GemmPlan *plan, void (*kernel)(const Gemm)) {
    const GemmMatrix a = gemm_matrix(c->a, c->m, c->k, c->a_pitch);
    const GemmMatrix b = gemm_matrix(c->b, c->n, c->k, c->b_pitch);
    const GemmMatrix d = gemm_matrix(c->d, c->m, c->n, c->d_pitch);
    const unsigned tall = Type::Ring::CTAS * Type::M, wide = Type::N;
    plan->kernel = kernel;
    plan->rows = (unsigned)gemm_divided(c->m, tall);
    plan->columns = (unsigned)gemm_divided(c->n, wide);
    plan->args.turns_of_k = (unsigned)gemm_divided(c->k, Type::COLUMNS);
    plan->threads = GEMM_THREADS;
    plan->cluster = Type::Ring::CTAS;
    plan->smem_bytes = sizeof(typename Type::Ring::Smem);
    return Type::maps(&plan->args, &a, &b, &d);
}

template <typename Type, typename InTurns, typename Small>
static const char *gemm_plain(const GemmCall *c, GemmPlan *plan) {
    const bool epilogue = c->bias || c->activation != GEMM_NONE;
    const char *broken;
    if (plan->form == GEMM_MANY_ROWS)
        return gemm_tiles<Type>(c, plan, epilogue ? gemm_sm90<Type, true> : gemm_sm90<Type, false>);
    if (plan->form == GEMM_IN_TURNS)
        return gemm_tiles<InTurns>(
            c, plan, epilogue ? gemm_pingpong<InTurns, true> : gemm_pingpong<InTurns, false>);
    broken = gemm_tiles<Small>(c, plan, gemm_small<Small>);
    plan->threads = GEMM_SMALL_THREADS;
    plan->cluster = GEMM_SPLIT;
    plan->smem_bytes = sizeof(GemmSmallSmem);
    return broken;
}

static inline const char *gemm_with_scales(const GemmCall *c, GemmPlan *plan) {
    const GemmMatrix scales =
        gemm_matrix(c->a_scales, gemm_divided(c->k, 128), c->m, gemm_scales_pitch(c));
    const char *const broken = gemm_tiles<GemmScaled>(c, plan, gemm_scaled);
    plan->args.b_scales = c->b_scales;
    return broken ? broken : GemmScaled::scale_map(&plan->args, &scales);
}

/* Estimates a form's time. The unit is the time that a 64x256 product takes for a slot of k. The numbers fit what
 * bench/device/gemm_sm90_forms.cu measured on an H200: a tile costs 3.5 units beside its products, half of which are
 * hidden if warpgroups take turns. Slots of the other two forms take longer than their products, since L2 is the limit. */
static inline double gemm_time(const GemmCall *c, GemmForm form, unsigned multiprocessors) {
    const long long slots = gemm_divided(c->k, c->element == GEMM_E4M3 ? 128 : 64);
    const long long pairs = multiprocessors / 2, wide = gemm_divided(c->n, 256);
    const long long few = 4 * gemm_divided(c->m, 64) * gemm_divided(c->n, 128); /* CTAs */
    if (form == GEMM_MANY_ROWS)
        return (double)gemm_divided(gemm_divided(c->m, 256) * wide, pairs) *
               (2.0 * (double)slots + 3.5);
    if (form == GEMM_IN_TURNS)
        return (double)gemm_divided(gemm_divided(c->m, 128) * wide, pairs) *
               (1.13 * (double)slots + 1.9);
    if (few <= multiprocessors)
        return 1.4 * (double)gemm_divided(slots, GEMM_SPLIT) + 6;
    return (double)gemm_divided(few, 2 * multiprocessors) * 2.8 * /* two share an SM */
               (double)gemm_divided(slots, GEMM_SPLIT) +
           30;
}

static inline GemmForm gemm_best_form(const GemmCall *c, unsigned multiprocessors) {
    GemmForm best = GEMM_MANY_ROWS;
    if (c->a_scales)
        return best;
    for (int form = GEMM_FEW_ROWS; form <= GEMM_IN_TURNS; form++)
        if ((form != GEMM_FEW_ROWS || c->d_pitch <= GEMM_MOST) &&
            gemm_time(c, (GemmForm)form, multiprocessors) < gemm_time(c, best, multiprocessors))
            best = (GemmForm)form;
    return best;
}

static inline const char *gemm_instance(const GemmCall *c, GemmPlan *plan) {
    if (c->a_scales)
        return gemm_with_scales(c, plan);
    if (c->element == GEMM_BF16)
        return gemm_plain<GemmBf16, GemmPingpongBf16, GemmSmallBf16>(c, plan);
    return c->element == GEMM_F16 ? gemm_plain<GemmF16, GemmPingpongF16, GemmSmallF16>(c, plan)
                                  : gemm_plain<GemmE4m3, GemmPingpongE4m3, GemmSmallE4m3>(c, plan);
}

/* What all forms have in common; the order of the tiles is the caller's. */
static inline void gemm_fill(const GemmCall *c, unsigned multiprocessors, GemmPlan *plan) {
    Gemm *const g = &plan->args;
    g->order = NULL;
    g->bias = c->bias;
    g->activation = c->activation;
    g->rows = (unsigned)c->m;
    g->columns = (unsigned)c->n;
    g->tiles = plan->rows * plan->columns;
    g->clusters = plan->form == GEMM_FEW_ROWS
                      ? g->tiles
                      : gemm_clusters(g->tiles, multiprocessors / plan->cluster);
    plan->ctas = plan->cluster * g->clusters;
}

/* Fills the plan. 0, or 1 and in `why` what is wrong. */
static inline int gemm_plan(
    const GemmCall *c, unsigned multiprocessors, GemmPlan *plan, char *why) {
    if (gemm_wrong(c, why))
        return 1;
    if (multiprocessors < 2)
        GEMM_REFUSE("%u multiprocessors; a cluster needs at least two", multiprocessors);
    plan->form = c->form == GEMM_BEST ? gemm_best_form(c, multiprocessors) : c->form;
    const char *const broken = gemm_instance(c, plan);
    if (broken)
        GEMM_REFUSE("tensor map: %s", broken);
    gemm_fill(c, multiprocessors, plan);
    return 0;
}

#endif
