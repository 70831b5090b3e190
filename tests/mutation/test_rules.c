/* test_rules.c: one thing wrong in a right Plan, for the rules that say what a Plan and a step may be made
 * of, how elements of several types share bytes, and how far predicates on limits go. rules.def has the
 * rows: what to change, and the word that the proof must find for it. */
#include "idle_plans.h"
#include "right_rows.h"
#include "tests/unit/expected.h"
#define WRONG_ROWS "rules.def"
#include "wrong_rows.h"

int main(int argc, char **argv) {
    Text reasons = {0};
    int passed = 0, failed = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MemMark mark = mem_mark();
        Proof wrong;
        bool ok = is_refused(&rows[i], &wrong);
        passed += ok;
        failed += !ok;
        mem_keep_begin();
        const char *numbers = wrong.ok ? "" : numbers_of(wrong.reason);
        if (*numbers)
            text_printf(&reasons, "%s: %s\n", rows[i].name, numbers);
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
