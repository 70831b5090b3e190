"""Whole programs with -DTC_CHECK=1: what a user builds has a host pass, a link and sometimes <cstdio>
before the header; a device-only compile has none of them."""
import os
import re
import sys

import caller
import harness

sys.path.insert(0, os.path.join(harness.ROOT, "tests", "device"))
import checked as checked_device  # noqa: E402
import descriptors as descriptors_device  # noqa: E402
import jitter as jitter_device  # noqa: E402
import tensor as tensor_device  # noqa: E402
import warpgroup as warpgroup_device  # noqa: E402
import wgmma as wgmma_device  # noqa: E402

CHECKED = "-DTC_CHECK=1"
MAIN = "int main(void) {\n    return 0;\n}\n"
# name, the text before the header, what is added to the command; the last is built of two units.
FORMS = [("alone", "", []), ("after cstdio", "#include <cstdio>", []),
         ("two units -rdc=true", "", ["-rdc=true"])]


def checked(matrix):
    """With nvcc, in every form; of many functions in the last, which holds the others."""
    if not matrix.tools.nvcc:
        matrix.tally.skip("nvcc program/%s" % matrix.header.name, matrix.tools.why("nvcc"))
        return
    found = {"sm_90": matrix.by_arch["sm_90"]}
    for form, before, more in FORMS if matrix.small else FORMS[-1:]:
        units = ["program_first.cu"] + (["program_second.cu"] if more else [])
        for unit in units:
            text = caller.device_unit(matrix.header, found, before, kernel=unit[:-3])
            harness.write(matrix.path(unit), text + (MAIN if unit == units[0] else ""))
        matrix.passes(["nvcc program", form],
                      [matrix.tools.nvcc, CHECKED, "-arch=sm_90", "-Werror", "all-warnings", "-Xcompiler",
                       "-Wall,-Wextra", *matrix.quick, "-o", matrix.path("program")] + more + units + matrix.header.flags())


def of_device_check(args, tally, tools):
    """What `make device-check` runs on a GPU is built here too."""
    if tools.nvcc and tally.wants("nvcc program/checked.cu"):
        for built in checked_device.build(tools.nvcc, os.path.join(args.build, "tests", "compile"), "sm_90"):
            tally.check("nvcc program/checked.cu", built.code == 0 and not (built.out + built.err).strip(), built)
    if tally.wants("checked.py"):
        done = harness.Result(["checked"], 0, "f: why\n", "cudaErrorUnknown\n")
        tally.check("checked.py: the reason and the error's name",
                    checked_device.trapped(done, "f: why") and not checked_device.trapped(done, "f: how"), done)
        for out, err in (("f: why\nclean\n", ""), ("f: why\ncudaErrorUnknown\n", ""), ("f: why\n", "cudaErrorUnknown and more\n")):
            done = harness.Result(["checked"], 0, out, err)
            tally.check("checked.py: %r, %r is no trap" % (out, err), not checked_device.trapped(done, "f: why"), done)
    if tools.nvcc and tally.wants("nvcc program/test_wgmma.c"):
        built, _ = warpgroup_device.build(tools.nvcc, os.path.join(args.build, "tests", "compile"))
        tally.check("nvcc program/test_wgmma.c", built.code == 0 and not (built.out + built.err).strip(), built)
    if tools.nvcc and tally.wants("nvcc program/descriptors.cu"):
        built, _ = descriptors_device.build(args.tcgen, tools.nvcc, os.path.join(args.build, "tests", "compile", "descriptors"))
        tally.check("nvcc program/descriptors.cu", built.code == 0 and not (built.out + built.err).strip(), built)
    if tools.nvcc and tally.wants("nvcc program/tensor.cu"):
        built, _ = tensor_device.build(args.tcgen, tools.nvcc, os.path.join(args.build, "tests", "compile"))
        tally.check("nvcc program/tensor.cu", built.code == 0 and not (built.out + built.err).strip(), built)
    os.makedirs(os.path.join(args.build, "tests", "compile"), exist_ok=True)
    if tools.nvcc and tally.wants("nvcc program/test_pipes.c"):
        where = os.path.join(args.build, "tests", "compile", "pipes")
        made = jitter_device.make_header(args.tcgen, where)
        built, _ = jitter_device.build(tools.nvcc, where, ["-Ofc=max", "-arch=sm_90a"])
        tally.check("nvcc program/test_pipes.c", made.code == 0 and built.code == 0, built)
    for name in ("tma_transpose", "tma_stencil", "tma_ring"):  # the examples beside the same by hand
        if tools.nvcc and tally.wants("nvcc program/bench %s" % name):
            built = harness.run([tools.nvcc, *tensor_device.TARGET, "-O3", "-std=c++17", "-Werror", "all-warnings", "-Iinclude",
                                 "-o", os.path.join(args.build, "tests", "compile", name), "bench/device/%s.cu" % name])
            tally.check("nvcc program/bench %s" % name, built.code == 0 and not (built.out + built.err).strip(), built)
    if tools.nvcc and tally.wants("nvcc program/wgmma.cu"):
        built, program = wgmma_device.build(args.tcgen, tools.nvcc, os.path.join(args.build, "tests", "compile"))
        tally.check("nvcc program/wgmma.cu", built.code == 0 and not (built.out + built.err).strip(), built)
        if tools.cuobjdump and built.code == 0:
            listing = harness.run([tools.cuobjdump, "-sass", program]).out
            products = re.findall(r"\b[HQI]GMMA\.64x\d+x\d+\S*", listing)
            tally.check("wgmma.cu: an instruction for each product", len(set(products)) == wgmma_device.PRODUCTS,
                        "%d: %s" % (len(products), sorted(set(products))))


def checked_clang(matrix, command, warnings):
    """With clang: both passes by themselves, because clang 14 cannot call the fatbinary of CUDA 13."""
    found = {"sm_80": matrix.by_arch["sm_80"]}
    for form, before, _ in FORMS[:2] if matrix.small else FORMS[:1]:
        harness.write(matrix.path("program_clang.cu"),
                      CLANG_LAUNCH + caller.device_unit(matrix.header, found, before) + MAIN)
        for side in ("device", "host"):
            matrix.passes(["clang-cuda program", form, side],
                          [c.replace("--cuda-device-only", "--cuda-%s-only" % side) for c in command]
                          + warnings + [CHECKED, "-O2", "-o", os.devnull, "program_clang.cu"]
                          + matrix.header.flags())


# What clang asks for where a kernel has a host side; CUDA's headers, which are left out, have it.
CLANG_LAUNCH = """typedef __SIZE_TYPE__ size_t;
struct dim3 {
    unsigned x, y, z;
};
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
"""
