"""Headers read by a reader of their own, contract and code beside one another: what a contract asks of arguments
is what the definition checks, the form without a rank hands on what it got, constants are those of the contract,
each local is used, nothing stands there that does nothing, and clang-format leaves it alone."""
import glob
import os
import re

import harness

USELESS = (r"\* 1\b(?!ull)", r"/ 1\b", r"% 1\b", r"\b0 [+*]", r"[-+] 0\b(?!u)", r"\(\(\w+\)\)", r"if \(1\)",
           r"&& 1\b", r"\b0 < 1\b")
DIGITS = ("row", "col", "chunk", "warp", "part")


def pieces(header):
    """[(name, contract, text)] of each name that the header defines."""
    found = re.finditer(r"(?s)(?:/\*((?:(?!\*/).)*)\*/\n)?#ifndef TC_DEFINED_(\w+)\n#define TC_DEFINED_\2 0x\w+\n(.*?)"
                        r"\n#elif TC_DEFINED_\2 ", header)
    return [(m.group(2), m.group(1) or "", m.group(3)) for m in found]


def item(contract, label):
    found = re.search(r"(?ms)^ ?\*? ?%s +(.*?)(?=^ \* [A-Z]\w+  |\Z)" % label, contract)
    return re.sub(r"\n \* +", " ", found.group(1)).strip().rstrip(".") if found else ""


def checks(text, macro):
    """The arguments of each TC_CHECK_macro(...);"""
    found = re.findall(r"TC_CHECK_%s\((.*?)\);" % macro, re.sub(r"\s*\n\s*", " ", text))
    return [m.strip().split(", ") for m in found]


def wanted_alignments(requires):
    wanted = set()
    for clause in requires.split("; "):
        found = re.match(r"([\w, ]+?) (\d+)-byte aligned$", clause)
        wanted |= {(name, found.group(2)) for name in re.split(r", | and ", found.group(1))} if found else set()
    return {a for a in wanted if a[1] != "1"}


