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
    const Trace *trace, const Execution *e, int lane, int buffer, int64_t address, bool write) {
    const Primitive *primitive = &primitives[e->at->primitive];
    bool matrix = primitive->kind == KIND_MATRIX_LOAD || primitive->kind == KIND_MATRIX_STORE;
    Access access = {
        .phase = e->phase,
        .step = e->step,
        .thread = e->warp * 32 + lane,
        .address = address,
        .bytes = matrix            ? 16
                 : primitive->bits ? primitive->bits / 8
                                   : e->at->bytes,
        .write = write,
        .space = trace->plan->buffers[buffer].space,
        .buffer = buffer,
    };
    return trace->visit(trace->context, &access);
}

static bool trace_execution(void *context, const Execution *e) {
    const Trace *trace = context;
    const Step *step = e->at;
    PrimitiveKind kind = primitives[step->primitive].kind;
    bool write = kind != KIND_LOAD && kind != KIND_MATRIX_LOAD;
    unsigned lanes = primitive_address_lanes(step->primitive, e->lanes);
    for (int lane = 0; lane < 32; lane++) {
        if (!(lanes >> lane & 1)) {
            continue;
        }
        if (step->from_buffer >= 0 &&
            !emit(trace, e, lane, step->from_buffer, e->from[lane], false)) {
            return false;
        }
        if (step->buffer >= 0 && !emit(trace, e, lane, step->buffer, e->where[lane], write)) {
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
