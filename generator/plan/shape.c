/* shape.c: is a Plan well formed? Every number in it names something that the Plan has, every count
 * is one of what is there, every word is one of its kind, every divisor can be divided by, no loop
 * runs inside of itself, no two things have one name. What executes or prints a Plan need not ask
 * again. */
#include "prove.h"
#include <string.h>

static bool below(int at, int count) {
    return at >= 0 && at < count;
}

static bool within(int64_t value, int64_t least, int64_t most) {
    return value >= least && value <= most;
}

/* So many of them, and they are there. */
static bool are_there(const void *all, int count) {
    return count == 0 || (count > 0 && all);
}

/* ---- expressions ---------------------------------------------------------------------------- */

static bool expr_fits(const Plan *plan, const Expr *expr);

/* A slot is a number for all threads alike, and no index is picked by another one. */
static bool pick_fits(const Plan *plan, const Digit *digit) {
    const RowPick *pick = digit->pick;
    return pick && digit->pre_div == 1 && digit->div == 1 && !digit->pre_mod && !digit->mod &&
           !digit->sub && !digit->turn_mod && below(digit->index, 2) &&
           below(pick->bundle, plan->bundle_count) && below(pick->number, plan->symbol_count) &&
           below(pick->tag, plan->symbol_count) && below(pick->sign, plan->symbol_count) &&
           expr_fits(plan, &pick->slot) && expr_fits(plan, &pick->element) &&
           !expr_pick(&pick->slot) && !expr_pick(&pick->element);
}

static bool digit_fits(const Plan *plan, const Digit *digit) {
    if (digit->kind == VAR_PICK)
        return pick_fits(plan, digit);
    bool fits = below((int)digit->kind, VAR_ITEM + 1) &&
                digit->pre_div >= (digit->kind != VAR_ONE || digit->turn_mod) && digit->div >= 1 &&
                digit->mod >= 0 && digit->pre_mod >= 0 && digit->turn_mod >= 0 &&
                (digit->turn_mod == 0 || digit->turn_div >= 1);
    if (digit->kind == VAR_LOOP)
        fits &= below(digit->index, plan->loop_count);
    if (digit->kind == VAR_SYMBOL)
        fits &= below(digit->index, plan->symbol_count) &&
                plan->symbols[digit->index].role != SYMBOL_PICK;
    for (int i = 0; i < ITEM_LOOPS && digit->kind == VAR_ITEM; i++)
        fits &= digit->steps[i] == 0 || below(digit->loops[i], plan->loop_count);
    return fits;
}

static bool coef_fits(const Plan *plan, const Coef *coef) {
    bool fits = coef->count >= 0 && coef->count <= MAX_FACTORS;
    for (int k = 0; fits && k < coef->count; k++)
        fits = below(coef->symbol[k], plan->symbol_count) &&
               plan->symbols[coef->symbol[k]].role != SYMBOL_PICK;
    return fits;
}

static bool expr_fits(const Plan *plan, const Expr *expr) {
    bool fits = within(expr->term_count, 0, MAX_TERMS) && within(expr->xor_count, 0, MAX_XORS) &&
                are_there(expr->terms, expr->term_count);
    for (int i = 0; fits && i < expr->term_count; i++)
        fits = digit_fits(plan, &expr->terms[i].digit) && coef_fits(plan, &expr->terms[i].coef);
    for (int i = 0; fits && i < expr->xor_count; i++)
        fits = expr->xors[i].shift > -62 && expr->xors[i].shift < 62;
    return fits;
}

