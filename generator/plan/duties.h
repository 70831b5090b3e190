/* duties.h: what the caller of a Plan must do, as values: the contract above a function and "you
 * must" of `tcgen explain` are this one list in words. */
#ifndef TCGEN_DUTIES_H
#define TCGEN_DUTIES_H
#include "plan.h"

/* In the order of the list. `name` is the argument that a duty is about, `with` the object by which
 * it ends; numbers as said here. */
typedef enum {
    /* who calls, and when */
    DUTY_PLACE,     /* the number-th of `more` parts, in their order */
    DUTY_CALLERS,   /* the threads of the scope, `number` with those that do nothing */
    DUTY_CONVERGED, /* in whole warps, each at one place; more: one of a warp is elected */
    DUTY_WHOLE_CTA, /* the CTA has no other threads */
    DUTY_ALL_CTAS,  /* `number` CTAs of the cluster call, no two with the same peer */
    /* what is passed */
    DUTY_ALIGNED, /* to `number` bytes */
    DUTY_APART,   /* does not overlap `with` */
    DUTY_SAME,    /* every thread passes the same; more: those that share an element of `with` do */
    DUTY_OWNERS,  /* all registers that hold one element of it hold the same value */
    DUTY_ROOM,    /* has `number` bytes: padding that tcgen chose adds to it */
    DUTY_BOUNDS,  /* a run-time argument, Plan.symbols[number] */
    DUTY_SCRATCH, /* `number` elements of `dtype`, or bytes (NULL), which nobody else uses; more:
                     the alignment */
    DUTY_AT,      /* the caller's code finds it at byte `number` of scratch `with` */
    DUTY_UNWRITTEN,     /* while the kernel runs: it is read through the non-coherent cache */
    DUTY_POLICY,        /* comes from a createpolicy primitive */
    DUTY_REMOTE,        /* our own address of what CTA `peer` keeps there */
    DUTY_MULTICAST,     /* `name` and `with` are at this place in every CTA of the mask */
    DUTY_CLUSTER,       /* the kernel is launched with clusters */
    DUTY_MBARRIER,      /* was made for `number` arrivals a phase, `more` of them by others */
    DUTY_MBARRIER_ROOM, /* memory in which the call makes one of `number` arrivals */
    DUTY_PARITY,        /* that of the phase of `with` that is waited for */
    DUTY_BARRIER, /* named barrier `number` (-1: the argument `name`) is of `more` threads, `others`
                     of them call no part */
    DUTY_TENSOR,  /* a tensor map, Plan.objects[number], of buffer `with` */
    DUTY_TMEM_LANES, /* warp w of the callers is warp w % 4 of a warpgroup */
    /* before */
    DUTY_BROUGHT, /* was set in flight under `with`, for which the call waits */
    DUTY_FENCED,  /* its writers ran a fence for the async proxy; of global memory those of this
                     kernel */
    DUTY_FREE,    /* in CTA `peer`: nobody there uses it any more */
    DUTY_VISIBLE, /* what it holds is visible to the callers; more: whole warps read it */
    /* inside */
    DUTY_COME,       /* to `number` barriers in the text, primitive `name`: nobody stays away */
    DUTY_ARRIVALS,   /* at `with`, `number` by others: the call waits for them */
    DUTY_PEER_SENDS, /* `number` bytes that complete a phase of our `with`, waited for inside */
    /* after */
    DUTY_COMMIT,  /* what flies under `with`; more: bulk copies */
    DUTY_EXPECT,  /* one arrival at `with` of CTA `peer` that expects `number` bytes */
    DUTY_WAIT,    /* for `with` before `name` is touched; more: by every caller, bulk copies */
    DUTY_KEEP,    /* it unchanged until then; more: until a cluster barrier after the call */
    DUTY_ALIVE,   /* both CTAs until then */
    DUTY_PHASE,   /* of `with`, arrived at by `number` threads: who reads what they wrote waits for
                 * it */
    DUTY_SEEN,    /* by others after a barrier; more: by the callers when the call returns */
    DUTY_REACHED, /* in CTA `peer`, by accesses that are over: a cluster barrier says so; more:
                   * read */
    DUTY_REUSE, /* of scratch needs a barrier; more: none, the call ends with one; others: the parts
                     may run again without one */
    DUTY_COUNT
} DutyKind;

typedef struct {
    DutyKind kind;
    const char *name, *with;
    int64_t number, more, others;
    Space space;        /* of a buffer */
    const Dtype *dtype; /* of scratch */
    const Expr *peer;   /* NULL: our own CTA */
    ObjectKind object;  /* of `with` */
} Duty;
typedef struct {
    const Plan *plan; /* the first body */
    int count, capacity;
    Duty *at;
} Duties;
/* Of a Plan, or of the part that a Plan is. */
Duties plan_duties(const Plan *plan);
/* Of a function whose body differs between targets: what any of them asks for, of each the most. */
void duties_join(Duties *duties, const Duties *more);
/* The next one of a kind after `last`, NULL for the first; NULL: there is none. */
const Duty *duty_next(const Duties *duties, DutyKind kind, const Duty *last);
/* The first one of a kind about `name` and `with`; NULL: whatever they are, or there is none. */
const Duty *duty_about(const Duties *duties, DutyKind kind, const char *name, const char *with);
bool duties_have(const Duties *duties, DutyKind kind);
/* Do all threads come to one place: elect.sync, ldmatrix, shuffles? */
bool plan_needs_converged(const Plan *plan);
#endif
