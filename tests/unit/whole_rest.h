/* whole_rest.h: tails, owners, indices with bounds, scans: statements with all that a header defines for
 * them. The form is tcgen's own and was read line by line; each number was worked out from the statement and docs/. */
#ifndef TCGEN_WHOLE_REST_H
#define TCGEN_WHOLE_REST_H

static const char rest_0[] =
    "#define TC_WITH_TAIL_THREADS 32\n"
    "#define TC_WITH_TAIL_ALIGN 4\n"
    "#define TC_WITH_TAIL_BYTES (5 * 34 * 2)\n"
    "\n"
    "TC_FN void tc_with_tail_at(unsigned rank, tc_f16 *dst, const tc_f16 *src, unsigned ld) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 4);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    TC_CHECK_LIMIT(ld >= 34 && ld <= 536870902 && ld % 2 == 0);\n"
    "    const unsigned from = rank * 2;\n"
    "    const unsigned dst_to = (rank + 64) / 17 * ld + (rank + 64) % 17 * 2;\n"
    "    tc_f16 v[6];\n"
    "    tc_load_shared_b32(v, src + from);\n"
    "    tc_load_shared_b32(v + 2, src + (from ^ 72));\n"
    "    if (rank < 21) {\n"
    "        tc_load_shared_b32(v + 4, src + (from ^ 144));\n"
    "    }\n"
    "    tc_store_global_b32(dst + rank / 17 * ld + rank % 17 * 2, v);\n"
    "    tc_store_global_b32(dst + (rank + 32) / 17 * ld + (rank + 32) % 17 * 2, v + 2);\n"
    "    if (rank < 21) {\n"
    "        tc_store_global_b32(dst + dst_to, v + 4);\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_with_tail(tc_f16 *dst, const tc_f16 *src, unsigned ld) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_with_tail_at(TC_RANK_WARP, dst, src, ld);\n"
    "}\n";

static const char rest_1[] =
    "#define TC_OF_BOTH_THREADS 64\n"
    "#define TC_OF_BOTH_SCRATCH_BYTES 512\n"
    "#define TC_OF_BOTH_SCRATCH_ALIGN 16\n"
    "#define TC_OF_BOTH_REGS 4\n"
    "#define TC_OF_BOTH_ALIGN 1\n"
    "#define TC_OF_BOTH_BYTES (32 * 4 * 4)\n"
    "\n"
    "TC_FN void tc_of_both_at(\n"
    "    unsigned rank, float dst[4], const float src[4], void *scratch, unsigned barrier) {\n"
    "    TC_CHECK_RANK(rank, 64);\n"
    "    TC_CHECK_SCRATCH(scratch, 512, 16);\n"
    "    TC_CHECK_LIMIT(barrier <= 15);\n"
    "    TC_CHECK_APART(dst, 16, src, 16);\n"
    "    TC_CHECK_OWNERS(rank, 64, src, 32, \"S[(32,4):(1@laneid,1)] + R[(2):(1@warpid)]\");\n"
    "    TC_CHECK_CONVERGED();\n"
    "    const unsigned to = rank % 32 * 16;\n"
    "    if (rank < 32) {\n"
    "        tc_store_shared_b128(tc_to(scratch, to), src);\n"
    "    }\n"
    "    tc_barrier_sync(barrier, 64);\n"
    "    tc_ldmatrix_x4(dst, tc_from(scratch, to));\n"
    "}\n"
    "\n"
    "TC_FN void tc_of_both(float dst[4], const float src[4], void *scratch, unsigned barrier) {\n"
    "    TC_CHECK_CALLER(CTA, 64);\n"
    "    tc_of_both_at(TC_RANK_CTA, dst, src, scratch, barrier);\n"
    "}\n";

static const char rest_2[] =
    "#define TC_OF_24_THREADS 96\n"
    "#define TC_OF_24_ALIGN 4\n"
    "#define TC_OF_24_BYTES (24 * 4 * 4)\n"
    "\n"
    "TC_FN void tc_of_24_at(\n"
    "    unsigned rank, float *dst, const int index[1], const float *src, unsigned ld) {\n"
    "    TC_CHECK_RANK(rank, 96);\n"
    "    TC_CHECK_ALIGN(src, 4);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    TC_CHECK_LIMIT(ld >= 4 && ld <= 93368852 && ld % 4 == 0);\n"
    "    TC_CHECK_CONVERGED();\n"
    "    float v;\n"
    "    unsigned pick;\n"
    "    tc_shuffle_b32(&pick, index, rank / 4);\n"
    "    tc_load_global_b32_or_zero(&v, src + rank % 4 + pick * 1ull * ld, (int)pick >= 0);\n"
    "    tc_store_shared_b32(dst + rank, &v);\n"
    "}\n"
    "\n"
    "TC_FN void tc_of_24(float *dst, const int index[1], const float *src, unsigned ld) {\n"
    "    TC_CHECK_CALLER(CTA, 96);\n"
    "    tc_of_24_at(TC_RANK_CTA, dst, index, src, ld);\n"
    "}\n";

