/* items.c: cuts the headers of include/tilecopy into items. An item is a function, a type, a macro or a prototype
 * with the comment in front of it, or a line of #if, #else, #endif. */
#define _POSIX_C_SOURCE 200809L
#include "embed.h"
#include <dirent.h>
#include <string.h>

static void read_header(Reader *reader, const char *name);

/* Lines; a backslash at the end of one continues it with the next. */
typedef struct {
    const char **list;
    int count;
} Lines;

static bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static Lines logical_lines(const char *text) {
    Lines lines = {0};
    for (bool more = true; more;) {
        size_t length = strcspn(text, "\n");
        while (length && text[length - 1] == '\\' && text[length])
            length += 1 + strcspn(text + length + 1, "\n");
        lines.list = keep(lines.list, (size_t)(lines.count + 1) * sizeof *lines.list);
        lines.list[lines.count++] = copy_of(text, length);
        more = text[length] == '\n';
        text += length + more;
    }
    return lines;
}

/* The word behind `#`, for instance "ifdef"; NULL: the line is no directive. */
static const char *directive_of(const char *line) {
    line += strspn(line, " \t");
    if (*line++ != '#')
        return NULL;
    const size_t blanks = strspn(line, " \t"), length = word_length(line + blanks);
    return length ? copy_of(line + blanks, length) : NULL;
}

static bool is_blank(const char *line) {
    return line[strspn(line, " \t\r\n")] == 0;
}

Item *add_item(Reader *reader, ItemKind kind, int header, const char *comment, const char *text) {
    if (reader->item_count == reader->item_room) {
        reader->item_room = 2 * reader->item_room + 256;
        reader->items = keep(reader->items, (size_t)reader->item_room * sizeof *reader->items);
    }
    Item *const item = &reader->items[reader->item_count++];
    *item = (Item){.kind = kind, .header = header, .comment = comment, .text = text};
    return item;
}

static bool is_read(const Reader *reader, const char *name) {
    for (int i = 0; i < reader->header_count; i++)
        if (strcmp(reader->headers[i], name) == 0)
            return true;
    return false;
}

static void read_include(Reader *reader, int header, const char *line) {
    const char *const name = name_in_quotes(line);
    if (!name) {
        add_item(reader, ITEM_ITEM, header, "", line)->always = true;
        return;
    }
    const char *const target = beside(reader->headers[header], name);
    if (!is_read(reader, target) && strcmp(target, "tilecopy/again.h") != 0)
        read_header(reader, target);
}

/* The X of `#define X`, `#undef X`, `#pragma push_macro("X")`; NULL. */
static const char *directive_name(const char *line) {
    static const char *const starting[] = {
        "#define ", "#undef ", "#pragma push_macro(\"", "#pragma pop_macro(\""};
    for (size_t i = 0; i < sizeof starting / sizeof *starting; i++)
        if (starts(line, starting[i])) {
            line += strlen(starting[i]);
            line += strspn(line, " \t");
            return copy_of(line, word_length(line));
        }
    return NULL;
}

static void read_directive(Reader *reader, int header, const char *comment, const char *line) {
    if (starts(line, "#error"))
        return;
    Item *const item = add_item(reader, ITEM_ITEM, header, comment, line);
    const char *const name = directive_name(line);
    if (name)
        add_word(&item->defines, name);
    add_words_of(&item->uses, without_comments(line, true), "");
}

/* Conditions. Those that a single file has in its own form are left out with their #endif. */
static bool read_condition(
    Reader *reader, int header, const char *comment, const char *word, const char *line) {
    static const char *const opening[] = {"if", "ifdef", "ifndef", NULL};
    static const char *const between[] = {"else", "elif", NULL};
    if (starts(line, "#ifndef TC_DEFINED_") || starts(line, "#ifdef TC_SINGLE_FILE")) {
        if (reader->dropped_count == sizeof reader->dropped / sizeof *reader->dropped)
            fail(reader->headers[header], "nests too deep");
        reader->dropped[reader->dropped_count++] = reader->depth++;
    } else if (
        strcmp(word, "endif") == 0 && reader->dropped_count &&
        reader->dropped[reader->dropped_count - 1] == reader->depth - 1) {
        reader->depth = reader->dropped[--reader->dropped_count];
    } else if (is_one_of(word, opening)) {
        reader->depth++;
        add_item(reader, ITEM_IF, header, comment, line);
    } else if (is_one_of(word, between)) {
        add_item(reader, ITEM_ELSE, header, comment, line);
    } else if (strcmp(word, "endif") == 0) {
        reader->depth--;
        add_item(reader, ITEM_END, header, "", line);
    } else {
        return false;
    }
    return true;
}

