/* faults_item.c: faults in what counts the vectors of a tile: rank + step * loop, from a start on. */
#include "faults.h"

static Digit *item_at(Plan *plan, int site) {
    for (int i = 0;; i++) {
        Expr *expr = address_at(plan, i);
        if (!expr)
            return NULL;
        for (int t = 0; t < expr->term_count; t++)
            if (expr->terms[t].digit.kind == VAR_ITEM && site-- == 0)
                return (Digit *)&expr->terms[t].digit;
    }
}

/* A round of 128 items counted as one of 127. */
bool item_step_changed(Plan *plan, int site, bool *same) {
    Digit *item = item_at(plan, site);
    if (!item)
        return false;
    *same = true; /* a digit of whole rounds may not see it */
    for (int i = 0; i < ITEM_LOOPS; i++)
        item->steps[i] -= item->steps[i] > 0;
    return true;
}

bool item_start_moved(Plan *plan, int site, bool *same) {
    Digit *item = item_at(plan, site);
    if (!item)
        return false;
    *same = true;
    item->sub--;
    return true;
}
