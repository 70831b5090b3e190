#!/usr/bin/env python3
"""The fragments of the prelude against the tables of the PTX manual, element by element.

usage: run.py [--build build] [--only NAME]

Each table is written down here as the manual says it: for register i of a lane, its row and column.
(PTX ISA 9.0, "Matrix Fragments for mma.m8n8k4 with .f64", "mma.m16n8k4", "mma.m16n8k8",
"mma.m16n8k16 with floating point type", "... with integer type", "mma.m16n8k32"; "Register Fragments
for wgmma.mma_async.m64nNk16", "m64nNk8", "m64nNk32".) The layout is asked for twice: of the oracle, and
of tcgen, which draws who owns what. B stands in the manual as k by n and in the
prelude as n by k.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "oracle")]
import harness  # noqa: E402
import oracle  # noqa: E402


def a_pairs(lane, i):
    """16-bit A: registers of two columns; rows and rows + 8 by turns; 8 columns further from a4 on."""
    group, thread = lane >> 2, lane % 4
    row = group if i < 2 or 4 <= i < 6 else group + 8
    return row, thread * 2 + (i & 1) + (8 if i >= 4 else 0)


def b_pairs(lane, i):
    group, thread = lane >> 2, lane % 4
    return thread * 2 + (i & 1) + (8 if i >= 2 else 0), group


def a_bytes(lane, i):
    group, thread = lane >> 2, lane % 4
    row = group if i < 4 or 8 <= i < 12 else group + 8
    return row, thread * 4 + (i & 3) + (16 if i >= 8 else 0)


def b_bytes(lane, i):
    group, thread = lane >> 2, lane % 4
    return thread * 4 + (i & 3) + (16 if i >= 4 else 0), group


def a_words(lane, i):
    """tf32, and f64 of 4 and 8 columns: a1 and a3 are 8 rows down, a2 and a3 4 columns further."""
    group, thread = lane >> 2, lane % 4
    return group + (8 if i in (1, 3) else 0), thread + (4 if i >= 2 else 0)


def b_words(lane, i):
    group, thread = lane >> 2, lane % 4
    return thread + 4 * i, group


def a_doubles_k16(lane, i):
    group, thread = lane >> 2, lane % 4
    if i % 2 == 0:
        return group, i * 2 + thread
    return group + 8, i * 2 - 2 + thread


def c_pairs(lane, i):
    group, thread = lane >> 2, lane % 4
    return group if i < 2 else group + 8, thread * 2 + (i & 1)


def warps(table):
    """wgmma: warp w of the warpgroup has rows 16 * w on."""
    return lambda thread, i: (16 * (thread // 32) + table(thread % 32, i)[0], table(thread % 32, i)[1])


def d_columns(lane, i):
    """D of wgmma: c_pairs for each 8 columns."""
    row, column = c_pairs(lane, i % 4)
    return row, 8 * (i // 4) + column


def turned(table):
    return lambda lane, i: table(lane, i)[::-1]


# name: rows and columns as the prelude has them, threads, registers, the table, dtype
TABLES = {
    "mma_a": (16, 16, 32, 8, a_pairs, "f16"),
    "mma_b": (8, 16, 32, 4, turned(b_pairs), "bf16"),
    "mma_a_k8": (16, 8, 32, 4, a_pairs, "f16"),
    "mma_b_k8": (8, 8, 32, 2, turned(b_pairs), "f16"),
    "mma_a8": (16, 32, 32, 16, a_bytes, "e4m3"),
    "mma_b8": (8, 32, 32, 8, turned(b_bytes), "i8"),
    "mma_a8_k16": (16, 16, 32, 8, a_bytes, "e5m2"),
    "mma_b8_k16": (8, 16, 32, 4, turned(b_bytes), "u8"),
    "mma_a32": (16, 8, 32, 4, a_words, "tf32"),
    "mma_b32": (8, 8, 32, 2, turned(b_words), "tf32"),
    "mma_a32_k4": (16, 4, 32, 2, a_words, "tf32"),
    "mma_b32_k4": (8, 4, 32, 1, turned(b_words), "tf32"),
    "mma_a64": (8, 4, 32, 1, lambda lane, i: (lane >> 2, lane % 4), "f64"),
    "mma_b64": (8, 4, 32, 1, turned(lambda lane, i: (lane % 4, lane >> 2)), "f64"),
    "mma_c64": (8, 8, 32, 2, lambda lane, i: (lane >> 2, lane % 4 * 2 + (i & 1)), "f64"),
    "mma_a64_m16k4": (16, 4, 32, 2, a_words, "f64"),
    "mma_a64_m16k8": (16, 8, 32, 4, a_words, "f64"),
    "mma_a64_m16k16": (16, 16, 32, 8, a_doubles_k16, "f64"),
    "mma_b64_k8": (8, 8, 32, 2, turned(b_words), "f64"),
    "mma_b64_k16": (8, 16, 32, 4, turned(b_words), "f64"),
    "mma_c": (16, 8, 32, 4, c_pairs, "f32"),
    "wgmma_a": (64, 16, 128, 8, warps(a_pairs), "f16"),
    "wgmma_a8": (64, 32, 128, 16, warps(a_bytes), "e4m3"),
    "wgmma_a32": (64, 8, 128, 4, warps(a_words), "tf32"),
    "wgmma_c": (64, 8, 128, 4, warps(c_pairs), "f32"),
    "wgmma_n64": (64, 64, 128, 32, warps(d_columns), "f32"),
    "wgmma_n128": (64, 128, 128, 64, warps(d_columns), "f32"),
    "wgmma_n256": (64, 256, 128, 128, warps(d_columns), "f16"),
    "64x8 wgmma_c": (64, 8, 128, 4, warps(d_columns), "f32"),
    "64x24 wgmma_c": (64, 24, 128, 12, warps(d_columns), "f32"),
    "64x248 wgmma_c": (64, 248, 128, 124, warps(d_columns), "f16"),
}


def by_manual(rows, columns, threads, registers, table):
    """{(row, column): (thread, register)}; the table must be one to one."""
    found = {table(thread, i): (thread, i) for thread in range(threads) for i in range(registers)}
    whole = {(row, column) for row in range(rows) for column in range(columns)}
    return found if set(found) == whole and rows * columns == threads * registers else None


def by_oracle(text):
    (request,) = oracle.parse(text, ".", harness.read("generator/prelude.tc"))
    return {divmod(move.index, request.dst.shape[1]): move.dst for move in request.moves({})}


def check(args, tally, name):
    rows, columns, threads, registers, table, dtype = TABLES[name]
    manual = by_manual(rows, columns, threads, registers, table)
    if not tally.check("%s: the table is one to one" % name, manual is not None, "it is not"):
        return
    scope = "warpgroup" if threads == 128 else "warp"
    text = "copy %s %s gmem S[(%d,%d)] -> reg %s as fragment\n" % (scope, dtype, rows, columns, name)
    found = by_oracle(text)
    wrong = [at for at in manual if list(found.get(at, [])) != [manual[at]]]
    tally.check("%s: the oracle's reading" % name, not wrong, lambda: "element %s is at %s, the manual says %s" % (
        wrong[0], found.get(wrong[0]), manual[wrong[0]]))
    drawn = owners(args, text)
    wrong = [at for at in drawn if drawn[at] != manual[at]]
    tally.check("%s: tcgen's reading" % name, drawn and not wrong, lambda: "element %s is at %s, the manual says %s" % (
        wrong[0] if wrong else None, drawn.get(wrong[0]) if wrong else drawn, manual[wrong[0]] if wrong else None))


def owners(args, text):
    """{(row, column): (thread, register)} from the picture, as far as it is drawn."""
    path = os.path.join(args.build, "tests", "fragments.tc")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    harness.write(path, text)
    result = harness.run([args.tcgen, "draw", path + ":tc_fragment"])
    found = {}
    for line in result.out.splitlines():
        row = re.match(r"\s*(\d+) \|(.*)", line)
        for column, cell in enumerate(row.group(2).split() if row else []):
            thread, register = cell.split("/")
            found[int(row.group(1)), column] = int(thread), int(register)
    return found


def sizes(args, tally, name):
    """Its own elements are taken as they are, others are refused, but for owners under another name."""
    rows, columns, threads, _, _, dtype = TABLES[name]
    for other, atom, refused in ((dtype, name, False), ("b128", name, True), ("b128", "owners", False)):
        text = "layout owners = %s\ncopy %s %s gmem S[(%d,%d)] -> reg %s as fragment\n" % (
            name, "warpgroup" if threads == 128 else "warp", other, rows, columns, atom)
        result = harness.run([args.tcgen, "names", "-Wno-registers", "-"], stdin=text)
        good = result.code == (1 if refused else 0) and ("[E_FRAGMENT]" in result.err) == refused
        tally.check("%s of %s as %s" % (name, other, atom), good, result)


def main():
    args, tally = harness.start(__doc__)
    named = set(re.findall(r"(?m)^layout (w?g?mma_\w+) =", harness.read("generator/prelude.tc")))
    tally.check("every fragment of the prelude has a table", named <= set(TABLES), sorted(named - set(TABLES)))
    for name in sorted(TABLES):
        if tally.wants(name):
            check(args, tally, name)
            sizes(args, tally, name)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
