#!/usr/bin/env python3
"""The command line: exit codes, outputs, dependency files, and that nothing is written on errors; that of the
suites too: what --only selects, which suites start first.

usage: run.py [--build build] [--only TEXT]
"""
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402
import run as runner  # noqa: E402

sys.path.insert(0, os.path.join(harness.ROOT, "tests", "schema"))
from headers import case_headers  # noqa: E402, F401
from validator import Validator  # noqa: E402
from agree import case_agree  # noqa: E402, F401
from pipelines import (case_draw_pipeline, case_many_readers, case_many_values, case_named_pipe,  # noqa: E402, F401
                       case_named_sharing, case_pack, case_pipeline, case_pipeline_cost)

GOOD = "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n"
OTHER = "copy warp f16 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n"
BAD = "copy warp f99 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n"
NAME = "tc_warp_copy_smem_to_reg_32x8_f32"


class Case:
    """A fresh folder with a good and a wrong description, and ways to look at what happened."""

    def __init__(self, args, tally, name):
        self.tally, self.name, self.tcgen, self.build = tally, name, args.tcgen, args.build
        self.folder = os.path.join(args.build, "tests", "cli", re.sub(r"\W+", "_", name))
        shutil.rmtree(self.folder, ignore_errors=True)
        self.write("good.tc", GOOD)
        self.write("bad.tc", BAD)

    def write(self, name, text):
        harness.write(os.path.join(self.folder, name), text)

    def read(self, name):
        return harness.read(os.path.join(self.folder, name))

    def exists(self, name):
        return os.path.exists(os.path.join(self.folder, name))

    def files(self):
        return sorted(os.path.relpath(os.path.join(d, f), self.folder)
                      for d, _, fs in os.walk(self.folder) for f in fs)

    def run(self, *arguments, stdin="", code=0):
        result = harness.run([self.tcgen] + list(arguments), stdin=stdin, cwd=self.folder)
        self.expect("exit %s" % code, result.code == code, result)
        return result

    def expect(self, what, condition, text=""):
        self.tally.check("%s/%s" % (self.name, what), condition, text)


def case_stdout(case):
    result = case.run("-o", "-", "good.tc")
    case.expect("prints the header", NAME + "(" in result.out, result)
    case.expect("writes no file", case.files() == ["bad.tc", "good.tc"], case.files())


def case_output_file(case):
    result = case.run("-o", "deep/er/out_gen.h", "good.tc")
    case.expect("makes folders and writes", case.exists("deep/er/out_gen.h"), result)
    case.expect("prints nothing", result.out == "", result)
    case.expect("guard from the file name", "OUT_GEN_H" in case.read("deep/er/out_gen.h"))


def case_include_guard(case):
    """Files of one name hide one another only where they are equal."""
    def guard(path):
        found = re.match(r".*\n#ifndef (\w+)\n#define \1\n", case.read(path))
        return found.group(1) if found else "none"
    case.write("other.tc", OTHER)
    for folder, source in (("a", "good.tc"), ("b", "good.tc"), ("c", "other.tc")):
        case.run("-o", folder + "/x_gen.h", source)
    case.run("-o", "d/x_gen.h", "--single-file", "good.tc")
    case.expect("named by the file", re.fullmatch(r"X_GEN_H_[0-9A-F]{8}", guard("a/x_gen.h")), guard("a/x_gen.h"))
    case.expect("equal for equal content", guard("a/x_gen.h") == guard("b/x_gen.h"))
    case.expect("another for other content", len({guard(f + "/x_gen.h") for f in "acd"}) == 3)


def case_unchanged_file_is_left_alone(case):
    case.run("-o", "x.h", "good.tc")
    path = os.path.join(case.folder, "x.h")
    os.utime(path, (1000000000, 1000000000))
    case.run("-o", "x.h", "good.tc")
    case.expect("keeps its time", os.stat(path).st_mtime == 1000000000)
    case.write("good.tc", OTHER)
    case.run("-o", "x.h", "good.tc")
    case.expect("a change is written", os.stat(path).st_mtime != 1000000000 and "f16" in case.read("x.h"))
    case.expect("no temporary file stays", case.files() == ["bad.tc", "good.tc", "x.h"], case.files())


def case_wrong_description(case):
    result = case.run("-o", "x.h", "-MD", "-MF", "x.d", "bad.tc", code=1)
    case.expect("nothing written", case.files() == ["bad.tc", "good.tc"], case.files())
    case.expect("file:line:col", re.search(r"(?m)^bad\.tc:1:11: error: ", result.err), result)
    case.expect("a caret", re.search(r"(?m)^\s*(\d+\s*\|)?.*\^", result.err), result)
    case.write("x.h", "old\n")
    case.run("-o", "x.h", "bad.tc", code=1)
    case.expect("an older output stays", case.read("x.h") == "old\n")


