/* sequence.h: the steps of a Plan one after the other, and what has happened to a place by when. Of
 * a step in a loop all turns are one. */
#ifndef TCGEN_SEQUENCE_H
#define TCGEN_SEQUENCE_H
#include "plan.h"

typedef struct {
    const Phase *phase;
    const Step *step; /* NULL: the caller's code */
    const Part *body;
} SequenceStep;
typedef struct {
    const Plan *plan;
    int count;
    SequenceStep *at;
} Sequence;
Sequence plan_sequence(const Plan *plan); /* parts in their order */
bool step_waits(const Step *step);        /* for other threads, or for what is in flight */
bool step_flies(const Step *step);        /* what it moves lands later, under its object */

/* Does a step read or write this buffer, arena or bundle? */
bool sequence_touches(const Sequence *sequence, int at, ArgumentKind kind, int of);
int sequence_last(const Sequence *sequence, ArgumentKind kind, int of); /* that touches; -1: none */
/* The step by which a copy that `at` sets in flight has landed, or has read its source; -1: that is
 * left to the caller. */
int sequence_landed(const Sequence *sequence, int at, bool read);
/* The step from which on nothing is done to a place, also not in flight; -1: the caller must
 * wait. */
int sequence_done(const Sequence *sequence, ArgumentKind kind, int of);
/* Do all callers meet at step `at` or later? */
bool sequence_meets(const Sequence *sequence, int at);
#endif
