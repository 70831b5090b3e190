/* layout.h: the layout algebra. L(x) = { D(x) + r + O }: flatten x row-major over the logical
 * shape, split it by the shard's extents, innermost first, sum digit x stride on each axis, and add
 * every replica r and the offset O. A swizzle then permutes the memory address. Everything is
 * exact: addresses are polynomials in the run-time symbols, and integers are checked for overflow.
 * docs/layouts.md explains the algebra, docs/glossary.md the words. */
#ifndef TCGEN_LAYOUT_H
#define TCGEN_LAYOUT_H
#include "../lang/lang.h"

/* poly.c: an address, constant + sum of value[i] x monomial[i]. The monomials of one request are
 * numbered once: a PolyBasis; two polys over one basis are equal iff all their numbers are. */
enum { MAX_MONOMIALS = 16 };
typedef struct {
    int count;
    Coef monomial[MAX_MONOMIALS]; /* value 1 */
} PolyBasis;
typedef struct {
    int64_t constant;
    int64_t value[MAX_MONOMIALS];
} Poly;
/* poly += factor x coef; false on overflow or when the basis is full. */
bool poly_add(PolyBasis *basis, Poly *poly, Coef coef, int64_t factor);
bool poly_equal(const Poly *a, const Poly *b);
bool poly_is_constant(const Poly *poly);
void poly_print(Text *out, const PolyBasis *basis, const Poly *poly, const Symbol *symbols);
/* How many products of run-time names the addresses of an operand are made of, counted on in
 * `basis`; false: more than a Poly holds. S[(8,64):(ld,1)][m:+4, 0:8] has ld and m * ld. */
bool poly_holds(const Operand *operand, PolyBasis *basis);
/* Largest known divisor of coef for all values of its symbols: 8 * ld with ld % 4 == 0 gives 32. */
int64_t coef_divisor(Coef coef, const Symbol *symbols);
int64_t poly_divisor(const PolyBasis *basis, const Poly *poly, const Symbol *symbols); /* 0: is 0 */
Coef coef_int(int64_t value);
Coef coef_symbol(int symbol); /* of Copy.symbols, once */
bool coef_mul(Coef a, int64_t factor, Coef *result);
bool coef_times_symbol(Coef a, int symbol, Coef *result); /* false: too many factors */
bool coef_is_zero(Coef a);
bool coef_equal(Coef a, Coef b);
bool coef_add(Coef a, Coef b, Coef *result);  /* false: the sum is no single Coef, or overflow */
int64_t symbol_divisor(const Symbol *symbol); /* at least 1 */
int64_t symbol_least(const Symbol *symbol);   /* min rounded up to the divisor */
int64_t symbol_whole(const Symbol *symbol);   /* the same where a masked copy's tile is whole */
/* Proven >= 0 for all admissible symbols: 64 * ld - 63 * ld - 32 with ld >= 32. False: not
 * known. */
bool poly_never_negative(const PolyBasis *basis, const Poly *poly, const Symbol *symbols);

/* evaluate.c */
/* One place of one element: an address and the thread digits it needs (axis named or not). */
typedef struct {
    Poly at;                   /* memory: address, after the swizzle; reg: the slot */
    unsigned named;            /* bit per thread Axis that the layout (or R, or O) names */
    int64_t along[AXIS_COUNT]; /* value on each axis but m: thread axes, TLane, TCol and the like */
} Place;
/* All replicas of the element at logical coordinate coord[rank] (in the operand's own shape; add
 * the region's begin yourself; a run-time origin is NOT added here). Returns how many were written,
 * at most `capacity`, or -1 on overflow or when a symbolic address meets a swizzle that it may
 * carry into. */
int layout_places(
    const Layout *layout,
    const Symbol *symbols,
    PolyBasis *basis,
    int rank,
    const int64_t *shape,
    const int64_t *coord,
    Place *out,
    int capacity);
/* Bit per axis that shard, R or O names; unit iters and `+ 0@warpid` name theirs too. */
unsigned layout_axes(const Layout *layout);
int64_t layout_replicas(const Layout *layout); /* product of the R extents; -1 on overflow */
/* swizzle(3,3,3): 64 (row 1, chunk 0 of a 64-wide f16 tile) goes to 72. */
int64_t swizzle_apply(const Swizzle *swizzle, int64_t address);
int64_t swizzle_period(const Swizzle *swizzle); /* elements: 2^(M+B+S); 1 when off or len 0 */
/* Value of a thread axis for a rank: axis_of_rank(AXIS_WID_IN_WG, 70) = 2. */
int64_t axis_of_rank(Axis axis, int64_t rank);
/* rank / *div % *mod, mod 0 = no modulus: AXIS_WID_IN_WG gives 32, 4. False: not a thread axis. */
bool axis_rank_digit(Axis axis, int64_t *div, int64_t *mod);

/* canonical.c equal.c group.c slice.c align.c span.c injective.c: false where layouts do not divide
 * (no such grouping) or numbers do not fit; none reports a diagnostic. Worked numbers stand in the
 * comments of the definitions. */
/* Drops unit iters and zero offsets (a thread axis that only they named keeps a zero offset: lane 0
 * alone is not every lane), fuses thread axes by scope (laneid + 32 warpid -> tx, and so
 * on), fuses adjacent iters (stride_i = extent_{i+1} x stride_{i+1}), sorts replicas. Two layouts
 * with equal canonical forms are the same map. */
