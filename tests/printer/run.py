#!/usr/bin/env python3
"""Printed text of hand-built and random Plans: it compiles without a warning everywhere, clang-format
leaves it alone, and every address in it is the Plan's own.

usage: run.py [--build build] [--only compiles] [--seed N] [--plans 300]
tests/unit/test_printer writes the texts; a random one is a C program that checks itself.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

C_WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Werror"]
LANGUAGES = [("gcc", "c99"), ("gcc", "c11"), ("clang", "c99"), ("gxx", "c++11"), ("gxx", "c++20")]
DEVICES = ["sm_80", "sm_90", "sm_100a"]


def options(parser):
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plans", type=int, default=300)


def check_format(tally, tools, name, path):
    if not tools.clang_format:
        tally.skip(name, tools.why("clang_format"))
        return
    result = harness.run([tools.clang_format, "--style=file:.clang-format", "--dry-run", "-Werror", path])
    tally.check(name, result.code == 0, result)


def check_compiles(tally, tools, folder, header):
    source = os.path.join(folder, "include.cu")
    harness.write(source, '#include "%s"\n' % os.path.basename(header))
    for tool, standard in LANGUAGES:
        name, compiler = "compiles/%s %s" % (tool, standard), getattr(tools, tool)
        if not compiler:
            tally.skip(name, tools.why(tool))
            continue
        language = "c++" if "+" in standard else "c"
        for check in "0", "1":
            result = harness.run([compiler, "-x", language, "-std=" + standard] + C_WARNINGS +
                                 ["-DTC_CHECK=" + check, "-Iinclude", "-fsyntax-only", source])
            tally.check("%s TC_CHECK=%s" % (name, check), result.code == 0, result)
    for device in DEVICES:
        name = "compiles/nvcc %s" % device
        if not tools.nvcc:
            tally.skip(name, tools.why("nvcc"))
            continue
        result = harness.run([tools.nvcc, *tools.quick, "-arch=" + device, "-Werror", "all-warnings", "-Iinclude",
                              "-c", source, "-o", os.path.join(folder, device + ".o")])
        tally.check(name, result.code == 0, result)


def check_emulated(args, tally, tools, folder):
    """Plans that no variant offers yet, from their text on the emulator."""
    program = os.path.join(folder, "emulated")
    result = harness.run([tools.gcc or tools.clang or "cc", "-std=gnu11", "-O1", "-g1", "-Wall", "-Wextra", "-Werror",
                          "-fsanitize=thread", "-Iinclude", "-I" + folder, "-c", "-o", program + ".o",
                          "tests/printer/emulated.c"])
    if tally.check("emulated/compiles", result.code == 0, result):
        result = harness.run([tools.gcc or tools.clang or "cc", "-o", program, program + ".o",
                              os.path.join(args.build, "libtcemu.a"), "-lm", "-pthread"])
        if tally.check("emulated/links", result.code == 0, result):
            result = harness.run([program])
            tally.check("emulated/results", result.code == 0 and " 0 failed" in result.out, result)


def check_random(args, tally, tools, folder, writer):
    path, program = os.path.join(folder, "random.c"), os.path.join(folder, "random")
    for seed in range(args.seed, args.seed + 3):
        name = "random/seed %d" % seed
        result = harness.run([writer, path, str(seed), str(args.plans)])
        if not tally.check(name + " written", result.code == 0, result):
            continue
        check_format(tally, tools, name + " format", path)
        level = "-O1" if seed == args.seed else "-O0"  # some warnings need an optimiser, which costs as much as the rest
        result = harness.run([tools.gcc or "cc", "-std=c99", level, "-Wall", "-Wextra", "-Wconversion",
                              "-Werror", path, "-o", program])
        if tally.check(name + " compiles", result.code == 0, result):
            result = harness.run([program])
            tally.check(name + " addresses", result.code == 0 and " 0 failed" in result.out, result)


def main():
    args, tally = harness.start(__doc__, options)
    tools = harness.Tools(args.build)
    folder = os.path.join(args.build, "tests", "printer")
    writer = os.path.join(args.build, "tests", "unit", "test_printer")
    header = os.path.join(folder, "plans_gen.h")
    os.makedirs(folder, exist_ok=True)
    result = harness.run([writer, header])
    if tally.check("plans/written", result.code == 0, result):
        if tally.wants("plans/format"):
            check_format(tally, tools, "plans/format", header)
        if tally.wants("compiles"):
            check_compiles(tally, tools, folder, header)
        if tally.wants("emulated"):
            check_emulated(args, tally, tools, folder)
    if tally.wants("random"):
        check_random(args, tally, tools, folder, writer)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
