/* kv_gather.cu: kv_gather_kernel.h on a GPU or on the emulator, against plain loops. Keys and queries are
 * small integers, so that every sum is exact.
 *
 *     nvcc -arch=sm_90 -I../../include kv_gather.cu && ./a.out
 *     tcemu run kv_gather.cu */
#include "../example.h"
#include "kv_gather_gen.h"

#include "kv_gather_kernel.h"

enum {
    SEQUENCES = 3,
    TILES = 2,
    TOKENS = SEQUENCES * TILES * KV_TILE,
    TABLE = TOKENS / KV_PAGE,
    PAGES = 40, /* more than the table has */
    CACHE = PAGES * KV_PAGE * KV_HEAD
};

static unsigned mixed(unsigned i, unsigned salt) {
    return (i * 2654435761u + salt * 40503u) >> 8;
}

/* An integer from -8 to 7 as f16: a power of two below it, and what is left in the highest bits. */
static unsigned short f16_of(int value) {
    unsigned size = (unsigned)(value < 0 ? -value : value), sign = value < 0 ? 0x8000u : 0,
             power = 0;
    if (!size)
        return 0;
    while (size >> (power + 1))
        power++;
    return (unsigned short)(sign | (15 + power) << 10 | (size << (10 - power) & 0x3FFu));
}

static int value_of(unsigned i, unsigned salt) {
    return (int)(mixed(i, salt) % 16) - 8;
}

/* Page p of the table, once for all sequences: no two of them share a page. Every fifth is missing. */
static int page_of(unsigned p) {
    return p % 5 == 3 ? -1 : (int)(p * 7 % PAGES);
}

/* Token t goes to its place in its page. Every ninth is none. */
static int slot_of(unsigned t) {
    const int page = page_of(t / KV_PAGE);
    return page < 0 || t % 9 == 4 ? -1 : page * KV_PAGE + (int)(t % KV_PAGE);
}

static void *filled(size_t bytes, const void *here, const char *name) {
    void *there = example_memory(bytes, name);
    example_put(there, here, bytes);
    return there;
}

static unsigned wrong_in_cache(const tc_f16 *there) {
    static unsigned short got[CACHE], want[CACHE];
    unsigned wrong = 0;
    for (unsigned t = 0; t < TOKENS; t++)
        for (unsigned c = 0; slot_of(t) >= 0 && c < KV_HEAD; c++)
            want[(unsigned)slot_of(t) * KV_HEAD + c] = f16_of(value_of(t * KV_HEAD + c, 1));
    example_get(got, there, sizeof got);
    for (unsigned i = 0; i < CACHE; i++)
        wrong += got[i] != want[i];
    return wrong;
}

static unsigned wrong_in_scores(const float *there) {
    static float got[TOKENS];
    unsigned wrong = 0;
    example_get(got, there, sizeof got);
    for (unsigned t = 0; t < TOKENS; t++) {
        const unsigned sequence = t / (TILES * KV_TILE);
        int sum = 0;
        for (unsigned c = 0; slot_of(t) >= 0 && c < KV_HEAD; c++)
            sum += value_of(t * KV_HEAD + c, 1) * value_of(sequence * KV_HEAD + c, 2);
        wrong += got[t] != (float)sum;
    }
    return wrong;
}

int main(void) {
    static unsigned short keys[TOKENS * KV_HEAD], nothing[CACHE];
    static float query[SEQUENCES * KV_HEAD];
    static int table[TABLE], slots[TOKENS];
    const example_launch append_launch = {TOKENS / KV_NEW, KV_THREADS, 0, 0};
    const example_launch scores_launch = {TOKENS / KV_TILE, KV_THREADS, 0, 0};
    unsigned wrong;
    for (unsigned i = 0; i < TOKENS * KV_HEAD; i++)
        keys[i] = f16_of(value_of(i, 1));
    for (unsigned i = 0; i < SEQUENCES * KV_HEAD; i++)
        query[i] = (float)value_of(i, 2);
    for (unsigned p = 0; p < TABLE; p++)
        table[p] = page_of(p);
    for (unsigned t = 0; t < TOKENS; t++)
        slots[t] = slot_of(t);
    tc_f16 *cache = (tc_f16 *)filled(sizeof nothing, nothing, "cache");
    KvAppend append = {
        cache,
        (const tc_f16 *)filled(sizeof keys, keys, "keys"),
        (const int *)filled(sizeof slots, slots, "slots")};
    KvScores scores = {
        cache,
        (const int *)filled(sizeof table, table, "table"),
        (const float *)filled(sizeof query, query, "query"),
        (float *)example_memory(TOKENS * sizeof(float), "scores"),
        TILES};
    EXAMPLE_RUN(kv_append, append_launch, append);
    EXAMPLE_RUN(kv_scores, scores_launch, scores);
    wrong = wrong_in_cache(cache) + wrong_in_scores(scores.scores);
    printf("kv_gather on the %s: %u wrong\n", example_machine, wrong);
    example_free(scores.scores);
    example_free((void *)scores.query);
    example_free((void *)scores.table);
    example_free((void *)append.slots);
    example_free((void *)append.keys);
    example_free(cache);
    return wrong != 0;
}
