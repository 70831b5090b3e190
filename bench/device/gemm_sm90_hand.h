/* gemm_sm90_hand.h: the movement of examples/gemm_sm90 in bf16, written by hand: the ring of slots and its barriers, tensor
 * copies with multicast, descriptors, and D by stmatrix and a tensor store. gemm_sm90<HandBf16> is the example's kernel
 * with these functions, so that the multiplication, the tile and the order of tiles are the same text. The kernel calls
 * no generated function; the tensor maps, which the host makes, are the example's. */
#ifndef GEMM_SM90_HAND_H
#define GEMM_SM90_HAND_H
#include "tma_hand.h"

static __device__ __forceinline__ unsigned hand_cluster_rank() {
    unsigned rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

static __device__ __forceinline__ void hand_cluster_sync() {
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

/* At a barrier of another CTA, by its address in the cluster. */
static __device__ __forceinline__ void hand_bar_arrive_there(unsigned bar) {
    asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(bar) : "memory");
}

/* One box into both CTAs of the cluster, at the same address. A trap in the pass for compute_90, see config.h. */
static __device__ __forceinline__ void hand_box_to_both(
    unsigned dst, const void *map, int inner, int outer, unsigned bar) {
#if TC_HAS_MULTICAST
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes."
                 "multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(dst),
                 "l"(map),
                 "r"(inner),
                 "r"(outer),
                 "r"(bar),
                 "h"((unsigned short)3)
                 : "memory");
#else
    (void)dst, (void)map, (void)inner, (void)outer, (void)bar;
    TC_NEEDS_LETTER();
#endif
}

/* The higher half is the second number. */
static __device__ __forceinline__ unsigned hand_bf16x2(float first, float second) {
    unsigned both;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(second), "f"(first));
    return both;
}

/* Four 8x8 matrices of a warp's 16x16 sums, which a thread has in 8 registers. */
static __device__ __forceinline__ void hand_stmatrix(unsigned at, const float *sums) {
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
                 "r"(hand_bf16x2(sums[0], sums[1])),
                 "r"(hand_bf16x2(sums[2], sums[3])),
                 "r"(hand_bf16x2(sums[4], sums[5])),
                 "r"(hand_bf16x2(sums[6], sums[7]))
                 : "memory");
}

/* Three slots of A and B that both CTAs of a cluster fill together. */
struct HandRing {
    enum { CTAS = 2, SLOTS = 3, BYTES_A = 16384, BYTES_B = 32768, WARPS = 8 };
    struct Smem {
        struct {
            unsigned char slot[SLOTS][BYTES_B];
        } B;
        struct {
            unsigned short slot[1][32768];
        } D;
        struct {
            unsigned char slot[SLOTS][BYTES_A];
        } A;
        unsigned long long full[SLOTS], empty[SLOTS];
    };
    struct State {
        unsigned slot, parity;
    };

    /* A slot is empty when the warps of both CTAs have read it. */
    static __device__ __forceinline__ void init(Smem *smem) {
        if (threadIdx.x == 0) {
            for (int i = 0; i < SLOTS; i++) {
                hand_bar_init(hand_shared(&smem->full[i]), 1);
                hand_bar_init(hand_shared(&smem->empty[i]), WARPS * CTAS);
            }
            hand_bar_publish();
        }
        hand_cluster_sync();
    }

    static __device__ __forceinline__ State producer() {
        return {0, 1};
    }

    static __device__ __forceinline__ State consumer() {
        return {0, 0};
    }

    static __device__ __forceinline__ unsigned long long *acquire(Smem *smem, State state) {
        hand_bar_wait(hand_shared(&smem->empty[state.slot]), state.parity);
        hand_bar_expect(hand_shared(&smem->full[state.slot]), BYTES_A + BYTES_B);
        return &smem->full[state.slot];
    }

    static __device__ __forceinline__ void wait(Smem *smem, State state) {
        hand_bar_wait(hand_shared(&smem->full[state.slot]), state.parity);
    }

