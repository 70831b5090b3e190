/* syncs.c: what a sync does to the objects that count and wait, and what is in flight under
 * which. */
#include "order.h"
#include <string.h>

/* ---- who, and at what ------------------------------------------------------------------------ */

static int lanes_in(uint64_t lanes) {
    int count = 0;
    for (; lanes; lanes &= lanes - 1)
        count++;
    return count;
}

/* Comers of one CTA, as a mask of all. */
uint64_t *comers_in(const Run *run, int cta, int *count) {
    const Prover *prover = run->prover;
    uint64_t *mask = mask_new(prover);
    *count = 0;
    for (int w = cta * prover->warps; w < (cta + 1) * prover->warps; w++) {
        mask[w] = run->here[w];
        *count += lanes_in(mask[w]);
    }
    return mask;
}

/* Calls `each` for every thread that executes the step. */
bool each_comer(Run *run, bool (*each)(Run *, Actor, int)) {
    for (int w = 0; w < run->prover->ctas * run->prover->warps; w++)
        for (int lane = 0; lane <= ELECTED; lane++)
            if ((run->here[w] >> lane & 1) &&
                !each(run, w * ACTOR_LANES + lane, w / run->prover->warps))
                return false;
    return true;
}

bool is_object(Run *run, ObjectKind kind) {
    int at = run->step->object;
    if (at >= 0 && run->prover->plan->objects[at].kind == kind)
        return true;
    return proof_fail(
        run->prover,
        "wrong",
        "phase %d step %d: %s has no object",
        run->phase_index,
        run->step_index,
        primitives[run->step->primitive].function);
}

const Object *object_of(const Run *run) {
    return &run->prover->plan->objects[run->step->object];
}

static bool fence_async(Run *run, Actor actor, int cta) {
    (void)cta;
    Fences *fences = &run->prover->fenced[actor];
    if (fences->count == fences->capacity) {
        size_t size = (size_t)fences->count * sizeof *fences->times;
        fences->capacity = 2 * fences->capacity + 4;
        fences->times =
            mem_grow(fences->times, size, (size_t)fences->capacity * sizeof *fences->times);
    }
    fences->times[fences->count++] = run->prover->now;
    return true;
}

/* cp.async and bulk copies are committed and waited for by instructions of their own. */
static int64_t *groups_of(const Prover *prover, int object, Actor actor, Proxy proxy) {
    return &prover->committed[object][2 * actor + (int)proxy];
}

static bool commit(Run *run, Actor actor, int cta) {
    (void)cta;
    ++*groups_of(run->prover, run->step->object, actor, primitives[run->step->primitive].proxy);
    return true;
}

bool order_committed(const Prover *prover, const Flight *flight) {
    return flight->actor >= 0 &&
           flight->group < *groups_of(prover, flight->object, flight->actor, flight->proxy);
}

/* ---- waits ---------------------------------------------------------------------------------- */

static bool group_landed(const Prover *prover, const Flight *flight, const void *context) {
    const Run *run = context;
    int at = run->step->object;
    Proxy proxy = primitives[run->step->primitive].proxy;
    return flight->object == at && flight->actor >= 0 && flight->proxy == proxy &&
           mask_has(run->here, flight->actor) &&
           flight->group < *groups_of(prover, at, flight->actor, proxy) - run->step->count;
}

enum { MAX_OPEN_GROUPS = 7 };

static bool wait_groups(Run *run) {
    bool reads = primitives[run->step->primitive].act == ACT_WAIT_READ;
    if (run->step->count < 0 || run->step->count > MAX_OPEN_GROUPS)
        return proof_fail(run->prover, "wrong", "a wait must leave 0 to 7 groups open");
    cells_land(run->prover, group_landed, run, reads, OPENER);
    return true;
}

static bool tmem_landed(const Prover *prover, const Flight *flight, const void *context) {
    const Run *run = context;
    (void)prover;
    return flight->object == run->step->object && mask_has(run->here, flight->actor);
}

static bool wait_tmem(Run *run) {
    const Plan *plan = run->prover->plan;
    for (int b = 0; b < plan->bundle_count; b++) {
        const Registers *all = &run->prover->registers[b];
        Register *r;
        for (int64_t i = 0; (r = register_next(all, &i)); i++)
            if (content_writing(&r->content) &&
                tmem_landed(run->prover, r->content.extra->writing, run))
                r->content.extra->writing = NULL;
    }
    cells_land(run->prover, tmem_landed, run, true, OPENER);
    return true;
}

static bool sync_warps(Run *run) {
    for (int w = 0; w < run->prover->ctas * run->prover->warps; w++)
        if (run->here[w])
            order_lanes(run->prover, w, run->here[w]);
    return true;
}

static bool sync_groups(Run *run) {
    int size = (int)run->step->count;
    uint64_t group = ((uint64_t)1 << size) - 1;
    for (int w = 0; w < run->prover->ctas * run->prover->warps; w++)
        for (int first = 0; first < 32; first += size)
            if (run->here[w] >> first & group)
                order_lanes(run->prover, w, group << first);
    return true;
}

static bool sync_cluster(Run *run) {
    uint64_t *from = mask_new(run->prover), *to = mask_new(run->prover);
    size_t size = (size_t)(run->prover->ctas * run->prover->warps) * sizeof *from;
    memcpy(from, run->here, size);
    memcpy(to, run->here, size);
    order_masks(run->prover, from, to);
    for (int w = 0; w < run->prover->ctas * run->prover->warps; w++)
        if (run->here[w])
            run->prover->clustered = run->prover->now;
    ring_hears(run->prover);
    return true;
}

