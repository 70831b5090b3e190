"""Whole pictures of small copies, all four views, as text and as SVG, against oracle.py. Each model is what the
description says, worked out by hand."""
import oracle
from oracle import Model


def register_copy(what, shape, threads, owners, regs, byte, loads, ptx, side="src", space="smem", bits=32, steps=None, working=None):
    """loads: for each instruction, thread -> (first byte, bytes) or None."""
    model = Model(what, shape, threads, bits, byte, side, space, owners, regs=regs,
                  accesses=[(ptx, [(side, place)]) for place in loads])
    model.steps, model.shared = [steps or list(range(len(loads)))], [side] if space == "smem" else []
    model.working = working or threads
    return model


def memory_copy(what, shape, threads, mover, src, dst, accesses, steps, bits=32, space="smem", shared=("dst",), origins=None, working=None):
    """src, dst: coordinate -> byte, of their own coordinates, which begin at `origins`."""
    src_origin, dst_origin = origins or ([0] * len(shape), [0] * len(shape))
    model = Model(what, shape, threads, bits, dst, "dst", space, mover=mover, accesses=accesses, origin=dst_origin)
    model.byte_of = [(src, src_origin), (dst, dst_origin)]
    model.steps, model.shared, model.working = steps, shared, working or threads
    return model


def relayout(what, shape, before, after, regs):
    model = Model(what, shape, 32, owners=after, before=before, regs=regs)
    model.steps, model.shared, model.working = [], (), 32
    return model


def own_row(r, c):
    return [(r, c)]


def vectors(count, pitch, bits=16, at=lambda b: b):
    return [lambda t, n=n: (at(pitch * t + bits * n), bits) for n in range(count)]


def swizzled(byte):
    """swizzle(2,1,3) of f32: bit 5 of the element number, which is bit 7 of the byte, onto bit 2, which is bit 4."""
    return byte ^ (byte >> 7 & 1) << 4


def number_of(bits):
    return sum(bit << 6 - i for i, bit in enumerate(bits))


def below(limit, place):
    return lambda t: place(t) if t < limit else None


