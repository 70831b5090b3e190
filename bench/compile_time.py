#!/usr/bin/env python3
"""CPU time of nvcc for a unit that includes the kit, or an own header of ten functions, and uses one
function of it, against the same unit written by hand; and for reference the same unit with no copy at all.
Then a unit with one product of a warpgroup (asked: at most 1.3 of the asm by hand).

usage: compile_time.py [--build build] [--rounds 5] [--runs 7] [--arch sm_90a]
"""
import argparse
import os
import sys

import measure
import harness

KERNEL = """extern "C" __global__ void __launch_bounds__(32) k(float *out) {
    extern __shared__ float tile[];
    __align__(16) float r[8];
    %s
    for (int i = 0; i < 8; i++)
        out[threadIdx.x * 8 + i] = r[i];
}
"""
UNITS = {
    "empty": KERNEL % "for (int i = 0; i < 8; i++) r[i] = tile[i];",
    "hand": """static __device__ __forceinline__ void copy(float *dst, const float *src) {
    const float4 *row = (const float4 *)(src + threadIdx.x * 8);
    *(float4 *)dst = row[0];
    *(float4 *)(dst + 4) = row[1];
}
""" + KERNEL % "copy(r, tile);",
    "own": '#include "own_gen.h"\n' + KERNEL % "tc_own_3(r, tile);",
    "kit": '#include "tilecopy_gen.h"\n' + KERNEL % "tc_warp_copy_smem_to_reg_32x8_f32(r, tile);",
}
PRODUCT = """extern "C" __global__ void __launch_bounds__(128) k(float *out, unsigned long long a, unsigned long long b) {
    float d[64];
    %s
    for (int i = 0; i < 64; i++)
        out[threadIdx.x * 64 + i] = d[i];
}
"""
ASM = """asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{.reg .pred p; setp.ne.b32 p, %%66, 0; wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {%s},"
                 " %%64, %%65, p, 1, 1, 0, 0;}" : %s : "l"(a), "l"(b), "r"(0) : "memory");
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int i = 0; i < 64; i++)
        asm volatile("" : "+f"(d[i])::"memory");""" % (
    ", ".join("%%%d" % i for i in range(64)), ", ".join('"+f"(d[%d])' % i for i in range(64)))
PRODUCTS = {
    "asm": PRODUCT % ASM,
    "wgmma": "#include <tilecopy/wgmma_bf16.h>\n" + PRODUCT % """tc_wgmma_fence();
    tc_wgmma_m64n128k16_bf16_ss_kk(d, a, b, 0);
    tc_wgmma_commit();
    tc_wgmma_wait_0();
    tc_wgmma_hold(d, 64);""",
}
# Ten functions of four variants; the fourth is the one that is called.
OWN = "\n".join("copy warp f32 %s as own_%d" % (text, number) for number, text in enumerate([
    "smem S[(32,4):(4,1)] -> reg S[(32,4):(1@laneid,1)]", "reg S[(32,4):(1@laneid,1)] -> smem S[(32,4):(4,1)]",
    "gmem S[(32,8):(8,1)] -> reg S[(32,8):(1@laneid,1)]", "smem S[(32,8):(8,1)] -> reg S[(32,8):(1@laneid,1)]",
    "reg S[(32,8):(1@laneid,1)] -> gmem S[(32,8):(8,1)]", "gmem S[(32,16):(ld,1)] -> smem S[(32,16):(16,1)]",
    "smem S[(32,16):(16,1)] -> gmem S[(32,16):(ld,1)]", "smem S[(32,2):(2,1)] -> reg S[(32,2):(1@laneid,1)]",
    "gmem S[(32,2):(2,1)] -> reg S[(32,2):(1@laneid,1)]", "smem S[(16,16):(16,1)] -> smem S[(16,16):(16,1)]"])) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--arch", default="sm_90a")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    tools = harness.Tools(build)
    if not tools.nvcc:
        print("compile time: skipped, %s" % tools.why("nvcc"))
        return 0
    folder = os.path.join(build, "bench")
    commands = {}
    os.makedirs(folder, exist_ok=True)
    made = harness.run([os.path.join(build, "tcgen"), "-o", os.path.join(folder, "own_gen.h"), "-"], stdin=OWN)
    if made.code:
        sys.exit(str(made))
    units = dict(UNITS, **(PRODUCTS if args.arch == "sm_90a" else {}))
    for name, text in units.items():
        harness.write(os.path.join(folder, name + ".cu"), text)
        commands[name] = [tools.nvcc, "-cubin", "-arch=" + args.arch, "-I" + os.path.join(measure.ROOT, "include"), "-o",
                          name + ".cubin", name + ".cu"]
    times = measure.interleaved(commands, args.rounds, args.runs, folder)
    print("compile time (CPU of nvcc -cubin, smallest of %d medians of %d)" % (args.rounds, args.runs))
    for name in units:
        hand = "asm" if name in PRODUCTS else "hand"
        print("  %-6s %7.3f s   %.3f of by hand" % (name, times[name][0], times[name][0] / times[hand][0]))
    measure.save("compile_time", {n: {"seconds": t[0], "medians": t[1]} for n, t in times.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
