#!/usr/bin/env python3
"""Checks the source as text: rooms, words, sizes, versions, whitespace, formatting.

usage: run.py [--build build] [--only RULE] [--format]

Each rule gets the tree and returns its complaints. Every rule is first tried on a planted fault, so
that one that cannot fail is itself a failure. --format runs clang-format over hand-written C.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(harness.ROOT, "tools")]
import pins  # noqa: E402
from faults import FAULTS  # noqa: E402

ROOMS = ["base", "lang", "layout", "primitives", "plan", "tile", "variants", "dispatch", "text", "reread", "tell", "draw",
         "coords", "descriptor", "pipeline", "scan"]
C_ENDINGS = (".c", ".h", ".cu", ".cuh", ".cc", ".cpp")
CODE_ENDINGS = C_ENDINGS + (".py", ".sh", ".mk", ".def", ".tc", ".cmake", "CMakeLists.txt", ".toml")
MAX_LINES, MAX_FUNCTION = 600, 60
SMALL_ROOMS, MAX_ROOM_LINES, MAX_ROOM_FILES = ["text", "reread", "tell", "dispatch", "primitives"], 6000, 30
COLUMNS = 100
MADE_PAGES = ("docs/primitives.md", "docs/kit.md", "docs/prelude.md", "docs/fragments.md")
# Spelled in pieces: this file is checked too.
UNFINISHED = re.compile(r"\b(%s)\b" % "|".join(
    ["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK", "not imple" + "mented", "unimple" + "mented", "st" + "ub"]))
MACHINE_PATH = re.compile("/(%s)/" % "|".join(["wo" + "rk", "fa" + "rm", "ro" + "ot", r"ho" + r"me/[a-z]+"]))


class Tree:
    """The files that belong to the repository, relative to its root, and their text."""

    def __init__(self, root):
        self.root, self.texts = root, {}
        self.files = sorted(n for n in set(harness.repository(root))
                            if n and not n.startswith("build/") and "__pycache__" not in n and os.path.isfile(os.path.join(root, n)))

    def text(self, name):
        if name not in self.texts:
            with open(os.path.join(self.root, name), "rb") as f:
                self.texts[name] = f.read().decode("utf-8", "replace")
        return self.texts[name]

    def select(self, *starts, endings=None):
        return [f for f in self.files if (not starts or f.startswith(starts))
                and (endings is None or f.endswith(endings))]


def is_generated(name):
    return re.match(r"include/tilecopy/wgmma_\w+\.h$", name) or name in ("include/tilecopy_gen.h", "include/tilecopy/host/rows.h", "include/tilecopy/again.h") or name.endswith(("_gen.h", "/expected.h"))


def lines_matching(tree, files, pattern, what):
    for name in files:
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            found = pattern.search(line)
            if found:
                yield "%s:%d: %s: %s" % (name, number, what, line.strip()[:100])


def rule_rooms(tree):
    """A room includes only rooms listed before it, and never a .c file. A .def file is rows, no code:
    the language takes the names of variants.def."""
    for name in tree.select("generator/", endings=(".c", ".h")):
        parts = name.split("/")
        room = parts[1] if len(parts) > 2 else None
        if room is not None and room not in ROOMS:
            yield "%s: %s is no room" % (name, room)
            continue
        allowed = ROOMS[:ROOMS.index(room) + 1] if room else ROOMS
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if not found:
                continue
            path = os.path.normpath(os.path.join(os.path.dirname(name), found.group(1))).split("/")
            if path[-1].endswith(".c"):
                yield "%s:%d: includes a .c file" % (name, number)
            elif path[0] == "generator" and len(path) == 2 and room is None:
                continue  # main.c and what is its own
            elif path[0] != "generator" or len(path) != 3:
                yield "%s:%d: includes %s, which is in no room" % (name, number, found.group(1))
            elif path[1] not in allowed and not path[-1].endswith(".def"):
                yield "%s:%d: room %s includes room %s, which comes later" % (name, number, room, path[1])


def rule_asm(tree):
    """Inline asm stands only under include/tilecopy/. A label behind a declaration is none: it is the name
    that the object file has for it, as a compiler of C++ would make it. tests/cuda is CUDA as others write it."""
    pattern = re.compile(r"^(?!static [^=;{]+[\])] __asm__\(\"[\w.]+\"\);$)"
                         r".*\b(asm|__asm|__asm__)\b(\s+(volatile|__volatile__|goto))*\s*\(")
    files = [f for f in tree.select("generator/", "examples/", "tests/", "include/", endings=C_ENDINGS)
             if not f.startswith(("include/tilecopy/", "tests/cuda/"))]
    return lines_matching(tree, files, pattern, "inline asm outside include/tilecopy")


def rule_include_alone(tree):
    """include/ knows nothing of the generator."""
    files = [f for f in tree.select("include/") if not is_generated(f)]
    return lines_matching(tree, files, re.compile(r"generator/|\bgenerator\b|TCGEN_"), "mentions the generator")


def rule_file_size(tree):
    for name in tree.select(endings=CODE_ENDINGS):
        count = tree.text(name).count("\n")
        if count > MAX_LINES and not is_generated(name):
            yield "%s: %d lines, at most %d" % (name, count, MAX_LINES)


def rule_room_size(tree):
    """Rooms that would otherwise collect strangers stay within so many lines and files."""
    for room in SMALL_ROOMS:
        files = tree.select("generator/%s/" % room, endings=(".c", ".h", ".def"))
        lines = sum(tree.text(name).count("\n") for name in files)
        if lines > MAX_ROOM_LINES or len(files) > MAX_ROOM_FILES:
            yield "generator/%s: %d lines in %d files, at most %d in %d" % (
                room, lines, len(files), MAX_ROOM_LINES, MAX_ROOM_FILES)


def prose(name, text):
    """(line number, line) of what is read as prose: comments of C, and pages without their tables, blocks and links.
    A row of a .def file is no prose."""
    block = False
    for number, line in enumerate(text.splitlines(), 1):
        if name.endswith(".md"):
            block ^= line.lstrip().startswith("```")
            if not block and not line.startswith("    ") and not line.lstrip().startswith(("|", "```")) and not re.match(r"\s*\[[^]]*\]: ", line):
                yield number, line
        else:
            begins = line.lstrip().startswith("/*")
            if block or begins:
                yield number, line
            at = line.rfind("/*")
            block = line.rfind("*/") < at if at >= 0 else block and "*/" not in line


def rule_line_length(tree):
    """Prose stays within COLUMNS; clang-format keeps the code there."""
    pages = [n for n in tree.select("docs/", endings=(".md",)) if n not in MADE_PAGES]
    for name in pages + tree.select("generator/", endings=(".c", ".h", ".def")):
        if not is_generated(name):
            for number, line in prose(name, tree.text(name)):
                if len(line) > COLUMNS:
                    yield "%s:%d: %d columns, at most %d" % (name, number, len(line), COLUMNS)


def rule_function_size(tree):
    """A function from its first line at column 1 to the lone brace at column 1; inside, all is
    indented."""
    for name in tree.select("generator/", "include/tilecopy/", endings=(".c", ".h")):
        begin = 0
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            if line == "}" and number - begin + 1 > MAX_FUNCTION:
                yield "%s:%d: a function of %d lines, at most %d" % (name, begin, number - begin + 1, MAX_FUNCTION)
            elif re.match(r"[A-Za-z_]", line):
                begin = number


# What outlives a call: the arena with its budget, and the sink of diagnostics. tcgen_run resets both.
STATE = {"generator/base/memory.c": "arena", "generator/base/diag.c": "sink"}


def objects(text):
    """(line, name, is it constant) of what is declared outside of functions, or static inside of one."""
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group(0)), text, flags=re.S)
    for found in re.finditer(r"(?m)^(?:[ ]+static\b|(?!typedef|enum|extern|return)[A-Za-z_])[^;{}()=#\"]*", text):
        head, after = found.group(0), text[found.end():]
        if after.startswith("(*"):
            head += "*" + re.match(r"\(\*([^)(]*)", after).group(1)
        elif after.startswith("{") and "const" not in head:
            named = re.search(r"\n[ ]*\}[ ]*(\w*)", after)
            head += " " + (named.group(1) if named else "")
            if named and not named.group(1):
                continue  # struct Block { ... };
        elif not after.startswith((";", "=")):
            continue
        name = re.search(r"(\w+)\s*(\[[^\]]*\]\s*)*$", head)
        constant = re.search(r"\bconst\s+\w+\s*(\[[^\]]*\]\s*)*$", head) or ("const" in head and "*" not in head)
        yield text.count("\n", 0, found.start()) + 1, name.group(1) if name else "", bool(constant)


def rule_state(tree):
    """What is remembered has an owner: all else is constant, also the pointer that it is."""
    for name in tree.select("generator/", endings=(".c", ".h")):
        for line, word, constant in objects(tree.text(name)):
            if not constant and STATE.get(name) != word:
                yield "%s:%d: %s outlives a call" % (name, line, word)


def rule_unfinished(tree):
    files = tree.select("generator/", "include/", "tests/", "examples/", "bench/", "tools/", "mk/", "docs/",
                        "cmake/", "python/")
    return lines_matching(tree, files, UNFINISHED, "unfinished")


def rule_machine_paths(tree):
    return lines_matching(tree, tree.select(), MACHINE_PATH, "a path of one machine")


def rule_versions(tree):
    """VERSION, TCGEN_VERSION, TILECOPY_VERSION (0.1.0 is 100), where tilecopy.h checks that, and the newest
    entry of the changelog."""
    version = tree.text("VERSION").strip() if "VERSION" in tree.files else ""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield "VERSION: %r is no version" % version
        return
    number = 0
    for part in version.split("."):
        number = number * 100 + int(part)
    wanted = [("generator/base/base.h", r'#define TCGEN_VERSION "([^"]*)"', version),
              ("include/tilecopy/config.h", r"#define TILECOPY_VERSION (\d+)", str(number)),
              ("include/tilecopy/config.h", r"&& TILECOPY_VERSION != (\d+)", str(number)),
              ("CHANGELOG.md", r"(?m)^## \[?v?(\d+\.\d+\.\d+)", version)]
    for name, pattern, want in wanted:
        found = re.search(pattern, tree.text(name)) if name in tree.files else None
        if found is None or found.group(1) != want:
            yield "%s: says %s, VERSION is %s" % (name, found.group(1) if found else "nothing", version)


def rule_whitespace(tree):
    """As .editorconfig says: no trailing blanks, a newline at the end, no tabs but in makefiles."""
    for name in tree.select(endings=CODE_ENDINGS + (".md", "Makefile", ".json", "VERSION")):
        if name.startswith("tests/errors/") or "/corpus/" in name:
            continue  # inputs may be as odd as they like
        text = tree.text(name)
        if text and not text.endswith("\n"):
            yield "%s: no newline at the end" % name
        for number, line in enumerate(text.split("\n"), 1):
            if line != line.rstrip(" \t\r"):
                yield "%s:%d: trailing blanks" % (name, number)
            if "\t" in line and not name.endswith((".mk", "Makefile", ".md")):
                yield "%s:%d: a tab" % (name, number)


def rule_pins(tree):
    """What is only expected because it came out last time."""
    count = sum(tree.text(name).count("\n") for name in tree.files if pins.is_pin(name))
    if count > pins.MOST:
        yield "%d lines of pins, at most %d: tools/pins.py says where" % (count, pins.MOST)


def rule_scripts(tree):
    """Python and shell parse."""
    for name in tree.select(endings=".py"):
        try:
            compile(tree.text(name), name, "exec")
        except SyntaxError as e:
            yield "%s:%s: %s" % (name, e.lineno, e.msg)
    for name in [f for f in tree.files if f.endswith(".sh") or f == ".ci/run"]:
        result = harness.run(["bash", "-n", os.path.join(tree.root, name)])
        if result.code != 0:
            yield "%s: %s" % (name, result.err.strip())


RULES = [rule_rooms, rule_asm, rule_include_alone, rule_file_size, rule_room_size, rule_line_length,
         rule_function_size, rule_state, rule_unfinished,
         rule_machine_paths, rule_versions, rule_whitespace, rule_pins, rule_scripts]


def try_on_faults(tally):
    """Every rule must complain about its planted faults and about nothing in the sound tree."""
    with tempfile.TemporaryDirectory() as sound:
        for name, text in FAULTS["sound"].items():
            harness.write(os.path.join(sound, name), text)
        for rule in RULES:
            complaints = list(rule(Tree(sound)))
            tally.check("%s accepts a sound tree" % rule.__name__, not complaints, "\n".join(complaints))
    for rule in RULES:
        for number, files in enumerate(FAULTS[rule.__name__]):
            with tempfile.TemporaryDirectory() as faulty:
                for name, text in dict(FAULTS["sound"], **files).items():
                    harness.write(os.path.join(faulty, name), text)
                tally.check("%s finds planted fault %d" % (rule.__name__, number), list(rule(Tree(faulty))),
                            "no complaint about %s" % files)


def c_files(tree):
    return tree.select("generator/", "include/", "tests/", "examples/", "bench/", "tools/", "python/", endings=C_ENDINGS)


def check_format(tally, tools, tree):
    if not tools.clang_format:
        tally.skip("clang-format", tools.why("clang_format"))
        return
    names, check = c_files(tree), [tools.clang_format, "--dry-run", "-Werror"]
    told = "".join(harness.run(check + names[i::8], cwd=tree.root).err for i in range(8))
    for name in names:
        if "%s:" % name not in told:
            tally.ok("clang-format %s" % name)
            continue
        result = harness.run(check + [name], cwd=tree.root)
        tally.check("clang-format %s" % name, result.code == 0,
                    lambda: "\n".join(result.err.splitlines()[:12]))


def check_rows(args, tally, tools):
    """What `make rows` writes is as it would write it now."""
    if not tools.clang_format:
        tally.skip("rows", tools.why("clang_format"))
        return
    programs = [os.path.join(args.build, name) for name in ("rows", "embed")]
    made = harness.run(["make", "-s", *programs, "BUILD=" + args.build])
    tally.check("rows: the programs build", made.code == 0, made)
    result = harness.run([sys.executable, "tools/make_rows.py", "--build", args.build, "--check"])
    tally.check("rows: nothing is stale", result.code == 0, result)


def check_cppcheck(args, tally, tools, tree):
    """A minute and more of a processor: with --long."""
    if not args.long:
        return
    if not tools.cppcheck:
        tally.skip("cppcheck", tools.why("cppcheck"))
        return
    result = harness.run([tools.cppcheck, "--quiet", "--std=c11", "--enable=warning,portability",
                          "--inline-suppr", "--error-exitcode=1", "--suppress=missingIncludeSystem",
                          "--suppress=normalCheckLevelMaxBranches", "generator"], cwd=tree.root, timeout=1800)
    tally.check("cppcheck generator", result.code == 0, result)


def main():
    def more(p):
        p.add_argument("--format", action="store_true", help="rewrite instead of checking")
    args, tally = harness.start(__doc__, more)
    tools, tree = harness.Tools(args.build), Tree(harness.ROOT)
    if args.format:
        names = [f for f in c_files(tree) if not is_generated(f)]
        if not tools.clang_format:
            sys.exit(tools.why("clang_format"))
        return harness.run([tools.clang_format, "-i"] + names).code if names else 0
    for rule in RULES:
        if tally.wants(rule.__name__):
            complaints = list(rule(tree))
            tally.check(rule.__name__, not complaints, "\n".join(complaints))
    if tally.wants("faults"):
        try_on_faults(tally)
    if tally.wants("clang-format"):
        check_format(tally, tools, tree)
    if tally.wants("rows"):
        check_rows(args, tally, tools)
    if tally.wants("cppcheck"):
        check_cppcheck(args, tally, tools, tree)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
