#!/usr/bin/env python3
"""Names out of a description in generated text: each is refused with its reason, or the header
compiles; and every primitive that a Plan may use exists on device and host.

usage: run.py [--build build] [--only TEXT]

The names are the keywords and predefined macros of the compilers of this machine and every local and
argument that the printer declares for tests/golden and tests/descriptions. Each is tried as a stride, an origin, a
layout's name and `as NAME`; the printer's own also in place of `ld` in the fewest descriptions that declare all
of them, with --long in every one. Each role's header is compiled as three of the standards, in turns; --long: all.
"""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

KEYWORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t
class co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue
decltype default delete do double dynamic_cast else enum explicit export extern false final float for
friend goto if import inline int long module mutable namespace new noexcept not not_eq nullptr operator
or or_eq override private protected public register reinterpret_cast requires restrict return short
signed sizeof static static_assert static_cast struct switch template this thread_local throw true try
typedef typeid typename typeof typeof_unqual union unsigned using virtual void volatile wchar_t while
xor xor_eq NULL assert offsetof threadIdx blockIdx blockDim gridDim warpSize NDEBUG TC_FN TC_UNROLL TC_CHECK TC_ARCH TC_MEMCPY TC_ON_DEVICE tc_f16 tc_b128
tc_load_shared_b128 tc__check tc_emu_load TILECOPY_VERSION rows cols stage ld m k n
""".split()
# Functions and types of the C library and CUDA: an argument may hide them, a function of that name (which
# only a prefix of the user's own can make) is the user's affair.
HIDDEN = "dim3 uint4 float4 size_t printf memcpy min max sin".split()
# Each text has the name once, as what it is about; {i} keeps the functions apart.
ROLES = [
    ("stride", "copy cta(128) f32 gmem S[(64,32):({name},1)] -> smem S[(64,32)] as stride{i}"),
    ("origin", "copy warp f16 smem S[(128,64)] swizzle 128B[{name}:+16, {name}:+16]"
     " -> gmem S[(16,16):(ld,1)] as origin{i}"),
    ("tag", "layout {name} = S[(32,8):(9,1)]; copy warp f32 smem {name} -> gmem S[(32,8)]"),
    ("as", "copy warp f32 gmem S[(32,8):(ld,1)] -> smem S[(32,8)] as {name}"),
    ("prefix", "prefix {head}; copy warp f32 gmem S[(32,8):(ld,1)] -> smem S[(32,8)] as {last}"),
]
STANDARDS = [("gcc", "c99"), ("gcc", "gnu99"), ("gcc", "c11"), ("gcc", "gnu11"), ("clang", "c11"), ("clang", "gnu11"),
             ("gxx", "c++11"), ("gxx", "gnu++14"), ("gxx", "c++17"), ("gxx", "c++20"), ("gxx", "gnu++20"),
             ("clangxx", "gnu++17")]
TOGETHER = 6  # names whose headers share a unit
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Iinclude", "-fsyntax-only"]


def macros(tools):
    """What the compilers define before a line of the user's; for nvcc with what it always includes."""
    found, empty = set(), "\n"
    commands = [[c, "-dM", "-E", "-x", x, "-std=" + s, "-"] for c, x, s in (
        (tools.gcc, "c", "gnu11"), (tools.gxx, "c++", "gnu++20"),
        (tools.clang, "c", "gnu11"), (tools.clangxx, "c++", "gnu++17")) if c]
    for command in commands:
        found |= set(re.findall(r"(?m)^#define (\w+)(?![\w(])", harness.run(command, stdin=empty).out))
    return found


def nvcc_macros(tools, folder):
    path = os.path.join(folder, "empty.cu")
    harness.write(path, "\n")
    found = set()
    for arch, std in (("sm_80", "c++11"), ("sm_100f", "c++20")):
        out = harness.run([tools.nvcc, "-arch=" + arch, "-std=" + std, "-E", "-Xcompiler", "-dM", path]).out
        found |= set(re.findall(r"(?m)^#define (\w+)(?![\w(])", out))
    return found


def printed_names(tcgen):
    """{description: the arguments and locals of its header}: two words side by side declare the second."""
    found = {}
    for path in harness.descriptions("generator/kit.tc"):
        header = harness.run([tcgen, "-I", "tests/golden/names", "-Wno-fallback", "-o", "-", path]).out
        text = re.sub(r"(?m)/\*(?:.|\n)*?\*/|\"[^\"]*\"|^#.*$", "", header)
        names = re.findall(r"(?:unsigned|int|long|char|short|float|double|tc_\w+)[ *]+([a-z]\w*)\s*[=;,)\[]", text)
        found[path] = {n for n in names if not n.startswith("tc_")}
    return found


FUNCTION = re.compile(r"(copy|copy_async|relayout|fill|reduce|scan|lane0)\b")


