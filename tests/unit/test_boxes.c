/* test_boxes.c: the dimensions of tensor maps and how many boxes there are: elements that are taken together, long rows
 * in pieces, and panels with `oob`, with the facts that are said to be missing; rows that are gathered. Each plan is proven. */
#include "../../generator/dispatch/passes.h"
#include "../../generator/text/text.h"
#include "../../generator/variants/variants.h"
#include "module_of.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

#define GMEM "layout a = S[(M,K):(ld,1)]\ncopy_async elected f16 gmem a"
#define PANELS " -> smem 64x128 S[(64,2,64):(64,4096,1)] swizzle 128B where ld % 8 == 0"
#define OOB " { tensormap; oob zero; } as f\n"
#define WHOLE "K / 64 x M x 64 of f16"
#define APART "M x K of f16"
#define NEXT "; not fewer: with 'oob' the last panel would read the next row in place of zeros"
#define BLOCKS " -> smem 128x128 S[(2,64,2,64):(8192,64,4096,1)] swizzle 128B where ld % 8 == 0"
#define OUT                                                                                        \
    "layout a = S[(M,K):(ld,1)]\ncopy_async elected f16 smem 64x128 S[(64,2,64):(64,4096,1)] "     \
    "swizzle 128B -> gmem a[m:+64, k:+128] where ld % 8 == 0, K % 64 == 0"
#define DEEP                                                                                       \
    "copy_async elected f16 gmem S[(M,K):(ld,1)][m:+16, k:+256] -> smem 16x256 "                   \
    "S[(16,2,2,64):(64,1024,2048,1)] swizzle 128B where ld % 8 == 0"

#define LONG                                                                                       \
    "copy_async elected f16 gmem S[(M,K):(ld,1)][m:+8, k:+512] -> smem S[(8,512)] where ld % 8 "   \
    "== 0, "
#define PIECES                                                                                     \
    " { tensormap; } as f\n", "M x 2 x K of f16",                                                  \
        "1 of 8192 bytes; a row of 512 is two dimensions, 2 pieces of 256"

#define MIB(planes)                                                                                \
    "policy tirx\ncopy_async elected f32 smem S[(" planes ",256,256)] -> gmem "                    \
    "S[(B,M,K):(sb,ld,1)][b:+" planes ", m:+256, k:+256] where sb % 4 == 0, ld % 4 == 0, "         \
    "K % 4 == 0, k % 4 == 0 { tensormap; using tma_auto; } as f\n"
#define ONE "copy_async elected f16 gmem S[(4,8,16):(128,16,1)]"
#define ROWS " -> smem S[(1,8,16)] { tensormap; using tma_auto; } as f\n"

