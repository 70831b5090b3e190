#!/usr/bin/env python3
"""The emulator: what it performs, the planted faults it must name, and what its pages show.

usage: run.py [--build build] [--only NAME] [--quick]

Every tests/emu/test_*.c is a program of its own, and runs with gcc unoptimised and with clang optimised; --long: with
each compiler in both ways. test_plain*.c are compiled with -fsanitize=thread; all others run with gcc on an emulator
that was compiled with the address and undefined-behaviour sanitizers, with --long on the plain one too. --quick: with
gcc, unoptimised, once, without these sanitizers.
"""
import glob
import itertools
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
WRAP = "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset"
HOST = "include/tilecopy/host/*.c"
# A word of an example that sm_80 cannot run, and what its compiler says then.
NEEDS = [("sm_80", "tc_##ring##_init", "a pipeline with bulk copies needs sm_90"),  # nvcc says 100 errors, and no more
         ("sm_80", "tc_cluster_sync", "tc_cluster_sync needs sm_90"),
         ("sm_80", "tc_ring_init", "a pipeline with bulk copies needs sm_90"),
         ("sm_80", "tile_producer_start", "a pipeline with bulk copies needs sm_90"),
         ("sm_80", "tc_blocks_h##D##_init", "a pipeline with bulk copies needs sm_90"),
         ("sm_80", "F32ToE4m3", "cvt.rn.satfinite.e4m3x2.f32 needs sm_89"),
         ("sm_100", "tc_wgmma_fence", "tc_wgmma_fence needs sm_90a")]


def cells(args, first="gcc", second="clang"):
    """Compilers and levels: two, or with --long all four."""
    return list(itertools.product([first, second], ["-O0", "-O2"])) if args.long else [(first, "-O0"), (second, "-O2")]


def build(out, source, compiler, options, library, hooks):
    """Compiles one program, with the .S beside it if there is one; hooks: what -fsanitize= says for its own text,
    or nothing."""
    compiled = harness.run([compiler, "-g", *options, *WARNINGS, *(["-fsanitize=" + hooks] if hooks else []),
                            "-I.", "-Iinclude", "-I" + os.path.dirname(out), "-c", source, "-o", out + ".o"])
    if compiled.code:
        return compiled
    return harness.run([compiler, *[o for o in options if o.startswith("-fsanitize")], out + ".o",
                        *glob.glob(source[:-2] + ".S"), *library,
                        "-pthread", WRAP, "-o", out])


def programs(args, tally, where):
    library = [os.path.join(args.build, "libtcemu.a")]
    for stem, of in (("tensor_boxes", "tma_auto"), ("tensor_fours", "tma_gather"), ("tensor_rows", "tma_gather")):
        if any(tally.wants(w) for w in ["sanitized: " + stem] + ["%s, %s %s" % (stem, *c) for c in cells(args)]):
            made = harness.run([args.tcgen, "-o", os.path.join(where, of + "_gen.h"), "tests/descriptions/%s.tc" % of])
            tally.check("the header of test_%s.c" % stem, made.code == 0, made)
    for source in sorted(glob.glob("tests/emu/test_*.c")):
        stem = os.path.basename(source)[5:-2]
        for compiler, level in cells(args):
            name = "%s, %s %s" % (stem, compiler, level)
            if not tally.wants(name) or args.quick and (compiler, level) != ("gcc", "-O0"):
                continue
            if compiler == "gcc" and not (args.quick or args.long or stem.startswith("plain")):
                continue  # sanitized(), below
            if not shutil.which(compiler):
                tally.skip(name, "%s is not on this machine" % compiler)
                continue
            out = os.path.join(where, "%s_%s%s" % (stem, compiler, level))
            options = ["-g1", "-std=c11", level, "-fno-omit-frame-pointer", *(["-mcx16"] if stem == "plain_atomics" else [])]
            run_counted(tally, name, out, build(out, source, compiler, options, library,
                                                  "thread" if stem.startswith("plain") else None))


def atomics(args, tally, where):
    """Every form of atomic that C++ has; those of C are a program like the others."""
    for compiler, level in cells(args, "g++", "clang++"):
        name = "atomics of C++, %s %s" % (compiler, level)
        if not tally.wants(name):
            continue
        if not shutil.which(compiler):
            tally.skip(name, "%s is not on this machine" % compiler)
            continue
        out = os.path.join(where, "atomics_%s%s" % (compiler, level))
        source = out + ".cpp"
        shutil.copy("tests/emu/test_plain_atomics.c", source)
        run_counted(tally, name, out, build(out, source, compiler, ["-std=c++17", level, "-mcx16"],
                                            [os.path.join(args.build, "libtcemu.a")], "thread"))


