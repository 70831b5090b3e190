/* reread.h: reads text that was printed, as C, and says whether it means what it was printed from.
 * It decides nothing. */
#ifndef TCGEN_REREAD_H
#define TCGEN_REREAD_H
#include "../text/text.h"

/* ctext_run.c: the body of a Plan. NULL: the text does what the Plan says, for all ranks and
 * run-time arguments; else what differs. */
const char *ctext_fault(const Plan *plan, const char *text);
/* ctext_map.c: every element is where the map says. */
bool map_holds(const Lane0Value *value, Map map, const char *text);
/* checked.c: the text of a function, made once and read back; what it does not mean is reported. */
FunctionText checked_text(const Function *function);
FunctionText *program_texts(const Program *program); /* by function */
/* The statements of a Plan alone. */
void print_checked_body(Text *out, Loc loc, const char *name, const Plan *plan);
#endif
