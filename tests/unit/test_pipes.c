/* test_pipes.c: what the barriers of a pipeline count, and that nothing of its parts can be left out: every
 * wait, arrival and fence of a model, when dropped, and every parity, when turned, must fail the proof. */
#include "pipeline/pipes.h"
#include "unit.h"
#include <string.h>

static PipelineCode *code_for(const char *body, int target) {
    const char *text = mem_printf("pipeline p {\n%s\n}\n", body);
    Module *module =
        lang_load(source_from_text("p.tc", text, strlen(text)), NULL, NULL, 0, 1u << target);
    if (!module->pipeline_count)
        return NULL;
    PipelinePlans *plans = pipelines_plan(module);
    PipelineCode *code = plans->count ? pipeline_code(plans->plans[0]) : NULL;
    return code && pipeline_code_report(code) && pipe_prove_all(code) ? code : NULL;
}

static PipelineCode *code_of(const char *body) {
    return code_for(body, TARGET_SM_90);
}

static const Pipe *pipe_named(const PipelineCode *code, const char *name) {
    for (int i = 0; code && i < code->count; i++)
        if (strcmp(code->pipes[i].name, name) == 0)
            return &code->pipes[i];
    return NULL;
}

/* ---- counts ---------------------------------------------------------------------------------- */

static void test_counts(void) {
    PipelineCode *code = code_of(
        "ii 8\nagents load:1w store:2w mma0:4w mma1:4w\n"
        "value A f16[64,64] stages 4 sync tma produce load @0.0 consume mma0 @3.0+8, mma1 @3.0+8\n"
        "value B f16[128,64] stages 4 sync tma with A produce load @0.0 consume mma0 @3.0+8\n"
        "value C f32[32,32] stages 2 sync async produce store @0.0 consume mma0 @1.0, mma0 @1.2\n"
        "value D f32[32,32] stages 2 sync cpasync produce store @0.0 consume mma1 @1.0\n"
        "value N mutex produce mma0 @3.0 consume mma1 @3.7\n");
    const Pipe *a = pipe_named(code, "A"), *c = pipe_named(code, "C");
    const Pipe *d = pipe_named(code, "D"), *n = pipe_named(code, "N");
    EXPECT(code && a && c && d && n && !pipe_named(code, "B"));
    if (!a || !c || !d || !n)
        return;
    EXPECT(a->full == 1 && a->empty == 8 && a->bytes == 3 * 64 * 64 * 2);
    EXPECT(c->full == 2 && c->empty == 4 && c->bytes == 0);
    EXPECT(d->full == 64 && d->empty == 4);
    EXPECT(n->form == PIPE_NAMED && n->threads == 256 && n->record->barrier >= 1);
    EXPECT(a->full_at == round_up(code->tiles, 8) && a->empty_at == a->full_at + 8);
    EXPECT(c->full_at == a->full_at + 4 * 16);
    const Pipe *e = pipe_named(
        code_of("ii 8\nagents store:2w read:4w\n"
                "value E u32[64] sync async arrive threads produce store @0.0 consume read @0.2\n"),
        "E");
    EXPECT(e && e->each && e->full == 64 && e->empty == 128 && !c->each);
}

/* The union has slots as long as their stride: what it takes is no less than its largest member. */
static void test_padding(void) {
    PipelineCode *code =
        code_of("ii 4\nagents a:1w b:1w\n"
                "value T u32[80] align 512 sync async produce a @0.0 consume b @0.1\n");
    EXPECT(code && code->tiles == 320 && code->pipes[0].full_at == 320 && code->bytes == 512);
    code = code_of("ii 4\nagents a:1w b:1w\nvalue T mutex produce a @0.0 consume b @0.1\n");
    EXPECT(code && code->tiles == 0 && code->bytes == 16);
    /* 33 bytes, barriers from 40 to 56; slots of 32 bytes at a multiple of 8 are moved by 8 */
    PipelineCode *exact =
        code_of("ii 8\ncapacity 56\nagents a:1w b:1w\n"
                "value A u8[33] align 1 sync async produce a @0.0 consume b @0.1\n");
    EXPECT(exact && exact->bytes == 56);
    EXPECT(code_of("ii 8\nagents a:1w b:1w\n"
                   "value A u64[4] align 8 sync async produce a @0.0 consume b @0.1\n"));
}

