/* prove.h: the state of one proof, shared by shape.c (is the Plan well formed), value.c (values and
 * boxes), cells.c (memory and registers), order.c (who comes, what is ordered), syncs.c and
 * barriers.c (what waits, what is in flight), goal.c (what the layouts say) and prove.c (the
 * execution). Private to the plan room. */
#ifndef TCGEN_PROVE_H
#define TCGEN_PROVE_H
#include "plan.h"

enum { MAX_CTAS = 8 };

/* ---- value.c ------------------------------------------------------------------------------- */

/* 0: nothing; above: a leaf, an element of a source; below: a node. */
typedef int32_t Value;
typedef enum {
    NODE_CONSTANT,
    NODE_CONVERTED,
    NODE_COMBINED,
    NODE_PIECE,
    NODE_INDEX,
    NODE_CLIPPED,
    NODE_UNTOUCHED
} NodeKind;
/* All values of from to to. A set of values is such runs, sorted and as long as they can be: {1, 2,
 * 3, 5} is 1 to 3 and
 * 5. What a scan puts into element 8000 is one run, if threads have neighbours. */
typedef struct {
    Value from, to;
} ValueRun;
typedef struct {
    NodeKind kind;
    Value a;               /* of which value */
    int64_t of;            /* bits of a constant, Combine, Rounding, number of a piece, an index */
    int pieces;            /* that the value of a piece has */
    const char *from, *to; /* dtypes of a conversion, of what is combined */
    const ValueRun *set;   /* of a combination; what an index is compared with */
    int count;
} Node;
typedef struct {
    Node *nodes;
    int *table; /* 1 + index by hash, twice the capacity */
    int count, capacity;
    struct Known *known; /* combinations of late: NULL: none yet */
    Value *sorted;       /* where values are sorted */
    int sortable;        /* how many there is room for */
} Values;

typedef struct {
    MemMark mark;
    int count, capacity;
} ValuesMark;

/* What element `element` of the result of a flow is. */
typedef struct {
    bool known;
    int flow, cta;
    int64_t element;
    Value value;
} Combined;

/* tensor.c: a coordinate lies from 0 to below an extent. */
typedef struct Clip {
    Poly at;
    Coef extent;
    int number;
    struct Clip *next;
} Clip;
enum { CLIP_BUCKETS = 1 << 10 };
typedef struct {
    Clip **bucket;
    int count;
} Clips;
typedef enum { CLIPPED_NEVER, CLIPPED_MAYBE, CLIPPED_ALWAYS } Clipped;
typedef struct {
    int count, number[MAX_TENSOR_RANK]; /* ascending: all of them hold */
    bool never;                         /* they do not, ever */
} ClipSet;

/* Values of the bounds of a masked copy, low <= value < high for each. What lies beyond 32 bits is
 * the same for all elements of a tile, and is taken in by the ends. */
enum { MAX_BOUNDS = 2 * MAX_LIMITS };
typedef struct {
    int32_t low[MAX_BOUNDS], high[MAX_BOUNDS];
} Box;
/* What a box is over: a limit, `rows`. Of a window that begins at y in an array, the rows that lie
 * behind its first one, height - y, and y itself, since row x of it lies in the array from y = -x
 * on. */
typedef struct {
    int symbol, origin; /* symbol -1: the origin alone; origin -1: the limit alone */
    int64_t divisor;    /* of all values */
} Bound;
typedef bool (*BoxVisit)(void *context, const Box *box, Value value);
typedef struct Held {
    Box box;
    Value value;
    struct Held *next;
} Held;
/* What few places have. */
typedef struct Flight Flight;
typedef struct Reading {
    const Flight *flight;
    struct Reading *next;
} Reading;
typedef struct {
    Held *parts;           /* for some limits only; later writes before earlier ones */
    Held *others;          /* inside those too: of the other elements that share a source's place */
    const Flight *writing; /* in flight into it */
    Reading *reading;      /* in flight from it */
} Extra;
/* What a place holds: `value` where no part says otherwise. There may be 2^21 places. */
typedef struct {
    Extra *extra; /* NULL: none of it */
    Value value;
    uint32_t inside : 31; /* with limits: of inside_of, whose element it is; 0: no element */
    uint32_t stored : 1;  /* `value` was written by the plan, not brought by the caller */
} Content;

