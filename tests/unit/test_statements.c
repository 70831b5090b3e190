/* The canonical text of every kind of statement, typed out: what a description says is written in
 * one way, and reads back to itself. */
#include "../../generator/lang/lang.h"
#include "reports.h"
#include "unit.h"
#include <string.h>

typedef struct {
    const char *text, *statements; /* a line each */
} Row;

static Module *load(const char *text) {
    return lang_load(source_from_text("t.tc", text, strlen(text)), prelude_text, NULL, 0, 0);
}

static const char *statements_of(const Module *module) {
    Text out = {0};
    for (int i = 0; i < module->request_count; i++)
        text_printf(&out, "%s\n", module->requests[i]->statement);
    for (int i = 0; i < module->descriptor_count; i++)
        text_printf(&out, "%s\n", module->descriptors[i]->statement);
    for (int i = 0; i < module->coords_count; i++)
        text_printf(&out, "%s\n", module->coords[i]->statement);
    for (int i = 0; i < module->pipeline_count; i++)
        pipeline_print(&out, module->pipelines[i]);
    return text_string(&out);
}

static bool is_written(const Row *row) {
    const char *got = statements_of(load(row->text));
    const char *wanted = *row->statements ? mem_printf("%s\n", row->statements) : "";
    print_reports(stdout);
    if (strcmp(got, wanted) != 0) {
        printf("     want %s     got  %s", wanted, got);
        return false;
    }
    const char *again = statements_of(load(got));
    print_reports(stdout);
    return strcmp(again, got) == 0;
}

