/* folding.c: reductions over dimensions of a register layout: row maxima of the accumulators of an
 * mma, column sums over the warps of a CTA.
 *
 * Every thread combines the parts of each result that it holds, those in even and in odd places
 * apart, which is two chains for each result. Then lanes that share a result exchange what they
 * have, by the bits of the lane that tell them apart and no others: of mma_c over its columns these
 * are the lanes 2 and 1 apart. What several warps have goes through shared memory. Whoever held a
 * part gets the result, and an accumulator comes last. */
#include "folding.h"
#include <string.h>

/* ---- steps --------------------------------------------------------------------------------- */

Side folding_side(const Numbers *numbers) {
    return (Side){.kind = AT_BUNDLE, .of = numbers->bundle, .at = expr_constant(numbers->at)};
}

Numbers numbers_after(Numbers numbers, int64_t slots) {
    numbers.at += slots;
    return numbers;
}

int folding_loop(Plan *plan, const char *name, int64_t extent) {
    for (int i = 0; i < plan->loop_count; i++)
        if (strcmp(plan->loops[i].name, name) == 0 && plan->loops[i].extent == extent)
            return i;
    plan->loops[plan->loop_count] = (Loop){name, extent, true};
    return plan->loop_count++;
}

Digit folding_turns(Folding *folding, Step *step, const char *name, int64_t turns) {
    int depth = step->repeat_count;
    int loop = folding_loop(folding->plan, depth ? mem_printf("%s%d", name, depth) : name, turns);
    step->repeat[step->repeat_count++] = loop;
    return digit_of(VAR_LOOP, loop, 1, 0);
}

Step *folding_each(Folding *folding, PrimitiveId primitive, const Numbers *sides, int count) {
    Step *step = &folding->phase->steps[folding->phase->step_count++];
    Side *at[] = {&step->dst, &step->src[0], &step->src[1]};
    const Fold *fold = &folding->fold;
    const FoldDigit all = {folding->held, 1, 1}, *digits = &all;
    int digit_count = 1;
    *step = (Step){.primitive = primitive, .object = -1};
    for (int s = 0; s < count; s++) {
        *at[s] = folding_side(&sides[s]);
        digits = sides[s].is_spread ? fold->kept : digits;
        digit_count = sides[s].is_spread ? fold->kept_count : digit_count;
    }
    for (int d = digit_count - 1; d >= 0; d--) {
        int64_t run = d == 0 ? folding->run : 1;
        if (digits[d].extent == run)
            continue;
        Digit i = folding_turns(folding, step, "i", digits[d].extent / run);
        for (int s = 0; s < count; s++) {
            int64_t stride = sides[s].is_spread ? digits[d].from : digits[d].to * sides[s].per;
            expr_add(&at[s]->at, coef_int(run * stride), i);
        }
    }
    return step;
}

Step *folding_combine(Folding *folding, Numbers to, Numbers a, Numbers b) {
    bool is_pair = folding->run * folding->word == 2;
    PrimitiveId with = is_pair
                           ? primitive_paired(folding->combine, folding->dtype)
                           : primitive_combination(ACT_COMBINE, folding->combine, folding->dtype);
    const Numbers sides[] = {to, a, b};
    Step *step = folding_each(folding, with, sides, 3);
    step->combine = folding->combine;
    return step;
}

void folding_moves(Folding *folding, Numbers to, Numbers from) {
    const Numbers sides[] = {to, from};
    folding->run = folding->word = 1;
    folding_each(folding, PRIM_MOVE, sides, 2);
}

void folding_phase(Folding *folding) {
    enum { MOST_STEPS = 64 };
    folding->phase = plan_add_phase(folding->plan, MOST_STEPS);
}

Numbers numbers_in(int bundle, int64_t per) {
    return (Numbers){.bundle = bundle, .per = per};
}

Numbers folding_numbers(Folding *folding, const char *name, int64_t per) {
    int64_t count = folding->held * per;
    return numbers_in(
        plan_add_bundle(folding->plan, name, ROLE_SCRATCH, folding->dtype, count), per);
}

Numbers folding_target(Folding *folding, bool is_last) {
    if (is_last && !folding->has_acc)
        return folding->dst;
    if (folding->total.bundle < 0)
        folding->total = folding_numbers(folding, "total", 1);
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
    Numbers next = numbers_after(folding->src, first * own[d].from);
    Step *step = folding_combine(folding, to, from, next);
    if (folding->apart && folding->word == 1) {
        Digit a = folding_turns(folding, step, "a", 2);
        expr_add(&step->dst.at, coef_int(1), a);
        expr_add(&step->src[0].at, coef_int(from.bundle == to.bundle ? 1 : folding->apart), a);
        expr_add(&step->src[1].at, coef_int(folding->apart), a);
    }
    for (int i = d; i >= 0 && from.bundle == to.bundle; i--) {
        int64_t extent = i == d ? turns : own[i].extent;
        if (extent > 1)
            expr_add(
                &step->src[1].at, coef_int(own[i].from), folding_turns(folding, step, "k", extent));
    }
}

