/* picks.c: rows that an array of indices picks. The copy is planned as if the rows were a run-time
 * pitch apart, one that nothing else has, and masked by rows where one may be missing. In the plan
 * that comes of it, what is multiplied by that pitch is the number of the row: it becomes an index
 * that is loaded into a register, and `row < rows` becomes the question whether the row is there.
 *
 *   src[(rank / 8 + 32 * i) * pitch + rank % 8 * 8] -> pick[i] = index[rank / 8 + 32 * i],
 *   src[pick[i] * ld + rank % 8 * 8]
 *
 * So every variant that copies such rows picks them too. */
#include "tile.h"
#include <string.h>

enum { MOST_PICKS = 64, WARP = 32 }; /* indices in the registers of a thread */

const Picks *copy_picks(const Copy *copy) {
    return copy->src.picks ? copy->src.picks : copy->dst.picks;
}

static int picked_side(const Copy *copy) {
    return copy->src.picks ? SRC : DST;
}

/* What stands for the pitch: as far apart as the picked rows are, a multiple of what those are. */
static Symbol pitch_of(const Copy *copy, Coef stride) {
    Symbol pitch = {.name = "pitch", .role = SYMBOL_STRIDE, .divisor = 1, .max = INT32_MAX};
    int64_t least = stride.value, divisor = coef_divisor(stride, copy->symbols);
    for (int i = 0; i < stride.count; i++)
        if (!mul_i64(least, symbol_least(&copy->symbols[stride.symbol[i]]), &least))
            least = INT32_MAX;
    pitch.divisor = divisor >= 1 && divisor <= 1 << 20 ? divisor : 1;
    pitch.min = least < INT32_MAX / 2 ? least : 1;
    return pitch;
}

const Copy *picks_view(const Copy *copy) {
    const Picks *picks = copy_picks(copy);
    if (!picks)
        return copy;
    Copy *view = view_new(copy);
    Operand *side = picked_side(copy) == SRC ? &view->src : &view->dst;
    int dims = 0;
    view->symbols[picks->number] = pitch_of(copy, side->layout.shard[0].stride);
    side->layout.shard[0].stride = coef_symbol(picks->number);
    side->picks = NULL;
    for (int d = 0; d < side->rank; d++)
        dims += side->region[d].extent != 1;
    if (!picks->absent)
        return view;
    Symbol *rows = &view->symbols[picks->sign], *columns = &view->symbols[picks->whole];
    *rows = (Symbol){.name = "rows", .role = SYMBOL_LIMIT, .max = INT32_MAX, .divisor = 1};
    *columns =
        (Symbol){.name = "columns", .role = SYMBOL_LIMIT, .max = INT32_MAX, .divisor = 1 << 20};
    view->limits.count = dims;
    view->limits.at[0] = (Limit){.symbol = picks->sign, .origin = -1};
    view->limits.at[1] = (Limit){.symbol = picks->whole, .dim = 1, .origin = -1};
    return view;
}

/* ---- from rows to indices ------------------------------------------------------------------- */

typedef struct {
    Plan *plan;
    const Copy *copy;
    const Picks *picks;
    int buffer; /* that has the rows */
    int index;  /* buffer or bundle of the indices */
    bool by_registers;
    int made; /* bundles of picked indices */
    Decline *decline;
} Picking;

static bool fail(const Picking *of, const char *why) {
    return decline_with(of->decline, "picks", "%s", why);
}

/* The number of the row in units of the pitch; the rest of the address stays. */
static bool split_rows(const Picking *of, const Expr *at, Expr *row, Expr *rest) {
    *row = expr_constant(0);
    *rest = expr_constant(at->constant);
    for (int i = 0; i < at->term_count; i++) {
        Term term = at->terms[i];
        bool reads = false;
        for (int k = 0; k < term.coef.count; k++)
            reads |= term.coef.symbol[k] == of->picks->number;
        if (reads &&
            (term.coef.count != 1 || !expr_add(row, coef_int(term.coef.value), term.digit)))
            return fail(of, "a row of it is no sum of numbers that the threads count");
        if (!reads && !expr_add_term(rest, term))
            return fail(of, "the address has too many terms");
    }
    return at->xor_count == 0 || fail(of, "the rows are swizzled");
}

