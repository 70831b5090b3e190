/* Columns from line programs (column.c): programs made by hand, what is cut off and what is damaged. */
#include "emu_test.h"
#include <tilecopy/host/column.h>

enum { LONGEST = 128 };
typedef struct {
    unsigned char bytes[LONGEST];
    size_t count;
} Section;

static void put(Section *s, unsigned long long value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        s->bytes[s->count++] = (unsigned char)(value >> 8 * i);
}

/* Rows 0x1000: line 7 column 300; 0x1004: line 9 column 5; 0x1010: the end. */
static Section section(unsigned version, bool wide) {
    static const unsigned char operands[] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    static const unsigned char program[] = {
        0,    9,    2,
        0,    0x10, 0,
        0,    0,    0,
        0,    0, /* the address 0x1000 */
        3,    6,    5,
        0xac, 2,    1,                   /* 6 lines on, column 300, a row */
        5,    5,    13 + 5 + 2 + 14 * 4, /* column 5; 4 bytes and 2 lines on, a row */
        12,   0,                         /* an opcode that is passed over */
        2,    12,   0,
        1,    1 /* 12 bytes on, the end */
    };
    Section head = {{0}, 0}, rest = {{0}, 0}, out = {{0}, 0};
    put(&head, 1, 1);
    if (version >= 4)
        put(&head, 1, 1);
    put(&head, 1, 1);
    put(&head, (unsigned char)-5, 1);
    put(&head, 14, 1);
    put(&head, 13, 1);
    for (unsigned i = 0; i < sizeof operands; i++)
        put(&head, operands[i], 1);
    put(&rest, version, 2);
    if (version == 5)
        put(&rest, 8, 2);
    put(&rest, head.count, wide ? 8 : 4);
    if (wide)
        put(&out, 0xffffffff, 4);
    put(&out, rest.count + head.count + sizeof program, wide ? 8 : 4);
    memcpy(out.bytes + out.count, rest.bytes, rest.count);
    memcpy(out.bytes + out.count + rest.count, head.bytes, head.count);
    memcpy(out.bytes + out.count + rest.count + head.count, program, sizeof program);
    out.count += rest.count + head.count + sizeof program;
    return out;
}

static void test_versions(void) {
    for (unsigned version = 2; version <= 5; version++)
        for (unsigned wide = 0; wide < 2; wide++) {
            const Section s = section(version, wide);
            EXPECT(column_in(s.bytes, s.count, 0x1000, 7) == 300);
            EXPECT(column_in(s.bytes, s.count, 0x1003, 7) == 300);
            EXPECT(column_in(s.bytes, s.count, 0x1004, 9) == 5);
            EXPECT(column_in(s.bytes, s.count, 0x100f, 9) == 5);
            EXPECT(column_in(s.bytes, s.count, 0x100f, 8) == 0);
            EXPECT(column_in(s.bytes, s.count, 0x1010, 9) == 0);
            EXPECT(column_in(s.bytes, s.count, 0xfff, 7) == 0);
        }
    const Section unknown = section(6, false);
    EXPECT(column_in(unknown.bytes, unknown.count, 0x1000, 7) == 0);
}

/* A unit that is not known or not whole does not hide the next one. */
static void test_two_units(void) {
    unsigned char both[2 * LONGEST];
    const Section first = section(6, false), second = section(5, false);
    memcpy(both, first.bytes, first.count);
    memcpy(both + first.count, second.bytes, second.count);
    EXPECT(column_in(both, first.count + second.count, 0x1004, 9) == 5);
}

/* Nothing is read past the end, which the sanitizer holds it to, and every program ends. */
static void test_damaged(void) {
    static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
    unsigned long long sum = 0;
    for (unsigned version = 2; version <= 5; version++) {
        const Section s = section(version, version == 3);
        for (size_t cut = 0; cut <= s.count; cut++) {
            unsigned char *some = malloc(cut + 1);
            memcpy(some, s.bytes, cut);
            sum += column_in(some, cut, 0x1004, 9);
            for (size_t i = 0; i < cut; i++)
                for (unsigned v = 0; v < sizeof values; v++) {
                    const unsigned char was = some[i];
                    some[i] = values[v];
                    sum += column_in(some, cut, 0x1004, 9);
                    some[i] = was;
                }
            free(some);
        }
    }
    EXPECT(sum > 0);
}

/* The program's own section. */
static void test_own(void) {
    size_t bytes;
    EXPECT(symbol_section(".debug_line", &bytes) != NULL && bytes > 100);
    EXPECT(symbol_section(".no_such_section", &bytes) == NULL);
}

int main(void) {
    test_versions();
    test_two_units();
    test_damaged();
    test_own();
    return unit_finish();
}
