/* warpgroup.h: for wgmma.c: what the warps of a warpgroup know of each other's products (warpgroup.c), and what their
 * registers held at a fence (fenced.c). */
#ifndef TILECOPY_HOST_WARPGROUP_H
#define TILECOPY_HOST_WARPGROUP_H
#include "internal.h"

enum { LANES = 32, MAX_WARPGROUPS = MAX_BLOCK / 128 };

typedef struct {
    uint64_t a, b;
    int accumulate;
} Operands;

/* The component of the clocks that stands for what the products of a warpgroup have read: product 4 is over when it is 5. */
unsigned warpgroup_component(unsigned cta, unsigned index);
bool warpgroup_is(unsigned component);
/* The warp of t calls its next product, on its last lane; returns the number, from 0. Reports what another warp called
 * otherwise. */
unsigned warpgroup_call(Thread *t, const Operands *operands);
void warpgroup_wait(Thread *t, unsigned number); /* until all four warps have called it */
void warpgroup_exit(Thread *t);
void warpgroup_end(void); /* of a cluster */

/* Copies without a word to the sanitizers: stacks of other fibers, whose variables may be out of their scope. */
void fenced_copy(char *to, const char *from, size_t bytes);
bool fenced_same(const char *a, const char *b, size_t bytes);
void fenced_take(
    const Thread *t, const void *frame); /* a fence: what is on the stack above the frame */
/* Has the lane written these registers since its latest fence? `fresh`: those that did not exist then count, too. */
bool fenced_changed(const Thread *lane, const char *at, size_t bytes, bool fresh);
bool fenced_ever(const Thread *t);
void fenced_written(const Thread *lane, const char *at, size_t bytes); /* by a product */
void fenced_end(void);
#endif
