/* folding_halves.c: lanes that share several results halve them. In each round a lane keeps one
 * half of its results, sends the other half to the lane `far` apart and combines what it gets with
 * what it kept: of 16 results and 8 lanes, 8 + 4 + 2 = 14 shuffles in the place of 3 * 16 = 48, and
 * a lane has 2 results. If all lanes need all results, the same rounds backwards hand them on, by
 * 2 + 4 + 8 shuffles. The numbers that meet are those of the plain exchange, so all bits are. */
#include "folding.h"

int folding_halvings(const Folding *folding) {
    int64_t results = folding->fold.results, whole = results & -results;
    int64_t least = folding->dtype->bits == 16 ? 2 : 1; /* a word is not halved */
    int mask = 0;
    for (int far = 16; far > 0 && whole > least; far /= 2) {
        if (!(folding->ranks.lane_mask & far))
            continue;
        mask |= far;
        whole /= 2;
    }
    return mask;
}

/* Runs of so many slots, and how far apart they begin. */
typedef struct {
    Numbers numbers;
    int64_t far;
} Runs;

/* to = `clear` in lanes whose bit `far` is 0, otherwise `set`; run by run of `half` slots. */
static void choose(Folding *folding, int far, int64_t half, Runs to, Runs clear, Runs set) {
    Step *step = &folding->phase->steps[folding->phase->step_count++];
    bool is_wide = folding->dtype->bits > 32, is_top = 2 * far >= folding->plan->threads;
    Runs runs[] = {to, clear, set};
    *step = (Step){
        .primitive = is_wide ? PRIM_SELECT_B64 : PRIM_SELECT_B32,
        .object = -1,
        .rest = REST_OTHER,
        .conds = NEW_ARRAY(Cond, MAX_CONDS),
        .cond_count = 1};
    Side *sides[] = {&step->dst, &step->src[0], &step->src[1]};
    step->conds[0] = (Cond){expr_constant(0), COND_EQ, expr_constant(0)};
    expr_add(&step->conds[0].lhs, coef_int(1), digit_of(VAR_RANK, 0, far, is_top ? 0 : 2));
    for (int s = 0; s < 3; s++)
        *sides[s] = folding_side(&runs[s].numbers);
    if (folding->odd > 1) {
        Digit i = folding_turns(folding, step, "i", folding->odd);
        for (int s = 0; s < 3; s++)
            expr_add(&sides[s]->at, coef_int(runs[s].far), i);
    }
    if (half > folding->run) {
        Digit i = folding_turns(folding, step, "i", half / folding->run);
        for (int s = 0; s < 3; s++)
            expr_add(&sides[s]->at, coef_int(folding->run), i);
    }
}

static Numbers half_numbers(Folding *folding, const char *name) {
    int64_t count = folding->fold.results / 2;
    return numbers_in(plan_add_bundle(folding->plan, name, ROLE_SCRATCH, folding->dtype, count), 1);
}

/* The results one after the other, which they are not where the operand has them. */
static Numbers in_line(Folding *folding, Numbers own) {
    int run = folding->run;
    if (!own.is_spread)
        return own;
    Numbers total = folding_target(folding, false);
    folding_moves(folding, total, own);
    folding->run = run;
    return total;
}

/* Lanes with bit `far` keep upper halves, the others lower ones. */
static void halve(Folding *folding, int far, Numbers own) {
    int64_t half = folding->held / folding->odd / 2;
    Runs lower = {own, 2 * half}, upper = {numbers_after(own, half), 2 * half};
    choose(folding, far, half, (Runs){folding->sent, half}, upper, lower);
    choose(folding, far, half, (Runs){folding->kept, half}, lower, upper);
    folding->held /= 2;
}

/* And back: what the other lane has is the other half. */
static void unite(Folding *folding, int far, Numbers to, Numbers own) {
    int64_t half = folding->held / folding->odd;
    Runs mine = {own, half}, its = {folding->other, half};
    choose(folding, far, half, (Runs){to, 2 * half}, mine, its);
    choose(folding, far, half, (Runs){numbers_after(to, half), 2 * half}, its, mine);
    folding->held *= 2;
}

Numbers folding_halves(Folding *folding, Numbers own) {
    int halved = folding->halved, rest = folding->ranks.lane_mask & ~halved;
    own = in_line(folding, own);
    folding->kept = half_numbers(folding, "kept");
    folding->sent = half_numbers(folding, "sent");
    folding->other = half_numbers(folding, "other");
    for (int far = 16; far > 0; far /= 2) {
        if (!(halved & far))
            continue;
        bool is_end = far == (halved & -halved);
        Numbers to = is_end ? folding->kept : folding_target(folding, false);
        halve(folding, far, own);
        folding_shuffle(folding, folding->other, folding->sent, far);
        folding_combine(folding, to, folding->kept, folding->other);
        own = to;
    }
    for (int far = 16; far > 0; far /= 2) {
        if (!(rest & far))
            continue;
        folding_shuffle(folding, folding->other, own, far);
        folding_combine(folding, own, own, folding->other);
    }
    return own;
}

Numbers folding_unite(Folding *folding, Numbers own) {
    folding->word = 1;
    folding->run = folding->dtype->bits == 16 ? 2 : 1;
    for (int far = 1; far < 32; far *= 2) {
        if (!(folding->halved & far))
            continue;
        bool is_end = 2 * folding->held == folding->fold.results;
        Numbers between = own.bundle == folding->kept.bundle ? folding->sent : folding->kept;
        Numbers to = is_end ? folding_target(folding, true) : between;
        folding_shuffle(folding, folding->other, own, far);
        unite(folding, far, to, own);
        own = to;
    }
    return own;
}
