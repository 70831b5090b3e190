#!/usr/bin/env python3
"""Coordinates of register layouts against the oracle, which shares nothing with tcgen.

usage: run.py [--build build] [--only NAME]
Every fragment of the prelude, and random distributions over a warp, a warpgroup and a CTA: what the generated
functions return on the emulator, in both forms, for every thread and register, is where the oracle finds the element.
Relatives of the random ones that are wrong in one stride are refused, or right all the same. Then by nvcc: constants
are folded, no instruction divides.
"""
import os
import random
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "oracle")]
import harness  # noqa: E402
from oracle import parse  # noqa: E402
from told import check_clash, check_limits, check_told  # noqa: E402

FRAGMENTS = [("warp", "mma_a", "32x32"), ("warp", "mma_b", "16x32"), ("warp", "mma_c", "32x24"), ("warp", "mma_a8", "16x64"),
             ("warp", "mma_b8", "8x64"), ("warp", "mma_a32", "16x16"), ("warp", "mma_b32", "16x8"),
             ("warp", "mma_a_k8", "16x16"), ("warp", "mma_b_k8", "8x16"), ("warp", "mma_a64", "8x8"),
             ("warp", "mma_b64", "8x8"), ("warp", "mma_c64", "16x16"), ("warpgroup", "wgmma_a", "64x64"),
             ("warpgroup", "wgmma_a8", "64x64"), ("warpgroup", "wgmma_a32", "64x32"), ("warpgroup", "wgmma_c", "64x256"),
             ("warpgroup", "wgmma_n64", "64x64"), ("warpgroup", "wgmma_c by columns", "128x16"),
             ("cta(256)", "wgmma_c", "64x32"), ("cta(64)", "mma_c", "16x16")]
OTHERS = [("warp", "S[(32,6):(1@laneid,1)]", "32x6"), ("warp", "S[(12):(1@laneid)] + R[2:16@laneid] + 3@laneid", "12"),
          ("warp", "S[(6,4):(5@laneid,1)]", "6x4"), ("warp", "S[(8,4,2):(4@laneid,1@laneid,3)] + 2@m", "8x4x2"),
          ("warp", "S[(16,4):(1@laneid,1)] + 1@laneid", "16x4"),
          ("warpgroup", "S[(4,16,4):(1@wid_in_wg,1@laneid,1)] + 1@laneid", "64x4"),
          ("cta(96)", "S[(96,3):(1@tx,1)]", "96x3"), ("cta(128)", "S[(4,32):(1@warpid,1@laneid)]", "4x32"),
          ("cta(256)", "S[(2,128,2):(1@wgid,1@tid_in_wg,1)]", "2x128x2"),
          ("warpgroup", "S[(4,2,8,4):(1@wid_in_wg,1,4@laneid,1@laneid)]", "64x4"),
          ("warp", "S[(32,4):(1@laneid,2)] + 1@m", "32x4"), ("warp", "S[(32,1):(1@laneid,1)]", "32x1"),
          ("cta(256)", "S[(3,32):(1@wid_in_wg,1@laneid)] + R[(2):(1@wgid)] + 1@wid_in_wg", "96"),
          ("cta(256)", "S[(3,16):(1@wid_in_wg,1@laneid)] + R[(2):(1@wgid)] + 1@wid_in_wg + 2@laneid", "48"),
          ("cta(256)", "S[(4,32):(1@wid_in_wg,1@laneid)] + 1@wgid", "128"),
          ("warpgroup", "S[(16):(2@laneid)] + 1@laneid", "16"), ("cta(256)", "S[(3):(1@wid_in_wg)] + 1@wid_in_wg", "3"),
          ("warp", "S[(2,1,3,1,2,2):(1@laneid,1,1,4,4@laneid,8@laneid)]", "2x1x3x1x2x2"), ("cta(32)", "S[(1):(1)]", "1"),
          ("warp", "S[(2,2,1,2,2,2,2,2):(16@laneid,1,1,8@laneid,4@laneid,2,2@laneid,1@laneid)]", "2x2x1x2x2x2x2x2"),
          ("cta(256)", "S[(4):(2@warpid)]", "4"), ("cta(256)", "S[(2,2):(4@warpid,2@warpid)] + 1@warpid", "4")]
