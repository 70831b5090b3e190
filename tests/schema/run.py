#!/usr/bin/env python3
"""The JSON against its schema, and what the schema cannot say: that keys agree with one another.

usage: run.py [--build build] [--only TEXT]

Inputs are the descriptions below, the kit, and those of tests/golden, tests/descriptions and examples/.
What it says of tensor maps is held against the host functions (`--only maps`: that alone).
Documents that are broken on purpose must be refused: a schema that accepts everything would prove nothing.
"""
import copy
import fractions
import json
import math
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness  # noqa: E402
import boxes  # noqa: E402
import hosts  # noqa: E402
import maps  # noqa: E402
from validator import Validator  # noqa: E402

ROWS = "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n"
INPUTS = {
    "one row per lane": ROWS,
    "both directions": "copy warp f32 smem S[(32,8)] <-> reg S[(32,8):(1@laneid,1)]\n",
    "region": "copy warp f32 smem S[(32,64)][0:32, 8:16] -> reg S[(32,8):(1@laneid,1)]\n",
    "run-time origin": "copy warp f32 smem S[(32,64)][0:32, k:+8] -> reg S[(32,8):(1@laneid,1)] where k % 4 == 0\n",
    "run-time pitch": "copy warp f32 gmem S[(32,8):(ld,1)] -> reg S[(32,8):(1@laneid,1)] where ld % 4 == 0\n",
    "swizzle": "copy warp f32 smem S[(32,8)] swizzle(2,1,3) -> reg S[(32,8):(1@laneid,1)]\n",
    "narrowed": "copy cta(128) warps 1:3 f32 smem S[(64,4)] -> reg S[(64,4):(1@tx,1)] + 32@tx\n",
    "memory to memory": "copy warp f32 gmem S[(4,6)] -> smem S[(4,6)]\n",
    "seeds' policy": "policy tirx\n" + ROWS,
    "one element": "copy thread u8 gmem S[(1)] -> smem S[(1)]\n",
    "sub-byte": "copy thread e2m1 smem S[(32)] -> reg S[(32)]\n",
    "masked": "copy cta(32) f16 gmem S[(16,64):(ld,1)] -> smem S[(16,64)] where ld % 8 == 0, cols % 4 == 0"
              " { masked; fill 0xfc00; }\n",
    "masked store": "copy warp f32 smem S[(64)] -> gmem S[(64)] { masked; }\n",
    "no statement": "target sm_90\n",
    "a region": "lane0 t warp 32 lane id { in a : f32[8,16] / f32[2,2] cyclic; in p : const float *; out s : f32[3]; }\n",
    "an empty region": "lane0 t cta(64) { }\n",
    "a name that needs escapes in JSON": "# \"\\\n" + ROWS,
}
GEMM = """pipeline gemm {
    ii 16
    mode seed
    capacity 600000
    agents load:1w mma:4w
    value A f16[128,64] stages 4 align 1024 swizzle 128B sync tma produce load @0.0 consume mma @3.0+16
    value B f16[256,64] stages 4 align 1024 sync tma with A produce load @0.0 consume mma @3.0+16
    value D tensormap stages 4 produce load @0.0 consume load @3.0 dist 0
    value Acc f32[128,256] stages 2 sync umma produce mma @3.0 consume mma @4.8+8
    value Epi0 f16[128,32] align 128 root out produce mma @4.0 consume mma @4.5+3
    value Epi1 f16[128,32] align 128 produce mma @4.8 consume mma @4.13+3
    value O mutex produce mma @4.0 consume load @4.7
}
"""
PIPELINES = {
    "a GEMM": GEMM,
    "a GEMM on two kinds of targets": "target sm_90, sm_100, sm_100a\n" + GEMM,
    "a packed GEMM": "target sm_90\n" + GEMM.replace("mode seed", "mode pack"),
    "slots of rings": "pipeline p {\n ii 8\n mode slot\n value A f16[64,64] stages 2 produce @0.0 consume @1.1\n"
                      " value B f16[64,64] stages 2 produce @0.2 consume @0.6\n}\n",
    "a pipeline of nothing": "pipeline p {\n ii 1\n}\n",
    "not shared": "pipeline p { ii 12; value l f32[64] sync dsmem produce @0.2 consume @0.6;"
                  " value r f32[64] sync dsmem produce @0.8 consume @0.10; }\n",
}
PLAN_KEYS = ["variant", "vec_bits", "ops_per_thread", "instructions", "wavefronts", "sectors", "ideal_sectors",
             "score", "symbolic"]


