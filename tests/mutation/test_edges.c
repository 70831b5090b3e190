/* test_edges.c: as test_rules, of the rows of edges.def. */
#include "beside.h"
#include "sum_plans.h"

static int passed, failed;

#define X(name, base, kind, ...)                                                                   \
    static void wrong_##name(Plan *p) {                                                            \
        __VA_ARGS__;                                                                               \
    }
#include "edges.def"
#undef X

static const struct {
    const char *name;
    Plan *(*base)(void);
    const char *kind;
    void (*change)(Plan *);
} rows[] = {
#define X(name, base, kind, ...) {#name, base, kind, wrong_##name},
#include "edges.def"
#undef X
};

static bool is_rejected(size_t row) {
    Plan *plan = rows[row].base();
    Proof right = plan_prove(plan);
    rows[row].change(plan);
    Proof wrong = plan_prove(plan);
    if (right.ok && !wrong.ok && strcmp(wrong.kind, rows[row].kind) == 0)
        return true;
    printf(
        "FAIL %s: %s: %s\n",
        rows[row].name,
        !right.ok  ? "its base is refused"
        : wrong.ok ? "accepted"
                   : wrong.kind,
        !right.ok  ? right.reason
        : wrong.ok ? rows[row].kind
                   : wrong.reason);
    return false;
}

int main(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MemMark mark = mem_mark();
        bool ok =
            is_rejected(i) && same_beside(rows[i].name, rows[i].base, rows[i].kind, rows[i].change);
        passed += ok;
        failed += !ok;
        mem_rewind(mark);
    }
    printf("%d passed, %d failed\n", passed, failed);
    mem_free_all();
    return failed != 0;
}
