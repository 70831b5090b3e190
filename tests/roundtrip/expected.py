"""What must arrive: the oracle's moves played on random images.

The source image is random. A destination image starts random too, so that bytes which must stay are
seen to stay. Where a source element has several places (replicas in registers), each holds its own
random bits and only the lowest participating owner's may arrive; between registers on both sides
the replicas hold the same bits, as the contract of such a copy says.
"""
import copy
import random

import conversion
import kernels
import oracle
import reduction
from casefile import Image

TRIES = 8


def requests(text, directory=None):
    return oracle.parse(text, directory or ".")


def range_text(r):
    if r.symbol is None:
        return [r.begin, r.begin + r.extent]
    return "%s%s:+%d" % (r.symbol, "%+d" % r.begin if r.begin else "", r.extent)


def matches(request, function):
    """Is this function what the oracle read there? Layouts are compared by what they move."""
    if (request.op, request.scope, request.threads) != (
            function["op"], function["scope"].split()[0].split("(")[0], function["threads"]):
        return False
    if request.dtype != function["dtype"] or request.src_dtype != function.get("src_dtype", function["dtype"]):
        return False
    request.rounding = conversion.rounding(request.options, request.dtype)
    if function.get("rounding") not in (None, "", request.rounding):
        return False
    for mine, theirs in ((request.src, function["src"]), (request.dst, function["dst"])):
        known = not any(isinstance(extent, oracle.Named) for extent in mine.shape)
        if mine.space != theirs["space"] or (known and list(mine.shape) != theirs["shape"]):
            return False
        if [range_text(r) for r in mine.region] != theirs["region"]:
            return False
    return True


