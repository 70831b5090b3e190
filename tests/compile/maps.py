"""Tensor maps on the host: what a generated header asks the driver for, by gcc, g++, clang and nvcc, from Python by
ctypes, of a header and of a single file; and the kernel's side by NVRTC.

A library that is named like the driver's writes the arguments of cuTensorMapEncodeTiled down in the map, so that no
GPU is needed. What must stand there is worked out here, from the description alone.
"""
import os
import re
import struct
import sys

import caller
import harness

BOXES = """target sm_90a
layout a = S[(M,K):(lda,1)]
layout deep = S[(L,M,K):(plane,ld,1)]
copy_async elected bf16 gmem a[m:+128, k:+64] -> smem S[(128,64)] swizzle 128B where lda % 8 == 0 { tensormap; oob nan; l2 256B; } as load_a
copy_async elected u8 smem S[(2,8,48)] -> gmem deep[l:+2, m:+8, k:+48] where ld % 16 == 0, plane % 16 == 0, K % 16 == 0, k % 16 == 0 { tensormap; oob skip; } as store_deep
"""
BASE = 0x1000
# A call, and type, rank, base, extents, strides in bytes, box, element strides, swizzle, promotion, fill of the map.
MAPS = [("load_a_tensormap", (1000, 520, 528), (9, 2, BASE, (520, 1000), (1056,), (64, 128), (1, 1), 3, 3, 1)),
        ("store_deep_tensormap", (5, 30, 96, 2880, 96), (0, 3, BASE, (96, 30, 5), (96, 2880), (48, 8, 2), (1, 1, 1), 0, 0, 0))]
BROKEN = ("load_a_tensormap", (1000, 520, 524), "lda = 524, but the function was made for lda % 8 == 0")
NO_DRIVER = "the CUDA driver is not there, or older than 12.0: it has no cuTensorMapEncodeTiled"
DRIVER = """#include <string.h>
int cuTensorMapEncodeTiled(void *map, int type, unsigned rank, void *base, const unsigned long long *extent,
                           const unsigned long long *stride, const unsigned *box, const unsigned *element_stride,
                           int interleave, int swizzle, int promotion, int fill) {
    unsigned words[32] = {(unsigned)type, rank, (unsigned)interleave, (unsigned)swizzle, (unsigned)promotion,
                          (unsigned)fill, (unsigned)(unsigned long long)base};
    for (unsigned d = 0; d < rank; d++) {
        words[7 + d] = (unsigned)extent[d];
        words[12 + d] = d ? (unsigned)stride[d - 1] : 0;
        words[17 + d] = box[d];
        words[22 + d] = element_stride[d];
    }
    memcpy(map, words, 128);
    return 0;
}
"""
EXPORTS = """#include "maps_gen.h"
const char *load_a_tensormap(tc_tensormap *map, const void *base, const unsigned long long *n);
const char *store_deep_tensormap(tc_tensormap *map, const void *base, const unsigned long long *n);
void load_a_params(tc_tensormap_params *params, const void *base, const unsigned long long *n);
void store_deep_params(tc_tensormap_params *params, const void *base, const unsigned long long *n);
const char *load_a_tensormap(tc_tensormap *map, const void *base, const unsigned long long *n) {
    return tc_load_a_tensormap(map, base, n[0], n[1], n[2]);
}
const char *store_deep_tensormap(tc_tensormap *map, const void *base, const unsigned long long *n) {
    return tc_store_deep_tensormap(map, base, n[0], n[1], n[2], n[3], n[4]);
}
void load_a_params(tc_tensormap_params *params, const void *base, const unsigned long long *n) {
    tc_load_a_tensormap_params(params, base, n[0], n[1], n[2]);
}
void store_deep_params(tc_tensormap_params *params, const void *base, const unsigned long long *n) {
    tc_store_deep_tensormap_params(params, base, n[0], n[1], n[2], n[3], n[4]);
}
"""
SHOW = """
static void show(const char *broken, const tc_tensormap *map, const tc_tensormap_params *params) {
    printf("%s|", broken ? broken : "");
    for (unsigned i = 0; i < 128; i++)
        printf("%02x", ((const unsigned char *)map)[i]);
    printf("|%u %u %llx", params->type, params->rank, (unsigned long long)(size_t)params->base);
    for (unsigned d = 0; d < params->rank; d++)
        printf(" %llu %llu %u %u", params->extent[d], d ? params->stride[d - 1] : 0ull, params->box[d],
               params->element_stride[d]);
    printf(" %u %u %u\\n", params->swizzle, params->promotion, params->fill);
}
"""
# In a process of its own: by its soname the library is the driver there.
BY_CTYPES = """import ctypes, sys
class Params(ctypes.Structure):
    _fields_ = [("type", ctypes.c_uint), ("rank", ctypes.c_uint), ("base", ctypes.c_void_p),
                ("extent", ctypes.c_ulonglong * 5), ("stride", ctypes.c_ulonglong * 4), ("box", ctypes.c_uint * 5),
                ("element_stride", ctypes.c_uint * 5), ("swizzle", ctypes.c_uint), ("promotion", ctypes.c_uint),
                ("fill", ctypes.c_uint)]
ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
maps = ctypes.CDLL(sys.argv[2])
room = ctypes.create_string_buffer(128 + 64)  # a map is aligned to 64 bytes
at = (ctypes.addressof(room) + 63) & -64
for name, numbers in %s:
    call, fill = getattr(maps, name), getattr(maps, name.replace("tensormap", "params"))
    call.restype = ctypes.c_char_p
    n, p = (ctypes.c_ulonglong * 5)(*numbers), Params()
    ctypes.memset(at, 0, 128)
    broken = call(ctypes.c_void_p(at), ctypes.c_void_p(%d), n)
    fill(ctypes.byref(p), ctypes.c_void_p(%d), n)
    d = [x for i in range(p.rank) for x in (p.extent[i], p.stride[i - 1] if i else 0, p.box[i], p.element_stride[i])]
    print("%%s|%%s|%%d %%d %%x %%s %%d %%d %%d" %% ((broken or b"").decode(), ctypes.string_at(at, 128).hex(), p.type, p.rank,
                                             p.base, " ".join(map(str, d)), p.swizzle, p.promotion, p.fill))
"""
KERNEL = """#include "maps_gen.h"
extern "C" __global__ void tiles(const __grid_constant__ tc_tensormap a, unsigned *sum) {
    __shared__ __align__(1024) tc_bf16 tile[128 * 64];
    __shared__ tc_mbarrier bar;
    if (threadIdx.x == 0) {
        tc_mbarrier_init(&bar, 1);
        tc_fence_mbarrier_init();
        tc_mbarrier_arrive_expect_tx(&bar, TC_LOAD_A_BYTES);
    }
    tc_cta_sync();
    if (threadIdx.x < 32)
        tc_load_a(tile, &a, -1, 0, &bar);
    tc_mbarrier_wait(&bar, 0);
    sum[threadIdx.x] = ((unsigned *)tile)[threadIdx.x];
}
"""
LANGUAGES = [("gcc", "c", ["-std=c11"]), ("gxx", "c++", ["-std=c++17"]), ("clang", "c", ["-std=c11"])]


