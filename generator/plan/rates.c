/* rates.c: for which targets a cost is right: one generation was measured; what the others cost is
 * an estimate, and is said to be. */
#include "plan.h"

void cost_set_target(Cost *cost, int target) {
    cost->score = cost->scores[target_generation(target)];
}

unsigned cost_estimated(const Cost *cost, unsigned targets) {
    unsigned estimated = 0;
    for (int i = 0; i < TARGET_COUNT && cost->by_rates; i++)
        if (targets >> i & 1 && target_generation(i) != GENERATION_MEASURED)
            estimated |= 1u << i;
    return estimated;
}
