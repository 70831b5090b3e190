/* folded.c: reductions over dimensions of a register layout: row maxima of the accumulators of an
 * mma, column sums over the warps of a CTA.
 *
 * Every thread combines the parts of each result that it holds, those in even and in odd places
 * apart, which is two chains for each result. Then lanes that share a result exchange what they
 * have, by the bits of the lane that tell them apart and no others: of mma_c over its columns these
 * are the lanes 2 and 1 apart. What several warps have goes through shared memory. Whoever held a
 * part gets the result, and an accumulator comes last. */
#include "../tile/lane0.h"
#include "variants.h"
#include <string.h>

/* Where one number of every result of a thread lies: as the operand lies, or result r from slot at
 * + r * per on. */
typedef struct {
    int bundle;
    bool is_spread;
    int64_t at, per;
} Numbers;

typedef struct {
    const Lane0 *lane0;
    const Dtype *dtype;
    Fold fold;     /* what is kept apart is taken out of `own` */
    int64_t apart; /* how far apart in the operand the numbers of a result lie that are kept
                        * apart, 0: none */
    Ranks ranks;
    Plan *plan;
    Phase *phase;
    Combine combine;
    PrimitiveId redux;            /* PRIM_COUNT: shuffles */
    Numbers dst, src, acc, total; /* total: bundle -1: none yet */
    bool has_acc;
    bool row_words; /* two neighbouring results of the operand fill a word */
    int run;        /* results that a step takes at once: two in a word, otherwise 1 */
    int word;       /* numbers of one result that it takes at once, likewise */
} Folding;

/* ---- steps --------------------------------------------------------------------------------- */

static Side side_of(const Numbers *numbers) {
    return (Side){.kind = AT_BUNDLE, .of = numbers->bundle, .at = expr_constant(numbers->at)};
}

static Numbers after(Numbers numbers, int64_t slots) {
    numbers.at += slots;
    return numbers;
}

static int loop_named(Plan *plan, const char *name, int64_t extent) {
    for (int i = 0; i < plan->loop_count; i++)
        if (strcmp(plan->loops[i].name, name) == 0 && plan->loops[i].extent == extent)
            return i;
    plan->loops[plan->loop_count] = (Loop){name, extent, true};
    return plan->loop_count++;
}

/* One more loop around the step: i, i1, k2 ... by how deep it is. */
static Digit add_turns(Folding *folding, Step *step, const char *name, int64_t turns) {
    int depth = step->repeat_count;
    int loop = loop_named(folding->plan, depth ? mem_printf("%s%d", name, depth) : name, turns);
    step->repeat[step->repeat_count++] = loop;
    return digit_of(VAR_LOOP, loop, 1, 0);
}

/* Once for every result of the thread. */
static Step *each(Folding *folding, PrimitiveId primitive, const Numbers *sides, int count) {
    Step *step = &folding->phase->steps[folding->phase->step_count++];
    Side *at[] = {&step->dst, &step->src[0], &step->src[1]};
    const Fold *fold = &folding->fold;
    const FoldDigit all = {fold->results, 1, 1}, *digits = &all;
    int digit_count = 1;
    *step = (Step){.primitive = primitive, .object = -1};
    for (int s = 0; s < count; s++) {
        *at[s] = side_of(&sides[s]);
        digits = sides[s].is_spread ? fold->kept : digits;
        digit_count = sides[s].is_spread ? fold->kept_count : digit_count;
    }
    for (int d = digit_count - 1; d >= 0; d--) {
        int64_t run = d == 0 ? folding->run : 1;
        if (digits[d].extent == run)
            continue;
        Digit i = add_turns(folding, step, "i", digits[d].extent / run);
        for (int s = 0; s < count; s++) {
            int64_t stride = sides[s].is_spread ? digits[d].from : digits[d].to * sides[s].per;
            expr_add(&at[s]->at, coef_int(run * stride), i);
        }
    }
    return step;
}

static Step *combine_each(Folding *folding, Numbers to, Numbers a, Numbers b) {
    bool is_pair = folding->run * folding->word == 2;
    PrimitiveId with = is_pair
                           ? primitive_paired(folding->combine, folding->dtype)
                           : primitive_combination(ACT_COMBINE, folding->combine, folding->dtype);
    const Numbers sides[] = {to, a, b};
    Step *step = each(folding, with, sides, 3);
    step->combine = folding->combine;
    return step;
}

