/* barriers.c: who may use an mbarrier or a named barrier, in which phase an arrival counts, and
 * what a wait makes known. */
#include "order.h"

/* ---- mbarriers ------------------------------------------------------------------------------ */

/* The barrier must have been made before, and that must be known: to the async proxy and to other
 * CTAs through a fence. */
static bool usable(Run *run, const Mbarrier *bar, Actor actor, bool fenced) {
    Prover *prover = run->prover;
    const Object *object = object_of(run);
    if (object->brought)
        return true;
    if (!bar->made)
        return proof_fail(
            prover, "uninitialised", "%s is used before it is initialised", object->name);
    if (!order_holds(prover, bar->maker, bar->made_at, actor))
        return proof_fail(
            prover,
            "race",
            "the use of %s by %s is not ordered after the initialisation",
            object->name,
            actor_text(prover, actor));
    if (fenced &&
        (bar->fenced_at < bar->made_at || !order_holds(prover, bar->maker, bar->fenced_at, actor)))
        return proof_fail(
            prover,
            "race",
            "no fence makes the initialisation of %s visible to %s",
            object->name,
            primitives[run->step->primitive].function);
    return true;
}

bool mbarrier_init(Run *run, Actor actor, int cta) {
    Mbarrier *bar = &run->prover->mbarriers[run->step->object][cta];
    if (bar->made || object_of(run)->brought)
        return proof_fail(run->prover, "twice", "%s is initialised twice", object_of(run)->name);
    if (run->step->count < 1 || run->step->count >= 1 << 20 ||
        run->step->count != object_of(run)->arrivals)
        return proof_fail(
            run->prover,
            "wrong",
            "%s is initialised with arrival count %lld",
            object_of(run)->name,
            (long long)run->step->count);
    bar->made = true;
    bar->maker = actor;
    bar->made_at = run->prover->now;
    return true;
}

bool mbarrier_fence(Run *run, Actor actor, int cta) {
    for (int i = 0; i < run->prover->plan->object_count; i++)
        if (run->prover->mbarriers[i][cta].maker == actor)
            run->prover->mbarriers[i][cta].fenced_at = run->prover->now;
    return true;
}

/* An arrival counts for the phase that runs: who cannot know that the one before has ended might
 * still count for that one, and end it before all have come. */
static bool in_its_phase(Run *run, const Mbarrier *bar, Actor actor, int cta) {
    Prover *prover = run->prover;
    Actor end = actor_barrier(prover, run->step->object, cta, ENDED);
    if (bar->ended < 0 || order_passes(prover, end, bar->ended, actor))
        return true;
    return proof_fail(
        prover,
        "race",
        "%s arrives at %s before it has seen the end of the previous phase",
        actor_text(prover, actor),
        object_of(run)->name);
}

/* Who still waits for the phase before holds up those who come after it: the phase that runs does
 * not end before they arrive. */
static void let_pass(Prover *prover, Mbarrier *bar, uint64_t *comers) {
    mask_add_elected(prover, comers);
    order_release(prover, bar->waiters, comers);
}

/* That threads outside of the plan hold back until all have seen the end, nobody promises. */
bool mbarrier_passed(Prover *prover, const Object *object, const Mbarrier *bar) {
    for (const Waiter *w = bar->waiters; w; w = w->next)
        for (int k = 0; k < prover->ctas * prover->warps; k++)
            for (int lane = 0; w->lanes[k] >> lane; lane++)
                if (w->lanes[k] >> lane & 1)
                    return proof_fail(
                        prover,
                        "hang",
                        "the next phase of %s may end before %s has seen the end of this phase",
                        object->name,
                        actor_text(prover, k * ACTOR_LANES + lane));
    return true;
}

static bool arrive_at(Run *run, Mbarrier *bar, Actor actor, int cta, bool remote) {
    if (!usable(run, bar, actor, remote) || !in_its_phase(run, bar, actor, cta))
        return false;
    if (++bar->arrived + object_of(run)->others <= bar->wanted)
        return true;
    return proof_fail(
        run->prover,
        "wrong",
        "there are more arrivals than the %lld that %s counts",
        (long long)bar->wanted,
        object_of(run)->name);
}

static bool expect(Run *run, Mbarrier *bar) {
    bar->expected += run->step->count;
    return (run->step->count >= 0 && bar->expected < 1 << 20) ||
           proof_fail(run->prover, "wrong", "one phase expects 2^20 bytes or more");
}

