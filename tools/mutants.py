#!/usr/bin/env python3
"""Changes one place of the source at a time and runs the suites: which changes do they see?

usage: mutants.py [--build build] [--count 400] [--seed 1] [--jobs N] [--only PATH] [--list]

Places are drawn from the rooms that carry the proof (generator/layout, plan, tile) and from the
emulator (include/tilecopy/host): comparisons, arithmetic, logic, constants, negations, returns and
whole statements. A change that does not compile is replaced by the next one. Each is built in a copy of
the tree and the suites run until the first red one. What survives is looked up in
tests/mutants/equivalent.txt (path | the changed line | why it means the same). The state is kept under
BUILD/mutants, so that a run that was stopped goes on.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from harness import clean_environment  # noqa: E402

PLACES = ["generator/layout", "generator/plan", "generator/tile", "include/tilecopy/host"]
EQUIVALENT = "tests/mutants/equivalent.txt"
# Cheapest first; {build} is the folder of the products. Only for files below the first word.
SUITES = [
    ("generator", "build/tests/unit/*", 120),
    ("generator", "tests/mutation/run.py --only plans", 300),
    ("generator", "tests/errors/run.py", 300),
    ("generator", "tests/golden/run.py", 300),
    ("generator", "tests/pictures/run.py", 300),
    ("include", "tests/emu/run.py", 600),
    ("include", "tests/printer/run.py", 300),
]
SWAPS = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"],
    "&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"], "+=": ["-="], "-=": ["+="],
    "*=": ["="], "|=": ["="], "&=": ["="], "++": ["--"], "--": ["++"], "!": [""],
    "true": ["false"], "false": ["true"],
}
TOKEN = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uUlL]*'
    r'|\d[\w.]*|<<=|>>=|->|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^!<>=]=|[-+*/%&|^!<>=]|\s+|.', re.S)
TYPES = re.compile(r"^(?:const|char|int|bool|void|unsigned|long|int64_t|uint64_t|size_t|[A-Z]\w*[a-z]\w*)$")


def tokens(text):
    at = 0
    for match in TOKEN.finditer(text):
        yield match.group(0), match.start()
        at = match.end()
    assert at == len(text)


def sites(text):
    """(offset, length, replacement, kind) of every change of one place, in order."""
    found, previous, before = [], "", ""
    directive = {m.start() for m in re.finditer(r"^[ \t]*#", text, re.M)}
    skipped = [(s, text.find("\n", s)) for s in directive]
    for token, at in tokens(text):
        if token.isspace() or token.startswith(("/*", "//")):
            continue
        if any(s <= at < (e if e >= 0 else len(text)) for s, e in skipped):
            continue
        binary = bool(re.match(r"[\w)\]]", previous)) and previous not in ("return", "case")
        pointer = token in "*&" and (not binary or TYPES.match(previous))
        if token in SWAPS and not pointer and (binary or token in ("!", "++", "--", "true", "false")):
            found += [(at, len(token), r, "operator") for r in SWAPS[token]]
        elif re.match(r"^\d+$", token) and previous not in ("[",) and before != "enum":
            found.append((at, len(token), "1" if token == "0" else "0", "constant"))
            if token not in ("0",):
                found.append((at, len(token), str(int(token) + 1), "constant"))
        before, previous = previous, token
    for match in re.finditer(r"^( +)return ([^;{}]*?);$", text, re.M):
        value = match.group(2)
        if value not in ("true", "false") and not re.match(r"^[A-Z(]?$", value):
            found.append((match.start(2), len(value), "0", "return"))
    for match in re.finditer(r"^( +)((?!return|static|const|case|break|continue|goto|else|enum|typedef)"
                             r"[\w*>.\[\]()-]+(?: [-+*|&]?= |\(|\+\+|--)[^{}]*?);$", text, re.M):
        if "=" not in match.group(2) or not TYPES.match(match.group(2).split()[0]):
            found.append((match.start(2), len(match.group(2)), "", "statement"))
    return sorted(found)


def all_sites(only):
    result = []
    for place in PLACES:
        folder = os.path.join(ROOT, place)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            path = place + "/" + name
            if name.endswith((".c", ".h")) and (not only or only in path):
                with open(os.path.join(ROOT, path), encoding="utf-8") as f:
                    text = f.read()
                result += [(path, site) for site in sites(text)]
    return result


def changed(path, site):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        text = f.read()
    at, length, replacement, _ = site
    return text[:at] + replacement + text[at + length:], text.count("\n", 0, at) + 1


def line_of(text, number):
    return " ".join(text.split("\n")[number - 1].split())


def known_equivalents():
    known = {}
    path = os.path.join(ROOT, EQUIVALENT)
    for line in open(path, encoding="utf-8") if os.path.exists(path) else []:
        if line.strip() and not line.startswith("#"):
            where, text, why = [part.strip() for part in line.split(" | ", 2)]
            known[where, text] = why
    return known


class Tree:
    """A copy of the working tree with a build of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.build = os.path.join(folder, "build")

    def make(self, *targets):
        return subprocess.run(
            ["make", "-s", "CFLAGS=-O1 -w", "WARNINGS="] + list(targets), cwd=self.folder,
            env=clean_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=600)

    def prepare(self, build):
        shutil.rmtree(self.folder, ignore_errors=True)
        files = subprocess.check_output(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT).decode().split("\0")
        for name in files:
            if name and os.path.exists(os.path.join(ROOT, name)):
                to = os.path.join(self.folder, name)
                os.makedirs(os.path.dirname(to), exist_ok=True)
                shutil.copy2(os.path.join(ROOT, name), to)
        os.makedirs(self.build, exist_ok=True)
        for name in ("tools.json", "tools.mk"):
            if os.path.exists(os.path.join(build, name)):
                shutil.copy2(os.path.join(build, name), self.build)
        done = self.make("tcgen", "emulator", "unit")
        if done.returncode:
            sys.exit("the tree does not build:\n" + done.stdout.decode("utf-8", "replace"))

    def commands(self, path):
        for below, command, limit in SUITES:
            if not path.startswith(below):
                continue
            if command.startswith("build/"):
                folder = os.path.join(self.build, "tests", "unit")
                for name in sorted(os.listdir(folder)):
                    full = os.path.join(folder, name)
                    if os.access(full, os.X_OK) and not os.path.isdir(full):
                        yield "unit/" + name, [full], limit
            elif os.path.exists(os.path.join(self.folder, command.split()[0])):
                yield command, [sys.executable] + command.split() + ["--build", "build"], limit

    def red(self, path, usual):
        """The first suite that fails, or None. usual: seconds by suite, when nothing is changed."""
        for name, command, limit in self.commands(path):
            limit = min(limit, 10 + 8 * usual.get(name, limit))
            started = time.time()
            try:
                done = subprocess.run(command, cwd=self.folder, env=clean_environment(), timeout=limit,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL)
            except subprocess.TimeoutExpired:
                return name + " (time)"
            if done.returncode:
                return name
            usual.setdefault(name, time.time() - started)
        return None

    def judge(self, path, site, usual):
        full = os.path.join(self.folder, path)
        text, number = changed(path, site)
        original = open(full, encoding="utf-8").read()
        try:
            with open(full, "w", encoding="utf-8") as f:
                f.write(text)
            started = time.time()
            done = self.make("tcgen", "emulator", "unit")
            verdict = "stillborn" if done.returncode else self.red(path, usual)
        finally:
            with open(full, "w", encoding="utf-8") as f:
                f.write(original)
        return {"path": path, "line": number, "kind": site[3], "was": line_of(original, number),
                "text": line_of(text, number), "by": verdict or "", "seconds": round(time.time() - started, 1),
                "verdict": "stillborn" if verdict == "stillborn" else "killed" if verdict else "alive"}


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--build", default="build")
    p.add_argument("--count", type=int, default=400)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    p.add_argument("--only", default="")
    p.add_argument("--list", action="store_true", help="print the places, change nothing")
    args = p.parse_args()
    build = os.path.abspath(args.build)
    places = all_sites(args.only)
    random.Random(args.seed).shuffle(places)
    if args.list:
        for path, site in places[:args.count]:
            text, number = changed(path, site)
            print("%s:%d: %s: %s" % (path, number, site[3], line_of(text, number)))
        return 0
    source = hashlib.sha256("".join(
        open(os.path.join(ROOT, path), encoding="utf-8").read()
        for path in sorted({path for path, _ in places})).encode()).hexdigest()[:12]
    work = os.path.join(build, "mutants")
    state = os.path.join(work, "%s-%d%s.jsonl" % (source, args.seed, args.only.replace("/", "_")))
    os.makedirs(work, exist_ok=True)
    done = {}
    for line in open(state, encoding="utf-8") if os.path.exists(state) else []:
        record = json.loads(line)
        done[record["at"]] = record
    trees = queue.Queue()
    for i in range(args.jobs):
        trees.put(Tree(os.path.join(work, "tree%d" % i)))
    prepared = set()
    first = trees.queue[0]
    first.prepare(build)
    usual = {}
    red = first.red("generator/", usual) or first.red("include/", usual)
    if red:
        sys.exit("%s is red before anything is changed" % red)
    prepared.add(first.folder)

    def one(at):
        if at in done:
            return done[at]
        tree = trees.get()
        try:
            if tree.folder not in prepared:
                shutil.rmtree(tree.folder, ignore_errors=True)
                shutil.copytree(first.folder, tree.folder, symlinks=True)
                prepared.add(tree.folder)
            record = tree.judge(*places[at], usual)
        finally:
            trees.put(tree)
        record["at"] = at
        with open(state, "a", encoding="utf-8") as f:
            f.write(json.dumps(record) + "\n")
        return record

    equivalent, records, at = known_equivalents(), [], 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        while at < len(places) and len(records) < args.count:
            ahead = list(range(at, min(len(places), at + max(args.jobs, args.count - len(records)))))
            at = ahead[-1] + 1
            records += [r for r in pool.map(one, ahead) if r["verdict"] != "stillborn"]
    records = records[:args.count]
    alive = [r for r in records if r["verdict"] == "alive"]
    same = [r for r in alive if (r["path"], r["text"]) in equivalent]
    print("\nsurvivors:")
    for r in alive:
        why = equivalent.get((r["path"], r["text"]))
        print("%s:%d: %s: %s\n    %s" % (
            r["path"], r["line"], r["kind"], r["text"], "equivalent: " + why if why else "was: " + r["was"]))
    by = {}
    for r in records:
        room = os.path.dirname(r["path"])
        counts = by.setdefault(room, [0, 0, 0])
        counts[0] += 1
        counts[1] += r["verdict"] == "killed"
        counts[2] += r in same
    print()
    for room, (count, killed, equal) in sorted(by.items()):
        print("%-24s %4d changes, %4d killed, %3d equivalent" % (room, count, killed, equal))
    killed, judged = len(records) - len(alive), len(records) - len(same)
    print("seed %d: %d of %d killed, %d alive, %d of them equivalent: %.1f %% of the others" % (
        args.seed, killed, len(records), len(alive), len(same), 100.0 * killed / max(1, judged)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
