/* pieces.c: A copy between registers and memory without a common refinement as several copies that
 * have one. If a dimension of 640 is rows of 2 in memory and rows of 5 in registers, both divide
 * 10. So element 10 * i + k, for a fixed k and all i, is a copy of 64 elements with plain strides
 * on both sides. */
#include "tile.h"

enum { MAX_PIECES = 64 };

/* The dimension `dim` of the region, unit extents not counted, in the operand's own shape. */
int own_dim(const Operand *operand, int dim) {
    for (int d = 0; d < operand->rank; d++)
        if (operand->region[d].extent > 1 && dim-- == 0)
            return d;
    return -1;
}

/* Elements unit * i + run * k + (0 .. run - 1) of the dimension: it becomes three, of which the
 * middle one stands at k. False where the region does not begin and end at multiples of the
 * unit. */
static bool take_piece(Operand *operand, int dim, int64_t unit, int64_t run, int64_t k) {
    int at = own_dim(operand, dim);
    if (at < 0 || operand->rank + 2 > MAX_RANK)
        return false;
    int64_t whole = operand->shape[at];
    Range range = operand->region[at];
    if (range.symbol >= 0 || whole % unit || range.begin % unit || range.extent % unit)
        return false;
    for (int d = operand->rank - 1; d > at; d--) {
        operand->shape[d + 2] = operand->shape[d];
        operand->region[d + 2] = operand->region[d];
    }
    operand->rank += 2;
    operand->shape[at] = whole / unit;
    operand->shape[at + 1] = unit / run;
    operand->shape[at + 2] = run;
    operand->region[at] = (Range){range.begin / unit, -1, range.extent / unit};
    operand->region[at + 1] = (Range){k, -1, 1};
    operand->region[at + 2] = (Range){0, -1, run};
    return true;
}

/* The limits of a masked copy count rows and columns of the whole. Dimension d of the part is
 * dim[d] of the whole and steps by unit[d] there: of a box of one row, dimension 0 is the whole's
 * columns. */
typedef struct {
    int dims, dim[MAX_RANK];
    int64_t unit[MAX_RANK];
} Numbering;

static void add_dim(Numbering *to, int64_t extent, int dim, int64_t unit) {
    if (extent == 1)
        return;
    to->dim[to->dims] = dim;
    to->unit[to->dims++] = unit;
}

static void renumber(Partition *partition, const Numbering *numbering) {
    for (int i = 0; i < partition->atom_count; i++) {
        Atom *atom = &partition->atoms[i];
        int dim = atom->dim;
        atom->dim = numbering->dim[dim];
        atom->step *= numbering->unit[dim];
    }
}

typedef struct {
    int dim;
    int64_t unit, run;
} Cut;

static Partition *piece(const Copy *copy, const Cut *cut, int64_t k) {
    Decline decline;
    Numbering numbering = {0};
    Partition *partition = NULL;
    Copy *part = NEW(Copy);
    *part = *copy;
    part->owners = NULL; /* its elements are others */
    if (take_piece(&part->src, cut->dim, cut->unit, cut->run, k) &&
        take_piece(&part->dst, cut->dim, cut->unit, cut->run, k))
        partition = partition_new(part, &decline);
    if (!partition || copy->limits.count == 0)
        return partition;
    for (int d = 0; own_dim(&copy->dst, d) >= 0; d++) {
        int64_t extent = copy->dst.region[own_dim(&copy->dst, d)].extent;
        add_dim(
            &numbering,
            d == cut->dim ? extent / cut->unit : extent,
            d,
            d == cut->dim ? cut->unit : 1);
        if (d == cut->dim)
            add_dim(&numbering, cut->run, d, 1);
    }
    renumber(partition, &numbering);
    partition->from[cut->dim] = cut->run * k;
    return partition;
}

