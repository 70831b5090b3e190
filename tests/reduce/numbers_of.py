"""Numbers of a dtype as their bits: what they are worth, rounding, and how two are combined."""
import math
import struct


class Number:
    """c: the type in C; bits; digits: of the significand, hidden one included (0: a whole number)."""

    def __init__(self, name, c, digits=0, exponent=0):
        self.name, self.c, self.bits = name, c, int(name.strip("bfui"))
        self.digits, self.exponent = digits, exponent
        self.floating, self.signed = digits > 0, name[0] == "i"
        self.bytes = self.bits // 8
        self.nan = (1 << self.bits - 1) - 1

    def is_nan(self, bits):
        return self.floating and bits & self.nan > self.infinity()

    def infinity(self):
        return (1 << self.bits - 1) - (1 << self.digits - 1)

    def worth(self, bits):
        if not self.floating:
            return bits - (1 << self.bits) if self.signed and bits >> self.bits - 1 else bits
        sign, low = -1.0 if bits >> self.bits - 1 else 1.0, bits & self.nan
        if self.is_nan(bits):
            return math.nan
        if low == self.infinity():
            return sign * math.inf
        exponent, fraction = low >> self.digits - 1, low & (1 << self.digits - 1) - 1
        if exponent:
            fraction += 1 << self.digits - 1
        return math.copysign(math.ldexp(fraction, max(exponent, 1) - self.exponent - self.digits + 1), sign)

    def bits_of(self, x):
        """Rounded to nearest even. x is the exact result, or one rounded to at least 2 digits + 2."""
        if not self.floating:
            return int(x) % (1 << self.bits)
        if math.isnan(x):
            return self.nan
        sign = int(math.copysign(1, x) < 0) << self.bits - 1
        if math.isinf(x) or x == 0:
            return sign | (self.infinity() if x else 0)
        least = 1 - self.exponent - self.digits + 1
        unit = max(math.frexp(x)[1] - self.digits, least)
        count = round(math.ldexp(abs(x), -unit)) if unit > -1074 else int(math.ldexp(abs(x), 1074))
        unit = max(unit, -1074)
        if count == 1 << self.digits:
            count, unit = count // 2, unit + 1
        low = count if count < 1 << self.digits - 1 else count + (unit - least << self.digits - 1)
        return sign | min(low, self.infinity())

    def combined(self, op, x, y):
        if op in ("and", "or", "xor"):
            return {"and": x & y, "or": x | y, "xor": x ^ y}[op]
        if op in ("min", "max"):
            return self.chosen(op, x, y)
        a, b = self.worth(x), self.worth(y)
        if self.bits == 64 and self.floating:  # as the machine does it
            return struct.unpack("<Q", struct.pack("<d", a + b if op == "add" else a * b))[0]
        try:
            return self.bits_of(a + b if op == "add" else a * b)
        except OverflowError:
            return self.infinity()

    def known(self, bits):
        """Without what is not said: which NaN of 64 bits it is."""
        return self.nan if self.bits == 64 and self.is_nan(bits) else bits

    def chosen(self, op, x, y):
        """A NaN only where both are; -0 is below +0."""
        if self.is_nan(x) or self.is_nan(y):
            return self.nan if self.is_nan(x) and self.is_nan(y) else y if self.is_nan(x) else x
        key = lambda bits: (self.worth(bits), -(bits >> self.bits - 1) if self.floating else 0)
        return (min if op == "min" else max)(x, y, key=key)

    def wild(self, draw):
        """Any bits; often those that are easily got wrong."""
        if not self.floating or draw.random() < 0.3:
            return draw.getrandbits(self.bits)
        top = 1 << self.bits - 1
        return draw.choice([0, top, self.infinity(), self.infinity() | top, self.nan, self.nan | top, 1, top | 1,
                            self.infinity() - 1, self.bits_of(1.5), self.bits_of(-1.5)])

    def few(self, draw):
        return self.bits_of(draw.randint(-9, 9) / (8 if self.floating else 1))


NUMBERS = {n.name: n for n in (
    Number("f32", "float", 24, 127), Number("u32", "unsigned"), Number("i32", "int"), Number("f16", "tc_f16", 11, 15),
    Number("bf16", "tc_bf16", 8, 127), Number("f64", "double", 53, 1023), Number("u64", "unsigned long long"),
    Number("i64", "long long"))}


def check_rounding(tally):
    """f32 as the machine rounds it."""
    f32, wrong = NUMBERS["f32"], []
    for i in range(-300, 300):
        x = math.ldexp(1 + i * i * 0.37, i // 2)
        try:
            want = struct.unpack("<I", struct.pack("<f", x))[0]
        except OverflowError:
            want = f32.infinity()
        wrong += [x] if f32.bits_of(x) != want or f32.bits_of(f32.worth(want)) != want else []
    tally.check("rounding of f32", not wrong, wrong[:3])
