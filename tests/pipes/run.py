#!/usr/bin/env python3
"""The generated code of pipelines at work on the emulator, each kind of pipe in many orders of its threads.

usage: run.py [--build build] [--only NAME]
pipes.tc is made into a header, and test_pipes.c, which calls it, is compiled with gcc unoptimised and the bodies
for sm_80, and with clang optimised and those for sm_90; --long: each compiler in both ways with both bodies. bench/peers/hand_pipes.cu has the
same parts by hand, and gemm_loop.cu beside it the main loop of examples/gemm_sm80: ours take no more
instructions. tests/device runs the same program on a GPU, its agents
held up at random. Then random pipelines, whose kernels random_pipes.py makes; one without its waits at turns
must be reported. And random pipelines whose capacity is tight (capacities.py): what `json` and `explain` accept is
what `-o` prints.
"""
import itertools
import os
import random
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import capacities  # noqa: E402
import harness  # noqa: E402
import random_pipes  # noqa: E402

# What bench/peers/hand_pipes.cu has for each target.
FUNCTIONS = ("acquire", "commit", "wait", "release", "advance")
PIPES = {"sm_80": ("threads", "each", "copies", "groups"), "sm_90a": ("ring", "threads", "each", "copies")}
PIPES["sm_100a"] = PIPES["sm_90a"]
PARTS = {arch: ["%s_%s" % (pipe, f) for pipe in pipes for f in FUNCTIONS] for arch, pipes in PIPES.items()}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
WRAP = "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset"


def header(build, where):
    """tests/pipes/pipes.tc -> WHERE/pipes_gen.h."""
    os.makedirs(where, exist_ok=True)
    tcgen = os.path.join(build, "tcgen")
    return harness.run([tcgen, "-Wno-share", "-o", os.path.join(where, "pipes_gen.h"), "tests/pipes/pipes.tc"])


def formatted(args, tally, where):
    """As .clang-format has it, without having been through it."""
    name, tools = "the header's form", harness.Tools(args.build)
    if not tally.wants(name):
        return
    if not tools.clang_format:
        tally.skip(name, tools.why("clang_format"))
        return
    done = harness.run([tools.clang_format, "--style=file:.clang-format", "--dry-run", "-Werror", os.path.join(where, "pipes_gen.h")])
    tally.check(name, done.code == 0, done.err[:2000])


