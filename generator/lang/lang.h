/* lang.h: description text -> resolved requests. Layouts are only data here (shard, replica,
 * offset, swizzle); the layout room knows what they mean. All integers are range-checked. The words
 * region, iter and fact are explained in docs/glossary.md. */
#ifndef TCGEN_LANG_H
#define TCGEN_LANG_H
#include "../base/base.h"

enum {
    MAX_RANK = 8,   /* dimensions of a logical shape */
    MAX_ITERS = 24, /* shard iters of a layout */
    MAX_REPLICAS = 8,
    MAX_OFFSETS = 8,
    MAX_FACTORS = 3, /* run-time names multiplied in one stride */
    MAX_SYMBOLS = 16 /* run-time arguments of one function */
};

typedef enum { SPACE_GMEM, SPACE_SMEM, SPACE_REG, SPACE_DSMEM, SPACE_TMEM, SPACE_COUNT } Space;
extern const char *const space_name[SPACE_COUNT]; /* "gmem" ... */

/* axes.def: X(enum, spelling, is_thread). Unknown spellings are errors (E_UNKNOWN_AXIS). */
typedef enum {
    AXIS_M,
    AXIS_LANEID,    /* rank % 32 */
    AXIS_TX,        /* rank */
    AXIS_WARPID,    /* rank / 32 */
    AXIS_WID_IN_WG, /* rank / 32 % 4 */
    AXIS_TID_IN_WG, /* rank % 128 */
    AXIS_WGID,      /* rank / 128 */
    AXIS_BX,
    AXIS_BY,
    AXIS_BZ,
    AXIS_CBX,
    AXIS_CBY,
    AXIS_CBZ,
    AXIS_P,
    AXIS_F,
    AXIS_BANK,
    AXIS_TCOL,
    AXIS_TLANE,
    AXIS_COUNT
} Axis;
extern const char *const axis_name[AXIS_COUNT];
bool axis_is_thread(Axis axis); /* laneid tx warpid wid_in_wg tid_in_wg wgid */

/* dtypes.def: name, bits, kind, C type in generated text. */
typedef enum { DTYPE_FLOAT, DTYPE_SIGNED, DTYPE_UNSIGNED, DTYPE_BITS } DtypeKind;
typedef struct {
    const char *name;   /* "f32" */
    int bits;           /* 4 for e2m1; sub-byte types are packed, lowest bits first */
    DtypeKind kind;     /* what the bits mean: bf16 is a float, b16 no number at all */
    const char *c_type; /* "float", "tc_f16", "unsigned char" (sub-byte: storage bytes) */
} Dtype;
const Dtype *dtype_find(const char *name, size_t length); /* NULL: none */

/* A run-time argument: a stride (`ld` in S[(128,64):(ld,1)]), a region origin (`m` in [m:+16]) or a
 * limit of a masked copy (`rows`, `cols`). */
typedef enum {
    SYMBOL_STRIDE,
    SYMBOL_ORIGIN,
    SYMBOL_LIMIT,
    SYMBOL_CTA,
    SYMBOL_CTAS, /* a mask of them */
    SYMBOL_PARITY,
    SYMBOL_BARRIER,
    SYMBOL_SENDER, /* the CTA whose SYMBOL_CTA is ours; of models alone, which are not printed */
    SYMBOL_PICK,   /* a number out of an array of indices, and what tells one from another */
    SYMBOL_EXTENT, /* of a tensor: an argument of the host alone, unless it is a stride as well */
    SYMBOL_ROLES
} SymbolRole;
/* What a limit asks of a pitch: `scale * ld >= unit * cols`, or `ld >= enough`, which is as much as
 * a whole tile asks. S[(64,64):(ld,1)] has scale 1, unit 1, enough 64: a 30x30 matrix comes with ld
 * = 30. */
