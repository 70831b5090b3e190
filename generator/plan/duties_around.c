/* duties_around.c: what a caller must have done before the call, what it comes to inside, and what
 * it must do after: the part of the list that speaks of order, of what is in flight and of what is
 * waited for. */
#include "duty_maker.h"
#include <string.h>

/* ---- before --------------------------------------------------------------------------------- */

/* A buffer that is read though the call does not fill it: in place, or of a reduction, dst. */
static bool is_read(const Plan *plan, int buffer) {
    if (plan->buffers[buffer].role == ROLE_IN)
        return true;
    for (int i = 0; i < plan->flow_count; i++)
        if (plan->flows[i].onto != COMBINE_NONE && plan->flows[i].dst_at == buffer)
            return true;
    for (int i = 0; i < plan->flow_count; i++)
        if (plan->flows[i].src.space != SPACE_REG && plan->flows[i].src_at == buffer &&
            plan->buffers[buffer].role == ROLE_OUT)
            return true;
    return false;
}

/* Is it read by copies of the async proxy, which see what was written before a fence only? */
static bool is_read_by_bulk(const Maker *maker, int buffer) {
    for (int i = 0; i < maker->steps.count; i++) {
        const Step *step = maker->steps.at[i].step;
        if (!step || primitives[step->primitive].proxy != PROXY_ASYNC)
            continue;
        const Side *src = &step->src[0];
        if ((src->kind == AT_BUFFER && src->of == buffer) ||
            (step->combine != COMBINE_NONE && step->dst.of == buffer) ||
            (src->kind == AT_TENSOR && maker->plan->objects[src->of].buffer == buffer))
            return true;
    }
    return false;
}

/* The CTA whose memory is written before anything in the call says that it is free. */
static const Expr *written_peer(const Maker *maker, int buffer) {
    for (int i = 0; i < maker->steps.count; i++) {
        const Step *step = maker->steps.at[i].step;
        if (step && primitives[step->primitive].act == ACT_CLUSTER_SYNC)
            return NULL;
        if (step && step->dst.kind == AT_BUFFER && step->dst.of == buffer && step->dst.peer)
            return step->dst.peer;
    }
    return NULL;
}

static void make_before(Maker *maker) {
    const Plan *plan = maker->plan;
    bool matrix = false;
    for (int i = 0; i < maker->steps.count; i++)
        matrix |= maker->steps.at[i].step &&
                  primitives[maker->steps.at[i].step->primitive].kind == KIND_MATRIX_LOAD;
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        Duty duty = {.name = buffer->name, .space = buffer->space, .more = matrix};
        if (!takes_buffer(maker, i))
            continue;
        if (buffer->brought) {
            duty.kind = DUTY_BROUGHT;
            duty.with = plan->objects[buffer->brought - 1].name;
            duties_add(maker->out, duty);
        } else if (is_read(plan, i)) {
            duty.kind = DUTY_VISIBLE;
            duties_add(maker->out, duty);
        }
        if (is_read(plan, i) && is_read_by_bulk(maker, i))
            duties_add(
                maker->out,
                (Duty){.kind = DUTY_FENCED, .name = buffer->name, .space = buffer->space});
        const Expr *peer = written_peer(maker, i);
        if (peer)
            duties_add(maker->out, (Duty){.kind = DUTY_FREE, .name = buffer->name, .peer = peer});
    }
}

static bool has_act_on(const Maker *maker, Act act, int object) {
    for (int i = 0; i < maker->steps.count; i++) {
        const Step *step = maker->steps.at[i].step;
        if (step && primitives[step->primitive].act == act && step->object == object)
            return true;
    }
    return false;
}

/* ---- inside --------------------------------------------------------------------------------- */

static void make_inside(Maker *maker) {
    static const PrimitiveId barriers[] = {
        PRIM_WARP_SYNC,
        PRIM_GROUP_SYNC,
        PRIM_SHUFFLE_XOR_GROUP_B32,
        PRIM_SHUFFLE_XOR_GROUP_B64,
        PRIM_CTA_SYNC,
        PRIM_BARRIER_SYNC,
        PRIM_BARRIER_ARRIVE,
        PRIM_CLUSTER_SYNC};
    for (size_t i = 0; i < COUNT_OF(barriers); i++) {
        int count = 0;
        for (int k = 0; k < maker->steps.count; k++)
            count += maker->steps.at[k].step && maker->steps.at[k].step->primitive == barriers[i];
        if (count)
            duties_add(
                maker->out,
                (Duty){
                    .kind = DUTY_COME, .name = primitives[barriers[i]].function, .number = count});
    }
    for (int i = 0; i < maker->plan->object_count; i++) {
        const Object *object = &maker->plan->objects[i];
        if (object->others > 0 && has_act_on(maker, ACT_WAIT_PHASE, i))
            duties_add(
                maker->out,
                (Duty){.kind = DUTY_ARRIVALS, .with = object->name, .number = object->others});
    }
    const Step *send = step_to_peer(maker), *wait = step_with(maker, ACT_WAIT_PHASE);
    if (send && wait && wait->object == send->object && step_flies(send))
        duties_add(
            maker->out,
            (Duty){
                .kind = DUTY_PEER_SENDS,
                .with = maker->plan->objects[send->object].name,
                .number = maker->bytes[send->object]});
}

