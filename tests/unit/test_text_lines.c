/* test_text_lines.c: lines of what is generated for a statement, each worked out from it: how often it stands there, 0 for
 * one that must not. Of regions, how the maps of their values are broken into lines. */
#include "generator/reread/reread.h"
#include "module_of.h"
#include "reports.h"
#include "unit.h"

static const struct {
    const char *statement;
    int target;
    struct {
        int times;
        const char *line;
    } lines[8];
} rows[] = {
    {"copy warp f16 dsmem S[(5,34)] swizzle(3,3,3) -> smem S[(5,34)]",
     TARGET_SM_90,
     {{1, "    const tc_dsmem there = tc_map_to_cta(src, cta);"},
      {1, "    tc_load_dsmem_b32(v, there + from);"},
      {1, "    tc_load_dsmem_b32(v + 2, there + (from ^ 144));"},
      {0, "    TC_CHECK_SCRATCH"}}},
    {"copy_async warp f16 smem S[(5,34)] swizzle(3,3,3) -> dsmem S[(5,34)]",
     TARGET_SM_90,
     {{1, "    const tc_dsmem there = tc_map_to_cta(dst, cta);"},
      {1, "    const tc_dsmem done = tc_map_to_cta(bar, cta);"},
      {1, "    tc_store_async_b32(there + to + 64 * 2, v + 2, done);"}}},
    {"copy thread f32 reg S[(4,4)] -> gmem S[(4,4):(ld,1)] by i32 reg S[(4)]",
     TARGET_SM_80,
     {{1, "    TC_CHECK_UNIQUE(0, index, 1, 4);"}, {0, "    TC_CHECK_INDEX"}}},
    {"copy thread f32 reg S[(4,4)] -> gmem S[(4,4):(ld,1)] by i32 reg S[(4)] where index <= 9",
     TARGET_SM_80,
     {{1, "    TC_CHECK_INDEX(index, 1, 4, 0, 1, -1, 9);"}}},
    {"copy warp f32 reg S[(32,4):(1@laneid,1)] -> gmem S[(32,4)] by i32 reg S[(32):(1@laneid)]",
     TARGET_SM_80, /* each thread has one alone */
     {{0, "    TC_CHECK_UNIQUE"}, {1, "    if (index[0] >= 0) {"}}},
    {"copy warp f32 reg S[(32,4):(1@laneid,1)] -> gmem S[(32,4)] by i32 gmem S[(32):(5)]",
     TARGET_SM_80,
     {{1, "    TC_CHECK_UNIQUE(rank, index, 5, 32);"}}},
    {"copy thread f32 gmem S[(4,4)] by i32 gmem S[(4)] -> reg S[(4,4)] where index <= 9",
     TARGET_SM_80,
     {{1, "    TC_CHECK_INDEX(index, 1, 4, 0, 1, -1, 9);"}, {0, "    TC_CHECK_UNIQUE"}}},
    {"copy thread f32 gmem S[(D,H,W):(h*ld,ld,1)][z:+1, y:+2, x:+3] -> reg S[(1,2,3)] {masked; "
     "edge "
     "wrap}",
     TARGET_SM_80,
     {{1, "    TC_CHECK_LIMIT(0ll + z + D >= 0 && 0ll + z + 1 <= 2ll * D);"},
      {1, "    TC_CHECK_LIMIT(0ll + y + H >= 0 && 0ll + y + 2 <= 2ll * H);"},
      {1, "    TC_CHECK_LIMIT(0ll + x + W >= 0 && 0ll + x + 3 <= 2ll * W);"},
      {1, "    TC_CHECK_LIMIT((h >= H) && h <= 32767);"}}},
    {"copy_async warp f16 gmem S[(32,8)] -> smem S[(32,8)] where cols % 8 == 0 { masked; l2 "
     "policy; "
     "}",
     TARGET_SM_80,
     {{1, "    unsigned cols,"}, {1, "    unsigned long long policy) {"}}},
    {"copy cta(64) f32 gmem S[(16,8)] by i32 gmem S[(16,1):(3,7)] -> smem S[(16,8)] where index <= "
     "9",
     TARGET_SM_80,
     {{1, "    TC_CHECK_INDEX(index, 3, 16, rank, 64, -1, 9);"}}},
    {"relayout cta(64) f32 reg S[(64,4):(1@tx,1)] -> reg 64x4 S[(4,64):(1,1@tx)]",
     TARGET_SM_80,
     {{1, "#define TC_X_THREADS 64"},
      {1, "#define TC_X_SCRATCH_BYTES 1024"},
      {1, "#define TC_X_SCRATCH_ALIGN 16"},
      {1, "#define TC_X_REGS 4"},
      {1, "    TC_CHECK_SCRATCH(scratch, 1024, 16);"}}},
    {"copy_async cta(64) f16 gmem S[(16,32):(ld,1)] -> smem S[(16,32)] where ld % 8 == 0 { stages "
     "4; }",
     TARGET_SM_80,
     {{1, "#define TC_X_STAGE_BYTES 1024"},
      {1, "#define TC_X_ALIGN 16"},
      {1, "#define TC_X_BYTES (16 * 32 * 2)"},
      {1, "    TC_CHECK_LIMIT(stage <= 3);"}}},
    {"copy_async elected f16 gmem S[(M,K):(lda,1)][m:+64, k:+320] -> smem 64x320 "
     "S[(64,5,64):(64,4096,1)] swizzle 128B where lda % 8 == 0 { tensormap; oob zero; }",
     TARGET_SM_90A, /* an origin that may lie outside has a sign, and a loop has none */
     {{1,
       "            tc_tensor_gmem_to_smem_2d(dst + i * 64 * 64, src, k + (int)(i * 64), m, "
       "bar);"}}},
    {"copy_async elected f16 gmem S[(M,K):(lda,1)][m:+64, k:+320] -> smem 64x320 "
     "S[(64,5,64):(64,4096,1)] swizzle 128B where lda % 8 == 0, k >= 0 { tensormap; oob zero; }",
     TARGET_SM_90A,
     {{1,
       "            tc_tensor_gmem_to_smem_2d(dst + i * 64 * 64, src, (int)(i * 64 + k), m, "
       "bar);"}}},
    /* what numbers alone say was checked when the header was made */
    {"copy_async elected f16 smem S[(64,32)] -> gmem S[(64,32)] { tensormap; }",
     TARGET_SM_90A,
     {{0, "        return tc_tensormap_broken"}}},
    {"copy_async elected f16 smem S[(8,64)] -> gmem S[(M,64):(64,1)][m:+8, 0:64] { tensormap; oob "
     "skip; }",
     TARGET_SM_90A,
     {{0, "        return tc_tensormap_broken"}}},
    {"copy_async elected f16 smem S[(2,8,64)] -> gmem S[(D,8,64):(slice,64,1)][d:+2, 0:8, 0:64] "
     "where slice % 8 == 0 { tensormap; oob skip; }",
     TARGET_SM_90A,
     {{1, "    if (!(slice % 8 == 0))"},
      {1, "    if (D > 1 && 8ull > slice / (64ull))"},
      {1,
       "        return tc_tensormap_broken(\"stride of dimension 2\", slice, \"rows that do not "
       "overlap\");"},
      {0, "    if (M"}}},
    {"relayout thread e2m1 reg S[(4,8)] -> reg S[(4,8):(1,4)]", /* which C has no name for */
     TARGET_SM_80,
     {{1, "            tc_move_bits(dst, i + j * 4, src, i * 8 + j, 4);"}}},
    {"copy_async warp u8 gmem S[(8,64):(ld,1)] -> smem S[(8,64)] where ld % 16 == 0 { masked; }",
     TARGET_SM_80,
     {{1,
       "        dst + rank * 16, src + from, row < rows ? tc_left(cols, chunk * 16, 16) : 0);"}}},
    {"copy_async warp f32 gmem S[(8,16):(ld,1)] -> smem S[(8,16)] where ld % 4 == 0 { masked; }",
     TARGET_SM_80,
     {{1,
       "        dst + rank * 4, src + from, row < rows ? tc_left(cols, chunk * 4, 4) * 4 : 0);"}}},
    {"copy warp f64 gmem S[(32,2)] -> reg S[(32,2):(1@laneid,1)] { masked; fill "
     "0x3ff0000000000001 }",
     TARGET_SM_80,
     {{1, "    tc_fill_b128(dst, 0x1u, 0x3ff00000u);"}}},
    {"copy warp f64 gmem S[(32,2)] -> reg S[(32,2):(1@laneid,1)] { masked; fill "
     "0x3ff0000000000000 }",
     TARGET_SM_80,
     {{1, "    tc_fill_b128(dst, 0, 0x3ff00000u);"}}},
    {"copy warp u8 gmem S[(32,8)] -> reg S[(32,8):(1@laneid,1)] { masked; fill 0x80 }",
     TARGET_SM_80,
     {{1, "    tc_fill_b64(dst, 0x80808080u, 0x80808080u);"}}},
    {"copy warp u8 gmem S[(32,2)] -> reg S[(32,2):(1@laneid,1)] { masked; fill 0x80 }",
     TARGET_SM_80,
     {{1, "    tc_fill_b16(dst, 0x8080u);"}}},
};

