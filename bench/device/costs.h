/* costs.h: one struct for each row that bench/device/costs.cu measures: what a warp does once. `x` is a
 * register of a chain: where the instruction has a result, the next one of the chain waits for it, so one
 * chain shows the latency and several chains of many warps the throughput.
 *
 * The operands are numbers of the run, or ptxas would work out the results; those of two neighbours in
 * a chain differ, or it would take two for one. What has a function in tilecopy/ is called by it. */
#ifndef COSTS_H
#define COSTS_H
#include <tilecopy/tilecopy.h>

enum { STRIDE = 512, CHAINS = 4, MAX_WARPS = 32, ROOM = STRIDE * CHAINS * MAX_WARPS };

/* Where a warp works, and numbers that the compiler does not know: zero is 0, one is 1. */
struct Here {
    unsigned lane, warp, shared; /* 2 KB of the warp's own */
    unsigned zero, one;
    void *room;        /* the same as `shared`, as a pointer */
    tc_mbarrier *bar;  /* of the CTA: each thread arrives once a phase */
    tc_mbarrier *done; /* of the CTA: phase 1 is over */
    void *global;
};

/* One for each chain. begin: what x is before the first; once: instruction k of the chain. */
struct Op {
    enum { LANES = 32 }; /* 1: lane 0 alone */
    unsigned other;
    __device__ unsigned begin(const Here &here, unsigned chain) {
        other = (here.lane + chain) * here.one;
        return here.lane * 3 + chain * here.one + here.zero;
    }
};

/* Every word of memory holds its own address: each load gives the address of the next. `lane_bytes` from
 * lane to lane: no bank conflict. */
template <unsigned lane_bytes> struct ChasedBy : Op {
    __device__ unsigned begin(const Here &here, unsigned chain) {
        other = here.shared + chain * STRIDE + here.lane * lane_bytes;
        return other;
    }
};
typedef ChasedBy<16> Chased;

#define CHASED(name, bytes, ptx)                                                                   \
    struct name : ChasedBy<bytes> {                                                                \
        __device__ void once(unsigned &x, unsigned, const Here &) const {                          \
            asm volatile("{\n\t.reg .b32 a, b, c;\n\t" ptx "\n\t}" : "+r"(x));                     \
        }                                                                                          \
    };
CHASED(LoadShared32, 4, "ld.volatile.shared.b32 %0, [%0];")
CHASED(LoadShared64, 8, "ld.volatile.shared.v2.b32 {%0, a}, [%0];")
CHASED(LoadShared128, 16, "ld.volatile.shared.v4.b32 {%0, a, b, c}, [%0];")

struct StoreShared128 : Chased {
    __device__ void once(unsigned &x, unsigned, const Here &) const {
        asm volatile("st.volatile.shared.v4.b32 [%0], {%0, %0, %0, %0};" : : "r"(x) : "memory");
    }
};

/* What a row of ldmatrix costs beside it: (loaded & 0) | address. */
struct Logic : Op {
    __device__ void once(unsigned &x, unsigned k, const Here &here) const {
        asm volatile("lop3.b32 %0, %0, %1, %2, 0xea;"
                     : "+r"(x)
                     : "r"(k % 2 ? here.zero : here.one), "r"(here.lane));
    }
};

#define LDMATRIX(name, ptx)                                                                        \
    struct name : Chased {                                                                         \
        __device__ void once(unsigned &x, unsigned, const Here &here) const {                      \
            asm volatile("{\n\t.reg .b32 a, b, c;\n\t" ptx "\n\t}" : "+r"(x) : : "memory");        \
            x = (x & here.zero) | other;                                                           \
        }                                                                                          \
    };
LDMATRIX(LdmatrixX1, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%0];")
LDMATRIX(LdmatrixX2, "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, a}, [%0];")
LDMATRIX(LdmatrixX4, "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, a, b, c}, [%0];")
LDMATRIX(LdmatrixX1Trans, "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%0];")
LDMATRIX(LdmatrixX2Trans, "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, a}, [%0];")
LDMATRIX(LdmatrixX4Trans, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, a, b, c}, [%0];")

#define STMATRIX(name, ptx)                                                                        \
    struct name : Chased {                                                                         \
        __device__ void once(unsigned &x, unsigned, const Here &) const {                          \
            asm volatile(ptx : : "r"(x) : "memory");                                               \
        }                                                                                          \
    };
