"""One program in several orders of its threads: what it prints, and which reports are new."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import cuda_report


def exit_code(code):
    return code if code > 0 else 128 - code if code else 0


def read(file):
    file.seek(0)
    return file.read()


def key(one):
    """Reports of one kind at the same lines are one fault, whichever of its threads came first."""
    lines = {(t["function"], t["file"], t["line"]) for t in one["threads"]
             if t["role"] in ("reporting", "other", "call", "host")}
    return one["kind"], one["launch"] and one["launch"]["kernel"], tuple(sorted(map(str, lines)))


def title(one):
    """"race in kernel 'sum' (sum.cu:11, sum.cu:14)"."""
    places = sorted({"%s:%d" % (t["file"], t["line"]) for t in one["threads"]
                     if t["file"] and t["role"] in ("reporting", "other", "call", "host")})
    kernel = " in kernel '%s'" % one["launch"]["kernel"] if one["launch"] else ""
    return one["kind"] + kernel + (" (%s)" % ", ".join(places) if places else "")


class Orders:
    def __init__(self, options, command, environment, files):
        self.options, self.command, self.environment, self.files = options, command, environment, files
        self.count = max(options.orders, 1)
        self.found, self.code, self.running = {}, 0, []

    def start(self, order, apart):
        """apart: its text goes into files, because other orders run beside it, or to look at its reports first."""
        lines = "%s.%d" % (self.files.lines, order)
        out = tempfile.TemporaryFile() if apart and self.options.jobs > 1 else None
        err = tempfile.TemporaryFile() if apart else None
        process = subprocess.Popen(
            self.command, env=self.environment(self.options, order, lines), stderr=err,
            stdin=subprocess.DEVNULL if self.options.jobs > 1 else None,
            stdout=out or (sys.stderr if self.files.to_stdout else None))
        return lines, out, err, process

    def reports(self, lines):
        if not os.path.exists(lines):
            return []
        with open(lines, encoding="utf-8", errors="replace") as f:
            return [cuda_report.report(json.loads(line)) for line in f]

    def end(self, lines, out, err, process):
        """Prints what the order printed, except reports that an order before it made; False: the last order."""
        code = process.wait()
        self.options.ran += 1
        text = read(err) if err else b""
        made = self.reports(lines)
        for one in made:
            before = self.found.setdefault(key(one), one)
            one["orders"] = 1
            if before is one:
                continue
            for field in ("count", "others", "orders"):
                before[field] += one[field]
            text = text.replace(one["text"].encode(errors="replace"), b"")
        for whole, to in ((read(out) if out else b"", sys.stderr if self.files.to_stdout else sys.stdout),
                          (text, sys.stderr)):
            to.flush()
            to.buffer.write(whole)
            to.flush()
        self.code = self.code or code
        return not code or bool(made) and not self.options.first

    def run(self):
        """The exit code of the first order that fails. An order that fails without a report ends the run."""
        try:
            self.run_all()
        finally:  # also when tcemu is told to stop
            for _, _, _, late in self.running:
                late.kill()
                late.wait()
        self.tell()
        return exit_code(self.code)

    def run_all(self):
        order, jobs = 0, max(self.options.jobs, 1)
        while self.running or order < self.count:
            while len(self.running) < jobs and order < self.count:
                self.running.append(self.start(order, jobs > 1 or bool(self.found)))
                order += 1
            if not self.end(*self.running[0]):
                break
            self.running.pop(0)

    def tell(self):
        for one in self.found.values() if self.count > 1 and not self.options.first else ():
            sys.stderr.write("tcemu: %s: in %d of %d orders\n" % (title(one), one["orders"], self.options.ran))