static const char *text_of(const char *statement, int target) {
    const char *text = mem_printf("%s\n", statement);
    diag_reset();
    Program *program = program_build(
        lang_load(
            source_from_text("t.tc", text, strlen(text)), prelude_text, NULL, 0, 1u << target),
        true);
    bool built = program && program->count == 1 && diag_error_count() == 0;
    EXPECT_OF(statement, built);
    if (!built) {
        print_reports(stdout);
        return "";
    }
    FunctionText made = checked_text(&program->functions[0]);
    Text out = {0};
    for (int i = 0; i < made.piece_count; i++)
        text_printf(&out, "\n%s\n%s", made.pieces[i].constants, made.pieces[i].bodies);
    return text_string(&out);
}

/* As a whole line; where it must not stand, no line begins with it. */
static int times_in(const char *text, const char *line, bool whole) {
    int times = 0;
    const char *wanted = mem_printf(whole ? "\n%s\n" : "\n%s", line);
    for (const char *at = strstr(text, wanted); at; at = strstr(at + 1, wanted))
        times++;
    return times;
}

static void lines(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *text = text_of(mem_printf("%s as x", rows[i].statement), rows[i].target);
        for (int k = 0; k < 8 && rows[i].lines[k].line; k++) {
            const char *line = rows[i].lines[k].line;
            int want = rows[i].lines[k].times, got = times_in(text, line, want > 0);
            EXPECT_OF(line, got == want);
            if (got != want)
                printf("--- %d times, not %d: %s\n%s", got, want, line, text);
        }
    }
    /* half bytes of a tile whose layout tcgen chooses: 5 of them are 3 bytes */
    const char *halves = text_of(
        "tile A : smem auto S[(5)] e2m1\ncopy thread e2m1 gmem S[(4)] -> A[0:4] as x",
        TARGET_SM_80);
    EXPECT(times_in(halves, "#define TC_X_DST_BYTES 3", true) == 1);
    EXPECT(times_in(halves, "#define TC_X_BYTES 2", true) == 1);
    EXPECT(times_in(halves, "#define TC_X_SRC_BYTES", false) == 0);
}