typedef struct {
    int limit; /* index of the limit's symbol, which is never the first: strides come before; 0:
                  none */
    int64_t scale, unit, enough;
} Pitch;
typedef struct {
    const char *name;
    SymbolRole role;
    int64_t min, max; /* inclusive; from facts, from the row extent, from the parent's extent */
    int64_t divisor;  /* >= 1: the symbol is a multiple of it (where ld % 8 == 0) */
    bool wide;        /* 64-bit on request (ld64) */
    Pitch pitch;      /* of a masked copy, where the limit takes the place of an implied `min` */
    int64_t whole;    /* the least value where the tile is whole; 0: `min` */
    bool bounded;     /* `where` states an upper bound, of which `bound` is the least */
    int64_t bound;
    Loc loc;
} Symbol;

/* integer x product of symbols; symbol[i] indexes Copy.symbols, -1 from `count` on.
 * 8*ld is {8, 1, {0}}; a plain 64 is {64, 0}. */
typedef struct {
    int64_t value;
    int count;
    int symbol[MAX_FACTORS]; /* ascending */
} Coef;

typedef struct {
    int64_t extent;
    Coef stride;
    Axis axis;
    Loc loc;
} Iter;

typedef struct {
    bool on; /* swizzle(3,0,3) is on with len 0: the identity, which caps nothing */
    int per_element, len, atom; /* M, B, S of the spec, in elements: M + B + S <= 40 */
    bool outer;
} Swizzle;

typedef struct {
    int64_t amount;
    Axis axis;
} Offset;

typedef struct {
    int shard_count, replica_count, offset_count;
    Iter shard[MAX_ITERS];
    Iter replica[MAX_REPLICAS];
    Offset offset[MAX_OFFSETS];
    Swizzle swizzle;
    /* Of a tensor, by iter: 1 + the symbol that is its extent, of which the iter's own `extent` is
     * what the copy may touch without it; 0: the extent is a number. */
    short named[MAX_ITERS];
    const char *name; /* of the `layout NAME =` it came from, NULL when written inline */
    Loc loc;
} Layout;

typedef struct {
    int64_t begin; /* added to the symbol */
    int symbol;    /* index into Copy.symbols, or -1 */
    int64_t extent;
} Range;

typedef struct Picks Picks;
typedef struct Operand {
    Space space;
    int rank;                /* of shape and region */
    int64_t shape[MAX_RANK]; /* the logical shape; product equals the shard's product */
    Range region[MAX_RANK];
    bool whole;    /* no region was written */
    bool bounded;  /* extents are names, and the region takes all of them: where M <= 128 */
    bool is_auto;  /* auto S[...]: tcgen picks swizzle or padding; one choice per auto_loc and
                    * dtype */
    Loc auto_loc;  /* of the `auto`: in the tile, in the named layout, or in the operand itself */
    Layout layout; /* auto in a tile: `name` is the tile's name in lower case */
    int align;     /* bytes the base is aligned to: 16 unless a fact says otherwise */
    bool align_given;
    bool settled; /* of a view: `layout` is what was picked for `auto` */
    bool staged;  /* of a view: dimension 0 of shape, region, layout is the ring of `stages N` */
    /* Of a window of an array, S[(height,width):(ld,1)][y:+34, x:+66] of a masked copy: the operand
     * as it was written. The operand itself is the window alone, 34x66 elements that begin at its
     * first one. */
    const struct Operand *array;
    const char *tile;   /* name of the `tile` statement, or NULL */
    const Picks *picks; /* `by i32 gmem`: an array says which rows; NULL: they are row 0, 1, .. */
    Loc loc, region_loc;
} Operand;

/* Rows that an array of indices picks: what is at coordinate r of dimension 0 lies where the layout
 * has coordinate unit * index[r / unit] + r % unit. The layout's first iter steps from one pick to
 * the next: of 128x64 S[(8,16,64):(page,ld,1)] each of 8 indices picks a page of 16 rows. */
struct Picks {
    Operand index; /* the array: its elements are the indices */
    const Dtype *dtype;
    int64_t count, unit; /* indices, and rows that each stands for */
    bool absent;         /* an index below zero: there is no such row */
    bool by_thread;      /* in registers: thread t has index t, not each warp all of them */
    /* Of Copy.symbols. `number` is an index that is there; `sign` any index; `tag` is zero, and its
     * multiples tell the indices apart: proofs know index[3] as number + 3 * tag. `whole` is free
     * for limits that a view makes up. */
    int number, tag, sign, whole, rows; /* rows: 1 + how many its tensor map has; 0: none */
    Loc loc;
};

