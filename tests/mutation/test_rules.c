/* test_rules.c: one thing wrong in a right Plan, for the rules that say what a Plan and a step may be made
 * of, how elements of several types share bytes, and how far predicates on limits go. rules.def has the
 * rows: what to change, and the word that the proof must find for it. */
#include "beside.h"
#include "idle_plans.h"
#include "right_rows.h"
#include "tests/unit/expected.h"
#include <string.h>

static int passed, failed;

/* ---- the rows --------------------------------------------------------------------------------- */

#define X(name, base, kind, ...)                                                                   \
    static void wrong_##name(Plan *p) {                                                            \
        __VA_ARGS__;                                                                               \
    }
#include "rules.def"
#undef X

static const struct {
    const char *name;
    Plan *(*base)(void);
    const char *kind;
    void (*change)(Plan *);
} rows[] = {
#define X(name, base, kind, ...) {#name, base, kind, wrong_##name},
#include "rules.def"
#undef X
};

int main(int argc, char **argv) {
    Text reasons = {0};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MemMark mark = mem_mark();
        Plan *plan = rows[i].base();
        Proof right = plan_prove(plan_copy(plan)); /* behind what it has there is nothing */
        rows[i].change(plan);
        Proof wrong = plan_prove(plan);
        bool ok = right.ok && !wrong.ok && wrong.kind && strcmp(wrong.kind, rows[i].kind) == 0;
        passed += ok;
        failed += !ok;
        if (!ok)
            printf(
                "FAIL %s: %s instead of %s: %s\n",
                rows[i].name,
                !right.ok    ? "its base is refused"
                : wrong.ok   ? "accepted"
                : wrong.kind ? wrong.kind
                             : "no word",
                rows[i].kind,
                !right.ok      ? right.reason
                : wrong.reason ? wrong.reason
                               : "");
        mem_keep_begin();
        text_printf(&reasons, "%s: %s: %s\n", rows[i].name, wrong.kind, wrong.reason);
        mem_keep_end();
        bool beside = same_beside(rows[i].name, rows[i].base, rows[i].kind, rows[i].change);
        passed += beside;
        failed += !beside;
        mem_rewind(mark);
    }
    bool same = is_expected("tests/mutation/rules.txt", &reasons, argc, argv);
    passed += same;
    failed += !same;
    printf("%d passed, %d failed\n", passed, failed);
    mem_free_all();
    return failed != 0;
}
