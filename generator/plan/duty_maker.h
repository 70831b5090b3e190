/* duty_maker.h: what the two files that make the list of duties share: duties.c who calls and what
 * is passed, duties_around.c what happens before, inside and after the call. */
#ifndef TCGEN_DUTY_MAKER_H
#define TCGEN_DUTY_MAKER_H
#include "duties.h"
#include "sequence.h"

typedef struct {
    const Plan *plan;
    Duties *out;
    Sequence steps;
    int64_t *bytes;   /* by object: that land at it, of one CTA */
    int64_t *comers;  /* by object: threads that arrive at it, or come to it */
    int64_t *members; /* the same of all parts of the plan */
} Maker;
void duties_count(Maker *maker); /* fills the three */
void duties_around(Maker *maker);

Duty *duties_add(Duties *duties, Duty duty);
Duty *duties_about(Duties *duties, DutyKind kind, const char *name, const char *with);
bool takes_buffer(const Maker *maker, int buffer);
const Step *step_with(const Maker *maker, Act act); /* the first; NULL: none */
const Step *step_to_peer(const Maker *maker);
#endif
