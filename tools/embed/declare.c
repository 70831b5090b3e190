/* declare.c: what a typedef, an enum, a function or a prototype defines and uses. */
#include "embed.h"
#include <ctype.h>
#include <string.h>

/* `TC_FN void f(`, and the like for both sides and for prototypes. */
static bool is_function(const char *text) {
    static const char *const marks[] = {"TC_FN", "TC_BOTH_FN", "TC_DECLARE"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const size_t length = strlen(marks[i]);
        if (starts(text, marks[i]) && !is_word_char(text[length])) {
            const char *const open = strchr(text + length, '(');
            return open && open > text + length && is_word_char(open[-1]);
        }
    }
    return false;
}

/* Behind `__attribute__((...)) ;` or `[...]` that begins here; NULL: neither does. */
static const char *aside_end(const char *at) {
    if (*at == '[')
        return strchr(at, ']') ? strchr(at, ']') + 1 : NULL;
    if (!starts(at, "__attribute__"))
        return NULL;
    const char *const close = strstr(at, "))");
    return close ? close + 2 : NULL;
}

/* The last word of a typedef behind its braces, but for attributes and extents. */
static const char *typedef_name(const char *plain) {
    const char *at = strrchr(plain, '}'), *name = "";
    Text rest = {0};
    for (at = at ? at + 1 : plain; *at;) {
        const char *const end = aside_end(at);
        add_bytes(&rest, end ? ";" : at, 1);
        at = end ? end : at + 1;
    }
    at = rest.text;
    for (const char *word; at && (word = next_word(&at));)
        name = word;
    return name;
}

/* `__align__(16)` is no call. */
static const char *without_align(const char *plain) {
    Text out = {0};
    while (*plain) {
        const char *const end = starts(plain, "__align__(") ? strchr(plain, ')') : NULL;
        add_bytes(&out, plain, !end);
        plain = end ? end + 1 : plain + 1;
    }
    add_bytes(&out, "", 0);
    return out.text;
}

/* The last token in front of the parenthesis, without extents and stars; of a variable its last word. */
static void add_declared_name(Words *names, const char *plain) {
    Text before = {0};
    const char *const open = strchr(plain, '(');
    const char *last = NULL;
    for (const char *at = plain; *at && at != open;) {
        if (open && *at == '[') {
            at += strcspn(at, "\n");
            continue;
        }
        add_bytes(&before, at++, 1);
    }
    const char *at = before.text;
    if (open) {
        for (const char *token = before.text; token && *token; token += strcspn(token, " \t\n")) {
            token += strspn(token, " \t\n");
            last = *token ? copy_of(token, strcspn(token, " \t\n")) : last;
        }
        last = last ? last + strspn(last, "*") : NULL;
    } else {
        for (const char *word; at && (word = next_word(&at));)
            last = word;
    }
    if (last && *last)
        add_word(names, last);
}

static void add_declared(Words *names, const char *plain) {
    if (starts(plain, "typedef"))
        add_word(names, typedef_name(plain));
    if (starts(plain, "enum") || (starts(plain, "typedef") && strstr(plain, "enum {")))
        add_words_of(names, plain, "TC_");
    else if (!starts(plain, "typedef"))
        add_declared_name(names, without_align(plain));
}

/* The name by which a function, a type or an enum is known where a unit has it twice. */
static const char *guard_of(const Item *item, const char *plain) {
    if (starts(item->text, "enum")) {
        for (const char *word; (word = next_word(&plain));)
            if (starts(word, "TC_"))
                return word;
    }
    if (starts(item->text, "typedef") || is_function(item->text))
        for (int i = 0; i < item->defines.count; i++)
            if (starts(item->defines.list[i], "tc_"))
                return item->defines.list[i];
    return NULL;
}

void read_declaration(Reader *reader, int header, const char *comment, const char *text) {
    Item *const item = add_item(reader, ITEM_ITEM, header, comment, text);
    const char *const plain = without_comments(text, true);
    add_words_of(&item->uses, plain, "");
    add_declared(&item->defines, plain);
    item->guard = guard_of(item, plain);
    if (!item->guard && starts(text, "typedef"))
        fail(reader->headers[header], "has a typedef without a name tc_...");
}
