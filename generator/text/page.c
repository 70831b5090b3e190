/* page.c: lines that are already as .clang-format wants them. The rules used: 100 columns, four
 * spaces a level, and what does not fit breaks after its opening bracket, then goes on one line, or
 * else one item a line. */
#include "text.h"
#include <stdarg.h>
#include <string.h>

static void spaces(Text *out, int count) {
    for (int i = 0; i < count; i++)
        text_char(out, ' ');
}

void print_line(Text *out, int indent, const char *format, ...) {
    char small[256];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (length > 0)
        spaces(out, indent);
    if (length < (int)sizeof small) {
        text_add(out, small);
    } else {
        char *large = NEW_ARRAY(char, length + 1);
        vsnprintf(large, (size_t)length + 1, format, again);
        text_add(out, large);
    }
    va_end(again);
    text_char(out, '\n');
}

static size_t joined_length(const char *const *items, int count) {
    size_t length = 0;
    for (int i = 0; i < count; i++)
        length += strlen(items[i]) + (i ? 2 : 0);
    return length;
}

static void print_joined(Text *out, const char *const *items, int count) {
    for (int i = 0; i < count; i++) {
        text_add(out, i ? ", " : "");
        text_add(out, items[i]);
    }
}

/* Where a long item may go on: before " && " of conditions, " + tc_" of a sum of calls. */
static const char *next_break(const char *from) {
    const char *both = strstr(from, " && "), *sum = strstr(from, " + tc_");
    return both && (!sum || both < sum) ? both : sum;
}

/* An item with `end` characters behind it; conditions that are too long for a line go on after the
 * last && that fits. */
static void print_broken(Text *out, int indent, const char *item, size_t end) {
    int column = indent;
    for (const char *next; strlen(item) + (size_t)column + end > PAGE_COLUMNS; item = next) {
        const char *cut = NULL;
        for (next = item; (next = next_break(next)); next += 3)
            if (!cut || next - item + 3 + column <= PAGE_COLUMNS)
                cut = next;
        if (!cut)
            break;
        const int sign = cut[1] == '+' ? 2 : 3; /* " +" or " &&" stays on the line */
        text_printf(out, "%.*s\n", (int)(cut - item) + sign, item);
        column = indent + PAGE_INDENT;
        spaces(out, column);
        next = cut + sign + 1;
    }
    text_add(out, item);
}

void print_list(
    Text *out,
    int indent,
    const char *head,
    const char *const *items,
    int count,
    const char *tail) {
    size_t inside = joined_length(items, count), end = strlen(tail) + 1;
    int inner = indent + PAGE_INDENT;
    spaces(out, indent);
    text_add(out, head);
    text_char(out, '(');
    if ((size_t)indent + strlen(head) + 1 + inside + end <= PAGE_COLUMNS || count == 0) {
        print_joined(out, items, count);
    } else if ((size_t)inner + inside + end <= PAGE_COLUMNS) {
        text_char(out, '\n');
        spaces(out, inner);
        print_joined(out, items, count);
    } else {
        for (int i = 0; i < count; i++) {
            text_add(out, i ? ",\n" : "\n");
            spaces(out, inner);
            print_broken(out, inner, items[i], i + 1 < count ? 1 : end);
        }
    }
    text_char(out, ')');
    text_add(out, tail);
    text_char(out, '\n');
}

/* A file name or a reason may hold anything: comment ends are taken apart, controls become
 * blanks. */
static char safe(char c, char before) {
    if ((unsigned char)c < ' ' || c == 127)
        return ' ';
    return (c == '/' && before == '*') || (c == '*' && before == '/') ? ' ' : c;
}

void print_item(Text *out, const char *label, const char *what) {
    enum { TEXT_COLUMN = 13 };
    char *text = mem_text(what, strlen(what));
    for (size_t i = 0; text[i]; i++)
        text[i] = safe(text[i], i ? text[i - 1] : ' ');
    text_printf(out, " * %-10s", label);
    size_t column = TEXT_COLUMN;
    for (const char *word = text; *word;) {
        size_t length = strcspn(word, " ");
        if (column > TEXT_COLUMN && column + 1 + length > PAGE_COLUMNS) {
            text_add(out, "\n *           ");
            column = TEXT_COLUMN;
        } else if (column > TEXT_COLUMN) {
            text_char(out, ' ');
            column++;
        }
        text_add_bytes(out, word, length);
        column += length;
        word += length;
        word += strspn(word, " ");
    }
    text_char(out, '\n');
}

void print_directive(Text *out, const char *head, const char *value) {
    if (strlen(head) + 1 + strlen(value) <= PAGE_COLUMNS)
        text_printf(out, "%s %s\n", head, value);
    else /* the backslash stands in the last column */
        text_printf(out, "%-*s\\\n    %s\n", PAGE_COLUMNS - 1, mem_printf("%s ", head), value);
}

void print_constant(Text *out, const char *stem, const char *suffix, const char *value) {
    print_directive(out, mem_printf("#define %s_%s", stem, suffix), value);
}

void print_comment(Text *out, int indent, const char *what) {
    size_t column = (size_t)indent + strlen("/*");
    text_printf(out, "%*s/*", indent, "");
    while (*what) {
        size_t length = strcspn(what, " ");
        if (column > (size_t)indent + strlen(" * ") &&
            column + 1 + length > PAGE_COLUMNS - strlen(" */")) {
            text_printf(out, "\n%*s *", indent, "");
            column = (size_t)indent + strlen(" *");
        }
        text_char(out, ' ');
        text_add_bytes(out, what, length);
        column += 1 + length;
        what += length + (what[length] == ' ');
    }
    text_add(out, " */\n");
}
