/* test_plan_rows.c: plan_rows.tc has statements for every variant and most of its paths, and below each the row that
 * `tcgen cost` must print for it: the variant, the widest access, wavefronts, sectors, score and instructions. */
#include "generator/run.h"
#include "unit.h"

enum { ROOM = 1 << 16 };

/* The line from *at on, with one blank where several are, without its first `without` words. */
static void next_line(const char **at, int without, char *out, size_t room) {
    size_t length = strcspn(*at, "\n"), used = 0;
    for (size_t i = 0; i < length && used + 1 < room; i++) {
        const char c = (*at)[i];
        if (c == ' ' && (i + 1 == length || (*at)[i + 1] == ' '))
            continue;
        if (c == ' ' && without > 0) {
            without--;
            used = 0;
            continue;
        }
        out[used++] = c;
    }
    out[used] = 0;
    *at += length + ((*at)[length] == '\n');
}

int main(void) {
    static char text[ROOM], line[512], wanted[512], got[512];
    FILE *stream = fopen("tests/unit/plan_rows.tc", "rb");
    int rows = 0;
    EXPECT(stream != NULL);
    text[stream ? fread(text, 1, ROOM - 1, stream) : 0] = 0;
    if (stream)
        fclose(stream);
    NamedText input = {"a.tc", text, strlen(text)};
    Texts texts = {.inputs = &input, .input_count = 1};
    Files files = texts_files(&texts);
    const char *arguments[] = {"cost", "a.tc", "-Wno-fallback", "--target=sm_90"};
    EXPECT(tcgen_run(4, arguments, &files) == EXIT_OK);
    const WrittenText *out = texts_output(&texts, "-");
    const char *said = out ? out->text : "";
    next_line(&said, 0, got, sizeof got); /* the names of the columns */
    for (const char *at = text; *at;) {
        next_line(&at, 0, line, sizeof line);
        if (*line == '#' || strncmp(line, "policy", 6) == 0 || strncmp(line, "tile", 4) == 0)
            continue;
        next_line(&at, 1, wanted, sizeof wanted);
        next_line(&said, 2, got, sizeof got);
        bool same = strcmp(wanted, got) == 0;
        EXPECT_OF("a row of a plan", same);
        if (!same)
            printf("of %s\n  wanted: %s\n  is:     %s\n", line, wanted, got);
        rows++;
    }
    EXPECT(rows > 200 && *said == '\n'); /* what stands below the table */
    texts_forget(&texts);
    return unit_finish();
}