static const struct {
    const char *text, *map, *boxes;
} rows[] = {
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+64, k:+128] -> smem S[(64,128)] where "
     "ld % 32 == 0, K % 2 == 0, k % 2 == 0 { tensormap; using tma_auto; } as f\n",
     "M x K / 2 of u8, strides of ld / 2 bytes; boxes of 64x64",
     "1 of 4096 bytes"},
    /* Two elements of a byte are outside together. */
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+64, k:+128] -> smem S[(64,128)] where "
     "ld % 32 == 0, K % 2 == 0, k % 2 == 0" OOB,
     "M x K / 2 of u8",
     "1 of 4096 bytes"},
    /* 512 f16 are 256 u32 where columns and origin are even; else a row is two pieces. */
    {LONG "K % 2 == 0, k % 2 == 0 { tensormap; } as f\n", "M x K / 2 of u32", "1 of 8192 bytes"},
    {LONG "K % 2 == 0" PIECES},
    {GMEM "[m:+64, k:+128]" PANELS ", K % 64 == 0, k % 64 == 0" OOB, WHOLE, "1 of 16384 bytes"},
    /* Inside of the tensor panels are a dimension, from an origin that is a number too. */
    {"copy_async elected f16 gmem S[(M,256):(ld,1)][m:+64, 128:256]" PANELS
     " { tensormap; } as f\n",
     "2 x M x 256 of f16",
     "1 of 16384 bytes"},
    {GMEM "[m:+64, k:+128]" PANELS ", K % 192 == 0, k % 128 == 0" OOB, WHOLE, "1 of 16384 bytes"},
    {GMEM "[m:+64, k:+128]" PANELS OOB,
     APART,
     "2 of 8192 bytes" NEXT "; 'where K % 64 == 0, k % 64 == 0' would make it one"},
    {GMEM "[m:+64, k:+128]" PANELS ", K % 32 == 0, k % 64 == 0" OOB,
     APART,
     "2 of 8192 bytes" NEXT "; 'where K % 64 == 0' would make it one"},
    {GMEM "[m:+64, k:+128]" PANELS ", K % 64 == 0, k % 32 == 0" OOB,
     APART,
     "2 of 8192 bytes" NEXT "; 'where k % 64 == 0' would make it one"},
    /* Origins and extents that are numbers. */
    {GMEM "[m:+64, 64:192]" PANELS ", K % 64 == 0" OOB, WHOLE, "1 of 16384 bytes"},
    {GMEM "[m:+64, 8:136]" PANELS ", K % 64 == 0" OOB, APART, "2 of 8192 bytes" NEXT},
    {"copy_async elected f16 gmem S[(M,192):(ld,1)][m:+64, k:+128]" PANELS ", k % 64 == 0" OOB,
     "3 x M x 64 of f16",
     "1 of 16384 bytes"},
    {"copy_async elected f16 gmem S[(M,200):(ld,1)][m:+64, k:+128]" PANELS ", k % 64 == 0" OOB,
     "M x 200 of f16",
     "2 of 8192 bytes" NEXT},
    /* Blocks of rows, of which one dimension or both are whole. */
    {GMEM "[m:+128, k:+128]" BLOCKS ", K % 64 == 0, k % 64 == 0, M % 64 == 0, m % 64 == 0" OOB,
     "M / 64 x K / 64 x 64 x 64 of f16",
     "1 of 32768 bytes"},
    {GMEM "[m:+128, k:+128]" BLOCKS ", K % 64 == 0, k % 64 == 0" OOB,
     WHOLE,
     "2 of 16384 bytes" NEXT "; 'where M % 64 == 0, m % 64 == 0' would make it one"},
    {GMEM "[m:+128, k:+128]" BLOCKS OOB,
     APART,
     "4 of 8192 bytes" NEXT "; 'where K % 64 == 0, k % 64 == 0, M % 64 == 0, m % 64 == 0' would "
     "make it one"},
    /* Panels of panels: the last of the larger ones ends where the tensor does. */
    {DEEP ", K % 128 == 0, k % 128 == 0" OOB, "2 x K / 128 x M x 64 of f16", "1 of 8192 bytes"},
    {DEEP ", K % 64 == 0, k % 128 == 0" OOB,
     APART,
     "4 of 2048 bytes" NEXT "; 'where K % 128 == 0' would make it one"},
    /* Boxes that begin where none may are none, but a whole one begins with the tile. */
    {"copy_async elected f16 gmem S[(M,K):(ld,1)][m:+4, k:+128] -> smem 4x128 "
     "S[(4,2,64):(64,256,1)] swizzle 128B where ld % 8 == 0, K % 64 == 0, k % 64 == 0" OOB,
     WHOLE,
     "1 of 1024 bytes"},
    /* Long rows: pieces are panels. */
    {LONG "K % 256 == 0, k % 256 == 0" OOB,
     "M x K / 256 x 256 of f16, strides of 2 * ld, 512 bytes; boxes of 8x2x256",
     "1 of 8192 bytes; a row of 512 is two dimensions, 2 pieces of 256"},
    {LONG "K % 8 == 0, k % 256 == 0" OOB,
     "M x K of f16, strides of 2 * ld bytes; boxes of 1x256",
     "16 of 512 bytes; not fewer: there are 512 elements in dimension 0, and a box has at most "
     "256; with 'oob' pieces of a row as a dimension would read the next row in place of zeros; "
     "'where K % 256 == 0' would make it one"},
    /* The longest stride, 16 bytes below 2^40; one of a single element, which keeps nothing apart. */
    {"copy_async elected f32 gmem S[(M,K):(274877906940,1)][m:+4, k:+4] -> smem S[(4,4)] "
     "{ tensormap; } as f\n",
     "M x K of f32, strides of 1099511627760 bytes",
     "1 of 64 bytes"},
    {"copy_async elected f32 smem S[(1,8,16)] -> gmem S[(1,M,K):(0,ld,1)][0:1, m:+8, k:+16] where "
     "ld % 4 == 0, K % 4 == 0, k % 4 == 0 { tensormap; } as f\n",
     "1 x M x K of f32, strides of 0, 4 * ld bytes",
     "1 of 512 bytes"},
    /* At a run-time place of the tile, where the pattern begins anew. */
    {"copy_async elected f16 gmem S[(M,K):(ld,1)][m:+8, k:+64] -> smem S[(32,64)] swizzle 128B"
     "[x:+8, 0:64] where ld % 8 == 0, x % 8 == 0 { tensormap; } as f\n",
     APART,
     "1 of 1024 bytes"},
    /* As much as shared memory has, and a row more; upstream stops where an mbarrier stops counting. */
    {"copy_async elected f32 gmem S[(M,K):(ld,1)][m:+227, k:+256] -> smem S[(227,256)] where "
     "ld % 4 == 0 { tensormap; } as f\n",
     "M x K of f32, strides of 4 * ld bytes; boxes of 227x256",
     "1 of 232448 bytes"},
    {"copy_async elected f32 gmem S[(M,K):(ld,1)][m:+228, k:+256] -> smem S[(228,256)] where "
     "ld % 4 == 0 { tensormap; using tma_auto; } as f\n",
     "M x K of f32, strides of 4 * ld bytes; boxes of 114x256",
     "2 of 116736 bytes; not fewer: shared memory does not have 233472 bytes"},
    {"copy_async elected f32 gmem S[(M,K):(ld,1)][m:+454, k:+256] -> smem S[(454,256)] where "
     "ld % 4 == 0 { tensormap; } as f\n",
     "M x K of f32, strides of 4 * ld bytes; boxes of 227x256",
     "2 of 232448 bytes; not fewer: there are 454 elements in dimension 1, and a box has at most "
     "256"},
    {MIB("4"),
     "B x M x K of f32, strides of 4 * sb, 4 * ld bytes; boxes of 1x256x256",
     "4 of 262144 bytes; not fewer: a phase of an mbarrier does not count 1048576 bytes"},
    {MIB("3"),
     "B x M x K of f32, strides of 4 * sb, 4 * ld bytes; boxes of 3x256x256",
     "1 of 786432 bytes"},
    /* One element of a dimension, at an origin; rows that follow one another, from an origin on. */
    {ONE "[b:+1, 0:8, 0:16]" ROWS,
     "4 x 128 of f16, strides of 256 bytes; boxes of 1x128",
     "1 of 256 bytes"},
    {ONE "[3:4, 0:8, 0:16]" ROWS,
     "4 x 128 of f16, strides of 256 bytes; boxes of 1x128",
     "1 of 256 bytes"},
    {ONE "[0:1, 0:8, 0:16]" ROWS, "128 of f16; boxes of 128", "1 of 256 bytes"},
    {"copy_async elected f16 gmem S[(64,8):(8,1)][m:+16, 0:8] -> smem S[(16,8)] { tensormap; using "
     "tma_auto; } as f\n",
     "512 of f16; boxes of 128",
     "1 of 256 bytes"},
    {"copy_async elected f16 gmem S[(M,8):(8,1)][m:+16, 0:8] -> smem S[(16,8)] { tensormap; using "
     "tma_auto; } as f\n",
     "M x 8 of f16, strides of 16 bytes; boxes of 16x8",
     "1 of 256 bytes"},
    /* Eight dimensions, which are one. */
    {"copy_async elected f16 gmem S[(2,2,2,2,2,2,2,8):(512,256,128,64,32,16,8,1)] -> smem "
     "S[(2,2,2,2,2,2,2,8)] { tensormap; } as f\n",
     "256 of u64; boxes of 256",
     "1 of 2048 bytes"},
    /* Panels of a type that is packed; of a row that is copied whole. */
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+64, k:+256] -> smem 64x256 "
     "S[(64,2,128):(128,8192,1)] swizzle 64B where ld % 32 == 0, K % 128 == 0, k % 128 == 0" OOB,
     "K / 128 x M x 64 of u8",
     "1 of 8192 bytes"},
    {"copy_async elected f16 gmem S[(M,32):(ld,1)][m:+8, 0:32] -> smem S[(8,32)] swizzle 32B where "
     "ld % 8 == 0" OOB,
     "M x 2 x 16 of f16, strides of 2 * ld, 32 bytes; boxes of 8x2x16",
     "1 of 512 bytes; a row of 32 is two dimensions, 2 pieces of 16"},
    {"copy_async elected f16 gmem S[(M,K):(ld,1)][m:+304, k:+16] -> smem S[(304,16)] where "
     "ld % 8 == 0" OOB,
     APART,
     "2 of 4864 bytes; not fewer: there are 304 elements in dimension 1, and a box has at most "
     "256"},
    /* One box of the tensor as it is. */
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+64, 64+k:+128] -> smem S[(64,128)] where "
     "ld % 32 == 0, K % 2 == 0, k % 2 == 0 { tensormap; using tma_explicit; } as f\n",
     "M x K / 2 of u8, strides of ld / 2 bytes; boxes of 64x64",
     "1 of 4096 bytes"},
    {"copy_async elected f16 gmem S[(8,M,K):(sb,ld,1)][2+b:+2, 3:+8, k:+16] -> smem S[(2,8,16)] "
     "where "
     "sb % 8 == 0, ld % 8 == 0 { tensormap; using tma_explicit; oob zero; } as f\n",
     "8 x M x K of f16, strides of 2 * sb, 2 * ld bytes; boxes of 2x8x16",
     "1 of 512 bytes"},
    /* Of 4 bits two are taken together, never more. */
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+8, k:+1024] -> smem S[(8,1024)] where "
     "ld % 32 == 0, K % 8 == 0, k % 8 == 0 { tensormap; } as f\n",
     "M x 2 x K / 2 of u8, strides of ld / 2, 256 bytes; boxes of 8x2x256",
     "1 of 4096 bytes; a row of 512 is two dimensions, 2 pieces of 256"},
    /* Nor where the map rounds, or adds. */
    {"copy_async elected f32 -> tf32 gmem S[(M,K):(ld,1)][m:+8, k:+512] -> smem S[(8,512)] where "
     "ld % 4 == 0, K % 2 == 0, k % 2 == 0 { tensormap; } as f\n",
     "M x 2 x K of tf32, to which it rounds f32, to nearest even, strides of 4 * ld, 1024 bytes",
     "1 of 16384 bytes; a row of 512 is two dimensions, 2 pieces of 256"},
    {"copy_async elected f16 smem S[(8,512)] -> gmem S[(M,K):(ld,1)][m:+8, k:+512] where "
     "ld % 8 == 0, K % 8 == 0, k % 8 == 0 { tensormap; reduce add; } as f\n",
     "M x 2 x K of f16",
     "1 of 8192 bytes; a row of 512 is two dimensions, 2 pieces of 256"},
    /* An origin that can be one number is that number. */
    {"copy_async elected f16 gmem S[(8,64):(64,1)][m:+8, 0:64] -> smem S[(8,64)] { tensormap; } as "
     "f\n",
     "8 x 64 of f16, strides of 128 bytes; boxes of 8x64",
     "1 of 1024 bytes"},
    {"copy_async elected f16 gmem S[(40,M):(ld,1)][m:+8, k:+64] -> smem S[(8,64)] where m >= 8, m "
     "<= 8, ld % 8 == 0 "
     "{ tensormap; using tma_auto; } as f\n",
     "40 x M of f16, strides of 2 * ld bytes; boxes of 8x64",
     "1 of 1024 bytes"},
    {"copy_async elected f16 gmem S[(40,M):(ld,1)][m:+8, k:+64] -> smem S[(8,64)] where m <= 0, ld "
     "% 8 == 0 "
     "{ tensormap; oob zero; } as f\n",
     "40 x M of f16, strides of 2 * ld bytes; boxes of 8x64",
     "1 of 1024 bytes"},
    /* Rows in turn: the outer part of a dimension lies inside of the inner one. */
    {"copy_async elected f16 gmem S[(M,K):(ld,1)][m:+16, k:+64] -> smem 16x64 "
     "S[(2,8,64):(64,128,1)] where ld % 8 == 0" OOB,
     "M x K of f16, strides of 2 * ld bytes; boxes of 1x64",
     "16 of 128 bytes" NEXT "; 'where M % 8 == 0, m % 8 == 0' would make it one"},
    {"copy_async elected f16 gmem S[(M,K):(ld,1)][m:+16, k:+512] -> smem 16x512 "
     "S[(2,8,512):(512,1024,1)] where ld % 8 == 0, K % 256 == 0, k % 256 == 0" OOB,
     "M x K / 256 x 256 of f16, strides of 2 * ld, 512 bytes; boxes of 1x2x256",
     "16 of 1024 bytes; a row of 512 is two dimensions, 2 pieces of 256" NEXT
     "; 'where M % 8 == 0, m % 8 == 0' would make it one"},
    /* Stores and sums. */
    {OUT ", k % 64 == 0 { tensormap; oob skip; } as f\n", WHOLE, "1 of 16384 bytes"},
    {OUT ", k % 64 == 0 { tensormap; oob skip; reduce add; } as f\n", WHOLE, "1 of 16384 bytes"},
    {OUT ", k % 8 == 0 { tensormap; oob skip; } as f\n",
     APART,
     "2 of 8192 bytes; not fewer: with 'oob' the last panel would write the beginning of the next "
     "row; 'where k % 64 == 0' would make it one"},
};

