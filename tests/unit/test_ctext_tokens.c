/* test_ctext_tokens.c: each token of a body counts. The bodies of tests/golden and of a few descriptions beside it are
 * read back with one token changed, one line left out or one line twice; the reader must find fault with each. A body is
 * tried while one of its functions has been met in fewer than SEEN others. */
#include "generator/dispatch/passes.h"
#include "generator/reread/reread.h"
#include "generator/tell/tell.h"
#include "module_of.h"
#include "unit.h"
#include <ctype.h>
#include <string.h>

enum { SEEN = 1, MOST_LINES = 60, WORDS = 512 };

static struct {
    const char *name;
    int seen;
} functions[WORDS];
static int function_count;

static int *seen_of(const char *name, size_t length) {
    for (int i = 0; i < function_count; i++)
        if (strlen(functions[i].name) == length && memcmp(functions[i].name, name, length) == 0)
            return &functions[i].seen;
    functions[function_count].name = mem_text(name, length);
    return &functions[function_count++].seen;
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Counts the functions that it calls; true: one of them is rare. */
static bool is_new(const char *text) {
    bool rare = false;
    for (const char *at = strstr(text, "tc_"); at; at = strstr(at + 1, "tc_")) {
        size_t length = 0;
        while (is_word(at[length]))
            length++;
        if (at[length] == '(' && (at == text || !is_word(at[-1])))
            rare |= (*seen_of(at, length))++ < SEEN;
    }
    return rare;
}

/* Changes that mean the same, each with the reason. */
static const struct {
    const char *name, *line, *was, *now;
} equal[] = {
    /* bits that nothing else sets: a sum is the XOR */
    {"tc_warp_copy_smem_a_to_reg_32x8_f32", "(rank * 8) ^ (rank / 4 % 2 * 4)", "^", "+"},
    {"tc_epilogue", "(row * 32 + rank % 4 * 2) ^ (row / 2 * 8)", "^", "+"},
    /* row is rank % 16 or rank % 32: its lowest bits are those of the rank */
    {"tc_epilogue", "row * 64 + (rank / 16 ^ row / 2 % 4) * 16", "row", "rank"},
    {"_of128x64_dyn", "(row * 128 + (rank / 16 ^ row % 8) * 16)", "row", "rank"},
    {"tc_warpgroup_copy_reg_wgmma_n64", "(rank / 16 % 2 ^ row % 8) * 16", "row", "rank"},
    /* one iteration more, in which no lane has that place */
    {"tc_extract_two", "k < 15", "15", "16"},
    /* a base that is the rank itself */
    {"tc_lane0_pick_scatter", "tc_from(smem, from", "from", "rank"},
    /* the first three ranks: 32 to 34 are in row 4 of 7 columns, and would be in row 4 of 8 */
    {"tc_m4", "(rank + 32) / 7 < rows && (rank + 32) % 7 < cols", "rank", "0"},
    {"tc_m4", "(rank + 32) / 7 < rows && (rank + 32) % 7 < cols", "7", "8"},
    /* under the guard rank is at most 15 */
    {"tc_narrow_bytes", "(rank * 16) ^ (rank / 8 % 2 * 16)", "2", "3"},
};

typedef struct {
    int planted;
    const BodyText *body;
} Tally;

static bool is_equal(const char *name, const char *line, const char *was, const char *now) {
    for (size_t i = 0; i < COUNT_OF(equal); i++)
        if (strstr(name, equal[i].name) && strstr(line, equal[i].line) &&
            strcmp(was, equal[i].was) == 0 && strcmp(now, equal[i].now) == 0)
            return true;
    return false;
}

/* What is wrong for all threads is said of the first of them: thread 0 where there is no condition. */
static bool names_first(const char *text, const char *fault) {
    static const char *const all[] = {
        "the function", "the number of arguments", "the size", "whose it is", "an argument"};
    bool first = true;
    for (size_t i = 0; fault && i < COUNT_OF(all) && !strstr(text, "if ("); i++)
        if (strstr(fault, mem_printf(": %s of '", all[i])))
            first &= strncmp(fault, "thread 0: ", strlen("thread 0: ")) == 0;
    return first;
}

static void plant(Tally *tally, size_t at, size_t length, const char *now) {
    MemMark mark = mem_mark();
    const char *text = tally->body->text, *was = mem_text(text + at, length);
    const char *changed = mem_printf("%.*s%s%s", (int)at, text, now, text + at + length);
    size_t start = at;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    const char *line = mem_text(text + start, strcspn(text + start, "\n"));
    const char *fault = ctext_fault(tally->body->plan, changed);
    bool found = fault || is_equal(tally->body->name, line, was, now);
    EXPECT_OF("found", found);
    EXPECT_OF("thread", names_first(text, fault));
    if (!found)
        printf("--- %s: '%s' of '%s' may be '%s'\n", tally->body->name, was, line, now);
    tally->planted++;
    mem_rewind(mark);
}

/* One more; of 0x3c00 another first digit. */
static void change_number(Tally *tally, size_t at) {
    const char *text = tally->body->text + at;
    int digits = 0;
    long long value = 0;
    if (text[0] == '0' && text[1] == 'x') {
        plant(tally, at + 2, 1, text[2] == '1' ? "2" : "1");
    } else if (sscanf(text, "%lld%n", &value, &digits) == 1) {
        plant(tally, at, (size_t)digits, mem_printf("%lld", value + 1));
    }
}

static void change_word(Tally *tally, size_t at, size_t length) {
    static const char *const others[] = {
        "unsigned", "const", "long", "int", "for", "if", "char", "short"};
    const char *word = mem_text(tally->body->text + at, length);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (strcmp(word, others[i]) == 0)
            return;
    plant(tally, at, length, strcmp(word, "rank") == 0 ? "0" : "rank");
}

static void change_mark(Tally *tally, size_t at, size_t length) {
    static const char *const swaps[][2] = {
        {"+", "-"},
        {"-", "+"},
        {"*", "+"},
        {"/", "%"},
        {"%", "/"},
        {"^", "+"},
        {"<", ">="},
        {">=", "<"},
        {"==", "<"},
        {"&&", "^"},
        {"+=", "="}};
    for (size_t i = 0; i < COUNT_OF(swaps); i++)
        if (strlen(swaps[i][0]) == length &&
            memcmp(tally->body->text + at, swaps[i][0], length) == 0)
            plant(tally, at, length, swaps[i][1]);
}

/* Comments and what stands in a TC_ macro is no part of the body; an array may be larger than need be. */
static size_t passed_over(const char *text) {
    size_t line = strcspn(text, "\n");
    if (strncmp(text, "/*", 2) == 0)
        return (size_t)(strstr(text, "*/") + 2 - text);
    if (strncmp(text, "TC_", 3) == 0)
        return line;
    if (*text == '[' && line > 2 && text[line - 2] == ']' && !memchr(text, ' ', line))
        return line;
    return 0;
}

static void change_tokens(Tally *tally) {
    const char *text = tally->body->text;
    for (size_t at = 0, length; text[at]; at += length) {
        length = passed_over(text + at);
        if (length)
            continue;
        bool word = is_word(text[at]);
        do
            length++;
        while (word && is_word(text[at + length]));
        while (!word && strchr("+<>=&", text[at]) && text[at + length] &&
               strchr("=&", text[at + length]))
            length++;
        if (isdigit((unsigned char)text[at]))
            change_number(tally, at);
        else if (word)
            change_word(tally, at, length);
        else
            change_mark(tally, at, length);
    }
}

static void change_lines(Tally *tally) {
    const char *text = tally->body->text;
    for (size_t at = 0, length; text[at]; at += length) {
        length = strcspn(text + at, "\n") + 1;
        const char *line = mem_text(text + at, length);
        bool whole = length > 2 && line[length - 2] == ';' && !strchr(line, '{');
        if (!whole || strstr(line, "for ("))
            continue;
        plant(tally, at, length, "");
        if (strstr(line, "tc_") && strchr(line, '(') && !strchr(line, '='))
            plant(tally, at, 0, line);
    }
}

static void try_body(Tally *tally, const BodyText *body, bool always) {
    int lines = 0;
    for (const char *at = body->text; *at; at++)
        lines += *at == '\n';
    if (!body->plan || lines > MOST_LINES || !(is_new(body->text) || always))
        return;
    tally->body = body;
    EXPECT(ctext_fault(body->plan, body->text) == NULL);
    change_tokens(tally);
    change_lines(tally);
}

static void try_text(Tally *tally, const char *name, const char *text, bool always) {
    const char *paths[] = {"generator"};
    Module *module =
        lang_load(source_from_text(name, text, strlen(text)), prelude_text, paths, 1, 0);
    Program *program = module ? program_build(module, true) : NULL;
    EXPECT_OF(name, program != NULL && diag_error_count() == 0);
    for (int i = 0; program && i < program->count; i++) {
        FunctionText made = function_text(&program->functions[i]);
        for (int b = 0; b < made.body_count; b++)
            try_body(tally, &made.bodies[b], always);
    }
}

static void try_golden(Tally *tally, const char *name) {
    static char text[1 << 14];
    const char *path = mem_printf("tests/golden/%s/input.tc", name);
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    EXPECT_OF(path, size > 0 && size < sizeof text - 1);
    text[size] = '\0';
    try_text(tally, path, text, false);
}

/* Small tiles whose bodies have conditions on run-time numbers, edges and picks. */
static const char small[] =
    "layout rows = S[(32,4):(1@laneid,1)]\n"
    "copy warp f32 gmem S[(height,width):(ld,1)][y:+4, x:+8] -> smem S[(4,8)] {masked;} as w1\n"
    "copy_async warp f32 gmem S[(height,width):(ld,1)][y-1:+4, x+2:+8] -> smem S[(4,8)] {masked;} "
    "as w2\n"
    "copy warp f32 smem S[(4,8)] -> gmem S[(height,width):(ld,1)][y:+4, x:+8] {masked;} as w3\n"
    "copy thread f32 gmem S[(D,H,W):(h*ld,ld,1)][z:+1, y:+2, x:+3] -> reg S[(1,2,3)] {masked;} as "
    "w4\n"
    "copy warp f32 gmem S[(height,width):(ld,1)][y-1:+4, x-1:+8] -> smem S[(4,8)] {masked; edge "
    "clamp} as e1\n"
    "copy warp f32 gmem S[(D,H,W):(h*ld,ld,1)][z:+2, y:+2, x:+8] -> smem S[(2,2,8)] {masked; edge "
    "wrap} as e2\n"
    "copy warp f32 gmem S[(8,height,width):(64,8,1)][n:+1, y:+1, x:+32] -> smem S[(32)] {masked; "
    "edge clamp} as e3\n"
    "copy warp f32 gmem S[(32,8):(ld,1)] -> smem S[(32,8)] where ld % 4 == 0, cols % 4 == 0 { "
    "masked } as m1\n"
    "copy_async warp f16 gmem S[(32,8)] -> smem S[(32,8)] { masked } as m2\n"
    "copy warp f32 gmem S[(32,4)] -> reg rows { masked; fill 0x7f800000 } as m3\n"
    "copy warp f32 gmem S[(5,7)] -> smem S[(5,7)] { masked } as m4\n"
    "copy warp f32 gmem S[(16,8)] -> smem S[(16,8)] { masked; keep } as m5\n"
    "copy warp f16 gmem S[(512)] -> reg 512 S[(2,32,8):(8,1@laneid,1)] { masked } as m6\n"
    "copy warp f16 gmem S[(16,32):(ld,1)] by i32 gmem -> smem S[(16,32)] where ld % 8 == 0 as g1\n"
    "copy warp f32 reg rows -> gmem S[(32,4)] by i32 smem as g2\n"
    "copy warp f32 smem S[(64,8)][m:+32, 0:4] -> reg rows as o1\n";

int main(void) {
    static const char *const golden[] = {
        "auto",        "blocks",       "bulk",        "convert",       "dsmem",
        "dsmem_async", "dsmem_direct", "elements",    "folded",        "hints",
        "lane0",       "ldgsts",       "ldstmatrix",  "mixed",         "multicast",
        "red",         "reduce",       "reduce_over", "relayout_lane", "replicate",
        "scan",        "tma_auto",     "tma_gather",  "tma_origins",   "vec"};
    Tally tally = {0};
    for (size_t i = 0; i < COUNT_OF(golden); i++)
        try_golden(&tally, golden[i]);
    try_text(&tally, "small", small, true);
    EXPECT(tally.planted > 2000);
    mem_free_all();
    return unit_finish();
}
