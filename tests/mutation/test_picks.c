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

static const char *const fours = "copy_async elected f16 gmem S[(16,64):(ld,1)] by i32 smem -> "
                                 "smem S[(16,64)] swizzle 128B where "
                                 "ld % 8 == 0 { tensormap }";
static const char *const batches = "copy_async elected f32 gmem S[(128,32):(ld,1)] by i32 gmem -> "
                                   "smem S[(128,32)] where ld % 4 == 0 "
                                   "{ tensormap }";
static const char *const fours_back = "copy_async elected f16 smem S[(16,64)] swizzle 128B -> gmem "
                                      "S[(16,64):(ld,1)] by i32 smem where "
                                      "ld % 8 == 0, index >= 0 { tensormap }";
static const char *const fours_of_bulk =
    "copy_async elected f16 gmem S[(16,64):(ld,1)] by i32 smem -> smem S[(16,64)] where "
    "ld % 8 == 0, index >= 0";

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

/* ---- four rows at a time ---------------------------------------------------------------------- */

static bool copies_rows(const Step *step) {
    return primitives[step->primitive].act == ACT_ROWS;
}

static Expr *rows_of(Plan *plan) { /* the column, then four rows */
    return (Expr *)(uintptr_t)step_tensor(find(plan, copies_rows))->coords;
}

static Object *map_of(Plan *plan) {
    return &plan->objects[step_tensor(find(plan, copies_rows))->of];
}

static RowPick *row_pick(Plan *plan, int row) {
    return (RowPick *)(uintptr_t)expr_pick(&rows_of(plan)[1 + row]);
}

static void box_of_two(Plan *plan) {
    map_of(plan)->box[1] = 2;
}

static void map_of_planes(Plan *plan) { /* of which the first one is taken */
    map_of(plan)->rank = 3;
    map_of(plan)->box[2] = 1;
    map_of(plan)->extent[2] = coef_int(1);
    map_of(plan)->stride[2] = coef_int(64);
}

static void three_rows(Plan *plan) {
    map_of(plan)->rows = 3;
    find(plan, copies_rows)->count = 3 * 128;
}

static void one_box(Plan *plan) { /* of four rows in order */
    map_of(plan)->rows = 0;
    map_of(plan)->box[1] = 4;
}

static void rows_in_pairs(Plan *plan) {
    map_of(plan)->by[1] = 2;
}

static void rows_swapped(Plan *plan) {
    const Expr row = rows_of(plan)[1];
    rows_of(plan)[1] = rows_of(plan)[2];
    rows_of(plan)[2] = row;
}

static void row_twice(Plan *plan) {
    rows_of(plan)[4] = rows_of(plan)[3];
}

static void neighbours_element(Plan *plan) {
    row_pick(plan, 2)->element.constant++;
}

static void neighbours_slot(Plan *plan) {
    row_pick(plan, 2)->slot.constant++;
}

static void three_counted(Plan *plan) { /* as if the fourth were missing */
    find(plan, copies_rows)->count -= 128;
}

static void three_fetched(Plan *plan) {
    const Step *fetch = find(plan, fetches);
    plan->loops[fetch->repeat[fetch->repeat_count - 1]].extent = 3;
}

static void tile_at_128(Plan *plan) {
    plan->buffers[0].align = 128;
}

static void off_128(Plan *plan) {
    find(plan, copies_rows)->dst.at.constant += 32;
}

static void a_row_later(Plan *plan) {
    find(plan, copies_rows)->dst.at.constant += 64;
}

static void no_pattern(Plan *plan) {
    map_of(plan)->swizzle.on = false;
}

static void smaller_pattern(Plan *plan) {
    map_of(plan)->swizzle.len = 2;
}

static void rows_of_the_tile(Plan *plan) {
    map_of(plan)->extent[1] = coef_int(16);
}

static void rows_of_columns(Plan *plan) { /* the extent is another symbol */
    map_of(plan)->extent[1] = map_of(plan)->stride[1];
}

static void rows_farther(Plan *plan) {
    map_of(plan)->stride[1].value = 2;
}

static void row_after(Plan *plan) {
    rows_of(plan)[1].constant = 1;
}

static void column_picked(Plan *plan) {
    rows_of(plan)[0] = rows_of(plan)[1];
}

static void column_later(Plan *plan) {
    rows_of(plan)[0].constant = 8;
}

static void no_sign(Plan *plan) { /* 4294967295 is no row below zero */
    rows_of(plan)[1] = expr_constant(0);
    expr_add(&rows_of(plan)[1], coef_int(1), digit_of_pick(row_pick(plan, 1), false));
}

static void filled_with_nan(Plan *plan) {
    map_of(plan)->oob = OOB_NAN;
}

static void index_of_32_bits(Plan *plan) {
    Symbol *symbols = NEW_ARRAY(Symbol, plan->symbol_count);
    memcpy(symbols, plan->symbols, (size_t)plan->symbol_count * sizeof *symbols);
    symbols[row_pick(plan, 0)->sign].max = UINT32_MAX;
    plan->symbols = symbols;
}

