#!/usr/bin/env python3
"""Machine code: exact memory instructions by width, no stack, no spill, few integer instructions.

usage: run.py [--build build] [--only KERNEL] [--show]

expect.txt has a row for each kernel of the .cu files below and each target. --show prints the rows
as they are now instead of judging them, for whoever adds a function and has read its code. The kernels
of cases.cu, which use the kit, are also held against bench/peers/hand.cu, the same by hand.
"""
import os
import re
import sys
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import immediates  # noqa: E402

HERE = os.path.relpath(os.path.dirname(os.path.abspath(__file__)), harness.ROOT)
SOURCES = ["frames.cu", "matrix.cu", "rotated.cu", "masked.cu", "ragged.cu", "bulk.cu", "lanes.cu", "folds.cu", "cases.cu"]
# What limits may cost on a whole tile, for each access.
MASKED_COST = 2
ARCHS = ["sm_80", "sm_90a", "sm_100a"]
INSTRUCTION = re.compile(r"^\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.x]*)")
MEMORY = re.compile(r"^(LD|ST|LDG|STG|LDS|STS|LDL|STL|LDSM|STSM|LDGSTS|ATOM|ATOMG|ATOMS|REDG?|STAS|REDAS|UBLKCP|UBLKRED|UTMALDG|UTMASTG)$")
# What lanes combine.
LANES = re.compile(r"^(SHFL|C?REDUX|FADD|FMNMX3?|HADD2|HMNMX2|FSETP)$")
# Arithmetic on addresses; IMAD.MOV is a move. Loads of parameters and special registers are not here.
INTEGER = re.compile(r"^U?(IADD|IADD3|VIADD|VIADDMNMX|IMAD|LEA|LOP3|SHF|SHL|SHR|ISETP|SEL|PRMT|IABS|IMNMX|I2I|BMSK|SGXT)$")
WIDTHS = {"U8": "8", "S8": "8", "U16": "16", "S16": "16", "64": "64", "128": "128", "256": "256",
          "F32x2": "64", "F16x4": "64", "BF16x4": "64", "F32x4": "128", "F16x8": "128", "BF16x8": "128"}


def memory_name(opcode):
    """LDG.E.128.CONSTANT -> LDG.128; LDSM.16.M88.4 -> LDSM.4; without a width it moves 32 bits."""
    parts = opcode.split(".")
    if parts[0] in ("LDSM", "STSM"):
        return "%s.%s" % (parts[0], parts[-1] if parts[-1] in ("2", "4") else "1")
    width = [WIDTHS[p] for p in parts[1:] if p in WIDTHS]
    return "%s.%s" % (parts[0], width[0] if width else "32")


def count_instructions(listing):
    """{kernel: (Counter of memory instructions, number of integer instructions)}"""
    kernels, name = {}, None
    for line in listing.splitlines():
        start = re.match(r"\s*Function : (\w+)", line)
        if start:
            name = start.group(1)
            kernels[name] = [Counter(), 0]
            continue
        found = INSTRUCTION.match(line)
        if not found or name is None:
            continue
        opcode = found.group(1)
        base = opcode.split(".")[0]
        if opcode.startswith("BRA.U.ANY"):  # a loop over the lanes, around what only one may do
            kernels[name][0]["BRA.U.ANY"] += 1
        elif LANES.match(base):
            kernels[name][0][base] += 1
        elif MEMORY.match(base):
            kernels[name][0][memory_name(opcode)] += 1
        elif INTEGER.match(base) and not opcode.startswith(("IMAD.MOV", "UIMAD.MOV")):
            kernels[name][1] += 1
    return kernels


def totals(listing):
    """{kernel: all instructions but padding}"""
    found, name = {}, None
    for line in listing.splitlines():
        start = re.match(r"\s*Function : (\w+)", line)
        name = start.group(1) if start else name
        one = INSTRUCTION.match(line)
        if one and one.group(1) != "NOP":
            found.setdefault(name, []).append(one.group(1))
    return {k: len(ops) - (ops[-1] == "BRA") for k, ops in found.items()}


def masked_pairs(counted, total):
    """(pair, instructions with limits, without, accesses) of masked_X and whole_X; the three idle LDS
    that ptxas puts before an LDGSTS are no accesses."""
    for kernel in sorted(k for k in counted if k.startswith("masked_")):
        whole = "whole_" + kernel[len("masked_"):]
        accesses = sum(n for m, n in counted[whole][0].items() if m != "LDS.32")
        yield kernel, total[kernel], total[whole], accesses


def resources(ptxas):
    """{kernel: (stack, spill stores, spill loads)} from the words of ptxas -v."""
    found, name = {}, None
    for line in ptxas.splitlines():
        start = re.search(r"(?:Function properties for|Compiling entry function ')\s*(\w+)", line)
        if start:
            name = start.group(1)
        numbers = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line)
        if numbers and name:
            found[name] = tuple(int(n) for n in numbers.groups())
    return found


