/* gemm_call.h: the arguments of a product, and what may be wrong with them, in words. On the host, for C++. */
#ifndef GEMM_CALL_H
#define GEMM_CALL_H
#include <stdio.h>

enum { GEMM_WHY = 160, GEMM_MOST = 1 << 23, GEMM_MOST_TILES = (1 << 29) - 1 /* of four CTAs */ };
typedef enum { GEMM_BF16, GEMM_F16, GEMM_E4M3 } GemmElement; /* of A and B; D is f16 or bf16 */

/* 256x256 by a cluster of two CTAs; 64x128 by one of four for few rows; 128x256 by one of two whose warpgroups take
 * turns. */
typedef enum { GEMM_BEST, GEMM_MANY_ROWS, GEMM_FEW_ROWS, GEMM_IN_TURNS } GemmForm;

/* D = activation(A B^T + bias): A is m x k, B n x k, D m x n. A pitch of 0 means no gaps between rows. */
typedef struct {
    const void *a, *b;
    void *d;
    GemmElement element;
    GemmForm form; /* GEMM_BEST: the one that gemm_best_form estimates to be fastest */
    long long m, n, k, a_pitch, b_pitch, d_pitch;
    const void *bias; /* n of D's type, or NULL */
    GemmActivation activation;
    /* Of e4m3, or NULL: the factor of element (row, k) of A is a_scales[k / 128 * a_scales_pitch + row], of B
     * b_scales[row / 128 * (k of a row, in 128, rounded up) + k / 128]. */
    const float *a_scales, *b_scales;
    long long a_scales_pitch; /* 0: m, rounded up to 4 */
} GemmCall;

/* One of the three matrices. */
typedef struct {
    const char *name;
    const void *at;
    long long rows, columns, pitch, bytes; /* bytes: of an element */
} GemmOperand;

#define GEMM_REFUSE(...) return snprintf(why, GEMM_WHY, __VA_ARGS__) > 0

static inline int gemm_wrong_shape(const GemmCall *c, char *why) {
    const long long sizes[] = {c->m, c->n, c->k};
    for (int i = 0; i < 3; i++)
        if (sizes[i] < 1 || sizes[i] > GEMM_MOST)
            GEMM_REFUSE("%c is %lld; it must be 1 to %d", "mnk"[i], sizes[i], GEMM_MOST);
    if (c->n % 8)
        GEMM_REFUSE(
            "n is %lld; rows of d are written in 16 bytes, so it must be a multiple of 8", c->n);
    if (c->element != GEMM_BF16 && c->element != GEMM_F16 && c->element != GEMM_E4M3)
        GEMM_REFUSE("element is %d, neither bf16 nor f16 nor e4m3", (int)c->element);
    if (c->activation < GEMM_NONE || c->activation > GEMM_SILU)
        GEMM_REFUSE("activation is %d, none of none, relu, gelu and silu", (int)c->activation);
    if (c->form < GEMM_BEST || c->form > GEMM_IN_TURNS)
        GEMM_REFUSE("form is %d, none of best, many rows, few rows and in turns", (int)c->form);
    if (c->form == GEMM_FEW_ROWS && c->d_pitch > GEMM_MOST)
        GEMM_REFUSE(
            "rows of d are %lld elements apart; the form for few rows takes %d",
            c->d_pitch,
            GEMM_MOST);
    if (c->form == GEMM_FEW_ROWS && (c->m + 63) / 64 * ((c->n + 127) / 128) > GEMM_MOST_TILES)
        GEMM_REFUSE("m and n are more than %d tiles, too many for few rows", GEMM_MOST_TILES);
    if ((size_t)c->bias % 4)
        GEMM_REFUSE("bias does not begin at a multiple of 4 bytes");
    return 0;
}

static inline long long gemm_scales_pitch(const GemmCall *c) {
    return c->a_scales_pitch ? c->a_scales_pitch : (c->m + 3) / 4 * 4;
}

static inline int gemm_wrong_scales(const GemmCall *c, char *why) {
    if (!c->a_scales && !c->b_scales)
        return 0;
    if (!c->a_scales || !c->b_scales)
        GEMM_REFUSE(
            "%s is a null pointer, and the other scales are given",
            c->a_scales ? "b_scales" : "a_scales");
    if (c->element != GEMM_E4M3)
        GEMM_REFUSE("scales go with e4m3, not with %s", c->element == GEMM_BF16 ? "bf16" : "f16");
    if (c->form > GEMM_MANY_ROWS)
        GEMM_REFUSE("only the form for many rows has scales");
    if (c->bias || c->activation != GEMM_NONE)
        GEMM_REFUSE("the kernel with scales has neither bias nor activation");
    if ((size_t)c->b_scales % 4)
        GEMM_REFUSE("b_scales does not begin at a multiple of 4 bytes");
    return 0;
}

static inline int gemm_wrong_operand(const GemmOperand *o, char *why) {
    const long long pitch = o->pitch ? o->pitch : o->columns;
    if (!o->at)
        GEMM_REFUSE("%s is a null pointer", o->name);
    if ((size_t)o->at % 16)
        GEMM_REFUSE(
            "%s begins %u bytes behind a multiple of 16; tensor copies need a multiple of 16",
            o->name,
            (unsigned)((size_t)o->at % 16));
    if (pitch < (o->rows > 1 ? o->columns : 0))
        GEMM_REFUSE(
            "rows of %s are %lld elements apart; a row has %lld", o->name, pitch, o->columns);
    if (pitch * o->bytes % 16)
        GEMM_REFUSE(
            "rows of %s are %lld bytes apart; tensor copies need a multiple of 16",
            o->name,
            pitch * o->bytes);
    if (pitch > 1ll << 32)
        GEMM_REFUSE("rows of %s are %lld elements apart, more than 2^32", o->name, pitch);
    return 0;
}

/* 0, or 1 and in `why` what is wrong. */
static inline int gemm_wrong(const GemmCall *c, char *why) {
    const long long bytes = c->element == GEMM_E4M3 ? 1 : 2;
    const GemmOperand all[] = {
        {"a", c->a, c->m, c->k, c->a_pitch, bytes},
        {"b", c->b, c->n, c->k, c->b_pitch, bytes},
        {"d", c->d, c->m, c->n, c->d_pitch, 2},
        {"a_scales", c->a_scales, (c->k + 127) / 128, c->m, gemm_scales_pitch(c), 4}};
    if (gemm_wrong_shape(c, why) || gemm_wrong_scales(c, why))
        return 1;
    for (int i = 0; i < (c->a_scales ? 4 : 3); i++)
        if (gemm_wrong_operand(&all[i], why))
            return 1;
    return 0;
}

#endif
