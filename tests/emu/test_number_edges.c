/* Where numbers of 16 bits end: what is too large becomes an infinity, which stays one. */
#include "emu_test.h"

typedef struct {
    unsigned f32, f16, bf16; /* rounded to the nearest, ties to even */
} Edge;
static const Edge edges[] = {
    {0x477FE000, 0x7BFF, 0x4780}, /* 65504, the largest f16 */
    {0x477FEFFF, 0x7BFF, 0x4780}, /* just below 65520, half a step further */
    {0x477FF000, 0x7C00, 0x4780},
    {0x47800000, 0x7C00, 0x4780},
    {0xC7800000, 0xFC00, 0xC780},
    {0x7F7F0000, 0x7C00, 0x7F7F}, /* the largest bf16 */
    {0x7F7F7FFF, 0x7C00, 0x7F7F},
    {0x7F7F8000, 0x7C00, 0x7F80},
    {0x7F7FFFFF, 0x7C00, 0x7F80},
    {0xFF7FFFFF, 0xFC00, 0xFF80},
    {0x7F800000, 0x7C00, 0x7F80},
    {0xFF800000, 0xFC00, 0xFF80},
    {0x33800000, 0x0001, 0x3380}, /* 2^-24, the smallest f16 */
    {0x33000000, 0x0000, 0x3300}, /* half of it */
    {0x33000001, 0x0001, 0x3300},
    {0x00000000, 0x0000, 0x0000},
    {0x80000000, 0x8000, 0x8000},
};

static unsigned nearest(unsigned bits, int from, int to) {
    return tc_emu_converted(bits, from, to, TC_EMU_RN, TC_EMU_INF);
}

static void test_rounded(void) {
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++) {
        const unsigned f16 = nearest(edges[i].f32, TC_EMU_AS_F32, TC_EMU_AS_F16);
        const unsigned bf16 = nearest(edges[i].f32, TC_EMU_AS_F32, TC_EMU_AS_BF16);
        unit_expect(f16 == edges[i].f16, "f16", __FILE__, 100 + (int)i);
        unit_expect(bf16 == edges[i].bf16, "bf16", __FILE__, 100 + (int)i);
    }
    EXPECT(nearest(0x7BFF, TC_EMU_AS_F16, TC_EMU_AS_F32) == 0x477FE000);
    EXPECT(nearest(0x7C00, TC_EMU_AS_F16, TC_EMU_AS_F32) == 0x7F800000);
    EXPECT(nearest(0xFC00, TC_EMU_AS_F16, TC_EMU_AS_F32) == 0xFF800000);
    EXPECT(nearest(0x0001, TC_EMU_AS_F16, TC_EMU_AS_F32) == 0x33800000);
    EXPECT(nearest(0x8000, TC_EMU_AS_F16, TC_EMU_AS_F32) == 0x80000000);
}

/* Sums and products of two numbers. */
static void test_combined(void) {
    static const unsigned short f16[] = {0x7BFF, 0xFBFF}, bf16[] = {0x7F7F, 0xFF7F};
    for (unsigned i = 0; i < 2; i++) {
        const unsigned short sign = (unsigned short)(i << 15);
        unsigned short v = f16[i];
        tc_add_f16(&v, &v, &v);
        EXPECT_OF(i ? "-f16 + -f16" : "f16 + f16", v == (sign | 0x7C00));
        v = f16[i];
        tc_mul_f16(&v, &v, f16);
        EXPECT_OF(i ? "-f16 * f16" : "f16 * f16", v == (sign | 0x7C00));
        v = bf16[i];
        tc_add_bf16(&v, &v, &v);
        EXPECT_OF(i ? "-bf16 + -bf16" : "bf16 + bf16", v == (sign | 0x7F80));
        v = bf16[i];
        tc_mul_bf16(&v, &v, bf16);
        EXPECT_OF(i ? "-bf16 * bf16" : "bf16 * bf16", v == (sign | 0x7F80));
    }
}

int main(void) {
    test_rounded();
    test_combined();
    return unit_finish();
}
