/* primitives.h: what Plans know of each instruction: a row of rows.def. What it moves, who takes
 * part, which targets have it, what it costs. Its text in include/tilecopy/ is made of the same
 * rows (tools/rows). */
#ifndef TCGEN_PRIMITIVES_H
#define TCGEN_PRIMITIVES_H
#include "../layout/layout.h"

typedef enum {
#define X(id, form, space, bits, feature, function, ptx, doc, more) PRIM_##id,
#define Y(form, space, bits, feature, function, ptx, doc, more)
#include "rows.def"
#undef X
#undef Y
    PRIM_COUNT
} PrimitiveId;

typedef enum {
    KIND_LOAD,        /* memory -> bundle, each thread its own bytes */
    KIND_STORE,       /* bundle -> memory */
    KIND_MATRIX_LOAD, /* ldmatrix, stmatrix: all 32 lanes */
    KIND_MATRIX_STORE,
    KIND_ASYNC_COPY,  /* cp.async: memory -> memory, in flight under an object */
    KIND_BULK_COPY,   /* cp.async.bulk: `count` bytes by one thread, likewise */
    KIND_ASYNC_STORE, /* st.async, red.async: bundle -> memory of another CTA, likewise; the
                         registers are read at once. `count`: its bytes */
    KIND_TENSOR_COPY, /* cp.async.bulk.tensor: a box, likewise */
    KIND_TMEM_LOAD,   /* tcgen05.ld: tensor memory -> bundle, by a warp, in flight */
    KIND_REGISTERS,   /* bundle -> bundle: `act` says what becomes of the values */
    KIND_FILL,        /* a constant -> bundle */
    KIND_SYNC         /* moves nothing: orders, counts or closes; `act` says what */
} PrimitiveKind;

/* What becomes of the values that a step moves, and what a sync does. */
typedef enum {
    ACT_ELEMENTS, /* a run of elements from one address or slot to another */
    ACT_BYTES,    /* the same, Step.count bytes */
    ACT_MATRIX,   /* rows whose addresses the lanes of a warp give */
    ACT_MATRIX_TRANS,
    ACT_BOX,  /* a box of a tensor, Step.count bytes */
    ACT_ROWS, /* the same: a few rows of it, each at a coordinate of its own */
    ACT_TMEM, /* lane l of a warp: lane l of the 32 that it may reach */
    ACT_MOVE, /* one element of any size */
    ACT_FILL,
    ACT_SHUFFLE,       /* from the lane that src.peer gives */
    ACT_SHUFFLE_XOR,   /* from lane ^ Step.count */
    ACT_SHUFFLE_GROUP, /* likewise, among the caller's Step.value neighbours, those of one lane /
                        * 8 */
    ACT_SHUFFLE_UP,    /* from lane - Step.count; lanes below that keep their own */
    ACT_REDUX,         /* of all lanes, by Step.combine */
    ACT_SELECT,        /* src[0] where the conditions hold, else src[1] */
    ACT_PERMUTE,       /* bytes of two words, by the selector Step.count */
    ACT_CONVERT,       /* to the dtype of the destination */
    ACT_COMBINE,       /* src[0] and src[1], by Step.combine */
    ACT_INDEX,         /* the number Step.value where src[0] equals src[1], else all ones */
    ACT_WARP_SYNC,     /* the lanes of Step.value; without it all */
    ACT_GROUP_SYNC, /* the caller's Step.count neighbours of a warp: of 8 lanes those of one lane /
                       8 */
    ACT_CTA_SYNC,
    ACT_BARRIER_SYNC, /* named, Step.object; Step.count threads come */
    ACT_BARRIER_ARRIVE,
    ACT_CLUSTER_SYNC,
    ACT_FENCE_ASYNC, /* what the thread wrote before is visible to the async proxy */
    ACT_COMMIT,      /* the thread's copies under the object become a group */
    ACT_WAIT_GROUPS, /* until at most Step.count of the thread's groups are open */
    ACT_WAIT_READ,   /* likewise, but only their sources are free */
    ACT_INIT,        /* mbarrier of Step.count arrivals a phase */
    ACT_FENCE_INIT,  /* inits become visible to the cluster and to bulk copies */
    ACT_ARRIVE,
    ACT_ARRIVE_EXPECT, /* one arrival, and Step.count bytes more that the phase waits for */
    ACT_ARRIVE_COPIES, /* an arrival when the thread's cp.async have landed */
    ACT_ARRIVE_REMOTE, /* at the barrier of CTA dst.peer */
    ACT_ARRIVE_EXPECT_REMOTE,
    ACT_WAIT_PHASE, /* for the phase of parity Step.value */
    ACT_WAIT_TMEM,
    ACT_ELECT
} Act;

