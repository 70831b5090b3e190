/* test_pipe_shown.c: how much of a long list is told of a pipeline, on both sides of each limit. */
#include "told_of.h"

/* ---- how many of a list are shown ------------------------------------------------------------ */

static int times(const char *text, const char *words) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++)
        count++;
    return count;
}

/* A block of `count` values as `format` says, which has the number and whether it is odd, as 0 and 1 or as 0 and 4. */
static const char *block_of(const char *head, const char *format, int count) {
    Text text = {0};
    text_printf(&text, "pipeline p {\nii 8\n%s\n", head);
    for (int i = 0; i < count; i++) {
        for (const char *at = format; *at; at++)
            if (*at == '#')
                text_printf(&text, "%d", i);
            else if (*at == '^')
                text_printf(&text, "%d", i % 2 * 4);
            else
                text_char(&text, *at);
        text_char(&text, '\n');
    }
    text_add(&text, "}\n");
    return text_string(&text);
}

static const char *told_of(const char *command, const char *block) {
    Section section = {command, block, 1u << TARGET_SM_90, ""};
    return told(&section);
}

/* 64 lines of each kind, however many there are; then how many values are left out. */
static void test_most_shown(void) {
    static const char *const mbar =
        "value w# u8[16] sync mbar barrier none produce a @0.0 consume a @0.1";
    static const char *const turns =
        "value w# u8[16] sync mbar barrier none produce a @0.^ consume a @0.^";
    static const char *const silent = "value w# u8[16] barrier none produce a @0.^ consume a @0.^";
    static const char *const roots =
        "value w# u8[16] sync mbar root r barrier none produce a @0.0 consume a @0.1";
    const char *text = told_of("explain", block_of("agents a:1w", mbar, 64));
    EXPECT(times(text, " lives from 0.0 to 0.2 ") == 64 && !strstr(text, "more values"));
    EXPECT(times(text, ": written by threads; full counts 1, empty counts 1") == 64);
    text = told_of("explain", block_of("agents a:1w", mbar, 66));
    EXPECT(
        times(text, " lives from 0.0 to 0.2 ") == 64 &&
        times(text, "\n              and 2 more values\n") == 1);
    EXPECT(times(text, ": written by threads; full counts 1, empty counts 1") == 64);
    text = told_of("explain", block_of("mode seed\nagents a:1w", turns, 140));
    EXPECT(
        times(text, " never live at the same time") == 64 &&
        times(text, "\n  shared      w0 and w1 never") == 1);
    EXPECT(
        times(text, " is released (one buffer)") == 64 &&
        times(text, "\n  hand-off    w0 waits until w1 of iteration i - 1") == 1);
    text = told_of("explain", block_of("agents a:1w", silent, 140));
    EXPECT(times(text, " do not share: nothing can wait for the end of one of them") == 64);
    EXPECT(times(text, "\n  not shared  w0 and w1 do") == 1);
    text = told_of("explain", block_of("agents a:1w", roots, 13)); /* 78 pairs */
    EXPECT(times(text, " are alive at the same time in one place: no hand-off orders") == 64);
    EXPECT(
        times(text, "\n  one root    w0 and w1 are alive") == 1 &&
        strstr(text, "or a barrier, except values of one root\n"));
}

/* 32 colours, which begin again. */
static void test_colours(void) {
    Section section = {.command = "picture"};
    section.block = block_of(
        "agents a:1w", "value w# u8[16] sync mbar barrier none produce a @0.0 consume a @0.7", 34);
    section.targets = 1u << TARGET_SM_90;
    section.names = "timeline 64 64";
    EXPECT(
        times(told(&section), "1, 31, cycle 0: 1 iteration of w31\n") == 1 &&
        times(told(&section), "1, 0, cycle 0: 1 iteration of w32\n") == 1);
    section.names = "memory 64 64";
    EXPECT(
        times(told(&section), "w31, 31, cycle 0: w31\n") == 1 &&
        times(told(&section), "w33, 1, cycle 0: w33\n") == 1);
}

