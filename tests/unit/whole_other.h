/* whole_other.h: chosen layouts, narrowed scopes, items, products: statements with all that a header defines for
 * them. The form is tcgen's own and was read line by line; each number was worked out from the statement and docs/. */
#ifndef TCGEN_WHOLE_OTHER_H
#define TCGEN_WHOLE_OTHER_H

static const char other_0[] =
    "#define TC_INTO_CHOSEN_THREADS 32\n"
    "#define TC_INTO_CHOSEN_ALIGN 16\n"
    "#define TC_INTO_CHOSEN_BYTES (32 * 33 * 2)\n"
    "#define TC_INTO_CHOSEN_DST_BYTES 2112\n"
    "\n"
    "TC_FN void tc_into_chosen_at(unsigned rank, tc_f16 *dst, const tc_f16 *src) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    tc_b128 v[5];\n"
    "    src += rank * 8ull;\n"
    "    dst += rank * 8;\n"
    "    tc_load_global_b128(v, src);\n"
    "    tc_load_global_b128(&v[1], src + 256);\n"
    "    tc_load_global_b128(&v[2], src + 512);\n"
    "    tc_load_global_b128(&v[3], src + 768);\n"
    "    if (rank < 4) {\n"
    "        tc_load_global_b128(&v[4], src + 1024);\n"
    "    }\n"
    "    tc_store_shared_b128(dst, v);\n"
    "    tc_store_shared_b128(dst + 256, &v[1]);\n"
    "    tc_store_shared_b128(dst + 512, &v[2]);\n"
    "    tc_store_shared_b128(dst + 768, &v[3]);\n"
    "    if (rank < 4) {\n"
    "        tc_store_shared_b128(dst + 1024, &v[4]);\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_into_chosen(tc_f16 *dst, const tc_f16 *src) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_into_chosen_at(TC_RANK_WARP, dst, src);\n"
    "}\n";

static const char other_1[] =
    "#define TC_PADDED_THREADS 32\n"
    "#define TC_PADDED_REGS 16\n"
    "#define TC_PADDED_ALIGN 1\n"
    "#define TC_PADDED_BYTES 384\n"
    "\n"
    "TC_FN void tc_padded_at(unsigned rank, unsigned char *dst, const unsigned char src[12]) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    dst += rank * 15;\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 12; i++)\n"
    "        tc_store_shared_b8(dst + i, src + i);\n"
    "}\n"
    "\n"
    "TC_FN void tc_padded(unsigned char *dst, const unsigned char src[12]) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_padded_at(TC_RANK_WARP, dst, src);\n"
    "}\n";

static const char other_2[] =
    "#define TC_BY_SOME_THREADS 32\n"
    "#define TC_BY_SOME_ALIGN 16\n"
    "#define TC_BY_SOME_BYTES (16 * 4 * 4)\n"
    "\n"
    "TC_FN void tc_by_some_at(unsigned rank, float *dst, const float *src) {\n"
    "    TC_CHECK_RANK_OF_SOME(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    tc_b128 v;\n"
    "    if (rank >= 8 && rank < 24) {\n"
    "        tc_load_global_b128(&v, (const tc_b128 *)src + (rank - 8));\n"
    "        tc_store_shared_b128(dst + (rank - 8) * 4, &v);\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_by_some(float *dst, const float *src) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_by_some_at(TC_RANK_WARP, dst, src);\n"
    "}\n";

static const char other_3[] =
    "#define TC_BY_WARPS_THREADS 128\n"
    "#define TC_BY_WARPS_ALIGN 16\n"
    "#define TC_BY_WARPS_BYTES (64 * 8 * 4)\n"
    "\n"
    "TC_FN void tc_by_warps_at(unsigned rank, float *dst, const float *src) {\n"
    "    TC_CHECK_RANK_OF_SOME(rank, 128);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    const unsigned chunk = rank - 32;\n"
    "    tc_b128 v[2];\n"
    "    if (rank >= 32 && rank < 96) {\n"
    "        src += chunk * 4;\n"
    "        dst += chunk * 4;\n"
    "        tc_load_global_b128(v, src);\n"
    "        tc_load_global_b128(&v[1], src + 32 * 8);\n"
    "        tc_store_shared_b128(dst, v);\n"
    "        tc_store_shared_b128(dst + 32 * 8, &v[1]);\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_by_warps(float *dst, const float *src) {\n"
    "    TC_CHECK_CALLER(CTA, 128);\n"
    "    tc_by_warps_at(TC_RANK_CTA, dst, src);\n"
    "}\n";

