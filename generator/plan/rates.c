/* rates.c: the rows of costs.def: what syncs and instructions between registers cost, by generation of
 * the target. One was measured; what the others cost is an estimate, and is said to be. */
#include "plan.h"

static const struct {
    bool has;
    Rate rate;
} rates[PRIM_COUNT] = {
#define X(id, sm_80, sm_90, sm_100, wait, wait_a_warp)                                             \
    [PRIM_##id] = {true, {{sm_80, sm_90, sm_100}, wait, wait_a_warp}},
#include "costs.def"
#undef X
#define X(id, function, ptx, from, to, rounding, count, bits, feature, issue)                      \
    [PRIM_##id] = {true, {{issue, issue, issue}, 0, 0}},
#include "conversions.def"
#undef X
};

const Rate *primitive_rate(PrimitiveId id) {
    return rates[id].has ? &rates[id].rate : NULL;
}

Generation target_generation(int target) {
    return target < TARGET_SM_90    ? GENERATION_80
           : target < TARGET_SM_100 ? GENERATION_90
                                    : GENERATION_100;
}

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
