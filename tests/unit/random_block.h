/* random_block.h: random blocks of a few values, as structs: lives of up to two turns, tiles of which half are alike,
 * values of one root, every kind of sync. */
#ifndef UNIT_RANDOM_BLOCK_H
#define UNIT_RANDOM_BLOCK_H
#include "pipeline/pipeline.h"
#include <string.h>

enum { MOST = 7, MOST_II_HERE = 70, FAR = 48 };

static uint64_t state;
static inline int draw(int below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)below);
}

static inline Anchor place_of(int64_t flat, int64_t ii, int64_t latency, int64_t distance) {
    return (Anchor){
        .agent = -1,
        .stage = flat / ii,
        .cycle = flat % ii,
        .latency = latency,
        .distance = distance,
        .known = true};
}

static inline int slots_for(int64_t length, int64_t ii) {
    int slots = 0;
    while (slots * ii < length)
        slots++;
    return slots;
}

/* A life from `begin` on, whose last consumer is any of up to three. */
static inline void set_life(PipelineValue *value, int64_t ii) {
    int64_t begin = draw((int)(2 * ii)), last = 0;
    value->producer = place_of(begin, ii, 1, 0);
    value->consumer_count = draw(3) ? 1 : 1 + draw(3);
    value->consumers = NEW_ARRAY(Anchor, value->consumer_count);
    for (int c = 0; c < value->consumer_count; c++) {
        int64_t end = 1 + draw(draw(3) ? 1 + (int)ii / 3 : 1 + (int)(2 * ii)),
                latency = 1 + draw(3);
        int64_t at = begin + end - latency, distance = 0;
        if (at < 0)
            at = 0;
        if (draw(4) == 0 && at >= ii) {
            at -= ii;
            distance = 1;
        }
        value->consumers[c] = place_of(at, ii, latency, distance);
        end = at + distance * ii + latency - begin;
        last = end > last ? end : last;
    }
    value->stages = slots_for(last, ii) + (draw(3) == 0 ? draw(2) : 0);
    value->stages = value->stages < 2 && draw(3) == 0 ? 2 : value->stages;
}

static inline void set_tile(PipelineValue *value) {
    static const char *const types[] = {"f16", "f16", "bf16", "u8", "f32", "e2m1"};
    static const int64_t extents[] = {1, 3, 8, 8, 16, 130};
    static const SyncKind syncs[] = {
        SYNC_NONE,
        SYNC_MBAR,
        SYNC_ASYNC,
        SYNC_DSMEM,
        SYNC_TMA,
        SYNC_UMMA,
        SYNC_CPASYNC,
        SYNC_NAMED};
    const char *type = types[draw(6)];
    value->dtype = dtype_find(type, strlen(type));
    value->rank = 1 + draw(3);
    for (int d = 0; d < value->rank; d++)
        value->shape[d] = extents[draw(6)];
    if (draw(4)) { /* alike, so that they can share, but for a type of as many bits */
        value->dtype = draw(8) ? dtype_find("f16", 3) : dtype_find("bf16", 4);
        value->rank = 2;
        value->shape[0] = value->shape[1] = 8;
    }
    value->align = INT64_C(1) << (draw(2) ? 4 : draw(8));
    value->sync = syncs[draw(8)];
    value->no_barrier = draw(5) == 0;
    value->handoff_cluster = draw(2);
    value->given_class = draw(12) ? CLASS_AUTO : CLASS_SMEM;
}

static inline Pipeline *random_block(int n, int most) {
    static const char *const names[MOST] = {"v0", "v1", "v2", "v3", "v4", "v5", "v6"};
    state = (uint64_t)n * 7919 + 1;
    Pipeline *block = NEW(Pipeline);
    int roots = draw(4);
    *block = (Pipeline){.name = "p", .mode = (PipelineMode)(n % 3), .capacity = -1};
    block->ii = n % 11 == 0 ? 60 + draw(MOST_II_HERE - 60) : 2 + draw(14);
    block->pool = 2 + draw(6);
    block->pool_base = 1 + draw(3);
    block->tmem_threshold = 128 << draw(3);
    block->value_count = 1 + draw(most);
    block->values = NEW_ARRAY(PipelineValue, block->value_count);
    for (int i = 0; i < block->value_count; i++) {
        PipelineValue *value = &block->values[i];
        *value = (PipelineValue){
            .name = names[i], .with = -1, .from = -1, .multicast = 1, .given_class = CLASS_AUTO};
        value->root = names[i];
        value->payload = draw(8) == 0   ? PAYLOAD_MUTEX
                         : draw(8) == 0 ? PAYLOAD_TENSORMAP
                                        : PAYLOAD_TILE;
        if (value->payload == PAYLOAD_TILE)
            set_tile(value);
        if (roots > 1 && draw(3) == 0)
            value->root = draw(2) ? "one" : "two";
        set_life(value, block->ii);
    }
    return block;
}
#endif
