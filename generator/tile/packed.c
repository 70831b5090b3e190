/* packed.c: elements smaller than a byte move in whole bytes. 6-bit ones (e3m2, e2m3) never fill a
 * vector of a power of two, so a copy whose rows come in fours is made a copy of bytes, 3 for 4
 * elements: S[(32,16):(16,1)] of e3m2 is S[(32,12):(12,1)] of bytes.
 * Also: why a region does not come in bytes. */
#include "tile.h"

/* Elements that fill whole bytes: 2 of 4 bits, 4 of 6. */
int64_t packed_group(const Copy *copy) {
    return 8 / gcd_i64(8, copy->dtype->bits);
}

static const char *step_problem(const Layout *layout, int64_t group) {
    for (int i = 0; i < layout->shard_count - 1; i++)
        if (layout->shard[i].extent > 1 && layout->shard[i].stride.count == 0 &&
            layout->shard[i].stride.value % group)
            return mem_printf(
                "elements that are %lld apart cannot both start at a byte",
                (long long)layout->shard[i].stride.value);
    for (int i = 0; i < layout->offset_count; i++)
        if (layout->offset[i].axis == AXIS_M && layout->offset[i].amount % group)
            return mem_printf(
                "the offset %lld is inside a byte", (long long)layout->offset[i].amount);
    return NULL;
}

/* The numbers 2 i and 2 i + 1 of eight are the nibbles i and i + 4 of a word: the prelude's
 * pairs04. */
static bool ends_in_pairs(const Layout *layout) {
    const Iter *half = &layout->shard[layout->shard_count - 1], *pair = half - 1;
    return layout->shard_count > 1 && half->extent == 2 && half->axis == AXIS_M &&
           half->stride.count == 0 && half->stride.value == 4 && pair->axis == AXIS_M &&
           pair->stride.count == 0 && pair->stride.value == 1 && pair->extent == 4;
}

bool packed_pairs(const Copy *copy, const Operand *side) {
    return copy->dtype->bits == 4 && side->space != SPACE_REG && ends_in_pairs(&side->layout);
}

/* What keeps a side from being moved in bytes; NULL: nothing that is seen here. */
const char *packed_problem(const Copy *copy, const Operand *side) {
    const Layout *layout = &side->layout;
    const Range *range = &side->region[side->rank - 1];
    int64_t group = packed_group(copy);
    if (side->space != SPACE_REG && range->begin % group)
        return mem_printf(
            "the region starts at element %lld of a row, which is inside a byte",
            (long long)range->begin);
    if (range->symbol >= 0 && copy->symbols[range->symbol].divisor % group)
        return mem_printf(
            "the origin '%s' may be inside a byte", copy->symbols[range->symbol].name);
    if (range->extent % group)
        return mem_printf(
            "rows of %lld elements have %lld bits and end inside a byte",
            (long long)range->extent,
            (long long)range->extent * copy->dtype->bits);
    if (packed_pairs(copy, side))
        return "only copies that convert i4 or u4 to f16, bf16 or f32 in registers unpack such "
               "pairs, in groups of eight and without limits";
    const Iter *last = &layout->shard[layout->shard_count - 1];
    if (last->axis != AXIS_M || last->stride.count > 0 || last->stride.value != 1 ||
        last->extent % group)
        return "the elements that share a byte are not neighbours in the layout";
    return side->space == SPACE_REG ? NULL : step_problem(layout, group);
}

static bool scale(int64_t *value) {
    bool whole = *value % 4 == 0;
    *value = *value / 4 * 3;
    return whole;
}

/* Everything that counts elements of memory or registers, times 3 / 4. */
static bool pack_side(const Copy *copy, Operand *side) {
    Layout *layout = &side->layout;
    int last = layout->shard_count - 1;
    Range *range = &side->region[side->rank - 1];
    if (packed_problem(copy, side) || layout->swizzle.on || range->symbol >= 0 ||
        !scale(&side->shape[side->rank - 1]) || !scale(&range->begin) || !scale(&range->extent))
        return false;
    bool ok = scale(&layout->shard[last].extent);
    for (int i = 0; i < last; i++)
        if (layout->shard[i].axis == AXIS_M && layout->shard[i].extent > 1)
            ok = ok && scale(&layout->shard[i].stride.value);
    for (int i = 0; i < layout->replica_count; i++)
        if (layout->replica[i].axis == AXIS_M)
            ok = ok && scale(&layout->replica[i].stride.value);
    for (int i = 0; i < layout->offset_count; i++)
        if (layout->offset[i].axis == AXIS_M)
            ok = ok && scale(&layout->offset[i].amount);
    return ok;
}

Copy *view_new(const Copy *copy) {
    Copy *view = NEW(Copy);
    *view = *copy;
    view->owners = owners_new(view);
    return view;
}

const Copy *packed_view(const Copy *copy) {
    bool memory = copy->src.space != SPACE_REG || copy->dst.space != SPACE_REG;
    if (copy->dtype->bits != 6 || !memory || copy->limits.count > 0)
        return copy;
    Copy *view = view_new(copy);
    mem_keep_begin(); /* the plan has it */
    Dtype *byte = NEW(Dtype);
    mem_keep_end();
    *byte = *copy->dtype;
    byte->bits = 8;
    if (!pack_side(copy, &view->src) || !pack_side(copy, &view->dst))
        return copy;
    view->dtype = view->reg_dtype = byte;
    return view;
}
