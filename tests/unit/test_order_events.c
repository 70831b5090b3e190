/* test_order_events.c: who is ordered after whom, against sets of actors that events are followed
 * through one by one; whole warps, groups and CTAs at a collective, against their definition; and
 * how messages name an actor. */
#include "generator/plan/order.h"
#include "plans_parts.h"
#include "unit.h"

static uint64_t seed;
static int64_t below(int64_t count) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)(seed >> 33) % count;
}

/* ---- events ------------------------------------------------------------------------------------ */

/* Two warps, of which the second has 8 lanes; one mbarrier and 16 named barriers are a warp each. */
enum { THREADS = 40, WORDS = 2 + 1 + 16, MOST_EVENTS = 40 };

typedef struct {
    uint64_t at[WORDS];
} Actors;
typedef struct {
    int64_t time;
    Actors from, to;
    Hand hand;
    bool everyone;
} Told;
typedef struct {
    Prover prover;
    Told told[MOST_EVENTS];
    int count;
    bool meet; /* do all of them meet at times? */
} World;

static bool has(const Actors *set, Actor actor) {
    return set->at[actor / 64] >> (actor % 64) & 1;
}

/* Lanes of threads, at times all of them, at times the elected one; and of barriers. */
static Actors any_actors(void) {
    Actors set = {{0}};
    for (int w = 0; w < WORDS; w++) {
        uint64_t lanes = w == 0 ? 0xffffffff : w == 1 ? 0xff : 3;
        switch (below(w < 2 ? 4 : 9)) {
        case 0:
            set.at[w] = (uint64_t)1 << below(w == 0 ? 33 : w == 1 ? 8 : 2);
            break;
        case 1:
            set.at[w] = lanes;
            break;
        case 2:
            set.at[w] = lanes & (uint64_t)below(1 << 30);
            break;
        default:
            break;
        }
    }
    return set;
}

static uint64_t *mask_of(const World *world, const Actors *set) {
    uint64_t *mask = mask_new(&world->prover);
    memcpy(mask, set->at, sizeof set->at);
    return mask;
}

/* The lane that an election picks is one of a whole warp. */
static Actors elected_too(Actors set) {
    if ((set.at[0] & 0xffffffff) == 0xffffffff)
        set.at[0] |= (uint64_t)1 << 32;
    return set;
}

static bool are_all(const Actors *set) {
    return (set->at[0] & 0xffffffff) == 0xffffffff && (set->at[1] & 0xff) == 0xff;
}

static void tell(World *world) {
    Told *told = &world->told[world->count++];
    Actors from = any_actors(), to = any_actors();
    int64_t how = below(4);
    if (how == 0 && world->meet && below(4) == 0)
        from.at[0] = to.at[0] = 0xffffffff, from.at[1] = to.at[1] = 0xff;
    *told = (Told){world->prover.now, elected_too(from), elected_too(to), HAND_ALL, false};
    if (how == 0) {
        told->everyone = are_all(&from) && are_all(&to);
        order_masks(&world->prover, mask_of(world, &from), mask_of(world, &to));
    } else if (how == 1) {
        told->hand = (Hand)below(3);
        told->to = to;
        order_hand(&world->prover, mask_of(world, &from), mask_of(world, &to), told->hand);
    } else {
        int warp = (int)below(2);
        told->from = (Actors){{0}};
        told->from.at[warp] = elected_too(from).at[warp];
        told->to = told->from;
        order_lanes(&world->prover, warp, from.at[warp]);
    }
}

/* Who is ordered after it by what hands on so much. */
static Actors after(const World *world, Actor before, int64_t time, Hand hand) {
    Actors set = {{0}};
    set.at[before / 64] |= (uint64_t)1 << before % 64;
    for (int i = 0; i < world->count; i++) {
        const Told *told = &world->told[i];
        bool meets = false;
        for (int w = 0; w < WORDS; w++)
            meets |= (set.at[w] & told->from.at[w]) != 0;
        if (told->time <= time || told->hand > hand)
            continue;
        for (int w = 0; w < WORDS && (meets || told->everyone); w++)
            set.at[w] |= told->everyone ? ~(uint64_t)0 : told->to.at[w];
    }
    return set;
}

static Actor any_actor(void) {
    int64_t kind = below(4);
    return (Actor)(kind == 0   ? below(33)
                   : kind == 1 ? 64 + below(8)
                   : kind == 2 ? 128 + below(2)
                               : 64 * (2 + below(17)) + below(2));
}

