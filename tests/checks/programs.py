"""The programs of calls.h: their header, and what one run of each must end with."""
import os

from harness import run

HERE = os.path.dirname(os.path.abspath(__file__))


def folder(build):
    path = os.path.join(build, "tests", "checks")
    os.makedirs(path, exist_ok=True)
    return path


def generate(args, tally):
    """calls_gen.h beside the binaries; False: it failed."""
    made = run([args.tcgen, "-o", os.path.join(folder(args.build), "calls_gen.h"),
                os.path.join(HERE, "calls.tc")])
    return tally.check("calls.tc", made.code == 0 and not made.err, made)


# A program may say what the rank in a block of two dimensions is.
OWN_RANK = ["-DTC_RANK_CTA=(threadIdx.x + threadIdx.y * blockDim.x)", "-DCALLS_OWN_RANK"]


def gpu_binary(args, tally, nvcc, arch, options=()):
    """A whole program with run-time checks; None: it does not build."""
    out = os.path.join(folder(args.build), "calls%s.gpu" % ("_own" if options else ""))
    built = run([nvcc, "-arch=" + arch, "-std=c++17", "-Werror", "all-warnings", "-DTC_CHECK=1", *options,
                 "-Iinclude", "-I" + folder(args.build), "-o", out, os.path.join(HERE, "calls.cu")],
                timeout=600)
    name = "calls.cu for %s%s builds" % (arch, " with a rank of its own" if options else "")
    return out if tally.check(name, built.code == 0, built) else None


def listed(binary):
    """[(name, what a GPU says, what the emulator says)]; `-`: does not run there, `ok`: ends well."""
    return [line.split("\t") for line in run([binary, "list"]).out.splitlines()]


def judge(tally, binary, name, expected, where):
    """One program, one process."""
    done = run([binary, name], timeout=120)
    text = done.out + done.err
    if expected == "ok":
        good = done.code == 0 and done.out == "done\n" and not done.err
    else:
        good = done.code == 1 and expected in text and "done" not in done.out
    tally.check("%s: %s %s" % (where, name, "is right" if expected == "ok" else "is reported"), good,
                lambda: "expected: %s\n%s" % (expected, done))


def judge_all(tally, binary, column, where):
    """column: 1 on a GPU, 2 on the emulator."""
    programs = listed(binary)
    wanted = [row for row in programs if row[column] != "-"]
    silent = sum(row[column] == "ok" for row in wanted)
    tally.check("%s: programs of both kinds" % where, silent >= 5 and len(wanted) - silent >= 5, programs)
    for row in wanted:
        judge(tally, binary, row[0], row[column], where)
