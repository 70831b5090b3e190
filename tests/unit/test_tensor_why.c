/* test_tensor_why.c: why a variant of tensor copies does not take a copy, word for word, and what the names of a tensor may
 * be. Whether boxes are as few as they can be: tests/schema/boxes.py. */
#include "../../generator/variants/variants.h"
#include "module_of.h"
#include "unit.h"
#include <string.h>

#define CLUSTER "copy_async elected f16 smem S[(8,64)] -> dsmem S[(8,64)] as f\n"
#define SUMS                                                                                       \
    "asynchronous stores into gmem can reduce by add only for u32, i32, u64, i64, f16, bf16, "     \
    "f32, f64, not u8"
#define TENSORS "copy_async elected f16 gmem S[(M,K):(ld,1)]"
#define DIGITS "copy_async elected f16 gmem 64x128 S[(64,2,64):(64,4096,1)]"
#define PLAIN "the layout in global memory is not one extent and one stride for each dimension"
#define OOB " { tensormap; oob zero; } as f\n"
static const struct {
    const char *text, *why;
    VariantOffer offer;
} declined[] = {
    {"copy_async elected f16 gmem S[(2,2,2,2,2,2,4,8):(1024,512,256,128,64,32,8,1)] -> smem "
     "2x2x2x2x2x2x4x8 S[(2,2,2,2,2,2,2,2,8):(1024,512,256,128,64,32,8,16,1)] { tensormap; } as f\n",
     "the two layouts have more than eight dimensions together",
     tma_auto_offer},
    {"copy_async elected f16 gmem S[(M,K):(ld,1)][m:+8, k:+64] -> smem S[(8,64):(sp,1)] where "
     "ld % 8 == 0, sp % 64 == 0 { tensormap; } as f\n",
     "a stride of the tile is known at run time only",
     tma_auto_offer},
    /* Digits of memory have no extents to clip at, and no coordinate of an origin. */
    {DIGITS "[m:+8, 0:128] -> smem S[(8,128)] { tensormap; } as f\n", PLAIN, tma_auto_offer},
    {DIGITS "[8:16, 0:128] -> smem S[(8,128)] { tensormap; } as f\n", PLAIN, tma_auto_offer},
    {"copy_async elected f16 gmem 64x128 S[(64,2,64):(ld,4096,1)][8:16, 0:128] -> smem S[(8,128)] "
     "where ld % 8 == 0 { tensormap; } as f\n",
     PLAIN,
     tma_auto_offer},
    {"copy_async elected f16 gmem S[(8,16):(16,1)][0:1, 0:1] -> smem S[(1,1)] { tensormap; } as "
     "f\n",
     "0 dimensions: a tensor map has 1 to 5",
     tma_auto_offer},
    {DIGITS " -> smem S[(64,128)]" OOB, PLAIN, tma_auto_offer},
    {DIGITS " -> smem S[(64,128)] { tensormap; } as f\n", "nothing", tma_auto_offer},
    {"copy_async elected f16 gmem S[(64,64)] swizzle 128B -> smem S[(64,64)] { tensormap; } as f\n",
     PLAIN,
     tma_auto_offer},
    {"copy_async elected f16 gmem S[(M,K):(ld,1)][m:+8, k:+514] -> smem S[(8,514)] where ld % 8 == "
     "0 { tensormap; } as f\n",
     "box of 514 elements in dimension 0: at most 256; inner box of 1028 bytes is no multiple of "
     "16",
     tma_auto_offer},
    {TENSORS "[m:+8, k:+64] -> smem 8x64 S[(8,8,8):(64,1,8)] where ld % 8 == 0" OOB,
     "the innermost stride is 8, not 1; stride 2 is no multiple of 16 bytes",
     tma_auto_offer},
    {"copy_async elected f16 gmem S[(2,2,2,2,8,16):(sa,sb,sc,sd,se,1)] -> smem S[(2,2,2,2,8,16)] "
     "where "
     "sa % 8 == 0, sb % 8 == 0, sc % 8 == 0, sd % 8 == 0, se % 8 == 0 { tensormap; } as f\n",
     "6 dimensions: a tensor map has 1 to 5",
     tma_auto_offer},
    {"copy_async elected f16 gmem S[(2,2,2,8,16):(sa,sb,sc,se,1)] -> smem S[(2,2,2,8,16)] where "
     "sa % 8 == 0, sb % 8 == 0, sc % 8 == 0, se % 8 == 0 { tensormap; } as f\n",
     "nothing",
     tma_auto_offer},
    {"copy_async elected f16 gmem S[(B,2,2,2,8,16):(sa,sb,sc,sd,se,1)][b:+2, 0:2, 0:2, 0:2, 0:8, "
     "0:16] -> smem S[(2,2,2,2,8,16)] where "
     "sa % 8 == 0, sb % 8 == 0, sc % 8 == 0, sd % 8 == 0, se % 8 == 0" OOB,
     "6 dimensions: a tensor map has 1 to 5",
     tma_auto_offer},
    /* One box: the tensor as it is. */
    {DIGITS " -> smem S[(64,128)] { tensormap; } as f\n", PLAIN, tma_explicit_offer},
    {"copy_async elected f16 gmem S[(64,64)] swizzle 128B -> smem S[(64,64)] { tensormap; } as f\n",
     PLAIN,
     tma_explicit_offer},
    {"copy_async elected f16 gmem S[(2,8,64)] -> smem S[(2,8,64)] swizzle 128B { tensormap; } as "
     "f\n",
     "nothing",
     tma_explicit_offer},
    {"copy_async elected f16 gmem S[(8,32)] -> smem S[(8,32):(64,1)] swizzle 128B { tensormap; } "
     "as f\n",
     "nothing",
     tma_explicit_offer},
    {"copy_async elected f16 gmem S[(8,32)] -> smem S[(8,32):(64,1)] { tensormap; } as f\n",
     "dimension 1 of the box does not lie at stride 32 in shared memory",
     tma_explicit_offer},
    {"copy_async elected f16 gmem S[(2,8,64)] -> smem S[(2,8,64):(1024,64,1)] swizzle 128B { "
     "tensormap; } as f\n",
     "dimension 2 of the box does not lie at stride 512 in shared memory",
     tma_explicit_offer},
    {"copy_async elected f16 gmem 8x64 S[(8,64)] -> smem 8x64 S[(8,2,32):(32,256,1)] { tensormap; "
     "} as f\n",
     "dimension 0 of the box does not lie at stride 32 in shared memory",
     tma_explicit_offer},
    {"copy_async elected f16 gmem S[(2,2,2,8,16)] -> smem S[(2,2,2,8,16)] { tensormap; } as f\n",
     "nothing",
     tma_explicit_offer},
    {"copy_async elected f16 gmem S[(2,2,2,2,8,16)] -> smem S[(2,2,2,2,8,16)] { tensormap; } as "
     "f\n",
     "6 dimensions: a tensor map has 1 to 5",
     tma_explicit_offer},
    {CLUSTER, "smem -> dsmem is neither gmem -> smem nor smem -> gmem", tma_explicit_offer},
    {CLUSTER, "smem -> dsmem is neither gmem -> smem nor smem -> gmem", tma_auto_offer},
    {CLUSTER, "smem -> dsmem is neither gmem -> smem nor smem -> gmem", tma_gather_offer},
    {"copy_async elected u8 smem S[(8,64)] -> gmem S[(8,64)] { tensormap; reduce add; } as f\n",
     SUMS,
     tma_explicit_offer},
    {"copy_async elected u8 smem S[(8,64)] -> gmem S[(8,64)] { tensormap; reduce add; } as f\n",
     SUMS,
     tma_auto_offer},
    {"policy tirx\n" TENSORS "[m:+8, k:+64] -> smem S[(8,64)] where ld % 8 == 0" OOB,
     "its boxes may not lie outside under 'policy tirx': write 'using tma_explicit'",
     tma_auto_offer},
    {"policy tirx\n" TENSORS
     "[m:+8, k:+64] -> smem S[(8,64)] where ld % 8 == 0 { tensormap; } as f\n",
     "nothing",
     tma_auto_offer},
    /* Rows that indices pick. */
    {TENSORS "[m:+8, k:+64] -> smem S[(8,64)] where ld % 8 == 0 { tensormap; } as f\n",
     "its rows are in order: write 'by i32 smem', or use tma_auto",
     tma_gather_offer},
    {"copy_async elected f16 gmem 16x64 S[(4,4,64):(page,64,1)] by i32 smem -> smem S[(16,64)] "
     "where "
     "page % 8 == 0 { tensormap; } as f\n",
     "an index picks 4 rows, and a copy of four rows takes an index for each",
     tma_gather_offer},
    {"copy_async elected f16 gmem S[(18,64)] by i32 smem -> smem S[(18,64)] { tensormap; } as f\n",
     "18 rows are no multiple of four: gather more, with -1 behind the last index",
     tma_gather_offer},
    {"copy_async elected f16 smem S[(18,64)] -> gmem S[(18,64)] by u32 smem { tensormap; } as f\n",
     "18 rows are no multiple of four: scatter a multiple of four",
     tma_gather_offer},
    {"copy_async elected f16 smem S[(16,64)] -> gmem S[(16,64)] by i32 smem { tensormap; } as f\n",
     "a row may be missing, and a store below row 0 may end the kernel: write 'where index >= 0'",
     tma_gather_offer},
    {"copy_async elected f16 gmem S[(32,64)] by i32 reg -> smem S[(32,64)] { tensormap; } as f\n",
     "one thread of the warp starts the copies, and all of them hold the indices: keep them in "
     "smem",
     tma_gather_offer},
    {"copy_async thread f16 gmem S[(16,64)] by i32 reg -> smem S[(16,64)] { tensormap; } as f\n",
     "nothing",
     tma_gather_offer},
    {"copy_async elected f16 smem S[(16,64)] -> gmem S[(16,64)] by u32 smem { tensormap; } as f\n",
     "nothing",
     tma_gather_offer},
    {"copy_async elected f32 gmem S[(4096,64)] by i32 smem -> smem S[(4096,64)] { tensormap; } "
     "as f\n",
     "the copy has 1048576 bytes, but one phase of an mbarrier counts at most 1048575",
     tma_gather_offer},
};

