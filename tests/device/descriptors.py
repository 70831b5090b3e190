"""Descriptors in hardware: from where wgmma reads each element of its operands, for every origin and stage, in the
eight layouts of 16-bit types and the four of 8-bit and tf32 ones. Where it should read is evaluated by
tests/descriptors/table.py from the layouts alone."""
import array
import os
import sys

import harness

sys.path.insert(0, os.path.join(harness.ROOT, "tests", "descriptors"))
import table  # noqa: E402

NAME = "descriptors in hardware"
STAGES, SIDES = 2, 64
TYPES = {"f16": "tc_f16", "bf16": "tc_bf16", "tf32": "float", "e4m3": "unsigned char"}


class Case:
    """A tile of 128 rows, the rows that one instruction reads, and what the origins are multiples of."""

    def __init__(self, name, dtype, mn, span, rows=64, m_step=8, panels=2, wide=0):
        self.name, self.dtype, self.mn, self.rows, self.span = "%s_%s" % (dtype, name), dtype, mn, rows, span
        self.size = table.BYTES[dtype]
        self.k, self.m_step = table.K_BYTES // self.size, m_step
        unit, width = 16 // self.size, (span or 16) // self.size
        columns = panels * max(width, self.k) if not mn else 64
        if mn:
            panel = 64 * width
            dims = ([(128 // width, panel), (width, 1)], [(8, 8 * width), (8, width)]) if span else (
                [(16, 64), (unit, 1)], [(8, 1024), (8, unit)])
        elif span:
            dims = [(128, width)], [(columns // width, 128 * width + wide), (width, 1)]
        else:
            dims = [(16, 8 * columns), (8, unit)], [(columns // unit, 8 * unit), (unit, 1)]
        self.tile = table.Tile(dtype, dims[0], dims[1], span)
        self.k_step = self.k if span and not mn else 8 if mn else unit
        self.stage_bytes = 128 * self.tile.shape[1] * self.size + wide * self.size * (self.tile.shape[1] // width - 1)

    def counts(self):
        return ((self.tile.shape[0] - self.rows) // self.m_step + 1, (self.tile.shape[1] - self.k) // self.k_step + 1)

    def text(self):
        return "descriptor wgmma %s smem %s[m:+%d, k:+%d] where m %% %d == 0, k %% %d == 0 { stages %d; } as tc_%s" % (
            self.dtype, self.tile.text(), self.rows, self.k, self.m_step, self.k_step, STAGES, self.name)

    def row(self):
        """The line of descriptors_cases.h."""
        form = "tc_wgmma_m64n%d" + "k%d_%s_ss" % (self.k, self.dtype)
        majors = ("_k" + "km"[self.mn], "_" + "km"[self.mn] + "k") if self.size == 2 else ("", "")
        as_a = form % self.k + majors[1] if self.rows == 64 else "NO_A"
        m_count, k_count = self.counts()
        return "#define %s_COUNT %d\nPROBE(%s, %s, %s, %d, %d, %d, %d, %s, %s, %d, %d, %d, %d)\n" % (
            self.name.upper(), m_count * k_count * STAGES, self.name, self.name.upper(), TYPES[self.dtype], self.size,
            self.dtype == "bf16", self.k, self.rows, form % self.rows + majors[0], as_a, k_count, self.m_step, self.k_step,
            self.stage_bytes)

    def expected(self, every):
        """The words that the program should write."""
        m_count, k_count = self.counts()
        count = m_count * k_count * STAGES
        for at in range(0, count, every):
            stage, k, m = at % STAGES, at // STAGES % k_count * self.k_step, at // STAGES // k_count * self.m_step
            base = stage * self.stage_bytes
            read = [(base + self.tile.table[m + i][k + j]) // self.size for i in range(self.rows) for j in range(self.k)]
            yield (m, k, stage), read + (read if self.rows == 64 else [0] * SIDES * self.k)


def cases():
    found = []
    for dtype in ("f16", "bf16", "e4m3", "tf32"):
        for mn in (False, True):
            if mn and table.BYTES[dtype] != 2:
                continue
            for span in table.SPANS:
                name = "%s_%s" % ("mn" if mn else "k", span or "none")
                step = span // 2 if mn and span else 8 if mn or not span else 4
                found.append(Case(name, dtype, mn, span, m_step=step))
    found += [Case("k_128_n8", "bf16", False, 128, rows=8, m_step=1),
              Case("k_128_n128", "bf16", False, 128, rows=128),
              Case("k_64_apart", "f16", False, 64, m_step=1, wide=512),
              Case("mn_128_n16", "f16", True, 128, rows=16, m_step=16),
              Case("mn_64_n8", "bf16", True, 64, rows=8, m_step=8),
              Case("mn_32_n24", "bf16", True, 32, rows=24, m_step=16)]  # ends inside of a panel
    return found


def generate(tcgen, directory):
    """The header and the list of cases; a Result."""
    os.makedirs(directory, exist_ok=True)
    every = cases()
    text = "target sm_90a\n" + "".join(case.text() + "\n" for case in every)
    harness.write(os.path.join(directory, "descriptors_cases.h"), "".join(
        "#ifndef %s_COUNT\n%s#else\n%s#endif\n" % (case.name.upper(), case.row(), case.row().split("\n", 1)[1]) for case in every))
    return harness.run([tcgen, "-o", os.path.join(directory, "descriptors_gen.h"), "-"], stdin=text)


def build(tcgen, nvcc, directory):
    """(The run that failed or the last, the program's path.)"""
    out = os.path.join(directory, "descriptors")
    made = generate(tcgen, directory)
    if made.code == 0:
        made = harness.run([nvcc, "-gencode", "arch=compute_90a,code=sm_90a", "-O3", "-std=c++17", "-Werror", "all-warnings",
                            "-Xcompiler", "-Wall,-Wextra", "-Iinclude", "-I" + directory, "-o", out,
                            "tests/device/descriptors.cu"], timeout=600)
    return made, out


def judge(tally, path, every):
    """Each case of the file that the program wrote."""
    words = array.array("I")
    with open(path, "rb") as file:
        words.frombytes(file.read())
    at = 0
    for case in cases():
        wrong, elements = "", 0
        for origin, wanted in case.expected(every):
            got = words[at:at + len(wanted)].tolist()
            at, elements = at + len(wanted), elements + len(wanted)
            if got != wanted and not wrong:
                first = next((i for i, pair in enumerate(zip(got, wanted)) if pair[0] != pair[1]), len(got))
                wrong = "%s\norigin and stage %s: word %d is %s, not %s" % (
                    case.text(), origin, first, got[first:first + 8], wanted[first:first + 8])
        tally.check("%s: %d elements" % (case.name, elements), not wrong, wrong)
    tally.check("every word was read", at == len(words), "%d of %d" % (at, len(words)))


def on_emulator(tally, tcgen, directory, every):
    """The same program with every so many-th origin and stage."""
    made = generate(tcgen, directory)
    if not tally.check("header of " + NAME, made.code == 0, made):
        return
    path = os.path.join(directory, "descriptors.words")
    done = harness.run([sys.executable, "tools/tcemu", "run", "tests/device/descriptors.cu", "-Iinclude", "-I" + directory,
                        path, str(every)], timeout=600)
    if tally.check("descriptors.cu on the emulator", done.code == 0, done):
        judge(tally, path, every)


def check(tally, folder, nvcc, directory, arch):
    if arch != "sm_90a":
        tally.skip(NAME, "%s has no wgmma" % arch)
        return
    made, program = build(os.path.join(folder, "tcgen"), nvcc, directory)
    if not tally.check("nvcc " + NAME, made.code == 0, made):
        return
    path = os.path.join(directory, "descriptors.words")
    done = harness.run([program, path], timeout=300)
    if tally.check(NAME, done.code == 0, done):
        judge(tally, path, 1)
