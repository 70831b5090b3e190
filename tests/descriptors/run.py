#!/usr/bin/env python3
"""Descriptors against the table of the PTX manual, read by a program that shares nothing with tcgen.

usage: run.py [--build build] [--only NAME]
The eight layouts and relatives of them that are wrong in one stride, swizzle or origin: tcgen makes a descriptor
exactly where the table has one for all origins. What the generated function returns on the emulator, for every
origin and stage, is decoded bit by bit, and each element is looked for where the hardware would read it; so is
what the steps lead to. Then the header by nvcc: no warning for sm_90a, the reason for sm_80. At last the program of
tests/device, in which products of the emulator read the operands.
"""
import json
import os
import random
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "device")]
import descriptors  # noqa: E402
import harness  # noqa: E402
import table  # noqa: E402

ROWS = [8, 16, 24, 64, 96, 128]


class Case:
    """A tile, the region that one instruction reads, and what is known of its origin."""

    def __init__(self, rng, number, wrong):
        self.name, self.stages = "tc_d%d" % number, rng.choice([0, 0, 2, 3])
        self.tile = wrong_tile(rng) if wrong else right_tile(rng, number)
        rows = [r for r in ROWS if r <= self.tile.shape[0]]
        self.extents = rng.choice(rows), table.K_BYTES // self.tile.bytes
        self.divisors = []
        for dim in range(2):
            whole = self.extents[dim] if dim else 8
            self.divisors.append(rng.choice([1, 2, 4, 8, 16]) if wrong and rng.random() < 0.4 else
                                 rng.choice([whole, self.extents[dim]]))
        self.fixed = [wrong and rng.random() < 0.2 for _ in range(2)]
        # `where m >= 8`: an origin of 0 is none then
        self.least = [self.divisors[d] if not wrong and number % 4 == d and self.room(d) >= self.divisors[d] else 0 for d in range(2)]
        self.begin = [rng.choice(range(0, self.room(d) + 1, self.divisors[d])) if self.fixed[d] else 0 for d in range(2)]

    def room(self, dim):
        return self.tile.shape[dim] - self.extents[dim]

    def values(self, dim):
        return [self.begin[dim]] if self.fixed[dim] else list(range(self.least[dim], self.room(dim) + 1, self.divisors[dim]))

    def origins(self):
        return [(m, k) for m in self.values(0) for k in self.values(1)]

    def names(self):
        return [name for dim, name in enumerate("mk") if not self.fixed[dim]]

    def text(self):
        ranges = ["%d:%d" % (self.begin[d], self.begin[d] + self.extents[d]) if self.fixed[d] else
                  "%s:+%d" % ("mk"[d], self.extents[d]) for d in range(2)]
        facts = ["%s %% %d == 0" % ("mk"[d], self.divisors[d]) for d in range(2)
                 if not self.fixed[d] and self.divisors[d] > 1]
        facts += ["%s >= %d" % ("mk"[d], least) for d, least in enumerate(self.least) if least]
        return "descriptor wgmma %s smem %s[%s]%s%s as %s" % (
            self.tile.dtype, self.tile.text(), ", ".join(ranges), " where " + ", ".join(facts) if facts else "",
            " { stages %d; }" % self.stages if self.stages else "", self.name)


def right_tile(rng, number):
    """One of the eight layouts, its offsets as they come."""
    mn, span = divmod(number % 8, 4)
    span = table.SPANS[span]
    dtype = rng.choice(["f16", "bf16"]) if mn else rng.choice(sorted(table.BYTES))
    return tile_of(rng, dtype, bool(mn), span)


