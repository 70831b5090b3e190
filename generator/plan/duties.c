/* duties.c: a Plan -> what its caller must do: who calls, what is passed, and what must have
 * happened before and must happen after. Everything is read from the Plan; the words are made in
 * tell/.
 *
 * What the proof takes for granted stands here: it proves the body, and the list is what it
 * assumed. */
#include "duty_maker.h"
#include <string.h>

const Duty *duty_next(const Duties *duties, DutyKind kind, const Duty *last) {
    for (const Duty *duty = last ? last + 1 : duties->at; duty < duties->at + duties->count; duty++)
        if (duty->kind == kind)
            return duty;
    return NULL;
}

const Duty *duty_about(const Duties *duties, DutyKind kind, const char *name, const char *with) {
    for (const Duty *duty = NULL; (duty = duty_next(duties, kind, duty));)
        if ((!name || (duty->name && strcmp(duty->name, name) == 0)) &&
            (!with || (duty->with && strcmp(duty->with, with) == 0)))
            return duty;
    return NULL;
}

bool duties_have(const Duties *duties, DutyKind kind) {
    return duty_next(duties, kind, NULL) != NULL;
}

Duty *duties_add(Duties *duties, Duty duty) {
    MORE(duties->at, duties->count, &duties->capacity);
    duties->at[duties->count] = duty;
    return &duties->at[duties->count++];
}

/* Keeps the order of the kinds, and of the makers in one kind. */
static void sort(Duties *duties) {
    for (int i = 1; i < duties->count; i++) {
        Duty duty = duties->at[i];
        int k = i;
        for (; k > 0 && duties->at[k - 1].kind > duty.kind; k--)
            duties->at[k] = duties->at[k - 1];
        duties->at[k] = duty;
    }
}

