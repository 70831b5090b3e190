/* hand_pipes.cu: what generated functions of a pipe cost beside the same by hand, as kernels write it: the
 * barriers as an array in shared memory, waits as a loop in PTX, lane 0 of a warp as the one that arrives.
 * One kernel a function; tests/pipes counts their instructions. `ring` is filled by bulk copies, `threads` and
 * `each` by stores, of which every thread tells by itself in `each`, `copies` by cp.async; `groups` is filled by the warps that read it, on sm_80 by groups. */
#include "pipes_gen.h"

extern __shared__ __align__(128) unsigned char memory[];

#define OURS(pipe, value, name)                                                                    \
    extern "C" __global__ void ours_##pipe##_##name(unsigned slot, unsigned phase) {               \
        const tc_##pipe##_state state = {slot, phase};                                             \
        tc_##pipe##_##value##_##name((tc_##pipe##_smem *)(void *)memory, state);                   \
    }
#define OURS_ALL(pipe, value)                                                                      \
    OURS(pipe, value, acquire)                                                                     \
    OURS(pipe, value, commit)                                                                      \
    OURS(pipe, value, wait)                                                                        \
    OURS(pipe, value, release)                                                                     \
    extern "C" __global__ void ours_##pipe##_advance(unsigned *at) {                               \
        tc_##pipe##_state state = {at[0], at[1]};                                                  \
        tc_##pipe##_##value##_advance(&state);                                                     \
        at[0] = state.slot;                                                                        \
        at[1] = state.phase;                                                                       \
    }

static __device__ __forceinline__ unsigned bar_at(unsigned byte, unsigned slot) {
    return static_cast<unsigned>(__cvta_generic_to_shared(memory + byte)) + 16 * slot;
}

#if TC_ARCH >= 900
#define ASK "mbarrier.try_wait.parity.shared::cta.b64"
#else
#define ASK "mbarrier.test_wait.parity.shared.b64"
#endif
static __device__ __forceinline__ void hand_wait_for(unsigned bar, unsigned phase) {
    asm volatile("{\n\t"
                 ".reg .pred over;\n\t"
                 "again:\n\t" ASK " over, [%0], %1;\n\t"
                 "@!over bra again;\n\t"
                 "}"
                 :
                 : "r"(bar), "r"(phase)
                 : "memory");
}

static __device__ __forceinline__ void hand_arrive(unsigned bar) {
    asm volatile("{\n\t.reg .b64 state;\n\tmbarrier.arrive.shared.b64 state, [%0];\n\t}"
                 :
                 : "r"(bar)
                 : "memory");
}

static __device__ __forceinline__ void hand_arrive_of_warp(unsigned bar) {
    __syncwarp();
    if (threadIdx.x % 32 == 0)
        hand_arrive(bar);
}

#define HAND(pipe, name)                                                                           \
    extern "C" __global__ void hand_##pipe##_##name(unsigned slot, unsigned phase)
#define HAND_ADVANCE(pipe, stages)                                                                 \
    extern "C" __global__ void hand_##pipe##_advance(unsigned *at) {                               \
        unsigned slot = at[0] + 1, phase = at[1];                                                  \
        phase ^= slot == stages;                                                                   \
        slot = slot == stages ? 0 : slot;                                                          \
        at[0] = slot;                                                                              \
        at[1] = phase;                                                                             \
    }
#define HAND_CONSUMER(pipe, full, empty)                                                           \
    HAND(pipe, wait) {                                                                             \
        hand_wait_for(bar_at(full, slot), phase);                                                  \
    }                                                                                              \
    HAND(pipe, release) {                                                                          \
        hand_arrive_of_warp(bar_at(empty, slot));                                                  \
        (void)phase;                                                                               \
    }

#if TC_ARCH >= 900
OURS_ALL(ring, A)
HAND_ADVANCE(ring, TC_RING_A_STAGES)
HAND_CONSUMER(ring, TC_RING_A_FULL_AT, TC_RING_A_EMPTY_AT)
HAND(ring, acquire) {
    hand_wait_for(bar_at(TC_RING_A_EMPTY_AT, slot), phase);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(bar_at(TC_RING_A_FULL_AT, slot)), "r"(TC_RING_A_EXPECTED)
                 : "memory");
}
HAND(ring, commit) {
    (void)slot;
    (void)phase;
}
#endif

OURS_ALL(threads, T)
HAND_ADVANCE(threads, TC_THREADS_T_STAGES)
HAND_CONSUMER(threads, TC_THREADS_T_FULL_AT, TC_THREADS_T_EMPTY_AT)
HAND(threads, acquire) {
    hand_wait_for(bar_at(TC_THREADS_T_EMPTY_AT, slot), phase);
}
HAND(threads, commit) {
    hand_arrive_of_warp(bar_at(TC_THREADS_T_FULL_AT, slot));
    (void)phase;
}

OURS_ALL(each, T)
HAND_ADVANCE(each, TC_EACH_T_STAGES)
HAND(each, acquire) {
    hand_wait_for(bar_at(TC_EACH_T_EMPTY_AT, slot), phase);
}
HAND(each, commit) {
    hand_arrive(bar_at(TC_EACH_T_FULL_AT, slot));
    (void)phase;
}
HAND(each, wait) {
    hand_wait_for(bar_at(TC_EACH_T_FULL_AT, slot), phase);
}
HAND(each, release) {
    hand_arrive(bar_at(TC_EACH_T_EMPTY_AT, slot));
    (void)phase;
}

OURS_ALL(copies, T)
HAND_ADVANCE(copies, TC_COPIES_T_STAGES)
HAND_CONSUMER(copies, TC_COPIES_T_FULL_AT, TC_COPIES_T_EMPTY_AT)
HAND(copies, acquire) {
    hand_wait_for(bar_at(TC_COPIES_T_EMPTY_AT, slot), phase);
}
HAND(copies, commit) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];"
                 :
                 : "r"(bar_at(TC_COPIES_T_FULL_AT, slot))
                 : "memory");
    (void)phase;
}

#if TC_ARCH < 900
OURS_ALL(groups, T)
HAND_ADVANCE(groups, TC_GROUPS_T_STAGES)
#define HAND_GROUPS(name, ptx)                                                                     \
    HAND(groups, name) {                                                                           \
        asm volatile(ptx : : : "memory");                                                          \
        (void)slot;                                                                                \
        (void)phase;                                                                               \
    }
HAND_GROUPS(acquire, "")
HAND_GROUPS(commit, "cp.async.commit_group;")
HAND_GROUPS(wait, "cp.async.wait_group 1;\n\tbarrier.sync.aligned 1, 64;")
HAND_GROUPS(release, "")
#endif
