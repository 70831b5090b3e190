#!/usr/bin/env python3
"""The build by CMake, under Ninja and under makefiles: taken in, installed, and in a user's project.

usage: run.py [--build build] [--only TEXT]

Objects of make are handed out in place of compiling the generator and the emulator once more; --long compiles them.
"""
import glob
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness  # noqa: E402
from project import MINOR, Project  # noqa: E402

# Stands before the compiler: an object that make has is copied, everything else is compiled.
LAUNCHER = """#!/bin/sh
last=
for word; do
    case $last in -o) out=$word ;; -MF) deps=$word ;; -c) in=$word ;; esac
    last=$word
done
case $in in
'%(root)s'/*) have='%(build)s'/obj/${in#'%(root)s'/} ;;
*/embedded/*) have='%(build)s'/obj/${in##*/} ;;
*) have= ;;
esac
have=${have%%.c}.o
if [ -f "$have" ] && [ -n "$out" ]; then
    echo "$out:" > "$deps"
    exec cp "$have" "$out"
fi
exec "$@"
"""
CUDA = """cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES CUDA)
find_package(TileCopy REQUIRED)
add_library(kernels OBJECT kernel.cu)
tilecopy_generate(kernels SCAN kernel.cu)
"""
KERNEL = """#include "kernel_gen.h"
extern "C" __global__ void k(float *out) {
    __shared__ float tile[256];
    __align__(16) float r[8];
    tc_warp_copy_smem_to_reg_32x8_f32(r, tile);
    out[threadIdx.x] = r[0] + r[7];
}
"""
# No language: these projects configure in no time.
ERROR = """cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES NONE)
find_package(TileCopy %s REQUIRED)
add_library(headers INTERFACE)
%s
"""
CALL = "tilecopy_generate(headers FILES tiles.tc)"
ERRORS = [  # what is wrong, the version, the call, TileCopy_TCGEN, what is said
    ("no such description", MINOR, "tilecopy_generate(headers FILES nowhere.tc)", None, ["there is no file", "nowhere.tc"]),
    ("no target", MINOR, "tilecopy_generate(tiles FILES tiles.tc)", None, ["'tiles' is no target here", "add_library before"]),
    ("no file", MINOR, "tilecopy_generate(headers HEADER x.h)", None, ["there is no file", "write FILES"]),
    ("an unknown word", MINOR, "tilecopy_generate(headers tiles.tc)", None, ["cannot read 'tiles.tc'", "FILES or SCAN"]),
    ("one header of both kinds", MINOR, "tilecopy_generate(headers FILES tiles.tc SCAN k.cu HEADER x.h)", None,
     ["one HEADER cannot hold", "//@tc import"]),
    ("one header twice", MINOR, CALL + "\n" + CALL, None, ["the header 'tiles_gen.h'", "HEADER of its own"]),
    ("tcgen is not there", MINOR, CALL, "/nowhere/tcgen", ["there is no /nowhere/tcgen", "-DTileCopy_TCGEN="]),
    ("tcgen does not run", MINOR, CALL, "tiles.tc", ["does not run on this machine", "-DTileCopy_TCGEN="]),
    ("tcgen of another version", MINOR, CALL, "old", ["is 'tcgen 0.0.1'", "-DTileCopy_TCGEN="]),
    ("a custom target", MINOR, "add_custom_target(other)\ntilecopy_generate(other FILES tiles.tc)", None,
     ["'other' is imported or a custom target", "name the executable or library"]),
    ("a header with a #", MINOR, "tilecopy_generate(headers FILES tiles.tc HEADER \"a#b.h\")", None, ["a#b.h has", "another name by HEADER"]),
    ("one header of two targets", MINOR, "add_library(more INTERFACE)\nforeach(one headers more)\ntilecopy_generate(${one} FILES tiles.tc "
     "HEADER ${CMAKE_BINARY_DIR}/x.h)\nendforeach()", None, ["two calls or files make the header", "HEADER of its own"]),
    ("a newer version is asked for", "0.99", CALL, None, ["version: " + MINOR]),
    ("a patch that is not there", MINOR + ".99", CALL, None, ["version: " + MINOR]),
    ("another major version", "1", CALL, None, ["version: " + MINOR]),
]


def check_errors(tally, cmake, folder, prefix):
    folder = os.path.join(folder, "errors")
    harness.write(os.path.join(folder, "tiles.tc"), "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n")
    harness.write(os.path.join(folder, "k.cu"), KERNEL)
    harness.write(os.path.join(folder, "old"), "#!/bin/sh\necho tcgen 0.0.1\n")
    os.chmod(os.path.join(folder, "old"), 0o755)
    for what, version, call, program, said in [("no error", "0", CALL, None, [])] + ERRORS:
        if not tally.wants("errors: " + what):
            continue
        harness.write(os.path.join(folder, "CMakeLists.txt"), ERROR % (version, call))
        options = ["-DTileCopy_TCGEN=" + os.path.join(folder, program)] if program else []
        shutil.rmtree(os.path.join(folder, "build"), ignore_errors=True)
        result = harness.run([cmake, "-S", folder, "-B", os.path.join(folder, "build"), "-DCMAKE_PREFIX_PATH=" + prefix] + options)
        if said and not said[0].startswith("version: "):
            said = said + [os.path.join(folder, "CMakeLists.txt") + ": tilecopy_generate("]
        good = (result.code != 0) == bool(said) and all(words in result.err for words in said)
        tally.check("errors: " + what, good, result)


