/* told.c: compares what is reported of a description with what a row says, both as lines of
 * "LINE:COLUMN+WIDTH what". A place that is shown already has no width. */
#include "told.h"
#include "../../generator/base/diag_internal.h"
#include "../../generator/lang/lang.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_MARKS = 32 };
typedef struct {
    int line, column, width;
} Mark;
typedef struct {
    Text text;
    Mark marks[2][MOST_MARKS]; /* of diagnostics and of notes */
    int count[2];
} Marked;

/* A mark ends on its line, and what it holds is at least one column wide. */
static void read_marks(const char *row, Marked *to) {
    static const char signs[] = "`~";
    int line = 1, column = 1;
    bool open[2] = {false, false};
    if (strncmp(row, "\xef\xbb\xbf", 3) == 0) { /* no column of its own */
        text_add_bytes(&to->text, row, 3);
        row += 3;
    }
    for (const char *at = row; *at; at++) {
        const char *sign = strchr(signs, *at);
        if (!sign) {
            text_char(&to->text, *at);
            column = *at == '\n' ? 1 : column + 1;
            line += *at == '\n';
            continue;
        }
        const int kind = (int)(sign - signs);
        Mark *mark = &to->marks[kind][to->count[kind]];
        if (!open[kind])
            *mark = (Mark){line, column, 0};
        else
            mark->width = column > mark->column ? column - mark->column : 1;
        to->count[kind] += open[kind];
        open[kind] = !open[kind];
    }
}

static void add_place(Text *out, const Marked *row, int kind, int at, const Mark *before) {
    const int last = row->count[kind] - 1;
    const Mark mark = last < 0 ? (Mark){0, 0, 0} : row->marks[kind][at < last ? at : last];
    const bool again = before && before->line == mark.line && before->column == mark.column;
    text_printf(out, "%d:%d+%d ", mark.line, mark.column, again ? 0 : mark.width);
}

static const char *fix_of(const char *line) {
    const DiagKind *kind = diag_kind_find(mem_text(line, strcspn(line, " ")));
    return kind ? kind->fix : "";
}

/* The lines of a row with their places, and the help that each diagnostic has without saying so. */
static const char *wanted_of(const Marked *row, const char *told) {
    Text out = {0};
    int at[2] = {0, 0};
    const char *fix = "";
    const Mark *before = NULL;
    while (*told) {
        const char *line = mem_text(told, strcspn(told, "\n"));
        told += strlen(line) + (told[strlen(line)] == '\n');
        if (*line == '!')
            break;
        if (*line == '=') {
            fix = line + 2;
            continue;
        }
        const int kind = *line == '+';
        const bool counted = kind && line[1] >= '1' && line[1] <= '9';
        if (counted)
            at[kind] = line[1] - '1';
        if (!kind && *fix)
            text_printf(&out, "= %s\n", fix);
        fix = kind ? fix : fix_of(line);
        add_place(&out, row, kind, at[kind], kind ? before : NULL);
        const int last = row->count[kind] - 1;
        before = last < 0 ? NULL : &row->marks[kind][at[kind] < last ? at[kind] : last];
        at[kind]++;
        text_printf(&out, "%s%s\n", counted ? "+" : "", line + (counted ? 2 : 0));
    }
    if (*fix)
        text_printf(&out, "= %s\n", fix);
    return text_string(&out);
}

/* "t.tc:1:9: error: MESSAGE [ID]", its line, and the caret with its tildes; or a note. */
static const char *take_part(Text *out, const char *at) {
    const char *place = at + strlen("t.tc:"), *line_end = at + strcspn(at, "\n");
    const char *severity = strstr(place, ": "), *message = strstr(severity + 2, ": ") + 2;
    const bool note = strncmp(severity + 2, "note", 4) == 0;
    const char *next = *line_end ? line_end + 1 : line_end;
    int width = 0;
    if (*next == ' ') {
        next += strcspn(next, "\n") + 1;
        width = (int)strspn(next + strcspn(next, "^"), "^~");
        next += strcspn(next, "\n") + 1;
    }
    text_printf(out, "%.*s+%d ", (int)(severity - place), place, width);
    if (note) {
        text_printf(out, "+ %.*s\n", (int)(line_end - message), message);
        return next;
    }
    const char *id = line_end - 1;
    while (*id != '[')
        id--;
    text_printf(out, "%.*s ", (int)(line_end - 1 - (id + 1)), id + 1);
    text_printf(out, "%.*s\n", (int)(id - 1 - message), message);
    return next;
}

static const char *got_of(const char *reports) {
    Text out = {0};
    while (*reports) {
        if (strncmp(reports, "t.tc:", 5) == 0) {
            reports = take_part(&out, reports);
            continue;
        }
        const char *end = reports + strcspn(reports, "\n");
        const bool help = strncmp(reports, "help: ", 6) == 0;
        text_add(&out, help ? "= " : "? ");
        reports += help ? 6 : 0;
        text_add_bytes(&out, reports, (size_t)(end - reports));
        text_char(&out, '\n');
        reports = *end ? end + 1 : end;
    }
    return text_string(&out);
}

bool is_told(const Told *row) {
    Marked marked = {0};
    Text reports = {0};
    read_marks(row->text, &marked);
    /* A layout that is refused is not there for those who use it, and they keep quiet. */
    if (*row->told && strncmp(row->text, "layout a = ", 11) == 0 && !strchr(row->text, '\n'))
        text_add(&marked.text, "\ncopy warp f32 smem a -> smem a\n");
    diag_reset();
    const char *text = text_string(&marked.text);
    const Module *module =
        lang_load(source_from_text("t.tc", text, marked.text.length), prelude_text, NULL, 0, 0);
    const int kept = module->request_count + module->descriptor_count + module->coords_count +
                     module->pipeline_count;
    diag_flush(&reports);
    const char *wanted = wanted_of(&marked, row->told);
    const char *got = got_of(text_string(&reports));
    diag_reset();
    const char *mark = strstr(row->told, "\n! ");
    if (strcmp(wanted, got) == 0 && (!*wanted || kept == (mark ? atoi(mark + 3) : 0)))
        return true;
    printf("     of   %s\n     want %s\n     got  %s and %d\n", text, wanted, got, kept);
    return false;
}
