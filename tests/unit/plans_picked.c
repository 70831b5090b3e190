/* plans_picked.c: a hand-built Plan whose rows an array of indices picks: lane i stores the row that it
 * holds at row index[i]. */
#include "plans_parts.h"

enum { NUMBER, TAG, SIGN, WHOLE, SYMBOLS };

Plan *plans_picked(void) {
    Plan *plan = plan_of("reg", SCOPE_WARP, 32, F32);
    const Dtype *i32 = dtype_find("i32", 3), *u32 = dtype_find("u32", 3);
    Symbol *symbols = NEW_ARRAY(Symbol, SYMBOLS);
    Picks *picks = NEW(Picks);
    RowPick *pick = NEW(RowPick);
    Digit one = digit_of_pick(pick, false), sign = digit_of_pick(pick, true);
    Operand table = row_major(SPACE_GMEM, 32, 4);
    for (int i = 0; i < SYMBOLS; i++)
        symbols[i] = (Symbol){.name = "index", .role = SYMBOL_PICK, .divisor = 1, .max = 99};
    symbols[TAG] = (Symbol){.name = "tag", .role = SYMBOL_PICK, .divisor = (int64_t)1 << 40};
    symbols[SIGN].name = "sign";
    symbols[SIGN].min = -1;
    symbols[WHOLE].name = "whole";
    plan->symbols = symbols;
    plan->symbol_count = SYMBOLS;
    *picks = (Picks){
        .dtype = i32,
        .count = 32,
        .unit = 1,
        .absent = true,
        .tag = TAG,
        .sign = SIGN,
        .whole = WHOLE};
    picks->index = row_major(SPACE_GMEM, 32, 1);
    table.picks = picks;
    int dst = add_buffer(plan, "dst", SPACE_GMEM, ROLE_OUT, 0);
    int index = add_buffer(plan, "index", SPACE_GMEM, ROLE_IN, 32);
    int src = add_bundle(plan, "src", ROLE_IN, 4, 0),
        row = add_bundle(plan, "pick", ROLE_SCRATCH, 1, 0);
    plan->buffers[index].dtype = i32;
    plan->buffers[index].align = 4;
    plan->bundles[row].dtype = u32;
    *pick = (RowPick){
        .bundle = row,
        .number = NUMBER,
        .tag = TAG,
        .sign = SIGN,
        .element = SUM(0, RANK(1, 1, 0))};
    Phase *phase = add_phase(plan);
    Expr at = expr_constant(0), asks = expr_constant(0);
    expr_add(&at, coef_int(4), one);
    expr_add(&asks, coef_int(1), sign);
    add_step(phase, PRIM_LOAD_GLOBAL_B32, index, SUM(0, RANK(1, 1, 0)), row, expr_constant(0));
    Step *store = add_step(phase, PRIM_STORE_GLOBAL_B128, dst, at, src, expr_constant(0));
    store->conds = NEW_ARRAY(Cond, MAX_CONDS);
    store->conds[store->cond_count++] = (Cond){asks, COND_GE, expr_constant(0)};
    add_flow(plan, rows_in(AXIS_LANEID, 32, 4), src, table, dst);
    plan->flows[0].index_at = index;
    return widths(plan, 128, 1);
}
