/* red.c: `copy ... -> gmem { reduce add; }` by all threads of a scope: red.global, one number (two of 16 bits) at a
 * time, in place of the stores of the same copy without `reduce`, priority 8, TileCopy's own. Nothing is in flight when
 * the call returns, and any number of threads and CTAs may add to one place. By one thread and out of shared
 * memory bulk copies do it with less instructions (bulk.c). */
#include "variants.h"

static bool applicable(const Copy *copy, Decline *decline) {
    Space src = copy->src.space;
    if (!copy->options.reduce)
        return decline_with(decline, "reduce", "it only combines with what dst holds: say reduce");
    if (copy->dst.space == SPACE_GMEM &&
        (src == SPACE_REG || src == SPACE_SMEM || src == SPACE_GMEM))
        return true;
    return decline_with(
        decline,
        "memory_pair",
        "%s -> %s: it reduces registers, smem or gmem into gmem",
        space_name[src],
        space_name[copy->dst.space]);
}

/* The copy that replaces, with stores no wider than the reduction: neighbouring lanes take neighbouring
 * numbers. */
static Plan *replacing_plan(const Copy *copy, int target, PrimitiveId reduction, Decline *decline) {
    Copy *narrow = NEW(Copy);
    Decline other = {0};
    Plan *plan;
    *narrow = *copy;
    if (primitives[reduction].align < narrow->dst.align)
        narrow->dst.align = primitives[reduction].align;
    if (copy->src.space == SPACE_REG) {
        plan = reg_offer(narrow, target, decline);
        return plan ? plan : owned_offer(narrow, target, &other);
    }
    plan = copy->src.space == SPACE_SMEM ? gmem_smem_offer(narrow, target, decline) : NULL;
    if (!plan)
        plan = rounds_offer(narrow, target, copy->src.space == SPACE_SMEM ? &other : decline);
    return plan ? plan : partial_offer(narrow, target, &other);
}

static bool reduces(Plan *plan, const Copy *copy, PrimitiveId reduction, Decline *decline) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            Step *step = &plan->phases[p].steps[s];
            const Primitive *primitive = &primitives[step->primitive];
            if (primitive->kind != KIND_STORE || step->dst.of != plan->flows[0].dst_at)
                continue;
            if (primitive->bits != primitives[reduction].bits)
                return decline_with(
                    decline,
                    "reduce_pairs",
                    "%s are added in pairs, and here some do not lie side by side, or aligned to 4 "
                    "bytes",
                    copy->dtype->name);
            step->primitive = reduction;
            step->combine = copy_reduction(copy);
        }
    return true;
}

Plan *red_offer(const Copy *copy, int target, Decline *decline) {
    PrimitiveId reduction = PRIM_COUNT;
    if (!applicable(copy, decline) || !reduction_of(copy, KIND_STORE, &reduction, decline))
        return NULL;
    Plan *plan = replacing_plan(copy, target, reduction, decline);
    if (!plan || !reduces(plan, copy, reduction, decline))
        return NULL;
    plan->variant = "red";
    plan_finish(plan);
    return plan;
}
