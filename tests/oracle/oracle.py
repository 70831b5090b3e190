#!/usr/bin/env python3
"""The oracle: what a description says, element by element, straight from the definition.

It shares nothing with the generator: its own reader of `copy`, `copy_async`, `permute`, `relayout` and `fill`
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
Of a fill src and dst are one operand, and every place of it gets the bits `fill`.
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
    BITS, Iter, Layout, Named, OracleError, Operand, RANK_DIGIT, Range, Reader, product, read_definition, read_layout,
    read_scope, read_tail, statements)
from picks import read_picks  # noqa: E402
from symbols import Symbol, apply_fact, collect_symbols, nest_stride  # noqa: E402
from tiling import read_buffer, read_operand  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPIES = ("copy", "copy_async", "permute", "relayout", "fill")
Move = namedtuple("Move", "index src sources dst")


# ---- requests ----------------------------------------------------------------------------------

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
        self.limits, self.keep, self.fill, self.array, self.edge = [], False, 0, None, None
        self.statement = ""
        self.known = {}  # places of an operand, by what they depend on

    def take_bounds(self, facts):
        """Of an array without a region, all that there may be: M <= 128 or M < 129 of the extent M is 0:128."""
        for operand in (self.src, self.dst):
            for at, r in enumerate(operand.region):
                if isinstance(r.extent, Named):
                    bounds = [int(fact[2]) - (fact[1] == "<") for fact in map(str.split, facts)
                              if fact[0] == r.extent.name and fact[1] in ("<=", "<", "==")]
                    if not bounds or min(bounds) < 1:
                        raise OracleError("no region, and no bound of %s" % r.extent.name)
                    operand.region[at] = Range(0, None, min(bounds))

    def finish(self, facts, options, name, statement):
        self.take_bounds(facts)
        for option in options:
            forced = re.fullmatch(r"using vec_(\d+)b", option)
            if forced:
                self.src.align = self.dst.align = int(forced.group(1)) // 8
        for operand in (self.src, self.dst):
            collect_symbols(operand, self.symbols)
        self.facts, self.options, self.name, self.statement = facts, options, name, statement
        if "masked" in options:
            self.collect_window() or self.collect_limits(options)
        self.picks = self.src.picks or self.dst.picks
        if self.picks or "masked" in options:
            self.collect_rest(options)
        for fact in facts:
            if not (self.picks and self.picks.fact(fact)):
                apply_fact(fact, self.symbols, self)
        for option in options:
            if option.startswith("stages "):
                self.make_ring(int(option[7:]))
            if option.startswith("value "):
                self.fill = self.bits_of(option[6:])
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
        if self.op == "fill":
            self.dst = ring
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

    def collect_window(self):
        """A window of an array: its extents are names, and its origins may be negative where they are. False:
        it is none."""
        self.array = next((o for o in (self.src, self.dst) if any(isinstance(e, Named) for e in o.shape)), None)
        if self.array is None:
            return False
        for name in {n for it in self.array.layout.shard for n in it.stride[1]}:
            self.symbols[name].min, self.symbols[name].max = 1, 2 ** 31 - 1  # as the extents ask
        window = [Iter(r.extent, it.stride, it.axis) for r, it in zip(self.array.region, self.array.layout.shard)]
        for at, it in enumerate(window):  # the rows of a window lie inside the numbers outside of them
            for name in it.stride[1] if len(it.stride[1]) == 1 else ():
                nested = Symbol(name, "stride")
                nest_stride(window, at, nested, self.symbols)
                self.symbols[name].max = min(self.symbols[name].max, nested.max)
        for extent, r in zip(self.array.shape, self.array.region):
            if not isinstance(extent, Named):
                continue
            if extent.name not in self.symbols:
                self.symbols[extent.name] = Symbol(extent.name, "limit")
            if r.symbol:
                self.symbols[r.symbol].min, self.symbols[r.symbol].max = 1 - 2 ** 30, 2 ** 30 - 1
        return True

    def collect_rest(self, options):
        self.keep = "keep" in options or "edge keep" in options
        self.edge = next((o[5:] for o in options if o in ("edge clamp", "edge wrap")), None)
        for extent in self.array.shape if self.edge else []:
            if isinstance(extent, Named):
                self.symbols[extent.name].min = 1
        for option in options:
            if option.startswith("fill "):
                self.fill = self.bits_of(option[5:])

    def bits_of(self, value):
        return int(value.replace(" ", ""), 0) & (1 << self.bits) - 1

    def values(self, given=None):
        """All symbols: the given values, the others at their usual ones."""
        given = given or {}
        found = {name: given.get(name, symbol.usual()) for name, symbol in self.symbols.items()}
        if self.array:
            extents = {extent.name for extent in self.array.shape if isinstance(extent, Named)}
            for name in extents - set(given):  # also one that is a stride, N of S[(M,N):(N,1)]
                most = self.symbols[name]
                found[name] = most.max // most.divisor * most.divisor if most.max < 2 ** 31 - 1 else found[name]
            own = {name for it in self.array.layout.shard for name in it.stride[1]} - extents
            return self.array_strides({n: v if n in given or n not in own else None for n, v in found.items()})
        return found

    def array_strides(self, numbers, more=lambda: 0):
        """Strides that are None become what keeps the elements of the array apart: as little as may be, or more."""
        span = 1
        shard = list(zip(self.array.shape, self.array.layout.shard))
        most = min([self.symbols[n].max for n in numbers if n in self.symbols and self.symbols[n].role == "stride"],
                   default=0)

        def place(side):
            stride, names = side[1].stride
            return len(names) if names or stride <= most else len(shard)  # a number that names lie inside of

        for extent, it in sorted(reversed(shard), key=place):
            stride, names = it.stride
            end = numbers[extent.name] if isinstance(extent, Named) else extent
            for name in names:
                symbol = self.symbols[name]
                if numbers[name] is None:
                    least = max(-(-span // max(stride, 1)), symbol.smallest()) + more()
                    numbers[name] = -(-least // symbol.divisor) * symbol.divisor
                stride *= numbers[name]
            span = max(span, end * stride)
        return numbers

    def least_pitch(self, name, limits):
        """The least run-time stride of a masked copy's matrix, which may be smaller than the tile: in
        S[(64,64):(2*ld,1)] 2 * ld >= cols. None where the layout is not as plain as that."""
        operand = self.src if self.src.space == "gmem" else self.dst
        tile = self.dst if operand is self.src else self.src
        tile = Operand("reg", [], Layout()) if tile is operand else tile
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
        """Of every element: do all its coordinates lie below their limits, or in the array?"""
        if self.edge:
            return [True] * self.elements
        if self.array:
            found = [True]
            for extent, r in reversed(list(zip(self.array.shape, self.array.region))):
                begin = r.begin + (values[r.symbol] if r.symbol else 0)
                end = values[extent.name] if isinstance(extent, Named) else extent
                found = [0 <= begin + c < end and of_rest for c in range(r.extent) for of_rest in found]
            return found
        extents = [r.extent for r in self.dst.region if r.extent > 1]
        found = [True]
        for name, extent in zip(reversed(self.limits), reversed(extents)):
            found = [c < values[name] and below for c in range(extent) for below in found]
        return found * (self.elements // len(found))

    def adopt(self, src, dst):
        """Takes over what tcgen chose for `auto` layouts, from its texts of the layouts (None: it says
        that it chose none). They have the extents that were written; what they move is judged like
        any other."""
        sides = ((self.src, src), (self.dst, dst))
        for operand, text in sides[1:] if self.op == "fill" else sides:
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
        if operand is self.array:
            evaluator = ArrayEvaluator(operand, bits, values, self)
            return evaluator.span(), list(evaluator.region_places())
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
        masked = bool(self.limits or self.array)
        inside = self.inside(values) if masked else None
        for index, (at, to) in enumerate(zip(src, dst)):
            apart = self.dst.space == "gmem" and masked and not inside[index]
            for place in [] if apart else to:
                if written.setdefault(place, index) != index:
                    raise OracleError("elements %d and %d both go to %s" % (written[place], index, place))
            first = None if not at else at[0] if self.src.space != "reg" else min(at)
            result.append(Move(index, first, at, to))
        if self.picks:
            result.beyond = [m for m in result if not m.sources or not m.dst]
            result[:] = [m for m in result if m.sources and m.dst]
        if masked:
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


class ArrayEvaluator(Evaluator):
    """An array of run-time extents, of which a region may lie outside: by the coordinates in the array. What
    lies outside has no place, -1."""
    def __init__(self, operand, bits, values, request):
        super().__init__(operand, bits, values, request)
        self.extents = [values[e.name] if isinstance(e, Named) else e for e in operand.shape]
        self.shard = [(extent, stride, at) for extent, (_, stride, at) in zip(reversed(self.extents), self.shard)]

    def region_places(self):
        flats = [0]
        for r, extent in zip(self.operand.region, self.extents):
            begin = r.begin + (self.values[r.symbol] if r.symbol else 0)
            coordinates = [self.brought(begin + c, extent) for c in range(r.extent)]
            flats = [None if flat is None or not 0 <= c < extent else flat * extent + c
                     for flat in flats for c in coordinates]
        for flat in flats:
            yield [-1] if flat is None else self.places(flat)

    def brought(self, at, extent):
        """Where an element outside of the array is taken from."""
        edge = self.request.edge
        return max(0, min(at, extent - 1)) if edge == "clamp" else at % extent if edge == "wrap" else at

    def span(self):
        """At least the tile's first element, for an array of none."""
        return max(1, super().span()) if all(self.extents) else 1


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
    if op == "fill":
        request = Request(op, scope, dtypes, a, a)
        request.finish(*read_tail(reader), " ".join(reader.tokens))
        return [request]
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
