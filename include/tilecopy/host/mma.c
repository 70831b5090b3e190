/* mma.c: mma.sync. Who holds which element follows from how many share a 32-bit register, w: four lanes
 * share a row, each with w neighbours of each half of k. With w = 2 (f16), lane 5 holds of A, in the order of
 * its registers, row 1 columns 2 3, row 9 columns 2 3, row 1 columns 10 11, row 9 columns 10 11. */
#include "matrix.h"
#include <string.h>

enum { MOST_M = 16, MOST_K = 32, N = 8 };

/* Of a number: its bytes, and how many of them share a register. */
static const struct {
    unsigned bytes, per;
} numbers[] = {
    [TC_EMU_MMA_F16] = {2, 2},
    [TC_EMU_MMA_BF16] = {2, 2},
    [TC_EMU_MMA_TF32] = {4, 1},
    [TC_EMU_MMA_F64] = {8, 1},
    [TC_EMU_MMA_S8] = {1, 4},
    [TC_EMU_MMA_U8] = {1, 4},
    [TC_EMU_MMA_E4M3] = {1, 4},
    [TC_EMU_MMA_E5M2] = {1, 4},
};

unsigned mma_bytes(int type) {
    return numbers[type].bytes;
}

bool mma_is_integer(int type) {
    return type == TC_EMU_MMA_S8 || type == TC_EMU_MMA_U8;
}

/* Of what is converted: f64 and tf32 are not. */
static int format_of(int type) {
    switch (type) {
    case TC_EMU_MMA_F16:
        return TC_EMU_AS_F16;
    case TC_EMU_MMA_BF16:
        return TC_EMU_AS_BF16;
    case TC_EMU_MMA_S8:
        return TC_EMU_AS_I8;
    case TC_EMU_MMA_U8:
        return TC_EMU_AS_U8;
    case TC_EMU_MMA_E4M3:
        return TC_EMU_AS_E4M3;
    default:
        return TC_EMU_AS_E5M2;
    }
}

double mma_element(const void *registers, unsigned i, int type) {
    const unsigned bytes = numbers[type].bytes;
    unsigned bits = 0;
    double wide;
    float single;
    memcpy(
        type == TC_EMU_MMA_F64 ? (void *)&wide : &bits, (const char *)registers + i * bytes, bytes);
    if (type == TC_EMU_MMA_F64)
        return wide;
    if (type == TC_EMU_MMA_TF32) /* 13 bits of the fraction do not take part */
        bits &= ~0x1FFFu;
    else
        bits = tc_emu_converted(bits, format_of(type), TC_EMU_AS_F32, TC_EMU_RN, 0);
    memcpy(&single, &bits, 4);
    return single;
}

typedef struct {
    int type;
    unsigned m, k; /* n is 8 */
    double a[MOST_M][MOST_K], b[N][MOST_K];
} Product;

/* A, row by row, and B, column by column, out of the registers of the lanes. */
static void gather(Product *p, const Warp *w) {
    const unsigned per = numbers[p->type].per, halves = p->m / 8;
    for (unsigned lane = 0; lane < 32; lane++) {
        const unsigned row = lane / 4, column = lane % 4 * per;
        for (unsigned i = 0; i < p->m * p->k / 32; i++)
            p->a[row + 8 * (i / per % halves)][column + i % per + 4 * per * (i / per / halves)] =
                mma_element(w->lanes[lane]->from, i, p->type);
        for (unsigned i = 0; i < N * p->k / 32; i++)
            p->b[row][column + i % per + 4 * per * (i / per)] =
                mma_element(w->lanes[lane]->with, i, p->type);
    }
}

static void accumulate_integer(const Product *p, void *c, unsigned row, unsigned column) {
    unsigned sum;
    memcpy(&sum, c, 4);
    for (unsigned k = 0; k < p->k; k++)
        sum += (unsigned)((int)p->a[row][k] * (int)p->b[column][k]);
    memcpy(c, &sum, 4);
}

uint32_t mma_single(double sum) {
    const float single = (float)sum;
    uint32_t bits = 0x7fffffff; /* the hardware's own NaN, not the CPU's */
    if (single <= single)
        memcpy(&bits, &single, 4);
    return bits;
}

/* In f64, rounded to f32 once. */
static void accumulate(const Product *p, void *c, unsigned row, unsigned column) {
    const bool wide = p->type == TC_EMU_MMA_F64;
    float single;
    double sum;
    memcpy(&single, c, 4);
    sum = single;
    if (wide)
        memcpy(&sum, c, 8);
    for (unsigned k = 0; k < p->k; k++)
        sum += p->a[row][k] * p->b[column][k];
    const uint32_t rounded = mma_single(sum);
    memcpy(c, wide ? (const void *)&sum : &rounded, wide ? 8 : 4);
}

void tc_emu_mma(
    const char *name, void *c, const void *a, const void *b, int type, unsigned m, unsigned k) {
    Thread *t = emu.current;
    const unsigned size = type == TC_EMU_MMA_F64 ? 8 : 4;
    Product p = {.type = type, .m = m, .k = k};
    emu_enter(name);
    warp_aligned(t, 0, 0, false);
    warp_whole(t);
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
            if (mma_is_integer(type))
                accumulate_integer(&p, at, row, column);
            else
                accumulate(&p, at, row, column);
        }
    warp_leave(t);
}
