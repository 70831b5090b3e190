"""What tcemu does: rewrites a file and those that it includes, compiles, links, runs."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile

import cuda_orders
import cuda_report
import cuda_source

HERE = os.path.dirname(os.path.realpath(__file__))
LINKED = ("-I", "-D", "-U", "-O", "-std", "-W", "-f", "-g", "-m")
WRAPPED = ("memcpy", "memmove", "memset", "_Znwm", "_Znam", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm",
           "sincos", "sincosf", "modf", "modff", "frexp", "frexpf", "remquo", "remquof", "__assert_fail")
SOURCES = (".cu", ".cuh", ".h", ".hpp", ".cpp", ".inl", ".hxx", ".cc", ".c")


class Options:
    def __init__(self):
        self.compiler, self.seed, self.orders, self.arch = None, None, 1, None
        self.early_exit = self.gdb = self.first = False
        self.watchdog, self.jobs, self.cores = None, 1, None
        self.level, self.flags, self.libraries, self.out = "-O1", [], [], None
        self.folders = []
        self.json = self.sarif = None
        self.ran = 0


def installed():
    """(folder of the headers, the library): of the checkout that this file is in, or of the prefix."""
    root = os.path.dirname(HERE)
    if os.path.exists(os.path.join(root, "include", "tilecopy", "host", "cuda.h")):
        build = os.environ.get("BUILD", os.path.join(root, "build"))
        return os.path.join(root, "include"), os.path.join(build, "libtcemu.a")
    prefix = os.path.dirname(root)
    return os.path.join(prefix, "include"), os.path.join(prefix, "lib", "libtcemu.a")


def fail(text):
    sys.stderr.write("tcemu: %s\n" % text)
    sys.exit(2)


def value(arguments, name):
    if not arguments:
        fail("%s needs a value" % name)
    return arguments.pop(0)


def is_source(word):
    return word.endswith((".cu", ".cpp", ".cc", ".cxx")) and os.path.isfile(word)


def read_options(arguments, take_all):
    """The options before the first other word, or, with take_all, all of them; and the words."""
    options, words = Options(), []
    while arguments and (take_all or arguments[0].startswith("-") or not words or is_source(arguments[0])):
        word = arguments.pop(0)
        if word == "--":
            break
        if word in ("--seed", "--orders", "--watchdog", "--jobs", "--cores"):
            number = value(arguments, word)
            if not number.isdigit():
                fail("%s needs a number, not '%s'" % (word, number))
            setattr(options, word[2:], int(number))
        elif word in ("--arch", "-arch"):
            options.arch = value(arguments, word)
        elif word.startswith(("--arch=", "-arch=")):
            options.arch = word.split("=", 1)[1]
        elif word in ("--json", "--sarif"):
            setattr(options, word[2:], value(arguments, word))
        elif word == "--cxx":
            options.compiler = value(arguments, word)
        elif word in ("--early-exit", "--gdb", "--first"):
            setattr(options, word[2:].replace("-", "_"), True)
        elif word == "-o":
            options.out = value(arguments, word)
        elif word.startswith("-O"):
            options.level = word
        elif word in ("-I", "-D"):
            options.flags.append(word + value(arguments, word))
        elif word.startswith("-l") or word.startswith("-L"):
            options.libraries.append(word)
        elif word.startswith(LINKED):
            options.flags.append(word)
        elif word.startswith("-"):
            fail("unknown option '%s'" % word)
        else:
            words.append(word)
    options.sources = len(words)
    options.folders = [f[2:] for f in options.flags if f.startswith("-I")]
    return options, words + arguments


def target(name):
    """sm_90a is 900."""
    digits = "".join(c for c in name if c.isdigit())
    if not name.startswith("sm_") or not digits:
        fail("--arch %s: not a target such as sm_80" % name)
    return int(digits) * 10


class Unit:
    """A file with those that it includes in quotes, rewritten into a folder."""

    def __init__(self, path, folder, folders, headers, arch):
        self.arch = arch
        self.folder, self.folders, self.headers = folder, folders, os.path.realpath(headers)
        self.done, self.count, self.changed = {}, 0, []
        self.paths, self.templates, self.defaults, self.clusters = [], set(), set(), {}
        self.find(os.path.abspath(path))
        for one in self.paths:
            source = cuda_source.Source(self.read(one))
            source.cluster_shapes()
            self.templates |= source.templates
            self.defaults |= source.defaults
            self.clusters.update(source.clusters)
        self.main = self.write(os.path.abspath(path))

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8", errors="surrogateescape") as f:
            return f.read()

    def place(self, name, path):
        """The file that `#include "name"` of path means, if that is not one of TileCopy's own."""
        for folder in [os.path.dirname(path)] + self.folders:
            found = os.path.join(folder, name)
            if os.path.isfile(found):
                ours = os.path.realpath(found).startswith(self.headers + os.sep)
                return None if ours else os.path.abspath(found)
        return None

    def find(self, path):
        if path in self.paths:
            return
        self.paths.append(path)
        for _, _, name in cuda_source.includes(self.read(path)):
            found = self.place(name, path)
            if found:
                self.find(found)

    def halves(self):
        """Of f16 and bf16, those for which a file includes CUDA's own type."""
        found = {name for path in self.paths for name in cuda_source.system_includes(self.read(path))}
        return ["F16"] * bool(found & {"cuda_fp16.h", "cuda_bf16.h"}) + ["BF16"] * ("cuda_bf16.h" in found)

    def write(self, path):
        """Where the rewritten file lies; it says that its lines are those of the original."""
        if path in self.done:
            return self.done[path]
        self.count += 1
        out = self.done[path] = os.path.join(self.folder, "%d_%s" % (self.count, os.path.basename(path)))
        text = self.read(path)
        shown = os.path.relpath(path)
        try:
            source = cuda_source.rewrite(text, self.clusters, self.templates, self.arch, self.defaults)
        except cuda_source.Wrong as wrong:
            line = text.count("\n", 0, wrong.at) + 1
            sys.stderr.write("%s:%d: error: %s\n" % (shown, line, wrong))
            sys.exit(1)
        for start, end, name in cuda_source.includes(text):
            found = self.place(name, path)
            if found:
                source.change(start, end, self.write(found))
        quoted = '"%s"' % shown.replace("\\", "\\\\")
        self.changed.append('tc_emu_rewritten(%s, "%s")' % (quoted, " ".join(map(str, sorted(source.changed_lines())))))
        told = "\n#line 1\nstatic const int tc_emu_changed __attribute__((used)) = %s;\n" % " + ".join(self.changed)
        with open(out, "w", encoding="utf-8", errors="surrogateescape") as f:
            f.write("#line 1 %s\n" % quoted + source.result() + (told if path == self.paths[0] else ""))
        return out