Layout layout_canonical(const Layout *layout, ScopeKind scope);
Layout layout_simplify(const Layout *layout);        /* the same without the fusing of axes */
bool layout_equal(const Layout *a, const Layout *b); /* of canonical forms, names ignored */
/* Splits iters so that group j (iters seps[j] .. seps[j+1]-1) has product shape[j]. */
bool layout_group(const Layout *layout, int rank, const int64_t *shape, Layout *out, int *seps);
/* The part of an operand that its region selects, as a layout over the non-unit region extents:
 * begins become offsets (inside the swizzle); run-time origins become `origin`: address (or thread)
 * terms symbol x stride, out of the layout. False where the region straddles an iter. */
typedef struct {
    int rank; /* of the non-unit region */
    int64_t shape[MAX_RANK];
    Layout layout; /* grouped by shape: seps; its O list has no m: see offset */
    int seps[MAX_RANK + 1];
    Poly offset; /* on m: the layout's own offset and that of the region begin */
    int64_t thread_offset[AXIS_COUNT]; /* the same of the thread axes; also in layout's O list */
    struct {
        int symbol;
        Coef stride;      /* the origin moves the address by symbol x stride ... */
        int64_t div, mod; /* ... or, split over several iters: (symbol / div % mod) x stride;
                             mod 0: none */
        Axis axis;        /* AXIS_M, or the thread axis that it moves along */
    } origin[MAX_ITERS];
    int origin_count;
} Slice;
bool layout_slice(const Operand *operand, const Symbol *symbols, PolyBasis *basis, Slice *out);
/* Aligns two slices of equal shape: the common refinement of their iters, dimension by dimension,
 * outermost first. S[(4,6):(6,1)] against S[(2,2,6):(..)] gives extents 2, 2, 6. */
typedef struct {
    int64_t extent;
    int dim;   /* of the region */
    Coef a, b; /* strides in the two layouts */
    Axis a_axis, b_axis;
} Joint;
bool layout_align(const Slice *a, const Slice *b, Joint *out, int capacity, int *count);
/* Where dimension `dim` is walked by a single counter c: address = sum (c / div % mod) x stride. */
typedef struct {
    int dim;
    int64_t div, mod; /* mod 0: none needed */
    Coef stride;
    Axis axis;
} DimDigit;
int layout_dim_digits(const Slice *slice, DimDigit out[MAX_ITERS]); /* count */
/* Maximum memory address + 1 of the whole layout, in elements (swizzle included: rounded up to its
 * period when it is on): S[(32,8):(12,1)] spans 31*12 + 7 + 1 = 380. Symbols make it a Poly. */
bool layout_span(const Layout *layout, const Symbol *symbols, PolyBasis *basis, Poly *span);
/* Which elements of the region share a place: true and the two coordinates when some do (an exact
 * check over the region; symbolic strides by `ld >= extent` nesting). Replicas of one element do
 * not count, places on different threads do not collide. `unproven` is set when symbols leave it
 * open. */
typedef struct {
    bool collides, unproven, too_big;
    int64_t first[MAX_RANK], second[MAX_RANK];
} Injectivity;
Injectivity layout_injective(const Operand *operand, const Symbol *symbols, ScopeKind scope);
/* Do the elements of the region that lie inside the limits have places of their own, whatever the
 * limits are, though elements beyond them may not? False: not known. */
bool layout_injective_inside(const Operand *operand, const Symbol *symbols, const Limits *limits);

/* candidates.c: the ways to lay out a shared tile whose layout is `auto`. */
enum { MAX_CANDIDATES = 512 };

/* One way to lay a tile out: XOR, or `pad` more elements in the row pitch `above` and in everything
 * that is a multiple of it. Neither: as it was written. */
typedef struct {
    Swizzle swizzle;
    int64_t above, pad;
    int64_t extra; /* elements that the padding adds to the buffer */
} AutoCandidate;

/* From the simplest on; *simple: how many of them are plain or a standard swizzle. */
int auto_candidates(const Layout *plain, int bits, AutoCandidate *out, int *simple);
Layout auto_apply(const Layout *plain, const AutoCandidate *candidate);
const char *auto_describe(const AutoCandidate *candidate); /* "swizzle(2,1,3)" */

/* fold.c: the registers of a reduction over dimension `over`, -1: over all. mma_c over 16x64,
 * folded over its columns: a thread keeps (2: from 2, to 1), combines (2:1)(8:4), and so do
 * (4:1@laneid); the result is 16x1 S[(2,8):(1,4@laneid)] + R[(4):(1@laneid)]. */
typedef struct {
    int64_t extent, from, to; /* slots of the operand, of the result; to: of `kept` alone */
} FoldDigit;
typedef struct {
    int kept_count, own_count, far_count;
    FoldDigit kept[MAX_ITERS], own[MAX_ITERS]; /* innermost first */
    Iter far[MAX_ITERS];                       /* threads along what is folded */
    int64_t first, results, mine; /* the first slot; results of a thread, its parts of each */
    Operand result;
} Fold;
/* False: no grouping by dimensions, slots that coincide, or too many replicas. */
bool layout_fold(const Operand *operand, int over, Fold *out);

/* distribution.c: of a value of lane 0 that is distributed. The element in a slot of a lane, and
 * the lane and the slot that hold an element, both by their numbers in row-major order. */
int64_t lane0_index(const Lane0Value *value, int64_t lane, int64_t slot);
int64_t lane0_owner(const Lane0Value *value, int64_t lane); /* one of those that have the same */
void lane0_place(const Lane0Value *value, int64_t index, int64_t *lane, int64_t *slot);
/* What is wrong with the two of them: an element that has not exactly one lane and one slot; NULL:
 * nothing. */
const char *lane0_wrong(const Lane0Value *value, int threads);
#endif
