/* syncs.c: what a sync does to the objects that count and wait, and what is in flight under which. */
#include "order.h"

static int lanes_in(uint64_t lanes) {
    int count = 0;
    for (; lanes; lanes &= lanes - 1)
        count++;
    return count;
}

/* ---- objects -------------------------------------------------------------------------------- */

/* Calls `each` for every thread that executes the step. */
static bool each_comer(Run *run, bool (*each)(Run *, Actor, int)) {
    for (int w = 0; w < run->prover->ctas * run->prover->warps; w++)
        for (int lane = 0; lane <= ELECTED; lane++)
            if ((run->here[w] >> lane & 1) &&
                !each(run, w * ACTOR_LANES + lane, w / run->prover->warps))
                return false;
    return true;
}

static bool is_object(Run *run, ObjectKind kind) {
    int at = run->step->object;
    if (at >= 0 && at < run->prover->plan->object_count &&
        run->prover->plan->objects[at].kind == kind)
        return true;
    return proof_fail(
        run->prover,
        "wrong",
        "phase %d step %d: %s without what it is for",
        run->phase_index,
        run->step_index,
        primitives[run->step->primitive].function);
}

static const Object *object_of(const Run *run) {
    return &run->prover->plan->objects[run->step->object];
}

/* The barrier must have been made before, and that must be known: to the async proxy and to other CTAs
 * through a fence. */
static bool usable(Run *run, const Mbarrier *bar, Actor actor, bool fenced) {
    Prover *prover = run->prover;
    const Object *object = object_of(run);
    if (object->brought)
        return true;
    if (!bar->made)
        return proof_fail(prover, "uninitialised", "%s is used before its init", object->name);
    if (!order_holds(prover, bar->maker, bar->made_at, actor))
        return proof_fail(
            prover,
            "race",
            "the use of %s by %s is not ordered after its init",
            object->name,
            actor_text(prover, actor));
    if (fenced &&
        (bar->fenced_at < bar->made_at || !order_holds(prover, bar->maker, bar->fenced_at, actor)))
        return proof_fail(
            prover,
            "race",
            "the init of %s was not fenced for %s",
            object->name,
            primitives[run->step->primitive].function);
    return true;
}

static bool make_barrier(Run *run, Actor actor, int cta) {
    Mbarrier *bar = &run->prover->mbarriers[run->step->object][cta];
    if (bar->made || object_of(run)->brought)
        return proof_fail(run->prover, "twice", "%s is made twice", object_of(run)->name);
    if (run->step->count < 1 || run->step->count >= 1 << 20 ||
        run->step->count != object_of(run)->arrivals)
        return proof_fail(
            run->prover,
            "wrong",
            "%s is made for %lld arrivals",
            object_of(run)->name,
            (long long)run->step->count);
    bar->made = true;
    bar->maker = actor;
    bar->made_at = run->prover->now;
    bar->wanted = run->step->count;
    return true;
}

static bool fence_inits(Run *run, Actor actor, int cta) {
    for (int i = 0; i < run->prover->plan->object_count; i++)
        if (run->prover->mbarriers[i][cta].maker == actor)
            run->prover->mbarriers[i][cta].fenced_at = run->prover->now;
    return true;
}

static bool fence_async(Run *run, Actor actor, int cta) {
    (void)cta;
    run->prover->fenced[actor] = run->prover->now;
    return true;
}

static bool arrive_at(Run *run, Mbarrier *bar, Actor actor, bool remote) {
    if (!usable(run, bar, actor, remote))
        return false;
    if (++bar->arrived + object_of(run)->others <= bar->wanted)
        return true;
    return proof_fail(
        run->prover,
        "wrong",
        "more than the %lld arrivals that %s counts",
        (long long)bar->wanted,
        object_of(run)->name);
}

static bool arrive(Run *run, Actor actor, int cta) {
    Mbarrier *bar = &run->prover->mbarriers[run->step->object][cta];
    Act act = primitives[run->step->primitive].act;
    if (act == ACT_ARRIVE_EXPECT) {
        if (run->step->count < 0 || run->step->count >= 1 << 20)
            return proof_fail(run->prover, "wrong", "a phase of 2^20 bytes and more");
        bar->expected += run->step->count;
    }
    if (act == ACT_ARRIVE_COPIES)
        run->prover->arrived[run->step->object][actor] = run->prover->now;
    return arrive_at(run, bar, actor, false);
}

