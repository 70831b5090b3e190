/* plan_pipeline.c: Runs the phases in order, for each pipeline and each kind of target. Two targets
 * are of one kind if they have the same amount of shared memory and agree on having tensor
 * memory. */
#include "pipes.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The most shared memory that a block can have, by opt-in: the compute capability table of the CUDA
 * programming guide. */
static const struct {
    int chip;
    int64_t bytes;
} capacities[] = {
    {80, 163 << 10},
    {86, 99 << 10},
    {87, 163 << 10},
    {88, 99 << 10},
    {89, 99 << 10},
    {90, 227 << 10},
    {100, 227 << 10},
    {103, 227 << 10},
    {110, 227 << 10},
    {120, 99 << 10},
    {121, 99 << 10}};

/* 100 of sm_100a */
static int chip_of(int target) {
    return atoi(target_name[target] + strlen("sm_"));
}

static int64_t capacity_of(int target) {
    int64_t bytes = 48 << 10;
    for (size_t i = 0; i < COUNT_OF(capacities); i++)
        if (capacities[i].chip == chip_of(target))
            bytes = capacities[i].bytes;
    return bytes;
}

int pipe_smallest_target(unsigned targets) {
    int least = -1;
    for (int t = 0; t < TARGET_COUNT; t++)
        if ((targets >> t & 1) && (least < 0 || capacity_of(t) < capacity_of(least)))
            least = t;
    return least;
}

int64_t pipe_target_bytes(int target) {
    return capacity_of(target);
}

/* Planned for a whole chip: sm_100 is seen as sm_100a, which alone can be told to use it. */
static bool has_tmem(int target) {
    static const bool tmem_of[TARGET_COUNT] = {
#define X(id, spelling, is_default, stmatrix, bulk, cluster, v256, tmem, fp8, fp4, redux_f32) tmem,
#include "../lang/targets.def"
#undef X
    };
    for (int i = 0; i < TARGET_COUNT; i++)
        if (tmem_of[i] && chip_of(i) == chip_of(target))
            return true;
    return false;
}

static void remark_class(const PipelinePlan *plan) {
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        if (!record->forced)
            continue;
        diag_remark(record->value->loc, "R_CLASS", "class forced");
        diag_note(
            record->value->loc,
            "auto_class=%s class=%s: %s",
            buffer_class_name[record->auto_class],
            buffer_class_name[record->class],
            record->forced);
    }
}

static void remark_pair(
    const PipelinePlan *plan, const Merge *merge, const char *id, const char *text) {
    const PipelineValue *into = plan->records[merge->into].value;
    const PipelineValue *value = plan->records[merge->value].value;
    diag_remark(value->loc, id, "%s", text);
    const char *colon = merge->why ? ": " : "", *why = merge->why ? merge->why : "";
    diag_note(into->loc, "'%s' and '%s'%s%s", into->name, value->name, colon, why);
}

static void remark(const PipelinePlan *plan) {
    remark_class(plan);
    for (int m = 0; m < plan->merge_count; m++)
        remark_pair(plan, &plan->merges[m], "R_SHARE", "share pipeline buffer");
    for (int r = 0; r < plan->refusal_count; r++)
        remark_pair(plan, &plan->refusals[r], "R_SHARE_REFUSED", REFUSED_TO_SHARE);
}

static bool check_proof(PipelinePlan *plan) {
    pipe_prove(plan);
    if (plan->proof.ok)
        return true;
    diag_error(
        plan->request->loc,
        "E_NOT_PROVEN",
        "the plan of pipeline '%s' is wrong: %s",
        plan->request->name,
        plan->proof.reason);
    return false;
}

/* Where there is no room: what would have shared. Of so many values that no code is made, nothing
 * is kept apart. */
static void note_refusals(const PipelinePlan *plan) {
    enum { FEW = 4 };
    for (int i = 0, noted = 0; i < plan->count && plan->count <= MAX_CODE_VALUES; i++)
        for (int j = i + 1; j < plan->count && noted < FEW; j++) {
            const Record *a = &plan->records[i], *b = &plan->records[j];
            if (a->chain == b->chain || !circle_disjoint(&a->life, &b->life))
                continue;
            const char *why = pipe_keeps_apart(plan, i, j, NULL);
            if (!why)
                continue;
            noted++;
            diag_note(
                b->value->loc,
                "'%s' and '%s' cannot share: %s",
                a->value->name,
                b->value->name,
                why);
        }
}

/* The value whose elements the length of the memory is a multiple of, or the last one in shared
 * memory. */
static int last_value(const PipelinePlan *plan, const CodeRoom *room) {
    int last = 0;
    for (int i = 0; i < plan->count; i++) {
        const PipelineValue *value = plan->records[i].value;
        if (plan->records[i].class != CLASS_SMEM)
            continue;
        last = i;
        if (!room->turns && value->dtype && value->dtype->bits == 8 * room->unit)
            break;
    }
    return last;
}

/* Code of the plan would need more than the capacity: barriers of turns, or a length that is a
 * multiple of its largest element. */
static bool fail_code(const PipelinePlan *plan, const CodeRoom *room) {
    Failure failure = {
        .phase = 3,
        .value = last_value(plan, room),
        .id = "E_SMEM_BUFFER",
        .text = "fails to assign smem buffer",
        .what = mem_printf(
            "tiles and mbarriers need %" PRId64 " bytes, %s, but the capacity is %" PRId64,
            room->bytes,
            room->turns ? mem_printf("%" PRId64 " of these for turns between rings", room->turns)
                        : mem_printf("a multiple of %" PRId64 " as its elements are", room->unit),
            plan->capacity),
        .reason = mem_printf("code %" PRId64 ">%" PRId64, room->bytes, plan->capacity),
        .hint = mem_printf("write 'capacity %" PRId64 "'", room->bytes)};
    pipe_fail(plan, &failure);
    return false;
}