static bool arrive(Run *run, Actor actor, int cta) {
    Mbarrier *bar = &run->prover->mbarriers[run->step->object][cta];
    Act act = primitives[run->step->primitive].act;
    if (act == ACT_ARRIVE_EXPECT && !expect(run, bar))
        return false;
    if (act == ACT_ARRIVE_COPIES)
        run->prover->arrived[run->step->object][actor] = run->prover->now;
    return arrive_at(run, bar, actor, cta, false);
}

/* The CTA that a peer names. */
static bool peer_cta(Run *run, const Expr *peer, int cta, int *out) {
    int64_t value;
    Point point = {.loop = run->loop, .symbol = run->prover->symbol[cta]};
    if (!expr_is_concrete(peer, &point) || expr_reads_rank(peer) ||
        !expr_value(peer, &point, &value) || value < 0 || value >= run->prover->ctas)
        return proof_fail(run->prover, "outside", "the CTA is not in the cluster");
    *out = (int)value;
    return true;
}

bool mbarrier_arrive_remote(Run *run, Actor actor, int cta) {
    int there = 0;
    bool reads = run->step->primitive == PRIM_MBARRIER_ARRIVE_READ;
    if (!run->step->dst.peer || !peer_cta(run, run->step->dst.peer, cta, &there))
        return proof_fail(run->prover, "wrong", "a remote arrival names no CTA");
    uint64_t *from = mask_new(run->prover), *to = mask_new(run->prover);
    Mbarrier *bar = &run->prover->mbarriers[run->step->object][there];
    mask_add_actor(from, actor);
    mask_add_actor(to, actor_barrier(run->prover, run->step->object, there, ARRIVED));
    let_pass(run->prover, bar, from);
    if (reads)
        order_hand(run->prover, from, to, HAND_READS);
    else
        order_masks(run->prover, from, to);
    bar->from_afar |= there != cta && !reads;
    if (primitives[run->step->primitive].act == ACT_ARRIVE_EXPECT_REMOTE && !expect(run, bar))
        return false;
    return arrive_at(run, bar, actor, there, true);
}

/* What the comers did before is handed to the barrier; an arrival of copies releases nothing else,
 * but who makes it has come so far. */
bool mbarrier_arrive(Run *run) {
    Prover *prover = run->prover;
    if (!each_comer(run, arrive))
        return false;
    for (int cta = 0; cta < prover->ctas; cta++) {
        int count;
        uint64_t *from = comers_in(run, cta, &count), *to = mask_new(prover);
        mask_add_actor(to, actor_barrier(prover, run->step->object, cta, ARRIVED));
        if (count)
            let_pass(prover, &prover->mbarriers[run->step->object][cta], from);
        if (count && primitives[run->step->primitive].act != ACT_ARRIVE_COPIES)
            order_masks(prover, from, to);
        else if (count)
            order_hand(prover, from, to, HAND_NOTHING);
    }
    return true;
}

/* A multicast counts at the barriers of other CTAs, too: what all of them did with it last, its
 * init or the end of a phase, lies before a cluster sync. */
static bool known_to_the_cluster(Run *run, const Mbarrier *bar) {
    int64_t latest = bar->made ? bar->fenced_at : -1;
    latest = bar->ended > latest ? bar->ended : latest;
    if (!primitive_to_several(run->step->primitive) || latest < run->prover->clustered ||
        latest < 0)
        return true;
    return proof_fail(
        run->prover,
        "race",
        "a multicast signals %s in CTAs that may not have reached this point",
        object_of(run)->name);
}

/* A phase ends only when its bytes have landed. So whoever sees the end knows how far the sender
 * had come: which phases the sender had seen end. Copies release no writes. Threads outside of the
 * plan may send bytes too, and then the phase may end by theirs. */
static void pass_on(Run *run, Actor actor, int there) {
    uint64_t *from = mask_new(run->prover), *to = mask_new(run->prover);
    if (actor / ACTOR_LANES / run->prover->warps == there || object_of(run)->others)
        return;
    mask_add_actor(from, actor);
    mask_add_actor(to, actor_barrier(run->prover, run->step->object, there, ARRIVED));
    order_hand(run->prover, from, to, HAND_NOTHING);
}

/* The bytes of a copy count for the phase that runs. */
bool mbarrier_bring(Run *run, Actor actor, int cta, Flight *flight) {
    Mbarrier *bar = &run->prover->mbarriers[run->step->object][cta];
    if (!known_to_the_cluster(run, bar))
        return false;
    flight->group = bar->phase;
    bar->brought += run->step->count;
    pass_on(run, actor, cta);
    return usable(run, bar, actor, true) && in_its_phase(run, bar, actor, cta);
}

