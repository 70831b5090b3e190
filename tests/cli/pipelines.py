"""The command line with pipelines: their code, plans, pictures, and `tcgen pack`."""
import json
import random
import re
import resource
import xml.etree.ElementTree as ElementTree

import harness

NAME = "tc_warp_copy_smem_to_reg_32x8_f32"

GEMM = """target sm_90
pipeline gemm {
    ii 8
    value A f16[64,64] stages 2 sync tma produce @0.0 consume @1.0
    value Out0 f16[64,64] produce @1.0 consume @1.3
    value Out1 f16[64,64] produce @1.4 consume @1.7
}
"""


RING = """pipeline ring {
    ii 4
    agents load:1w use:2w
    value tile f32[16,16] stages 2 sync tma produce load @0.0 consume use @1.0
}
"""


def case_pipeline(case):
    case.write("gemm.tc", GEMM)
    case.write("both.tc", case.read("good.tc") + GEMM)
    for command in ([], ["names"]):
        result = case.run(*command, "-o", "x.h", "gemm.tc", code=1)
        case.expect("no agents %s" % command, "E_PIPELINE_CODE" in result.err and not case.exists("x.h"), result)
    case.write("ring.tc", RING)
    result = case.run("-o", "x.h", "ring.tc")
    case.expect("code", "void tc_ring_tile_acquire(" in case.read("x.h"), result)
    result = case.run("names", "ring.tc")
    case.expect("names", result.out.split()[:2] == ["tc_ring_init", "tc_ring_tile_producer_start"], result)
    result = case.run("-o", "y.h", "--target=sm_80,sm_90", "ring.tc", code=0)
    case.expect("one text for both", "TC_HAS_BULK" in case.read("y.h"), result)
    declared = re.findall(r"TC_DECLARE \w+ (\w+)\(", case.read("y.h"))
    case.expect("all declared", declared == case.run("names", "ring.tc").out.split(), declared)
    case.expect("explained", "none: bulk copies fill 'tile'" in
                case.run("explain", "--target=sm_80,sm_86", "ring.tc").out)
    late = "".join("    value v%d u8[%d] barrier none produce @0.%d consume @0.%d\n" %
                   (i, 1 + i % 63, i * 37 % 4000, i * 37 % 4000 + 9)
                   for i in range(10000))
    case.write("many.tc", "target sm_90\npipeline p {\n    ii 4096; capacity 4096\n%s}\n" % late)
    result = case.run("json", "many.tc", "--diagnostics=json", code=1)
    ids = [d["id"] for d in json.loads(result.err)["diagnostics"]]
    case.expect("one error for one failure", ids == ["E_SMEM_BUFFER"], ids)
    case.write("desc.tc", RING.replace("    value", "    value D tensormap produce load @0.0 consume load @0.1\n    value"))
    values = json.loads(case.run("json", "desc.tc").out)["pipelines"][0]["values"]
    case.expect("alignments", [v["align"] for v in values] == [128, 16], values)
    case.write("dsmem.tc", RING.replace("sync tma", "sync dsmem"))
    for name in ("ring.tc", "dsmem.tc"):
        result = case.run("-o", "none.h", "--target=sm_80,sm_86", name, code=1)
        case.expect("no target has bulk copies", "ring.tc:4:11: error: pipeline 'ring' has no code: bulk copies "
                    "fill 'tile' and need sm_90 or newer, but no target has them [E_PIPELINE_CODE]" in
                    result.err.replace("dsmem", "ring") and not case.exists("none.h"), result)
    result = case.run("json", "gemm.tc", "good.tc", "--diagnostics=json")
    plan = json.loads(result.out)["pipelines"][0]
    case.expect("several descriptions", plan["name"] == "gemm" and plan["shared"] == [["Out0", "Out1"]], result)
    remarks = json.loads(result.err)["diagnostics"]
    case.expect("a remark", [(d["id"], d["severity"]) for d in remarks] == [("R_SHARE", "remark")], remarks)
    case.expect("silenced", not case.run("json", "-Wno-share", "gemm.tc").err)
    case.expect("no error by -Werror", case.run("json", "-Werror", "gemm.tc").out == case.run("json", "gemm.tc").out)
    result = harness.run([case.tcgen, "json", "-Werror=share", "gemm.tc"], cwd=case.folder)
    case.expect("a remark is no warning", result.code == 2, result)
    two = case.run("json", "-Wno-share", "--target=sm_80,sm_90,sm_90a,sm_100a", "gemm.tc")
    case.expect("kinds of targets", [p["targets"] for p in json.loads(two.out)["pipelines"]] ==
                [["sm_80"], ["sm_90a", "sm_90"], ["sm_100a"]], two)
    result = case.run("explain", "--function=gemm", "both.tc")
    case.expect("explain by name", result.out.startswith("pipeline gemm\n"), result)
    result = case.run("explain", "both.tc")
    case.expect("explain both", NAME in result.out and "\n\npipeline gemm\n" in result.out, result)