/* ---- wrong relatives --------------------------------------------------------------------------- */

static const char bulk[] =
    "ii 4\nagents load:1w even:1w odd:2w\n"
    "value T u32[64] stages 3 sync tma produce load @0.0 consume even @2.0+2, odd @2.0+2\n"
    "value U u32[32] stages 3 sync tma with T produce load @0.0 consume odd @2.0+2\n";
static const char threads[] =
    "ii 4\nagents store:2w read:1w\n"
    "value T u32[96] stages 2 sync async produce store @0.0 consume read @1.0+2\n";
static const char each[] =
    "ii 4\nagents store:2w read:1w\n"
    "value T u32[96] stages 2 sync async arrive threads produce store @0.0 consume read @1.0+2\n";
static const char each_of_bulk[] =
    "ii 4\nagents load:1w even:1w odd:2w\n"
    "value T u32[64] stages 3 sync tma arrive threads produce load @0.0 consume even @2.0+2, odd "
    "@2.0+2\n";
static const char each_remote[] = "ii 4\nagents send:1w read:2w even:1w\n"
                                  "value T u32[64] stages 3 sync dsmem arrive threads produce send "
                                  "@0.0 consume read @2.0+2, even "
                                  "@2.0+2\n";
static const char copies[] =
    "ii 4\nagents store:2w read:1w\n"
    "value T u32[64] stages 3 sync cpasync produce store @0.0 consume read @2.0+2\n";
static const char remote[] =
    "ii 4\nagents send:1w read:2w even:1w\n"
    "value T u32[64] stages 3 sync dsmem produce send @0.0 consume read @2.0+2, even @2.0+2\n"
    "value U u32[32] stages 3 sync dsmem with T produce send @0.0 consume read @2.0+2\n";
static const char group[] =
    "ii 4\nagents load:1w read:2w\n"
    "value T u32[32] stages 3 sync tma multicast 4 produce load @0.0 consume read @2.0+2\n";
static const char meet[] =
    "ii 4\nagents store:1w read:2w\n"
    "value T u32[64] stages 2 sync named produce store @0.0 consume read @1.0\n";
static const char order[] = "ii 8\nagents a:1w b:2w\n"
                            "value T u32[8] sync mbar produce a @0.0 consume b @0.4\n";
static const char turns[] =
    "ii 8\nagents load:1w math:1w read:1w\n"
    "value T u32[64] align 128 sync async produce math @0.0 consume read @0.2\n"
    "value Y u32[64] align 128 sync tma produce load @0.4 consume read @0.6\n";
static const char rings[] =
    "ii 8\nagents math:1w more:1w read:1w\n"
    "value T u32[64] stages 2 align 128 sync async produce math @0.0 consume read @0.2\n"
    "value Y u32[64] stages 2 align 128 sync cpasync produce more @0.4 consume read @0.6\n";
/* One buffer for what another CTA fills and for what comes from here, both ways round, and two of the former. */
static const char shared_out[] =
    "ii 8\nagents send:1w math:1w read:2w\n"
    "value T u32[64] stages 2 align 128 sync dsmem handoff cluster produce send @0.0 consume read "
    "@0.2\n"
    "value Y u32[64] stages 2 align 128 sync async produce math @0.4 consume read @0.6\n";
static const char shared_in[] =
    "ii 8\nagents send:1w math:1w read:1w\n"
    "value Y u32[64] align 128 sync tma produce math @0.0 consume read @0.2\n"
    "value T u32[64] align 128 sync dsmem handoff cluster produce send @0.4 consume read @0.6\n";
static const char shared_both[] =
    "ii 8\nagents send:1w more:1w read:1w\n"
    "value T u32[64] align 128 sync dsmem handoff cluster produce send @0.0 consume read @0.2\n"
    "value Y u32[64] align 128 sync dsmem handoff cluster produce more @0.4 consume read @0.6\n";
