/* shape.c: is a Plan well formed? Every number in it names something that the Plan has, every divisor can be
 * divided by, no loop runs inside of itself; what executes a Plan need not ask again. */
#include "prove.h"

static bool below(int at, int count) {
    return at >= 0 && at < count;
}

/* ---- expressions ---------------------------------------------------------------------------- */

static bool digit_fits(const Plan *plan, const Digit *digit) {
    bool fits = digit->pre_div >= (digit->kind != VAR_ONE || digit->turn_mod) && digit->div >= 1 &&
                digit->mod >= 0 && digit->pre_mod >= 0 && digit->turn_mod >= 0 &&
                (digit->turn_mod == 0 || digit->turn_div >= 1);
    if (digit->kind == VAR_LOOP)
        fits &= below(digit->index, plan->loop_count);
    if (digit->kind == VAR_SYMBOL)
        fits &= below(digit->index, plan->symbol_count);
    for (int i = 0; i < ITEM_LOOPS && digit->kind == VAR_ITEM; i++)
        fits &= digit->steps[i] == 0 || below(digit->loops[i], plan->loop_count);
    return fits;
}

static bool coef_fits(const Plan *plan, const Coef *coef) {
    bool fits = coef->count >= 0 && coef->count <= MAX_FACTORS;
    for (int k = 0; fits && k < coef->count; k++)
        fits = below(coef->symbol[k], plan->symbol_count);
    return fits;
}

static bool expr_fits(const Plan *plan, const Expr *expr) {
    bool fits = expr->term_count >= 0 && expr->term_count <= MAX_TERMS && expr->xor_count >= 0 &&
                expr->xor_count <= MAX_XORS;
    for (int i = 0; fits && i < expr->term_count; i++)
        fits = digit_fits(plan, &expr->terms[i].digit) && coef_fits(plan, &expr->terms[i].coef);
    for (int i = 0; fits && i < expr->xor_count; i++)
        fits = expr->xors[i].shift > -62 && expr->xors[i].shift < 62;
    return fits;
}

