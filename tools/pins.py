#!/usr/bin/env python3
"""Counts the lines that tests expect because they came out last time, folder by folder.

usage: pins.py

A pin is a file that a suite's --update or --write makes: the headers, explanations and pictures of tests/golden, and
every .txt below tests/. It says that something has changed, and seldom whether that is right: a rule says that. Whole
texts of many lines are pins too, whoever typed them (.told, whole_*.h, worked_*.tc): nobody works out a thousand lines.
A row with one name, number or sentence is a rule. The list of mutants that mean the same is written by hand and no pin. tests/lint holds the sum to MOST.
"""
import collections
import os
import re
import subprocess
import sys

MOST = 20000


WHOLE = re.compile(r"^tests/golden/.*/expected\.h$|^tests/.*\.(txt|told)$|^tests/.*/(whole_\w+\.h|worked_\w+\.tc)$")


def is_pin(name):
    return bool(WHOLE.match(name)) and not name.startswith("tests/mutants/")


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