/* Rows that indices in global memory pick, and how many of them are in registers at once: as many
 * as divide the rows, at most 64. */
#define PICKED "copy_async elected f32 gmem S[(256,32):(ld,1)] by i32 gmem -> smem 256x32 "
#define GATHERED "rows x 32 of f32, strides of 4 * ld bytes; boxes of 1x32"
#define FOURS " where ld % 4 == 0 { tensormap; } as f\n"
static const struct {
    const char *text;
    int indices;
    const char *boxes;
} gathers[] = {
    {"copy_async elected f32 gmem S[(68,32):(ld,1)] by i32 gmem -> smem S[(68,32)]" FOURS,
     4,
     "17 copies of 4 rows, 512 bytes each"},
    {PICKED "S[(256,32):(32,1)]" FOURS, 64, "64 copies of 4 rows, 512 bytes each"},
    {PICKED "S[(2,128,32):(8192,32,1)]" FOURS, 64, "64 copies of 4 rows, 512 bytes each"},
    {PICKED "S[(2,2,64,32):(8192,4096,32,1)]" FOURS, 64, "64 copies of 4 rows, 512 bytes each"},
    {PICKED "S[(4,2,32,32):(4096,2048,32,1)]" FOURS, 64, "64 copies of 4 rows, 512 bytes each"},
    {"copy_async elected f32 gmem S[(76,32):(ld,1)] by i32 gmem -> smem S[(76,32)]" FOURS,
     4,
     "19 copies of 4 rows, 512 bytes each"},
    {"copy_async elected f32 gmem S[(72,32):(ld,1)] by i32 gmem -> smem S[(72,32)]" FOURS,
     36,
     "18 copies of 4 rows, 512 bytes each"},
};