static bool reads_symbol(const Expr *expr, int symbol) {
    return expr->term_count == 1 && expr->terms[0].digit.kind == VAR_SYMBOL &&
           expr->terms[0].digit.index == symbol;
}

static int64_t digit_top(const Plan *plan, const Digit *digit) {
    int64_t top = -1;
    if (digit->mod)
        return digit->mod - 1;
    if (digit->kind == VAR_RANK)
        top = plan->threads - 1;
    if (digit->kind == VAR_LOOP)
        top = plan->loops[digit->index].extent - 1;
    return top < 0 || digit->turn_mod ? -1 : top / digit->pre_div / digit->div;
}

/* Row 16 * (rank / 32) + rank / 8 % 4 of pages of 16: page rank / 32. */
static bool divide_row(const Picking *of, const Expr *row, Expr *out) {
    const int64_t unit = of->picks->unit;
    int64_t below = row->constant % unit;
    *out = expr_constant(row->constant / unit);
    for (int i = 0; i < row->term_count; i++) {
        Term term = row->terms[i];
        int64_t top = digit_top(of->plan, &term.digit), part;
        if (term.coef.count || term.coef.value < 0)
            return fail(of, "a row is no sum of numbers that the threads count");
        if (term.coef.value % unit == 0) {
            term.coef.value /= unit;
            if (!expr_add(out, term.coef, term.digit))
                return false;
        } else if (top < 0 || !mul_i64(top, term.coef.value, &part) || (below += part) >= unit) {
            return fail(of, "a thread's rows straddle the pages that indices pick");
        }
    }
    return true;
}

static bool same_sum(const Expr *a, const Expr *b) {
    bool same = a->term_count == b->term_count && a->constant == b->constant;
    for (int i = 0; i < a->term_count && same; i++) {
        same = false;
        for (int k = 0; k < b->term_count && !same; k++)
            same = coef_equal(a->terms[i].coef, b->terms[k].coef) &&
                   digit_equal(&a->terms[i].digit, &b->terms[k].digit);
    }
    return same;
}

static bool asks_rows(const Picking *of, const Cond *cond) {
    return reads_symbol(&cond->rhs, of->picks->sign);
}

/* Always true of columns, which are whole. */
static bool asks_columns(const Picking *of, const Cond *cond) {
    return reads_symbol(&cond->rhs, of->picks->whole);
}

static bool is_name(const Plan *plan, const char *name) {
    bool known = false;
    for (int i = 0; i < plan->symbol_count; i++)
        known |= strcmp(plan->symbols[i].name, name) == 0;
    for (int i = 0; i < plan->bundle_count; i++)
        known |= strcmp(plan->bundles[i].name, name) == 0;
    return known;
}

static const char *free_name(const Plan *plan) {
    const char *name = "pick";
    for (int i = 2; is_name(plan, name); i++)
        name = mem_printf("pick%d", i);
    return name;
}

static bool step_reads(const Step *step, const Expr *element, int loop) {
    bool reads = expr_reads_loop(element, loop);
    for (int i = 0; i < step->cond_count; i++)
        reads |= expr_reads_loop(&step->conds[i].lhs, loop) ||
                 expr_reads_loop(&step->conds[i].rhs, loop);
    return reads;
}

bool picks_address(const Picks *picks, const Expr *element, Expr *at) {
    const Layout *layout = &picks->index.layout;
    int64_t stride = 0, begin = 0;
    for (int i = 0; i < layout->shard_count; i++)
        stride = layout->shard[i].extent > 1 ? layout->shard[i].stride.value : stride;
    for (int i = 0; i < layout->offset_count; i++)
        begin += layout->offset[i].amount;
    *at = expr_constant(element->constant * stride + begin);
    for (int i = 0; i < element->term_count; i++)
        if (!expr_add(at, coef_int(element->terms[i].coef.value * stride), element->terms[i].digit))
            return false;
    return true;
}

