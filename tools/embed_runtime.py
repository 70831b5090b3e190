#!/usr/bin/env python3
"""Makes the C file with the headers of tilecopy/ cut into items, from which `tcgen --single-file` prints those that a
header uses, and by which tcgen knows the header of each name.

usage: embed_runtime.py OUT.c INCLUDE

An item is a function, a type, a macro or a prototype with the comment in front of it, or a line of #if,
#else, #endif. Each names what it defines and what it uses, also in the conditions around it.
"""
import os
import re
import sys

FIRST = "tilecopy/host/kernel.h"  # it brings all others, in the order that compiles
# Functions side by side in these are one item: they are short, and need each other.
MERGED = ("tilecopy/config.h", "tilecopy/caller.h", "tilecopy/host/primitives.h")
WORD = re.compile(r"[A-Za-z_]\w*")
OPAQUE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"', re.S)
FUNCTION = re.compile(r"(?:^|\n)(?:TC_FN|TC_BOTH_FN|TC_DECLARE)\b[^(]*?\b(\w+)\(")
# What a program defines to ask for something, so that a question whether it is there needs nothing.
PROBE = re.compile(r"\bdefined\s*\(\s*(?!TC__)\w+\s*\)|^\s*#\s*ifn?def\s+(?!TC__).*")


class Item:
    def __init__(self, kind, header, comment="", text=""):
        self.kind, self.header, self.comment, self.text = kind, header, comment, text
        self.names = []  # of functions and types, the first of which is the guard
        self.defines, self.uses, self.guard, self.always = set(), set(), None, False


def logical_lines(text):
    """Lines, those that a backslash continues as one."""
    out = []
    for line in text.split("\n"):
        if out and out[-1].endswith("\\"):
            out[-1] += "\n" + line
        else:
            out.append(line)
    return out


def code(text):
    return OPAQUE.sub(" ", text)


def without_guard(lines):
    """The lines between #ifndef X, #define X and the last #endif, the comment in front, and X."""
    at = next(i for i, line in enumerate(lines) if line.startswith("#ifndef TILECOPY_"))
    depth, end = 1, at
    while depth:
        end += 1
        depth += bool(re.match(r"#\s*if", lines[end])) - lines[end].startswith("#endif")
    head = [line for line in lines[:at] if line.strip()]
    comment = "\n".join(head[:next((i + 1 for i, line in enumerate(head) if line.endswith("*/")), 0)])
    return comment, lines[at + 2:end], lines[at].split()[1]


