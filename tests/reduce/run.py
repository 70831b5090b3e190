#!/usr/bin/env python3
"""Reductions on the emulator, bit for bit, in the order that docs/lane0.md says.

usage: run.py [--build build] [--only NAME] [--seed N] [--count 12]

Listed statements and random ones, with random numbers: infinities, NaN and zeros of both signs, ties, all of them
NaN. Every thread of a block of 128 brings its registers from a file and writes what it gets into another; what it
should be is evaluated here from the definition. The seed is printed.
"""
import atexit
import os
import random
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)
import harness  # noqa: E402
import numbers_of  # noqa: E402
import folded  # noqa: E402
from expected import BLOCK, Reduce  # noqa: E402

LISTED = """
warp 32 add { in a : f32[128] / f32[4]; out s : f32; }
warp 32 mul { in a : f32[32] / f32[1]; in c : f32; out s : f32; }
warp 32 add { in a : f32[8,16] / f32[2,2] cyclic; in c : f32; out s : f32; }
warp 32 max { in a : f32[64] / f32[2]; in c : f32; out s : f32; }
warp 32 add { in a : u32[32] / u32[1]; in c : u32; out s : u32; }
warp 32 mul { in c : i32[64] / i32[2]; out s : i32; in d : i32; }
cta(64) min { in a : i32[256] / i32[4]; in c : i32; out s : i32; }
cta(96) add { in a : f32[192] / f32[2]; in c : f32; out s : f32; }
cta(32) xor { in a : u32[64] / u32[2] cyclic; in c : u32; out s : u32; }
warp 32 argmin { in a : f32[128] / f32[4]; out i : u32; }
warp 32 argmax { in a : f32[8,16] / f32[2,2] cyclic; out i : u32; out v : f32; }
warp 32 argmax { in a : u32[32] / u32[1]; out i : u32; }
warp 32 argmin { in a : i32[2,64] / i32[2,2]; out i : u32; out v : i32; }
warp 32 argmin { in a : f32[64] / f32[2] cyclic; out i : u32; out v : f32; }
cta(128) argmax { in a : f32[512] / f32[4]; out i : u32; out v : f32; }
cta(64) argmin { in a : i32[4,48] / i32[1,3]; out i : u32; }
warp 32 add { in a : f16[256] / f16[8]; out s : f16; }
warp 32 add { in a : bf16[64] / bf16[2] cyclic; in c : bf16; out s : bf16; }
warp 32 mul { in a : f16[32] / f16[1]; out s : f16; }
warp 32 mul { in a : bf16[96] / bf16[3]; in c : bf16; out s : bf16; }
warp 32 max { in a : bf16[128] / bf16[4]; out s : bf16; }
warp 32 argmin { in a : f16[128] / f16[4]; out i : u32; out v : f16; }
warp 32 argmax { in a : bf16[32] / bf16[1]; out i : u32; }
cta(96) add { in a : f16[192] / f16[2]; out s : f16; }
warp 32 add { in a : f64[64] / f64[2]; in c : f64; out s : f64; }
warp 32 argmax { in a : f64[96] / f64[3]; out i : u32; out v : f64; }
cta(128) mul { in a : u64[128] / u64[1]; out s : u64; }
warp 32 min { in a : i64[64] / i64[2]; out s : i64; }
cta(64) argmin { in a : i64[4,64] / i64[1,4] cyclic; out i : u32; out v : i64; }
warp 32 and { in a : u64[32] / u64[1]; in c : u64; out s : u64; }
warp 32 add over 1 { in a : f32[32,8] / f32[1,8]; out s : f32[32] / f32[1]; }
warp 32 add over 0 { in a : f32[32,8] / f32[1,8]; in c : f32[8]; out s : f32[8]; }
warp 32 max over 1 { in a : f32[8,64] / f32[1,16]; out s : f32[8] / f32[1]; }
warp 32 add over 1 { in a : f16[4,16,8] / f16[2,2,4]; out s : f16[4,8] / f16[2,4]; }
warp 32 add over 1 { in a : bf16[8,32] / bf16[2,4]; in c : bf16[8] / bf16[2]; out s : bf16[8] / bf16[2]; }
warp 32 mul over 0 { in a : f16[64,3] / f16[2,3]; out s : f16[3]; }
warp 32 argmin over 0 { in a : f32[16,8] / f32[4,1] cyclic; out i : u32[8] / u32[1] cyclic; }
warp 32 argmax over 1 { in a : f16[4,64] / f16[2,4]; out i : u32[4] / u32[2]; out v : f16[4] / f16[2]; }
warp 32 add over 2 { in a : u32[2,4,32] / u32[2,1,4]; out s : u32[2,4] / u32[2,1]; }
warp 32 xor over 1 { in a : u32[2,32] / u32[2,1]; out s : u32[2]; }
cta(128) add over 1 { in a : f32[32,16] / f32[1,4]; in c : f32[32] / f32[1]; out s : f32[32] / f32[1]; }
cta(96) max over 1 { in a : i32[96,4] / i32[1,4]; out s : i32[96] / i32[1]; }
warp 32 add over 0 { in a : f64[64] / f64[2]; out s : f64; }
warp 8 add { in a : f32[32] / f32[4]; in c : f32; out s : f32; }
warp 4 argmin { in a : f32[8] / f32[2]; out i : u32; out v : f32; }
warp 16 add over 1 { in a : f16[4,16] / f16[1,4]; out s : f16[4] / f16[1]; }
warp 2 max { in a : u64[6] / u64[3] cyclic; out s : u64; }
warp 16 xor { in a : u32[16] / u32[1]; in c : u32; out s : u32; }
""".strip().splitlines()
NEW, OLD = 9999, 800  # bodies of the newest and of the oldest target
TURNS = ("few", "wild", "same", "last")  # what is brought


