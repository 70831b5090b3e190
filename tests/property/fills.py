"""Random fills: registers, shared and global memory, with regions, swizzles, rings, limits and windows."""
from describe import BITS, Memory, Scope, distributed, memory_shape, merged_shape, shape_text, spell
from limits import masked, windowed

# Refused for what the elements, the hints or the layouts cannot, which other suites judge.
MAY_REFUSE = ("E_SUBBYTE_REGION", "E_HINT_WIDTH", "E_SWIZZLE_STRIDE", "E_NO_OWNER", "E_STAGES_PLACE", "E_SPAN_LIMIT")
# Of E_NO_VARIANT, the predicates of variants that would do it.
MAY_DECLINE = r"\((vector|packed|scalar|elements|slice)\)|straddles an iter"


def value(rng, bits):
    """The option `value`, or nothing: zero."""
    if bits in (6, 128):
        return []
    return rng.choice([[], ["value 0x%x" % rng.randrange(1 << bits)], ["value 0x%x" % rng.randrange(1 << bits)]])


def registers(rng, scope):
    iters, extra = distributed(rng, scope) if scope.kind != "thread" else ([(rng.choice([1, 2, 4, 6, 8]), "1")], "")
    shape = merged_shape(rng, [extent for extent, _ in iters])
    region = ""
    if rng.random() < 0.25:
        begins = [rng.randrange(extent) for extent in shape]
        region = "[%s]" % ", ".join("%d:%d" % (b, rng.randint(b + 1, e)) for b, e in zip(begins, shape))
    return "reg %s %s%s%s" % (shape_text(shape), spell(iters), extra, region)


def memory(rng, scope, space, bits):
    """(operand, facts, options)"""
    shape = memory_shape(rng, scope)
    side, options = Memory(rng, space, shape, bits, False, "a"), []
    text, facts = side.text(), side.facts
    if space == "smem":
        options += ["stages %d" % rng.choice([2, 3])] if rng.random() < 0.2 and not side.symbols else []
        options += ["fence async"] if rng.random() < 0.3 else []
        return text, facts, options
    limit = rng.random()
    if limit < 0.35 and "[" not in text.split("S[")[0]:
        more, option = masked(rng, ("smem", text), shape, bits)
        facts = facts + more
    elif limit < 0.7:
        sides, found, option = windowed(rng, ("smem", text), shape, bits)
        text, facts = (sides[1], found) if option else (text, facts)
    else:
        option = rng.choice(["", "", "cache cs;"])
    return text, facts, [option.strip(" {};")] if option else []


def describe(rng, number):
    scope, dtype = Scope(rng), rng.choice(sorted(BITS))
    space = rng.choice(["reg", "smem", "smem", "gmem", "gmem"])
    if space == "reg":
        operand, facts, options = registers(rng, scope), [], []
    else:
        operand, facts, options = memory(rng, scope, space, BITS[dtype])
    options = options + value(rng, BITS[dtype])
    return "%sfill %s %s %s%s%s as z%d\n" % (
        "policy tirx\n" if rng.random() < 0.1 else "", scope.text, dtype, operand,
        " where " + ", ".join(facts) if facts else "", " { %s; }" % "; ".join(options) if options else "", number)
