/* test_text_rows.c: statements and single lines of what is generated for them: a place, a bound, a condition, a number of a
 * tensor map. Each was worked out from the statement (and the rules of docs/); how many lines there are says that
 * nothing else is. */
#include "generator/reread/reread.h"
#include "module_of.h"
#include "unit.h"

typedef struct {
    const char *target, *text;
    int lines; /* of the definitions, with the constants beside them */
} Statement;

typedef struct {
    int statement;
    const char *line;
} Row;

static const Statement statements[] = {
    {"sm_80", "copy warp f32 gmem S[(32,4)] -> reg held { masked; fill 0x7f800000 } as filled", 33},
    {"sm_80",
     "copy warp f32 gmem S[(height,width):(ld,1)][y-1:+4, x+2:+8] -> smem S[(4,8)] {masked;} as "
     "window",
     38},
    {"sm_80",
     "copy_async warp f16 gmem S[(32,8):(ld,1)] -> smem S[(32,8)] where cols % 2 == 0, ld % 2 == 0 "
     "{ masked } as counted",
     29},
    {"sm_80",
     "copy warp f32 gmem S[(height,width):(ld,1)][y-1:+4, x-1:+8] -> smem S[(4,8)] {masked; edge "
     "wrap} as around",
     36},
    {"sm_80",
     "copy warp f32 gmem S[(M,8):(ld,1)][m:+4, 0:8] -> smem S[(4,8)] {masked; edge clamp} as "
     "clamped",
     21},
    {"sm_80",
     "copy warp f16 gmem S[(16,32):(ld,1)] by i32 gmem -> smem S[(16,32)] where ld % 8 == 0 as "
     "gathered",
     28},
    {"sm_80", "copy warp f32 reg held -> gmem S[(32,4)] by i32 smem as scattered", 21},
    {"sm_80, sm_90a", "lane0 sort warp 32 { in a : f32[64] / f32[2]; out s : f32; }", 70},
    {"sm_80, sm_90a", "lane0 pick cta(64) lane id { out r : u8[2,64] / u8[2,1] cyclic; }", 62},
    {"sm_80, sm_90a",
     "copy_async warp f16 gmem S[(32,8)] -> smem S[(32,8)] where cols % 8 == 0 { masked; l2 128B; "
     "} as hinted_async",
     23},
    {"sm_80, sm_90a",
     "copy thread i32 gmem S[(8)] -> reg S[(8)] { cache nc; l1 no_allocate; prefetch 256B; } as "
     "load_8_once",
     15},
    {"sm_80, sm_90a",
     "copy_async elected f16 gmem S[(16,64)] -> smem S[(16,64)] { multicast; } as to_several",
     26},
    {"sm_80, sm_90a", "copy_async warp f16 smem S[(16,16)] -> dsmem S[(16,16)] as remote", 30},
    {"sm_80, sm_90a", "copy thread e3m2 gmem S[(4,8)] -> reg S[(4,8)] as sixes", 11},
    {"sm_80, sm_90a",
     "copy cluster(2) u8 gmem S[(3,7):(ld,1)] -> gmem S[(3,7)] { fallback fallback; } as clustered",
     35},
    {"sm_80, sm_90a",
     "copy_async cta(64) f16 gmem S[(16,32):(ld,1)] -> smem S[(16,32)] where ld % 8 == 0 { stages "
     "4; } as ring",
     20},
    {"sm_80, sm_90a",
     "copy warp lanes 8:24 f32 smem S[(16,4)] -> reg S[(16,4):(1@laneid,1)] + 8@laneid as "
     "some_lanes",
     17},
    {"sm_80, sm_90a",
     "relayout cta(64) f32 reg S[(64,4):(1@tx,1)] -> reg 64x4 S[(4,64):(1,1@tx)] as turned",
     24},
    {"sm_80, sm_90a", "reduce rows cta(64) add { in a : f32[128] / f32[2]; out s : f32; }", 37},
    {"sm_90a",
     "copy_async elected bf16 gmem a[m:+64, k:+64] -> smem S[(64,64)] swizzle 128B where lda % 8 "
     "== 0, K % 8 == 0 { tensormap; oob nan; l2 256B; } as load_a",
     57},
    {"sm_90a",
     "copy_async elected f32 -> tf32 gmem a[m:+64, k:+8] -> smem S[(64,8)] swizzle 32B where lda % "
     "4 == 0, M <= 4096, lda >= 64 { tensormap; oob zero; l2 64B; } as load_tf32",
     58},
    {"sm_90a",
     "copy_async elected f32 smem S[(2,4,8)] -> gmem v[z:+2, y:+4, x:+8] where slice % 4 == 0, ld "
     "% 4 == 0, W % 4 == 0, x % 4 == 0 { tensormap; oob skip; } as store_volume",
     72},
    {"sm_90a",
     "copy_async elected f16 smem 64x128 S[(64,2,64):(64,4096,1)] swizzle 128B -> gmem a[m:+64, "
     "k:+128] where lda % 8 == 0, K % 64 == 0, k % 64 == 0 { tensormap; oob skip; } as "
     "store_panels",
     63},
    {"sm_90a",
     "copy_async elected u8 gmem S[(64,256)] -> smem S[(64,256)] { tensormap; } as load_bytes",
     40},
    {"sm_80", "extract at64 warp 32 { in a : f32[64] / f32[2]; out x : f32; }", 22},
    {"sm_80", "broadcast word warp 32 { in x : f32; out y : f32; }", 14},
    {"sm_80",
     "copy warp f32 gmem S[(32,4):(ld,1)] by i32 reg S[(32):(1@laneid)] -> reg held where ld % 4 "
     "== 0 as by_register",
     19},
    {"sm_80",
     "copy warp f32 reg held -> gmem S[(32,4)] by u32 gmem S[(32):(2)] { reduce add; } as added",
     21},
    {"sm_80",
     "relayout warp f32 reg 64 S[(32,2):(1@laneid,1)] -> reg 64 S[(2,32):(1,1@laneid)] as "
     "exchanged",
     25},
    {"sm_80",
     "copy warp f16 smem S[(128,64)] swizzle 128B[m:+16, k:+16] -> gmem S[(16,16):(ld,1)] where ld "
     "% 8 == 0, m % 8 == 0, k % 8 == 0 as from_swizzled",
     25},
    {"sm_80", "copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] as rows", 27},
    {"sm_80", "copy warp f32 smem S[(32,32)] -> reg S[(32,32):(1@laneid,1)] as many", 55},
    {"sm_80", "copy cta(96) f32 gmem S[(5,12):(ld,1)] -> smem S[(5,12)] as straddling", 21},
    {"sm_80",
     "copy warp f32 smem S[(64,8)][m:+32, 0:8] -> reg S[(32,8):(1@laneid,1)] as moved",
     29},
    {"sm_80",
     "permute warp f32 smem 32x32 S[(32,32):(1,32)] -> smem 32x32 S[(32,32):(32,1)] as in_place",
     25},
    {"sm_80", "copy warp f32 -> f16 gmem S[(32,4)] -> reg held as halved", 18},
    {"sm_80",
     "copy cta(64) f32 gmem S[(64,16):(from,1)] -> smem S[(64,16):(row,1)] where from % 4 == 0, "
     "row % 4 == 0 as taken_names",
     33},
    {"sm_80",
     "copy thread f32 gmem v[z-1:+1, y:+2, x+3:+3] -> reg S[(1,2,3)] {masked;} as volume",
     37},
    {"sm_80",
     "copy warp f32 gmem S[(D,H,W):(h*ld,ld,1)][z:+2, y:+2, x:+8] -> smem S[(2,2,8)] {masked; edge "
     "clamp} as corners",
     49},
    {"sm_80",
     "copy warp f32 gmem S[(32,8):(ld,1)] -> smem S[(32,8)] where ld % 4 == 0 { ld64; } as "
     "wide_pitch",
     23},
    {"sm_80",
     "copy warp f32 smem S[(64,8)] -> gmem S[(64,8):(ld,2)] { masked; } as every_second",
     38},
    {"sm_80",
     "copy warp f32 gmem S[(height,width):(ld,1)][y:+32, x:+4] -> reg held {masked; keep; } as "
     "kept_rest",
     42},
    {"sm_80",
     "copy_async cta(128) f16 gmem S[(M,64):(ld,1)][m:+32, 0:64] -> smem S[(32,64)] swizzle 128B "
     "where ld % 8 == 0 {masked;} as async_window",
     26},
    {"sm_80", "copy warp u8 gmem S[(5,7):(ld,1)] -> smem S[(5,7)] as few_bytes", 26},
    {"sm_80",
     "copy warp f16 smem S[(128,64)] swizzle 128B[m:+16, k:+16] -> reg 16x16 mma_a where m % 16 == "
     "0, k % 16 == 0 as matrix_at",
     21},
    {"sm_80",
     "copy cta(128) f32 gmem S[(25,20):(ld,1)] -> smem S[(25,20)] where ld % 4 == 0 as "
     "vectors_of_some",
     21},
    {"sm_80", "copy warp e2m1 smem S[(32,64)] -> reg S[(32,64):(1@laneid,1)] as nibbles", 30},
    {"sm_80",
     "copy warp f32 reg S[(32,4):(1@laneid,1)] -> smem S[(32,4):(4,1)] + R[2:128] as twice",
     17},
    {"sm_80, sm_90",
     "copy warp f16 smem S[(5,34)] swizzle(3,3,3) -> gmem S[(5,34):(ld,1)] where ld % 2 == 0 as "
     "with_tail",
     28},
    {"sm_80, sm_90",
     "relayout cta(64) f32 reg 32x4 S[(32,4):(1@laneid,1)] + R[2:1@warpid] -> reg 32x4 "
     "S[(4,32):(1,1@laneid)] + R[2:1@warpid] as of_both",
     27},
    {"sm_80, sm_90",
     "copy cta(96) f32 gmem S[(24,4):(ld,1)] by i32 reg S[(24):(1@laneid)] -> smem S[(24,4)] where "
     "ld % 4 == 0 as of_24",
     22},
    {"sm_80, sm_90", "copy thread f32 smem S[(3)] -> reg S[(3)] as three", 10},
    {"sm_80, sm_90",
     "scan pre warp 32 add inclusive { in a : f32[64] / f32[2]; out b : f32[64] / f32[2]; }",
     47},
    {"sm_80, sm_90",
     "insert put warp 32 { in a : f32[64] / f32[2]; in x : f32; out b : f32[64] / f32[2]; }",
     31},
    {"sm_80, sm_90",
     "copy warp f32 gmem S[(32,4)] by i32 reg S[(32):(1@laneid)] -> reg held where index >= 0, "
     "index <= 99 as in_100",
     18},
    {"sm_80, sm_90",
     "copy cta(64) f32 gmem S[(16,8)] by i32 gmem S[(16):(3)] -> smem S[(16,8)] where index >= 2, "
     "index <= 99 as every_third",
     21},
    {"sm_80, sm_90",
     "copy warp f32 reg held -> gmem S[(32,4)] by i32 reg S[(32):(1@laneid)] where index <= 99 as "
     "put_100",
     19},
    {"sm_80, sm_90a",
     "tile A : smem auto S[(32,33)] f16\ncopy warp f16 gmem S[(32,33)] -> A as into_chosen",
     32},
    {"sm_80, sm_90a",
     "copy warp e3m2 reg S[(32,16):(1@laneid,1)] -> smem S[(32,16):(20,1)] as padded",
     17},
    {"sm_80, sm_90a", "copy warp lanes 8:24 f32 gmem S[(16,4)] -> smem S[(16,4)] as by_some", 19},
    {"sm_80, sm_90a",
     "copy cta(128) warps 1:3 f32 gmem S[(64,8)] -> smem S[(64,8)] as by_warps",
     24},
    {"sm_80, sm_90a",
     "copy warp f32 gmem S[(D,H,W):(h*ld,ld,1)][z-2:+1, y:+4, x:+8] -> smem S[(1,4,8)] {masked;} "
     "as products",
     53},
    {"sm_80, sm_90a",
     "copy_async warp f16 gmem S[(40,16):(ld,1)] -> smem S[(40,16)] swizzle(3,1,3) where ld % 8 == "
     "0 as two_bases",
     24},
    {"sm_80, sm_90a",
     "copy warp e3m2 gmem S[(32,16):(4*ld,1)] -> smem S[(32,16)] as by_a_pitch",
     24},
    {"sm_80, sm_90, sm_90a, sm_100a",
     "copy cta(64) f16 gmem S[(64,64):(ld,1)] -> smem S[(64,64)] where ld % 8 == 0 { masked; } as "
     "both_left",
     51},
    {"sm_80, sm_90, sm_90a, sm_100a",
     "copy warp f16 reg 16x16 mma_c -> smem S[(16,64)] swizzle 128B [0:16, 0:16] as by_target",
     29},
    {"sm_80, sm_90, sm_90a, sm_100a",
     "copy_async warp f32 reg held -> dsmem S[(32,4)] as pushed",
     28},
    {"sm_80, sm_90, sm_90a, sm_100a", "copy warp f32 dsmem S[(32,4)] -> reg held as pulled", 25},
    {"sm_80, sm_90, sm_90a, sm_100a",
     "copy_async elected f32 smem S[(8,16):(20,1)] -> gmem S[(8,16):(ld,1)] where ld % 4 == 0 as "
     "rows_out",
     23},
    {"sm_80, sm_90, sm_90a, sm_100a",
     "copy warpgroup f32 gmem S[(128,4):(ld,1)] -> reg S[(128,4):(1@tid_in_wg,1)] where ld % 4 == "
     "0 as by_group",
     16},
    {"sm_80, sm_90, sm_90a, sm_100a",
     "copy cta(64) f32 gmem S[(64,3):(ld,1)] -> reg S[(64,3):(1@tx,1)] as odd_rows",
     19},
};

