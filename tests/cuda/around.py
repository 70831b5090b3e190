"""tcemu itself: what it calls, and what it leaves when someone ends it. run.py has the cases of programs."""
import os
import shutil
import signal
import subprocess
import sys

import harness

TCEMU = [sys.executable, "tools/tcemu"]


def tcemu(args, *words, **more):
    return harness.run(TCEMU + list(words), env=dict(os.environ, BUILD=args.build, **more.pop("env", {})), **more)


# What the library of C++ uses of new and delete, the program does not.
STREAM = "#include <iostream>\n__global__ void k(int *p) { *p = 1; }\nint main() {\n    std::cout << \"printed\\n\";\n}\n"


def compilers(args, tally, where):
    """Scripts and words as a compiler; a C++ library that is an archive, which the linker reads once."""
    path = os.path.join(where, "stream.cu")
    harness.write(path, STREAM)
    for own, words in (("g++", "-static-libstdc++"), ("clang++", "")):
        name = "compilers: a script of %s %s" % (own, words)
        script = os.path.abspath(os.path.join(where, "compiler-of-" + own[0]))
        harness.write(script, "#!/bin/sh\nexec %s %s \"$@\"\n" % (own, words))
        os.chmod(script, 0o755)
        if not shutil.which(own):
            tally.skip(name, "%s is not on this machine" % own)
        elif tally.wants(name):
            result = tcemu(args, "run", "tests/cuda/kernels/reduction.cu", "--cxx", script)
            tally.check(name, result.code == 0 and not result.err, result)
            result = tcemu(args, "run", path, env={"CXX": script})
            tally.check(name + ", iostream", (result.code, result.out, result.err) == (0, "printed\n", ""), result)
    for cxx, code, err in (("env " + (shutil.which("g++") or "clang++"), 0, ""), ("no-such-compiler -O1", 2, "'no-such-compiler -O1' is not there")):
        if tally.wants("compilers: " + cxx):
            result = tcemu(args, "run", path, env={"CXX": cxx})
            tally.check("compilers: " + cxx, result.code == code and (err in result.err if err else not result.err), result)


def stopped(args, tally, where):
    """Who ends tcemu ends the program and its parts, and leaves no folder. The program says who it is and goes on for ever."""
    path, own = os.path.join(where, "stopped.cu"), os.path.abspath(os.path.join(where, "stopped"))
    harness.write(path, "#include <cstdio>\n#include <unistd.h>\n__global__ void k(volatile int *p) {\n    while (p[blockIdx.x] < 1 << 30) {\n"
                  "        for (volatile int turns = 0; turns < 1 << 16; turns++) {\n        }\n"  # so that its steps last for minutes
                  "        p[blockIdx.x] = p[blockIdx.x] + 1;\n    }\n}\nint main() {\n    int *p;\n    cudaMalloc(&p, 64);\n    cudaMemset(p, 0, 64);\n"
                  "    printf(\"%d\\n\", getpid());\n    fflush(stdout);\n    k<<<8, 1>>>(p);\n}\n")
    for number, words in ((signal.SIGINT, ["--cores", "2"]), (signal.SIGTERM, [])):
        name = "stopped by %s %s" % (number.name, " ".join(words))
        if not tally.wants(name):
            continue
        shutil.rmtree(own, ignore_errors=True)
        os.makedirs(own)
        process = subprocess.Popen(TCEMU + ["run", path, *words], env=dict(os.environ, BUILD=args.build, TMPDIR=own),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   preexec_fn=lambda number=number: signal.signal(number, signal.SIG_DFL))  # a shell's `&` ignores SIGINT
        process.stdout.readline()
        process.send_signal(number)
        try:  # the pipes are open as long as the program lives
            _, err = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            err = "the program goes on"
        tally.check(name, process.returncode == 128 + number and not err and not os.listdir(own), "%s %s %s" % (
            process.returncode, err, os.listdir(own)))
