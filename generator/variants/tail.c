/* tail.c: Ragged rows between global memory and registers, if a thread has several vectors of a
 * row. Only one vector of a row straddles the limit: number cols / 8 for f16 in 16 bytes. Its owner
 * moves the elements inside the limit one by one, through a local array, once. `reg` would check
 * the elements of every vector. TileCopy's own, so not under `policy tirx`.
 *
 *   2048 f16 in 8 vectors per lane: 8 loads of vectors and 7 of elements, instead of 8 and 56. */
#include "variants.h"

/* What registers_plan made of the copy: fill, whole vectors, elements; of a store, and of a load
 * that keeps what lies beyond, the last two. */
typedef struct {
    Plan *plan;
    Phase *phase;
    const Partition *partition;
    const Copy *copy;
    int64_t vector;
    int along;                       /* the dimension that the vectors run along */
    int tail;                        /* bundle: the elements of the vector that straddles */
    int loops, loop[MAX_LOOPS];      /* over the vectors of a row */
    int element;                     /* the loop over the elements of a vector */
    const Step *fill, *whole, *part; /* fill: NULL without one */
} Tail;

static bool applicable(const Copy *copy, Decline *decline) {
    if (!register_pair(copy, false, decline))
        return false;
    if (copy->limits.count == 0)
        return decline_with(decline, "masked", "it only does masked copies");
    for (int i = 0; i < copy->limits.count; i++)
        if (copy->limits.at[i].windowed)
            return decline_with(
                decline, "window", "a window may begin before the first column of its array");
    return true;
}

/* Rows that lie end to end: a coordinate is an address. */
static bool is_contiguous(const Tail *tail) {
    const Partition *partition = tail->partition;
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *atom = &partition->atoms[i];
        if (atom->dim == tail->along &&
            !coef_equal(atom->mem[1 - partition->reg_side], coef_int(atom->step)))
            return false;
    }
    return true;
}

/* An XOR of the limit is no polynomial: all its values would be tried, of which there may be
 * 2^31. */
static bool is_swizzled(const Tail *tail) {
    enum { MAX_TRIED = 128 };
    const Partition *partition = tail->partition;
    const Symbol *limit = &tail->copy->symbols[tail->copy->limits.at[tail->along].symbol];
    return copy_side(tail->copy, 1 - partition->reg_side)->layout.swizzle.on &&
           limit->max - symbol_least(limit) >= MAX_TRIED * limit->divisor;
}

/* The loops of the phase stand in the order of the atoms of registers. */
static void find_loops(Tail *tail) {
    const Partition *partition = tail->partition;
    int at = 0;
    for (int i = 0; i < partition->atom_count; i++) {
        const Atom *atom = &partition->atoms[i];
        if (atom->axis != AXIS_M)
            continue;
        if (atom->dim == tail->along)
            tail->loop[tail->loops++] = tail->phase->loops[at];
        at++;
    }
}

static bool find_steps(Tail *tail, Decline *decline) {
    const Phase *phase = tail->phase;
    bool is_load = tail->partition->reg_side == DST;
    bool fills = is_load && !tail->copy->limits.keep;
    if (tail->plan->phase_count != 1 || phase->step_count != 2 + fills)
        return decline_with(
            decline,
            "straddle",
            "no vector straddles the limit: each lies entirely inside or beyond it");
    tail->fill = fills ? &phase->steps[0] : NULL;
    tail->whole = &phase->steps[fills];
    tail->part = &phase->steps[fills + 1];
    tail->element = tail->part->repeat[tail->part->repeat_count - 1];
    find_loops(tail);
    if (tail->loops == 0)
        return decline_with(decline, "vectors", "a thread has only one vector of a row");
    if (!is_contiguous(tail))
        return decline_with(decline, "contiguous", "the vectors of a row are not contiguous");
    return !is_swizzled(tail) ||
           decline_with(
               decline,
               "swizzle",
               "the swizzle makes the place of the straddling vector depend on the limit");
}

/* ---- the plan ------------------------------------------------------------------------------- */

static bool is_own_loop(const Tail *tail, const Digit *digit) {
    for (int i = 0; i < tail->loops; i++)
        if (digit_reads_loop(digit, tail->loop[i]))
            return true;
    return false;
}

