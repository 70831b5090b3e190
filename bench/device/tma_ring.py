"""What the kernels of tma_ring.cu ask of L2, by ncu's counters.

usage: tma_ring.py LIBRARY [ROUNDS]    the program lies beside the library; a line a counter
"""
import collections
import csv
import io
import os
import re
import shutil
import subprocess
import sys

# Sectors of 32 bytes: all that is read in L2; what the SMs read there, tensor copies among it.
COUNTERS = ["lts__t_sectors_op_read.sum", "lts__t_sectors_srcunit_tex_op_read.sum"]


def main():
    program = os.path.join(os.path.dirname(sys.argv[1]), "tma_ring")
    ncu = shutil.which("ncu") or "/usr/local/cuda/bin/ncu"
    done = subprocess.run([ncu, "--clock-control", "none", "-k", "regex:best_keys", "--metrics", ",".join(COUNTERS),
                           "--csv", program, "0"], capture_output=True, text=True, timeout=150)
    start, counts = done.stdout.find('"ID"'), collections.defaultdict(dict)
    for row in csv.DictReader(io.StringIO(done.stdout[start:])) if start >= 0 else []:
        group = re.search(r"best_keys(\d)", row["Kernel Name"])
        if row.get("Metric Name") in COUNTERS and group and row["Metric Value"] != "n/a":
            counts[row["Metric Name"]][int(group.group(1))] = float(row["Metric Value"].replace(",", ""))
    if not counts:
        print("tma_ring: ncu counted nothing\n" + (done.stdout + done.stderr)[-500:])
        return 1
    for name in COUNTERS:
        of = counts.get(name, {})
        if of.get(1):
            print("tma_ring, %s: groups of 1 %.0f%s" % (name, of[1], "".join(
                "; of %d %.0f, %.3f of it" % (n, of[n], of[n] / of[1]) for n in (2, 4) if n in of)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
