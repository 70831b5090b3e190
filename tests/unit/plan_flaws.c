/* plan_flaws.c: the proof says that a plan is right. Here stands that it is as short as its words can be: each
 * digit counts, each condition keeps somebody away, each loop runs and is asked for, registers and
 * scratch memory are as many as are reached; and that the counts that JSON reports are those of the execution.
 * Everything is found by trying all threads and all turns of the loops. */
#include "plan_flaws.h"
#include <stdlib.h>
#include <string.h>

enum { PROVEN_LOOPS = 64, MOST_POINTS = 1 << 15, MOST_SLOTS = 1 << 12 };

typedef struct {
    const Plan *plan;
    const Phase *phase;
    const Step *step; /* NULL: the guard of the phase */
    const char *flaw;
} Look;

static bool reads_symbols(const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++)
        if (expr->terms[i].coef.count || expr->terms[i].digit.kind == VAR_SYMBOL ||
            expr->terms[i].digit.kind == VAR_PICK)
            return true;
    return false;
}

static bool is_plain(const Cond *cond) {
    return !reads_symbols(&cond->lhs) && !reads_symbols(&cond->rhs);
}

/* All of them but number `without`, as far as they ask for threads and turns alone. */
static bool all_hold(const Cond *conds, int count, int without, const Point *point) {
    bool ok = true;
    for (int i = 0; i < count; i++)
        if (i != without && is_plain(&conds[i]) && !cond_holds(&conds[i], point, &ok))
            return false;
    return true;
}

static bool takes_part(const Look *look, const Point *point) {
    return scope_has_rank(&look->plan->scope, point->rank) &&
           all_hold(look->phase->guard, look->phase->guard_count, -1, point);
}

/* The loops that the place is in, and how many turns they have together; -1: too many to try. */
static int64_t loops_of(const Look *look, int *loops, int *count) {
    int64_t turns = 1;
    *count = 0;
    for (int i = 0; i < look->phase->loop_count && look->step; i++)
        loops[(*count)++] = look->phase->loops[i];
    for (int i = 0; look->step && i < look->step->repeat_count; i++)
        loops[(*count)++] = look->step->repeat[i];
    for (int i = 0; i < *count; i++)
        turns *= look->plan->loops[loops[i]].extent;
    return turns * look->plan->threads > MOST_POINTS ? -1 : turns;
}

static void set_turn(const Look *look, const int *loops, int count, int64_t turn, int64_t *at) {
    for (int i = 0; i < count; i++) {
        at[loops[i]] = turn % look->plan->loops[loops[i]].extent;
        turn /= look->plan->loops[loops[i]].extent;
    }
}

/* ---- digits ------------------------------------------------------------------------------------- */

/* Does the digit ever differ from 0? */
static void try_digit(Look *look, const Digit *digit) {
    int64_t at[PROVEN_LOOPS] = {0};
    int loops[MAX_LOOPS + MAX_REPEAT], count;
    int64_t turns = loops_of(look, loops, &count);
    bool is_zero = turns >= 0;
    for (int64_t turn = 0; turn < turns && is_zero; turn++) {
        set_turn(look, loops, count, turn, at);
        for (int rank = 0; rank < look->plan->threads && is_zero; rank++) {
            Point point = {.rank = rank, .loop = at};
            is_zero = !takes_part(look, &point) || digit_value(digit, &point) == 0;
        }
    }
    if (is_zero && strcmp(look->plan->variant, "rows") != 0) /* its rows may be one row */
        look->flaw = "a digit that is always 0";
}

/* The other elements of a vector of two that straddles a limit: a loop of one turn. */
static bool is_of_pair(const Look *look, const Digit *digit) {
    return digit->kind == VAR_LOOP && look->plan->loops[digit->index].extent == 1 &&
           look->step->cond_count > 1;
}

static void try_expr(Look *look, const Expr *expr) {
    for (int i = 0; i < expr->term_count && !look->flaw; i++) {
        const Digit *digit = &expr->terms[i].digit;
        if (is_of_pair(look, digit))
            continue;
        if (expr->terms[i].coef.value == 0)
            look->flaw = "a term times 0";
        if (digit->kind == VAR_RANK || digit->kind == VAR_LOOP || digit->kind == VAR_ITEM)
            try_digit(look, digit);
    }
}

/* ---- conditions --------------------------------------------------------------------------------- */

