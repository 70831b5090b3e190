/* test_plans.c: what the rooms say of every hand-built Plan, against tests/unit/plans.txt: what
 * the proof counted, the arguments, the cost on every generation, and all accesses and executions
 * in their order, as a digest. `test_plans --write` writes the file. */
#include "plans.h"
#include "expected.h"
#include "unit.h"

typedef struct {
    int64_t count;
    uint64_t digest;
} Digest;

static void digest_row(Digest *digest, const void *row, size_t bytes) {
    digest->count++;
    digest->digest = digest->digest * 1099511628211u ^ fnv1a64(row, bytes);
}

static bool add_access(void *context, const Access *a) {
    int64_t row[] = {
        a->phase, a->step, a->thread, a->address, a->bytes, a->write, a->space, a->buffer};
    digest_row(context, row, sizeof row);
    return true;
}

static bool add_execution(void *context, const Execution *e) {
    int64_t row[4 + 64] = {e->phase, e->step, e->warp, e->lanes};
    for (int lane = 0; lane < 32; lane++)
        if (e->lanes >> lane & 1) {
            row[4 + lane] = e->dst[lane];
            row[36 + lane] = e->src[lane];
        }
    digest_row(context, row, sizeof row);
    return true;
}

static void add_order(Text *out, const Plan *plan) {
    Digest trace = {0}, walk = {0};
    bool traced = plan_trace(plan, add_access, &trace),
         walked = plan_walk(plan, add_execution, &walk);
    text_printf(
        out,
        "%s %lld accesses %08x, %s %lld executions %08x\n",
        traced ? "all" : "the first",
        (long long)trace.count,
        (unsigned)(trace.digest ^ trace.digest >> 32),
        walked ? "all" : "the first",
        (long long)walk.count,
        (unsigned)(walk.digest ^ walk.digest >> 32));
}

static void add_cost(Text *out, const Plan *plan) {
    Cost cost = plan_cost(plan);
    for (int i = 0; i < cost.instruction_count; i++)
        text_printf(
            out,
            "%s%lld %s",
            i ? ", " : "",
            (long long)cost.instructions[i].count,
            primitives[cost.instructions[i].primitive].function);
    for (int i = 0; i < cost.wavefront_count; i++)
        text_printf(
            out,
            "; step %d.%d %lld of %lld",
            cost.wavefronts[i].phase,
            cost.wavefronts[i].step,
            (long long)cost.wavefronts[i].got,
            (long long)cost.wavefronts[i].ideal);
    text_printf(
        out,
        "; sectors %lld of %lld; score %lld:",
        (long long)cost.sectors,
        (long long)cost.ideal_sectors,
        (long long)cost.score);
    for (int i = 0; i < GENERATION_COUNT; i++)
        text_printf(out, " %lld", (long long)cost.scores[i]);
    text_printf(
        out,
        "%s%s; estimated for %#x\n",
        cost.by_rates ? ", by rates" : "",
        cost.symbolic ? ", symbolic" : "",
        cost_estimated(&cost, plan->targets));
}

static void add_arguments(Text *out, const Plan *plan) {
    PlanArgument arguments[MAX_ARGUMENTS];
    int count = plan_arguments(plan, arguments);
    text_printf(out, "takes");
    for (int i = 0; i < count; i++)
        text_printf(
            out, " %d:%d at %d", (int)arguments[i].kind, arguments[i].of, arguments[i].place);
    text_char(out, '\n');
}

static void add_plan(Text *out, const NamedPlan *named) {
    const Plan *plan = named->build();
    Proof proof = plan_prove(plan);
    EXPECT_OF(named->name, proof.ok);
    text_printf(out, "== %s\n%lld elements; ", named->name, (long long)proof.elements);
    add_arguments(out, plan);
    for (int part = 0; part < plan->part_count; part++) {
        Plan one = plan_part(plan, part);
        text_printf(out, "part %d ", part);
        add_arguments(out, &one);
        add_order(out, &one);
        add_cost(out, &one);
    }
    add_order(out, plan);
    add_cost(out, plan);
}

