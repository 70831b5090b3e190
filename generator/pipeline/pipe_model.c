/* pipe_model.c: The proof of a whole pipe. The slots are alike and independent, so one slot stands
 * for all. Every agent of its barriers is in one Plan, which initialises the barriers and uses the
 * slot USES times. The producer moves each value from global memory into the slot, and each
 * consumer moves it on into its own global memory. This checks how counts, bytes, parities and
 * fences of the parts fit together: a missing arrival is a hang, a wrong parity a race. Values that
 * take turns on one buffer are in one model; if their slots do not match one to one, the model has
 * all slots.
 *
 * At a named barrier both sides move in step, so the model has all slots: see meet_model. */
#include "pipe_model.h"
#include <string.h>

enum { USES = 4 };

/* ---- mbarriers ------------------------------------------------------------------------------- */

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

static int slots_in(const Model *model, const Pipe *pipe) {
    return model->whole ? pipe->stages : 1;
}

static int slot_of(const Model *model, const Pipe *pipe, int use) {
    return (use + (model->whole ? pipe->record->rotation : 0)) % slots_in(model, pipe);
}

static int parity_of(const Model *model, const Pipe *pipe, int use) {
    return use / slots_in(model, pipe) & 1;
}

/* The object of what use waits for among those before a pipe, and its parity. A turn as a whole has
 * a phase an iteration; of others use k of a slot waits for phase k, or k - 1. */
static int before_object(const Model *model, const Pipe *pipe, int i, int use, int *parity) {
    const Turn *turn = pipe->before[i].turn;
    int slot = slot_of(model, pipe, use), split = pipe->before[i].split;
    int late = split ? use % pipe->stages < split : pipe->before[i].late;
    *parity = (turn && turn->whole ? use & 1 : parity_of(model, pipe, use)) ^ late;
    if (turn)
        return model->turns[position(model, pipe)][i] + (turn->whole ? 0 : slot);
    return model->empty[position(model, pipe->before[i].pipe)][slot];
}

static void tell_objects(const Model *model, const Pipe *pipe, int use, PipeObjects *objects) {
    int *tells = NEW_ARRAY(int, pipe->tell_count + 1);
    objects->tells_cta = NEW_ARRAY(const Expr *, pipe->tell_count + 1);
    objects->tells = tells;
    for (int t = 0; t < pipe->tell_count; t++) {
        const Pipe *next = pipe->tells[t]->next;
        int i = 0;
        while (next->before[i].turn != pipe->tells[t])
            i++;
        tells[t] = model->turns[position(model, next)][i];
        tells[t] += pipe->tells[t]->whole ? 0 : slot_of(model, pipe, use);
        objects->tells_cta[t] = model->sender;
    }
}

/* Use k of a slot waits for phase k of `full`, for k - 1 of its own `empty`. */
static PipeObjects objects_for(const Model *model, const Pipe *pipe, int use) {
    int at = position(model, pipe), slot = slot_of(model, pipe, use);
    PipeObjects objects = {
        .full = model->full[at][slot], .empty = model->empty[at][slot], .cta = model->cta};
    int *before = NEW_ARRAY(int, pipe->before_count + 1);
    objects.before_parity = NEW_ARRAY(const Expr *, pipe->before_count + 1);
    for (int i = 0; i < pipe->before_count; i++) {
        int parity;
        before[i] = before_object(model, pipe, i, use, &parity);
        objects.before_parity[i] = number(parity);
    }
    objects.before = before;
    tell_objects(model, pipe, use, &objects);
    return objects;
}

static void produce(const Model *model, const Pipe *pipe, const Tile *tiles, int use) {
    PipeSteps steps = model_producer_of(model, pipe);
    PipeObjects objects = objects_for(model, pipe, use);
    objects.parity = number(parity_of(model, pipe, use) ^ 1);
    bool elected = model->elected && pipe_counts_bytes(pipe);
    (elected ? pipe_acquire_elected : pipe_acquire)(&steps, pipe, &objects);
    model_fill_all(model, pipe, tiles, use, objects.full, slot_of(model, pipe, use));
    pipe_commit(&steps, pipe, &objects);
}

