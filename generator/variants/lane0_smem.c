/* lane0_smem.c: A region of lane 0 -> a Plan in three parts. `gather`: every thread of the group
 * writes its elements of each operand into shared memory, then all wait. Then the caller's own
 * code, by lane 0. `scatter`: all wait, then every thread reads its share of each result.
 *
 * Inputs and results lie apart. Both waits are there if anything is in memory, even if one part
 * moves nothing: then the next region, or the next turn of a loop, needs no third wait. Lane 0
 * reads operands before the second wait and writes results after the first; the other lanes do the
 * opposite.
 *
 * Of a warp's groups of 8 neighbours, one is proven, as lanes 0 .. 7: the groups share no lane, no
 * memory and no mask. A group of 6 is lanes 0 .. 5; the other lanes do not call. */
#include "../tile/lane0.h"
#include "variants.h"
#include <inttypes.h>
#include <string.h>

enum { MOST_SMEM = 227 << 10, MOST_REGISTERS = 255 };

static bool has_bytes(const Lane0Value *value) {
    int from;
    return lane0_run(value, &from) * value->dtype->bits % 8 == 0;
}

/* 6 bits never fill a vector of a power of two: fours of them move as 3 bytes each, e2m3[8,16] /
 * e2m3[1,4] as bytes [8,12] / [1,3]. */
static bool is_in_fours(const Lane0Value *value) {
    return value->rank > 0 && value->lane[value->rank - 1] % 4 == 0 &&
           (value->kind != LANE0_CYCLIC || value->ratio[value->rank - 1] == 1);
}

static void to_bytes(Lane0Value *value) {
    int last = value->rank - 1;
    value->dtype = dtype_find("b8", 2);
    value->seq[last] = value->seq[last] / 4 * 3;
    value->lane[last] = value->lane[last] / 4 * 3;
    value->seq_count = value->seq_count / 4 * 3;
    value->lane_count = value->lane_count / 4 * 3;
}

/* The region as its plan sees it. */
static const Lane0 *in_bytes(const Lane0 *lane0) {
    Lane0 *view = NEW(Lane0);
    *view = *lane0;
    view->values = NEW_ARRAY(Lane0Value, lane0->value_count + 1);
    for (int i = 0; i < lane0->value_count; i++) {
        view->values[i] = lane0->values[i];
        if (lane0->values[i].dtype && lane0->values[i].dtype->bits == 6)
            to_bytes(&view->values[i]);
    }
    return view;
}

static const char *too_much(const Lane0Value *value) {
    return value->lane_count * value->dtype->bits > 32 * MOST_REGISTERS
               ? mem_printf("a lane cannot hold all of %s in registers", value->name)
               : NULL;
}

static bool is_power_of_2(int64_t n) {
    return (n & (n - 1)) == 0;
}

/* A few words that every lane gets from lane 0: shuffles, and no memory. Not with a lane id: lane 5
 * of the warp may be the one with id 0, and a shuffle counts the lanes as the hardware does. */
static bool is_shuffled(const Lane0 *lane0, const Lane0Value *value) {
    enum { MOST_WORDS = 4 };
    int64_t bits = value->dtype ? value->lane_count * value->dtype->bits : 0;
    return value->is_result && value->kind == LANE0_BROADCAST && !lane0->is_cta &&
           lane0->threads == 32 && !lane0->lane_id && bits % 32 == 0 && bits <= 32 * MOST_WORDS &&
           value->dtype->bits <= 32 && is_power_of_2(value->dtype->bits);
}

static bool is_moved(const Lane0Value *value) {
    return value->is_result || value->kind != LANE0_BROADCAST;
}

static bool in_smem(const Lane0 *lane0, const Lane0Value *value) {
    return is_moved(value) && !is_shuffled(lane0, value);
}

/* May every thread read the whole of it into registers? */
static bool is_readable(const Lane0 *lane0, const Lane0Value *value) {
    enum { MOST_BITS = 128 * 32, MOST_PROVEN = 1 << 16 };
    return !value->is_result && value->kind != LANE0_BROADCAST &&
           value->seq_count * value->dtype->bits <= MOST_BITS &&
           value->seq_count * value->dtype->bits % 8 == 0 &&
           value->seq_count * lane0->threads <= MOST_PROVEN;
}

