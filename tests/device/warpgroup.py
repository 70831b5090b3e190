"""Products of a warpgroup in hardware, element by element: tests/emu/test_wgmma.c with every type and form, compiled as
CUDA. What it expects is what it expects of the emulator."""
import os
import re

import harness

NAME = "products of a warpgroup"
PRODUCTS = 26 + 4 * 26  # those of the emulator's test; 26 forms by 8, 64, 128 and 256 columns


def build(nvcc, directory):
    """(The run of nvcc, the program's path.)"""
    os.makedirs(directory, exist_ok=True)
    out = os.path.join(directory, "test_wgmma")
    return harness.run([nvcc, "-x", "cu", "-gencode", "arch=compute_90a,code=sm_90a", "-O3", "-std=c++17", "-Werror", "all-warnings",
                        "-DEVERY_FORM", "-I.", "-Iinclude", "-o", out, "tests/emu/test_wgmma.c"], timeout=600), out


def check(tally, folder, nvcc, directory, arch):
    if arch != "sm_90a":
        tally.skip(NAME, "%s has no wgmma" % arch)
        return
    made, program = build(nvcc, directory)
    if not tally.check("nvcc " + NAME, made.code == 0, made):
        return
    done = harness.run([program], timeout=300)
    told = re.search(r"^(\d+) passed, 0 failed$", done.out, re.M)
    tally.check(NAME, done.code == 0 and told and int(told.group(1)) >= 4 * PRODUCTS, done)