static void consume(const Model *model, const Pipe *pipe, const Tile *tiles, int use) {
    PipeObjects objects = objects_for(model, pipe, use);
    objects.parity = number(parity_of(model, pipe, use));
    objects.cta = model->sender;
    for (int c = 0; c < pipe->consumer_count; c++) {
        PipeSteps steps = model_steps_of(model, pipe->consumers[c]);
        pipe_wait(&steps, pipe, &objects);
        model_take_all(model, pipe, tiles, c, use, slot_of(model, pipe, use));
        pipe_release(&steps, pipe, &objects);
    }
}

static void wait_at(const Model *model, const Pipe *pipe, int object, int parity) {
    PipeSteps steps = model_producer_of(model, pipe);
    pipe_sync(pipe_phase(&steps), pipe_waiting(pipe), object, 0)->value = number(parity);
}

/* The producer's last act: every slot that was filled was read, and what other CTAs tell has
 * come. */
static void drain(const Model *model, const Pipe *pipe, int uses) {
    int slots = slots_in(model, pipe), parity;
    for (int use = uses; use < uses + slots; use++) {
        wait_at(
            model,
            pipe,
            model->empty[position(model, pipe)][slot_of(model, pipe, use)],
            parity_of(model, pipe, use) ^ 1);
        for (int i = 0; i < pipe->before_count; i++) {
            int object = before_object(model, pipe, i, use, &parity);
            int split = pipe->before[i].split;
            if (turn_is_drained(pipe->before[i].turn) && (!split || use < uses + split) &&
                (use == uses || !pipe->before[i].turn->whole))
                wait_at(model, pipe, object, parity);
        }
    }
}

static int turn_slots_in(const Model *model, const Turn *turn) {
    return !turn ? 0 : turn->whole ? 1 : slots_in(model, turn->next);
}

/* In a ring a CTA fills the slots of one other beside its own, however large the group is. */
static int readers_in(const Pipe *pipe) {
    return pipe->ctas > 1 ? pipe->empty / pipe->ctas * 2 : pipe->empty;
}

static void start(const Model *model) {
    PipeSteps one = {model->plan, 0, 1}, all = {model->plan, 0, 0};
    Phase *phase = pipe_phase(&one);
    for (int i = 0; i < model->count; i++) {
        const Pipe *pipe = model->pipes[i];
        for (int slot = 0; slot < slots_in(model, pipe); slot++) {
            pipe_sync(phase, PRIM_MBARRIER_INIT, model->full[i][slot], pipe->full);
            pipe_sync(phase, PRIM_MBARRIER_INIT, model->empty[i][slot], readers_in(pipe));
        }
        for (int b = 0; b < pipe->before_count; b++)
            for (int slot = 0; slot < turn_slots_in(model, pipe->before[b].turn); slot++)
                pipe_sync(
                    phase,
                    PRIM_MBARRIER_INIT,
                    model->turns[i][b] + slot,
                    pipe->before[b].pipe->empty);
    }
    bool fences = false;
    for (int i = 0; i < model->count; i++)
        fences |= pipe_counts_bytes(model->pipes[i]);
    if (fences)
        pipe_sync(phase, PRIM_FENCE_MBARRIER_INIT, -1, 0);
    pipe_sync(pipe_phase(&all), model->cta ? PRIM_CLUSTER_SYNC : PRIM_CTA_SYNC, -1, 0);
}

/* ---- who is in it ---------------------------------------------------------------------------- */

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

static void name_ctas(Model *model) {
    Symbol *symbols = NEW_ARRAY(Symbol, 2);
    model->cta = pipe_cta(model->plan, symbols, "to");
    model->sender = pipe_cta(model->plan, symbols, "from");
    symbols[1].role = SYMBOL_SENDER;
    for (int i = 0; i < 2 && model->pair; i++)
        symbols[i].max = 1;
}

