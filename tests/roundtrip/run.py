#!/usr/bin/env python3
"""Every function of tests/golden, tests/descriptions, the examples and the kit, from its text, on the
emulator.

usage: run.py [--build build] [--only NAME] [--jobs 2] [--seed TEXT] [FILE.tc...]
The oracle says what must arrive; one check is one call of one form with one set of arguments.
"""
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import emulate  # noqa: E402
import roundtrip  # noqa: E402
import sources  # noqa: E402
from harness import start  # noqa: E402


def options(parser):
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--target", help="the bodies for this target instead of the newest")
    parser.add_argument("files", nargs="*", metavar="FILE.tc")


def main():
    args, tally = start(__doc__, options)
    begin = time.time()
    found = sources.descriptions(args, tally)
    directory = os.path.join(args.build, "tests", "roundtrip")
    stems, functions, cases, skips, failures = roundtrip.batches(found, args.seed, directory)
    for line in failures:
        tally.fail(line)
    for line in skips:
        tally.skip(*line.rsplit(": ", 1))
    sources.report(tally, emulate.run_all(stems, directory, args.build, args.jobs))
    print("%d functions of %d descriptions, %d calls in %d files, %.0f s" % (
        functions, len(found), cases, len(stems), time.time() - begin))
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
