/* described.h: Plans that dispatch makes of real descriptions. */
#ifndef MUTATION_DESCRIBED_H
#define MUTATION_DESCRIBED_H
#include "generator/dispatch/dispatch.h"

Plan *plan_of_statement(const char *statement); /* its first plan; NULL when it was refused */
Plan *plan_of_text(const char *description);    /* likewise, of `... as NAME` without the name */
extern const int described_count;
/* Of description `index`; *name is its text. */
Plan *described_plan(int index, const char **name);
#endif
