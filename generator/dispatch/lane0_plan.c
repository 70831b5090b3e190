/* lane0_plan.c: a region -> a Plan in three parts. `gather`: every thread of the group puts what it holds
 * of each operand into shared memory, then all wait; the caller's own code, by lane 0; `scatter`: all wait,
 * then every thread takes its share of each result.
 *
 * What goes in and what comes out lie apart, and both waits are there whenever anything is in memory, also
 * where one part moves nothing: then the next region, or the next turn of a loop, needs no third one. Lane 0
 * reads operands before the second wait and writes results after the first, the lanes do the contrary.
 *
 * Of a warp's groups of 8 neighbours one is proven, as lanes 0 .. 7: they share no lane, no memory and no
 * mask. A group of 6 is lanes 0 .. 5, and the others do not call. */
#include "lane0.h"
#include "../tile/tile.h"
#include <string.h>

enum { MOST_SMEM = 227 << 10, MOST_REGISTERS = 255 };

static bool has_bytes(const Lane0Value *value) {
    int from;
    return lane0_run(value, &from) * value->dtype->bits % 8 == 0;
}

static const char *too_much(const Lane0Value *value) {
    return value->lane_count * value->dtype->bits > 32 * MOST_REGISTERS
               ? mem_printf("a lane cannot hold all of %s in registers", value->name)
               : NULL;
}

static bool is_moved(const Lane0Value *value) {
    return value->is_result || value->kind != LANE0_BROADCAST;
}

/* NULL: there is a plan for it. */
static const char *missing(const Lane0 *lane0) {
    int64_t bytes = 0;
    for (int i = 0; i < lane0->value_count; i++) {
        const Lane0Value *value = &lane0->values[i];
        if (!is_moved(value))
            continue;
        if (!has_bytes(value))
            return "headers for elements that share a byte with another lane's are not built yet";
        if (too_much(value))
            return too_much(value);
        bytes += (value->seq_count * value->dtype->bits / 8 + 15) / 16 * 16;
    }
    return bytes > MOST_SMEM ? "the values take more shared memory than a block can have" : NULL;
}

/* ---- the plan ------------------------------------------------------------------------------ */

static int add_loop(Plan *plan, int64_t extent) {
    plan->loops[plan->loop_count] =
        (Loop){plan->loop_count ? mem_printf("i%d", plan->loop_count) : "i", extent, true};
    return plan->loop_count++;
}

/* One more loop around the step, which goes on so far in memory and in the lane. */
static void add_turns(
    Plan *plan, Step *step, Expr *memory, Expr *slot, int64_t turns, int64_t far, int64_t on) {
    if (turns == 1)
        return;
    int loop = add_loop(plan, turns);
    step->repeat[step->repeat_count++] = loop;
    expr_add(memory, coef_int(far), digit_of(VAR_LOOP, loop, 1, 0));
    expr_add(slot, coef_int(on), digit_of(VAR_LOOP, loop, 1, 0));
}

static Step move_of(
    Plan *plan, const Lane0 *lane0, const Lane0Value *value, int buffer, int bundle) {
    Step step = {.object = -1};
    Expr memory = lane0_base(lane0, value), slot = expr_constant(0);
    int from;
    int64_t run = lane0_run(value, &from), bits = 128, far[MAX_LANE0_RANK], on[MAX_LANE0_RANK];
    int64_t stride = 1, slots = 1;
    for (int d = value->rank - 1; d >= 0; d--) {
        far[d] = stride * (value->kind == LANE0_CYCLIC ? value->ratio[d] : 1);
        on[d] = slots;
        stride *= value->seq[d];
        slots *= value->lane[d];
    }
    while (run * value->dtype->bits % bits != 0)
        bits /= 2;
    for (int d = 0; d < from; d++)
        add_turns(plan, &step, &memory, &slot, value->lane[d], far[d], on[d]);
    int64_t vector = bits / value->dtype->bits;
    add_turns(plan, &step, &memory, &slot, run / vector, vector, vector);
    Swizzle swizzle = lane0_swizzle(value);
    expr_swizzle(&memory, &swizzle);
    Side in_memory_side = {.kind = AT_BUFFER, .of = buffer, .at = memory};
    Side in_lane = {.kind = AT_BUNDLE, .of = bundle, .at = slot};
    step.primitive = value->is_result ? primitive_load(SPACE_SMEM, (int)bits)
                                      : primitive_store(SPACE_SMEM, (int)bits);
    step.dst = value->is_result ? in_lane : in_memory_side;
    step.src[0] = value->is_result ? in_memory_side : in_lane;
    plan->vec_bits = (int)bits > plan->vec_bits ? (int)bits : plan->vec_bits;
    plan->ops_per_thread += (int)(value->lane_count / vector);
    return step;
}

/* row -> row_ and i1 -> i1_: locals of the text, and its loops, have these names. */
static const char *argument_of(const char *name) {
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] == '_')
        length--;
    bool is_loop = name[0] == 'i' && strspn(name + 1, "0123456789") + 1 >= length;
    return is_loop || word_kind(name, length) == WORD_OWN ? mem_printf("%s_", name) : name;
}

