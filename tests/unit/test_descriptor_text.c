/* test_descriptor_text.c: what is said of a descriptor, whole: its part of the header, `explain`, JSON, the statement and
 * pictures, against texts that stand in descriptor_texts.h. */
#include "descriptor/descriptor.h"
#include "descriptor_texts.h"
#include "unit.h"

static DescriptorPlans *plans_of(const char *text) {
    const Module *module = lang_load(
        source_from_text("d.tc", text, strlen(text)),
        prelude_text,
        NULL,
        0,
        1u << TARGET_SM_90A | 1u << TARGET_SM_100A);
    DescriptorPlans *plans = descriptors_plan(module, false);
    descriptors_make(plans);
    return plans;
}

/* The first line that differs is shown. */
static void expect_text(const char *row, const Text *text, const char *want) {
    const char *got = text_string(text), *line = want;
    bool same = strcmp(got, want) == 0;
    for (; !same && *want && *got == *want; got++, want++)
        line = *want == '\n' ? want + 1 : line;
    if (!same)
        printf(
            "  got:  %.*s%s\n  want: %.*s\n",
            (int)(want - line),
            line,
            mem_text(got, strcspn(got, "\n")),
            (int)strcspn(line, "\n"),
            line);
    EXPECT_OF(row, same);
}

static const struct {
    const char *name, *text, *header, *told, *json, *picture;
} rows[] = {
    {"panels", panels_text, panels_header, panels_told, panels_json, NULL},
    {"turned", turned_text, turned_header, turned_told, turned_json, NULL},
    {"ring", ring_text, ring_header, ring_told, ring_json, ring_picture},
    {"planes", planes_text, planes_header, planes_told, planes_json, planes_picture},
    {"fixed", fixed_text, fixed_header, fixed_told, fixed_json, NULL},
    {"lanes", lanes_text, lanes_header, lanes_told, lanes_json, NULL},
    {"still", still_text, still_header, still_told, still_json, NULL},
};

static void test_texts(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const DescriptorPlans *plans = plans_of(rows[i].text);
        Text header = {0}, told = {0}, json = {0}, picture = {0};
        EXPECT_OF(rows[i].name, plans->count == 1);
        descriptors_text(&header, plans);
        descriptors_explain(&told, plans, NULL);
        descriptors_json(&json, plans);
        expect_text(rows[i].name, &header, mem_printf("\n%s", rows[i].header));
        expect_text(rows[i].name, &told, rows[i].told);
        expect_text(rows[i].name, &json, mem_printf("\n%s", rows[i].json));
        if (!rows[i].picture)
            continue;
        Subject subject = descriptor_subject(plans->at[0], "memory");
        EXPECT_OF(rows[i].name, draw_text(&picture, &subject));
        expect_text(rows[i].name, &picture, rows[i].picture);
    }
}

/* Of several, each in order, or the one that is asked for. */
static void test_several(void) {
    const DescriptorPlans *plans =
        plans_of(mem_printf("%s%s%s", panels_text, planes_text, lanes_text));
    Text header = {0}, told = {0}, json = {0}, names = {0}, one = {0}, none = {0};
    EXPECT(plans->count == 3);
    descriptors_text(&header, plans);
    expect_text(
        "header", &header, mem_printf("\n%s\n%s\n%s", panels_header, planes_header, lanes_header));
    descriptors_explain(&told, plans, NULL);
    expect_text(
        "explain", &told, mem_printf("%s\n\n%s\n\n%s", panels_told, planes_told, lanes_told));
    descriptors_explain(&one, plans, "tc_planes");
    expect_text("of one", &one, planes_told);
    descriptors_explain(&none, plans, "tc_plane");
    expect_text("of none", &none, "");
    descriptors_json(&json, plans);
    expect_text("JSON", &json, mem_printf("\n%s,\n%s,\n%s", panels_json, planes_json, lanes_json));
    descriptors_names(&names, plans);
    expect_text("names", &names, "tc_d\ntc_planes\ntc_r\n");
    EXPECT(descriptor_find(plans, "tc_planes") == plans->at[1]);
    EXPECT(descriptor_find(plans, "tc_plane") == NULL);
}

/* Eight units are all told. The reason stands beside the arguments where 100 columns have room for
 * both: behind five letters, and not behind six. */
#define EIGHT_UNITS "descriptor wgmma f16 smem S[(64,64):(1,64)] swizzle 128B[0:64, 0:16] as d\n"

