#!/usr/bin/env python3
"""Counts the lines that tests expect because they came out last time, folder by folder.

usage: pins.py

A pin is a file that a suite's --update or --write makes: the headers, explanations and pictures of tests/golden, and
every .txt below tests/. It says that something has changed, and seldom whether that is right: a rule says that. The
list of mutants that mean the same is written by hand and no pin. tests/lint holds the sum to MOST.
"""
import collections
import os
import subprocess
import sys

MOST = 20000


def is_pin(name):
    golden = name.startswith("tests/golden/") and name.endswith("/expected.h")
    return golden or name.startswith("tests/") and name.endswith(".txt") and not name.startswith("tests/mutants/")


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    listed = subprocess.check_output(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root)
    lines = collections.Counter()
    for name in sorted(set(listed.decode().split("\0"))):
        path = os.path.join(root, name)
        if is_pin(name) and os.path.isfile(path):
            with open(path, encoding="utf-8") as f:
                folder = "/".join(name.split("/")[:2])
                lines[folder + (" " + os.path.basename(name) if "golden" in folder else "")] += f.read().count("\n")
    for what, count in lines.most_common():
        print("%6d %s" % (count, what))
    print("%6d lines of pins, at most %d" % (sum(lines.values()), MOST))
    return 0


if __name__ == "__main__":
    sys.exit(main())
