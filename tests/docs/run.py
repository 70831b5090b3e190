#!/usr/bin/env python3
"""What the documentation shows is what the tool does.

usage: run.py [--build build] [--only TEXT] [--update]

Fenced blocks marked `tc` are accepted by tcgen, those marked `tc-error` are refused; commands print
what is shown (shown.py); links between files resolve; examples/README.md names every example; named
make targets, variants, diagnostics and options exist and have their text. --update rewrites what the
commands print.
"""
import functools
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness  # noqa: E402
import shown  # noqa: E402

README_LINES = 200


def pages():
    return [p for p in ["README.md", "CHANGELOG.md", "examples/README.md"] if os.path.exists(p)] + sorted(
        glob.glob("docs/**/*.md", recursive=True) + glob.glob("examples/*/README.md"))


def check_blocks(args, tally, page, text):
    for line, language, _, lines in shown.blocks(text):
        name, content = "%s:%d: %s block" % (page, line + 1, language), "\n".join(lines) + "\n"
        if language in ("tc", "tc-error") and tally.wants(name):
            result = harness.run([args.tcgen, "json", "-I", "generator", "-"], stdin=content)
            tally.check(name, result.code == (0 if language == "tc" else 1), result)


@functools.lru_cache(maxsize=None)
def anchors(page):
    """What #fragments of a page there are, as GitHub makes them from its headings."""
    found = []
    for title in re.findall(r"(?m)^#+ (.*)$", shown.prose(harness.read(page))):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title.strip()).lower()
        found.append(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return {"%s-%d" % (one, found[:i].count(one)) if one in found[:i] else one for i, one in enumerate(found)}


def check_links(tally, page, text):
    outside = shown.prose(text)
    for target, anchor in re.findall(r"\[[^\]]*\]\(([^)#\s]*)#([^)\s]+)\)", outside):
        other = os.path.normpath(os.path.join(os.path.dirname(page), target)) if target else page
        if other.endswith(".md") and not target.startswith("http") and os.path.exists(other):
            tally.check("%s: link to %s#%s" % (page, target, anchor), anchor in anchors(other), sorted(anchors(other)))
    for target in re.findall(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)", outside):
        if not re.match(r"[a-z]+:", target):
            name = "%s: link to %s" % (page, target)
            tally.check(name, os.path.exists(os.path.join(os.path.dirname(page), target)), "no such file")


def make_targets():
    text = "".join(harness.read(p) for p in ["Makefile"] + sorted(glob.glob("mk/*.mk")))
    return set(re.findall(r"(?m)^([a-z][a-z-]*)\s*:", text))


def check_targets(tally):
    known = make_targets()
    for page in pages():
        for target in sorted(set(re.findall(r"(?<!`)`make ([a-z][a-z-]*)", harness.read(page)))):
            tally.check("%s: make %s" % (page, target), target in known, "no such target")
    help_text = harness.run(["make", "-s", "help"]).out
    for target in ("demo check device-check device-bench bench fuzz lint format coverage install uninstall dist"
                   " clean gen").split():
        tally.check("make help names %s" % target, target in known and re.search(r"make %s\b" % target, help_text))


def check_readme(tally):
    if not os.path.exists("README.md"):
        tally.fail("README.md", "there is none")
        return
    text = harness.read("README.md")
    tally.check("README.md is short", text.count("\n") <= README_LINES, "%d lines" % text.count("\n"))
    for command in ("make demo", "make check"):
        tally.check("README.md names " + command, command in text)


def check_examples(tally):
    """The index by task names every example."""
    named = set(re.findall(r"\]\((\w+)/README.md\)", harness.read("examples/README.md")))
    there = {os.path.basename(os.path.dirname(page)) for page in glob.glob("examples/*/README.md")}
    tally.check("examples/README.md names every example", named == there, sorted(named ^ there))


def check_variants(tally):
    if not os.path.exists("generator/variants/variants.def"):
        tally.fail("variants.def", "there is none")
        return
    rows = re.findall(r"(?m)^X\(\"?(\w+)", harness.read("generator/variants/variants.def"))
    for name in sorted({re.sub(r"^vec_\d+b$", "vec", row) for row in rows}):
        tally.check("docs/variants/%s.md" % name, os.path.exists("docs/variants/%s.md" % name), "no page for the variant")
    tally.check("variants.def has rows", rows)


# Their section has no description that is right: the next version builds it, no text can hold it, or a file is missing.
NO_RIGHT = {"E_NOT_YET", "E_FOR_COUNT", "E_UNTERMINATED"}


def check_explained(args, tally, text, name):
    """`tcgen explain ID` prints the section: each line of its blocks, and their titles."""
    section = re.search(r"(?ms)^### %s\n(.*?)(?=^##|\Z)" % name, text)
    inside = shown.blocks(section.group(1)) if section else []
    result = harness.run([args.tcgen, "explain", name])
    lines = ["    " + line for block in inside for line in block[3] if line]
    wrong = any(block[1] == "tc-error" or "wrong" in block[2] for block in inside)
    right = any("right" in block[2] for block in inside)
    good = result.code == 0 and result.out.startswith(name + ": ") and set(lines) <= set(result.out.splitlines())
    good = good and ("\nwrong:\n" in result.out) == wrong and ("\nright:\n" in result.out) == right
    tally.check("tcgen explain " + name, good and "](" not in result.out, result)
    erroneous = any(block[1] == "tc-error" for block in inside)
    tally.check("%s has a right example" % name, right or not erroneous or name in NO_RIGHT, "write a block marked 'tc right'")


def check_diagnostics(args, tally):
    page = "docs/diagnostics.md"
    if not os.path.exists(page):
        tally.skip(page, "there is no such page")
        return
    text = harness.read(page)
    ids = set(re.findall(r"\b([EW]_[A-Z_]+)\b", harness.read("generator/base/diags.def")))
    for name in sorted(ids):
        tally.check("%s: %s" % (page, name), name in text, "not described")
        check_explained(args, tally, text, name)
    unknown = harness.run([args.tcgen, "explain", "E_NAM_CLASH"])
    tally.check("tcgen explain of no id", unknown.code == 2 and "did you mean 'E_NAME_CLASH'" in unknown.err, unknown)
    both = harness.run([args.tcgen, "explain", "E_SYNTAX", "W_FALLBACK"])
    tally.check("tcgen explain of two ids", both.code == 0 and "\n\nW_FALLBACK: warning\n" in both.out, both)
    for name in sorted(set(re.findall(r"\b([EW]_[A-Z_]+)\b", text)) - ids):
        tally.fail("%s: %s" % (page, name), "no such diagnostic")


def check_removed(tally):
    """What CHANGELOG.md says is removed is gone, and what to call in its place exists; `…` ends a beginning."""
    public = harness.public_primitives()

    def there(text):
        for name in re.findall(r"`(tc_[^`]*)`", text):
            start, open_end = name.rstrip("…"), name.endswith("…")
            for one in harness.expand(start):
                yield name, one in public or open_end and any(p.startswith(one) for p in public)

    lines = re.findall(r"(?ms)^- (.*?)(?=^- |^#|\Z)", "".join(
        re.findall(r"(?ms)^### Removed\n(.*?)(?=^#|\Z)", harness.read("CHANGELOG.md"))))
    for line in lines:
        gone, colon, instead = " ".join(line.split()).partition(":")
        tally.check("CHANGELOG.md: removed: " + gone, colon and not any(is_there for _, is_there in there(gone))
                    and all(is_there for _, is_there in there(instead)), line)
    tally.check("CHANGELOG.md says what was removed", lines)


def check_options(args, tally):
    shown = set(re.findall(r"(?<![\w-])(--?[A-Za-z][\w-]*)", harness.run([args.tcgen, "--help"]).out))
    tally.check("tcgen --help lists options", {"-o", "--target", "--check", "-MD"} <= shown, sorted(shown))
    if not os.path.exists("docs/tcgen.1"):
        tally.skip("docs/tcgen.1", "there is no manual page yet")
        return
    manual = re.sub(r"\bFl ", "-", harness.read("docs/tcgen.1").replace("\\-", "-"))  # mdoc: .Fl o is -o
    for option in sorted(shown):
        tally.check("docs/tcgen.1: %s" % option, option in manual, "not described")


def check_kit(args, tally):
    made = harness.run([sys.executable, "tools/kit_page.py", args.tcgen])
    if args.update and made.code == 0:
        harness.write("docs/kit.md", made.out)
    shown_now = harness.read("docs/kit.md") if os.path.exists("docs/kit.md") else ""
    tally.check("docs/kit.md is what tools/kit_page.py makes", made.code == 0 and made.out == shown_now,
                "run tests/docs/run.py --update\n" + made.err)
    fragments = harness.run([sys.executable, "tools/fragments_page.py", args.tcgen])
    if args.update and fragments.code == 0:
        harness.write("docs/fragments.md", fragments.out)
    tally.check("docs/fragments.md is what tools/fragments_page.py makes",
                fragments.code == 0 and fragments.out == harness.read("docs/fragments.md"),
                "run tests/docs/run.py --update\n" + fragments.err)
    functions = re.findall(r"(?m)^\| `(tc_\w+)`", shown_now)
    header = harness.read("include/tilecopy_gen.h")
    missing = [name for name in functions if "void %s(" % name not in header]
    tally.check("docs/kit.md: functions of the header", len(functions) > 100 and not missing, missing)


def main():
    args, tally = harness.start(__doc__, lambda p: p.add_argument("--update", action="store_true"))
    tools = harness.Tools(args.build)
    for page in pages():
        text = harness.read(page)
        right = shown.check_page(args, tally, tools, page, text)
        if args.update and right != text:
            harness.write(page, right)
        check_blocks(args, tally, page, text)
        check_links(tally, page, text)
    check_targets(tally)
    check_readme(tally)
    check_examples(tally)
    check_variants(tally)
    check_diagnostics(args, tally)
    check_removed(tally)
    check_options(args, tally)
    check_kit(args, tally)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
