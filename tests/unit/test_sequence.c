/* test_sequence.c: the steps of a Plan in the order of its text: which of them all callers meet at, what a
 * step touches, and by which one what is in flight has landed. */
#include "generator/plan/sequence.h"
#include "tests/unit/plans_parts.h"
#include "unit.h"

/* 64 threads store into a buffer of an arena, and sync. */
static Plan *stored(PrimitiveId sync, int64_t count) {
    Plan *p = plan_of("stored", SCOPE_CTA, 64, F32);
    int to = add_buffer(p, "to", SPACE_SMEM, ROLE_SCRATCH, 64);
    p->arenas[p->arena_count++] = (Arena){"smem", 256, 16};
    p->arenas[p->arena_count++] = (Arena){"other", 256, 16};
    p->buffers[to].arena = 2;
    int v = add_bundle(p, "v", ROLE_IN, 1, 0);
    Phase *phase = add_phase(p);
    add_step(phase, PRIM_STORE_SHARED_B32, to, SUM(0, RANK(1, 1, 0)), v, expr_constant(0));
    add_sync(phase, sync, add_object(p, "o", OBJECT_BARRIER), count);
    return p;
}

static bool meets(const Plan *p) {
    Sequence sequence = plan_sequence(p);
    return sequence_meets(&sequence, 0);
}

static void test_meets(void) {
    EXPECT(meets(stored(PRIM_CTA_SYNC, 0)));
    EXPECT(meets(stored(PRIM_CLUSTER_SYNC, 0)));
    EXPECT(meets(stored(PRIM_BARRIER_SYNC, 64)));
    EXPECT(meets(stored(PRIM_BARRIER_SYNC, 96)));
    EXPECT(!meets(stored(PRIM_BARRIER_SYNC, 32)));
    EXPECT(!meets(stored(PRIM_BARRIER_ARRIVE, 64)));
    EXPECT(!meets(stored(PRIM_WARP_SYNC, 0)));
    EXPECT(!meets(stored(PRIM_GROUP_SYNC, 32)));
    Plan *p = stored(PRIM_WARP_SYNC, 0);
    p->threads = p->scope.threads = 33;
    EXPECT(!meets(p));
    p->threads = p->scope.threads = 32;
    EXPECT(meets(p));
    p = stored(PRIM_GROUP_SYNC, 16);
    p->threads = p->scope.threads = 32;
    EXPECT(!meets(p));
    p->phases[0].steps[1].count = 32;
    EXPECT(meets(p));
    p->phases[0].steps[1].count = 8;
    p->scope.group = 8; /* who alone call */
    EXPECT(meets(p));
    p->phases[0].steps[1].count = 7;
    EXPECT(!meets(p));
    p = stored(PRIM_FENCE_ASYNC, 0);
    EXPECT(!meets(p));
    p->threads = 1;
    EXPECT(meets(p));
}

/* Not at one that some of them alone come to, nor before the first step that is asked of. */
static void test_meets_all(void) {
    Plan *p = stored(PRIM_CTA_SYNC, 0);
    p->phases[0].elected = true;
    EXPECT(!meets(p));
    p = stored(PRIM_CTA_SYNC, 0);
    add_guard(&p->phases[0], SUM(0, RANK(1, 1, 0)), COND_LT, 32);
    EXPECT(!meets(p));
    p = stored(PRIM_CTA_SYNC, 0);
    Cond *cond = NEW(Cond);
    *cond = (Cond){SUM(0, RANK(1, 1, 0)), COND_LT, expr_constant(32)};
    p->phases[0].steps[1].conds = cond;
    p->phases[0].steps[1].cond_count = 1;
    EXPECT(!meets(p));
    p = stored(PRIM_CTA_SYNC, 0);
    Sequence sequence = plan_sequence(p);
    EXPECT(sequence.count == 2 && sequence_meets(&sequence, 1) && !sequence_meets(&sequence, 2));
}

