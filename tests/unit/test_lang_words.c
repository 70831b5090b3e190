/* Words of descriptions: which name is near another, by an edit distance of its own; the tables of
 * types, axes and options; what `tcgen scan` may ask of named layouts. */
#include "../../generator/lang/ast.h"
#include "reports.h"
#include "unit.h"
#include <string.h>

/* ---- near names ---------------------------------------------------------------------------- */

static int least(int a, int b) {
    return a < b ? a : b;
}

/* From the front: take, drop, put or swap. No letter is edited twice. */
static int distance(const char *a, const char *b) {
    if (!*a || !*b)
        return (int)(strlen(a) + strlen(b));
    int best = distance(a + 1, b + 1) + (*a != *b);
    best = least(best, distance(a + 1, b) + 1);
    best = least(best, distance(a, b + 1) + 1);
    if (a[1] && a[0] == b[1] && a[1] == b[0])
        best = least(best, distance(a + 2, b + 2) + 1);
    return best;
}

/* All words of a, b and c with up to four letters, the shortest first. */
static char words[121][5];
static int make_words(void) {
    int count = 1;
    for (int at = 0; count < 121; at++)
        for (char c = 'a'; c <= 'c' && count < 121; c++) {
            const size_t length = strlen(words[at]);
            memcpy(words[count], words[at], length);
            words[count++][length] = c;
        }
    return count;
}

static bool is_near(const char *wanted, const char *candidate) {
    const bool near = distance(wanted, candidate) <= (strlen(wanted) <= 3 ? 1 : 2);
    const char *got = near_name(wanted, &candidate, 1);
    return got == (near ? candidate : NULL);
}

/* The first of the nearest, of several. */
static const char *nearest(const char *wanted, const char *const *list, int count) {
    const int most = strlen(wanted) <= 3 ? 1 : 2;
    const char *best = NULL;
    for (int d = 0; d <= most && !best; d++)
        for (int i = 0; i < count && !best; i++)
            best = distance(wanted, list[i]) == d ? list[i] : NULL;
    return best;
}

static void test_near(void) {
    const int count = make_words();
    bool all = true;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            all = all && is_near(words[i], words[k]);
    EXPECT(all);
    const char *list[] = {"abcabc", "bcab", "abca", "acba", "ccc", "bbba", "aab", "b"};
    for (int i = 0; i < count; i++)
        for (int n = 1; n <= (int)COUNT_OF(list); n++)
            all = all && near_name(words[i], list, n) == nearest(words[i], list, n);
    EXPECT(all);
    char name[67] = {0}, other[67] = {0};
    memset(name, 'a', 64);
    memset(other, 'a', 63);
    const char *candidate = other;
    EXPECT(near_name(name, &candidate, 1) == other && near_name(other, &candidate, 1) == other);
    other[63] = 'a';
    EXPECT(near_name(name, &candidate, 1) == other);
    other[64] = 'a';
    EXPECT(!near_name(name, &candidate, 1) && !near_name(other, &candidate, 1));
    candidate = name;
    EXPECT(!near_name(other, &candidate, 1));
    EXPECT(strcmp(near_dtype("bf61"), "bf16") == 0 && strcmp(near_dtype("b128"), "b128") == 0);
    EXPECT(!near_dtype("zebra") && !near_dtype("x99"));
}

static const char *nearest_in(void (*add)(Near *), const char *wanted) {
    Near near = {.wanted = {.at = wanted, .length = strlen(wanted)}};
    add(&near);
    return near.best ? near.best : "none";
}

/* Every word of a table may be meant, the first and the last one too. */
static void test_near_tables(void) {
    static const struct {
        void (*add)(Near *);
        const char *word;
    } rows[] = {
#define X(name, ...) {near_dtypes, name},
#include "../../generator/lang/dtypes.def"
#undef X
#define X(name, ...) {near_variants, name},
#include "../../generator/variants/variants.def"
#undef X
#define X(name) {near_variants, name},
#include "../../generator/lang/variants_to_come.def"
#undef X
#define X(name, ...) {near_options, name},
#include "../../generator/lang/options.def"
#undef X
    };
    for (int i = 0; i < AXIS_COUNT; i++)
        EXPECT_OF(axis_name[i], strcmp(nearest_in(near_axes, axis_name[i]), axis_name[i]) == 0);
    for (int i = 0; i < SPACE_COUNT; i++)
        EXPECT_OF(
            space_name[i], strcmp(nearest_in(near_spaces, space_name[i]), space_name[i]) == 0);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        EXPECT_OF(rows[i].word, strcmp(nearest_in(rows[i].add, rows[i].word), rows[i].word) == 0);
    EXPECT(strcmp(nearest_in(near_axes, "mm"), "m") == 0);
}

