"""A copy of the working tree for tools/mutants.py, with a build that costs little after one change: the
generator is a shared library, so that no test is linked again, and a program of the emulator is linked
when it is to run. What a change makes stale is compiled beside the usual objects, which stay."""
import glob
import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from harness import clean_environment, example_text  # noqa: E402

CC = ["gcc", "-std=c11", "-w"]
PATTERN = ["-ftrivial-auto-var-init=pattern"]  # what is not set is seen, as where `make SANITIZE=` builds
# A change that reads beyond an array of known size, or overflows, is seen where it does; behind arrays of the
# arena -DTCGEN_GUARD puts what is no element.
TRAP = ["-fsanitize=bounds,shift,integer-divide-by-zero,signed-integer-overflow", "-fsanitize-undefined-trap-on-error"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
WRAP = "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset"
# The rooms that carry the proof, those that decide, and those that read and write.
PROOF = ("generator/layout", "generator/primitives", "generator/plan", "generator/tile")
DECIDE = ("generator/dispatch", "generator/variants", "generator/pipeline", "generator/lang", "generator/descriptor",
          "generator/coords", "generator/scan")
WRITE = ("generator/text", "generator/reread", "generator/tell", "generator/draw")
# A few descriptions of every kind of access and loop, run against the oracle.
RUN = " ".join("tests/golden/%s/input.tc" % name for name in (
    "reg_pitch", "ldgsts", "ldstmatrix", "relayout_smem", "rotated", "tail", "convert", "dsmem", "replicate", "vec"))
# Of the emulator, what only a CUDA file asks for, out of the archive: linked into a C program, the one says that there
# is an `extern __shared__` array, and the other wraps new and delete of a C++ library that is not there.
ASKED_FOR = ("dynamic.c", "new.c")
# What make writes of other files of the tree, as C: the rules of MAKE that say `$(BUILD)/obj/NAME.c: …`.
MAKE = "mk/compile.mk"
# Programs of the emulator's tests that include a header which tcgen makes first, of this description.
OF_HEADERS = {"tests/emu/test_tensor_boxes.c": "tests/descriptions/tma_auto.tc",
              "tests/emu/test_tensor_fours.c": "tests/descriptions/tma_gather.tc",
              "tests/emu/test_tensor_rows.c": "tests/descriptions/tma_gather.tc"}
TENSOR = tuple("generator/" + start for start in (
    "lang/resolve_tensor", "plan/tensor", "tile/tensor", "variants/tma_", "text/tensormap"))
# For which files, what is run, how many seconds it may take. The quickest first, as measured.
RUNS = [
    (PROOF + DECIDE + WRITE, "build/tests/unit/*", 120),
    (PROOF, "build/tests/mutation/*", 120),
    (TENSOR, "tests/emu/run.py --only tensor", 300),
    (PROOF + DECIDE + WRITE, "tests/choices/run.py", 300),
    (PROOF + DECIDE + WRITE, "tests/errors/run.py --form json", 300),
    (PROOF + DECIDE + WRITE, "tests/facts/run.py", 300),
    (PROOF + DECIDE + WRITE, "tests/fragments/run.py", 300),
    (PROOF + DECIDE + WRITE, "tests/conformance/run.py", 300),
    (PROOF + DECIDE + WRITE, "tests/checks/run.py", 300),
    (PROOF + DECIDE + WRITE, "tests/reduce/run.py", 300),
    (PROOF + DECIDE + WRITE, "tests/golden/run.py", 300),
    (PROOF + WRITE + ("generator/descriptor",), "tests/pictures/run.py", 300),
    (PROOF + DECIDE + WRITE, "tests/cli/run.py", 300),
    (PROOF + DECIDE + WRITE, "tests/roundtrip/run.py " + RUN, 300),
    (PROOF + DECIDE + WRITE, "tests/property/run.py --seed 24 --count 60 --far 60", 300),
    ("generator/pipeline", "tests/pipes/run.py --only random", 300),
    ("generator/descriptor", "tests/descriptors/run.py", 300),
    ("generator/coords", "tests/coords/run.py", 300),
    (TENSOR, "tests/schema/run.py --only maps", 300),
    ("generator/tell", "tests/schema/run.py", 300),
    ("generator/scan", "tests/scan/run.py", 300),
    ("include", "build/tests/emu/*", 120),
    ("include", "build/tests/san/*", 120),
    ("include", "build/tests/made/*", 120),
    ("include", "tests/emu/run.py --only emulator", 300),
    ("include", "tests/cuda/run.py", 300),
]
# What compares with what came out last time. A change that only these see is killed by a pin, not by a rule.
PINS = re.compile(r"says something else|is_expected\(|tests/unit/\w+_told\.c|^tests/(?:choices|golden)/run\.py: (?!.*/limits$)|reports/\w+\.txt")
MOST_SAME = 40
# Programs that see nothing of other rooms than those named.
ONLY_FOR = {
    "build/tests/unit/test_layout_random": "generator/layout",
    "build/tests/unit/test_ctext": ("generator/reread", "generator/text", "generator/plan"),
    "build/tests/emu/test_convert": "include/tilecopy/host/convert",
    "build/tests/san/test_convert": "include/tilecopy/host/convert",
}


def command_name(name):
    """Without its options: tests/golden/run.py."""
    return name.split()[0]


class Stillborn(Exception):
    """The change does not compile."""


class Object:
    def __init__(self, source, path, flags):
        self.source, self.path, self.flags = source, path, flags
        self.needs = {source}


class Tree:
    def __init__(self, folder, paths):
        self.folder = folder
        self.paths = paths  # that changes are drawn from: programs that look at others are not built
        self.build = os.path.join(folder, "build")
        self.codes = {}  # (source, definitions) -> digest of its code before any change
        self.fresh = {}  # object -> the path of its text after the change
        self.stale = set()

    # ---- what it is made of

    def sources(self, pattern, *without):
        found = sorted(os.path.relpath(p, self.folder) for p in glob.glob(os.path.join(self.folder, pattern)))
        return [p for p in found if p not in without]

    def object(self, source, flavor, *flags):
        path = "build/obj/%s/%s.o" % (flavor, os.path.splitext(source)[0])
        return Object(source, path, ["-I.", "-Iinclude", "-Ibuild/defs", *flags])

    def plan(self):
        """Every object, library and program of the tree."""
        def several(patterns, flavor, *flags):
            return [self.object(source, flavor, *flags) for pattern in patterns for source in self.sources(pattern)]
        own = ["-O1", "-Igenerator", "-fPIC", "-DTCGEN_GUARD"]
        self.library = [o for o in several(["generator/*/*.c", "generator/*.c", "build/obj/*.c"], "trap", *own, *TRAP)
                        if o.source != "generator/main.c"]
        self.programs = {"build/tcgen": ([self.object("generator/main.c", "own", *own)], "tcgen", [])}
        tests = several(["tests/unit/*.c", "tests/mutation/*.c"], "own", *own)
        shared = [o for o in tests if "/test_" not in o.source]
        for o in tests:
            if "/test_" in o.source:
                parts = [s for s in shared if "unit/" in s.source or "mutation/" in o.source]
                self.programs["build/" + o.source[:-2]] = ([o] + parts, "tcgen", [])
        self.host = several(["include/tilecopy/host/*.c"], "host", "-O1", "-g", "-pthread")
        self.sanitized = several(["include/tilecopy/host/*.c"], "san", "-O1", "-g", "-pthread", *SANITIZE)
        for source in self.sources("tests/emu/test_*.c"):
            stem, plain = os.path.basename(source)[:-2], "plain" in source
            beside = self.sources(source[:-2] + ".S")
            flags = ["-g", "-O0", "-fno-omit-frame-pointer", "-Ibuild"] + ["-mcx16"] * ("atomics" in stem)
            self.programs["build/tests/emu/" + stem] = (
                [self.object(source, "emu", *flags, *["-fsanitize=thread"] * plain)], "host", [WRAP, *beside])
            if stem == "test_sizes":
                self.programs["build/tests/emu/test_sizes_exact"] = (
                    [self.object(source, "fast", "-g", "-O2", "-fno-omit-frame-pointer")], "host", [WRAP])
            if stem == "test_plain_faults":
                self.programs["build/tests/emu/alignment"] = (
                    [self.object(source, "aligned", *flags, "-DALIGNMENT", "-fsanitize=thread,alignment")],
                    "host", [WRAP])
            if not plain:
                flags = ["-g", "-O1", "-fno-omit-frame-pointer", "-Ibuild", *SANITIZE]
                self.programs["build/tests/san/" + stem] = (
                    [self.object(source, "sanemu", *flags)], "san", [WRAP, *SANITIZE, *beside])
        made = ["-g", "-O1", "-fsanitize=thread", "-std=gnu11"]
        self.programs["build/tests/made/emulated"] = (
            [self.object("tests/printer/emulated.c", "made", *made, "-Ibuild")], "host", [])
        for source in self.sources("examples/*/*.cu"):
            stem = os.path.basename(source)[:-3]
            if "TC_KERNEL" not in example_text(os.path.join(self.folder, source)):
                continue  # tcemu runs it, below `tests/emu/run.py --only emulator`
            self.programs["build/tests/made/" + stem] = ([self.object(source, "made", "-x", "c", *made)], "host", [])
        self.programs = {name: p for name, p in self.programs.items() if self.is_wanted(name)}
        sanitized = any(library == "san" for _, library, _ in self.programs.values())
        self.objects = {o.path: o for o in self.library + self.host + (self.sanitized if sanitized else [])}
        for parts, _, _ in self.programs.values():
            for i, part in enumerate(parts):
                parts[i] = self.objects.setdefault(part.path, part)

    def is_wanted(self, program):
        below = {os.path.dirname(run): starts for starts, run, _ in RUNS if run.startswith("build/")}
        starts = below.get(os.path.dirname(program), "")
        return program == "build/tests/unit/test_printer" or any(path.startswith(starts) for path in self.paths)

    # ---- building it

    def run(self, command, timeout=600):
        return subprocess.run(command, cwd=self.folder, env=clean_environment(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout,
                              start_new_session=True)

    def compile(self, o, to, more=()):
        full = os.path.join(self.folder, to)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        done = self.run(CC + PATTERN + o.flags + [*more, "-MMD", "-MF", to + ".d", "-c", o.source, "-o", to])
        if done.returncode:
            raise Stillborn(done.stdout.decode("utf-8", "replace"))
        return to

    def read_needs(self, o):
        """The files that it is made of, as of its last compilation; False: it is older than one of them."""
        path = os.path.join(self.folder, o.path)
        if not os.path.exists(path) or not os.path.exists(path + ".d"):
            return False
        text = open(path + ".d", encoding="utf-8").read().replace("\\\n", " ")
        o.needs = {os.path.normpath(n) for n in text.split(":", 1)[1].split() if not n.startswith("/")}
        return all(os.path.exists(os.path.join(self.folder, n)) and
                   os.path.getmtime(os.path.join(self.folder, n)) <= os.path.getmtime(path) for n in o.needs)

    def path_of(self, o):
        """Where it stands, compiled once more if the change touched it."""
        if o.path in self.stale and o.path not in self.fresh:
            self.fresh[o.path] = self.compile(o, o.path.replace("build/obj/", "build/changed/", 1))
        return self.fresh.get(o.path, o.path)

    def link(self, name):
        """A program of it; one of the generator only where its own objects are others."""
        parts, library, options = self.programs[name]
        os.makedirs(os.path.dirname(os.path.join(self.folder, name)), exist_ok=True)
        command = ["gcc", *[self.path_of(o) for o in parts]]
        if library == "tcgen":
            command += ["-Lbuild", "-ltcgen", "-Wl,-rpath," + self.build]
        else:
            command += [self.path_of(o) for o in (self.host if library == "host" else self.sanitized)
                        if os.path.basename(o.source) not in ASKED_FOR]
        done = self.run(command + options + ["-lm", "-pthread", "-o", name])
        if done.returncode:
            raise Stillborn(done.stdout.decode("utf-8", "replace"))

    def link_libraries(self):
        """What the change touches of tcgen, its tests and the archive of the emulator."""
        def touched(objects):
            return any(o.path in self.stale for o in objects)
        if touched(self.library):
            self.must(["gcc", "-shared", "-o", "build/libtcgen.so"] + [self.path_of(o) for o in self.library])
        if touched(self.host):
            archive = os.path.join(self.build, "libtcemu.a")
            if os.path.exists(archive):
                os.remove(archive)
            self.must(["ar", "rcs", "build/libtcemu.a"] + [self.path_of(o) for o in self.host])
        for name, (parts, library, _) in self.programs.items():
            if library == "tcgen" and touched(parts):
                self.link(name)

    def must(self, command):
        done = self.run(command)
        if done.returncode:
            raise Stillborn(done.stdout.decode("utf-8", "replace"))

    def sync(self, build):
        """The working tree's files, only those that differ."""
        files = subprocess.check_output(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT).decode().split("\0")
        wanted = {name for name in files if name and os.path.isfile(os.path.join(ROOT, name))}
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), self.folder)
                if not path.startswith("build/") and path not in wanted:
                    os.remove(os.path.join(self.folder, path))
        for name in wanted:
            to = os.path.join(self.folder, name)
            text = open(os.path.join(ROOT, name), "rb").read()
            if not os.path.exists(to) or open(to, "rb").read() != text:
                os.makedirs(os.path.dirname(to), exist_ok=True)
                with open(to, "wb") as f:
                    f.write(text)
                shutil.copymode(os.path.join(ROOT, name), to)
        os.makedirs(os.path.join(self.build, "obj"), exist_ok=True)
        for name in ("tools.json", "tools.mk"):
            if os.path.exists(os.path.join(build, name)):
                shutil.copy2(os.path.join(build, name), self.build)

    def digest(self, counted):
        """Of every file of the tree that is not built, and of what is counted."""
        whole = hashlib.sha256(repr(counted).encode())
        for folder, below, names in os.walk(self.folder):
            below[:] = sorted(name for name in below if os.path.join(folder, name) != self.build)
            for name in sorted(names):
                path = os.path.join(folder, name)
                whole.update(os.path.relpath(path, self.folder).encode())
                with open(path, "rb") as f:
                    whole.update(f.read())
        return whole.hexdigest()[:12]

    def write_rows(self):
        """What tests of the emulator take from the rows of generator/primitives/."""
        os.makedirs(os.path.join(self.build, "defs"), exist_ok=True)
        self.must(["gcc", "-std=c11", "-w", *self.sources("tools/rows/*.c"), "-o", "build/defs/rows"])
        for name in ("sizes", "conversions"):
            text = self.run(["build/defs/rows", name]).stdout
            with open(os.path.join(self.build, "defs", name + ".def"), "wb") as f:
                f.write(text)

    def prepare(self, build, jobs):
        self.sync(build)
        self.write_rows()
        with open(os.path.join(ROOT, MAKE), encoding="utf-8") as f:
            embedded = re.findall(r"^\$\(BUILD\)/(obj/\w+\.c):", f.read(), re.M)
        self.must(["make", "-s", "BUILD=build"] + ["build/" + text for text in embedded])
        self.plan()
        first = [o for o in self.objects.values() if not o.path.startswith("build/obj/made") and o.source not in OF_HEADERS]
        with ThreadPoolExecutor(jobs) as pool:
            def refresh(o):
                if not self.read_needs(o):
                    self.compile(o, o.path)
                    self.read_needs(o)
            list(pool.map(refresh, first))
            self.stale = set(self.objects)
            self.fresh = {path: path for path in self.objects}
            self.link_libraries()
            self.must(["build/tests/unit/test_printer", "build/plans_gen.h"])
            for description in OF_HEADERS.values():
                self.must(["build/tcgen", "-o", "build/%s_gen.h" % os.path.basename(description)[:-3], description])
            list(pool.map(refresh, [o for o in self.objects.values() if o not in first]))
            list(pool.map(self.link, [n for n, p in self.programs.items() if p[1] != "tcgen"]))
        self.stale, self.fresh = set(), {}

    def copy(self, other):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(other.folder, self.folder, symlinks=True)
        self.plan()
        for o in self.objects.values():
            self.read_needs(o)
        self.stale, self.fresh = set(self.objects), {path: path for path in self.objects}
        self.link_libraries()
        self.stale, self.fresh = set(), {}

    # ---- running it

    def commands(self, path):
        """(name, command, limit)"""
        for below, run, limit in RUNS:
            if not path.startswith(below):
                continue
            if run.startswith("build/"):
                for name in sorted(self.programs):
                    if os.path.dirname(name) == os.path.dirname(run) and path.startswith(ONLY_FOR.get(name, "")):
                        yield name, [os.path.join(self.folder, name)], limit
            else:
                yield run, [sys.executable] + run.split() + ["--build", "build"], limit

    def all_commands(self, paths):
        found = {}
        for path in paths:
            for name, command, limit in self.commands(path):
                found[name] = (name, command, limit)
        return list(found.values())

    def run_suite(self, command, limit, processor, environment={}):
        """(passed, the tests that failed, seconds); passed None: out of time. Each of its processes may
        use the processor for `processor` seconds. What it started ends with it."""
        started = time.time()
        p = subprocess.Popen(command, cwd=self.folder, env=clean_environment(**environment), stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 1)))
        try:
            out = p.communicate(timeout=limit)[0]
        except subprocess.TimeoutExpired:
            out = None
        finally:
            try:
                os.killpg(p.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            p.communicate()
        if out is None:
            return None, set(), limit
        failed = set(re.findall(r"(?m)^FAIL (.*)$", out.decode("utf-8", "replace")))
        return p.returncode == 0, failed, time.time() - started

    # ---- does the change mean anything?

    def code(self, o):
        """A digest of what gcc -O2 makes of the source as it stands; None: it does not compile."""
        to = os.path.join(self.build, "code.o")
        flags = [flag for flag in o.flags if not re.match(r"-O|-g|-fsanitize|-fno-omit", flag)]
        done = self.run(CC + flags + ["-O2", "-g0", "-c", o.source, "-o", to])
        if done.returncode:
            return None
        with open(to, "rb") as f:
            return hashlib.sha256(f.read()).hexdigest()

    def same_code(self, path, text):
        """Do the same instructions come out of the text as of the file that it takes the place of, in every
        source that reads it? Then the two mean the same, whatever they look like. Of a header that more
        than MOST_SAME sources read it is not asked."""
        readers = {(o.source, tuple(f for f in o.flags if f.startswith("-D"))): o
                   for o in self.objects.values() if path in o.needs}
        if not readers or len(readers) > MOST_SAME:
            return False
        full = os.path.join(self.folder, path)
        with open(full, encoding="utf-8") as f:
            original = f.read()
        status = os.stat(full)
        for key, o in sorted(readers.items()):
            usual = self.codes.get(key) or self.codes.setdefault(key, self.code(o))
            try:
                with open(full, "w", encoding="utf-8") as f:
                    f.write(text)
                if usual is None or self.code(o) != usual:
                    return False
            finally:
                with open(full, "w", encoding="utf-8") as f:
                    f.write(original)
                os.utime(full, ns=(status.st_atime_ns, status.st_mtime_ns))
        return True

    def red(self, path, usual, reaches):
        """(the first suite that fails what it did not fail before, the first that does so by a rule), or None for
        each. After a pin the others still run. One that does not come to the change is not run."""
        suites = [suite for suite in self.commands(path) if reaches(suite[0])]
        suites, pin = sorted(suites, key=lambda suite: usual[suite[0]]["seconds"]), None
        for name, command, limit in suites:
            if pin and PINS.search(command_name(name) + ": "):
                continue
            before = usual[name]
            if before["passed"] and name.startswith("tests/"):
                command = command + ["--first"]
            if name in self.programs and self.programs[name][1] != "tcgen":
                self.link(name)
            seconds = before["seconds"]
            passed, failed, _ = self.run_suite(command, min(limit, 10 + 8 * seconds), int(3 + 3 * seconds))
            if passed is None:
                return pin or name + " (time)", name + " (time)"
            if not passed and (before["passed"] or not failed or failed.difference(before["failed"])):
                seen = failed.difference(before["failed"])
                if not seen or not all(PINS.search(command_name(name) + ": " + line) for line in seen):
                    return pin or name, name
                pin = pin or name
        return pin, None

    def judge(self, path, text, usual, reaches):
        """As red(), with this text in the place of the file; "stillborn" for the first where it does not compile."""
        full = os.path.join(self.folder, path)
        original, status = open(full, encoding="utf-8").read(), os.stat(full)
        self.fresh = {}
        self.stale = {o.path for o in self.objects.values() if path in o.needs}
        try:
            with open(full, "w", encoding="utf-8") as f:
                f.write(text)
            self.link_libraries()
            return self.red(path, usual, reaches)
        except Stillborn:
            return "stillborn", None
        finally:
            with open(full, "w", encoding="utf-8") as f:
                f.write(original)
            os.utime(full, ns=(status.st_atime_ns, status.st_mtime_ns))
            self.fresh = {p: p for p in self.stale}
            self.link_libraries()
            self.stale, self.fresh = set(), {}
