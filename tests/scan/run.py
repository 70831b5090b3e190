#!/usr/bin/env python3
"""tcgen scan: names that descriptions print are read back from the calls of a kernel, into the same functions.

usage: run.py [--build build] [--only TEXT]

Each description of the tree gives its systematic names; a kernel with those calls, and with the layouts of
the description in //@tc lines, must give the same functions with the same bodies. A name that does not say
enough is an error with a reason, and there are few of them. Then: what is a call in C, C++ and CUDA, and what
the command does with its files.
"""
import json
import os
import re
import shutil
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

SYSTEMATIC = re.compile(r"tc_((thread|elected|warp|warpgroup|cta\d+|cluster\d+)_(lanes|warps|copy|permute|relayout|coords)|descriptor_(wgmma|umma)_)")
DEFINES = re.compile(r"(layout|tile|target|policy|import) ")
# What a pin or a fact of the statement changes in the body without a word in the name.
UNSAID = re.compile(r"\busing\b|register_budget|\b\w+ (<=|>=|==) \d+")
LEAST_READ = 0.9  # of the names
QUIET = ["-Wno-fallback", "-Wno-bank-conflict"]
CARD = "tc_warp_copy_smem_to_reg_32x8_f32"


def functions(header):
    found = {}
    for text in re.findall(r"(?ms)^TC_FN .*?^}\n", header):
        found.setdefault(re.search(r"(\w+)\(", text).group(1), []).append(text)
    return found


def scan(args, text, *options):
    return harness.run([args.tcgen, "scan", "-o", "-"] + list(options) + ["-"], stdin=text)


def unclear(result):
    """{name: reason} of the calls that say too little, if there is no other error."""
    told = [d for line in result.err.splitlines() if line.startswith("{") for d in json.loads(line)["diagnostics"]]
    errors = [d for d in told if d["severity"] == "error"]
    if not errors or any(d["id"] != "E_CALL_UNCLEAR" or "//@tc " not in d["data"]["help"] for d in errors):
        return None
    return dict(d["message"].split(": ", 1) for d in errors)


def read_back(args, tally, path, counts):
    named = harness.run([args.tcgen, "names", "-I", "generator", path])
    names = [n for n in named.out.split() if SYSTEMATIC.match(n)]
    if named.code != 0 or not names:
        return
    header = harness.run([args.tcgen, "-I", "generator", "-o", "-", path])
    wanted = functions(header.out)
    told = json.loads(harness.run([args.tcgen, "json", "-I", "generator", path]).out)["functions"]
    statement = {f["name"]: f["statement"] for f in told}
    lines = "".join("//@tc %s\n" % line for line in harness.read(path).splitlines() if DEFINES.match(line))
    counts["all"] += len(names)
    calls = [n for n in names if "using" not in statement.get(n, "")]
    for _ in range(len(names)):
        kernel = lines + "void f(void) {\n%s}\n" % "".join("    %s(x);\n" % n for n in calls)
        result = scan(args, kernel, "-I", "generator", "-I", os.path.dirname(path), "--diagnostics=json", *QUIET)
        open_ones = unclear(result) if result.code == 1 else {}
        if not open_ones:
            break
        calls = [n for n in calls if n not in open_ones]
    got = functions(result.out)
    wrong = [n for n in calls if n not in got or (got[n] != wanted.get(n) and not UNSAID.search(statement.get(n, "")))]
    counts["read"] += len(calls) if result.code == 0 else 0
    tally.check("read back: " + path, result.code == 0 and not wrong, "%s\n%s" % (wrong, result.err))


def check_read_back(args, tally):
    """As many as must be; a description whose tag `ld` is a layout of its own has a name with two meanings."""
    counts = {"all": 0, "read": 0}
    paths = harness.descriptions("examples/*/*.tc", "generator/kit.tc", "tests/device/*.tc", "tests/sass/*.tc")
    for path in paths:
        if tally.wants("read back: " + path) and path != "tests/descriptions/partial.tc":
            read_back(args, tally, path, counts)
    if not args.only:
        tally.check("read back: most names", counts["read"] >= LEAST_READ * counts["all"] > 600, counts)


