/* whole_text.h: windows, limits and picks: statements with all that a header defines for
 * them. The form is tcgen's own and was read line by line; each number was worked out from the statement and docs/. */
#ifndef TCGEN_WHOLE_TEXT_H
#define TCGEN_WHOLE_TEXT_H

static const char text_0[] =
    "#define TC_FILLED_THREADS 32\n"
    "#define TC_FILLED_REGS 4\n"
    "#define TC_FILLED_ALIGN 16\n"
    "#define TC_FILLED_BYTES (32 * 4 * 4)\n"
    "\n"
    "TC_FN void tc_filled_at(\n"
    "    unsigned rank, float dst[4], const float *src, unsigned rows, unsigned cols) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_LIMIT(rows <= 2147483647);\n"
    "    TC_CHECK_LIMIT(cols <= 2147483647);\n"
    "    src += rank * 4ull;\n"
    "    tc_fill_b128(dst, 0x7f800000u, 0x7f800000u);\n"
    "    if (rank < rows && 3 < cols) {\n"
    "        tc_load_global_b128(dst, src);\n"
    "    }\n"
    "    if (rank < rows && 3 >= cols) {\n"
    "        if (0 < cols) {\n"
    "            tc_load_global_b32(dst, src);\n"
    "        }\n"
    "        if (1 < cols) {\n"
    "            tc_load_global_b32(dst + 1, src + 1);\n"
    "        }\n"
    "        if (2 < cols) {\n"
    "            tc_load_global_b32(dst + 2, src + 2);\n"
    "        }\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_filled(float dst[4], const float *src, unsigned rows, unsigned cols) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_filled_at(TC_RANK_WARP, dst, src, rows, cols);\n"
    "}\n";

static const char text_1[] =
    "#define TC_WINDOW_THREADS 32\n"
    "#define TC_WINDOW_ALIGN 4\n"
    "#define TC_WINDOW_BYTES (4 * 8 * 4)\n"
    "\n"
    "TC_FN void tc_window_at(\n"
    "    unsigned rank,\n"
    "    float *dst,\n"
    "    const float *src,\n"
    "    unsigned ld,\n"
    "    int y,\n"
    "    int x,\n"
    "    unsigned height,\n"
    "    unsigned width) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 4);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    TC_CHECK_LIMIT((ld >= width) && ld <= 715827880);\n"
    "    TC_CHECK_LIMIT(y >= -1073741823 && y <= 1073741823);\n"
    "    TC_CHECK_LIMIT(x >= -1073741823 && x <= 1073741823);\n"
    "    TC_CHECK_LIMIT(height <= 2147483647);\n"
    "    TC_CHECK_LIMIT(width <= 2147483647);\n"
    "    const unsigned row = rank / 8;\n"
    "    const unsigned col = rank % 8;\n"
    "    src += (long long)y * ld - ld + x + 2;\n"
    "    const unsigned from = row * ld + col;\n"
    "    float v;\n"
    "    tc_load_global_b32_or_zero(\n"
    "        &v,\n"
    "        src + from,\n"
    "        tc_inside(y - 1 + (int)row, height) && tc_inside(x + (int)(col + 2), width));\n"
    "    tc_store_shared_b32(dst + rank, &v);\n"
    "}\n"
    "\n"
    "TC_FN void tc_window(\n"
    "    float *dst, const float *src, unsigned ld, int y, int x, unsigned height, unsigned width) "
    "{\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_window_at(TC_RANK_WARP, dst, src, ld, y, x, height, width);\n"
    "}\n";