static bool text_equal(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

Duty *duties_about(Duties *duties, DutyKind kind, const char *name, const char *with) {
    for (int i = 0; i < duties->count; i++)
        if (duties->at[i].kind == kind && text_equal(duties->at[i].name, name) &&
            text_equal(duties->at[i].with, with))
            return &duties->at[i];
    return NULL;
}

void duties_join(Duties *duties, const Duties *more) {
    for (int i = 0; i < more->count; i++) {
        const Duty *duty = &more->at[i];
        Duty *known = duties_about(duties, duty->kind, duty->name, duty->with);
        bool most = duty->kind == DUTY_ALIGNED || duty->kind == DUTY_SCRATCH ||
                    duty->kind == DUTY_ROOM || duty->kind == DUTY_COME;
        if (!known)
            duties_add(duties, *duty);
        else if (most)
            known->number = duty->number > known->number ? duty->number : known->number;
        if (known && duty->kind == DUTY_SCRATCH)
            known->more = duty->more > known->more ? duty->more : known->more;
        if (known && (duty->kind == DUTY_SEEN || duty->kind == DUTY_REUSE))
            known->more = known->more && duty->more;
    }
    sort(duties);
}

/* ---- places --------------------------------------------------------------------------------- */

bool takes_buffer(const Maker *maker, int buffer) {
    return plan_takes(maker->plan, ARGUMENT_BUFFER, buffer);
}

static const char *place_name(const Plan *plan, const Operand *operand, int at) {
    return operand->space == SPACE_REG ? plan->bundles[at].name : plan->buffers[at].name;
}

static bool is_shared(Space space) {
    return space == SPACE_SMEM || space == SPACE_DSMEM;
}

/* Is it an argument of these threads, and not scratch? */
static bool is_tile(const Maker *maker, const Operand *operand, int at) {
    const Plan *plan = maker->plan;
    if (operand->space == SPACE_REG)
        return plan_takes(plan, ARGUMENT_BUNDLE, at) && plan->bundles[at].role != ROLE_SCRATCH;
    return takes_buffer(maker, at) && plan->buffers[at].role != ROLE_SCRATCH;
}

/* ---- who calls ------------------------------------------------------------------------------ */

bool plan_needs_converged(const Plan *plan) {
    bool converged = plan->scope.kind == SCOPE_ELECTED;
    for (int p = 0; p < plan->phase_count; p++) {
        const Phase *phase = &plan->phases[p];
        converged |= phase->elected;
        for (int s = 0; s < phase->step_count; s++) {
            const Primitive *primitive = &primitives[phase->steps[s].primitive];
            converged |= primitive->kind != KIND_SYNC && primitive->group != GROUP_THREAD &&
                         primitive->act != ACT_SHUFFLE_GROUP; /* a part of a warp, for itself */
        }
    }
    return converged;
}

const Step *step_with(const Maker *maker, Act act) {
    for (int i = 0; i < maker->steps.count; i++)
        if (maker->steps.at[i].step && primitives[maker->steps.at[i].step->primitive].act == act)
            return maker->steps.at[i].step;
    return NULL;
}

const Step *step_to_peer(const Maker *maker) {
    for (int i = 0; i < maker->steps.count; i++)
        if (maker->steps.at[i].step && maker->steps.at[i].step->dst.peer)
            return maker->steps.at[i].step;
    return NULL;
}

/* Does a thread wait for something that another CTA does in the same call? */
static bool waits_for_peers(const Maker *maker) {
    const Step *wait = step_with(maker, ACT_WAIT_PHASE), *send = step_to_peer(maker);
    return step_with(maker, ACT_CLUSTER_SYNC) || (wait && send && wait->object == send->object);
}

static void make_callers(Maker *maker) {
    const Plan *plan = maker->plan;
    bool elected = false;
    for (int p = 0; p < plan->phase_count; p++)
        elected |= plan->phases[p].elected;
    if (plan->whole)
        duties_add(
            maker->out,
            (Duty){.kind = DUTY_PLACE, .number = plan->part + 1, .more = plan->whole->part_count});
    duties_add(maker->out, (Duty){.kind = DUTY_CALLERS, .number = plan->threads});
    if (plan_needs_converged(plan))
        duties_add(maker->out, (Duty){.kind = DUTY_CONVERGED, .more = elected});
    if (step_with(maker, ACT_CTA_SYNC) || step_with(maker, ACT_CLUSTER_SYNC))
        duties_add(maker->out, (Duty){.kind = DUTY_WHOLE_CTA, .number = plan->threads});
    const Step *send = step_to_peer(maker);
    if (plan_ctas(plan) > 1 && waits_for_peers(maker))
        duties_add(
            maker->out,
            (Duty){
                .kind = DUTY_ALL_CTAS,
                .number = plan_ctas(plan),
                .peer = send ? send->dst.peer : NULL});
}

/* ---- what is passed ------------------------------------------------------------------------- */

enum { MAP_ALIGN = 64 }; /* of a tensor map */

static void make_alignment(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].align > 1 && !plan->buffers[i].arena &&
            plan->buffers[i].space != SPACE_TMEM && takes_buffer(maker, i))
            duties_add(
                maker->out,
                (Duty){
                    .kind = DUTY_ALIGNED,
                    .name = plan->buffers[i].name,
                    .number = plan_map(plan, i) < 0 ? plan->buffers[i].align : MAP_ALIGN});
    for (int i = 0; i < plan->arena_count; i++)
        if (plan->arenas[i].align > 1 && plan->arenas[i].bytes > 0 &&
            plan_takes(plan, ARGUMENT_ARENA, i))
            duties_add(
                maker->out,
                (Duty){
                    .kind = DUTY_ALIGNED,
                    .name = plan->arenas[i].name,
                    .number = plan->arenas[i].align});
}

/* Two places of one memory, or two arrays of registers: what is read last would otherwise be what
 * was written first. A remote tile may turn out to be one of ours. */
