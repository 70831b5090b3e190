#!/usr/bin/env python3
"""Runs all suites, two at a time, and sums them.

usage: run.py [--build build] [--jobs 2] [--long] [--list] [SUITE...]

A suite is tests/NAME/run.py, or a unit test binary, that ends with `N passed, N failed[, N skipped]`.
Counted are cases, not the expectations of one: a place in a unit test, a description in a suite.
The table names those that must exist; any other tests/NAME/run.py is found by itself. One line a
suite, the failures in full, every skip with its reason, the processor time of each suite and of what
make built before, and the sum as the last line.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import LONG, ROOT, clean_environment  # noqa: E402

# Name, the seconds that a run has needed at most on a busy machine, what it shows. The longest start first, so that
# all jobs end together. A suite may take three times as long: the limit is there against hangs.
SUITES = [
    ("compile", 2400, "every header, target and compiler without a warning"),
    ("names", 1500, "names out of a description compile, or are refused with the reason"),
    ("emu", 1200, "every emitted function on the emulator"),
    ("property", 900, "random layouts, regions, dtypes and scopes against the oracle"),
    ("determinism", 900, "the same bytes from any folder, locale and compiler"),
    ("mutation", 900, "planted faults are caught by the proof and by the emulator"),
    ("sass", 600, "exact memory instructions, no stack, no spills"),
    ("fuzz", 600, "no crash, no hang, a diagnostic for every wrong input"),
    ("docs", 600, "what the documentation shows is what the tool does"),
    ("lint", 600, "rooms, names, sizes, versions, formatting"),
    ("variant", 450, "docs/adding-a-variant.md does what it says"),
    ("primitive", 450, "docs/adding-a-primitive.md does what it says"),
    ("oracle", 300, "layouts against an evaluator written from the definition"),
    ("cuda", 300, "CUDA files on the emulator, with and without planted faults"),
    ("pipes", 300, "the code of pipelines at work on the emulator, and beside the same by hand"),
    ("golden", 300, "headers, explanations and pictures beside their inputs"),
    ("choices", 300, "plans do not change unnoticed: one line a function"),
    ("errors", 300, "one file for each diagnostic, with line and column"),
    ("cli", 300, "exit codes, outputs, depfiles"),
    ("scan", 300, "names in kernels are read back into the functions that have them"),
    ("schema", 300, "the JSON against its schema"),
    ("facts", 300, "the facts that tcgen says are missing bring what it says"),
    ("gallery", 300, "the page of `make gallery` is well-formed and whole"),
    ("install", 300, "an example built against an installed copy"),
    ("wheel", 300, "the Python package in a clean virtual environment, without nvcc"),
    ("cmake", 300, "a user's project by CMake: both generators, taken in and installed"),
]
OTHERS = 600  # seconds of a suite that has no row
UNIT = 300
NOT_HERE = {"device"}  # needs a GPU: make device-check
CLOSING = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")
Suite = collections.namedtuple("Suite", "name command limit")
Outcome = collections.namedtuple("Outcome", "suite passed failed skipped seconds output cpu", defaults=(0.0,))


def all_suites(build):
    suites = []
    named = [row[0] for row in SUITES] + sorted(NOT_HERE)
    for name, seconds, _ in SUITES:
        suites.append(Suite(name, script(build, "tests/%s/run.py" % name), 3 * seconds))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "*", "run.py"))):
        name = os.path.basename(os.path.dirname(path))
        if name not in named:
            suites.append(Suite(name, script(build, os.path.relpath(path, ROOT)), 3 * OTHERS))
    units = sorted(glob.glob(os.path.join(ROOT, "tests", "unit", "test_*.c")))
    for path in units or [os.path.join(ROOT, "tests", "unit", "test_none.c")]:
        stem = os.path.splitext(os.path.basename(path))[0]
        suites.append(Suite("unit/" + stem[5:], [os.path.join(build, "tests", "unit", stem)], 3 * UNIT))
    return sorted(suites, key=lambda suite: -suite.limit)


def script(build, path):
    return [sys.executable, path, "--build", build]


def run_suite(suite):
    start, cpu, code = time.time(), 0.0, None
    path = suite.command[1] if len(suite.command) > 1 else suite.command[0]
    if not os.path.exists(os.path.join(ROOT, path)):
        output = "FAIL there is no %s\n" % os.path.relpath(os.path.join(ROOT, path), ROOT)
    else:
        code, output, cpu = measured(suite)
    return judge(suite, code, output, time.time() - start)._replace(cpu=cpu)


def measured(suite):
    """(exit status, output, processor seconds of the suite and of all that it started and waited for)."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(suite.command, cwd=ROOT, env=clean_environment(), stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=subprocess.STDOUT)
        late = []
        timer = threading.Timer(suite.limit, lambda: (late.append(True), process.kill()))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        output = out.read().decode("utf-8", "backslashreplace")
    if late:
        output += "\nFAIL took more than %d s\n" % suite.limit
    return None if late else process.returncode, output, usage.ru_utime + usage.ru_stime


