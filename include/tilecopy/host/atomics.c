/* atomics.c: CUDA's atomic functions and fences. */
#include "cuda/calls.h"
#include "cores.h"
#include "host.h"
#include <string.h>

int tc_emu_space(const void *p) {
    const Region *r = region_find(p);
    if (!r)
        return -1;
    return r->shared ? emu.current && r->cta == emu.current->cta ? TC_EMU_SHARED_SPACE
                                                                 : TC_EMU_CLUSTER_SPACE
                     : TC_EMU_GLOBAL_SPACE;
}

int tc_emu_in_kernel(void) {
    return on_fiber();
}

void tc_emu_atomic(
    const char *name,
    void *p,
    unsigned bytes,
    void (*update)(void *at, void *context),
    void *context) {
    Thread *t = emu.current;
    char old[16];
    emu_enter(name);
    if (known_to(t, p)) {
        if (cores_open)
            cores_unseen(t, p);
        if (known_to_all(p))
            flag_atomic(t, p);
    } else {
        if (!region_find(p))
            known_raise(t, p, bytes);
        access_aligned(t, p, bytes, bytes);
        flag_atomic(t, p);
        access_check(
            t,
            p,
            bytes,
            ACCESS_ATOMIC,
            tc_emu_space(p) == TC_EMU_CLUSTER_SPACE ? SPACE_CLUSTER : SPACE_ANY);
        access_touch(t, p);
    }
    emu.busy = true;
    memcpy(old, p, bytes < sizeof old ? bytes : sizeof old);
    update(p, context);
    if (memcmp(old, p, bytes < sizeof old ? bytes : sizeof old) != 0)
        emu.still = 0;
    emu.busy = false;
}

void tc_emu_memory_fence(const char *name) {
    emu_enter(name);
    flag_fence(emu.current);
}

void tc_emu_pause(const char *name) {
    emu_enter(name);
    emu_yield(emu.current);
}
