/* check.h: run-time checks of what a generated function requires. Off unless TC_CHECK is defined as
 * non-zero before the first include; then a broken promise names the function in which the check
 * stands, by __func__, and traps (on the emulator: is reported). */
#ifndef TILECOPY_CHECK_H
#define TILECOPY_CHECK_H

#ifndef TC_CHECK
#define TC_CHECK 0
#endif

/* On the emulator, with or without TC_CHECK: the map was encoded, for such boxes. Nobody can look into one on a
 * GPU. */
#if TC_ON_DEVICE
#define TC_CHECK_TENSORMAP(map, type, swizzle, rank, ...) ((void)0)
#else
#define TC_CHECK_TENSORMAP(map, type, swizzle, rank, ...)                                          \
    do {                                                                                           \
        const unsigned tc__box[] = {__VA_ARGS__};                                                  \
        tc_emu_tensormap_expect(map, type, swizzle, rank, tc__box);                                \
    } while (0)
#endif

/* On the emulator, with or without TC_CHECK: no two indices of a scatter are equal. Where one thread stores both rows
 * there is no race to report. */
#if TC_ON_DEVICE
#define TC_CHECK_UNIQUE(rank, index, stride, count) ((void)0)
#else
#define TC_CHECK_UNIQUE(rank, index, stride, count)                                                \
    ((rank) == 0 ? tc_emu_unique(__func__, #index, index, stride, count) : (void)0)
#endif

#if !TC_CHECK
#define TC_CHECK_ALIGN(ptr, bytes) ((void)0)
#define TC_CHECK_SCRATCH(ptr, bytes, align) ((void)0)
#define TC_CHECK_APART(a, a_bytes, b, b_bytes) ((void)0)
#define TC_CHECK_LIMIT(condition) ((void)0)
#define TC_CHECK_CONVERGED() ((void)0)
#define TC_CHECK_INDEX(index, stride, count, first, step, least, most) ((void)0)
#else

/* ptr must be a multiple of `bytes`; works for pointers and for tc_dsmem. */
#define TC_CHECK_ALIGN(ptr, bytes)                                                                 \
    tc__check(                                                                                     \
        (unsigned long long)(ptr) % (bytes) == 0,                                                  \
        __func__,                                                                                  \
        #ptr " is not " #bytes "-byte aligned")
/* ptr must be `bytes` of the CTA's own shared memory, aligned. A GPU knows where that of the block ends, the
 * emulator where the array does. */
#define TC_CHECK_SCRATCH(ptr, bytes, align)                                                        \
    (TC_CHECK_ALIGN(ptr, align),                                                                   \
     tc__check(                                                                                    \
         tc__is_shared(ptr, bytes), __func__, #ptr " is not " #bytes " bytes of shared memory"))
/* No byte of the one may be a byte of the other. A GPU tests that they do not begin at one place, which costs nothing
 * where the compiler knows it: to compare further would keep arrays of registers in local memory. */
#define TC_CHECK_APART(a, a_bytes, b, b_bytes)                                                     \
    tc__check(tc__are_apart(a, a_bytes, b, b_bytes), __func__, #a " and " #b " overlap")
/* A run-time argument outside its stated limit: TC_CHECK_LIMIT(ld >= 64 && ld % 8 == 0). */
#define TC_CHECK_LIMIT(condition) tc__check(!!(condition), __func__, "not true: " #condition)
/* Indices that pick rows lie from `least` to `most`; below zero, where least is, any number says that there is no
 * row. */
#define TC_CHECK_INDEX(index, stride, count, first, step, least, most)                             \
    tc__check(                                                                                     \
        tc__are_rows(index, stride, count, first, step, least, most),                              \
        __func__,                                                                                  \
        "not true: each " #index " is a row from 0 to " #most)
/* All 32 lanes of the warp must be here together. */
#define TC_CHECK_CONVERGED() tc__check(tc__is_converged(__func__), __func__, "warp not converged")

TC_FN int tc__are_rows(
    const void *index,
    unsigned stride,
    unsigned count,
    unsigned first,
    unsigned step,
    int least,
    int most) {
    const int *rows = (const int *)index;
    for (unsigned i = first; i < count; i += step)
        if (rows[i * stride] > most || (rows[i * stride] < least && least >= 0))
            return 0;
    return 1;
}

#if !TC_ON_DEVICE
TC_FN int tc__is_converged(const char *fn) {
    tc_emu_site(fn, 0, TC_EMU_FRAMES);
    tc_emu_converged(fn); /* reports by itself */
    return 1;
}

TC_FN int tc__are_apart(
    const void *a, unsigned long long a_bytes, const void *b, unsigned long long b_bytes) {
    const unsigned long long at = (unsigned long long)a, with = (unsigned long long)b;
    return at < with ? with - at >= a_bytes : at - with >= b_bytes;
}

TC_FN int tc__is_shared(const void *ptr, unsigned bytes) {
    return tc_emu_is_shared(ptr, bytes);
}
#else
TC_FN int tc__is_converged(const char *fn) {
    unsigned lanes;
    (void)fn;
    asm volatile("activemask.b32 %0;" : "=r"(lanes));
    return lanes == 0xffffffffu;
}

TC_FN int tc__are_apart(
    const void *a, unsigned long long a_bytes, const void *b, unsigned long long b_bytes) {
    (void)a_bytes;
    (void)b_bytes;
    return a != b;
}

/* The block's own begins behind 1 KiB at most that the system keeps, and is as much as the launch asked for. */
TC_FN int tc__is_shared(const void *ptr, unsigned bytes) {
    unsigned is, at, all;
    asm volatile("{ .reg .pred p; .reg .u64 s; isspacep.shared p, %2; selp.u32 %0, 1, 0, p;"
                 " cvta.to.shared.u64 s, %2; cvt.u32.u64 %1, s; }"
                 : "=r"(is), "=r"(at)
                 : "l"(ptr));
    asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(all));
    return is && at + bytes <= all + 1024;
}
#endif

#if TC_ON_DEVICE
#define TC__FAILED(fn, what) tc__stop("%s: %s (block %u, thread %u)\n", fn, what)
#else
#define TC__FAILED(fn, what) tc_emu_check_failed(fn, what)
#endif
TC_FN void tc__check(int holds, const char *fn, const char *what) {
    if (!holds)
        TC__FAILED(fn, what);
}
#endif

#endif