/* One by one. */
static void move_each(Folding *folding, Numbers to, Numbers from) {
    const Numbers sides[] = {to, from};
    folding->run = folding->word = 1;
    each(folding, PRIM_MOVE, sides, 2);
}

static void next_phase(Folding *folding) {
    enum { MOST_STEPS = 64 };
    folding->phase = plan_add_phase(folding->plan, MOST_STEPS);
}

static Numbers numbers_in(int bundle, int64_t per) {
    return (Numbers){.bundle = bundle, .per = per};
}

static Numbers add_numbers(Folding *folding, const char *name, int64_t per) {
    int64_t count = folding->fold.results * per;
    return numbers_in(
        plan_add_bundle(folding->plan, name, ROLE_SCRATCH, folding->dtype, count), per);
}

/* Where a stage leaves one number of each result: the last one in what the caller gets, if it
 * writes that once. */
static Numbers target(Folding *folding, bool is_last) {
    if (is_last && !folding->has_acc)
        return folding->dst;
    if (folding->total.bundle < 0)
        folding->total = add_numbers(folding, "total", 1);
    return folding->total;
}

/* ---- the thread's own ---------------------------------------------------------------------- */

/* Do neighbours along this digit of the operand fill words, wherever all others lie? */
static bool fills_words(const Folding *folding, const FoldDigit *digit) {
    const Fold *fold = &folding->fold;
    bool fills = folding->dtype->bits == 16 && fold->first % 2 == 0 && digit->from == 1 &&
                 digit->extent % 2 == 0;
    for (int i = 0; i < fold->kept_count; i++)
        fills = fills && (&fold->kept[i] == digit || fold->kept[i].from % 2 == 0);
    for (int i = 0; i < fold->own_count; i++)
        fills = fills && (&fold->own[i] == digit || fold->own[i].from % 2 == 0);
    return fills;
}

/* Numbers in even and in odd places make two chains, which one instruction does where they fill a
 * word of 16 bits each. Of two numbers alone there is nothing to chain. */
static void keep_apart(Folding *folding) {
    Fold *fold = &folding->fold;
    FoldDigit *own = fold->own;
    bool halves = fold->own_count > 0 && fills_words(folding, own);
    folding->row_words = fold->kept_count > 0 && fills_words(folding, fold->kept);
    folding->run = folding->row_words ? 2 : 1;
    folding->word = halves ? 2 : 1;
    bool chains = folding->dtype->bits > 16 && fold->mine >= 4;
    if (!fold->own_count || own->extent % 2 != 0 || !(halves || chains))
        return;
    folding->apart = own->from;
    own->from *= 2;
    own->extent /= 2;
    if (own->extent > 1)
        return;
    fold->own_count--;
    memmove(own, own + 1, (size_t)fold->own_count * sizeof *own);
}

/* The numbers from `first` on along digit `d` of what is combined, and all along those inside of
 * it. */
static void add_chain(Folding *folding, Numbers to, Numbers from, int d, int64_t first) {
    const FoldDigit *own = folding->fold.own;
    int64_t turns = own[d].extent - first;
    if (turns < 1)
        return;
    Numbers next = after(folding->src, first * own[d].from);
    Step *step = combine_each(folding, to, from, next);
    if (folding->apart && folding->word == 1) {
        Digit a = add_turns(folding, step, "a", 2);
        expr_add(&step->dst.at, coef_int(1), a);
        expr_add(&step->src[0].at, coef_int(from.bundle == to.bundle ? 1 : folding->apart), a);
        expr_add(&step->src[1].at, coef_int(folding->apart), a);
    }
    for (int i = d; i >= 0 && from.bundle == to.bundle; i--) {
        int64_t extent = i == d ? turns : own[i].extent;
        if (extent > 1)
            expr_add(
                &step->src[1].at, coef_int(own[i].from), add_turns(folding, step, "k", extent));
    }
}

/* Both numbers of each result that are kept apart. */
static Numbers join(Folding *folding, Numbers both, bool is_last) {
    int64_t far = both.is_spread ? folding->apart : 1;
    Numbers to = target(folding, is_last);
    folding->apart = 0;
    folding->run = folding->word = 1;
    combine_each(folding, to, both, after(both, far));
    return to;
}

