"""Random descriptions that are meant to work: all scopes and narrowings, dtypes, spaces, swizzles,
regions, run-time origins and pitches, masks, rings, hints, `auto` tiles, replicas, named layouts and
chains of them, with one element or a million. Whether one is possible is not decided here: tcgen may
refuse it for a reason, but it must never crash, fail its own proof, take long or take much memory."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "property"))
import describe  # noqa: E402
from describe import BITS, compact, product, shape_text, spell  # noqa: E402

DTYPES = sorted(BITS) + ["f16", "f32", "u8", "f16", "f32", "bf16"]
# Elements of a region, about: most are small, so that many are tried; some are all that a proof takes.
SIZES = [8, 64, 512, 512, 4096, 4096, 16384] * 5 + [65536, 65536, 1 << 18, 1 << 18, 1 << 20, 1 << 20, 1 << 21]
EXTENTS = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 31, 32, 33, 48, 64, 96, 100, 128, 255, 256, 512, 1000, 1024, 4096, 65536]
PRELUDE = [("mma_a", [16, 16], "warp"), ("mma_b", [8, 16], "warp"), ("mma_c", [16, 8], "warp"), ("mma_a8", [16, 32], "warp"),
           ("mma_b8", [8, 32], "warp"), ("wgmma_n64", [64, 64], "warpgroup"), ("wgmma_n128", [64, 128], "warpgroup"),
           ("wgmma_n256", [64, 256], "warpgroup")]
TARGETS = ["sm_80", "sm_90", "sm_90a", "sm_100", "sm_100a"]
VARIANTS = ["reg", "gmem_smem", "ldgsts", "bulk", "bulk_each", "bulk_rows", "dsmem", "dsmem_async", "dsmem_direct", "red", "partial", "rows", "owned", "rounds", "replicate", "rotated", "mixed", "tail", "fallback", "vec_8b", "vec_16b", "vec_32b",
            "vec_64b", "vec_128b", "vec_256b"]


class Scope(describe.Scope):
    """Also elected threads, odd and large CTAs, and narrowings by lanes and warps at once."""

    def __init__(self, rng):
        super().__init__(rng)
        if rng.random() < 0.3:
            self.kind, self.narrowed = "cta", False
            self.threads = rng.choice([1, 2, 7, 16, 31, 33, 48, 100, 512, 768, 1000, 1024, rng.randint(1, 1024)])
            self.text = "cta(%d)" % self.threads
        elif rng.random() < 0.05:
            self.kind, self.threads, self.narrowed, self.text = "elected", 1, False, "elected"
        if self.kind in ("warpgroup", "cta") and not self.narrowed and rng.random() < 0.15:
            whole = self.threads // 32 if rng.random() < 0.8 else 0  # else the last warp may be a part of one
            first, begin = rng.randrange(whole or (self.threads + 31) // 32), rng.randrange(32)
            self.text += " warps %d:%d lanes %d:%d" % (
                first, rng.randint(first + 1, (self.threads + 31) // 32), begin, rng.randint(begin + 1, 32))
            self.narrowed = True


def shape_of(rng, elements):
    """One to four extents whose product is about `elements`, at most that."""
    shape, left = [], elements
    for _ in range(rng.choice([1, 2, 2, 2, 3, 4])):
        fitting = [e for e in EXTENTS if e <= left]
        shape.append(rng.choice(fitting[-6:] if rng.random() < 0.6 else fitting))
        left //= shape[-1]
    rng.shuffle(shape)
    return shape


def memory(rng, space, extents, bits, tag, definitions):
    """(operand text, facts): describe's layouts, and rings of offsets, replicas, names and chains."""
    side = describe.Memory(rng, space, extents, bits, rng.random() < 0.2, tag)
    layout = side.layout
    plain = "swizzle" not in layout
    if space == "gmem" and tag == "a" and plain and rng.random() < 0.04:
        layout += " + R[%d:%d]" % (rng.choice([2, 3, 64, 1024]), rng.choice([0, 1, product(side.shape)]))
    if plain and rng.random() < 0.06:
        layout += " + %d@m" % rng.choice([1, 8, 64, 1000, 65000])
    swizzle = ""
    if plain and space == "smem" and rng.random() < 0.3:
        swizzle = " swizzle " + rng.choice(["32B", "64B", "128B", "128B"])
    if rng.random() < 0.25:
        name = "%s%d" % (rng.choice(["ly", "my_rows", "buf"]), len(definitions))
        definitions.append("layout %s = %s" % (name, layout))
        if rng.random() < 0.3:
            definitions.append("layout %sb = %s%s" % (name, name, swizzle))
            name, swizzle = name + "b", ""
        layout = name
    text = " ".join([space, shape_text(side.shape), layout]) + swizzle + (side.region or "")
    return text, side.facts


