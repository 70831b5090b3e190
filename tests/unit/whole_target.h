/* whole_target.h: bodies by target, other CTAs, bulk copies, rests of rows: statements with all that a header defines for
 * them. The form is tcgen's own and was read line by line; each number was worked out from the statement and docs/. */
#ifndef TCGEN_WHOLE_TARGET_H
#define TCGEN_WHOLE_TARGET_H

static const char target_0[] =
    "#define TC_BOTH_LEFT_THREADS 64\n"
    "#define TC_BOTH_LEFT_ALIGN 16\n"
    "#define TC_BOTH_LEFT_BYTES (64 * 64 * 2)\n"
    "\n"
    "TC_FN void tc_both_left_at(\n"
    "    unsigned rank, tc_f16 *dst, const tc_f16 *src, unsigned ld, unsigned rows, unsigned cols) "
    "{\n"
    "    TC_CHECK_RANK(rank, 64);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    TC_CHECK_LIMIT((ld >= cols || ld >= 64) && ld <= 34087040 && ld % 8 == 0);\n"
    "    TC_CHECK_LIMIT(rows <= 2147483647);\n"
    "    TC_CHECK_LIMIT(cols <= 2147483647);\n"
    "    const unsigned row = rank / 8;\n"
    "    const unsigned chunk = rank % 8;\n"
    "    const int rows_left = (int)(rows - row);\n"
    "    const int cols_left = (int)(cols - chunk * 8);\n"
    "    const unsigned from = row * ld + chunk * 8;\n"
    "    tc_f16 v[64];\n"
    "    src += from;\n"
    "    dst += rank * 8;\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 8; i++)\n"
    "        tc_fill_b128(v + i * 8, 0, 0);\n"
    "    if (7 < cols_left) {\n"
    "        TC_UNROLL\n"
    "        for (unsigned i = 0; i < 8; i++) {\n"
    "            if ((int)(i * 8) < rows_left) {\n"
    "                tc_load_global_b128(v + i * 8, src + i * 8 * ld);\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "    if (7 >= cols_left) {\n"
    "        TC_UNROLL\n"
    "        for (unsigned i = 0; i < 8; i++) {\n"
    "            TC_UNROLL\n"
    "            for (unsigned j = 0; j < 7; j++) {\n"
    "                if ((int)(i * 8) < rows_left && (int)j < cols_left) {\n"
    "                    tc_load_global_b16(&v[i * 8 + j], src + i * 8 * ld + j);\n"
    "                }\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 8; i++)\n"
    "        tc_store_shared_b128(dst + i * 8 * 64, v + i * 8);\n"
    "}\n"
    "\n"
    "TC_FN void tc_both_left(tc_f16 *dst, const tc_f16 *src, unsigned ld, unsigned rows, unsigned "
    "cols) {\n"
    "    TC_CHECK_CALLER(CTA, 64);\n"
    "    tc_both_left_at(TC_RANK_CTA, dst, src, ld, rows, cols);\n"
    "}\n";

static const char target_1[] =
    "#define TC_BY_TARGET_THREADS 32\n"
    "#define TC_BY_TARGET_REGS 8\n"
    "#define TC_BY_TARGET_ALIGN 16\n"
    "#define TC_BY_TARGET_BYTES (16 * 16 * 2)\n"
    "\n"
    "TC_FN void tc_by_target_at(unsigned rank, tc_f16 *dst, const tc_f16 src[8]) {\n"
    "#if TC_HAS_STMATRIX\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    TC_CHECK_CONVERGED();\n"
    "    const unsigned row = rank % 16;\n"
    "    const unsigned to = row * 128 + (rank / 16 ^ row % 8) * 16;\n"
    "    tc_stmatrix_x4(tc_to(dst, to), src);\n"
    "#else\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    const unsigned row = rank / 4;\n"
    "    const unsigned to = (row * 64 + rank % 4 * 2) ^ (row * 8);\n"
    "    tc_store_shared_b32(dst + to, src);\n"
    "    tc_store_shared_b32(dst + (to ^ 8), src + 4);\n"
    "    tc_store_shared_b32(dst + to + 8 * 64, src + 2);\n"
    "    tc_store_shared_b32(dst + (to ^ 8) + 8 * 64, src + 6);\n"
    "#endif\n"
    "}\n"
    "\n"
    "TC_FN void tc_by_target(tc_f16 *dst, const tc_f16 src[8]) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_by_target_at(TC_RANK_WARP, dst, src);\n"
    "}\n";

static const char target_2[] =
    "#define TC_PUSHED_THREADS 32\n"
    "#define TC_PUSHED_REGS 4\n"
    "#define TC_PUSHED_ALIGN 16\n"
    "#define TC_PUSHED_BYTES (32 * 4 * 4)\n"
    "\n"
    "#if TC_HAS_CLUSTER\n"
    "TC_FN void tc_pushed_at(\n"
    "    unsigned rank, float *dst, const float src[4], tc_mbarrier *bar, unsigned cta) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    TC_CHECK_LIMIT(cta < tc_cta_count_in_cluster());\n"
    "    const tc_dsmem there = tc_map_to_cta(dst, cta);\n"
    "    const tc_dsmem done = tc_map_to_cta(bar, cta);\n"
    "    tc_store_async_b128(there + rank * 16, src, done);\n"
    "}\n"
    "\n"
    "TC_FN void tc_pushed(float *dst, const float src[4], tc_mbarrier *bar, unsigned cta) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_pushed_at(TC_RANK_WARP, dst, src, bar, cta);\n"
    "}\n"
    "#else\n"
    "TC_DECLARE void tc_pushed_at(\n"
    "    unsigned rank, float *dst, const float src[4], tc_mbarrier *bar, unsigned cta)\n"
    "    TC_UNAVAILABLE(\"accesses of another CTA need sm_90 or newer\");\n"
    "\n"
    "TC_DECLARE void tc_pushed(float *dst, const float src[4], tc_mbarrier *bar, unsigned cta)\n"
    "    TC_UNAVAILABLE(\"accesses of another CTA need sm_90 or newer\");\n"
    "#endif\n";

static const char target_3[] =
    "#define TC_PULLED_THREADS 32\n"
    "#define TC_PULLED_REGS 4\n"
    "#define TC_PULLED_ALIGN 16\n"
    "#define TC_PULLED_BYTES (32 * 4 * 4)\n"
    "\n"
    "#if TC_HAS_CLUSTER\n"
    "TC_FN void tc_pulled_at(unsigned rank, float dst[4], const float *src, unsigned cta) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_LIMIT(cta < tc_cta_count_in_cluster());\n"
    "    const tc_dsmem there = tc_map_to_cta(src, cta);\n"
    "    tc_load_dsmem_b128(dst, there + rank * 16);\n"
    "}\n"
    "\n"
    "TC_FN void tc_pulled(float dst[4], const float *src, unsigned cta) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_pulled_at(TC_RANK_WARP, dst, src, cta);\n"
    "}\n"
    "#else\n"
    "TC_DECLARE void tc_pulled_at(unsigned rank, float dst[4], const float *src, unsigned cta)\n"
    "    TC_UNAVAILABLE(\"accesses of another CTA need sm_90 or newer\");\n"
    "\n"
    "TC_DECLARE void tc_pulled(float dst[4], const float *src, unsigned cta)\n"
    "    TC_UNAVAILABLE(\"accesses of another CTA need sm_90 or newer\");\n"
    "#endif\n";

static const char target_4[] =
    "#define TC_ROWS_OUT_THREADS 32\n"
    "#define TC_ROWS_OUT_ALIGN 16\n"
    "#define TC_ROWS_OUT_BYTES (8 * 16 * 4)\n"
    "\n"
    "#if TC_HAS_BULK\n"
    "TC_FN void tc_rows_out(float *dst, const float *src, unsigned ld) {\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_LIMIT(ld >= 16 && ld <= 306783376 && ld % 4 == 0);\n"
    "    TC_CHECK_CONVERGED();\n"
    "    if (tc_elect_one()) {\n"
    "        TC_UNROLL\n"
    "        for (unsigned i = 0; i < 8; i++) {\n"
    "            tc_bulk_smem_to_gmem(dst, src + i * 20, 16 * 4);\n"
    "            dst += ld;\n"
    "        }\n"
    "        tc_bulk_commit();\n"
    "    }\n"
    "}\n"
    "#else\n"
    "TC_DECLARE void tc_rows_out(float *dst, const float *src, unsigned ld)\n"
    "    TC_UNAVAILABLE(\"bulk copies need sm_90 or newer\");\n"
    "#endif\n";

static const char target_5[] =
    "#define TC_BY_GROUP_THREADS 128\n"
    "#define TC_BY_GROUP_REGS 4\n"
    "#define TC_BY_GROUP_ALIGN 16\n"
    "#define TC_BY_GROUP_BYTES (128 * 4 * 4)\n"
    "\n"
    "TC_FN void tc_by_group_at(unsigned rank, float dst[4], const float *src, unsigned ld) {\n"
    "    TC_CHECK_RANK(rank, 128);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_LIMIT(ld >= 4 && ld <= 16909320 && ld % 4 == 0);\n"
    "    tc_load_global_b128(dst, src + rank * ld);\n"
    "}\n"
    "\n"
    "TC_FN void tc_by_group(float dst[4], const float *src, unsigned ld) {\n"
    "    TC_CHECK_CALLER(WARPGROUP, 128);\n"
    "    tc_by_group_at(TC_RANK_WARPGROUP, dst, src, ld);\n"
    "}\n";

static const char target_6[] =
    "#define TC_ODD_ROWS_THREADS 64\n"
    "#define TC_ODD_ROWS_REGS 3\n"
    "#define TC_ODD_ROWS_ALIGN 4\n"
    "#define TC_ODD_ROWS_BYTES (64 * 3 * 4)\n"
    "\n"
    "TC_FN void tc_odd_rows_at(unsigned rank, float dst[3], const float *src, unsigned ld) {\n"
    "    TC_CHECK_RANK(rank, 64);\n"
    "    TC_CHECK_ALIGN(src, 4);\n"
    "    TC_CHECK_LIMIT(ld >= 3 && ld <= 34087041);\n"
    "    src += rank * ld;\n"
    "    tc_load_global_b32(dst, src);\n"
    "    tc_load_global_b32(dst + 1, src + 1);\n"
    "    tc_load_global_b32(dst + 2, src + 2);\n"
    "}\n"
    "\n"
    "TC_FN void tc_odd_rows(float dst[3], const float *src, unsigned ld) {\n"
    "    TC_CHECK_CALLER(CTA, 64);\n"
    "    tc_odd_rows_at(TC_RANK_CTA, dst, src, ld);\n"
    "}\n";

#define WHOLE_TARGETS                                                                              \
    {"sm_80, sm_90, sm_90a, sm_100a",                                                              \
     "copy cta(64) f16 gmem S[(64,64):(ld,1)] -> smem S[(64,64)] where ld % 8 == 0 { masked; } "   \
     "as both_left",                                                                               \
     target_0},                                                                                    \
        {"sm_80, sm_90, sm_90a, sm_100a",                                                          \
         "copy warp f16 reg 16x16 mma_c -> smem S[(16,64)] swizzle 128B [0:16, 0:16] as "          \
         "by_target",                                                                              \
         target_1},                                                                                \
        {"sm_80, sm_90, sm_90a, sm_100a",                                                          \
         "copy_async warp f32 reg held -> dsmem S[(32,4)] as pushed",                              \
         target_2},                                                                                \
        {"sm_80, sm_90, sm_90a, sm_100a",                                                          \
         "copy warp f32 dsmem S[(32,4)] -> reg held as pulled",                                    \
         target_3},                                                                                \
        {"sm_80, sm_90, sm_90a, sm_100a",                                                          \
         "copy_async elected f32 smem S[(8,16):(20,1)] -> gmem S[(8,16):(ld,1)] where ld % 4 == "  \
         "0 as rows_out",                                                                          \
         target_4},                                                                                \
        {"sm_80, sm_90, sm_90a, sm_100a",                                                          \
         "copy warpgroup f32 gmem S[(128,4):(ld,1)] -> reg S[(128,4):(1@tid_in_wg,1)] where ld % " \
         "4 == 0 as by_group",                                                                     \
         target_5},                                                                                \
        {"sm_80, sm_90, sm_90a, sm_100a",                                                          \
         "copy cta(64) f32 gmem S[(64,3):(ld,1)] -> reg S[(64,3):(1@tx,1)] as odd_rows",           \
         target_6},

#endif