/* Lane l of each warp has indices l, l + 32, ..: which lane has it, and in which slot. */
static bool split_lanes(const Picking *of, const Expr *element, Expr *lane, Expr *slot) {
    int64_t below = element->constant % WARP;
    *lane = expr_constant(below);
    *slot = expr_constant(element->constant / WARP);
    for (int i = 0; i < element->term_count; i++) {
        Term term = element->terms[i];
        int64_t top = digit_top(of->plan, &term.digit), part = 0;
        bool is_slot = term.coef.value % WARP == 0;
        if (!is_slot && (top < 0 || !mul_i64(top, term.coef.value, &part)))
            return false;
        term.coef.value /= is_slot ? WARP : 1;
        if ((below += part) >= WARP || !expr_add(is_slot ? slot : lane, term.coef, term.digit))
            return false;
    }
    return !expr_reads_rank(slot);
}

/* Is the row's number the thread's own? */
static bool is_own(const Picking *of, const Expr *element) {
    const Digit rank = digit_of(VAR_RANK, 0, 1, 0);
    const Term *term = element->terms;
    bool one = element->term_count == 1 && !element->constant && !term->coef.count;
    bool alone = of->picks->by_thread || of->plan->threads == WARP;
    return alone && of->picks->count == of->plan->threads && one && term->coef.value == 1 &&
           digit_equal(&term->digit, &rank);
}

/* From memory by a load, out of registers by a shuffle. */
static bool fetch_index(Picking *of, const Expr *element, Step *fetch) {
    if (!of->by_registers) {
        *fetch = step_new(primitive_load(of->picks->index.space, 32));
        fetch->src[0].of = of->index;
        return picks_address(of->picks, element, &fetch->src[0].at) ||
               fail(of, "the address of an index has too many terms");
    }
    if (of->picks->by_thread)
        return fail(of, "thread t holds index t, but copies parts of other rows");
    Expr *lane = NEW(Expr);
    *fetch = step_new(PRIM_SHUFFLE_B32);
    fetch->src[0].of = of->index;
    fetch->src[0].peer = lane;
    return split_lanes(of, element, lane, &fetch->src[0].at) ||
           fail(of, "the threads of a warp do not hold the indices of its rows");
}

/* How the step comes by the indices that it takes, by the threads and in the loops that its rows
 * depend on. `conds`: those of the step that are not about rows. */
static bool add_fetch(
    Picking *of, const Step *step, const Cond *conds, int cond_count, RowPick *pick, Step *fetch) {
    Plan *plan = of->plan;
    Step kept = *step;
    int64_t slots = 1;
    kept.conds = (Cond *)conds;
    kept.cond_count = cond_count;
    if (!fetch_index(of, &pick->element, fetch))
        return false;
    if (of->by_registers && cond_count > 0)
        return fail(of, "only a part of a warp takes part");
    fetch->conds = NEW_ARRAY(Cond, MAX_CONDS);
    fetch->cond_count = cond_count;
    for (int i = 0; i < cond_count; i++)
        fetch->conds[i] = conds[i];
    for (int i = step->repeat_count - 1; i >= 0; i--) {
        const int loop = step->repeat[i];
        if (!step_reads(&kept, &pick->element, loop))
            continue;
        if (!expr_add(&pick->slot, coef_int(slots), digit_of(VAR_LOOP, loop, 1, 0)) ||
            !mul_i64(slots, plan->loops[loop].extent, &slots))
            return fail(of, "the rows of a thread are too many");
        for (int k = fetch->repeat_count++; k > 0; k--)
            fetch->repeat[k] = fetch->repeat[k - 1];
        fetch->repeat[0] = loop;
    }
    if (slots > MOST_PICKS)
        return fail(of, "the rows of a thread are too many");
    fetch->dst.of = pick->bundle = plan->bundle_count;
    fetch->dst.at = pick->slot;
    plan->bundles[plan->bundle_count] =
        (Bundle){free_name(plan), ROLE_SCRATCH, dtype_find("u32", 3), slots, 0};
    plan->bundle_count++;
    return true;
}

/* ---- a phase -------------------------------------------------------------------------------- */

typedef struct {
    const Phase *from;
    Phase *to, *before; /* before: fetches what the loops of the phase do not change */
    const RowPick *known[MAX_MOVES + 3]; /* of this phase */
    int known_count;
} Rewrite;

/* Once, before the loops of the phase. Of an elected phase another election might take another
 * lane; a phase that a guard surrounds has the fetch inside. */
