"""The faulty and the right kernels that bench/sanitizer.py runs, each as a program for both machines.

Those of tests/cuda/kernels are programs of their own, with -DNAME for a fault. Those of tests/emu stand in
tables of a test: the kernels of a file are taken over as they are, and bench/device/one_kernel.h launches
the one that is asked for.
"""
import glob
import os
import re

import measure
import harness

ROOT = measure.ROOT
STEMS = ("faults", "user_faults", "sync_faults", "landing_faults", "edge_faults", "barrier_edges", "bulk_edges",
         "mbarrier_edges")
ROW = re.compile(r"^    F\(\s*(\w+),\s*(\d+),\s*(\d+),", re.M)
RIGHT = re.compile(r"^    RIGHT\((\w+), (?:(\d+), )?(\d+)\);", re.M)
# A fault in what a GPU does not have: the kit's own checks, and the host's memory of the emulator.
NOT_ON_A_GPU = {"failed_check", "scratch_too_short", "scratch_of_two_arrays", "scratch_global", "scratch_own_variable"}
# A function that is no kernel, no TC_FN, and no variable.
PLAIN_FUNCTION = re.compile(r"^static (?!inline|const\b)(?=[\w \*]+\([^;]*\) \{$)", re.M)
BLOCK = re.compile(r"^(?:TC_KERNEL\(|TC_FN [\w \*]*?\b)(\w+)(?:, \w+\)|\([^;{]*\)) \{\n.*?^\}\n", re.M | re.S)
EMULATOR_ONLY = re.compile(r"\btc_emu_\w+|\btc_bulk_smem_to_gmem_masked\w*")
MAIN = """
#include "one_kernel.h"
int main(int count, char **words) {
    static const OneKernel kernels[] = {
%s
    };
    return one_kernel_main(kernels, sizeof kernels / sizeof *kernels, count > 1 ? words[1] : "--right");
}
"""


class Program:
    """One source with the command line that compiles it on each machine, and the names of its kernels."""

    def __init__(self, name, source, flags, faulty, right, is_cuda):
        self.name, self.source, self.flags, self.is_cuda = name, source, flags, is_cuda
        self.faulty, self.right = faulty, right

    def steps(self, args, nvcc, where):
        """(for the GPU, for the emulator): a command and the program that it makes."""
        gpu, emu = os.path.join(where, self.name + ".gpu"), os.path.join(where, self.name + ".emu")
        include = ["-I" + ROOT, "-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "bench", "device")]
        made_gpu = [nvcc, "-arch=" + args.arch, "-std=c++17", "-lineinfo", "-w", *include, *self.flags, "-x", "cu",
                    self.source, "-o", gpu]
        if self.is_cuda:
            made_emu = [os.path.join(ROOT, "tools", "tcemu"), "build", self.source, *self.flags, "-o", emu]
        else:
            made_emu = ["gcc", "-std=c11", "-g", "-w", "-fno-omit-frame-pointer", *include, self.source,
                        os.path.join(args.build, "libtcemu.a"), "-pthread",
                        "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset", "-o", emu]
        return (made_gpu, gpu), (made_emu, emu)


def of_cuda():
    """tests/cuda/kernels: the right program and one for each planted fault."""
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "cuda", "kernels", "*.cu"))):
        stem = os.path.basename(path)[:-3]
        yield Program(stem, path, [], [], [stem], True)
        planted = re.findall(r"/\* fault: ([\w ]+) \*/$", harness.read(path), re.M)
        for fault in sorted(name for names in planted for name in names.split()):
            yield Program("%s_%s" % (stem, fault.lower()), path, ["-D" + fault], ["%s, %s" % (stem, fault)], [], True)


def on_both(text):
    """The kernels that a GPU can run: without those that call the emulator, and what calls them."""
    wrong, gone = EMULATOR_ONLY, set()
    while True:
        lost = {m.group(1) for m in BLOCK.finditer(text) if wrong.search(m.group(0))}
        if not lost:
            return text
        gone |= lost
        text = BLOCK.sub(lambda m: "" if m.group(1) in gone else m.group(0), text)
        wrong = re.compile(r"\b(%s)\b" % "|".join(sorted(gone)))


def of_emu(where):
    """tests/emu: one program for each file of planted faults, written to where."""
    for stem in STEMS:
        text = harness.read(os.path.join(ROOT, "tests", "emu", "test_%s.c" % stem))
        kernels = PLAIN_FUNCTION.sub("TC_FN ", text.split("static const Fault faults[]")[0])
        kernels = on_both(kernels.replace("EXPECT(", "(void)("))
        rows = [(n, c, b, 0) for n, c, b in ROW.findall(text) if n not in NOT_ON_A_GPU]
        rows += [(n, c or "1", b, 1) for n, c, b in RIGHT.findall(text)]
        rows = [row for row in rows if re.search(r"\bTC_KERNEL\(%s\b|\(%s, \w+\)$" % (row[0], row[0]), kernels, re.M)]
        early = set(re.findall(r"kernel == (\w+)", text))
        table = "\n".join('        {"%s", (void *)%s, %s, %s, %d, %d},' % (n, n, c, b, right, n in early)
                          for n, c, b, right in rows)
        source = os.path.join(where, "kernels_%s.c" % stem)
        harness.write(source, kernels.replace('"faults.h"', '"tests/emu/faults.h"') + MAIN % table)
        yield Program("kernels_" + stem, source, [], [r[0] for r in rows if not r[3]], [r[0] for r in rows if r[3]],
                      False)


def programs(where):
    return list(of_emu(where)) + list(of_cuda())
