/* The frames in which the machine code of one copy is compared, the same for everybody: shared memory
 * is the CTA's array, global memory comes as run-time pointers, threads are counted unsigned.
 *   a  1 KiB is laid into shared memory; registers that the copy loaded go out in 16-byte stores
 *   c  the copy fills a tile of 128x64 f16; after a barrier each thread sends one 16-byte piece out
 *   e  as a, with the fragment of one mma; e4 with those of four, 16x64
 *   f  a fragment goes into the tile; each lane sends one 16-byte piece out
 *   h  the copy fills a tile of 4x6 f32; each lane sends one 16-byte piece out
 * A user defines COPY_A .. COPY_H, COPY_E4 before including this, and FINISH_C for what must be waited for.
 * COPY_S is case c without cp.async. Only what is defined becomes a kernel. */
#ifndef CASES_H
#define CASES_H

extern __shared__ __align__(1024) unsigned char tile[];

#define TID (threadIdx.x)
#define KERNEL(name, threads) extern "C" __global__ void __launch_bounds__(threads) name
#define LOW ((uint4 *)tile)

static __device__ __forceinline__ void lay(const uint4 *in) {
    LOW[TID] = in[TID];
    LOW[TID + 32] = in[TID + 32];
    __syncwarp();
}

template <int words> static __device__ __forceinline__ void send(uint4 *out, const void *regs) {
    unsigned word[words];
    __builtin_memcpy(word, regs, sizeof word);
#pragma unroll
    for (int i = 0; i < words / 4; i++)
        out[TID + 32 * i] =
            make_uint4(word[4 * i], word[4 * i + 1], word[4 * i + 2], word[4 * i + 3]);
}

#ifdef COPY_A
KERNEL(case_a, 32)(const uint4 *in, uint4 *out) {
    __align__(16) float r[8];
    lay(in);
    COPY_A(r, (const float *)tile);
    send<8>(out, r);
}
#endif

#ifdef COPY_C
KERNEL(case_c, 256)(const void *src, unsigned ld, uint4 *out) {
    COPY_C(tile, src, ld);
    FINISH_C();
    __syncthreads();
    out[TID] = LOW[TID];
}
#endif

#ifdef COPY_S
KERNEL(case_s, 256)(const void *src, unsigned ld, uint4 *out) {
    COPY_S(tile, src, ld);
    __syncthreads();
    out[TID] = LOW[TID];
}
#endif

#ifdef COPY_E
KERNEL(case_e, 32)(const uint4 *in, uint4 *out) {
    __align__(16) unsigned r[4];
    lay(in);
    COPY_E(r, tile);
    send<4>(out, r);
}
#endif

#ifdef COPY_E4
KERNEL(case_e4, 32)(const uint4 *in, uint4 *out) {
    __align__(16) unsigned r[16];
    lay(in);
    COPY_E4(r, tile);
    send<16>(out, r);
}
#endif

#ifdef COPY_F
KERNEL(case_f, 32)(const uint4 *in, uint4 *out) {
    __align__(16) uint4 r = in[TID];
    COPY_F(tile, (const unsigned *)&r);
    __syncwarp();
    out[TID] = LOW[TID];
}
#endif

#ifdef COPY_H
KERNEL(case_h, 32)(const float *src, uint4 *out) {
    COPY_H((float *)tile, src);
    __syncwarp();
    out[TID] = LOW[TID];
}
#endif

#endif
