/* random_plans.h: random Plans -> one C program that runs their printed text and compares every address
 * with the Plan's own. */
#ifndef TCGEN_TEST_RANDOM_PLANS_H
#define TCGEN_TEST_RANDOM_PLANS_H
#include "generator/plan/plan.h"

/* The program prints `N passed, N failed`. Equal seeds give equal programs. */
Plan *random_plan_of(uint64_t seed); /* one of them */
void random_plans_program(Text *out, uint64_t seed, int count);
#endif
