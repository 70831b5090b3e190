#!/usr/bin/env python3
"""Makes a C file with the sorted names of include/tilecopy that begin with tc_, which `tcgen scan` takes for
calls of the library and not of functions to generate.

usage: embed_names.py OUT.c HEADER...
"""
import os
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.S)


def main(out_path, *headers):
    names = set()
    for header in headers:
        with open(header, encoding="utf-8") as f:
            names.update(re.findall(r"\btc_\w+", COMMENT.sub(" ", f.read())))
    rows = ['    "%s",' % name for name in sorted(names)]
    body = "\n".join(["/* Made by tools/embed_names.py. */", "extern const char *const library_names[];",
                      "extern const int library_name_count;", "const char *const library_names[] = {"] + rows +
                     ["};", "const int library_name_count = %d;" % len(rows), ""])
    if os.path.exists(out_path):
        with open(out_path, encoding="utf-8") as f:
            if f.read() == body:
                os.utime(out_path)
                return 0
    with open(out_path, "w", encoding="utf-8") as f:
        f.write(body)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
