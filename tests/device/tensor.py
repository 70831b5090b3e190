"""Tensor copies in hardware: boxes at random origins, swizzles, stores and sums by tests/device/tensor.cu."""
import os
import re

import harness

NAME = "tensor copies"
TARGET = ["-gencode", "arch=compute_90a,code=sm_90a"]
TOLD = re.compile(r"^(tensor \w+): (\d+ elements, (\d+) wrong)$", re.M)
FUNCTIONS = 16  # eleven loads, two stores, two sums, a maximum


def build(tcgen, nvcc, directory):
    """(The run that made the header or, where that went well, the program; the program's path.)"""
    os.makedirs(directory, exist_ok=True)
    out = os.path.join(directory, "tensor")
    made = harness.run([tcgen, "-o", os.path.join(directory, "tensor_gen.h"), "tests/device/tensor.tc"])
    if made.code == 0:
        made = harness.run([nvcc, *TARGET, "-O3", "-std=c++17", "-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra",
                            "-I.", "-Iinclude", "-I" + directory, "-o", out, "tests/device/tensor.cu"], timeout=600)
    return made, out


def check(tally, folder, nvcc, directory, arch):
    if not arch.startswith("sm_9"):
        tally.skip(NAME, "%s: the program is for sm_90a" % arch)
        return
    made, program = build(os.path.join(folder, "tcgen"), nvcc, directory)
    if not tally.check("nvcc " + NAME, made.code == 0, made):
        return
    done = harness.run([program], timeout=120)
    told = TOLD.findall(done.out)
    for function, text, wrong in told:
        print("%s: %s" % (function, text))
        tally.check(function, wrong == "0", text)
    tally.check(NAME, done.code == 0 and len(told) == FUNCTIONS, done)
