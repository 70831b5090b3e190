/* test_right_rows.c: right Plans, changed so that they stay right. A rule that refuses them is too strict, as
 * one that rules.def and wrong.def catch is too lax. right.def has the rows. */
#include "cluster_plans.h"
#include <string.h>

#define X(name, base, ...)                                                                         \
    static void change_##name(Plan *p) {                                                           \
        __VA_ARGS__;                                                                               \
    }
#include "right.def"
#undef X

static const struct {
    const char *name;
    Plan *(*base)(void);
    void (*change)(Plan *);
} rows[] = {
#define X(name, base, ...) {#name, base, change_##name},
#include "right.def"
#undef X
};

int main(void) {
    int passed = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MemMark mark = mem_mark();
        Plan *plan = rows[i].base();
        rows[i].change(plan);
        Proof proof = plan_prove(plan_copy(plan));
        passed += proof.ok;
        if (!proof.ok)
            printf("FAIL %s: %s: %s\n", rows[i].name, proof.kind, proof.reason);
        mem_rewind(mark);
    }
    printf("%d passed, %d failed\n", passed, (int)COUNT_OF(rows) - passed);
    mem_free_all();
    return passed != (int)COUNT_OF(rows);
}
