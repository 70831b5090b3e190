#!/usr/bin/env python3
"""docs/adding-a-variant.md, done as it says in a copy of the sources: a new variant is one file, one row,
one golden folder and one page, and all the rest follows.

usage: run.py [--build build] [--only TEXT] [--update]

Taken from the page: blocks with `file=PATH` are the files, those with `row=PATH` the rows of tables;
`console variant` is run once it is built, `console wrong` after the `diff`, and the lines of `c golden`
stand in what the golden folder then holds. --update rewrites what the commands print.
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

from followed import Copy, check_console, replace, shown, word  # noqa: E402

PAGE = "docs/adding-a-variant.md"
TABLE = "generator/variants/variants.def"
VARIANT_ROW = re.compile(r'^X\("(\w+)", (\d+),')


def add_row(copy, name, row):
    """Variants by priority, then by name; pages behind the last of their table."""
    lines = harness.read(copy.path(name)).splitlines()

    def rank(line):
        found = VARIANT_ROW.match(line)
        return (-int(found.group(2)), found.group(1)) if found else (-(1 << 30), "")
    if name == TABLE:
        at = next((i for i, line in enumerate(lines) if rank(line) > rank(row)), len(lines))
    else:
        at = max(i for i, line in enumerate(lines) if re.match(r"\| \[.*variants/\w+\.md\)", line)) + 1
    harness.write(copy.path(name), "\n".join(lines[:at] + [row] + lines[at:]) + "\n")


def check_without_row(copy, tally, source):
    made = copy.make()
    tally.check("the file builds", made.code == 0, made)
    result = copy.run("build/tcgen", "names", source)
    tally.check("without the row nobody asks it", result.code == 1 and "[E_UNKNOWN_VARIANT]" in result.err, result)


def check_variant(copy, tally, source, name):
    """That each statement is done by it, and by nothing else where it is not asked."""
    made = copy.make()
    tally.check("with the row it builds", made.code == 0, made)
    told = copy.run("build/tcgen", "json", "-Werror=not-proven", source)
    functions = json.loads(told.out)["functions"] if told.code == 0 else []
    tally.check("it has functions", len(functions) >= 2, told)
    for function in functions:
        tally.check("%s: in the JSON, proven" % function["name"], function["proof"]["ok"] and function["plans"] and
                    all(plan["variant"] == name for plan in function["plans"]), json.dumps(function)[:2000])
    header = copy.run("build/tcgen", "-Werror=not-proven", source)
    tally.check("it is printed", header.code == 0 and len(re.findall(r"; by(?: |\n \* +)%s\." % name, header.out)) == len(functions), header)
    explained = copy.run("build/tcgen", "explain", source)
    tally.check("it is explained", len(re.findall(r"(?m)^  variant     %s: " % name, explained.out)) == len(functions), explained)
    drawn = copy.run("build/tcgen", "draw", "%s:%s" % (source, functions[0]["name"] if functions else ""))
    tally.check("it is drawn", drawn.code == 0 and drawn.out, drawn)
    unasked = re.sub(r"\{ using %s; \}" % name, "", harness.read(copy.path(source)))
    harness.write(copy.path("unasked.tc"), unasked)
    other = copy.run("build/tcgen", "explain", "-Wno-fallback", "unasked.tc")
    tally.check("unasked it is not asked", other.code == 0 and name not in other.out, other)


def check_golden(copy, tally, variant, lines):
    """It holds what the page shows, and the suite sees when tcgen prints something else."""
    path = copy.path("tests/golden/%s/expected.h" % variant)
    expected = harness.read(path) if os.path.exists(path) else ""
    tally.check("expected.h has the lines shown", shown.contains(lines, expected.splitlines()), expected)
    harness.write(path, expected.replace("rank", "rang"))
    result = copy.run(sys.executable, "tests/golden/run.py", "--only", variant + "/expected.h")
    tally.check("another expected.h is noticed", "FAIL %s/expected.h" % variant in result.out, result)
    harness.write(path, expected)


def main():
    args, tally = harness.start(__doc__, lambda p: p.add_argument("--update", action="store_true"))
    text, copy = harness.read(PAGE), Copy(args, "variant", built=True)
    blocks, right, moved = shown.blocks(text), text.splitlines(), 0
    files = {word(words, "file"): lines for _, language, words, lines in blocks if word(words, "file") and language != "diff"}
    rows = [(word(words, "row"), row) for _, _, words, lines in blocks if word(words, "row") for row in lines]
    source = next(name for name in files if name.endswith("/input.tc"))
    variant = source.split("/")[-2]
    wanted = {"generator/variants/%s.c" % variant, "tests/golden/%s/input.tc" % variant, "docs/variants/%s.md" % variant}
    tally.check("it is one file, one folder, one page", set(files) == wanted, sorted(files))
    tally.check("it is one row, and a line in two tables", sorted(name for name, _ in rows) == sorted(
        [TABLE, "docs/README.md", "README.md"]), rows)
    for name, lines in files.items():
        tally.check("%s is new" % name, not os.path.exists(copy.path(name)))
        harness.write(copy.path(name), "\n".join(lines) + "\n")
    check_without_row(copy, tally, source)
    for name, row in rows:
        add_row(copy, name, row)
    check_variant(copy, tally, source, variant)
    for number, language, words, lines in blocks:
        if language == "diff":
            replace(copy, tally, word(words, "file"), lines)
        elif language == "console" and words in (["variant"], ["wrong"]):
            fresh = check_console(copy, tally, lines, 1 if words == ["wrong"] else 0)
            right[number + moved:number + moved + len(lines)] = fresh
            moved += len(fresh) - len(lines)
        elif words == ["golden"]:
            check_golden(copy, tally, variant, lines)
        if words == ["wrong"]:
            name = "generator/variants/%s.c" % variant
            harness.write(copy.path(name), "\n".join(files[name]) + "\n")
            copy.make()
    if args.update:
        harness.write(PAGE, "\n".join(right) + "\n")
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