typedef enum {
    SCOPE_THREAD,
    SCOPE_ELECTED,
    SCOPE_WARP,
    SCOPE_WARPGROUP,
    SCOPE_CTA,
    SCOPE_CLUSTER,
    SCOPE_COUNT
} ScopeKind;
extern const char *const scope_name[SCOPE_COUNT]; /* "thread" "elected" "warp" ... */
typedef struct {
    ScopeKind kind;
    int threads;   /* 1, 32 (elected, warp), 128, N of cta(N); cluster(N): 1 per CTA is not
                                 known here, `threads` is N CTAs */
    bool narrowed; /* lanes or warps were written */
    int lane_begin, lane_end; /* within every warp; 0:32 unless narrowed */
    int warp_begin, warp_end; /* within the scope; all unless narrowed */
    bool lanes_given, warps_given;
    /* 8: groups of 8 neighbours of a warp, each for itself, of which 0:8 stands for all; 6, no
     * power of two: lanes 0:6, and the others do not call. 0: everyone does. */
    int group;
    Loc loc;
} Scope;

typedef enum { OP_COPY, OP_COPY_ASYNC, OP_PERMUTE, OP_RELAYOUT, OP_FILL, OP_COUNT } Op;
extern const char *const op_name[]; /* "copy" "copy_async" "permute" "relayout" "fill" */

/* How accesses of global memory are spelled; NULL, false and 0 say nothing. */
typedef struct {
    const char *cache; /* "cg" */
    const char *l1;    /* "no_allocate" */
    const char *l2;    /* "evict_first" */
    bool policy;       /* an argument at run time takes the place of l2 */
    int prefetch;      /* bytes */
} Hint;

/* What becomes of what a tensor copy finds outside of the tensor: loads read zero or NaN, stores
 * skip it. */
typedef enum { OOB_NONE, OOB_ZERO, OOB_NAN, OOB_SKIP } Oob;
extern const char *const oob_name[]; /* "" "zero" "nan" "skip" */

typedef struct {
    const char *using_variant; /* NULL: none */
    Loc using_loc;
    bool require_no_fallback;
    Loc require_loc;
    const char *fallback_variant; /* `fallback V`: allowed to fall to V without a warning */
    int stages;                   /* copies of the smem tile in a ring, 0: one tile */
    Loc stages_loc;
    int register_budget; /* 32-bit registers for staging, 0: not given */
    Hint hint;
    Loc hint_loc;
    bool ld64;              /* run-time strides are 64-bit arguments */
    const char *round;      /* "rz": how a conversion rounds; NULL: as the dtype usually does */
    bool saturate;          /* what is out of range becomes the largest number, not infinity */
    bool round_both;        /* of `a <-> b`: of the two, one may lose nothing */
    Loc round_loc;          /* of the first of the two that was written */
    bool tensormap;         /* by tensor copies: a tensor map is passed in the place of a pointer */
    bool tensormap_implied; /* by `using tma_...` alone */
    Loc tensormap_loc;
    Oob oob; /* the origin of the region may lie outside of the tensor */
    Loc oob_loc;
    int promotion;      /* of a tensor map: bytes that L2 fetches at a time; 0: as they come */
    bool multicast;     /* to several CTAs, which an argument names */
    bool fence;         /* of a fill: what it wrote, the async proxy sees */
    const char *reduce; /* "add": combined with what dst holds; NULL: it is replaced */
    /* Everything else that the language knows but no variant offers yet was already refused with
     * E_NOT_YET naming the option, except these, which are kept for `json` and later issues. */
} Options;

