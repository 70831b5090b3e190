/* diag.c: collects diagnostics until they are flushed. What it keeps lives outside the arena,
 * because a report may be made between a mark and its rewind. Warnings are filtered and promoted
 * here, so that no other place knows about -W. At most 20 errors are kept. */
#include "diag_internal.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ERRORS = 20, MAX_WARNINGS = 1000, LONGEST_WORD = 240 };

const char *const severity_name[] = {"remark", "warning", "error"};

const DiagKind diag_kinds[] = {
#define X(id, severity, meaning, fix) {#id, SEVERITY_##severity, meaning, fix},
#include "diags.def"
#undef X
};
const int diag_kind_count = (int)COUNT_OF(diag_kinds);

typedef enum { SWITCH_DEFAULT, SWITCH_ON, SWITCH_OFF } Switch;

static struct {
    DiagFormat format;
    Diagnostic *list;
    int count, capacity;
    int errors, warnings;
    bool attached; /* notes and help belong to list[count - 1]; false: that one was dropped */
    bool all_errors;
    Switch group[COUNT_OF(diag_kinds)];
    Switch promoted[COUNT_OF(diag_kinds)];
} sink;

const DiagKind *diag_kind_find(const char *id) {
    for (int i = 0; i < diag_kind_count; i++) {
        if (strcmp(diag_kinds[i].id, id) == 0) {
            return &diag_kinds[i];
        }
    }
    return NULL;
}

static void *grown(void *list, int count, size_t size) {
    void *bigger = realloc(list, (size_t)count * size);
    if (!bigger) {
        fputs("tcgen: error: out of memory\n", stderr);
        exit(3);
    }
    return bigger;
}

static char *kept(const char *text) {
    size_t bytes = strlen(text) + 1;
    return memcpy(grown(NULL, (int)bytes, 1), text, bytes);
}

/* A run of bytes without a space that is longer than any name or layout worth reading, for instance
 * a name of a megabyte, keeps its head: what follows is replaced by "...". */
static void cut_long_words(char *text) {
    char *to = text;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, " \n"), shown = length;
        if (length > LONGEST_WORD) {
            shown = LONGEST_WORD - 3;
            while (shown > 0 && ((unsigned char)at[shown] & 0xC0) == 0x80)
                shown--; /* not inside of a UTF-8 sequence */
        }
        memmove(to, at, shown);
        to += shown;
        if (shown < length) {
            memcpy(to, "...", 3);
            to += 3;
        }
        at += length;
        if (*at)
            *to++ = *at++;
    }
    *to = 0;
}

static char *kept_vprintf(const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = grown(NULL, length < 0 ? 1 : length + 1, 1);
    text[0] = 0;
    if (length > 0) {
        vsnprintf(text, (size_t)length + 1, format, again);
        cut_long_words(text);
    }
    va_end(again);
    return text;
}

static void add(Loc loc, const char *id, Severity severity, char *message) {
    if (sink.count == sink.capacity) {
        sink.capacity = sink.capacity ? 2 * sink.capacity : 16;
        sink.list = grown(sink.list, sink.capacity, sizeof(Diagnostic));
    }
    sink.list[sink.count++] =
        (Diagnostic){.loc = loc, .severity = severity, .id = kept(id), .message = message};
    sink.attached = true;
}

/* The values for which a statement of a loop is wrong, from the inside out. */
static void note_turns(const LoopTurn *turn) {
    for (; turn; turn = turn->outer)
        diag_note(turn->at, "%s", turn->text);
}

/* What is written once and read twice, such as the shape in a call's name, is wrong once. */
static bool is_told(Loc loc, const char *id, const char *message) {
    const Diagnostic *last = sink.count ? &sink.list[sink.count - 1] : NULL;
    return last && last->severity == SEVERITY_ERROR && loc.source &&
           last->loc.source == loc.source && last->loc.line == loc.line &&
           last->loc.column == loc.column && last->loc.turn == loc.turn &&
           strcmp(last->id, id) == 0 && strcmp(last->message, message) == 0;
}

void diag_error(Loc loc, const char *id, const char *format, ...) {
    sink.attached = false;
    if (sink.errors++ >= MAX_ERRORS) {
        return;
    }
    va_list args;
    va_start(args, format);
    char *message = kept_vprintf(format, args);
    va_end(args);
    if (is_told(loc, id, message)) {
        free(message);
        return;
    }
    add(loc, id, SEVERITY_ERROR, message);
    note_turns(loc.turn);
}

void diag_warning(Loc loc, const char *group, const char *format, ...) {
    sink.attached = false;
    const DiagKind *kind = diag_kind_find(group);
    ptrdiff_t at = kind ? kind - diag_kinds : -1;
    if (at >= 0 && sink.group[at] == SWITCH_OFF) {
        return;
    }
    bool is_error = at >= 0 && sink.promoted[at] != SWITCH_DEFAULT ? sink.promoted[at] == SWITCH_ON
                                                                   : sink.all_errors;
    if (is_error ? sink.errors++ >= MAX_ERRORS : sink.warnings++ >= MAX_WARNINGS) {
        return;
    }
    va_list args;
    va_start(args, format);
    add(loc, group, is_error ? SEVERITY_ERROR : SEVERITY_WARNING, kept_vprintf(format, args));
    va_end(args);
    note_turns(loc.turn);
}

