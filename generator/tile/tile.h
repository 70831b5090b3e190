/* tile.h: the building blocks of variants: the two sides of a request aligned iter by iter (a
 * Partition of Atoms), who owns what (RankSet), vector widths, and the pieces of a Plan.
 * docs/glossary.md explains the words. */
#ifndef TCGEN_TILE_H
#define TCGEN_TILE_H
#include "../plan/plan.h"

enum { SRC = 0, DST = 1, MAX_ATOMS = 40, MAX_THREADS = 1024 };

/* One iter of the common refinement: `extent` elements, a stride on each memory side, and on the
 * register side either a slot stride (axis m) or a stride on a thread axis. */
typedef struct {
    int64_t extent;
    Coef mem[2];
    Axis axis;    /* AXIS_M unless a register side gives this iter to threads */
    int64_t reg;  /* slot stride, or stride on `axis` */
    int dim;      /* of the region, without unit extents */
    int64_t step; /* of the coordinate in that dimension */
    bool alone;   /* partition_apart: a digit of one side, counter / div % extent */
    int64_t div;
} Atom;

typedef struct Partition Partition;
/* threads.c: what a digit counts that owns the atom: warps, rows, columns or vectors of several of
 * them. */
DigitRole atom_role(const Partition *partition, const Atom *atom);

struct Partition {
    const Copy *copy;
    int reg_side; /* SRC, DST, or -1: both in memory; 2: both in registers */
    Slice slice[2];
    PolyBasis basis;
    Poly base[2];                    /* address (slot) of the first element, before the swizzle */
    int64_t thread_base[AXIS_COUNT]; /* of the register side */
    bool threads_differ[AXIS_COUNT]; /* registers to registers: the two sides' bases */
    int atom_count;
    Atom atoms[MAX_ATOMS];       /* outermost first, region row-major */
    int vector_dim;              /* masked: the dimension that the vector runs along */
    int64_t from[MAX_RANK];      /* of a part of a masked copy: its first row and column */
    int dims;                    /* partition_apart: of the region, 0 otherwise */
    int64_t dim_count[MAX_RANK]; /* what the counter of each counts up to */
};

const Operand *copy_side(const Copy *copy, int side);
/* NULL with *decline filled (predicate and reason; the caller sets the variant). */
Partition *partition_new(const Copy *copy, Decline *decline);
/* Two memory sides that split a dimension into factors that do not divide, atom by atom of each
 * side alone; what is contiguous on both is an atom of both. */
Partition *partition_apart(const Copy *copy, Decline *decline);
bool decline_with(Decline *decline, const char *predicate, const char *format, ...)
    PRINTF_LIKE(3, 4); /* always false */

/* atoms.c */
void atoms_fuse(Partition *partition); /* neighbours that are one iter on both sides */
void atoms_sort(
    Partition *partition, int side); /* memory atoms by stride on `side`, largest first */
int64_t stride_size(const Partition *partition, Coef coef);
/* The widest vector, in elements: a run contiguous on every memory side (and in the register
 * slots), with everything else aligned to it. Takes the run out of the atoms. 0: not even 8
 * bits. */
int64_t atoms_take_vector(Partition *partition, int max_bits);
/* The longest run that is contiguous on every memory side, in elements; it is taken out of the
 * atoms. */
int64_t atoms_take_run(Partition *partition);
/* Are all strides of a side and where it starts known multiples of so many bits? */
bool atoms_step_by(const Partition *partition, int side, int64_t bits);
bool atoms_start_at(const Partition *partition, int side, int64_t bits); /* that place alone */
/* The widest vector of the destination, in elements, that is one source element over and over; it
 * is taken out of the atoms. 1: there is none. */
int64_t atoms_take_copies(Partition *partition, int max_bits);
/* Eights of 4-bit numbers whose order in a word is 0 2 4 6 1 3 5 7 become eights in order, where
 * all else comes in eights; false: there are none. For copies that convert into registers. */
bool atoms_take_pairs04(Partition *partition);
/* Do accesses of so many bits fit the side: are all its strides and its start known multiples? */
bool atoms_allow(const Partition *partition, int side, int width);
int copy_bits(const Copy *copy);

/* matrices.c: the 8x8 matrices of 16-bit units that ldmatrix and stmatrix move, of a partition with
 * one register side. */
enum { MATRIX_ROW_BITS = 128 };
typedef struct {
    bool transposed;
    int word;    /* elements in a 32-bit register */
    Coef row[3]; /* what bit i of the number of a row steps by in memory */
    Partition
        rest; /* the atoms that are not inside a matrix: slots in twos where they are even, warps */
} Matrices;
bool matrices_find(const Partition *partition, Matrices *out, Decline *decline);