static void test_touches(void) {
    Plan *p = stored(PRIM_CTA_SYNC, 0);
    Sequence sequence = plan_sequence(p);
    EXPECT(sequence_touches(&sequence, 0, ARGUMENT_BUFFER, 0));
    EXPECT(!sequence_touches(&sequence, 0, ARGUMENT_BUFFER, 1));
    EXPECT(sequence_touches(&sequence, 0, ARGUMENT_BUNDLE, 0));
    EXPECT(!sequence_touches(&sequence, 0, ARGUMENT_BUNDLE, 1));
    EXPECT(sequence_touches(&sequence, 0, ARGUMENT_ARENA, 1));
    EXPECT(!sequence_touches(&sequence, 0, ARGUMENT_ARENA, 0));
    EXPECT(!sequence_touches(&sequence, 1, ARGUMENT_BUFFER, 0));
    EXPECT(!sequence_touches(&sequence, 1, ARGUMENT_ARENA, 1));
    EXPECT(sequence_last(&sequence, ARGUMENT_BUFFER, 0) == 0);
    EXPECT(sequence_last(&sequence, ARGUMENT_BUFFER, 1) == -1);
    EXPECT(sequence_done(&sequence, ARGUMENT_BUFFER, 0) == 0);
    EXPECT(sequence_done(&sequence, ARGUMENT_BUFFER, 1) == -1);
}

/* A body of the caller's touches what its flows say, of memory alone. */
static void test_bodies(void) {
    Plan *p = plan_of("body", SCOPE_WARP, 32, F32);
    int a = add_buffer(p, "a", SPACE_SMEM, ROLE_SCRATCH, 32);
    int b = add_buffer(p, "b", SPACE_SMEM, ROLE_SCRATCH, 32);
    int v = add_bundle(p, "v", ROLE_IN, 1, 0);
    Operand reg = rows_in(AXIS_LANEID, 32, 1), mem = row_major(SPACE_SMEM, 32, 1);
    add_flow(p, reg, v, mem, a);
    add_flow(p, mem, b, reg, v);
    p->parts[0] = (Part){.is_body = true, .reads_count = 1, .reads = {0}};
    p->parts[1] = (Part){.is_body = true, .writes_count = 1, .writes = {1}};
    p->parts[2] = (Part){.is_body = true, .reads_count = 1, .reads = {1}};
    p->parts[3] = (Part){.is_body = true, .writes_count = 1, .writes = {0}};
    p->part_count = 4;
    Sequence sequence = plan_sequence(p);
    EXPECT(sequence.count == 4);
    for (int i = 0; i < 4; i++)
        for (int of = 0; of < 2; of++) {
            EXPECT(sequence_touches(&sequence, i, ARGUMENT_BUFFER, of) == (i == of));
            EXPECT(!sequence_touches(&sequence, i, ARGUMENT_BUNDLE, of));
        }
}

/* A copy, a wait, a cluster barrier: by which step the destination has landed, and by which the source. */
static int landed_by(const Step *wait, bool peer, bool read) {
    Plan *p = plan_of("copy", SCOPE_CTA, 64, F32);
    int to = add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 64);
    int from = add_buffer(p, "from", SPACE_GMEM, ROLE_IN, 64);
    Phase *phase = add_phase(p);
    Step *copy = add_copy(phase, PRIM_CP_ASYNC_B128, to, expr_constant(0), from, expr_constant(0));
    copy->object = 1;
    copy->dst.peer = peer ? the_other_cta() : NULL;
    phase->steps[phase->step_count++] = *wait;
    add_sync(phase, PRIM_CLUSTER_SYNC, NONE, 0);
    Sequence sequence = plan_sequence(p);
    int landed = sequence_landed(&sequence, 0, read);
    EXPECT(read || sequence_done(&sequence, ARGUMENT_BUFFER, to) == landed);
    EXPECT(!read || sequence_done(&sequence, ARGUMENT_BUFFER, from) == landed);
    EXPECT(sequence_landed(&sequence, 1, read) == -1);
    phase->steps[2].primitive = PRIM_CTA_SYNC; /* which says nothing of the receiver */
    EXPECT(sequence_landed(&sequence, 0, read) == (peer ? -1 : landed));
    return landed;
}

