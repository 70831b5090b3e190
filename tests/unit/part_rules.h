/* part_rules.h: what the parts of the tile room must answer, by brute force over all elements of a copy. Each
 * says in words what is wrong with an answer; NULL: nothing, or too many elements to try. */
#ifndef TCGEN_TEST_PART_RULES_H
#define TCGEN_TEST_PART_RULES_H
#include "generator/tile/tile.h"

const char *partition_flaw(const Partition *partition);
const char *apart_flaw(const Partition *partition);
/* `after` has what is left when runs of `count` neighbours were taken. */
const char *vector_flaw(
    const Partition *before, const Partition *after, int64_t count, int most_bits);
const char *copies_flaw(const Partition *before, const Partition *after, int64_t count);
const char *fuse_flaw(const Partition *before, const Partition *after);
const char *sort_flaw(const Partition *before, const Partition *after, int side);
const char *spread_flaw(
    const Partition *before,
    const Partition *after,
    const Spread *spread,
    int64_t count,
    int64_t first);
bool steps_by(const Partition *partition, int side, int64_t bits);
/* The register that each thread has of an element, -1: none; the lowest thread that has one, or -1. */
int owners_by_search(const Copy *copy, int side, const int64_t *coord, int64_t *slot);
const char *owners_flaw(const Copy *copy, int side, const Ownership *owners);
const char *exchange_flaw(const Copy *copy, const Exchange *exchange);
const char *chunk_flaw(const Copy *copy, const Partition *partition, const Chunk *chunk);
#endif