def renamed(text, old, name):
    """The description with `name` in place of `old`, or None when nothing changes. Functions that neither have it nor
    use a layout that has it are left out: their text would be that of every other run."""
    statements, kept, layouts, changed = re.split(r"(?m)^(?=[a-z])", text), [], set(), False
    for was in statements:
        new = re.sub(r"(?<![\w@])(?:%s)\b" % old, name, was)
        changed |= new != was
        concerned = new != was or layouts & set(re.findall(r"\w+", was))
        if FUNCTION.match(was):
            kept += [new] if concerned else []
            continue
        kept.append(new)
        if concerned:
            layouts.add(was.split()[1])
    return "".join(kept) if changed else None


SHARES = 3  # of the names: each role and description tries one, in turns, and --long all


class Names:
    def __init__(self, args, tally):
        self.args, self.tally, self.tools = args, tally, harness.Tools(args.build)
        self.folder = os.path.join(args.build, "tests", "names")
        self.turn = 0  # of the compilers and standards

    def generate(self, header, text):
        """True: written. A refusal has an id of its own and a place, or the check fails."""
        os.makedirs(self.folder, exist_ok=True)
        path = os.path.join(self.folder, header)
        result = harness.run([self.args.tcgen, "-I", "tests/golden/names", "-Wno-fallback", "-o", path, "-"], stdin=text)
        if result.code == 0:
            return True
        good = result.code == 1 and re.search(
            r"<stdin>:\d+:\d+: error: .*\[E_(RESERVED_NAME|NAME_TAKEN|BAD_NAME|SYMBOL_ROLES)\]", result.err)
        self.tally.check("refused/%s" % header, good, result)
        return False

    def together(self, name, headers):
        """One C++ unit for all headers, each in a namespace of its own; macros have none, so none is left."""
        lines = ['#include "tilecopy/tilecopy.h"', '#include "tilecopy/tensormap.h"']
        for i, header in enumerate(headers):
            defined = re.findall(r"(?m)^#define (\w+)", harness.read(os.path.join(self.folder, header)))
            lines += ["namespace n%d {" % i, '#include "%s"' % header, "}"]
            lines += ["#undef " + macro for macro in sorted(set(defined))]
        unit = os.path.join(self.folder, name + ".cc")
        harness.write(unit, "\n".join(lines) + "\n")
        return unit

    def host(self, role, header):
        unit = os.path.join(self.folder, role + ".c")
        harness.write(unit, '#include "%s"\n' % header)
        self.turn += 1
        for tool, standard in STANDARDS if self.args.long else STANDARDS[self.turn % 4::4]:
            name, compiler = "host/%s/%s %s" % (role, tool, standard), getattr(self.tools, tool)
            if not compiler:
                self.tally.skip(name, self.tools.why(tool))
                continue
            result = harness.run([compiler, "-x", "c++" if "+" in standard else "c", "-std=" + standard]
                                 + WARNINGS + [unit])
            self.tally.check(name, result.code == 0, result)

    def device(self, role, unit):
        if not self.tools.nvcc:
            self.tally.skip("nvcc/%s" % role, self.tools.why("nvcc"))
            return
        passes = (("sm_80", "c++11", "1"), ("sm_100a", "c++20", "0"))
        for arch, std, check in passes if self.args.long else passes[self.turn % 2:][:1]:
            source = os.path.join(self.folder, role + ".cu")
            harness.write(source, "#include <cstdio>\n" + harness.read(unit))
            result = harness.run([self.tools.nvcc, *self.tools.quick, "-arch=" + arch, "-std=" + std, "-DTC_CHECK=" + check,
                                  "-Iinclude", "-Werror", "all-warnings", "-cubin", "-o", os.devnull, source])
            self.tally.check("nvcc/%s/%s %s" % (role, arch, std), result.code == 0, result)

    def role(self, role, text, names):
        """Which names are accepted, and one header of all that are."""
        accepted = []
        for i, name in enumerate(names):
            # as a prefix the name is made of both: prefix linu, as x
            cut = max((k for k in range(1, len(name)) if name[k].isalpha()), default=0)
            line = text.format(name=name, i=i, head=name[:cut] or "p", last=name[cut:])
            if self.generate("one_%s.h" % role, line + "\n"):
                accepted.append(line)
        refused = len(names) - len(accepted)
        self.tally.check("some accepted, some refused/%s" % role, accepted and refused, "%d of %d" % (refused, len(names)))
        if role == "prefix":  # a file has one prefix
            for i, line in enumerate(accepted):
                self.generate("prefix_%d.h" % i, line + "\n")
            headers = ["prefix_%d.h" % i for i in range(len(accepted))]
            unit = os.path.join(self.folder, role + "_gen.h")
            harness.write(unit, "".join('#include "%s"\n' % h for h in headers))
        elif not self.tally.check("all together/%s" % role, self.generate(role + "_gen.h", "\n".join(accepted) + "\n")):
            return
        self.host(role, role + "_gen.h")
        self.device(role, os.path.join(self.folder, role + ".c"))

    def own(self, name, inputs):
        """In place of ld, and of the origins m and k, in every description; of one of them in turns."""
        headers = []
        self.turn += 1
        for i, (path, text) in enumerate(inputs):
            for j, old in enumerate(("ld", r"m(?=:)|m(?= %)|m(?= <)", r"k(?=:)|k(?= %)|k(?= <)")):
                if not self.args.long and (i + j + self.turn) % SHARES:
                    continue
                if j == 0 and re.search(r"\[\([^\]]*\b%s\b[^\]]*\bld\b" % re.escape(name), text):
                    continue  # of one layout two numbers would be one: S[(D,H,W):(ld,ld,1)] overlaps itself
                changed = renamed(text, old, name)
                header = "own_%s_%d_%d.h" % (name, i, j)
                if changed and self.generate(header, changed):
                    headers.append(header)
        return headers

    def owns(self, names, inputs):
        """One unit of all headers of several names."""
        headers = [header for name in names for header in self.own(name, inputs)]
        unit = self.together("own_" + names[0], headers)
        result = harness.run([self.tools.gxx or self.tools.clangxx, "-std=c++11"] + WARNINGS + [unit])
        self.tally.check("own/%s (%d headers)" % (" ".join(names), len(headers)), result.code == 0, result)
        return len(headers)


