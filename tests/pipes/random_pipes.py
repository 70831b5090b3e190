"""Random pipelines whose kernels are made of their places: every agent does its operations in the order of their
cycles, each producer fills words that only it could know, each consumer leaves what it read. The proof sees each
part and all agents together; what picks the slot, the barrier of a turn and its parity only a run sees."""
import random
import re

II = 32
SYNCS = ("async", "async arrive threads", "mbar", "cpasync", "tma", "dsmem", "dsmem arrive threads")


class Value:
    def __init__(self, rng, number, agents, cycles, old):
        self.name = "V%d" % number
        self.sync = rng.choice(SYNCS[:2] + SYNCS[3:4] if old else SYNCS)
        self.words = rng.choice([32, 64, 64, 96, 128])
        self.stages = rng.choice([1, 1, 2, 2, 3, 4])
        self.producer = rng.choice(agents)
        self.begin = cycles[0]
        self.readers = list(zip(rng.sample(agents, rng.choice([1, 1, 2])), cycles[1:]))
        self.remote = self.sync.startswith("dsmem")
        self.bulk = self.remote or self.sync == "tma"
        self.root = ""

    def text(self):
        return "    value %s u32[%d] stages %d align 128 sync %s%s%s produce %s @0.%d consume %s\n" % (
            self.name, self.words, self.stages, self.sync, self.root, " handoff cluster" if self.remote else "", self.producer, self.begin,
            ", ".join("%s @%d.%d" % (who, cycle // II, cycle % II) for who, cycle in self.readers))


def told(header):
    """Its comments as they would stand on one line."""
    return " ".join(header.split()).replace(" * ", " ")


class Pipeline:
    """Lives of three cycles, one after another around the circle, so that most of them may share."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.name, self.old = "r%d" % seed, seed % 4 == 0
        self.warps = [rng.choice([1, 1, 2]) for _ in range(rng.randint(2, 3))]
        agents = ["a%d" % i for i in range(len(self.warps))]
        count = rng.randint(2, 4)
        starts = [i * (II // count) for i in range(count)]
        rng.shuffle(starts)
        self.values = [Value(rng, i, agents, [at, at + 1, at + 2], self.old) for i, at in enumerate(starts)]
        self.ctas = rng.choice([1, 2, 3]) if any(v.remote for v in self.values) else 1
        self.mode = "pack"

    def text(self):
        agents = " ".join("a%d:%dw" % agent for agent in enumerate(self.warps))
        return "target %s\npipeline %s {\n    ii %d\n    mode %s\n    agents %s\n%s}\n" % (
            "sm_80" if self.old else "sm_90", self.name, II, self.mode, agents, "".join(v.text() for v in self.values))

    def call(self, value, part, more=""):
        return "tc_%s_%s_%s(smem, %s_%s%s);" % (
            self.name, value.name, part, value.name, "c" if part in ("wait", "release") else "p", more)

    def released_to(self, value, header):
        """The CTAs that a release tells, in the order of its arguments: that before ours fills what is remote here."""
        line = header[header.index("TC_FN void tc_%s_%s_release(" % (self.name, value.name)):]
        return ", before" * (line[:line.index(")")].count("unsigned"))

    def produce(self, value, threads):
        """As its kind is filled; `rank` is of the agent's threads."""
        slot, first = "smem->%s.slot[%s_p.slot]" % (value.name, value.name), "arg.in + (%d * arg.ctas + own) * arg.turns * MOST + i * MOST" % (
            self.values.index(value))
        full = "&smem->%s_bars.slot[%s_p.slot].full" % (value.name, value.name)
        if value.remote:
            source = "%s_source + %s_p.slot * %d" % (value.name, value.name, value.words)
            return ["if (rank == 0)", self.call(value, "acquire", ", after"), "if (rank < 32) { tc_warp_sync();",
                    "give(%s, %s, %d, rank, 32);" % (first, source, value.words), "tc_fence_async_smem(); tc_warp_sync(); }",
                    "if (rank == 0) tc_bulk_smem_to_dsmem(tc_map_to_cta(%s, after), %s, %d, tc_map_to_cta(%s, after));" % (
                        slot, source, 4 * value.words, full)]
        if value.bulk:
            return ["if (rank == 0) {", self.call(value, "acquire"),
                    "tc_bulk_gmem_to_smem(%s, %s, %d, %s); }" % (slot, first, 4 * value.words, full)]
        if value.sync == "cpasync":
            fill = "for (unsigned w = rank; w < %d; w += %d) tc_cp_async_b32(%s + w, %s + w);" % (value.words, threads, slot, first)
        else:
            fill = "give(%s, %s, %d, rank, %d);" % (first, slot, value.words, threads)
        return [self.call(value, "acquire"), fill, self.call(value, "commit")]

    def consume(self, value, number, threads, header):
        out = "arg.out + ((%d * arg.ctas + own) * arg.turns + i) * MOST" % (3 * self.values.index(value) + number)
        return [self.call(value, "wait"),
                "take(%s, smem->%s.slot[%s_c.slot], %d, rank, %d);" % (out, value.name, value.name, value.words, threads),
                self.call(value, "release", self.released_to(value, header))]

    def ahead(self, value, header):
        """Turns that are committed before the first wait, beside its own: as many groups as the wait leaves in flight."""
        wait = header[header.index("TC_FN void tc_%s_%s_wait(" % (self.name, value.name)):]
        left = re.search(r"tc_cp_async_wait_group_(\d)", wait[:wait.index("\n}")])
        return int(left.group(1)) if left else 0

    def early(self, value, steps, ahead):
        """The same for the turn that comes so much later; behind the last one a group is empty."""
        acquire, fill, commit = steps
        return [acquire, "if (i + %d < arg.turns)" % ahead, fill.replace("+ i * MOST", "+ (i + %d) * MOST" % ahead), commit]

    def advanced(self, value, side, steps):
        """Steps and on to the next slot: in one call with a commit or release that ends them."""
        last = re.fullmatch(r"(tc_\w+_(?:commit|release))\(smem, (.*)", steps[-1])
        if last:
            return steps[:-1] + ["%s_next(smem, &%s" % last.groups()]
        return steps + ["tc_%s_%s_advance(&%s_%s);" % (self.name, value.name, value.name, side)]

    def agent(self, number, header):
        """The operations of an agent, by cycle, and a state of its own for each."""
        me, threads, todo = "a%d" % number, 32 * self.warps[number], []
        for value in self.values:
            if value.producer == me:
                todo.append((value.begin, value, "p", self.produce(value, threads)))
            todo += [(cycle, value, "c", self.consume(value, n, threads, header))
                     for n, (who, cycle) in enumerate(value.readers) if who == me]
        todo.sort(key=lambda one: one[0])
        lines = []
        for _, value, side, _ in todo:
            lines.append("tc_%s_state %s_%s = tc_%s_%s_%s_start();" % (
                self.name, value.name, side, self.name, value.name, "producer" if side == "p" else "consumer"))
        for _, value, side, steps in todo:
            ahead = self.ahead(value, header) if side == "p" else 0
            if ahead:
                first = self.advanced(value, side, self.early(value, steps, 0))
                lines += ["for (unsigned i = 0; i < %d; i++) {" % ahead, *first, "}"]
                steps[:] = self.early(value, steps, ahead)
        lines.append("for (unsigned i = 0; i < arg.turns; i++) {")
        for _, value, side, steps in todo:
            lines += self.advanced(value, side, steps)
        lines.append("}")
        for _, value, side, _ in todo:
            if side == "p":
                lines.append(("if (rank == 0) " if value.bulk else "") + self.call(value, "tail"))
        return lines

    def launches(self, header):
        return ["for (unsigned seed = 0; seed < 6; seed++) {", "args a = start(%d, %d, 1 + seed * 2);" % (len(self.values), self.ctas)]

    def kernel(self, header):
        upper, first = self.name.upper(), 0
        lines = ["TC_KERNEL(%s, args) {" % self.name, "tc_%s_smem *const smem = (tc_%s_smem *)(void *)tc_smem();" % (self.name, self.name)]
        at = "TC_%s_SMEM_BYTES" % upper
        for value in self.values:
            if value.remote:
                lines.append("unsigned *const %s_source = (unsigned *)(void *)(tc_smem() + %s);" % (value.name, at))
                at += " + %d" % (4 * value.words * value.stages)
        own = "tc_cta_rank_in_cluster()" if self.ctas > 1 else "0"
        lines += ["const unsigned own = %s, after = (own + 1) %% arg.ctas, before = (own + arg.ctas - 1) %% arg.ctas;" % own,
                  "(void)after; (void)before;", "tc_%s_init(smem);" % self.name]
        for number, warps in enumerate(self.warps):
            last = first + 32 * warps
            lines += ["if (tc_thread_index() >= %d && tc_thread_index() < %d) {" % (first, last) if first else
                      "if (tc_thread_index() < %d) {" % last, "const unsigned rank = tc_thread_index() - %d; (void)rank;" % first]
            lines += self.agent(number, header) + ["}"]
            first = last
        lines.append("}")
        runs = ["static void run_%s(void) {" % self.name] + self.launches(header) + [
                "tc_emu_config c = quiet(TC_%s_THREADS, %s);" % (upper, at),
                "c.grid = c.cluster = %d; c.early_exit = 1;" % self.ctas, 'passes("%s", c, %s, &a);' % (self.name, self.name)]
        for number, value in enumerate(self.values):
            for reader in range(len(set(value.readers))):
                runs.append('expect_words("%s", a, %d, %d, %d, %d);' % (
                    self.name, number, 3 * number + reader, value.words, 1 if value.remote else 0))
        return "\n".join(lines + runs + ["finish(a);", "}", "}"]) + "\n"


class Turned(Pipeline):
    """Rings of equal depth of which the first lives beyond II: those that share with it are turned against it."""

    def __init__(self, seed):
        super().__init__(seed)
        rng = random.Random(seed)
        self.mode, stages = "slot", rng.choice([2, 2, 3, 4])
        for value in self.values:
            value.words, value.stages = 64, stages
        self.values.sort(key=lambda value: value.begin)
        first = self.values[0]
        first.readers = [(who, cycle + II) for who, cycle in first.readers]
        if rng.choice([0, 1]):
            self.values.reverse()  # who is declared first keeps its slots


class Rooted(Pipeline):
    """Values of one root, or of two, which lie on one place whether or not they are alike."""

    def __init__(self, seed):
        super().__init__(seed)
        rng = random.Random(seed)
        roots = rng.choice([1, 1, 2])
        for value in self.values:
            value.root = " root r%d" % rng.randrange(roots)


class Staged(Pipeline):
    """Rings of several slots whose operations are stages apart, some of them at one cycle, half of them at named
    barriers: each agent runs its loop with what comes before and behind it, in the order that the header states."""
    II = 8

    def __init__(self, seed):
        rng = random.Random("staged %d" % seed)
        self.name, self.old, self.ctas, self.mode, self.seed = "s%d" % seed, False, 1, "pack", seed
        self.warps = [1] * rng.choice([2, 2, 3])
        agents = ["a%d" % i for i in range(len(self.warps))]
        self.values, count = [], rng.choice([2, 2, 3])
        named = rng.randrange(count)
        for number in range(count):
            value = Value(rng, number, agents, [0, 0, 0], False)
            value.sync = "named" if number == named or rng.random() < 0.2 else rng.choice(["async", "mbar"])
            value.remote, value.bulk, value.words = False, False, 32
            value.stages = rng.choice([4, 5, 6]) if number == named else rng.choice([1, 1, 2, 4])
            value.begin = rng.randrange(4 * self.II)
            others = [agent for agent in agents if agent != value.producer]
            value.readers = [(who, value.begin + rng.randrange(value.stages * self.II))
                             for who in rng.sample(others, rng.choice([1, 1, 1, len(others)]))]
            if seed % 4 == 0:  # one of them at two places
                value.readers.append((value.readers[0][0], value.begin + rng.randrange(value.stages * self.II)))
            self.values.append(value)

    def text(self):
        lines = []
        for value in self.values:
            place = "%s @%d.%d"
            lines.append("    value %s u32[%d] stages %d align 128 sync %s produce %s consume %s\n" % (
                value.name, value.words, value.stages, value.sync,
                place % (value.producer, value.begin // self.II, value.begin % self.II),
                ", ".join(place % (who, at // self.II, at % self.II) for who, at in value.readers)))
        agents = " ".join("a%d:%dw" % agent for agent in enumerate(self.warps))
        return "target sm_90\npipeline %s {\n    ii %d\n    mode %s\n    agents %s\n%s}\n" % (
            self.name, self.II, self.mode, agents, "".join(lines))

    def todo_of(self, number, header):
        """[(cycle, place in the declaration, side, stage, value, its steps)], in order."""
        todo, threads = [], 32 * self.warps[number]
        for at, value in enumerate(self.values):
            if value.producer == "a%d" % number:
                todo.append((value.begin % self.II, at, "p", value.begin // self.II, value, self.produce(value, threads)))
            for n, (who, flat) in enumerate(value.readers):
                if who == "a%d" % number:
                    places = [other for reader, other in value.readers if reader == who]
                    steps, side = self.consume(value, n, threads, header), "c"
                    if flat > min(places):
                        steps, side = [step.replace(value.name + "_c", value.name + "_r") for step in steps[1:]], "r"
                    elif flat < max(places):
                        steps = steps[:2]
                    elif n > 0 and value.readers[0] == (who, flat):
                        continue  # one place, told twice
                    todo.append((flat % self.II, at, side, flat // self.II, value, steps))
        return sorted(todo, key=lambda one: one[:2])

    def agent(self, number, header):
        todo = self.todo_of(number, header)
        last = max([value.begin for value in self.values] + [at for value in self.values for _, at in value.readers]) // self.II
        lines, first, behind = [], [], []
        for _, _, side, _, value, _ in todo:
            lines.append("tc_%s_state %s_%s = tc_%s_%s_%s_start();" % (
                self.name, value.name, side, self.name, value.name, "producer" if side == "p" else "consumer"))
        lines.append("for (unsigned t = 0; t <= arg.turns + %d; t++) {" % last)
        for _, _, side, stage, value, steps in todo:
            lines += ["if (t - %du < arg.turns) { const unsigned i = t - %d;" % (stage, stage)] + steps
            lines += ["tc_%s_%s_advance(&%s_%s); }" % (self.name, value.name, value.name, side)]
            if side == "p" and value.sync == "named":
                lines.append("else if (t == arg.turns + %d && !arg.behind) %s" % (stage, self.call(value, "tail")))
                first.append("if (arg.behind) " + self.call(value, "tail"))
            elif side == "p":
                behind.append(self.call(value, "tail"))
        return lines + ["}"] + first + behind if self.states_order(header) else lines + ["}"] + behind + first

    def launches(self, header):
        """The end of the loop where the pages want the tail, and behind it unless the header says no."""
        turns = sorted({0, 1, 2, 3, 7} | {value.stages + 1 for value in self.values})
        return ["static const unsigned turns[] = {%s};" % ", ".join(map(str, turns)),
                "for (unsigned seed = 0; seed < %d; seed++) {" % (2 * len(turns) if self.ends_anywhere(header) else len(turns)),
                "args a = start(%d, 1, turns[seed %% %d]);" % (len(self.values), len(turns)), "a.behind = seed >= %d;" % len(turns)]

    def mended(self, why):
        """As the refusal wants it: in another order, or with mbarriers; None: it says neither."""
        moves = re.findall(r"'(\w+)'(?:,)? before '(\w+)'", why)
        synced = re.search(r"give (.*) 'sync mbar'", why)
        other = type(self)(self.seed)
        other.name += "m"
        for moved, before in moves:
            names = [value.name for value in other.values]
            value = other.values.pop(names.index(moved))
            other.values.insert([value.name for value in other.values].index(before), value)
        for value in other.values:
            value.sync = "mbar" if synced and "'%s'" % value.name in synced.group(1) else value.sync
        return other if moves or synced else None

    def ends_anywhere(self, header):
        return "behind the loop, no agent would continue" not in told(header)

    def states_order(self, header):
        """Of the tails behind the loop."""
        return "tails of pipes without mbarriers come first, in the order of the loop" in told(header)


class Handed(Staged):
    """A named barrier beside values of short lives, which share: agents wait for their turns and for one another."""

    def __init__(self, seed):
        super().__init__(seed)
        rng = random.Random("handed %d" % seed)
        self.name, self.mode, self.warps = "h%d" % seed, rng.choice(["slot", "slot", "pack", "seed"]), [1] * rng.choice([2, 2, 3])
        agents = ["a%d" % i for i in range(len(self.warps))]
        self.values, count, depth = [], rng.choice([3, 3, 4]), rng.choice([1, 2, 2, 3])
        named = rng.randrange(count)
        for number in range(count):
            value = Value(rng, number, agents, [0, 0, 0], False)
            value.sync = "named" if number == named else rng.choice(["async", "mbar", "cpasync", "async arrive threads"])
            value.remote, value.bulk, value.words = False, False, 32
            value.stages = rng.choice([1, 2, 3]) if number == named else rng.choice([depth, depth, depth, 1, 2])
            value.begin = rng.randrange(2 * self.II)
            longest = value.stages * self.II if number == named else rng.choice([3, 5])
            others = [agent for agent in agents if agent != value.producer]
            value.readers = [(who, value.begin + rng.randrange(1, longest)) for who in rng.sample(others, rng.choice([1, 1, len(others)]))]
            self.values.append(value)


PROGRAM = """/* Made by tests/pipes/random_pipes.py. */
%(includes)s
#include "tests/emu/emu_test.h"
typedef struct {
    unsigned *in, *out;
    unsigned turns, ctas, values, behind;
} args;
enum { MOST = 128 };
TC_FN void give(const unsigned *src, unsigned *dst, unsigned count, unsigned thread, unsigned threads) {
    unsigned v;
    for (unsigned i = thread; i < count; i += threads) {
        tc_load_global_b32(&v, src + i);
        tc_store_shared_b32(dst + i, &v);
    }
}
TC_FN void take(unsigned *dst, const unsigned *src, unsigned count, unsigned thread, unsigned threads) {
    unsigned v;
    for (unsigned i = thread; i < count; i += threads) {
        tc_load_shared_b32(&v, src + i);
        tc_store_global_b32(dst + i, &v);
    }
}
static args start(unsigned values, unsigned ctas, unsigned turns) {
    args a = {0, 0, turns, ctas, values, 0};
    const unsigned count = values * ctas * (turns ? turns : 1) * MOST;
    a.in = (unsigned *)tc_emu_gmem_alloc(4 * count, "in");
    a.out = (unsigned *)tc_emu_gmem_alloc(12 * count, "out");
    for (unsigned i = 0; i < count; i++)
        a.in[i] = i * 2654435761u + 1;
    return a;
}
static void finish(args a) {
    tc_emu_gmem_free(a.in);
    tc_emu_gmem_free(a.out);
}
/* What a reader of a CTA left is what that CTA, or the one before it, filled. */
static void expect_words(const char *name, args a, unsigned value, unsigned reader, unsigned words, unsigned back) {
    unsigned wrong = 0;
    for (unsigned cta = 0; cta < a.ctas; cta++)
        for (unsigned i = 0; i < a.turns; i++)
            for (unsigned w = 0; w < words; w++)
                wrong += a.out[((reader * a.ctas + cta) * a.turns + i) * MOST + w] !=
                         a.in[((value * a.ctas + (cta + (back ? a.ctas - 1 : 0)) %% a.ctas) * a.turns + i) * MOST + w];
    unit_expect(wrong == 0, name, __FILE__, (int)wrong);
}
%(kernels)s
int main(void) {
%(calls)s
    return unit_finish();
}
"""


def program(pipelines, headers):
    """One program of those of one kind of targets, whose headers are `headers`, by name."""
    return PROGRAM % {
        "includes": "\n".join('#include "%s_gen.h"' % p.name for p in pipelines) + '\n#include "tilecopy/tilecopy.h"',
        "kernels": "\n".join(p.kernel(headers[p.name]) for p in pipelines),
        "calls": "\n".join("    run_%s();" % p.name for p in pipelines)}