static bool fetches_before(const Phase *phase, const Step *fetch, const RowPick *pick) {
    bool reads = phase->elected || (phase->guard_count > 0 && phase->loop_count == 0);
    for (int i = 0; i < phase->loop_count; i++)
        reads |= step_reads(fetch, &pick->element, phase->loops[i]);
    return !reads;
}

static bool pick_for(
    Picking *of,
    Rewrite *rewrite,
    const Step *step,
    const Cond *conds,
    int cond_count,
    const Expr *element,
    const RowPick **out) {
    for (int i = 0; i < rewrite->known_count; i++)
        if (same_sum(&rewrite->known[i]->element, element)) {
            *out = rewrite->known[i];
            return true;
        }
    RowPick *pick = NEW(RowPick);
    *pick = (RowPick){
        .number = of->picks->number,
        .tag = of->picks->tag,
        .sign = of->picks->sign,
        .element = *element};
    *out = pick;
    if (rewrite->known_count == (int)COUNT_OF(rewrite->known))
        return fail(of, "its rows are counted in too many ways");
    rewrite->known[rewrite->known_count++] = pick;
    if (of->by_registers && of->plan->scope.kind == SCOPE_THREAD) {
        pick->bundle = of->index;
        pick->slot = *element;
        return true;
    }
    if (of->by_registers && is_own(of, element)) {
        pick->bundle = of->index;
        return true;
    }
    Step fetch;
    if (of->by_registers &&
        (rewrite->from->guard_count > 0 || rewrite->from->elected || of->plan->scope.narrowed))
        return fail(of, "only a part of a warp takes part");
    if (!add_fetch(of, step, conds, cond_count, pick, &fetch))
        return false;
    Phase *to = fetches_before(rewrite->from, &fetch, pick) ? rewrite->before : rewrite->to;
    to->steps[to->step_count++] = fetch;
    return true;
}

/* The conditions about rows, and the others. */
static int split_conds(const Picking *of, const Step *step, Cond *others, const Cond **rows) {
    int count = 0;
    *rows = NULL;
    for (int i = 0; i < step->cond_count; i++)
        if (asks_rows(of, &step->conds[i]))
            *rows = &step->conds[i];
        else if (!asks_columns(of, &step->conds[i]))
            others[count++] = step->conds[i];
    return count;
}

static bool rewrite_step(Picking *of, Rewrite *rewrite, const Step *from) {
    Step step = *from;
    Expr row, rest, element;
    const RowPick *pick = NULL;
    const Cond *rows;
    Side *side = step.dst.kind == AT_BUFFER && step.dst.of == of->buffer         ? &step.dst
                 : step.src[0].kind == AT_BUFFER && step.src[0].of == of->buffer ? &step.src[0]
                                                                                 : NULL;
    step.conds = NEW_ARRAY(Cond, MAX_CONDS);
    step.cond_count = split_conds(of, from, step.conds, &rows);
    if (side) {
        if (!split_rows(of, &side->at, &row, &rest) ||
            !pick_for(of, rewrite, from, step.conds, step.cond_count, &row, &pick) ||
            !expr_add(
                &rest,
                copy_side(of->copy, picked_side(of->copy))->layout.shard[0].stride,
                digit_of_pick(pick, false)))
            return false;
        side->at = rest;
    }
    if (rows) {
        if (rows->op != COND_LT ||
            (!side && (!divide_row(of, &rows->lhs, &element) ||
                       !pick_for(of, rewrite, from, step.conds, step.cond_count, &element, &pick))))
            return fail(of, "a condition on rows has another form");
        Cond asks = {expr_constant(0), COND_GE, expr_constant(0)};
        expr_add(&asks.lhs, coef_int(1), digit_of_pick(pick, true));
        step.conds[step.cond_count++] = asks;
    }
    rewrite->to->steps[rewrite->to->step_count++] = step;
    return true;
}

/* The loops go around the only step: its indices are fetched before the first of them is used, and
 * by the same elected thread. */
