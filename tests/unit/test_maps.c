/* test_maps.c: who holds which element of a distributed value, in C (generator/text/lane0_map.c), each shape beside
 * the text that a reader would write; and what reading such a text back says yes and no to (reread/ctext_map.c). */
#include "generator/reread/reread.h"
#include "module_of.h"
#include "unit.h"

/* ---- texts --------------------------------------------------------------------------------------- */

static const struct {
    const char *value, *owner, *slot, *index;
} maps[] = {
    {"f32[128] / f32[4]", "i / 4", "i % 4", "lane * 4 + slot"},
    {"f32[128] / f32[4] cyclic", "i % 32", "i / 32", "lane + slot * 32"},
    {"f32[32] / f32[1]", "i", "0", "lane"},
    {"f32[96] / f32[3]", "i / 3", "i % 3", "lane * 3 + slot"},
    {"f32[8,16] / f32[4,1]",
     "i / 64 * 16 + i % 16",
     "i / 16 % 4",
     "lane / 16 * 64 + slot * 16 + lane % 16"},
    {"f32[8,16] / f32[4,1] cyclic",
     "i / 16 % 2 * 16 + i % 16",
     "i / 32",
     "lane / 16 * 16 + slot * 32 + lane % 16"},
    {"f32[2,64] / f32[2,2]",
     "i / 2 % 32",
     "i / 64 * 2 + i % 2",
     "slot / 2 * 64 + lane * 2 + slot % 2"},
    {"f32[32,3] / f32[1,3]", "i / 3", "i % 3", "lane * 3 + slot"},
    {"f32[4,8,8] / f32[2,2,2]",
     "i / 128 * 16 + i / 16 % 4 * 4 + i / 2 % 4",
     "i / 64 % 2 * 4 + i / 8 % 2 * 2 + i % 2",
     "lane / 16 * 128 + slot / 4 * 64 + lane / 4 % 4 * 16 + slot / 2 % 2 * 8 + lane % 4 * 2 + slot "
     "% 2"},
    {"f32[4,8,8] / f32[2,2,2] cyclic",
     "i / 64 % 2 * 16 + i / 8 % 4 * 4 + i % 4",
     "i / 128 * 4 + i / 32 % 2 * 2 + i / 4 % 2",
     "lane / 16 * 64 + slot / 4 * 128 + lane / 4 % 4 * 8 + slot / 2 % 2 * 32 + lane % 4 + slot % 2 "
     "* 4"},
};

/* The expression behind `return` in the function of that name; a line of it that is broken is put together again. */
static const char *returned(const char *text, const char *function) {
    const char *at = strstr(text, mem_printf(" %s(", function));
    at = at ? strstr(at, "return ") : NULL;
    Text out = {0};
    for (at = at ? at + strlen("return ") : ""; *at && *at != ';'; at++) {
        text_char(&out, *at == '\n' ? ' ' : *at);
        at += *at == '\n' ? strspn(at + 1, " ") : 0;
    }
    return text_string(&out);
}

static void expect(const char *row, const char *got, const char *want) {
    EXPECT_OF(row, strcmp(got, want) == 0);
    if (strcmp(got, want) != 0)
        printf("--- %s\n--- got  %s\n--- want %s\n", row, got, want);
}

static const char *texts_of(const char *value) {
    const char *text = mem_printf("lane0 x warp 32 { in a : %s; out s : f32; }\n", value);
    Program *program = program_build(module_of(text, TARGET_SM_80), true);
    FunctionText made = checked_text(&program->functions[0]);
    for (int i = 0; i < made.piece_count; i++)
        if (made.pieces[i].kind == PIECE_MAP)
            return made.pieces[i].bodies;
    return "";
}

