"""Programs with TC_CHECK on a GPU: a kept contract runs to its end, a broken one prints which function
and which promise, and traps; so does code without the letter that it needs. Each case is a process of its own, because a trap ends its context."""
import os
import re

import harness

# The checks stand in the form that takes a rank; the plain form calls it.
NAME = "tc_cta128_copy_async_gmem_ldx8_to_smem_sw128_64x64_f16_at"
# As in checked.cu: what must be printed; None: nothing may trap.
CASES = [None, NAME + ": src is not 16-byte aligned (block 0, thread ",
         NAME + ": not true: ld >= 64 && ", NAME + ": not true: ld >= 64 && "]
LETTER = "tc_bulk_gmem_to_smem_multicast: needs a target with its letter (block 0, thread 0), such as %sa\n"
HAVE_MULTICAST = ("sm_90", "sm_100", "sm_103", "sm_110")


def build(nvcc, directory, arch):
    """The program without TC_CHECK, the control, and with it; then without it and without the target's letter."""
    os.makedirs(directory, exist_ok=True)
    return [harness.run([nvcc, "-arch=" + target, "-std=c++17", "-Werror", "all-warnings", "-DTC_CHECK=%d" % check,
                         "-I", "include", "-o", os.path.join(directory, name), "tests/device/checked.cu"], timeout=600)
            for name, target, check in (("checked0", arch, 0), ("checked1", arch, 1),
                                        ("checked_plain", arch.rstrip("af"), 0))]


def trapped(done, want):
    """The GPU printed why, and the host the error's name, each to its own stream."""
    return done.code == 0 and want in done.out and re.fullmatch(r"cudaError\w+\n", done.err)


def run(tally, nvcc, directory, arch):
    for number, built in enumerate(build(nvcc, directory, arch)):
        if not tally.check("checked: nvcc, program %d" % number, built.code == 0, built):
            return
    for number, want in enumerate(CASES):
        done = harness.run([os.path.join(directory, "checked1"), str(number)])
        if want is None:
            good = done.code == 0 and done.out == "clean\n"
        else:
            good = trapped(done, want)
        tally.check("checked: case %d %s" % (number, "traps" if want else "runs"), good, done)
    # Its addresses are sound, so nothing but the check can stop it.
    done = harness.run([os.path.join(directory, "checked0"), "3"])
    tally.check("checked: case 3 runs without TC_CHECK", done.code == 0 and done.out == "clean\n", done)
    plain = arch.rstrip("af")
    if plain not in HAVE_MULTICAST:
        tally.skip("checked: the letter", "%s has nothing that needs one" % arch)
        return
    done = harness.run([os.path.join(directory, "checked_plain"), str(len(CASES))])
    tally.check("checked: code for %s traps where it needs the letter" % plain, trapped(done, LETTER % plain), done)
