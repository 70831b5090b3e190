/* pipeline.h: a `pipeline` block -> the plan of its buffers and barriers. Four phases, one file
 * each:
 *
 *   schedule.c   before them, where operations are told in place of places: where they stand
 *   lifetime.c   when each value lives; which values are one allocation
 *   barriers.c   a named-barrier slot for each value
 *   classify.c   shared memory, tensor memory, a descriptor slot or a barrier only; bind.c: the
 *                place
 *   share.c      values that never live together get one buffer
 *
 * then pack.c places what is left as low as it can, handoff.c says who waits for whom because of
 * it, and oracle.c and oracle_turns.c prove the result by unrolling the loop, from the request
 * alone.
 *
 * Flat time is stage * II + cycle. A value lives from `begin`, when its producer is issued, to
 * `end`, when its last consumer is done (half open), again II later for the next iteration: on the
 * circle of II residues two values meet or they never do. Everything goes in the order of
 * declaration; nothing depends on addresses, time or locale. */
#ifndef TCGEN_PIPELINE_H
#define TCGEN_PIPELINE_H
#include "../plan/plan.h"

/* circle.c: a set of residues modulo II, a bit each. */
typedef struct {
    int64_t ii;
    uint64_t *bits;
} Circle;
Circle circle_new(int64_t ii);
/* Adds begin .. end - 1 modulo II: at II = 8 the arc [6,10) is 6, 7, 0, 1; eight or more are
 * all. */
void circle_add_arc(Circle *circle, int64_t begin, int64_t end);
void circle_add(Circle *circle, const Circle *other);
bool circle_disjoint(const Circle *a, const Circle *b);
bool circle_is_full(const Circle *circle);
bool circle_has(const Circle *circle, int64_t residue);
/* Its maximal arcs as pairs [begin, end) with begin < II, at most II / 2 + 1: returns how many; the
 * one that goes around ends beyond II. */
int circle_arcs(const Circle *circle, int64_t (*arcs)[2]);
int64_t round_up(int64_t value, int64_t align); /* round_up(66, 32) = 96 */
int64_t div_floor(int64_t a, int64_t b);        /* div_floor(-3, 8) = -1; b > 0 */

/* What the phases know of one value: the record of the seed, field by field. */
typedef struct {
    const PipelineValue *value;
    /* phase 1 */
    bool timed;         /* begin and end are known */
    int64_t begin, end; /* flat */
    int64_t need;       /* slots of the ring that are alive at once, at least */
    Circle life;
    int chain;      /* the first value with the same allocation root; itself when it is the first */
    int chain_next; /* the next one; -1 */
    /* phase 2 */
    int slot;    /* of the pool; -1: none */
    int barrier; /* the id; -1: none */
    /* phase 3 */
    BufferClass auto_class, class;
    const char *forced; /* why `class` is not left to the rule; NULL: it is */
    int64_t footprint;  /* bytes of one slot of the ring */
    int64_t stride;     /* from slot to slot: bytes, or columns of tensor memory */
    int64_t offset;     /* bytes in its region, or the base column; -1: no buffer */
    /* phase 4 */
    int parent;   /* union-find; itself: a root */
    int rotation; /* mode slot: iteration i uses slot (i + rotation) % stages */
    int64_t final_offset;
    int64_t final_stride; /* of the ring on whose places it lies */
} Record;

/* A slot of the pool of named barriers. */
typedef struct {
    int *values;
    int count;
    Circle life; /* of all of them */
} Slot;

typedef struct {
    int into, value;
    const char *why; /* of a refusal, where there is more to say; NULL */
} Merge;

/* Two values use one place in turn: iteration i of `to` may begin when iteration i - distance of
 * `from` is over. Negative: an earlier iteration of `to` waits for a later one of `from`, which
 * ends before. */
typedef struct {
    int from, to;
    int64_t distance;
    bool barrier; /* the place is a barrier id, otherwise a buffer */
} Handoff;

typedef struct {
    bool ok;
    int64_t iterations, instances;
    const char *reason; /* what is wrong */
} PipelineProof;

/* What the packer found for one region. */
typedef struct {
    int64_t height, bound; /* reached; the load bound */
    bool exact;            /* nothing lower exists */
} Packed;

