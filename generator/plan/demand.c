/* demand.c: how much alignment a Plan asks of the caller. Widths are chosen by what the request
 * promises, 16 bytes unless a fact says otherwise; what is then demanded is what the accesses use
 * and no more: a copy that moves single f16 asks for 2 bytes. A stated fact stays, `align(src) ==
 * 1024` of a tile that others use too for instance. */
#include "plan.h"

/* The widest access that a Plan makes of a buffer, and never less than an element's own
 * alignment. */
static int used_align(const Plan *plan, int buffer) {
    int bytes = plan->buffers[buffer].dtype->bits / 8, align = bytes > 1 ? bytes : 1;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            const Primitive *primitive = &primitives[step->primitive];
            bool writes = step->dst.kind == AT_BUFFER && step->dst.of == buffer;
            bool reads = step->src[0].kind == AT_BUFFER && step->src[0].of == buffer;
            if ((reads || writes) && primitive->align > align)
                align = primitive->align;
            if ((reads || writes) && primitive_is_box(step->primitive)) /* 8 spans of its swizzle */
                align = plan->buffers[buffer].align;
            const Side *box = step_tensor(step);
            if (box && plan->objects[box->of].buffer == buffer && align < 16)
                align = 16;
        }
    return align;
}

void plan_demand(Plan *plan) {
    for (int f = 0; f < plan->flow_count; f++) {
        const Flow *flow = &plan->flows[f];
        const Operand *sides[] = {&flow->src, &flow->dst};
        const int at[] = {flow->src_at, flow->dst_at};
        for (int s = 0; s < 2; s++) {
            if (sides[s]->space == SPACE_REG || sides[s]->align_given)
                continue;
            Buffer *buffer = &plan->buffers[at[s]];
            int used = used_align(plan, at[s]);
            buffer->align = used < buffer->align ? used : buffer->align;
        }
    }
}