#define REGS "reg S[(32,8):(1@laneid,1)]"
#define WARP "copy warp f32 "
#define GMEM "gmem S[(32,8):(8,1)]"
#define SMEM "smem S[(32,8):(8,1)]"
#define TILE WARP GMEM " -> " SMEM
static const Row options[] = {
    {WARP "gmem S[32,8] -> smem S[32,8] { using reg; require no fallback; fallback reg; cache cg; "
          "register_budget 8 }",
     TILE " { using reg; require no fallback; fallback reg; cache cg; register_budget 8; }"},
    {WARP "gmem S[32,8] -> smem S[32,8] { l1 evict_last; l2 evict_first; prefetch 128B }",
     TILE " { l1 evict_last; l2 evict_first; prefetch 128B; }"},
    {WARP "gmem S[32,8] -> smem S[32,8] { l2 policy; l1 no_allocate }",
     TILE " { l1 no_allocate; l2 policy; }"},
    {WARP "gmem S[32,8] -> smem S[32,8] { l2 256B; cache nc }",
     TILE " { cache nc; prefetch 256B; }"},
    {WARP "gmem S[32,8] -> smem S[32,8] { masked; fill 0x3f800000 }",
     TILE " { masked; fill 0x3f800000; }"},
    {WARP "gmem S[32,8] -> smem S[32,8] { masked; fill 0 }", TILE " { masked; }"},
    {WARP "gmem S[32,8] -> smem S[32,8] { keep; masked }", TILE " { masked; keep; }"},
    {WARP "gmem S[32,8] -> smem S[32,8] { stages 3; reduce add }",
     TILE " { reduce add; stages 3; }"},
    {"copy_async warp f32 gmem S[32,8] -> smem S[32,8] { multicast }",
     "copy_async warp f32 " GMEM " -> " SMEM " { multicast; }"},
    {WARP "gmem S[(32,8):(ld,1)] -> smem S[32,8] { ld64 }",
     WARP "gmem S[(32,8):(ld,1)] -> " SMEM " { ld64; }"},
    {"copy warp f32 -> f16 gmem S[32,8] -> " REGS " { round rz; saturate }",
     "copy warp f32 -> f16 " GMEM " -> " REGS " { round rz; saturate; }"},
    {"copy warp f16 -> f32 " REGS " -> gmem S[32,8] { saturate }",
     "copy warp f16 -> f32 " REGS " -> " GMEM " { saturate; }"},
    {"copy warp f16 -> f32 " REGS " <-> gmem S[32,8]",
     "copy warp f16 -> f32 " REGS " -> " GMEM "\ncopy warp f32 -> f16 " GMEM " -> " REGS},
    {"copy warp f16 -> f32 " REGS " <-> " REGS,
     "copy warp f16 -> f32 " REGS " -> " REGS "\ncopy warp f32 -> f16 " REGS " -> " REGS},
    {"copy_async elected f16 gmem S[(64,64):(ld,1)] -> smem S[64,64] { l2 128B; tensormap; oob nan "
     "}",
     "copy_async elected f16 gmem S[(64,64):(ld,1)] -> smem S[(64,64):(64,1)] { tensormap; oob "
     "nan; "
     "l2 128B; }"},
    {"copy_async elected f32 -> tf32 gmem S[(64,32):(ld,1)] -> smem S[64,32] { using tma_auto }",
     "copy_async elected f32 -> tf32 gmem S[(64,32):(ld,1)] -> smem S[(64,32):(32,1)] { using "
     "tma_auto; }"},
    {WARP "gmem S[(h,w):(ld,1)][y-1:+4, x:+8] -> smem S[4,8] { masked; edge wrap }",
     WARP "gmem S[(h,w):(ld,1)][y-1:+4, x:+8] -> smem S[(4,8):(8,1)] { masked; edge wrap; }"},
    {WARP "gmem S[(h,w):(ld,1)][y:+4, x:+8] -> smem S[4,8] { masked; edge zero }",
     WARP "gmem S[(h,w):(ld,1)][y:+4, x:+8] -> smem S[(4,8):(8,1)] { masked; }"},
    {WARP "gmem S[(M,8):(ld,1)] -> smem S[4,8] where M <= 4 { masked }",
     WARP "gmem S[(M,8):(ld,1)] -> smem S[(4,8):(8,1)] where M <= 4 { masked; }"},
    {WARP "gmem S[(M,8):(ld,1)][0:4,0:8] -> smem S[4,8] { masked }",
     WARP "gmem S[(M,8):(ld,1)][0:4, 0:8] -> smem S[(4,8):(8,1)] { masked; }"},
    {WARP "gmem S[(M,8):(ld,1)][0:4,0:8] -> smem S[4,8] where M < 5 { masked }",
     WARP "gmem S[(M,8):(ld,1)] -> smem S[(4,8):(8,1)] where M <= 4 { masked; }"},
    {WARP "gmem S[(M,8):(ld,1)][1:4,0:8] -> smem S[3,8] where M <= 3 { masked }",
     WARP "gmem S[(M,8):(ld,1)][1:4, 0:8] -> smem S[(3,8):(8,1)] where M <= 3 { masked; }"},
    {WARP "gmem S[(M,8):(ld,1)][0:3,0:8] -> smem S[3,8] where M == 4 { masked }",
     WARP "gmem S[(M,8):(ld,1)][0:3, 0:8] -> smem S[(3,8):(8,1)] where M == 4 { masked; }"},
    {WARP "gmem S[32,8] by i32 gmem -> smem S[32,8] where index >= 0",
     WARP GMEM " by i32 gmem S[(32):(1)] -> " SMEM " where index >= 0"},
    {"copy cta(32) f32 gmem S[32,8] by u32 reg -> smem S[32,8]",
     "copy cta(32) f32 " GMEM " by u32 reg S[(32):(1@tx)] -> " SMEM},
    {"fill cta(64) warps 0:1 lanes 0:8 f32 smem S[8,8] where align(dst) == 8 { fence async; value "
     "0xff; stages 2 } as filled",
     "fill cta(64) warps 0:1 lanes 0:8 f32 smem S[(8,8):(8,1)] where align(dst) == 8 { value 0xff; "
     "fence async; stages 2; } as filled"},
    {"fill warp f32 gmem S[(M,8):(ld,1)][0:4,0:8] { masked }",
     "fill warp f32 gmem S[(M,8):(ld,1)][0:4, 0:8] { masked; }"},
    {"fill warp i8 "
     "reg S[(32,8):(1@laneid,1)] { value -1 }",
     "fill warp i8 " REGS " { value 0xff; }"},

};