def kernel(case):
    args = ["rank"] + [v.name for v in case.results + case.operands]
    lines = ["TC_KERNEL(%s, args) {" % case.name, "TC_SHARED tc_b128 scratch[4][128];",
             "const unsigned tid = tc_thread_index(), group = %s, rank = %s;" % (case.group_text, case.rank_text),
             "const char *in = arg.in + tid * %d;" % case.bytes_in, "char *out = arg.out + tid * %d;" % case.bytes_out,
             "(void)scratch; (void)group;", "if (rank >= %d || tid >= %d) return;" % (case.threads, case.callers)]
    lines += ["%s %s[%d] __attribute__((aligned(16)));" % (v.number.c, v.name, v.held) for v in case.values]
    for v in case.operands:
        lines += ["memcpy(%s, in, sizeof %s);" % (v.name, v.name), "in += sizeof %s;" % v.name]
    if case.takes_scratch:
        args += ["scratch[group]", "group + 1"]
    lines.append("tc_reduce_%s_at(%s);" % (case.name, ", ".join(args)))
    for v in case.results:
        lines += ["memcpy(out, %s, sizeof %s);" % (v.name, v.name), "out += sizeof %s;" % v.name]
    return "\n".join(lines + ["}"])


def program(cases):
    rows = ["{\"%s\", %s, %d, %d}" % (case.name, case.name, case.bytes_in, case.bytes_out) for case in cases]
    return """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tilecopy/host/kernel.h>
#include "reduce_gen.h"
typedef struct { const char *in; char *out; } args;
%s
static const struct { const char *name; void (*run)(void *); size_t in, out; } cases[] = {%s};
int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(cases[i].name, argv[1])) continue;
        tc_emu_config launch = {0};
        char *in = tc_emu_gmem_alloc(%d * cases[i].in, "in"), *out = tc_emu_gmem_alloc(%d * cases[i].out, "out");
        args arg = {in, out};
        launch.block = %d;
        launch.name = argv[1];
        launch.early_exit = 1;
        while (fread(in, cases[i].in, %d, stdin) == %d) {
            memset(out, 0xee, %d * cases[i].out);
            launch.seed++;
            if (tc_emu_launch(&launch, cases[i].run, &arg)) return 1;
            fwrite(out, cases[i].out, %d, stdout);
        }
        return 0;
    }
    return 2;
}
""" % ("\n".join(map(kernel, cases)), ",\n".join(rows), BLOCK, BLOCK, BLOCK, BLOCK, BLOCK, BLOCK, BLOCK)


def build(args, where, cases, arch):
    """The program that runs them all as a target does, or what went wrong."""
    made = harness.run([os.path.join(args.build, "tcgen"), "-o", "-", "-"],
                       stdin=folded.PREAMBLE + "".join(case.text + "\n" for case in cases))
    for name, text in (("reduce_gen.h", made.out), ("reduce.c", program(cases))):
        with open(os.path.join(where, name), "w", encoding="utf-8") as file:
            file.write(text)
    out = os.path.join(where, "reduce_%d" % arch)
    done = harness.run(["gcc", "-DTC_ARCH=%d" % arch, "-g1", "-std=c11", "-Wall", "-Wextra", "-I.", "-Iinclude", "-I" + where,
                        os.path.join(where, "reduce.c"), os.path.join(args.build, "libtcemu.a"), "-pthread", "-lm",
                        "-o", out]) if not made.code else made
    return out, made.err + done.err


def first_difference(case, turn, got, want):
    for tid in range(case.callers):
        if got[tid] != want[tid]:
            return "%s: thread %d gets %s instead of %s" % (turn, tid, got[tid], want[tid])
    return ""


def check(tally, case, program_path, draw, arch):
    brought = [case.bring(draw, turn) for turn in TURNS]
    ran = subprocess.run([program_path, case.name], input=b"".join(map(case.pack, brought)), capture_output=True)
    size = BLOCK * case.bytes_out
    text = ran.stderr.decode() or "it ends with %d after %d bytes" % (ran.returncode, len(ran.stdout))
    ok = ran.returncode == 0 and len(ran.stdout) == size * len(TURNS)
    for i, turn in enumerate(TURNS):
        if ok:
            text = first_difference(case, turn, case.unpack(ran.stdout[i * size:(i + 1) * size]),
                                    case.expected(brought[i]))
            ok = not text
    tally.check("%s%s" % (case.text, " on sm_80" if arch == OLD else ""), ok, text)


def main():
    def options(parser):
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--count", type=int, default=12)
    args, tally = harness.start(__doc__, options)
    where = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, where, True)
    draw = random.Random(args.seed)
    print("seed %d" % args.seed)
    numbers_of.check_rounding(tally)
    texts = LISTED + [Reduce.random(draw) for _ in range(args.count)]
    cases = [Reduce("c%d" % i, text) for i, text in enumerate(texts)]
    cases += [folded.Folded("f%d" % i, text) for i, text in enumerate(folded.LISTED)]
    cases += [folded.Folded("r%d" % i, *folded.Folded.random(draw, i)) for i in range(args.count)]
    cases = [case for case in cases if tally.wants(case.text)]
    for arch in (NEW, OLD):
        path, errors = build(args, where, cases, arch)
        if tally.check("the header compiles, %d" % arch, not errors, errors):
            for case in cases:
                if arch == NEW or case.differs:
                    check(tally, case, path, draw, arch)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