/* ---- what else means the same ---------------------------------------------------------------------- */

/* A pointer that moves by a row that an index picks, before the load or in it. */
static void picked_rows(void) {
    static const struct {
        const char *text;
        bool holds;
    } texts[] = {
        {"LOAD(dst, src + (unsigned)index[0] * 1ull * ld, index[0] >= 0);", true},
        {"src += (unsigned)index[0] * 1ull * ld;\nLOAD(dst, src, index[0] >= 0);", true},
        {"src += (unsigned)index[0] * 2ull * ld;\nLOAD(dst, src, index[0] >= 0);", false},
        {"src += (unsigned)index[0] * 1ull * ld;\nLOAD(dst, src + 1, index[0] >= 0);", false},
        {"src += (unsigned)index[0];\nLOAD(dst, src, index[0] >= 0);", false},
        {"src += (unsigned)index[0] * 1ull * ld;\nLOAD(dst, src, index[0] >= 1);", false},
        {"unsigned long long at = ld;\nat = at * (unsigned)index[0];\nLOAD(dst, src + at, index[0] "
         ">= "
         "0);",
         true},
    };
    const char *statement =
        "copy warp f32 gmem S[(32,4):(ld,1)] by i32 reg S[(32):(1@laneid)] -> reg "
        "S[(32,4):(1@laneid,1)] where ld % 4 == 0 as x\n";
    Program *program = program_build(module_of(statement, TARGET_SM_80), true);
    EXPECT(program && program->count == 1 && diag_error_count() == 0);
    for (size_t i = 0; program && program->count == 1 && i < COUNT_OF(texts); i++) {
        const char *text = texts[i].text, *load = strstr(text, "LOAD");
        const char *whole = mem_printf(
            "%.*stc_load_global_b128_or_zero%s", (int)(load - text), text, load + strlen("LOAD"));
        const char *fault = ctext_fault(program->functions[0].choices[0].plan, whole);
        EXPECT_OF(text, !fault == texts[i].holds);
        if (!fault != texts[i].holds)
            printf("--- %s\n%s\n", fault ? fault : "no fault", whole);
    }
}

