#!/usr/bin/env python3
"""The suite `oracle`: the oracle itself against numbers worked out by hand."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_oracle  # noqa: E402
import harness  # noqa: E402

if __name__ == "__main__":
    sys.exit(test_oracle.run(harness.start(__doc__)[1]))
