"""Random descriptions: one request each, drawn from everything the language has for copies.

A description is built so that it is meant to work: the register layout covers the region, the
memory layout is injective on it. A share of them is then spoilt on purpose. Whether one is possible
is not decided here but by the oracle; `simple` marks those that must never be refused.
"""

import os
import re
import sys
from math import prod as product

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from limits import masked, windowed  # noqa: E402

BITS = {"f64": 64, "f32": 32, "tf32": 32, "f16": 16, "bf16": 16, "e4m3": 8, "e5m2": 8, "e8m0": 8,
        "e2m1": 4, "e3m2": 6, "e2m3": 6, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "u8": 8,
        "u16": 16, "u32": 32, "u64": 64, "b8": 8, "b16": 16, "b32": 32, "b64": 64, "b128": 128}
BITS.update(i4=4, u4=4, b4=4)
NUMBERS = ("f32", "f16", "bf16", "tf32", "e4m3", "e5m2", "e2m1", "i8", "u8", "i4", "u4")
SUB_BYTE = ("i4", "u4", "b4", "e2m1", "e3m2", "e2m3")
COMMON = ("f32", "f16", "bf16", "u8", "f64", "i32", "e4m3", "b128")
MAX_ELEMENTS = 2048


class Description:
    def __init__(self, text, simple, name):
        self.text, self.simple, self.name = text, simple, name


def compact(shape):
    """Row-major strides: compact([4, 6]) = [6, 1]."""
    strides, step = [], 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= extent
    return strides


def spell(iters):
    """S[(32,8):(1@laneid,1)] from [(32, "1@laneid"), (8, 1)]."""
    return "S[(%s):(%s)]" % (",".join(str(e) for e, _ in iters), ",".join(str(s) for _, s in iters))


def shape_text(shape):
    return "x".join(str(extent) for extent in shape)


class Scope:
    def __init__(self, rng):
        kind = rng.choice(["thread", "warp", "warp", "warp", "warpgroup", "cta", "cta"])
        self.threads = {"thread": 1, "warp": 32, "warpgroup": 128}.get(kind)
        if kind == "cta":
            self.threads = rng.choice([32, 64, 96, 128, 256])
        self.kind, self.narrowed = kind, False
        self.text = "cta(%d)" % self.threads if kind == "cta" else kind
        if kind != "thread" and rng.random() < 0.12:
            self.narrow(rng)

    def narrow(self, rng):
        self.narrowed = True
        warps = self.threads // 32
        if warps > 1 and rng.random() < 0.5:
            begin = rng.randrange(warps)
            self.text += " warps %d:%d" % (begin, rng.randint(begin + 1, warps))
        else:
            begin = rng.choice([0, 0, 8, 16])
            self.text += " lanes %d:%d" % (begin, rng.choice([24, 32]))


def factors(rng, shape):
    """Each extent split into a few factors: [(dim, extent)], outermost first."""
    out = []
    for dim, extent in enumerate(shape):
        rest = []
        while extent > 1:
            choices = [f for f in (2, 3, 4, 5, 7, 8, 16, 32, 64, 128) if extent % f == 0]
            factor = rng.choice(choices + [extent]) if choices else extent
            rest.append(factor)
            extent //= factor
        out += [(dim, factor) for factor in (rest or [1])]
    return out