def all_inputs():
    """{name: (text, folder)}"""
    inputs = {name: (text, ".") for name, text in INPUTS.items()}
    inputs.update({name: (text, ".") for name, text in PIPELINES.items()})
    for path in harness.descriptions("examples/*/*.tc", "generator/kit.tc"):
        inputs[path] = (harness.read(path), os.path.dirname(path))
    return inputs


def tcgen_json(args, text, folder, *options):
    return harness.run([args.tcgen, "json", "-I", folder, "-I", "generator", *options, "-"], stdin=text)


def check_function(function, single):
    """What the schema cannot say."""
    plans = [p for p in function["plans"] if p["variant"] is not None]
    yield "proven", function["proof"]["ok"] is True
    yield "has a plan", plans
    yield "targets once", len({t for p in function["plans"] for t in p["targets"]}) == sum(
        len(p["targets"]) for p in function["plans"])
    yield "repeats its plan with one target only", all((k in function) == single for k in PLAN_KEYS)
    yield "repeats it rightly", not single or all(function[k] == plans[0][k] for k in PLAN_KEYS)
    yield "declines once", all(function["declined"].count(d) == 1 for d in function["declined"])
    yield "declines of each plan", all(d in function["declined"] for p in function["plans"] for d in p["declined"])
    count = 1
    for extent in function["shape"]:
        count *= extent
    yield "proof covers the shape", function["proof"]["elements"] == count
    limits = function.get("masked", {"limits": []})["limits"]
    yield "masked", bool(limits) == bool(re.search(r"\bmasked;", function["statement"]))
    named = re.search(r" as \w+$", function["statement"])
    dims = [l["dimension"] for l in limits if "dimension" in l]
    every = list(range(len(function["shape"])))
    if any("origin" in l for l in limits):  # only where the array's extent is a name
        every = [d for d in every if d in dims]
    yield "limits", not limits or (dims == every and all(
        named or ("_%sx%d" % (l["name"], l["divisor"]) in function["name"]) == (l["divisor"] > 1) for l in limits))
    for plan in plans:
        yield "wavefronts", all(w["got"] >= w["ideal"] >= 1 and w["got"] > w["idle"] >= 0 for w in plan["wavefronts"])
        source = function["src"] or function["dst"]  # a fill has none
        moves = source["space"] == function["dst"]["space"] == "reg"  # no instruction is promised
        yield "score", moves or plan["score"] > 0
        yield "instructions", moves or plan["instructions"]


def most_replicas(layout):
    """2 of S[(32,8):(8,1)] + R[(2):(256)]; replicas that share places are fewer."""
    extents = re.findall(r"R\[\(([0-9,]+)\)", layout)
    return math.prod(int(e) for group in extents for e in group.split(","))


def bits_of(dtype):
    return {"e4m3": 8, "e5m2": 8, "e2m1": 4}.get(dtype) or int(re.sub(r"\D", "", dtype))


def bytes_of(function, side):
    """Of the region on this side: a copy that converts has others on the other one."""
    if side == "dst" or "src_dtype" not in function:
        return function["bytes"]
    return function["bytes"] * bits_of(function["src_dtype"]) // bits_of(function["dtype"])


def before_array(function, side):
    """Elements that lie before the array by a stated origin: 5 of each row of nine for `x == -5`."""
    inside = 1
    for limit in function.get("masked", {"limits": []})["limits"]:
        origin, dimension = limit.get("origin"), limit.get("dimension")
        stated = re.search(r"\b%s == -(\d+)" % origin, function["statement"])
        if stated and str(function[side]["region"][dimension]).startswith(origin):
            extent = function["shape"][dimension]
            inside *= 1 - fractions.Fraction(int(stated.group(1)), extent)
    return int((1 - inside) * math.prod(function["shape"]))


