/* plan.h: the Plan, the one thing that variants fill and that proof, cost, header, JSON, pictures,
 * traces and emulator tests read. A Plan says what every thread does, exactly; it decides nothing
 * and prints nothing. */
#ifndef TCGEN_PLAN_H
#define TCGEN_PLAN_H
#include "../layout/layout.h"

/* ---- expressions -------------------------------------------------------------------------- */

typedef enum { VAR_ONE, VAR_RANK, VAR_LOOP, VAR_SYMBOL, VAR_ITEM } VarKind;

/* A digit of a variable: ((x / pre_div % pre_mod) - sub) / div % mod; a modulus of 0 means none, a
 * divisor is at least 1. Lane 5 of warp 2 (rank 69): pre_div 1, pre_mod 32 is 5. `sub` only where a
 * predicate guarantees that the value is not below it; below zero it adds. VAR_ONE is the constant 1.
 * VAR_ITEM is a number that counts on from the rank: rank + step * loop + ..., with no pre_div and no
 * pre_mod; vector i * 128 + rank of a tile is digits / 25 and % 25 of it. */
enum { ITEM_LOOPS = 2 };
typedef struct {
    VarKind kind;
    int index; /* loop: index into Plan.loops; symbol: into Copy.symbols / Plan.symbols */
    int64_t pre_div, pre_mod, sub, div, mod;
    int loops[ITEM_LOOPS]; /* VAR_ITEM only */
    int64_t steps[ITEM_LOOPS];
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
 * into. */
typedef struct {
    int term_count, xor_count;
    Term terms[MAX_TERMS];
    int64_t constant;
    Xor xors[MAX_XORS];
} Expr;

Expr expr_constant(int64_t value);
Digit digit_of(VarKind kind, int index, int64_t div, int64_t mod);
bool expr_add(Expr *expr, Coef coef, Digit digit); /* false: full or overflow */

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
/* False on overflow, on a full basis, or where an XOR would meet a symbolic part that is not a
 * known multiple of its period. */
bool expr_poly(
    const Expr *expr, const Point *point, PolyBasis *basis, const Symbol *symbols, Poly *out);
bool expr_value(const Expr *expr, const Point *point, int64_t *out); /* all symbols concrete */

/* ---- primitives --------------------------------------------------------------------------- */

typedef enum {
#define X(id, function, ptx, kind, space, space2, bits, align, feature, proxy, cost) PRIM_##id,
#include "primitives.def"
#undef X
    PRIM_COUNT
} PrimitiveId;

typedef enum {
    KIND_LOAD,        /* memory -> bundle, each thread its own bytes */
    KIND_STORE,       /* bundle -> memory */
    KIND_MATRIX_LOAD, /* ldmatrix: all 32 lanes, transfer map in primitive_transfer */
    KIND_MATRIX_STORE,
    KIND_ASYNC_COPY, /* cp.async: memory `from` -> memory `where`, opens a token */
    KIND_BULK_COPY,  /* cp.async.bulk: `bytes` of them by one thread, opens a token */
    KIND_MOVE, /* bundle -> bundle inside one thread (an assignment, no instruction promised) */
    KIND_FILL  /* slots of a bundle become the fill of the flow's limits */
} PrimitiveKind;

typedef enum {
    FEATURE_NONE,
    FEATURE_STMATRIX,
    FEATURE_BULK,
    FEATURE_CLUSTER,
    FEATURE_V256,
    FEATURE_TMEM
} Feature;
typedef enum { PROXY_GENERIC, PROXY_ASYNC } Proxy;

typedef struct {
    const char *id, *function,
        *ptx; /* "LOAD_SHARED_B128" "tc_load_shared_b128" "ld.shared.v4.b32" */
    PrimitiveKind kind;
    Space space;  /* of `where` */
    Space space2; /* of `from`, for copies between memories; SPACE_COUNT otherwise */
    int bits;     /* moved per thread; matrix: register bits per lane; 0: given by `bytes` */
    int align;    /* bytes, of every address */
    Feature feature;
    Proxy proxy;
    int cost; /* issue slots relative to one 128-bit shared load = 4 */
} Primitive;
extern const Primitive primitives[PRIM_COUNT];
unsigned feature_targets(Feature feature);  /* mask of targets that have it */
const char *feature_macro(Feature feature); /* "TC_HAS_STMATRIX"; NULL for none */
/* Loads and stores by width: bits 8..128 (256 gmem). PRIM_COUNT: there is none. */
PrimitiveId primitive_load(Space space, int bits);
PrimitiveId primitive_store(Space space, int bits);
PrimitiveId primitive_async(int bits); /* cp.async, gmem to smem: 32, 64, 128 */
PrimitiveId primitive_fill(int bits);  /* 8 to 128 */
/* ldmatrix / stmatrix: 16-bit unit `unit` (0..1) of register word `word` of lane `lane` lives in
 * 16-bit unit *address_unit of the 16-byte row that lane *address_lane points to. */
void primitive_matrix_unit(
    PrimitiveId id, int lane, int word, int unit, int *address_lane, int *address_unit);

/* ---- the plan ----------------------------------------------------------------------------- */

typedef enum { ROLE_IN, ROLE_OUT, ROLE_SCRATCH } Role;

typedef struct {
    const char *name; /* "dst", "src", "scratch": the argument's name */
    Space space;      /* not SPACE_REG */
    Role role;
    const Dtype *dtype;
    int align;        /* bytes the caller promises */
    int64_t elements; /* span where it is constant, else 0; scratch: its size */
    bool remote;      /* dsmem: an address of ours that is mapped to another CTA */
} Buffer;

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
enum { MAX_CONDS = 4, MAX_LOOPS = 12, MAX_REPEAT = 8 };

typedef struct {
    PrimitiveId primitive;
    int buffer; /* memory side; for copies between memories the destination. -1: KIND_MOVE */
    Expr where;
    int from_buffer; /* copies between memories: the source; -1 otherwise */
    Expr from;
    int bundle; /* register side, first element at `slot` (loops and constants only); -1: none */
    Expr slot;
    int from_bundle; /* KIND_MOVE: the source bundle */
    Expr from_slot;
    int64_t bytes; /* bulk copies */
    int cond_count;
    Cond *conds; /* predicate of this step, beside the phase's guard */
    /* Loads and asynchronous copies of masked flows. zero_rest: where the conds do not hold, zero is
     * written and nothing read. counted: the last cond counts element by element: element e of the vector
     * moves iff lhs + e < rhs. */
    bool zero_rest, counted;
    int repeat_count;
    int repeat[MAX_REPEAT]; /* loops around this step alone, outermost first */
    int opens_token;        /* index into Plan.tokens or -1 */
} Step;

typedef enum { SYNC_NONE, SYNC_WARP, SYNC_CTA, SYNC_BARRIER, SYNC_CLUSTER } SyncKind;
typedef struct {
    SyncKind kind;
    unsigned mask;                 /* lanes, for SYNC_WARP */
    int id, count;                 /* named barrier */
    bool async_proxy_fence_before; /* fence.proxy.async by every writer */
} Sync;

/* A declared piece of foreign code run by one rank: a lane-0 body. It reads what flow `arrives`
 * brought (that flow must be complete and visible to the rank) and writes the source of `leaves`. */
typedef struct {
    int64_t rank;
    int arrives_count, leaves_count;
    int arrives[4], leaves[4]; /* flows */
} Opaque;

typedef struct {
    int guard_count;
    Cond *guard;  /* over ranks (and symbols): who takes part in the steps; not in sync */
    bool elected; /* one lane of the converged warp, by elect.sync: which one is open */
    int loop_count;
    int loops[MAX_LOOPS]; /* around all steps, outermost first */
    int step_count;
    Step *steps;
    bool is_opaque;
    Opaque opaque;
    const char *note; /* a comment line printed above, or NULL */
    int closes_token; /* the wait at the end of this phase closes it, or -1 */
    Sync sync;        /* at the end of the phase, by all participants */
} Phase;

/* Something in flight: opened by steps, closed by a phase or left to the caller. */
typedef struct {
    const char *name;    /* "bar" for an mbarrier argument, "group" for cp.async */
    bool mbarrier;       /* complete_tx on an mbarrier argument (dsmem: the remote one) */
    bool left_to_caller; /* contract: the caller waits */
} Token;

/* What must have moved in the end: element e of src to every place of element e in dst. */
typedef struct {
    Operand src, dst;   /* layouts, shapes, regions */
    int src_at, dst_at; /* buffer index, or bundle index for SPACE_REG sides */
    bool src_is_opaque; /* an opaque phase writes it (scatter) */
    bool dst_is_opaque; /* an opaque phase reads it (gather) */
    Limits limits;      /* which elements move: masked copies, one flow */
} Flow;

typedef struct {
    const char *variant; /* "reg" */
    unsigned targets;    /* mask this plan can run on */
    Scope scope;
    int threads; /* ranks 0 .. threads-1 */
    const Dtype *dtype;
    int symbol_count;
    const Symbol *symbols;
    int buffer_count, bundle_count, loop_count, token_count, phase_count, flow_count;
    Buffer *buffers;
    Bundle *bundles;
    Loop *loops;
    Token *tokens;
    Phase *phases;
    Flow *flows;
    int vec_bits, ops_per_thread; /* as JSON reports them */
    bool has_stage;
    Hint hint; /* of every access of global memory */
} Plan;

/* hints.c: how the hint of a Plan spells its accesses of global memory. */
bool hint_is_set(const Hint *hint);
bool hint_applies(const Hint *hint, PrimitiveId id);
const char *hint_qualifiers(const Hint *hint, PrimitiveId id); /* ".nc.L1::no_allocate" */
const char *hint_operator(const Hint *hint, PrimitiveId id);   /* of cp.async: "ca", "cg" */
const char *hint_suffix(const Hint *hint);                     /* "_nc_l1_no_allocate" */
const char *plan_ptx(const Plan *plan, PrimitiveId id);        /* "ld.global.nc.v4.b32" */

/* participants.c: does this rank take part (the narrowing of the scope, nothing else)? */
bool scope_has_rank(const Scope *scope, int64_t rank);
/* The next coordinate of the region, row-major, from 0; false after the last. */
bool region_next(const Operand *operand, int64_t *coord);
int64_t region_count(const Operand *operand); /* its elements */
bool cond_holds(const Cond *cond, const Point *point, bool *ok);

/* ---- proof -------------------------------------------------------------------------------- */

typedef struct {
    bool ok;
    int64_t elements;   /* of the destination regions, all flows */
    const char *reason; /* what failed, with thread, phase, step, address; NULL when ok */
    const char *kind;   /* short stable word: "missing", "wrong", "outside", "misaligned", "race",
                           "in-flight", "twice", "divergent", "uninitialised", "unproven", "too-big",
                           "overflow" */
} Proof;
/* Provenance execution: tag every source element, run the phases through registers, scratch and
 * remote buffers, accept iff the destination's tags are exactly the destination layout's. */
Proof plan_prove(const Plan *plan);
enum { PROOF_MAX_ELEMENTS = 1 << 20, PROOF_MAX_STEPS = 1 << 23 };
enum { WALK_MAX_EXECUTIONS = 1 << 26 };

/* ---- cost and trace ----------------------------------------------------------------------- */

typedef struct {
    PrimitiveId primitive;
    int64_t count; /* executions per participating thread (the busiest one) */
} InstructionCount;
typedef struct {
    int64_t got, ideal; /* of the worst warp */
    int phase, step;
} Wavefronts;
typedef struct {
    int instruction_count;
    InstructionCount instructions[16];
    int wavefront_count;
    Wavefronts *wavefronts; /* one per shared step: summed over its executions by the worst warp */
    int64_t sectors;        /* 32-byte sectors of global memory touched, all warps, all accesses */
    int64_t ideal_sectors;
    int64_t score; /* what `policy best` compares, lower is better: see cost.c */
    bool symbolic; /* computed at the smallest admissible symbol values */
} Cost;
Cost plan_cost(const Plan *plan);

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
    unsigned lanes;              /* that execute it */
    int64_t where[32], from[32]; /* byte addresses in the buffers, of those lanes; 0 without one */
} Execution;
/* All executions in program order, warp by warp inside one; symbols at their smallest admissible
 * values, an elected phase by the first participating lane. False: the visitor stopped it, a value
 * overflowed, or there are more than WALK_MAX_EXECUTIONS. */
bool plan_walk(
    const Plan *plan, bool (*visit)(void *context, const Execution *execution), void *context);
/* The lanes of `lanes` whose addresses the primitive uses: ldmatrix x2 reads those of lanes 0..15. */
unsigned primitive_address_lanes(PrimitiveId id, unsigned lanes);
/* How many lanes of an access to shared memory are served together: 8, 16 or 32; see cost.c. */
int shared_group_lanes(PrimitiveId id, unsigned lanes, const int64_t *at);
/* Smallest admissible concrete values (ld = extent rounded up to its divisor), for cost and trace;
 * limits at their largest: what is counted is a full tile. */
void symbols_smallest(const Symbol *symbols, int count, int64_t *values);
bool plan_equal(const Plan *a, const Plan *b); /* same body: targets ignored */
bool conds_equal(const Cond *a, int a_count, const Cond *b, int b_count);
#endif
