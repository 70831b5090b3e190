"""Random gathers and scatters: rows and pages that indices pick, from everything that `by` goes with."""
from describe import BITS, shape_text

DTYPES = ("f32", "f16", "bf16", "u8", "f64", "i32", "e4m3", "b128", "i4")
REDUCED = ("f32", "f16", "bf16", "i32", "u32")
# What a refusal may say: no variant moves such elements at once, or a thread's rows are too many.
MAY_DECLINE = r"\((width|aligned|vector|packed|scalar|divisible|spread|picks|masked_rest|reduce_type|reduce_pairs|target|" \
              r"threads_in_a_row|all_threads_active|same_ownership|terms|picks_absent)\)|straddles an iter"


def table(rng, rows, cols, bits):
    """The operand in global memory: (text, facts)."""
    width, facts, region = cols, [], ""
    if rng.random() < 0.25:
        width = cols * 2
        region = "[0:%d, %d:%d]" % (rows, cols // 2, cols // 2 + cols)
    pitch = rng.choice(["compact", "compact", "padded", "ld", "ld"])
    stride = {"compact": str(width), "padded": str(width + rng.choice([8, 16])), "ld": "ld"}[pitch]
    if pitch == "ld" and rng.random() < 0.7:
        facts.append("ld %% %d == 0" % max(1, rng.choice([128, 64]) // bits))
    pages = [p for p in (2, 4, 8, 16) if rows % p == 0 and rows // p >= 2]
    if pages and pitch != "ld" and rng.random() < 0.35:
        page = rng.choice(pages)
        step = rng.choice(["page", str(page * int(stride)), str(page * int(stride) + 32)])
        if step == "page":
            facts.append("page %% %d == 0" % rng.choice([1, 8, 16]))
        return "gmem %s S[(%d,%d,%d):(%s,%s,1)]%s" % (
            shape_text((rows, width)), rows // page, page, width, step, stride, region), facts, rows // page
    return "gmem S[(%d,%d):(%s,1)]%s" % (rows, width, stride, region), facts, rows


def indices(rng, count, threads):
    kind = rng.choice(["i32", "i32", "i32", "u32"])
    spaces = ["gmem", "gmem", "smem"]
    if count == threads or (threads == 1 and kind == "u32"):
        spaces.append("reg")
    if threads > 1 and count in (32, 64, 128):
        spaces.append("lanes")
    space = rng.choice(spaces)
    if space == "lanes":
        slots = count // 32
        return kind, "by %s reg %s" % (kind, "S[(32):(1@laneid)]" if slots == 1 else "S[(%d,32):(1,1@laneid)]" % slots)
    strided = space != "reg" and rng.random() < 0.15
    return kind, "by %s %s%s" % (kind, space, " S[(%d):(%d)]" % (count, rng.choice([2, 3])) if strided else "")


def tile(rng, scope, rows, cols, bits):
    """The other side: shared memory, or registers of row or fragment owners."""
    kind, threads = scope
    if rng.random() < 0.35 and rows == threads and kind != "thread":
        axis = {"warp": "laneid", "warpgroup": "tid_in_wg", "cta": "tx"}[kind]
        return "reg", "reg S[(%d,%d):(1@%s,1)]" % (rows, cols, axis)
    if rng.random() < 0.2 and cols * bits % 1024 == 0 and bits >= 8:
        return "smem", "smem S[(%d,%d)] swizzle 128B" % (rows, cols)
    if rng.random() < 0.3:
        return "smem", "smem S[(%d,%d):(%d,1)]" % (rows, cols, cols + rng.choice([4, 8, 16]))
    return "smem", "smem S[(%d,%d)]" % (rows, cols)


def describe(rng, number):
    kind, threads = rng.choice([("warp", 32), ("warp", 32), ("warpgroup", 128), ("cta", 64), ("cta", 96), ("cta", 256),
                                ("thread", 1)])
    scope = "cta(%d)" % threads if kind == "cta" else kind
    dtype = rng.choice(DTYPES)
    bits = BITS[dtype]
    rows = rng.choice([2, 4, 5, 8, 16, 32, 64, threads if threads > 1 else 8])
    cols = rng.choice([4, 8, 16, 24, 32, 64])
    while rows * cols > 4096:
        cols //= 2
    gmem, facts, count = table(rng, rows, cols, bits)
    space, other = tile(rng, (kind, threads), rows, cols, bits)
    of, by = indices(rng, count, threads)
    options, scatters, op = [], rng.random() < 0.4, "copy"
    if of == "i32" and rng.random() < 0.3:
        facts.append("index >= 0")
        of = "there"
    if rng.random() < 0.3:
        facts.append("index < %d" % (4 * count + 1))
    if scatters and rng.random() < 0.3 and dtype in REDUCED:
        options.append("reduce add")
    elif not scatters and space == "smem" and rng.random() < 0.3:
        op = "copy_async"
    elif not scatters and of == "i32" and rng.random() < 0.4 and bits <= 64:
        options.append(rng.choice(["keep", "fill 0x%x" % rng.getrandbits(min(bits, 16))]))
    if "(ld" in gmem and rng.random() < 0.2:
        options.append("ld64")
    sides = (other, gmem + " " + by) if scatters else (gmem + " " + by, other)
    return "%s %s %s %s -> %s%s%s as p%d\n" % (
        op, scope, dtype, *sides, " where " + ", ".join(facts) if facts else "",
        " { %s; }" % "; ".join(options) if options else "", number)


# What a refusal of copies of four rows may say.
MAY_DECLINE_FOURS = r"\((fours|pages|box|inner_box|tile|place|picks_absent|picks|stride|store_origin|inner_extent|load_origin|" \
                    r"tx_count|swizzle_span)\)"


def describe_fours(rng, number):
    """By tensor copies of four rows each, on sm_100a: swizzles, panels, wider elements, columns, every place of indices."""
    scope, dtype = rng.choice(["elected", "elected", "thread"]), rng.choice([d for d in DTYPES if d != "b128"])
    bits, rows = BITS[dtype], rng.choice([4, 8, 12, 16, 32, 64, 96, 128, 160])
    span = rng.choice([0, 32, 64, 128, 128])
    cols = (span or rng.choice([32, 64, 128, 256])) * 8 // bits
    panels = rng.choice([1, 1, 2, 4])
    shape, facts, options = "S[(%d,%d)]" % (rows, cols), [], ["tensormap"]
    if panels > 1:
        shape = "%dx%d S[(%d,%d,%d):(%d,%d,1)]" % (rows, cols * panels, rows, panels, cols, cols, rows * cols)
    elif rng.random() < 0.1:
        shape = "S[(%d,%d):(%d,1)]" % (rows, cols, cols + 128 // bits)
    if span:
        shape += " swizzle %dB" % span
    cols *= panels
    pitch = rng.choice(["ld", "ld", str(cols), str(cols + 256 // bits)])
    width, region = str(cols), ""
    if rng.random() < 0.4:
        width, region = rng.choice(["K", str(cols + 384 // bits)]), "[0:%d, k:+%d]" % (rows, cols)
        facts.append("k %% %d == 0" % (128 // bits))
        pitch = "ld"
    if width == "K":
        facts.append("K %% %d == 0" % (128 // bits))
    if pitch == "ld" and rng.random() < 0.9:
        facts.append("ld %% %d == 0" % (128 // bits))
    kind = rng.choice(["i32", "i32", "u32"])
    if kind == "i32" and rng.random() < 0.4:
        facts.append("index >= 0")
    space = rng.choice(["gmem", "smem", "smem"] + (["reg"] if scope == "thread" else []))
    strided = " S[(%d):(2)]" % rows if space != "reg" and rng.random() < 0.1 else ""
    sides = ["gmem S[(%d,%s):(%s,1)]%s by %s %s%s" % (rows, width, pitch, region, kind, space, strided), "smem " + shape]
    if rng.random() < 0.35:
        sides.reverse()
    if rng.random() < 0.2:
        options.append("stages %d" % rng.choice([2, 3]))
    return "target sm_100a\ncopy_async %s %s %s -> %s%s { %s; } as q%d\n" % (
        scope, dtype, *sides, " where " + ", ".join(facts) if facts else "", "; ".join(options), number)