/* Rings of other depths and other tiles, which take turns as wholes. */
static const char unequal[] =
    "ii 8\nagents math:1w more:1w read:2w\n"
    "value T u32[64] stages 3 align 128 sync async produce math @0.0 consume read @0.2\n"
    "value Y u32[128] stages 2 align 128 sync async produce more @0.4 consume read @0.6\n";
static const char unequal_out[] =
    "ii 8\nagents send:1w math:1w read:1w\n"
    "value T u32[64] stages 2 align 128 sync dsmem handoff cluster produce send @0.0 consume read "
    "@0.2\n"
    "value Y u32[128] align 128 sync async produce math @0.4 consume read @0.6\n";
/* What cp.async brings in between says nothing of those who read before it came: Y waits for them, too. */
static const char landed[] =
    "ii 8\nagents math:1w copy:1w read:1w\n"
    "value T u32[64] align 128 sync async produce math @0.0 consume read @0.1\n"
    "value C u32[16] align 128 sync cpasync produce copy @0.2 consume math @0.3\n"
    "value Y u32[64] align 128 sync async produce math @0.4 consume read @0.5\n";

/* idle: syncs that a model can do without. The first acquire of each pipe waits for nothing, and nothing
 * follows the last release, so that its warp need not meet, for each consumer; where values take turns,
 * that the place was handed on says that the own slot is free: 2 pipes x 4 uses + 1 + 2. A turn has phases of
 * its own, which somebody must see the end of, so that only the first waits at it and at each `empty` are idle,
 * the last fence of what is overwritten, and the last meeting of a warp: of `unequal` also those of slots that
 * the next use of the other ring does not reach, three of T and one of Y. The proof takes the lane that a warp
 * elects for one and the same each time, so the sync behind each of 4 elected acquires is idle in it: it is for
 * the lanes beside, of which the caller may choose one for the copies. */
static const struct {
    const char *name, *body;
    int idle;
    ModelKind model;
} kinds[] = {
    {"bulk", bulk, 1 + 2, MODEL_THREAD},
    {"threads", threads, 1 + 1, MODEL_THREAD},
    {"each", each, 1, MODEL_THREAD},
    {"each_of_bulk", each_of_bulk, 1, MODEL_THREAD},
    {"each_remote", each_remote, 1, MODEL_THREAD},
    {"copies", copies, 1 + 1, MODEL_THREAD},
    {"remote", remote, 1 + 2, MODEL_THREAD},
    {"order", order, 1 + 1, MODEL_THREAD},
    {"turns", turns, 11, MODEL_THREAD},
    {"rings", rings, 11, MODEL_THREAD},
    {"shared_out", shared_out, 3 + 1 + 1, MODEL_THREAD},
    {"shared_in", shared_in, 3 + 1, MODEL_THREAD},
    {"shared_both", shared_both, 3 + 1, MODEL_THREAD},
    {"unequal", unequal, 6 + 1 + 4, MODEL_THREAD},
    {"unequal_out", unequal_out, 4 + 1 + 1, MODEL_THREAD},
    {"bulk, elected", bulk, 1 + 2 + 4, MODEL_ELECTED},
    {"each_of_bulk, elected", each_of_bulk, 1 + 4, MODEL_ELECTED},
    {"remote, elected", remote, 1 + 2 + 4, MODEL_ELECTED},
    {"turns, elected", turns, 11 + 4, MODEL_ELECTED},
    {"shared_in, elected", shared_in, 3 + 1 + 2 * 4, MODEL_ELECTED},
    {"group", group, 1 + 1, MODEL_THREAD},
    {"group, a pair", group, 1 + 1, MODEL_PAIR},
    {"group, elected", group, 1 + 1 + 4, MODEL_ELECTED}};

static Step *sync_at(Plan *plan, int number, Phase **phase, int *at) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            if (primitives[plan->phases[p].steps[s].primitive].kind == KIND_SYNC && number-- == 0) {
                *phase = &plan->phases[p];
                *at = s;
                return &plan->phases[p].steps[s];
            }
    return NULL;
}

