/* partition.c: a request -> its two sides aligned iter by iter, outermost first. The address of the
 * first element is evaluated from the layout itself; the atoms carry the strides from there. */
#include "tile.h"
#include <stdarg.h>

const Operand *copy_side(const Copy *copy, int side) {
    return side == SRC ? &copy->src : &copy->dst;
}

int copy_bits(const Copy *copy) {
    return copy->dtype->bits;
}

bool decline_with(Decline *decline, const char *predicate, const char *format, ...) {
    char reason[300];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    decline->predicate = predicate;
    decline->reason = mem_printf("%s", reason);
    return false;
}

/* First element of the region without swizzle and replicas; run-time origins count as 0 here. */
static bool first_place(Partition *partition, const Operand *operand, Place *place) {
    Layout plain = operand->layout;
    int64_t begin[MAX_RANK];
    plain.swizzle.on = false;
    for (int d = 0; d < operand->rank; d++)
        begin[d] = operand->region[d].begin;
    return layout_places(
               &plain,
               partition->copy->symbols,
               &partition->basis,
               operand->rank,
               operand->shape,
               begin,
               place,
               1) == 1;
}

/* Rows 0 .. 88 of (4,32):(1@wid_in_wg,1@laneid) straddle a warp, but not (128):(1@tid_in_wg). */
static bool slice_operand(Partition *partition, int side, Operand *operand) {
    const Copy *copy = partition->copy;
    Slice *slice = &partition->slice[side];
    if (layout_slice(operand, copy->symbols, &partition->basis, slice))
        return true;
    if (operand->space != SPACE_REG || operand->layout.replica_count > 0)
        return false;
    operand->layout = layout_canonical(&operand->layout, copy->scope.kind);
    return layout_slice(operand, copy->symbols, &partition->basis, slice);
}

static bool slice_side(Partition *partition, int side, Decline *decline) {
    static const char *const name[] = {"source", "destination"};
    Operand sliced = *copy_side(partition->copy, side), *operand = &sliced;
    const int told = partition->copy->op == OP_FILL ? DST : side; /* a fill has no source */
    Place place;
    if (!slice_operand(partition, side, operand) || !first_place(partition, operand, &place))
        return decline_with(
            decline, "slice", "the region of the %s straddles an iter of its layout", name[told]);
    partition->base[side] = place.at;
    if (operand->space == SPACE_REG)
        for (int axis = 0; axis < AXIS_COUNT; axis++) {
            partition->threads_differ[axis] = partition->thread_base[axis] != place.along[axis];
            partition->thread_base[axis] = place.along[axis];
        }
    return true;
}

/* "2@laneid", or "registers". */
static const char *spread_words(Axis axis, Coef stride) {
    return axis == AXIS_M ? "registers"
                          : mem_printf("%lld@%s", (long long)stride.value, axis_name[axis]);
}

/* Registers to registers: what one side gives to threads, the other must give to the same
 * threads. */
static bool add_register_joint(Atom *atom, const Joint *joint, Decline *decline) {
    if (joint->a.count > 0 || joint->b.count > 0)
        return decline_with(decline, "register_strides", "a register layout has a run-time stride");
    if (joint->a_axis != joint->b_axis ||
        (joint->a_axis != AXIS_M && !coef_equal(joint->a, joint->b)))
        return decline_with(
            decline,
            "same_ownership",
            "%lld steps of dimension %d go over %s in the source and over %s in the destination: "
            "some elements move to another thread, which needs a relayout",
            (long long)joint->extent,
            joint->dim,
            spread_words(joint->a_axis, joint->a),
            spread_words(joint->b_axis, joint->b));
    atom->axis = joint->a.value == 0 ? AXIS_M : joint->a_axis;
    atom->reg = atom->axis == AXIS_M ? 0 : joint->a.value;
    return true;
}

static bool add_joint(Partition *partition, const Joint *joint, Decline *decline) {
    int reg = partition->reg_side;
    Atom *atom = &partition->atoms[partition->atom_count++];
    *atom = (Atom){.extent = joint->extent, .axis = AXIS_M};
    atom->dim = joint->dim;
    atom->mem[SRC] = joint->a;
    atom->mem[DST] = joint->b;
    if (reg == 2)
        return add_register_joint(atom, joint, decline);
    if (reg < 0)
        return (joint->a_axis == AXIS_M && joint->b_axis == AXIS_M) ||
               decline_with(decline, "memory_axes", "a memory layout uses an axis other than m");
    Axis memory_axis = reg == SRC ? joint->b_axis : joint->a_axis;
    Coef own = atom->mem[reg];
    atom->axis = reg == SRC ? joint->a_axis : joint->b_axis;
    atom->reg = own.value;
    if (atom->reg == 0)
        atom->axis = AXIS_M; /* all on one thread, in one register: a source that is broadcast */
    if (memory_axis != AXIS_M || (atom->axis != AXIS_M && !axis_is_thread(atom->axis)))
        return decline_with(decline, "memory_axes", "a memory layout uses an axis other than m");
    if (own.count > 0)
        return decline_with(decline, "register_strides", "a register layout has a run-time stride");
    return true;
}

/* (2)(8)(4) in one dimension step by 32, 4 and 1 in its coordinate. */
static void count_steps(Partition *partition) {
    for (int i = partition->atom_count - 1; i >= 0; i--) {
        Atom *atom = &partition->atoms[i];
        const Atom *inner = i + 1 < partition->atom_count ? atom + 1 : NULL;
        atom->step = inner && inner->dim == atom->dim ? inner->step * inner->extent : 1;
    }
}

