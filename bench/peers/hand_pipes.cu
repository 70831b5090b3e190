/* hand_pipes.cu: what generated functions of a pipe cost beside the same by hand, as kernels write it: the
 * barriers as an array in shared memory, waits as a loop around try_wait in PTX, lane 0 of a warp as the
 * one that arrives. One kernel a function; tests/pipes counts their instructions. */
#include "pipes_gen.h"

extern __shared__ __align__(128) unsigned char memory[];

#define OURS(name, call)                                                                           \
    extern "C" __global__ void ours_##name(unsigned slot, unsigned phase) {                        \
        const tc_ring_state state = {slot, phase};                                                 \
        call((tc_ring_smem *)(void *)memory, state);                                               \
    }

OURS(acquire, tc_ring_A_acquire)
OURS(wait, tc_ring_A_wait)
OURS(release, tc_ring_A_release)
OURS(commit, tc_ring_A_commit)

extern "C" __global__ void ours_advance(unsigned *at) {
    tc_ring_state state = {at[0], at[1]};
    tc_ring_A_advance(&state);
    at[0] = state.slot;
    at[1] = state.phase;
}

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

extern "C" __global__ void hand_acquire(unsigned slot, unsigned phase) {
    hand_wait_for(bar_at(TC_RING_A_EMPTY_AT, slot), phase);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(bar_at(TC_RING_A_FULL_AT, slot)), "r"(TC_RING_A_EXPECTED)
                 : "memory");
}

extern "C" __global__ void hand_wait(unsigned slot, unsigned phase) {
    hand_wait_for(bar_at(TC_RING_A_FULL_AT, slot), phase);
}

extern "C" __global__ void hand_release(unsigned slot, unsigned phase) {
    __syncwarp();
    if (threadIdx.x % 32 == 0)
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                     :
                     : "r"(bar_at(TC_RING_A_EMPTY_AT, slot))
                     : "memory");
    (void)phase;
}

extern "C" __global__ void hand_commit(unsigned slot, unsigned phase) {
    (void)slot;
    (void)phase;
}

extern "C" __global__ void hand_advance(unsigned *at) {
    unsigned slot = at[0] + 1, phase = at[1];
    phase ^= slot == 3;
    slot = slot == 3 ? 0 : slot;
    at[0] = slot;
    at[1] = phase;
}