/* Lists in reports: 40 places, 4 names, 4 pairs. */
static void test_most_reported(void) {
    static const char *const tile =
        "value w# u8[64] sync mbar barrier none produce a @0.0 consume a @0.1";
    static const char *const idle = "value w# mutex sync mbar produce a @0.0 consume a @0.7";
    static const char *const mutex = "value w# mutex produce a @0.0 consume a @0.7";
    static const char *const pairs =
        "value w# u8[64] sync named barrier none produce a @0.^ consume a @0.^";
    const char *text = told_of("report", block_of("capacity 640\nagents a:1w", tile, 40));
    EXPECT(strstr(text, " w38:2432+64 w39:2496+64\n") && !strstr(text, " more\n"));
    text = told_of("report", block_of("capacity 656\nagents a:1w", tile, 41));
    EXPECT(strstr(text, " w38:2432+64 w39:2496+64 and 1 more\n") && !strstr(text, "w40:"));
    text = told_of("report", block_of("pool 3 base 1\nagents a:1w", idle, 4));
    EXPECT(strstr(
        text,
        "help: mbarriers already synchronise 4 values (w0, w1, w2, w3): 'barrier none' frees their "
        "slots\n"));
    text = told_of("report", block_of("pool 3 base 1\nagents a:1w", idle, 5));
    EXPECT(strstr(
        text,
        "help: mbarriers already synchronise 5 values (w0, w1, w2, w3, ...): 'barrier none' frees "
        "their slots\n"));
    text = told_of("report", block_of("pool 14 base 1\nagents a:1w", mutex, 15));
    EXPECT(strstr(text, "help: the values fit with a pool of 15\n"));
    text = told_of("report", block_of("pool 14 base 1\nagents a:1w", mutex, 16));
    EXPECT(
        strstr(text, "help: the values fit with a pool of 16; the hardware has 15 besides id 0\n"));
    text = told_of("report", block_of("agents a:1w", mutex, 32));
    EXPECT(
        strstr(text, "help: the values fit with a pool of 32; the hardware has 15 besides id 0\n"));
    text = told_of("report", block_of("agents a:1w", mutex, 33));
    EXPECT(strstr(
        text,
        "help: no pool is large enough: let fewer values live at the same time, or write 'barrier "
        "none'\n"));
    text = told_of("report", block_of("capacity 100\nagents a:1w", pairs, 4));
    EXPECT(times(text, " cannot share: no mbarrier signals the end of '") == 4);
    text = told_of("report", block_of("capacity 100\nagents a:1w", pairs, 6));
    EXPECT(
        times(text, " cannot share: no mbarrier signals the end of '") == 4 &&
        strstr(text, "'w0' and 'w5' cannot"));
}

/* Of more than 256 values no code is made, so that none is kept from sharing for want of it: 129 of 64 bytes in turn. */
static void test_most_with_code(void) {
    static const char *const pairs =
        "value w# u8[64] sync named barrier none produce a @0.^ consume a @0.^";
    EXPECT(strstr(
        told_of("explain", block_of("agents a:1w", pairs, 256)),
        " 16384 the best found; 8192 live at the same time;"));
    EXPECT(strstr(
        told_of("explain", block_of("agents a:1w", pairs, 257)),
        " 8256\n              at best; 8256 live"));
    EXPECT(
        times(
            told_of("report", block_of("capacity 100\nagents a:1w", pairs, 256)),
            " cannot share: ") == 4);
    EXPECT(
        times(
            told_of("report", block_of("capacity 100\nagents a:1w", pairs, 257)),
            " cannot share: ") == 0);
}

