#!/usr/bin/env python3
"""The functions of a pipe of bulk copies with three stages: how many instructions one more call takes, of the
generated ones, by hand and of CUTLASS's PipelineTmaAsync.

usage: pipes.py [--build build]

CUTLASS lets every thread arrive where the others elect one of each warp: fewer instructions, and 32 times as
many arrivals. Of a wait we and by hand execute 6, where the phase is over, and the loop stands out of the way;
CUTLASS executes all of its 8. Its headers come with make bench PEERS=1.
"""
import argparse
import os
import sys

import measure
import harness

sys.path.insert(0, os.path.join(measure.ROOT, "tests", "pipes"))
import run as suite  # noqa: E402

PARTS = ("acquire", "commit", "wait", "release", "advance")


def counts(tools, arch, source, folder, include, options):
    """{kernel: instructions}; None: it does not compile."""
    cubin = os.path.join(folder, "%s_%s.cubin" % (source, arch))
    made = harness.run([tools.nvcc, "-arch=" + arch, "-std=c++17", *options, *["-I" + i for i in include], "-cubin",
                        "-o", cubin, "bench/peers/%s.cu" % source], timeout=300)
    if made.code != 0:
        print(made)
        return None
    return suite.instructions(harness.run([tools.cuobjdump, "-sass", cubin]).out)


def one_more(count, once, twice):
    return count[twice] - count[once] if once in count else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    build = os.path.abspath(parser.parse_args().build)
    os.chdir(measure.ROOT)
    tools, folder = harness.Tools(build), os.path.join(build, "bench", "pipes")
    for tool in ("nvcc", "cuobjdump"):
        if not getattr(tools, tool):
            print("pipes: skipped, %s" % tools.why(tool))
            return 0
    cutlass = os.path.join(build, "peers", "cutlass_library", "source", "include")
    if not os.path.exists(os.path.join(cutlass, "cutlass", "pipeline", "pipeline.hpp")):
        cutlass = None
    print("one more call of a part of a pipe, instructions%s" % (
        "" if cutlass else "; CUTLASS's headers are not here: make bench PEERS=1 brings them"))
    if suite.header(build, folder).code != 0:
        return 1
    for arch in ("sm_90a", "sm_100a"):
        own = counts(tools, arch, "hand_pipes", folder, ["include", folder], [])
        theirs = counts(tools, arch, "cutlass_pipes", folder, [cutlass], ["--expt-relaxed-constexpr"]) if cutlass else {}
        if own is None or theirs is None:
            return 1
        print("  %-8s %9s %9s %9s" % (arch, "ours", "by hand", "CUTLASS"))
        for part in PARTS:
            print("  %-8s %9s %9s %9s" % (
                part, one_more(own, "ours_" + part, "ours_" + part + "_twice"),
                one_more(own, "hand_" + part, "hand_" + part + "_twice"),
                one_more(theirs, "cutlass_" + part + "_once", "cutlass_" + part + "_twice")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