/* Without the turns that cost barriers of their own, all tiles fit. */
static bool can_spare_turns(const PipelinePlan *plan) {
    PipelinePlan trial = *plan;
    trial.spares_turns = true;
    if (plan->request->mode != MODE_PACK)
        return plan->request->mode == MODE_SLOT;
    return pipe_packed_height(&trial, CLASS_SMEM) <= pipe_limit(plan);
}

/* Without any sharing, all tiles fit. */
static bool can_keep_apart(const PipelinePlan *plan) {
    PipelinePlan trial = *plan;
    trial.keeps_apart = true;
    if (plan->request->mode != MODE_PACK)
        return plan->request->mode == MODE_SLOT;
    return pipe_packed_height(&trial, CLASS_SMEM) <= pipe_limit(plan) &&
           pipe_packed_height(&trial, CLASS_TMEM) <= TMEM_COLUMNS;
}

/* Do the agents hang where values share? Fills come later then, and others meet at a barrier
 * before. */
static bool hangs_by_sharing(const PipelinePlan *plan) {
    bool turns = false;
    for (int h = 0; h < plan->handoff_count; h++)
        turns = turns || !plan->handoffs[h].barrier;
    return turns && pipeline_code_hangs(plan) && can_keep_apart(plan);
}

/* `spares_turns` in: try without them; out: try again without them. Said where there is no plan. */
static PipelinePlan *plan_phases(PipelinePlan *plan, bool *spares_turns) {
    plan->spares_turns = *spares_turns;
    *spares_turns = false;
    if (!pipe_lifetimes(plan) || !pipe_barriers(plan))
        return NULL;
    pipe_classify(plan);
    if (!pipe_bind(plan))
        return NULL;
    pipe_share(plan);
    if (!pipe_pack(plan)) {
        if (!plan->is_trial)
            note_refusals(plan);
        return NULL;
    }
    pipe_handoffs(plan);
    const CodeRoom room = pipeline_code_room(plan);
    if (room.bytes > plan->capacity) {
        *spares_turns = room.turns && !plan->spares_turns && can_spare_turns(plan);
        return *spares_turns || fail_code(plan, &room) ? plan : NULL;
    }
    return plan->is_trial || (pipe_waits(plan) && check_proof(plan)) ? plan : NULL;
}

/* A plan of the request for the targets and the memory of `like`, apart or on trial as it is; once
 * more where turns are to spare their barriers. */
static PipelinePlan *plan_like(const PipelinePlan *like, const Pipeline *request) {
    bool spares_turns = false;
    PipelinePlan *plan;
    do {
        plan = pipe_new(request, like->targets, like->tmem, like->capacity);
        plan->is_trial = like->is_trial;
        plan->keeps_apart = like->keeps_apart;
        plan = plan_phases(plan, &spares_turns);
    } while (spares_turns);
    return plan;
}

bool pipe_comes_through(const PipelinePlan *plan, const Pipeline *request) {
    PipelinePlan like = *plan;
    like.is_trial = true;
    return plan_like(&like, request) != NULL;
}

PipelinePlan *pipeline_plan(
    const Pipeline *request, unsigned targets, bool tmem, int64_t capacity) {
    PipelinePlan like = {.targets = targets, .tmem = tmem, .capacity = capacity};
    PipelinePlan *plan = plan_like(&like, request);
    if (!plan || !hangs_by_sharing(plan))
        return plan;
    like.keeps_apart = true;
    PipelinePlan *apart = plan_like(&like, request);
    return apart && !pipeline_code_hangs(apart) ? apart : plan;
}

/* The kinds of targets of the module, oldest first. A failure names the first that it concerns. */
static void plan_kinds(PipelinePlans *plans, const Pipeline *request, unsigned all) {
    unsigned targets = all;
    for (int t = 0; t < TARGET_COUNT; t++) {
        unsigned kind = 0;
        if (!(targets >> t & 1))
            continue;
        int64_t bytes = capacity_of(t), asked = request->capacity;
        for (int other = 0; other < TARGET_COUNT; other++)
            if ((targets >> other & 1) && has_tmem(other) == has_tmem(t) &&
                (asked >= 0 || capacity_of(other) == bytes))
                kind |= 1u << other;
        targets &= ~kind;
        PipelinePlan *plan = pipeline_plan(request, kind, has_tmem(t), asked < 0 ? bytes : asked);
        if (!plan) {
            diag_note(request->name_loc, "target=%s", target_name[t]);
            return;
        }
        plan->asked = all;
        if (plans->count == 0 || plans->plans[plans->count - 1]->request != request)
            remark(plan);
        plans->plans[plans->count++] = plan;
    }
}

PipelinePlans *pipelines_plan(const Module *module) {
    PipelinePlans *plans = NEW(PipelinePlans);
    plans->plans = NEW_ARRAY(PipelinePlan *, module->pipeline_count * TARGET_COUNT);
    for (int i = 0; i < module->pipeline_count && !diag_full(); i++) {
        budget_statement(module->pipelines[i]->loc);
        const Pipeline *request = pipe_schedule(module->pipelines[i]);
        if (request)
            plan_kinds(plans, request, module->targets);
    }
    return plans;
}

const PipelinePlan *pipeline_find(const PipelinePlans *plans, const char *name) {
    for (int i = 0; i < plans->count; i++)
        if (strcmp(plans->plans[i]->request->name, name) == 0)
            return plans->plans[i];
    return NULL;
}