def case_pipeline_cost(case):
    """Beside functions: all that has code, a row for all targets where nothing differs; why the rest has none."""
    case.write("gemm.tc", GEMM)
    case.write("ring.tc", RING)
    case.write("groups.tc", "pipeline g {\n    ii 4\n    agents all:2w\n    value T u32[64] stages 3 sync cpasync "
               "produce all @0.0 consume all @2.0\n}\n")
    result = case.run("cost", "-Wno-share", "--target=sm_80,sm_90,sm_90a", "good.tc", "gemm.tc", "ring.tc", "groups.tc")
    rows = {}
    for line in result.out.splitlines()[1:]:
        cells = re.split(r"  +", line)
        rows.setdefault(cells[0], []).append(cells[1:])
    case.expect("cost of the function", rows[NAME][0][5] == "116~", rows[NAME])
    wait = "1 mbarrier.try_wait.parity.shared.b64"
    case.expect("cost of a part", rows["tc_ring_tile_wait"] == [
        ["sm_80", "none", "-", "-", "-", "-", "-"], ["sm_90, sm_90a", "bulk", "-", "-", "-", "-", wait]], result)
    case.expect("a part that does nothing", rows["tc_ring_tile_commit"][1][-1] == "none", result)
    case.expect("two forms", [row[1] for row in rows["tc_g_T_wait"]] == ["groups", "copies"], result)
    case.expect("no code, no cost", result.out.count("\npipeline 'gemm' has no code, so it has no cost: 'A' does not name the agents") == 1, result)


def case_named_pipe(case):
    """With one slot commit meets wait; with more of them the meetings are shifted, and the comments say so."""
    text = "target sm_90\npipeline p {\n    ii 8\n    agents a:1w b:1w\n    value T u32[32] stages %d sync named produce a @0.0 consume b @0.2\n}\n"
    for stages, said in ((1, ["meets release of its last use.", "is filled: meets wait.", "meets commit of slot state.slot, which is then full.",
                              "meets acquire of its next use, or tail."]),
                         (2, ["from the slot's second use on meets the consumers, which have released the previous use by then.",
                              "meets the consumers at their next wait or release.",
                              "meets the producer, which has committed slot state.slot by then.",
                              "meets the producer at its next commit, acquire or tail."])):
        case.write("named.tc", text % stages)
        header = re.sub(r"\n \* ", " ", case.run("-o", "-", "named.tc").out)
        for words in said:
            case.expect("%d slots: %s" % (stages, words), words in header, header)


def case_draw_pipeline(case):
    case.write("both.tc", case.read("good.tc") + GEMM)
    case.write("gemm.tc", GEMM)
    timeline = case.run("draw", "both.tc:gemm").out
    case.expect("the timeline first", timeline == case.run("draw", "gemm.tc", "--view=timeline").out, timeline)
    rows = [line.split("|")[1].split() for line in timeline.splitlines() if re.match(r" *Out\d \|", line)]
    case.expect("two turns", rows == [["1"] * 8, ["1"] * 8], rows)
    memory = case.run("draw", "both.tc:gemm", "--view=memory").out
    case.expect("one buffer in turn", re.search(r"16384\.\.24576 \|( +Out0){4}( +Out1){4}\n", memory), memory)
    for name, view in (("both.tc:gemm", "banks"), ("both.tc:" + NAME, "timeline")):
        result = case.run("draw", name, "--view=" + view, code=1)
        case.expect("no view " + view, "E_VIEW" in result.err, result)
    for view in ("timeline", "memory"):
        case.run("draw", "both.tc:gemm", "--view=" + view, "-o", view + ".svg")
        svg = case.read(view + ".svg")
        root = ElementTree.fromstring(svg)
        tips = [t.text for t in root.iter("{http://www.w3.org/2000/svg}title")]
        case.expect(view + " has a tip a cell", any(re.match(r"cycle \d+: (1 iteration of )?Out1$", t) for t in tips), tips[:9])
        case.expect(view + " no script", not re.search(r"(?i)script|href|url\(", svg))


