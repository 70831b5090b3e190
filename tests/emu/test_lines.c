/* Lines and columns of reports: line programs that are drawn here, row by row; answers of a symbolizer, which is a script
 * that says what a test has it say; and the text of chains and of source lines, in all the room that there may be. */
#define _GNU_SOURCE
#include "include/tilecopy/host/involved.h"

#include "emu_test.h"
#include "tilecopy/host/column.h"
#include "tilecopy/host/cuda/calls.h"
#include <sys/stat.h>
#include <unistd.h>

static unsigned long long state = 1;
static unsigned below(unsigned n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

/* ---- line programs ------------------------------------------------------------------------------- */

enum { MOST_ROWS = 24, SECTION = 4096 };
typedef struct {
    unsigned long long address;
    unsigned line, column, ends; /* ends: the first address behind a sequence */
} Line;
typedef struct {
    unsigned char bytes[SECTION];
    size_t count;
    unsigned least, range, base;
    int line_base;
    Line now, rows[MOST_ROWS];
    unsigned row_count;
} Program;

static void put(Program *p, unsigned long long value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        p->bytes[p->count++] = (unsigned char)(value >> 8 * i);
}

/* The shortest form, or one that is longer by bytes that say nothing. */
static void put_leb(Program *p, long long value, int is_signed) {
    unsigned spare = below(8) ? 0 : 1 + below(12); /* more than 64 bits, too */
    for (;;) {
        const unsigned low = (unsigned)value & 0x7f;
        value >>= 7;
        const int last =
            is_signed ? (value == 0 && !(low & 0x40)) || (value == -1 && low & 0x40) : value == 0;
        if (last && !spare) {
            put(p, low, 1);
            return;
        }
        if (last)
            spare--;
        put(p, low | 0x80, 1);
    }
}

static void row_of_program(Program *p, unsigned ends) {
    p->now.ends = ends;
    p->rows[p->row_count++] = p->now;
}

/* What a reader passes over: another file, a statement, a block, a prologue, an epilogue, an instruction set, and an
 * extended opcode of later versions. */
static void put_noise(Program *p) {
    static const unsigned char plain[] = {6, 7, 10, 11};
    const unsigned which = below(8);
    if (which < 4 && plain[which] < p->base)
        put(p, plain[which], 1);
    else if (which == 4) {
        put(p, 4, 1);
        put_leb(p, below(300), 0);
    } else if (which == 5 && p->base > 12) {
        put(p, 12, 1);
        put_leb(p, below(300), 0);
    } else if (which == 6) {
        put(p, 0, 1);
        put_leb(p, 3, 0);
        put(p, 4, 1); /* a discriminator of two bytes */
        put(p, 0x81, 1);
        put(p, 1, 1);
    }
}

static void move_on(Program *p, unsigned instructions) {
    const unsigned step = (255 - p->base) / p->range;
    if (below(3) == 0 && instructions >= step) {
        put(p, 8, 1); /* as the last special opcode does */
        instructions -= step;
        p->now.address += p->least * step;
    }
    if (below(4) == 0) {
        put(p, 9, 1); /* in bytes */
        put(p, instructions * p->least, 2);
    } else if (instructions || below(3) == 0) {
        put(p, 2, 1);
        put_leb(p, instructions, 0);
    }
    p->now.address += p->least * instructions;
}

static void put_next_row(Program *p) {
    const unsigned instructions = below(5) ? below(40) : 0;
    const int lines = (int)below(60) - 20;
    const int by = p->now.line + (unsigned)lines > 0x80000000u ? 3 : lines;
    if (below(2)) {
        p->now.column = below(3) ? below(100) : 100 + below(3000);
        put(p, 5, 1);
        put_leb(p, p->now.column, 0);
    }
    put_noise(p);
    p->now.line += (unsigned)by;
    const long long special =
        (by - p->line_base) + (long long)p->range * instructions + (long long)p->base;
    if (by >= p->line_base && by < p->line_base + (int)p->range && special <= 255 && below(4)) {
        p->now.address += p->least * instructions;
        put(p, (unsigned long long)special, 1);
    } else {
        put(p, 3, 1);
        put_leb(p, by, 1);
        move_on(p, instructions);
        put(p, 1, 1);
    }
    row_of_program(p, 0);
}

static void put_sequence(Program *p, unsigned long long from) {
    const unsigned wide = below(4) ? 8 : 4;
    p->now = (Line){from, 1, 0, 0};
    put(p, 0, 1);
    put_leb(p, 1 + wide, 0);
    put(p, 2, 1);
    put(p, from, wide);
    for (unsigned rows = 1 + below(5); rows > 0; rows--)
        put_next_row(p);
    move_on(p, 1 + below(30));
    put(p, 0, 1);
    put_leb(p, 1, 0);
    put(p, 1, 1);
    row_of_program(p, 1);
}

/* A unit: its header, in one of eight forms, and a few sequences. */
static void put_unit(Program *p, unsigned long long from) {
    static const unsigned char operands[] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    Program head = *p, body = *p;
    const unsigned version = 2 + below(4), wide = below(2) ? 8 : 4;
    p->least = body.least = 1u << below(3);
    body.range = 4 + below(15);
    body.base = 10 + below(10);
    body.line_base = -(int)below(6);
    head.count = body.count = 0;
    for (unsigned i = 1 + below(3); i > 0; i--, from += 0x1000)
        put_sequence(&body, from);
    put(&head, body.least, 1);
    if (version >= 4)
        put(&head, 1, 1);
    put(&head, 1, 1);
    put(&head, (unsigned char)body.line_base, 1);
    put(&head, body.range, 1);
    put(&head, body.base, 1);
    for (unsigned code = 1; code < body.base; code++)
        put(&head, code < 13 ? operands[code - 1] : 2, 1);
    for (unsigned spare = below(20); spare > 0; spare--) /* tables of files */
        put(&head, 0xAA, 1);
    if (wide == 8)
        put(p, 0xffffffff, 4);
    put(p, 2u + (version == 5 ? 2u : 0u) + wide + head.count + body.count, wide);
    put(p, version, 2);
    if (version == 5)
        put(p, 8, 2);
    put(p, head.count, wide);
    memcpy(p->bytes + p->count, head.bytes, head.count);
    memcpy(p->bytes + p->count + head.count, body.bytes, body.count);
    p->count += head.count + body.count;
    memcpy(p->rows, body.rows, sizeof p->rows);
    p->row_count = body.row_count;
}

/* The row that speaks for the address: the last one at or before it, of a sequence that goes on behind it. */
static const Line *row_at(const Program *p, unsigned long long address) {
    for (unsigned i = 0; i + 1 < p->row_count; i++)
        if (!p->rows[i].ends && p->rows[i].address <= address && address < p->rows[i + 1].address)
            return &p->rows[i];
    return NULL;
}

static void test_programs(void) {
    static Program p;
    unsigned wrong = 0, known = 0;
    for (unsigned n = 0; n < 400; n++) {
        memset(&p, 0, sizeof p);
        put_unit(&p, 0x1000);
        if (p.row_count < MOST_ROWS / 4)
            put_unit(&p, 0x10000);
        unsigned char *exact = malloc(p.count); /* a sanitizer sees what is read behind it */
        memcpy(exact, p.bytes, p.count);
        for (unsigned i = 0; i < p.row_count; i++)
            for (unsigned k = 0; k < 3; k++) {
                const unsigned long long address = p.rows[i].address + k - 1;
                const Line *row = row_at(&p, address);
                const unsigned line = row ? row->line : p.rows[i].line;
                wrong += column_in(exact, p.count, address, line) != (row ? row->column : 0);
                wrong += column_in(exact, p.count, address, line + 1) != 0;
                known += row && row->column;
            }
        free(exact);
    }
    EXPECT(wrong == 0);
    EXPECT(known > 1000);
}

/* ---- answers of a symbolizer ----------------------------------------------------------------------- */

static char script[] = "/tmp/tc_symbolizer_XXXXXX", answer[] = "/tmp/tc_answer_XXXXXX",
            asked[] = "/tmp/tc_asked_XXXXXX";

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

/* A script that writes down how it was called, and says the answer for each address. */
static void make_script(void) {
    char text[400];
    close(mkstemp(script));
    close(mkstemp(answer));
    close(mkstemp(asked));
    snprintf(
        text,
        sizeof text,
        "#!/bin/sh\necho \"$@\" > %s\nfor a; do case \"$a\" in 0x*) echo \"$a\"; cat %s;; esac; "
        "done\n",
        asked,
        answer);
    write_file(script, text);
    chmod(script, 0700);
    setenv("TC_EMU_SYMBOLIZER", script, 1);
}

typedef struct {
    const char *name, *place; /* as a symbolizer says them */
    const char *function, *file;
    unsigned line;
} Answer;
static const Answer answers[] = {
    {"copy(f16*)", "/src/tile.h:25 (discriminator 3)", "copy", "/src/tile.h", 25},
    {"void spread<float>(float*) const", "/a/b.cu:7", "spread<float>", "/a/b.cu", 7},
    {"ns::f<int, 3>(int (*)(int))", "./x.c:1", "ns::f<int, 3>", "x.c", 1},
    {"unsigned long g(char)", "././d/x.c:4000000", "g", "d/x.c", 4000000},
    {"(anonymous namespace)::h(int)", "b:2", "(anonymous namespace)::h", "b", 2},
    {"f(int) const", "/:3", "f", "/", 3},
    {"bool p<(int)4>(long)", "/q:1:5", "p<(int)4>", "/q:1", 5},
    {"a b", "c d:9", "a b", "c d", 9},
    {"ns::V<int> get<char>(int)", "v:6", "get<char>", "v", 6},
    {"V<int (*)(int)> get(V<int>)", "v:6", "get", "v", 6},
    {"s(a) constant", "z:8", "s(a) constant", "z", 8},
    {"main", "m.c:12", "main", "m.c", 12}};

/* The answer, for two addresses in a row. */
static void test_answers(void) {
    const uintptr_t at[2] = {(uintptr_t)test_programs + 5, (uintptr_t)make_script + 9};
    char want[200], got[200] = "";
    Location found[MAX_CHAIN];
    for (unsigned i = 0; i < sizeof answers / sizeof *answers; i++) {
        const Answer *a = &answers[i];
        char text[300];
        snprintf(text, sizeof text, "%s\n%s\ninner\n??:0\n", a->name, a->place);
        write_file(answer, text);
        EXPECT_OF(a->name, location_find(at, 2, true, found, MAX_CHAIN) == 4);
        for (unsigned k = 0; k < 4; k += 2) {
            EXPECT_OF(a->name, !strcmp(found[k].function, a->function));
            EXPECT_OF(a->name, !strcmp(found[k].file, a->file) && found[k].line == a->line);
            EXPECT_OF(a->name, found[k].call == k / 2 && found[k + 1].call == k / 2);
            EXPECT_OF(a->name, !strcmp(found[k + 1].function, "inner") && !found[k + 1].line);
            EXPECT_OF(a->name, !*found[k + 1].file && found[k + 1].offset == 0);
        }
    }
    snprintf(
        want,
        sizeof want,
        "-a -f -i -C -e /proc/%ld/exe 0x%llx 0x%llx\n",
        (long)getpid(),
        (unsigned long long)(at[0] - 1 - symbol_bias()),
        (unsigned long long)(at[1] - 1 - symbol_bias()));
    FILE *file = fopen(asked, "r");
    EXPECT(file && fgets(got, sizeof got, file) && !strcmp(got, want));
    if (file)
        fclose(file);
}

/* Names of the symbol table, with how far into them the address is. */
static void is_symbols(const char *row, const Location *at, const char *name, unsigned offset) {
    EXPECT_OF(row, !strcmp(at->function, name) && at->offset == offset && !at->line && !*at->file);
}

static void test_no_answers(void) {
    const uintptr_t at[2] = {(uintptr_t)make_script + 5, (uintptr_t)write_file + 9};
    static const char *const bad[] = {
        "",
        "f\n",
        "f\n??:0\n",
        "f\ntile.h:?\n",
        "f\nx.c:-1\n",
        "f\nx.c:0\n",
        "f\nx.c\n",
        "0x1\n0x2\nf\nx:1\n"};
    Location found[MAX_CHAIN];
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_file(answer, bad[i]);
        EXPECT_OF(bad[i], location_find(at, 2, true, found, MAX_CHAIN) == 2);
        is_symbols(bad[i], &found[0], "make_script", 5);
        is_symbols(bad[i], &found[1], "write_file", 9);
        EXPECT_OF(bad[i], found[0].call == 0 && found[1].call == 1);
    }
    write_file(answer, "f\nx:1\n");
    EXPECT(location_find(at, 2, false, found, MAX_CHAIN) == 2);
    is_symbols("not asked", &found[1], "write_file", 9);
    EXPECT(location_find(at, 2, false, found, 1) == 1);
    EXPECT(location_find(at, 0, true, found, 1) == 0);
    EXPECT(location_find(at, 2, true, found, 2) == 2 && !strcmp(found[1].function, "f"));
    /* one of two functions is not known: the name is the symbol's */
    write_file(answer, "??\nx:1\ng()\n??:?\n");
    EXPECT(location_find(at, 2, true, found, MAX_CHAIN) == 4);
    EXPECT(!strcmp(found[0].function, "make_script") && found[0].line == 1);
    EXPECT(!strcmp(found[2].function, "write_file") && !strcmp(found[3].function, "g"));
    setenv("TC_EMU_SYMBOLIZER", "/no/such/tool", 1);
    EXPECT(location_find(at, 2, true, found, MAX_CHAIN) == 2);
    is_symbols("no tool", &found[0], "make_script", 5);
    setenv("TC_EMU_SYMBOLIZER", script, 1);
}

