#!/usr/bin/env python3
"""The Python package: `pip install .` into a clean virtual environment, where no nvcc is in the path, and its use.

usage: run.py [--build build] [--only TEXT]
"""
import glob
import json
import os
import shutil
import sys
import tarfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

sys.path.insert(0, os.path.join(harness.ROOT, "tests", "compile"))
import nvrtc  # noqa: E402

GOOD = "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)]\n"
BAD = "copy warp f32 gmem S[(32,8)] -> smem S[(8,32)]\n"
SLOW = "policy tirx\ncopy warp f32 gmem S[(4,6)] -> smem S[(4,6)]\n"
# Prints one JSON object: what the package gives for the texts above, which stand beside it as files.
USE = """
import json, os, pickle, signal, threading, warnings
import tilecopy
def error_of(text):
    try:
        tilecopy.generate(text)
    except tilecopy.DescriptionError as error:
        return error
GOOD, BAD, SLOW = (open(name + ".tc").read() for name in ("good", "bad", "slow"))
said = {"version": tilecopy.__version__}
said["header"] = tilecopy.generate(GOOD, name="good.tc", header="good_gen.h")
said["target"] = tilecopy.generate(GOOD, target=["sm_80", "sm_90"], name="good.tc", header="good_gen.h")
said["single"] = tilecopy.generate(GOOD, single_file=True)
said["import"] = tilecopy.generate('import "lib/a.tc"\\n', imports={"lib/a.tc": GOOD})
said["scan"] = tilecopy.scan("void k(float *r, float *s) { tc_warp_copy_smem_to_reg_32x8_f32(r, s); }")
try:
    tilecopy.generate("\\n" + BAD, name="bad.tc")
except tilecopy.DescriptionError as error:
    one = error.diagnostics[0]
    said["error"] = [one.id, one.severity, one.file, one.line, one.column, one.message, one.fix, one.notes[0].line]
    said["text"] = str(error)
try:
    tilecopy.generate(GOOD, options=["--no-such-option"])
except tilecopy.DescriptionError as error:
    said["usage"] = error.diagnostics[0].id
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    tilecopy.generate(SLOW)
said["warnings"] = [[w.category.__name__, w.message.diagnostic.id, w.filename.endswith("use.py")] for w in caught]
results = []
threads = [threading.Thread(target=lambda: results.append(tilecopy.generate(GOOD, name="good.tc", header="good_gen.h"))) for _ in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
said["threads"] = results == 8 * [said["header"]]
for value in (error_of(BAD), caught[0].message):
    other = pickle.loads(pickle.dumps(value))
    said["pickled " + type(value).__name__] = str(other) == str(value) and vars(other) == vars(value)
said["refused"] = {}
for name, call in {"bytes": lambda: tilecopy.generate(GOOD.encode()), "none": lambda: tilecopy.scan(None),
                   "name": lambda: tilecopy.generate(GOOD, name="a\\0b.tc"), "header": lambda: tilecopy.generate(GOOD, header="a\\0.h"),
                   "options": lambda: tilecopy.generate(GOOD, options="-Werror"), "check": lambda: tilecopy.generate(GOOD, options=["--check"]),
                   "help": lambda: tilecopy.generate(GOOD, options=["--help"])}.items():
    try:
        call()
    except (TypeError, ValueError) as error:
        said["refused"][name] = type(error).__name__ + ": " + str(error)
said["dash"] = "from -x.tc (" in tilecopy.generate(GOOD, name="-x.tc")
stop = []
def spin():
    while not stop:
        tilecopy.generate(GOOD)
spinning = threading.Thread(target=spin)
spinning.start()
said["forks"] = []
for _ in range(10):
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        os._exit(0 if tilecopy.generate(GOOD) else 1)
    said["forks"].append(os.waitpid(child, 0)[1])
stop.append(True)
spinning.join()
print(json.dumps(said))
"""
REFUSED = {
    "bytes": "TypeError: the text of 'tiles.tc' is a str, not bytes", "none": "TypeError: the text of 'kernel.cu' is a str, not NoneType",
    "name": "ValueError: an argument has a zero byte: 'a", "header": "ValueError: an argument has a zero byte: 'a",
    "options": "TypeError: options is a list, as in options=['-Werror']",
    "check": "ValueError: with options ['--check'] tcgen writes no header", "help": "ValueError: with options ['--help'] tcgen writes no header",
}