def line(numbers, has_driver=True):
    """A line of `show` for a map that is not broken."""
    kind, rank, base, extent, stride, box, element, swizzle, promotion, fill = numbers
    stride = (0,) + stride
    rows = [row + (0,) * (5 - rank) for row in (extent, stride, box, element)]
    words = (kind, rank, 0, swizzle, promotion, fill, base) + rows[0] + rows[1] + rows[2] + rows[3]
    packed = struct.pack("<27I", *words) + bytes(20)
    told = " ".join("%d %d %d %d" % row for row in zip(extent, stride, box, element))
    return "%s|%s|%d %d %x %s %d %d %d" % ("" if has_driver else NO_DRIVER, packed.hex() if has_driver else "00" * 128, kind,
                                           rank, base, told, swizzle, promotion, fill)


def is_right(text, has_driver):
    """The lines of all maps, and of one that breaks a fact, which nobody encodes."""
    lines = text.splitlines()
    wanted = [line(numbers, has_driver) for _, _, numbers in MAPS]
    return len(lines) == len(MAPS) + 1 and lines[:-1] == wanted and lines[-1].startswith(BROKEN[2] + "|" + "00" * 128)


def calls():
    """The statements of a program, each with its line."""
    out = []
    for number, (name, numbers, _) in enumerate(MAPS + [BROKEN]):
        out.append("    static const unsigned long long n%d[] = {%s};" % (number, ", ".join("%dull" % n for n in numbers)))
        out.append("    memset(&map, 0, sizeof map);")
        out.append("    %s(&params, (const void *)%d, n%d);" % (name.replace("tensormap", "params"), BASE, number))
        out.append("    show(%s(&map, (const void *)%d, n%d), &map, &params);" % (name, BASE, number))
    head = "int main(void) {\n    static tc_tensormap map;\n    tc_tensormap_params params;\n"
    return SHOW + head + "\n".join(out) + "\n    return 0;\n}\n"


