"""Which suites come to a line of the generator at all: one that does not cannot see a change there.

The objects of the files that changes are drawn from are built with gcc's --coverage into the library, every suite
runs once with a folder of its own for what is counted, and gcov reads it. What is left out errs to one side: a
suite of which nothing is known, as where a process ended without writing its counts, sees less, so a change
may survive that it would have killed.
"""
import json
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor

COVERAGE = ["--coverage", "-fprofile-update=prefer-atomic"]


class Reach:
    def __init__(self, tree, sources):
        self.tree = tree
        self.folder = os.path.join(tree.folder, "build", "reach")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.objects = [o for o in tree.library if o.source in sources and o.source.endswith(".c")]
        self.counting = {}  # object -> the one that counts
        self.lines = {}  # suite -> {source: {line: was it executed?}}
        self.functions = {o.source: [] for o in self.objects}  # source -> [(first line, last line)]

    def library(self, jobs):
        """Puts the library that counts in the place of the usual one; so it stays until link_usual()."""
        with ThreadPoolExecutor(jobs) as pool:
            paths = pool.map(lambda o: self.tree.compile(o, o.path.replace("build/obj/", "build/reach/", 1), COVERAGE),
                             self.objects)
            self.counting = dict(zip([o.path for o in self.objects], paths))
        self.link(self.counting)

    def link_usual(self):
        self.link({})

    def link(self, instead):
        self.tree.must(["gcc", "-shared", *(COVERAGE if instead else []), "-o", "build/libtcgen.so"]
                       + [instead.get(o.path, o.path) for o in self.tree.library])

    def take(self, lines, functions):
        """What was read before, out of JSON, where the number of a line is text."""
        self.functions = functions
        self.lines = {suite: {source: {int(line): seen for line, seen in of.items()} for source, of in sources.items()}
                      for suite, sources in lines.items()}

    def place(self, suite):
        return os.path.join(self.folder, "of", re.sub(r"\W", "_", suite))

    def environment(self, suite):
        return {"GCOV_PREFIX": self.place(suite)}

    def read(self, suite):
        """What the suite executed, after it has run."""
        seen = self.lines.setdefault(suite, {})
        counted = []
        for o in self.objects:
            stem = os.path.splitext(os.path.join(self.tree.folder, self.counting[o.path]))[0]
            data = self.place(suite) + stem + ".gcda"
            if os.path.exists(data):
                shutil.copy(stem + ".gcno", os.path.splitext(data)[0] + ".gcno")
                counted.append(data)
        if counted:
            done = self.tree.run(["gcov", "--json-format", "--stdout", *counted])
            for part in done.stdout.decode("utf-8", "replace").splitlines():
                for file in json.loads(part)["files"] if part.startswith("{") else []:
                    self.add(seen, file)
        shutil.rmtree(self.place(suite), ignore_errors=True)

    def add(self, seen, file):
        if file["file"] not in self.functions:
            return  # a header
        lines = seen.setdefault(file["file"], {})
        for line in file["lines"]:
            number = line["line_number"]
            lines[number] = lines.get(number, False) or line["count"] > 0
        known = self.functions[file["file"]]
        known += [span for span in ((f["start_line"], f["end_line"]) for f in file["functions"]) if span not in known]

    def reaches(self, suite, path, number, text):
        """Can the suite see a change of that line? Where gcov knows the line, as the line was executed; else as any
        line of its function was: a line within a longer statement, a label. Where nothing is known, yes."""
        spans = [span for span in self.functions.get(path, []) if span[0] <= number <= span[1]]
        if suite not in self.lines or not spans:
            return True
        lines = self.lines[suite].get(path, {})
        if number in lines and not re.match(r"\s*(case|default)\b", text):
            return lines[number]
        return any(count for line, count in lines.items() if any(first <= line <= last for first, last in spans))
