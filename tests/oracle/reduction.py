"""What a reduction makes of the bits of two numbers. Numbers of floats are drawn so that no sum is rounded:
how sums are rounded is tested primitive by primitive.

combine(op, dtype, a, b) where op is "add", "min", "max", "and", "or" or "xor".
"""
import struct

FORMATS = {"f16": "<e", "f32": "<f", "f64": "<d"}
BITWISE = {"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}


def operation(options):
    """"add" of `reduce add`; None."""
    words = [o[7:] for o in options if o.startswith("reduce ")]
    return words[0] if words else None


def number(bits, dtype, width):
    if dtype == "bf16":
        return struct.unpack("<f", (bits << 16).to_bytes(4, "little"))[0]
    if dtype in FORMATS:
        return struct.unpack(FORMATS[dtype], bits.to_bytes(width // 8, "little"))[0]
    return bits - (1 << width) if dtype.startswith("i") and bits >> (width - 1) else bits


def bits_of(value, dtype, width):
    if dtype == "bf16":
        return int.from_bytes(struct.pack("<f", value), "little") >> 16
    if dtype in FORMATS:
        return int.from_bytes(struct.pack(FORMATS[dtype], value), "little")
    return value & (1 << width) - 1


def draw(source, dtype, width):
    if dtype == "bf16" or dtype in FORMATS:
        return bits_of(source.choice((1, -1)) * source.randint(1, 63) / 4, dtype, width)
    return source.getrandbits(width)


def combine(op, dtype, width, a, b):
    if op in BITWISE:
        return BITWISE[op](a, b)
    a, b = number(a, dtype, width), number(b, dtype, width)
    return bits_of(a + b if op == "add" else min(a, b) if op == "min" else max(a, b), dtype, width)
