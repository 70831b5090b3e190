/* registers.c: arithmetic as the hardware does it, on the bits, so that the CPU's own NaNs, its rounding
 * mode and its treatment of subnormals do not matter; but for sums and products of f32 and f64, which are the CPU's. */
#include "internal.h"
#include <string.h>

static const unsigned f32_nan = 0x7FFFFFFF, f32_infinity = 0x7F800000, f32_sign = 0x80000000;

void tc_emu_permute(void *dst, const void *a, const void *b, unsigned selector) {
    unsigned low, high, result = 0;
    memcpy(&low, a, 4);
    memcpy(&high, b, 4);
    const uint64_t bytes = (uint64_t)high << 32 | low;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned digit = selector >> 4 * i & 15;
        unsigned byte = (unsigned)(bytes >> 8 * (digit & 7)) & 0xFF;
        if (digit & 8)
            byte = byte & 0x80 ? 0xFF : 0;
        result |= byte << 8 * i;
    }
    memcpy(dst, &result, 4);
}

static bool is_nan(unsigned bits) {
    return (bits & ~f32_sign) > f32_infinity;
}

/* A number that grows as the value does: negative ones from 0 up, positive ones above, -0 before +0. */
static unsigned order_of(unsigned bits) {
    return bits & f32_sign ? ~bits : bits | f32_sign;
}

static unsigned max_f32(unsigned a, unsigned b) {
    if (is_nan(a) && is_nan(b))
        return f32_nan;
    if (is_nan(a) || is_nan(b))
        return is_nan(a) ? b : a;
    return order_of(a) < order_of(b) ? b : a;
}

static unsigned min_f32(unsigned a, unsigned b) {
    if (is_nan(a) && is_nan(b))
        return f32_nan;
    if (is_nan(a) || is_nan(b))
        return is_nan(a) ? b : a;
    return order_of(b) < order_of(a) ? b : a;
}

/* The result of a CPU, whose NaN is another. */
static unsigned f32_of(float x) {
    unsigned bits;
    memcpy(&bits, &x, 4);
    return is_nan(bits) ? f32_nan : bits;
}

static unsigned combined_f32(unsigned a, unsigned b, int op) {
    float x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    return op == TC_EMU_REDUCE_ADD   ? f32_of(x + y)
           : op == TC_EMU_REDUCE_MUL ? f32_of(x * y)
           : op == TC_EMU_REDUCE_MIN ? min_f32(a, b)
                                     : max_f32(a, b);
}

/* ---- 16 and 64 bits ----------------------------------------------------------------------------- */

/* To f32 such that a second rounding, to fewer digits, is as one: where something is lost the last bit is 1. */
static unsigned rounded_to_odd(double x) {
    float f = (float)x;
    unsigned bits;
    memcpy(&bits, &f, 4);
    const double back = (double)f;
    if (!(back < x) && !(back > x))
        return bits;
    if ((x > 0 && back > x) || (x < 0 && back < x))
        bits--; /* away from zero: the one before */
    return bits | 1;
}

static uint64_t combined_half(uint64_t x, uint64_t y, int format, int op) {
    const unsigned a = tc_emu_converted((unsigned)x, format, TC_EMU_AS_F32, TC_EMU_RN, 0);
    const unsigned b = tc_emu_converted((unsigned)y, format, TC_EMU_AS_F32, TC_EMU_RN, 0);
    float p, q;
    memcpy(&p, &a, 4);
    memcpy(&q, &b, 4);
    const unsigned exact = op == TC_EMU_REDUCE_ADD   ? rounded_to_odd((double)p + (double)q)
                           : op == TC_EMU_REDUCE_MUL ? rounded_to_odd((double)p * (double)q)
                           : op == TC_EMU_REDUCE_MIN ? min_f32(a, b)
                                                     : max_f32(a, b);
    return tc_emu_converted(exact, TC_EMU_AS_F32, format, TC_EMU_RN, 0);
}