/* The data of a failure, key by key: of one that is classified, and of one that is not yet. */
static void test_data(void) {
    static const char *const late[] = {
        "\"phase\":3,",
        "\"value\":\"w1\",",
        "\"pipeline\":\"p\",",
        "\"ii\":8,",
        "\"stage_count\":1,",
        "\"life\":[[0,0],[0,3]],",
        "\"occupancy\":[{\"id\":1,\"values\":[\"w0\"],\"life\":[[0,3]]},{",
        "{\"id\":2,\"values\":[\"w1\"],\"life\":[[0,3]]}],",
        "\"smem_map\":[{\"value\":\"w0\",\"offset\":0,\"size\":64}],",
        "\"tmem_map\":[],",
        "\"auto_class\":\"smem\",",
        "\"class\":\"smem\",",
        "\"element_type\":\"u8\",",
        "\"footprint\":64,",
        "\"reason\":\"64+64>100\",",
        "\"hint\":\"the tiles are 28 bytes too large: "};
    static const char *const early[] = {
        "\"phase\":2,",
        "\"value\":\"w1\",",
        "\"smem_map\":[],",
        "\"auto_class\":null,",
        "\"class\":null,",
        "\"element_type\":null,",
        "\"footprint\":null,",
        "\"reason\":\"pool-exhausted\",",
        "\"hint\":\"the values fit with a pool of 2\","};
    const char *text = told_of(
        "report_json",
        block_of("mode seed\ncapacity 100", "value w# u8[64] produce @0.0 consume @0.2", 2));
    for (size_t i = 0; i < COUNT_OF(late); i++)
        EXPECT_OF(late[i], strstr(text, late[i]));
    text = told_of(
        "report_json", block_of("pool 1 base 1", "value w# mutex produce @0.0 consume @0.2", 2));
    for (size_t i = 0; i < COUNT_OF(early); i++)
        EXPECT_OF(early[i], strstr(text, early[i]));
}

/* Each region has its rows, up to its last border: of shared memory, of tensor memory, of descriptors. */
static void test_regions(void) {
    static const char *const rows[] = {
        "\n0..64:\n  0 A, 0, cycle 0: A",
        "\n64..96:\n  0 B, 1, cycle 0: B",
        "\ntmem 0..256:\n  1 C, 2, cycle 1: C",
        "\ndesc 0..256:\n  0 D, 3, cycle 0: D",
        "\ndesc 256..384:\n  0 E, 4, cycle 0: E",
        "\n5 of 5 rows, 2 of 2 columns, all\n",
        "\n96 bytes of tiles, 16 of control, of 232448; 256 columns of tensor memory\n"};
    Section section = {
        "picture",
        "pipeline p {\nii 2\nvalue A u8[64] produce @0.0 consume @0.1\nvalue B u8[32] produce @0.0 "
        "consume @0.1\n"
        "value C f32[128,128] stages 2 produce @0.1 consume @0.1\nvalue D tensormap stages 2 "
        "produce @0.0 consume @1.1\n"
        "value E tensormap produce @0.0 consume @0.1\n}\n",
        1u << TARGET_SM_100A,
        "memory 9 9"};
    const char *text = told(&section);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        EXPECT_OF(rows[i], strstr(text, rows[i]));
}

/* So many groups may be open before sm_90: of 9 slots 7 of those that are filled ahead, of 10 slots 8. */
static void test_most_open(void) {
    for (int stages = 1; stages <= 10; stages++) {
        const char *block = mem_printf(
            "pipeline p {\nii 1\nagents a:1w\nvalue A u32[4] stages %d sync cpasync produce a @0.0 "
            "consume a @%d.0\n}\n",
            stages,
            stages - 1);
        Section section = {"explain", block, 1u << TARGET_SM_80, ""};
        EXPECT_OF(
            block,
            (strstr(told(&section), "cp.async in groups;") != NULL) ==
                (stages >= 2 && stages <= 9));
    }
}

int main(void) {
    test_data();
    test_most_open();
    test_regions();
    test_most_shown();
    test_colours();
    test_most_reported();
    test_most_with_code();
    mem_free_all();
    return unit_finish();
}
