/* gemm_sm90.cu: the kernels beside it on an H100 or H200 or, as C++, on the emulator.
 *
 *     nvcc -arch=sm_90a -I../../include gemm_sm90.cu && ./a.out
 *     tcemu run gemm_sm90.cu */
#include "../example.h"

#include "gemm_sm90_gen.h"
#include "tilecopy/wgmma_bf16.h"
#include "tilecopy/wgmma_e4m3.h"
#include "tilecopy/wgmma_f16.h"

#include "gemm_sm90_kernel.h"

#include "gemm_scaled_kernel.h"

#include "gemm_small_kernel.h"

#include "gemm_pingpong_kernel.h"

#include "gemm_host.h"
#include "gemm_reference.h"
#include "gemm_refusals.h"

static const char *const element_names[] = {"bf16", "f16", "e4m3"};
static const char *const form_names[] = {"", "", ", few rows", ", in turns"};
static const char *const activation_names[] = {"", ", relu", ", gelu", ", silu"};
enum { COMPARE, QUIET, ERROR, TIME };
/* element by element; the same, in silence; only the error as a whole; not at all */

static void tell(const GemmCall *c, GemmForm form, int check, GemmCompared found, double us) {
    printf(
        "%lldx%lldx%lld %s%s%s%s%s on the %s: ",
        c->m,
        c->n,
        c->k,
        element_names[c->element],
        form_names[form],
        c->a_scales ? ", scales" : "",
        c->bias ? ", bias" : "",
        activation_names[c->activation],
        example_machine);
    if (check == COMPARE)
        printf("%u wrong", found.wrong);
    else
        printf(check == ERROR ? "error %.6f of f64" : "not compared", found.error);
    if (us > 0)
        printf(", %.1f us, %.0f TFLOP/s", us, 2e-6 * c->m * c->n * c->k / us);
    printf("\n");
}

/* Runs the call, and says how it went; 1 where it went wrong. */
static int run(const GemmCall *c, GemmPlan *plan, GemmNumbers kind, int check) {
    const size_t tiles = (size_t)plan->rows * plan->columns, d_bytes = (size_t)c->m * c->n * 2;
    const example_launch launch = {plan->ctas, plan->threads, plan->smem_bytes, plan->cluster};
    unsigned *const order = (unsigned *)malloc(tiles * 4);
    unsigned short *const d = (unsigned short *)malloc(d_bytes);
    GemmCompared found = {0, 0};
    gemm_order(plan->rows, plan->columns, order);
    plan->args.order = (const unsigned *)put(order, tiles * 4, "order");
    EXAMPLE_RUN(plan->kernel, launch, plan->args);
    example_get(d, c->d, d_bytes);
    if (check != TIME)
        found = compared(c, kind, d);
    if (check != QUIET)
        tell(c, plan->form, check, found, EXAMPLE_TIME(plan->kernel, launch, plan->args));
    example_free((void *)plan->args.order);
    free(order);
    free(d);
    return check <= QUIET ? found.wrong != 0 : !(found.error < 0.02);
}

static int try_call(GemmCall c, int with, unsigned multiprocessors, int check) {
    const GemmNumbers kind = check == ERROR ? GEMM_FINE : GEMM_WHOLE;
    GemmPlan plan;
    char why[GEMM_WHY];
    int failed = 1;
    give_operands(&c, with, kind);
    if (gemm_plan(&c, multiprocessors, &plan, why))
        printf("refused: %s\n", why);
    else
        failed = run(&c, &plan, kind, check);
    const void *const all[] = {c.a, c.b, c.d, c.bias, c.a_scales, c.b_scales};
    for (int i = 0; i < 6; i++)
        if (all[i])
            example_free((void *)all[i]);
    return failed;
}

static GemmCall shape(GemmElement element, long long m, long long n, long long k) {
    GemmCall call = {};
    call.element = element;
    call.m = m;
    call.n = n;
    call.k = k;
    return call;
}

