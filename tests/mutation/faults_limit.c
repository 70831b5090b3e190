/* faults_limit.c: faults in how far a masked copy goes and what lies beyond. */
#include "faults.h"

/* Conditions x < limit of all steps; `step` has it at `index`. */
static Cond *limit_at(Plan *plan, int site, Step **step, int *index) {
    Phase *phase;
    int at;
    for (int i = 0; (*step = step_at(plan, i, &phase, &at)) != NULL; i++)
        for (*index = 0; *index < (*step)->cond_count; ++*index) {
            Cond *cond = &(*step)->conds[*index];
            if (cond->op == COND_LT && cond->rhs.term_count == 1 &&
                cond->rhs.terms[0].digit.kind == VAR_SYMBOL && site-- == 0)
                return cond;
        }
    return NULL;
}

/* c <= cols, that is c - 1 < cols. Between registers that is no fault: of a vector that begins at the limit
 * what is moved is the fill, or is not stored. */
bool limit_reached(Plan *plan, int site, bool *same) {
    Step *step;
    int index;
    Cond *cond = limit_at(plan, site, &step, &index);
    if (!cond)
        return false;
    cond->lhs.constant--;
    *same = primitives[step->primitive].act == ACT_MOVE;
    return true;
}

/* c + 1 < cols; where cols % 8 == 0 that is c < cols again. */
bool limit_missed(Plan *plan, int site, bool *same) {
    Step *step;
    int index;
    Cond *cond = limit_at(plan, site, &step, &index);
    if (!cond)
        return false;
    cond->lhs.constant++;
    *same = plan->symbols[cond->rhs.terms[0].digit.index].divisor > 1;
    return true;
}

bool limit_dropped(Plan *plan, int site, bool *same) {
    Step *step;
    int index;
    (void)same;
    if (!limit_at(plan, site, &step, &index))
        return false;
    if (index == --step->cond_count)
        step->rest = step_zeroes(step) ? REST_ZERO : step->rest; /* it was the one that counts */
    for (int i = index; i < step->cond_count; i++)
        step->conds[i] = step->conds[i + 1];
    return true;
}

bool rest_forgotten(Plan *plan, int site, bool *same) {
    Phase *phase;
    int index;
    Step *step;
    (void)same;
    for (int i = 0; (step = step_at(plan, i, &phase, &index)) != NULL; i++)
        if (step_zeroes(step) && site-- == 0) {
            step->rest = REST_NOTHING;
            return true;
        }
    return false;
}

bool count_forgotten(Plan *plan, int site, bool *same) {
    Phase *phase;
    int index;
    Step *step;
    (void)same;
    for (int i = 0; (step = step_at(plan, i, &phase, &index)) != NULL; i++)
        if (step->rest == REST_ZERO_COUNTED && site-- == 0) {
            step->rest = REST_ZERO;
            return true;
        }
    return false;
}
