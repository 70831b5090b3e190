/* matrix.h: matrices in shared memory and the numbers in them, for wgmma.c and mma.c. */
#ifndef TILECOPY_HOST_MATRIX_H
#define TILECOPY_HOST_MATRIX_H
#include "internal.h"

enum { K_BYTES = 32 }; /* of k, of one product */

/* mma.c: the numbers of tensor cores, TC_EMU_MMA_F16 ... */
unsigned mma_bytes(int type);
bool mma_is_integer(int type);
double mma_element(const void *numbers, unsigned i, int type);
uint32_t mma_single(
    double sum); /* the bits of the f32: rounded once, a NaN as the hardware has it */

/* The byte at an address of 18 bits of the thread's CTA; outside of its arrays if there is none. */
const char *matrix_place(const Thread *t, unsigned address);
/* Element (i, k) of the matrix of a descriptor, i the row of A or the column of B; docs/wgmma.md has the table. e: bytes
 * of an element, mn: MN-major. */
unsigned matrix_address(uint64_t desc, unsigned i, unsigned k, unsigned e, bool mn);
void matrix_check(Thread *t, uint64_t desc, const char *which); /* its bits */
/* Reports it if two of `count` rows or columns overlap. */
void matrix_check_places(
    Thread *t, uint64_t desc, unsigned count, unsigned e, bool mn, const char *which);
/* Rows or columns `from` to `to`, each piece once: they are read until the token is closed. */
void matrix_read(
    Thread *t, Token **list, uint64_t desc, unsigned from, unsigned to, unsigned e, bool mn);
#endif
