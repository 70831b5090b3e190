#!/usr/bin/env python3
"""The page that `make gallery` makes: well-formed, whole, without network, and as a browser shows it.

usage: run.py [--build build] [--only TEXT]

--long opens it in a headless chromium, where there is one. Pages that are broken on purpose must be refused.
"""
import glob
import html.parser
import json
import os
import re
import shutil
import sys
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

MOST_BYTES = 6 << 20
SVG, XHTML = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xhtml}"
VOID = ("meta",)
CELLS = re.compile(r"(?s)<g>.*?</g>|<text [^>]*>[^<]*</text>|<rect [^>]*/>")  # nearly all elements of a page
REFERS = ("href", "src", "srcset", "data", "action", "poster", "background", "{http://www.w3.org/1999/xlink}href")


class Nesting(html.parser.HTMLParser):
    """As HTML: every element is closed in its order."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        if tag not in VOID and "svg" not in self.open:
            self.wrong.append("<%s/> outside of an SVG" % tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append("</%s> at line %d" % (tag, self.getpos()[0]))


def expected(args):
    """What must have a picture: ids, the beginnings of ids that are numbered, titles."""
    named = re.findall(r"(?m)^layout (\w+)", harness.read("generator/prelude.tc") + harness.read("generator/kit.tc"))
    rows = re.findall(r'(?m)^X\("(\w+)"', harness.read("generator/variants/variants.def"))
    folders = sorted({os.path.basename(os.path.dirname(path)) for path in glob.glob("examples/*/*.tc")})
    ids = {"layout-" + name for name in named} | {"variant-" + name for name in rows}
    kit = json.loads(harness.run([args.tcgen, "json", "-Wno-fallback", "-I", "generator", "generator/kit.tc"]).out)
    titles = {"%s %s" % (f[side]["space"].replace("dsmem", "smem"), f[side]["layout"])
              for f in kit["functions"] for side in ("src", "dst") if f[side]["space"] != "gmem"}
    return ids, {"example-%s-" % name for name in folders}, titles


def words(element):
    return "".join(element.itertext()) if element is not None else ""


def figure_complaints(figure, least):
    key = figure.get("id")
    caption = figure.find(XHTML + "figcaption")
    for what, found in (("title", caption.find(XHTML + "h3")), ("description", caption.find(".//" + XHTML + "code"))):
        if not words(found).strip():
            yield "%s has no %s" % (key, what)
    pictures = figure.findall(".//" + SVG + "svg") + figure.findall(".//" + XHTML + "pre")
    if len(pictures) != 1 or len(words(pictures[0])) < least:
        yield "%s has %d pictures, or an empty one" % (key, len(pictures))


def complaints(text, ids, numbered, titles, least=100):
    """least: letters of a picture"""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as e:
        return ["not well-formed: %s" % e]
    nesting = Nesting()
    nesting.feed(CELLS.sub("", text))
    wrong = nesting.wrong
    every = [e.get("id") for e in root.iter() if e.get("id")]
    links = [e.get("href") for e in root.iter(XHTML + "a")]
    figures = list(root.iter(XHTML + "figure"))
    wrong += ["the id %s stands twice" % key for key in set(every) if every.count(key) > 1]
    wrong += ["a link to %s" % link for link in links if not link.startswith("#") or link[1:] not in every]
    for element in root.iter():
        wrong += ["%s=%s" % (name, value) for name, value in element.attrib.items()
                  if name in REFERS and not value.startswith("#")]
        if element.tag.split("}")[-1] in ("script", "link", "iframe", "object", "embed", "img", "base"):
            wrong.append("an element %s" % element.tag)
    style = "".join(words(e) for e in root.iter() if e.tag.endswith("}style"))
    wrong += ["the style has %s" % word for word in ("url(", "@import") if word in style]
    wrong += [] if "color-scheme:light dark" in style and "prefers-color-scheme:dark" in style else ["no dark colours"]
    keys = [f.get("id") for f in figures]
    wrong += ["%s is missing" % key for key in sorted(ids - set(keys))]
    wrong += ["%s is missing" % start for start in sorted(numbered) if not any(key.startswith(start) for key in keys)]
    shown = {words(f.find(".//" + XHTML + "h3")).rsplit(", ", 1)[0] for f in figures if f.get("id").startswith("kit-")}
    wrong += ["the kit's %s is missing" % title for title in sorted(titles - shown)]
    wrong += ["%s is not in the index" % key for key in keys if "#" + key not in links]
    for figure in figures:
        wrong += figure_complaints(figure, least)
    return wrong


FAULTS = {
    "an element is not closed": ("</figure>", ""),
    "an id stands twice": ('id="layout-sw64"', 'id="layout-sw128"'),
    "a link leads nowhere": ('href="#variant-reg"', 'href="#variant-gone"'),
    "a link leads out": ("<nav>", '<nav><a href="https://example.org/">out</a>'),
    "an image of another host": ("<nav>", '<nav><img src="//example.org/x.png"/>'),
    "a style of another host": ("body{", "@import url(//example.org/x.css);body{"),
    "a script": ("<nav>", "<nav><script>1</script>"),
    "a variant is missing": ('id="variant-tail"', 'id="variant-tall"'),
    "an example is missing": ('id="example-topk-', 'id="example-top-'),
    "a layout of the kit is missing": ("<h3>smem S[(32,32):(33,1)], ", "<h3>smem, "),
    "no picture": ("<svg ", "<svg/><svg "),
    "a picture without its line": (r"<code>layout sw32[^<]*</code>", "<code></code>"),
}


def check_page(tally, text, wanted):
    wrong = complaints(text, *wanted)
    tally.check("well-formed, whole, without network", not wrong, "\n".join(wrong))
    tally.check("at most %d bytes" % MOST_BYTES, len(text.encode()) <= MOST_BYTES, len(text.encode()))
    text = CELLS.sub("", text)
    tally.check("well-formed without cells", not complaints(text, *wanted, least=1), lambda: complaints(text, *wanted, least=1))
    for name, (old, new) in FAULTS.items():
        faulty = re.sub(old if "[^" in old else re.escape(old), lambda _: new, text, count=1)
        tally.check("finds: " + name, faulty != text and complaints(faulty, *wanted, least=1), "no complaint")


def opened(browser, path, folder):
    """(the document as the browser has it, what the console says)"""
    result = harness.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + folder,
                          "--enable-logging=stderr", "--dump-dom", "file://" + path], timeout=120)
    return result, [line for line in result.err.splitlines() if "CONSOLE" in line]


def check_browser(tally, path, text):
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not browser:
        tally.skip("a headless browser", "no chromium on this machine (Debian: apt-get install chromium)")
        return
    folder = os.path.join(os.path.dirname(path), "profile")
    shutil.rmtree(folder, ignore_errors=True)
    result, console = opened(browser, path, folder)
    for tag in ("figure", "svg", "pre", "rect", "a"):
        count = len(re.findall(r"<%s[ >/]" % tag, text))
        tally.check("browser: %d <%s>" % (count, tag), count and len(re.findall(r"<%s[ >/]" % tag, result.out)) == count,
                    lambda: str(result)[:2000])
    tally.check("browser: nothing on the console", not console, "\n".join(console))
    broken = os.path.join(os.path.dirname(path), "broken.html")
    harness.write(broken, text.replace("</body>", "<script>none.such()</script></body>"))
    tally.check("browser: a script error is seen", opened(browser, broken, folder)[1], "nothing on the console")


def main():
    args, tally = harness.start(__doc__)
    path = os.path.join(args.build, "tests", "gallery", "gallery.html")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    made = harness.run([sys.executable, "tools/gallery.py", os.path.join(args.build, "tcgen"), path])
    if tally.check("tools/gallery.py makes it", made.code == 0, made):
        text = harness.read(path)
        check_page(tally, text, expected(args))
        if args.long:
            check_browser(tally, path, text)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