    /* Lane 0 tells the one CTA, lane 1 the other. */
    static __device__ __forceinline__ void release(Smem *smem, State state) {
        const unsigned lane = threadIdx.x % 32;
        __syncwarp();
        if (lane < CTAS)
            hand_bar_arrive_there(hand_map(hand_shared(&smem->empty[state.slot]), lane));
    }

    static __device__ __forceinline__ void advance(State *state) {
        if (++state->slot == SLOTS) {
            state->slot = 0;
            state->parity ^= 1;
        }
    }

    static __device__ __forceinline__ void tail(Smem *smem, State state) {
        for (int i = 0; i < SLOTS; i++) {
            hand_bar_wait(hand_shared(&smem->empty[state.slot]), state.parity);
            advance(&state);
        }
    }
};

/* Of the base: the product, the host's maps, and what only a bias needs. */
struct HandBf16 : GemmBf16 {
    typedef HandRing Ring;

    static __device__ __forceinline__ void load_a(
        Element *dst, const tc_tensormap *a, int m, int k, unsigned long long *full) {
        hand_box_in(hand_shared(dst), a, k, m, hand_shared(full));
    }

    static __device__ __forceinline__ void load_b(
        Element *dst, const tc_tensormap *b, int n, int k, unsigned long long *full) {
        hand_box_to_both(hand_shared(dst), b, k, n, hand_shared(full));
    }

    static __device__ __forceinline__ void load_scales(
        Ring::Smem *, unsigned, const Gemm *, int, int, unsigned long long *) {
    }

    /* 8 rows are 1024 bytes (64 in units of 16 at bit 32), swizzled in 128 (1 at bit 62). */
    static __device__ __forceinline__ unsigned long long descriptor(unsigned at) {
        return 1ull << 62 | 64ull << 32 | 1ull << 16 | (at >> 4 & 0x3fff);
    }

    static __device__ __forceinline__ unsigned long long operand_a(const Element *a, unsigned row) {
        return descriptor(hand_shared(a) + row * 128);
    }

    static __device__ __forceinline__ unsigned long long operand_b(const Element *b) {
        return descriptor(hand_shared(b));
    }

    /* Panels of 64 columns, rows of 128 bytes in which unit u of row r lies at u ^ r % 8. */
    static __device__ __forceinline__ void put_d(Out *to, const float *sums) {
        const unsigned lane = threadIdx.x % 32, row = threadIdx.x / 32 % 4 * 16 + lane % 16;
        const unsigned at = hand_shared(to) + row * 128 + (lane / 16 ^ row % 8) * 16;
#pragma unroll
        for (int panel = 0; panel < 4; panel++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                hand_stmatrix((at ^ j * 32) + panel * 8192, sums + panel * 32 + j * 8);
    }

    static __device__ __forceinline__ void store_d(
        const tc_tensormap *d, const Out *from, unsigned m, unsigned n) {
        if (hand_elect()) {
#pragma unroll
            for (int panel = 0; panel < 4; panel++)
                hand_box_out(d, hand_shared(from) + panel * 8192, (int)(n + panel * 64), (int)m);
            hand_commit();
        }
    }
};

/* The threads of a warpgroup. */
static __device__ __forceinline__ void hand_sync(unsigned group) {
    if (group == 0)
        asm volatile("bar.sync 1, 128;" ::: "memory");
    else
        asm volatile("bar.sync 2, 128;" ::: "memory");
}

/* The sums to D, as the example's, by hand too. */
template <>
__device__ __forceinline__ void gemm_store<HandBf16>(
    const Gemm *g, tc_bf16 *out, const float *sums, unsigned group, unsigned m, unsigned n) {
    const bool stores = threadIdx.x / 32 % 4 == 0;
    if (stores)
        hand_wait_read<0>();
    hand_sync(group);
    HandBf16::put_d(out, sums);
    hand_fence_async();
    hand_sync(group);
    if (stores)
        HandBf16::store_d(&g->d, out, m, n);
}

#endif
