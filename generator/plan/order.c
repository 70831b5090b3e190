/* order.c: who comes to what, and what is ordered before what.
 *
 * Every executed step is one tick of a clock. A sync adds an event: what some lanes did before it
 * is visible to some lanes after it. An access is ordered before another one by the same thread, or
 * where a chain of events leads from the one to the other. Which lane an election picks is open, so
 * that it is an actor of its own, and so is the engine that lands what is in flight. */
#include "order.h"
#include <string.h>

#define WHOLE_WARP 0xffffffffu
#define ONE ((uint64_t)1)

/* ---- actors --------------------------------------------------------------------------------- */

Actor actor_of(const Prover *prover, int cta, int64_t rank) {
    return (Actor)((cta * prover->warps + rank / 32) * ACTOR_LANES + rank % 32);
}

Actor actor_elected(const Prover *prover, int warp) {
    (void)prover;
    return warp * ACTOR_LANES + ELECTED;
}

const char *actor_text(const Prover *prover, Actor actor) {
    int warp = actor / ACTOR_LANES, lane = actor % ACTOR_LANES, all = prover->ctas * prover->warps;
    if (warp >= all)
        return "a copy in flight";
    const char *of = prover->ctas > 1 ? mem_printf(" of CTA %d", warp / prover->warps) : "";
    if (lane == ELECTED)
        return mem_printf("the elected thread of warp %d%s", warp % prover->warps, of);
    return mem_printf("thread %d%s", warp % prover->warps * 32 + lane, of);
}

bool actor_is_barrier(const Prover *prover, Actor actor) {
    return actor / ACTOR_LANES >= prover->ctas * prover->warps;
}

/* Barriers hand on what those who arrive did before: mbarriers by object, then the named ones. */
Actor actor_barrier(const Prover *prover, int at, int cta, int lane) {
    int first = prover->ctas * prover->warps;
    return (first + at * prover->ctas + cta) * ACTOR_LANES + lane;
}

static int mask_words(const Prover *prover) {
    return actor_barrier(prover, prover->plan->object_count + 16, 0, 0) / ACTOR_LANES;
}

uint64_t *mask_new(const Prover *prover) {
    return NEW_ARRAY(uint64_t, mask_words(prover));
}

void mask_add_actor(uint64_t *mask, Actor actor) {
    mask[actor / ACTOR_LANES] |= ONE << actor % ACTOR_LANES;
}

bool mask_has(const uint64_t *mask, Actor actor) {
    return mask[actor / ACTOR_LANES] >> actor % ACTOR_LANES & 1;
}

/* A whole warp has the lane that an election would pick, whichever it is. */
static uint64_t with_elected(uint64_t lanes) {
    return (lanes & WHOLE_WARP) == WHOLE_WARP ? lanes | ONE << ELECTED : lanes;
}

/* ---- events --------------------------------------------------------------------------------- */

enum { OF_MASKS = -1, OF_EVERYONE = -2 };

void order_init(Prover *prover) {
    const Plan *plan = prover->plan;
    int actors = mask_words(prover) * ACTOR_LANES;
    prover->fenced = NEW_ARRAY(Fences, actors);
    prover->committed = NEW_ARRAY(int64_t *, plan->object_count);
    prover->arrived = NEW_ARRAY(int64_t *, plan->object_count);
    prover->mbarriers = NEW_ARRAY(Mbarrier *, plan->object_count);
    for (int i = 0; i < plan->object_count; i++) {
        prover->committed[i] = NEW_ARRAY(int64_t, 2 * actors);
        prover->arrived[i] = NEW_ARRAY(int64_t, actors);
        prover->mbarriers[i] = NEW_ARRAY(Mbarrier, prover->ctas);
        for (int cta = 0; cta < prover->ctas; cta++) {
            prover->mbarriers[i][cta].wanted = plan->objects[i].arrivals;
            prover->mbarriers[i][cta].maker = -1;
            prover->mbarriers[i][cta].fenced_at = prover->mbarriers[i][cta].ended = -1;
        }
    }
    prover->named = NEW_ARRAY(Named, prover->ctas * 16);
    for (int i = 0; i < prover->ctas * 16; i++)
        prover->named[i] = (Named){.who = mask_new(prover), .ended = -1};
    prover->heard = NEW_ARRAY(Heard, mask_words(prover));
    prover->everyone = mask_new(prover);
    for (int cta = 0; cta < prover->ctas; cta++)
        for (int rank = 0; rank < plan->threads; rank++)
            if (scope_has_rank(&plan->scope, rank))
                mask_add_actor(prover->everyone, actor_of(prover, cta, rank));
}

