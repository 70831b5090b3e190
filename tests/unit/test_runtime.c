/* What a generated text takes of tilecopy/, with headers that are made up here: this program has
 * runtime_items and the other tables of runtime.h itself, in the place of those of the tree. */
#include "../../generator/tell/runtime.h"
#include "../../generator/tell/view.h"
#include "unit.h"

enum { CONFIG, CHECK, LDST, MMA, EMU, KERNEL, HEADERS };
const char *const runtime_headers[] = {
    "tilecopy/config.h",
    "tilecopy/check.h",
    "tilecopy/ldst.h",
    "tilecopy/mma.h",
    "tilecopy/host/emu.h",
    "tilecopy/host/kernel.h"};
const char *const runtime_guards[] = {
    "G_CONFIG", "G_CHECK", "G_LDST", "G_MMA", "G_EMU", "G_KERNEL"};
enum {
    N_CHECK_CALLER,
    N_RANK_WARP,
    N_CALLER_CTA,
    N_CALLER_WARP,
    N_VERSION,
    N_INNER,
    N_A,
    N_AB,
    N_B,
    N_C,
    N_EMU_A,
    N_KERNEL,
    N_MMA,
    NAMES
};
const char *const runtime_names[] = {
    "TC_CHECK_CALLER",
    "TC_RANK_WARP",
    "TC__CALLER_CTA",
    "TC__CALLER_WARP",
    "TILECOPY_VERSION",
    "tc__inner",
    "tc_a",
    "tc_ab",
    "tc_b",
    "tc_c",
    "tc_emu_a",
    "tc_kernel",
    "tc_mma"};

#define LIST(...) ((const short[]){__VA_ARGS__, -1})
#define NONE ((const short[]){-1})
#define LINE(kind, header, text)                                                                   \
    { kind, header, NULL, false, 0, "", text, NONE, NONE }
#define ITEM(header, worlds, text, defines, uses)                                                  \
    { RUNTIME_ITEM, header, NULL, false, worlds, "", text, defines, uses }
const RuntimeItem runtime_items[] = {
    {RUNTIME_HEAD, CONFIG, NULL, false, 0, "/* config */", "", NONE, NONE},
    {RUNTIME_ITEM, CONFIG, NULL, true, 15, "", "#include <always>", NONE, NONE},
    LINE(RUNTIME_IF, CONFIG, "#if HOST"),
    ITEM(CONFIG, 15, "version", LIST(N_VERSION), NONE),
    LINE(RUNTIME_ELSE, CONFIG, "#else"),
    ITEM(CONFIG, 1, "caller warp", LIST(N_CALLER_WARP), NONE),
    LINE(RUNTIME_END, CONFIG, "#endif"),
    {RUNTIME_HEAD, CHECK, NULL, false, 0, "/* check */", "", NONE, NONE},
    ITEM(CHECK, 15, "check caller", LIST(N_CHECK_CALLER, N_RANK_WARP), NONE),
    ITEM(CHECK, 15, "caller cta", LIST(N_CALLER_CTA), NONE),
    {RUNTIME_HEAD, LDST, NULL, false, 0, "/* ldst */", "", NONE, NONE},
    {RUNTIME_IF, LDST, NULL, false, 0, "/* why */", "#ifdef A", NONE, NONE},
    LINE(RUNTIME_IF, LDST, "#if B"),
    {RUNTIME_ITEM, LDST, "tc_a", false, 15, "/* a */", "a", LIST(N_A), LIST(N_INNER, N_B)},
    LINE(RUNTIME_ELSE, LDST, "#elif C"),
    ITEM(LDST, 15, "ab", LIST(N_AB), NONE),
    LINE(RUNTIME_END, LDST, "#endif // B"),
    LINE(RUNTIME_ELSE, LDST, "#else // A"),
    LINE(RUNTIME_IF, LDST, "#if D"),
    ITEM(LDST, 3, "b", LIST(N_B), LIST(N_C)),
    LINE(RUNTIME_ELSE, LDST, "#else // D"),
    LINE(RUNTIME_END, LDST, "#endif // D"),
    ITEM(LDST, 15, "inner", LIST(N_INNER), NONE),
    LINE(RUNTIME_END, LDST, "#endif // A"),
    {RUNTIME_NOTE, LDST, NULL, false, 0, "/* note */", "", NONE, NONE},
    ITEM(LDST, 12, "c", LIST(N_C), NONE),
    {RUNTIME_HEAD, MMA, NULL, false, 0, "/* mma */", "", NONE, NONE},
    ITEM(MMA, 15, "mma", LIST(N_MMA), LIST(N_A)),
    {RUNTIME_HEAD, EMU, NULL, false, 0, "/* emu */", "", NONE, NONE},
    ITEM(EMU, 15, "emu a", LIST(N_EMU_A), NONE),
    {RUNTIME_HEAD, KERNEL, NULL, false, 0, "/* kernel */", "", NONE, NONE},
    ITEM(KERNEL, 15, "kernel", LIST(N_KERNEL), NONE),
};
const int runtime_item_count = (int)(sizeof runtime_items / sizeof *runtime_items);
const int runtime_header_count = HEADERS, runtime_name_count = NAMES;

