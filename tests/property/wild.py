"""Random descriptions from everything that the language has for copies, farther out than describe.py:
any scope and narrowing, thread axes with any stride, replicas on addresses, many run-time strides,
regions that straddle, rings of stages, `auto` tiles, hints, bits of a byte.

Most are valid; the others must be refused for what they say. None may end in a plan that cannot be
proven, in a crash, or without an answer: that is what tests/property and tests/fuzz ask of them.
"""
BITS = {"f64": 64, "f32": 32, "f16": 16, "u8": 8, "e2m1": 4, "e2m3": 6, "e3m2": 6, "u4": 4, "b128": 128}
TYPES = ["f32"] * 6 + ["f16"] * 4 + ["u8"] * 3 + ["f64", "b128", "e2m1", "e2m3", "e3m2"]
FACTORS = (2, 2, 2, 3, 4, 4, 5, 6, 7, 8, 12, 16, 32, 33)


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def spell(iters):
    return "S[(%s):(%s)]" % (",".join(str(e) for e, _ in iters), ",".join(str(s) for _, s in iters))


class Draw:
    """One statement; `names` are its run-time arguments, `facts` what stands after `where`."""

    def __init__(self, rng):
        self.rng, self.names, self.facts, self.options = rng, [], [], []
        self.dtype = rng.choice(TYPES)
        self.bits = BITS[self.dtype]

    def maybe(self, share):
        return self.rng.random() < share

    def scope(self):
        rng = self.rng
        kind = rng.choice(["thread", "warp", "warp", "warpgroup", "cta", "cta", "cta"])
        self.kind = kind
        self.threads = {"thread": 1, "warp": 32, "warpgroup": 128}.get(kind) or rng.choice(
            [1, 24, 32, 40, 64, 64, 96, 128, 128, 160, 256, 256, 512])
        text = "cta(%d)" % self.threads if kind == "cta" else kind
        warps = (self.threads + 31) // 32
        if kind != "thread" and warps > 1 and self.maybe(0.15):
            begin = rng.randrange(warps)
            text += " warps %d:%d" % (begin, rng.randint(begin + 1, warps))
        if kind != "thread" and self.maybe(0.15):
            begin = rng.randrange(32)
            text += " lanes %d:%d" % (begin, rng.randint(begin + 1, 32))
        return text

    def split(self, extent):
        """An extent as a few factors, outermost first."""
        out = []
        while extent > 1:
            factor = self.rng.choice([f for f in FACTORS if extent % f == 0] + [extent])
            out.append(factor)
            extent //= factor
        return out or [1]

    def extents(self, most):
        out, left = [], most
        for _ in range(self.rng.choice([1, 1, 2, 2, 2, 3, 4])):
            out.append(self.rng.choice([f for f in FACTORS if f <= left] or [1]))
            left //= out[-1]
        return out

    # ---- registers ----

    def axes(self):
        """(axis, how many values it has in this scope)"""
        warps = (self.threads + 31) // 32
        found = [("laneid", min(32, self.threads))]
        if warps > 1:
            found.append(("warpid", warps))
        if self.kind == "warpgroup" or self.threads >= 128:
            found += [("tid_in_wg", 128), ("wid_in_wg", 4)]
        if self.threads >= 256:
            found.append(("wgid", self.threads // 128))
        return found + ([("tx", self.threads)] if self.kind == "cta" else [])

    def owners(self):
        """Iters on one or two thread axes, with any strides that keep the owners apart, and the rest."""
        rng, iters, extra = self.rng, [], ""
        axes = self.axes()
        pairs = [p for p in ([("warpid", "laneid")], [("wid_in_wg", "laneid")], [("wgid", "tid_in_wg")])]
        wanted = list(rng.choice(pairs)[0]) if self.maybe(0.4) else [rng.choice(axes)[0]]
        for axis, values in axes:
            if axis not in wanted:
                continue
            step, left = rng.choice([1] * 8 + [2, 3, 5]), values
            left //= step
            start = step
            for _ in range(rng.choice([1, 1, 2, 3])):
                if left < 2:
                    break
                extent = rng.choice([e for e in (2, 3, 4, 5, 6, 7, 8, 16, 24, 32, 128) if e <= left] + [left])
                iters.append((extent, "%d@%s" % (step, axis)))
                gap = rng.choice([1] * 9 + [2])
                step *= extent * gap
                left //= extent * gap
            if left >= 2 and self.maybe(0.3):
                extra += " + R[%d:%d@%s]" % (rng.randint(2, left), step, axis)
            elif self.maybe(0.15):
                extra += " + %d@%s" % (rng.randint(0, max(0, values - step // start)), axis)
        step = rng.choice([1] * 8 + [2])
        for extent in [rng.choice([1, 2, 4, 8, 3, 5, 16]) for _ in range(rng.choice([0, 1, 1, 2]))]:
            iters.append((extent, str(step)))
            step *= extent
        if self.maybe(0.1):
            extra += " + R[2:%d]" % step
        rng.shuffle(iters)
        return iters or [(1, "1")], extra

    def shape_of(self, iters):
        """The iters' extents, some neighbours multiplied; or regrouped altogether."""
        shape = []
        for extent, _ in iters:
            if shape and self.maybe(0.5) or len(shape) == 6:
                shape[-1] *= extent
            else:
                shape.append(extent)
        return shape

    def registers(self):
        if self.kind == "thread":
            iters = [(e, 0) for e in self.extents(64)]
            step, order = 1, list(range(len(iters)))
            self.rng.shuffle(order)
            for at in order:
                iters[at] = (iters[at][0], str(step))
                step *= iters[at][0] * self.rng.choice([1] * 6 + [2])
            extra = " + R[%d:%d]" % (self.rng.choice([2, 3]), step) if self.maybe(0.15) else ""
        else:
            iters, extra = self.owners()
        shape = self.shape_of(iters)
        return shape, "reg %s %s%s" % ("x".join(map(str, shape)), spell(iters), extra)

    # ---- memory ----

    def name(self, base):
        name = "%s%d" % (base, len(self.names))
        self.names.append(name)
        return name

    def strides(self, parts, run_time):
        """A stride for each part, in a random order of sizes; from some part on run-time names."""
        order = list(range(len(parts)))
        if self.maybe(0.5):
            self.rng.shuffle(order)
        out, step = [None] * len(parts), 1
        begin = self.rng.randint(1, len(order)) if run_time else len(order)
        prefix, chain = None, 1
        for number, at in enumerate(reversed(order)):
            if number >= begin and len(self.names) < 6 and (prefix is None or self.maybe(0.5)):
                prefix, chain = self.name("s"), 1
                if self.maybe(0.6):
                    self.facts.append("%s %% %d == 0" % (prefix, self.rng.choice([2, 4, 8])))
            if prefix:
                out[at] = prefix if chain == 1 else "%d*%s" % (chain, prefix)
                chain *= parts[at]
                continue
            out[at] = str(step)
            step = step * parts[at] + self.rng.choice([0] * 8 + [1, 4, 8])
        return out, step if not prefix else None

    def memory(self, space, extents):
        rng, shape, ranges = self.rng, [], []
        cut = self.maybe(0.35)
        for extent in extents:
            before = rng.choice([0, 0, 1, 2, 4, 8, extent]) if cut else 0
            whole = before + extent + (rng.choice([0, 0, 1, 3, 8, extent]) if cut else 0)
            shape.append(whole)
            if cut and whole > extent and self.maybe(0.25) and len(self.names) < 7:
                name = self.name("o")
                ranges.append("%s:+%d" % (name, extent))
                if self.maybe(0.6):
                    self.facts.append("%s %% %d == 0" % (name, rng.choice([2, 4, 8])))
            else:
                ranges.append("%d:%d" % (before, before + extent))
        if self.maybe(0.5):
            parts = [f for extent in shape for f in self.split(extent)]
        else:
            parts = [f for f in self.split(product(shape))] if self.maybe(0.2) else list(shape)
        strides, end = self.strides(parts[:20], self.maybe(0.3))
        layout = spell(list(zip(parts[:20], strides)))
        swizzle = ""
        if self.maybe(0.15) and end:
            length = rng.randint(0, 3)
            swizzle = " swizzle(%d,%d,%d%s)" % (
                rng.randint(0, 4), length, rng.randint(length, 4), ", outer" if self.maybe(0.2) else "")
            if self.maybe(0.5):
                swizzle = " swizzle %dB" % rng.choice([32, 64, 128])
        extra = ""
        if end and self.maybe(0.1):
            extra += " + R[%d:%d]" % (rng.choice([2, 3]), end + rng.choice([0, 0, 4]))
        if self.maybe(0.05):
            extra += " + %d@m" % rng.choice([1, 4, 8, 16])
        auto = "auto " if space == "smem" and self.maybe(0.08) and not swizzle and not extra else ""
        region = "[%s]" % ", ".join(ranges) if cut else ""
        return "%s %s %s%s%s%s%s" % (
            space, "x".join(map(str, shape)), auto, layout, extra, swizzle, region)

    # ---- the statement ----

    def limits(self, spaces, extents):
        dims = sum(e > 1 for e in extents)
        if spaces.count("gmem") != 1 or not 1 <= dims <= 2 or not self.maybe(0.25):
            return
        self.options.append("masked")
        for limit in ("rows", "cols")[-dims:]:
            if self.maybe(0.3):
                self.facts.append("%s %% %d == 0" % (limit, self.rng.choice([2, 4, 8])))
        if spaces[1] != "gmem" and self.maybe(0.4):
            self.options.append(self.rng.choice(["keep", "fill 0x3", "fill 0"]))

    def statement(self, number):
        rng = self.rng
        scope = self.scope()
        pair = rng.choice(["reg", "reg", "reg", "memory", "memory", "moves"])
        op = "copy"
        if pair == "memory":
            extents = self.extents(rng.choice([64, 512, 2048]))
            spaces = rng.choice([("gmem", "smem"), ("smem", "gmem"), ("smem", "smem"), ("gmem", "gmem")])
            if spaces == ("gmem", "smem") and self.maybe(0.35):
                op = "copy_async"
            other = list(extents)
            operands = [self.memory(spaces[0], extents), self.memory(spaces[1], other)]
        else:
            extents, register = self.registers()
            if product(extents) > 8192:
                return self.statement(number)
            space = rng.choice(["smem", "gmem"])
            other = register if pair == "moves" else self.memory(space, extents)
            operands = [register, other]
            spaces = ("reg", "reg" if pair == "moves" else space)
            if self.maybe(0.5):
                operands, spaces = operands[::-1], spaces[::-1]
        self.limits(list(spaces), extents)
        if self.maybe(0.08):
            self.facts.append("align(%s) == %d" % (rng.choice(["src", "dst"]), rng.choice([4, 8, 16, 32, 128])))
        if "gmem" in spaces and self.maybe(0.06):
            self.options.append(rng.choice(["cache cg", "l1 no_allocate", "l2 evict_first", "l2 policy", "cache cs"]))
        if "smem" in spaces and spaces.count("smem") == 1 and self.maybe(0.08):
            self.options.append("stages %d" % rng.choice([2, 3, 4]))
        if self.names and self.maybe(0.1):
            self.options.append("ld64")
        text = "%s %s %s %s -> %s" % (op, scope, self.dtype, operands[0], operands[1])
        if self.facts:
            text += " where " + ", ".join(self.facts)
        if self.options:
            text += " { %s; }" % "; ".join(self.options)
        return text + " as v%d\n" % number


def describe(rng, number):
    """Description `number`: a policy and one statement."""
    return rng.choice(["", "", "", "policy tirx\n"]) + Draw(rng).statement(number)
