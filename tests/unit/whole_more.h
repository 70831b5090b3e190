/* whole_more.h: exchanges, selects, swizzled origins: statements with all that a header defines for
 * them. The form is tcgen's own and was read line by line; each number was worked out from the statement and docs/. */
#ifndef TCGEN_WHOLE_MORE_H
#define TCGEN_WHOLE_MORE_H

static const char more_0[] =
    "#define TC_EXTRACT_AT64_THREADS 32\n"
    "#define TC_EXTRACT_AT64_A_MAP 0x6a9d0c6bb1ececc7ull\n"
    "\n"
    "TC_FN void tc_extract_at64_at(unsigned rank, float dst[1], const float src[2], unsigned i) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_LIMIT(i <= 63);\n"
    "    TC_CHECK_APART(dst, 4, src, 8);\n"
    "    TC_CHECK_SAME(rank, 32, &i, 4);\n"
    "    TC_CHECK_CONVERGED();\n"
    "    (void)rank;\n"
    "    float own;\n"
    "    own = src[0];\n"
    "    if (i % 2 == 1) {\n"
    "        own = src[1];\n"
    "    }\n"
    "    tc_shuffle_b32(dst, &own, i / 2);\n"
    "}\n"
    "\n"
    "TC_FN void tc_extract_at64(float dst[1], const float src[2], unsigned i) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_extract_at64_at(TC_RANK_WARP, dst, src, i);\n"
    "}\n";

static const char more_1[] =
    "#define TC_BROADCAST_WORD_THREADS 32\n"
    "\n"
    "TC_FN void tc_broadcast_word_at(unsigned rank, float dst[1], const float src[1]) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_APART(dst, 4, src, 4);\n"
    "    TC_CHECK_CONVERGED();\n"
    "    (void)rank;\n"
    "    tc_shuffle_b32(dst, src, 0);\n"
    "}\n"
    "\n"
    "TC_FN void tc_broadcast_word(float dst[1], const float src[1]) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_broadcast_word_at(TC_RANK_WARP, dst, src);\n"
    "}\n";

static const char more_2[] =
    "#define TC_BY_REGISTER_THREADS 32\n"
    "#define TC_BY_REGISTER_REGS 4\n"
    "#define TC_BY_REGISTER_ALIGN 16\n"
    "#define TC_BY_REGISTER_BYTES (32 * 4 * 4)\n"
    "\n"
    "TC_FN void tc_by_register_at(\n"
    "    unsigned rank, float dst[4], const int index[1], const float *src, unsigned ld) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_LIMIT(ld >= 4 && ld <= 69273664 && ld % 4 == 0);\n"
    "    TC_CHECK_APART(dst, 16, index, 4);\n"
    "    (void)rank;\n"
    "    tc_load_global_b128_or_zero(dst, src + (unsigned)index[0] * 1ull * ld, index[0] >= 0);\n"
    "}\n"
    "\n"
    "TC_FN void tc_by_register(float dst[4], const int index[1], const float *src, unsigned ld) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_by_register_at(TC_RANK_WARP, dst, index, src, ld);\n"
    "}\n";

static const char more_3[] =
    "#define TC_ADDED_THREADS 32\n"
    "#define TC_ADDED_REGS 4\n"
    "#define TC_ADDED_ALIGN 4\n"
    "#define TC_ADDED_BYTES (32 * 4 * 4)\n"
    "\n"
    "TC_FN void tc_added_at(unsigned rank, float *dst, const float src[4], const unsigned *index) "
    "{\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    TC_CHECK_ALIGN(index, 4);\n"
    "    unsigned pick;\n"
    "    tc_load_global_b32(&pick, index + rank * 2ull);\n"
    "    tc_reduce_gmem_add_f32(dst + pick * 4ull, src);\n"
    "    tc_reduce_gmem_add_f32(dst + pick * 4ull + 1ull, src + 1);\n"
    "    tc_reduce_gmem_add_f32(dst + pick * 4ull + 2ull, src + 2);\n"
    "    tc_reduce_gmem_add_f32(dst + pick * 4ull + 3ull, src + 3);\n"
    "}\n"
    "\n"
    "TC_FN void tc_added(float *dst, const float src[4], const unsigned *index) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_added_at(TC_RANK_WARP, dst, src, index);\n"
    "}\n";