/* ---- after ---------------------------------------------------------------------------------- */

static void add_once(Maker *maker, Duty duty) {
    if (!duties_about(maker->out, duty.kind, duty.name, duty.with))
        duties_add(maker->out, duty);
}

/* A copy whose source may still be read when the call returns. */
static void make_kept(Maker *maker, int at) {
    const Step *copy = maker->steps.at[at].step;
    const Plan *plan = maker->plan;
    const Side *src = &copy->src[0];
    bool of_registers = src->kind == AT_BUNDLE; /* which were read at once */
    int buffer = src->kind == AT_TENSOR ? plan->objects[src->of].buffer : src->of;
    bool waited = has_act_on(maker, ACT_WAIT_PHASE, copy->object);
    if (sequence_landed(&maker->steps, at, true) >= 0)
        return;
    if (!of_registers && plan->buffers[buffer].role == ROLE_IN)
        add_once(
            maker,
            (Duty){
                .kind = DUTY_KEEP,
                .name = plan->buffers[buffer].name,
                .others = primitives[copy->primitive].proxy == PROXY_ASYNC,
                .with = plan->objects[copy->object].name,
                .object = plan->objects[copy->object].kind,
                .more = waited});
    if (copy->dst.peer)
        add_once(
            maker,
            (Duty){
                .kind = DUTY_ALIVE,
                .with = plan->objects[copy->object].name,
                .object = plan->objects[copy->object].kind,
                .peer = copy->dst.peer,
                .more = waited});
}

static void make_landing(Maker *maker, int at) {
    const Step *copy = maker->steps.at[at].step;
    const Plan *plan = maker->plan;
    const Object *object = &plan->objects[copy->object];
    PrimitiveKind moves = primitives[copy->primitive].kind;
    bool bulk = moves == KIND_BULK_COPY || moves == KIND_TENSOR_COPY;
    bool waited = has_act_on(maker, ACT_WAIT_PHASE, copy->object);
    make_kept(maker, at);
    if (sequence_landed(&maker->steps, at, false) >= 0 || waited)
        return;
    if (object->kind == OBJECT_GROUP && !has_act_on(maker, ACT_COMMIT, copy->object))
        add_once(
            maker,
            (Duty){
                .kind = DUTY_COMMIT, .with = object->name, .object = object->kind, .more = bulk});
    if (object->kind == OBJECT_MBARRIER && maker->bytes[copy->object] > 0 &&
        !has_act_on(maker, ACT_ARRIVE_EXPECT, copy->object))
        add_once(
            maker,
            (Duty){
                .kind = DUTY_EXPECT,
                .with = object->name,
                .object = object->kind,
                .number = maker->bytes[copy->object],
                .peer = copy->dst.peer});
    add_once(
        maker,
        (Duty){
            .kind = DUTY_WAIT,
            .name = copy->dst.kind == AT_BUNDLE ? plan->bundles[copy->dst.of].name
                                                : plan->buffers[copy->dst.of].name,
            .with = object->name,
            .object = object->kind,
            .more = bulk && object->kind == OBJECT_GROUP,
            .peer = copy->dst.peer});
}

/* An mbarrier at which these threads arrive and for which they do not wait. */
static void make_phase(Maker *maker, int object) {
    const Object *bar = &maker->plan->objects[object];
    if (bar->kind == OBJECT_MBARRIER && maker->comers[object] > 0 &&
        !has_act_on(maker, ACT_WAIT_PHASE, object))
        duties_add(
            maker->out,
            (Duty){
                .kind = DUTY_PHASE,
                .with = bar->name,
                .object = bar->kind,
                .number = maker->comers[object]});
}

/* Who reads it waits for it itself: at an mbarrier, or after the group has landed in global
 * memory. */
static bool is_waited_for(const Maker *maker, const Buffer *buffer) {
    for (const Duty *wait = NULL; (wait = duty_next(maker->out, DUTY_WAIT, wait));)
        if (strcmp(wait->name, buffer->name) == 0 &&
            (wait->object != OBJECT_GROUP || buffer->space == SPACE_GMEM))
            return true;
    return false;
}

static void make_seen(Maker *maker, int at) {
    const Buffer *buffer = &maker->plan->buffers[at];
    if (buffer->role != ROLE_OUT || !takes_buffer(maker, at) ||
        (buffer->space != SPACE_SMEM && buffer->space != SPACE_GMEM))
        return;
    if (is_waited_for(maker, buffer))
        return;
    int done = sequence_done(&maker->steps, ARGUMENT_BUFFER, at);
    bool many = maker->plan->threads > 1;
    duties_add(
        maker->out,
        (Duty){
            .kind = DUTY_SEEN,
            .name = buffer->name,
            .space = buffer->space,
            .more = many && done >= 0 && sequence_meets(&maker->steps, done)});
}