def case_good_and_bad_together(case):
    case.run("-o", "x.h", "good.tc", "bad.tc", code=1)
    case.expect("nothing written", not case.exists("x.h"))


def case_stdin(case):
    result = case.run("-o", "-", "-", stdin=GOOD)
    case.expect("prints the header", NAME + "(" in result.out, result)
    result = case.run("json", "--target=sm_90", "-", stdin=GOOD)
    case.expect("json", json.loads(result.out)["functions"][0]["name"] == NAME, result)
    result = case.run("-o", "-", "-", stdin=BAD, code=1)
    case.expect("named <stdin>", "<stdin>:1:" in result.err, result)


def case_check(case):
    case.run("--check", "-o", "x.h", "good.tc", code=1)
    case.expect("missing is stale and not written", not case.exists("x.h"))
    case.run("-o", "x.h", "good.tc")
    case.run("--check", "-o", "x.h", "good.tc")
    case.write("x.h", case.read("x.h") + "/* touched */\n")
    before = case.read("x.h")
    result = case.run("--check", "--diff", "-o", "x.h", "good.tc", code=1)
    case.expect("the difference is shown", "/* touched */" in result.out + result.err, result)
    case.expect("the file is left alone", case.read("x.h") == before)


def case_usage(case):
    for arguments in ([], ["--no-such-option", "good.tc"], ["-o"], ["explain"], ["draw"],
                      ["--target=", "good.tc"], ["-W", "good.tc"], ["-Wno-such-group", "good.tc"],
                      ["--diagnostics=loud", "good.tc"], ["-o", "x.h"]):
        result = harness.run([case.tcgen] + arguments, cwd=case.folder)
        case.expect("2 for %s" % arguments, result.code == 2 and result.err.strip(), result)
        result = harness.run([case.tcgen, *arguments[:1], "--diagnostics=json", *arguments[1:]]
                             if arguments not in (["-o"], ["-o", "x.h"]) else
                             [case.tcgen, "--diagnostics=json"] + arguments, cwd=case.folder)
        found = [d["id"] for d in json.loads(result.err)["diagnostics"]] if "--diagnostics=loud" not in arguments else ["E_USAGE"]
        wanted = "E_UNKNOWN_TARGET" if "--target=" in arguments else "E_USAGE"
        case.expect("JSON for %s" % arguments, result.code == 2 and found == [wanted] and not result.out, result)
    result = case.run("-Wx", "good.tc", "--diagnostics=sarif", code=2)
    case.expect("SARIF", [r["ruleId"] for r in json.loads(result.err)["runs"][0]["results"]] == ["E_USAGE"], result)
    for command in (["draw", "good.tc:nope"], ["explain", "--function=nope", "good.tc"]):
        result = case.run(*command, "--diagnostics=json", code=1)
        found = [d["id"] for d in json.loads(result.err)["diagnostics"]]
        case.expect("no such function", found == ["E_UNKNOWN_FUNCTION"] and not result.out, result)
    for command in (["--help"], ["explain", "--help"], ["good.tc", "--help"]):
        case.expect("help", case.run(*command).out.startswith("usage: tcgen"), command)
    case.expect("nothing written", case.files() == ["bad.tc", "good.tc"], case.files())


def case_io(case):
    result = case.run("-o", "x.h", "nowhere.tc", code=3)
    case.expect("names the missing file", "nowhere.tc" in result.err, result)
    case.expect("says where paths begin", "\nhelp: a path on the command line begins at the folder where tcgen runs\n" in result.err, result)
    result = case.run("-o", "x.h", ".", code=3)
    case.expect("wants files of a folder", "\nhelp: name the files of the folder" in result.err, result)
    case.write("file", "no folder\n")
    result = case.run("-o", "x.h", "file/good.tc", code=3)
    case.expect("names what is no folder", "\nhelp: the part before a '/' of the path is no folder\n" in result.err, result)
    result = case.run("-o", "file/x.h", "good.tc", code=3)
    case.expect("names the output", "file/x.h" in result.err, result)
    os.makedirs(os.path.join(case.folder, "taken.h"))
    case.run("-o", "taken.h", "good.tc", code=3)
    if os.geteuid() != 0:
        case.write("shut/keep", "")
        os.chmod(os.path.join(case.folder, "shut"), stat.S_IRUSR | stat.S_IXUSR)
        case.run("-o", "shut/x.h", "good.tc", code=3)
    for form in ("text", "json", "sarif"):
        io_form(case, form, ["-o", "x.h", "nowhere.tc"], "E_FILE_MISSING", "nowhere.tc")
        io_form(case, form, ["fmt", "nowhere.tc"], "E_FILE_MISSING", "nowhere.tc")
        io_form(case, form, ["-o", "file/x.h", "good.tc"], "E_NOT_WRITTEN", "file/x.h")
        io_form(case, form, ["-o", "x.h", "-MF", "file/x.d", "good.tc"], "E_NOT_WRITTEN", "file/x.d")
        if os.path.exists("/dev/full"):
            io_form(case, form, ["-o", "-", "good.tc"], "E_NOT_WRITTEN", "stdout", "/dev/full")


