"""The code of pipelines on a GPU: tests/pipes, 10000 turns of each kind of pipe, every agent held up at random."""
import os
import re

from harness import run


def run_for(tally, build, nvcc, directory, name, target):
    out = os.path.join(directory, "pipes_" + target[-1].split("=")[-1])
    built = run([nvcc, *target, "-std=c++17", "-Werror", "all-warnings", "-x", "cu", "-I.", "-Iinclude",
                 "-I" + directory, "tests/pipes/test_pipes.c", "-o", out], timeout=600)
    if tally.check("nvcc " + name, built.code == 0, built):
        done = run([out], timeout=300)
        tally.check(name, done.code == 0 and re.search(r"^\d+ passed, 0 failed$", done.out, re.M), done)


def check(tally, build, nvcc, directory, arch):
    """As this GPU has it, and the forms of sm_80 with their groups of copies, which it compiles from PTX."""
    name = "jitter of pipelines"
    if arch.startswith("sm_8"):
        tally.skip(name, "%s has no bulk copies" % arch)
        return
    header = run([os.path.join(build, "tcgen"), "-Wno-share", "-o", os.path.join(directory, "pipes_gen.h"),
                  "tests/pipes/pipes.tc"])
    if tally.check("the header of " + name, header.code == 0, header):
        run_for(tally, build, nvcc, directory, name, ["-arch=" + arch])
        run_for(tally, build, nvcc, directory, name + ", forms of sm_80",
                ["-DOLD_FORMS", "-gencode", "arch=compute_80,code=compute_80"])
