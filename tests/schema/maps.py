"""The tensor map that the JSON tells of, and what its facts are, against the host function of the same header: a
program by gcc asks it for numbers that are put in for the names."""
import json
import math
import os
import re

import harness

INPUTS = ("tests/descriptions/tma_auto.tc", "tests/descriptions/tma_gather.tc", "tests/golden/tma_auto/input.tc",
          "tests/golden/tma_explicit/input.tc", "tests/golden/tma_gather/input.tc", "tests/golden/tma_origins/input.tc")
# Bounds on both sides, types by size, spans, promotions.
OWN = """target sm_90a
layout a = S[(M,K):(ld,1)]
layout b = S[(2,4,16)] swizzle 64B
layout c = S[(2,M,K):(plane,ld,1)]
layout d = S[(M,2,K):(far,ld,1)]
copy_async elected e4m3 gmem a[m:+64, k:+128] -> smem S[(64,128)] swizzle 128B where ld % 16 == 0, M <= 512, K >= 160 {
    tensormap; oob zero; l2 64B; } as bounded
copy_async elected f64 gmem a[m:+64, k:+4] -> smem S[(64,4)] swizzle 32B where ld % 2 == 0, ld >= 1000, ld <= 100000 {
    tensormap; oob nan; l2 256B; } as of_f64
copy_async elected i4 gmem a[m:+64, k:+128] -> smem S[(64,128)] where ld % 32 == 0, K % 2 == 0, k % 2 == 0, m >= 0 {
    tensormap; using tma_auto; } as of_i4
copy_async elected i32 smem b -> gmem c[0:2, m:+4, k:+16] where plane % 4 == 0, ld % 4 == 0, K % 4 == 0, k % 4 == 0 {
    tensormap; oob skip; } as of_planes
copy_async elected i32 smem S[(4,2,16)] -> gmem d[m:+4, 0:2, k:+16] where far % 4 == 0, ld % 4 == 0, K % 4 == 0, k % 4 == 0 {
    tensormap; oob skip; } as of_pairs
"""
TYPES = "u8 u16 u32 i32 u64 i64 f16 f32 f64 bf16 f32_ftz tf32 tf32_ftz".split()  # as CUDA numbers them
SIZES = dict(zip(TYPES, (1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4)))
HEAD = """#include <stdio.h>
#include "%s"
static void show(const tc_tensormap_params *p) {
    printf("%%u %%u", p->type, p->rank);
    for (unsigned d = 0; d < p->rank; d++)
        printf(" %%llu %%llu %%u", p->extent[d], d ? p->stride[d - 1] : 0ull, p->box[d]);
    printf(" %%u %%u %%u\\n", p->swizzle, p->promotion, p->fill);
}
int main(void) {
    tc_tensormap_params params;
    tc_tensormap map;
    const char *broken;
"""
CALL = """    %s_tensormap_params(&params, (const void *)0x1000%s);
    show(&params);
"""
ASK = """    broken = %s_tensormap(&map, (const void *)0x1000%s);
    printf("%%s\\n", broken ? broken : "");
"""


def values(arguments, tensor):
    """{argument: a number}: extents from 192 on, and strides, outermost last in the list, beyond all that they step over."""
    found = {name: 192 + 64 * i for i, name in enumerate(arguments)}
    named = [s for s in reversed(tensor["strides"]) if not isinstance(s, int)]
    for i, text in enumerate(named):
        name = re.search(r"[A-Za-z_]\w*", text).group(0)
        found[name] = (2 ** (10 + 9 * i)) * (i + 1)
    return found


def number(entry, given):
    """ "2 * lda", "K / 64" with those numbers."""
    if isinstance(entry, int):
        return entry
    of = re.fullmatch(r"(?:(\d+) \* )?([A-Za-z_]\w*)(?: / (\d+))?", entry)
    return int(of.group(1) or 1) * given[of.group(2)] // int(of.group(3) or 1)


def wanted(tensor, given):
    rank = tensor["rank"]
    extents, box = tensor["extents"][::-1], tensor["box"][::-1]
    strides = [0, *tensor["strides"][::-1]]
    told = ["%d %d" % (TYPES.index(tensor["type"]), rank)]
    told += ["%d %d %d" % (number(extents[d], given), number(strides[d], given), box[d]) for d in range(rank)]
    return " ".join(told) + " %d %d %d" % ({0: 0, 32: 1, 64: 2, 128: 3}[tensor["swizzle"]],
                                           {0: 0, 64: 1, 128: 2, 256: 3}[tensor["promotion"]], tensor["oob"] == "nan")


