"""Wrong descriptions: mutations of good ones, and the hard cases that everybody tries first."""
import os

NUMBERS = [b"0", b"1", b"-1", b"2", b"3", b"7", b"31", b"32", b"33", b"255", b"65536", b"2147483647", b"2147483648",
           b"4294967296", b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808",
           b"99999999999999999999999999", b"0x10", b"1e9", b"08", b"1048576"]
PIECES = [b"copy ", b"copy_async ", b"permute ", b"relayout ", b"warp ", b"thread ", b"warpgroup ", b"elected ", b"cta(128) ", b"cta(1)",
          b"cluster(2) ", b"lanes 0:16 ", b"warps 1:3 ", b"f32 ", b"e2m1 ", b"b128 ", b"u8 ", b"i64 ", b"gmem ", b"smem ", b"reg ",
          b"dsmem ", b"tmem ", b"S[(32,8)] ", b"S[(2,2,8):(1,2,4)]", b"S[(8,4):(4@laneid,1@laneid)]", b"+ R[2:4@warpid] ",
          b"+ 5@warpid ", b"swizzle(3,3,3) ", b"swizzle(0,0,0)", b"swizzle(3,5,1)", b"swizzle 128B ", b"[0:32, 8:16]", b"[m:+16, k:+16]",
          b"32x256 ", b" -> ", b" <-> ", b"where ", b"ld % 8 == 0", b"align(src) == 4", b"m % 0 == 0", b"{ using reg; } ", b"{ masked; } ",
          b"{ require no fallback; }", b"as tc_x ", b"target sm_80, sm_90\n", b"policy tirx\n", b"policy best\n", b"prefix p_\n",
          b"layout rows = ", b"tile A : smem rows f16\n", b'import "x.tc"\n', b"auto ", b"(", b")", b"[", b"]", b"{", b"}", b",", b":", b";", b"@",
          b"#", b"\n", b"\0", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\t", b"\"", b"@laneid", b"@tx", b"@m", b"@TCol", b"@nowhere", b"ld", b"ld64",
          b"pipeline p {\n", b"ii 8\n", b"mode slot\n", b"pool 2 base 1\n", b"capacity 4096\n", b"agents a:1w b:4w\n", b"value v f16[64,64] ",
          b"value m mutex ", b"tensormap ", b"stages 4 ", b"align 1024 ", b"sync tma ", b"with v ", b"root none ", b"from v ", b"class tmem ",
          b"arrive threads ", b"barrier none ", b"handoff cluster ", b"produce a @0.0 ", b"consume @1.3+2 dist 1 ", b", @0.5", b"@?", b"\n}\n",
          b"for T in f16, bf16 { ", b"for N in 8, 16 {\n", b"for (T, N) in (f16, 8), (f32, 4) {\n", b"_T ", b"nN", b"T ", b"in "]


def number_spans(text):
    spans, start = [], None
    for i, c in enumerate(text + b"x"):
        if 48 <= c <= 57:
            start = i if start is None else start
        elif start is not None:
            spans.append((start, i))
            start = None
    return spans


def mutate_once(rng, text, corpus):
    at = rng.randrange(len(text) + 1)
    end = min(len(text), at + rng.choice([1, 1, 2, 4, 8, 20, 60]))
    kind = rng.randrange(9)
    if kind == 0:
        return text[:at] + rng.choice(PIECES) + text[at:]
    if kind == 1:
        return text[:at] + text[end:]
    if kind == 2:
        return text[:end] + text[at:end] * rng.choice([1, 2, 30]) + text[end:]
    if kind in (3, 4, 5):
        spans = number_spans(text)
        if spans:
            first, last = rng.choice(spans)
            return text[:first] + rng.choice(NUMBERS) + text[last:]
        return text + rng.choice(NUMBERS)
    if kind == 6:
        return text[:at] + bytes([rng.randrange(256)]) + text[at + 1:]
    if kind == 7:
        other = rng.choice(corpus)
        cut = rng.randrange(len(other) + 1)
        return text[:at] + other[cut:cut + 80] + text[at:]
    return text[:at] + rng.choice(PIECES) + text[end:]


def mutant(rng, corpus):
    """A few statements of the corpus with one to six changes; short, so that each run is quick."""
    lines = rng.choice(corpus).splitlines(keepends=True)
    start = rng.randrange(len(lines)) if lines else 0
    text = b"".join(lines[start:start + rng.choice([1, 2, 6])])
    for _ in range(rng.choice([1, 1, 2, 3, 6])):
        text = mutate_once(rng, text, corpus)
    return text[:20000]