def built_before():
    """Processor seconds of what the make that runs this has waited for, or None: where there is no /proc, no make."""
    try:
        with open("/proc/%d/stat" % os.getppid(), encoding="utf-8") as f:
            name, fields = re.fullmatch(r"\d+ \((.*)\) (.*)\n", f.read(), re.S).groups()
        user, system = fields.split()[13:15]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") if "make" in name else None
    except (OSError, AttributeError, ValueError):
        return None


def judge(suite, code, output, seconds):
    """The counts come from the closing line; what contradicts it is one more failure."""
    lines = output.rstrip().splitlines()
    closing = CLOSING.match(lines[-1].strip()) if lines else None
    passed, failed, skipped = (int(n or 0) for n in closing.groups()) if closing else (0, 0, 0)
    if not closing:
        failed += 1
        output += "\nFAIL no closing line; exit status %s\n" % code
    elif code != 0 and failed == 0:
        failed += 1
        output += "\nFAIL exit status %s though nothing failed\n" % code
    elif passed + failed + skipped == 0:
        failed += 1
        output += "\nFAIL nothing ran\n"
    return Outcome(suite, passed, failed, skipped, seconds, output)


def report(outcome):
    print("%-4s %-16s %5d passed %3d failed %3d skipped %7.1f s" % (
        "FAIL" if outcome.failed else "ok", outcome.suite.name, outcome.passed, outcome.failed,
        outcome.skipped, outcome.seconds))
    for line in outcome.output.rstrip().splitlines():
        if outcome.failed or line.startswith("SKIP"):
            print("     | %s" % "".join(c if c.isprintable() or c == "\t" else "\\x%02x" % ord(c) for c in line))
    sys.stdout.flush()


def costs(outcomes, before):
    """Processor seconds, the dearest first; suites below one second are one entry."""
    rows = [(o.cpu, o.suite.name) for o in outcomes if o.cpu >= 1]
    rows += [(before, "the build")] if before is not None else []
    rows.append((sum(o.cpu for o in outcomes if o.cpu < 1), "the rest"))
    told = ["%7.1f %s" % row for row in sorted(rows, reverse=True)]
    return "\n".join(["%7.1f seconds of processor time:" % sum(row[0] for row in rows)] + told)


def chosen(suites, names):
    if not names:
        return suites
    picked = [s for s in suites if s.name in names or s.name.split("/")[0] in names]
    unknown = [n for n in names if n not in {s.name for s in picked} | {s.name.split("/")[0] for s in picked}]
    if unknown:
        sys.exit("no such suite: %s" % " ".join(unknown))
    return picked


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--long", action="store_true", help="all cells and many more random cases in every suite")
    parser.add_argument("--list", action="store_true", help="name the suites and what they show")
    parser.add_argument("suites", nargs="*", metavar="SUITE")
    args = parser.parse_args()
    suites = all_suites(os.path.abspath(args.build))
    if args.long:
        os.environ[LONG] = "1"
        suites = [suite._replace(limit=5 * suite.limit) for suite in suites]
    if args.list:
        shows = {row[0]: row[2] for row in SUITES}
        for suite in suites:
            print("%-20s %s" % (suite.name, shows.get(suite.name, "")))
        return 0
    start, outcomes, before = time.time(), [], built_before()
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, args.jobs)) as pool:
        futures = [pool.submit(run_suite, s) for s in chosen(suites, args.suites)]
        for future in concurrent.futures.as_completed(futures):
            outcomes.append(future.result())
            report(outcomes[-1])
    bad = sorted(o.suite.name for o in outcomes if o.failed)
    print("%d suites in %.0f s%s" % (len(outcomes), time.time() - start,
                                     "; failed: " + " ".join(bad) if bad else ""))
    print(costs(outcomes, before))
    closing = "%d passed, %d failed, %d skipped" % tuple(
        sum(getattr(o, key) for o in outcomes) for key in ("passed", "failed", "skipped"))
    with open(os.path.join(args.build, "check.txt"), "w", encoding="utf-8") as f:
        f.write(closing + "\n")
    print(closing)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