THREADS = {"warp": 32, "warpgroup": 128}


class Case:
    def __init__(self, name, scope, layout, shape):
        self.name, self.scope, self.layout, self.shape = name, scope, layout, shape
        self.extents = [int(e) for e in shape.split("x")]
        self.threads = THREADS.get(scope) or int(re.sub(r"\D", "", scope))
        rank = len(self.extents)
        self.functions = ["index"] if rank == 1 else ["row", "column"] if rank == 2 else ["dim%d" % d for d in range(rank)]

    def operand(self):
        return "%s reg %s %s" % (self.scope, self.shape, self.layout)

    def text(self):
        return "coords %s as %s" % (self.operand(), self.name)

    def coord(self, index):
        """Row-major: element 70 of 64x16 is (4, 6)."""
        out = []
        for extent in reversed(self.extents):
            out.append(index % extent)
            index //= extent
        return tuple(reversed(out))

    def places(self):
        """{(rank, register): coordinates}, of the oracle; None: two elements share one."""
        words = self.operand().split(" reg ")
        copy = "copy %s b32 reg %s -> gmem S[(%s)]" % (words[0], words[1], ",".join(str(e) for e in self.extents))
        found = {}
        for move in parse(copy)[0].moves({}):
            for place in move.sources:
                if found.setdefault(place, self.coord(move.index)) != self.coord(move.index):
                    return None
        return found