static const char *why_not(const char *text, VariantOffer offer) {
    const int target = offer == tma_gather_offer ? TARGET_SM_100A : TARGET_SM_90A;
    const Module *module = module_of(text, target);
    if (!module || !module->request_count)
        return "it is wrong";
    const Query query = {.copy = &module->requests[0]->copy, .target = target};
    Decline decline = {0};
    const bool found = offer(&query, &decline) != NULL;
    return found || !decline.reason ? "nothing" : decline.reason;
}

/* What the names of a tensor may be: extents and strides of 64 bits, origins of 32. */
#define HALF "copy_async elected f16 gmem "
#define TILE " -> smem S[(8,64)] { tensormap; "
#define TENSOR HALF "S[(M,K):(ld,1)]"
#define INT_MOST INT64_C(2147483647)
static const struct {
    const char *text, *name;
    int64_t min, max;
    bool wide;
} bounds[] = {
    {TENSOR "[m:+8, k:+64]" TILE "} as f\n", "M", 1, INT64_C(1) << 32, true},
    {TENSOR "[m:+8, k:+64]" TILE "} as f\n", "K", 1, INT64_C(1) << 32, true},
    {TENSOR "[m:+8, k:+64]" TILE "} as f\n", "ld", 0, INT64_C(1) << 39, true},
    {TENSOR "[m:+8, k:+64]" TILE "} as f\n", "m", 0, INT_MOST - 8, false},
    {TENSOR "[m:+8, k:+64]" TILE "} as f\n", "k", 0, INT_MOST - 64, false},
    {TENSOR "[3+m:+8, k:+64]" TILE "} as f\n", "m", 0, INT_MOST - 11, false},
    {TENSOR "[m:+8, k:+64]" TILE "oob zero; } as f\n", "m", INT32_MIN, INT_MOST - 8, false},
    {TENSOR "[m:+8, k:+64]" TILE "oob nan; } as f\n", "m", INT32_MIN, INT_MOST - 8, false},
    {HALF "S[(40,100):(100,1)][m:+8, k:+64]" TILE "} as f\n", "m", 0, 32, false},
    {HALF "S[(40,100):(100,1)][m:+8, k:+64]" TILE "} as f\n", "k", 0, 36, false},
    {HALF "S[(40,100):(100,1)][3+m:+8, k:+64]" TILE "} as f\n", "m", 0, 29, false},
    {HALF "S[(40,100):(100,1)][m:+8, k:+64]" TILE "oob zero; } as f\n",
     "m",
     INT32_MIN,
     INT_MOST - 8,
     false},
    {"copy_async elected f16 smem S[(8,64)] -> gmem S[(40,100):(100,1)][m:+8, k:+64] { tensormap; "
     "oob skip; } as f\n",
     "m",
     0,
     INT_MOST - 8,
     false},
    {"copy_async elected u8 gmem S[(M,K):(ld,1)][m:+8, k:+64]" TILE "} as f\n",
     "ld",
     0,
     INT64_C(1) << 40,
     true},
    {"copy_async elected i4 gmem S[(M,K):(ld,1)][m:+8, k:+64]" TILE "} as f\n",
     "ld",
     0,
     INT64_C(1) << 41,
     true},
    {TENSOR "[m:+8, k:+64] -> smem S[(8,64)] where m <= 5, M >= 16 { tensormap; } as f\n",
     "m",
     0,
     5,
     false},
    {TENSOR "[m:+8, k:+64] -> smem S[(8,64)] where m <= 5, M >= 16 { tensormap; } as f\n",
     "M",
     16,
     INT64_C(1) << 32,
     true},
};

static void names_are_bounded(void) {
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        const Module *module = module_of(bounds[i].text, TARGET_SM_90A);
        const Copy *copy = module && module->request_count ? &module->requests[0]->copy : NULL;
        const Symbol *found = NULL;
        for (int k = 0; copy && k < copy->symbol_count; k++)
            if (strcmp(copy->symbols[k].name, bounds[i].name) == 0)
                found = &copy->symbols[k];
        const bool right = found && found->min == bounds[i].min && found->max == bounds[i].max &&
                           found->wide == bounds[i].wide;
        EXPECT(right);
        if (!right)
            printf("%s", bounds[i].text);
        if (found && !right)
            printf(
                "  %s: %lld to %lld%s\n",
                found->name,
                (long long)found->min,
                (long long)found->max,
                found->wide ? ", wide" : "");
    }
}

int main(void) {
    for (size_t i = 0; i < sizeof declined / sizeof *declined; i++) {
        const char *why = why_not(declined[i].text, declined[i].offer);
        EXPECT(strcmp(why, declined[i].why) == 0);
        if (strcmp(why, declined[i].why))
            printf("%s  %s\n", declined[i].text, why);
    }
    names_are_bounded();
    mem_free_all();
    return unit_finish();
}
