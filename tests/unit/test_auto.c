/* test_auto.c: what is chosen for `auto` layouts, the candidates themselves, and the choice for rows
 * of every length against a count of banks that shares nothing with plan/cost.c. */
#include "../../generator/dispatch/passes.h"
#include "reports.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static Program *build(const char *text) {
    Module *module =
        lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, 1u << TARGET_SM_90);
    return program_build(module, true);
}

static const Operand *tile_of(const Program *program, int at) {
    const Copy *copy = function_copy(&program->functions[at]);
    return copy->src.is_auto ? &copy->src : &copy->dst;
}

static const AutoChoice *choice_of(const Program *program, int at) {
    const View *view = &program->functions[at].view;
    return view->choice[view->choice[SRC] ? SRC : DST];
}

static bool chose(const char *text, int at, const char *kind, const char *layout) {
    const Program *program = build(text);
    if (at >= program->count || !choice_of(program, at))
        return false;
    const AutoChoice *choice = choice_of(program, at);
    Text used = {0};
    layout_print(&used, &tile_of(program, at)->layout, NULL);
    bool same = strcmp(choice->kind, kind) == 0 && strcmp(choice->chosen, layout) == 0 &&
                strcmp(text_string(&used), layout) == 0;
    if (!same)
        printf("chose %s, %s\n", choice->kind, choice->chosen);
    return same;
}

#define ROWS_32X8                                                                                  \
    "tile A : smem auto S[(32,8)] f32\n"                                                           \
    "copy warp f32 gmem S[(32,8)] -> A\n"                                                          \
    "copy warp f32 A -> reg S[(32,8):(1@laneid,1)]\n"
#define TRANSPOSE                                                                                  \
    "tile T : smem auto S[(32,32)] f32\n"                                                          \
    "copy warp f32 gmem S[(32,32)] -> T as put\n"                                                  \
    "copy warp f32 T -> gmem S[(32,32):(1,32)] as get\n"
#define ROWS_IN "copy warp f32 gmem S[(32,32)] -> smem auto S[(32,32)] as put\n"

static void test_choices(void) {
    EXPECT(chose(ROWS_32X8, 0, "swizzle(2,1,3)", "S[(32,8):(8,1)] swizzle(2,1,3)"));
    EXPECT(chose(ROWS_32X8, 1, "swizzle(2,1,3)", "S[(32,8):(8,1)] swizzle(2,1,3)"));
    EXPECT(chose(TRANSPOSE, 0, "swizzle(0,5,5)", "S[(32,32):(32,1)] swizzle(0,5,5)"));
    EXPECT(chose(TRANSPOSE, 1, "swizzle(0,5,5)", "S[(32,32):(32,1)] swizzle(0,5,5)"));
    EXPECT(chose(ROWS_IN, 0, "plain", "S[(32,32):(32,1)]"));
    const AutoChoice *plain = choice_of(build(ROWS_IN), 0); /* which is free of conflicts */
    Layout layout = {
        .shard = {{32, coef_int(32), AXIS_M, {0}}, {32, coef_int(1), AXIS_M, {0}}},
        .shard_count = 2};
    int simple,
        count = auto_candidates(&layout, 32, NEW_ARRAY(AutoCandidate, MAX_CANDIDATES), &simple);
    EXPECT(plain && plain->candidates == simple && simple < count); /* no others are looked at */
    EXPECT(chose(
        "copy warp f16 smem auto S[(32,33)] -> reg S[(32,33):(1@laneid,1)] as f\n",
        0,
        "pitch 34 for 33",
        "S[(32,33):(34,1)]"));
    EXPECT(chose(
        "copy warp f16 smem auto S[(128,64)][m:+16, k:+16] -> reg 16x16 "
        "S[(2,8,2,4,2):(2,4@laneid,4,1@laneid,1)] where m % 16 == 0, k % 16 == 0 as f\n",
        0,
        "swizzle(3,3,3)",
        "S[(128,64):(64,1)] swizzle(3,3,3)"));
}

/* Blocks of 8 rows by 64 bytes at any row and any 16 bytes: free at every origin that there is. */
static void test_origins(void) {
    const Program *program = build("copy warp f16 smem auto S[(32,64)][m:+8, k:+32] -> reg 8x32 "
                                   "S[(8,4,8):(1@laneid,8@laneid,1)] where k % 8 == 0 as f\n");
    Copy copy = *program->functions[0].view.moved;
    const AutoChoice *choice = choice_of(program, 0);
    EXPECT(choice && choice->is_free && strcmp(choice->kind, "swizzle(3,3,3)") == 0);
    int64_t most = 0;
    for (int64_t m = 0; m <= 24; m++)
        for (int64_t k = 0; k <= 32; k += 8) {
            Plan *plan = program->functions[0].choices[0].plan;
            copy.symbols[0].min = m;
            copy.symbols[1].min = k;
            plan->symbols = copy.symbols;
            Cost cost = plan_cost(plan);
            EXPECT(cost.wavefront_count == 1 && cost.wavefronts[0].ideal == 4);
            most = cost.wavefronts[0].got > most ? cost.wavefronts[0].got : most;
        }
    EXPECT(most == 4);
}