static void asks(World *world) {
    Prover *prover = &world->prover;
    const Actor before = any_actor(), then = any_actor();
    const int64_t time = below(prover->now + 1);
    Actors all = after(world, before, time, HAND_ALL);
    Actors reads = after(world, before, time, HAND_READS);
    Actors any = after(world, before, time, HAND_NOTHING);
    EXPECT(order_holds(prover, before, time, then) == has(&all, then));
    EXPECT(order_reads(prover, before, time, then) == has(&reads, then));
    EXPECT(order_passes(prover, before, time, then) == has(&any, then));
    Reader reader = {.lanes = any_actors().at[0], .time = (int32_t)time, .warp = (int32_t)below(2)};
    bool whole = true;
    for (int lane = 0; lane < 64; lane++) {
        Actors of = after(world, reader.warp * 64 + lane, time, HAND_READS);
        whole = whole && (!(reader.lanes >> lane & 1) || has(&of, then));
    }
    EXPECT(order_holds_all(prover, &reader, then) == whole);
}

/* Who has waited is released by those who come after him, by whatever is handed on. */
static void releases(World *world) {
    enum { WAITERS = 3 };
    Prover *prover = &world->prover;
    Waiter waiters[WAITERS];
    Actors waits[WAITERS];
    const Actors comers = any_actors();
    int64_t time = prover->now;
    for (int i = 0; i < WAITERS; i++) {
        waits[i] = any_actors();
        for (int w = 2; w < WORDS; w++)
            waits[i].at[w] = 0;
        time -= below(5) % (time + 1);
        waiters[i] =
            (Waiter){mask_of(world, &waits[i]), time, i + 1 < WAITERS ? &waiters[i + 1] : NULL};
    }
    order_release(prover, waiters, mask_of(world, &comers));
    for (int i = 0; i < WAITERS; i++)
        for (int k = 0; k < 64 * 2; k++) {
            Actors reached = after(world, k, waiters[i].time, HAND_NOTHING);
            bool stays = has(&waits[i], k);
            for (int w = 0; w < WORDS; w++)
                stays = stays && !(reached.at[w] & comers.at[w]);
            bool all = false; /* an event of everyone is one of those who do not come, too */
            for (int e = 0; e < world->count; e++)
                all |= world->told[e].everyone && world->told[e].time > waiters[i].time;
            EXPECT((waiters[i].lanes[k / 64] >> k % 64 & 1) == (stays && !all));
        }
}

static World *new_world(void) {
    World *world = NEW(World);
    Plan *p = plan_of("order", SCOPE_CTA, THREADS, F32);
    add_object(p, "bar", OBJECT_MBARRIER);
    world->prover = (Prover){.plan = p, .ctas = 1, .warps = 2};
    order_init(&world->prover);
    return world;
}

static void random_events(void) {
    for (int i = 0; i < 150; i++) {
        MemMark mark = mem_mark();
        seed = (uint64_t)i;
        World *world = new_world();
        world->meet = i % 4 == 0;
        asks(world); /* before the first event */
        releases(world);
        while (world->count < MOST_EVENTS - 1) {
            world->prover.now += 1 + below(2);
            tell(world);
            if (below(3) == 0)
                tell(world); /* at the same time */
            if (below(2))
                asks(world);
            if (below(4) == 0)
                releases(world);
        }
        for (int k = 0; k < 30; k++)
            asks(world);
        releases(world);
        mem_rewind(mark);
    }
}

/* ---- collectives ------------------------------------------------------------------------------- */

enum { CTAS = 2, WARPS = 2 };

typedef struct {
    PrimitiveId id;
    int64_t count, lanes; /* lanes -1: none is said */
    int group;            /* of the scope */
    ScopeKind kind;
    int ctas;
} Collective;

static Run run_of(const Collective *c, const uint64_t *here) {
    Plan *p = plan_of("order", c->kind, THREADS, F32);
    p->scope.group = c->group;
    p->ctas = c->ctas;
    Prover *prover = NEW(Prover);
    *prover = (Prover){.plan = p, .ctas = c->ctas, .warps = WARPS};
    Phase *phase = add_phase(p);
    Step *step = add_sync(phase, c->id, NONE, c->count);
    Expr *value = NEW(Expr);
    *value = expr_constant(c->lanes);
    step->value = c->lanes < 0 ? NULL : value;
    Run run = {.prover = prover, .phase = phase, .step = step, .phase_index = 1, .step_index = 2};
    run.here = NEW_ARRAY(uint64_t, CTAS * WARPS);
    memcpy(run.here, here, (size_t)(c->ctas * WARPS) * sizeof *here);
    return run;
}

