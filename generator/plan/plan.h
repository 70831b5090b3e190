/* plan.h: the Plan, which variants fill and which proof, cost, header, JSON, pictures, traces and
 * emulator tests read. It says exactly what every thread does; it decides nothing and prints
 * nothing. docs/glossary.md explains Phase, Step, Part, Flow and Duty. */
#ifndef TCGEN_PLAN_H
#define TCGEN_PLAN_H
#include "../primitives/primitives.h"

/* ---- expressions -------------------------------------------------------------------------- */

typedef enum { VAR_ONE, VAR_RANK, VAR_LOOP, VAR_SYMBOL, VAR_ITEM, VAR_PICK } VarKind;

/* A digit of a variable: ((x / pre_div % pre_mod) - sub) / div % mod; a modulus of 0 means none, a
 * divisor is at least 1. Lane 5 of warp 2 (rank 69): pre_div 1, pre_mod 32 is 5. `sub` only where a
 * predicate guarantees that the value is not below it; below zero it adds. VAR_ONE is the
 * constant 1. With turn_div 1 and turn_mod 8, loop j is chunk j ^ rank % 8: each lane walks in an
 * order of its own. VAR_ITEM is a number that counts on from the rank: rank + step * loop + ...,
 * with no pre_div and no pre_mod; vector i * 128 + rank of a tile is digits / 25 and % 25 of it.
 * VAR_PICK is a number out of an array of indices, as a whole, which stands in a register; with an
 * index of 1 it has a sign, for a condition that it is there. */
enum { ITEM_LOOPS = 2 };
/* What a digit counts, as the variant knows it: a name in the text and no part of the value. */
typedef enum { DIGIT_PLAIN, DIGIT_ROW, DIGIT_COL, DIGIT_CHUNK, DIGIT_WARP } DigitRole;
typedef struct RowPick RowPick;
typedef struct {
    VarKind kind;
    int index; /* loop: index into Plan.loops; symbol: into Copy.symbols / Plan.symbols */
    int64_t pre_div, pre_mod, sub, div, mod;
    int loops[ITEM_LOOPS]; /* VAR_ITEM only */
    int64_t steps[ITEM_LOOPS];
    int64_t turn_div, turn_mod; /* before sub: ^= rank / turn_div % turn_mod; turn_mod 0: nothing */
    DigitRole role;
    const RowPick *pick; /* VAR_PICK only */
} Digit;

typedef struct {
    Coef coef; /* integer x product of symbols */
    Digit digit;
} Term;

/* x ^= (x & mask) >> shift, or << -shift where shift is negative (the outer swizzle). */
typedef struct {
    int64_t mask;
    int shift;
} Xor;

enum { MAX_TERMS = 20, MAX_XORS = 2 };
/* sum of the terms + constant, then the XORs in order. Units: elements of the buffer it points
 * into. Copies share their terms, which are never changed: expr_add makes new ones. */
typedef struct {
    const Term *terms;
    int64_t constant;
    int term_count, xor_count;
    Xor xors[MAX_XORS];
} Expr;

/* Element `element` of the array of indices, which slot `slot` of a bundle holds: the proof finds
 * that it does. Its symbols are those of Picks: the value is `number`, plus `element` times `tag`,
 * which tells it from the others and is zero. Costs take the rows as they come: `element`. */
struct RowPick {
    int bundle, number, tag, sign;
    Expr slot, element;
};

Expr expr_constant(int64_t value);
Digit digit_of_pick(const RowPick *pick, bool has_sign);
bool expr_equal(const Expr *a, const Expr *b);
const RowPick *expr_pick(const Expr *expr); /* the first that it reads; NULL: none */
Digit digit_of(VarKind kind, int index, int64_t div, int64_t mod);
bool expr_add(Expr *expr, Coef coef, Digit digit); /* false: full or overflow */
bool expr_add_term(Expr *expr, Term term);         /* as it is; false: full */
void expr_set_term(Expr *expr, int at, Term term);
void expr_drop_term(Expr *expr, int at);          /* the later ones move up */
void expr_take_term(Expr *expr, int at);          /* the last one takes its place */
bool expr_reads_loop(const Expr *expr, int loop); /* -1: any loop */
bool expr_reads_rank(const Expr *expr);
bool expr_reads_symbol(const Expr *expr, int symbol); /* as a value or in a coefficient */
int64_t expr_period(const Expr *expr); /* its multiples pass through the XORs; 1 without any */