def compile_file(options, compiler, path, folder):
    """The object file, or None."""
    headers, _ = installed()
    number = target(options.arch) if options.arch else 0
    unit = Unit(path, folder, options.folders, headers, number)
    arch = ["-DTC_ARCH=%d" % number] if number else []
    arch += ["-DTC_CUDA_" + name for name in unit.halves()]
    # gcc writes a memcpy of 12 bytes, or a loop that is one, as moves that call no hook, unless it stays a call.
    hooks = ["-mllvm", "-tsan-instrument-func-entry-exit=0"] if is_clang(compiler) else [
        "--param=tsan-instrument-func-entry-exit=0", "-fno-allocation-dce", "-fno-builtin-memcpy",
        "-fno-builtin-memmove", "-fno-builtin-memset", "-fno-tree-loop-distribute-patterns"]
    # Some gcc fortify by themselves: a report would name a line of the C library's header.
    out = os.path.join(folder, "program.o")
    command = [*compiler, "-x", "c++", "-std=gnu++17", options.level, "-U_FORTIFY_SOURCE", "-g", "-fno-omit-frame-pointer",
               "-fno-strict-aliasing", "-fstack-clash-protection", "-fno-builtin-malloc", "-fno-builtin-calloc",
               "-fno-builtin-free", "-fsanitize=thread", *hooks, "-w", "-Wno-psabi", *arch,
               *("-ffile-prefix-map=%s=%s" % (out, os.path.relpath(name)) for name, out in unit.done.items()),
               "-iquote", os.path.dirname(os.path.abspath(path)), *options.flags,
               "-isystem", os.path.join(headers, "tilecopy", "host", "cuda", "shim"), "-I" + headers,
               "-include", os.path.join(headers, "tilecopy", "host", "cuda.h"), "-c", unit.main, "-o", out]
    return None if subprocess.call(command) else out


