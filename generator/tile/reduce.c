/* reduce.c: the instruction of a copy's `reduce`, where there is one for its numbers, and the plan
 * of the same copy without `reduce` with it. */
#include "tile.h"

bool reduction_of(const Copy *copy, PrimitiveKind kind, PrimitiveId *primitive, Decline *decline) {
    Combine op = copy_reduction(copy);
    if (op == COMBINE_NONE)
        return true;
    const char *by = kind == KIND_BULK_COPY ? "bulk copies"
                     : kind == KIND_STORE   ? "stores by threads"
                                            : "asynchronous stores";
    const char *into = space_name[copy->dst.space];
    const char *types = reduction_types(kind, copy->dst.space, op);
    *primitive = reduction_primitive(kind, copy->dst.space, op, copy->dtype);
    if (*primitive < PRIM_COUNT)
        return true;
    if (!*types)
        return decline_with(
            decline,
            "reduce_type",
            "no %s into %s can reduce by %s",
            by,
            into,
            copy->options.reduce);
    return decline_with(
        decline,
        "reduce_type",
        "%s into %s can reduce by %s only for %s, not %s",
        by,
        into,
        copy->options.reduce,
        types,
        copy->dtype->name);
}

bool plan_reduce(Plan *plan, const Copy *copy, int target, Decline *decline) {
    Combine op = copy_reduction(copy);
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            Step *step = &plan->phases[p].steps[s];
            const Primitive *primitive = &primitives[step->primitive];
            if (primitive->kind != KIND_STORE || step->dst.of != plan->flows[0].dst_at)
                continue;
            step->primitive =
                reduction_of_bits(copy->dst.space, op, copy->dtype, primitive->bits, target);
            step->combine = op;
            if (step->primitive == PRIM_COUNT)
                return decline_with(
                    decline,
                    "reduce_pairs",
                    "the instruction combines pairs of %s by %s, but some pairs here are not "
                    "contiguous or not 4-byte aligned",
                    copy->dtype->name,
                    copy->options.reduce);
        }
    return true;
}
