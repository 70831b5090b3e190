/* unit.h: EXPECT says what must hold, unit_finish prints the closing line that tests/run.py reads. One
 * file of tests is one program: main calls its groups and returns unit_finish().
 *
 * Counted are cases: a case is one place in the tests that expects something, however often it is
 * reached. It has passed when it held each time; 24000 random layouts make no more cases than one. */
#ifndef TCGEN_UNIT_H
#define TCGEN_UNIT_H
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { UNIT_CASES = 1 << 13 };

typedef struct {
    const char *text, *file;
    int line, failed;
} UnitCase;
static UnitCase unit_cases[UNIT_CASES]; /* open addressing; text NULL: free */
static int unit_failed;                 /* expectations, not cases */
static long long unit_expectations;

#define EXPECT(cond) unit_expect((cond) ? 1 : 0, #cond, __FILE__, __LINE__)
/* Of one row of a table, or one caller's: each is a case of its own. */
#define EXPECT_OF(row, cond) unit_expect((cond) ? 1 : 0, row, __FILE__, __LINE__)

static inline UnitCase *unit_case(const char *text, const char *file, int line) {
    unsigned at = 0;
    for (const char *c = text; *c; c++)
        at = at * 31 + (unsigned char)*c;
    at += (unsigned)line * 2654435761u;
    for (int tries = 0; tries < UNIT_CASES; tries++, at++) {
        UnitCase *one = &unit_cases[at % UNIT_CASES];
        if (!one->text) {
            one->text = text;
            one->file = file;
            one->line = line;
        }
        if (one->line == line && strcmp(one->text, text) == 0 && strcmp(one->file, file) == 0)
            return one;
    }
    return NULL;
}

static inline void unit_expect(int holds, const char *text, const char *file, int line) {
    UnitCase *one = unit_case(text, file, line);
    unit_expectations++;
    if (holds && one)
        return;
    if (one)
        one->failed++;
    if (++unit_failed <= 20)
        printf(
            "FAIL %s:%d: %s%s\n",
            file,
            line,
            text,
            one ? "" : ": more cases than unit.h has room for");
}

static inline int unit_finish(void) {
    int passed = 0, failed = 0;
    for (int i = 0; i < UNIT_CASES; i++)
        if (unit_cases[i].text) {
            passed += unit_cases[i].failed == 0;
            failed += unit_cases[i].failed != 0;
        }
    if (unit_failed > 0 && failed == 0)
        failed = 1;
    printf("%lld expectations\n", unit_expectations);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
#endif
