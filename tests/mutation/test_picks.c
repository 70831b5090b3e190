/* test_picks.c: faults that only rows picked by indices can have, one at a time in Plans that dispatch
 * makes: the index of another row, a register that holds another one, a row that may be missing and is
 * not asked for. The proof must say what is wrong. */
#include "described.h"
#include <string.h>

static const char *const gathered =
    "copy cta(64) f16 gmem S[(32,32):(ld,1)] by i32 gmem -> smem S[(32,32)] "
    "where ld % 8 == 0";
static const char *const kept =
    "copy cta(64) f16 gmem S[(32,32):(ld,1)] by i32 smem -> smem S[(32,32)] "
    "where ld % 8 == 0 { keep }";
static const char *const filled =
    "copy warp f32 gmem S[(32,4)] by i32 gmem -> reg S[(32,4):(1@laneid,1)] "
    "{ fill 0x7f800000 }";
static const char *const scattered =
    "copy cta(64) f16 smem S[(32,32)] -> gmem S[(32,32):(ld,1)] by i32 gmem "
    "where ld % 8 == 0";
static const char *const summed =
    "copy cta(64) f32 smem S[(32,32)] -> gmem S[(32,32):(32,1)] by i32 gmem "
    "{ reduce add }";
static const char *const shuffled = "copy warp f32 gmem S[(32,8)] by i32 reg -> smem S[(32,8)]";
static const char *const paged =
    "copy cta(64) f16 gmem 64x32 S[(4,16,32):(page,32,1)] by u32 gmem -> smem "
    "S[(64,32)] where page % 8 == 0";

static Step *find(Plan *plan, bool (*is)(const Step *)) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            if (is(&plan->phases[p].steps[s]))
                return &plan->phases[p].steps[s];
    return NULL;
}

static bool takes_pick(const Step *step) {
    return (step->src[0].kind == AT_BUFFER && expr_pick(&step->src[0].at)) ||
           (step->dst.kind == AT_BUFFER && expr_pick(&step->dst.at));
}

static bool fetches(const Step *step) {
    return step->dst.kind == AT_BUNDLE && !takes_pick(step) && step->src[0].kind != AT_CONSTANT;
}

static bool asks(const Step *step) {
    return step->cond_count > 0 && cond_pick(&step->conds[step->cond_count - 1]);
}

static bool stores_kept(const Step *step) {
    return asks(step) && !takes_pick(step);
}

static RowPick *pick_of(Step *step) {
    const Expr *at = expr_pick(&step->src[0].at) ? &step->src[0].at : &step->dst.at;
    return (RowPick *)expr_pick(at);
}

static void other_element(Plan *plan) { /* the neighbour's row, by its index */
    pick_of(find(plan, takes_pick))->element.constant++;
}

static void other_index(Plan *plan) { /* the neighbour's index is fetched */
    find(plan, fetches)->src[0].at.constant++;
}

static void other_lane(Plan *plan) {
    Step *fetch = find(plan, fetches);
    Expr *peer = NEW(Expr);
    *peer = expr_constant(3);
    fetch->src[0].peer = peer;
}

static void other_slot(Plan *plan) {
    pick_of(find(plan, takes_pick))->slot = expr_constant(0);
}

static void not_fetched(Plan *plan) {
    Step *fetch = find(plan, fetches);
    fetch->repeat_count = 0;
    fetch->dst.at = expr_constant(0);
    fetch->src[0].at = expr_constant(0);
}

static void not_asked(Plan *plan) {
    find(plan, asks)->cond_count--;
}

static void asked_for_another(Plan *plan) {
    Step *step = find(plan, takes_pick);
    RowPick *other = NEW(RowPick);
    *other = *pick_of(step);
    other->slot = other->element = expr_constant(0);
    step->conds[step->cond_count - 1].lhs = expr_constant(0);
    expr_add(&step->conds[step->cond_count - 1].lhs, coef_int(1), digit_of_pick(other, true));
}

static void no_zero(Plan *plan) { /* the register keeps what nobody knows */
    find(plan, takes_pick)->rest = REST_NOTHING;
}

static void kept_is_stored(Plan *plan) {
    find(plan, stores_kept)->cond_count--;
}

static void other_pitch(Plan *plan) {
    Step *step = find(plan, takes_pick);
    Expr *at = expr_pick(&step->src[0].at) ? &step->src[0].at : &step->dst.at;
    for (int i = 0; i < at->term_count; i++)
        if (at->terms[i].digit.kind == VAR_PICK) {
            Term term = at->terms[i];
            term.coef.value *= 2;
            expr_set_term(at, i, term);
        }
}