/* A masked copy: the element at coordinate x of the region moves iff x[dim] < symbol for all
 * limits. Of a window of an array the limit is an extent of the array, and the element moves iff 0
 * <= origin + begin + x[dim] < symbol. In smem and registers the rest becomes `fill`, or keeps what
 * it held; in gmem it is never touched. */
enum { MAX_LIMITS = 3 };
typedef struct {
    int symbol;
    int dim; /* of the region, unit extents dropped; -1: one of these units, where x is 0 */
    bool windowed;
    int origin; /* symbol; -1: none */
    int64_t begin;
} Limit;
/* What an element outside of its array is: the fill; the nearest one inside; that of an array which
 * repeats. */
typedef enum { EDGE_FILL, EDGE_CLAMP, EDGE_WRAP } EdgeKind;
extern const char *const edge_name[]; /* "" "clamp" "wrap" */
typedef struct {
    int count; /* 0: the copy is not masked */
    Limit at[MAX_LIMITS];
    EdgeKind edge; /* of windows; CLAMP and WRAP: every element moves */
    bool keep;
    uint64_t fill; /* the bits of one element */
} Limits;
/* Have all elements of a window places of their own? S[(h,w):(8,1)][y:+2, x:+16] has not: row 1
 * begins at place 8 of row 0. */
bool window_is_apart(const Operand *window);
/* The limit of a dimension of the region, unit extents dropped; NULL: it has none. */
const Limit *limit_of_dim(const Limits *limits, int dim);

/* The swizzle of a compact row-major layout of the prelude: a tile of any shape that has it and no
 * name of its own is called the same. */
typedef struct {
    const char *name; /* "sw128" */
    Swizzle swizzle;
} Standard;

typedef struct Request Request;

/* What is moved from where to where: of the statements of an Op. */
typedef struct {
    Op op;
    Scope scope;
    /* Of the elements in memory, and of those in registers: equal unless the copy converts. From
     * registers to registers: of the destination, and of the source. By a map: of the elements in
     * global memory, and of those in shared memory. */
    const Dtype *dtype, *reg_dtype;
    bool in_registers;
    bool takes_names; /* extents of gmem may be names: masked copies */
    bool by_map;      /* a tensor map converts: f32 -> tf32, rounded to nearest even */
    bool any_dtype;   /* of coordinates: elements of any size */
    Operand src, dst;
    int symbol_count;
    Symbol symbols[MAX_SYMBOLS];
    Options options;
    Limits limits;
    const Standard *standards; /* of the prelude, as swizzles of this dtype */
    int standard_count;
    Loc arrow_loc, convert_loc; /* convert_loc: of the second dtype of `f32 -> f16` */
    const Request *request; /* the statement that it is of, also where it is a changed view of it */
    struct Owners *owners;  /* of a view: where tile/owners.c keeps who owns what; NULL: nowhere */
} Copy;

bool copy_converts(const Copy *copy);
const Dtype *operand_dtype(const Copy *copy, const Operand *operand); /* of one of its sides */
const Dtype *dtype_of_side(const Copy *copy, Space space, bool is_dst);

/* `permute A -> A colmajor`: both sides are views of one tile. */
bool copy_in_place(const Copy *copy);

/* How the values of a group of threads and one value of lane 0 hold the same elements: each thread
 * a block of them, each every so many-th, all the same, or as a register layout says. */
typedef enum { LANE0_BLOCK, LANE0_CYCLIC, LANE0_BROADCAST, LANE0_LAYOUT } Lane0Kind;
extern const char *const lane0_kind_name[]; /* "block" "cyclic" "broadcast" "layout" */
enum { MAX_LANE0_RANK = 5, MAX_LANE0_VALUES = 16 };
/* `in a : f32[128] / f32[4]`: lane 0 sees 128 elements, every lane has 4 of them. */
typedef struct {
    const char *name, *type; /* the type of lane 0 as it is written: "f32[128]", "const float *" */
    const Dtype *dtype;      /* NULL: any type of C, which is not distributed */
    bool is_result;
    Lane0Kind kind;
    int rank; /* 0: a scalar */
    int64_t seq[MAX_LANE0_RANK], lane[MAX_LANE0_RANK];
    int64_t ratio[MAX_LANE0_RANK]; /* seq / lane; their product is the group, of a broadcast 1 */
    int64_t seq_count, lane_count; /* elements */
    int64_t copies; /* so many lanes hold the same, beside a digit of the lane before dimension
                       copies_at; 0: 1 */
    int copies_at;
    /* Of a layout, which is called `layout_text` ("mma_c"), the registers; NULL: those of the
     * source with what is combined folded into one. lane and ratio are 1, lane_count is 0. */
    const Operand *registers;
    const char *layout_text;
    Loc loc;
} Lane0Value;

