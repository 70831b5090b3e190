#!/usr/bin/env python3
"""docs/adding-a-primitive.md, done as it says in a copy of the sources: a primitive is one row, and one that moves in a
new way a row and a transfer.

usage: run.py [--build build] [--only TEXT] [--update]

`console rows` is run when the rows above it are added, `console turn` after the diffs. --update rewrites what
the commands print.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402
from followed import Copy, check_console, replace, shown, word  # noqa: E402

PAGE = "docs/adding-a-primitive.md"
MADE = {"docs/primitives.md", "include/tilecopy/again.h", "include/tilecopy/convert.h",
        "include/tilecopy/host/rows.h", "include/tilecopy/reduce.h", "tests/emu/public.txt"}


def changed(copy):
    """The committed files that `make rows` has changed."""
    return {name for name in harness.repository() if os.path.isfile(name) and os.path.exists(copy.path(name))
            and harness.read(name, "rb") != harness.read(copy.path(name), "rb")}


def follow(copy, tally, blocks):
    """Block by block, in the order of the page; what consoles print, by their line."""
    fresh = {}
    for number, language, words, lines in blocks:
        path = word(words, "row")
        if path:
            harness.write(copy.path(path), harness.read(copy.path(path)) + "\n".join(lines) + "\n")
        elif language == "diff":
            replace(copy, tally, word(words, "file"), lines)
        elif word(words, "file"):
            tally.check("%s is new" % words[0], not os.path.exists(copy.path(word(words, "file"))))
            harness.write(copy.path(word(words, "file")), "\n".join(lines) + "\n")
        elif language == "console":
            fresh[number] = check_console(copy, tally, lines, 0)
        if word(words, "file") == "nearest.tc":
            check_rows(copy, tally, blocks)
    return fresh


def check_rows(copy, tally, blocks):
    """That it is a row each, and all else is made."""
    _, code, made = copy.command("make rows")
    rows = {word(words, "row") for _, _, words, _ in blocks} - {None}
    tally.check("it is one row, and the rest is made", code == 0 and changed(copy) == MADE | rows,
                "%s\n%s" % (made, sorted(changed(copy))))
    checked = copy.run(sys.executable, "tests/emu/run.py", "--quick", "--only", "names")
    tally.check("the tests have its rows", checked.code == 0, checked)


FAULTS = [  # a row, and what `make rows` says about it
    ('Y(LOAD, GLOBAL, 32, NONE, tc_load_other_b32, "ld.global.b32", "Doc.", PLAIN)',
     "tc_load_other_b32: unknown space 'GLOBAL'"),
    ('Y(LOAD, GMEM, 24, NONE, tc_load_other_b24, "ld.global.b24", "Doc.", PLAIN)',
     "tc_load_other_b24: no width in bits '24'"),
    ('Y(LOAD, GMEM, 32, BLUK, tc_load_other_b32, "ld.global.b32", "Doc.", PLAIN)',
     "tc_load_other_b32: unknown feature 'BLUK'"),
    ('Y(LOAD, GMEM, 32, NONE, tc_load_global_b32, "ld.global.b32", "Doc.", PLAIN)',
     "tc_load_global_b32: this name has another row already, in 'generator/primitives/ldst.def'"),
    ('Y(LOAD, GMEM, 32, NONE, load_other_b32, "ld.global.b32", "Doc.", PLAIN)',
     "load_other_b32: the name begins otherwise than 'tc_'")]
OTHER_LOADS = """
Y(LOAD, GMEM, 64, NONE,
  tc_load_global_relaxed_b64, "ld.relaxed.gpu.global.v2.b32", "8 bytes that others write.", PLAIN)
Y(LOAD, GMEM, 32, NONE,
  tc_load_global_nc_b32, "ld.global.nc.b32", "4 bytes that nobody writes.", PLAIN)
"""


def check_others(copy, tally):
    """Rows that are wrong are refused; another load of global memory has no macro of hints.h."""
    path, hints = copy.path("generator/primitives/ldst.def"), "include/tilecopy/hints.h"
    rows = harness.read(path)
    for row, reason in FAULTS:
        harness.write(path, rows + row + "\n")
        _, code, text = copy.command("make rows")
        said = "generator/primitives/ldst.def:%d: error: %s" % (rows.count("\n") + 1, reason)
        tally.check("refused: %s" % reason, code != 0 and said in text.out, text)
    harness.write(path, rows + OTHER_LOADS)
    _, code, text = copy.command("make rows")
    made = harness.read(copy.path("include/tilecopy/ldst.h"))
    tally.check("other loads are a row each", code == 0 and "ld.global.nc.b32 %0, [%1];" in made, text)
    tally.check("they take no hints", harness.read(hints) == harness.read(copy.path(hints)))
    harness.write(path, rows)


def main():
    args, tally = harness.start(__doc__, lambda p: p.add_argument("--update", action="store_true"))
    tools = harness.Tools(args.build)
    if not tools.clang_format:
        tally.skip("primitive", tools.why("clang_format"))
        return tally.close()
    text, copy = harness.read(PAGE), Copy(args, "primitive")
    blocks, right, moved = shown.blocks(text), text.splitlines(), 0
    asked = [words for _, language, words, _ in blocks if language == "console"]
    tally.check("both ways are on the page", ["rows"] in asked and ["turn"] in asked, asked)
    fresh = follow(copy, tally, blocks)
    check_others(copy, tally)
    if args.update:
        for number, _, _, lines in blocks:
            if number in fresh:
                right[number + moved:number + moved + len(lines)] = fresh[number]
                moved += len(fresh[number]) - len(lines)
        harness.write(PAGE, "\n".join(right) + "\n")
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