static bool conds_fit(const Plan *plan, const Cond *conds, int count) {
    bool fits = are_there(conds, count);
    for (int i = 0; fits && i < count; i++)
        fits = expr_fits(plan, &conds[i].lhs) && expr_fits(plan, &conds[i].rhs) &&
               below((int)conds[i].op, COND_EQ + 1);
    return fits;
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* 2^(M+B+S) elements is its period. */
static bool swizzle_fits(const Swizzle *swizzle) {
    return !swizzle->on || (within(swizzle->per_element, 0, 40) && within(swizzle->len, 0, 40) &&
                            within(swizzle->atom, 0, 40) &&
                            swizzle->per_element + swizzle->len + swizzle->atom <= 40);
}

static bool tensor_fits(const Plan *plan, const Object *map) {
    bool fits = map->kind == OBJECT_TENSOR && below(map->buffer, plan->buffer_count) &&
                within(map->rank, 1, MAX_TENSOR_RANK) && within(map->pack, 0, 16) &&
                within(map->rows, 0, MAX_TENSOR_RANK - 1) && (!map->rows || map->rank == 2) &&
                swizzle_fits(&map->swizzle);
    for (int d = 0; fits && d < map->rank; d++)
        fits = map->box[d] >= 1 && within(map->by[d], 0, d == 0 || map->rows ? 1 : INT32_MAX) &&
               coef_fits(plan, &map->stride[d]) && coef_fits(plan, &map->extent[d]);
    return fits;
}

static bool side_fits(const Plan *plan, const Side *side) {
    bool other_cta = side->peer && side->kind != AT_BUNDLE; /* of registers it is a lane */
    if ((side->peer && !expr_fits(plan, side->peer)) ||
        (other_cta && (plan_ctas(plan) == 1 || !ring_is_named(plan))))
        return false;
    if (side->kind == SIDE_NONE || side->kind == AT_CONSTANT)
        return true;
    if (!below((int)side->kind, AT_CONSTANT) || !expr_fits(plan, &side->at) ||
        !within(side->edge_count, 0, side->kind == AT_BUFFER && side->edges ? MAX_RANK : 0))
        return false;
    for (int d = 0; d < side->edge_count; d++)
        if (!expr_fits(plan, &side->edges[d]))
            return false;
    if (side->kind != AT_TENSOR)
        return below(side->of, side->kind == AT_BUFFER ? plan->buffer_count : plan->bundle_count);
    if (!below(side->of, plan->object_count) || !side->coords ||
        !tensor_fits(plan, &plan->objects[side->of]))
        return false;
    bool fits = true;
    for (int d = 0; fits && d < side_coords(plan, side); d++)
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
                below((int)step->combine, COMBINE_MUL + 1) &&
                below((int)step->rest, REST_OTHER + 1) &&
                conds_fit(plan, step->conds, step->cond_count);
    return fits &&
           loops_fit(
               plan, step->repeat, step->repeat_count, MAX_REPEAT, phase->loops, phase->loop_count);
}

static bool phase_fits(const Plan *plan, const Phase *phase) {
    bool fits = loops_fit(plan, phase->loops, phase->loop_count, MAX_LOOPS, NULL, 0) &&
                conds_fit(plan, phase->guard, phase->guard_count) &&
                are_there(phase->steps, phase->step_count);
    for (int s = 0; fits && s < phase->step_count; s++)
        fits = step_fits(plan, phase, &phase->steps[s]);
    return fits;
}

/* ---- flows ---------------------------------------------------------------------------------- */

static bool iters_fit(const Plan *plan, const Iter *iters, int count, int most) {
    bool fits = within(count, 0, most);
    for (int i = 0; fits && i < count; i++)
        fits = iters[i].extent >= 1 && below((int)iters[i].axis, AXIS_COUNT) &&
               coef_fits(plan, &iters[i].stride);
    return fits;
}

static bool layout_fits(const Plan *plan, const Layout *layout) {
    bool fits = iters_fit(plan, layout->shard, layout->shard_count, MAX_ITERS) &&
                iters_fit(plan, layout->replica, layout->replica_count, MAX_REPLICAS) &&
                within(layout->offset_count, 0, MAX_OFFSETS) && swizzle_fits(&layout->swizzle);
    for (int i = 0; fits && i < layout->offset_count; i++)
        fits = below((int)layout->offset[i].axis, AXIS_COUNT);
    return fits;
}

/* A part of the shape, wherever its origin is. */
static bool range_fits(const Plan *plan, const Range *range, int64_t shape) {
    int64_t end = 0;
    return range->extent >= 1 && range->begin >= 0 && within(range->symbol, -1, INT32_MAX) &&
           range->symbol < plan->symbol_count && add_i64(range->begin, range->extent, &end) &&
           end <= shape;
}

static bool operand_fits(const Plan *plan, const Operand *operand, int at) {
    bool fits = within(operand->rank, 0, MAX_RANK) && below((int)operand->space, SPACE_COUNT) &&
                below(at, operand->space == SPACE_REG ? plan->bundle_count : plan->buffer_count) &&
                layout_fits(plan, &operand->layout);
    for (int d = 0; fits && d < operand->rank; d++)
        fits = range_fits(plan, &operand->region[d], operand->shape[d]);
    return fits;
}

/* A CTA is one for all threads, and for the whole of a flow; registers are nobody else's. */
static bool peer_fits(const Plan *plan, const Operand *operand, const Expr *peer) {
    return !peer || (expr_fits(plan, peer) && !expr_reads_rank(peer) &&
                     !expr_reads_loop(peer, -1) && operand->space != SPACE_REG);
}

static bool flow_fits(const Plan *plan, const Flow *flow) {
    bool fits =
        operand_fits(plan, &flow->src, flow->src_at) &&
        operand_fits(plan, &flow->dst, flow->dst_at) && within(flow->limits.count, 0, MAX_LIMITS) &&
        peer_fits(plan, &flow->src, flow->src_peer) &&
        peer_fits(plan, &flow->dst, flow->dst_peer) && below((int)flow->combine, COMBINE_MUL + 1) &&
        below((int)flow->onto, COMBINE_MUL + 1) && below((int)flow->rounding, ROUNDING_COUNT) &&
        (!flow->begin ||
         (flow->period >= 1 && flow->combine == COMBINE_NONE && expr_fits(plan, flow->begin))) &&
        (!flow->with ||
         (flow->with->space == SPACE_REG && operand_fits(plan, flow->with, flow->with_at)));
    for (int i = 0; fits && i < flow->limits.count; i++)
        fits = below(flow->limits.at[i].symbol, plan->symbol_count) &&
               within(flow->limits.at[i].origin, -1, plan->symbol_count - 1);
    return fits;
}

/* ---- what the plan has ----------------------------------------------------------------------- */

static bool part_fits(const Plan *plan, const Part *part) {
    bool fits = within(part->reads_count, 0, (int)COUNT_OF(part->reads)) &&
                within(part->writes_count, 0, (int)COUNT_OF(part->writes)) &&
                within(part->first_phase, 0, plan->phase_count) &&
                within(part->phase_count, 0, plan->phase_count - part->first_phase) &&
                conds_fit(plan, part->guard, part->guard_count);
    for (int i = 0; fits && i < part->reads_count; i++)
        fits = below(part->reads[i], plan->flow_count);
    for (int i = 0; fits && i < part->writes_count; i++)
        fits = below(part->writes[i], plan->flow_count);
    return fits;
}

static bool buffer_fits(const Plan *plan, const Buffer *b) {
    return b->name && b->dtype && b->align >= 1 && within(b->arena, 0, plan->arena_count) &&
           within(b->brought, 0, plan->object_count) && below((int)b->space, SPACE_COUNT) &&
           b->space != SPACE_REG && below((int)b->role, ROLE_SCRATCH + 1);
}

static bool bundle_fits(const Bundle *bundle) {
    return bundle->name && bundle->dtype && bundle->vector_bits >= 0 &&
           below((int)bundle->role, ROLE_SCRATCH + 1);
}

/* An origin has a bound, within its buffer: where it passes through a swizzle, all its values are
 * tried. */
static bool symbol_fits(const Symbol *symbol) {
    return symbol->name && below((int)symbol->role, SYMBOL_ROLES) && symbol->divisor >= 1 &&
           (symbol->role != SYMBOL_ORIGIN ||
            (within(symbol->min, INT32_MIN, INT32_MAX) &&
             within(symbol->max, symbol_least(symbol), INT32_MAX) && symbol->divisor <= INT32_MAX));
}

/* The symbol that says the number of a barrier is one of numbers of barriers. */
static bool object_fits(const Plan *plan, const Object *object) {
    bool fits = object->name && below((int)object->kind, OBJECT_TENSOR + 1) &&
                object->arrivals >= 0 && within(object->others, 0, object->arrivals) &&
                within(object->number, 0, plan->symbol_count);
    if (fits && object->kind == OBJECT_BARRIER)
        fits = below(object->id, 16) &&
               (object->number == 0 || plan->symbols[object->number - 1].role == SYMBOL_BARRIER);
    return fits && (object->kind != OBJECT_TENSOR || tensor_fits(plan, object));
}

/* Numbers 0:8 of the lanes of a warp stand for each of its groups of 8. */
static bool scope_fits(const Scope *scope) {
    int lanes = scope->lane_end - scope->lane_begin, warps = (scope->threads + 31) / 32;
    if (!below((int)scope->kind, SCOPE_CLUSTER + 1) || !within(scope->threads, 1, 1024))
        return false;
    if (scope->narrowed && !(within(scope->lane_begin, 0, 31) && within(scope->lane_end, 1, 32) &&
                             within(scope->warp_begin, 0, warps) &&
                             within(scope->warp_end, scope->warp_begin, warps) && lanes >= 1))
        return false;
    return scope->group == 0 || (scope->kind == SCOPE_WARP && scope->narrowed &&
                                 scope->lane_begin == 0 && scope->lane_end == scope->group);
}

static bool counts_fit(const Plan *plan) {
    return are_there(plan->symbols, plan->symbol_count) &&
           are_there(plan->buffers, plan->buffer_count) &&
           are_there(plan->arenas, plan->arena_count) &&
           are_there(plan->bundles, plan->bundle_count) &&
           are_there(plan->loops, plan->loop_count) &&
           are_there(plan->objects, plan->object_count) &&
           are_there(plan->phases, plan->phase_count) && are_there(plan->flows, plan->flow_count) &&
           are_there(plan->parts, plan->part_count) &&
           (plan->script_count == 0 || are_there(plan->script, plan->script_count));
}

static bool things_fit(const Plan *plan) {
    bool fits = plan->dtype && plan->rounds >= 0 && scope_fits(&plan->scope);
    for (int i = 0; fits && i < plan->symbol_count; i++)
        fits = symbol_fits(&plan->symbols[i]) &&
               (plan->symbols[i].role != SYMBOL_CTA || plan->symbols[i].max >= plan_ctas(plan) - 1);
    for (int i = 0; fits && i < plan->buffer_count; i++)
        fits = buffer_fits(plan, &plan->buffers[i]);
    for (int i = 0; fits && i < plan->arena_count; i++)
        fits = plan->arenas[i].name && plan->arenas[i].align >= 1;
    for (int i = 0; fits && i < plan->bundle_count; i++)
        fits = bundle_fits(&plan->bundles[i]);
    for (int i = 0; fits && i < plan->loop_count; i++)
        fits = plan->loops[i].name != NULL;
    for (int i = 0; fits && i < plan->object_count; i++)
        fits = object_fits(plan, &plan->objects[i]);
    return fits;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool same_name(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* The contract calls objects by their names, and parts are functions of theirs. */
static bool names_differ(const Plan *plan) {
    bool differ = true;
    for (int i = 0; i < plan->object_count; i++)
        for (int k = 0; k < i; k++)
            differ &= !same_name(plan->objects[i].name, plan->objects[k].name);
    for (int i = 0; i < plan->part_count; i++)
        for (int k = 0; k < i; k++)
            differ &= plan->parts[i].is_body || plan->parts[k].is_body ||
                      !same_name(plan->parts[i].suffix, plan->parts[k].suffix);
    return differ;
}

bool plan_fits(const Plan *plan) {
    bool fits =
        counts_fit(plan) && things_fit(plan) && conds_fit(plan, plan->guard, plan->guard_count);
    for (int i = 0; fits && i < plan->phase_count; i++)
        fits = phase_fits(plan, &plan->phases[i]);
    for (int i = 0; fits && i < plan->flow_count; i++)
        fits = flow_fits(plan, &plan->flows[i]);
    for (int i = 0; fits && i < plan->part_count; i++)
        fits = part_fits(plan, &plan->parts[i]);
    for (int i = 0; fits && i < plan->script_count; i++)
        fits = below(plan->script[i], plan->part_count);
    return fits && names_differ(plan);
}
