"""Case files: the images that one call starts from and must end with, as runner.c reads them.

An image is `margin` bytes, the operand from its base on, and at least 64 bytes after it. The margin
makes the base aligned to exactly what the description promises and not to twice that. Elements are
counted in bits, lowest first, so that types smaller than a byte need nothing special.
"""
import struct

MAGIC = 0x31435254
ARGS = 12
RECORD = struct.Struct("<%dI" % (25 + ARGS))
SPACES = {"gmem": 0, "smem": 1, "reg": 2}


def margin_for(align):
    """At least 64 bytes, aligned to `align` and not to 2 * align: 80 for 16, 68 for 4."""
    margin = align
    while margin < 64:
        margin += 2 * align
    return margin


MAX_IMAGE = 64 << 20


class TooLarge(Exception):
    """An operand of a random pitch may span gigabytes, of which nobody has two images in memory."""


class Image:
    """Bytes of one operand with canaries around; addresses are bits from the operand's base."""

    def __init__(self, space, span_bits, align, stride, ranks, random):
        self.space = space
        self.stride = stride
        self.margin = 0 if space == "reg" else margin_for(align)
        if space == "reg":
            size = stride * ranks
        else:
            size = self.margin + (span_bits + 7) // 8 + 64
        if size > MAX_IMAGE:
            raise TooLarge("an operand of %d bytes" % size)
        self.data = bytearray(random.randbytes((size + 63) // 64 * 64))
        self.mask = bytearray(len(self.data))

    def bit(self, rank, element, bits):
        """Bit offset in the image of an element: register slot of a rank, or memory address."""
        if self.space == "reg":
            if not 0 <= rank * self.stride * 8 + element * bits < len(self.data) * 8:
                raise ValueError("rank %s slot %s is outside the image" % (rank, element))
            return rank * self.stride * 8 + element * bits
        return self.margin * 8 + element * bits

    def byte(self, place, size):
        """Where an element of so many whole bytes begins; of registers the place is a rank and a slot."""
        return place[0] * self.stride + place[1] * size if self.space == "reg" else self.margin + place * size

    def get(self, at, bits):
        if bits % 8 == 0 and at % 8 == 0:
            return bytes(self.data[at // 8 : (at + bits) // 8])
        return [self.data[i // 8] >> (i % 8) & 1 for i in range(at, at + bits)]

    def put(self, at, bits, value):
        if isinstance(value, bytes):
            self.data[at // 8 : (at + bits) // 8] = value
            return
        for i, bit in enumerate(value):
            byte, place = (at + i) // 8, (at + i) % 8
            self.data[byte] = self.data[byte] & ~(1 << place) | bit << place

    def allow(self, at, bits):
        """These bytes are read, or written."""
        first, last = at // 8, (at + bits + 7) // 8
        self.mask[first:last] = b"\xff" * (last - first)

    def touched(self):
        """The lowest byte that is read or written, and one past the highest."""
        return max(0, self.mask.find(0xFF)), self.mask.rfind(0xFF) + 1


class CaseFile:
    def __init__(self):
        self.blob = bytearray()
        self.records = []
        self.labels = []

    def add_bytes(self, data):
        """Offset of `data` in the blob, at a multiple of 1024."""
        self.blob += bytes(-len(self.blob) % 1024)
        at = len(self.blob)
        self.blob += data
        return at

    def add(self, kernel, label, launch, src, dst, expected, arguments, index=None):
        """launch: grid, block, first, threads. Images as they are before; `expected` after; `index`: the bytes of
        indices that pick rows."""
        shared = {"src": 0, "dst": 0}
        top = 0
        for name, image in (("src", src), ("dst", dst)):
            if image.space == "smem":
                shared[name] = top
                top = (top + len(image.data) + 1023) // 1024 * 1024
        label_at = self.add_bytes(label.encode() + b"\0")
        src_at, dst_at = self.add_bytes(src.data), self.add_bytes(dst.data)
        mask_at, expect_at = self.add_bytes(src.mask), self.add_bytes(expected)
        grid, block, first, threads = launch
        arguments = list(arguments) + [0] * (ARGS - len(arguments))
        index_at, index_bytes = (0, 0) if index is None else (self.add_bytes(index), len(index))
        self.records.append(RECORD.pack(
            kernel, label_at, grid, block, top,
            src_at, len(src.data), src.margin, shared["src"],
            dst_at, len(dst.data), dst.margin, shared["dst"],
            mask_at, expect_at, first, threads,
            *src.touched(), *dst.touched(), SPACES[src.space], SPACES[dst.space],
            index_at, index_bytes, *arguments))
        self.labels.append(label)
        return top

    def write(self, path):
        with open(path, "wb") as out:
            out.write(struct.pack("<4I", MAGIC, RECORD.size, len(self.records), len(self.blob)))
            for record in self.records:
                out.write(record)
            out.write(self.blob)
