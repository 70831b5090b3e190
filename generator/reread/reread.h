/* reread.h: reads text that was printed, as C, and says whether it means what it was printed from. It
 * decides nothing. */
#ifndef TCGEN_REREAD_H
#define TCGEN_REREAD_H
#include "../text/text.h"

/* ctext_run.c: the body of a Plan. NULL: the text does what the Plan says, for all ranks and run-time
 * arguments; else what differs. */
const char *ctext_fault(const Plan *plan, const char *text);
/* checked.c: a body, printed. A text that its Plan does not mean is reported. */
void print_body(Text *out, const Function *function, const Signature *signature, const Plan *plan);

/* ctext_map.c: who holds which element of a distributed value, as an expression. Owner and slot are of
 * element `i`; the index of an element is of `lane` and `slot`. */
typedef enum { MAP_OWNER, MAP_SLOT, MAP_INDEX, MAP_COUNT } Map;
bool map_holds(const Lane0Value *value, Map map, const char *text);
#endif
