/* pipes.h: the plan of a pipeline -> the code that runs it: what each barrier counts, and the
 * functions as Plans in parts.
 *
 *   pipes.c       which values are pipes, who comes to their barriers and how often; what has no
 *                 code yet
 *   apart.c       which values no code could let take turns
 *   pipe_turns.c  who waits for whom where values take turns on one place, and at which barrier
 *   pipe_parts.c  acquire, commit, wait and release, as steps; the Plans that are printed
 *   pipe_order.c  what each agent does in a turn of its loop, in which order
 *   pipe_run.c    agents that wait for one another at named barriers
 *   pipe_model.c  all agents of a pipe together, several times around: what is proven of the parts
 *                 as a whole;
 *   pipe_tiles.c  what they move in it
 *
 * A pipe of mbarriers has two for each slot. `full` counts what fills the slot, `empty` those who
 * have read it. Use k of a slot is phase k of both: a consumer waits for phase k of `full`, a
 * producer for phase k - 1 of `empty`, of which the one before the first counts as over. So a
 * producer's parity begins with 1. */
#ifndef TCGEN_PIPES_H
#define TCGEN_PIPES_H
#include "pipeline.h"

typedef enum {
    PIPE_MEMORY,  /* a place and nothing else: nobody is waited for */
    PIPE_BULK,    /* one thread starts copies whose bytes `full` counts */
    PIPE_REMOTE,  /* the same from another CTA: `full` is at the slot, `empty` at the sender */
    PIPE_THREADS, /* written by threads */
    PIPE_COPIES,  /* cp.async, which arrives at `full` when it has landed */
    PIPE_GROUPS,  /* cp.async in groups, by those who read the slot too, before sm_90 */
    PIPE_NAMED    /* a named barrier at which all of both sides meet, twice for each use */
} PipeForm;
extern const char *const pipe_form_name[]; /* "memory" ... */
/* acquire of bulk copies is called by one thread; acquire_elected by its warp, beside `elected`
 * copies. */
typedef enum {
    PIPE_ACQUIRE,
    PIPE_ACQUIRE_ELECTED,
    PIPE_COMMIT,
    PIPE_WAIT,
    PIPE_RELEASE,
    PIPE_PARTS
} PipePart;
extern const char *const pipe_part_name[]; /* "acquire" ... */

enum { MAX_AGENTS = 32, MAX_CODE_VALUES = 256, MOST_WHOLE_SLOTS = 16 };
typedef struct Pipe Pipe;

/* A barrier of a hand-off alone, at which the consumers of the first arrive too. Between CTAs:
 * `empty` of what another CTA fills is where it comes from, and who fills the next one may be
 * elsewhere again. And between rings whose slots do not lie on one another, of whatever depths,
 * which take turns as wholes. */
typedef struct {
    const Pipe *first, *next;
    bool late;  /* the next waits for the use before */
    bool whole; /* one barrier, once an iteration; otherwise one a slot */
    bool away;  /* the next is filled from another CTA: there it lies */
    int64_t at; /* in shared memory */
} Turn;

struct Pipe {
    const Record *record; /* of the value whose barriers they are */
    int index;            /* of it */
    const char *name;
    PipeForm form;
    int stages;
    int *members; /* the values on them, itself first */
    int member_count;
    int producer; /* agent */
    int *consumers;
    int consumer_count;        /* agents, each once */
    int ctas;                  /* of the cluster that fill their slots together; else 1 */
    bool each;                 /* every thread arrives by itself, not one for its warp */
    int full, empty;           /* arrivals a phase */
    int64_t bytes;             /* that `full` expects */
    int threads;               /* of both sides: what a named barrier counts */
    int64_t full_at, empty_at; /* in shared memory */
    /* Who must have let go of the buffer before a slot is filled: iteration i - late * stages of
     * it. */
    struct {
        const Pipe *pipe;
        bool late;
        int split;  /* how many slots of the ring, from the first, are late; 0: none */
        Turn *turn; /* NULL: its `empty` says so */
    } * before;
    int before_count;
    const Turn **tells; /* what release says to others than the producer */
    int tell_count;
    bool fences;            /* threads write what bulk copies of another value overwrite in turn */
    Plan *part[PIPE_PARTS]; /* NULL: the part is none, or PIPE_NAMED's, which are all `meet` */
    Plan *meet;
};

typedef struct PipelineCode {
    const PipelinePlan *plan;
    Pipe *pipes; /* in the order of their declaration */
    int count;
    int64_t tiles, bytes, align; /* of shared memory: the tiles, all of it */
    int64_t turn_bytes,
        unit;          /* barriers of turns among them; what `bytes` is a multiple of in any case */
    int64_t capacity;  /* that any of its targets has, at least; set by who prints it for several */
    int threads;       /* of all agents */
    bool needs_bulk;   /* has copies that an mbarrier counts */
    bool tail_in_turn; /* behind the loop the tail of a named pipe would wait for ever */
    bool clusters;     /* CTAs fill one another's slots: they all begin together */
    struct PipelineCode *older; /* of older targets, with the same memory and other functions */
    bool ok;
    const char
        *reason; /* why no code is made of the plan; NULL: none, or what is wrong was reported */
    const char *refusal; /* what the seed says of it; NULL: nothing */
    Loc reason_loc;
} PipelineCode;