/* Another CTA's memory that was read or written when the call returns. */
static void make_reached(Maker *maker, const Step *step, const Side *side) {
    if (side->kind == AT_BUFFER && side->peer && !step_flies(step))
        add_once(
            maker,
            (Duty){
                .kind = DUTY_REACHED,
                .name = maker->plan->buffers[side->of].name,
                .peer = side->peer,
                .more = side == &step->src[0]});
}

/* Of the parts, the last one says when scratch may serve something else. */
static void make_reuse(Maker *maker, ArgumentKind kind, int of, const char *name) {
    const Plan *plan = maker->plan, *whole = plan->whole ? plan->whole : plan;
    Sequence all = plan_sequence(whole);
    int last = whole->part_count - 1;
    while (last >= 0 && whole->parts[last].is_body)
        last--;
    if (plan->whole && plan->part != last)
        return;
    int done = sequence_done(&all, kind, of);
    duties_add(
        maker->out,
        (Duty){
            .kind = DUTY_REUSE,
            .name = name,
            .more = done >= 0 && sequence_meets(&all, done),
            .others = whole->rounds > 1});
}

static void make_after(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < maker->steps.count; i++) {
        const Step *step = maker->steps.at[i].step;
        if (step && step_flies(step) && step->object >= 0)
            make_landing(maker, i);
    }
    for (int i = 0; i < maker->steps.count && !step_with(maker, ACT_CLUSTER_SYNC); i++) {
        const Step *step = maker->steps.at[i].step;
        if (!step)
            continue;
        make_reached(maker, step, &step->dst);
        make_reached(maker, step, &step->src[0]);
    }
    for (int i = 0; i < plan->object_count; i++)
        make_phase(maker, i);
    for (int i = 0; i < plan->buffer_count; i++)
        make_seen(maker, i);
    for (int i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].role == ROLE_SCRATCH && !plan->buffers[i].arena)
            make_reuse(maker, ARGUMENT_BUFFER, i, plan->buffers[i].name);
    for (int i = 0; i < plan->arena_count; i++)
        if (plan->arenas[i].bytes > 0)
            make_reuse(maker, ARGUMENT_ARENA, i, plan->arenas[i].name);
}

void duties_around(Maker *maker) {
    make_before(maker);
    make_inside(maker);
    make_after(maker);
}

/* ---- counts --------------------------------------------------------------------------------- */

typedef struct {
    const Plan *plan;
    int64_t *bytes, *comers;
    uint32_t **warps; /* by object and warp: who came */
} Counts;

static bool counts_comers(Act act) {
    return act == ACT_BARRIER_SYNC || act == ACT_BARRIER_ARRIVE || act == ACT_ARRIVE ||
           act == ACT_ARRIVE_EXPECT || act == ACT_ARRIVE_REMOTE || act == ACT_ARRIVE_EXPECT_REMOTE;
}

static bool count_execution(void *context, const Execution *e) {
    Counts *counts = context;
    const Step *step = e->at;
    const Primitive *primitive = &primitives[step->primitive];
    bool bytes = primitive->kind == KIND_BULK_COPY || primitive->kind == KIND_TENSOR_COPY ||
                 primitive->kind == KIND_ASYNC_STORE;
    if (step->object < 0)
        return true;
    for (int lane = 0; lane < 32; lane++) {
        if (!(e->lanes >> lane & 1))
            continue;
        uint32_t bit = (uint32_t)1 << lane, *warp = &counts->warps[step->object][e->warp];
        counts->bytes[step->object] += bytes ? step->count : 0;
        counts->comers[step->object] += counts_comers(primitive->act) && !(*warp & bit);
        *warp |= counts_comers(primitive->act) ? bit : 0;
    }
    return true;
}

/* Only where something is counted: a walk costs as much as the cost model. */
static Counts count_objects(const Plan *plan) {
    Counts counts = {.plan = plan};
    bool any = false;
    counts.bytes = NEW_ARRAY(int64_t, plan->object_count);
    counts.comers = NEW_ARRAY(int64_t, plan->object_count);
    counts.warps = NEW_ARRAY(uint32_t *, plan->object_count);
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            any |= step->object >= 0 && primitives[step->primitive].kind != KIND_ASYNC_COPY;
        }
    for (int i = 0; any && i < plan->object_count; i++)
        counts.warps[i] = NEW_ARRAY(uint32_t, plan->threads / 32 + 1);
    if (any)
        plan_walk(plan, count_execution, &counts);
    return counts;
}

void duties_count(Maker *maker) {
    Counts own = count_objects(maker->plan);
    maker->bytes = own.bytes;
    maker->comers = own.comers;
    maker->members = maker->plan->whole ? count_objects(maker->plan->whole).comers : own.comers;
}
