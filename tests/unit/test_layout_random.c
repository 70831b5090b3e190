/* test_layout_random.c: random layouts, shapes and regions against an evaluator written from the
 * definition (flatten, split, accumulate, replicate, swizzle, own the digits of a rank), which
 * shares no code with the layout room. `test_layout_random [SEED [LAYOUTS]]`; the seed is printed.
 * Counts of what succeeded are checked too: a property that never applied would prove nothing. */
#include "../../generator/layout/layout.h"
#include "unit.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_ELEMENTS = 128, MAX_SETS = 64, RANKS = 256, SYMBOLS = 3 };

static uint64_t state;

static uint64_t random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1du >> 16;
}

static int64_t below(int64_t end) {
    return (int64_t)(random_bits() % (uint64_t)end);
}

static bool one_in(int64_t n) {
    return below(n) == 0;
}

/* ---- the definition ------------------------------------------------------------------------ */

/* ld, m, k; stride values are drawn anew for every layout, origins for every region. */
static Symbol symbols[SYMBOLS];
static int64_t values[SYMBOLS];

typedef struct {
    int64_t axis[AXIS_COUNT];
} Spot;

typedef struct {
    int count;
    Spot spot[MAX_SETS];
} Spots;

static int64_t coef_at(Coef coef) {
    int64_t value = coef.value;
    for (int i = 0; i < coef.count; i++) {
        value *= values[coef.symbol[i]];
    }
    return value;
}

static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

static int64_t power(int exponent) {
    int64_t result = 1;
    while (exponent-- > 0) {
        result *= 2;
    }
    return result;
}

/* Bit by bit: chunk number q, bits 0 .. B-1 are XORed with bits S .. S+B-1 (or the reverse). */
static int64_t define_swizzle(const Swizzle *swizzle, int64_t address) {
    if (!swizzle->on) {
        return address;
    }
    int64_t chunk = power(swizzle->per_element);
    int64_t q = floor_div(address, chunk), rest = address - q * chunk;
    for (int bit = 0; bit < swizzle->len; bit++) {
        int from = bit + (swizzle->outer ? 0 : swizzle->atom);
        int to = bit + (swizzle->outer ? swizzle->atom : 0);
        bool flip = (floor_div(q, power(from)) % 2 + 2) % 2 == 1;
        bool set = (floor_div(q, power(to)) % 2 + 2) % 2 == 1;
        q += flip ? (set ? -power(to) : power(to)) : 0;
    }
    return q * chunk + rest;
}

static void define(const Layout *layout, int64_t x, Spots *out) {
    Spot base = {{0}};
    for (int i = layout->shard_count - 1; i >= 0; i--) {
        const Iter *iter = &layout->shard[i];
        base.axis[iter->axis] += x % iter->extent * coef_at(iter->stride);
        x /= iter->extent;
    }
    for (int i = 0; i < layout->offset_count; i++) {
        base.axis[layout->offset[i].axis] += layout->offset[i].amount;
    }
    out->count = 1;
    out->spot[0] = base;
    for (int i = 0; i < layout->replica_count; i++) {
        const Iter *iter = &layout->replica[i];
        int before = out->count;
        for (int64_t digit = 1; digit < iter->extent; digit++) {
            for (int j = 0; j < before; j++) {
                Spot next = out->spot[j];
                next.axis[iter->axis] += digit * coef_at(iter->stride);
                out->spot[out->count++] = next;
            }
        }
    }
    for (int i = 0; i < out->count; i++) {
        int64_t *m = &out->spot[i].axis[AXIS_M];
        *m = define_swizzle(&layout->swizzle, *m);
    }
}

static bool has_spot(const Spots *spots, const Spot *spot) {
    for (int i = 0; i < spots->count; i++) {
        if (memcmp(&spots->spot[i], spot, sizeof *spot) == 0) {
            return true;
        }
    }
    return false;
}

static bool same_spots(const Spots *a, const Spots *b) {
    for (int i = 0; i < a->count; i++) {
        if (!has_spot(b, &a->spot[i])) {
            return false;
        }
    }
    for (int i = 0; i < b->count; i++) {
        if (!has_spot(a, &b->spot[i])) {
            return false;
        }
    }
    return true;
}

