/* ptx.h: what tcemu makes of inline PTX calls these (tools/cuda_asm.py). */
#ifndef TILECOPY_HOST_CUDA_PTX_H
#define TILECOPY_HOST_CUDA_PTX_H
#include "math.h"
#include "warp.h"

#define TC_PTX_SITE (tc_emu_site(__FILE__, __LINE__, TC_EMU_FRAMES), tc_emu_number(__COUNTER__ + 1))

/* An operand: an array is the pointer to it. */
template <class T> TC__CUDA_FN std::decay_t<T> tc_ptx_value(const T &value) {
    return value;
}
template <class T> TC__CUDA_FN uint64_t tc_ptx_bits(const T &value) {
    uint64_t bits = 0;
    static_assert(sizeof(T) <= 8, "an operand has at most 64 bits");
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}
TC__CUDA_FN uint64_t tc_ptx_bits(int value) {
    return (uint64_t)(int64_t)value;
}
template <class T> TC__CUDA_FN void tc_ptx_put(T &to, uint64_t bits) {
    __builtin_memcpy(&to, &bits, sizeof to);
}
TC__CUDA_FN float tc_ptx_float(uint64_t bits) {
    return __uint_as_float((unsigned)bits);
}
TC__CUDA_FN uint64_t tc_ptx_part(const void *p, unsigned bytes) {
    uint64_t bits = 0;
    __builtin_memcpy(&bits, p, bytes);
    return bits;
}
TC__CUDA_FN uint64_t tc_ptx_signed(const void *p, unsigned bytes) {
    const unsigned up = 64 - 8 * bytes;
    return (uint64_t)((int64_t)(tc_ptx_part(p, bytes) << up) >> up);
}
TC__CUDA_FN void tc_ptx_fill(void *p, uint64_t bits, unsigned bytes) {
    __builtin_memcpy(p, &bits, bytes);
}
TC__CUDA_FN uint64_t tc_ptx_pair(uint64_t high, uint64_t low, int to) {
    return tc_emu_converted((unsigned)high, TC_EMU_AS_F32, to, TC_EMU_RN, TC_EMU_INF) << 16 |
           tc_emu_converted((unsigned)low, TC_EMU_AS_F32, to, TC_EMU_RN, TC_EMU_INF);
}
/* 32 bits are an address of shared memory, 64 a pointer. */
TC__CUDA_FN void *tc_ptx_shared(uint64_t address) {
    return address >> 32 && address >> 32 != 0xffffffffu ? (void *)address
                                                         : tc_emu_shared_at((unsigned)address);
}
TC__CUDA_FN void *tc_ptx_global(uint64_t address) {
    return (void *)address;
}
TC__CUDA_FN uint64_t tc_ptx_to_shared(uint64_t address) {
    return address >> 32 ? tc_emu_shared_address((const void *)address) : address;
}
TC__CUDA_FN int tc_ptx_space(const void *p) {
    const int space = tc_emu_space(p);
    return space < 0 ? TC_EMU_GLOBAL_SPACE : space;
}

#endif