static void texts_of_maps(void) {
    for (size_t i = 0; i < COUNT_OF(maps); i++) {
        const char *text = texts_of(maps[i].value);
        expect(maps[i].value, returned(text, "tc_lane0_x_owner_a"), maps[i].owner);
        expect(maps[i].value, returned(text, "tc_lane0_x_slot_a"), maps[i].slot);
        expect(maps[i].value, returned(text, "tc_lane0_x_index_a"), maps[i].index);
        /* an argument that is not read is named once more */
        EXPECT_OF(maps[i].value, !!strstr(text, "(void)i;") == (strcmp(maps[i].slot, "0") == 0));
        EXPECT_OF(maps[i].value, !!strstr(text, "(void)slot;") == !strstr(maps[i].index, "slot"));
        EXPECT_OF(maps[i].value, !strstr(text, "(void)lane;"));
        for (const char *at = text; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n'))
            EXPECT_OF(maps[i].value, strcspn(at, "\n") <= 100);
    }
    EXPECT(strstr(texts_of(maps[8].value), " +\n           slot % 2;\n}\n"));
}

/* What the code between the parts calls: an element by its number, which a value of one element does not have. */
static void accesses(void) {
    static const struct {
        const char *access, *line;
    } lines[] = {
        {"tc_lane0_y_get_a", "TC_FN float tc_lane0_y_get_a(const void *smem, unsigned i) {"},
        {"tc_lane0_y_get_a", "    float value[1];"},
        {"tc_lane0_y_get_a", "    TC_CHECK_LIMIT(i <= 127);"},
        {"tc_lane0_y_get_a", "    tc_load_shared_b32(value, tc_from(smem, i * 4));"},
        {"tc_lane0_y_get_a", "    return value[0];"},
        {"tc_lane0_y_set_s", "TC_FN void tc_lane0_y_set_s(void *smem, float element) {"},
        {"tc_lane0_y_set_s", "    const float value[1] = {element};"},
        {"tc_lane0_y_set_s",
         "    tc_store_shared_b32(tc_to(smem, 512), value);"}}; /* behind 128 f32 */
    const char *text = "lane0 y cta(64) { in a : f32[128] / f32[2]; out s : f32; }\n";
    Program *program = program_build(module_of(text, TARGET_SM_80), true);
    FunctionText made = checked_text(&program->functions[0]);
    int found = 0;
    for (int i = 0; i < made.piece_count; i++) {
        const Piece *piece = &made.pieces[i];
        for (size_t k = 0; k < COUNT_OF(lines) && piece->kind == PIECE_ACCESS; k++)
            if (strcmp(piece->name, lines[k].access) == 0) {
                found++;
                EXPECT_OF(lines[k].line, strstr(piece->bodies, mem_printf("%s\n", lines[k].line)));
            }
        EXPECT(
            piece->kind != PIECE_ACCESS ||
            strstr(piece->bodies, "    TC_CHECK_ALIGN(smem, 16);\n"));
    }
    EXPECT(found == (int)COUNT_OF(lines));
    const char *memory = made.pieces[0].constants;
    EXPECT(strstr(memory, "typedef struct __attribute__((aligned(16))) {\n    float a[128];\n"));
    EXPECT(strstr(memory, "    float s[1];\n    unsigned char s__rest[12];\n} tc_lane0_y_smem;\n"));
    EXPECT(strstr(memory, "[sizeof(tc_lane0_y_smem) == 528 ? 1 : -1];\n"));
}

/* ---- read back ------------------------------------------------------------------------------------- */

/* f32[128] / f32[4] of 32 lanes. */
static const Lane0Value block = {
    .name = "a",
    .rank = 1,
    .seq = {128},
    .lane = {4},
    .ratio = {32},
    .seq_count = 128,
    .lane_count = 4};

static void reading_back(void) {
    static const struct {
        Map map;
        const char *text;
        bool holds;
    } rows[] = {
        {MAP_OWNER, "i / 4", true},
        {MAP_OWNER, "i / 2 / 2", true},
        {MAP_OWNER, "i / 4 % 32", true},
        {MAP_OWNER, "i * 2 / 8", true},
        {MAP_OWNER, "i / 4 + 0", true},
        {MAP_OWNER, "i * 16777216 / 67108864", true},   /* 127 x 2^24 is below 2^31 */
        {MAP_OWNER, "i * 33554432 / 134217728", false}, /* 127 x 2^25 is not */
        {MAP_OWNER, "(i + 4) / 4", false},
        {MAP_OWNER, "i / 4 % 31", false},
        {MAP_OWNER, "i % 4", false},
        {MAP_OWNER, "i / 4 * 2", false},
        {MAP_OWNER, "i", false},
        {MAP_OWNER, "slot / 4", false},
        {MAP_OWNER, "i / 0", false},
        {MAP_OWNER, "i % 0", false},
        {MAP_OWNER, "i / 4 - 0", false}, /* a difference is none of ours */
        {MAP_OWNER, "i >> 2", false},
        {MAP_OWNER, "i / 4 ^ 0", false},
        {MAP_OWNER, "(int)i / 4", false},
        {MAP_OWNER, "f(i)", false},
        {MAP_OWNER, "i / 4; i", false},
        {MAP_OWNER, "i / 4; f()", false},
        {MAP_OWNER, "", false},
        {MAP_OWNER, "i /", false},
        {MAP_OWNER, "(i - i) / (i - i)", false},
        {MAP_SLOT, "i % 4", true},
        {MAP_SLOT, "i % 8 % 4", true},
        {MAP_SLOT, "i % 5", false},
        {MAP_SLOT, "i / 4", false},
        {MAP_SLOT, "0", false},
        {MAP_INDEX, "lane * 4 + slot", true},
        {MAP_INDEX, "slot + lane * 4", true},
        {MAP_INDEX, "lane * 4 + lane", false},
        {MAP_INDEX, "slot * 4 + slot", false},
        {MAP_INDEX, "lane + slot * 32", false},
        {MAP_INDEX, "lane * 4", false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        EXPECT_OF(rows[i].text, map_holds(&block, rows[i].map, rows[i].text) == rows[i].holds);
    Lane0Value one = {
        .name = "a",
        .rank = 1,
        .seq = {32},
        .lane = {1},
        .ratio = {32},
        .seq_count = 32,
        .lane_count = 1};
    EXPECT(map_holds(&one, MAP_SLOT, "0") && !map_holds(&one, MAP_SLOT, "1"));
    static const char *const none[] = {
        "f(i)", "(int)i", "&i", "i[0]", "0 * f(i)", "0 / f(i)", "0 ^ 0", "0 - 0"};
    for (size_t i = 0; i < COUNT_OF(none); i++)
        EXPECT_OF(none[i], !map_holds(&one, MAP_SLOT, none[i]));
    EXPECT(map_holds(&one, MAP_OWNER, "i") && map_holds(&one, MAP_INDEX, "lane"));
}

int main(void) {
    texts_of_maps();
    accesses();
    reading_back();
    EXPECT(diag_error_count() == 0);
    mem_free_all();
    return unit_finish();
}
