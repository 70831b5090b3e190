#!/usr/bin/env python3
"""Random descriptions: refused for a reason that holds, or generated and right.

usage: run.py [--build build] [--seed N] [--count 300] [--jobs 2]
tcgen may refuse a description with an error of its own list, never crash, hang, or disprove its own
plan; it must refuse what the oracle finds impossible, and must not refuse what is plain. All that it
generates runs on the emulator and must do what the oracle says. The seed is printed.
"""
import collections
import json
import os
import random
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "roundtrip"), os.path.dirname(HERE)]
import describe  # noqa: E402
import fills  # noqa: E402
import gathers  # noqa: E402
import emulate  # noqa: E402
import roundtrip  # noqa: E402
import wild  # noqa: E402
from harness import start  # noqa: E402

LIMIT = 120  # seconds for one description
# Refusals of requests that the oracle finds possible for concrete numbers, and what the description must
# contain for that to be right.
PACKED = r"\b(e2m1|e3m2|e2m3|[iub]4)\b"
MAY_REFUSE = {
    "E_SUBBYTE_REGION": PACKED,
    "E_REDUCE_PLACE": r"-> .*-> .*reduce",
    "E_NO_CONVERSION": r"policy tirx",
    "E_ROUNDING": r"round|saturate",
    "E_VARIANT_DECLINED": r"using bulk",
    "E_SWIZZLE_STRIDE": r"ld\b",
    "E_NOT_INJECTIVE": r"ld\b",
    "E_TOO_BIG": r":\+",
    "E_SPAN_LIMIT": r"ld\b",
    "E_ALIGN_REG": r"align\(",
    "E_ALIGN_ELEMENT": r"align\(",
    "E_SWIZZLE_RANGE": r"swizzle\(40",
    "E_SCOPE_RANGE": r"-1:",
    "E_SCOPE_NARROW": r"lanes|warps",
    "E_FACTS_CONTRADICT": r"where",
}
# The same of E_NO_VARIANT: what the description contains, and why one of the variants declined: its words, or the
# predicate in brackets. A relayout has scratch memory to go through and stands nowhere here.
NO_VARIANT = (
    (r"", r"straddles an iter|do not divide|do not nest"),
    (r"policy tirx.*:\+", r"addresses that no loop gives"),
    (r"\bcopy_async\b",
     r"\((width|aligned|chunk_bytes|swizzle|divisible|spread|threads_in_a_row|masked_rest|vector)\)"),
    (r"policy tirx.*copy_async.* (lanes|warps) ", r"\(all_threads_active\)"),
    (r"reduce", r"\((reduce_type|reduce_pairs|chunk_bytes|aligned)\)"),
    (r"\bb?f16 .*reduce (min|max)", r"\(target\)"),
    (r"policy tirx.*\bdsmem\b", r"\(memory_pair\)"),
    (r"\bpermute\b", r"\(registers\)"),
    (r"\bdsmem\b.*->.*\breduce\b", r"\(memory_pair\)|is read, not combined|cannot read another CTA's memory"),
    (r"policy tirx.*-> dsmem\b.*\breduce\b", r"'policy tirx' has no 'copy' that reduces"),
    (PACKED, r"\((vector|conversion|packed|scalar)\)"),
    (r"-> .*->.*(keep|fill)", r""),
    (r"\bcopy .*\breg .*-> reg ", r"\(same_ownership\)"),
)


def may_refuse(identity, what, stderr):
    if identity != "E_NO_VARIANT":
        return re.search(MAY_REFUSE.get(identity, "^$"), what)
    return any(re.search(asked, what) and re.search(why, stderr) for asked, why in NO_VARIANT)


def options(parser):
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="300 without it, with --long 1500")
    parser.add_argument("--far", type=int, help="of the wider generator, proven but not run: 900, with --long 5000")
    parser.add_argument("--picked", type=int, help="gathers and scatters: 120, with --long 600")
    parser.add_argument("--filled", type=int, help="fills: 120, with --long 600")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="write the descriptions into this file, too")


