#!/usr/bin/env python3
"""How fast the emulator is on one core, in processor time, and on two.

usage: emulator.py [--build build]

Plain accesses a second, primitives a second, the seconds of a 256x256x256 product with 16x16 tiles. Then the same
product on two cores: the best of five runs each, in turn, elapsed and as processor time of the first process.
"""
import argparse
import os
import re
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
    return code or two_cores(program, env)


def two_cores(program, env):
    """Elapsed times compare only where two cores are idle; the first process's own time says what it was spared."""
    best = {}
    for cores in 5 * ("1", "2"):
        out = subprocess.run([program, "product"], env=dict(env, TC_EMU_CORES=cores), stdout=subprocess.PIPE, text=True)
        if out.returncode:
            return out.returncode
        times = [float(word) for word in re.findall(r"[0-9]+\.[0-9]+", out.stdout)]
        best[cores] = [min(pair) for pair in zip(times, best.get(cores, times))]
    (alone, one), (beside, two) = best["1"], best["2"]
    print("two cores processor time of the first process: %.3f seconds, %.3f alone" % (beside, alone))
    print("two cores %.3f seconds elapsed, %.3f on one: %.2f times as fast" % (two, one, one / two))
    return 0


if __name__ == "__main__":
    sys.exit(main())
