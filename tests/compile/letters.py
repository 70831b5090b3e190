"""Programs with what only a target with a letter has, built as users build them: `nvcc -arch=sm_90a` makes PTX
for compute_90 beside the code for sm_90a. Code without the letter compiles and traps; code for a number that
is too low does not compile."""
import os
import re

import harness

TILES = """target sm_90a, sm_100a
copy_async elected f32 gmem S[(64)] -> smem S[(64)] { multicast; using bulk; } as ld
copy_async elected f32 gmem S[(64)] -> smem S[(64)] { multicast; using bulk; l2 policy; } as kept
"""
PACKED = """target sm_100a
copy thread f32 -> e2m1 reg S[(8)] -> smem S[(8)] as pack
copy warp f32 -> e2m1 reg S[(32,8):(1@laneid,1)] -> gmem S[(32,8)] as store
"""
UNIT = """#include "tilecopy/tilecopy.h"
#include "tiles_gen.h"
#include "packed_gen.h"
__global__ void k(float *p, tc_mbarrier *bar, unsigned n) {
    __shared__ __align__(128) float tile[64];
    __shared__ __align__(16) tc_e2m1 packed[4];
    __align__(16) float eight[8] = {p[0]};
    %s;
    p[1] = tile[0];
    p[2] = packed[0];
    p[3] = eight[0];
}
int main(void) {
    k<<<1, 32>>>(0, 0, 0);
    return (int)cudaDeviceSynchronize();
}
"""
# A call, and what its code holds where the target has it.
SEVERAL = [("tc_ld(tile, p, bar, n)", "multicast::cluster"),
           ("tc_kept(tile, p, 0, bar, n)", "multicast::cluster"),
           ("tc_bulk_gmem_to_smem_multicast(tile, p, 256, bar, n)", "multicast::cluster"),
           ("tc_bulk_gmem_to_smem_multicast_hinted(tile, p, 256, bar, n, 0)", "multicast::cluster")]
SMALL = [("tc_pack(packed, eight)", "e2m1x2"), ("tc_store((tc_e2m1 *)p, eight)", "e2m1x2"),
         ("tc_store_at(n, (tc_e2m1 *)p, eight)", "e2m1x2"), ("tc_convert_f32_e2m1x2(packed, eight)", "e2m1x2")]
FOUND = [("tc_redux_min_f32(eight, p)", "redux.sync.min.f32"), ("tc_redux_max_f32(eight, p)", "redux.sync.max.f32")]


def gencode(*targets):
    return [w for t in targets for w in ("-gencode", "arch=compute_%s,code=sm_%s" % (t, t))]


# The options of a whole program, and the calls that compile with them. `-arch=native` asks the GPU, then is one
# -gencode of those below.
PROGRAMS = [
    (["-arch=sm_90a"], SEVERAL),
    (["-arch=sm_100a"], SEVERAL + SMALL + FOUND),
    (["-arch=sm_100f"], SEVERAL + SMALL + FOUND),
    (["-arch=sm_120a"], SMALL),
    (["-arch=sm_90a", "-rdc=true"], SEVERAL),
    (["-arch=sm_90a", "-c"], SEVERAL),
    (["-arch=sm_90a", "-DTC_CHECK=1"], SEVERAL),
    (gencode("90a"), SEVERAL),
    (gencode("90"), SEVERAL),
    (gencode("100"), SEVERAL + SMALL + FOUND),
    (gencode("90a", "100a"), SEVERAL),
    (gencode("90a", "100"), SEVERAL),
    (gencode("100f", "120f"), SMALL),
]
# A target whose number is too low for a call, or whose chips do not have it under any letter.
TOO_LOW = [(["-arch=sm_80"], SEVERAL[:1]), (gencode("80", "90a"), SEVERAL[:1]), (["-arch=sm_120a"], SEVERAL[:1]),
           (["-arch=sm_90a"], SMALL[:1]), (["-arch=sm_90a"], SMALL[3:]), (["-arch=sm_80"], SEVERAL[2:3]),
           (["-arch=sm_120a"], FOUND[:1])]