def without_nvcc():
    """This PATH without the folders that have nvcc."""
    places = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(place for place in places if not os.path.exists(os.path.join(place, "nvcc")))


def install(args, tally, folder, env):
    """The environment's bin folder, or None."""
    made = harness.run([sys.executable, "-m", "venv", os.path.join(folder, "venv")])
    if made.code != 0:
        tally.skip("the package", "this python makes no virtual environment")
        return None
    bin_folder = os.path.join(folder, "venv", "bin")
    result = harness.run([os.path.join(bin_folder, "pip"), "install", "--disable-pip-version-check", harness.ROOT], env=env, timeout=900)
    if result.code != 0 and "No matching distribution found for setuptools" in result.out + result.err:
        tally.skip("the package", "PyPI, from where pip takes setuptools, is not reachable")
        return None
    tally.check("pip install", result.code == 0, result)
    found = glob.glob(os.path.join(folder, "venv", "lib", "*", "site-packages", "tilecopy-*.dist-info", "WHEEL"))
    tags = harness.read(found[0]) if found else ""
    tally.check("one wheel for every python of the platform", "Tag: py3-none-" in tags and "any" not in tags, tags)
    return bin_folder if result.code == 0 else None


def check_sdist(args, tally, folder, bin_folder, env):
    """`python -m build` makes the wheel from an sdist: make does there what it does in the tree."""
    tools = harness.run([os.path.join(bin_folder, "pip"), "install", "-q", "--disable-pip-version-check", "setuptools>=64", "wheel"], env=env)
    make_it = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
    os.makedirs(os.path.join(folder, "sdist"), exist_ok=True)
    fresh = dict(env, TILECOPY_BUILD=os.path.join(folder, "egg"))  # setuptools takes up what an earlier list of files names
    made = harness.run([os.path.join(bin_folder, "python"), "-c", make_it, os.path.join(folder, "sdist")], cwd=harness.ROOT, env=fresh)
    found = glob.glob(os.path.join(folder, "sdist", "*.tar.gz"))
    if not tally.check("an sdist", len(found) == 1, "%s\n%s" % (tools, made)):
        return
    with tarfile.open(found[0]) as archive:
        archive.extractall(os.path.join(folder, "sdist"))
    source = found[0][:-len(".tar.gz")]
    words = ["make", "-n", "BUILD=" + os.path.join(folder, "nowhere"), "package"]
    here, there = harness.run(words, cwd=harness.ROOT, env=env), harness.run(words, cwd=source, env=env)
    tally.check("make does the same in the sdist", here.code == there.code == 0 and len(here.out.splitlines()) > 100 and here.out == there.out,
                "%s\n%s" % (there.err, sorted(set(here.out.splitlines()) ^ set(there.out.splitlines()))[:5]))
    if args.long:
        result = harness.run([os.path.join(bin_folder, "pip"), "wheel", "--no-deps", "-w", folder, found[0]], env=dict(env, TILECOPY_BUILD="build"), timeout=900)
        tally.check("a wheel from the sdist", result.code == 0, result)


