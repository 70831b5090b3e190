/* picks.c: proofs of rows that an array of indices picks. Element e of the array is a value of its
 * own, and the row that it picks has an address of its own: number + e * tag, in the symbols of the
 * array's Picks. A step that addresses such a row must hold that element in the register that it
 * takes the number from, and must ask whether there is such a row where one may be missing.
 *
 * Rows of different elements are different places. Of rows that are read nobody sees the
 * difference; of rows that are written the caller promises it. */
#include "prove.h"

const Picks *flow_picks(const Flow *flow) {
    return flow->src.picks ? flow->src.picks : flow->dst.picks;
}

/* The array of the plan; NULL: it has none, or several. */
static const Picks *plan_picks(const Plan *plan) {
    const Picks *found = NULL;
    for (int f = 0; f < plan->flow_count; f++) {
        const Picks *picks = flow_picks(&plan->flows[f]);
        if (picks && found)
            return NULL;
        found = picks ? picks : found;
    }
    return found;
}

bool pick_place(Prover *prover, const Operand *operand, int64_t element, Poly *at) {
    const Picks *picks = operand->picks;
    const RowPick pick = {.number = picks->number, .tag = picks->tag};
    return poly_add_pick(&pick, element, operand->layout.shard[0].stride, &prover->basis, at) ||
           proof_fail(prover, "overflow", "the address of a picked row overflows");
}

Value pick_clipped(Prover *prover, int64_t element, Value value, Value otherwise) {
    const Coef sign = coef_symbol(plan_picks(prover->plan)->sign);
    Clip clip = {.at = {.constant = element}, .extent = sign};
    return value_clipped(prover, value, clip_number(prover, &clip), otherwise);
}

/* Where the row is missing a tile is filled or kept, and memory that rows are stored to holds what
 * it held: `brought`, or nothing that anybody knows. */
Value pick_expected(Prover *prover, int flow, int64_t element, Value value, Value brought) {
    const Flow *f = &prover->plan->flows[flow];
    const Picks *picks = flow_picks(f);
    const Operand *side = f->src.picks ? &f->src : &f->dst;
    if (!picks || !picks->absent)
        return value;
    for (int d = 1; d < side->rank; d++)
        element /= side->region[d].extent;
    bool fills = f->src.picks && !f->limits.keep;
    Value otherwise = fills ? fill_value(prover) : brought ? brought : value_untouched(prover);
    return pick_clipped(prover, element / picks->unit, value, otherwise);
}

/* ---- what a step may do --------------------------------------------------------------------- */

bool step_asks(const Run *run, int cta, int64_t rank, int64_t *element) {
    const Step *step = run->step;
    const Point point = point_of(run, cta, rank);
    for (int i = 0; i < step->cond_count; i++) {
        const RowPick *pick = cond_pick(&step->conds[i]);
        if (pick && expr_value(&pick->element, &point, element))
            return true;
    }
    return false;
}

/* One row at most, of those instructions that a thread executes for itself. */
bool check_asks(Run *run) {
    const Step *step = run->step;
    PrimitiveKind kind = primitives[step->primitive].kind;
    int asks = 0;
    for (int i = 0; i < step->cond_count; i++)
        asks += cond_pick(&step->conds[i]) != NULL;
    bool may = kind == KIND_LOAD || kind == KIND_STORE || kind == KIND_ASYNC_COPY;
    if (asks && (!may || asks > 1 || step->rest == REST_OTHER || step->rest == REST_ZERO_COUNTED ||
                 primitives[step->primitive].group != GROUP_THREAD || run->phase->elected ||
                 run->prover->bound_count))
        return fail_at(run, "unproven", "the step cannot depend on whether a row is there");
    return true;
}

