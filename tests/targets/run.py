#!/usr/bin/env python3
"""What each target has, said four times, is one thing: generator/lang/targets.def, the TC_HAS_...
macros as nvcc sees them, what ptxas accepts, and what tcgen plans and prints. And tcgen knows every
target that nvcc knows from sm_80 on.

usage: run.py [--build build] [--only TEXT]
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

COLUMNS = ["STMATRIX", "BULK", "CLUSTER", "V256", "TMEM", "FP8", "FP4", "REDUX_F32"]
# Those without a column, which the same targets have as another one.
SAME = {"GATHER4": "V256", "SCATTER4": "TMEM"}
FEATURES = COLUMNS + list(SAME)
# Those that code has for a target with a letter alone; TC_CHIP_HAS_... is of the number.
LETTERED = ["TMEM", "FP4", "REDUX_F32", "SCATTER4"]
# What an error of ptxas names where the target lacks it.
WORDS = {"STMATRIX": "'stmatrix", "BULK": "'cp.async.bulk", "CLUSTER": "'barrier.cluster", "V256": "'256 bit wide load",
         "TMEM": "'tcgen05", "FP8": "e4m3x2", "FP4": "e2m1x2", "REDUX_F32": "'redux.f32",
         "GATHER4": "tile::gather4", "SCATTER4": "tile::scatter4"}
# One instruction a feature, as the PTX manual spells it.
KERNEL = r"""
extern "C" __global__ void FEATURE(unsigned *p) {
    __shared__ __align__(128) unsigned s[64];
    __shared__ __align__(8) unsigned long long b;
    unsigned tile = (unsigned)__cvta_generic_to_shared(s), bar = (unsigned)__cvta_generic_to_shared(&b), v = p[0];
#if defined(STMATRIX)
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(tile), "r"(v));
#elif defined(BULK)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];" ::"r"(tile),
                 "l"(p), "r"(bar));
    asm volatile("fence.proxy.async.shared::cta;");
#elif defined(CLUSTER)
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;");
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(v) : "r"(tile));
#elif defined(V256)
    asm volatile("ld.global.v8.b32 {%0, _, _, _, _, _, _, _}, [%1];" : "=r"(v) : "l"(p));
#elif defined(TMEM)
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(tile));
#elif defined(FP8)
    asm volatile("{ .reg .b16 h; cvt.rn.satfinite.e4m3x2.f32 h, %1, %1; cvt.u32.u16 %0, h; }" : "=r"(v) : "f"(1.0f));
#elif defined(FP4)
    asm volatile("{ .reg .b8 h; cvt.rn.satfinite.e2m1x2.f32 h, %1, %1; cvt.u32.u8 %0, h; }" : "=r"(v) : "f"(1.0f));
#elif defined(REDUX_F32)
    asm volatile("redux.sync.min.f32 %0, %0, 0xffffffff;" : "+r"(v));
#elif defined(GATHER4)
    asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %3, %3, %3, %3}], [%2];" ::"r"(tile), "l"(p), "r"(bar), "r"(v));
#elif defined(SCATTER4)
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group "
                 "[%1, {%2, %2, %2, %2, %2}], [%0];" ::"r"(tile), "l"(p), "r"(v));