static const char other_4[] =
    "#define TC_PRODUCTS_THREADS 32\n"
    "#define TC_PRODUCTS_ALIGN 4\n"
    "#define TC_PRODUCTS_BYTES (4 * 8 * 4)\n"
    "\n"
    "TC_FN void tc_products_at(\n"
    "    unsigned rank,\n"
    "    float *dst,\n"
    "    const float *src,\n"
    "    unsigned h,\n"
    "    unsigned ld,\n"
    "    int z,\n"
    "    int y,\n"
    "    int x,\n"
    "    unsigned D,\n"
    "    unsigned H,\n"
    "    unsigned W) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 4);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    TC_CHECK_LIMIT((h >= H) && h <= 32767);\n"
    "    TC_CHECK_LIMIT((ld >= W) && ld <= 32767);\n"
    "    TC_CHECK_LIMIT(z >= -1073741823 && z <= 1073741823);\n"
    "    TC_CHECK_LIMIT(y >= -1073741823 && y <= 1073741823);\n"
    "    TC_CHECK_LIMIT(x >= -1073741823 && x <= 1073741823);\n"
    "    TC_CHECK_LIMIT(D <= 2147483647);\n"
    "    TC_CHECK_LIMIT(H <= 2147483647);\n"
    "    TC_CHECK_LIMIT(W <= 2147483647);\n"
    "    const unsigned row = rank / 8;\n"
    "    const unsigned col = rank % 8;\n"
    "    src += (long long)z * h * ld - (long long)h * ld * 2 + (long long)y * ld + x;\n"
    "    const unsigned from = row * ld + col;\n"
    "    float v;\n"
    "    tc_load_global_b32_or_zero(\n"
    "        &v,\n"
    "        src + from,\n"
    "        tc_inside(z - 2, D) && tc_inside(y + (int)row, H) && tc_inside(x + (int)col, W));\n"
    "    tc_store_shared_b32(dst + rank, &v);\n"
    "}\n"
    "\n"
    "TC_FN void tc_products(\n"
    "    float *dst,\n"
    "    const float *src,\n"
    "    unsigned h,\n"
    "    unsigned ld,\n"
    "    int z,\n"
    "    int y,\n"
    "    int x,\n"
    "    unsigned D,\n"
    "    unsigned H,\n"
    "    unsigned W) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_products_at(TC_RANK_WARP, dst, src, h, ld, z, y, x, D, H, W);\n"
    "}\n";

static const char other_5[] =
    "#define TC_TWO_BASES_THREADS 32\n"
    "#define TC_TWO_BASES_ALIGN 8\n"
    "#define TC_TWO_BASES_BYTES (40 * 16 * 2)\n"
    "\n"
    "TC_FN void tc_two_bases_at(unsigned rank, tc_f16 *dst, const tc_f16 *src, unsigned ld) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 8);\n"
    "    TC_CHECK_ALIGN(dst, 8);\n"
    "    TC_CHECK_LIMIT(ld >= 16 && ld <= 55063680 && ld % 8 == 0);\n"
    "    const unsigned to = (rank * 4) ^ (rank / 16 * 8);\n"
    "    const unsigned from = rank / 4 * ld + rank % 4 * 4;\n"
    "    dst += to;\n"
    "    src += from;\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 5; i++) {\n"
    "        tc_cp_async_b64(dst + i * 8 * 16, src);\n"
    "        src += 8 * ld;\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_two_bases(tc_f16 *dst, const tc_f16 *src, unsigned ld) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_two_bases_at(TC_RANK_WARP, dst, src, ld);\n"
    "}\n";

static const char other_6[] =
    "#define TC_BY_A_PITCH_THREADS 32\n"
    "#define TC_BY_A_PITCH_ALIGN 1\n"
    "#define TC_BY_A_PITCH_BYTES 384\n"
    "\n"
    "TC_FN void tc_by_a_pitch_at(\n"
    "    unsigned rank, unsigned char *dst, const unsigned char *src, unsigned ld) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_LIMIT(ld >= 4 && ld <= 17318416);\n"
    "    unsigned char v[12];\n"
    "    dst += rank;\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 12; i++) {\n"
    "        const unsigned item = rank + i * 32;\n"
    "        tc_load_global_b8(&v[i], src + item / 12 * 3 * ld + item % 12);\n"
    "    }\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 12; i++)\n"
    "        tc_store_shared_b8(dst + i * 32, &v[i]);\n"
    "}\n"
    "\n"
    "TC_FN void tc_by_a_pitch(unsigned char *dst, const unsigned char *src, unsigned ld) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_by_a_pitch_at(TC_RANK_WARP, dst, src, ld);\n"
    "}\n";

#define WHOLE_OTHERS                                                                               \
    {"sm_80, sm_90a",                                                                              \
     "tile A : smem auto S[(32,33)] f16\ncopy warp f16 gmem S[(32,33)] -> A as into_chosen",       \
     other_0},                                                                                     \
        {"sm_80, sm_90a",                                                                          \
         "copy warp e3m2 reg S[(32,16):(1@laneid,1)] -> smem S[(32,16):(20,1)] as padded",         \
         other_1},                                                                                 \
        {"sm_80, sm_90a",                                                                          \
         "copy warp lanes 8:24 f32 gmem S[(16,4)] -> smem S[(16,4)] as by_some",                   \
         other_2},                                                                                 \
        {"sm_80, sm_90a",                                                                          \
         "copy cta(128) warps 1:3 f32 gmem S[(64,8)] -> smem S[(64,8)] as by_warps",               \
         other_3},                                                                                 \
        {"sm_80, sm_90a",                                                                          \
         "copy warp f32 gmem S[(D,H,W):(h*ld,ld,1)][z-2:+1, y:+4, x:+8] -> smem S[(1,4,8)] "       \
         "{masked;} as products",                                                                  \
         other_4},                                                                                 \
        {"sm_80, sm_90a",                                                                          \
         "copy_async warp f16 gmem S[(40,16):(ld,1)] -> smem S[(40,16)] swizzle(3,1,3) where ld "  \
         "% 8 == 0 as two_bases",                                                                  \
         other_5},                                                                                 \
        {"sm_80, sm_90a",                                                                          \
         "copy warp e3m2 gmem S[(32,16):(4*ld,1)] -> smem S[(32,16)] as by_a_pitch",               \
         other_6},

#endif
