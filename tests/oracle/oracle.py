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
            move.src        # location of the source: the lowest participating owner, or an address
            move.sources    # every place of the source element (replicas)
            move.dst        # every place of the destination element, all must be written
        moves.src_span, moves.dst_span             # elements of the buffer, or registers per thread

A location is an address in elements (gmem, smem, dsmem), a pair (rank, slot) (reg) or a pair
(lane, column) (tmem, column in elements). Request has: op, scope, threads, ranks (participating),
dtype, bits, src, dst (Operand: space, shape, region, align, tile), symbols (name -> Symbol with role
'stride' or 'origin', min, max, divisor; smallest()), name (`as NAME` or None), facts, options.
Wrong requests raise OracleError, from parse() or from moves().

usage: oracle.py FILE.tc [ld=72 m=16 ...] [--moves]
"""
import os
import re
import sys
from collections import namedtuple

BITS = {"f64": 64, "f32": 32, "tf32": 32, "f16": 16, "bf16": 16, "e4m3": 8, "e5m2": 8, "e8m0": 8,
        "e2m1": 4, "e3m2": 6, "e2m3": 6}
BITS.update({letter + str(bits): bits for letter in "iub" for bits in (8, 16, 32, 64)})
BITS["b128"] = 128

SPACES = ("gmem", "smem", "reg", "dsmem", "tmem")
COPIES = ("copy", "copy_async", "permute", "relayout")
SCOPES = {"thread": 1, "elected": 32, "warp": 32, "warpgroup": 128, "cta": None, "cluster": None}

# The digit of a rank that a thread axis fixes.
RANK_DIGIT = {
    "laneid": lambda rank: rank % 32,
    "tx": lambda rank: rank,
    "warpid": lambda rank: rank // 32,
    "wid_in_wg": lambda rank: rank // 32 % 4,
    "tid_in_wg": lambda rank: rank % 128,
    "wgid": lambda rank: rank // 128,
}
MEMORY_AXES = ("m", "P", "F", "Bank", "TCol", "TLane", "bx", "by", "bz", "cbx", "cby", "cbz")

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class OracleError(Exception):
    pass


Iter = namedtuple("Iter", "extent stride axis")          # stride: (integer, (names...))
Swizzle = namedtuple("Swizzle", "per_element len atom outer")
Range = namedtuple("Range", "begin symbol extent")       # from symbol + begin, `extent` long
Move = namedtuple("Move", "index src sources dst")


# ---- reading -----------------------------------------------------------------------------------

TOKEN = re.compile(r'''[ \t\r]+ | \#[^\n]* | (?P<token>
    \n | "[^"\n]*" | <-> | -> | [=<>!]= | \d+(?:x\d+)+(?![A-Za-z0-9_]) | \d[A-Za-z0-9_]*
    | [A-Za-z_][A-Za-z0-9_]* | [^\s] )''', re.X)


def statements(text):
    """Lists of tokens; a statement ends at a line end or a semicolon outside of brackets."""
    current, depth = [], 0
    for match in TOKEN.finditer(text):
        token = match.group("token")
        if token is None:
            continue
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
        if token == "\n" and depth > 0:
            continue
        if depth == 0 and token in ("\n", ";"):
            if current:
                yield current
            current = []
        else:
            current.append(token)
    if current:
        yield current


class Reader:
    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0

    def peek(self, ahead=0):
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def next(self):
        token = self.peek()
        if not token:
            raise OracleError("statement ends early: " + " ".join(self.tokens))
        self.at += 1
        return token

    def accept(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token):
        got = self.next()
        if got != token:
            raise OracleError("expected %r, found %r in: %s" % (token, got, " ".join(self.tokens)))

    def integer(self):
        sign = -1 if self.accept("-") else 1
        token = self.next()
        if not token.isdigit():
            raise OracleError("expected a number, found %r in: %s" % (token, " ".join(self.tokens)))
        return sign * int(token)


def read_product(reader):
    """8 * ld -> (8, ('ld',))"""
    value, names = (-1 if reader.accept("-") else 1), []
    while True:
        token = reader.next()
        if token.isdigit():
            value *= int(token)
        elif re.match(r"[A-Za-z_]", token):
            names.append(token)
        else:
            raise OracleError("expected a stride, found %r in: %s" % (token, " ".join(reader.tokens)))
        if not reader.accept("*"):
            return value, tuple(sorted(names))


def read_axis(reader):
    if not reader.accept("@"):
        return "m"
    axis = reader.next()
    if axis not in RANK_DIGIT and axis not in MEMORY_AXES:
        raise OracleError("unknown axis %r" % axis)
    return axis


def read_list(reader, item):
    """(a, b, c) or a, b, c"""
    closed = reader.accept("(")
    items = []
    if not (closed and reader.accept(")")):
        items.append(item(reader))
        while reader.accept(","):
            if closed and reader.peek() == ")":
                break
            items.append(item(reader))
        if closed:
            reader.expect(")")
    return items


def read_iters(reader):
    """[(32,8):(1@laneid,1)], [32:1] or [(32,8)], which is row-major"""
    reader.expect("[")
    extents = read_list(reader, Reader.integer)
    if reader.accept(":"):
        strides = read_list(reader, lambda r: (read_product(r), read_axis(r)))
        if len(strides) != len(extents):
            raise OracleError("%d extents but %d strides" % (len(extents), len(strides)))
    else:
        strides, step = [], 1
        for extent in reversed(extents):
            strides.insert(0, ((step, ()), "m"))
            step *= extent
    reader.expect("]")
    if any(extent < 1 for extent in extents):
        raise OracleError("an extent is not positive: %s" % extents)
    return [Iter(extent, stride, axis) for extent, (stride, axis) in zip(extents, strides)]


class Layout:
    def __init__(self):
        self.shard, self.replica, self.offset, self.swizzle = [], [], [], None

    def copy(self):
        other = Layout()
        other.shard, other.replica = list(self.shard), list(self.replica)
        other.offset, other.swizzle = list(self.offset), self.swizzle
        return other

    def swizzle_for(self, bits):
        """The swizzle in elements: 128B for f16 is (3,3,3): 128 bits are 2^3 elements."""
        if not isinstance(self.swizzle, int):
            return self.swizzle
        if 128 % bits:
            raise OracleError("a swizzle by name needs 128 %% bits == 0, not %d bits" % bits)
        length = {32: 1, 64: 2, 128: 3}[self.swizzle]
        return Swizzle((128 // bits).bit_length() - 1, length, 3, False)


def read_swizzle(reader):
    if not reader.accept("("):
        token = reader.next()
        if token not in ("32B", "64B", "128B"):
            raise OracleError("unknown swizzle %r" % token)
        return int(token[:-1])
    numbers = [reader.integer()]
    reader.expect(",")
    numbers.append(reader.integer())
    reader.expect(",")
    numbers.append(reader.integer())
    outer = False
    if reader.accept(",") and not reader.accept("inner"):
        reader.expect("outer")
        outer = True
    reader.expect(")")
    if numbers[2] < numbers[1]:
        raise OracleError("swizzle with atom_len < swizzle_len")
    return Swizzle(*numbers, outer)


def read_layout(reader, layouts):
    name = reader.next()
    if name == "auto":
        raise OracleError("auto layouts have no fixed meaning")
    if name == "S" and reader.peek() == "[":
        layout = Layout()
        layout.shard = read_iters(reader)
    elif name in layouts:
        layout = layouts[name].copy()
    else:
        raise OracleError("unknown layout %r" % name)
    while reader.accept("+"):
        if reader.peek() == "R" and reader.peek(1) == "[":
            reader.next()
            layout.replica += read_iters(reader)
        else:
            amount = reader.integer()
            layout.offset.append((amount, read_axis(reader)))
    if reader.accept("swizzle"):
        layout.swizzle = read_swizzle(reader)
    return layout


def read_range(reader):
    """2:10, 4:+8, m:+16, m+8:+16, 5 (one row) or : (everything, extent None)"""
    begin, symbol = 0, None
    if reader.peek() == ":" and reader.peek(1) in (",", "]"):
        reader.next()
        return Range(0, None, None)
    while True:
        token = reader.next()
        if token.isdigit():
            begin += int(token)
        elif re.match(r"[A-Za-z_]", token) and symbol is None:
            symbol = token
        else:
            raise OracleError("expected a region begin, found %r" % token)
        if not reader.accept("+"):
            break
    if not reader.accept(":"):
        return Range(begin, symbol, 1)
    if reader.accept("+"):
        return Range(begin, symbol, reader.integer())
    end = reader.integer()
    if symbol is not None:
        raise OracleError("a run-time origin needs `:+extent`")
    return Range(begin, None, end - begin)


class Operand:
    def __init__(self, space, shape, layout):
        self.space, self.layout, self.shape, self.align = space, layout, shape, 16
        self.region, self.tile = None, None

    def read_region(self, reader):
        other = Operand(self.space, self.shape, self.layout)
        other.tile = self.tile
        if not reader.accept("["):
            other.region = [Range(0, None, extent) for extent in self.shape]
            return other
        ranges = [read_range(reader)]
        while reader.accept(","):
            ranges.append(read_range(reader))
        reader.expect("]")
        if len(ranges) != len(self.shape):
            raise OracleError("region of rank %d in a shape of rank %d" % (len(ranges), len(self.shape)))
        other.region = [r if r.extent is not None else Range(0, None, extent)
                        for r, extent in zip(ranges, self.shape)]
        for r, extent in zip(other.region, self.shape):
            if r.begin < 0 or r.extent < 1 or r.begin + r.extent > extent:
                raise OracleError("region outside its buffer")
        return other


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def read_buffer(reader, layouts):
    """SPACE [SHAPE] LAYOUT"""
    space = reader.next()
    if space not in SPACES:
        raise OracleError("unknown space %r" % space)
    shape = None
    token = reader.peek()
    if re.fullmatch(r"\d+(x\d+)*", token):
        shape = [int(extent) for extent in reader.next().split("x")]
    layout = read_layout(reader, layouts)
    extents = [it.extent for it in layout.shard]
    shape = extents if shape is None else shape
    if product(shape) != product(extents):
        raise OracleError("the shape %s does not fit the layout %s" % (shape, extents))
    return Operand(space, shape, layout)


def read_operand(reader, layouts, tiles):
    if reader.peek() in tiles:
        return tiles[reader.next()].read_region(reader)
    return read_buffer(reader, layouts).read_region(reader)


def read_scope(reader):
    kind = reader.next()
    if kind not in SCOPES:
        raise OracleError("unknown scope %r" % kind)
    threads = SCOPES[kind]
    if threads is None:
        reader.expect("(")
        threads = reader.integer()
        reader.expect(")")
    limits = {"lanes": (0, 32), "warps": (0, 1 << 30)}
    while reader.peek() in limits:
        name = reader.next()
        begin = reader.integer()
        reader.expect(":")
        limits[name] = (begin, reader.integer())
    lanes, warps = limits["lanes"], limits["warps"]
    ranks = [rank for rank in range(threads)
             if lanes[0] <= rank % 32 < lanes[1] and warps[0] <= rank // 32 < warps[1]]
    return kind, threads, ranks


# ---- requests ----------------------------------------------------------------------------------

class Symbol:
    """A run-time argument. The smallest admissible value is a multiple of the divisor."""
    def __init__(self, name, role):
        self.name, self.role = name, role
        self.min, self.max, self.divisor = (1 if role == "stride" else 0), 2 ** 31 - 1, 1

    def smallest(self):
        return -(-self.min // self.divisor) * self.divisor


def nest_stride(shard, at, symbol):
    """Strides nest: what is written after a run-time stride lies inside it, and so does an earlier
    constant iter that is too small to lie outside. S[(128,64):(ld,1)] and S[(64,128):(1,ld)] give
    ld >= 64; S[(2,128,64):(65536,ld,1)] gives 64 <= ld <= 515."""
    it = shard[at]
    constant = [o for o in shard[at + 1:] if o.axis == it.axis and not o.stride[1]]
    span = 1 + sum((o.extent - 1) * max(o.stride[0], 0) for o in constant)
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


def collect_symbols(operand, symbols):
    shard = operand.layout.shard
    for at, it in enumerate(shard):
        for name in it.stride[1]:
            symbol = symbols.setdefault(name, Symbol(name, "stride"))
            if len(it.stride[1]) == 1 and it.stride[0] > 0:
                nest_stride(shard, at, symbol)
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
            symbol.min = max(symbol.min, number + (relation == ">"))
        if relation in ("<=", "==", "<"):
            symbol.max = min(symbol.max, number - (relation == "<"))


class Moves(list):
    src_span = dst_span = 0
    symbols = None


class Request:
    def __init__(self, op, scope, dtype, src, dst):
        self.op, self.dtype, self.bits = op, dtype[1], BITS[dtype[1]]
        self.src_dtype, self.src_bits = dtype[0], BITS[dtype[0]]
        self.scope, self.threads, self.ranks = scope
        self.src, self.dst = src, dst
        self.symbols, self.facts, self.options, self.name = {}, [], [], None
        self.statement = ""

    def finish(self, facts, options, name, statement):
        for operand in (self.src, self.dst):
            collect_symbols(operand, self.symbols)
        self.facts, self.options, self.name, self.statement = facts, options, name, statement
        for fact in facts:
            apply_fact(fact, self.symbols, self)
        extents = [[r.extent for r in operand.region if r.extent > 1]
                   for operand in (self.src, self.dst)]
        if extents[0] != extents[1]:
            raise OracleError("the extents differ: %s and %s" % tuple(extents))

    def values(self, given=None):
        """All symbols: the given values, the others at their smallest."""
        given = given or {}
        return {name: given.get(name, symbol.smallest()) for name, symbol in self.symbols.items()}

    @property
    def elements(self):
        return product(r.extent for r in self.dst.region)

    def moves(self, symbols=None):
        """Where every element of the region comes from and goes to."""
        values = self.values(symbols)
        src = Evaluator(self.src, self.src_bits, values, self)
        dst = Evaluator(self.dst, self.bits, values, self)
        result = Moves()
        result.symbols, result.src_span, result.dst_span = values, src.span(), dst.span()
        written = {}
        for index, (at, to) in enumerate(zip(src.region_places(), dst.region_places())):
            for place in to:
                if written.setdefault(place, index) != index:
                    raise OracleError("elements %d and %d both go to %s" % (written[place], index, place))
            first = at[0] if self.src.space != "reg" else min(at)
            result.append(Move(index, first, at, to))
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
        """Every place of the element with a row-major number in the whole shape."""
        values = list(self.base)
        rest = flat
        for extent, stride, at in self.shard:
            values[at] += rest % extent * stride
            rest //= extent
        found = []
        for replica in self.replicas:
            found += self.locate([a + b for a, b in zip(values, replica)])
        if not found:
            raise OracleError("element %d of %s has no owner" % (flat, self.operand.space))
        return found if len(found) == 1 else sorted(set(found))

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
        if self.swizzle and self.swizzle.len and axis == "m":
            period = 1 << (self.swizzle.per_element + self.swizzle.len + self.swizzle.atom)
            top = -(-top // period) * period
        return top


# ---- statements --------------------------------------------------------------------------------

def read_tail(reader):
    """[where FACTS] [{OPTIONS}] [as NAME], in any order"""
    facts, options, name = [], [], None
    while reader.peek():
        token = reader.next()
        if token == "where":
            fact, depth = [], 0
            while reader.peek() and not (depth == 0 and reader.peek() in ("{", "as")):
                token = reader.next()
                depth += (token == "(") - (token == ")")
                if token == "," and depth == 0:
                    facts.append(" ".join(fact))
                    fact = []
                else:
                    fact.append(token)
            facts.append(" ".join(fact))
        elif token == "{":
            option = []
            while not reader.accept("}"):
                token = reader.next()
                if token in (";", "\n", ","):
                    options += [" ".join(option)] if option else []
                    option = []
                else:
                    option.append(token)
            options += [" ".join(option)] if option else []
        elif token == "as":
            name = reader.next()
        else:
            raise OracleError("unexpected %r in: %s" % (token, " ".join(reader.tokens)))
    return facts, options, name


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
    a = read_operand(reader, layouts, tiles)
    arrow = reader.next()
    if arrow not in ("->", "<->"):
        raise OracleError("expected an arrow, found %r" % arrow)
    b = read_operand(reader, layouts, tiles)
    tail = read_tail(reader)
    statement = " ".join(reader.tokens)
    pairs = [(a, b)] if arrow == "->" else [(a, b), (b, a)]
    requests = []
    for src, dst in pairs:
        twin = [Operand(o.space, o.shape, o.layout) for o in (src, dst)]
        for new, old in zip(twin, (src, dst)):
            new.region, new.tile = old.region, old.tile
        request = Request(op, scope, dtypes, *twin)
        request.finish(*tail, statement)
        requests.append(request)
    return requests


def read_statements(text, layouts, tiles, folder, seen):
    requests = []
    for tokens in statements(text):
        reader = Reader(tokens)
        word = reader.peek()
        if word == "layout":
            reader.next()
            name = reader.next()
            reader.expect("=")
            layouts[name] = read_layout(reader, layouts)
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
