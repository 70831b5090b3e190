/* join.c: Appends one Plan to another. A relayout through memory is made this way: a copy from
 * registers into memory, a barrier, and a copy back. Both copies come from registers_plan() without
 * limits, so their conditions read only the rank, no vectors are numbered, and no loop surrounds a
 * single step. */
#include "tile.h"

typedef struct {
    int bundle;
    int loops[MAX_PLAN_LOOPS];
} Names;

static void rename_expr(Expr *expr, const Names *names) {
    for (int i = 0; i < expr->term_count; i++) {
        Term term = expr->terms[i];
        if (term.digit.kind == VAR_LOOP)
            term.digit.index = names->loops[term.digit.index];
        expr_set_term(expr, i, term);
    }
}

static void rename_side(Side *side, const Names *names) {
    rename_expr(&side->at, names);
    if (side->kind == AT_BUNDLE)
        side->of = names->bundle;
}

static void join_phase(Plan *plan, const Phase *from, const Names *names) {
    Phase *phase = plan_add_phase(plan, from->step_count);
    Step *steps = phase->steps;
    *phase = *from;
    phase->steps = steps;
    for (int i = 0; i < from->loop_count; i++)
        phase->loops[i] = names->loops[from->loops[i]];
    for (int i = 0; i < from->step_count; i++) {
        steps[i] = from->steps[i];
        rename_side(&steps[i].dst, names);
        for (int k = 0; k < 2; k++)
            rename_side(&steps[i].src[k], names);
    }
}

/* Room for the phases of `part`, and for two syncs around them. */
static void make_room(Plan *plan, const Plan *part) {
    Phase *phases = NEW_ARRAY(Phase, plan->phase_count + part->phase_count + 2);
    for (int i = 0; i < plan->phase_count; i++)
        phases[i] = plan->phases[i];
    plan->phases = phases;
}

bool plan_join(Plan *plan, const Plan *part, int bundle) {
    Names names = {.bundle = bundle};
    if (plan->loop_count + part->loop_count > MAX_PLAN_LOOPS)
        return false;
    for (int i = 0; i < part->loop_count; i++)
        names.loops[i] = plan_add_loop(plan, part->loops[i].extent, part->loops[i].unroll);
    make_room(plan, part);
    for (int i = 0; i < part->phase_count; i++)
        join_phase(plan, &part->phases[i], &names);
    plan->targets &= part->targets;
    plan->vec_bits = part->vec_bits > plan->vec_bits ? part->vec_bits : plan->vec_bits;
    plan->ops_per_thread += part->ops_per_thread;
    return true;
}
