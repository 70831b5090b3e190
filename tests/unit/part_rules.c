/* part_rules.c: see part_rules.h. A layout is evaluated as docs/layouts.md defines it; run-time numbers are tried
 * with values that have no other divisor of note than the one that is promised. */
#include "part_rules.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024, FIELDS = 4 + MAX_RANK };

/* An element: where it is on either side, its slot, its thread, its coordinates. */
typedef struct {
    int64_t at[FIELDS];
} Spot;
enum { OF_SRC, OF_DST, SLOT, THREAD, COORDS };

static int64_t values[MAX_SYMBOLS];

/* Multiples of the divisor, odd ones, at least the least. */
static void set_values(const Copy *copy, int64_t odd) {
    for (int i = 0; i < copy->symbol_count; i++) {
        int64_t divisor = copy->symbols[i].divisor < 1 ? 1 : copy->symbols[i].divisor;
        values[i] = divisor * (odd + 2 * i);
    }
}

static int64_t value_of(Coef coef) {
    int64_t value = coef.value;
    for (int k = 0; k < coef.count; k++)
        value *= values[coef.symbol[k]];
    return value;
}

static int64_t poly_value(const PolyBasis *basis, const Poly *poly) {
    int64_t value = poly->constant;
    for (int i = 0; i < basis->count; i++) {
        Coef coef = basis->monomial[i];
        coef.value = poly->value[i];
        value += value_of(coef);
    }
    return value;
}

/* ---- atoms -------------------------------------------------------------------------------------- */

static Spot step_of(const Partition *partition, const Atom *atom) {
    Spot step = {{0}};
    bool memory[2] = {partition->reg_side != SRC, partition->reg_side != DST};
    for (int side = SRC; side <= DST; side++)
        step.at[side] = memory[side] ? value_of(atom->mem[side]) : 0;
    if (partition->reg_side == SRC || partition->reg_side == DST)
        step.at[atom->axis == AXIS_M ? SLOT : THREAD] =
            atom->reg * (atom->axis == AXIS_M ? 1 : (int64_t)1 << (7 * (atom->axis - 1)));
    if (partition->copy->limits.count)
        step.at[COORDS + atom->dim] = atom->step;
    return step;
}

static int64_t count_of(const Partition *partition) {
    int64_t count = 1;
    for (int i = 0; i < partition->atom_count && count <= MOST; i++)
        count *= partition->atoms[i].extent;
    return count;
}

/* Element `number` of the atoms, the last one fastest, without the base. */
static Spot spot_of(const Partition *partition, int64_t number) {
    Spot spot = {{0}};
    for (int i = partition->atom_count - 1; i >= 0; i--) {
        Spot step = step_of(partition, &partition->atoms[i]);
        for (int f = 0; f < FIELDS; f++)
            spot.at[f] += number % partition->atoms[i].extent * step.at[f];
        number /= partition->atoms[i].extent;
    }
    return spot;
}

static int compare(const void *a, const void *b) {
    const Spot *x = a, *y = b;
    for (int f = 0; f < FIELDS; f++)
        if (x->at[f] != y->at[f])
            return x->at[f] < y->at[f] ? -1 : 1;
    return 0;
}

/* All of them, in order of their numbers; how many. */
static int64_t all_spots(const Partition *partition, Spot *out) {
    int64_t count = count_of(partition);
    for (int64_t i = 0; i < count && count <= MOST; i++)
        out[i] = spot_of(partition, i);
    return count;
}

static bool same_spots(Spot *a, Spot *b, int64_t count) {
    qsort(a, (size_t)count, sizeof *a, compare);
    qsort(b, (size_t)count, sizeof *b, compare);
    for (int64_t i = 0; i < count; i++)
        if (compare(&a[i], &b[i]))
            return false;
    return true;
}

/* ---- layouts ------------------------------------------------------------------------------------ */

