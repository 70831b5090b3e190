"""Several generated headers in one unit, several units in one program, and host code that takes nothing
but the constants: with every compiler, in every order.

A function that two headers hold is one function; with another meaning it is an error that shows both.
"""
import itertools
import os
import re

import caller
import harness

ROWS = "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n"
NAME, CONSTANT = "tc_warp_copy_smem_to_reg_32x8_f32", "TC_WARP_COPY_SMEM_TO_REG_32X8_F32_BYTES"
HINTED = "copy warp f32 gmem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] { cache cg; }\n"
# file -> description, options of tcgen. All hold NAME; each but `again` and `single` holds more.
HEADERS = {
    "one/tiles_gen.h": (ROWS + HINTED + "copy warp f32 smem S[(4,6)] -> gmem S[(4,6)]\n", []),
    "two/tiles_gen.h": ("layout rows = S[(32,8):(1@tx,1)]\ncopy cta(32) f32 smem S[(32,8)] -> reg rows\n"
                        "copy warp f32 smem S[(32,8):(8,1)] <-> reg S[(32,8):(1@laneid,1)]\n" + HINTED, []),
    "tirx/other_gen.h": ("policy tirx\ntarget sm_90\n" + ROWS + "copy warp f32 gmem S[(32,8)] -> smem S[(32,8)]\n", []),
    "again/tiles_gen.h": (ROWS, []),
    "single/tiles_gen.h": (ROWS, ["--single-file"]),
    "runs/tiles_gen.h": (ROWS, ["--single-file", "--with", "kernel,tc_store_shared_b32,tc_warp_sync"]),
    "newest/tiles_gen.h": ("target sm_100a\n" + ROWS, ["--single-file"]),
}
# One function of plain loads, for which a single file has at most so many lines, its comments among them.
PLAIN = {"gmem": "copy warp f32 gmem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n",
         "smem": "copy warp f32 smem S[(32,4)] -> reg S[(32,4):(1@laneid,1)]\n"}
PLAIN_LINES = 250
AUTO = "tile B : smem auto S[(32,64)] f16\ncopy warp f16 gmem S[(32,64)] -> B as put\n"
# The same name with another layout (the same arguments), and with other arguments: an overload in C++.
OTHERS = {
    "other/layout_gen.h": "copy warp f32 smem S[(32,8):(12,1)] -> reg S[(32,8):(1@laneid,1)] as %s\n" % NAME,
    "other/overload_gen.h": "copy warp f32 smem S[(32,8):(ld,1)] -> reg S[(32,8):(1@laneid,1)] as %s\n" % NAME,
    # One text, but the second has a reader for which `auto` becomes a swizzle.
    "other/put_gen.h": AUTO,
    "other/put_and_get_gen.h": AUTO + "copy warp f16 B -> reg S[(32,64):(1@laneid,1)] as get\n",
}
CALL = """
GLOBAL void take(float *p) {
    float r[8];
    %s(r, p);
    p[0] = r[0];
}
""" % NAME
EMULATED = """
#include <stdio.h>

static void rows(void *p) {
    float r[8], *tile = (float *)tc_emu_smem(), *out = *(float **)p;
    const unsigned lane = tc_lane_index();
    for (unsigned i = 0; i < 8; i++) {
        const float v = (float)(lane * 1000 + i);
        tc_store_shared_b32(tile + lane * 8 + i, &v);
    }
    tc_warp_sync();
    %s(r, tile);
    out[lane] = r[7];
}

int main(void) {
    tc_emu_config launch = {0};
    float *out = (float *)tc_emu_gmem_alloc(128, "out");
    launch.block = 32;
    if (tc_emu_launch(&launch, rows, &out))
        return 1;
    printf("%%g\\n", (double)out[31]);
    return 0;
}
""" % NAME
MIXES = [("kit", "one"), ("one", "two"), ("two", "one"), ("one", "tirx"), ("tirx", "two", "kit"), ("again", "again"),
         ("again", "single"), ("single", "again"), ("single", "newest", "kit"), ("kit", "single", "two"),
         ("one", "two", "tirx", "again", "single", "newest", "kit")]
