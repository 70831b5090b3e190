#!/usr/bin/env python3
"""How fast the emulator is on one core, in processor time.

usage: emulator.py [--build build]

Plain accesses a second, primitives a second, and the seconds of a 256x256x256 product with 16x16 tiles.
"""
import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    args = parser.parse_args()
    program = os.path.join(os.path.abspath(args.build), "bench_emulator")
    env = dict(os.environ, BUILD=os.path.abspath(args.build))
    code = subprocess.call([sys.executable, os.path.join(ROOT, "tools", "tcemu"), "build", "-O2",
                            os.path.join(HERE, "emulator.cu"), "-o", program], env=env)
    for what in () if code else ("plain", "primitive", "product"):
        print("%-10s" % what, end="", flush=True)
        code |= subprocess.call([program, what])
    return code


if __name__ == "__main__":
    sys.exit(main())
