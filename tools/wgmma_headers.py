"""include/tilecopy/wgmma_TYPE.h: the products of a warpgroup, one function a form, from the table below.

A row is what the instructions of one pair of types have in common. Only 16-bit types take operands that are MN-major.
"""
# Columns with a function; ptxas takes other multiples of 8 too, but not of 8-bit integers.
COLUMNS = [8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256]

# header, name of the pair, k, types of A and B in PTX and on the emulator, fragment of A, MN-major too
ROWS = [
    ("bf16", "bf16", 16, "bf16", "bf16", "BF16", "BF16", "wgmma_a", True),
    ("f16", "f16", 16, "f16", "f16", "F16", "F16", "wgmma_a", True),
    ("tf32", "tf32", 8, "tf32", "tf32", "TF32", "TF32", "wgmma_a32", False),
    ("e4m3", "e4m3", 32, "e4m3", "e4m3", "E4M3", "E4M3", "wgmma_a8", False),
    ("e4m3", "e4m3_e5m2", 32, "e4m3", "e5m2", "E4M3", "E5M2", "wgmma_a8", False),
    ("e5m2", "e5m2", 32, "e5m2", "e5m2", "E5M2", "E5M2", "wgmma_a8", False),
    ("e5m2", "e5m2_e4m3", 32, "e5m2", "e4m3", "E5M2", "E4M3", "wgmma_a8", False),
    ("s8", "s8", 32, "s8", "s8", "S8", "S8", "wgmma_a8", False),
    ("u8", "u8", 32, "u8", "u8", "U8", "U8", "wgmma_a8", False),
]
MAJOR = {"k": 0, "m": 1}


def forms(row):
    """(suffix, A in registers, major of A, major of B) of a row."""
    if not row[8]:
        return [("_ss", False, None, None), ("_rs", True, None, None)]
    return ([("_ss_%s%s" % (a, b), False, a, b) for a in "km" for b in "km"]
            + [("_rs_k%s" % b, True, "k", b) for b in "km"])


def is_whole(row):
    return row[3] in ("s8", "u8")


def name_of(row, n, suffix):
    return "tc_wgmma_m64n%dk%d_%s%s" % (n, row[2], row[1], suffix)


def function(row, n, form):
    suffix, in_registers, major_a, major_b = form
    count, pad = n // 2, " " * 17
    inputs = ["a%d" % i for i in range(4)] if in_registers else ["a"]
    places = {name: "%%%d" % (count + i) for i, name in enumerate(inputs + ["b", "accumulate"])}
    left = "{%s}" % ", ".join(places[i] for i in inputs) if in_registers else places["a"]
    tail = "p" if is_whole(row) else "p, 1, 1"
    if major_b:
        tail += ", %d" % MAJOR[major_b] if in_registers else ", %d, %d" % (MAJOR[major_a], MAJOR[major_b])
    what = "wgmma.mma_async.sync.aligned.m64n%dk%d.%s.%s.%s" % (n, row[2], "s32" if is_whole(row) else "f32", row[3], row[4])
    text = ["{\\n", ".reg .pred p;\\n", "setp.ne.b32 p, %s, 0;\\n" % places["accumulate"], what + " {"]
    text = "".join('"%s"\n%s' % (one, pad) for one in text) + "TC__WGMMA_R%d\n%s" % (count, pad)
    text += '"}, %s, %s, %s;\\n"\n%s"}"' % (left, places["b"], tail, pad)
    take = "    unsigned x[4];\n    TC_MEMCPY(x, a, 16);\n" if in_registers else ""
    values = ", ".join('"r"(x[%d])' % i for i in range(4)) if in_registers else '"l"(a)'
    argument = "const void *a" if in_registers else "unsigned long long a"
    return ("TC_FN void %s(\n    %s d[%d], %s, unsigned long long b, int accumulate) {\n%s    asm volatile(%s\n"
            '%s: TC__WGMMA_D%d(%s, d)\n%s: %s, "l"(b), "r"(accumulate)\n%s: "memory");\n}\n'
            % (name_of(row, n, suffix), "int" if is_whole(row) else "float", count, argument, take, text, pad, count,
               "TC__WGMMA_S32" if is_whole(row) else "TC__WGMMA_F32", pad, values, pad))


