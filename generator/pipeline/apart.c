/* apart.c: Which values may take turns on one place, as far as tcgen can make code for the
 * hand-off. A plan is useless if no code can implement its sharing, so such values keep separate
 * buffers. Values without agents have no code, and mode seed shares as the seed does; neither is
 * checked here. */
#include "pipes.h"

static bool has_agents(const PipelineValue *value) {
    bool known = value->producer.agent >= 0;
    for (int c = 0; c < value->consumer_count; c++)
        known = known && value->consumers[c].agent >= 0;
    return known;
}

static bool wants_code(const PipelinePlan *plan, int index) {
    const Record *record = &plan->records[index];
    return record->class == CLASS_SMEM && record->value->sync != SYNC_UMMA &&
           has_agents(record->value);
}

static int head_of(const PipelinePlan *plan, int index) {
    int with = plan->records[index].value->with;
    return with >= 0 ? with : index;
}

static bool is_bulk(PipeForm form) {
    return form == PIPE_BULK || form == PIPE_REMOTE;
}

/* What cp.async has written lands later than its threads can fence. */
static bool would_overwrite(PipeForm bulk, PipeForm other) {
    return is_bulk(bulk) && other == PIPE_COPIES;
}

static const char *name_of(const PipelinePlan *plan, int index) {
    return plan->records[index].value->name;
}

/* Hand-offs say the same use of a slot, one before it, or, where rings are turned, one or the other
 * of these by the slot. An iteration that waits for a later one, as of values that are stages
 * apart, they do not: the loop ends before that one comes. */
static const char *says_no(const PipelinePlan *plan, int i, int j, const Turned *turned) {
    const Record *a = &plan->records[i], *b = &plan->records[j];
    int64_t ii = plan->request->ii, distance, most = 1;
    if (turned) {
        distance = pipe_ring_distance(a, b, a->rotation - b->rotation - turned->by, ii);
        most = a->value->stages;
    } else {
        distance = pipe_distance(a, b, ii);
        if (a->value->stages > MOST_WHOLE_SLOTS || b->value->stages > MOST_WHOLE_SLOTS)
            return "rings with more than 16 slots cannot take turns as wholes";
    }
    return distance >= 0 && distance <= most ? NULL
                                             : "one of them would wait for a later turn of the "
                                               "loop, because their stages are too far apart";
}

static bool has_company(const PipelinePlan *plan, int index) {
    bool alone = plan->records[index].value->with < 0;
    for (int k = 0; k < plan->count; k++)
        alone = alone && plan->records[k].value->with != index;
    return !alone;
}

const char *pipe_keeps_apart(const PipelinePlan *plan, int i, int j, const Turned *turned) {
    if (plan->request->mode == MODE_SEED || plan->count > MAX_CODE_VALUES || !wants_code(plan, i) ||
        !wants_code(plan, j))
        return NULL;
    if (plan->keeps_apart)
        return "their turns and the named barriers would wait for one another";
    PipeForm a = pipe_form(plan, i), b = pipe_form(plan, j);
    if (!form_has_mbarriers(a) || !form_has_mbarriers(b))
        return mem_printf(
            "no mbarrier signals the end of '%s'; give it 'sync mbar' or 'async'",
            name_of(plan, form_has_mbarriers(a) ? j : i));
    if (head_of(plan, i) == head_of(plan, j))
        return "both are filled at the same time";
    if (would_overwrite(a, b) || would_overwrite(b, a))
        return mem_printf(
            "bulk copies of '%s' would overwrite the data of cp.async",
            name_of(plan, is_bulk(a) ? i : j));
    if (plan->spares_turns && (!turned || a == PIPE_REMOTE || b == PIPE_REMOTE))
        return "there is no room for the barrier that orders their turns";
    if (turned && turned->by && (has_company(plan, i) || has_company(plan, j)))
        return "values that go 'with' one of them are in other slots";
    return says_no(plan, i, j, turned);
}