static void may_be_missing(Plan *plan) {
    Symbol *symbols = NEW_ARRAY(Symbol, plan->symbol_count);
    memcpy(symbols, plan->symbols, (size_t)plan->symbol_count * sizeof *symbols);
    symbols[row_pick(plan, 0)->sign].min = -1;
    plan->symbols = symbols;
}

/* Another election may take a lane that has no indices. */
static void two_elections(Plan *plan) {
    Phase *phases = NEW_ARRAY(Phase, 2);
    phases[0] = phases[1] = plan->phases[0];
    phases[0].step_count = 1;
    phases[1].steps++;
    phases[1].step_count--;
    plan->phases = phases;
    plan->phase_count = 2;
}

/* All lanes but the elected one. */
static void fetched_by_lane_0(Plan *plan) {
    two_elections(plan);
    plan->phases[0].elected = false;
    plan->phases[0].guard = NEW(Cond);
    plan->phases[0].guard_count = 1;
    plan->phases[0].guard->op = COND_LT;
    plan->phases[0].guard->rhs = expr_constant(1);
    expr_add(&plan->phases[0].guard->lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
}

static void in_turn(Step *step, int loop, CondOp op) {
    step->conds = NEW(Cond);
    step->cond_count = 1;
    step->conds->op = op;
    step->conds->rhs = expr_constant(1);
    expr_add(&step->conds->lhs, coef_int(1), digit_of(VAR_LOOP, loop, 1, 0));
}

static void first_batch_alone(Plan *plan) { /* the others go by the indices of it */
    in_turn(find(plan, fetches), plan->phases[0].loops[0], COND_LT);
}

static void two_turns(Plan *plan) { /* indices in the first, copies in the second */
    Loop *loops = NEW_ARRAY(Loop, plan->loop_count + 1);
    memcpy(loops, plan->loops, (size_t)plan->loop_count * sizeof *loops);
    loops[plan->loop_count] = (Loop){"t", 2, false};
    plan->loops = loops;
    plan->phases[0].loops[plan->phases[0].loop_count++] = plan->loop_count;
    in_turn(find(plan, fetches), plan->loop_count, COND_LT);
    in_turn(find(plan, copies_rows), plan->loop_count++, COND_GE);
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
    {"a box of two rows", &fours, box_of_two, "misaligned"},
    {"a map of planes", &fours, map_of_planes, "wrong"},
    {"three rows of four", &fours, three_rows, "misaligned"},
    {"one box in the place of four rows", &fours, one_box, "misaligned"},
    {"rows counted in pairs", &fours, rows_in_pairs, "wrong"},
    {"two rows swapped", &fours, rows_swapped, "wrong"},
    {"one row twice", &fours, row_twice, "wrong"},
    {"the row of the neighbour's index, of four", &fours, neighbours_element, "wrong"},
    {"the neighbour's register, of four", &fours, neighbours_slot, "wrong"},
    {"the neighbour's index fetched, of four", &fours, other_index, "wrong outside"},
    {"bytes of three rows", &fours, three_counted, "misaligned"},
    {"three indices of four fetched", &fours, three_fetched, "wrong"},
    {"a tile off its pattern", &fours, tile_at_128, "misaligned"},
    {"rows off 128 bytes", &fours, off_128, "misaligned"},
    {"rows one row later", &fours, a_row_later, "wrong outside"},
    {"rows without their pattern", &fours, no_pattern, "wrong"},
    {"rows in another pattern", &fours, smaller_pattern, "misaligned wrong"},
    {"a map of the tile's rows", &fours, rows_of_the_tile, "unproven"},
    {"a map of as many rows as the pitch", &fours, rows_of_columns, "unproven"},
    {"a map of every second row", &fours, rows_farther, "outside"},
    {"the row after the picked one", &fours, row_after, "unproven"},
    {"a column that an index picks", &fours, column_picked, "unproven"},
    {"eight columns later", &fours, column_later, "wrong"},
    {"an index without its sign", &fours, no_sign, "unproven"},
    {"a missing row of NaN", &fours, filled_with_nan, "wrong misaligned"},
    {"an index of 32 bits", &fours, index_of_32_bits, "unproven"},
    {"indices of another election", &fours, two_elections, "divergent"},
    {"indices of lane 0", &fours, fetched_by_lane_0, "divergent"},
    {"indices of lane 0 for bulk copies", &fours_of_bulk, fetched_by_lane_0, "divergent"},
    {"indices of the first batch", &batches, first_batch_alone, "wrong"},
    {"registers of an election before", &fours, two_turns, "wrong"},
    {"four rows stored where one is missing", &fours_back, may_be_missing, "outside"},
    {"two rows swapped of a store", &fours_back, rows_swapped, "wrong"},
    {"one row stored twice", &fours_back, row_twice, "in-flight"},
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