/* replicas.c */
bool replicas_on_memory(const Layout *layout); /* or on register slots */
/* One atom each of the destination; false: too many, or some repeat a place. */
bool atoms_add_replicas(Partition *partition);

/* owners.c */
typedef struct {
    bool has[MAX_THREADS];
    int count;
} RankSet;
typedef struct {
    RankSet movers; /* dst: every participating owner; src: the lowest owner of its elements */
    bool missing;   /* some element has no participating owner */
    int64_t missing_at[MAX_RANK];
    bool uneven; /* a source rank is the lowest owner of some of its elements only */
} Ownership;
typedef struct Owners Owners;
Owners *owners_new(const Copy *copy); /* a place for what the next two find; see Copy.owners */
const Ownership *copy_owners(const Copy *copy, int side); /* of a register side */
const RankSet *all_ranks(const Copy *copy);               /* of a view: every participating rank */
/* Who owns a place whose layout names these axes, in ascending order: -1 after the last. */
typedef struct OwnerIndex OwnerIndex;
OwnerIndex *owner_index(const Copy *copy, unsigned named);
int first_owner(const OwnerIndex *index, const Place *place);
int next_owner(const OwnerIndex *index, int owner);
/* May one element stand in several registers, of several threads or of one? Of cta(64) lane 3 of
 * both warps holds row 3 of S[(32,8):(1@laneid,1)]. */
bool scope_shares(const Scope *scope, const Operand *operand);
/* Predicates that hold exactly for these ranks; false: none of the known forms does. */
bool conds_for_ranks(const RankSet *set, int threads, Cond **conds, int *count);
/* radix.c: the same by digits of the rank in any radix; how many predicates, -1: more than
 * `most`. */
int radix_conds(const bool *has, int threads, Cond *conds, int most);
/* The digit of the rank that selects coordinate 0 .. extent-1 on a thread axis; `period`: how many
 * strides the next larger stride on this axis is, 0 where there is none. */
Digit owner_digit(
    Axis axis, int64_t base, int64_t stride, int64_t extent, int64_t period, int threads);

/* exchange.c: registers to registers: from where each register of the destination gets its
 * element. */
typedef struct {
    int threads;
    int64_t slots; /* of the destination, per thread */
    /* By rank * slots + slot; a rank of -1: nothing goes there. A thread's own registers come
     * before the lowest owner's. */
    int32_t *rank, *slot;
    bool keeps;       /* a thread takes its own though another one is the lowest owner */
    bool crosses;     /* a thread gets what it does not hold */
    bool leaves_warp; /* ... nor any thread of its warp */
    bool is_uniform;  /* slot s is of the same slot for all threads, or of none */
} Exchange;
enum { EXCHANGE_MAX = 1 << 20 };
/* NULL: more than EXCHANGE_MAX registers, or an element that nobody owns. */
const Exchange *exchange_of(const Copy *copy);
bool exchange_is_identity(const Copy *copy); /* is every register of dst the same one of src? */
/* Is more needed than assignments? Then the function takes scratch memory and the barrier that its
 * scope has, whether this plan uses them or not. */
bool exchange_meets(const Exchange *exchange);

/* hints_fit.c: are the accesses as wide as the hints need? */
bool hints_fit(const Plan *plan, Decline *decline);

/* packed.c: elements smaller than a byte move in whole bytes: how many of them fill some, and what
 * keeps a side from it; NULL: nothing. */
int64_t packed_group(const Copy *copy);
bool packed_pairs(
    const Copy *copy, const Operand *side); /* of 4 bits, in the order 0 2 4 6 1 3 5 7 */
const char *packed_problem(const Copy *copy, const Operand *side);
/* The same copy in bytes, where elements of 6 bits need it; otherwise itself. */
const Copy *packed_view(const Copy *copy);
Copy *view_new(const Copy *copy); /* a copy of it, with a place for who owns what */

/* ring_pitch.c: elements from one tile of a ring to the next; 0: too large. */
int64_t stage_stride(const Copy *copy, const Operand *tile);

/* picks.c: rows that indices pick. What variants are asked is a view, of rows a pitch apart, and
 * what they offer is made into the plan of the copy; false: declined. */
const Picks *copy_picks(const Copy *copy); /* NULL: its rows are in order */
const Copy *picks_view(const Copy *copy);
bool plan_pick(Plan *plan, const Copy *copy, Decline *decline);
/* The argument `index`, memory or as many registers as a thread has of it: buffer or bundle. */
int picks_argument(Plan *plan, const Picks *picks);
bool picks_address(const Picks *picks, const Expr *element, Expr *at); /* of an index in memory */

