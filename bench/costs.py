#!/usr/bin/env python3
"""Measures what the rows of generator/primitives/ cost on this machine's GPU.

usage: costs.py [--build build] [--arch sm_90a]       make device-costs

Builds bench/device/costs.cu with nvcc, runs it, and writes its table to bench/results/costs-sm90.txt
(or the like of another GPU), and to $OUT where that is set. Without a GPU it only compiles.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

import measure
import harness

sys.path.insert(0, os.path.join(measure.ROOT, "tools"))
from device import gpu_count  # noqa: E402


def measured(command, seconds):
    """What it prints, which is shown too; None where it failed or hung."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        print("%s did not end within %d s" % (" ".join(command), seconds))
        return None
    sys.stdout.write(done.stdout)
    if done.returncode != 0:
        print("%s failed" % " ".join(command))
        return None
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--arch", default="sm_90a")
    args = parser.parse_args()
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc") or harness.Tools(os.path.abspath(args.build)).nvcc
    if not nvcc:
        print("there is no nvcc on this machine: nothing was measured")
        return 0
    folder = os.path.join(os.path.abspath(args.build), "bench", "device")
    os.makedirs(folder, exist_ok=True)
    program = os.path.join(folder, "costs")
    harness.make(os.path.abspath(args.build), os.path.join(os.path.abspath(args.build), "rows"))
    for name in ("costs", "conversions"):
        rows = harness.run([os.path.join(os.path.abspath(args.build), "rows"), name])
        harness.write(os.path.join(folder, name + ".def"), rows.out)
    done = harness.run([nvcc, "-O3", "-std=c++17", "-arch=" + args.arch, "-Werror", "all-warnings",
                        "-I" + os.path.join(measure.ROOT, "include"), "-I" + folder, "-o", program,
                        os.path.join(measure.ROOT, "bench", "device", "costs.cu")], timeout=300)
    if done.code != 0:
        print(str(done))
        return 1
    if gpu_count() == 0:
        print("%s is built; there is no GPU on this machine: nothing was measured" % os.path.relpath(program))
        return 0
    text = measured([program], 90)
    if text is None:
        return 1
    text += measured([program, "issue"], 20) or ""
    name = "costs-%s.txt" % re.sub(r"\D*(\d+).*", r"sm\1", args.arch)
    for place in (os.path.join(measure.ROOT, "bench", "results"), os.environ.get("OUT")):
        if place:
            os.makedirs(place, exist_ok=True)
            with open(os.path.join(place, name), "w", encoding="utf-8") as f:
                f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
