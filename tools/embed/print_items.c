/* print_items.c: the items as C. Each names what it defines and what it uses, also in the conditions around it. */
#include "embed.h"
#include <string.h>

enum { MAX_DEPTH = 32 };

/* Behind `#ifdef X` or `#ifndef X`, whole lines; *name is X. NULL: the line asks otherwise. */
static const char *ifdef_end(const char *line, const char **name) {
    line += strspn(line, " \t");
    if (*line != '#')
        return NULL;
    line += 1 + strspn(line + 1, " \t");
    if (!starts(line, "ifdef") && !starts(line, "ifndef"))
        return NULL;
    line += word_length(line);
    *name = line + strspn(line, " \t");
    return line + strcspn(line, "\n");
}

/* Behind `defined(X)`; NULL: something else is there. */
static const char *defined_end(const char *at, const char **name) {
    if (!starts(at, "defined"))
        return NULL;
    at += strlen("defined");
    at += strspn(at, " \t");
    if (*at++ != '(')
        return NULL;
    *name = at + strspn(at, " \t");
    at = *name + word_length(*name);
    at += strspn(at, " \t");
    return *at == ')' ? at + 1 : NULL;
}

/* Where a question ends that begins here and asks whether a program has defined X to ask for something: such an X
 * need not be there. NULL: it is none, or X is the library's own. */
static const char *probe_end(const char *text, const char *at) {
    const char *name = NULL, *end = at == text ? ifdef_end(at, &name) : NULL;
    if (!end && (at == text || !is_word_char(at[-1])))
        end = defined_end(at, &name);
    return end && !starts(name, "TC__") ? end : NULL;
}

static void add_condition(Words *words, const char *text) {
    Text asked = {0};
    for (const char *at = text; *at;) {
        const char *const end = probe_end(text, at);
        add_bytes(&asked, end ? " " : at, 1);
        at = end ? end : at + 1;
    }
    add_bytes(&asked, "", 0);
    add_words_of(words, without_comments(asked.text, true), "");
}

/* A word that ends in _ in front of ## makes names: the item uses all that begin with the word. */
static void add_pasted(Item *item, const Words *names) {
    for (const char *paste = item->text; (paste = strstr(paste, "##")); paste += 2) {
        const char *begin = paste;
        while (begin > item->text && is_word_char(begin[-1]))
            begin--;
        const char *const prefix = copy_of(begin, (size_t)(paste - begin));
        /* tell/runtime.c reads the scope of TC_CHECK_CALLER(WARP, 32) */
        if (paste - begin < 2 || paste[-1] != '_' || strcmp(prefix, "TC__CALLER_") == 0)
            continue;
        for (int i = 0; i < names->count; i++)
            if (starts(names->list[i], prefix))
                add_word(&item->uses, names->list[i]);
    }
}

enum { DEVICE = 3, HOST = 12, UNCHECKED = 10, CHECKED = 5, EVERYWHERE = 15 };

/* Where a condition holds; EVERYWHERE: perhaps there. */
static int worlds_of(const char *line) {
    static const struct {
        const char *line;
        int worlds;
    } known[] = {
        {"#if TC_ON_DEVICE", DEVICE},
        {"#if !TC_ON_DEVICE", HOST},
        {"#elif !TC_ON_DEVICE", HOST},
        {"#if !defined(__CUDACC__) && !defined(__CUDA__)", HOST},
        {"#if TC_CHECK", CHECKED},
        {"#if !TC_CHECK", UNCHECKED}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(line, known[i].line) == 0)
            return known[i].worlds;
    return EVERYWHERE;
}

/* In which worlds each item is compiled. An #else is where none of the conditions before it holds. */
static void add_worlds(Reader *reader) {
    int branch[MAX_DEPTH] = {EVERYWHERE}, left[MAX_DEPTH], depth = 0;
    for (int i = 0; i < reader->item_count; i++) {
        Item *const item = &reader->items[i];
        const int holds = worlds_of(item->text);
        if (item->kind == ITEM_IF) {
            if (++depth == MAX_DEPTH)
                fail(reader->headers[item->header], "nests too deep");
            left[depth] = EVERYWHERE;
        }
        if (item->kind == ITEM_IF || item->kind == ITEM_ELSE) {
            branch[depth] = branch[depth - 1] & left[depth] & holds;
            left[depth] &= holds == EVERYWHERE ? EVERYWHERE : ~holds;
        }
        depth -= item->kind == ITEM_END;
        item->worlds = branch[depth];
    }
}

