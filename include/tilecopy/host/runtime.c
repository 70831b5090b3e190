/* runtime.c: memory of CUDA's runtime: what cudaMalloc gives is the kernels', and the host copies. */
#include "host.h"

#include "cuda/calls.h"
#include "place.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void host_lock(void) {
    pthread_mutex_lock(&lock);
}

void host_unlock(void) {
    pthread_mutex_unlock(&lock);
}

static void unlock(const int *locked) {
    (void)locked;
    host_unlock();
}
static int take_lock(void) {
    host_lock();
    return 1;
}
/* Until the function returns. */
#define LOCKED __attribute__((cleanup(unlock), unused)) const int locked = take_lock()

/* NULL: more than the memory of the machine, which buffers are filled into. */
void *tc_emu_device_alloc(size_t bytes, const char *name, int managed) {
    LOCKED;
    const size_t pages = (size_t)sysconf(_SC_PHYS_PAGES), page = (size_t)sysconf(_SC_PAGESIZE);
    if (bytes / page >= pages)
        return NULL;
    Region *r = region_alloc(bytes, name);
    if (managed) /* the host writes to it where nobody sees it */
        region_written(r->base, bytes);
    r->made = place_of_host("cudaMalloc");
    r->device = !managed;
    emu_device_buffers += !managed;
    return r->base;
}

int tc_emu_device_free(void *p) {
    LOCKED;
    const Region *r = region_find(p);
    if (!p)
        return 1;
    if (!r || r->base != p)
        return 0;
    emu_device_buffers -= r->device;
    tc_emu_gmem_forget(p);
    return 1;
}

int tc_emu_host_register(void *p, size_t bytes) {
    LOCKED;
    const char *at = p;
    if (region_find(at) || region_find(at + bytes - 1))
        return 0;
    tc_emu_gmem(p, bytes, "cudaHostRegister");
    return 1;
}

int tc_emu_host_unregister(void *p) {
    LOCKED;
    const Region *r = region_find(p);
    if (!r || r->base != p || r->ours)
        return 0;
    tc_emu_gmem_forget(p);
    return 1;
}

static Region *whole(const void *p, size_t bytes) {
    Region *r = region_find(p);
    return r && bytes <= r->bytes - (size_t)((const char *)p - r->base) ? r : NULL;
}

const char *tc_emu_device_copy(void *dst, const void *src, size_t bytes, int kind) {
    LOCKED;
    if (!bytes)
        return NULL;
    if (kind & TC_EMU_TO_DEVICE && !whole(dst, bytes))
        return "the destination is not in device memory, or the copy ends past its buffer";
    if (kind & TC_EMU_FROM_DEVICE && !whole(src, bytes))
        return "the source is not in device memory, or the copy ends past its buffer";
    emu.busy = true;
    memmove(dst, src, bytes);
    emu.busy = false;
    region_written(dst, bytes);
    return NULL;
}

const char *tc_emu_device_set(void *dst, int value, size_t bytes) {
    LOCKED;
    if (!bytes)
        return NULL;
    if (!whole(dst, bytes))
        return "the bytes are not in device memory, or end past their buffer";
    emu_fill(dst, value, bytes);
    region_written(dst, bytes);
    return NULL;
}

const char *tc_emu_function(uintptr_t address) {
    static char name[128];
    unsigned offset;
    symbol_name(address + 1, name, sizeof name, &offset);
    return *name ? name : "kernel";
}

void tc_emu_configure(tc_emu_config *config) {
    const char *seed = getenv("TCEMU_SEED"), *early = getenv("TCEMU_EARLY_EXIT");
    if (seed)
        config->seed = (unsigned)strtoul(seed, NULL, 10);
    config->plain_dsmem = config->go_on = 1;
    config->early_exit = early && *early == '1';
}