static void test_room(void) {
    Text told = {0}, header = {0};
    descriptors_explain(&told, plans_of(EIGHT_UNITS), NULL);
    EXPECT(strstr(text_string(&told), " 112; k 1: ") && !strstr(text_string(&told), ", ..."));
    descriptors_text(
        &header,
        plans_of("descriptor umma tf32 smem S[(16,8)] swizzle 32B[abcde:+8, 0:8] where "
                 "abcde % 8 == 0 as a_name_that_leaves_no_room_for_arguments_beside_it\n"
                 "descriptor umma tf32 smem S[(16,8)] swizzle 32B[abcdef:+8, 0:8] where "
                 "abcdef % 8 == 0 as another_that_leaves_no_room_for_arguments_beside_it\n"));
    EXPECT(strstr(
        text_string(&header), "\n    const float *src, unsigned abcde) TC_UNAVAILABLE(\"needs "));
    EXPECT(strstr(
        text_string(&header),
        "\n    const float *src, unsigned abcdef)\n    TC_UNAVAILABLE(\"needs "));
}

/* Where element (i, k) of the operand lies, by the layout. */
static int64_t byte_panels(int64_t i, int64_t k) {
    int64_t at = 128 * i + 2 * k;
    return at ^ (i % 8) << 4;
}

static int64_t byte_turned(int64_t i, int64_t k) {
    int64_t at = 2 * i + 128 * k;
    return at ^ (k % 8) << 4;
}

static int64_t byte_lanes(int64_t i, int64_t k) {
    int64_t at = i + 64 * k;
    return at ^ (k / 2 % 4) << 4;
}

static int64_t byte_fixed(int64_t i, int64_t k) {
    return 128 + i / 16 * 128 + i % 16 + k / 8 * 1280 + k % 8 * 16;
}

/* All boxes of a picture with room for all rows: the first element of each unit, its colour and its tip. */
static void test_boxes(
    const char *text, int64_t (*byte)(int64_t, int64_t), int64_t rows_wanted, bool mn, int unit) {
    const DescriptorPlan *plan = plans_of(text)->at[0];
    Subject subject = descriptor_subject(plan, NULL);
    Picture *picture = picture_build(&subject, 100, 64);
    int64_t boxes = 0, low = byte(0, 0) / 128 * 128;
    EXPECT_OF(text, picture && picture->rows == rows_wanted && picture->cols == 8);
    for (int64_t i = 0; i < plan->places.extent[0]; i += mn ? unit : 1)
        for (int64_t k = 0; k < plan->places.extent[1]; k += mn ? 1 : unit) {
            int64_t at = byte(i, k) - low;
            const Box *box = picture_box(picture, at / 128, at % 128 / 16);
            const char *tip = mem_printf(
                "%d elements from (%d, %d) on, along %s",
                unit,
                (int)i,
                (int)k,
                mn ? "M or N" : "K");
            EXPECT_OF(text, box && box->present && box->colour == (mn ? k : i) % 32);
            EXPECT_OF(text, !strcmp(text_string(&box->tip), tip));
            EXPECT_OF(text, !strcmp(text_string(&box->text), mem_printf("%d,%d", (int)i, (int)k)));
        }
    for (int64_t at = 0; at < picture->rows * 8; at++)
        boxes += picture->boxes[at].present;
    EXPECT_OF(text, boxes == plan->places.extent[0] * plan->places.extent[1] / unit);
    EXPECT_OF(text, !strcmp(text_string(&picture->row_label[1]), mem_printf("%d", (int)low + 128)));
    EXPECT_OF(text, !strcmp(text_string(&picture->col_label[7]), "+112"));
    EXPECT_OF(
        text, !strcmp(text_string(&picture->legend), mn ? "k" : "the row of A or column of B"));
}

static void test_views(void) {
    const DescriptorPlan *plan = plans_of(planes_text)->at[0];
    Subject subject = descriptor_subject(plan, "owner");
    Text picture = {0}, said = {0};
    EXPECT(!draw_text(&picture, &subject));
    diag_flush(&said);
    EXPECT(strstr(text_string(&said), "d.tc:1:1: error: 'tc_planes' has no view 'owner' [E_VIEW]"));
    EXPECT(strstr(text_string(&said), "help: draw 'memory' of a descriptor\n"));
}

int main(void) {
    test_texts();
    test_several();
    test_room();
    test_boxes(panels_text, byte_panels, 64, false, 8);
    test_boxes(fixed_text, byte_fixed, 39, true, 16);
    test_boxes(lanes_text, byte_lanes, 16, true, 16);
    test_boxes(EIGHT_UNITS, byte_turned, 16, true, 8);
    test_views();
    mem_free_all();
    return unit_finish();
}