static void push(Prover *prover, Event event) {
    MORE(prover->events, prover->event_count, &prover->event_capacity);
    event.time = prover->now;
    prover->events[prover->event_count++] = event;
    if (event.warp == OF_EVERYONE)
        prover->everyone_time = prover->now;
}

static bool is_everyone(const Prover *prover, const uint64_t *mask) {
    for (int w = 0; w < mask_words(prover); w++)
        if (prover->everyone[w] & ~mask[w])
            return false;
    return true;
}

void mask_add_elected(const Prover *prover, uint64_t *mask) {
    for (int w = 0; w < prover->ctas * prover->warps; w++)
        mask[w] = with_elected(mask[w]);
}

/* What `from` did before is visible to `to` from now on. The masks are kept. */
void order_masks(Prover *prover, uint64_t *from, uint64_t *to) {
    mask_add_elected(prover, from);
    mask_add_elected(prover, to);
    if (is_everyone(prover, from) && is_everyone(prover, to)) {
        push(prover, (Event){.warp = OF_EVERYONE});
        ring_meets(prover, mask_words(prover));
    } else {
        push(prover, (Event){.warp = OF_MASKS, .from = from, .to = to});
        ring_tells(prover, from, to, mask_words(prover));
    }
}

void order_hand(Prover *prover, uint64_t *from, uint64_t *to, Hand hand) {
    mask_add_elected(prover, from);
    push(prover, (Event){.warp = OF_MASKS, .from = from, .to = to, .hand = hand});
    ring_tells(prover, from, to, mask_words(prover));
}

void order_lanes(Prover *prover, int warp, uint64_t lanes) {
    lanes = with_elected(lanes);
    uint64_t *mask = mask_new(prover);
    mask[warp] = lanes;
    bool all = is_everyone(prover, mask);
    push(prover, (Event){.warp = all ? OF_EVERYONE : warp, .lanes = lanes});
}

/* Not one of everyone: whoever asks for what is before it has his answer by everyone_time. */
static void follow(const Prover *prover, const Event *event, uint64_t *reached) {
    if (event->warp >= 0) {
        if (reached[event->warp] & event->lanes)
            reached[event->warp] |= event->lanes;
        return;
    }
    bool meets = false;
    for (int w = 0; w < mask_words(prover) && !meets; w++)
        meets = reached[w] & event->from[w];
    for (int w = 0; w < mask_words(prover) && meets; w++)
        reached[w] |= event->to[w];
}

/* Who is ordered after what the actor did at that time, by events that hand on at least so much. A
 * kept answer goes on where it ended: events only ever follow. */
static const uint64_t *reach(Prover *prover, Actor before, int64_t time, Hand hand) {
    struct Reached *kept =
        &prover->reached[hand][((uint64_t)before * 31 + (uint64_t)time) % REACHED];
    int first = kept->events;
    if (!kept->reach || kept->actor != before || kept->time != time) {
        if (!kept->reach)
            kept->reach = mask_new(prover);
        memset(kept->reach, 0, (size_t)mask_words(prover) * sizeof(uint64_t));
        mask_add_actor(kept->reach, before);
        first = prover->event_count;
        while (first > 0 && prover->events[first - 1].time > time)
            first--;
    }
    budget_spend(prover->event_count - first);
    for (int i = first; i < prover->event_count; i++)
        if (prover->events[i].hand <= hand)
            follow(prover, &prover->events[i], kept->reach);
    kept->actor = before;
    kept->time = time;
    kept->events = prover->event_count;
    return kept->reach;
}

