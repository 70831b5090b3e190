#!/usr/bin/env python3
"""Turns text files into one C header with a table of them: {name, text}, sorted by name.

usage: embed.py OUT.h FILE...

A name is the path below include/ or generator/ ("tilecopy/config.h", "prelude.tc"). String literals
are cut at each line, and the text of a file is a list of lines, because C11 promises only 4095
characters for one literal. The header is left alone when it would not change.
"""
import os
import sys


def quoted(line):
    out = []
    for c in line.encode("utf-8"):
        if c in (0x22, 0x5C):
            out.append("\\" + chr(c))
        elif 0x20 <= c < 0x7F and c != 0x3F:
            out.append(chr(c))
        else:  # also '?', which could begin a trigraph
            out.append("\\%03o" % c)
    return '"' + "".join(out) + '"'


def main(out_path, paths):
    text = [
        "/* Made by tools/embed.py from the files named below. */",
        "#ifndef TCGEN_EMBEDDED_H",
        "#define TCGEN_EMBEDDED_H",
        "typedef struct {",
        "    const char *name;",
        "    const char *const *lines; /* each with its newline; NULL ends them */",
        "} EmbeddedText;",
    ]
    rows = []
    for number, path in enumerate(sorted(paths)):
        name = path.split("/", 1)[1] if path.startswith(("include/", "generator/")) else path
        text.append("static const char *const embedded_%d[] = {" % number)
        with open(path, encoding="utf-8", newline="") as f:
            text += ["    %s," % quoted(line) for line in f.read().splitlines(keepends=True)]
        text += ["    0};"]
        rows.append("    {%s, embedded_%d}," % (quoted(name), number))
    text += ["static const EmbeddedText embedded_texts[] = {"] + rows + ["    {0, 0}};", "#endif", ""]
    body = "\n".join(text)
    if os.path.exists(out_path):
        with open(out_path, encoding="utf-8") as f:
            if f.read() == body:
                os.utime(out_path)
                return 0
    with open(out_path, "w", encoding="utf-8") as f:
        f.write(body)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
