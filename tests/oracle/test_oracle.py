#!/usr/bin/env python3
"""The oracle against numbers worked out by hand: the seeds' layouts, matrix fragments, swizzles,
replicas, offsets, narrowed scopes, regions and run-time symbols."""
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import conversion  # noqa: E402
import harness  # noqa: E402
from description import OracleError, Swizzle  # noqa: E402
from oracle import parse, swizzle_address  # noqa: E402

tally = harness.Tally()


def equal(what, got, want):
    tally.check(what, got == want, "got %r, want %r" % (got, want))


def refused(text, part, symbols=None):
    try:
        for request in parse(text, prelude=""):
            request.moves(symbols)
        equal("refusal of %r" % text, "accepted", part)
    except OracleError as error:
        equal("refusal of %r" % text, part in str(error) or str(error), True)


def moves(text, symbols=None, at=0):
    return parse(text, prelude="")[at].moves(symbols)


def autos():
    """A choice is adopted from tcgen's text, and only where the layout was left to it."""
    text = "copy warp f32 smem auto S[(32,8)] -> reg S[(32,8):(1@laneid,1)]"
    refused(text, "no meaning before tcgen chose")
    refused("copy warp f32 smem auto S[(32,8)] swizzle 32B -> reg S[(32,8):(1@laneid,1)]", "fixed already")
    request = parse(text, prelude="")[0]
    request.adopt("S[(32,8):(8,1)] swizzle(2,1,3)", None)
    m = request.moves()
    equal("row 4, column 0", (m[32].src, m[32].dst), (36, [(4, 0)]))
    equal("row 3, column 7", m[31].src, 31)
    for src, dst in ((None, None), ("S[(32,8):(8,1)]", "S[(32,8):(1@laneid,1)]"),
                     ("S[(8,32):(32,1)]", None), ("S[(32,8):(8,1)] + R[2:256]", None)):
        try:
            parse(text, prelude="")[0].adopt(src, dst)
            equal("choice %s, %s" % (src, dst), "adopted", "refused")
        except OracleError:
            equal("choice", "refused", "refused")


def seeds():
    """Lane i owns row i, 8 registers; 4x6 goes from global to shared memory as it is."""
    m = moves("copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]")
    equal("elements", len(m), 256)
    equal("spans", (m.src_span, m.dst_span), (256, 8))
    equal("(0,0)", (m[0].src, m[0].dst), (0, [(0, 0)]))
    equal("(2,5)", (m[21].src, m[21].dst), (21, [(2, 5)]))
    equal("(31,7)", (m[255].src, m[255].dst), (255, [(31, 7)]))
    m = moves("copy warp f32 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8):(12,1)]")
    equal("store (2,5)", (m[21].src, m[21].dst), ((2, 5), [29]))
    equal("pitched span", m.dst_span, 31 * 12 + 7 + 1)
    m = moves("copy warp f32 gmem S[(4,6):(6,1)] -> smem S[(4,6):(6,1)]")
    equal("4x6", [(x.src, x.dst) for x in m], [(i, [i]) for i in range(24)])


def fragments():
    """mma a of m16n8k16: lane = 4 * (row % 8) + col % 8 / 2; registers (col / 8, row / 8, col % 2)."""
    text = ("copy warp f16 smem 16x16 S[(2,8,2,4,2):(128,16,8,2,1)] -> "
            "reg 16x16 S[(2,8,2,4,2):(2,4@laneid,4,1@laneid,1)]")
    m = moves(text)
    for row, col, lane, slot in ((0, 0, 0, 0), (0, 1, 0, 1), (0, 2, 1, 0), (1, 0, 4, 0), (8, 0, 0, 2),
                                 (0, 8, 0, 4), (15, 15, 31, 7), (10, 5, 10, 3)):
        move = m[row * 16 + col]
        equal("a(%d,%d)" % (row, col), (move.src, move.dst), (row * 16 + col, [(lane, slot)]))
    equal("registers", m.dst_span, 8)
    m = moves("copy warp f16 smem S[(8,4,2,2):(8,2,1,64)] -> reg S[(8,4,2,2):(4@laneid,1@laneid,2,1)]")
    move = m[((3 * 4 + 2) * 2 + 1) * 2 + 1]
    equal("x2 (3,2,1,1)", (move.src, move.dst), (24 + 4 + 1 + 64, [(14, 3)]))
    m = moves("copy cta(128) f16 smem S[(4,8,4,2,2):(128,1,32,8,16)] -> "
              "reg S[(4,8,4,2,2):(32@tx,4@tx,1@tx,2,1)]")
    equal("cta (3,7,3,1,1)", (m[-1].src, m[-1].dst), (384 + 7 + 96 + 8 + 16, [(127, 3)]))