def case_prelude(case):
    """Layouts that every description has; one of its own with the same name takes the place."""
    text = harness.read("generator/prelude.tc")
    case.expect("layouts alone", all(re.match(r"layout \w+ = |#|$", line) for line in text.splitlines()), text)
    shown = re.search(r"```tc prelude\n(.*?)```", harness.read("docs/prelude.md"), re.S).group(1)
    case.expect("docs/prelude.md shows it", shown == text, shown)
    statement = "copy warp f32 smem pad33 -> gmem S[(32,32)]\n"
    case.write("own.tc", "layout pad33 = S[(32,32):(34,1)]\n" + statement)
    case.write("both.tc", statement + "layout pad33 = S[(32,32):(34,1)]\n")
    case.write("twice.tc", "layout pad33 = S[(32,32)]\nlayout pad33 = S[(32,32)]\n")
    case.write("tile.tc", "tile mma_a : smem S[(16,16)] f16\ncopy warp f16 mma_a -> gmem S[(16,16)]\n")
    case.write("prelude.tc", statement)
    case.write("near.tc", "copy warp f16 smem pad3 -> gmem S[(32,32)]\n")
    for name, pitch in (("own.tc", 34), ("both.tc", 33), ("prelude.tc", 33)):
        function = json.loads(case.run("json", name).out)["functions"][0]
        case.expect("%s: the layout" % name, function["src"]["layout"] == "S[(32,32):(%d,1)]" % pitch, function)
        case.expect("%s: the name" % name, function["name"] == "tc_warp_copy_smem_pad33_to_gmem_32x32_f32", function)
    case.run("json", "tile.tc")
    case.expect("own names stand once", "E_DUPLICATE_NAME" in case.run("json", "twice.tc", code=1).err)
    case.expect("suggested", "'pad33'" in case.run("json", "near.tc", code=1).err)
    case.run("-o", "x.h", "-MD", "-MF", "x.d", "-MP", "prelude.tc")
    case.expect("no prerequisite", case.read("x.d").split() == ["x.h:", "prelude.tc"], case.read("x.d"))


def io_form(case, form, arguments, kind, path, stdout=os.devnull):
    """Exit code 3, and one report without a place, as --diagnostics says."""
    with open(stdout, "w") as out:
        p = subprocess.run([case.tcgen, "--diagnostics=" + form] + arguments if arguments[0] != "fmt" else
                           [case.tcgen, "fmt", "--diagnostics=" + form] + arguments[1:],
                           cwd=case.folder, stdout=out, stderr=subprocess.PIPE, text=True)
    fix = "a path on the command line begins at the folder where tcgen runs" if kind == "E_FILE_MISSING" else ""
    if form == "text":
        good = re.fullmatch(r"tcgen: error: cannot (read|write) '%s': .+ \[%s\]\n%s" % (
            re.escape(path), kind, "help: %s\n" % fix if fix else ""), p.stderr)
    elif form == "json":
        report = json.loads(p.stderr)
        schema = Validator(json.loads(harness.read("docs/tcgen.schema.json")))
        wrong = list(schema.errors(report, {"$ref": "#/$defs/report"}))
        one = report["diagnostics"][0]
        good = not wrong and len(report["diagnostics"]) == 1 and path in one["message"] and [
            one[key] for key in ("id", "severity", "file", "line", "column")] == [kind, "error", "", 0, 0] and one[
                "data"] == {"path": path, "help": fix}
    else:
        results = json.loads(p.stderr)["runs"][0]["results"]
        good = len(results) == 1 and results[0]["ruleId"] == kind and path in results[0]["message"]["text"]
    case.expect("%s is 3, as %s" % (" ".join(arguments), form), p.returncode == 3 and good, p.stderr)


def case_target(case):
    case.write("t.tc", "target sm_80\n" + GOOD)
    plans = json.loads(case.run("json", "t.tc").out)["functions"][0]["plans"]
    case.expect("the file's own", [p["targets"] for p in plans] == [["sm_80"]], plans)
    plans = json.loads(case.run("json", "--target=sm_90,sm_100a", "t.tc").out)["functions"][0]["plans"]
    got = sorted(t for p in plans for t in p["targets"])
    case.expect("--target replaces it", got == ["sm_100a", "sm_90"], plans)
    result = harness.run([case.tcgen, "json", "--target=sm_42", "t.tc"], cwd=case.folder)
    case.expect("an unknown one is refused", result.code in (1, 2) and "sm_42" in result.err, result)