/* NULL: there is a plan for it. */
static const char *missing(const Lane0 *lane0) {
    int64_t bytes = 0;
    for (int i = 0; i < lane0->value_count; i++) {
        const Lane0Value *value = &lane0->values[i];
        if (!in_smem(lane0, value))
            continue;
        if (!has_bytes(value) && value->kind == LANE0_BROADCAST)
            return mem_printf(
                "tcgen builds no header for results that are not whole bytes: %s has %" PRId64
                " bits",
                value->name,
                value->seq_count * value->dtype->bits);
        if (!has_bytes(value))
            return "tcgen builds no header if elements of two lanes share a byte";
        if (value->dtype->bits == 6 && !is_in_fours(value))
            return "tcgen builds no header for 6-bit elements unless rows are multiples of four "
                   "elements";
        if (too_much(value))
            return too_much(value);
        bytes += (value->seq_count * value->dtype->bits / 8 + 15) / 16 * 16;
    }
    return bytes > MOST_SMEM ? "the values need more shared memory than a block can have" : NULL;
}

/* ---- the plan ------------------------------------------------------------------------------ */

static int add_loop(Plan *plan, int64_t extent) {
    plan->loops[plan->loop_count] =
        (Loop){plan->loop_count ? mem_printf("k%d", plan->loop_count) : "k", extent, true};
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

/* row -> row_ and k1 -> k1_: locals of the text, and its loops, have these names. */
static const char *argument_of(const char *name) {
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] == '_')
        length--;
    bool is_loop = name[0] == 'k' && strspn(name + 1, "0123456789") + 1 >= length;
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

/* In the order of the text: gather, read_a .., the caller's own code, scatter. */
static Part *add_part(Plan *plan, const char *suffix, int phases) {
    Part *part = &plan->parts[plan->part_count++];
    *part = (Part){.suffix = suffix, .first_phase = plan->phase_count, .phase_count = phases};
    plan->phase_count += phases;
    return part;
}

/* From the register of lane 0 to that of every lane, in place. */
static void add_shuffled(Plan *plan, const Lane0 *lane0, const Lane0Value *value, Phase *phase) {
    int bundle =
        plan_add_bundle(plan, argument_of(value->name), ROLE_OUT, value->dtype, value->lane_count);
    int per_word = 32 / value->dtype->bits;
    Expr *first = NEW(Expr);
    *first = expr_constant(0);
    for (int64_t slot = 0; slot < value->lane_count; slot += per_word) {
        Step *step = &phase->steps[phase->step_count++];
        *step = step_new(PRIM_SHUFFLE_B32);
        step->dst.of = step->src[0].of = bundle;
        step->dst.at = step->src[0].at = expr_constant(slot);
        step->src[0].peer = first;
    }
    Operand all = lane0_in_lanes(lane0, value);
    Flow given = {.src = all, .dst = all, .src_at = bundle, .dst_at = bundle};
    given.src.layout.replica_count = 0;
    lane0_of_first(lane0, &given.src);
    plan->flows[plan->flow_count++] = given;
    plan->vec_bits = plan->vec_bits ? plan->vec_bits : 32;
    plan->ops_per_thread += (int)(value->lane_count / per_word);
}

static bool is_taken(const Lane0 *lane0, const char *name) {
    for (int i = 0; i < lane0->value_count; i++)
        if (strcmp(argument_of(lane0->values[i].name), name) == 0)
            return true;
    return false;
}

/* Of an operand: the flow of the same number fills it. */
static int buffer_of(const Plan *plan, const Lane0Value *value) {
    const char *name = mem_printf("%s_smem", value->name);
    int at = 0;
    while (strcmp(plan->buffers[at].name, name) != 0)
        at++;
    return at;
}

/* read_a: the whole of an operand into registers of whoever asks, all at the same addresses. */
static void add_read(Plan *plan, const Lane0 *lane0, const Lane0Value *value) {
    int buffer = buffer_of(plan, value);
    const char *name = mem_printf("%s_all", value->name);
    while (is_taken(lane0, name))
        name = mem_printf("%s_", name);
    int bundle = plan_add_bundle(plan, name, ROLE_OUT, value->dtype, value->seq_count);
    int64_t bits = 128;
    while (value->seq_count * value->dtype->bits % bits != 0)
        bits /= 2;
    int64_t vector = bits / value->dtype->bits, turns = value->seq_count / vector;
    Step step = step_new(primitive_load(SPACE_SMEM, (int)bits));
    Expr memory = expr_constant(0), slot = expr_constant(0);
    Swizzle swizzle = lane0_swizzle(value);
    add_turns(plan, &step, &memory, &slot, turns, vector, vector);
    expr_swizzle(&memory, &swizzle);
    step.src[0].of = buffer;
    step.src[0].at = memory;
    step.dst.of = bundle;
    step.dst.at = slot;
    Phase *phase = &plan->phases[plan->phase_count];
    phase->steps = NEW(Step);
    phase->steps[phase->step_count++] = step;
    add_part(plan, mem_printf("read_%s", value->name), 1)->of_anyone = true;
    Flow flow = {.src = lane0_in_lanes(lane0, value), .dst = lane0_in_memory(value)};
    flow.src_at = plan->flows[buffer].src_at;
    flow.dst_at = bundle;
    flow.dst.space = SPACE_REG;
    flow.dst.layout.swizzle = (Swizzle){0};
    lane0_of_all(lane0, &flow.dst);
    plan->flows[plan->flow_count++] = flow;
}

