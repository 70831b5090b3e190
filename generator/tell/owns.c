/* owns.c: Who owns which elements, as a formula: the coordinates of register k of a thread, made
 * from the digits of the thread and of k in the register layout. An mma accumulator has dst[k] =
 * src[k / 2 * 8 + lane / 4, lane % 4 * 2 + k % 2]. */
#include "view.h"
#include <inttypes.h>
#include <string.h>

static const char *variable(Axis axis) {
    switch (axis) {
    case AXIS_M:
        return "k";
    case AXIS_LANEID:
        return "lane";
    case AXIS_WARPID:
    case AXIS_WID_IN_WG:
        return "warp";
    case AXIS_WGID:
        return "warpgroup";
    default:
        return "thread";
    }
}

/* One more than the largest value of the variable. */
static int64_t range_of(const Layout *layout, Axis axis, int threads) {
    static const int64_t of_axis[AXIS_COUNT] = {
        [AXIS_LANEID] = 32, [AXIS_WID_IN_WG] = 4, [AXIS_TID_IN_WG] = 128};
    int64_t range = 1;
    if (axis == AXIS_TX)
        return threads;
    if (axis == AXIS_WARPID || axis == AXIS_WGID)
        return (threads + 31) / (axis == AXIS_WARPID ? 32 : 128);
    if (axis != AXIS_M)
        return of_axis[axis] < threads ? of_axis[axis] : threads;
    for (int i = 0; i < layout->shard_count; i++)
        if (layout->shard[i].axis == AXIS_M)
            range += (layout->shard[i].extent - 1) * layout->shard[i].stride.value;
    return range;
}

/* Digits can be read back only where no two iters of an axis overlap: strides 4 and 1 with extents
 * 8 and 4 do not, 2 and 1 with extents 8 and 4 do. */
static bool digits_apart(const Layout *layout) {
    for (int i = 0; i < layout->shard_count; i++)
        for (int j = 0; j < layout->shard_count; j++) {
            const Iter *a = &layout->shard[i], *b = &layout->shard[j];
            bool below =
                b->stride.value < a->stride.value || (b->stride.value == a->stride.value && j > i);
            if (i == j || a->axis != b->axis || a->extent == 1 || b->extent == 1)
                continue;
            if (below && a->stride.value % (b->stride.value * b->extent))
                return false;
        }
    return true;
}

static bool has_formula(const Operand *reg) {
    const Layout *layout = &reg->layout;
    for (int i = 0; i < layout->shard_count; i++)
        if (layout->shard[i].stride.count > 0 || layout->shard[i].stride.value <= 0)
            return false;
    return reg->whole && layout->offset_count == 0 && !layout->swizzle.on && digits_apart(layout);
}

/* Where there are several warpgroups the number of a warp or a thread goes on through all. */
static const char *in_warpgroup(Axis axis, int threads) {
    return threads <= 128           ? ""
           : axis == AXIS_WID_IN_WG ? " % 4"
           : axis == AXIS_TID_IN_WG ? " % 128"
                                    : "";
}

static void add_digit(
    Text *out, const Layout *layout, const Iter *iter, int64_t weight, int threads) {
    int64_t range = range_of(layout, iter->axis, threads);
    text_printf(
        out,
        "%s%s%s",
        out->length ? " + " : "",
        variable(iter->axis),
        in_warpgroup(iter->axis, threads));
    if (iter->stride.value > 1)
        text_printf(out, " / %" PRId64, iter->stride.value);
    if (iter->stride.value * iter->extent < range)
        text_printf(out, " %% %" PRId64, iter->extent);
    if (weight > 1)
        text_printf(out, " * %" PRId64, weight);
}

/* The coordinate along one dimension, largest part first: k / 2 * 8 + lane / 4. */
static const char *coordinate(const Layout *layout, int first, int end, int threads) {
    Text out = {0};
    int64_t weight = 1;
    for (int i = first; i < end; i++)
        weight *= layout->shard[i].extent;
    for (int i = first; i < end; i++) {
        weight /= layout->shard[i].extent;
        if (layout->shard[i].extent > 1)
            add_digit(&out, layout, &layout->shard[i], weight, threads);
    }
    return out.length ? text_string(&out) : "0";
}

const char *owns_sentence(
    const Operand *dst,
    const Operand *src,
    const char *dst_name,
    const char *src_name,
    int threads) {
    bool into = dst->space == SPACE_REG;
    const Operand *reg = into ? dst : src;
    Layout grouped;
    int seps[MAX_RANK + 1];
    Text place = {0};
    if (src->space == dst->space || reg->space != SPACE_REG)
        return NULL;
    if (!has_formula(reg) || !layout_group(&reg->layout, reg->rank, reg->shape, &grouped, seps))
        return "As the register layout says; tcgen draw shows all of it.";
    for (int d = 0; d < reg->rank; d++)
        text_printf(
            &place, "%s%s", d ? ", " : "", coordinate(&grouped, seps[d], seps[d + 1], threads));
    return into ? mem_printf("%s[k] = %s[%s].", dst_name, src_name, text_string(&place))
                : mem_printf("%s[%s] = %s[k].", dst_name, text_string(&place), src_name);
}
