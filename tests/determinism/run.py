#!/usr/bin/env python3
"""The same description gives the same bytes: from another folder, in another locale, with a tcgen
that another compiler built, and twice in a row.

usage: run.py [--build build] [--only TEXT]
Headers and JSON of each description; explain, names and cost of every third. A second run, of a tcgen that clang built, is from
another folder in another locale. --long: each of these alone, once more as it was, all verbs, and two builds.
"""
import glob
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

VERBS = ["header", "json", "explain", "names", "cost"]


def inputs():
    return harness.descriptions("tests/sass/*.tc", "generator/kit.tc")


def produce(tcgen, verb, name, folder, environment):
    """The bytes of one output; the description is named the same way from every folder."""
    command = [tcgen] + ([verb] if verb != "header" else ["-o", "-"]) + ["-Wno-fallback", name]
    result = harness.run(command, cwd=folder, env=environment, binary=True)
    return result.code, result.out


def locales():
    """C, and every other kind that this machine has: UTF-8, another decimal comma, another order."""
    known = harness.run(["locale", "-a"]).out.split()
    odd = [l for l in known if l.split(".")[0] not in ("C", "POSIX")]
    utf8 = [l for l in known if l.lower() in ("c.utf8", "c.utf-8")]
    return ["C"] + utf8[:1] + odd[:2]


LOCALES = locales()[1:]


def other_builds(args, tally):
    """{name: tcgen} of the compilers at hand, each with its own flags."""
    tools, found = harness.Tools(args.build), {}
    wanted = [("clang -O1", tools.clang, "-O1")]  # built slower than -O0, and run so much faster
    if args.long:
        wanted = [("gcc -O0", tools.gcc, "-O0"), ("clang -O3", tools.clang, "-O3")]
    for name, compiler, flags in wanted:
        if not compiler:
            tally.skip("build/%s" % name, "%s is not on this machine" % name.split()[0])
            continue
        folder = os.path.join(args.build, "determinism-" + name.split()[0])
        built = harness.make(folder, "tcgen", CC=compiler, CFLAGS=flags)
        if tally.check("build/%s" % name, built.code == 0, built):
            found[name] = os.path.join(folder, "tcgen")
    return found


def ways(args, number, builds, there):
    """[(name, tcgen, folder, environment)], each with one thing that is not as in the first run."""
    plain = harness.clean_environment(LC_ALL="C", LANG="C")
    odd = [("locale " + l, harness.clean_environment(LC_ALL=l, LANG=l)) for l in LOCALES]
    if not args.long and odd:
        odd = [odd[number % len(odd)]]
    again = [("again", args.tcgen, harness.ROOT, plain)] if args.long else []
    return again + [("another folder", args.tcgen, there, plain)] + [
        (name, args.tcgen, harness.ROOT, environment) for name, environment in odd] + [
        (name, tcgen, harness.ROOT, plain) for name, tcgen in builds.items()]


def together(ways):
    """One run with all that differs: what any of it changes is in its bytes, and --long says which it was."""
    environment = next((way[3] for way in ways if way[0].startswith("locale")), ways[0][3])
    return [(", ".join(way[0] for way in ways), ways[-1][1], ways[0][2], environment)]


def main():
    args, tally = harness.start(__doc__)
    there = os.path.join(args.build, "tests", "determinism", "a folder with spaces", "deeper")
    shutil.rmtree(os.path.dirname(there), ignore_errors=True)
    names = inputs()
    for name in glob.glob("generator/*.tc") + glob.glob("tests/*/*.tc") + glob.glob("tests/golden/*/*.tc"):
        harness.write(os.path.join(there, name), harness.read(name, "rb"))
    plain = harness.clean_environment(LC_ALL="C", LANG="C")
    builds = other_builds(args, tally)
    for number, name in enumerate(names):
        for verb in VERBS:
            label = "%s/%s" % (name, verb)
            if not tally.wants(label) or (verb == "cost" and re.search(r"(?m)^pipeline ", harness.read(name))):
                continue  # a pipeline's cost is not counted: tests/cli says so
            if not args.long and VERBS.index(verb) > 1 and (number + VERBS.index(verb)) % 3:
                continue
            code, want = produce(args.tcgen, verb, name, harness.ROOT, plain)
            if not tally.check("%s/works" % label, code == 0 and want, "exit %s, %d bytes" % (code, len(want))):
                continue
            alone = ways(args, number, builds, there)
            for way, tcgen, folder, environment in alone if args.long else together(alone):
                got = produce(tcgen, verb, name, folder, environment)
                tally.check("%s/%s" % (label, way), got == (0, want), "exit %s, other bytes" % got[0])
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
