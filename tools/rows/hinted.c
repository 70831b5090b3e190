/* hinted.c: the macros of hints.h that make an access of global memory with cache hints: the function of the
 * plain row, whose name is `name`, with the qualifiers and, where the word `kind` says so, a policy. */
#include "rows.h"
#include <string.h>

static const struct {
    const char *form, *space;
    const char *macro, *end; /* TC_HINTED_CP_ASYNC_B32_ZFILL */
    const char *head;        /* of the PTX, before the qualifiers */
} hinted_forms[] = {
    {"LOAD", "GMEM", "LOAD", "", "ld.global"},
    {"STORE", "GMEM", "STORE", "", "st.global"},
    {"CP_ASYNC", "SMEM", "CP_ASYNC", "", NULL},
    {"CP_ASYNC_ZFILL", "SMEM", "CP_ASYNC", "_ZFILL", NULL},
    {"CP_ASYNC_OR_ZERO", "SMEM", "CP_ASYNC", "_OR_ZERO", NULL}};
enum { HINTED_FORMS = sizeof hinted_forms / sizeof *hinted_forms };

/* The PTX goes on with the width where hints stand: ld.global.v2.b32, but not ld.global.nc.b32. */
static bool has_head(const Row *row, const char *head) {
    const size_t length = head ? strlen(head) : 0;
    return !head ||
           (strncmp(row->ptx, head, length) == 0 &&
            (strncmp(row->ptx + length, ".b", 2) == 0 || strncmp(row->ptx + length, ".v", 2) == 0));
}

static bool same_access(const Row *a, const Row *b) {
    return a->form == b->form && a->bits == b->bits && strcmp(a->space, b->space) == 0;
}

/* -1: it takes no hints. If several rows make the same access, the first has the macro. */
static int hinted_form(const Row *row) {
    for (const Row *before = rows; before < row; before++)
        if (same_access(before, row))
            return -1;
    for (int i = 0; i < HINTED_FORMS; i++)
        if (strcmp(row->form->name, hinted_forms[i].form) == 0 &&
            strcmp(row->space, hinted_forms[i].space) == 0 && has_head(row, hinted_forms[i].head))
            return i;
    return -1;
}

/* "ld.global" qualifiers ".v2.b32", "cp.async." op ".shared.global" qualifiers: from within a string. */
static const char *hinted_ptx(const Row *row, int form) {
    static char text[128];
    const char *head = hinted_forms[form].head;
    if (head)
        snprintf(text, sizeof text, "%s\" qualifiers \"%s", head, row->ptx + strlen(head));
    else
        snprintf(text, sizeof text, "cp.async.\" op \".shared.global\" qualifiers \"");
    return text;
}

/* Its lines end with a backslash, but the last. */
static void print_lines(FILE *out, FILE *from) {
    int blank = 0;
    rewind(from);
    for (int c = fgetc(from); c != EOF; c = fgetc(from)) {
        if (c == '\n') {
            blank++;
            continue;
        }
        if (blank)
            fputs("\\\n", out);
        blank = 0;
        fputc(c, out);
    }
    fputs("\n\n", out);
    fclose(from);
}

static void print_macro(FILE *out, const Row *row, void (*print)(FILE *, const Row *)) {
    const int form = hinted_form(row);
    Row hinted = *row;
    hinted.hinted = true;
    hinted.function = "name";
    hinted.ptx = hinted_ptx(row, form);
    hinted.doc = NULL;
    fprintf(out, "#define TC_HINTED_%s_B%d", hinted_forms[form].macro, row->bits);
    fprintf(
        out,
        "%s(name, kind%s, qualifiers)\\\n",
        hinted_forms[form].end,
        hinted_forms[form].head ? "" : ", op");
    FILE *lines = tmpfile();
    if (!lines)
        return;
    print(lines, &hinted);
    print_lines(out, lines);
}

/* A macro for each row that takes hints; `wide`: for those that a newer target has. */
static void print_each(FILE *out, bool wide, void (*print)(FILE *, const Row *), bool comments) {
    for (const Row *row = rows; row->region; row++) {
        if (hinted_form(row) < 0 || (strcmp(row->feature, "NONE") != 0) != wide)
            continue;
        if (comments)
            fprintf(out, "/* %s with hints. */\n", row->function);
        print_macro(out, row, print);
    }
}

void print_hinted(FILE *out) {
    print_each(out, false, print_device, true);
    fputs("#if TC_HAS_V256\n", out);
    print_each(out, true, print_device, true);
    fputs("#else\n", out);
    print_each(out, true, print_unavailable, false);
    fputs("#endif\n\n", out);
}

void print_hinted_host(FILE *out) {
    fputs("/* Caches do not exist here: the plain access, under its hinted name. */\n", out);
    print_each(out, false, print_host, false);
    print_each(out, true, print_host, false);
}
