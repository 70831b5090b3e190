"""What `tcgen json`, `explain` and `cost` say of one function is the same, number for number."""
import json
import os
import re

import harness

# Descriptions of every kind of access, that need no minutes.
SHOWN = ["bulk", "convert", "dsmem_async", "fills", "gathers", "narrowed", "partial", "relayout", "rotated", "stages"]
LABELS = r"moves|does|auto|called by|values|variant|declined|narrow|proof|map|boxes|plan|cost|shared|global|reason|ownership|movers|you must|name"


def items(text):
    """{function: [(label, text)]} of an explanation, each paragraph in one line."""
    found = {}
    for block in re.split(r"\n\n\n", text.strip("\n")):
        lines, rows = block.split("\n"), []
        for line in lines[1:]:
            match = re.match(r"  (%s) {2,}(.*)$" % LABELS, line)
            if match:
                rows.append([match.group(1), match.group(2)])
            elif rows and line.startswith(" " * 14):
                again = rows[-1][0] in ("declined", "shared") and re.match(r" {14}(\w+ \[\w+\]: |phase \d+ step \d+: )", line)
                if again:
                    rows.append([rows[-1][0], line.strip()])
                else:
                    rows[-1][1] += " " + line.strip()
        found[lines[0]] = rows
    return found


def first(rows, label):
    return next((text for name, text in rows if name == label), "")


def transfers(plan):
    bits, count = plan["vec_bits"], plan["ops_per_thread"]
    return ["%s: %d-bit transfers, %d per thread; " % (plan["variant"], bits, count),
            "%s: bulk copies of %d bytes, %d of them; " % (plan["variant"], bits // 8, count)] if bits else ["%s; " % plan["variant"]]


def sectors(plan):
    got, ideal = plan["sectors"], plan["ideal_sectors"]
    if got == 0:
        return ""
    return "%d sectors of 32 bytes" % got + (", the minimum" if got <= ideal else
                                             " instead of %d: one access uses only a part of each sector" % ideal)


def shared(wave):
    begin = "phase %d step %d: %d " % (wave["phase"] + 1, wave["step"] + 1, wave["got"])
    if wave["got"] <= wave["ideal"]:
        return begin + ("wavefront" if wave["got"] == 1 else "wavefronts") + ", no bank conflict"
    return begin + "wavefronts; the minimum is %d. " % wave["ideal"]


def wrong_of(function, rows):
    """What the explanation of a function does not say as its JSON does."""
    plan, cost = function["plans"][0], first(rows, "cost")
    counted = {}
    for count, ptx in re.findall(r"(\d+) ([\w.:]+)(?:, | per)", cost):
        counted[ptx] = counted.get(ptx, 0) + int(count)
    variant, told = first(rows, "variant"), [text for label, text in rows if label == "shared"]
    if not any(variant.startswith(text) for text in transfers(plan)):
        yield "variant", variant
    if counted != plan["instructions"]:
        yield "instructions", counted
    if not first(rows, "global").startswith(sectors(plan)) or bool(sectors(plan)) != bool(first(rows, "global")):
        yield "sectors", first(rows, "global")
    if len(told) != len(plan["wavefronts"]) or not all(t.startswith(shared(w)) for t, w in zip(told, plan["wavefronts"])):
        yield "wavefronts", told
    if plan["symbolic"] != ("smallest admissible" in " ".join(text for _, text in rows)):
        yield "symbolic", rows
    if not re.match(r"each of %d elements " % function["proof"]["elements"], first(rows, "proof")):
        yield "proof", first(rows, "proof")
    reasons = ["%(variant)s [%(predicate)s]: %(reason)s" % d for d in plan["declined"]]
    for label, text in rows:
        if label == "declined" and text not in reasons:
            yield "declined", text
    called = re.search(r"\(rank: 0 \.\. (\d+)\)", first(rows, "called by"))
    if called and int(called.group(1)) != function["threads"] - 1:
        yield "threads", called.group(0)


def ratio(got, ideal):
    return "%d" % got if got == ideal else "%d (%d)" % (got, ideal)


def row_of(function):
    """As `tcgen cost` shows it, but for the instructions: [name, targets, variant, bits, wavefronts, sectors, score]."""
    plan = function["plans"][0]
    waves = plan["wavefronts"]
    marks = ("*" if plan["symbolic"] else "") + ("~" if "estimates" in plan else "")
    return [function["name"], ", ".join(plan["targets"]), plan["variant"], str(plan["vec_bits"]),
            ratio(sum(w["got"] for w in waves), sum(w["ideal"] for w in waves)) if waves else "-",
            ratio(plan["sectors"], plan["ideal_sectors"]) if plan["sectors"] else "-", str(plan["score"]) + marks]


def case_agree(case):
    for name in SHOWN:
        path = os.path.join(harness.ROOT, "tests", "descriptions", name + ".tc")
        options = ["--target=sm_100a", "-I", os.path.join(harness.ROOT, "generator"), path]
        functions = json.loads(case.run("json", *options).out)["functions"]
        explained = items(case.run("explain", *options).out)
        rows = [re.split(r" {2,}", line)[:7] for line in case.run("cost", *options).out.split("\n\n")[0].splitlines()[1:]]
        planned = [f for f in functions if f["plans"][0]["variant"]]
        case.expect(name + ": some", planned and set(f["name"] for f in functions) <= set(explained), sorted(explained))
        for function in planned:
            wrong = list(wrong_of(function, explained.get(function["name"], [])))
            case.expect("%s: %s" % (name, function["name"]), not wrong, wrong)
            case.expect("%s: cost of %s" % (name, function["name"]), row_of(function) in rows, row_of(function))
