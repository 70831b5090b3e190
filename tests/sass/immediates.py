"""A constant argument of a primitive is part of the machine instruction: no register is loaded for it."""
import os
import re

import harness

# kernel: what stands in its code once (the number in front: so often), and what must not.
R, P = r"R\d+(?:\.reuse)?", r"!?U?P\w+"
EXPECTED = {
    "named_sync": (1, r"BAR\.SYNC\S* 0x1, 0x40 ;"),
    "named_of_generated": (1, r"BAR\.SYNC\S* 0x3, 0x40 ;"),
    "named_arrive": (1, r"BAR\.ARV 0x2, 0x60 ;"),
    "named_16": (1, r"BPT\.TRAP 0x1 ;"),
    "named_of_48": (1, r"BPT\.TRAP 0x1 ;"),
    "named_sync_of_number": (1, r"BAR\.SYNC\S* U?%s, 0x80 ;" % R),
    "shuffle_of_lane_5": (1, r"SHFL\.IDX PT, %s, %s, 0x5, 0x1f ;" % (R, R)),
    "shuffle_xor_16": (1, r"SHFL\.BFLY PT, %s, %s, 0x10, 0x1f ;" % (R, R)),
    "permute_of_low_halves": (1, r"PRMT %s, %s, 0x5410, %s ;" % (R, R, R)),
    "select_by_lane": (1, r"SEL %s, %s, %s, %s ;" % (R, R, R, P)),
    "convert_to_f16": (1, r"F2FP(?:\.F16\.F32)?\.PACK_AB %s, %s, %s ;" % (R, R, R)),
    "convert_to_bf16": (1, r"F2FP\.BF16(?:\.F32)?\.PACK_AB %s, %s, %s ;" % (R, R, R)),
    "convert_from_f16": (2, r"HADD2\.F32 %s, -RZ, %s\.H[01]_H[01] ;" % (R, R)),
    "rows_of_generated": (4, r"F2FP(?:\.F16\.F32)?\.PACK_AB %s, %s, %s ;" % (R, R, R)),
    "weights_of_generated": (8, r"PRMT|LOP3\.LUT .*, 0x6a, "),
}
# Constants that are right: nothing is left of what a wrong one would run into.
FOLDED = ["named_sync", "named_of_generated", "named_arrive"]
BESIDE = re.compile(r"(?:BAR|SHFL|PRMT|SEL|F2F|F2FP|I2F|F2I|HADD2|CALL|BSSY|WARPSYNC|R2B|B2R)\b")


def codes(listing):
    """{kernel: [instruction with its operands]}"""
    found, name = {}, None
    for line in listing.splitlines():
        start = re.match(r"\s*Function : (\w+)", line)
        name = start.group(1) if start else name
        one = re.match(r"^\s+/\*[0-9a-f]{4,}\*/\s+(.*?;)", line)
        if one and name:
            found.setdefault(name, []).append(one.group(1))
    return found


def check(tally, tools, folder, here, archs):
    for arch in archs:
        cubin = os.path.join(folder, "immediates.%s.cubin" % arch)
        built = harness.run([tools.nvcc, "-cubin", "-arch=" + arch, "-std=c++17", "-Werror", "all-warnings", "-Iinclude",
                             "-o", cubin, "%s/immediates.cu" % here])
        if not tally.check("compile/immediates.cu/%s" % arch, built.code == 0, built):
            continue
        found = codes(harness.run([tools.cuobjdump, "-sass", cubin]).out)
        tally.check("immediates/%s: every kernel" % arch, set(found) == set(EXPECTED), sorted(found))
        for kernel, (count, pattern) in sorted(EXPECTED.items()):
            code = found.get(kernel, [])
            met = [line for line in code if re.search(pattern, line)]
            beside = [line for line in code if line not in met and BESIDE.search(line)]
            beside += ["BPT"] * (kernel in FOLDED and any("BPT" in line for line in code))
            tally.check("immediates/%s/%s" % (kernel, arch), len(met) == count and not beside, "\n".join(code))
