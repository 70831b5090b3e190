/* check.h: run-time checks of what a generated function requires and of who calls it. Off unless TC_CHECK
 * is defined as non-zero before the first include; then a broken promise names the function in which the
 * check stands, by __func__, and traps (on the emulator: is reported). */
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

#define TC_CHECK_TAKEN(taker, smem, state) TC_CHECK_TAKEN_IF(1, taker, smem, state)
#if !TC_CHECK
#define TC_CHECK_ALIGN(ptr, bytes) ((void)0)
#define TC_CHECK_SCRATCH(ptr, bytes, align) ((void)0)
#define TC_CHECK_APART(a, a_bytes, b, b_bytes) ((void)0)
#define TC_CHECK_LIMIT(condition) ((void)0)
#define TC_CHECK_CONVERGED() ((void)0)
#define TC_CHECK_INDEX(index, stride, count, first, step, least, most) ((void)0)
#define TC_CHECK_RANK(rank, threads) ((void)0)
#define TC_CHECK_RANK_OF_SOME(rank, threads) ((void)0)
#define TC_CHECK_SAME(rank, threads, ptr, bytes) ((void)0)
#define TC_CHECK_OWNERS(rank, threads, ptr, bits, layout) ((void)0)
#define TC_CHECK_CALLER(scope, threads) ((void)0)
#define TC_CHECK_TAKEN_IF(taken, taker, smem, state) ((void)0)
#define TC_CHECK_MET(taker, smem, state) ((void)0)
#define TC_CHECK_GIVEN(taker, smem, state) ((void)0)
#define TC_CHECK_FILLED(taker, smem) ((void)0)
#define TC_CHECK_DRAINED(taker, smem) ((void)0)
#else

/* Of the block, in three dimensions: its threads, and the calling one in the order of warps (37 is lane 5 of
 * warp 1). The emulator has no blocks but flat ones. In f_at(rank, ...): the rank is one of `threads`, and
 * all of those call, equally often; that a thread never came is seen by the emulator, when the CTA ends. */
#if TC_ON_DEVICE
#define TC__CHECK(holds, what) ((holds) ? (void)0 : tc__stop(__func__, what))
#define TC__BLOCK_THREADS (TC__REG(ntid, x) * TC__REG(ntid, y) * TC__REG(ntid, z))
#define TC__BLOCK_NUMBER                                                                           \
    (TC__REG(tid, x) + TC__REG(ntid, x) * (TC__REG(tid, y) + TC__REG(ntid, y) * TC__REG(tid, z)))
#define TC_CHECK_RANK(rank, threads) TC_CHECK_RANK_OF_SOME(rank, threads)
#define TC__CALLER_FLAT(macro)                                                                     \
    TC__CHECK(                                                                                     \
        TC__BLOCK_THREADS == TC__REG(ntid, x),                                                     \
        "the block has more than one dimension, so threadIdx.x is no rank: call its _at form "     \
        "with one, or define " macro)
#else
#define TC__CALLER_FLAT(macro) ((void)0)
#define TC__CHECK(holds, what) ((holds) ? (void)0 : tc_emu_check_failed(__func__, what))
#define TC__BLOCK_THREADS tc_emu_threads()
#define TC__BLOCK_NUMBER tc_emu_thread()
#define TC_CHECK_RANK(rank, threads)                                                               \
    (TC_CHECK_RANK_OF_SOME(rank, threads), tc_emu_called(__func__, rank, threads))
#endif

