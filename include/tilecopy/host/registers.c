/* registers.c: arithmetic as the hardware does it, on the bits, so that the CPU's own NaNs, its rounding
 * mode and its treatment of subnormals do not matter; but for tc_emu_add_f32, which adds as the CPU. */
#include "internal.h"
#include <string.h>

enum { F16_NAN = 0x7FFF, BF16_NAN = 0x7FFF };
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

/* v / 2^shift to the nearest, ties to even; shift 1 to 31: 5 / 2 is 2, 7 / 2 is 4. */
static unsigned round_even(unsigned v, unsigned shift) {
    const unsigned whole = v >> shift, rest = v & ((1u << shift) - 1), half = 1u << (shift - 1);
    return whole + (rest > half || (rest == half && whole & 1));
}

/* The exponents differ by 112, so that 1.0 (0x3F800000) is 0x1C000 << 13 above 112 << 23. */
unsigned tc_emu_f32_to_f16(unsigned bits) {
    const unsigned sign = bits >> 16 & 0x8000, size = bits & ~f32_sign, exponent = size >> 23;
    if (is_nan(bits))
        return F16_NAN;
    if (size >= 0x477FF000) /* 65520, half a step above the largest */
        return sign | 0x7C00;
    if (exponent >= 113) /* 2^-14, the smallest normal one */
        return sign | round_even(size - (112u << 23), 13);
    if (exponent < 102) /* less than 2^-25, half of the smallest */
        return sign;
    return sign | round_even((size & 0x7FFFFF) | 0x800000, 126 - exponent); /* in units of 2^-24 */
}

unsigned tc_emu_f32_to_bf16(unsigned bits) {
    return is_nan(bits) ? BF16_NAN : round_even(bits, 16);
}

unsigned tc_emu_f16_to_f32(unsigned bits) {
    const unsigned sign = (bits & 0x8000) << 16;
    unsigned size = bits & 0x7FFF, exponent = 113; /* of 2^-14 */
    if (size > 0x7C00)
        return f32_nan;
    if (size == 0x7C00)
        return sign | f32_infinity;
    if (size >= 0x400)
        return sign | ((size << 13) + (112u << 23));
    if (size == 0)
        return sign;
    for (; size < 0x400; size *= 2)
        exponent--;
    return sign | exponent << 23 | (size & 0x3FF) << 13;
}
