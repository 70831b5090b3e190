/* main.c: writes what is made from the rows of generator/primitives/.
 *
 * usage: rows headers INCLUDE OUT    reads INCLUDE/tilecopy/NAME.h of every header that has rows and writes it to
 *                                    OUT/tilecopy/NAME.h with the text between its two marks made anew;
 *                                    OUT/tilecopy/host/rows.h has the twins. tools/make_rows.py formats them
 *        rows page                   the table of docs/primitives.md
 *        rows sizes                  the rows of tests/emu/test_sizes.c
 *        rows conversions            those of tests/emu/test_convert.c and bench/device/costs.h
 *        rows costs                  those of bench/device/costs.cu */
#include "rows.h"
#include <stdlib.h>
#include <string.h>

#define BEGIN_MARK "/* ---- made by make rows, of the rows of %s.def ---- */\n"
#define END_MARK "/* ---- end of the rows ---- */\n"

/* "TC_HAS_BULK"; NULL for none. */
static const char *feature_condition(const char *feature) {
    static char text[64];
    if (strcmp(feature, "SM_90") == 0)
        return "TC_ARCH >= 900";
    snprintf(text, sizeof text, "TC_HAS_%s", feature);
    return strcmp(feature, "NONE") == 0 ? NULL : text;
}

static void fail(const char *path, const char *what) {
    fprintf(stderr, "rows: %s: %s\n", path, what);
    exit(1);
}

static char *read_file(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in)
        fail(path, "cannot be read");
    size_t length = 0, room = 1 << 20;
    char *text = calloc(room, 1);
    length = text ? fread(text, 1, room - 1, in) : 0;
    if (!length || length == room - 1)
        fail(path, "is empty or too long");
    fclose(in);
    return text;
}

static FILE *open_file(const char *folder, const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/tilecopy/%s.h", folder, name);
    FILE *out = fopen(path, "wb");
    if (!out)
        fail(path, "cannot be written");
    return out;
}

/* The function of a row, or each of several. */
static void print_each(FILE *out, const Row *row, void (*print)(FILE *, const Row *)) {
    Row one = *row;
    for (int n = 0; n < (row->each ? row->each : 1); n++) {
        one.number = row->each ? n : -1;
        print(out, &one);
    }
}

/* The same functions where the target lacks the feature. */
static void print_without(FILE *out, const Row *row, const Row *end) {
    if (feature_has_letter(row->feature))
        fprintf(out, "#elif TC_CHIP_HAS_%s\n", row->feature);
    for (const Row *at = row; at < end && feature_has_letter(row->feature); at++)
        if (!at->by_hand)
            print_each(out, at, print_trap);
    fputs("#else\n", out);
    for (const Row *at = row; at < end; at++)
        if (!at->by_hand)
            print_each(out, at, print_unavailable);
    fputs("#endif\n\n", out);
}

/* Rows side by side that need one feature stand in one #if, and are declared as unavailable in its #else. */
static const Row *print_feature(FILE *out, const Row *row) {
    const Row *end = row;
    bool any = false;
    for (; end->region && strcmp(end->region, row->region) == 0 &&
           strcmp(end->feature, row->feature) == 0;
         end++)
        any |= !end->by_hand;
    const char *condition = any ? feature_condition(row->feature) : NULL;
    if (condition)
        fprintf(out, "#if %s\n", condition);
    for (const Row *at = row; at < end; at++)
        if (!at->by_hand)
            print_each(out, at, print_device);
    if (condition)
        print_without(out, row, end);
    return end;
}

/* Of a region that is by hand nothing is written. Returns where the next one begins. */
static const Row *region_end(const Row *row, bool *by_hand) {
    const char *region = row->region;
    *by_hand = true;
    for (; row->region && strcmp(row->region, region) == 0; row++)
        *by_hand &= row->by_hand;
    return row;
}

/* The header as it is, and between its marks the functions of its rows. Returns where the next region begins. */
static const Row *write_header(const char *include, const char *folder, const Row *row) {
    char path[512], mark[128];
    const char *region = row->region;
    bool by_hand;
    const Row *behind = region_end(row, &by_hand);
    if (by_hand)
        return behind;
    snprintf(path, sizeof path, "%s/tilecopy/%s.h", include, region);
    snprintf(mark, sizeof mark, BEGIN_MARK, region);
    char *text = read_file(path);
    const char *begin = strstr(text, mark), *end = begin ? strstr(begin, END_MARK) : NULL;
    if (!end)
        fail(path, "has no marks for the rows");
    FILE *out = open_file(folder, region);
    fwrite(text, 1, (size_t)(begin - text) + strlen(mark), out);
    fputs("\n", out);
    while (row->region && strcmp(row->region, region) == 0)
        row = print_feature(out, row);
    if (strcmp(region, "hints") == 0)
        print_hinted(out);
    fputs(end, out);
    fclose(out);
    free(text);
    return row;
}

static void write_twins(const char *folder) {
    FILE *out = open_file(folder, "host/rows");
    fputs(
        "/* rows.h: the primitives that are rows, on the CPU. Made by make rows.\n"
        " * From primitives.h. */\n#ifndef TILECOPY_HOST_ROWS_H\n#define TILECOPY_HOST_ROWS_H\n\n",
        out);
    for (const Row *row = rows; row->region; row++)
        if (*row->form->host)
            print_each(out, row, print_host);
    print_hinted_host(out);
    for (const Row *row = rows; row->region; row++)
        print_site(out, row);
    fputs("\n#endif\n", out);
    fclose(out);
}

static void write_headers(const char *include, const char *folder) {
    for (const Row *row = rows; row->region;)
        row = write_header(include, folder, row);
    write_twins(folder);
}

static bool print_list(const char *name) {
    static const struct {
        const char *name;
        void (*print)(FILE *out, const Row *row);
    } lists[] = {
        {"sizes", print_sizes}, {"conversions", print_conversion_row}, {"costs", print_cost_row}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, name) == 0) {
            for (const Row *row = rows; row->region; row++)
                print_each(stdout, row, lists[i].print);
            return true;
        }
    return false;
}

int main(int argc, char **argv) {
    if (!check_rows())
        return 1;
    if (argc == 4 && strcmp(argv[1], "headers") == 0) {
        write_headers(argv[2], argv[3]);
    } else if (argc == 2 && strcmp(argv[1], "page") == 0) {
        print_page(stdout);
    } else if (argc != 2 || !print_list(argv[1])) {
        fputs("usage: rows headers INCLUDE OUT | page | sizes | conversions | costs\n", stderr);
        return 2;
    }
    return 0;
}