# Name: the kernel, and the functions that it asks for. F and G are two names.
F, G = CARD, "tc_warp_copy_reg_to_smem_32x8_f32"
TEXTS = {
    "a reduction in column 1": (
        "void f() {\ntc_warp_copy_reg_to_gmem_ld_32x8_f32_reduce_add_masked_colsx4(x);\n}",
        "tc_warp_copy_reg_to_gmem_ld_32x8_f32_reduce_add_masked_colsx4"),
    "a call": ("void k() { F(r, t); }", "F"),
    "coordinates": ("void k() { tc_warp_coords_reg_mma_c_16x8_row(0); tc_warp_coords_reg_mma_c_16x8_column(0); }",
                    "tc_warp_coords_reg_mma_c_16x8_row tc_warp_coords_reg_mma_c_16x8_column"),
    "a host function": ("void k() { tc_elected_copy_async_gmem_to_smem_64x64_f16_tma_tensormap(m, p); }", "tc_elected_copy_async_gmem_to_smem_64x64_f16_tma"),
    "each once": ("void k() { F(r, t); F(r, t); F_at(0, r, t); }", "F"),
    "in the order of the text": ("void k() { G(t, r); F(r, t); }", "G F"),
    "a line comment": ("// F(r, t)\nvoid k() { G(t, r); }", "G"),
    "a spliced line comment": ("// x \\\nF(r, t)\nvoid k() { G(t, r); }", "G"),
    "a block comment": ("/* F(r, t) /* */ void k() { G(t, r); }", "G"),
    "a string": ('void k() { p("F(r, t) \\" F()"); G(t, r); }', "G"),
    "a character": ("void k() { c = '\"'; G(t, r); c = '\\''; }", "G"),
    "a raw string": ('auto s = R"x(F() " )" )x"; void k() { G(t, r); }', "G"),
    "a raw string with a prefix": ('auto s = u8R"(F() \\)"; void k() { G(t, r); }', "G"),
    "separators of digits": ("int n = 1'000'000; void k() { F(r, t); }", "F"),
    "an exponent": ("double d = 1e+3'0, e = .5e-1; void k() { F(r, t); }", "F"),
    "a spliced name": ("void k() { tc_warp_copy_smem_to\\\n_reg_32x8_f32(r, t); }", "F"),
    "a blank before the parenthesis": ("void k() { F /* x */\n (r, t); }", "F"),
    "inside of an argument": ("void k() { f(F(r, t), G(t, r)); }", "F G"),
    "in a condition": ("void k() { if (F(r, t)) { } else G(t, r); }", "F G"),
    "behind a macro": ("void k() { TC_UNROLL F(r, t); }", "F"),
    "returned": ("int k() { return F(r, t); }", "F"),
    "an initial value": ("int k = F(r, t);", "F"),
    "in a macro": ("#define LOAD(r, t) \\\n    F(r, t)\n", "F"),
    "in a macro without parentheses": ("#define LOAD F\n#define COUNT(tc_x) tc_x\nvoid k() { LOAD(r, t); }", "F"),
    "in a namespace": ("namespace a { namespace b { void k() { F(r, t); } } }", "F"),
    "qualified": ("void k() { ::F(r, t); own::G(t, r); }", "F G"),
    "mentioned": ("void k() { apply(F); int tc_count = 3; }", "F"),
    "not a member": ("void k() { a.F(r, t); p->F(r, t); G(t, r); }", "G"),
    "a definition": ("__device__ void F(float *r) { G(t, r); }", "G"),
    "a definition that returns a pointer": ("float *tc_mine(int i) { return G(t, r); }", "G"),
    "a declaration": ("int tc_mine(int); void k() { tc_mine(3); F(r, t); }", "F"),
    "a definition behind its call": ("void k() { tc_mine(); F(r, t); }\nstatic void tc_mine() noexcept { }", "F"),
    "a macro of its own": ("#define tc_mine(x) G(t, x)\nvoid k() { tc_mine(r); }", "G"),
    "in an extern block": ('extern "C" { void tc_kernel(int); void k() { F(r, t); } }', "F"),
    "a kernel": ("__global__ void __launch_bounds__(32) tc_kernel(float *x) { F(r, t); }", "F"),
    "a primitive": ("void k() { tc_cta_sync(); tc_ldmatrix_x4(r, t); F(r, t); }", "F"),
    "a product of wgmma": ("void k() { tc_wgmma_fence(); F(r, t); }", "F"),
    "a type": ("void k(tc_f16 *x) { tc_f16(3); F(r, t); }", "F"),
    "#if 0": ("#if 0\nF(r, t) it's\n#if X\n#else\n#endif\n//@tc wrong\n#else\nvoid k() { G(t, r); }\n#endif", "G"),
    "#if": ("#if X\nvoid k() { F(r, t); }\n#else\nvoid k() { G(t, r); }\n#endif", "F G"),
    "#elif": ("#if 0\nit's\n#elif X\nvoid k() { F(r, t); }\n#elif 0\nit's\n#elifdef Y\nvoid k() { G(t, r); }\n#endif", "F G"),
    "#elifdef behind #if 0": ("#if 0\n#elifdef X\nvoid k() { F(r, t); }\n#endif", "F"),
    "groups behind one that is taken": ("#if 1\nvoid k() { F(r, t); }\n#elif X\nit's\n#if Y\n#else\n#endif\n#else\ntc_x();\n#endif\nvoid j() { G(t, r); }", "F G"),
    "#if 0 || X": ("#if 0 || X\nvoid k() { F(r, t); }\n#endif", "F"),
    "#if 0 and more": ("#if 0 && X\nit's\n#endif\n#if (0)\nit's\n#endif\n#if false\nit's\n#endif\n#if 0u\nit's\n#endif\nvoid k() { F(r, t); }", "F"),
    "#if 0 with quotes": ("#if 0\nputs(\"/*\"); it's\n#endif\nvoid k() { F(r, t); }", "F"),
    "#if 0 with comments": ("#if 0\n// x \\\n#endif\nit's\n/* */ # /* */ endif\nvoid k() { F(r, t); }", "F"),
    "#if around an open brace": ("#if X\nvoid k(int a) {\n#elif Y\nvoid k(long a) {\n#else\nvoid k(char a) {\n#endif\nF(r, t); }\nint tc_mine(int);\nvoid j() { tc_mine(3); }", "F"),
    "#if around closed braces": ("void k() { {\n#if X\n} }\n#else\nF(r, t); } }\n#endif\nint tc_mine(int);\nvoid j() { tc_mine(3); }", "F"),
    "#if 1 around an open brace": ("#if 1\nvoid k(int a) {\n#else\nvoid k(long a) { {\n#endif\nF(r, t); }\nint tc_mine(int);\nvoid j() { tc_mine(3); }", "F"),
    "members": ("struct S : B { void tc_one(int) const; int tc_two(int) { F(r, t); } };\nclass T { void tc_three(); };\nvoid k() { tc_one(1); tc_two(2); tc_three(); }", "F"),
    "a lambda": ("void k() { const auto tc_mine = [&](int i) { F(r, t); }; tc_mine(3); }", "F"),
    "#error": ("#ifndef X\n#error it's \"wrong\n#endif\nvoid k() { F(r, t); }", "F"),
    "#include": ('#include "F(x)"\n#include <F>\nvoid k() { G(t, r); }', "G"),
    "a statement": ("//@tc copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n", "F"),
    "a statement with a blank": ("// @tc copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n", "F"),
    "a statement over lines": (
        "//@tc copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] {\n//@tc cache \\\nca; }\n", None),
    "a block of statements": ("/*@tc layout l = S[(32,8):(12,1)]\ntarget sm_90 */ void k() { F(r, t); }", "F"),
    "no statement": ("//@tcx layout\n//tc layout\nvoid k() { F(r, t); }", "F"),
    "a name of its own": ("//@tc copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] as mine\nvoid k() { tc_mine(r, t); }", "tc_mine"),
    "another prefix": ("//@tc prefix p_\nvoid k() { p_warp_copy_smem_to_reg_32x8_f32(r, t); tc_other(); }", "p_warp_copy_smem_to_reg_32x8_f32"),
    "line ends of DOS": ("//@tc target sm_90\r\nvoid k() {\r\n    F(r, t);\r\n}\r\n", "F"),
    "a byte order mark": ("\ufeffvoid k() { F(r, t); }", "F"),
    "never closed": ("void k() { F(r, (t", "F"),
}