static bool names(const Layout *layout, Axis axis) {
    bool found = false;
    for (int i = 0; i < layout->shard_count; i++) {
        found = found || layout->shard[i].axis == axis;
    }
    for (int i = 0; i < layout->replica_count; i++) {
        found = found || layout->replica[i].axis == axis;
    }
    for (int i = 0; i < layout->offset_count; i++) {
        found = found || layout->offset[i].axis == axis;
    }
    return found;
}

static int64_t define_digit(Axis axis, int64_t rank) {
    switch (axis) {
    case AXIS_LANEID:
        return rank & 31;
    case AXIS_WARPID:
        return rank >> 5;
    case AXIS_WID_IN_WG:
        return rank >> 5 & 3;
    case AXIS_TID_IN_WG:
        return rank & 127;
    case AXIS_WGID:
        return rank >> 7;
    default:
        return rank;
    }
}

static bool owns(const Layout *layout, const Spot *spot, int64_t rank) {
    for (int axis = AXIS_LANEID; axis <= AXIS_WGID; axis++) {
        if (names(layout, (Axis)axis) && spot->axis[axis] != define_digit((Axis)axis, rank)) {
            return false;
        }
    }
    return true;
}

/* The memory address alone, with the thread values taken out: what an owner sees. */
static Spots seen_by(const Layout *layout, const Spots *spots, int64_t rank) {
    Spots seen = {.count = 0};
    for (int i = 0; i < spots->count; i++) {
        if (owns(layout, &spots->spot[i], rank)) {
            Spot spot = spots->spot[i];
            for (int axis = AXIS_LANEID; axis <= AXIS_WGID; axis++) {
                spot.axis[axis] = 0;
            }
            seen.spot[seen.count++] = spot;
        }
    }
    return seen;
}

static int64_t size_of(const Layout *layout) {
    int64_t size = 1;
    for (int i = 0; i < layout->shard_count; i++) {
        size *= layout->shard[i].extent;
    }
    return size;
}