/* Long names, long lines, and files below the working directory. */
static void test_long_answers(void) {
    static char text[8000], name[3000], here[1024], beside[1200];
    const uintptr_t at[1] = {(uintptr_t)make_script + 5};
    Location found[MAX_CHAIN];
    memset(name, 'n', sizeof name - 1);
    snprintf(text, sizeof text, "%s\nx:1\nafter()\ny:2\n", name);
    write_file(answer, text);
    EXPECT(location_find(at, 1, true, found, MAX_CHAIN) == 2 && found[0].line == 1);
    EXPECT(strlen(found[0].function) == 127 && !strncmp(found[0].function, name, 127));
    EXPECT(
        !strcmp(found[1].function, "after") && !strcmp(found[1].file, "y") && found[1].line == 2);
    EXPECT(getcwd(here, sizeof here) != NULL);
    snprintf(beside, sizeof beside, "%s-2/x.c", here);
    snprintf(text, sizeof text, "f\n%s/dir/x.c:3\ng\n%s:4\nh\n%s/./x.c:5\n", here, beside, here);
    write_file(answer, text);
    EXPECT(location_find(at, 1, true, found, MAX_CHAIN) == 3);
    EXPECT(!strcmp(found[0].file, "dir/x.c") && !strncmp(found[1].file, beside, 199));
    EXPECT(!strcmp(found[2].file, "x.c") && found[2].line == 5);
}

