#!/usr/bin/env python3
"""CUDA files on the emulator: tcemu, the kernels of kernels/, each name of docs/cuda.md.

usage: run.py [--build build] [--only NAME]

A kernel of kernels/ is right as it is; `-DNAME` plants the fault on the line that ends with
`/* fault: NAME */`, and the report must name that line.
"""
import glob
import json
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import around  # noqa: E402
import harness  # noqa: E402

tcemu = around.tcemu


def faults(source):
    """{name: (line, kinds of report)} of those that are planted."""
    return {name: source.count("\n", 0, m.start()) + 1
            for m in re.finditer(r"/\* fault: ([\w ]+) \*/$", source, re.M) for name in m.group(1).split()}


def kernels(args, tally, where):
    for path in sorted(glob.glob("tests/cuda/kernels/*.cu")):
        stem, planted = os.path.basename(path)[:-3], faults(harness.read(path))
        if tally.wants(stem):
            result = tcemu(args, "run", path, "--orders", "3")
            tally.check(stem, result.code == 0 and not result.err, result)
        tally.check("%s: four faults are planted" % stem,
                    set(planted) >= {"RACE", "OVERRUN", "DIVERGENT", "FENCE"}, sorted(planted))
        for name, line in sorted(planted.items()):
            if tally.wants("%s, %s" % (stem, name)):
                result = tcemu(args, "run", path, "-D" + name)
                tally.check("%s, %s" % (stem, name), result.code == 1 and re.search(r"%s.cu:%d\b" % (stem, line), result.err), result)


def clang(args, tally, where):
    for path in sorted(glob.glob("tests/cuda/kernels/*.cu"))[:2]:
        name = "%s, clang++" % os.path.basename(path)
        if not tally.wants(name):
            continue
        if not shutil.which("clang++"):
            tally.skip(name, "clang++ is not on this machine")
            continue
        result = tcemu(args, "run", path, "--cxx", "clang++")
        tally.check(name, result.code == 0 and not result.err, result)


def names(args, tally, where):
    """Each name of the page's table stands in names.cu or in a kernel; names.cu finds all as it expects them."""
    text = "".join(harness.read(p) for p in ["tests/cuda/names.cu", *glob.glob("tests/cuda/kernels/*.cu")])
    table = harness.read("docs/cuda.md").split("## Names")[1].split("## Inline PTX")[0]
    listed = set(re.findall(r"`([A-Za-z_]\w+)`", table)) - {"_block", "_system", "sync"}
    missing = sorted(n for n in listed if not re.search(r"\b%s\b" % n, text))
    tally.check("names: docs/cuda.md lists what names.cu calls", not missing and len(listed) > 200, missing)
    for compiler in ("g++", "clang++"):
        if not tally.wants("names, " + compiler):
            continue
        if not shutil.which(compiler):
            tally.skip("names, " + compiler, "%s is not on this machine" % compiler)
            continue
        result = tcemu(args, "run", "tests/cuda/names.cu", "--cxx", compiler)
        tally.check("names, " + compiler, result.code == 0 and not result.err, result)


# A kernel of two threads whose lines begin with the third one.
KERNEL = ("__global__ void k(int *p) {\n%s}\nint main() {\n    int *p;\n    cudaMalloc(&p, 256);\n    cudaMemset(p, 0, 256);\n"
          "    k<<<1, 2>>>(p);\n}\n")
