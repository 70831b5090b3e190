/* test_text_words.c: words of generator/text that stand in contracts and in `explain`: which elements move under limits,
 * what an array that repeats asks of its arguments, tensor maps, conditions of bodies. */
#include "generator/reread/reread.h"
#include "module_of.h"
#include "plans.h"
#include "unit.h"

static void expect(const char *row, const char *got, const char *want) {
    EXPECT_OF(row, strcmp(got, want) == 0);
    if (strcmp(got, want) != 0)
        printf("--- %s\n--- got  %s\n--- want %s\n", row, got, want);
}

static const Function *function_of_text(const char *statement, int target) {
    const char *text = mem_printf(
        "layout held = S[(32,4):(1@laneid,1)]\nlayout a = S[(M,K):(lda,1)]\n"
        "layout v = S[(D,H,W):(slice,ld,1)]\n%s as x\n",
        statement);
    Module *module = lang_load(
        source_from_text("t.tc", text, strlen(text)), prelude_text, NULL, 0, 1u << target);
    Program *program = module && diag_error_count() == 0 ? program_build(module, true) : NULL;
    EXPECT_OF(statement, program && program->count == 1 && diag_error_count() == 0);
    return program && program->count == 1 ? &program->functions[0] : NULL;
}

/* ---- limits ------------------------------------------------------------------------------------- */

static const struct {
    const char *statement, *words;
    const char *wraps[3]; /* by argument that is an extent, in order */
} limits[] = {
    {"copy warp f32 gmem S[(32,4)] -> reg held { masked; }",
     "Element (r, c) moves if r < rows and c < cols; the rest of dst becomes zero, and src is not "
     "read beyond the limits.",
     {NULL}},
    {"copy warp f32 gmem S[(32,4):(r,1)] -> reg held where r % 4 == 0 { masked; }",
     "Element (i, c) moves if i < rows and c < cols; the rest of dst becomes zero, and src is not "
     "read beyond the limits.",
     {NULL}},
    {"copy warp f32 gmem S[(height,width):(c,1)][i:+32, j:+4] -> reg held { masked; keep; }",
     "Element (r, k) moves if 0 <= i + r < height and 0 <= j + k < width; the rest of dst keeps "
     "what it held, and src is not read beyond the limits.",
     {NULL}},
    {"copy warp f32 reg held -> gmem S[(height,width):(ld,1)][y-1:+32, x+2:+4] { masked; }",
     "Element (r, c) moves if 0 <= y - 1 + r < height and 0 <= x + 2 + c < width; nothing else of "
     "dst is written.",
     {NULL}},
    {"copy warp f32 gmem S[(height,width):(ld,1)][y:+32, 3:+4] -> reg held { masked; fill "
     "0x7f800000; }",
     "Element (r, c) moves if 0 <= y + r < height and 3 + c < width; the rest of dst becomes "
     "0x7f800000, and src is not read beyond the limits.",
     {NULL}},
    {"copy warp f32 gmem S[(n):(1)][x:+32] -> smem S[(32)] { masked; edge clamp; }",
     "Element c is read at x + c of n; a place outside of src is the nearest one inside.",
     {""}},
    {"copy warp f32 gmem S[(D,H,W):(h*ld,ld,1)][z-2:+2, y:+4, x:+8] -> smem S[(2,4,8)] { masked; "
     "edge wrap; }",
     "Element (s, r, c) is read at z - 2 + s of D and y + r of H and x + c of W; src repeats, once "
     "before it and once behind it.",
     {", z - 2 >= -D, 2 * D >= z", ", y >= -H, 2 * H >= y + 4", ", x >= -W, 2 * W >= x + 8"}},
    {"copy warp f32 gmem S[(8,height,width):(64,8,1)][n:+1, y:+1, x:+32] -> smem S[(32)] { masked; "
     "}",
     "Element c moves if 0 <= y < height and 0 <= x + c < width; the rest of dst becomes zero, and "
     "src is not read beyond the limits.",
     {NULL}},
    {"copy warp f32 gmem S[(height,width):(ld,1)][y-1:+1, x:+1] -> smem S[(1)] { masked; edge "
     "wrap; }",
     "The element is read at y - 1 of height and x of width; src repeats, once before it and once "
     "behind it.",
     {", y - 1 >= -height, 2 * height >= y", ", x >= -width, 2 * width >= x + 1"}},
    {"copy warp f32 gmem S[(n):(1)][3:+32] -> smem S[(32)] { masked; edge wrap; }",
     "Element c is read at 3 + c of n; src repeats, once before it and once behind it.",
     {", 2 * n >= 35"}},
    {"fill warp f32 gmem S[(height,width):(ld,1)][y:+4, x:+8] { masked; }",
     "Element (r, c) is filled if 0 <= y + r < height and 0 <= x + c < width; nothing else of dst "
     "is written.",
     {NULL}},
};

