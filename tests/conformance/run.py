#!/usr/bin/env python3
"""Plans of pipelines, judged from outside: public packing instances, and random loops unrolled here.

usage: run.py [--build build] [--only TEXT] [--loops 400]

The instances in minimalloc/ were published with MiniMalloc (Google, Apache-2.0, LICENSE beside them): each is
said to fit in 1048576. The loops are planned in all modes and the JSON is believed in nothing but places.
"""
import csv
import glob
import io
import json
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

HERE = os.path.join("tests", "conformance")


def overlaps(rows):
    """Pairs that live at one time and share an address."""
    for i, a in enumerate(rows):
        for b in rows[:i]:
            if (a["lower"] < b["upper"] and b["lower"] < a["upper"] and a["offset"] < b["offset"] + b["size"]
                    and b["offset"] < a["offset"] + a["size"]):
                yield a["id"], b["id"]


def rows_of(text):
    return [{k: v if k == "id" else int(v) for k, v in row.items()} for row in csv.DictReader(io.StringIO(text))]


def check_instances(args, tally):
    for path in sorted(glob.glob(os.path.join(HERE, "minimalloc", "*.csv"))):
        name, capacity = re.match(r"(\w+)\.(\d+)\.csv", os.path.basename(path)).groups()
        if not tally.wants("pack " + name):
            continue
        result = harness.run([args.tcgen, "pack", path, "--capacity", capacity], timeout=300)
        if not tally.check("pack %s: fits" % name, result.code == 0, result.err):
            continue
        rows, asked = rows_of(result.out), rows_of(harness.read(path))
        tally.check("pack %s: the rows that were asked" % name,
                    [{k: r[k] for k in ("id", "lower", "upper", "size")} for r in rows] == asked)
        outside = [r["id"] for r in rows if r["offset"] < 0 or r["offset"] + r["size"] > int(capacity)]
        tally.check("pack %s: below the capacity, nothing overlaps" % name, not outside and not list(overlaps(rows)), outside)


