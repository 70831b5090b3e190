"""Planted faults in generated text: what a slip of the printer would look like.

Each kind turns one line of a function's body into another; none is meant to be equivalent. The round
trip on the emulator must fail for every one of them.
"""
import re

PRIMITIVE = re.compile(r"^(\s*)(tc_(?:load|store)\w*?_b)(\d+)\((.*), (.*)\);$")


def replace_first(pattern, new):
    """A kind that replaces the first match of a pattern on a line."""
    def plant(line):
        changed = re.sub(pattern, new, line, count=1)
        return changed if changed != line else None
    return plant


def number_changed(line):
    """The last factor of an address, doubled: row * 8 becomes row * 16."""
    found = list(re.finditer(r"\* (\d+)", line))
    if not found or "for (" in line:
        return None
    at = found[-1]
    return line[: at.start()] + "* %d" % (2 * int(at.group(1))) + line[at.end() :]


def term_number_changed(line):
    """src + 4 becomes src + 5."""
    match = re.search(r"(src|dst|row|from|to|tile) \+ (\d+)\b(?! \*)", line)
    if not match:
        return None
    return line[: match.start(2)] + str(int(match.group(2)) + 1) + line[match.end(2) :]


def xor_as_plus(line):
    """(rank * 8) ^ (rank / 4 % 2 * 4) is left alone: below 8 and multiples of 8 share no bit, so
    that the sum is the same number."""
    match = re.search(r"\(rank \* (\d+)\) \^ \(rank .*% (\d+) \* (\d+)\)", line)
    if match and int(match.group(1)) >= int(match.group(2)) * int(match.group(3)):
        return None
    return line.replace(" ^ ", " + ", 1) if " ^ " in line else None


def line_dropped(line):
    return "    ;" if PRIMITIVE.match(line) else None


def operands_swapped(line):
    match = PRIMITIVE.match(line)
    if not match or match.group(4).startswith("&") or match.group(5).startswith("&"):
        return None
    return "%s%s%s(%s, %s);" % (match.group(1), match.group(2), match.group(3),
                                "(void *)(%s)" % match.group(5), match.group(4))


def width_halved(line):
    match = PRIMITIVE.match(line)
    if not match or int(match.group(3)) == 8:
        return None
    return "%s%s%d(%s, %s);" % (match.group(1), match.group(2), int(match.group(3)) // 2,
                                match.group(4), match.group(5))


def width_doubled(line):
    match = PRIMITIVE.match(line)
    if not match or int(match.group(3)) == 128:
        return None
    return "%s%s%d(%s, %s);" % (match.group(1), match.group(2), int(match.group(3)) * 2,
                                match.group(4), match.group(5))


def guard_dropped(line):
    match = re.match(r"^(\s*)if \((.*)\) (return;|\{)$", line)
    if not match:
        return None
    return "" if match.group(3) == "return;" else match.group(1) + "{"


def bound_moved(line):
    """A condition on ranks: < becomes <=, == 0 becomes == 1 that does the work twice as >= 0."""
    match = re.match(r"^\s*if \(", line)
    if not match:
        return None
    for old, new in ((" < ", " <= "), (" >= ", " > "), (" == ", " >= "), (" != ", " < ")):
        if old in line:
            return line.replace(old, new, 1)
    return None


def loop_shortened(line):
    match = re.match(r"^(\s*for \(.* < )(\d+)(;.*)$", line)
    return match and "%s%d%s" % (match.group(1), int(match.group(2)) - 1, match.group(3))


def loop_lengthened(line):
    match = re.match(r"^(\s*for \(.* <)( \d+;.*)$", line)
    return match and "%s=%s" % match.groups()


KINDS = [
    ("factor doubled", number_changed),
    ("offset one more", term_number_changed),
    ("line dropped", line_dropped),
    ("operands swapped", operands_swapped),
    ("xor printed as plus", xor_as_plus),
    ("quotient printed as remainder", replace_first(r"rank / (\d+)", r"rank % \1")),
    ("width halved", width_halved),
    ("width doubled", width_doubled),
    ("guard dropped", guard_dropped),
    ("bound of a guard moved", bound_moved),
    ("loop one shorter", loop_shortened),
    ("loop one longer", loop_lengthened),
    ("sync dropped", replace_first(r"^\s*tc_(warp|cta)_sync\w*\(.*\);$", "")),
    ("rank replaced by zero", replace_first(r"\brank\b", "0")),
    ("space confused", replace_first(r"_(shared)_b(\d+)\(", r"_global_b\2(")),
]


def body(header, name):
    """(first, last) line numbers of the body of the definition that does the work."""
    lines = header.split("\n")
    for called in (name + "_at", name):
        for first, line in enumerate(lines):
            if re.match(r"^TC_FN void %s\(" % re.escape(called), line):
                begin = first
                while not lines[begin].endswith("{"):
                    begin += 1
                last = lines.index("}", begin)
                return begin + 1, last
    return None


def mutants(header, name):
    """[(kind, line number from 1, old line, new text of the whole header)]"""
    lines, place, found = header.split("\n"), body(header, name), []
    if place is None:
        return found
    for kind, plant in KINDS:
        for at in range(*place):
            if lines[at].lstrip().startswith(("/*", "*", "//", "#", "TC_CHECK")):
                continue
            if " >= cols" in lines[at]:
                continue  # more vectors by element than need be: the same elements move
            if kind == "loop one longer" and "cols" in "".join(lines[at + 1 : at + 6]):
                continue  # one more is beyond the limits: nothing moves
            changed = plant(lines[at])
            if changed is not None and changed != lines[at]:
                found.append((kind, at + 1, lines[at].strip(),
                              "\n".join(lines[:at] + [changed] + lines[at + 1 :])))
    return found
