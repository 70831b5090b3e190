"""The user's project that the suite builds, and what its builds change."""
import os
import shutil

import harness

MINOR = ".".join(harness.read(os.path.join(harness.ROOT, "VERSION")).split(".")[:2])
COMMON = "layout rows = S[(32,8):(1@laneid,1)]\n"
TILES = 'import "shared/common.tc"\ncopy warp f32 smem S[(32,8)] -> reg rows\n'
MORE = "copy warp f32 reg rows -> smem S[(32,8)]\n"
MAIN = """#include <tilecopy/host/kernel.h>
#include "%(header)s"
#include <stdio.h>

typedef struct {
    float *sum;
} Arguments;

//@tc import "common.tc"
TC_KERNEL(add_row, Arguments) {
    TC_SHARED float tile[256];
    float row[8];
    for (int i = 0; i < 8; i++)
        tile[32 * i + tc_thread_index()] = 1.0f;
    tc_cta_sync();
    tc_warp_copy_smem_to_reg_32x8_f32(row, tile);
    arg.sum[tc_thread_index()] = row[0] + row[7];
}

int main(void) {
    tc_emu_config launch = {0};
    Arguments a = {(float *)tc_emu_gmem_alloc(128, "sum")};
    launch.block = 32;
    launch.name = "add_row";
    tc_emu_launch(&launch, add_row, &a);
    printf("%%g\\n", (double)a.sum[31]);
    return a.sum[31] != 2;
}
"""
OTHER = '#include "below_gen.h"\nint main(void) { return TC_WARP_COPY_SMEM_TO_REG_32X4_F32_REGS != 4; }\n'
BELOW = """add_library(tiles INTERFACE)
tilecopy_generate(tiles FILES below.tc)
"""
FILES = {
    "shared/common.tc": COMMON, "tiles.tc": TILES, "main.c": MAIN % {"header": "tiles_gen.h"},
    "main.cpp": MAIN % {"header": "calls.h"}, "other.c": OTHER, "below/CMakeLists.txt": BELOW,
    "below/below.tc": "copy warp f32 smem S[(32,4)] -> reg S[(32,4):(1@laneid,1)]\n",
}
# What is changed, and the products that are then new: a stamp is new where tcgen ran.
STAMPS = {"plain": "tilecopy_plain_tiles_gen_h.stamp", "scanned": "tilecopy_scanned_calls_h.stamp",
          "below": "tilecopy_tiles_below_gen_h.stamp"}
CHANGES = [
    ("nothing", None, "", set()),
    ("the time of a description", "tiles.tc", TILES, {STAMPS["plain"]}),
    ("a statement of a description", "tiles.tc", TILES + MORE,
     {STAMPS["plain"], "tiles_gen.h", "main.c.o", "plain"}),
    ("the time of an imported file", "shared/common.tc", COMMON, {STAMPS["plain"], STAMPS["scanned"]}),
    ("a comment of a scanned kernel", "main.cpp", FILES["main.cpp"] + "// a comment\n",
     {STAMPS["scanned"], "main.cpp.o"}),
    ("a call of a scanned kernel", "main.cpp", FILES["main.cpp"].replace(
        "arg.sum[", "tc_warp_copy_reg_to_smem_32x8_f32(tile, row);\n    arg.sum[", 1),
     {STAMPS["scanned"], "calls.h", "main.cpp.o", "scanned"}),
    ("a description in a library of headers", "below/below.tc", "copy warp f32 smem S[(32,4)] <-> reg S[(32,4):(1@laneid,1)]\n",
     {STAMPS["below"], "below_gen.h", "other.c.o", "other"}),
]
PRODUCTS = {"plain", "scanned", "other"}


def products(build):
    """{name: time} of what a build makes: stamps, headers, objects and programs."""
    found = {}
    for folder, folders, names in os.walk(build):
        if "_deps" in folders:
            folders.remove("_deps")  # those of TileCopy itself
        for name in names:
            path = os.path.join(folder, name)
            ours = name.endswith((".stamp", "_gen.h", "calls.h", "main.c.o", "main.cpp.o", "other.c.o"))
            if ours or name in PRODUCTS:
                found[name] = os.stat(path).st_mtime_ns
    return found


class Project:
    """A copy of the project in a folder of its own, with a space in its name, and one build of it."""

    def __init__(self, tally, cmake, folder, name, generator, options):
        self.tally, self.cmake, self.name = tally, cmake, name
        self.source = os.path.join(folder, name.replace(" ", "_"), "the user")
        self.build = os.path.join(self.source, "build")
        for path, text in FILES.items():
            harness.write(os.path.join(self.source, path), text)
        shutil.copy(os.path.join(harness.ROOT, "tests", "cmake", "user.cmake"), os.path.join(self.source, "CMakeLists.txt"))
        self.options = ["-G", generator, "-DASKED=" + MINOR, "-DCMAKE_BUILD_TYPE=Plain"] + options

    def configure(self):
        result = harness.run([self.cmake, "-S", self.source, "-B", self.build] + self.options)
        return self.tally.check("%s: configures" % self.name, result.code == 0, result)

    def make(self):
        result = harness.run([self.cmake, "--build", self.build, "-j2"])
        result.out = "\n".join(result.out.splitlines()[-40:])  # hundreds of lines say what compiles
        return result

    def try_build(self):
        result = self.make()
        if not self.tally.check("%s: builds" % self.name, result.code == 0, result):
            return False
        for program, want in (("plain", "2\n"), ("scanned", "2\n"), ("other", "")):
            result = harness.run([os.path.join(self.build, program)])
            self.tally.check("%s: %s runs" % (self.name, program), result.code == 0 and result.out == want, result)
        return True

    def try_changes(self):
        """Builds again after each change; what is new must be what CHANGES says."""
        for what, path, text, wanted in CHANGES:
            before = products(self.build)
            if path:
                harness.write(os.path.join(self.source, path), text)
            result = self.make()
            after = products(self.build)
            new = {name for name in after if after[name] != before.get(name)}
            # A program that is linked from the same object may be new, or not.
            slack = {"scanned"} if "main.cpp.o" in wanted else set()
            good = result.code == 0 and wanted <= new <= wanted | slack
            self.tally.check("%s: after a change of %s" % (self.name, what), good,
                             "made %s, not %s\n%s" % (sorted(new), sorted(wanted), result))
        header = os.path.join(self.build, "tilecopy", "plain", "tiles_gen.h")
        os.remove(header)
        result = self.make()
        self.tally.check("%s: a header that was deleted is made again" % self.name, result.code == 0 and os.path.exists(header), result)
        result = self.make()
        self.tally.check("%s: the next build makes nothing" % self.name,
                         result.code == 0 and not any(word in result.out for word in ("Generating", "Building", "Linking")), result)
