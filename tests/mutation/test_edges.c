/* test_edges.c: as test_rules, of the rows of edges.def. */
#include "cluster_plans.h"
#define WRONG_ROWS "edges.def"
#include "wrong_rows.h"

int main(void) {
    int passed = 0, failed = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MemMark mark = mem_mark();
        Proof wrong;
        bool ok = is_refused(&rows[i], &wrong) &&
                  same_beside(rows[i].name, rows[i].base, rows[i].kind, rows[i].change);
        passed += ok;
        failed += !ok;
        mem_rewind(mark);
    }
    printf("%d passed, %d failed\n", passed, failed);
    mem_free_all();
    return failed != 0;
}
