#!/usr/bin/env python3
"""The programs of examples/, copies between CTAs, regions of lane 0 and exchanges on a GPU, beside the same by
hand and beside the vendor's libraries.

usage: device_examples.py [--build build] [--rounds 31] [--arch native] [NAME...]

Needs nvcc and python3 and no network; bench/device/NAME.cu says what it measures and compares what
arrives, NAME.py beside it measures more with what Python has. What is printed goes to
bench/results/device-examples.txt (of some programs only, to the screen) and to $OUT where that is set.
"""
import argparse
import concurrent.futures
import os
import sys

import device_streams as device
import harness
import measure

PROGRAMS = {"gemm": ["-lcublas"], "transpose": [], "relayout": [], "dequant": [], "cluster": [], "bulk": [],
            "stencil": [], "lane0": [], "pipelined": [], "rownorm": [], "tma_transpose": [], "tma_stencil": [],
            "tma_ring": [], "tma_loads": [], "gather": [], "halo": [], "conv2d": [], "moe_gemm": [], "gemm_sm90": ["-lcublasLt"],
            "gemm_sm90_epilogue": ["-lcublasLt"], "gemm_sm90_forms": ["-lcublasLt"], "gemm_sm90_steps": ["-lcublasLt"], "attention_sm90": [], "attention_sm80": []}
LETTERED = {"tma_ring": "sm_90a", "tma_loads": "sm_90a", "gemm_sm90": "sm_90a",
            "gemm_sm90_epilogue": "sm_90a", "gemm_sm90_forms": "sm_90a", "gemm_sm90_steps": "sm_90a", "attention_sm90": "sm_90a"}  # what `native` has not: multicast, wgmma


def compiled(nvcc, build, args, name):
    """Makes the program, and where a script calls its functions a library; what went wrong, or nothing."""
    folder = os.path.join(build, "bench", "device")
    os.makedirs(folder, exist_ok=True)
    steps, source = [], os.path.join(device.FOLDER, name)
    if os.path.exists(source + ".tc"):
        steps.append([os.path.join(build, "tcgen"), "-o", os.path.join(folder, name + "_gen.h"), source + ".tc"])
    arch = LETTERED.get(name, args.arch) if args.arch == "native" else args.arch
    nvcc = [nvcc, "-O3", "-std=c++17", "-arch=" + arch, "-Werror", "all-warnings",
            "-I" + os.path.join(measure.ROOT, "include"), "-I" + folder, source + ".cu"] + PROGRAMS[name]
    steps.append(nvcc + ["-o", os.path.join(folder, name)])
    if os.path.exists(source + ".py"):
        steps.append(nvcc + ["-shared", "-Xcompiler", "-fPIC", "-o", os.path.join(folder, "lib%s.so" % name)])
    done = [harness.run(step, timeout=300) for step in steps]
    return "".join(str(d) + "\n" for d in done if d.code != 0)


def run(build, args, name):
    """What the program prints, and its script, and whether they found their results right."""
    program = os.path.join(build, "bench", "device", name)
    steps, script = [[program]], os.path.join(device.FOLDER, name + ".py")
    if os.path.exists(script):
        steps.append([sys.executable, script, os.path.join(os.path.dirname(program), "lib%s.so" % name)])
    done = [harness.run(step + [str(args.rounds)], timeout=200) for step in steps]
    return "".join(d.out if d.code == 0 else str(d) + "\n" for d in done), all(d.code == 0 for d in done)


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
    names = args.names or list(PROGRAMS)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = list(pool.map(lambda name: compiled(nvcc, build, args, name), names))
    results = [(fault, False) if fault else run(build, args, name) for fault, name in zip(faults, names)]
    text = "".join(out for out, _ in results)
    print(text, end="")
    for folder in ([] if args.names else [os.path.join(measure.ROOT, "bench", "results")]) + [os.environ.get("OUT")]:
        if folder:
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, "device-examples.txt"), "w", encoding="utf-8") as f:
                f.write(text)
    return 0 if all(good for _, good in results) else 1


if __name__ == "__main__":
    sys.exit(main())