/* Groups of neighbours are whole, or nobody of them is here. */
static bool groups_are_whole(int64_t size, uint64_t here) {
    if (size != 1 && size != 2 && size != 4 && size != 8 && size != 16 && size != 32)
        return false;
    for (int lane = 0; lane < 32; lane++)
        for (int other = 0; other < 32; other++)
            if (lane / size == other / size && (here >> lane & 1) != (here >> other & 1))
                return false;
    return true;
}

static bool warp_is_whole(const Collective *c, uint64_t here) {
    const Act act = primitives[c->id].act;
    if (!here)
        return true;
    if (act == ACT_GROUP_SYNC)
        return groups_are_whole(c->count, here);
    if (act == ACT_SHUFFLE_GROUP)
        return groups_are_whole(c->lanes < 0 ? 0 : c->lanes, here);
    if (act == ACT_SHUFFLE_XOR && c->group)
        return groups_are_whole(c->group, here);
    int64_t lanes = c->lanes < 0 ? 0xffffffff : c->lanes;
    if (act != ACT_WARP_SYNC)
        return lanes == 0xffffffff && here == 0xffffffff;
    return lanes >= 1 && lanes <= 0xffffffff && (uint64_t)lanes == here;
}

static bool ctas_are_whole(const Collective *c, const uint64_t *here) {
    int come = 0;
    for (int cta = 0; cta < c->ctas; cta++) {
        const uint64_t *own = &here[cta * WARPS];
        if (!own[0] && !own[1])
            continue;
        come++;
        if (c->kind != SCOPE_CTA || own[0] != 0xffffffff || own[1] != 0xff)
            return false;
    }
    return primitives[c->id].group != GROUP_CLUSTER || !come || (come == c->ctas && c->ctas > 1);
}

static uint64_t any_lanes(int warp) {
    static const uint64_t lanes[] = {
        0xffffffff,
        0xffffffff,
        0,
        0xff,
        0xff00,
        0xffff,
        1,
        0xf0f0f0f0,
        0x7fffffff,
        0xfffffffe,
        0xf};
    return warp && below(2) ? 0xff : lanes[below(COUNT_OF(lanes))];
}

static void collectives(void) {
    static const PrimitiveId ids[] = {
        PRIM_WARP_SYNC,
        PRIM_GROUP_SYNC,
        PRIM_SHUFFLE_B32,
        PRIM_SHUFFLE_XOR_B32,
        PRIM_SHUFFLE_XOR_GROUP_B32,
        PRIM_LDMATRIX_X4,
        PRIM_CTA_SYNC,
        PRIM_CLUSTER_SYNC};
    static const int64_t sizes[] = {-1, 0, 1, 3, 4, 8, 16, 32, 64},
                         masks[] = {-1, -1, 0, 0xff, 0xffff, 0xffffffff, 0x1ffffffff};
    static const ScopeKind kinds[] = {SCOPE_CTA, SCOPE_CTA, SCOPE_WARP, SCOPE_THREAD};
    int right = 0;
    seed = 5;
    for (int i = 0; i < 12000; i++) {
        MemMark mark = mem_mark();
        uint64_t here[CTAS * WARPS];
        Collective c = {
            .id = ids[below(COUNT_OF(ids))],
            .count = sizes[below(COUNT_OF(sizes))],
            .lanes = masks[below(COUNT_OF(masks))],
            .group = below(3) ? 0 : 8,
            .kind = kinds[below(4)],
            .ctas = 1 + (int)below(2)};
        if (primitives[c.id].act == ACT_SHUFFLE_GROUP)
            c.lanes = sizes[below(COUNT_OF(sizes))];
        for (int w = 0; w < CTAS * WARPS; w++)
            here[w] = any_lanes(w % WARPS);
        if (below(3) == 0)
            here[1] = here[3] = 0;
        if (below(3) == 0) {
            here[0] = here[2] = 0xffffffff;
            here[1] = here[3] = 0xff;
        }
        if (below(4) == 0)
            here[2] = here[3] = 0;
        Run run = run_of(&c, here);
        const Group group = primitives[c.id].group;
        bool want = group == GROUP_WARP ? c.kind != SCOPE_THREAD : ctas_are_whole(&c, here);
        for (int w = 0; w < c.ctas * WARPS && group == GROUP_WARP; w++)
            want = want && warp_is_whole(&c, here[w]);
        EXPECT_OF(primitives[c.id].function, order_group(&run) == want);
        EXPECT_OF(primitives[c.id].function, !run.prover->kind == want);
        right += want;
        mem_rewind(mark);
    }
    EXPECT(right > 1000 && right < 11000);
}

