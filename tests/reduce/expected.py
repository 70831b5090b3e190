"""A reduce statement, and what it should give: from the text of docs/lane0.md, nothing of tcgen."""
import itertools
import math
import re

from numbers_of import NUMBERS

BLOCK = 128


class Value:
    def __init__(self, text):
        match = re.match(r"(in|out) (\w+) : (\w+)(\[[\d,]+\])?(?: / \w+(\[[\d,]+\]))?( cyclic)?$", text)
        way, self.name, dtype, seq, lane, cyclic = match.groups()
        self.is_result, self.cyclic, self.number = way == "out", bool(cyclic), NUMBERS[dtype]
        self.seq = [int(n) for n in seq[1:-1].split(",")] if seq else []
        self.lane = [int(n) for n in lane[1:-1].split(",")] if lane else self.seq
        self.held = math.prod(self.lane)
        self.bytes = self.held * self.number.bytes

    def coordinate(self, rank, slot):
        """Which element register `slot` of a thread is: dimension by dimension, the last one fastest."""
        out = []
        for s, h in zip(reversed(self.seq), reversed(self.lane)):
            q = s // h
            at, e = rank % q, slot % h
            rank, slot = rank // q, slot // h
            out.insert(0, e * q + at if self.cyclic else at * h + e)
        return tuple(out)

    def flat(self, rank, slot):
        index = 0
        for s, at in zip(self.seq, self.coordinate(rank, slot)):
            index = index * s + at
        return index