def case_depfile(case):
    case.write("with space/dol$lar#.tc", 'import "sub.tc"\n' + GOOD)
    case.write("with space/sub.tc", "layout unused = S[(2,2)]\n")
    case.run("-o", "out dir/x.h", "-MD", "-MF", "x.d", "-MP", "with space/dol$lar#.tc")
    text = case.read("x.d")
    case.expect("escapes as make reads them", "out\\ dir/x.h" in text and "dol$$lar\\#.tc" in text, text)
    case.expect("imports are prerequisites", "with\\ space/sub.tc" in text, text)
    case.expect("-MP gives empty rules", re.search(r"(?m)^with\\ space/sub\.tc:\s*$", text), text)
    case.write("Makefile", "all: out\\ dir/x.h\n\t@echo made\nout\\ dir/x.h:\n\t@echo again\n-include x.d\n")
    result = harness.run(["make", "-s"], cwd=case.folder)
    case.expect("make reads it", result.code == 0 and result.out == "made\n", result)
    time.sleep(0.02)
    later = time.time() + 5
    os.utime(os.path.join(case.folder, "with space/sub.tc"), (later, later))
    result = harness.run(["make", "-s"], cwd=case.folder)
    case.expect("a touched import makes again", "again" in result.out, result)
    case.run("-o", "y.h", "-MD", "-MF", "y.d", "-MT", "other target", "good.tc")
    case.expect("-MT names the target", case.read("y.d").startswith("other\\ target:"), case.read("y.d"))
    case.run("-o", "z.h", "-MD", "good.tc")
    case.expect("-MD alone writes beside the output", case.exists("z.d") or case.exists("z.h.d"), case.files())


def case_output_links(case):
    """What the path stands for is written; the link, the other names, the mode and the owner stay."""
    case.write("real/old.h", "old\n")
    folder = case.folder
    os.symlink("real/old.h", os.path.join(folder, "link.h"))
    os.symlink("link.h", os.path.join(folder, "second.h"))
    case.run("-o", "second.h", "good.tc")
    case.expect("a link's target is rewritten", NAME in case.read("real/old.h"))
    case.expect("the links stay", all(os.path.islink(os.path.join(folder, f)) for f in ("link.h", "second.h")))
    os.symlink("new/made.h", os.path.join(folder, "dangling.h"))
    case.run("-o", "dangling.h", "good.tc")
    case.expect("a dangling link's target is made", NAME in case.read("new/made.h")
                and os.path.islink(os.path.join(folder, "dangling.h")))
    os.symlink("circle.h", os.path.join(folder, "circle.h"))
    result = case.run("-o", "circle.h", "good.tc", code=3)
    case.expect("a circle says so", "circle.h" in result.err and "evels of symbolic links" in result.err, result)
    case.write("hard.h", "old\n")
    os.link(os.path.join(folder, "hard.h"), os.path.join(folder, "other.h"))
    case.run("-o", "hard.h", "good.tc")
    case.expect("all names of a file see the text", NAME in case.read("other.h") and os.path.samefile(
        os.path.join(folder, "hard.h"), os.path.join(folder, "other.h")))
    left = [f for f in case.files() if re.search(r"\.\w{6}$", f)]
    case.expect("no temporary file stays", not left, left)


def case_output_modes(case):
    for mode in (0o600, 0o640, 0o755):
        case.write("x.h", "old\n")
        path = os.path.join(case.folder, "x.h")
        os.chmod(path, mode)
        case.run("-o", "x.h", "-MD", "good.tc")
        got = stat.S_IMODE(os.stat(path).st_mode)
        case.expect("mode %o is kept" % mode, got == mode and NAME in case.read("x.h"), oct(got))
    for name, arguments in (("x.h", ["-o", "x.h"]), ("x.d", ["-o", "y.h", "-MF", "x.d"])):
        case.write(name, "old\n")
        os.chmod(os.path.join(case.folder, name), 0o444)
        result = case.run(*arguments, "good.tc", code=3)
        case.expect("read-only %s is an error" % name, case.read(name) == "old\n" and re.search(
            r"cannot write '%s': Permission denied \[E_NOT_WRITTEN\]" % name, result.err), result)
        os.chmod(os.path.join(case.folder, name), 0o644)
    case.expect("without its dependencies no header is written", not case.exists("y.h"), case.files())
    case.run("-o", "x.h", "good.tc")
    os.chmod(os.path.join(case.folder, "x.h"), 0o444)
    case.run("-o", "x.h", "good.tc")
    for name in ("folder/", ""):
        case.run("-o", name, "good.tc", code=3)
    case.expect("no folder is made for a name that ends in /", not case.exists("folder"))


