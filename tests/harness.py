"""What every suite shares: the tally with its closing line, the tools, running a command.

A suite is a program that prints FAIL and SKIP lines, ends with `N passed, N failed[, N skipped]`
and exits 1 when something failed. tests/run.py runs them all.
"""
import argparse
import glob
import itertools
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


LONG = "TC_CHECK_LONG"  # in the environment: make check-long
# Descriptions that are meant to work: one example a feature, read as they are printed, and the rest.
DESCRIPTIONS = ("tests/golden/*/input.tc", "tests/descriptions/*.tc")


def descriptions(*more):
    """Their paths, sorted; `more`: further patterns."""
    return sorted(path for pattern in DESCRIPTIONS + more for path in glob.glob(pattern))


class Tally:
    """Counts cases, each a description, a file or a statement and what is asked of it: not every
    comparison made for one. Prints failures in full and every skip with its reason."""

    def __init__(self, only=None, verbose=False, first=False):
        self.passed = self.failed = self.skipped = 0
        self.only, self.verbose, self.first = only, verbose, first
        self.selected = not only  # something ran that `only` names: some checks of a suite always run

    def wants(self, name):
        wanted = not self.only or self.only in name
        self.selected |= wanted
        return wanted

    def ok(self, name):
        self.passed += 1
        self.wants(name)
        if self.verbose:
            print("ok   %s" % name, flush=True)

    def fail(self, name, text=""):
        self.failed += 1
        self.wants(name)
        print("FAIL %s" % name)
        for line in str(text).rstrip().splitlines()[:200]:
            print("     %s" % line)
        sys.stdout.flush()
        if self.first:
            self.close()
            os._exit(1)  # from any thread, with nothing that is still running waited for

    def skip(self, name, reason, count=1):
        self.skipped += count
        self.wants(name)
        print("SKIP %s: %s%s" % (name, reason, "" if count == 1 else " (%d checks)" % count), flush=True)

    def check(self, name, condition, text=""):
        """text may be a function, called only when the check fails."""
        if condition:
            self.ok(name)
        else:
            self.fail(name, text() if callable(text) else text)
        return bool(condition)

    def close(self):
        """Prints the closing line; the exit status. A run in which nothing ran has failed."""
        if self.passed + self.failed + self.skipped == 0 or not self.selected:
            self.fail("no check ran" + (" for --only %s" % self.only if self.only else ""))
        print("%d passed, %d failed, %d skipped" % (self.passed, self.failed, self.skipped), flush=True)
        return 1 if self.failed else 0


class Tools:
    """Paths from BUILD/tools.json: tools.nvcc, tools.nvrtc, tools.clang_format, tools.gxx; None when
    missing, with why(name)."""

    def __init__(self, build):
        path = os.path.join(build, "tools.json")
        if not os.path.exists(path):
            subprocess.call([sys.executable, os.path.join(ROOT, "tools", "setup.py"), "--build", build],
                            stdout=sys.stderr)
        with open(path, encoding="utf-8") as f:
            self.known = json.load(f)

    def __getattr__(self, name):
        return self.known["tools"].get(name)

    @property
    def quick(self):
        """Options of nvcc where only errors and warnings are asked for: a fifth of the time, the front end and
        the assembler are the same. [] for an nvcc that has no such option."""
        if "quick" not in self.known:
            told = run([self.nvcc, "--help"]).out if self.nvcc else ""
            self.known["quick"] = ["-Ofc=max"] if "--Ofast-compile" in told else []
        return self.known["quick"]

    def why(self, name):
        return "%s: %s" % (name, self.known["reasons"].get(name, "not on this machine"))


def parser(description):
    p = argparse.ArgumentParser(description=description.split("\n")[0])
    p.add_argument("--build", default=os.environ.get("BUILD", "build"), help="folder of the products")
    p.add_argument("--only", help="run only the checks whose name contains this")
    p.add_argument("--long", action="store_true", default=bool(os.environ.get(LONG)),
                   help="all cells and many more random cases, as make check-long; so does %s=1" % LONG)
    p.add_argument("-v", "--verbose", action="store_true", help="name the checks that pass too")
    p.add_argument("--first", action="store_true", help="end at the first failure")
    return p


def strict(build):
    """A command in the place of BUILD/tcgen to which a plan that fails its proof is an error, not a
    warning with another variant in its place: every test is to see the defect. The option stands
    before those of the caller, which so can take it back; without arguments there is nothing to add."""
    program, path = os.path.join(build, "tcgen"), os.path.join(build, "tests", "tcgen")
    text = """#!/bin/sh
case $# in 0) exec '%(at)s' ;; esac
case $1 in
--help | --version) exec '%(at)s' "$@" ;;
[a-z]*)
    if [ ! -e "$1" ]; then
        command=$1
        shift
        exec '%(at)s' "$command" -Werror=not-proven "$@"
    fi ;;
esac
exec '%(at)s' -Werror=not-proven "$@"
""" % {"at": program}
    if not os.path.exists(path) or read(path) != text:
        own = "%s.%d" % (path, os.getpid())
        write(own, text)
        os.chmod(own, 0o755)
        os.replace(own, path)
    return path