/* Where the layout has a coordinate of the region: m in at[side] or SLOT, thread axes in THREAD. */
static Spot evaluate(const Partition *partition, int side, const int64_t *coord) {
    const Operand *operand = copy_side(partition->copy, side);
    const Layout *layout = &operand->layout;
    int64_t flat = 0, sum[AXIS_COUNT] = {0};
    Spot spot = {{0}};
    for (int d = 0; d < operand->rank; d++)
        flat = flat * operand->shape[d] + operand->region[d].begin + coord[d];
    for (int i = layout->shard_count - 1; i >= 0; i--) {
        sum[layout->shard[i].axis] +=
            flat % layout->shard[i].extent * value_of(layout->shard[i].stride);
        flat /= layout->shard[i].extent;
    }
    for (int i = 0; i < layout->offset_count; i++)
        sum[layout->offset[i].axis] += layout->offset[i].amount;
    spot.at[operand->space == SPACE_REG ? SLOT : side] = sum[AXIS_M];
    for (int axis = 1; axis < AXIS_COUNT && operand->space == SPACE_REG; axis++)
        spot.at[THREAD] += sum[axis] * ((int64_t)1 << (7 * (axis - 1)));
    return spot;
}

/* Lanes and warps of a slice may be threads of the CTA. */
static bool same_axes(const Partition *partition) {
    for (int side = SRC; side <= DST; side++) {
        unsigned axes = layout_axes(&copy_side(partition->copy, side)->layout);
        if (axes >> AXIS_BX || layout_axes(&partition->slice[side].layout) & ~axes & ~1u)
            return false;
    }
    return true;
}

/* The atoms are region row-major. */
const char *partition_flaw(const Partition *partition) {
    const Copy *copy = partition->copy;
    int64_t coord[2][MAX_RANK] = {{0}}, count = region_count(&copy->dst);
    if (partition->reg_side == 2 || count > MOST || !same_axes(partition))
        return NULL;
    set_values(copy, 101);
    if (count_of(partition) != count)
        return "a partition of other elements";
    Spot base = {{0}};
    for (int side = SRC; side <= DST; side++)
        base.at[side == partition->reg_side ? (int)SLOT : side] =
            poly_value(&partition->basis, &partition->base[side]);
    for (int axis = 1; axis < AXIS_COUNT && partition->reg_side >= 0; axis++)
        base.at[THREAD] += partition->thread_base[axis] * ((int64_t)1 << (7 * (axis - 1)));
    for (int64_t i = 0; i < count; i++) {
        Spot spot = spot_of(partition, i), src = evaluate(partition, SRC, coord[SRC]),
             dst = evaluate(partition, DST, coord[DST]);
        for (int f = 0; f < COORDS; f++)
            if (spot.at[f] + base.at[f] != src.at[f] + dst.at[f])
                return "an element that a partition has elsewhere";
        for (int d = 0, dim = 0; d < copy->dst.rank && copy->limits.count; d++)
            if (copy->dst.region[d].extent > 1 && spot.at[COORDS + dim++] != coord[DST][d])
                return "a coordinate that a partition has elsewhere";
        region_next(&copy->src, coord[SRC]);
        region_next(&copy->dst, coord[DST]);
    }
    return NULL;
}