class Maps:
    def __init__(self, args, tally, tools, form):
        self.args, self.tally, self.tools, self.form = args, tally, tools, form
        self.folder = os.path.join(os.path.abspath(args.build), "tests", "compile", "maps_" + form)
        self.flags = ["-I.", *(["-I" + os.path.abspath(args.include)] if form == "header" else [])]

    def name(self, what):
        return "maps/%s/%s" % (self.form, what)

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self):
        harness.write(self.path("maps.tc"), BOXES)
        made = harness.run([self.args.tcgen, *(["--single-file", "--with", "mbarrier,tc_cta_sync"] if self.form == "single" else []), "-o",
                            self.path("maps_gen.h"), self.path("maps.tc")])
        harness.write(self.path("driver.c"), DRIVER)
        harness.write(self.path("exports.c"), EXPORTS)
        program = "#include <stdio.h>\n" + EXPORTS + calls()
        for suffix in ("c", "cc", "cu"):
            harness.write(self.path("program." + suffix), program)
        harness.write(self.path("ask.py"), BY_CTYPES % ([(n, k) for n, k, _ in MAPS + [BROKEN]], BASE, BASE))
        if made.code == 0 and self.tools.gcc:
            made = harness.run([self.tools.gcc, "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-o",
                                self.path("libcuda.so.1"), self.path("driver.c")])
        return self.tally.check(self.name("made"), made.code == 0, made)

    def judge(self, what, command, has_driver):
        if not self.tally.wants(self.name(what)):
            return
        built = harness.run(command + ["-o", self.path("program")] + self.flags, cwd=self.folder)
        if self.tally.check(self.name(what) + ": compiles", built.code == 0 and not built.err.strip(), built):
            env = dict(os.environ, **({"LD_LIBRARY_PATH": self.folder} if has_driver else {}))
            done = harness.run([self.path("program")], env=env)
            right = is_right(done.out, has_driver) or not has_driver and is_right_by_nvidia(done.out)
            self.tally.check(self.name(what), done.code == 0 and right, done)

    def programs(self, warnings):
        for tool, language, standard in LANGUAGES:
            path = getattr(self.tools, tool)
            if path:
                self.judge(tool, [path, *standard, *warnings, "program." + ("cc" if language == "c++" else "c"), "-ldl"], True)
            else:
                self.tally.skip(self.name(tool), self.tools.why(tool))
        if self.tools.nvcc:  # its runtime wants more of a driver than one function
            self.judge("nvcc", [self.tools.nvcc, "-arch=sm_90a", "-Werror", "all-warnings", "program.cu"], False)
        else:
            self.tally.skip(self.name("nvcc"), self.tools.why("nvcc"))

    def python(self):
        name = self.name("ctypes")
        if not self.tools.gcc or not self.tally.wants(name):
            return
        made = harness.run([self.tools.gcc, "-shared", "-fPIC", "-o", self.path("maps.so"), "exports.c", "-ldl"] + self.flags,
                           cwd=self.folder)
        if self.tally.check(name + ": compiles", made.code == 0, made):
            done = harness.run([sys.executable, self.path("ask.py"), self.path("libcuda.so.1"), self.path("maps.so")])
            self.tally.check(name, done.code == 0 and is_right(done.out, True), done)

    def beside(self):
        """Before and behind the header that it carries, in one unit."""
        lines = ['#include "tilecopy/tensormap.h"', '#include "maps_gen.h"']
        for number, order in enumerate((lines, lines[::-1])):
            name = self.name("%s first" % order[0].split('"')[1])
            harness.write(self.path("beside%d.c" % number), "\n".join(order) + "\nint main(void) {\n    return 0;\n}\n")
            if self.tools.gcc and self.tally.wants(name):
                made = harness.run([self.tools.gcc, "-std=c11", "-Werror", "-c", "-o", os.devnull, "beside%d.c" % number,
                                    "-I" + os.path.abspath(self.args.include)], cwd=self.folder)
                self.tally.check(name, made.code == 0, made)

    def kernel(self, nvrtc, headers_in_memory):
        name = self.name("nvrtc")
        if nvrtc is None:
            self.tally.skip(name, self.tools.why("nvrtc"))
        elif self.tally.wants(name):
            header = caller.Header("maps", self.path("maps_gen.h"), os.path.abspath(self.args.include))
            texts = headers_in_memory(header) if self.form == "header" else header.in_memory()
            worked, log = nvrtc.compile(KERNEL, "tiles.cu", texts, ["--gpu-architecture=sm_90a"])
            passed = re.search(r"\.param \.align 64 \.b8 \w+\[128\]", nvrtc.ptx)
            self.tally.check(name, worked and not log.strip() and passed and "cp.async.bulk.tensor.2d" in nvrtc.ptx,
                             log + nvrtc.ptx[:2000])


def is_right_by_nvidia(text):
    """On a machine with a driver the map is its own; the numbers that it is asked for are the same."""
    told = [re.sub(r"^(\|)[0-9a-f]{256}", r"\1", part) for part in text.splitlines()]
    wanted = [re.sub(r"^(\|)[0-9a-f]{256}", r"\1", line(numbers)) for _, _, numbers in MAPS]
    return told[:-1] == wanted and told[-1].startswith(BROKEN[2] + "|")


def run(args, tally, tools, nvrtc, headers_in_memory, warnings):
    for form in ("header", "single"):
        maps = Maps(args, tally, tools, form)
        if tally.wants("maps/" + form) and maps.make():
            maps.programs(warnings)
            maps.python()
            maps.beside()
            maps.kernel(nvrtc, headers_in_memory)