static Part *add_body(Plan *plan) {
    Cond *lane0 = NEW(Cond);
    *lane0 = (Cond){expr_constant(0), COND_EQ, expr_constant(0)};
    expr_add(&lane0->lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    Part *body = add_part(plan, "body", 0);
    body->is_body = true;
    body->guard_count = 1;
    body->guard = lane0;
    return body;
}

static Plan *region_plan_new(const Lane0 *lane0) {
    int most = lane0->value_count + 1;
    Plan *plan = NEW(Plan);
    plan->variant = "lane0_smem";
    plan->targets = TARGETS_ALL;
    plan->scope = lane0_scope(lane0);
    plan->threads = plan->scope.threads;
    plan->objects = NEW(Object);
    plan->buffers = NEW_ARRAY(Buffer, most);
    plan->bundles = NEW_ARRAY(Bundle, 2 * most);
    plan->flows = NEW_ARRAY(Flow, 2 * most);
    plan->arenas = NEW(Arena);
    plan->arena_count = 1;
    *plan->arenas = (Arena){.name = "smem", .align = 16};
    plan->loops = NEW_ARRAY(Loop, 2 * most * MAX_REPEAT);
    plan->phases = NEW_ARRAY(Phase, 2 + most);
    plan->parts = NEW_ARRAY(Part, 3 + most);
    plan->rounds = 2;
    return plan;
}

static bool any_in_smem(const Lane0 *lane0) {
    bool any = false;
    for (int i = 0; i < lane0->value_count; i++)
        any |= in_smem(lane0, &lane0->values[i]);
    return any;
}

/* Every thread puts its elements of the operands where the region reads them, then all wait. */
static void add_gather(Plan *plan, const Lane0 *lane0, Part *body) {
    Phase *gather = &plan->phases[plan->phase_count];
    gather->steps = NEW_ARRAY(Step, lane0->value_count + 1);
    add_part(plan, "gather", 1);
    for (int i = 0; i < lane0->value_count; i++)
        if (in_smem(lane0, &lane0->values[i]) && !lane0->values[i].is_result)
            add_value(plan, lane0, &lane0->values[i], gather, body);
    lane0_add_wait(plan, lane0, gather);
}

/* All wait for the results, then every thread takes its own. */
static void add_scatter(Plan *plan, const Lane0 *lane0, Part *body) {
    Phase *scatter = &plan->phases[plan->phase_count];
    scatter->steps = NEW_ARRAY(Step, 5 * lane0->value_count + 1);
    add_part(plan, "scatter", 1);
    if (any_in_smem(lane0))
        lane0_add_wait(plan, lane0, scatter);
    for (int i = 0; i < lane0->value_count; i++) {
        const Lane0Value *value = &lane0->values[i];
        if (in_smem(lane0, value) && value->is_result)
            add_value(plan, lane0, value, scatter, body);
        else if (is_moved(value) && value->is_result)
            add_shuffled(plan, lane0, value, scatter);
    }
}

static Plan *region_plan(const Lane0 *lane0) {
    Plan *plan = region_plan_new(lane0);
    Part reads_and_writes = {0}, *body;
    if (any_in_smem(lane0))
        add_gather(plan, lane0, &reads_and_writes);
    else
        plan->arena_count = 0;
    for (int i = 0; i < lane0->value_count; i++)
        if (is_readable(lane0, &lane0->values[i]))
            add_read(plan, lane0, &lane0->values[i]);
    body = add_body(plan);
    add_scatter(plan, lane0, &reads_and_writes);
    body->reads_count = reads_and_writes.reads_count;
    body->writes_count = reads_and_writes.writes_count;
    memcpy(body->reads, reads_and_writes.reads, sizeof body->reads);
    memcpy(body->writes, reads_and_writes.writes, sizeof body->writes);
    for (int i = 0; i < lane0->value_count; i++)
        if (is_moved(&lane0->values[i]))
            plan->dtype = lane0->values[i].dtype;
    return plan;
}

Plan *lane0_smem_offer(const Query *query, Decline *decline) {
    const Lane0 *lane0 = query->lane0;
    const char *reason = missing(lane0);
    bool moves = false;
    for (int i = 0; i < lane0->value_count; i++)
        moves |= is_moved(&lane0->values[i]);
    if (reason)
        decline_with(decline, "not_built", "%s", reason);
    else if (!moves)
        decline_with(decline, "nothing", "no value is distributed, and the region has no result");
    return reason || !moves ? NULL : region_plan(in_bytes(lane0));
}
