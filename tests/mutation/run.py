#!/usr/bin/env python3
"""Planted faults: in plans, which the proof must reject; in generated text, which must fail to run.

usage: run.py [--build build] [--only NAME] [--jobs 2]
"""
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "roundtrip"), os.path.dirname(HERE)]
import emulate  # noqa: E402
import printer  # noqa: E402
import roundtrip  # noqa: E402
from harness import LONG, read, run, start  # noqa: E402

# What the faults are planted into: vectors, swizzle, guard, run-time stride, loops, both directions.
TEXTS = [
    "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] { using reg; } as load_rows",
    "copy warp f32 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)] { using reg; } as store_rows",
    "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] as turned_rows",
    "copy warp f32 smem S[(32,8)] swizzle(2,1,3) -> reg S[(32,8):(1@laneid,1)] as load_swizzled",
    "copy cta(128) f16 reg S[(128,16):(1@tx,1)] -> gmem S[(128,16):(24,1)] as store_padded",
    "copy warp f32 gmem S[(4,6)] -> smem S[(4,6)] as tile",
    "policy tirx\ncopy warp f32 gmem S[(4,6)] -> smem S[(4,6)] as scalar_tile",
    "copy warpgroup f32 gmem S[(128,8):(ld,1)] -> reg S[(128,8):(1@tid_in_wg,1)]"
    " where ld % 4 == 0 as load_ld",
    "copy warp u8 smem S[(8,4,2):(8,2,1)] -> reg S[(8,4,2):(4@laneid,1@laneid,1)] as fragment",
    "copy warp lanes 8:24 f32 smem S[(16,4)] -> reg S[(16,4):(1@laneid,1)] + 8@laneid as narrow",
    "copy thread f64 gmem S[(16):(1)] -> reg S[(16):(1)] as alone",
    "copy warp f32 smem S[(64,32):(32,1)][0:32, 0:32] swizzle(2,3,3) -> reg S[(32,32):(1@laneid,1)]"
    " as wide".replace("[0:32, 0:32] swizzle(2,3,3)", " swizzle(2,3,3)[0:32, 0:32]"),
    "copy warp f32 gmem S[(32,8):(ld,1)] -> smem S[(32,8)] where ld % 4 == 0, cols % 4 == 0"
    " { masked; } as masked_whole",
    "copy warp f32 gmem S[(16,8)] -> smem S[(16,8)] { masked; } as masked_split",
    "copy warp f32 smem S[(16,8)] -> gmem S[(16,8)] { masked; } as masked_store",
    "copy_async warp f16 gmem S[(32,8)] -> smem S[(32,8)] { masked; } as masked_async",
    "copy warp f32 gmem S[(32,4)] -> reg S[(32,4):(1@laneid,1)] { masked; fill 0x7f800000; } as masked_fill",
    "copy warp f32 gmem S[(256)] -> reg 256 S[(2,32,4):(4,1@laneid,1)] { masked; } as tail_load",
    "copy warp f16 reg 512 S[(2,32,8):(8,1@laneid,1)] -> gmem S[(512)] { masked; } as tail_store",
    "copy warp f32 reg S[(32,8):(1@laneid,1)] -> gmem S[(32,8):(ld,1)] { reduce add; masked; } as masked_sum",
    "copy warp f32 reg S[(32,4):(1@laneid,1)] -> smem S[(32,4)] { reduce add; } as shared_sum",
    "copy warp f16 gmem S[(16,32):(ld,1)] by i32 gmem -> smem S[(16,32)] where ld % 8 == 0 as picked_load",
    "copy warp f32 smem S[(16,8)] -> gmem S[(16,8):(ld,1)] by i32 gmem where ld % 4 == 0 as picked_store",
    "copy warp f32 gmem S[(25,20):(ld,1)] -> smem S[(25,20)] where ld % 4 == 0 as numbered",
    "copy warp f32 gmem 24x4 S[(3,8,4):(80,8,1)] -> smem 24x4 S[(4,6,4):(32,4,1)] { masked; } as apart",
]
MIN_KINDS = 8