def expand(text):
    return re.sub(r"\b(F|G)(?=\b|_at)", lambda m: {"F": F, "G": G}[m.group(1)], text)


def check_texts(args, tally):
    for name, (text, wanted) in TEXTS.items():
        if not tally.wants("text: " + name):
            continue
        result = scan(args, expand(text))
        got = [n for n in functions(result.out) if not n.endswith("_at")]
        if wanted is None:
            tally.check("text: " + name, result.code == 1 and "E_HINT_PLACE" in result.err, result)
        else:
            tally.check("text: " + name, result.code == 0 and got == expand(wanted).split(), "%s\n%s" % (got, result.err))


# Name: the kernel, the place, the diagnostic, and a part of what is told.
WRONG = {
    "an open comment": ("int a;\n /* F(", "2:2", "E_UNTERMINATED", "the comment has no end"),
    "an open string": ('int a = "F(\n;', "1:9", "E_UNTERMINATED", "the string"),
    "an open character": ("int a = 'F(\n;", "1:9", "E_UNTERMINATED", "the character"),
    "an open raw string": ('int a = R"x(F()x;\n";', "1:10", "E_UNTERMINATED", "the raw string"),
    "a zero byte": ("int a;\n\0F();", "2:1", "E_BAD_CHARACTER", "0x00"),
    "a wrong line": ("int a; //@tc layout l = S[(32,8):(1@lanid,1)]\n", "1:37", "E_UNKNOWN_AXIS", "laneid"),
    "a wrong block": ("/*@tc target sm_90\n  layout l = S[(32,8)\n*/\n", "2:22", "E_SYNTAX", "the end of the line"),
    "behind a splice": ("//@tc layout l = \\\n   S[(32,8):(1@lanid,1)]\n", "2:16", "E_UNKNOWN_AXIS", "laneid"),
    "a wrong scope": ("void k() { tc_wrap_copy_smem_to_reg_32x8_f32(r); }", "1:15", "E_CALL_NAME", "did you mean '%s'" % F),
    "a wrong scope of _at": ("void k() { tc_wrap_copy_smem_to_reg_32x8_f32_at(0, r); }", "1:15", "E_CALL_NAME", "did you mean '%s_at'" % F),
    "a wrong operation": ("void k() { tc_warp_cpoy_smem_to_reg_32x8_f32(r); }", "1:20", "E_CALL_NAME", "did you mean '%s'" % F),
    "a wrong space": ("void k() { tc_warp_copy_sme_to_reg_32x8_f32(r); }", "1:25", "E_CALL_NAME", "did you mean '%s'" % F),
    "a wrong type": ("void k() { tc_warp_copy_smem_to_reg_32x8_f23(r); }", "1:42", "E_CALL_NAME", "did you mean '%s'" % F),
    "a wrong form": ("void k() { %s_maskd(r); }" % F, "1:46", "E_CALL_NAME", "did you mean '%s_masked'" % F),
    "a wrong layout": ("void k() { tc_warp_copy_smem_sw182_to_reg_32x8_f32(r); }", "1:30", "E_UNKNOWN_LAYOUT", "did you mean 'sw128'"),
    "no destination": ("void k() { tc_warp_copy_smem_reg_32x8_f32(r); }", "1:39", "E_CALL_NAME", "'to' and a destination"),
    "an end that is missing": ("void k() { tc_warp_copy_smem_to_reg_32x8(r); }", "1:37", "E_CALL_NAME", "is missing at its end"),
    "rows of registers": ("void k() { tc_warp_copy_smem_to_reg_16x8_f32(r); }", "1:37", "E_CALL_NAME", "row i in thread i, of 32 threads"),
    "a misspelled primitive": ("void k() { tc_cta_synk(); }", "1:15", "E_CALL_NAME", "did you mean 'tc_cta_sync'"),
    "a short name that is near to many": ("void k() { tc_foo(); }", "1:15", "E_CALL_NAME", "help: names are tc_<scope>"),
    "no name at all": ("void k() { tc_load_panel(); }", "1:15", "E_CALL_NAME", "//@tc ... as NAME"),
    "a unit extent": ("void k() { tc_warp_copy_smem_to_reg_32x8x1_f32(r); }", "1:12", "E_CALL_SPELLING", F),
    "the usual alignment": ("void k() { %s_align16(r); }" % F, "1:12", "E_CALL_SPELLING", "called %s " % F),
    "forms in another order": ("void k() { tc_cta32_copy_gmem_ldx4_to_smem_32x8_f32_masked_nc(r); }", "1:12", "E_CALL_SPELLING", "_f32_nc_masked"),
    "no _at form": ("void k() { tc_thread_copy_gmem_to_reg_4_f32_at(0, r); }", "1:12", "E_CALL_NAME", "the statement named by its beginning makes other functions"),
    "a descriptor spelled otherwise": (
        "void k() { tc_descriptor_wgmma_smem_sw128_64x16_bf16_of64x64_at0x0_align16(p); }", "1:12", "E_CALL_NAME", "makes others"),
    "a part of a region": (
        "//@tc lane0 demo warp 32 { in a : f32[128] / f32[4]; out s : f32; }\nvoid k() { tc_lane0_demo_getter(); }",
        "2:12", "E_CALL_NAME", "did you mean 'tc_lane0_demo_gather'"),
    "only a companion": ("void k() { tc_at(); tc_row(); tc__at(); }", "1:15", "E_CALL_NAME", "'row' is not a scope"),
    "too long": ("void k() { tc_%s(); }" % ("a" * 5000), "1:12", "E_CALL_NAME", "at most 300"),
    "too many words": ("void k() { tc_%s(); }" % ("a_" * 100), "1:12", "E_CALL_NAME", "more words"),
    "a number beyond 64 bits": ("void k() { tc_warp_copy_smem_to_reg_99999999999999999999x8_f32(); }", "1:37", "E_CALL_NAME", "not a shape"),
    "a number beyond 32 bits": ("void k() { tc_cta4294967328_copy_smem_to_reg_32x8_f32(); }", "1:15", "E_CALL_NAME", "'cta4294967328' is not a scope"),
    "a big cluster": ("void k() { tc_cluster5000_copy_gmem_to_smem_4x8_f32(d, s); }", "1:15", "E_SCOPE_RANGE", "read as copy cluster(5000)"),
    "lanes beyond 32 bits": ("void k() { tc_warp_lanes0_4294967312_copy_gmem_to_smem_4x8_f32(); }", "1:27", "E_CALL_NAME", "the end of the lanes"),
    "an alignment beyond 32 bits": ("void k() { %s_align4294967312(); }" % F, "1:46", "E_CALL_NAME", "'align4294967312' is not"),
    "a big alignment": ("void k() { %s_align8192(); }" % F, "1:46", "E_ALIGN_VALUE", "not 8192"),
    "two underscores": ("void k() { tc_warp__copy_smem_to_reg_32x8_f32(); }", "1:20", "E_CALL_NAME", "a '_' too many, before an operation"),
    "two underscores behind tc": ("void k() { tc__x(); }", "1:15", "E_CALL_NAME", "names are tc_<scope>"),
    "an underscore at the end": ("void k() { %s_(); }" % F, "1:46", "E_CALL_NAME", "a '_' too many"),
    "no origin": ("void k() { tc_cta32_copy_gmem_to_smem_32x8_f32_of64x8_masked(); }", "1:55", "E_CALL_NAME", "not an origin"),
    "an array of more columns": ("void k() { tc_cta32_copy_gmem_to_smem_32x8_f32_ofnx9_masked(); }", "1:48", "E_CALL_NAME", "does not fit"),
    "an array in shared memory": ("void k() { tc_warp_copy_smem_to_reg_32x8_f32_ofnx8_masked(); }", "1:46", "E_EXTENT_NAME", "smem"),
    "a big cta": ("void k() { tc_cta99999_copy_smem_to_reg_32x8_f32(); }", "1:41", "E_CALL_NAME", "has other rows"),
}