static void test_landed(void) {
    const struct {
        PrimitiveId wait;
        int object;
        int64_t count;
        bool written, read;
    } rows[] = {
        {PRIM_CP_ASYNC_WAIT, 1, 0, true, true},
        {PRIM_CP_ASYNC_WAIT, 1, 1, false, false},
        {PRIM_CP_ASYNC_WAIT, 0, 0, false, false},
        {PRIM_BULK_WAIT, 1, 0, true, true},
        {PRIM_BULK_WAIT_READ, 1, 0, false, true},
        {PRIM_BULK_WAIT_READ, 1, 2, false, false},
        {PRIM_MBARRIER_WAIT, 1, 0, true, true},
        {PRIM_MBARRIER_WAIT, 2, 0, false, false},
        {PRIM_TMEM_WAIT, 1, 0, true, true},
        {PRIM_BULK_COMMIT, 1, 0, false, false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Step wait = {
            .primitive = rows[i].wait, .object = rows[i].object, .count = rows[i].count};
        EXPECT(landed_by(&wait, false, false) == (rows[i].written ? 1 : -1));
        EXPECT(landed_by(&wait, false, true) == (rows[i].read ? 1 : -1));
        EXPECT(landed_by(&wait, true, false) == (rows[i].written ? 2 : -1));
    }
}

/* A tensor copy, its wait, the caller's code, a cluster barrier: the tensor's memory is touched by the copy. */
static void test_tensors(void) {
    Plan *p = plan_of("box", SCOPE_CTA, 64, F32);
    int to = add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 64);
    int from = add_buffer(p, "from", SPACE_GMEM, ROLE_IN, 64);
    int other = add_buffer(p, "other", SPACE_GMEM, ROLE_IN, 64);
    int bar = add_object(p, "bar", OBJECT_MBARRIER), map = add_object(p, "map", OBJECT_TENSOR);
    p->objects[map].buffer = from;
    p->objects[map].type = 6; /* f16 */
    add_bundle(p, "v", ROLE_IN, 1, 0);
    add_bundle(p, "w", ROLE_IN, 1, 0);
    Step *copy = add_move(
        add_phase(p),
        PRIM_TENSOR_TO_SMEM_2D,
        in_buffer(to, expr_constant(0)),
        (Side){.kind = AT_TENSOR, .of = map});
    copy->object = bar;
    add_sync(add_phase(p), PRIM_MBARRIER_WAIT, bar, 0);
    add_sync(add_phase(p), PRIM_CLUSTER_SYNC, NONE, 0);
    p->parts[0] = (Part){.phase_count = 1};
    p->parts[1] = (Part){.is_body = true};
    p->parts[2] = (Part){.first_phase = 1, .phase_count = 1};
    p->parts[3] = (Part){.first_phase = 2, .phase_count = 1};
    p->part_count = 4;
    Sequence sequence = plan_sequence(p);
    EXPECT(sequence.count == 4);
    EXPECT(sequence_touches(&sequence, 0, ARGUMENT_BUFFER, to));
    EXPECT(sequence_touches(&sequence, 0, ARGUMENT_BUFFER, from));
    EXPECT(!sequence_touches(&sequence, 0, ARGUMENT_BUFFER, other));
    EXPECT(!sequence_touches(&sequence, 0, ARGUMENT_BUNDLE, from));
    EXPECT(!sequence_touches(&sequence, 0, ARGUMENT_BUNDLE, map));
    EXPECT(!sequence_touches(&sequence, 1, ARGUMENT_BUFFER, from));
    EXPECT(sequence_last(&sequence, ARGUMENT_BUFFER, from) == 0);
    EXPECT(sequence_landed(&sequence, 0, false) == 2 && sequence_landed(&sequence, 0, true) == 2);
    EXPECT(sequence_done(&sequence, ARGUMENT_BUFFER, from) == 2);
    EXPECT(sequence_done(&sequence, ARGUMENT_BUFFER, other) == -1); /* what flies is not of it */
    copy->dst.peer = the_other_cta();
    EXPECT(sequence_landed(&sequence, 0, false) == 3);
    p->phases[2].steps[0].primitive = PRIM_CTA_SYNC;
    EXPECT(sequence_landed(&sequence, 0, false) == -1);
    EXPECT(sequence_done(&sequence, ARGUMENT_BUFFER, to) == -1);
    EXPECT(sequence_meets(&sequence, 3) && sequence_meets(&sequence, 0));
    EXPECT(!sequence_meets(&sequence, 4));
}

