"""How wgmma reads an operand, from the PTX manual, and what a layout is, from its definition: nothing here is
shared with tcgen. A layout is a list of iters (extent, stride) in elements for each of the two dimensions,
outermost first, and the span in bytes of its swizzle."""
import itertools

K_BYTES, SPANS = 32, (0, 32, 64, 128)
CODES = {0: 0, 128: 1, 64: 2, 32: 3}
BYTES = {"f16": 2, "bf16": 2, "tf32": 4, "e4m3": 1, "e5m2": 1, "i8": 1, "u8": 1}


def xor(span, address):
    """Bits 7, 8 and 9 of the address onto bits 4, 5 and 6: one of them for 32, two for 64, three for 128."""
    for bit in range({0: 0, 32: 1, 64: 2, 128: 3}[span]):
        address ^= (address >> (7 + bit) & 1) << (4 + bit)
    return address


class Tile:
    def __init__(self, dtype, rows, columns, span):
        self.dtype, self.iters, self.span = dtype, (rows, columns), span
        self.bytes = BYTES[dtype]
        self.shape = tuple(self.product(iters) for iters in self.iters)
        self.table = [[sum(pair) for pair in itertools.product([i], self.offsets(1))] for i in self.offsets(0)]
        self.table = [[xor(span, at * self.bytes) for at in row] for row in self.table]

    @staticmethod
    def product(iters):
        count = 1
        for extent, _ in iters:
            count *= extent
        return count

    def offsets(self, dim):
        digits = itertools.product(*(range(extent) for extent, _ in self.iters[dim]))
        return [sum(d * stride for d, (_, stride) in zip(one, self.iters[dim])) for one in digits]

    def text(self):
        iters = self.iters[0] + self.iters[1]
        return "%dx%d S[(%s):(%s)]%s" % (self.shape + (
            ",".join(str(e) for e, _ in iters), ",".join(str(s) for _, s in iters),
            " swizzle %dB" % self.span if self.span else ""))


def line(mn, span, size, lbo, sbo, i, k):
    """The table, bytes from the start address on."""
    if mn and span:
        wide = span // size
        return i // wide * lbo + i % wide * size + k % 8 * span + k // 8 * sbo
    unit = 16 // size
    if mn:
        return i // unit * sbo + i % unit * size + k % 8 * 16 + k // 8 * lbo
    if span:
        return i // 8 * sbo + i % 8 * span + k * size
    return i // 8 * sbo + i % 8 * 16 + k // unit * lbo + k % unit * size


def read(bits, size, mn, i, k):
    """The byte that the hardware reads for (i, k) by the 64 bits."""
    span = {code: span for span, code in CODES.items()}[bits >> 62]
    start, lbo, sbo = ((bits >> at & 0x3fff) * 16 for at in (0, 16, 32))
    return xor(span, start + line(mn, span, size, lbo, sbo, i, k))


def offsets_of(tile, mn, span, origin, extents):
    """The two offsets by the first elements that need them, None: none does; or False: no descriptor has them."""
    size, found = tile.bytes, []
    firsts = ([(span // size, 0), (0, 8)] if mn and span else [(0, 8), (16 // size, 0)] if mn else
              [None if span else (0, 16 // size), (8, 0)])
    start = xor(span, tile.table[origin[0]][origin[1]])
    for first in firsts:
        if first is None or first[0] >= extents[0] or first[1] >= extents[1]:
            found.append(None)
            continue
        by = xor(span, tile.table[origin[0] + first[0]][origin[1] + first[1]]) - start
        if by < 0 or by % 16:
            return False
        found.append(by)
    return found


def fits(tile, mn, span, offsets, origin, extents):
    start = xor(span, tile.table[origin[0]][origin[1]])
    lbo, sbo = (by or 0 for by in offsets)
    return start % 16 == 0 and all(
        tile.table[origin[0] + i][origin[1] + k] == xor(span, start + line(mn, span, tile.bytes, lbo, sbo, i, k))
        for i in range(extents[0]) for k in range(extents[1]))


def descriptor_of(tile, origins, extents):
    """(mn, span, lbo, sbo) that is right at every origin, or None."""
    for mn, span in itertools.product((False, True), SPANS):
        if mn and tile.bytes != 2:
            continue
        offsets = offsets_of(tile, mn, span, origins[0], extents)
        if offsets is not False and all(fits(tile, mn, span, offsets, o, extents) for o in origins):
            return (mn, span) + tuple(offsets)
    return None