def swizzles():
    inner, outer = Swizzle(3, 3, 3, False), Swizzle(3, 3, 3, True)
    for address, want in ((0, 0), (8, 8), (64, 72), (65, 73), (72, 64), (128, 144), (448, 504),
                          (511, 455), (512, 512), (576, 584)):
        equal("inner %d" % address, swizzle_address(inner, address), want)
    for address, want in ((0, 0), (8, 72), (16, 144), (64, 64), (63, 511), (72, 8)):
        equal("outer %d" % address, swizzle_address(outer, address), want)
    equal("len 0", swizzle_address(Swizzle(3, 0, 3, False), 77), 77)
    for name, by_hand in (("32B", "(3,1,3)"), ("64B", "(3,2,3)"), ("128B", "(3,3,3)")):
        text = "copy warp f16 gmem S[(16,64)] -> smem S[(16,64):(64,1)] swizzle"
        equal(name, moves("%s %s" % (text, name)), moves(text + by_hand))
    text = "copy warp u8 gmem S[(8,128)] -> smem S[(8,128)] swizzle 128B"
    equal("u8 row 1", moves(text)[128].dst, [128 + 16])
    text = "copy warp f32 gmem S[(8,32)] -> smem S[(8,32)] swizzle 128B"
    equal("f32 row 1", moves(text)[32].dst, [32 + 4])
    m = moves("copy warp f16 gmem S[(3,64)] -> smem S[(3,64)] swizzle(3,3,3)")
    equal("span is whole periods", m.dst_span, 512)
    text = "copy warp f16 smem S[(64,64):(64,1)] swizzle(3,3,3)[9:10, 8:16] -> gmem S[(8):(1)]"
    equal("a region stays inside", [x.src for x in moves(text)], list(range(576, 584)))


def owners():
    """A thread axis fixes only its own digit; other digits and R are replicas."""
    m = moves("copy warpgroup f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]")
    equal("four warps", m[21].dst, [(2, 5), (34, 5), (66, 5), (98, 5)])
    text = "layout b = S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid\n"
    m = moves(text + "copy cta(512) f32 gmem S[(8,2,4,2)] -> reg b")
    equal("R + offset", m[0].dst, [(160, 0), (288, 0)])
    equal("R + offset (7,1,3,1)", m[-1].dst, [(6 * 32 + 31, 1), (10 * 32 + 31, 1)])
    m = moves(text + "copy cta(512) f32 reg b -> gmem S[(8,2,4,2)]")
    equal("lowest owner", (m[0].src, m[0].sources), ((160, 0), [(160, 0), (288, 0)]))
    m = moves("copy cta(256) f32 gmem S[(128,2)] -> reg S[(128,2):(1@tid_in_wg,1)]")
    equal("both warpgroups", m[11].dst, [(5, 1), (133, 1)])
    m = moves("copy cta(256) f32 gmem S[(2,4,2)] -> reg S[(2,4,2):(1@wgid,1@wid_in_wg,1)] + 3@laneid")
    equal("three axes", m[2 * (4 + 2) + 1].dst, [(128 + 64 + 3, 1)])
    m = moves("copy warp f32 gmem S[(1,8)] -> reg S[(1,8):(1@laneid,1)]")
    equal("a unit iter names its axis", m[3].dst, [(0, 3)])
    m = moves("copy warp f32 gmem S[(8)] -> smem S[(8)] + R[2:16] + 4")
    equal("memory replicas", (m[3].dst, m.dst_span), ([7, 23], 28))


def scopes():
    request = parse("copy warp lanes 0:16 f32 gmem S[(32,8)] -> smem S[(32,8)]", prelude="")[0]
    equal("lanes", (request.threads, request.ranks), (32, list(range(16))))
    request = parse("copy cta(128) lanes 0:2 warps 1:3 f32 gmem S[(4)] -> smem S[(4)]", prelude="")[0]
    equal("lanes and warps", (request.threads, request.ranks), (128, [32, 33, 64, 65]))
    m = moves("copy cta(128) warps 1:3 f32 gmem S[(32,4)] -> reg S[(32,4):(1@laneid,1)]")
    equal("replicas that take part", m[4].dst, [(33, 0), (65, 0)])
    refused("copy warp lanes 0:16 f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]", "no owner")
    m = moves("copy thread f16 gmem S[(4,8)] -> reg S[(4,8)]")
    equal("thread", m[9].dst, [(0, 9)])
    equal("elected", parse("copy_async elected f16 smem S[(8)] -> dsmem S[(8)]", prelude="")[0].threads, 32)


