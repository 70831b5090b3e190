/* registers.c: arithmetic as the hardware does it, on the bits, so that the CPU's own NaNs, its rounding
 * mode and its treatment of subnormals do not matter; but for tc_emu_add_f32, which adds as the CPU. */
#include "internal.h"
#include <string.h>

static const unsigned f32_nan = 0x7FFFFFFF, f32_infinity = 0x7F800000, f32_sign = 0x80000000;

unsigned tc_emu_permute(unsigned a, unsigned b, unsigned selector) {
    const uint64_t bytes = (uint64_t)b << 32 | a;
    unsigned result = 0;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned digit = selector >> 4 * i & 15;
        unsigned byte = (unsigned)(bytes >> 8 * (digit & 7)) & 0xFF;
        if (digit & 8)
            byte = byte & 0x80 ? 0xFF : 0;
        result |= byte << 8 * i;
    }
    return result;
}

static bool is_nan(unsigned bits) {
    return (bits & ~f32_sign) > f32_infinity;
}

unsigned tc_emu_add_f32(unsigned a, unsigned b) {
    float x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    x += y;
    memcpy(&a, &x, 4);
    return is_nan(a) ? f32_nan : a;
}

/* A number that grows as the value does: negative ones from 0 up, positive ones above, -0 before +0. */
static unsigned order_of(unsigned bits) {
    return bits & f32_sign ? ~bits : bits | f32_sign;
}

unsigned tc_emu_max_f32(unsigned a, unsigned b) {
    if (is_nan(a) && is_nan(b))
        return f32_nan;
    if (is_nan(a) || is_nan(b))
        return is_nan(a) ? b : a;
    return order_of(a) < order_of(b) ? b : a;
}

unsigned tc_emu_min_f32(unsigned a, unsigned b) {
    if (is_nan(a) && is_nan(b))
        return f32_nan;
    if (is_nan(a) || is_nan(b))
        return is_nan(a) ? b : a;
    return order_of(b) < order_of(a) ? b : a;
}

unsigned tc_emu_mul_f32(unsigned a, unsigned b) {
    float x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    x *= y;
    memcpy(&a, &x, 4);
    return is_nan(a) ? f32_nan : a;
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

static unsigned combined_half(unsigned x, unsigned y, int format, int op) {
    const unsigned a = tc_emu_converted(x, format, TC_EMU_AS_F32, TC_EMU_RN, 0);
    const unsigned b = tc_emu_converted(y, format, TC_EMU_AS_F32, TC_EMU_RN, 0);
    float p, q;
    memcpy(&p, &a, 4);
    memcpy(&q, &b, 4);
    const unsigned exact = op == '+'   ? rounded_to_odd((double)p + (double)q)
                           : op == '*' ? rounded_to_odd((double)p * (double)q)
                           : op == '<' ? tc_emu_min_f32(a, b)
                                       : tc_emu_max_f32(a, b);
    return tc_emu_converted(exact, TC_EMU_AS_F32, format, TC_EMU_RN, 0);
}

unsigned short tc_emu_combine_half(unsigned short x, unsigned short y, int format, int op) {
    return (unsigned short)combined_half(x, y, format, op);
}

int tc_emu_equal_halves(unsigned short x, unsigned short y, unsigned infinity) {
    const unsigned a = x & 0x7FFFu, b = y & 0x7FFFu;
    return a <= infinity && b <= infinity && (x == y || !(a | b));
}

/* A number rather than a NaN; -0 is below +0. */
double tc_emu_lesser_f64(double x, double y, int greater) {
    uint64_t sign;
    memcpy(&sign, &x, 8);
    if (!(x <= x) || !(y <= y))
        return x <= x ? x : y;
    if (x < y || y < x)
        return (x < y) != greater ? x : y;
    return ((int)(sign >> 63) != greater) ? x : y;
}