/* Steps that let a thread go on only when others have come, and those that are in flight when they
 * are over: by the names that the pages of the kit give them. */
static void test_kinds(void) {
    static const char *const waits[] = {
        "tc_warp_sync",
        "tc_warp_sync_group",
        "tc_cta_sync",
        "tc_barrier_sync",
        "tc_mbarrier_wait",
        "tc_mbarrier_wait_cluster",
        "tc_cluster_sync"};
    int waiting = 0;
    for (int i = 0; i < PRIM_COUNT; i++) {
        const Step step = {.primitive = (PrimitiveId)i};
        const char *name = primitives[i].function;
        bool listed = false, sync = primitives[i].kind == KIND_SYNC;
        for (size_t k = 0; k < COUNT_OF(waits); k++)
            listed |= strcmp(name, waits[k]) == 0;
        waiting += listed;
        EXPECT_OF(name, step_waits(&step) == listed);
        bool flies = strncmp(name, "tc_cp_", 6) == 0 || strncmp(name, "tc_bulk_", 8) == 0 ||
                     strncmp(name, "tc_tensor_", 10) == 0 || strstr(name, "_async") ||
                     strncmp(name, "tc_tmem_", 8) == 0;
        EXPECT_OF(name, step_flies(&step) == (flies && !sync));
    }
    EXPECT(waiting == (int)COUNT_OF(waits));
}

/* Three phases of one, two and three steps without parts: all of them in order, the last one found. */
static void test_phases(void) {
    Plan *p = plan_of("phases", SCOPE_CTA, 64, F32);
    int to = add_buffer(p, "to", SPACE_SMEM, ROLE_OUT, 64), v = add_bundle(p, "v", ROLE_IN, 1, 0);
    for (int i = 0; i < 3; i++) {
        Phase *phase = add_phase(p);
        for (int k = 0; k < i; k++)
            add_sync(phase, PRIM_CTA_SYNC, NONE, 0);
        add_step(phase, PRIM_STORE_SHARED_B32, to, SUM(0, RANK(1, 1, 0)), v, expr_constant(0));
    }
    Sequence sequence = plan_sequence(p);
    EXPECT(sequence.count == 6);
    for (int i = 0; i < 6; i++) {
        bool stores = i == 0 || i == 2 || i == 5;
        int phase = i == 0 ? 0 : i < 3 ? 1 : 2;
        EXPECT(sequence.at[i].phase == &p->phases[phase] && !sequence.at[i].body);
        EXPECT(sequence_touches(&sequence, i, ARGUMENT_BUFFER, to) == stores);
        EXPECT(sequence_touches(&sequence, i, ARGUMENT_BUNDLE, v) == stores);
    }
    EXPECT(sequence_last(&sequence, ARGUMENT_BUFFER, to) == 5);
    EXPECT(sequence_done(&sequence, ARGUMENT_BUNDLE, v) == 5);
    EXPECT(sequence_meets(&sequence, 4) && !sequence_meets(&sequence, 5));
}

int main(void) {
    test_kinds();
    test_phases();
    test_tensors();
    test_meets();
    test_meets_all();
    test_touches();
    test_bodies();
    test_landed();
    mem_free_all();
    return unit_finish();
}