/* rank < 31: the last of the ranks that come. */
static bool is_bound(const Cond *cond) {
    return cond->op == COND_LT && cond->lhs.term_count == 1 && cond->lhs.terms[0].digit.div == 1 &&
           cond->lhs.terms[0].digit.mod == 0;
}

/* Each but one keeps somebody away whom the others let in: sets of ranks by digits may say one thing twice. */
static void try_conds(Look *look, const Cond *conds, int number) {
    int64_t at[PROVEN_LOOPS] = {0};
    int loops[MAX_LOOPS + MAX_REPEAT], count;
    int64_t turns = loops_of(look, loops, &count);
    int idle = 0;
    for (int i = 0; i < number && turns >= 0 && look->plan->threads > 1; i++) {
        bool keeps_away = !is_plain(&conds[i]) || is_bound(&conds[i]), ok = true;
        for (int64_t turn = 0; turn < turns && !keeps_away; turn++) {
            set_turn(look, loops, count, turn, at);
            for (int rank = 0; rank < look->plan->threads && !keeps_away; rank++) {
                Point point = {.rank = rank, .loop = at};
                bool comes =
                    look->step ? takes_part(look, &point) : scope_calls(&look->plan->scope, rank);
                keeps_away = comes && all_hold(conds, number, i, &point) &&
                             !cond_holds(&conds[i], &point, &ok);
            }
        }
        idle += !keeps_away;
    }
    if (idle > 1 || (idle == 1 && number == 1))
        look->flaw = "a condition that holds for all";
}

/* ---- loops -------------------------------------------------------------------------------------- */

static bool step_asks(const Step *step, int loop) {
    const Expr *exprs[] = {
        &step->dst.at,
        &step->src[0].at,
        &step->src[1].at,
        step->dst.coords,
        step->src[0].coords,
        step->src[0].peer,
        step->dst.peer,
        step->value};
    for (size_t i = 0; i < COUNT_OF(exprs); i++)
        if (exprs[i] && expr_reads_loop(exprs[i], loop))
            return true;
    for (int i = 0; i < step->cond_count; i++)
        if (expr_reads_loop(&step->conds[i].lhs, loop))
            return true;
    return false;
}

/* What a turn of the loop moves the side by; -1: the loop is read in another way. */
static int64_t turn_of(const Expr *expr, int loop) {
    int64_t by = 0;
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        if (term->digit.kind != VAR_LOOP || term->digit.index != loop)
            continue;
        if (term->coef.count || term->digit.div != 1 || term->digit.mod || term->coef.value < 0)
            return -1;
        by += term->coef.value;
    }
    return by;
}

/* Loops around moves of registers: 2 turns of 4 beside 4 turns of 1 are 8 turns. */
static void try_pairs_of_loops(Look *look, const Phase *phase) {
    for (int a = 0; a < phase->loop_count; a++)
        for (int b = 0; b < phase->loop_count; b++) {
            bool one = a != b && phase->step_count > 0;
            for (int s = 0; s < phase->step_count; s++) {
                const Expr *sides[] = {&phase->steps[s].dst.at, &phase->steps[s].src[0].at};
                for (size_t i = 0; i < COUNT_OF(sides); i++) {
                    int64_t outer = turn_of(sides[i], phase->loops[a]);
                    int64_t inner = turn_of(sides[i], phase->loops[b]);
                    one &= primitives[phase->steps[s].primitive].act == ACT_MOVE && inner >= 0 &&
                           outer == inner * look->plan->loops[phase->loops[b]].extent;
                }
            }
            if (one)
                look->flaw = "two loops that are one";
        }
}

static void try_loops(Look *look) {
    for (int i = 0; i < look->plan->loop_count; i++)
        if (look->plan->loops[i].extent < 1)
            look->flaw = "a loop of one turn";
    for (int p = 0; p < look->plan->phase_count; p++) {
        const Phase *phase = &look->plan->phases[p];
        for (int l = 0; l < phase->loop_count; l++) {
            bool asked = false;
            for (int s = 0; s < phase->step_count; s++)
                asked |= step_asks(&phase->steps[s], phase->loops[l]);
            if (!asked)
                look->flaw = "a loop around a phase that no step asks for";
        }
        try_pairs_of_loops(look, phase);
        for (int s = 0; s < phase->step_count; s++)
            for (int l = 0; l < phase->steps[s].repeat_count; l++)
                if (!step_asks(&phase->steps[s], phase->steps[s].repeat[l]))
                    look->flaw = "a loop around a step that it does not ask for";
    }
}