/* What is done with the values: the caller's own code, or one of these by all threads together. */
typedef enum {
    LANE0_REGION,
    LANE0_REDUCE,
    LANE0_SCAN,
    LANE0_EXTRACT, /* element i to all */
    LANE0_INSERT,  /* a value that all have takes the place of element i */
    LANE0_SPREAD,  /* broadcast: what lane 0 has, to all */
    LANE0_KIT_COUNT
} Lane0Kit;
extern const char *const lane0_kit_name[]; /* "lane0" "reduce" "scan" "extract" ... */
typedef enum {
    LANE0_ADD,
    LANE0_MUL,
    LANE0_MIN,
    LANE0_MAX,
    LANE0_AND,
    LANE0_OR,
    LANE0_XOR,
    LANE0_ARGMIN, /* the lowest index of it, and the minimum too where there is a second result */
    LANE0_ARGMAX,
    LANE0_OPERATION_COUNT
} Lane0Operation;
extern const char *const lane0_operation_name[]; /* "add" "mul" ... */

/* A region that one thread of a group executes, with what goes in and what comes out. */
typedef struct {
    Lane0Kit kit;
    Lane0Operation operation;               /* of a reduce or scan */
    int source, result, index, accumulator; /* of a reduce: which value it is; -1: none */
    int over;                               /* dimension that it is over; -1: all */
    bool exclusive;                         /* of a scan */
    bool is_cta;                            /* cta(N), warpgroup; otherwise N lanes of a warp */
    bool is_warpgroup;
    int threads;               /* of one group */
    const char *using_variant; /* NULL: none */
    Loc using_loc;
    const char *lane_id; /* `lane id`: the argument at run time; NULL: from hardware */
    int value_count;
    Lane0Value *values; /* in the order of the text */
} Lane0;

Scope lane0_scope(const Lane0 *lane0);             /* who calls */
bool lane0_has_one_order(const Lane0Value *value); /* blocks and cyclic values are the same */
bool lane0_is_folded(const Lane0 *lane0); /* a reduction over dimensions of a register layout */

/* A statement that makes functions: what all of them have, and what each kind says. Nobody writes
 * into one once it is read: what dispatch makes of it (a chosen layout, a ring of stages) is a view
 * beside it. A new kind is one value and one member here; every pass and every output switches over
 * the kinds in one place, which the compiler then names. A pipeline is none: no variant offers a
 * Plan for it, and it makes several (docs/adding-a-variant.md). */
typedef enum { REQUEST_COPY, REQUEST_LANE0 } RequestKind;
struct Request {
    RequestKind kind;
    const char *given_name; /* `as NAME`, or NULL */
    const char *prefix;     /* `prefix p_`: NULL means "tc_" */
    bool policy_tirx;
    Loc loc, name_loc;     /* of the statement; of its name, where one is given */
    const char *statement; /* its canonical text in one line, for JSON and explain */
    const char *called;    /* the name in a kernel that it was read from; NULL: it was written */
    union {
        Copy copy;
        Lane0 lane0;
    };
};
const Copy *request_copy(const Request *request); /* NULL: of another kind */
const char *request_word(
    const Request *request); /* "copy" for copies and their kin, "fill", "scan" */
/* A `pipeline` block as it was written: values in the order of their declaration. What becomes of
 * them is the pipeline room's work. Numbers are in range, names are resolved to indices. */