/* ---- maps ---------------------------------------------------------------------------------------- */

static bool is_broken;

/* A sum goes on in the next line where what follows, up to its next +, does not fit: 100 columns. */
static void expect_broken(const char *text) {
    for (const char *at = strstr(text, "    return "); at; at = strstr(at + 1, "    return ")) {
        size_t length = strcspn(at, "\n");
        while (at[length - 1] != ';') {
            const char *more = at + length + 1, *part = more + strspn(more, " ");
            const char *plus = strstr(part, " +"), *end = strchr(part, ';');
            size_t piece = (size_t)((plus && plus < end ? plus + 2 : end + 1) - part);
            EXPECT(at[length - 1] == '+' && part - more == (int)strlen("    return "));
            EXPECT(length <= 100 && length + 1 + piece > 100);
            is_broken = true;
            at = more;
            length = strcspn(at, "\n");
        }
        EXPECT(length <= 100);
    }
}

/* Three dimensions, each dealt to threads and to registers, in all ways. */
static void maps(void) {
    static const int deals[][3] = {{2, 2, 2}, {4, 2, 2}, {2, 4, 2}, {2, 2, 4}, {4, 4, 2}};
    for (size_t i = 0; i < COUNT_OF(deals); i++)
        for (int more = 0; more < 4; more++) {
            const int *deal = deals[i], own[] = {2 + more % 2 * 8, 2 + more, 2 + more / 2 * 9};
            const char *value = mem_printf(
                "u8[%d,%d,%d] / u8[%d,%d,%d]%s",
                deal[0] * own[0],
                deal[1] * own[1],
                deal[2] * own[2],
                own[0],
                own[1],
                own[2],
                more % 2 ? " cyclic" : "");
            int threads = deal[0] * deal[1] * deal[2];
            expect_broken(text_of(
                mem_printf("lane0 x warp %d { in a : %s; }", threads, value), TARGET_SM_80));
        }
    EXPECT(is_broken);
}

int main(void) {
    lines();
    picked_rows();
    maps();
    EXPECT(diag_error_count() == 0);
    mem_free_all();
    return unit_finish();
}
