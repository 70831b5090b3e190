/* dsmem.c: Shared memory -> the shared memory of another CTA of the cluster (the seeds' copy_async
 * -> dsmem, priority 10). One thread starts bulk copies, each of the longest run that is contiguous
 * on both sides, in a series. They count their bytes on the receiver's mbarrier; the receiver arms
 * it and waits for it. A swizzle that both sides share is copied with the bytes. `reduce` combines
 * with the receiver's contents. */
#include "variants.h"

static bool applicable(const Copy *copy, Decline *decline) {
    if (copy->src.space != SPACE_SMEM || copy->dst.space != SPACE_DSMEM)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is not smem -> dsmem",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    return chunks_by_one(copy, decline) && chunks_alike(copy, decline);
}

/* NULL: too many terms. */
static Plan *bulk_plan(
    const Copy *copy, const Partition *partition, const Chunk *chunk, PrimitiveId primitive) {
    Plan *plan = plan_new(copy, "dsmem");
    Step step = step_new(primitive);
    Phase *phase = plan_add_phase(plan, 1);
    if (plan->symbol_count == MAX_SYMBOLS || !chunks_put(plan, phase, &step, partition, chunk))
        return NULL;
    plan->ctas = 2; /* a ring of them stands for every cluster: docs/proof.md */
    step.combine = copy_reduction(copy);
    step.object = chunks_counted(plan);
    step.dst.of = plan_add_buffer(plan, copy, DST);
    step.src[0].of = plan_add_buffer(plan, copy, SRC);
    step.dst.peer = plan_add_cta(plan);
    phase->elected = copy->scope.kind == SCOPE_ELECTED;
    phase->steps[phase->step_count++] = step;
    plan_add_flow(plan, copy, step.src[0].of, step.dst.of);
    plan->flows[0].dst_peer = step.dst.peer;
    plan_finish(plan);
    return plan;
}

Plan *dsmem_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Chunk chunk;
    PrimitiveId primitive = PRIM_BULK_SMEM_TO_DSMEM;
    bool can = applicable(copy, decline) && reduction_of(copy, KIND_BULK_COPY, &primitive, decline);
    Partition *partition = can ? chunks_new(copy, true, &chunk, decline) : NULL;
    if (!partition)
        return NULL;
    if (!(feature_targets(FEATURE_CLUSTER) >> query->target & 1)) {
        decline_with(decline, "target", "bulk copies between CTAs need sm_90 or newer");
        return NULL;
    }
    Plan *plan = bulk_plan(copy, partition, &chunk, primitive);
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}
