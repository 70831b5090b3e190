"""How few boxes a tensor copy can be: found by trying out every division that the hardware takes, for copies that
are made at random, and held against what the generator says: the number of boxes, the map, and why they are not fewer.

A copy is a list of digits, innermost in the tile first: so many elements, in steps of the tile, of memory, and of a
dimension's coordinate. A box takes a part of each. The hardware's rules are those of spec/tma.md 2 and 3: a box has at
most 256 elements in a dimension, rows of whole 16 bytes and within the span of the swizzle, five dimensions; its
elements stand one row after another in shared memory; it begins at 8 spans, or at 128 bytes."""
import itertools
import json
import math
import os
import random
import re

import harness

BITS = {"i4": 4, "u8": 8, "f16": 16, "f32": 32, "f64": 64}
WIDER = {8: "u8", 16: "u16", 32: "u32", 64: "u64"}
SHARED = 227 * 1024  # bytes that a CTA has


class Case:
    """One statement and its digits."""

    def __init__(self, rng, name, tirx):
        self.tirx, self.name = tirx, name
        self.dtype = rng.choice(["i4", "u8", "f16", "f16", "f32", "f64"])
        self.bits = BITS[self.dtype]
        self.load = rng.random() < 0.7
        self.oob = not tirx and rng.random() < 0.25
        self.reduce = not self.load and self.dtype == "f16" and rng.random() < 0.3
        self.swizzle = rng.choice([0, 0, 32, 64, 128])
        self.span = self.swizzle * 8 // self.bits
        self.plain = self.oob or rng.random() < 0.85
        self.facts = {}
        self.shape(rng)
        self.tensor(rng)
        self.tile(rng)

    def shape(self, rng):
        """The region, and each of its dimensions in digits, outermost first."""
        unit = 128 // self.bits
        row = unit * rng.choice([1, 2, 3, 4, 6, 8, 8, 16, 24, 32, 40, 64, 72])
        if self.swizzle and rng.random() < 0.5:
            row = self.span * rng.choice([1, 1, 2, 3])
        counts = [1, 2, 3, 4, 5, 8, 16, 24, 75, 128, 227, 256, 262, 300, 514, 516, 771]
        rows = [rng.choice(counts) for _ in range(rng.choice([0, 1, 1, 2, 2, 3]))]
        most = rng.choice([2 ** 13, 2 ** 15, 2 ** 18])
        while row * math.prod(rows) > most or row * math.prod(rows) * self.bits > 300 * 8192:
            if not rows:
                row = unit
            elif max(rows) > 12:
                rows[rows.index(max(rows))] = rng.choice([1, 2, 8, 12])
            else:
                rows = rows[1:]
        self.region = rows + [row]
        self.split = []
        for d, extent in enumerate(self.region):
            parts = [extent]
            inner = d == len(self.region) - 1
            if rng.random() < (0.5 if inner else 0.25):
                by = [b for b in range(2, extent) if extent % b == 0 and (not inner or b * self.bits % 128 == 0)]
                if inner and self.span in by:
                    by = [self.span]
                if by:
                    b = rng.choice(by)
                    parts = [extent // b, b]
            self.split.append(parts)

    def fact(self, name, by):
        if by > 1:
            self.facts[name] = by
        return name

    def tensor(self, rng):
        """Extents, origins, strides of memory; a name where the number is known at run time only."""
        unit, rank = 128 // self.bits, len(self.region)
        even = 2 if self.bits == 4 else 1
        self.extents, self.origins, self.strides = [], [], [1]
        for d, count in enumerate(self.region):
            inner = d == rank - 1
            named = self.plain and rng.random() < (0.4 if inner else 0.5)
            by = 1 if not inner else rng.choice([even, 2, 4, 8, unit]) if self.load else unit
            whole = not self.plain or (not named and rng.random() < 0.5)
            begin = 0 if whole or rng.random() < 0.4 else rng.choice([1, 2, 3]) * (unit if inner else 1)
            extent = count if whole else begin + count + rng.choice([0, 1, 2]) * (unit if inner else 1)
            self.extents.append(self.fact("NMKL"[d], by) if named else extent)
            symbol = "nmkl"[d] if not whole and begin == 0 and rng.random() < 0.6 else None
            if symbol:
                self.fact(symbol, (rng.choice([even, 2, 4, min(8, unit)]) if self.load else unit) if inner else 1)
            self.origins.append((begin, symbol))
        for d in range(rank - 2, -1, -1):
            below, stride = self.extents[d + 1], self.strides[0]
            if isinstance(below, str) or isinstance(stride, str) or (self.plain and rng.random() < 0.2):
                self.strides.insert(0, self.fact("s" + "nmkl"[d], unit))
            else:
                stride = max(stride * below, 1)
                pad = rng.choice([0, 0, 0, unit, 2 * unit])
                stride += pad
                self.strides.insert(0, stride if stride * self.bits % 128 == 0 else (stride // unit + 1) * unit)

    def tile(self, rng):
        """Digits, innermost first, with their steps in the tile."""
        self.digits, rank = [], len(self.region)
        order = [(d, k) for d in range(rank) for k in range(len(self.split[d])) if self.split[d][k] > 1]
        last = (rank - 1, len(self.split[-1]) - 1)
        rest = [at for at in order if at != last]
        if rng.random() < 0.5:
            rng.shuffle(rest)
        else:
            rest = rest[::-1]
            rest.sort(key=lambda at: at[0] == rank - 1)
        step, self.at = 1, {}
        far = max(8 * self.span, 1024 // self.bits)
        for at in [last, *rest]:
            count = self.split[at[0]][at[1]]
            self.at[at] = step
            inside = math.prod(self.split[at[0]][at[1] + 1:])
            below = self.digits[-1] if self.digits else None
            if below and (below["dim"], below["step"] * below["count"], below["tile"] * below["count"]) == (at[0], inside, step):
                below["count"] *= count
            else:
                self.digits.append(dict(dim=at[0], count=count, tile=step, step=inside))
            step *= count
            if at == last and self.span and count < self.span:
                step = self.span
            elif rng.random() < 0.1:
                step = (step // far + 1) * far

    # ---- text
    def text(self):
        rank = len(self.region)
        flat = [self.at.get((d, k), 0) for d in range(rank) for k in range(len(self.split[d]))]
        parts = [p for d in range(rank) for p in self.split[d]]
        tile = "S[(%s):(%s)]" % (",".join(map(str, parts)), ",".join(map(str, flat)))
        shape = "x".join(map(str, self.region))
        tile = "smem %s%s%s" % (shape + " " if shape != "x".join(map(str, parts)) else "", tile,
                                " swizzle %dB" % self.swizzle if self.swizzle else "")
        origin = ["%s:+%d" % (s, r) if s else "%d:%d" % (b, b + r) for (b, s), r in zip(self.origins, self.region)]
        memory = "gmem S[(%s):(%s)][%s]" % (",".join(map(str, self.extents)), ",".join(map(str, self.strides)), ", ".join(origin))
        if not self.plain:
            steps = [self.strides[d] * math.prod(self.split[d][k + 1:]) for d in range(rank) for k in range(len(self.split[d]))]
            memory = "gmem %s S[(%s):(%s)]" % (shape, ",".join(map(str, parts)), ",".join(map(str, steps)))
        pair = (memory, tile) if self.load else (tile, memory)
        facts = ", ".join("%s %% %d == 0" % (n, by) for n, by in self.facts.items())
        return "copy_async elected %s %s -> %s%s { tensormap; using tma_auto;%s%s } as %s\n" % (
            self.dtype, *pair, " where " + facts if facts else "",
            (" oob zero;" if self.load else " oob skip;") if self.oob else "", " reduce add;" if self.reduce else "", self.name)

    # ---- the least number of boxes
    def dims(self):
        """The digits as dimensions of a map, and those of which one element is copied, which is not the first."""
        found = []
        for digit in self.digits:
            d = digit["dim"]
            whole = self.origins[d] == (0, None) and self.extents[d] == self.region[d]
            own = digit["step"] == 1 and (not whole or self.oob)
            inner = next(i for i, e in enumerate(self.digits) if e["dim"] == d and e["step"] == 1)
            found.append(Dim(digit["count"], digit["tile"], coefficient(self.strides[d], digit["step"]),
                             coefficient(self.extents[d]) if own else (digit["count"], None),
                             (*self.origins[d], 1) if own else NOWHERE, inner if self.oob and digit["step"] > 1 else None))
        for d in reversed(range(len(self.region))):
            if self.region[d] == 1 and self.origins[d] != (0, None):
                found.append(Dim(1, 0, coefficient(self.strides[d]), coefficient(self.extents[d]), (*self.origins[d], 1), None))
        return found

    def packs(self, inner, pack):
        begin, symbol, times = inner.first
        number, name = inner.extent
        return (self.bits * pack <= 64 and inner.count % pack == 0 and number * self.facts.get(name, 1) % pack == 0 and
                begin % pack == 0 and (times % pack == 0 or not symbol or (times == 1 and self.facts.get(symbol, 1) % pack == 0)))

    def place(self):
        """Bytes: where a box begins. Upstream takes loads to 16."""
        return 8 * self.swizzle if self.swizzle else 16 if self.tirx and self.load else 128

    def divisions(self, dims, pack, parts=(), pitch=1):
        """Every box that the hardware takes and that divides the copy: a part of each dimension."""
        at = len(parts)
        if sum(d.moves is None for d in dims) > 5 or math.prod(parts) * self.bits > self.most():
            return
        if at == len(dims):
            if sum(part < dim.count for dim, part in zip(dims, parts)) <= 8:
                yield parts
            return
        dim = dims[at]
        for part in range(1, dim.count + 1):
            row = at > 0 or (part * self.bits % 128 == 0 and part % pack == 0 and (not self.span or part <= self.span))
            placed = part == dim.count or part * dim.tile * self.bits // 8 % self.place() == 0
            if (dim.count % part == 0 and row and placed and part <= 256 * (1 if at else pack)
                    and (part == 1 or (dim.tile == pitch and dim.moves is None))
                    and (not self.tirx or self.is_upstream(dims, parts, part))):
                yield from self.divisions(dims, pack, (*parts, part), self.span if at == 0 and self.span else pitch * part)

    def is_upstream(self, dims, parts, part):
        """Of each dimension all or one, those that are whole first; the tile is complete."""
        dim, before = dims[len(parts)], dims[:len(parts)]
        whole = all(p == d.count for p, d in zip(parts, before))
        follows = dim.count == 1 or dim.tile == math.prod(d.count for d in before)
        return part in (1, dim.count) and (part == 1 or whole) and follows

    def most(self):
        return (2 ** 20 - 1 if self.tirx else SHARED) * 8

    def least(self, dims, pack):
        """(boxes, the parts): of one way to see the dimensions; the innermost ones as long as they may be."""
        found = [(math.prod(d.count // p for d, p in zip(dims, parts)), [-p for p in parts], parts)
                 for parts in self.divisions(dims, pack)]
        return min(found)[::2] if found and self.packs(dims[0], pack) else None

    def ways(self):
        """[(a list of dimensions, the elements of one of the map's)], in the order in which they are preferred."""
        unit = 2 if self.bits == 4 else 1
        wider = [unit] if self.oob or self.reduce or unit == 2 else [1, 2, 4, 8]
        plain = self.dims()
        seen = [plain] if self.oob else [merged(plain), plain]
        found = [(dims, pack, None) for pack in wider for dims in seen]
        if not self.oob and not self.tirx:
            found += [(pieces(dims, piece), pack, piece) for pack in wider for dims in seen
                      for piece in [self.piece(dims[0], pack)] if piece]
        return found

    def piece(self, row, pack):
        """Of a row that no box has: as much of it as one takes; under a swizzle the span, or it would leave a gap."""
        most = min(self.span or 256 * pack, 256 * pack)
        fit = [p for p in range(2, most + 1) if row.count % p == 0 and p * self.bits % 128 == 0 and p % pack == 0]
        return fit[-1] if row.count > most and fit and fit[-1] == (self.span or fit[-1]) else None

    def chosen(self):
        best = None
        for dims, pack, piece in self.ways():
            found = self.least(dims, pack)
            if found and (not best or found[0] < best[0]) and not (self.tirx and best):
                best = (found[0], found[1], dims, pack, piece)
        return best

    def brute(self):
        """The least number over all ways to merge, to take elements together and to split the row."""
        unit = 2 if self.bits == 4 else 1
        counts = []
        for dims in [self.dims()] if self.oob else all_merged(self.dims()):
            for pack in [unit] if self.oob or self.reduce or unit == 2 else [1, 2, 4, 8]:
                row = dims[0].count
                split = [p for p in range(2, row) if row % p == 0 and p * self.bits % 128 == 0 and not self.oob]
                for way in [dims] + [pieces(dims, p) for p in split]:
                    found = self.least(way, pack)
                    counts += [found[0]] if found else []
        return min(counts, default=0)

    # ---- words
    def why(self, dims, parts, pack):
        pitch, bits = 1, self.bits
        for at, (dim, part) in enumerate(zip(dims, parts)):
            most = 256 * (1 if at else pack)
            if part < dim.count:
                if dim.moves is not None:
                    return "with 'oob' the last panel would " + ("read the next row in place of zeros" if self.load else
                                                                 "write the beginning of the next row")
                if dim.tile != pitch:
                    return "in the tile, dimension %d goes in steps of %d elements, and in a box of %d" % (at, dim.tile, pitch)
                if dim.count > most:
                    return "there are %d elements in dimension %d, and a box has at most %d%s" % (
                        dim.count, at, most, "; under 'policy tirx' it has all or one" if self.tirx else
                        "; with 'oob' pieces of a row as a dimension would read the next row in place of zeros"
                        if at == 0 and self.oob else "")
                return ("a phase of an mbarrier does not count %d bytes" if self.tirx else
                        "shared memory does not have %d bytes") % (bits * dim.count // 8)
            bits *= part
            pitch = self.span if at == 0 and self.span else pitch * part
        return None

    def wanted(self):
        """(the map, its boxes, in the words of `explain`, the tensor of the JSON)"""
        count, parts, dims, pack, piece = self.chosen()
        of = [(d, p) for d, p in zip(dims, parts) if d.moves is None]
        extents = [words(d.extent, 1, 1 if i else pack) for i, (d, _) in enumerate(of)][::-1]
        strides = [words(d.memory, self.bits, 8) for d, _ in of[1:]][::-1]
        box = [p if i else p // pack for i, (_, p) in enumerate(of)][::-1]
        kind = self.dtype if pack == 1 else WIDER[self.bits * pack]
        size = math.prod(parts) * self.bits // 8
        shape = " x ".join(map(str, extents)) + " of " + kind
        shape += ", strides of %s bytes" % ", ".join(map(str, strides)) if strides else ""
        shape += "; boxes of " + "x".join(map(str, box)) + (", swizzled in %d bytes" % self.swizzle if self.swizzle else "")
        told = "%d of %d bytes" % (count, size)
        if piece:
            told += "; a row of %d is two dimensions, %d pieces of %d" % (
                dims[0].count * dims[1].count // pack, dims[1].count, piece // pack)
        why = self.why(dims, parts, pack)
        told += "; not fewer: " + why if why and count > 1 else ""
        oob = "none" if not self.oob else "zero" if self.load else "skip"
        return shape, told, dict(type=kind, rank=len(of), extents=extents, strides=strides, box=box, swizzle=self.swizzle,
                                 promotion=0, oob=oob, boxes=count, bytes=count * size)

    def declined(self):
        """What is said where there is no such division."""
        dims, pitch, unit, broken = self.dims()[:5], 1, 2 if self.bits == 4 else 1, []
        for at, dim in enumerate(dims):
            if dim.count > 1 and dim.tile != pitch:
                return "dimension %d of the tile is %d elements apart, and %d would follow" % (at, dim.tile, pitch)
            pitch = self.span if at == 0 and self.span > dim.count else pitch * dim.count
        least = [d for d in (self.dims() if self.oob else merged(self.dims())) if d.moves is None]
        if len(least) > 5:
            return "%d dimensions: a tensor map has 1 to 5" % len(least)
        row, size = dims[0].count * self.bits // 8, math.prod(d.count for d in dims) * self.bits // 8
        broken += ["box of %d elements in dimension %d: at most 256" % (d.count // (1 if at else unit), at)
                   for at, d in enumerate(dims) if d.count > 256 * (1 if at else unit)]
        broken += ["inner box of %d bytes is over the span of %d of its swizzle" % (row, self.swizzle)] * (0 < self.swizzle < row)
        broken += ["box of %d bytes: an mbarrier counts at most 1048575" % size] * (size >= 2 ** 20)
        return "; ".join(broken) or "boxes begin at multiples of %d bytes of the tile, and no division of it does" % (
            8 * self.swizzle if self.swizzle else 128)

    def is_of_panels(self):
        """Panels that are never partly outside, which tests/unit/test_boxes.c has."""
        steps = [(e["dim"], e["step"]) for e in self.digits if e["step"] > 1]
        row = self.digits[0]["count"]
        steps += [(len(self.region) - 1, self.span or 16)] * (row > (self.span or 256))
        return self.oob and any(self.multiple(self.extents[d], by) and self.multiple(self.origins[d][0], by) and
                                self.multiple(self.origins[d][1], by) for d, by in steps)

    def multiple(self, entry, by):
        return (self.facts.get(entry, 1) if isinstance(entry, str) else entry or 0) % by == 0


class Dim:
    def __init__(self, count, tile, memory, extent, first, moves):
        self.count, self.tile, self.memory, self.extent, self.first, self.moves = count, tile, memory, extent, first, moves


NOWHERE = (0, None, 1)  # a number, and so many times a name


def coefficient(entry, times=1):
    """(a number, a name or None)"""
    return (times, entry) if isinstance(entry, str) else (times * entry, None)


def words(coef, times, of):
    number, name = coef[0] * times, coef[1]
    if not name:
        return number // of
    by = math.gcd(number, of)
    return ("" if number == by else "%d * " % (number // by)) + name + ("" if of == by else " / %d" % (of // by))


def merge(dims, at):
    """Dimension `at`, which is copied whole, and the next one where it follows in the tile and in memory; None: it does not.
    Of an extent that is a name no multiple is taken."""
    a, b = dims[at:at + 2]
    if (a.extent != (a.count, None) or a.first != NOWHERE or b.tile != a.tile * a.count or b.extent[1] or
            b.memory != (a.memory[0] * a.count, a.memory[1])):
        return None
    begin, symbol, times = b.first
    together = Dim(a.count * b.count, a.tile, a.memory, (b.extent[0] * a.count, b.extent[1]),
                   (begin * a.count, symbol, times * a.count if symbol else 1), None)
    return dims[:at] + [together] + dims[at + 2:]


def merged(dims):
    for at in range(len(dims) - 1):
        if merge(dims, at):
            return merged(merge(dims, at))
    return dims


def all_merged(dims):
    ways = [dims]
    for at in range(len(dims) - 1):
        if merge(dims, at):
            ways += all_merged(merge(dims, at))
    return ways


def pieces(dims, piece):
    row = dims[0]
    whole = row.extent == (row.count, None) and row.first == NOWHERE
    inner = Dim(piece, 1, row.memory, (piece, None) if whole else row.extent, row.first, None)
    outer = Dim(row.count // piece, piece, (row.memory[0] * piece, row.memory[1]), (row.count // piece, None), NOWHERE, None)
    return [inner, outer, *dims[1:]]


COUNTS = {"best": 110, "tirx": 50}


def told_of(explained, key):
    found = re.search(r"^  %s +(.*(?:\n {14}.*)*)" % key, explained, re.M)
    return " ".join(found.group(1).split()) if found else "nothing"


def run(args, tally):
    folder = os.path.join(args.build, "tests", "schema")
    for policy, count in COUNTS.items():
        rng, cases, number = random.Random(policy), [], 0
        while len(cases) < count:
            case, number = Case(rng, "tc_%s%d" % (policy, number), policy == "tirx"), number + 1
            found = case.chosen()
            if not case.is_of_panels() and (not found or found[0] <= 256):  # a plan of more is long to prove
                cases.append((case, found))
        path = os.path.join(folder, "boxes_%s.tc" % policy)
        head = "target sm_90a\n" + ("policy tirx\n" if policy == "tirx" else "")
        fits, none = [c for c, found in cases if found], [c for c, found in cases if not found]
        harness.write(path, head + "".join(c.text() for c in fits))
        check_fits(args, tally, path, fits)
        for at in range(0, len(none), 16):  # so many errors are told
            harness.write(path, head + "".join(c.text() for c in none[at:at + 16]))
            check_none(args, tally, path, none[at:at + 16], head.count("\n") + 1)


def check_fits(args, tally, path, cases):
    document, explained = (harness.run([args.tcgen, way, path]) for way in ("json", "explain"))
    tensors = {}
    if document.code == 0:
        tensors = {f["name"]: f["plans"][0].get("tensor") for f in json.loads(document.out)["functions"]}
    told = {part.split("\n")[0]: part for part in re.split(r"^(?=tc_\w+$)", explained.out, flags=re.M)}
    for case in cases:
        words_of = told.get(case.name, "")
        got = told_of(words_of, "map"), told_of(words_of, "boxes").split("; 'where")[0], tensors.get(case.name)
        wanted = case.wanted()
        tally.check("boxes: " + case.text().strip(), got == wanted,
                    lambda: "%s\nwanted %s\n%s" % (got, wanted, document.err[:500]))
        if not case.tirx:
            tally.check("boxes: the least: " + case.name, case.brute() == wanted[2]["boxes"], case.brute)


def check_none(args, tally, path, cases, first):
    said = harness.run([args.tcgen, "json", path]).err
    reasons = dict(re.findall(r":(\d+):\d+: error: 'using tma_auto': (.*) \(\w+\) \[E_VARIANT_DECLINED\]", said))
    for at, case in enumerate(cases):
        got = reasons.get(str(first + at), "nothing")
        tally.check("boxes: " + case.text().strip(), got == case.declined(), lambda: "%s\nwanted %s" % (got, case.declined()))