/* ---- tables -------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int bits;
    DtypeKind kind;
    const char *type;
} types[] = {
    {"f64", 64, DTYPE_FLOAT, "double"},
    {"f32", 32, DTYPE_FLOAT, "float"},
    {"tf32", 32, DTYPE_FLOAT, "float"},
    {"f16", 16, DTYPE_FLOAT, "tc_f16"},
    {"bf16", 16, DTYPE_FLOAT, "tc_bf16"},
    {"e2m3", 6, DTYPE_FLOAT, "unsigned char"},
    {"i4", 4, DTYPE_SIGNED, "unsigned char"},
    {"u16", 16, DTYPE_UNSIGNED, "unsigned short"},
    {"b128", 128, DTYPE_BITS, "tc_b128"},
};

static void test_tables(void) {
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        const Dtype *dtype = dtype_find(types[i].name, strlen(types[i].name));
        EXPECT_OF(types[i].name, dtype && strcmp(dtype->name, types[i].name) == 0);
        EXPECT_OF(types[i].name, dtype && dtype->bits == types[i].bits);
        EXPECT_OF(types[i].name, dtype && dtype->kind == types[i].kind);
        EXPECT_OF(types[i].name, dtype && strcmp(dtype->c_type, types[i].type) == 0);
        EXPECT_OF(types[i].name, !dtype_find(types[i].name, strlen(types[i].name) - 1));
        EXPECT_OF(types[i].name, !dtype_find(types[i].name, strlen(types[i].name) + 1));
    }
    for (Axis axis = 0; axis < AXIS_COUNT; axis++)
        EXPECT_OF(
            axis_name[axis], axis_is_thread(axis) == (axis >= AXIS_LANEID && axis <= AXIS_WGID));
    EXPECT(strcmp(option_values("fence"), "async") == 0);
    EXPECT(strcmp(option_values("edge"), "zero|keep|clamp|wrap") == 0);
    EXPECT(strcmp(option_values("using"), "VARIANT") == 0);
    EXPECT(
        targets_default == ((1u << TARGET_SM_80) | (1u << TARGET_SM_90) | (1u << TARGET_SM_90A) |
                            (1u << TARGET_SM_100) | (1u << TARGET_SM_100A)));
}

/* ---- named layouts ------------------------------------------------------------------------- */

static Reading *reading_of(const char *text) {
    const Source *source = source_from_text("t.tc", text, strlen(text));
    return lang_open(source, prelude_text, NULL, 0, 0);
}

/* "standard 128 tile A ld,ld (M,-)": what is said of a name. */
static const char *said(Reading *reading, const char *name) {
    NamedLayout layout;
    Text out = {0};
    if (!lang_layout(reading, name, strlen(name), &layout))
        return "none";
    text_add(&out, layout.is_standard ? "standard " : "");
    text_printf(&out, "%d", (int)layout.width);
    if (layout.tile)
        text_printf(&out, " tile %s", layout.tile);
    for (int i = 0; i < layout.stride_count; i++)
        text_printf(&out, "%s%s", i ? "," : " ", layout.strides[i]);
    for (int i = 0; i < MAX_RANK; i++)
        if (layout.extents[i])
            text_printf(&out, " %d:%s", i, layout.extents[i]);
    return text_string(&out);
}

static void test_named(void) {
    static const struct {
        const char *name, *said;
    } rows[] = {
        {"sw32", "standard 32"},
        {"sw64", "standard 64"},
        {"sw128", "standard 128"},
        {"mma_c", "0"},
        {"plain", "0"},
        {"own", "128"},
        {"pitched", "0 ld"},
        {"product", "0 h,ld,ld 0:D 2:W"},
        {"again", "0 ld"},
        {"buf_1", "0 tile Buf_1"},
        {"other", "none"},
        {"buf", "none"},
        {"rows", "none"},
        {"broken", "0"},
        {"Rows", "none"},
        {"Buf_1", "none"},
    };
    Reading *reading = reading_of("layout plain = S[(8)]\nlayout own = S[(8,128B)] swizzle 128B\n"
                                  "layout pitched = S[(8,4):(ld,1)]\nlayout again = pitched\n"
                                  "layout product = S[(D,4,W):(h*ld,2*ld,1)]\n"
                                  "layout broken = S[(0,4):(ld,1)]\n"
                                  "tile Rows : smem S[(8)] f32\n"
                                  "tile Buf_1 : smem auto S[(8)] f32\n");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *got = said(reading, rows[i].name);
        if (strcmp(got, rows[i].said) != 0)
            printf("     of %s got %s\n", rows[i].name, got);
        EXPECT_OF(rows[i].name, strcmp(got, rows[i].said) == 0);
    }
    diag_reset();
    /* One of the description that takes the place of a standard one is none. */
    EXPECT(strcmp(said(reading_of("layout sw32 = S[(8,32B)] swizzle 32B\n"), "sw32"), "32") == 0);
    EXPECT(strcmp(said(reading_of(""), "sw32"), "standard 32") == 0);
    EXPECT(strcmp(lang_prefix(reading_of("")), "tc_") == 0);
    EXPECT(strcmp(lang_prefix(reading_of("prefix p_\n")), "p_") == 0);
    Reading *pieces = reading_of("prefix p_\nlayout a = S[(8)]\n");
    lang_add(pieces, source_from_text("u.tc", "copy thread f32 smem a -> smem a", 32));
    const Module *module = lang_module(pieces);
    EXPECT(module->request_count == 1 && strcmp(module->requests[0]->prefix, "p_") == 0);
    EXPECT(diag_error_count() == 0);
}

