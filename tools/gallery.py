#!/usr/bin/env python3
"""One HTML file with the pictures of `tcgen draw`: every named layout, every layout of the kit, every variant and
every example, each with the line of a description that it comes from.

usage: gallery.py TCGEN OUT.html

The file needs no network and no script. A picture is an SVG, or where that is larger than LARGEST bytes its text,
which shows the first rows. tests/gallery parses it; docs/pictures.md says how to read the views.
"""
import glob
import html
import json
import math
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LARGEST = 100000
SVG_STYLE = re.compile(r"<style>(.*?)</style>\n", re.S)
HEAD = """<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
<title>TileCopy: gallery</title>
<style>
:root{color-scheme:light dark;--back:#fff;--ink:#1b1b1b;--soft:#f2f2f2}
@media(prefers-color-scheme:dark){:root{--back:#161616;--ink:#f2f2f2;--soft:#262626}}
body{font:15px/1.5 system-ui,sans-serif;background:var(--back);color:var(--ink);max-width:1100px;margin:auto;padding:0 1em}
a{color:inherit}code,pre{font:12px/1.4 ui-monospace,Menlo,Consolas,monospace}code{overflow-wrap:anywhere}
nav li{display:inline-block;margin-right:1em}figure{margin:0 0 2em;content-visibility:auto;contain-intrinsic-size:auto 400px}
figcaption{background:var(--soft);padding:.4em .7em}h3{margin:0;font-size:15px}p{margin:.2em 0}
.picture{overflow:auto;max-height:80vh}
%s
</style>
</head>
<body>
<h1>Gallery</h1>
<p>What <code>tcgen draw</code> shows of TileCopy %s: layouts, variants and examples. A cell has a tooltip
with everything that is known about it. Pictures that would be too large are text.</p>
"""
VIEWS = {"owner": "owner: thread/register that holds each element", "memory": "memory: the element at each address",
         "hardware": "hardware: what each thread moves, by instruction", "timeline": "timeline of a pipeline"}


class Picture:
    """`name` in the description `text`, seen as `view`; `line` is what is shown of the description."""

    def __init__(self, key, title, line, text, name, view, cells=0):
        self.key, self.title, self.line, self.text, self.name, self.view = key, title, line, text, name, view
        self.large = view in ("owner", "memory") and cells > 600  # its SVG need not be tried


def of_function(f, text, view):
    """Of a function in the JSON of `text`: by its statement alone where that says all."""
    alone = re.search(r" (gmem|smem|reg|dsmem) .*-> (gmem|smem|reg|dsmem) ", f["statement"])
    own = "%s as %s\n" % (re.sub(r" as \w+$", "", f["statement"]), f["name"])
    return Picture("", "", f["statement"], own if alone else text, f["name"], view, math.prod(f["shape"]))