/* The CTA that a peer names. */
static bool peer_cta(Run *run, const Expr *peer, Actor actor, int cta, int *out) {
    int64_t value, rank = actor / ACTOR_LANES % run->prover->warps * 32;
    Point point = {rank, run->loop, run->prover->symbol[cta]};
    if (!expr_is_concrete(peer, &point) || expr_reads_rank(peer) ||
        !expr_value(peer, &point, &value) || value < 0 || value >= run->prover->ctas)
        return proof_fail(run->prover, "outside", "a CTA that is not in the cluster");
    *out = (int)value;
    return true;
}

static bool arrive_remote(Run *run, Actor actor, int cta) {
    int there = 0;
    if (!run->step->dst.peer || !peer_cta(run, run->step->dst.peer, actor, cta, &there))
        return proof_fail(run->prover, "wrong", "a remote arrival without a CTA");
    uint64_t *from = mask_new(run->prover), *to = mask_new(run->prover);
    mask_add_actor(from, actor);
    mask_add_actor(to, actor_barrier(run->prover, run->step->object, there));
    order_masks(run->prover, from, to);
    return arrive_at(run, &run->prover->mbarriers[run->step->object][there], actor, true);
}

/* Comers of one CTA, as a mask of all. */
static uint64_t *comers_in(const Run *run, int cta, int *count) {
    const Prover *prover = run->prover;
    uint64_t *mask = mask_new(prover);
    *count = 0;
    for (int w = cta * prover->warps; w < (cta + 1) * prover->warps; w++) {
        mask[w] = run->here[w];
        *count += lanes_in(mask[w]);
    }
    return mask;
}

/* What the comers did before is handed to the barrier; an arrival of copies releases nothing else. */
static bool arrive_all(Run *run) {
    Prover *prover = run->prover;
    if (!each_comer(run, arrive))
        return false;
    for (int cta = 0; cta < prover->ctas; cta++) {
        int count;
        uint64_t *from = comers_in(run, cta, &count), *to = mask_new(prover);
        mask_add_actor(to, actor_barrier(prover, run->step->object, cta));
        if (count && primitives[run->step->primitive].act != ACT_ARRIVE_COPIES)
            order_masks(prover, from, to);
    }
    return true;
}

static bool commit(Run *run, Actor actor, int cta) {
    (void)cta;
    run->prover->committed[run->step->object][actor]++;
    return true;
}

/* ---- waits ---------------------------------------------------------------------------------- */

typedef struct {
    const Run *run;
    int cta;
    int64_t phase;
} Waiting;

static bool group_landed(const Prover *prover, const Flight *flight, const void *context) {
    const Run *run = ((const Waiting *)context)->run;
    int at = run->step->object;
    return flight->object == at && flight->actor >= 0 && mask_has(run->here, flight->actor) &&
           flight->group < prover->committed[at][flight->actor] - run->step->count;
}

static bool phase_landed(const Prover *prover, const Flight *flight, const void *context) {
    const Waiting *waiting = context;
    int at = waiting->run->step->object;
    if (flight->object != at || flight->cta != waiting->cta)
        return false;
    if (flight->group >= 0 || flight->actor < 0)
        return flight->actor < 0 || flight->group <= waiting->phase;
    return prover->arrived[at][flight->actor] > flight->time;
}

static bool tmem_landed(const Prover *prover, const Flight *flight, const void *context) {
    const Run *run = ((const Waiting *)context)->run;
    (void)prover;
    return flight->object == run->step->object && mask_has(run->here, flight->actor);
}

static bool wait_tmem(Run *run) {
    const Plan *plan = run->prover->plan;
    Waiting waiting = {.run = run};
    for (int b = 0; b < plan->bundle_count; b++) {
        const Registers *all = &run->prover->registers[b];
        Register *r;
        for (int64_t i = 0; (r = register_next(all, &i)); i++)
            if (content_writing(&r->content) &&
                tmem_landed(run->prover, r->content.extra->writing, &waiting))
                r->content.extra->writing = NULL;
    }
    cells_land(run->prover, tmem_landed, &waiting, true, false);
    return true;
}