def case_output_is_input(case):
    """No output in the place of what was read, under whatever name."""
    case.write("uses.tc", 'import "sub/part.tc"\n' + GOOD)
    case.write("sub/part.tc", "layout unused = S[(2,2)]\n")
    os.symlink("good.tc", os.path.join(case.folder, "soft.tc"))
    os.link(os.path.join(case.folder, "good.tc"), os.path.join(case.folder, "hard.tc"))
    before = {f: case.read(f) for f in case.files()}
    refused = [["-o", "good.tc", "good.tc"], ["-o", "./sub/../good.tc", "good.tc"], ["-o", "soft.tc", "good.tc"],
               ["-o", "hard.tc", "good.tc"], ["-o", "good.tc", "uses.tc", "soft.tc"],
               ["-o", "sub/part.tc", "uses.tc"], ["-o", "x.h", "-MF", "sub/part.tc", "uses.tc"],
               ["-o", "x.h", "-MF", "x.h", "good.tc"], ["-o", "x.h", "-MF", "sub/../x.h", "good.tc"],
               ["-o", "x.h", "-MF", "good.tc", "good.tc"]]
    for arguments in refused:
        result = case.run(*arguments, code=3)
        case.expect("%s says why" % " ".join(arguments), re.search(
            r"cannot write '.*': it is (read as a description|the output of -o) \[E_NOT_WRITTEN\]", result.err), result)
    with open(os.path.join(case.folder, "good.tc")) as text:
        p = subprocess.run([case.tcgen, "-o", "good.tc", "-"], stdin=text, cwd=case.folder, capture_output=True)
    case.expect("nor of standard input", p.returncode == 3, p.stderr)
    case.expect("nothing changed", before == {f: case.read(f) for f in case.files()}, case.files())
    result = harness.run([case.tcgen, "-o", "-", "-MF", "-", "-MT", "x", "good.tc"], cwd=case.folder)
    case.expect("both to standard output is usage", result.code == 2, result)
    result = case.run("-o", "x.h", "-MF", "-", "good.tc")
    case.expect("dependencies to standard output", result.out.startswith("x.h: good.tc"), result)
    case.write("one.tc", GOOD.replace("copy ", "copy   "))
    case.run("fmt", "-o", "one.tc", "one.tc")
    case.expect("fmt formats in place", case.read("one.tc") == GOOD, case.read("one.tc"))
    case.run("fmt", "-o", "one.tc", "one.tc", "good.tc", code=3)
    case.run("fmt", "-o", "two.tc", "one.tc", "good.tc")
    case.expect("fmt -o takes all descriptions", case.read("two.tc") == 2 * GOOD, case.read("two.tc"))


def case_output_streams(case):
    """/dev/stdout is what it is connected to, also a file that was opened for appending."""
    want = case.run("-o", "-", "good.tc").out
    for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        if not os.path.exists(name):
            continue
        path = os.path.join(case.folder, "out.h")
        harness.write(path, "before\n")
        with open(path, "a") as out:
            p = subprocess.run([case.tcgen, "-o", name, "good.tc"], stdout=out, cwd=case.folder)
        got = case.read("out.h").replace(os.path.basename(name), "-")
        case.expect("%s of a file" % name, p.returncode == 0 and got.startswith("before\n")
                    and NAME in got and got.endswith("#endif\n"), got)
        result = case.run("-o", name, "good.tc")
        case.expect("%s of a pipe" % name, NAME in result.out and len(result.out) > len(want) - 99, result)
    case.run("-o", os.devnull, "good.tc")
    case.expect("a device stays one", not os.path.isfile(os.devnull))


def case_absolute_paths(case):
    """Two checkouts give the same bytes, however the description is named by its whole path."""
    texts = []
    for there in ("one/home", "two"):
        case.write(there + "/tiles.tc", 'import "part.tc"\n' + GOOD)
        case.write(there + "/part.tc", "layout unused = S[(2,2)]\n")
        path = os.path.join(case.folder, there, "tiles.tc")
        case.run("-o", there + "/tiles_gen.h", path)
        case.run("-o", os.path.join(case.folder, there, "full_gen.h"), path)
        found = [case.read(there + "/" + f) for f in ("tiles_gen.h", "full_gen.h")]
        found += [case.run(verb, path).out for verb in ("json", "explain", "cost", "names")]
        texts.append(found)
        case.expect("no machine's path", not any(case.folder in t for t in found))
    case.expect("the same bytes", texts[0] == texts[1] and " from tiles.tc (spec" in texts[0][0], texts)
    case.run("-o", "rel.h", "two/tiles.tc")
    case.expect("a relative path stays as given", " from two/tiles.tc (spec" in case.read("rel.h"))


