/* test_order_edges.c: whom a sync is of, and whom not: elected lanes, warps without a lane, groups of lanes, some
 * warps of a CTA, one barrier phase after the other. Every Plan has every thread move register a to register r;
 * beside that, element `at` of scratch is written by one thread and read by another. */
#include "generator/plan/plan.h"
#include "plans_parts.h"
#include "unit.h"
#include <string.h>

enum { A, R, T };

static void judge_at(const Plan *plan, const char *kind, int line) {
    Proof proof = plan_prove(plan_copy(plan));
    bool right = proof.ok == !kind && (proof.ok || strcmp(proof.kind, kind) == 0);
    unit_expect(right, kind ? kind : "accepted", __FILE__, line);
    if (!right)
        printf("  %s: %s\n", proof.ok ? "accepted" : proof.kind, proof.ok ? "" : proof.reason);
}
#define judge(plan, kind) judge_at(plan, kind, __LINE__)

static Plan *moves(ScopeKind scope, int threads) {
    Plan *p = plan_of("order", scope, threads, F32);
    p->targets = feature_targets(FEATURE_BULK) & feature_targets(FEATURE_CLUSTER);
    add_bundle(p, "a", ROLE_IN, 1, 0);
    add_bundle(p, "r", ROLE_OUT, 1, 0);
    add_bundle(p, "t", ROLE_SCRATCH, 1, 0);
    add_buffer(p, "scratch", SPACE_SMEM, ROLE_SCRATCH, threads);
    Axis axis = scope == SCOPE_WARP ? AXIS_LANEID : AXIS_TX;
    Operand operand = operand_of(SPACE_REG, 0, threads, LAYOUT({threads, 1, axis}));
    add_flow(p, operand, A, operand, R);
    const Expr zero = expr_constant(0);
    add_move(add_phase(p), PRIM_MOVE, in_bundle(R, zero), in_bundle(A, zero));
    return p;
}

static Step *when(Step *step, CondOp op, int64_t rank) {
    Cond *conds = NEW_ARRAY(Cond, step->cond_count + 1);
    for (int i = 0; i < step->cond_count; i++)
        conds[i] = step->conds[i];
    conds[step->cond_count++] = (Cond){SUM(0, RANK(1, 1, 0)), op, expr_constant(rank)};
    step->conds = conds;
    return step;
}

static void put(Plan *p, int64_t rank) {
    when(
        add_step(&p->phases[0], PRIM_STORE_SHARED_B32, 0, expr_constant(0), A, expr_constant(0)),
        COND_EQ,
        rank);
}

static void get(Plan *p, int64_t rank) {
    when(
        add_step(&p->phases[0], PRIM_LOAD_SHARED_B32, 0, expr_constant(0), T, expr_constant(0)),
        COND_EQ,
        rank);
}

static Step *sync_of(Plan *p, PrimitiveId primitive, int object, int64_t count) {
    return add_sync(&p->phases[0], primitive, object, count);
}

static const Expr *number(int64_t value) {
    Expr *expr = NEW(Expr);
    *expr = expr_constant(value);
    return expr;
}

/* ---- the lanes of a warp ------------------------------------------------------------------------ */

/* All lanes but one: what that one wrote nobody knows, and what the others wrote it does not know. */
static void warps_without_a_lane(void) {
    for (int without = 0; without < 2; without++) {
        int lane = without ? 31 : 0, other = without ? 0 : 31;
        int64_t mask = without ? 0x7fffffff : 0xfffffffe;
        for (int turned = 0; turned < 2; turned++) {
            Plan *p = moves(SCOPE_WARP, 32);
            put(p, turned ? other : lane);
            Step *sync = sync_of(p, PRIM_WARP_SYNC, NONE, 0);
            get(p, turned ? lane : other);
            judge(p, NULL);
            sync->value = number(mask);
            when(sync, without ? COND_LT : COND_GE, without ? 31 : 1);
            judge(p, "race");
        }
        Plan *p = moves(SCOPE_WARP, 32);
        put(p, other);
        when(sync_of(p, PRIM_WARP_SYNC, NONE, 0), without ? COND_LT : COND_GE, without ? 31 : 1)
            ->value = number(mask);
        get(p, 15);
        judge(p, NULL);
    }
}

