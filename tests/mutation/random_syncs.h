/* random_syncs.h: small random Plans of 64 threads that hand numbers on through shared memory and between
 * lanes, some right, some with a sync too few. */
#ifndef MUTATION_RANDOM_SYNCS_H
#define MUTATION_RANDOM_SYNCS_H
#include "generator/plan/plan.h"

/* want[t]: what bundle 1 of thread t must hold in the end, where the Plan is right. */
Plan *random_syncs(uint64_t seed, int64_t *want);
#endif
