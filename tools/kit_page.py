#!/usr/bin/env python3
"""docs/kit.md from generator/kit.tc: the sections with their reasons, and what each function costs.

usage: kit_page.py TCGEN [OUT.md]      without OUT.md it prints the page

A section of kit.tc begins with `#: TITLE`; the `#:` lines after it say why it is there, and its
statements follow. tests/docs checks that the page is what this makes.
"""
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INTRO = """# The kit

`include/tilecopy_gen.h` is generated from [generator/kit.tc](../generator/kit.tc): %d functions that many
kernels need, so that a first kernel needs no description of its own. It is kept small on purpose: a
unit that includes it and uses one function compiles within a tenth of the time of the same copy by
hand (`make bench`). For anything else write one line in a description ([tutorial](tutorial.md));
names are systematic ([naming.md](naming.md)), and a function that both generate is the same function.

Each function but those of one thread has a form `NAME_at(rank, ...)`. *moves* is what one thread executes; *wavefronts* are the
shared memory cycles of the worst warp and *sectors* the 32-byte pieces of global memory, with the
minimum in brackets where it is lower. This page is generated: `%s`.
"""
COMMAND = "python3 tools/kit_page.py build/tcgen docs/kit.md"


def sections(text):
    """[(title, reason, [statement lines])]; what stands before the first section is not one."""
    found = []
    for line in text.splitlines():
        if line.startswith("#:"):
            words = line[2:].strip()
            if not found or found[-1][2]:
                found.append((words, [], []))
            else:
                found[-1][1].append(words)
        elif found and line.startswith("copy"):
            found[-1][2].append(line)
    return [(title, " ".join(reason), lines) for title, reason, lines in found]


def functions(tcgen):
    answer = subprocess.run([tcgen, "json", "-Wno-fallback", "-I", "generator", "generator/kit.tc"], cwd=ROOT,
                            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, check=True)
    return json.loads(answer.stdout)["functions"]


def count_of(line):
    return 2 if "<->" in line else 1


def moves(plan):
    return ", ".join("%d %s" % (n, name) for name, n in plan["instructions"].items())


def wavefronts(plan):
    got, ideal = (sum(w[key] for w in plan.get("wavefronts", [])) for key in ("got", "ideal"))
    return "-" if not got else "%d" % got if got == ideal else "%d (%d)" % (got, ideal)


def sectors(plan):
    got, ideal = plan.get("sectors") or 0, plan.get("ideal_sectors") or 0
    return "-" if not got else "%d" % got if got == ideal else "%d (%d)" % (got, ideal)


def page(tcgen):
    with open(os.path.join(ROOT, "generator", "kit.tc"), encoding="utf-8") as f:
        parts = sections(f.read())
    left = functions(tcgen)
    out = [INTRO % (len(left), COMMAND)]
    if sum(count_of(line) for _, _, lines in parts for line in lines) != len(left):
        raise SystemExit("kit.tc: the statements below `#:` lines are not %d functions" % len(left))
    for title, reason, lines in parts:
        out += ["## " + title, "", reason, "", "| function | moves | wavefronts | sectors |", "|---|---|---|---|"]
        for _ in range(sum(count_of(line) for line in lines)):
            function = left.pop(0)
            plan = [p for p in function["plans"] if "instructions" in p][-1]  # the newest that has it
            out.append("| `%s` | %s | %s | %s |" % (function["name"], moves(plan), wavefronts(plan), sectors(plan)))
        out.append("")
    return "\n".join(out)


def main():
    text = page(os.path.abspath(sys.argv[1]))
    if len(sys.argv) < 3:
        sys.stdout.write(text)
        return 0
    with open(sys.argv[2], "w", encoding="utf-8") as f:
        f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