# One pass: the target, and the calls whose instructions it has; in all others of the list they are a trap.
PASSES = [("compute_90a", SEVERAL, True), ("compute_90", SEVERAL, False),
          ("compute_100f", SEVERAL + SMALL + FOUND, True), ("compute_100", SEVERAL + SMALL + FOUND, False),
          ("compute_120a", SMALL, True), ("compute_120", SMALL, False)]


def function_of(call):
    return call.split("(")[0]


class Letters:
    def __init__(self, args, tally, tools):
        self.tally, self.tools, self.every = tally, tools, args.long
        self.folder = os.path.join(os.path.abspath(args.build), "tests", "compile", "letters")
        self.flags = ["-I" + os.path.abspath(args.include), "-I" + self.folder]
        self.works = True
        for name, text in (("tiles", TILES), ("packed", PACKED)):
            made = harness.run([args.tcgen, "-o", self.path(name + "_gen.h"), "-"], stdin=text)
            self.works &= tally.check("letters/tcgen/" + name, made.code == 0, made)

    def path(self, name):
        return os.path.join(self.folder, name)

    def unit(self, calls, path="program.cu"):
        text = UNIT % ";\n    ".join(call for call, _ in calls)
        harness.write(self.path(path), text)
        return text

    def nvcc(self, options, calls, out):
        self.unit(calls)
        return harness.run([self.tools.nvcc, *options, "-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra",
                            "-o", out, "program.cu"] + self.flags, cwd=self.folder)

    def programs(self):
        for options, calls in PROGRAMS if self.every else PROGRAMS[:4] + PROGRAMS[5:7] + PROGRAMS[11:]:
            name = "letters/program/" + " ".join(options)
            if self.tally.wants(name):
                made = self.nvcc(options, calls, self.path("program"))
                self.tally.check(name, made.code == 0 and not (made.out + made.err).strip(), made)
        for options, calls in TOO_LOW:
            name = "letters/too low/%s/%s" % (" ".join(options), function_of(calls[0][0]))
            if self.tally.wants(name):
                made = self.nvcc(options, calls, self.path("program"))
                told = '"%s" was declared unavailable' % function_of(calls[0][0])
                self.tally.check(name, made.code not in (0, "timeout") and told in made.err + made.out, made)

    def judge(self, name, ptx, log, call, has):
        """The instruction alone, or a trap and the name that it prints, alone."""
        function, instruction = function_of(call[0]), call[1]
        named = ", ".join(str(ord(c)) for c in function) in re.sub(r"\s+", " ", ptx)
        seen = (instruction in ptx, bool(re.search(r"\btrap;", ptx)), named)
        self.tally.check(name, seen == (has, not has, not has),
                         lambda: "instruction, trap, name: %s\n%s%s" % (seen, log, ptx[:4000]))

    def passes(self, nvrtc, headers):
        for target, calls, has in PASSES:
            if self.tally.wants("letters/nvcc/" + target):
                made = self.nvcc(["-ptx", "-arch=" + target], calls[:1], self.path("pass.ptx"))
                self.judge("letters/nvcc/" + target, harness.read(self.path("pass.ptx")) if made.code == 0 else "",
                           made, calls[0], has)
            if nvrtc is None:
                self.tally.skip("letters/nvrtc/" + target, self.tools.why("nvrtc"), len(calls))
                continue
            for call in calls if self.every or len(calls) < 5 else calls[::3]:
                name = "letters/nvrtc/%s/%s" % (target, function_of(call[0]))
                if self.tally.wants(name):
                    text = self.unit([call]).split("int main")[0]
                    _, log = nvrtc.compile(text, "program.cu", headers, ["--gpu-architecture=" + target])
                    self.judge(name, nvrtc.ptx, log, call, has)


def run(args, tally, tools, nvrtc, headers):
    """headers: the texts of the primitives, for NVRTC."""
    if args.only and "letters" not in args.only:
        return
    letters = Letters(args, tally, tools)
    if not letters.works:
        return
    if not tools.nvcc:
        tally.skip("letters/program", tools.why("nvcc"))
        return
    for name in ("tiles_gen.h", "packed_gen.h"):
        headers = dict(headers, **{name: harness.read(letters.path(name))})
    letters.programs()
    letters.passes(nvrtc, headers)