static void drop(Phase *phase, int at) {
    for (int i = at; i + 1 < phase->step_count; i++)
        phase->steps[i] = phase->steps[i + 1];
    phase->step_count--;
}

static const Expr *turned(const Expr *parity) {
    Expr *other = NEW(Expr);
    *other = expr_constant(1 - parity->constant);
    return other;
}

/* Sync `n` with its parity turned. False: it has none. */
static bool turn_is_refused(const PipelineCode *code, const Pipe *pipe, ModelKind kind, int n) {
    Phase *phase;
    int at;
    Plan *plan = pipe_model(code, pipe, kind);
    Step *step = sync_at(plan, n, &phase, &at);
    if (!step->value)
        return true;
    step->value = turned(step->value);
    return !plan_prove(plan).ok;
}

/* Without one of its syncs, and with one of its parities turned. */
static void test_each_is_needed(void) {
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        const PipelineCode *code = code_of(kinds[k].body);
        const Pipe *pipe = pipe_named(code, "T");
        int idle = 0;
        EXPECT_OF(kinds[k].name, pipe && plan_prove(pipe_model(code, pipe, kinds[k].model)).ok);
        for (int i = 0; pipe; i++) {
            Phase *phase = NULL;
            int at = 0;
            Plan *plan = pipe_model(code, pipe, kinds[k].model);
            if (!sync_at(plan, i, &phase, &at))
                break;
            EXPECT_OF(kinds[k].name, turn_is_refused(code, pipe, kinds[k].model, i));
            drop(phase, at);
            idle += plan_prove(plan).ok;
        }
        EXPECT_OF(mem_printf("%s: %d", kinds[k].name, idle), idle == kinds[k].idle);
    }
}

/* One side does not come to the meeting, or the barrier counts others. */
static void test_meeting(void) {
    PipelineCode *code = code_of(meet);
    EXPECT(code && plan_prove(pipe_model(code, &code->pipes[0], MODEL_THREAD)).ok);
    for (int i = 0; code && i < 8; i++) {
        Plan *plan = pipe_model(code, &code->pipes[0], MODEL_THREAD);
        PipeSteps readers = {plan, 32, 64};
        Phase *phase = NULL;
        int at = 0;
        sync_at(plan, i, &phase, &at);
        Phase *other = pipe_phase(&readers);
        sync_at(plan, i, &phase, &at);
        phase->guard = other->guard;
        phase->guard_count = other->guard_count;
        plan->phase_count--;
        EXPECT(!plan_prove(plan).ok);
    }
    if (code)
        code->pipes[0].threads += 32;
    EXPECT(code && !plan_prove(pipe_model(code, &code->pipes[0], MODEL_THREAD)).ok);
}

static void expect_wrong(
    const PipelineCode *code, const Pipe *pipe, const char *kind, const char *what) {
    Proof proof = plan_prove(pipe_model(code, pipe, MODEL_THREAD));
    unit_expect(!proof.ok && strcmp(proof.kind, kind) == 0, what, __FILE__, __LINE__);
    if (proof.ok || strcmp(proof.kind, kind) != 0)
        printf("%s: %s\n", what, proof.ok ? "accepted" : proof.reason);
}

static void test_wrong_counts(void) {
    PipelineCode *code = code_of(bulk);
    Pipe *pipe = code ? &code->pipes[0] : NULL;
    EXPECT(pipe != NULL);
    if (!pipe)
        return;
    pipe->full++;
    expect_wrong(code, pipe, "hang", "one arrival more than come to full");
    pipe->full--;
    pipe->empty++;
    expect_wrong(code, pipe, "hang", "one arrival more than come to empty");
    pipe->empty -= 2;
    expect_wrong(code, pipe, "wrong", "more come to empty than it counts");
    pipe->empty++;
    pipe->bytes += 16;
    expect_wrong(code, pipe, "hang", "more bytes expected than come");
    pipe->bytes -= 32;
    expect_wrong(code, pipe, "hang", "fewer bytes expected than come");
    pipe->bytes += 16;
    pipe->member_count--;
    expect_wrong(code, pipe, "hang", "bytes of a value that nobody brings");
}