/* What the variables are at one point of the execution. */
typedef struct {
    int64_t rank;
    const int64_t *loop;   /* by index into Plan.loops */
    const int64_t *symbol; /* concrete values, SYMBOLIC where a symbol stays one; NULL: all do */
} Point;
#define SYMBOLIC INT64_MIN
int64_t digit_value(const Digit *digit, const Point *point); /* of rank, loop, or concrete symbol */
bool digit_reads_loop(const Digit *digit, int loop);         /* -1: any loop */
bool digit_reads_rank(const Digit *digit);
bool digit_equal(const Digit *a, const Digit *b);
bool expr_is_concrete(const Expr *expr, const Point *point); /* needs no symbol that stays one */
/* False on overflow, on a full basis, or where an XOR meets a symbolic part of unknown period. */
bool expr_poly(
    const Expr *expr, const Point *point, PolyBasis *basis, const Symbol *symbols, Poly *out);
/* poly += coef x element `element` of the array of indices. */
bool poly_add_pick(const RowPick *pick, int64_t element, Coef coef, PolyBasis *basis, Poly *out);
bool expr_value(const Expr *expr, const Point *point, int64_t *out); /* all symbols concrete */
int64_t expr_xored(const Expr *expr, int64_t sum);                   /* of its constant and terms */

/* ---- the plan ----------------------------------------------------------------------------- */

typedef enum { ROLE_IN, ROLE_OUT, ROLE_SCRATCH } Role;

typedef struct {
    const char *name; /* "dst", "src", "scratch": the argument's name */
    Space space;      /* not SPACE_REG */
    Role role;
    const Dtype *dtype;
    int align;        /* bytes the caller promises */
    int64_t elements; /* span where it is constant, else 0; scratch: its size */
    int arena;        /* 1 + the index of the arena that it lies in, 0: memory of its own */
    int64_t offset;   /* bytes in the arena; buffers whose bytes overlap are one memory */
    int brought;      /* 1 + the object under which it is in flight at entry, 0: none */
    /* Of a window of an array: the argument points to the array, and element 0 is `shift` elements
     * behind it, y * ld + x, which may be negative; NULL: none. */
    const Expr *shift;
} Buffer;

typedef struct { /* one argument of scratch memory that buffers share */
    const char *name;
    int64_t bytes;
    int align;
} Arena;

typedef struct {
    const char *name;
    Role role;          /* IN, OUT: an argument `T name[count]`; SCRATCH: a local array */
    const Dtype *dtype; /* element; a scratch bundle may be an untyped vector: vector_bits */
    int64_t count;      /* elements per thread */
    int vector_bits; /* scratch only: declare as tc_b128 v[count * bits / vector_bits]; 0: dtype */
} Bundle;

typedef struct {
    const char *name; /* "i" */
    int64_t extent;
    bool unroll;
} Loop;

/* lhs OP rhs, over expressions of rank, loops and symbols. */
typedef enum { COND_LT, COND_GE, COND_EQ } CondOp;
typedef struct {
    Expr lhs;
    CondOp op;
    Expr rhs;
} Cond;
const RowPick *cond_pick(const Cond *cond); /* of a condition that a row is there; NULL: another */
enum { MAX_CONDS = 8, MAX_LOOPS = 12, MAX_REPEAT = 8, MAX_TENSOR_RANK = 5 };

