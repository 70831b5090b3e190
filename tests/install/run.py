#!/usr/bin/env python3
"""Installs into an empty folder and builds against that copy alone; then uninstalls, and packs.

usage: run.py [--build build]
"""
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

sys.path.insert(0, os.path.join(harness.ROOT, "tests", "docs"))
import shown  # noqa: E402

TILE = "copy warp f32 smem S[(32,8)] <-> reg S[(32,8):(1@laneid,1)]\n"
KERNEL = """#include "tile_gen.h"
extern "C" __global__ void k(float *out) {
    __shared__ float tile[256];
    __align__(16) float r[8];
    tc_warp_copy_smem_to_reg_32x8_f32(r, tile);
    out[threadIdx.x] = r[0] + r[7];
}
"""
HOST = """#include "%s"
int main(void) {
    return TC_WARP_COPY_SMEM_TO_REG_32X8_F32_REGS == 8 ? 0 : 1;
}
"""


def list_files(folder):
    return sorted(os.path.relpath(os.path.join(d, f), folder) for d, _, fs in os.walk(folder) for f in fs)


def check_tree(tally, stage, prefix):
    files = list_files(stage)
    base = prefix.lstrip("/") + "/"
    tally.check("all below PREFIX", all(f.startswith(base) for f in files), "\n".join(files))
    for name in ("bin/tcgen", "include/tilecopy/tilecopy.h", "include/tilecopy_gen.h", "lib/libtcemu.a",
                 "lib/cmake/TileCopy/TileCopyConfig.cmake", "lib/pkgconfig/tilecopy.pc", "lib/pkgconfig/tilecopy-emu.pc", "share/tilecopy/prelude.tc",
                 "share/tilecopy/timing.h") + (("share/man/man1/tcgen.1",) if os.path.exists("docs/tcgen.1") else ()):
        tally.check("installs " + name, base + name in files, "\n".join(files))
    for name in files:
        if not name.endswith((".a", "/tcgen")):
            text = harness.read(os.path.join(stage, name), "rb")
            tally.check("no build path in " + name, harness.ROOT.encode() not in text and stage.encode() not in text)


def build_against(args, tally, tools, root, folder):
    """root/bin, root/include, root/lib and nothing of the repository."""
    harness.write(os.path.join(folder, "tile.tc"), TILE)
    harness.write(os.path.join(folder, "kernel.cu"), KERNEL)
    result = harness.run([os.path.join(root, "bin", "tcgen"), "-o", "tile_gen.h", "tile.tc"], cwd=folder)
    tally.check("the installed tcgen generates", result.code == 0, result)
    for package in ("tilecopy", "tilecopy-emu"):
        pc = harness.read(os.path.join(root, "lib", "pkgconfig", package + ".pc"))
        version = harness.read(os.path.join(harness.ROOT, "VERSION")).strip()
        tally.check("%s.pc: the version" % package, "Version: %s\n" % version in pc and "@" not in pc, pc)
    compiler = tools.gcc or tools.clang
    for header in ("tile_gen.h", "tilecopy_gen.h"):  # one's own, and the kit
        harness.write(os.path.join(folder, "host.c"), HOST % header)
        result = harness.run([compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "host.c", "-I" + root + "/include",
                              "-L" + root + "/lib", "-ltcemu", "-lm", "-pthread", "-o", "host"], cwd=folder)
        if tally.check("a C program with %s builds" % header, result.code == 0, result):
            result = harness.run([os.path.join(folder, "host")])
            tally.check("and runs with %s" % header, result.code == 0, result)
    if not tools.nvcc:
        tally.skip("a kernel builds", tools.why("nvcc"))
        return
    for arch in ("sm_80", "sm_90a"):
        result = harness.run([tools.nvcc, *tools.quick, "-cubin", "-arch=" + arch, "-Werror", "all-warnings",
                              "-I" + root + "/include", "-o", "k.cubin", "kernel.cu"], cwd=folder)
        tally.check("a kernel builds for %s" % arch, result.code == 0, result)