static bool complete(Run *run, Mbarrier *bar, int cta) {
    const Object *object = object_of(run);
    if (bar->arrived + object->others != bar->wanted)
        return proof_fail(
            run->prover,
            "hang",
            "%s waits for %lld arrivals and gets %lld",
            object->name,
            (long long)bar->wanted,
            (long long)bar->arrived + object->others);
    if (object->others == 0 && bar->expected != bar->brought)
        return proof_fail(
            run->prover,
            "hang",
            "%s expects %lld bytes and %lld come",
            object->name,
            (long long)bar->expected,
            (long long)bar->brought);
    Waiting waiting = {run, cta, bar->phase};
    cells_land(run->prover, phase_landed, &waiting, false, true);
    bar->phase++;
    bar->arrived = bar->expected = bar->brought = 0;
    return true;
}

/* A parity that is known only at run time is that of the phase that runs. One that is over releases at
 * once; the phase before the first counts as over. */
static bool wait_phase(Run *run) {
    Prover *prover = run->prover;
    for (int cta = 0; cta < prover->ctas; cta++) {
        Mbarrier *bar = &prover->mbarriers[run->step->object][cta];
        int count;
        int64_t parity = bar->phase & 1;
        uint64_t *waiters = comers_in(run, cta, &count);
        Point point = {0, run->loop, prover->symbol[cta]};
        if (count == 0)
            continue;
        for (int w = cta * prover->warps; w < (cta + 1) * prover->warps; w++)
            for (int lane = 0; lane <= ELECTED; lane++)
                if ((run->here[w] >> lane & 1) && !usable(run, bar, w * ACTOR_LANES + lane, false))
                    return false;
        if (run->step->value && expr_reads_rank(run->step->value))
            return proof_fail(prover, "wrong", "a parity that differs between threads");
        if (run->step->value && expr_is_concrete(run->step->value, &point) &&
            !expr_value(run->step->value, &point, &parity))
            return proof_fail(prover, "overflow", "a parity overflows");
        if (parity == (bar->phase & 1) && !complete(run, bar, cta))
            return false;
        uint64_t *from = mask_new(prover);
        mask_add_actor(from, actor_barrier(prover, run->step->object, cta));
        mask_add_actor(from, actor_engine(prover, cta));
        prover->now++; /* what landed, landed before */
        order_masks(prover, from, waiters);
    }
    return true;
}

static bool come_to_named(Run *run) {
    Prover *prover = run->prover;
    const Object *object = object_of(run);
    int64_t count = run->step->count;
    bool waits = primitives[run->step->primitive].act == ACT_BARRIER_SYNC;
    if (object->id < 0 || object->id > 15)
        return proof_fail(prover, "wrong", "barrier %d: there are 0 to 15", object->id);
    if (count < 32 || count > 1024 || count % 32)
        return proof_fail(
            prover,
            "wrong",
            "barrier %d of %lld threads: they count in whole warps, up to 1024",
            object->id,
            (long long)count);
    for (int cta = 0; cta < prover->ctas; cta++) {
        Named *named = &prover->named[cta * 16 + object->id];
        int come;
        uint64_t *mask = comers_in(run, cta, &come);
        if (come == 0)
            continue;
        if (named->arrived > 0 && named->count != count)
            return proof_fail(prover, "wrong", "barrier %d is used with two counts", object->id);
        named->count = count;
        named->arrived += come;
        uint64_t *at = mask_new(prover);
        mask_add_actor(at, actor_barrier(prover, prover->plan->object_count + object->id, cta));
        order_masks(prover, comers_in(run, cta, &come), at);
        if (named->arrived > count || (waits && named->arrived < count))
            return proof_fail(
                prover,
                "hang",
                "barrier %d counts %lld threads and %lld come",
                object->id,
                (long long)count,
                (long long)named->arrived);
        if (named->arrived < count)
            continue;
        if (waits)
            order_masks(prover, at, mask);
        *named = (Named){0};
    }
    return true;
}

static bool sync_warps(Run *run) {
    for (int w = 0; w < run->prover->ctas * run->prover->warps; w++)
        if (run->here[w])
            order_lanes(run->prover, w, run->here[w]);
    return true;
}

static bool sync_ctas(Run *run) {
    for (int cta = 0; cta < run->prover->ctas; cta++) {
        int count;
        uint64_t *mask = comers_in(run, cta, &count), *to = comers_in(run, cta, &count);
        if (count)
            order_masks(run->prover, mask, to);
    }
    return true;
}