static void make_apart(Maker *maker, const Operand *a, int a_at, const Operand *b, int b_at) {
    const char *name = place_name(maker->plan, a, a_at), *with = place_name(maker->plan, b, b_at);
    if (!(a->space == b->space || (is_shared(a->space) && is_shared(b->space))) ||
        text_equal(name, with) || !is_tile(maker, a, a_at) || !is_tile(maker, b, b_at) ||
        duties_about(maker->out, DUTY_APART, name, with))
        return;
    duties_add(maker->out, (Duty){.kind = DUTY_APART, .name = name, .with = with});
}

static void make_all_apart(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < plan->flow_count; i++)
        for (int k = 0; k < plan->flow_count; k++) {
            const Flow *to = &plan->flows[i], *other = &plan->flows[k];
            make_apart(maker, &to->dst, to->dst_at, &other->src, other->src_at);
            if (k > i)
                make_apart(maker, &to->dst, to->dst_at, &other->dst, other->dst_at);
        }
}

/* Which element of registers it is, known at run time: the proof is for one number in all
 * threads. */
static void make_same_place(Maker *maker, const Flow *flow) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < plan->symbol_count; i++) {
        bool picks = flow->begin && expr_reads_symbol(flow->begin, i);
        for (int d = 0; flow->dst.space == SPACE_REG && d < flow->dst.rank; d++)
            picks = picks || flow->dst.region[d].symbol == i;
        if (picks && plan_takes(plan, ARGUMENT_SYMBOL, i))
            duties_add(maker->out, (Duty){.kind = DUTY_SAME, .name = plan->symbols[i].name});
    }
}

/* Replicas of an element are one value. */
static void make_same(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < plan->flow_count; i++) {
        const Flow *flow = &plan->flows[i];
        int64_t owners = 1;
        make_same_place(maker, flow);
        if (flow->replaces)
            duties_add(
                maker->out, (Duty){.kind = DUTY_SAME, .name = plan->bundles[flow->src_at].name});
        for (int k = 0; flow->with && k < flow->with->layout.shard_count; k++)
            owners *= axis_is_thread(flow->with->layout.shard[k].axis)
                          ? flow->with->layout.shard[k].extent
                          : 1;
        if (!flow->with || owners == scope_callers(&plan->scope))
            continue;
        duties_add(
            maker->out,
            (Duty){
                .kind = DUTY_SAME,
                .name = plan->bundles[flow->with_at].name,
                .with = plan->bundles[flow->dst_at].name,
                .more = owners > 1});
    }
}

static void make_owners(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < plan->flow_count; i++)
        if (plan->flows[i].alike && plan_takes(plan, ARGUMENT_BUNDLE, plan->flows[i].src_at))
            duties_add(
                maker->out,
                (Duty){.kind = DUTY_OWNERS, .name = plan->bundles[plan->flows[i].src_at].name});
}

static void make_room(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < plan->flow_count; i++) {
        const Operand *sides[2] = {&plan->flows[i].src, &plan->flows[i].dst};
        int at[2] = {plan->flows[i].src_at, plan->flows[i].dst_at};
        for (int s = 0; s < 2; s++) {
            if (!sides[s]->is_auto || plan->buffers[at[s]].elements <= 0)
                continue;
            const Buffer *buffer = &plan->buffers[at[s]];
            duties_add(
                maker->out,
                (Duty){
                    .kind = DUTY_ROOM,
                    .name = buffer->name,
                    .number = (buffer->elements * buffer->dtype->bits + 7) / 8});
        }
    }
}

static void make_numbers(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < plan->symbol_count; i++)
        if (plan_takes(plan, ARGUMENT_SYMBOL, i) && !plan_is_of_map(plan, i) &&
            plan->symbols[i].role != SYMBOL_PICK)
            duties_add(
                maker->out,
                (Duty){.kind = DUTY_BOUNDS, .name = plan->symbols[i].name, .number = i});
    if (plan->hint.policy && plan_takes(plan, ARGUMENT_POLICY, 0))
        duties_add(maker->out, (Duty){.kind = DUTY_POLICY, .name = "policy"});
    for (int i = 0; i < plan->buffer_count && plan->hint.cache; i++)
        if (strcmp(plan->hint.cache, "nc") == 0 && plan->buffers[i].role == ROLE_IN &&
            plan->buffers[i].space == SPACE_GMEM && takes_buffer(maker, i))
            duties_add(maker->out, (Duty){.kind = DUTY_UNWRITTEN, .name = plan->buffers[i].name});
}