class Mutant(roundtrip.Description):
    """A description whose header is another text; its functions have names of their own."""

    def __init__(self, original, number, header):
        suffix = "_m%d" % number
        self.name, self.requests, self.for_all, self.functions = "m%d" % number, original.requests, original.for_all, []
        for function in original.functions:
            name = function["name"]
            header = re.sub(r"(?:\b|(?<=TC_DEFINED_))%s(_at)?\b" % name, name + suffix + r"\1", header)
            header = header.replace(name.upper(), (name + suffix).upper())
            self.functions.append(dict(function, name=name + suffix))
        self.header = re.sub(r"\bTILECOPY_GEN_H_\w+", r"\g<0>" + suffix.upper(), header)  # or it shares no unit with others


def is_stale(args, test, binary):
    """Is it missing, or older than something that the compiler read for it?"""
    shared = [p for p in glob.glob("tests/unit/*.c") + glob.glob("tests/mutation/*.c") if "/test_" not in p]
    made_of = {os.path.join(args.build, "libtcgen.a")}
    for source in shared + [test]:
        listed = os.path.join(args.build, "obj", source[:-2] + ".d")
        made_of |= {source} | set(re.findall(r"\S+\.(?:h|def)\b", read(listed) if os.path.exists(listed) else ""))
    return not os.path.exists(binary) or any(
        not os.path.exists(p) or os.path.getmtime(p) > os.path.getmtime(binary) for p in made_of)


def plans(args, tally):
    """The C half, which `make unit` builds: it needs the rooms and the plans of the unit tests."""
    for test in sorted(glob.glob("tests/mutation/test_*.c")):
        binary = os.path.join(args.build, test[:-2])
        if is_stale(args, test, binary):
            tally.fail(test, "%s is older than what it is made of: make unit" % binary)
            continue
        planted_plans(tally, test, binary)


def planted_plans(tally, test, binary):
    done = run([binary])
    closing = re.search(r"^(\d+) passed, (\d+) failed\s*\Z", done.out, re.M)
    if closing is None:
        tally.fail(test, done)
        return
    tally.passed += int(closing.group(1))
    tally.failed += int(closing.group(2))
    print("\n".join(done.out.splitlines()[:-1]))


def texts(args, tally):
    """The text half."""
    os.environ[LONG] = "1"  # a fault may show for a few arguments or in the body of one target alone
    os.environ["TC_EMU_SYMBOLIZER"] = ""  # that there is a report is enough, in whichever line
    planted, kinds = {}, {}
    originals = []
    for number, text in enumerate(TEXTS):
        original = roundtrip.Description(args.tcgen, "t%d" % number, text + "\n")
        originals.append(original)
        for fault in printer.mutants(original.header, original.functions[0]["name"]):
            mutant = Mutant(original, len(planted), fault[3])
            planted[mutant.name] = (mutant, fault)
    directory = os.path.join(args.build, "tests", "mutation")
    for name, described in (("good", originals), ("bad", [m for m, _ in planted.values()])):
        where = os.path.join(directory, name)
        stems, _, _, skips, failures = roundtrip.batches(described, "1", where)
        for line in failures + skips:
            tally.fail(line)
        outcomes = emulate.run_all(stems, where, args.build, args.jobs, flags=["-w"])
        lines = [line for outcome in outcomes for line in outcome.lines]
        if name == "good":
            tally.check("nothing planted", not lines, "\n".join(lines[:40]))
            continue
        broken = [line for outcome in outcomes if outcome.broken for line in outcome.lines]
        if broken:
            tally.fail("mutants", "\n".join(broken)[-4000:])
            return
        wrong = {line.split(":")[0] for line in lines}
        for mutant, (mutant_object, (kind, at, line, _)) in planted.items():
            function = mutant_object.functions[0]["name"]
            if tally.check("%s: %s at line %d: %s" % (function, kind, at, line), mutant in wrong,
                           "the round trip passes"):
                kinds[kind] = kinds.get(kind, 0) + 1
    print("%d faults in %d functions: %s" % (
        len(planted), len(TEXTS), ", ".join("%s %d" % k for k in sorted(kinds.items()))))
    tally.check("at least %d kinds of fault in texts" % MIN_KINDS, len(kinds) >= MIN_KINDS,
                "only %s" % sorted(kinds))


def main():
    args, tally = start(__doc__, lambda p: p.add_argument("--jobs", type=int, default=2))
    if tally.wants("plans"):
        plans(args, tally)
    if tally.wants("texts"):
        texts(args, tally)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