static const char rest_3[] = "#define TC_THREE_THREADS 1\n"
                             "#define TC_THREE_REGS 3\n"
                             "#define TC_THREE_ALIGN 8\n"
                             "#define TC_THREE_BYTES (3 * 4)\n"
                             "\n"
                             "TC_FN void tc_three(float dst[3], const float *src) {\n"
                             "    TC_CHECK_ALIGN(src, 8);\n"
                             "    tc_load_shared_b64(dst, src);\n"
                             "    tc_load_shared_b32(dst + 2, src + 2);\n"
                             "}\n";

static const char rest_4[] =
    "#define TC_SCAN_PRE_THREADS 32\n"
    "#define TC_SCAN_PRE_A_MAP 0x6a9d0c6bb1ececc7ull\n"
    "#define TC_SCAN_PRE_B_MAP 0x6a9d0c6bb1ececc7ull\n"
    "\n"
    "TC_FN void tc_scan_pre_at(unsigned rank, float dst[2], const float src[2]) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_APART(dst, 8, src, 8);\n"
    "    TC_CHECK_CONVERGED();\n"
    "    float total;\n"
    "    float other;\n"
    "    float own[2];\n"
    "    own[0] = src[0];\n"
    "    tc_add_f32(&own[1], own, src + 1);\n"
    "    total = own[1];\n"
    "    tc_shuffle_up_b32(&other, &total, 1);\n"
    "    if (rank >= 1) {\n"
    "        tc_add_f32(&total, &other, &total);\n"
    "    }\n"
    "    tc_shuffle_up_b32(&other, &total, 2);\n"
    "    if (rank >= 2) {\n"
    "        tc_add_f32(&total, &other, &total);\n"
    "    }\n"
    "    tc_shuffle_up_b32(&other, &total, 4);\n"
    "    if (rank >= 4) {\n"
    "        tc_add_f32(&total, &other, &total);\n"
    "    }\n"
    "    tc_shuffle_up_b32(&other, &total, 8);\n"
    "    if (rank >= 8) {\n"
    "        tc_add_f32(&total, &other, &total);\n"
    "    }\n"
    "    tc_shuffle_up_b32(&other, &total, 16);\n"
    "    if (rank >= 16) {\n"
    "        tc_add_f32(&total, &other, &total);\n"
    "    }\n"
    "    tc_shuffle_up_b32(&other, &total, 1);\n"
    "    if (rank >= 1) {\n"
    "        tc_add_f32(own, &other, own);\n"
    "        tc_add_f32(&own[1], &other, &own[1]);\n"
    "    }\n"
    "    dst[0] = own[0];\n"
    "    dst[1] = own[1];\n"
    "}\n"
    "\n"
    "TC_FN void tc_scan_pre(float dst[2], const float src[2]) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_scan_pre_at(TC_RANK_WARP, dst, src);\n"
    "}\n";

static const char rest_5[] =
    "#define TC_INSERT_PUT_THREADS 32\n"
    "#define TC_INSERT_PUT_A_MAP 0x6a9d0c6bb1ececc7ull\n"
    "#define TC_INSERT_PUT_B_MAP 0x6a9d0c6bb1ececc7ull\n"
    "\n"
    "TC_FN void tc_insert_put_at(\n"
    "    unsigned rank, float dst[2], const float src[2], const float value[1], unsigned i) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_LIMIT(i <= 63);\n"
    "    TC_CHECK_APART(dst, 8, src, 8);\n"
    "    TC_CHECK_APART(dst, 8, value, 4);\n"
    "    TC_CHECK_SAME(rank, 32, &i, 4);\n"
    "    TC_CHECK_SAME(rank, 32, value, 4);\n"
    "    float own[2];\n"
    "    own[0] = src[0];\n"
    "    own[1] = src[1];\n"
    "    if (rank == i / 2) {\n"
    "        if (i % 2 == 0) {\n"
    "            own[0] = value[0];\n"
    "        }\n"
    "        if (i % 2 == 1) {\n"
    "            own[1] = value[0];\n"
    "        }\n"
    "    }\n"
    "    dst[0] = own[0];\n"
    "    dst[1] = own[1];\n"
    "}\n"
    "\n"
    "TC_FN void tc_insert_put(float dst[2], const float src[2], const float value[1], unsigned i) "
    "{\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_insert_put_at(TC_RANK_WARP, dst, src, value, i);\n"
    "}\n";

static const char rest_6[] =
    "#define TC_IN_100_THREADS 32\n"
    "#define TC_IN_100_REGS 4\n"
    "#define TC_IN_100_ALIGN 16\n"
    "#define TC_IN_100_BYTES (32 * 4 * 4)\n"
    "\n"
    "TC_FN void tc_in_100_at(unsigned rank, float dst[4], const int index[1], const float *src) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_INDEX(index, 1, 1, 0, 1, 0, 99);\n"
    "    TC_CHECK_APART(dst, 16, index, 4);\n"
    "    (void)rank;\n"
    "    tc_load_global_b128(dst, src + (unsigned)index[0] * 4);\n"
    "}\n"
    "\n"
    "TC_FN void tc_in_100(float dst[4], const int index[1], const float *src) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_in_100_at(TC_RANK_WARP, dst, index, src);\n"
    "}\n";

