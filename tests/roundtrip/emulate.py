"""Batches on the emulator: compile, link, run, count.

Kernels are compiled with -fsanitize=thread against the emulator's own runtime, so that it sees their
plain accesses too; the runner is compiled without, once.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import harness  # noqa: E402

FLAGS = ["-std=gnu11", "-Wall", "-Wextra", "-I", os.path.join(ROOT, "include"), "-I", HERE]
RUN_LIMIT = 300


class Outcome:
    def __init__(self, stem):
        self.stem, self.passed, self.failed, self.lines, self.broken = stem, 0, 0, [], False

    def fail(self, text):
        """The batch as a whole did not come to an end."""
        self.failed, self.broken = self.failed + 1, True
        self.lines.append(text)


def compiler():
    return os.environ.get("CC") or "cc"


def execute(command, limit=RUN_LIMIT):
    """(exit status or a word, output)."""
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit)
        return done.returncode, done.stdout.decode("utf-8", "backslashreplace")
    except subprocess.TimeoutExpired as late:
        return "too slow", (late.stdout or b"").decode("utf-8", "backslashreplace")


def runner_object(directory):
    """Compiles runner.c; returns the object's path."""
    target = os.path.join(directory, "runner.o")
    command = [compiler(), "-O2", *FLAGS, "-c", os.path.join(HERE, "runner.c"), "-o", target]
    status, output = execute(command)
    if status != 0:
        raise RuntimeError("%s\n%s" % (" ".join(command), output))
    return target


def run(stem, product, runner, build, dump=None, flags=()):
    """One batch: the outcome of `stem`.c with `stem`.cases. Products are named `product`."""
    outcome = Outcome(product)
    binary = product + ".emu"
    command = [compiler(), "-O1", "-g1", "-fsanitize=thread", *FLAGS, *flags, "-c", stem + ".c",
               "-o", product + ".o"]
    status, output = execute(command)
    if status != 0:
        outcome.fail("%s does not compile:\n%s" % (stem + ".c", output[:6000]))
        return outcome
    command = [compiler(), product + ".o", runner, os.path.join(build, "libtcemu.a"), "-lpthread",
               "-o", binary]
    status, output = execute(command)
    if status != 0:
        outcome.fail("%s does not link:\n%s" % (product, output[:3000]))
        return outcome
    status, output = execute([binary, stem + ".cases"] + (["--dump", dump] if dump else []))
    closing = re.search(r"^(\d+) passed, (\d+) failed\s*\Z", output, re.M)
    if closing is None:
        outcome.fail("%s ended with %s:\n%s" % (binary, status, output[-3000:]))
        return outcome
    outcome.passed, outcome.failed = int(closing.group(1)), int(closing.group(2))
    outcome.lines += output.splitlines()[:-1]
    return outcome


def older(stem, number):
    """Targets whose bodies differ from the newest one's, as flags: one of them in turns, with --long all. A
    function that an older target lacks cannot be compiled for it: such a batch runs for the newest alone."""
    with open(stem + ".inc", encoding="utf-8") as kernels:
        text = kernels.read()
    if not re.search(r"^#if TC_HAS_", text, re.M) or "TC_UNAVAILABLE(" in text:
        return []
    targets = ["-DTC_ARCH=800", "-DTC_ARCH=900", "-DTC_ARCH=1000"]
    return targets if os.environ.get(harness.LONG) else [targets[number % 3]]


def run_all(stems, directory, build, jobs=2, dump=False, flags=()):
    """Outcomes of all batches, in order; every second one with its run-time checks, which must be silent."""
    runner = runner_object(directory)
    checks = [[], ["-DTC_CHECK=1"]]
    work = [(stem, stem, [*flags, *checks[i % 2]]) for i, stem in enumerate(stems)]
    work += [(stem, stem + arch[-4:].strip("="), [arch, *flags])
             for i, stem in enumerate(stems) for arch in older(stem, i)]
    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        return list(pool.map(
            lambda w: run(w[0], w[1], runner, build, w[1] + ".dump" if dump else None, w[2]),
            work))
