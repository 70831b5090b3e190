#!/usr/bin/env python3
"""The facts that tcgen says are missing, put to the test: stated, they bring what was said.

usage: run.py [--build build] [--only TEXT]

Each statement is asked for what it lacks (`missing` in the JSON). The facts, written after `where`, must
give the variant, width and number of transfers that were promised; each is needed, and no weaker one
does. Where nothing is missing, no fact that could be stated may widen anything.
"""
import itertools
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

FRAGMENT = "layout frag = S[(2,8,2,4,2):(2,4@laneid,4,1@laneid,1)]\n"
# What is missing; None: nothing that a fact could mend; "dearer": wider vectors, for fewer threads, cost more.
STATEMENTS = {
    "copy warp f16 gmem S[(32,64):(ld,1)] -> reg S[(32,64):(1@laneid,1)]": ["ld % 8 == 0"],
    "copy thread u8 gmem S[(4,16):(ld,1)] -> reg S[(4,16)]": ["ld % 16 == 0"],
    "copy warp f32 reg S[(32,2):(1@laneid,1)] -> gmem S[(32,2):(ld,1)]": ["ld % 2 == 0"],
    "copy warp e2m1 gmem S[(32,64):(ld,1)] -> reg S[(32,64):(1@laneid,1)] where ld % 4 == 0": ["ld % 32 == 0"],
    "copy cta(256) f16 gmem S[(128,64):(ld,1)] -> smem S[(128,64):(64,1)] swizzle 128B": ["ld % 8 == 0"],
    "copy cta(256) f16 gmem S[(128,64):(ld,1)] -> smem S[(128,64):(pitch,1)]": ["ld % 8 == 0", "pitch % 8 == 0"],
    "copy cta(64) f16 gmem S[(16,64):(ld,1)] -> smem S[(16,64)] { masked; }": ["ld % 8 == 0"],
    "copy_async cta(256) f16 gmem S[(128,64):(ld,1)] -> smem S[(128,64)] where ld % 2 == 0": ["ld % 8 == 0"],
    "copy cta(96) f32 gmem S[(5,12):(ld,1)] -> smem S[(5,12)]": "dearer",
    "copy warp lanes 0:16 f32 gmem S[(16,8):(ld,1)] -> reg S[(16,8):(1@laneid,1)] where ld % 6 == 0": ["ld % 12 == 0"],
    "copy warp f32 gmem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] where align(src) == 4": ["align(src) == 16"],
    "copy thread f32 gmem S[(2)] -> smem S[(2)] where align(src) == 4": ["align(src) == 8"],
    "copy thread f32 gmem S[(8)] -> smem S[(8)] where align(src) == 4, align(dst) == 8":
        ["align(src) == 8"],
    "copy thread f32 gmem S[(8)] -> smem S[(8)] where align(src) == 4, align(dst) == 4":
        ["align(src) == 16", "align(dst) == 16"],
    "copy warp f16 smem 32x64 S[(32,64):(72,1)][m:+16, k:+16] -> reg 16x16 frag": ["k % 8 == 0"],
    "copy warp f16 gmem S[(32,64)][m:+16, k:+16] -> reg 16x16 frag": ["k % 2 == 0"],
    "copy warp f32 smem S[(32,64)][0:32, k:+8] -> reg S[(32,8):(1@laneid,1)]": ["k % 4 == 0"],
    "copy warp f32 gmem S[(32,8):(9,1)] -> reg S[(32,8):(1@laneid,1)]": None,
    "copy thread f32 gmem S[(4):(ld)] -> reg S[(4)]": None,
    "copy warp f32 gmem S[(32,8):(ld,1)] -> reg S[(32,8):(1@laneid,1)] where ld % 4 == 0": None,
    "copy warp f32 gmem S[(32,8):(ld,1)] -> reg S[(32,8):(1@laneid,1)] where ld <= 8, ld % 3 == 0": "refused",
    "copy warp f32 gmem S[(32,6):(ld,1)] -> reg S[(32,6):(1@laneid,1)] where ld <= 6": ["ld % 2 == 0"],
    "copy warp f32 gmem S[(32,3):(ld,1)] -> reg S[(32,3):(1@laneid,1)] where ld <= 3": None,
    "copy thread f32 gmem S[(8):(1)] -> reg S[(8)] where align(src) == 4 { using vec_32b; }": "refused",
    "copy thread f32 gmem S[(1)] -> reg S[(1)] where align(src) == 4 { using vec_32b; }": None,
}


