#!/usr/bin/env python3
"""The oracle: what a description says, element by element, straight from the definition.

It shares nothing with the generator: its own reader of `copy`, `copy_async`, `permute` and `relayout`
statements (with `layout`, `tile` and `import`), and its own evaluator: flatten the coordinate, split
it by the shard extents, add digit x stride per axis, add every replica and the offset, swizzle the
memory address, and find the ranks whose digits fit.

    from oracle import parse
    for request in parse(text):                    # `<->` gives two, in the order -> then <-
        moves = request.moves({'ld': 72})          # missing symbols take their smallest values
        for move in moves:
            move.index      # row-major number of the element in the region (unit extents included)
            move.src        # location of the source: the lowest participating owner, or the first address
            move.sources    # every place of the source element (replicas)
            move.dst        # every place of the destination element, all must be written
        moves.src_span, moves.dst_span             # elements of the buffer, or registers per thread
    moves.beyond                               # masked: the moves that the limits leave out

A location is an address in elements (gmem, smem, dsmem), a pair (rank, slot) (reg) or a pair
(lane, column) (tmem, column in elements). Request has: op, scope, threads, ranks (participating),
dtype, bits, src, dst (Operand: space, shape, region, align, tile), symbols (name -> Symbol with role
'stride', 'origin' or 'limit', min, max, divisor; smallest()), name (`as NAME` or None), facts,
options, limits (names of a masked copy's limits, outermost first), keep, fill (bits of an element).
Wrong requests raise OracleError, from parse() or from moves().

usage: oracle.py FILE.tc [ld=72 m=16 ...] [--moves]
"""
import os
import re
import sys
from collections import namedtuple

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import loops  # noqa: E402
from description import (  # noqa: E402
    BITS, Iter, OracleError, Operand, RANK_DIGIT, Range, Reader, product, read_definition, read_layout,
    read_scope, read_tail, statements)
from picks import read_picks  # noqa: E402
from tiling import read_buffer, read_operand  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPIES = ("copy", "copy_async", "permute", "relayout")
Move = namedtuple("Move", "index src sources dst")


# ---- requests ----------------------------------------------------------------------------------