/* reduce.c: the instruction of `reduce`, in place of *primitive; without `reduce` that stays.
 * False: there is none for such numbers. */
bool reduction_of(const Copy *copy, PrimitiveKind kind, PrimitiveId *primitive, Decline *decline);
/* The stores of a plan as reductions: at the edge of limits some are narrower than others. */
bool plan_reduce(Plan *plan, const Copy *copy, int target, Decline *decline);

/* parts.c */
Plan *plan_new(const Copy *copy, const char *variant);
int plan_add_buffer(Plan *plan, const Copy *copy, int side);
int plan_add_bundle(Plan *plan, const char *name, Role role, const Dtype *dtype, int64_t count);
int plan_add_registers(
    Plan *plan, const Copy *copy, int side); /* registers.c: the caller's, `src` or `dst` */
int plan_add_loop(Plan *plan, int64_t extent, bool unroll);
Phase *plan_add_phase(Plan *plan, int steps);
void plan_add_flow(Plan *plan, const Copy *copy, int src_at, int dst_at);
const Expr *plan_add_cta(Plan *plan);  /* the last run-time argument: another CTA of the cluster */
const Expr *plan_add_ctas(Plan *plan); /* ... a mask of them, `ctas` */
Step step_new(PrimitiveId primitive);
/* The address of the side's first element plus origins, and the XORs of its swizzle. */
bool expr_base(const Partition *partition, int side, Expr *expr);
void expr_swizzle(Expr *expr, const Swizzle *swizzle);
/* moves.c: the steps that carry one vector; masked copies have more than a load and a store. */
enum { MAX_MOVES = 5 };
typedef struct {
    int count;
    Step steps[MAX_MOVES];
    bool by_element[MAX_MOVES]; /* repeated for every element of the vector */
} Moves;
bool masked_allows(const Partition *partition, int64_t vector);
/* Buffers (-1: that side is registers), and in between the plan's first bundle; nothing is
 * addressed yet. */
void moves_start(Moves *moves, const Partition *partition, int64_t vector, int src, int dst);
bool moves_base(Moves *moves, const Partition *partition);
bool moves_add(Moves *moves, const Copy *copy, const Atom *atom, Digit digit);
bool moves_add_slot(Moves *moves, int64_t slots, Digit digit);
bool moves_repeat(Moves *moves, Plan *plan, const int *loops, int count, int64_t vector);
Step moves_async(const Moves *moves, const Partition *partition, int64_t vector);

/* threads.c: the vectors of a copy between memories, dealt out to threads. */
typedef struct {
    bool leaves_rest; /* an atom that does not come out even may stay in part for the rounds */
    int count;
    Atom atoms[MAX_ATOMS]; /* what the digits of the rank walk, innermost first */
    Digit digits[MAX_ATOMS];
} Spread;
bool threads_even(const Copy *copy, Decline *decline);
int driving_side(const Copy *copy);
int64_t threads_spread(
    const Partition *partition,
    int64_t threads,
    int first,
    int max_bits,
    Partition *out,
    Spread *spread); /* elements of the vector, 0: none comes out even */
Plan *threads_plan(
    const Partition *partition,
    const Spread *spread,
    const char *variant,
    int64_t vector,
    const RankSet *ranks); /* NULL: too many terms */
bool threads_take(Partition *partition, int64_t threads, int first, Spread *spread);
/* Of an atom's values every part-th one stays: (12: 8) by 4 is (3: 32). */
void atom_keep_steps(Atom *atom, int64_t part);
/* Loops over what is left in the partition, around each step as far as registers go, then around
 * all of them. */
bool threads_rounds(const Partition *partition, Plan *plan, Phase *phase, Moves *moves);
int64_t room_of(const Copy *copy, int vec_bits); /* vectors loaded before the first is stored */
/* Buffers, the staging bundle and what one phase does with a vector. */
Moves start_moves(const Partition *partition, Plan *plan, int64_t vector);
void plan_left_to_caller(Plan *plan); /* cp.async: no registers, the caller commits and waits */
/* items.c: vectors that do not come out even on the threads, numbered. */
int64_t items_count(const Partition *partition);
Plan *items_plan(
    const Partition *partition,
    const char *variant,
    int64_t vector,
    const RankSet *ranks,
    int first); /* NULL: too many terms */