/* Of sides apart: counter c of a dimension is c / div % extent of each of its digits. */
const char *apart_flaw(const Partition *partition) {
    static Spot got[MOST], want[MOST];
    const Copy *copy = partition->copy;
    int64_t coord[2][MAX_RANK] = {{0}}, count = region_count(&copy->dst), items = 1, run = 1;
    if (count > MOST || copy->limits.count)
        return NULL;
    set_values(copy, 101);
    for (int d = 0; d < partition->dims; d++)
        items *= partition->dim_count[d];
    for (int i = 0; i < partition->atom_count; i++)
        run *= partition->atoms[i].alone ? 1 : partition->atoms[i].extent;
    if (items * run != count)
        return "sides apart of other elements";
    for (int64_t i = 0; i < count; i++) {
        int64_t counter[MAX_RANK], rest = i / run, inside = i % run;
        for (int d = partition->dims - 1; d >= 0; rest /= partition->dim_count[d--])
            counter[d] = rest % partition->dim_count[d];
        got[i] = (Spot){{0}};
        for (int a = 0; a < partition->atom_count; a++) {
            const Atom *atom = &partition->atoms[a];
            int64_t digit = atom->alone ? counter[atom->dim] / atom->div % atom->extent : inside;
            for (int side = SRC; side <= DST; side++)
                got[i].at[side] += digit * value_of(atom->mem[side]);
        }
        Spot src = evaluate(partition, SRC, coord[SRC]), dst = evaluate(partition, DST, coord[DST]);
        want[i] = src;
        want[i].at[OF_DST] = dst.at[OF_DST];
        for (int side = SRC; side <= DST; side++)
            want[i].at[side] -= poly_value(&partition->basis, &partition->base[side]);
        region_next(&copy->src, coord[SRC]);
        region_next(&copy->dst, coord[DST]);
    }
    return same_spots(got, want, count) ? NULL : "an element that sides apart have elsewhere";
}

/* ---- alignment ---------------------------------------------------------------------------------- */

/* Is every address of the side a multiple of so many bits, wherever the origins are? */
bool steps_by(const Partition *partition, int side, int64_t bits) {
    const Copy *copy = partition->copy;
    const Slice *slice = &partition->slice[side];
    for (int64_t odd = 1; odd < 16; odd += 2) {
        set_values(copy, odd);
        int64_t at = poly_value(&partition->basis, &partition->base[side]) * copy_bits(copy);
        if (at % bits)
            return false;
        for (int i = 0; i < partition->atom_count; i++)
            if (value_of(partition->atoms[i].mem[side]) * copy_bits(copy) % bits)
                return false;
        for (int i = 0; i < slice->origin_count; i++) {
            int64_t digit = values[slice->origin[i].symbol] / slice->origin[i].div;
            if (digit * value_of(slice->origin[i].stride) * copy_bits(copy) % bits)
                return false;
        }
    }
    return true;
}

/* May a side be accessed so many elements at a time, where the runs begin at the atoms of `rest`? */
static bool side_takes(const Partition *rest, int side, int64_t count) {
    const Operand *operand = copy_side(rest->copy, side);
    int64_t bits = count * copy_bits(rest->copy), word = bits < 32 ? bits : 32;
    if (operand->space != SPACE_REG)
        return operand->align * 8 % bits == 0 && steps_by(rest, side, bits) &&
               (!operand->layout.swizzle.on || !operand->layout.swizzle.len ||
                count <= (int64_t)1 << operand->layout.swizzle.per_element);
    bool whole = rest->base[side].constant * copy_bits(rest->copy) % word == 0;
    for (int i = 0; i < rest->atom_count; i++)
        whole &=
            rest->atoms[i].axis != AXIS_M || rest->atoms[i].reg * copy_bits(rest->copy) % word == 0;
    return whole;
}

/* ---- vectors ------------------------------------------------------------------------------------ */

static bool has_spot(const Spot *sorted, int64_t count, const Spot *spot) {
    return bsearch(spot, sorted, (size_t)count, sizeof *spot, compare) != NULL;
}

static Spot moved(const Partition *partition, Spot spot, int64_t by) {
    for (int side = SRC; side <= DST; side++)
        if (side != partition->reg_side)
            spot.at[side] += by;
    if (partition->reg_side >= 0)
        spot.at[SLOT] += by;
    return spot;
}

/* Do all elements come in runs of `count` neighbours that begin at multiples of it on both sides? Then each has
 * its place in a run, and the first of its run is an element too. */
