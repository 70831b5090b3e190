"""The descriptions that are meant to work, and how batches are reported: shared with tests/device."""
import os

import harness
import roundtrip
from harness import read

SHOWN = 60


def descriptions(args, tally):
    """All that tcgen accepts; a refusal is a failure, for every file here is meant to work. Tensor copies take maps,
    which tests/emu/test_tensor.c and tests/device/tensor.cu make."""
    found = []
    for path in args.files or harness.descriptions("examples/*/*.tc", "generator/kit.tc"):
        if not tally.wants(path) or "tensormap" in read(path):
            continue
        try:
            found.append(roundtrip.Description(
                args.tcgen, path, read(path), os.path.dirname(path) or ".", getattr(args, "target", None)))
        except (roundtrip.Failure, roundtrip.oracle_error) as failure:
            tally.fail(path, str(failure))
    return found


def report(tally, outcomes):
    for outcome in outcomes:
        tally.passed += outcome.passed
        tally.failed += outcome.failed
        for line in outcome.lines[:SHOWN]:
            print(("FAIL " if outcome.failed else "") + line)