STMATRIX(StmatrixX1, "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%0};")
STMATRIX(StmatrixX2, "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%0, %0};")
STMATRIX(StmatrixX4, "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%0, %0, %0, %0};")
STMATRIX(StmatrixX1Trans, "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%0};")
STMATRIX(StmatrixX2Trans, "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%0, %0};")
STMATRIX(StmatrixX4Trans, "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%0, %0, %0, %0};")

/* ---- registers ----------------------------------------------------------------------------- */

#define REGISTERS(name, ptx, a, b)                                                                 \
    struct name : Op {                                                                             \
        __device__ void once(unsigned &x, unsigned k, const Here &here) const {                    \
            (void)k;                                                                               \
            asm volatile(ptx : "+r"(x) : "r"(a), "r"(b));                                          \
        }                                                                                          \
    };
REGISTERS(Shuffle, "shfl.sync.idx.b32 %0, %0, %1, 31, 0xffffffff;", here.lane ^ here.one, 0)
REGISTERS(Redux, "redux.sync.add.u32 %0, %0, 0xffffffff;", 0, 0)
REGISTERS(Permute, "prmt.b32 %0, %0, %1, %2;", here.lane, here.one *(k % 2 ? 0x2345 : 0x7610))

/* The comparisons stand once before the loop. */
struct Select : Op {
    __device__ void once(unsigned &x, unsigned k, const Here &here) const {
        unsigned other = k % 2 ? here.lane : here.warp;
        unsigned flag = k % 3 == 0 ? here.zero : k % 3 == 1 ? here.one : here.shared;
        asm volatile("{\n\t"
                     ".reg .pred p;\n\t"
                     "setp.ne.u32 p, %2, 7;\n\t"
                     "selp.b32 %0, %0, %1, p;\n\t"
                     "}"
                     : "+r"(x)
                     : "r"(other), "r"(flag));
    }
};

/* Two registers take turns, a += b and b += a: a sum of three is one instruction. */
struct AddU32 : Op {
    __device__ void once(unsigned &x, unsigned k, const Here &) {
        if (k % 2)
            asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(other));
        else
            asm volatile("add.u32 %0, %0, %1;" : "+r"(other) : "r"(x));
    }
};

#define FLOATS(name, ptx, a)                                                                       \
    struct name : Op {                                                                             \
        __device__ void once(unsigned &x, unsigned k, const Here &here) const {                    \
            float f = __uint_as_float(x);                                                          \
            (void)k;                                                                               \
            asm volatile(ptx : "+f"(f) : "f"(__uint_as_float(a)));                                 \
            x = __float_as_uint(f);                                                                \
        }                                                                                          \
    };
FLOATS(AddF32, "add.rn.f32 %0, %0, %1;", here.lane)
FLOATS(MaxF32, "max.f32 %0, %0, %1;", k % 3 == 0 ? here.lane : k % 3 == 1 ? here.warp : here.shared)

/* Two operands, by their function; of three that take turns, or ptxas would take two for one. */
#define COMBINES(name, function)                                                                   \
    struct name : Op {                                                                             \
        __device__ void once(unsigned &x, unsigned k, const Here &here) const {                    \
            unsigned with = k % 3 == 0 ? other : k % 3 == 1 ? here.warp : here.shared;             \
            function(&x, &x, &with);                                                               \
        }                                                                                          \
    };
COMBINES(MulF32, tc_mul_f32)
COMBINES(MinF32, tc_min_f32)
COMBINES(MulU32, tc_mul_u32)

/* Two in a row would become one lop3 or vimnmx3: a sum stands between them. */
#define LOGICAL(name, function)                                                                    \
    struct name : Op {                                                                             \
        __device__ void once(unsigned &x, unsigned k, const Here &here) const {                    \
            function(&x, &x, &other);                                                              \
            x += k % 2 ? here.warp : here.shared;                                                  \
        }                                                                                          \
    };
LOGICAL(MinU32, tc_min_u32)
LOGICAL(MaxU32, tc_max_u32)
LOGICAL(MinI32, tc_min_i32)
LOGICAL(MaxI32, tc_max_i32)
LOGICAL(AndB32, tc_and_b32)
LOGICAL(OrB32, tc_or_b32)
LOGICAL(XorB32, tc_xor_b32)