/* Why no division of the tile into boxes does, or one box for tma_explicit. A swizzle that moves
 * nothing has no span that a row could be over. */
#define NOTHING                                                                                    \
    "copy_async elected f16 gmem S[(M,K):(ld,1)][m:+8, k:+512] -> smem S[(8,512)] swizzle(3,0,3) " \
    "where "
static const struct {
    const char *text, *why;
    bool one;
} declined[] = {
    {LONG "k % 2 == 0 { tensormap; } as f\n",
     "box of 512 elements in dimension 0: at most 256",
     true},
    {NOTHING "ld % 8 == 0 { tensormap; } as f\n",
     "box of 512 elements in dimension 0: at most 256",
     true},
    {NOTHING "ld % 4 == 0 { tensormap; } as f\n",
     "stride ld of dimension 2 is not known to be a multiple of 16 bytes: state 'where ld % 8 == "
     "0'",
     false},
    {"copy_async elected f16 gmem S[(M,K):(ld,1)][m:+275, k:+16] -> smem S[(275,16)] "
     "swizzle(3,0,3) where ld % 8 == 0 { tensormap; } as f\n",
     "box of 275 elements in dimension 1: at most 256",
     false},
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+64, k:+128] -> smem S[(64,128)] where "
     "ld % 32 == 0, k % 2 == 0 { tensormap; } as f\n",
     "the inner extent K may end inside a byte: state 'where K % 2 == 0'",
     false},
    /* A phase of an mbarrier counts the bytes of a load, and nothing those of a store. */
    {"copy_async elected f32 gmem S[(M,K):(ld,1)][m:+1024, k:+1024] -> smem S[(1024,1024)] where "
     "ld % 4 == 0 { tensormap; } as f\n",
     "the copy has 4194304 bytes, but one phase of an mbarrier counts at most 1048575",
     false},
    {"copy_async elected f32 smem S[(1024,1024)] -> gmem S[(M,K):(ld,1)][m:+1024, k:+1024] where "
     "ld % 4 == 0, K % 4 == 0, k % 4 == 0 { tensormap; } as f\n",
     "nothing",
     false},
};

