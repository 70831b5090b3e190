#!/usr/bin/env python3
"""The same copies in the same frames (tests/sass/cases.h) by TileCopy, by hand and with other libraries:
all instructions / integer instructions / registers of each, per target, and the compile time.

usage: peers.py [--build build] [--get]

CUB and libcu++ come from the CUDA installation. --get (make bench PEERS=1) brings them and CuTe as
packages into BUILD/peers; what is not there is named. bench/peers/ holds only code written here.
"""
import argparse
import glob
import importlib.util
import os
import re
import subprocess
import sys

import measure
import harness
import sass

PACKAGES = ["nvidia-cutlass==4.2.0.0", "nvidia-cuda-cccl==13.0.85"]
CASES = {
    "case_a": "a  32x8 f32, a row per lane, shared memory to registers",
    "case_c": "c  128x64 f16 into a 128-byte swizzle, run-time pitch, cp.async",
    "case_s": "s  the same with loads and stores",
    "case_e": "e  16x16 f16 fragment of an mma out of the swizzled tile",
    "case_e4": "e4 16x64 f16, four of them",
    "case_f": "f  16x16 f16 from registers into the swizzled tile, stmatrix",
    "case_h": "h  4x6 f32, global to shared memory, one warp",
}


def first(patterns, file):
    for pattern in patterns:
        for folder in sorted(glob.glob(pattern)):
            if os.path.exists(os.path.join(folder, file)):
                return folder
    return None


def peers(build, nvcc):
    """{name: (source, folders of headers or None, options)}; None: its headers are not here."""
    packages = os.path.join(build, "peers")
    toolkit = os.path.dirname(os.path.dirname(os.path.realpath(nvcc)))
    cccl = first([toolkit + "/include/cccl", toolkit + "/include", toolkit + "/targets/*/include/cccl",
                  packages + "/nvidia/*/include/cccl", packages + "/nvidia/*/include"], "cub/warp/warp_load.cuh")
    cute = first([packages + "/cutlass_library/source/include"], "cute/tensor.hpp")
    return {
        "TileCopy": ("tests/sass/cases.cu", [os.path.join(build, "tests", "sass"), "include"], []),
        # policy upstream: case h by the one lane that CuTe and libcu++ use too
        "one lane": ("tests/sass/upstream.cu", [os.path.join(build, "tests", "sass"), "include"], []),
        "by hand": ("bench/peers/hand.cu", [], []),
        "CuTe": ("bench/peers/cute.cu", cute and [cute], ["--expt-relaxed-constexpr"]),
        "CUB": ("bench/peers/cub.cu", cccl and [cccl], []),
        "libcu++": ("bench/peers/libcu.cu", cccl and [cccl], []),
    }


def bring(build):
    """Packages into BUILD/peers; a failure is told and is no error."""
    folder = os.path.join(build, "peers")
    pips = [os.path.join(build, "venv", "bin", "python3"), sys.executable]
    for python in [p for p in pips if os.path.exists(p)]:
        code = subprocess.call([python, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check",
                                "--only-binary=:all:", "--upgrade", "--target", folder] + PACKAGES,
                               stdin=subprocess.DEVNULL)
        if code == 0:
            return
    print("peers: %s could not be installed" % " ".join(PACKAGES))


def counted(suite, tools, command, folder, name):
    """{kernel: (all, integer, registers, {memory instruction: count})}, or None and what nvcc says."""
    cubin = os.path.join(folder, name + ".cubin")
    built = harness.run(command + ["-Xptxas", "-v", "-o", cubin], timeout=600)
    if built.code != 0:
        return None, (built.err or built.out).strip().splitlines()[:3]
    registers = dict(re.findall(r"Compiling entry function '(\w+)'(?:.|\n)*?Used (\d+) registers", built.out + built.err))
    listing = harness.run([tools.cuobjdump, "-sass", cubin]).out
    integer = suite.count_instructions(listing)
    everything, kernel = {}, None
    for line in listing.splitlines():
        start = re.match(r"\s*Function : (\w+)", line)
        kernel = start.group(1) if start else kernel
        found = suite.INSTRUCTION.match(line)
        if found and found.group(1) != "NOP":
            everything.setdefault(kernel, []).append(found.group(1))
    result = {}
    for kernel, opcodes in everything.items():
        while opcodes[-2:] == ["BRA", "BRA"]:  # padding behind the end
            opcodes.pop()
        result[kernel] = (len(opcodes), integer[kernel][1], int(registers[kernel]), dict(integer[kernel][0]))
    return result, None


