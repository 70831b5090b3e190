#!/usr/bin/env python3
"""Regions of lane 0 on the emulator: every element reaches the lane, register and place of the rule.

usage: run.py [--build build] [--only NAME] [--seed N] [--count 15]

Listed regions and random ones. Each runs in all groups of a block at once, twice without anything between, in
many orders of the threads; the rule is evaluated here from its definition. Then waits are taken out of the
header, which the emulator must name. The seed is printed.
"""
import atexit
import itertools
import math
import os
import random
import re
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.dirname(HERE))
import elements  # noqa: E402
import harness  # noqa: E402
import orders  # noqa: E402

C_TYPE = {"u8": "unsigned char", "u16": "unsigned short", "u32": "unsigned", "u64": "unsigned long long", "i32": "int", "f32": "float",
          "f64": "double", "e2m3": "unsigned char", "e2m1": "unsigned char"}
PACKED = {"e2m3": 6, "e2m1": 4}  # bits
LISTED = """
warp 32 { in a : f32[128] / f32[4]; out r : f32[32] / f32[1]; out s : f32; }
warp 32 { in a : f32[128] / f32[4] cyclic; in b : f64[4,8] / f64[1,1] cyclic; out r : u8[4,32] / u8[2,2]; }
warp 32 { in a : u32[256] / u32[8]; in b : u16[1024] / u16[32]; in c : f64[1024] / f64[32]; out r : u8[4096] / u8[128]; }
warp 32 { in a : u32[2048] / u32[64]; out b : f32[32,16] / f32[1,16]; }
warp 32 { in a : u8[2,4,4] / u8[1,1,1]; out b : u16[4,3,2,5,8] / u16[2,3,1,5,1]; }
warp 32 { out s : u32[3]; out t : u16[4]; }
warp 32 { out s : u64; out t : u8[5]; }
warp 8 { in a : f32[32] / f32[4]; out r : f32[8] / f32[1]; out s : f32; }
warp 16 lane id { in a : u16[16,4] / u16[2,2]; out r : u64[16] / u64[1] cyclic; }
warp 4 { in a : u32[64] / u32[16]; out s : u8; }
warp 1 { in a : u32[4] / u32[4]; out s : u16[2]; }
warp 6 { in a : u8[6,4] / u8[2,2]; out r : u32[12] / u32[2] cyclic; out s : f32; }
warp 31 { out r : f64[62] / f64[2]; }
cta(64) { in a : u32[128,2] / u32[2,2] cyclic; out r : f32[64] / f32[1]; out s : f32; }
cta(32) lane id { in a : u32[256] / u32[8]; out r : u8[2,32] / u8[1,2]; }
warp 32 lane id { in a : u32[32] / u32[1]; out s : u32; out t : u16[4]; }
warp 32 { in a : e2m3[8,64] / e2m3[2,8]; in b : e2m1[64] / e2m1[2]; out r : e2m3[128] / e2m3[4]; out s : e2m3[8]; }
cta(64) { in a : e2m3[128,4] / e2m3[2,4] cyclic; out r : e2m1[64,4] / e2m1[1,4]; }
warp 32 { in m : u32[64] / u32[2]; in layout : u8[64] / u8[2]; out tile : u16[32] / u16[1]; out tx : f32; }
""".strip().splitlines()