/* rank < end as well, for every step. */
void moves_guard(Moves *moves, int64_t end);
/* What fills the registers of all rounds, or what empties them. */
void phase_put(Phase *phase, const Moves *moves, bool stores);
/* Of `count` threads from the first on, with room for the steps of so many parts. */
Phase *phase_of_threads(Plan *plan, int64_t first, int64_t count, int parts);
/* grouped.c: rows by groups of threads: whole, or cut at the last multiple of 32 vectors. */
enum { MAX_ROW_PIECES = 2 };
typedef struct {
    int64_t begin, row;    /* vectors of each row */
    int64_t lanes, groups; /* of a group, and how many there are */
} RowPiece;
typedef struct {
    int count;
    RowPiece pieces[MAX_ROW_PIECES];
} Groups;
/* The two innermost atoms are the rows and their vectors; false: no number of threads divides a
 * row, or a cut would change nothing. */
bool groups_find(const Partition *partition, int64_t threads, bool cut, Groups *groups);
Plan *groups_plan(
    const Partition *partition,
    const Groups *groups,
    const char *variant,
    int64_t vector,
    int first); /* NULL: too many terms */

/* pairs.c: what the own variants ask, between memories and of registers. */
bool memory_pair(const Copy *copy, Decline *decline);
bool register_pair(
    const Copy *copy, bool shared_only, Decline *decline); /* the caller's, and memory */
bool ranks_in_a_row(const RankSet *ranks, int *first, Decline *decline);
bool vector_fits(const Copy *copy, int64_t vector, Decline *decline);
/* Do others deal these vectors out without a rest? Then they do it with less arithmetic, and it
 * declines. */
bool vectors_even(
    const Partition *partition, int threads, int first, int64_t vector, Decline *decline);

/* join.c: the phases of `part` behind those of the plan, with loops of their own; its only buffer
 * is the plan's first one, its only bundle the one named; two phases more may be added. False: too
 * many loops. */
bool plan_join(Plan *plan, const Plan *part, int bundle);
enum { MAX_PLAN_LOOPS = 24 };

/* registers.c: the plan of a copy between registers and memory, every owner its own elements, in
 * vectors of at most max_bits; NULL: declined. */
Plan *registers_plan(Partition *partition, const char *variant, int max_bits, Decline *decline);
/* The same in several parts of the copy, each with a partition. */
Plan *registers_plan_of(
    const Copy *copy,
    Partition *const *parts,
    int count,
    const char *variant,
    int max_bits,
    Decline *decline);
int own_dim(const Operand *operand, int dim); /* pieces.c: the region's, unit extents not counted */
/* pieces.c: of a copy of one dimension, in so many ranges of it that none straddles an iter of the
 * registers; NULL: there are too many, or a range does not fit. */
Plan *ranges_plan(const Copy *copy, const char *variant, int max_bits, Decline *decline);
/* pieces.c: of a region that straddles iters, in boxes that straddle none; NULL: there are too
 * many, or a box does not fit. */
Plan *boxes_plan(const Copy *copy, const char *variant, int max_bits, Decline *decline);
/* pieces.c: of a copy that no partition fits; NULL: it cannot be cut into such parts either. */
Plan *pieces_plan(const Copy *copy, const char *variant, int max_bits, Decline *decline);
int64_t register_count(const Operand *reg); /* slots that the whole layout spans */
/* The digit of the rank that an atom of threads is, and whether one tells the steps of an axis
 * apart. */
Digit registers_digit(const Partition *partition, const Atom *atom, int threads);
bool registers_nest(const Partition *partition);

/* convert.c: the plan of a converting copy, out of one that moves the elements as they are in
 * memory; false: declined. */
bool plan_convert(Plan *plan, const Copy *copy, int target, Decline *decline);
bool convert_registers(Plan *plan, const Copy *copy, Decline *decline);

/* fill.c: the plan of a fill, out of one that copies a tile of the value. */
void plan_fill(Plan *plan, const Copy *copy);

/* renames.c: both sides registers of the same threads. */
Plan *renames_plan(Partition *partition, const char *variant, Decline *decline);
void first_participant(const Copy *copy, Plan *plan, Phase *phase); /* pairs.c: its guard */
/* moves.c: limits where elements move one by one: 0 < limit of a dimension; is this side guarded;
 * is the register filled before the load. */
void limits_start(Step *step, const Copy *copy); /* of the region's first element */
/* Another element: the coordinate in a dimension moves. */
bool limits_move(Step *step, const Copy *copy, int dim, Coef coef, Digit digit);
void limits_move_by(Step *step, const Copy *copy, int dim, int64_t by);
bool limits_guard(const Copy *copy, int side);
bool limits_fill(const Copy *copy);
/* straight.c and flat.c: the last resorts of the fallback. */
/* NULL: too large, or no constant addresses. last: nothing else is left, so that more elements are
 * written out. */
