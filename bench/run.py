#!/usr/bin/env python3
"""The benchmarks that need no GPU, one after the other: nothing else should run meanwhile.

usage: run.py [--build build] [--get]      --get brings the headers of the peers (make bench PEERS=1)
"""
import os
import subprocess
import sys

PARTS = ["generator.py", "compile_time.py", "sass.py", "peers.py"]


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    options = [word for word in sys.argv[1:] if word != "--get"]
    codes = []
    for part in PARTS:
        own = ["--get"] if part == "peers.py" and "--get" in sys.argv else []
        codes.append(subprocess.call([sys.executable, os.path.join(folder, part)] + options + own))
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
