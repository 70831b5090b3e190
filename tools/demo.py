#!/usr/bin/env python3
"""The main job from end to end: generate, compile for every target, run, check, explain, draw.

usage: demo.py [--build build]

Runs on the GPU if there is one and on the emulator otherwise. A step whose tool is missing says so;
a step that fails ends the demonstration with exit 1.
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "tests"), HERE]
import harness  # noqa: E402
from device import gpu_count  # noqa: E402

EXAMPLE = "examples/roundtrip/roundtrip"
TARGETS = ["sm_80", "sm_90", "sm_100"]
SHOWN = "tc_warp_copy_smem_to_reg_32x8_f32"


def title(text):
    print("\n== %s" % text, flush=True)


def step(command, show=True, **more):
    """Runs a command of the demonstration; its failure is the end."""
    command = [os.path.relpath(c) if os.path.isabs(c) and c.startswith(harness.ROOT) else c for c in command]
    print("$ %s" % " ".join(command), flush=True)
    result = harness.run(command, **more)
    if show or result.code != 0:
        sys.stdout.write(result.out + result.err)
        sys.stdout.flush()
    if result.code != 0:
        sys.exit("this step failed with exit status %s" % result.code)
    return result


def compile_for_targets(tools, folder):
    if not tools.nvcc:
        print("skipped: %s" % tools.why("nvcc"))
        return
    for arch in TARGETS:
        cubin = os.path.join(folder, "roundtrip.%s.cubin" % arch)
        step([tools.nvcc, "-cubin", "-arch=" + arch, "-Werror", "all-warnings", "-Iinclude", "-o", cubin, EXAMPLE + ".cu"])
        print("  %s: %d bytes of machine code for the GPU" % (arch, os.path.getsize(cubin)))


def run_it(tools, build, folder):
    """On the GPU, or as C on the emulator with the kernel's plain accesses watched."""
    program = os.path.join(folder, "roundtrip")
    if gpu_count() > 0 and tools.nvcc:
        step([tools.nvcc, "-arch=native", "-Iinclude", "-o", program, EXAMPLE + ".cu"])
    else:
        print("no GPU here: the same text runs on the emulator")
        compiler = tools.gcc or tools.clang
        step([compiler, "-x", "c", "-std=gnu11", "-O1", "-g", "-fsanitize=thread", "-Iinclude", "-c", "-o", program + ".o",
              EXAMPLE + ".cu"])
        step([compiler, "-o", program, program + ".o", os.path.join(build, "libtcemu.a"), "-lm", "-pthread"])
    step([program])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    args = parser.parse_args()
    os.chdir(harness.ROOT)
    build = os.path.abspath(args.build)
    tools, folder = harness.Tools(build), os.path.join(build, "demo")
    tcgen = os.path.join(build, "tcgen")
    os.makedirs(folder, exist_ok=True)
    title("1. The description")
    print(harness.read(EXAMPLE + ".tc").rstrip())
    title("2. Generate: proven functions, one header")
    step([tcgen, "-o", EXAMPLE + "_gen.h", EXAMPLE + ".tc"])
    step([tcgen, "names", EXAMPLE + ".tc"])
    title("3. Compile for %s" % ", ".join(TARGETS))
    compile_for_targets(tools, folder)
    title("4. Run, and compare every element with its layout")
    run_it(tools, build, folder)
    title("5. Explain: which variant, why not the others, what it costs")
    step([tcgen, "explain", EXAMPLE + ".tc"])
    title("6. Draw")
    picture = os.path.join(folder, "roundtrip.svg")
    step([tcgen, "draw", "%s.tc:%s" % (EXAMPLE, SHOWN), "-o", picture])
    print("who owns which element: %s" % os.path.relpath(picture))
    return 0


if __name__ == "__main__":
    sys.exit(main())