def check_use(args, tally, folder, bin_folder, env):
    def tcgen(*words):
        return harness.run([os.path.join(args.build, "tcgen"), *words], cwd=folder)
    result = harness.run([os.path.join(bin_folder, "python"), "use.py"], cwd=folder, env=env)
    if not tally.check("a program uses the package", result.code == 0, result):
        return
    said = json.loads(result.out)
    tally.check("version", said["version"] == harness.read("VERSION").strip(), said["version"])
    tcgen("good.tc", "-o", "good_gen.h")
    tally.check("generate() is what tcgen writes", said["header"] == harness.read(os.path.join(folder, "good_gen.h")), said["header"])
    tcgen("good.tc", "--target=sm_80,sm_90", "-o", "good_gen.h")
    tally.check("... for targets", said["target"] == harness.read(os.path.join(folder, "good_gen.h")), said["target"])
    tally.check("... as a single file", '#include "' not in said["single"] and "tc_warp_copy_smem_to_reg_32x8_f32(" in said["single"])
    for way in ("import", "scan"):
        tally.check("%s: the function" % way, "TC_FN void tc_warp_copy_smem_to_reg_32x8_f32(" in said[way], said[way])
    error = ["E_EXTENTS_DIFFER", "error", "bad.tc", 2, 33, "the extents differ: 8x32 here, 32x8 in the source"]
    tally.check("an error carries its diagnostic", said["error"][:6] == error and said["error"][6] and said["error"][7] == 2, said["error"])
    harness.write(os.path.join(folder, "bad.tc"), "\n" + BAD)
    tally.check("and what tcgen prints", said["text"] == tcgen("names", "bad.tc").err, said["text"])
    tally.check("an unknown option", said["usage"] == "E_USAGE", said["usage"])
    tally.check("a warning is Python's", said["warnings"] == [["DescriptionWarning", "W_FALLBACK", True]], said["warnings"])
    tally.check("eight threads", said["threads"])
    tally.check("ten forks beside a thread that generates", said["forks"] == 10 * [0], said["forks"])
    tally.check("errors and warnings go to another process", said["pickled DescriptionError"] and said["pickled DescriptionWarning"])
    tally.check("a name that begins with '-'", said["dash"])
    for name, words in REFUSED.items():
        tally.check("refused: " + name, said["refused"].get(name, "").startswith(words), said["refused"])


def check_commands(tally, tools, folder, bin_folder, env):
    config, python = os.path.join(bin_folder, "tilecopy-config"), os.path.join(bin_folder, "python")
    include = harness.run([config, "--include"], env=env).out.strip()
    tally.check("tilecopy-config --include", os.path.exists(os.path.join(include, "tilecopy", "tilecopy.h")), include)
    cmake = harness.run([config, "--cmakedir"], env=env).out.strip()
    tally.check("tilecopy-config --cmakedir", os.path.exists(os.path.join(cmake, "TileCopyConfig.cmake")), cmake)
    tally.check("tilecopy-config without a question", harness.run([config], env=env).code == 2)
    for command in ([python, "-m", "tilecopy", "gen"], [os.path.join(bin_folder, "tcgen")]):
        path = os.path.join(folder, "made_gen.h")
        if os.path.exists(path):
            os.remove(path)
        result = harness.run(command + ["good.tc", "-o", "made_gen.h"], cwd=folder, env=env)
        tally.check("%s generates" % command[-1], result.code == 0 and os.path.exists(path), result)
        result = harness.run(command + ["bad.tc", "-o", "made_gen.h"], cwd=folder, env=env)
        tally.check("%s: exit code of an error" % command[-1], result.code == 1 and "E_EXTENTS_DIFFER" in result.err, result)
    result = harness.run([python, "-m", "tilecopy", "names", "good.tc"], cwd=folder, env=env)
    tally.check("python -m tilecopy names", result.out == "tc_warp_copy_smem_to_reg_32x8_f32\n", result)
    harness.write(os.path.join(folder, "host.c"), '#include "made_gen.h"\nint main(void) { return TC_WARP_COPY_SMEM_TO_REG_32X8_F32_REGS != 8; }\n')
    compiler = tools.gcc or tools.clang
    result = harness.run([compiler, "-std=c11", "-Wall", "-Werror", "-I" + include, "host.c", "-o", "host"], cwd=folder)
    tally.check("the header compiles with the package's headers", result.code == 0 and
                harness.run([os.path.join(folder, "host")]).code == 0, result)
    library = glob.glob(os.path.join(os.path.dirname(bin_folder), "lib", "*", "site-packages", "tilecopy", "libtcgen.so"))[0]
    os.rename(library, library + ".away")
    result = harness.run([python, "-c", "import tilecopy"], env=env)
    os.rename(library + ".away", library)
    tally.check("a package without its library says so", "libtcgen.so is missing: install" in result.err, result)


