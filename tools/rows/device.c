/* device.c: the device function of a row: registers that are read, one asm, registers that are written. */
#include "rows.h"
#include <ctype.h>
#include <string.h>

/* Registers have one local, `v`; where there are several, one for each operand. What is returned has its own name. */
static const char *local(const Operands *operands, const Operand *operand) {
    static const char *const names[][2] = {
        {"dst", "out"}, {"src", "in"}, {"a", "x"}, {"b", "y"}, {"c", "z"}};
    int several = 0;
    if (operand->role == '>')
        return operand->name;
    for (int i = 0; i < operands->count; i++)
        several += is_registers(&operands->list[i]);
    for (size_t i = 0; i < sizeof names / sizeof *names && several > 1; i++)
        if (strcmp(operand->name, names[i][0]) == 0)
            return names[i][1];
    return "v";
}

static bool is_output(const Operand *operand) {
    return strchr("=+~>", operand->role) != NULL;
}

/* How many %0, %1 ... the asm has. */
static int places(const Operands *operands) {
    int count = 0;
    for (int i = 0; i < operands->count; i++)
        count += is_registers(&operands->list[i]) ? operands->list[i].count : 1;
    return count;
}

/* The number of the operand's first register or address in the asm: outputs come first. */
static int place(const Operands *operands, const Operand *operand) {
    int at = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < operands->count; i++) {
            const Operand *other = &operands->list[i];
            if (is_output(other) != (pass == 0))
                continue;
            if (other == operand)
                return at;
            at += other->count;
        }
    return at;
}

static void print_places(FILE *out, const Operands *operands, const Operand *operand, bool braces) {
    const int first = place(operands, operand), count = operand->count;
    braces |= count > 1;
    fputs(braces ? "{" : "", out);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%%%d", i ? ", " : "", first + i);
    fputs(braces ? "}" : "", out);
}

/* An operand of the text: all its registers, or of `.2` the third. In a body of C: the variable. */
static size_t print_operand(
    FILE *out,
    const Operands *operands,
    const Operand *operand,
    const char *behind,
    bool braces,
    bool c) {
    const bool element = behind[0] == '.' && isdigit((unsigned char)behind[1]);
    if (c)
        fprintf(out, element ? "%s[%c]" : "%s", local(operands, operand), behind[1]);
    else if (element)
        fprintf(out, "%%%d", place(operands, operand) + behind[1] - '0');
    else
        print_places(out, operands, operand, braces);
    return element ? 2 : 0;
}

/* "%cluster_ctarank" is "%%cluster_ctarank" in an asm with operands. */
static void print_op(FILE *out, const Row *row) {
    for (const char *at = row->ptx; *at; at++)
        fputs(*at == '%' ? "%%" : (char[]){*at, '\0'}, out);
}

/* What stands behind a `$`; returns how many characters of it were read. */
static size_t print_word(
    FILE *out, const Row *row, const Operands *operands, const char *at, bool c) {
    const bool braces = *at == '(';
    size_t length = 0;
    at += braces;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    if (length == 1 && isdigit((unsigned char)*at))
        fputs(row->words[*at - '1'], out);
    else if (length == 2 && strncmp(at, "op", 2) == 0)
        print_op(out, row);
    else if (length == 1 && *at == 'n')
        fprintf(out, "%d", row->number);
    else if (length == 4 && strncmp(at, "size", 4) == 0)
        fprintf(out, "%d", row->bits / 8);
    for (int i = 0; i < operands->count; i++) {
        const Operand *operand = &operands->list[i];
        if (strlen(operand->name) == length && strncmp(operand->name, at, length) == 0)
            length += print_operand(out, operands, operand, at + length, braces, c);
    }
    return length + 2 * (size_t)braces;
}

/* Each line of the text is a string of its own; so is what stands behind a form feed. A hinted
 * instruction has one operand more, behind its own. */
static void print_text(FILE *out, const Row *row, const Operands *operands, const char *text) {
    bool hinted = false;
    fputc('"', out);
    for (const char *at = text; *at; at++) {
        hinted |= row->hinted && strncmp(at, "$op", 3) == 0;
        if (hinted && *at == ';') {
            fprintf(out, "\" TC__PLACE_##kind(%d) \"", places(operands));
            hinted = false;
        }
        if (*at == '\n')
            fputs("\\n\\t\"\n\"", out);
        else if (*at == '\f')
            fputs("\"\n\"", out);
        else if (*at == '$')
            at += print_word(out, row, operands, at + 1, false);
        else
            fputc(*at, out);
    }
    fputc('"', out);
}

/* A text that begins with `=` is C: "=$dst.0 = tc__half($src);". */
static void print_body(FILE *out, const Row *row, const Operands *operands, const char *text) {
    for (const char *at = text; *at; at++)
        if (*at == '$')
            at += print_word(out, row, operands, at + 1, true);
        else
            fputc(*at, out);
    fputs("\n", out);
}

