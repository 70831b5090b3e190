#!/usr/bin/env python3
"""Wrong and random descriptions under address and undefined-behaviour sanitizers: each must end
within seconds, with exit 0 or 1, with a diagnostic that has a place, and write nothing when wrong; half
of these are mutants, half those of tests/property/wild.py; as many kernels for `tcgen scan` (kernels.py). Valid ones without sanitizers: an answer
within 5 seconds and 256 MB. None may end in a plan that is not proven.

usage: run.py [--build build] [--seconds 24] [--seed N | --random] [--replay FILE]

Half of the time is for each kind. They run one after another in one process (driver.c); the hard cases,
those found once, and one in forty run as the program too. What fails is kept as BUILD/fuzz/fail-N.tc or
valid-N.tc, the latter reduced, and can be run again with --replay; what came before it in that process
is fail-N.cases, which BUILD/asan/tests/fuzz/driver reads (BUILD/tests/fuzz/driver for valid-N.cases).
"""
import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(harness.ROOT, "tests", "property")]
import cost  # noqa: E402
import driver  # noqa: E402
import kernels  # noqa: E402
import mutate  # noqa: E402
import wild  # noqa: E402

LEAKS = 200  # after so many cases it is asked for leaks
LIMIT = 240  # seconds on the wall for one input, with sanitizers and busy neighbours
VERBS = [["-o", "out.h"], ["-o", "out.h"], ["json"], ["explain"], ["fmt"], ["names"], ["cost"],
         ["json", "--diagnostics=json"], ["-o", "out.h", "--diagnostics=sarif", "--target=sm_90"]]
TROUBLE = re.compile(r"(AddressSanitizer|LeakSanitizer|runtime error:|UndefinedBehaviorSanitizer)[^\n]*")
UNPROVEN = re.compile(r'\[[EW]_NOT_PROVEN\]|"(ruleI|i)d":"[EW]_NOT_PROVEN","(level|severity)"')
PLACE = re.compile(r"(?m)^(input\.tc|[^\n:]+):\d+:\d+: error: .")