/* What is known of indices that pick rows, and that two threads do not write one row. */
static void make_picks(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int f = 0; f < plan->flow_count; f++) {
        const Flow *flow = &plan->flows[f];
        const Picks *picks = flow->src.picks ? flow->src.picks : flow->dst.picks;
        if (!picks)
            continue;
        const Symbol *number = &plan->symbols[picks->number];
        bool unique = flow->dst.picks && flow->onto == COMBINE_NONE;
        bool is_signed = picks->dtype->kind == DTYPE_SIGNED;
        if (unique || number->max < INT32_MAX || picks->rows || (is_signed && !picks->absent))
            duties_add(
                maker->out,
                (Duty){
                    .kind = DUTY_INDEX,
                    .name = number->name,
                    .number = picks->number,
                    .more = unique,
                    .others = is_signed && !picks->absent});
        make_apart(maker, &flow->dst, flow->dst_at, &picks->index, flow->index_at);
    }
}

static void make_scratch(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        if (buffer->role == ROLE_SCRATCH && !buffer->arena && buffer->elements > 0 &&
            takes_buffer(maker, i))
            duties_add(
                maker->out,
                (Duty){
                    .kind = DUTY_SCRATCH,
                    .name = buffer->name,
                    .number = buffer->elements,
                    .more = buffer->align,
                    .dtype = buffer->dtype});
    }
    for (int i = 0; i < plan->arena_count; i++)
        if (plan_takes(plan, ARGUMENT_ARENA, i))
            duties_add(
                maker->out,
                (Duty){
                    .kind = DUTY_SCRATCH,
                    .name = plan->arenas[i].name,
                    .number = plan->arenas[i].bytes,
                    .more = plan->arenas[i].align});
}

/* Where the caller's code finds what the parts before it left in scratch. */
static void make_offsets(Maker *maker) {
    const Plan *plan = maker->plan, *whole = plan->whole;
    Sequence all = plan_sequence(whole ? whole : plan);
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        bool used = false;
        for (int k = 0; k < all.count; k++)
            used |= !all.at[k].step && sequence_touches(&all, k, ARGUMENT_BUFFER, i);
        if (used && buffer->arena && plan_takes(plan, ARGUMENT_ARENA, buffer->arena - 1))
            duties_add(
                maker->out,
                (Duty){
                    .kind = DUTY_AT,
                    .name = buffer->name,
                    .with = plan->arenas[buffer->arena - 1].name,
                    .number = buffer->offset});
    }
}

static void add_remote(Maker *maker, const char *name, const Expr *peer) {
    if (!duties_about(maker->out, DUTY_REMOTE, name, NULL))
        duties_add(maker->out, (Duty){.kind = DUTY_REMOTE, .name = name, .peer = peer});
}

/* A side of another CTA, and the barrier there that counts what arrives. */
static void make_remote_side(Maker *maker, const Step *step, const Side *side) {
    const Plan *plan = maker->plan;
    if (!side->peer || side->kind == AT_BUNDLE)
        return;
    if (side->kind == AT_BUFFER)
        add_remote(maker, plan->buffers[side->of].name, side->peer);
    if (step->object >= 0)
        add_remote(maker, plan->objects[step->object].name, side->peer);
}

static void make_remote_step(Maker *maker, const Step *step) {
    const Plan *plan = maker->plan;
    make_remote_side(maker, step, &step->dst);
    make_remote_side(maker, step, &step->src[0]);
    if (primitive_to_several(step->primitive) && !duties_have(maker->out, DUTY_MULTICAST))
        duties_add(
            maker->out,
            (Duty){
                .kind = DUTY_MULTICAST,
                .name = plan->buffers[step->dst.of].name,
                .with = plan->objects[step->object].name});
}

