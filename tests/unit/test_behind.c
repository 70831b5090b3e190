/* test_behind.c: what stands behind the last of a Plan's buffers, symbols, steps ... is none of them. To each list of
 * each Plan something is added that would matter, and not counted: proof, cost, arguments and duties stay the same. */
#include "generator/plan/duties.h"
#include "plans_parts.h"
#include "unit.h"

static void add_duties(Text *out, const Plan *plan) {
    Duties duties = plan_duties(plan);
    for (int i = 0; i < duties.count; i++) {
        const Duty *duty = &duties.at[i];
        text_printf(
            out,
            "%d %s %s %lld %lld %lld %d %d %d %d\n",
            (int)duty->kind,
            duty->name ? duty->name : "-",
            duty->with ? duty->with : "-",
            (long long)duty->number,
            (long long)duty->more,
            (long long)duty->others,
            (int)duty->space,
            duty->dtype ? duty->dtype->bits : 0,
            duty->peer ? duty->peer->term_count : -1,
            (int)duty->object);
    }
}

static void add_cost(Text *out, const Plan *plan) {
    Cost cost = plan_cost(plan);
    for (int i = 0; i < cost.instruction_count; i++)
        text_printf(
            out,
            "%d: %lld\n",
            (int)cost.instructions[i].primitive,
            (long long)cost.instructions[i].count);
    for (int i = 0; i < cost.wavefront_count; i++)
        text_printf(
            out,
            "%d %d: %lld of %lld\n",
            cost.wavefronts[i].phase,
            cost.wavefronts[i].step,
            (long long)cost.wavefronts[i].got,
            (long long)cost.wavefronts[i].ideal);
    for (int g = 0; g < GENERATION_COUNT; g++)
        text_printf(out, "%lld ", (long long)cost.scores[g]);
    text_printf(
        out,
        "%lld %lld %d %d\n",
        (long long)cost.sectors,
        (long long)cost.ideal_sectors,
        cost.by_rates,
        cost.symbolic);
}

static void add_arguments(Text *out, const Plan *plan) {
    PlanArgument at[MAX_ARGUMENTS];
    int count = plan_arguments(plan, at);
    for (int i = 0; i < count; i++)
        text_printf(out, "%d %d %d, ", (int)at[i].kind, at[i].of, at[i].place);
    for (int i = 0; i < plan->buffer_count; i++)
        text_printf(out, "%d", plan_is_remote(plan, i));
    text_printf(out, " %d\n", plan_needs_converged(plan));
}

/* All that the room says of a plan, and of its parts. */
static const char *said_of(const Plan *plan) {
    Text out = {0};
    Proof proof = plan_prove(plan);
    text_printf(
        &out, "%d %lld %s\n", proof.ok, (long long)proof.elements, proof.ok ? "" : proof.reason);
    add_cost(&out, plan);
    add_arguments(&out, plan);
    add_duties(&out, plan);
    for (int i = 0; i < plan->part_count; i++) {
        Plan part = plan_part(plan, i);
        add_arguments(&out, &part);
        add_duties(&out, &part);
    }
    return text_string(&out);
}

/* ---- what is added ---------------------------------------------------------------------------- */

enum { WAYS = 8 };

#define WITH_ONE_MORE(type, list, count, ...)                                                      \
    do {                                                                                           \
        type *more = NEW_ARRAY(type, (count) + 2);                                                 \
        if (count)                                                                                 \
            memcpy(more, list, (size_t)(count) * sizeof *more);                                    \
        more[count] = __VA_ARGS__;                                                                 \
        (list) = more;                                                                             \
    } while (0)

/* rank < 0: nobody; or a limit that is none, or all. */
static Cond cond_behind(int way) {
    const Cond conds[] = {
        {SUM(0, RANK(1, 1, 0)), COND_LT, expr_constant(0)},
        {SUM(0, SYMBOL(1, 0)), COND_EQ, expr_constant(7)},
        {expr_constant(0), COND_GE, expr_constant(1)},
        {SUM(0, RANK(1, 1, 0)), COND_GE, SUM(0, SYMBOL(1, 0))}};
    return conds[way % 4];
}