static void masks(void) {
    static const struct {
        int64_t mask;
        int lane; /* -1: all come */
        const char *kind;
    } rows[] = {
        {0xffffffff, -1, NULL},
        {1, 0, NULL},
        {(int64_t)1 << 31, 31, NULL},
        {2, 0, "divergent"},
        {1, -1, "divergent"},
        {0xfffffffe, -1, "divergent"},
        {0, 0, "wrong"},
        {-1, -1, "wrong"},
        {(int64_t)1 << 32, -1, "wrong"},
        {((int64_t)1 << 32) + 1, 0, "wrong"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Plan *p = moves(SCOPE_WARP, 32);
        Step *sync = sync_of(p, PRIM_WARP_SYNC, NONE, 0);
        sync->value = number(rows[i].mask);
        if (rows[i].lane >= 0)
            when(sync, COND_EQ, rows[i].lane);
        judge(p, rows[i].kind);
    }
    Plan *p = moves(SCOPE_WARP, 32);
    Expr *own = NEW(Expr);
    *own = SUM(0xffffffff, RANK(1, 32, 0)); /* the same for all of them */
    sync_of(p, PRIM_WARP_SYNC, NONE, 0)->value = own;
    judge(p, "wrong");
}

/* Neighbours in groups of `size`: what a lane wrote is known within its group, and there alone. */
static void groups(void) {
    for (int size = 1; size <= 32; size *= 2)
        for (int first = 0; first < 32; first += size) {
            const int reader[] = {first, first + size - 1, first - 1, first + size};
            for (int i = 0; i < 4; i++) {
                Plan *p = moves(SCOPE_CTA, 64);
                put(p, 32 + first);
                sync_of(p, PRIM_GROUP_SYNC, NONE, size);
                get(p, 32 + reader[i]);
                if (reader[i] < 32)
                    judge(p, i < 2 ? NULL : "race");
            }
        }
    static const int64_t none[] = {-8, -1, 0, 3, 5, 6, 12, 24, 31, 33, 48, 64};
    for (size_t i = 0; i < COUNT_OF(none); i++) {
        Plan *p = moves(SCOPE_WARP, 32);
        sync_of(p, PRIM_GROUP_SYNC, NONE, none[i]);
        judge(p, "wrong");
    }
    for (int size = 2; size <= 32; size *= 2)
        for (int count = 1; count <= 32; count++) {
            Plan *p = moves(SCOPE_WARP, 32);
            when(sync_of(p, PRIM_GROUP_SYNC, NONE, size), COND_LT, count);
            judge(p, count % size ? "divergent" : NULL);
        }
}

/* ---- some warps of a CTA ------------------------------------------------------------------------ */

static Plan *with_barrier(int threads) {
    Plan *p = moves(SCOPE_CTA, threads);
    add_object(p, "pair", OBJECT_BARRIER);
    p->objects[0].id = 1;
    return p;
}

/* A barrier of two warps of four, the lower or the upper ones: of all threads these alone know of each other. */
static void pairs_of_warps(void) {
    static const int64_t who[] = {0, 31, 32, 63, 64, 95, 96, 127};
    for (int upper = 0; upper < 2; upper++)
        for (size_t a = 0; a < COUNT_OF(who); a++)
            for (size_t b = 0; b < COUNT_OF(who); b++) {
                Plan *p = with_barrier(128);
                put(p, who[a]);
                Step *sync = sync_of(p, PRIM_BARRIER_SYNC, 0, 64);
                when(sync, upper ? COND_GE : COND_LT, 64);
                get(p, who[b]);
                bool both = who[a] / 64 == upper && who[b] / 64 == upper;
                judge(p, both || a == b ? NULL : "race");
            }
}

/* The upper warps come to a barrier at which the lower ones met: after a sync of all they know that this phase
 * is over, and not before, whatever came before that. */
static void one_phase_after_the_other(void) {
    for (int before = 0; before < 3; before++)
        for (int between = 0; between < 2; between++) {
            Plan *p = with_barrier(128);
            for (int i = 0; i < before; i++)
                sync_of(p, PRIM_CTA_SYNC, NONE, 0);
            when(sync_of(p, PRIM_BARRIER_SYNC, 0, 64), COND_LT, 64);
            if (between)
                sync_of(p, PRIM_CTA_SYNC, NONE, 0);
            when(sync_of(p, PRIM_BARRIER_SYNC, 0, 64), COND_GE, 64);
            judge(p, between ? NULL : "race");
        }
}

/* Who comes first only says so, and knows nothing of the others. */
static void arrivals(void) {
    for (int turned = 0; turned < 2; turned++) {
        Plan *p = with_barrier(64);
        put(p, turned ? 32 : 0);
        when(sync_of(p, PRIM_BARRIER_ARRIVE, 0, 64), COND_LT, 32);
        when(sync_of(p, PRIM_BARRIER_SYNC, 0, 64), COND_GE, 32);
        get(p, turned ? 0 : 32);
        judge(p, turned ? "race" : NULL);
    }
}

/* All wait for the first phase; the second ends by their arrivals, which nobody waits for: that it has, they do not
 * know, though they know each other. */
static void phases_that_nobody_saw(void) {
    for (int threads = 64; threads <= 128; threads += 64)
        for (int seen = 0; seen < 2; seen++) {
            Plan *p = with_barrier(threads);
            when(sync_of(p, PRIM_BARRIER_SYNC, 0, 64), COND_LT, 64);
            when(sync_of(p, seen ? PRIM_BARRIER_SYNC : PRIM_BARRIER_ARRIVE, 0, 64), COND_LT, 64);
            when(sync_of(p, PRIM_BARRIER_SYNC, 0, 64), COND_LT, 64);
            judge(p, seen ? NULL : "race");
        }
}

/* ---- elected lanes ------------------------------------------------------------------------------ */

typedef struct {
    int threads, come; /* of a barrier */
    PrimitiveId sync;
} Who;

static void meet(Phase *phase, const Who *who) {
    Step *step = add_sync(phase, who->sync, NONE, 0);
    if (who->sync == PRIM_BARRIER_SYNC) {
        step->object = 1;
        step->count = who->come;
        when(step, COND_LT, who->come);
    }
}

/* Two tiles through one place: the elected lane of warp 0 takes what all of them wrote, and they write again
 * when it has. `left` is the sync that is left out. */
static Plan *two_tiles(const Who *who, int left) {
    Plan *p = plan_of("tiles", SCOPE_CTA, who->threads, F32);
    p->targets = feature_targets(FEATURE_BULK);
    int src = add_bundle(p, "src", ROLE_IN, 2, 0);
    int scratch = add_buffer(p, "scratch", SPACE_SMEM, ROLE_SCRATCH, 64);
    int dst = add_buffer(p, "dst", SPACE_GMEM, ROLE_OUT, 128);
    int group = add_object(p, "group", OBJECT_GROUP), bar = add_object(p, "bar", OBJECT_BARRIER);
    p->objects[group].left = true;
    p->objects[bar].id = 2;
    for (int tile = 0; tile < 2; tile++) {
        Phase *write = add_phase(p), *send = add_phase(p);
        if (tile == 1 && left != 1)
            meet(write, who);
        Step *store = add_step(
            write, PRIM_STORE_SHARED_B32, scratch, SUM(0, RANK(1, 1, 0)), src, expr_constant(tile));
        when(store, COND_LT, 64);
        when(add_sync(write, PRIM_FENCE_ASYNC, NONE, 0), COND_LT, 64);
        if (left != 2 * tile)
            meet(write, who);
        send->elected = true;
        add_guard(send, SUM(0, RANK(1, 32, 0)), COND_EQ, 0);
        Step *copy = add_copy(
            send, PRIM_BULK_SMEM_TO_GMEM, dst, expr_constant(64 * tile), scratch, expr_constant(0));
        copy->count = 256;
        copy->object = group;
        add_sync(send, PRIM_BULK_COMMIT, group, 0);
        add_sync(send, PRIM_BULK_WAIT_READ, group, 0);
    }
    Operand owned = operand_of(SPACE_REG, 0, 128, LAYOUT({2, 1, AXIS_M}, {64, 1, AXIS_TX}));
    add_flow(p, owned, src, operand_of(SPACE_GMEM, 0, 128, LAYOUT({128, 1, AXIS_M})), dst);
    return p;
}

static void tiles_by_an_elected_lane(void) {
    static const Who rows[] = {
        {64, 0, PRIM_CTA_SYNC},
        {128, 0, PRIM_CTA_SYNC},
        {64, 64, PRIM_BARRIER_SYNC},
        {128, 64, PRIM_BARRIER_SYNC},
        {128, 96, PRIM_BARRIER_SYNC}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int left = -1; left < 3; left++)
            judge(two_tiles(&rows[i], left), left < 0 ? NULL : "race");
}

/* Lane 16 of 32 may be the one that is elected: a sync of the lower lanes is none with it. */
static void half_a_warp_and_an_elected_lane(void) {
    for (int whole = 0; whole < 3; whole++) {
        Plan *p = plan_of("half", SCOPE_WARP, 32, F32);
        p->targets = feature_targets(FEATURE_BULK);
        int src = add_bundle(p, "src", ROLE_IN, 1, 0);
        int scratch = add_buffer(p, "scratch", SPACE_SMEM, ROLE_SCRATCH, 16);
        int dst = add_buffer(p, "dst", SPACE_GMEM, ROLE_OUT, 16);
        int group = add_object(p, "group", OBJECT_GROUP);
        p->objects[group].left = true;
        Phase *write = add_phase(p), *send = add_phase(p);
        Expr at = SUM(0, RANK(1, 1, 0));
        when(
            add_step(write, PRIM_STORE_SHARED_B32, scratch, at, src, expr_constant(0)),
            COND_LT,
            16);
        add_sync(write, PRIM_FENCE_ASYNC, NONE, 0);
        Step *sync = whole == 2 ? add_sync(write, PRIM_GROUP_SYNC, NONE, 16)
                                : add_sync(write, PRIM_WARP_SYNC, NONE, 0);
        if (whole == 0)
            when(sync, COND_LT, 16)->value = number(0xffff);
        send->elected = true;
        Step *copy = add_copy(
            send, PRIM_BULK_SMEM_TO_GMEM, dst, expr_constant(0), scratch, expr_constant(0));
        copy->count = 64;
        copy->object = group;
        add_sync(send, PRIM_BULK_COMMIT, group, 0);
        Operand owned = operand_of(SPACE_REG, 0, 16, LAYOUT({16, 1, AXIS_LANEID}));
        add_flow(p, owned, src, operand_of(SPACE_GMEM, 0, 16, LAYOUT({16, 1, AXIS_M})), dst);
        judge(p, whole == 1 ? NULL : "race");
    }
}

/* ---- clusters ----------------------------------------------------------------------------------- */

/* Nobody comes: nothing happens, whatever it is that would need all. */
static void syncs_of_nobody(void) {
    static const PrimitiveId syncs[] = {PRIM_CLUSTER_SYNC, PRIM_CTA_SYNC, PRIM_WARP_SYNC};
    for (int ctas = 0; ctas <= 2; ctas += 2)
        for (size_t i = 0; i < COUNT_OF(syncs); i++)
            for (int come = 0; come < 3; come++) {
                Plan *p = moves(SCOPE_CTA, 64);
                p->ctas = ctas;
                Step *sync = sync_of(p, syncs[i], NONE, 0);
                if (come < 2)
                    when(sync, COND_LT, come ? 32 : 0);
                bool alone = syncs[i] == PRIM_CLUSTER_SYNC && ctas == 0;
                bool part = come == 1 && syncs[i] != PRIM_WARP_SYNC;
                judge(p, come > 0 && (alone || part) ? "divergent" : NULL);
            }
}

int main(void) {
    warps_without_a_lane();
    masks();
    groups();
    pairs_of_warps();
    one_phase_after_the_other();
    arrivals();
    phases_that_nobody_saw();
    tiles_by_an_elected_lane();
    half_a_warp_and_an_elected_lane();
    syncs_of_nobody();
    mem_free_all();
    return unit_finish();
}