def random_case(rng, number, wrong):
    """Digits of lanes, warps and registers, dealt to dimensions in any order."""
    scope = rng.choice(["warp", "warpgroup", "cta(64)", "cta(256)"])
    iters, warps = [], {"warp": 1, "warpgroup": 4, "cta(64)": 2, "cta(256)": 8}[scope]
    for axis, size in (("@laneid", 32), ("@wid_in_wg" if scope == "warpgroup" else "@warpid", warps), ("", rng.choice([4, 6, 16]))):
        stride = 1
        while stride < size:
            extent = rng.choice([e for e in (2, 3, 4, 8) if size // stride % e == 0])
            iters.append([extent, stride, axis])
            stride *= extent
    rng.shuffle(iters)
    if rng.random() < 0.4:
        iters.pop()  # replicas of threads, or registers without an element
    if wrong:
        one, other = rng.sample(iters, 2)
        if rng.random() < 0.5:
            one[1] = rng.choice([1, 2, 3, 5, 8])
        else:
            one[1], other[1] = other[1], one[1]
    cut = rng.randrange(len(iters) + 1)
    extents = [1, 1]
    for at, one in enumerate(iters):
        extents[at >= cut] *= one[0]
    layout = "S[(%s):(%s)]" % (",".join(str(i[0]) for i in iters), ",".join("%d%s" % (i[1], i[2]) for i in iters))
    return Case("tc_%s%d" % ("w" if wrong else "r", number), scope, layout, "%dx%d" % tuple(extents))


def accepted(tally, tcgen, case, wrong):
    done = harness.run([tcgen, "json", "-"], stdin=case.text() + "\n")
    if done.code == 0:
        return True
    tally.check("%s: %s" % (case.name, case.text()), wrong and done.code == 1 and (
        "E_COORDS_LAYOUT" in done.err or "E_NO_OWNER" in done.err), done)
    return False


def program(cases):
    lines = ["#include <stdio.h>", "#include <tilecopy/host/kernel.h>", '#include "coords_gen.h"',
             "typedef struct { unsigned *out; } args;", "static unsigned out[1 << 20];"]
    for case in cases:
        regs = "%s_REGS" % case.name.upper()
        lines += ["TC_KERNEL_BOUNDED(k_%s, args, %d, 1) {" % (case.name, case.threads),
                  "const unsigned rank = tc_thread_index();", "for (unsigned k = 0; k < %s; k++) {" % regs,
                  "unsigned *at = out + (rank * %s + k) * %d;" % (regs, len(case.functions)), "(void)arg;"]
        for d, word in enumerate(case.functions):
            name = "%s_%s" % (case.name, word)
            lines += ["at[%d] = %s(k);" % (d, name), "if (at[%d] != %s_at(rank, k)) at[%d] = 99999;" % (d, name, d)]
        lines += ["}", "}"]
    lines += ["int main(void) {", "tc_emu_config launch = {0};", "args none = {out};"]
    for case in cases:
        count = "%s_REGS * %d * %d" % (case.name.upper(), case.threads, len(case.functions))
        lines += ["launch.block = %d;" % case.threads, 'launch.name = "%s";' % case.name,
                  "tc_emu_launch(&launch, k_%s, &none);" % case.name, 'printf("%s %%d", %s_REGS);' % (case.name, case.name.upper()),
                  "for (int i = 0; i < %s; i++) printf(\" %%u\", out[i]);" % count, 'printf("\\n");']
    return "\n".join(lines + ["return 0;", "}", ""])


def check_case(tally, case, regs, numbers):
    wide, wrong = len(case.functions), []
    places = case.places()
    for (rank, k), coord in (places or {}).items():
        at = (rank * regs + k) * wide
        if k >= regs or tuple(numbers[at:at + wide]) != coord:
            wrong.append((rank, k, coord, numbers[at:at + wide]))
    tally.check(case.name, places and not wrong, "%s\n%s" % (case.text(), wrong[:3]))


def execute(tally, args, cases, folder):
    header, source, out = (os.path.join(folder, n) for n in ("coords_gen.h", "coords.c", "coords"))
    made = harness.run([args.tcgen, "-o", header, "-"], stdin="".join(case.text() + "\n" for case in cases))
    if not tally.check("header", made.code == 0, made):
        return
    harness.write(source, program(cases))
    done = harness.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-DTC_CHECK=1", "-Iinclude", source,
                        os.path.join(args.build, "libtcemu.a"), "-lm", "-pthread", "-o", out])
    if not tally.check("compiles for the emulator", done.code == 0, done):
        return
    plain = harness.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Iinclude", "-fsyntax-only", source])
    tally.check("compiles without checks", plain.code == 0, plain)
    idle = [name for name, body in re.findall(r"TC_FN unsigned (\w+_at)\(.*?\) \{\n(.*?)\n\}", harness.read(header), re.S)
            for word in re.findall(r"\(void\)(\w+);", body) if re.search(r"(return|sum) .*\b%s\b" % word, body)]
    tally.check("nothing is called unused that is read", not idle, idle)
    check_told(tally, args.tcgen, cases, harness.read(header))
    harness.write(source, program(cases[:1]).replace("k < %s_REGS; k++" % cases[0].name.upper(), "k <= 1000; k++"))
    beyond = harness.run(["gcc", "-std=c99", "-DTC_CHECK=1", "-Iinclude", source, os.path.join(args.build, "libtcemu.a"), "-lm",
                          "-pthread", "-o", out + "_beyond"])
    told = harness.run([out + "_beyond"])
    tally.check("a register that is none is stopped", beyond.code == 0 and told.code != 0 and "not true: k < " in told.err, told)
    answer = harness.run([out])
    tally.check("runs", answer.code == 0, answer)
    lines = [line.split() for line in answer.out.splitlines()]
    tally.check("a line each", [line[0] for line in lines] == [case.name for case in cases], answer.err)
    for case, line in zip(cases, lines):
        check_case(tally, case, int(line[1]), [int(word) for word in line[2:]])
    formatter = harness.Tools(args.build).clang_format
    if formatter:
        done = harness.run([formatter, "--style=file:.clang-format", "--dry-run", "-Werror", header])
        tally.check("the header's form", done.code == 0, done.err[:2000])
    else:
        tally.skip("the header's form", harness.Tools(args.build).why("clang_format"))