static const char more_4[] =
    "#define TC_EXCHANGED_THREADS 32\n"
    "#define TC_EXCHANGED_SCRATCH_BYTES 0\n"
    "#define TC_EXCHANGED_SCRATCH_ALIGN 16\n"
    "#define TC_EXCHANGED_REGS 2\n"
    "#define TC_EXCHANGED_ALIGN 1\n"
    "#define TC_EXCHANGED_BYTES (64 * 4)\n"
    "\n"
    "TC_FN void tc_exchanged_at(unsigned rank, float dst[2], const float src[2], void *scratch) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_APART(dst, 8, src, 8);\n"
    "    TC_CHECK_CONVERGED();\n"
    "    (void)scratch;\n"
    "    float v[4];\n"
    "    tc_select_b32(v, src, src + 1, rank / 16 == 0);\n"
    "    tc_select_b32(&v[1], src + 1, src, rank / 16 == 0);\n"
    "    tc_shuffle_b32(&v[2], v, rank / 2 + rank % 2 * 16);\n"
    "    tc_shuffle_b32(&v[3], &v[1], rank / 2 + (rank % 2 ^ 1) * 16);\n"
    "    tc_select_b32(dst, &v[2], &v[3], rank % 2 == 0);\n"
    "    tc_select_b32(dst + 1, &v[3], &v[2], rank % 2 == 0);\n"
    "}\n"
    "\n"
    "TC_FN void tc_exchanged(float dst[2], const float src[2], void *scratch) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_exchanged_at(TC_RANK_WARP, dst, src, scratch);\n"
    "}\n";

static const char more_5[] =
    "#define TC_FROM_SWIZZLED_THREADS 32\n"
    "#define TC_FROM_SWIZZLED_ALIGN 16\n"
    "#define TC_FROM_SWIZZLED_BYTES (16 * 16 * 2)\n"
    "\n"
    "TC_FN void tc_from_swizzled_at(\n"
    "    unsigned rank, tc_f16 *dst, const tc_f16 *src, unsigned ld, unsigned m, unsigned k) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    TC_CHECK_LIMIT(ld >= 16 && ld <= 143165568 && ld % 8 == 0);\n"
    "    TC_CHECK_LIMIT(m <= 112 && m % 8 == 0);\n"
    "    TC_CHECK_LIMIT(k <= 48 && k % 8 == 0);\n"
    "    const unsigned row = rank / 2;\n"
    "    const unsigned chunk = rank % 2;\n"
    "    const unsigned from = m * 64 + ((row * 64 + chunk * 8 + k) ^ (row % 8 * 8));\n"
    "    const unsigned to = row * ld + chunk * 8;\n"
    "    tc_b128 v;\n"
    "    tc_load_shared_b128(&v, src + from);\n"
    "    tc_store_global_b128(dst + to, &v);\n"
    "}\n"
    "\n"
    "TC_FN void tc_from_swizzled(tc_f16 *dst, const tc_f16 *src, unsigned ld, unsigned m, unsigned "
    "k) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_from_swizzled_at(TC_RANK_WARP, dst, src, ld, m, k);\n"
    "}\n";

static const char more_6[] =
    "#define TC_ROWS_THREADS 32\n"
    "#define TC_ROWS_REGS 8\n"
    "#define TC_ROWS_ALIGN 16\n"
    "#define TC_ROWS_BYTES (32 * 8 * 4)\n"
    "\n"
    "TC_FN void tc_rows_at(unsigned rank, float dst[8], const float *src) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    float v[8];\n"
    "    src += rank * 8;\n"
    "    /* To avoid bank conflicts, lane r reads vector i ^ r / 4 % 2; one round of selects "
    "undoes\n"
    "     * this order. */\n"
    "    tc_load_shared_b128(v, src + rank / 4 % 2 * 4);\n"
    "    tc_load_shared_b128(v + 4, src + (rank / 4 % 2 ^ 1) * 4);\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 2; i++) {\n"
    "        TC_UNROLL\n"
    "        for (unsigned j = 0; j < 4; j++)\n"
    "            tc_select_b32(\n"
    "                dst + i * 4 + j, &v[i * 4 + j], &v[(i + 1) % 2 * 4 + j], rank / 4 % 2 == 0);\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_rows(float dst[8], const float *src) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_rows_at(TC_RANK_WARP, dst, src);\n"
    "}\n";

