/* evaluate.c: a logical coordinate -> its places, straight from the definition: flatten, split by
 * the shard extents, accumulate per axis, enumerate the replicas, swizzle the memory address. The
 * proof rests on this file, so it takes no short cuts; tests compare it with an oracle that shares
 * no code with it. */
#include "layout.h"

enum { STEPS_PER_PLACE = 12 };

/* swizzle(3,3,3): 2^(3+3+3) = 512 elements; swizzle(3,0,3) and no swizzle: 1. */
int64_t swizzle_period(const Swizzle *swizzle) {
    if (!swizzle->on || swizzle->len == 0) {
        return 1;
    }
    return (int64_t)1 << (swizzle->per_element + swizzle->len + swizzle->atom);
}

/* swizzle(3,3,3): 64 = row 1, chunk 0 goes to chunk 0 ^ 1: 72. Outer, 8 = chunk 1 goes to row
 * 0 ^ 1: 72. Masks keep only low bits, so negative addresses work too (two's complement). */
int64_t swizzle_apply(const Swizzle *swizzle, int64_t address) {
    if (!swizzle->on || swizzle->len == 0) {
        return address;
    }
    int64_t low = (((int64_t)1 << swizzle->len) - 1) << swizzle->per_element;
    if (swizzle->outer) {
        return address ^ ((address & low) << swizzle->atom);
    }
    return address ^ ((address & (low << swizzle->atom)) >> swizzle->atom);
}

/* WID_IN_WG is rank / 32 % 4: div 32, mod 4. WARPID is rank / 32: div 32, mod 0. */
bool axis_rank_digit(Axis axis, int64_t *div, int64_t *mod) {
    switch (axis) {
    case AXIS_LANEID:
        *div = 1;
        *mod = 32;
        return true;
    case AXIS_TX:
        *div = 1;
        *mod = 0;
        return true;
    case AXIS_WARPID:
        *div = 32;
        *mod = 0;
        return true;
    case AXIS_WID_IN_WG:
        *div = 32;
        *mod = 4;
        return true;
    case AXIS_TID_IN_WG:
        *div = 1;
        *mod = 128;
        return true;
    case AXIS_WGID:
        *div = 128;
        *mod = 0;
        return true;
    default:
        return false;
    }
}

/* axis_of_rank(AXIS_WID_IN_WG, 70) = 70 / 32 % 4 = 2; 0 for an axis that is no thread axis. */
int64_t axis_of_rank(Axis axis, int64_t rank) {
    int64_t div, mod;
    if (!axis_rank_digit(axis, &div, &mod)) {
        return 0;
    }
    return mod == 0 ? rank / div : rank / div % mod;
}

/* S[(8,4,2):(4@laneid,1@laneid,1)] names the bits of laneid and m; unit iters and zero offsets name
 * their axis too: S[(1,8):(1@laneid,1)] belongs to lane 0 alone. */
unsigned layout_axes(const Layout *layout) {
    unsigned axes = 0;
    for (int i = 0; i < layout->shard_count; i++) {
        axes |= 1u << layout->shard[i].axis;
    }
    for (int i = 0; i < layout->replica_count; i++) {
        axes |= 1u << layout->replica[i].axis;
    }
    for (int i = 0; i < layout->offset_count; i++) {
        axes |= 1u << layout->offset[i].axis;
    }
    return axes;
}

/* R[2:4@warpid] + R[3:64] enumerates 6 places; -1 on overflow. */
int64_t layout_replicas(const Layout *layout) {
    int64_t count = 1;
    for (int i = 0; i < layout->replica_count; i++) {
        if (!mul_i64(count, layout->replica[i].extent, &count)) {
            return -1;
        }
    }
    return count;
}

/* Coordinate (2, 5) of 32x8 is 2 * 8 + 5 = 21. */
static bool flatten(int rank, const int64_t *shape, const int64_t *coord, int64_t *flat) {
    int64_t x = 0;
    for (int i = 0; i < rank; i++) {
        if (!mul_i64(x, shape[i], &x) || !add_i64(x, coord[i], &x)) {
            return false;
        }
    }
    *flat = x;
    return x >= 0;
}