static void print_value(FILE *out, const Operand *operand) {
    static const char *const letters[][2] = {{"u", "r"}, {"i", "r"}, {"q", "l"}, {"f", "f"}};
    const char *name = operand->name;
    if (strcmp(operand->what, "smem") == 0 || strcmp(operand->what, "bar") == 0)
        fprintf(out, "\"r\"(tc_smem_address(%s))", name);
    else if (strcmp(operand->what, "gmem") == 0 || strcmp(operand->what, "map") == 0)
        fprintf(out, "\"l\"(%s)", name);
    else if (operand->role == '@')
        fprintf(out, "\"r\"(%s)", name);
    else if (operand->what[0] == 'h')
        fprintf(out, "\"h\"((unsigned short)%s)", name);
    for (int c = 0; is_coordinates(operand) && c < operand->count; c++)
        fprintf(out, "%s\"r\"(c%d)", c ? ", " : "", c);
    for (size_t i = 0; i < sizeof letters / sizeof *letters && operand->role == '#'; i++)
        if (strcmp(operand->what, letters[i][0]) == 0)
            fprintf(out, "\"%s\"(%s)", letters[i][1], name);
}

static void print_registers(FILE *out, const Operands *operands, const Operand *operand) {
    const char *letter = strchr("bh", operand->what[0])   ? "h"
                         : operand->what[0] == 'f'        ? "f"
                         : operand->what[0] == 'd'        ? "d"
                         : strchr("qi", operand->what[0]) ? "l"
                                                          : "r";
    const char *mark = operand->role == '=' ? "=" : strchr("+~", operand->role) ? "+" : "";
    for (int i = 0; i < operand->count; i++) {
        fprintf(out, "%s\"%s%s\"(%s", i ? ", " : "", mark, letter, local(operands, operand));
        fprintf(out, operand->count > 1 ? "[%d])" : ")", i);
    }
}

static void print_list(FILE *out, const Operands *operands, bool outputs) {
    const char *between = "";
    fputs(" : ", out);
    for (int i = 0; i < operands->count; i++) {
        const Operand *operand = &operands->list[i];
        if (is_output(operand) != outputs)
            continue;
        fputs(between, out);
        if (is_registers(operand))
            print_registers(out, operands, operand);
        else if (operand->role == '>')
            fprintf(out, "\"=%c\"(%s)", operand->what[0] == 'q' ? 'l' : 'r', operand->name);
        else
            print_value(out, operand);
        between = ", ";
    }
}

static void print_asm(FILE *out, const Row *row, const Operands *operands, const char *text) {
    fprintf(out, "asm%s(", row->form->effect == EFFECT_PURE ? "" : " volatile");
    print_text(out, row, operands, text);
    if (operands->count) {
        print_list(out, operands, true);
        if (row->form->effect == EFFECT_MEMORY || operands->count > 1)
            print_list(out, operands, false);
        fputs(row->hinted ? " TC__INPUT_##kind" : "", out);
    } else {
        fputs(" ::", out);
    }
    fputs(row->form->effect == EFFECT_MEMORY ? " : \"memory\");\n" : ");\n", out);
}

static void print_one(FILE *out, const Row *row, const Operands *operands, const char *text) {
    if (text[0] == '=')
        print_body(out, row, operands, text + 1);
    else
        print_asm(out, row, operands, text);
}

static void print_instruction(FILE *out, const Row *row, const Operands *operands) {
    const char *text = row->text ? row->text : row->form->text;
    fputs(row->older ? "#if TC_ARCH >= 900\n" : "", out);
    print_one(out, row, operands, text);
    if (row->older) {
        fputs("#else\n", out);
        print_one(out, row, operands, row->older);
        fputs("#endif\n", out);
    }
}

/* " = 0", " = {0, 0}" of registers that the instruction may leave alone; of a byte of a word the rest is
 * never read. */
static void print_first_value(FILE *out, const Operand *operand) {
    if (operand->what[0] == 'y' && operand->role == '<')
        fputs(" = 0", out);
    if (operand->role != '~')
        return;
    fputs(operand->count > 1 ? " = {" : " = ", out);
    for (int i = 0; i < operand->count; i++)
        fputs(i ? ", 0" : "0", out);
    fputs(operand->count > 1 ? "}" : "", out);
}

/* One line for neighbours of one type: "unsigned out, in[2];". A byte has no register of its own: it goes
 * through one of 16 bits. */
static void print_locals(FILE *out, const Operands *operands) {
    const char *type = NULL;
    bool byte = false;
    for (int i = 0; i < operands->count; i++) {
        const Operand *operand = &operands->list[i];
        if (!is_registers(operand) && operand->role != '>')
            continue;
        if (type && strcmp(type, operand_ctype(operand)) == 0)
            fputs(", ", out);
        else
            fprintf(out, "%s%s ", type ? ";\n" : "", operand_ctype(operand));
        type = operand_ctype(operand);
        byte |= operand->what[0] == 'b';
        fprintf(
            out, operand->count > 1 ? "%s[%d]" : "%s", local(operands, operand), operand->count);
        print_first_value(out, operand);
    }
    fputs(type ? ";\n" : "", out);
    fputs(byte ? "unsigned char byte;\n" : "", out);
}

