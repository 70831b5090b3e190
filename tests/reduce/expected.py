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
        self.values = [Value(part.strip()) for part in body.rstrip(" }").split(";") if part.strip()]
        self.operands = [v for v in self.values if not v.is_result]
        self.results = [v for v in self.values if v.is_result]
        self.source, self.acc = self.operands[0], (self.operands + [None])[1]
        self.bytes_in = sum(v.bytes for v in self.operands)
        self.bytes_out = sum(v.bytes for v in self.results)
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
                    rows[-1].append(int.from_bytes(data[at:at + v.number.bytes], "little"))
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
        own = [self.joined(row[0]) for row in rows]
        warps = [self.butterfly(own[i:i + 32], [16, 8, 4, 2, 1]) for i in range(0, self.threads, 32)]
        if len(warps) > 1:
            xs = [self.joined(warp[0] for warp in warps)] * self.threads
        else:
            xs = warps[0]
        if self.acc:
            xs = [self.source.number.combined(self.op, x, row[1][0]) for x, row in zip(xs, rows)]
        if self.arg:
            return [[self.place(rows, x), x][:len(self.results)] for x in xs]
        return [[x] for x in xs]

    def place(self, rows, best):
        """The lowest index of what equals the best; none equals a NaN."""
        number, found = self.source.number, 0xFFFFFFFF
        for rank, row in enumerate(rows):
            for slot, x in enumerate(row[0]):
                if number.worth(x) == number.worth(best):
                    found = min(found, self.source.flat(rank, slot))
        return found

    # ---- random ones

    @staticmethod
    def random(draw):
        cta = draw.random() < 0.3
        threads = draw.choice([32, 64, 96, 128]) if cta else 32
        name = draw.choice(list(NUMBERS))
        rank = draw.choice([1, 1, 2, 3])
        lane = [draw.choice([1, 2, 3, 4]) for _ in range(rank)]
        seq = [q * h for q, h in zip(split(draw, threads, rank), lane)]
        show = lambda extents: "%s[%s]" % (name, ",".join(map(str, extents)))
        ops = ["add", "mul", "min", "max"] + ([] if NUMBERS[name].floating else ["and", "or", "xor"])
        rest = draw.choice(["", "in c : %s; " % name]) + "out s : %s;" % name
        op = draw.choice(ops + ["argmin", "argmax"])
        if op.startswith("arg"):
            rest = "out i : u32;" + draw.choice(["", " out s : %s;" % name])
        return "%s %s { in a : %s / %s%s; %s }" % (
            "cta(%d)" % threads if cta else "warp %d" % threads, op, show(seq), show(lane),
            draw.choice(["", " cyclic"]), rest)


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