def check_wrong(args, tally):
    for name, (text, place, kind, told) in WRONG.items():
        if not tally.wants("wrong: " + name):
            continue
        result = scan(args, expand(text))
        first = result.err.splitlines()[0] if result.err else ""
        good = result.code == 1 and first.startswith("<stdin>:%s: error: " % place) and first.endswith("[%s]" % kind)
        tally.check("wrong: " + name, good and told in result.err and not result.out, result)
    if tally.wants("wrong: only mentioned"):
        result = scan(args, "void k() { apply(F); }".replace("F", F), "-Werror")
        tally.check("wrong: only mentioned", result.code == 0 and F in functions(result.out), result)
    for text in ("tc_warp_copy_gmem_to_smem_0x8_f32(d, s)", "tc_warp_copy_gmem_to_smem_4000000000x4000000000_f32(d, s)"):
        result = scan(args, "void k() { %s; }" % text)
        tally.check("wrong: once: " + text, result.code == 1 and result.err.count(": error: ") == 1, result)
    twenty = "".join("void k%d() { tc_wrong%d(); }\n" % (i, i) for i in range(100))
    result = scan(args, twenty)
    tally.check("wrong: at most 20", result.code == 1 and result.err.count(": error: ") <= 21, result)


def check_unclear(args, tally):
    """The help of an unclear name is a line that makes it clear."""
    for name in ("tc_warp_copy_smem_sw128_to_reg_mma_a_16x16_f16_of256x64_dyn", "tc_cta128_copy_gmem_to_smem_64x64_f32_of128x64_at64x0",
                 "tc_elected_copy_async_smem_sw128_to_dsmem_sw128_16x64_u32", "tc_warp_copy_smem_to_gmem_8_f32_of8x8_at0x0",
                 "tc_cta256_copy_gmem_ld_to_smem_34x66_f32_ofnxn_dyn_masked", "tc_cta64_copy_gmem_ld_to_smem_34x66_f32_ofnxn_masked_Nx2",
                 "tc_cta64_copy_gmem_to_smem_34x66_f32_ofnxnx66_masked", "tc_cta64_copy_gmem_ld_to_smem_34x66_f32_ofnxn_atm1xm1_dyn_masked",
                 "tc_warp_fill_gmem_ld_32x3_b32_ofnxn_at2xm1_dyn_masked"):
        if not tally.wants("unclear: " + name):
            continue
        kernel = "void k() { %s(r); }\n" % name
        result = scan(args, kernel)
        line = re.search(r"(?m)//@tc .*$", result.err)
        again = scan(args, (line.group(0) if line else "") + "\n" + kernel, "--target=sm_90,sm_100a", *QUIET)
        good = result.code == 1 and "E_CALL_UNCLEAR" in result.err and line and again.code == 0
        tally.check("unclear: " + name, good and name in functions(again.out), "%s\n%s" % (result.err, again.err))