# A program, what it prints, its exit code; %s is a name in the file.
COMMANDS = [
    ("exit code", "int main(int n, char **v) { printf(\"%d %s\\n\", n, v[1]); return 7; }", ["word"], 7, "2 word", ""),
    ("it does not compile", "__global__ void k() { wrong }\nint main() {}", [], 1, "", "exit code.cu:2"),
    ("a name that is not CUDA's here", "__global__ void k(int *p) {\n    __nosuchname(p);\n}\nint main() {}", [], 1, "",
     r":3:.*__nosuchname"),
    ("the host reads device memory", "int main() {\n    int *p;\n    cudaMalloc(&p, 4);\n    return *p;\n}", [], 1, "",
     r"in the host's code(.|\n)*:5\)"),
    ("managed memory is the host's too",
     "int main() {\n    int *p;\n    cudaMallocManaged(&p, 4);\n    *p = 3;\n    return *p;\n}", [], 3, "", ""),
    ("a kernel that never ends",
     "__global__ void k(volatile int *p) {\n    while (*p == 0)\n        ;\n}\nint main() {\n    int *p;\n"
     "    cudaMalloc(&p, 4);\n    cudaMemset(p, 0, 4);\n    k<<<1, 1>>>(p);\n}", [], 1, "", r"endless loop(.|\n)*:3\)"),
    ("dynamic parallelism",
     "__global__ void inner() {}\n__global__ void k() {\n    inner<<<1, 1>>>();\n}\nint main() { k<<<1, 1>>>(); }", [], 1, "",
     r"inner: a kernel launches it(.|\n)*:4\)"),
    ("a texture", "__global__ void k(float *p) {\n    *p = tex2D<float>(0, 1, 2);\n}\nint main() {}", [], 1, "", r":3:.*tex2D"),
    ("malloc in a kernel", KERNEL % "    int *q = (int *)malloc(16);\n    *p = *q;\n", [], 1, "", r"malloc: a kernel calls it(.|\n)*:3\)"),
    ("free in a kernel", KERNEL % "    free(p);\n", [], 1, "", r"free: a kernel calls it(.|\n)*:3\)"),
    ("new in a kernel", KERNEL % "    int *q = new int[*p + 8];\n    *(int **)p = q;\n", [], 1, "", r"new: a kernel calls it(.|\n)*:3\)"),
    ("delete in a kernel", KERNEL % "    delete p;\n", [], 1, "", r"delete: a kernel calls it(.|\n)*:3\)"),
    ("malloc and new of the host", "#include <vector>\nint main() {\n    std::vector<int> v(9);\n    int *p = new int(4);\n"
     "    free(malloc(8));\n    v[3] = *p;\n    delete p;\n    return v[3];\n}", [], 4, "", ""),
    ("a loop without any access", KERNEL % "    volatile int i = 0;\n    while (i == 0)\n        ;\n", ["--watchdog", "1"], 1, "",
     r"1 seconds without a primitive(.|\n)*in: k \(.*:4\)"),
    ("a loop that others wait for", KERNEL % "    volatile int i = 0;\n    while (threadIdx.x == 1 && i == 0)\n        ;\n    __syncthreads();\n",
     ["--watchdog", "1"], 1, "", r"1 seconds without(.|\n)*who: cta 0 thread 1 (.|\n)*:4\)(.|\n)*waits: cta 0 thread 0(.|\n)*:6\)"),
    ("a computation that takes longer than no limit", KERNEL % "    volatile int i = 0;\n    while (i < 1000000)\n        i++;\n    p[threadIdx.x] = 5;\n",
     ["--watchdog", "0"], 0, "", ""),
    ("an atomic that changes nothing", KERNEL.replace("1, 2", "1, 32") % "    while (atomicAdd(p, 0) == 0)\n        ;\n", [], 1, "",
     r"none stored anything(.|\n)*:3\)"),
    ("an exchange that changes nothing", KERNEL.replace("1, 2", "1, 32") % "    while (atomicCAS(p, 1, 0) == 0)\n        ;\n", [], 1, "",
     r"none stored anything(.|\n)*:3\)"),
    ("recursion without end", "__device__ __noinline__ int deep(int n) {\n    volatile int room[20];\n    room[n % 20] = n;\n"
     "    return deep(n + 1) + room[n % 20];\n}\n" + KERNEL % "    *p = deep(*p);\n", [], 1, "",
     r"the stack of the thread \(131072 bytes\) overflowed(.|\n)*deep \(.*:[34]\)(.|\n)*deep \(.*:5\)"),
    ("a line of 300 columns", KERNEL % ("    " + "p[0] += 0; " * 26 + "p[0] = threadIdx.x; /* to its end */\n"), [], 1, "",
     r"3 \| +p\[0\].*to its end \*/\n"),
    ("equal reports are counted", KERNEL.replace("1, 2", "1, 32") % "    __shared__ int s;\n    s = 1;\n    *p = 2;\n", [], 1, "",
     r"race in kernel 'k'(.|\n)*who: .*\n.*:4\)(.|\n)*other: .*\n.*:4\)(.|\n)*more: 30 equal, 31 at other places"),
    ("after a race comes an overrun", KERNEL % "    p[1] = 1;\n    if (threadIdx.x == 1)\n        p[64] = 2;\n", [], 1, "",
     r"race in kernel 'k'(.|\n)*:3\)(.|\n)*then: access outside: no buffer"),
    ("a surface", KERNEL % "    surf2Dread(p, 0, 1, 2);\n", [], 1, "", r":3:.*surf2Dread"),
    *[("the host copies device memory itself, _FORTIFY_SOURCE=%d" % level,
       "#include <cstring>\nint main(int n, char **) {\n    int *p, x[8];\n    cudaMalloc(&p, 32);\n"
       "    memcpy(x, p, 4 * n + 20);\n    return x[1];\n}", ["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=%d" % level], 1, "",
       r"in the host's code(.|\n)*:6\)") for level in (0, 2)],
    ("a kernel copies with _FORTIFY_SOURCE", KERNEL.replace("int *p) {", "int *p) {\n    int x[8];", 1) %
     "    memset(x, p[9] + 1, 4 * blockDim.x + 20);\n    memmove(p + 1, x, 4 * blockDim.x + 20);\n    if (threadIdx.x)\n"
     "        p[1] = 2;\n", ["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"], 1, "", r"race in kernel 'k'(.|\n)*28 bytes"),
    ("more than there is room for", "#include <cstring>\nint main(int n, char **v) {\n    char x[8];\n    memset(x, 1, 8 + n);\n"
     "    return x[n];\n}", ["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"], 134, "", r"emu: memset of 9 bytes to 8: a buffer overflow"),
    ("device memory that nobody wrote", KERNEL.replace("    cudaMemset(p, 0, 256);\n", "") % "    p[1] = p[0];\n", [], 1, "",
     r"uninitialised read(.|\n)*:3\)"),
    ("managed memory is written", KERNEL.replace("cudaMalloc(", "cudaMallocManaged(").replace("    cudaMemset(p, 0, 256);\n", "") %
     "    p[threadIdx.x + 1] = p[40];\n", [], 0, "", ""),
    ("an asm that it does not know", "__global__ void k() {\n    asm volatile(\"wgmma.fence.sync.aligned;\");\n}\n"
     "int main() {}", [], 1, "", r":3: error: tcemu does not know the instruction 'wgmma"),
    ("a target that lacks it", "__global__ void k() {\n    asm volatile(\"fence.proxy.async;\");\n}\nint main() {}",
     ["--arch", "sm_80"], 1, "", r":3: error: .*'fence.proxy.async' for sm_80: it needs sm_90"),
    ("more threads than the bounds",
     "__global__ void __launch_bounds__(64) k() {}\nint main() { k<<<1, 96>>>(); return cudaGetLastError() != cudaSuccess ? 6 : 0; }",
     [], 6, "", ""),
    ("an array overrun by its neighbour",
     "__global__ void k() {\n    __shared__ int a[4], b[4];\n    b[0] = 1;\n    a[4 + threadIdx.x] = b[0];\n"
     "    printf(\"%d\", a[0] + b[0]);\n}\nint main() { k<<<1, 1>>>(); }", [], 1, "", r"access outside(.|\n)*:5\)"),
    ("an atomic on shared memory orders no other CTA", KERNEL.replace("1, 2", "3, 32") % (
        "    __shared__ int s;\n    if (threadIdx.x == 0) {\n        s = 0;\n        atomicAdd(&s, 1);\n        p[0] = (int)blockIdx.x;\n"
        "        __threadfence();\n        atomicAdd(&s, 1);\n    }\n"), [], 1, "", r"race(.|\n)*another cluster(.|\n)*who: cta 1 (.|\n)*:7\)"),
    ("a counter of the program tells who is last", "__device__ unsigned done;\n" + KERNEL.replace("1, 2", "3, 32") % (
        "    __shared__ bool last;\n    if (threadIdx.x == 0) {\n        p[blockIdx.x] = 1;\n        __threadfence();\n"
        "        last = atomicInc(&done, 2) == 2;\n    }\n    __syncthreads();\n    if (last && threadIdx.x < 3)\n        p[threadIdx.x] += 1;\n"),
     [], 0, "", ""),
    ("alignas of shared arrays", KERNEL % (
        "    __shared__ alignas(alignof(float4)) float4 a[2][3], b[2];\n    alignas(8) __shared__ char c[9];\n    static __shared__ alignas(64) int d;\n"
        "    if (((size_t)&a | (size_t)&b) % 16 || (size_t)&c % 8 || (size_t)&d % 64)\n        __trap();\n"), [], 0, "", ""),
    ("assert in a kernel", "#include <cassert>\n" + KERNEL % "    assert(p[threadIdx.x] == 0);\n    assert(threadIdx.x == 0);\n", [], 1, "",
     r"failed check(.|\n)*assert: threadIdx.x == 0\n.*thread 1 (.|\n)*:5\)"),
    ("launches of several threads", "#include <thread>\n#include <vector>\n__global__ void k(int *p) { p[threadIdx.x] += 1; }\n"
     "static void work(int *out) {\n    for (int i = 0; i < 20; i++) {\n        int *p;\n        cudaMallocManaged(&p, 256);\n"
     "        for (int t = 0; t < 64; t++)\n            p[t] = (int)std::vector<int>(9, 5)[4];\n        k<<<1, 64>>>(p);\n"
     "        *out += p[63];\n        cudaFree(p);\n    }\n}\nint main() {\n    int sum[4] = {};\n    std::vector<std::thread> all;\n"
     "    for (int i = 0; i < 4; i++)\n        all.emplace_back(work, sum + i);\n    for (auto &one : all)\n        one.join();\n"
     "    return sum[0] + sum[1] + sum[2] + sum[3] == 480 ? 5 : 6;\n}", [], 5, "", ""),
    ("umin and umax of the program", "__device__ static unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }\n"
     "template <class T> __device__ T umax(T a, T b) { return a > b ? a : b; }\n" +
     KERNEL % "    p[threadIdx.x] = umin(3u, 4u) + umax(3u, 4u);\n", [], 0, "", ""),
    ("past memory of the host", "int host[8];\n__global__ void k(int *p) {\n    p[8] = 1;\n}\nint main() {\n    int *p = new int[64];\n"
     "    cudaHostRegister(p, 32, 0);\n    k<<<1, 1>>>(p);\n}", [], 1, "", r"access outside(.|\n)*:4\)(.|\n)*'cudaHostRegister' \+ 32"),
    ("a large buffer of which little is used takes no notes", "#include <sys/resource.h>\n__global__ void k(char *p) {\n"
     "    p[(size_t)blockIdx.x << 24] = 1;\n}\nint main() {\n    char *p;\n    struct rusage used;\n    cudaMalloc(&p, 1 << 28);\n"
     "    k<<<16, 1>>>(p);\n    cudaFree(p);\n    getrusage(RUSAGE_SELF, &used);\n    return used.ru_maxrss < 400 << 10 ? 5 : 6;\n}", [], 5, "", ""),
    ("more memory than there is", "int main() {\n    int *p;\n    cudaMalloc(&p, (size_t)1 << 50);\n"
     "    return cudaGetLastError() == cudaErrorMemoryAllocation && !p ? 5 : 6;\n}", [], 5, "", ""),
    ("recursion", "__device__ int f(int n) { return n ? n * f(n - 1) : 1; }\n__global__ void k(int *p) { *p = f(5); }\n"
     "int main() { int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); return *p; }", [], 120, "", ""),
    ("a launch that no GPU takes", "__global__ void k() {}\nint main() { k<<<1, 2000>>>(); "
     "return cudaGetLastError() == cudaErrorInvalidConfiguration ? 5 : 0; }", [], 5, "", ""),
]


