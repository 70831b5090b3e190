/* dynamic.c: the dynamic shared memory of a CUDA file. Its `extern __shared__` arrays are all this one (tcemu
 * gives them its name), which every CTA has for itself; only a program that has such an array links it. */
#include "internal.h"

extern __thread char tc_emu_dynamic[];
__thread __attribute__((aligned(1024))) char tc_emu_dynamic[MAX_SMEM];

static char *here(void) {
    return tc_emu_dynamic;
}

__attribute__((constructor)) static void announce(void) {
    region_dynamic = here;
}