/* ---- columns of this program, and of lines that tcemu has rewritten --------------------------------- */

static unsigned line_of(uintptr_t address, const char *file) {
    for (unsigned line = 1; line < 2000; line++)
        if (column_of(address, file, line))
            return line;
    return 0;
}

static void test_rewritten(void) {
    uintptr_t address = (uintptr_t)test_rewritten + 8;
    unsigned line = 0;
    while (!(line = line_of(address, "dir/a.cu")) && address < (uintptr_t)test_rewritten + 64)
        address++;
    static char numbers[40], others[40], one[40];
    EXPECT(line > 300 && column_of(address, "dir/a.cu", 0) == 0);
    snprintf(numbers, sizeof numbers, " 3 %u 17 ", line);
    snprintf(others, sizeof others, "3 %u0 %u 1%u ", line, line + 1, line);
    snprintf(one, sizeof one, "%u", line);
    tc_emu_rewritten("e.cu", one);
    tc_emu_rewritten("b.cu", others);
    tc_emu_rewritten("dir/c.cu", numbers);
    EXPECT(line_of(address, "dir/a.cu") == line && line_of(address, "dir/b.cu") == line);
    EXPECT(line_of(address, "dir/c.cu") == 0 && line_of(address, "/x/dir/c.cu") == 0);
    EXPECT(line_of(address, "c.cu") == 0 && line_of(address, "d.cu") == line);
    EXPECT(line_of(address, "rid/c.cu") == line && line_of(address, "e.cu") == 0);
}