def compiler_words(options):
    """A name, or words such as "ccache g++"."""
    named = options.compiler or os.environ.get("CXX")
    compiler = named or next((c for c in ("g++", "clang++", "c++") if shutil.which(c)), None)
    if not compiler:
        fail("no C++ compiler: install g++ or clang++")
    words = [compiler] if shutil.which(compiler) else compiler.split()
    if not words or not shutil.which(words[0]):
        fail("the compiler '%s' is not there: change --cxx or $CXX" % compiler)
    return words


def is_clang(compiler):
    """Also of a script, or of a c++ that is clang."""
    made = subprocess.run([*compiler, "-dM", "-E", "-x", "c++", os.devnull], capture_output=True, text=True, check=False)
    return "__clang__" in made.stdout


def compile_program(options, paths, out):
    _, library = installed()
    compiler = compiler_words(options)
    if not os.path.exists(library):
        fail("%s is missing: run make emulator" % library)
    folder = tempfile.mkdtemp(prefix="tcemu.")
    try:
        objects = []
        for number, path in enumerate(paths):
            own = os.path.join(folder, str(number))
            os.mkdir(own)
            objects.append(compile_file(options, compiler, path, own))
            if not objects[-1]:
                return 1
        return subprocess.call([*compiler, "-Wl,--undefined=__wrap__Znwm", *objects, library, *options.libraries, "-pthread", "-lm",
                                "-Wl," + ",".join("--wrap=" + name for name in WRAPPED), "-o", out]) and 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def environment(options, order, lines=None):
    env = dict(os.environ)
    env.pop("TCEMU_REPORT", None)
    if lines:
        env["TCEMU_REPORT"] = lines
    seed = options.seed if options.seed is not None else 0
    if order or options.seed is not None:
        env["TCEMU_SEED"] = str(seed + order)
    if options.watchdog is not None:
        env["TCEMU_WATCHDOG"] = str(options.watchdog)
    if options.cores is not None:
        env["TC_EMU_CORES"] = str(options.cores)
    if options.early_exit:
        env["TCEMU_EARLY_EXIT"] = "1"
    return env


def run_program(options, program, arguments, files):
    if options.gdb:
        return subprocess.call(["gdb", "--args", program] + arguments, env=environment(options, 0))
    orders = cuda_orders.Orders(options, [program] + arguments, environment, files)
    code = orders.run()
    files.found = list(orders.found.values())
    return code


def run(options, paths, words):
    folder = tempfile.mkdtemp(prefix="tcemu.")
    try:
        program = os.path.join(folder, os.path.splitext(os.path.basename(paths[0]))[0])
        files = cuda_report.Files(options.json, options.sarif, folder)
        if not files.writable():
            return 2
        code = compile_program(options, paths, program)
        compiled = not code
        code = code or run_program(options, program, words, files)
        written = files.write({"file": paths[0], "compiled": compiled, "orders": max(options.orders, 1),
                               "orders_run": options.ran, "exit_code": code})
        return code if written else code or 2
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def until_stopped(work):
    """A signal ends the program too and leaves no folder; the exit code is a shell's."""
    def stop(number, _):
        sys.exit(128 + number)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:  # not under nohup
            signal.signal(number, stop)
    try:
        return work()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def main(arguments, usage):
    if not arguments or arguments[0] in ("-h", "--help"):
        print(usage.strip())
        return 0 if arguments else 2
    command = arguments.pop(0)
    if command not in ("run", "build", "rewrite"):
        fail("unknown command '%s'; tcemu --help lists them" % command)
    options, words = read_options(arguments, command != "run")
    if not words:
        fail("%s: no file" % command)
    sources = len(words) if command == "build" else options.sources
    for path in words[:sources]:
        if not os.path.isfile(path):
            fail("%s: no such file" % path)
    if options.json == "-" and options.sarif == "-":
        fail("--json - and --sarif - would mix on stdout: name a file for one of them")
    if (options.json or options.sarif) and (command != "run" or options.gdb):
        fail("--json and --sarif are for tcemu run without --gdb")
    if command == "rewrite":
        print(cuda_source.rewrite(Unit.read(words[0])).result(), end="")
        return 0
    if command == "build":
        return until_stopped(lambda: compile_program(options, words, options.out or os.path.splitext(words[0])[0]))
    return until_stopped(lambda: run(options, words[:sources], words[sources:]))