class Tool:
    """Runs tcgen on texts in a folder of its own."""

    def __init__(self, program, folder):
        self.program, self.file = os.path.abspath(program), os.path.join(folder, "a.tc")
        self.out = os.path.join(folder, "a.svg")

    def run(self, command, text, *options):
        with open(self.file, "w", encoding="utf-8") as f:
            f.write(text)
        quiet = ["-Wno-fallback", "-Wno-bank-conflict", "-Wno-registers", "-I", os.path.join(ROOT, "generator")]
        done = subprocess.run([self.program, command, *quiet, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, text=True)
        if done.returncode:
            sys.exit("tcgen %s: %s\n%s" % (command, done.stderr, text))
        return done.stdout

    def json(self, text):
        return json.loads(self.run("json", text, self.file))

    def draw(self, p):
        """(an element of HTML, the style of its SVG or None)"""
        draw = [p.text, "--view=" + p.view, "%s:%s" % (self.file, p.name)]
        if not p.large:
            self.run("draw", *draw, "-o", self.out)
            with open(self.out, encoding="utf-8") as f:
                svg = f.read()
            if len(svg) <= LARGEST:
                return SVG_STYLE.sub("", svg), SVG_STYLE.search(svg).group(1)
        return "<pre>%s</pre>" % html.escape(self.run("draw", *draw)), None


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as f:
        return f.read()


def named_layouts(tool):
    """The layouts of the prelude, and those that the kit names: registers by owner, memory by address."""
    for line in re.findall(r"(?m)^layout .*", read("generator", "prelude.tc") + read("generator", "kit.tc")):
        name = line.split()[1]
        copy = LAYOUT_COPIES.get(name) or layout_copy(name, line)
        yield Picture("layout-" + name, name, line, "%s\n%s as %s\n" % (line, copy, name), "tc_" + name,
                      "memory" if "smem" in copy else "owner")


# What draws a layout that does not say its shape.
LAYOUT_COPIES = {
    "sw32": "copy warp f16 gmem S[(8,16)] -> smem 8x16 sw32",
    "sw64": "copy warp f16 gmem S[(8,32)] -> smem 8x32 sw64",
    "sw128": "copy warp f16 gmem S[(8,64)] -> smem 8x64 sw128",
    "pairs04": "copy thread i4 -> f16 smem pairs04 -> reg S[(1,8)]",
    "block": "copy warp f32 gmem S[(128)] -> reg 128 block",
    "cyclic": "copy warp f32 gmem S[(128)] -> reg 128 cyclic",
    "vec4": "copy warp f32 gmem S[(1024)] -> reg 1024 vec4",
    "vec8": "copy warp f16 gmem S[(2048)] -> reg 2048 vec8",
}


def layout_copy(name, line):
    """`layout mma_a8 = 16x32 …` holds elements of 8 bits; a fragment says so by the number in its name."""
    shape = re.search(r"= (\d+x\d+) ", line) or re.search(r"= S\[\((\d+,\d+)\)", line)
    extents = shape.group(1).replace("x", ",")
    bits = re.search(r"_[abc](\d+)", name)
    dtype = {"8": "u8", "32": "tf32", "64": "f64"}[bits.group(1)] if bits else "f16" if re.search(r"_[ab]", name) else "f32"
    scope = "warpgroup" if name.startswith("wgmma") else "warp"
    return "copy %s %s gmem S[(%s)] -> %s %s" % (scope, dtype, extents, "reg" if "@" in line or "mma" in name else "smem", name)


def kit_layouts(tool):
    """One picture for each layout in shared memory or registers that functions of the kit have."""
    seen = set()
    for f in tool.json(read("generator", "kit.tc"))["functions"]:
        for side in ("src", "dst"):
            o = f[side]
            bits = f["bytes"] * 8 // math.prod(f["shape"])
            key = "%s %s, %d bits" % (o["space"].replace("dsmem", "smem"), o["layout"], bits)
            if o["space"] != "gmem" and key not in seen:
                seen.add(key)
                picture = of_function(f, "", "owner" if o["space"] == "reg" else "memory")
                picture.key, picture.title = "kit-%d" % len(seen), key
                yield picture


def blocks(page):
    return re.findall(r"(?ms)^```tc(?: [^\n]*)?\n(.*?)^```", page)


def descriptions_of(variant):
    """Texts that may have a function of the variant: those of its own page, then of the other pages."""
    width = re.match(r"vec_(\d+)b$", variant)
    if width:
        bytes_ = int(width.group(1)) // 8
        yield "copy thread u8 gmem S[(%d)] -> reg S[(%d)] { using %s; } as vector" % (bytes_, bytes_, variant)
        return
    yield from blocks(read("docs", "variants", variant + ".md"))
    for path in sorted(glob.glob(os.path.join(ROOT, "docs", "variants", "*.md"))):
        yield from blocks(read(path))


def variants(tool):
    known = {}  # text: {variant: picture}
    for variant in re.findall(r'(?m)^X\("(\w+)"', read("generator", "variants", "variants.def")):
        for text in descriptions_of(variant):
            if text not in known:
                known[text] = shown_by(tool, text)
            if variant in known[text]:
                found = known[text][variant]
                yield Picture("variant-" + variant, variant, found.line, found.text, found.name, found.view)
                break
        else:
            sys.exit("no description has a function of the variant %s" % variant)


def shown_by(tool, text):
    """{variant: a picture of the first function by it}"""
    found, data = {}, tool.json(text)
    for f in data["functions"]:
        for plan in f["plans"]:
            found.setdefault(plan.get("variant"), of_function(f, text, "hardware"))
    if data["lane0"]:
        told = dict(re.findall(r"(?ms)^(tc_\w+)$.*?^  variant +(\w+)", tool.run("explain", text, tool.file)))
        for f in data["lane0"]:
            picture = operand_picture(f)
            if picture:
                found.setdefault(told[f["name"]], picture)
    return found


def operand_picture(f):
    """What the threads hold of the first value that goes into a region, reduction or scan, or comes out of it; None
    where a copy cannot say so."""
    for value in f["operands"] + f["results"]:
        dtype, shape = value["type"].split("[")[0], "x".join(map(str, value["shape"]))
        layout = value.get("layout") or value["kind"]
        scope = "cta(%d)" % f["warp"] if f["scope"] == "cta" else f["scope"]
        if (f["warp"] == 32 or scope != "warp") and ("layout" in value or len(value["shape"]) == 1 and layout in ("block", "cyclic")):
            text = "copy %s %s gmem S[(%s)] -> reg %s %s as %s" % (
                scope, dtype, shape.replace("x", ","), shape, layout, f["name"])
            return Picture("", "", f["statement"], text, f["name"], "owner")
    return None


def examples(tool):
    """Of each description: the first function for each pair of spaces, and the pipelines."""
    for folder in sorted(glob.glob(os.path.join(ROOT, "examples", "*", ""))):
        name, count = os.path.basename(os.path.dirname(folder)), 0
        texts = [read(path) for path in sorted(glob.glob(folder + "*.tc"))]
        for text in texts or blocks(read(folder, "README.md")):
            for picture in of_example(tool, text):
                count += 1
                picture.key, picture.title = "example-%s-%d" % (name, count), "%s: %s" % (name, picture.name)
                yield picture


def shortened(text):
    """Loops have their first value alone, and of the statements the first for each pair of spaces is left."""
    text = re.sub(r"(?m)^( *for .*? in )(\([^)]*\)|\w+).* \{$", r"\1\2 {", text)
    pairs, lines = set(), []
    for line in text.splitlines():
        pair = re.match(r" *(?:copy|copy_async|relayout|permute) .*?\b(gmem|smem|reg|dsmem)\b.*?->.*?\b(gmem|smem|reg|dsmem)\b", line)
        if not pair or pair.groups() not in pairs:
            lines.append(line)
        if pair:
            pairs.add(pair.groups())
    text, count = "\n".join(lines) + "\n", 1
    while count:  # loops that have become empty
        text, count = re.subn(r"(?m)^ *for .* \{\n\s*\}\n", "", text)
    return text


def of_example(tool, text):
    text = shortened(text)
    data = tool.json(text)
    for f in data["functions"]:
        sides = [f[side]["space"] for side in ("src", "dst") if f[side]]  # a fill has no source
        view = "owner" if "reg" in sides else "memory"
        yield of_function(f, text, view)
    for name in dict.fromkeys(pipeline["name"] for pipeline in data["pipelines"]):  # one for each group of targets
        line = re.search(r"(?m)^ *pipeline (?:%s|\w*[A-Z]\w*) \{" % name, text)  # in a loop it has capitals
        yield Picture("", "", line.group(0).strip() + " … }", text, name, "timeline")


SECTIONS = [("layouts", "Layouts by name", named_layouts), ("kit", "Layouts of the kit", kit_layouts),
            ("variants", "Variants", variants), ("examples", "Examples", examples)]


def page(tool):
    body, contents, style = [], [], ""
    for key, title, pictures in SECTIONS:
        links = []
        body.append('<h2 id="%s">%s</h2>\n' % (key, title))
        for p in pictures(tool):
            drawn, own = tool.draw(p)
            if style and own and own != style:
                sys.exit("the SVG of %s has a style of its own" % p.key)
            style = own or style
            links.append('<li><a href="#%s">%s</a></li>' % (p.key, html.escape(p.title)))
            body.append('<figure id="%s">\n<figcaption><h3>%s</h3><p><code>%s</code></p><p>%s</p></figcaption>\n'
                        '<div class="picture">%s</div>\n</figure>\n' % (
                            p.key, html.escape(p.title), html.escape(p.line), VIEWS[p.view], drawn))
        contents.append('<h2><a href="#%s">%s</a></h2>\n<ul>\n%s\n</ul>\n' % (key, title, "\n".join(links)))
    head = HEAD % (style, read("VERSION").strip())
    return head + "<nav>\n" + "".join(contents) + "</nav>\n" + "".join(body) + "</body>\n</html>\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        text = page(Tool(sys.argv[1], folder))
    with open(sys.argv[2], "w", encoding="utf-8") as f:
        f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
