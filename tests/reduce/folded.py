"""A reduce over a register layout, and what it should give: from the text of docs/lane0.md, nothing of tcgen."""
import math
import re

from expected import BLOCK
from numbers_of import NUMBERS

FRAGMENTS = {  # one tile of each, as the PTX manual draws it
    "mma_c": "16x8 S[(2,8,4,2):(2,4@laneid,1@laneid,1)]",
    "wgmma_c": "64x8 S[(4,2,8,4,2):(1@wid_in_wg,2,4@laneid,1@laneid,1)]"}
LAYOUTS = {  # and some of the tests' own
    "rows": "4x64 S[(4,32,2):(1@warpid,1@laneid,1)]",
    "halves": "8x16 S[(8,4,4):(1@laneid,1,8@laneid)]",
    "twice": "16x8 S[(16,2,4):(1@laneid,4,1)] + R[(2):(16@laneid)]",
    "apart": "8x12 S[(8,4,3):(4@laneid,1@laneid,2)]",
    "quads": "3x32x4 S[(3,4,8,4):(1@warpid,1,1@laneid,8@laneid)]",
    "narrow": "16x4 S[(2,8,4):(8@laneid,1@laneid,1)]",
    "threads": "6x16 S[(6,16):(16@tx,1@tx)]",
    "columns": "1x64 S[(2,32):(1@warpid,1@laneid)]",
    "block": "32x4 S[(128):(1@tx)]",
    "pairs": "2x8x8 S[(2,8,2,4):(16@laneid,2@laneid,1@laneid,1)]"}
