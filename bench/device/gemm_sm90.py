"""Where examples/gemm_sm90 and cuBLAS differ, bf16 4096^3, by ncu's counters.

usage: gemm_sm90.py LIBRARY [ROUNDS]    the program lies beside the library; a line a counter

`the recipe` is the example's kernel, `by hand` the same with movement by hand. A value is the median of three
launches. A counter that this ncu does not know is left out, and the last line says so. What ncu printed, and the
names that it knows of tensor cores and stalls, go to $OUT where that is set.
"""
import collections
import csv
import io
import os
import re
import shutil
import statistics
import subprocess
import sys

FORMS = ("the recipe", "by hand", "cuBLAS")
# What is counted, in words, and its names: the first that ncu knows is taken.
STALLS = ("gmma", "warpgroup_arrive", "barrier", "long_scoreboard", "short_scoreboard", "wait", "branch_resolving",
          "math_pipe_throttle", "mio_throttle", "lg_throttle", "membar", "sleeping", "no_instruction", "not_selected",
          "dispatch_stall", "selected")
COUNTERS = [
    ("time, ns", ["gpu__time_duration.sum"]),
    ("cycles from first to last", ["gpc__cycles_elapsed.max", "sm__cycles_elapsed.max"]),
    ("clock, Hz", ["gpc__cycles_elapsed.avg.per_second", "sm__cycles_elapsed.avg.per_second"]),
    ("cycles with a warp, mean of the SMs", ["sm__cycles_active.avg"]),
    ("cycles with a warp, the SM with most", ["sm__cycles_active.max"]),
    ("cycles of the tensor pipe, all SMs", ["sm__pipe_tensor_cycles_active.sum",
                                            "sm__pipe_tensor_op_hmma_cycles_active.sum"]),
    ("tensor pipe, % of cycles with a warp", ["sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
                                              "sm__pipe_tensor_op_hmma_cycles_active.avg.pct_of_peak_sustained_active"]),
    ("tensor pipe, % of all cycles", ["sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
                                      "sm__pipe_tensor_op_hmma_cycles_active.avg.pct_of_peak_sustained_elapsed"]),
    ("wgmma of warps", ["sm__inst_executed_pipe_tensor_op_gmma.sum", "smsp__inst_executed_pipe_tensor_op_gmma.sum"]),
    ("instructions of warps", ["sm__inst_executed.sum", "smsp__inst_executed.sum"]),
    ("sectors read in L2", ["lts__t_sectors_op_read.sum"]),
    ("sectors read in L2 by SMs", ["lts__t_sectors_srcunit_tex_op_read.sum"]),
    ("sectors written in L2", ["lts__t_sectors_op_write.sum"]),
    ("hits in L2, %", ["lts__t_sector_hit_rate.pct"]),
    ("L2's busiest part, % of its rate", ["lts__throughput.avg.pct_of_peak_sustained_elapsed"]),
    ("bytes read from DRAM", ["dram__bytes_read.sum", "dram__bytes_op_read.sum"]),
    ("bytes written to DRAM", ["dram__bytes_write.sum", "dram__bytes_op_write.sum"]),
] + [("warps held up by %s" % reason, ["smsp__warp_issue_stalled_%s_per_warp_active.pct" % reason,
                                          "smsp__average_warps_issue_stalled_%s_per_issue_active.ratio" % reason])
     for reason in STALLS]


def run(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=90)
        return done.stdout, done.stdout + done.stderr
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", str(error)


def chosen(known):
    """[(words, name)] of what ncu knows, and the words of the rest; where it tells nothing, the first names."""
    found, unknown = [], []
    for words, names in COUNTERS:
        name = next((n for n in names if not known or n.split(".")[0] in known), None)
        if name:
            found.append((words, name))
        else:
            unknown.append(words)
    return found, unknown


def keep(name, text):
    if os.environ.get("OUT"):
        with open(os.path.join(os.environ["OUT"], name), "w", encoding="utf-8") as f:
            f.write(text)


def form_of(kernel, launch, ours):
    """By name, and by order: the program launches the recipe, then by hand, again and again."""
    if "gemm_sm90" not in kernel:
        return FORMS[2]
    return FORMS[ours.setdefault(launch, len(ours)) % 2]


def counted(text):
    """{(form, kernel): {counter: [values]}}, and how the kernels were launched."""
    start, values = text.find('"ID"'), collections.defaultdict(lambda: collections.defaultdict(list))
    shapes, ours = {}, {}
    for row in csv.DictReader(io.StringIO(text[start:])) if start >= 0 else []:
        kernel, value = row.get("Kernel Name") or "", (row.get("Metric Value") or "").replace(",", "")
        form = form_of(kernel, row["ID"], ours)
        if re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?", value):
            values[form, kernel][row["Metric Name"]].append(float(value))
            shapes[kernel] = "grid %s, block %s" % (row.get("Grid Size"), row.get("Block Size"))
    return values, shapes


def main_kernels(values):
    """{form: its counters}: of several kernels of cuBLAS those of the longest."""
    longest = {}
    for (form, _), counts in sorted(values.items(), key=lambda entry: entry[1].get("gpu__time_duration.sum", [0.0])):
        longest[form] = {name: statistics.median(of) for name, of in counts.items()}
    return longest


def line(words, name, counts):
    of = [counts.get(form, {}).get(name) for form in FORMS]
    text = "; ".join("%s %s" % (form, "nothing" if value is None else "%.6g" % value) for form, value in zip(FORMS, of))
    if of[0] is not None and of[2]:
        text += "; the recipe is %.3f of cuBLAS" % (of[0] / of[2])
    return "gemm_sm90 counters, %s: %s [%s]" % (words, text, name)


def main():
    program = os.path.join(os.path.dirname(sys.argv[1]), "gemm_sm90")
    ncu = shutil.which("ncu") or "/usr/local/cuda/bin/ncu"
    known = set(re.findall(r"(?m)^\s*(\w+__\w+)", run([ncu, "--query-metrics"])[0]))
    found, unknown = chosen(known)
    out, all_text = run([ncu, "--clock-control", "none", "--cache-control", "none", "--profile-from-start", "off",
                         "--print-units", "base", "--metrics", ",".join(name for _, name in found), "--csv", program, "0"])
    keep("gemm-sm90-counters.csv", all_text)
    keep("ncu-names.txt", "\n".join(sorted(name for name in known if re.search("tensor|gmma|stalled", name))) + "\n")
    values, shapes = counted(out)
    counts = main_kernels(values)
    if len(counts) < len(FORMS):
        print("gemm_sm90 counters: ncu counted %s\n%s" % (", ".join(counts) or "nothing", all_text[-1500:]))
        return 1
    for form, kernel in sorted(values):
        print("gemm_sm90 counters, %s: %s, %s" % (form, kernel, shapes[kernel]))
    for words, name in found:
        print(line(words, name, counts))
    if not known:
        print("gemm_sm90 counters: ncu told no names")
    if unknown:
        print("gemm_sm90 counters, not known to this ncu: %s" % "; ".join(unknown))
    return 0


if __name__ == "__main__":
    sys.exit(main())