typedef enum { MODE_SEED, MODE_SLOT, MODE_PACK } PipelineMode;
typedef enum { PAYLOAD_TILE, PAYLOAD_MUTEX, PAYLOAD_TENSORMAP } Payload;
typedef enum {
    SYNC_NONE,
    SYNC_MBAR,
    SYNC_TMA,
    SYNC_CPASYNC,
    SYNC_ASYNC, /* written by threads */
    SYNC_UMMA,
    SYNC_DSMEM,
    SYNC_NAMED
} SyncKind;
typedef enum { CLASS_SMEM, CLASS_TMEM, CLASS_BAR, CLASS_DESC, CLASS_AUTO } BufferClass;
extern const char *const mode_name[];         /* "seed" "slot" "pack" */
extern const char *const sync_name[];         /* "" "mbar" ... */
extern const char *const buffer_class_name[]; /* "smem" "tmem" "bar" "desc" */
enum {
    MAX_II = 4096,
    MAX_RING = 1024,     /* slots of a ring; stages and distances of a schedule */
    MAX_CYCLE = 1 << 16, /* a cycle, a latency */
    MAX_PIPELINE_ALIGN = 1 << 16,
    MAX_OPERATIONS = 1000,
    MAX_POOL = 32,   /* named barriers: the seed's pool; the hardware has 16 */
    MAX_BARRIER = 15 /* the greatest id that code can use */
};

/* Where an operation stands in the schedule: @STAGE.CYCLE+LATENCY dist DISTANCE. */
typedef struct {
    int64_t stage, cycle, latency, distance;
    bool known;    /* false: @?, or an operation that is not placed yet */
    int agent;     /* -1: none was written */
    int operation; /* 1 + its index; 0: the place was written */
    Loc loc;
} Anchor;

/* An operation that the planner places: `latency` cycles after its start what it makes is there,
 * and what it reads is free; `busy` of them its agent can start nothing else. */
typedef struct {
    int operation;
    int64_t distance;
} After;
typedef struct {
    const char *name;
    int agent; /* -1: none */
    int64_t latency, busy;
    After *after;
    int after_count;
    Loc loc;
} PipelineOperation;

typedef struct {
    const char *name;
    int warps;
    Loc loc;
} Agent;

typedef struct {
    const char *name;
    Payload payload;
    const Dtype *dtype; /* of a tile; NULL otherwise */
    int rank;
    int64_t shape[MAX_RANK];
    int stages;
    int64_t align; /* bytes; a swizzle asks for its atom, 8 rows of its width */
    int swizzle;   /* bytes of a row of its atom; 0: none */
    SyncKind sync;
    int multicast;    /* how many CTAs of the cluster fill their slots together; 1: each its own */
    int with;         /* whose mbarriers it uses; -1: its own */
    const char *root; /* the allocation that the memory flow leads back to; NULL: none */
    int from;         /* the value that its producer reads; -1: none */
    BufferClass given_class;
    bool each_arrives; /* every thread at an mbarrier, not one for its warp */
    bool no_barrier, handoff_cluster;
    Anchor producer;
    Anchor *consumers;
    int consumer_count;
    Loc loc;
} PipelineValue;

typedef struct {
    const char *name;
    int64_t ii;
    PipelineMode mode;
    int pool, pool_base;
    int64_t capacity; /* bytes of shared memory; -1: the most that the target has */
    int64_t tmem_threshold;
    Agent *agents;
    PipelineValue *values;
    PipelineOperation *operations;
    int agent_count, value_count, operation_count;
    Loc loc, name_loc;
} Pipeline;

/* A `descriptor` statement: where a tile of shared memory, of which one instruction reads the
 * region, lies for `wgmma` (sm_90a) or tcgen05's `umma`. `copy` has the operand as its source, its
 * symbols and its options; its destination is empty. */
typedef enum { UNIT_WGMMA, UNIT_UMMA } MatrixUnit;
extern const char *const matrix_unit_name[]; /* "wgmma" "umma" */
typedef struct {
    MatrixUnit unit;
    Copy copy;
    const char *given_name, *prefix, *statement; /* as in Request */
    Loc loc, name_loc, dtype_loc;
} Descriptor;