static const char text_2[] =
    "#define TC_COUNTED_THREADS 32\n"
    "#define TC_COUNTED_ALIGN 4\n"
    "#define TC_COUNTED_BYTES (32 * 8 * 2)\n"
    "\n"
    "TC_FN void tc_counted_at(\n"
    "    unsigned rank, tc_f16 *dst, const tc_f16 *src, unsigned ld, unsigned rows, unsigned cols) "
    "{\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 4);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    TC_CHECK_LIMIT((ld >= cols || ld >= 8) && ld <= 69273664 && ld % 2 == 0);\n"
    "    TC_CHECK_LIMIT(rows <= 2147483647);\n"
    "    TC_CHECK_LIMIT(cols <= 2147483646 && cols % 2 == 0);\n"
    "    const unsigned row = rank / 4;\n"
    "    const unsigned chunk = rank % 4;\n"
    "    const int rows_left = (int)(rows - row);\n"
    "    const unsigned from = row * ld + chunk * 2;\n"
    "    dst += rank * 2;\n"
    "    src += from;\n"
    "    TC_UNROLL\n"
    "    for (unsigned i = 0; i < 4; i++) {\n"
    "        tc_cp_async_b32_or_zero(dst + i * 8 * 8, src, (int)(i * 8) < rows_left && chunk * 2 < "
    "cols);\n"
    "        src += 8 * ld;\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_counted(tc_f16 *dst, const tc_f16 *src, unsigned ld, unsigned rows, unsigned "
    "cols) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_counted_at(TC_RANK_WARP, dst, src, ld, rows, cols);\n"
    "}\n";

static const char text_3[] =
    "#define TC_AROUND_THREADS 32\n"
    "#define TC_AROUND_ALIGN 4\n"
    "#define TC_AROUND_BYTES (4 * 8 * 4)\n"
    "\n"
    "TC_FN void tc_around_at(\n"
    "    unsigned rank,\n"
    "    float *dst,\n"
    "    const float *src,\n"
    "    unsigned ld,\n"
    "    int y,\n"
    "    int x,\n"
    "    unsigned height,\n"
    "    unsigned width) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 4);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    TC_CHECK_LIMIT((ld >= width) && ld <= 715827880);\n"
    "    TC_CHECK_LIMIT(y >= -1073741823 && y <= 1073741823);\n"
    "    TC_CHECK_LIMIT(x >= -1073741823 && x <= 1073741823);\n"
    "    TC_CHECK_LIMIT(height >= 1 && height <= 2147483647);\n"
    "    TC_CHECK_LIMIT(width >= 1 && width <= 2147483647);\n"
    "    TC_CHECK_LIMIT(-1ll + y + height >= 0 && -1ll + y + 4 <= 2ll * height);\n"
    "    TC_CHECK_LIMIT(-1ll + x + width >= 0 && -1ll + x + 8 <= 2ll * width);\n"
    "    float v;\n"
    "    tc_load_global_b32(\n"
    "        &v,\n"
    "        src + tc_wrap_at(y - 1 + (int)(rank / 8), height, ld) +\n"
    "            tc_wrap_at(x - 1 + (int)(rank % 8), width, 1));\n"
    "    tc_store_shared_b32(dst + rank, &v);\n"
    "}\n"
    "\n"
    "TC_FN void tc_around(\n"
    "    float *dst, const float *src, unsigned ld, int y, int x, unsigned height, unsigned width) "
    "{\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_around_at(TC_RANK_WARP, dst, src, ld, y, x, height, width);\n"
    "}\n";

static const char text_4[] =
    "#define TC_CLAMPED_THREADS 32\n"
    "#define TC_CLAMPED_ALIGN 4\n"
    "#define TC_CLAMPED_BYTES (4 * 8 * 4)\n"
    "\n"
    "TC_FN void tc_clamped_at(\n"
    "    unsigned rank, float *dst, const float *src, unsigned ld, int m, unsigned M) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 4);\n"
    "    TC_CHECK_ALIGN(dst, 4);\n"
    "    TC_CHECK_LIMIT(ld >= 8 && ld <= 715827880);\n"
    "    TC_CHECK_LIMIT(m >= -1073741823 && m <= 1073741823);\n"
    "    TC_CHECK_LIMIT(M >= 1 && M <= 2147483647);\n"
    "    float v;\n"
    "    tc_load_global_b32(&v, src + tc_clamp_at(m + (int)(rank / 8), M, ld) + rank % 8);\n"
    "    tc_store_shared_b32(dst + rank, &v);\n"
    "}\n"
    "\n"
    "TC_FN void tc_clamped(float *dst, const float *src, unsigned ld, int m, unsigned M) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_clamped_at(TC_RANK_WARP, dst, src, ld, m, M);\n"
    "}\n";