def many(count, mode):
    """A loop of `count` values of mixed sizes, each alive for less than two turns."""
    draw, lines = random.Random(count), ["target sm_90", "pipeline many {", "ii 64", "mode " + mode, "capacity 1073741824"]
    for i in range(count):
        begin, length = draw.randrange(192), draw.randrange(1, 120)
        end = begin + length
        lines.append("value x%d f16[%s] stages %d align 128 sync mbar barrier none produce @%d.%d consume @%d.%d" % (
            i, draw.choice(["64,64", "128,64", "32,32", "16,128"]), length // 64 + 1, begin // 64, begin % 64, end // 64, end % 64))
    return "\n".join(lines) + "\n}\n"


def seconds_of(case, mode, count):
    """Of processor time, the oracle included; the answer must be a proven plan."""
    case.write("many.tc", many(count, mode))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = case.run("json", "many.tc")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    plan = json.loads(result.out)["pipelines"][0]
    case.expect("%d values in mode %s" % (count, mode), plan["proof"]["ok"] and len(plan["values"]) == count, result.err)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def case_many_values(case):
    for mode in ("seed", "slot", "pack"):
        least = min(seconds_of(case, mode, 64) for _ in range(3))
        print("64 values in mode %s: %.0f ms" % (mode, 1000 * least))
        case.expect("64 in 50 ms, mode %s" % mode, least < 0.05, least)
    took = seconds_of(case, "pack", 10000)
    print("10000 values: %.1f s" % took)
    case.expect("10000 in seconds", took < 30, took)


def case_many_readers(case):
    """What 20000 reads of one agent ask is no more than what its first and its last ask."""
    reads = ", ".join(["c @0.9"] * 20000)
    agents = " ".join("d%d:1w" % i for i in range(12))
    named = "".join("    value N%d u32[1] stages 1000 sync named produce c @0.9 consume d%d @0.9\n" % (i, i) for i in range(12))
    case.write("readers.tc", "target sm_90\npipeline readers {\n    ii 4096\n    agents p:1w c:1w %s\n"
               "    value V u32[1] stages 1000 sync named produce p @0.0 consume %s\n%s}\n" % (agents, reads, named))
    result = case.run("json", "readers.tc")
    case.expect("agents come through", json.loads(result.out)["pipelines"][0]["code"]["proven"] != [], result.err)
    case.write("circle.tc", "target sm_90\npipeline circle {\n    ii 16\n    agents c:1w\n"
               "    value V u32[1] stages 4 sync async produce c @0.10 consume %s\n}\n" % reads.replace("@0.9", "@0.9+8"))
    result = case.run("json", "circle.tc", code=1)
    case.expect("a circle of many", "agent 'c' waits for itself [E_WAIT_CYCLE]" in result.err, result.err[:600])


SHARES = """target sm_90
pipeline p {
    ii 8
    mode slot
    agents a:1w b:1w
    value V0 u32[32] stages 2 sync named produce a @0.6 consume b @2.0
    value V1 u32[32] stages 2 sync async produce b @0.2 consume a @0.6
    value V2 u32[32] stages 2 sync async produce b @1.3 consume a @2.1
}
"""


def case_named_sharing(case):
    """V2 on V1's place: b fills V2 when a has read V1, before which a meets b, who waits, to fill V0."""
    case.write("shares.tc", SHARES)
    result = case.run("-o", "x.h", "shares.tc", code=0)
    case.expect("code", "void tc_p_V2_acquire(" in case.read("x.h"), result)
    case.expect("told", "'V1' and 'V2': their turns and the named barriers would wait" in result.err, result.err)
    plan = json.loads(case.run("json", "shares.tc").out)["pipelines"][0]
    case.expect("not shared", plan["shared"] == [] and plan["not_shared"] == [["V1", "V2"]], plan["shared"])
    ring = "pipeline ring { ii 8; agents load:1w math:1w; value A f32[32,8] stages 2 sync tma produce load @0.0 consume math @0.4; }\n"
    for text, name in (("copy warp f32 gmem S[(32,8)] -> smem S[(32,8)] as ring", "tc_ring"),
                       ("copy warp f32 gmem S[(32,8)] -> smem S[(32,8)] as ring_a", "TC_RING_A_BYTES"),
                       ("coords warp reg 16x16 mma_c as ring", "tc_ring")):
        case.write("named.tc", "target sm_90\n%s\n%s" % (text, ring))
        result = case.run("-o", "no.h", "named.tc", code=1)
        case.expect("one guard of two", "needs the name %s, which is taken [E_NAME_TAKEN]" % name in result.err and
                    not case.exists("no.h"), result)


ROWS = "id,lower,upper,size\na,0,4,8\nb,4,8,8\nc,2,6,4\n"


def case_pack(case):
    case.write("rows.csv", ROWS)
    result = case.run("pack", "rows.csv", "--capacity", "12")
    case.expect("prints offsets", [line.split(",")[:4] for line in result.out.splitlines()[1:]] ==
                [line.split(",") for line in ROWS.splitlines()[1:]], result)
    case.expect("the least without a capacity", case.run("pack", "rows.csv").out == result.out)
    case.expect("--capacity=N", case.run("pack", "--capacity=12", "rows.csv").out == result.out)
    case.run("pack", "rows.csv", "--capacity", "12", "-o", "out.csv")
    case.expect("into a file", case.read("out.csv") == result.out)
    result = case.run("pack", "rows.csv", "--capacity", "11", "--diagnostics=json", "-o", "no.csv", code=1)
    report = json.loads(result.err)["diagnostics"][0]
    case.expect("does not fit", report["id"] == "E_PACK" and report["data"]["height"] == 12 and
                report["data"]["bound"] == 12 and not case.exists("no.csv"), result)
    case.write("bad.csv", "id,lower,upper,size\na,0,4,8\nb,4,x,8\n")
    result = case.run("pack", "bad.csv", code=1)
    case.expect("the place of a mistake", "bad.csv:3:5: error:" in result.err and "E_PACK_FILE" in result.err, result)
    case.write("twice.csv", "lower,id,size,upper\n0,b,8,4\n0,a,8,4\n4,a1,8,8\n4,b,8,8\n5,a,8,8\n")
    result = case.run("pack", "twice.csv", "-o", "no.csv", code=1)
    case.expect("the second of one id, its caret, the first and the fix",
                all(text in result.err for text in (
                    "twice.csv:5:3: error: the id 'b' is taken", "E_PACK_FILE", "4,b,8,8\n", "  ^",
                    "twice.csv:2:3: note: by this row", "give each row its own id")) and
                not case.exists("no.csv"), result)
    result = case.run("pack", "twice.csv", "--diagnostics=json", code=1)
    reports = json.loads(result.err)["diagnostics"]
    case.expect("one report of one id", [(r["id"], r["line"], r["column"]) for r in reports] == [("E_PACK_FILE", 5, 3)],
                result)
    for end in ("\r\n", "\r", "\n\n", "\n\r"):
        lines = ["id,lower,upper,size"] + ["r%d,0,4,8" % i for i in range(16384)]
        wanted = ["r%d,0,4,8,%d" % (i, 8 * i) for i in range(16384)]
        result = case.run("pack", "-", stdin="".join(line + end for line in lines))
        case.expect("lines that end with %r" % end, result.out.splitlines()[1:] == wanted, result.out[:200])
        result = case.run("pack", "-", stdin="".join(line + end for line in lines + ["one,0,4,8"]), code=1)
        case.expect("one more, with %r" % end, "more than 16384 rows" in result.err, result.err)
    case.run("pack", "missing.csv", code=3)
    for arguments in (["pack"], ["pack", "rows.csv", "--capacity"], ["pack", "rows.csv", "--capacity", "-1"],
                      ["pack", "rows.csv", "--capacity", "99999999999999999999"], ["json", "--capacity", "1", "good.tc"],
                      ["pack", "rows.csv", "rows.csv"]):
        result = harness.run([case.tcgen] + arguments, cwd=case.folder)
        case.expect("2 for %s" % arguments, result.code == 2 and "E_USAGE" in result.err, result)
    result = case.run("pack", "-", "--capacity", "12", stdin=ROWS)
    case.expect("from stdin", result.out == case.read("out.csv"), result)
