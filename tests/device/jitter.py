"""The code of pipelines on a GPU: tests/pipes, 10000 turns of each kind of pipe, every agent held up at random."""
import os
import re

from harness import run


def check(tally, build, nvcc, directory, arch):
    name = "jitter of pipelines"
    if arch.startswith("sm_8"):
        tally.skip(name, "%s has no bulk copies" % arch)
        return
    header = run([os.path.join(build, "tcgen"), "-Wno-share", "-o", os.path.join(directory, "pipes_gen.h"),
                  "tests/pipes/pipes.tc"])
    out = os.path.join(directory, "pipes")
    built = run([nvcc, "-arch=" + arch, "-std=c++17", "-Werror", "all-warnings", "-x", "cu", "-I.", "-Iinclude",
                 "-I" + directory, "tests/pipes/test_pipes.c", "-o", out], timeout=600) if header.code == 0 else header
    if tally.check("nvcc " + name, built.code == 0, built):
        done = run([out], timeout=300)
        tally.check(name, done.code == 0 and re.search(r"^\d+ passed, 0 failed$", done.out, re.M), done)
