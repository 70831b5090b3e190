"""`__CUDA_ARCH__` in a file that host and device share: nvcc compiles it twice, the emulator once.

In device code it is the target. Outside of functions a condition holds as in device code; `#ifndef __CUDA_ARCH__`
without an #else holds too, since the host's code is needed as well. In the host's functions, and in those that are
both, it is not defined.
"""
import re

NAME = "__CUDA_ARCH__"
DEFINED = r"\bdefined\s*(?:\(\s*%s\s*\)|\b%s\b)" % (NAME, NAME)


def lines(tokens):
    """The directives: [(the number of its '#', how many tokens)]."""
    found = []
    for i, token in enumerate(tokens):
        if token.begins:
            found.append((i, 1))
        elif token.directive:
            found[-1] = found[-1][0], found[-1][1] + 1
    return found


def has_else(tokens, all_lines, at):
    """Has the condition of directive `at` another branch?"""
    depth = 0
    for i, _ in all_lines[at + 1:]:
        word = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if depth == 0 and word in ("else", "elif"):
            return True
        depth += word in ("if", "ifdef", "ifndef")
        if word == "endif":
            depth -= 1
            if depth < 0:
                return False
    return False


def condition(text, number, kept):
    """What stands behind '#' -> the same in device code; kept: a test that it is missing holds."""
    word, _, asked = text.partition(" ")
    if word in ("ifdef", "ifndef"):
        return "if %d" % (word == "ifdef" or kept)
    if re.fullmatch(r"\s*!\s*" + DEFINED, asked):
        return "%s %d" % (word, kept)
    return "%s %s" % (word, asked and re.sub(NAME, str(number), re.sub(DEFINED, "1", asked)))


def replace(source, number):
    """Changes the Source, whose target is `number`: 900 of sm_90."""
    if NAME not in source.text:
        return
    all_lines = lines(source.tokens)
    for at, (i, count) in enumerate(all_lines):
        words = [t.text for t in source.tokens[i + 1:i + count]]
        if NAME not in words or words[0] not in ("if", "ifdef", "ifndef", "elif"):
            continue
        where = source.side_of(i)
        if where != "host":
            kept = where == "both" and words[0] != "elif" and not has_else(source.tokens, all_lines, at)
            start, end = source.tokens[i].at, source.end(i + count - 1)
            text = source.text[source.tokens[i + 1].at:end].replace("\t", " ")
            source.change(start, end, "#" + condition(text, number, kept))
    for i, token in enumerate(source.tokens):
        if token.text == NAME and not token.directive and source.side_of(i) == "device":
            source.change(token.at, source.end(i), str(number))
