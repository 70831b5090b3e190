#!/usr/bin/env python3
"""The pictures of `tcgen draw`: valid XML, safe to embed, and they say what the layout says.

usage: run.py [--build build] [--only TEXT]
"""
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402
from whole import check_large, check_whole  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
TIP = re.compile(r"\(([\d, ]+)\): (?:thread (\d+), (register|its transfer) (\d+)|no thread)"
                 r"(?:, and (\d+) more owners)?(?:; (\w+) byte (\d+)(?:, bank (\d+))?)?"
                 r"(?:; (?:goes to|comes from) thread \d+, register \d+)?$")
WAY = re.compile(r"\((\d+), (\d+)\): thread (\d+), register (\d+); (goes to|comes from) thread (\d+), register (\d+)$")
INPUTS = {
    "rows": ("copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] { using reg; }", 256),
    "store": ("copy warp f32 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)] { using reg; }", 256),
    "memory": ("copy warp f32 gmem S[(4,6)] -> smem S[(4,6)]", 24),
    "padded": ("copy warp f32 smem S[(32,8):(12,1)] -> reg S[(32,8):(1@laneid,1)]", 256),
    "swizzle": ("copy warp f32 smem S[(32,8)] swizzle(2,1,3) -> reg S[(32,8):(1@laneid,1)]", 256),
    "large": ("copy warp f32 smem S[(32,256)] -> reg S[(32,256):(1@laneid,1)]", 32 * 128),
    "tall": ("copy cta(256) f32 smem S[(256,4)] -> reg S[(256,4):(1@tx,1)]", 64 * 4),
    "line": ("copy warp f32 smem S[(128)] -> reg 128 S[(32,4):(1@laneid,1)]", 128),
    "three": ("copy warp f16 smem S[(2,32,8)] -> reg S[(2,32,8):(8,1@laneid,1)]", 512),
    "one element": ("copy thread u8 gmem S[(1)] -> smem S[(1)]", 1),
    "sides": ("relayout warp f32 reg S[(32,4):(1@laneid,1)] -> reg 32x4 S[(4,8,4):(1,4@laneid,1@laneid)]", 2 * 128),
    "run-time": ("copy warp f32 smem S[(32,64)][0:32, k:+8] -> reg S[(32,8):(1@laneid,1)] where k % 4 == 0", 256),
}


VIEWS = {
    # view, description: what its tooltips must say, computed by hand
    "hardware": re.compile(r"thread (\d+), (?:register (\d+): \((.*?)\)(?:; (\w+) byte (\d+), instruction (\d+): (\S+))?"
                           r"|instruction (\d+): (\S+)((?:; \w+ bytes -?\d+ to -?\d+(?: from \(.*?\))?)+))$"),
    "banks": re.compile(r"wavefront (\d+), bank (\d+): (?:idle|bytes (\d+) to (\d+), lanes ([\d,-]+))$"),
    "memory": re.compile(r"byte (\d+)(?:, bank (\d+))?: (?:no element of the region|\((.*?)\)((?: and \(.*?\))*))$"),
}


def draw(args, text, name, ending, view="owner"):
    path = os.path.join(args.build, "tests", "pictures", re.sub(r"\W", "_", name))
    harness.write(path + ".tc", text + " as f\n")
    if os.path.exists(path + ending):
        os.remove(path + ending)
    result = harness.run([args.tcgen, "draw", path + ".tc:tc_f", "-Wno-fallback", "-Wno-bank-conflict",
                          "--view=" + view, "-o", path + ending])
    return result, harness.read(path + ending) if os.path.exists(path + ending) else ""


def view_tips(svg, view):
    """The groups of each tooltip of the view."""
    texts = [group.find(SVG + "title").text for group in svg.iter(SVG + "g")]
    return [match and match.groups() for match in map(VIEWS[view].match, texts)]


def tips(svg):
    """Tooltips of the cells, in order: coordinates, thread, register, more owners, address, bank."""
    found = []
    for group in svg.iter(SVG + "g"):
        match = TIP.match(group.find(SVG + "title").text)
        found.append(match and ([int(x) for x in match.group(1).split(",")],
                                *(None if match.group(i) is None else int(match.group(i)) for i in (2, 4, 5, 7, 8))))
    return found