void diag_remark(Loc loc, const char *group, const char *format, ...) {
    sink.attached = false;
    const DiagKind *kind = diag_kind_find(group);
    if ((kind && sink.group[kind - diag_kinds] == SWITCH_OFF) || sink.warnings++ >= MAX_WARNINGS)
        return;
    va_list args;
    va_start(args, format);
    add(loc, group, SEVERITY_REMARK, kept_vprintf(format, args));
    va_end(args);
}

void diag_note(Loc loc, const char *format, ...) {
    if (!sink.attached) {
        return;
    }
    Diagnostic *last = &sink.list[sink.count - 1];
    va_list args;
    va_start(args, format);
    last->notes = grown(last->notes, last->note_count + 1, sizeof(DiagNote));
    last->notes[last->note_count++] = (DiagNote){loc, kept_vprintf(format, args)};
    va_end(args);
}

void diag_help(const char *format, ...) {
    if (!sink.attached) {
        return;
    }
    Diagnostic *last = &sink.list[sink.count - 1];
    va_list args;
    va_start(args, format);
    free(last->help);
    last->help = kept_vprintf(format, args);
    va_end(args);
}

void diag_data(const char *key, const char *json_value) {
    if (!sink.attached) {
        return;
    }
    Diagnostic *last = &sink.list[sink.count - 1];
    last->data = grown(last->data, last->datum_count + 1, sizeof(DiagDatum));
    last->data[last->datum_count++] = (DiagDatum){kept(key), kept(json_value)};
}

int diag_error_count(void) {
    return sink.errors;
}

bool diag_full(void) {
    return sink.errors >= MAX_ERRORS;
}

void diag_format(DiagFormat format) {
    sink.format = format;
}

/* "bank-conflict" is the group of W_BANK_CONFLICT; -1: there is no such group. */
static int group_find(const char *group) {
    for (int i = 0; i < diag_kind_count; i++) {
        if (diag_kinds[i].severity == SEVERITY_ERROR ||
            strlen(diag_kinds[i].id) != strlen(group) + 2) {
            continue;
        }
        const char *id = diag_kinds[i].id + 2, *at = group;
        while (*at && (*at == '-' ? '_' : islower((unsigned char)*at) ? toupper(*at) : 0) == *id) {
            at++;
            id++;
        }
        if (!*at) {
            return i;
        }
    }
    return -1;
}

bool diag_set_warning(const char *option) {
    bool on = strncmp(option, "no-", 3) != 0;
    const char *rest = on ? option : option + 3;
    if (strcmp(rest, "error") == 0) {
        sink.all_errors = on;
        return true;
    }
    bool promote = strncmp(rest, "error=", 6) == 0;
    int at = group_find(promote ? rest + 6 : rest);
    if (at < 0 || (promote && diag_kinds[at].severity == SEVERITY_REMARK)) {
        return false;
    }
    if (promote) {
        sink.promoted[at] = on ? SWITCH_ON : SWITCH_OFF;
    }
    if (!promote || on) { /* -Werror=x also enables x */
        sink.group[at] = on ? SWITCH_ON : SWITCH_OFF;
    }
    return true;
}

bool diag_asked(const char *id) {
    const DiagKind *kind = diag_kind_find(id);
    return kind && sink.group[kind - diag_kinds] == SWITCH_ON;
}

static void discard(Diagnostic *diagnostic) {
    for (int i = 0; i < diagnostic->note_count; i++) {
        free(diagnostic->notes[i].message);
    }
    for (int i = 0; i < diagnostic->datum_count; i++) {
        free(diagnostic->data[i].key);
        free(diagnostic->data[i].json_value);
    }
    free(diagnostic->notes);
    free(diagnostic->data);
    free(diagnostic->id);
    free(diagnostic->message);
    free(diagnostic->help);
}

static void forget(void) {
    for (int i = 0; i < sink.count; i++) {
        discard(&sink.list[i]);
    }
    free(sink.list);
    sink.list = NULL;
    sink.count = sink.capacity = 0;
    sink.attached = false;
}

void diag_flush(Text *out) {
    if (sink.format == DIAG_SARIF) {
        diag_print_sarif(out, sink.list, sink.count);
    } else if (sink.format == DIAG_JSON && sink.count) {
        diag_print_json(out, sink.list, sink.count);
    } else if (sink.format == DIAG_TEXT) {
        for (int i = 0; i < sink.count; i++) {
            diag_print_text(out, &sink.list[i]);
        }
        if (sink.errors > MAX_ERRORS && sink.count) {
            text_printf(out, "tcgen: stopped after %d errors\n", MAX_ERRORS);
        }
    }
    forget();
}

void diag_reset(void) {
    forget();
    memset(&sink, 0, sizeof sink);
}