/* Of the call before the address that it returns to: where two columns meet, that of the first. The innermost function of
 * each address has it. */
static void test_columns(void) {
    const uintptr_t from = (uintptr_t)test_rewritten;
    unsigned met = 0;
    for (uintptr_t call = from; call < from + 400 && met < 3; call++) {
        const uintptr_t at[2] = {call + 1, call + 1};
        const unsigned line = line_of(call, "x.c"), column = column_of(call, "x.c", line);
        Location found[MAX_CHAIN];
        char text[60];
        if (!line || column == column_of(call + 1, "x.c", line))
            continue;
        snprintf(text, sizeof text, "f\nx.c:%u\ng\nx.c:%u\n", line, line);
        write_file(answer, text);
        EXPECT(location_find(at, 2, true, found, MAX_CHAIN) == 4);
        EXPECT(found[0].column == column && found[2].column == column);
        EXPECT(found[1].column == 0 && found[3].column == 0);
        met++;
    }
    EXPECT(met == 3);
}

/* ---- text --------------------------------------------------------------------------------------------- */

static Location at_place(const char *function, const char *file, unsigned line, unsigned offset) {
    Location at = {.line = line, .offset = offset};
    snprintf(at.function, sizeof at.function, "%s", function);
    snprintf(at.file, sizeof at.file, "%s", file);
    return at;
}