# A kernel, and the lines that the report shows after `who:` and after each other head, in order.
HEAD = "#include <cstdio>\n"
PLACES = [
    ("a race by a function", "__device__ void put(int *p) { *p = 1; }\n__global__ void k(int *p) {\n    put(p);\n}\n", "1, 2",
     [("who", 2), ("other", 2)]),
    ("a race of two lines", "__global__ void k(int *p) {\n    __shared__ int s;\n    if (threadIdx.x == 0)\n        s = 1;\n"
     "    else\n        *p = s;\n}\n", "1, 2", [("who", 7), ("other", 5)]),
    ("a race of two CTAs", "__global__ void k(int *p) {\n    if (blockIdx.x)\n        *p = 1;\n    else\n"
     "        *(volatile int *)p = 2;\n}\n", "2, 1", [("who", 4), ("other", 6)]),
    ("one of two readers", "__global__ void k(int *p) {\n    __shared__ int s;\n    int v = 0;\n    if (threadIdx.x == 0)\n        s = 0;\n    __syncthreads();\n    if (threadIdx.x == 0)\n"
     "        v = s;\n    if (threadIdx.x == 1)\n        v = 2 * s;\n    v = __shfl_xor_sync(~0u, v, 1);\n"
     "    if (threadIdx.x == 0)\n        s = v + 1;\n}\n",
     "1, 32", [("who", 14), ("other", 11)]),
    ("bytes in flight", "__global__ void k(int *p) {\n    __shared__ __align__(16) int s[4];\n    p[0] = 1;\n"
     "    tc_cp_async_b32(s, p);\n    p[1] = s[0];\n}\n", "1, 1", [("who", 6), ("other", 5)]),
    ("two barriers", "__global__ void k(int *p) {\n    if (threadIdx.x < 32)\n        asm volatile(\"bar.sync 1, 64;\");\n"
     "    else if (threadIdx.x < 64)\n        asm volatile(\"bar.sync 2, 64;\");\n}\n", "1, 96",
     [("who", 4), ("waits", 4), ("waits", 6), ("exited", 0)]),
    ("memory that nobody wrote", "__global__ void k(int *p) {\n    p[1] = p[0];\n}\n", "1, 1", [("who", 3), ("allocated", 7)]),
]


