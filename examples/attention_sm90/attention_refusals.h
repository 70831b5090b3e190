/* attention_refusals.h: calls that attention_host.h must refuse, and the words. */
#ifndef ATTENTION_REFUSALS_H
#define ATTENTION_REFUSALS_H
#include <limits.h>

static int refused(const AttentionCall *call, const char *says) {
    char why[ATTENTION_WHY] = "";
    if (attention_wrong(call, why) == (says[0] != 0) && strcmp(why, says) == 0)
        return 0;
    printf("refused with '%s', not with '%s'\n", why, says);
    return 1;
}

/* A call with one fault each, and what is said then. */
#define REFUSED(fault, says)                                                                       \
    do {                                                                                           \
        AttentionCall c = good;                                                                    \
        fault;                                                                                     \
        failed |= refused(&c, says);                                                               \
    } while (0)

static int try_refusals(void) {
    const int first[] = {0, 8, 16}, late[] = {1, 8, 16}, back[] = {0, 8, 4}, none[] = {0, 0, 0},
              many[] = {0, 8, INT_MAX};
    char *const p = (char *)malloc(32);
    const AttentionShape shape = {first, first, 2, 4, 2, 0};
    const AttentionCall good = {
        p, p, p, p, (float *)(void *)p, ATTENTION_F16, 64, shape, 0, 0, 0, 512, 0.125f};
    int failed = refused(&good, "");
    REFUSED(c.q = NULL, "q is a null pointer");
    REFUSED(c.lse = NULL, "lse is a null pointer");
    REFUSED(c.shape.first_key = NULL, "first_key is a null pointer");
    REFUSED(
        c.v = p + 8,
        "v begins 8 bytes behind a multiple of 16; tensor copies need a multiple of 16");
    REFUSED(c.element = (AttentionElement)7, "element is 7, neither bf16 nor f16");
    REFUSED(c.head_dimension = 96, "the head dimension is 96; the kernel has 64 and 128");
    REFUSED(
        c.shape.kv_heads = 3,
        "4 heads are no multiple of 3 heads of keys, so they cannot share them evenly");
    REFUSED(c.shape.kv_heads = 0, "there are 4 heads and 0 of keys; each must be at least 1");
    REFUSED(c.shape.count = 0, "there are 0 sequences; there must be at least 1");
    REFUSED(
        c.shape.first_query = late, "first_query[0] is 1; the first sequence begins at token 0");
    REFUSED(
        c.shape.first_key = back,
        "first_key[2] is 4, less than the 8 before it; a sequence cannot end before it begins");
    REFUSED(c.shape.first_key = none, "first_key[2] is 0: the sequences have no tokens");
    REFUSED(c.shape.first_query = many, "first_query[2] is 2147483647, more than 2^30 tokens");
    REFUSED(c.shape.first_key = many, "first_key[2] is 2147483647, more than 2^30 tokens");
    REFUSED(
        c.k_pitch = 132, "tokens of k are 264 bytes apart; tensor copies need a multiple of 16");
    REFUSED(c.out_pitch = 128, "tokens of out are 128 elements apart; a token has 4 heads of 64");
    REFUSED(c.scale = NAN, "the scale is nan; it must be a number above 0");
    free(p);
    printf(
        "wrong arguments: %s\n", failed ? "not refused as they should" : "each refused in words");
    return failed;
}

#endif