def possible(text):
    """True, or why the oracle finds it impossible."""
    try:
        for request in roundtrip.expected.requests(text):
            request.moves({})
    except roundtrip.oracle_error as error:
        return str(error)
    return True


def refusal(tcgen, text):
    """None: accepted; otherwise (exit status, ids of the errors, stderr)."""
    try:
        answer = subprocess.run([tcgen, "json", "--diagnostics=json", "-"], input=text, text=True,
                                capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "no answer within %d s" % LIMIT, [], ""
    if answer.returncode == 0:
        return None
    ids = []
    for line in answer.stderr.splitlines():
        if line.startswith("{"):
            ids += [d["id"] for d in json.loads(line)["diagnostics"] if d["severity"] == "error"]
    return answer.returncode, ids, answer.stderr


def judge(tally, described, answer, verdict, refused):
    """True: it was generated and can run."""
    what = described.text.strip().replace("\n", "; ")
    if answer is None:
        return tally.check("accepted: " + what, verdict is True,
                           "the oracle finds it impossible: %s" % verdict)
    status, ids, stderr = answer
    if status != 1 or not ids or set(ids) & {"E_NOT_PROVEN", "W_NOT_PROVEN", "E_INTERNAL"}:
        tally.fail(what, "exit %s: %s" % (status, stderr[:2000]))
        return False
    if verdict is True and described.simple:
        tally.fail("refused though plain: " + what, stderr[:2000])
    elif verdict is True and not may_refuse(ids[0], what, stderr):
        tally.fail("refused though possible: " + what, stderr[:2000])
    else:
        tally.ok(what)
        refused[ids[0], verdict is True] += 1
    return False


def check_far(args, tally):
    """Every seventh of those that are accepted runs, too; the others are proven."""
    rng, accepted, outcomes = random.Random("far %d" % args.seed), [], collections.Counter()
    for number in range(args.far):
        text = wild.describe(rng, number)
        answer = refusal(args.tcgen, text)
        what = text.strip().replace("\n", "; ")
        wrong = answer and (answer[0] != 1 or not answer[1] or
                            set(answer[1]) & {"E_NOT_PROVEN", "W_NOT_PROVEN", "E_INTERNAL"})
        tally.check("far: " + what, not wrong, lambda: "exit %s: %s" % (answer[0], answer[2][:2000]))
        outcomes[answer[1][0] if answer and answer[1] else "accepted"] += 1
        if answer is None:
            accepted.append(("v%d" % number, text))
    if args.far >= 100:  # about 64 of 100 are: of 20 now and then 10
        tally.check("far: most are accepted", outcomes["accepted"] * 2 > args.far, outcomes)
    print("of the wider generator: " + ", ".join("%d %s" % (n, k) for k, n in outcomes.most_common()))
    return accepted[::7]


def check_gathers(args, tally):
    """Refused only where no variant moves such rows; all others run."""
    rng, accepted = random.Random("gathers %d" % args.seed), []
    for number in range(args.picked):
        text = gathers.describe(rng, number)
        answer = refusal(args.tcgen, text)
        what = text.strip()
        if answer is None:
            accepted.append(("p%d" % number, text))
        else:
            tally.check("picked: " + what, answer[0] == 1 and answer[1] == ["E_NO_VARIANT"] and
                        re.search(gathers.MAY_DECLINE, answer[2]) and "W_NOT_PROVEN" not in answer[2],
                        "exit %s: %s" % (answer[0], answer[2][:2000]))
    tally.check("picked: most are accepted", len(accepted) * 4 > args.picked * 3, len(accepted))
    return accepted


def check_fours(args, tally):
    """By tensor copies of four rows: proven, or refused by a rule. tests/emu/test_tensor_fours.c runs such functions."""
    rng, accepted = random.Random("fours %d" % args.seed), 0
    for number in range(args.picked):
        text = gathers.describe_fours(rng, number)
        answer = refusal(args.tcgen, text)
        accepted += answer is None
        tally.check("fours: " + text.strip().replace("\n", "; "), answer is None or (
            answer[0] == 1 and answer[1] == ["E_NO_VARIANT"] and
            re.search(gathers.MAY_DECLINE_FOURS, answer[2]) and "W_NOT_PROVEN" not in answer[2]),
            lambda: "exit %s: %s" % (answer[0], answer[2][:2000]))
    tally.check("fours: most are accepted", accepted * 2 > args.picked, accepted)


def check_fills(args, tally):
    """Refused only for what the oracle refuses, too, or for elements that no variant moves; all others run."""
    rng, accepted = random.Random("fills %d" % args.seed), []
    for number in range(args.filled):
        text = fills.describe(rng, number)
        answer, what = refusal(args.tcgen, text), text.strip().replace("\n", "; ")
        if answer is None:
            accepted.append(("z%d" % number, text))
            continue
        status, ids, stderr = answer
        right = status == 1 and ids and (ids[0] in fills.MAY_REFUSE or possible(text) is not True or (
            ids == ["E_NO_VARIANT"] and re.search(fills.MAY_DECLINE, stderr)))
        tally.check("fill: " + what, right, "exit %s: %s" % (status, stderr[:2000]))
    tally.check("fill: most are accepted", len(accepted) * 3 >= args.filled * 2, len(accepted))
    return accepted


def main():
    args, tally = start(__doc__, options)
    args.count = args.count if args.count is not None else 1500 if args.long else 300
    args.far = args.far if args.far is not None else 5000 if args.long else 900
    args.picked = args.picked if args.picked is not None else 600 if args.long else 120
    args.filled = args.filled if args.filled is not None else 600 if args.long else 120
    print("seed %d, %d descriptions" % (args.seed, args.count))
    begin, rng = time.time(), random.Random(args.seed)
    generated, refused = [], collections.Counter()
    all_described = [describe.describe(rng, number) for number in range(args.count)]
    if args.keep:
        with open(args.keep, "w") as out:
            out.writelines("# %d\n%s" % (i, d.text) for i, d in enumerate(all_described))
    for described in all_described:
        answer = refusal(args.tcgen, described.text)
        if judge(tally, described, answer, possible(described.text), refused):
            try:
                generated.append(
                    roundtrip.Description(args.tcgen, described.name, described.text))
            except roundtrip.Failure as failure:
                tally.fail(described.text.strip(), failure)
    check_fours(args, tally)
    for name, text in check_far(args, tally) + check_gathers(args, tally) + check_fills(args, tally):
        try:
            generated.append(roundtrip.Description(args.tcgen, name, text))
        except roundtrip.Failure as failure:
            tally.fail(text.strip(), failure)
    directory = os.path.join(args.build, "tests", "property")
    stems, functions, cases, skips, failures = roundtrip.batches(
        generated, str(args.seed), directory)
    for line in failures:
        tally.fail(line)
    for line in skips:
        tally.skip(*line.split(": ", 1))
    texts = {d.name: d.text for d in generated}
    for outcome in emulate.run_all(stems, directory, args.build, args.jobs):
        tally.passed += outcome.passed
        tally.failed += outcome.failed
        for line in outcome.lines[:60]:
            print(("FAIL " if line[:1] == "p" else "     ") + line)
            if line.split(":")[0] in texts:
                print("     " + texts[line.split(":")[0]].strip().replace("\n", "; "))
    for (word, was_possible), count in sorted(refused.items()):
        print("%4d refused with %s%s" % (count, word, ", possible" if was_possible else ""))
    print("%d functions generated, %d calls in %d files, %.0f s" % (
        functions, cases, len(stems), time.time() - begin))
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
