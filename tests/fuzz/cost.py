"""Descriptions of under 1 KB against the limits that docs/proof.md states: an answer within 5 seconds and
256 MB, no crash, no plan that fails its own proof. Found cases are kept in tests/fuzz/found."""
import collections
import glob
import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import driver  # noqa: E402
import measure  # noqa: E402
import reduce  # noqa: E402
import valid  # noqa: E402

SECONDS, MEGABYTES = 5, 256
REDUCING = 10  # seconds for one failure
PATIENCE = driver.PATIENCE  # on the wall, for machines with busy neighbours
COMPARED = 40  # of so many descriptions one is given to the program too
VERBS = [["-o", "-"], ["-o", "-"], ["json"], ["explain"], ["cost"], ["names"], ["json", "--trace"], ["draw", "-o", "-"],
         ["draw", "--view=banks", "-o", "-"], ["draw", "--view=hardware", "-o", "-"], ["-o", "-", "--single-file"]]
ERROR_ID = re.compile(r": error: .*\[(E_\w+)\]")
EXPECT = re.compile(r"# expect: (\w+)")


class Cost:
    def __init__(self, tcgen, folder):
        self.command, self.folder = [tcgen], folder
        self.seconds, self.megabytes, self.patience = SECONDS, MEGABYTES, PATIENCE
        self.environment = harness.clean_environment()
        self.outcomes, self.slowest, self.largest = collections.Counter(), (0, ""), (0, "")

    def answer(self, text, verb):
        return measure.run(self.command + verb + ["-"], text, self.folder, self.environment, self.patience)

    def judged(self, many, text, verb, compared):
        """(run, None or what is wrong with it) of one among many runs in one process. What the program says
        decides, where that is wrong already or too slow or too large: a process of many is neither."""
        run = many.ask(driver.strict(verb) + ["-"], text, "-")
        wrong = self.wrong(run)
        if wrong is None and not compared:
            return run, None
        alone = self.answer(text, verb)
        if self.wrong(alone):
            return alone, self.wrong(alone)
        if wrong and wrong.startswith("more than"):
            many.stop()
            return alone, None
        if wrong is None and (alone.code, alone.err) != (run.code, run.err):
            wrong = "another answer than alone"
        return run, wrong and "among many runs: " + wrong

    def wrong(self, run):
        """None, or what is wrong with this answer; numbers stay out of it, so that it can be compared."""
        if run.code == "timeout":
            return "no answer"
        if run.code not in (0, 1):
            return "exit %s" % run.code
        for word in ("NOT_PROVEN", "E_INTERNAL"):
            if word in run.err:
                return word
        if run.seconds > self.seconds:
            return "more than %g seconds" % self.seconds
        if run.megabytes > self.megabytes:
            return "more than %d MB" % self.megabytes
        if run.code == 1 and not ERROR_ID.search(run.err):
            return "an error without an id"
        return None

    def note(self, run, text):
        found = ERROR_ID.search(run.err) if run.code else None
        self.outcomes[found.group(1) if found else "accepted" if run.code == 0 else str(run.code)] += 1
        self.slowest = max(self.slowest, (run.seconds, text))
        self.largest = max(self.largest, (run.megabytes, text))

    def summary(self):
        lines = ["%6d %s" % (count, outcome) for outcome, count in self.outcomes.most_common()]
        lines.append("at most %.2f s and %.0f MB" % (self.slowest[0], self.largest[0]))
        return "\n".join(lines)


def run_found(cost, tally):
    """What was found once, and the worst that were thought of, with every verb: # expect: E_ID or ok."""
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "found", "*.tc"))):
        text, name = harness.read(path, "rb"), os.path.basename(path)
        expected = EXPECT.search(text.decode()).group(1)
        for verb in [["-o", "-"], ["json", "--trace"], ["explain"]]:
            run = cost.answer(text, verb)
            found = ERROR_ID.search(run.err)
            got = found.group(1) if found else "ok" if run.code == 0 else "exit %s" % run.code
            right = cost.wrong(run) is None and got == expected
            tally.check("found/%s: tcgen %s" % (name, " ".join(verb)), right, "%s in %.2f s and %.0f MB, expected %s\n%s" % (
                cost.wrong(run) or got, run.seconds, run.megabytes, expected, run.err[:1000]))


def keep(cost, text, verb, wrong, path):
    """The failing description, reduced, as a file to run again."""
    short = reduce.reduce(text, lambda t: cost.wrong(cost.answer(t, verb)) == wrong, REDUCING)
    harness.write(path, short)
    return short.decode("utf-8", "backslashreplace")


def run_valid(cost, tally, many, seed, seconds, most_failures=10):
    """How many were tried; until `seconds` are over."""
    rng, end, number, failures = random.Random(seed), time.time() + seconds, 0, 0
    while time.time() < end and failures < most_failures:
        number += 1
        text, verb = valid.valid(rng), rng.choice(VERBS)
        run, wrong = cost.judged(many, text, verb, number % COMPARED == 0)
        cost.note(run, text)
        if wrong is None:
            tally.ok("valid %d" % number)
            continue
        failures += 1
        path = os.path.join(cost.folder, "valid-%d.tc" % failures)
        harness.write(path[:-3] + ".cases", b"".join(many.history))
        tally.fail("valid %d: %s, tcgen %s %s" % (number, wrong, " ".join(verb), path),
                   run.err[:800] + keep(cost, text, verb, wrong, path))
    return number


# Programs in the place of tcgen, each wrong in one way that must be seen, and the one limit that is lower then: a
# busy machine lets a program miss any other.
CONTROLS = [
    ("exit -11", {}, "kill -SEGV $$"),
    ("exit 5", {}, "exit 5"),
    ("NOT_PROVEN", {}, "echo '<stdin>:1:1: error: x [E_NOT_PROVEN]' >&2; exit 1"),
    ("an error without an id", {}, "echo '<stdin>:1:1: error: x' >&2; exit 1"),
    ("more than 0.2 seconds", {"seconds": 0.2}, "i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done"),
    ("more than 64 MB", {"megabytes": 64}, "exec %s -c 'x = bytearray(100 << 20)'" % sys.executable),
    ("no answer", {"patience": 1}, "exec sleep 600"),
]


def run_controls(tally, folder):
    for wrong, limits, script in CONTROLS:
        cost = Cost("sh", folder)
        vars(cost).update(limits, command=["sh", "-c", script])
        got = cost.wrong(cost.answer(b"x\n", []))
        tally.check("cost control: " + wrong, got == wrong, "got: %s" % got)