/* `count` shapes with edges anywhere, every form, with and without bias, activations and scales in turn. */
static int try_shapes(GemmElement element, unsigned count) {
    unsigned failed = 0, x = 1;
    for (unsigned i = 0; i < count; i++) {
        unsigned sizes[3];
        for (int k = 0; k < 3; k++) {
            x = x * 1664525u + 1013904223u;
            sizes[k] = 1 + (x >> 16) % 48;
        }
        GemmCall c = shape(element, sizes[0] * 8 - i % 8, sizes[1] * 8, sizes[2] * 16);
        const int with = element == GEMM_E4M3 && i % 4 == 0 ? SCALES : i % 2 ? BIAS : PLAIN;
        if (with != SCALES) {
            c.form = (GemmForm)(1 + i % 3);
            c.activation = (GemmActivation)(i / 2 % 4);
        }
        failed += (unsigned)try_call(c, with, 8 + i, QUIET);
    }
    printf(
        "%u shapes of %s on the %s: %u wrong\n",
        count,
        element_names[element],
        example_machine,
        failed);
    return failed != 0;
}

static int try_element(GemmElement element) {
    GemmCall whole = shape(element, 256, 512, 128); /* two tiles, one by one */
    GemmCall ragged = shape(element, 200, 264, 80); /* edges in all dimensions */
    GemmCall few = shape(element, 40, element == GEMM_BF16 ? 136 : 72, 336);
    GemmCall turns = shape(element, 130, 264, 208);
    whole.form = ragged.form = GEMM_MANY_ROWS;
    few.activation = GEMM_RELU;
    few.form = GEMM_FEW_ROWS;
    turns.form = GEMM_IN_TURNS;
    int failed = try_call(whole, PLAIN, 2, COMPARE);
    if (element == GEMM_BF16)
        failed |= try_call(ragged, PLAIN, 4, COMPARE);
    ragged.activation = GEMM_GELU;
    failed |= try_call(ragged, BIAS, 2, COMPARE);
    ragged.activation = element == GEMM_BF16 ? GEMM_RELU : GEMM_SILU;
    failed |= try_call(ragged, element == GEMM_F16 ? PLAIN : BIAS, 4, COMPARE);
    failed |= try_call(few, BIAS, 4, COMPARE);
    failed |= try_call(turns, element == GEMM_BF16 ? BIAS : PLAIN, 2, COMPARE);
#if TC_ON_DEVICE
    failed |= try_shapes(element, 40);
    failed |= try_call(shape(element, 48, 1032, 4096), BIAS, 132, COMPARE);
    failed |= try_call(shape(element, 600, 1032, 528), BIAS, 132, COMPARE);
    for (long long m = 16; m <= 64; m *= 4)
        failed |= try_call(shape(element, m, 4096, 4096), PLAIN, 132, TIME);
    failed |= try_call(shape(element, 4096, 4096, 4096), PLAIN, 132, TIME);
    failed |= try_call(shape(element, 8192, 8192, 8192), PLAIN, 132, TIME);
#endif
    return failed;
}

/* e4m3 with scales, and how far from f64 sums are with and without. */
static int try_scales(void) {
    int failed = try_call(shape(GEMM_E4M3, 200, 264, 272), SCALES, 2, COMPARE);
#if TC_ON_DEVICE
    failed |= try_call(shape(GEMM_E4M3, 600, 1032, 528), SCALES, 132, COMPARE);
    failed |= try_call(shape(GEMM_E4M3, 4096, 4096, 4096), SCALES, 132, TIME);
    GemmCall deep = shape(GEMM_E4M3, 256, 256, 8192);
#else
    GemmCall deep = shape(GEMM_E4M3, 64, 64, 256);
#endif
    deep.form = GEMM_MANY_ROWS;
    failed |= try_call(deep, SCALES, 132, ERROR);
    failed |= try_call(deep, PLAIN, 132, ERROR);
    return failed;
}

int main(void) {
    int failed = try_refusals();
    failed |= try_element(GEMM_BF16);
    failed |= try_element(GEMM_F16);
    failed |= try_element(GEMM_E4M3);
    failed |= try_scales();
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
