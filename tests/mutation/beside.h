/* beside.h: the same Plan run by three CTAs beside one another, each with memory, registers and barriers of its own: it
 * is right, or wrong in the same way. Of two, 1 * x and 1 / 1 would be one number. */
#ifndef MUTATION_BESIDE_H
#define MUTATION_BESIDE_H
#include "generator/plan/plan.h"
#include <stdio.h>
#include <string.h>

enum { CTAS_BESIDE = 3 };

/* Not what writes global memory, which they would share, nor what knows of other CTAs. */
static inline bool runs_beside(const Plan *plan) {
    bool together = false;
    for (int i = 0; i < plan->buffer_count; i++)
        together |= plan->buffers[i].space == SPACE_GMEM && plan->buffers[i].role != ROLE_IN;
    for (int i = 0; i < plan->symbol_count; i++)
        together |= plan->symbols[i].role == SYMBOL_CTA || plan->symbols[i].role == SYMBOL_CTAS;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            together |= primitives[plan->phases[p].steps[s].primitive].group == GROUP_CLUSTER;
    return !together;
}

/* False: it is not. */
static inline bool same_beside(
    const char *name, Plan *(*base)(void), const char *kind, void (*change)(Plan *)) {
    Plan *plan = base();
    if (plan_ctas(plan) > 1 || !runs_beside(plan))
        return true;
    plan->ctas = CTAS_BESIDE;
    Proof right = plan_prove(plan);
    change(plan);
    Proof wrong = plan_prove(plan);
    if (right.ok && (!wrong.ok ? strcmp(wrong.kind, kind) == 0 : !runs_beside(plan)))
        return true;
    printf(
        "FAIL %s by %d CTAs: %s\n",
        name,
        CTAS_BESIDE,
        !right.ok  ? right.reason
        : wrong.ok ? "accepted"
                   : wrong.reason);
    return false;
}
#endif
