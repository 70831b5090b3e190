/* prove.h: the state of one proof, shared by cells.c (memory and registers with their tags),
 * goal.c (what the layouts say) and prove.c (the execution). Private to the plan room. */
#ifndef TCGEN_PROVE_H
#define TCGEN_PROVE_H
#include "plan.h"

/* A tag names a value: 1 + the first element that lies at a source place, over all flows. 0: none. */
typedef int32_t Tag;

/* Values of the two limits of a masked copy, low <= value < high for each. */
typedef struct {
    int64_t low[2], high[2];
} Box;
/* What a place holds for the limits in a box; later writes stand before earlier ones. */
typedef struct Held {
    Box box;
    Tag tag;
    struct Held *next;
} Held;
enum {
    TAG_FILL = -1,
    TAG_ZERO = -2
}; /* the fill of the limits; zero where that is another value */

/* One element of memory, known by its buffer and its exact address: the constant and the number of the
 * symbolic part. There are up to 2^21 of them, hence the narrow numbers; ranks are below 1024. */
typedef struct {
    int64_t constant;
    int32_t part;
    Tag tag, expected;
    int32_t writes;
    int32_t write_phase; /* -1: by the caller, before */
    int32_t read_phase;
    int16_t buffer;
    int16_t token; /* in flight under this token, -1: none */
    int16_t write_rank;
    int16_t read_rank; /* a reader since the last sync of everyone; read_many: and others */
    bool is_goal;      /* part of a destination region */
    bool write_generic, read_many;
    Held *held;        /* guarded: by the plan's own writes */
    const Box *inside; /* guarded: where the element lies inside the limits; NULL: no element */
} Cell;

typedef struct Part Part;
enum { CELL_CHUNK_BITS = 6, REGISTER_PAGE = 32, STEPS_PER_CELL = 10, STEPS_PER_PART = 40 };
typedef struct {
    int32_t *cell_slots; /* number + 1 of a cell; 0: free */
    size_t cell_capacity;
    int64_t cell_count, chunk_capacity;
    Cell **chunks;
    int32_t *part_slots;
    size_t part_capacity;
    int part_count, last_part;
    Part *parts;
} Table;

typedef struct {
    Tag tag, expected;
    bool written;
    Held *held; /* guarded, as in a Cell */
    const Box *inside;
} Register;

typedef struct {
    int64_t count; /* per rank */
    int64_t pages;
    Register **page; /* of rank * count + slot; NULL: none of the page was touched */
} Registers;

typedef struct {
    const Plan *plan;
    PolyBasis basis;
    int64_t symbol[MAX_SYMBOLS]; /* SYMBOLIC or an enumerated origin */
    Table table;
    Registers *registers; /* one per bundle */
    Tag next_tag;
    Tag **source_tags; /* per flow, per element */
    int64_t steps;     /* element-steps done, against PROOF_MAX_STEPS */
    int64_t elements;
    const char *reason, *kind; /* set once, by proof_fail */
    bool guarded;              /* the flow has limits: writes hold for boxes of their values */
    Box everything, box;       /* all values; those for which the thread is where it is */
    bool needs_concrete;       /* a symbolic origin met a digit or a swizzle: enumerate it */
} Prover;

bool proof_fail(Prover *prover, const char *kind, const char *format, ...) PRINTF_LIKE(3, 4);
bool proof_spend(Prover *prover, int64_t steps); /* false: over the cap */

/* table.c */
void cells_init(Prover *prover);
Cell *cell_number(const Prover *prover, int64_t number); /* 0 .. table.cell_count - 1 */
Cell *cell_find(Prover *prover, int buffer, const Poly *at);
Cell *cell_make(Prover *prover, int buffer, const Poly *at);             /* finds or creates */
const char *cell_text(const Prover *prover, int buffer, const Poly *at); /* "dst[4 * ld + 3]" */
const char *cell_name(const Prover *prover, const Cell *cell);           /* the same */
Registers registers_new(int64_t count, int64_t threads);
Register *register_at(const Registers *registers, int64_t index); /* creates */
/* The first one from *index on that may have been touched; NULL: none. */
Register *register_next(const Registers *registers, int64_t *index);

/* cells.c */
bool cell_read(Prover *prover, Cell *cell, int64_t rank, int phase, Proxy proxy, Tag *tag);
bool cell_write(Prover *prover, Cell *cell, int64_t rank, int phase, Tag tag, int token);
void cells_arrive(Prover *prover, int token, int phase); /* the wait that ends the phase */
bool cells_landed(Prover *prover); /* nothing is in flight but what is left to the caller */

/* goal.c */
bool goal_sources(Prover *prover);      /* tags everything that the caller brings */
bool goal_destinations(Prover *prover); /* expected tags */
bool goal_leaves(Prover *prover, int flow, int64_t rank, int phase);  /* an opaque body wrote it */
bool goal_arrived(Prover *prover, int flow, int64_t rank, int phase); /* an opaque body reads it */
bool goal_reached(Prover *prover);                                    /* at the end */

/* guarded.c: masked copies */
void guarded_init(Prover *prover);
/* Narrows prover->box by a comparison with a limit. False: it is none. */
bool guarded_cond(Prover *prover, const Cond *cond, const Point *point, bool *holds);
const Box *guarded_inside(Prover *prover, int flow, int64_t element); /* NULL: not guarded */
bool guarded_allow(Prover *prover, Cell *cell, const Box *inside); /* a source in global memory */
bool guarded_load(Prover *prover, Cell *cell, Registers *to, int64_t index, int bundle, Tag tag);
/* A thread that fails a condition on its own number gets nothing of a load that fills with zero. */
bool guarded_left_out(const Step *step, const Point *point);
/* A load whose conditions hold for some limits; for the others the register becomes zero. */
bool guarded_load_or_zero(
    Prover *prover,
    const Step *step,
    const Point *point,
    Cell *cell,
    Registers *to,
    int64_t index,
    Tag tag);
bool guarded_store(
    Prover *prover, const Registers *from, int64_t index, Cell *cell, int64_t rank, int phase);
bool guarded_fill(Prover *prover, Registers *to, int64_t index, int bundle);
/* Element e of an asynchronous copy; `point` is where the thread stands. */
bool guarded_copy(
    Prover *prover,
    const Step *step,
    const Point *point,
    int64_t e,
    Cell *source,
    Cell *target,
    int phase);
bool guarded_reached(Prover *prover);
#endif
