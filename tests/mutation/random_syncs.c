/* random_syncs.c: a few rounds of store, sync, load, sync. In each round thread t's number goes to the
 * thread whose number has the bits of t in another order, so that the layouts of source and destination
 * can say what must come out. The syncs are drawn: often the right ones, often not. */
#include "random_syncs.h"
#include "tests/unit/plans_parts.h"

enum { BITS = 6, SCRATCH = 128, BARRIERS = 2, MBARRIERS = 2 };
typedef struct {
    uint64_t state;
    Plan *plan;
    Phase *phase;
    int bits[BITS]; /* bit b of the owner is bit bits[b] of the first owner */
    int parity[MBARRIERS], scratch, v;
} Draw;

static int64_t roll(Draw *draw, int64_t sides) {
    draw->state = draw->state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((draw->state >> 33) % (uint64_t)sides);
}

/* ---- syncs ---------------------------------------------------------------------------------- */

typedef enum { ALL, FIRST, SECOND } Who;

static Step *by(Step *step, Who who) {
    if (who == ALL)
        return step;
    step->conds = NEW(Cond);
    step->cond_count = 1;
    *step->conds =
        (Cond){SUM(0, RANK(1, 1, 0)), who == FIRST ? COND_LT : COND_GE, expr_constant(32)};
    return step;
}

static void arrive(Draw *draw, int bar, Who who) {
    by(add_sync(draw->phase, PRIM_MBARRIER_ARRIVE, bar, 0), who);
}

static void wait_for(Draw *draw, int bar, Who who, int parity) {
    Expr *value = NEW(Expr);
    *value = expr_constant(parity & 1);
    by(add_sync(draw->phase, PRIM_MBARRIER_WAIT, bar, 0), who)->value = value;
}

/* mbarrier 0 counts 64 arrivals, 1 counts 32. */
static void sync_mbarrier(Draw *draw) {
    int bar = (int)roll(draw, MBARRIERS), *parity = &draw->parity[bar];
    arrive(draw, bar, bar == 0 ? ALL : roll(draw, 2) ? FIRST : SECOND);
    for (int who = FIRST; who <= SECOND; who++)
        if (roll(draw, 6))
            wait_for(draw, bar, (Who)who, *parity + (roll(draw, 12) == 0));
    *parity += roll(draw, 12) != 0;
}

static void sync_named(Draw *draw) {
    int barrier = MBARRIERS + (int)roll(draw, BARRIERS);
    if (roll(draw, 2)) {
        add_sync(draw->phase, PRIM_BARRIER_SYNC, barrier, 64);
        return;
    }
    Who first = roll(draw, 2) ? FIRST : SECOND;
    by(add_sync(draw->phase, PRIM_BARRIER_ARRIVE, barrier, 64), first);
    by(add_sync(draw->phase, PRIM_BARRIER_SYNC, barrier, roll(draw, 9) ? 64 : 32),
       first == FIRST ? SECOND : FIRST);
}

static void sync_warps(Draw *draw) {
    Step *step = by(add_sync(draw->phase, PRIM_WARP_SYNC, NONE, 0), (Who)(roll(draw, 8) == 0));
    if (roll(draw, 6) == 0) {
        Expr *mask = NEW(Expr);
        *mask = expr_constant(0xffff);
        step->value = mask;
        step->conds = NEW(Cond);
        step->cond_count = 1;
        *step->conds =
            (Cond){SUM(0, RANK(1, 1, 32)), COND_LT, expr_constant(roll(draw, 5) ? 16 : 17)};
    }
}