/* A declaration up to the end of the statement or of its braces. Returns the line behind it. */
static int read_statement(
    Reader *reader, int header, const char *comment, const Lines *lines, int at) {
    Text text = {0};
    int depth = 0;
    for (bool end = false; !end;) {
        if (at == lines->count)
            fail(reader->headers[header], "ends inside of a declaration");
        const char *const line = lines->list[at++];
        add_bytes(&text, "\n", text.length > 0);
        add_bytes(&text, line, strlen(line));
        if (*line == '#')
            continue;
        const char *const plain = without_comments(line, true);
        char last = 0;
        for (const char *c = plain; *c; c++) {
            depth += (*c == '{') + (*c == '(') - (*c == '}') - (*c == ')');
            last = strchr(" \t", *c) ? last : *c;
        }
        end = depth == 0 && (last == ';' || last == '}');
    }
    read_declaration(reader, header, comment, text.text);
    return at;
}

/* The comment that begins at a line; *at then stands behind it. */
static const char *read_comment(const Lines *lines, int *at, int end) {
    Text comment = {0};
    for (bool more = starts(lines->list[*at], "/*"); more && *at < end; ++*at) {
        const char *const line = lines->list[*at];
        size_t length = strlen(line);
        add_bytes(&comment, "\n", comment.length > 0);
        add_bytes(&comment, line, length);
        while (length && strchr(" \t", line[length - 1]))
            length--;
        more = !ends_with(copy_of(line, length), "*/");
    }
    return comment.length ? comment.text : "";
}

/* One item. Returns the line behind it. */
static int read_item(Reader *reader, int header, const Lines *lines, int at, int end) {
    static const char *const alone[] = {"extern \"C\" {", "}", NULL};
    const char *const comment = read_comment(lines, &at, end);
    if (at == end || is_blank(lines->list[at])) {
        if (*comment && !starts(comment, "/* ----"))
            add_item(reader, ITEM_NOTE, header, comment, "");
        return at + 1;
    }
    const char *const line = lines->list[at], *const word = directive_of(line);
    if (word && read_condition(reader, header, comment, word, line))
        return at + 1;
    if (word && strcmp(word, "include") == 0)
        read_include(reader, header, line);
    else if (word)
        read_directive(reader, header, comment, line);
    else if (is_one_of(line, alone))
        add_item(reader, ITEM_ITEM, header, comment, line)->always = true;
    else
        return read_statement(reader, header, comment, lines, at);
    return at + 1;
}

/* The comment in front of the guard. */
static const char *head_comment(const Lines *lines, int guard) {
    Text comment = {0};
    for (int i = 0; i < guard; i++)
        if (!is_blank(lines->list[i])) {
            add_bytes(&comment, "\n", comment.length > 0);
            add_bytes(&comment, lines->list[i], strlen(lines->list[i]));
            if (ends_with(lines->list[i], "*/"))
                return comment.text;
        }
    return "";
}

/* The items of a header and, where it includes them, of the headers that came not before it. */
static void read_header(Reader *reader, const char *name) {
    Text path = {0};
    add(&path, "%s/%s", reader->include, name);
    const Lines lines = logical_lines(read_file(path.text).text);
    const int header = reader->header_count++;
    if (header == sizeof reader->headers / sizeof *reader->headers)
        fail(name, "is one header too many");
    int at = 0;
    while (at < lines.count && !starts(lines.list[at], "#ifndef TILECOPY_"))
        at++;
    int end = at;
    for (int depth = 1; depth > 0 && end < lines.count;) {
        const char *const word = ++end < lines.count ? directive_of(lines.list[end]) : NULL;
        depth += word && *lines.list[end] == '#' ? starts(word, "if") - starts(word, "endif") : 0;
    }
    if (end >= lines.count)
        fail(name, "has no guard around it");
    const char *guard = lines.list[at] + strlen("#ifndef ");
    reader->headers[header] = name;
    reader->guards[header] = next_word(&guard);
    if (!starts(name, "tilecopy/host/"))
        add_item(reader, ITEM_HEAD, header, head_comment(&lines, at), "");
    for (at += 2; at < end;)
        at = read_item(reader, header, &lines, at, end);
}

/* The first brings the others in the order that compiles. What a kernel includes by itself, such as mma.h, follows;
 * not the thousands of lines of wgmma_*.h. */
void read_headers(Reader *reader, const char *include) {
    static const char *const left_out[] = {"again.h", "tensormap.h", NULL};
    Words names = {0};
    Text folder = {0};
    *reader = (Reader){.include = include};
    add(&folder, "%s/tilecopy", include);
    DIR *const entries = opendir(folder.text);
    if (!entries)
        fail(folder.text, "cannot be read");
    for (const struct dirent *entry; (entry = readdir(entries));)
        if (ends_with(entry->d_name, ".h") && !starts(entry->d_name, "wgmma") &&
            !is_one_of(entry->d_name, left_out))
            add_word(&names, copy_of(entry->d_name, strlen(entry->d_name)));
    closedir(entries);
    read_header(reader, "tilecopy/host/kernel.h");
    for (int i = 0; i < names.count; i++) {
        Text name = {0};
        add(&name, "tilecopy/%s", names.list[i]);
        if (!is_read(reader, name.text))
            read_header(reader, name.text);
    }
}