/* The cut with the fewest pieces; of those, with the longest runs. */
static bool find_cut(const Copy *copy, Cut *found) {
    MemMark mark = mem_mark();
    int64_t best = MAX_PIECES + 1;
    for (int dim = 0; own_dim(&copy->src, dim) >= 0; dim++) {
        int64_t extent = copy->src.region[own_dim(&copy->src, dim)].extent;
        for (int64_t count = 2; count < best && count <= extent; count++)
            for (int64_t run = extent / count; run >= 1 && count < best; run--) {
                Cut cut = {dim, count * run, run};
                if (extent % cut.unit == 0 && piece(copy, &cut, 0)) {
                    *found = cut;
                    best = count;
                }
                mem_rewind(mark);
            }
    }
    return best <= MAX_PIECES;
}

Plan *pieces_plan(const Copy *copy, const char *variant, int max_bits, Decline *decline) {
    Partition *parts[MAX_PIECES];
    Cut cut;
    bool one_side = (copy->src.space == SPACE_REG) != (copy->dst.space == SPACE_REG);
    if (!one_side || !find_cut(copy, &cut))
        return NULL;
    int count = (int)(cut.unit / cut.run);
    for (int k = 0; k < count; k++)
        if (!(parts[k] = piece(copy, &cut, k)))
            return NULL;
    return registers_plan_of(copy, parts, count, variant, max_bits, decline);
}

/* ---- ranges --------------------------------------------------------------------------------- */

enum { MAX_RANGES = 8 };

/* The longest run of coordinates of one iter that begins at `begin`: of (13,992) six of the outer
 * one for 0:6448, then 496 of the inner one. */
static int64_t range_end(const Layout *layout, int64_t begin, int64_t end) {
    int64_t unit = 1, inner = 1, count = 1;
    for (int i = layout->shard_count - 1; i >= 0; i--) {
        int64_t extent = layout->shard[i].extent;
        if (begin % inner || begin + inner > end)
            break;
        unit = inner;
        count = extent - begin / unit % extent;
        inner *= extent;
    }
    return begin + unit * count < end ? begin + unit * count : begin + (end - begin) / unit * unit;
}

/* Elements begin .. end of the copy's one dimension, on both sides. */
static Partition *range(const Copy *copy, int64_t begin, int64_t end, Decline *decline) {
    Copy *part = NEW(Copy);
    *part = *copy;
    part->owners = NULL;
    for (int side = SRC; side <= DST; side++) {
        Operand *operand = side == SRC ? &part->src : &part->dst;
        operand->region[0].begin += begin;
        operand->region[0].extent = end - begin;
        operand->whole = false;
    }
    return partition_new(part, decline);
}

Plan *ranges_plan(const Copy *copy, const char *variant, int max_bits, Decline *decline) {
    const Operand *reg = copy->src.space == SPACE_REG ? &copy->src : &copy->dst;
    Partition *parts[MAX_RANGES];
    const Range all = reg->region[0];
    int count = 0;
    if (copy->src.rank != 1 || copy->dst.rank != 1 || all.symbol >= 0 || copy->limits.count > 0)
        return NULL;
    for (int64_t at = 0; at < all.extent;) {
        int64_t next = range_end(&reg->layout, all.begin + at, all.begin + all.extent) - all.begin;
        if (count == MAX_RANGES || !(parts[count++] = range(copy, at, next, decline)))
            return NULL;
        at = next;
    }
    return registers_plan_of(copy, parts, count, variant, max_bits, decline);
}

/* ---- boxes ---------------------------------------------------------------------------------- */

enum { MAX_BOXES = 64, MOST_EXTENT = 4096, MOST_TRIED = 1 << 14, STEPS_OF_TRY = 1 << 12 };

/* Part of the region, by dimension without unit extents: from begin[d] on, extent[d] elements. */
typedef struct {
    int dims;
    int64_t begin[MAX_RANK], extent[MAX_RANK];
} Box;