static bool come_in_runs(
    const Partition *partition, const Spot *sorted, int64_t all, int64_t count) {
    int key = partition->reg_side == SRC ? OF_DST : OF_SRC;
    for (int64_t i = 0; i < all; i++) {
        int64_t place = ((sorted[i].at[key] % count) + count) % count;
        for (int f = OF_SRC; f <= SLOT; f++) {
            bool counts = f == SLOT ? partition->reg_side >= 0 : f != partition->reg_side;
            if (counts && ((sorted[i].at[f] % count) + count) % count != place)
                return false;
        }
        Spot first = moved(partition, sorted[i], -place);
        Spot last = moved(partition, sorted[i], count - 1 - place);
        if (!has_spot(sorted, all, &first) || !has_spot(sorted, all, &last))
            return false;
    }
    return true;
}

/* The same elements, runs of `count`, each of which may be one access. */
const char *vector_flaw(
    const Partition *before, const Partition *after, int64_t count, int most_bits) {
    static Spot all[MOST], got[MOST];
    const Copy *copy = before->copy;
    set_values(copy, 101);
    int64_t elements = all_spots(before, all), left = all_spots(after, got);
    if (elements > MOST || copy->limits.count || before->reg_side == 2)
        return NULL;
    if (count > 0 && (left * count != elements || count * copy_bits(copy) > most_bits))
        return "a vector of other elements";
    for (int64_t i = left - 1; i >= 0 && count > 0; i--)
        for (int64_t k = count - 1; k >= 0; k--)
            got[i * count + k] = moved(before, got[i], k);
    if (count > 0 && !same_spots(all, got, elements))
        return "an element that a vector has elsewhere";
    if (count > 0 && (!side_takes(after, SRC, count) || !side_takes(after, DST, count)))
        return "a vector that is not aligned";
    qsort(all, (size_t)elements, sizeof *all, compare);
    for (int64_t bits = 2 * count * copy_bits(copy); count > 0 && bits <= most_bits; bits *= 2) {
        int64_t more = bits / copy_bits(copy);
        bool fits = bits % copy_bits(copy) == 0 && elements % more == 0;
        for (int side = SRC; side <= DST && fits; side++) {
            Partition rest = *before; /* what steps by less lies inside of a run */
            rest.atom_count = 0;
            for (int i = 0; i < before->atom_count; i++) {
                Spot step = step_of(before, &before->atoms[i]);
                int key = side == before->reg_side ? (int)SLOT : side;
                if (step.at[key] == 0 || step.at[key] % more == 0 || step.at[key] > more)
                    rest.atoms[rest.atom_count++] = before->atoms[i];
            }
            fits = side_takes(&rest, side, more);
        }
        if (fits && come_in_runs(before, all, elements, more))
            return "a vector that could be wider";
    }
    return NULL;
}

/* One element of the source at `count` neighbours of the destination. */
const char *copies_flaw(const Partition *before, const Partition *after, int64_t count) {
    static Spot all[MOST], got[MOST];
    set_values(before->copy, 101);
    int64_t elements = all_spots(before, all), left = all_spots(after, got);
    if (elements > MOST || before->copy->limits.count)
        return NULL;
    if (left * count != elements)
        return "copies of other elements";
    for (int64_t i = left - 1; i >= 0; i--)
        for (int64_t k = count - 1; k >= 0; k--) {
            got[i * count + k] = got[i];
            got[i * count + k].at[OF_DST] += k;
        }
    if (!same_spots(all, got, elements))
        return "an element whose copy is elsewhere";
    return count == 1 || side_takes(after, DST, count) ? NULL : "copies that are not aligned";
}

/* ---- order -------------------------------------------------------------------------------------- */