static void make_remote(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < maker->steps.count; i++)
        if (maker->steps.at[i].step)
            make_remote_step(maker, maker->steps.at[i].step);
    if (duties_have(maker->out, DUTY_REMOTE) || duties_have(maker->out, DUTY_MULTICAST) ||
        step_with(maker, ACT_CLUSTER_SYNC))
        duties_add(maker->out, (Duty){.kind = DUTY_CLUSTER, .number = plan_ctas(plan)});
}

static void make_parity(Maker *maker) {
    for (int i = 0; i < maker->steps.count; i++) {
        const Step *step = maker->steps.at[i].step;
        if (!step || primitives[step->primitive].act != ACT_WAIT_PHASE || !step->value)
            continue;
        for (int k = 0; k < maker->plan->symbol_count; k++) {
            const char *name = maker->plan->symbols[k].name;
            const char *with = maker->plan->objects[step->object].name;
            if (expr_reads_symbol(step->value, k) &&
                !duties_about(maker->out, DUTY_PARITY, name, with))
                duties_add(maker->out, (Duty){.kind = DUTY_PARITY, .name = name, .with = with});
        }
    }
}

static void make_object(Maker *maker, int at) {
    const Plan *plan = maker->plan;
    const Object *object = &plan->objects[at];
    if (object->kind == OBJECT_MBARRIER)
        duties_add(
            maker->out,
            (Duty){
                .kind = object->brought ? DUTY_MBARRIER : DUTY_MBARRIER_ROOM,
                .name = object->name,
                .number = object->arrivals,
                .more = object->others});
    if (object->kind == OBJECT_TENSOR)
        duties_add(
            maker->out,
            (Duty){
                .kind = DUTY_TENSOR,
                .name = object->name,
                .with = plan->buffers[object->buffer].name,
                .number = at});
    for (int i = 0; object->kind == OBJECT_BARRIER && i < maker->steps.count; i++) {
        const Step *step = maker->steps.at[i].step;
        if (!step || step->object != at)
            continue;
        duties_add(
            maker->out,
            (Duty){
                .kind = DUTY_BARRIER,
                .name = object->number ? plan->symbols[object->number - 1].name : object->name,
                .number = object->number ? -1 : object->id,
                .more = step->count,
                .others = step->count - maker->members[at]});
        break;
    }
}

static void make_objects(Maker *maker) {
    const Plan *plan = maker->plan;
    for (int i = 0; i < plan->object_count; i++)
        if (!plan->whole || plan_takes(plan, ARGUMENT_OBJECT, i) ||
            plan->objects[i].kind == OBJECT_TENSOR)
            make_object(maker, i);
    make_parity(maker);
    if (step_with(maker, ACT_TMEM))
        duties_add(maker->out, (Duty){.kind = DUTY_TMEM_LANES});
}

static void make_all(Maker *maker) {
    duties_count(maker);
    make_callers(maker);
    make_alignment(maker);
    make_all_apart(maker);
    make_same(maker);
    make_owners(maker);
    make_room(maker);
    make_numbers(maker);
    make_picks(maker);
    make_scratch(maker);
    make_offsets(maker);
    make_remote(maker);
    make_objects(maker);
    duties_around(maker);
    sort(maker->out);
}

/* Most lists are short: they are made aside, and only what is on them is kept. */
Duties plan_duties(const Plan *plan) {
    enum { SHORT = 48 };
    Duty few[SHORT] = {{0}};
    Duties duties = {.plan = plan, .capacity = SHORT, .at = few};
    MemMark mark = mem_mark();
    Maker maker = {.plan = plan, .out = &duties, .steps = plan_sequence(plan)};
    make_all(&maker);
    if (duties.at != few)
        return duties;
    mem_rewind(mark);
    duties.capacity = duties.count;
    duties.at = NEW_ARRAY(Duty, duties.count);
    memcpy(duties.at, few, (size_t)duties.count * sizeof *few);
    return duties;
}