def check_trace(function):
    """The accesses move the region's bytes: out of the source (by every replica of an owner) and into
    the destination, each of its replicas once, with no more accesses than instructions were counted."""
    trace = function["trace"]
    yield "whole", function["trace_complete"]
    for side, way in (("src", "r"), ("dst", "w")):
        if not function[side]:
            continue
        space = function[side]["space"]
        if space != "reg" and not ("tensor" in function and space == "gmem"):
            moved = sum(a[4] for a in trace if a[5] == way and a[6] == space)
            # One load serves several stores where a source stride is 0; replicas read more.
            repeats = function["src"] and re.search(r"[(,]0[,)]", function["src"]["layout"])
            times = 1 if side == "src" else most_replicas(function[side]["layout"])
            region = bytes_of(function, side)
            for limit in function.get("masked", {"limits": []})["limits"]:  # no more than a bound is traced
                if "max" in limit and not limit.get("origin"):
                    extent = function["shape"][limit["dimension"]] if "dimension" in limit else 1
                    region = region * min(limit["max"], extent) // extent
            region -= region * before_array(function, side) // math.prod(function["shape"])
            yield "%s bytes" % side, moved == region or (
                side == "src" and (moved > region or bool(repeats))) or (
                moved % region == 0 and region < moved <= times * region)
            if side == "dst":
                places = {a[3] + i for a in trace if a[5] == way and a[6] == space for i in range(a[4])}
                yield "each place of dst once", len(places) == moved
    if not any("matrix" in name or name.startswith("cp.") for name in function["instructions"]):
        threads = {}
        for access in trace:
            threads[access[2]] = threads.get(access[2], 0) + 1
        yield "accesses of the busiest thread", max(threads.values()) <= sum(function["instructions"].values())
        yield "within the scope", max(threads) < function["threads"]


