"""Makes a failing description short: tries to leave out lines, clauses and words and to make numbers
small, as long as the failure stays what it was."""
import re
import time

PIECE = re.compile(rb"where [^{\n]*?(?= \{| as |\n)|\{[^}\n]*\}|\+ R\[[^\]]*\]|\+ \d+@\w+|swizzle ?(?:\([^)]*\)|\w+)|\[[^\]@\n]*[:,][^\]@\n]*\](?= |\n)"
                   rb"|lanes \d+:\d+|warps \d+:\d+|policy \w+\n|target [^\n]*\n|auto |<?-> [^\n]*")
NUMBER = re.compile(rb"(?<![\w@])\d+")


def candidates(text):
    lines = text.splitlines(keepends=True)
    for i in range(len(lines)):
        if len(lines) > 1:
            yield b"".join(lines[:i] + lines[i + 1:])
    for match in PIECE.finditer(text):
        yield text[:match.start()] + text[match.end():]
    for match in NUMBER.finditer(text):
        number = int(match.group())
        for smaller in (1, 2, number // 2, number - 1):
            if 0 < smaller < number:
                yield text[:match.start()] + b"%d" % smaller + text[match.end():]
    for number in sorted({int(n) for n in NUMBER.findall(text)}, reverse=True):  # everywhere at once
        for smaller in (1, number // 2):
            if 0 < smaller < number:
                yield re.sub(rb"(?<![\w@])%d(?!\w)" % number, b"%d" % smaller, text)


def reduce(text, fails, seconds):
    """The shortest text that was found in that time for which fails(text) is still true."""
    again, end = True, time.time() + seconds
    while again and time.time() < end:
        again = False
        for shorter in candidates(text):
            if shorter != text and fails(shorter):
                text, again = shorter, True
                break
            if time.time() >= end:
                break
    return text