def start(description, more=None):
    """(arguments, tally); arguments.build is absolute, arguments.tcgen is the generator, strict."""
    p = parser(description)
    if more:
        more(p)
    args = p.parse_args()
    args.build = os.path.abspath(args.build)
    args.tcgen = strict(args.build)
    os.chdir(ROOT)
    if args.long:
        os.environ[LONG] = "1"
    return args, Tally(args.only, args.verbose, args.first)


class Result:
    def __init__(self, command, code, out, err):
        self.command, self.code, self.out, self.err = command, code, out, err

    def __str__(self):
        return "$ %s\nexit %s\n%s%s" % (" ".join(map(str, self.command)), self.code, self.out, self.err)


def clean_environment(**changes):
    """This environment without what `make` left in it."""
    env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES")}
    env.update(changes)
    return env


def run(command, stdin="", timeout=300, cwd=None, env=None, binary=False):
    """Runs a command; the code is "timeout" when it took too long. Output that is not UTF-8 is kept
    readable unless binary asks for bytes."""
    data = stdin if isinstance(stdin, bytes) else stdin.encode("utf-8")
    try:
        p = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           timeout=timeout, cwd=cwd, env=env if env is not None else clean_environment())
        code, out, err = p.returncode, p.stdout, p.stderr
    except subprocess.TimeoutExpired as e:
        code, out, err = "timeout", e.stdout or b"", e.stderr or b""
    except OSError as e:
        code, out, err = "cannot run", b"", str(e).encode()
    if not binary:
        out, err = out.decode("utf-8", "backslashreplace"), err.decode("utf-8", "backslashreplace")
    return Result(command, code, out, err)


def repository(root=ROOT):
    """Names of the files below root that belong to the repository, or are about to."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if os.path.exists(os.path.join(root, ".git")) and listed.returncode == 0:
        return listed.stdout.decode("utf-8").split("\0")
    return [os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root) for name in names]


def make(build, *targets, **variables):
    """A second build with other flags: make("build/asan", "tcgen", SANITIZE="address")."""
    command = ["make", "-s", "-j2", "BUILD=" + build] + ["%s=%s" % v for v in sorted(variables.items())]
    return run(command + list(targets), timeout=900, cwd=ROOT)


def example_text(source):
    """A program of examples/ and the headers beside it that are written by hand."""
    headers = sorted(glob.glob(os.path.join(os.path.dirname(source), "*.h")))
    return "".join(map(read, [source, *(h for h in headers if not h.endswith("_gen.h"))]))


def read(path, mode="r"):
    if "b" in mode:
        with open(path, "rb") as f:
            return f.read()
    with open(path, encoding="utf-8", newline="") as f:
        return f.read()


def cover(things, has):
    """The fewest things, taken greedily, that have all that any has: has(thing) is a set."""
    sets = [(thing, set(has(thing))) for thing in things]
    open_ones, chosen = set().union(*[s for _, s in sets]), []
    while open_ones:
        best = max(sets, key=lambda pair: len(pair[1] & open_ones))
        chosen.append(best[0])
        open_ones -= best[1]
    return [thing for thing in things if thing in chosen]


def declared(path):
    """The primitives of a header; products of a warpgroup as one for all n: tc_wgmma_m64nNk16_f16_ss_kk."""
    text = read(path)
    names = set(re.findall(r"^TC_(?:FN|DECLARE) [^;{(]*?\b(tc_[a-z]\w*)\(", text, re.M)) | set(
        re.findall(r"^TC_EMU_\w+\(\s*(tc_\w+)[,)]", text, re.M)) | {
        "tc_wgmma_wait_" + n for n in re.findall(r"^TC__WGMMA_WAIT\((\d)\)", text, re.M)}
    return {re.sub(r"^tc_wgmma_m64n\d+k", "tc_wgmma_m64nNk", name) for name in names}


def public_primitives():
    return set().union(*[declared(path) for path in glob.glob(os.path.join(ROOT, "include", "tilecopy", "*.h"))])


def expand(name):
    """The names that `tc_{a,b}_c` stands for."""
    parts = re.split(r"\{(.*?)\}", name)
    choices = [p.split(",") if i % 2 else [p] for i, p in enumerate(parts)]
    return {"".join(c) for c in itertools.product(*choices)}


def planned_primitives():
    """The functions that Plans may call: the rows with an id, waits as the one for no group. Those that can be
    proven and not yet printed have no header."""
    found = set()
    for region in re.findall(r'#include "(\w+\.def)"', read("generator/primitives/rows.def")):
        for row in re.findall(r'(?ms)^X\((.*?)\)$', read("generator/primitives/" + region)):
            if "NO_HEADER" not in row:
                found.add(re.search(r"\b(tc_\w+)", row).group(1) + ("_0" if "EACH(" in row else ""))
    return found


def write(path, text):
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    with open(path, "wb") as f:
        f.write(data)
