/* folded.c: reductions over dimensions of a register layout, with one shuffle for each result and
 * round, or with redux.sync; tile/folding.h has the stages. */
#include "../tile/folding.h"
#include "variants.h"

Plan *folded_offer(const Query *query, Decline *decline) {
    Folding *folding = NEW(Folding);
    return folding_start(query->lane0, folding, decline) ? folding_plan(folding, "folded") : NULL;
}

/* redux.sync in the place of the exchanges, where all lanes of a warp share a result. */
Plan *folded_redux_offer(const Query *query, Decline *decline) {
    Folding *folding = NEW(Folding);
    const Lane0 *lane0 = query->lane0;
    if (!folding_start(lane0, folding, decline))
        return NULL;
    folding->redux = primitive_combination(ACT_REDUX, lane0_combination(lane0), folding->dtype);
    if (folding->redux == PRIM_COUNT || folding->ranks.lane_mask != 31) {
        decline_with(
            decline,
            "redux",
            "redux.sync has no %s of %s, or fewer than 32 lanes share a result",
            lane0_operation_name[lane0->operation],
            folding->dtype->name);
        return NULL;
    }
    Plan *plan = folding_plan(folding, "folded_redux");
    plan->targets = feature_targets(primitives[folding->redux].feature);
    return plan;
}