def check_pipeline(plan):
    """What the schema cannot say of a plan."""
    values = {v["id"]: v for v in plan["values"]}
    yield "heights", plan["lb"] <= plan["smem_tiles_optimal"] <= plan["smem_tiles_compact"] <= plan["smem_tiles_before"]
    yield "ids once", len(values) == len(plan["values"])
    yield "names are values", all(n in values for pair in plan["shared"] + plan["not_shared"] for n in pair)
    yield "hand-offs are of values", all(h["from"] in values and h["to"] in values for h in plan["handoffs"])
    for v in plan["values"]:
        ii = plan["ii"]
        begin, end = (stage * ii + cycle for stage, cycle in v["life"])
        first = v["producer"]["stage"] * ii + v["producer"]["cycle"]
        last = max((c["stage"] + c["distance"]) * ii + c["cycle"] + c["latency"] for c in v["consumers"])
        yield "life of " + v["id"], (begin, end) == (first, last) and v["need"] == -((begin - end) // ii) <= v["stages"]
        bound = v["class"] != "bar"
        yield "place of " + v["id"], all((v[k] is not None) == bound for k in ("offset", "final_offset"))
        yield "handle of " + v["id"], (v["handle"] is not None) == (v["class"] in ("tmem", "desc"))
        yield "forced " + v["id"], (v["forced"] is not None) == (v["class"] != v["auto_class"])
        yield "root of " + v["id"], values[v["root"]]["final_offset"] == v["final_offset"]
    yield "shared", {v["root"] for v in plan["values"]} <= set(values)
    held = {e["id"]: e["values"] for e in plan["occupancy"]}
    yield "occupancy", all(v["barrier"] is None or v["id"] in held[v["barrier"]] for v in plan["values"])
    yield "maps", len(plan["smem_map"]) + len(plan["tmem_map"]) == sum(v["class"] in ("smem", "tmem") for v in plan["values"])


def check_descriptor(descriptor):
    """What the schema cannot say of a descriptor."""
    units = {"32B": 32, "64B": 64, "128B": 128}.get(descriptor["swizzle"], 0)
    size = {"tf32": 4, "f16": 2, "bf16": 2}.get(descriptor["dtype"], 1)
    yield "K", descriptor["shape"][1] * size == 32
    yield "words", all(descriptor[key] is None or descriptor[word] >> shift & 0x3fff == descriptor[key] // 16
                       for key, word, shift in (("sbo", "high", 0), ("lbo", "low", 16)))
    yield "alignment", descriptor["align"] % (8 * units or 16) == 0
    yield "ring", (descriptor["stage_bytes"] or 0) % descriptor["align"] == 0
    yield "elements", descriptor["proof"]["elements"] == descriptor["shape"][0] * descriptor["shape"][1]


def check_arrays(args, tally, name, document):
    """The statements of arrays of run-time extents, as JSON has them, say the same again."""
    functions = [f for f in document["functions"] if re.search(r"gmem S\[\((\w+,)*[A-Za-z_]\w*[,)]", f["statement"])]
    if not functions:
        return
    lines = "".join(f["statement"] + "\n" for f in functions)
    targets = ",".join(t for plan in functions[0]["plans"] for t in plan["targets"])
    result = tcgen_json(args, lines, ".", "-Wno-fallback", "--target=" + targets)
    got = json.loads(result.out)["functions"] if result.code == 0 else []
    keys = ("statement", "src", "dst", "shape", "plans", "align")
    wrong = [f["name"] for f, again in zip(functions, got) if any(f[key] != again[key] for key in keys)]
    tally.check(name + ": statements of arrays", len(got) == len(functions) and not wrong, "%s\n%s" % (wrong, result.err))


def check_input(args, tally, validator, name, text, folder):
    for label, options, single in (("", [], False), (" sm_90", ["--target=sm_90"], True),
                                   (" trace", ["--target=sm_100a", "--trace"], True)):
        if not tally.wants(name + label):
            continue
        result = tcgen_json(args, text, folder, "-Wno-fallback", *options)
        if result.code == 1 and label and any(
                why in result.err for why in ("(target)", "E_NO_CONVERSION", "E_DESCRIPTOR_TARGET")):
            continue  # a statement that this target cannot run has no JSON; "" and " trace" have it
        if result.code != 0:
            tally.fail(name + label, result)
            continue
        document = json.loads(result.out)
        errors = list(validator.errors(document))
        tally.check(name + label, not errors, "\n".join(errors[:20]))
        for plan in document["pipelines"]:
            wrong = [what for what, right in check_pipeline(plan) if not right]
            tally.check("%s%s: pipeline %s" % (name, label, plan["name"]), not wrong, ", ".join(wrong))
        for descriptor in document["descriptors"]:
            wrong = [what for what, right in check_descriptor(descriptor) if not right]
            tally.check("%s%s: descriptor %s" % (name, label, descriptor["name"]), not wrong, ", ".join(wrong))
        for coords in document.get("coords", []):
            pairs, elements = coords["threads"] * coords["regs"], math.prod(c["extent"] for c in coords["coordinates"])
            tally.check("%s%s: coords %s" % (name, label, coords["name"]), elements <= coords["proof"]["registers"] <= pairs)
        if not label:
            check_arrays(args, tally, name, document)
        single = single or re.search(r"(?m)^target sm_\w+$", text) is not None
        for function in document["functions"]:
            wrong = [what for what, right in check_function(function, single) if not right]
            if "--trace" in options and function["trace"]:
                wrong += ["trace: " + what for what, right in check_trace(function) if not right]
            tally.check("%s%s: %s" % (name, label, function["name"]), not wrong,
                        "%s\n%s" % (", ".join(wrong), json.dumps(function)[:2000]))


def broken(document):
    """(what is wrong, the document with it)"""
    def change(what, edit):
        copied = copy.deepcopy(document)
        edit(copied, copied["functions"][0])
        return what, copied
    yield change("a key is missing", lambda d, f: f.pop("proof"))
    yield change("an unknown key", lambda d, f: f.update(surprise=1))
    yield change("an unknown key of a plan", lambda d, f: f["plans"][0].update(surprise=1))
    yield change("text for a number", lambda d, f: f.update(threads="32"))
    yield change("a truth value for a number", lambda d, f: f.update(regs=True))
    yield change("a fraction", lambda d, f: f.update(align=16.5))
    yield change("a negative count", lambda d, f: f.update(bytes=-1))
    yield change("an unknown space", lambda d, f: f["src"].update(space="l2"))
    yield change("an unknown target", lambda d, f: f["plans"][0].update(targets=["sm_70"]))
    yield change("no target", lambda d, f: f["plans"][0].update(targets=[]))
    yield change("a plan without a variant", lambda d, f: f["plans"][0].update(variant=None))
    yield change("a range of three numbers", lambda d, f: f["src"]["region"].append([0, 1, 2]))
    yield change("an access of six items", lambda d, f: f.update(trace=[[0, 0, 0, 0, 4, "r"]]))
    yield change("an access in no direction", lambda d, f: f.update(trace=[[0, 0, 0, 0, 4, "x", "smem"]]))
    yield change("an instruction that is not counted", lambda d, f: f["plans"][0]["instructions"].update(mov=0))
    yield change("masked without limits", lambda d, f: f.update(masked={"limits": [], "rest": "keep"}))
    def change_plan(what, edit):
        copied = copy.deepcopy(document)
        edit(copied["pipelines"][0], copied["pipelines"][0]["values"][0])
        return what, copied
    yield change_plan("a key of a plan is missing", lambda p, v: p.pop("lb"))
    yield change_plan("an unknown key of a value", lambda p, v: v.update(surprise=1))
    yield change_plan("a record without a class", lambda p, v: v.pop("class"))
    yield change_plan("an unknown class", lambda p, v: v.update({"class": "l2"}))
    yield change_plan("a life of one end", lambda p, v: v["life"].pop())
    yield change_plan("a value without consumers", lambda p, v: v.update(consumers=[]))
    yield change_plan("a merge of three", lambda p, v: p["shared"].append(["a", "b", "c"]))
    yield change_plan("a plan that is not proven", lambda p, v: p["proof"].update(ok=False))
    yield change("another schema", lambda d, f: d.update(schema=2))


def check_diagnostics(args, tally, validator):
    rule = validator.definition("#/$defs/report")
    for name, text, code in (("error", "copy warp f99 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n", 1),
                             ("two errors", "copy\nlayout\n", 1),
                             ("remark", PIPELINES["a GEMM"], 0),
                             ("a pipeline that fails", "pipeline p {\n ii 8\n value A f16[8] produce @0.0\n}\n", 1),
                             ("warning", "policy tirx\ncopy warp f32 gmem S[(4,6)] -> smem S[(4,6)]\n", 0)):
        result = tcgen_json(args, text, ".", "--diagnostics=json")
        lines = [json.loads(line) for line in result.err.splitlines() if line.startswith("{")]
        errors = [e for line in lines for e in validator.errors(line, rule)]
        tally.check("diagnostics: " + name, result.code == code and lines and not errors, "%s\n%s" % (result, errors))


def main():
    args, tally = harness.start(__doc__)
    if tally.wants("maps"):
        maps.run(args, tally, harness.Tools(args.build))
        boxes.run(args, tally)
        hosts.run(args, tally)
    if args.only == "maps":
        return tally.close()
    with open("docs/tcgen.schema.json", encoding="utf-8") as f:
        validator = Validator(json.load(f))
    for name, (text, folder) in all_inputs().items():
        check_input(args, tally, validator, name, text, folder)
    document = json.loads(tcgen_json(args, ROWS + GEMM, ".", "--target=sm_90").out)
    for what, wrong in broken(document):
        tally.check("refused: " + what, list(validator.errors(wrong)))
    check_diagnostics(args, tally, validator)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
