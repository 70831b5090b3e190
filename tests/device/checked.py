"""Programs with TC_CHECK on a GPU: a kept contract runs to its end, a broken one prints which function
and which promise, and traps. Each case is a process of its own, because a trap ends its context."""
import os
import re

import harness

# The checks stand in the form that takes a rank; the plain form calls it.
NAME = "tc_cta128_copy_async_gmem_ldx8_to_smem_sw128_64x64_f16_at"
# As in checked.cu: what must be printed; None: nothing may trap.
CASES = [None, NAME + ": src is not 16-byte aligned (block 0, thread ",
         NAME + ": not true: ld >= 64 && ", NAME + ": not true: ld >= 64 && "]


def build(nvcc, directory, arch):
    """The program without TC_CHECK, the control, and with it."""
    os.makedirs(directory, exist_ok=True)
    return [harness.run([nvcc, "-arch=" + arch, "-std=c++17", "-Werror", "all-warnings", "-DTC_CHECK=%d" % check,
                         "-I", "include", "-o", os.path.join(directory, "checked%d" % check),
                         "tests/device/checked.cu"], timeout=600) for check in (0, 1)]


def run(tally, nvcc, directory, arch):
    for check, built in enumerate(build(nvcc, directory, arch)):
        if not tally.check("checked: nvcc -DTC_CHECK=%d" % check, built.code == 0, built):
            return
    for number, want in enumerate(CASES):
        done = harness.run([os.path.join(directory, "checked1"), str(number)])
        ended = done.out.strip().splitlines()[-1:] or [""]
        if want is None:
            good = done.code == 0 and done.out == "clean\n"
        else:
            good = done.code == 0 and want in done.out and re.match(r"cudaError\w+$", ended[0])
        tally.check("checked: case %d %s" % (number, "traps" if want else "runs"), good, done)
    # Its addresses are sound, so nothing but the check can stop it.
    done = harness.run([os.path.join(directory, "checked0"), "3"])
    tally.check("checked: case 3 runs without TC_CHECK", done.code == 0 and done.out == "clean\n", done)