/* What is waited on, counted or in flight. */
typedef enum {
    OBJECT_GROUP,    /* groups of copies of each thread: cp.async, cp.async.bulk */
    OBJECT_MBARRIER, /* counts arrivals and bytes; an argument `tc_mbarrier *name` */
    OBJECT_BARRIER,  /* named: number `id` */
    OBJECT_TMEM,     /* loads of tensor memory */
    OBJECT_TENSOR    /* a tensor map */
} ObjectKind;
typedef struct {
    const char *name; /* "bar" for an mbarrier argument, "group" for cp.async */
    ObjectKind kind;
    bool brought; /* an mbarrier that the caller made, for `arrivals` a phase */
    bool left;    /* contract: the caller waits */
    int id;       /* named barrier, 0 .. 15 */
    int number;   /* named barrier: 1 + the symbol that says which one in the place of `id`; 0:
                   * none */
    int arrivals; /* mbarrier: a phase of it; of them `others` by threads outside of the plan, which
                     also see to the bytes that the plan itself does not account for */
    int others;
    /* A tensor map: element c of the tensor is at the sum of c[d] x stride[d] of `buffer`; what
     * lies beyond an extent (a symbol, or a number) is zero. Innermost dimension first, all numbers
     * in elements of the buffer, but the map may take `pack` of them as one of its own: 512 f16 as
     * 256 u32. The innermost coordinate counts those. Another dimension may count panels, `by`
     * columns each: panel 2 of 64 columns begins at column 128 of the extent. */
    int buffer, rank;
    int pack;                    /* 0: 1 */
    int64_t by[MAX_TENSOR_RANK]; /* 0: 1; the innermost dimension and `rows` have none */
    Coef stride[MAX_TENSOR_RANK];
    Coef extent[MAX_TENSOR_RANK];
    int64_t box[MAX_TENSOR_RANK];
    int rows;        /* of copies of so many rows, each at a coordinate of its own; 0: of boxes */
    Swizzle swizzle; /* of the box in shared memory, in elements */
    int type, promotion; /* CUtensorMapDataType; bytes that L2 fetches at a time, 0: as they come */
    Oob oob;             /* what lies beyond an extent; NAN: it reads as that */
    int64_t piece, pieces; /* how a long row of the tile is two dimensions; 0: it is one */
    const char *not_fewer; /* why one box is not enough, in words; NULL: it is, or nobody knows */
} Object;

enum { TENSOR_TF32 = 11 }; /* type of a map of f32 that rounds what it loads to tf32 */

/* One side of a step. */
typedef enum { SIDE_NONE, AT_BUFFER, AT_BUNDLE, AT_TENSOR, AT_CONSTANT } SideKind;
typedef struct {
    SideKind kind;
    int of;             /* index into Plan.buffers, bundles or objects */
    Expr at;            /* element of the buffer, first slot of the bundle (loops and constants) */
    const Expr *peer;   /* whose: the lane of a shuffle, the CTA of the cluster; NULL: our own */
    const Expr *coords; /* AT_TENSOR: where the box begins, innermost first; of rows, the column
                         * and each row */
    /* AT_BUFFER of a window whose edge is clamped or wraps: the coordinates of the element in the
     * window, one for each dimension without units; `at` is what they come to. */
    Expr *edges;
    int edge_count;
} Side;

/* Where the conditions do not hold: nothing happens; zero is written and nothing read, for the
 * whole vector or element by element (element e of it moves iff lhs + e < rhs of the last
 * condition); src[1] is taken. */
typedef enum { REST_NOTHING, REST_ZERO, REST_ZERO_COUNTED, REST_OTHER } Rest;

typedef struct {
    PrimitiveId primitive;
    Side dst, src[2]; /* [1]: the other value of a select, a combination or a byte permute */
    Combine combine;
    int64_t count; /* bytes of a bulk copy, threads of a barrier, groups that may stay open ... */
    const Expr *value; /* parity, lanes of a sync, CTAs of a multicast, an index; NULL: none, all */
    int object;        /* index into Plan.objects, -1: none */
    Rest rest;
    int cond_count;
    Cond *conds; /* predicate of this step, beside the phase's guard */
    /* By condition: 1 + the limit of the copy that it asks for, while a variant makes the step. */
    signed char asks[MAX_CONDS];
    int repeat_count;
    int repeat[MAX_REPEAT]; /* loops around this step alone, outermost first */
} Step;
Side *step_memory(Step *step); /* of a load, store or matrix access; NULL: both are, or none is */
Side *step_bundle(Step *step);
const Side *step_reads_memory(const Step *step); /* the side in memory that is read; NULL: none */
const Side *step_tensor(const Step *step);       /* the box of a tensor copy; NULL: none */
bool step_zeroes(const Step *step);              /* REST_ZERO, counted or not */

typedef struct {
    int guard_count;
    Cond *guard;  /* over ranks (and symbols): who takes part in the steps */
    bool elected; /* one lane of the converged warp, by PRIM_ELECT: which one is open */
    int loop_count;
    int loops[MAX_LOOPS]; /* around all steps, outermost first */
    int step_count;
    Step *steps;
    const char *note; /* its idea: a comment above it in the text, or NULL */
} Phase;

/* What must have moved in the end: element e of src to every place of element e in dst, converted
 * where the dtypes differ. */