#define OF_LANES(name, call)                                                                       \
    struct name : Op {                                                                             \
        __device__ void once(unsigned &x, unsigned, const Here &) const {                          \
            call;                                                                                  \
        }                                                                                          \
    };
OF_LANES(ShuffleXor, tc_shuffle_xor_b32(&x, &x, 1))
OF_LANES(ShuffleUp, tc_shuffle_up_b32(&x, &x, 1))
OF_LANES(ReduxMinU32, tc_redux_min_u32(&x, &x))
OF_LANES(ReduxMaxU32, tc_redux_max_u32(&x, &x))
OF_LANES(ReduxMinI32, tc_redux_min_i32(&x, &x))
OF_LANES(ReduxMaxI32, tc_redux_max_i32(&x, &x))
OF_LANES(ReduxAnd, tc_redux_and_b32(&x, &x))
OF_LANES(ReduxOr, tc_redux_or_b32(&x, &x))
OF_LANES(ReduxXor, tc_redux_xor_b32(&x, &x))

#define PACK(name, ptx)                                                                            \
    struct name : Op {                                                                             \
        __device__ void once(unsigned &x, unsigned, const Here &here) const {                      \
            float low = __uint_as_float(x), high = __uint_as_float(here.lane);                     \
            asm volatile(ptx : "=r"(x) : "f"(high), "f"(low));                                     \
        }                                                                                          \
    };
PACK(F32ToF16x2, "cvt.rn.f16x2.f32 %0, %1, %2;")
PACK(F32ToBf16x2, "cvt.rn.bf16x2.f32 %0, %1, %2;")
PACK(
    F32ToE4m3x2,
    "{\n\t.reg .b16 h;\n\tcvt.rn.satfinite.e4m3x2.f32 h, %1, %2;\n\tcvt.u32.u16 %0, h;\n\t}")

/* Both halves, as tc_convert_f16x2_f32: what a pair costs. */
struct F16x2ToF32 : Op {
    __device__ void once(unsigned &x, unsigned, const Here &) {
        float low, high;
        asm volatile("{\n\t"
                     ".reg .b16 a, b;\n\t"
                     "mov.b32 {a, b}, %2;\n\t"
                     "cvt.f32.f16 %0, a;\n\t"
                     "cvt.f32.f16 %1, b;\n\t"
                     "}"
                     : "=&f"(low), "=f"(high)
                     : "r"(x ^ other));
        x = __float_as_uint(low);
        other = __float_as_uint(high);
    }
};
struct E4m3x2ToF16x2 : Op {
    __device__ void once(unsigned &x, unsigned, const Here &) const {
        asm volatile("{\n\t"
                     ".reg .b16 low, high;\n\t"
                     "mov.b32 {low, high}, %0;\n\t"
                     "cvt.rn.f16x2.e4m3x2 %0, low;\n\t"
                     "}"
                     : "+r"(x));
    }
};

/* ---- conversions --------------------------------------------------------------------------- */

constexpr int bits_of(const char *dtype) {
    int bits = 0;
    for (const char *at = dtype; *at; at++) /* f16: 16; e4m3: 1 + 4 + 3 */
        bits = *at < '0' || *at > '9'         ? bits
               : at[1] >= '0' && at[1] <= '9' ? *at * 10 - 480
                                              : bits + *at - 48;
    return dtype[0] == 'e' ? bits + 1 : bits;
}

/* What a row of `build/rows conversions` converts: words in, words out. Every word in hangs on x, and x on every word
 * out, by multiply-adds, which have lanes of their own: less than the conversion takes. */