# Statements of arrays that `where` bounds, with the names that a scan gives the extents.
BOUNDED = (
    "f32 gmem S[(height,64):(ld,1)] -> smem S[(128,64)] where height <= 128 { masked; }",
    "f32 gmem S[(height,64):(ld,1)][0:128, 0:64] -> smem S[(128,64)] where height < 129 { masked; }",
    "f32 gmem S[(height,64):(ld,1)][0:128, 0:64] -> smem S[(128,64)] { masked; }",
    "f16 smem 128x64 sw128 -> gmem S[(M,64):(ld,1)] where M <= 128, M % 16 == 0, ld % 8 == 0 { masked; }",
    "f32 gmem S[(height,width):(width,1)] -> smem S[(48,20)] where height <= 48, width <= 20, width % 4 == 0 { masked; }",
    "f32 gmem S[(a,b):(b,1)] -> smem S[(48,20)] where a <= 48, b <= 20, a % 3 == 0, b % 4 == 0 { masked; fill 0x3f800000; }",
    "f32 gmem S[(depth,height,8):(8*height,8,1)] -> smem S[(4,20,8)] where depth <= 4, height <= 20 { masked; }",
    "f32 gmem S[(width):(1)] -> smem S[(130)] where width <= 130 { masked; keep; }",
    "f32 gmem square -> smem S[(16,16)] where N <= 16, N % 4 == 0 { masked; }",
    "f32 gmem deep -> smem S[(4,5,6)] where d <= 4, h <= 5, w <= 6, h % 5 == 0 { masked; ld64; }",
)


