/* barriers.c: Phase 2: assigns a slot of the named-barrier pool to each value. It takes the lowest
 * unused slot while there is one, then the lowest slot whose values never live at the same time as
 * this one. So ids spread before they are reused. */
#include "pipes.h"
#include <string.h>

static int find_fresh(const PipelinePlan *plan) {
    for (int s = 0; s < plan->slot_count; s++)
        if (plan->slots[s].count == 0)
            return s;
    return -1;
}

int pipe_participants(const PipelinePlan *plan, int index) {
    const PipelineValue *value = plan->records[index].value;
    uint64_t seen = 0; /* at most 32 agents */
    int warps = 0;
    for (int i = -1; i < value->consumer_count; i++) {
        int agent = i < 0 ? value->producer.agent : value->consumers[i].agent;
        if (agent < 0 || seen >> agent & 1)
            continue;
        seen |= UINT64_C(1) << agent;
        warps += plan->request->agents[agent].warps;
    }
    return 32 * warps;
}

/* bar.sync of one id counts arrivals: values that take turns on it must bring equally many threads.
 * The seed does not ask. */
static bool counts_agree(const PipelinePlan *plan, const Slot *slot, int index) {
    return plan->request->mode == MODE_SEED ||
           pipe_participants(plan, slot->values[0]) == pipe_participants(plan, index);
}

static bool meets_there(const PipelinePlan *plan, int index) {
    const PipelineValue *value = plan->records[index].value;
    bool known = value->producer.agent >= 0;
    for (int c = 0; c < value->consumer_count; c++)
        known = known && value->consumers[c].agent >= 0;
    return known && value->with < 0 && form_meets(pipe_form(plan, index));
}

/* Two pipes that meet at one id could meet each other, and no code hands it on; where mbarriers
 * synchronise, nobody comes to it. A plan may have it, as the lives are apart; its code is refused
 * (pipes.c). */
static bool would_meet(const PipelinePlan *plan, const Slot *slot, int index) {
    bool meets = plan->request->mode != MODE_SEED && meets_there(plan, index), any = false;
    for (int i = 0; i < slot->count && meets; i++)
        any = any || meets_there(plan, slot->values[i]);
    return any;
}

/* The lowest that can have code, otherwise the lowest. */
static int find_disjoint(const PipelinePlan *plan, int index) {
    int lowest = -1;
    for (int s = 0; s < plan->slot_count; s++) {
        if (!circle_disjoint(&plan->slots[s].life, &plan->records[index].life) ||
            !counts_agree(plan, &plan->slots[s], index))
            continue;
        if (!would_meet(plan, &plan->slots[s], index))
            return s;
        lowest = lowest < 0 ? s : lowest;
    }
    return lowest;
}

/* A slot holds at most II values: their lives are apart on the circle. */
static void bind(PipelinePlan *plan, int slot_index, int index) {
    Slot *slot = &plan->slots[slot_index];
    Record *record = &plan->records[index];
    if (slot->count == 0)
        slot->life = circle_new(plan->request->ii);
    if ((slot->count & (slot->count - 1)) == 0) { /* 0, 1, 2, 4 ...: full */
        int *bigger = NEW_ARRAY(int, slot->count ? 2 * slot->count : 1);
        if (slot->count)
            memcpy(bigger, slot->values, (size_t)slot->count * sizeof *bigger);
        slot->values = bigger;
    }
    slot->values[slot->count++] = index;
    circle_add(&slot->life, &record->life);
    record->slot = slot_index;
    record->barrier = plan->request->pool_base + slot_index;
}

/* Values that an mbarrier synchronises anyway, and that hold a slot. */
static const char *free_hint(const PipelinePlan *plan) {
    Text names = {0};
    int count = 0;
    for (int i = 0; i < plan->count; i++) {
        const PipelineValue *value = plan->records[i].value;
        bool idle = value->sync != SYNC_NONE && value->sync != SYNC_NAMED && !value->no_barrier;
        if (idle && count++ < 4)
            text_printf(&names, "%s%s", count > 1 ? ", " : "", value->name);
    }
    return count ? mem_printf(
                       "mbarriers already synchronise %d values (%s%s): 'barrier none' frees their "
                       "slots",
                       count,
                       text_string(&names),
                       count > 4 ? ", ..." : "")
                 : NULL;
}

/* The first value that finds no slot; the number of values when all do. */
static int assign(PipelinePlan *plan) {
    plan->slot_count = plan->request->pool;
    plan->slots = NEW_ARRAY(Slot, plan->slot_count);
    for (int i = 0; i < plan->count; i++) {
        if (plan->records[i].value->no_barrier)
            continue;
        int slot = find_fresh(plan);
        if (slot < 0)
            slot = find_disjoint(plan, i);
        if (slot < 0)
            return i;
        bind(plan, slot, i);
    }
    return plan->count;
}

/* How many slots would do: the rule itself, with a larger pool. */
static const char *pool_hint(const PipelinePlan *plan) {
    for (int size = plan->slot_count + 1; size <= MAX_POOL; size++) {
        Pipeline wider = *plan->request;
        PipelinePlan trial = *plan;
        wider.pool = size;
        trial.request = &wider;
        trial.records = NEW_ARRAY(Record, plan->count);
        memcpy(trial.records, plan->records, (size_t)plan->count * sizeof *trial.records);
        if (assign(&trial) == plan->count)
            return mem_printf(
                "the values fit with a pool of %d%s",
                size,
                size > MAX_BARRIER ? "; the hardware has 15 besides id 0" : "");
    }
    return "no pool is large enough: let fewer values live at the same time, or write 'barrier "
           "none'";
}

static bool fail(const PipelinePlan *plan, int index) {
    const char *hint = free_hint(plan);
    Failure failure = {
        .phase = 2,
        .value = index,
        .id = "E_NAMED_BARRIER",
        .text = "fails to assign named barrier",
        .what = mem_printf(
            "'%s' lives at the same time as values that use all %d ids of the pool",
            plan->records[index].value->name,
            plan->slot_count),
        .reason = "pool-exhausted",
        .hint = hint ? hint : pool_hint(plan)};
    pipe_fail(plan, &failure);
    return false;
}

bool pipe_barriers(PipelinePlan *plan) {
    int failed = assign(plan);
    return failed == plan->count || fail(plan, failed);
}