/* A number rather than a NaN; -0 is below +0. */
static double lesser_f64(double x, double y, bool greater) {
    uint64_t sign;
    memcpy(&sign, &x, 8);
    if (!(x <= x) || !(y <= y))
        return x <= x ? x : y;
    if (x < y || y < x)
        return (x < y) != greater ? x : y;
    return ((sign >> 63) != 0) != greater ? x : y;
}

static uint64_t combined_f64(uint64_t a, uint64_t b, int op) {
    double x, y;
    memcpy(&x, &a, 8);
    memcpy(&y, &b, 8);
    x = op == TC_EMU_REDUCE_ADD   ? x + y
        : op == TC_EMU_REDUCE_MUL ? x * y
                                  : lesser_f64(x, y, op == TC_EMU_REDUCE_MAX);
    memcpy(&a, &x, 8);
    return a;
}

/* ---- whole numbers, and any ---------------------------------------------------------------------- */

static bool below(uint64_t a, uint64_t b, bool with_sign, unsigned bits) {
    const uint64_t sign = (uint64_t)1 << (bits - 1);
    return with_sign ? (a ^ sign) < (b ^ sign) : a < b;
}

static uint64_t combined_whole(uint64_t a, uint64_t b, int op, bool with_sign, unsigned bits) {
    switch (op) {
    case TC_EMU_REDUCE_ADD:
        return a + b;
    case TC_EMU_REDUCE_MUL:
        return a * b;
    case TC_EMU_REDUCE_MIN:
        return below(b, a, with_sign, bits) ? b : a;
    case TC_EMU_REDUCE_MAX:
        return below(a, b, with_sign, bits) ? b : a;
    case TC_EMU_REDUCE_INC:
        return a >= b ? 0 : a + 1;
    case TC_EMU_REDUCE_DEC:
        return a == 0 || a > b ? b : a - 1;
    case TC_EMU_REDUCE_AND:
        return a & b;
    case TC_EMU_REDUCE_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

unsigned number_bytes(int type) {
    static const unsigned bytes[] = {4, 4, 4, 8, 8, 8, 2, 2, 4, 8};
    return bytes[type];
}

uint64_t number_combined(uint64_t a, uint64_t b, int op, int type) {
    switch (type) {
    case TC_EMU_F16:
        return combined_half(a, b, TC_EMU_AS_F16, op);
    case TC_EMU_BF16:
        return combined_half(a, b, TC_EMU_AS_BF16, op);
    case TC_EMU_F32:
        return combined_f32((unsigned)a, (unsigned)b, op);
    case TC_EMU_F64:
        return combined_f64(a, b, op);
    default:
        return combined_whole(
            a, b, op, type == TC_EMU_S32 || type == TC_EMU_S64, 8 * number_bytes(type));
    }
}

void tc_emu_combine(void *dst, const void *a, const void *b, unsigned bytes, int op, int type) {
    const unsigned size = number_bytes(type);
    for (unsigned i = 0; i < bytes; i += size) {
        uint64_t x = 0, y = 0;
        memcpy(&x, (const char *)a + i, size);
        memcpy(&y, (const char *)b + i, size);
        x = number_combined(x, y, op, type);
        memcpy((char *)dst + i, &x, size);
    }
}

/* A float equals none that is a NaN, and the zeros equal each other. */
static bool equal(uint64_t x, uint64_t y, uint64_t infinity, uint64_t sign) {
    const uint64_t a = x & ~sign, b = y & ~sign;
    return a <= infinity && b <= infinity && (x == y || !(a | b));
}

void tc_emu_index_if(void *dst, const void *a, const void *b, unsigned index, int type) {
    uint64_t x = 0, y = 0;
    memcpy(&x, a, number_bytes(type));
    memcpy(&y, b, number_bytes(type));
    const bool same = type == TC_EMU_F16    ? equal(x, y, 0x7C00, 0x8000)
                      : type == TC_EMU_BF16 ? equal(x, y, 0x7F80, 0x8000)
                      : type == TC_EMU_F32  ? equal(x, y, f32_infinity, f32_sign)
                      : type == TC_EMU_F64  ? equal(x, y, (uint64_t)0x7FF << 52, (uint64_t)1 << 63)
                                            : x == y;
    index = same ? index : 0xffffffffu;
    memcpy(dst, &index, 4);
}