/* A `coords` statement: the coordinates of the elements that the registers of `operand` hold, in
 * threads of `copy.scope`; copy.src is the operand. */
typedef struct {
    Copy copy;
    const char *given_name, *prefix, *statement; /* as in Request */
    Loc loc, name_loc;
} Coords;

/* targets.def: bit i of a mask is target_name[i]. */
enum {
#define X(id, spelling, is_default, stmatrix, bulk, cluster, v256, tmem, fp8, fp4, redux_f32)      \
    TARGET_##id,
#include "targets.def"
#undef X
    TARGET_COUNT
};
extern const char *const target_name[TARGET_COUNT];
extern const unsigned targets_default; /* of a description that names none */
#define TARGETS_ALL ((1u << TARGET_COUNT) - 1)
/* Parses "sm_80,sm_90". False: the error was reported. */
bool targets_parse(const char *list, Loc loc, unsigned *mask);

typedef struct {
    const Source *main;
    unsigned targets;
    Request **requests; /* `<->` gave two */
    int request_count;
    Pipeline **pipelines;
    int pipeline_count;
    Descriptor **descriptors;
    int descriptor_count;
    Coords **coords;
    int coords_count;
    const Source **imports;
    int import_count;
} Module;

/* Reads, parses and resolves a description with its imports. import_dirs: -I, searched after the
 * folder of the importing file. prelude: layouts that are known from the start (prelude.tc), or
 * NULL. targets_override 0: the file's own. Check diag_error_count(). */
extern const char *const prelude_text; /* generator/prelude.tc, made at build time */
Module *lang_load(
    const Source *source,
    const char *prelude,
    const char *const *import_dirs,
    int dir_count,
    unsigned targets_override);
/* The same in pieces, for texts that are made while it goes on: what the pieces before define holds
 * for the next one, their policy and prefix too. `source` is the first of them. */
typedef struct Reading Reading;
Reading *lang_open(
    const Source *source,
    const char *prelude,
    const char *const *import_dirs,
    int dir_count,
    unsigned targets_override);
void lang_add(Reading *reading, const Source *source);
Module *lang_module(Reading *reading);
const char *lang_prefix(const Reading *reading); /* of the functions that come next: "tc_" */
/* reading.c: what the tag of a function's name can say of a named layout. False: neither a
 * layout nor the tile of an `auto` layout has the name. */
typedef struct {
    bool is_standard; /* a swizzle of the prelude, which names compact tiles of any shape too */
    int64_t width;    /* of such an atom: bytes of a row */
    int stride_count; /* run-time strides, in the order of the iters, each as often as it stands */
    const char *strides[MAX_SYMBOLS];
    const char *extents[MAX_RANK]; /* that are names; NULL: a number, or there is none */
    const char *tile; /* it is the `auto` layout of this tile; NULL: a layout of its own */
} NamedLayout;
bool lang_layout(Reading *reading, const char *name, size_t length, NamedLayout *layout);
/* tcgen fmt: canonical text that keeps comments; NULL when there were errors. */
char *lang_format(const Source *source);
/* The canonical spelling of parts, for contracts, JSON and explain. */
void layout_print(Text *out, const Layout *layout, const Symbol *symbols); /* S[(32,8):(8,1)] */
void coef_print(Text *out, Coef coef, const Symbol *symbols);              /* 8 * ld */
void operand_print(Text *out, const Operand *operand, const Symbol *symbols);
void lane0_print(Text *out, const char *name, const Lane0 *lane0);
void pipeline_print(Text *out, const Pipeline *pipeline); /* the block, a clause a line */
/* The candidate within two edits of `wanted`; NULL: there is none. */
const char *near_name(const char *wanted, const char *const *candidates, int count);
const char *near_dtype(const char *wanted);
const char *option_values(const char *option); /* of options.def: "no_allocate|evict_first" */
/* depfile.c: the files that a header was made from, for make. */
void out_depfile(Text *out, const Module *module, const char *target, bool phony);
#endif