def expectations():
    """{(kernel, arch): (Counter, most integer instructions)}"""
    rows = {}
    for number, line in enumerate(harness.read(os.path.join(HERE, "expect.txt")).splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        memory, limit = Counter(), None
        for word in words[2:]:
            name, equals, value = word.partition("=")
            if name == "int<":
                limit = int(value)
            else:
                memory[name] = int(value)
        if limit is None or (words[0], words[1]) in rows:
            raise SystemExit("%s/expect.txt:%d: no int<=, or a second row" % (HERE, number))
        rows[words[0], words[1]] = memory, limit
    return rows


def row(kernel, arch, counted):
    memory = " ".join("%s=%d" % m for m in sorted(counted[0].items()))
    return "%-32s %-8s %-28s int<=%d" % (kernel, arch, memory, counted[1])


def judge(tally, name, expected, counted, resource):
    memory, limit = expected
    wrong = []
    if counted[0] != memory:
        wrong.append("memory instructions: got %s, want %s" % (dict(counted[0]), dict(memory)))
    if counted[1] > limit:
        wrong.append("%d integer instructions, at most %d" % (counted[1], limit))
    if resource is None or any(resource):
        wrong.append("stack, spill stores, spill loads: %s" % (resource,))
    tally.check(name, not wrong, "\n".join(wrong))


def generate(args, tally):
    folder = os.path.join(args.build, "tests", "sass")
    os.makedirs(folder, exist_ok=True)
    for stem in ("sass", "tirx"):
        result = harness.run([args.tcgen, "-Wno-fallback", "-o", os.path.join(folder, stem + "_gen.h"),
                              "%s/%s.tc" % (HERE, stem)])
        if result.code != 0:
            tally.fail("generate/%s" % stem, result)
            return None
    return folder


def one_unit(folder, sources):
    """All of these as one text, compiled and listed at once: each in a namespace of its own, for `arena` and helpers
    that several have, and without its macros behind it. Their kernels are extern "C"."""
    texts = [harness.read(source) for source in sources]
    headers = sorted({name for text in texts for name in re.findall(r'(?m)^#include "(\S+)"$', text)})
    lines = ['#include "%s"' % name for name in headers if not os.path.exists(os.path.join(HERE, name))]
    for source, text in zip(sources, texts):
        lines += ["namespace of_%s {" % os.path.basename(source)[:-3], '#include "%s"' % source, "}"]
        lines += ["#undef " + name for name in sorted(set(re.findall(r"(?m)^#\s*define (\w+)", text)))]
    path = os.path.join(folder, "kernels.cu")
    harness.write(path, "\n".join(lines) + "\n")
    return path


def compile_frames(tools, tally, folder, arch, source):
    cubin = os.path.join(folder, "%s.%s.cubin" % (os.path.basename(source), arch))
    built = harness.run([tools.nvcc, "-cubin", "-arch=" + arch, "-std=c++17", "-Werror", "all-warnings",
                         "-Xptxas", "-v", "-I.", "-Iinclude", "-I" + folder, "-I" + HERE, "-o", cubin, source])
    if built.code != 0:
        tally.fail("compile/%s/%s" % (source, arch), built)
        return None
    listing = harness.run([tools.cuobjdump, "-sass", cubin])
    if listing.code != 0:
        tally.fail("disassemble/%s/%s" % (source, arch), listing)
        return None
    return count_instructions(listing.out), resources(built.out + built.err), totals(listing.out)


def against_hand(tally, arch, ours, hand):
    """No more integer instructions than by hand where both have the same memory instructions."""
    for kernel in sorted(set(ours) & set(hand)):
        name = "%s/%s: not more than by hand" % (kernel, arch)
        limit = hand[kernel][1]
        if tally.wants(kernel) and ours[kernel][0] == hand[kernel][0]:
            tally.check(name, ours[kernel][1] <= limit, "%d integer instructions, by hand %d" % (
                ours[kernel][1], hand[kernel][1]))
        elif tally.wants(kernel):
            tally.fail(name, "other memory instructions than by hand: %s" % dict(hand[kernel][0]))


def main():
    args, tally = harness.start(__doc__, lambda p: p.add_argument("--show", action="store_true"))
    tools = harness.Tools(args.build)
    for tool in ("nvcc", "cuobjdump"):
        if not getattr(tools, tool):
            tally.skip("sass", tools.why(tool), len(expectations()))
            return tally.close()
    folder, expected, met = generate(args, tally), expectations(), set()
    if folder and not args.show and tally.wants("immediates"):
        immediates.check(tally, tools, folder, HERE, ARCHS)
    unit = one_unit(folder, ["%s/%s" % (HERE, source) for source in SOURCES]) if folder else None
    for arch in ARCHS if folder else []:
        compiled = compile_frames(tools, tally, folder, arch, unit)
        if compiled is None:
            continue
        if not args.show:
            hand = compile_frames(tools, tally, folder, arch, "bench/peers/hand.cu")
            against_hand(tally, arch, compiled[0], hand[0] if hand else {})
        for kernel, masked, whole, accesses in masked_pairs(compiled[0], compiled[2]) if not args.show else []:
            if tally.wants(kernel):
                tally.check("%s/%s: at most %d more per access" % (kernel, arch, MASKED_COST),
                            masked <= whole + MASKED_COST * accesses,
                            "%d instructions, %d without limits, %d accesses" % (masked, whole, accesses))
        for kernel, counted in sorted(compiled[0].items()):
            met.add((kernel, arch))
            if args.show:
                print(row(kernel, arch, counted))
            elif tally.wants(kernel) and (kernel, arch) not in expected:
                tally.fail("%s/%s" % (kernel, arch), "no row in expect.txt for: " + row(kernel, arch, counted))
            elif tally.wants(kernel):
                judge(tally, "%s/%s" % (kernel, arch), expected[kernel, arch], counted, compiled[1].get(kernel))
    for kernel, arch in sorted(set(expected) - met if folder and not args.show else []):
        if tally.wants(kernel):
            tally.fail("%s/%s" % (kernel, arch), "a row for a kernel that no file has")
    return 0 if args.show else tally.close()


if __name__ == "__main__":
    sys.exit(main())
