"""Element strides of stores in hardware: what tests/device/strides.cu shows, a case a process, since no manual says it.
A case that is `wrong` differs from what the emulator does; its rows say how."""
import os
import re

import harness

NAME = "element strides of stores"
TARGET = ["-gencode", "arch=compute_90a,code=sm_90a"]
CASES = 8
TOLD = re.compile(r"^strides ([\w ]+): \d+ elements, (\d+) wrong$", re.M)


def check(tally, _folder, nvcc, directory, arch):
    if not arch.startswith("sm_9"):
        tally.skip(NAME, "%s: the program is for sm_90a" % arch)
        return
    os.makedirs(directory, exist_ok=True)
    out = os.path.join(directory, "strides")
    made = harness.run([nvcc, *TARGET, "-O3", "-std=c++17", "-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra",
                        "-I.", "-Iinclude", "-o", out, "tests/device/strides.cu"], timeout=600)
    if not tally.check("nvcc " + NAME, made.code == 0, made):
        return
    for number in range(CASES):
        done = harness.run([out, str(number)], timeout=60)
        print(done.out, end="")
        told = TOLD.search(done.out)
        tally.check("%s: %s" % (NAME, told.group(1) if told else number),
                    done.code == 0 and told is not None and told.group(2) == "0", done)
