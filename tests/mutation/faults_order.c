/* faults_order.c: faults in what is done at all, by whom, and what is waited for. */
#include "faults.h"

/* ---- steps ----------------------------------------------------------------------------------- */

typedef enum { ACCESSES, REGISTERS, SYNCS } Sort;

static Sort sort_of(const Step *step) {
    PrimitiveKind kind = primitives[step->primitive].kind;
    return kind == KIND_SYNC ? SYNCS : kind == KIND_REGISTERS ? REGISTERS : ACCESSES;
}

static bool sort_dropped(Plan *plan, int site, bool *same, Sort sort) {
    Phase *phase, *later;
    int index, at;
    for (int i = 0;; i++) {
        Step *step = step_at(plan, i, &phase, &index), *next;
        if (!step)
            return false;
        if (sort_of(step) != sort || site-- > 0)
            continue;
        *same = sort == SYNCS; /* behind the last access: for the caller */
        for (int k = i + 1; (next = step_at(plan, k, &later, &at)) != NULL; k++)
            *same &= sort_of(next) == SYNCS;
        for (int k = index; k + 1 < phase->step_count; k++)
            phase->steps[k] = phase->steps[k + 1];
        phase->step_count--;
        return true;
    }
}

bool access_dropped(Plan *plan, int site, bool *same) {
    return sort_dropped(plan, site, same, ACCESSES);
}

bool registers_dropped(Plan *plan, int site, bool *same) {
    return sort_dropped(plan, site, same, REGISTERS);
}

bool any_sync_dropped(Plan *plan, int site, bool *same) {
    return sort_dropped(plan, site, same, SYNCS);
}

bool sync_dropped(Plan *plan, int site, bool *same) {
    Phase *phase;
    int index;
    Step *step;
    (void)same;
    for (int i = 0; (step = step_at(plan, i, &phase, &index)) != NULL; i++) {
        Act act = primitives[step->primitive].act;
        bool last = phase == &plan->phases[plan->phase_count - 1] && index + 1 == phase->step_count;
        if ((act != ACT_WARP_SYNC && act != ACT_CTA_SYNC && act != ACT_CLUSTER_SYNC) || last ||
            site-- > 0)
            continue;
        for (int k = index; k + 1 < phase->step_count; k++)
            phase->steps[k] = phase->steps[k + 1];
        phase->step_count--;
        return true;
    }
    return false;
}

/* ---- bytes, elections and who waits ------------------------------------------------------------ */

/* Do the plan's own arrivals say how many bytes come? */
static bool is_counted(const Plan *plan, const Step *step) {
    const Object *object = &plan->objects[step->object];
    return object->kind == OBJECT_MBARRIER && object->others == 0;
}

static bool bulk_changed(Plan *plan, int site, bool counted) {
    Phase *phase;
    int index;
    Step *step;
    for (int i = 0; (step = step_at(plan, i, &phase, &index)) != NULL; i++)
        if (primitives[step->primitive].act == ACT_BYTES && is_counted(plan, step) == counted &&
            site-- == 0) {
            step->count -= 16;
            return true;
        }
    return false;
}

bool bytes_changed(Plan *plan, int site, bool *same) {
    (void)same;
    return bulk_changed(plan, site, false);
}

bool counted_bytes_changed(Plan *plan, int site, bool *same) {
    (void)same;
    return bulk_changed(plan, site, true);
}

static bool arrives(const Phase *phase) {
    for (int i = 0; i < phase->step_count; i++)
        if (primitives[phase->steps[i].primitive].act == ACT_ARRIVE_EXPECT)
            return true;
    return false;
}

static bool election_of(Plan *plan, int site, bool arrivals) {
    for (int i = 0; i < plan->phase_count; i++)
        if (plan->phases[i].elected && arrives(&plan->phases[i]) == arrivals && site-- == 0) {
            plan->phases[i].elected = false;
            return true;
        }
    return false;
}

bool election_dropped(Plan *plan, int site, bool *same) {
    (void)same;
    return election_of(plan, site, false);
}

bool election_of_arrivals_dropped(Plan *plan, int site, bool *same) {
    (void)same;
    return election_of(plan, site, true);
}

static bool is_waited_for(const Step *step, int object) {
    Act act = primitives[step->primitive].act;
    return step->object == object &&
           (act == ACT_WAIT_GROUPS || act == ACT_WAIT_PHASE || act == ACT_WAIT_TMEM);
}

static bool has_copies(Plan *plan, int object) {
    Phase *phase;
    int index;
    Step *step;
    for (int i = 0; (step = step_at(plan, i, &phase, &index)) != NULL; i++)
        if (step->object == object && sort_of(step) == ACCESSES)
            return true;
    return false;
}

/* Nobody waits for it, and it is not said to be left to the caller. */
static bool object_left_open(Plan *plan, int site, bool *same, bool copies) {
    Phase *phase;
    int index, at = 0;
    Step *step;
    for (; at < plan->object_count && (has_copies(plan, at) != copies || site-- > 0); at++) {
    }
    if (at == plan->object_count)
        return false;
    plan->objects[at].left = false;
    *same = plan->objects[at].others > 0 || plan->objects[at].kind > OBJECT_MBARRIER;
    for (int i = 0; (step = step_at(plan, i, &phase, &index)) != NULL; i++) {
        if (!is_waited_for(step, at))
            continue;
        for (int k = index; k + 1 < phase->step_count; k++)
            phase->steps[k] = phase->steps[k + 1];
        phase->step_count--;
        i = -1;
    }
    return true;
}

bool copies_left_open(Plan *plan, int site, bool *same) {
    return object_left_open(plan, site, same, true);
}

bool phase_left_open(Plan *plan, int site, bool *same) {
    return object_left_open(plan, site, same, false);
}
