#!/usr/bin/env python3
"""TC_CHECK on the emulator: what it must report, with which words, and what it must be silent about.

usage: run.py [--build build] [--only NAME]
The programs are those of calls.h, each run in a process of its own; tests/device runs them on a GPU.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import programs  # noqa: E402
from harness import Tools, run, start  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]


def binary(args, tally, compiler, level, checks):
    out = os.path.join(programs.folder(args.build), "calls_%s%s_%d" % (
        os.path.basename(compiler), level, checks))
    built = run([compiler, "-std=c11", "-g1", level, *WARNINGS, "-DTC_CHECK=%d" % checks, "-Iinclude",
                 "-I" + programs.folder(args.build), "-o", out, os.path.join(HERE, "calls.c"),
                 os.path.join(args.build, "libtcemu.a"), "-pthread"])
    name = "%s %s TC_CHECK=%d builds" % (os.path.basename(compiler), level, checks)
    return out if tally.check(name, built.code == 0, built) else None


def main():
    args, tally = start(__doc__)
    tools = Tools(args.build)
    if not programs.generate(args, tally):
        return tally.close()
    for compiler in ("gcc", "clang"):
        path = getattr(tools, compiler)
        if not path:
            tally.skip("calls with %s" % compiler, tools.why(compiler))
            continue
        for level in ("-O0", "-O2"):
            out = binary(args, tally, path, level, 1)
            if out:
                programs.judge_all(tally, out, 2, "%s %s" % (compiler, level))
        # Without the checks what is called rightly still works, and what is wrong is not named by them.
        out = binary(args, tally, path, "-O1", 0)
        for name, _, expected in programs.listed(out) if out else []:
            if expected == "ok":
                programs.judge(tally, out, name, "ok", "%s unchecked" % compiler)
    # The same as whole programs for a GPU, which run there.
    for options in ([], programs.OWN_RANK):
        if tools.nvcc:
            programs.gpu_binary(args, tally, tools.nvcc, "sm_90a", options)
        else:
            tally.skip("calls.cu", tools.why("nvcc"))
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
