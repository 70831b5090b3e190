"""The run-time arguments of a request: their ranges by the nesting of strides, by regions and by facts."""
import re

from description import OracleError, product


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
    match = re.fullmatch(r"(\w+) (>=|<=|==|<|>) ((?:- ?)?\d+)", text)
    if match and match.group(1) in symbols:
        symbol, relation, number = symbols[match.group(1)], match.group(2), int(match.group(3).replace(" ", ""))
        if relation in (">=", "==", ">"):
            least = number + (relation == ">")
            symbol.stated, symbol.min = max(symbol.stated, least), max(symbol.min, least)
        if relation in ("<=", "==", "<"):
            symbol.max = min(symbol.max, number - (relation == "<"))
