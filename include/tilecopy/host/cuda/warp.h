/* warp.h: shuffles, votes, matches and reductions of the lanes of a warp. */
#ifndef TILECOPY_HOST_CUDA_WARP_H
#define TILECOPY_HOST_CUDA_WARP_H
#include "builtins.h"
#include <string.h>
#include <type_traits>

/* Flat: lanes are counted through all three dimensions. */
TC__CUDA_FN unsigned tc_cuda_lane() {
    return tc_emu_thread() % 32;
}

template <class T> static inline uint64_t tc_cuda_bits(T value) {
    static_assert(sizeof(T) <= 8, "a shuffle takes at most 8 bytes");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T> static inline T tc_cuda_value(uint64_t bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

/* The value of the lane, of a segment of `width` lanes; a lane outside gives the caller's own value. */
template <class T>
static inline T tc_cuda_shuffle(const char *name, unsigned mask, T value, int from, bool inside) {
    uint64_t all[32];
    const unsigned lane = inside ? (unsigned)from : tc_cuda_lane();
    tc_emu_exchange(name, mask, tc_cuda_bits(value), all);
    if (!(mask >> lane & 1) || lane >= 32)
        tc_emu_no_lane(name, lane, mask);
    return tc_cuda_value<T>(all[lane]);
}

/* The same of up to 32 bytes, as groups have it. */
template <class T>
static inline T tc_cuda_shuffle_words(
    const char *name, unsigned mask, T value, int from, bool inside) {
    static_assert(sizeof(T) <= 32, "a shuffle of a group takes at most 32 bytes");
    uint64_t words[4] = {};
    __builtin_memcpy(words, &value, sizeof value);
    for (unsigned i = 0; 8 * i < sizeof value; i++)
        words[i] = tc_cuda_shuffle(name, mask, words[i], from, inside);
    __builtin_memcpy(&value, words, sizeof value);
    return value;
}

template <class T> static inline T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
    const int mine = (int)tc_cuda_lane(), first = mine & -width;
    return tc_cuda_shuffle("__shfl_sync", mask, value, first + (lane & (width - 1)), true);
}
template <class T>
static inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    const int mine = (int)tc_cuda_lane(), from = mine - (int)delta;
    return tc_cuda_shuffle("__shfl_up_sync", mask, value, from, from >= (mine & -width));
}
template <class T>
static inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    const int mine = (int)tc_cuda_lane(), from = mine + (int)delta;
    return tc_cuda_shuffle("__shfl_down_sync", mask, value, from, from < (mine & -width) + width);
}
template <class T>
static inline T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32) {
    const int mine = (int)tc_cuda_lane(), from = mine ^ with;
    return tc_cuda_shuffle("__shfl_xor_sync", mask, value, from, from < (mine & -width) + width);
}

/* Which lanes of the mask say something that `is` holds of. */
template <class F>
static inline unsigned tc_cuda_vote(const char *name, unsigned mask, uint64_t said, F is) {
    uint64_t all[32];
    unsigned which = 0;
    tc_emu_exchange(name, mask, said, all);
    for (unsigned i = 0; i < 32; i++)
        if (mask >> i & 1 && is(all[i]))
            which |= 1u << i;
    return which;
}

static inline unsigned __ballot_sync(unsigned mask, int is) {
    return tc_cuda_vote("__ballot_sync", mask, is != 0, [](uint64_t v) { return v != 0; });
}
static inline int __any_sync(unsigned mask, int is) {
    return tc_cuda_vote("__any_sync", mask, is != 0, [](uint64_t v) { return v != 0; }) != 0;
}
/* A lane that has exited says neither, so that "no" is sent as 1. */
static inline int __all_sync(unsigned mask, int is) {
    return tc_cuda_vote("__all_sync", mask, is == 0, [](uint64_t v) { return v != 0; }) == 0;
}
static inline int __uni_sync(unsigned mask, int is) {
    const unsigned says = is ? 2 : 1;
    const unsigned yes =
        tc_cuda_vote("__uni_sync", mask, says, [=](uint64_t v) { return v != 0 && v != says; });
    return yes == 0;
}

template <class T> static inline unsigned __match_any_sync(unsigned mask, T value) {
    const uint64_t mine = tc_cuda_bits(value);
    return tc_cuda_vote("__match_any_sync", mask, mine, [=](uint64_t v) { return v == mine; });
}
template <class T> static inline unsigned __match_all_sync(unsigned mask, T value, int *all) {
    const uint64_t mine = tc_cuda_bits(value);
    const unsigned same =
        tc_cuda_vote("__match_all_sync", mask, mine, [=](uint64_t v) { return v == mine; });
    *all = same == mask;
    return same == mask ? mask : 0;
}

template <class T, class F>
static inline T tc_cuda_reduce(const char *name, unsigned mask, T value, F combine) {
    uint64_t all[32];
    T sum = value;
    bool mine = true;
    tc_emu_exchange(name, mask, tc_cuda_bits(value), all);
    for (unsigned i = 0; i < 32; i++) {
        mine = i == tc_cuda_lane();
        if (mask >> i & 1 && !mine)
            sum = combine(sum, tc_cuda_value<T>(all[i]));
    }
    return sum;
}

#define TC__REDUCE(name, T, result)                                                                \
    static inline T name(unsigned mask, T value) {                                                 \
        return tc_cuda_reduce(#name, mask, value, [](T a, T b) -> T { return result; });           \
    }
TC__REDUCE(__reduce_add_sync, unsigned, a + b)
TC__REDUCE(__reduce_min_sync, unsigned, a < b ? a : b)
TC__REDUCE(__reduce_max_sync, unsigned, a > b ? a : b)
TC__REDUCE(__reduce_add_sync, int, (int)((unsigned)a + (unsigned)b))
TC__REDUCE(__reduce_min_sync, int, a < b ? a : b)
TC__REDUCE(__reduce_max_sync, int, a > b ? a : b)
TC__REDUCE(__reduce_and_sync, unsigned, a &b)
TC__REDUCE(__reduce_or_sync, unsigned, a | b)
TC__REDUCE(__reduce_xor_sync, unsigned, a ^ b)
#undef TC__REDUCE

static inline void __syncwarp(unsigned mask = 0xffffffffu) {
    tc_emu_sync_lanes("__syncwarp", mask);
}
static inline unsigned __activemask() {
    return tc_emu_active("__activemask");
}

#endif