/* In less room it is as much of the text as there is room for, and nothing behind that is written. */
static void fits(
    const char *name,
    void (*write)(const Location *, unsigned, char *, size_t),
    const Location *found,
    unsigned n,
    const char *want) {
    const size_t length = strlen(want);
    for (size_t room = 1; room <= length + 2; room++) {
        char out[512];
        memset(out, 'x', sizeof out);
        write(found, n, out, room);
        EXPECT_OF(name, strlen(out) == (length < room ? length : room - 1));
        EXPECT_OF(name, !strncmp(out, want, strlen(out)) && out[room] == 'x');
    }
}

#define NONE "\n  lines: none; compile with -g, and have addr2line or llvm-symbolizer on the PATH"

static void test_text(void) {
    const Location lines[3] = {
        at_place("tc_copy", "gen.h", 25, 0),
        at_place("f<int>", "", 0, 0x1c),
        at_place("k", "a.cu", 9, 0)};
    const Location none[2] = {at_place("f", "", 0, 0x1c), at_place("k", "", 0, 0)};
    fits("names", write_names, lines, 3, "\n  in: tc_copy <- f<int> <- k");
    fits("one name", write_names, lines, 1, "\n  in: tc_copy");
    fits("no name", write_names, lines, 0, "");
    fits(
        "lines",
        write_lines,
        lines,
        3,
        "\n  in: tc_copy (gen.h:25)\n   <- f<int>+0x1c\n   <- k (a.cu:9)");
    fits(
        "the last has none",
        write_lines,
        lines,
        2,
        "\n  in: tc_copy (gen.h:25)\n   <- f<int>+0x1c");
    fits("none", write_lines, none, 2, "\n  in: f+0x1c\n   <- k+0x0" NONE);
    fits("nothing", write_lines, none, 0, "");
    EXPECT(shown_line(lines, 3) == &lines[2] && shown_line(lines, 2) == NULL);
    EXPECT(shown_line(lines + 2, 1) == &lines[2] && shown_line(lines, 0) == NULL);
    const Location tc = at_place("tcp", "a", 1, 0);
    EXPECT(shown_line(&tc, 1) == &tc);
}

static void test_source(void) {
    static const struct {
        unsigned line, column;
        const char *text;
    } rows[] = {
        {1, 1, "\n     1 | one\n       | ^"},
        {1, 3, "\n     1 | one\n       |   ^"},
        {1, 4, "\n     1 | one"},
        {1, 0, "\n     1 | one"},
        {2, 2, "\n     2 |  a tab\n       |  ^"},
        {2, 1, "\n     2 |  a tab"}, /* no mark is below a space */
        {2, 3, "\n     2 |  a tab"},
        {2, 4, "\n     2 |  a tab\n       |    ^"},
        {3, 6, "\n     3 | \xc3\xa4\xc3\xb6=1\n       |    ^"}, /* four bytes, two places */
        {4, 1, "\n     4 | carriage\n       | ^"},
        {5, 1, "\n     5 | "},
        {6, 4, "\n     6 | last\n       |    ^"},
        {7, 1, ""},
        {0, 1, ""}};
    write_file(answer, "one\n\ta tab\n\xc3\xa4\xc3\xb6=1\ncarriage\r\n\nlast");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        Location at = at_place("f", answer, rows[i].line, 0);
        const size_t length = strlen(rows[i].text);
        at.column = rows[i].column;
        for (size_t room = 8; room <= length + 10; room++) {
            char out[200];
            memset(out, 'x', sizeof out);
            strcpy(out, "before:");
            write_source(&at, out, room);
            EXPECT_OF(rows[i].text, !strncmp(out, "before:", 7) && out[room] == 'x');
            EXPECT_OF(rows[i].text, !strncmp(out + 7, rows[i].text, strlen(out + 7)));
            EXPECT_OF(rows[i].text, room < length + 8 || !strcmp(out + 7, rows[i].text));
        }
    }
    char out[20] = "kept";
    write_source(NULL, out, sizeof out);
    const Location gone = at_place("f", "/no/such/file", 1, 0);
    write_source(&gone, out, sizeof out);
    EXPECT(!strcmp(out, "kept"));
}

int main(void) {
    test_programs();
    make_script();
    test_answers();
    test_no_answers();
    test_long_answers();
    test_rewritten();
    test_columns();
    test_text();
    test_source();
    unlink(script);
    unlink(answer);
    unlink(asked);
    return unit_finish();
}
