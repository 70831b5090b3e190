"""Blocks of the documentation that say more than their language.

    ```tc file=tile.tc      saved in the page's own folder under BUILD/shown
    ```c file=x.c           the same, for any language
    ```console run          every `$ command` is run there; what follows it is what it prints (both
                            streams). A line `...` stands for any number of lines. $TILECOPY is the
                            prefix of an installation, tcgen is in the path, and python finds the package.
    ```c generated          these lines stand in the header generated from the last tc block
    ```cuda                 compiled by nvcc (skipped without one), beside the header generated from
                            the last tc block; `cuda only` does not compile it, `cuda sm_80` does for
                            this target too, `cuda sm_90a` for it in the place of sm_90

`update` rewrites what the commands of a page print, except where `...` still matches.
"""
import functools
import os
import re
import shutil
import sys

import harness

CRASH = re.compile(r"(?m)^(Segmentation fault|Floating point exception|Aborted|Killed)")
FENCE = re.compile(r"\s*(`{3,})\s*([\w-]*)\s*([^`]*?)\s*$")


def blocks(text):
    """[(first line, language, words, lines)]; lines of a block in a list lose its indent. As in Markdown a
    block ends at a fence as long as its first, so that one of four holds those of three."""
    found, fence = [], None
    for number, line in enumerate(text.splitlines(), 1):
        mark = FENCE.match(line)
        if mark and fence is None:
            fence = (number, mark.group(2), mark.group(3).split(), [], len(line) - len(line.lstrip()), len(mark.group(1)))
        elif mark and len(mark.group(1)) >= fence[5] and not mark.group(2):
            found.append(fence)
            fence = None
        elif fence is not None:
            indent = len(line) - len(line.lstrip())
            fence[3].append(line[min(indent, fence[4]):])
    return [f[:4] for f in found]


def prose(text):
    """What stands outside of all blocks."""
    lines = text.splitlines()
    for number, _, _, inside in blocks(text):
        lines[number - 1:number + len(inside) + 1] = [""] * (len(inside) + 2)
    return "\n".join(lines)


def same(shown, real):
    """Are the lines equal, `...` standing for any of them?"""
    if not shown:
        return not real
    if shown[0].strip() == "...":
        return any(same(shown[1:], real[i:]) for i in range(len(real) + 1))
    return bool(real) and shown[0].rstrip() == real[0].rstrip() and same(shown[1:], real[1:])


def contains(lines, real):
    return any(same(lines + ["..."], real[i:]) for i in range(len(real)))


@functools.lru_cache(maxsize=None)
def installed(build):
    """The prefix of an installation: what a page needs of the checkout alone fails."""
    prefix = os.path.join(build, "shown", "prefix")
    shutil.rmtree(prefix, ignore_errors=True)
    for made in (harness.make(build, "install", PREFIX=prefix), harness.make(build, "package")):
        if made.code:
            sys.exit("make install: %s" % made)
    return prefix


class Page:
    """The folder in which the blocks of one page live."""

    def __init__(self, args, tools, page):
        self.args, self.tools, self.page = args, tools, page
        self.folder = os.path.join(args.build, "shown", re.sub(r"\W", "_", page))
        shutil.rmtree(self.folder, ignore_errors=True)
        programs = os.path.join(self.folder, ".bin")
        os.makedirs(programs)
        os.symlink(args.tcgen, os.path.join(programs, "tcgen"))
        for name, program in (("nvcc", tools.nvcc), ("cc", tools.gcc or tools.clang), ("cmake", tools.cmake)):
            if program and not shutil.which(name):
                os.symlink(program, os.path.join(programs, name))
        self.env = harness.clean_environment(TILECOPY=installed(args.build), LC_ALL="C",
                                             PYTHONPATH=os.path.join(args.build, "package"))
        self.env["PATH"] = programs + os.pathsep + self.env["PATH"]
        self.header = ""

    def save(self, words, lines):
        for word in words:
            if word.startswith("file="):
                harness.write(os.path.join(self.folder, word[5:]), "\n".join(lines) + "\n")

    def generate(self, lines):
        result = harness.run([self.args.tcgen, "-o", "-", "-I", "generator", "-"], stdin="\n".join(lines) + "\n")
        self.header = result.out
        harness.write(os.path.join(self.folder, "tilecopy_gen.h"), result.out)

    def command(self, command):
        """(lines, None): what it prints; (None, why): it cannot run here, or it crashed."""
        for name in ("nvcc", "cmake"):
            if re.search(r"\b%s\b" % name, command) and not shutil.which(name, path=self.env["PATH"]):
                return None, self.tools.why(name)
        result = harness.run(["sh", "-c", "exec 2>&1; " + command], cwd=self.folder, env=self.env)
        if not isinstance(result.code, int) or result.code >= 124 or CRASH.search(result.out):
            return None, "crashed: exit %s: %s" % (result.code, result.out)
        return result.out.splitlines(), None


def commands(lines):
    """[(command, shown lines)]; a command goes on after a backslash."""
    found, goes_on = [], False
    for line in lines:
        if goes_on:
            found[-1] = (found[-1][0] + "\n" + line, [])
        elif line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
            continue
        goes_on = line.endswith("\\")
    return found


def check_console(page, tally, name, lines):
    """The lines as they ought to be."""
    right = []
    for command, shown in commands(lines):
        real, why = page.command(command)
        right += ("$ " + command).split("\n")
        if real is None and why.startswith("crashed"):
            tally.fail("%s: $ %s" % (name, command), why)
        elif real is None:
            tally.skip("%s: $ %s" % (name, command), why)
        elif tally.check("%s: $ %s" % (name, command), same(shown, real), lambda r=real: "\n".join(r)):
            real = shown
        right += shown if real is None else real
    return right


def check_cuda(page, tally, name, lines, also):
    source = os.path.join(page.folder, "block.cu")
    harness.write(source, "\n".join(lines) + "\n")
    if not page.tools.nvcc:
        tally.skip(name, page.tools.why("nvcc"))
        return
    for arch in ([] if "sm_90a" in also else ["sm_90"]) + also:
        result = harness.run([page.tools.nvcc, *page.tools.quick, "-cubin", "-arch=" + arch, "-std=c++17", "-I", "include", "-I",
                              page.folder, "-o", os.path.join(page.folder, "block.cubin"), source])
        tally.check("%s, %s" % (name, arch), result.code == 0, result)


def check_page(args, tally, tools, path, text):
    """Checks every block; the text as it ought to be."""
    page = Page(args, tools, path)
    right = text.splitlines()
    moved = 0
    for number, language, words, lines in blocks(text):
        name = "%s:%d: %s %s" % (path, number, language, " ".join(words))
        page.save(words, lines)
        if language == "tc":
            page.generate(lines)
        if not tally.wants(name):
            continue
        if language == "console" and "run" in words:
            fresh = check_console(page, tally, name, lines)
            right[number + moved:number + moved + len(lines)] = fresh
            moved += len(fresh) - len(lines)
        elif "generated" in words:
            tally.check(name, contains(lines, page.header.splitlines()), lambda: page.header)
        elif language == "cuda" and "only" not in words:
            check_cuda(page, tally, name, lines, [w for w in words if w.startswith("sm_")])
    return "\n".join(right) + "\n"