static bool conds_fit(const Plan *plan, const Cond *conds, int count) {
    bool fits = count >= 0 && (count == 0 || conds);
    for (int i = 0; fits && i < count; i++)
        fits = expr_fits(plan, &conds[i].lhs) && expr_fits(plan, &conds[i].rhs);
    return fits;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static bool tensor_fits(const Plan *plan, const Object *map) {
    bool fits = map->kind == OBJECT_TENSOR && below(map->buffer, plan->buffer_count) &&
                map->rank >= 1 && map->rank <= MAX_TENSOR_RANK;
    for (int d = 0; fits && d < map->rank; d++)
        fits = map->box[d] >= 1 && coef_fits(plan, &map->stride[d]) &&
               coef_fits(plan, &map->extent[d]);
    return fits;
}

static bool side_fits(const Plan *plan, const Side *side) {
    if (side->kind == SIDE_NONE || side->kind == AT_CONSTANT)
        return true;
    if (!expr_fits(plan, &side->at) || (side->peer && !expr_fits(plan, side->peer)))
        return false;
    if (side->kind != AT_TENSOR)
        return below(side->of, side->kind == AT_BUFFER ? plan->buffer_count : plan->bundle_count);
    if (!below(side->of, plan->object_count) || !side->coords ||
        !tensor_fits(plan, &plan->objects[side->of]))
        return false;
    bool fits = true;
    for (int d = 0; fits && d < plan->objects[side->of].rank; d++)
        fits = expr_fits(plan, &side->coords[d]);
    return fits;
}

/* Numbers of loops, each once; `inside` of others. */
static bool loops_fit(
    const Plan *plan, const int *loops, int count, int most, const int *inside, int inside_count) {
    bool fits = count >= 0 && count <= most;
    for (int i = 0; fits && i < count; i++) {
        fits = below(loops[i], plan->loop_count);
        for (int k = 0; k < i; k++)
            fits &= loops[k] != loops[i];
        for (int k = 0; k < inside_count; k++)
            fits &= inside[k] != loops[i];
    }
    return fits;
}

static bool step_fits(const Plan *plan, const Phase *phase, const Step *step) {
    bool fits = below((int)step->primitive, PRIM_COUNT) && step->object >= -1 &&
                step->object < plan->object_count && side_fits(plan, &step->dst) &&
                side_fits(plan, &step->src[0]) && side_fits(plan, &step->src[1]) &&
                (!step->value || expr_fits(plan, step->value)) &&
                conds_fit(plan, step->conds, step->cond_count);
    return fits &&
           loops_fit(
               plan, step->repeat, step->repeat_count, MAX_REPEAT, phase->loops, phase->loop_count);
}

static bool phase_fits(const Plan *plan, const Phase *phase) {
    bool fits = loops_fit(plan, phase->loops, phase->loop_count, MAX_LOOPS, NULL, 0) &&
                conds_fit(plan, phase->guard, phase->guard_count) &&
                (phase->step_count == 0 || phase->steps);
    for (int s = 0; fits && s < phase->step_count; s++)
        fits = step_fits(plan, phase, &phase->steps[s]);
    return fits;
}

/* ---- the rest ------------------------------------------------------------------------------- */

static bool operand_fits(const Plan *plan, const Operand *operand, int at) {
    bool fits = operand->rank >= 0 && operand->rank <= MAX_RANK &&
                below(at, operand->space == SPACE_REG ? plan->bundle_count : plan->buffer_count);
    for (int d = 0; fits && d < operand->rank; d++)
        fits = operand->region[d].symbol < plan->symbol_count && operand->region[d].extent >= 1;
    return fits;
}

/* A CTA is one for all threads, and for the whole of a flow. */
static bool peer_fits(const Plan *plan, const Expr *peer) {
    return !peer || (expr_fits(plan, peer) && !expr_reads_rank(peer) && !expr_reads_loop(peer, -1));
}

static bool flow_fits(const Plan *plan, const Flow *flow) {
    bool fits = operand_fits(plan, &flow->src, flow->src_at) &&
                operand_fits(plan, &flow->dst, flow->dst_at) && flow->limits.count >= 0 &&
                flow->limits.count <= 2 && peer_fits(plan, flow->src_peer) &&
                peer_fits(plan, flow->dst_peer) &&
                (!flow->begin || (flow->period >= 1 && flow->combine == COMBINE_NONE &&
                                  expr_fits(plan, flow->begin))) &&
                (!flow->with ||
                 (flow->with->space == SPACE_REG && operand_fits(plan, flow->with, flow->with_at)));
    for (int i = 0; fits && i < flow->limits.count; i++)
        fits = below(flow->limits.symbol[i], plan->symbol_count);
    return fits;
}

static bool part_fits(const Plan *plan, const Part *part) {
    bool fits = part->reads_count >= 0 && part->reads_count <= (int)COUNT_OF(part->reads) &&
                part->writes_count >= 0 && part->writes_count <= (int)COUNT_OF(part->writes) &&
                part->first_phase >= 0 && part->phase_count >= 0 &&
                part->first_phase + part->phase_count <= plan->phase_count &&
                conds_fit(plan, part->guard, part->guard_count);
    for (int i = 0; fits && i < part->reads_count; i++)
        fits = below(part->reads[i], plan->flow_count);
    for (int i = 0; fits && i < part->writes_count; i++)
        fits = below(part->writes[i], plan->flow_count);
    return fits;
}

static bool memory_fits(const Plan *plan) {
    bool fits = true;
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *b = &plan->buffers[i];
        fits &= b->dtype && b->align >= 1 && b->arena >= 0 && b->brought >= 0 &&
                b->brought <= plan->object_count && b->space != SPACE_REG;
    }
    for (int i = 0; i < plan->arena_count; i++)
        fits &= plan->arenas[i].align >= 1;
    for (int i = 0; i < plan->bundle_count; i++)
        fits &= plan->bundles[i].dtype != NULL;
    return fits;
}

bool plan_fits(const Plan *plan) {
    bool fits = memory_fits(plan) && conds_fit(plan, plan->guard, plan->guard_count);
    for (int i = 0; i < plan->symbol_count; i++)
        fits &= plan->symbols[i].divisor >= 1;
    for (int i = 0; fits && i < plan->phase_count; i++)
        fits = phase_fits(plan, &plan->phases[i]);
    for (int i = 0; fits && i < plan->flow_count; i++)
        fits = flow_fits(plan, &plan->flows[i]);
    for (int i = 0; fits && i < plan->part_count; i++)
        fits = part_fits(plan, &plan->parts[i]);
    for (int i = 0; fits && i < plan->script_count; i++)
        fits = below(plan->script[i], plan->part_count);
    return fits;
}