HOST = """
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double exp_of(int i) { return exp((double)(i * 7919u %% 100) / 16); }

int main() {
    enum { COLUMNS = %(columns)d, ROWS = 2 };
    float *const x = (float *)malloc(sizeof(float) * ROWS * COLUMNS), *src, *dst;
    int wrong = 0;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        x[i] = (float)(i * 7919u %% 100) / 16;
    cudaMalloc(&src, sizeof(float) * ROWS * COLUMNS);
    cudaMalloc(&dst, sizeof(float) * ROWS * COLUMNS);
    cudaMemcpy(src, x, sizeof(float) * ROWS * COLUMNS, cudaMemcpyHostToDevice);
    softmax<<<ROWS, %(threads)d>>>(dst, src);
    cudaMemcpy(x, dst, sizeof(float) * ROWS * COLUMNS, cudaMemcpyDeviceToHost);
    for (int row = 0; row < ROWS; row++) {
        double sum = 0;
        for (int i = 0; i < COLUMNS; i++)
            sum += exp_of(row * COLUMNS + i);
        for (int i = 0; i < COLUMNS; i++)
            wrong += !(fabs(x[row * COLUMNS + i] - exp_of(row * COLUMNS + i) / sum) < 1e-6);
    }
    printf("%%d wrong\\n", wrong);
    return wrong != 0;
}
"""


def check_cupy(args, tally, tools, folder, bin_folder, env):
    """The text of examples/cupy: NVRTC compiles it, and the emulator runs it, with no GPU and no CuPy."""
    script = os.path.join(harness.ROOT, "examples", "cupy", "softmax.py")
    compiler = nvrtc.Nvrtc(tools.nvrtc) if tools.nvrtc else None
    for columns in (256, 768, 2304, 16384):
        result = harness.run([os.path.join(bin_folder, "python"), script, "--print", str(columns)], cwd=folder, env=env)
        name = "examples/cupy: rows of %d" % columns
        if not tally.check(name, result.code == 0 and "void softmax(" in result.out, result):
            continue
        if compiler is None:
            tally.skip(name + ": NVRTC", tools.why("nvrtc"))
            continue
        good, log = compiler.compile(result.out, "softmax.cu", {}, ["-std=c++17", "--gpu-architecture=sm_80"])
        tally.check(name + ": NVRTC compiles it without a word", good and not log, log)
    told = "import softmax; text, threads = softmax.source(768, False); print(text + %r %% {'columns': 768, 'threads': threads})" % HOST
    made = harness.run([os.path.join(bin_folder, "python"), "-c", told], cwd=os.path.dirname(script), env=env)
    harness.write(os.path.join(folder, "softmax.cu"), made.out)
    result = harness.run(["tools/tcemu", "run", os.path.join(folder, "softmax.cu")])
    tally.check("examples/cupy on the emulator", result.code == 0 and result.out == "0 wrong\n", "%s\n%s" % (made.err, result))


def main():
    args, tally = harness.start(__doc__)
    tools, folder = harness.Tools(args.build), os.path.join(args.build, "tests", "wheel")
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in (("good.tc", GOOD), ("bad.tc", BAD), ("slow.tc", SLOW), ("use.py", USE)):
        harness.write(os.path.join(folder, name), text)
    env = harness.clean_environment(PATH=without_nvcc(), TILECOPY_BUILD=args.build)
    none = harness.run(["sh", "-c", "command -v nvcc"], env=env)
    tally.check("no nvcc is in the path", not none.out, none)
    bin_folder = install(args, tally, folder, env)
    if bin_folder:
        check_sdist(args, tally, folder, bin_folder, env)
        check_use(args, tally, folder, bin_folder, env)
        check_commands(tally, tools, folder, bin_folder, env)
        check_cupy(args, tally, tools, folder, bin_folder, env)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
