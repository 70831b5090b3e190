#!/usr/bin/env python3
"""Wrong descriptions, one file for each diagnostic id: NAME.tc provokes E_NAME (or W_NAME), NAME.cu by `tcgen scan`.

usage: run.py [--build build] [--only NAME] [--form json]

The head of a file says what must be reported, all of it and in order:
    # expect: LINE:COL ID text        text is part of the message; FILE:LINE:COL in an import
    # expect-help: text               of the one before
    # command: json -Wno-fallback     instead of `json`
Each is run three times, for text, JSON and SARIF. Inputs that no text file can hold stand below.
"""
import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

HERE = os.path.join("tests", "errors")
LONG = b"a" * (1 << 20)
ROWS = b"copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]"
FILES = sorted(os.path.relpath(p, harness.ROOT) for e in ("tc", "cu") for p in glob.glob(os.path.join(harness.ROOT, HERE, "*." + e)))
NO_FILE = {
    "E_IMPORT_DEPTH": "made below, from a chain of files",
    "E_NOT_WRITTEN": "a matter of the outputs, not of a description; tests/cli provokes it",
    "E_PACK": "a matter of `tcgen pack`; tests/cli provokes it",
    "E_PACK_FILE": "a matter of `tcgen pack`; tests/cli provokes it",
    "E_VIEW": "a matter of the command line; tests/cli provokes it",
    "E_USAGE": "a matter of the command line; tests/cli provokes it",
    "E_UNKNOWN_FUNCTION": "a matter of the command line; tests/cli provokes it",
    "E_NOT_PROVEN": "a defect of tcgen, which no description provokes; tests/unit/test_dispatch.c does",
    "W_NOT_PROVEN": "a defect of tcgen, which no description provokes; tests/unit/test_dispatch.c does",
    "E_TEXT_DIFFERS": "a defect of tcgen, which no description provokes; tests/unit/test_ctext.c plants faults into texts",
    "W_ALIGN": "the group exists for -W; no variant reports it",
}


def expectations(text):
    """[(file or None, line, column, id, part of the message, part of the help or None)], command"""
    found, command = [], ["json"]
    for line in text.splitlines():
        line = re.sub(r"^// ", "# ", line)
        mark = re.match(r"# expect: (?:(\S+\.tc):)?(\d+):(\d+) ([EW]_[A-Z_]+) (.+)", line)
        if mark:
            found.append([mark.group(1), int(mark.group(2)), int(mark.group(3)), mark.group(4), mark.group(5), None])
        elif line.startswith("# expect-help: "):
            found[-1][5] = line[len("# expect-help: "):]
        elif line.startswith("# command: "):
            command = line[len("# command: "):].split()
    return found, command


def parse_json(stderr):
    return [d for line in stderr.splitlines() if line.startswith("{") for d in json.loads(line)["diagnostics"]]


def mismatch(wanted, got, path):
    """None, or the first difference between the expectations and the JSON diagnostics."""
    for want, have in zip(wanted, got):
        file, line, column, kind, message, fix = want
        where = os.path.join(HERE, file) if file else path
        if (where, line, column, kind) != (have["file"], have["line"], have["column"], have["id"]):
            return "want %s:%d:%d %s, got %s:%d:%d %s" % (
                where, line, column, kind, have["file"], have["line"], have["column"], have["id"])
        if message not in have["message"]:
            return "want '%s' in '%s'" % (message, have["message"])
        if fix and fix not in have["data"]["help"]:
            return "want help '%s', got '%s'" % (fix, have["data"]["help"])
        if have["severity"] != ("error" if kind.startswith("E_") else "warning"):
            return "%s is %s" % (kind, have["severity"])
    if len(wanted) != len(got):
        return "want %d diagnostics, got %s" % (len(wanted), [d["id"] for d in got])
    return None