/* Every element has the same owners and addresses: whole spots, or seen rank by rank. */
static bool same_map(const Layout *a, const Layout *b, bool by_rank) {
    static const int64_t some[] = {
        0, 1, 5, 31, 32, 33, 37, 63, 64, 95, 96, 127, 128, 133, 160, 229, 255};
    Spots at_a, at_b;
    int64_t size = size_of(a);
    if (size != size_of(b)) {
        return false;
    }
    for (int64_t x = 0; x < size; x++) {
        define(a, x, &at_a);
        define(b, x, &at_b);
        if (!by_rank && !same_spots(&at_a, &at_b)) {
            return false;
        }
        for (size_t i = 0; by_rank && i < COUNT_OF(some); i++) {
            Spots seen_a = seen_by(a, &at_a, some[i]), seen_b = seen_by(b, &at_b, some[i]);
            if (!same_spots(&seen_a, &seen_b)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- random layouts ------------------------------------------------------------------------ */

typedef struct {
    bool threads, symbolic, swizzled, negative;
} Taste;

static Coef random_stride(const Taste *taste, Axis axis, int64_t chain) {
    int64_t value = one_in(3) ? below(12) : chain;
    if (taste->negative && one_in(6)) {
        value = -value;
    }
    Coef stride = coef_int(value);
    if (taste->symbolic && axis == AXIS_M && value != 0 && one_in(2)) {
        stride.count = 1;
        stride.symbol[0] = 0;
        stride.value = one_in(2) ? value : 1;
    }
    return stride;
}

static Layout random_layout(const Taste *taste, int64_t cap) {
    static const Axis axes[] = {
        AXIS_M,
        AXIS_M,
        AXIS_M,
        AXIS_LANEID,
        AXIS_LANEID,
        AXIS_WID_IN_WG,
        AXIS_TID_IN_WG,
        AXIS_WGID,
        AXIS_WARPID,
        AXIS_TX};
    static const int64_t extents[] = {1, 2, 2, 2, 3, 4, 4, 6, 8, 16};
    Layout layout = {0};
    int64_t chain[AXIS_COUNT];
    for (int i = 0; i < AXIS_COUNT; i++) {
        chain[i] = 1;
    }
    int64_t size = 1;
    Iter reversed[MAX_ITERS];
    int count = (int)below(5) + 1;
    for (int i = 0; i < count; i++) {
        Axis axis = axes[taste->threads ? below((int64_t)COUNT_OF(axes)) : 0];
        int64_t extent = extents[below((int64_t)COUNT_OF(extents))];
        if (size * extent > cap) {
            break;
        }
        size *= extent;
        reversed[layout.shard_count++] =
            (Iter){extent, random_stride(taste, axis, chain[axis]), axis, {0}};
        chain[axis] *= extent;
    }
    for (int i = 0; i < layout.shard_count; i++) {
        layout.shard[i] = reversed[layout.shard_count - 1 - i];
    }
    while (layout.replica_count < 2 && one_in(4)) {
        Axis axis = axes[taste->threads ? below((int64_t)COUNT_OF(axes)) : 0];
        layout.replica[layout.replica_count++] =
            (Iter){below(4) + 1, random_stride(taste, axis, chain[axis]), axis, {0}};
    }
    while (layout.offset_count < 3 && one_in(3)) {
        Axis axis = axes[taste->threads ? below((int64_t)COUNT_OF(axes)) : 0];
        layout.offset[layout.offset_count++] = (Offset){below(9), axis};
    }
    if (taste->swizzled) {
        int len = (int)below(4);
        layout.swizzle = (Swizzle){true, (int)below(4), len, len + (int)below(3), one_in(3)};
    }
    /* What stands behind the last entry of a list is none of it. */
    Axis behind = one_in(2) ? AXIS_M : AXIS_LANEID;
    layout.shard[layout.shard_count] = (Iter){3, coef_int(7), behind, {0}};
    layout.replica[layout.replica_count] = (Iter){3, coef_int(5), behind, {0}};
    layout.offset[layout.offset_count] = (Offset){11, behind};
    return layout;
}

static Taste random_taste(void) {
    Taste taste = {one_in(2), one_in(3), one_in(3), one_in(6)};
    symbols[0] = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .divisor = power((int)below(7))};
    symbols[0].min = below(40) + 1;
    symbols[0].max = 1 << 20;
    values[0] = (symbols[0].min / symbols[0].divisor + 1 + below(5)) * symbols[0].divisor;
    return taste;
}

/* A shape with the layout's size: its extents, in part joined, split or turned round. */
static int random_shape(const Layout *layout, int64_t *shape) {
    int rank = 0;
    bool turned = one_in(5); /* an order of its own: may straddle iters */
    for (int j = 0; j < layout->shard_count; j++) {
        int i = turned ? layout->shard_count - 1 - j : j;
        int64_t extent = layout->shard[i].extent;
        if (rank > 0 && one_in(3)) {
            shape[rank - 1] *= extent;
        } else if (extent % 2 == 0 && rank + 2 < MAX_RANK && one_in(4)) {
            shape[rank++] = 2;
            shape[rank++] = extent / 2;
        } else {
            shape[rank++] = extent;
        }
    }
    if (rank == 0) {
        shape[rank++] = 1;
    }
    return rank;
}

static int64_t poly_at(const PolyBasis *basis, const Poly *poly) {
    int64_t value = poly->constant;
    for (int i = 0; i < basis->count; i++) {
        value += poly->value[i] * coef_at(basis->monomial[i]);
    }
    return value;
}

#include "layout_properties.h"

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : (uint64_t)time(NULL) * 1000003u;
    int64_t layouts = argc > 2 ? strtoll(argv[2], NULL, 10) : 24000;
    printf("seed %" PRIu64 ", %" PRId64 " layouts\n", seed, layouts);
    state = seed | 1;
    for (int64_t i = 0; i < layouts && unit_failed < 20; i++) {
        uint64_t before = state;
        int failed = unit_failed;
        MemMark mark = mem_mark();
        try_layout();
        mem_rewind(mark);
        if (unit_failed > failed) {
            printf("     at layout %" PRId64 " of this seed (state %" PRIu64 ")\n", i, before);
        }
    }
    check_reach(layouts);
    mem_free_all();
    return unit_finish();
}
