/* pipe_parts.c: What a producer and a consumer do at the barriers of a pipe, as steps of a Plan.
 * The same steps make the printed Plans, where barriers and parity are arguments, and the model
 * that has all agents. */
#include "pipes.h"

/* ---- Plans ----------------------------------------------------------------------------------- */

Plan *pipe_plan_new(const char *name, ScopeKind scope, int threads) {
    Plan *plan = NEW(Plan);
    plan->variant = name;
    plan->targets = TARGETS_ALL;
    plan->scope = (Scope){
        .kind = scope,
        .threads = threads,
        .lane_end = threads < 32 ? threads : 32,
        .warp_end = (threads + 31) / 32};
    plan->threads = threads;
    plan->dtype = dtype_find("b8", 2);
    plan->vec_bits = 8;
    return plan;
}

static void *grown(void *at, int count, size_t size) {
    return mem_grow(at, (size_t)count * size, (size_t)(count + 1) * size);
}

int pipe_add_object(Plan *plan, Object object) {
    plan->objects = grown(plan->objects, plan->object_count, sizeof *plan->objects);
    plan->objects[plan->object_count] = object;
    return plan->object_count++;
}

int pipe_object(Plan *plan, const char *name, int arrivals, int others, bool brought) {
    return pipe_add_object(
        plan,
        (Object){
            .name = name,
            .kind = OBJECT_MBARRIER,
            .brought = brought,
            .left = brought,
            .arrivals = arrivals,
            .others = others});
}

