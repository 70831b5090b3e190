/* What a function that moves nothing does: a sentence for each kind of sync, and several of them in
 * their order; and in which order a floating-point sum is taken. */
#include "../../generator/tell/contract.h"
#include "unit.h"

static const Symbol symbols[] = {{.name = "parity", .divisor = 1}};
static Object objects[] = {
    {.kind = OBJECT_MBARRIER, .name = "full"}, {.kind = OBJECT_BARRIER, .id = 3}};

static PrimitiveId with_act(Act act) {
    int id = 0;
    while (id < PRIM_COUNT - 1 && primitives[id].act != act)
        id++;
    EXPECT(primitives[id].act == act);
    return (PrimitiveId)id;
}

static const struct {
    Act act;
    int object;
    bool has_value;
    const char *words;
} acts[] = {
#define SEEN "is over; earlier writes of the arriving threads are then visible."
    {ACT_WAIT_PHASE, 0, true, "Waits until the phase of full with parity `parity` " SEEN},
    {ACT_WAIT_PHASE, 0, false, "Waits until the phase of full with parity 0 " SEEN},
    {ACT_ARRIVE, 0, false, "Arrives at full."},
    {ACT_ARRIVE_EXPECT, 0, false, "Arrives at full, which then expects 5 more bytes."},
    {ACT_ARRIVE_COPIES, 0, false, "Arrives at full when the thread's copies have landed."},
    {ACT_ARRIVE_REMOTE, 0, false, "Arrives at full of another CTA."},
    {ACT_ARRIVE_EXPECT_REMOTE,
     0,
     false,
     "Arrives at full of another CTA, which then expects 5 more bytes."},
    {ACT_INIT, 0, false, "Initialises full with arrival count 5."},
    {ACT_BARRIER_SYNC, 1, false, "Waits at barrier 3."},
    {ACT_BARRIER_SYNC, -1, false, "Waits at barrier 0."},
    {ACT_BARRIER_ARRIVE, 1, false, "Arrives at barrier 3 without waiting."},
    {ACT_BARRIER_ARRIVE, -1, false, "Arrives at barrier 0 without waiting."},
    {ACT_COMMIT, -1, false, "Commits the copies in flight as a group."},
    {ACT_WAIT_GROUPS, -1, false, "Waits until at most 5 groups of copies are in flight."},
    {ACT_WAIT_READ, -1, false, "Waits until all but 5 groups of copies have read their sources."},
    {ACT_WARP_SYNC, -1, false, "Synchronises the callers."},
    {ACT_GROUP_SYNC, -1, false, "Synchronises the callers."},
    {ACT_CTA_SYNC, -1, false, "Synchronises the callers."},
    {ACT_CLUSTER_SYNC, -1, false, "Synchronises the callers."},
    {ACT_MOVE, -1, false, "Nothing."},
};

static Expr parity(void) {
    Expr expr = {0};
    EXPECT(expr_add(&expr, (Coef){.value = 1}, digit_of(VAR_SYMBOL, 0, 1, 0)));
    return expr;
}

static void check_acts(void) {
    const Expr value = parity();
    Request request = {.kind = REQUEST_LANE0};
    Function function = {.request = &request};
    for (size_t i = 0; i < COUNT_OF(acts); i++) {
        Step step = {
            .primitive = with_act(acts[i].act),
            .object = acts[i].object,
            .count = 5,
            .value = acts[i].has_value ? &value : NULL};
        Phase phase = {.steps = &step, .step_count = 1};
        Plan plan = {.phases = &phase, .phase_count = 1, .objects = objects, .symbols = symbols};
        const char *words = what_words(&function, &plan);
        if (strcmp(words, acts[i].words) != 0)
            printf("%s\n", words);
        EXPECT_OF(acts[i].words, strcmp(words, acts[i].words) == 0);
    }
}

/* In the order of phases and steps; what is no sync is left out. */
static void check_several(void) {
    Request request = {.kind = REQUEST_LANE0};
    Function function = {.request = &request};
    Step first[] = {
        {.primitive = with_act(ACT_COMMIT), .object = -1},
        {.primitive = with_act(ACT_MOVE), .object = -1},
        {.primitive = with_act(ACT_ARRIVE), .object = 0}};
    Step second[] = {{.primitive = with_act(ACT_BARRIER_SYNC), .object = 1}};
    Phase phases[] = {{.steps = first, .step_count = 3}, {.steps = second, .step_count = 1}};
    Plan plan = {.phases = phases, .phase_count = 2, .objects = objects, .symbols = symbols};
    EXPECT(
        strcmp(
            what_words(&function, &plan),
            "Commits the copies in flight as a group, then arrives at full, then waits at barrier "
            "3.") == 0);
}

/* ---- the order of sums ----------------------------------------------------------------------- */

typedef enum { NO, OWN, SHUFFLE, HANDS_ON, UP, BARRIER, WARP, IDX, IDX_LOOP } Doing;

