#!/usr/bin/env python3
"""CPU time of tilecopy.generate in a process, as a ratio of the program's for the same description: the kit, and one copy.

usage: python.py [--build build]
"""
import argparse
import os
import statistics
import subprocess
import sys
import time

import measure

PAIRS = 21  # in turn; medians, since another program may disturb any of them
ONE = "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n"


def package(build):
    """The package as `make package` leaves it; None where that fails."""
    if subprocess.call(["make", "-s", "-j2", "BUILD=" + build, "package"], cwd=measure.ROOT) != 0:
        return None
    sys.path.insert(0, os.path.join(build, "package"))
    import tilecopy
    return tilecopy


def call_seconds(call):
    before = time.process_time()
    call()
    return time.process_time() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    build = os.path.abspath(parser.parse_args().build)
    tilecopy = package(build)
    if tilecopy is None:
        return 1
    with open(os.path.join(measure.ROOT, "generator", "kit.tc"), encoding="utf-8") as f:
        texts = {"the kit": f.read(), "one copy": ONE}
    for name, text in texts.items():
        path = os.path.join(build, "bench", "python.tc")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        command = [os.path.join(build, "tcgen"), path, "-o", os.path.join(build, "bench", "python_gen.h")]
        pairs = [(call_seconds(lambda: tilecopy.generate(text)), measure.cpu_seconds(command)) for _ in range(PAIRS)]
        ours, program, ratio = (statistics.median(values) for values in (*zip(*pairs), [a / b for a, b in pairs]))
        print("  %-40s %6.3f s, the program %6.3f s, ratio %4.2f" % ("tilecopy.generate: " + name, ours, program, ratio))
    return 0


if __name__ == "__main__":
    sys.exit(main())
