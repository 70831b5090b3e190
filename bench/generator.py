#!/usr/bin/env python3
"""CPU time and memory of tcgen, proofs included, for 100 to 10000 distinct functions of `reg`.

usage: generator.py [--build build] [--runs 5] [--most 10000] [--base COMMIT]

Linear growth means that the time of one function stays the same: the ratio to the step before is 1. The
memory of a function is what the peak grows by, from half as many functions to all of them. --base builds
tcgen as it was at that commit and runs both in turn.
"""
import argparse
import os
import shutil
import subprocess
import sys

import measure

DTYPES = [("f32", 4), ("f16", 8), ("u8", 16), ("i64", 2), ("bf16", 8)]
COUNTS = (100, 1000, 10000)


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


def command(tcgen, folder, count):
    path = os.path.join(folder, "reg%d.tc" % count)
    with open(path, "w", encoding="utf-8") as f:
        f.write(description(count))
    return [tcgen, "-o", os.path.join(folder, "reg%d.h" % count), path]


def git(*words):
    return subprocess.run(["git", "-C", measure.ROOT, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def build_of(commit, folder):
    """tcgen of a commit, in a work tree of its own; ends the run where there is no such thing."""
    tree = os.path.join(folder, "base")
    remove_tree(tree)
    added = git("worktree", "add", "--detach", "--force", tree, commit)
    if added.returncode != 0:
        sys.exit("there is no commit %s to compare with:\n%s" % (commit, added.stderr))
    made = subprocess.run(["make", "-C", tree, "BUILD=build", "tcgen"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    if made.returncode != 0:
        sys.exit("tcgen of %s is not built:\n%s" % (commit, made.stdout[-2000:]))
    return tree, os.path.join(tree, "build", "tcgen")


def remove_tree(tree):
    git("worktree", "remove", "--force", tree)
    shutil.rmtree(tree, ignore_errors=True)
    git("worktree", "prune")


def measured(programs, folder, count, runs):
    """{name: (seconds, KB)}, the least of the runs, which take turns."""
    least = {name: (float("inf"), float("inf")) for name in programs}
    for _ in range(runs):
        for name, tcgen in programs.items():
            now = measure.cpu_and_peak(command(tcgen, folder, count))
            least[name] = tuple(min(a, b) for a, b in zip(least[name], now))
    return least


def table(programs, folder, counts, runs):
    """{name: {count: (seconds, KB, KB of one function more)}}"""
    found = {name: {} for name in programs}
    for count in counts:
        all_of, half_of = measured(programs, folder, count, runs), measured(programs, folder, count // 2, 1)
        for name, (seconds, peak) in all_of.items():
            found[name][count] = (seconds, peak, (peak - half_of[name][1]) / (count - count // 2))
    return found


def report(name, rows):
    before = None
    print("generator%s: CPU time, the least of the runs; memory, the most at one time" % (" of " + name if name else ""))
    for count, (seconds, peak, more) in rows.items():
        growth = seconds / count / before if before else 1.0
        before = seconds / count
        memory = "%8.1f MB %6.1f KB each more" % (peak / 1024, more) if count >= 1000 else ""
        print("  %6d functions %8.3f s %8.1f us each   %.2f of the step before %s" % (
            count, seconds, before * 1e6, growth, memory))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--most", type=int, default=10000)
    parser.add_argument("--base", default="")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    folder = os.path.join(build, "bench")
    os.makedirs(folder, exist_ok=True)
    programs, tree = {"": os.path.join(build, "tcgen")}, None
    try:
        if args.base:
            tree, programs[args.base] = build_of(args.base, folder)
        counts = [count for count in COUNTS if count <= args.most]
        found = table(programs, folder, counts, args.runs)
    finally:
        if tree:
            remove_tree(tree)
    for name, rows in found.items():
        report(name, rows)
    if args.base:
        for count in counts:
            now, base = found[""][count], found[args.base][count]
            print("  %6d functions: time %.2f of %s%s" % (
                count, now[0] / base[0], args.base, ", memory %.2f" % (now[1] / base[1]) if count >= 1000 else ""))
    rows, before, results = found[""], None, []
    for count, (seconds, peak, more) in rows.items():
        results.append({"functions": count, "seconds": seconds, "growth": seconds / count / before if before else 1.0})
        if count >= 1000:
            results[-1].update({"peak_kb": peak, "kb_each": more})
        before = seconds / count
    measure.save("generator", results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