const char *fuse_flaw(const Partition *before, const Partition *after) {
    static Spot all[MOST], got[MOST];
    set_values(before->copy, 101);
    int64_t elements = all_spots(before, all), left = all_spots(after, got);
    if (elements > MOST || before->reg_side == 2)
        return NULL;
    if (left != elements || memcmp(all, got, (size_t)elements * sizeof *all) != 0)
        return "fused atoms of other elements";
    for (int i = 0; i < after->atom_count; i++) {
        if (after->atoms[i].extent == 1)
            return "an atom of one element";
        if (i == 0)
            continue;
        Spot outer = step_of(after, &after->atoms[i - 1]), inner = step_of(after, &after->atoms[i]);
        bool one = after->atoms[i - 1].axis == after->atoms[i].axis || after->reg_side < 0;
        for (int f = 0; f < FIELDS; f++)
            one &= outer.at[f] == inner.at[f] * after->atoms[i].extent;
        if (one)
            return "two atoms that are one";
    }
    return NULL;
}

const char *sort_flaw(const Partition *before, const Partition *after, int side) {
    static Spot all[MOST], got[MOST];
    set_values(before->copy, 101);
    int64_t elements = all_spots(before, all), left = all_spots(after, got);
    if (elements > MOST)
        return NULL;
    if (left != elements || !same_spots(all, got, elements))
        return "sorted atoms of other elements";
    for (int i = 1; i < after->atom_count; i++)
        if (stride_size(after, after->atoms[i - 1].mem[side]) <
            stride_size(after, after->atoms[i].mem[side]))
            return "a larger stride inside of a smaller one";
    return NULL;
}

/* What the digits of the ranks select and what is left are all vectors, each once. */
const char *spread_flaw(
    const Partition *before,
    const Partition *after,
    const Spread *spread,
    int64_t count,
    int64_t first) {
    static Spot all[MOST], got[MOST], left[MOST];
    int64_t threads = before->copy->scope.threads, filled = 0;
    set_values(before->copy, 101);
    int64_t elements = all_spots(before, all), rest = all_spots(after, left);
    if (elements > MOST || before->copy->limits.count || count == 0)
        return NULL;
    if (threads * rest * count != elements)
        return "threads that do not share all elements";
    for (int64_t rank = first; rank < first + threads; rank++) {
        Point point = {.rank = rank};
        Spot own = {{0}};
        for (int i = 0; i < spread->count; i++) {
            Spot step = step_of(before, &spread->atoms[i]);
            for (int f = 0; f < FIELDS; f++)
                own.at[f] += digit_value(&spread->digits[i], &point) * step.at[f];
        }
        for (int64_t i = 0; i < rest; i++)
            for (int64_t k = 0; k < count; k++, filled++) {
                got[filled] = own;
                for (int f = 0; f < FIELDS; f++)
                    got[filled].at[f] += left[i].at[f];
                got[filled] = moved(before, got[filled], k);
            }
    }
    return same_spots(all, got, elements) ? NULL : "an element that no thread takes";
}

/* ---- owners ------------------------------------------------------------------------------------- */

enum { MOST_TRIED = 1 << 14 };

static int64_t digit_of_rank(int axis, int64_t rank) {
    switch (axis) {
    case AXIS_LANEID:
        return rank % 32;
    case AXIS_WARPID:
        return rank / 32;
    case AXIS_WID_IN_WG:
        return rank / 32 % 4;
    case AXIS_TID_IN_WG:
        return rank % 128;
    case AXIS_WGID:
        return rank / 128;
    default:
        return rank;
    }
}

static int64_t replicas_of(const Layout *layout) {
    int64_t count = 1;
    for (int i = 0; i < layout->replica_count; i++)
        count *= layout->replica[i].extent;
    return count;
}

