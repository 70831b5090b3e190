"""Rows that an array of indices picks, as the oracle reads and understands them: `by i32 gmem` behind an
operand replaces the outermost digit of its layout by index[digit]; a negative index: no such row."""
import struct


class Picks:
    def __init__(self, dtype, space, layout):
        self.dtype, self.space, self.layout = dtype, space, layout
        self.least, self.most = (-1, 2 ** 31 - 1) if dtype == "i32" else (0, 2 ** 32 - 1)

    def fact(self, text):
        """`index < 4096`, as tokens joined by blanks; True: it was about the indices."""
        words = text.split()
        if words[0] != "index":
            return False
        relation, value = words[1], int("".join(words[2:]))
        if relation in (">", ">="):
            self.least = max(self.least, value + (relation == ">"))
        if relation in ("<", "<="):
            self.most = min(self.most, value - (relation == "<"))
        return True

    def draw(self, count, scattered, source):
        """As many indices: with repetitions where rows are read, and rows that are missing."""
        rows = min(self.most + 1, 3 * count)
        drawn = (source.sample(range(1, rows), count) if scattered
                 else [source.randrange(rows) for _ in range(count)])
        if self.least < 0:
            drawn = [source.choice([-1, -7, -2 ** 31]) if source.random() < 0.2 else i for i in drawn]
        drawn[source.randrange(count)] = 0  # the first row, always
        return tuple(drawn)

    def extent(self, count):
        """Numbers from the first index to the last."""
        stride = max(it.stride[0] for it in self.layout.shard) if self.layout and self.space != "reg" else 1
        return (count - 1) * stride + 1

    def bytes_for(self, index, ranks):
        """The array; in registers that of each rank: lane l of a warp has indices l, l + 32, .., a thread alone has
        all of them."""
        lanes = self.layout and any(it.axis == "laneid" for it in self.layout.shard)
        if self.space == "reg" and ranks > 1 and (lanes or len(index) != ranks):  # else thread t has index t
            slots = range(0, len(index), 32)
            held = list(index) + [2 ** 30] * (-len(index) % 32)  # lanes without an index hold no row
            index = [held[rank % 32 + slot] for rank in range(ranks) for slot in slots]
        elif self.space != "reg" and self.layout:
            extent = self.extent(len(index))
            stride = (extent - 1) // (len(index) - 1)
            index = [index[i // stride] if i % stride == 0 else 2 ** 30 for i in range(extent)]
        return struct.pack("<%d%s" % (len(index), "i" if self.dtype == "i32" else "I"), *index)


def read_picks(reader, read_layout, layouts):
    """`by i32 gmem [layout]`, or None."""
    if reader.peek() != "by" or reader.peek(1) not in ("i32", "u32"):
        return None
    reader.next()
    dtype, space = reader.next(), reader.next()
    layout = None if reader.peek() in ("->", "<->", "", "where", "{", "as") else read_layout(reader, layouts)
    return Picks(dtype, space, layout)