def broken(statement, given):
    """[(the fact, the numbers with one that breaks this fact alone)] of what `where` states of arguments."""
    past = {"<=": lambda most: most // 32 * 32 + 32, ">=": lambda least: (least - 1) // 32 * 32}
    found = [("%s %% %s == 0" % (name, by), name, given[name] + 1)
             for name, by in re.findall(r"\b(\w+) % (\d+) == 0", statement) if name in given]
    found += [("%s %s %s" % (name, sign, bound), name, past[sign](int(bound)))
              for name, sign, bound in re.findall(r"\b(\w+) (<=|>=) (\d+)", statement) if name in given]
    return [(fact, dict(given, **{name: value})) for fact, name, value in found]


def apart(function, tensor, given):
    """[(a stride, the numbers with one that lets rows overlap or just does not, does it?)] of what is written."""
    if function["dst"]["space"] != "gmem" or not all(isinstance(s, str) for s in tensor["strides"]):
        return []
    found, extents = [], [number(e, given) for e in tensor["extents"]]
    names = [re.search(r"[A-Za-z_]\w*", s).group(0) for s in tensor["strides"]] + [None]
    for at, name in enumerate(names[:-1]):  # dimension at + 1 lies inside of it
        least = extents[at + 1] * (given[names[at + 1]] if names[at + 1] else 1)
        found += [(name, dict(given, **{name: least - 32}), True), (name, dict(given, **{name: least}), False)]
    return found


def run(args, tally, tools):
    if not tools.gcc:
        tally.skip("maps", tools.why("gcc"))
        return
    folder = os.path.join(args.build, "tests", "schema")
    own = os.path.join(folder, "own.tc")
    harness.write(own, OWN)
    for path in (own, *INPUTS):
        check(args, tally, tools, folder, path)


def check(args, tally, tools, folder, path):
    stem = re.sub(r"\W", "_", path)
    header, source, program = (os.path.join(folder, stem + end) for end in ("_gen.h", ".c", ""))
    document = json.loads(harness.run([args.tcgen, "json", path]).out)
    made = harness.run([args.tcgen, "-o", header, path])
    text = harness.read(header) if made.code == 0 else ""
    lines, answers = [], []
    for function in document["functions"]:
        tensor = (function["plans"] or [{}])[0].get("tensor")
        host = re.search(r" %s_tensormap_params\(([^)]*)\)" % function["name"], text)
        if not tensor or not host:
            continue
        rows = 4 if " by " in function["statement"] else None
        tally.check("maps: %s: rows" % function["name"], tensor.get("rows") == rows, tensor)
        size = math.prod(tensor["box"]) * (rows or 1) * SIZES[tensor["type"]] * tensor["boxes"]
        tally.check("maps: %s: bytes" % function["name"], tensor["bytes"] == size == function["bytes"], tensor)
        arguments = re.findall(r"unsigned long long (\w+)", host.group(1))
        given = values(arguments, tensor)
        listed = "".join(", %dull" % given[name] for name in arguments)
        lines.append(CALL % (function["name"], listed))
        answers.append((function["name"], wanted(tensor, given)))
        for fact, wrong in broken(function["statement"], given):
            name = fact.split()[0]
            lines.append(ASK % (function["name"], "".join(", %dull" % wrong[a] for a in arguments)))
            says = "%s = %d, but the function was made for %s" % (name, wrong[name], fact)
            answers.append((function["name"] + ": " + fact, says))
        for name, numbers, overlap in apart(function, tensor, given):
            lines.append(ASK % (function["name"], "".join(", %dull" % numbers[a] for a in arguments)))
            says = re.compile(r"stride of dimension \d = %d, but the function was made for rows that do not overlap" % numbers[name])
            answers.append(("%s: rows at %s = %d" % (function["name"], name, numbers[name]), says if overlap else None))
        lines.append(ASK % (function["name"], listed))
        answers.append((function["name"] + ": no fact is broken", None))
    harness.write(source, HEAD % os.path.basename(header) + "".join(lines) + "    return 0;\n}\n")
    built = harness.run([tools.gcc, "-std=c11", "-w", "-Iinclude", "-o", program, source, "-ldl"])
    if tally.check("maps: %s compiles" % path, made.code == 0 and lines and built.code == 0, built):
        told = harness.run([program]).out.splitlines()
        for number_of, (name, answer) in enumerate(answers):
            got = told[number_of] if number_of < len(told) else "nothing"
            right = (answer.fullmatch(got) if isinstance(answer, re.Pattern) else
                     got == answer if answer is not None else "but the function was made for" not in got)
            tally.check("maps: %s: %s" % (path, name), right, "%s, asked %s" % (got, answer))
