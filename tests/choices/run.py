#!/usr/bin/env python3
"""Plans do not change unnoticed: which variant serves each function, at what cost, and a hash of its steps.

usage: run.py [--build build] [--only NAME] [--update]

One line of expected.txt a function and group of targets (functions of which all the rest is equal share one), for the descriptions of tests/golden,
tests/descriptions and of this folder, the kit and the examples: variant, bits and operations of a
thread, score, wavefronts (got/ideal of each shared step), sectors (got/ideal), elements proven,
predicates of the variants that declined in their order, and a hash of the plan as `explain` spells it
and of the accesses that `json --trace` lists. A change that is meant is taken over with --update; read
the difference. Whether a plan is right is not asked here: that is the proof's business.

Of refused*.tc, whose statements no variant can do, a line has its number, and the predicates that declined.
random.tc and wild.tc are statements that the generators of tests/property drew, one after the other.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

HERE = "tests/choices"
EXPECTED = HERE + "/expected.txt"
HEAD = """# What tcgen decides, made by tests/choices/run.py --update: function, targets, variant, bits x operations,
# score, wavefronts, sectors, elements proven, predicates that declined, hash of the steps and accesses
"""
ALL = "sm_80,sm_90,sm_90a,sm_100,sm_100a"
LEAST = 400  # functions; fewer would say that something was not read


def generate(args, path, *command):
    return harness.run([args.tcgen, *command, "-Wno-fallback", "-I", os.path.dirname(path), "-I", "generator", path])


def told_plans(text):
    """{function: [the text of its plan, for each group of targets that has one]} of `explain`."""
    plans, name = {}, None
    for line in text.splitlines():
        if re.match(r"^\w+$", line):
            name = line
        elif line.startswith("  plan "):
            plans.setdefault(name, []).append([line])
        elif line.startswith("  cost ") and name in plans:
            name = name + " "  # until the next group
        elif line.startswith("on ") and name:
            name = name.rstrip()
        elif name in plans:
            plans[name][-1].append(line)
    return {name: ["\n".join(lines) for lines in found] for name, found in plans.items()}


def short(text):
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def pair(got, ideal):
    return "%d" % got if got == ideal else "%d/%d" % (got, ideal)


def row(function, plan, told):
    """One line: a function on some targets."""
    declined = " ".join(d["predicate"] for d in plan["declined"])
    targets = ",".join(plan["targets"])
    start = "%s %s" % (function["name"], "all" if targets == ALL else targets)
    if plan["variant"] is None:
        return "%s nothing -%s" % (start, declined)
    return "%s %s %dx%d %d w%s s%s e%d -%s %s%s" % (
        start, plan["variant"], plan["vec_bits"], plan["ops_per_thread"], plan["score"],
        ",".join(pair(w["got"], w["ideal"]) for w in plan["wavefronts"]) or "0",
        pair(plan["sectors"], plan["ideal_sectors"]), function["proof"]["elements"], declined,
        short(told + json.dumps(function.get("trace"))), "~" if plan["symbolic"] else "")


def refusals(args, path):
    answer = generate(args, path, "json", "--diagnostics=json")
    if answer.code != 1:
        return answer
    found = [d for line in answer.err.splitlines() if line.startswith("{") for d in json.loads(line)["diagnostics"]]
    return ["%s:%d%s" % (d["id"], d["line"], "".join(
        predicate(text) for text in [d["message"]] + [note["message"] for note in d["notes"]])) for d in found]


def predicate(text):
    """`ldgsts: smem -> smem is not gmem -> smem (memory_pair)` is ldgsts:memory_pair, whatever the sentence says."""
    found = re.fullmatch(r"(?s)(?:'using (\w+)'|(\w+)): .*\((\w+)\)", text)
    return " %s:%s" % (found.group(1) or found.group(2), found.group(3)) if found else ""


def rows(args, path):
    """The lines of one description, or what went wrong."""
    if os.path.basename(path).startswith("refused"):
        return refusals(args, path)
    answer, told = generate(args, path, "json", "--trace"), generate(args, path, "explain")
    if answer.code != 0 or told.code != 0:
        return answer if answer.code != 0 else told
    plans, lines = told_plans(told.out), []
    for function in json.loads(answer.out)["functions"]:
        texts = iter(plans.get(function["name"], []))
        lines += [row(function, plan, next(texts) if plan["variant"] else "") for plan in function["plans"]]
    return shared(lines)


def shared(lines):
    """`a sm_90 vec ..`, `b sm_90 vec ..` is `a,b sm_90 vec ..`: f16 and bf16 are moved alike."""
    names = {}
    for line in lines:
        name, rest = line.split(" ", 1)
        names.setdefault(rest, []).append(name)
    return ["%s %s" % (",".join(found), rest) for rest, found in names.items()]


def sections(text):
    """{description: its lines} of the table."""
    found, name = {}, None
    for line in text.splitlines():
        if line.startswith("["):
            name = line[1:-1]
            found[name] = []
        elif line and not line.startswith("#"):
            found[name].append(line)
    return found


def main():
    args, tally = harness.start(__doc__, lambda p: p.add_argument("--update", action="store_true"))
    paths = [p for p in harness.descriptions(HERE + "/*.tc", "examples/*/*.tc", "generator/kit.tc") if tally.wants(p)]
    known = sections(harness.read(EXPECTED)) if os.path.exists(EXPECTED) else {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = dict(zip(paths, pool.map(lambda path: rows(args, path), paths)))
    for path in paths:
        if not isinstance(found[path], list):
            tally.fail(path, found[path])
        elif args.update:
            known[path] = found[path]
        now, want = found[path] if isinstance(found[path], list) else [], known.get(path, [])
        for at in range(max(len(now), len(want))):
            lines = [want[at] if at < len(want) else "nothing", now[at] if at < len(now) else "nothing"]
            tally.check("%s: %s" % (path, lines[0].split()[0] if at < len(want) else lines[1].split()[0]),
                        lines[0] == lines[1], "was %s\nnow %s" % tuple(lines))
    if not args.only:
        for path in sorted(set(known) - set(paths)):
            tally.check(path, args.update, "the table has it, and there is no such file")
            del known[path]
        count = sum(len(lines) for lines in found.values() if isinstance(lines, list))
        tally.check("enough functions", count >= LEAST, "only %d" % count)
    if args.update:
        harness.write(EXPECTED, HEAD + "".join("[%s]\n%s\n" % (path, "\n".join(known[path])) for path in sorted(known)))
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