static void sync(Draw *draw, bool across) {
    switch (roll(draw, 10)) {
    case 0:
        return;
    case 1:
    case 2:
        sync_warps(draw);
        if (across && roll(draw, 3))
            sync(draw, across);
        return;
    case 3:
    case 4:
        sync_mbarrier(draw);
        return;
    case 5:
    case 6:
        sync_named(draw);
        return;
    default:
        add_sync(draw->phase, PRIM_CTA_SYNC, NONE, 0);
    }
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* The thread's number with bits a and b exchanged. */
static Expr exchanged(int a, int b, int64_t constant) {
    Expr expr = expr_constant(constant);
    for (int i = 0; i < BITS; i++) {
        int to = i == a ? b : i == b ? a : i;
        expr_add(&expr, coef_int(1 << to), digit_of(VAR_RANK, 0, 1 << i, 2));
    }
    return expr;
}

static void exchange(Draw *draw, int a, int b) {
    int bit = draw->bits[a];
    draw->bits[a] = draw->bits[b];
    draw->bits[b] = bit;
}

static void shuffle(Draw *draw) {
    int a = (int)roll(draw, BITS - 1), b = (int)roll(draw, BITS - 1);
    Expr *peer = NEW(Expr);
    *peer = exchanged(a, b, 0);
    expr_drop_term(peer, BITS - 1); /* the warp */
    Side to = in_bundle(draw->v, expr_constant(0)), from = to;
    from.peer = peer;
    add_move(draw->phase, PRIM_SHUFFLE_B32, to, from);
    exchange(draw, a, b);
}

static void through_memory(Draw *draw, bool fetch) {
    int a = (int)roll(draw, BITS), b = (int)roll(draw, BITS);
    bool across = a != b && (a == BITS - 1 || b == BITS - 1);
    int64_t at = roll(draw, 2) * 64;
    Expr here = SUM(at, RANK(1, 1, 0));
    if (fetch) {
        add_copy(draw->phase, PRIM_CP_ASYNC_B32, draw->scratch, here, 0, SUM(0, RANK(1, 1, 0)))
            ->object = MBARRIERS + BARRIERS;
        if (roll(draw, 8))
            add_sync(draw->phase, PRIM_CP_ASYNC_COMMIT, MBARRIERS + BARRIERS, 0);
        if (roll(draw, 8))
            add_sync(draw->phase, PRIM_CP_ASYNC_WAIT, MBARRIERS + BARRIERS, roll(draw, 8) == 0);
    } else {
        add_step(
            draw->phase, PRIM_STORE_SHARED_B32, draw->scratch, here, draw->v, expr_constant(0));
    }
    sync(draw, across);
    add_step(
        draw->phase,
        PRIM_LOAD_SHARED_B32,
        draw->scratch,
        exchanged(a, b, at),
        draw->v,
        expr_constant(0));
    exchange(draw, a, b);
    if (roll(draw, 3))
        sync(draw, across);
}

/* ---- the plan ------------------------------------------------------------------------------- */

static void add_objects(Plan *plan) {
    static const int arrivals[MBARRIERS] = {64, 32}, ids[BARRIERS] = {0, 1};
    for (int i = 0; i < MBARRIERS; i++)
        plan->objects[add_object(plan, mem_printf("bar%d", i), OBJECT_MBARRIER)].arrivals =
            arrivals[i];
    for (int i = 0; i < BARRIERS; i++)
        plan->objects[add_object(plan, mem_printf("named%d", i), OBJECT_BARRIER)].id = ids[i];
    add_object(plan, "group", OBJECT_GROUP);
    Phase *init = add_phase(plan);
    for (int i = 0; i < MBARRIERS; i++) {
        Step *step = add_sync(init, PRIM_MBARRIER_INIT, i, arrivals[i]);
        step->conds = NEW(Cond);
        step->cond_count = 1;
        *step->conds = (Cond){SUM(0, RANK(1, 1, 0)), COND_EQ, expr_constant(0)};
    }
    add_sync(init, PRIM_CTA_SYNC, NONE, 0);
}

/* Element e belongs to the thread whose bit b is bit bits[b] of e. */
static Operand owners(const int *bits) {
    Shard shards[BITS];
    for (int b = 0; b < BITS; b++)
        shards[BITS - 1 - bits[b]] = (Shard){2, 1 << b, AXIS_TX};
    return operand_of(SPACE_REG, 0, 64, layout_of(BITS, shards));
}

Plan *random_syncs(uint64_t seed, int64_t *want) {
    Draw draw = {.state = seed * 2654435761u + 77, .bits = {0, 1, 2, 3, 4, 5}};
    Plan *plan = plan_of("random", SCOPE_CTA, 64, F32);
    plan->objects = NEW_ARRAY(Object, 8);
    bool fetch = roll(&draw, 3) == 0;
    Operand first = owners(draw.bits),
            memory = operand_of(SPACE_GMEM, 0, 64, LAYOUT({64, 1, AXIS_M}));
    draw.plan = plan;
    int given = add_buffer(plan, "given", SPACE_GMEM, ROLE_IN, 64);
    draw.scratch = add_buffer(plan, "scratch", SPACE_SMEM, ROLE_SCRATCH, SCRATCH);
    int src = add_bundle(plan, "src", ROLE_IN, 1, 0), dst = add_bundle(plan, "dst", ROLE_OUT, 1, 0);
    draw.v = add_bundle(plan, "v", ROLE_SCRATCH, 1, 0);
    add_objects(plan);
    draw.phase = add_phase(plan);
    draw.phase->steps = NEW_ARRAY(Step, 60);
    Side v = in_bundle(draw.v, expr_constant(0));
    if (!fetch)
        add_move(draw.phase, PRIM_MOVE, v, in_bundle(src, expr_constant(0)));
    int rounds = 1 + (int)roll(&draw, 3);
    for (int i = 0; i < rounds; i++) {
        if (roll(&draw, 4) == 0 && (i || !fetch))
            shuffle(&draw);
        else
            through_memory(&draw, fetch && i == 0);
    }
    add_move(draw.phase, PRIM_MOVE, in_bundle(dst, expr_constant(0)), v);
    add_flow(plan, fetch ? memory : first, fetch ? given : src, owners(draw.bits), dst);
    for (int t = 0; t < 64; t++) {
        int64_t element = 0;
        for (int b = 0; b < BITS; b++)
            element |= (int64_t)(t >> b & 1) << draw.bits[b];
        want[t] = fetch ? 1000 + element : 1 + element;
    }
    return widths(plan, 32, rounds);
}