static void steps_with_more(Phase *phase, int way) {
    static const PrimitiveId ids[WAYS] = {
        PRIM_CTA_SYNC,
        PRIM_STORE_SHARED_B32,
        PRIM_CLUSTER_SYNC,
        PRIM_LOAD_GLOBAL_B32,
        PRIM_MBARRIER_WAIT,
        PRIM_BULK_GMEM_TO_SMEM,
        PRIM_LDMATRIX_X4,
        PRIM_BULK_COMMIT};
    static Expr zero;
    Step step = {.primitive = ids[way], .object = way % 2 ? 0 : -1, .value = &zero};
    if (primitives[ids[way]].kind != KIND_SYNC)
        step.dst = step.src[0] = (Side){.kind = AT_BUFFER, .at = {.constant = 3}, .peer = &zero};
    for (int i = 0; i < phase->step_count; i++)
        WITH_ONE_MORE(Cond, phase->steps[i].conds, phase->steps[i].cond_count, cond_behind(way));
    WITH_ONE_MORE(Step, phase->steps, phase->step_count, step);
}

static void more_of_all(Plan *plan, int way) {
    static const SymbolRole roles[WAYS] = {
        SYMBOL_STRIDE,
        SYMBOL_ORIGIN,
        SYMBOL_LIMIT,
        SYMBOL_CTA,
        SYMBOL_CTAS,
        SYMBOL_PARITY,
        SYMBOL_BARRIER,
        SYMBOL_LIMIT};
    static const ObjectKind kinds[] = {OBJECT_MBARRIER, OBJECT_GROUP, OBJECT_BARRIER, OBJECT_TMEM};
    const Space spaces[] = {SPACE_SMEM, SPACE_GMEM};
    Buffer buffer = {"behind", spaces[way % 2], (Role)(way % 3), F32, 64, 8, 0, 0, way == 7, NULL};
    Object object = {.name = "behind", .kind = kinds[way % 4], .arrivals = 3, .others = way / 4};
    Symbol symbol = {.name = "behind", .role = roles[way], .max = 9, .divisor = 1};
    Arena arena = {"behind", 64, 64};
    Bundle bundle = {"behind", (Role)(way % 3), F32, 8, 0};
    Phase phase = {.elected = way % 2, .note = "behind"};
    steps_with_more(&phase, way);
    phase.step_count = 1;
    for (int i = 0; i < plan->phase_count; i++) {
        steps_with_more(&plan->phases[i], way);
        WITH_ONE_MORE(Cond, plan->phases[i].guard, plan->phases[i].guard_count, cond_behind(way));
    }
    for (int i = 0; i < plan->part_count; i++)
        WITH_ONE_MORE(Cond, plan->parts[i].guard, plan->parts[i].guard_count, cond_behind(way));
    WITH_ONE_MORE(Cond, plan->guard, plan->guard_count, cond_behind(way));
    WITH_ONE_MORE(Buffer, plan->buffers, plan->buffer_count, buffer);
    WITH_ONE_MORE(Object, plan->objects, plan->object_count, object);
    WITH_ONE_MORE(Symbol, plan->symbols, plan->symbol_count, symbol);
    WITH_ONE_MORE(Arena, plan->arenas, plan->arena_count, arena);
    WITH_ONE_MORE(Bundle, plan->bundles, plan->bundle_count, bundle);
    WITH_ONE_MORE(Loop, plan->loops, plan->loop_count, (Loop){"behind", 0, true});
    WITH_ONE_MORE(Phase, plan->phases, plan->phase_count, phase);
    WITH_ONE_MORE(
        Part, plan->parts, plan->part_count, (Part){.suffix = "behind", .is_body = way % 2});
    if (plan->flow_count) {
        Flow flow = plan->flows[0];
        flow.dst.layout.offset[flow.dst.layout.offset_count++] = (Offset){1, AXIS_M};
        flow.combine = way % 2 ? COMBINE_ADD : COMBINE_NONE;
        flow.onto = way % 3 ? COMBINE_ADD : COMBINE_NONE;
        WITH_ONE_MORE(Flow, plan->flows, plan->flow_count, flow);
    }
}
#undef WITH_ONE_MORE

/* ---- nothing changes ---------------------------------------------------------------------------- */

static void stays(const NamedPlan *named) {
    for (int way = 0; way < WAYS; way++) {
        MemMark mark = mem_mark();
        Plan *plan = named->build(), *more = named->build();
        more_of_all(more, way);
        EXPECT_OF(named->name, plan_equal(plan, more) && plan_equal(more, plan));
        EXPECT_OF(named->name, plan_equal(plan_copy(more), plan));
        EXPECT_OF(named->name, strcmp(said_of(plan), said_of(more)) == 0);
        mem_rewind(mark);
    }
}

int main(void) {
    for (int i = 0; i < PLANS_COUNT; i++)
        stays(&all_plans[i]);
    for (int i = 0; i < PLANS_OF_DUTIES; i++)
        stays(&duty_plans[i]);
    mem_free_all();
    return unit_finish();
}