def alignment(args, tally, where):
    """Misaligned structs, which -fsanitize=alignment sees with either compiler."""
    for compiler, level in cells(args):
        name = "alignment, %s %s" % (compiler, level)
        if not tally.wants(name):
            continue
        if not shutil.which(compiler):
            tally.skip(name, "%s is not on this machine" % compiler)
            continue
        out = os.path.join(where, "alignment_%s%s" % (compiler, level))
        run_counted(tally, name, out, build(out, "tests/emu/test_plain_faults.c", compiler,
                                            ["-std=c11", level, "-fno-omit-frame-pointer", "-DALIGNMENT"],
                                            [os.path.join(args.build, "libtcemu.a")], "thread,alignment"))


def guarded(args, tally, where):
    """Overrun variables where the compiler guards its frames, as some do unasked: the same reports."""
    name = "plain_faults, gcc -O0, guarded frames"
    if tally.wants(name):
        out = os.path.join(where, "guarded")
        run_counted(tally, name, out, build(out, "tests/emu/test_plain_faults.c", "gcc",
                                            ["-std=c11", "-O0", "-fno-omit-frame-pointer", "-fstack-protector-all"],
                                            [os.path.join(args.build, "libtcemu.a")], "thread"))


def run_counted(tally, name, out, compiled):
    """A program that ends with `N passed, N failed`, N at least 1."""
    if not tally.check(name + ": compiles", compiled.code == 0, compiled):
        return
    result = harness.run([out], timeout=300)
    closing = re.search(r"^(\d+) passed, 0 failed$", result.out, re.M)
    tally.check(name, result.code == 0 and closing and int(closing.group(1)) > 0, result)


