#!/usr/bin/env python3
"""Instructions of the generated functions against functions written by hand (bench/hand/), in the
frames of tests/sass: memory and integer instructions for each target.

usage: sass.py [--build build]
"""
import argparse
import importlib.util
import os
import sys

import measure
import harness


def sass_suite():
    path = os.path.join(measure.ROOT, "tests", "sass", "run.py")
    spec = importlib.util.spec_from_file_location("sass_suite", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def counted(suite, tools, headers, arch, folder, *more):
    """{kernel: (memory instructions, integer instructions)}"""
    cubin = os.path.join(folder, "sass.cubin")
    built = harness.run([tools.nvcc, "-cubin", "-arch=" + arch, "-std=c++17", "-Iinclude", "-I" + headers, "-o", cubin,
                         "tests/sass/frames.cu", *more])
    if built.code != 0:
        sys.exit(str(built))
    listing = harness.run([tools.cuobjdump, "-sass", cubin]).out
    return {k: (sum(m.values()), i) for k, (m, i) in suite.count_instructions(listing).items()}


def masked(suite, tools, folder, results):
    """Case c with limits against the same copy without: all instructions, and how many each access costs."""
    print("SASS: all instructions with limits/without, per access")
    for arch in suite.ARCHS:
        compiled = suite.compile_frames(tools, harness.Tally(), folder, arch, "tests/sass/masked.cu")
        if compiled is None:
            sys.exit("tests/sass/masked.cu does not compile")
        for kernel, limited, whole, accesses in suite.masked_pairs(compiled[0], compiled[2]):
            results["%s/%s" % (kernel, arch)] = {"masked": limited, "whole": whole, "accesses": accesses}
            print("  %-32s %-8s %3d/%-3d  %.2f" % (kernel, arch, limited, whole, (limited - whole) / accesses))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    args.tcgen = os.path.join(args.build, "tcgen")
    os.chdir(measure.ROOT)
    tools, suite = harness.Tools(args.build), sass_suite()
    for tool in ("nvcc", "cuobjdump"):
        if not getattr(tools, tool):
            print("SASS: skipped, %s" % tools.why(tool))
            return 0
    tally = harness.Tally()
    folder = suite.generate(args, tally)
    if folder is None:
        return 1
    results = {}
    print("SASS: memory/integer instructions, generated against by hand")
    for arch in suite.ARCHS:
        ours = counted(suite, tools, folder, arch, folder)
        hand = counted(suite, tools, "bench/hand", arch, folder, "-DBY_HAND")
        for kernel in sorted(hand):
            a, b = ours[kernel], hand[kernel]
            results["%s/%s" % (kernel, arch)] = {"generated": a, "hand": b}
            print("  %-32s %-8s %3d/%-3d  %3d/%-3d   %.2f" % (kernel, arch, a[0], a[1], b[0], b[1], sum(a) / max(1, sum(b))))
    masked(suite, tools, folder, results)
    measure.save("sass", results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