/* ptr must be a multiple of `bytes`; works for pointers and for tc_dsmem. */
#define TC_CHECK_ALIGN(ptr, bytes)                                                                 \
    TC__CHECK((unsigned long long)(ptr) % (bytes) == 0, #ptr " is not " #bytes "-byte aligned")
/* ptr must be `bytes` of the CTA's own shared memory, aligned. A GPU knows where that of the block ends, the
 * emulator where the array does. */
#define TC_CHECK_SCRATCH(ptr, bytes, align)                                                        \
    (TC_CHECK_ALIGN(ptr, align),                                                                   \
     TC__CHECK(tc__is_shared(ptr, bytes), #ptr " is not " #bytes " bytes of shared memory"))
/* No byte of the one may be a byte of the other. A GPU tests that they do not begin at one place, which costs nothing
 * where the compiler knows it: to compare further would keep arrays of registers in local memory. */
#define TC_CHECK_APART(a, a_bytes, b, b_bytes)                                                     \
    TC__CHECK(tc__are_apart(a, a_bytes, b, b_bytes), #a " and " #b " overlap")
/* A run-time argument outside its stated limit: TC_CHECK_LIMIT(ld >= 64 && ld % 8 == 0). */
#define TC_CHECK_LIMIT(condition) TC__CHECK(!!(condition), "not true: " #condition)
/* Indices that pick rows lie from `least` to `most`; below zero, where least is, any number says that there is no
 * row. */
#define TC_CHECK_INDEX(index, stride, count, first, step, least, most)                             \
    TC__CHECK(                                                                                     \
        tc__are_rows(index, stride, count, first, step, least, most),                              \
        "not true: each " #index " is a row from 0 to " #most)
/* All 32 lanes of the warp must be here together. */
#define TC_CHECK_CONVERGED() TC__CHECK(tc__is_converged(__func__), "warp not converged")

/* In f_at(rank, ...), also of a scope that is narrowed, where others may stay away. */
#define TC_CHECK_RANK_OF_SOME(rank, threads)                                                       \
    (TC__CHECK((rank) < (threads), "its rank is not below the " #threads " of its scope"),         \
     TC__CHECK(                                                                                    \
         TC__BLOCK_THREADS >= (threads),                                                           \
         "the block has fewer than the " #threads " threads that must call"))

/* In f_at(rank, ...): each of `threads` passes the same there, bit for bit; and where the layout gives one
 * element to several of them, all of these hold the same value in their registers of `bits` each. Only the
 * emulator compares. */
#if TC_ON_DEVICE
#define TC_CHECK_SAME(rank, threads, ptr, bytes) ((void)0)
#define TC_CHECK_OWNERS(rank, threads, ptr, bits, layout) ((void)0)
#else
#define TC_CHECK_SAME(rank, threads, ptr, bytes)                                                   \
    tc_emu_same(__func__, #ptr, rank, threads, ptr, bytes)
#define TC_CHECK_OWNERS(rank, threads, ptr, bits, layout)                                          \
    tc_emu_owners(__func__, #ptr, rank, threads, ptr, bits, layout)
#endif

/* In the functions of a pipe: acquire and wait take a slot, commit and release give it back, in turn. `taker` is the
 * name of the one that takes; where mbarriers say when, its phase turns from one time to the next, and _MET is for
 * the others. Who fills such a pipe drains it at the end. Only the emulator counts. */
#if TC_ON_DEVICE
#define TC_CHECK_TAKEN_IF(taken, taker, smem, state) ((void)0)
#define TC_CHECK_MET(taker, smem, state) ((void)0)
#define TC_CHECK_GIVEN(taker, smem, state) ((void)0)
#define TC_CHECK_FILLED(taker, smem) ((void)0)
#define TC_CHECK_DRAINED(taker, smem) ((void)0)
#else
#define TC_CHECK_TAKEN_IF(taken, taker, smem, state)                                               \
    ((taken) ? tc_emu_pipe_taken(taker, smem, (state).slot, (state).phase, 1) : (void)0)
#define TC_CHECK_MET(taker, smem, state)                                                           \
    tc_emu_pipe_taken(taker, smem, (state).slot, (state).phase, 0)
#define TC_CHECK_GIVEN(taker, smem, state) tc_emu_pipe_given(__func__, taker, smem, (state).slot)
#define TC_CHECK_FILLED(taker, smem) tc_emu_pipe_filled(taker, smem)
#define TC_CHECK_DRAINED(taker, smem) tc_emu_pipe_drained(taker, smem)
#endif

/* In f(...), which takes its rank from TC_RANK_WARP, _WARPGROUP, _CTA or _CLUSTER: unless a program
 * defines those, the scope's threads are there and the block has the shape that they were made for. */
#define TC_CHECK_CALLER(scope, threads) TC__CALLER_##scope(threads)
#define TC__CALLER_GROUP(threads)                                                                  \
    TC__CHECK(                                                                                     \
        TC__BLOCK_NUMBER / (threads) * (threads) + (threads) <= TC__BLOCK_THREADS,                 \
        "the last of the block's groups of " #threads " threads is not whole")

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

#endif

#endif