def check_bounded(args, tally):
    """Their names are read back into the same functions, argument for argument."""
    deep = "layout deep = S[(d,h,w):(p*ld,ld,1)]; layout square = S[(N,N):(N,1)]\n"
    for text in BOUNDED:
        if not tally.wants("bounded: " + text):
            continue
        statement = deep + "copy cta(128) " + text + "\n"
        name = harness.run([args.tcgen, "names", "-Wno-bank-conflict", "-"], stdin=statement).out.strip()
        wanted = harness.run([args.tcgen, "-o", "-", "-Wno-bank-conflict", "-"], stdin=statement)
        result = scan(args, "//@tc %svoid k() { %s(x); }\n" % (deep, name), *QUIET)
        tally.check("bounded: " + text, result.code == 0 and name and functions(result.out) == functions(wanted.out),
                    "%s\n%s\n%s" % (name, result.err, result.out))


def check_files(args, tally):
    """Two kernels, what they share and what they do not; outputs, dependencies, the second run."""
    if not tally.wants("files"):
        return
    folder = os.path.join(args.build, "scan")
    texts = {
        "a.cu": expand('//@tc import "l.tc"\nvoid a() { F(r, t); tc_mine(); tc_warp_copy_smem_wide_to_reg_32x8_f32(r, t); }\n'),
        "b.cu": expand("void tc_mine() { F(r, t); G(t, r); }\n"),
        "c.cu": "//@tc layout wide = S[(32,8):(20,1)]\nvoid c() { tc_warp_copy_smem_wide_to_reg_32x8_f32(r, t); }\n",
        "empty.cu": "int main() { return 0; }\n",
        "l.tc": "layout wide = S[(32,8):(12,1)]\n",
    }
    for name, text in texts.items():
        harness.write(os.path.join(folder, name), text)

    def run(*options):
        return harness.run([args.tcgen, "scan"] + list(options), cwd=folder)
    out = os.path.join(folder, "x_gen.h")
    result = run("a.cu", "b.cu", "-o", "x_gen.h", "-MD", "-MF", "x.d", "-MP")
    header = harness.read(out) if os.path.exists(out) else ""
    plain = [n for n in functions(header) if not n.endswith("_at")]
    tally.check("files: two kernels give one header", result.code == 0 and plain == [F, "tc_warp_copy_smem_wide_to_reg_32x8_f32", G], result)
    tally.check("files: banner", header.startswith("/* Generated by tcgen scan ") and "from a.cu, b.cu (spec" in header, header[:200])
    rule = re.sub(r"\\\n", "", harness.read(os.path.join(folder, "x.d"))).split()
    tally.check("files: depfile", rule[:4] == ["x_gen.h:", "a.cu", "l.tc", "b.cu"] and "l.tc:" in rule, rule)
    old = os.stat(out).st_mtime_ns
    time.sleep(0.01)
    again = run("a.cu", "b.cu", "-o", "x_gen.h")
    tally.check("files: an equal header is left alone", again.code == 0 and os.stat(out).st_mtime_ns == old, again)
    harness.write(os.path.join(folder, "a.cu"), texts["a.cu"] + "\n// another comment, and int code;\nint other;\n")
    tally.check("files: other code changes nothing", run("a.cu", "b.cu", "-o", "x_gen.h", "--check").code == 0)
    stale = run("b.cu", "a.cu", "-o", "x_gen.h", "--check", "--diff")
    tally.check("files: --check", stale.code == 1 and "stale" in stale.out and "\n-" in stale.out, stale)
    clash = run("a.cu", "b.cu", "c.cu", "-o", "y_gen.h")
    tally.check("files: one name, two meanings", clash.code == 1 and "c.cu:2:12: error: " in clash.err and "[E_NAME_CLASH]" in clash.err
                and "a.cu:2:" in clash.err and not os.path.exists(os.path.join(folder, "y_gen.h")), clash)
    harness.write(os.path.join(folder, "d.cu"), "//@tc copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] as mine\n")
    harness.write(os.path.join(folder, "e.cu"), "void e() { tc_mine(r, t); tc_mine_at(0, r, t); }\n")
    for names in (("d.cu", "e.cu"), ("e.cu", "d.cu")):
        other = run(*names, "-o", "-", "-Wno-no-calls")
        tally.check("files: a name of %s is known in %s" % names, other.code == 0 and "tc_mine" in functions(other.out), other)
    none = run("no.cu", "-o", "y_gen.h")
    tally.check("files: a kernel that does not exist", none.code == 3 and "no.cu" in none.err and "\nhelp: a path" in none.err, none)
    over = run("c.cu", "-o", "c.cu")
    tally.check("files: the output is no kernel", over.code == 3 and harness.read(os.path.join(folder, "c.cu")) == texts["c.cu"], over)
    empty = run("empty.cu", "-o", "-")
    tally.check("files: no call", empty.code == 0 and "empty.cu:1:1: warning: " in empty.err and "[W_NO_CALLS]" in empty.err
                and "#endif" in empty.out and run("empty.cu", "-o", "-", "-Wno-no-calls").err == "", empty)
    single = run("c.cu", "-o", "-", "--single-file", "--target=sm_90")
    tally.check("files: --single-file", single.code == 0 and "TC_SINGLE_FILE" in single.out, single.err)
    usage = run()
    tally.check("files: no kernel", usage.code == 2 and "KERNEL.cu" in usage.err, usage)
    harness.write(os.path.join(folder, "huge.cu"), b"int a;\n" * ((1 << 24) // 7 + 10))
    huge = run("huge.cu", "-o", "-")
    tally.check("files: a huge kernel", huge.code == 3 and "huge.cu" in huge.err, huge)
    deep = scan(args, "void k() { " + "tc_x(" * 100000)
    tally.check("files: deep calls", deep.code == 1 and "E_CALL_NAME" in deep.err, deep.err[:500])


def check_clone(args, tally):
    """docs/scan.md from its first line: a clone, `make`, a kernel, its header."""
    if not args.long or not os.path.exists(".git") or not tally.wants("clone"):
        return
    folder = os.path.join(args.build, "scan", "clone")
    shutil.rmtree(folder, ignore_errors=True)
    cloned = harness.run(["git", "clone", "-q", ".", folder])
    begin = time.time()
    made = harness.run(["make", "-s", "-j2", "tcgen"], cwd=folder, timeout=900)
    harness.write(os.path.join(folder, "kernel.cu"), expand("void k() { F(r, t); }\n"))
    result = harness.run(["build/tcgen", "scan", "kernel.cu", "-o", "kernel_gen.h"], cwd=folder)
    header = os.path.join(folder, "kernel_gen.h")
    print("from clone to header in %.0f s" % (time.time() - begin), flush=True)
    tally.check("clone", result.code == 0 and F in functions(harness.read(header)), "%s\n%s\n%s" % (cloned, made, result))


def main():
    args, tally = harness.start(__doc__)
    check_clone(args, tally)
    check_texts(args, tally)
    check_wrong(args, tally)
    check_unclear(args, tally)
    check_bounded(args, tally)
    check_files(args, tally)
    check_read_back(args, tally)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
