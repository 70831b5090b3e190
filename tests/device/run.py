#!/usr/bin/env python3
"""The round trips on a GPU: the same functions, images and oracle as tests/roundtrip, in hardware.

usage: run.py [--build build] [--jobs N] [--seed N] [--count 150] [--seconds 420] [--maps 20000] [--part NAME]
First the programs of tests/checks, which TC_CHECK must end or must leave alone. Then
for every batch: the calls on the GPU, the GPU's memory image against the emulator's byte for byte,
every conversion over all numbers, the programs of examples/, its operators of PyTorch and its kernel by CuPy, descriptors, wgmma on fragments
and by descriptors, tensor copies, tensor maps at random and element strides of stores, the
pipes of tests/pipes with agents held up at random, and compute-sanitizer's memcheck, racecheck and
synccheck where that tool is.
What needs a processor for long beside them, PARTS, runs in processes of its own at the same time.
`--part NAME` runs one of FIRST or PARTS alone. Needs nvcc, gcc and python3 and no network. Without a GPU
it says so and exits 0.
"""
import concurrent.futures
import filecmp
import glob
import os
import random
import re
import shutil
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(TESTS, "checks"), os.path.join(TESTS, "roundtrip"),
                os.path.join(TESTS, "property"), TESTS,
                os.path.join(os.path.dirname(TESTS), "tools")]
import checked  # noqa: E402
import describe  # noqa: E402
import descriptors  # noqa: E402
import emulate  # noqa: E402
import jitter  # noqa: E402
import programs  # noqa: E402
import roundtrip  # noqa: E402
import sources  # noqa: E402
import strides  # noqa: E402
import tensor  # noqa: E402
import warpgroup  # noqa: E402
import wgmma  # noqa: E402
from device import gpu_count  # noqa: E402
from harness import Tools, clean_environment, make, read, run, start, write  # noqa: E402

def tried(tally, name, script, env=None):
    """An example in Python that compares its own numbers, or says that its library or GPU is not there."""
    done = run([sys.executable, script], timeout=400, env=env)
    if "nothing was tried" in done.out:
        tally.skip(name, done.out.strip())
    else:
        tally.check(name, done.code == 0 and "; 0 failed" in done.out, done)
        print(done.out.strip())


def operators(tally, _build, _nvcc, _directory, _arch):
    """Those of examples/pytorch, built by PyTorch's tools."""
    tried(tally, "operators of PyTorch", "examples/pytorch/try_operators.py")
    tried(tally, "rows by operators of PyTorch", "examples/pytorch/try_rows.py")


def cupy(tally, build, _nvcc, _directory, _arch):
    """A kernel that examples/cupy generates and compiles while it runs; the package is that of this build."""
    made = make(build, "package")
    if tally.check("make package", made.code == 0, made):
        env = clean_environment(PYTHONPATH=os.path.join(build, "package"))
        tried(tally, "softmax by CuPy", "examples/cupy/softmax.py", env)


PARTS = {"pytorch": operators, "cupy": cupy, "descriptors": descriptors.check, "wgmma": wgmma.check, "warpgroup": warpgroup.check,
         "tensor": tensor.check, "strides": strides.check, "jitter": jitter.check}
FIRST = ("checks", "copies", "numbers", "examples")  # parts too
CHECKERS = ("memcheck", "racecheck", "synccheck")


def options(parser):
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=150, help="random descriptions beside the rest")
    parser.add_argument("--seconds", type=int, default=420, help="no sanitizer starts after that")
    parser.add_argument("--maps", type=int, default=20000, help="random tensor maps of the part 'tensor'")
    parser.add_argument("--part", action="append", choices=sorted([*FIRST, *PARTS]), help="only this, again for more")
    parser.add_argument("files", nargs="*", metavar="FILE.tc")


def gpu():
    """("sm_90a", name of the GPU), or (None, why there is none)."""
    smi = shutil.which("nvidia-smi")
    if not smi:
        if gpu_count() > 0:
            return "native", "a GPU without nvidia-smi"
        return None, "there is no nvidia-smi, and the CUDA driver shows no GPU"
    asked = run([smi, "--query-gpu=compute_cap,name", "--format=csv,noheader"])
    match = re.match(r"(\d+)\.(\d+), *(.*)", asked.out)
    if asked.code != 0 or not match:
        return None, "nvidia-smi shows no GPU: %s" % (asked.out + asked.err).strip()[:200]
    number = match.group(1) + match.group(2)
    suffix = "a" if number in ("90", "100") else ""
    return "sm_%s%s" % (number, suffix), match.group(3).splitlines()[0]