static bool reaches(Prover *prover, Actor before, int64_t time, Actor after, Hand hand) {
    if (before == after || prover->everyone_time > time)
        return true;
    if (prover->event_count == 0 || prover->events[prover->event_count - 1].time <= time)
        return false;
    return mask_has(reach(prover, before, time, hand), after);
}

bool order_holds(Prover *prover, Actor before, int64_t time, Actor after) {
    return reaches(prover, before, time, after, HAND_ALL);
}

bool order_reads(Prover *prover, Actor before, int64_t time, Actor after) {
    return reaches(prover, before, time, after, HAND_READS);
}

bool order_passes(Prover *prover, Actor before, int64_t time, Actor after) {
    return reaches(prover, before, time, after, HAND_NOTHING);
}

/* As follow, from what is after to what was before. */
static void follow_back(const Prover *prover, const Event *event, uint64_t *reaching) {
    if (event->warp >= 0) {
        if (reaching[event->warp] & event->lanes)
            reaching[event->warp] |= event->lanes;
        return;
    }
    bool meets = false;
    for (int w = 0; w < mask_words(prover) && !meets; w++)
        meets = reaching[w] & event->to[w];
    for (int w = 0; w < mask_words(prover) && meets; w++)
        reaching[w] |= event->from[w];
}

static bool waits(const Waiter *waiter, int warps) {
    for (int w = 0; w < warps; w++)
        if (waiter->lanes[w])
            return true;
    return false;
}

/* One walk back over the events answers for all who wait, the last ones first. */
void order_release(Prover *prover, Waiter *waiters, const uint64_t *after) {
    const int words = mask_words(prover), warps = prover->ctas * prover->warps;
    uint64_t *reaching = mask_new(prover);
    memcpy(reaching, after, (size_t)words * sizeof *reaching);
    int at = prover->event_count;
    for (Waiter *waiter = waiters; waiter; waiter = waiter->next) {
        if (!waits(waiter, warps))
            continue;
        if (prover->everyone_time > waiter->time) {
            memset(waiter->lanes, 0, (size_t)warps * sizeof *waiter->lanes);
            continue;
        }
        for (; at > 0 && prover->events[at - 1].time > waiter->time; at--) {
            budget_spend(1);
            follow_back(prover, &prover->events[at - 1], reaching);
        }
        for (int w = 0; w < warps; w++)
            waiter->lanes[w] &= ~reaching[w];
    }
}

bool order_holds_all(Prover *prover, const Reader *reader, Actor after) {
    if (prover->everyone_time > reader->time)
        return true;
    for (int lane = 0; lane < ACTOR_LANES; lane++)
        if ((reader->lanes >> lane & 1) &&
            !order_reads(prover, reader->warp * ACTOR_LANES + lane, reader->time, after))
            return false;
    return true;
}

/* ---- who comes ------------------------------------------------------------------------------ */

static bool divergent(Run *run, const char *why) {
    return proof_fail(
        run->prover,
        "divergent",
        "phase %d step %d: %s %s",
        run->phase_index,
        run->step_index,
        primitives[run->step->primitive].function,
        why);
}

static uint64_t lanes_of_warp(const Plan *plan, int warp_in_cta) {
    int lanes = plan->threads - warp_in_cta * 32;
    return lanes >= 32 ? WHOLE_WARP : (ONE << lanes) - 1;
}

/* Lanes that a warp sync or shuffle names: Step.value, one number for all. */
static bool named_lanes(Run *run, int warp, uint64_t *lanes) {
    int64_t value;
    int cta = warp / run->prover->warps;
    Point point = {0, run->loop, run->prover->symbol[cta]}; /* the rank is not read */
    *lanes = WHOLE_WARP;
    if (!run->step->value)
        return true;
    if (expr_reads_rank(run->step->value) || !known_value(run->step->value, &point, &value) ||
        value <= 0 || value > WHOLE_WARP)
        return proof_fail(run->prover, "wrong", "the lanes of a sync are not a 32-bit mask");
    *lanes = (uint64_t)value;
    return true;
}

