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

static const struct {
    const char *type;
    int bits;           /* of one number */
    const char *letter; /* the class of its register */
} classes[] = {
    {"F32", 32, "f"},
    {"F64", 64, "d"},
    {"U64", 64, "q"},
    {"B64", 64, "q"},
    {"S64", 64, "i"},
    {"S32", 32, "s"},
    {"F16", 16, "h"},
    {"BF16", 16, "h"}};

/* The registers of a row: by its numbers where it says which, else by its width; for `one` number alone. Two
 * numbers of 16 bits share a word. */
static const char *class_of_row(const Row *row, bool one) {
    static char text[8];
    for (size_t i = 0; i < sizeof classes / sizeof *classes && row->type; i++)
        if (strcmp(row->type, classes[i].type) == 0 &&
            (one || (classes[i].bits > 16 && row->bits >= classes[i].bits))) {
            const int count = one ? 1 : row->bits / classes[i].bits;
            snprintf(text, sizeof text, "%s%d", classes[i].letter, count % 100);
            return text;
        }
    if (row->bits < 32 && !one)
        return row->bits == 8 ? "b" : "h";
    snprintf(text, sizeof text, "w%u", one ? 1 : (unsigned)row->bits / 32 % 100);
    return text;
}

/* The registers of `elements` of a conversion that lie side by side: f32 one by one, else packed. */
static const char *class_of_elements(const char *dtype, int elements) {
    static const struct {
        const char *dtype;
        int bits;
    } dtypes[] = {
        {"tf32", 32},
        {"f16", 16},
        {"bf16", 16},
        {"e4m3", 8},
        {"e5m2", 8},
        {"i8", 8},
        {"u8", 8},
        {"e2m1", 4},
        {"i4", 4},
        {"u4", 4}};
    static char text[8];
    int bits = 0;
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        if (strcmp(dtypes[i].dtype, dtype) == 0)
            bits = dtypes[i].bits * elements;
    if (strcmp(dtype, "f32") == 0)
        snprintf(text, sizeof text, "f%d", elements % 100);
    else if (bits < 32)
        return bits == 8 ? "y" : "h";
    else
        snprintf(text, sizeof text, "w%d", bits / 32 % 100);
    return text;
}

static const char *class_of(const Row *row, const char *what) {
    if (strcmp(what, "S") == 0)
        return class_of_elements(row->from, row->elements);
    if (strcmp(what, "D") == 0)
        return class_of_elements(row->to, row->elements);
    return strcmp(what, "T") == 0 || strcmp(what, "R") == 0 ? class_of_row(row, *what == 'T')
                                                            : what;
}

static void read_kind(const Row *row, Operand *operand, const char *text, size_t length) {
    if (length >= sizeof operand->what)
        stop(row, "the kind of an operand is too long");
    memcpy(operand->what, text, length);
    operand->what[length] = '\0';
    operand->count = strcmp(operand->what, "c") == 0 ? row->rank : 1;
    if (strchr("@#>", operand->role)) {
        if (strcmp(operand->what, "M") == 0)
            for (size_t i = 0; (operand->what[i] = (char)tolower((unsigned char)row->space[i]));
                 i++)
                ;
        return;
    }
    char kind[sizeof operand->what];
    snprintf(kind, sizeof kind, "%s", class_of(row, operand->what));
    memcpy(operand->what, kind, sizeof kind);
    operand->count = operand->what[1] ? atoi(operand->what + 1) : 1;
    operand->what[1] = '\0';
}

Operands operands_of(const Row *row) {
    Operands operands = {.count = 0};
    for (const char *at = row->form->operands; *at;) {
        const size_t length = strcspn(at, " "), name = strcspn(at, "=<+~@#>");
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
    return strchr("=<+~", operand->role) != NULL;
}

bool is_coordinates(const Operand *operand) {
    return operand->role == '#' && strcmp(operand->what, "c") == 0;
}

bool is_byte(const Operand *operand) {
    return is_registers(operand) && strchr("by", operand->what[0]) != NULL;
}

const Operand *operand_returned(const Operands *operands) {
    for (int i = 0; i < operands->count; i++)
        if (operands->list[i].role == '>')
            return &operands->list[i];
    return NULL;
}

const char *operand_ctype(const Operand *operand) {
    if (strcmp(operand->what, "dsmem") == 0)
        return "tc_dsmem";
    if (strcmp(operand->what, "flag") == 0)
        return "unsigned";
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
    const int one = is_byte(operand) ? 1 : kind == 'h' ? 2 : strchr("dqi", kind) ? 8 : 4;
    return one * operand->count;
}

static const char *parameter(const Operand *operand) {
    static const struct {
        const char *what, *type;
    } types[] = {
        {"dsmem", "tc_dsmem "},
        {"remote", "tc_dsmem "},
        {"bar", "tc_mbarrier *"},
        {"map", "const tc_tensormap *"},
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
    const Operand *returned = operand_returned(&operands);
    const char *between = "";
    fprintf(
        out,
        "%s %s ",
        mark,
        !returned                             ? "void"
        : strcmp(returned->what, "flag") == 0 ? "int"
                                              : operand_ctype(returned));
    print_name(out, row);
    fputs("(", out);
    for (int i = 0; i < operands.count; i++) {
        if (&operands.list[i] == returned)
            continue;
        for (int c = 0; is_coordinates(&operands.list[i]) && c < operands.list[i].count; c++) {
            fprintf(out, "%sint c%d", between, c);
            between = ", ";
        }
        if (is_coordinates(&operands.list[i]))
            continue;
        fprintf(out, "%s%s%s", between, parameter(&operands.list[i]), operands.list[i].name);
        between = ", ";
    }
    if (row->hinted)
        fputs(" TC__PARAMETER_##kind)", out);
    else
        fputs(*between ? ")" : "void)", out);
}
