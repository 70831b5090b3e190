/* red.c: `copy ... -> gmem { reduce add; }`, or `-> smem`, by all threads of a scope: red.global or
 * red.shared replace the stores of the same copy without `reduce`, as wide as the hardware allows
 * (priority 8, TileCopy's own). Nothing is in flight when the call returns. Any number of threads
 * may add to one place; in global memory, threads of any CTA. For one thread that copies out of
 * shared memory, bulk copies need fewer instructions (bulk.c). */
#include "variants.h"

static bool applicable(const Copy *copy, Decline *decline) {
    Space src = copy->src.space, dst = copy->dst.space;
    if (!copy->options.reduce)
        return decline_with(
            decline, "reduce", "it only combines with the contents of dst: write 'reduce'");
    if ((dst == SPACE_GMEM || dst == SPACE_SMEM) &&
        (src == SPACE_REG || src == SPACE_SMEM || src == SPACE_GMEM))
        return true;
    return decline_with(
        decline,
        "memory_pair",
        "%s -> %s is not registers, smem or gmem to gmem or smem",
        space_name[src],
        space_name[dst]);
}

/* The copy that replaces, with stores of at most so many bytes: neighbouring lanes take
 * neighbouring ones. */
static Plan *replacing_plan(const Copy *copy, int target, int bytes, Decline *decline) {
    Copy *narrow = NEW(Copy);
    Space src = copy->src.space, dst = copy->dst.space;
    const Query query = {.target = target, .copy = narrow};
    Decline other = {0};
    Plan *plan;
    *narrow = *copy;
    if (bytes < narrow->dst.align)
        narrow->dst.align = bytes;
    if (src == SPACE_REG) {
        plan = reg_offer(&query, decline);
        return plan ? plan : owned_offer(&query, &other);
    }
    plan = src != dst ? gmem_smem_offer(&query, decline) : NULL;
    if (!plan)
        plan = rounds_offer(&query, src != dst ? &other : decline);
    return plan ? plan : partial_offer(&query, &other);
}

/* Widest first: of f32 in global memory 16 bytes from sm_90 on, then 8, then one number. */
enum { WIDEST = 16 };

static bool has_width(const Copy *copy, int target, int bytes) {
    Combine op = copy_reduction(copy);
    return reduction_of_bits(copy->dst.space, op, copy->dtype, 8 * bytes, target) < PRIM_COUNT;
}

Plan *red_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    PrimitiveId any = PRIM_COUNT;
    if (!applicable(copy, decline) || !reduction_of(copy, KIND_STORE, &any, decline))
        return NULL;
    Plan *plan = NULL;
    bool has_some = false;
    for (int bytes = WIDEST; bytes && !plan; bytes /= 2) {
        Decline why = {0};
        if (!has_width(copy, query->target, bytes))
            continue;
        has_some = true;
        plan = replacing_plan(copy, query->target, bytes, &why);
        if (plan && !plan_reduce(plan, copy, query->target, &why))
            plan = NULL;
        *decline = why;
    }
    if (plan) {
        plan->variant = "red";
        plan_finish(plan);
    } else if (!has_some)
        decline_with(
            decline,
            "target",
            "%s of %s needs sm_90 or newer",
            copy->options.reduce,
            copy->dtype->name);
    return plan;
}
