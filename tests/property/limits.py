"""Limits of random copies: `masked`, and windows of arrays whose extents are known at run time."""


def masked(rng, operands, extents, bits):
    """Facts and options of a copy with limits; nothing where there can be none."""
    spaces = [operand.split()[0] for operand in operands]
    dims = sum(extent > 1 for extent in extents)
    if spaces.count("gmem") != 1 or not 1 <= dims <= 2 or bits < 8:
        return [], ""
    facts = []
    for name in ("rows", "cols")[-dims:]:
        if rng.random() < 0.3:
            facts.append("%s %% %d == 0" % (name, rng.choice([2, 4, 8, 16])))
        if rng.random() < 0.1:
            facts.append("%s <= %d" % (name, rng.choice([16, 64])))
    rest = rng.choice(["", "", " keep;", " fill 0x%x;" % rng.randrange(2 ** min(bits, 64))])
    if spaces[1] == "gmem" or bits > 64 and "fill" in rest:
        rest = ""
    return facts, " { masked;%s }" % rest


def bounded(rng, extents):
    """An array without a region, of which facts say how large it may be, and these facts."""
    limited = rng.randrange(len(extents))
    ends, facts = [], []
    for at, extent in enumerate(extents):
        name = "h" + "abc"[at]
        named = at == limited or rng.random() < 0.7
        ends.append(name if named else "%d" % extent)
        if named:
            facts += rng.choice([["%s <= %d" % (name, extent)], ["%s < %d" % (name, extent + 1)],
                                 ["%s == %d" % (name, extent)], ["%s <= %d" % (name, extent + 9), "%s <= %d" % (name, extent)]])
            facts += ["%s %% %d == 0" % (name, step) for step in (2, 3, 8) if extent % step == 0 and rng.random() < 0.3]
    strides = ["*".join(ends[at + 1:]) or "1" for at in range(len(extents))]
    if rng.random() < 0.6:
        pitches = ["p" + d for d in "ab"[:len(extents) - 1]]
        strides = ["*".join(pitches[at:]) or "1" for at in range(len(extents))]
    return "gmem S[(%s):(%s)]" % (",".join(ends), ",".join(strides)), facts


def windowed(rng, operands, extents, bits):
    """The operands, facts and options of a copy whose side in global memory is a window of an array; the
    operands as they are where it cannot be."""
    spaces = [operand.split()[0] for operand in operands]
    if spaces.count("gmem") != 1 or len(extents) > 3 or bits < 8:
        return operands, [], ""
    facts, ends, ranges, limited = [], [], [], rng.randrange(len(extents))
    for at, extent in enumerate(extents):
        d = "abc"[at]
        before = rng.choice([0, 0, 0, 1, 2])
        if at == limited or rng.random() < 0.8:
            ends.append("h%s" % d)
            origin = rng.choice(["y%s", "y%s", "y%s-1", "y%s+2"]) % d
            ranges.append("%s:+%d" % (origin, extent) if rng.random() < 0.9 else "%d:%d" % (before, before + extent))
            if rng.random() < 0.3:
                step = rng.choice([2, 4, 8])
                facts += ["h%s %% %d == 0" % (d, step)]
                facts += ["y%s %% %d == 0" % (d, step)] if ranges[-1].startswith("y") else []
        else:
            ends.append("%d" % (extent + before + 3))
            ranges.append("n%s:+%d" % (d, extent) if rng.random() < 0.5 else "%d:%d" % (before, before + extent))
    pitches = ["p" + d for d in "ab"[:len(extents) - 1]]
    strides = ["*".join(pitches[d:]) or "1" for d in range(len(extents))]
    if rng.random() < 0.2:
        ends, ranges = ends[::-1], ranges[::-1]
        if extents != extents[::-1]:
            ends, ranges, strides = ends[::-1], ranges[::-1], strides[::-1]
    facts += ["%s %% %d == 0" % (name, rng.choice([2, 4, 8])) for name in pitches if rng.random() < 0.4]
    window = "gmem S[(%s):(%s)][%s]" % (",".join(ends), ",".join(strides), ", ".join(ranges))
    if rng.random() < 0.25:
        window, facts = bounded(rng, extents)
    rest = rng.choice(["", "", " keep;", " edge clamp;", " edge wrap;", " edge keep;",
                       " fill 0x%x;" % rng.randrange(2 ** min(bits, 64))])
    if spaces[1] == "gmem" or bits > 64 and "fill" in rest:
        rest = ""
    return tuple(window if o.startswith("gmem") else o for o in operands), facts, " { masked;%s }" % rest
