/* How `tcgen explain` shows phases and syncs of a plan: who takes part, in which loops, and what
 * each barrier counts. */
#include "../../generator/tell/view.h"
#include "unit.h"

static const Symbol symbols[] = {
    {.name = "parity", .divisor = 1, .max = 1}, {.name = "barrier", .divisor = 1, .max = 15}};
static Object objects[] = {
    {.kind = OBJECT_MBARRIER, .name = "full"},
    {.kind = OBJECT_BARRIER, .id = 3},
    {.kind = OBJECT_BARRIER, .number = 2},
    {.kind = OBJECT_GROUP, .name = "group"}};
static Loop loops[] = {{.name = "i", .extent = 4}, {.name = "j", .extent = 2, .unroll = true}};

static PrimitiveId with_act(Act act) {
    int id = 0;
    while (id < PRIM_COUNT - 1 && primitives[id].act != act)
        id++;
    EXPECT(primitives[id].act == act);
    return (PrimitiveId)id;
}

static Plan plan_of(Phase *phase, int threads) {
    return (Plan){
        .variant = "reg",
        .scope = {.kind = threads == 1 ? SCOPE_THREAD : SCOPE_WARP, .threads = threads},
        .threads = threads,
        .symbols = symbols,
        .symbol_count = 2,
        .objects = objects,
        .object_count = 4,
        .loops = loops,
        .loop_count = 2,
        .phases = phase,
        .phase_count = 1};
}

static const char *explained(Plan *plan) {
    Choice choice = {.plan = plan};
    Text text = {0};
    explain_plan(&text, &choice);
    return text_string(&text);
}

static void expect(const char *got, const char *wanted) {
    if (strcmp(got, wanted) != 0)
        printf("%sand must be\n%s", got, wanted);
    EXPECT_OF(wanted, strcmp(got, wanted) == 0);
}

static Expr of(VarKind kind, int64_t constant) {
    Expr expr = {.constant = constant};
    EXPECT(expr_add(&expr, (Coef){.value = 1}, digit_of(kind, 0, 1, 0)));
    return expr;
}

#define EVERY "  plan        phase 1, every participating thread:\n"
#define FIRST EVERY "                1   "

static void check_syncs(void) {
    static const struct {
        Act act;
        int object;
        int64_t count;
        bool has_value;
        const char *words; /* behind the name of the instruction */
    } rows[] = {
        {ACT_BARRIER_SYNC, 1, 64, false, " 3 of 64 threads"},
        {ACT_BARRIER_SYNC, 2, 96, false, " barrier of 96 threads"},
        {ACT_ARRIVE, 0, 0, false, " of full"},
        {ACT_INIT, 0, 7, false, " of full, 7"},
        {ACT_WAIT_PHASE, 0, 0, true, " of full, parity parity"},
        {ACT_WARP_SYNC, -1, 0, true, ", lanes parity"},
        {ACT_COMMIT, 3, 5, false, " of group"},
        {ACT_CTA_SYNC, -1, 5, false, ""},
    };
    const Expr parity = of(VAR_SYMBOL, 0);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Step step = {
            .primitive = with_act(rows[i].act),
            .object = rows[i].object,
            .count = rows[i].count,
            .value = rows[i].has_value ? &parity : NULL};
        Phase phase = {.steps = &step, .step_count = 1};
        Plan plan = plan_of(&phase, 32);
        const char *ptx = plan_ptx(&plan, step.primitive);
        expect(explained(&plan), mem_printf(FIRST "%s%s\n", ptx, rows[i].words));
    }
}

static void check_conditions(void) {
    Cond conds[] = {
        {.op = COND_LT, .lhs = of(VAR_RANK, 0), .rhs = expr_constant(24)},
        {.op = COND_GE, .lhs = of(VAR_RANK, 1), .rhs = expr_constant(8)}};
    Step step = {
        .primitive = with_act(ACT_CTA_SYNC), .object = -1, .conds = conds, .cond_count = 2};
    static const int both[] = {0, 1};
    Phase phase = {.steps = &step, .step_count = 1};
    Plan plan = plan_of(&phase, 32);
    const char *ptx = plan_ptx(&plan, step.primitive);
    expect(explained(&plan), mem_printf(FIRST "%s, where rank < 24 and rank + 1 >= 8\n", ptx));
    step.cond_count = 0;
    phase.guard = conds;
    phase.guard_count = 2;
    phase.loops[0] = both[0];
    phase.loops[1] = both[1];
    phase.loop_count = 2;
    expect(
        explained(&plan),
        mem_printf(
            "  plan        phase 1, threads with rank < 24 and rank + 1 >= 8, for i = 0 .. 3, for "
            "j "
            "= 0 .. 1\n              (unrolled):\n                1   %s\n",
            ptx));
    phase.loop_count = 0;
    phase.elected = true;
    expect(
        explained(&plan),
        mem_printf("  plan        phase 1, one elected lane:\n                1   %s\n", ptx));
    phase.elected = false;
    phase.guard_count = 0;
    plan = plan_of(&phase, 1);
    expect(
        explained(&plan),
        mem_printf("  plan        phase 1, the calling thread:\n                1   %s\n", ptx));
}

int main(void) {
    check_syncs();
    check_conditions();
    return unit_finish();
}