/* Both numbers of each result that are kept apart. */
static Numbers join(Folding *folding, Numbers both, bool is_last) {
    int64_t far = both.is_spread ? folding->apart : 1;
    Numbers to = folding_target(folding, is_last);
    folding->apart = 0;
    folding->run = folding->word = 1;
    folding_combine(folding, to, both, numbers_after(both, far));
    return to;
}

static Numbers add_own(Folding *folding, bool is_last) {
    const Fold *fold = &folding->fold;
    Numbers to = folding->src;
    if (!fold->own_count)
        return to;
    bool is_once = fold->own_count == 1 && fold->own[0].extent == 2;
    to = folding->apart ? folding_numbers(folding, "part", 2)
                        : folding_target(folding, is_last && is_once);
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
            Numbers total = folding_target(folding, false);
            folding_moves(folding, total, own);
            own = total;
        }
        folding->run = 2;
        return own;
    }
    Numbers both = folding_numbers(folding, "both", 2);
    folding_moves(folding, both, own);
    folding_moves(folding, numbers_after(both, 1), own);
    folding->word = 2;
    return both;
}

/* The groups of a warp shuffle together, with the full mask. */
void folding_shuffle(Folding *folding, Numbers other, Numbers own, int far) {
    bool is_wide = folding->dtype->bits > 32;
    const Numbers sides[] = {other, own};
    Step *step =
        folding_each(folding, is_wide ? PRIM_SHUFFLE_XOR_B64 : PRIM_SHUFFLE_XOR_B32, sides, 2);
    step->count = far;
}

static void add_butterfly(Folding *folding, Numbers own, Numbers last) {
    int mask = folding->ranks.lane_mask, lowest = mask & -mask;
    Numbers other = folding_numbers(folding, "other", last.per);
    bool is_end = last.bundle == folding->dst.bundle;
    Numbers between = is_end && mask != lowest ? folding_target(folding, false) : last;
    for (int far = 16; far > 0; far /= 2) {
        if (!(mask & far))
            continue;
        Numbers to = far == lowest ? last : between;
        folding_shuffle(folding, other, own, far);
        folding_combine(folding, to, own, other);
        own = to;
    }
}

static Numbers add_lanes(Folding *folding, Numbers own, bool is_last) {
    if (!folding->ranks.lane_mask)
        return own;
    own = as_words(folding, own);
    if (folding->halved)
        return folding_halves(folding, own);
    Numbers last =
        folding->word == 2 ? numbers_in(own.bundle, 2) : folding_target(folding, is_last);
    if (folding->word == 2 && own.is_spread)
        last = folding_numbers(folding, "part", 2);
    if (folding->redux != PRIM_COUNT) {
        const Numbers sides[] = {last, own};
        folding_each(folding, folding->redux, sides, 2)->combine = folding->combine;
    } else {
        add_butterfly(folding, own, last);
    }
    return last;
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
        folding_combine(folding, folding->dst, result, folding->acc);
    } else if (result.bundle != folding->dst.bundle) {
        folding_moves(folding, folding->dst, result);
    }
}

Plan *folding_plan(Folding *folding, const char *variant) {
    const Lane0 *lane0 = folding->lane0;
    const Lane0Value *acc = lane0->accumulator < 0 ? NULL : &lane0->values[lane0->accumulator];
    bool has_warps = folding->ranks.warps > 1, has_lanes = folding->ranks.lane_mask != 0;
    folding->plan = plan_empty(lane0, variant);
    folding->combine = lane0_combination(lane0);
    folding->total.bundle = -1;
    folding_phase(folding);
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
    own = folding_warps(folding, own);
    if (folding->held < folding->fold.results)
        own = folding_unite(folding, own);
    add_end(folding, own);
    add_flow(folding, acc, NEW(Operand));
    return folding->plan;
}

bool folding_start(const Lane0 *lane0, Folding *folding, Decline *decline) {
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
    bool folds =
        layout_fold(in->registers, lane0->over, &folding->fold) ||
        decline_with(decline, "layout", "the layout has no slots of its own for the result");
    int64_t results = folding->held = folding->fold.results;
    folding->odd = results / (results & -results);
    return folds && ranks_of(&folding->fold, lane0->threads, &folding->ranks, decline);
}