COMBINED = """
reduce sum warp 32 add { in a : f32[128] / f32[4]; out s : f32; }
reduce most warp 32 max { in a : f32[32] / f32[1]; out s : f32; }
reduce least warp 32 min { in a : f32[8,16] / f32[2,2] cyclic; out s : f32; }
reduce times warp 32 mul { in a : u32[64] / u32[2]; out s : u32; }
reduce usum warp 32 add { in a : u32[96] / u32[3]; out s : u32; }
reduce isum warp 32 add { in a : i32[32] / i32[1]; out s : i32; }
reduce umost warp 32 max { in a : u32[2,64] / u32[1,4]; out s : u32; }
reduce uleast warp 32 min { in a : u32[64] / u32[2]; out s : u32; }
reduce imost warp 32 max { in a : i32[64] / i32[2]; out s : i32; }
reduce ileast warp 32 min { in a : i32[64] / i32[2] cyclic; out s : i32; }
reduce all warp 32 and { in a : u32[64] / u32[2]; out s : u32; }
reduce any warp 32 or { in a : i32[64] / i32[2]; out s : i32; }
reduce odd warp 32 xor { in a : u32[64] / u32[2]; out s : u32; }
reduce rows cta(64) add { in a : f32[256] / f32[4]; out s : f32; }
reduce urows cta(128) max { in a : u32[128] / u32[1]; out s : u32; }
reduce one cta(32) add { in a : f32[64] / f32[2] cyclic; out s : f32; }
reduce three cta(96) mul { in a : i32[8,24] / i32[1,2]; out s : i32; }
scan fsum warp 32 add inclusive { in a : f32[128] / f32[4]; out b : f32[128] / f32[4]; }
scan usums warp 32 add inclusive { in a : u32[32] / u32[1]; out b : u32[32] / u32[1]; }
scan odds warp 32 xor inclusive { in a : u32[192] / u32[6]; out b : u32[192] / u32[6]; }
scan before warp 32 add exclusive { in a : u32[128] / u32[4]; out b : u32[128] / u32[4]; }
scan fbefore warp 32 mul exclusive { in a : f32[32] / f32[1]; out b : f32[32] / f32[1]; }
scan leasts warp 32 min exclusive { in a : i32[64] / i32[2]; out b : i32[64] / i32[2]; }
scan fmosts warp 32 max exclusive { in a : f32[96] / f32[3]; out b : f32[96] / f32[3]; }
scan ands warp 32 and exclusive { in a : u32[64] / u32[2]; out b : u32[64] / u32[2]; }
scan mosts warp 32 max inclusive { in a : i32[64] / i32[2]; out b : i32[64] / i32[2]; }
scan every warp 32 add inclusive { in a : f32[128] / f32[4] cyclic; out b : f32[128] / f32[4] cyclic; }
scan dims warp 32 add inclusive { in a : u32[8,16] / u32[2,2]; out b : u32[8,16] / u32[2,2]; }
scan dimsc warp 32 max inclusive { in a : i32[4,4,16] / i32[2,1,4] cyclic; out b : i32[4,4,16] / i32[2,1,4] cyclic; }
scan upright warp 32 add inclusive { in a : u32[32,2] / u32[1,2]; out b : u32[32,2] / u32[1,2]; }
scan flat warp 32 xor inclusive { in a : u32[2,32] / u32[2,1]; out b : u32[2,32] / u32[2,1]; }
scan bl cta(64) add inclusive { in a : f32[128] / f32[2]; out b : f32[128] / f32[2]; }
scan blocks cta(128) add inclusive { in a : u32[512] / u32[4]; out b : u32[512] / u32[4]; }
scan xblocks cta(96) add exclusive { in a : u32[192] / u32[2]; out b : u32[192] / u32[2]; }
scan cblocks cta(64) max inclusive { in a : i32[192] / i32[3] cyclic; out b : i32[192] / i32[3] cyclic; }
scan upper cta(64) add inclusive { in a : u32[4,64] / u32[4,1]; out b : u32[4,64] / u32[4,1]; }
scan eight warp 8 add inclusive { in a : u32[32] / u32[4]; out b : u32[32] / u32[4]; }
scan xeight warp 8 mul exclusive { in a : u32[32] / u32[4]; out b : u32[32] / u32[4]; }
scan ceight warp 16 add inclusive { in a : f32[32] / f32[2] cyclic; out b : f32[32] / f32[2] cyclic; }
scan pairs warp 2 add exclusive { in a : u32[2] / u32[1]; out b : u32[2] / u32[1]; }
scan wide warp 32 add inclusive { in a : u64[128] / u64[4]; out b : u64[128] / u64[4]; }
scan dwide cta(64) add exclusive { in a : f64[128] / f64[2]; out b : f64[128] / f64[2]; }
scan dmost warp 32 max exclusive { in a : f64[32] / f64[1]; out b : f64[32] / f64[1]; }
scan oneorder warp 32 add exclusive { in a : u32[32] / u32[1] cyclic; out b : u32[32] / u32[1]; }
scan onerow cta(64) add inclusive { in a : u32[64,4] / u32[1,4] cyclic; out b : u32[64,4] / u32[1,4]; }
scan wtimes warp 8 mul exclusive { in a : u64[16] / u64[2]; out b : u64[16] / u64[2]; }
scan words warp 32 add inclusive { in tile : u32[64] / u32[2]; out m : u32[64] / u32[2]; }
scan wcyclic warp 32 xor inclusive { in a : u64[4,32] / u64[2,2] cyclic; out b : u64[4,32] / u64[2,2] cyclic; }
""".strip().splitlines()
NEUTRAL = {"add": "0", "mul": "1", "and": "0xffffffffu", "or": "0", "xor": "0",
           "min": {"float": "1.0f / 0.0f", "double": "1.0 / 0.0", "int": "0x7fffffff", "unsigned": "0xffffffffu"},
           "max": {"float": "-1.0f / 0.0f", "double": "-1.0 / 0.0", "int": "-0x7fffffff - 1", "unsigned": "0"}}
