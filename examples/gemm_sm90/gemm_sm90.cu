/* gemm_sm90.cu: gemm_sm90_kernel.h on an H100 or H200 or, as C++, on the emulator.
 *
 *     nvcc -arch=sm_90a -I../../include gemm_sm90.cu && ./a.out
 *     tcemu run gemm_sm90.cu */
#include "../example.h"
#include <math.h>

#include "gemm_sm90_gen.h"
#include "tilecopy/wgmma_bf16.h"
#include "tilecopy/wgmma_e4m3.h"
#include "tilecopy/wgmma_f16.h"

#include "gemm_sm90_kernel.h"

#include "gemm_host.h"
#include "gemm_refusals.h"

static const char *const element_names[] = {"bf16", "f16", "e4m3"};
static const char *const activation_names[] = {"", ", relu", ", gelu", ", silu"};

/* Whole numbers from -2 to 2: all types have them, and all sums are exact in f32. */
static int number_at(size_t row, size_t column, unsigned seed) {
    const unsigned x = ((unsigned)row * 7919u + (unsigned)column * 104729u + seed) * 2654435761u;
    return (int)(x >> 16) % 5 - 2;
}

/* The bits of such a number. */
static unsigned bits_of(int number, GemmElement element) {
    static const unsigned bits[][3] = {{0, 0x3f80, 0x4000}, {0, 0x3c00, 0x4000}, {0, 0x38, 0x40}};
    const unsigned sign = element == GEMM_E4M3 ? 0x80 : 0x8000;
    return bits[element][number < 0 ? -number : number] | (number < 0 ? sign : 0);
}

/* What an element of D stands for: f16 for f16, otherwise bf16. */
static double number_of(unsigned short bits, GemmElement element) {
    const int mantissa = element == GEMM_F16 ? 10 : 7, bias = element == GEMM_F16 ? 15 : 127;
    const int exponent = (bits & 0x7fff) >> mantissa, part = bits & ((1 << mantissa) - 1);
    if (exponent == 2 * bias + 1)
        return NAN; /* or infinity */
    return (bits & 0x8000 ? -1 : 1) *
           (exponent ? ldexp((1 << mantissa) + part, exponent - bias - mantissa)
                     : ldexp(part, 1 - bias - mantissa));
}

static double activated(double x, GemmActivation activation) {
    switch (activation) {
    case GEMM_RELU:
        return x < 0 ? 0 : x;
    case GEMM_GELU:
        return x / (1 + exp(-1.5957691216057308 * (x + 0.044715 * x * x * x)));
    case GEMM_SILU:
        return x / (1 + exp(-x));
    default:
        return x;
    }
}

/* A matrix in the GPU's memory. */
static void *matrix(size_t rows, size_t columns, unsigned seed, GemmElement element) {
    const size_t bytes = element == GEMM_E4M3 ? 1 : 2, size = rows * columns * bytes;
    unsigned char *const here = (unsigned char *)malloc(size);
    void *const there = example_memory(size, seed == 1 ? "A" : seed == 2 ? "B" : "bias");
    for (size_t i = 0; i < rows * columns; i++) {
        const unsigned bits = bits_of(number_at(i / columns, i % columns, seed), element);
        memcpy(here + i * bytes, &bits, bytes);
    }
    example_put(there, here, size);
    free(here);
    return there;
}

/* Elements of D further from the result than rounding it once explains. */
static unsigned wrong_of(const GemmCall *c, const unsigned short *d) {
    const double step = c->element == GEMM_F16 ? 1.0 / 2048 : 1.0 / 256; /* half of one, of 1 */
    const double most = c->activation < GEMM_GELU ? step : 1.02 * step;  /* 2 to the x is near */
    unsigned wrong = 0;
    for (long long row = 0; row < c->m; row++)
        for (long long column = 0; column < c->n; column++) {
            int sum = c->bias ? number_at(0, column, 3) : 0;
            for (long long i = 0; i < c->k; i++)
                sum += number_at(row, i, 1) * number_at(column, i, 2);
            const double want = activated(sum, c->activation);
            const double got = number_of(d[row * c->n + column], c->element);
            wrong += !(fabs(got - want) <= fabs(want) * most + 1e-7);
        }
    return wrong;
}