LD, ST = "ld.shared.v4.b32", "st.shared.v4.b32"
WHOLE = {
    "rows": ("copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] { using reg; }", register_copy(
        "32x8 f32, smem -> reg: ", (32, 8), 32, own_row, 8, lambda r, c: 4 * (8 * r + c), vectors(2, 32), LD)),
    "store": ("copy warp f32 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)] { using reg; }", register_copy(
        "32x8 f32, reg -> smem: ", (32, 8), 32, own_row, 8, lambda r, c: 4 * (8 * r + c), vectors(2, 32), ST, "dst")),
    "padded": ("copy warp f32 smem S[(32,8):(12,1)] -> reg S[(32,8):(1@laneid,1)] { using reg; }", register_copy(
        "32x8 f32, smem -> reg: ", (32, 8), 32, own_row, 8, lambda r, c: 4 * (12 * r + c), vectors(2, 48), LD)),
    "swizzle": ("copy warp f32 smem S[(32,8)] swizzle(2,1,3) -> reg S[(32,8):(1@laneid,1)] { using reg; }", register_copy(
        "32x8 f32, smem -> reg: ", (32, 8), 32, own_row, 8, lambda r, c: swizzled(4 * (8 * r + c)), vectors(2, 32, at=swizzled), LD)),
    "large": ("copy warp f32 smem S[(32,192)] -> reg S[(32,192):(1@laneid,1)] { using reg; }", register_copy(
        "32x192 f32, smem -> reg: ", (32, 192), 32, own_row, 192, lambda r, c: 4 * (192 * r + c), vectors(48, 768), LD)),
    "tall": ("copy cta(256) f32 smem S[(256,4)] -> reg S[(256,4):(1@tx,1)]", register_copy(
        "256x4 f32, smem -> reg: ", (256, 4), 256, own_row, 4, lambda r, c: 4 * (4 * r + c), vectors(1, 16), LD)),
    "line": ("copy warp f32 smem S[(128)] -> reg 128 S[(32,4):(1@laneid,1)]", register_copy(
        "128 f32, smem -> reg: ", (128,), 32, lambda e: [(e // 4, e % 4)], 4, lambda e: 4 * e, vectors(1, 16), LD)),
    "three": ("copy warp f16 smem S[(2,32,8)] -> reg S[(2,32,8):(8,1@laneid,1)]", register_copy(
        "2x32x8 f16, smem -> reg: ", (2, 32, 8), 32, lambda p, r, c: [(r, 8 * p + c)], 16,
        lambda p, r, c: 2 * (256 * p + 8 * r + c), [lambda t, n=n: (512 * n + 16 * t, 16) for n in range(2)], LD, bits=16)),
    "units": ("copy warp f16 gmem S[(1,32,1)] -> reg S[(1,32,1):(1,1@laneid,1)]", register_copy(
        "32 f16, gmem -> reg: ", (1, 32, 1), 32, lambda p, r, c: [(r, 0)], 1, lambda p, r, c: 2 * r,
        [lambda t: (2 * t, 2)], "ld.global.b16", space="gmem", bits=16)),
    "trailing": ("copy warp f16 gmem S[(32,1)] -> reg S[(32,1):(1@laneid,1)]", register_copy(
        "32 f16, gmem -> reg: ", (32, 1), 32, lambda r, c: [(r, 0)], 1, lambda r, c: 2 * r, [lambda t: (2 * t, 2)], "ld.global.b16",
        space="gmem", bits=16)),
    "half bytes": ("copy thread e2m1 smem S[(64)] -> reg S[(64)]", register_copy(
        "64 e2m1, smem -> reg: ", (64,), 1, lambda e: [(0, e)], 64, lambda e: e // 2,
        [below(1, lambda t, n=n: (16 * n, 16)) for n in range(2)], LD, bits=4)),
    "column": ("copy warp f32 smem 32 S[(4,8):(0,1)] -> reg S[(32):(1@laneid)]", register_copy(
        "32 f32, smem -> reg: ", (32,), 32, lambda e: [(e, 0)], 1, lambda e: 4 * (e % 8), [lambda t: (4 * (t % 8), 4)], "ld.shared.b32")),
    "copies": ("copy warp f32 smem S[(8,4)] -> reg S[(8,4):(1@laneid,1)] + R[4:8@laneid]", register_copy(
        "8x4 f32, smem -> reg: ", (8, 4), 32, lambda r, c: [(r + 8 * k, c) for k in range(4)], 4, lambda r, c: 4 * (4 * r + c),
        [lambda t: (16 * (t % 8), 16)], LD)),
    "matrices": ("copy warp f16 smem S[(16,16)] -> reg mma_a { using ldstmatrix; }", register_copy(
        "16x16 f16, smem -> reg: ", (16, 16), 32, lambda r, c: [(r % 8 * 4 + c % 8 // 2, c // 8 * 4 + r // 8 * 2 + c % 2)], 8,
        lambda r, c: 2 * (16 * r + c), [lambda t: (0, 512)], "ldmatrix.sync.aligned.m8n8.x4.shared.b16", bits=16)),
    "convert": ("copy warp f32 -> f16 reg S[(8,4,2):(4@laneid,1@laneid,1)] -> smem S[(8,4,2)]", register_copy(
        "8x4x2 f32 -> f16, reg -> smem: ", (8, 4, 2), 32, lambda r, q, c: [(4 * r + q, c)], 2, lambda r, q, c: 2 * (8 * r + 2 * q + c),
        vectors(1, 4, 4), "st.shared.b32", "dst", bits=16)),
    "memory": ("copy warp f32 gmem S[(4,6)] -> smem S[(4,6)]", memory_copy(
        "4x6 f32, gmem -> smem: ", (4, 6), 32, lambda r, c: ((6 * r + c) // 4, 0), lambda r, c: 4 * (6 * r + c), lambda r, c: 4 * (6 * r + c),
        [("ld.global.v4.b32", [("src", below(6, lambda t: (16 * t, 16)))]), (ST, [("dst", below(6, lambda t: (16 * t, 16)))])], [[0], [1]])),
    "region": ("copy warp f32 gmem S[(4,8)] -> smem S[(8,12)][2:6, 4:12]", memory_copy(
        "4x8 f32, gmem -> smem: ", (4, 8), 32, lambda r, c: ((8 * (r - 2) + c - 4), 0), lambda r, c: 4 * (8 * r + c), lambda r, c: 4 * (12 * r + c),
        [("ld.global.b32", [("src", lambda t: (4 * t, 4))]),
         ("st.shared.b32", [("dst", lambda t: (4 * (12 * (t // 8 + 2) + t % 8 + 4), 4))])], [[0], [1]], origins=([0, 0], [2, 4]))),
    "two warps": ("copy cta(64) f32 gmem S[(8,32)] -> smem S[(8,32)]", memory_copy(
        "8x32 f32, gmem -> smem: ", (8, 32), 64, lambda r, c: ((32 * r + c) // 4, 0), lambda r, c: 4 * (32 * r + c), lambda r, c: 4 * (32 * r + c),
        [("ld.global.v4.b32", [("src", lambda t: (16 * t, 16))]), (ST, [("dst", lambda t: (16 * t, 16))])], [[0], [1]])),
    "tail": ("copy warp f16 gmem S[(5,34):(40,1)] -> smem S[(5,34)]", memory_copy(  # 85 pairs: all lanes twice, then 21
        "5x34 f16, gmem -> smem: ", (5, 34), 32, lambda r, c: ((17 * r + c // 2) % 32, (17 * r + c // 2) // 32), lambda r, c: 2 * (40 * r + c),
        lambda r, c: 2 * (34 * r + c),
        [("ld.global.b32", [("src", below(85 - 32 * n, lambda t, n=n: (80 * ((t + 32 * n) // 17) + 4 * ((t + 32 * n) % 17), 4)))]) for n in range(3)]
        + [("st.shared.b32", [("dst", below(85 - 32 * n, lambda t, n=n: (4 * (t + 32 * n), 4)))]) for n in range(3)],
        [[0, 1], [2], [3, 4], [5]], bits=16)),
    "six bits": ("copy thread e3m2 gmem S[(2,8)] -> smem S[(2,8)]", memory_copy(
        "2x8 e3m2, gmem -> smem: ", (2, 8), 1, lambda r, c: (0, 6 * (8 * r + c) // 32), lambda r, c: 6 * (8 * r + c) // 8,
        lambda r, c: 6 * (8 * r + c) // 8, [("ld.global.b32", [("src", below(1, lambda t, n=n: (4 * n, 4)))]) for n in range(3)]
        + [("st.shared.b32", [("dst", below(1, lambda t, n=n: (4 * n, 4)))]) for n in range(3)], [[0, 1, 2], [3, 4, 5]], bits=6)),
    "bulk": ("copy_async elected f32 gmem S[(4,16)] -> smem S[(4,16)]", memory_copy(
        "4x16 f32, gmem -> smem: ", (4, 16), 32, lambda r, c: (0, 0), lambda r, c: 4 * (16 * r + c), lambda r, c: 4 * (16 * r + c),
        [("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes", [
            ("src", below(1, lambda t: (0, 256))), ("dst", below(1, lambda t: (0, 256)))])], [[0]], shared=())),
    "columns": ("copy warp f32 gmem S[(4,8):(1,4)] -> smem S[(4,8)]", memory_copy(
        "4x8 f32, gmem -> smem: ", (4, 8), 32, lambda r, c: (4 * c + r, 0), lambda r, c: 4 * (r + 4 * c), lambda r, c: 4 * (8 * r + c),
        [("ld.global.b32", [("src", lambda t: (4 * t, 4))]), ("st.shared.b32", [("dst", lambda t: (4 * (t % 4 * 8 + t // 4), 4))])], [[0], [1]])),
    "one element": ("copy thread u8 gmem S[(1)] -> smem S[(1)]", memory_copy(
        "1 u8, gmem -> smem: ", (1,), 1, lambda e: (0, 0), lambda e: e, lambda e: e,
        [("ld.global.b8", [("src", below(1, lambda t: (0, 1)))]), ("st.shared.b8", [("dst", below(1, lambda t: (0, 1)))])],
        [[0], [1]], bits=8)),
    "cp.async": ("copy_async warp f32 gmem S[(32,8)] -> smem S[(32,8)]", memory_copy(
        "32x8 f32, gmem -> smem: ", (32, 8), 32, lambda r, c: ((8 * r + c) % 128 // 4, r // 16), lambda r, c: 4 * (8 * r + c),
        lambda r, c: 4 * (8 * r + c), [("cp.async.cg.shared.global", [("src", lambda t, n=n: (16 * t + 512 * n, 16)), ("dst", lambda t, n=n: (
            16 * t + 512 * n, 16))]) for n in range(2)], [[0, 1]])),
    "strided": ("copy thread u8 smem S[(20):(2)] -> smem S[(20)]", memory_copy(
        "20 u8, smem -> smem: ", (20,), 1, lambda e: (0, e), lambda e: 2 * e, lambda e: e,
        [("ld.shared.b8", [("src", below(1, lambda t, n=n: (2 * n, 1)))]) for n in range(20)]
        + [("st.shared.b8", [("dst", below(1, lambda t, n=n: (n, 1)))]) for n in range(20)],
        [list(range(20)), list(range(20, 40))], bits=8, shared=("src", "dst"))),
    "fill": ("fill cta(32) u8 gmem S[(4,10):(12,1)] { value 7; using partial; }", memory_copy(
        "4x10 u8, value -> gmem: ", (4, 10), 32, lambda r, c: (5 * r + c // 2, 0), None, lambda r, c: 12 * r + c,
        [("st.global.b16", [("dst", below(20, lambda t: (12 * (t // 5) + 2 * (t % 5), 2)))])], [[0]], bits=8, space="gmem", shared=())),
    "broadcast": ("copy warp f32 smem S[(8,4)] -> reg S[(8,4):(4@laneid,1)] + R[4:1@laneid]", register_copy(
        "8x4 f32, smem -> reg: ", (8, 4), 32, lambda r, c: [(4 * r + k, c) for k in range(4)], 4, lambda r, c: 4 * (4 * r + c),
        [lambda t: (16 * (t // 4), 16)], LD)),
    "swap": ("relayout warp f32 reg S[(4,8,4):(1,4@laneid,1@laneid)] -> reg S[(4,8,4):(1,1@laneid,8@laneid)]", relayout(
        "4x8x4 f32, reg -> reg: ", (4, 8, 4), lambda k, a, b: [(4 * a + b, k)], lambda k, a, b: [(a + 8 * b, k)], 4)),
    "origin": ("copy warp f32 smem S[(32,64)][0:32, k:+8] -> reg S[(32,8):(1@laneid,1)] where k % 4 == 0, k >= 8 { using reg; }", register_copy(
        "32x8 f32, smem -> reg: ", (32, 8), 32, own_row, 8, lambda r, c: 4 * (64 * r + 8 + c), vectors(2, 256, at=lambda b: b + 32), LD)),
    "source": ("copy warp f32 smem S[(32,64)][0:32, k:+8] -> gmem S[(32,8)] where k % 4 == 0, k >= 8", memory_copy(
        "32x8 f32, smem -> gmem: ", (32, 8), 32, lambda r, c: ((8 * r + c) % 128 // 4, r // 16), lambda r, c: 4 * (64 * r + c), lambda r, c: 4 * (8 * r + c),
        [(LD, [("src", lambda t, n=n: (32 + 256 * (t // 2) + 16 * (t % 2) + 4096 * n, 16))]) for n in range(2)]
        + [("st.global.v4.b32", [("dst", lambda t, n=n: (16 * t + 512 * n, 16))]) for n in range(2)],
        [[0, 1], [2, 3]], space="gmem", shared=("src",), origins=([0, 8], [0, 0]))),
    "seven dimensions": (  # whose names are so long that a line of the text has not even four
        "copy thread f32 smem S[(%s):(64,32,16,8,4,2,1)][%s] -> reg S[(%s)] { register_budget 128; using reg; }" % tuple(
            ",".join([text] * 7) for text in ("102", "100:102", "2")), register_copy(
            "2x2x2x2x2x2x2 f32, smem -> reg: ", (2,) * 7, 1, lambda *c: [(0, number_of(c))], 128, lambda *c: 4 * (12700 + number_of(c)),
            [below(1, lambda t, n=n: (4 * (12700 + 4 * n), 16)) for n in range(32)], LD)),
    "wide sides": ("relayout warp f32 reg S[(32,36):(1@laneid,1)] -> reg 32x36 S[(32,6,6):(1@laneid,1,6)]", relayout(
        "32x36 f32, reg -> reg: ", (32, 36), own_row, lambda r, c: [(r, c // 6 + 6 * (c % 6))], 36)),
}
# The rows of 16 bytes that the lanes give: of the upper and the lower left half, then of the right ones.
WHOLE["matrices"][1].rows = lambda t: (32 * (t % 16) + 16 * (t // 16), 16)
# In memory elements have their own coordinates.
for _name in ("origin", "source"):
    WHOLE[_name][1].seen = (lambda r, c: 4 * (64 * r + c), "src", "smem", [0, 8])
WHOLE["seven dimensions"][1].seen = (lambda *c: 4 * number_of(c), "src", "smem", [100] * 7)


def difference(got, want):
    for number, (a, b) in enumerate(zip(got.splitlines(), want.splitlines()), 1):
        if a != b:
            return "line %d is\n%s\nand must be\n%s" % (number, a, b)
    return "%d lines, want %d" % (got.count("\n"), want.count("\n"))


def check_whole(args, tally, draw):
    for name, (text, model) in WHOLE.items():
        for view in ("owner", "hardware", "banks", "memory"):
            label = "whole: %s %s" % (name, view)
            if not tally.wants(label):
                continue

            def build(max_rows, max_cols, view=view, model=model):
                if view == "banks":
                    return oracle.banks(model, max_rows, oracle.shots_of(model))
                return {"owner": oracle.owner, "hardware": oracle.hardware, "memory": oracle.memory}[view](model, max_rows, max_cols)
            result, got = draw(args, text, label, ".txt", view)
            want = oracle.grid("tc_f", build, 132 if view == "banks" else 100)
            tally.check(label + ": text", result.code == 0 and got == want, difference(got, want))
            result, got = draw(args, text, label, ".svg", view)
            want = oracle.svg("tc_f", build)
            tally.check(label + ": SVG", result.code == 0 and got == want, difference(got, want))


def check_large(args, tally, draw):
    """2^18 elements are looked at; of one more row that is said. So are 2^16 accesses of warps to shared memory: one thread
    loads each byte and stores it."""
    for count in (32768, 32769):
        label = "whole: %d bytes" % count
        if tally.wants(label):
            result, got = draw(args, "copy thread u8 smem S[(%d):(2)] -> smem S[(%d)]" % (count, count), label, ".txt", "banks")
            notes = ["access %d: %s.shared.b8, warp 0, 1 wavefront, the minimum is 1; the worst of %d" % access for access in (
                (0, "ld", count), (1, "st", 65536 - count))] + ["Later accesses were not examined."] * (count > 32768)
            tally.check(label, result.code == 0 and got.splitlines()[-len(notes):] == notes, got[-200:])
    # of 129 x 1024 bytes the elements of the last 1024, which all threads but the last 960 move, are not looked for
    label = "whole: 132096"
    if tally.wants(label):
        result, got = draw(args, "copy cta(1024) u8 gmem S[(132096)] -> gmem S[(132096)]", label, ".svg", "hardware")
        shown = [[got.count(">%s%d<" % (sign, 131072 + 16 * t)) for sign in ("+", "")] for t in range(64)]
        tally.check(label, result.code == 0 and shown == [[2, 0]] * 64 and got.count(">114688<") == 2, shown)
    # the first threads of a picture, which do nothing: no instruction is told
    for threads, first, ending, rows in ((64, 1, ".txt", 32), (64, 1, ".svg", 64), (96, 2, ".txt", 32), (96, 2, ".svg", 64)):
        label = "whole: warp %d of %d %s" % (first, threads // 32, ending[1:])
        if tally.wants(label):
            result, got = draw(args, "copy cta(%d) warps %d:%d f32 gmem S[(32,8)] -> smem S[(32,8)]" % (threads, first, first + 1),
                               label, ending, "hardware")
            tally.check(label, result.code == 0 and ("ld.global" in got) == (32 * first < rows), got[-200:])
    note = "\nOnly the first 262144 elements of the region were examined.\n"
    for columns in (256, 257):
        label = "whole: 1024x%d" % columns
        if tally.wants(label):
            result, got = draw(args, "copy cta(1024) u8 gmem S[(1024,%d)] -> gmem S[(1024,%d)]" % (columns, columns), label, ".txt", "memory")
            # a row shows 8 bytes, so that 1024 * columns / 8 rows hold all
            part = "\nShown: 32 of %d rows, 8 of 8 columns.\n" % (262144 // 8)
            tally.check(label, result.code == 0 and got.endswith((note if columns == 257 else "") + part) and got.count("Only") == (columns == 257),
                        got[-200:])
