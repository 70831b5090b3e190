/* wrong_rows.h: one thing wrong in a right Plan, a row each: X(name, base, kind, the change of `p`). The includer
 * says which rows: #define WRONG_ROWS "rules.def". */
#ifndef MUTATION_WRONG_ROWS_H
#define MUTATION_WRONG_ROWS_H
#include "beside.h"

typedef struct {
    const char *name;
    Plan *(*base)(void);
    const char *kind; /* the word that the proof must find */
    void (*change)(Plan *);
} WrongRow;

#define X(name, base, kind, ...)                                                                   \
    static void wrong_##name(Plan *p) {                                                            \
        __VA_ARGS__;                                                                               \
    }
#include WRONG_ROWS
#undef X

static const WrongRow rows[] = {
#define X(name, base, kind, ...) {#name, base, kind, wrong_##name},
#include WRONG_ROWS
#undef X
};

/* Is it right before the change, and refused for this kind after it? */
static bool is_refused(const WrongRow *row, Proof *wrong) {
    Plan *plan = row->base();
    Proof right = plan_prove(plan_copy(plan)); /* behind what it has there is nothing */
    row->change(plan);
    *wrong = plan_prove(plan);
    if (right.ok && !wrong->ok && wrong->kind && strcmp(wrong->kind, row->kind) == 0)
        return true;
    printf(
        "FAIL %s: %s instead of %s: %s\n",
        row->name,
        !right.ok     ? "its base is refused"
        : wrong->ok   ? "accepted"
        : wrong->kind ? wrong->kind
                      : "no word",
        row->kind,
        !right.ok       ? right.reason
        : wrong->reason ? wrong->reason
                        : "");
    return false;
}
#endif