/* ---- order.c ------------------------------------------------------------------------------- */

/* What `to` knows of `from`: its writes and reads are over and seen; its reads are over; it has
 * come so far. */
typedef enum { HAND_ALL, HAND_READS, HAND_NOTHING } Hand;

/* Who accesses: warp * 64 + lane, warps counted through all CTAs; lane ELECTED of a warp is the one
 * that an election picks, which may be any. Every barrier of a CTA is a warp of its own behind all
 * others: lane ARRIVED has what those who arrived did before, lane ENDED what is known where its
 * phase ended, and lands what was in flight until then. */
typedef int Actor;
enum { ELECTED = 32, ACTOR_LANES = 64, ARRIVED = 0, ENDED = 1 };
typedef struct {
    int64_t time;
    int warp; /* from = to = these lanes of one warp; -1: the masks; -2: everyone */
    uint64_t lanes;
    uint64_t *from, *to; /* by warp: what those did before is visible to these after */
    Hand hand;           /* what of their memory is handed on */
} Event;

/* Something in flight: what opened it, and when. */
struct Flight {
    int object, cta; /* of which CTA's instance */
    Actor actor;     /* -1: the caller, before */
    Proxy proxy;     /* cp.async and bulk copies have groups of their own */
    int64_t
        group; /* of the actor's groups, or the phase of an mbarrier; -1: by arrivals of copies */
    int64_t time;
};
typedef struct Reader {
    uint64_t lanes;
    struct Reader *next;
    int32_t time;
    int32_t warp;
} Reader;

/* ---- cells.c ------------------------------------------------------------------------------- */

/* One unit of memory, known by whose it is and its exact address (the constant and the number of
 * the symbolic part): an element of a buffer, or, in an arena, as many bits as the smallest element
 * there has. */
typedef struct {
    int64_t constant;
    Content content;
    Reader *readers; /* since the last write that was ordered after all of them */
    int32_t part;
    Value expected;
    int32_t write_time; /* -1: by the caller, before */
    Actor writer;
    int16_t buffer; /* one that it is part of */
    int16_t home;   /* buffer, or buffer count + arena */
    int8_t cta;
    bool is_goal;    /* part of a destination region */
    bool is_reduced; /* ... into which others may reduce meanwhile */
    bool write_generic;
    bool is_open; /* listed as in flight */
} Cell;

typedef struct SymbolicPart SymbolicPart;
enum { CELL_CHUNK_BITS = 6, REGISTER_PAGE = 32, STEPS_PER_CELL = 10, STEPS_PER_PART = 40 };
typedef struct {
    int32_t *cell_slots; /* number + 1 of a cell; 0: free */
    size_t cell_capacity;
    int64_t cell_count, chunk_capacity;
    Cell **chunks;
    Cell **open; /* in flight, at either end */
    int64_t open_count, open_capacity;
    int32_t *part_slots;
    size_t part_capacity;
    int part_count, last_part;
    SymbolicPart *parts;
} Table;

typedef struct {
    Content content;
    Value expected;
} Register;
typedef struct {
    int64_t count; /* per rank */
    int64_t pages;
    Register **page; /* of (cta * threads + rank) * count + slot; NULL: none of it was touched */
} Registers;

/* When an actor fenced for the async proxy, ascending. */
typedef struct {
    int64_t *times;
    int count, capacity;
} Fences;

/* ---- the proof ------------------------------------------------------------------------------ */

enum { REACHED = 64 }; /* kept answers: a ring of eight CTAs asks for as many ends in turn */

/* Lanes that waited for a phase of an mbarrier, and when. */
typedef struct Waiter {
    uint64_t *lanes; /* by warp */
    int64_t time;
    struct Waiter *next;
} Waiter;
/* An mbarrier in one CTA. */
typedef struct {
    bool made;
    Actor maker;
    int64_t made_at, fenced_at;
    int64_t wanted, arrived;         /* a phase */
    int64_t expected, brought;       /* bytes */
    int64_t phase, ended;            /* the phase before ended then; -1: it is the first */
    bool from_afar, ended_from_afar; /* another CTA came in this phase, in the one before */
    Waiter *waiters; /* who may still stand at an earlier phase, for all that this one knows */
} Mbarrier;
/* A named barrier in one CTA; number 0 is that of the CTA's own sync. */
typedef struct {
    int64_t count, arrived;
    uint64_t *who; /* by warp, of the phase that runs */
    int64_t ended; /* as of an mbarrier */
} Named;