# What a kernel of attention does between two products: the scores of 64 rows and 128 keys.
STEP = """target sm_90a
layout quads = S[(4,2,8,4):(1@wid_in_wg,1,4@laneid,1@laneid)]
coords warpgroup reg 64x256 wgmma_c as tc_acc
coords warpgroup reg 64x128 wgmma_c as tc_score
copy warpgroup f32 -> bf16 reg 64x128 wgmma_c -> reg 64x128 wgmma_a as tc_pack
reduce row_max warpgroup max over 1 { in s : f32[64,128] / wgmma_c; out m : f32[64,1] / wgmma_c; }
reduce row_sum warpgroup add over 1 { in s : f32[64,128] / wgmma_c; out l : f32[64,1] / wgmma_c; }
copy cta(128) bf16 gmem S[(128,64)] -> smem S[(128,64)] swizzle 128B as tc_load
descriptor wgmma bf16 smem S[(64,128):(1,64)] swizzle 128B[0:64, k:+16] where k % 16 == 0 as tc_values
copy warpgroup f32 reg 64x64 wgmma_c -> gmem S[(64,64)] as tc_store
"""
# Scores (row + 3 * column) % 8 + row / 8 % 4 under the diagonal of keys 64 and more, the weights score - maximum, and the sum of the
# weights with the values; all of it whole numbers, which bf16 holds.
STEP_PROGRAM = """#include <stdio.h>
#include <tilecopy/host/kernel.h>
#include <tilecopy/wgmma_bf16.h>
#include "step_gen.h"
typedef struct { const tc_bf16 *v; float *out; float *sum; } args;
static float score(unsigned row, unsigned column) {
    return column <= row + 64 ? (float)((row + 3 * column) % 8 + row / 8 % 4) : -32.0f;
}
TC_KERNEL_BOUNDED(step, args, 128, 1) {
    tc_bf16 *const v = (tc_bf16 *)(void *)tc_smem();
    float s[64], most[2], sum[2], d[32];
    tc_bf16 p[64] __attribute__((aligned(16)));
    tc_load(v, arg.v);
    tc_fence_async_smem();
    tc_cta_sync();
    for (unsigned k = 0; k < 64; k++)
        s[k] = score(tc_score_row(k), tc_score_column(k));
    tc_reduce_row_max(most, s);
    for (unsigned k = 0; k < 64; k++)
        s[k] -= most[k / 2 % 2];
    tc_reduce_row_sum(sum, s);
    for (unsigned k = 0; k < 64; k++)
        arg.sum[tc_score_row(k)] = sum[k / 2 % 2];
    tc_pack(p, s);
    tc_wgmma_fence();
    for (unsigned k = 0; k < 128; k += 16)
        tc_wgmma_m64n64k16_bf16_rs_km(d, p + k / 2, tc_values(v, k), k != 0);
    tc_wgmma_commit();
    tc_wgmma_wait_0();
    tc_wgmma_hold(d, 32);
    tc_store(arg.out, d);
}
int main(void) {
    tc_emu_config launch = {0};
    unsigned short *v = (unsigned short *)tc_emu_gmem_alloc(128 * 64 * 2, "v");
    float *out = (float *)tc_emu_gmem_alloc(64 * 64 * 4, "out"), *sums = (float *)tc_emu_gmem_alloc(256, "sums");
    const args all = {(const tc_bf16 *)(void *)v, out, sums};
    static const unsigned short bits[4] = {0x0000, 0x3F80, 0x4000, 0x4040};
    unsigned wrong = 0;
    for (unsigned i = 0; i < 128 * 64; i++)
        v[i] = bits[(i / 64 + i % 64) % 4];
    launch.block = 128;
    launch.name = "step";
    tc_emu_launch(&launch, step, (void *)&all);
    for (unsigned row = 0; row < 64; row++)
        for (unsigned n = 0; n < 64; n++) {
            float all_of = 0, product = 0;
            for (unsigned key = 0; key < 128; key++) {
                float weight = score(row, key) - 7.0f - (float)(row / 8 % 4);
                all_of += weight;
                product += weight * (float)((key + n) % 4);
            }
            wrong += out[row * 64 + n] != product || sums[row] != all_of;
        }
    printf("%u", wrong);
    return 0;
}
"""
MASK = """#include "mask_gen.h"
__global__ void mask(float *s, unsigned length) {
    float r[128];
#pragma unroll
    for (unsigned k = 0; k < 128; k++)
        r[k] = s[threadIdx.x * 128 + k];
#pragma unroll
    for (unsigned k = 0; k < 128; k++)
        r[k] = %s < length ? r[k] : 0.0f;
#pragma unroll
    for (unsigned k = 0; k < 128; k++)
        s[threadIdx.x * 128 + k] = r[k];
}
"""
PACK = """#include "mask_gen.h"
__device__ __forceinline__ void by_hand(tc_bf16 *to, const float *from) {
#pragma unroll
    for (unsigned i = 0; i < 64; i += 2)
        asm("cvt.rn.bf16x2.f32 %%0, %%1, %%2;" : "=r"(*(unsigned *)(to + i)) : "f"(from[i + 1]), "f"(from[i]));
}
__global__ void pack(uint4 *out, const float *in) {
    float s[64];
    tc_bf16 p[64] __attribute__((aligned(16)));
#pragma unroll
    for (unsigned i = 0; i < 64; i++)
        s[i] = in[threadIdx.x + 128 * i];
    %s(p, s);
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        out[threadIdx.x + 128 * i] = ((const uint4 *)p)[i];
}
"""
BY_HAND = "k / 4 * 8 + threadIdx.x % 4 * 2 + k % 2"


