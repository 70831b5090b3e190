#!/usr/bin/env python3
"""Writes what is made from the rows of generator/primitives/: functions of include/, formatted, the
table of docs/primitives.md, and what is new in tests/emu/public.txt, the list of public names: none leaves it by itself.

usage: make_rows.py [--build build] [--check]

BUILD/rows and BUILD/embed write the text, clang-format the form of C. With --check nothing is written, and a file that is
stale ends it with 1.
"""
import argparse
import glob
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests"))
import harness  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import wgmma_headers  # noqa: E402


AGAIN = os.path.join("include", "tilecopy", "again.h")
PAGE, NAMES = os.path.join("docs", "primitives.md"), os.path.join("tests", "emu", "public.txt")
BEGIN, END = "<!-- made by make rows -->\n", "<!-- end of the rows -->\n"


def run(build, program, *words):
    result = harness.run([os.path.join(build, program), *words])
    if result.code != 0:
        sys.exit(str(result))
    return result.out


def rows(build, *words):
    return run(build, "rows", *words)


def page(build):
    """The page with its table made anew."""
    text = harness.read(os.path.join(harness.ROOT, PAGE))
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    return text[:begin] + "\n" + rows(build, "page") + "\n" + text[end:]


def made(build, clang_format, folder):
    """The files as they must be, by their path."""
    os.makedirs(os.path.join(folder, "tilecopy", "host"))
    shutil.copy(os.path.join(harness.ROOT, ".clang-format"), folder)
    rows(build, "headers", os.path.join(harness.ROOT, "include"), folder)
    for name, text in wgmma_headers.texts().items():
        harness.write(os.path.join(folder, "tilecopy", name), text)
    paths = sorted(glob.glob(os.path.join(folder, "tilecopy", "**", "*.h"), recursive=True))
    result = harness.run([clang_format, "-i"] + paths)
    if result.code != 0:
        sys.exit(str(result))
    include, again = os.path.join(folder, "all"), os.path.join(folder, "again.h")
    shutil.copytree(os.path.join(harness.ROOT, "include"), include)
    shutil.copytree(os.path.join(folder, "tilecopy"), os.path.join(include, "tilecopy"), dirs_exist_ok=True)
    run(build, "embed", "again", again, include)
    files = {os.path.join("include", os.path.relpath(path, folder)): harness.read(path) for path in paths}
    names = set(harness.read(os.path.join(harness.ROOT, NAMES)).split()) | harness.public_primitives()
    names = names.union(*[harness.declared(path) for path in paths if os.path.basename(path) != "rows.h"])
    return dict(files, **{AGAIN: harness.read(again), PAGE: page(build), NAMES: "".join(name + "\n" for name in sorted(names))})


def stale(build, clang_format):
    """(path, text) of each file that is not as it must be."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in made(build, clang_format, folder).items():
            path = os.path.join(harness.ROOT, name)
            if not os.path.exists(path) or harness.read(path) != text:
                yield name, text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    tools = harness.Tools(build)
    if not tools.clang_format:
        sys.exit(tools.why("clang_format"))
    code = 0
    for name, text in stale(build, tools.clang_format):
        print("%s %s" % ("stale:" if args.check else "  ROWS", name))
        code = 1 if args.check else 0
        if not args.check:
            harness.write(os.path.join(harness.ROOT, name), text)
    return code


if __name__ == "__main__":
    sys.exit(main())
