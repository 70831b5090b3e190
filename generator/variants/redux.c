/* redux.c: Reductions that the hardware does over a whole warp: redux.sync replaces five shuffles
 * and five combinations. Integers on all targets, except products; minimum and maximum of f32 on
 * some targets. */
#include "../tile/lane0.h"
#include "variants.h"

Plan *redux_offer(const Query *query, Decline *decline) {
    const Lane0 *lane0 = query->lane0;
    const Lane0Value *in = &lane0->values[lane0->source];
    PrimitiveId redux = primitive_combination(ACT_REDUX, lane0_combination(lane0), in->dtype);
    int64_t lanes = lane0->over < 0 ? lane0->threads : in->ratio[lane0->over];
    if (redux == PRIM_COUNT)
        decline_with(
            decline,
            "operation",
            "redux.sync has no %s of %s",
            lane0_operation_name[lane0->operation],
            in->dtype->name);
    else if (lanes < 32)
        decline_with(
            decline,
            "whole_warps",
            "redux.sync combines whole warps, not %lld lanes",
            (long long)lanes);
    else if (!(feature_targets(primitives[redux].feature) >> query->target & 1))
        decline_with(
            decline,
            "target",
            "%s has no redux.sync of %s",
            target_name[query->target],
            in->dtype->name);
    else {
        Plan *plan = plan_reduced(lane0, redux, "redux");
        plan->targets = feature_targets(primitives[redux].feature);
        return plan;
    }
    return NULL;
}
