/* folded_halved.c: as folded, but lanes that share several results halve them in each round, which
 * takes fewer shuffles and some selects. */
#include "../tile/folding.h"
#include "variants.h"

static Plan *plan_with(const Folding *start, int halved, bool hands_on) {
    Folding *folding = NEW(Folding);
    *folding = *start;
    folding->halved = halved;
    folding->hands_on = hands_on;
    return folding_plan(folding, "folded_halved");
}

/* Of how many rounds halve, and of whether a lane hands on what it has of all warps or every lane
 * reads all of it, what is cheapest. Of 32 results, 8 lanes and one warp one round is: the second
 * one would save 8 shuffles and 8 sums, but takes 8 shuffles and 32 selects more. */
static Plan *plan_cheapest(const Folding *start) {
    Plan *best = NULL;
    int64_t least = 0;
    for (int halved = folding_halvings(start); halved; halved &= halved - 1)
        for (int hands_on = start->ranks.warps > 1; hands_on >= 0; hands_on--) {
            Plan *plan = plan_with(start, halved, hands_on);
            int64_t score = plan_cost(plan).score;
            if (best && score >= least)
                continue;
            best = plan;
            least = score;
        }
    return best;
}

Plan *folded_halved_offer(const Query *query, Decline *decline) {
    Folding *folding = NEW(Folding);
    if (!folding_start(query->lane0, folding, decline))
        return NULL;
    Plan *plan = plan_cheapest(folding);
    if (plan)
        return plan;
    if (!folding->ranks.lane_mask)
        decline_with(decline, "halves", "no lanes of a warp share a result");
    else
        decline_with(
            decline,
            "halves",
            "a thread has %lld result%s of %d bits, which lanes cannot halve",
            (long long)folding->fold.results,
            folding->fold.results == 1 ? "" : "s",
            folding->dtype->bits);
    return NULL;
}