static const char more_7[] =
    "#define TC_MANY_THREADS 32\n"
    "#define TC_MANY_REGS 32\n"
    "#define TC_MANY_ALIGN 16\n"
    "#define TC_MANY_BYTES (32 * 32 * 4)\n"
    "\n"
    "TC_FN void tc_many_at(unsigned rank, float dst[32], const float *src) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    float v[32];\n"
    "    float w[32];\n"
    "    src += rank * 32;\n"
    "    /* To avoid bank conflicts, lane r reads vector i ^ r % 8; three rounds of selects undo "
    "this\n"
    "     * order. */\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 8; i++)\n"
    "        tc_load_shared_b128(v + i * 4, src + (i ^ rank % 8) * 4);\n"
    "    TC_UNROLL\n"
    "    for (unsigned j = 0; j < 4; j++) {\n"
    "        TC_UNROLL\n"
    "        for (unsigned k = 0; k < 2; k++) {\n"
    "            TC_UNROLL\n"
    "            for (unsigned l = 0; l < 4; l++)\n"
    "                tc_select_b32(\n"
    "                    &w[j * 8 + k * 4 + l],\n"
    "                    &v[j * 8 + k * 4 + l],\n"
    "                    &v[j * 8 + (k + 1) % 2 * 4 + l],\n"
    "                    rank % 2 == 0);\n"
    "        }\n"
    "    }\n"
    "    TC_UNROLL\n"
    "    for (unsigned k = 0; k < 2; k++) {\n"
    "        TC_UNROLL\n"
    "        for (unsigned m = 0; m < 2; m++) {\n"
    "            TC_UNROLL\n"
    "            for (unsigned i = 0; i < 8; i++)\n"
    "                tc_select_b32(\n"
    "                    &v[k * 16 + m * 8 + i],\n"
    "                    &w[k * 16 + m * 8 + i],\n"
    "                    &w[k * 16 + (m + 1) % 2 * 8 + i],\n"
    "                    rank / 2 % 2 == 0);\n"
    "        }\n"
    "    }\n"
    "    TC_UNROLL\n"
    "    for (unsigned k = 0; k < 2; k++) {\n"
    "        TC_UNROLL\n"
    "        for (unsigned n = 0; n < 16; n++)\n"
    "            tc_select_b32(\n"
    "                dst + k * 16 + n, &v[k * 16 + n], &v[(k + 1) % 2 * 16 + n], rank / 4 % 2 == "
    "0);\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_many(float dst[32], const float *src) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_many_at(TC_RANK_WARP, dst, src);\n"
    "}\n";

static const char more_8[] =
    "#define TC_STRADDLING_THREADS 96\n"
    "#define TC_STRADDLING_ALIGN 4\n"
    "#define TC_STRADDLING_BYTES (5 * 12 * 4)\n"
    "\n"
    "TC_FN void tc_straddling_at(unsigned rank, float *dst, const float *src, unsigned ld) {\n"
    "    TC_CHECK_RANK(rank, 96);\n"
    "    TC_CHECK_ALIGN(src, 4);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    TC_CHECK_LIMIT(ld >= 12 && ld <= 536870909);\n"
    "    float v;\n"
    "    if (rank < 60) {\n"
    "        const unsigned from = rank / 12 * ld + rank % 12;\n"
    "        tc_load_global_b32(&v, src + from);\n"
    "        tc_store_shared_b32(dst + rank, &v);\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_straddling(float *dst, const float *src, unsigned ld) {\n"
    "    TC_CHECK_CALLER(CTA, 96);\n"
    "    tc_straddling_at(TC_RANK_CTA, dst, src, ld);\n"
    "}\n";

static const char more_9[] =
    "#define TC_MOVED_THREADS 32\n"
    "#define TC_MOVED_REGS 8\n"
    "#define TC_MOVED_ALIGN 16\n"
    "#define TC_MOVED_BYTES (32 * 8 * 4)\n"
    "\n"
    "TC_FN void tc_moved_at(unsigned rank, float dst[8], const float *src, unsigned m) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_LIMIT(m <= 32);\n"
    "    const unsigned from = m * 8 + rank * 8;\n"
    "    float v[8];\n"
    "    src += from;\n"
    "    /* To avoid bank conflicts, lane r reads vector i ^ r / 4 % 2; one round of selects "
    "undoes\n"
    "     * this order. */\n"
    "    tc_load_shared_b128(v, src + rank / 4 % 2 * 4);\n"
    "    tc_load_shared_b128(v + 4, src + (rank / 4 % 2 ^ 1) * 4);\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 2; i++) {\n"
    "        TC_UNROLL\n"
    "        for (unsigned j = 0; j < 4; j++)\n"
    "            tc_select_b32(\n"
    "                dst + i * 4 + j, &v[i * 4 + j], &v[(i + 1) % 2 * 4 + j], rank / 4 % 2 == 0);\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_moved(float dst[8], const float *src, unsigned m) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_moved_at(TC_RANK_WARP, dst, src, m);\n"
    "}\n";

