#!/usr/bin/env python3
"""The generated code of pipelines at work on the emulator, each kind of pipe in many orders of its threads.

usage: run.py [--build build] [--only NAME]
pipes.tc is made into a header, and test_pipes.c, which calls it, is compiled with each compiler that is
there, unoptimised and optimised, with the bodies for sm_80 and for sm_90. tests/device runs the same program on a GPU, its agents held up at random.
"""
import itertools
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
WRAP = "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset"


def header(build, where):
    """tests/pipes/pipes.tc -> WHERE/pipes_gen.h."""
    os.makedirs(where, exist_ok=True)
    tcgen = os.path.join(build, "tcgen")
    return harness.run([tcgen, "-Wno-share", "-o", os.path.join(where, "pipes_gen.h"), "tests/pipes/pipes.tc"])


def program(args, tally, where, compiler, level, arch):
    name = "%s %s, sm_%d" % (compiler, level, arch // 10)
    if not tally.wants(name):
        return
    if not shutil.which(compiler):
        tally.skip(name, "%s is not on this machine" % compiler)
        return
    out = os.path.join(where, "pipes_%s%s_%d" % (compiler, level, arch))
    made = harness.run([compiler, "-std=c11", "-g", level, *WARNINGS, "-I.", "-Iinclude", "-I" + where,
                        "-DTC_ARCH=%d" % arch,
                        "tests/pipes/test_pipes.c", os.path.join(args.build, "libtcemu.a"), "-pthread", WRAP, "-o", out])
    done = harness.run([out]) if made.code == 0 else made
    counted = re.search(r"^(\d+) passed, 0 failed$", done.out, re.M)
    tally.check(name, done.code == 0 and counted, (done.out + done.err)[-3000:])


def main():
    args, tally = harness.start(__doc__)
    where = os.path.join(args.build, "tests", "pipes")
    made = header(args.build, where)
    if tally.check("the header", made.code == 0, made.err):
        for compiler, level, arch in itertools.product(["gcc", "clang"], ["-O0", "-O2"], [800, 900]):
            program(args, tally, where, compiler, level, arch)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
