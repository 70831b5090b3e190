/* column.c: the column of a code address, from the line programs of the executable (.debug_line, DWARF 2 to
 * 5). Symbolizers print lines and often no columns. What the file holds is not trusted: a reader never
 * passes its end, and every opcode takes at least one byte, so that a wrong program ends. */
#include "column.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *at, *end;
    bool ended; /* something was to be read after the end */
} Bytes;

static uint64_t take(Bytes *b, unsigned bytes) {
    uint64_t value = 0;
    if ((size_t)(b->end - b->at) < bytes) {
        b->at = b->end;
        b->ended = true;
        return 0;
    }
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)b->at[i] << 8 * i;
    b->at += bytes;
    return value;
}

/* Seven bits a byte, the lowest first; 0x80 0x01 is 128. More than 64 bits are dropped. */
static uint64_t take_leb(Bytes *b, bool is_signed) {
    uint64_t value = 0, byte;
    unsigned shift = 0;
    do {
        byte = take(b, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        shift += shift < 64 ? 7 : 0;
    } while (byte & 0x80);
    if (is_signed && shift < 64 && byte & 0x40)
        value |= ~(uint64_t)0 << shift;
    return value;
}

/* The next `bytes` of b on their own, at most what is left. */
static Bytes part(Bytes *b, uint64_t bytes) {
    const size_t left = (size_t)(b->end - b->at);
    const Bytes out = {b->at, b->at + (bytes < left ? (size_t)bytes : left), false};
    b->at = out.end;
    return out;
}

typedef struct {
    uint64_t address;
    uint32_t line, column;
} Row;
typedef struct {
    Bytes program;
    uint8_t least, range, base; /* bytes of an instruction; of special opcodes: lines, the first */
    int8_t line_base;
    uint8_t operands[256]; /* of the standard opcodes */
    Row now, before;
    bool begun; /* `before` is a row of this sequence */
} Machine;

/* The unit's header up to the program; false: a version that this does not know. */
static bool read_header(Machine *m, Bytes unit, unsigned offset_bytes) {
    const unsigned version = (unsigned)take(&unit, 2);
    if (version < 2 || version > 5)
        return false;
    if (version == 5)
        take(&unit, 2); /* sizes of addresses and segments */
    Bytes head = part(&unit, take(&unit, offset_bytes));
    m->program = unit;
    m->least = (uint8_t)take(&head, 1);
    if (version >= 4)
        take(&head, 1); /* operations of an instruction */
    take(&head, 1);     /* is_stmt */
    m->line_base = (int8_t)(uint8_t)take(&head, 1);
    m->range = (uint8_t)take(&head, 1);
    m->base = (uint8_t)take(&head, 1);
    for (unsigned i = 1; i < m->base; i++)
        m->operands[i] = (uint8_t)take(&head, 1);
    return !head.ended && m->range && m->base;
}

/* A row speaks for the addresses up to the next one. */
static bool put_row(Machine *m, uint64_t address) {
    const bool found = m->begun && m->before.address <= address && address < m->now.address;
    if (found)
        return true;
    m->before = m->now;
    m->begun = true;
    return false;
}

static void restart(Machine *m) {
    m->now = (Row){0, 1, 0};
    m->begun = false;
}

static bool extended(Machine *m, uint64_t address) {
    enum { END_SEQUENCE = 1, SET_ADDRESS };
    Bytes b = part(&m->program, take_leb(&m->program, false));
    const unsigned code = (unsigned)take(&b, 1);
    if (code == SET_ADDRESS)
        m->now.address = take(&b, b.end - b.at < 8 ? (unsigned)(b.end - b.at) : 8);
    if (code != END_SEQUENCE)
        return false;
    if (put_row(m, address))
        return true;
    restart(m);
    return false;
}

static void skip_operands(Machine *m, unsigned code) {
    for (unsigned i = 0; i < m->operands[code]; i++)
        take_leb(&m->program, false);
}

/* One opcode; true: the row of the address is `before`. */
static bool step(Machine *m, uint64_t address) {
    enum {
        EXTENDED,
        COPY,
        ADVANCE_PC,
        ADVANCE_LINE,
        SET_FILE,
        SET_COLUMN,
        CONST_ADD_PC = 8,
        FIXED
    };
    const unsigned code = (unsigned)take(&m->program, 1);
    if (code >= m->base) {
        const unsigned special = code - m->base;
        m->now.address += (uint64_t)m->least * (special / m->range);
        m->now.line += (uint32_t)(m->line_base + (int)(special % m->range));
        return put_row(m, address);
    }
    if (code == EXTENDED)
        return extended(m, address);
    if (code == COPY)
        return put_row(m, address);
    if (code == ADVANCE_PC)
        m->now.address += m->least * take_leb(&m->program, false);
    else if (code == ADVANCE_LINE)
        m->now.line += (uint32_t)take_leb(&m->program, true);
    else if (code == SET_COLUMN)
        m->now.column = (uint32_t)take_leb(&m->program, false);
    else if (code == CONST_ADD_PC)
        m->now.address += (uint64_t)m->least * ((255u - m->base) / m->range);
    else if (code == FIXED)
        m->now.address += take(&m->program, 2);
    else
        skip_operands(m, code);
    return false;
}

unsigned column_in(const void *lines, size_t bytes, uint64_t address, unsigned line) {
    Bytes all = {lines, (const uint8_t *)lines + bytes, false};
    while (all.at < all.end) {
        Machine m = {.begun = false};
        uint64_t length = take(&all, 4);
        const bool wide = length == 0xffffffff;
        if (wide)
            length = take(&all, 8);
        const Bytes unit = part(&all, length);
        if (!read_header(&m, unit, wide ? 8 : 4))
            continue;
        restart(&m);
        while (m.program.at < m.program.end)
            if (step(&m, address))
                return m.before.line == line ? m.before.column : 0;
    }
    return 0;
}

/* ---- lines that tcemu has rewritten ----------------------------------------------------------- */

enum { MAX_FILES = 256 };
static struct { const char *file, *lines; /* " 3 17 " */ } changed[MAX_FILES];
static unsigned changed_count;

int tc_emu_rewritten(const char *file, const char *lines) {
    if (changed_count < MAX_FILES) {
        changed[changed_count].file = file;
        changed[changed_count++].lines = lines;
    }
    return 0;
}

static bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), n = strlen(end);
    return n <= length && !strcmp(text + length - n, end);
}

static bool is_rewritten(const char *file, unsigned line) {
    for (unsigned i = 0; i < changed_count; i++) {
        const char *p = changed[i].lines;
        char *end = NULL;
        if (!ends_with(file, changed[i].file) && !ends_with(changed[i].file, file))
            continue;
        for (unsigned long n = strtoul(p, &end, 10); end != p; n = strtoul(p, &end, 10)) {
            if (n == line)
                return true;
            p = end;
        }
    }
    return false;
}

unsigned column_of(uintptr_t address, const char *file, unsigned line) {
    size_t bytes;
    const void *lines = symbol_section(".debug_line", &bytes);
    return lines && line && !is_rewritten(file, line)
               ? column_in(lines, bytes, address - symbol_bias(), line)
               : 0;
}