static Model model_new(const PipelineCode *code, const Pipe *pipe, ModelKind kind) {
    Model model = {.code = code, .elected = kind & MODEL_ELECTED, .pair = kind & MODEL_PAIR};
    int agents = code->plan->request->agent_count;
    model.pipes = NEW_ARRAY(const Pipe *, code->count);
    model.full = NEW_ARRAY(int *, code->count);
    model.empty = NEW_ARRAY(int *, code->count);
    model.turns = NEW_ARRAY(int *, code->count);
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
    for (int i = 0; i < model.count; i++) {
        model.whole |= pipe_waits_as_whole(model.pipes[i]) || pipe_is_turned(model.pipes[i]);
        if (pipe_spans_ctas(model.pipes[i]) && !model.cta)
            name_ctas(&model);
    }
    return model;
}

static int mbarrier_of(const Model *model, const char *name, int slot, int count) {
    bool one = !model->whole;
    const char *text = one ? name : mem_printf("%s%d", name, slot);
    return pipe_object(model->plan, text, count, 0, false);
}

static void make_objects(Model *model, int i) {
    const Pipe *pipe = model->pipes[i];
    int slots = slots_in(model, pipe);
    model->full[i] = NEW_ARRAY(int, slots);
    model->empty[i] = NEW_ARRAY(int, slots);
    model->turns[i] = NEW_ARRAY(int, pipe->before_count + 1);
    for (int s = 0; s < slots; s++) {
        model->full[i][s] = mbarrier_of(model, mem_printf("%s_full", pipe->name), s, pipe->full);
        model->empty[i][s] =
            mbarrier_of(model, mem_printf("%s_empty", pipe->name), s, readers_in(pipe));
    }
    for (int b = 0; b < pipe->before_count; b++) {
        const Pipe *first = pipe->before[b].pipe;
        const char *name = mem_printf("%s_%s_turn", first->name, pipe->name);
        model->turns[i][b] = model->plan->object_count;
        for (int s = 0; s < turn_slots_in(model, pipe->before[b].turn); s++)
            mbarrier_of(model, name, s, first->empty);
    }
}

/* Each slot of the deepest ring, and the first two once more. */
static int uses_of(const Model *model) {
    int uses = USES;
    for (int i = 0; i < model->count; i++)
        if (slots_in(model, model->pipes[i]) + 2 > uses)
            uses = slots_in(model, model->pipes[i]) + 2;
    return uses;
}

static Plan *barrier_model(Model *model) {
    Tile **tiles = NEW_ARRAY(Tile *, model->count);
    int uses = uses_of(model);
    for (int i = 0; i < model->count; i++) {
        make_objects(model, i);
        tiles[i] = model_tiles_of(model, model->pipes[i], slots_in(model, model->pipes[i]), uses);
    }
    start(model);
    for (int use = 0; use < uses; use++)
        for (int i = 0; i < model->count; i++) {
            produce(model, model->pipes[i], tiles[i], use);
            consume(model, model->pipes[i], tiles[i], use);
        }
    for (int i = 0; i < model->count; i++)
        drain(model, model->pipes[i], uses);
    return model->plan;
}

/* ---- named barriers -------------------------------------------------------------------------- */

/* Both sides count their meetings. With S slots a producer commits use k at meeting k where k < S,
 * later acquires at S + 2(k - S) and commits at one more; a consumer waits at 2k and releases at 2k
 * + 1. */
static int filled_before(int meeting, int slots) {
    if (meeting < slots)
        return meeting;
    return (meeting - slots) % 2 ? slots + (meeting - slots - 1) / 2 : -1;
}

