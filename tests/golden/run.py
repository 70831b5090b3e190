#!/usr/bin/env python3
"""Headers, explanations and pictures beside their inputs: what tcgen prints must not change unseen.

usage: run.py [--build build] [--only NAME] [--update]

tests/golden/NAME/ holds input.tc, expected.h, explain.txt where EXPLAINED has it, and draw.txt where the first
line of input.tc that begins with `# draw: FUNCTION` asks for one. The committed kit and the headers of the
examples are checked for staleness too. --update rewrites what is expected; read the change.

These are read by people: one example a feature, about 300 lines a folder. What only has to work goes to
tests/descriptions, which is compiled, run, and held against the oracle, but not written out.
"""
import difflib
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

HERE = "tests/golden"
MAX_LINES = 400  # of expected.h and explain.txt together
# Each kind of what `explain` says stands in one of these: every block, way, reason and kind of step.
EXPLAINED = """auto bulk convert dsmem_async fallback hints lane0 ldstmatrix masked owners pipeline reduce
relayout_smem rotated subbyte""".split()


def outputs(args, folder):
    """[(file, command, where the text comes from)] of one folder."""
    source = os.path.join(folder, "input.tc")
    made = os.path.join(args.build, folder, "expected.h")
    wanted = [("expected.h", [args.tcgen, "-Wno-fallback", "-Wno-share", "-I", "generator", "-o", made, source], made)]
    if os.path.basename(folder) in EXPLAINED:
        wanted.append(("explain.txt", [args.tcgen, "explain", "-Wno-fallback", "-Wno-share", "-I", "generator", source],
                       None))
    asked = re.search(r"(?m)^# draw: (\S+)(?: (--view=\w+))?", harness.read(source))
    if asked:
        wanted.append(("draw.txt", [args.tcgen, "draw", "-I", "generator", "%s:%s" % (source, asked.group(1))]
                       + ([asked.group(2)] if asked.group(2) else []), None))
    return wanted


def difference(want, got, name):
    lines = list(difflib.unified_diff(want.splitlines(), got.splitlines(), name, "now", lineterm=""))
    return "\n".join(lines[:80])


def unlike_limits(header):
    """Upper limits of run-time numbers that a contract states and its TC_CHECK_LIMIT does not, or another one."""
    found = []
    for contract, body in re.findall(r"(?s)/\* Requires  (.*?)\n \* What(.*?)(?=/\* Requires  |\Z)", header):
        stated = re.sub(r"\s+\*\s+", " ", contract)
        stated = re.sub(r"\b(\w+) >= (-?\d+) and <= (\d+)", r"\1 >= \2, \1 <= \3", stated)
        found += re.findall(r"\d+ \* \w+ < 2\^\d+", stated)
        checked = set(re.findall(r"\b(\w+) <= (\d+)", " ".join(re.findall(r"TC_CHECK_LIMIT\((.*)\);", body))))
        found += ["%s <= %s" % limit for limit in re.findall(r"\b(\w+) <= (\d+)", stated) if limit not in checked]
    return found


def unlike_windows(header):
    """Contracts of windows that call two coordinates, or a coordinate and an argument, by one letter; and ranges of
    arrays that repeat which only TC_CHECK has."""
    found = []
    for contract, head, body in re.findall(r"(?s)/\* Requires  (.*?)\*/.*?\nTC_FN void (\w+\([^)]*\)) \{(.*?)\n\}\n", header):
        words = re.sub(r"\n \*\s+", " ", contract)
        element = re.search(r"Limits +Element \(?(\w(?:, \w)*)\)? (?:moves|is read)", words)
        letters = element.group(1).split(", ") if element else []
        arguments = re.findall(r"(\w+)[,)]", head)
        if len(set(letters)) != len(letters) or set(letters) & set(arguments):
            found.append("%s: %s" % (head, element.group(0)))
        requires = words.split("What ")[0]
        for begin, origin, extent, count in re.findall(
                r"TC_CHECK_LIMIT\(\s*(-?\d+)ll \+ (?:(\w+) \+ )?(\w+) >= 0 &&\s.*? \+ (\d+) <= 2ll \*\s+\w+\);", body):
            def place(more):
                number = int(begin) + more
                return "%d" % number if not origin else origin + (" %s %d" % ("+-"[number < 0], abs(number)) if number else "")
            stated = ["2 * %s >= %s" % (extent, place(int(count)))] + ["%s >= -%s" % (place(0), extent)] * bool(origin)
            found += ["%s: %s" % (head, one) for one in stated if one not in requires]
    return found


