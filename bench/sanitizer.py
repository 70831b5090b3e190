#!/usr/bin/env python3
"""Faulty and right kernels of this tree under compute-sanitizer's four tools, and on the emulator.

usage: sanitizer.py [--build build] [--jobs 12] [--seconds 230] [--limit 10] [--compile]

Needs a GPU, nvcc, compute-sanitizer and g++, and no network. A tool has --limit seconds for a kernel. It
has reported the kernel if it printed an error, is hung if it printed none by then, and silent otherwise. The table goes
to bench/results/sanitizer.txt, and to $OUT where that is set. Kernels that --seconds leaves no time for
are not counted. --compile: compiles, and runs the emulator's half alone.
"""
import argparse
import concurrent.futures
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import measure
import harness
import sanitizer_kernels
from device_streams import nvcc_of

sys.path.insert(0, os.path.join(measure.ROOT, "tools"))
from device import gpu_count  # noqa: E402

TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
NOT_RUN = "-"
# What a tool prints of a fault, not of the program's exit code.
FOUND = re.compile(r"^========= (Invalid|Misaligned|Error: (Race|Potential)|Warning: Race|Race reported|"
                   r"Barrier error|Divergent|Uninitialized|Program hit|Fatal|Missing|Internal|"
                   r"\w+ SUMMARY: [1-9])", re.M)


def timed(command, limit, env=None):
    """(output, or what there was of it before the limit; exit code, None past it; seconds)."""
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                             text=True, errors="replace", start_new_session=True, env=env)
    try:
        text, code = child.communicate(timeout=limit)[0], child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        text, code = child.communicate()[0], None
    return text, code, time.monotonic() - start


def emulated(program, path, name):
    """(answer, seconds): of 9 orders for a kernel of tests/emu, of one for a CUDA program."""
    text, code, seconds = timed([path] + ([] if program.is_cuda else [name]), 60)
    if program.is_cuda:
        return "reported" if "emu: " in text else "silent" if code == 0 else "failed", seconds
    found = re.search(r"reported in (\d) of 9", text)
    if not found or code != 0:
        return "failed", seconds
    return {"0": "silent", "9": "reported"}.get(found.group(1), "reported in %s of 9" % found.group(1)), seconds


def sanitized(sanitizer, path, program, name, tool, limit):
    command = [sanitizer, "--tool", tool, path] + ([] if program.is_cuda else [name])
    text, code, seconds = timed(command, limit)
    if FOUND.search(text):
        return "reported", seconds
    if "not supported" in text or code and "SUMMARY" not in text:
        return "failed", seconds
    return "hung" if code is None else "silent", seconds


class Row:
    def __init__(self, program, name, right):
        self.program, self.name, self.right = program, name, right
        self.emulator = (NOT_RUN, 0.0)
        self.tools = {}

    def done(self):
        return len(self.tools) == len(TOOLS)

    def sanitizer(self):
        """The best answer of the four tools, and their seconds."""
        answers = [answer for answer, _ in self.tools.values()]
        best = next((a for a in ("reported", "hung", "failed") if a in answers), "silent")
        return best, sum(seconds for _, seconds in self.tools.values())


def compiled(args, nvcc, where, pool):
    """[(program, path for the GPU, path for the emulator)]; says what does not compile."""
    def one(program):
        paths = []
        for command, path in program.steps(args, nvcc, where):
            text, code, _ = timed(command, 200, dict(os.environ, BUILD=args.build))
            if code != 0:
                print("%s does not compile: %s\n%s" % (program.name, " ".join(command), text[:1500]))
                return None
            paths.append(path)
        return program, paths[0], paths[1]
    programs = sanitizer_kernels.programs(where)
    return [made for made in pool.map(one, programs) if made], len(programs)


def rows_of(made):
    """Rows with their paths, in an order of its own that is always the same: what --seconds cuts off is a sample."""
    rows = []
    for program, gpu, emu in made:
        for right, names in ((False, program.faulty), (True, program.right)):
            rows += [(Row(program, name, right), gpu, emu) for name in names]
    random.Random(1).shuffle(rows)
    return rows