def registers():
    """Lists of 4, 8 ... 128 registers: as operands, and as places in the text."""
    lines = []
    for count in range(4, 132, 4):
        four = range(count - 4, count)
        operands = ", ".join("c(d[%d])" % i for i in four)
        places = ", ".join("%%%d" % i for i in four)
        before = count - 4
        lines.append("#define TC__WGMMA_D%d(c, d) %s%s\n" % (count, "TC__WGMMA_D%d(c, d), " % before if before else "", operands))
        lines.append('#define TC__WGMMA_R%d %s"%s%s"\n' % (count, "TC__WGMMA_R%d " % before if before else "", ", " if before else "", places))
    return ("/* wgmma_registers.h: lists of the registers of d in the text of a wgmma.\n *\n"
            " * Made by make rows, of the table of tools/wgmma_headers.py. */\n"
            "#ifndef TILECOPY_WGMMA_REGISTERS_H\n#define TILECOPY_WGMMA_REGISTERS_H\n"
            '#define TC__WGMMA_F32(x) "+f"(x)\n#define TC__WGMMA_S32(x) "+r"(x)\n%s#endif\n' % "".join(lines))


def line(row, n, form):
    """The same elsewhere: on the emulator, on other targets."""
    suffix, in_registers, major_a, major_b = form
    majors = 0 if not major_b else MAJOR[major_a] + 2 * MAJOR[major_b]
    return "TC__WGMMA_%s(%s, %s, %d, %s, %s, %d)\n" % (
        "RS" if in_registers else "SS", name_of(row, n, suffix), "int" if is_whole(row) else "float", n,
        row[5], row[6], majors)


def header(name):
    rows = [row for row in ROWS if row[0] == name]
    each = [(row, n, form) for row in rows for n in COLUMNS for form in forms(row)]
    pairs = " and ".join("%s by %s" % (row[3], row[4]) if row[3] != row[4] else row[3] for row in rows)
    d = "s32" if is_whole(rows[0]) else "f32"
    majors = ("" if not rows[0][8] else
              " *\n * _kk, _km, _mk, _mm: which dimension of A and of B is the contiguous one, k or the other (m of A, n of B).\n"
              " * A in registers is k.\n")
    return ("/* wgmma_%s.h: D += A B or D = A B of a warpgroup, 64 rows by n columns, of %s; d is %s.\n"
            " *\n"
            " * Not part of tilecopy.h, needs sm_90a; tilecopy/wgmma.h says who calls, what must come before and after, and\n"
            " * what a descriptor is. d: the thread's registers of layout wgmma_c. _ss: a and b are descriptors. _rs: a points\n"
            " * to the thread's registers of layout %s. accumulate 0: D = A B. PTX: \"Asynchronous Warpgroup Level Matrix\n"
            " * Multiply-Accumulate Instructions: wgmma.mma_async\".\n%s"
            " *\n * Made by make rows, of the table of tools/wgmma_headers.py. */\n"
            "#ifndef TILECOPY_WGMMA_%s_H\n#define TILECOPY_WGMMA_%s_H\n#include \"wgmma.h\"\n\n#if TC_ON_DEVICE && TC_HAS_WGMMA\n%s#else\n%s#endif\n\n#endif\n"
            % (name, pairs, d, rows[0][7], majors, name.upper(), name.upper(),
               "\n".join(function(*one) for one in each), "".join(line(*one) for one in each)))


def texts():
    """{name of the header: its text}; make_rows.py formats them."""
    return dict({"wgmma_%s.h" % name: header(name) for name in dict.fromkeys(row[0] for row in ROWS)},
                **{"wgmma_registers.h": registers()})
