/* again.c: the text of include/tilecopy/again.h. */
#include "embed.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define AGAIN                                                                                      \
    "/* again.h: for a unit in which a header of tcgen --single-file stands before one of "        \
    "tilecopy/: what\n"                                                                            \
    " * the single file has defined gets another name here, for this text and all that follows. "  \
    "Made by\n"                                                                                    \
    " * make rows. */\n\n"

/* The items of one section, each with a name. */
typedef struct {
    const Item **list;
    int count;
} Items;

static void add_to(Items *items, const Item *item) {
    items->list = keep(items->list, (size_t)(items->count + 1) * sizeof *items->list);
    items->list[items->count++] = item;
}

/* On the emulator config.h brings all functions that a device header has only for the device. */
static bool is_twin(const Reader *reader, const Item *item) {
    static const char *const headers[] = {
        "tilecopy/host/primitives.h", "tilecopy/host/rows.h", NULL};
    return is_one_of(reader->headers[item->header], headers);
}

/* Types that a unit may repeat, and structs, which no macro renames. */
static bool is_renamed(const Item *item) {
    static const char *const kept[] = {"enum", "typedef struct", "typedef enum", "typedef __"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (starts(item->text, kept[i]))
            return false;
    return item->guard != NULL;
}

static int by_guard(const void *a, const void *b) {
    const Item *const first = *(const Item *const *)a, *const second = *(const Item *const *)b;
    const int order = strcmp(first->guard, second->guard);
    return order ? order : (first > second) - (first < second);
}

/* Of items with one guard the last. */
static void add_section(Text *out, const char *condition, Items *items, bool undef) {
    if (items->count == 0)
        return;
    add(out, "#if %s\n", condition);
    qsort(items->list, (size_t)items->count, sizeof *items->list, by_guard);
    for (int i = 0; i < items->count; i++) {
        const Item *const item = items->list[i];
        if (i + 1 < items->count && strcmp(items->list[i + 1]->guard, item->guard) == 0)
            continue;
        add(out, "#ifdef TC_DEFINED_%s\n", item->guard);
        if (undef)
            add(out, "#undef %s\n", item->guard);
        add(out, "#define %s tc2_%s\n", item->guard, item->guard + 3);
        add(out, "#endif\n");
    }
    add(out, "#endif\n\n");
}

/* "tilecopy/host/rows.h": the section stands once, by TC_AGAIN_ROWS. */
static const char *once_condition(const char *header) {
    Text upper = {0}, condition = {0};
    for (const char *at = strrchr(header, '/') + 1; *at != '.'; at++)
        add(&upper, "%c", toupper((unsigned char)*at));
    add(&condition, "!TC_ON_DEVICE && !defined(TC_AGAIN_%s)\n", upper.text);
    add(&condition, "#define TC_AGAIN_%s", upper.text);
    return condition.text;
}

static void add_header(Text *out, const Reader *reader, int header, const Words *twins) {
    Items all = {0}, own = {0}, twice = {0};
    bool any = false;
    for (int i = 0; i < reader->item_count; i++) {
        const Item *const item = &reader->items[i];
        if (item->header == header && is_renamed(item)) {
            any |= is_twin(reader, item);
            add_to(&all, item);
            add_to(has_word(twins, item->guard) ? &twice : &own, item);
        }
    }
    if (any) {
        add_section(out, once_condition(reader->headers[header]), &all, true);
        return;
    }
    Text condition = {0};
    const bool config = strcmp(reader->headers[header], "tilecopy/check.h") == 0;
    add(&condition, "defined(%s)", config ? "TILECOPY_CONFIG_H" : reader->guards[header]);
    add_section(out, condition.text, &own, false);
    add(&condition, " && TC_ON_DEVICE");
    add_section(out, condition.text, &twice, false);
}

void print_again(Text *out, const char *include) {
    Reader reader;
    Words twins = {0};
    read_headers(&reader, include);
    for (int i = 0; i < reader.item_count; i++)
        if (is_twin(&reader, &reader.items[i]) && reader.items[i].guard)
            add_word(&twins, reader.items[i].guard);
    add(out, AGAIN);
    for (int header = 0; header < reader.header_count; header++)
        add_header(out, &reader, header, &twins);
    out->length--; /* no blank line at the end */
}