def random_descriptions(args):
    rng, found = random.Random(args.seed), []
    for number in range(args.count):
        described = describe.describe(rng, number)
        try:
            found.append(roundtrip.Description(args.tcgen, described.name, described.text))
        except (roundtrip.Failure, roundtrip.oracle_error):
            continue  # refused, or not possible: tests/property judges that
    return found


def target(arch):
    """Only the body for this GPU: of -arch=sm_90a nvcc makes one for compute_90 too, in twice the time."""
    return ["-arch=native"] if arch == "native" else ["-gencode", "arch=%s,code=%s" % (arch.replace("sm", "compute"), arch)]


def build(nvcc, stem, arch):
    """nvcc of one batch; a Result."""
    include = [option for path in (os.path.join(roundtrip.ROOT, "include"), emulate.HERE)
               for option in ("-I", path)]
    return run([nvcc, *target(arch), "-std=c++17", "-Werror", "all-warnings", *include,
                "-o", stem + ".gpu", stem + ".cu"], timeout=600)


def on_gpu(tally, stem):
    done = run([stem + ".gpu", stem + ".cases", "--dump", stem + ".gpu.dump"])
    closing = re.search(r"^(\d+) passed, (\d+) failed\s*\Z", done.out, re.M)
    if closing is None:
        tally.fail(os.path.basename(stem) + " on the GPU", done)
        return
    tally.passed += int(closing.group(1))
    tally.failed += int(closing.group(2))
    for line in done.out.splitlines()[:-1][:60]:
        print("FAIL " + line)
    same = filecmp.cmp(stem + ".dump", stem + ".gpu.dump", shallow=False) \
        if os.path.exists(stem + ".dump") else False
    tally.check("%s: the emulator's memory image equals the GPU's" % os.path.basename(stem), same,
                "%s.dump and %s.gpu.dump differ" % (stem, stem))


