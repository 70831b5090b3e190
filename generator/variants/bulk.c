/* bulk.c: Global memory <-> shared memory by bulk copies that one thread starts (priority 8). A run
 * that is contiguous on both sides is one copy; a series of copies covers the rest. Copies into
 * shared memory count their bytes on an mbarrier of this CTA; the caller arms it and waits for it.
 * Copies into global memory form a group of the thread, which the function commits. `multicast`
 * copies to the same place in several CTAs; `reduce` combines with the contents of global
 * memory. */
#include "variants.h"

bool bulk_pair(const Copy *copy, Decline *decline) {
    bool in = copy->src.space == SPACE_GMEM && copy->dst.space == SPACE_SMEM;
    bool out = copy->src.space == SPACE_SMEM && copy->dst.space == SPACE_GMEM;
    return in || out ||
           decline_with(
               decline,
               "memory_pair",
               "%s -> %s is neither gmem -> smem nor smem -> gmem",
               space_name[copy->src.space],
               space_name[copy->dst.space]);
}

static bool applicable(const Copy *copy, Decline *decline) {
    return bulk_pair(copy, decline) && chunks_by_one(copy, decline) && chunks_alike(copy, decline);
}

/* The loops go around the copy alone, so that one election is for the copies and for what makes a
 * group of them: another one might take another lane. False: too many loops. */
static bool add_commit(Phase *phase) {
    Step *copy = &phase->steps[0];
    if (phase->loop_count > MAX_REPEAT)
        return false;
    for (int i = 0; i < phase->loop_count; i++)
        copy->repeat[copy->repeat_count++] = phase->loops[i];
    phase->loop_count = 0;
    phase->steps[phase->step_count++] =
        (Step){.primitive = PRIM_BULK_COMMIT, .object = copy->object};
    return true;
}

bool bulk_finish(Plan *plan, Phase *phase, const Copy *copy, Step step) {
    const bool in = copy->dst.space == SPACE_SMEM;
    step.combine = copy_reduction(copy);
    step.object = in ? chunks_counted(plan) : plan_add_group(plan);
    step.dst.of = plan_add_buffer(plan, copy, DST);
    step.src[0].of = plan_add_buffer(plan, copy, SRC);
    phase->steps[phase->step_count++] = step;
    if (!in && !add_commit(phase))
        return false;
    plan_add_flow(plan, copy, step.src[0].of, step.dst.of);
    plan_finish(plan);
    return true;
}

/* NULL: too many terms. */
static Plan *bulk_plan(
    const Copy *copy,
    const Partition *partition,
    const Chunk *chunk,
    PrimitiveId primitive,
    const char *variant) {
    Plan *plan = plan_new(copy, variant);
    Step step = step_new(primitive);
    Phase *phase = plan_add_phase(plan, 2);
    bool full = copy->options.multicast && plan->symbol_count == MAX_SYMBOLS;
    if (full || !chunks_put(plan, phase, &step, partition, chunk))
        return NULL;
    if (copy->options.multicast)
        step.value = plan_add_ctas(plan);
    phase->elected = copy->scope.kind == SCOPE_ELECTED;
    return bulk_finish(plan, phase, copy, step) ? plan : NULL;
}

Plan *plan_in_bulk(
    const Copy *copy, int target, PrimitiveId to_several, const char *variant, Decline *decline) {
    Chunk chunk;
    bool in = copy->dst.space == SPACE_SMEM;
    PrimitiveId primitive = !in                       ? PRIM_BULK_SMEM_TO_GMEM
                            : copy->options.multicast ? to_several
                                                      : PRIM_BULK_GMEM_TO_SMEM;
    bool can = applicable(copy, decline) && reduction_of(copy, KIND_BULK_COPY, &primitive, decline);
    Partition *partition = can ? chunks_new(copy, in, &chunk, decline) : NULL;
    if (!partition)
        return NULL;
    if (!(feature_targets(primitives[primitive].feature) >> target & 1)) {
        decline_with(
            decline,
            "target",
            primitive == PRIM_BULK_GMEM_TO_SMEM_MULTICAST
                ? "one bulk copy to several CTAs needs sm_90a, sm_100a or the like"
                : "bulk copies need sm_90 or newer");
        return NULL;
    }
    Plan *plan = bulk_plan(copy, partition, &chunk, primitive, variant);
    if (!plan)
        decline_with(decline, "terms", "the address has too many terms");
    return plan;
}

Plan *bulk_offer(const Query *query, Decline *decline) {
    return plan_in_bulk(
        query->copy, query->target, PRIM_BULK_GMEM_TO_SMEM_MULTICAST, "bulk", decline);
}
