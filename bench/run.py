#!/usr/bin/env python3
"""The benchmarks that need no GPU, one after the other: nothing else should run meanwhile.

usage: run.py [--build build] [--get] [--base COMMIT]
--get brings the headers of the peers (make bench PEERS=1); --base compares the generator with that of
an earlier commit (make bench BASE=COMMIT).
"""
import argparse
import os
import subprocess
import sys

PARTS = ["generator.py", "scan.py", "python.py", "compile_time.py", "sass.py", "peers.py", "pack.py"]


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--get", action="store_true")
    parser.add_argument("--base", default="")
    args = parser.parse_args()
    options = ["--build", args.build]
    special = {"peers.py": ["--get"] if args.get else [], "generator.py": ["--base", args.base] if args.base else []}
    codes = []
    for part in PARTS:
        own = special.get(part, [])
        codes.append(subprocess.call([sys.executable, os.path.join(folder, part)] + options + own))
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
