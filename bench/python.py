#!/usr/bin/env python3
"""CPU time of tilecopy.generate in a process, as a ratio of the program's for the same description: the kit, and one copy.

usage: python.py [--build build]
"""
import argparse
import os
import shutil
import subprocess
import sys
import time

import measure

ONE = "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n"


def package(build):
    """The package as setup.py lays it out, without an installation. None: the library does not build."""
    made = subprocess.run(["make", "-s", "-j2", "BUILD=" + build, os.path.join(build, "libtcgen.so")], cwd=measure.ROOT)
    site = os.path.join(build, "bench", "site")
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(os.path.join(measure.ROOT, "python", "tilecopy"), os.path.join(site, "tilecopy"))
    if made.returncode != 0:
        return None
    shutil.copy(os.path.join(build, "libtcgen.so"), os.path.join(site, "tilecopy"))
    sys.path.insert(0, site)
    import tilecopy
    return tilecopy


def call_seconds(call):
    before = time.process_time()
    call()
    return time.process_time() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    build = os.path.abspath(parser.parse_args().build)
    tilecopy = package(build)
    if tilecopy is None:
        return 1
    with open(os.path.join(measure.ROOT, "generator", "kit.tc"), encoding="utf-8") as f:
        texts = {"the kit": f.read(), "one copy": ONE}
    for name, text in texts.items():
        path = os.path.join(build, "bench", "python.tc")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        command = [os.path.join(build, "tcgen"), path, "-o", os.path.join(build, "bench", "python_gen.h")]
        pairs = [(call_seconds(lambda: tilecopy.generate(text)), measure.cpu_seconds(command)) for _ in range(7)]
        ours, program = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
        print("  %-40s %6.3f s, the program %6.3f s, ratio %4.2f" % ("tilecopy.generate: " + name, ours, program, ours / program))
    return 0


if __name__ == "__main__":
    sys.exit(main())