def built_all(tally, sources, command, jobs):
    """The programs OUT that `command(source)`, of nvcc with OUT as its last word, makes of the sources, side by side."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        done = list(pool.map(lambda source: run(command(source), timeout=600), sources))
    return {source: command(source)[-1] for source, d in zip(sources, done) if tally.check("nvcc " + source, d.code == 0, d)}


def numbers(tally, build, nvcc, directory, arch, jobs):
    """Conversions over all numbers, what combines registers, matrices and mma.sync, reductions in memory and what
    reaches other CTAs, as the emulator is tested."""
    clusters = () if arch.startswith("sm_8") else ("red", "remote")
    rows = os.path.join(build, "rows")
    made = make(build, rows)
    if not tally.check("build/rows builds", made.code == 0, made):
        return
    write(os.path.join(directory, "conversions.def"), run([rows, "conversions"]).out)
    names = ["tests/emu/test_%s.c" % name for name in ("convert", "registers", "combine", "warp", "mma", *clusters)]
    made = built_all(tally, names, lambda source: [
        nvcc, *target(arch), "-std=c++17", "-Werror", "all-warnings", "-I.", "-Iinclude", "-I", directory, "-x", "cu",
        source, "-o", os.path.join(directory, os.path.basename(source)[5:-2])], jobs)
    for source, program in made.items():
        done = run([program], timeout=120)
        closing = re.search(r"^(\d+) passed, 0 failed\s*\Z", done.out, re.M)
        tally.check("numbers: %s" % source, done.code == 0 and closing is not None, done)


def examples(tally, _build, nvcc, directory, arch, jobs):
    """Every program of examples/ compares what arrives itself."""
    chosen = []
    for source in sorted(glob.glob("examples/*/*.cu")):
        texts = "".join(map(read, [source, *glob.glob(os.path.join(os.path.dirname(source), "*_kernel.h"))]))
        if arch.startswith("sm_8") and ("tc_cluster_sync" in texts or "tc_ring_init" in texts):
            tally.skip(source, "%s has no clusters and no bulk copies" % arch)
        else:
            chosen.append(source)
    made = built_all(tally, chosen, lambda source: [
        nvcc, "-O3", "-arch=" + arch, "-std=c++17", "-Werror", "all-warnings", "-Iinclude", source, "-o",
        os.path.join(directory, os.path.basename(source)[:-3])], jobs)
    for source, program in made.items():
        done = run([program], timeout=60)
        tally.check(source, done.code == 0 and "on the GPU" in done.out and " 0 wrong" in done.out, done)


def sanitize(tally, sanitizer, stems, deadline):
    for checker in CHECKERS:
        for stem in stems:
            name = "%s: %s" % (os.path.basename(stem), checker)
            if sanitizer is None:
                tally.skip(name, "there is no compute-sanitizer on this machine")
            elif time.time() > deadline:
                tally.skip(name, "the time is spent")
            else:
                done = run([sanitizer, "--tool", checker, "--error-exitcode", "9",
                            stem + ".gpu", stem + ".cases"])
                text = done.out + done.err
                if done.code != 9 and "not supported" in text:
                    tally.skip(name, text.strip().splitlines()[0][:200])
                else:
                    tally.check(name, done.code == 0, text[-4000:])


def check_copies(args, tally, nvcc, arch):
    """TC_CHECK traps where it must, with its words, and is silent where it must; a program, a process."""
    if not programs.generate(args, tally):
        return
    binary = programs.gpu_binary(args, tally, nvcc, arch)
    if binary:
        programs.judge_all(tally, binary, 1, "TC_CHECK on the GPU")
    own = programs.gpu_binary(args, tally, nvcc, arch, programs.OWN_RANK)
    if own:
        programs.judge(tally, own, "cta_2d_of_its_own", "ok", "TC_CHECK on the GPU, TC_RANK_CTA")


def copies(args, tally, nvcc, directory, arch):
    """The calls of all descriptions on the GPU and on the emulator; their programs, for the sanitizers."""
    begin = time.time()
    described = sources.descriptions(args, tally)
    described += [] if args.files else random_descriptions(args)
    stems, functions, cases, skips, failures = roundtrip.batches(
        described, str(args.seed), directory, arch if arch.startswith("sm_") else None)
    for line in failures:
        tally.fail(line)
    for line in skips:
        tally.skip(*line.rsplit(": ", 1))
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, args.jobs)) as pool:
        builds = {stem: pool.submit(build, nvcc, stem, arch) for stem in stems}
        outcomes = emulate.run_all(stems, directory, args.build, args.jobs, dump=True)
        builds = {stem: future.result() for stem, future in builds.items()}
    print("built for %s in %.0f s" % (arch, time.time() - begin))
    sources.report(tally, outcomes)
    built = [stem for stem in stems
             if tally.check("nvcc " + os.path.basename(stem), builds[stem].code == 0, builds[stem])]
    for stem in built:
        on_gpu(tally, stem)
    print("%d functions, %d calls" % (functions, cases))
    return built


def beside_them(args):
    """PARTS, each in a process: {part: the future of its Result}."""
    pool = concurrent.futures.ThreadPoolExecutor(max_workers=len(PARTS))
    options = ["--build", args.build, "--jobs", str(args.jobs), "--seed", str(args.seed), "--maps", str(args.maps)]
    make(args.build, "package")  # here, since parts that call make at once would be in each other's way
    return {part: pool.submit(run, [sys.executable, os.path.abspath(__file__), *options, "--part", part], timeout=3600)
            for part in PARTS}


def add(tally, part, done):
    """What that process printed, and its counts to ours."""
    lines = done.out.splitlines()
    closing = re.match(r"(\d+) passed, (\d+) failed, (\d+) skipped$", lines[-1] if lines else "")
    if closing is None:
        tally.fail(part, done)
        return
    print("\n".join(lines[:-1]), flush=True)
    tally.passed += int(closing.group(1))
    tally.failed += int(closing.group(2))
    tally.skipped += int(closing.group(3))


def main():
    args, tally = start(__doc__, options)
    arch, name = gpu()
    tensor.MAPS, tensor.SEED, tensor.JOBS = args.maps, args.seed, args.jobs
    tools = Tools(args.build)
    if arch is None or tools.nvcc is None:
        tally.skip("device", name if arch is None else "no nvcc: %s" % tools.why("nvcc"))
        return tally.close()
    begin = time.time()
    directory = os.path.join(args.build, "tests", "device")
    os.makedirs(directory, exist_ok=True)
    wanted, built = args.part or FIRST, []
    beside = {} if args.part else beside_them(args)
    if "checks" in wanted:
        check_copies(args, tally, tools.nvcc, arch)
        checked.run(tally, tools.nvcc, directory, arch)
    if "copies" in wanted:
        built = copies(args, tally, tools.nvcc, directory, arch)
    for part, programs_of in (("numbers", numbers), ("examples", examples)):
        if part in wanted:
            programs_of(tally, args.build, tools.nvcc, directory, arch, args.jobs)
    for part in PARTS:
        if part in wanted:
            PARTS[part](tally, args.build, tools.nvcc, directory, arch)
    for part, done in beside.items():
        add(tally, part, done.result())
    if not args.part:
        sanitize(tally, tools.compute_sanitizer, built, begin + args.seconds)
        print("%s over %d programs" % (", ".join(CHECKERS), len(built)))
    print("%s on %s (%s), %.0f s" % (", ".join([*wanted, *beside]), name, arch, time.time() - begin))
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