# Headers whose names are one name to CMake, an alias, and a list in quotes.
NAMES = """add_library(headers_fast INTERFACE)
add_library(The::headers ALIAS headers)
set(list x-y.tc "x y.tc")
tilecopy_generate(The::headers FILES "${list}" x_y.tc fast_t.tc)
tilecopy_generate(headers_fast FILES t.tc)
get_property(all DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
list(FILTER all INCLUDE REGEX "^tilecopy_")
add_custom_target(every ALL)
add_dependencies(every ${all})
"""


def check_names(tally, tools, folder, prefix):
    for generator in ("Ninja", "Unix Makefiles"):
        if not tally.wants("names: " + generator):
            continue
        source = os.path.join(folder, "names " + generator)
        for name in ("x-y", "x y", "x_y", "fast_t", "t"):
            harness.write(os.path.join(source, name + ".tc"), "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n")
        harness.write(os.path.join(source, "CMakeLists.txt"), ERROR % (MINOR, NAMES))
        tool = ["-DCMAKE_MAKE_PROGRAM=" + tools.ninja] if generator == "Ninja" else []
        build = os.path.join(source, "build")
        result = harness.run([tools.cmake, "-S", source, "-B", build, "-G", generator, "-DCMAKE_PREFIX_PATH=" + prefix] + tool)
        made = harness.run([tools.cmake, "--build", build, "-j2"])
        got = sorted(os.path.relpath(path, build) for path in glob.glob(build + "/tilecopy/*/*.h"))
        wanted = ["tilecopy/headers/%s_gen.h" % name for name in ("fast_t", "x y", "x-y", "x_y")] + ["tilecopy/headers_fast/t_gen.h"]
        tally.check("names: " + generator, made.code == 0 and got == wanted, "%s\n%s\n%s" % (result, made, got))


def check_below(tally, cmake, folder, prefix):
    """An interface library whose folder alone finds the package."""
    source = os.path.join(folder, "found below")
    harness.write(os.path.join(source, "below", "t.tc"), "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n")
    harness.write(os.path.join(source, "below", "CMakeLists.txt"), "find_package(TileCopy REQUIRED)\nadd_library(tiles INTERFACE)\n"
                  "tilecopy_generate(tiles FILES t.tc)\n")
    harness.write(os.path.join(source, "k.c"), '#include "t_gen.h"\nint main(void) { return TC_WARP_COPY_SMEM_TO_REG_32X8_F32_REGS != 8; }\n')
    harness.write(os.path.join(source, "CMakeLists.txt"), "cmake_minimum_required(VERSION 3.20)\nproject(user LANGUAGES C)\nadd_subdirectory(below)\n"
                  "add_executable(k k.c)\ntarget_link_libraries(k PRIVATE tiles)\n")
    result = harness.run([cmake, "-S", source, "-B", source + "/build", "-DCMAKE_PREFIX_PATH=" + prefix])
    made = harness.run([cmake, "--build", source + "/build"])
    tally.check("a library of headers that finds the package itself", result.code == 0 and made.code == 0, "%s\n%s" % (result, made))


def check_cross(tally, cmake, folder):
    """This tree in a build for another machine: tcgen cannot be the one of that build."""
    source = os.path.join(folder, "cross")
    harness.write(os.path.join(source, "tiles.tc"), "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n")
    harness.write(os.path.join(source, "CMakeLists.txt"), "cmake_minimum_required(VERSION 3.20)\nproject(user LANGUAGES C)\n"
                  "add_subdirectory(\"%s\" tilecopy)\nadd_library(headers INTERFACE)\n%s\n" % (harness.ROOT, CALL))
    common = [cmake, "-S", source, "-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", "-DCMAKE_C_COMPILER_FORCED=ON"]
    result = harness.run(common + ["-B", os.path.join(source, "without")])
    said = ["this build is for Linux aarch64", "-DTileCopy_TCGEN=", os.path.join(source, "CMakeLists.txt") + ": tilecopy_generate("]
    tally.check("cross: without a tcgen for this machine", result.code != 0 and all(words in result.err for words in said), result)
    build = os.path.join(source, "with")
    result = harness.run(common + ["-B", build, "-DTileCopy_TCGEN=" + os.path.join(harness.ROOT, "build", "tcgen")])
    made = harness.run([cmake, "--build", build, "--target", "tilecopy_headers_tiles_gen_h"])
    tally.check("cross: with one", result.code == 0 and made.code == 0 and
                os.path.exists(os.path.join(build, "tilecopy", "headers", "tiles_gen.h")), "%s\n%s" % (result, made))