def auto_of(rng, shape):
    strides = compact(shape)
    order = list(range(len(shape)))
    if rng.random() < 0.4:
        rng.shuffle(order)
        step = 1
        for dim in order:
            strides[dim] = step
            step *= shape[dim]
    return "auto " + spell(list(zip(shape, strides)))


def big_registers(rng, scope, elements):
    """Rows over the threads, as many columns as fit; or an axis that nobody names, or a far slot."""
    columns = max(1, min(elements // scope.threads, rng.choice([4, 64, 512, 4096, 65536])))
    axis = {"warp": "laneid", "warpgroup": "tid_in_wg"}.get(scope.kind, "tx")
    kind = rng.randrange(4)
    if kind == 0:
        return [columns], "reg S[(%d):(1)]" % columns
    far = " + %d@m" % rng.choice([1, 100, 65000]) if kind == 1 else ""
    iters = [(scope.threads, "1@" + axis), (columns, "1")]
    if kind == 2:
        iters.reverse()
    return [e for e, _ in iters], "reg " + spell(iters) + far


def fragments(rng, scope):
    fitting = [f for f in PRELUDE if f[2] == scope.kind]
    name, shape, _ = rng.choice(fitting)
    shape = [shape[0] * rng.choice([1, 1, 2]), shape[1]] if rng.random() < 0.3 else shape
    return shape, "reg %s %s" % (shape_text(shape), name)


def register_side(rng, scope, elements):
    roll = rng.random()
    if scope.kind in ("warp", "warpgroup") and roll < 0.2:
        return fragments(rng, scope)
    if roll < 0.4 or scope.kind in ("cta", "elected") and scope.threads % 32:
        return big_registers(rng, scope, elements)
    if scope.kind == "elected":
        return [4], "reg S[(4)]"
    return describe.registers(rng, scope, rng.random() < 0.3)


def hints(rng):
    return " ".join(rng.sample(["cache %s;" % rng.choice(["ca", "cg", "cs", "cv", "lu", "nc", "wb", "wt"]),
                                "l1 %s;" % rng.choice(["no_allocate", "evict_first", "evict_last"]),
                                "l2 %s;" % rng.choice(["evict_first", "policy", "128B"]),
                                "prefetch %s;" % rng.choice(["64B", "128B", "256B"])], rng.choice([1, 1, 2])))


def options_of(rng, operands, extents, bits):
    """(facts, options) of one statement; most have none."""
    facts, options = [], []
    if rng.random() < 0.2:
        facts, text = describe.masked(rng, operands, extents, bits)
        options += [text.strip(" {}")] if text else []
    spaces = [operand.split()[0] for operand in operands]
    if spaces.count("gmem") == 1 and rng.random() < 0.12:
        options.append(hints(rng))
    if "smem" in spaces and spaces.count("smem") == 1 and rng.random() < 0.1:
        options.append("stages %d;" % rng.choice([1, 2, 3, 4, 8, 100]))
    if rng.random() < 0.08:
        options.append("using %s;" % rng.choice(VARIANTS))
    if rng.random() < 0.06:
        options.append("register_budget %d;" % rng.choice([1, 8, 64, 255]))
    if rng.random() < 0.08:
        options.append("ld64;")
    if rng.random() < 0.1:
        options.append(rng.choice(["fallback fallback;", "require no fallback;"]))
    return facts, options


def converted(rng, kind, dtype):
    """(dtypes as written, words on rounding): also of copies that convert nothing, or cannot."""
    if dtype in describe.NUMBERS and rng.random() < 0.25:
        return describe.converting(rng, kind, dtype)
    return dtype, rng.choice(["round rz;", "saturate;"]) if rng.random() < 0.02 else ""


def statement(rng, number, definitions):
    scope, dtype = Scope(rng), rng.choice(DTYPES)
    bits, elements = BITS[dtype], rng.choice(SIZES)
    kind = rng.choice(["mr", "rm", "mr", "mm", "mm", "mm", "rr"])
    facts = []
    if kind == "mm":
        extents = shape_of(rng, elements)
        spaces = rng.choice([("gmem", "smem"), ("gmem", "smem"), ("smem", "gmem"), ("smem", "smem"), ("gmem", "gmem")])
        sides = [memory(rng, space, extents, bits, tag, definitions) for space, tag in zip(spaces, "ab")]
        facts = [fact for _, own in sides for fact in own]
        operands = [text for text, _ in sides]
        if "smem" in spaces and product(extents) <= 1 << 20 and rng.random() < 0.12:
            operands[spaces.index("smem")] = "smem " + auto_of(rng, extents)
    elif kind == "rr":
        extents, first = register_side(rng, scope, elements)
        operands = [first, first if rng.random() < 0.7 else "reg " + shape_text(extents) + " " + spell([(product(extents), 1)])]
    else:
        extents, register = register_side(rng, scope, elements)
        other, facts = memory(rng, rng.choice(["smem", "smem", "gmem"]), extents, bits, "a", definitions)
        operands = [register, other] if kind == "rm" else [other, register]
    if kind != "rr" and not any("gmem" in o or "auto" in o for o in operands) and rng.random() < 0.15:
        return remote(rng, scope, dtype, operands, facts, number)
    if rng.random() < 0.08:
        facts = facts + ["align(%s) == %d" % (rng.choice(["src", "dst"]), rng.choice([1, 2, 4, 8, 32, 128]))]
    limits, options = options_of(rng, operands, extents, bits)
    asynchronous = operands[0].startswith("gmem") and operands[1].startswith("smem") and rng.random() < 0.3
    both = not asynchronous and rng.random() < 0.1
    dtypes, words = converted(rng, kind, dtype)
    options += [words] if words else []
    options = " { %s }" % " ".join(options) if options else ""
    text = "%s %s %s %s %s %s" % ("copy_async" if asynchronous else "copy", scope.text, dtypes, operands[0],
                                 "<->" if both else "->", operands[1])
    facts = facts + limits
    return text + (" where " + ", ".join(facts) if facts else "") + options + ("" if both else " as f%d" % number)


def remote(rng, scope, dtype, operands, facts, number):
    """One side in another CTA, read, written or added to by threads."""
    at = rng.choice([i for i in (0, 1) if operands[i].startswith("smem")])
    operands = ["d" + o if i == at else o for i, o in enumerate(operands)]
    options = rng.choice(["", "", " { reduce add; }", " { using dsmem_direct; }", " { reduce min; using dsmem_direct; }"])
    where = " where " + ", ".join(facts) if facts else ""
    return "copy %s %s %s -> %s%s%s as f%d" % (scope.text, dtype, *operands, where, options, number)


def shared_tile(rng, definitions):
    """Two or three copies of one tile whose layout tcgen chooses."""
    shape, dtype = shape_of(rng, rng.choice([64, 64, 1024, 1024, 16384, 16384, 1 << 20])), rng.choice(["f16", "f32", "u8", "f64"])
    definitions.append("tile T : smem %s %s" % (auto_of(rng, shape), dtype))
    lines = []
    for number in range(rng.choice([2, 2, 3])):
        scope = Scope(rng)
        other, facts = memory(rng, "gmem", shape, BITS[dtype], "abc"[number], definitions)
        pair = [other, "T"] if rng.random() < 0.5 else ["T", other]
        where = " where " + ", ".join(facts) if facts else ""
        lines.append("copy %s %s %s -> %s%s as t%d" % (scope.text, dtype, pair[0], pair[1], where, number))
    return lines


def origin_of_one(rng):
    """Few elements at run-time places of a large swizzled buffer: the proof tries all places."""
    rows, columns = rng.choice([8, 64, 1024, 4096]), rng.choice([16, 64, 512, 4096])
    take = [rng.choice([1, 2, 8]), rng.choice([1, 4, 16])]
    facts = rng.choice(["", " where m % 8 == 0", " where k % 4 == 0", " where m % 4 == 0, k % 16 == 0"])
    space = rng.choice(["smem", "gmem"])
    return ["copy thread u8 %s S[(%d,%d)] swizzle %s[m:+%d, k:+%d] -> reg S[(%d,%d)]%s as o" % (
        space, rows, columns, rng.choice(["32B", "128B", "(0,4,4)"]), take[0], take[1], take[0], take[1], facts)]


def valid(rng):
    """A description as bytes, under 1 KB."""
    while True:
        definitions, roll = [], rng.random()
        if roll < 0.06:
            lines = shared_tile(rng, definitions)
        elif roll < 0.1:
            lines = origin_of_one(rng)
        elif roll < 0.16:
            lines = ["%s as o%d" % (describe.by_one(rng), i) for i in range(rng.choice([1, 2]))]
        else:
            lines = [statement(rng, i, definitions) for i in range(rng.choice([1, 1, 1, 2, 4]))]
        head = [rng.choice(["policy tirx", "policy best"])] if rng.random() < 0.3 else []
        if rng.random() < 0.3:
            head.insert(0, "target " + ", ".join(rng.sample(TARGETS, rng.randint(1, 3))))
        text = ("\n".join(head + definitions + lines) + "\n").encode()
        if len(text) < 1024:
            return text