def stated(statement, facts):
    """The statement with these facts; a fact about the same thing gives way."""
    head, where, rest = re.match(r"(.*?)(?: where (.*?))?( \{.*)?$", statement).groups()
    subjects = {re.split(r" [%=]", fact)[0] for fact in facts}
    old = [f for f in (where or "").split(", ") if f]
    kept = [f for f in old if not ("==" in f and re.split(r" [%=]", f)[0] in subjects)]
    return head + (" where " + ", ".join(kept + facts) if kept + facts else "") + (rest or "")


def plan_of(args, statement):
    """The plan of one target, or None where the statement is refused."""
    result = harness.run([args.tcgen, "json", "--target=sm_90", "-Wno-fallback", "-"], stdin=FRAGMENT + statement + "\n")
    return json.loads(result.out)["functions"][0]["plans"][0] if result.code == 0 else None


def weaker(fact):
    """The next smaller fact; None where it would say nothing."""
    head, number, tail = re.match(r"(.* [%=]+ )(\d+)( == 0)?$", fact).groups()
    least = 2 if tail else 1
    return "%s%d%s" % (head, int(number) // 2, tail or "") if int(number) // 2 >= least else None


def check_missing(args, tally, statement, plan, facts):
    missing = plan.get("missing", {"facts": None})
    tally.check("named: " + statement, missing["facts"] == facts, missing)
    if missing["facts"] != facts:
        return
    keys = ("variant", "vec_bits", "ops_per_thread")
    after = plan_of(args, stated(statement, facts))
    tally.check("kept: " + statement, after and all(after[k] == missing[k] for k in keys), "%s\n%s" % (missing, after))
    tally.check("wider: " + statement, missing["vec_bits"] > plan["vec_bits"])
    for i, fact in enumerate(facts):
        less = facts[:i] + ([weaker(fact)] if weaker(fact) else []) + facts[i + 1:]
        other = plan_of(args, stated(statement, less))
        tally.check("needed: %s: %s" % (fact, statement), not other or other["vec_bits"] < missing["vec_bits"], less)


def check_none(args, tally, statement, plan):
    """No fact of a large divisor or alignment, alone or with others, gives wider vectors."""
    tally.check("none named: " + statement, "missing" not in plan, plan)
    names = sorted(set(re.findall(r"\b(?:ld|m|k)\b", statement)))
    every = ["%s %% 48 == 0" % n for n in names] + ["align(src) == 16", "align(dst) == 16"]
    for count in (1, 2):
        for facts in itertools.combinations(every, count):
            other = plan_of(args, stated(statement, list(facts)))
            tally.check("none helps: %s: %s" % (", ".join(facts), statement),
                        not other or other["vec_bits"] <= plan["vec_bits"], facts)


def check_dearer(args, tally, statement, plan):
    """15 of 96 threads with vectors of 128 bits are slower than 60 of them with 32: nothing is said."""
    other = plan_of(args, stated(statement, ["ld % 4 == 0"]))
    tally.check("dearer: " + statement, "missing" not in plan and other["vec_bits"] > plan["vec_bits"]
                and other["score"] > plan["score"], "%s\n%s" % (plan, other))


def main():
    args, tally = harness.start(__doc__)
    for statement, facts in STATEMENTS.items():
        if not tally.wants(statement):
            continue
        plan = plan_of(args, statement + " as f")
        if facts == "refused" or not plan:
            tally.check("refused: " + statement, not plan and facts == "refused", plan)
        elif facts == "dearer":
            check_dearer(args, tally, statement, plan)
        elif facts is None:
            check_none(args, tally, statement, plan)
        else:
            check_missing(args, tally, statement, plan, facts)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