def check_svg(tally, name, text, cells, view=None):
    try:
        svg = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        tally.fail(name + ": XML", error)
        return None
    tally.check(name + ": is a picture", svg.tag == SVG + "svg" and svg.get("viewBox") and svg.get("role") == "img")
    names = {e.tag.replace(SVG, "") for e in svg.iter()}
    tally.check(name + ": shapes and texts only", names <= {"svg", "title", "style", "rect", "text", "g"}, names)
    tally.check(name + ": no script, no reference", not re.search(r"(?i)script|href|\bon\w+=|url\(|@import", text))
    tally.check(name + ": dark mode", "prefers-color-scheme:dark" in text)
    style = svg.find(SVG + "style").text
    light, dark = style.split("@media", 1)
    used = {e.get("class") for e in svg.iter() if e.get("class")} - {"h"}
    for half, colours in (("light", light), ("dark", dark)):
        missing = [c for c in used if not re.search(r"\.%s\b[^{]*\{" % c, light + (colours if half == "dark" else ""))]
        tally.check("%s: %s classes" % (name, half), not missing, missing)
        fills = re.findall(r"\.c\d+\{fill:(#[0-9a-f]{6})\}", colours)
        tally.check("%s: %s has a colour for each lane" % (name, half), len(fills) == len(set(fills)) == 32, fills)
    width, height = int(svg.get("width")), int(svg.get("height"))
    boxes = [[int(e.get(k, 0)) for k in ("x", "y", "width", "height")] for e in svg.iter(SVG + "rect") if e.get("x")]
    tally.check(name + ": inside the picture", all(x + w <= width and y + h <= height for x, y, w, h in boxes))
    tally.check(name + ": no cell over another", len({(x, y) for x, y, _, _ in boxes}) == len(boxes))
    found = view_tips(svg, view) if view else tips(svg)
    tally.check(name + ": cells", cells is None or len(found) == cells, "%d, want %s" % (len(found), cells))
    tally.check(name + ": tooltips", all(found), "some tooltip has another form")
    return found


