/* duties.h: what the caller of a Plan must do, as values: the contract above a function and "you
 * must" of `tcgen explain` are this one list in words. */
#ifndef TCGEN_DUTIES_H
#define TCGEN_DUTIES_H
#include "plan.h"

/* In the order in which a caller reads them. `name` is the argument that a duty is about, `with`
 * the object by which a copy completes; the comments say what the numbers mean. */
typedef enum {
    /* who calls, and when */
    DUTY_PLACE,     /* this is part `number` of `more` parts, which are called in order */
    DUTY_CALLERS,   /* all threads of the scope call: `number`, idle threads included */
    DUTY_CONVERGED, /* whole warps make the call together; more: the call elects one lane */
    DUTY_WHOLE_CTA, /* the CTA has no other threads */
    DUTY_ALL_CTAS,  /* `number` CTAs of the cluster call, no two with the same peer */
    DUTY_COME,      /* no caller stays away: the text has `number` barriers, primitive `name` */
    /* what is passed */
    DUTY_ALIGNED,   /* to `number` bytes */
    DUTY_APART,     /* does not overlap `with` */
    DUTY_SAME,      /* all threads pass the same value; more: all that share an element of `with` */
    DUTY_OWNERS,    /* all registers that hold one element of it hold the same value */
    DUTY_ROOM,      /* needs `number` bytes: tcgen chose a layout with padding */
    DUTY_BOUNDS,    /* the range of a run-time argument, Plan.symbols[number] */
    DUTY_INDEX,     /* the same of indices that pick rows; more: no two are equal */
    DUTY_SCRATCH,   /* has `number` elements of `dtype` (NULL: bytes), which nobody else uses; more:
                     the alignment */
    DUTY_AT,        /* the caller's code finds it at byte `number` of scratch `with` */
    DUTY_UNWRITTEN, /* nothing writes it while the kernel runs: reads use the non-coherent cache */
    DUTY_POLICY,    /* comes from a createpolicy primitive */
    DUTY_REMOTE,    /* is passed as our own address; the call maps it to CTA `peer` */
    DUTY_MULTICAST, /* every CTA of the mask has `name` and `with` at the same addresses */
    DUTY_CLUSTER,   /* the kernel is launched with clusters */
    DUTY_MBARRIER,  /* has arrival count `number`; other threads make `more` of these arrivals */
    DUTY_MBARRIER_ROOM, /* memory where the call initialises an mbarrier, arrival count `number` */
    DUTY_PARITY,        /* is the parity of the phase of `with` for which the call waits */
    DUTY_BARRIER,    /* named barrier `number` (-1: the argument `name`) counts `more` threads, of
                     which `others` call no part */
    DUTY_TENSOR,     /* is a tensor map, Plan.objects[number], of buffer `with` */
    DUTY_TMEM_LANES, /* warp w of the callers is warp w % 4 of a warpgroup */
    /* before the call */
    DUTY_BROUGHT, /* may be in flight under `with`: the call waits for it */
    DUTY_VISIBLE, /* its contents are visible to the callers; more: whole warps read them */
    DUTY_FENCED,  /* its writers ran a fence for the async proxy; of global memory, the writers in
                     this kernel */
    DUTY_FREE,    /* nobody in CTA `peer` uses it any more */
    /* during the call */
    DUTY_ARRIVALS,   /* `number` other threads arrive at `with`: the call waits for them */
    DUTY_PEER_SENDS, /* `number` bytes complete a phase of our `with`: the call waits for them */
    /* after the call */
    DUTY_COMMIT,  /* the copies in flight under `with`; more: bulk copies */
    DUTY_EXPECT,  /* one arrival at `with` of CTA `peer` expects `number` bytes */
    DUTY_WAIT,    /* for `with` before `name` is used; more: every caller waits, bulk copies */
    DUTY_KEEP,    /* stays unchanged until then; more: until a cluster barrier after the call */
    DUTY_ALIVE,   /* both CTAs stay alive until then */
    DUTY_PHASE,   /* `number` threads arrived at `with`; readers of what they wrote wait for it */
    DUTY_SEEN,    /* others see it after a barrier; more: callers see it when the call returns */
    DUTY_REACHED, /* a cluster barrier orders finished accesses in CTA `peer`; more: reads */
    DUTY_REUSE,   /* scratch is free after a barrier; more: at once, the call ends with one; others:
                   the parts may run again without one */
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
/* The duties of a Plan, or of the part of a function that this Plan is. */
Duties plan_duties(const Plan *plan);
/* For a function whose body differs between targets: the duties of any body, each with its largest
 * number. */
void duties_join(Duties *duties, const Duties *more);
/* The next duty of a kind after `last`; NULL asks for the first. Returns NULL if there is none. */
const Duty *duty_next(const Duties *duties, DutyKind kind, const Duty *last);
/* The first duty of a kind about `name` and `with`; NULL matches any. Returns NULL if there is
 * none. */
const Duty *duty_about(const Duties *duties, DutyKind kind, const char *name, const char *with);
bool duties_have(const Duties *duties, DutyKind kind);
/* Must warps be converged: for elect.sync, ldmatrix, shuffles? */
bool plan_needs_converged(const Plan *plan);
#endif