static const Plan *plan_of(const char *text, int target) {
    const Program *program = program_build(module_of(text, target), true);
    const Function *function = program && program->count == 1 ? &program->functions[0] : NULL;
    for (int i = 0; function && i < function->choice_count; i++)
        if (function->choices[i].plan) {
            EXPECT(function->warning_count == 0);
            return function->choices[i].plan;
        }
    return NULL;
}

static void gathers_fit(void) {
    for (size_t i = 0; i < sizeof gathers / sizeof *gathers; i++) {
        const Plan *plan = plan_of(gathers[i].text, TARGET_SM_100A);
        int indices = 0;
        bool turns = plan;
        for (int b = 0; plan && b < plan->bundle_count; b++)
            if (strcmp(plan->bundles[b].name, "pick") == 0)
                indices = (int)plan->bundles[b].count;
        for (int l = 0; plan && l < plan->loop_count; l++)
            turns = turns && plan->loops[l].extent > 1;
        EXPECT(indices == gathers[i].indices);
        EXPECT(turns);
        Text map = {0}, boxes = {0};
        EXPECT(plan && tensormap_words(plan, &map, &boxes));
        EXPECT(strcmp(text_string(&map), GATHERED) == 0);
        EXPECT(strcmp(text_string(&boxes), gathers[i].boxes) == 0);
        if (indices != gathers[i].indices || !turns)
            printf("%s  %d\n", gathers[i].text, indices);
    }
}