typedef struct {
    Operand src, dst;                /* layouts, shapes, regions */
    int src_at, dst_at;              /* buffer index, or bundle index for SPACE_REG sides */
    int index_at;                    /* of the indices, where one of the two has Picks */
    const Expr *src_peer, *dst_peer; /* the CTA whose memory it is; NULL: our own */
    Limits limits;                   /* which elements move: masked copies */
    /* A reduction of src over dimension `over` (of its region, unit extents dropped), which dst has
     * not; `scan`: dst has it too, and holds what comes up to there, itself included. */
    Combine combine;
    int over;
    bool scan, exclusive; /* exclusive: without itself; of nothing it is limits.fill */
    bool alike;    /* all owners of an element of src hold one value: the caller sees to it */
    bool replaces; /* what flows before it would leave at its destination */
    bool fills;    /* every element of src, which is nowhere, is limits.fill */
    /* Element e of the destination is element begin + e % period of the source; NULL: e. */
    const Expr *begin;
    int64_t period;
    bool index; /* it is the lowest number along `over` of what equals the minimum, or maximum */
    const Operand *with; /* each element is combined with that of these registers; NULL: nothing */
    int with_at;         /* bundle */
    Rounding rounding;   /* where the dtypes of the two sides differ */
    Oob oob;             /* what lies outside of the tensor; NONE: nothing does */
    Combine onto;        /* of what dst held with what comes, each once; NONE: it is replaced */
} Flow;

/* One printed function, or the caller's own code between two of them. */
typedef struct {
    const char *suffix; /* "gather": NAME_gather; NULL: the function itself */
    int first_phase, phase_count;
    bool is_body;   /* the caller's code: run by the one rank for which the guard holds */
    bool of_anyone; /* the same for every rank, and nobody has to call it: it only reads */
    int guard_count;
    Cond *guard;
    int reads_count, writes_count;
    int reads[16], writes[16]; /* flows whose destination it reads, whose source it writes */
} Part;

typedef enum {
    ARGUMENT_BUNDLE,
    ARGUMENT_BUFFER,
    ARGUMENT_ARENA,
    ARGUMENT_SYMBOL,
    ARGUMENT_POLICY,
    ARGUMENT_OBJECT
} ArgumentKind;
enum { ARGUMENT_PLACES = 10 };
typedef struct {
    ArgumentKind kind;
    int of;
    int place; /* 0 .. ARGUMENT_PLACES - 1: out, in, scratch, strides and so on */
} PlanArgument;

typedef struct Plan Plan;
struct Plan {
    const char *variant; /* "reg" */
    unsigned targets;    /* mask this plan can run on */
    Scope scope;
    int threads; /* ranks 0 .. threads-1 */
    int ctas;    /* that run it together; 0 and 1: one */
    const Dtype *dtype;
    int symbol_count;
    const Symbol *symbols;
    int buffer_count, arena_count, bundle_count, loop_count, object_count, phase_count, flow_count;
    Buffer *buffers;
    Arena *arenas;
    Bundle *bundles;
    Loop *loops;
    Object *objects;
    Phase *phases;
    Flow *flows;
    int part_count; /* 0: one function of all phases */
    Part *parts;
    int script_count; /* the order in which the proof runs the parts; 0: as they stand */
    const int *script;
    int rounds; /* how often it runs the script; 0: once */
    int guard_count;
    Cond *guard;                  /* who takes part at all; narrowed scopes, see plan_narrow */
    int vec_bits, ops_per_thread; /* as JSON reports them */
    bool has_stage, pairs04;      /* its registers are packed pairs, until it is converted */
    /* Of which this is part number `part`, with the arguments that its phases use; NULL: whole. */
    const Plan *whole;
    int part;
    Hint hint; /* of every access of global memory */
};
Plan plan_part(const Plan *plan, int part); /* the phases of one part, as a Plan of their own */
enum { MAX_ARGUMENTS = 32 };
/* What the caller passes, in the order of the call: out, in, scratch, strides, origins, stage,
 * limits, the cache policy, barriers, then numbers of other CTAs and parities. Returns how many. */
int plan_arguments(const Plan *plan, PlanArgument *out);
bool plan_takes(const Plan *plan, ArgumentKind kind, int of); /* is it one of them? */
int plan_ctas(const Plan *plan);
bool plan_is_of_map(const Plan *plan, int symbol); /* of tensor maps alone: the host's */
/* Is an origin bounded by nothing but the 31 bits of a tensor's coordinates? */
bool plan_is_coordinate(const Plan *plan, const Symbol *symbol);
int plan_map(const Plan *plan, int buffer);        /* the tensor map in its place; -1: none */
bool plan_is_remote(const Plan *plan, int buffer); /* some side of it has a peer */