class Target:
    def __init__(self, args, tally):
        self.tally, self.failures = tally, 0
        self.folder = os.path.join(args.build, "fuzz")
        os.makedirs(self.folder, exist_ok=True)
        self.output = os.path.join(self.folder, "out.h")
        self.environment = harness.clean_environment(
            ASAN_OPTIONS="exitcode=99:detect_leaks=1:allocator_may_return_null=0",
            UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1:exitcode=99")
        self.tcgen = os.path.join(args.build, "asan", "tcgen")
        self.command, self.limit = [self.tcgen], LIMIT
        self.many = driver.Driver([os.path.join(args.build, "asan", "tests", "fuzz", "driver")], self.environment, LIMIT)
        self.since = []  # the cases that were not looked at for leaks yet

    def build(self, args):
        """With sanitizers; false and a skip when this compiler has none."""
        tools = harness.Tools(args.build)
        compiler = tools.gcc or tools.clang
        probe = harness.run([compiler, "-fsanitize=address,undefined", "-x", "c", "-", "-o", os.path.join(self.folder, "probe")],
                            stdin="int main(void) { return 0; }\n")
        if probe.code != 0:
            self.tally.skip("fuzz", "%s has no sanitizers" % compiler)
            return False
        made = harness.make(os.path.join(args.build, "asan"), "tcgen", "fuzz-driver", CC=compiler, CFLAGS="-O0 -g1", SANITIZE="address,undefined")
        if made.code != 0 or not os.path.exists(self.tcgen):
            self.tally.fail("build with sanitizers", made)
            return False
        return True

    def alone(self, text, verb):
        """Of the program: (code, what it said, did it write)."""
        with open(os.path.join(self.folder, "input.tc"), "wb") as f:
            f.write(text)
        if os.path.exists(self.output):
            os.remove(self.output)
        result = harness.run(self.command + verb + ["input.tc"], cwd=self.folder, env=self.environment, timeout=self.limit)
        return result.code, result.err, os.path.exists(self.output)

    def among(self, text, verb):
        """The same of one among many runs in one process."""
        run = self.many.ask(verb + ["input.tc"], text, "input.tc")
        self.since.append((text, verb))
        return run.code, run.err, "out.h" in run.wrote

    @staticmethod
    def wrong(answer, verb):
        """None, or what is wrong with it."""
        code, err, wrote = answer
        trouble = TROUBLE.search(err)
        if trouble:
            return trouble.group(0) + "\n" + err[-3000:]
        if UNPROVEN.search(err):
            return "a plan failed its proof\n" + err[:2000]
        if code not in (0, 1):
            return "exit %s\n%s" % (code, err[-2000:])
        if code == 1 and wrote:
            return "an error, and yet out.h was written\n" + err[-1000:]
        if code == 1 and not any("--diag" in v for v in verb) and not PLACE.search(err):
            return "an error without file:line:col\n" + err[:1000]
        if code == 1 and err.count(": error: ") > 21:
            return "more than 20 errors\n" + err[:1000]
        return None

    def verdict(self, text, verb):
        return self.wrong(self.alone(text, verb), verb)

    def verdict_among(self, text, verb, compared):
        """An import is of a file beside input.tc, which only the program can find."""
        answer = self.among(text, verb)
        wrong = self.wrong(answer, verb)
        if wrong is None and compared and b"import" not in text:
            alone = self.alone(text, verb)
            wrong = self.wrong(alone, verb) or (None if alone == answer else "alone %s\nand among many %s" % (alone, answer))
        return wrong

    def look_for_leaks(self):
        """Every run is to give back all that it took. Where one did not, the program says which."""
        report, cases, self.since = self.many.leaks(), self.since, []
        if report:
            guilty = next(("tcgen %s\n%s\n" % (" ".join(verb), text) for text, verb in cases if self.verdict(text, verb)), "")
            self.tally.fail("leaks in %d runs" % len(cases), guilty + report[-3000:])

    def note(self, name, text, verb, wrong):
        if wrong is None:
            self.tally.ok(name)
            return
        self.failures += 1
        path = os.path.join(self.folder, "fail-%d.tc" % self.failures)
        harness.write(path, text)
        harness.write(path[:-3] + ".cases", b"".join(self.many.history))
        self.tally.fail(name, "tcgen %s %s\n%s" % (" ".join(verb), path, wrong))

    def try_input(self, name, text, verb):
        self.note(name, text, verb, self.verdict(text, verb))

    def try_among(self, name, text, verb, compared=False):
        self.note(name, text, verb, self.verdict_among(text, verb, compared))
        if len(self.since) == LEAKS:
            self.look_for_leaks()


def formats_twice(target, text):
    """What fmt accepts it formats to a text that it would not change. Ends like any other run."""
    once = target.many.ask(["fmt", "-"], text, "-", keep=True)
    if once.code != 0:
        return once.code == 1 and not TROUBLE.search(once.err)
    twice = target.many.ask(["fmt", "-"], once.out, "-", keep=True)
    return twice.code == 0 and twice.out == once.out


# Programs in the place of tcgen, each wrong in one way that the verdict must see.
CONTROLS = {
    "a sanitizer's report": "echo 'x.c:1:2: runtime error: overflow' >&2; exit 1",
    "a strange exit status": "exit 5",
    "a crash": "kill -SEGV $$",
    "a hang": "exec sleep 600",
    "an output in spite of an error": "echo 'input.tc:1:1: error: no' >&2; echo x >out.h; exit 1",
    "a plan that fails its proof": "echo 'input.tc:1:1: warning: reg: no [W_NOT_PROVEN]' >&2; echo x >out.h; exit 0",
    "an error without a place": "echo 'error: no' >&2; exit 1",
    "errors without end": "for i in 0 1 2 3 4 5 6; do for j in 1 2 3 4 5; do echo \"input.tc:$i:$j: error: no\" >&2; done; done; exit 1",
}


def run_controls(target):
    for name, script in CONTROLS.items():
        target.limit = driver.HANG if "hang" in name else driver.PATIENCE
        target.command = ["sh", "-c", script, "sh"]
        target.tally.check("control: " + name, target.verdict(b"x\n", ["-o", "out.h"]) is not None, "it was not noticed")
    target.command, target.limit = [target.tcgen], LIMIT
    driver.run_controls(target.tally, target.environment)
    driver.run_restart(target.tally, target.many)
    leaky = driver.Driver(["sh", "-c", "read x; echo 1 0 0 0 0 0 0 0; cat >/dev/null"], target.environment, driver.PATIENCE)
    target.tally.check("control: a leak", leaky.leaks() == "leaks", "it was not noticed")
    leaky.stop()


def fuzz_valid(args, tally, seed):
    """With the tcgen that users have, because time and memory are measured."""
    limits = cost.Cost(args.tcgen, os.path.join(args.build, "fuzz"))
    os.makedirs(limits.folder, exist_ok=True)
    cost.run_controls(tally, limits.folder)
    cost.run_found(limits, tally)
    many = driver.Driver([os.path.join(args.build, "tests", "fuzz", "driver")], limits.environment, cost.PATIENCE)
    count = cost.run_valid(limits, tally, many, seed, args.seconds / 2)
    many.stop()
    print("%d valid descriptions, %.0f a second:\n%s" % (count, 2 * count / args.seconds, limits.summary()), flush=True)


def main():
    def more(p):
        p.add_argument("--seconds", type=float, help="24 without it, with --long 240")
        p.add_argument("--seed", type=int, default=1)
        p.add_argument("--random", action="store_true", help="a seed of its own for this run; it is printed")
        p.add_argument("--replay", help="run this one input with every verb")
    args, tally = harness.start(__doc__, more)
    args.seconds = args.seconds or (240 if args.long else 24)
    seed = random.SystemRandom().randrange(1 << 32) if args.random else args.seed
    if not args.replay:
        print("seed %d" % seed, flush=True)
        fuzz_valid(args, tally, seed)
    target = Target(args, tally)
    if not target.build(args):
        return tally.close()
    if args.replay:
        for verb in VERBS:
            target.try_input(" ".join(verb), harness.read(args.replay, "rb"), verb)
            target.try_among(" ".join(verb) + " among many", harness.read(args.replay, "rb"), verb)
        return tally.close()
    rng, corpus = random.Random(seed), mutate.read_corpus(harness.ROOT)
    names = harness.run([args.tcgen, "names", "-I", "generator", "generator/kit.tc"]).out.split()
    run_controls(target)
    for name, text in mutate.hard_cases(rng):
        target.try_input(name, text, ["-o", "out.h"])
        target.try_input(name + " (fmt)", text, ["fmt"])
    end, count = time.time() + args.seconds / 2, 0
    while time.time() < end and target.failures < 10:
        count += 1
        compared = count % cost.COMPARED < 2
        if count % 3 == 0:
            target.try_among("kernel %d" % count, kernels.kernel(rng, names, corpus), ["scan", "-o", "out.h"], compared)
            continue
        if count % 2:
            target.try_among("valid %d" % count, wild.describe(rng, count).encode(), rng.choice(VERBS), compared)
            continue
        text = mutate.mutant(rng, corpus)
        if count % 10 == 0:
            tally.check("fmt twice %d" % count, formats_twice(target, text), text)
        else:
            target.try_among("mutant %d" % count, text, rng.choice(VERBS), compared)
    target.look_for_leaks()
    target.many.stop()
    print("%d valid ones, %d mutants of %d descriptions, %d kernels, %.0f a second" % (
        count // 3, count // 3, len(corpus), count // 3, 2 * count / args.seconds))
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
