#!/usr/bin/env python3
"""CPU time of `tcgen scan` for a kernel of 5000 lines with 40 calls, and where it goes: the same lines without
the calls, and the same functions from a description.

usage: scan.py [--build build] [--lines 5000] [--calls 40]
"""
import argparse
import os
import subprocess
import sys

import measure


def kit_names(tcgen, count):
    told = subprocess.run([tcgen, "names", os.path.join(measure.ROOT, "generator", "kit.tc")], stdout=subprocess.PIPE, text=True)
    names = told.stdout.split()
    return names[::max(1, len(names) // count)][:count]


def kernel(lines, names):
    """Loads, arithmetic, strings and comments, and a call now and then."""
    step, out = lines // max(1, len(names)), []
    for i in range(lines):
        if names and i % step == step // 2 and i // step < len(names):
            out.append("    %s(to, from);" % names[i // step])
        else:
            out.append('    x[%d] = y[%d] * 3.0f + f(z, "text %d"); /* a comment */ // another one' % (i, i, i))
    return "void kernel(void) {\n%s\n}\n" % "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--lines", type=int, default=5000)
    parser.add_argument("--calls", type=int, default=40)
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    tcgen, folder = os.path.join(build, "tcgen"), os.path.join(build, "bench")
    os.makedirs(folder, exist_ok=True)
    names = kit_names(tcgen, args.calls)
    with open(os.path.join(measure.ROOT, "generator", "kit.tc"), encoding="utf-8") as f:
        kit = f.read()
    texts = {
        "kernel.cu": kernel(args.lines, names),
        "lines.cu": kernel(args.lines, []),
        "calls.cu": kernel(len(names), names),
        "kit.tc": kit,
    }
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)
    rows = {
        "scan: %d lines, %d calls" % (args.lines, len(names)): ["scan", "kernel.cu"],
        "scan: the lines alone": ["scan", "-Wno-no-calls", "lines.cu"],
        "scan: the calls alone": ["scan", "calls.cu"],
        "the whole kit from its description": ["kit.tc"],
    }
    for name, arguments in rows.items():
        command = [tcgen] + arguments[:-1] + [os.path.join(folder, arguments[-1]), "-o", os.path.join(folder, "scan_gen.h")]
        print("  %-40s %6.3f s" % (name, min(measure.cpu_seconds(command) for _ in range(5))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
