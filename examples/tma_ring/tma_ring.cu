/* tma_ring.cu: tma_ring_kernel.h on a GPU from sm_90a on or, as C++, on the emulator.
 *
 *     nvcc -arch=sm_90a -I../../include tma_ring.cu && ./a.out
 *     tcemu run tma_ring.cu */
#include "../example.h"

#include "tma_ring_gen.h"

#define GROUP 1
#include "tma_ring_kernel.h"
#define GROUP 2
#include "tma_ring_kernel.h"
#define GROUP 4
#include "tma_ring_kernel.h"

/* Whole numbers from -8 to 7: sums are exact in any order. */
static float value_of(unsigned seed, unsigned row, unsigned column) {
    const unsigned x = (row * 7919u + column * 104729u + seed) * 2654435761u;
    return (float)(int)(x >> 28) - 8;
}

enum { SIDE_BY_SIDE = 32 }; /* queries, so that no sum waits for the one before */

/* The best keys of a block of queries, on the host. The last block ends where the queries do. */
static void best_of(
    const BestKeys *s, const float *keys, const float *queries, size_t first, unsigned *at) {
    float column[RING_DEPTH][SIDE_BY_SIDE], most[SIDE_BY_SIDE];
    for (size_t j = 0; j < SIDE_BY_SIDE; j++) {
        const size_t q = first + j < s->query_count ? first + j : s->query_count - 1u;
        for (size_t i = 0; i < RING_DEPTH; i++)
            column[i][j] = queries[q * RING_DEPTH + i];
        most[j] = -1e30f;
    }
    for (unsigned k = 0; k < s->key_count; k++) {
        float sum[SIDE_BY_SIDE] = {0};
        for (size_t i = 0; i < RING_DEPTH; i++)
            for (size_t j = 0; j < SIDE_BY_SIDE; j++)
                sum[j] += column[i][j] * keys[(size_t)k * RING_DEPTH + i];
        for (size_t j = 0; j < SIDE_BY_SIDE; j++)
            if (sum[j] > most[j]) {
                most[j] = sum[j];
                at[j] = k;
            }
    }
}

/* Queries that found another key than the host, which answers a count of keys and queries once. */
static unsigned wrong_of(
    const BestKeys *s, const float *keys, const float *queries, const unsigned *best) {
    static unsigned answered_keys, answered_queries, *answers;
    unsigned wrong = 0;
    if (answered_keys != s->key_count || answered_queries != s->query_count) {
        const size_t blocks = (s->query_count + SIDE_BY_SIDE - 1u) / SIDE_BY_SIDE;
        free(answers);
        answers = (unsigned *)malloc(blocks * SIDE_BY_SIDE * sizeof(unsigned));
        for (size_t block = 0; block < blocks; block++)
            best_of(s, keys, queries, block * SIDE_BY_SIDE, answers + block * SIDE_BY_SIDE);
        answered_keys = s->key_count;
        answered_queries = s->query_count;
    }
    for (size_t q = 0; q < s->query_count; q++)
        wrong += best[q] != answers[q];
    return wrong;
}

static float *numbers(unsigned rows, unsigned seed) {
    float *const to = (float *)malloc((size_t)rows * RING_DEPTH * sizeof(float));
    for (size_t i = 0; i < (size_t)rows * RING_DEPTH; i++)
        to[i] = value_of(seed, (unsigned)(i / RING_DEPTH), (unsigned)(i % RING_DEPTH));
    return to;
}

static void make_map(BestKeys *s, const float *keys, unsigned group) {
    example_map(
        group == 1   ? tc_load_tile1_tensormap(&s->keys, keys, s->key_count)
        : group == 2 ? tc_load_tile2_tensormap(&s->keys, keys, s->key_count)
                     : tc_load_tile4_tensormap(&s->keys, keys, s->key_count));
}

static int try_group(
    unsigned group, void (*kernel)(BestKeys), unsigned keys, unsigned queries, unsigned ctas) {
    const size_t key_bytes = (size_t)keys * RING_DEPTH * 4;
    const size_t query_bytes = (size_t)queries * RING_DEPTH * 4;
    const example_launch launch = {ctas, TC_RING1_THREADS, TC_RING1_SMEM_BYTES, group};
    float *const all_keys = numbers(keys, 1), *const all_queries = numbers(queries, 2);
    float *const there = (float *)example_memory(key_bytes, "keys");
    float *const asked = (float *)example_memory(query_bytes, "queries");
    unsigned *const best = (unsigned *)malloc(queries * 4), wrong;
    BestKeys s;
    s.key_count = keys;
    s.query_count = queries;
    s.ctas = ctas;
    s.queries = asked;
    s.score = (float *)example_memory(queries * 4, "score");
    s.best = (unsigned *)example_memory(queries * 4, "best");
    make_map(&s, there, group);
    example_put(there, all_keys, key_bytes);
    example_put(asked, all_queries, query_bytes);
    EXAMPLE_RUN(kernel, launch, s);
    example_get(best, s.best, queries * 4);
    wrong = wrong_of(&s, all_keys, all_queries, best);
    printf(
        "%u queries among %u keys, groups of %u, on the %s: %u wrong",
        queries,
        keys,
        group,
        example_machine,
        wrong);
    if (EXAMPLE_TIME(kernel, launch, s) > 0)
        printf(", %.1f us", EXAMPLE_TIME(kernel, launch, s));
    printf("\n");
    free(all_keys);
    free(all_queries);
    free(best);
    example_free(there);
    example_free(asked);
    example_free(s.score);
    example_free(s.best);
    return wrong != 0;
}

int main(void) {
    /* Tiles and blocks of queries that are cut; two groups in the grid; more blocks than CTAs. */
    int failed = try_group(1, best_keys1, 100, 300, 2);
    failed |= try_group(2, best_keys2, 100, 700, 4);
    failed |= try_group(4, best_keys4, 150, 1300, 4);
#if TC_ON_DEVICE
    failed |= try_group(1, best_keys1, 8192, 33792, 132);
    failed |= try_group(2, best_keys2, 8192, 33792, 132);
    failed |= try_group(4, best_keys4, 8192, 33792, 128);
#endif
    printf("%s 0 wrong\n", failed ? "not" : "all:");
    return failed;
}
