/* calls.h: what the headers beside it call of the emulator, as primitives.h calls emu.h. */
#ifndef TILECOPY_HOST_CUDA_CALLS_H
#define TILECOPY_HOST_CUDA_CALLS_H
#include "../emu.h"
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* lanes.c: 8 bytes of every lane of the mask; of the others 0. */
void tc_emu_exchange(const char *name, unsigned mask, uint64_t value, uint64_t all[32]);
void tc_emu_sync_lanes(const char *name, unsigned mask);
unsigned tc_emu_active(const char *name);
void tc_emu_no_lane(const char *name, unsigned lane, unsigned mask); /* reports it */

/* barrier.c: tc_cta_sync, and how many threads of the CTA say yes. */
unsigned tc_emu_cta_count(const char *name, const char *file, int line, int vote);

unsigned tc_emu_mbarrier_parity(void *bar); /* of the phase that has not ended */

/* atomics.c: the access is checked, `update` makes of the bytes at p what shall be there. */
void tc_emu_atomic(
    const char *name,
    void *p,
    unsigned bytes,
    void (*update)(void *at, void *context),
    void *context);
void tc_emu_memory_fence(const char *name);
void tc_emu_pause(const char *name); /* lets others go on */
int tc_emu_in_kernel(void);
int tc_emu_space(const void *p); /* TC_EMU_SHARED_SPACE ... or -1: none that is known */

/* shared.c: addresses of 32 bits, as PTX has them: of the CTA of the cluster, of the memory, the offset. */
unsigned tc_emu_shared_address(const void *p);
void *tc_emu_shared_at(unsigned address);

/* runtime.c: memory that the host may not use unless it is managed. 0: right; else why not. */
/* Lines of a file that tcemu has rewritten, "3 17": columns of these say nothing. */
int tc_emu_rewritten(const char *file, const char *lines);
void *tc_emu_device_alloc(size_t bytes, const char *name, int managed);
int tc_emu_device_free(void *p);
int tc_emu_host_register(void *p, size_t bytes); /* 0: some of it is known already */
int tc_emu_host_unregister(void *p);
enum { TC_EMU_TO_DEVICE = 1, TC_EMU_FROM_DEVICE = 2 };
const char *tc_emu_device_copy(void *dst, const void *src, size_t bytes, int kind);
const char *tc_emu_device_set(void *dst, int value, size_t bytes);
const char *tc_emu_function(uintptr_t address); /* its name */
/* What TCEMU_SEED and so on ask for. */
void tc_emu_configure(tc_emu_config *config);

#ifdef __cplusplus
}
#endif
#endif