typedef struct {
    const Run *run;
    int cta;
} Waiting;

static bool phase_landed(const Prover *prover, const Flight *flight, const void *context) {
    const Waiting *waiting = context;
    int at = waiting->run->step->object;
    if (flight->object != at || flight->cta != waiting->cta)
        return false;
    if (flight->group >= 0) /* of the phase that ends, or of one before */
        return true;
    return prover->arrived[at][flight->actor] > flight->time;
}

static bool complete(Run *run, Mbarrier *bar, int cta) {
    const Object *object = object_of(run);
    Prover *prover = run->prover;
    int at = run->step->object;
    uint64_t *from = mask_new(prover), *to = mask_new(prover);
    if (!mbarrier_passed(prover, object, bar))
        return false;
    if (bar->arrived + object->others != bar->wanted)
        return proof_fail(
            run->prover,
            "hang",
            "%s waits for %lld arrivals but gets %lld",
            object->name,
            (long long)bar->wanted,
            (long long)bar->arrived + object->others);
    if (object->others == 0 && bar->expected != bar->brought)
        return proof_fail(
            run->prover,
            "hang",
            "%s expects %lld bytes but %lld arrive",
            object->name,
            (long long)bar->expected,
            (long long)bar->brought);
    Waiting waiting = {run, cta};
    cells_land(prover, phase_landed, &waiting, false, actor_barrier(prover, at, cta, ENDED));
    mask_add_actor(from, actor_barrier(prover, at, cta, ARRIVED));
    mask_add_actor(to, actor_barrier(prover, at, cta, ENDED));
    order_masks(prover, from, to);
    ring_hears(prover);
    bar->phase++;
    bar->ended = prover->now;
    bar->ended_from_afar = bar->from_afar;
    bar->from_afar = false;
    bar->waiters = NULL;
    bar->arrived = bar->expected = bar->brought = 0;
    return true;
}

/* Is the phase of Step.value over? A parity that the caller brings is that of the first phase of a
 * barrier that he brings, 0 or 1; others count from 0. One that is neither that of the phase which
 * runs nor of the one before is none. */
static bool is_over(Run *run, const Mbarrier *bar, int cta, bool *over) {
    Prover *prover = run->prover;
    const Plan *plan = prover->plan;
    int64_t symbol[MAX_SYMBOLS], parity;
    if (!run->step->value || expr_reads_rank(run->step->value))
        return proof_fail(prover, "wrong", "the parity differs between threads");
    for (int first = 0; first < 2; first++) {
        bool counts = false;
        for (int i = 0; i < plan->symbol_count; i++) {
            bool is_parity = plan->symbols[i].role == SYMBOL_PARITY;
            symbol[i] = is_parity ? first : prover->symbol[cta][i];
            counts |=
                is_parity && object_of(run)->brought && expr_reads_symbol(run->step->value, i);
        }
        Point point = {.loop = run->loop, .symbol = symbol};
        if (!expr_is_concrete(run->step->value, &point) ||
            !expr_value(run->step->value, &point, &parity))
            return proof_fail(prover, "unproven", "the parity is not known");
        bool ends = parity == ((bar->phase ^ (counts ? first : 0)) & 1);
        if (parity < 0 || parity > 1 || (first && *over == ends))
            return proof_fail(
                prover,
                "wrong",
                "%s waits with a parity that belongs to no phase",
                object_of(run)->name);
        *over = !ends;
    }
    return true;
}

/* A phase that is over releases at once; the one before the first counts as over. Nothing is known
 * then of the phase that runs. */
bool mbarrier_wait(Run *run) {
    Prover *prover = run->prover;
    for (int cta = 0; cta < prover->ctas; cta++) {
        Mbarrier *bar = &prover->mbarriers[run->step->object][cta];
        int count;
        bool over = false;
        uint64_t *waiters = comers_in(run, cta, &count);
        if (count == 0)
            continue;
        for (int w = cta * prover->warps; w < (cta + 1) * prover->warps; w++)
            for (int lane = 0; lane <= ELECTED; lane++)
                if ((run->here[w] >> lane & 1) && !usable(run, bar, w * ACTOR_LANES + lane, false))
                    return false;
        if (!is_over(run, bar, cta, &over) || (!over && !complete(run, bar, cta)))
            return false;
        if (bar->ended_from_afar && run->step->primitive != PRIM_MBARRIER_WAIT_CLUSTER)
            return proof_fail(
                prover,
                "race",
                "another CTA arrived at %s, but %s does not acquire its writes",
                object_of(run)->name,
                primitives[run->step->primitive].function);
        Waiter *waiter = NEW(Waiter);
        uint64_t *from = mask_new(prover);
        mask_add_actor(from, actor_barrier(prover, run->step->object, cta, ENDED));
        prover->now++; /* what landed, landed before */
        order_masks(prover, from, waiters);
        *waiter = (Waiter){comers_in(run, cta, &count), prover->now, bar->waiters};
        bar->waiters = waiter;
    }
    return true;
}

