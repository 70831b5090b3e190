/* diag_text.c: a diagnostic for people: file:line:col, the message, the source line with a caret
 * under the place, the same for each note, and the fix. Long lines are cut to a window around the
 * caret; tabs become four spaces, bytes that are no text become '?'. */
#include "diag_internal.h"
#include <string.h>

enum { WINDOW = 100, LEAD = 60, TAB = 4 };

typedef struct {
    const char *at;
    size_t length;
} Line;

static Line find_line(const Source *source, int line) {
    const char *at = source->text, *end = source->text + source->size;
    for (int i = 1; i < line; i++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline) {
            return (Line){end, 0};
        }
        at = newline + 1;
    }
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    size_t length = (size_t)((newline ? newline : end) - at);
    if (length && at[length - 1] == '\r') {
        length--;
    }
    return (Line){at, length};
}

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

typedef struct {
    size_t bytes;
    int width;
    bool is_text;
} Shown;

/* The character at `at`, of which `left` bytes may be shown: a tab is four columns wide, any other
 * character and any byte that is none takes one. */
static Shown shown_at(const char *at, size_t left) {
    unsigned char byte = (unsigned char)*at;
    if (byte == '\t') {
        return (Shown){1, TAB, false};
    }
    if (byte < 0x80) {
        return (Shown){1, 1, byte >= 0x20 && byte != 0x7f};
    }
    size_t bytes = utf8_bytes((const unsigned char *)at);
    return bytes && bytes <= left ? (Shown){bytes, 1, true} : (Shown){1, 1, false};
}

static void show_bytes(Text *out, const char *at, size_t count) {
    for (size_t i = 0; i < count;) {
        Shown shown = shown_at(at + i, count - i);
        if (shown.is_text) {
            text_add_bytes(out, at + i, shown.bytes);
        } else if (shown.width == TAB) {
            text_printf(out, "%*s", TAB, "");
        } else {
            text_char(out, '?');
        }
        i += shown.bytes;
    }
}

static int shown_width(const char *at, size_t count) {
    int width = 0;
    for (size_t i = 0; i < count;) {
        Shown shown = shown_at(at + i, count - i);
        width += shown.width;
        i += shown.bytes;
    }
    return width;
}

static void print_line(Text *out, Loc loc) {
    Line line = find_line(loc.source, loc.line);
    size_t column = loc.column > 0 ? (size_t)loc.column - 1 : 0;
    if (column > line.length) {
        column = line.length;
    }
    size_t begin = 0, end = line.length;
    if (line.length > WINDOW) {
        begin = column > LEAD ? column - LEAD : 0;
        for (int i = 0; i < 3 && begin && is_continuation(line.at[begin]); i++) {
            begin--;
        }
        end = line.length - begin > WINDOW ? begin + WINDOW : line.length;
    }
    const char *lead = begin ? "..." : "";
    text_printf(out, "%5d | %s", loc.line, lead);
    show_bytes(out, line.at + begin, end - begin);
    text_printf(out, "%s\n      | ", end < line.length ? "..." : "");
    int blanks = (int)strlen(lead) + shown_width(line.at + begin, column - begin);
    text_printf(out, "%*s^", blanks, "");
    size_t marked = column + (loc.length > 1 ? (size_t)loc.length : 1);
    marked = marked < end ? marked : end;
    int width = marked > column ? shown_width(line.at + column, marked - column) : 1;
    while (--width > 0) {
        text_char(out, '~');
    }
    text_char(out, '\n');
}

/* The source line follows unless it was just shown for the same place. */
static void print_part(
    Text *out,
    Loc loc,
    const char *severity,
    const char *message,
    const char *id,
    const Loc *shown) {
    if (loc.source && loc.line > 0) {
        text_printf(out, "%s:%d:%d: ", loc.source->name, loc.line, loc.column);
    } else {
        text_printf(out, "%s: ", loc.source ? loc.source->name : "tcgen");
    }
    text_printf(out, "%s: %s", severity, message);
    if (id) {
        text_printf(out, " [%s]", id);
    }
    text_char(out, '\n');
    bool again = shown && shown->source == loc.source && shown->line == loc.line &&
                 shown->column == loc.column;
    if (loc.source && loc.line > 0 && !again) {
        print_line(out, loc);
    }
}

void diag_print_text(Text *out, const Diagnostic *diagnostic) {
    const char *severity = severity_name[diagnostic->severity];
    print_part(out, diagnostic->loc, severity, diagnostic->message, diagnostic->id, NULL);
    for (int i = 0; i < diagnostic->note_count; i++) {
        const Loc *before = i > 0 ? &diagnostic->notes[i - 1].loc : &diagnostic->loc;
        print_part(
            out, diagnostic->notes[i].loc, "note", diagnostic->notes[i].message, NULL, before);
    }
    const DiagKind *kind = diag_kind_find(diagnostic->id);
    const char *help = diagnostic->help ? diagnostic->help : kind ? kind->fix : "";
    if (*help) {
        text_printf(out, "help: %s\n", help);
    }
}