/* Who executes a step together: whole ones of these, or every thread for itself. */
typedef enum { GROUP_THREAD, GROUP_WARP, GROUP_CTA, GROUP_CLUSTER } Group;

typedef enum {
    FEATURE_NONE,
    FEATURE_STMATRIX,
    FEATURE_BULK,
    FEATURE_CLUSTER,
    FEATURE_MULTICAST,
    FEATURE_V256,
    FEATURE_TMEM,
    FEATURE_FP8,
    FEATURE_FP4,
    FEATURE_REDUX_F32,
    FEATURE_RED_VECTOR,
    FEATURE_GATHER4,
    FEATURE_SCATTER4
} Feature;
typedef enum { PROXY_GENERIC, PROXY_ASYNC } Proxy;

typedef enum {
    COMBINE_NONE,
    COMBINE_ADD,
    COMBINE_MIN,
    COMBINE_MAX,
    COMBINE_AND,
    COMBINE_OR,
    COMBINE_XOR,
    COMBINE_MUL
} Combine;

/* To nearest, ties to even (rn) or away from zero (rna), towards zero (rz); sat: at most the
 * largest number. */
typedef enum {
    ROUNDING_EXACT, /* nothing is lost */
    ROUNDING_RN,
    ROUNDING_RZ,
    ROUNDING_RNA,
    ROUNDING_RN_SAT,
    ROUNDING_RZ_SAT,
    ROUNDING_COUNT
} Rounding;
extern const char *const rounding_name[ROUNDING_COUNT]; /* "", "rn" ... "rz_sat" */
/* What a conversion turns into what: the dtypes of src[0] and dst, how many elements. */
typedef struct {
    PrimitiveId id;
    const char *from, *to; /* names of dtypes */
    int count;
    Rounding rounding;
    bool pairs04; /* out of nibbles 0 4 1 5 2 6 3 7 */
} Conversion;
/* Generations of targets, whose instructions cost the same: sm_8x, sm_90, sm_100 and later. */
typedef enum {
    GENERATION_80,
    GENERATION_90,
    GENERATION_100,
    GENERATION_COUNT,
    GENERATION_MEASURED = GENERATION_90
} Generation;
/* COST of a row, in quarter cycles of one SM. */
typedef struct {
    int issue[GENERATION_COUNT]; /* the SM is busy */
    int wait, wait_a_warp;       /* the warp stands still */
} Rate;
typedef struct {
    const char *id, *function, *ptx; /* "LOAD_SHARED_B8" "tc_load_shared_b8" "ld.shared.b8" */
    PrimitiveKind kind;
    Act act;
    Space space;  /* of the memory side; of copies between memories, the destination */
    Space space2; /* of the source, for copies between memories; SPACE_COUNT otherwise */
    int bits;  /* of a thread; matrix: of a lane's registers; 0: Step.count bytes, or one element */
    int align; /* bytes, of every address */
    Group group;
    Feature feature;
    Proxy proxy;
    int rank;              /* of a tensor copy: its coordinates */
    Combine combine;       /* what it combines, in registers or in memory */
    const char *types;     /* of which dtypes: "u32 i32 b32"; NULL: it does not look at numbers */
    Conversion conversion; /* ACT_CONVERT */
    bool has_rate;         /* it touches no memory, which cost.c counts */
    Rate rate;
} Primitive;
extern const Primitive primitives[PRIM_COUNT];
unsigned feature_targets(Feature feature);  /* mask of targets that have it */
const char *feature_macro(Feature feature); /* "TC_HAS_BULK"; NULL for none */
bool primitive_is_matrix(PrimitiveId id);
/* Loads and stores by width: bits 8..128 (256 gmem). PRIM_COUNT: there is none. */
PrimitiveId primitive_load(Space space, int bits);
PrimitiveId primitive_store(Space space, int bits);
/* Tensor copies of so many dimensions; several: to a mask of CTAs. PRIM_COUNT: there is none. */
PrimitiveId primitive_tensor(Space to, int rank, bool several, Combine combine);
bool primitive_is_box(PrimitiveId id);                  /* ACT_BOX or ACT_ROWS */
PrimitiveId primitive_store_async(int bits);            /* st.async: 32, 64, 128 */
PrimitiveId primitive_async(int bits);                  /* cp.async, gmem to smem: 32, 64, 128 */
PrimitiveId primitive_fill(int bits);                   /* 8 to 128 */
const Conversion *primitive_conversion(PrimitiveId id); /* NULL: it is none */
bool conversion_of_pairs04(PrimitiveId *id); /* its form for packed pairs; false: there is none */
/* conversions.c: is every number of `from`, its infinities and its NaN, one of `to`? */
bool conversion_is_exact(const char *from, const char *to);
/* What `round WORD` and `saturate` mean here; word NULL: the usual. False: there is no such
 * rounding. */