class Symbol:
    """A run-time argument. The smallest admissible value is a multiple of the divisor."""
    def __init__(self, name, role):
        self.name, self.role = name, role
        self.min, self.max, self.divisor = (1 if role == "stride" else 0), 2 ** 31 - 1, 1
        self.stated = 0  # the least value that a fact states

    def smallest(self):
        return -(-self.min // self.divisor) * self.divisor

    def usual(self):
        """Where nothing is given: the smallest value, and limits that leave nothing out."""
        return self.max // self.divisor * self.divisor if self.role == "limit" else self.smallest()


def nest_stride(shard, at, symbol, symbols):
    """Strides nest: what is written after a run-time stride lies inside it, and so does an earlier
    constant iter that is too small to lie outside. S[(128,64):(ld,1)] and S[(64,128):(1,ld)] give
    ld >= 64; S[(2,128,64):(65536,ld,1)] gives 64 <= ld <= 515. Run-time strides inside count at their least:
    S[(4,16,8):(h,ld,1)] gives ld >= 8 and h >= 15 * 8 + 8 = 128."""
    it = shard[at]
    span = 1
    for o in shard[at + 1:]:
        if o.axis == it.axis:
            span += (o.extent - 1) * max(o.stride[0], 0) * product(symbols[n].min for n in o.stride[1])
    before = [o for o in shard[:at] if o.axis == it.axis and not o.stride[1] and o.extent > 1]
    for outer in sorted(before, key=lambda o: o.stride[0]):
        low = -(-span // it.stride[0])
        if outer.stride[0] >= (it.extent - 1) * it.stride[0] * low + span:
            if it.extent > 1:
                limit = (outer.stride[0] - span) // ((it.extent - 1) * it.stride[0])
                symbol.max = min(symbol.max, limit)
            break
        span += (outer.extent - 1) * outer.stride[0]
    symbol.min = max(symbol.min, -(-span // it.stride[0]))


def nest_product(shard, at, symbols):
    """h*ld with ld bounded by an inner iter: what is missing falls to h. S[(4,32,64):(h*ld,ld,1)] has rows of
    ld >= 64 and, at the least, 31 * 64 + 64 = 2048 elements inside h*ld: h >= 32."""
    coefficient, names = shard[at].stride
    free = [n for n in names if symbols[n].min <= 1]
    if len(free) != 1 or any(o.axis == shard[at].axis and o.extent > 1 and not o.stride[1] for o in shard[:at]):
        return
    span = 1
    for o in shard[at + 1:]:
        if o.axis == shard[at].axis:
            span += (o.extent - 1) * max(o.stride[0], 0) * product(symbols[n].min for n in o.stride[1])
    symbol = symbols[free[0]]
    symbol.min = max(symbol.min, -(-span // (coefficient * product(symbols[n].min for n in names if n != free[0]))))


def collect_symbols(operand, symbols):
    shard = operand.layout.shard
    for it in shard:
        for name in it.stride[1]:
            symbols.setdefault(name, Symbol(name, "stride"))
    for at, it in reversed(list(enumerate(shard))):
        for name in it.stride[1]:
            if len(it.stride[1]) == 1 and it.stride[0] > 0:
                nest_stride(shard, at, symbols[name], symbols)
        if len(it.stride[1]) > 1 and it.stride[0] > 0:
            nest_product(shard, at, symbols)
    for it in operand.layout.replica:
        for name in it.stride[1]:
            symbols.setdefault(name, Symbol(name, "stride"))
    for r, extent in zip(operand.region, operand.shape):
        if r.symbol:
            symbol = symbols.setdefault(r.symbol, Symbol(r.symbol, "origin"))
            symbol.max = min(symbol.max, extent - r.begin - r.extent)


def apply_fact(text, symbols, request):
    match = re.fullmatch(r"align \( (src|dst) \) == (\d+)", text)
    if match:
        getattr(request, match.group(1)).align = int(match.group(2))
        return
    match = re.fullmatch(r"(\w+) % (\d+) == 0", text)
    if match and match.group(1) in symbols:
        symbol, divisor = symbols[match.group(1)], int(match.group(2))
        if divisor < 1:
            raise OracleError("divisor 0")
        a, b = symbol.divisor, divisor
        while b:
            a, b = b, a % b
        symbol.divisor = symbol.divisor // a * divisor
        return
    match = re.fullmatch(r"(\w+) (>=|<=|==|<|>) (\d+)", text)
    if match and match.group(1) in symbols:
        symbol, relation, number = symbols[match.group(1)], match.group(2), int(match.group(3))
        if relation in (">=", "==", ">"):
            symbol.stated = max(symbol.stated, number + (relation == ">"))
            symbol.min = max(symbol.min, symbol.stated)
        if relation in ("<=", "==", "<"):
            symbol.max = min(symbol.max, number - (relation == "<"))


class Moves(list):
    src_span = dst_span = 0
    symbols, beyond = None, ()


class Request:
    def __init__(self, op, scope, dtype, src, dst):
        self.op, self.dtype, self.bits = op, dtype[1], BITS[dtype[1]]
        self.src_dtype, self.src_bits = dtype[0], BITS[dtype[0]]
        self.scope, self.threads, self.ranks = scope
        self.src, self.dst = src, dst
        self.symbols, self.facts, self.options, self.name = {}, [], [], None
        self.limits, self.keep, self.fill = [], False, 0
        self.statement = ""
        self.known = {}  # places of an operand, by what they depend on

    def finish(self, facts, options, name, statement):
        for option in options:
            forced = re.fullmatch(r"using vec_(\d+)b", option)
            if forced:
                self.src.align = self.dst.align = int(forced.group(1)) // 8
        for operand in (self.src, self.dst):
            collect_symbols(operand, self.symbols)
        self.facts, self.options, self.name, self.statement = facts, options, name, statement
        if "masked" in options:
            self.collect_limits(options)
        self.picks = self.src.picks or self.dst.picks
        if self.picks:
            self.collect_rest(options)
        for fact in facts:
            if not (self.picks and self.picks.fact(fact)):
                apply_fact(fact, self.symbols, self)
        for option in options:
            if option.startswith("stages "):
                self.make_ring(int(option[7:]))
        extents = [[r.extent for r in operand.region if r.extent > 1]
                   for operand in (self.src, self.dst)]
        if extents[0] != extents[1]:
            raise OracleError("the extents differ: %s and %s" % tuple(extents))

    def make_ring(self, stages):
        """The smem tile becomes one of `stages`, each whole periods of its swizzle, whole multiples of
        its alignment and of 16 bytes after the one before."""
        name = "src" if self.src.space == "smem" else "dst"
        tile = getattr(self, name)
        swizzle = tile.layout.swizzle_for(self.bits)
        period = 1 << (swizzle.per_element + swizzle.len + swizzle.atom) if swizzle and swizzle.len else 1
        step = 0 if tile.layout.auto else Evaluator(tile, self.bits, {}, self).span()
        while step % period or step * self.bits % (8 * max(16, tile.align)):
            step += 1
        ring = Operand(tile.space, [stages] + list(tile.shape), tile.layout.copy())
        ring.layout.shard = [Iter(stages, (step, ()), "m")] + list(tile.layout.shard)
        ring.align, ring.tile = tile.align, tile.tile
        ring.region = [Range(0, "stage", 1)] + list(tile.region)
        setattr(self, name, ring)
        self.symbols["stage"] = Symbol("stage", "origin")
        self.symbols["stage"].max = stages - 1

    def collect_limits(self, options):
        """One limit for each dimension of the region besides units."""
        dims = sum(r.extent > 1 for r in self.dst.region)
        if not 1 <= dims <= 2:
            raise OracleError("masked with %d dimensions" % dims)
        self.limits = ["rows", "cols"][-dims:]
        for name in self.limits:
            if name in self.symbols:
                raise OracleError("%s is a limit and something else" % name)
            self.symbols[name] = Symbol(name, "limit")
            self.symbols[name].max = 2 ** 31 - 1
        self.collect_rest(options)

    def collect_rest(self, options):
        self.keep = "keep" in options
        for option in options:
            if option.startswith("fill "):
                self.fill = int(option[5:].replace(" ", ""), 0) & (1 << self.bits) - 1

    def values(self, given=None):
        """All symbols: the given values, the others at their usual ones."""
        given = given or {}
        return {name: given.get(name, symbol.usual()) for name, symbol in self.symbols.items()}

    def least_pitch(self, name, limits):
        """The least run-time stride of a masked copy's matrix, which may be smaller than the tile: in
        S[(64,64):(2*ld,1)] 2 * ld >= cols. None where the layout is not as plain as that."""
        operand = self.src if self.src.space == "gmem" else self.dst
        tile = self.dst if operand is self.src else self.src
        shard, symbol = operand.layout.shard, self.symbols[name]
        if len(self.limits) != 2 or operand.layout.replica or any(
                name in it.stride[1] for it in tile.layout.shard + tile.layout.replica):
            return None
        if len(shard) != 2 or [it.extent for it in shard] != list(operand.shape):
            return None
        for outer, inner, limit in ((0, 1, self.limits[1]), (1, 0, self.limits[0])):
            (scale, names), (unit, none) = shard[outer].stride, shard[inner].stride
            if names == (name,) and not none and 0 < unit < scale * symbol.min:
                moved = min(limits[limit], operand.region[inner].extent)
                least = max(-(-unit * moved // scale), symbol.stated)
                least = -(-least // symbol.divisor) * symbol.divisor
                return least if least <= symbol.max else None
        return None

    def inside(self, values):
        """Of every element: do all its coordinates lie below their limits?"""
        extents = [r.extent for r in self.dst.region if r.extent > 1]
        found = [True]
        for name, extent in zip(reversed(self.limits), reversed(extents)):
            found = [c < values[name] and below for c in range(extent) for below in found]
        return found * (self.elements // len(found))

    def adopt(self, src, dst):
        """Takes over what tcgen chose for `auto` layouts, from its texts of the layouts (None: it says
        that it chose none). They have the extents that were written; what they move is judged like
        any other."""
        for operand, text in ((self.src, src), (self.dst, dst)):
            if operand.layout.auto != (text is not None):
                raise OracleError("a choice for a layout that is not auto, or none for one that is")
            if text is None:
                continue
            reader = Reader(next(statements(text)))
            chosen = read_layout(reader, {})
            extents = [[it.extent for it in layout.shard] for layout in (operand.layout, chosen)]
            if reader.peek() or extents[0] != extents[1] or chosen.replica or chosen.offset:
                raise OracleError("%s is no choice for an auto layout of %s" % (text, extents[0]))
            operand.layout = chosen

    def places_of(self, operand, bits, values):
        """(span, the places of every element), once for the values of what the operand is written with."""
        layout = operand.layout
        names = {r.symbol for r in operand.region if r.symbol}
        names |= {n for it in layout.shard + layout.replica for n in it.stride[1]}
        names |= {"index"} if operand.picks else set()
        key = id(operand), id(layout), tuple(values[n] for n in sorted(names))
        if key not in self.known:
            evaluator = Evaluator(operand, bits, values, self)
            self.known[key] = layout, evaluator.span(), list(evaluator.region_places())
        return self.known[key][1:]

    @property
    def picked(self):
        """How many indices."""
        return (self.src if self.src.picks else self.dst).layout.shard[0].extent

    @property
    def elements(self):
        return product(r.extent for r in self.dst.region)

    def moves(self, symbols=None):
        """Where every element of the region comes from and goes to."""
        values = self.values(symbols)
        if self.picks:
            values["index"] = (symbols or {}).get("index", tuple(range(self.picked)))
        result = Moves()
        result.src_span, src = self.places_of(self.src, self.src_bits, values)
        result.dst_span, dst = self.places_of(self.dst, self.bits, values)
        result.symbols, written = values, {}
        inside = self.inside(values) if self.limits else None
        for index, (at, to) in enumerate(zip(src, dst)):
            apart = self.dst.space == "gmem" and self.limits and not inside[index]
            for place in [] if apart else to:
                if written.setdefault(place, index) != index:
                    raise OracleError("elements %d and %d both go to %s" % (written[place], index, place))
            first = None if not at else at[0] if self.src.space != "reg" else min(at)
            result.append(Move(index, first, at, to))
        if self.picks:
            result.beyond = [m for m in result if not m.sources or not m.dst]
            result[:] = [m for m in result if m.sources and m.dst]
        if self.limits:
            result.beyond = [m for m in result if not inside[m.index]]
            result[:] = [m for m in result if inside[m.index]]
        return result

    def __repr__(self):
        return "<Request %s>" % self.statement


# ---- evaluation --------------------------------------------------------------------------------

def swizzle_address(swizzle, address):
    """q = address >> M; inner: q ^= (q & (2^B - 1) << S) >> S; outer: q ^= (q & 2^B - 1) << S."""
    if swizzle is None:
        return address
    quotient, rest = address >> swizzle.per_element, address & ((1 << swizzle.per_element) - 1)
    ones = (1 << swizzle.len) - 1
    if swizzle.outer:
        quotient ^= (quotient & ones) << swizzle.atom
    else:
        quotient ^= (quotient & (ones << swizzle.atom)) >> swizzle.atom
    return quotient << swizzle.per_element | rest


class Evaluator:
    """One operand with concrete symbols."""
    def __init__(self, operand, bits, values, request):
        self.operand, self.values, self.request = operand, values, request
        layout = operand.layout
        if layout.auto:
            raise OracleError("an auto layout has no meaning before tcgen chose")
        self.swizzle = layout.swizzle_for(bits)
        axes = {"m"} | {it.axis for it in layout.shard + layout.replica}
        axes |= {axis for _, axis in layout.offset}
        if operand.space == "tmem":
            axes |= {"TLane", "TCol"}
        self.axes = sorted(axes)
        self.m = self.axes.index("m")
        self.threads = [i for i, axis in enumerate(self.axes) if axis in RANK_DIGIT]
        self.shard = [self.concrete(it) for it in reversed(layout.shard)]
        self.base = [sum(amount for amount, on in layout.offset if on == axis) for axis in self.axes]
        self.replicas = [[0] * len(self.axes)]
        for it in layout.replica:
            extent, stride, at = self.concrete(it)
            self.replicas = [old[:at] + [old[at] + digit * stride] + old[at + 1:]
                             for old in self.replicas for digit in range(extent)]
        self.owners = {}
        for rank in request.ranks:
            digits = tuple(RANK_DIGIT[self.axes[i]](rank) for i in self.threads)
            self.owners.setdefault(digits, []).append(rank)

    def concrete(self, it):
        value, names = it.stride
        return it.extent, value * product(self.values[n] for n in names), self.axes.index(it.axis)

    def region_places(self):
        """The places of every element of the region, row-major."""
        shape, region = self.operand.shape, self.operand.region
        begins = [r.begin + (self.values[r.symbol] if r.symbol else 0) for r in region]
        for begin, r, extent in zip(begins, region, shape):
            if begin < 0 or begin + r.extent > extent:
                raise OracleError("region outside its buffer at run time")
        flats, step = [0], 1
        for begin, r, extent in reversed(list(zip(begins, region, shape))):
            flats = [(begin + c) * step + flat for c in range(r.extent) for flat in flats]
            step *= extent
        for flat in flats:
            yield self.places(flat)

    def places(self, flat):
        """Every place of the element with a row-major number in the whole shape, that of the first replica first."""
        values = list(self.base)
        rest = flat
        for number, (extent, stride, at) in enumerate(self.shard):
            digit = rest % extent
            if self.operand.picks and number == len(self.shard) - 1:
                digit = self.values["index"][digit]
                if digit < 0:
                    return []
            values[at] += digit * stride
            rest //= extent
        found = []
        for replica in self.replicas:
            found += self.locate([a + b for a, b in zip(values, replica)])
        if not found:
            raise OracleError("element %d of %s has no owner" % (flat, self.operand.space))
        return found if len(found) == 1 else list(dict.fromkeys(found))

    def locate(self, values):
        address = swizzle_address(self.swizzle, values[self.m])
        if self.operand.space == "reg":
            digits = tuple(values[i] for i in self.threads)
            return [(rank, address) for rank in self.owners.get(digits, ())]
        if self.operand.space == "tmem":
            at = dict(zip(self.axes, values))
            return [(at["TLane"], at["TCol"])]
        return [address]

    def span(self):
        """Highest address + 1 of the whole layout, a swizzle rounds up to its period; tmem: columns."""
        axis = "TCol" if self.operand.space == "tmem" else "m"
        at = self.axes.index(axis)
        top = self.base[at] + 1 + max(replica[at] for replica in self.replicas)
        top += sum(max((extent - 1) * stride, 0) for extent, stride, on in self.shard if on == at)
        if self.operand.picks:
            extent, stride, _ = self.shard[-1]
            top += (max(0, *self.values["index"]) - (extent - 1)) * stride
        if self.swizzle and self.swizzle.len and axis == "m":
            period = 1 << (self.swizzle.per_element + self.swizzle.len + self.swizzle.atom)
            top = -(-top // period) * period
        return top


# ---- statements --------------------------------------------------------------------------------

def read_copy(reader, layouts, tiles):
    op = reader.next()
    scope = read_scope(reader)
    dtype = reader.next()
    if dtype not in BITS:
        raise OracleError("unknown dtype %r" % dtype)
    dtypes = (dtype, dtype)
    if reader.peek() == "->" and reader.peek(1) in BITS:
        reader.next()
        dtypes = (dtype, reader.next())
    a = read_operand(reader, layouts, tiles, BITS[dtype], scope[1])
    a.picks = read_picks(reader, read_layout, layouts)
    arrow = reader.next()
    if arrow not in ("->", "<->"):
        raise OracleError("expected an arrow, found %r" % arrow)
    b = read_operand(reader, layouts, tiles, BITS[dtypes[1]], scope[1])
    b.picks = read_picks(reader, read_layout, layouts)
    tail = read_tail(reader)
    statement = " ".join(reader.tokens)
    pairs = [(a, b)] if arrow == "->" else [(a, b), (b, a)]
    requests = []
    for turned, (src, dst) in enumerate(pairs):
        twin = [Operand(o.space, o.shape, o.layout) for o in (src, dst)]
        for new, old in zip(twin, (src, dst)):
            new.region, new.tile, new.picks = old.region, old.tile, old.picks
        request = Request(op, scope, dtypes[::-1] if turned else dtypes, *twin)
        request.finish(*tail, statement)
        requests.append(request)
    return requests


def read_statements(text, layouts, tiles, folder, seen):
    requests = []
    for tokens in statements(loops.written_out(text)):
        reader = Reader(tokens)
        word = reader.peek()
        if word == "layout":
            reader.next()
            name = reader.next()
            reader.expect("=")
            layouts[name] = read_definition(reader, layouts)
        elif word == "tile":
            reader.next()
            name = reader.next()
            reader.expect(":")
            tiles[name] = read_buffer(reader, layouts)
            tiles[name].tile = name
        elif word == "import":
            path = os.path.join(folder, tokens[1].strip('"'))
            if path not in seen:
                seen.add(path)
                with open(path) as file:
                    requests += read_statements(file.read(), layouts, tiles,
                                                os.path.dirname(path), seen)
        elif word in COPIES:
            requests += read_copy(reader, layouts, tiles)
    return requests


def parse(text, folder=".", prelude=None):
    """The requests of a description in source order. prelude: text of named layouts, by default that
    of the generator where there is one; other statements (target, policy, lane0 ...) are passed over."""
    if prelude is None:
        path = os.path.join(ROOT, "generator", "prelude.tc")
        prelude = open(path).read() if os.path.exists(path) else ""
    layouts, tiles = {}, {}
    read_statements(prelude, layouts, tiles, folder, set())
    return read_statements(text, layouts, tiles, folder, set())


def main(arguments):
    show = "--moves" in arguments
    arguments = [a for a in arguments if a != "--moves"]
    if not arguments:
        print(__doc__.rsplit("\n", 2)[1])
        return 2
    path = arguments[0]
    text = sys.stdin.read() if path == "-" else open(path).read()
    given = dict((a.split("=")[0], int(a.split("=")[1])) for a in arguments[1:])
    for request in parse(text, os.path.dirname(path) or "."):
        moves = request.moves(given)
        print(request.statement)
        print("  %d elements of %s, %d threads, %d take part, symbols %s" % (
            len(moves), request.dtype, request.threads, len(request.ranks), moves.symbols))
        print("  src %s span %d, dst %s span %d, %d places written" % (
            request.src.space, moves.src_span, request.dst.space, moves.dst_span,
            sum(len(move.dst) for move in moves)))
        for move in moves if show else []:
            print("  %5d  %s -> %s" % (move.index, move.src, " ".join(map(str, move.dst))))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except OracleError as error:
        sys.exit("oracle: %s" % error)