static Step step_of(Doing doing, int64_t count) {
    static Term one = {{.value = 1}, {.kind = VAR_ONE, .turn_div = 1, .turn_mod = 32}};
    static Expr peer = {.terms = &one, .term_count = 1};
    Step step = {.object = -1, .count = count};
    step.primitive = with_act(
        doing == OWN       ? ACT_COMBINE
        : doing == SHUFFLE ? ACT_SHUFFLE_XOR
        : doing == UP      ? ACT_SHUFFLE_UP
        : doing == BARRIER ? ACT_BARRIER_SYNC
        : doing == WARP    ? ACT_WARP_SYNC
        : doing >= IDX     ? ACT_SHUFFLE
                           : ACT_SELECT);
    if (doing >= IDX) {
        one.digit.index = (int)count;
        step.src[0].peer = &peer;
        step.repeat_count = doing == IDX_LOOP;
    }
    return step;
}

static const struct {
    Doing doing[6];
    int64_t count[6];
    bool scan;
    Combine combine;
    const char *words;
} orders[] = {
    {{OWN}, {0}, false, COMBINE_ADD, "each thread adds its own elements, in their order"},
    {{OWN}, {0}, false, COMBINE_MUL, "each thread multiplies its own elements, in their order"},
    {{OWN, BARRIER, OWN},
     {0},
     false,
     COMBINE_ADD,
     "each thread adds its own elements first, then warps in their order"},
    {{BARRIER, OWN}, {0}, false, COMBINE_ADD, "warps in their order"},
    {{SHUFFLE, OWN, SHUFFLE, OWN},
     {16, 0, 8},
     false,
     COMBINE_ADD,
     "lanes 16, 8 apart add their sums"},
    {{OWN, SHUFFLE, OWN},
     {0, 4},
     false,
     COMBINE_ADD,
     "each lane adds its own elements first, then lanes 4 apart add their sums"},
    {{OWN, SHUFFLE, OWN},
     {0, 4},
     false,
     COMBINE_MUL,
     "each lane multiplies its own elements first, then lanes 4 apart multiply their products"},
    {{SHUFFLE, OWN, BARRIER, OWN},
     {1},
     false,
     COMBINE_ADD,
     "lanes 1 apart add their sums, then warps in their order"},
    {{OWN, SHUFFLE},
     {0, 2},
     false,
     COMBINE_ADD,
     "each lane adds its own elements first, then lanes 2 apart add their sums"},
    {{IDX, OWN}, {16}, false, COMBINE_ADD, "lanes 16 apart add their sums"},
    {{IDX_LOOP, OWN}, {16}, false, COMBINE_ADD, "in the order that tcgen explain shows"},
    {{UP, OWN}, {1}, false, COMBINE_ADD, "in the order that tcgen explain shows"},
    {{OWN, WARP, OWN}, {0}, true, COMBINE_ADD, "in the order that tcgen explain shows"},
    {{OWN, WARP, OWN},
     {0},
     false,
     COMBINE_ADD,
     "each thread adds its own elements, in their order"},
    /* A lane that hands its value on selects what it gets. */
    {{SHUFFLE, HANDS_ON, SHUFFLE, OWN},
     {16, 0, 8},
     false,
     COMBINE_ADD,
     "lanes 8 apart add their sums"},
};

static void check_orders(void) {
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        Step steps[6];
        int count = 0;
        for (int k = 5; k >= 0; k--) /* behind the last stand selects, which are not its own */
            steps[k] = step_of(
                orders[i].doing[k] == NO ? HANDS_ON : orders[i].doing[k], orders[i].count[k]);
        while (count < 6 && orders[i].doing[count] != NO)
            count++;
        Phase phase = {.steps = steps, .step_count = count};
        Bundle bundle = {.name = "total", .role = ROLE_SCRATCH};
        Flow flow = {.scan = orders[i].scan, .combine = orders[i].combine};
        Plan plan = {
            .phases = &phase,
            .phase_count = 1,
            .bundles = &bundle,
            .flows = &flow,
            .flow_count = 1};
        const char *words = order_of_sums(&plan);
        if (strcmp(words, orders[i].words) != 0)
            printf("%s\n", words);
        EXPECT_OF(orders[i].words, strcmp(words, orders[i].words) == 0);
    }
}

/* ---- registers that stay --------------------------------------------------------------------- */

static void check_keeps(void) {
    Expr at = {0};
    EXPECT(expr_add(&at, (Coef){.value = 2}, digit_of(VAR_LOOP, 0, 1, 0)));
    Step steps[] = {
        {.primitive = PRIM_MOVE, .dst = {.at = at}, .src = {{.at = at}}},
        {.primitive = PRIM_MOVE, .dst = {.at = at}, .src = {{.at = at}}}};
    Phase phase = {.steps = steps, .step_count = 2};
    Plan plan = {.phases = &phase, .phase_count = 1};
    EXPECT(keeps_registers(&plan));
    steps[1].src[0].at.constant = 1;
    EXPECT(!keeps_registers(&plan));
    steps[1] = steps[0];
    steps[0].src[0].at = expr_constant(0);
    EXPECT(!keeps_registers(&plan));
    steps[0] = steps[1];
    steps[0].primitive = with_act(ACT_SELECT);
    EXPECT(!keeps_registers(&plan));
    plan.phase_count = 0;
    EXPECT(!keeps_registers(&plan));
}

