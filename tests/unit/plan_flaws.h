/* plan_flaws.h: what a plan says that nobody needs, or says of itself and does not do. */
#ifndef TCGEN_TEST_PLAN_FLAWS_H
#define TCGEN_TEST_PLAN_FLAWS_H
#include "generator/plan/plan.h"

const char *plan_flaw(const Plan *plan); /* in words; NULL: none */
#endif