def instructions(tools, folder, text):
    source, cubin = os.path.join(folder, "mask.cu"), os.path.join(folder, "mask.cubin")
    harness.write(source, text)
    done = harness.run([tools.nvcc, "-arch=sm_90a", "-cubin", "-Iinclude", "-I" + folder, "-Werror", "all-warnings", source,
                        "-o", cubin])
    if done.code:
        return done
    sass = harness.run([tools.cuobjdump, "-sass", cubin])
    return re.findall(r"(?m)^\s*/\*[0-9a-f]{4,}\*/\s+(?!NOP|BRA|EXIT)(?:@\S+\s+)?([A-Z0-9.]+)", sass.out)


def step(tally, args, folder):
    """Coordinates, maxima and sums of rows, and weights as the next product's operand, on the emulator."""
    source, out = os.path.join(folder, "step.c"), os.path.join(folder, "step")
    made = harness.run([args.tcgen, "-o", os.path.join(folder, "step_gen.h"), "-"], stdin=STEP)
    harness.write(source, STEP_PROGRAM)
    done = harness.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-DTC_CHECK=1", "-Iinclude", source,
                        os.path.join(args.build, "libtcemu.a"), "-lm", "-pthread", "-o", out])
    if tally.check("a step of attention compiles", made.code == 0 and done.code == 0, done if made.code == 0 else made):
        answer = harness.run([out])
        tally.check("a step of attention", answer.code == 0 and answer.out == "0", answer)


def by_nvcc(tally, args, folder):
    tools = harness.Tools(args.build)
    if not tools.nvcc or not tools.cuobjdump:
        tally.skip("nvcc", tools.why("cuobjdump" if tools.nvcc else "nvcc"))
        return
    made = harness.run([args.tcgen, "-o", os.path.join(folder, "mask_gen.h"), "-"], stdin=STEP)
    tally.check("header for nvcc", made.code == 0, made)
    for what, text, ours, theirs in (("a mask of 128 columns", MASK, "tc_acc_column(k)", BY_HAND),
                                     ("a conversion of 64 sums", PACK, "tc_pack", "by_hand")):
        ours, theirs = (instructions(tools, folder, text % name) for name in (ours, theirs))
        tally.check("%s has the instructions that it has by hand" % what,
                    isinstance(ours, list) and isinstance(theirs, list) and len(theirs) > 100 and
                    sorted(ours) == sorted(theirs), "%s\n%s" % (ours, theirs))


def main():
    args, tally = harness.start(__doc__)
    rng = random.Random(5)
    count = 400 if args.long else 60
    right = [Case("tc_c%d" % n, *row) for n, row in enumerate(FRAGMENTS)]
    right += [Case("tc_o%d" % n, *row) for n, row in enumerate(OTHERS)]
    right += [random_case(rng, n, False) for n in range(count)]
    wrong = [random_case(rng, n, True) for n in range(count)]
    made = [case for case in right if accepted(tally, args.tcgen, case, False)]
    lucky = [case for case in wrong if accepted(tally, args.tcgen, case, True)]
    tally.check("some of the wrong ones are refused", count // 4 < len(wrong) - len(lucky) < count,
                "%d of %d are accepted" % (len(lucky), count))
    check_limits(tally, args.tcgen)
    check_clash(tally, args.tcgen)
    with tempfile.TemporaryDirectory(prefix="tcgen.coords.") as folder:
        execute(tally, args, made + lucky, folder)
        step(tally, args, folder)
        by_nvcc(tally, args, folder)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
