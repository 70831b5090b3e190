/* test_order.c: the order that the proof asks for between threads. Every Plan moves register a of
 * each thread to register r of the same thread, through a place of its own, and beside that writes
 * and reads `scratch`, right or wrong: element 0 is shared, elements 64 + rank are not. */
#include "generator/plan/plan.h"
#include "plans.h"
#include "unit.h"
#include <string.h>

enum { A, R, T };

/* A barrier behind a phase: a step of a phase of its own, because guards are of whole phases. */
typedef struct {
    PrimitiveId primitive;
    int64_t count;
    int object;
    unsigned lanes;
} Sync;
static const Sync no_sync = {PRIM_COUNT, 0, -1, 0}, cta_sync = {PRIM_CTA_SYNC, 0, -1, 0};

static Phase *new_phase(Plan *plan) {
    Phase *phase = &plan->phases[plan->phase_count++];
    *phase = (Phase){.steps = NEW_ARRAY(Step, 4)};
    return phase;
}

static void add_sync(Phase *phase, Sync sync) {
    Step *step = &phase->steps[phase->step_count++];
    *step = (Step){.primitive = sync.primitive, .count = sync.count, .object = sync.object};
    Expr *lanes = NEW(Expr);
    *lanes = expr_constant(sync.lanes);
    step->value = sync.lanes ? lanes : NULL;
}

static Phase *add_phase(Plan *plan, Sync sync) {
    Phase *phase = new_phase(plan);
    if (sync.primitive != PRIM_COUNT)
        add_sync(new_phase(plan), sync);
    return phase;
}