/* The slices of both sides, no atoms yet. */
static Partition *sliced(const Copy *copy, Decline *decline) {
    Partition *partition = NEW(Partition);
    bool reg[2] = {copy->src.space == SPACE_REG, copy->dst.space == SPACE_REG};
    partition->copy = copy;
    partition->reg_side = reg[SRC] && reg[DST] ? 2 : reg[SRC] ? SRC : reg[DST] ? DST : -1;
    return slice_side(partition, SRC, decline) && slice_side(partition, DST, decline) ? partition
                                                                                      : NULL;
}

Partition *partition_new(const Copy *copy, Decline *decline) {
    Partition *partition = sliced(copy, decline);
    Joint joints[MAX_ATOMS];
    int count;
    if (!partition)
        return NULL;
    if (!layout_align(&partition->slice[SRC], &partition->slice[DST], joints, MAX_ATOMS, &count)) {
        decline_with(
            decline,
            "align",
            "the two layouts split a dimension into factors that do not divide each other");
        return NULL;
    }
    for (int axis = 0; axis < AXIS_COUNT; axis++)
        if (partition->reg_side == 2 && partition->threads_differ[axis]) {
            decline_with(
                decline,
                "same_ownership",
                "some elements move to another thread, which needs a relayout");
            return NULL;
        }
    for (int i = 0; i < count; i++)
        if (!add_joint(partition, &joints[i], decline))
            return NULL;
    for (int i = 0; i < partition->atom_count; i++)
        if (partition->reg_side < 2 && partition->atoms[i].axis != AXIS_M &&
            partition->atoms[i].reg < 0) {
            decline_with(decline, "slice", "the region goes from a thread to a lower one");
            return NULL;
        }
    count_steps(partition);
    return partition;
}

/* ---- sides apart --------------------------------------------------------------------------- */

static int64_t digit_extent(const Slice *slice, const DimDigit *digit) {
    return digit->mod ? digit->mod : slice->shape[digit->dim] / digit->div;
}

/* What lies together on both sides along the dimension: 12 as (4,3) and as (2,6), 3 and 6 of stride
 * 1, have 3 in common. */
static int64_t common_run(
    const DimDigit *const digits[2], const int *count, const Slice *slice, int dim) {
    int64_t run = 0;
    for (int side = SRC; side <= DST; side++)
        for (int i = 0; i < count[side]; i++) {
            const DimDigit *digit = &digits[side][i];
            if (digit->dim != dim || digit->div != 1)
                continue;
            bool unit = digit->stride.count == 0 && digit->stride.value == 1;
            if (!unit)
                return 1;
            run = gcd_i64(run, digit_extent(&slice[side], digit));
        }
    return run ? run : 1;
}

/* A side's digit of the counter of its dimension, which counts runs of `unit` elements. */
static bool add_alone(Partition *partition, int side, const DimDigit *digit, int64_t unit) {
    Atom atom = {
        .extent = digit_extent(&partition->slice[side], digit),
        .axis = AXIS_M,
        .dim = digit->dim,
        .alone = true,
        .div = digit->div == 1 ? 1 : digit->div / unit};
    atom.mem[side] = digit->stride;
    if (digit->div == 1) {
        atom.extent /= unit;
        if (!coef_mul(digit->stride, unit, &atom.mem[side]))
            return false;
    }
    if (atom.extent > 1)
        partition->atoms[partition->atom_count++] = atom;
    return true;
}

static bool add_dims(Partition *partition, const DimDigit *const digits[2], const int *count) {
    const Slice *slice = partition->slice;
    int64_t unit[MAX_RANK];
    Atom run = {.extent = 1};
    partition->dims = slice[DST].rank;
    for (int d = 0; d < partition->dims; d++) {
        unit[d] = run.extent == 1 ? common_run(digits, count, slice, d) : 1;
        partition->dim_count[d] = slice[DST].shape[d] / unit[d];
        if (unit[d] > 1)
            run = (Atom){.extent = unit[d], .axis = AXIS_M, .dim = d, .step = 1};
        if (partition->copy->limits.count)
            partition->atoms[partition->atom_count++] = (Atom){
                .extent = partition->dim_count[d],
                .axis = AXIS_M,
                .dim = d,
                .step = unit[d],
                .alone = true,
                .div = 1};
    }
    for (int side = SRC; side <= DST; side++)
        for (int i = 0; i < count[side]; i++)
            if (!add_alone(partition, side, &digits[side][i], unit[digits[side][i].dim]))
                return false;
    run.mem[SRC] = run.mem[DST] = coef_int(1);
    if (run.extent > 1)
        partition->atoms[partition->atom_count++] = run;
    return true;
}

Partition *partition_apart(const Copy *copy, Decline *decline) {
    Partition *partition = sliced(copy, decline);
    DimDigit digits[2][MAX_ITERS];
    const DimDigit *const both[2] = {digits[SRC], digits[DST]};
    int count[2];
    if (!partition)
        return NULL;
    for (int side = SRC; side <= DST; side++)
        count[side] = layout_dim_digits(&partition->slice[side], digits[side]);
    if (partition->reg_side >= 0 || count[SRC] + count[DST] + MAX_RANK >= MAX_ATOMS ||
        !add_dims(partition, both, count)) {
        decline_with(decline, "terms", "the layouts have too many iters");
        return NULL;
    }
    return partition;
}
