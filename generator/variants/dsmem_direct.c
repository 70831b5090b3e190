/* dsmem_direct.c: Reads and writes another CTA's shared memory by all threads of a scope, with
 * ld.shared::cluster and st.shared::cluster: dsmem <-> registers and dsmem <-> smem (priority 8,
 * TileCopy's own). The plans are those for our own shared memory, with the accesses of one side in
 * the other CTA. Nothing is in flight when the call returns; a cluster barrier orders its reads and
 * writes. `reduce` is red.shared::cluster, one number or a pair at a time. The plans of
 * dsmem_async.c are made here too. */
#include "variants.h"

static bool applicable(const Copy *copy, Decline *decline) {
    bool from = copy->src.space == SPACE_DSMEM, to = copy->dst.space == SPACE_DSMEM;
    Space other = from ? copy->dst.space : copy->src.space;
    if (from && copy->options.reduce)
        return decline_with(
            decline,
            "memory_pair",
            "%s -> %s: 'reduce' cannot read from another CTA; only dst may be dsmem",
            space_name[copy->src.space],
            space_name[copy->dst.space]);
    if (from != to && (other == SPACE_SMEM || other == SPACE_REG))
        return true;
    return decline_with(
        decline,
        "memory_pair",
        "%s -> %s: one side must be dsmem, the other smem or registers",
        space_name[copy->src.space],
        space_name[copy->dst.space]);
}

/* By what another CTA is reached: stores of a kind, or a reduction (PRIM_COUNT: none). */
typedef struct {
    PrimitiveKind store;
    PrimitiveId reduction;
} Way;

/* What an access of our own becomes; PRIM_COUNT: there is none as wide. */
static PrimitiveId sent(PrimitiveId own, Way way) {
    int bits = primitives[own].bits;
    if (primitives[own].kind == KIND_LOAD)
        return primitive_load(SPACE_DSMEM, bits);
    if (way.reduction < PRIM_COUNT)
        return bits == primitives[way.reduction].bits ? way.reduction : PRIM_COUNT;
    return way.store == KIND_ASYNC_STORE ? primitive_store_async(bits)
                                         : primitive_store(SPACE_DSMEM, bits);
}

static bool decline_width(const Copy *copy, Way way, int bits, Decline *decline) {
    if (way.reduction < PRIM_COUNT)
        return decline_with(
            decline,
            "reduce_pairs",
            "the instruction adds pairs of %s, but some pairs here are not contiguous or not "
            "4-byte aligned",
            copy->dtype->name);
    return decline_with(
        decline,
        "store_bits",
        "st.async stores 32, 64 or 128 bits, but some pieces here have only %d",
        bits);
}

static Side *side_there(Step *step, int buffer) {
    Side *side = step_memory(step);
    return side && side->of == buffer ? side : NULL;
}

static bool are_as_wide(Plan *plan, const Copy *copy, Way way, int buffer, Decline *decline) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            Step *step = &plan->phases[p].steps[s];
            if (side_there(step, buffer) && sent(step->primitive, way) == PRIM_COUNT)
                return decline_width(copy, way, primitives[step->primitive].bits, decline);
        }
    return true;
}

/* The copy as if both sides were our own, its stores as wide as a reduction: neighbouring lanes add
 * neighbouring numbers. */
static Copy *own_copy(const Copy *copy, Way way) {
    Copy *own = NEW(Copy);
    *own = *copy;
    own->op = OP_COPY;
    if (way.reduction < PRIM_COUNT && primitives[way.reduction].align < own->dst.align)
        own->dst.align = primitives[way.reduction].align;
    if (own->src.space == SPACE_DSMEM)
        own->src.space = SPACE_SMEM;
    else
        own->dst.space = SPACE_SMEM;
    return own;
}

/* The cheapest plan of the copy of which every access becomes one of the other CTA's. 8 rows of 12
 * bytes by a warp: everyone may move 3 single bytes, or 24 lanes a word each. */
