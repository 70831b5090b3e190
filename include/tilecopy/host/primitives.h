/* primitives.h: every primitive, on the CPU. Each passes its own name and operands to the emulator,
 * which checks and performs it (emu.h). What each does is said where the device has it; nearly all are
 * in rows.h, which make rows writes. */
#ifndef TILECOPY_HOST_PRIMITIVES_H
#define TILECOPY_HOST_PRIMITIVES_H
#include "emu.h"

/* With optimisation they are part of their caller, so that the size of its variables is known, and
 * reports have their names all the same. Without it they are not: their frame leads to the caller's. */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#pragma push_macro("TC_FN")
#undef TC_FN
#define TC_FN static inline __attribute__((unused, always_inline))
#endif

/* A variable of the kernel's: does it have the bytes? */
#if !defined(__GNUC__)
#define TC_EMU_LOCAL(name, p, bytes) ((void)0)
#elif defined(__OPTIMIZE__)
#define TC_EMU_LOCAL(name, p, bytes)                                                               \
    (__builtin_object_size(p, 0) < (bytes)                                                         \
         ? tc_emu_overrun(name, (size_t)(p), bytes, __builtin_object_size(p, 0))                   \
         : (void)0)
#else
#define TC_EMU_LOCAL(name, p, bytes) tc_emu_local(name, p, bytes, __builtin_frame_address(0))
#endif

TC_FN unsigned tc_thread_index(void) {
    return tc_emu_thread();
}

TC_FN unsigned tc_thread_count(void) {
    return tc_emu_threads();
}

TC_FN unsigned tc_cta_index(void) {
    return tc_emu_cta();
}

TC_FN unsigned tc_lane_index(void) {
    return tc_emu_thread() % 32;
}

#define TC_EMU_LOAD_OR_ZERO(name, bytes)                                                           \
    TC_FN void name(void *dst, const void *src, int keep) {                                        \
        static const unsigned char zeros[bytes] = {0};                                             \
        TC_EMU_LOCAL(#name, dst, bytes);                                                           \
        if (keep)                                                                                  \
            tc_emu_load(#name, dst, src, bytes, TC_EMU_GLOBAL_SPACE);                              \
        else                                                                                       \
            TC_MEMCPY(dst, zeros, bytes);                                                          \
    }

TC_EMU_LOAD_OR_ZERO(tc_load_global_b32_or_zero, 4)
TC_EMU_LOAD_OR_ZERO(tc_load_global_b64_or_zero, 8)
TC_EMU_LOAD_OR_ZERO(tc_load_global_b128_or_zero, 16)
#undef TC_EMU_LOAD_OR_ZERO

/* The lanes of the group that this lane is in: for lane 13 and 8 lanes bits 8 to 15. */
#define TC_EMU_GROUP(lanes) (0xffffffffu >> (32 - (lanes)) << (tc_lane_index() & (0u - (lanes))))

#include "rows.h"

/* Called by its name it says where, too. */
#define tc_cta_sync() tc_emu_cta_sync("tc_cta_sync", __FILE__, __LINE__)

#include "sites.h"

#if defined(__GNUC__) && defined(__OPTIMIZE__)
#pragma pop_macro("TC_FN")
#endif
#endif
