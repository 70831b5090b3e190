/* pipe_model.c: the proof of a pipe as a whole. Slots are alike and know nothing of one another, so one of
 * them stands for all: every agent that comes to its barriers is in one Plan, which makes the barriers and
 * goes around USES times. Each value of the pipe moves from global memory into the slot, as its producer
 * fills it, and each consumer moves it on into global memory of its own. What the counts, the bytes, the
 * parities and the fences of the parts have to do with one another is all in there: a missing arrival is a
 * hang, a wrong parity a race. Values that take turns on one buffer are in one model.
 *
 * At a named barrier both sides walk in step, so that a model has all of its slots: see meet_model. */
#include "pipes.h"
#include <string.h>

enum { USES = 4 };

typedef struct {
    const PipelineCode *code;
    Plan *plan;
    const Pipe **pipes; /* in the order of a turn */
    int count;
    int *full, *empty; /* objects, by pipe */
    int *first;        /* by agent: its first rank, -1: it takes no part */
    int threads;
    const Expr *cta; /* PIPE_REMOTE: whose slots are filled, and who fills ours */
} Model;

/* ---- memory ---------------------------------------------------------------------------------- */

/* The widest vector that a slot is made of: 2 bits of a last digit are none. */
static int unit_bits(const Record *record) {
    int bits = 128;
    while (bits > 8 && record->footprint % (bits / 8))
        bits /= 2;
    return bits;
}

static const Dtype *unit_type(const Record *record) {
    const char *name = mem_printf("b%d", unit_bits(record));
    return dtype_find(name, strlen(name));
}

static int64_t units(const Record *record) {
    return record->footprint * 8 / unit_bits(record);
}

static int add_buffer(Plan *plan, Buffer buffer) {
    Buffer *bigger = NEW_ARRAY(Buffer, plan->buffer_count + 1);
    if (plan->buffer_count)
        memcpy(bigger, plan->buffers, (size_t)plan->buffer_count * sizeof *bigger);
    bigger[plan->buffer_count] = buffer;
    plan->buffers = bigger;
    return plan->buffer_count++;
}

/* What comes in, what goes out: in global memory; where CTAs send one another, in that of each. */
static int add_end(
    const Model *model, const char *name, Role role, const Record *record, int uses) {
    return add_buffer(
        model->plan,
        (Buffer){
            .name = name,
            .space = model->cta ? SPACE_SMEM : SPACE_GMEM,
            .role = role,
            .dtype = unit_type(record),
            .align = 16,
            .elements = uses * units(record)});
}

static Operand whole(const Plan *plan, int buffer) {
    const Buffer *of = &plan->buffers[buffer];
    Operand operand = {.space = of->space, .rank = 1, .whole = true, .align = 16};
    operand.shape[0] = of->elements;
    operand.region[0] = (Range){.symbol = -1, .extent = of->elements};
    operand.layout.shard_count = 1;
    operand.layout.shard[0] = (Iter){of->elements, coef_int(1), AXIS_M, {0}};
    return operand;
}

static void add_flow(Plan *plan, int from, int to) {
    Flow *bigger = NEW_ARRAY(Flow, plan->flow_count + 1);
    if (plan->flow_count)
        memcpy(bigger, plan->flows, (size_t)plan->flow_count * sizeof *bigger);
    bigger[plan->flow_count++] =
        (Flow){.src = whole(plan, from), .dst = whole(plan, to), .src_at = from, .dst_at = to};
    plan->flows = bigger;
}

static int loop_of(Plan *plan, int64_t extent) {
    for (int i = 0; i < plan->loop_count; i++)
        if (plan->loops[i].extent == extent)
            return i;
    Loop *bigger = NEW_ARRAY(Loop, plan->loop_count + 1);
    if (plan->loop_count)
        memcpy(bigger, plan->loops, (size_t)plan->loop_count * sizeof *bigger);
    bigger[plan->loop_count] = (Loop){mem_printf("i%d", plan->loop_count), extent, false};
    plan->loops = bigger;
    return plan->loop_count++;
}

