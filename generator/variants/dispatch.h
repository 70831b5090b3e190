/* dispatch.h: what check.c, dispatch.c, names.c and program.c say to each other. */
#ifndef TCGEN_DISPATCH_H
#define TCGEN_DISPATCH_H
#include "build.h"

/* stages.c: makes the ring of `stages N` a dimension of the smem operand; false: reported. */
bool stages_expand(Copy *copy);
Operand operand_of_stage(const Operand *operand); /* the tile without that dimension */
/* packed.c: the same copy in bytes, where elements of 6 bits need it; otherwise itself. */
const Copy *packed_view(const Copy *copy);
bool packed_report(const Copy *copy); /* a region ends inside a byte: reported; false: none does */
void plan_demand(Plan *plan);         /* demand.c: lowers alignments to what the accesses use */
/* hints.c: are the accesses as wide as the hints need? */
bool hints_fit(const Plan *plan, Decline *decline);
/* Only the hints stood in the way: reported as E_HINT_WIDTH; false: they did not. */
bool hints_report(const Copy *copy, const Choice *choice);
bool request_check(const Copy *copy); /* false: reported */
/* Fills the choices for the targets; false: reported. */
bool dispatch(const Copy *copy, unsigned targets, Function *function);
void function_warn(Function *function, const char *text); /* one more warning of the header, JSON */
/* The plan that dispatch would choose for one target, not proven; NULL: none works. Is another target
 * another question? */
Plan *dispatch_estimate(const Copy *copy, int target, Cost *cost);
bool dispatch_by_target(const Copy *copy);
/* auto_layout.c: makes the choice for every `auto` layout, before names and dispatch. [i]: copy i was
 * refused, which is reported. */
bool *auto_resolve(const Module *module);
void auto_warn(Function *function); /* a warning of the function whose tile keeps conflicts */
/* advice.c: warnings of a function that is otherwise as asked. */
void advise(Function *function);
int64_t plan_registers(const Plan *plan);
/* The name and the constants; false: reported. */
bool name_function(Function *function, bool strict);
/* Everything that the name must tell apart, as text; pins (using, policy) are separate. */
const char *request_meaning(const Copy *copy);
const char *request_pins(const Copy *copy);
#endif