/* The register that each thread has of the element, -1: none; the lowest thread that has one, -1: there is none. */
int owners_by_search(const Copy *copy, int side, const int64_t *coord, int64_t *slot) {
    const Operand *operand = copy_side(copy, side);
    const Layout *layout = &operand->layout;
    int64_t flat = 0, first[AXIS_COUNT] = {0}, replicas = replicas_of(layout);
    int lowest = -1, threads = copy->scope.threads;
    for (int rank = 0; rank < threads; rank++)
        slot[rank] = -1;
    for (int d = 0; d < operand->rank; d++)
        flat = flat * operand->shape[d] + operand->region[d].begin + coord[d];
    for (int i = layout->shard_count - 1; i >= 0; flat /= layout->shard[i--].extent)
        first[layout->shard[i].axis] +=
            flat % layout->shard[i].extent * layout->shard[i].stride.value;
    for (int i = 0; i < layout->offset_count; i++)
        first[layout->offset[i].axis] += layout->offset[i].amount;
    for (int64_t r = 0; r < replicas; r++) {
        int64_t sum[AXIS_COUNT], rest = r;
        memcpy(sum, first, sizeof sum);
        for (int i = layout->replica_count - 1; i >= 0; rest /= layout->replica[i--].extent)
            sum[layout->replica[i].axis] +=
                rest % layout->replica[i].extent * layout->replica[i].stride.value;
        for (int rank = 0; rank < threads; rank++) {
            bool owns = scope_has_rank(&copy->scope, rank) && slot[rank] < 0;
            for (int axis = 1; axis < AXIS_BX; axis++)
                if (layout_axes(layout) >> axis & 1)
                    owns &= digit_of_rank(axis, rank) == sum[axis];
            if (owns)
                slot[rank] = sum[AXIS_M];
        }
    }
    for (int rank = threads - 1; rank >= 0; rank--)
        lowest = slot[rank] >= 0 ? rank : lowest;
    return lowest;
}

static bool is_tried(const Copy *copy, int side) {
    const Operand *operand = copy_side(copy, side);
    const Layout *layout = &operand->layout;
    bool moves = false, names = false;
    for (int d = 0; d < operand->rank; d++)
        moves |= operand->region[d].symbol >= 0;
    for (int i = 0; i < layout->shard_count; i++)
        names |= layout->shard[i].stride.count > 0 || layout->shard[i].stride.value < 0;
    return !moves && !names && !layout->swizzle.on && !(layout_axes(layout) >> AXIS_BX) &&
           region_count(operand) * replicas_of(layout) * copy->scope.threads <= MOST_TRIED;
}

const char *owners_flaw(const Copy *copy, int side, const Ownership *owners) {
    static int64_t slot[MAX_THREADS];
    static bool lowest_of[MAX_THREADS], other_of[MAX_THREADS], owns[MAX_THREADS];
    int64_t coord[MAX_RANK] = {0};
    int threads = copy->scope.threads, movers = 0;
    bool missing = false, uneven = false, same = true;
    if (!is_tried(copy, side))
        return NULL;
    memset(lowest_of, 0, sizeof lowest_of);
    memset(other_of, 0, sizeof other_of);
    memset(owns, 0, sizeof owns);
    do {
        int lowest = owners_by_search(copy, side, coord, slot);
        missing = lowest < 0;
        for (int rank = 0; rank < threads && !missing; rank++) {
            owns[rank] |= slot[rank] >= 0;
            other_of[rank] |= slot[rank] >= 0 && rank != lowest;
        }
        if (!missing)
            lowest_of[lowest] = true;
    } while (!missing && region_next(copy_side(copy, side), coord));
    if (owners->missing != missing)
        return "an element without an owner";
    if (missing) {
        for (int d = 0; d < copy_side(copy, side)->rank; d++)
            same &= owners->missing_at[d] == copy_side(copy, side)->region[d].begin + coord[d];
        return same ? NULL : "another element is without an owner";
    }
    for (int rank = 0; rank < threads; rank++) {
        bool moves = side == SRC ? lowest_of[rank] : owns[rank];
        movers += moves;
        same &= owners->movers.has[rank] == moves;
        uneven |= side == SRC && lowest_of[rank] && other_of[rank];
    }
    return !same || owners->movers.count != movers ? "other threads move"
           : owners->uneven != uneven              ? "a thread that moves some of its elements"
                                                   : NULL;
}