def random_value(symbol, source):
    """A legal value that is not far from the smallest."""
    least = symbol.smallest()
    most = min(symbol.max, least + 12 * symbol.divisor)
    return least + source.randint(0, max(0, (most - least) // symbol.divisor)) * symbol.divisor


def arguments(request, names, with_rank, seed):
    """Those of numbers(), each with indices of its own where rows are picked."""
    found = numbers_of(request, names, with_rank, seed)
    source = random.Random("index %s %s %d" % (seed, request.statement, with_rank))
    for given in found if request.picks else []:
        given["index"] = request.picks.draw(request.picked, request.dst.picks is not None, source)
    return found


def numbers_of(request, names, with_rank, seed):
    """[{name: value}] in the order of the parameters: the smallest values, then random ones. A name
    that C has taken carries an underscore there."""
    symbols = {n: request.symbols.get(n) or request.symbols.get(n.rstrip("_")) for n in names}
    if len(names) != len(request.symbols) or None in symbols.values():
        raise kernels.Unsupported(
            "parameters %s for the symbols %s" % (names, sorted(request.symbols)))
    if not names:
        return [{}, {}] if request.picks else [{}]
    source = random.Random("%s %s" % (seed, request.statement))
    if request.array:
        return windows(request, with_rank, source)
    wild = {name: random_value(symbols[name], source) for name in names}
    least = {name: symbols[name].usual() for name in names}
    pairs = [wild, least] if with_rank else [least, wild]
    if not request.limits:
        return pairs
    return [dict(smaller(request, pairs[i % 2], limits, source), **limits)
            for i, limits in enumerate(ragged(request, with_rank, source))]


def fitted(symbol, value):
    value = max(symbol.min, min(value, symbol.max))
    return max(symbol.smallest(), value // symbol.divisor * symbol.divisor)


def windows(request, with_rank, source):
    """Windows before, across and behind the edges of arrays that are smaller and larger than they, and empty."""
    found = []
    for _ in range(6 if with_rank else 16):
        numbers = {}
        for extent, r in zip(request.array.shape, request.array.region):
            if not isinstance(extent, oracle.Named):
                if r.symbol:
                    numbers[r.symbol] = fitted(request.symbols[r.symbol], source.randint(0, extent - r.extent))
                continue
            of = r.extent
            end = numbers.get(extent.name)
            if end is None:
                end = source.choice([0, 1, 2, of - 1, of, of + 1, of + 5, 2 * of, source.randint(0, 2 * of)])
                end = numbers[extent.name] = fitted(request.symbols[extent.name], end)
            if request.edge == "wrap":  # at most one array beyond the array
                divisor = request.symbols[extent.name].divisor
                least = -(-of // (2 * divisor)) * divisor
                end = numbers[extent.name] = fitted(request.symbols[extent.name], max(end, least))
            begin = source.choice([0, 0, -1, 1, -of, 1 - of, end - of, end - 1, end, end + 7, source.randint(-of, end)])
            if request.edge == "wrap":
                begin = max(-end, min(begin, 2 * end - of))
            if r.symbol:
                numbers[r.symbol] = fitted(request.symbols[r.symbol], begin - r.begin)
        own = {name for it in request.array.layout.shard for name in it.stride[1]}
        for name, symbol in request.symbols.items():
            if name not in numbers:
                numbers[name] = None if name in own else random_value(symbol, source)
        found.append(request.array_strides(numbers, lambda: source.choice([0, 0, 3])))
    return found


def smaller(request, numbers, limits, source):
    """Now and then a matrix with no more columns than move: its pitch is below the tile's extent."""
    found = dict(numbers)
    for name in numbers:
        at = name if name in request.symbols else name.rstrip("_")
        if request.symbols[at].role == "stride" and source.random() < 0.5:
            least = request.least_pitch(at, limits)
            found[name] = found[name] if least is None else least
    return found


def ragged(request, with_rank, source):
    """Limits: all of the tile, nothing, one, inside a vector, its last element, beyond the tile, random."""
    extents = [r.extent for r in request.dst.region if r.extent > 1]
    rounds = [lambda e: e, lambda e: e // 2 + 1, lambda e: 0, lambda e: 1, lambda e: e - 1,
              lambda e: e + 1000, lambda e: 2 ** 32 - 1, lambda e: source.randint(0, e)]
    choices = [tuple(rule(e) for e in extents) for rule in rounds]
    if len(extents) == 2:
        choices += [(extents[0], source.randint(1, extents[1])), (0, extents[1]), (extents[0], 0),
                    (source.randint(1, extents[0]), extents[1]),
                    (source.randint(1, extents[0]), source.randint(1, extents[1]))]
    choices += [(extents[0], c)[-len(extents):] for c in range(1, min(extents[-1], 9))]
    found = []
    for choice in choices[:3] + choices[-1:] if with_rank else choices:
        limits = {}
        for name, value in zip(request.limits, choice):
            symbol = request.symbols[name]
            value = max(symbol.min, min(value, symbol.max))
            limits[name] = max(symbol.smallest(), value // symbol.divisor * symbol.divisor)
        if limits not in found:
            found.append(limits)
    return found


class Images:
    def __init__(self, src, dst, after):
        self.src, self.dst, self.after = src, dst, after

    def shared_bytes(self):
        return sum(len(i.data) + 1024 for i in (self.src, self.dst) if i.space == "smem")


def moves_of(request, numbers):
    key = tuple(sorted(numbers.items()))
    known = request.__dict__.setdefault("known_moves", {})
    if key not in known:
        given = {n if n in request.symbols or n == "index" else n.rstrip("_"): v for n, v in numbers.items()}
        known[key] = request.moves(given)
    return known[key]


def element(image, place, bits):
    rank, at = place if isinstance(place, tuple) else (0, place)
    return image.bit(rank, at, bits)


def as_bits(number, bits):
    """As an image holds them."""
    return number.to_bytes(bits // 8, "little") if bits % 8 == 0 else [number >> i & 1 for i in range(bits)]


def fill_of(request):
    """The bits beyond the limits as an image holds them."""
    return as_bits(request.fill, request.bits)


def converted(request, value):
    """What the destination holds of the source's bits."""
    if request.src_dtype == request.dtype:
        return value
    number = int.from_bytes(value, "little") if isinstance(value, bytes) else sum(
        bit << i for i, bit in enumerate(value))
    number = conversion.convert(number, request.src_dtype, request.dtype, request.rounding)
    return as_bits(number, request.bits)


def numbers_at(request, src, dst, move, source):
    """What is combined are numbers: on the way, and where they go."""
    for image, places in ((src, [move.src]), (dst, move.dst)):
        for place in places:
            drawn = reduction.draw(source, request.dtype, request.bits)
            image.put(element(image, place, request.bits), request.bits, as_bits(drawn, request.bits))


def reduced(request, op, there, value):
    there, value = int.from_bytes(there, "little"), int.from_bytes(value, "little")
    return as_bits(reduction.combine(op, request.dtype, request.bits, there, value), request.bits)


def images_in_place(request, moves, source):
    """The one tile before and after; nobody looks at the source image."""
    bits, align = request.bits, request.demand["dst"]
    tile = Image(request.dst.space, max(moves.dst_span, moves.src_span) * bits, align, 0, 1, source)
    result = copy.deepcopy(tile)
    for move in moves:
        at = element(tile, move.src, bits)
        tile.allow(at, bits)
        for place in move.dst:
            to = element(tile, place, bits)
            tile.allow(to, bits)
            result.put(to, bits, tile.get(at, bits))
    return Images(Image("gmem", bits, align, 0, 1, source), tile, bytes(result.data))


def images_filled(request, moves, parameters, threads, source):
    """The tile before and after; nobody looks at the source image."""
    bits, align, space = request.bits, request.demand["dst"], request.dst.space
    stride = kernels.element_bytes(bits, parameters[0]) if space == "reg" else 0
    tile = Image(space, moves.dst_span * bits, align, stride, threads, source)
    result = copy.deepcopy(tile)
    for move in moves:
        for place in move.dst:
            to = element(tile, place, bits)
            tile.allow(to, bits)
            result.put(to, bits, fill_of(request))
    return Images(Image("gmem", bits, align, 0, 1, source), tile, bytes(result.data))


def move_bytes(moves, size, src, dst, result):
    """Whole bytes that stay what they are, which most moves are: the loop of images() with nothing asked twice."""
    ones, lengths = b"\xff" * size, (len(src.mask), len(dst.mask), len(result))
    for move in moves:
        at = src.byte(move.src, size)
        src.mask[at:at + size] = ones
        value = src.data[at:at + size]
        for place in move.dst:
            to = dst.byte(place, size)
            dst.mask[to:to + size] = ones
            result[to:to + size] = value
    if lengths != (len(src.mask), len(dst.mask), len(result)):
        raise ValueError("an element is outside the image")


def beyond_bytes(request, moves, src, dst, result):
    """What is beyond the limits, of whole bytes: the last loop of images() with nothing asked twice."""
    size, src_size, fill = request.bits // 8, request.src_bits // 8, fill_of(request)
    ones, src_ones, lengths = b"\xff" * size, b"\xff" * src_size, (len(src.mask), len(dst.mask), len(result))
    read, written = request.src.space != "gmem", request.dst.space != "gmem"
    for move in moves.beyond:
        if read and move.src is not None:
            at = src.byte(move.src, src_size)
            src.mask[at:at + src_size] = src_ones
        for place in move.dst if written else []:
            to = dst.byte(place, size)
            dst.mask[to:to + size] = ones
            if not request.keep:
                result[to:to + size] = fill
    if lengths != (len(src.mask), len(dst.mask), len(result)):
        raise ValueError("an element is outside the image")


def images(request, parameters, threads, numbers, source):
    """The source and destination image before the call, and the destination's bytes after it."""
    moves, bits, src_bits = moves_of(request, numbers), request.bits, request.src_bits
    demand, sides = request.demand, {}
    if request.op == "fill":
        return images_filled(request, moves, parameters, threads, source)
    if len(kernels.operands(parameters)) == 1:
        return images_in_place(request, moves, source)
    for which, parameter, operand, span, wide in (
            ("dst", parameters[0], request.dst, moves.dst_span, bits),
            ("src", parameters[1], request.src, moves.src_span, src_bits)):
        stride = kernels.element_bytes(wide, parameter) if operand.space == "reg" else 0
        if demand[which] > operand.align and operand.space != "reg":
            raise ValueError("%s: %d bytes are demanded, %d promised" % (
                which, demand[which], operand.align))
        space = "smem" if operand.space == "dsmem" else operand.space
        sides[which] = Image(space, span * wide, demand[which], stride, threads, source)
    src, dst = sides["src"], sides["dst"]
    both = request.src.space == request.dst.space == "reg"
    for move in moves if both else []:
        value = src.get(element(src, move.src, src_bits), src_bits)
        for place in move.sources:
            src.put(element(src, place, src_bits), src_bits, value)
    op = reduction.operation(request.options)
    for move in moves if op else []:
        numbers_at(request, src, dst, move, source)
    result, drawn = copy.deepcopy(dst), set()
    plain = not op and bits % 8 == 0 and request.src_dtype == request.dtype
    if plain:
        move_bytes(moves, bits // 8, src, dst, result.data)
    for move in moves if not plain else []:
        at = element(src, move.src, src_bits)
        src.allow(at, src_bits)
        if request.src_dtype != request.dtype and move.src not in drawn:
            drawn.add(move.src)  # of a stride 0 several elements are in one place
            number = as_bits(conversion.draw(source, request.src_dtype, request.dtype), src_bits)
            for place in [move.src, *(move.sources if both else [])]:
                src.put(element(src, place, src_bits), src_bits, number)
        value = converted(request, src.get(at, src_bits))
        for place in move.dst:
            to = element(dst, place, bits)
            dst.allow(to, bits)
            result.put(to, bits, reduced(request, op, result.get(to, bits), value) if op else value)
    whole = bits % 8 == 0 and src_bits % 8 == 0
    if whole:
        beyond_bytes(request, moves, src, dst, result.data)
    for move in moves.beyond if not whole else []:
        if request.src.space != "gmem" and move.src is not None:
            src.allow(element(src, move.src, src_bits), src_bits)
        for place in move.dst if request.dst.space != "gmem" else []:
            to = element(dst, place, bits)
            dst.allow(to, bits)
            if not request.keep:
                result.put(to, bits, fill_of(request))
    return Images(src, dst, bytes(result.data))