def regions():
    m = moves("copy warp f32 smem 32x256 S[(2,2,8,2,2,64):(4096,1024,64,2048,512,1)][0:32, 8:16]"
              " -> reg S[(32,8):(1@laneid,1)]")
    equal("(9, 8 + 3)", (m[9 * 8 + 3].src, m[9 * 8 + 3].dst), (1024 + 64 + 8 + 3, [(9, 3)]))
    m = moves("copy warp bf16 smem S[(2,3)] -> gmem S[(64,1,64):(64,64,1)][32:34, 0:1, 40:43]")
    equal("ranks differ by units", [x.dst for x in m],
          [[32 * 64 + 40 + c] for c in range(3)] + [[33 * 64 + 40 + c] for c in range(3)])
    text = "copy warp f16 gmem S[(8,8):(16,1)] + R[2:8] swizzle(3,1,1%s) -> smem S[(8,8)]"
    for word, places in (("", [24, 16]), (", outer", [16, 8])):
        m = moves(text % word)
        equal("the first of two, swizzled" + word, (m[8].src, m[8].sources), (places[0], places))
    m = moves("copy warp f32 reg S[(32,16):(1@laneid,1)][0:32, 8:16] -> smem S[(32,8)]")
    equal("registers of a region", (m[8].src, m.src_span), ((1, 8), 16))
    refused("copy warp f32 smem S[(32,8)][0:33, 0:8] -> gmem S[(33,8)]", "outside")
    refused("copy warp f32 smem S[(32,8)] -> gmem S[(8,32)]", "extents differ")
    refused("copy warp f32 gmem S[(4,4)] -> smem S[(4,4):(2,1)]", "both go to")
    refused("copy warp f32 gmem S[(4)] -> smem nowhere", "unknown layout")
    refused("copy warp f32 gmem S[(4)] -> smem S[(4)] swizzle(3,3,2)", "atom_len")


def symbols():
    text = """layout ld = S[(128,64):(ld,1)]     # a comment
        layout sw = S[(128,64):(64,1)] swizzle(3,3,3); target sm_80, sm_90
        tile A : smem sw f16
        copy cta(256) f16 gmem ld <-> A where ld % 8 == 0, align(src) == 4 { using x
            masked; } as both
        copy warp f16 smem sw[m:+16, k:+16] -> reg 16x16 S[(2,8,2,4,2):(2,4@laneid,4,1@laneid,1)] \
where m % 16 == 0, k % 16 == 0 as dyn"""
    requests = parse(text, prelude="")
    equal("requests", [(r.op, r.name, r.src.space) for r in requests],
          [("copy", "both", "gmem"), ("copy", "both", "smem"), ("copy", "dyn", "smem")])
    ld = requests[0].symbols["ld"]
    equal("ld", (ld.role, ld.min, ld.divisor, ld.smallest()), ("stride", 64, 8, 64))
    equal("facts and options", (requests[0].src.align, requests[1].src.align, requests[0].options),
          (4, 4, ["using x", "masked"]))
    m = requests[0].moves({"ld": 72})
    equal("ld = 72", (m[64 + 8].src, m[64 + 8].dst, m.src_span), (72 + 8, [64], 127 * 72 + 64))
    m = requests[1].moves({"ld": 72})
    equal("back", (m[64 + 8].src, m[64 + 8].dst, requests[1].dst.tile), (64, [80], None))
    equal("tile", requests[1].src.tile, "A")
    equal("origins", [(s.role, s.max, s.divisor) for s in requests[2].symbols.values()],
          [("origin", 112, 16), ("origin", 48, 16)])
    m = requests[2].moves({"m": 16, "k": 32})
    equal("(16 + 1, 32 + 2)", (m[18].src, m[18].dst), (17 * 64 + (4 ^ 1) * 8 + 2, [(5, 0)]))
    refused(text, "outside its buffer at run time", {"m": 128})
    product = moves("copy warp f32 gmem S[(2,4,8):(4*ld,ld,1)] -> smem S[(2,4,8)]", {"ld": 10})
    equal("4 * ld", product[-1].src, 40 + 30 + 7)
    for strides, low, high in (("(128,64):(ld,1)", 64, None), ("(64,128):(1,ld)", 64, None),
                               ("(2,128,64):(65536,ld,1)", 64, 515), ("(4,8):(2*ld,1)", 4, None)):
        text = "copy warp f32 gmem S[%s] -> smem S[%s]" % (strides, strides.split(":")[0])
        ld = parse(text, prelude="")[0].symbols["ld"]
        equal(strides, (ld.min, ld.max if high else None), (low, high))
    batch = parse("copy warp f32 gmem S[(4,32,64):(h*ld,ld,1)] -> smem S[(4,32,64)]", prelude="")[0].symbols
    equal("h * ld", (batch["h"].min, batch["ld"].min), (32, 64))


