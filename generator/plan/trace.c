/* trace.c: Plan -> every memory access, thread by thread: what `tcgen json --trace` prints and what
 * tools outside compare with their own idea of a copy.
 *
 * Invariants: the order is that of plan_walk; a copy between memories is a read and then a write of
 * the same thread; a matrix instruction is one 16-byte row by each lane whose address it takes. */
#include "plan.h"

typedef struct {
    const Plan *plan;
    bool (*visit)(void *, const Access *);
    void *context;
} Trace;

static bool emit(
    const Trace *trace,
    const Execution *e,
    int lane,
    const Side *side,
    int64_t address,
    bool write) {
    const Plan *plan = trace->plan;
    bool matrix = primitive_is_matrix(e->at->primitive);
    int64_t bits = step_elements(plan, e->at) * side_bits(plan, &e->at->dst);
    if (side->kind != AT_BUFFER) {
        return true;
    }
    Access access = {
        .phase = e->phase,
        .step = e->step,
        .thread = e->warp * 32 + lane,
        .address = address,
        .bytes = matrix ? 16 : bits / 8,
        .write = write,
        .space = plan->buffers[side->of].space,
        .buffer = side->of,
    };
    return trace->visit(trace->context, &access);
}

static bool trace_execution(void *context, const Execution *e) {
    const Trace *trace = context;
    unsigned lanes = primitive_address_lanes(e->at->primitive, e->lanes);
    for (int lane = 0; lane < 32; lane++) {
        if ((lanes >> lane & 1) && (!emit(trace, e, lane, &e->at->src[0], e->src[lane], false) ||
                                    !emit(trace, e, lane, &e->at->dst, e->dst[lane], true))) {
            return false;
        }
    }
    return true;
}

bool plan_trace(
    const Plan *plan, bool (*visit)(void *context, const Access *access), void *context) {
    Trace trace = {plan, visit, context};
    return plan_walk(plan, trace_execution, &trace);
}