#define TILED(dtype) "tile Acc : " REGS " " dtype "\n"
static const Row tiles[] = {
    {TILED("f32") "copy warp f32 -> f16 Acc -> smem S[32,8]",
     "copy warp f32 -> f16 " REGS " -> " SMEM},
    {TILED("f16") "copy warp f32 -> f16 smem S[32,8] -> Acc",
     "copy warp f32 -> f16 " SMEM " -> " REGS},
    {TILED("f32") "tile Half : " REGS " f16\ncopy warp f32 -> f16 Acc <-> Half",
     "copy warp f32 -> f16 " REGS " -> " REGS "\ncopy warp f16 -> f32 " REGS " -> " REGS},
    {"copy warp f32 -> f16 reg S[16B] -> reg S[8B]",
     "copy warp f32 -> f16 reg S[(4):(1)] -> reg S[(4):(1)]"},
    {"copy warp f32 -> f16 smem S[16B] -> reg S[8B]",
     "copy warp f32 -> f16 smem S[(4):(1)] -> reg S[(4):(1)]"},
    {"tile A : smem S[32,8] f32\npermute warp f32 A -> smem S[(32,8):(1,32)]",
     "permute warp f32 " SMEM " -> smem S[(32,8):(1,32)]"},
    {"tile A : smem S[32,8] f32\ntile C : smem S[(32,8):(1,32)] f32\npermute warp f32 A -> C",
     "permute warp f32 " SMEM " -> smem S[(32,8):(1,32)]"},
    {"tile A : smem S[32,8] f32\ncopy warp f32 A -> A", WARP SMEM " -> " SMEM},
    {"tile Buf : smem S[32,8] f32\ncopy warp f32 -> f16 Buf -> " REGS,
     "copy warp f32 -> f16 " SMEM " -> " REGS},
    {"fill warp f32 gmem S[(8,8):(ld,1)] { using reg; require no fallback; fallback reg; masked; "
     "value 0; l1 "
     "evict_last; l2 evict_first; ld64; register_budget 8; }",
     "fill warp f32 gmem S[(8,8):(ld,1)] { using reg; require no fallback; fallback reg; masked; "
     "l1 "
     "evict_last; l2 evict_first; register_budget 8; ld64; }"},
};

static const Row facts[] = {
    {WARP
     "gmem S[(32,8):(ld,1)] -> smem S[32,8] where ld>9,ld<99,ld>=10,ld<=98,ld%2==0,align(src)==4",
     WARP "gmem S[(32,8):(ld,1)] -> " SMEM
          " where ld >= 10, ld <= 98, ld >= 10, ld <= 98, ld % 2 == 0, align(src) == 4"},
    {WARP "gmem S[(32,8):(ld,1)] <-> smem S[32,8] where ld == 12, align(src) == 4, align(dst) == 8",
     WARP "gmem S[(32,8):(ld,1)] -> " SMEM
          " where ld == 12, align(src) == 4, align(dst) == 8\n" WARP SMEM
          " -> gmem S[(32,8):(ld,1)] where ld == 12, align(dst) == 4, align(src) == 8"},
};