static void print_reads(FILE *out, const Operands *operands, const Operand *operand) {
    const char *name = local(operands, operand);
    if (operand->what[0] == 'b')
        fprintf(out, "TC_MEMCPY(&byte, %s, 1);\n%s = byte;\n", operand->name, name);
    else
        fprintf(
            out,
            "TC_MEMCPY(%s%s, %s, %d);\n",
            operand->count > 1 ? "" : "&",
            name,
            operand->name,
            operand_bytes(operand));
}

static void print_writes(FILE *out, const Operands *operands, const Operand *operand) {
    const char *name = local(operands, operand);
    if (operand->what[0] == 'b')
        fprintf(out, "byte = (unsigned char)%s;\nTC_MEMCPY(%s, &byte, 1);\n", name, operand->name);
    else
        fprintf(
            out,
            "TC_MEMCPY(%s, %s%s, %d);\n",
            operand->name,
            operand->count > 1 ? "" : "&",
            name,
            operand_bytes(operand));
}

static void print_return(FILE *out, const Operands *operands) {
    const Operand *returned = operand_returned(operands);
    if (returned)
        fprintf(
            out,
            strcmp(returned->what, "flag") == 0 ? "return %s != 0;\n" : "return %s;\n",
            returned->name);
}

/* The row's sentence as a comment, in lines of at most 100 columns. */
static void print_comment(FILE *out, const char *text) {
    enum { COLUMNS = 100 };
    fputs("/*", out);
    for (int column = 2; *text;) {
        const size_t length = strcspn(text, " "), closing = text[length] ? 0 : strlen(" */");
        if (column + 1 + (int)(length + closing) > COLUMNS) {
            fputs("\n *", out);
            column = 2;
        }
        fprintf(out, " %.*s", (int)length, text);
        column += (int)length + 1;
        text += length + (text[length] == ' ');
    }
    fputs(" */\n", out);
}

/* The comment of a reduction whose row has none: "*dst = min(*dst, *src), u32." */
static void print_reduction(FILE *out, const Row *row) {
    static const char *const words[][2] = {
        {"ADD", "*dst += *src"},
        {"MIN", "*dst = min(*dst, *src)"},
        {"MAX", "*dst = max(*dst, *src)"},
        {"AND", "*dst &= *src"},
        {"OR", "*dst |= *src"},
        {"XOR", "*dst ^= *src"},
        {"INC", "*dst = *dst < *src ? *dst + 1 : 0"},
        {"DEC", "*dst = *dst && *dst <= *src ? *dst - 1 : *src"}};
    fputs("/* ", out);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], row->how) == 0)
            fputs(words[i][1], out);
    fputs(row->bits ? ", " : " for each ", out);
    for (const char *at = row->type; *at; at++)
        fputc(tolower((unsigned char)*at), out);
    fputs(". */\n", out);
}

void print_device(FILE *out, const Row *row) {
    const Operands operands = operands_of(row);
    if (row->doc && row->number <= 0)
        print_comment(out, row->doc);
    else if (row->how && !row->doc && !row->rank)
        print_reduction(out, row);
    print_signature(out, "TC_FN", row);
    fputs(" {\n", out);
    print_locals(out, &operands);
    for (int i = 0; i < operands.count; i++)
        if (strchr("<+", operands.list[i].role))
            print_reads(out, &operands, &operands.list[i]);
    print_instruction(out, row, &operands);
    for (int i = 0; i < operands.count; i++)
        if (is_registers(&operands.list[i]) && is_output(&operands.list[i]))
            print_writes(out, &operands, &operands.list[i]);
    print_return(out, &operands);
    fputs("}\n\n", out);
}

void print_unavailable(FILE *out, const Row *row) {
    print_signature(out, "TC_DECLARE", row);
    fputs(row->hinted ? " TC_UNAVAILABLE(#name \"" : " TC_UNAVAILABLE(\"", out);
    if (!row->hinted)
        print_name(out, row);
    fprintf(out, " needs %s\");\n", feature_needs(row->feature));
}

static void print_voids(FILE *out, const Operand *operand) {
    for (int c = 0; is_coordinates(operand) && c < operand->count; c++)
        fprintf(out, "(void)c%d;\n", c);
    if (!is_coordinates(operand))
        fprintf(out, "(void)%s;\n", operand->name);
}

void print_trap(FILE *out, const Row *row) {
    const Operands operands = operands_of(row);
    print_signature(out, "TC_FN", row);
    fputs(" {\n", out);
    for (int i = 0; i < operands.count; i++)
        print_voids(out, &operands.list[i]);
    fputs("TC_NEEDS_LETTER();\n}\n\n", out);
}
