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
