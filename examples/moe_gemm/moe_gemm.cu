/* moe_gemm.cu: moe_gemm_kernel.h on a GPU or on the emulator, against plain loops. Tokens and weights are small
 * integers, so that every sum is exact.
 *
 *     nvcc -arch=sm_80 -I../../include moe_gemm.cu && ./a.out
 *     tcemu run moe_gemm.cu */
#include "../example.h"
#include "moe_gemm_gen.h"
#include "tilecopy/mma.h"

#include "moe_gemm_kernel.h"

enum { TOKENS = 150, EXPERTS = 2, TILES = 2, N = 128, K = 192 };

/* An integer from -7 to 7, or any whole number that f16 holds, as f16. */
static unsigned short f16_of(int value) {
    unsigned size = (unsigned)(value < 0 ? -value : value), sign = value < 0 ? 0x8000u : 0,
             power = 0;
    if (!size)
        return 0;
    while (size >> (power + 1))
        power++;
    return (
        unsigned short)(sign | (15 + power) << 10 | ((power <= 10 ? size << (10 - power) : size >> (power - 10)) & 0x3FFu));
}

static int value_of(unsigned i, unsigned salt) {
    return (int)((i * 2654435761u + salt * 40503u) >> 9) % 3 - 1;
}

static int expert_of(unsigned token) {
    return token % 7 < 4 ? 0 : 1;
}

static void *filled(size_t bytes, const void *here, const char *name) {
    void *there = example_memory(bytes, name);
    example_put(there, here, bytes);
    return there;
}

static unsigned wrong_of(const tc_f16 *there) {
    static unsigned short got[TOKENS * N];
    unsigned wrong = 0;
    example_get(got, there, sizeof got);
    for (unsigned t = 0; t < TOKENS; t++)
        for (unsigned n = 0; n < N; n++) {
            int sum = 0;
            for (unsigned k = 0; k < K; k++)
                sum +=
                    value_of(t * K + k, 1) * value_of(((unsigned)expert_of(t) * N + n) * K + k, 2);
            wrong += got[t * N + n] != f16_of(sum);
        }
    return wrong;
}

int main(void) {
    static unsigned short tokens[TOKENS * K], weights[EXPERTS * N * K];
    static int order[TILES * MOE_TILE], expert[TILES] = {0, 1};
    const example_launch launch = {TILES * (N / MOE_TILE), TC_MOE_THREADS, TC_MOE_SMEM_BYTES, 0};
    unsigned taken[EXPERTS] = {0, 0}, wrong;
    for (unsigned i = 0; i < TOKENS * K; i++)
        tokens[i] = f16_of(value_of(i, 1));
    for (unsigned i = 0; i < EXPERTS * N * K; i++)
        weights[i] = f16_of(value_of(i, 2));
    for (unsigned i = 0; i < TILES * MOE_TILE; i++)
        order[i] = -1;
    for (unsigned t = 0; t < TOKENS; t++)
        order[(unsigned)expert_of(t) * MOE_TILE + taken[expert_of(t)]++] = (int)t;
    Moe g = {
        (const tc_f16 *)filled(sizeof tokens, tokens, "tokens"),
        (const tc_f16 *)filled(sizeof weights, weights, "weights"),
        (tc_f16 *)example_memory(TOKENS * N * 2, "out"),
        (const int *)filled(sizeof order, order, "order"),
        (const int *)filled(sizeof expert, expert, "expert"),
        TILES,
        N,
        K};
    EXAMPLE_RUN(moe_gemm, launch, g);
    wrong = wrong_of(g.out);
    printf(
        "moe_gemm of %u tokens and %u experts on the %s: %u wrong\n",
        (unsigned)TOKENS,
        (unsigned)EXPERTS,
        example_machine,
        wrong);
    example_free((void *)g.expert);
    example_free((void *)g.order);
    example_free(g.out);
    example_free((void *)g.weights);
    example_free((void *)g.tokens);
    return wrong != 0;
}
