/* known.c: what a kernel may use that is not tracked. That are the variables of the thread itself, on its stack; the
 * variables and constants of the program (a GPU has some of them as __device__ and __constant__); and the arguments.
 * Anything else a GPU cannot reach, and no kernel has a business there. */
#include "cores.h"
#include <link.h>
#include <stdlib.h>

typedef struct {
    uintptr_t from, to;
} Range;
static Range *ranges;
static unsigned range_count, range_room;
enum { ARGUMENT_BYTES = 32764 }; /* the most that a kernel takes */

static bool is_in(uintptr_t at, uintptr_t from, size_t bytes) {
    return at - from < bytes;
}

static int add_module(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    (void)context;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        const uintptr_t from = (uintptr_t)info->dlpi_addr + (uintptr_t)h->p_vaddr;
        if (h->p_type != PT_LOAD)
            continue;
        if (range_count == range_room) {
            range_room = range_room ? 2 * range_room : 32;
            ranges = realloc(ranges, range_room * sizeof *ranges);
            if (!ranges)
                abort();
        }
        ranges[range_count++] = (Range){from, from + h->p_memsz};
    }
    return 0;
}

void known_program(void) {
    range_count = 0;
    dl_iterate_phdr(add_module, NULL); /* the executable comes first */
}

/* Another OS thread of the program, which knows nothing of the launch, runs on a stack of its own. */
static bool is_running(const Thread *t) {
    return is_in((uintptr_t)__builtin_frame_address(0), (uintptr_t)t->stack, STACK_BYTES);
}

bool known_to_all(const void *p) {
    const uintptr_t at = (uintptr_t)p;
    for (unsigned i = 0; i < range_count; i++)
        if (is_in(at, ranges[i].from, ranges[i].to - ranges[i].from))
            return true;
    return emu.args && is_in(at, (uintptr_t)emu.args, ARGUMENT_BYTES);
}

bool known_to(const Thread *t, const void *p) {
    const uintptr_t at = (uintptr_t)p;
    if (is_in(at, (uintptr_t)t->stack, STACK_BYTES))
        return true;
    if (region_find(p))
        return false;
    return known_to_all(p) || !is_running(t);
}

void known_raise(Thread *t, const void *p, unsigned bytes) {
    const uintptr_t stacks = (uintptr_t)emu.threads[0].stack;
    if (is_in((uintptr_t)p, stacks, (size_t)emu.thread_count * STACK_STRIDE)) {
        const Thread *other = &emu.threads[((uintptr_t)p - stacks) / STACK_STRIDE];
        report_other(other);
        report_raise(
            TC_EMU_OUTSIDE,
            t,
            NULL,
            0,
            "%u bytes of a variable of thread %u of CTA %u, which no other thread can reach",
            bytes,
            other->thread,
            report_cta(other));
    }
    report_raise(
        TC_EMU_OUTSIDE,
        t,
        p,
        bytes,
        "no buffer is there, and no variable of the thread or of the program");
}