static Numbers add_own(Folding *folding, bool is_last) {
    const Fold *fold = &folding->fold;
    Numbers to = folding->src;
    if (!fold->own_count)
        return to;
    bool is_once = fold->own_count == 1 && fold->own[0].extent == 2;
    to = folding->apart ? add_numbers(folding, "part", 2) : target(folding, is_last && is_once);
    add_chain(folding, to, folding->src, 0, 1);
    for (int d = 0; d < fold->own_count; d++)
        add_chain(folding, to, to, d, d == 0 ? 2 : 1);
    return to;
}

/* ---- lanes --------------------------------------------------------------------------------- */

/* What a shuffle moves of 16 bits is a word: of two results, of both numbers that are kept apart,
 * or of one number twice. */
static Numbers as_words(Folding *folding, Numbers own) {
    const Fold *fold = &folding->fold;
    if (folding->dtype->bits != 16 || folding->word == 2)
        return own;
    if (fold->results % 2 == 0) {
        if (own.is_spread && !folding->row_words) {
            Numbers total = target(folding, false);
            move_each(folding, total, own);
            own = total;
        }
        folding->run = 2;
        return own;
    }
    Numbers both = add_numbers(folding, "both", 2);
    move_each(folding, both, own);
    move_each(folding, after(both, 1), own);
    folding->word = 2;
    return both;
}

/* The groups of a warp shuffle together, with the full mask. */
static void add_butterfly(Folding *folding, Numbers own, Numbers last) {
    bool is_wide = folding->dtype->bits > 32;
    int mask = folding->ranks.lane_mask, lowest = mask & -mask;
    Numbers other = add_numbers(folding, "other", last.per);
    bool is_end = last.bundle == folding->dst.bundle;
    Numbers between = is_end && mask != lowest ? target(folding, false) : last;
    for (int far = 16; far > 0; far /= 2) {
        if (!(mask & far))
            continue;
        Numbers to = far == lowest ? last : between;
        const Numbers sides[] = {other, own};
        each(folding, is_wide ? PRIM_SHUFFLE_XOR_B64 : PRIM_SHUFFLE_XOR_B32, sides, 2)->count = far;
        combine_each(folding, to, own, other);
        own = to;
    }
}

static Numbers add_lanes(Folding *folding, Numbers own, bool is_last) {
    if (!folding->ranks.lane_mask)
        return own;
    own = as_words(folding, own);
    Numbers last = folding->word == 2 ? numbers_in(own.bundle, 2) : target(folding, is_last);
    if (folding->word == 2 && own.is_spread)
        last = add_numbers(folding, "part", 2);
    if (folding->redux != PRIM_COUNT) {
        const Numbers sides[] = {last, own};
        each(folding, folding->redux, sides, 2)->combine = folding->combine;
    } else {
        add_butterfly(folding, own, last);
    }
    return last;
}

/* ---- warps --------------------------------------------------------------------------------- */

/* The partial results in shared memory: of group g, warp w, lane l and result r. */
typedef struct {
    Folding *folding;
    bool by_rows;                   /* results are neighbours there; otherwise warps are */
    int64_t group, warp, lane, row; /* strides */
    int64_t vector;
    Expr base; /* of this thread, of warp 0 and result 0 */
} Shared;

/* How many of n neighbours a vector takes. */
static int64_t vector_of(const Folding *folding, int64_t n) {
    int64_t vector = 1;
    while (n % (2 * vector) == 0 && 2 * vector * folding->dtype->bits <= 128)
        vector *= 2;
    return vector;
}

static Shared shared_of(Folding *folding) {
    const Ranks *ranks = &folding->ranks;
    int64_t rows = folding->fold.results, all = ranks->lanes * rows;
    Shared shared = {.folding = folding, .base = expr_constant(0)};
    shared.by_rows = vector_of(folding, rows) >= vector_of(folding, ranks->warps);
    shared.vector = vector_of(folding, shared.by_rows ? rows : ranks->warps);
    shared.row = shared.by_rows ? 1 : ranks->warps;
    shared.lane = shared.row * rows;
    shared.warp = shared.by_rows ? all : 1;
    shared.group = all * ranks->warps;
    int64_t lane = shared.lane, group = shared.group;
    for (int i = 0; i < ranks->rest_count; i++) {
        int64_t *stride = ranks->rest[i].div < 32 ? &lane : &group;
        expr_add(&shared.base, coef_int(*stride), ranks->rest[i]);
        *stride *= ranks->rest_extent[i];
    }
    plan_add_scratch(
        folding->plan, "totals", folding->dtype, group * folding->dtype->bits / 8, group);
    return shared;
}

