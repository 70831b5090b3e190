#!/usr/bin/env python3
"""The benchmarks that need no GPU, one after the other: nothing else should run meanwhile.

usage: run.py [--build build]
"""
import os
import subprocess
import sys

PARTS = ["generator.py", "compile_time.py", "sass.py"]


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    codes = [subprocess.call([sys.executable, os.path.join(folder, part)] + sys.argv[1:]) for part in PARTS]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
