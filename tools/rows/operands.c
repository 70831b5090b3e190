/* operands.c: the operands of a form, read for one row: "dst=R src@M" of a load of 128 bits of shared memory
 * is four written words and one address of shared memory. */
#include "rows.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void stop(const Row *row, const char *what) {
    fprintf(stderr, "%s: %s\n", row->function, what);
    exit(1);
}

/* The registers of a row: by its numbers where it says which, else by its width. */
static const char *class_of_row(const Row *row) {
    static const struct {
        const char *type;
        int bits; /* of one number */
        const char *letter;
    } classes[] = {
        {"F32", 32, "f"},
        {"F64", 64, "d"},
        {"U64", 64, "q"},
        {"B64", 64, "q"},
        {"S64", 64, "i"},
        {"S32", 32, "s"}};
    static char text[8];
    for (size_t i = 0; i < sizeof classes / sizeof *classes && row->type; i++)
        if (strcmp(row->type, classes[i].type) == 0) {
            snprintf(
                text, sizeof text, "%s%d", classes[i].letter, row->bits / classes[i].bits % 100);
            return text;
        }
    if (row->bits < 32)
        return row->bits == 8 ? "b" : "h";
    snprintf(text, sizeof text, "w%u", (unsigned)row->bits / 32 % 100);
    return text;
}

static void read_kind(const Row *row, Operand *operand, const char *text, size_t length) {
    if (length >= sizeof operand->what)
        stop(row, "the kind of an operand is too long");
    memcpy(operand->what, text, length);
    operand->what[length] = '\0';
    if (operand->role == '@' || operand->role == '#') {
        if (strcmp(operand->what, "M") == 0)
            for (size_t i = 0; (operand->what[i] = (char)tolower((unsigned char)row->space[i]));
                 i++)
                ;
        return;
    }
    if (strcmp(operand->what, "R") == 0)
        snprintf(operand->what, sizeof operand->what, "%s", class_of_row(row));
    operand->count = operand->what[1] ? atoi(operand->what + 1) : 1;
    operand->what[1] = '\0';
}

Operands operands_of(const Row *row) {
    Operands operands = {.count = 0};
    for (const char *at = row->form->operands; *at;) {
        const size_t length = strcspn(at, " "), name = strcspn(at, "=<+@#");
        Operand *operand = &operands.list[operands.count++];
        if (operands.count > MAX_OPERANDS || name >= length || name >= sizeof operand->name)
            stop(row, "its form has operands that cannot be read");
        memcpy(operand->name, at, name);
        operand->role = at[name];
        read_kind(row, operand, at + name + 1, length - name - 1);
        at += length + (at[length] == ' ');
    }
    return operands;
}

bool is_registers(const Operand *operand) {
    return strchr("=<+", operand->role) != NULL;
}

const char *operand_ctype(const Operand *operand) {
    switch (operand->what[0]) {
    case 'b':
    case 'h':
        return "unsigned short";
    case 'f':
        return "float";
    case 'd':
        return "double";
    case 'q':
        return "unsigned long long";
    case 's':
        return "int";
    case 'i':
        return "long long";
    default:
        return "unsigned";
    }
}

int operand_bytes(const Operand *operand) {
    const char kind = operand->what[0];
    const int one = kind == 'b' ? 1 : kind == 'h' ? 2 : strchr("dqi", kind) ? 8 : 4;
    return one * operand->count;
}

static const char *parameter(const Operand *operand) {
    static const struct {
        const char *what, *type;
    } types[] = {
        {"dsmem", "tc_dsmem "},
        {"remote", "tc_dsmem "},
        {"bar", "tc_mbarrier *"},
        {"i", "int "},
        {"q", "unsigned long long "},
        {"f", "float "},
        {"u", "unsigned "},
        {"h", "unsigned "}};
    for (size_t i = 0; i < sizeof types / sizeof *types && !is_registers(operand); i++)
        if (strcmp(operand->what, types[i].what) == 0)
            return types[i].type;
    const bool written =
        is_registers(operand) ? operand->role != '<' : strcmp(operand->name, "dst") == 0;
    return written ? "void *" : "const void *";
}

void print_name(FILE *out, const Row *row) {
    fputs(row->function, out);
    if (row->number >= 0)
        fprintf(out, "_%d", row->number);
}

void print_signature(FILE *out, const char *mark, const Row *row) {
    const Operands operands = operands_of(row);
    fprintf(out, "%s void ", mark);
    print_name(out, row);
    fputs("(", out);
    for (int i = 0; i < operands.count; i++)
        fprintf(out, "%s%s%s", i ? ", " : "", parameter(&operands.list[i]), operands.list[i].name);
    fprintf(out, "%s)", operands.count ? "" : "void");
}
