#!/usr/bin/env python3
"""The tests that need CUDA's tools, with the tools that tools/setup.py installed: what a machine without a
CUDA installation runs. One header for all compilers; all of the SASS; the formatting; whole programs.

usage: bare.py --build build/bare
Prints every suite's lines and ends with the sum. A tool of the machine, or a skip, is a failure here.
"""
import json
import os
import re
import resource
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, clean_environment, start  # noqa: E402

TOOLS = ("nvcc", "nvrtc", "cuobjdump", "nvdisasm", "clang_format")
RUNS = [
    ("compile", ["--header", "tests/golden/masked/expected.h", "--parts", "nvcc,nvrtc"]),
    ("sass", []),
    ("emu", ["--only", "basic as CUDA"]),
    ("lint", ["--only", "clang-format"]),
]


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    args, tally = start(__doc__)
    with open(os.path.join(args.build, "tools.json"), encoding="utf-8") as f:
        known = json.load(f)
    for tool in TOOLS:
        tally.check("%s comes from a wheel" % tool, known["origin"].get(tool) == "wheel", known)
    before = processor_seconds()
    for suite, options in RUNS:
        done = subprocess.run(
            [sys.executable, "tests/%s/run.py" % suite, "--build", args.build] + options, cwd=ROOT,
            env=clean_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        lines = done.stdout.decode("utf-8", "backslashreplace").rstrip().splitlines()
        closing = re.match(r"(\d+) passed, (\d+) failed, (\d+) skipped$", lines[-1] if lines else "")
        passed, failed, skipped = map(int, closing.groups()) if closing else (0, 0, 0)
        after = processor_seconds()
        print("%-8s %s, %.0f s of processor time" % (
            suite, lines[-1] if closing else "no closing line", after - before), flush=True)
        before = after
        tally.passed += passed
        tally.failed += failed
        tally.check("%s ends well and skips nothing" % suite,
                    done.returncode == 0 and passed > 0 and not skipped, "\n".join(lines))
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