def hard_cases(rng):
    """[(name, bytes)]"""
    mega = 1 << 20
    good = b"copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n"
    cases = [
        ("empty", b""), ("only a newline", b"\n"), ("a comment without a newline", b"# x"), ("a byte order mark", b"\xef\xbb\xbf" + good),
        ("carriage returns", good.replace(b"\n", b"\r\n")), ("no newline at the end", good.rstrip()),
        ("1 MB of parentheses", b"(" * mega), ("1 MB of parentheses in a layout", b"layout a = S[" + b"(" * mega),
        ("1 MB of brackets", b"layout a = " + b"S[" * (mega // 2)), ("1 MB of braces", good.rstrip() + b" " + b"{" * mega),
        ("1 MB of digits", b"layout a = S[(" + b"9" * mega + b")]\n"), ("1 MB of a name", b"layout " + b"a" * mega + b" = S[(2)]\n"),
        ("1 MB of commas", b"layout a = S[(" + b"," * mega + b")]\n"), ("1 MB of ones", b"layout a = S[(" + b"1," * (mega // 2) + b"1)]\n"),
        ("1 MB of spaces", b" " * mega + good), ("1 MB of semicolons", b";" * mega), ("1 MB of NUL", b"\0" * mega),
        ("1 MB of one comment", b"#" + b"x" * mega + b"\n" + good), ("1 MB of offsets", b"layout a = S[(2)]" + b" + 1@m" * (mega // 6)),
        ("50000 wrong lines", b"copy warp f99 smem\n" * 50000), ("20000 equal statements", good * 20000),
        ("20000 layouts", b"".join(b"layout l%d = S[(2,2)]\n" % i for i in range(20000))),
        ("a NUL in a statement", good[:20] + b"\0" + good[20:]), ("NUL and then a good line", b"\0\n" + good),
        ("modulo zero", good.rstrip() + b" where ld % 0 == 0\n"), ("an open string", b'import "x'),
        ("an import of nothing", b'import ""\n'), ("an import of a folder", b'import "."\n'), ("an import of itself", b'import "input.tc"\n'),
        ("every byte", bytes(range(256)) * 4), ("an extent of 2^62", b"copy warp f32 smem S[(4611686018427387904,8)] -> smem S[(4611686018427387904,8)]\n"),
        ("a product over 2^63", b"layout a = S[(4294967296,4294967296,4)]\ncopy warp f32 smem a -> smem a\n"),
        ("a stride near 2^63", b"copy warp f32 smem S[(4,4):(9223372036854775807,1)] -> smem S[(4,4)]\n"),
        ("a million elements one by one", b"copy thread u8 gmem S[(1024,1024):(1,1024)] -> gmem S[(1024,1024)]\n"),
        ("a billion elements", b"copy thread u8 gmem S[(32768,32768):(1,32768)] -> gmem S[(32768,32768)]\n"),
        ("24 dimensions", b"copy warp f32 smem S[(" + b",".join([b"2"] * 24) + b")] -> smem S[(" + b",".join([b"2"] * 24) + b")]\n"),
        ("a wide cta", b"copy cta(2147483647) f32 smem S[(32,8)] -> smem S[(32,8)]\n"),
        ("100000 values", b"for N in " + b", ".join(b"%d" % i for i in range(100000)) + b" { layout a_nN = S[(8)] }\n"),
        ("100000 loops in a loop", b"for N in 1 { " * 100000), ("loops of every number", b"".join(
            b"for %s in %s { " % (n, b", ".join(b"%d" % i for i in range(1, 64))) for n in (b"A", b"B")) + good.rstrip() + b"}}\n"),
        ("huge lanes", b"copy warp lanes 0:99999999999 f32 smem S[(32,8)] -> smem S[(32,8)]\n"),
    ]
    for number in range(6):
        cases.append(("64 KB of random bytes %d" % number, bytes(rng.getrandbits(8) for _ in range(65536))))
    return cases


def read_corpus(root):
    texts = []
    for folder in ("tests", "generator", "examples"):
        for where, folders, names in sorted(os.walk(os.path.join(root, folder))):
            folders.sort()
            for name in sorted(names):
                if name.endswith(".tc"):
                    with open(os.path.join(where, name), "rb") as f:
                        texts.append(f.read())
    return [t for t in texts if t.strip()] or [b"copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n"]