static void test_names(void) {
    const Program *program = build("tile Tile_B : smem auto S[(32,8)] f32\n"
                                   "copy warp f32 gmem S[(32,8)] <-> Tile_B\n"
                                   "layout free = auto S[(32,8)]\n"
                                   "copy warp f32 smem free -> reg S[(32,8):(1@laneid,1)]\n");
    EXPECT(program->count == 3);
    EXPECT(strcmp(program->functions[0].name, "tc_warp_copy_gmem_to_smem_tile_b_32x8_f32") == 0);
    EXPECT(strcmp(program->functions[1].name, "tc_warp_copy_smem_tile_b_to_gmem_32x8_f32") == 0);
    EXPECT(strcmp(program->functions[2].name, "tc_warp_copy_smem_free_to_reg_32x8_f32") == 0);
    EXPECT(strstr(program->functions[0].request->statement, "smem auto S[(32,8):(8,1)]") != NULL);
}

/* A tile, and copies that ask for different things of it, in both orders. */
static void test_all_copies(void) {
    static const char head[] = "tile W : smem auto S[(32,32)] f32\n";
    static const char rows[] = "copy warp f32 W -> reg S[(32,32):(1@laneid,1)] as rows\n";
    static const char columns[] = "copy warp f32 W -> gmem S[(32,32):(1,32)] as columns\n";
    Text one = {0}, two = {0};
    text_printf(&one, "%s%s%s", head, rows, columns);
    text_printf(&two, "%s%s%s", head, columns, rows);
    const AutoChoice *a = choice_of(build(text_string(&one)), 0);
    const AutoChoice *b = choice_of(build(text_string(&two)), 0);
    const AutoChoice *again = choice_of(build(text_string(&one)), 1);
    EXPECT(a && b && again && strcmp(a->chosen, b->chosen) == 0);
    EXPECT(a && again && strcmp(a->chosen, again->chosen) == 0);
    EXPECT(a && a->copies == 2 && a->is_free && a->got == a->ideal);
    EXPECT(a && strcmp(a->kind, "plain") != 0);
    /* An inline `auto` is a tile of its own, also on the same line. */
    const Program *apart =
        build("copy warp f32 smem auto S[(32,8)] -> reg S[(32,8):(1@laneid,1)] as x; "
              "copy warp f32 smem auto S[(32,8)] -> gmem S[(32,8)] as y\n");
    EXPECT(choice_of(apart, 0)->copies == 1 && choice_of(apart, 1)->copies == 1);
    EXPECT(strcmp(choice_of(apart, 1)->kind, "plain") == 0);
}

static void test_impossible(void) {
    const Program *program = build("layout quads = S[(4,8,4):(1,4@laneid,1@laneid)]\n"
                                   "tile W : smem auto S[(32,32)] f32\n"
                                   "copy warp f32 gmem S[(32,32):(1,32)] -> W as put\n"
                                   "copy warp f32 W -> gmem S[(32,32)] as get\n"
                                   "copy warp f32 W[0:32, 0:4] -> reg 32x4 quads as blocks\n");
    const AutoChoice *choice = choice_of(program, 0);
    EXPECT(choice && !choice->is_free && choice->got > choice->ideal);
    EXPECT(program->functions[0].warning_count == 0);
    EXPECT(chose(
        "layout quads = S[(4,8,4):(1,4@laneid,1@laneid)]\n"
        "tile W : smem 32x32 auto S[(4,8,32):(32,128,1)] f32\n"
        "copy warp f32 gmem S[(32,32):(1,32)] -> W as put\n"
        "copy warp f32 W[0:32, 0:4] -> reg 32x4 quads as blocks\n",
        1,
        "swizzle(0,5,5)",
        "S[(4,8,32):(32,128,1)] swizzle(0,5,5)"));
    EXPECT(program->functions[2].warning_count == 1);
    EXPECT(strncmp(program->functions[2].warnings[0], "bank-conflict: ", 15) == 0);
}

/* ---- candidates ---------------------------------------------------------------------------- */

static Layout compact(const int64_t *extents, int count) {
    Layout layout = {.shard_count = count};
    int64_t stride = 1;
    for (int i = count - 1; i >= 0; i--) {
        layout.shard[i] = (Iter){.extent = extents[i], .stride = coef_int(stride)};
        stride *= extents[i];
    }
    return layout;
}