def measured(args, sanitizer, rows, pool, deadline):
    def one(entry):
        row, gpu, emu = entry
        if time.monotonic() > deadline:
            return
        row.emulator = emulated(row.program, emu, row.name)
        for tool in TOOLS if sanitizer else ():
            if time.monotonic() + args.limit > deadline + 15:
                return
            row.tools[tool] = sanitized(sanitizer, gpu, row.program, row.name, tool, args.limit)
    list(pool.map(one, rows))


def totals(rows, right):
    """Lines: how often each tool, all four together and the emulator reported, hung, were silent or failed."""
    rows = [row for row in rows if row.right == right]
    lines = ["%d %s kernels" % (len(rows), "right" if right else "faulty"),
             "  %-22s %9s %6s %7s %7s %16s" % ("", "reported", "hung", "silent", "failed", "seconds a kernel")]
    columns = [(tool, [row.tools[tool] for row in rows if tool in row.tools]) for tool in TOOLS]
    columns += [("the four tools", [row.sanitizer() for row in rows if row.done()]),
                ("the emulator", [row.emulator for row in rows])]
    for name, answers in columns:
        found = [answer for answer, _ in answers]
        known = [found.count(word) for word in ("reported", "hung", "silent", "failed")]
        seconds = sum(s for _, s in answers) / max(len(answers), 1)
        lines.append("  %-22s %9d %6d %7d %7d %16.3f%s" % (
            (name, *known, seconds, "" if sum(known) == len(found) else
             "   and %d in some orders" % (len(found) - sum(known)))))
    return lines


def table(rows):
    lines = ["%-36s %-7s %-9s %-9s %-9s %-9s %7s   %-18s %7s" % (
        ("kernel", "is") + TOOLS + ("seconds", "emulator", "seconds"))]
    for row in sorted(rows, key=lambda row: (row.right, row.program.name, row.name)):
        answers = [row.tools.get(tool, (NOT_RUN, 0))[0] for tool in TOOLS]
        lines.append("%-36s %-7s %-9s %-9s %-9s %-9s %7.2f   %-18s %7.3f" % (
            row.name, "right" if row.right else "faulty", *answers, row.sanitizer()[1], *row.emulator))
    return lines


def save(text):
    for folder in (os.path.join(measure.ROOT, "bench", "results"), os.environ.get("OUT")):
        if folder:
            os.makedirs(folder, exist_ok=True)
            harness.write(os.path.join(folder, "sanitizer.txt"), text)


def sanitizer_of(nvcc):
    beside = os.path.join(os.path.dirname(os.path.realpath(nvcc)), "compute-sanitizer")
    return shutil.which("compute-sanitizer") or shutil.which(beside)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=230)
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--arch", default=None)
    parser.add_argument("--compile", action="store_true")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    args.arch = args.arch or ("sm_90a" if args.compile else "native")
    deadline = time.monotonic() + args.seconds
    if gpu_count() == 0 and not args.compile:
        print("there is no GPU on this machine: no kernel was run under compute-sanitizer")
        return 0
    nvcc = nvcc_of(args.build)
    sanitizer = nvcc and not args.compile and sanitizer_of(nvcc)
    if not nvcc or not (sanitizer or args.compile):
        print("there is no %s on this machine: nothing was run" % ("compute-sanitizer" if nvcc else "nvcc"))
        return 0
    where = os.path.join(args.build, "bench", "sanitizer")
    os.makedirs(where, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        made, wanted = compiled(args, nvcc, where, pool)
        rows = rows_of(made)
        measured(args, sanitizer, rows, pool, deadline if sanitizer else deadline + 1e6)
    ran = [row for row, _, _ in rows if row.done() or not sanitizer and row.emulator[0] != NOT_RUN]
    closing = totals(ran, False) + totals(ran, True)
    if len(ran) < len(rows):
        closing.append("%d more kernels were not run: --seconds %g were over" % (len(rows) - len(ran), args.seconds))
    if sanitizer:
        closing.insert(0, "%d kernels at a time, %g s for a tool and a kernel; hung: nothing printed by then" % (
            args.jobs, args.limit))
        save("\n".join(closing + [""] + table(ran)) + "\n")
    print("\n".join(closing))
    return len(made) != wanted


if __name__ == "__main__":
    sys.exit(main())