/* Of which other CTAs a warp may know: from `low` CTAs after its own, which is below zero before
 * it, to `high`. */
typedef struct {
    int low, high;
} Heard;

typedef struct {
    const Plan *plan;
    PolyBasis basis;
    int ctas, warps; /* warps of one CTA */
    int next;        /* CTA c names CTA c + next as another one */
    int64_t symbol[MAX_CTAS]
                  [MAX_SYMBOLS]; /* SYMBOLIC, an enumerated origin, or a number of a CTA */
    Table table;
    Registers *registers; /* one per bundle */
    Values values;
    Held *spare; /* to be used again */
    Clips clips;
    Value next_leaf;
    Value **source_values; /* per flow: by cta and element */
    Value *indices;        /* of the array that picks rows: by element */
    Value **with_values;   /* likewise, of what it is combined with */
    Combined combined;     /* the one of late */
    int64_t steps;         /* element-steps done, against PROOF_MAX_STEPS */
    int64_t elements;
    const char *reason, *kind; /* set once, by proof_fail */
    int bound_count;
    Bound bound[MAX_BOUNDS];
    Box everything;
    bool needs_concrete; /* a symbolic origin met a digit or a swizzle: enumerate it */
    int64_t now;         /* every executed step is one tick */
    Event *events;
    int event_count, event_capacity;
    int64_t everyone_time; /* of the last event of everyone; 0, before every step: none yet */
    struct Reached {
        Actor actor;
        int64_t time;
        int events;
        uint64_t *reach;   /* by warp; NULL: nothing kept */
    } reached[3][REACHED]; /* who is ordered after something; by Hand */
    Fences *fenced;        /* by actor */
    int64_t **committed;   /* by object: by actor and proxy, groups that are closed */
    int64_t **arrived;     /* by object: by actor, when its copies were told to arrive */
    Mbarrier **mbarriers;  /* by object, by cta */
    Named *named;          /* by cta, number */
    uint64_t *everyone;    /* by warp: who takes part in the plan at all */
    int64_t clustered;     /* when all threads of all CTAs met last; 0: never */
    int moves,
        farthest; /* how many CTAs far an element, or what one knows, may have come: ring.c */
    bool hears;   /* some may have heard of the last move */
    Heard *heard; /* by warp and barrier */
} Prover;

/* The execution of a step. */
typedef struct {
    Prover *prover;
    int phase_index, step_index;
    const Phase *phase;
    const Step *step;
    uint64_t
        *here; /* by warp: the lanes that execute a step of a group; bit ELECTED: one of them */
    int64_t loop[64];
    Box within; /* the limits that it is run for now: of quotients.c, else all of them */
} Run;

/* A unit on its way between registers: all are read before any is written. */
typedef struct {
    Unit dst;
    Box all;
    Held *held;
} Moved;
enum { MAX_MOVED = 32 * 16 }; /* 64 bits of 4-bit elements, of every lane */

/* What the lanes of a warp give to an instruction. Of an elected thread, lane 0 stands for all. */
typedef struct {
    Run *run;
    int cta, warp; /* of the CTA */
    bool elected;
    Box box[32]; /* the limits for which each lane is here */
    int64_t rank[32];
    Poly at[3][32]; /* dst, src[0], src[1]: an address, or a slot as a constant */
    int owner[3];   /* whose memory: a CTA */
    int lane;       /* that the transfer runs for */
    int from;       /* of a select: which source */
    Flight *flight; /* NULL: nothing flies */
    int moved_count;
    Moved moved[MAX_MOVED];
} Warp;

bool proof_fail(Prover *prover, const char *kind, const char *format, ...) PRINTF_LIKE(3, 4);
bool proof_spend(Prover *prover, int64_t steps); /* false: over the cap */