Plan *straight_plan(const Copy *copy, bool last, Decline *decline);
Plan *flat_plan(const Copy *copy); /* NULL: registers, run-time origins, bits of a byte */

/* The barrier of all threads of the scope: of a thread none, of a warp its own, of others a named
 * one whose number is an argument. */
void plan_add_sync(Plan *plan, Phase *phase);
/* Its argument, also where nothing waits: the arguments of a function do not depend on how it is
 * done. */
void plan_add_barrier(Plan *plan);
/* The argument `scratch` of so many bytes, with a buffer over all of it; of 0 bytes with none. */
void plan_add_scratch(
    Plan *plan, const char *name, const Dtype *dtype, int64_t bytes, int64_t elements);
void plan_finish(Plan *plan); /* targets from the primitives it uses */

/* chunks.c: bulk copies by one thread. */
typedef struct {
    int64_t elements; /* that one bulk copy moves */
    Swizzle swizzle;  /* what is left of it for its address */
} Chunk;
bool chunks_by_one(const Copy *copy, Decline *decline); /* is it one thread that starts them? */
bool chunks_alike(const Copy *copy, Decline *decline);  /* do bytes lie in the same order? */
/* The digits outside of the chunks, without swizzles; counted: on an mbarrier. NULL: it
 * declined. */
Partition *chunks_new(const Copy *copy, bool counted, Chunk *chunk, Decline *decline);
/* Addresses, size and loops of a bulk copy, the only step of its phase; false: too many terms. */
bool chunks_put(
    Plan *plan, Phase *phase, Step *step, const Partition *partition, const Chunk *chunk);
bool bytes_armed(
    const Copy *copy, Decline *decline); /* as many as a phase of an mbarrier counts? */
int plan_add_group(Plan *plan);          /* of the thread, left to the caller: an object */
int chunks_counted(Plan *plan); /* the mbarrier of the caller that counts their bytes: an object */

/* tensor.c: tensor copies: boxes of one map, in a series of loops that move the coordinates and the
 * place in shared memory. */
enum { MAX_BOX_LOOPS = 8 };
typedef struct {
    int64_t extent, tile; /* boxes, and elements of shared memory from one to the next */
    int dim;              /* of the map, whose coordinate moves ... */
    int64_t step;         /* ... by so much */
} BoxLoop;
typedef struct {
    Object map;
    Expr coords[MAX_TENSOR_RANK]; /* of the first box, innermost first */
    BoxLoop loops[MAX_BOX_LOOPS]; /* outermost first */
    int loop_count;
    int64_t place; /* bytes: boxes begin at multiples of them */
} Boxes;
Expr tensor_origin(const Copy *copy, const Range *range);
Expr dims_coordinate(const Expr *first, int64_t pack); /* counts so many elements of the tensor */
int64_t tensor_place(const Object *map, int bits);     /* what a GPU is known to take */
/* Is the copy between global and shared memory, by one thread? */
bool tensor_applies(const Copy *copy, Decline *decline);
/* Does the hardware take the map, and boxes at these coordinates? Declines with all broken
 * rules. */
bool tensor_rules(const Copy *copy, const Boxes *boxes, Decline *decline);
/* The map of a plan, whose argument stands for the buffer `tensor`. */
Object tensor_object(const Copy *copy, const Boxes *boxes, const Plan *plan, int tensor);
const Copy *tensor_plain(const Copy *copy); /* without its swizzles, which are the map's */
/* NULL: it declined. */
Plan *tensor_plan(
    const Copy *copy,
    const Boxes *boxes,
    const Partition *partition,
    int target,
    const char *variant,
    Decline *decline);

/* tensor_boxes.c: finds the boxes of a copy whose dimensions need not be those of a map. `best`:
 * beyond what upstream finds. NULL: it declined. */
Partition *boxes_find(const Copy *copy, bool best, Boxes *out, Decline *decline);
/* Likewise of rows that indices pick, four at a time: the coordinate of dimension 1 counts the
 * indices. */
Partition *gather_find(const Copy *copy, Boxes *out, Decline *decline);
/* tensor_rows.c: tensor_plan of them. */
Plan *gather_plan(
    const Copy *copy,
    const Boxes *boxes,
    const Partition *partition,
    int target,
    const char *variant,
    Decline *decline);

#endif