def check_windows(args, tally):
    """Of the descriptions of windows and limits."""
    checked = ""
    for name in ("windows", "bounded", "edges", "masked"):
        source = "tests/descriptions/%s.tc" % name
        if not tally.wants("contracts/" + source):
            continue
        header = harness.run([args.tcgen, "-Wno-fallback", "-o", "-", source]).out
        found = unlike_limits(header) + unlike_windows(header)
        tally.check("contracts/" + source, header and not found, found)
        checked += header
    if not args.only:
        counts = [len(re.findall(what, checked)) for what in (r"2ll \*", r"Element \(\w, \w, \w\)", r"Element \(q, s, r, ")]
        tally.check("contracts/of all kinds", min(counts) > 0, counts)


def check_folder(args, tally, folder):
    present = set(os.listdir(folder))
    known = {"input.tc"} | set(re.findall(r'(?m)^import "([^"]+)"', harness.read(os.path.join(folder, "input.tc"))))
    for file_name, command, made in outputs(args, folder):
        known.add(file_name)
        name = "%s/%s" % (os.path.basename(folder), file_name)
        if not tally.wants(name):
            continue
        if made:
            os.makedirs(os.path.dirname(made), exist_ok=True)
            if os.path.exists(made):
                os.remove(made)
        result = harness.run(command)
        if result.code != 0:
            tally.fail(name, result)
            continue
        got, path = harness.read(made) if made else result.out, os.path.join(folder, file_name)
        if args.update:
            harness.write(path, got)
        if not os.path.exists(path):
            tally.fail(name, "there is no %s; make it with --update" % path)
        else:
            want = harness.read(path)
            tally.check(name, want == got, lambda: difference(want, got, path))
        if made:
            unlike = unlike_limits(got)
            tally.check(name + "/limits", not unlike, "in the contract and not in the check: %s" % unlike)
    lines = sum(len(harness.read(os.path.join(folder, f)).splitlines()) for f in ("expected.h", "explain.txt")
                if f in present)
    tally.check("%s/is short" % os.path.basename(folder), lines <= MAX_LINES,
                "%d lines, at most %d: move what is no example of its own to tests/descriptions" % (lines, MAX_LINES))
    for extra in sorted(present - known):
        tally.fail("%s/%s" % (os.path.basename(folder), extra), "nothing checks this file")


def check_committed(args, tally):
    """The kit and the examples: --check answers 1 when the file would change."""
    pairs = [("generator/kit.tc", "include/tilecopy_gen.h")]
    pairs += [(p, p[:-3] + "_gen.h") for p in sorted(glob.glob("examples/*/*.tc"))]
    for source, header in pairs:
        name = "up to date/%s" % header
        if tally.wants(name):
            result = harness.run([args.tcgen, "--check", "--diff", "-I", "generator", "-o", header, source])
            tally.check(name, result.code == 0, result)


def main():
    args, tally = harness.start(__doc__, lambda p: p.add_argument("--update", action="store_true"))
    folders = sorted(os.path.dirname(p) for p in glob.glob(HERE + "/*/input.tc"))
    if len(folders) < 10:
        tally.fail("only %d folders below %s" % (len(folders), HERE))
    for folder in folders:
        check_folder(args, tally, folder)
    check_committed(args, tally)
    check_windows(args, tally)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
