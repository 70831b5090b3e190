"""What a conversion makes of the bits of a number: read off tables of all numbers of a dtype, in exact
fractions. Shares nothing with the emulator or with tcgen.

convert(bits, from, to, rounding) where rounding is "", "rn", "rz", "rna", "rn_sat" or "rz_sat".
"""
import bisect
import functools
import math
import struct
from fractions import Fraction

# (bits, bits of the fraction, exponent of the smallest normal number, the largest number's bits, infinity, NaN)
FLOATS = {
    "f32": (32, 23, -126, 0x7F7FFFFF, True, 0x7FFFFFFF),
    "tf32": (32, 23, -126, 0x7F7FE000, True, 0x7FFFFFFF),
    "f16": (16, 10, -14, 0x7BFF, True, 0x7FFF),
    "bf16": (16, 7, -126, 0x7F7F, True, 0x7FFF),
    "e5m2": (8, 2, -14, 0x7B, True, 0x7F),
    "e4m3": (8, 3, -6, 0x7E, False, 0x7F),
    "e2m1": (4, 1, 0, 0x7, False, 0x7),
}
INTEGERS = {"i8": (-128, 127, 8), "u8": (0, 255, 8), "i4": (-8, 7, 4), "u4": (0, 15, 4)}


def size_of(bits, fraction, least):
    exponent, rest = bits >> fraction, bits & (1 << fraction) - 1
    if exponent:
        return Fraction(rest + (1 << fraction)) * Fraction(2) ** (least - fraction + exponent - 1)
    return Fraction(rest) * Fraction(2) ** (least - fraction)


@functools.lru_cache(None)
def table(dtype):
    """As floats, of which each of these numbers is one: a search in them is quick, and ldexp is exact."""
    _, fraction, least, last, _, _ = FLOATS[dtype]
    step, one = 1 << 13 if dtype == "tf32" else 1, 1 << fraction
    sizes = ((b >> fraction, b & one - 1) for b in range(0, last + step + 1, step))
    return [math.ldexp(rest + one, least - fraction + exponent - 1) if exponent else math.ldexp(rest, least - fraction)
            for exponent, rest in sizes], step


def number_of(bits, dtype):
    """(negative, size); a size of None is NaN, "infinity" that."""
    if dtype in INTEGERS:
        low, _, width = INTEGERS[dtype]
        value = bits - (1 << width) if low < 0 and bits >> (width - 1) else bits
        return value < 0, Fraction(abs(value))
    width, fraction, least, last, infinity, _ = FLOATS[dtype]
    negative, size = bool(bits >> (width - 1)), bits & (1 << (width - 1)) - 1
    last |= 0x1FFF if dtype == "tf32" else 0
    if size > last:
        return negative, "infinity" if infinity and size == last + 1 else None
    return negative, size_of(size, fraction, least)


def integer_of(negative, size, dtype, rounding):
    low, high, width = INTEGERS[dtype]
    if size is None:
        return 0
    value = 1 << 40
    if size != "infinity":
        value = int(size) if rounding.startswith("rz") else round(size)   # of a half to the even one
    return max(low, min(high, -value if negative else value)) & (1 << width) - 1


def rounded(size, dtype, rounding):
    """The bits of the number; beyond the largest: one step behind it."""
    values, step = table(dtype)
    at = min(bisect.bisect_right(values, float(size)) - 1, len(values) - 1)
    if at == len(values) - 1 or values[at] == float(size) or rounding.startswith("rz"):
        return at * step
    below, above = size - Fraction(values[at]), Fraction(values[at + 1]) - size
    up = above < below or (above == below and (rounding == "rna" or at % 2))
    return (at + up) * step


@functools.lru_cache(1 << 18)
def convert(bits, source, dtype, rounding):
    if (source, dtype) == ("bf16", "f32"):
        return bits << 16
    if dtype == "f32" and source in ("f32", "tf32"):
        return bits
    negative, size = number_of(bits, source)
    if dtype in INTEGERS:
        return integer_of(negative, size, dtype, rounding)
    width, _, _, last, infinity, nan = FLOATS[dtype]
    saturates = rounding.endswith("sat") or not infinity
    sign = negative << (width - 1)
    if size is None and dtype == "tf32" and rounding == "rna":
        return convert(bits, source, "f32", "") & 0xFFFFE000
    if size is None:
        return nan
    beyond = last + (1 << 13 if dtype == "tf32" else 1)
    if size == "infinity":
        return sign | (last if saturates else beyond)
    if dtype == "f32":  # from narrower ones only: exact
        value = struct.unpack("<I", struct.pack("<f", float(size)))[0]
        return sign | value
    value = rounded(size, dtype, rounding)
    if value > last and (saturates or rounding == "rz"):
        value = last
    return sign | value


def rounding(options, dtype):
    """What `round` and `saturate` mean of a copy to this dtype, and what is done without them."""
    words = [o[6:] for o in options if o.startswith("round ")]
    word = words[0] if words else "rna" if dtype == "tf32" else "rn"
    return word + ("_sat" if "saturate" in options or dtype not in ("f32", "f16", "bf16", "tf32") else "")


def draw(source, dtype, to):
    """The bits of a number of `dtype` that is near one of `to`, or in the middle of two; now and then any."""
    width = FLOATS[dtype][0] if dtype in FLOATS else INTEGERS[dtype][2]
    if dtype not in ("f32", "f16", "bf16") or to == "f32" or source.random() < 0.2:
        return source.getrandbits(width)
    if to in INTEGERS:
        value = source.randint(-600, 600) / 2
    else:
        values, _ = table(to)
        at = source.randrange(len(values) - 1)
        value = float(values[at] if source.random() < 0.5 else (values[at] + values[at + 1]) / 2)
        value = min(value, 3e38) * source.choice((1, -1))
    bits = struct.unpack("<I", struct.pack("<f", value))[0] ^ (source.random() < 0.3)
    return bits if dtype == "f32" else convert(bits, "f32", dtype, "rn")
