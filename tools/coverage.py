#!/usr/bin/env python3
"""Line coverage of the generator by the tests that run it in seconds, file by file.

usage: coverage.py [--build build]

A build of its own (BUILD/coverage), the unit tests and the suites that call tcgen, then gcov.
"""
import argparse
import collections
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests"))
import harness  # noqa: E402

SUITES = ["errors", "golden", "cli", "schema", "oracle", "unit"]


def gcov(build, tool):
    """{source: (covered lines, lines)}"""
    found = {}
    for note in sorted(glob.glob(os.path.join(build, "obj", "generator", "**", "*.gcno"), recursive=True)):
        out = harness.run([tool, "-n", "-o", os.path.dirname(note), note], cwd=harness.ROOT).out
        for source, percent, lines in re.findall(r"File '(generator/[^']+\.c)'\nLines executed:([\d.]+)% of (\d+)", out):
            found[source] = (round(float(percent) * int(lines) / 100), int(lines))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    args = parser.parse_args()
    os.chdir(harness.ROOT)
    tools = harness.Tools(os.path.abspath(args.build))
    if not tools.gcc or not tools.gcov:
        print("coverage needs gcc and gcov, which are not on this machine")
        return 0
    build = os.path.join(os.path.abspath(args.build), "coverage")
    built = harness.make(build, "tcgen", "unit", "emulator", CC=tools.gcc, CFLAGS="-O0 -g --coverage", LDFLAGS="--coverage")
    if built.code != 0:
        print(built)
        return 1
    for old in glob.glob(os.path.join(build, "obj", "**", "*.gcda"), recursive=True):
        os.remove(old)
    suites = [s for s in SUITES if s == "unit" or os.path.exists("tests/%s/run.py" % s)]
    print(harness.run([sys.executable, "tests/run.py", "--build", build] + suites, timeout=1800).out)
    rooms, total = collections.defaultdict(lambda: [0, 0]), [0, 0]
    for source, (covered, lines) in sorted(gcov(build, tools.gcov).items()):
        print("  %5.1f %% of %4d  %s" % (100 * covered / max(1, lines), lines, source))
        for sums in (rooms[os.path.dirname(source)], total):
            sums[0] += covered
            sums[1] += lines
    for room, (covered, lines) in sorted(rooms.items()):
        print("%6.1f %%  %s" % (100 * covered / max(1, lines), room))
    print("%6.1f %% of %d lines" % (100 * total[0] / max(1, total[1]), total[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