#endif
    p[1] = v + s[0] + bar;
}
"""


def kernels(features):
    """KERNEL for each of them, under its name."""
    head, *parts, tail = re.split(r"(?m)^#.*\n", KERNEL)
    order = re.findall(r"defined\((\w+)\)", KERNEL)
    return "".join((head + parts[order.index(f)] + tail).replace("FEATURE", f) for f in features)


# Compiled, because `nvcc -E` leaves out what names the family.
MACROS = '#include "tilecopy/tilecopy.h"\n#ifdef __CUDA_ARCH__\n' + "".join(
    "#if TC_HAS_%s\n#pragma message(\"has %s\")\n#endif\n" % (f, f) for f in FEATURES) + "".join(
    "#if TC_CHIP_HAS_%s\n#pragma message(\"chip with %s\")\n#endif\n" % (f, f) for f in LETTERED) + "#endif\n"
# Asks for each kind of body: 256 bits where there are such, cp.async, loads and stores.
COPIES = """copy thread f32 gmem S[(8)] -> reg S[(8)] where align(src) == 32 { using vec_256b; } as wide
copy_async cta(128) f16 gmem S[(128,64):(ld,1)] -> smem S[(128,64)] swizzle 128B where ld % 8 == 0 as async
copy warp f32 smem S[(32,8)] <-> reg S[(32,8):(1@laneid,1)]
"""


def table():
    """{"sm_80": (is default, {"V256", ...})} of targets.def, in its order."""
    rows = re.findall(r'(?m)^X\((\w+), "(\w+)", (\w+)((?:, \w+){8})\)', harness.read("generator/lang/targets.def"))
    known = {name: (default == "true", {f for f, has in zip(COLUMNS, flags.split(", ")[1:]) if has == "true"})
             for _, name, default, flags in rows}
    for _, features in known.values():
        features.update([f for f, other in SAME.items() if other in features])
    return known


def check_tables(tally, known):
    schema = json.loads(harness.read("docs/tcgen.schema.json"))["$defs"]["targets"]["items"]["enum"]
    tally.check("the schema has them", schema == list(known), schema)
    manual = re.sub(r"\s+", " ", harness.read("docs/tcgen.1"))
    page = re.sub(r"\s+", " ", harness.read("docs/language.md"))
    for name in known:
        tally.check("named/%s" % name, re.search(r"\b%s\b" % name, manual) and re.search(r"\b%s\b" % name, page),
                    "docs/tcgen.1 and docs/language.md name each target")


def check_nvcc(tally, tools, known, folder):
    if not tools.nvcc:
        tally.skip("nvcc", tools.why("nvcc"), len(known))
        return
    listed = set(re.findall(r"'(sm_\d+[af]?)'", harness.run([os.path.join(os.path.dirname(tools.nvcc), "ptxas"),
                                                              "--help"]).out))
    listed |= set(harness.run([tools.nvcc, "--list-gpu-code"]).out.split())
    new = sorted(t for t in listed if int(re.sub(r"\D", "", t)) >= 80 and t not in known)
    tally.check("every target of this nvcc is known", listed and not new, "not in targets.def: %s" % new)
    kernel, macros = os.path.join(folder, "feature.cu"), os.path.join(folder, "macros.cu")
    harness.write(macros, MACROS)
    for name, (_, features) in known.items():
        if not tally.wants(name):
            continue
        if name not in listed:
            tally.skip("nvcc/%s" % name, "this nvcc does not know it")
            continue
        result = harness.run([tools.nvcc, *tools.quick, "-arch=" + name, "-Iinclude", "-cubin", "-o", os.devnull, macros])
        found = set(re.findall(r"has (\w+)", result.err + result.out))
        tally.check("macros/%s" % name, result.code == 0 and found == features, result)
        of_chip = {f for other, (_, has) in known.items() if other.rstrip("af") == name.rstrip("af") for f in has}
        found = set(re.findall(r"chip with (\w+)", result.err + result.out))
        tally.check("macros of the chip/%s" % name, found == of_chip & set(LETTERED), result)
        # ptxas names all that it lacks; what it does not name compiles
        harness.write(kernel, kernels(FEATURES))
        result = harness.run([tools.nvcc, *tools.quick, "-arch=" + name, "-cubin", "-o", os.devnull, kernel])
        for feature in FEATURES:
            tally.check("ptxas/%s/%s" % (name, feature), (WORDS[feature] in result.err + result.out) != (feature in features), result)
        harness.write(kernel, kernels(sorted(features)))
        result = harness.run([tools.nvcc, *tools.quick, "-arch=" + name, "-cubin", "-o", os.devnull, kernel])
        tally.check("ptxas/%s has all that it is to have" % name, result.code == 0, result)


def check_plans(args, tally, tools, known, folder):
    """tcgen alone for each target: its own plan, and a header that the target compiles."""
    description = os.path.join(folder, "copies.tc")
    harness.write(description, COPIES)
    for name, (_, features) in known.items():
        if not tally.wants(name):
            continue
        wide = "V256" in features
        text = COPIES if wide else COPIES.split("\n", 1)[1]
        result = harness.run([args.tcgen, "json", "--target=" + name, "-"], stdin=text)
        plans = [p for f in json.loads(result.out or '{"functions":[]}')["functions"] for p in f["plans"]]
        tally.check("plans/%s" % name, len(plans) == 3 + wide and all(p["targets"] == [name] for p in plans)
                    and {"ldgsts", "rotated"} <= {p["variant"] for p in plans}, result)
        result = harness.run([args.tcgen, "names", "--target=" + name, "-"], stdin=COPIES)
        tally.check("256 bits/%s" % name, (result.code == 0) == wide, result)
        header = os.path.join(folder, name + ".h")
        harness.run([args.tcgen, "-o", header, "-"], stdin="target %s\n%s" % (name, text))
        if tally.check("header/%s" % name, os.path.exists(header)) and tools.nvcc:
            unit = os.path.join(folder, name + ".cu")
            harness.write(unit, '#include "%s.h"\n__global__ void k(float *p, tc_f16 *h, unsigned n) {\n'
                          '    __shared__ __align__(128) tc_f16 tile[128 * 64];\n    __align__(16) float r[8];\n'
                          '%s    tc_async(tile, h, n);\n    tc_cp_async_wait_all();\n'
                          '    tc_warp_copy_smem_to_reg_32x8_f32(r, (const float *)tile);\n    p[9] = r[0];\n}\n'
                          % (name, "    tc_wide(r, p);\n    p[8] = r[1];\n" if wide else ""))
            result = harness.run([tools.nvcc, *tools.quick, "-arch=" + name, "-Iinclude", "-Werror", "all-warnings", "-cubin",
                                  "-o", os.devnull, unit])
            tally.check("compiles/%s" % name, result.code == 0, result)
    result = harness.run([args.tcgen, "json", "-"], stdin=COPIES)
    seen = {t for f in json.loads(result.out)["functions"] for p in f["plans"] for t in p["targets"]}
    tally.check("without a list the default ones", seen == {n for n, (d, _) in known.items() if d}, seen)


def main():
    args, tally = harness.start(__doc__)
    tools, folder, known = harness.Tools(args.build), os.path.join(args.build, "tests", "targets"), table()
    os.makedirs(folder, exist_ok=True)
    tally.check("the table was read", len(known) > 20, known)
    check_tables(tally, known)
    check_nvcc(tally, tools, known, folder)
    check_plans(args, tally, tools, known, folder)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