/* ---- registers ---------------------------------------------------------------------------------- */

static void reach(Look *look, const Side *side, bool *reached, int64_t most) {
    int64_t at[PROVEN_LOOPS] = {0}, first = 0, elements = step_elements(look->plan, look->step);
    int loops[MAX_LOOPS + MAX_REPEAT], count;
    int64_t turns = loops_of(look, loops, &count);
    for (int64_t turn = 0; turn < turns; turn++) {
        set_turn(look, loops, count, turn, at);
        Point point = {.loop = at};
        if (!expr_value(&side->at, &point, &first) || first < 0 || first + elements > most)
            look->flaw = "a register beyond all";
        for (int64_t i = 0; i < elements && !look->flaw; i++)
            reached[first + i] = true;
    }
    for (int64_t i = 0; turns < 0 && i < most; i++)
        reached[i] = true;
}

/* Each register of the function's own is reached. */
static void try_bundle(Look *look, int bundle) {
    static bool reached[MOST_SLOTS];
    const Plan *plan = look->plan;
    int64_t most = plan->bundles[bundle].count;
    if (most > MOST_SLOTS || plan->bundles[bundle].role != ROLE_SCRATCH)
        return;
    memset(reached, 0, (size_t)most);
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            look->phase = &plan->phases[p];
            look->step = &look->phase->steps[s];
            const Side *sides[] = {&look->step->dst, &look->step->src[0], &look->step->src[1]};
            for (size_t i = 0; i < COUNT_OF(sides); i++)
                if (sides[i]->kind == AT_BUNDLE && sides[i]->of == bundle)
                    reach(look, sides[i], reached, most);
        }
    for (int64_t i = 0; i < most && !look->flaw; i++)
        if (!reached[i])
            look->flaw = "a register that no step reaches";
}

/* ---- accesses ----------------------------------------------------------------------------------- */

enum { MOST_ACCESSES = 2048 };
typedef struct {
    Access at[MOST_ACCESSES];
    int count;
} Trace;

static bool keep_access(void *context, const Access *access) {
    Trace *trace = context;
    if (trace->count == MOST_ACCESSES)
        return false;
    trace->at[trace->count++] = *access;
    return true;
}

static int by_place(const void *a, const void *b) {
    const Access *x = a, *y = b;
    int64_t apart[] = {
        x->buffer - y->buffer,
        x->write - y->write,
        x->write ? 0 : x->thread - y->thread,
        x->address - y->address};
    for (size_t i = 0; i < COUNT_OF(apart); i++)
        if (apart[i])
            return apart[i] < 0 ? -1 : 1;
    return 0;
}

/* Of replicas, of strides of 0 and of those that only the run time knows a byte may be read again. */
static bool reads_once(const Flow *flow) {
    const Layout *layout = &flow->src.layout;
    bool once = flow->dst.layout.replica_count == 0 && !flow->limits.count;
    for (int i = 0; i < layout->shard_count; i++)
        once &= layout->shard[i].stride.count == 0 &&
                (layout->shard[i].stride.value > 0 || layout->shard[i].extent == 1);
    return once;
}

static bool has_access(const Plan *plan) {
    const Flow *flow = &plan->flows[0];
    static const char *const others[] = {"bulk", "tma_", "owned", "fallback", "relayout"};
    bool has = flow->src.space != SPACE_REG || flow->dst.space != SPACE_REG;
    has &= !flow->src.picks && !flow->dst.picks; /* indices are accesses, too */
    for (size_t i = 0; i < COUNT_OF(others); i++)
        has &= strncmp(plan->variant, others[i], strlen(others[i])) != 0;
    return has && plan->flow_count == 1 && plan->threads <= 1024;
}

/* No byte of the caller's is written twice, and no thread reads one twice; ops_per_thread is how often the busiest
 * thread reads or writes. */