static Partition *boxed(const Copy *copy, const Box *box, Decline *decline) {
    Numbering numbering = {0};
    Copy *part = NEW(Copy);
    *part = *copy;
    part->owners = NULL;
    for (int side = SRC; side <= DST; side++) {
        const Operand *whole = copy_side(copy, side);
        Operand *operand = side == SRC ? &part->src : &part->dst;
        operand->whole = false;
        for (int d = 0; d < box->dims; d++) {
            Range *range = &operand->region[own_dim(whole, d)];
            range->begin += box->begin[d];
            range->extent = box->extent[d];
        }
    }
    Partition *partition = partition_new(part, decline);
    for (int d = 0; d < box->dims && partition && copy->limits.count; d++) {
        add_dim(&numbering, box->extent[d], d, 1);
        partition->from[d] = box->begin[d];
    }
    if (partition && copy->limits.count)
        renumber(partition, &numbering);
    return partition;
}

/* Columns 1 .. 32 of (3,11) are 1 .. 10, 11 .. 21 and 22 .. 32: the longest range that straddles no
 * iter of either side, one after the other. `nests`: whose steps of threads nest, too. Returns how
 * many, their ends in `end`; 0: more than MAX_BOXES, or too many to try. */
static int ranges_of(
    const Copy *copy, int dims, int dim, int64_t extent, bool nests, int64_t *end) {
    MemMark mark = mem_mark();
    int count = 0, tries = 0;
    for (int64_t at = 0; at < extent; at = end[count - 1]) {
        Box box = {.dims = dims};
        Decline decline;
        bool fits = false;
        for (int d = 0; d < dims; d++)
            box.extent[d] = 1;
        box.begin[dim] = at;
        for (int64_t next = extent; next > at && !fits && count < MAX_BOXES; next--) {
            if (tries++ == MOST_TRIED)
                return 0;
            budget_spend(STEPS_OF_TRY);
            box.extent[dim] = next - at;
            const Partition *part = boxed(copy, &box, &decline);
            fits = part && (!nests || registers_nest(part));
            end[count] = next;
            mem_rewind(mark);
        }
        if (!fits)
            return 0;
        count++;
    }
    return count;
}

static Plan *plan_of_boxes(
    const Copy *copy, const char *variant, int max_bits, bool nests, Decline *decline) {
    Partition *parts[MAX_BOXES];
    int64_t end[MAX_RANK][MAX_BOXES];
    int ranges[MAX_RANK] = {0}, dims = 0, count = 1;
    bool one_side = (copy->src.space == SPACE_REG) != (copy->dst.space == SPACE_REG);
    for (; own_dim(&copy->dst, dims) >= 0; dims++)
        if (copy->dst.region[own_dim(&copy->dst, dims)].extent > MOST_EXTENT)
            return NULL;
    if (!one_side)
        return NULL;
    for (int d = 0; d < dims; d++) {
        int64_t extent = copy->dst.region[own_dim(&copy->dst, d)].extent;
        ranges[d] = ranges_of(copy, dims, d, extent, nests, end[d]);
        count = ranges[d] && ranges[d] <= MAX_BOXES / count ? count * ranges[d] : 0;
        if (!count)
            return NULL;
    }
    for (int i = 0; i < count; i++) {
        Box box = {.dims = dims};
        for (int d = dims - 1, left = i; d >= 0; left /= ranges[d--]) {
            int at = left % ranges[d];
            box.begin[d] = at ? end[d][at - 1] : 0;
            box.extent[d] = end[d][at] - box.begin[d];
        }
        if (!(parts[i] = boxed(copy, &box, decline)))
            return NULL;
    }
    return registers_plan_of(copy, parts, count, variant, max_bits, decline);
}

Plan *boxes_plan(const Copy *copy, const char *variant, int max_bits, Decline *decline) {
    Plan *plan = plan_of_boxes(copy, variant, max_bits, false, decline);
    return plan ? plan : plan_of_boxes(copy, variant, max_bits, true, decline);
}