typedef struct {
    const Pipeline *request;
    unsigned targets; /* of one kind: the same capacity, with or without tensor memory */
    unsigned asked;   /* of all kinds: the text is for them together */
    bool tmem;
    bool spares_turns;   /* no two values share whose turns would need a barrier of their own */
    bool is_trial;       /* asks whether other stages fit: reports nothing */
    bool keeps_apart;    /* no two values share: the agents would hang at a named barrier */
    int64_t capacity;    /* bytes of shared memory */
    int64_t stage_count; /* 1 + the last stage in use */
    Record *records;
    int count;
    Slot *slots;
    int slot_count;
    Merge *merges;
    int merge_count;
    Merge *refusals; /* that would share, but nobody could hand the buffer on */
    int refusal_count;
    Handoff *handoffs;
    int handoff_count, handoff_capacity;
    int64_t control; /* bytes: mbarriers, the address of tensor memory */
    int64_t tiles_before, tiles_after, tiles_compact; /* bytes of shared memory */
    Packed packed;                                    /* of shared memory */
    int64_t tmem_columns, tmem_alloc, descriptors;
    PipelineProof proof;
} PipelinePlan;

typedef struct {
    PipelinePlan **plans; /* in the order of the blocks, a plan a kind of targets, oldest first */
    int count;
} PipelinePlans;

/* plan_pipeline.c: all blocks of the module. Reports what fails: the four texts of the phases,
 * deadlocks.
 */
PipelinePlans *pipelines_plan(const Module *module);
/* One of them, for one kind of targets. NULL: it was reported. */
PipelinePlan *pipeline_plan(const Pipeline *request, unsigned targets, bool tmem, int64_t capacity);
/* The plan of the pipeline of that name, for the oldest targets; NULL: there is none. */
const PipelinePlan *pipeline_find(const PipelinePlans *plans, const char *name);

/* The one of the targets whose blocks have the least shared memory; how much. */
int pipe_smallest_target(unsigned targets);
int64_t pipe_target_bytes(int target);

/* schedule.c: places for the operations of a block. NULL: there are none; reported. */
const Pipeline *pipe_schedule(const Pipeline *request);

/* The phases, in order. False: it was reported. */
PipelinePlan *pipe_new(const Pipeline *request, unsigned targets, bool tmem, int64_t capacity);
bool pipe_lifetimes(PipelinePlan *plan); /* lifetime.c */
bool pipe_waits(PipelinePlan *plan);     /* waits.c: agents that wait for one another in a circle */
bool pipe_barriers(PipelinePlan *plan);  /* barriers.c */
void pipe_classify(PipelinePlan *plan);  /* classify.c */
bool pipe_bind(PipelinePlan *plan);      /* bind.c */
void pipe_share(PipelinePlan *plan);     /* share.c */
bool pipe_pack(PipelinePlan *plan);      /* place.c */
void pipe_handoffs(PipelinePlan *plan);  /* handoff.c */
/* handoff.c: iteration i of `to` comes after iteration i - distance of `from`; and where rings lie
 * slot by slot on one another, `from` so many slots ahead. */
int64_t pipe_distance(const Record *from, const Record *to, int64_t ii);
int64_t pipe_ring_distance(const Record *from, const Record *to, int64_t ahead, int64_t ii);
/* A ring is back at a slot every stages * II cycles: there, two rings of several slots may be apart
 * though both fill the circle of II. Iteration i of the second takes the slot of iteration i +
 * ahead of the first. */
bool records_apart(const Record *a, const Record *b, int64_t ahead, int64_t ii);
/* Two values of one root on one place that no hand-off can order, as the one begins before the
 * other is over. */
bool pipe_alive_at_once(const PipelinePlan *plan, int i, int j);
/* apart.c: why no code could let two values take turns on one place; NULL: it could, or none is
 * asked for. As rings slot by slot, the second turned `by` so many slots more; or, NULL, as
 * wholes. */
typedef struct {
    int by;
} Turned;
const char *pipe_keeps_apart(const PipelinePlan *plan, int i, int j, const Turned *turned);
/* oracle.c: unrolls 2 * stage_count + 2 * depth iterations of the request, with arithmetic of its
 * own. */
void pipe_prove(PipelinePlan *plan);
/* oracle_turns.c: two instances that follow one another on a place without a hand-off that leads
 * from the release of the first to the acquire of the second; NULL: there are none. */
const char *pipe_find_untold(const PipelinePlan *plan, int64_t iterations);

/* pipe_order.c: an operation of an agent on a value, and where it stands in a turn of the agent's
 * loop. */