def case_import_folders(case):
    case.write("lib/common.tc", "layout rows = S[(32,8):(1@laneid,1)]\n")
    case.write("uses.tc", 'import "common.tc"\ncopy warp f32 smem S[(32,8)] -> reg rows\n')
    case.run("names", "uses.tc", code=1)
    result = case.run("names", "-I", "lib", "uses.tc")
    case.expect("found by -I", NAME in result.out, result)
    case.run("names", "-Ilib", "uses.tc")
    case.write("loop.tc", 'import "loop.tc"\n' + GOOD)
    result = case.run("names", "loop.tc", code=1)
    case.expect("an import of itself is an error", "loop.tc:1:" in result.err, result)


def case_names_of_names(case):
    """Each of 60000 layouts is the one before: no chain is followed again for each of them."""
    names = "".join("layout l%d = l%d\n" % (i, i - 1) for i in range(1, 60000))
    copy = "copy warp f32 smem l59999 -> reg S[(32,8):(1@laneid,1)]\n"
    case.write("names.tc", "layout l0 = S[(32,8)]\n" + names + copy)
    result = case.run("names", "names.tc")
    case.expect("means the first", result.out == "tc_warp_copy_smem_to_reg_32x8_f32\n", result)


def case_verbs(case):
    for verb, want in (("explain", "reg"), ("cost", NAME), ("names", NAME), ("json", '"functions"')):
        result = case.run(verb, "good.tc")
        case.expect("%s prints" % verb, want in result.out, result)
    result = case.run("draw", "good.tc:" + NAME)
    case.expect("draw prints text", result.out.strip(), result)
    case.run("draw", "good.tc:" + NAME, "-o", "x.svg")
    case.expect("draw -o writes SVG", "<svg" in case.read("x.svg"))
    result = case.run("draw", "good.tc:no_such_name", code=1)
    case.expect("an unknown name is said", "no_such_name" in result.err, result)
    case.run("draw", "good.tc:" + NAME, "--view=sideways", code=2)


def case_fmt(case):
    case.write("ugly.tc", "# keep me\ncopy   warp f32 smem S[ (32,8) ]->reg S[(32,8):(1@laneid,1)] # and me\n")
    once = case.run("fmt", "ugly.tc").out
    case.expect("keeps comments", "# keep me" in once and "# and me" in once, once)
    twice = case.run("fmt", "-", stdin=once).out
    case.expect("is idempotent", once == twice, twice)
    case.run("fmt", "-", stdin="copy copy copy\n", code=1)


LOOP = "for T in f16, f33 { copy warp T smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] as load_T }\n"


def case_for(case):
    result = case.run("names", "-", stdin=LOOP, code=1)
    case.expect("for which value", "<stdin>:1:15: note: for T = f33" in result.err and "T = f16" not in result.err, result)
    result = case.run("names", "-", stdin=LOOP.replace("f33", "f32") + "for N in 2 {", code=1)
    case.expect("no end", "<stdin>:2:1: error: the body of this 'for' has no '}'" in result.err, result)
    case.run("names", "-", stdin="}\n" + LOOP.replace("f33", "f32"), code=1)
    nested = "for N in 4, 8 { %s}\n" % LOOP.replace("f33", "f32").replace(",8)", ",N)").replace("T }", "TxN }")
    case.expect("one in another", case.run("names", "-", stdin=nested).out.split() ==
                ["tc_load_%sx%d" % (t, n) for n in (4, 8) for t in ("f16", "f32")])
    once = case.run("fmt", "-", stdin=nested).out
    case.expect("fmt", "for T in f16, f32 { copy" in once and case.run("fmt", "-", stdin=once).out == once, once)


def case_json(case):
    result = case.run("json", "--target=sm_90", "-", stdin="policy tirx\n" + GOOD)
    function = json.loads(result.out)["functions"][0]
    for key, want in (("name", NAME), ("variant", "reg"), ("vec_bits", 128), ("ops_per_thread", 2)):
        case.expect(key, function.get(key) == want, function)
    case.expect("proof", function["proof"] == {"ok": True, "elements": 256}, function["proof"])
    traced = json.loads(case.run("json", "--trace", "--target=sm_90", "-", stdin=GOOD).out)["functions"][0]
    case.expect("--trace lists every access", len(traced.get("trace", [])) == 64, str(traced)[:300])


