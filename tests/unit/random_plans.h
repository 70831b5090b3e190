/* random_plans.h: random Plans -> one C program that runs their printed text and compares every address
 * with the Plan's own. */
#ifndef TCGEN_TEST_RANDOM_PLANS_H
#define TCGEN_TEST_RANDOM_PLANS_H
#include "generator/base/base.h"

/* The program prints `N passed, N failed`. Equal seeds give equal programs. */
void random_plans_program(Text *out, uint64_t seed, int count);
#endif