def check_emulator_page(tally, root, folder):
    """docs/emulator.md, followed to the letter where nothing but the installation is; then by what pkg-config says."""
    page = harness.read("docs/emulator.md")
    for _, _, words, lines in shown.blocks(page):
        if words[:1] in (["file=reverse.c"], ["file=emulate.sh"]):
            harness.write(os.path.join(folder, words[0][5:]), "\n".join(lines) + "\n")
    env = harness.clean_environment(TILECOPY=root, LC_ALL="C")
    result = harness.run(["sh", "emulate.sh"], cwd=folder, env=env)
    tally.check("docs/emulator.md from an installation", result.code == 0 and result.out == "dst[0] is 127\n", result)
    if not shutil.which("pkg-config"):
        tally.skip("pkg-config", "it is not on this machine")
        return
    env.update(PKG_CONFIG_LIBDIR=os.path.join(root, "lib", "pkgconfig"))
    result = harness.run(["sh", "-c", "pkg-config --cflags --libs tilecopy"], cwd=folder, env=env)
    tally.check("pkg-config tilecopy: headers alone", os.path.normpath(result.out.strip()) == "-I%s/include" % root, result)
    result = harness.run(["sh", "-c", "cc -o by_package reverse.c $(pkg-config --cflags --libs tilecopy-emu) && ./by_package"],
                         cwd=folder, env=env)
    tally.check("pkg-config tilecopy-emu: headers and emulator", result.code == 0 and result.out == "dst[0] is 127\n", result)


def without_python(folder):
    """The programs of this PATH, but python."""
    os.makedirs(folder)
    for place in os.environ["PATH"].split(os.pathsep):
        for name in sorted(os.listdir(place)) if os.path.isdir(place) else ():
            path = os.path.join(folder, name)
            if not name.startswith(("python", "pyenv")) and not os.path.lexists(path):
                os.symlink(os.path.join(place, name), path)
    return folder


def check_dist(args, tally, folder):
    """The archive builds by itself, without git and without python."""
    if not os.path.exists(os.path.join(harness.ROOT, ".git")) or not shutil.which("git"):
        tally.skip("dist", "this tree is no git repository")
        return
    made = harness.make(args.build, "dist")
    version = harness.read("VERSION").strip()
    archive = os.path.join(args.build, "tilecopy-%s.tar.gz" % version)
    if not tally.check("make dist", made.code == 0 and os.path.exists(archive), made):
        return
    result = harness.run(["tar", "xzf", archive, "-C", folder])
    tree = os.path.join(folder, "tilecopy-" + version)
    env = harness.clean_environment(PATH=without_python(os.path.join(folder, "bin")))
    none = harness.run(["sh", "-c", "command -v python3 python"], env=env)
    tally.check("no python is in the path", not none.out, none)
    built = harness.run(["make", "-s", "-j2", "CFLAGS=-O0", "tcgen"], cwd=tree, timeout=900, env=env)
    rest = harness.run(["make", "-n", "CFLAGS=-O0", "all", "install"], cwd=tree, env=env)
    tally.check("nothing that make and make install run is python", rest.code == 0 and "python" not in rest.out, rest)
    tally.check("the archive builds", result.code == 0 and built.code == 0 and os.path.exists(tree + "/build/tcgen"), built)


def main():
    args, tally = harness.start(__doc__)
    tools, folder = harness.Tools(args.build), os.path.join(args.build, "tests", "install")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    stage, prefix = os.path.join(folder, "stage"), "/opt/tilecopy"
    result = harness.make(args.build, "install", DESTDIR=stage, PREFIX=prefix)
    if tally.check("make install", result.code == 0, result):
        check_tree(tally, stage, prefix)
        build_against(args, tally, tools, stage + prefix, os.path.join(folder, "user"))
        check_emulator_page(tally, stage + prefix, os.path.join(folder, "user"))
        result = harness.make(args.build, "uninstall", DESTDIR=stage, PREFIX=prefix)
        tally.check("make uninstall", result.code == 0 and not list_files(stage), "\n".join(list_files(stage)))
    check_dist(args, tally, folder)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
