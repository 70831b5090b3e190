"""What tcgen says of coordinates, held against the oracle: JSON, explain, contracts, the shortest text, and the limits."""
import json
import re

import harness

WORDS = {1: "The number", 2: "The row and the column"}
MASK = (1 << 32) - 1
TOO_MANY = "the registers of a thread are too many, or hold one element twice"
NO_DIGITS = "the strides of this layout are no digits of the thread's rank and k"
# The last of its kind that is taken, and the first that is not.
LIMITS = [
    ("cta(1) reg S[(65536):(1)]", None), ("cta(1) reg S[(65537):(1)]", TOO_MANY),
    ("cta(1) reg S[(2):(65535)]", None), ("cta(1) reg S[(2):(65536)]", TOO_MANY),
    ("cta(1) reg S[(65535):(1)] + 1@m", None), ("cta(1) reg S[(65536):(1)] + 1@m", TOO_MANY),
    ("cta(1) reg S[(2,2):(21845,43690)]", None), ("cta(1) reg S[(2,2):(21846,43692)]", TOO_MANY),
    ("cta(1) reg S[(2):(4611686018427387904)]", TOO_MANY),
    ("cta(1) reg S[(2,2):(4611686018427387904,4611686018427387904)]", "the layout does not fit 64 bits from here on"),
    ("cta(1) reg S[(2):(4611686018427387904)] + 4611686018427387904@m", TOO_MANY),
    ("cta(8) reg S[(4):(1)] + R[4096:0@tx]", None), ("cta(8) reg S[(4):(1)] + R[4097:0@tx]", TOO_MANY),
    ("cta(8) reg S[(4):(1)] + R[(4294967296,4294967296):(0@tx,0@tx)]", "the layout does not fit 64 bits from here on"),
    ("cta(8) reg S[(8,4):(1@tx,1)] + R[2:4]", TOO_MANY), ("cta(8) reg S[(8,4):(1@tx,0)]", NO_DIGITS),
    ("cta(8) reg S[(8,4):(1@tx,1)]", None), ("cta(8) reg S[(9,4):(1@tx,1)]", "no thread of the scope holds element (8, 0)"),
    ("cta(8) reg S[(8,4):(1@tx,1)] swizzle 32B", "a swizzle: registers have none"),
    ("cta(8) reg S[(3,2):(1@tx,2@tx)]",
     "register 0 of thread 2 holds element (2, 0), but the digits of the two numbers say (0, 1)"),
]


def squeezed(text):
    return " ".join(text.split())


def terms(text):
    """[of rank?, text] of a sum."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0 and text.startswith(" + ", at):
            parts.append(text[start:at])
            start = at + 3
    return [("rank" in part, part) for part in parts + [text[start:]]]


def values(term, count):
    """Of every number that the term's thread or register may have, in 32 bits."""
    of_rank, text = term
    code = compile(re.sub(r"\((\w+[^()]*?) - (\d+)\)", r"((\1 - \2) & %d)" % MASK, text).replace("/", "//"), "term", "eval")
    name = "rank" if of_rank else "k"
    return [eval(code, {name: x}) & MASK for x in range(count)]


def wrong_places(case, said, regs):
    """Where a sum of terms is not what the oracle says."""
    tables = [[(of_rank, values((of_rank, text), case.threads if of_rank else regs)) for of_rank, text in terms(one["is"])]
              for one in said]
    return [(place, coord) for place, coord in case.places().items()
            if coord != tuple(sum(table[place[not of_rank]] for of_rank, table in of) & MASK for of in tables)]


def shorter(case, said, regs):
    """Terms that say the same without one of their operations: `k / 8 % 8` of 64 registers, or `1 * k`."""
    found = []
    for of_rank, text in (term for one in said for term in terms(one["is"])):
        count = case.threads if of_rank else regs
        usual = values((of_rank, text), count)
        for match in re.finditer(r" [/%-] \d+|\d+ \* ", text):
            less = text[:match.start()] + text[match.end():]
            if values((of_rank, less), count) == usual:
                found.append((text, less))
    return found


def explained(case, record):
    words = {"registers": "%d in each of %d threads" % (record["regs"], case.threads)}
    words.update((one["name"], one["is"]) for one in record["coordinates"])
    words["proof"] = ("each of %d registers that hold an element gives the coordinates that the layout gives it" %
                      len(case.places()))
    return squeezed(" ".join([case.name, record["statement"]] + ["%s %s" % row for row in words.items()]))


def contract(case, record):
    sparse = len(case.places()) < case.threads * record["regs"]
    return squeezed("Requires k below %d. What %s of the element that register k of a thread holds, in a tile of %s%s. Who Any "
                    "thread of a %s; no other takes part. Layouts %s. Sync None." % (
                        record["regs"], WORDS.get(len(case.extents), "The coordinates"), case.shape,
                        "; a register without an element has no meaningful ones" if sparse else "",
                        case.scope.split("(")[0], record["src"]))