/* hints.c: how the hint of a Plan spells its accesses of global memory. */
bool hint_is_set(const Hint *hint);
bool hint_applies(const Hint *hint, PrimitiveId id);
const char *hint_qualifiers(const Hint *hint, PrimitiveId id); /* ".nc.L1::no_allocate" */
const char *hint_operator(const Hint *hint, PrimitiveId id);   /* of cp.async: "ca", "cg" */
const char *hint_suffix(const Hint *hint, PrimitiveId id);     /* "_nc_l1_no_allocate" */
const char *plan_ptx(const Plan *plan, PrimitiveId id);        /* "ld.global.nc.v4.b32" */

/* picks_words.c: "Row r of src is row index[r] of the array"; NULL: its rows are in order. And what
 * is asked of the indices: "each index < 4096". */
const char *picks_words(const Copy *copy);
const char *picks_json(const Picks *picks); /* {"dtype":"i32","space":"gmem", .. } */
const char *picks_index_words(const Plan *plan, int64_t symbol, bool there, bool unique);

void plan_demand(Plan *plan); /* demand.c: lowers alignments to what the accesses use */

/* participants.c: does this rank take part (the narrowing of the scope, nothing else)? */
bool scope_has_rank(const Scope *scope, int64_t rank);
/* Does it call at all? Of a narrowed scope others may, and do nothing; of a group they do not. */
bool scope_calls(const Scope *scope, int64_t rank);
int scope_callers(const Scope *scope); /* who call: all its threads, or the group that alone does */
/* Gives the Plan the guard of a narrowed scope, if its phases do not exclude the other ranks. */
void plan_narrow(Plan *plan);
/* The next coordinate of the region, row-major, from 0; false after the last. */
bool region_next(const Operand *operand, int64_t *coord);
int64_t region_count(const Operand *operand); /* its elements */
bool cond_holds(const Cond *cond, const Point *point, bool *ok);

/* ---- proof -------------------------------------------------------------------------------- */

typedef struct {
    bool ok;
    int64_t elements;   /* of the destination regions, all flows */
    const char *reason; /* what failed, with thread, phase, step, address; NULL when ok */
    const char *kind;   /* short stable word, see docs/proof.md: "missing", "wrong", "outside",
                           "misaligned", "race", "in-flight", "twice", "divergent", "hang",
                           "uninitialised", "unavailable", "unproven", "too-big", "overflow" */
} Proof;
/* Provenance execution: every source element is a value, the parts are run in the order of the
 * script through registers, scratch, other lanes and CTAs; the destination must hold exactly its
 * layout's. */
Proof plan_prove(const Plan *plan);
enum { PROOF_MAX_ELEMENTS = 1 << 20, PROOF_MAX_STEPS = 1 << 23 };
enum { WALK_MAX_EXECUTIONS = 1 << 26 };

/* transfer.c: what an instruction moves; proof, trace and cost are made of it. A unit is an
 * element: the one `offset` elements past the address (or slot) that lane `lane` of the warp
 * gives. */
typedef struct {
    int lane;
    int64_t offset;
} Unit;
/* `from`: which source it comes from; ACT_COMBINE asks for the same unit of both. */
typedef bool (*Transfer)(void *context, Unit dst, int from, Unit src);
/* Calls `move` for every element of the registers (or bytes) of `lane`; peer: the lane that a
 * shuffle reads. False: `move` said so, or *why says why the instruction cannot move such
 * elements. */
bool plan_transfer(
    const Plan *plan,
    const Step *step,
    int lane,
    int peer,
    Transfer move,
    void *context,
    const char **why);
int64_t step_elements(const Plan *plan, const Step *step); /* of one thread; 0: they do not fit */
int side_bits(const Plan *plan, const Side *side);         /* of one element */
int64_t tensor_span(const Object *map, int bits); /* elements from row to row in shared memory */
int64_t tensor_pack(const Object *map);           /* at least 1 */
int64_t tensor_by(const Object *map, int d);      /* the same of any dimension */
int64_t term_divisor(const Plan *plan, const Term *term); /* it is a multiple of it: 64 of 8 * k */
int64_t tensor_elements(const Object *map);               /* that a copy moves */
int tensor_coords(const Object *map);                     /* how many say where */
int side_coords(const Plan *plan, const Side *side); /* ... of a side; 0: it is none of a tensor */
int tensor_type_bits(int type);        /* of a CUtensorMapDataType; 0: there is none */
bool tensor_rounds(const Object *map); /* f32 to tf32, on loads */
int tensor_type(const Dtype *dtype, Combine combine); /* -1: no map has it */
int tensor_type_of_bits(int64_t bits); /* of numbers without a sign; below 0: the same */
/* The dimensions of a tensor as one nests in the next, the innermost first. A tensor that is
 * written has no rows that overlap where each stride is at least what lies inside of it. */