/* Sets are made before it is known whether there is such a value: gives back what was allocated
 * since the mark, where none came that was not known. */
ValuesMark values_mark(Prover *prover);
void values_rewind(const Prover *prover, ValuesMark mark);
Value value_leaf(Prover *prover);
Value value_constant(Prover *prover, uint64_t bits);
Value value_converted(
    Prover *prover, Value value, const Dtype *from, const Dtype *to, Rounding rounding);
Value value_piece(Prover *prover, Value value, int64_t index, int pieces); /* `index` of so many */
Value value_clipped(Prover *prover, Value value, int clip, Value otherwise);
Value value_untouched(Prover *prover); /* what a store leaves as it was */
bool value_is_piece(const Prover *prover, Value value, Value *whole, int64_t index, int pieces);
/* False: failed. */
/* `index` where `value` equals `with`, else more than any index. */
Value value_index(Prover *prover, Value value, Value with, int64_t index);
bool value_combined(Prover *prover, Combine op, const Dtype *dtype, Value a, Value b, Value *out);
/* The same of many: of[0], of[apart] ... */
bool value_combined_of(
    Prover *prover,
    Combine op,
    const Dtype *dtype,
    const Value *of,
    int64_t apart,
    int count,
    Value *out);
bool box_empty(const Box *box);
Box box_common(const Box *a, const Box *b);
bool boxes_meet(const Box *a, const Box *b);
bool box_within(const Box *a, const Box *b);
bool box_equal(const Box *a, const Box *b);
Extra *content_extra(Content *content); /* makes it */
const Flight *content_writing(const Content *content);
/* Calls `visit` for the parts of `box` by what the place holds there. */
bool content_visit(const Content *content, const Box *box, BoxVisit visit, void *context);
/* Did the plan write something other than `but` for some of the box? */
bool content_stored(const Content *content, const Box *box, Value but);
Held *held_new(Prover *prover);
void content_clear(Prover *prover, Content *content); /* everything in it is written anew */
void content_put(Prover *prover, Content *content, const Box *box, Value value);

/* window.c: of masked windows of arrays. */
bool window_reads(const Plan *plan, int symbol); /* is it where one begins? */
bool windows_fit(Prover *prover);                /* do pointers and limits say what was written? */
/* Of a window whose edge is clamped or wraps: do the coordinates come to the address? */
bool edges_fit(Run *run, const Side *side, const Point *point, const Poly *at);

/* limits.c */
bool limits_init(Prover *prover);
/* Narrows the box by a comparison with a limit. False: it is none. */
bool limits_narrow(
    const Prover *prover, const Cond *cond, const Point *point, Box *box, bool *holds);
bool limits_narrow_to(const Prover *prover, int limit, int64_t x, Box *box); /* x < limit */
bool limits_is(const Prover *prover, const Expr *expr, int *d);              /* limit d, as it is */
/* Narrows the box to first <= limit < first + count; false: nothing is left. */
bool limits_piece(const Prover *prover, int limit, int64_t first, int64_t count, Box *box);
void limits_range(const Prover *prover, int limit, const Box *box, int64_t *low, int64_t *high);
/* Where an element of a flow lies inside its limits, as a number: there may be 2^19 boxes. 0: there
 * are no limits. */
uint32_t inside_of(const Prover *prover, int flow, int64_t element);
const Box *inside_box(const Prover *prover, uint32_t inside, Box *room); /* NULL: of 0 */
bool limits_allow(Prover *prover, Cell *cell, uint32_t inside);      /* a source in global memory */
bool limits_check(Prover *prover, const Cell *cell, const Box *box); /* touched within them? */
bool conds_box(
    Run *run, const Cond *conds, int count, int cta, int64_t rank, Box *box, bool *holds);

/* picks.c */
const Picks *flow_picks(const Flow *flow); /* NULL: its rows are in order */
/* at += the address of the row that element `element` of the array picks. */
bool pick_place(Prover *prover, const Operand *operand, int64_t element, Poly *at);
/* The value where index `element` has a row; elsewhere `otherwise`. */
Value pick_clipped(Prover *prover, int64_t element, Value value, Value otherwise);
/* What an element of a flow is, where its row may be missing. */
Value pick_expected(Prover *prover, int flow, int64_t element, Value value, Value brought);
bool check_asks(Run *run); /* may the step ask whether a row is there? */
bool step_asks(const Run *run, int cta, int64_t rank, int64_t *element); /* ... and of which */
bool picks_hold(Warp *warp, int lane); /* the registers hold the indices that the step takes */