/* What its memory takes, before any function is made; 0 bytes where it has no code. */
typedef struct {
    int64_t bytes, turns, unit;
} CodeRoom;
CodeRoom pipeline_code_room(const PipelinePlan *plan);
/* Do its agents wait for one another for ever? Of a plan without code: no. */
bool pipeline_code_hangs(const PipelinePlan *plan);
/* The functions, each proven by itself. */
PipelineCode *pipeline_code(const PipelinePlan *plan);
/* Reports why there is none; returns whether there is. */
bool pipeline_code_report(const PipelineCode *code);
/* There is room for mbarriers of it in shared memory, whether or not the target uses them. */
bool pipe_has_room(const Pipe *pipe);
/* They have bytes in common. */
bool pipes_take_turns(const PipelineCode *code, const Pipe *a, const Pipe *b);
/* It has a function for the part, which may do nothing. */
bool pipe_has_part(const Pipe *pipe, PipePart part);
/* Another kind of targets would need other memory. */
void pipeline_differs(PipelineCode *one, const PipelinePlan *other);

/* pipe_turns.c: before and tells of all pipes. False: no barrier can say what one waits for. */
bool pipe_turns(PipelineCode *code);
bool pipe_not_yet(PipelineCode *code, Loc loc, const char *why); /* sets the reason; false */
/* With the text of the seed for it. */
bool pipe_refused(PipelineCode *code, Loc loc, const char *text, const char *why);
/* How a value is passed on; whether that takes a named barrier, or has mbarriers. */
PipeForm pipe_form(const PipelinePlan *plan, int index);
bool form_meets(PipeForm form);
bool form_has_mbarriers(PipeForm form);
int turn_slots(const Turn *turn);
bool pipe_waits_as_whole(const Pipe *pipe); /* for one of those before */
bool pipe_is_turned(const Pipe *pipe);  /* mode slot: its slots are not those of its iterations */
bool turn_is_drained(const Turn *turn); /* who waits waits once more at the end; NULL: no turn */

/* pipe_parts.c */
typedef struct {
    Plan *plan;
    int first,
        threads; /* the ranks of the agent that does the steps; threads 0: all of the plan's */
} PipeSteps;
Plan *pipe_plan_new(const char *name, ScopeKind scope, int threads);
int pipe_object(Plan *plan, const char *name, int arrivals, int others, bool brought);
Phase *pipe_phase(const PipeSteps *steps);
Step *pipe_sync(Phase *phase, PrimitiveId primitive, int object, int64_t count);
int pipe_add_object(Plan *plan, Object object);
/* The steps of a part, on these objects, for these parities: used by what is printed and by the
 * model. */
typedef struct {
    int full, empty;    /* of PIPE_GROUPS: the group, the named barrier */
    const int *before;  /* empty barriers of those before, or those of the turn */
    const int *tells;   /* those of the turns that a release tells */
    const Expr *parity; /* of `full` in wait, of `empty` in acquire */
    const Expr **before_parity;
    const Expr *cta;        /* PIPE_REMOTE: whose slots are filled, who filled ours */
    const Expr **tells_cta; /* of turns of another CTA */
} PipeObjects;
void pipe_acquire(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects);
void pipe_acquire_elected(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects);
void pipe_commit(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects);
void pipe_wait(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects);
void pipe_release(const PipeSteps *steps, const Pipe *pipe, const PipeObjects *objects);
bool pipe_counts_bytes(const Pipe *pipe);   /* one thread starts copies */
bool pipe_spans_ctas(const Pipe *pipe);     /* other CTAs arrive at its barriers */
PrimitiveId pipe_waiting(const Pipe *pipe); /* for a phase of its barriers */
const Expr *pipe_cta(Plan *plan, Symbol *symbols, const char *name); /* one more argument */
bool pipe_check(const PipelineCode *code, const Plan *plan, const char *name);
bool pipe_make_parts(const PipelineCode *code, Pipe *pipe); /* false: reported */

/* pipe_order.c: the visits of all agents to pipes that somebody waits for, sorted. */
PipeVisit *pipe_visits(const PipelineCode *code, int *count);
const Pipe *pipe_of_value(const PipelineCode *code, int value);
/* Of the visits that were added under one number, the first and the last in an iteration's time. */
typedef struct {
    PipeVisit **first, **last;
} PipeEnds;
PipeEnds pipe_ends_new(int count);
void pipe_ends_add(PipeEnds *ends, int at, PipeVisit *visit);

/* pipe_run.c: who waits where for ever, and what would help; NULL: they come through. Sets
 * tail_in_turn. */
const char *pipe_run(PipelineCode *code);
bool pipe_hangs(const PipelineCode *code);

/* pipe_model.c: pipe and all that it shares buffers with; a Plan of whole uses, from global memory
 * through the slots to global memory. */
typedef enum {
    MODEL_THREAD = 0,
    MODEL_ELECTED = 1, /* whole warps acquire for bulk copies */
    MODEL_PAIR = 2     /* of several CTAs: two, where a ring has at least three */
} ModelKind;
Plan *pipe_model(const PipelineCode *code, const Pipe *pipe, ModelKind kind);
/* False: reported. */
bool pipe_prove_all(const PipelineCode *code);
#endif