def tree(folder):
    """{path: content} of an installation; None for what a compiler made."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            found[os.path.relpath(path, folder)] = None if name.endswith((".a", "tcgen")) else harness.read(path, "rb")
    return found


def check_install(args, tally, tools, folder, launcher):
    """The prefix of an installation by make, which has moved, and has a space in its name. That of CMake is equal."""
    first, prefix = os.path.join(folder, "first place"), os.path.join(folder, "the prefix")
    made = harness.make(args.build, "install", PREFIX=first)
    if not tally.check("make install into a folder with a space", made.code == 0, made):
        return None
    os.rename(first, prefix)
    build, other = os.path.join(folder, "top"), os.path.join(folder, "by cmake")
    result = harness.run([tools.cmake, "-S", harness.ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_MAKE_PROGRAM=" + tools.ninja,
                          "-DCMAKE_BUILD_TYPE=Plain"] + launcher)
    done = harness.run([tools.cmake, "--build", build, "-j2"], timeout=900) if result.code == 0 else result
    if tally.check("this tree builds", done.code == 0, done):
        again = harness.run([tools.cmake, "--build", build])
        tally.check("its second build does nothing", "no work to do" in again.out, again)
        told = harness.run([os.path.join(build, "tcgen"), "--version"])
        tally.check("its tcgen runs", told.code == 0 and told.out.startswith("tcgen "), told)
        result = harness.run([tools.cmake, "--install", build, "--prefix", other])
        ours, theirs = tree(prefix), tree(other)
        differ = sorted(name for name in set(ours) | set(theirs) if ours.get(name, 0) != theirs.get(name, 0))
        tally.check("cmake --install puts down what make install does", result.code == 0 and not differ, "%s\n%s" % (differ, result))
    return prefix


def check_cuda(tally, tools, folder, prefix):
    if not tools.nvcc:
        tally.skip("CUDA", tools.why("nvcc"))
        return
    folder = os.path.join(folder, "cuda")
    harness.write(os.path.join(folder, "CMakeLists.txt"), CUDA)
    harness.write(os.path.join(folder, "kernel.cu"), KERNEL)
    result = harness.run([tools.cmake, "-S", folder, "-B", folder + "/build", "-DCMAKE_PREFIX_PATH=" + prefix, "-G", "Ninja",
                          "-DCMAKE_MAKE_PROGRAM=" + tools.ninja, "-DCMAKE_CUDA_COMPILER=" + tools.nvcc, "-DCMAKE_CUDA_ARCHITECTURES=80"])
    made = harness.run([tools.cmake, "--build", folder + "/build"])
    again = harness.run([tools.cmake, "--build", folder + "/build"])
    tally.check("CUDA: a scanned kernel builds", result.code == 0 and made.code == 0 and "no work to do" in again.out,
                "%s\n%s\n%s" % (result, made, again))


def check_projects(args, tally, tools, folder, prefix, launcher):
    """A user's project under each generator: TileCopy is taken in under one, found under the other; --long tries all."""
    fetch = ["-DBY=fetch", "-DFETCHCONTENT_SOURCE_DIR_TILECOPY=" + harness.ROOT] + launcher
    rows = [("FetchContent", "Ninja", fetch), ("find_package", "Unix Makefiles", ["-DCMAKE_PREFIX_PATH=" + prefix])]
    if args.long:
        rows += [("FetchContent", "Unix Makefiles", fetch), ("find_package", "Ninja", ["-DCMAKE_PREFIX_PATH=" + prefix])]
    for by, generator, options in rows:
        tool = ["-DCMAKE_MAKE_PROGRAM=" + tools.ninja] if generator == "Ninja" else []
        name = "%s %s" % (by, generator)
        if tally.wants(name):
            user = Project(tally, tools.cmake, folder, name, generator, tool + options)
            if user.configure() and user.try_build():
                user.try_changes()


def main():
    args, tally = harness.start(__doc__)
    tools, folder = harness.Tools(args.build), os.path.join(args.build, "tests", "cmake")
    for tool in ("cmake", "ninja"):
        if not getattr(tools, tool):
            tally.skip("CMake", tools.why(tool))
            return tally.close()
    shutil.rmtree(folder, ignore_errors=True)
    script = os.path.join(folder, "launcher")
    harness.write(script, LAUNCHER % {"root": harness.ROOT, "build": args.build})
    os.chmod(script, 0o755)
    launcher = [] if args.long else ["-DCMAKE_C_COMPILER_LAUNCHER=" + script]
    prefix = check_install(args, tally, tools, folder, launcher)
    if prefix:
        check_errors(tally, tools.cmake, folder, prefix)
        check_names(tally, tools, folder, prefix)
        check_below(tally, tools.cmake, folder, prefix)
        check_cross(tally, tools.cmake, folder)
        check_projects(args, tally, tools, folder, prefix, launcher)
        check_cuda(tally, tools, folder, prefix)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