def check_text(wanted, err, path):
    """The text form shows the place, the line itself and a caret under the column."""
    lines = err.splitlines()
    for file, line, column, kind, message, _ in wanted:
        where = "%s:%d:%d: " % (os.path.join(HERE, file) if file else path, line, column)
        at = [i for i, text in enumerate(lines) if text.startswith(where) and text.endswith("[%s]" % kind)]
        if not at:
            return "no line '%s... [%s]'" % (where, kind)
        source, caret = lines[at[0] + 1:at[0] + 3]
        written = harness.read(os.path.join(HERE, file) if file else path).split("\n")[line - 1]
        if len(written) <= 100 and (not source.endswith("| " + written) or caret.index("^") != source.index("|") + 1 + column):
            return "the caret of %s is not under column %d" % (kind, column)
    return None


def check_sarif(wanted, err):
    log = json.loads(err)
    results = log["runs"][0]["results"]
    rules = {r["id"] for r in log["runs"][0]["tool"]["driver"]["rules"]}
    got = [(r["ruleId"], r["locations"][0]["physicalLocation"]["region"]["startLine"]) for r in results]
    if log["version"] != "2.1.0" or got != [(w[3], w[1]) for w in wanted] or not {g[0] for g in got} <= rules:
        return "SARIF results %s" % got
    return None


def check_file(args, tally, path):
    name = os.path.basename(path)[:-3]
    if not tally.wants(name):
        return
    wanted, command = expectations(harness.read(path))
    if path.endswith(".cu"):
        command = ["scan", "-o", "-"]
    warns = all(w[3].startswith("W_") for w in wanted)
    if not any(w[3][2:].lower() == name for w in wanted):
        tally.fail(name, "the file expects no %s" % name)
        return
    for form in args.form or ("text", "json", "sarif"):
        result = harness.run([args.tcgen] + command + ["--diagnostics=" + form, path])
        try:
            wrong = (check_text(wanted, result.err, path) if form == "text" else
                     mismatch(wanted, parse_json(result.err), path) if form == "json" else
                     check_sarif(wanted, result.err))
        except (ValueError, KeyError, IndexError) as e:
            wrong = "cannot be read: %r" % e
        if result.code != (0 if warns else 1):
            wrong = wrong or "exit %s" % result.code
        if result.out and not warns:
            wrong = wrong or "output in spite of errors"
        tally.check("%s %s" % (name, form), not wrong, "%s\n%s" % (wrong, result))


