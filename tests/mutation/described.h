/* described.h: Plans that dispatch makes of real descriptions. */
#ifndef MUTATION_DESCRIBED_H
#define MUTATION_DESCRIBED_H
#include "generator/variants/variants.h"

extern const int described_count;
/* The first plan of description `index`; NULL when it was refused. *name is its text. */
Plan *described_plan(int index, const char **name);
#endif
