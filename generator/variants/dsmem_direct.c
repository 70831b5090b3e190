/* dsmem_direct.c: reads and writes of another CTA's shared memory by all threads of a scope, through
 * ld.shared::cluster and st.shared::cluster: dsmem <-> registers and dsmem <-> smem, priority 8, TileCopy's own.
 * They are the copies of our own shared memory, with the accesses of one side in the other CTA. Nothing is
 * in flight when the call returns; a cluster barrier orders what it read or wrote. `reduce add` of floats is
 * red.shared::cluster, a number or a pair of them at a time. */
#include "variants.h"

static bool applicable(const Copy *copy, Decline *decline) {
    bool from = copy->src.space == SPACE_DSMEM, to = copy->dst.space == SPACE_DSMEM;
    Space other = from ? copy->dst.space : copy->src.space;
    if (from != to && (other == SPACE_SMEM || other == SPACE_REG))
        return true;
    return decline_with(
        decline,
        "memory_pair",
        "%s -> %s: one side must be dsmem, the other smem or registers",
        space_name[copy->src.space],
        space_name[copy->dst.space]);
}

/* The copy as if both sides were our own, its stores as wide as a reduction: neighbouring lanes add
 * neighbouring numbers. */
static Plan *own_plan(const Copy *copy, int target, PrimitiveId reduction, Decline *decline) {
    Copy *own = NEW(Copy);
    Decline other = {0};
    *own = *copy;
    if (reduction < PRIM_COUNT && primitives[reduction].align < own->dst.align)
        own->dst.align = primitives[reduction].align;
    if (own->src.space == SPACE_DSMEM)
        own->src.space = SPACE_SMEM;
    else
        own->dst.space = SPACE_SMEM;
    if (own->src.space == SPACE_REG || own->dst.space == SPACE_REG) {
        Plan *plan = reg_offer(own, target, decline);
        return plan ? plan : owned_offer(own, target, &other);
    }
    Plan *plan = rounds_offer(own, target, decline);
    return plan ? plan : partial_offer(own, target, &other);
}

/* What an access of our own becomes; PRIM_COUNT: it is not as wide as the reduction. */
static PrimitiveId sent(PrimitiveId own, PrimitiveId reduction) {
    int bits = primitives[own].bits;
    if (primitives[own].kind == KIND_LOAD)
        return primitive_load(SPACE_DSMEM, bits);
    if (reduction == PRIM_COUNT)
        return primitive_store(SPACE_DSMEM, bits);
    return bits == primitives[reduction].bits ? reduction : PRIM_COUNT;
}

static bool are_as_wide(const Plan *plan, int buffer, PrimitiveId reduction, Decline *decline) {
    for (int p = 0; p < plan->phase_count && reduction < PRIM_COUNT; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            if (step->dst.kind == AT_BUFFER && step->dst.of == buffer &&
                sent(step->primitive, reduction) == PRIM_COUNT)
                return decline_with(
                    decline,
                    "reduce_pairs",
                    "%s are added in pairs, and here some do not lie side by side, or aligned to 4 "
                    "bytes",
                    plan->dtype->name);
        }
    return true;
}

/* Its accesses of one buffer become those of the other CTA's. */
static bool send_away(Plan *plan, const Copy *copy, PrimitiveId reduction) {
    bool from = copy->src.space == SPACE_DSMEM;
    Flow *flow = &plan->flows[0];
    int buffer = from ? flow->src_at : flow->dst_at;
    const Expr *peer = plan_add_cta(plan);
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            Step *step = &plan->phases[p].steps[s];
            Side *side = step_memory(step);
            PrimitiveKind kind = primitives[step->primitive].kind;
            if (!side || side->of != buffer)
                continue;
            if (kind != KIND_LOAD && kind != KIND_STORE)
                return false;
            step->primitive = sent(step->primitive, reduction);
            step->combine = copy_reduction(copy);
            side->peer = peer;
        }
    plan->buffers[buffer].space = SPACE_DSMEM;
    plan->ctas = 2; /* a pair that exchanges stands for every cluster: docs/proof.md */
    plan->variant = "dsmem_direct";
    flow->src = copy->src;
    flow->dst = copy->dst;
    *(from ? &flow->src_peer : &flow->dst_peer) = peer;
    return true;
}

Plan *dsmem_direct_offer(const Copy *copy, int target, Decline *decline) {
    PrimitiveId reduction = PRIM_COUNT;
    if (!applicable(copy, decline) || !reduction_of(copy, ACT_ELEMENTS, &reduction, decline))
        return NULL;
    Plan *plan = own_plan(copy, target, reduction, decline);
    if (!plan || !are_as_wide(plan, plan->flows[0].dst_at, reduction, decline))
        return NULL;
    if (!(feature_targets(FEATURE_CLUSTER) >> target & 1)) {
        decline_with(decline, "target", "accesses of another CTA need sm_90 or newer");
        return NULL;
    }
    if (plan->symbol_count == MAX_SYMBOLS || !send_away(plan, copy, reduction)) {
        decline_with(decline, "terms", "the address has too many terms");
        return NULL;
    }
    plan_finish(plan);
    return plan;
}
