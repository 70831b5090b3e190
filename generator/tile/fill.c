/* fill.c: The plan of a fill, out of the one that would copy a tile of the value. Its source goes:
 * the registers between its loads and stores hold one vector, which is filled once and stored
 * everywhere; the caller's registers are filled where they would be loaded.
 *
 *   for i < 4: load v[i] from src + i * 512       fill v
 *   for i < 4: store v[i] to dst + i * 512        for i < 4: store v to dst + i * 512 */
#include "tile.h"

/* Buffers behind the source's move up. */
static void drop_buffer(Plan *plan, int buffer) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            Side *memory = step_memory(&plan->phases[p].steps[s]);
            if (memory && memory->of > buffer)
                memory->of--;
        }
    Flow *flow = &plan->flows[0];
    if (flow->dst.space != SPACE_REG && flow->dst_at > buffer)
        flow->dst_at--;
    plan->buffer_count--;
    for (int b = buffer; b < plan->buffer_count; b++)
        plan->buffers[b] = plan->buffers[b + 1];
}

/* The steps that stay: a load of the caller's registers as a fill, and all stores. Returns how wide
 * the widest store is, in bits. */
static int drop_loads(Plan *plan) {
    int widest = 0;
    for (int p = 0; p < plan->phase_count; p++) {
        Phase *phase = &plan->phases[p];
        int kept = 0;
        for (int s = 0; s < phase->step_count; s++) {
            Step step = phase->steps[s];
            const int bits = primitives[step.primitive].bits;
            if (primitives[step.primitive].kind == KIND_STORE) {
                step.src[0].at = expr_constant(0);
                widest = bits > widest ? bits : widest;
            } else if (plan->bundles[step.dst.of].role == ROLE_OUT) {
                step.primitive = primitive_fill(bits);
                step.src[0] = (Side){.kind = AT_CONSTANT};
            } else {
                continue;
            }
            phase->steps[kept++] = step;
        }
        phase->step_count = kept;
    }
    return widest;
}

/* In front of the stores, by the same threads: in their phase, or outside of its loops. */
static void fill_first(Plan *plan, int bundle, int bits) {
    Phase *first = &plan->phases[0];
    Step *fill = NEW_ARRAY(Step, first->step_count + 1);
    *fill = step_new(primitive_fill(bits));
    fill->dst.of = bundle;
    plan->bundles[bundle].count = bits / plan->bundles[bundle].dtype->bits;
    if (plan->phase_count == 1 && first->loop_count == 0) {
        for (int s = 0; s < first->step_count; s++)
            fill[s + 1] = first->steps[s];
        first->steps = fill;
        first->step_count++;
        return;
    }
    Phase *phases = NEW_ARRAY(Phase, plan->phase_count + 1);
    phases[0] = (Phase){
        .guard_count = first->guard_count, .guard = first->guard, .step_count = 1, .steps = fill};
    for (int p = 0; p < plan->phase_count; p++)
        phases[p + 1] = plan->phases[p];
    plan->phases = phases;
    plan->phase_count++;
}

static void drop_empty_phases(Plan *plan) {
    int kept = 0;
    for (int p = 0; p < plan->phase_count; p++)
        if (plan->phases[p].step_count > 0)
            plan->phases[kept++] = plan->phases[p];
    plan->phase_count = kept;
}

static void fence_last(Plan *plan) {
    Phase *phases = NEW_ARRAY(Phase, plan->phase_count + 1);
    Step *fence = NEW(Step);
    *fence = (Step){.primitive = PRIM_FENCE_ASYNC, .object = -1};
    for (int p = 0; p < plan->phase_count; p++)
        phases[p] = plan->phases[p];
    phases[plan->phase_count++] = (Phase){.step_count = 1, .steps = fence};
    plan->phases = phases;
}

void plan_fill(Plan *plan, const Copy *copy) {
    Flow *flow = &plan->flows[0];
    const int source = flow->src_at, between = 0;
    const int bits = drop_loads(plan);
    drop_buffer(plan, source);
    drop_empty_phases(plan);
    if (bits)
        fill_first(plan, between, bits);
    if (copy->options.fence)
        fence_last(plan);
    flow->src = copy->dst;
    flow->src.space = SPACE_REG;
    flow->src.array = NULL;
    flow->src.is_auto = false;
    flow->src_at = bits ? between : flow->dst_at;
    flow->fills = true;
    plan_finish(plan);
}