static void other_column(Plan *plan) {
    Step *step = find(plan, takes_pick);
    Expr *at = expr_pick(&step->src[0].at) ? &step->src[0].at : &step->dst.at;
    at->constant += 8;
}

/* The terms of a plan for keeps have no room behind them. */
static void add_to(Expr *at, Digit digit) {
    Expr more = expr_constant(at->constant);
    for (int i = 0; i < at->term_count; i++)
        expr_add_term(&more, at->terms[i]);
    expr_add(&more, coef_int(8), digit);
    *at = more;
}

static void two_picks(Plan *plan) {
    Step *step = find(plan, takes_pick);
    Expr *at = expr_pick(&step->src[0].at) ? &step->src[0].at : &step->dst.at;
    add_to(at, digit_of_pick(pick_of(step), false));
}

static void tag_alone(Plan *plan) { /* what proofs alone may speak of */
    Step *step = find(plan, takes_pick);
    Expr *at = expr_pick(&step->src[0].at) ? &step->src[0].at : &step->dst.at;
    add_to(at, digit_of(VAR_SYMBOL, pick_of(step)->tag, 1, 0));
}

static void other_symbol(Plan *plan) {
    pick_of(find(plan, takes_pick))->tag = pick_of(find(plan, takes_pick))->number;
}

static void guarded_by_row(Plan *plan) { /* a guard of the phase asks nobody */
    Step *step = find(plan, asks);
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            if (&plan->phases[p].steps[s] == step) {
                plan->phases[p].guard = &step->conds[step->cond_count - 1];
                plan->phases[p].guard_count = 1;
            }
}

static const struct {
    const char *name, *const *text;
    void (*change)(Plan *);
    const char *kind;
} faults[] = {
    {"the row of the neighbour's index", &gathered, other_element, "wrong"},
    {"the neighbour's index fetched", &gathered, other_index, "wrong outside"},
    {"one slot for all rows", &gathered, other_slot, "wrong"},
    {"one index fetched for all", &gathered, not_fetched, "wrong"},
    {"a row that may be missing", &gathered, not_asked, "outside"},
    {"asked for the first row", &gathered, asked_for_another, "outside wrong"},
    {"nothing in the place of a missing row", &gathered, no_zero, "wrong"},
    {"another pitch", &gathered, other_pitch, "outside"},
    {"another column", &gathered, other_column, "outside wrong"},
    {"two indices in one address", &gathered, two_picks, "unproven"},
    {"a tag in an address", &gathered, tag_alone, "wrong"},
    {"a tag that is no tag", &gathered, other_symbol, "outside"},
    {"a guard that asks for a row", &gathered, guarded_by_row, "unproven"},
    {"a kept row loaded unasked", &kept, not_asked, "outside"},
    {"a kept row stored", &kept, kept_is_stored, "wrong"},
    {"a filled row loaded unasked", &filled, not_asked, "outside"},
    {"the neighbour's row filled", &filled, other_element, "wrong outside"},
    {"a missing row stored to", &scattered, not_asked, "outside"},
    {"stored to the neighbour's row", &scattered, other_index, "wrong outside"},
    {"stored with another pitch", &scattered, other_pitch, "outside"},
    {"a missing row added to", &summed, not_asked, "outside"},
    {"added to the neighbour's row", &summed, other_element, "wrong"},
    {"an index of lane 3", &shuffled, other_lane, "wrong"},
    {"the neighbour's page", &paged, other_index, "wrong outside"},
    {"a page twice as large", &paged, other_pitch, "outside"},
};

static bool is_caught(int at) {
    Plan *plan = plan_of_text(*faults[at].text);
    Proof right = {0}, wrong;
    if (plan)
        right = plan_prove(plan);
    if (!right.ok) {
        printf(
            "FAIL %s: the plan without it: %s\n",
            faults[at].name,
            right.reason ? right.reason : "none");
        return false;
    }
    plan = plan_copy(plan);
    faults[at].change(plan);
    wrong = plan_prove(plan);
    if (!wrong.ok && strstr(faults[at].kind, wrong.kind))
        return true;
    printf(
        "FAIL %s: %s: %s\n",
        faults[at].name,
        wrong.ok ? "proven" : wrong.kind,
        wrong.ok ? "" : wrong.reason);
    return false;
}

int main(void) {
    int passed = 0, failed = 0;
    for (int i = 0; i < (int)COUNT_OF(faults); i++) {
        bool ok = is_caught(i);
        passed += ok;
        failed += !ok;
    }
    printf("%d passed, %d failed\n", passed, failed);
    mem_free_all();
    return failed != 0;
}