/* Before sm_90: one group too many left open, one slot less than the prologue fills, a wait left out. */
static void test_groups(void) {
    PipelineCode *code = code_for(
        "ii 4\nagents all:2w\n"
        "value T u32[64] stages 4 sync cpasync produce all @0.0 consume all @3.0\n",
        TARGET_SM_80);
    EXPECT(code && code->pipes[0].form == PIPE_GROUPS && code->pipes[0].threads == 64);
    int idle = 0;
    for (int i = 0; code; i++) {
        Phase *phase = NULL;
        int at = 0;
        Plan *plan = pipe_model(code, &code->pipes[0], MODEL_THREAD);
        Step *step = sync_at(plan, i, &phase, &at);
        if (!step)
            break;
        bool waits = step->primitive == PRIM_CP_ASYNC_WAIT && step->count > 0;
        if (waits) {
            step->count++;
            idle += plan_prove(plan).ok;
        }
        if (step->primitive != PRIM_BARRIER_SYNC)
            continue;
        drop(phase, at);
        EXPECT(!plan_prove(plan).ok);
    }
    EXPECT(idle == 0);
    code = code_for(
        "ii 4\nagents all:2w one:1w\n"
        "value T u32[64] stages 4 sync cpasync produce all @0.0 consume all @3.0\n"
        "value M u32[32] stages 4 sync cpasync with T barrier none produce all @0.0 consume all "
        "@3.0\n"
        "value O u32[32] stages 4 sync cpasync produce all @0.0 consume all @3.0\n"
        "value N u32[32] stages 4 sync cpasync with O produce all @0.0 consume all @3.0, one "
        "@3.0\n",
        TARGET_SM_80);
    EXPECT(code && code->count == 2 && code->pipes[0].form == PIPE_GROUPS);
    EXPECT(code && code->pipes[0].member_count == 2 && code->pipes[1].form == PIPE_COPIES);
    code = code_of("ii 4\nagents all:2w\n"
                   "value T u32[64] stages 4 sync cpasync produce all @0.0 consume all @3.0\n");
    EXPECT(code && code->pipes[0].form == PIPE_COPIES && code->pipes[0].full == 64);
}

static Step *first_of(Plan *plan, PrimitiveKind kind, Space space, Phase **phase) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            Step *step = &plan->phases[p].steps[s];
            *phase = &plan->phases[p];
            if (primitives[step->primitive].kind == kind &&
                primitives[step->primitive].space == space)
                return step;
        }
    return NULL;
}

/* Between CTAs: one that waits as if for its own only, and one that tells itself what another one fills. The
 * first waits are for nobody. */
static void expect_far(const char *name, const PipelineCode *code, int first_waits) {
    const Pipe *pipe = pipe_named(code, "T");
    int local = 0, own = 0;
    EXPECT_OF(name, pipe && pipe->form == PIPE_REMOTE && code->clusters && code->needs_bulk);
    for (int i = 0; pipe; i++) {
        Phase *phase = NULL;
        int at = 0;
        Plan *plan = pipe_model(code, pipe, MODEL_THREAD);
        Step *step = sync_at(plan, i, &phase, &at);
        if (!step)
            break;
        bool waits = step->primitive == PRIM_MBARRIER_WAIT_CLUSTER;
        if (waits)
            step->primitive = PRIM_MBARRIER_WAIT;
        local += waits && plan_prove(plan).ok;
        if (!step->dst.peer)
            continue;
        step->dst.peer = NEW(Expr);
        own += plan_prove(plan).ok;
    }
    EXPECT_OF(name, local == first_waits && own == 0);
}

static void test_remote(void) {
    PipelineCode *code = code_of(remote);
    const Pipe *pipe = code ? &code->pipes[0] : NULL;
    EXPECT(pipe && pipe->full == 1 && pipe->empty == 3 && pipe->bytes == 96 * 4);
    expect_far("remote", code, 1);
    expect_far("shared_out", code_of(shared_out), 2);
    expect_far("shared_in", code_of(shared_in), 1);
    expect_far("shared_both", code_of(shared_both), 3);
    expect_far("unequal_out", code_of(unequal_out), 3);
}

