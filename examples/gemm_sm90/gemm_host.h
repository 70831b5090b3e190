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

/* The tiles of a form, and its maps: NULL, or the rule that is broken. */
template <typename Type>
static const char *gemm_tiles(const GemmCall *c, GemmPlan *plan, void (*kernel)(const Gemm)) {
    const GemmMatrix a = gemm_matrix(c->a, c->m, c->k, c->a_pitch);
    const GemmMatrix b = gemm_matrix(c->b, c->n, c->k, c->b_pitch);
    const GemmMatrix d = gemm_matrix(c->d, c->m, c->n, c->d_pitch);
    const unsigned tall = Type::Ring::CTAS * Type::M, wide = Type::N;
    plan->kernel = kernel;
    plan->rows = (unsigned)((c->m + tall - 1) / tall);
    plan->columns = (unsigned)((c->n + wide - 1) / wide);
    plan->args.turns_of_k = (unsigned)((c->k + Type::COLUMNS - 1) / Type::COLUMNS);
    plan->threads = GEMM_THREADS;
    plan->cluster = Type::Ring::CTAS;
    plan->smem_bytes = sizeof(typename Type::Ring::Smem);
    return Type::maps(&plan->args, &a, &b, &d);
}

template <typename Type, typename Small>
static const char *gemm_plain(const GemmCall *c, GemmPlan *plan) {
    const bool epilogue = c->bias || c->activation != GEMM_NONE;
    const char *broken;
    if (plan->form == GEMM_MANY_ROWS)
        return gemm_tiles<Type>(c, plan, epilogue ? gemm_sm90<Type, true> : gemm_sm90<Type, false>);
    broken = gemm_tiles<Small>(c, plan, gemm_small<Small>);
    plan->threads = GEMM_SMALL_THREADS;
    plan->cluster = GEMM_SPLIT;
    plan->smem_bytes = sizeof(GemmSmallSmem);
    return broken;
}

static inline const char *gemm_with_scales(const GemmCall *c, GemmPlan *plan) {
    const GemmMatrix scales =
        gemm_matrix(c->a_scales, (c->k + 127) / 128, c->m, gemm_scales_pitch(c));
    const char *const broken = gemm_tiles<GemmScaled>(c, plan, gemm_scaled);
    plan->args.b_scales = c->b_scales;
    return broken ? broken : GemmScaled::scale_map(&plan->args, &scales);
}

static inline long long gemm_divided(long long number, long long by) {
    return (number + by - 1) / by;
}

/* Estimates in the time of 64x256 products by a slot of k. A slot of the form for few rows is as long as its bytes take
 * from L2, 1.4. What a tile costs beside its products is 4 and 6. */
static inline GemmForm gemm_best_form(const GemmCall *c, unsigned multiprocessors) {
    const long long slots = gemm_divided(c->k, c->element == GEMM_E4M3 ? 128 : 64);
    const long long many = gemm_divided(c->m, 256) * gemm_divided(c->n, 256);
    const long long few = 4 * gemm_divided(c->m, 64) * gemm_divided(c->n, 128);
    const long long on_each = few > multiprocessors ? 2 : 1; /* CTAs of an SM */
    const double time_of_many =
        (double)gemm_divided(many, multiprocessors / 2) * (double)(2 * slots + 4);
    const double time_of_few = (double)gemm_divided(few, 2 * multiprocessors) *
                               (1.4 * (double)(on_each * gemm_divided(slots, 4)) + 6);
    if (c->a_scales || c->d_pitch > GEMM_MOST)
        return GEMM_MANY_ROWS;
    return time_of_few < time_of_many ? GEMM_FEW_ROWS : GEMM_MANY_ROWS;
}

static inline const char *gemm_instance(const GemmCall *c, GemmPlan *plan) {
    if (c->a_scales)
        return gemm_with_scales(c, plan);
    if (c->element == GEMM_BF16)
        return gemm_plain<GemmBf16, GemmSmallBf16>(c, plan);
    return c->element == GEMM_F16 ? gemm_plain<GemmF16, GemmSmallF16>(c, plan)
                                  : gemm_plain<GemmE4m3, GemmSmallE4m3>(c, plan);
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
    plan->form = c->form == GEMM_BEST ? gemm_best_form(c, multiprocessors) : c->form;
    const char *const broken = gemm_instance(c, plan);
    if (broken)
        GEMM_REFUSE("tensor map: %s", broken);
    gemm_fill(c, multiprocessors, plan);
    return 0;
}

#endif