def tile_of(rng, dtype, mn, span):
    size = table.BYTES[dtype]
    unit, wide = 16 // size, (span or 16) // size
    rows, steps = rng.choice([16, 64, 128]), rng.choice([1, 2, 4]) * table.K_BYTES // size
    if mn and rows < wide:
        rows = wide
    if not mn and span:
        steps = max(steps, wide)
    panel = (8 * wide if not mn else wide * 8) * rng.choice([1, 1, 2])
    if mn:  # i: panels of `wide`, k: eights of `wide` each
        inner, outer = steps // 8 * panel, panel
        if rng.random() < 0.3:
            inner, outer = outer, rows // wide * panel
        return table.Tile(dtype, [(rows // wide, inner), (wide, 1)], [(steps // 8, outer), (8, wide)], span)
    inner, outer = rows // 8 * panel, panel
    if rng.random() < 0.3:
        inner, outer = outer, steps // (wide if span else unit) * panel
    return table.Tile(dtype, [(rows // 8, outer), (8, wide)], [(steps // wide, inner), (wide, 1)], span)


def wrong_tile(rng):
    """A relative: one stride or the swizzle of a right one is another; it may be right all the same."""
    tile = right_tile(rng, rng.randrange(8))
    rows, columns = ([list(it) for it in iters] for iters in tile.iters)
    span, what = tile.span, rng.randrange(4)
    if what == 0:
        span = rng.choice(table.SPANS)
    elif what == 1:
        one = rng.choice(rows + columns)
        one[1] += rng.choice([1, 2, 8, 16, 64, 128])
    elif what == 2:
        one, other = rng.sample(rows + columns, 2)
        one[1], other[1] = other[1], one[1]
    return table.Tile(tile.dtype, [tuple(it) for it in rows], [tuple(it) for it in columns], span)


def judged(tcgen, case):
    """The descriptor of tcgen, or its message."""
    done = harness.run([tcgen, "json", "--target=sm_90a", "-"], stdin=case.text() + "\n")
    if done.code == 0:
        return json.loads(done.out)["descriptors"][0], ""
    return None, done.err


def same(case, made, wanted):
    mn, span, lbo, sbo = wanted
    got = (made["major"] == "MN", made["swizzle"], made["lbo"], made["sbo"], made["proof"]["origins"])
    return got == (mn, "%dB" % span if span else "none", lbo, sbo, len(case.origins())) and made["proof"]["ok"]


def judge(tally, tcgen, cases):
    """The cases that have a descriptor; each is judged as the table judges it."""
    found, refused = [], 0
    for case in cases:
        made, said = judged(tcgen, case)
        wanted = table.descriptor_of(case.tile, case.origins(), case.extents)
        if made and wanted and same(case, made, wanted):
            found.append((case, made, wanted))
        elif not made and not wanted and "E_DESCRIPTOR_" in said:
            refused += 1
        else:
            tally.fail(case.name, "%s\nthe table: %s\ntcgen: %s%s" % (case.text(), wanted, made, said))
    tally.check("layouts and relatives", len(found) > 100 and refused > 100,
                "%d made, %d refused" % (len(found), refused))
    return found


def explained(tally, tcgen, found):
    """`explain` says the steps of a call as JSON has them, which are held against the hardware's table."""
    for case, made, _ in found:
        done = harness.run([tcgen, "explain", "--target=sm_90a", "-"], stdin=case.text() + "\n")
        steps = [(case.extents[dim], name, made[key]) for dim, name, key in ((1, "K", "step_k"), (0, "M or N", "step_m"))]
        want = "; ".join("%d further along %s: %s" % (
            extent, name, "another call, no step is right everywhere in the tile" if by is None else "+ %d (%d bytes)" % (by, 16 * by))
            for extent, name, by in steps)
        if "steps " + want not in " ".join(done.out.split()):
            tally.fail(case.name + ": steps", "%s\n%s\nwanted: %s" % (case.text(), done, want))
            return
        wide = case.extents[0 if "MN-major" in done.out else 1] * case.tile.bytes // 16  # units of one line
        shown = [len(re.findall(r"\d+", units)) for units in re.findall(r"(?:row|k) \d+:((?:,? \d+)+)", " ".join(done.out.split()))]
        if not shown or set(shown) != {min(wide, 8)} or (wide > 8) != (", ..." in done.out):
            tally.fail(case.name + ": units", "%s\n%s\n%s units of %d" % (case.text(), done, shown, wide))
            return
    tally.check("explain: steps", len(found) >= 20, found)


def program_text(found):
    """Prints the name, origin, stage and what the function returns, from the address of the tile on."""
    lines = ["#include <stdio.h>", "#include <tilecopy/host/kernel.h>", '#include "descriptors_gen.h"',
             "typedef struct { int none; } args;", "TC_KERNEL(ask, args) {", "(void)arg;"]
    for case, made, _ in found:
        c_type = {"f16": "tc_f16", "bf16": "tc_bf16", "tf32": "float", "i8": "signed char"}.get(case.tile.dtype, "unsigned char")
        call, loops = ["(const %s *)(const void *)tc_smem()" % c_type], ""
        for dim in range(2):
            if not case.fixed[dim]:
                loops += "for (unsigned {0} = {1}; {0} <= {2}; {0} += {3}) ".format(
                    "mk"[dim], case.values(dim)[0], case.values(dim)[-1], case.divisors[dim])
                call.append("mk"[dim])
        if case.stages:
            loops += "for (unsigned s = 0; s < %d; s++) " % case.stages
            call.append("s")
        lines.append('%sprintf("%s %%u %%u %%u %%llx %%x\\n", %s, %s, %s, %s(%s), tc_smem_address(tc_smem()));' % (
            loops, case.name, "0u" if case.fixed[0] else "m", "0u" if case.fixed[1] else "k",
            "s" if case.stages else "0u", case.name, ", ".join(call)))
    return "\n".join(lines + ["}", "int main(void) {", "tc_emu_config launch = {0};", "args none = {0};",
                              "launch.block = 1;", 'launch.name = "ask";', "tc_emu_launch(&launch, ask, &none);",
                              "return 0;", "}", ""])


def constants(header):
    """{name: number} of the header's constants."""
    found = {}
    for text in header.splitlines():
        words = text.split()
        if len(words) == 3 and words[0] == "#define" and words[2].rstrip("u").replace("0x", "").isalnum() and words[2][0].isdigit():
            found[words[1]] = int(words[2].rstrip("u"), 0)
    return found


def wrong_element(case, wanted, bits, origin, base, stage_bytes):
    """The first (i, k) that the hardware would read elsewhere; None: it reads what the layout holds."""
    for i in range(case.extents[0]):
        for k in range(case.extents[1]):
            at = case.tile.table[origin[0] + i][origin[1] + k] + stage_bytes
            if table.read(bits, case.tile.bytes, wanted[0], i, k) - base != at:
                return i, k
    return None


def steps_of(case, made, bits, origin, numbers):
    """(bits, origin) of the operands that the steps lead to inside of the tile."""
    for dim, letter in enumerate("MK"):
        by = numbers.get("%s_STEP_%s" % (case.name.upper(), letter))
        assert by == made["step_" + letter.lower()]
        at, moved = origin[dim], bits
        while by is not None and at + 2 * case.extents[dim] <= case.tile.shape[dim]:
            at, moved = at + case.extents[dim], moved + by
            yield moved, (at, origin[1]) if dim == 0 else (origin[0], at)


def check_answers(tally, found, out, numbers):
    """Of the lines that the program printed; each origin and stage of each case once."""
    answers, by_name = 0, {case.name: (case, made, wanted) for case, made, wanted in found}
    for text in out.splitlines():
        name, m, k, stage, bits, base = text.split()
        case, made, wanted = by_name[name]
        origin = (case.begin[0] + int(m), case.begin[1] + int(k))
        bits, base = int(bits, 16), int(base, 16)
        below = int(stage) * (made["stage_bytes"] or 0)
        tests = [(bits, origin)] + list(steps_of(case, made, bits, origin, numbers))
        wrong = [(at, wrong_element(case, wanted, one, at, base, below)) for one, at in tests]
        wrong = [pair for pair in wrong if pair[1]]
        stem = name.upper()
        words = numbers[stem + "_HIGH"] << 32 | numbers[stem + "_LOW"]
        if wrong or bits >> 16 << 16 != words or numbers[stem + "_MAJOR"] != wanted[0]:
            tally.fail(name, "%s\n%s\nwrong at %s" % (case.text(), text, wrong))
            return
        answers += 1
    asked = sum(len(case.origins()) * max(case.stages, 1) for case, _, _ in found)
    tally.check("what the functions return", answers == asked and asked > 500, "%d of %d" % (answers, asked))


def limits(tally, found, header):
    """What TC_CHECK asks of m, k and the stage holds for the origins and stages of the case, and for no other number."""
    for case, _, _ in found:
        body = re.search(r"\b%s\(const.*?\n}" % case.name, header, re.S)[0]
        wanted = {"mk"[dim]: case.values(dim) for dim in range(2) if not case.fixed[dim]}
        wanted.update({"stage": range(case.stages)} if case.stages else {})
        for name, values in wanted.items():
            asked = " and ".join(re.findall(r"TC_CHECK_LIMIT\((.*\b%s\b.*)\);" % name, body)).replace("&&", "and")
            numbers = range(max(values) + 40)
            if not asked or [n for n in numbers if eval(asked, {name: n})] != list(values):  # pylint: disable=eval-used
                tally.fail(case.name + ": limits", "%s\n%s\n%s: %s" % (case.text(), body, name, asked))
                return
    tally.check("TC_CHECK: origins and stages", len(found) >= 20, found)


def execute(tally, args, found, folder):
    header, source, out = (os.path.join(folder, n) for n in ("descriptors_gen.h", "descriptors.c", "descriptors"))
    text = "target sm_90a\n" + "".join(case.text() + "\n" for case, _, _ in found)
    made = harness.run([args.tcgen, "-o", header, "-"], stdin=text)
    if not tally.check("header", made.code == 0, made):
        return
    limits(tally, found, harness.read(header))
    harness.write(source, program_text(found))
    done = harness.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-DTC_CHECK=1", "-Iinclude", source,
                        os.path.join(args.build, "libtcemu.a"), "-lm", "-pthread", "-o", out])
    if tally.check("compiles for the emulator", done.code == 0, done):
        answer = harness.run([out])
        tally.check("runs", answer.code == 0, answer)
        check_answers(tally, found, answer.out, constants(harness.read(header)))
    formatter = harness.Tools(args.build).clang_format
    if formatter:
        done = harness.run([formatter, "--style=file:.clang-format", "--dry-run", "-Werror", header])
        tally.check("the header's form", done.code == 0, done.err[:2000])
    else:
        tally.skip("the header's form", harness.Tools(args.build).why("clang_format"))


DEVICE = """#include "descriptors_gen.h"
#include "tilecopy/wgmma_bf16.h"
__global__ void multiply(float *out, unsigned m, unsigned k) {
    extern __shared__ __align__(1024) unsigned char room[];
    const tc_bf16 *tile = (const tc_bf16 *)room;
    float d[32];
    tc_wgmma_fence();
    tc_wgmma_m64n64k16_bf16_ss_kk(d, tc_desc_a(tile, m, k), tc_desc_a(tile, 64, k) + TC_DESC_A_STEP_K, 0);
    tc_wgmma_commit();
    tc_wgmma_wait_0();
    tc_wgmma_hold(d, 32);
    out[threadIdx.x] = d[0];
}
"""
UMMA = """#include "descriptors_gen.h"
__global__ void ask(unsigned long long *out, const tc_bf16 *tile, unsigned m) {
    out[0] = tc_desc_u(tile, m);
}
"""
FOR_NVCC = """target sm_90a, sm_100a
descriptor wgmma bf16 smem S[(128,64)] swizzle 128B[m:+64, k:+16] where m % 64 == 0, k % 16 == 0 as tc_desc_a
descriptor umma bf16 smem S[(128,64)] swizzle 128B[m:+64, 0:16] where m % 64 == 0 as tc_desc_u
"""


def by_nvcc(tally, args, folder):
    tools = harness.Tools(args.build)
    if not tools.nvcc:
        tally.skip("nvcc", tools.why("nvcc"))
        return
    made = harness.run([args.tcgen, "-o", os.path.join(folder, "descriptors_gen.h"), "-"], stdin=FOR_NVCC)
    tally.check("header for nvcc", made.code == 0, made)
    wanted = [("sm_90a", DEVICE, None), ("sm_80", DEVICE, "needs sm_90a; other targets have mma.sync"),
              ("sm_100a", UMMA, None), ("sm_90a", UMMA, "needs sm_100a or the like; sm_90a has wgmma")]
    for number, (arch, text, reason) in enumerate(wanted):
        source = os.path.join(folder, "device%d.cu" % number)
        harness.write(source, text)
        done = harness.run([tools.nvcc, "-arch=" + arch, "-cubin", "-Iinclude", "-I" + folder, "-Werror", "all-warnings",
                            "-Xptxas", "-v", source, "-o", os.path.join(folder, "device.cubin")])
        if reason:
            tally.check("%s: the reason" % arch, done.code != 0 and reason in done.err, done)
        else:
            tally.check("%s by nvcc" % arch, done.code == 0 and "C75" not in done.err, done)


# A region that ends inside a panel of 16 columns: where it begins, and what the start then is.
PARTIAL = "descriptor wgmma bf16 smem 96x64 S[(6,16,8,8):(1024,1,128,16)] swizzle 32B[%s, k:+16] where k %% 16 == 0%s as tc_p"
PARTIALS = [("0:24", "", "32 * k", 4), ("32:56", "", "32 * k + 4096", 4), ("m:+24", ", m % 32 == 0", "128 * m + 32 * k", 12),
            ("m:+40", ", m >= 16, m % 16 == 0, m <= 48", "128 * m + 32 * k", 12)]

UNEVEN = ("descriptor wgmma bf16 smem 128x16 S[(2,2,2,16,2,8):(4096,1024,256,1,128,16)] swizzle 32B[m:+24, 0:16]"
          " where m % 32 == 0 as tc_p\n")


def partial(tally, tcgen):
    for region, fact, start, origins in PARTIALS:
        done = harness.run([tcgen, "json", "--target=sm_90a", "-"], stdin=PARTIAL % (region, fact) + "\n")
        made = json.loads(done.out)["descriptors"][0] if done.code == 0 else {"start": "", "proof": {"origins": 0}}
        tally.check("part of a panel %s" % region, made["start"] == start and made["proof"]["origins"] == origins, done)
    done = harness.run([tcgen, "json", "--target=sm_90a", "-"], stdin=PARTIAL % ("m:+24", ", m % 8 == 0") + "\n")
    tally.check("part of a panel, from inside of one", "state 'where m % 16 == 0'" in done.err, done)
    done = harness.run([tcgen, "json", "--target=sm_90a", "-"], stdin=UNEVEN)
    tally.check("part of a panel, at uneven places", "no sum of their digits" in done.err and done.code == 1, done)


# The rows of the second half are those of the first: the next 64 are no bytes further.
REPEATED = ("descriptor wgmma bf16 smem 128x64 S[(2,64,64):(0,64,1)] swizzle 128B[m:+64, k:+16]"
            " where m % 64 == 0, k % 16 == 0 as tc_p\n")


def repeated(tally, tcgen, folder):
    made = harness.run([tcgen, "json", "--target=sm_90a", "-"], stdin=REPEATED)
    header = harness.run([tcgen, "-o", "-", "--target=sm_90a", "-"], stdin=REPEATED)
    told = harness.run([tcgen, "explain", "--target=sm_90a", "-"], stdin=REPEATED)
    steps = [json.loads(made.out)["descriptors"][0][key] for key in ("step_k", "step_m")] if made.code == 0 else []
    numbers = [constants(header.out).get("TC_P_STEP_" + letter) for letter in "KM"]
    tally.check("rows that repeat are 0 bytes further", steps == numbers == [2, 0] and
                "64 further along M or N: + 0 (0 bytes)" in " ".join(told.out.split()), "%s %s\n%s" % (steps, numbers, told))
    source = os.path.join(folder, "repeated.c")
    harness.write(source, header.out)
    done = harness.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Iinclude", "-fsyntax-only", source])
    tally.check("an origin that moves nothing", done.code == 0 and "(void)m;" in header.out, done)


UMMA_CASE = "descriptor umma %s smem S[(128,64)] swizzle %dB[m:+64, 0:%d] where m %% 64 == 0 as tc_u"


def umma(tally, tcgen):
    """The encoding of tcgen05: 1 in bits 46 to 48, the swizzle in bits 61 to 63."""
    for dtype, span, k, code in (("bf16", 128, 16, 2), ("e4m3", 64, 32, 4)):
        made = harness.run([tcgen, "json", "--target=sm_100a", "-"], stdin=UMMA_CASE % (dtype, span, k) + "\n")
        high = json.loads(made.out)["descriptors"][0]["high"] if made.code == 0 else 0
        tally.check("umma %s" % dtype, high == code << 29 | 1 << 14 | 8 * span // 16, made)


def main():
    args, tally = harness.start(__doc__)
    rng = random.Random(7)
    count = 1600 if args.long else 400
    cases = [Case(rng, number, number >= count // 2) for number in range(count)]
    with tempfile.TemporaryDirectory(prefix="tcgen.descriptors.") as folder:
        found = judge(tally, args.tcgen, cases)
        explained(tally, args.tcgen, found[::5])
        execute(tally, args, found if args.long else found[::3], folder)
        by_nvcc(tally, args, folder)
        umma(tally, args.tcgen)
        partial(tally, args.tcgen)
        repeated(tally, args.tcgen, folder)
        descriptors.on_emulator(tally, args.tcgen, folder, 5 if args.long else 37)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