class Memory:
    """One side in memory: shape, layout and region around `extents`."""

    def __init__(self, rng, space, extents, bits, plain, tag):
        self.space, self.symbols, self.facts = space, [], []
        self.shape, self.region = list(extents), None
        if not plain and rng.random() < 0.35:
            self.cut_region(rng, extents, tag)
        kinds = ["compact"] if plain else [
            "compact", "compact", "padded", "permuted", "strided", "swizzled", "swizzled", "blocked",
            "run-time"]
        kind = rng.choice(kinds)
        self.layout = getattr(self, kind.replace("-", "_"))(rng, bits, tag)

    def cut_region(self, rng, extents, tag):
        """Puts the region somewhere inside a larger buffer; sometimes adds a unit dimension."""
        ranges = []
        self.shape = []
        for dim, extent in enumerate(extents):
            before = rng.choice([0, 0, 1, 4, 8, extent])
            after = rng.choice([0, 0, 3, 8, extent])
            whole = before + extent + after
            self.shape.append(whole)
            if before and rng.random() < 0.3:
                name = "%so%d" % (tag, dim)
                self.symbols.append(name)
                divisor = rng.choice([1, 4, 8])
                if divisor > 1:
                    self.facts.append("%s %% %d == 0" % (name, divisor))
                ranges.append("%s:+%d" % (name, extent))
            else:
                ranges.append("%d:%d" % (before, before + extent))
        if rng.random() < 0.2 and len(self.shape) < 4:
            self.shape.insert(0, 3)
            ranges.insert(0, "1:2")
        self.region = "[%s]" % ", ".join(ranges)

    def compact(self, _rng, _bits, _tag):
        return spell(list(zip(self.shape, compact(self.shape))))

    def padded(self, rng, _bits, _tag):
        strides, step = [], 1
        for dim in range(len(self.shape) - 1, -1, -1):
            strides.insert(0, step)
            step *= self.shape[dim]
            if dim == len(self.shape) - 1:
                step += rng.choice([1, 4, 8, 16])
        return spell(list(zip(self.shape, strides)))

    def permuted(self, rng, _bits, _tag):
        order = list(range(len(self.shape)))
        rng.shuffle(order)
        strides, step = [0] * len(order), 1
        for dim in order:
            strides[dim] = step
            step *= self.shape[dim]
        return spell(list(zip(self.shape, strides)))

    def strided(self, rng, _bits, _tag):
        step = rng.choice([2, 3, 4])
        return spell([(e, s * step) for e, s in zip(self.shape, compact(self.shape))])

    def blocked(self, rng, _bits, _tag):
        """Factors of all dimensions in a random order of strides, outer ones likely kept outer."""
        parts = factors(rng, self.shape)
        order = sorted(range(len(parts)), key=lambda i: i + rng.choice([0, 0, 2.5]))
        strides, step = [0] * len(parts), 1
        for at in reversed(order):
            strides[at] = step
            step *= parts[at][1]
        return spell([(part[1], stride) for part, stride in zip(parts, strides)])

    def run_time(self, rng, bits, tag):
        if len(self.shape) < 2:
            return self.compact(rng, bits, tag)
        name = tag + "ld"
        self.symbols.append(name)
        if rng.random() < 0.7:
            self.facts.append("%s %% %d == 0" % (name, rng.choice([2, 4, 8, 16])))
        strides = compact(self.shape)
        strides[-2] = name
        for dim in range(len(self.shape) - 3, -1, -1):
            inner = product(self.shape[dim + 1 : -1])
            strides[dim] = "%d*%s" % (inner, name)
        return spell(list(zip(self.shape, strides)))

    def swizzled(self, rng, bits, tag):
        elements = product(self.shape)
        per = max(0, (128 // bits).bit_length() - 1) if bits <= 128 else 0
        if rng.random() < 0.3:
            per = rng.randint(0, 4)
        length = rng.randint(0, 3)
        atom = rng.choice([length, 3, 3]) if length <= 3 else length
        atom = max(atom, length)
        if elements % (1 << (per + length + atom)):
            return self.compact(rng, bits, tag)
        outer = ", outer" if rng.random() < 0.2 else ""
        return self.compact(rng, bits, tag) + " swizzle(%d,%d,%d%s)" % (per, length, atom, outer)

    def text(self, written_shape=True):
        parts = [self.space]
        if written_shape:
            parts.append(shape_text(self.shape))
        return " ".join(parts) + " " + self.layout + (self.region or "")


def thread_axes(scope, rng):
    """[(axis, size, ranks per step)] outermost first, whose product is the scope."""
    if scope.kind == "warp":
        return [("laneid", 32)]
    if scope.kind == "warpgroup":
        return rng.choice([[("tid_in_wg", 128)], [("wid_in_wg", 4), ("laneid", 32)]])
    if scope.threads % 128 == 0 and scope.threads > 128 and rng.random() < 0.2:
        return [("wgid", scope.threads // 128), ("tid_in_wg", 128)]
    return rng.choice([[("tx", scope.threads)], [("warpid", scope.threads // 32), ("laneid", 32)]])


def owner_rows(scope, rows, rest):
    """Thread i owns row i."""
    axis = {"warp": "laneid", "warpgroup": "tid_in_wg", "cta": "tx"}[scope.kind]
    return [(rows, "1@" + axis)] + list(zip(rest, compact(rest)))


def distributed(rng, scope):
    """A register layout: (region shape, iters text, replica and offset text)."""
    axes = thread_axes(scope, rng)
    iters, extra = [], ""
    for axis, size in axes:
        use = size
        if rng.random() < 0.2:
            use = rng.choice([d for d in (1, 2, 4, 8, 16, 3) if size % d == 0])
        left, step = use, 1
        while left > 1:
            extent = rng.choice([f for f in (2, 4, 8, 32, 128, left) if left % f == 0])
            iters.append((extent, "%d@%s" % (step, axis)))
            step *= extent
            left //= extent
        if use < size and rng.random() < 0.4:
            extra += " + R[%d:%d@%s]" % (size // use, use, axis)
        elif use < size and rng.random() < 0.3:
            extra += " + %d@%s" % (use * rng.randrange(size // use), axis)
    if iters and rng.random() < 0.15:  # some values of a digit own nothing
        at = rng.randrange(len(iters))
        iters[at] = (rng.randint(1, iters[at][0]), iters[at][1])
    slots = [rng.choice([1, 2, 4, 8, 3]) for _ in range(rng.choice([0, 1, 1, 2]))]
    step = rng.choice([1] * 9 + [2])
    for extent in reversed(slots):
        iters.append((extent, str(step)))
        step *= extent
    if rng.random() < 0.7:
        memory_like = [i for i in iters if "@" not in i[1]]
        iters = [i for i in iters if "@" in i[1]]
        rng.shuffle(iters)
        iters += list(reversed(memory_like))
    else:
        rng.shuffle(iters)
    iters = iters or [(1, "1")]
    return iters, extra


def merged_shape(rng, extents):
    """Neighbouring extents multiplied into 1 to 3 dimensions."""
    shape = [1]
    for extent in extents:
        if shape[-1] == 1 or (rng.random() < 0.5 or len(shape) == 3):
            shape[-1] *= extent
        else:
            shape.append(extent)
    return shape


def memory_shape(rng, scope):
    bound = MAX_ELEMENTS
    shape = []
    for _ in range(rng.choice([1, 2, 2, 2, 3])):
        choices = [e for e in (2, 3, 4, 5, 6, 8, 16, 32, 64, 128) if e <= bound]
        shape.append(rng.choice(choices or [1]))
        bound //= shape[-1]
    if rng.random() < 0.5 and product(shape) % scope.threads and bound >= 1:
        shape[0] *= scope.threads
        if product(shape) > 2 * MAX_ELEMENTS:
            shape = [scope.threads, 4]
    return shape


def spoil(rng, text):
    """One small change that usually makes a request impossible."""
    changes = [("1@laneid", "2@laneid"), (",1)]", ",0)]"), ("(8,1)]", "(4,1)]"), ("S[(32,", "S[(31,"),
               ("S[(", "S[(2,"), (":(1@", ":(0@"), ("swizzle(3,", "swizzle(40,"), ("0:", "-1:"),
               ("f32", "f33"), ("->", "=>"), ("laneid", "pid"), ("% 8", "% 0")]
    rng.shuffle(changes)
    for old, new in changes:
        if old in text:
            return text.replace(old, new, 1)
    return text


# Of the prelude: their shapes, and the bits that the elements of each may have, where these are not 16.
FRAGMENTS = {
    "warp": {"mma_a": (16, 16), "mma_b": (8, 16), "mma_a_k8": (16, 8), "mma_b_k8": (8, 8), "mma_a8": (16, 32),
             "mma_b8": (8, 32), "mma_a32": (16, 8), "mma_b32_k4": (8, 4), "mma_c64": (8, 8), "mma_c": (16, 8)},
    "warpgroup": {"wgmma_a": (64, 16), "wgmma_a32": (64, 8), "wgmma_c": (64, 8), "mma_c": (16, 8)},
}
ELEMENTS = {"mma_a8": (8, 8), "mma_b8": (8, 8), "mma_a32": (32, 32), "mma_b32_k4": (32, 32), "wgmma_a32": (32, 32),
            "mma_c64": (64, 64), "mma_c": (16, 64), "wgmma_c": (16, 32)}


def named_fragment(rng, scope):
    """A fragment of the prelude, repeated a few times; warps beyond one hold the same."""
    if rng.random() < 0.2:
        extents = [scope.threads * rng.choice([1, 2, 3, 4, 8])]
        if rng.random() < 0.4:
            extents = [extents[0] // 32, 32]
        return extents, "reg %s %s" % (shape_text(extents), rng.choice(["block", "cyclic"]))
    known = FRAGMENTS.get(scope.kind, FRAGMENTS["warp"])
    name = rng.choice(sorted(known))
    extents = [extent * rng.choice([1, 1, 2, 3]) for extent in known[name]]
    return extents, "reg %s %s%s" % (shape_text(extents), name, rng.choice(["", "", " by columns", " by rows"]))


def by_owners(name, bits, operands):
    """(a definition, the operands): the owners of a fragment under a name of the file, where its elements do not fit."""
    for found in re.finditer(r"reg \S+ (w?g?mma_\w+)", " ".join(operands)):
        least, most = ELEMENTS.get(found.group(1), (16, 16))
        if not least <= bits <= most:
            own = name + "_owners"
            return ("layout %s = %s\n" % (own, found.group(1)),
                    tuple(re.sub(r"\bw?g?mma_\w+", own, operand) for operand in operands))
    return "", operands


def matrices(rng, scope):
    """8x8 matrices, any number of them along rows and columns, their registers in any order."""
    factors = [rng.choice([2, 2, 2, 3, 4]) for _ in range(rng.choice([0, 1, 2, 2, 3]))]
    order, steps, step = list(range(len(factors))), [0] * len(factors), 2
    rng.shuffle(order)
    for at in order:
        steps[at] = step
        step *= factors[at] * (2 if rng.random() < 0.1 else 1)
    rows, columns = [(8, "4@laneid")], [(4, "1@laneid"), (2, "1")]
    for factor, slots in zip(factors, steps):
        rng.choice([rows, columns]).insert(0, (factor, str(slots)))
    warps = scope.threads // 32
    if warps > 1 and rng.random() < 0.7:
        rows.insert(0, (warps, "1@warpid" if scope.kind == "cta" else "1@wid_in_wg"))
    if rng.random() < 0.3:
        rows, columns = columns, rows
    extents = [product(e for e, _ in side) for side in (rows, columns)]
    return extents, "reg %s %s" % (shape_text(extents), spell(rows + columns))


def registers(rng, scope, simple):
    """(extents, operand text) of a register side."""
    if scope.kind != "thread" and not simple and rng.random() < 0.35:
        return rng.choice([named_fragment, matrices])(rng, scope)
    if scope.kind == "thread":
        extents = [rng.choice([1, 2, 4, 8, 16, 3, 6])]
        if rng.random() < 0.3:
            extents.append(rng.choice([2, 4]))
        return extents, "reg " + spell(list(zip(extents, compact(extents))))
    if simple or rng.random() < 0.25:
        rest = [rng.choice([1, 2, 4, 8, 16, 3, 6])]
        iters = owner_rows(scope, scope.threads, rest)
        return [scope.threads] + rest, "reg " + spell(iters)
    iters, extra = distributed(rng, scope)
    extents = merged_shape(rng, [e for e, _ in iters])
    return extents, "reg %s %s%s" % (shape_text(extents), spell(iters), extra)


def converting(rng, kind, dtype):
    """(dtypes as they are written, options) of a copy that turns numbers of one dtype into another one's."""
    other = rng.choice([n for n in NUMBERS if n != dtype])
    words = rng.choice(["", "", "", "round rz;", "round rn;", "round rna;", "saturate;"])
    pair = (other, dtype) if kind == "rm" else (dtype, other)
    return "%s -> %s" % pair, words


def by_one(rng):
    """Bulk copies of one thread: of this CTA, and into another one. Both sides are often laid out alike."""
    dtype = rng.choice(COMMON) if rng.random() < 0.7 else rng.choice(sorted(BITS))
    bits = BITS[dtype]
    extents = [rng.choice([1, 2, 3, 4, 8, 16]) for _ in range(rng.choice([0, 1, 1, 2]))]
    extents.append(rng.choice([1, 2, 3, 4, 8]) * max(1, 128 // bits))
    spaces = rng.choice([("gmem", "smem"), ("smem", "gmem"), ("smem", "dsmem")])
    scope = "thread" if rng.random() < 0.3 else "elected"
    a = Memory(rng, spaces[0], extents, bits, rng.random() < 0.3, "a")
    b = Memory(rng, spaces[1], extents, bits, rng.random() < 0.3, "b")
    if rng.random() < 0.5:
        b.shape, b.layout, b.region, b.facts = a.shape, a.layout, a.region, []
    text = "copy_async %s %s %s -> %s" % (scope, dtype, a.text(), b.text())
    facts = a.facts + b.facts
    options = " { using bulk; }" if scope == "thread" and spaces[0] == "gmem" else ""
    if spaces[1] != "smem" and rng.random() < 0.4:
        options = reduction(rng, spaces[1], dtype)
    return text + (" where " + ", ".join(facts) if facts else "") + options


# What can be combined in which way: by bulk copies in global memory and in another CTA's, by threads in global memory
# and in their own CTA's.
WAYS = {
    "gmem": (("add", "u32 i32 u64 i64 f16 bf16 f32 f64"), ("min max", "u32 i32 u64 i64 f16 bf16"),
             ("and or xor", "u32 i32 b32 u64 i64 b64")),
    "dsmem": (("add", "u32 i32 u64 i64"), ("min max", "u32 i32"), ("and or xor", "u32 i32 b32")),
    "gmem by threads": (("add", "u32 i32 u64 i64 f16 bf16 f32 f64"), ("min max", "u32 i32 u64 i64 f16 bf16"),
                        ("and or xor", "u32 i32 b32 u64 i64 b64")),
    "smem by threads": (("add", "u32 i32 u64 i64 f16 bf16 f32 f64"), ("min max", "u32 i32 u64 i64"),
                        ("and or xor", "u32 i32 b32 u64 i64 b64")),
}


def reduction(rng, where, dtype):
    """A reduction that its type has, where it has any; in any way otherwise, which is refused."""
    ways = [(w, t) for words, t in WAYS[where] for w in words.split()]
    fitting = [w for w, t in ways if dtype in t.split()] or [w for w, _ in ways]
    return " { reduce %s; }" % rng.choice(fitting)


def owned_bits(rng, axis, threads, slots):
    """Registers whose every bit of the element's number is a bit of the thread or of the slot."""
    places = ["%d@%s" % (1 << i, axis) for i in range(threads.bit_length() - 1)]
    places += [str(1 << i) for i in range(slots.bit_length() - 1)]
    if rng.random() < 0.3:  # rows of a thread, or columns
        places = places[::-1] if rng.random() < 0.5 else places[threads.bit_length() - 1 :] + places[: threads.bit_length() - 1]
    else:
        rng.shuffle(places)
    return spell([(2, place) for place in places])


def relayout(rng):
    """Registers to registers: any bits of the number to any other ones, or rows to columns."""
    kind, axis, threads = rng.choice([("warp", "laneid", 32), ("warp", "laneid", 32), ("warpgroup", "tid_in_wg", 128),
                                      ("cta(64)", "tx", 64), ("cta(256)", "tx", 256)])
    dtype, slots = rng.choice(COMMON), rng.choice([1, 2, 4, 8, 16, 3, 5, 6])
    shape = "%dx%d" % (threads, slots)
    if slots & (slots - 1):
        layouts = [spell([(threads, "1@" + axis), (slots, 1)]), spell([(slots, 1), (threads, "1@" + axis)])]
    else:
        layouts = [owned_bits(rng, axis, threads, slots) for _ in range(2)]
    rng.shuffle(layouts)
    return "relayout %s %s reg %s %s -> reg %s %s" % (kind, dtype, shape, layouts[0], shape, layouts[1])


def permute(rng, name):
    """Memory to memory by whole scopes, elsewhere or in place: one tile in another layout."""
    kind = rng.choice(["thread", "warp", "warp", "warpgroup", "cta(64)", "cta(96)"])
    dtype = rng.choice(COMMON)
    extents = [rng.choice([2, 3, 4, 8, 16, 32]) for _ in range(rng.choice([1, 2, 2, 3]))]
    if kind == "thread":
        extents = [min(extent, 4) for extent in extents]
    spaces = rng.choice([("smem", "smem"), ("gmem", "smem"), ("smem", "gmem"), ("gmem", "gmem")])
    plain = Memory(rng, spaces[0], extents, BITS[dtype], True, "a")
    if rng.random() < 0.4:
        strides, step = {}, 1
        order = rng.sample(range(len(extents)), len(extents))
        for dim in order:
            strides[dim], step = step, step * extents[dim]
        other = spell([(extent, strides[dim]) for dim, extent in enumerate(extents)])
        tile = "tile %s_tile : %s %s %s" % (name, spaces[0], plain.layout, dtype)
        return "%s\npermute %s %s %s_tile -> %s_tile %s" % (tile, kind, dtype, name, name, other)
    other = Memory(rng, spaces[1], extents, BITS[dtype], False, "b")
    text = "permute %s %s %s -> %s" % (kind, dtype, plain.text(), other.text())
    return text + (" where " + ", ".join(other.facts) if other.facts else "")


def describe(rng, number):
    """Description `number` of this generator."""
    name = "p%d" % number
    if rng.random() < 0.08:
        return Description(by_one(rng) + " as " + name + "\n", False, name)
    if rng.random() < 0.08:
        exchange = relayout(rng) if rng.random() < 0.5 else permute(rng, name)
        return Description(exchange + " as " + name + "\n", False, name)
    simple = rng.random() < 0.2
    scope = Scope(rng)
    simple = simple and not scope.narrowed
    dtype = rng.choice(COMMON) if simple or rng.random() < 0.6 else rng.choice(sorted(BITS))
    bits = BITS[dtype]
    kind = rng.choice(["mr", "rm", "mr", "rm", "mm", "mm", "rr"] if not simple else ["mr", "rm", "mm"])
    facts = []
    if kind == "mm":
        extents = memory_shape(rng, scope)
        spaces = rng.choice([("gmem", "smem"), ("smem", "gmem"), ("gmem", "smem"), ("smem", "gmem"),
                             ("smem", "smem"), ("gmem", "gmem")])
        a = Memory(rng, spaces[0], extents, bits, simple, "a")
        b = Memory(rng, spaces[1], extents, bits, simple, "b")
        facts = a.facts + b.facts
        operands = a.text(), b.text()
    else:
        extents, register = registers(rng, scope, simple)
        a = Memory(rng, rng.choice(["smem", "smem", "gmem"]), extents, bits, simple, "a")
        facts = a.facts
        operands = (register, a.text()) if kind == "rm" else (a.text(), register)
        if kind == "rr":
            operands = register, register
            facts = []
    if rng.random() < 0.08 and "gmem" not in (o.split()[0] for o in operands) and kind != "rr":
        at = rng.choice([i for i in (0, 1) if operands[i].startswith("smem")])
        operands = tuple("d" + o if i == at else o for i, o in enumerate(operands))
        simple = False
        if at == 1 and dtype in ("f32", "f64", "f16", "bf16") and rng.random() < 0.5:
            where = " where " + ", ".join(facts) if facts else ""
            owners, operands = by_owners(name, bits, operands)
            return Description(owners + "copy %s %s %s -> %s%s { reduce add; } as %s\n" % (
                scope.text, dtype, *operands, where, name), False, name)
    dtypes, words = dtype, ""
    if kind in ("rm", "mr", "rr") and dtype in NUMBERS and rng.random() < 0.4:
        dtypes, words = converting(rng, kind, dtype)
    held = dtypes.split(" -> ")[0 if kind == "rm" else -1]  # the dtype in registers
    owners, operands = by_owners(name, BITS[held], operands)
    if kind == "rr" and not owners:
        owners, operands = by_owners(name, BITS[dtypes.split(" -> ")[0]], operands)
    if rng.random() < 0.1 and not simple:
        facts.append("align(%s) == %d" % (rng.choice(["src", "dst"]), rng.choice([4, 8, 32, 2])))
    asynchronous = kind == "mm" and spaces == ("gmem", "smem") and not simple and rng.random() < 0.4
    way = rng.random()
    limits, options = masked(rng, operands, extents, bits) if way < 0.3 else ([], "")
    if 0.3 <= way < 0.4:
        simple = False
        operands, limits, options = windowed(rng, operands, extents, bits)
        facts = [f for f in facts if not options or re.search(r"\b%s\b" % f.split()[0], " ".join(operands))]
    text = "%s %s %s %s -> %s" % (
        "copy_async" if asynchronous else "copy", scope.text, dtypes, *operands)
    facts += limits
    into = operands[1].split()[0]
    reducible = into == "gmem" or (into == "smem" and not options)
    if reducible and not asynchronous and not words and rng.random() < 0.2:
        way, simple = reduction(rng, into + " by threads", dtype), False
        options = options.replace(" }", way[2:]) if options else way
    if facts:
        text += " where " + ", ".join(facts)
    text += options.replace(" }", " %s }" % words) if options and words else options
    text += " { %s }" % words if words and not options else ""
    if not simple and rng.random() < 0.08:
        text = spoil(rng, text)
    policy = rng.choice(["policy best\n", "policy tirx\n", ""])
    simple = simple and dtype not in SUB_BYTE and dtypes == dtype
    return Description(policy + owners + text + " as " + name + "\n", simple, name)