static void try_accesses(Look *look) {
    static Trace trace;
    static int64_t turns[2][1024];
    const Plan *plan = look->plan;
    int64_t most = 0;
    trace.count = 0;
    if (!has_access(plan) || !plan_trace(plan, keep_access, &trace))
        return;
    memset(turns, 0, sizeof turns);
    for (int i = 0; i < trace.count; i++) {
        int64_t *turn = &turns[trace.at[i].write][trace.at[i].thread];
        ++*turn;
        most = *turn > most ? *turn : most;
    }
    qsort(trace.at, (size_t)trace.count, sizeof *trace.at, by_place);
    for (int i = 1; i < trace.count; i++) {
        const Access *a = &trace.at[i - 1], *b = &trace.at[i];
        bool same = a->buffer == b->buffer && a->write == b->write &&
                    (a->write || (a->thread == b->thread && reads_once(&plan->flows[0])));
        if (same && a->address + a->bytes > b->address)
            look->flaw =
                a->write ? "a byte that is written twice" : "a byte that a thread reads twice";
    }
    if (!look->flaw && most != plan->ops_per_thread && !plan->flows[0].limits.count)
        look->flaw = "ops_per_thread is not the number of accesses";
}

/* ---- names -------------------------------------------------------------------------------------- */

/* The name of number `at` of all that a body calls by one; NULL: there are no more. */
static const char *name_at(const Plan *plan, int at) {
    if (at < plan->bundle_count)
        return plan->bundles[at].name;
    at -= plan->bundle_count;
    if (at < plan->buffer_count)
        return plan->buffers[at].name;
    at -= plan->buffer_count;
    if (at < plan->symbol_count)
        return plan->symbols[at].name;
    at -= plan->symbol_count;
    return at < plan->loop_count ? plan->loops[at].name : NULL;
}

/* Loops around steps of their own may share one; an index that was picked has none in the body. */
static void try_names(Look *look) {
    const Plan *plan = look->plan;
    int symbols = plan->bundle_count + plan->buffer_count, loops = symbols + plan->symbol_count;
    for (int a = 0; name_at(plan, a); a++)
        for (int b = 0; b < a && b < loops; b++) {
            bool is_pick =
                (a >= symbols && a < loops && plan->symbols[a - symbols].role == SYMBOL_PICK) ||
                (b >= symbols && plan->symbols[b - symbols].role == SYMBOL_PICK);
            if (!is_pick && strcmp(name_at(plan, a), name_at(plan, b)) == 0)
                look->flaw = "a name that two have";
        }
}

/* ---- all of it ---------------------------------------------------------------------------------- */

static void try_step(Look *look) {
    const Step *step = look->step;
    const Side *sides[] = {&step->dst, &step->src[0], &step->src[1]};
    for (size_t i = 0; i < COUNT_OF(sides) && !look->flaw; i++)
        if (sides[i]->kind == AT_BUFFER || sides[i]->kind == AT_BUNDLE)
            try_expr(look, &sides[i]->at);
    if (!look->flaw)
        try_conds(look, step->conds, step->cond_count);
}

/* Of pieces of several widths it is that of the last one. */
static void try_numbers(Look *look) {
    const Plan *plan = look->plan;
    unsigned targets = TARGETS_ALL;
    bool some = plan->vec_bits == 0, none = true, converts = false;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Primitive *primitive = &primitives[plan->phases[p].steps[s].primitive];
            targets &= feature_targets(primitive->feature);
            converts |= primitive->act == ACT_CONVERT || primitive->act == ACT_ROWS;
            none &= primitive->bits == 0;
            some |= primitive->bits == plan->vec_bits;
        }
    if (plan->targets & ~targets)
        look->flaw = "a target that lacks an instruction";
    else if (!some && !none && !converts && strncmp(plan->variant, "bulk", 4) != 0)
        look->flaw = "vec_bits is the width of no access";
}

const char *plan_flaw(const Plan *plan) {
    Look look = {.plan = plan};
    try_numbers(&look);
    if (!look.flaw)
        try_names(&look);
    if (!look.flaw)
        try_loops(&look);
    for (int p = 0; p < plan->phase_count && !look.flaw; p++) {
        look.phase = &plan->phases[p];
        look.step = NULL;
        try_conds(&look, look.phase->guard, look.phase->guard_count);
        for (int s = 0; s < look.phase->step_count && !look.flaw; s++) {
            look.step = &look.phase->steps[s];
            try_step(&look);
        }
    }
    for (int i = 0; i < plan->bundle_count && !look.flaw; i++)
        try_bundle(&look, i);
    if (!look.flaw)
        try_accesses(&look);
    return look.flaw;
}