class Reduce:
    def __init__(self, name, text):
        self.name, self.text = name, "reduce %s %s" % (name, text)
        head, body = text.split("{", 1)
        self.cta = head.startswith("cta")
        self.threads = int(re.search(r"\d+", head).group())
        self.op = re.sub(r"[()]", " ", head).split()[2]
        self.arg, self.op = self.op.startswith("arg"), self.op.replace("arg", "")
        over = re.search(r"over (\d+)", head)
        self.values = [Value(part.strip()) for part in body.rstrip(" }").split(";") if part.strip()]
        self.operands = [v for v in self.values if not v.is_result]
        self.results = [v for v in self.values if v.is_result]
        self.source, self.acc = self.operands[0], (self.operands + [None])[1]
        self.over = int(over.group(1)) if over and len(self.source.seq) > 1 else None
        ratios = [s // h for s, h in zip(self.source.seq, self.source.lane)]
        lanes, near = min(self.threads, 32), 1
        if self.over is not None:
            lanes, near = ratios[self.over], math.prod(ratios[self.over + 1:])
        self.distances = [near << k for k in reversed(range(lanes.bit_length() - 1))]
        self.kept = self.results[0].held
        self.differs = self.op in ("min", "max") and self.source.number.name == "f32"  # between targets
        self.bytes_in = sum(v.bytes for v in self.operands)
        self.bytes_out = sum(v.bytes for v in self.results)
        self.takes_scratch = self.cta and self.threads > 32 and self.over is None
        self.groups = BLOCK // self.threads
        self.callers = self.groups * self.threads
        self.group_text, self.rank_text = "tid / %d" % self.threads, "tid %% %d" % self.threads

    # ---- what threads bring and get: one list of bits a value, thread by thread

    def bring(self, draw, turn):
        """An accumulator is the same in all threads of a group."""
        number = self.source.number
        one = number.wild(draw)
        make = {"few": lambda: number.few(draw), "wild": lambda: number.wild(draw), "same": lambda: one,
                "last": lambda: number.nan if number.floating else one}[turn]
        shared = [[make() for _ in range(self.acc.held)] for _ in range(BLOCK)] if self.acc else []
        rows = []
        for tid in range(BLOCK):
            rows.append([[make() for _ in range(self.source.held)]])
            if self.acc:
                rows[-1].append(shared[tid // self.threads])
        if turn == "last":
            for tid in range(min(self.threads - 1, BLOCK), BLOCK, self.threads):
                rows[tid][0][-1] = number.few(draw)
        return rows

    def pack(self, rows):
        return b"".join(x.to_bytes(v.number.bytes, "little")
                        for row in rows for v, xs in zip(self.operands, row) for x in xs)

    def unpack(self, data):
        """For every thread the bits of all its results."""
        rows, at = [], 0
        for _ in range(BLOCK):
            rows.append([])
            for v in self.results:
                for _ in range(v.held):
                    rows[-1].append(v.number.known(int.from_bytes(data[at:at + v.number.bytes], "little")))
                    at += v.number.bytes
        return rows

    # ---- what they should get

    def expected(self, rows):
        out = []
        for group in range(self.groups):
            out += self.of_group(rows[group * self.threads:(group + 1) * self.threads])
        return out

    def joined(self, numbers):
        numbers = list(numbers)
        x = numbers[0]
        for y in numbers[1:]:
            x = self.source.number.combined(self.op, x, y)
        return x

    def butterfly(self, xs, distances):
        for far in distances:
            xs = [self.source.number.combined(self.op, x, xs[i ^ far]) for i, x in enumerate(xs)]
        return xs

    def of_group(self, rows):
        """For every thread what it gets: of every result its place and value, or only one of them."""
        number = self.source.number
        columns = [self.of_results(rows, r) for r in range(self.kept)]
        if self.acc:
            columns = [[number.combined(self.op, x, row[1][r]) for x, row in zip(xs, rows)]
                       for r, xs in enumerate(columns)]
        known = [[number.known(x) for x in row] for row in zip(*columns)]
        if not self.arg:
            return known
        places = [[self.place(rows, rank, r, columns[r][rank]) for r in range(self.kept)] for rank in range(self.threads)]
        return [place + (value if len(self.results) > 1 else []) for place, value in zip(places, known)]

    def slots(self, r):
        """The registers of a lane that are parts of its result r, in their order."""
        if self.over is None:
            return range(self.source.held)
        inner = math.prod(self.source.lane[self.over + 1:])
        mine = self.source.lane[self.over]
        return [r // inner * mine * inner + k * inner + r % inner for k in range(mine)]

    def halves(self):
        """Of 16 bits, where an even number of elements lie side by side in a lane, those with even and with odd
        numbers are apart until all lanes have both."""
        alone = self.over is None or math.prod(self.source.lane[self.over + 1:]) == 1
        return 2 if self.source.number.bits == 16 and alone and len(self.slots(0)) % 2 == 0 else 1

    def of_results(self, rows, r):
        """Result r of every thread."""
        parts = []
        for half in range(self.halves()):
            own = [self.joined([row[0][slot] for slot in self.slots(r)[half::self.halves()]]) for row in rows]
            warps = [self.butterfly(own[i:i + 32], self.distances) for i in range(0, len(own), 32)]
            parts.append(sum(warps, []))
        xs = [self.joined(pair) for pair in zip(*parts)]
        if self.over is not None or self.threads <= 32:
            return xs
        return [self.joined(xs[::32])] * self.threads

    def place(self, rows, rank, r, best):
        """The lowest index of what equals the best; none equals a NaN."""
        number, found = self.source.number, 0xFFFFFFFF
        own = self.rest(self.source.coordinate(rank, self.slots(r)[0]))
        for other, row in enumerate(rows):
            for slot, x in enumerate(row[0]):
                at = self.source.coordinate(other, slot)
                if self.rest(at) == own and number.worth(x) == number.worth(best):
                    found = min(found, self.source.flat(other, slot) if self.over is None else at[self.over])
        return found

    def rest(self, at):
        return () if self.over is None else at[:self.over] + at[self.over + 1:]

    # ---- random ones

    @staticmethod
    def random(draw):
        cta = draw.random() < 0.3
        threads = draw.choice([32, 64, 96, 128]) if cta else draw.choice([32, 32, 32, 16, 8, 4, 2])
        name = draw.choice(list(NUMBERS))
        rank = draw.choice([1, 1, 2, 3])
        lane = [draw.choice([1, 2, 3, 4]) for _ in range(rank)]
        seq = [q * h for q, h in zip(split(draw, threads, rank), lane)]
        show = lambda extents: "%s[%s]" % (name, ",".join(map(str, extents)))
        ops = ["add", "mul", "min", "max"] + ([] if NUMBERS[name].floating else ["and", "or", "xor"])
        cyclic, op, over = draw.choice(["", " cyclic"]), draw.choice(ops + ["argmin", "argmax"]), ""
        out = lambda name: name
        dim = draw.choice([None] + list(range(rank)))
        if dim is not None and rank > 1 and seq[dim] > 1 and in_one_warp(seq, lane, dim):
            over = " over %d" % dim
            keeps = lambda extents: ",".join(map(str, extents[:dim] + extents[dim + 1:]))
            spread = keeps(seq) != keeps(lane)
            out = lambda name: "%s[%s]" % (name, keeps(seq)) + (
                " / %s[%s]%s" % (name, keeps(lane), cyclic) if spread else "")
        rest = draw.choice(["", "in c : %s; " % out(name)]) + "out s : %s;" % out(name)
        if op.startswith("arg"):
            rest = "out i : %s;" % out("u32") + draw.choice(["", " out s : %s;" % out(name)])
        return "%s %s%s { in a : %s / %s%s; %s }" % (
            "cta(%d)" % threads if cta else "warp %d" % threads, op, over, show(seq), show(lane), cyclic, rest)


def in_one_warp(seq, lane, dim):
    ratios = [s // h for s, h in zip(seq, lane)]
    far = math.prod(ratios[dim:])
    return ratios[dim] == 1 or far <= 32 and far & far - 1 == 0


def split(draw, threads, rank):
    """Ratios of `rank` dimensions whose product is the group."""
    ratios = [1] * rank
    for prime in factors(threads):
        ratios[draw.randrange(rank)] *= prime
    return ratios


def factors(n):
    for p in itertools.chain([2], range(3, n + 1, 2)):
        while n % p == 0 and n > 1:
            yield p
            n //= p