static bool sync_cluster(Run *run) {
    uint64_t *from = mask_new(run->prover), *to = mask_new(run->prover);
    int any = 0;
    for (int w = 0; w < run->prover->ctas * run->prover->warps; w++) {
        from[w] = to[w] = run->here[w];
        any |= run->here[w] != 0;
    }
    if (any)
        order_masks(run->prover, from, to);
    return true;
}

bool order_sync(Run *run) {
    Waiting waiting = {.run = run};
    switch (primitives[run->step->primitive].act) {
    case ACT_WARP_SYNC:
        return sync_warps(run);
    case ACT_CTA_SYNC:
        return sync_ctas(run);
    case ACT_CLUSTER_SYNC:
        return sync_cluster(run);
    case ACT_BARRIER_SYNC:
    case ACT_BARRIER_ARRIVE:
        return is_object(run, OBJECT_BARRIER) && come_to_named(run);
    case ACT_FENCE_ASYNC:
        return each_comer(run, fence_async);
    case ACT_COMMIT:
        return is_object(run, OBJECT_GROUP) && each_comer(run, commit);
    case ACT_WAIT_GROUPS:
    case ACT_WAIT_READ:
        if (!is_object(run, OBJECT_GROUP))
            return false;
        cells_land(
            run->prover,
            group_landed,
            &waiting,
            primitives[run->step->primitive].act == ACT_WAIT_READ,
            false);
        return true;
    case ACT_INIT:
        return is_object(run, OBJECT_MBARRIER) && each_comer(run, make_barrier);
    case ACT_FENCE_INIT:
        return each_comer(run, fence_inits);
    case ACT_ARRIVE:
    case ACT_ARRIVE_EXPECT:
    case ACT_ARRIVE_COPIES:
        return is_object(run, OBJECT_MBARRIER) && arrive_all(run);
    case ACT_ARRIVE_REMOTE:
        return is_object(run, OBJECT_MBARRIER) && each_comer(run, arrive_remote);
    case ACT_WAIT_PHASE:
        return is_object(run, OBJECT_MBARRIER) && wait_phase(run);
    case ACT_WAIT_TMEM:
        return is_object(run, OBJECT_TMEM) && wait_tmem(run);
    default:
        return proof_fail(
            run->prover, "wrong", "%s stands alone", primitives[run->step->primitive].function);
    }
}

/* ---- flight --------------------------------------------------------------------------------- */

/* Copies out of shared memory to global memory close in groups, bulk copies into shared memory at an
 * mbarrier; cp.async at either. */
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
    if (at < 0 || at >= prover->plan->object_count)
        return proof_fail(
            prover, "in-flight", "%s opens no token: nothing waits for it", primitive->function);
    const Object *object = &prover->plan->objects[at];
    if (!closes_at(primitive, object->kind))
        return proof_fail(
            prover, "in-flight", "%s cannot close %s", object->name, primitive->function);
    *flight = (Flight){.object = at, .cta = peer, .actor = actor, .time = prover->now};
    if (object->kind == OBJECT_GROUP)
        flight->group = prover->committed[at][actor];
    if (object->kind != OBJECT_MBARRIER)
        return true;
    if (primitive->kind == KIND_ASYNC_COPY) {
        flight->group = -1;
        return true;
    }
    Mbarrier *bar = &prover->mbarriers[at][peer];
    flight->group = bar->phase;
    bar->brought += run->step->count;
    return usable(run, bar, actor, true);
}

/* ---- the end -------------------------------------------------------------------------------- */

bool order_ends(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int i = 0; i < plan->object_count; i++) {
        const Object *object = &plan->objects[i];
        for (int cta = 0; cta < prover->ctas && !object->left; cta++) {
            const Mbarrier *bar = &prover->mbarriers[i][cta];
            bool open = object->kind == OBJECT_MBARRIER && (bar->arrived || bar->expected);
            if (object->kind == OBJECT_BARRIER && object->id >= 0 && object->id < 16)
                open = prover->named[cta * 16 + object->id].arrived > 0;
            if (open)
                return proof_fail(
                    prover, "hang", "a phase of %s is begun and never ends", object->name);
        }
    }
    return true;
}