/* quotients.c */
typedef bool (*RunThread)(Run *run, int cta, int64_t rank);
bool quotient_reads(const Run *run); /* does the step read a digit of a limit, cols / 8? */
/* Calls `thread` for every box of limits on which the digits are one number. */
bool quotient_run(Run *run, int cta, int64_t rank, RunThread thread);

/* shape.c */
bool plan_fits(const Plan *plan); /* everything that it names is there */

/* table.c */
void cells_init(Prover *prover);
Cell *cell_number(const Prover *prover, int64_t number); /* 0 .. table.cell_count - 1 */
int cells_per_element(const Prover *prover, int buffer);
/* Piece `piece` of the element at `at` of the buffer in this CTA; finds, or finds and makes. */
Cell *cell_find(Prover *prover, int buffer, int cta, const Poly *at, int piece);
Cell *cell_make(Prover *prover, int buffer, int cta, const Poly *at, int piece);
void cell_open(Prover *prover, Cell *cell);                              /* it is in flight now */
const char *cell_text(const Prover *prover, int buffer, const Poly *at); /* "dst[4 * ld + 3]" */
const char *cell_name(const Prover *prover, const Cell *cell);           /* the same */
Registers registers_new(int64_t count, int64_t threads);
Register *register_at(const Registers *registers, int64_t index); /* creates */
/* The first one from *index on that may have been touched; NULL: none. */
Register *register_next(const Registers *registers, int64_t *index);

/* cells.c */
/* Is the access allowed, now? It is noted. A copy in flight reads or writes under `flight`. */
bool cell_read(Prover *prover, Cell *cell, Actor actor, Proxy proxy, const Flight *flight);
bool cell_write(
    Prover *prover, Cell *cell, Actor actor, Proxy proxy, const Flight *flight, const Box *box);
/* Is it a place that others may reduce into? Then it is refused. */
bool cell_is_reduced(Prover *prover, const Cell *cell, const char *what, Actor actor);
/* A multicast into it comes from other CTAs, too: was it last touched before a cluster sync? */
bool cell_free_for_all(Prover *prover, const Cell *cell);
bool cells_within(Prover *prover, int buffer, const Poly *at); /* an element that it has */
typedef bool (*Landed)(const Prover *prover, const Flight *flight, const void *context);
/* What `landed` picks is no longer in flight: only its sources, or all of it; as an access of
 * `lander`, or of the one who opened it where that is OPENER. */
enum { OPENER = -1 };
void cells_land(Prover *prover, Landed landed, const void *context, bool reads_only, Actor lander);
bool cells_landed(Prover *prover); /* nothing is in flight but what is left to the caller */
void cells_start_round(Prover *prover);

/* order.c */
void order_init(Prover *prover);
Actor actor_of(const Prover *prover, int cta, int64_t rank);
Actor actor_elected(const Prover *prover, int warp);
const char *actor_text(const Prover *prover, Actor actor); /* "thread 5" */
bool actor_is_barrier(const Prover *prover, Actor actor);  /* not a thread */
bool order_holds(Prover *prover, Actor before, int64_t time, Actor after);
/* The reads before are over, so `after` may overwrite what was read. */
bool order_reads(Prover *prover, Actor before, int64_t time, Actor after);
/* Only that it happened before, whether or not its memory is known. */
bool order_passes(Prover *prover, Actor before, int64_t time, Actor after);
/* Takes out the lanes that are so ordered before any of them; who waited last stands first. */
void order_release(Prover *prover, Waiter *waiters, const uint64_t *after);
/* Are all earlier accesses of these lanes at that time ordered before the actor? */
bool order_holds_all(Prover *prover, const Reader *reader, Actor after);
bool order_group(Run *run); /* do whole groups execute the step? */

