"""A page of the documentation, followed in a copy of the sources: tests/variant and tests/primitive.

Taken from a page: blocks with `file=PATH` are files, those with `row=PATH` rows of tables, a `diff` of whole lines
without context changes a file, and consoles are run there.
"""
import os
import shutil
import sys

import harness

sys.path.insert(0, os.path.join(harness.ROOT, "tests", "docs"))
import shown  # noqa: E402


def word(words, name):
    return next((w[len(name) + 1:] for w in words if w.startswith(name + "=")), None)


class Copy:
    """The sources as they are committed or about to be, in a folder where the page is followed. `built`: with the
    objects of this build, for a change that few of them see; else all is built there, and quickly."""

    def __init__(self, args, name, built=False):
        self.folder, self.args = os.path.join(args.build, name), args
        self.flags = "" if built else "CFLAGS=-O0 "
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in harness.repository():
            if os.path.isfile(name) and not name.startswith("build/"):
                os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
                shutil.copy2(name, self.path(name))
        for name in ("tools.json", "tools.mk", "flags"):
            if os.path.exists(os.path.join(args.build, name)):
                os.makedirs(self.path("build"), exist_ok=True)
                shutil.copy2(os.path.join(args.build, name), self.path("build/" + name))
        if built:
            shutil.copytree(os.path.join(args.build, "obj"), self.path("build/obj"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *command):
        return harness.run(list(command), cwd=self.folder)

    def make(self):
        return self.command("make tcgen")[2]

    def command(self, command):
        """What it prints, its exit status, all of it; make says nothing of what it builds."""
        made = command.startswith("make ")
        quick = command.replace("make ", "make -s -j2 " + self.flags, 1) if made else command
        result = self.run("sh", "-c", "exec 2>&1; " + quick)
        lines = [line for line in result.out.splitlines() if not made or not line.startswith("  ")]
        return lines, result.code, result


def check_console(copy, tally, lines, last):
    """The lines as they ought to be; `last`: the exit status of the last command, of all others 0."""
    right, asked = [], shown.commands(lines)
    for number, (command, expected) in enumerate(asked, 1):
        real, code, _ = copy.command(command)
        ok = shown.same(expected, real) and code == (last if number == len(asked) else 0)
        tally.check("$ " + command, ok, lambda: "exit %s\n%s" % (code, "\n".join(real)))
        right += ["$ " + command] + (expected if ok else real)
    return right


def replace(copy, tally, name, lines):
    """A diff of whole lines without context."""
    old, new = ("".join(line[1:] + "\n" for line in lines if line[0] == sign) for sign in "-+")
    text = harness.read(copy.path(name))
    tally.check("%s has the line to be changed" % name, text.count(old) == 1, old)
    harness.write(copy.path(name), text.replace(old, new))
