/* test_pipe_columns.c: the lines of a pipeline's code are broken where they are longer than 100 letters, and nowhere else,
 * with names of every length. */
#include "pipeline/told.h"
#include "unit.h"

enum { COLUMNS = 100 };

static const char *header_of(const char *pipeline, const char *value, const char *clauses) {
    const char *text = mem_printf(clauses, pipeline, value, value);
    Module *module = lang_load(
        source_from_text("p.tc", text, strlen(text)),
        NULL,
        NULL,
        0,
        1u << TARGET_SM_80 | 1u << TARGET_SM_90);
    PipelinePlans *plans = pipelines_plan(module);
    PipelineCode *kinds[TARGET_COUNT];
    Text out = {0};
    for (int i = 0; i < plans->count; i++) {
        kinds[i] = pipeline_code(plans->plans[i]);
        kinds[i]->capacity = plans->plans[0]->capacity;
    }
    if (plans->count)
        out_pipeline(&out, pipeline_join(kinds, plans->count));
    return text_string(&out);
}

/* Line `at`, and the next one without what it is indented by, as they would stand on one line. */
static size_t joined(const char *at, const char *space) {
    size_t length = strcspn(at, "\n");
    const char *next = at + length + 1 + strspn(at + length + 1, " ");
    return length + strlen(space) + strcspn(next, "\n");
}

static bool begins(const char *at, const char *words) {
    return strncmp(at, words, strlen(words)) == 0;
}

static bool ends(const char *at, const char *words) {
    size_t length = strcspn(at, "\n"), last = strlen(words);
    return length >= last && strncmp(at + length - last, words, last) == 0;
}

static int assigned, asserted, halved, declared, one_line, sizes[4], launches;

/* A size is on as few lines as its columns allow: 1, 2 (": -1" alone), 3, or 4 (two operands). */
static void expect_size(const char *at) {
    const char *end = strchr(at, ';'), *mark = strstr(at, "? 1"), *second = strstr(at, ": -1];");
    size_t lines = 1, whole = 0;
    for (const char *c = at; c < end; c++) {
        lines += *c == '\n';
        whole += *c != '\n' && (c < at + 4 || *c != ' ');
    }
    for (const char *c = strstr(at, "[("); c < end; c++)
        whole += (*c == ' ' || *c == '\n') && c[1] != ' ' && c[1] != '\n';
    size_t condition = whole - strlen(" ? 1 : -1]");
    size_t want = whole + 1 <= COLUMNS                    ? 1
                  : condition + strlen(" ? 1") <= COLUMNS ? 2
                  : condition <= COLUMNS                  ? 3
                                                          : 4;
    EXPECT_OF("the lines of a size", lines == want);
    EXPECT_OF("below its mark", want == 1 || second[-1] == ' ');
    if (want == 2)
        EXPECT_OF("a mark that is not below", mark - at + 1 == second - strchr(mark, '\n'));
    if (want > 2)
        EXPECT_OF("marks that are not below one another", second - mark == 13);
    sizes[want - 1]++;
}

static void expect_line(const char *at) {
    const char *next = at + strcspn(at, "\n") + 1;
    size_t length = strcspn(at, "\n");
    if (begins(at, "    [("))
        expect_size(at);
    if (begins(at, "static inline")) {
        launches++;
        EXPECT_OF("a launch", ends(at, "(") ? joined(at, "") > COLUMNS : length <= COLUMNS);
    } else if (ends(at, " =")) {
        assigned++;
        EXPECT_OF("an assignment that fits", joined(at, " ") > COLUMNS);
        EXPECT_OF("how far it is indented", strspn(next, " ") == (at[4] == ' ' ? 12 : 8));
    } else if (begins(at, "typedef char\n")) {
        asserted++;
        EXPECT_OF("a type that fits", joined(at, " ") > COLUMNS && strcspn(next, "\n") <= COLUMNS);
    } else if (begins(at, "typedef char ") && !ends(at, ";")) {
        halved++;
        EXPECT_OF(
            "a name that fits",
            (!ends(next, ";") || joined(at, "") - strlen("typedef char ") + 4 > COLUMNS) &&
                begins(next, "    [("));
    } else if (begins(at, "TC_DECLARE ") && begins(next, "    TC_UNAVAILABLE")) {
        declared++;
        EXPECT_OF("a declaration that fits", joined(at, " ") > COLUMNS);
    } else if (begins(at, "TC_DECLARE ") && ends(at, ";")) {
        one_line++;
        EXPECT_OF("a declaration on one line", length <= COLUMNS);
    } else if (
        ends(at, ";") && strchr(at, '=') && strchr(at, '=') < next && begins(at, "    ") &&
        !begins(at, "    [(")) {
        EXPECT_OF("an assignment on one line", length <= COLUMNS || at[8] == ' ');
    } else if (begins(at, "typedef char ")) {
        EXPECT_OF("a type on one line", length <= COLUMNS);
    }
}

static void test_columns(void) {
    static const char *const blocks[] = {
        "pipeline %s { ii 8; mode slot; agents a:1w b:1w r:1w\n"
        "value %s u32[64] stages 3 align 128 sync async produce a @0.0 consume r @1.1\n"
        "value %sY u32[64] stages 3 align 128 sync async produce b @0.2 consume r @0.7; }\n",
        "pipeline %s { ii 8; agents a:1w b:1w r:1w\n"
        "value %s u32[64] stages 2 align 128 sync tma produce a @0.0 consume r @0.1\n"
        "value %sY u32[96] align 128 sync async produce b @0.2 consume r @0.7; }\n",
        "pipeline %s { ii 8; agents a:1w r:1w\n"
        "value %s u32[64] stages 2 sync tma multicast 2 produce a @0.0 consume r @0.1\n"
        "value %sY u32[8] sync tma produce a @0.2 consume r @0.7; }\n",
        "pipeline %s { ii 8; agents a:1w b:1w r:1w\n"
        "value %s mutex produce a @0.0 consume r @0.1\n"
        "value %sY u32[64] stages 2 align 128 sync dsmem produce b @0.2 consume r @0.7; }\n"};
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    for (size_t b = 0; b < COUNT_OF(blocks); b++)
        for (size_t length = 0; length <= 48; length++) {
            MemMark mark = mem_mark();
            diag_reset();
            diag_set_warning("no-share");
            const char *value = mem_printf("V%s", mem_text(letters, length));
            const char *text = header_of(length % 3 ? "p" : "pipe", value, blocks[b]);
            EXPECT_OF(blocks[b], *text);
            for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
                expect_line(at);
            mem_rewind(mark);
        }
    printf(
        "%d assigned, %d asserted, %d halved, %d declared and %d on one line\n",
        assigned,
        asserted,
        halved,
        declared,
        one_line);
    for (int i = 0; i < 4; i++)
        EXPECT(sizes[i] > 3);
    EXPECT(launches == 196);
    EXPECT(assigned > 50 && asserted > 10 && halved > 10 && declared > 50 && one_line > 1);
}

int main(void) {
    test_columns();
    mem_free_all();
    return unit_finish();
}