GRID = ("#include <cooperative_groups.h>\n__global__ void k(int *p) {\n    p[blockIdx.x] = 1;\n%s"
        "    p[1 - blockIdx.x] += 1;\n}\nint main() {\n    int *p;\n    cudaMallocManaged(&p, 8);\n    void *all[] = {&p};\n    %s;\n"
        "    return cudaGetLastError() == cudaSuccess ? p[0] : 9;\n}\n")
SYNC, TOGETHER = "    cooperative_groups::this_grid().sync();\n", "cudaLaunchCooperativeKernel((const void *)k, 2, 1, all)"
COMMANDS += [
    ("a grid that meets", GRID % (SYNC, TOGETHER), [], 2, "", ""),
    ("a grid that meets, of a target without clusters", GRID % (SYNC, TOGETHER), ["--arch", "sm_80"], 2, "", ""),
    ("a grid that does not meet", GRID % ("", TOGETHER), [], 1, "", r"race(.|\n)*:5\)"),
    ("a grid that cannot meet", GRID % (SYNC, "k<<<2, 1>>>(p)"), [], 1, "", r"not launched by cudaLaunchCooperativeKernel(.|\n)*:5\)"),
    ("a release that is none", "#include <cuda/atomic>\n" + (KERNEL % (
        "    cuda::atomic_ref<int> flag(p[1]);\n    if (threadIdx.x == 0) {\n        p[0] = 1;\n"
        "        flag.store(1, cuda::memory_order_relaxed);\n    } else {\n        while (flag.load(cuda::memory_order_acquire) == 0)\n"
        "            ;\n        p[2] = p[0];\n    }\n")), [], 1, "", r"race(.|\n)*who: .*\n.*:11\)(.|\n)*other: .*\n.*:6\)"),
    ("a stage that nobody waited for", "#include <cuda/pipeline>\n" + (KERNEL % (
        "    __shared__ int s[2];\n    auto pipe = cuda::make_pipeline();\n    cuda::memcpy_async(s + threadIdx.x, p + threadIdx.x, 4, pipe);\n"
        "    pipe.producer_commit();\n    p[4 + threadIdx.x] = s[threadIdx.x];\n    pipe.consumer_wait();\n")), [], 1, "",
     r"bytes in flight(.|\n)*:8\)(.|\n)*other: .*memcpy_async\n.*:6\)"),
    ("a pipeline of a block", "#include <cuda/pipeline>\n" + KERNEL % "    cuda::pipeline<cuda::thread_scope_block> *pipe;\n    pipe->producer_commit();\n",
     [], 1, "", "pipelines of a thread alone"),
]