/* Does the register hold the element? */
static bool holds_index(Warp *warp, int lane, const RowPick *pick, int64_t *element) {
    Run *run = warp->run;
    Prover *prover = run->prover;
    const Picks *picks = plan_picks(prover->plan);
    const Point point = point_of(run, warp->cta, warp->rank[lane]);
    int64_t slot;
    if (!picks || pick->number != picks->number || pick->tag != picks->tag ||
        pick->sign != picks->sign || !expr_value(&pick->slot, &point, &slot) ||
        !expr_value(&pick->element, &point, element) || slot < 0 ||
        slot >= prover->registers[pick->bundle].count || *element < 0 || *element >= picks->count)
        return fail_at(run, "outside", "an index lies outside the array or its registers");
    int64_t thread = (int64_t)warp->cta * prover->plan->threads + warp->rank[lane];
    const Content *content = &register_at(
                                  &prover->registers[pick->bundle],
                                  thread * prover->registers[pick->bundle].count + slot)
                                  ->content;
    bool whole = !content->extra || (!content->extra->parts && !content->extra->writing);
    return (content->value && whole && content->value == prover->indices[*element]) ||
           proof_fail(
               prover,
               "wrong",
               "%s takes %s[%lld] for index %lld, which it does not hold",
               actor_text(prover, actor_in(warp, lane)),
               prover->plan->bundles[pick->bundle].name,
               (long long)slot,
               (long long)*element);
}

static int picks_of(const Expr *expr) {
    int count = 0;
    for (int i = 0; i < expr->term_count; i++)
        count += expr->terms[i].digit.kind == VAR_PICK;
    return count;
}

/* The hardware reads a row below zero as one outside of the tensor. The caller promises that there
 * are more rows than any index says: the host makes the map with the number of them. */
bool pick_row(Run *run, const Warp *warp, const Expr *at, Coef extent, BoxPlace *out) {
    const Picks *picks = plan_picks(run->prover->plan);
    const Point point = point_of(run, warp->cta, warp->rank[warp->lane]);
    const RowPick *pick = expr_pick(at);
    const Coef rows = coef_symbol(picks ? picks->rows - 1 : -1);
    if (!picks || !picks->rows || !coef_equal(extent, rows))
        return fail_at(run, "unproven", "the map does not have the rows that indices pick");
    out->asks = picks->absent;
    return expr_value(&pick->element, &point, &out->element);
}

/* Coordinates of rows of a tensor are indices as they are. */
static bool coords_hold(Warp *warp, int lane, const Side *side) {
    const Plan *plan = warp->run->prover->plan;
    const bool rows = side->kind == AT_TENSOR && plan->objects[side->of].rows;
    int64_t element;
    for (int d = 0; d < side_coords(plan, side); d++) {
        const Expr *at = &side->coords[d];
        const RowPick *pick = expr_pick(at);
        const Digit whole = pick ? digit_of_pick(pick, true) : (Digit){0};
        if (!pick)
            continue;
        if (!rows || d == 0 || at->term_count != 1 || at->constant || at->xor_count ||
            !coef_equal(at->terms[0].coef, coef_int(1)) ||
            !digit_equal(&at->terms[0].digit, &whole) || plan->symbols[pick->sign].max > INT32_MAX)
            return fail_at(warp->run, "unproven", "a coordinate is made of an index");
        if (!holds_index(warp, lane, pick, &element))
            return false;
    }
    return true;
}

bool picks_hold(Warp *warp, int lane) {
    Run *run = warp->run;
    const Step *step = run->step;
    const Picks *picks = plan_picks(run->prover->plan);
    int64_t asked, element;
    bool asks = step_asks(run, warp->cta, warp->rank[lane], &asked);
    for (int i = 0; i < step->cond_count; i++) {
        const RowPick *pick = cond_pick(&step->conds[i]);
        if (pick ? !holds_index(warp, lane, pick, &element)
                 : picks_of(&step->conds[i].lhs) + picks_of(&step->conds[i].rhs) > 0)
            return pick ? false : fail_at(run, "unproven", "a predicate depends on an index");
    }
    for (int number = 0; number < 3; number++) {
        const Side *side = side_of(step, number);
        const RowPick *pick = side->kind == AT_BUFFER ? expr_pick(&side->at) : NULL;
        if (!coords_hold(warp, lane, side))
            return false;
        if (!pick)
            continue;
        if (picks_of(&side->at) != 1 || side->at.xor_count)
            return fail_at(run, "unproven", "an address reads several indices");
        if (!holds_index(warp, lane, pick, &element))
            return false;
        if (picks->absent && (!asks || asked != element))
            return proof_fail(
                run->prover,
                "outside",
                "%s touches the row of index %lld, which may be missing",
                actor_text(run->prover, actor_in(warp, lane)),
                (long long)element);
    }
    return true;
}