static Plan *meet_model(Model *model) {
    const Pipe *pipe = model->pipes[0];
    int slots = pipe->stages, uses = slots + 2;
    Tile *tiles = model_tiles_of(model, pipe, slots, uses);
    PipeSteps all = {model->plan, 0, 0};
    int at = pipe_add_object(
        model->plan,
        (Object){.name = "barrier", .kind = OBJECT_BARRIER, .id = pipe->record->barrier});
    for (int meeting = 0; meeting < 2 * uses; meeting++) {
        int use = filled_before(meeting, slots);
        if (use >= 0 && use < uses)
            model_fill_all(model, pipe, tiles, use, -1, use % slots);
        for (int c = 0; c < pipe->consumer_count && meeting % 2; c++)
            model_take_all(model, pipe, tiles, c, meeting / 2, meeting / 2 % slots);
        pipe_sync(pipe_phase(&all), PRIM_BARRIER_SYNC, at, pipe->threads);
    }
    return model->plan;
}

/* ---- groups of copies ------------------------------------------------------------------------ */

/* The prologue fills all slots but one; then each turn waits, reads, and fills the slot of the turn
 * before. A turn that has nothing more to fill still commits. */
static Plan *groups_model(Model *model) {
    const Pipe *pipe = model->pipes[0];
    int slots = pipe->stages, uses = slots + 2;
    Tile *tiles = model_tiles_of(model, pipe, slots, uses);
    PipeSteps steps = model_steps_of(model, pipe->producer);
    PipeObjects objects = {0};
    objects.full = pipe_add_object(model->plan, (Object){.name = "group", .kind = OBJECT_GROUP});
    objects.empty = pipe_add_object(
        model->plan,
        (Object){.name = "barrier", .kind = OBJECT_BARRIER, .id = pipe->record->barrier});
    for (int use = 0; use < slots - 1; use++) {
        model_fill_all(model, pipe, tiles, use, objects.full, use);
        pipe_commit(&steps, pipe, &objects);
    }
    for (int use = 0; use < uses; use++) {
        int next = use + slots - 1;
        pipe_wait(&steps, pipe, &objects);
        model_take_all(model, pipe, tiles, 0, use, use % slots);
        if (next < uses)
            model_fill_all(model, pipe, tiles, next, objects.full, next % slots);
        pipe_commit(&steps, pipe, &objects);
    }
    pipe_sync(pipe_phase(&steps), PRIM_CP_ASYNC_WAIT, objects.full, 0);
    return model->plan;
}

Plan *pipe_model(const PipelineCode *code, const Pipe *pipe, ModelKind kind) {
    Model model = model_new(code, pipe, kind);
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

/* Of those that hand buffers on to one another the first one's model is that of all. */
static bool is_proven(const PipelineCode *code, const Pipe *pipe) {
    Model model = {.code = code, .pipes = NEW_ARRAY(const Pipe *, code->count)};
    collect(&model, pipe);
    for (int i = 0; i < model.count; i++)
        if (model.pipes[i] < pipe)
            return true;
    return pipe->form == PIPE_MEMORY;
}

static bool has_bulk(const PipelineCode *code, const Pipe *pipe) {
    Model model = {.code = code, .pipes = NEW_ARRAY(const Pipe *, code->count)};
    collect(&model, pipe);
    for (int i = 0; i < model.count; i++)
        if (pipe_counts_bytes(model.pipes[i]))
            return true;
    return false;
}

/* One thread acquires for bulk copies, or warps do; a multicast is run by a ring and by a pair. */
static bool prove(const PipelineCode *code, const Pipe *pipe) {
    bool ok = true;
    for (int kind = 0; kind <= (MODEL_ELECTED | MODEL_PAIR) && ok; kind++) {
        bool runs = (!(kind & MODEL_ELECTED) || has_bulk(code, pipe)) &&
                    (!(kind & MODEL_PAIR) || pipe->ctas > 1);
        ok = !runs || pipe_check(code, pipe_model(code, pipe, (ModelKind)kind), pipe->name);
    }
    return ok;
}

bool pipe_prove_all(const PipelineCode *code) {
    for (int i = 0; i < code->count; i++) {
        const Pipe *pipe = &code->pipes[i];
        MemMark mark = mem_mark();
        bool ok = is_proven(code, pipe) || prove(code, pipe);
        if (ok)
            mem_rewind(mark);
        if (!ok)
            return false;
    }
    return true;
}