def several(args, tally, where):
    """One program of several files; what is no source, or follows --, is for the program."""
    one, two, host, out = (os.path.join(where, n) for n in ("one.cu", "two.cu", "host.cpp", "several"))
    harness.write(host, "int work(int n) {\n    return n + 1;\n}\n")
    harness.write(one, "#include <cstdio>\n#include <cstring>\nint work(int);\nint main(int n, char **v) {\n"
                  "    printf(\"%d %d %s\\n\", work(4), n, v[n - 1]);\n}\n")
    harness.write(two, "__global__ void k(int *p, int by = 2) {\n    *p *= by;\n}\nint work(int n) {\n    int *p;\n"
                  "    cudaMallocManaged(&p, 4);\n    *p = n;\n    k<<<1, 1>>>(p);\n    k<<<1, 1>>>(p, 5);\n    return *p;\n}\n")
    for name, words, code, text in [("two files", ["run", one, two, "word"], 0, "40 2 word"),
                                    ("two files and a file's name", ["run", one, two, "--", two], 0, "40 2 %s" % two),
                                    ("a file of host code", ["run", one, host, "word"], 0, "5 2 word"),
                                    ("one file of two", ["run", one], 1, ""),
                                    ("two files are built", ["build", one, two, "-o", out], 0, ""),
                                    ("a second file is missing", ["build", one, "none.cu", "-o", out], 2, "")]:
        if tally.wants(name):
            result = tcemu(args, *words)
            tally.check(name, result.code == code and text in result.out, result)


def archs(args, tally, where):
    """What nvcc finds out by compiling twice; and a program that looks at its own numbers."""
    if tally.wants("static tiles of wgmma"):
        result = tcemu(args, "run", "-Iinclude", "tests/cuda/static_tiles.cu")
        tally.check("static tiles of wgmma", result.code == 0 and result.out == "0 wrong\n", result)
    for words, text in [([], "1 90 9 1 3 2"), (["--arch", "sm_80"], "1 80 8 1 3 2")]:
        name = " ".join(["arch"] + words)
        if tally.wants(name):
            result = tcemu(args, "run", "tests/cuda/arch.cu", *words)
            tally.check(name, result.code == 0 and result.out.strip() == text, result)


def places(args, tally, where):
    """Each thread of a report stands with its line."""
    for number, (name, kernel, shape, lines) in enumerate(PLACES):
        for level in ("-O0", "-O1"):
            what = "places: %s, %s" % (name, level)
            if not tally.wants(what):
                continue
            path = os.path.join(where, "place%d.cu" % number)
            harness.write(path, HEAD + kernel + "int main() {\n    int *p;\n    cudaMalloc(&p, 512);\n    k<<<%s>>>(p);\n}\n" % shape)
            result = tcemu(args, "run", path, level)
            told = re.findall(r"^  (who|other|waits|exited|allocated): (?!.*\(barrier \d).*\n((?:  in: .*\n)?)", result.err, re.M)
            got = [(role, int((re.findall(r":(\d+)\)", at) or [0])[0])) for role, at in told]
            tally.check(what, result.code == 1 and got == lines, "%s\n%s" % (got, result.err))


def commands(args, tally, where):
    for name, program, words, code, out, err in COMMANDS:
        if not tally.wants(name):
            continue
        path = os.path.join(where, name.replace(" ", "_").replace("'", "") + ".cu")
        harness.write(path, "#include <cstdio>\n" + program + "\n")
        options = words if words[:1] in (["--arch"], ["--watchdog"]) else []
        result = tcemu(args, "run", *options, path, *([] if options else words))
        err = err.replace("exit code.cu", os.path.basename(path))
        tally.check(name, result.code == code and out in result.out and
                    (re.search(err, result.err) if err else not result.err), result)


# One thread writes what another one has read; with -DRIGHT a barrier lies between.
RACE = """#include <cstdio>
__global__ void k(int *out) {
    __shared__ int tile[32];
    tile[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = tile[31 - threadIdx.x];
#ifdef RIGHT
    __syncthreads();
#endif
    tile[threadIdx.x] = 2;
}
int main() {
    int *out;
    printf("printed\\n");
    cudaMalloc(&out, 128);
    k<<<1, 32>>>(out);
}
"""


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


def column_is_right(at):
    """gcc names the closing bracket or the operator, clang the start of the expression."""
    text = RACE.splitlines()[at["line"] - 1]
    return at["column"] and text[at["column"] - 1] in "t]="


def race_as_json(found):
    one = found["reports"][0]
    first, other = one["threads"]
    return (found["summary"]["reports"] == 1 and found["summary"]["exit_code"] == 1 and one["kind"] == "race" and
            first["line"] in (6, 10) and first["file"].endswith("report.cu") and first["function"] == "k" and
            column_is_right(first) and column_is_right(other) and other["role"] == "other" and other["thread"] != first["thread"] and
            {first["line"], other["line"]} == {6, 10} and other["operation"].startswith("plain ") and
            one["space"] == "shared" and one["buffer"] == "tile" and one["bytes"] == 4 and
            one["launch"]["block"] == 32 and one["count"] >= 1 and one["count"] + one["others"] == 32 and "no barrier orders" in one["message"])