bool order_sync(Run *run) {
    switch (primitives[run->step->primitive].act) {
    case ACT_WARP_SYNC:
        return sync_warps(run);
    case ACT_GROUP_SYNC:
        return sync_groups(run);
    case ACT_CTA_SYNC:
        return cta_sync(run);
    case ACT_CLUSTER_SYNC:
        return sync_cluster(run);
    case ACT_BARRIER_SYNC:
    case ACT_BARRIER_ARRIVE:
        return is_object(run, OBJECT_BARRIER) && named_come(run);
    case ACT_FENCE_ASYNC:
        return each_comer(run, fence_async);
    case ACT_COMMIT:
        return is_object(run, OBJECT_GROUP) && each_comer(run, commit);
    case ACT_WAIT_GROUPS:
    case ACT_WAIT_READ:
        return is_object(run, OBJECT_GROUP) && wait_groups(run);
    case ACT_INIT:
        return is_object(run, OBJECT_MBARRIER) && each_comer(run, mbarrier_init);
    case ACT_FENCE_INIT:
        return each_comer(run, mbarrier_fence);
    case ACT_ARRIVE:
    case ACT_ARRIVE_EXPECT:
    case ACT_ARRIVE_COPIES:
        return is_object(run, OBJECT_MBARRIER) && mbarrier_arrive(run);
    case ACT_ARRIVE_REMOTE:
    case ACT_ARRIVE_EXPECT_REMOTE:
        return is_object(run, OBJECT_MBARRIER) && each_comer(run, mbarrier_arrive_remote);
    case ACT_WAIT_PHASE:
        return is_object(run, OBJECT_MBARRIER) && mbarrier_wait(run);
    case ACT_WAIT_TMEM:
        return is_object(run, OBJECT_TMEM) && wait_tmem(run);
    default:
        return proof_fail(
            run->prover, "wrong", "%s stands alone", primitives[run->step->primitive].function);
    }
}

/* ---- flight --------------------------------------------------------------------------------- */

/* Copies out of shared memory to global memory close in groups, bulk copies into shared memory at
 * an mbarrier; cp.async at either. */
static bool closes_at(const Primitive *primitive, ObjectKind kind) {
    switch (primitive->kind) {
    case KIND_ASYNC_COPY:
        return kind == OBJECT_GROUP || kind == OBJECT_MBARRIER;
    case KIND_TMEM_LOAD:
        return kind == OBJECT_TMEM;
    default:
        return kind == (primitive->space == SPACE_GMEM ? OBJECT_GROUP : OBJECT_MBARRIER);
    }
}

bool order_flight(Run *run, Actor actor, int peer, Flight *flight) {
    Prover *prover = run->prover;
    const Primitive *primitive = &primitives[run->step->primitive];
    int at = run->step->object;
    if (at < 0)
        return proof_fail(
            prover,
            "in-flight",
            "%s has no token, so nothing can wait for it",
            primitive->function);
    const Object *object = &prover->plan->objects[at];
    if (!closes_at(primitive, object->kind))
        return proof_fail(
            prover, "in-flight", "%s cannot close %s", object->name, primitive->function);
    *flight = (Flight){
        .object = at, .cta = peer, .actor = actor, .proxy = primitive->proxy, .time = prover->now};
    if (object->kind == OBJECT_GROUP)
        flight->group = *groups_of(prover, at, actor, primitive->proxy);
    if (object->kind != OBJECT_MBARRIER)
        return true;
    if (primitive->kind == KIND_ASYNC_COPY) {
        flight->group = -1;
        return true;
    }
    return mbarrier_bring(run, actor, peer, flight);
}

/* ---- the end -------------------------------------------------------------------------------- */

bool order_ends(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int i = 0; i < plan->object_count; i++) {
        const Object *object = &plan->objects[i];
        for (int cta = 0; cta < prover->ctas && !object->left; cta++) {
            const Mbarrier *bar = &prover->mbarriers[i][cta];
            bool open = object->kind == OBJECT_MBARRIER && (bar->arrived || bar->expected);
            if (object->kind == OBJECT_BARRIER)
                open = prover->named[cta * 16 + object->id].arrived > 0;
            if (open)
                return proof_fail(
                    prover, "hang", "a phase of %s is begun and never ends", object->name);
        }
    }
    return true;
}

/* A phase that is left to the caller ends without anything more of the plan: its arrivals have all
 * come, but for those of others, and its bytes, too, unless others or the caller bring them. */
static bool ends_by_itself(const Object *object, const Mbarrier *bar) {
    bool begun = bar->arrived || bar->expected || bar->brought || bar->phase == 0;
    bool bytes = object->others > 0 || bar->brought == 0 || bar->expected == bar->brought;
    return !begun || (bar->arrived + object->others == bar->wanted && bytes);
}

bool order_leaves(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int i = 0; i < plan->object_count; i++) {
        const Object *object = &plan->objects[i];
        for (int cta = 0; cta < prover->ctas; cta++) {
            const Mbarrier *bar = &prover->mbarriers[i][cta];
            if (object->kind != OBJECT_MBARRIER || !object->left)
                continue;
            if (!ends_by_itself(object, bar))
                return proof_fail(
                    prover, "hang", "the caller waits at %s, but no arrival follows", object->name);
            if (bar->arrived > 0 && !mbarrier_passed(prover, object, bar))
                return false;
        }
    }
    return true;
}
