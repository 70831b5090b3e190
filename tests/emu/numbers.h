/* numbers.h: what reductions make of two numbers of a type, computed apart from the emulator. Floats that are added
 * are whole numbers below 128, so that no sum is rounded; a minimum or maximum of 16-bit floats meets all bits. */
#ifndef NUMBERS_H
#define NUMBERS_H
#include <string.h>

enum { ADD, MIN, MAX, INC, DEC, AND, OR, XOR };
enum { U32, S32, B32, U64, S64, B64, F16, BF16, F32, F64, F16X2, BF16X2 };

static unsigned size_of(unsigned type) {
    static const unsigned size[] = {4, 4, 4, 8, 8, 8, 2, 2, 4, 8, 2, 2};
    return size[type];
}

static int is_float(unsigned type) {
    return type >= F16;
}

/* A whole number below 128 as the type spells it, and back. */
static unsigned long long spell(int value, unsigned type) {
    const unsigned sign = value < 0, size = (unsigned)(value < 0 ? -value : value);
    const float f = (float)value;
    const double d = value;
    unsigned long long bits = 0;
    unsigned word, exponent = 0;
    memcpy(&word, &f, 4);
    switch (type) {
    case F64:
        memcpy(&bits, &d, 8);
        return bits;
    case F32:
        return word;
    case BF16:
    case BF16X2:
        return word >> 16;
    default:
        while (size >> exponent > 1)
            exponent++;
        return size ? sign << 15 | (15 + exponent) << 10 | ((size << (10 - exponent)) & 0x3ff) : 0;
    }
}

static int value_of(unsigned long long bits, unsigned type) {
    for (int v = -127; v < 128; v++)
        if (spell(v, type) == bits)
            return v;
    return 1000;
}

/* A number rather than a NaN, of two NaNs 0x7fff; -0 is below +0. An H200 does so in global memory. */
static unsigned lesser_half(unsigned type, unsigned a, unsigned b, int greater) {
    const unsigned infinity = type == F16 ? 0x7C00 : 0x7F80;
    const int x = a & 0x8000 ? -(int)(a & 0x7FFF) - 1 : (int)a;
    const int y = b & 0x8000 ? -(int)(b & 0x7FFF) - 1 : (int)b;
    if ((a & 0x7FFF) > infinity)
        return (b & 0x7FFF) > infinity ? 0x7FFF : b;
    if ((b & 0x7FFF) > infinity)
        return a;
    return (x < y) != greater ? a : b;
}

static unsigned long long combined(
    unsigned op, unsigned type, unsigned long long a, unsigned long long b) {
    const int x = is_float(type) ? value_of(a, type) : 0,
              y = is_float(type) ? value_of(b, type) : 0;
    const int sign = type == S32   ? (int)a < (int)b
                     : type == S64 ? (long long)a < (long long)b
                                   : a < b;
    if (is_float(type) && op != ADD)
        return lesser_half(type, (unsigned)a, (unsigned)b, op == MAX);
    switch (op) {
    case ADD:
        return is_float(type) ? spell(x + y, type) : a + b;
    case MIN:
        return sign ? a : b;
    case MAX:
        return sign ? b : a;
    case INC:
        return a >= b ? 0 : a + 1;
    case DEC:
        return a == 0 || a > b ? b : a - 1;
    case AND:
        return a & b;
    case OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static unsigned random_state = 1;
static unsigned random_word(void) {
    random_state = random_state * 1664525 + 1013904223;
    return random_state >> 8 ^ random_state << 16;
}

/* For a minimum or maximum of 16-bit floats, by place: NaNs alone, NaNs and numbers, zeros of both signs, any bits. */
static unsigned draw_half(unsigned type, unsigned place) {
    const unsigned nan = (type == F16 ? 0x7C01 : 0x7F81) | (random_word() & 0x8013);
    switch (place % 8) {
    case 0:
        return nan;
    case 1:
        return random_word() % 2 ? nan : 0x3C00 + random_word() % 99;
    case 2:
        return random_word() & 0x8000;
    default:
        return random_word() & 0xFFFF;
    }
}

#endif