/* Layouts: named ones are written out, atoms repeat, bytes and threads are counted. */
#define SAME(layout) WARP "smem " layout " -> smem " layout
static const Row layouts[] = {
    {SAME("S[(2,3,4):(2*6,2*2,1)] + R[(2):(64)] + 3@m swizzle(2,1,3,outer)"),
     SAME("S[(2,3,4):(12,4,1)] + R[(2):(64)] + 3@m swizzle(2,1,3,outer)")},
    {SAME("S[(4):(y*2*x)]"), SAME("S[(4):(2*y*x)]")},
    {SAME("S[(4):(x)]"), SAME("S[(4):(x)]")},
    {SAME("S[(4):(0)]"), SAME("S[(4):(0)]")},
    {SAME("S[(4)] swizzle 64B"), SAME("S[(4):(1)] swizzle(2,2,3)")},
    {"copy warp b128 smem S[(4)] swizzle 128B -> smem S[(4)] swizzle(0,0,0,inner)",
     "copy warp b128 smem S[(4):(1)] swizzle(0,3,3) -> smem S[(4):(1)] swizzle(0,0,0)"},
    {SAME("S[(2,32B)]"), SAME("S[(2,8):(8,1)]")},
    {"copy warp e2m1 smem S[(2,32B)] -> smem S[(2,32B)]",
     "copy warp e2m1 smem S[(2,64):(64,1)] -> smem S[(2,64):(64,1)]"},
    {"copy cta(96) f32 smem S[(threads,2)] -> reg S[(threads,2):(1@thread,1)]",
     "copy cta(96) f32 smem S[(96,2):(2,1)] -> reg S[(96,2):(1@tx,1)]"},
    {"copy warpgroup f32 smem S[(128)] -> reg S[(threads):(1@thread)]",
     "copy warpgroup f32 smem S[(128):(1)] -> reg S[(128):(1@tid_in_wg)]"},
    {"copy warp f32 smem S[(32)] -> reg S[(threads):(1@thread)]",
     "copy warp f32 smem S[(32):(1)] -> reg S[(32):(1@laneid)]"},
    {"copy elected f32 smem S[(32)] -> reg S[(threads):(1@thread)]",
     "copy elected f32 smem S[(32):(1)] -> reg S[(32):(1@laneid)]"},
    {"copy thread f32 smem S[(2)] -> reg S[(threads,2):(1@thread,1)]",
     "copy thread f32 smem S[(2):(1)] -> reg S[(1,2):(1,1)]"},
    {WARP "smem 4x8 S[(2,*)] -> smem 4x8 S[(*,4)]",
     WARP "smem 4x8 S[(2,16):(16,1)] -> smem 4x8 S[(8,4):(4,1)]"},
    {"layout a = S[(2,*)]\n" WARP "smem 4x8 a -> smem 4x8 a",
     WARP "smem 4x8 S[(2,16):(16,1)] -> smem 4x8 S[(2,16):(16,1)]"},
    {"layout a = 128 S[(2,*)]\nlayout b = a\n" WARP "smem 4x128 b -> smem 4x128 a by columns",
     WARP "smem 4x128 S[(4,2,64):(128,64,1)] -> smem 4x128 S[(4,2,64):(128,64,1)]"},
    /* registers go by rows, memory by columns */
    {"layout a = S[(2,2):(2,1)]\n" WARP "smem 4x6 a -> smem 4x6 a by rows",
     WARP "smem 4x6 S[(4,3,2):(2,8,1)] -> smem 4x6 S[(2,2,3,2):(12,2,4,1)]"},
    {"layout a = S[(16,2):(1@laneid,1)]\n" WARP "reg 32x6 a -> reg 32x6 a by columns",
     WARP "reg 32x6 S[(2,16,6):(6,1@laneid,1)] -> reg 32x6 S[(2,16,3,2):(2,1@laneid,4,1)]"},
    {"layout a = S[(2,2):(2,1)]\n" WARP "smem 3x4x2 a -> smem 3x4x2 a", SAME("S[(3,4,2):(8,2,1)]")},
    {"layout a = S[(2,2):(4,1)]\n" WARP "smem 4x2 a -> smem 4x2 a", SAME("S[(4,2):(4,1)]")},
    {"layout a = S[(2,2):(4,1)] + R[2:8]\n" WARP "smem 4x2 a -> smem 4x2 a",
     SAME("4x2 S[(2,2,2):(16,4,1)] + R[(2):(8)]")},
    {"layout a = S[(2,2):(2,1)] + 5@m\n" WARP "smem 4x2 a -> smem 4x2 a",
     SAME("4x2 S[(2,2,2):(9,2,1)] + 5@m")},
    {"layout a = S[(32):(1@laneid)]\ncopy warp f32 reg 64 a -> reg 64 a",
     "copy warp f32 reg 64 S[(2,32):(1,1@laneid)] -> reg 64 S[(2,32):(1,1@laneid)]"},
    {"layout a = 2x2 S[(2,1,2)]\n" WARP "smem 4x2 a -> smem 4x2 a", SAME("S[(4,2):(2,1)]")},
    /* One iter of the atom is cut where its dimensions meet. */
    {"layout a = 4x8 S[(32)]\n" WARP "smem 8x16 a -> smem 8x16 a by rows",
     WARP "smem 8x16 S[(8,2,8):(8,64,1)] -> smem 8x16 S[(2,4,2,8):(64,8,32,1)]"},
    {"layout a = S[(256)]\n" WARP "smem 32x8 a -> smem 32x8 S[(256)]",
     WARP "smem 32x8 S[(256):(1)] -> smem 32x8 S[(256):(1)]"},
    {"tile A : smem 16x16 S[(256)] f32\n" WARP "A[0:4, m:+8] -> A[0:4, 8:16]",
     WARP "smem 16x16 S[(256):(1)][0:4, m:+8] -> smem 16x16 S[(256):(1)][0:4, 8:16]"},
    {"tile A : smem S[(256)] f32\n" WARP "A 16x16 S[(16,16)] -> A S[(16,16):(1,16)]",
     WARP "smem S[(16,16):(16,1)] -> smem S[(16,16):(1,16)]"},
    {"tile A : smem auto S[(16,8)] f32\n" WARP "A -> gmem S[(16,8)]",
     WARP "smem auto S[(16,8):(8,1)] -> gmem S[(16,8):(8,1)]"},
    {"copy warp f32 smem 8x16 auto S[(128)] -> gmem S[(8,16)]",
     WARP "smem 8x16 auto S[(128):(1)] -> gmem S[(8,16):(16,1)]"},
    {"copy_async thread u8 dsmem S[(8)] -> tmem S[(8):(1@TCol)]",
     "copy_async thread u8 dsmem S[(8):(1)] -> tmem S[(8):(1@TCol)]"},
    {"copy cluster(2) u8 gmem S[(8)] -> smem S[(8)]\nrelayout warp f32 " REGS " -> " REGS,
     "copy cluster(2) u8 gmem S[(8):(1)] -> smem S[(8):(1)]\nrelayout warp f32 " REGS " -> " REGS},
};