def check_bytes(args, tally):
    """Inputs that are no text: each ends quickly, in one of the given ids, at a place."""
    folder = os.path.join(args.build, "errors")
    os.makedirs(folder, exist_ok=True)
    head = b"copy warp f32 smem S["
    inputs = {
        "parentheses": (b"(" * (1 << 20), "E_SYNTAX"),
        "parentheses in a layout": (head + b"(" * (1 << 20), "E_SYNTAX"),
        "braces": (b"reduce p " + b"{" * (1 << 20), "E_SYNTAX"),
        "braces over lines": (b"reduce p " + b"{\n" * (1 << 19), "E_SYNTAX"),
        "nul bytes": (b"\0" * 1000, "E_BAD_CHARACTER"),
        "nul in a statement": (head + b"\0(4)]\n", "E_BAD_CHARACTER"),
        "nul in a comment": (b"# a\0b\n", "E_BAD_CHARACTER"),
        "control bytes": (bytes(range(1, 32)) * 1000, "E_BAD_CHARACTER"),
        "high bytes": (bytes(range(128, 256)) * 4000, "E_BAD_CHARACTER"),
        "a long word": (b"a" * (1 << 20), "E_SYNTAX"),
        "a long number": (head + b"9" * (1 << 20), "E_OVERFLOW"),
        "a long name of a function": (ROWS + b" as " + LONG, "E_BAD_NAME"),
        "a long name of a layout": (b"layout " + LONG + b" = S[(32,8)]\n", "E_BAD_NAME"),
        "a long name of a tile": (head[:-2] + LONG + b" -> reg " + LONG, "E_UNKNOWN_LAYOUT"),
        "a long prefix": (b"prefix " + LONG, "E_BAD_NAME"),
        "a long axis": (head + b"(32,8)] -> reg S[(32,8):(1@" + LONG + b",1)]", "E_UNKNOWN_AXIS"),
        "a long dtype": (b"copy warp " + LONG + b" smem S[(32,8)] -> reg S[(32,8)]", "E_UNKNOWN_DTYPE"),
        "a long scope": (b"copy " + LONG + b" f32 smem S[(32,8)] -> reg S[(32,8)]", "E_UNKNOWN_SCOPE"),
        "a long space": (b"copy warp f32 " + LONG + b" S[(32,8)] -> reg S[(32,8)]", "E_UNKNOWN_SPACE"),
        "a long target": (b"target " + LONG, "E_UNKNOWN_TARGET"),
        "a long policy": (b"policy " + LONG, "E_UNKNOWN_POLICY"),
        "a long fact": (ROWS + b" where " + LONG + b" % 4 == 0", "E_UNKNOWN_NAME"),
        "a long option": (ROWS + b" { " + LONG + b"; }", "E_UNKNOWN_OPTION"),
        "a long variant": (ROWS + b" { using " + LONG + b"; }", "E_UNKNOWN_VARIANT"),
        "a long value": (ROWS + b" { cache " + LONG + b"; }", "E_OPTION_VALUE"),
        "a long stride that is an origin": (
            head + b"(32,64):(" + LONG + b",1)][0:32," + LONG + b":+8] -> reg S[(32,8):(1@laneid,1)]", "E_SYMBOL_ROLES"),
        "a long import": (b'import "' + LONG + b'"', "E_FILE_MISSING"),
        "open quote": (b'import "' + b"x" * (1 << 20), "E_UNTERMINATED"),
        "many errors": (b"copy\n" * 10000, "E_SYNTAX"),
        "a long name of a pipeline": (b"pipeline " + LONG + b" {\nii 8\n}\n", "E_BAD_NAME"),
        "a long name of a value": (b"pipeline p {\nii 8\nvalue " + LONG + b" mutex produce @0.0 consume @0.1\n}\n", "E_BAD_NAME"),
        "a long agent": (b"pipeline p {\nii 8\nvalue a mutex produce " + LONG + b" @0.0 consume @0.1\n}\n", "E_PIPELINE_NAME"),
        "a long clause": (b"pipeline p {\n" + LONG + b" 8\n}\n", "E_UNKNOWN_OPTION"),
        "a long kind of sync": (b"pipeline p {\nii 8\nvalue a mutex sync " + LONG + b" produce @0.0 consume @0.1\n}\n", "E_OPTION_VALUE"),
        "consumers without end": (b"pipeline p {\nii 8\nvalue a mutex produce @0.0 consume @0.1" + b", @0.1" * 100000 + b", @\n}\n", "E_SYNTAX"),
        "an open pipeline": (b"pipeline p {\n" * 1000, "E_UNTERMINATED"),
    }
    path = os.path.join(folder, "input.tc")
    for name, (data, kind) in inputs.items():
        if not tally.wants(name):
            continue
        with open(path, "wb") as f:
            f.write(data)
        for form in ("text", "json"):
            result = harness.run([args.tcgen, "json", "--diagnostics=" + form, path])
            if form == "json":
                got = parse_json(result.err) if result.code == 1 else []
                good = got and got[0]["id"] == kind and got[0]["line"] >= 1 and got[0]["column"] >= 1 and len(got) <= 20
                good = good and len(result.err) < 1000 * len(got)
            else:
                good = "[%s]" % kind in result.err and max(map(len, result.err.splitlines())) < 400
            tally.check("%s %s" % (name, form), result.code == 1 and good and not result.out, str(result)[:2000])