def table(arch, found):
    names = list(found)
    print("  %-66s %s" % (arch, "  ".join("%-9s" % n for n in names)))
    for case, words in CASES.items():
        row = []
        for name in names:
            numbers = (found[name] or {}).get(case)
            row.append("%-9s" % ("%d/%d/%d" % numbers[:3] if numbers else "-"))
        print("  %-66s %s" % (words, "  ".join(row)))
        if case not in found["TileCopy"]:
            continue  # stmatrix on sm_80
        ours = found["TileCopy"][case][3]
        for name in names:
            numbers = (found[name] or {}).get(case)
            if numbers and numbers[3] != ours:
                print("  %-66s %s: %s" % ("", name, " ".join("%s=%d" % m for m in sorted(numbers[3].items()))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--get", action="store_true")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    os.chdir(measure.ROOT)
    tools, suite = harness.Tools(build), sass.sass_suite()
    for tool in ("nvcc", "cuobjdump"):
        if not getattr(tools, tool):
            print("peers: skipped, %s" % tools.why(tool))
            return 0
    if args.get:
        bring(build)
    folder = os.path.join(build, "bench", "peers")
    os.makedirs(folder, exist_ok=True)
    generated = argparse.Namespace(build=build, tcgen=os.path.join(build, "tcgen"))
    if suite.generate(generated, harness.Tally()) is None:
        return 1
    known, results, absent = peers(build, tools.nvcc), {}, {}
    print("the same copies: all instructions/integer instructions/registers; - : it has no such copy")
    print("where the memory instructions are others than TileCopy's they stand below")
    for arch in suite.ARCHS:
        results[arch] = {}
        for name, (source, headers, options) in known.items():
            if headers is None:
                absent[name] = "its headers are not here; make bench PEERS=1 brings them"
                continue
            command = [tools.nvcc, "-cubin", "-arch=" + arch, "-std=c++17", "-w", source] + options + [
                "-I" + path for path in ["tests/sass"] + headers]
            results[arch][name], why = counted(suite, tools, command, folder, re.sub(r"\W", "_", name))
            if why:
                absent[name] = "does not compile: " + " ".join(why)
                results[arch].pop(name)
        table(arch, results[arch])
    results["pipes"] = pipe_parts(tools, build, folder, known)
    compile_times(known, absent, tools, folder, results)
    for name, why in absent.items():
        print("  %s is absent: %s" % (name, why))
    measure.save("peers", results)
    return 0


def pipe_suite():
    path = os.path.join(measure.ROOT, "tests", "pipes", "run.py")
    sys.path.insert(0, os.path.dirname(path))  # it imports what lies beside it
    spec = importlib.util.spec_from_file_location("pipe_suite", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pipe_parts(tools, build, folder, known):
    """{target: {part: {who: instructions}}}: the parts of a pipe, and CUTLASS's classes less their constructor."""
    suite, where, found = pipe_suite(), os.path.join(build, "tests", "pipes"), {}
    if suite.header(build, where).code != 0:
        sys.exit("tests/pipes/pipes.tc has no header")
    print("the parts of a pipe, all instructions: TileCopy, by hand, CUTLASS (one arrival a warp / each thread arrives)")
    for arch, parts in suite.PARTS.items():
        count = instructions(suite, tools, folder, arch, "hand_pipes.cu", ["include", where])
        headers = known["CuTe"][1]
        peers = instructions(suite, tools, folder, arch, "cutlass_pipes.cu", headers) if headers and arch != "sm_80" else {}
        found[arch] = {}
        for part in parts:
            row = {"TileCopy": count["ours_" + part], "by hand": count["hand_" + part]}
            theirs = part.replace("each_", "threads_")  # PipelineAsync; where only one thread arrives there is one form
            around = peers.get("peer_%s_nothing" % theirs.split("_")[0], 0) - peers.get("peer_empty", 0)
            forms = [("CUTLASS, each thread", "peer_" + theirs)]
            if theirs == part:
                forms.insert(0, ("CUTLASS", "peer_%s_by_warp" % part))
            for name, kernel in forms:
                if kernel in peers:
                    row[name] = peers[kernel] - (0 if part.endswith("advance") else around)
            found[arch][part] = row
            print("  %-8s %-18s %3d %3d  %s%s" % (arch, part, row["TileCopy"], row["by hand"], " / ".join(
                str(row[n]) for n in ("CUTLASS", "CUTLASS, each thread") if n in row) or "-", worse(row)))
    return found


def worse(row):
    """One arrival a warp is held against one a warp, one a thread against one a thread."""
    peer = row.get("CUTLASS", row.get("CUTLASS, each thread", row["by hand"]))
    return "  more than a peer" if row["TileCopy"] > min(peer, row["by hand"]) else ""


def instructions(suite, tools, folder, arch, source, headers):
    cubin = os.path.join(folder, source + ".cubin")
    built = harness.run([tools.nvcc, "-cubin", "-arch=" + arch, "-std=c++17", "-w", "--expt-relaxed-constexpr", "-o", cubin,
                         "bench/peers/" + source] + ["-I" + path for path in headers], timeout=600)
    if built.code != 0:
        sys.exit("%s does not compile: %s" % (source, built.err or built.out))
    return suite.instructions(harness.run([tools.cuobjdump, "-sass", cubin]).out)


def compile_times(known, absent, tools, folder, results):
    """Smallest of three, sm_90a, each file with its whole set of cases."""
    print("  compile time of these files, sm_90a")
    times = {}
    for name, (source, headers, options) in known.items():
        if name not in absent:
            command = [tools.nvcc, "-cubin", "-arch=sm_90a", "-std=c++17", "-w", source, "-o",
                       os.path.join(folder, "time.cubin")] + options + ["-I" + p for p in ["tests/sass"] + headers]
            times[name] = min(measure.cpu_seconds(command) for _ in range(3))
    for name, seconds in times.items():
        print("    %-10s %6.2f s  %5.2f of by hand" % (name, seconds, seconds / times["by hand"]))
    results["compile_seconds"] = times


if __name__ == "__main__":
    sys.exit(main())