def check_primitives(tally, tools, folder):
    """Every row that Plans use and every form that the printer makes of it can be called."""
    names = harness.planned_primitives() - {"tc_move"}
    printed = re.findall(r"\"(tc_\w+)\(", "".join(
        harness.read(p) for room in ("text", "tell", "pipeline") for p in glob.glob("generator/%s/*.c" % room)))
    printed += re.findall(r"\"(tc_\w+)\"", harness.read("generator/text/body.c") + harness.read("generator/text/operand.c"))
    types = {"tc_b64", "tc_b128", "tc_b256", "tc_dsmem", "tc_mbarrier"}
    text = "".join(harness.read(p) for p in sorted(glob.glob("include/tilecopy/*.h")))
    tally.check("primitives/the table was read", len(names) > 30 and "tc_warp_sync" in names
                and {"tc_left", "tc_warp_sync_mask", "tc_from"} <= set(printed), (names, printed))
    unit = '#include "tilecopy/tilecopy.h"\n%svoid *names[] = {%s};\n'
    wanted = sorted(set(names) | set(printed) - types)
    for where, mark, command in (
            ("host", "", [tools.gxx or tools.clangxx, "-x", "c++", "-fsyntax-only"]),
            ("device", "__device__ ", [tools.nvcc, *tools.quick, "-arch=sm_100a", "-cubin", "-o", os.devnull])):
        if not command[0]:
            tally.skip("primitives/%s" % where, tools.why("nvcc"))
            continue
        for name in wanted:
            if not re.search(r"\b%s\b" % name, text) and where == "device":
                tally.fail("primitives/%s/%s" % (where, name), "no header of include/tilecopy/ has it")
        path = os.path.join(folder, "primitives_%s.cu" % where)
        harness.write(path, unit % (mark, ", ".join("(void *)%s" % n for n in wanted)))
        result = harness.run(command + ["-Iinclude", path])
        tally.check("primitives/%s" % where, result.code == 0, result)


def main():
    args, tally = harness.start(__doc__)
    tools, names = harness.Tools(args.build), Names(args, tally)
    os.makedirs(names.folder, exist_ok=True)
    check_primitives(tally, tools, names.folder)
    predefined, declared = macros(tools), printed_names(args.tcgen)
    printed = sorted(set().union(*declared.values()))
    tally.check("macros were found", {"linux", "unix", "__STDC__"} <= predefined, predefined)
    tally.check("printed names were found", {"v", "rank", "from", "row", "at0"} <= set(printed), printed)
    if tools.nvcc:
        found = nvcc_macros(tools, names.folder)
        tally.check("nvcc's macros were found", {"NULL", "__CUDACC__"} <= found, found)
        predefined |= found
    else:
        tally.skip("nvcc's macros", tools.why("nvcc"))
    plain = sorted(n for n in predefined if not n.startswith("_")) + ["_x", "__x86_64__", "__CUDA_ARCH__"]
    own = sorted(set(printed) | set("v v_ bar bar_ cta policy scratch parity there done at0 turn0 i j i8 i9 from to".split()))
    for number, (role, text) in enumerate(ROLES):
        if tally.wants(role):
            tried = sorted(set(KEYWORDS + plain + own + ([] if role == "prefix" else HIDDEN)))
            names.role(role, text, tried if args.long else tried[number % SHARES::SHARES])
    paths = harness.descriptions()
    inputs = [(p, harness.read(p)) for p in (paths if args.long else harness.cover(paths, declared.get))]
    wanted, total = [name for name in own if tally.wants("own/" + name)], 0
    for i in range(0, len(wanted), TOGETHER):
        total += names.owns(wanted[i:i + TOGETHER], inputs)
    if tally.wants("own"):
        tally.check("own/some were accepted", total > len(own), total)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