#define CONFIG_ALONE "#include \"tilecopy/config.h\"\n"
#define LDST_ALONE "#include \"tilecopy/ldst.h\"\n"
/* Parts of what is printed. */
#define PRINTED_A                                                                                  \
    "#if B\n#if !defined(G_LDST) && !defined(TC_DEFINED_tc_a)\n#define TC_DEFINED_tc_a\n/* a "     \
    "*/\na\n#endif\n"
#define PRINTED_B "#else // A\n#if D\nb\n#endif // D\n"
#define PRINTED_A_B_INNER                                                                          \
    "\n/* ldst */\n/* why */\n#ifdef A\n" PRINTED_A "#endif // B\n" PRINTED_B "inner\n#endif // "  \
    "A\n"
#define PRINTED_CALLER "\n/* config */\n#include <always>\n#if HOST\n#else\ncaller warp\n#endif\n"
#define PRINTED_CHECK "\n/* check */\ncheck caller\n"

static const struct {
    const char *text;
    bool with_comments;
    const char *includes, *items;
} texts[] = {
    {"", false, CONFIG_ALONE, ""},
    {"nothing(tc_, tc_abc, xtc_a, tc_a1, _tc_a, tc_A)", false, CONFIG_ALONE, ""},
    /* Branches behind the last that is needed are left out, those before it stay. */
    {"tc_ab(x)",
     false,
     LDST_ALONE,
     "\n/* ldst */\n/* why */\n#ifdef A\n#if B\n#elif C\nab\n#endif // B\n#endif // A\n"},
    {"tc_b", false, LDST_ALONE, "\n/* ldst */\n/* why */\n#ifdef A\n" PRINTED_B "#endif // A\n"},
    /* a needs inner and b; b stands in worlds 1 and 2, where c does not. */
    {"x=tc_a;", false, LDST_ALONE, PRINTED_A_B_INNER},
    {"tc_c+tc_b",
     false,
     LDST_ALONE,
     "\n/* ldst */\n/* why */\n#ifdef A\n" PRINTED_B "#endif // A\nc\n"},
    {"tc_mma", false, "#include \"tilecopy/mma.h\"\n", PRINTED_A_B_INNER "\n/* mma */\nmma\n"},
    {"tc_mma tc_c",
     false,
     LDST_ALONE "#include \"tilecopy/mma.h\"\n",
     PRINTED_A_B_INNER "c\n\n/* mma */\nmma\n"},
    {"TILECOPY_VERSION",
     false,
     CONFIG_ALONE,
     "\n/* config */\n#include <always>\n#if HOST\nversion\n#endif\n"},
    {"tc_kernel tc_c", false, LDST_ALONE, "\n/* ldst */\nc\n\n/* kernel */\nkernel\n"},
    /* Who checks its caller asks for the macro of the scope. */
    {"TC_CHECK_CALLER(WARP, 32);", false, CONFIG_ALONE, PRINTED_CALLER PRINTED_CHECK},
    {"TC_RANK_WARP", false, CONFIG_ALONE, PRINTED_CALLER PRINTED_CHECK},
    {"TC_CHECK_CALLER(CTA)", false, CONFIG_ALONE, PRINTED_CHECK "caller cta\n"},
    {"TC_CHECK_CALLER(GRID, 1) TC_CHECK_CALLER", false, CONFIG_ALONE, PRINTED_CHECK},
    /* What stands in comments and strings is no use, unless it is asked for. */
    {"/* tc_a */ \"tc_b\" \"\\\"tc_mma\" tc_c", false, LDST_ALONE, "\n/* ldst */\nc\n"},
    {"/* tc_c", false, CONFIG_ALONE, ""},
    {"\"tc_c", false, CONFIG_ALONE, ""},
    {"\"\\\\\"tc_c", false, LDST_ALONE, "\n/* ldst */\nc\n"},
    {"\"\"tc_c\"", false, LDST_ALONE, "\n/* ldst */\nc\n"},
    {"/ * tc_c", false, LDST_ALONE, "\n/* ldst */\nc\n"},
    {"/* x */tc_c", false, LDST_ALONE, "\n/* ldst */\nc\n"},
    {"/* tc_c \"", true, LDST_ALONE, "\n/* ldst */\nc\n"},
};

