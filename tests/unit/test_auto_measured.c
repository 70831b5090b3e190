/* test_auto_measured.c: the choice of an `auto` layout against all candidates, each measured here once more: the
 * plan that tcgen would take with it, and wavefronts at the smallest, the next and the last origin. Free of
 * conflicts goes before cheap, cheap before simple; only the simple ones are looked at where one of them is free and
 * keeps all vectors as wide as the layout as written, and no more than a tile of its size is worth. */
#include "generator/dispatch/passes.h"
#include "unit.h"

typedef struct {
    bool works;
    int64_t got, ideal, score, work;
    int bits;
} Measured;

enum { MOST_USES = 3 };

/* Wavefronts of the steps that access the side with the tile. */
static void add_worst(const Plan *plan, bool src, Measured *sum) {
    const Cost cost = plan_cost(plan);
    int64_t got = 0, ideal = 0;
    for (int i = 0; i < cost.wavefront_count; i++) {
        const Wavefronts *w = &cost.wavefronts[i];
        const Step *step = &plan->phases[w->phase].steps[w->step];
        const Side *sides[] = {&step->dst, &step->src[0]};
        bool touches = false;
        for (int s = 0; s < 2; s++)
            touches |= sides[s]->kind == AT_BUFFER &&
                       strcmp(plan->buffers[sides[s]->of].name, src ? "src" : "dst") == 0;
        got += touches ? w->got : 0;
        ideal += touches ? w->ideal : 0;
    }
    if (sum->got == 0 || got - ideal > sum->got - sum->ideal) {
        sum->got = got;
        sum->ideal = ideal;
    }
}

static int64_t work_of(const Plan *plan) {
    const Cost cost = plan_cost(plan);
    int64_t count = 0;
    for (int i = 0; i < cost.instruction_count; i++)
        count += cost.instructions[i].count;
    return 1 + count * ((plan->threads + 31) / 32);
}

/* The copy with the layout in the place of `auto`. */
static Measured measure(const Request *request, const Layout *layout, unsigned targets) {
    Measured sum = {.works = true};
    Copy *copy = view_new(request_copy(request));
    const bool src = copy->src.is_auto;
    Operand *tile = src ? &copy->src : &copy->dst;
    const char *name = tile->layout.name;
    tile->layout = *layout;
    tile->layout.name = name;
    tile->settled = true;
    for (int target = TARGET_COUNT - 1; target >= 0; target--) {
        if (!(targets >> target & 1))
            continue;
        const Choice choice = estimate_plan(copy, target);
        sum.works &= choice.plan != NULL;
        if (!choice.plan)
            return sum;
        add_worst(choice.plan, src, &sum);
        for (int i = 0; i < copy->symbol_count; i++) {
            Symbol *symbol = &copy->symbols[i];
            const Symbol was = *symbol;
            const int64_t by = was.divisor, first = (was.min + by - 1) / by * by;
            const int64_t others[] = {first + by, was.max / by * by};
            for (int k = 0; k < 2 && was.role == SYMBOL_ORIGIN && others[0] <= others[1]; k++) {
                symbol->min = others[k];
                add_worst(choice.plan, src, &sum);
            }
            *symbol = was;
        }
        sum.score += choice.cost.score;
        sum.bits = choice.plan->vec_bits;
        sum.work = sum.work ? sum.work : work_of(choice.plan);
        if (!is_by_target(copy))
            break;
    }
    return sum;
}

/* Of all uses together. */
static Measured sum_of(const Measured *measured, int uses) {
    Measured sum = {.works = true};
    for (int i = 0; i < uses; i++) {
        sum.works &= measured[i].works;
        sum.got += measured[i].got;
        sum.ideal += measured[i].ideal;
        sum.score += measured[i].score;
    }
    return sum;
}

static bool is_free(const Measured *sum) {
    return sum->works && sum->got <= sum->ideal;
}

static int rank_of(const Measured *sum) {
    return sum->works ? is_free(sum) ? 0 : 1 : 2;
}

static int best_of(Measured (*all)[MOST_USES], int count, int uses) {
    int best = 0;
    for (int i = 1; i < count; i++) {
        const Measured a = sum_of(all[i], uses), b = sum_of(all[best], uses);
        if (rank_of(&a) < rank_of(&b) || (rank_of(&a) == rank_of(&b) && a.score < b.score))
            best = i;
    }
    return best;
}

static const AutoChoice *choice_of(const Function *function) {
    const View *view = &function->view;
    return view->choice[view->choice[SRC] ? SRC : DST];
}

static bool numbers_agree(
    const AutoChoice *choice, const Measured *own, const Measured *plain, int uses) {
    const Measured sum = sum_of(own, uses);
    bool same = choice->got == sum.got && choice->ideal == sum.ideal && choice->copies == uses &&
                choice->is_free == (!sum.works || is_free(&sum));
    return same && choice->plain_bits == plain->bits;
}

