/* convert.c: numbers of one dtype into numbers of another, as the hardware does it, from the definition of
 * the dtypes: a number is whole * 2^exponent, which is rounded to the steps of the other dtype. */
#include "internal.h"
#include <string.h>

/* A float has `fraction` bits below the point, and its smallest number is 2^least. A nan of 0: there is
 * none. An integer has no fraction; most and least are its bounds. */
typedef struct {
    int bits, fraction, least;
    unsigned largest, infinity,
        nan; /* as they stand in the bits; infinity 0: there is none, and what is too large saturates */
} Float;
static const Float floats[] = {
    [TC_EMU_AS_F32] = {32, 23, -149, 0x7F7FFFFF, 0x7F800000, 0x7FFFFFFF},
    [TC_EMU_AS_TF32] = {19, 10, -136, 0x3FBFF, 0x3FC00, 0x3FFFF},
    [TC_EMU_AS_F16] = {16, 10, -24, 0x7BFF, 0x7C00, 0x7FFF},
    [TC_EMU_AS_BF16] = {16, 7, -133, 0x7F7F, 0x7F80, 0x7FFF},
    [TC_EMU_AS_E5M2] = {8, 2, -16, 0x7B, 0x7C, 0x7F},
    [TC_EMU_AS_E4M3] = {8, 3, -9, 0x7E, 0, 0x7F},
    [TC_EMU_AS_E2M1] = {4, 1, -1, 0x7, 0, 0},
};
static const struct {
    int bits, low, high;
} integers[] = {
    [TC_EMU_AS_I8] = {8, -128, 127},
    [TC_EMU_AS_U8] = {8, 0, 255},
    [TC_EMU_AS_I4] = {4, -8, 7},
    [TC_EMU_AS_U4] = {4, 0, 15},
};

static int is_float(int format) {
    return format <= TC_EMU_AS_E2M1;
}

/* In registers a tf32 is a word, with zeros below. */
static int width_of(int format) {
    return format == TC_EMU_AS_TF32 ? 32
           : is_float(format)       ? floats[format].bits
                                    : integers[format].bits;
}

static unsigned bytes_of(int count, int format) {
    return (unsigned)(count * width_of(format)) / 8;
}

typedef struct {
    enum { A_NUMBER, AN_INFINITY, A_NAN } kind;
    int negative;
    uint64_t whole; /* times 2^exponent */
    int exponent;
} Number;

/* Of a tf32, which goes into f32 alone, as it is, nobody asks. */
static Number number_of(unsigned bits, int format) {
    Number n = {A_NUMBER, 0, 0, 0};
    if (!is_float(format)) {
        const int width = integers[format].bits;
        const int value = integers[format].low < 0 && bits >> (width - 1) & 1
                              ? (int)bits - (1 << width)
                              : (int)bits;
        n.negative = value < 0;
        n.whole = (uint64_t)(n.negative ? -value : value);
        return n;
    }
    const Float *f = &floats[format];
    const unsigned size = bits & ((1u << (f->bits - 1)) - 1), steps = size >> f->fraction;
    n.negative = (int)(bits >> (f->bits - 1) & 1);
    if (f->infinity && size == f->infinity)
        n.kind = AN_INFINITY;
    else if (size > f->largest)
        n.kind = A_NAN;
    n.whole = size & ((1u << f->fraction) - 1);
    n.exponent = f->least;
    if (steps) {
        n.whole |= 1u << f->fraction;
        n.exponent += (int)steps - 1;
    }
    return n;
}

/* whole / 2^shift, rounded: 5 / 2 is 2 (rn), 3 (rna), 2 (rz). */
static uint64_t divided(uint64_t whole, int shift, int rounding) {
    if (shift <= 0)
        return whole << -shift;
    if (shift > 40) /* whole is below 2^24 */
        return 0;
    const uint64_t result = whole >> shift, rest = whole - (result << shift);
    const uint64_t half = (uint64_t)1 << (shift - 1);
    if (rounding == TC_EMU_RZ || rest < half)
        return result;
    return result + (rest > half || rounding == TC_EMU_RNA || (result & 1));
}

