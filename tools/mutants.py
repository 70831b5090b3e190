#!/usr/bin/env python3
"""Changes one place of the source at a time and runs the suites: which changes do they see?

usage: mutants.py [--build build] [--count 400] [--seconds N] [--seed 1] [--jobs N] [--only REGEX] [--within S]
                  [--blind] [--doubt] [--list]
       mutants.py --again STATE.jsonl [--all] [--build build] [--jobs N] [--only REGEX] [--list]

Places are drawn from all rooms of the generator but base, and from the emulator (include/tilecopy/host):
comparisons, arithmetic, logic, constants, negations, returns and whole statements. A change that does not
compile is replaced by the next one. Each is built in a copy of the tree and the suites run until one is red by
a rule; one that does not come to the changed line is not run (mutant_reach.py). Where only a pin is red, that is
what compares with what came out last time (PINS in mutant_tree.py), all others run too: such a change is killed by
a pin.

What means the same as the original counts as equivalent: it survives untried, but with --doubt. That is
what gcc -O2 makes the same instructions of; a number that only gives an array of NEW_ARRAY() more room
(bigger(), below); and what stands in tests/mutants/equivalent.txt (path or path:function | line | changed
line | why). A row of that file that begins with `tried:` is of a whole class, as the changes of a hash: they
are tried nevertheless, and those that survive are equivalent.

The state is kept under BUILD/mutants, what the suites say before any change (usual*.json) and which lines they
come to (reach-*.json, the same on every machine) too, so that a run that was stopped goes on. A run that is interrupted
(SIGINT, SIGTERM), or that reaches --seconds, ends the places that it is at and reports what was judged.
--again judges the survivors that such a file records once more, wherever their lines stand now, with --all the
killed ones too; one whose line is gone is named and not counted.
"""
import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import queue
import random
import re
import signal
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools"))
from mutant_reach import Reach  # noqa: E402
from mutant_tree import DECIDE, PROOF, WRITE, Stillborn, Tree  # noqa: E402

PLACES = [*PROOF, *DECIDE, *WRITE, "include/tilecopy/host"]
EQUIVALENT = "tests/mutants/equivalent.txt"
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
        if value not in ("true", "false", "0", "NULL") and not re.match(r"^[A-Z(]?$", value):
            found.append((match.start(2), len(value), "0", "return"))
    for match in re.finditer(r"^( +)((?!return|static|const|case|break|continue|goto|else|enum|typedef)"
                             r"[\w*>.\[\]()-]+(?: [-+*|&]?= |\(|\+\+|--)[^{}]*?);$", text, re.M):
        if "=" not in match.group(2) or not TYPES.match(match.group(2).split()[0]):
            found.append((match.start(2), len(match.group(2)), "", "statement"))
    return sorted(found)


