/* What the lanes of a warp hold, combined: sums of a lane's own and five shuffles, or one redux.sync; and the two
 * sides of a region of lane 0. */
#include "sass_gen.h"

extern __shared__ unsigned char arena[];

#define KERNEL(name) extern "C" __global__ void __launch_bounds__(32) name

KERNEL(sum_128_f32)(const float4 *in, float *out) {
    const float4 v = in[threadIdx.x];
    const float a[4] = {v.x, v.y, v.z, v.w};
    float s[1];
    tc_reduce_sum128(s, a);
    out[threadIdx.x] = s[0];
}

KERNEL(sum_128_u32)(const uint4 *in, unsigned *out) {
    const uint4 v = in[threadIdx.x];
    const unsigned a[4] = {v.x, v.y, v.z, v.w};
    unsigned s[1];
    tc_reduce_usum128(s, a);
    out[threadIdx.x] = s[0];
}

KERNEL(argmax_128_f32)(const float4 *in, unsigned *out) {
    const float4 v = in[threadIdx.x];
    const float a[4] = {v.x, v.y, v.z, v.w};
    unsigned i[1];
    tc_reduce_best128(i, a);
    out[threadIdx.x] = i[0];
}

KERNEL(max_128_f32)(const float4 *in, float *out) {
    const float4 v = in[threadIdx.x];
    const float a[4] = {v.x, v.y, v.z, v.w};
    float s[1];
    tc_reduce_most128(s, a);
    out[threadIdx.x] = s[0];
}

KERNEL(sum_256_f16)(const uint4 *in, tc_f16 *out) {
    __align__(16) tc_f16 a[8];
    tc_f16 s[1];
    *(uint4 *)a = in[threadIdx.x];
    tc_reduce_hsum256(s, a);
    out[threadIdx.x] = s[0];
}

KERNEL(sum_of_8_lanes)(const float4 *in, float *out) {
    const float4 v = in[threadIdx.x];
    const float a[4] = {v.x, v.y, v.z, v.w};
    float s[1];
    tc_reduce_eight(s, a);
    out[threadIdx.x] = s[0];
}

KERNEL(sums_of_4_lanes)(const float4 *in, float2 *out) {
    const float4 v = in[threadIdx.x];
    const float a[4] = {v.x, v.y, v.z, v.w};
    float s[2];
    tc_reduce_four(s, a);
    out[threadIdx.x] = make_float2(s[0], s[1]);
}

KERNEL(sum_of_rows)(const float4 *in, float *out) {
    const float4 v = in[threadIdx.x];
    const float a[4] = {v.x, v.y, v.z, v.w};
    float s[1];
    tc_reduce_row4(s, a);
    out[threadIdx.x] = s[0];
}

KERNEL(scan_128_f32)(const float4 *in, float4 *out) {
    const float4 v = in[threadIdx.x];
    const float a[4] = {v.x, v.y, v.z, v.w};
    float b[4];
    tc_scan_pre128(b, a);
    out[threadIdx.x] = make_float4(b[0], b[1], b[2], b[3]);
}

KERNEL(region_128_f32)(const float4 *in, float *out) {
    const float4 v = in[threadIdx.x];
    const float a[4] = {v.x, v.y, v.z, v.w};
    float s[1] = {0};
    tc_lane0_pass_gather(a, arena);
    if (threadIdx.x == 0)
        s[0] = tc_lane0_pass_get_a(arena, 77);
    tc_lane0_pass_scatter(s);
    out[threadIdx.x] = s[0];
}
