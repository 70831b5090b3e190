/* placed.h: rows of descriptions with lettered places, and what they resolve to. `awarp` in the
 * text is the word at @a, which a row's second text writes as LINE:COLUMN+LENGTH; @@ is a plain @. */
#ifndef TCGEN_UNIT_PLACED_H
#define TCGEN_UNIT_PLACED_H
#include "../../generator/lang/lang.h"
#include "reports.h"
#include "unit.h"
#include <inttypes.h>
#include <string.h>

static inline Module *load(const char *text) {
    return lang_load(source_from_text("t.tc", text, strlen(text)), prelude_text, NULL, 0, 0);
}

static inline void add_loc(Text *out, const char *what, Loc loc) {
    if (loc.line)
        text_printf(out, " %s %d:%d+%d", what, loc.line, loc.column, loc.length);
}

static inline void add_flag(Text *out, bool flag, const char *what) {
    if (flag)
        text_printf(out, " %s", what);
}

typedef struct {
    const char *text, *wanted;
} Row;
typedef struct {
    Text text, places[128]; /* by letter: "1:9+4" */
} Marked;

static inline void read_places(const char *row, Marked *to) {
    int line = 1, column = 1, begin = 0;
    char letter = 0;
    for (const char *at = row; *at; at++) {
        if (*at == '`' && letter) {
            text_printf(&to->places[(int)letter], "%d:%d+%d", line, begin, column - begin);
            letter = 0;
        } else if (*at == '`') {
            letter = *++at;
            begin = column;
        } else {
            text_char(&to->text, *at);
            column = *at == '\n' ? 1 : column + 1;
            line += *at == '\n';
        }
    }
}

static inline bool is_equal(const Row *row, const Marked *marked, const Text *got) {
    Text wanted = {0};
    for (const char *at = row->wanted; *at; at++) {
        if (*at == '@' && at[1] != '@')
            text_add(&wanted, text_string(&marked->places[(int)*++at]));
        else
            text_char(&wanted, *at == '@' ? *++at : *at);
    }
    print_reports(stdout);
    if (strcmp(text_string(got), text_string(&wanted)) == 0)
        return true;
    printf("     of   %s\n     want %s\n", row->text, text_string(&wanted));
    printf("     got  %s\n", text_string(got));
    return false;
}

#define EXPECT_ROWS(rows, check)                                                                   \
    for (size_t i = 0; i < COUNT_OF(rows); i++)                                                    \
    EXPECT_OF((rows)[i].text, check(&(rows)[i]))
#endif
