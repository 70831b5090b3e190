/* digests.h: digests of what the tile room answers: one for each function or variant, of all its answers. */
#ifndef TCGEN_TEST_DIGESTS_H
#define TCGEN_TEST_DIGESTS_H
#include "generator/tile/tile.h"

void digest_open(const char *name, bool answers); /* what follows is of this one */
void digest_show(const char *name);               /* prints what goes into that one */
void digest_number(const char *what, int64_t value);
void digest_text(const char *what, const char *text);
void digest_coef(const Coef *coef);
void digest_digit(const Digit *digit);
void digest_swizzle(const Swizzle *swizzle);
void digest_atom(const Atom *atom);
void digest_partition(const Partition *partition);
void digest_conds(const Cond *conds, int count);
void digest_decline(const Decline *decline);
void digest_plan(const Plan *plan);
void digest_answer(const char *name, const Plan *plan); /* a plan, or NULL */
void digest_write(Text *out);
#endif
