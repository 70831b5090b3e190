/* hand_pipes.cu: what generated functions of a pipe cost beside the same by hand, as kernels write it: the
 * barriers as an array in shared memory, waits as a loop around try_wait in PTX, lane 0 of a warp as the
 * one that arrives. A kernel that calls each once, whose instructions tests/pipes counts, and one that calls it
 * twice, for another slot: bench/pipes.py says what one more call takes. */
#include "pipes_gen.h"

extern __shared__ __align__(128) unsigned char memory[];

#define OURS(name, call)                                                                           \
    extern "C" __global__ void ours_##name(unsigned slot, unsigned phase) {                        \
        const tc_ring_state state = {slot, phase};                                                 \
        call((tc_ring_smem *)(void *)memory, state);                                               \
    }                                                                                              \
    extern "C" __global__ void ours_##name##_twice(                                                \
        unsigned slot, unsigned phase, unsigned slot2, unsigned phase2) {                          \
        const tc_ring_state state = {slot, phase}, next = {slot2, phase2};                         \
        call((tc_ring_smem *)(void *)memory, state);                                               \
        call((tc_ring_smem *)(void *)memory, next);                                                \
    }

OURS(acquire, tc_ring_A_acquire)
OURS(wait, tc_ring_A_wait)
OURS(release, tc_ring_A_release)
OURS(commit, tc_ring_A_commit)

#define ADVANCES(who)                                                                              \
    extern "C" __global__ void who##_advance(unsigned *at) {                                       \
        who##_advance_at(at);                                                                      \
    }                                                                                              \
    extern "C" __global__ void who##_advance_twice(unsigned *at, unsigned *more) {                 \
        who##_advance_at(at);                                                                      \
        who##_advance_at(more);                                                                    \
    }

static __device__ __forceinline__ void ours_advance_at(unsigned *at) {
    tc_ring_state state = {at[0], at[1]};
    tc_ring_A_advance(&state);
    at[0] = state.slot;
    at[1] = state.phase;
}

ADVANCES(ours)

static __device__ __forceinline__ unsigned bar_at(unsigned byte, unsigned slot) {
    return static_cast<unsigned>(__cvta_generic_to_shared(memory + byte)) + 16 * slot;
}

static __device__ __forceinline__ void hand_wait_for(unsigned bar, unsigned phase) {
    asm volatile("{\n\t"
                 ".reg .pred over;\n\t"
                 "again:\n\t"
                 "mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n\t"
                 "@!over bra again;\n\t"
                 "}"
                 :
                 : "r"(bar), "r"(phase)
                 : "memory");
}

static __device__ __forceinline__ void hand_acquire_at(unsigned slot, unsigned phase) {
    hand_wait_for(bar_at(TC_RING_A_EMPTY_AT, slot), phase);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(bar_at(TC_RING_A_FULL_AT, slot)), "r"(TC_RING_A_EXPECTED)
                 : "memory");
}

static __device__ __forceinline__ void hand_wait_at(unsigned slot, unsigned phase) {
    hand_wait_for(bar_at(TC_RING_A_FULL_AT, slot), phase);
}

static __device__ __forceinline__ void hand_release_at(unsigned slot, unsigned) {
    __syncwarp();
    if (threadIdx.x % 32 == 0)
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                     :
                     : "r"(bar_at(TC_RING_A_EMPTY_AT, slot))
                     : "memory");
}

static __device__ __forceinline__ void hand_commit_at(unsigned, unsigned) {
}

#define HAND(name)                                                                                 \
    extern "C" __global__ void hand_##name(unsigned slot, unsigned phase) {                        \
        hand_##name##_at(slot, phase);                                                             \
    }                                                                                              \
    extern "C" __global__ void hand_##name##_twice(                                                \
        unsigned slot, unsigned phase, unsigned slot2, unsigned phase2) {                          \
        hand_##name##_at(slot, phase);                                                             \
        hand_##name##_at(slot2, phase2);                                                           \
    }

HAND(acquire)
HAND(wait)
HAND(release)
HAND(commit)

static __device__ __forceinline__ void hand_advance_at(unsigned *at) {
    unsigned slot = at[0] + 1, phase = at[1];
    phase ^= slot == 3;
    slot = slot == 3 ? 0 : slot;
    at[0] = slot;
    at[1] = phase;
}

ADVANCES(hand)