static Expr own_place(void) {
    Expr expr = expr_constant(64);
    expr_add(&expr, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    return expr;
}

static void add_step(Phase *phase, PrimitiveId primitive, Expr where, int bundle) {
    Side memory = {.kind = AT_BUFFER, .at = where}, registers = {.kind = AT_BUNDLE, .of = bundle};
    bool load = primitives[primitive].kind == KIND_LOAD;
    phase->steps[phase->step_count++] = (Step){
        .primitive = primitive,
        .dst = load ? registers : memory,
        .src = {load ? memory : registers},
        .object = -1};
}

/* rank OP value */
static void only(Phase *phase, CondOp op, int64_t value) {
    phase->guard = NEW(Cond);
    phase->guard_count = 1;
    *phase->guard = (Cond){expr_constant(0), op, expr_constant(value)};
    expr_add(&phase->guard->lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
}

static Operand owned(int threads) {
    Operand operand = {.space = SPACE_REG, .rank = 1, .whole = true, .align = 16};
    operand.shape[0] = threads;
    operand.region[0] = (Range){.symbol = -1, .extent = threads};
    operand.layout.shard_count = 1;
    operand.layout.shard[0] = (Iter){.extent = threads, .stride = {1, 0, {0}}, .axis = AXIS_TX};
    return operand;
}

/* Thread 0 has written element 0 when the first phase ends. */
static Plan *start(int threads, Sync sync) {
    Plan *plan = NEW(Plan);
    *plan = (Plan){
        .variant = "order",
        .targets = TARGETS_ALL,
        .scope = {.kind = SCOPE_CTA, .threads = threads, .lane_end = 32},
        .threads = threads,
        .dtype = dtype_find("f32", 3),
        .buffer_count = 1,
        .bundle_count = 3,
        .flow_count = 1};
    plan->scope.warp_end = threads / 32;
    plan->buffers = NEW_ARRAY(Buffer, 2);
    plan->bundles = NEW_ARRAY(Bundle, 3);
    plan->phases = NEW_ARRAY(Phase, 16);
    plan->objects = NEW_ARRAY(Object, 1);
    plan->flows = NEW(Flow);
    plan->buffers[0] = (Buffer){
        .name = "scratch",
        .space = SPACE_SMEM,
        .role = ROLE_SCRATCH,
        .dtype = plan->dtype,
        .align = 16,
        .elements = 256};
    plan->bundles[A] = (Bundle){"a", ROLE_IN, plan->dtype, 1, 0};
    plan->bundles[R] = (Bundle){"r", ROLE_OUT, plan->dtype, 1, 0};
    plan->bundles[T] = (Bundle){"t", ROLE_SCRATCH, plan->dtype, 1, 0};
    *plan->flows = (Flow){.src = owned(threads), .dst = owned(threads), .src_at = A, .dst_at = R};
    Phase *phase = add_phase(plan, sync);
    only(phase, COND_EQ, 0);
    add_step(phase, PRIM_STORE_SHARED_B32, expr_constant(0), A);
    return plan;
}

static Phase *shared_access(Plan *plan, bool store, Sync sync) {
    Phase *phase = add_phase(plan, sync);
    if (store)
        add_step(phase, PRIM_STORE_SHARED_B32, expr_constant(0), A);
    else
        add_step(phase, PRIM_LOAD_SHARED_B32, expr_constant(0), T);
    return phase;
}

/* line: the caller's, whose case it is. */
static void judge_at(Plan *plan, const char *kind, int line) {
    Phase *phase = add_phase(plan, no_sync);
    add_step(phase, PRIM_STORE_SHARED_B32, own_place(), A);
    add_step(phase, PRIM_LOAD_SHARED_B32, own_place(), R);
    Proof proof = plan_prove(plan);
    bool right = proof.ok == !kind && (proof.ok || strcmp(proof.kind, kind) == 0);
    unit_expect(right, kind ? kind : "accepted", __FILE__, line);
    if (!proof.ok && (!kind || strcmp(proof.kind, kind) != 0))
        printf("  %s: %s\n", proof.kind, proof.reason);
}
#define judge(plan, kind) judge_at(plan, kind, __LINE__)

/* All threads read element 0, then thread 0 reads it once more and writes it: the other readers are
 * not forgotten. */
static void later_reader_hides_none(void) {
    for (int ordered = 0; ordered < 2; ordered++) {
        Plan *plan = start(64, cta_sync);
        shared_access(plan, false, ordered ? cta_sync : no_sync);
        only(shared_access(plan, false, no_sync), COND_EQ, 0);
        only(shared_access(plan, true, no_sync), COND_EQ, 0);
        judge(plan, ordered ? NULL : "race");
    }
}

static Sync lanes_sync(unsigned lanes) {
    return (Sync){PRIM_WARP_SYNC, 0, -1, lanes};
}

/* The sync is executed by the lanes that it names. */
static void only_lanes(Plan *plan, int lanes) {
    if (lanes < 32)
        only(&plan->phases[plan->phase_count - 1], COND_LT, lanes);
}

/* All lanes read; a __syncwarp of the two lowest orders only these before the write. */
static void partial_mask_orders_its_lanes(void) {
    for (int all = 0; all < 2; all++) {
        Plan *plan = start(32, cta_sync);
        shared_access(plan, false, lanes_sync(all ? 0xffffffffu : 0x3u));
        only_lanes(plan, all ? 32 : 2);
        only(shared_access(plan, true, no_sync), COND_EQ, 0);
        judge(plan, all ? NULL : "race");
    }
}

/* A named barrier for one of two warps orders nothing between them. */
static void small_barrier_is_not_for_all(void) {
    for (int all = 0; all < 2; all++) {
        Plan *plan = start(64, (Sync){PRIM_BARRIER_SYNC, all ? 64 : 32, 0, 0});
        plan->objects[0] = (Object){.name = "barrier", .kind = OBJECT_BARRIER, .id = 1};
        plan->object_count = 1;
        only(&plan->phases[1], COND_LT, all ? 64 : 32);
        shared_access(plan, false, no_sync);
        judge(plan, all ? NULL : "race");
    }
}

static Plan *in_flight(Sync issued, Sync waited) {
    Plan *plan = start(64, issued);
    plan->buffers[1] = (Buffer){
        .name = "src",
        .space = SPACE_GMEM,
        .role = ROLE_IN,
        .dtype = plan->dtype,
        .align = 16,
        .elements = 64};
    plan->buffer_count = 2;
    plan->object_count = 1;
    plan->objects[0] = (Object){.name = "group", .kind = OBJECT_GROUP};
    plan->flows = NEW_ARRAY(Flow, 2);
    plan->flow_count = 2;
    plan->flows[0] = (Flow){.src = owned(64), .dst = owned(64), .src_at = A, .dst_at = R};
    plan->flows[1] = plan->flows[0];
    plan->flows[1].src.space = SPACE_GMEM;
    plan->flows[1].src.layout.shard[0].axis = AXIS_M;
    plan->flows[1].src_at = 1;
    plan->flows[1].dst_at = T;
    plan->bundles[T].role = ROLE_OUT;
    Step *step = &plan->phases[0].steps[0];
    step->primitive = PRIM_CP_ASYNC_B32;
    step->object = 0;
    plan->phases[0].guard_count = 0;
    step->dst.at = own_place();
    step->src[0] = step->dst;
    step->src[0].of = 1;
    step->src[0].at.constant = 0;
    Phase *wait = add_phase(plan, waited);
    add_sync(wait, (Sync){PRIM_CP_ASYNC_COMMIT, 0, 0, 0});
    add_sync(wait, (Sync){PRIM_CP_ASYNC_WAIT, 0, 0, 0});
    return plan;
}

/* Thread i fetches element i ^ 32's neighbour warp reads: a barrier before the wait is none. */
static void barrier_comes_after_the_wait(void) {
    for (int after = 0; after < 2; after++) {
        Plan *plan = in_flight(after ? no_sync : cta_sync, after ? cta_sync : no_sync);
        Phase *get = shared_access(plan, false, cta_sync);
        Step *put = &plan->phases[0].steps[0];
        /* element (rank + 32) % 64 is fetched: 32 * (1 - rank / 32) + rank % 32 */
        Expr other = expr_constant(32);
        expr_add(&other, coef_int(-32), digit_of(VAR_RANK, 0, 32, 0));
        expr_add(&other, coef_int(1), digit_of(VAR_RANK, 0, 1, 32));
        put->src[0].at = put->dst.at = other;
        put->dst.at.constant += 64;
        get->steps[0].src[0].at = own_place();
        judge(plan, after ? NULL : "race");
    }
}

/* A CTA of 1024 threads has 32 warps, one of 40 threads has two. */
static void sync_is_for_all_warps(void) {
    for (int threads = 32; threads <= 1024; threads += threads < 64 ? 1 : 31) {
        for (int ordered = 0; ordered < 2; ordered++) {
            Plan *plan = start(threads, ordered ? cta_sync : no_sync);
            plan->scope.warp_end = (threads + 31) / 32;
            plan->buffers[0].elements = 64 + threads;
            only(shared_access(plan, false, no_sync), COND_EQ, threads - 1);
            judge(plan, ordered ? NULL : "race");
        }
    }
}

int main(void) {
    sync_is_for_all_warps();
    later_reader_hides_none();
    partial_mask_orders_its_lanes();
    small_barrier_is_not_for_all();
    barrier_comes_after_the_wait();
    mem_free_all();
    return unit_finish();
}