static void check_texts(void) {
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        RuntimeNeed need = runtime_need_new();
        Text includes = {0}, items = {0};
        runtime_need(&need, texts[i].text, texts[i].with_comments);
        print_includes(&includes, &need);
        print_runtime_items(&items, &need);
        if (strcmp(text_string(&items), texts[i].items) != 0)
            printf("%s:\n%sand must be\n%s", texts[i].text, text_string(&items), texts[i].items);
        EXPECT_OF(texts[i].text, strcmp(text_string(&includes), texts[i].includes) == 0);
        EXPECT_OF(texts[i].text, strcmp(text_string(&items), texts[i].items) == 0);
    }
}

#define NO_SUCH "tcgen: error: --with: tilecopy/ has no header and no primitive "
#define NAME_ONE "help: name a header (mma, mbarrier, kernel) or a primitive (tc_cta_sync)\n"
#define BESIDE "help: include tilecopy/wgmma_TYPE.h beside it: its thousands of lines stay there\n"

/* --with; said: what is wrong with it. */
static const struct {
    const char *list, *items, *said;
} lists[] = {
    {"tc_c", "\n/* ldst */\nc\n", ""},
    {"tc_c,tc_ab",
     "\n/* ldst */\n/* why */\n#ifdef A\n#if B\n#elif C\nab\n#endif // B\n#endif // A\nc\n",
     ""},
    {"mma", PRINTED_A_B_INNER "\n/* mma */\nmma\n", ""},
    {"kernel", "\n/* emu */\nemu a\n\n/* kernel */\nkernel\n", ""},
    {"check", PRINTED_CHECK "caller cta\n", ""},
    {"tilecopy",
     "\n/* config */\n#include <always>\n#if HOST\nversion\n#else\ncaller "
     "warp\n#endif\n" PRINTED_CHECK "caller cta\n\n/* ldst */\n/* why */\n#ifdef A\n" PRINTED_A
     "#elif C\nab\n#endif // B\n" PRINTED_B "inner\n#endif // A\nc\n\n/* mma */\nmma\n",
     ""},
    {"tc_b,emu", NULL, NO_SUCH "'emu' [E_USAGE]\n" NAME_ONE},
    {"tc_emu_a", NULL, NO_SUCH "'tc_emu_a' [E_USAGE]\n" NAME_ONE},
    {"tc__inner", NULL, NO_SUCH "'tc__inner' [E_USAGE]\n" NAME_ONE},
    {"TILECOPY_VERSION", NULL, NO_SUCH "'TILECOPY_VERSION' [E_USAGE]\n" NAME_ONE},
    {"tc_kernal", NULL, NO_SUCH "'tc_kernal' [E_USAGE]\nhelp: did you mean 'tc_kernel'?\n"},
    {"ldsd", NULL, NO_SUCH "'ldsd' [E_USAGE]\nhelp: did you mean 'ldst'?\n"},
    {"tc_c,", NULL, NO_SUCH "'' [E_USAGE]\n" NAME_ONE},
    {"mma.h", NULL, NO_SUCH "'mma.h' [E_USAGE]\nhelp: did you mean 'mma'?\n"},
    {"wgmma",
     NULL,
     "tcgen: error: --with: 'wgmma' is not part of a single file [E_USAGE]\n" BESIDE},
    {"tc_wgmma_fence",
     NULL,
     "tcgen: error: --with: 'tc_wgmma_fence' is not part of a single file [E_USAGE]\n" BESIDE},
    {"tensormap",
     NULL,
     "tcgen: error: --with: 'tensormap' is not part of a single file [E_USAGE]\nhelp: a function "
     "with a tensor map "
     "brings it along; include tilecopy/tensormap.h beside a file without one\n"},
};

static void check_lists(void) {
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        RuntimeNeed need = runtime_need_new();
        Text items = {0}, said = {0};
        diag_reset();
        bool ok = runtime_need_with(&need, lists[i].list);
        diag_flush(&said);
        EXPECT_OF(lists[i].list, ok == (lists[i].items != NULL));
        if (strcmp(text_string(&said), lists[i].said) != 0)
            printf("%s: %s", lists[i].list, text_string(&said));
        EXPECT_OF(lists[i].list, strcmp(text_string(&said), lists[i].said) == 0);
        print_runtime_items(&items, &need);
        if (ok && strcmp(text_string(&items), lists[i].items) != 0)
            printf("%s:\n%sand must be\n%s", lists[i].list, text_string(&items), lists[i].items);
        EXPECT_OF(lists[i].list, !ok || strcmp(text_string(&items), lists[i].items) == 0);
    }
}

int main(void) {
    check_texts();
    check_lists();
    return unit_finish();
}
