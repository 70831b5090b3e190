"""The fragments of wgmma in hardware: A and what is added come into registers, and the sum leaves them, by
functions of tests/device/wgmma.tc; B's tile is written by one, too."""
import os
import re

import harness

NAME = "fragments of wgmma"
TARGET = ["-gencode", "arch=compute_90a,code=sm_90a"]
TOLD = re.compile(r"^(wgmma \S+ \w+): (.*, (\d+) wrong)$", re.M)
PRODUCTS = 15  # seven types by 8 and by 64 columns, f16 by 256


def build(tcgen, nvcc, directory):
    """(The run that made the header or, where that went well, the program; the program's path.)"""
    os.makedirs(directory, exist_ok=True)
    out = os.path.join(directory, "wgmma")
    made = harness.run([tcgen, "-o", os.path.join(directory, "wgmma_gen.h"), "tests/device/wgmma.tc"])
    if made.code == 0:
        made = harness.run([nvcc, *TARGET, "-O3", "-std=c++17", "-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra",
                            "-I.", "-Iinclude", "-I" + directory, "-o", out, "tests/device/wgmma.cu"], timeout=600)
    return made, out


def check(tally, folder, nvcc, directory, arch):
    if arch != "sm_90a":
        tally.skip(NAME, "%s has no wgmma" % arch)
        return
    made, program = build(os.path.join(folder, "tcgen"), nvcc, directory)
    if not tally.check("nvcc " + NAME, made.code == 0, made):
        return
    done = harness.run([program], timeout=120)
    told = TOLD.findall(done.out)
    for product, text, wrong in told:
        print("%s: %s" % (product, text))
        tally.check(product, wrong == "0", text)
    tally.check(NAME, done.code == 0 and len(told) == PRODUCTS, done)