/* An item uses what the conditions around it ask for, those that come before its own branch too. */
static void add_conditions(Reader *reader, const Words *names) {
    Words around[MAX_DEPTH];
    int depth = 0;
    for (int i = 0; i < reader->item_count; i++) {
        Item *const item = &reader->items[i];
        add_pasted(item, names);
        if (item->kind == ITEM_IF)
            around[depth++] = (Words){0};
        if (item->kind == ITEM_IF || item->kind == ITEM_ELSE)
            add_condition(&around[depth - 1], item->text);
        depth -= item->kind == ITEM_END;
        for (int at = 0; item->kind == ITEM_ITEM && at < depth; at++)
            add_words(&item->uses, &around[at]);
    }
}

/* A C string, a line of it for each line. */
static void add_quoted(Text *out, const char *text) {
    add(out, "\"");
    for (; *text; text++) {
        if (*text == '\n')
            add(out, "\\n\"\n     \"");
        else
            add(out, "%s%c", *text == '\\' || *text == '"' ? "\\" : "", *text);
    }
    add(out, "\"");
}

/* The numbers of those words that are names, but for those of `but`. */
static void add_numbers(Text *out, const Words *words, const Words *but, const Words *names) {
    add(out, "(const short[]){");
    int at = 0;
    for (int i = 0; i < words->count; i++) {
        while (at < names->count && strcmp(names->list[at], words->list[i]) < 0)
            at++;
        if (at < names->count && strcmp(names->list[at], words->list[i]) == 0 &&
            !has_word(but, words->list[i]))
            add(out, "%d, ", at);
    }
    add(out, "-1}");
}

static void add_list(Text *out, const char *name, const char *const *list, int count) {
    add(out, "const char *const %s[] = {\n", name);
    for (int i = 0; i < count; i++)
        add(out, "    \"%s\",\n", list[i]);
    add(out, "};\n");
}

static void add_row(Text *out, const Item *item, const Words *names) {
    static const char *const kinds[] = {"HEAD", "NOTE", "IF", "ELSE", "END", "ITEM"};
    static const Words nothing;
    const char *const quote = item->guard ? "\"" : "";
    add(out, "    {RUNTIME_%s, %d, ", kinds[item->kind], item->header);
    add(out, "%s%s%s, ", quote, item->guard ? item->guard : "0", quote);
    add(out, "%d, %d,\n     ", item->always, item->worlds);
    add_quoted(out, item->comment);
    add(out, ",\n     ");
    add_quoted(out, item->text);
    add(out, ",\n     ");
    add_numbers(out, &item->defines, &nothing, names);
    add(out, ", ");
    add_numbers(out, &item->uses, &item->defines, names);
    add(out, "},\n");
}

void embed_items(Text *out, const char *include) {
    Reader reader;
    Words names = {0};
    read_headers(&reader, include);
    for (int i = 0; i < reader.item_count; i++)
        add_words(&names, &reader.items[i].defines);
    add_worlds(&reader);
    add_conditions(&reader, &names);
    add(out, "/* Made by tools/embed. */\n#include \"generator/tell/runtime.h\"\n");
    add_list(out, "runtime_headers", reader.headers, reader.header_count);
    add_list(out, "runtime_guards", reader.guards, reader.header_count);
    add(out, "const int runtime_header_count = %d;\n", reader.header_count);
    add_list(out, "runtime_names", names.list, names.count);
    add(out, "const int runtime_name_count = %d;\n", names.count);
    add(out, "const RuntimeItem runtime_items[] = {\n");
    for (int i = 0; i < reader.item_count; i++)
        add_row(out, &reader.items[i], &names);
    add(out, "};\nconst int runtime_item_count = %d;\n", reader.item_count);
}