class Reader:
    def __init__(self, include):
        self.include, self.items, self.headers, self.guards = include, [], [], []
        self.depth, self.dropped = 0, []  # of #if; where those begin that a single file has in its own form

    def read_all(self):
        """Those that the first brings, and those that a kernel includes by itself, such as mma.h."""
        self.read(FIRST)
        for base in sorted(os.listdir(os.path.join(self.include, "tilecopy"))):
            name = "tilecopy/" + base
            if base.startswith("wgmma"):
                continue  # thousands of lines, which a kernel includes by itself
            if base.endswith(".h") and base not in ("again.h", "tensormap.h") and name not in self.headers:
                self.read(name)

    def read(self, name):
        """The items of a header and, where it includes them, of the headers that came not before it."""
        with open(os.path.join(self.include, name), encoding="utf-8") as f:
            comment, lines, guard = without_guard(logical_lines(f.read()))
        self.headers.append(name)
        self.guards.append(guard)
        header = len(self.headers) - 1
        if not name.startswith("tilecopy/host/"):
            self.items.append(Item("HEAD", header, comment))
        at = 0
        while at < len(lines):
            at = self.item(name, header, lines, at)

    def item(self, name, header, lines, at):
        comment = []
        if lines[at].startswith("/*"):
            while not lines[at].rstrip().endswith("*/"):
                comment.append(lines[at])
                at += 1
            comment.append(lines[at])
            at += 1
        if at == len(lines) or not lines[at].strip():
            if comment and not comment[0].startswith("/* ----"):
                self.items.append(Item("NOTE", header, "\n".join(comment)))
            return at + 1
        line = lines[at]
        word = re.match(r"\s*#\s*(\w+)", line)
        if line.startswith("#ifndef TC_DEFINED_") or line.startswith("#ifdef TC_SINGLE_FILE"):
            self.dropped.append(self.depth)
            self.depth += 1
        elif word and word.group(1) == "endif" and self.dropped and self.dropped[-1] == self.depth - 1:
            self.depth = self.dropped.pop()
        elif word and word.group(1) in ("if", "ifdef", "ifndef"):
            self.depth += 1
            self.items.append(Item("IF", header, "\n".join(comment), line))
        elif word and word.group(1) in ("else", "elif"):
            self.items.append(Item("ELSE", header, "\n".join(comment), line))
        elif word and word.group(1) == "endif":
            self.depth -= 1
            self.items.append(Item("END", header, "", line))
        elif word and word.group(1) == "include":
            self.included(name, header, line)
        elif word:
            self.directive(header, "\n".join(comment), line)
        elif line.strip() in ('extern "C" {', "}"):
            item = Item("ITEM", header, "\n".join(comment), line)
            item.always = True
            self.items.append(item)
        else:
            return self.declaration(header, "\n".join(comment), lines, at)
        return at + 1

    def included(self, name, header, line):
        found = re.search(r'"([^"]+)"', line)
        if not found:
            item = Item("ITEM", header, "", line)
            item.always = True
            self.items.append(item)
            return
        target = os.path.normpath(os.path.join(os.path.dirname(name), found.group(1)))
        if target not in self.headers and target != "tilecopy/again.h":
            self.read(target)

    def directive(self, header, comment, line):
        item = Item("ITEM", header, comment, line)
        found = re.match(r'#(?:define|undef)\s+(\w+)|#pragma (?:push|pop)_macro\("(\w+)"\)', line)
        if found:
            item.defines.add(found.group(1) or found.group(2))
        item.uses = set(WORD.findall(code(line)))
        if not line.startswith("#error"):
            self.items.append(item)

    def declaration(self, header, comment, lines, at):
        """Up to the end of the statement or of its braces."""
        text, depth = [], 0
        while True:
            line = lines[at]
            text.append(line)
            at += 1
            if line.startswith("#"):
                continue
            plain = code(line)
            depth += plain.count("{") + plain.count("(") - plain.count("}") - plain.count(")")
            if depth == 0 and plain.rstrip().endswith((";", "}")):
                break
        item = Item("ITEM", header, comment, "\n".join(text))
        item.uses, item.defines = set(WORD.findall(code(item.text))), declared(item.text)
        item.guard = guard_of(item)
        item.names = [item.guard] if item.guard else []
        last = self.items[-1]
        if FUNCTION.match(item.text) and FUNCTION.match(last.text) and last.header == header and \
                self.headers[header] in MERGED:
            last.text += "\n\n" + comment + ("\n" if comment else "") + item.text
            last.uses, last.defines = last.uses | item.uses, last.defines | item.defines
            last.names += item.names
        else:
            self.items.append(item)
        return at


def declared(text):
    """What a typedef, an enum, a function or a prototype defines."""
    plain = code(text)
    if plain.startswith("typedef"):
        names = {WORD.findall(re.sub(r"__attribute__\s*\(\(.*?\)\)\s*;|\[[^]]*\]", ";", plain[plain.rfind("}") + 1:]))[-1]}
        return names | (set(re.findall(r"\b(TC_\w+)", plain)) if "enum {" in plain else set())
    if plain.startswith("enum"):
        return set(re.findall(r"\b(TC_\w+)", plain))
    plain = re.sub(r"__align__\(\d+\)", "", plain)
    before = plain[:plain.find("(")] if "(" in plain else plain
    return set(re.sub(r"\[.*", "", before).split()[-1].lstrip("*").split() if "(" in plain else WORD.findall(before)[-1:])


def guard_of(item):
    """The name by which a function, a type or an enum is known where a unit has it twice."""
    if item.text.startswith("enum"):
        return re.search(r"\bTC_\w+", code(item.text)).group(0)
    if item.text.startswith("typedef") or FUNCTION.match(item.text):
        return next(name for name in item.defines if name.startswith("tc_"))
    return None