bool conversion_rounding(
    const char *from, const char *to, const char *word, bool saturate, Rounding *out);
Rounding copy_rounding(const Copy *copy); /* of a converting copy, where its words are right */
const char *conversion_roundings(const char *to); /* that there are: "rn, rz"; "" where none is */
/* The instructions between two dtypes, all but the last exact, for `run` elements side by side; how
 * many. */
enum { MAX_ROUTE = 3 };
int conversion_route(
    const char *from, const char *to, Rounding rounding, int64_t run, PrimitiveId *route);
PrimitiveId primitive_index_if(const Dtype *dtype); /* ACT_INDEX of such numbers; PRIM_COUNT */
/* ACT_COMBINE or ACT_REDUX of such numbers; PRIM_COUNT: there is none. */
PrimitiveId primitive_combination(Act act, Combine op, const Dtype *dtype);
PrimitiveId primitive_paired(Combine op, const Dtype *dtype); /* ACT_COMBINE of two at once */
bool primitive_combines(PrimitiveId id, Combine op, const Dtype *dtype); /* so, and such numbers */
bool primitive_is_reduction(PrimitiveId id);                             /* in memory */
bool primitive_to_several(PrimitiveId id); /* a bulk copy that takes a mask of CTAs */
bool primitive_reduces(PrimitiveId id, Combine op, const Dtype *dtype); /* so, and such numbers */
Combine copy_reduction(const Copy *copy);   /* of `reduce add`; NONE: it replaces what dst held */
const Rate *primitive_rate(PrimitiveId id); /* NULL: it touches memory */
Generation target_generation(int target);

/* Reductions in memory. PRIM_COUNT: there is none for these. */
PrimitiveId reduction_primitive(PrimitiveKind kind, Space space, Combine op, const Dtype *dtype);
/* The store that combines so many bits at a time, where the target has it. */
PrimitiveId reduction_of_bits(Space space, Combine op, const Dtype *dtype, int bits, int target);
const char *reduction_types(PrimitiveKind kind, Space space, Combine op); /* "u32, i32"; "" */

#endif