static const Row rows[] = {
    {0, "    tc_fill_b128(dst, 0x7f800000u, 0x7f800000u);"},
    {0, "    if (rank < rows && 3 < cols) {"},
    {0, "    if (rank < rows && 3 >= cols) {"},
    {0, "            tc_load_global_b32(dst + 1, src + 1);"},
    {0, "            tc_load_global_b32(dst + 2, src + 2);"},
    {1, "    TC_CHECK_LIMIT((ld >= width) && ld <= 715827880);"},
    {1, "    TC_CHECK_LIMIT(y >= -1073741823 && y <= 1073741823);"},
    {1, "    TC_CHECK_LIMIT(x >= -1073741823 && x <= 1073741823);"},
    {1, "    src += (long long)y * ld - ld + x + 2;"},
    {1, "        tc_inside(y - 1 + (int)row, height) && tc_inside(x + (int)(col + 2), width));"},
    {2, "    TC_CHECK_LIMIT((ld >= cols || ld >= 8) && ld <= 69273664 && ld % 2 == 0);"},
    {2, "    TC_CHECK_LIMIT(cols <= 2147483646 && cols % 2 == 0);"},
    {2, "    const unsigned from = row * ld + chunk * 2;"},
    {2, "    for (unsigned i = 0; i < 4; i++) {"},
    {2,
     "        tc_cp_async_b32_or_zero(dst + i * 8 * 8, src, (int)(i * 8) < rows_left && chunk * 2 "
     "< cols);"},
    {3, "    TC_CHECK_LIMIT(height >= 1 && height <= 2147483647);"},
    {3, "    TC_CHECK_LIMIT(width >= 1 && width <= 2147483647);"},
    {3, "    TC_CHECK_LIMIT(-1ll + y + height >= 0 && -1ll + y + 4 <= 2ll * height);"},
    {3, "    TC_CHECK_LIMIT(-1ll + x + width >= 0 && -1ll + x + 8 <= 2ll * width);"},
    {3, "            tc_wrap_at(x - 1 + (int)(rank % 8), width, 1));"},
    {4, "    TC_CHECK_LIMIT(ld >= 8 && ld <= 715827880);"},
    {4, "    TC_CHECK_LIMIT(m >= -1073741823 && m <= 1073741823);"},
    {4, "    TC_CHECK_LIMIT(M >= 1 && M <= 2147483647);"},
    {4, "    tc_load_global_b32(&v, src + tc_clamp_at(m + (int)(rank / 8), M, ld) + rank % 8);"},
    {5, "    TC_CHECK_LIMIT(ld >= 32 && ld <= 143165568 && ld % 8 == 0);"},
    {5, "    src += rank % 4 * 8;"},
    {5, "    tc_load_global_b128_or_zero(v, src + pick[0] * 1ull * ld, (int)pick[0] >= 0);"},
    {5, "    tc_load_global_b128_or_zero(&v[1], src + pick[1] * 1ull * ld, (int)pick[1] >= 0);"},
    {5, "    tc_store_shared_b128(dst + 8 * 32, &v[1]);"},
    {6, "    TC_CHECK_UNIQUE(rank, index, 1, 32);"},
    {6, "    unsigned pick;"},
    {6, "    tc_load_shared_b32(&pick, index + rank);"},
    {6, "    if ((int)pick >= 0) {"},
    {6, "        tc_store_global_b128(dst + pick * 4ull, src);"},
    {7, "#define TC_LANE0_SORT_A_AT 0"},
    {7, "typedef char tc_lane0_sort_smem__size[sizeof(tc_lane0_sort_smem) == 256 ? 1 : -1];"},
    {7, "    tc_store_shared_b64(tc_to(smem, rank * 8), a);"},
    {7, "        tc_load_shared_b128(a_all + k * 4, tc_from(smem, k * 16));"},
    {7, "    tc_load_shared_b32(value, tc_from(smem, i * 4));"},
    {8, "#define TC_LANE0_PICK_R_AT 0"},
    {8, "typedef char tc_lane0_pick_smem__size[sizeof(tc_lane0_pick_smem) == 128 ? 1 : -1];"},
    {8, "    TC_CHECK_LIMIT(barrier <= 15);"},
    {8, "    TC_CHECK_SCRATCH(smem, 128, 16);"},
    {8, "    tc_load_shared_b8(r + 1, tc_from(smem, from + 64));"},
    {9, "    TC_CHECK_LIMIT(cols <= 2147483640 && cols % 8 == 0);"},
    {9, "        dst + rank * 8, src + rank * 8ull, rank < rows && 0 < cols);"},
    {10, "    tc_load_global_b128_nc_l1_no_allocate_prefetch_256b(dst + 4, src + 4);"},
    {11, "    TC_CHECK_LIMIT(ctas != 0 && ctas >> tc_cta_count_in_cluster() == 0);"},
    {11, "    if (tc_elect_one()) {"},
    {11, "        tc_bulk_gmem_to_smem_multicast(dst, src, 16 * 64 * 2, bar, ctas);"},
    {11, "    TC_NEEDS_LETTER();"},
    {11,
     "    TC_UNAVAILABLE(\"one bulk copy to several CTAs needs sm_90a, sm_100a or the like\");"},
    {12, "    TC_CHECK_LIMIT(cta < tc_cta_count_in_cluster());"},
    {12, "    const tc_dsmem there = tc_map_to_cta(dst, cta);"},
    {12, "    tc_load_shared_b128(&v, src + rank * 8);"},
    {12, "    tc_store_async_b128(there + rank * 16, &v, done);"},
    {12, "    TC_UNAVAILABLE(\"accesses of another CTA need sm_90 or newer\");"},
    {13, "    tc_load_global_b64(dst + 8, src + 8);"},
    {13, "    tc_load_global_b64(dst + 16, src + 16);"},
    {14, "    TC_CHECK_LIMIT(ld >= 7 && ld <= 1073741820);"},
    {14, "    TC_CHECK_APART(dst, 21, src, 1);"},
    {14, "    if (rank == 0) {"},
    {14, "        for (unsigned i = 0; i < 3; i++) {"},
    {14, "                tc_store_global_b8(dst + i * 7 + j, &v[j]);"},
    {15, "    TC_CHECK_LIMIT(stage <= 3);"},
    {15, "    const unsigned to = stage * 512 + rank * 8;"},
    {15, "    const unsigned from = rank / 4 * ld + rank % 4 * 8;"},
    {15, "    tc_cp_async_b128(dst + to, src + from);"},
    {16, "    TC_CHECK_RANK_OF_SOME(rank, 32);"},
    {16, "    if (rank >= 8 && rank < 24) {"},
    {16, "        tc_load_shared_b128(dst, src + (rank - 8) * 4);"},
    {17, "    TC_CHECK_SCRATCH(scratch, 1024, 16);"},
    {17, "    TC_CHECK_APART(dst, 16, src, 16);"},
    {17, "    const unsigned from = rank / 32 * 128 + rank % 8 * 16 + rank / 8 % 4 * 256;"},
    {17, "    tc_store_shared_b128(tc_to(scratch, rank * 16), src);"},
    {17, "    tc_ldmatrix_x4(dst, tc_from(scratch, from));"},
    {18, "    TC_CHECK_SCRATCH(scratch, 16, 16);"},
    {18, "    TC_CHECK_APART(dst, 4, src, 8);"},
    {18, "    tc_add_f32(&total, src, src + 1);"},
    {18, "    if (rank % 32 == 0) {"},
    {18, "        tc_store_shared_b32(tc_to(scratch, rank / 32 * 4), &total);"},
    {19, "    TC_CHECK_TENSORMAP(src, 9, 3, 2, 64, 64);"},
    {19, "    params->rank = 2;"},
    {19, "    params->stride[0] = 2ull * lda;"},
    {19, "    params->box[0] = 64;"},
    {19, "    params->box[1] = 64;"},
    {20, "    TC_CHECK_TENSORMAP(src, 11, 1, 2, 8, 64);"},
    {20, "    params->stride[0] = 4ull * lda;"},
    {20, "    params->box[0] = 8;"},
    {21, "    TC_CHECK_TENSORMAP(dst, 7, 0, 3, 8, 4, 2);"},
    {21, "    params->rank = 3;"},
    {21, "    params->stride[0] = 4ull * ld;"},
    {21, "    params->stride[1] = 4ull * slice;"},
    {21, "    params->box[1] = 4;"},
    {22, "    TC_CHECK_TENSORMAP(dst, 6, 3, 3, 64, 64, 2);"},
    {22, "        tc_tensor_smem_to_gmem_3d(dst, src, 0, (int)m, (int)(k / 64));"},
    {22, "    params->extent[0] = 64ull;"},
    {22, "    params->extent[2] = K / 64;"},
    {22, "    params->stride[1] = 128ull;"},
    {23, "    TC_CHECK_TENSORMAP(src, 0, 0, 2, 256, 64);"},
    {23, "    params->extent[0] = 256ull;"},
    {23, "    params->extent[1] = 64ull;"},
    {23, "    params->stride[0] = 256ull;"},
    {23, "    params->box[0] = 256;"},
    {24, "    TC_CHECK_SAME(rank, 32, &i, 4);"},
    {24, "    if (i % 2 == 1) {"},
    {24, "    tc_shuffle_b32(dst, &own, i / 2);"},
    {25, "    TC_CHECK_APART(dst, 4, src, 4);"},
    {25, "    tc_shuffle_b32(dst, src, 0);"},
    {26, "    TC_CHECK_LIMIT(ld >= 4 && ld <= 69273664 && ld % 4 == 0);"},
    {26, "    TC_CHECK_APART(dst, 16, index, 4);"},
    {26,
     "    tc_load_global_b128_or_zero(dst, src + (unsigned)index[0] * 1ull * ld, index[0] >= 0);"},
    {27, "    tc_load_global_b32(&pick, index + rank * 2ull);"},
    {27, "    tc_reduce_gmem_add_f32(dst + pick * 4ull + 1ull, src + 1);"},
    {27, "    tc_reduce_gmem_add_f32(dst + pick * 4ull + 2ull, src + 2);"},
    {27, "    tc_reduce_gmem_add_f32(dst + pick * 4ull + 3ull, src + 3);"},
    {28, "    tc_select_b32(v, src, src + 1, rank / 16 == 0);"},
    {28, "    tc_select_b32(&v[1], src + 1, src, rank / 16 == 0);"},
    {28, "    tc_shuffle_b32(&v[2], v, rank / 2 + rank % 2 * 16);"},
    {28, "    tc_shuffle_b32(&v[3], &v[1], rank / 2 + (rank % 2 ^ 1) * 16);"},
    {28, "    tc_select_b32(dst + 1, &v[3], &v[2], rank % 2 == 0);"},
    {29, "    TC_CHECK_LIMIT(ld >= 16 && ld <= 143165568 && ld % 8 == 0);"},
    {29, "    TC_CHECK_LIMIT(m <= 112 && m % 8 == 0);"},
    {29, "    TC_CHECK_LIMIT(k <= 48 && k % 8 == 0);"},
    {29, "    const unsigned from = m * 64 + ((row * 64 + chunk * 8 + k) ^ (row % 8 * 8));"},
    {29, "    const unsigned to = row * ld + chunk * 8;"},
    {30, "    src += rank * 8;"},
    {30, "    tc_load_shared_b128(v, src + rank / 4 % 2 * 4);"},
    {30, "    tc_load_shared_b128(v + 4, src + (rank / 4 % 2 ^ 1) * 4);"},
    {30, "    for (unsigned i = 0; i < 2; i++) {"},
    {30,
     "                dst + i * 4 + j, &v[i * 4 + j], &v[(i + 1) % 2 * 4 + j], rank / 4 % 2 == "
     "0);"},
    {31, "        tc_load_shared_b128(v + i * 4, src + (i ^ rank % 8) * 4);"},
    {31, "    for (unsigned j = 0; j < 4; j++) {"},
    {31, "        for (unsigned k = 0; k < 2; k++) {"},
    {31, "                    rank / 2 % 2 == 0);"},
    {31,
     "                dst + k * 16 + n, &v[k * 16 + n], &v[(k + 1) % 2 * 16 + n], rank / 4 % 2 == "
     "0);"},
    {32, "    TC_CHECK_LIMIT(ld >= 12 && ld <= 536870909);"},
    {32, "    if (rank < 60) {"},
    {32, "        const unsigned from = rank / 12 * ld + rank % 12;"},
    {33, "    TC_CHECK_LIMIT(m <= 32);"},
    {33, "    const unsigned from = m * 8 + rank * 8;"},
    {34, "    TC_CHECK_APART(dst, 4096, src, 4096);"},
    {34, "        tc_load_shared_b32(&v[i], src + (i ^ rank));"},
    {34, "        tc_store_shared_b32(dst + (i ^ rank) * 32, &v[i]);"},
    {35, "    tc_load_global_b128(v, src + rank * 4ull);"},
    {35, "    tc_convert_f32_f16x2(dst + 2, &v[2]);"},
    {36, "    TC_CHECK_LIMIT(from >= 16 && from <= 34087040 && from % 4 == 0);"},
    {36, "    TC_CHECK_LIMIT(row >= 16 && row <= 34087040 && row % 4 == 0);"},
    {36, "    const unsigned src_from = rank / 4 * from + chunk * 4;"},
    {36, "    const unsigned to = rank / 4 * row + chunk * 4;"},
    {36, "        dst += 16 * row;"},
    {37, "    TC_CHECK_LIMIT((ld >= W) && ld <= 2147483645);"},
    {37, "    TC_CHECK_LIMIT(z >= -1073741823 && z <= 1073741823);"},
    {37, "    TC_CHECK_LIMIT(D <= 2147483647);"},
    {37, "    src += (long long)z * slice - slice + (long long)y * ld + x + 3;"},
    {37,
     "                tc_inside(z - 1, D) && tc_inside(y + (int)i, H) && tc_inside(x + (int)(j + "
     "3), W));"},
    {38, "    TC_CHECK_LIMIT((ld >= W) && ld <= 32767);"},
    {38, "    TC_CHECK_LIMIT(D >= 1 && D <= 2147483647);"},
    {38, "    TC_CHECK_LIMIT(H >= 1 && H <= 2147483647);"},
    {38, "    TC_CHECK_LIMIT(W >= 1 && W <= 2147483647);"},
    {38,
     "            tc_clamp_at(y + (int)(rank / 8 % 2), H, ld) + tc_clamp_at(x + (int)(rank % 8), "
     "W, 1));"},
    {39, "    TC_CHECK_LIMIT(ld >= 8 && ld <= 9079837958408ull && ld % 4 == 0);"},
    {39, "    const unsigned long long from = rank / 2 * ld + rank % 2 * 4ull;"},
    {39, "    dst += rank * 4;"},
    {39, "    tc_load_global_b128(&v[1], src + 16ull * ld);"},
    {39, "    tc_store_shared_b128(dst + 16 * 8, &v[1]);"},
    {40, "    TC_CHECK_LIMIT((ld / 2 >= cols || ld >= 16) && ld <= 34087041);"},
    {40, "    const unsigned to = row * ld + col * 2;"},
    {40, "        tc_load_shared_b32(&v[i], src + i * 4 * 8);"},
    {40, "        for (unsigned i = 0; i < 16; i++) {"},
    {40, "    float *dst, const float *src, unsigned ld, unsigned rows, unsigned cols) {"},
    {41, "    TC_CHECK_LIMIT((ld >= width) && ld <= 69273665);"},
    {41, "    src += (long long)y * ld + x;"},
    {41, "    src += rank * ld;"},
    {41, "    if (tc_inside(y + (int)rank, height) && tc_inside(x + 1, width)) {"},
    {41, "        tc_load_global_b32(dst + 3, src + 3);"},
    {42, "    TC_CHECK_LIMIT(ld >= 64 && ld <= 69273664 && ld % 8 == 0);"},
    {42, "    src += (long long)m * ld;"},
    {42, "    const unsigned to = (rank * 8) ^ (row % 8 * 8);"},
    {42, "    const unsigned from = row * ld + rank % 8 * 8;"},
    {42,
     "    tc_cp_async_b128_or_zero(dst + 16 * 64, src + 16 * ld, tc_inside(m + (int)(row + 16), "
     "M));"},
    {43, "    TC_CHECK_LIMIT(ld >= 7 && ld <= 536870910);"},
    {43, "    const unsigned from = rank / 7 * ld + rank % 7;"},
    {43, "    const unsigned long long src_from = (rank + 32) / 7 * 1ull * ld + (rank + 32) % 7;"},
    {43, "    if (rank < 3) {"},
    {43, "        tc_store_shared_b8(dst + 32, &v[1]);"},
    {44, "    TC_CHECK_LIMIT(m <= 112 && m % 16 == 0);"},
    {44, "    TC_CHECK_LIMIT(k <= 48 && k % 16 == 0);"},
    {44, "    const unsigned row = rank % 16;"},
    {44,
     "    const unsigned from = m * 128 + ((row * 128 + (rank / 16 ^ row % 8) * 16) ^ (k * 2));"},
    {44, "    tc_ldmatrix_x4(dst, tc_from(src, from));"},
    {45, "    TC_CHECK_LIMIT(ld >= 20 && ld <= 89478484 && ld % 4 == 0);"},
    {45, "    if (rank < 125) {"},
    {45, "        const unsigned from = rank / 5 * ld + rank % 5 * 4;"},
    {45, "        tc_store_shared_b128(dst + rank * 4, &v);"},
    {46, "    unsigned char v[32];"},
    {46, "    tc_load_shared_b128(v, src + rank / 4 % 2 * 16);"},
    {46, "    tc_load_shared_b128(v + 16, src + (rank / 4 % 2 ^ 1) * 16);"},
    {46, "                rank / 4 % 2 == 0);"},
    {47, "    tc_store_shared_b128(dst + 32 * 4, src);"},
    {48, "    TC_CHECK_LIMIT(ld >= 34 && ld <= 536870902 && ld % 2 == 0);"},
    {48, "    const unsigned dst_to = (rank + 64) / 17 * ld + (rank + 64) % 17 * 2;"},
    {48, "    tc_load_shared_b32(v + 2, src + (from ^ 72));"},
    {48, "    tc_store_global_b32(dst + rank / 17 * ld + rank % 17 * 2, v);"},
    {48, "    tc_store_global_b32(dst + (rank + 32) / 17 * ld + (rank + 32) % 17 * 2, v + 2);"},
    {49, "    TC_CHECK_SCRATCH(scratch, 512, 16);"},
    {49, "    TC_CHECK_OWNERS(rank, 64, src, 32, \"S[(32,4):(1@laneid,1)] + R[(2):(1@warpid)]\");"},
    {49, "    const unsigned to = rank % 32 * 16;"},
    {49, "    if (rank < 32) {"},
    {49, "        tc_store_shared_b128(tc_to(scratch, to), src);"},
    {50, "    TC_CHECK_LIMIT(ld >= 4 && ld <= 93368852 && ld % 4 == 0);"},
    {50, "    tc_shuffle_b32(&pick, index, rank / 4);"},
    {50, "    tc_load_global_b32_or_zero(&v, src + rank % 4 + pick * 1ull * ld, (int)pick >= 0);"},
    {52, "    tc_add_f32(&own[1], own, src + 1);"},
    {52, "    if (rank >= 1) {"},
    {52, "    if (rank >= 2) {"},
    {52, "    if (rank >= 4) {"},
    {52, "    if (rank >= 8) {"},
    {53, "    TC_CHECK_APART(dst, 8, value, 4);"},
    {53, "    TC_CHECK_SAME(rank, 32, value, 4);"},
    {53, "    own[1] = src[1];"},
    {53, "    if (rank == i / 2) {"},
    {53, "        if (i % 2 == 0) {"},
    {54, "    TC_CHECK_INDEX(index, 1, 1, 0, 1, 0, 99);"},
    {54, "    tc_load_global_b128(dst, src + (unsigned)index[0] * 4);"},
    {55, "    TC_CHECK_INDEX(index, 3, 16, rank, 64, 2, 99);"},
    {55, "    tc_load_global_b32(&pick, index + rank / 4 * 3);"},
    {55, "    tc_load_global_b64(&v, src + rank % 4 * 2 + pick * 8);"},
    {55, "    tc_store_shared_b64(dst + rank * 2, &v);"},
    {56, "    TC_CHECK_INDEX(index, 1, 1, 0, 1, -1, 99);"},
    {56, "    if (index[0] >= 0) {"},
    {56, "        tc_store_global_b128(dst + (unsigned)index[0] * 4, src);"},
    {57, "    src += rank * 8ull;"},
    {57, "    tc_load_global_b128(&v[1], src + 256);"},
    {57, "    tc_load_global_b128(&v[2], src + 512);"},
    {57, "    tc_load_global_b128(&v[3], src + 768);"},
    {57, "        tc_load_global_b128(&v[4], src + 1024);"},
    {58, "    dst += rank * 15;"},
    {58, "        tc_store_shared_b8(dst + i, src + i);"},
    {59, "        tc_load_global_b128(&v, (const tc_b128 *)src + (rank - 8));"},
    {59, "        tc_store_shared_b128(dst + (rank - 8) * 4, &v);"},
    {60, "    const unsigned chunk = rank - 32;"},
    {60, "    if (rank >= 32 && rank < 96) {"},
    {60, "        src += chunk * 4;"},
    {60, "        tc_load_global_b128(&v[1], src + 32 * 8);"},
    {60, "        tc_store_shared_b128(dst + 32 * 8, &v[1]);"},
    {61, "    src += (long long)z * h * ld - (long long)h * ld * 2 + (long long)y * ld + x;"},
    {61,
     "        tc_inside(z - 2, D) && tc_inside(y + (int)row, H) && tc_inside(x + (int)col, W));"},
    {62, "    TC_CHECK_LIMIT(ld >= 16 && ld <= 55063680 && ld % 8 == 0);"},
    {62, "    const unsigned to = (rank * 4) ^ (rank / 16 * 8);"},
    {62, "    const unsigned from = rank / 4 * ld + rank % 4 * 4;"},
    {62, "    for (unsigned i = 0; i < 5; i++) {"},
    {62, "        tc_cp_async_b64(dst + i * 8 * 16, src);"},
    {63, "    TC_CHECK_LIMIT(ld >= 4 && ld <= 17318416);"},
    {63, "    for (unsigned i = 0; i < 12; i++) {"},
    {63, "        const unsigned item = rank + i * 32;"},
    {63, "        tc_load_global_b8(&v[i], src + item / 12 * 3 * ld + item % 12);"},
    {63, "        tc_store_shared_b8(dst + i * 32, &v[i]);"},
    {64, "    TC_CHECK_LIMIT((ld >= cols || ld >= 64) && ld <= 34087040 && ld % 8 == 0);"},
    {64, "    const unsigned from = row * ld + chunk * 8;"},
    {64, "                tc_load_global_b128(v + i * 8, src + i * 8 * ld);"},
    {64, "                    tc_load_global_b16(&v[i * 8 + j], src + i * 8 * ld + j);"},
    {64, "        tc_store_shared_b128(dst + i * 8 * 64, v + i * 8);"},
    {65, "    const unsigned to = row * 128 + (rank / 16 ^ row % 8) * 16;"},
    {65, "    const unsigned to = (row * 64 + rank % 4 * 2) ^ (row * 8);"},
    {65, "    tc_store_shared_b32(dst + (to ^ 8), src + 4);"},
    {65, "    tc_store_shared_b32(dst + to + 8 * 64, src + 2);"},
    {65, "    tc_store_shared_b32(dst + (to ^ 8) + 8 * 64, src + 6);"},
    {66, "    tc_store_async_b128(there + rank * 16, src, done);"},
    {67, "    const tc_dsmem there = tc_map_to_cta(src, cta);"},
    {67, "    tc_load_dsmem_b128(dst, there + rank * 16);"},
    {68, "    TC_CHECK_LIMIT(ld >= 16 && ld <= 306783376 && ld % 4 == 0);"},
    {68, "            tc_bulk_smem_to_gmem(dst, src + i * 20, 16 * 4);"},
    {68, "    TC_UNAVAILABLE(\"bulk copies need sm_90 or newer\");"},
    {69, "    TC_CHECK_LIMIT(ld >= 4 && ld <= 16909320 && ld % 4 == 0);"},
    {69, "    tc_load_global_b128(dst, src + rank * ld);"},
    {70, "    TC_CHECK_LIMIT(ld >= 3 && ld <= 34087041);"},
};

