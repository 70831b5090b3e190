"""Kernels for `tcgen scan`: C that is half right, with calls whose names are made of the parts of names in any
order, and lines of descriptions behind //@tc."""
import mutate

WORDS = """thread elected warp warpgroup cta1 cta32 cta256 cta9999 cluster2 lanes0 16 warps1 3 copy async permute relayout coords descriptor
wgmma umma gmem smem reg dsmem tmem to sw32 sw64 sw128 pad33 mma_a mma_c wgmma_c block cyclic ld ldx8 ldx0 ldx99999999999999999999 by_rows
by_columns 1 32x8 32x32 64x64 16x16 8 0x0 1x1x1x1x1x1x1x1x1 99999999999999999999x2 f32 f16 bf16 u8 i4 e2m1 b128 rz rn sat of64x64 of8x8 ofnxn
at0x8 at99x0 dyn align4 align0 align7 src dst nc cg l1 no_allocate l2 evict_first policy prefetch 128b tma oob zero multicast reduce add ld64
keep fill0x3c00 fill0x masked colsx8 rowsx4 stages4 stages0 in place tensormap params row column at lane0 ring""".split()
PIECES = ["(", ")", "(r, t);\n", ";", "{", "}", ",", "\n", " ", "\\\n", "\\\r\n", "// ", "/* ", " */", '"', "'", 'R"x(', ')x"', "#", "#if 0\n",
          "#endif\n", "#else\n", "#define X ", "#include ", "0", "1'000", "1e+", ".5", "::", "->", ".", "=", "return ", "void ", "float *", "namespace n {",
          'extern "C" {', "\0", "\xff", "\ufeff", "//@tc ", "// @tc ", "/*@tc ", "tc_", "tc__", "p_", "tc_cta_sync()", "TC_FN "]


def name(rng, corpus):
    """A name of the corpus with some words changed, or any words."""
    words = rng.choice(corpus).split("_")[1:] if rng.randrange(4) else [rng.choice(WORDS) for _ in range(rng.randrange(1, 14))]
    for _ in range(rng.choice([0, 0, 0, 1, 1, 3])):
        at = rng.randrange(len(words) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            words.insert(at, rng.choice(WORDS))
        elif kind == 1 and words:
            words.pop(min(at, len(words) - 1))
        elif kind == 2 and words:
            words[min(at, len(words) - 1)] = rng.choice(WORDS)
        elif words:
            words[min(at, len(words) - 1)] += rng.choice("x_08z")
    return "tc_" + "_".join(words)


def kernel(rng, names, corpus):
    """Mostly calls in a function, lines of mutated descriptions, and C that is broken in places."""
    out = []
    for _ in range(rng.randrange(1, 5)):
        kind = rng.randrange(6)
        if kind == 0:
            lines = mutate.mutant(rng, corpus).decode("latin-1").splitlines()
            out += ["//@tc " + line + "\n" for line in lines[:6]]
        elif kind == 1:
            out.append("".join(rng.choice(PIECES) for _ in range(rng.randrange(12))))
        else:
            out.append("void k%d(void) {\n    %s(r, t);\n}\n" % (rng.randrange(9), name(rng, names)))
    text = "".join(out)
    if rng.randrange(6) == 0:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(PIECES) + text[at:]
    return text.encode("latin-1", "replace")
