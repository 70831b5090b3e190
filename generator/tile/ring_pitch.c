/* ring_pitch.c: how far apart the tiles of `stages N` lie. */
#include "tile.h"

static int64_t lcm(int64_t a, int64_t b) {
    return a / gcd_i64(a, b) * b;
}

/* Elements from one stage to the next: the span of the tile, rounded up to whole periods of its
 * swizzle and to the alignment of its base, at least 16 bytes. 33x33 f32: 1089 -> 1092 (4368
 * bytes). 0: too large. */
int64_t stage_stride(const Copy *copy, const Operand *tile) {
    PolyBasis basis = {0};
    Poly span;
    int bits = copy->dtype->bits;
    int64_t least = copy->options.tensormap ? 128 : 16; /* where boxes begin */
    int64_t align = tile->align > least ? tile->align : least;
    int64_t unit = lcm(swizzle_period(&tile->layout.swizzle), align * 8 / gcd_i64(align * 8, bits));
    if (!layout_span(&tile->layout, copy->symbols, &basis, &span) || !poly_is_constant(&span) ||
        span.constant > INT32_MAX)
        return 0;
    int64_t stride = (span.constant + unit - 1) / unit * unit;
    return stride * copy->options.stages <= INT32_MAX ? stride : 0;
}
