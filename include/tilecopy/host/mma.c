/* mma.c: mma.sync. Who holds which element follows from how many share a 32-bit register, w: four lanes
 * share a row, each with w neighbours of each half of k. With w = 2 (f16), lane 5 holds of A, in the order of
 * its registers, row 1 columns 2 3, row 9 columns 2 3, row 1 columns 10 11, row 9 columns 10 11. */
#include "internal.h"
#include <math.h>
#include <string.h>

typedef struct {
    unsigned bits;          /* of an element of A and B */
    int fraction, exponent; /* bits of a float's parts; 0: an integer, whose sums are modulo 2^32 */
} Type;
static const Type types[] = {
    [TC_EMU_MMA_F16] = {16, 10, 5},
    [TC_EMU_MMA_BF16] = {16, 7, 8},
    [TC_EMU_MMA_TF32] = {32, 23, 8},
    [TC_EMU_MMA_F64] = {64, 52, 11},
    [TC_EMU_MMA_S8] = {8, 0, 0},
    [TC_EMU_MMA_U8] = {8, 0, 0},
    [TC_EMU_MMA_E4M3] = {8, 3, 4},
    [TC_EMU_MMA_E5M2] = {8, 2, 5},
};
enum { MOST_M = 16, MOST_K = 32, N = 8 };

/* 2^exponent, -1022 to 1023, without the library of mathematics. */
static double power_of_two(int exponent) {
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

/* e4m3 has no infinity, and its only NaN is all ones. */
static double small_float(const Type *type, unsigned bits) {
    const int last = (1 << type->exponent) - 1, bias = last / 2, one = 1 << type->fraction;
    const int exponent = (int)(bits >> type->fraction) & last, rest = (int)bits & (one - 1);
    const double sign = bits >> (type->bits - 1) & 1 ? -1 : 1;
    const double least = power_of_two(1 - bias - type->fraction);
    if (exponent == last && (type->fraction != 3 || rest == one - 1))
        return type->fraction == 3 || rest ? (double)NAN : sign * (double)INFINITY;
    if (exponent == 0)
        return sign * rest * least;
    return sign * (rest + one) * power_of_two(exponent - 1) * least;
}

static double element(const void *registers, unsigned i, int number) {
    const Type *type = &types[number];
    const char *at = (const char *)registers + i * type->bits / 8;
    unsigned bits = 0;
    double value;
    if (type->bits == 64) {
        memcpy(&value, at, 8);
        return value;
    }
    memcpy(&bits, at, type->bits / 8);
    if (number == TC_EMU_MMA_S8)
        return (double)(signed char)bits;
    if (number == TC_EMU_MMA_U8)
        return (double)bits;
    if (number == TC_EMU_MMA_TF32) /* 13 bits of the fraction do not take part */
        bits &= ~0x1FFFu;
    return small_float(type, bits);
}

typedef struct {
    int type;
    unsigned m, k; /* n is 8 */
    double a[MOST_M][MOST_K], b[N][MOST_K];
} Product;

/* A, row by row, and B, column by column, out of the registers of the lanes. */
static void gather(Product *p, const Warp *w) {
    const unsigned bits = types[p->type].bits, per = bits < 32 ? 32 / bits : 1, halves = p->m / 8;
    for (unsigned lane = 0; lane < 32; lane++) {
        const unsigned row = lane / 4, column = lane % 4 * per;
        for (unsigned i = 0; i < p->m * p->k / 32; i++)
            p->a[row + 8 * (i / per % halves)][column + i % per + 4 * per * (i / per / halves)] =
                element(w->lanes[lane]->from, i, p->type);
        for (unsigned i = 0; i < N * p->k / 32; i++)
            p->b[row][column + i % per + 4 * per * (i / per)] =
                element(w->lanes[lane]->with, i, p->type);
    }
}

static void accumulate_integer(const Product *p, void *c, unsigned row, unsigned column) {
    unsigned sum;
    memcpy(&sum, c, 4);
    for (unsigned k = 0; k < p->k; k++)
        sum += (unsigned)((int)p->a[row][k] * (int)p->b[column][k]);
    memcpy(c, &sum, 4);
}

/* In f64, rounded to f32 once. */
static void accumulate(const Product *p, void *c, unsigned row, unsigned column) {
    float single;
    double sum;
    memcpy(&single, c, 4);
    sum = single;
    if (p->type == TC_EMU_MMA_F64)
        memcpy(&sum, c, 8);
    for (unsigned k = 0; k < p->k; k++)
        sum += p->a[row][k] * p->b[column][k];
    single = (float)sum;
    if (p->type == TC_EMU_MMA_F64)
        memcpy(c, &sum, 8);
    else
        memcpy(c, &single, 4);
}

void tc_emu_mma(
    const char *name, void *c, const void *a, const void *b, int type, unsigned m, unsigned k) {
    Thread *t = emu.current;
    const unsigned size = type == TC_EMU_MMA_F64 ? 8 : 4;
    Product p = {.type = type, .m = m, .k = k};
    emu_enter(name);
    warp_aligned(t, 0, 0, false);
    if (t->warp->lane_count < 32)
        report_raise(
            TC_EMU_DIVERGENT,
            t,
            NULL,
            0,
            "the warp has %u lanes, 32 are needed",
            t->warp->lane_count);
    t->to = c;
    t->from = a;
    t->with = b;
    if (!warp_meet(t, 0xffffffffu))
        return;
    gather(&p, t->warp);
    for (unsigned lane = 0; lane < 32; lane++)
        for (unsigned i = 0; i < m * N / 32; i++) {
            void *at = (char *)t->warp->lanes[lane]->to + i * size;
            const unsigned row = lane / 4 + 8 * (i / 2), column = lane % 4 * 2 + i % 2;
            if (types[type].exponent)
                accumulate(&p, at, row, column);
            else
                accumulate_integer(&p, at, row, column);
        }
    warp_leave(t);
}
