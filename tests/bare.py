#!/usr/bin/env python3
"""The tests that need CUDA's tools, with the tools that tools/setup.py installed: what a machine without a
CUDA installation runs. One header for all compilers; all of the SASS; the formatting; whole programs.

usage: bare.py --build build/bare
Prints every suite's closing line, two suites at a time, and ends with the sum. A tool of the machine, or a skip, is a
failure here.
"""
import concurrent.futures
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import start  # noqa: E402
from run import Suite, measured, script  # noqa: E402

TOOLS = ("nvcc", "nvrtc", "cuobjdump", "nvdisasm", "clang_format")
RUNS = [
    ("sass", []),
    ("compile", ["--header", "tests/golden/masked/expected.h", "--parts", "nvcc,nvrtc"]),
    ("emu", ["--only", "basic as CUDA"]),
    ("lint", ["--only", "clang-format"]),
]
LIMIT = 1800  # seconds of one, against hangs


def main():
    args, tally = start(__doc__)
    with open(os.path.join(args.build, "tools.json"), encoding="utf-8") as f:
        known = json.load(f)
    for tool in TOOLS:
        tally.check("%s comes from a wheel" % tool, known["origin"].get(tool) == "wheel", known)
    suites = [Suite(name, script(args.build, "tests/%s/run.py" % name) + options, LIMIT) for name, options in RUNS]
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for suite, (code, output, seconds) in zip(suites, pool.map(measured, suites)):
            lines = output.rstrip().splitlines()
            closing = re.match(r"(\d+) passed, (\d+) failed, (\d+) skipped$", lines[-1] if lines else "")
            passed, failed, skipped = map(int, closing.groups()) if closing else (0, 0, 0)
            print("%-8s %s, %.0f s of processor time" % (
                suite.name, lines[-1] if closing else "no closing line", seconds), flush=True)
            tally.passed += passed
            tally.failed += failed
            tally.check("%s ends well and skips nothing" % suite.name,
                        code == 0 and passed > 0 and not skipped, "\n".join(lines))
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
