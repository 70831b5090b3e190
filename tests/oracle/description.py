"""The oracle's own reader of descriptions: text -> tokens -> scopes, operands, layouts and tails. What
they mean is said in oracle.py; this file only knows how they are written."""
import re
from collections import namedtuple

BITS = {"f64": 64, "f32": 32, "tf32": 32, "f16": 16, "bf16": 16, "e4m3": 8, "e5m2": 8, "e8m0": 8,
        "e2m1": 4, "e3m2": 6, "e2m3": 6}
BITS.update({letter + str(bits): bits for letter in "iub" for bits in (8, 16, 32, 64)})
BITS["b128"] = 128
BITS.update(i4=4, u4=4, b4=4)

SPACES = ("gmem", "smem", "reg", "dsmem", "tmem")
SCOPES = {"thread": 1, "elected": 32, "warp": 32, "warpgroup": 128, "cta": None, "cluster": None}

# The digit of a rank that a thread axis fixes.
RANK_DIGIT = {
    "laneid": lambda rank: rank % 32,
    "tx": lambda rank: rank,
    "warpid": lambda rank: rank // 32,
    "wid_in_wg": lambda rank: rank // 32 % 4,
    "tid_in_wg": lambda rank: rank % 128,
    "wgid": lambda rank: rank // 128,
    "thread": lambda rank: rank,
}
MEMORY_AXES = ("m", "P", "F", "Bank", "TCol", "TLane", "bx", "by", "bz", "cbx", "cby", "cbz")


class OracleError(Exception):
    pass


Iter = namedtuple("Iter", "extent stride axis")          # stride: (integer, (names...))
Swizzle = namedtuple("Swizzle", "per_element len atom outer")
Range = namedtuple("Range", "begin symbol extent")       # from symbol + begin, `extent` long


# ---- reading -----------------------------------------------------------------------------------

TOKEN = re.compile(r'''[ \t\r]+ | \#[^\n]* | (?P<token>
    \n | "[^"\n]*" | <-> | -> | [=<>!]= | \d+(?:x\d+)+(?![A-Za-z0-9_]) | \d[A-Za-z0-9_]*
    | [A-Za-z_][A-Za-z0-9_]* | [^\s] )''', re.X)


def statements(text):
    """Lists of tokens; a statement ends at a line end or a semicolon outside of brackets. Line ends
    stay inside of braces, where they end an option."""
    current, open_brackets = [], []
    for match in TOKEN.finditer(text):
        token = match.group("token")
        if token is None:
            continue
        if token in "([{":
            open_brackets.append(token)
        elif token in ")]}" and open_brackets:
            open_brackets.pop()
        if token == "\n" and open_brackets and open_brackets[-1] != "{":
            continue
        if not open_brackets and token in ("\n", ";"):
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
    extents = read_list(reader, read_extent)
    if reader.accept(":"):
        strides = read_list(reader, lambda r: (read_product(r), read_axis(r)))
        if len(strides) != len(extents):
            raise OracleError("%d extents but %d strides" % (len(extents), len(strides)))
    elif any(isinstance(extent, (Bytes, Open)) for extent in extents):
        strides = [(None, "m")] * len(extents)      # row-major, when the dtype is known
    else:
        strides, step = [], 1
        for extent in reversed(extents):
            strides.insert(0, ((step, ()), "m"))
            step *= extent
    reader.expect("]")
    if any(extent < 1 for extent in extents if not isinstance(extent, (Bytes, Open))):
        raise OracleError("an extent is not positive: %s" % extents)
    return [Iter(extent, stride, axis) for extent, (stride, axis) in zip(extents, strides)]


class Bytes(int):
    """An extent of 128B: as many elements as fill them."""


class Open(str):
    """`threads`: as many as the scope has; `*`: what the shape leaves."""


class Named(int):
    """A run-time extent: no number bounds the region, so it counts as very large until there is one."""
    def __new__(cls, name):
        self = int.__new__(cls, 1 << 40)
        self.name = name
        return self


def read_extent(reader):
    token = reader.peek()
    if token in ("threads", "*"):
        return Open(reader.next())
    if re.fullmatch(r"\d+B", token):
        return Bytes(reader.next()[:-1])
    if re.fullmatch(r"[A-Za-z_]\w*", token):
        return Named(reader.next())
    return reader.integer()


class Layout:
    def __init__(self):
        self.shape = None       # of `layout NAME = SHAPE S[...]`
        self.tilings = []       # (shape, order) that a named atom repeats to, innermost first
        self.shard, self.replica, self.offset, self.swizzle = [], [], [], None
        self.auto = False       # tcgen's to choose: Request.adopt says what it chose

    def copy(self):
        other = Layout()
        other.shard, other.replica = list(self.shard), list(self.replica)
        other.offset, other.swizzle, other.auto = list(self.offset), self.swizzle, self.auto
        other.shape, other.tilings = self.shape, list(self.tilings)
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
        layout = read_layout(reader, layouts)
        if layout.swizzle is not None or layout.replica or layout.offset:
            raise OracleError("an auto layout is fixed already")
        layout.auto = True
        return layout
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


def read_shape(reader):
    token = reader.peek()
    if token is not None and re.fullmatch(r"\d+(x\d+)*", token):
        return [int(extent) for extent in reader.next().split("x")]
    return None


def read_order(reader):
    if reader.peek(1) in ("i32", "u32") or not reader.accept("by"):
        return None
    order = reader.next()
    if order not in ("rows", "columns"):
        raise OracleError("'by' %r" % order)
    return order


def read_definition(reader, layouts):
    """[SHAPE] LAYOUT [by rows|columns] of a `layout` statement"""
    shape = read_shape(reader)
    named = reader.peek() in layouts
    layout = read_layout(reader, layouts)
    order = read_order(reader)
    if order and (shape is None or not named):
        raise OracleError("an order without a shape")
    if shape is not None and named:
        layout.tilings.append((shape, order))
    elif shape is not None:
        layout.shape = shape
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
        if symbol is not None and reader.accept("-"):
            begin -= int(reader.next())
            break
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
        self.region, self.tile, self.picks = None, None, None

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
            before = r.begin < 0 and not (isinstance(extent, Named) and r.symbol)
            if before or r.extent < 1 or r.begin + r.extent > extent:
                raise OracleError("region outside its buffer")
        return other


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


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
