/* gemm_refusals.h: calls that gemm_host.h must refuse, and the words. */
#ifndef GEMM_REFUSALS_H
#define GEMM_REFUSALS_H

static int refused(const GemmCall *call, const char *says) {
    char why[GEMM_WHY] = "";
    if (gemm_wrong(call, why) == (says[0] != 0) && strcmp(why, says) == 0)
        return 0;
    printf("refused with '%s', not with '%s'\n", why, says);
    return 1;
}

/* A call with one fault each, and what is said then. */
#define REFUSED(fault, says)                                                                       \
    do {                                                                                           \
        GemmCall c = good;                                                                         \
        fault;                                                                                     \
        failed |= refused(&c, says);                                                               \
    } while (0)

static int try_refusals(void) {
    char *const p = (char *)malloc(32);
    GemmCall good = {
        p, p, p, GEMM_BF16, GEMM_BEST, 100, 64, 72, 80, 0, 0, NULL, GEMM_NONE, NULL, NULL, 0};
    int failed = refused(&good, "");
    REFUSED(c.a = NULL, "a is a null pointer");
    REFUSED(c.d = NULL, "d is a null pointer");
    REFUSED(
        c.b = p + 8,
        "b begins 8 bytes behind a multiple of 16; tensor copies need a multiple of 16");
    REFUSED(c.m = 0, "m is 0; it must be 1 to 8388608");
    REFUSED(c.k = 1 << 24, "k is 16777216; it must be 1 to 8388608");
    REFUSED(c.n = 60, "n is 60; rows of d are written in 16 bytes, so it must be a multiple of 8");
    REFUSED(c.element = (GemmElement)7, "element is 7, neither bf16 nor f16 nor e4m3");
    REFUSED(c.activation = (GemmActivation)9, "activation is 9, none of none, relu, gelu and silu");
    REFUSED(c.form = (GemmForm)8, "form is 8, none of best, many rows, few rows and in turns");
    REFUSED(c.form = GEMM_FEW_ROWS;
            c.d_pitch = 1 << 24,
            "rows of d are 16777216 elements apart; the form for few rows takes 8388608");
    REFUSED(c.bias = p + 2, "bias does not begin at a multiple of 4 bytes");
    REFUSED(c.a_pitch = 64, "rows of a are 64 elements apart; a row has 72");
    REFUSED(c.m = 1; c.a_pitch = -80, "rows of a are -80 elements apart; a row has 72");
    REFUSED(c.form = GEMM_FEW_ROWS;
            c.m = c.n = GEMM_MOST, "m and n are more than 536870911 tiles, too many for few rows");
    REFUSED(c.b_pitch = 76, "rows of b are 152 bytes apart; tensor copies need a multiple of 16");
    REFUSED(c.element = GEMM_E4M3;
            c.a_pitch = 72, "rows of a are 72 bytes apart; tensor copies need a multiple of 16");
    REFUSED(c.d_pitch = 1ll << 33, "rows of d are 8589934592 elements apart, more than 2^32");
    char why[GEMM_WHY] = "";
    GemmPlan plan;
    failed |= !gemm_plan(&good, 1, &plan, why) ||
              strcmp(why, "1 multiprocessors; a cluster needs at least two") != 0;
    GemmCall scaled = good;
    scaled.element = GEMM_E4M3;
    scaled.k = 208;
    scaled.a_pitch = 0;
    scaled.a_scales = scaled.b_scales = (const float *)(void *)p;
    failed |= refused(&scaled, "");
    good = scaled;
    REFUSED(c.b_scales = NULL, "b_scales is a null pointer, and the other scales are given");
    REFUSED(c.element = GEMM_F16, "scales go with e4m3, not with f16");
    REFUSED(c.form = GEMM_FEW_ROWS, "only the form for many rows has scales");
    REFUSED(c.bias = p, "the kernel with scales has neither bias nor activation");
    REFUSED(
        c.a_scales++,
        "a_scales begins 4 bytes behind a multiple of 16; tensor copies need a multiple of 16");
    REFUSED(
        c.a_scales_pitch = 102,
        "rows of a_scales are 408 bytes apart; tensor copies need a multiple of 16");
    REFUSED(c.a_scales_pitch = 96, "rows of a_scales are 96 elements apart; a row has 100");
    free(p);
    printf(
        "wrong arguments: %s\n", failed ? "not refused as they should" : "each refused in words");
    return failed;
}

#endif