/* No candidate lays two elements onto one address. */
static bool is_injective(const Layout *layout, const int64_t *extents, int count) {
    static bool seen[1 << 16];
    memset(seen, 0, sizeof seen);
    int64_t total = 1;
    for (int i = 0; i < count; i++)
        total *= extents[i];
    for (int64_t x = 0; x < total; x++) {
        int64_t rest = x, address = 0;
        for (int i = count - 1; i >= 0; rest /= extents[i], i--)
            address += rest % extents[i] * layout->shard[i].stride.value;
        address = layout->swizzle.on ? swizzle_apply(&layout->swizzle, address) : address;
        if (address < 0 || address >= 1 << 16 || seen[address])
            return false;
        seen[address] = true;
    }
    return true;
}

static void test_candidates(void) {
    static const int64_t shapes[][3] = {{32, 8, 1}, {16, 24, 1}, {2, 16, 16}, {7, 5, 3}, {1, 1, 1}};
    static const int bits[] = {4, 6, 8, 16, 32, 64, 128};
    for (size_t s = 0; s < COUNT_OF(shapes); s++)
        for (size_t b = 0; b < COUNT_OF(bits); b++) {
            AutoCandidate found[MAX_CANDIDATES];
            int simple, padded = 0;
            Layout plain = compact(shapes[s], 3);
            int count = auto_candidates(&plain, bits[b], found, &simple);
            EXPECT(count >= 1 && count <= MAX_CANDIDATES && simple <= count && simple <= 4);
            EXPECT(!found[0].swizzle.on && found[0].pad == 0);
            bool ordered = true, injective = true;
            for (int i = 0; i < count; i++) {
                Layout layout = auto_apply(&plain, &found[i]);
                injective = injective && is_injective(&layout, shapes[s], 3);
                padded += found[i].pad > 0;
                ordered = ordered && !(found[i].pad && found[i].swizzle.on) &&
                          (padded == 0 || found[i].pad > 0) &&
                          (padded < 2 || found[i].extra >= found[i - 1].extra);
            }
            EXPECT(ordered);
            EXPECT(injective);
            EXPECT(simple < 2 || found[1].swizzle.len == 1);
        }
}

/* ---- rows, counted by hand ------------------------------------------------------------------ */

/* Turns of a warp that reads 32 rows, lane i row i, in units of 16 bytes, 8 lanes at a time. */
static int64_t turns(const Layout *layout, int64_t columns) {
    int64_t sum = 0;
    for (int64_t c = 0; c < columns; c += 4)
        for (int64_t first = 0; first < 32; first += 8) {
            int asked[8] = {0}, most = 0;
            for (int64_t row = first; row < first + 8; row++) {
                int64_t address = row * layout->shard[0].stride.value + c;
                address = layout->swizzle.on ? swizzle_apply(&layout->swizzle, address) : address;
                int unit = (int)(address / 4 % 8);
                most = ++asked[unit] > most ? asked[unit] : most;
            }
            sum += most;
        }
    return sum;
}

/* Rows of 4 to 100 floats: the choice is free, and nothing simpler that keeps 16 bytes whole is. */
static void test_rows(void) {
    for (int64_t columns = 4; columns <= 100; columns += 4) {
        AutoCandidate found[MAX_CANDIDATES];
        const int64_t extents[] = {32, columns};
        Layout plain = compact(extents, 2);
        int simple, count = auto_candidates(&plain, 32, found, &simple), first = 0;
        for (; first < count; first++) {
            Layout layout = auto_apply(&plain, &found[first]);
            if ((!layout.swizzle.on || layout.swizzle.per_element >= 2) &&
                found[first].pad % 4 == 0 && turns(&layout, columns) == columns)
                break;
        }
        const AutoChoice *choice = choice_of(
            build(mem_printf(
                "copy warp f32 smem auto S[(32,%d)] -> reg S[(32,%d):(1@laneid,1)] as f\n",
                (int)columns,
                (int)columns)),
            0);
        EXPECT(first < count && choice && choice->is_free && choice->own_bits == 128);
        EXPECT(first < count && choice && strcmp(choice->kind, auto_describe(&found[first])) == 0);
    }
}

int main(void) {
    diag_set_warning("no-bank-conflict");
    diag_set_warning("no-fallback");
    test_choices();
    test_origins();
    test_names();
    test_all_copies();
    test_impossible();
    test_candidates();
    test_rows();
    EXPECT(diag_error_count() == 0);
    print_reports(stdout);
    mem_free_all();
    return unit_finish();
}