static int bundle_of(Plan *plan, const Dtype *dtype) {
    for (int i = 0; i < plan->bundle_count; i++)
        if (plan->bundles[i].dtype == dtype)
            return i;
    Bundle *bigger = NEW_ARRAY(Bundle, plan->bundle_count + 1);
    if (plan->bundle_count)
        memcpy(bigger, plan->bundles, (size_t)plan->bundle_count * sizeof *bigger);
    bigger[plan->bundle_count] = (Bundle){
        .name = mem_printf("v%d", plan->bundle_count),
        .role = ROLE_SCRATCH,
        .dtype = dtype,
        .count = 1};
    plan->bundles = bigger;
    return plan->bundle_count++;
}

/* ---- one value through a slot ------------------------------------------------------------------ */

/* What an agent moves, a unit a thread at a time. */
typedef struct {
    const Record *record;
    int in, slot; /* buffers */
    int *out;     /* by consumer of the pipe */
} Tile;

static PipeSteps steps_of(const Model *model, int agent) {
    int threads = 32 * model->code->plan->request->agents[agent].warps;
    return (PipeSteps){model->plan, model->first[agent], threads};
}

static PipeSteps producer_of(const Model *model, const Pipe *pipe) {
    PipeSteps steps = steps_of(model, pipe->producer);
    if (pipe_counts_bytes(pipe))
        steps.threads = 1;
    return steps;
}