/* Around the step alone: over the vectors of a row, as before, and perhaps their elements. */
static bool repeat_vectors(const Tail *tail, Step *step, bool elements) {
    step->repeat_count = 0;
    if (tail->loops + elements > MAX_REPEAT)
        return false;
    for (int i = 0; i < tail->loops; i++)
        step->repeat[step->repeat_count++] = tail->loop[i];
    if (elements)
        step->repeat[step->repeat_count++] = tail->element;
    return true;
}

static Digit limit_digit(const Tail *tail, int64_t div, int64_t mod) {
    return digit_of(VAR_SYMBOL, tail->copy->limits.at[tail->along].symbol, div, mod);
}

static Side element_of_tail(const Tail *tail) {
    Side side = {.kind = AT_BUNDLE, .of = tail->tail};
    expr_add(&side.at, coef_int(1), digit_of(VAR_LOOP, tail->element, 1, 0));
    return side;
}

/* cols / 8 * 8 in the place of the thread's own vectors. */
static bool tail_address(const Tail *tail, Expr *at) {
    const Partition *partition = tail->partition;
    const int memory = 1 - partition->reg_side;
    int loop = 0;
    bool ok = expr_base(partition, memory, at);
    for (int i = 0; i < partition->atom_count && ok; i++) {
        const Atom *atom = &partition->atoms[i];
        bool is_loop = atom->axis == AXIS_M;
        Digit digit = is_loop ? digit_of(VAR_LOOP, tail->phase->loops[loop++], 1, 0)
                              : registers_digit(partition, atom, tail->plan->threads);
        if (atom->dim != tail->along)
            ok = expr_add(at, atom->mem[memory], digit);
    }
    return ok && expr_add(at, coef_int(tail->vector), limit_digit(tail, tail->vector, 0)) &&
           expr_add(at, coef_int(1), digit_of(VAR_LOOP, tail->element, 1, 0));
}

static bool add_cond(Step *step, Expr lhs, CondOp op, Expr rhs) {
    if (step->cond_count == MAX_CONDS)
        return false;
    step->conds[step->cond_count++] = (Cond){lhs, op, rhs};
    return true;
}

/* The thread that has it: cols / 8 % 32 == lane; that there is one: 2047 >= cols; and its elements
 * inside. */
static bool tail_conds(const Tail *tail, Step *step) {
    const Partition *partition = tail->partition;
    const Operand *region = &tail->copy->dst;
    int64_t extent = region->region[own_dim(region, tail->along)].extent;
    Expr limit = {0}, element = {0};
    step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    step->cond_count = 0;
    bool ok = expr_add(&limit, coef_int(1), limit_digit(tail, 1, 0));
    for (int i = 0; i < tail->part->cond_count - 2 && ok; i++) /* of the rows */
        ok = add_cond(step, tail->part->conds[i].lhs, COND_LT, tail->part->conds[i].rhs);
    for (int i = 0; i < partition->atom_count && ok; i++) {
        const Atom *atom = &partition->atoms[i];
        Expr which = {0}, rank = {0};
        if (atom->axis == AXIS_M || atom->dim != tail->along)
            continue;
        Digit digit = limit_digit(tail, atom->step, atom->extent);
        ok = expr_add(&which, coef_int(1), digit) &&
             expr_add(&rank, coef_int(1), registers_digit(partition, atom, tail->plan->threads)) &&
             add_cond(step, which, COND_EQ, rank);
    }
    return ok && add_cond(step, expr_constant(extent - 1), COND_GE, limit) &&
           expr_add(&element, coef_int(tail->vector), limit_digit(tail, tail->vector, 0)) &&
           expr_add(&element, coef_int(1), digit_of(VAR_LOOP, tail->element, 1, 0)) &&
           add_cond(step, element, COND_LT, limit);
}

static bool move_tail(const Tail *tail, Step *step) {
    *step = *tail->part;
    *step_bundle(step) = element_of_tail(tail);
    step->repeat_count = 0;
    step->repeat[step->repeat_count++] = tail->element;
    return tail_address(tail, &step_memory(step)->at) && tail_conds(tail, step);
}

/* Between the array and the vector of the caller's that straddles, whole. Of rows beyond their
 * limit too: there the array is what it was filled with, as the vector is. An array that was not
 * filled has only what was loaded, and only that is moved. */