/* The accesses with hints, then each piece: what it is about, its constants, its definitions. */
static const char *definitions_of(const Function *function) {
    FunctionText text = checked_text(function);
    Text out = {0};
    for (int i = 0; i < text.hinted_count; i++)
        text_add(&out, text.hinted[i].text);
    for (int i = 0; i < text.piece_count; i++) {
        const Piece *piece = &text.pieces[i];
        text_printf(&out, "%s", piece->comment ? piece->comment : "");
        text_printf(&out, "%s\n%s", piece->constants, piece->bodies);
    }
    return text_string(&out);
}

static const char *text_of(const Statement *statement) {
    const char *text = mem_printf(
        "target %s\nlayout held = S[(32,4):(1@laneid,1)]\nlayout a = S[(M,K):(lda,1)]\n"
        "layout v = S[(D,H,W):(slice,ld,1)]\n%s\n",
        statement->target,
        statement->text);
    Module *module =
        lang_load(source_from_text("t.tc", text, strlen(text)), prelude_text, NULL, 0, 0);
    Program *program = module && diag_error_count() == 0 ? program_build(module, true) : NULL;
    EXPECT_OF(statement->text, program && program->count == 1 && diag_error_count() == 0);
    return program && program->count == 1 ? definitions_of(&program->functions[0]) : "";
}