/* Element `base` + rank - first + threads * loop of a buffer. */
static Expr unit_at(const PipeSteps *steps, int64_t base, int loop) {
    Expr at = expr_constant(base - steps->first);
    expr_add(&at, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    expr_add(&at, coef_int(steps->threads), digit_of(VAR_LOOP, loop, 1, 0));
    return at;
}

static Side in_buffer(int buffer, Expr at) {
    return (Side){.kind = AT_BUFFER, .of = buffer, .at = at};
}

/* A phase in which each thread of the agent moves units, as many as there are. */
static Phase *moving(const PipeSteps *steps, int64_t count, int *loop) {
    *loop = loop_of(steps->plan, (count + steps->threads - 1) / steps->threads);
    Phase *phase = pipe_phase(steps);
    phase->loops[phase->loop_count++] = *loop;
    return phase;
}

static void limit(Step *step, const PipeSteps *steps, int64_t count, int loop) {
    if (count % steps->threads == 0)
        return;
    step->conds = NEW_ARRAY(Cond, 1);
    step->conds[step->cond_count++] =
        (Cond){unit_at(steps, 0, loop), COND_LT, expr_constant(count)};
}

/* From a buffer to a buffer through a register. */
static void copy_units(
    const PipeSteps *steps,
    const Record *record,
    Side from,
    Side to,
    int64_t count,
    int loop,
    Phase *phase) {
    Space spaces[2] = {steps->plan->buffers[from.of].space, steps->plan->buffers[to.of].space};
    if (spaces[0] == SPACE_DSMEM) /* our own, that another CTA fills */
        spaces[0] = SPACE_SMEM;
    int bits = unit_bits(record);
    Side held = {.kind = AT_BUNDLE, .of = bundle_of(steps->plan, unit_type(record))};
    held.at = expr_constant(0);
    Step *load = pipe_sync(phase, primitive_load(spaces[0], bits), -1, 0);
    load->src[0] = from;
    load->dst = held;
    limit(load, steps, count, loop);
    Step *store = pipe_sync(phase, primitive_store(spaces[1], bits), -1, 0);
    store->src[0] = held;
    store->dst = to;
    limit(store, steps, count, loop);
}

static void fill(
    const Model *model, const Pipe *pipe, const Tile *tile, int use, int full, int64_t at) {
    PipeSteps steps = producer_of(model, pipe);
    int64_t count = units(tile->record), begin = use * count;
    int loop;
    if (count == 0)
        return;
    if (pipe_counts_bytes(pipe)) {
        bool here = pipe->form == PIPE_BULK;
        PrimitiveId bulk = here ? PRIM_BULK_GMEM_TO_SMEM : PRIM_BULK_SMEM_TO_DSMEM;
        Step *copy = pipe_sync(pipe_phase(&steps), bulk, full, tile->record->footprint);
        copy->dst = in_buffer(tile->slot, expr_constant(at));
        copy->dst.peer = here ? NULL : model->cta;
        copy->src[0] = in_buffer(tile->in, expr_constant(begin));
        return;
    }
    Phase *phase = moving(&steps, count, &loop);
    Side from = in_buffer(tile->in, unit_at(&steps, begin, loop));
    Side to = in_buffer(tile->slot, unit_at(&steps, at, loop));
    bool copies = pipe->form == PIPE_COPIES || pipe->form == PIPE_GROUPS;
    if (!copies || unit_bits(tile->record) < 32) {
        copy_units(&steps, tile->record, from, to, count, loop, phase);
        return;
    }
    Step *copy = pipe_sync(phase, primitive_async(unit_bits(tile->record)), full, 0);
    copy->dst = to;
    copy->src[0] = from;
    limit(copy, &steps, count, loop);
}

/* From the other end, so that a thread that fills and reads a slot does not read what it wrote itself. */
static Expr unit_from_end(const PipeSteps *steps, int64_t base, int64_t count, int loop) {
    Expr at = expr_constant(base + count - 1 + steps->first);
    expr_add(&at, coef_int(-1), digit_of(VAR_RANK, 0, 1, 0));
    expr_add(&at, coef_int(-steps->threads), digit_of(VAR_LOOP, loop, 1, 0));
    return at;
}

static void take(const Model *model, const Tile *tile, int agent, int out, int use, int64_t at) {
    PipeSteps steps = steps_of(model, agent);
    int64_t count = units(tile->record);
    int loop;
    if (count == 0)
        return;
    Phase *phase = moving(&steps, count, &loop);
    copy_units(
        &steps,
        tile->record,
        in_buffer(tile->slot, unit_from_end(&steps, at, count, loop)),
        in_buffer(out, unit_from_end(&steps, use * count, count, loop)),
        count,
        loop,
        phase);
}

static bool consumes(const Record *record, int agent) {
    for (int c = 0; c < record->value->consumer_count; c++)
        if (record->value->consumers[c].agent == agent)
            return true;
    return false;
}

/* The values of a pipe, each with `slots` slots where the plan has them. */
static Tile *tiles_of(Model *model, const Pipe *pipe, int slots, int uses) {
    Plan *plan = model->plan;
    Tile *tiles = NEW_ARRAY(Tile, pipe->member_count);
    for (int m = 0; m < pipe->member_count; m++) {
        Tile *tile = &tiles[m];
        const Record *record = tile->record = &model->code->plan->records[pipe->members[m]];
        tile->out = NEW_ARRAY(int, pipe->consumer_count);
        if (record->class != CLASS_SMEM)
            continue;
        const char *name = record->value->name;
        tile->in = add_end(model, mem_printf("%s_in", name), ROLE_IN, record, uses);
        int64_t last = (slots - 1) * record->stride + record->footprint;
        tile->slot = add_buffer(
            plan,
            (Buffer){
                .name = name,
                .space = model->cta ? SPACE_DSMEM : SPACE_SMEM,
                .role = ROLE_SCRATCH,
                .dtype = unit_type(record),
                .align = 16,
                .elements = last * 8 / unit_bits(record),
                .arena = 1,
                .offset = record->final_offset});
        for (int c = 0; c < pipe->consumer_count; c++)
            if (consumes(record, pipe->consumers[c])) {
                const char *to = mem_printf("%s_out%d", name, c);
                tile->out[c] = add_end(model, to, ROLE_OUT, record, uses);
                add_flow(plan, tile->in, tile->out[c]);
                plan->flows[plan->flow_count - 1].src_peer = model->cta;
            }
    }
    return tiles;
}

static void take_all(
    const Model *model, const Pipe *pipe, const Tile *tiles, int c, int use, int64_t slot) {
    for (int m = 0; m < pipe->member_count; m++) {
        const Record *record = tiles[m].record;
        int64_t at = slot * record->stride * 8 / unit_bits(record);
        if (record->class == CLASS_SMEM && consumes(record, pipe->consumers[c]))
            take(model, &tiles[m], pipe->consumers[c], tiles[m].out[c], use, at);
    }
}

static void fill_all(
    const Model *model, const Pipe *pipe, const Tile *tiles, int use, int full, int64_t slot) {
    for (int m = 0; m < pipe->member_count; m++) {
        const Record *record = tiles[m].record;
        int64_t at = slot * record->stride * 8 / unit_bits(record);
        if (record->class == CLASS_SMEM)
            fill(model, pipe, &tiles[m], use, full, at);
    }
}

/* ---- mbarriers --------------------------------------------------------------------------------- */

static const Expr *number(int64_t value) {
    Expr *expr = NEW(Expr);
    *expr = expr_constant(value);
    return expr;
}

static int position(const Model *model, const Pipe *pipe) {
    int at = 0;
    while (at < model->count && model->pipes[at] != pipe)
        at++;
    return at;
}

/* Use k waits for phase k of `full`, for k - 1 of its own `empty`; of those before k, or k - 1. */
static PipeObjects objects_for(const Model *model, const Pipe *pipe, int use) {
    int at = position(model, pipe);
    PipeObjects objects = {.full = model->full[at], .empty = model->empty[at], .cta = model->cta};
    int *before = NEW_ARRAY(int, pipe->before_count + 1);
    objects.before_parity = NEW_ARRAY(const Expr *, pipe->before_count + 1);
    for (int i = 0; i < pipe->before_count; i++) {
        before[i] = model->empty[position(model, pipe->before[i].pipe)];
        objects.before_parity[i] = number((use ^ (pipe->before[i].late ? 1 : 0)) & 1);
    }
    objects.before = before;
    return objects;
}

static void produce(const Model *model, const Pipe *pipe, const Tile *tiles, int use) {
    PipeSteps steps = producer_of(model, pipe);
    PipeObjects objects = objects_for(model, pipe, use);
    objects.parity = number((use + 1) & 1);
    pipe_acquire(&steps, pipe, &objects);
    fill_all(model, pipe, tiles, use, objects.full, 0);
    pipe_commit(&steps, pipe, &objects);
}

static void consume(const Model *model, const Pipe *pipe, const Tile *tiles, int use) {
    PipeObjects objects = objects_for(model, pipe, use);
    objects.parity = number(use & 1);
    for (int c = 0; c < pipe->consumer_count; c++) {
        PipeSteps steps = steps_of(model, pipe->consumers[c]);
        pipe_wait(&steps, pipe, &objects);
        take_all(model, pipe, tiles, c, use, 0);
        pipe_release(&steps, pipe, &objects);
    }
}

/* The producer's last act: every slot that was filled was read. */
static void drain(const Model *model, const Pipe *pipe, int uses) {
    PipeSteps steps = producer_of(model, pipe);
    int at = position(model, pipe);
    pipe_sync(pipe_phase(&steps), pipe_waiting(pipe), model->empty[at], 0)->value =
        number((uses + 1) & 1);
}

static void start(const Model *model) {
    PipeSteps one = {model->plan, 0, 1}, all = {model->plan, 0, 0};
    Phase *phase = pipe_phase(&one);
    for (int i = 0; i < model->count; i++) {
        pipe_sync(phase, PRIM_MBARRIER_INIT, model->full[i], model->pipes[i]->full);
        pipe_sync(phase, PRIM_MBARRIER_INIT, model->empty[i], model->pipes[i]->empty);
    }
    bool fences = false;
    for (int i = 0; i < model->count; i++)
        fences |= pipe_counts_bytes(model->pipes[i]);
    if (fences)
        pipe_sync(phase, PRIM_FENCE_MBARRIER_INIT, -1, 0);
    pipe_sync(pipe_phase(&all), model->cta ? PRIM_CLUSTER_SYNC : PRIM_CTA_SYNC, -1, 0);
}

/* ---- who is in it ------------------------------------------------------------------------------ */

static bool is_in(const Model *model, const Pipe *pipe) {
    return position(model, pipe) < model->count;
}

static bool are_joined(const PipelineCode *code, const Pipe *a, const Pipe *b) {
    if (pipes_take_turns(code, a, b)) /* with or without a hand-off */
        return true;
    for (int i = 0; i < a->before_count; i++)
        if (a->before[i].pipe == b)
            return true;
    for (int i = 0; i < b->before_count; i++)
        if (b->before[i].pipe == a)
            return true;
    return false;
}

/* Those that hand a buffer on to one another, also through a third. */
static void collect(Model *model, const Pipe *pipe) {
    model->pipes[model->count++] = pipe;
    for (int i = 0; i < model->count; i++)
        for (int k = 0; k < model->code->count; k++)
            if (!is_in(model, &model->code->pipes[k]) &&
                are_joined(model->code, model->pipes[i], &model->code->pipes[k]))
                model->pipes[model->count++] = &model->code->pipes[k];
}

static bool waits_for_later(const Model *model, int at) {
    const Pipe *pipe = model->pipes[at];
    for (int i = 0; i < pipe->before_count; i++)
        if (!pipe->before[i].late && position(model, pipe->before[i].pipe) > at)
            return true;
    return false;
}

/* Who waits for the same use of another one comes after it. */
static void put_in_order(Model *model) {
    for (int turn = 0; turn < model->count * model->count; turn++)
        for (int i = 0; i + 1 < model->count; i++)
            if (waits_for_later(model, i)) {
                const Pipe *pipe = model->pipes[i];
                model->pipes[i] = model->pipes[i + 1];
                model->pipes[i + 1] = pipe;
            }
}

static void seat(Model *model, int agent) {
    if (model->first[agent] >= 0)
        return;
    model->first[agent] = model->threads;
    model->threads += 32 * model->code->plan->request->agents[agent].warps;
}

static Model model_new(const PipelineCode *code, const Pipe *pipe) {
    Model model = {.code = code};
    int agents = code->plan->request->agent_count;
    model.pipes = NEW_ARRAY(const Pipe *, code->count);
    model.full = NEW_ARRAY(int, code->count);
    model.empty = NEW_ARRAY(int, code->count);
    model.first = NEW_ARRAY(int, agents);
    for (int i = 0; i < agents; i++)
        model.first[i] = -1;
    collect(&model, pipe);
    put_in_order(&model);
    for (int i = 0; i < model.count; i++) {
        seat(&model, model.pipes[i]->producer);
        for (int c = 0; c < model.pipes[i]->consumer_count; c++)
            seat(&model, model.pipes[i]->consumers[c]);
    }
    model.plan = pipe_plan_new("pipeline", SCOPE_CTA, model.threads);
    model.plan->arenas = NEW(Arena);
    model.plan->arenas[0] = (Arena){"smem", code->bytes, 128};
    model.plan->arena_count = 1;
    if (pipe->form == PIPE_REMOTE)
        model.cta = pipe_cta(model.plan, NEW(Symbol), "cta");
    return model;
}

static Plan *barrier_model(Model *model) {
    Tile **tiles = NEW_ARRAY(Tile *, model->count);
    for (int i = 0; i < model->count; i++) {
        const Pipe *pipe = model->pipes[i];
        const char *name = pipe->name;
        model->full[i] =
            pipe_object(model->plan, mem_printf("%s_full", name), pipe->full, 0, false);
        model->empty[i] =
            pipe_object(model->plan, mem_printf("%s_empty", name), pipe->empty, 0, false);
        tiles[i] = tiles_of(model, pipe, 1, USES);
    }
    start(model);
    for (int use = 0; use < USES; use++)
        for (int i = 0; i < model->count; i++) {
            produce(model, model->pipes[i], tiles[i], use);
            consume(model, model->pipes[i], tiles[i], use);
        }
    for (int i = 0; i < model->count; i++)
        drain(model, model->pipes[i], USES);
    return model->plan;
}

/* ---- named barriers ------------------------------------------------------------------------------ */

/* Both sides count their meetings. With S slots a producer commits use k at meeting k where k < S, later
 * acquires at S + 2(k - S) and commits at one more; a consumer waits at 2k and releases at 2k + 1. */
static int filled_before(int meeting, int slots) {
    if (meeting < slots)
        return meeting;
    return (meeting - slots) % 2 ? slots + (meeting - slots - 1) / 2 : -1;
}

static Plan *meet_model(Model *model) {
    const Pipe *pipe = model->pipes[0];
    int slots = pipe->stages, uses = slots + 2;
    Tile *tiles = tiles_of(model, pipe, slots, uses);
    PipeSteps all = {model->plan, 0, 0};
    int at = pipe_add_object(
        model->plan,
        (Object){.name = "barrier", .kind = OBJECT_BARRIER, .id = pipe->record->barrier});
    for (int meeting = 0; meeting < 2 * uses; meeting++) {
        int use = filled_before(meeting, slots);
        if (use >= 0 && use < uses)
            fill_all(model, pipe, tiles, use, -1, use % slots);
        for (int c = 0; c < pipe->consumer_count && meeting % 2; c++)
            take_all(model, pipe, tiles, c, meeting / 2, meeting / 2 % slots);
        pipe_sync(pipe_phase(&all), PRIM_BARRIER_SYNC, at, pipe->threads);
    }
    return model->plan;
}

/* ---- groups of copies ---------------------------------------------------------------------------- */

/* The prologue fills all slots but one; then each turn waits, reads, and fills the slot of the turn before. A
 * turn that has nothing more to fill still commits. */
static Plan *groups_model(Model *model) {
    const Pipe *pipe = model->pipes[0];
    int slots = pipe->stages, uses = slots + 2;
    Tile *tiles = tiles_of(model, pipe, slots, uses);
    PipeSteps steps = steps_of(model, pipe->producer);
    PipeObjects objects = {0};
    objects.full = pipe_add_object(model->plan, (Object){.name = "group", .kind = OBJECT_GROUP});
    objects.empty = pipe_add_object(
        model->plan,
        (Object){.name = "barrier", .kind = OBJECT_BARRIER, .id = pipe->record->barrier});
    for (int use = 0; use < slots - 1; use++) {
        fill_all(model, pipe, tiles, use, objects.full, use);
        pipe_commit(&steps, pipe, &objects);
    }
    for (int use = 0; use < uses; use++) {
        int next = use + slots - 1;
        pipe_wait(&steps, pipe, &objects);
        take_all(model, pipe, tiles, 0, use, use % slots);
        if (next < uses)
            fill_all(model, pipe, tiles, next, objects.full, next % slots);
        pipe_commit(&steps, pipe, &objects);
    }
    pipe_sync(pipe_phase(&steps), PRIM_CP_ASYNC_WAIT, objects.full, 0);
    return model->plan;
}

Plan *pipe_model(const PipelineCode *code, const Pipe *pipe) {
    Model model = model_new(code, pipe);
    Plan *plan = pipe->form == PIPE_NAMED    ? meet_model(&model)
                 : pipe->form == PIPE_GROUPS ? groups_model(&model)
                                             : barrier_model(&model);
    unsigned targets = TARGETS_ALL;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            targets &= feature_targets(primitives[plan->phases[p].steps[s].primitive].feature);
    plan->targets = targets;
    return plan;
}

bool pipe_prove_all(const PipelineCode *code) {
    for (int i = 0; i < code->count; i++) {
        const Pipe *pipe = &code->pipes[i];
        MemMark mark = mem_mark();
        bool ok = pipe->form == PIPE_MEMORY || pipe_check(code, pipe_model(code, pipe), pipe->name);
        if (ok)
            mem_rewind(mark);
        if (!ok)
            return false;
    }
    return true;
}