static Step *access(Shared *shared, PrimitiveId primitive, Numbers registers, bool is_store) {
    Phase *phase = shared->folding->phase;
    Step *step = &phase->steps[phase->step_count++];
    Side memory = {.kind = AT_BUFFER, .at = shared->base};
    *step = (Step){.primitive = primitive, .object = -1};
    step->dst = is_store ? memory : side_of(&registers);
    step->src[0] = is_store ? side_of(&registers) : memory;
    return step;
}

/* So many vectors or numbers, far apart in memory and in registers. */
static void add_run(
    Shared *shared, Step *step, const char *name, int64_t turns, int64_t far, int64_t on) {
    Side *memory = step_memory(step), *registers = step_bundle(step);
    if (turns == 1)
        return;
    Digit i = add_turns(shared->folding, step, name, turns);
    expr_add(&memory->at, coef_int(far), i);
    expr_add(&registers->at, coef_int(on), i);
}

/* The first of the lanes that have the same number, bit by bit of those that tell them apart. */
static void only_first_lanes(const Folding *folding, Step *step) {
    int mask = folding->ranks.lane_mask;
    step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    for (int low = 1; low < 32; low *= 2) {
        if (!(mask & low) || (low > 1 && mask & low / 2))
            continue;
        int extent = 2;
        while (mask & low * extent && low * extent < 32)
            extent *= 2;
        Cond *cond = &step->conds[step->cond_count++];
        *cond = (Cond){expr_constant(0), COND_EQ, expr_constant(0)};
        expr_add(&cond->lhs, coef_int(1), digit_of(VAR_RANK, 0, low, extent));
    }
}

static void put(Shared *shared, Numbers own) {
    Folding *folding = shared->folding;
    int64_t rows = folding->fold.results, vector = shared->by_rows ? shared->vector : 1;
    int64_t warp = shared->warp;
    if (own.is_spread || (vector > 1 && own.bundle != folding->total.bundle)) {
        Numbers total = target(folding, false);
        move_each(folding, total, own);
        own = total;
    }
    Step *step =
        access(shared, primitive_store(SPACE_SMEM, (int)vector * folding->dtype->bits), own, true);
    for (int i = 0; i < folding->ranks.warp_count; i++) {
        expr_add(&step->dst.at, coef_int(warp), folding->ranks.warp[i]);
        warp *= folding->ranks.warp_extent[i];
    }
    add_run(shared, step, "i", rows / vector, vector * shared->row, vector * own.per);
    only_first_lanes(folding, step);
    plan_add_sync(folding->plan, folding->phase);
}

/* All results of warp `warp`, or of the one that the phase's loop says. */
static void get_rows(Shared *shared, Numbers to, int64_t warp, int loop) {
    Folding *folding = shared->folding;
    int64_t vector = shared->vector;
    Step *step =
        access(shared, primitive_load(SPACE_SMEM, (int)vector * folding->dtype->bits), to, false);
    step->src[0].at.constant += warp * shared->warp;
    if (loop >= 0)
        expr_add(&step->src[0].at, coef_int(shared->warp), digit_of(VAR_LOOP, loop, 1, 0));
    add_run(shared, step, "i", folding->fold.results / vector, vector, vector);
}

static void combine_rows(Shared *shared, Numbers to) {
    Folding *folding = shared->folding;
    int64_t warps = folding->ranks.warps;
    Numbers first = add_numbers(folding, "first", 1), next = add_numbers(folding, "next", 1);
    bool pairs = folding->dtype->bits == 16 && folding->fold.results % 2 == 0;
    folding->run = pairs ? 2 : 1;
    get_rows(shared, first, 0, -1);
    get_rows(shared, next, 1, -1);
    combine_each(folding, to, first, next);
    if (warps == 2)
        return;
    next_phase(folding);
    int loop = warps > 3 ? loop_named(folding->plan, "w", warps - 2) : -1;
    if (loop >= 0)
        folding->phase->loops[folding->phase->loop_count++] = loop;
    get_rows(shared, next, 2, loop);
    combine_each(folding, to, to, next);
    next_phase(folding);
}