def sanitized(args, tally, where):
    """The emulator's own text under ASan and UBSan; the kernels' plain accesses are left out."""
    options = ["-g1", "-std=c11", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    library, name = [], "sanitized"
    if not tally.wants(name):
        return
    for source in sorted(glob.glob(HOST)):
        library.append(os.path.join(where, "san_" + os.path.basename(source) + ".o"))
        compiled = harness.run(["gcc", *options, "-Iinclude", "-c", source, "-o", library[-1]])
        if not tally.check("%s: %s compiles" % (name, source), compiled.code == 0, compiled):
            return
    # An archive, as users link it: dynamic.c is only for programs that have such an array.
    archive = os.path.join(where, "libsan.a")
    made = harness.run(["ar", "rcs", archive] + library)
    if not tally.check("%s: the archive" % name, made.code == 0, made):
        return
    for source in sorted(glob.glob("tests/emu/test_*.c")):
        stem = os.path.basename(source)[5:-2]
        if stem.startswith("plain"):
            continue
        out = os.path.join(where, "san_" + stem)
        run_counted(tally, "%s: %s" % (name, stem), out,
                    build(out, source, "gcc", [*options, "-O0", "-fno-omit-frame-pointer"], [archive], None))


def on_the_gpu(args, tally, where):
    """What the emulator performs compiles as CUDA too: run by hand on a GPU, it holds there as well."""
    tools = harness.Tools(args.build)
    nvcc = tools.nvcc
    for stem in ("basic", "warp", "async", "cluster", "registers", "convert", "mma", "bulk", "remote"):
        name = "%s as CUDA" % stem
        if not tally.wants(name):
            continue
        if not nvcc:
            tally.skip(name, tools.why("nvcc"))
            continue
        arch = "sm_90a" if stem == "remote" else "sm_90"  # ptxas has a word about multicast on sm_90
        compiled = harness.run([nvcc, *tools.quick, "-arch=" + arch, "-std=c++17", "-Werror", "all-warnings", "-I.", "-Iinclude",
                                "-I" + where, "-x", "cu", "-cubin", "tests/emu/test_%s.c" % stem, "-o",
                                os.path.join(where, "gpu_%s.cubin" % stem)])
        tally.check(name, compiled.code == 0, compiled)


# ---- lines -----------------------------------------------------------------------------------------

LOCATED = "tests/emu/located.c"
GENERATED = r"tc_cta256_copy_gmem_to_smem_16x256_f32_at \(examples/cluster_stencil/cluster_stencil_gen.h:\d+\)"
# The argument of the program, and the functions with the words behind their lines, the innermost first.
FAULTS = [("generated", [None, ("faulty", "generated")]),
          ("primitive", [("misaligned", "misaligned"), ("faulty", "primitive")]),
          ("plain", [("faulty", "plain")]),
          ("waiting", [("leaving", "waiting")]),
          ("elected", [("leaving", "elected")]),
          ("synced", [("leaving", "synced")]),
          ("left", [("leaving", "left")]),
          ("templated", [("geometry::first<float>", "first"), ("faulty", "templated")])]


def chain_of(functions, source):
    """The lines of a report, as an expression. None: the generated function, and who calls it, if that is a call."""
    lines = harness.read(LOCATED).splitlines()
    parts = []
    for function in functions:
        if function is None:
            parts.append(GENERATED + r"(?:\n   <- tc_cta256_copy_gmem_to_smem_16x256_f32 \([^)]*_gen.h:\d+\))?")
            continue
        number = next(i + 1 for i, line in enumerate(lines) if line.endswith("/* %s */" % function[1]))
        parts.append(re.escape("%s (%s:%d)" % (function[0], os.path.relpath(source), number)))
    return r"\n  in: " + r"\n   <- ".join(parts) + r"\n(?!   <- )"


def located(args, tally, where):
    """Reports name lines: in C and C++, unoptimised and optimised without frame pointers, with either symbolizer."""
    for compiler, level in cells(args, "gcc", "clang++") + (cells(args, "g++", "clang") if args.long else []):
        name = "lines, %s %s" % (compiler, level)
        if not tally.wants(name):
            continue
        if not shutil.which(compiler):
            tally.skip(name, "%s is not on this machine" % compiler)
            continue
        out, source = os.path.join(where, "located_%s%s" % (compiler, level)), LOCATED
        if "++" in compiler:
            source = out + ".cpp"
            shutil.copy(LOCATED, source)
        compiled = build(out, source, compiler, ["-std=c++17" if "++" in compiler else "-std=c11", level],
                         [os.path.join(args.build, "libtcemu.a")], "thread")
        if not tally.check(name + ": compiles", compiled.code == 0, compiled):
            continue
        for fault, functions in FAULTS:
            if fault == "templated" and "++" not in compiler:
                continue
            for tool in ("addr2line", "llvm-symbolizer"):
                what = "%s, %s, %s" % (name, fault, tool)
                if not shutil.which(tool):
                    tally.skip(what, "%s is not on this machine" % tool)
                    continue
                result = harness.run([out, fault], env=dict(os.environ, TC_EMU_SYMBOLIZER=tool))
                tally.check(what, result.code == 1 and re.search(chain_of(functions, source), result.err), result)


def without_lines(args, tally, where):
    """No symbolizer, one that answers otherwise, or no -g: functions and offsets, and how to get lines. What is handed
    back has lines when they are asked for."""
    name = "lines, where there are none"
    if not tally.wants(name):
        return
    plain, out = os.path.join(where, "located_plain"), os.path.join(where, "located_g")
    library = [os.path.join(args.build, "libtcemu.a"), "-pthread"]
    for path, options in ((plain, []), (out, ["-g"])):
        compiled = harness.run(["gcc", *options, "-I.", "-Iinclude", LOCATED, *library, "-o", path])
        if not tally.check("%s: %s compiles" % (name, path), compiled.code == 0, compiled):
            return
    want = r"\n  in: misaligned\+0x[0-9a-f]+\n   <- faulty\+0x[0-9a-f]+\n  lines: none; .*\n  where: "
    for program, tool in ((plain, None), (out, ""), (out, "nosuchtool"), (out, "echo"), (out, "false")):
        env = {k: v for k, v in os.environ.items() if k != "TC_EMU_SYMBOLIZER"}
        result = harness.run([program, "primitive"],
                             env=env if tool is None else dict(env, TC_EMU_SYMBOLIZER=tool))
        tally.check("%s: %s" % (name, "-g and %r" % tool if tool is not None else "no -g"),
                    result.code == 1 and re.search(want, result.err), result)
    result = harness.run([out, "handed"])
    told = r"  in: tc_\w+ <- tc_\w+ <- faulty\n  where: .*\n%s:\d+\n$" % re.escape(LOCATED)
    tally.check(name + ": handed back", result.code == 0 and re.search(told, result.out), result)


# ---- the pages -------------------------------------------------------------------------------------


def example(args, tally, where):
    """The program of docs/emulator.md runs; with a line left out it prints the report shown there."""
    text = harness.read("docs/emulator.md")
    program = re.search(r"```c file=reverse.c\n(.*?)```", text, re.S).group(1)
    reports = re.findall(r"leave out `(.*?)`.*?\$ sh emulate.sh\n(.*?)```", text, re.S | re.I)
    tally.check("docs/emulator.md shows two reports", len(reports) == 2, reports)
    for compiler, standard in (("gcc", "-std=c11"), ("g++", "-std=c++17")):
        out = os.path.join(where, "example_" + standard[-3:].strip("="))
        suffix = ".c" if compiler == "gcc" else ".cpp"
        for number, (line, report) in enumerate([(None, None)] + reports):
            name = "docs/emulator.md, %s, %s" % (standard, "without " + line if line else "as it is")
            if not tally.wants(name):
                continue
            source = out + str(number) + suffix
            with open(source, "w", encoding="utf-8") as f:
                f.write(program if line is None else program.replace("    %s\n" % line, ""))
            compiled = build(out + str(number), source, compiler, [standard, "-Wno-missing-field-initializers"],
                             [os.path.join(args.build, "libtcemu.a")], "thread")
            if not tally.check(name + ": compiles", compiled.code == 0, compiled):
                continue
            result = harness.run([out + str(number)])
            if line is None:
                tally.check(name, result.code == 0 and "dst[0] is 127" in result.out, result)
            else:
                got = result.err.replace(os.path.relpath(source), "reverse.c")
                if compiler == "g++":  # it gives other columns
                    got, report = (re.sub(r"\n +\| +\^", "", text) for text in (got, report))
                tally.check(name, result.code == 1 and got == report, result)


def examples(args, tally, where):
    """Every program of examples/, its plain accesses watched: it compares what arrives itself. tcemu runs plain
    __global__ functions, and what begins with TC_KERNEL is C."""
    for source in sorted(glob.glob("examples/*/*.cu")):
        name = "%s on the emulator" % source
        if not tally.wants(name):
            continue
        if "TC_KERNEL" not in harness.example_text(source):
            result = harness.run([sys.executable, "tools/tcemu", "run", source],
                                 env=dict(os.environ, BUILD=args.build))
            tally.check(name, result.code == 0 and " 0 wrong" in result.out, result)
            continue
        out = os.path.join(where, os.path.basename(source)[:-3])
        compiled = harness.run(["gcc", "-x", "c", "-std=gnu11", "-O1", "-g1", "-fsanitize=thread", "-Wall", "-Wextra",
                                "-Werror", "-Iinclude", "-c", source, "-o", out + ".o"])
        if not compiled.code:
            compiled = harness.run(["gcc", out + ".o", os.path.join(args.build, "libtcemu.a"), "-lm", "-pthread",
                                    "-o", out])
        if tally.check(name + ": compiles", compiled.code == 0, compiled):
            result = harness.run([out])
            tally.check(name, result.code == 0 and " 0 wrong" in result.out, result)


def examples_as_cuda(args, tally, where):
    """They compile for every GPU that has what they use: tests/device runs them."""
    tools = harness.Tools(args.build)
    nvcc = tools.nvcc
    for number, source in enumerate(sorted(glob.glob("examples/*/*.cu"))):
        text = harness.example_text(source)
        whole = ("sm_90a",) if "_tensormap(" in text else ()  # with the host's functions, linked
        for arch in (("sm_80", "sm_90", "sm_100") if args.long else (("sm_80", "sm_90", "sm_100")[number % 3],)) + whole:
            name = "%s for %s" % (source, arch)
            if not tally.wants(name):
                continue
            if not nvcc:
                tally.skip(name, tools.why("nvcc"))
                continue
            compiled = harness.run([nvcc, *tools.quick, "-arch=" + arch, "-std=c++17", "-Werror", "all-warnings", "-Iinclude",
                                    *(["-O2"] if arch in whole else ["-cubin"]), source, "-o",
                                    os.path.join(where, "example.cubin")])
            lacks = [says for lacking, word, says in NEEDS if arch == lacking and word in text]
            tally.check(name, lacks[0] in compiled.err if lacks else compiled.code == 0, compiled)


def names(args, tally):
    """The headers, the host's primitives and the table list the same functions."""
    device = harness.public_primitives()
    listed = set(harness.read("tests/emu/public.txt").split())
    tally.check("names: public.txt lists them; one that leaves stands under Removed in CHANGELOG.md", listed == device,
                "gone: %s, new (make rows adds them): %s" % (sorted(listed - device), sorted(device - listed)))
    host = set().union(*[harness.declared(p) for p in glob.glob("include/tilecopy/host/*.h")]) - {"tc_smem"} | {
        "tc_from", "tc_to", "tc_move_bits", "tc_left", "tc_inside", "tc_clamp_at",
        "tc_wrap_at", "tc_exp2_f32"} | {
            "tc_fill_b%d" % bits for bits in (8, 16, 32, 64, 128)}
    table = set()
    for line in harness.read("docs/primitives.md").splitlines():
        if line.startswith("| `"):
            for name in re.findall(r"`(.*?)`", line.split("|")[1]):
                table |= harness.expand(name)
    plan = harness.planned_primitives()
    own = set().union(*[harness.declared(p) for p in glob.glob("include/tilecopy/wgmma*.h")])  # both sides
    tally.check("names: the host has every primitive", device - own == host,
                sorted((device - own).symmetric_difference(host)))
    tally.check("names: docs/primitives.md lists every primitive", table == device,
                sorted(table.symmetric_difference(device)))
    missing = plan - device - {"tc_move"}  # an assignment, printed as one
    tally.check("names: every primitive of a plan exists", not missing and len(plan) > 30, sorted(missing))


# Which table has a row for which primitives; None: for all that look at a variable of the kernel.
TABLES = [("sizes", None),
          ("moves", r"tc_(load|store)_(shared|global|dsmem)_b\w+|tc_cp_async_b\d\w+"),
          ("flavours", r"tc_mbarrier_(arrive|expect|wait|try|test)\w*")]


def write_rows(args, tally, where):
    """What tests take from the rows of generator/primitives/: sizes.def, a call for each operand, and
    conversions.def."""
    made = harness.make(args.build, os.path.join(args.build, "rows"))
    tally.check("names: build/rows builds", made.code == 0, made)
    for name in ("sizes", "conversions"):
        result = harness.run([os.path.join(args.build, "rows"), name])
        tally.check("names: it knows the " + name, result.code == 0 and result.out.count("\n") > 60, result)
        harness.write(os.path.join(where, name + ".def"), result.out)


def tables(tally, where):
    """A primitive that is new has a row in each table of its kind."""
    host = set().union(*[harness.declared(p) for p in glob.glob("include/tilecopy/host/*.h")])
    for stem, pattern in TABLES:
        if not tally.wants("names"):
            continue
        text = harness.run(["gcc", "-E", "-I.", "-Iinclude", "-I" + where, "tests/emu/test_%s.c" % stem]).out
        parts = re.findall(r'^# \d+ "(.*?)".*\n((?:(?!# \d).*\n)*)', text, re.M)
        rows = set(re.findall(r'"(tc_\w+)"', "".join(part for file, part in parts if not file.startswith("include/"))))
        wanted = {name for name in host if re.fullmatch(pattern, name)} if pattern else set(
            re.findall(r'tc_emu_local\("(tc_\w+)"', text))
        tally.check("names: tests/emu/test_%s.c has a row for each" % stem, len(wanted) > 15 and wanted <= rows,
                    sorted(wanted - rows))


def main():
    args, tally = harness.start(__doc__, lambda p: p.add_argument("--quick", action="store_true"))
    where = os.path.join(args.build, "tests", "emu_quick" if args.quick else "emu")
    os.makedirs(where, exist_ok=True)
    write_rows(args, tally, where)
    names(args, tally)
    tables(tally, where)
    programs(args, tally, where)
    if args.quick:
        return tally.close()
    atomics(args, tally, where)
    alignment(args, tally, where)
    guarded(args, tally, where)
    sanitized(args, tally, where)
    located(args, tally, where)
    without_lines(args, tally, where)
    on_the_gpu(args, tally, where)
    example(args, tally, where)
    examples(args, tally, where)
    examples_as_cuda(args, tally, where)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