static void add_value(
    Plan *plan, const Lane0 *lane0, const Lane0Value *value, Phase *phase, Part *body) {
    int buffer = plan->buffer_count++, bundle = plan->bundle_count++, flow = plan->flow_count++;
    Arena *arena = &plan->arenas[0];
    plan->buffers[buffer] = (Buffer){
        .name = mem_printf("%s_smem", value->name),
        .space = SPACE_SMEM,
        .role = ROLE_SCRATCH,
        .dtype = value->dtype,
        .align = 16,
        .elements = value->seq_count,
        .arena = 1,
        .offset = arena->bytes};
    arena->bytes += (value->seq_count * value->dtype->bits / 8 + 15) / 16 * 16;
    plan->bundles[bundle] = (Bundle){
        .name = argument_of(value->name),
        .role = value->is_result ? ROLE_OUT : ROLE_IN,
        .dtype = value->dtype,
        .count = value->lane_count};
    phase->steps[phase->step_count++] = move_of(plan, lane0, value, buffer, bundle);
    Flow moved = {
        .src = lane0_in_lanes(lane0, value), .dst = lane0_in_memory(value), bundle, buffer};
    if (value->is_result) {
        moved = (Flow){
            .src = lane0_in_memory(value), .dst = lane0_in_lanes(lane0, value), buffer, bundle};
        body->writes[body->writes_count++] = flow;
    } else {
        body->reads[body->reads_count++] = flow;
    }
    plan->flows[flow] = moved;
}

/* All of the group wait; NULL: a group of one does not. */
static void add_wait(Plan *plan, const Lane0 *lane0, Phase *phase) {
    int n = lane0->threads;
    Step *step = &phase->steps[phase->step_count];
    if (n == 1)
        return;
    *step = (Step){.primitive = PRIM_WARP_SYNC, .object = -1};
    if (lane0->is_cta) {
        plan_add_sync(plan, phase);
        return;
    }
    if (n < 32 && (n & (n - 1)) == 0) {
        step->primitive = PRIM_GROUP_SYNC;
        step->count = n;
    } else if (n < 32) {
        Expr *lanes = NEW(Expr);
        *lanes = expr_constant(((int64_t)1 << n) - 1);
        step->value = lanes;
    }
    phase->step_count++;
}

static void make_parts(Plan *plan) {
    Cond *lane0 = NEW(Cond);
    *lane0 = (Cond){expr_constant(0), COND_EQ, expr_constant(0)};
    expr_add(&lane0->lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    plan->parts[0] = (Part){.suffix = "gather", .first_phase = 0, .phase_count = 1};
    plan->parts[1] = (Part){.suffix = "body", .is_body = true, .guard_count = 1, .guard = lane0};
    plan->parts[2] = (Part){.suffix = "scatter", .first_phase = 1, .phase_count = 1};
    plan->part_count = 3;
    plan->rounds = 2;
}

static Scope region_scope(const Lane0 *lane0) {
    int n = lane0->threads;
    Scope scope = {.kind = SCOPE_WARP, .threads = 32, .lane_end = 32, .warp_end = 1};
    if (lane0->is_cta) {
        scope.kind = SCOPE_CTA;
        scope.threads = n;
        scope.warp_end = n / 32;
    } else if (n < 32) {
        scope.narrowed = true;
        scope.group = scope.lane_end = n;
    }
    return scope;
}

static Plan *region_plan_new(const Lane0 *lane0, int moved, unsigned targets) {
    Plan *plan = NEW(Plan);
    plan->variant = "lane0";
    plan->targets = targets;
    plan->scope = region_scope(lane0);
    plan->threads = plan->scope.threads;
    plan->objects = NEW(Object);
    plan->dtype = lane0->values[0].dtype;
    plan->buffers = NEW_ARRAY(Buffer, moved);
    plan->bundles = NEW_ARRAY(Bundle, moved);
    plan->flows = NEW_ARRAY(Flow, moved);
    plan->arenas = NEW(Arena);
    plan->arena_count = 1;
    *plan->arenas = (Arena){.name = "smem", .align = 16};
    plan->loops = NEW_ARRAY(Loop, moved * MAX_REPEAT);
    plan->phases = NEW_ARRAY(Phase, 2);
    plan->phase_count = 2;
    for (int i = 0; i < 2; i++)
        plan->phases[i].steps = NEW_ARRAY(Step, moved + 1);
    plan->parts = NEW_ARRAY(Part, 3);
    make_parts(plan);
    return plan;
}

Plan *region_plan(const Lane0 *lane0, unsigned targets, const char **reason) {
    int moved = 0;
    *reason = missing(lane0);
    for (int i = 0; i < lane0->value_count; i++)
        moved += is_moved(&lane0->values[i]);
    if (*reason || !moved)
        return NULL;
    Plan *plan = region_plan_new(lane0, moved, targets);
    Phase *gather = &plan->phases[0], *scatter = &plan->phases[1];
    add_wait(plan, lane0, scatter);
    for (int results = 0; results < 2; results++)
        for (int i = 0; i < lane0->value_count; i++) {
            const Lane0Value *value = &lane0->values[i];
            if (is_moved(value) && value->is_result == (results == 1)) {
                plan->dtype = value->dtype;
                add_value(plan, lane0, value, results ? scatter : gather, &plan->parts[1]);
            }
        }
    add_wait(plan, lane0, gather);
    return plan;
}
