/* dsmem_async.c: Registers or shared memory -> the shared memory of another CTA of the cluster, by
 * st.async of all threads of a scope (priority 8, TileCopy's own). It covers copies that bulk
 * copies cannot do: runs shorter than 16 bytes, and swizzles that differ. Every store counts its
 * bytes on the receiver's mbarrier; the receiver arms it and waits for it. `reduce` of integers is
 * red.async. */
#include "variants.h"

static bool applicable(const Copy *copy, int target, Decline *decline) {
    Space from = copy->src.space;
    const Query query = {.target = target, .copy = copy};
    Decline other = {0};
    if (copy->dst.space != SPACE_DSMEM || (from != SPACE_SMEM && from != SPACE_REG))
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s is neither smem -> dsmem nor reg -> dsmem",
            space_name[from],
            space_name[copy->dst.space]);
    if (!copy->options.using_variant && from == SPACE_SMEM && dsmem_offer(&query, &other))
        return decline_with(decline, "bulk", "dsmem does this copy with bulk copies");
    return bytes_armed(copy, decline);
}

Plan *dsmem_async_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    return applicable(copy, query->target, decline)
               ? plan_into_cta(copy, query->target, KIND_ASYNC_STORE, "dsmem_async", decline)
               : NULL;
}
