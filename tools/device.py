#!/usr/bin/env python3
"""Runs a script that needs a GPU, or says that there is none and ends well.

usage: device.py [--build build] SCRIPT
"""
import ctypes
import os
import subprocess
import sys


def gpu_count():
    """What the CUDA driver answers; 0 without a driver."""
    for name in ("libcuda.so.1", "libcuda.so"):
        try:
            driver = ctypes.CDLL(name)
        except OSError:
            continue
        count = ctypes.c_int(0)
        if driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0:
            return count.value
    return 0


def main():
    arguments = sys.argv[1:]
    build = ["--build", "build"]
    if arguments[:1] == ["--build"]:
        build, arguments = arguments[:2], arguments[2:]
    script = arguments[0]
    if gpu_count() == 0:
        print("there is no GPU on this machine: %s was not run" % script)
        print("0 passed, 0 failed, 1 skipped")
        return 0
    if not os.path.exists(script):
        print("there is no %s" % script)
        return 1
    return subprocess.call([sys.executable, script] + build + arguments[1:])


if __name__ == "__main__":
    sys.exit(main())