template <int in_words, int out_words, bool is_summed> struct Converts : Op {
    template <class Function>
    __device__ void by(Function function, unsigned &x, const Here &here) const {
        unsigned in[in_words], out[out_words] = {0};
        in[0] = x;
#pragma unroll
        for (int i = 1; i < in_words; i++)
            in[i] = x * here.one + (other + (unsigned)i);
        function(out, in);
        x = out[0];
#pragma unroll
        for (int i = 1; i < out_words; i++)
            x = out[i] * here.one + x;
        if (is_summed)
            x += other;
    }
};
constexpr int words_of(int bits) {
    return (bits + 31) / 32;
}
/* A chain of these alone is one instruction, or none: bf16 to f32 is a shift, tf32 to f32 nothing. */
constexpr bool is_summed(const char *from, const char *to, int count, int issue) {
    return issue == 1 || (bits_of(from) == 4 && bits_of(to) == 8 && count == 2);
}
#define CONVERSION(id, function, from, to, count, bits, issue)                                     \
    struct id : Converts<                                                                          \
                    words_of(bits_of(from) * count),                                               \
                    words_of(bits),                                                                \
                    is_summed(from, to, count, issue)> {                                           \
        __device__ void once(unsigned &x, unsigned, const Here &here) {                            \
            by([](void *dst, const void *src) { function(dst, src); }, x, here);                   \
        }                                                                                          \
    };
/* Those that an sm_90 has. */
#define ON_FEATURE_NONE(...) __VA_ARGS__
#define ON_FEATURE_FP8(...) __VA_ARGS__
#define ON_FEATURE_FP4(...)
#define X(id, function, ptx, from, to, rounding, count, bits, feature, issue)                      \
    ON_##feature(CONVERSION(id, function, from, to, count, bits, issue))
#include "conversions.def"
#undef X

/* ---- syncs --------------------------------------------------------------------------------- */

#define SYNC(name, lanes, call)                                                                    \
    struct name : Op {                                                                             \
        enum { LANES = lanes };                                                                    \
        __device__ void once(unsigned &, unsigned k, const Here &here) const {                     \
            (void)k, (void)here;                                                                   \
            call;                                                                                  \
        }                                                                                          \
    };
SYNC(WarpSync, 32, tc_warp_sync())
SYNC(GroupSync, 32, tc_warp_sync_group(8u << k % 2)) /* its masks stand before the loop */
SYNC(CtaSync, 32, tc_cta_sync())
SYNC(Named64, 32, tc_barrier_sync(here.warp / 2, 64))
SYNC(Named128, 32, tc_barrier_sync(here.warp / 4, 128))
SYNC(Named256, 32, tc_barrier_sync(here.warp / 8, 256))
SYNC(ClusterSync, 32, tc_cluster_sync())
SYNC(ArriveAll, 32, tc_mbarrier_arrive(here.bar))
SYNC(ArriveOne, 1, tc_mbarrier_arrive(here.bar))
SYNC(ArriveExpect, 1, tc_mbarrier_arrive_expect_tx(here.bar, 0))
SYNC(ArriveRemote, 1, tc_mbarrier_arrive_remote(tc_map_to_cta(here.bar, here.zero)))
SYNC(ArriveCopies, 32, tc_cp_async_mbarrier_arrive_noinc(here.bar))
SYNC(WaitDone, 32, tc_mbarrier_wait(here.done, 1))
SYNC(Handshake, 32, (tc_mbarrier_arrive(here.bar), tc_mbarrier_wait(here.bar, k % 2)))
SYNC(InitMbarrier, 1, tc_mbarrier_init(here.bar, 1))
SYNC(FenceInit, 1, tc_fence_mbarrier_init())
SYNC(FenceAsync, 32, tc_fence_async_smem())
SYNC(CommitCopies, 32, tc_cp_async_commit())
SYNC(WaitCopies, 32, tc_cp_async_wait_group_0())
SYNC(CommitWait, 32, (tc_cp_async_commit(), tc_cp_async_wait_group_0()))
SYNC(CommitBulk, 1, tc_bulk_commit())
SYNC(WaitBulk, 1, tc_bulk_wait_0())
SYNC(WaitBulkRead, 1, tc_bulk_wait_read_0())
SYNC(CopyAsync, 32, tc_cp_async_b128(here.room, here.global))

struct Elect : Op {
    __device__ void once(unsigned &x, unsigned, const Here &) const {
        x += (unsigned)tc_elect_one();
    }
};

/* A fence behind a store that it has to wait for. */
struct FenceAfterStore : Chased {
    __device__ void once(unsigned &x, unsigned, const Here &) const {
        asm volatile("st.shared.v4.b32 [%0], {%0, %0, %0, %0};" : : "r"(x) : "memory");
        tc_fence_async_smem();
    }
};
#endif