def random_loop(rng, mode):
    ii, lines = rng.choice([4, 5, 8, 12, 31]), []
    for i in range(rng.randrange(2, 10)):
        stage, cycle = rng.randrange(3), rng.randrange(ii)
        length = rng.choice([rng.randrange(1, ii // 2 + 1)] * 4 + [rng.randrange(1, ii + 1), rng.randrange(1, 3 * ii)])
        end, latency = stage * ii + cycle + length - 1, 1
        if end > 2 and rng.random() < 0.3:
            end, latency = end - 1, 2
        stages = -(-length // ii) + rng.choice([0, 0, 1])
        payload = rng.choice(["f16[64,%d]" % rng.choice([8, 8, 64])] * 4 + ["f32[32,%d]" % rng.choice([8, 32]), "mutex", "tensormap"])
        tile = "[" in payload
        lines.append("value v%d %s stages %d%s sync %s%s produce @%d.%d consume @%d.%d+%d" % (
            i, payload, stages, " align %d" % rng.choice([16, 128, 1024]) if tile else "", rng.choice(["mbar", "mbar", "named", "dsmem"]),
            rng.choice(["", "", "", " root r%d" % rng.randrange(3)]) if tile else "", stage, cycle, end // ii, end % ii, latency))
    return "pipeline p {\nii %d\nmode %s\npool %d base 1\n%s\n}\n" % (ii, mode, rng.choice([3, 15, 15, 15]), "\n".join(lines))


def uses(plan, value):
    """(space, low, high, from, to, allocation, iteration) of each iteration."""
    ii, depth = plan["ii"], max([v["stages"] for v in plan["values"]] + [1])
    begin = value["producer"]["stage"] * ii + value["producer"]["cycle"]
    end = max((c["stage"] + c["distance"]) * ii + c["cycle"] + c["latency"] for c in value["consumers"])
    for i in range(2 * plan["stage_count"] + 2 * depth):
        if value["final_offset"] is not None:
            low = value["final_offset"] + (i + value["rotation"]) % value["stages"] * value["final_stride"]
            size = value["final_stride"] if value["class"] == "tmem" else value["footprint"]
            yield value["class"], low, low + size, begin + i * ii, end + i * ii, value["allocation"], i
        if value["barrier"] is not None:
            yield "id", value["barrier"], value["barrier"] + 1, begin + i * ii, end + i * ii, value["id"], i


def collisions(plan):
    instances = [(v["id"],) + use for v in plan["values"] for use in uses(plan, v)]
    for n, (one, space, low, high, start, stop, root, i) in enumerate(instances):
        for other, space2, low2, high2, start2, stop2, root2, j in instances[:n]:
            if (space == space2 and low < high2 and low2 < high and start < stop2 and start2 < stop
                    and not (root == root2 and (space == "id" or one != other))):
                yield "%s of %d and %s of %d in %s" % (one, i, other, j, space)


def unordered(plan):
    """Two that use one place in turn: the later must wait for the earlier, through any others."""
    ii = plan["ii"]
    waits = {}
    for h in plan["handoffs"]:
        waits.setdefault((h["place"] == "barrier", h["to"]), []).append((h["from"], h["distance"]))

    def reaches(barrier, to, i, wanted, j):
        seen, open_ = set(), [(to, i)]
        while open_:
            name, at = open_.pop()
            for before, distance in waits.get((barrier, name), []):
                if before == wanted and at - distance >= j:
                    return True  # later iterations of one value come after earlier ones
                if (before, at - distance) not in seen and at - distance >= 0:
                    seen.add((before, at - distance))
                    open_.append((before, at - distance))
        return False
    instances = [(v["id"],) + use for v in plan["values"] for use in uses(plan, v)]
    for one, space, low, high, start, stop, root, i in instances:
        for other, space2, low2, high2, start2, stop2, root2, j in instances:
            if one == other or space != space2 or low >= high2 or low2 >= high or root == root2 or stop2 > start:
                continue
            if start - stop2 < ii and not reaches(space == "id", one, i, other, j):
                yield "%s of %d does not wait for %s of %d" % (one, i, other, j)


TURNS = """pipeline p { ii 8; pool 1 base 1
value a f16[64,8] produce @0.0 consume @0.1; value b f16[64,8] produce @0.3 consume @0.4; value c f16[64,8] produce @1.6 consume @1.6; }
"""


def check_controls(args, tally):
    """Plans that are wrong on purpose: what finds nothing in them would find nothing at all."""
    def plan():
        return json.loads(harness.run([args.tcgen, "json", "--target=sm_90", "-Wno-share", "-"], stdin=TURNS).out)["pipelines"][0]
    sound = plan()
    tally.check("control: three in turn", not list(collisions(sound)) and not list(unordered(sound)) and len(sound["handoffs"]) == 8, sound)
    for n in range(8):
        wrong = plan()
        wrong["handoffs"].pop(n)
        tally.check("control: without hand-off %d" % n, list(unordered(wrong)))
        wrong = plan()
        wrong["handoffs"][n]["distance"] += 1
        tally.check("control: hand-off %d an iteration late" % n, list(unordered(wrong)))
    wrong = plan()
    wrong["values"][1]["consumers"][0]["latency"] = 3
    tally.check("control: a life that is longer", list(collisions(wrong)))


def check_loops(args, tally):
    rng, planned, shared = random.Random(1), 0, 0
    for n in range(args.loops):
        mode = ["seed", "slot", "pack"][n % 3]
        text = random_loop(rng, mode)
        if not tally.wants("loop %d" % n):
            continue
        result = harness.run([args.tcgen, "json", "--target=%s" % rng.choice(["sm_90", "sm_100a"]), "-Wno-share",
                              "-Wno-share-refused", "-Wno-class", "-"], stdin=text)
        if result.code == 1:
            tally.check("loop %d fails as the phases do" % n, re.search(r"fails to (assign|resolve)", result.err), "%s\n%s" % (text, result))
            continue
        plan = json.loads(result.out)["pipelines"][0]
        planned += 1
        shared += len(plan["handoffs"]) > 0
        wrong = list(collisions(plan)) + list(unordered(plan))
        tally.check("loop %d" % n, result.code == 0 and not wrong, "%s\n%s" % (text, "\n".join(wrong[:8])))
    if not args.only:
        tally.check("most loops are planned, and many share", planned > args.loops / 2 and shared > args.loops / 4, (planned, shared))


def main():
    args, tally = harness.start(__doc__, lambda p: p.add_argument("--loops", type=int, default=400))
    check_instances(args, tally)
    if not args.only:
        check_controls(args, tally)
    check_loops(args, tally)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
