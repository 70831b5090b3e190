/* topk.cu: topk_kernel.h on a GPU or on the emulator, against a sort.
 *
 *     nvcc -arch=sm_90 -I../../include topk.cu && ./a.out
 *     tcemu run topk.cu */
#include "../example.h"
#include "topk_gen.h"

#include "topk_kernel.h"

enum { ROWS = 37 };

static int larger_first(const void *a, const void *b) {
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x < y) - (x > y);
}

/* Few different scores, so that many are equal. */
static unsigned short score_of(unsigned row, unsigned place) {
    const unsigned mixed = (row * 7919u + place * 104729u) * 2654435761u;
    return (unsigned short)(mixed >> 20 & (row % 2 ? 0xF : 0xFFF));
}

static unsigned wrong_of(const unsigned *best) {
    unsigned wrong = 0;
    for (unsigned row = 0; row < ROWS; row++) {
        unsigned keys[TOPK_SCORES];
        for (unsigned i = 0; i < TOPK_SCORES; i++)
            keys[i] = (unsigned)score_of(row, i) << 16 | (TOPK_SCORES - 1 - i);
        qsort(keys, TOPK_SCORES, sizeof keys[0], larger_first);
        for (unsigned i = 0; i < TOPK_BEST; i++)
            wrong += best[row * TOPK_BEST + i] != keys[i];
    }
    return wrong;
}

static int try_kernel(int by_lanes, const unsigned short *scores) {
    const example_launch launch = {(ROWS + TOPK_WARPS - 1) / TOPK_WARPS, 32 * TOPK_WARPS, 0, 0};
    unsigned *here = (unsigned *)malloc(ROWS * TOPK_BEST * sizeof *here), wrong;
    Topk t = {scores, NULL, ROWS};
    t.best = (unsigned *)example_memory(ROWS * TOPK_BEST * sizeof *here, "best");
    if (by_lanes)
        EXAMPLE_RUN(topk_lanes, launch, t);
    else
        EXAMPLE_RUN(topk_region, launch, t);
    example_get(here, t.best, ROWS * TOPK_BEST * sizeof *here);
    wrong = wrong_of(here);
    printf(
        "topk %s on the %s: %u wrong of %u\n",
        by_lanes ? "by all lanes" : "by lane 0",
        example_machine,
        wrong,
        (unsigned)(ROWS * TOPK_BEST));
    free(here);
    example_free(t.best);
    return wrong != 0;
}

int main(void) {
    const size_t bytes = ROWS * TOPK_SCORES * sizeof(unsigned short);
    unsigned short *here = (unsigned short *)malloc(bytes);
    unsigned short *scores = (unsigned short *)example_memory(bytes, "scores");
    int failed;
    for (unsigned i = 0; i < ROWS * TOPK_SCORES; i++)
        here[i] = score_of(i / TOPK_SCORES, i % TOPK_SCORES);
    example_put(scores, here, bytes);
    failed = try_kernel(0, scores);
    failed |= try_kernel(1, scores);
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    free(here);
    example_free(scores);
    return failed;
}