@functools.lru_cache(maxsize=None)
def text_of(path):
    """As it was when the run began: the working tree may change while it goes on."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def all_sites(only):
    result = []
    for place in PLACES:
        folder = os.path.join(ROOT, place)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            path = place + "/" + name
            if name.endswith((".c", ".h")) and re.search(only, path):
                result += [(path, site) for site in sites(text_of(path))]
    return result


def changed(path, site):
    text = text_of(path)
    at, length, replacement, _ = site
    return text[:at] + replacement + text[at + length:], text.count("\n", 0, at) + 1


def line_of(text, number):
    return " ".join(text.split("\n")[number - 1].split())


def pattern(text):
    """`...` stands for anything, `$1` for something that is the same wherever it stands."""
    parts, seen = [], set()
    for part in re.split(r"(\.\.\.|\$\d)", text):
        if part == "...":
            parts.append(".*")
        elif not re.match(r"\$\d$", part):
            parts.append(re.escape(part))
        elif part in seen:
            parts.append("(?P=v%s)" % part[1])
        else:
            parts.append("(?P<v%s>.+?)" % part[1])
            seen.add(part)
    return re.compile("".join(parts) + r"\Z", re.S)


def known_equivalents(tried=True):
    """[(pattern of the file or file:function, of the line and the changed line, why)]; with or without the
    classes of which each change is tried."""
    known = []
    path = os.path.join(ROOT, EQUIVALENT)
    for line in open(path, encoding="utf-8") if os.path.exists(path) else []:
        if line.strip() and not line.startswith("#"):
            where, was, now, why = [part.strip() for part in line.split(" | ", 3)]
            if tried or not where.startswith("tried:"):
                where = where[len("tried:"):].strip() if where.startswith("tried:") else where
                known.append((pattern(where), pattern(was + "\n" + now), why))
    return known


def function_at(path, number):
    """The name of the function that the line stands in; "" outside of all."""
    for line in reversed(text_of(path).split("\n")[:number]):
        if line == "}":
            return ""
        found = re.match(r"[A-Za-z][^;=]*?(\w+)\(", line)
        if found and not line.endswith(";"):
            return found.group(1)
    return ""


def bigger(text, site):
    """Does it only make the array of a NEW_ARRAY(type, count) larger? The numbers there that are added or
    multiplied, one more: NEW_ARRAY(Term, 2 * count + 1) for 3 * count + 1 places, or for 2 * count + 2."""
    at, length, replacement, kind = site
    if kind != "constant" or not replacement.isdigit() or int(replacement) <= int(text[at:at + length]):
        return False
    for call in re.finditer(r"\bNEW_ARRAY\([\w *]+, ", text):
        end, depth = call.end(), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        count = text[call.end():end - 1]
        if call.end() <= at < end:
            return not re.search(r"[-/%<>?&|^!~,\[]", count.replace("->", "."))
    return False


def why_equivalent(record, known):
    if record.get("means"):
        return record["means"]
    lines = record["was"] + "\n" + record["text"]
    function = record["path"] + ":" + function_at(record["path"], record["line"])
    for where, what, why in known:
        if what.match(lines) and (where.match(record["path"]) or where.match(function)):
            return why
    return None


def judged(tree, path, site, usual, known, reach, within):
    """The record of one change; one that is known to mean the same is not tried."""
    original = text_of(path)
    text, number = changed(path, site)
    record = {"path": path, "line": number, "kind": site[3], "was": line_of(original, number),
              "text": line_of(text, number)}
    started = time.time()
    if known is not None:
        if bigger(original, site):
            record["means"] = "more room than is needed"
        elif not why_equivalent(record, known) and tree.same_code(path, text):
            record["means"] = "the same code"
    line = original.split("\n")[number - 1]
    by, rule = (None, None) if why_equivalent(record, known or []) else tree.judge(
        path, text, usual, lambda suite: usual[suite]["seconds"] <= within and reach.reaches(suite, path, number, line))
    record.update({"by": by or "", "rule": rule or "", "seconds": round(time.time() - started, 1),
                   "verdict": by if by == "stillborn" else "killed" if by else "alive"})
    return record


def recorded(path, places, verdicts):
    """The changes with these verdicts that a state file records, found again by file, line and changed line, the nearest one
    where several lines are equal; what is gone."""
    wanted, candidates = [], {}
    with open(path, encoding="utf-8") as f:
        for record in map(json.loads, f):
            if record["verdict"] in verdicts:
                wanted.append(record)
    for place, site in places:
        text, number = changed(place, site)
        was = line_of(text_of(place), number)
        candidates.setdefault((place, was, line_of(text, number)), []).append((number, (place, site)))
    found, gone = [], []
    for record in wanted:
        near = sorted(candidates.get((record["path"], record["was"], record["text"]), []),
                      key=lambda candidate: abs(candidate[0] - record["line"]))
        if near and near[0][1] not in found:
            found.append(near[0][1])
        elif not near:
            gone.append(record)
    return found, gone


class Campaign:
    """Judges places with several trees at once and remembers each verdict in a file."""

    def __init__(self, build, places, jobs, name, known, within, blind):
        source = hashlib.sha256("".join(
            text_of(path) for path in sorted({path for path, _ in places})).encode()).hexdigest()[:12]
        work = os.path.join(build, "mutants")
        os.makedirs(work, exist_ok=True)
        self.build, self.places, self.jobs, self.known = build, places, jobs, known
        self.within, self.blind = within, blind
        self.state = os.path.join(work, "%s-%s.jsonl" % (source, name))
        self.done, self.usual, self.stopped = {}, {}, False
        self.begun = time.time()
        for line in open(self.state, encoding="utf-8") if os.path.exists(self.state) else []:
            record = json.loads(line)
            self.done[record["at"]] = record
        self.trees = queue.Queue()
        for i in range(jobs):
            self.trees.put(Tree(os.path.join(work, "tree%d" % i), {path for path, _ in places}))
        self.first = self.trees.queue[0]

    def soon(self, count):
        """The files of the changes that `count` will come to; some do not compile."""
        return {path for path, _ in self.places[:count + count // 4 + self.jobs]}

    def as_usual(self, suite):
        """What a suite says before anything is changed, and what it comes to; counting that takes longer."""
        name, command, limit = suite
        if self.blind or name in self.reach.lines:
            limit = int(min(limit, self.within + 1))  # what takes longer is not asked
            return self.first.run_suite(command, limit, limit)
        answer = self.first.run_suite(command, 4 * limit, 4 * limit, self.reach.environment(name))
        self.reach.read(name)
        return answer

    def ask_before(self, suites, pool, kept, reach):
        """What each suite says before any change, and which lines it comes to; both are kept in files."""
        known = self.blind or os.path.exists(reach)
        if known and not self.blind:
            with open(reach, encoding="utf-8") as f:
                self.reach.take(*json.load(f))
        if known and os.path.exists(kept):
            with open(kept, encoding="utf-8") as f:
                self.usual = json.load(f)
            return
        if not known:
            self.reach.library(self.jobs)
        for suite, (passed, failed, seconds) in zip(suites, pool.map(self.as_usual, suites)):
            self.usual[suite[0]] = {"passed": passed, "failed": sorted(failed), "seconds": seconds}
        if not known:
            self.reach.link_usual()
            with open(reach, "w", encoding="utf-8") as f:
                json.dump([self.reach.lines, self.reach.functions], f)
        with open(kept, "w", encoding="utf-8") as f:
            json.dump(self.usual, f)

    def prepare(self, count):
        """Builds the first tree and sees what fails before anything is changed; False: nothing can be said."""
        try:
            self.first.prepare(self.build, self.jobs)
        except Stillborn as e:
            sys.exit("the tree does not build:\n%s" % e)
        suites = self.first.all_commands(sorted({path for path, _ in self.places}))
        self.reach = Reach(self.first, self.soon(count))
        digest = self.first.digest(sorted(self.soon(count)))
        kept, reach = (os.path.join(os.path.dirname(self.state), "%s-%s.json" % (what, digest))
                       for what in ("usual%g" % self.within, "reach"))
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            self.ask_before(suites, pool, kept, reach)
            for name, usual in self.usual.items():
                if not usual["passed"] and usual["seconds"] <= self.within:
                    # A machine that lacks a tool: only other failures than these count.
                    print("before anything is changed: %s fails %s" % (name, usual["failed"] or "as a whole"))
                    if not usual["failed"]:
                        return False
            # All before the first is changed.
            for _ in pool.map(lambda tree: tree.copy(self.first), list(self.trees.queue)[1:]):
                pass
        return True

    def one(self, at):
        """The record of one place; None: it is too late to begin with it."""
        if at in self.done:
            return self.done[at]
        if self.stopped or time.time() > self.until:
            return None
        tree = self.trees.get()
        try:
            record = judged(tree, *self.places[at], self.usual, self.known, self.reach, self.within)
        finally:
            self.trees.put(tree)
        record["at"] = at
        with open(self.state, "a", encoding="utf-8") as f:
            f.write(json.dumps(record) + "\n")
        return record

    def stop(self, *_):
        self.stopped = True

    def judge(self, count, seconds):
        """Records of `count` places that compile, or of fewer where it is stopped."""
        records, at = [], 0
        self.until = self.begun + (seconds or float("inf"))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            while at < len(self.places) and len(records) < count:
                ahead = list(range(at, min(len(self.places), at + max(self.jobs, count - len(records)))))
                at = ahead[-1] + 1
                judged_now = list(pool.map(self.one, ahead))
                records += [r for r in judged_now if r and r["verdict"] != "stillborn"]
                if None in judged_now:
                    break
        return records[:count]


def by_rule(record):
    """Records of an older state say nothing of rules."""
    return record["verdict"] == "killed" and bool(record.get("rule", True))


def report(records, title):
    equivalent = known_equivalents()
    alive = [r for r in records if r["verdict"] == "alive"]
    same = [r for r in alive if why_equivalent(r, equivalent)]
    print("\nsurvivors:")
    for r in [r for r in records if r["verdict"] == "killed" and not by_rule(r)]:
        print("only a pin, %s: %s:%d: %s" % (r["by"], r["path"], r["line"], r["text"]))
    for r in alive:
        why = why_equivalent(r, equivalent)
        print("%s:%d: %s: %s\n    %s" % (
            r["path"], r["line"], r["kind"], r["text"], "equivalent: " + why if why else "was: " + r["was"]))
    rooms, runs = {}, {}
    for r in records:
        counts = rooms.setdefault(os.path.dirname(r["path"]), [0, 0, 0, 0])
        counts[0] += 1
        counts[1] += r["verdict"] == "killed"
        counts[2] += by_rule(r)
        counts[3] += r in same
        spent = runs.setdefault(r["by"] or "survived", [0, 0.0])
        spent[0] += 1
        spent[1] += r["seconds"]
    print()
    for name, (count, seconds) in sorted(runs.items(), key=lambda item: -item[1][0]):
        print("%-48s %4d, %5.1f s each" % (name, count, seconds / count))
    print()
    for room, (count, killed, rule, equal) in sorted(rooms.items()):
        print("%-24s %4d changes, %3d equivalent, %4d killed, %5.1f %% of the others, by rules %5.1f %%" % (
            room, count, equal, killed, *(100.0 * n / max(1, count - equal) for n in (killed, rule))))
    killed, judged = len(records) - len(alive), len(records) - len(same)
    print("%s: %d of %d killed, %d alive, %d of them equivalent: %.1f %% of the others, by rules %.1f %%; %.1f s each" % (
        title, killed, len(records), len(alive), len(same), 100.0 * killed / max(1, judged),
        100.0 * sum(map(by_rule, records)) / max(1, judged),
        sum(r["seconds"] for r in records) / max(1, len(records))))


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--build", default="build")
    p.add_argument("--count", type=int, default=400)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seconds", type=float, default=0, help="begin with no more places after so many, what is built before them counted in")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    p.add_argument("--only", default="", metavar="REGEX", help="of the paths")
    p.add_argument("--within", type=float, default=0, metavar="S",
                   help="only by suites that take no more than S seconds; --again judges what they let live by all")
    p.add_argument("--blind", action="store_true",
                   help="ask every suite: where there are many processors, to see which lines each comes to costs more")
    p.add_argument("--again", metavar="STATE.jsonl", help="the survivors that this file records")
    p.add_argument("--all", action="store_true", help="with --again: what was killed, too")
    p.add_argument("--doubt", action="store_true", help="try what is known to mean the same, too")
    p.add_argument("--list", action="store_true", help="print the places, change nothing")
    args = p.parse_args()
    places, title = all_sites(args.only), "seed %d" % args.seed
    only = re.sub(r"\W", "_", args.only)
    if len(only) > 40:  # a file has at most 255 bytes of name
        only = only[:30] + hashlib.sha256(args.only.encode()).hexdigest()[:8]
    name = "%d%s%s" % (args.seed, only, "within%g" % args.within if args.within else "")
    if args.again:
        places, gone = recorded(args.again, places, ("alive", "killed") if args.all else ("alive",))
        for record in gone if not args.only else []:
            print("gone: %s: %s" % (record["path"], record["text"]))
        args.count, title = len(places), "again"
        name = "again-" + hashlib.sha256(repr(places).encode()).hexdigest()[:8]
    else:
        random.Random(args.seed).shuffle(places)
    if args.list:
        for path, site in places[:args.count]:
            text, number = changed(path, site)
            print("%s:%d: %s: %s" % (path, number, site[3], line_of(text, number)))
        return 0
    known = None if args.doubt else known_equivalents(tried=False)
    campaign = Campaign(os.path.abspath(args.build), places, args.jobs, name, known, args.within or float("inf"),
                        args.blind)
    try:
        if not campaign.prepare(args.count):
            return 1
    except KeyboardInterrupt:
        sys.exit("interrupted before anything was judged")
    report(campaign.judge(args.count, args.seconds), title)
    return 0


if __name__ == "__main__":
    sys.exit(main())