/* ---- messages ---------------------------------------------------------------------------------- */

static void said(Collective c, uint64_t first, uint64_t second, const char *kind, const char *why) {
    const uint64_t here[CTAS * WARPS] = {first, second, first, second};
    Run run = run_of(&c, here);
    EXPECT_OF(why, !order_group(&run) && strcmp(run.prover->kind, kind) == 0);
    EXPECT_OF(why, strcmp(run.prover->reason, why) == 0);
}

#define OF(...) ((Collective){__VA_ARGS__})
static void messages(void) {
    const char *d = "divergent", *w = "wrong";
    said(
        OF(PRIM_WARP_SYNC, 0, 0xff, 0, SCOPE_CTA, 1),
        0,
        1,
        d,
        "phase 1 step 2: tc_warp_sync needs lanes 0xff of warp 1, but lanes 0x1 arrive");
    said(
        OF(PRIM_WARP_SYNC, 0, -1, 0, SCOPE_CTA, 2),
        0,
        0xff,
        d,
        "phase 1 step 2: tc_warp_sync needs lanes 0xffffffff of warp 1, but lanes 0xff arrive");
    said(
        OF(PRIM_WARP_SYNC, 0, 0, 0, SCOPE_CTA, 1),
        1,
        0,
        w,
        "the lanes of a sync are not a 32-bit mask");
    said(
        OF(PRIM_GROUP_SYNC, 8, -1, 0, SCOPE_CTA, 1),
        0xff7f,
        0,
        d,
        "phase 1 step 2: tc_warp_sync_group needs groups of 8 lanes, but only lanes 0x7f of one "
        "arrive");
    said(
        OF(PRIM_GROUP_SYNC, 6, -1, 0, SCOPE_CTA, 1),
        1,
        0,
        w,
        "the size of a group of lanes must be a power of two up to 32");
    said(
        OF(PRIM_SHUFFLE_B32, 0, -1, 0, SCOPE_THREAD, 1),
        1,
        0,
        d,
        "phase 1 step 2: tc_shuffle_b32 needs a warp, but one thread calls");
    said(
        OF(PRIM_SHUFFLE_B32, 0, 0xff, 0, SCOPE_CTA, 1),
        0xff,
        0,
        d,
        "phase 1 step 2: tc_shuffle_b32 needs whole warps");
    said(
        OF(PRIM_CTA_SYNC, 0, -1, 0, SCOPE_CTA, 1),
        0xffffffff,
        0xfe,
        d,
        "phase 1 step 2: tc_cta_sync needs all threads of the CTA");
    said(
        OF(PRIM_CLUSTER_SYNC, 0, -1, 0, SCOPE_CTA, 1),
        0xffffffff,
        0xff,
        d,
        "phase 1 step 2: tc_cluster_sync needs a cluster, but one CTA runs the plan");
}

/* Threads count through their own CTA, and a CTA is named where there are several. */
static void names(void) {
    for (int ctas = 1; ctas <= 3; ctas++)
        for (int warps = 1; warps <= 3; warps++) {
            const Prover prover = {.ctas = ctas, .warps = warps};
            for (int cta = 0; cta < ctas; cta++) {
                const char *of = ctas > 1 ? mem_printf(" of CTA %d", cta) : "";
                for (int rank = 0; rank < 32 * warps; rank++) {
                    Actor actor = actor_of(&prover, cta, rank);
                    EXPECT(actor == 64 * (cta * warps + rank / 32) + rank % 32);
                    EXPECT(!actor_is_barrier(&prover, actor));
                    EXPECT(
                        strcmp(actor_text(&prover, actor), mem_printf("thread %d%s", rank, of)) ==
                        0);
                }
                for (int warp = 0; warp < warps; warp++) {
                    const char *want = mem_printf("the elected thread of warp %d%s", warp, of);
                    Actor actor = actor_elected(&prover, cta * warps + warp);
                    EXPECT(strcmp(actor_text(&prover, actor), want) == 0);
                    EXPECT(!actor_is_barrier(&prover, actor));
                }
                for (int at = 0; at < 4; at++) {
                    Actor bar = actor_barrier(&prover, at, cta, ENDED);
                    EXPECT(bar == 64 * (ctas * warps + at * ctas + cta) + 1);
                    EXPECT(actor_is_barrier(&prover, bar));
                    EXPECT(strcmp(actor_text(&prover, bar), "a copy in flight") == 0);
                }
            }
        }
}

int main(void) {
    random_events();
    collectives();
    messages();
    names();
    mem_free_all();
    return unit_finish();
}