static const char rest_7[] =
    "#define TC_EVERY_THIRD_THREADS 64\n"
    "#define TC_EVERY_THIRD_ALIGN 8\n"
    "#define TC_EVERY_THIRD_BYTES (16 * 8 * 4)\n"
    "\n"
    "TC_FN void tc_every_third_at(unsigned rank, float *dst, const float *src, const int *index) "
    "{\n"
    "    TC_CHECK_RANK(rank, 64);\n"
    "    TC_CHECK_ALIGN(src, 8);\n"
    "    TC_CHECK_ALIGN(dst, 8);\n"
    "    TC_CHECK_ALIGN(index, 4);\n"
    "    TC_CHECK_INDEX(index, 3, 16, rank, 64, 2, 99);\n"
    "    tc_b64 v;\n"
    "    unsigned pick;\n"
    "    tc_load_global_b32(&pick, index + rank / 4 * 3);\n"
    "    tc_load_global_b64(&v, src + rank % 4 * 2 + pick * 8);\n"
    "    tc_store_shared_b64(dst + rank * 2, &v);\n"
    "}\n"
    "\n"
    "TC_FN void tc_every_third(float *dst, const float *src, const int *index) {\n"
    "    TC_CHECK_CALLER(CTA, 64);\n"
    "    tc_every_third_at(TC_RANK_CTA, dst, src, index);\n"
    "}\n";

static const char rest_8[] =
    "#define TC_PUT_100_THREADS 32\n"
    "#define TC_PUT_100_REGS 4\n"
    "#define TC_PUT_100_ALIGN 16\n"
    "#define TC_PUT_100_BYTES (32 * 4 * 4)\n"
    "\n"
    "TC_FN void tc_put_100_at(unsigned rank, float *dst, const float src[4], const int index[1]) "
    "{\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    TC_CHECK_INDEX(index, 1, 1, 0, 1, -1, 99);\n"
    "    (void)rank;\n"
    "    if (index[0] >= 0) {\n"
    "        tc_store_global_b128(dst + (unsigned)index[0] * 4, src);\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_put_100(float *dst, const float src[4], const int index[1]) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_put_100_at(TC_RANK_WARP, dst, src, index);\n"
    "}\n";

#define WHOLE_RESTS                                                                                \
    {"sm_80, sm_90",                                                                               \
     "copy warp f16 smem S[(5,34)] swizzle(3,3,3) -> gmem S[(5,34):(ld,1)] where ld % 2 == 0 as "  \
     "with_tail",                                                                                  \
     rest_0},                                                                                      \
        {"sm_80, sm_90",                                                                           \
         "relayout cta(64) f32 reg 32x4 S[(32,4):(1@laneid,1)] + R[2:1@warpid] -> reg 32x4 "       \
         "S[(4,32):(1,1@laneid)] + R[2:1@warpid] as of_both",                                      \
         rest_1},                                                                                  \
        {"sm_80, sm_90",                                                                           \
         "copy cta(96) f32 gmem S[(24,4):(ld,1)] by i32 reg S[(24):(1@laneid)] -> smem S[(24,4)] " \
         "where ld % 4 == 0 as of_24",                                                             \
         rest_2},                                                                                  \
        {"sm_80, sm_90", "copy thread f32 smem S[(3)] -> reg S[(3)] as three", rest_3},            \
        {"sm_80, sm_90",                                                                           \
         "scan pre warp 32 add inclusive { in a : f32[64] / f32[2]; out b : f32[64] / f32[2]; }",  \
         rest_4},                                                                                  \
        {"sm_80, sm_90",                                                                           \
         "insert put warp 32 { in a : f32[64] / f32[2]; in x : f32; out b : f32[64] / f32[2]; }",  \
         rest_5},                                                                                  \
        {"sm_80, sm_90",                                                                           \
         "copy warp f32 gmem S[(32,4)] by i32 reg S[(32):(1@laneid)] -> reg held where index >= "  \
         "0, index <= 99 as in_100",                                                               \
         rest_6},                                                                                  \
        {"sm_80, sm_90",                                                                           \
         "copy cta(64) f32 gmem S[(16,8)] by i32 gmem S[(16):(3)] -> smem S[(16,8)] where index "  \
         ">= 2, index <= 99 as every_third",                                                       \
         rest_7},                                                                                  \
        {"sm_80, sm_90",                                                                           \
         "copy warp f32 reg held -> gmem S[(32,4)] by i32 reg S[(32):(1@laneid)] where index <= "  \
         "99 as put_100",                                                                          \
         rest_8},

#endif