/* All requests are of one tile. */
static void check(const char *text, unsigned targets, bool all_looked_at) {
    static Measured all[MAX_CANDIDATES][MOST_USES];
    AutoCandidate found[MAX_CANDIDATES];
    Module *module =
        lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, targets);
    Program *program = program_build(module, true);
    EXPECT_OF(text, program->count > 0 && program->count <= MOST_USES);
    const Request *first = module->requests[0];
    const Copy *copy = request_copy(first);
    const Layout *plain = copy->src.is_auto ? &copy->src.layout : &copy->dst.layout;
    int simple, uses = program->count;
    int count = auto_candidates(plain, copy->dtype->bits, found, &simple);
    int64_t work = 1;
    for (int i = 0; i < count; i++)
        for (int use = 0; use < uses; use++) {
            const Layout layout = auto_apply(plain, &found[i]);
            all[i][use] = measure(module->requests[use], &layout, targets);
            work += i == 0 ? all[0][use].work : 0;
        }
    int looked_at = simple, best = best_of(all, simple, uses);
    bool perfect = true;
    for (int use = 0; use < uses; use++)
        perfect &= is_free(&all[best][use]) && all[best][use].bits >= all[0][use].bits;
    if (!perfect) {
        const int64_t worth = (1 << 19) / work < simple ? simple : (1 << 19) / work;
        looked_at = worth < count ? (int)worth : count;
        best = best_of(all, looked_at, uses);
    }
    EXPECT_OF(text, (looked_at == count) == all_looked_at);
    for (int use = 0; use < uses; use++) {
        const AutoChoice *choice = choice_of(&program->functions[use]);
        EXPECT_OF(text, choice && strcmp(choice->kind, auto_describe(&found[best])) == 0);
        EXPECT_OF(text, choice && choice->candidates == looked_at);
        EXPECT_OF(text, choice && numbers_agree(choice, all[best], &all[0][use], uses));
        EXPECT_OF(
            text,
            choice && choice->own_got == all[best][use].got &&
                choice->own_ideal == all[best][use].ideal &&
                choice->own_bits == all[best][use].bits);
    }
}

#define SM_90 (1u << TARGET_SM_90)
#define OLD_AND_NEW (1u << TARGET_SM_80 | SM_90)

int main(void) {
    diag_set_warning("no-bank-conflict");
    diag_set_warning("no-fallback");
    check("copy warp f32 gmem S[(32,32)] -> smem auto S[(32,32)] as a\n", SM_90, false);
    check("copy warp f32 smem auto S[(32,8)] -> reg S[(32,8):(1@laneid,1)] as a\n", SM_90, false);
    check(
        "tile T : smem auto S[(32,32)] f32\ncopy warp f32 gmem S[(32,32)] -> T as put\n"
        "copy warp f32 T -> gmem S[(32,32):(1,32)] as get\n",
        SM_90,
        true);
    check(
        "tile T : smem auto S[(32,32)] f32\ncopy warp f32 T -> gmem S[(32,32):(1,32)] as get\n"
        "copy warp f32 T -> reg S[(32,32):(1@laneid,1)] as rows\n",
        SM_90,
        true);
    check("copy warp f16 smem auto S[(32,33)] -> reg S[(32,33):(1@laneid,1)] as a\n", SM_90, true);
    check(
        "copy warp f16 smem auto S[(32,64)][m:+8, k:+32] -> reg 8x32 "
        "S[(8,4,8):(1@laneid,8@laneid,1)] where k % 8 == 0 as a\n",
        SM_90,
        false);
    check(
        "copy warp f16 smem auto S[(32,64)][m:+8, k:+8] -> reg 8x8 "
        "S[(8,4,2):(4@laneid,1@laneid,1)] where m % 8 == 0, k % 8 == 0 as a\n",
        SM_90,
        false);
    check(
        "copy warp f16 reg 8x8 S[(8,4,2):(4@laneid,1@laneid,1)] -> smem auto S[(8,64)][0:8, 0:8] "
        "as a\n",
        OLD_AND_NEW,
        false);
    check(
        "tile T : smem auto S[(16,64)] f16\n"
        "copy warp f16 reg 16x16 S[(2,8,2,4,2):(2,4@laneid,4,1@laneid,1)] -> T[0:16, 0:16] as put\n"
        "copy warp f16 T -> gmem S[(16,64)] as get\n",
        OLD_AND_NEW,
        false);
    check(
        "tile T : smem auto S[(128,64)] f32\ncopy cta(256) f32 gmem S[(128,64)] -> T as put\n"
        "copy cta(256) f32 T -> gmem S[(128,64):(1,128)] as get\n",
        SM_90,
        true);
    check(
        "layout quads = S[(4,8,4):(1,4@laneid,1@laneid)]\ntile W : smem auto S[(32,32)] f32\n"
        "copy warp f32 gmem S[(32,32):(1,32)] -> W as put\ncopy warp f32 W -> gmem S[(32,32)] as "
        "get\n"
        "copy warp f32 W[0:32, 0:4] -> reg 32x4 quads as blocks\n",
        SM_90,
        true);
    EXPECT(diag_error_count() == 0);
    mem_free_all();
    return unit_finish();
}