void tensor_nesting(const Layout *layout, int order[MAX_ITERS]);
bool tensor_nests(const Layout *layout); /* ... as far as the strides are numbers */
/* The side of a flow in global memory and its buffer; the extent of a dimension of a tensor. */
const Operand *flow_tensor(const Flow *flow, int *at);
Coef flow_extent(const Operand *operand, int dim);
/* tcgen05.ld reaches 32 lanes of 512 columns of 32 bits from an address that is lane * 512 +
 * column. */
enum { TMEM_COLUMNS = 512, TMEM_LANES = 128 };

/* ---- cost and trace ----------------------------------------------------------------------- */

typedef struct {
    PrimitiveId primitive;
    int64_t count; /* executions per participating thread (the busiest one) */
} InstructionCount;
typedef struct {
    int64_t got, ideal, idle; /* of the worst warp; idle: groups without a lane, see banks.h */
    int phase, step;
    int64_t wider; /* what accesses of up to 128 bits could take for the same words */
} Wavefronts;
typedef struct {
    int instruction_count;
    InstructionCount instructions[16];
    int wavefront_count;
    Wavefronts *wavefronts; /* one per shared step: summed over its executions by the worst warp */
    int64_t sectors;        /* 32-byte sectors of global memory touched, all warps, all accesses */
    int64_t ideal_sectors;
    int64_t score; /* what `policy best` compares, lower is better: see cost.c */
    int64_t scores[GENERATION_COUNT];
    bool by_rates; /* rates are in it, which were measured on one generation only */
    bool symbolic; /* computed at the smallest admissible symbol values */
} Cost;
Cost plan_cost(const Plan *plan);             /* its score is that of the measured generation */
void cost_set_target(Cost *cost, int target); /* ... and then that of the target's */
unsigned cost_estimated(const Cost *cost, unsigned targets); /* for which of them it is none */

typedef struct {
    int phase, step;
    int64_t thread, address, bytes; /* byte address in the buffer (bit address / 8) */
    bool write;
    Space space;
    int buffer;
} Access;
/* Calls `visit` for every memory access in program order, thread by thread inside a step execution;
 * symbols at their smallest admissible values. False: the visitor stopped it, or too big. */
bool plan_trace(
    const Plan *plan, bool (*visit)(void *context, const Access *access), void *context);
/* One execution of one step by one warp (ranks 32 * warp ..): what cost and trace are made of. */
typedef struct {
    int phase, step;
    const Step *at;
    int64_t warp;
    unsigned lanes;           /* that execute it */
    int64_t dst[32], src[32]; /* byte addresses of dst and src[0], of those lanes; 0 without one */
} Execution;
/* All executions in program order, warp by warp inside one; symbols at their smallest admissible
 * values, an elected phase by the first participating lane. False: the visitor stopped it, a value
 * overflowed, or there are more than WALK_MAX_EXECUTIONS. */
bool plan_walk(
    const Plan *plan, bool (*visit)(void *context, const Execution *execution), void *context);
/* The lanes of `lanes` whose addresses the primitive uses: ldmatrix x2 reads those of lanes
 * 0..15. */
unsigned primitive_address_lanes(PrimitiveId id, unsigned lanes);
/* Smallest admissible concrete values (ld = extent rounded up to its divisor), for cost and trace;
 * limits at their largest: what is counted is a full tile. */
void symbols_smallest(const Symbol *symbols, int count, int64_t *values);
bool plan_equal(const Plan *a, const Plan *b); /* same body: targets ignored */
bool conds_equal(const Cond *a, int a_count, const Cond *b, int b_count);
/* copy.c: the same Plan in memory of its own, that nothing else lies in. */
Plan *plan_copy(const Plan *plan);

/* Why a variant has no Plan for a request. */
typedef struct {
    const char *variant;   /* "gmem_smem" */
    const char *predicate; /* "divisible": stable, snake_case */
    const char *reason;    /* user-facing: "24 elements are not divisible by 32 threads" */
} Decline;
#endif