/* ---- numbers that do not fit ----------------------------------------------------------------- */

static Expr *cond_expr(Cond *conds, int count, int *site) {
    for (int i = 0; i < count; i++)
        for (int right = 0; right < 2; right++)
            if ((*site)-- == 0)
                return right ? &conds[i].rhs : &conds[i].lhs;
    return NULL;
}

static Expr *step_expr(Step *step, int *site) {
    const Expr *of_step[] = {
        &step->dst.at,
        &step->src[0].at,
        &step->src[1].at,
        step->dst.peer,
        step->src[0].peer,
        step->src[0].coords,
        step->value};
    for (size_t i = 0; i < COUNT_OF(of_step); i++)
        if (of_step[i] && (*site)-- == 0)
            return (Expr *)of_step[i];
    return cond_expr(step->conds, step->cond_count, site);
}

/* Expression number `site` of the plan; NULL: it has fewer. */
static Expr *expr_at(Plan *plan, int site) {
    Expr *found = cond_expr(plan->guard, plan->guard_count, &site);
    for (int i = 0; i < plan->phase_count && !found; i++) {
        Phase *phase = &plan->phases[i];
        found = cond_expr(phase->guard, phase->guard_count, &site);
        for (int k = 0; k < phase->step_count && !found; k++)
            found = step_expr(&phase->steps[k], &site);
    }
    return found;
}

enum { GREATEST, LEAST, STEEP, STEEP_DOWN, IMMENSE_COUNT };
static void make_immense(Expr *expr, int how) {
    if (how == GREATEST || how == LEAST) {
        expr->constant = how == GREATEST ? INT64_MAX : INT64_MIN;
    } else if (expr->term_count > 0) {
        Term term = expr->terms[0];
        term.coef.value = how == STEEP ? INT64_MAX : INT64_MIN;
        expr_set_term(expr, 0, term);
    }
}

/* A plan with one such number: how often each proof holds, how many walks end early, how far they
 * came and of which kinds the failures are. */
static void add_immense(Text *out, const NamedPlan *named) {
    Digest walks = {0}, kinds = {0};
    text_printf(out, "%s:", named->name);
    for (int how = 0; how < IMMENSE_COUNT; how++) {
        int stopped = 0, accepted = 0;
        for (int site = 0;; site++) {
            MemMark mark = mem_mark();
            Plan *plan = plan_copy(named->build());
            Expr *expr = expr_at(plan, site);
            if (!expr)
                break;
            make_immense(expr, how);
            Proof proof = plan_prove(plan);
            accepted += proof.ok;
            if (!proof.ok)
                digest_row(&kinds, proof.kind, strlen(proof.kind));
            stopped += !plan_walk(plan, add_execution, &walks);
            stopped += !plan_trace(plan, add_access, &walks);
            mem_rewind(mark);
        }
        text_printf(out, " %d accepted, %d stopped;", accepted, stopped);
    }
    text_printf(
        out,
        " %08x %08x\n",
        (unsigned)(walks.digest ^ walks.digest >> 32),
        (unsigned)(kinds.digest ^ kinds.digest >> 32));
}

static void immense(Text *all) {
    for (int i = 0; i < PLANS_COUNT + PLANS_OF_DUTIES; i++) {
        MemMark mark = mem_mark();
        Text one = {0};
        add_immense(&one, i < PLANS_COUNT ? &all_plans[i] : &duty_plans[i - PLANS_COUNT]);
        text_keep(all, &one, mark);
    }
}

int main(int argc, char **argv) {
    Text text = {0};
    for (int i = 0; i < PLANS_COUNT; i++)
        add_plan(&text, &all_plans[i]);
    for (int i = 0; i < PLANS_OF_DUTIES; i++)
        add_plan(&text, &duty_plans[i]);
    EXPECT(is_expected("tests/unit/plans.txt", &text, argc, argv));
    Text numbers = {0};
    immense(&numbers);
    EXPECT(is_expected("tests/unit/plans_immense.txt", &numbers, argc, argv));
    mem_free_all();
    return unit_finish();
}