/* ---- files for make ------------------------------------------------------------------------ */

static const char *rule_of(const char *target, const char *main, const char *import, bool phony) {
    const Source source = {.name = main, .path = main}, other = {.name = import, .path = import};
    const Source input = {.name = "<stdin>", .path = "-"}, *imports[] = {&other, &input};
    const Module module = {.main = &source, .imports = imports, .import_count = import ? 2 : 0};
    Text out = {0};
    out_depfile(&out, &module, target, phony);
    return text_string(&out);
}

static void test_depfile(void) {
    EXPECT(strcmp(rule_of("a.h", "b.tc", NULL, true), "a.h: b.tc\n") == 0);
    EXPECT(strcmp(rule_of("a.h", "-", NULL, false), "a.h:\n") == 0);
    EXPECT(strcmp(rule_of("a.h", "b.tc", "c.tc", false), "a.h: b.tc \\\n c.tc\n") == 0);
    EXPECT(strcmp(rule_of("a.h", "b.tc", "c.tc", true), "a.h: b.tc \\\n c.tc\n\nc.tc:\n") == 0);
    /* blank, tab, backslashes before a blank and elsewhere, # : $ */
    EXPECT(
        strcmp(
            rule_of(" a\tb.h", "x\\\\ y\\z", "#:$", false),
            "\\ a\\\tb.h: x\\\\\\\\\\ y\\z \\\n \\#\\:$$\n") == 0);
}

/* ---- bytes --------------------------------------------------------------------------------- */

static const char *first_report(const char *text, size_t bytes) {
    Text out = {0};
    lang_load(source_from_text("t.tc", text, bytes), NULL, NULL, 0, 0);
    diag_flush(&out);
    diag_reset();
    return mem_text(text_string(&out), strcspn(text_string(&out), "\n"));
}

static void test_bytes(void) {
    static const char nul[] = "t.tc:1:5: error: a byte 0x00 in the description [E_BAD_CHARACTER]";
    EXPECT(strcmp(first_report("# ab\0c", 6), nul) == 0);
    EXPECT(
        strcmp(
            first_report("\n    \0;", 7),
            "t.tc:2:5: error: a byte 0x00 in the description "
            "[E_BAD_CHARACTER]") == 0);
    EXPECT(
        strcmp(
            first_report("zeb\0", 4),
            "t.tc:1:1: error: no statement starts with 'zeb' [E_SYNTAX]") == 0);
    EXPECT(strcmp(first_report("copy\0warp", 9), nul) == 0);
    /* 32 options are read, and judged: the second is the first again. */
    Text options = {0};
    text_add(&options, "copy warp f32 smem S[8] -> smem S[8] { ");
    for (int i = 0; i < 32; i++)
        text_add(&options, "using reg;");
    text_add(&options, "}");
    EXPECT(
        strcmp(
            first_report(options.at, options.length),
            "t.tc:1:50: error: option 'using' is given twice [E_DUPLICATE_OPTION]") == 0);
    Text many = {0}, out = {0};
    for (int i = 0; i < 30; i++)
        text_add(&many, "zebra\n");
    lang_load(source_from_text("t.tc", many.at, many.length), NULL, NULL, 0, 0);
    diag_flush(&out);
    diag_reset();
    int reports = 0;
    for (const char *at = text_string(&out); (at = strstr(at, "[E_SYNTAX]")); at++)
        reports++;
    EXPECT(reports == 20 && !strstr(text_string(&out), "stopped"));
}

/* The numbers of a value that does not fit its group, for programs. */
static void test_data(void) {
    static const char text[] = "lane0 d warp 32 { in a : f32[32,7] / f32[1,2] }\n"
                               "lane0 e warp 32 { in a : f32[64] / f32[4] }\n";
    Text out = {0};
    diag_format(DIAG_JSON);
    lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, 0);
    diag_flush(&out);
    diag_reset();
    EXPECT(
        strstr(text_string(&out), "\"data\":{\"dimension\":1,\"seq\":7,\"lane\":2,\"help\"") !=
        NULL);
    EXPECT(strstr(text_string(&out), "\"data\":{\"product\":16,\"help\"") != NULL);
}

int main(void) {
    test_data();
    test_bytes();
    test_depfile();
    test_near();
    test_near_tables();
    test_tables();
    test_named();
    print_reports(stdout);
    mem_free_all();
    return unit_finish();
}