static const char *why_not(const char *text, bool one) {
    const Module *module = module_of(text, TARGET_SM_90A);
    const Query query = {.copy = &module->requests[0]->copy, .target = TARGET_SM_90A};
    Decline decline = {0};
    bool found = one ? tma_explicit_offer(&query, &decline) != NULL
                     : tma_auto_offer(&query, &decline) != NULL;
    return found || !decline.reason ? "nothing" : decline.reason;
}

int main(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Plan *plan = plan_of(rows[i].text, TARGET_SM_90A);
        Text map = {0}, boxes = {0};
        const bool told = plan && tensormap_words(plan, &map, &boxes) &&
                          strncmp(text_string(&map), rows[i].map, strlen(rows[i].map)) == 0 &&
                          strcmp(text_string(&boxes), rows[i].boxes) == 0;
        EXPECT(told);
        if (told) /* one instruction moves one box */
            EXPECT(plan->vec_bits == 8 * atoi(strstr(rows[i].boxes, "of ") + 3));
        if (!told)
            printf(
                "%s  %s\n  %s\n",
                rows[i].text,
                plan ? text_string(&map) : "no plan",
                plan ? text_string(&boxes) : "");
    }
    for (size_t i = 0; i < sizeof declined / sizeof *declined; i++) {
        const char *why = why_not(declined[i].text, declined[i].one);
        EXPECT(strcmp(why, declined[i].why) == 0);
        if (strcmp(why, declined[i].why))
            printf("%s  %s\n", declined[i].text, why);
    }
    gathers_fit();
    mem_free_all();
    return unit_finish();
}