/* Y fences for each of its slots: T, filled by bulk copies, is ordered after the fence of the use that it
 * overwrites, not after the last one, which may be on its way. */
static void test_fence_of_its_use(void) {
    PipelineCode *code = code_of(
        "ii 32\nagents read:1w math:1w\n"
        "value X u32[64] stages 3 align 128 sync mbar produce math @0.10 consume read @0.11\n"
        "value T u32[64] stages 2 align 128 sync tma produce math @0.0 consume read @0.1\n"
        "value Y u32[64] stages 2 align 128 sync mbar produce math @0.20 consume read "
        "@0.21\n");
    EXPECT(code && code->pipes[2].fences && code->pipes[0].fences);
    if (!code)
        return;
    code->pipes[0].fences = code->pipes[2].fences = false; /* one agent's: either fences for both */
    expect_wrong(code, &code->pipes[2], "race", "a slot that nobody fenced");
}

static void test_what_copies_tell(void) {
    PipelineCode *code = code_of(landed);
    const Pipe *last = pipe_named(code, "Y");
    EXPECT(last && last->before_count == 2);
    if (!last)
        return;
    EXPECT(plan_prove(pipe_model(code, last, MODEL_THREAD)).ok);
    for (int i = 0; i < 2; i++) /* T or C */
        if (strcmp(last->before[i].pipe->name, "T") == 0)
            last->before[i] = last->before[1];
    ((Pipe *)last)->before_count = 1;
    expect_wrong(code, last, "race", "no wait for those who read before cp.async");
}

/* A turn that counts another use, too few arrivals, or is told to the wrong CTA. */
static void test_wrong_turns(void) {
    static const char *const bodies[] = {shared_out, shared_in, shared_both, unequal, unequal_out};
    for (size_t k = 0; k < COUNT_OF(bodies); k++) {
        PipelineCode *code = code_of(bodies[k]);
        EXPECT_OF(bodies[k], code && code->count == 2);
        for (int i = 0; code && i < code->count; i++) {
            Pipe *pipe = &code->pipes[i];
            EXPECT(pipe->before_count == 1 && pipe->tell_count == 1 && pipe->before[0].turn);
            pipe->before[0].late = !pipe->before[0].late;
            EXPECT_OF(bodies[k], !plan_prove(pipe_model(code, pipe, MODEL_THREAD)).ok);
            pipe->before[0].late = !pipe->before[0].late;
            pipe->empty--;
            EXPECT_OF(bodies[k], !plan_prove(pipe_model(code, pipe, MODEL_THREAD)).ok);
            pipe->empty++;
            pipe->tell_count = 0;
            EXPECT_OF(bodies[k], !plan_prove(pipe_model(code, pipe, MODEL_THREAD)).ok);
            pipe->tell_count = 1;
            pipe->before_count = 0;
            EXPECT_OF(bodies[k], !plan_prove(pipe_model(code, pipe, MODEL_THREAD)).ok);
            pipe->before_count = 1;
            EXPECT_OF(bodies[k], plan_prove(pipe_model(code, pipe, MODEL_THREAD)).ok);
            if (!pipe->before[0].turn->away && pipe->before[0].pipe->form != PIPE_REMOTE)
                continue;
            pipe->before[0].turn->away = !pipe->before[0].turn->away;
            EXPECT_OF(bodies[k], !plan_prove(pipe_model(code, pipe, MODEL_THREAD)).ok);
            pipe->before[0].turn->away = !pipe->before[0].turn->away;
        }
    }
}