/* c is b, and b is a: what c adds to the name holds for c. */
#define ABC(c) "layout a = S[(8,4)]\nlayout b = a\nlayout c = " c "\nlayout d = c\n"
static const Row aliases[] = {
    {ABC("b") WARP "smem c -> smem d", SAME("S[(8,4):(4,1)]")},
    {ABC("b swizzle 32B") WARP "smem c -> smem d", SAME("S[(8,4):(4,1)] swizzle(2,1,3)")},
    {ABC("auto b") WARP "smem c -> smem d", SAME("auto S[(8,4):(4,1)]")},
    {ABC("16x4 b") WARP "smem c -> smem d", SAME("S[(16,4):(4,1)]")},
};

static const Row others[] = {
    {"descriptor umma f16 smem S[64,64] swizzle 128B where align(src) == 1024 { stages 4 } as a",
     "descriptor umma f16 smem S[(64,64):(64,1)] swizzle(3,3,3) where align(src) == 1024 { stages "
     "4; "
     "} as a"},
    {"descriptor wgmma bf16 smem S[64,64] swizzle 128B",
     "descriptor wgmma bf16 smem S[(64,64):(64,1)] swizzle(3,3,3)"},
    {"coords cta(64) reg S[(64,2):(1@tx,1)] as at\ncoords warp " REGS,
     "coords cta(64) reg S[(64,2):(1@tx,1)] as at\ncoords warp " REGS},
    {"for N in 2, 3 {\n  for (T, W) in (f32, a), (f16, b) { copy warp T smem S[(N,4)] -> smem "
     "S[(N,4)] "
     "as x_T_W_nN }\n}",
     "copy warp f32 smem S[(2,4):(4,1)] -> smem S[(2,4):(4,1)] as x_f32_a_n2\n"
     "copy warp f16 smem S[(2,4):(4,1)] -> smem S[(2,4):(4,1)] as x_f16_b_n2\n"
     "copy warp f32 smem S[(3,4):(4,1)] -> smem S[(3,4):(4,1)] as x_f32_a_n3\n"
     "copy warp f16 smem S[(3,4):(4,1)] -> smem S[(3,4):(4,1)] as x_f16_b_n3"},
    {"for B in 2 { copy warp f32 smem S[(32B,B)] -> smem S[(8,B)] as x_B }",
     WARP "smem S[(8,2):(2,1)] -> smem S[(8,2):(2,1)] as x_2"},
    {"for (N, N2) in (16, 4) { copy warp f32 smem 1xNxN2 S[(N,N2)] -> smem 16x4 S[(64)] as "
     "a_N_bN2c }",
     WARP "smem 1x16x4 S[(16,4):(4,1)] -> smem 16x4 S[(64):(1)] as a_16_b4c"},
};