def check_imports(args, tally):
    """A chain of 40 files is too deep; a file that two others import is read once."""
    if not tally.wants("imports"):
        return
    folder = os.path.join(args.build, "errors")
    os.makedirs(os.path.join(folder, "more"), exist_ok=True)
    for i in range(40):
        with open(os.path.join(folder, "chain%d.tc" % i), "w", encoding="utf-8") as f:
            f.write('import "chain%d.tc"\n' % (i + 1))
    result = harness.run([args.tcgen, "json", "--diagnostics=json", os.path.join(folder, "chain0.tc")])
    got = parse_json(result.err)
    tally.check("imports too deep", [d["id"] for d in got] == ["E_IMPORT_DEPTH"], result)
    texts = {
        "more/shared.tc": "layout lanes8 = S[(32,8):(1@laneid,1)]\n",
        "left.tc": 'import "shared.tc"\n',
        "right.tc": 'import "more/shared.tc"\n',
        "top.tc": 'import "left.tc"\nimport "right.tc"\ncopy warp f32 smem S[(32,8)] -> reg lanes8\n',
    }
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)
    result = harness.run([args.tcgen, "json", "-I", os.path.join(folder, "more"), os.path.join(folder, "top.tc")])
    tally.check("imports once", result.code == 0 and len(json.loads(result.out)["functions"]) == 1, result)
    result = harness.run([args.tcgen, "json", os.path.join(folder, "top.tc")])
    tally.check("imports need -I", result.code == 1 and "E_FILE_MISSING" in result.err, result)


def check_warning_options(args, tally):
    """-W and -Werror on the one warning that every version reports."""
    if not tally.wants("warnings"):
        return
    path = os.path.join(HERE, "fallback.tc")
    for options, code, count in (([], 0, 1), (["-Wno-fallback"], 0, 0), (["-Werror"], 1, 1), (["-Werror=fallback"], 1, 1),
                                 (["-Wno-fallback", "-Werror=fallback"], 1, 1), (["-Werror=bank-conflict"], 0, 1)):
        result = harness.run([args.tcgen, "json", "--diagnostics=json"] + options + [path])
        got = parse_json(result.err)
        severity = {"error"} if code else {"warning"}
        good = result.code == code and len(got) == count and {d["severity"] for d in got} <= severity
        tally.check("warnings %s" % " ".join(options), good, result)
    for name, options, count in (("narrow", [], 0), ("narrow", ["-Wnarrow", "-Wno-narrow"], 0), ("narrow", ["-Werror"], 0),
                                 ("narrow", ["-Werror=narrow"], 5), ("bank_conflict", [], 1),
                                 ("bank_conflict", ["-Wno-bank-conflict"], 0), ("registers", ["-Wno-registers"], 0)):
        result = harness.run([args.tcgen, "names", "--diagnostics=json"] + options + [os.path.join(HERE, name + ".tc")])
        good = len(parse_json(result.err)) == count and result.code == (1 if "-Werror=narrow" in options else 0)
        tally.check("warnings of %s %s" % (name, " ".join(options)), good, result)
    result = harness.run([args.tcgen, "json", "-Wno-such-group", path])
    tally.check("warnings of no group", result.code == 2, result)


def check_ids(tally):
    """Sources, diags.def and these files speak of the same ids."""
    if not tally.wants("ids"):
        return
    rows = re.findall(r"(?m)^X\(([EW]_[A-Z_]+),", harness.read("generator/base/diags.def"))
    known = set(rows)
    tally.check("ids stand once", len(rows) == len(known), sorted(rows))
    sources = [p for p in glob.glob("generator/**/*.c", recursive=True)]
    used = {i for p in sources for i in re.findall(r'"([EW]_[A-Z_]+)"', harness.read(p))}
    files = {os.path.basename(p)[:-3] for p in FILES}
    tally.check("ids in diags.def", used <= known, sorted(used - known))
    tally.check("ids in use", known - used <= {"W_ALIGN"}, sorted(known - used))
    variants = set(re.findall(r"(?m)^X\((\w+|\"\w+\"),", harness.read("generator/variants/variants.def")))
    words = set(re.findall(r'(?m)^X\("(\w+)"\)', harness.read("generator/lang/variants_to_come.def")))
    both = {v.strip('"') for v in variants} & words
    tally.check("ids: a variant is built or to come", variants and not both, sorted(both))
    for kind in sorted(known - set(NO_FILE)):
        tally.check("ids: a file for %s" % kind, kind[2:].lower() in files)


def main():
    args, tally = harness.start(__doc__, lambda p: p.add_argument("--form", action="append", help="only this one"))
    check_ids(tally)
    for path in FILES:
        check_file(args, tally, path)
    check_bytes(args, tally)
    check_imports(args, tally)
    check_warning_options(args, tally)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
