/* lane0_access.c: The functions by which the code of a region reaches its values in shared memory,
 * element by element: get_a(smem, i) for an operand, set_r(smem, i, element) for a result. Each is
 * a Plan of one thread with `i` as a run-time origin. It is proven with the rest of the region, as
 * the reader or writer of the element. */
#include "lane0.h"
#include <string.h>

/* Element i of all, row by row. */
static Operand element_in_memory(const Lane0Value *value) {
    Operand operand = lane0_in_memory(value);
    operand.rank = operand.layout.shard_count = 1;
    operand.whole = false;
    operand.shape[0] = value->seq_count;
    operand.region[0] = (Range){.symbol = value->seq_count > 1 ? 0 : -1, .extent = 1};
    operand.layout.shard[0] = (Iter){value->seq_count, coef_int(1), AXIS_M, {0}};
    return operand;
}

static Operand element_in_register(const Lane0Value *value) {
    Operand operand = {.space = SPACE_REG, .rank = 1, .whole = true, .align = 16};
    operand.shape[0] = 1;
    operand.region[0] = (Range){.symbol = -1, .extent = 1};
    operand.layout.shard[0] = (Iter){1, coef_int(1), AXIS_M, {0}};
    operand.layout.shard_count = 1;
    operand.layout.loc = operand.loc = operand.region_loc = value->loc;
    return operand;
}

static Plan *access_new(const Plan *region, const Lane0Value *value, int buffer) {
    Plan *plan = NEW(Plan);
    Symbol *index = NEW(Symbol);
    *index = (Symbol){.name = "i", .role = SYMBOL_ORIGIN, .divisor = 1};
    index->max = value->seq_count - 1;
    plan->variant = region->variant;
    plan->targets = region->targets;
    plan->scope = (Scope){.kind = SCOPE_THREAD, .threads = 1, .lane_end = 32, .warp_end = 1};
    plan->threads = 1;
    plan->dtype = value->dtype;
    plan->symbols = index;
    plan->symbol_count = value->seq_count > 1;
    plan->arena_count = plan->phase_count = plan->flow_count = 1;
    plan->arenas = region->arenas;
    plan->buffers = NEW(Buffer);
    plan->buffers[plan->buffer_count++] = region->buffers[buffer];
    plan->bundles = NEW(Bundle);
    plan_add_bundle(plan, "value", value->is_result ? ROLE_IN : ROLE_OUT, value->dtype, 1);
    plan->phases = NEW(Phase);
    plan->flows = NEW(Flow);
    plan->parts = NEW_ARRAY(Part, 2);
    plan->part_count = 2;
    return plan;
}

/* NULL: there is none. */
static Plan *access_of(const Plan *region, const Lane0Value *value, int buffer) {
    enum { MOST_PROVEN = 1 << 14 };
    int bits = value->dtype->bits;
    if (bits < 8 || (bits & (bits - 1)) != 0 || value->seq_count > MOST_PROVEN)
        return NULL;
    Plan *plan = access_new(region, value, buffer);
    Step *step = NEW(Step);
    Operand there = element_in_memory(value), here = element_in_register(value);
    Side memory = {.kind = AT_BUFFER, .at = expr_constant(0)};
    Side element = {.kind = AT_BUNDLE, .at = expr_constant(0)};
    if (plan->symbol_count)
        expr_add(&memory.at, coef_int(1), digit_of(VAR_SYMBOL, 0, 1, 0));
    expr_swizzle(&memory.at, &there.layout.swizzle);
    *step = (Step){.object = -1};
    step->primitive =
        value->is_result ? primitive_store(SPACE_SMEM, bits) : primitive_load(SPACE_SMEM, bits);
    step->dst = value->is_result ? memory : element;
    step->src[0] = value->is_result ? element : memory;
    plan->phases[0] = (Phase){.step_count = 1, .steps = step};
    Part rest = {.suffix = "body", .is_body = true};
    Part own = {.phase_count = 1};
    own.suffix = mem_printf("%s_%s", value->is_result ? "set" : "get", value->name);
    plan->parts[value->is_result] = rest;
    plan->parts[!value->is_result] = own;
    Part *body = &plan->parts[value->is_result];
    if (value->is_result) {
        plan->flows[0] = (Flow){.src = here, .dst = there};
        body->reads_count = 1;
    } else {
        plan->flows[0] = (Flow){.src = there, .dst = here};
        body->writes_count = 1;
    }
    plan->vec_bits = bits;
    plan->ops_per_thread = 1;
    return plan;
}

/* In the order of the buffers: operands, then results. */
int lane0_accesses(const Lane0 *lane0, const Plan *region, Plan **out) {
    int count = 0;
    for (int buffer = 0; buffer < region->buffer_count; buffer++)
        for (int i = 0; i < lane0->value_count; i++) {
            const Lane0Value *value = &lane0->values[i];
            if (strcmp(region->buffers[buffer].name, mem_printf("%s_smem", value->name)) != 0)
                continue;
            Plan *plan = access_of(region, value, buffer);
            if (plan)
                out[count++] = plan;
        }
    return count;
}
