/* interleave.h: runs a small Plan thread by thread in an order of its own choice, as the hardware might,
 * and says what went wrong. It knows nothing of the proof: clocks are vectors, barriers count. */
#ifndef MUTATION_INTERLEAVE_H
#define MUTATION_INTERLEAVE_H
#include "generator/plan/plan.h"

/* One CTA of 64 threads, elements of 32 bits, at most 128 of a buffer, no loops, no limits. Global memory
 * holds 1000 + i at element i of buffer 0; bundle 0 (slot 0) of thread t holds 1 + t. NULL: all went
 * well, and result[t] is bundle 1 (slot 0) of thread t. */
enum { INTERLEAVE_THREADS = 64 };
const char *interleave(const Plan *plan, uint64_t seed, int64_t *result);
#endif