/* Result by result, of all warps. */
static void combine_warps(Shared *shared, Numbers to) {
    Folding *folding = shared->folding;
    int64_t warps = folding->ranks.warps, rows = folding->fold.results, vector = shared->vector;
    Numbers all =
        numbers_in(plan_add_bundle(folding->plan, "all", ROLE_SCRATCH, folding->dtype, warps), 0);
    Digit row = {0};
    if (rows > 1) {
        next_phase(folding);
        folding->phase->loops[folding->phase->loop_count] = loop_named(folding->plan, "r", rows);
        row = digit_of(VAR_LOOP, folding->phase->loops[folding->phase->loop_count++], 1, 0);
    }
    Step *step =
        access(shared, primitive_load(SPACE_SMEM, (int)vector * folding->dtype->bits), all, false);
    if (rows > 1)
        expr_add(&step->src[0].at, coef_int(shared->row), row);
    add_run(shared, step, "k", warps / vector, vector, vector);
    for (int64_t first = 1; first <= 2 && first < warps; first++) {
        step = &folding->phase->steps[folding->phase->step_count++];
        *step = (Step){.object = -1, .combine = folding->combine};
        step->primitive = primitive_combination(ACT_COMBINE, folding->combine, folding->dtype);
        step->dst = side_of(&to);
        step->src[0] = first == 1 ? side_of(&all) : step->dst;
        step->src[1] = (Side){AT_BUNDLE, all.bundle, expr_constant(first), NULL, NULL};
        if (first == 2 && warps > 3)
            expr_add(&step->src[1].at, coef_int(1), add_turns(folding, step, "k", warps - 2));
        if (rows == 1)
            continue;
        expr_add(&step->dst.at, coef_int(to.per), row);
        if (first == 2)
            expr_add(&step->src[0].at, coef_int(to.per), row);
    }
    if (rows > 1)
        next_phase(folding);
}

/* What several warps have: one lane of each puts it into shared memory, all wait, and every thread
 * combines it in the order of the warps. */
static Numbers add_warps(Folding *folding, Numbers own) {
    if (folding->ranks.warps == 1)
        return own;
    Shared shared = shared_of(folding);
    folding->run = folding->word = 1;
    put(&shared, own);
    Numbers to = target(folding, folding->ranks.warps == 2);
    if (shared.by_rows)
        combine_rows(&shared, to);
    else
        combine_warps(&shared, to);
    return to;
}

/* ---- the plan ------------------------------------------------------------------------------ */

/* Of all dimensions together the operand is one row. */
static void add_flow(Folding *folding, const Lane0Value *acc, Operand *with) {
    const Lane0 *lane0 = folding->lane0;
    const Lane0Value *out = &lane0->values[lane0->result];
    Flow *flow = &folding->plan->flows[folding->plan->flow_count++];
    *flow =
        (Flow){.src = *lane0->values[lane0->source].registers, .dst = lane0_in_lanes(lane0, out)};
    if (lane0->over < 0)
        flow->src = lane0_flat(flow->src, region_count(&flow->src));
    flow->src_at = folding->src.bundle;
    flow->dst_at = folding->dst.bundle;
    flow->combine = folding->combine;
    flow->alike = scope_shares(&folding->plan->scope, &flow->src);
    for (int d = 0; d < lane0->over; d++)
        flow->over += flow->src.shape[d] > 1; /* dimensions of one element are not counted */
    if (!acc)
        return;
    *with = lane0_in_lanes(lane0, acc);
    flow->with = with;
    flow->with_at = folding->acc.bundle;
}

static Plan *plan_empty(const Lane0 *lane0, const char *variant) {
    enum { MOST_BUNDLES = 12, MOST_LOOPS = 64, MOST_PHASES = 6 };
    Plan *plan = NEW(Plan);
    plan->variant = variant;
    plan->targets = TARGETS_ALL;
    plan->scope = lane0_scope(lane0);
    plan->threads = plan->scope.threads;
    plan->dtype = lane0->values[lane0->source].dtype;
    plan->objects = NEW(Object);
    plan->buffers = NEW(Buffer);
    plan->bundles = NEW_ARRAY(Bundle, MOST_BUNDLES);
    plan->loops = NEW_ARRAY(Loop, MOST_LOOPS);
    plan->flows = NEW(Flow);
    plan->phases = NEW_ARRAY(Phase, MOST_PHASES);
    return plan;
}