static Plan *own_plan(const Copy *copy, int target, Way way, Decline *decline) {
    const Copy *own = own_copy(copy, way);
    const Query query = {.target = target, .copy = own};
    bool from = copy->src.space == SPACE_DSMEM;
    bool registers = own->src.space == SPACE_REG || own->dst.space == SPACE_REG;
    Decline other = {0};
    Plan *plans[] = {
        (registers ? reg_offer : rounds_offer)(&query, decline),
        (registers ? owned_offer : partial_offer)(&query, &other)};
    Plan *best = NULL;
    int64_t score = 0;
    for (int i = 0; i < 2; i++) {
        Plan *plan = plans[i];
        if (!plan)
            continue;
        int buffer = from ? plan->flows[0].src_at : plan->flows[0].dst_at;
        if (!are_as_wide(plan, copy, way, buffer, i == 0 ? decline : &other))
            continue;
        int64_t cost = plan_cost(plan).score;
        if (!best || cost < score) {
            best = plan;
            score = cost;
        }
    }
    if (!best && plans[1]) /* 10 f16 by 128 threads: it is the pairs that lack, not the threads */
        *decline = other;
    return best;
}

/* An access of our own becomes one of the other CTA's. */
static bool send(Step *step, const Copy *copy, Way way, int buffer, const Expr *peer, int object) {
    Side *side = side_there(step, buffer);
    PrimitiveKind kind = primitives[step->primitive].kind;
    if (!side)
        return true;
    if (kind != KIND_LOAD && kind != KIND_STORE)
        return false;
    step->primitive = sent(step->primitive, way);
    step->combine = copy_reduction(copy);
    side->peer = peer;
    if (object < 0)
        return true;
    step->object = object;
    step->count = primitives[step->primitive].bits / 8;
    return true;
}

static bool send_away(Plan *plan, const Copy *copy, Way way) {
    bool from = copy->src.space == SPACE_DSMEM;
    Flow *flow = &plan->flows[0];
    int buffer = from ? flow->src_at : flow->dst_at;
    const Expr *peer = plan_add_cta(plan);
    int object = way.store == KIND_ASYNC_STORE ? chunks_counted(plan) : -1;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            if (!send(&plan->phases[p].steps[s], copy, way, buffer, peer, object))
                return false;
    plan->buffers[buffer].space = SPACE_DSMEM;
    plan->ctas = 2; /* a ring of them stands for every cluster: docs/proof.md */
    flow->src = copy->src;
    flow->dst = copy->dst;
    *(from ? &flow->src_peer : &flow->dst_peer) = peer;
    return true;
}

/* The plan of our own memory, its accesses of one side in the other CTA. */
static Plan *into_cta(
    Plan *plan, const Copy *copy, int target, Way way, const char *name, Decline *decline) {
    if (!(feature_targets(FEATURE_CLUSTER) >> target & 1)) {
        decline_with(decline, "target", "accesses of another CTA need sm_90 or newer");
        return NULL;
    }
    if (plan->symbol_count == MAX_SYMBOLS || !send_away(plan, copy, way)) {
        decline_with(decline, "terms", "the address has too many terms");
        return NULL;
    }
    plan->variant = name;
    plan_finish(plan);
    return plan;
}

Plan *plan_into_cta(
    const Copy *copy, int target, PrimitiveKind store, const char *variant, Decline *decline) {
    Way way = {store, PRIM_COUNT};
    if (!reduction_of(copy, store, &way.reduction, decline))
        return NULL;
    Plan *plan = own_plan(copy, target, way, decline);
    return plan ? into_cta(plan, copy, target, way, variant, decline) : NULL;
}

Plan *fallback_into_cta(const Copy *copy, int target, Decline *decline) {
    Way way = {KIND_STORE, PRIM_COUNT};
    if (!applicable(copy, decline) || !reduction_of(copy, KIND_STORE, &way.reduction, decline))
        return NULL;
    Plan *plan = fallback_plan(own_copy(copy, way), target, decline);
    if (!plan)
        return NULL;
    int buffer = copy->src.space == SPACE_DSMEM ? plan->flows[0].src_at : plan->flows[0].dst_at;
    return are_as_wide(plan, copy, way, buffer, decline)
               ? into_cta(plan, copy, target, way, "fallback", decline)
               : NULL;
}

Plan *dsmem_direct_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    return applicable(copy, decline)
               ? plan_into_cta(copy, query->target, KIND_STORE, "dsmem_direct", decline)
               : NULL;
}
