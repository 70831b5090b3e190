#!/usr/bin/env python3
"""Makes a C file with the sorted names of include/tilecopy that begin with tc_, which `tcgen scan` takes for
calls of the library and not of functions to generate.

usage: embed_names.py OUT.c HEADER...
"""
import re
import sys

import embedded

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
    embedded.write(out_path, body)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