def add_conditions(items):
    """An item uses what the conditions around it ask for, those that come before its own branch too."""
    around = []
    names = set().union(*[item.defines for item in items])
    for item in items:
        for prefix in re.findall(r"\b(\w+_)##", item.text):
            if prefix != "TC__CALLER_":  # tell/runtime.c reads the scope of TC_CHECK_CALLER(WARP, 32)
                item.uses |= {name for name in names if name.startswith(prefix)}
        if item.kind == "IF":
            around.append(set())
        if item.kind in ("IF", "ELSE"):
            around[-1] |= set(WORD.findall(code(PROBE.sub(" ", item.text))))
        if item.kind == "END":
            around.pop()
        if item.kind == "ITEM":
            item.uses = item.uses.union(*around)


def quoted(text):
    """A C string, a line of it for each line."""
    lines = text.split("\n")
    return "\n     ".join('"%s%s"' % (line.replace("\\", "\\\\").replace('"', '\\"'), "\\n" if i + 1 < len(lines) else "")
                          for i, line in enumerate(lines))


def numbers(words, names):
    return "(const short[]){%s}" % ", ".join([str(names[w]) for w in sorted(words) if w in names] + ["-1"])


def c_text(reader):
    defined = sorted(set().union(*[item.defines for item in reader.items]))
    names = {name: i for i, name in enumerate(defined)}
    out = ["/* Made by tools/embed_runtime.py. */", '#include "generator/tell/runtime.h"',
           "const char *const runtime_headers[] = {"]
    out += ['    "%s",' % name for name in reader.headers]
    out += ["};", "const char *const runtime_guards[] = {"]
    out += ['    "%s",' % guard for guard in reader.guards]
    out += ["};", "const int runtime_header_count = %d;" % len(reader.headers), "const char *const runtime_names[] = {"]
    out += ['    "%s",' % name for name in defined]
    out += ["};", "const int runtime_name_count = %d;" % len(defined), "const RuntimeItem runtime_items[] = {"]
    for item in reader.items:
        out.append("    {RUNTIME_%s, %d, %s, %d,\n     %s,\n     %s,\n     %s, %s}," % (
            item.kind, item.header, '"%s"' % item.guard if item.guard else "0", item.always,
            quoted(item.comment), quoted(item.text),
            numbers(item.defines, names), numbers(item.uses - item.defines, names)))
    return "\n".join(out + ["};", "const int runtime_item_count = %d;" % len(reader.items), ""])


def again(reader):
    """The text of again.h. On the emulator config.h brings all functions that a device header has only for
    the device; there a name may be a macro too."""
    twins = {name for item in reader.items for name in item.names if is_twin(reader, item)}
    text = [AGAIN]
    for header, name in enumerate(reader.headers):
        items = [item for item in reader.items if item.header == header and item.names
                 and not re.match(r"enum|typedef (struct|enum|__)", item.text)]
        guard = "TILECOPY_CONFIG_H" if name in ("tilecopy/check.h", "tilecopy/caller.h") else reader.guards[header]
        if any(is_twin(reader, item) for item in items):
            once = "TC_AGAIN_" + os.path.basename(name)[:-2].upper()
            text += section("!TC_ON_DEVICE && !defined(%s)\n#define %s" % (once, once), items, "#undef %s\n")
        else:
            text += section("defined(%s)" % guard, [item for item in items if item.names[0] not in twins], "")
            text += section("defined(%s) && TC_ON_DEVICE" % guard, [item for item in items if item.names[0] in twins], "")
    return "\n".join(text)


def is_twin(reader, item):
    return reader.headers[item.header] in ("tilecopy/host/primitives.h", "tilecopy/host/rows.h")


def section(condition, items, undef):
    lines = []
    for guard, names in sorted({item.guard: item.names for item in items}.items()):
        lines.append("#ifdef TC_DEFINED_%s" % guard)
        lines += ["%s#define %s tc2_%s" % (undef and undef % name, name, name[3:]) for name in names]
        lines.append("#endif")
    return ["#if " + condition] + lines + ["#endif\n"] if lines else []


AGAIN = """/* again.h: for a unit in which a header of tcgen --single-file stands before one of tilecopy/: what
 * the single file has defined gets another name here, for this text and all that follows. Made by
 * make rows. */
"""


def main(out_path, include):
    reader = Reader(include)
    reader.read_all()
    add_conditions(reader.items)
    body = c_text(reader)
    with open(out_path, "w", encoding="utf-8") as f:
        f.write(body)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