static Phase with_loops_inside(const Phase *from) {
    Phase phase = *from;
    if (from->step_count != 1 || from->loop_count + from->steps[0].repeat_count > MAX_REPEAT)
        return phase;
    phase.steps = NEW(Step);
    phase.steps[0] = from->steps[0];
    Step *step = &phase.steps[0];
    for (int i = 0; i < from->loop_count; i++)
        step->repeat[i] = from->loops[i];
    for (int i = 0; i < from->steps[0].repeat_count; i++)
        step->repeat[from->loop_count + i] = from->steps[0].repeat[i];
    step->repeat_count += from->loop_count;
    phase.loop_count = 0;
    return phase;
}

/* `phases` has room for two of each. */
static bool rewrite_phase(Picking *of, const Phase *phase, Phase *phases, int *count) {
    const Phase inside = with_loops_inside(phase), *from = &inside;
    Phase before = {.guard_count = from->guard_count, .guard = from->guard}, after = *from;
    Rewrite rewrite = {.from = from, .to = &after, .before = &before};
    before.steps = NEW_ARRAY(Step, from->step_count + 1);
    after.steps = NEW_ARRAY(Step, 2 * from->step_count + 1);
    after.step_count = 0;
    for (int i = 0; i < from->step_count; i++)
        if (!rewrite_step(of, &rewrite, &from->steps[i]))
            return false;
    if (before.step_count)
        phases[(*count)++] = before;
    phases[(*count)++] = after;
    return true;
}

/* ---- the plan ------------------------------------------------------------------------------- */

static void *more_room(const void *from, int count, int more, size_t size) {
    void *to = mem_alloc((size_t)(count + more), size);
    if (count)
        memcpy(to, from, (size_t)count * size);
    return to;
}

int picks_argument(Plan *plan, const Picks *picks) {
    if (picks->index.space == SPACE_REG) {
        bool alone = plan->scope.kind == SCOPE_THREAD;
        int64_t count = alone              ? picks->count
                        : picks->by_thread ? 1
                                           : (picks->count + WARP - 1) / WARP;
        plan->bundles[plan->bundle_count] = (Bundle){"index", ROLE_IN, picks->dtype, count, 0};
        return plan->bundle_count++;
    }
    plan->buffers[plan->buffer_count] = (Buffer){
        .name = "index",
        .space = picks->index.space,
        .role = ROLE_IN,
        .dtype = picks->dtype,
        .align = picks->index.align};
    return plan->buffer_count++;
}

static void add_index(Picking *of) {
    Plan *plan = of->plan;
    int phases = plan->phase_count * (MAX_MOVES + 3);
    plan->buffers = more_room(plan->buffers, plan->buffer_count, 1, sizeof(Buffer));
    plan->bundles = more_room(plan->bundles, plan->bundle_count, 1 + phases, sizeof(Bundle));
    of->by_registers = of->picks->index.space == SPACE_REG;
    of->index = picks_argument(plan, of->picks);
}

/* The symbols of the copy as they are; a variant may have added some behind them. */
static void restore_symbols(Plan *plan, const Copy *copy) {
    Symbol *symbols = NEW_ARRAY(Symbol, plan->symbol_count);
    for (int i = 0; i < plan->symbol_count; i++)
        symbols[i] = i < copy->symbol_count ? copy->symbols[i] : plan->symbols[i];
    plan->symbols = symbols;
}

bool plan_pick(Plan *plan, const Copy *copy, Decline *decline) {
    const Picks *picks = copy_picks(copy);
    Picking of = {.plan = plan, .copy = copy, .picks = picks, .decline = decline};
    if (!picks)
        return true;
    Flow *flow = &plan->flows[0];
    if (plan->flow_count != 1 || plan->part_count > 0)
        return fail(&of, "it moves them in several parts");
    of.buffer = picked_side(copy) == SRC ? flow->src_at : flow->dst_at;
    plan->buffers[of.buffer].elements = 0;
    add_index(&of);
    Phase *phases = NEW_ARRAY(Phase, 2 * plan->phase_count);
    int count = 0;
    for (int i = 0; i < plan->phase_count; i++)
        if (!rewrite_phase(&of, &plan->phases[i], phases, &count))
            return false;
    plan->phases = phases;
    plan->phase_count = count;
    flow->src = copy->src;
    flow->dst = copy->dst;
    flow->limits = copy->limits;
    flow->index_at = of.index;
    restore_symbols(plan, copy);
    plan_finish(plan);
    return true;
}
