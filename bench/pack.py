#!/usr/bin/env python3
"""The packer on public instances: height, load bound, gap and seconds on one core.

usage: pack.py [--build build]

`first` is the best of first fit in the orders that the packer begins with, for comparison the best that
simpler planners reach; `asked` is the published capacity, which every instance is said to fit.
"""
import argparse
import csv
import glob
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def rows_of(path):
    with open(path, encoding="utf-8") as f:
        return [(int(r["lower"]), int(r["upper"]), int(r["size"])) for r in csv.DictReader(f)]


def load_bound(rows):
    return max(sum(s for low, high, s in rows if low <= at < high) for at, _, _ in rows)


def first_fit(rows, key):
    placed = []
    for low, high, size in sorted(rows, key=key, reverse=True):
        at = 0
        for begin, end in sorted((o, o + s) for l, h, s, o in placed if l < high and low < h):
            if begin >= at + size:
                break
            at = max(at, end)
        placed.append((low, high, size, at))
    return max(o + s for _, _, s, o in placed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    args = parser.parse_args()
    tcgen, solved = os.path.join(args.build, "tcgen"), 0
    keys = [lambda r: r[2], lambda r: r[1] - r[0], lambda r: r[2] * (r[1] - r[0])]
    print("packing    rows     asked      load     first    packed   seconds")
    paths = sorted(glob.glob(os.path.join(ROOT, "tests", "conformance", "minimalloc", "*.csv")))
    for path in paths:
        name, asked = re.match(r"(\w+)\.(\d+)\.csv", os.path.basename(path)).groups()
        rows, begin = rows_of(path), time.perf_counter()
        result = subprocess.run([tcgen, "pack", path, "--capacity", asked], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, universal_newlines=True)
        seconds = time.perf_counter() - begin
        solved += result.returncode == 0
        tops = [int(r["size"]) + int(r["offset"]) for r in csv.DictReader(result.stdout.splitlines())]
        print("%-7s %7d %9s %9d %9d %9s %9.2f" % (name, len(rows), asked, load_bound(rows), min(first_fit(rows, k) for k in keys),
                                                  max(tops) if tops else "-", seconds), flush=True)
    print("%d of %d fit" % (solved, len(paths)))
    return 0 if solved == len(paths) else 1


if __name__ == "__main__":
    sys.exit(main())