/* ---- registers to registers --------------------------------------------------------------------- */

/* A thread takes what it holds itself, otherwise what the lowest owner holds. */
const char *exchange_flaw(const Copy *copy, const Exchange *exchange) {
    static int64_t from[MAX_THREADS], to[MAX_THREADS];
    int64_t coord[2][MAX_RANK] = {{0}}, filled = 0, known = 0;
    int threads = copy->scope.threads;
    bool keeps = false, crosses = false, leaves = false, uniform = true;
    if (!is_tried(copy, SRC) || !is_tried(copy, DST) || copy->dst.layout.replica_count)
        return NULL;
    do {
        int lowest = owners_by_search(copy, SRC, coord[SRC], from);
        owners_by_search(copy, DST, coord[DST], to);
        for (int rank = 0; rank < threads; rank++) {
            if (to[rank] < 0)
                continue;
            int giver = from[rank] >= 0 ? rank : lowest;
            int64_t at = rank * exchange->slots + to[rank];
            if (to[rank] >= exchange->slots || exchange->rank[at] != giver ||
                exchange->slot[at] != from[giver])
                return "a register that comes from elsewhere";
            keeps |= giver == rank && rank != lowest;
            crosses |= giver != rank;
            leaves |= giver / 32 != rank / 32;
            filled++;
        }
        region_next(&copy->src, coord[SRC]);
    } while (region_next(&copy->dst, coord[DST]));
    for (int64_t slot = 0; slot < exchange->slots; slot++) {
        int64_t one = -1;
        for (int rank = 0; rank < threads; rank++) {
            int64_t at = rank * exchange->slots + slot;
            known += exchange->rank[at] >= 0;
            if (exchange->rank[at] < 0)
                continue;
            uniform &= one < 0 || one == exchange->slot[at];
            one = exchange->slot[at];
        }
    }
    if (known != filled)
        return "a register that comes from nowhere";
    return keeps == exchange->keeps && crosses == exchange->crosses &&
                   leaves == exchange->leaves_warp && uniform == exchange->is_uniform &&
                   exchange_meets(exchange) == (crosses || !uniform)
               ? NULL
               : "an exchange that says something else of itself";
}

/* ---- bulk copies -------------------------------------------------------------------------------- */

/* Neighbours of the source that are neighbours of the destination form runs; what all runs come in is one bulk
 * copy. Of swizzled sides, and where a place is taken twice, it is not counted. */
const char *chunk_flaw(const Copy *copy, const Partition *partition, const Chunk *chunk) {
    static Spot all[MOST];
    int64_t coord[2][MAX_RANK] = {{0}}, count = region_count(&copy->dst), run = 1, common = 0;
    bool swizzled = copy->src.layout.swizzle.on || copy->dst.layout.swizzle.on;
    if (count > MOST || swizzled || copy->limits.count)
        return NULL;
    set_values(copy, 101);
    for (int64_t i = 0; i < count; i++) {
        Spot dst = evaluate(partition, DST, coord[DST]);
        all[i] = evaluate(partition, SRC, coord[SRC]);
        all[i].at[OF_DST] = dst.at[OF_DST];
        region_next(&copy->src, coord[SRC]);
        region_next(&copy->dst, coord[DST]);
    }
    qsort(all, (size_t)count, sizeof *all, compare);
    for (int64_t i = 1; i <= count; i++) {
        if (i < count && all[i].at[OF_SRC] == all[i - 1].at[OF_SRC])
            return NULL;
        bool follows = i < count && all[i].at[OF_SRC] == all[i - 1].at[OF_SRC] + 1 &&
                       all[i].at[OF_DST] == all[i - 1].at[OF_DST] + 1;
        if (!follows)
            common = gcd_i64(common, run);
        run = follows ? run + 1 : 1;
    }
    return chunk->elements == common ? NULL : "a bulk copy that could be longer";
}