static const char text_5[] =
    "#define TC_GATHERED_THREADS 32\n"
    "#define TC_GATHERED_ALIGN 16\n"
    "#define TC_GATHERED_BYTES (16 * 32 * 2)\n"
    "\n"
    "TC_FN void tc_gathered_at(\n"
    "    unsigned rank, tc_f16 *dst, const tc_f16 *src, const int *index, unsigned ld) {\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(src, 16);\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    TC_CHECK_ALIGN(index, 4);\n"
    "    TC_CHECK_LIMIT(ld >= 32 && ld <= 143165568 && ld % 8 == 0);\n"
    "    tc_b128 v[2];\n"
    "    unsigned pick[2];\n"
    "    index += rank / 4;\n"
    "    src += rank % 4 * 8;\n"
    "    dst += rank * 8;\n"
    "    tc_load_global_b32(pick, index);\n"
    "    tc_load_global_b32(&pick[1], index + 8);\n"
    "    tc_load_global_b128_or_zero(v, src + pick[0] * 1ull * ld, (int)pick[0] >= 0);\n"
    "    tc_load_global_b128_or_zero(&v[1], src + pick[1] * 1ull * ld, (int)pick[1] >= 0);\n"
    "    tc_store_shared_b128(dst, v);\n"
    "    tc_store_shared_b128(dst + 8 * 32, &v[1]);\n"
    "}\n"
    "\n"
    "TC_FN void tc_gathered(tc_f16 *dst, const tc_f16 *src, const int *index, unsigned ld) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_gathered_at(TC_RANK_WARP, dst, src, index, ld);\n"
    "}\n";

static const char text_6[] =
    "#define TC_SCATTERED_THREADS 32\n"
    "#define TC_SCATTERED_REGS 4\n"
    "#define TC_SCATTERED_ALIGN 16\n"
    "#define TC_SCATTERED_BYTES (32 * 4 * 4)\n"
    "\n"
    "TC_FN void tc_scattered_at(unsigned rank, float *dst, const float src[4], const int *index) "
    "{\n"
    "    TC_CHECK_RANK(rank, 32);\n"
    "    TC_CHECK_ALIGN(dst, 16);\n"
    "    TC_CHECK_ALIGN(index, 4);\n"
    "    TC_CHECK_UNIQUE(rank, index, 1, 32);\n"
    "    unsigned pick;\n"
    "    tc_load_shared_b32(&pick, index + rank);\n"
    "    if ((int)pick >= 0) {\n"
    "        tc_store_global_b128(dst + pick * 4ull, src);\n"
    "    }\n"
    "}\n"
    "\n"
    "TC_FN void tc_scattered(float *dst, const float src[4], const int *index) {\n"
    "    TC_CHECK_CALLER(WARP, 32);\n"
    "    tc_scattered_at(TC_RANK_WARP, dst, src, index);\n"
    "}\n";

#define WHOLE_TEXTS                                                                                \
    {"sm_80",                                                                                      \
     "copy warp f32 gmem S[(32,4)] -> reg held { masked; fill 0x7f800000 } as filled",             \
     text_0},                                                                                      \
        {"sm_80",                                                                                  \
         "copy warp f32 gmem S[(height,width):(ld,1)][y-1:+4, x+2:+8] -> smem S[(4,8)] {masked;} " \
         "as window",                                                                              \
         text_1},                                                                                  \
        {"sm_80",                                                                                  \
         "copy_async warp f16 gmem S[(32,8):(ld,1)] -> smem S[(32,8)] where cols % 2 == 0, ld % "  \
         "2 == 0 { masked } as counted",                                                           \
         text_2},                                                                                  \
        {"sm_80",                                                                                  \
         "copy warp f32 gmem S[(height,width):(ld,1)][y-1:+4, x-1:+8] -> smem S[(4,8)] {masked; "  \
         "edge wrap} as around",                                                                   \
         text_3},                                                                                  \
        {"sm_80",                                                                                  \
         "copy warp f32 gmem S[(M,8):(ld,1)][m:+4, 0:8] -> smem S[(4,8)] {masked; edge clamp} as " \
         "clamped",                                                                                \
         text_4},                                                                                  \
        {"sm_80",                                                                                  \
         "copy warp f16 gmem S[(16,32):(ld,1)] by i32 gmem -> smem S[(16,32)] where ld % 8 == 0 "  \
         "as gathered",                                                                            \
         text_5},                                                                                  \
        {"sm_80", "copy warp f32 reg held -> gmem S[(32,4)] by i32 smem as scattered", text_6},

#endif
