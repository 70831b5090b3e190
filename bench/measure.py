"""CPU time of commands: what `make bench` reports are ratios of two of these from the same run.

Rounds of runs are interleaved, so that a busy machine slows both sides; the number of a command is
the smallest of its rounds' medians.
"""
import json
import os
import resource
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))


def cpu_seconds(command, cwd=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=cwd)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if p.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), p.stderr.decode("utf-8", "replace")))
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def cpu_and_peak(command):
    """CPU seconds and the KB of memory that were held at one time. The latter has a floor, that of Python
    itself, which the kernel counts until the command is started: differences of large runs are exact."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("%s: exit code %d" % (" ".join(command), process.returncode))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def interleaved(commands, rounds, runs, cwd=None):
    """{name: (smallest median, [median of each round])} of {name: command}."""
    medians = {name: [] for name in commands}
    for command in commands.values():
        cpu_seconds(command, cwd)  # warm the file cache
    for _ in range(rounds):
        times = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                times[name].append(cpu_seconds(command, cwd))
        for name in commands:
            medians[name].append(statistics.median(times[name]))
    return {name: (min(m), m) for name, m in medians.items()}


def save(name, value):
    """Raw numbers; the machine and the time are not part of them."""
    folder = os.path.join(ROOT, "bench", "results")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name + ".json")
    with open(path, "w", encoding="utf-8") as f:
        json.dump(value, f, indent=1, sort_keys=True)
        f.write("\n")
    print("  raw: bench/results/%s.json" % name)