static unsigned float_of(const Number *n, int format, int rounding, int saturate) {
    const Float *f = &floats[format];
    const unsigned sign = n->negative ? 1u << (f->bits - 1) : 0;
    int length = 0, step = f->least;
    if (n->kind == A_NAN)
        return f->nan ? f->nan : f->largest;
    if (n->kind == AN_INFINITY)
        return sign | (saturate ? f->largest : f->infinity);
    if (n->whole == 0)
        return sign;
    while (n->whole >> length)
        length++;
    if (n->exponent + length - 1 - f->fraction > step)
        step = n->exponent + length - 1 - f->fraction;
    const uint64_t size = divided(n->whole, step - n->exponent, rounding) +
                          ((uint64_t)(step - f->least) << f->fraction);
    if (size <= f->largest)
        return sign | (unsigned)size;
    return sign | (saturate || rounding == TC_EMU_RZ ? f->largest : f->infinity);
}

static unsigned integer_of(const Number *n, int format, int rounding) {
    const int low = integers[format].low, high = integers[format].high;
    int value = n->negative ? low : high;
    if (n->kind == A_NAN)
        value = 0;
    else if (n->kind == A_NUMBER && n->exponent < 20) {
        const uint64_t size = divided(n->whole, -n->exponent, rounding);
        if (n->negative && size <= (uint64_t)-low)
            value = -(int)size;
        else if (!n->negative && size <= (uint64_t)high)
            value = (int)size;
    }
    return (unsigned)value & ((1u << integers[format].bits) - 1);
}

unsigned tc_emu_converted(unsigned bits, int from, int to, int rounding, int saturate) {
    if (to == TC_EMU_AS_F32 && from == TC_EMU_AS_TF32)
        return bits;
    if (to == TC_EMU_AS_F32 && from == TC_EMU_AS_BF16)
        return bits << 16; /* a NaN too */
    const Number n = number_of(bits, from);
    if (to == TC_EMU_AS_TF32 && n.kind == A_NAN && rounding == TC_EMU_RNA)
        return bits & ~0x1FFFu; /* cut off: 0x7f800001 becomes an infinity on an H100 */
    if (!is_float(to))
        return integer_of(&n, to, rounding);
    return float_of(&n, to, rounding, saturate) << (to == TC_EMU_AS_TF32 ? 13 : 0) |
           (to == TC_EMU_AS_TF32 && n.kind == A_NAN ? 0x1FFF : 0);
}

static unsigned element(const unsigned char *bytes, int at, int bits) {
    unsigned value = 0;
    if (bits == 4)
        return bytes[at / 2] >> at % 2 * 4 & 15;
    memcpy(&value, bytes + at * bits / 8, (size_t)bits / 8); /* both are little-endian */
    return value;
}

void tc_emu_convert(
    void *dst, const void *src, int count, int from, int to, int rounding, int saturate) {
    unsigned char in[64], out[64] = {0};
    const int wide = width_of(from), bits = width_of(to);
    memcpy(in, src, bytes_of(count, from));
    for (int i = 0; i < count; i++) {
        const unsigned value = tc_emu_converted(element(in, i, wide), from, to, rounding, saturate);
        if (bits == 4)
            out[i / 2] |= (unsigned char)(value << i % 2 * 4);
        else
            memcpy(out + i * bits / 8, &value, (size_t)bits / 8);
    }
    memcpy(dst, out, bytes_of(count, to));
}

void tc_emu_convert_pairs04(void *dst, const void *src, int from, int to) {
    unsigned v, in_order = 0;
    memcpy(&v, src, sizeof v);
    for (unsigned i = 0; i < 8; i++)
        in_order |= (v >> (i / 2 + i % 2 * 4) * 4 & 15) << i * 4;
    tc_emu_convert(dst, &in_order, 8, from, to, TC_EMU_RN, TC_EMU_INF);
}