def case_diagnostics(case):
    result = case.run("json", "--diagnostics=json", "bad.tc", code=1)
    found = json.loads(result.err.splitlines()[0])["diagnostics"][0]
    case.expect("json", (found["severity"], found["file"], found["line"], found["column"])
                == ("error", "bad.tc", 1, 11), found)
    case.expect("a stable id", re.fullmatch(r"E_[A-Z_]+", found["id"]), found)
    result = case.run("json", "--diagnostics=sarif", "bad.tc", code=1)
    case.expect("sarif", json.loads(result.err)["runs"][0]["results"][0]["level"] == "error", result)


def case_warnings(case):
    case.write("slow.tc", "policy tirx\ncopy warp f32 gmem S[(4,6)] -> smem S[(4,6)]\n")
    result = case.run("-o", "x.h", "slow.tc")
    case.expect("-Wfallback is on and shown", "warning" in result.err and "fallback" in result.err, result)
    result = case.run("-o", "x.h", "-Wno-fallback", "slow.tc")
    case.expect("-Wno-fallback silences it", result.err == "", result)
    case.run("-o", "y.h", "-Werror", "slow.tc", code=1)
    case.run("-o", "y.h", "-Werror=fallback", "slow.tc", code=1)
    case.expect("nothing written", not case.exists("y.h"))


def case_single_file(case):
    case.run("--single-file", "-o", "x.h", "good.tc")
    text = case.read("x.h")
    case.expect("includes nothing on the device side", not re.search('#include "tilecopy/(?!host/)', text),
                "\n".join(l for l in text.splitlines() if "#include" in l))
    functions = set(re.findall(r"^TC_FN [^(]*?(tc_[a-z]\w*)\(", text, re.M))
    case.expect("holds the primitives", "tc_load_shared_b128" in functions, sorted(functions))
    case.expect("holds no other", not functions & {"tc_mbarrier_init", "tc_load_shared_b64"}, sorted(functions))
    for names, word in (("mma", "tc_mma_m16n8k16_f16("), ("kernel", "#define TC_KERNEL("), ("tc_cta_sync,mbarrier", "tc_mbarrier_init("),
                        ("tilecopy", "tc_mma_m16n8k16_f16(")):
        case.run("--single-file", "--with", names, "-o", "y.h", "good.tc")
        case.expect("--with " + names, word in case.read("y.h") and word not in text)
    case.run("--single-file", "--with", "mma", "--with=kernel", "-o", "y.h", "good.tc")
    case.expect("every --with counts", all(w in case.read("y.h") for w in ("tc_mma_m16n8k16_f16(", "#define TC_KERNEL(")))
    near = case.run("--single-file", "--with", "tc_cta_sinc", "-o", "z.h", "good.tc", code=2)
    case.expect("the nearest name", "did you mean 'tc_cta_sync'?" in near.err and not case.exists("z.h"), near)
    alone = case.run("--with", "mma", "-o", "z.h", "good.tc", code=2)
    case.expect("not without --single-file", "only --single-file takes the option '--with'" in alone.err, alone)
    result = case.run("--single-file", "--with", "wgmma_bf16", "-o", "no.h", "good.tc", code=2)
    case.expect("what is no part of it", "include tilecopy/wgmma_TYPE.h beside it" in result.err, result)


def case_version_and_help(case):
    result = case.run("--version")
    case.expect("version", harness.read(os.path.join(harness.ROOT, "VERSION")).strip() in result.out, result)
    result = case.run("--help")
    case.expect("help names the verbs", all(v in result.out for v in ("explain", "json", "draw", "-MD")), result)


def case_wide_offsets(case):
    """Widths are those that C needs: an origin times a pitch, a constant, a pitch beyond 2^32."""
    def body(operands, options="ld64;"):
        case.write("wide.tc", "copy %s { %s } as w\n" % (operands, options))
        return case.run("-o", "-", "wide.tc").out
    origin = body("thread f32 gmem S[(2,64,4):(ld,268435456,1)][0:1, m:+1, 0:4] -> reg S[(4)]")
    case.expect("origin", "src + m * 268435456ull)" in origin, origin)
    constant = body("thread f32 gmem S[(2,64,4):(ld,1073741824,1)][0:1, 3:4, 0:4] -> reg S[(4)]")
    case.expect("constant", "src + 3u * 1073741824)" in constant, constant)
    pitch = body("warp f32 gmem S[(2,64,32):(ld,8589934593,1)][0:1, m:+1, 0:32] -> reg S[(32):(1@laneid)]")
    case.expect("pitch", "const unsigned long long from = m * 8589934593ull + rank;" in pitch, pitch)
    loop = body("warp f32 gmem S[(2,8,32):(ld,1073741824,1)][0:1, 0:8, 0:32] -> reg S[(8,32):(1,1@laneid)]")
    case.expect("loop", "src + i * 1073741824ull)" in loop, loop)


