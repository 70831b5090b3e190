#!/usr/bin/env python3
"""What the kit reaches on a GPU, as ratios against code by hand in the same run.

usage: device.py [--build build] [--rounds 31] [--arch sm_90a]

Needs nvcc and python3 and no network. Streams take turns over rotating buffers and are timed by
events; a ratio is the median, over the rounds, of the hand-written form's time by ours, so 1.00 is
equal and more is faster. Raw numbers go to bench/results/device.json, and to $OUT where that is set.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys

import measure
import harness

sys.path.insert(0, os.path.join(measure.ROOT, "tools"))
from device import gpu_count  # noqa: E402

FOLDER = os.path.join(measure.ROOT, "bench", "device")
# (ours, the same form by hand, bytes moved by each byte of the buffer, words)
STREAMS = [
    ("flat_kit", "flat_hand", 2, "global to global, registers"),
    ("flat_async_kit", "flat_async_hand", 2, "global to global, cp.async"),
    ("tile_kit", "tile_hand", 2, "128x64 f16 tiles in and out, loads and stores"),
    ("tile_async_kit", "tile_async_hand", 2, "128x64 f16 tiles in and out, cp.async"),
    ("read_kit", "read_hand", 1, "128x64 f16 tiles in, loads and stores"),
    ("read_async_kit", "read_async_hand", 1, "128x64 f16 tiles in, cp.async"),
]
BEST_OF = ("flat_hand", "flat_async_hand")


def nvcc_of(build):
    tools = harness.Tools(build)
    return tools.nvcc or shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")


def made(args, build, nvcc):
    """The program, or None after saying what went wrong."""
    folder = os.path.join(build, "bench", "device")
    os.makedirs(folder, exist_ok=True)
    program = os.path.join(folder, "bench")
    steps = [[os.path.join(build, "tcgen"), "-Wno-fallback", "-o", os.path.join(folder, "fallback_gen.h"),
              os.path.join(measure.ROOT, "tests", "sass", "tirx.tc")],
             [nvcc, "-O3", "-std=c++17", "-arch=" + args.arch, "-Werror", "all-warnings",
              "-I" + os.path.join(measure.ROOT, "include"), "-I" + folder, "-o", program, os.path.join(FOLDER, "main.cu")]]
    for step in steps:
        done = harness.run(step, timeout=300)
        if done.code != 0:
            print(str(done))
            return None
    return program


def ratio(times, ours, hand):
    """Median, lowest and highest of the rounds' ratios: each round has one time of every form."""
    ratios = [h / o for o, h in zip(times[ours], times[hand])]
    return statistics.median(ratios), min(ratios), max(ratios)


def report(result):
    times, size = result["streams"], result["bytes"]
    median = {name: statistics.median(values) for name, values in times.items()}
    best = min(BEST_OF, key=lambda name: median[name])
    rate = {name: size * 2 / (median[name] * 1e6) for name in times}
    print("%s, %d MiB a copy" % (result["device"], size >> 20))
    print("%-48s %8s %8s   %s" % ("stream", "GB/s", "by hand", "ratio (lowest, highest round)"))
    for ours, hand, moved, words in STREAMS:
        found = ratio(times, ours, hand)
        print("%-48s %8.0f %8.0f   %.3f (%.3f, %.3f)" % (
            (words, rate[ours] * moved / 2, rate[hand] * moved / 2) + found))
    for name in ("flat_kit", "flat_async_kit", "tile_async_kit"):
        print("%-48s %8.0f %8.0f   %.3f" % (name + " against the best, " + best, rate[name], rate[best],
                                            ratio(times, name, best)[0]))
    print("%-48s %8.0f %8.0f   %.3f" % ("flat_kit against cudaMemcpyAsync", rate["flat_kit"], rate["memcpy"],
                                        ratio(times, "flat_kit", "memcpy")[0]))
    print("%-48s %8s %8s   %s" % ("shared memory <-> registers, a row per lane", "load", "store", "bytes a clock of 128"))
    clocks = result["bytes_per_clock"]
    for name, words in (("plain8", "32x8 f32 plain"), ("sw32", "32x8 f32 sw32"), ("sw64", "32x16 f32 sw64"),
                        ("sw128", "32x32 f32 sw128"), ("pad33", "32x32 f32 pad33")):
        load, store = clocks["load_" + name], clocks["store_" + name]
        print("%-48s %8.1f %8.1f   %.1f %%, %.1f %%" % (words, load, store, load / 1.28, store / 1.28))
    cycles = result["cycles_4x6"]
    print("4x6 f32 into shared memory, cycles: partial %d, fallback %d; by hand six lanes %d, lane 0 %d" % (
        cycles["partial"], cycles["fallback"], cycles["six_lanes_hand"], cycles["lane0_hand"]))


def save(text):
    for folder in (os.path.join(measure.ROOT, "bench", "results"), os.environ.get("OUT")):
        if folder:
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, "device.json"), "w", encoding="utf-8") as f:
                f.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--arch", default="native")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    if gpu_count() == 0:
        print("there is no GPU on this machine: nothing was measured")
        return 0
    nvcc = nvcc_of(build)
    if not nvcc:
        print("there is no nvcc on this machine: nothing was measured")
        return 0
    program = made(args, build, nvcc)
    if program is None:
        return 1
    done = subprocess.run([program, str(args.rounds)], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                          timeout=200)
    if done.returncode != 0:
        print("%s failed" % program)
        return 1
    save(done.stdout)
    report(json.loads(done.stdout))
    return 0


if __name__ == "__main__":
    sys.exit(main())
