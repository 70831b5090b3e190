#!/usr/bin/env python3
"""CPU time of tcgen, proofs included, for 100, 1000 and 10000 distinct functions of `reg`.

usage: generator.py [--build build] [--runs 5] [--most 10000]

Linear growth means that the time of one function stays the same: the ratio to the step before is 1.
"""
import argparse
import os
import sys

import measure

DTYPES = [("f32", 4), ("f16", 8), ("u8", 16), ("i64", 2), ("bf16", 8)]


def description(count):
    """Rows of several widths and pitches: no two statements have the same layouts and dtype."""
    lines = []
    for number in range(count):
        dtype, unit = DTYPES[number % len(DTYPES)]
        width = unit * (1 + number // len(DTYPES) % 4)
        pitch = width + unit * (number // (len(DTYPES) * 4))
        sides = ["smem S[(32,%d):(%d,1)]" % (width, pitch), "reg S[(32,%d):(1@laneid,1)]" % width]
        lines.append("copy warp %s %s -> %s as tc_f%05d" % (dtype, sides[0], sides[1], number))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--most", type=int, default=10000)
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    folder = os.path.join(build, "bench")
    os.makedirs(folder, exist_ok=True)
    results, before = [], None
    print("generator time (CPU, best of %d)" % args.runs)
    for count in [c for c in (100, 1000, 10000) if c <= args.most]:
        path = os.path.join(folder, "reg%d.tc" % count)
        with open(path, "w", encoding="utf-8") as f:
            f.write(description(count))
        command = [os.path.join(build, "tcgen"), "-o", os.path.join(folder, "reg%d.h" % count), path]
        seconds = min(measure.cpu_seconds(command) for _ in range(args.runs))
        each = seconds / count
        growth = each / before if before else 1.0
        print("  %6d functions %8.3f s %8.1f us each   %.2f of the step before" % (count, seconds, each * 1e6, growth))
        results.append({"functions": count, "seconds": seconds, "growth": growth})
        before = each
    measure.save("generator", results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