/* Each block is indented by four blanks more, but what goes on from the line before; no line is longer than
 * 100 columns. */
static void expect_form(const char *row, const char *text) {
    int depth = 0;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        int blanks = (int)strspn(text, " ");
        EXPECT_OF(row, length <= 100 && (length == 0 || text[length - 1] != ' '));
        depth -= text[blanks] == '}';
        if (length && text[0] != '#' && text[blanks] != '*')
            EXPECT_OF(row, blanks >= 4 * depth && blanks <= 4 * depth + 12);
        depth += length && text[length - 1] == '{';
    }
    EXPECT_OF(row, depth == 0);
}

static int line_count(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

int main(void) {
    const char *texts[COUNT_OF(statements)];
    for (size_t i = 0; i < COUNT_OF(statements); i++) {
        texts[i] = text_of(&statements[i]);
        bool same = line_count(texts[i]) == statements[i].lines;
        EXPECT_OF(statements[i].text, same);
        if (!same)
            printf("--- %d lines, not %d\n", line_count(texts[i]), statements[i].lines);
        expect_form(statements[i].text, texts[i]);
    }
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        bool found = strstr(texts[rows[i].statement], mem_printf("%s\n", rows[i].line)) != NULL;
        EXPECT_OF(rows[i].line, found);
        if (!found)
            printf(
                "--- %s\n--- has no line %s\n", statements[rows[i].statement].text, rows[i].line);
    }
    EXPECT(diag_error_count() == 0);
    mem_free_all();
    return unit_finish();
}
