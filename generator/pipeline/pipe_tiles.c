/* pipe_tiles.c: How the agents of a model move a value through a slot: the producer from global
 * memory into the slot, as the pipe fills it; each consumer from the slot into its own global
 * memory. */
#include "pipe_model.h"
#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

/* The widest vector that a slot is made of and aligned to: 2 bits of a last digit are none. */
static int unit_bits(const Record *record) {
    int bits = 128;
    while (bits > 8 && (record->footprint % (bits / 8) || record->value->align % (bits / 8)))
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

/* What comes in, what goes out: in global memory, which CTAs have in common; between them in that
 * of each, but for what only instructions for global memory bring. */
static int add_end(const Model *model, const char *name, Role role, const Tile *tile, int uses) {
    bool global = !model->cta || (role == ROLE_IN && tile->global);
    return add_buffer(
        model->plan,
        (Buffer){
            .name = name,
            .space = global ? SPACE_GMEM : SPACE_SMEM,
            .role = role,
            .dtype = unit_type(tile->record),
            .align = 16,
            .elements = uses * tile->count});
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

/* ---- one value through a slot ---------------------------------------------------------------- */

PipeSteps model_steps_of(const Model *model, int agent) {
    int threads = 32 * model->code->plan->request->agents[agent].warps;
    return (PipeSteps){model->plan, model->first[agent], threads};
}

PipeSteps model_producer_of(const Model *model, const Pipe *pipe) {
    PipeSteps steps = model_steps_of(model, pipe->producer);
    if (pipe_counts_bytes(pipe))
        steps.threads = model->elected ? 32 : 1;
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
    for (int i = 0; i < 2; i++)
        if (spaces[i] == SPACE_DSMEM) /* our own, that another CTA fills, too */
            spaces[i] = SPACE_SMEM;
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
    PipeSteps steps = model_producer_of(model, pipe);
    int64_t count = tile->count, begin = use * count;
    int loop;
    if (count == 0)
        return;
    at += tile->first;
    if (pipe_counts_bytes(pipe)) {
        bool here = !tile->remote;
        PrimitiveId bulk = here ? PRIM_BULK_GMEM_TO_SMEM : PRIM_BULK_SMEM_TO_DSMEM;
        Phase *one = pipe_phase(&steps);
        one->elected = model->elected;
        Step *copy = pipe_sync(one, bulk, full, count * unit_bits(tile->record) / 8);
        copy->dst = in_buffer(tile->slot, expr_constant(at));
        copy->dst.peer = here ? NULL : model->cta;
        copy->src[0] = in_buffer(tile->in, expr_constant(begin));
        return;
    }
    Phase *phase = moving(&steps, count, &loop);
    Side from = in_buffer(tile->in, unit_at(&steps, begin, loop));
    Side to = in_buffer(tile->slot, unit_at(&steps, at, loop));
    bool copies = pipe->form == PIPE_COPIES || pipe->form == PIPE_GROUPS;
    if (!copies) { /* those move 32 bits at least: pipes.c */
        copy_units(&steps, tile->record, from, to, count, loop, phase);
        return;
    }
    Step *copy = pipe_sync(phase, primitive_async(unit_bits(tile->record)), full, 0);
    copy->dst = to;
    copy->src[0] = from;
    limit(copy, &steps, count, loop);
}

/* From the other end, so that a thread that fills and reads a slot does not read what it wrote
 * itself. */
static Expr unit_from_end(const PipeSteps *steps, int64_t base, int64_t count, int loop) {
    Expr at = expr_constant(base + count - 1 + steps->first);
    expr_add(&at, coef_int(-1), digit_of(VAR_RANK, 0, 1, 0));
    expr_add(&at, coef_int(-steps->threads), digit_of(VAR_LOOP, loop, 1, 0));
    return at;
}

static void take(const Model *model, const Tile *tile, int agent, int out, int use, int64_t at) {
    PipeSteps steps = model_steps_of(model, agent);
    int64_t count = tile->count;
    int loop;
    if (count == 0)
        return;
    at += tile->first;
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

static int tile_count(const Pipe *pipe) {
    return pipe->ctas > 1 ? 2 * pipe->member_count : pipe->member_count;
}

/* 5 units of a multicast: 2 of its own CTA, 3 of the other one. */
static Tile tile_of(const Model *model, const Pipe *pipe, int index) {
    const Record *record = &model->code->plan->records[pipe->members[index % pipe->member_count]];
    Tile tile = {.record = record, .count = units(record)};
    bool far = index >= pipe->member_count;
    tile.remote = pipe->form == PIPE_REMOTE || far;
    tile.global = !tile.remote && (pipe->form == PIPE_BULK || pipe->form == PIPE_COPIES);
    if (pipe->ctas > 1) {
        int64_t half = tile.count / 2;
        tile.first = far ? half : 0;
        tile.count = far ? tile.count - half : half;
    }
    tile.out = NEW_ARRAY(int, pipe->consumer_count);
    return tile;
}

static void add_ends(const Model *model, const Pipe *pipe, Tile *tile, int uses) {
    Plan *plan = model->plan;
    const Record *record = tile->record;
    const char *name = mem_printf("%s%s", record->value->name, tile->first ? "_far" : "");
    tile->in = add_end(model, mem_printf("%s_in", name), ROLE_IN, tile, uses);
    for (int c = 0; c < pipe->consumer_count; c++)
        if (consumes(record, pipe->consumers[c])) {
            const char *to = mem_printf("%s_out%d", name, c);
            tile->out[c] = add_end(model, to, ROLE_OUT, tile, uses);
            add_flow(plan, tile->in, tile->out[c]);
            plan->flows[plan->flow_count - 1].src_peer = tile->remote ? model->sender : NULL;
        }
}

static int add_slots(const Model *model, const Record *record, int slots) {
    int64_t last = (slots - 1) * record->final_stride + record->footprint;
    return add_buffer(
        model->plan,
        (Buffer){
            .name = record->value->name,
            .space = model->cta ? SPACE_DSMEM : SPACE_SMEM,
            .role = ROLE_SCRATCH,
            .dtype = unit_type(record),
            .align = 16,
            .elements = last * 8 / unit_bits(record),
            .arena = 1,
            .offset = record->final_offset});
}

/* The values of a pipe, each with `slots` slots where the plan has them. */
Tile *model_tiles_of(Model *model, const Pipe *pipe, int slots, int uses) {
    Tile *tiles = NEW_ARRAY(Tile, tile_count(pipe));
    for (int i = 0; i < tile_count(pipe); i++) {
        Tile *tile = &tiles[i];
        *tile = tile_of(model, pipe, i);
        if (tile->record->class != CLASS_SMEM)
            continue;
        tile->slot = i < pipe->member_count ? add_slots(model, tile->record, slots)
                                            : tiles[i - pipe->member_count].slot;
        if (tile->count)
            add_ends(model, pipe, tile, uses);
    }
    return tiles;
}

void model_take_all(
    const Model *model, const Pipe *pipe, const Tile *tiles, int c, int use, int64_t slot) {
    for (int i = 0; i < tile_count(pipe); i++) {
        const Record *record = tiles[i].record;
        int64_t at = slot * record->final_stride * 8 / unit_bits(record);
        if (record->class == CLASS_SMEM && consumes(record, pipe->consumers[c]))
            take(model, &tiles[i], pipe->consumers[c], tiles[i].out[c], use, at);
    }
}

void model_fill_all(
    const Model *model, const Pipe *pipe, const Tile *tiles, int use, int full, int64_t slot) {
    for (int i = 0; i < tile_count(pipe); i++) {
        const Record *record = tiles[i].record;
        int64_t at = slot * record->final_stride * 8 / unit_bits(record);
        if (record->class == CLASS_SMEM)
            fill(model, pipe, &tiles[i], use, full, at);
    }
}
