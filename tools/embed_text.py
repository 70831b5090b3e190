#!/usr/bin/env python3
"""Makes a C file with `const char *const NAME`, a text that tcgen carries: the primitives as one text for
the headers of `tcgen --single-file`, the prelude for every description, the page of diagnostics.

usage: embed_text.py OUT.c NAME FILE [HEADER...]

Of a header, each `#include "x.h"` is replaced by the text of x.h, once, the emulator's too, so that a
host compiler finds all it asks for. A HEADER is left out: what stands before the text has it. The file is left alone when it would not change. It holds numbers, because C11 promises only 4095 characters for a string literal.
"""
import os
import re
import sys

import embedded

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"\s*$')


def inlined(path, seen):
    """The text of a header with the headers that it names in place of their #include lines."""
    out = []
    with open(path, encoding="utf-8") as f:
        for line in f.read().splitlines():
            found = INCLUDE.match(line)
            if not found:
                out.append(line)
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), found.group(1)))
            if target not in seen:
                seen.add(target)
                out += inlined(target, seen)
    return out


def main(out_path, name, path, *before):
    text = "\n".join(inlined(path, {path, *before})) + "\n"
    numbers = [str(b) for b in text.encode("utf-8")] + ["0"]
    rows = [", ".join(numbers[i:i + 20]) + "," for i in range(0, len(numbers), 20)]
    body = "\n".join(["/* Made by tools/embed_text.py. */", "extern const char *const %s;" % name,
                      "static const unsigned char text[] = {"] + rows + ["};", "const char *const %s = (const char *)text;" % name, ""])
    embedded.write(out_path, body)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
