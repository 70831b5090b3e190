"""With -DTC_CHECK=1 a check names its function by __func__: in the code that each compiler makes for a
GPU stands the name of every function that checks, in its plain form or in the one that takes a rank."""
import os
import re

import caller
import harness

TILES = """copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] as rows
copy cta(64) u32 gmem S[(512)] -> gmem S[(512)] as words
copy thread u32 smem S[(4)] -> gmem S[(4)] as thread
copy elected u32 gmem S[(4)] -> smem S[(4)] { fallback fallback } as elected
"""
NAMES = ["tc_rows", "tc_rows_at", "tc_words", "tc_words_at", "tc_thread", "tc_elected"]
ARCH = "sm_80"


def strings(ptx):
    """The zero-terminated texts that initialise variables: .b8 x[4] = {116, 99, 95, 0}."""
    found = set()
    for numbers in re.findall(r"\.b8 [^\n={]+= ?\{([\d, \n]*)\}", ptx):
        text = bytes(int(n) for n in numbers.split(",")).decode("latin-1")
        found.update(part for part in text.split("\0"))
    return found


class Named:
    def __init__(self, args, tally, tools):
        self.tally, self.tools = tally, tools
        self.folder = os.path.join(os.path.abspath(args.build), "tests", "compile", "named")
        self.include = os.path.abspath(args.include)
        harness.write(self.path("tiles.tc"), TILES)
        made = harness.run([args.tcgen, "-Wno-fallback", "-o", self.path("tiles_gen.h"), self.path("tiles.tc")])
        self.header = caller.Header("named", self.path("tiles_gen.h"), self.include)
        self.works = tally.check("named/tcgen", made.code == 0, made)

    def path(self, name):
        return os.path.join(self.folder, name)

    def unit(self):
        found = caller.functions(self.tools.gcc or self.tools.clang, self.header, ARCH)
        text = caller.device_unit(self.header, {ARCH: found})
        harness.write(self.path("named.cu"), text)
        return text

    def judge(self, name, worked, ptx, log):
        present = strings(ptx) if worked else set()
        lost = [n for n in NAMES if n not in present]
        self.tally.check(name, worked and not lost, lambda: "not named: %s\n%s" % (lost, log))

    def compiled(self, name, command, compiler):
        if not compiler:
            self.tally.skip(name, "no such compiler")
            return
        ptx = self.path("named.ptx")
        harness.write(ptx, "")
        made = harness.run(command + ["-DTC_CHECK=1", "-o", ptx, "named.cu"] + self.header.flags(), cwd=self.folder)
        self.judge(name, made.code == 0, harness.read(ptx), made)

    def control(self):
        """Without checks no name is left: they cost nothing."""
        if self.tools.nvcc and self.tally.wants("named/unchecked"):
            made = harness.run([self.tools.nvcc, "-arch=" + ARCH, "-ptx", "-o", self.path("off.ptx"), "named.cu"]
                               + self.header.flags(), cwd=self.folder)
            left = strings(harness.read(self.path("off.ptx"))) if made.code == 0 else {"nothing was compiled"}
            self.tally.check("named/unchecked", made.code == 0 and not left, lambda: "%s\n%s" % (left, made))

    def with_nvrtc(self, nvrtc, headers, text):
        name = "named/nvrtc"
        if not self.tally.wants(name):
            return
        if nvrtc is None:
            self.tally.skip(name, self.tools.why("nvrtc"))
            return
        worked, log = nvrtc.compile(text, "named.cu", headers, ["--gpu-architecture=compute_80", "-DTC_CHECK=1"])
        self.judge(name, worked, nvrtc.ptx, log)


def run(args, tally, tools, nvrtc, clang_command, headers_of):
    """headers_of(header): the texts that NVRTC is given."""
    if not any(tally.wants("named/" + n) for n in ("tcgen", "nvcc", "clang", "nvrtc", "unchecked")):
        return
    named = Named(args, tally, tools)
    if not named.works:
        return
    text = named.unit()
    if tally.wants("named/nvcc"):
        named.compiled("named/nvcc", [tools.nvcc, "-arch=" + ARCH, "-ptx"], tools.nvcc)
    if tally.wants("named/clang"):
        named.compiled("named/clang", clang_command + ["-O2"], tools.clang)
    named.control()
    named.with_nvrtc(nvrtc, headers_of(named.header), text)
