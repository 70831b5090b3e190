"""The code of pipelines on a GPU: tests/pipes, 10000 turns of each kind of pipe, every agent held up at random."""
import os
import re

from harness import read, run

PIPES = "tests/pipes/pipes.tc"
ONLY_LAYOUT = {"padded", "nothing"}  # pipelines of which nothing runs
TOLD = re.compile(r"^(\w+): (\d+ launches of \d+ turns by \d+ CTAs?, (\d+) wrong)$", re.M)


def kinds():
    """{pipeline of tests/pipes/pipes.tc that runs: its ways to synchronise}"""
    text = re.sub(r"#.*", "", read(PIPES))
    found = {}
    for name, body in re.findall(r"(?m)^pipeline (\w+) \{(.*?)^\}", text, re.S):
        ways = ["%s%s" % ("mutex " if " mutex " in line else "", sync) for line in body.splitlines()
                for sync in re.findall(r"\bsync (\w+)", line) or (["named"] if " mutex " in line else [])]
        if name not in ONLY_LAYOUT:
            found[name] = sorted(set(ways))
    return found


def make_header(tcgen, directory):
    os.makedirs(directory, exist_ok=True)
    return run([tcgen, "-Wno-share", "-o", os.path.join(directory, "pipes_gen.h"), PIPES])


def build(nvcc, directory, target):
    out = os.path.join(directory, "pipes_" + target[-1].split("=")[-1])
    return run([nvcc, *target, "-std=c++17", "-Werror", "all-warnings", "-x", "cu", "-I.", "-Iinclude",
                "-I" + directory, "tests/pipes/test_pipes.c", "-o", out], timeout=600), out


def run_for(tally, nvcc, directory, name, target, wanted):
    """Every pipeline of `wanted` has a line, which says that nothing was wrong."""
    built, out = build(nvcc, directory, target)
    if not tally.check("nvcc " + name, built.code == 0, built):
        return
    done = run([out], timeout=300)
    tally.check(name, done.code == 0 and re.search(r"^\d+ passed, 0 failed$", done.out, re.M), done)
    told = TOLD.findall(done.out)
    for pipe, count, wrong in told:
        print("%s: %s (%s): %s" % (name, pipe, ", ".join(wanted.get(pipe, [])), count))
        tally.check("%s: %s" % (name, pipe), wrong == "0", count)
    tally.check(name + ": each kind has run", {pipe for pipe, _, _ in told} == set(wanted),
                "%s, not %s" % (sorted({pipe for pipe, _, _ in told}), sorted(wanted)))


def check(tally, folder, nvcc, directory, arch):
    """As this GPU has it, and the forms of sm_80 with their groups of copies, which it compiles from PTX."""
    name = "jitter of pipelines"
    if arch.startswith("sm_8"):
        tally.skip(name, "%s has no bulk copies" % arch)
        return
    header = make_header(os.path.join(folder, "tcgen"), directory)
    if tally.check("the header of " + name, header.code == 0, header):
        pipes = kinds()
        run_for(tally, nvcc, directory, name, ["-arch=" + arch], pipes)
        old = {pipe: ways for pipe, ways in pipes.items() if not {"tma", "dsmem"} & set(ways)}
        run_for(tally, nvcc, directory, name + ", forms of sm_80",
                ["-DOLD_FORMS", "-gencode", "arch=compute_80,code=compute_80"], old)
