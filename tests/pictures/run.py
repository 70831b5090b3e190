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

SVG = "{http://www.w3.org/2000/svg}"
TIP = re.compile(r"\(([\d, ]+)\): (?:thread (\d+), (register|its transfer) (\d+)|no thread)"
                 r"(?:, and (\d+) more owners)?(?:; (\w+) byte (\d+)(?:, bank (\d+))?)?$")
INPUTS = {
    "rows": ("copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]", 256),
    "store": ("copy warp f32 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)]", 256),
    "memory": ("copy warp f32 gmem S[(4,6)] -> smem S[(4,6)]", 24),
    "padded": ("copy warp f32 smem S[(32,8):(12,1)] -> reg S[(32,8):(1@laneid,1)]", 256),
    "swizzle": ("copy warp f32 smem S[(32,8)] swizzle(2,1,3) -> reg S[(32,8):(1@laneid,1)]", 256),
    "large": ("copy warp f32 smem S[(32,256)] -> reg S[(32,256):(1@laneid,1)]", 32 * 128),
    "tall": ("copy cta(256) f32 smem S[(256,4)] -> reg S[(256,4):(1@tx,1)]", 64 * 4),
    "line": ("copy warp f32 smem S[(128)] -> reg 128 S[(32,4):(1@laneid,1)]", 128),
    "three": ("copy warp f16 smem S[(2,32,8)] -> reg S[(2,32,8):(8,1@laneid,1)]", 512),
    "one element": ("copy thread u8 gmem S[(1)] -> smem S[(1)]", 1),
    "run-time": ("copy warp f32 smem S[(32,64)][0:32, k:+8] -> reg S[(32,8):(1@laneid,1)] where k % 4 == 0", 256),
}


def draw(args, text, name, ending):
    path = os.path.join(args.build, "tests", "pictures", re.sub(r"\W", "_", name))
    harness.write(path + ".tc", text + " as f\n")
    if os.path.exists(path + ending):
        os.remove(path + ending)
    result = harness.run([args.tcgen, "draw", path + ".tc:tc_f", "-Wno-fallback", "-o", path + ending])
    return result, harness.read(path + ending) if os.path.exists(path + ending) else ""


def tips(svg):
    """Tooltips of the cells, in order: coordinates, thread, register, more owners, address, bank."""
    found = []
    for group in svg.iter(SVG + "g"):
        match = TIP.match(group.find(SVG + "title").text)
        found.append(match and ([int(x) for x in match.group(1).split(",")],
                                *(None if match.group(i) is None else int(match.group(i)) for i in (2, 4, 5, 7, 8))))
    return found


def check_svg(tally, name, text, cells):
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
    found = tips(svg)
    tally.check(name + ": cells", len(found) == cells, "%d, want %d" % (len(found), cells))
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


def main():
    args, tally = harness.start(__doc__)
    pictures = {}
    for name, (text, cells) in INPUTS.items():
        if not tally.wants(name):
            continue
        result, svg = draw(args, text, name, ".svg")
        if tally.check(name + ": draw", result.code == 0 and svg, result):
            pictures[name] = check_svg(tally, name, svg, cells)
            part = "Shown:" in svg
            tally.check(name + ": says when it is a part", part == (name in ("large", "tall")))
        result, grid = draw(args, text, name, ".txt")
        wide = [line for line in grid.splitlines() if len(line) > 100]
        tally.check(name + ": text", result.code == 0 and grid and not wide, "%s\n%s" % (result, wide))
    check_contents(tally, pictures)
    path = os.path.join(args.build, "tests", "pictures", "rows.tc")
    harness.write(path, INPUTS["rows"][0] + " as f\n")
    result = harness.run([args.tcgen, "draw", path + ":tc_f", "--view=timeline"])
    tally.check("a view that is not drawn", result.code == 1 and "timeline" in result.err and not result.out, result)
    result = harness.run([args.tcgen, "draw", path + ":tc_g"])
    tally.check("a function that is not there", result.code == 1 and "tc_g" in result.err and not result.out, result)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
