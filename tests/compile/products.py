"""Products of a warpgroup (tilecopy/wgmma_TYPE.h) as kernels call them. ptxas says C75xx where it waits by itself, runs
products one after the other or ignores setmaxnreg: it says so of the faulty kernels here, and nothing of the right ones
nor of any form. Other targets refuse a call, not the header."""
import collections
import glob
import os
import re

import harness

HEAD = """#include <tilecopy/tilecopy.h>
#include <tilecopy/wgmma_bf16.h>
TC_FN unsigned long long at(const void *p) {
    return 0x4000004000010000ull | (tc_smem_address(p) >> 4 & 0x3fff);
}
extern __shared__ __align__(1024) unsigned char smem[];
#define KERNEL(name, bounds) extern "C" __global__ void bounds name(float *out, const tc_b128 *in, tc_mbarrier *bars, int steps)
#define STORE(d, n) for (int i = 0; i < n; i++) out[threadIdx.x * n + i] = d[i]
#define FOUR(product, a, b, add) for (int j = 0; j < 4; j++) product(d, a, b, add)
"""
RIGHT = {
    "two chained steps": """KERNEL(k, __launch_bounds__(128)) {
    float d[64];
    unsigned long long a = at(smem), b = at(smem + 8192);
    for (int s = 0; s < steps; s++, a ^= 512, b ^= 512) {
        tc_wgmma_fence();
        FOUR(tc_wgmma_m64n128k16_bf16_ss_kk, a + 2 * j, b + 2 * j, s + j);
        tc_wgmma_commit();
        tc_wgmma_wait_0();
        tc_wgmma_hold(d, 64);
    }
    STORE(d, 64);
}""",
    "A in registers": """KERNEL(k, __launch_bounds__(128)) {
    float d[64];
    __align__(16) unsigned x[4][4];
    const unsigned long long b = at(smem);
    for (int s = 0; s < steps; s++) {
        for (int j = 0; j < 4; j++)
            tc_load_global_b128(x[j], in + (4 * s + j) * 128 + threadIdx.x);
        tc_wgmma_fence();
        FOUR(tc_wgmma_m64n128k16_bf16_rs_kk, x[j], b + 2 * j, s + j);
        tc_wgmma_commit();
        tc_wgmma_wait_0();
        tc_wgmma_hold(d, 64);
    }
    STORE(d, 64);
}""",
    "a persistent loop": """KERNEL(k, __launch_bounds__(384, 1)) {
    tc_mbarrier *const empty = bars + 4;
    int s = 0;
    if (threadIdx.x < 128) {
        tc_registers_lower(24);
        for (; threadIdx.x == 0 && s < 64 * steps; s++) {
            tc_mbarrier_wait(&empty[s % 4], s / 4 % 2 ^ 1);
            tc_mbarrier_arrive_expect_tx(&bars[s % 4], 49152);
        }
        return;
    }
    tc_registers_raise(240);
    for (int tile = blockIdx.x; tile < 64; tile += gridDim.x) {
        float d[128];
        for (int k = 0; k < steps; k++, s++) {
            unsigned char *const slot = smem + s % 4 * 49152;
            const unsigned long long a = at(slot + threadIdx.x / 128 * 8192), b = at(slot + 24576);
            tc_mbarrier_wait(&bars[s % 4], s / 4 % 2);
            tc_wgmma_fence();
            FOUR(tc_wgmma_m64n256k16_bf16_ss_kk, a + 2 * j, b + 2 * j, k + j);
            tc_wgmma_commit();
            tc_wgmma_wait_1();
            if (k && threadIdx.x % 128 == 0)
                tc_mbarrier_arrive(&empty[(s + 3) % 4]);
        }
        tc_wgmma_wait_0();
        tc_wgmma_hold(d, 128);
        STORE(d, 128);
    }
}""",
    "attention": """KERNEL(k, __launch_bounds__(128)) {
    float d[32] = {0}, s[32];
    unsigned p[16];
    for (int block = 0; block < steps; block++) {
        tc_wgmma_fence();
        for (int j = 0; j < 4; j++)
            tc_wgmma_m64n64k16_bf16_ss_kk(s, at(smem) + 2 * j, at(smem + 8192) + 2 * j, j);
        tc_wgmma_commit();
        tc_wgmma_wait_0();
        tc_wgmma_hold(s, 32);
        for (int i = 0; i < 32; i++)
            d[i] *= s[0];
        for (int i = 0; i < 16; i++)
            tc_convert_f32_bf16x2(&p[i], &s[2 * i]);
        tc_wgmma_hold(d, 32);
        tc_wgmma_fence();
        FOUR(tc_wgmma_m64n64k16_bf16_rs_km, p + 4 * j, at(smem + 16384) + 128 * j, 1);
        tc_wgmma_commit();
        tc_wgmma_wait_0();
        tc_wgmma_hold(d, 32);
    }
    STORE(d, 32);
}""",
}
FAULTY = {
    "d read before the wait": ("C7517", """KERNEL(k, __launch_bounds__(128)) {
    float d[64];
    tc_wgmma_fence();
    FOUR(tc_wgmma_m64n128k16_bf16_ss_kk, at(smem) + 2 * j, at(smem) + 2 * j, j);
    tc_wgmma_commit();
    STORE(d, 64);
    tc_wgmma_wait_0();
}"""),
    "d written between products": ("serialized", """KERNEL(k, __launch_bounds__(128)) {
    float d[64];
    for (int s = 0; s < steps; s++) {
        tc_wgmma_fence();
        tc_wgmma_m64n128k16_bf16_ss_kk(d, at(smem), at(smem), s);
        for (int i = 0; i < 64; i++)
            d[i] *= 2;
        tc_wgmma_m64n128k16_bf16_ss_kk(d, at(smem), at(smem), 1);
        tc_wgmma_commit();
        tc_wgmma_wait_0();
    }
    STORE(d, 64);
}"""),
    "no launch bounds": ("C7508", """KERNEL(k, ) {
    tc_registers_raise(240);
    out[0] = 1;
}"""),
}
TYPES = ("bf16", "f16", "tf32", "e4m3", "e5m2", "s8", "u8")
FORM = re.compile(r"TC_FN void (tc_wgmma_\w+)\(\s*(float|int) d\[(\d+)\], (const void \*|unsigned long long )")
CALL = """float d[4];
    tc_wgmma_fence();
    tc_wgmma_m64n8k16_bf16_ss_kk(d, 0, 0, 0);
    tc_wgmma_commit();
    tc_wgmma_wait_0();
    out[0] = d[0];"""
