/* participants.c: who takes part: the narrowing of a scope, and predicates of phases and steps. */
#include "plan.h"

/* `cta(128) warps 1:3 lanes 0:8`: rank 40 (warp 1, lane 8) does not take part. */
bool scope_has_rank(const Scope *scope, int64_t rank) {
    if (!scope->narrowed)
        return true;
    int64_t lane = rank % 32, warp = rank / 32;
    return lane >= scope->lane_begin && lane < scope->lane_end && warp >= scope->warp_begin &&
           warp < scope->warp_end;
}

int scope_callers(const Scope *scope) {
    return scope->group ? scope->group : scope->threads;
}

bool scope_calls(const Scope *scope, int64_t rank) {
    return !scope->group || scope_has_rank(scope, rank);
}

bool cond_holds(const Cond *cond, const Point *point, bool *ok) {
    int64_t lhs, rhs;
    if (!expr_value(&cond->lhs, point, &lhs) || !expr_value(&cond->rhs, point, &rhs)) {
        *ok = false;
        return false;
    }
    switch (cond->op) {
    case COND_LT:
        return lhs < rhs;
    case COND_GE:
        return lhs >= rhs;
    default:
        return lhs == rhs;
    }
}

/* Would this rank do anything? True where that depends on run-time values. */
static bool runs(const Phase *phase, int64_t rank) {
    for (int i = 0; i < phase->guard_count; i++) {
        Point point = {.rank = rank};
        const Cond *cond = &phase->guard[i];
        bool ok = true, open = expr_reads_loop(&cond->lhs, -1) || expr_reads_loop(&cond->rhs, -1) ||
                               !expr_is_concrete(&cond->lhs, &point) ||
                               !expr_is_concrete(&cond->rhs, &point);
        if (!open && !cond_holds(cond, &point, &ok) && ok)
            return false;
    }
    return phase->step_count > 0;
}

static bool excludes_others(const Plan *plan) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int64_t rank = 0; rank < plan->threads; rank++)
            if (!scope_has_rank(&plan->scope, rank) && runs(&plan->phases[p], rank))
                return false;
    return true;
}

void plan_narrow(Plan *plan) {
    const Scope *scope = &plan->scope;
    if (plan->guard_count || !scope->narrowed || excludes_others(plan))
        return;
    Expr lane = {0}, warp = {0};
    expr_add(&lane, coef_int(1), digit_of(VAR_RANK, 0, 1, 32));
    expr_add(&warp, coef_int(1), digit_of(VAR_RANK, 0, 32, 0));
    plan->guard = NEW_ARRAY(Cond, 4);
    plan->guard_count = 4;
    plan->guard[0] = (Cond){lane, COND_GE, expr_constant(scope->lane_begin)};
    plan->guard[1] = (Cond){lane, COND_LT, expr_constant(scope->lane_end)};
    plan->guard[2] = (Cond){warp, COND_GE, expr_constant(scope->warp_begin)};
    plan->guard[3] = (Cond){warp, COND_LT, expr_constant(scope->warp_end)};
}

bool region_next(const Operand *operand, int64_t *coord) {
    for (int d = operand->rank - 1; d >= 0; d--) {
        if (++coord[d] < operand->region[d].extent)
            return true;
        coord[d] = 0;
    }
    return false;
}

int64_t region_count(const Operand *operand) {
    int64_t count = 1;
    for (int d = 0; d < operand->rank; d++)
        count *= operand->region[d].extent;
    return count;
}
