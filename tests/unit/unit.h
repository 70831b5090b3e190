/* unit.h: EXPECT counts, unit_finish prints the closing line that tests/run.py reads. One file of
 * tests is one program: main calls its groups and returns unit_finish(). */
#ifndef TCGEN_UNIT_H
#define TCGEN_UNIT_H
#include <stdio.h>

static int unit_passed, unit_failed;

#define EXPECT(cond) unit_expect((cond) ? 1 : 0, #cond, __FILE__, __LINE__)

static inline void unit_expect(int holds, const char *text, const char *file, int line) {
    if (holds) {
        unit_passed++;
    } else if (++unit_failed <= 20) {
        printf("FAIL %s:%d: %s\n", file, line, text);
    }
}

static inline int unit_finish(void) {
    printf("%d passed, %d failed\n", unit_passed, unit_failed);
    return unit_failed > 0;
}
#endif