static const char more_10[] =
    "#define TC_IN_PLACE_THREADS 32\n"
    "#define TC_IN_PLACE_ALIGN 4\n"
    "#define TC_IN_PLACE_BYTES (32 * 32 * 4)\n"
    "\n"
    "TC_FN void tc_in_place_at(unsigned rank, float *dst, const float *src) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    TC_CHECK_ALIGN(src, 4);\n"
    "    TC_CHECK_APART(dst, 4096, src, 4096);\n"
    "    float v[32];\n"
    "    src += rank * 32;\n"
    "    dst += rank;\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 32; i++)\n"
    "        tc_load_shared_b32(&v[i], src + (i ^ rank));\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 32; i++)\n"
    "        tc_store_shared_b32(dst + (i ^ rank) * 32, &v[i]);\n"
    "    tc_warp_sync();\n"
    "}\n"
    "\n"
    "TC_FN void tc_in_place(float *dst, const float *src) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_in_place_at(TC_RANK_WARP, dst, src);\n"
    "}\n";

static const char more_11[] =
    "#define TC_HALVED_THREADS 32\n"
    "#define TC_HALVED_REGS 4\n"
    "#define TC_HALVED_ALIGN 16\n"
    "#define TC_HALVED_BYTES (32 * 4 * 2)\n"
    "\n"
    "TC_FN void tc_halved_at(unsigned rank, tc_f16 dst[4], const float *src) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    float v[4];\n"
    "    tc_load_global_b128(v, src + rank * 4ull);\n"
    "    tc_convert_f32_f16x2(dst, v);\n"
    "    tc_convert_f32_f16x2(dst + 2, &v[2]);\n"
    "}\n"
    "\n"
    "TC_FN void tc_halved(tc_f16 dst[4], const float *src) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_halved_at(TC_RANK_WARP, dst, src);\n"
    "}\n";

#define WHOLE_MORE                                                                                 \
    {"sm_80", "extract at64 warp 32 { in a : f32[64] / f32[2]; out x : f32; }", more_0},           \
        {"sm_80", "broadcast word warp 32 { in x : f32; out y : f32; }", more_1},                  \
        {"sm_80",                                                                                  \
         "copy warp f32 gmem S[(32,4):(ld,1)] by i32 reg S[(32):(1@laneid)] -> reg held where ld " \
         "% 4 == 0 as by_register",                                                                \
         more_2},                                                                                  \
        {"sm_80",                                                                                  \
         "copy warp f32 reg held -> gmem S[(32,4)] by u32 gmem S[(32):(2)] { reduce add; } as "    \
         "added",                                                                                  \
         more_3},                                                                                  \
        {"sm_80",                                                                                  \
         "relayout warp f32 reg 64 S[(32,2):(1@laneid,1)] -> reg 64 S[(2,32):(1,1@laneid)] as "    \
         "exchanged",                                                                              \
         more_4},                                                                                  \
        {"sm_80",                                                                                  \
         "copy warp f16 smem S[(128,64)] swizzle 128B[m:+16, k:+16] -> gmem S[(16,16):(ld,1)] "    \
         "where ld % 8 == 0, m % 8 == 0, k % 8 == 0 as from_swizzled",                             \
         more_5},                                                                                  \
        {"sm_80", "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] as rows", more_6},   \
        {"sm_80", "copy warp f32 smem S[(32,32)] -> reg S[(32,32):(1@laneid,1)] as many", more_7}, \
        {"sm_80",                                                                                  \
         "copy cta(96) f32 gmem S[(5,12):(ld,1)] -> smem S[(5,12)] as straddling",                 \
         more_8},                                                                                  \
        {"sm_80",                                                                                  \
         "copy warp f32 smem S[(64,8)][m:+32, 0:8] -> reg S[(32,8):(1@laneid,1)] as moved",        \
         more_9},                                                                                  \
        {"sm_80",                                                                                  \
         "permute warp f32 smem 32x32 S[(32,32):(1,32)] -> smem 32x32 S[(32,32):(32,1)] as "       \
         "in_place",                                                                               \
         more_10},                                                                                 \
        {"sm_80", "copy warp f32 -> f16 gmem S[(32,4)] -> reg held as halved", more_11},

#endif