UNIT = HEAD + "KERNEL(k, __launch_bounds__(128)) {\n    %s\n}\nint main(void) {\n    k<<<1, 128>>>(0, 0, 0, 0);\n    return 0;\n}\n"
# A call and what is said where there is no such instruction.
REFUSED = [(CALL, "tc_wgmma_m64n8k16_bf16_ss_kk needs sm_90a; other targets have mma.sync (tilecopy/mma.h)"),
           ("tc_wgmma_fence();", "tc_wgmma_fence needs sm_90a; other targets have mma.sync"),
           ("tc_wgmma_wait_3();", "tc_wgmma_wait_3 needs sm_90a; other targets have mma.sync")]
COUNT = "registers of a thread: a multiple of 8 from 24 to 256"


def every_form():
    """A kernel for each function of each header."""
    text = HEAD + "".join("#include <tilecopy/wgmma_%s.h>\n" % name for name in TYPES)
    count = 0
    for name in TYPES:
        for function, number, registers, first in FORM.findall(harness.read("include/tilecopy/wgmma_%s.h" % name)):
            count += 1
            text += ("extern \"C\" __global__ void __launch_bounds__(128) k%d(%s *out, unsigned long long b, const unsigned *in) {\n"
                     "    %s d[%s];\n    %s\n    tc_wgmma_fence();\n    %s(d, %s, b, 0);\n    tc_wgmma_commit();\n"
                     "    tc_wgmma_wait_0();\n    STORE(d, %s);\n}\n"
                     % (count, number, number, registers,
                        "const unsigned x[4] = {in[0], in[1], in[2], in[3]};" if "void" in first else "",
                        function, "x" if "void" in first else "b", registers))
    return text, count


# The kernel of examples/gemm_sm90 with generated movement and with movement by hand, as bench/device/gemm_sm90.cu has them.
BY_HAND = """#include "tilecopy/host/kernel.h"
#include "examples/gemm_sm90/gemm_sm90_gen.h"
#include "tilecopy/wgmma_bf16.h"
#include "tilecopy/wgmma_e4m3.h"
#include "tilecopy/wgmma_f16.h"
#include "examples/gemm_sm90/gemm_sm90_kernel.h"
#include "bench/device/gemm_sm90_hand.h"
template __global__ void gemm_sm90<GemmBf16, false>(const __grid_constant__ Gemm);
template __global__ void gemm_sm90<HandBf16, false>(const __grid_constant__ Gemm);
"""
MOVES = r"\b(?:UTMALDG|UTMASTG|HGMMA|STSM|F2FP|SYNCS\.ARRIVE|SYNCS\.EXCH|BAR\.SYNC|UCGABAR|MEMBAR|FENCE)[\w.]*"