def bounded_arrays():
    """Without a region all that `where` lets an array be is the tile, as far as it is there."""
    text = "copy warp f32 gmem S[(M,4):(ld,1)] -> smem S[(3,4)] where %s { masked; }"
    for facts in ("M <= 3", "M < 4", "M == 3", "M <= 7, M <= 3"):
        request = parse(text % facts, prelude="")[0]
        equal(facts, (request.src.region[0].extent, request.symbols["M"].max, request.limits), (3, 3, []))
    m = moves(text % "M <= 3", {"M": 2, "ld": 6})
    equal("two rows of three", ([x.src for x in m], [x.dst for x in m.beyond]),
          ([0, 1, 2, 3, 6, 7, 8, 9], [[8], [9], [10], [11]]))
    equal("rows of four", moves(text % "M <= 3").symbols, {"ld": 4, "M": 3})
    m = moves("copy warp f32 smem S[(2,3)] -> gmem S[(M,N):(N,1)] where M <= 2, N <= 3 { masked; }", {"M": 2, "N": 2})
    equal("as wide as it is", ([x.src for x in m], [x.dst for x in m]), ([0, 1, 3, 4], [[0], [1], [2], [3]]))
    equal("all of it", [x.src for x in moves(
        "copy warp f32 smem S[(2,3)] -> gmem S[(M,N):(N,1)] where M <= 2, N <= 3 { masked; }")], list(range(6)))
    refused(text % "ld >= 4", "no bound of M")
    refused(text % "M < 1", "no bound of M")
    refused(text % "M <= 2", "extents differ")


def memory_of_tensors():
    m = moves("copy_async warpgroup f32 reg S[(128,4):(1@tid_in_wg,1)] -> "
              "tmem S[(128,4):(1@TLane,1@TCol)]")
    equal("tmem", (m[5 * 4 + 3].src, m[5 * 4 + 3].dst, m.dst_span), ((5, 3), [(5, 3)], 4))
    m = moves("copy_async thread f16 smem S[(32,8)] -> tmem S[(32,8):(1@TLane,1@TCol)] + R[4:32@TLane]")
    equal("tmem replicas", m[9].dst, [(1, 1), (33, 1), (65, 1), (97, 1)])


def not_a_number():
    rows = [("f32", 0x7F800001, 0x7F800000), ("f16", 0x7E01, 0x7FFFE000), ("bf16", 0xFFC2, 0xFFC20000),
            ("bf16", 0x7F81, 0x7F810000), ("e5m2", 0x7F, 0x7FFFE000), ("e4m3", 0xFF, 0x7FFFE000)]
    for dtype, bits, want in rows:
        equal("%s %#x as tf32" % (dtype, bits), conversion.convert(bits, dtype, "tf32", "rna"), want)
        equal("%s %#x by rz" % (dtype, bits), conversion.convert(bits, dtype, "tf32", "rz"), 0x7FFFFFFF)


def open_extents():
    text = "layout block = S[(threads,*):(1@thread,1)]\nlayout cyclic = S[(*,threads):(1,1@thread)]\n"
    m = moves(text + "relayout warp f32 reg 128 block -> reg 128 cyclic")
    equal("block", m[77].src, (19, 1))
    equal("cyclic", m[77].dst, [(13, 2)])
    m = moves(text + "copy cta(64) f16 reg 16x8 block -> smem S[(16,8)]")
    equal("of a cta", m[9 * 8 + 5].src, (38, 1))
    m = moves(text + "layout row = 64 block\ncopy warp f32 reg 4x64 row -> smem S[(4,64)]")
    equal("rows of it", m[2 * 64 + 37].src, (18, 5))
    for wrong in ("reg block", "reg 100 block", "reg 128 S[(*,*):(1@laneid,1)]"):
        try:
            moves(text + "copy warp f32 %s -> smem S[(128)]" % wrong)
            equal(wrong, "accepted", "refused")
        except OracleError:
            pass


def repeated():
    """A loop in a loop is what it is written out."""
    looped = parse("for (T, N) in (f16, 8), (f32, 4) {\n for M in 2, N { copy warp T gmem S[(32,N)] -> smem S[(32,N)] as c_T_nM }\n}")
    equal("loops", [(r.dtype, r.src.shape[1]) for r in looped], [("f16", 8), ("f16", 8), ("f32", 4), ("f32", 4)])


def speed():
    start = time.process_time()
    moves("copy cta(256) f16 gmem S[(128,64)] -> smem S[(128,64)] swizzle 128B")
    moves("copy cta(256) f16 gmem S[(128,64)] -> reg 128x64 S[(128,2,32):(2@tx,1@tx,1)]")
    seconds = time.process_time() - start
    equal("two tiles of 128x64 in %.2f s" % seconds, seconds < 20, True)


def run(with_tally):
    """Each group that the tally wants."""
    global tally
    tally = with_tally
    for group in (seeds, autos, fragments, swizzles, owners, scopes, regions, symbols, bounded_arrays, memory_of_tensors, not_a_number,
                  open_extents, repeated, speed):
        if tally.wants(group.__name__):
            group()
    return tally.close()
