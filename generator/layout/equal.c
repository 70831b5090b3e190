/* equal.c: are two layouts the same map? Equal canonical forms are; where the forms differ, small
 * maps without symbols are compared place by place: R[2:1] + R[2:1] is R[3:1]. */
#include "layout.h"
#include <string.h>

enum { MAX_COMPARED = 4096, MAX_PLACES = 64 };

static bool same_iters(const Iter *a, const Iter *b, int count) {
    for (int i = 0; i < count; i++) {
        if (a[i].extent != b[i].extent || a[i].axis != b[i].axis ||
            !coef_equal(a[i].stride, b[i].stride)) {
            return false;
        }
    }
    return true;
}

/* swizzle(3,0,3) moves nothing, yet it differs from none: it caps the width of vectors. */
static bool same_swizzle(const Swizzle *a, const Swizzle *b) {
    if (!a->on || !b->on) {
        return a->on == b->on;
    }
    return a->per_element == b->per_element && a->len == b->len && a->atom == b->atom &&
           a->outer == b->outer;
}

static bool same_form(const Layout *a, const Layout *b) {
    if (a->shard_count != b->shard_count || a->replica_count != b->replica_count ||
        a->offset_count != b->offset_count) {
        return false;
    }
    for (int i = 0; i < a->offset_count; i++) {
        if (a->offset[i].axis != b->offset[i].axis || a->offset[i].amount != b->offset[i].amount) {
            return false;
        }
    }
    return same_iters(a->shard, b->shard, a->shard_count) &&
           same_iters(a->replica, b->replica, a->replica_count);
}

/* The number of elements, 0 if it passes MAX_COMPARED or a stride holds a symbol. */
static int64_t small_size(const Layout *layout) {
    int64_t size = 1;
    for (int i = 0; i < layout->shard_count; i++) {
        const Iter *iter = &layout->shard[i];
        if (iter->stride.count > 0 || !mul_i64(size, iter->extent, &size) || size > MAX_COMPARED) {
            return 0;
        }
    }
    for (int i = 0; i < layout->replica_count; i++) {
        if (layout->replica[i].stride.count > 0) {
            return 0;
        }
    }
    int64_t replicas = layout_replicas(layout);
    return replicas < 0 || replicas > MAX_PLACES ? 0 : size;
}

static bool place_equal(const Place *a, const Place *b) {
    return a->named == b->named && poly_equal(&a->at, &b->at) &&
           memcmp(a->along, b->along, sizeof a->along) == 0;
}

static bool places_within(const Place *a, int a_count, const Place *b, int b_count) {
    for (int i = 0; i < a_count; i++) {
        int j = 0;
        while (j < b_count && !place_equal(&a[i], &b[j])) {
            j++;
        }
        if (j == b_count) {
            return false;
        }
    }
    return true;
}

static bool same_places(const Layout *a, const Layout *b, int64_t size) {
    Place from_a[MAX_PLACES], from_b[MAX_PLACES];
    PolyBasis basis = {0};
    for (int64_t x = 0; x < size; x++) {
        int a_count = layout_places(a, NULL, &basis, 1, &size, &x, from_a, MAX_PLACES);
        int b_count = layout_places(b, NULL, &basis, 1, &size, &x, from_b, MAX_PLACES);
        if (a_count < 0 || b_count < 0 || !places_within(from_a, a_count, from_b, b_count) ||
            !places_within(from_b, b_count, from_a, a_count)) {
            return false;
        }
    }
    return true;
}

/* S[(4,8):(8,1)] equals S[(32):(1)]; S[(128):(1@tx)] equals S[(4,32):(1@warpid,1@laneid)]. */
bool layout_equal(const Layout *a, const Layout *b) {
    Layout left = layout_canonical(a, SCOPE_CTA);
    Layout right = layout_canonical(b, SCOPE_CTA);
    if (!same_swizzle(&left.swizzle, &right.swizzle)) {
        return false;
    }
    if (same_form(&left, &right)) {
        return true;
    }
    int64_t size = small_size(&left);
    return size && size == small_size(&right) && same_places(&left, &right, size);
}
