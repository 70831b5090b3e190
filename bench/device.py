#!/usr/bin/env python3
"""Latency of generated functions on the GPU of this machine, as ratios to functions by hand.

usage: device.py [--build build]

Both programs are bench/device.cu; they run in turn, and the smallest median of each counts.
"""
import argparse
import os
import sys

import measure
import harness
import sass

ROUNDS = 5


def build_program(tools, headers, path):
    built = harness.run([tools.nvcc, "-arch=native", "-O3", "-std=c++17", "-Iinclude", "-I" + headers, "-o", path,
                         "bench/device.cu"])
    if built.code != 0:
        sys.exit(str(built))


def cycles(path):
    result = harness.run([path])
    if result.code != 0:
        sys.exit(str(result))
    return {name: float(number) for name, number in (line.split() for line in result.out.splitlines())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    args.tcgen = os.path.join(args.build, "tcgen")
    os.chdir(measure.ROOT)
    tools = harness.Tools(args.build)
    if not tools.nvcc:
        print("device benchmark: skipped, %s" % tools.why("nvcc"))
        return 0
    folder = sass.sass_suite().generate(args, harness.Tally())
    if folder is None:
        return 1
    programs = {"generated": os.path.join(folder, "generated"), "hand": os.path.join(folder, "hand")}
    build_program(tools, folder, programs["generated"])
    build_program(tools, "bench/hand", programs["hand"])
    best = {side: {} for side in programs}
    for _ in range(ROUNDS):
        for side, path in programs.items():
            for name, number in cycles(path).items():
                best[side][name] = min(number, best[side].get(name, number))
    print("cycles of one warp for one call (smallest of %d medians), generated against by hand" % ROUNDS)
    for name, ours in best["generated"].items():
        print("  %-32s %9.1f %9.1f   %.3f" % (name, ours, best["hand"][name], ours / best["hand"][name]))
    measure.save("device", best)
    return 0


if __name__ == "__main__":
    sys.exit(main())
