"""Tensor copies in hardware: boxes at random origins, swizzles, stores and sums by tests/device/tensor.cu; and maps
at random by tests/emu/test_maps.c, which the emulator runs too, in several processes: both must do the same."""
import concurrent.futures
import os
import re

import harness

NAME = "tensor copies"
TARGET = ["-gencode", "arch=compute_90a,code=sm_90a"]
TOLD = re.compile(r"^(tensor \w+): (\d+ elements, (\d+) wrong)$", re.M)
DIGEST = re.compile(r"^(?:maps|strided) (\d+ \d+): digest (\w+), (\d+) wrong$", re.M)
MAPS, SEED, JOBS, BATCH = 20000, 1, os.cpu_count() or 2, 1000  # run.py sets the first three by its arguments
FUNCTIONS = 18  # twelve loads, three stores, two sums, a maximum


def build(tcgen, nvcc, directory):
    """(The run that made the header or, where that went well, the program; the program's path.)"""
    os.makedirs(directory, exist_ok=True)
    out = os.path.join(directory, "tensor")
    made = harness.run([tcgen, "-o", os.path.join(directory, "tensor_gen.h"), "tests/device/tensor.tc"])
    if made.code == 0:
        made = harness.run([nvcc, *TARGET, "-O3", "-std=c++17", "-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra",
                            "-I.", "-Iinclude", "-I" + directory, "-o", out, "tests/device/tensor.cu"], timeout=600)
    return made, out


def check(tally, folder, nvcc, directory, arch):
    if not arch.startswith("sm_9"):
        tally.skip(NAME, "%s: the program is for sm_90a" % arch)
        return
    made, program = build(os.path.join(folder, "tcgen"), nvcc, directory)
    if not tally.check("nvcc " + NAME, made.code == 0, made):
        return
    done = harness.run([program], timeout=120)
    told = TOLD.findall(done.out)
    for function, text, wrong in told:
        print("%s: %s" % (function, text))
        tally.check(function, wrong == "0", text)
    tally.check(NAME, done.code == 0 and len(told) == FUNCTIONS, done)
    maps(tally, folder, nvcc, directory)


def build_maps(folder, nvcc, directory):
    """(The run that failed or the last one, the emulator's program, the GPU's.)"""
    emulated, gpu = os.path.join(directory, "maps.emu"), os.path.join(directory, "maps.gpu")
    source, include = "tests/emu/test_maps.c", ["-I.", "-Iinclude"]
    made = harness.run(["gcc", "-O2", "-std=gnu11", *include, source, os.path.join(folder, "libtcemu.a"), "-pthread",
                        "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset", "-o", emulated])
    if made.code == 0:
        made = harness.run([nvcc, *TARGET, "-O3", "-std=c++17", "-Werror", "all-warnings", *include, "-x", "cu",
                            "-o", gpu, source], timeout=600)
    return made, emulated, gpu


def maps(tally, folder, nvcc, directory):
    """Batch by batch the digests of the GPU and of the emulator, which is many processes."""
    library = harness.make(folder, os.path.join(folder, "libtcemu.a"))
    if not tally.check("build/libtcemu.a", library.code == 0, library):
        return
    made, emulated, gpu = build_maps(folder, nvcc, directory)
    if not tally.check("nvcc random maps", made.code == 0, made):
        return
    if compare(tally, "random maps", emulated, gpu, MAPS):
        compare(tally, "random maps, stores with element strides", emulated, gpu, -(-MAPS // 5), "strides")


def compare(tally, name, emulated, gpu, count, *more):
    """Both machines' digests of `count` maps; the GPU's lines on maps that it stored otherwise are printed."""
    share = -(-count // max(1, JOBS) // BATCH) * BATCH
    asked = [[str(SEED), str(first), str(min(share, count - first)), *more] for first in range(0, count, share)]
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, JOBS)) as pool:
        parts = [pool.submit(harness.run, [emulated, *words], timeout=600) for words in asked]
        done = harness.run([gpu, str(SEED), "0", str(count), *more], timeout=600)
        parts = [part.result() for part in parts]
    want = {key: (sum_, wrong) for part in parts for key, sum_, wrong in DIGEST.findall(part.out)}
    got = {key: (sum_, wrong) for key, sum_, wrong in DIGEST.findall(done.out)}
    print("%d %s of seed %d, %d batches" % (count, name, SEED, len(got)))
    print("".join(line + "\n" for line in done.out.splitlines() if line.startswith("  map "))[:4000], end="")
    tally.check(name + ", emulator", all(p.code == 0 for p in parts), [p for p in parts if p.code][:1])
    ran = tally.check(name + ", GPU", done.code == 0 and len(got) == -(-count // BATCH), done)
    return tally.check(name + ": the GPU's bytes are the emulator's", got == want,
                       "seed %d, other batches: %s" % (SEED, [k for k in want if got.get(k) != want[k]][:9])) and ran