/* How many neighbours meet: Step.count of a sync, Step.value of a shuffle. */
static int64_t group_size(const Run *run) {
    const Step *step = run->step;
    if (primitives[step->primitive].act == ACT_GROUP_SYNC)
        return step->count;
    if (primitives[step->primitive].act == ACT_SHUFFLE_XOR)
        return run->prover->plan->scope.group;
    return step->value && step->value->term_count == 0 ? step->value->constant : 0;
}

/* Groups of neighbours, each whole or not here at all. */
static bool whole_groups(Run *run, int warp) {
    int64_t size = group_size(run);
    if (size < 1 || size > 32 || (size & (size - 1)) != 0)
        return proof_fail(
            run->prover, "wrong", "the size of a group of lanes must be a power of two up to 32");
    uint64_t group = (ONE << size) - 1;
    for (int first = 0; first < 32; first += (int)size) {
        uint64_t here = run->here[warp] >> first & group;
        if (here && here != group)
            return divergent(
                run,
                mem_printf(
                    "needs groups of %d lanes, but only lanes 0x%llx of one arrive",
                    (int)size,
                    (unsigned long long)here));
    }
    return true;
}

static bool whole_warps(Run *run) {
    const Plan *plan = run->prover->plan;
    if (plan->scope.kind == SCOPE_THREAD)
        return divergent(run, "needs a warp, but one thread calls");
    for (int w = 0; w < run->prover->ctas * run->prover->warps; w++) {
        uint64_t lanes;
        if (!run->here[w])
            continue;
        Act act = primitives[run->step->primitive].act;
        /* One group of a warp is planned; that the others shuffle with it is the caller's duty. */
        bool of_group = act == ACT_SHUFFLE_XOR && plan->scope.group;
        if (act == ACT_GROUP_SYNC || act == ACT_SHUFFLE_GROUP || of_group) {
            if (!whole_groups(run, w))
                return false;
            continue;
        }
        bool masked = act == ACT_WARP_SYNC;
        if (!named_lanes(run, w, &lanes))
            return false;
        if (!masked && lanes != WHOLE_WARP)
            return divergent(run, "needs whole warps");
        if (run->here[w] != lanes)
            return divergent(
                run,
                mem_printf(
                    "needs lanes 0x%llx of warp %d, but lanes 0x%llx arrive",
                    (unsigned long long)lanes,
                    w % run->prover->warps,
                    (unsigned long long)run->here[w]));
    }
    return true;
}

static bool whole_ctas(Run *run, bool all) {
    const Prover *prover = run->prover;
    ScopeKind kind = prover->plan->scope.kind;
    int come = 0;
    for (int cta = 0; cta < prover->ctas; cta++) {
        bool here = false, whole = kind == SCOPE_CTA;
        for (int w = 0; w < prover->warps; w++) {
            here |= run->here[cta * prover->warps + w] != 0;
            whole &= run->here[cta * prover->warps + w] == lanes_of_warp(prover->plan, w);
        }
        if (here && !whole)
            return divergent(run, "needs all threads of the CTA");
        come += here;
    }
    if (all && come > 0 && come < prover->ctas)
        return divergent(run, "needs all CTAs of the cluster");
    if (all && come > 0 && prover->ctas == 1)
        return divergent(run, "needs a cluster, but one CTA runs the plan");
    return true;
}

bool order_group(Run *run) {
    switch (primitives[run->step->primitive].group) {
    case GROUP_WARP:
        return whole_warps(run);
    case GROUP_CTA:
        return whole_ctas(run, false);
    case GROUP_CLUSTER:
        return whole_ctas(run, true);
    default:
        return true;
    }
}