typedef struct {
    const struct Pipe *pipe; /* pipes.h; NULL: nobody asked for it */
    const Anchor *anchor;
    int value, rank; /* rank: its place in the order of declaration */
    int consumer;    /* of the value; -1: it produces */
    int agent;
    int64_t stage; /* of the operation; iteration 0 of the value has its turn `distance` later */
    int64_t turn;
    int64_t cycle;      /* modulo II */
    bool opens, closes; /* the first, the last place where its agent reads the pipe; pipe_visits */
} PipeVisit;
PipeVisit pipe_visit(const PipelinePlan *plan, int value, int consumer);
/* By agent, by cycle, and at one cycle by declaration, the producer before the consumers. */
void pipe_sort_visits(PipeVisit *visits, int count);
/* Its rank when the value of rank `from` is declared directly before that of rank `to`, which came
 * before it. */
int pipe_moved_rank(int rank, int from, int to);

/* What the seed says where values do not share. */
#define REFUSED_TO_SHARE "mbarrier has wait-like users, cannot share pipeline buffer."

/* Extents above 1: a 2-D tile has two, [1,128,64] is one, [128,1] and [4,128,64] are none. */
int value_wide_extents(const PipelineValue *value);

/* What they ask of one another. */
bool record_has_buffer(const Record *record);
bool value_is_synchronised(const PipelineValue *value); /* classify.c: its end can be waited for */
int record_root(const PipelinePlan *plan, int index);   /* share.c: of its class */
bool records_alike(const PipelinePlan *plan, int i, int j); /* what one buffer asks of two values */
bool record_hands_off(const PipelinePlan *plan, int index); /* its end can be waited for */
/* place.c: how high the region of the class is when it is packed; nothing is changed. */
int64_t pipe_packed_height(const PipelinePlan *plan, BufferClass class);
/* bind.c: bytes or columns of the whole allocation of a chain, of which `index` is a member. */
int64_t chain_size(const PipelinePlan *plan, int index);
int64_t record_align(const Record *record); /* of its places, in its region */
int64_t chain_align(const PipelinePlan *plan, int index);
bool chain_is_uniform(const PipelinePlan *plan, int index); /* type, footprint and stages agree */
int64_t pipe_limit(const PipelinePlan *plan);               /* bytes that tiles may take */
enum { TMEM_UNIT = 32, DESC_BYTES = 128 };
int pipe_participants(const PipelinePlan *plan, int index); /* threads; 0: not known */

/* bind.c: bytes of the control region. */
int64_t pipe_control(const PipelinePlan *plan);
/* lifetime.c: slots that are alive at once; 0: not known. */
int64_t pipe_need(const PipelinePlan *plan, int index);
/* hint.c: "fits with 3 stages ..."; NULL: fewer do not help. */
const char *pipe_depth_hint(const PipelinePlan *plan, int index, int64_t need);
const char *pipe_stages_hint(const PipelinePlan *plan, BufferClass class);
/* plan_pipeline.c: whether another request fits where `plan` stands, code and its barriers
 * included. Reports nothing. */
bool pipe_comes_through(const PipelinePlan *plan, const Pipeline *request);

/* report.c: the failure of a phase with everything that tells the causes apart. The message is the
 * fixed `text` of the phase, followed by `what` is wrong, with the numbers: many notes stand
 * between it and the hint. */
typedef struct {
    int phase, value;
    const char *id, *text, *what, *reason, *hint;
} Failure;
void pipe_fail(const PipelinePlan *plan, const Failure *failure);
/* bind.c: the region of the value is too small for `total`. */
void pipe_fail_room(const PipelinePlan *plan, int index, int64_t total, const char *reason);
/* Pieces of JSON that the failure and the plan share. */
void json_life(Text *out, const PipelinePlan *plan, const Record *record);
void json_occupancy(Text *out, const PipelinePlan *plan);
void json_map(Text *out, const PipelinePlan *plan, BufferClass class, bool is_final);

/* search.c: the packer alone. Items have sizes and alignments and cover sections of time; those
 * that share a section must not share an address. */
typedef struct {
    int64_t size, align;
    int (*runs)[2]; /* [first, behind) of its sections, ascending */
    int run_count;
    int64_t offset; /* the answer */
} PackItem;
typedef struct {
    PackItem *items;
    int count, sections;
    int64_t work; /* the most that the search may do, in steps of about a nanosecond */
} Packing;
/* As low as it can: offsets are those of `height`. */
Packed pack_least(Packing *packing);
/* Below `capacity` or equal. exact and height > capacity: it cannot be done. */
Packed pack_into(Packing *packing, int64_t capacity);

/* pack_file.c: `tcgen pack`: id,lower,upper,size rows. The solution as rows with an offset; false:
 * it does not fit, or was not found; reported. */
bool pack_file(Text *out, const Source *source, int64_t capacity);
#endif
