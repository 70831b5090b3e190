/* arena.h: the state of a run: its memory, and how much work and memory it may still use. memory.c
 * allocates, budget.c counts; nobody else looks inside. Besides the sink of diagnostics this is the
 * only state that outlives a call. */
#ifndef TCGEN_ARENA_H
#define TCGEN_ARENA_H
#include "base.h"
#include <setjmp.h>

typedef struct Block Block;

typedef struct {
    bool runs;
    jmp_buf out;
    int64_t input, steps, bytes, most; /* most: the bytes that were held at one time */
    int64_t begin, end; /* steps: where the statement began, and where it must stop */
    Loc loc;
} Budget;

typedef struct {
    Block *newest, *spare;
    Block *small; /* spare ones of the usual size */
    int smalls;
    Block *other; /* newest of the chain that is not in use */
    bool keeping; /* the one in use is the kept one */
    Budget budget;
} Arena;
extern Arena arena;
#endif
