#!/usr/bin/env python3
"""The programs of examples/ and exchanges on a GPU, beside movement by hand and the vendor's libraries.

usage: device_examples.py [--build build] [--rounds 31] [--arch native] [NAME...]

Needs nvcc and python3 and no network; bench/device/NAME.cu says what it measures and compares what
arrives. What is printed goes to bench/results/device-examples.txt, and to $OUT where that is set.
"""
import argparse
import os
import sys

import device_streams as device
import harness
import measure

PROGRAMS = {"gemm": ["-lcublas"], "transpose": [], "relayout": [], "dequant": []}


def run(nvcc, build, args, name):
    """What the program prints, and whether it found its results right."""
    folder = os.path.join(build, "bench", "device")
    os.makedirs(folder, exist_ok=True)
    program = os.path.join(folder, name)
    described = os.path.join(device.FOLDER, name + ".tc")
    if os.path.exists(described):
        made = harness.run([os.path.join(build, "tcgen"), "-o", os.path.join(folder, name + "_gen.h"), described])
        if made.code != 0:
            return str(made) + "\n", False
    done = harness.run([nvcc, "-O3", "-std=c++17", "-arch=" + args.arch, "-Werror", "all-warnings",
                        "-I" + os.path.join(measure.ROOT, "include"), "-I" + folder, "-o", program,
                        os.path.join(device.FOLDER, name + ".cu")] + PROGRAMS[name], timeout=300)
    if done.code == 0:
        done = harness.run([program, str(args.rounds)], timeout=200)
    return (done.out if done.code == 0 else str(done) + "\n"), done.code == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--arch", default="native")
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    if device.gpu_count() == 0:
        print("there is no GPU on this machine: nothing was measured")
        return 0
    nvcc = device.nvcc_of(build)
    if not nvcc:
        print("there is no nvcc on this machine: nothing was measured")
        return 0
    results = [run(nvcc, build, args, name) for name in args.names or PROGRAMS]
    text = "".join(out for out, _ in results)
    print(text, end="")
    for folder in (os.path.join(measure.ROOT, "bench", "results"), os.environ.get("OUT")):
        if folder:
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, "device-examples.txt"), "w", encoding="utf-8") as f:
                f.write(text)
    return 0 if all(good for _, good in results) else 1


if __name__ == "__main__":
    sys.exit(main())