#define LANE "in a : f32[64,4] / f32[4,2]; "
static const Row kits[] = {
    {"lane0 d warp 32 lane id { in p : const  float*  *; " LANE
     "in b : f32[64] / f32[2] cyclic; out s "
     ": u32; out v : f32[4]/f32[4] ; using shuffles }",
     "lane0 d warp 32 lane id { using shuffles; in p : const float **; in a : f32[64,4] / "
     "f32[4,2]; in b : f32[64] "
     "/ "
     "f32[2] cyclic; out s : u32; out v : f32[4]; }"},
    {"lane0 d cta(64) { in b : f32[64] / f32[1] cyclic; out c : f32[64] / f32[1] block }",
     "lane0 d cta(64) { in b : f32[64] / f32[1]; out c : f32[64] / f32[1]; }"},
    {"reduce r warpgroup max over 1 { in a : f32[64,8] / wgmma_c; out m : f32[64,1] / wgmma_c }",
     "reduce r warpgroup max over 1 { in a : f32[64,8] / wgmma_c; out m : f32[64,1] / wgmma_c; }"},
    {"reduce r warp 32 add over 0 { in a : f32[32] / S[(32):(1@laneid)]; out m : f32 }",
     "reduce r warp 32 add { in a : f32[32] / S[(32):(1@laneid)]; out m : f32; }"},
    {"reduce r warp 32 argmin { in a : f32[32] / f32[1]; out i : u32; out v : f32 }",
     "reduce r warp 32 argmin { in a : f32[32] / f32[1]; out i : u32; out v : f32; }"},
    {"scan s warp 32 xor exclusive { in a : u32[64] / u32[2]; out b : u32[64] / u32[2] }",
     "scan s warp 32 xor exclusive { in a : u32[64] / u32[2]; out b : u32[64] / u32[2]; }"},
    {"scan s warp 32 mul inclusive { in a : f32[64] / f32[2]; out b : f32[64] / f32[2] }",
     "scan s warp 32 mul inclusive { in a : f32[64] / f32[2]; out b : f32[64] / f32[2]; }"},
    {"reduce r warp 32 add over 1 { using shuffles; in a : f32[8,64] / f32[1,16]; in c : f32[8] / "
     "f32[1]; "
     "out s : f32[8] / f32[1] }",
     "reduce r warp 32 add over 1 { using shuffles; in a : f32[8,64] / f32[1,16]; in c : f32[8] / "
     "f32[1]; out s : f32[8] / f32[1]; }"},
};

