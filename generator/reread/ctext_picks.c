/* ctext_picks.c: numbers that stand in registers: pick[i], which an array of indices filled. What
 * the register holds is proven of the plan; here text and plan must take the same slot. The value
 * is a symbol plus slot x another one, which is zero and tells the slots apart. With a sign, which
 * only a condition asks for, it is a symbol of its own that may be negative. */
#include "ctext.h"

static const RowPick *pick_in(const Expr *expr, int bundle) {
    for (int i = 0; i < expr->term_count; i++)
        if (expr->terms[i].digit.kind == VAR_PICK && expr->terms[i].digit.pick->bundle == bundle)
            return expr->terms[i].digit.pick;
    return NULL;
}

/* Of the first step that takes a number from this bundle; NULL: none does. */
static const RowPick *pick_of(const Plan *plan, int bundle) {
    const RowPick *pick = NULL;
    for (int p = 0; p < plan->phase_count && !pick; p++)
        for (int s = 0; s < plan->phases[p].step_count && !pick; s++) {
            const Step *step = &plan->phases[p].steps[s];
            pick = pick_in(&step->dst.at, bundle);
            pick = pick ? pick : pick_in(&step->src[0].at, bundle);
            for (int c = 0; c < step->cond_count && !pick; c++)
                pick = pick_in(&step->conds[c].lhs, bundle);
            const Side *rows = step_tensor(step);
            for (int d = 0; rows && d < side_coords(plan, rows) && !pick; d++)
                pick = pick_in(&rows->coords[d], bundle);
        }
    return pick;
}

Number number_pick(Reader *reader, const RowPick *pick, bool has_sign, Number slot, CType type) {
    Number number = number_symbol(reader, has_sign ? pick->sign : pick->number, C_LONG);
    number = number_add_exact(reader, number, number_times_symbol(reader, slot, pick->tag), 1);
    number.type = type;
    return number;
}

bool value_pick(Reader *reader, const Node *node, bool is_cast, Value *value) {
    const Plan *plan = reader->plan;
    if (value->kind != VALUE_POINTER || value->of != OF_BUNDLE)
        return false;
    const Bundle *bundle = &plan->bundles[value->index];
    const RowPick *pick = pick_of(plan, value->index);
    bool alone = node->kind == NODE_NAME && bundle->role == ROLE_SCRATCH && bundle->count == 1;
    if (!pick || (node->kind != NODE_INDEX && !alone))
        return false;
    bool has_sign = (bundle->dtype->kind == DTYPE_SIGNED) != is_cast;
    Number slot = number_divided(reader, value->number, bundle->dtype->bits);
    *value = (Value){
        .kind = VALUE_NUMBER,
        .number = number_pick(reader, pick, has_sign, slot, has_sign ? C_INT : C_UNSIGNED)};
    return true;
}

void keep_picks(Reader *reader, const Term *term) {
    const RowPick *pick = term->digit.pick;
    const int symbols[] = {term->digit.index ? pick->sign : pick->number, pick->tag};
    for (int s = 0; s < 2; s++) {
        Number product = number_constant(reader, 1, C_LONG);
        product = number_times_symbol(reader, product, symbols[s]);
        for (int k = 0; k < term->coef.count; k++)
            product = number_times_symbol(reader, product, term->coef.symbol[k]);
    }
}
