/* primitives.h: every primitive, on the CPU. Each passes its own name and operands to the emulator,
 * which checks and performs it (emu.h). What each does is said where the device has it; nearly all are
 * in rows.h, which make rows writes. */
#ifndef TILECOPY_HOST_PRIMITIVES_H
#define TILECOPY_HOST_PRIMITIVES_H
#include "emu.h"

/* With optimisation they are part of their caller, so that the size of its variables is known, and
 * reports have their names all the same. Without it they are not: their frame leads to the caller's.
 * TC_EMU_LOCAL: does a variable of the kernel's have the bytes? */
#pragma push_macro("TC_FN")
#ifdef __OPTIMIZE__
#undef TC_FN
#define TC_FN static inline __attribute__((unused, always_inline))
#define TC_EMU_LOCAL(name, p, bytes)                                                               \
    (__builtin_object_size(p, 0) < (bytes)                                                         \
         ? tc_emu_overrun(name, (size_t)(p), bytes, __builtin_object_size(p, 0))                   \
         : (void)0)
#else
#define TC_EMU_LOCAL(name, p, bytes) tc_emu_local(name, p, bytes, __builtin_frame_address(0))
#endif
/* The same of those that a generated header makes of the macros with hints. */
#ifdef __OPTIMIZE__
#define TC_EMU_FN static inline __attribute__((unused, always_inline))
#else
#define TC_EMU_FN TC_FN
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

TC_FN unsigned tc_smem_address(const void *smem) {
    return tc_emu_smem_address("tc_smem_address", smem);
}

TC_FN unsigned tc_lane_index(void) {
    return tc_emu_thread() % 32;
}

/* The lanes of the group that this lane is in: for lane 13 and 8 lanes bits 8 to 15. */
#define TC_EMU_GROUP(lanes) (0xffffffffu >> (32 - (lanes)) << (tc_lane_index() & (0u - (lanes))))

/* Where the text calls what all lanes of a warp must call together, `.aligned` in PTX: the same call, not
 * one in each branch of an `if`. An unoptimised program is asked for the functions on the way to the call
 * too, so that the two branches may call one function that calls the primitive; an optimiser makes two
 * calls of one and one of two, and then the line of the primitive alone counts. */
#if defined(__GNUC__) && !defined(__OPTIMIZE__)
#define TC_EMU_FRAMES 1
#else
#define TC_EMU_FRAMES 0
#endif
#define TC_EMU_SITE(call)                                                                          \
    (tc_emu_site(__FILE__, __LINE__, TC_EMU_FRAMES), tc_emu_number(__COUNTER__ + 1), call)

#include "rows.h"

/* Called by its name it says where, too. */
#undef tc_cta_sync
#define tc_cta_sync()                                                                              \
    (tc_emu_number(__COUNTER__ + 1), tc_emu_cta_sync("tc_cta_sync", __FILE__, __LINE__))

#pragma pop_macro("TC_FN")
#endif