static bool move_registers(const Tail *tail, bool is_load, Step *step) {
    enum { ALONG = 2 }; /* of the conditions the last ones: not whole, and not beyond */
    *step = step_new(PRIM_MOVE);
    step->dst = is_load ? *step_bundle((Step *)tail->part) : element_of_tail(tail);
    step->src[0] = is_load ? element_of_tail(tail) : *step_bundle((Step *)tail->part);
    if (is_load && !tail->fill) {
        step->cond_count = tail->part->cond_count;
        step->conds = tail->part->conds;
        return repeat_vectors(tail, step, true);
    }
    step->cond_count = ALONG;
    step->conds = NEW_ARRAY(Cond, ALONG);
    for (int i = 0; i < ALONG; i++)
        step->conds[i] = tail->part->conds[tail->part->cond_count - ALONG + i];
    Expr *last = &step->conds[ALONG - 1].lhs;
    for (int i = last->term_count - 1; i >= 0; i--)
        if (digit_reads_loop(&last->terms[i].digit, tail->element))
            expr_drop_term(last, i);
    return repeat_vectors(tail, step, true);
}

static Step fill_tail(const Tail *tail) {
    Step step = step_new(primitive_fill((int)tail->vector * copy_bits(tail->copy)));
    step.dst = (Side){.kind = AT_BUNDLE, .of = tail->tail};
    return step;
}

static void drop_loops(Tail *tail) {
    Phase *phase = tail->phase;
    int kept = 0;
    for (int i = 0; i < phase->loop_count; i++) {
        Digit digit = digit_of(VAR_LOOP, phase->loops[i], 1, 0);
        if (!is_own_loop(tail, &digit))
            phase->loops[kept++] = phase->loops[i];
    }
    phase->loop_count = kept;
}

static Step *add_step(Tail *tail, const Step *step) {
    Phase *phase = tail->phase;
    phase->steps[phase->step_count] = *step;
    return &phase->steps[phase->step_count++];
}

/* The vectors of the thread that lie inside whole. */
static bool add_whole(Tail *tail) {
    return (!tail->fill || repeat_vectors(tail, add_step(tail, tail->fill), false)) &&
           repeat_vectors(tail, add_step(tail, tail->whole), false);
}

static const char *note_of(const Tail *tail) {
    const Symbol *limit = &tail->copy->symbols[tail->copy->limits.at[tail->along].symbol];
    return mem_printf(
        "Vector number %s / %lld of a row straddles the limit: its owner moves the elements inside "
        "the limit one by one, through t. All other vectors move whole.",
        limit->name,
        (long long)tail->vector);
}

/* A load: whole vectors, so that they are under way, the elements, and these to where they belong.
 * A store: what belongs to the elements, whole vectors, the elements, of which nobody takes what
 * was not put there. */
static bool rebuild(Tail *tail, bool is_load) {
    enum { STEPS = 5 };
    Plan *plan = tail->plan;
    Step moved, between, fill = {0};
    int own = step_bundle((Step *)tail->part)->of;
    int64_t slots = tail->fill ? tail->vector : tail->vector - 1; /* a fill is of whole words */
    tail->tail = plan_add_bundle(plan, "t", ROLE_SCRATCH, plan->bundles[own].dtype, slots);
    if (!move_tail(tail, &moved) || !move_registers(tail, is_load, &between))
        return false;
    if (tail->fill)
        fill = fill_tail(tail);
    drop_loops(tail);
    tail->phase->steps = NEW_ARRAY(Step, STEPS);
    tail->phase->step_count = 0;
    if (is_load && !add_whole(tail))
        return false;
    if (tail->fill)
        add_step(tail, &fill);
    add_step(tail, is_load ? &moved : &between);
    if (!is_load && !add_whole(tail))
        return false;
    add_step(tail, is_load ? &between : &moved);
    tail->phase->note = note_of(tail);
    plan_finish(plan);
    return true;
}

Plan *tail_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Partition *partition = applicable(copy, decline) ? partition_new(copy, decline) : NULL;
    if (!partition)
        return NULL;
    Tail tail = {.partition = partition, .copy = copy, .along = partition->vector_dim};
    tail.plan = registers_plan(partition, "tail", 128, decline);
    if (!tail.plan)
        return NULL;
    tail.phase = &tail.plan->phases[0];
    tail.along = partition->vector_dim;
    tail.vector = tail.plan->vec_bits / copy_bits(copy);
    if (!find_steps(&tail, decline))
        return NULL;
    if (rebuild(&tail, partition->reg_side == DST))
        return tail.plan;
    decline_with(decline, "terms", "the address or the predicate has too many terms");
    return NULL;
}