/* Digit 3 with stride 4@laneid adds 12 to laneid; on m the stride may hold symbols. */
static bool place_add(PolyBasis *basis, Place *place, const Iter *iter, int64_t digit) {
    const Coef *stride = &iter->stride;
    if (iter->axis == AXIS_M && stride->count > 0) {
        return poly_add(basis, &place->at, *stride, digit);
    }
    int64_t *sum = iter->axis == AXIS_M ? &place->at.constant : &place->along[iter->axis];
    int64_t step;
    return (stride->count == 0 || stride->value == 0) && mul_i64(stride->value, digit, &step) &&
           add_i64(*sum, step, sum);
}

/* Address 64 + 512 * ld under swizzle(3,3,3), period 512: the symbolic part passes through, 64 goes
 * to 72. 64 + 8 * ld passes only if ld % 64 == 0 is known. */
static bool place_swizzle(
    const Swizzle *swizzle, const Symbol *symbols, const PolyBasis *basis, Poly *at) {
    int64_t period = swizzle_period(swizzle);
    if (period == 1) {
        return true;
    }
    for (int i = 0; i < basis->count; i++) {
        Coef coef = basis->monomial[i];
        coef.value = at->value[i];
        if (coef_divisor(coef, symbols) % period != 0) {
            return false;
        }
    }
    at->constant = swizzle_apply(swizzle, at->constant);
    return true;
}

/* Thread axes that the layout names: of S[(1,8):(1@laneid,1)] laneid. */
static unsigned thread_axes(const Layout *layout) {
    unsigned axes = layout_axes(layout), named = 0;
    for (int axis = AXIS_LANEID; axes >> axis; axis++) {
        if (axes >> axis & 1 && axis_is_thread((Axis)axis)) {
            named |= 1u << axis;
        }
    }
    return named;
}

/* The place of replica 0 without the swizzle: x = 21 of S[(32,8):(1@laneid,1)] is digit 5 of 8 and
 * digit 2 of 32: slot 5 of lane 2. */
static bool first_place(const Layout *layout, PolyBasis *basis, int64_t x, Place *place) {
    mem_clear(place, sizeof *place);
    place->named = thread_axes(layout);
    for (int i = layout->shard_count - 1; i >= 0; i--) {
        const Iter *iter = &layout->shard[i];
        if (!place_add(basis, place, iter, x % iter->extent)) {
            return false;
        }
        x /= iter->extent;
    }
    for (int i = 0; i < layout->offset_count; i++) {
        const Offset *offset = &layout->offset[i];
        int64_t *sum = offset->axis == AXIS_M ? &place->at.constant : &place->along[offset->axis];
        if (!add_i64(*sum, offset->amount, sum)) {
            return false;
        }
    }
    return x == 0;
}

/* The place of replica r, from that of the first without its swizzle. */
static bool add_replica(const Layout *layout, PolyBasis *basis, int64_t r, Place *place) {
    for (int i = layout->replica_count - 1; i >= 0; i--) {
        const Iter *iter = &layout->replica[i];
        if (!place_add(basis, place, iter, r % iter->extent)) {
            return false;
        }
        r /= iter->extent;
    }
    return true;
}

/* Element (0, 0) of S[(8,8):(4@laneid,1)] + R[2:4@warpid] + 5@warpid has two places: slot 0 of lane
 * 0 in warp 5 and in warp 9. Replicas come in row-major order of the R list. */
int layout_places(
    const Layout *layout,
    const Symbol *symbols,
    PolyBasis *basis,
    int rank,
    const int64_t *shape,
    const int64_t *coord,
    Place *out,
    int capacity) {
    int64_t x, replicas = layout_replicas(layout);
    int count = replicas < 0 || replicas > capacity ? capacity : (int)replicas;
    budget_spend(STEPS_PER_PLACE + layout->shard_count);
    if (!flatten(rank, shape, coord, &x) || !first_place(layout, basis, x, &out[0])) {
        return -1;
    }
    for (int r = 1; r < count; r++) {
        out[r] = out[0];
    }
    for (int r = 0; r < count; r++) {
        budget_spend(STEPS_PER_PLACE);
        if (!add_replica(layout, basis, r, &out[r]) ||
            !place_swizzle(&layout->swizzle, symbols, basis, &out[r].at)) {
            return -1;
        }
    }
    return count;
}