def program(args, tally, where, compiler, level, arch, check=0):
    name = "%s %s, sm_%d%s" % (compiler, level, arch // 10, ", TC_CHECK" if check else "")
    if not tally.wants(name):
        return
    if not shutil.which(compiler):
        tally.skip(name, "%s is not on this machine" % compiler)
        return
    out = os.path.join(where, "pipes_%s%s_%d%s" % (compiler, level, arch, "_check" if check else ""))
    made = harness.run([compiler, "-std=c11", "-g1", level, *WARNINGS, "-I.", "-Iinclude", "-I" + where,
                        "-DTC_ARCH=%d" % arch, "-DTC_CHECK=%d" % check,
                        "tests/pipes/test_pipes.c", os.path.join(args.build, "libtcemu.a"), "-pthread", WRAP, "-o", out])
    done = harness.run([out]) if made.code == 0 else made
    counted = re.search(r"^(\d+) passed, 0 failed$", done.out, re.M)
    tally.check(name, done.code == 0 and counted, (done.out + done.err)[-3000:])


# How many of each kind; with --long thrice as many, and all cells.
RANDOM, TURNED, ROOTED, STAGED, HANDED, MENDED, TIGHT = 24, 16, 16, 40, 60, 24, 30


def times(args):
    return 3 if args.long else 1


def random_headers(args, tally, where):
    """({name: its pipeline}, {name: its header}) of those that have code; the rest say why they have none."""
    known, headers, defects = {}, {}, []
    kinds = [random_pipes.Pipeline] * RANDOM + [random_pipes.Turned] * TURNED + [random_pipes.Rooted] * ROOTED
    for seed, kind in enumerate(kinds * times(args)):
        pipeline = kind(seed)
        made = harness.run([os.path.join(args.build, "tcgen"), "-Wno-share", "-o", "-", "-"], stdin=pipeline.text())
        if made.code == 0:
            known[pipeline.name], headers[pipeline.name] = pipeline, made.out
        elif "[E_PIPELINE_CODE]" not in made.err:
            defects.append(pipeline.text() + made.err)
    tally.check("random pipelines: proven, or it is said why there is no code", not defects, "\n".join(defects)[:3000])
    return known, headers


def staged_headers(args, tally):
    """Pipelines of many stages at named barriers, and with values that share beside one. What is refused for its order
    must do as the refusal says."""
    known, headers, refused, defects = {}, {}, [], []

    def make(pipeline):
        made = harness.run([os.path.join(args.build, "tcgen"), "-Wno-share", "-o", "-", "-"], stdin=pipeline.text())
        if made.code == 0:
            known[pipeline.name], headers[pipeline.name] = pipeline, made.out
        return made

    made_of = [(random_pipes.Staged, STAGED), (random_pipes.Handed, HANDED)]
    for pipeline in [kind(seed) for kind, count in made_of for seed in range(count * times(args))]:
        made = make(pipeline)
        if made.code != 0:
            if "cannot share pipeline buffer" in made.err and pipeline.mode == "seed":
                continue
            why = re.search(r"wait for each other at named barriers: .*", made.err)
            refused.append((pipeline, why.group(0) if why else ""))
            if not why:
                defects.append(pipeline.text() + made.err)
    for pipeline, why in sorted(refused, key=lambda one: "before" not in one[1] and "in the tail" not in one[1])[:MENDED * times(args)]:
        other = pipeline.mended(why)
        made = make(other) if other else None
        if not made or made.code != 0:
            defects.append(pipeline.text() + why + (made.err if made else ""))
    tally.check("staged pipelines: code, or what would have code", not defects, "\n".join(defects)[:3000])
    tails, orders = [[p.name for p, why in refused if word in why] for word in ("in the tail of", " before ")]
    tally.check("staged pipelines: some hang at their end, some for their order, some only behind the loop",
                tails and orders and any(not known[name].ends_anywhere(headers[name]) for name in known), (tails, orders))
    return known, headers


def random_program(args, where, name, pipelines, headers):
    for pipeline in pipelines:
        with open(os.path.join(where, pipeline.name + "_gen.h"), "w", encoding="utf-8") as f:
            f.write(headers[pipeline.name])
    source = os.path.join(where, name + ".c")
    with open(source, "w", encoding="utf-8") as f:
        f.write(random_pipes.program(pipelines, headers))
    made = harness.run(["gcc", "-std=c11", "-g1", "-O1", "-I.", "-Iinclude", "-I" + where,
                        "-DTC_ARCH=%d" % (800 if pipelines[0].old else 900), "-DTC_CHECK=%d" % (name == "staged"), source,
                        os.path.join(args.build, "libtcemu.a"), "-pthread", WRAP, "-o", source[:-2]], timeout=300)
    return harness.run([source[:-2]], timeout=300) if made.code == 0 else made


def random_ones(args, tally, where):
    if not tally.wants("random pipelines"):
        return
    if not shutil.which("gcc"):
        tally.skip("random pipelines", "gcc is not on this machine")
        return
    known, headers = random_headers(args, tally, where)
    for old in (True, False):
        some = [p for p in known.values() if p.old == old]
        done = random_program(args, where, "random_%d" % (800 if old else 900), some, headers)
        tally.check("random pipelines of sm_%d" % (80 if old else 90), done.code == 0 and some, (done.out + done.err)[-3000:])
    turns = [name for name in known if "_turns." in headers[name]]
    tally.check("random pipelines: many take turns, some between CTAs",
                len(turns) >= 8 and any("_from)" in header for header in headers.values()), turns)
    turned = [name for name, header in headers.items() if re.search(r"state = {[1-9], ", header)]
    tally.check("random pipelines: some are turned, also between CTAs",
                len(turned) >= 6 and any("_from)" in headers[name] for name in turned), turned)
    rooted = [name for name, one in known.items() if isinstance(one, random_pipes.Rooted)]
    tally.check("random pipelines: some have values of one root", len(rooted) >= 6, rooted)
    for name in turned[:2]:
        straight = re.sub(r"(_parity = )state\.phase \^ \(state\.slot[^;]*;", r"\1state.phase;", headers[name])
        done = random_program(args, where, "straight", [known[name]], {name: straight})
        tally.check("%s that waits a use too early" % name, re.search(r"^emu: ", done.out + done.err, re.M), (done.out + done.err)[-2000:])
    for name in turns[:3]:
        without = re.sub(r" tc_mbarrier_wait(_cluster)?\((\w+)_turn, \w+\);", r" (void)\2_turn; (void)\2_parity;", headers[name])
        done = random_program(args, where, "without_turns", [known[name]], {name: without})
        tally.check("%s without its waits at turns" % name, re.search(r"^emu: ", done.out + done.err, re.M), (done.out + done.err)[-2000:])


def staged_ones(args, tally, where):
    name = "staged pipelines"
    if not tally.wants(name):
        return
    if not shutil.which("gcc"):
        tally.skip(name, "gcc is not on this machine")
        return
    known, headers = staged_headers(args, tally)
    done = random_program(args, where, "staged", list(known.values()), headers)
    tally.check("staged pipelines: nobody hangs", done.code == 0, (done.out + done.err)[-3000:])


def tight_ones(args, tally):
    name = "tight capacities"
    if tally.wants(name):
        defects, fits, refused = capacities.tight(os.path.join(args.build, "tcgen"), harness.run, TIGHT * times(args), random.Random(name))
        tally.check("%s: json, explain and -o agree" % name, not defects, "%d\n%s" % (len(defects), "\n".join(defects)[:3000]))
        tally.check("%s: some fit and some do not" % name, fits >= TIGHT // 2 and refused >= TIGHT // 2, (fits, refused))


def instructions(listing):
    """{kernel: how many, without padding and the branch at its end}"""
    found, name = {}, None
    for line in listing.splitlines():
        start = re.match(r"\s*Function : (\w+)", line)
        name = start.group(1) if start else name
        one = re.match(r"^\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)", line)
        if one and one.group(1) != "NOP":
            found[name] = found.get(name, -1) + 1
    return found


def loop_of(listing):
    """How many instructions the shortest loop around an HMMA has, by its branch backwards."""
    lines = re.findall(r"^\s+/\*([0-9a-f]{4,})\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)\s*([^;]*);", listing, re.M)
    lines = [(int(at, 16), what, re.search(r"0x([0-9a-f]+)", rest)) for at, what, rest in lines if what != "NOP"]
    loops = []
    for at, what, to in lines:
        body = [line for line in lines if to and int(to.group(1), 16) <= line[0] <= at]
        if what == "BRA" and any(line[1].startswith("HMMA") for line in body):
            loops.append(len(body))
    return min(loops, default=0)


def compiled(tools, tally, name, arch, source, where):
    """What compiling `source` of bench/peers/ gives, a listing; None: it does not compile."""
    cubin = os.path.join(where, "%s_%s.cubin" % (source, arch))
    made = harness.run([tools.nvcc, "-arch=" + arch, "-std=c++17", "-Werror", "all-warnings", "-Iinclude", "-I" + where,
                        "-cubin", "-o", cubin, "bench/peers/%s.cu" % source])
    if not tally.check("%s: compiles" % name, made.code == 0, made):
        return None
    return harness.run([tools.cuobjdump, "-sass", cubin]).out


def main_loop(args, tally, where, arch):
    name, tools = "main loop by hand, %s" % arch, harness.Tools(args.build)
    if not tally.wants(name):
        return
    if not tools.nvcc or not tools.cuobjdump:
        tally.skip(name, tools.why("cuobjdump" if tools.nvcc else "nvcc"))
        return
    listing = compiled(tools, tally, name, arch, "gemm_loop", where) or ""
    loops = {text.split("\n")[0].strip(): loop_of(text) for text in listing.split("Function : ")[1:]}
    ours, hand = loops.get("gemm_sm80", 0), loops.get("gemm_hand", 0)
    print("%-8s gemm_sm80's main loop: %d instructions, %d by hand" % (arch, ours, hand))
    # ptxas moves a few registers more or less by chance: 400 and 400 of the same text, or 402 and 379
    tally.check(name, 0 < ours <= hand * 1.02, "%d, and %d by hand" % (ours, hand))


def by_hand(args, tally, where, arch):
    """A part must not take more instructions than the same by hand."""
    name, tools = "instructions by hand, %s" % arch, harness.Tools(args.build)
    if not tally.wants(name):
        return
    if not tools.nvcc or not tools.cuobjdump:
        tally.skip(name, tools.why("cuobjdump" if tools.nvcc else "nvcc"))
        return
    count = instructions(compiled(tools, tally, name, arch, "hand_pipes", where) or "")
    for part in PARTS[arch]:
        ours, hand = count.get("ours_" + part, 0), count.get("hand_" + part, 0)
        print("%-8s %-16s %2d instructions, %2d by hand" % (arch, part, ours, hand))
        tally.check("%s: %s" % (name, part), 0 < ours <= hand, "%d, and %d by hand" % (ours, hand))


def main():
    args, tally = harness.start(__doc__)
    where = os.path.join(args.build, "tests", "pipes")
    made = header(args.build, where)
    if tally.check("the header", made.code == 0, made.err):
        random_ones(args, tally, where)
        staged_ones(args, tally, where)
        tight_ones(args, tally)
        cells = [("gcc", "-O0", 800), ("clang", "-O2", 900)], [("gcc", 900), ("clang", 800)]
        if args.long:
            cells = (itertools.product(["gcc", "clang"], ["-O0", "-O2"], [800, 900]),
                     itertools.product(["gcc", "clang"], [800, 900]))
        for compiler, level, arch in cells[0]:
            program(args, tally, where, compiler, level, arch)
        for compiler, arch in cells[1]:
            program(args, tally, where, compiler, "-O1", arch, 1)
        formatted(args, tally, where)
        for arch in PARTS:
            by_hand(args, tally, where, arch)
        for arch in ("sm_80", "sm_90a"):
            main_loop(args, tally, where, arch)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
