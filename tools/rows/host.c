/* host.c: the twin of a row on the emulator: a check of the caller's registers, and one call. */
#include "rows.h"
#include <ctype.h>
#include <string.h>

static const char *space_name(const Row *row) {
    return strcmp(row->space, "SMEM") == 0   ? "TC_EMU_SHARED_SPACE"
           : strcmp(row->space, "GMEM") == 0 ? "TC_EMU_GLOBAL_SPACE"
                                             : "TC_EMU_CLUSTER_SPACE";
}

static bool is_word(const char *at, size_t length, const char *word) {
    return length == strlen(word) && strncmp(at, word, length) == 0;
}

/* Is `name` a word of the text? */
static bool mentions(const char *text, const char *name) {
    for (const char *at = text; (at = strstr(at, name)) != NULL; at++) {
        const char before = at == text ? ' ' : at[-1], after = at[strlen(name)];
        if (!isalnum((unsigned char)before) && before != '_' && !isalnum((unsigned char)after) &&
            after != '_')
            return true;
    }
    return false;
}

static void print_string(FILE *out, const Row *row) {
    if (row->hinted) {
        fputs("#name", out);
        return;
    }
    fputc('"', out);
    print_name(out, row);
    fputc('"', out);
}

static void print_check(FILE *out, const Row *row, const Operand *operand) {
    fputs("TC_EMU_LOCAL(", out);
    print_string(out, row);
    fprintf(out, ", %s, %d);\n", operand->name, operand_bytes(operand));
}

/* "TC_EMU_AS_F16" */
static void print_format(FILE *out, const char *dtype) {
    fputs("TC_EMU_AS_", out);
    for (; *dtype; dtype++)
        fputc(toupper((unsigned char)*dtype), out);
}

/* Exact ones round as any, and cannot be out of range: "TC_EMU_RN", "TC_EMU_INF". */
static size_t print_conversion(FILE *out, const Row *row, const char *at, size_t length) {
    if (is_word(at, length, "elements"))
        fprintf(out, "%d", row->elements);
    else if (is_word(at, length, "from"))
        print_format(out, row->from);
    else if (is_word(at, length, "to"))
        print_format(out, row->to);
    else if (is_word(at, length, "rounding") && strcmp(row->rounding, "EXACT") == 0)
        fputs("TC_EMU_RN", out);
    else if (is_word(at, length, "rounding"))
        fprintf(out, "TC_EMU_%.*s", (int)strcspn(row->rounding, "_"), row->rounding);
    else if (is_word(at, length, "overflow"))
        fprintf(out, "TC_EMU_%s", strchr(row->rounding, '_') ? "SAT" : "INF");
    return length;
}

static size_t print_word(FILE *out, const Row *row, const char *at) {
    size_t length = 0;
    while (isalpha((unsigned char)at[length]))
        length++;
    if (isdigit((unsigned char)*at)) {
        fputs(row->words[*at - '1'], out);
        length = 1;
    } else if (is_word(at, length, "fn"))
        print_string(out, row);
    else if (is_word(at, length, "n"))
        fprintf(out, "%d", row->number);
    else if (is_word(at, length, "at"))
        for (int c = 0; c < row->rank; c++)
            fprintf(out, "%sc%d", c ? ", " : "", c);
    else if (is_word(at, length, "rank"))
        fprintf(out, "%d", row->rank);
    else if (is_word(at, length, "size"))
        fprintf(out, "%d", row->bits / 8);
    else if (is_word(at, length, "space"))
        fputs(space_name(row), out);
    else if (is_word(at, length, "how"))
        fprintf(out, "TC_EMU_REDUCE_%s", row->how);
    else if (is_word(at, length, "type"))
        fprintf(out, "TC_EMU_%s", row->type);
    else if (is_word(at, length, "product"))
        fprintf(out, "TC_EMU_MMA_%s", row->type);
    else if (is_word(at, length, "m"))
        fprintf(out, "%d", row->m);
    else if (is_word(at, length, "k"))
        fprintf(out, "%d", row->k);
    else
        length = print_conversion(out, row, at, length);
    return length;
}

void print_host(FILE *out, const Row *row) {
    const Operands operands = operands_of(row);
    print_signature(out, row->hinted ? "TC_EMU_FN" : "TC_FN", row);
    fputs(row->hinted ? " {\nTC__IGNORE_##kind;\n" : " {\n", out);
    for (int i = 0; i < operands.count; i++) {
        const Operand *operand = &operands.list[i];
        if (is_registers(operand))
            print_check(out, row, operand);
        else if (operand->role != '>' && !mentions(row->form->host, operand->name))
            fprintf(out, "(void)%s;\n", operand->name);
    }
    for (const char *at = row->form->host; *at; at++)
        if (*at == '$')
            at += print_word(out, row, at + 1);
        else
            fputc(*at, out);
    fputs("\n}\n\n", out);
}

/* What all lanes of a warp call together says where it is called: TC_EMU_SITE of primitives.h. The
 * barrier of the CTA says so itself. */
void print_site(FILE *out, const Row *row) {
    const Operands operands = operands_of(row);
    if (row->no_header || !strstr(row->ptx, ".aligned") || strcmp(row->form->name, "CTA_SYNC") == 0)
        return;
    const char *arguments = operands.count ? "__VA_ARGS__" : "";
    fprintf(
        out,
        "#undef %s\n#define %s(%s)",
        row->function,
        row->function,
        operands.count ? "..." : "");
    fprintf(out, " TC_EMU_SITE(%s(%s))\n", row->function, arguments);
}