/* ---- functions in parts ---------------------------------------------------------------------- */

/* gather, anyone's read_a, the caller's own code, scatter; and behind them one that is no part. */
typedef struct {
    Buffer buffers[2];
    Flow flows[2];
    Cond guard;
    Part parts[5];
    Plan whole, part;
    Duty place, scratch;
    Duties duties;
} Parts;

static void parts_new(Parts *p) {
    *p = (Parts){0};
    p->buffers[0].name = "a_smem";
    p->buffers[1].name = "r_smem";
    p->flows[0].dst = (Operand){.space = SPACE_SMEM};
    p->flows[1].src = (Operand){.space = SPACE_SMEM};
    p->flows[1].src_at = 1;
    p->parts[0].suffix = "gather";
    p->parts[1] = (Part){.suffix = "read_a", .of_anyone = true};
    p->parts[2] = (Part){.is_body = true, .reads_count = 1, .writes_count = 1};
    p->parts[2].writes[0] = 1;
    p->parts[3].suffix = "scatter";
    p->parts[4].suffix = "beyond";
    p->whole = (Plan){.buffers = p->buffers, .flows = p->flows, .flow_count = 2, .threads = 32};
    p->whole.parts = p->parts;
    p->whole.part_count = 4;
    p->part = (Plan){.whole = &p->whole, .threads = 32};
    p->place = (Duty){.kind = DUTY_PLACE, .number = 1, .more = 4};
    p->scratch = (Duty){.kind = DUTY_SCRATCH, .name = "smem", .number = 64};
    p->duties = (Duties){.plan = &p->part, .at = &p->place, .count = 1};
}

static void expect_order(const Parts *p, const char *rest) {
    const char *begin =
        "1 of 4, called by the same threads: gather; then read_a, who wants to; then ";
    const char *words = duty_words(&p->duties, &p->place, TONE_STATES);
    bool same = words && strcmp(words, mem_printf("%s%s", begin, rest)) == 0;
    if (!same)
        printf("%s\n", words ? words : "nothing");
    EXPECT_OF(rest, same);
}

static void check_bodies(void) {
#define DOES ", which reads a_smem and writes r_smem; then scatter"
    Parts p;
    parts_new(&p);
    expect_order(&p, "your code" DOES);
    p.guard = (Cond){.op = COND_EQ};
    EXPECT(expr_add(&p.guard.lhs, (Coef){.value = 1}, digit_of(VAR_RANK, 0, 1, 0)));
    p.parts[2].guard = &p.guard;
    p.parts[2].guard_count = 1;
    expect_order(&p, "your code by lane 0 alone" DOES);
    p.guard.rhs = expr_constant(5);
    expect_order(&p, "your code by lane 5 alone" DOES);
    p.whole.threads = 33;
    expect_order(&p, "your code by thread 5 alone" DOES);
    p.guard.op = COND_LT;
    expect_order(&p, "your code where rank < 5" DOES);
    p.guard.op = COND_EQ;
    p.guard.lhs.constant = 1;
    expect_order(&p, "your code where rank + 1 == 5" DOES);
    p.guard.lhs = expr_constant(0);
    EXPECT(expr_add(&p.guard.lhs, (Coef){.value = 1}, digit_of(VAR_RANK, 0, 2, 0)));
    expect_order(&p, "your code where rank / 2 == 5" DOES);
    p.parts[2] = (Part){.suffix = "merge"};
    expect_order(&p, "merge; then scatter; your code stands between them");
}

static void check_spans(void) {
    static const int script[] = {3, 0};
    Parts p;
    parts_new(&p);
    const char *words = duty_words(&p.duties, &p.scratch, TONE_STATES);
    EXPECT(!strcmp(words, "smem holds 64 bytes that nobody else uses from gather to scatter"));
    p.parts[2].guard_count = 0;
    p.whole.script = script;
    p.whole.script_count = 2;
    EXPECT(
        strcmp(
            duty_words(&p.duties, &p.place, TONE_ASKS),
            "call the parts with the same threads, in this order: scatter; then gather; your code "
            "stands between them") == 0);
    p.whole.part_count = 1;
    words = duty_words(&p.duties, &p.scratch, TONE_STATES);
    EXPECT(!strcmp(words, "smem holds 64 bytes that nobody else uses during the call"));
    p.part.whole = NULL;
    words = duty_words(&p.duties, &p.scratch, TONE_STATES);
    EXPECT(!strcmp(words, "smem holds 64 bytes that nobody else uses during the call"));
}

int main(void) {
    check_bodies();
    check_spans();
    check_acts();
    check_several();
    check_orders();
    check_keeps();
    return unit_finish();
}
