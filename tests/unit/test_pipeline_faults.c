/* test_pipeline_faults.c: the oracle of a pipeline's plan against planted mistakes and hand-offs that come too
 * late, in worked plans and in random ones. */
#include "pipeline_of.h"

/* Planted mistakes: each makes a right plan wrong in one way, which the oracle must see. */
static void expect_rejected(PipelinePlan *plan, const char *what) {
    pipe_prove(plan);
    EXPECT_OF(what, !plan->proof.ok && plan->proof.reason);
}

static PipelinePlan *sound(void) {
    PipelinePlan *plan = plan_of(
        "ii 8\nmode seed\npool 4 base 1\n"
        "value P f16[64,64] align 128 produce @0.0 consume @0.3\n"
        "value S f16[64,64] align 128 produce @1.0 consume @1.3\n"
        "value R f16[64,64] stages 2 align 128 produce @0.0 consume @1.0\n"
        "value T f16[64,64] align 128 produce @0.4 consume @0.6\n"
        "value U f16[64,32] align 128 produce @0.4 consume @0.6 ",
        TARGET_SM_90);
    EXPECT(plan && plan->proof.ok);
    return plan;
}

static void test_planted(void) {
    PipelinePlan *plan = sound();
    plan->records[1].final_offset = plan->records[0].final_offset;
    expect_rejected(plan, "lives compared on a line: [0,4) and [8,12)");
    plan = sound();
    plan->records[2].final_offset -= 128;
    expect_rejected(plan, "one unit into the neighbour");
    plan = sound();
    plan->records[2].final_stride -= 128;
    expect_rejected(plan, "slots of a ring that overlap");
    plan = sound();
    plan->records[3].rotation = 1;
    plan->records[2].rotation = 1;
    pipe_prove(plan);
    EXPECT(plan->proof.ok); /* turning a ring changes nothing */
    plan = sound();
    plan->records[0].final_offset += 64;
    expect_rejected(plan, "not aligned");
    plan = sound();
    plan->records[4].final_offset = plan->capacity - 2048;
    expect_rejected(plan, "beyond the capacity");
    plan = sound();
    plan->records[3].barrier = plan->records[2].barrier;
    expect_rejected(plan, "a barrier of two that live at once");
    plan = sound();
    plan->records[0].barrier = 0;
    expect_rejected(plan, "a barrier outside of the pool");
    plan = sound();
    plan->packed.height = plan->packed.bound - 1;
    expect_rejected(plan, "lower than what lives at once");
}

/* Sharing decided on a line, and a life that ends one cycle early: planners that are wrong so must be
 * caught on random loops, the right one never. */
typedef enum { RIGHT, LINEAR, EARLY_END } Planner;

static uint64_t state;
static int draw(int below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)below);
}

/* roots: 0, or so many allocations for the six values. */
static const char *random_loop(int ii, int roots) {
    Text text = {0};
    text_printf(&text, "ii %d\nmode seed\npool 32 base 0\n", ii);
    for (int i = 0; i < 6; i++) {
        int stage = draw(3), cycle = draw(ii), length = 1 + draw(ii);
        int end = stage * ii + cycle + length - 1;
        text_printf(
            &text,
            "value v%d f16[64,32] stages %d%s produce @%d.%d consume @%d.%d\n",
            i,
            2 + draw(2),
            roots ? mem_printf(" root r%d", i % roots) : "",
            stage,
            cycle,
            end / ii,
            end % ii);
    }
    return text_string(&text);
}

/* The same phases, with the mistake where lives are compared. */
static bool is_caught(PipelinePlan *plan, Planner planner) {
    bool wrong = false;
    for (int i = 0; i < plan->count; i++)
        for (int j = i + 1; j < plan->count; j++) {
            Record *a = &plan->records[i], *b = &plan->records[j];
            Circle early = circle_new(plan->request->ii);
            circle_add_arc(&early, a->begin, a->end - 1);
            bool apart = planner == LINEAR ? a->end <= b->begin || b->end <= a->begin
                                           : circle_disjoint(&early, &b->life);
            bool really = circle_disjoint(&a->life, &b->life);
            if (!apart || really || a->value->stages != b->value->stages || a->parent != i ||
                b->parent != j)
                continue;
            int64_t kept = b->final_offset;
            b->final_offset = a->final_offset;
            b->parent = i;
            pipe_prove(plan);
            b->parent = j;
            b->final_offset = kept;
            wrong = true;
            if (plan->proof.ok)
                return false;
        }
    return wrong;
}

static void test_mutants(void) {
    int caught[3] = {0};
    for (int n = 0; n < 300; n++) {
        MemMark mark = mem_mark();
        state = (uint64_t)n;
        PipelinePlan *plan = plan_of(random_loop(4 + n % 9, 0), TARGET_SM_90);
        EXPECT(!plan || plan->proof.ok);
        for (Planner planner = LINEAR; plan && planner <= EARLY_END; planner++)
            caught[planner] += is_caught(plan, planner);
        caught[RIGHT] += plan != NULL;
        mem_rewind(mark);
    }
    EXPECT(caught[RIGHT] > 250 && caught[LINEAR] > 20 && caught[EARLY_END] > 20);
}

/* ---- hand-offs: mistakes in who waits for whom ------------------------------------------------- */

