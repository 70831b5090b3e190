/* items.c: The vectors of a copy between memories as one row of numbered items. Item i * threads +
 * rank goes to thread `rank` in round i; the digits of its number say where it lies. Nothing has to
 * be divisible by the number of threads: with rows of 25 vectors, an item is in row item / 25 at
 * item % 25, and the last round has fewer threads.
 *
 *   60 rows of 25 vectors by 128 threads: 1500 items, 11 full rounds and one of 92 threads.
 *
 * Sides without a common refinement have separate digits: for coordinate c, one side uses c / 4 and
 * c % 4, the other c / 3 and c % 3. */
#include "tile.h"

typedef struct {
    const Partition *partition;
    Spread spread; /* div and mod of every digit of the item */
    Plan *plan;
    int64_t vector, count, threads;
    int first;
} Deal;

/* The coordinate that moves the driving side least is counted fastest. */
static int64_t dim_stride(const Partition *partition, int dim) {
    int side = driving_side(partition->copy);
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *atom = &partition->atoms[i];
        if (atom->alone && atom->dim == dim && atom->div == 1 && !coef_is_zero(atom->mem[side]))
            return stride_size(partition, atom->mem[side]);
    }
    return 0;
}

static void order_dims(const Partition *partition, int *order) {
    for (int i = 0; i < partition->dims; i++) {
        int at = i;
        for (; at > 0 && dim_stride(partition, order[at - 1]) < dim_stride(partition, i); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void add_digit(Spread *spread, const Partition *partition, const Atom *atom, int64_t div) {
    Digit digit = digit_of(VAR_RANK, 0, div, atom->extent);
    digit.role = atom_role(partition, atom);
    spread->atoms[spread->count] = *atom;
    spread->digits[spread->count++] = digit;
}

/* Numbers the items, the innermost atom fastest. */
static void number_items(Deal *deal) {
    const Partition *partition = deal->partition;
    Spread *spread = &deal->spread;
    int order[MAX_RANK];
    int64_t inside[MAX_RANK];
    deal->count = 1;
    for (int i = partition->atom_count - 1; i >= 0; i--)
        if (!partition->atoms[i].alone) {
            add_digit(spread, partition, &partition->atoms[i], deal->count);
            deal->count *= partition->atoms[i].extent;
        }
    order_dims(partition, order);
    for (int d = partition->dims - 1; d >= 0; d--) {
        inside[order[d]] = deal->count;
        deal->count *= partition->dim_count[order[d]];
    }
    for (int i = 0; i < partition->atom_count; i++)
        if (partition->atoms[i].alone)
            add_digit(
                spread,
                partition,
                &partition->atoms[i],
                inside[partition->atoms[i].dim] * partition->atoms[i].div);
    for (int i = 0; i < spread->count; i++)
        if (spread->digits[i].div * spread->digits[i].mod == deal->count)
            spread->digits[i].mod = 0;
}

/* Where a batch of items stands: loops (-1: none), the items done before and the registers
 * taken. */
typedef struct {
    int outer, inner;
    int64_t outer_items, done, slot;
} Batch;

static bool start_batch(const Deal *deal, const Batch *batch, Moves *moves) {
    const Partition *partition = deal->partition;
    moves_start(moves, partition, deal->vector, SRC, DST); /* buffers are added in this order */
    if (!moves_base(moves, partition))
        return false;
    for (int i = deal->spread.count - 1; i >= 0; i--) {
        Digit digit = deal->spread.digits[i];
        digit.sub = deal->first - batch->done;
        digit.kind = batch->outer >= 0 || batch->inner >= 0 ? VAR_ITEM : VAR_RANK;
        if (batch->inner >= 0) {
            digit.loops[0] = batch->inner;
            digit.steps[0] = deal->threads;
        }
        if (batch->outer >= 0) {
            digit.loops[1] = batch->outer;
            digit.steps[1] = batch->outer_items;
        }
        if (!moves_add(moves, partition->copy, &deal->spread.atoms[i], digit))
            return false;
    }
    if (!moves_add_slot(moves, batch->slot * deal->vector, digit_of(VAR_ONE, 0, 1, 0)) ||
        (batch->inner >= 0 &&
         !moves_add_slot(moves, deal->vector, digit_of(VAR_LOOP, batch->inner, 1, 0))))
        return false;
    return moves_repeat(moves, deal->plan, &batch->inner, batch->inner >= 0, deal->vector);
}

/* rank < end (rank == 0), before the conditions that a step has. */
void moves_guard(Moves *moves, int64_t end) {
    for (int i = 0; i < moves->count; i++) {
        Step *step = &moves->steps[i];
        Cond *conds = NEW_ARRAY(Cond, MAX_CONDS);
        if (primitives[step->primitive].kind == KIND_FILL)
            continue;
        conds[0] = (Cond){.op = end == 1 ? COND_EQ : COND_LT};
        conds[0].rhs = expr_constant(end == 1 ? 0 : end);
        expr_add(&conds[0].lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
        for (int c = 0; c < step->cond_count; c++)
            conds[c + 1] = step->conds[c];
        step->conds = conds;
        step->cond_count++;
    }
}

/* What fills the registers of all batches, then what empties them. */
void phase_put(Phase *phase, const Moves *moves, bool stores) {
    for (int i = 0; i < moves->count; i++)
        if ((primitives[moves->steps[i].primitive].kind == KIND_STORE) == stores)
            phase->steps[phase->step_count++] = moves->steps[i];
}

/* Of so many threads from the first on: an interval, for which there are always predicates. */
Phase *phase_of_threads(Plan *plan, int64_t first, int64_t count, int parts) {
    RankSet some = {0};
    Phase *phase = plan_add_phase(plan, parts * MAX_MOVES);
    for (int64_t i = 0; i < count; i++)
        some.has[first + i] = true;
    conds_for_ranks(&some, plan->threads, &phase->guard, &phase->guard_count);
    return phase;
}

static Phase *phase_of(const Deal *deal, int64_t count) {
    return phase_of_threads(deal->plan, deal->first, count, 2);
}

static bool add_batch(const Deal *deal, Phase *phase, const Batch *batch) {
    Moves moves;
    if (!start_batch(deal, batch, &moves))
        return false;
    if (deal->partition->copy->op == OP_COPY_ASYNC) {
        phase->steps[phase->step_count++] = moves_async(&moves, deal->partition, deal->vector);
        return true;
    }
    phase_put(phase, &moves, false);
    phase_put(phase, &moves, true);
    return true;
}

/* The rounds of one batch, and with them the last one, whose loads need not wait for their
 * stores. */
static bool add_with_rest(const Deal *deal, const Batch *batch, int64_t rounds, int64_t rest) {
    Batch last = {-1, -1, 0, batch->done + rounds * deal->threads, rounds};
    Moves moves, few;
    Phase *phase = phase_of(deal, deal->threads);
    if (!start_batch(deal, batch, &moves) || !start_batch(deal, &last, &few))
        return false;
    moves_guard(&few, deal->first + rest);
    for (int stores = 0; stores < 2; stores++) {
        phase_put(phase, &moves, stores);
        phase_put(phase, &few, stores);
    }
    return true;
}

/* The rounds that are left after the outer loop, and the last one of fewer threads. */
static bool add_left(const Deal *deal, int64_t done, int64_t rounds, int64_t rest) {
    bool async = deal->partition->copy->op == OP_COPY_ASYNC;
    Batch batch = {-1, -1, 0, done, 0};
    if (rounds > 1)
        batch.inner = plan_add_loop(deal->plan, rounds, true);
    if (rounds > 0 && rest > 0 && !async)
        return add_with_rest(deal, &batch, rounds, rest);
    if (rounds > 0 && !add_batch(deal, phase_of(deal, deal->threads), &batch))
        return false;
    Batch last = {-1, -1, 0, done + rounds * deal->threads, 0};
    return rest == 0 || add_batch(deal, phase_of(deal, rest), &last);
}

/* Rounds by the registers they may take: an outer loop of full batches, then what is left. */
static bool add_all(Deal *deal) {
    Plan *plan = deal->plan;
    number_items(deal);
    int64_t room = room_of(deal->partition->copy, plan->vec_bits);
    int64_t rounds = deal->count / deal->threads, rest = deal->count % deal->threads;
    int64_t last = rest > 0, batches = rounds + last > room ? rounds / room : 0;
    int64_t left = rounds - batches * room, done = batches * room * deal->threads;
    if (batches > 0) {
        Phase *phase = phase_of(deal, deal->threads);
        Batch batch = {-1, -1, room * deal->threads, 0, 0};
        if (batches > 1)
            batch.outer = plan_add_loop(plan, batches, false);
        if (room > 1)
            batch.inner = plan_add_loop(plan, room, true);
        if (!add_batch(deal, phase, &batch))
            return false;
        if (batches > 1)
            phase->loops[phase->loop_count++] = batch.outer;
    }
    if (!add_left(deal, done, left, rest))
        return false;
    plan->ops_per_thread = (int)(rounds + last);
    if (deal->partition->copy->op == OP_COPY_ASYNC)
        plan_left_to_caller(plan);
    else
        plan->bundles[0].count = deal->vector * (batches ? room : left + last);
    return true;
}

int64_t items_count(const Partition *partition) {
    Deal deal = {.partition = partition};
    number_items(&deal);
    return deal.count;
}

Plan *items_plan(
    const Partition *partition,
    const char *variant,
    int64_t vector,
    const RankSet *ranks,
    int first) {
    Deal deal = {
        .partition = partition,
        .plan = plan_new(partition->copy, variant),
        .vector = vector,
        .threads = ranks->count,
        .first = first};
    start_moves(partition, deal.plan, vector);
    if (!add_all(&deal))
        return NULL;
    plan_finish(deal.plan);
    return deal.plan;
}
