/* host.h: code of the host, which may run in other OS threads of the program while a kernel runs. */
#ifndef TILECOPY_HOST_HOST_H
#define TILECOPY_HOST_HOST_H
#include "internal.h"

/* sched.c: the stacks of all threads of the launch. */
extern char *fiber_stacks;
extern size_t fiber_stacks_bytes;

/* Is the caller a thread of the kernel? */
static inline __attribute__((always_inline)) bool on_fiber(void) {
    return emu.current &&
           (uintptr_t)__builtin_frame_address(0) - (uintptr_t)fiber_stacks < fiber_stacks_bytes;
}

/* region.c: a global buffer that nobody has written yet. */
Region *region_alloc(size_t bytes, const char *name);

/* heap.c: a report where a kernel calls it. */
void heap_is_not_here(const char *name);

/* runtime.c: launches, and what changes the known memory, come one after another. A thread may lock twice. */
void host_lock(void);
void host_unlock(void);
#endif