class Products:
    def __init__(self, args, tally, tools):
        self.tally, self.tools = tally, tools
        self.folder = os.path.join(os.path.abspath(args.build), "tests", "compile", "products")
        self.include = "-I" + os.path.abspath(args.include)

    def nvcc(self, text, *options):
        harness.write(os.path.join(self.folder, "unit.cu"), text)
        return harness.run([self.tools.nvcc, *options, "-Werror", "all-warnings", self.include, "-o", "unit.out", "unit.cu"],
                           cwd=self.folder, timeout=300)

    def kernels(self):
        """ptxas's own words are no warnings of nvcc's."""
        for name, text in RIGHT.items():
            if self.tally.wants("products/" + name):
                made = self.nvcc(HEAD + text, "-arch=sm_90a", "-cubin", "-Xptxas", "-v")
                log = made.out + made.err
                self.tally.check("products/" + name, made.code == 0 and "Used" in log and "C75" not in log
                                 and " 0 bytes spill stores" in log and "0 bytes stack frame" in log, made)
        for name, (told, text) in FAULTY.items():
            if self.tally.wants("products/" + name):
                made = self.nvcc(HEAD + text, "-arch=sm_90a", "-cubin", "-Xptxas", "-v")
                self.tally.check("products/" + name, told in made.out + made.err and "C75" in made.out + made.err, made)

    def forms(self):
        if self.tally.wants("products/every form"):
            text, count = every_form()
            made = self.nvcc(text, "-arch=sm_90a", "-cubin", "-Xptxas", "-v")
            log = made.out + made.err
            self.tally.check("products/every form", made.code == 0 and count == 468 and "C75" not in log
                             and log.count("Used ") == count, made)

    def by_hand(self):
        """What the benchmark compares differs in addresses and control alone."""
        name = "products/gemm_sm90 by hand"
        if not self.tally.wants(name):
            return
        made = self.nvcc(BY_HAND, "-O3", "-std=c++17", "-arch=sm_90a", "-cubin", "-Xptxas", "-v", "-I" + harness.ROOT)
        log = made.out + made.err
        used = re.findall(r"entry function '_Z9gemm_sm90I8(\w{8}).*\n.*\n.* 0 bytes spill stores.*\n.*Used (\d+) reg", log)
        self.tally.check(name, made.code == 0 and "C75" not in log and len(used) == 2 and used[0][1] == used[1][1], made)
        if self.tools.cuobjdump and made.code == 0:
            listing = harness.run([self.tools.cuobjdump, "-sass", os.path.join(self.folder, "unit.out")]).out
            counts = [collections.Counter(re.findall(MOVES, part)) for part in listing.split("Function : ")
                      if part.startswith("_Z9gemm_sm90")]
            self.tally.check(name + ", instructions", len(counts) == 2 and len(counts[0]) > 9 and counts[0] == counts[1], counts)

    def targets(self):
        for target in ("sm_80", "sm_90", "sm_100a"):
            name = "products/not called/" + target
            if self.tally.wants(name):
                made = self.nvcc(UNIT % "out[0] = 1;", "-arch=" + target, "-cubin")
                self.tally.check(name, made.code == 0, made)
        for target in ("sm_80", "sm_100a"):
            for call, told in REFUSED:
                name = "products/refused/%s/%s" % (target, told.split()[0])
                if self.tally.wants(name):
                    made = self.nvcc(UNIT % call, "-arch=" + target, "-cubin")
                    self.tally.check(name, made.code not in (0, "timeout") and told in made.out + made.err, made)
        if self.tally.wants("products/program"):
            made = self.nvcc(UNIT % CALL, "-arch=sm_90a")
            self.tally.check("products/program", made.code == 0 and not (made.out + made.err).strip(), made)

    def registers(self):
        for count in (16, 20, 264):
            name = "products/registers/%d" % count
            if self.tally.wants(name):
                made = self.nvcc(UNIT % ("tc_registers_raise(%d);" % count), "-arch=sm_90a", "-cubin")
                self.tally.check(name, made.code not in (0, "timeout") and COUNT in made.out + made.err, made)
        if self.tally.wants("products/registers/sm_80"):
            made = self.nvcc(UNIT % "tc_registers_lower(24);", "-arch=sm_80", "-cubin")
            self.tally.check("products/registers/sm_80", made.code not in (0, "timeout")
                             and "need sm_90a, sm_100a or the like" in made.out + made.err, made)

    def nvrtc(self, nvrtc, headers):
        if nvrtc is None:
            self.tally.skip("products/nvrtc", self.tools.why("nvrtc"))
        elif self.tally.wants("products/nvrtc"):
            for path in glob.glob("include/tilecopy/wgmma*.h"):
                headers = dict(headers, **{"tilecopy/" + os.path.basename(path): harness.read(path)})
            for target, has in (("compute_90a", True), ("compute_90", False)):
                result, log = nvrtc.compile((UNIT % CALL).split("int main")[0], "unit.cu", headers,
                                            ["--gpu-architecture=" + target])
                self.tally.check("products/nvrtc/" + target, ("wgmma.mma_async" in nvrtc.ptx) == has and
                                 ("trap;" in nvrtc.ptx) != has, "%s %s" % (result, log))


def run(args, tally, tools, nvrtc, headers):
    """headers: the texts of the primitives, for NVRTC."""
    if args.only and "products" not in args.only:
        return
    products = Products(args, tally, tools)
    if not tools.nvcc:
        tally.skip("products", tools.why("nvcc"))
        return
    products.kernels()
    products.forms()
    products.by_hand()
    products.targets()
    products.registers()
    products.nvrtc(nvrtc, headers)
