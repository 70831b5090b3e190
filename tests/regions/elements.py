"""extract, insert and broadcast on the emulator, in all groups of a block at once and for every i: kernels that hold
them against the rule, which is evaluated by the caller's `Value`."""
import re

STATEMENTS = """
extract at128 warp 32 { in a : f32[128] / f32[4]; out x : f32; }
extract at32 warp 32 { in a : u32[32] / u32[1]; out x : u32; }
extract half warp 32 { in a : u16[64] / u16[2] cyclic; out x : u16; }
extract two warp 32 { in a : f32[8,16] / f32[2,2]; out x : f32; }
extract three warp 32 { in a : u8[2,4,12] / u8[1,1,3] cyclic; out x : u8; }
extract wide warp 32 { in a : f64[96] / f64[3]; out x : f64; }
extract block cta(64) { in a : f32[128,4] / f32[8,1]; out x : f32; }
extract small warp 8 { in a : u8[32] / u8[4]; out x : u8; }
extract odd warp 6 { in a : u32[6,4] / u32[2,2] cyclic; out x : u32; }
insert put128 warp 32 { in a : f32[128] / f32[4]; in x : f32; out b : f32[128] / f32[4]; }
insert put32 warp 32 { in a : f64[32] / f64[1]; in x : f64; out b : f64[32] / f64[1]; }
insert puth cta(64) { in a : u16[8,64] / u16[4,2] cyclic; in x : u16; out b : u16[8,64] / u16[4,2] cyclic; }
insert put8 warp 8 { in a : u32[24] / u32[3]; in x : u32; out b : u32[24] / u32[3]; }
broadcast one warp 32 { in x : f32; out y : f32; }
broadcast half warp 32 { in x : u16; out y : u16; }
broadcast every warp 32 { in x : f32; out y : f32[128] / f32[4]; }
broadcast vector warp 32 { in x : u16[8]; out y : u16[8]; }
broadcast rows cta(64) { in x : f32[8]; out y : f32[64,8] / f32[1,8]; }
broadcast slots warp 32 { in x : f32; out y : f32[4]; }
broadcast halves cta(64) { in x : u16[2]; out y : u16[3,2]; }
broadcast twelve warp 4 { in x : u32[12]; out y : u32[12]; }
""".strip().splitlines()


def wait(cta, threads):
    if cta:
        return "tc_barrier_sync(group + 1, %d);" % threads
    if threads & (threads - 1) == 0:
        return "tc_warp_sync_group(%d);" % threads
    return "tc_warp_sync_mask(%#xu);" % ((1 << threads) - 1)


def kernel(text, make_value, fill, header):
    kit, name, cta, size = re.match(r"(\w+) (\w+) (?:warp|(cta))[ (](\d+)", text).groups()
    threads = int(size)
    values = [make_value(part.strip(), threads) for part in text[text.index("{") + 1:].rstrip(" }").split(";")
              if part.strip()]
    whole = threads & (threads - 1) == 0
    src, dst, turns = values[0], values[-1], values[0].count if kit != "broadcast" else 3
    expect = {"extract": fill(src, "i"), "insert": "map[rank][k] == i ? x : %s" % fill(src, "map[rank][k]"),
              "broadcast": fill(src, "map[rank][k] %% %d" % src.count)}[kit]
    own = "map_in[rank][k]" if kit != "broadcast" else "k + rank * 3"
    table = lambda value: ", ".join("{%s}" % ", ".join(map(str, row)) for row in value.table)
    return """TC_KERNEL(%(kit)s_%(name)s, args) {
    static const unsigned short map_in[%(n)d][%(held)d] = {%(table_in)s}, map[%(n)d][%(out)d] = {%(table)s};
    TC_SHARED tc_b128 scratch[128][4];
    const unsigned tid = tc_thread_index(), group = %(group)s, rank = %(rank)s;
    %(c)s a[%(held)d] __attribute__((aligned(16))), b[%(out)d] __attribute__((aligned(16)));
    unsigned wrong = 0;
    (void)scratch; (void)map; (void)map_in;
    if (rank >= %(n)d) return;
    for (unsigned turn = 0; turn < %(turns)d; turn++) {
        const unsigned salt = turn + group, i = (turn * 5 + group) %% %(count)d;
        const %(c)s x = (%(c)s)(turn + 100);
        (void)i; (void)x;
        for (unsigned k = 0; k < %(held)d; k++)
            a[k] = %(fill)s;
        %(call)s;
        for (unsigned k = 0; k < %(out)d; k++)
            wrong += b[k] != (%(expect)s);
        %(wait)s
    }
    arg.wrong[tid] = wrong;
}""" % {"kit": kit, "name": name, "n": threads, "held": src.held, "out": dst.held, "table_in": table(src),
        "table": table(dst), "c": src.c, "turns": turns, "count": src.count, "fill": fill(src, own),
        "group": "tid / %d" % (threads if cta or whole else 32), "rank": "tid %% %d" % (threads if cta or whole else 32),
        "expect": expect, "wait": wait(cta, threads),
        "call": call_of(header, kit, name, "group + 1" if cta else None)}


def call_of(header, kit, name, barrier):
    """What the signature asks for, by the names of its parameters."""
    given = {"rank": "rank", "dst": "b", "src": "a", "value": "&x", "scratch": "scratch[group]", "i": "i",
             "barrier": barrier}
    signature = re.search(r"TC_FN void tc_%s_%s_at\(([^{]*)\) \{" % (kit, name), header).group(1)
    names = [re.search(r"(\w+)(\[\d+\])?$", part.strip()).group(1) for part in signature.split(",")]
    return "tc_%s_%s_at(%s)" % (kit, name, ", ".join(given[n] for n in names))
