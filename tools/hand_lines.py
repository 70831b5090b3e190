#!/usr/bin/env python3
"""Counts the lines of include/ that are written by hand: all but what `make rows` and `make gen` write.

usage: hand_lines.py [--files]

`make lint` prints it.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MADE_FILES = ("include/tilecopy_gen.h", "include/tilecopy/host/rows.h", "include/tilecopy/again.h")
MADE = re.compile(r"(/\* ---- made by make rows, of the rows of \w+\.def ---- \*/\n).*?"
                  r"(?=/\* ---- end of the rows ---- \*/\n)", re.S)


def count(name, text):
    """Comments and blank lines count; what stands between the two marks of a header does not."""
    return 0 if name in MADE_FILES else len(MADE.sub(r"\1", text).splitlines())


def files():
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "include"))):
        for base in sorted(names):
            path = os.path.join(folder, base)
            with open(path, encoding="utf-8") as f:
                yield os.path.relpath(path, ROOT), f.read()


def main(words):
    counts = {name: count(name, text) for name, text in files()}
    for name, lines in counts.items():
        if "--files" in words:
            print("%5d %s" % (lines, name))
    print("%d lines of include/ are written by hand" % sum(counts.values()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