def case_fill_of_packed_elements(case):
    """A fill of 4 bits fills both halves of every byte."""
    tile = "copy warp e2m1 gmem S[(32,64)] -> smem S[(32,64)] where cols %% %d == 0 { masked; fill 0x7; } as f\n"
    for cols, word in (2, "0x77u"), (8, "0x77777777u"), (32, "0x77777777u, 0x77777777u"):
        case.write("fill.tc", tile % cols)
        text = case.run("-o", "-", "fill.tc").out
        case.expect("cols %% %d" % cols, ", %s);" % word in text and "0x7u" not in text, text)
    case.write("auto.tc", "fill cta(64) f32 smem auto S[(32,33)] as f\n")  # one operand: told once
    told = case.run("explain", "auto.tc").out
    case.expect("auto", told.count("\n  auto ") == 1 == told.count("with room for 4224 bytes"), told)


def case_origins_under_swizzles(case):
    """Origins that a swizzle looks into are followed through the text by their lowest bits, and no other
    argument is: every value of rows and cols would be 2^62 of them."""
    for copy in (
            "thread u8 smem S[(1024,512)] swizzle 128B[m:+1, k:+1] -> reg S[(1,1)]",
            "warp u8 gmem S[(4,64)] -> smem S[(12,256)] swizzle(0,2,3)[4:8, o+128:+64] "
            "where cols % 2 == 0, o % 8 == 0 { masked; stages 2; }"):
        case.write("origins.tc", "copy %s as f\n" % copy)
        done = case.run("-o", "-", "origins.tc")
        case.expect(copy, done.code == 0 and "TC_FN void tc_f" in done.out, done)


def case_environment(case):
    bare = harness.run([case.tcgen, "-o", "-", "good.tc"], cwd=case.folder, env={})
    full = harness.run([case.tcgen, "-o", "-", "good.tc"], cwd=case.folder)
    case.expect("an empty environment changes nothing", bare.code == 0 and bare.out == full.out, bare)


def case_only(case):
    """Of the suites whose other checks are quick: a name that nothing has is a failure, not a suite that passed."""
    for suite in ("choices", "emu", "errors", "facts", "fragments", "golden", "lint", "mutation", "oracle", "pipes"):
        done = harness.run([sys.executable, "tests/%s/run.py" % suite, "--build", case.build, "--only", "NOSUCH"])
        told = "no check ran for --only NOSUCH" in done.out
        case.expect("tests/%s/run.py --only NOSUCH" % suite, done.code == 1 and told, done)


def case_runner(case):
    """The longest suites start first, and a limit is three times what a suite takes on a busy machine."""
    suites = runner.all_suites(case.build)
    seconds = [s.limit for s in suites]
    case.expect("longest first", seconds == sorted(seconds, reverse=True), suites)
    case.expect("of them all compile", suites[0].name == "compile" and suites[0].limit >= 7200, suites[0])
    outcomes = [runner.Outcome(s, 1, 0, 0, 0, "", cpu) for s, cpu in zip(suites, (0.25, 2, 7, 0.25))]
    rows = [(12.5, "seconds of processor time:"), (7, suites[2].name), (3, "the build"), (2, suites[1].name), (0.5, "the rest")]
    told = runner.costs(outcomes, 3.0)
    case.expect("processor time, the dearest first", told == "\n".join("%7.1f %s" % row for row in rows), told)


def case_runner_measures(case):
    """What a suite starts is counted, when it was waited for; the build of no make is not told."""
    script = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'x = list(range(3000000))']); print('1 passed, 0 failed')"
    own = os.path.join(case.folder, "suite.py")
    case.write("suite.py", script)
    code, output, cpu = runner.measured(runner.Suite("x", [sys.executable, own], 300))
    case.expect("exit status and output", (code, output) == (0, "1 passed, 0 failed\n"), (code, output))
    case.expect("the processor time of what it started", cpu > 0.03, cpu)
    outcome = runner.run_suite(runner.Suite("x", [sys.executable, own], 300))
    case.expect("an outcome has it", outcome.passed == 1 and outcome.cpu > 0.03, outcome)
    code, output, _ = runner.measured(runner.Suite("x", ["sleep", "600"], 0.2))
    case.expect("a hang ends", code is None and "took more than" in output, output)
    case.expect("no make", runner.built_before() is None, runner.built_before())


def main():
    args, tally = harness.start(__doc__)
    for name, function in sorted(globals().items()):
        if name.startswith("case_") and tally.wants(name[5:]):
            try:
                function(Case(args, tally, name[5:]))
            except (ValueError, KeyError, IndexError, OSError) as e:
                tally.fail("%s/%s" % (name[5:], type(e).__name__), e)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