def race_as_sarif(found):
    run = found["runs"][0]
    one = run["results"][0]
    place = one["locations"][0]["physicalLocation"]
    return (found["version"] == "2.1.0" and run["tool"]["driver"]["name"] == "tcemu" and
            one["ruleId"] in [r["id"] for r in run["tool"]["driver"]["rules"]] and one["message"]["text"] and
            one["occurrenceCount"] >= 1 and place["artifactLocation"]["uri"].endswith("report.cu") and place["region"]["startLine"] in (6, 10) and
            "thread" in one["relatedLocations"][0]["message"]["text"] and
            one["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] in (6, 10) and
            run["invocations"][0]["executionSuccessful"] is False)


def call_as_json(found):
    """A thread that exits has no place; the one that waits for it has."""
    first, call, waits = found["reports"][0]["threads"]
    return (first["role"] == "reporting" and first["file"] is None and call["role"] == "call" and
            call["line"] == 4 and call["thread"] < 16 <= first["thread"] and
            [waits[f] for f in ("role", "thread", "last", "line")] == ["waits", 0, 15, 4])


def host_as_json(found):
    one = found["reports"][0]
    return (one["launch"] is None and one["threads"][0]["role"] == "host" and one["threads"][0]["line"] == 4 and
            one["message"].startswith("the memory is the device's") and one["space"] == "global")


def of_orders(result, out, sarif):
    """Five orders report one race: it is printed once, and counted."""
    one, = parsed(harness.read(out))["reports"]
    whole = one["count"] + one["others"]
    return (result.out == 5 * "printed\n" and len(re.findall("^emu: race", result.err, re.M)) == 1 and whole == 5 * 32 and one["orders"] == 5 and
            parsed(harness.read(out))["summary"]["orders_run"] == 5 and result.err.endswith(
                "tcemu: race in kernel 'k' (%s:10, %s:6): in 5 of 5 orders\n" % (2 * (one["threads"][0]["file"],))) and
            parsed(harness.read(sarif))["runs"][0]["results"][0]["occurrenceCount"] == one["count"])


def faults_by_order(where):
    """The thread that comes first goes past the buffer; the lines differ for low threads and high ones."""
    path = os.path.join(where, "by_order.cu")
    harness.write(path, KERNEL.replace("1, 2", "1, 64") % (
        "    if (atomicAdd(p, 1) == 0) {\n        if (threadIdx.x < 32)\n            p[64] = 1;\n        else\n"
        "            p[65] = 2;\n    }\n"))
    return path


def two_of_orders(result, out):
    """Both are printed once, and the counts are those of their orders."""
    made = parsed(harness.read(out))["reports"]
    told = re.findall(r"^tcemu: access outside in kernel 'k' \(.*:(\d)\): in (\d) of 6 orders$", result.err, re.M)
    return (len(re.findall("^emu: access outside", result.err, re.M)) == 2 and [one["threads"][0]["line"] for one in made] == [4, 6] and
            [(str(one["threads"][0]["line"]), str(one["orders"])) for one in made] == told and
            sum(one["orders"] for one in made) == 6)


def failing(where):
    path = os.path.join(where, "failing.cu")
    harness.write(path, "int main() { return 7; }\n")
    return path


def reports(args, tally, where):
    """--json and --sarif: with a report, without one, of a program that does not compile, to a wrong path."""
    source, out, sarif = (os.path.join(where, n) for n in ("report.cu", "report.json", "report.sarif"))
    harness.write(source, RACE)

    def check(name, right, *words, code=0):
        if not tally.wants(name):
            return
        result = tcemu(args, "run", *words)
        tally.check(name, result.code == code and right(result), result)

    check("reports: a race", lambda r: race_as_json(parsed(harness.read(out))) and
          race_as_sarif(parsed(harness.read(sarif))) and "emu: race" in r.err and r.out == "printed\n",
          source, "--json", out, "--sarif", sarif, code=1)
    check("reports: none", lambda r: parsed(harness.read(out))["reports"] == [] and
          parsed(harness.read(out))["summary"]["orders_run"] == 3 and
          parsed(harness.read(sarif))["runs"][0]["results"] == [],
          source, "-DRIGHT", "--orders", "3", "--json", out, "--sarif", sarif)
    check("reports: the first of several orders",
          lambda r: r.out == "printed\n" and r.err.count("emu: race") == 1 and "tcemu: " not in r.err and
          parsed(harness.read(out))["summary"]["orders_run"] == 1 and race_as_json(parsed(harness.read(out))),
          source, "--orders", "5", "--first", "--json", out, code=1)
    for words in ([], ["--jobs", "2"]):
        check("reports: of several orders %s" % " ".join(words), lambda r: of_orders(r, out, sarif),
              source, "--orders", "5", *words, "--json", out, "--sarif", sarif, code=1)
        check("reports: two faults of several orders %s" % " ".join(words), lambda r: two_of_orders(r, out),
              faults_by_order(where), "--orders", "6", *words, "--json", out, code=1)
        check("reports: an order that fails without one is the last %s" % " ".join(words),
              lambda r: not r.err and parsed(harness.read(out))["summary"]["orders_run"] == 1,
              failing(where), "--orders", "4", *words, "--json", out, code=7)
    check("reports: all of many orders", lambda r: r.out == 5 * "printed\n" and not r.err and
          parsed(harness.read(out))["summary"]["orders_run"] == 5,
          source, "-DRIGHT", "--orders", "5", "--jobs", "2", "--json", out)
    check("reports: stdout is the file's alone", lambda r: race_as_json(parsed(r.out)) and "printed" in r.err,
          source, "--json", "-", code=1)
    left, host = (os.path.join(where, n) for n in ("left.cu", "host.cu"))
    harness.write(left, "#include <cstdio>\n__global__ void k() {\n    if (threadIdx.x < 16)\n"
                  "        __syncthreads();\n}\nint main() { k<<<1, 64>>>(); }\n")
    harness.write(host, "int main() {\n    int *p;\n    cudaMalloc(&p, 4);\n    return *p;\n}\n")
    check("reports: a call", lambda r: call_as_json(parsed(r.out)), left, "--json", "-", code=1)
    check("reports: the host", lambda r: host_as_json(parsed(r.out)), host, "--json", "-", code=1)
    moved = os.path.join(where, "moved.cu")
    harness.write(moved, "__global__ void k(int *p) {\n    p[0] = 1; asm(\"\"); p[1] = 2;\n    p[threadIdx.x] = 1;\n}\n"
                  "int main() {\n    int *p;\n    cudaMalloc(&p, 8);\n    k<<<1, 2>>>(p);\n}\n")
    check("reports: no column of a line that tcemu rewrites", lambda r: {
        t["line"]: bool(t["column"]) for t in parsed(r.out)["reports"][0]["threads"]} == {2: False}, moved, "--json", "-", code=1)
    program = os.path.join(where, "report")
    made = tcemu(args, "build", source, "-o", program)
    if tally.wants("reports: a record that cannot be written") and tally.check("reports: built", made.code == 0, made):
        result = harness.run([program], env=dict(os.environ, TCEMU_REPORT="/no/such/folder/x"))
        tally.check("reports: a record that cannot be written", result.code == 1 and "emu: race" in result.err and
                    "emu: cannot write TCEMU_REPORT=/no/such/folder/x: No such file" in result.err, result)
    check("reports: it does not compile", lambda r: parsed(r.out)["summary"]["compiled"] is False,
          source, "-DRIGHT=", "-Dtile=(", "--json", "-", code=1)
    check("reports: a wrong path", lambda r: "tcemu: cannot write /no/such/folder/x: No such file" in r.err and
          not r.out, source, "--json", "/no/such/folder/x", code=2)
    check("reports: two on stdout", lambda r: "would mix" in r.err, source, "--json", "-", "--sarif", "-", code=2)


# A case of cores.cu: whether its launch is divided, or why not; and the report or the warning that it ends with.
ATOMIC, VARIABLE, REPORT = "an atomic on global memory", "a variable of the program", "makes a report"
SAME_BYTES = "CTAs of two cores use the same bytes"
CORES = {
    "own_words": ("", ""), "own_bytes": ("", ""), "own_structs": ("", ""), "by_pointers": ("", ""), "says": ("", ""),
    "of_clusters": ("", ""), "shared_atomics": ("", ""), "slow_words": ("", ""), "counts": (ATOMIC, ""), "reductions": (ATOMIC, ""), "float_sum": (ATOMIC, ""),
    "last_one": (ATOMIC, ""), "atomic_object": (ATOMIC, ""), "variable": (VARIABLE, ""), "one_cluster": ("one cluster", ""),
    "all_write": (REPORT, "race"), "far_write": (SAME_BYTES, "race"), "last_reads": (SAME_BYTES, "race"),
    "last_writes": (REPORT, "race"), "one_byte": (SAME_BYTES, "race"), "in_a_cta": (REPORT, "race"),
    "in_first": (REPORT, "race"), "slow_race": ("", "race"), "slow_unwritten": ("", "race"), "two_kinds": (REPORT, "race"), "unwritten": (REPORT, "uninitialised read"),
    "overrun": (REPORT, "access outside"), "middle_overrun": (REPORT, "access outside"),
    "divergent": (REPORT, "divergent collective"), "stops": (REPORT, "failed check"), "crashes": (REPORT, "access outside"),
    "waits_for_later": (REPORT, "deadlock"), "warns": ("makes a warning", "warning"),
}


def cores(args, tally, where):
    """What is printed and the exit code are those of one core; the results too, which the program prints a sum of."""
    program = os.path.join(where, "cores")
    if not any(tally.wants("cores: " + case) for case in CORES):
        return
    made = tcemu(args, "build", "tests/cuda/cores.cu", "-o", program)
    listed = set(re.findall(r"CASE\((\w+), (?:true|false), ", harness.read("tests/cuda/cores.cu")))
    if not tally.check("cores: built, and each case is listed", made.code == 0 and listed == set(CORES), made):
        return
    for case, (alone, kind) in sorted(CORES.items()):
        for number, seed in ((2, 0), (3, 7)):
            name = "cores: %s, %d" % (case, number)
            if not tally.wants(name):
                continue
            env = dict(os.environ, TCEMU_SEED=str(seed), TC_EMU_CORES_TELL="1",
                       TC_EMU_CORES_AFTER="1" if case.startswith("slow") else "0")
            one = harness.run([program, case], env=dict(env, TC_EMU_CORES="1"))
            many = harness.run([program, case], env=dict(env, TC_EMU_CORES=str(number)))
            told = re.search(r"^emu: cores of kernel '%s': (.*)$" % case, many.err, re.M)
            err = re.sub(r"^emu: cores of .*\n", "", many.err, flags=re.M)
            right = told and (alone in told[1] if alone or kind else told[1] == str(number))
            tally.check(name, right and (many.code, many.out, err) == (one.code, one.out, one.err) and
                        one.code == (kind not in ("", "warning")) and one.err.startswith("emu: " + kind if kind else "") and
                        bool(one.err) == bool(kind), "one core:\n%s\n%s\nseveral:\n%s\n%s" % (one.out, one.err, many.out, many.err))


# Nothing shows the emulator what this program writes.
UNSEEN = """#include <tilecopy/host/kernel.h>
typedef struct {
    int *p;
} args;
TC_KERNEL(k, args) {
    arg.p[tc_emu_cta()] = 1;
}
int main(void) {
    tc_emu_config launch = {0};
    args a = {(int *)tc_emu_gmem_alloc(64, "p")};
    launch.grid = 8;
    launch.block = 1;
    launch.cores = 2;
    launch.name = "k";
    tc_emu_launch(&launch, k, &a);
    return a.p[7];
}
"""


def asked(args, tally, where):
    """Each way to ask for cores; and a program that may not have them."""
    env = dict(os.environ, TC_EMU_CORES_TELL="1", TC_EMU_CORES_AFTER="0")
    env.pop("TC_EMU_CORES", None)

    def check(name, text, result, code=0):
        if tally.wants(name):
            found = result()
            tally.check(name, found.code == code and text in found.err, found)

    check("cores: by the launch", "'own_words': 3\n", lambda: harness.run([os.path.join(where, "cores"), "own_words", "3"], env=env))
    check("cores: nobody asks", "", lambda: harness.run([os.path.join(where, "cores"), "own_words"], env=env))
    source, program = (os.path.join(where, n) for n in ("words.cu", "unseen"))
    harness.write(source, "#include <cstdio>\n__global__ void k(int *p) { p[blockIdx.x] = 1; }\nint main() {\n    int *p;\n"
                  "    cudaMalloc(&p, 64);\n    k<<<8, 1>>>(p);\n}\n")
    check("cores: by the option", "'k': 2\n", lambda: tcemu(args, "run", "--cores", "2", source, env=env))
    harness.write(program + ".c", UNSEEN)
    check("cores: writes that nobody sees", "'k': 1, plain accesses are not all seen", lambda: harness.run(
        ["sh", "-c", "cc -Iinclude %s.c %s/libtcemu.a -pthread -lm -o %s && %s" % (program, args.build, program, program)], env=env), 1)


# The elements of f16 and bf16 tiles are CUDA's own types where a file includes them, and 2 bytes where it does not.
TYPES = """#include <tilecopy_gen.h>
__global__ void k(%s *to, const %s *from) {
    __shared__ __align__(1024) %s tile[4096];
    tc_cta128_copy_async_gmem_ldx8_to_smem_sw128_64x64_%s(tile, from, 64);
    tc_cp_async_wait_all();
    __syncthreads();
    for (unsigned i = threadIdx.x; i < 4096; i += 128)
        to[i] = tile[i];
}
int main() {
    %s *to, *from;
    cudaMalloc(&to, 8192);
    cudaMalloc(&from, 8192);
    cudaMemset(from, 1, 8192);
    k<<<1, 128>>>(to, from);
    return cudaDeviceSynchronize() || sizeof *to != 2;
}
"""


def types(args, tally, where):
    path = os.path.join(where, "types.cu")
    for own, dtype, header in (("__half", "f16", "cuda_fp16.h"), ("__nv_bfloat16", "bf16", "cuda_bf16.h"),
                               ("half", "f16", "cuda_bf16.h"), ("tc_f16", "f16", ""), ("tc_bf16", "bf16", "cuda_fp16.h")):
        name = "types: %s with %s" % (own, header or "no header")
        include = "#include <%s>\n" % header if header else ""
        if tally.wants(name):
            harness.write(path, include + TYPES % (own, own, own, dtype, own))
            result = tcemu(args, "run", path)
            tally.check(name, result.code == 0 and not result.err, result)


def main():
    args, tally = harness.start(__doc__)
    where = os.path.join(args.build, "tests", "cuda")
    os.makedirs(where, exist_ok=True)
    kernels(args, tally, where)
    clang(args, tally, where)
    around.compilers(args, tally, where)
    names(args, tally, where)
    types(args, tally, where)
    commands(args, tally, where)
    several(args, tally, where)
    archs(args, tally, where)
    places(args, tally, where)
    reports(args, tally, where)
    around.stopped(args, tally, where)
    cores(args, tally, where)
    asked(args, tally, where)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