/* ---- named barriers -------------------------------------------------------------------------- */

/* Whole warps come to a named barrier, each once in a phase and knowing that the one before has
 * ended: two arrivals of one warp count as those of two. */
static bool enter_named(Run *run, int cta, int id, const uint64_t *comers) {
    Prover *prover = run->prover;
    Named *named = &prover->named[cta * 16 + id];
    Actor end = actor_barrier(prover, prover->plan->object_count + id, cta, ARRIVED);
    for (int w = cta * prover->warps; w < (cta + 1) * prover->warps; w++) {
        if (comers[w] & named->who[w])
            return proof_fail(
                prover, "wrong", "a warp arrives twice in one phase of barrier %d", id);
        for (int lane = 0; lane < 32 && named->ended >= 0; lane++)
            if ((comers[w] >> lane & 1) &&
                !order_holds(prover, end, named->ended, w * ACTOR_LANES + lane))
                return proof_fail(
                    prover,
                    "race",
                    "%s arrives at barrier %d before it has seen the end of the previous phase",
                    actor_text(prover, w * ACTOR_LANES + lane),
                    id);
        named->who[w] |= comers[w];
    }
    return true;
}

/* The phase ends; those who wait know. */
static void end_named(Prover *prover, int cta, int id, uint64_t *waiters) {
    Named *named = &prover->named[cta * 16 + id];
    uint64_t *from = mask_new(prover);
    mask_add_actor(from, actor_barrier(prover, prover->plan->object_count + id, cta, ARRIVED));
    order_masks(prover, from, waiters);
    *named = (Named){.who = mask_new(prover), .ended = prover->now - 1};
}

bool named_come(Run *run) {
    Prover *prover = run->prover;
    const Object *object = object_of(run);
    int64_t count = run->step->count;
    bool waits = primitives[run->step->primitive].act == ACT_BARRIER_SYNC;
    if (count < 32 || count > 1024 || count % 32)
        return proof_fail(
            prover,
            "wrong",
            "barrier %d counts %lld threads, but a barrier counts whole warps up to 1024 threads",
            object->id,
            (long long)count);
    for (int cta = 0; cta < prover->ctas; cta++) {
        Named *named = &prover->named[cta * 16 + object->id];
        int come;
        uint64_t *mask = comers_in(run, cta, &come);
        if (come == 0)
            continue;
        if (named->arrived > 0 && named->count != count)
            return proof_fail(
                prover, "wrong", "barrier %d is used with two thread counts", object->id);
        if (!enter_named(run, cta, object->id, mask))
            return false;
        named->count = count;
        named->arrived += come;
        uint64_t *at = mask_new(prover);
        int number = prover->plan->object_count + object->id;
        mask_add_actor(at, actor_barrier(prover, number, cta, ARRIVED));
        order_masks(prover, comers_in(run, cta, &come), at);
        if (named->arrived > count || (waits && named->arrived < count))
            return proof_fail(
                prover,
                "hang",
                "barrier %d counts %lld threads but %lld arrive",
                object->id,
                (long long)count,
                (long long)named->arrived);
        if (named->arrived == count)
            end_named(prover, cta, object->id, waits ? mask : mask_new(prover));
    }
    return true;
}

/* It is barrier 0, and not while others are on their way to that one. */
bool cta_sync(Run *run) {
    Prover *prover = run->prover;
    for (int cta = 0; cta < prover->ctas; cta++) {
        int count;
        uint64_t *mask = comers_in(run, cta, &count), *to = comers_in(run, cta, &count);
        if (count == 0)
            continue;
        if (prover->named[cta * 16].arrived > 0)
            return proof_fail(prover, "wrong", "barrier 0 is used with two thread counts");
        if (!enter_named(run, cta, 0, mask))
            return false;
        mask_add_actor(mask, actor_barrier(prover, prover->plan->object_count, cta, ARRIVED));
        order_masks(prover, mask, to);
        end_named(prover, cta, 0, to);
    }
    return true;
}