static void add_arguments(Folding *folding, const Lane0Value *acc) {
    const Lane0 *lane0 = folding->lane0;
    const Dtype *dtype = folding->dtype;
    Plan *plan = folding->plan;
    int64_t results = folding->fold.results;
    int64_t held = register_count(lane0->values[lane0->source].registers);
    folding->dst = numbers_in(plan_add_bundle(plan, "dst", ROLE_OUT, dtype, results), 1);
    folding->src = (Numbers){
        .bundle = plan_add_bundle(plan, "src", ROLE_IN, dtype, held),
        .is_spread = true,
        .at = folding->fold.first};
    folding->has_acc = acc != NULL;
    if (acc)
        folding->acc = numbers_in(plan_add_bundle(plan, "acc", ROLE_IN, dtype, results), 1);
}

/* The accumulator comes last; otherwise the result is where it belongs, or is moved there. */
static void add_end(Folding *folding, Numbers result) {
    if (folding->has_acc) {
        bool pairs = folding->dtype->bits == 16 && folding->fold.results % 2 == 0 &&
                     !result.is_spread && result.per == 1;
        folding->run = pairs ? 2 : 1;
        folding->word = 1;
        combine_each(folding, folding->dst, result, folding->acc);
    } else if (result.bundle != folding->dst.bundle) {
        move_each(folding, folding->dst, result);
    }
}

static Plan *plan_folded(Folding *folding, const char *variant) {
    const Lane0 *lane0 = folding->lane0;
    const Lane0Value *acc = lane0->accumulator < 0 ? NULL : &lane0->values[lane0->accumulator];
    bool has_warps = folding->ranks.warps > 1, has_lanes = folding->ranks.lane_mask != 0;
    folding->plan = plan_empty(lane0, variant);
    folding->combine = lane0_combination(lane0);
    folding->total.bundle = -1;
    next_phase(folding);
    add_arguments(folding, acc);
    keep_apart(folding);
    /* halves of a word stay apart until all lanes have both, if two results do not fill one */
    bool joins_late = folding->word == 2 && folding->fold.results % 2 != 0 && has_lanes;
    Numbers own = add_own(folding, !has_lanes && !has_warps);
    if (folding->apart && !joins_late)
        own = join(folding, own, !has_lanes && !has_warps);
    own = add_lanes(folding, own, !has_warps);
    if (joins_late)
        own = join(folding, own, !has_warps);
    own = add_warps(folding, own);
    add_end(folding, own);
    add_flow(folding, acc, NEW(Operand));
    return folding->plan;
}

static bool folding_start(const Lane0 *lane0, Folding *folding, Decline *decline) {
    enum { MOST_REGISTERS = 255 };
    const Lane0Value *in = &lane0->values[lane0->source];
    int64_t held = register_count(in->registers);
    *folding = (Folding){.lane0 = lane0, .dtype = in->dtype, .redux = PRIM_COUNT};
    if (held > MOST_REGISTERS)
        return decline_with(
            decline,
            "registers",
            "a thread holds %lld elements of %s, and has 255 registers",
            (long long)held,
            in->name);
    return (layout_fold(in->registers, lane0->over, &folding->fold) ||
            decline_with(decline, "layout", "the layout has no slots of its own for the result")) &&
           ranks_of(&folding->fold, lane0->threads, &folding->ranks, decline);
}

Plan *folded_offer(const Query *query, Decline *decline) {
    Folding *folding = NEW(Folding);
    return folding_start(query->lane0, folding, decline) ? plan_folded(folding, "folded") : NULL;
}

/* redux.sync in the place of the exchanges, where all lanes of a warp share a result. */
Plan *folded_redux_offer(const Query *query, Decline *decline) {
    Folding *folding = NEW(Folding);
    const Lane0 *lane0 = query->lane0;
    if (!folding_start(lane0, folding, decline))
        return NULL;
    folding->redux = primitive_combination(ACT_REDUX, lane0_combination(lane0), folding->dtype);
    if (folding->redux == PRIM_COUNT || folding->ranks.lane_mask != 31) {
        decline_with(
            decline,
            "redux",
            "redux.sync combines whole warps, and has no %s of %s or the lanes of a result are "
            "fewer",
            lane0_operation_name[lane0->operation],
            folding->dtype->name);
        return NULL;
    }
    Plan *plan = plan_folded(folding, "folded_redux");
    plan->targets = feature_targets(primitives[folding->redux].feature);
    return plan;
}
