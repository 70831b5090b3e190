/* bulk_rows.c: Global memory <-> shared memory by bulk copies that the threads of a scope start,
 * each some of them: rows that do not follow each other, or that indices pick, which one thread
 * would start one after the other. Of 64 rows to a warp lane 5 starts those of numbers 5 and 37. By
 * name alone (priority 7): who calls waits at an mbarrier and not for cp.async. TileCopy's own, so
 * not under `policy tirx`. */
#include "variants.h"

/* Who takes part, and what each of them starts. */
typedef struct {
    int first;
    int64_t threads;
    Spread spread;
} Deal;

static bool deal_chunks(Partition *partition, Deal *deal, Decline *decline) {
    const RankSet *ranks = all_ranks(partition->copy);
    int64_t count = 1;
    if (!ranks_in_a_row(ranks, &deal->first, decline))
        return false;
    for (int i = 0; i < partition->atom_count; i++)
        count *= partition->atoms[i].extent;
    deal->threads = count < ranks->count ? count : ranks->count;
    return threads_take(partition, deal->threads, deal->first, &deal->spread) ||
           decline_with(
               decline,
               "spread",
               "%lld bulk copies cannot be divided evenly among %d threads",
               (long long)count,
               ranks->count);
}

static bool add_digits(Step *step, const Spread *spread) {
    bool ok = true;
    for (int i = 0; i < spread->count && ok; i++)
        ok = expr_add(&step->src[0].at, spread->atoms[i].mem[SRC], spread->digits[i]) &&
             expr_add(&step->dst.at, spread->atoms[i].mem[DST], spread->digits[i]);
    return ok;
}

/* NULL: too many terms. */
static Plan *rows_plan(
    const Copy *copy,
    const Partition *partition,
    const Chunk *chunk,
    PrimitiveId primitive,
    const Deal *deal) {
    Plan *plan = plan_new(copy, "bulk_rows");
    Step step = step_new(primitive);
    Phase *phase = phase_of_threads(plan, deal->first, deal->threads, 1);
    Chunk plain = {chunk->elements, {0}}; /* the swizzle comes last, over the digits too */
    if (!chunks_put(plan, phase, &step, partition, &plain) || !add_digits(&step, &deal->spread))
        return NULL;
    expr_swizzle(&step.src[0].at, &chunk->swizzle);
    expr_swizzle(&step.dst.at, &chunk->swizzle);
    return bulk_finish(plan, phase, copy, step) ? plan : NULL;
}

Plan *bulk_rows_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    const bool in = copy->dst.space == SPACE_SMEM;
    PrimitiveId primitive = in ? PRIM_BULK_GMEM_TO_SMEM : PRIM_BULK_SMEM_TO_GMEM;
    Deal deal = {0};
    Chunk chunk;
    if (copy->scope.kind == SCOPE_ELECTED || copy->scope.kind == SCOPE_CLUSTER) {
        decline_with(decline, "scope", "the scope is not thread, warp, warpgroup or cta");
        return NULL;
    }
    if (!bulk_pair(copy, decline) || !chunks_alike(copy, decline) ||
        !reduction_of(copy, KIND_BULK_COPY, &primitive, decline))
        return NULL;
    Partition *partition = chunks_new(copy, in, &chunk, decline);
    if (!partition || !deal_chunks(partition, &deal, decline))
        return NULL;
    if (!(feature_targets(primitives[primitive].feature) >> query->target & 1)) {
        decline_with(decline, "target", "bulk copies need sm_90 or newer");
        return NULL;
    }
    Plan *plan = rows_plan(copy, partition, &chunk, primitive, &deal);
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}