Phase *pipe_phase(const PipeSteps *steps) {
    Plan *plan = steps->plan;
    plan->phases = grown(plan->phases, plan->phase_count, sizeof *plan->phases);
    Phase *phase = &plan->phases[plan->phase_count++];
    *phase = (Phase){0};
    if (steps->threads == 0)
        return phase;
    Expr rank = expr_constant(0);
    expr_add(&rank, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    phase->guard = NEW_ARRAY(Cond, 2);
    phase->guard[phase->guard_count++] = (Cond){rank, COND_GE, expr_constant(steps->first)};
    phase->guard[phase->guard_count++] =
        (Cond){rank, COND_LT, expr_constant(steps->first + steps->threads)};
    return phase;
}

Step *pipe_sync(Phase *phase, PrimitiveId primitive, int object, int64_t count) {
    phase->steps = grown(phase->steps, phase->step_count, sizeof *phase->steps);
    Step *step = &phase->steps[phase->step_count++];
    *step = (Step){.primitive = primitive, .object = object, .count = count};
    return step;
}

/* ---- the steps ------------------------------------------------------------------------------- */

/* Where an agent arrives: what the warp did before is done, then one of its lanes is elected; or
 * each thread. */
static Phase *arrivals(const PipeSteps *steps, const Pipe *pipe) {
    if (pipe->each)
        return pipe_phase(steps);
    pipe_sync(pipe_phase(steps), PRIM_WARP_SYNC, -1, 0);
    Phase *one = pipe_phase(steps);
    one->elected = true;
    return one;
}

/* `cta`: in that one. */
static void arrive(Phase *phase, int object, const Expr *cta) {
    PrimitiveId arrive = cta ? PRIM_MBARRIER_ARRIVE_REMOTE : PRIM_MBARRIER_ARRIVE;
    pipe_sync(phase, arrive, object, 0)->dst.peer = cta;
}

/* In a CTA of the group: its producer overwrites what was read here, and reads nothing. */
static void arrive_in_group(Phase *phase, const PipeObjects *objects) {
    pipe_sync(phase, PRIM_MBARRIER_ARRIVE_READ, objects->empty, 0)->dst.peer = objects->cta;
}

PrimitiveId pipe_waiting(const Pipe *pipe) {
    return pipe->form == PIPE_REMOTE ? PRIM_MBARRIER_WAIT_CLUSTER : PRIM_MBARRIER_WAIT;
}

static void acquire_in(Phase *phase, const Pipe *pipe, const PipeObjects *objects) {
    pipe_sync(phase, pipe_waiting(pipe), objects->empty, 0)->value = objects->parity;
    for (int i = 0; i < pipe->before_count; i++)
        pipe_sync(phase, pipe_waiting(pipe), objects->before[i], 0)->value =
            objects->before_parity[i];
    if (pipe->form == PIPE_BULK)
        pipe_sync(phase, PRIM_MBARRIER_ARRIVE_EXPECT, objects->full, pipe->bytes);
    if (pipe->form == PIPE_REMOTE)
        pipe_sync(phase, PRIM_MBARRIER_ARRIVE_EXPECT_REMOTE, objects->full, pipe->bytes)->dst.peer =
            objects->cta;
}

void pipe_acquire(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects) {
    acquire_in(pipe_phase(steps), pipe, objects);
}

/* The sync hands on what the elected lane knows: any lane of the warp may start the copies. */
void pipe_acquire_elected(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects) {
    Phase *phase = pipe_phase(steps);
    phase->elected = true;
    acquire_in(phase, pipe, objects);
    pipe_sync(pipe_phase(steps), PRIM_WARP_SYNC, -1, 0);
}

void pipe_commit(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects) {
    if (pipe->form == PIPE_COPIES) {
        pipe_sync(pipe_phase(steps), PRIM_CP_ASYNC_ARRIVE, objects->full, 0);
        return;
    }
    if (pipe->form == PIPE_GROUPS)
        pipe_sync(pipe_phase(steps), PRIM_CP_ASYNC_COMMIT, objects->full, 0);
    if (pipe->form != PIPE_THREADS)
        return;
    if (pipe->fences)
        pipe_sync(pipe_phase(steps), PRIM_FENCE_ASYNC, -1, 0);
    arrive(arrivals(steps, pipe), objects->full, NULL);
}

/* In groups: a producer is stages - 1 turns ahead, so that all but the stages - 2 last have
 * landed. */
void pipe_wait(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects) {
    if (pipe->form == PIPE_GROUPS) {
        Phase *phase = pipe_phase(steps);
        pipe_sync(phase, PRIM_CP_ASYNC_WAIT, objects->full, pipe->stages - 2);
        pipe_sync(phase, PRIM_BARRIER_SYNC, objects->empty, pipe->threads);
        return;
    }
    pipe_sync(pipe_phase(steps), pipe_waiting(pipe), objects->full, 0)->value = objects->parity;
}

/* One lane tells each CTA of the group: with CTAs 2 and 3 in a group, lane 1 tells CTA 3. */
static void release_all(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects) {
    Expr rank = expr_constant(0);
    expr_add(&rank, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    pipe_sync(pipe_phase(steps), PRIM_WARP_SYNC, -1, 0);
    Phase *phase = pipe_phase(steps);
    phase->guard = NEW_ARRAY(Cond, 1);
    phase->guard[phase->guard_count++] = (Cond){rank, COND_LT, expr_constant(pipe->ctas)};
    arrive_in_group(phase, objects);
}

void pipe_release(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects) {
    Phase *phase = arrivals(steps, pipe);
    arrive(phase, objects->empty, pipe->form == PIPE_REMOTE ? objects->cta : NULL);
    if (pipe->ctas > 1) /* of the model, where the group is its own CTA and the one before */
        arrive_in_group(phase, objects);
    for (int i = 0; i < pipe->tell_count; i++)
        arrive(phase, objects->tells[i], pipe->tells[i]->away ? objects->tells_cta[i] : NULL);
}

/* ---- what is printed ------------------------------------------------------------------------- */

/* One more argument: `symbols` are the plan's, with room. */
static const Expr *argument(Plan *plan, Symbol *symbols, Symbol symbol) {
    symbols[plan->symbol_count] = symbol;
    plan->symbols = symbols;
    Expr *value = NEW(Expr);
    *value = expr_constant(0);
    expr_add(value, coef_int(1), digit_of(VAR_SYMBOL, plan->symbol_count++, 1, 0));
    return value;
}

static const Expr *parity_argument(Plan *plan, Symbol *symbols, const char *name) {
    Symbol parity = {.name = name, .role = SYMBOL_PARITY, .min = 0, .max = 1, .divisor = 1};
    return argument(plan, symbols, parity);
}

/* A ring of CTAs stands for every cluster: docs/proof.md. */
const Expr *pipe_cta(Plan *plan, Symbol *symbols, const char *name) {
    Symbol cta = {.name = name, .role = SYMBOL_CTA, .min = 0, .max = 15, .divisor = 1};
    plan->ctas = 2;
    return argument(plan, symbols, cta);
}

static unsigned targets_of(const Plan *plan) {
    unsigned targets = TARGETS_ALL;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            targets &= feature_targets(primitives[plan->phases[p].steps[s].primitive].feature);
    return targets;
}

bool pipe_check(const PipelineCode *code, const Plan *plan, const char *name) {
    Proof proof = plan_prove(plan);
    if (!proof.ok)
        diag_error(
            code->plan->request->loc,
            "E_NOT_PROVEN",
            "the code of '%s': %s (%s)",
            name,
            proof.reason,
            proof.kind);
    return proof.ok;
}

static void add_part(Plan *plan, const char *suffix, int first) {
    plan->parts = grown(plan->parts, plan->part_count, sizeof *plan->parts);
    plan->parts[plan->part_count++] =
        (Part){.suffix = suffix, .first_phase = first, .phase_count = plan->phase_count - first};
}

/* The parts of one side, of which the first waits and the second tells; without steps there is no
 * second. */
static bool finish(
    const PipelineCode *code, Pipe *pipe, Plan *plan, PipePart first, PipePart second) {
    plan->targets = targets_of(plan);
    if (!pipe_check(code, plan, pipe->name))
        return false;
    PipePart parts[] = {first, second};
    for (int i = 0; i < plan->part_count; i++) {
        pipe->part[parts[i]] = NEW(Plan);
        *pipe->part[parts[i]] = plan_part(plan, i);
    }
    return true;
}

/* One thread starts bulk copies, elected or not; of others each warp is by itself, and the rest are
 * `others`. */
static bool make_producer(const PipelineCode *code, Pipe *pipe, bool elected) {
    bool bulk = pipe_counts_bytes(pipe), one = bulk && !elected;
    Plan *plan = pipe_plan_new("pipe", one ? SCOPE_THREAD : SCOPE_WARP, one ? 1 : 32);
    PipeSteps steps = {plan, 0, 0};
    int own = pipe->form == PIPE_COPIES || (pipe->each && !bulk) ? 32 : 1;
    int *before = NEW_ARRAY(int, pipe->before_count + 1);
    const Expr **parities = NEW_ARRAY(const Expr *, pipe->before_count + 1);
    PipeObjects objects = {.before = before, .before_parity = parities};
    objects.empty = pipe_object(plan, "empty", pipe->empty, pipe->empty, true);
    objects.full = pipe_object(plan, "full", pipe->full, pipe->full - own, true);
    Symbol *symbols = NEW_ARRAY(Symbol, 2 + pipe->before_count);
    objects.parity = parity_argument(plan, symbols, "parity");
    for (int i = 0; i < pipe->before_count; i++) {
        const Pipe *first = pipe->before[i].pipe;
        const char *name = mem_printf(pipe->before[i].turn ? "%s_turn" : "%s_empty", first->name);
        before[i] = pipe_object(plan, name, first->empty, first->empty, true);
        parities[i] = parity_argument(plan, symbols, mem_printf("%s_parity", first->name));
    }
    if (pipe->form == PIPE_REMOTE)
        objects.cta = pipe_cta(plan, symbols, "to");
    PipePart acquire = elected ? PIPE_ACQUIRE_ELECTED : PIPE_ACQUIRE;
    (elected ? pipe_acquire_elected : pipe_acquire)(&steps, pipe, &objects);
    add_part(plan, pipe_part_name[acquire], 0);
    int first = plan->phase_count;
    pipe_commit(&steps, pipe, &objects);
    if (plan->phase_count > first)
        add_part(plan, pipe_part_name[PIPE_COMMIT], first);
    return finish(code, pipe, plan, acquire, PIPE_COMMIT);
}

static bool make_consumer(const PipelineCode *code, Pipe *pipe) {
    Plan *plan = pipe_plan_new("pipe", SCOPE_WARP, 32);
    PipeSteps steps = {plan, 0, 0};
    int *tells = NEW_ARRAY(int, pipe->tell_count + 1);
    int others = pipe->empty - (pipe->each ? 32 : pipe->ctas);
    const Expr **ctas = NEW_ARRAY(const Expr *, pipe->tell_count + 1);
    PipeObjects objects = {.tells = tells, .tells_cta = ctas};
    objects.full = pipe_object(plan, "full", pipe->full, pipe->full, true);
    objects.empty = pipe_object(plan, "empty", pipe->empty, others, true);
    Symbol *symbols = NEW_ARRAY(Symbol, 2 + pipe->tell_count);
    objects.parity = parity_argument(plan, symbols, "parity");
    if (pipe_spans_ctas(pipe))
        objects.cta = pipe_cta(plan, symbols, pipe->ctas > 1 ? "cta" : "from");
    for (int i = 0; i < pipe->tell_count; i++) {
        const char *next = pipe->tells[i]->next->name;
        tells[i] = pipe_object(plan, mem_printf("%s_turn", next), pipe->empty, others, true);
        if (pipe->tells[i]->away)
            ctas[i] = pipe_cta(plan, symbols, mem_printf("%s_from", next));
    }
    pipe_wait(&steps, pipe, &objects);
    add_part(plan, pipe_part_name[PIPE_WAIT], 0);
    int first = plan->phase_count;
    (pipe->ctas > 1 ? release_all : pipe_release)(&steps, pipe, &objects);
    add_part(plan, pipe_part_name[PIPE_RELEASE], first);
    return finish(code, pipe, plan, PIPE_WAIT, PIPE_RELEASE);
}

/* All of both sides come to one barrier: the four parts are this one. */
static bool make_meet(const PipelineCode *code, Pipe *pipe) {
    Plan *plan = pipe_plan_new("pipe", SCOPE_CTA, pipe->threads);
    PipeSteps steps = {plan, 0, 0};
    int at = pipe_add_object(
        plan, (Object){.name = "barrier", .kind = OBJECT_BARRIER, .id = pipe->record->barrier});
    pipe_sync(pipe_phase(&steps), PRIM_BARRIER_SYNC, at, pipe->threads);
    pipe->meet = plan;
    return pipe_check(code, plan, pipe->name);
}

/* Those who fill a slot read it too: what each copied has landed, and then all meet. Nobody is told
 * that it is free: when all have met for the next one, all have read it. */
static bool make_groups(const PipelineCode *code, Pipe *pipe) {
    Plan *plan = pipe_plan_new("pipe", SCOPE_CTA, pipe->threads);
    PipeSteps steps = {plan, 0, 0};
    PipeObjects objects = {0};
    objects.full =
        pipe_add_object(plan, (Object){.name = "group", .kind = OBJECT_GROUP, .left = true});
    objects.empty = pipe_add_object(
        plan, (Object){.name = "barrier", .kind = OBJECT_BARRIER, .id = pipe->record->barrier});
    pipe_commit(&steps, pipe, &objects);
    add_part(plan, pipe_part_name[PIPE_COMMIT], 0);
    pipe_wait(&steps, pipe, &objects);
    add_part(plan, pipe_part_name[PIPE_WAIT], 1);
    return finish(code, pipe, plan, PIPE_COMMIT, PIPE_WAIT);
}

bool pipe_make_parts(const PipelineCode *code, Pipe *pipe) {
    if (pipe->form == PIPE_MEMORY)
        return true;
    if (pipe->form == PIPE_NAMED)
        return make_meet(code, pipe);
    if (pipe->form == PIPE_GROUPS)
        return make_groups(code, pipe);
    if (pipe_counts_bytes(pipe) && !make_producer(code, pipe, true))
        return false;
    return make_producer(code, pipe, false) && make_consumer(code, pipe);
}