static void limits_in_words(void) {
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        const Function *function = function_of_text(limits[i].statement, TARGET_SM_80);
        if (!function)
            continue;
        expect(limits[i].statement, limits_words(function_copy(function)), limits[i].words);
        const Plan *plan = first_choice(function)->plan;
        int found = 0;
        for (int s = 0; s < plan->symbol_count; s++) {
            const char *wraps = wrap_text(plan, s);
            if (*wraps)
                expect(limits[i].statement, wraps, limits[i].wraps[found++]);
        }
        EXPECT_OF(
            limits[i].statement, found == 3 || !limits[i].wraps[found] || !*limits[i].wraps[found]);
    }
}

/* ---- tensor maps ----------------------------------------------------------------------------------- */

static void maps_in_words(void) {
    static const struct {
        const char *statement, *map, *boxes;
    } rows[] = {
        {"copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % "
         "8 == 0 { tensormap; oob zero; }",
         "M x K of bf16, strides of 2 * lda bytes; boxes of 64x64, swizzled in 128 bytes",
         "1 of 8192 bytes"},
        {"copy_async elected f32 -> tf32 gmem a[m:+64, k:+8] -> smem S[(64,8)] swizzle 32B where "
         "lda % 4 == 0 { tensormap; oob zero; }",
         "M x K of tf32, to which it rounds f32, to nearest even, strides of 4 * lda bytes; boxes "
         "of 64x8, swizzled in 32 bytes",
         "1 of 2048 bytes"},
        {"copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, "
         "ld % 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; }",
         "D x H x W of f32, strides of 4 * slice, 4 * ld bytes; boxes of 2x4x8",
         "1 of 256 bytes"},
        {"copy_async elected f16 smem 64x128 S[(64,2,64):(64,4096,1)] swizzle 128B -> gmem "
         "a[m:+64, "
         "k:+128] where lda % 8 == 0, K % 64 == 0, k % 64 == 0 { tensormap; oob skip; }",
         "K / 64 x M x 64 of f16, strides of 128, 2 * lda bytes; boxes of 2x64x64, swizzled in 128 "
         "bytes",
         "1 of 16384 bytes"},
        {"copy_async elected u8 gmem S[(64,256)] -> smem S[(64,256)] { tensormap; }",
         "64 x 256 of u8, strides of 256 bytes; boxes of 64x256",
         "1 of 16384 bytes"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Function *function = function_of_text(rows[i].statement, TARGET_SM_90A);
        Text map = {0}, boxes = {0};
        if (!function)
            continue;
        EXPECT_OF(rows[i].statement, tensormap_words(first_choice(function)->plan, &map, &boxes));
        expect(rows[i].statement, text_string(&map), rows[i].map);
        expect(rows[i].statement, text_string(&boxes), rows[i].boxes);
    }
    Text none = {0};
    EXPECT(!tensormap_words(plans_reg_load(), &none, &none) && none.length == 0);
}

/* ---- bodies under #if --------------------------------------------------------------------------------- */

static unsigned bit(int target) {
    return 1u << target;
}

static void conditions(void) {
    const struct {
        Plan *plan;
        unsigned targets;
        const char *want;
    } rows[] = {
        {plans_reg_load(), bit(TARGET_SM_80), "TC_ARCH >= 800"},
        {plans_reg_load(), bit(TARGET_SM_90) | bit(TARGET_SM_90A), "TC_ARCH >= 900"},
        {plans_reg_load(), bit(TARGET_SM_100A), "TC_ARCH >= 1000"},
        {plans_reg_load(), 0, "TC_ARCH >= 0"},
        {plans_stmatrix_16x16(), bit(TARGET_SM_90), "TC_HAS_STMATRIX"},
        {plans_bulk_128x64(), bit(TARGET_SM_90), "TC_HAS_BULK && TC_HAS_CLUSTER"},
        {plans_multicast(), bit(TARGET_SM_90A), "TC_HAS_MULTICAST"},
        {plans_bulk_load(), bit(TARGET_SM_90), "TC_HAS_BULK"},
        {plans_remote_load(), bit(TARGET_SM_90), "TC_HAS_CLUSTER"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Choice choice = {.targets = rows[i].targets, .plan = rows[i].plan};
        expect(rows[i].want, choice_condition(&choice), rows[i].want);
    }
}

/* Why there is no body for the rest: the reason of the choice that has none, if it names the oldest target
 * that runs one; NULL where the last body runs everywhere. */
static void reasons(void) {
    static const struct {
        const char *reason, *want;
    } rows[] = {
        {"bulk copies need sm_90 or newer", "bulk copies need sm_90 or newer"},
        {"no variant fits", "no variant fits"},
        {"needs sm_90a", "needs sm_90"},
        {"needs sm_100", "needs sm_90"},
        {NULL, "no variant"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Choice choices[] = {
            {.targets = bit(TARGET_SM_80), .reason = rows[i].reason},
            {.targets = bit(TARGET_SM_90), .plan = plans_bulk_load()},
            {.targets = bit(TARGET_SM_100A), .reason = "another reason, of sm_90"}};
        Function function = {.choices = choices, .choice_count = 3};
        Branches branches = branches_of(&function);
        EXPECT(branches.count == 1 && branches.with[0] == &choices[1]);
        expect(rows[i].want, branches.reason ? branches.reason : "none", rows[i].want);
        choices[2] = (Choice){.targets = bit(TARGET_SM_80), .plan = plans_reg_load()};
        branches = branches_of(&function);
        EXPECT(branches.count == 2 && branches.with[1] == &choices[2] && !branches.reason);
    }
    Function none = {.choice_count = 0};
    EXPECT(branches_of(&none).count == 0 && !branches_of(&none).reason);
}

/* ---- lines ------------------------------------------------------------------------------------------------ */

/* Edges of origins that never lie outside, square arrays of 64-bit pitch, planes without a limit, several CTAs,
 * policies, counts of bytes. */
static const struct {
    const char *statement, *line;
    int target;
} line_rows[] = {
    {"relayout cta(64) f32 reg 32x8 "
     "S[(2,2,2,2,2,2,2,2):(16@laneid,8@laneid,4@laneid,2@laneid,1@laneid,4,2,1)] + "
     "R[2:1@warpid] -> reg 32x8 S[(8,32):(1,1@laneid)] + R[2:1@warpid]",
     "        \"32x8 "
     "S[(2,2,2,2,2,2,2,2):(16@laneid,8@laneid,4@laneid,2@laneid,1@laneid,4,2,1)] + \"",
     TARGET_SM_80},
    {"relayout cta(64) f32 reg 32x8 "
     "S[(2,2,2,2,2,2,2,2):(16@laneid,8@laneid,4@laneid,2@laneid,1@laneid,4,2,1)] + "
     "R[2:1@warpid] -> reg 32x8 S[(8,32):(1,1@laneid)] + R[2:1@warpid]",
     "        \"R[(2):(1@warpid)]\");",
     TARGET_SM_80},
    {"copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % "
     "8 == 0, K % 8 == 0 { tensormap; oob nan; l2 256B; }",
     "    params->type = 9; /* bf16 */",
     TARGET_SM_90A},
    {"copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % "
     "8 == 0, K % 8 == 0 { tensormap; oob nan; l2 256B; }",
     "    params->extent[0] = K;",
     TARGET_SM_90A},
    {"copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % "
     "8 == 0, K % 8 == 0 { tensormap; oob nan; l2 256B; }",
     "    params->extent[1] = M;",
     TARGET_SM_90A},
    {"copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % "
     "8 == 0, K % 8 == 0 { tensormap; oob nan; l2 256B; }",
     "    params->stride[0] = 2ull * lda;",
     TARGET_SM_90A},
    {"copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % "
     "8 == 0, K % 8 == 0 { tensormap; oob nan; l2 256B; }",
     "    params->swizzle = 3;   /* 128B */",
     TARGET_SM_90A},
    {"copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % "
     "8 == 0, K % 8 == 0 { tensormap; oob nan; l2 256B; }",
     "    params->promotion = 3; /* 256B */",
     TARGET_SM_90A},
    {"copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % "
     "8 == 0, K % 8 == 0 { tensormap; oob nan; l2 256B; }",
     "    params->fill = 1;      /* NaN */",
     TARGET_SM_90A},
    {"copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % "
     "8 == 0, K % 8 == 0 { tensormap; oob nan; l2 256B; }",
     "    TC_CHECK_TENSORMAP(src, 9, 3, 2, 64, 64);",
     TARGET_SM_90A},
    {"copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % "
     "8 == 0, K % 8 == 0 { tensormap; oob nan; l2 256B; }",
     "        return tc_tensormap_broken(\"K\", K, \"K % 8 == 0\");",
     TARGET_SM_90A},
    {"copy_async elected f32 -> tf32 gmem a[m:+64, k:+8] -> smem S[(64,8)] swizzle 32B where "
     "lda % 4 == 0, M <= 4096, lda >= 64 { tensormap; oob zero; l2 64B; }",
     "    params->type = 11; /* tf32: rounds f32 */",
     TARGET_SM_90A},
    {"copy_async elected f32 -> tf32 gmem a[m:+64, k:+8] -> smem S[(64,8)] swizzle 32B where "
     "lda % 4 == 0, M <= 4096, lda >= 64 { tensormap; oob zero; l2 64B; }",
     "    params->swizzle = 1;   /* 32B */",
     TARGET_SM_90A},
    {"copy_async elected f32 -> tf32 gmem a[m:+64, k:+8] -> smem S[(64,8)] swizzle 32B where "
     "lda % 4 == 0, M <= 4096, lda >= 64 { tensormap; oob zero; l2 64B; }",
     "    params->promotion = 1; /* 64B */",
     TARGET_SM_90A},
    {"copy_async elected f32 -> tf32 gmem a[m:+64, k:+8] -> smem S[(64,8)] swizzle 32B where "
     "lda % 4 == 0, M <= 4096, lda >= 64 { tensormap; oob zero; l2 64B; }",
     "!fill",
     TARGET_SM_90A},
    {"copy_async elected f32 -> tf32 gmem a[m:+64, k:+8] -> smem S[(64,8)] swizzle 32B where "
     "lda % 4 == 0, M <= 4096, lda >= 64 { tensormap; oob zero; l2 64B; }",
     "    if (!(M <= 4096))",
     TARGET_SM_90A},
    {"copy_async elected f32 -> tf32 gmem a[m:+64, k:+8] -> smem S[(64,8)] swizzle 32B where "
     "lda % 4 == 0, M <= 4096, lda >= 64 { tensormap; oob zero; l2 64B; }",
     "    if (!(lda >= 64))",
     TARGET_SM_90A},
    {"copy_async elected f32 -> tf32 gmem a[m:+64, k:+8] -> smem S[(64,8)] swizzle 32B where "
     "lda % 4 == 0, M <= 4096, lda >= 64 { tensormap; oob zero; l2 64B; }",
     "    if (!(lda % 4 == 0))",
     TARGET_SM_90A},
    {"copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, "
     "ld % 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; }",
     "    params->stride[1] = 4ull * slice;",
     TARGET_SM_90A},
    {"copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, "
     "ld % 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; }",
     "    params->stride[0] = 4ull * ld;",
     TARGET_SM_90A},
    {"copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, "
     "ld % 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; }",
     "    params->box[2] = 2;",
     TARGET_SM_90A},
    {"copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, "
     "ld % 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; }",
     "    params->element_stride[2] = 1;",
     TARGET_SM_90A},
    {"copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, "
     "ld % 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; }",
     "!promotion",
     TARGET_SM_90A},
    {"copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, "
     "ld % 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; }",
     "!swizzle",
     TARGET_SM_90A},
    {"copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, "
     "ld % 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; }",
     "    if (H > 1 && W > ld)",
     TARGET_SM_90A},
    {"copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, "
     "ld % 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; }",
     "    if (D > 1 && (H > 1 ? H > slice / (ld) : W > slice))",
     TARGET_SM_90A},
    {"copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, "
     "ld % 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; }",
     "        return tc_tensormap_broken(\"stride of dimension 2\", slice, \"rows that do not "
     "overlap\");",
     TARGET_SM_90A},
    {"copy_async elected f16 gmem a[m:+64, k:+32] -> smem S[(64,32)] swizzle 64B where lda % 8 "
     "== 0 { tensormap; oob zero; l2 128B; }",
     "    params->promotion = 2; /* 128B */",
     TARGET_SM_90A},
    {"copy_async elected f16 gmem a[m:+64, k:+32] -> smem S[(64,32)] swizzle 64B where lda % 8 "
     "== 0 { tensormap; oob zero; l2 128B; }",
     "    params->swizzle = 2;   /* 64B */",
     TARGET_SM_90A},
    {"copy_async elected f16 gmem a[m:+64, k:+32] -> smem S[(64,32)] swizzle 64B where lda % 8 "
     "== 0 { tensormap; oob zero; l2 128B; }",
     "    params->box[0] = 32;",
     TARGET_SM_90A},
    {"copy_async elected f16 gmem a[m:+64, k:+32] -> smem S[(64,32)] swizzle 64B where lda % 8 "
     "== 0 { tensormap; oob zero; l2 128B; }",
     "    params->type = 6; /* f16 */",
     TARGET_SM_90A},
    {"copy_async elected f16 gmem a[m:+64, k:+32] -> smem S[(64,32)] swizzle 64B where lda % 8 "
     "== 0 { tensormap; oob zero; l2 128B; }",
     "!rows that do not overlap",
     TARGET_SM_90A},
    {"copy thread f32 gmem S[(n):(1)][x:+2] -> reg S[(2)] { masked; }",
     "    src += x;",
     TARGET_SM_80},
    {"copy thread f32 gmem S[(n):(1)][x:+2] -> reg S[(2)] { masked; }",
     "    tc_load_global_b32_or_zero(dst + 1, src + 1, tc_inside(x + 1, n));",
     TARGET_SM_80},
    {"copy thread f32 gmem S[(n):(1)][x-3:+2] -> reg S[(2)] { masked; }",
     "    src += (long long)x - 3;",
     TARGET_SM_80},
    {"copy thread f32 gmem S[(n):(1)][x-3:+2] -> reg S[(2)] { masked; }",
     "    tc_load_global_b32_or_zero(dst + 1, src + 1, tc_inside(x - 2, n));",
     TARGET_SM_80},
    {"copy thread f32 gmem S[(8,8)][0:4, 0:8] -> gmem S[(4,8)] { fallback fallback; }",
     "    TC_CHECK_APART(dst, 128, src, 4);", /* src is 8 x 8: its first element */
     TARGET_SM_80},
    {"copy thread f32 gmem S[(8,8)][2:6, 0:8] -> gmem S[(4,8)] { fallback fallback; }",
     "!APART",
     TARGET_SM_80},
    {"copy thread f32 gmem S[(8,8)][m:+4, 0:8] -> gmem S[(4,8)] { fallback fallback; }",
     "!APART",
     TARGET_SM_80},
    {"copy thread f32 gmem S[(8,8)][0:4, 1:8] -> gmem S[(4,7):(9,1)] { fallback fallback; }",
     "!APART",
     TARGET_SM_80},
    {"copy thread e2m1 gmem S[(4,8)] -> gmem S[(4,8):(16,1)] { fallback fallback; }",
     "    TC_CHECK_APART(dst, 1, src, 16);", /* half a byte, and 32 of them */
     TARGET_SM_80},
    {"copy warp f32 gmem S[(M,8):(ld,1)][m:+4, 0:8] -> smem S[(4,8)] where m >= 0 {masked; "
     "edge clamp}",
     "    tc_load_global_b32(&v, src + tc_clamp_at((int)(rank / 8 + m), M, ld) + rank % 8);",
     TARGET_SM_80},
    {"copy warp f32 gmem S[(N,N):(N,1)][y:+4, x:+8] -> smem S[(4,8)] {masked; ld64;}",
     "    src += (long long)y * (long long)N + x;",
     TARGET_SM_80},
    {"copy warp f32 gmem S[(N,N):(N,1)][y:+4, x:+8] -> smem S[(4,8)] {masked; ld64;}",
     "    const unsigned long long from = row * N + col;",
     TARGET_SM_80},
    {"copy warp f32 gmem S[(N,N):(N,1)][y:+4, x:+8] -> smem S[(4,8)] {masked; ld64;}",
     "        tc_inside(y + (int)row, (unsigned)N) && tc_inside(x + (int)col, (unsigned)N));",
     TARGET_SM_80},
    {"copy thread f32 gmem S[(n):(1)][3:+2] -> reg S[(2)] {masked; edge wrap; }",
     "    TC_CHECK_LIMIT(3ll + n >= 0 && 3ll + 2 <= 2ll * n);",
     TARGET_SM_80},
    {"copy thread f32 gmem S[(n):(1)][3:+2] -> reg S[(2)] {masked; edge wrap; }",
     "    tc_load_global_b32(dst + 1, src + tc_wrap_at(4, n, 1));",
     TARGET_SM_80},
    {"copy thread f32 gmem S[(D,H,W):(h*ld,ld,1)][z:+1, y:+1, x:+2] -> reg S[(1,1,2)] {masked; "
     "edge clamp;}",
     "        dst, src + tc_clamp_at(z, D, h * ld) + tc_clamp_at(y, H, ld) + tc_clamp_at(x, W, "
     "1));",
     TARGET_SM_80},
    {"copy thread f32 gmem S[(2,M,W):(s,ld,1)][0:2, y:+1, x:+2] -> reg S[(2,1,2)] {masked; "
     "edge clamp;}",
     "    tc_load_global_b32(dst + 3, src + tc_clamp_at(y, M, ld) + tc_clamp_at(x + 1, W, 1) + "
     "s);",
     TARGET_SM_80},
    {"copy_async elected f16 gmem S[(8,64):(ld,1)] -> smem S[(8,64):(72,1)] where ld % 8 == 0 "
     "{ multicast; }",
     "            tc_bulk_gmem_to_smem_multicast(dst + i * 72, src, 64 * 2, bar, ctas);",
     TARGET_SM_90A},
    {"copy_async elected f16 gmem S[(8,64):(ld,1)] -> smem S[(8,64):(72,1)] where ld % 8 == 0 "
     "{ multicast; }",
     "#elif TC_CHIP_HAS_MULTICAST",
     TARGET_SM_90A},
    {"copy cta(256) f16 smem S[(256,64)] swizzle 128B -> reg S[(256,64):(1@tx,1)]",
     "    const unsigned from = (rank * 64) ^ (rank % 8 * 8);",
     TARGET_SM_80},
    {"copy cta(256) f16 smem S[(256,64)] swizzle 128B -> reg S[(256,64):(1@tx,1)]",
     "        tc_load_shared_b128(dst + i * 8, src + (from ^ (i * 8)));",
     TARGET_SM_80},
    {"copy_async warp f16 gmem S[(32,8)] -> smem S[(32,8)] where cols % 8 == 0 { masked; l2 "
     "policy; }",
     "TC_HINTED_CP_ASYNC_B128_OR_ZERO(tc_cp_async_b128_or_zero_l2_policy, POLICY, \"cg\", "
     "\".L2::cache_hint\")",
     TARGET_SM_80},
    {"copy_async warp f16 gmem S[(32,8)] -> smem S[(32,8)] where cols % 8 == 0 { masked; l2 "
     "policy; }",
     "        dst + rank * 8, src + rank * 8ull, rank < rows && 0 < cols, policy);",
     TARGET_SM_80},
    {"copy warp f64 gmem S[(16,2):(ld,1)] -> smem S[(16,2)] { masked; }",
     "    tc_load_global_b64_or_zero(&v, src + from, row < rows && col < cols);",
     TARGET_SM_80},
    {"copy_async warp f16 gmem S[(8,32):(ld,1)] -> smem S[(8,32)] where ld % 8 == 0 { masked; "
     "}",
     "    TC_CHECK_LIMIT((ld >= cols || ld >= 32) && ld <= 306783368 && ld % 8 == 0);",
     TARGET_SM_80},
    {"copy_async warp f16 gmem S[(8,32):(ld,1)] -> smem S[(8,32)] where ld % 8 == 0 { masked; "
     "}",
     "        dst + rank * 8, src + from, row < rows ? tc_left(cols, chunk * 8, 8) * 2 : 0);",
     TARGET_SM_80},
};

static void lines(void) {
    for (size_t i = 0; i < COUNT_OF(line_rows); i++) {
        const Function *function = function_of_text(line_rows[i].statement, line_rows[i].target);
        if (!function)
            continue;
        FunctionText made = checked_text(function);
        Text all = {0};
        for (int k = 0; k < made.hinted_count; k++)
            text_add(&all, made.hinted[k].text);
        text_add(&all, made.pieces[0].bodies);
        const char *line = line_rows[i].line; /* behind a `!`: what does not stand there */
        bool found = *line == '!' ? !strstr(text_string(&all), line + 1)
                                  : strstr(text_string(&all), mem_printf("%s\n", line)) != NULL;
        EXPECT_OF(line_rows[i].line, found);
        if (!found)
            printf("--- %s\n--- has no line %s\n", line_rows[i].statement, line_rows[i].line);
    }
}

int main(void) {
    limits_in_words();
    maps_in_words();
    conditions();
    reasons();
    lines();
    EXPECT(diag_error_count() == 0);
    mem_free_all();
    return unit_finish();
}
