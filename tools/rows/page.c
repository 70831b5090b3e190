/* page.c: the table of docs/primitives.md: one line for the rows that have a form, a space and a feature in
 * common, such as `tc_load_shared_{b8,b16}`. */
#include "rows.h"
#include <stddef.h>
#include <string.h>

static bool same_line(const Row *a, const Row *b) {
    return a->form == b->form && strcmp(a->region, b->region) == 0 &&
           strcmp(a->space, b->space) == 0 && strcmp(a->feature, b->feature) == 0;
}

static bool is_first(const Row *row) {
    for (const Row *other = rows; other < row; other++)
        if (same_line(other, row))
            return false;
    return true;
}

/* How many characters the words of the line have in common, back to a mark: "ld.shared" of "ld.shared.b8" and
 * "ld.shared.v2.b32". All of them where the words are equal. `member`: where the word stands in a row. */
static size_t common(const Row *row, size_t member, char mark) {
    const char *word = *(const char *const *)((const char *)row + member);
    size_t length = strlen(word);
    bool equal = true;
    for (const Row *other = rows; other->region; other++) {
        const char *with = *(const char *const *)((const char *)other + member);
        size_t same = 0;
        if (!same_line(other, row))
            continue;
        while (same < length && word[same] == with[same])
            same++;
        equal = equal && strcmp(word, with) == 0;
        length = same;
    }
    while (!equal && length && word[--length] != mark)
        ;
    return length;
}

/* How many characters the names end with that all have, from a mark on: "_to_gmem" is 8. */
static size_t common_end(const Row *row) {
    const size_t all = strlen(row->function);
    const size_t behind = common(row, offsetof(Row, function), '_') + 1;
    size_t length = all - behind;
    for (const Row *other = row; other->region; other++) {
        const size_t with = strlen(other->function);
        size_t same = 0;
        while (same_line(other, row) && same < length && same + behind < with &&
               row->function[all - same - 1] == other->function[with - same - 1])
            same++;
        if (same_line(other, row))
            length = same;
    }
    while (length && row->function[all - length] != '_')
        length--;
    return length;
}

/* "tc_bulk_reduce_{add_u32,min_u32}_to_gmem", "tc_bulk_wait_{0,1,2}". */
static void print_names(FILE *out, const Row *row) {
    const size_t length = common(row, offsetof(Row, function), '_');
    const size_t end = row->function[length] ? common_end(row) : 0;
    const char *between = "_{";
    fprintf(out, "`%.*s", (int)length, row->function);
    for (const Row *other = row; other->region && row->function[length]; other++)
        if (same_line(other, row)) {
            const char *word = other->function + length + 1;
            fprintf(out, "%s%.*s", between, (int)(strlen(word) - end), word);
            between = ",";
        }
    if (row->function[length])
        fprintf(out, "}%s", row->function + strlen(row->function) - end);
    for (int n = 0; n < row->each; n++)
        fprintf(out, "%s%d", n ? "," : "_{", n);
    fputs(row->each ? "}`" : "`", out);
}

void print_page(FILE *out) {
    fputs("| primitive | PTX | from | unit |\n|---|---|---|---|\n", out);
    for (const Row *row = rows; row->region; row++) {
        if (row->no_header || !is_first(row))
            continue;
        fputs("| ", out);
        print_names(out, row);
        const size_t length = common(row, offsetof(Row, ptx), '.');
        fprintf(
            out,
            " | `%.*s`%s | %s | %s |\n",
            (int)(length ? length : strlen(row->ptx)),
            row->ptx,
            length ? "" : " …",
            feature_from(row->feature),
            row->form->unit);
    }
}
