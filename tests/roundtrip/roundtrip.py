#!/usr/bin/env python3
"""Descriptions -> batches: C/CUDA text of wrapper kernels and a case file for each.

Every function of every description is called through its plain form and through _at (inside a
larger block), for the smallest and for random run-time arguments. What must arrive is the oracle's
word; names and prototypes are tcgen's. Usage: roundtrip.py [--build DIR] [--out DIR] FILE.tc...
"""
import argparse
import gc
import json
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, "tests", "oracle"), os.path.join(ROOT, "tests")]

import casefile  # noqa: E402
import expected  # noqa: E402
import harness  # noqa: E402
import kernels  # noqa: E402

BATCH = 50          # functions in one file
MAX_SHARED = 200 << 10
MAX_THREADS = 1024
TIMEOUT = 120


oracle_error = expected.oracle.OracleError


class Failure(Exception):
    """A description that should work does not; the text says what happened."""


def call(command, text=None):
    try:
        return subprocess.run(command, input=text, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        raise Failure("%s: no answer within %d s" % (command[0], TIMEOUT))


class Description:
    """One .tc text with what tcgen and the oracle say about it."""

    def __init__(self, tcgen, name, text, directory=None, target=None):
        self.name, self.text = name, text
        options = ["--target=" + target] if target else []
        options += ["-I", directory] if directory else []
        answer = call([tcgen, "json"] + options + ["-"], text)
        if answer.returncode != 0:
            raise Failure("tcgen json: exit %d: %s" % (answer.returncode, answer.stderr[:400]))
        self.functions = json.loads(answer.stdout)["functions"]
        for function in self.functions:
            function["src"] = function["src"] or function["dst"]  # a fill has one operand
        answer = call([tcgen, "-o", "-"] + options + ["-"], text)
        if answer.returncode != 0:
            raise Failure("tcgen -o: exit %d: %s" % (answer.returncode, answer.stderr[:400]))
        self.header = answer.stdout
        self.for_all = "TC_UNAVAILABLE(" not in self.header
        self.requests = expected.requests(text, directory)

    def pairs(self):
        """[(function, the oracle's request)]: both are in source order, repeats dropped."""
        pairs, at = [], 0
        for function in self.functions:
            while at < len(self.requests) and not expected.matches(self.requests[at], function):
                at += 1
            if at == len(self.requests):
                raise Failure("%s: the oracle knows no such request" % function["name"])
            self.requests[at].adopt(*[
                side["layout"] if "auto" in side else None for side in (function["src"], function["dst"])])
            self.requests[at].demand = {which: function[which]["align"] for which in ("src", "dst")}
            pairs.append((function, self.requests[at]))
            at += 1
        return pairs


def launches(function, with_rank):
    """(grid, block, first thread of the scope, threads) for one form."""
    if function.get("multicast") or "dsmem" in (function["src"]["space"], function["dst"]["space"]):
        return (2,) + own_launches(function, with_rank)[1:]
    return own_launches(function, with_rank)


def own_launches(function, with_rank):
    scope, threads = function["scope"].split()[0].split("(")[0], function["threads"]
    if function["dst"]["space"] == "dsmem" and scope == "elected":
        return 2, 64, 32, 32
    if scope == "cluster":
        return threads, 64, 0, 64
    if scope == "thread":
        return 1, 32, 5, 1
    if scope == "elected":
        return 1, 32, 0, 32
    if scope not in ("warp", "warpgroup", "cta"):
        raise kernels.Unsupported("scope %s" % scope)
    if with_rank:
        roomy = threads + 64 <= MAX_THREADS
        return 1, (threads + 64 if roomy else threads), (32 if roomy else 0), threads
    if scope == "cta":
        return 1, threads, 0, threads
    return 1, 2 * threads, threads, threads


def some(values, name):
    """Of many arguments, as limits have them, the first, the last, and every second between; which, the name says."""
    if os.environ.get(harness.LONG) or len(values) <= 4:
        return values
    return [values[0]] + values[1 + len(name) % 2:-1:2] + [values[-1]]


class Batch:
    """Functions of several descriptions in one translation unit: of such that all targets have, or of others."""

    def __init__(self, index):
        self.index = index
        self.headers, self.names, self.text, self.labels = [], set(), [], []
        self.for_all = True  # functions that every target has
        self.cases = casefile.CaseFile()

    def fits(self, description):
        names = set(re.findall(r"\b(?:void|define)\s+(\w+)", description.header))
        if self.names and self.for_all != description.for_all:
            return False
        full = self.names and len(self.text) + 2 * len(description.functions) > 2 * BATCH
        return not full and not names & self.names

    def open(self, description):
        self.names |= set(re.findall(r"\b(?:void|define)\s+(\w+)", description.header))
        self.headers.append(description.header)
        self.for_all = description.for_all

    def add(self, description, function, request, seed):
        """All forms and cases of one function. Returns how many cases. With random arguments that
        ask for more shared memory than there is only the smallest are tried."""
        name, count = function["name"], 0
        for with_rank in (False, True):
            called = name + "_at" if with_rank else name
            parameters = kernels.prototype(description.header, called)
            if with_rank and function["scope"].startswith("cluster"):
                continue  # the frame's ranks are those of one CTA
            if parameters is None:
                if with_rank:
                    continue
                raise Failure("%s: no definition in the header" % name)
            index = len(self.labels)
            launch = launches(function, with_rank)
            text = kernels.kernel(index, function, called, parameters, with_rank, launch[1], request)
            moved = parameters[1:] if with_rank else parameters
            values = expected.arguments(request, [p[1] for p in kernels.run_time(moved)], with_rank, seed)
            fitting, values, larger = [], some(values, name), ""
            for case, numbers in enumerate(values):
                source = random.Random("%s %s %d %d" % (seed, name, with_rank, case))
                try:
                    images = expected.images(request, moved, launch[3], numbers, source)
                except casefile.TooLarge as reason:
                    larger = str(reason)
                    continue
                if images.shared_bytes() <= MAX_SHARED:
                    fitting.append((numbers, images))
                else:
                    larger = "%d bytes of shared memory" % images.shared_bytes()
            if not fitting:
                raise kernels.Unsupported(larger)
            for numbers, images in fitting:
                label = "%s: %s(%s)" % (
                    description.name, called, ", ".join("%s=%s" % (n, "%d.." % v[0] if n == kernels.INDEX else v)
                                                         for n, v in numbers.items()))
                held = None
                if request.picks:
                    held = request.picks.bytes_for(numbers["index"], launch[3])
                self.cases.add(index, label, launch, images.src, images.dst, images.after,
                               [numbers[p[1]] & 0xFFFFFFFF for p in kernels.run_time(moved)], held)
                count += 1
            self.text.append(text)
            self.labels.append((index, called))
        return count

    def write(self, directory):
        """b3.inc (kernels), b3.c, b3.cu, b3.cases; returns the stem."""
        stem = os.path.join(directory, "b%d" % self.index)
        with open(stem + ".inc", "w") as out:
            out.write('#include "frame.h"\n')
            for i, header in enumerate(self.headers):
                guard = re.search(r"#ifndef (\w+)", header)
                out.write(header)
                if guard:
                    out.write("#undef %s\n" % guard.group(1))
            out.write("\n".join(self.text) + "\n" + kernels.table(self.labels))
        include = '#include "%s.inc"\n' % os.path.basename(stem)
        with open(stem + ".c", "w") as out:
            out.write(include)
        with open(stem + ".cu", "w") as out:
            out.write(include + '#include "runner.cu"\n')
        self.cases.write(stem + ".cases")
        return stem


def runs_on(function, target):
    """Has the function a body for this target? sm_90a runs what sm_90 and sm_80 have."""
    number = int(re.sub(r"\D", "", target))
    return any(plan.get("variant") and any(
        one == target or (one[-1].isdigit() and int(one[3:]) <= number) for one in plan["targets"])
        for plan in function["plans"])


def batches(descriptions, seed, directory, target=None):
    """Writes all batches, of functions that the target has if one is named. Returns (stems,
    functions, cases, skips, failures)."""
    gc.disable()  # millions of tuples and not one cycle: looking for some takes a fifth of the time
    os.makedirs(directory, exist_ok=True)
    stems, open_batch, functions, cases, skips, failures = [], None, 0, 0, [], []
    for description in sorted(descriptions, key=lambda d: d.for_all):  # or few share a unit
        if open_batch is None or not open_batch.fits(description):
            if open_batch is not None:
                stems.append(open_batch.write(directory))
            open_batch = Batch(len(stems))
        open_batch.open(description)
        try:
            pairs = description.pairs()
        except (Failure, oracle_error) as failure:
            failures.append("%s: %s" % (description.name, failure))
            continue
        for function, request in pairs:
            if target and not runs_on(function, target):
                skips.append("%s: %s: no body for %s" % (description.name, function["name"], target))
                continue
            try:
                cases += open_batch.add(description, function, request, seed)
                functions += 1
            except kernels.Unsupported as reason:
                skips.append("%s: %s: %s" % (description.name, function["name"], reason))
            except (Failure, oracle_error, ValueError) as failure:
                failures.append(
                    "%s: %s: %s" % (description.name, function["name"], failure))
    if open_batch is not None:
        stems.append(open_batch.write(directory))
    return stems, functions, cases, skips, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--out")
    parser.add_argument("--seed", default="1")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    tcgen = os.path.join(options.build, "tcgen")
    descriptions = []
    for path in options.files:
        with open(path) as source:
            descriptions.append(
                Description(tcgen, os.path.relpath(path), source.read(), os.path.dirname(path)))
    out = options.out or os.path.join(options.build, "tests", "harness")
    stems, functions, cases, skips, failures = batches(descriptions, options.seed, out)
    for line in skips:
        print("skipped " + line)
    for line in failures:
        print("FAILED " + line)
    print("%d functions, %d cases in %s" % (functions, cases, ", ".join(stems)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