def check_contents(tally, pictures):
    """Against the layouts by hand."""
    rows = pictures.get("rows")
    if rows:
        tally.check("rows: owners", all(t == r and c == s for (r, c), t, s, _, _, _ in rows))
        tally.check("rows: addresses", all(a == 4 * (8 * r + c) for (r, c), _, _, _, a, _ in rows))
        tally.check("rows: banks", all(b == (8 * r + c) % 32 for (r, c), _, _, _, _, b in rows))
    if pictures.get("swizzle"):
        tally.check("swizzle: addresses", all(
            a == 4 * (8 * r + c ^ (r >> 2 & 1) << 2) for (r, c), _, _, _, a, _ in pictures["swizzle"]))
    if pictures.get("padded"):
        tally.check("padded: addresses", all(a == 4 * (12 * r + c) for (r, c), _, _, _, a, _ in pictures["padded"]))
    if pictures.get("line"):
        tally.check("line: owners", all(t == e // 4 and s == e % 4 for (e,), t, s, _, _, _ in pictures["line"]))
    if pictures.get("three"):
        tally.check("three: owners", all(t == r and s == 8 * p + c for (p, r, c), t, s, _, _, _ in pictures["three"]))
    if pictures.get("memory"):
        tally.check("memory: movers are known", all(t is not None for _, t, _, _, _, _ in pictures["memory"]))


def check_sides(tally, svg):
    """Row r of lane r goes to register r // 8 of lanes 4 * (r % 8) ..: both halves say so."""
    want = []
    for r in range(32):
        places = [((r, c), (4 * (r % 8) + c, r // 8)) for c in range(4)]
        want += [(r, c, r, c, "goes to", *to) for (_, c), to in places]
        want += [(r, c, *to, "comes from", r, c) for (_, c), to in places]
    titles = [group.find(SVG + "title").text for group in ElementTree.fromstring(svg).iter(SVG + "g")]
    found = [tuple(int(x) if x.isdigit() else x for x in WAY.match(title).groups()) for title in titles if WAY.match(title)]
    tally.check("sides: where each element goes and comes from", found == want, found[:9])


def lanes_of(text):
    """{0, 1, 2, 7} of "0-2,7"."""
    found = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def wavefronts(addresses, width):
    """[{bank: (word, lanes)}] of a warp's access, from the rules: groups of 8, 16 or 32 lanes, and the nth
    different word of a bank in the nth wavefront of its group."""
    group, rows = {16: 8, 8: 16}.get(width, 32), []
    for first in range(0, 32, group):
        banks = {}
        for lane in range(first, first + group):
            for word in range(addresses[lane] // 4, (addresses[lane] + width - 1) // 4 + 1):
                banks.setdefault(word % 32, {}).setdefault(word, set()).add(lane)
        for number in range(max(map(len, banks.values()))):
            rows.append({bank: list(words.items())[number] for bank, words in banks.items() if number < len(words)})
    return rows


BANKS = {  # address of each lane in one access, width in bytes
    "rows": ([32 * lane for lane in range(32)], 16),
    "store": ([32 * lane for lane in range(32)], 16),
    "padded": ([48 * lane for lane in range(32)], 16),
    "swizzle": ([4 * (8 * lane ^ (lane >> 2 & 1) << 2) for lane in range(32)], 16),
    "large": ([1024 * lane for lane in range(32)], 16),
    "column": ([4 * (lane % 8) for lane in range(32)], 4),
}
MEMORY = {  # elements at a byte; bytes of an element
    "rows": (lambda r, c: 4 * (8 * r + c), 4),
    "padded": (lambda r, c: 4 * (12 * r + c), 4),
    "swizzle": (lambda r, c: 4 * (8 * r + c ^ (r >> 2 & 1) << 2), 4),
    "memory": (lambda r, c: 4 * (6 * r + c), 4),
    "three": (lambda p, r, c: 2 * (256 * p + 8 * r + c), 2),
    "line": (lambda e: 4 * e, 4),
    "half bytes": (lambda e: e // 2, 1),
}


def check_banks(tally, name, found):
    addresses, width = BANKS[name]
    want, got = wavefronts(addresses, width), {}
    for number, bank, begin, end, lanes in found:
        if begin is not None:
            got.setdefault(int(number), {})[int(bank)] = (int(begin) // 4, lanes_of(lanes))
            tally.check(name + " banks: one word", int(end) == int(begin) + 3 and int(begin) % 4 == 0)
    shown = [got.get(i, {}) for i in range(max(got) + 1)]
    # an access later in the loop is the same, moved by whole words
    moved = [{bank: lanes for bank, (_, lanes) in row.items()} for row in shown]
    tally.check(name + " banks: wavefronts", moved == [{b: l for b, (_, l) in row.items()} for row in want],
                "%s\nwant %s" % (moved, want))


def check_memory(tally, name, found):
    where, unit = MEMORY[name]
    held = {}
    for byte, bank, element, more in found:
        tally.check(name + " memory: bank", bank is None or int(bank) == int(byte) // 4 % 32)
        for text in ([element] if element else []) + re.findall(r"and \((.*?)\)", more or ""):
            held[tuple(map(int, text.split(",")))] = int(byte)
    wrong = [(e, b) for e, b in held.items() if where(*e) != b]
    tally.check(name + " memory: addresses", held and not wrong, wrong[:5])
    bytes_shown = [int(f[0]) for f in found]
    tally.check(name + " memory: in order", bytes_shown == list(range(bytes_shown[0], bytes_shown[-1] + 1, unit)))
    return held


def check_hardware(tally, name, found):
    if name in ("rows", "padded", "store"):
        pitch = 12 if name == "padded" else 8
        tally.check(name + " hardware: registers", all(
            (int(f[0]), int(f[1])) == tuple(map(int, f[2].split(","))) for f in found))
        tally.check(name + " hardware: instructions", all(
            f[3] == "smem" and int(f[4]) == 4 * (pitch * int(f[0]) + int(f[1])) and int(f[5]) == int(f[1]) // 4 and f[6] == (
                "st" if name == "store" else "ld") + ".shared.v4.b32" for f in found), found[:9])
    if name == "memory":
        moved = {}
        for f in found:
            for side, begin, end in re.findall(r"; (\w+) bytes (\d+) to (\d+)", f[9]):
                moved.setdefault(side, []).extend(range(int(begin), int(end) + 1))
        tally.check("memory hardware: every byte once", all(
            sorted(moved[side]) == list(range(96)) for side in ("src", "dst")), moved)
        tally.check("memory hardware: loads, then stores", {f[8][:2] for f in found} == {"ld", "st"})


def check_views(args, tally):
    inputs = dict(INPUTS)
    inputs["half bytes"] = ("copy thread e2m1 smem S[(64)] -> reg S[(64)]", None)
    inputs["column"] = ("copy warp f32 smem 32 S[(4,8):(0,1)] -> reg S[(32):(1@laneid)]", None)
    inputs["no shared memory"] = ("copy warp f32 gmem S[(32,4)] -> reg S[(32,4):(1@laneid,1)]", None)
    inputs["cp.async"] = ("copy_async warp f32 gmem S[(32,8)] -> smem S[(32,8)]", None)
    for name, (text, _) in inputs.items():
        for view in VIEWS:
            label = "%s %s" % (name, view)
            if not tally.wants(label):
                continue
            result, grid = draw(args, text, label, ".txt", view)
            line = 132 if view == "banks" else 100
            wide = [line_ for line_ in grid.splitlines() if len(line_) > line]
            tally.check(label + ": text", result.code == 0 and grid and not wide, "%s\n%s" % (result, wide))
            result, svg = draw(args, text, label, ".svg", view)
            if not tally.check(label + ": draw", result.code == 0 and svg, result):
                continue
            found = check_svg(tally, label, svg, 0 if label == "no shared memory banks" else None, view)
            again = draw(args, text, label + " again", ".svg", view)[1]
            tally.check(label + ": the same again", again == svg)
            if not found or not all(found):
                tally.check(label + ": has cells", view == "banks" and "smem" not in text or view == "memory" and name == "sides")
            elif view == "banks" and name in BANKS:
                check_banks(tally, name, found)
            elif view == "memory" and name in MEMORY:
                held = check_memory(tally, name, found)
                tally.check(name + " memory: all elements", "Shown:" in svg or len(held) == inputs[name][1] or name == "half bytes")
            elif view == "hardware":
                check_hardware(tally, name, found)


# Operands of f16: the layout, the region, and the byte of element (i, k) before the swizzle of `span` bytes.
OPERANDS = {
    "K-major in 128 bytes": ("S[(64,64)] swizzle 128B[0:64, 16:32]", 128, (64, 16, 0, 16), lambda i, k: 128 * i + 2 * k),
    "K-major in 32 bytes": ("S[(24,16)] swizzle 32B[0:24, 0:16]", 32, (24, 16, 0, 0), lambda i, k: 32 * i + 2 * k),
    "K-major without a swizzle": ("64x16 S[(8,8,2,8):(64,8,512,1)][8:32, 0:16]", 16, (24, 16, 8, 0),
                                  lambda i, k: 128 * (i // 8) + 16 * (i % 8) + 1024 * (k // 8) + 2 * (k % 8)),
    "MN-major in 128 bytes": ("128x64 S[(2,64,64):(4096,1,64)] swizzle 128B[0:128, 16:32]", 128, (128, 16, 0, 16),
                              lambda i, k: 8192 * (i // 64) + 2 * (i % 64) + 128 * k),
}


def check_operands(args, tally):
    """Each 16-byte unit of the operand stands where its bytes are, and no other does."""
    for name, (layout, span, (rows, depth, row, column), byte) in OPERANDS.items():
        if not tally.wants(name):
            continue
        result, grid = draw(args, "descriptor wgmma f16 smem " + layout, name, ".txt", "memory")
        if not tally.check(name + ": text", result.code == 0 and grid, result):
            continue
        found, end = {}, 0
        for start, cells in re.findall(r"^ *(\d+) \|(.*)$", grid, re.M):
            end = int(start) + 128
            width = 6 if "    +0" in grid else 5
            found.update({int(start) + 16 * n: cells[width * n:width * n + width].strip() for n in range(8)})
        found = {at: cell for at, cell in found.items() if cell}
        want, mn = {}, name.startswith("MN")
        for i in range(0, rows, 8 if mn else 1):
            for k in range(0, depth, 1 if mn else 8):
                at = byte(row + i, column + k)
                want[at ^ (at >> 7 & span // 16 - 1) << 4] = "%d,%d" % (i, k)
        shown = {at: cell for at, cell in want.items() if at < end}
        tally.check(name + ": units", len(found) >= 32 and found == shown, "%s\n%s" % (grid, want))


def main():
    args, tally = harness.start(__doc__)
    check_operands(args, tally)
    pictures = {}
    for name, (text, cells) in INPUTS.items():
        if not tally.wants(name):
            continue
        result, svg = draw(args, text, name, ".svg")
        if tally.check(name + ": draw", result.code == 0 and svg, result):
            if name == "sides":
                check_sides(tally, svg)
            pictures[name] = check_svg(tally, name, svg, cells)
            part = "Shown:" in svg
            tally.check(name + ": says when it is a part", part == (name in ("large", "tall")))
        result, grid = draw(args, text, name, ".txt")
        wide = [line for line in grid.splitlines() if len(line) > 100]
        tally.check(name + ": text", result.code == 0 and grid and not wide, "%s\n%s" % (result, wide))
    check_contents(tally, pictures)
    check_views(args, tally)
    check_whole(args, tally, draw)
    check_large(args, tally, draw)
    path = os.path.join(args.build, "tests", "pictures", "rows.tc")
    harness.write(path, INPUTS["rows"][0] + " as f\n")
    result = harness.run([args.tcgen, "draw", path + ":tc_f", "--view=timeline"])
    tally.check("a view that is not drawn", result.code == 1 and "timeline" in result.err and not result.out, result)
    result = harness.run([args.tcgen, "draw", path + ":tc_g"])
    tally.check("a function that is not there", result.code == 1 and "tc_g" in result.err and not result.out, result)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