/* An arrival of copies says that the thread has come so far, and nothing of what it stored. */
static void test_stored_words(void) {
    PipelineCode *code = code_of(copies);
    Plan *plan = code ? pipe_model(code, &code->pipes[0], false) : NULL;
    Phase *fill = NULL, *take = NULL;
    Step *copy = plan ? first_of(plan, KIND_ASYNC_COPY, SPACE_SMEM, &fill) : NULL;
    Step *load = plan ? first_of(plan, KIND_LOAD, SPACE_SMEM, &take) : NULL;
    EXPECT(copy && load && plan_prove(plan).ok);
    if (!copy || !load)
        return;
    Step *both = NEW_ARRAY(Step, 2);
    both[0] = load[0];
    both[0].primitive = primitive_load(SPACE_GMEM, primitives[load->primitive].bits);
    both[0].src[0] = copy->src[0];
    both[0].cond_count = copy->cond_count;
    both[0].conds = copy->conds;
    both[1] = load[1];
    both[1].primitive = primitive_store(SPACE_SMEM, primitives[load->primitive].bits);
    both[1].dst = copy->dst;
    both[1].cond_count = copy->cond_count;
    both[1].conds = copy->conds;
    fill->steps = both;
    fill->step_count = 2;
    Proof proof = plan_prove(plan);
    EXPECT(!proof.ok && strcmp(proof.kind, "race") == 0);
}

static void test_wrong_handoffs(void) {
    PipelineCode *code = code_of(turns);
    Pipe *first = code ? &code->pipes[0] : NULL, *next = first ? first + 1 : NULL;
    EXPECT(next && first->fences && next->before_count == 1 && !next->before[0].late);
    if (!next)
        return;
    first->fences = false;
    expect_wrong(code, first, "race", "bulk copies over what threads wrote without a fence");
    first->fences = true;
    next->before[0].late = true;
    expect_wrong(code, first, "race", "a hand-off of the use before");
    next->before[0].late = false;
    first->before[0].late = false;
    expect_wrong(code, first, "hang", "a hand-off of a use to come");
    first->before[0].late = true;
    next->before_count = 0;
    expect_wrong(code, first, "race", "one waits, the other does not");
    first->before_count = 0;
    expect_wrong(code, first, "race", "no hand-off at all, to the first");
    expect_wrong(code, next, "race", "no hand-off at all, to the next");
}

/* ---- what has no code ------------------------------------------------------------------------ */

static void test_refused(void) {
    static const char *const bodies[] = {
        "ii 4\nvalue A f16[64,64] sync tma produce @0.0 consume @1.0\n",
        "ii 4\nagents a:1w b:1w\nvalue A u8[24] sync tma produce a @0.0 consume b @1.0\n",
        "ii 4\nagents a:1w b:1w\nvalue A mutex sync dsmem produce a @0.0 consume b @1.0\n",
        "ii 4\nagents a:1w b:1w\nvalue A mutex sync tma produce a @0.0 consume b @1.0\n",
        "ii 4\nagents a:1w b:1w\nvalue A u8[16] sync tma produce a @0.0 consume b @1.0\n"
        "value a u8[16] sync tma produce a @0.0 consume b @1.0\n",
        "ii 8\nagents a:1w b:1w\nvalue A u32[8] sync named produce a @0.0 consume a @0.1, b @0.1\n",
        "ii 16\nagents a:1w b:1w\nvalue A u32[16] stages 2 produce a @0.15 consume b @1.0\n"
        "value B mutex stages 2 sync mbar produce b @0.6 consume a @0.7\n",
        "ii 8\nagents a:1w b:1w\nvalue A u64[4] align 4 barrier none produce a @0.0 consume b "
        "@0.1\n",
        "ii 4\nagents a:1w b:1w\nvalue A u8[6] sync cpasync produce a @0.0 consume b @1.0\n",
        "ii 8\nmode seed\nagents a:1w b:1w\n"
        "value A u32[64] align 128 sync tma produce a @0.0 consume b @0.2\n"
        "value B u32[64] align 128 sync cpasync produce b @0.4 consume b @0.6\n",
        "ii 8\nmode seed\nagents a:1w b:1w\n"
        "value A u32[64] sync async produce a @0.0 consume b @0.2\n"
        "value B u32[64] sync async produce a @4.4 consume b @4.6\n",
        "ii 8\nmode seed\npool 1 base 1\nagents a:1w b:1w\nvalue A mutex produce a @0.0 consume b "
        "@0.2\n"
        "value B mutex produce a @0.4 consume b @0.6\n"};
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        EXPECT_OF(bodies[i], code_of(bodies[i]) == NULL && diag_error_count() > 0);
        diag_reset();
    }
}