HOST = [("gcc", "c99"), ("gcc", "c11"), ("clang", "c11"), ("gxx", "c++11"), ("gxx", "c++20"), ("clangxx", "c++17")]
SAME = "two copies of one name"


class Compose:
    def __init__(self, args, tally, tools, nvrtc, clang_command, warnings):
        self.tally, self.tools, self.nvrtc, self.clang_command = tally, tools, nvrtc, clang_command
        self.warnings, self.tcgen, self.every = warnings, args.tcgen, args.long
        self.library = os.path.join(args.build, "libtcemu.a")
        self.folder = os.path.join(args.build, "tests", "compile", "compose")
        self.include = os.path.join(harness.ROOT, "include")
        self.paths = {"kit": "tilecopy_gen.h"}

    def path(self, name):
        return os.path.join(self.folder, name)

    def generate(self):
        described = dict(HEADERS, **{name: (text, []) for name, text in OTHERS.items()})
        for name, (text, options) in described.items():
            os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
            result = harness.run([self.tcgen, "-Wno-fallback", "-o", self.path(name)] + options + ["-"], stdin=text)
            if result.code != 0:
                self.tally.fail("compose/tcgen/" + name, result)
                return False
            self.paths[os.path.splitext(name)[0] if name in OTHERS else os.path.dirname(name)] = name
        text = harness.read(self.path("single/tiles_gen.h"))
        old = re.sub(r"(TILECOPY_VERSION\s*(?:!=)?\s*)200\b", r"\g<1>199", text)
        if old.count("99") - text.count("99") != 2:
            self.tally.fail("compose: the older single file", "the version stands elsewhere")
        harness.write(self.path("old/tiles_gen.h"), old)
        self.paths["old"] = "old/tiles_gen.h"
        return True

    def includes(self, mix):
        return "".join('#include "%s"\n' % self.paths[m] for m in mix)

    def device_text(self, mix):
        return self.includes(mix) + caller.GLOBAL_MARK + CALL.replace("GLOBAL", 'extern "C" TEST_GLOBAL')

    def host_text(self, mix):
        return self.includes(mix) + CALL.replace("GLOBAL", "void take(float *p);\n", 1).strip() + "\n"

    def chosen(self, number, mix):
        """Of the compilers three in turns; for all headers together, and with --long, each."""
        found = list(self.compilers(mix))
        return found if self.every or len(mix) > 3 else found[number % 3::3]

    def compilers(self, mix):
        """(name, function that answers (worked, all output)) for each compiler that is there."""
        flags = ["-I" + self.include, "-I" + self.folder]
        device, host = self.device_text(mix), self.host_text(mix)

        def command(file_name, text, words):
            harness.write(self.path(file_name), text)
            result = harness.run(words + [file_name] + flags, cwd=self.folder)
            return result.code == 0, result.out + result.err
        if self.tools.nvcc:
            yield "nvcc", lambda: command("unit.cu", device, [
                self.tools.nvcc, *self.tools.quick, "-c", "-arch=sm_90", "-Werror", "all-warnings", "-o", os.devnull])
        if self.tools.clang:
            yield "clang-cuda", lambda: command("clang.cu", device, self.clang_command + self.warnings + [
                "-o", os.devnull])
        if self.nvrtc:
            yield "nvrtc", lambda: self.nvrtc.compile(device, "unit.cu", self.in_memory(), ["--gpu-architecture=sm_90"])
        for compiler, std in HOST:
            if getattr(self.tools, compiler):
                language = "c++" if "++" in std else "c"
                yield "%s %s" % (compiler, std), lambda c=compiler, s=std, k=language: command(
                    "unit.c", host, [getattr(self.tools, c), "-x", k, "-std=" + s, "-c", "-o", os.devnull]
                    + self.warnings)

    def in_memory(self):
        texts = {}
        for base in sorted(os.listdir(os.path.join(self.include, "tilecopy"))):
            if base.endswith(".h"):
                texts[base] = texts["tilecopy/" + base] = harness.read(os.path.join(self.include, "tilecopy", base))
        texts["tilecopy_gen.h"] = harness.read(os.path.join(self.include, "tilecopy_gen.h"))
        for name in self.paths.values():
            if name not in texts:
                texts[name] = harness.read(self.path(name))
        return texts

    def accepted(self):
        for number, mix in enumerate(MIXES):
            for compiler, work in self.chosen(number, mix):
                name = "compose/%s/%s" % ("+".join(mix), compiler)
                if self.tally.wants(name):
                    worked, output = work()
                    self.tally.check(name, worked and not output.strip(), output)

    def refused(self):
        """The text of #error, and both files; the runtime compiler stops at the first line."""
        cases = [(mix, [SAME, "tiles_gen.h", "other/"]) for other in ("other/layout_gen", "other/overload_gen")
                 for mix in itertools.permutations(("again", other))]
        cases += [(("again",) + mix, [SAME, "put_gen.h", "put_and_get_gen.h"])
                  for mix in itertools.permutations(("other/put_gen", "other/put_and_get_gen"))]
        cases += [(mix, ["version", "tile"]) for mix in itertools.permutations(("old", "again"))]
        for number, (mix, words) in enumerate(cases):
            for compiler, work in self.chosen(number, mix):
                name = "compose/%s refused/%s" % ("+".join(mix), compiler)
                if self.tally.wants(name):
                    worked, output = work()
                    missing = [w for w in words if w not in output]
                    self.tally.check(name, not worked and not missing, "not said: %s\n%s" % (missing, output))

    def linked(self):
        """Two units of other mixes, each with the function, are one program."""
        if not self.tally.wants("compose/linked"):
            return
        if not self.tools.nvcc:
            self.tally.skip("compose/linked", self.tools.why("nvcc"))
            return
        for number, mix in enumerate([("kit", "one"), ("two", "single", "tirx")]):
            harness.write(self.path("unit%d.cu" % number),
                          self.device_text(mix).replace("take", "take%d" % number))
        harness.write(self.path("main.cpp"), constants_unit(self.includes(["one", "single"])))
        result = harness.run([self.tools.nvcc, *self.tools.quick, "-rdc=true", "-arch=sm_90", "-I" + self.include,
                              "-I" + self.folder, "-Werror", "all-warnings", "-o", "linked", "unit0.cu", "unit1.cu", "main.cpp"],
                             cwd=self.folder)
        self.tally.check("compose/linked", result.code == 0 and not (result.out + result.err).strip(), result)

    def emulated(self):
        """A single file with kernel.h has all of the emulator's declarations: linked with it, its functions run."""
        name = "compose/single file on the emulator"
        if not self.tally.wants(name):
            return
        compiler = self.tools.gcc or self.tools.clang
        harness.write(self.path("emulated.c"), self.includes(["runs"]) + EMULATED)
        result = harness.run([compiler, "-std=c11", "-O2", "emulated.c", self.library, "-pthread", "-o", "emulated"]
                             + self.warnings + ["-I" + self.folder], cwd=self.folder)
        if self.tally.check(name + "/builds", result.code == 0 and not result.err, result):
            ran = harness.run([self.path("emulated")])
            self.tally.check(name, ran.code == 0 and ran.out == "31007\n", ran)

    def plain(self):
        """Short, and all that they need, with checks and without."""
        for space, text in PLAIN.items():
            made = harness.run([self.tcgen, "--single-file", "-o", self.path("plain_%s_gen.h" % space), "-"], stdin=text)
            lines = harness.read(self.path("plain_%s_gen.h" % space)).count("\n") if made.code == 0 else 0
            self.tally.check("compose/plain loads of %s: %d lines at most" % (space, PLAIN_LINES), 0 < lines <= PLAIN_LINES,
                             "%d lines\n%s" % (lines, made))
            self.paths["plain_" + space] = "plain_%s_gen.h" % space
        calls = "".join(CALL.replace("take", "take_" + space).replace(NAME, name) for space, name in (
            ("gmem", NAME.replace("smem", "gmem")), ("smem", NAME.replace("32x8", "32x4"))))
        device = self.includes(["plain_gmem", "plain_smem"]) + caller.GLOBAL_MARK + calls.replace("GLOBAL", 'extern "C" TEST_GLOBAL')
        host = "void take_gmem(float *p);\nvoid take_smem(float *p);\n" + calls.replace("GLOBAL ", "")
        harness.write(self.path("plain.cu"), device)
        harness.write(self.path("plain.c"), self.includes(["plain_gmem", "plain_smem"]) + host)
        targets = [w for n in ("80", "90", "100") for w in ("-gencode", "arch=compute_%s,code=sm_%s" % (n, n))]
        device_tools = [("nvcc", self.tools.nvcc, ["-fatbin", *targets, "-Werror", "all-warnings"]),
                        ("clang", self.tools.clang, self.clang_command[1:] + self.warnings)]
        for check in ("0", "1"):
            commands = [(name, [tool, *words, "plain.cu"]) for name, tool, words in device_tools if tool]
            commands += [("%s %s %s" % (c, std, level), [getattr(self.tools, c), "-x", "c++" if "++" in std else "c",
                                                          "-std=" + std, level, "-c", "plain.c", *self.warnings])
                         for (c, std), level in zip(HOST, itertools.cycle(("-O0", "-O2"))) if getattr(self.tools, c)]
            for name, command in commands:
                result = harness.run(command + ["-DTC_CHECK=" + check, "-o", os.devnull], cwd=self.folder)
                self.tally.check("compose/plain loads/%s/TC_CHECK=%s" % (name, check),
                                 result.code == 0 and not (result.out + result.err).strip(), result)

    def constants(self):
        """Host code without CUDA and without the emulator: compiles, links and runs."""
        for mix, (compiler, std), level in itertools.product(
                [("again",), ("single",), ("kit",), ("kit", "single", "two")], HOST, [["-O0"], ["-O2"], ["-O0", "-DTC_CHECK=1"]]):
            name = "constants/%s/%s %s %s" % ("+".join(mix), compiler, std, " ".join(level))
            if not self.tally.wants(name):
                continue
            if not getattr(self.tools, compiler):
                self.tally.skip(name, self.tools.why(compiler))
                continue
            # A single file needs no folder at all.
            flags = ["-I" + self.folder] + ([] if mix == ("single",) else ["-I" + self.include])
            unit = "constants.cpp" if "++" in std else "constants.c"
            harness.write(self.path(unit), constants_unit(self.includes(mix)))
            result = harness.run([getattr(self.tools, compiler), "-std=" + std, unit, "-o", "constants"]
                                 + level + self.warnings + flags, cwd=self.folder)
            if self.tally.check(name, result.code == 0 and not result.err, result):
                ran = harness.run([self.path("constants")])
                self.tally.check(name + "/value", ran.code == 0 and ran.out == "1024\n", ran)


def constants_unit(includes):
    return includes + ('#include <stdio.h>\n\nint main(void) {\n    printf("%%d\\n", %s);\n    return 0;\n}\n' % CONSTANT)


def run(args, tally, tools, nvrtc, clang_command, warnings):
    compose = Compose(args, tally, tools, nvrtc, clang_command, warnings)
    if compose.generate():
        compose.accepted()
        compose.refused()
        compose.linked()
        compose.emulated()
        if tally.wants("compose/plain"):
            compose.plain()
        compose.constants()