IN_C = {"add": "x + y", "mul": "x * y", "min": "x < y ? x : y", "max": "x > y ? x : y", "and": "x & y", "or": "x | y",
        "xor": "x ^ y"}


class Value:
    def __init__(self, text, threads):
        match = re.match(r"(in|out) (\w+) : (\w+)(\[[\d,]+\])?(?: / \w+(\[[\d,]+\]))?( cyclic)?$", text)
        way, self.name, self.dtype, seq, lane, cyclic = match.groups()
        self.is_result, self.cyclic = way == "out", bool(cyclic)
        self.seq = [int(n) for n in seq[1:-1].split(",")] if seq else []
        self.lane = [int(n) for n in lane[1:-1].split(",")] if lane else self.seq
        if self.dtype in PACKED:  # as bytes
            self.seq[-1], self.lane[-1] = (n[-1] * PACKED[self.dtype] // 8 for n in (self.seq, self.lane))
        self.spread = self.seq != self.lane
        self.count, self.held = math.prod(self.seq), math.prod(self.lane)
        self.c = C_TYPE[self.dtype]
        self.table = [[self.element(lane, slot) for slot in range(self.held)] for lane in range(threads)]

    def element(self, lane, slot):
        """By the definition: split both into coordinates, last dimension fastest; a broadcast is all of it."""
        if not self.spread:
            return slot
        ratio = [s // h for s, h in zip(self.seq, self.lane)]
        ids, slots = [], []
        for q, h in zip(reversed(ratio), reversed(self.lane)):
            ids.insert(0, lane % q)
            slots.insert(0, slot % h)
            lane, slot = lane // q, slot // h
        flat = 0
        for s, q, h, at, e in zip(self.seq, ratio, self.lane, ids, slots):
            flat = flat * s + (e * q + at if self.cyclic else at * h + e)
        return flat


class Region:
    def __init__(self, name, text):
        self.name, self.text = name, "lane0 %s %s" % (name, text)
        head, body = text.split("{", 1)
        self.cta = head.startswith("cta")
        self.threads = int(re.search(r"\d+", head).group())
        self.values = [Value(part.strip(), self.threads) for part in body.rstrip(" }").split(";") if part.strip()]


def fill(value, index):
    return "(%s)((%s) * 7 + salt * 13 + %d)" % (value.c, index, ord(value.name[0]) % 5)


def loop(count, body):
    return "for (unsigned k = 0; k < %d; k++) {\n%s\n}" % (count, body)


def wrong(condition):
    return "wrong += %s;" % condition


def kernel(region, header):
    """One C kernel: block of 128 threads, as many groups as fit."""
    name = "tc_lane0_" + region.name
    others = re.search("lane id", region.text)  # the lane with id 0 is any
    n, whole = region.threads, region.threads & (region.threads - 1) == 0
    group = "tid / %d" % n if region.cta or whole else "tid / 32"
    has = lambda part: "TC_FN" in header and re.search(r"\b%s_%s\(" % (name, part), header)
    memory = "TC_%s_SMEM_BYTES" % name[3:].upper() if has("gather") else "16"
    out = ["TC_KERNEL(%s, args) {" % region.name,
           "TC_SHARED tc_b128 all_smem[128][(%s + 15) / 16];" % memory,
           "const unsigned tid = tc_thread_index(), group = %s;" % group,
           "const unsigned rank = %s;" % ("(tid + 5) %% %d" % n if others else
                                          "tid %% %d" % n if region.cta or whole else "tid % 32"),
           "void *smem = all_smem[group];", "unsigned wrong = 0;", "(void)smem;",
           "if (rank >= %d) return;" % n if not (region.cta or whole) else ""]
    for value in (v for v in region.values if v.spread or v.is_result):
        rows = ", ".join("{%s}" % ", ".join(map(str, row)) for row in value.table)
        out.append("static const unsigned short map_%s[%d][%d] = {%s};" % (value.name, n, value.held, rows))
        out.append("%s %s[%d] __attribute__((aligned(16)));" % (value.c, value.name, value.held))
    out.append("for (unsigned turn = 0; turn < 2; turn++) {\nconst unsigned salt = turn * 3 + group;")
    moved = [v for v in region.values if v.spread or v.is_result]
    inputs, results = [v for v in moved if not v.is_result], [v for v in moved if v.is_result]
    for v in inputs:
        out.append(loop(v.held, "%s[k] = %s;" % (v.name, fill(v, "map_%s[rank][k]" % v.name))))
    packed = lambda v: v.dtype in PACKED
    in_smem = [v for v in results if has("set_" + v.name) or packed(v)]
    member = lambda v: "&((%s_smem *)smem)->%s[k]" % (name, v.name)
    barrier = [] if not region.cta else ["group + 1"]
    if has("gather"):
        out.append("%s_gather_at(%s);" % (name, ", ".join(["rank"] + [v.name for v in inputs] +
                                                            (["smem"] if inputs else []) + barrier)))
    for v in inputs:
        if has("read_" + v.name):
            out.append("{\n%s all[%d] __attribute__((aligned(16)));\n%s_read_%s(all, smem);\n%s\n}" % (
                v.c, v.count, name, v.name, loop(v.count, wrong("all[k] != %s" % fill(v, "k")))))
    out.append("if (rank == 0) {")
    for v in inputs:
        getter = "%s x = %s_get_%s(smem, k);" % (v.c, name, v.name)
        if packed(v):
            getter = "%s x; tc_load_shared_b8(&x, %s);" % (v.c, member(v))
        out.append(loop(v.count, getter + wrong("x != " + fill(v, "k"))))
    for v in results:
        index = "k, " if v.count > 1 else ""
        setter = "%s_set_%s(smem, %s%s);" % (name, v.name, index, fill(v, "k"))
        if packed(v):
            setter = "const %s x = %s; tc_store_shared_b8(%s, &x);" % (v.c, fill(v, "k"), member(v))
        elif v not in in_smem:
            setter = "%s[k] = %s;" % (v.name, fill(v, "k"))
        out.append(loop(v.count, setter))
    out.append("} else {")
    out += [loop(v.held, "%s[k] = 0;" % v.name) for v in results]
    out.append("}")
    if results or has("gather"):
        out.append("%s_scatter_at(%s);" % (name, ", ".join(["rank"] + [v.name for v in results] +
                                                             (["smem"] if in_smem else []) + barrier)))
    for v in results:
        out.append(loop(v.held, wrong("%s[k] != %s" % (v.name, fill(v, "map_%s[rank][k]" % v.name)))))
    for v in moved:
        if v.spread and not packed(v):
            at = "map_%s[rank][k]" % v.name
            out.append(loop(v.held, "\n".join([
                wrong("%s_index_%s(rank, k) != %s" % (name, v.name, at)),
                wrong("%s_owner_%s(%s) != rank" % (name, v.name, at)),
                wrong("%s_slot_%s(%s) != k" % (name, v.name, at))])))
    return "\n".join(out + ["}", "arg.wrong[tid] = wrong;", "}"])


def combining(text):
    """A kernel that holds one reduce or scan against a loop over all elements; sums of floats are exact here."""
    kit, name, cta, size, operation = re.match(r"(\w+) (\w+) (?:warp|(cta))[ (](\d+)\)? (\w+)", text).groups()
    threads = int(size)
    value, result = [Value(part.strip(), threads) for part in text[text.index("{") + 1:].rstrip(" }").split(";")
                     if part.strip()]
    scratch = (", scratch[group], group + 1" if cta else ", scratch[group]") if cta and threads > 32 or threads < 32 else ""
    call = "tc_%s_%s_at(rank, b, a%s)" % (kit, name, scratch)
    exclusive, neutral = " exclusive" in text, NEUTRAL[operation]
    neutral = neutral if isinstance(neutral, str) else neutral[value.c]
    rows = ", ".join("{%s}" % ", ".join(map(str, row)) for row in value.table)
    few = "" if value.c != "float" else " %% 2 + 1" if operation == "mul" else " & 1023"
    element = "(%s)((((%s) + salt) * 2654435761u >> 7)%s)" % (value.c, "%s", few)
    upto = "map[rank][k]" if kit == "scan" else str(value.count - 1)
    return """TC_KERNEL(%s, args) {
    static const unsigned short map[%d][%d] = {%s};
    TC_SHARED tc_b128 scratch[64][8];
    const unsigned tid = tc_thread_index(), group = tid / %d, rank = tid %% %d, salt = group * 77;
    unsigned wrong = 0;
    %s a[%d], b[%d];
    (void)scratch;
    if (group * %d + %d > 128) return;
    for (unsigned k = 0; k < %d; k++) a[k] = %s;
    %s;
    for (unsigned k = 0; k < %d; k++) {
        %s x = %s;
        for (unsigned i = %d; i %s %s; i++) {
            const %s y = %s;
            x = %s;
        }
        wrong += b[k] != x;
    }
    arg.wrong[tid] = wrong;
}""" % (name, threads, value.held, rows, threads, threads, value.c, value.held, result.held, threads, threads, value.held,
        element % "map[rank][k]", call, result.held, value.c, neutral if exclusive else element % "0", not exclusive,
        "<" if exclusive else "<=", upto, value.c, element % "i",
        IN_C[operation])


def program(regions, header):
    cases = "\n".join("else if (!strcmp(argv[1], \"%s\")) run = %s;" % (r.name, r.name) for r in regions)
    return frame([kernel(r, header) for r in regions], cases)


def frame(kernels, cases):
    return """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tilecopy/host/kernel.h>
#include "regions_gen.h"
typedef struct { unsigned *wrong; } args;
%s
int main(int argc, char **argv) {
    void (*run)(void *) = 0;
    unsigned wrong = 0;
    if (argc < 2) return 2;
%s
    if (!run) return 2;
    for (unsigned seed = 0; seed < 5; seed++) {
        tc_emu_config launch = {0};
        args arg = {(unsigned *)tc_emu_gmem_alloc(512, "wrong")};
        launch.block = 128;
        launch.seed = seed;
        launch.name = argv[1];
        launch.early_exit = 1;
        memset(arg.wrong, 0, 512);
        if (tc_emu_launch(&launch, run, &arg)) return 1;
        for (unsigned i = 0; i < 128; i++) wrong += arg.wrong[i];
        tc_emu_gmem_free(arg.wrong);
    }
    if (wrong) printf("%%u elements are wrong\\n", wrong);
    return wrong != 0;
}
""" % ("\n".join(kernels), cases.replace("else if", "if", 1))


def split(draw, threads, rank):
    """Ratios of `rank` dimensions whose product is the group."""
    ratios = [1] * rank
    for prime in factors(threads):
        ratios[draw.randrange(rank)] *= prime
    return ratios


def factors(n):
    out = []
    for p in itertools.chain([2], range(3, n + 1, 2)):
        while n % p == 0 and n > 1:
            out.append(p)
            n //= p
    return out


def random_region(draw):
    cta = draw.random() < 0.25
    threads = draw.choice([32, 64, 128]) if cta else draw.choice([32, 32, 32, 16, 8, 4, 2, 12, 7, 24, 30])
    parts = []
    for name in "abcd"[:draw.randint(1, 4)]:
        rank, dtype = draw.randint(1, 3), draw.choice([t for t in C_TYPE if t not in PACKED])
        way = draw.choice(["in", "out"])
        held = [draw.choice([1, 1, 2, 3, 4, 8]) for _ in range(rank)]
        if way == "out" and draw.random() < 0.3:
            parts.append("out %s : %s[%d]" % (name, dtype, held[0]))
            continue
        if math.prod(held) > 32:
            held = [2] + [1] * (rank - 1)
        ratios = split(draw, threads, rank)
        show = lambda ns: "%s[%s]" % (dtype, ",".join(map(str, ns)))
        parts.append("%s %s : %s / %s%s" % (way, name, show([q * h for q, h in zip(ratios, held)]), show(held),
                                            draw.choice(["", " cyclic"])))
    return "%s { %s; }" % ("cta(%d)" % threads if cta else "warp %d" % threads, "; ".join(parts))


def build(where, stem, header, source, library):
    folder = os.path.join(where, stem)
    os.makedirs(folder, exist_ok=True)
    for name, text in (("regions_gen.h", header), ("regions.c", source)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    out = os.path.join(folder, "regions")
    done = harness.run(["gcc", "-g1", "-std=c11", "-Wall", "-Wextra", "-I.", "-Iinclude", "-I" + folder,
                        os.path.join(folder, "regions.c"), library, "-pthread", "-o", out])
    return out, done


def without_wait(header, name, part):
    """The header with no wait in that part of the region."""
    start = header.index("TC_FN void tc_lane0_%s_%s_at(" % (name, part))
    end = header.index("\n}", start)
    body = re.sub(r"\n    tc_(warp_sync|barrier_sync)\w*\([^)]*\);", "", header[start:end])
    return header[:start] + body + header[end:]


def check_faults(tally, where, regions, header, library):
    """A wait less is a race, or, in the first turn, something is read before it is written."""
    picked = {"r0": ("gather", "scatter"), "r7": ("gather", "scatter"), "r11": ("scatter",), "r13": ("gather",)}
    for region in regions:
        for part in picked.get(region.name, ()):
            name = "no wait in %s of %s" % (part, region.text)
            if not tally.wants(name):
                continue
            text = without_wait(header, region.name, part)
            out, done = build(where, "%s_%s" % (region.name, part), text, program(regions, text), library)
            ran = harness.run([out, region.name]) if not done.code else done
            tally.check(name, text != header and re.search("emu: (race|uninitialised)", ran.out + ran.err), ran.out + ran.err)


def check_combined(args, tally, where, library):
    names = [text.split()[1] for text in COMBINED]
    made = harness.run([args.tcgen, "-o", "-", "-"], stdin="\n".join(COMBINED) + "\n")
    cases = "\n".join("else if (!strcmp(argv[1], \"%s\")) run = %s;" % (name, name) for name in names)
    out, done = build(where, "combined", made.out, frame([combining(text) for text in COMBINED], cases), library)
    if not tally.check("reduce and scan compile", not done.code and not done.err, made.err + done.err):
        return
    for name, text in zip(names, COMBINED):
        if tally.wants(text):
            ran = harness.run([out, name])
            tally.check(text, not ran.code, ran.out + ran.err)


def check_elements(args, tally, where, library):
    made = harness.run([args.tcgen, "-o", "-", "-"], stdin="\n".join(elements.STATEMENTS) + "\n")
    names = ["_".join(text.split()[:2]) for text in elements.STATEMENTS]
    cases = "\n".join("else if (!strcmp(argv[1], \"%s\")) run = %s;" % (name, name) for name in names)
    if not tally.check("extract, insert and broadcast", not made.code, made.err):
        return
    kernels = [elements.kernel(text, Value, fill, made.out) for text in elements.STATEMENTS]
    out, done = build(where, "elements", made.out, frame(kernels, cases), library)
    if not tally.check("extract, insert and broadcast compile", not done.code and not done.err, done.err):
        return
    for name, text in zip(names, elements.STATEMENTS):
        if tally.wants(text):
            ran = harness.run([out, name])
            tally.check(text, not ran.code, ran.out + ran.err)


def check_maps(args, tally, where, library):
    """TC_SAME_MAP compiles only where two values have one map."""
    text = ["lane0 q warp 32 { in a : f32[128] / f32[4]; out r : f32[128] / f32[4]; out s : f32[128] / f32[4] cyclic; }",
            "scan p warp 32 add inclusive { in a : f32[128] / f32[4]; out b : f32[128] / f32[4]; }",
            "extract e warp 32 { in a : u32[4,32] / u32[4,1]; out x : u32; }",
            "lane0 v cta(32) { in a : f32[128] / f32[4]; }",  # the threads of a warp, counted as its lanes
            "lane0 c cta(64) { in a : f32[128] / f32[2]; }",
            "lane0 h warp 16 { in a : f32[128] / f32[8]; }",
            "lane0 n warp 32 lane id { in a : f32[128] / f32[4]; out r : f32[128] / f32[4]; }",
            "lane0 o warp 32 lane no { in a : f32[128] / f32[4]; }"]
    made = harness.run([args.tcgen, "-o", "-", "-"], stdin="\n".join(text) + "\n")
    for pair, same in (("LANE0_Q_A, TC_LANE0_Q_R", True), ("LANE0_Q_A, TC_LANE0_Q_S", False),
                       ("LANE0_Q_A, TC_SCAN_P_B", True), ("LANE0_Q_S, TC_SCAN_P_A", False),
                       ("EXTRACT_E_A, TC_LANE0_Q_S", True), ("EXTRACT_E_A, TC_LANE0_Q_A", False),
                       ("LANE0_Q_A, TC_LANE0_V_A", True), ("LANE0_Q_A, TC_LANE0_C_A", False),
                       ("LANE0_Q_A, TC_LANE0_H_A", False), ("LANE0_C_A, TC_LANE0_H_A", False),
                       ("LANE0_N_A, TC_LANE0_N_R", True), ("LANE0_Q_A, TC_LANE0_N_A", False),
                       ("LANE0_N_A, TC_LANE0_O_A", False)):
        source = "#define TC_EMU 1\n#include \"regions_gen.h\"\nint main(void) { TC_SAME_MAP(TC_%s); return 0; }\n" % pair
        out, done = build(where, "maps", made.out, source, library)
        tally.check("TC_SAME_MAP of %s" % pair, (done.code == 0) == same, made.err + done.err)


def check_refused(args, tally):
    """A result of all lanes that is no whole bytes, and one whose lanes share bytes, each with its reason."""
    for result, reason in (("e2m1", "results that are not whole bytes: r has 4 bits"),
                           ("e2m3[2]", "results that are not whole bytes: r has 12 bits"),
                           ("e2m1[32] / e2m1[1]", "elements of two lanes share a byte")):
        made = harness.run([args.tcgen, "-o", "-", "-"], stdin="lane0 d warp 32 { out r : %s; }\n" % result)
        tally.check("refused: out r : %s" % result,
                    made.code == 1 and not made.out and reason in made.err and "E_NOT_YET" in made.err, made.err)


def check_orders(args, tally, where, library):
    """Every order of small regions (the longest with --long); one wait less, or storage that two groups share, goes wrong."""
    made = harness.run([args.tcgen, "-o", "-", "-"], stdin="\n".join(text for _, text, _ in orders.REGIONS) + "\n")
    if not tally.check("small regions", not made.code, made.err):
        return

    def run_orders(stem, header, source):
        out, done = build(where, "orders_" + stem, header, source, library)
        return harness.run([out], timeout=200) if not done.code else done

    for name, text, threads in orders.REGIONS:
        if not tally.wants("every order of " + text):
            continue
        if args.long or name != "pair":  # which has 116250
            ran = run_orders(name, made.out, orders.program(name, text, threads, "0"))
            print("%s: %s" % (name, ran.out.strip()))
            tally.check("every order of " + text, ran.code == 0 and "orders" in ran.out, ran.out + ran.err)
        for part in ("gather", "scatter"):
            header = without_wait(made.out, name, part)
            ran = run_orders(name + part, header, orders.program(name, text, threads, "0"))
            tally.check("every order of %s with no wait in %s" % (text, part),
                        header != made.out and re.match(r"order \d+: (race|uninitialised)", ran.out), ran.out + ran.err)
    name, text, threads = orders.REGIONS[0]
    for storage, right in (("tc_thread_index() / 2", True), ("0", False)):
        source = orders.program(name, text, threads, storage, groups=2, most=2000)
        ran = run_orders("groups%d" % right, made.out, source)
        tally.check("two groups with storage %s" % storage,
                    "more than" in ran.out if right else "race" in ran.out, ran.out + ran.err)


def main():
    def options(parser):
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--count", type=int, default=15)
    args, tally = harness.start(__doc__, options)
    where = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, where, True)
    draw = random.Random(args.seed)
    print("seed %d" % args.seed)
    texts = LISTED + [random_region(draw) for _ in range(args.count)]
    regions = [Region("r%d" % i, text) for i, text in enumerate(texts)]
    library = os.path.join(args.build, "libtcemu.a")
    path = os.path.join(where, "regions.tc")
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(r.text + "\n" for r in regions))
    made = harness.run([os.path.join(args.build, "tcgen"), "-o", "-", path])
    if not tally.check("tcgen", not made.code, made.err):
        return tally.close()
    out, done = build(where, "all", made.out, program(regions, made.out), library)
    if not tally.check("compiles", not done.code and not done.err, done.err):
        return tally.close()
    for region in regions:
        if tally.wants(region.text):
            ran = harness.run([out, region.name])
            tally.check(region.text, not ran.code, ran.out + ran.err)
    check_combined(args, tally, where, library)
    check_elements(args, tally, where, library)
    check_refused(args, tally)
    check_maps(args, tally, where, library)
    check_orders(args, tally, where, library)
    check_faults(tally, where, regions, made.out, library)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