/* Three in turn on one buffer, two rings of other depths on another, and one barrier id for all with none. */
static PipelinePlan *handed(void) {
    PipelinePlan *plan = plan_of(
        "ii 9\npool 2 base 1\n"
        "value A f16[64,64] align 128 produce @0.0 consume @0.1\n"
        "value B f16[64,64] align 128 produce @0.3 consume @0.4\n"
        "value C f16[64,64] align 128 produce @1.6 consume @1.7\n"
        "value X f16[64,64] stages 3 align 128 sync mbar barrier none produce @0.0 consume @0.2\n"
        "value Y f16[64,96] stages 2 align 128 sync cpasync barrier none produce @0.5 consume "
        "@0.6\n"
        "value R f16[32] root r barrier none produce @0.0 consume @0.2\n"
        "value S f16[16] root r barrier none produce @0.4 consume @0.6\n"
        "value T f16[16] root r barrier none produce @0.5 consume @0.6\n",
        TARGET_SM_90);
    EXPECT(plan && plan->proof.ok && plan->handoff_count >= 5);
    return plan;
}

static void test_planted_handoffs(void) {
    int count = handed()->handoff_count, ids = 0;
    for (int h = 0; h < count; h++) {
        PipelinePlan *plan = handed();
        ids += plan->handoffs[h].barrier;
        plan->handoffs[h] = plan->handoffs[--plan->handoff_count];
        expect_rejected(plan, "a hand-off that is missing");
        plan = handed();
        plan->handoffs[h].distance++;
        expect_rejected(plan, "an iteration too early");
        plan = handed();
        plan->handoffs[h].barrier = !plan->handoffs[h].barrier;
        expect_rejected(plan, "told of the id where it is the buffer");
        plan = handed();
        plan->handoffs[h].distance--; /* more than is needed, which pipe_waits looks at */
        pipe_prove(plan);
        EXPECT(plan->proof.ok);
    }
    EXPECT(ids > 0 && ids < count);
}

/* Values of one root take turns where they live apart; of S and T, alive at once, nobody says who comes first. */
static void test_roots(void) {
    PipelinePlan *plan = handed();
    int of[3][3] = {{0}};
    for (int h = 0; h < plan->handoff_count; h++) {
        const Handoff *handoff = &plan->handoffs[h];
        if (handoff->from >= 5 && handoff->to >= 5)
            of[handoff->from - 5][handoff->to - 5] = 1 + (int)handoff->distance;
    }
    EXPECT(of[0][1] == 1 && of[0][2] == 1 && of[1][0] == 2 && of[2][0] == 2);
    EXPECT(of[1][2] == 0 && of[2][1] == 0);
    EXPECT(pipe_alive_at_once(plan, 6, 7) && !pipe_alive_at_once(plan, 5, 6));
    /* rings that fill the circle of II, slot by slot apart: [0,5) and [5,8) of 8 */
    plan = plan_of(
        "ii 4\nvalue A f16[32] stages 2 root r produce @0.0 consume @1.0\n"
        "value B f16[32] stages 2 root r produce @1.1 consume @1.3\n"
        "value C f16[32] stages 2 root r produce @1.0 consume @1.0\n",
        TARGET_SM_90);
    EXPECT(!pipe_alive_at_once(plan, 0, 1) && pipe_alive_at_once(plan, 0, 2));
    plan->handoff_count = 0;
    expect_rejected(plan, "rings of one root without hand-offs");
}

/* What cp.async brought may be released before its producer's own waits are known of. */
static void test_copies_pass_nothing(void) {
    PipelinePlan *plan = handed();
    Pipeline *request = (Pipeline *)plan->request;
    request->values[1].sync = SYNC_CPASYNC;
    expect_rejected(plan, "a way through what cp.async brings");
}

/* Of the hand-offs of random loops nearly each is needed, and none is missing. */
static void test_random_handoffs(void) {
    int all = 0, caught = 0;
    for (int n = 0; n < 200; n++) {
        MemMark mark = mem_mark();
        state = (uint64_t)n;
        PipelinePlan *plan = plan_of(random_loop(6 + n % 9, 0), TARGET_SM_90);
        EXPECT(!plan || plan->proof.ok);
        for (int h = 0; plan && h < plan->handoff_count; h++) {
            Handoff kept = plan->handoffs[h];
            plan->handoffs[h].distance += 1 + draw(3);
            pipe_prove(plan);
            caught += !plan->proof.ok;
            all++;
            plan->handoffs[h] = kept;
        }
        mem_rewind(mark);
    }
    EXPECT(all > 50 && caught * 10 >= all * 9);
}

/* Of values of one root, too. */
static void test_random_roots(void) {
    int all = 0, caught = 0, at_once = 0;
    for (int n = 0; n < 300; n++) {
        MemMark mark = mem_mark();
        state = (uint64_t)n;
        PipelinePlan *plan = plan_of(random_loop(6 + n % 9, 1 + n % 3), TARGET_SM_90);
        EXPECT(!plan || plan->proof.ok);
        for (int h = 0; plan && h < plan->handoff_count; h++) {
            plan->handoffs[h].distance++;
            pipe_prove(plan);
            caught += !plan->proof.ok;
            all++;
            plan->handoffs[h].distance--;
        }
        for (int i = 0; plan && i < plan->count; i++)
            at_once +=
                plan->records[i].chain != i && pipe_alive_at_once(plan, i, plan->records[i].chain);
        mem_rewind(mark);
    }
    EXPECT(all > 50 && at_once > 50 && caught * 10 >= all * 9);
}

int main(void) {
    diag_set_warning("no-share");
    test_planted();
    test_mutants();
    test_planted_handoffs();
    test_copies_pass_nothing();
    test_roots();
    test_random_handoffs();
    test_random_roots();
    mem_free_all();
    return unit_finish();
}