PREAMBLE = "".join("layout own_%s = %s\n" % item for item in LAYOUTS.items())
LISTED = """
warp 32 max over 1 { in a : f32[16,64] / mma_c; out s : f32[16,1] / mma_c; }
warp 32 add over 1 { in a : f32[32,16] / mma_c; in c : f32[32,1] / mma_c; out s : f32[32,1] / mma_c; }
warp 32 add over 0 { in a : f32[16,24] / mma_c; out s : f32[1,24] / mma_c; }
warp 32 add { in a : f32[16,40] / mma_c; in c : f32; out s : f32; }
warp 32 min { in a : f32[16,8] / mma_c; out s : f32[1,1] / mma_c; }
warp 32 max { in a : i32[16,16] / mma_c; out s : i32; }
warp 32 xor over 1 { in a : i32[16,16] / mma_c; out s : i32[16,1] / mma_c; }
warp 32 add over 1 { in a : f16[16,32] / mma_c; in c : f16[16,1] / mma_c; out s : f16[16,1] / mma_c; }
warp 32 max over 0 { in a : f16[32,16] / mma_c; in c : f16[1,16] / mma_c; out s : f16[1,16] / mma_c; }
warp 32 add { in a : f16[16,16] / mma_c; out s : f16; }
warp 32 mul over 1 { in a : f64[16,16] / mma_c; out s : f64[16,1] / mma_c; }
warpgroup max over 1 { in a : f32[64,24] / wgmma_c; out s : f32[64,1] / wgmma_c; }
warpgroup add over 1 { in a : f32[64,128] / wgmma_c; out s : f32[64,1] / wgmma_c; }
warpgroup add over 0 { in a : f32[64,16] / wgmma_c; in c : f32[1,16] / wgmma_c; out s : f32[1,16] / wgmma_c; }
warpgroup add over 0 { in a : f16[64,16] / wgmma_c; out s : f16[1,16] / wgmma_c; }
warpgroup add { in a : f32[64,16] / wgmma_c; out s : f32; }
cta(128) add over 0 { in a : f32[4,64] / own_rows; out s : f32[1,64] / own_rows; }
cta(128) max over 1 { in a : bf16[4,64] / own_rows; out s : bf16[4,1] / own_rows; }
cta(128) add { in a : u64[4,64] / own_rows; in c : u64; out s : u64; }
warp 32 add over 1 { in a : f32[8,16] / own_halves; out s : f32[8,1] / own_halves; }
warp 32 add over 0 { in a : f16[8,16] / own_halves; out s : f16[1,16] / own_halves; }
warp 32 add over 1 { in a : f32[16,8] / own_twice; out s : f32[16,1] / own_twice; }
warp 32 add over 0 { in a : bf16[16,8] / own_twice; in c : bf16[1,8] / own_twice; out s : bf16[1,8] / own_twice; }
warp 32 add { in a : f16[8,12] / own_apart; out s : f16; }
warp 32 min over 0 { in a : f16[8,12] / own_apart; out s : f16[1,12] / own_apart; }
cta(96) add over 0 { in a : f32[3,32,4] / own_quads; out s : f32[1,32,4] / own_quads; }
cta(96) max over 1 { in a : f16[3,32,4] / own_quads; out s : f16[3,1,4] / own_quads; }
cta(96) mul { in a : f16[3,32,4] / own_quads; out s : f16; }
warp 16 add over 0 { in a : f32[16,4] / own_narrow; in c : f32[1,4] / own_narrow; out s : f32[1,4] / own_narrow; }
warp 16 max { in a : f16[16,4] / own_narrow; out s : f16; }
cta(96) add over 0 { in a : f32[6,16] / own_threads; out s : f32[1,16] / own_threads; }
cta(96) max { in a : f32[6,16] / own_threads; out s : f32; }
cta(128) add over 0 { in a : f32[32,4] / own_block; out s : f32[1,4] / own_block; }
cta(128) add over 1 { in a : f16[32,4] / own_block; out s : f16[32,1] / own_block; }
warp 32 add over 2 { in a : f16[2,8,8] / own_pairs; out s : f16[2,8,1] / own_pairs; }
warp 32 add over 0 { in a : f32[2,8,8] / own_pairs; out s : f32[1,8,8] / own_pairs; }
warp 32 add over 0 { using folded; in a : f32[16,64] / mma_c; out s : f32[1,64] / mma_c; }
warp 32 add over 0 { using folded_halved; in a : f32[16,64] / mma_c; out s : f32[1,64] / mma_c; }
warp 32 max over 0 { using folded_halved; in a : i64[16,16] / mma_c; in c : i64[1,16] / mma_c; out s : i64[1,16] / mma_c; }
warp 32 mul over 0 { using folded_halved; in a : bf16[16,48] / mma_c; out s : bf16[1,48] / mma_c; }
warpgroup add over 0 { using folded; in a : f32[64,48] / wgmma_c; out s : f32[1,48] / wgmma_c; }
warpgroup add over 0 { using folded_halved; in a : f32[64,48] / wgmma_c; in c : f32[1,48] / wgmma_c; out s : f32[1,48] / wgmma_c; }
warpgroup max over 0 { using folded_halved; in a : f16[64,96] / wgmma_c; out s : f16[1,96] / wgmma_c; }
cta(64) add over 1 { using folded_halved; in a : f32[8,64] / own_columns; out s : f32[8,1] / own_columns; }
cta(64) mul over 1 { using folded_halved; in a : f64[12,64] / own_columns; out s : f64[12,1] / own_columns; }
""".strip().splitlines()
AXES = {"laneid": lambda rank: rank % 32, "warpid": lambda rank: rank // 32, "tx": lambda rank: rank,
        "wid_in_wg": lambda rank: rank // 32 % 4}


def iters(text):
    """(4,2):(1@laneid,2) -> [(4, 1, "laneid"), (2, 2, "")]."""
    extents, strides = re.match(r"\(([\d,]+)\):\(([^)]*)\)$", text).groups()
    out = []
    for extent, stride in zip(extents.split(","), strides.split(",")):
        amount, _, axis = stride.partition("@")
        out.append((int(extent), int(amount), axis))
    return out


class Layout:
    """Who holds what: element[rank][slot], its coordinate; None: nothing."""

    def __init__(self, text, shape, threads):
        match = re.match(r"([\dx]+) S\[([^]]*)\](?: \+ R\[([^]]*)\])?$", text)
        tile = [int(n) for n in match.group(1).split("x")]
        shard, replica = iters(match.group(2)), iters(match.group(3)) if match.group(3) else []
        self.shape, self.held = shape, {}
        in_tile = 1 + sum((e - 1) * s for e, s, axis in shard if not axis)
        for flat in range(math.prod(shape)):
            coord = unflat(flat, shape)
            number = 0
            for at, whole, extent in zip(coord, shape, tile):
                number = number * (whole // extent) + at // extent
            inner = 0
            for at, extent in zip(coord, tile):
                inner = inner * extent + at % extent
            slot, along = number * in_tile, {}
            for extent, stride, axis in reversed(shard):
                digit, inner = inner % extent, inner // extent
                if axis:
                    along[axis] = along.get(axis, 0) + digit * stride
                else:
                    slot += digit * stride
            for more in copies(replica):
                for rank in range(threads):
                    if all(AXES[a](rank) == along.get(a, 0) + more.get(a, 0) for a in set(along) | set(more)):
                        self.held[rank, slot] = coord
        self.slots = 1 + max(slot for _, slot in self.held)


def copies(replica):
    out = [{}]
    for extent, stride, axis in replica:
        out = [dict(old, **{axis: old.get(axis, 0) + digit * stride}) for old in out for digit in range(extent)]
    return out


def unflat(flat, shape):
    out = []
    for extent in reversed(shape):
        out.insert(0, flat % extent)
        flat //= extent
    return tuple(out)


class Value:
    def __init__(self, text):
        match = re.match(r"(in|out) (\w+) : (\w+)(?:\[([\d,]+)\] / (\w+))?$", text)
        way, self.name, dtype, shape, self.layout = match.groups()
        self.is_result, self.number = way == "out", NUMBERS[dtype]
        self.shape = [int(n) for n in shape.split(",")] if shape else []


class Folded:
    arg = False

    def __init__(self, name, text, layouts=None):
        self.name, self.text = name, "reduce %s %s" % (name, text)
        head, body = text.split("{", 1)
        known = dict(FRAGMENTS, **{"own_" + k: v for k, v in LAYOUTS.items()}, **(layouts or {}))
        self.text = "".join("layout %s = %s\n" % item for item in (layouts or {}).items()) + self.text
        self.cta = head.startswith("cta")
        self.threads = 128 if head.startswith("warpgroup") else int(re.search(r"\d+", head).group())
        self.op = re.search(r"\b(add|mul|min|max|and|or|xor)\b", head).group()
        over = re.search(r"over (\d+)", head)
        self.over = int(over.group(1)) if over else None
        parts = [part.strip() for part in body.rstrip(" }").split(";")]
        self.values = [Value(part) for part in parts if part and not part.startswith("using")]
        self.operands = [v for v in self.values if not v.is_result]
        self.results = [v for v in self.values if v.is_result]
        self.source, self.acc = self.operands[0], (self.operands + [None])[1]
        self.number = self.source.number
        self.layout = Layout(known[self.source.layout], self.source.shape, self.threads)
        self.parts = [self.parts_of(rank) for rank in range(self.threads)]
        self.source.held = self.layout.slots
        for v in self.values[1:]:
            v.held = len(self.parts[0])
        for v in self.values:
            v.bytes = v.held * v.number.bytes
        self.differs = self.op in ("min", "max") and self.number.name == "f32"
        self.bytes_in = sum(v.bytes for v in self.operands)
        self.bytes_out = sum(v.bytes for v in self.results)
        self.groups = BLOCK // self.threads
        self.callers = self.groups * self.threads
        self.group_text, self.rank_text = "tid / %d" % self.threads, "tid %% %d" % self.threads
        self.takes_scratch = any(len(self.warps_of(rank)) > 1 for rank in range(self.threads))

    def rest(self, coord):
        return () if self.over is None else coord[:self.over] + coord[self.over + 1:]

    def parts_of(self, rank):
        """Result by result, in the order of the slots, those that are its parts."""
        found = {}
        for slot in range(self.layout.slots):
            if (rank, slot) in self.layout.held:
                found.setdefault(self.rest(self.layout.held[rank, slot]), []).append(slot)
        return sorted(found.items(), key=lambda item: item[1])

    def first(self, rank):
        return self.layout.held[rank, self.parts[rank][0][1][0]]

    def shares(self, a, b):
        """Parts of the same result, but other ones."""
        x, y = self.first(a), self.first(b)
        return x != y and self.rest(x) == self.rest(y)

    def lanes_of(self, rank):
        return [far for far in (16, 8, 4, 2, 1) if far < self.threads and self.shares(rank, rank ^ far)]

    def warps_of(self, rank):
        """Of every part of the result one warp that has it."""
        seen = {}
        for other in range(rank % 32, self.threads, 32):
            if other == rank or self.shares(rank, other):
                seen.setdefault(self.first(other), other)
        return sorted(seen.values())

    def bring(self, draw, turn):
        number = self.number
        one = number.wild(draw)
        make = {"few": lambda: number.few(draw), "wild": lambda: number.wild(draw), "same": lambda: one,
                "last": lambda: number.nan if number.floating else one}[turn]
        rows = []
        for tid in range(BLOCK):
            rank = tid % self.threads
            if rank == 0:
                elements, kept = {}, {}
            row = [[make() for _ in range(self.source.held)]]
            for slot in range(self.source.held):
                coord = self.layout.held.get((rank, slot))
                if coord is not None:
                    row[0][slot] = elements.setdefault(coord, row[0][slot])
            if turn == "last" and rank == self.threads - 1:
                row[0][-1] = elements.get(self.layout.held.get((rank, self.source.held - 1)), row[0][-1])
            if self.acc:
                row.append([kept.setdefault(rest, make()) for rest, _ in self.parts[rank]])
            rows.append(row)
        return rows

    def pack(self, rows):
        return b"".join(x.to_bytes(v.number.bytes, "little")
                        for row in rows for v, xs in zip(self.operands, row) for x in xs)

    def unpack(self, data):
        rows, at, size = [], 0, self.number.bytes
        for _ in range(BLOCK):
            rows.append([self.number.known(int.from_bytes(data[at + r * size:at + (r + 1) * size], "little"))
                         for r in range(self.results[0].held)])
            at += self.bytes_out
        return rows

    def expected(self, rows):
        out = []
        for group in range(self.groups):
            out += self.of_group(rows[group * self.threads:(group + 1) * self.threads])
        return out

    def combined(self, x, y):
        return self.number.combined(self.op, x, y)

    def joined(self, numbers):
        x = numbers[0]
        for y in numbers[1:]:
            x = self.combined(x, y)
        return x

    def halves(self, slots):
        """In how many chains a thread combines its own: by even and odd places where their first run, evenly apart,
        has an even length."""
        run = 1
        while run < len(slots) and slots[run] == slots[0] + run * (slots[1] - slots[0]):
            run += 1
        if run % 2 or len(slots) < 2:
            return 1
        if self.number.bits > 16:
            return 2 if len(slots) >= 4 else 1
        every = [s for _, part in self.parts[0] for s in part]
        words = slots[1] == slots[0] + 1 and all(s % 2 == 0 or s - 1 in slots for s in slots)
        return 2 if words and all(s ^ 1 in every for s in every) else 1

    def of_group(self, rows):
        columns = []
        for r in range(len(self.parts[0])):
            halves = self.halves(self.parts[0][r][1])
            late = halves == 2 and self.number.bits == 16 and len(self.parts[0]) % 2 == 1
            chains = [[self.joined([row[0][s] for s in self.parts[rank][r][1][half::halves]])
                       for rank, row in enumerate(rows)] for half in range(halves)]
            if not late:
                chains = [[self.joined(both) for both in zip(*chains)]]
            chains = [self.butterfly(xs) for xs in chains]
            xs = [self.joined(both) for both in zip(*chains)]
            xs = [self.joined([xs[other] for other in self.warps_of(rank)]) for rank in range(self.threads)]
            if self.acc:
                xs = [self.combined(x, row[1][r]) for x, row in zip(xs, rows)]
            columns.append([self.number.known(x) for x in xs])
        return [list(row) for row in zip(*columns)]

    def butterfly(self, xs):
        for far in self.lanes_of(0):
            xs = [self.combined(x, xs[rank ^ far]) for rank, x in enumerate(xs)]
        return xs

    @staticmethod
    def random(draw, number):
        """Digits of lanes, warps and slots, each of a dimension or a replica, in any order."""
        warps = draw.choice([1, 1, 2, 3, 4])
        dims = ([], [])
        replicas, stride = [], 1
        bits = draw.choice([[5], [1, 4], [2, 3], [3, 2], [1, 2, 2], [2, 1, 2]])
        for count in bits:
            draw.choice(dims + dims + (replicas,)).append((1 << count, "%d@laneid" % stride))
            stride <<= count
        if warps > 1:
            draw.choice(dims + (replicas,)).append((warps, "1@warpid"))
        stride = 1
        for _ in range(draw.randint(0, 3)):
            extent = draw.choice([2, 2, 3, 4])
            draw.choice(dims).append((extent, str(stride)))
            stride *= extent * draw.choice([1, 1, 1, 2])
        for dim in dims:
            draw.shuffle(dim)
        shape = [math.prod(e for e, _ in dim) for dim in dims]
        shown = dims[0] + dims[1] or [(1, "1")]
        text = "%dx%d S[%s]" % (shape[0], shape[1], spelled(shown))
        if replicas:
            text += " + R[%s]" % spelled(replicas)
        over = draw.choice([d for d in (0, 1) if shape[d] > 1] + [None])
        dtype = draw.choice(list(NUMBERS))
        op = draw.choice(["add", "mul", "min", "max"] + ([] if NUMBERS[dtype].floating else ["and", "or", "xor"]))
        name = "own_random%d" % number
        kept = ",".join(str(n if d != over and over is not None else 1) for d, n in enumerate(shape))
        out = "%s[%s] / %s" % (dtype, kept, name)
        rest = draw.choice(["", "in c : %s; " % out]) + "out s : %s; " % out
        scope = "warp 32" if warps == 1 else "cta(%d)" % (32 * warps)
        return "%s %s%s { in a : %s[%d,%d] / %s; %s}" % (
            scope, op, "" if over is None else " over %d" % over, dtype, shape[0], shape[1], name, rest), {name: text}


def spelled(digits):
    return "(%s):(%s)" % (",".join(str(e) for e, _ in digits), ",".join(s for _, s in digits))