def record_of(case, record):
    """What the JSON has to say, but for the spelling of the layout and of the sums."""
    return {"name": case.name, "digest_name": False,
            "statement": "coords %s %s as %s" % (case.scope, record["src"], case.name),
            "scope": case.scope.split("(")[0], "threads": case.threads,
            "regs": 1 + max(k for _, k in case.places()), "src": record["src"],
            "coordinates": [{"extent": extent, "name": name, "is": one["is"]} for extent, name, one in
                            zip(case.extents, case.functions, record["coordinates"])],
            "proof": {"ok": True, "registers": len(case.places())}}


def check_told(tally, tcgen, cases, header):
    source = "".join(case.text() + "\n" for case in cases)
    records = json.loads(harness.run([tcgen, "json", "-"], stdin=source).out)["coords"]
    again = json.loads(harness.run([tcgen, "json", "-"], stdin="\n".join(r["statement"] for r in records) + "\n").out)["coords"]
    tally.check("a statement reads as it is printed", records == again)
    tally.check("JSON of each", [r["name"] for r in records] == [case.name for case in cases], records)
    told = harness.run([tcgen, "explain", "-"], stdin=source).out
    blocks = [block.strip("\n") for block in told.split("\n\n\n")]
    one = harness.run([tcgen, "explain", "--function=" + cases[-1].name, "-"], stdin=source).out
    tally.check("one of many is explained", one.strip("\n") == blocks[-1], one)
    names = harness.run([tcgen, "names", "-"], stdin=source).out.split()
    tally.check("names", names == ["%s_%s" % (case.name, word) for case in cases for word in case.functions], names[:5])
    digests = re.findall(r"(?m)^#define TC_DEFINED_\w+ (0x[0-9a-f]{8})$", header)
    tally.check("a digest of each, no two of them equal", len(set(digests)) == len(digests) == len(cases), digests)
    labels = re.findall(r"(?m)^  \w+ +", told)
    tally.check("a column of labels", labels and all(len(label) == 12 for label in labels), told[:400])
    for case, record, block in zip(cases, records, blocks):
        said, regs = record["coordinates"], record["regs"]
        tally.check("JSON of " + case.name, record == record_of(case, record), record)
        tally.check("sums of " + case.name, not wrong_places(case, said, regs), wrong_places(case, said, regs)[:3])
        tally.check("the shortest of " + case.name, not shorter(case, said, regs), shorter(case, said, regs))
        tally.check("explain of " + case.name, squeezed(block) == explained(case, record), block)
        comment = re.search(r"/\*((?:(?!\*/).)*)\*/\n#ifndef TC_DEFINED_%s\n" % case.name, header, re.S)
        words = comment and squeezed(re.sub(r"\n \*", " ", comment.group(1)))
        tally.check("constants of " + case.name, "#define %s_THREADS %d\n#define %s_REGS %d\n\n" % (
            case.name.upper(), case.threads, case.name.upper(), regs) in header)
        tally.check("contract of " + case.name, words == contract(case, record), words)


def check_limits(tally, tcgen):
    for layout, why in LIMITS:
        done = harness.run([tcgen, "-o", "-", "-"], stdin="coords %s as f\ncoords warp reg 8 S[(8):(1@laneid)] as g\n" % layout)
        tally.check("limit: " + layout, done.code == 0 if why is None else done.code == 1 and done.out == "" and
                    ": error: %s [E_" % why in done.err and done.err.count(": error: ") == 1, done)


def check_clash(tally, tcgen):
    """Two statements of one name: one set of functions where they say the same, otherwise an error that stands once."""
    one, other = "coords warp reg 32x8 S[(32,8):(1@laneid,1)] as f\n", "coords warp reg 32x4 S[(32,4):(1@laneid,1)] as f\n"
    same = harness.run([tcgen, "names", "-"], stdin=one + "coords warp reg 8 S[(8):(1@laneid)] as g\n" + one)
    tally.check("one meaning, one set", same.out.split() == ["tc_f_row", "tc_f_column", "tc_g_index"], same)
    clash = harness.run([tcgen, "-o", "-", "-"], stdin=one + other)
    tally.check("two meanings of a name", clash.code == 1 and clash.out == "" and squeezed(clash.err) == squeezed("""
        <stdin>:2:48: error: the name tc_f already belongs to other coordinates [E_NAME_CLASH]
        2 | %s | ^ <stdin>:1:1: note: the other statement 1 | %s | ^~~~~~
        help: give one of the two its own name with 'as NAME'""" % (other, one)), clash.err)
    wrong = harness.run([tcgen, "-o", "-", "-"], stdin="coords cta(8) reg S[(9,4):(1@tx,1)] as f\n" + one)
    tally.check("what is refused has no name", wrong.code == 1 and wrong.out == "" and wrong.err.count("error:") == 1, wrong.err)
