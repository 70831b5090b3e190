"""Layouts that repeat, as the oracle reads them: `reg 64x64 mma_c` is the layout named mma_c as often as
it fits into 64x64.

The definition: element x of the whole is element x % atom of the atom that stands at x // atom, and
moves from there by the number of that atom times the atom's span. By rows, atoms are numbered along a
row of atoms first; by columns down a column. Registers go by rows and memory by columns where nothing
is said.
"""
import re

from description import (
    BITS, SPACES, Bytes, Iter, Open, OracleError, Operand, product, read_layout, read_order, read_shape)


def with_numbers(layout, bits, threads, filled):
    """Extents in bytes, in threads and open ones become extents in elements, and strides that waited for them
    row-major. filled: the shape that an open extent fills up to."""
    if not any(isinstance(it.extent, (Bytes, Open)) for it in layout.shard):
        return
    extents, rest = [], None
    for it in layout.shard:
        whole = it.extent
        if isinstance(whole, Bytes):
            if whole * 8 % bits:
                raise OracleError("%d bytes are no whole number of elements" % whole)
            whole = whole * 8 // bits
        elif whole == "threads":
            whole = threads
        elif whole == "*" and rest is not None:
            raise OracleError("two open extents")
        elif whole == "*":
            rest, whole = len(extents), 1
        extents.append(whole)
    if None in extents or (rest is not None and filled is None):
        raise OracleError("an extent that nothing gives")
    if rest is not None:
        if product(filled) % product(extents):
            raise OracleError("the open extent does not come out even")
        extents[rest] = product(filled) // product(extents)
    step, shard = 1, []
    for it, extent in reversed(list(zip(layout.shard, extents))):
        stride = it.stride if it.stride is not None else (step, ())
        shard.insert(0, Iter(extent, stride, it.axis))
        step *= extent
    layout.shard = shard


def by_dimension(shard, shape):
    """The iters of each dimension, from the outside: (2,8,4,2) over 16x8 is [2, 8], [4, 2]."""
    rest, groups = list(shard), []
    for extent in shape:
        group = []
        while extent > 1:
            if not rest:
                raise OracleError("the iters are no product of the dimensions")
            it = rest.pop(0)
            if extent % it.extent == 0:
                group.append(it)
                extent //= it.extent
            elif it.extent % extent == 0:
                inner = it.extent // extent
                group.append(Iter(extent, (it.stride[0] * inner, it.stride[1]), it.axis))
                rest.insert(0, Iter(inner, it.stride, it.axis))
                extent = 1
            else:
                raise OracleError("the iters are no product of the dimensions")
        groups.append(group)
    return groups


def span_of(layout, bits):
    """From one atom to the next: rows of a pitch go on in that pitch."""
    on_m = [it for it in layout.shard + layout.replica if it.axis == "m"]
    if any(it.stride[1] for it in on_m):
        raise OracleError("an atom with a run-time stride")
    last = sum((it.extent - 1) * it.stride[0] for it in on_m)
    last += sum(amount for amount, axis in layout.offset if axis == "m")
    span = max([last + 1] + [it.extent * it.stride[0] for it in on_m])
    swizzle = layout.swizzle_for(bits) if layout.swizzle is not None else None
    if swizzle and swizzle.len and span % (1 << (swizzle.per_element + swizzle.len + swizzle.atom)):
        raise OracleError("the atom is no whole number of periods of its swizzle")
    return span


def repeat(layout, atom, shape, rows, bits):
    atom = [1] * (len(shape) - len(atom)) + list(atom)
    if len(atom) != len(shape) or any(whole % part for whole, part in zip(shape, atom)):
        raise OracleError("the atom %s does not repeat to %s" % (atom, shape))
    counts = [whole // part for whole, part in zip(shape, atom)]
    if product(counts) == 1:
        return
    groups, step = by_dimension(layout.shard, atom), span_of(layout, bits)
    order = list(range(len(shape)))[::-1]
    if not rows and len(order) > 1:
        order[0], order[1] = order[1], order[0]
    for dim in order:
        groups[dim].insert(0, Iter(counts[dim], (step, ()), "m"))
        step *= counts[dim]
    layout.shard = [it for group in groups for it in group if it.extent > 1]


def shaped(layout, space, shape, order, named, bits, threads):
    """(layout, shape) of an operand, as it is written."""
    layout = layout.copy()
    with_numbers(layout, bits, threads, layout.shape or (layout.tilings[0][0] if layout.tilings else shape))
    extents = [it.extent for it in layout.shard]
    now = layout.shape
    if now is not None and product(now) != product(extents):
        raise OracleError("the shape %s does not fit the layout %s" % (now, extents))
    steps = layout.tilings + ([(shape, order)] if shape is not None else [])
    for at, (whole, by) in enumerate(steps):
        is_named = named or at + 1 < len(steps) or shape is None
        if not is_named or (now is None and product(whole) == product(extents)):
            if product(whole) != product(extents):
                raise OracleError("the shape %s does not fit the layout %s" % (whole, extents))
        else:
            if space == "tmem":
                raise OracleError("tensor memory is not repeated")
            rows = by == "rows" if by else space == "reg"
            repeat(layout, now if now is not None else extents, whole, rows, bits)
            extents = [it.extent for it in layout.shard]
        now = whole
    return layout, list(now) if now is not None else extents


def read_buffer(reader, layouts, bits=None, threads=None):
    """SPACE [SHAPE] LAYOUT [by rows|columns], and the dtype behind it where `bits` is None. threads: of the scope"""
    space = reader.next()
    if space not in SPACES:
        raise OracleError("unknown space %r" % space)
    return read_rest_of_buffer(reader, space, layouts, bits, threads)


def read_rest_of_buffer(reader, space, layouts, bits, threads):
    shape = read_shape(reader)
    named = reader.peek() in layouts
    layout = read_layout(reader, layouts)
    order = read_order(reader)
    if order and (shape is None or not named):
        raise OracleError("an order without a shape")
    if bits is None:
        bits = BITS[reader.next()]
    layout, shape = shaped(layout, space, shape, order, named, bits, threads)
    return Operand(space, shape, layout)


def read_operand(reader, layouts, tiles, bits, threads):
    if reader.peek() in tiles:
        name = reader.next()
        tile = tiles[name]
        if re.match(r"\d", reader.peek() or "") or reader.peek() in layouts or reader.peek() == "S":
            tile = read_rest_of_buffer(reader, tile.space, layouts, bits, threads)  # the tile in another layout
            tile.tile = name
        return tile.read_region(reader)
    return read_buffer(reader, layouts, bits, threads).read_region(reader)