/* What no code could hand on has buffers of its own: two of 256 bytes, or one below the other. */
static void test_apart(void) {
    static const struct {
        const char *a, *b;
        int64_t tiles;
    } pairs[] = {
        {"async produce a @0.0 consume b @0.2", "async produce a @0.4 consume b @0.6", 256},
        {"async produce a @0.0 consume b @0.2", "async produce a @4.4 consume b @4.6", 512},
        {"async produce a @1.0 consume b @1.2", "async produce a @0.4 consume b @0.6", 256},
        {"async produce a @2.0 consume b @2.2", "async produce a @0.4 consume b @0.6", 512},
        {"tma produce a @0.0 consume b @0.2", "cpasync produce b @0.4 consume b @0.6", 512},
        {"async produce a @0.0 consume b @0.2", "named produce a @0.4 consume b @0.6", 512},
        {"async produce a @0.0 consume b @0.2", "async with A produce a @0.4 consume b @0.6", 512}};
    static const char *const modes[] = {"pack", "slot"};
    for (size_t i = 0; i < 2 * COUNT_OF(pairs); i++) {
        const char *body = mem_printf(
            "ii 8\nmode %s\nagents a:1w b:1w\nvalue A u32[64] sync %s\nvalue B u32[64] sync %s\n",
            modes[i % 2],
            pairs[i / 2].a,
            pairs[i / 2].b);
        PipelineCode *code = code_of(body);
        EXPECT_OF(body, code && code->tiles == pairs[i / 2].tiles);
        EXPECT_OF(body, code && code->plan->refusal_count == (pairs[i / 2].tiles == 512));
    }
    PipelineCode *deep =
        code_of("ii 8\nagents a:1w b:1w\nvalue A u32[64] sync async produce a @0.0 consume b @0.2\n"
                "value B u32[64] stages 17 sync async produce a @0.4 consume b @0.6\n");
    EXPECT(deep && deep->tiles == 18 * 256);
    EXPECT(!code_of("ii 8\ncapacity 600\nagents a:1w b:1w\n"
                    "value A u32[64] sync async produce a @0.0 consume b @0.2\n"
                    "value B u32[96] sync async produce a @4.4 consume b @4.6\n"));
    diag_reset();
    EXPECT(!code_of("ii 8\npool 1 base 1\nagents a:1w b:1w\nvalue A mutex produce a @0.0 consume b "
                    "@0.2\nvalue B mutex produce a @0.4 consume b @0.6\n"));
    diag_reset();
}

/* Rings turned against one another: of three slots the first waits for the use before, the others for the same. */
static void test_turned(void) {
    PipelineCode *code =
        code_of("ii 8\nmode slot\nagents a:1w b:1w r:2w\n"
                "value X u32[64] stages 3 align 128 sync async produce a @0.0 consume r @1.1\n"
                "value Y u32[64] stages 3 align 128 sync async produce b @0.2 consume r @0.7\n");
    Pipe *x = code ? &code->pipes[0] : NULL, *y = x ? x + 1 : NULL;
    EXPECT(y && y->record->rotation == 1 && x->before[0].split + y->before[0].split == 3);
    if (!y)
        return;
    int split = x->before[0].split;
    x->before[0].split = split == 1 ? 2 : 1;
    expect_wrong(code, x, split == 1 ? "race" : "hang", "one slot waits for another use");
    x->before[0].split = split;
    split = y->before[0].split;
    y->before[0].split = split + 1;
    expect_wrong(code, x, "race", "a slot more that waits for the use before");
    y->before[0].split = split;
}

int main(void) {
    diag_set_warning("no-share");
    test_counts();
    test_padding();
    test_each_is_needed();
    test_meeting();
    test_wrong_counts();
    test_groups();
    test_remote();
    test_stored_words();
    test_wrong_handoffs();
    test_wrong_turns();
    test_what_copies_tell();
    test_fence_of_its_use();
    test_refused();
    test_apart();
    test_turned();
    return unit_finish();
}