static void tell(const GemmCall *c) {
    printf(
        "%lldx%lldx%lld %s%s%s on the %s: ",
        c->m,
        c->n,
        c->k,
        element_names[c->element],
        c->bias ? ", bias" : "",
        activation_names[c->activation],
        example_machine);
}

static int try_call(GemmCall c, int with_bias, unsigned multiprocessors, int check) {
    const size_t d_bytes = (size_t)c.m * c.n * 2;
    unsigned short *const d = (unsigned short *)malloc(d_bytes);
    GemmPlan plan;
    char why[GEMM_WHY];
    unsigned wrong = 0;
    c.a = matrix(c.m, c.k, 1, c.element);
    c.b = matrix(c.n, c.k, 2, c.element);
    c.d = example_memory(d_bytes, "D");
    c.bias = with_bias ? matrix(1, c.n, 3, c.element == GEMM_F16 ? GEMM_F16 : GEMM_BF16) : NULL;
    if (gemm_plan(&c, multiprocessors, &plan, why)) {
        printf("refused: %s\n", why);
        return 1;
    }
    const size_t order_bytes = (size_t)plan.rows * plan.columns * 4;
    unsigned *const order = (unsigned *)malloc(order_bytes);
    unsigned *const there = (unsigned *)example_memory(order_bytes, "order");
    gemm_order(plan.rows, plan.columns, order);
    example_put(there, order, order_bytes);
    plan.args.order = there;
    const example_launch launch = {plan.ctas, plan.threads, plan.smem_bytes, plan.cluster};
    EXAMPLE_RUN(plan.kernel, launch, plan.args);
    tell(&c);
    if (check) {
        example_get(d, c.d, d_bytes);
        wrong = wrong_of(&c, d);
        printf("%u wrong", wrong);
    } else
        printf("not compared");
    const double us = EXAMPLE_TIME(plan.kernel, launch, plan.args);
    if (us > 0)
        printf(", %.1f us, %.0f TFLOP/s", us, 2e-6 * c.m * c.n * c.k / us);
    printf("\n");
    const void *const all[] = {c.a, c.b, c.d, c.bias, there};
    for (int i = 0; i < 5; i++)
        if (all[i])
            example_free((void *)all[i]);
    free(d);
    free(order);
    return wrong != 0;
}

static GemmCall shape(GemmElement element, long long m, long long n, long long k) {
    GemmCall call = {};
    call.element = element;
    call.m = m;
    call.n = n;
    call.k = k;
    return call;
}

static int try_element(GemmElement element) {
    GemmCall ragged = shape(element, 200, 264, 80);                /* edges in all dimensions */
    int failed = try_call(shape(element, 256, 512, 128), 0, 2, 1); /* two tiles, one by one */
    failed |= try_call(ragged, 0, 4, 1);
    ragged.activation = GEMM_GELU;
    failed |= try_call(ragged, 1, 2, 1);
    ragged.activation = element == GEMM_BF16 ? GEMM_RELU : GEMM_SILU;
    failed |= try_call(ragged, element != GEMM_F16, 4, 1);
#if TC_ON_DEVICE
    failed |= try_call(shape(element, 1000, 1032, 528), 1, 132, 1);
    failed |= try_call(shape(element, 4096, 4096, 4096), 0, 132, 0);
    failed |= try_call(shape(element, 8192, 8192, 8192), 0, 132, 0);
#endif
    return failed;
}

int main(void) {
    int failed = try_refusals();
    failed |= try_element(GEMM_BF16);
    failed |= try_element(GEMM_F16);
    failed |= try_element(GEMM_E4M3);
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
