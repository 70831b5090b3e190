/* align.c: two slices of one shape -> the common refinement of their iters, dimension by dimension,
 * so that both walk the region in the same digits. Innermost first the smaller extent must divide
 * the larger; where it does not there is no common refinement and the answer is false. */
#include "layout.h"

typedef struct {
    const Slice *slice;
    int at, first;  /* iters at .. first of the dimension are left, from the inside */
    int64_t left;   /* of iter `at` */
    int64_t inside; /* extent of `at` that was already taken */
} Walk;

static Walk walk_start(const Slice *slice, int dim) {
    int at = slice->seps[dim + 1] - 1; /* there is one: a slice has no unit dimensions */
    return (Walk){slice, at, slice->seps[dim], slice->layout.shard[at].extent, 1};
}

static void walk_next(Walk *walk) {
    while (walk->left == 1 && walk->at > walk->first) {
        walk->at--;
        walk->left = walk->slice->layout.shard[walk->at].extent;
        walk->inside = 1;
    }
}

static bool walk_take(Walk *walk, int64_t extent, Coef *stride, Axis *axis) {
    const Iter *iter = &walk->slice->layout.shard[walk->at];
    if (!coef_mul(iter->stride, walk->inside, stride)) {
        return false;
    }
    *axis = iter->axis;
    walk->left /= extent;
    walk->inside *= extent;
    return true;
}

/* Dimension 24 as (4:6)(6:1) against (2:12)(2:60)(6:2): from the inside 6 and 6 give 6, 4 and 2
 * give 2, 2 and 2 give 2; outermost first (2: 12 | 12), (2: 6 | 60), (6: 1 | 2). */
static bool align_dim(
    const Slice *a, const Slice *b, int dim, Joint *out, int capacity, int *count) {
    Walk left = walk_start(a, dim), right = walk_start(b, dim);
    int first = *count;
    for (;;) {
        walk_next(&left);
        walk_next(&right);
        if (left.left == 1) {
            break; /* and so is the other: both had the extent of the dimension */
        }
        int64_t extent = left.left < right.left ? left.left : right.left;
        if (left.left % extent != 0 || right.left % extent != 0 || *count == capacity) {
            return false;
        }
        Joint *joint = &out[(*count)++];
        joint->extent = extent;
        joint->dim = dim;
        if (!walk_take(&left, extent, &joint->a, &joint->a_axis) ||
            !walk_take(&right, extent, &joint->b, &joint->b_axis)) {
            return false;
        }
    }
    for (int i = first, j = *count - 1; i < j; i++, j--) {
        Joint swap = out[i];
        out[i] = out[j];
        out[j] = swap;
    }
    return true;
}

/* Dimensions outermost first: 32x8 as (32:8)(8:1) and (32:1@laneid)(8:1) gives (32: 8 | 1@laneid),
 * (8: 1 | 1). */
bool layout_align(const Slice *a, const Slice *b, Joint *out, int capacity, int *count) {
    *count = 0;
    if (a->rank != b->rank) {
        return false;
    }
    for (int dim = 0; dim < a->rank; dim++) {
        if (a->shape[dim] != b->shape[dim] || !align_dim(a, b, dim, out, capacity, count)) {
            return false;
        }
    }
    return true;
}
