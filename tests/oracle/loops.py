"""`for (T, N) in (f16, 8), (f32, 4) { ... }` written out, by a reader of its own: text in, text without loops out."""
import re

HEAD = re.compile(r"(?m)(?:(?<=[;{\n])|^)[ \t]*for\s+(\(.*?\)|\w+)\s+in\s+([^{}]*)\{")
CAPITALS = re.compile(r"(?<![A-Z0-9])[A-Z][A-Z0-9]*")


def end_of(text, at):
    """Where the brace closes that was opened before `at`."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return at


def turns_of(names, values):
    """[{name: value}] of the loop's turns."""
    names = re.findall(r"\w+", names)
    groups = [re.findall(r"\w+", group) for group in re.findall(r"\([^)]*\)|\w+", values)]
    assert groups and all(len(group) == len(names) for group in groups), (names, values)
    return [dict(zip(names, group)) for group in groups]


def written_out(text):
    """Without loops; the outer ones first, whose names stand in the values of inner ones too."""
    text = re.sub(r"#.*", "", text)
    while True:
        head = HEAD.search(text)
        if not head:
            return text
        end = end_of(text, head.end())
        body = text[head.end():end - 1]
        copies = [CAPITALS.sub(lambda found, turn=turn: turn.get(found.group(), found.group()), body)
                  for turn in turns_of(*head.groups())]
        text = text[:head.start()] + "\n" + "\n".join(copies) + "\n" + text[end:]