/* syncs.c */
bool order_sync(Run *run);         /* executes a step of KIND_SYNC */
bool order_ends(Prover *prover);   /* nobody waits at the end */
bool order_leaves(Prover *prover); /* ... nor the caller for what is left to him */
/* Is there a commit for the flight, by its thread and after it? */
bool order_committed(const Prover *prover, const Flight *flight);
bool order_flight(Run *run, Actor actor, int peer, Flight *flight);

/* unit.c */
bool fail_at(const Run *run, const char *kind, const char *why);
Point point_of(const Run *run, int cta, int64_t rank);
bool known_value(const Expr *expr, const Point *point, int64_t *out); /* a number, and which */
const Side *side_of(const Step *step, int side);                      /* dst, src[0], src[1] */
Actor actor_in(const Warp *warp, int lane);
bool peer_of(Run *run, const Expr *peer, int cta, int64_t rank, int64_t end, int64_t *out);
bool addresses_in(Warp *warp, int lane);
Value fill_value(Prover *prover); /* what stands where nothing is read: the first flow says */
bool move_unit(void *context, Unit dst, int from, Unit src); /* of a Warp */
bool write_moved(Warp *warp);                                /* what it left between registers */

/* tensor.c */
typedef struct {
    bool inside; /* it may be in the tensor at all */
    int buffer;
    Poly at;
    ClipSet clips;
    bool asks; /* its row is that of an index, number `element`, and may be missing */
    int64_t element;
} BoxPlace;
bool tensor_stays_apart(const Prover *prover, const Flow *flow); /* by the host's promise */
bool check_map(Run *run); /* does the hardware take the map, and the box there? */
int clip_number(Prover *prover, const Clip *clip); /* equal conditions have equal numbers */
bool clips_add(Prover *prover, ClipSet *set, int buffer, int cta, Clip clip);
Value clips_value(Prover *prover, const ClipSet *set, Value value, Value otherwise);
Value oob_value(Prover *prover, Oob oob); /* what is outside of a tensor */
/* The value of an element of a flow, under the conditions that it is one of the tensor's. */
bool flow_clipped(Prover *prover, int f, int cta, int64_t element, Value *value);
/* picks.c: a row of a tensor whose coordinate is an index, in a dimension of this extent. */
bool pick_row(Run *run, const Warp *warp, const Expr *at, Coef extent, BoxPlace *out);
/* Where element e of the box of a step stands, for which limits. */
bool box_place(Warp *warp, int64_t e, Box *box, BoxPlace *out);

/* step.c */
bool run_step(Run *run); /* with its own loops */
bool next_iteration(Run *run, const int *loops, int count);

/* goal.c */
/* combined.c: what element `element` of a flow's result is, in a CTA, of the values of all elements
 * of the source, and of the one that it is combined with, if there is one. */
bool flow_combined(
    Prover *prover,
    int flow,
    int cta,
    int64_t element,
    const Dtype *from,
    const Dtype *to,
    Value *out);
int64_t flow_elements(
    const Flow *flow); /* that its destination must have, where it begins with its source */
bool goal_sources(Prover *prover);      /* values of everything that the caller brings */
bool goal_destinations(Prover *prover); /* expected values */
bool goal_writes(Prover *prover, int flow, Actor actor); /* the caller's code wrote its source */
bool goal_reads(Prover *prover, int flow, Actor actor);  /* ... and reads its destination */

/* ring.c */
bool ring_is_named(const Plan *plan);  /* does it name another CTA? */
int ring_first(const Plan *plan);      /* how many CTAs run it at first */
int ring_most(const Plan *plan);       /* ... and at most: so many the cluster may have */
bool ring_goes_on(const Plan *plan);   /* the model of a pipeline */
int ring_enough(const Prover *prover); /* CTAs, for what was run */
void ring_moves(Prover *prover, bool brought);
void ring_hears(Prover *prover);
void ring_tells(Prover *prover, const uint64_t *from, const uint64_t *to, int words);
void ring_meets(Prover *prover, int words);

/* reached.c */
bool goal_reached(Prover *prover); /* at the end */

/* premises.c */
bool premises_hold(Prover *prover);       /* what all of that takes for granted */
bool premises_of_cluster(Prover *prover); /* ... of other CTAs */
#endif