def wanted_bounds(requires):
    """ld >= 64, y >= -5 and <= 5, ld <= 7, ld % 8 == 0, n < 2^31 as C; of a multiple of 8 the last one below 2^31."""
    wanted = set()
    for clause in re.split(r"; |, ", requires):
        both = re.match(r"(\w+) >= (-?\d+) and <= (-?\d+)$", clause)
        last = re.match(r"(\w+) < 2\^31$", clause)
        if both:
            wanted |= {"%s >= %s" % both.group(1, 2), "%s <= %s" % both.group(1, 3)}
        elif last:
            known = re.search(r"\b%s %% (\d+) == 0" % last.group(1), requires)
            step = int(known.group(1)) if known else 1
            wanted.add("%s <= %d" % (last.group(1), (2 ** 31 - 1) // step * step))
        elif re.match(r"\w+ (>=|<=) -?\d+$|\w+ % \d+ == 0$", clause):
            wanted.add(clause)
        elif re.match(r"\w+ >= \w+( or \w+ >= \d+)?$", clause):
            wanted.add("(%s)" % clause.replace(" or ", " || "))
    return {b for b in wanted if not b.startswith("barrier")}


def contract_faults(contract, text):
    requires = item(contract, "Requires")
    code = re.sub(r"(?s)#if defined\(TC_TENSORMAPS\).*?\n#endif", "", text)
    if "\n#else\n" in code or "TC_CHECK_TENSORMAP" in code or not requires:
        return  # bodies that differ, each with its own; the contract says what all of them need
    held = checks(code, "SCRATCH")
    joined = re.sub(r"\s*\n\s+", " ", code).replace(";", ";\n")
    bounds = {part for line in re.findall(r"TC_CHECK_LIMIT\((.*)\);", joined) for part in line.split(" && ")}
    pairs = {tuple(sorted(m)) for m in re.findall(r"(\w+) and (\w+) do not overlap", requires)}
    aligned = {tuple(a) for a in checks(code, "ALIGN")} | {(a[0], a[2]) for a in held}
    sides = [("alignment", aligned, wanted_alignments(requires)),
             ("overlap", {tuple(sorted(a[0::2])) for a in checks(code, "APART")}, pairs),
             ("memory", {(a[0], a[1]) for a in held}, set(re.findall(r"(\w+) holds (\d+) bytes", requires))),
             ("bounds", {b for b in bounds if not re.search(r"cluster|ll \+|^\d|barrier", b)}, wanted_bounds(requires))]
    for what, checked, asked in sides:
        if checked != asked:
            yield "%s: checked %s, asked %s" % (what, sorted(checked - asked), sorted(asked - checked))


def definitions(text):
    """[(name, [arguments], body)]"""
    for match in re.finditer(r"(?ms)^TC_FN [\w ]+?\*?(\w+)\((.*?)\) \{\n(.*?)^\}", re.sub(r"\(\n\s+", "(", text)):
        arguments = [re.search(r"(\w+)(?:\[\d+\])?$", a.strip()).group(1) for a in match.group(2).split(",")]
        yield match.group(1), [a for a in arguments if a != "void"], match.group(3)


def form_faults(text):
    """NAME(a, b) calls NAME_at(TC_RANK_.., a, b); an argument that a body does not read is named as (void)x."""
    known = {}
    for function, arguments, body in definitions(text):
        known[function] = arguments
        call = re.search(r"\b%s_at\(\s*(.*?)\);" % re.escape(function), body, re.S)
        if call:
            handed = re.split(r",\s*", call.group(1).strip())
            ranked = handed[0].startswith("TC_RANK_") or handed[0] in arguments
            if handed[1:] != known.get(function + "_at", [0])[1:] or not ranked:
                yield "%s hands on %s" % (function, handed)
        named = set(re.findall(r"\(void\)(\w+);", body))
        rest = re.sub(r"\(void\)\w+;", "", body)
        read = re.sub(r"TC_CHECK_\w+\([^;]*\);", "", rest)
        unused = {a for a in arguments if not re.search(r"\b%s\b" % a, read)}
        if named != unused and "#if" not in rest:
            yield "%s does not use %s and names %s" % (function, sorted(unused), sorted(named))
        for branch in re.split(r"(?m)^#\w.*$", re.sub(r"(?s)/\*.*?\*/", "", rest)):
            yield from body_faults(branch)


def body_faults(body):
    """Of one body: locals, loops, and what does nothing."""
    types = r"(?:const )?(?:unsigned long long|unsigned char|unsigned short|signed char|long long|\w+)"
    for local in re.findall(r"(?m)^ +%s (\w+)(?:\[\d+\])?(?: = [^;]*)?;" % types, body):
        if len(re.findall(r"\b%s\b" % local, body)) < (3 if local in DIGITS else 2) and not body.count("return "):
            yield "local %s is not used%s: %s" % (local, " twice" if local in DIGITS else "", body)
    for useless in USELESS:
        if re.search(useless, body):
            yield "%s: %s" % (useless, body)
    inside = []  # columns of the loops around a line
    lines = body.split("\n")
    for at, line in enumerate(lines):
        column = len(line) - len(line.lstrip())
        inside = [c for c in inside if c < column or not line.strip()]
        loop = re.match(r" +for \(unsigned (\w+) = 0; \1 < (\d+); \1\+\+\)", line)
        if not loop:
            continue
        nest = "\n".join(lines[at + 1:])
        nest = nest[:re.search(r"(?m)^ {0,%d}\S|\Z" % column, nest).start()]
        inner = re.findall(r"for \(unsigned \w+ = 0; \w+ < (\d+);", nest)
        turns = int(loop.group(2)) * (nest.count(";") - 2 * len(inner))
        for extent in inner:
            turns *= int(extent)
        if not inside and turns <= 4 and "+=" not in nest and "smem->" not in nest:
            yield "loop %s of %d executions: %s" % (loop.group(1), turns, body)
        inside.append(column)


def constant_faults(name, contract, text):
    values = dict(re.findall(r"(?m)^#define %s_(\w+) (?:\s*\\\n\s*)?(.*)$" % re.escape(name.upper()), text))
    bodies = [body for function, _, body in definitions(text) if function in (name, name + "_at")]
    for body in bodies[:1]:
        for rank in checks(body, "RANK") + checks(body, "RANK_OF_SOME"):
            if values.get("THREADS", rank[1]) != rank[1]:
                yield "threads: %s and %s" % (rank, values)
        for arena, size, align in checks(body, "SCRATCH"):
            want = (values.get(arena.upper() + "_BYTES", size), values.get(arena.upper() + "_ALIGN", align))
            if want != (size, align) and arena != "smem" and "#if" not in body:
                yield "memory: %s and %s" % ((arena, size, align), values)
    aligned = [int(a[1]) for a in checks(text, "ALIGN") if a[0] != "index"]
    if "ALIGN" in values and aligned and int(values["ALIGN"]) != max(aligned):
        yield "alignment: %s and %s" % (aligned, values)
    shape = re.search(r"(?:Copies|copy of) a (\d+(?:x\d+)*) (?:[iuf]|bf)(\d+) tile", item(contract, "What"))
    if shape and "BYTES" in values and "onvert" not in contract:
        count = int(shape.group(2)) // 8
        for extent in shape.group(1).split("x"):
            count *= int(extent)
        product = re.match(r"\(([\d *]+)\)$|(\d+)$", values["BYTES"])
        given = 1
        for factor in re.findall(r"\d+", product.group(0) if product else "0"):
            given *= int(factor)
        if given != count:
            yield "bytes: %s of %s" % (values["BYTES"], shape.group(0))


def case_headers(case):
    generator, tools, names = os.path.join(harness.ROOT, "generator"), harness.Tools(case.build), []
    for path in sorted(glob.glob(os.path.join(harness.ROOT, "tests", "golden", "*", "input.tc"))):
        name = os.path.basename(os.path.dirname(path))
        names.append(os.path.join(case.folder, name + ".h"))
        case.run("-Wno-fallback", "-Wno-share", "-I", generator, "-o", name + ".h", path)
        header, faults = case.read(name + ".h"), []
        for line in header.split("\n"):
            if len(line) > 100 or line.endswith(" "):
                faults.append("a line of %d columns: %s" % (len(line), line))
        for function, contract, text in pieces(header):
            found = [*contract_faults(contract, text), *form_faults(text), *constant_faults(function, contract, text)]
            faults += ["%s: %s" % (function, fault) for fault in found]
        case.expect(name, not faults, "\n".join(faults))
    if not tools.clang_format:
        case.tally.skip("headers/format", tools.why("clang_format"))
        return
    style = "--style=file:" + os.path.join(harness.ROOT, ".clang-format")
    result = harness.run([tools.clang_format, style, "--dry-run", "-Werror", *names])
    case.expect("format", result.code == 0, result)
