/* test_worked_out.c: plans of every variant, step by step, against plans that were worked out by hand from the
 * pages of the variants: worked_*.tc has under each statement what `tcgen explain` must say of the choice, of
 * the variants that declined and of the plan's steps. Costs, bytes and duties have tests of their own and are
 * left out. */
#include "generator/run.h"
#include "unit.h"
#include <stdlib.h>

enum { ROOM = 1 << 17 };

static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* Is the line one of those that are compared? `keeps` and `bytes`: in such a paragraph, behind bytes. */
static bool is_compared(const char *line, bool *keeps, bool *bytes) {
    static const char *const kept[] = {"  variant ", "  reason ", "  declined ", "  plan "};
    if (starts(line, "on "))
        return !(*keeps = false);
    if (starts(line, "  ") && line[2] != ' ') {
        *keeps = *bytes = false;
        for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
            *keeps |= starts(line, kept[i]);
    }
    *bytes = *bytes && starts(line, "                    ");
    *bytes |= strstr(line, " bytes: thread ") != NULL;
    return *keeps && !*bytes && *line;
}

/* The first compared line from *at on, which moves behind it; false: there is none before the next function. */
static bool next_line(const char **at, bool *keeps, bool *bytes, char *line, size_t room) {
    while (**at) {
        size_t length = strcspn(*at, "\n");
        snprintf(line, room, "%.*s", (int)length, *at);
        if (starts(line, "tc_"))
            return false;
        *at += length + ((*at)[length] == '\n');
        if (is_compared(line, keeps, bytes))
            return true;
    }
    return false;
}

/* The comments under a statement, from *at on. */
static bool next_expected(const char **at, char *line, size_t room) {
    size_t length = strcspn(*at, "\n");
    if (!starts(*at, "# "))
        return false;
    snprintf(line, room, "%.*s", (int)length - 2, *at + 2);
    *at += length + ((*at)[length] == '\n');
    return true;
}

static bool is_statement(const char *line) {
    return *line && *line != '#' && *line != '\n' && !starts(line, "policy") &&
           !starts(line, "tile");
}

/* The function of one statement. */
static void compare(const char *statement, const char **expected, const char **said) {
    char want[256], got[256];
    static char name[256];
    bool keeps = false, bytes = false, same = true;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(statement, "\n"), statement);
    while (**said && !starts(*said, "tc_"))
        *said += strcspn(*said, "\n") + 1;
    *said += strcspn(*said, "\n");
    for (bool more = true; more && same;) {
        bool wanted = next_expected(expected, want, sizeof want);
        more = next_line(said, &keeps, &bytes, got, sizeof got);
        same = wanted == more && (!more || strcmp(want, got) == 0);
        if (!same)
            printf(
                "of %s\n  wanted: %s\n  is:     %s\n", name, wanted ? want : "", more ? got : "");
    }
    EXPECT_OF("a plan is as it was worked out", same);
}

static void check(const char *file, const char *target) {
    static char text[ROOM];
    FILE *stream = fopen(file, "rb");
    EXPECT_OF(file, stream != NULL);
    text[stream ? fread(text, 1, ROOM - 1, stream) : 0] = 0;
    if (stream)
        fclose(stream);
    NamedText input = {"a.tc", text, strlen(text)};
    Texts texts = {.inputs = &input, .input_count = 1};
    Files files = texts_files(&texts);
    const char *arguments[] = {"explain", "a.tc", "-Wno-fallback", target};
    EXPECT_OF(file, tcgen_run(target ? 4 : 3, arguments, &files) == EXIT_OK);
    const WrittenText *out = texts_output(&texts, "-");
    const char *said = out ? out->text : "";
    for (const char *at = text; *at;) {
        const char *line = at;
        at += strcspn(at, "\n");
        at += *at == '\n';
        if (is_statement(line))
            compare(line, &at, &said);
    }
    EXPECT_OF(file, !strstr(said, "\ntc_"));
    texts_forget(&texts);
}

int main(void) {
    check("tests/unit/worked_copies.tc", NULL);
    check("tests/unit/worked_more.tc", NULL);
    check("tests/unit/worked_rare.tc", "--target=sm_90");
    check("tests/unit/worked_edges.tc", "--target=sm_90");
    check("tests/unit/worked_paths.tc", "--target=sm_90");
    check("tests/unit/worked_cuts.tc", "--target=sm_90");
    check("tests/unit/worked_lanes.tc", "--target=sm_90");
    check("tests/unit/worked_groups.tc", "--target=sm_90");
    return unit_finish();
}
