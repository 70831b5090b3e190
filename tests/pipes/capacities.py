"""Random pipelines whose capacity is about what their memory takes: `json` and `explain` accept one exactly when `-o`
prints its code, and what they plan is no larger than allowed."""
import json
import random
import re

II = 32
BITS = {"u8": 1, "u16": 2, "f32": 4, "f64": 8, "b128": 16}
SYNCS = ("async", "async", "async arrive threads", "mbar", "cpasync", "tma", "dsmem", "named")
SMALLEST, LARGEST = -40, 24  # capacities around what the memory takes


def value_of(rng, number, agents, at, life, kind):
    """One value: `kind` is what all values of a block that shall share have in common, or None."""
    dtype, count, stages = kind or (rng.choice(list(BITS)), rng.randint(1, 9), rng.choice([1, 1, 2, 2, 3, 5]))
    sync = rng.choice(SYNCS)
    unit = 16 if sync in ("tma", "dsmem") else max(4 if sync == "cpasync" else 1, BITS[dtype])
    count = -(-count * BITS[dtype] // unit) * unit // BITS[dtype] if unit > BITS[dtype] else count
    align = unit * rng.choice([1, 1, 1, 2, 8])
    return "    value V%d %s[%d] stages %d align %d sync %s%s%s produce %s @0.%d consume %s @0.%d\n" % (
        number, dtype, count, stages, align, sync, " root r" if rng.random() < 0.15 else "",
        " handoff cluster" if sync == "dsmem" else "", rng.choice(agents), at, rng.choice(agents), at + life)


def block(seed):
    """A block without its capacity. Most lives are apart, so that most values may share."""
    rng = random.Random("tight %d" % seed)
    agents, count = ["a0", "a1"], rng.randint(1, 5)
    starts = [i * (II // count) for i in range(count)]
    rng.shuffle(starts)
    kind = (rng.choice(list(BITS)), rng.randint(1, 9), rng.choice([1, 2, 3])) if rng.random() < 0.3 else None
    values = "".join(value_of(rng, i, agents, at, rng.choice([1, 2, 2, 9]), kind) for i, at in enumerate(starts))
    return "target %s\npipeline t%d {\n    ii %d\n    mode %s\n    agents a0:1w a1:1w\n%s%%s}\n" % (
        rng.choice(["sm_80", "sm_90", "sm_90"]), seed, II, rng.choice(["pack", "pack", "slot", "seed"]), values)


def judged(tcgen, run, text):
    """(what is wrong or None, bytes of its memory or 0, whether it was refused for want of room)"""
    planned = run([tcgen, "json", "-"], stdin=text)
    explained = run([tcgen, "explain", "-"], stdin=text)
    printed = run([tcgen, "-Wno-share", "-o", "-", "-"], stdin=text)
    if (planned.code == 0) != (explained.code == 0):
        return "json exits %d, explain %d" % (planned.code, explained.code), 0, False
    enough = re.search(r"it fits with 'capacity (\d+)'", planned.err)
    if enough and run([tcgen, "json", "-"], stdin=re.sub(r"capacity \d+\n", "capacity %s\n" % enough.group(1), text)).code:
        return "it does not fit with %s either" % enough.group(1), 0, False
    if planned.code != 0:
        right = printed.code != 0 and re.search(r"\[E_\w+\]", planned.err).group(0) in printed.err
        return None if right else "json refuses, -o does not, or for another reason", 0, "[E_SMEM_BUFFER]" in planned.err
    plan = json.loads(planned.out)["pipelines"][0]
    code = plan["code"]
    if (code["reason"] is None) != (printed.code == 0):
        return "json says %r, -o exits %d: %s" % (code["reason"], printed.code, printed.err), 0, False
    if code["reason"] and re.search(r"bytes|capacity|\bfit\b", code["reason"]):
        return "a capacity that the plan does not know: %s" % code["reason"], 0, False
    if code["smem_bytes"] > plan["capacity"]:
        return "%d bytes, allowed are %d" % (code["smem_bytes"], plan["capacity"]), 0, False
    return None, code["smem_bytes"], False


def tight(tcgen, run, count, rng):
    """Judges `count` blocks at some capacities each: (defects, how many fit, how many were refused for want of room)."""
    defects, fits, refused = [], 0, 0
    for seed in range(count):
        text = block(seed)
        why, taken, _ = judged(tcgen, run, text % "")
        sizes = [taken + rng.randint(SMALLEST, LARGEST) for _ in range(4)] if taken else []
        for size in [None] + sizes:
            whole = text % ("" if size is None else "    capacity %d\n" % max(size, 1))
            why, taken, full = judged(tcgen, run, whole)
            fits += taken > 0 and size is not None
            refused += full
            if why:
                defects.append(whole + why)
    return defects, fits, refused
