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
    for (int axis = AXIS_LANEID; axis < AXIS_COUNT; axis++) {
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

/* What is left of iter `at`, or where nothing is the next one that is no unit; 1: there is none. */
static int64_t pass_units(const Layout *layout, int *at, int64_t left) {
    while (left == 1 && *at + 1 < layout->shard_count) {
        left = layout->shard[++*at].extent;
    }
    return left;
}

/* S[(4,64):(64,1)] by the shape (2,8,16): 4 = 2 x 2 and 64 = 4 x 16, so dimension 0 has (2:128),
 * dimension 1 has (2:64)(4:16), dimension 2 has (16:1); seps 0, 1, 3, 4. S[(3,4)] by (6,2) works:
 * (3:4)(2:2) and (2:1); by (4,3) it does not: 3 does not divide 4 nor 4 divide 3. */
bool layout_group(const Layout *layout, int rank, const int64_t *shape, Layout *out, int *seps) {
    *out = *layout;
    out->shard_count = 0;
    int at = -1;
    int64_t left = 1; /* of iter `at` */
    for (int dim = 0; dim < rank; dim++) {
        seps[dim] = out->shard_count;
        for (int64_t need = shape[dim]; need > 1;) {
            left = pass_units(layout, &at, left);
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
    return pass_units(layout, &at, left) == 1 && keep_names(layout, out);
}