static const Row pipelines[] = {
    {"pipeline p { ii 8 }", "pipeline p {\n    ii 8\n}"},
    {"pipeline p { ii 8; mode seed; pool 3 base 1; capacity 0; tmem_threshold 1; agents a:1w b:2w "
     "}",
     "pipeline p {\n    ii 8\n    mode seed\n    pool 3 base 1\n    capacity 0\n    tmem_threshold "
     "1\n    agents a:1w b:2w\n}"},
    {"pipeline p { ii 8; mode pack; pool 15 base 1; tmem_threshold 16384 }",
     "pipeline p {\n    ii 8\n}"},
    {"pipeline p { ii 8\nvalue y f16[8] align 1024 swizzle 64B produce @0.0\nvalue z f16[8] align "
     "8 "
     "produce @0.0 }",
     "pipeline p {\n    ii 8\n    value y f16[8] align 1024 swizzle 64B produce @0.0\n    value z "
     "f16[8] align 8 produce @0.0\n}"},
    {"pipeline p { ii 8; pool 15 base 2; mode slot }",
     "pipeline p {\n    ii 8\n    mode slot\n    pool 15 base 2\n}"},
    {"pipeline p { ii 8; agents w:1w\noperation x w latency 3 busy 2 after y dist 1, x\noperation "
     "y "
     "latency 1 busy 1\nvalue v f16[8] produce @x consume @y dist 2, @x, @? }",
     "pipeline p {\n    ii 8\n    agents w:1w\n    operation x w latency 3 busy 2 after y dist 1, "
     "x\n    operation y latency 1\n    value v f16[8] produce @x consume @y dist 2, @x, @?\n}"},
    {"pipeline p { ii 8; agents w:1w c:1w\nvalue a f16[8,2] stages 1 align 16 produce @0.0\nvalue "
     "b "
     "f16[8] stages 2 align 32 swizzle 32B sync tma multicast 2 with a2 root a from a class smem "
     "barrier none handoff cluster produce w @1.2 consume c @3.4+1, c @3.4+0 dist 5\nvalue a2 "
     "u8[4] "
     "stages 2 sync tma multicast 2 arrive warps root none produce @?\nvalue m mutex class bar "
     "produce "
     "@0.0\nvalue t tensormap root t produce @0.0\nvalue z f16[8] swizzle 64B sync mbar arrive "
     "threads "
     "class tmem produce @0.1 }",
     "pipeline p {\n    ii 8\n    agents w:1w c:1w\n    value a f16[8,2] produce @0.0\n    value b "
     "f16[8] stages 2 swizzle 32B sync tma multicast 2 with a2 root a from a class smem "
     "barrier none handoff cluster produce w @1.2 consume c @3.4, c @3.4+0 dist 5\n    value a2 "
     "u8[4] "
     "stages 2 sync tma multicast 2 root none produce @?\n    value m mutex class bar produce "
     "@0.0\n    value t tensormap produce @0.0\n    value z f16[8] swizzle 64B sync mbar arrive "
     "threads "
     "class tmem produce @0.1\n}"},
};

#define EXPECT_WRITTEN(rows)                                                                       \
    for (size_t i = 0; i < COUNT_OF(rows); i++)                                                    \
    EXPECT_OF((rows)[i].text, is_written(&(rows)[i]))

/* In place the tile is named, so that the text alone is no description. */
static void test_in_place(void) {
    static const char tile[] = "tile A : smem S[32,8] f32\n";
    static const char text[] = "permute warp f32 A S[(32,8):(8,1)] -> A S[(32,8):(1,32)]";
    const char *first =
        statements_of(load(mem_printf("%spermute warp f32 A -> A S[(32,8):(1,32)]", tile)));
    EXPECT(strcmp(first, mem_printf("%s\n", text)) == 0);
    EXPECT(strcmp(statements_of(load(mem_printf("%s%s", tile, text))), first) == 0);
}

static void test_words(void) {
    static const char text[] = "copy warp f32 smem S[8] -> smem S[8]\n"
                               "permute warp f32 smem S[8] -> smem S[8]\nfill warp f32 smem S[8]\n"
                               "lane0 d warp 32 { in a : f32 }\n"
                               "scan e warp 32 add inclusive { in a : u32[32] / u32[1]; out b : "
                               "u32[32] / u32[1] }\n";
    static const char *const words[] = {"copy", "copy", "fill", "lane0", "scan"};
    const Module *module = load(text);
    EXPECT(module->request_count == (int)COUNT_OF(words));
    for (int i = 0; i < module->request_count; i++)
        EXPECT_OF(words[i], strcmp(request_word(module->requests[i]), words[i]) == 0);
}

int main(void) {
    test_words();
    test_in_place();
    EXPECT_WRITTEN(options);
    EXPECT_WRITTEN(tiles);
    EXPECT_WRITTEN(facts);
    EXPECT_WRITTEN(layouts);
    EXPECT_WRITTEN(aliases);
    EXPECT_WRITTEN(others);
    EXPECT_WRITTEN(kits);
    EXPECT_WRITTEN(pipelines);
    mem_free_all();
    return unit_finish();
}
