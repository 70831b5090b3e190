/* group.c: a layout's iters are cut into groups, one for each dimension of a shape, so that every
 * dimension is walked by iters of its own. One iter may be split over dimensions where it divides;
 * an iter that straddles two dimensions without dividing has no grouping. */
#include "layout.h"

static bool push(Layout *out, Iter iter, int64_t extent, Coef stride) {
    if (out->shard_count == MAX_ITERS) {
        return false;
    }
    iter.extent = extent;
    iter.stride = stride;
    out->shard[out->shard_count++] = iter;
    return true;
}

/* A unit iter falls out, but it named its axis: S[(1,8):(1@laneid,1)] stays with lane 0. */
static bool keep_names(const Layout *layout, Layout *out) {
    unsigned lost = layout_axes(layout) & ~layout_axes(out);
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (!(lost >> axis & 1) || !axis_is_thread((Axis)axis)) {
            continue;
        }
        if (out->offset_count == MAX_OFFSETS) {
            return false;
        }
        out->offset[out->offset_count++] = (Offset){0, (Axis)axis};
    }
    return true;
}

/* S[(4,64):(64,1)] by the shape (2,8,16): 4 = 2 x 2 and 64 = 4 x 16, so dimension 0 has (2:128),
 * dimension 1 has (2:64)(4:16), dimension 2 has (16:1); seps 0, 1, 3, 4. S[(3,4)] by (6,2) works:
 * (3:4)(2:2) and (2:1); by (4,3) it does not: 3 does not divide 4 nor 4 divide 3. */
bool layout_group(const Layout *layout, int rank, const int64_t *shape, Layout *out, int *seps) {
    *out = *layout;
    out->shard_count = 0;
    int at = 0;
    int64_t left = layout->shard_count > 0 ? layout->shard[0].extent : 1;
    for (int dim = 0; dim < rank; dim++) {
        seps[dim] = out->shard_count;
        for (int64_t need = shape[dim]; need > 1;) {
            while (left == 1 && at + 1 < layout->shard_count) {
                left = layout->shard[++at].extent;
            }
            if (left <= 1) {
                return false;
            }
            const Iter *iter = &layout->shard[at];
            bool whole = need % left == 0;
            if (!whole && left % need != 0) {
                return false;
            }
            int64_t take = whole ? left : need;
            Coef stride;
            if (!coef_mul(iter->stride, left / take, &stride) || !push(out, *iter, take, stride)) {
                return false;
            }
            left /= take;
            need /= take;
        }
    }
    seps[rank] = out->shard_count;
    for (; at < layout->shard_count;
         left = ++at < layout->shard_count ? layout->shard[at].extent : 1) {
        if (left != 1) {
            return false;
        }
    }
    return keep_names(layout, out);
}

/* Groups (32:8)|(8:1) in the order {1, 0} are (8:1)|(32:8): the transposed walk. */
bool layout_permute(
    const Layout *layout, const int *seps, int groups, const int *order, Layout *out) {
    Layout result = *layout;
    result.shard_count = 0;
    for (int g = 0; g < groups; g++) {
        int old = order[g];
        if (old < 0 || old >= groups) {
            return false;
        }
        for (int i = seps[old]; i < seps[old + 1]; i++) {
            if (result.shard_count == MAX_ITERS) {
                return false;
            }
            result.shard[result.shard_count++] = layout->shard[i];
        }
    }
    *out = result;
    return true;
}
