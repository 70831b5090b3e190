/* test_duties.c: what callers must do for every hand-built Plan: no duty goes unsaid in the
 * contract and in what `tcgen explain` says, without any one of them one of the two texts is
 * another, and so with another number. How each kind of duty reads stands in
 * tests/unit/contracts.txt, for the first Plan that has it; `test_duties --write` writes the
 * file. */
#include "generator/plan/sequence.h"
#include "generator/tell/contract.h"
#include "expected.h"
#include "plans.h"
#include "unit.h"
#include <string.h>

static const char file[] = "tests/unit/contracts.txt";

static Function *function_of(const NamedPlan *named) {
    Plan *plan = named->build();
    Function *function = plans_function(mem_printf("tc_%s", named->name), named->op, &plan, 1);
    function->choices[0].cost = plan_cost(plan);
    return function;
}

static void add_texts(Text *out, const Function *function) {
    Duties duties = function_duties(function);
    text_printf(out, "== %s\n", function->name + strlen("tc_"));
    print_contract_of(out, function, &duties);
    explain_duties(out, &duties);
    text_char(out, '\n');
}

/* ---- the list itself ------------------------------------------------------------------------ */

/* What is joined to a list goes into memory of its own, however long it becomes. */
static void lists_grow(void) {
    enum { MANY = 200 };
    Plan *plan = plans_reg_load();
    Duties duties = plan_duties(plan), more = {.plan = plan};
    const int count = duties.count;
    char *behind = NEW_ARRAY(char, 4096);
    memset(behind, 0x5a, 4096);
    Duty *own = NEW_ARRAY(Duty, MANY);
    for (int i = 0; i < MANY; i++)
        own[i] = (Duty){.kind = DUTY_APART, .name = mem_printf("tile %d", i), .number = i};
    more.at = own;
    more.count = MANY;
    duties_join(&duties, &more);
    EXPECT(duties.count == count + MANY);
    int found = 0, kind = 0;
    for (const Duty *duty = NULL; (duty = duty_next(&duties, DUTY_APART, duty));)
        EXPECT(duty->number == found++);
    EXPECT(found == MANY);
    for (int i = 0; i < duties.count; i++) {
        EXPECT((int)duties.at[i].kind >= kind);
        kind = (int)duties.at[i].kind;
    }
    duties_join(&duties, &more); /* once more: all are known */
    EXPECT(duties.count == count + MANY);
    for (int i = 0; i < 4096; i++)
        EXPECT(behind[i] == 0x5a);
}

/* Of two lists the most of each number, and the least of what need not be done. */
static void lists_are_joined(void) {
    static const struct {
        DutyKind kind;
        bool number, more, both; /* the larger number, the larger `more`, `more` only if both */
    } rows[] = {
        {DUTY_ALIGNED, true, false, false},
        {DUTY_SCRATCH, true, true, false},
        {DUTY_ROOM, true, false, false},
        {DUTY_COME, true, false, false},
        {DUTY_SEEN, false, false, true},
        {DUTY_REUSE, false, false, true},
        {DUTY_CALLERS, false, false, false},
        {DUTY_KEEP, false, false, false}};
    for (size_t row = 0; row < COUNT_OF(rows); row++)
        for (int i = 0; i < 16; i++) {
            Duty a = {rows[row].kind, .name = "tile", .number = i & 1, .more = i >> 1 & 1};
            Duty b = {rows[row].kind, .name = "tile", .number = i >> 2 & 1, .more = i >> 3};
            Duties one = {0}, two = {.count = 1, .at = &b};
            duties_join(&one, &(Duties){.count = 1, .at = &a});
            duties_join(&one, &two);
            int64_t number = rows[row].number && b.number > a.number ? b.number : a.number;
            int64_t more = rows[row].more && b.more > a.more ? b.more : a.more;
            more = rows[row].both ? a.more && b.more : more;
            EXPECT(one.count == 1 && one.at[0].number == number && one.at[0].more == more);
        }
    const Duty apart[] = {
        {DUTY_APART, .name = "a", .with = "b"},
        {DUTY_APART, .name = "a"},
        {DUTY_APART, .with = "b"},
        {DUTY_APART, .name = "b", .with = "a"},
        {DUTY_SEEN, .name = "a", .with = "b"}};
    Duties all = {0};
    for (int twice = 0; twice < 2; twice++)
        for (size_t i = 0; i < COUNT_OF(apart); i++) {
            Duty one = apart[i];
            duties_join(&all, &(Duties){.count = 1, .at = &one});
        }
    EXPECT(all.count == (int)COUNT_OF(apart));
}

/* ---- no duty goes unsaid -------------------------------------------------------------------- */

static const char *without(const Function *function, const Duties *duties, int dropped) {
    Duties fewer = *duties;
    Text text = {0};
    fewer.at = NEW_ARRAY(Duty, duties->count + 1);
    fewer.count = 0;
    for (int i = 0; i < duties->count; i++)
        if (i != dropped)
            fewer.at[fewer.count++] = duties->at[i];
    print_contract_of(&text, function, &fewer);
    explain_duties(&text, &fewer);
    return text_string(&text);
}

static bool has_new(const Function *function, const bool *met) {
    Duties duties = function_duties(function);
    bool is_new = false;
    for (int i = 0; i < duties.count; i++)
        is_new |= !met[duties.at[i].kind];
    return is_new;
}

static void drop_each(const Function *function, bool *met) {
    Duties duties = function_duties(function);
    const char *all = without(function, &duties, -1);
    for (int i = 0; i < duties.count; i++) {
        bool says = strcmp(all, without(function, &duties, i)) != 0;
        met[duties.at[i].kind] = true;
        EXPECT(says);
        if (!says)
            printf(
                "  %s: duty %d about %s is not said\n",
                function->name,
                duties.at[i].kind,
                duties.at[i].name ? duties.at[i].name : "all");
    }
}

/* ---- no argument goes unsaid ----------------------------------------------------------------- */

/* Memory, numbers and barriers that are passed; registers are said by the signature. */
static void name_arguments(const Function *function) {
    const Plan *plan = function->choices[0].plan;
    Duties duties = function_duties(function);
    PlanArgument arguments[MAX_ARGUMENTS];
    int count = plan_arguments(plan, arguments);
    Text text = {0};
    contract_requires(&text, &duties);
    contract_sync(&text, &duties);
    for (int i = 0; i < count; i++) {
        int of = arguments[i].of;
        const char *name = arguments[i].kind == ARGUMENT_BUFFER   ? plan->buffers[of].name
                           : arguments[i].kind == ARGUMENT_ARENA  ? plan->arenas[of].name
                           : arguments[i].kind == ARGUMENT_SYMBOL ? plan->symbols[of].name
                           : arguments[i].kind == ARGUMENT_OBJECT ? plan->objects[of].name
                           : arguments[i].kind == ARGUMENT_POLICY ? "policy"
                                                                  : NULL;
        bool tensor = arguments[i].kind == ARGUMENT_BUFFER && plan->buffers[of].space == SPACE_TMEM;
        EXPECT(!name || tensor || has_identifier(text_string(&text), name));
    }
}

/* ---- what has happened by when --------------------------------------------------------------- */

static int number_of(const Sequence *sequence, Act act, int nth) {
    for (int i = 0; i < sequence->count; i++)
        if (sequence->at[i].step && primitives[sequence->at[i].step->primitive].act == act &&
            nth-- == 0)
            return i;
    return -1;
}

static void sequences(void) {
    Sequence store = plan_sequence(plans_bulk_store()), ring = plan_sequence(plans_ring_exchange());
    int copy = number_of(&store, ACT_BYTES, 1), wait = number_of(&store, ACT_WAIT_READ, 1);
    EXPECT(sequence_landed(&store, copy, true) == wait && wait > copy);
    EXPECT(sequence_landed(&store, copy, false) == -1);
    EXPECT(sequence_done(&store, ARGUMENT_BUFFER, 1) == wait); /* scratch */
    EXPECT(sequence_done(&store, ARGUMENT_BUFFER, 0) == -1);   /* dst */
    EXPECT(!sequence_meets(&store, wait) && sequence_meets(&store, copy - 3));
    EXPECT(sequence_last(&store, ARGUMENT_BUFFER, 1) == copy);
    EXPECT(sequence_last(&store, ARGUMENT_BUNDLE, 0) < copy);
    EXPECT(sequence_last(&store, ARGUMENT_BUNDLE, 7) == -1);
    EXPECT(sequence_last(&store, ARGUMENT_ARENA, 0) == -1);
    EXPECT(sequence_done(&ring, ARGUMENT_BUFFER, 1) == ring.count - 1);
    EXPECT(sequence_meets(&ring, ring.count - 1)); /* the barrier of the cluster itself */
    Sequence exchange = plan_sequence(plans_bulk_exchange());
    EXPECT(sequence_done(&exchange, ARGUMENT_BUFFER, 1) == -1); /* nobody says that it was sent */
    EXPECT(!sequence_meets(&exchange, 0));
    Plan *few = plans_bulk_store();
    for (int i = 0; i < few->phase_count; i++)
        for (int k = 0; k < few->phases[i].step_count; k++)
            if (primitives[few->phases[i].steps[k].primitive].act == ACT_WAIT_READ)
                few->phases[i].steps[k].count = 1; /* one may stay open */
    Sequence open = plan_sequence(few);
    EXPECT(sequence_done(&open, ARGUMENT_BUFFER, 1) == -1);
    Sequence alone = plan_sequence(plans_bulk_out()), box = plan_sequence(plans_tensor_box());
    EXPECT(sequence_meets(&alone, 0));
    EXPECT(sequence_done(&alone, ARGUMENT_BUFFER, 0) == -1); /* the first step is one that flies */
    EXPECT(sequence_done(&alone, ARGUMENT_BUFFER, 1) == -1);
    EXPECT(sequence_touches(&box, 0, ARGUMENT_BUFFER, 1) && !step_waits(box.at[0].step));
}

static void sequences_of_parts(void) {
    Sequence all = plan_sequence(plans_lane0_arena());
    int body = 0;
    while (all.at[body].step)
        body++;
    EXPECT(body == 2 && all.count == 5);
    EXPECT(sequence_touches(&all, body, ARGUMENT_BUFFER, 0));
    EXPECT(sequence_touches(&all, body, ARGUMENT_BUFFER, 1));
    EXPECT(sequence_touches(&all, body, ARGUMENT_ARENA, 0));
    EXPECT(!sequence_touches(&all, body, ARGUMENT_BUNDLE, 0));
    EXPECT(sequence_done(&all, ARGUMENT_BUFFER, 0) == body && sequence_meets(&all, body));
    EXPECT(sequence_done(&all, ARGUMENT_BUFFER, 1) == all.count - 1);
    EXPECT(!sequence_meets(&all, all.count - 1));
}

/* Threads are counted once, however often they arrive, and each act that arrives counts. */
static void arrivals(void) {
    static const PrimitiveId ids[] = {
        PRIM_MBARRIER_ARRIVE, PRIM_MBARRIER_ARRIVE_EXPECT, PRIM_MBARRIER_ARRIVE_REMOTE};
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        Plan *plan = plans_pipeline_parts();
        Phase *commit = &plan->phases[1];
        commit->steps[0].object = 0;
        commit->steps[0].primitive = ids[i];
        commit->steps[1] = commit->steps[0];
        commit->step_count = 2;
        Plan part = plan_part(plan, 1);
        Duties duties = plan_duties(&part);
        const Duty *phase = duty_about(&duties, DUTY_PHASE, NULL, "empty");
        EXPECT(phase && phase->number == 32);
    }
    Plan *plan = plans_arrive_copies(); /* releases nothing but the copies */
    Duties duties = plan_duties(plan);
    EXPECT(!duties_have(&duties, DUTY_PHASE) && duties_have(&duties, DUTY_WAIT));
}

static void alignments(void) {
    Plan *plan = plans_lane0_arena();
    plan->arenas[0].align = 2;
    Duties duties = plan_duties(plan);
    EXPECT(duty_about(&duties, DUTY_ALIGNED, "smem", NULL)->number == 2);
    EXPECT(!duty_about(&duties, DUTY_ALIGNED, "a_smem", NULL));
    plan->arenas[0].align = 1;
    duties = plan_duties(plan);
    EXPECT(!duties_have(&duties, DUTY_ALIGNED));
    plan = plans_reg_load();
    plan->buffers[0].align = 2;
    duties = plan_duties(plan);
    EXPECT(duty_about(&duties, DUTY_ALIGNED, "src", NULL)->number == 2);
    plan->buffers[0].align = 1;
    duties = plan_duties(plan);
    EXPECT(!duties_have(&duties, DUTY_ALIGNED));
}

/* A body for other targets asks for more: for scratch, a barrier, wider alignment. */
static void join_bodies(void) {
    Plan *narrow = plans_lane_transpose(), *wide = plans_relayout_64x8();
    Duties duties = plan_duties(narrow), more = plan_duties(wide);
    EXPECT(!duties_have(&duties, DUTY_SCRATCH) && duties_have(&duties, DUTY_CONVERGED));
    duties_join(&duties, &more);
    EXPECT(duty_about(&duties, DUTY_SCRATCH, "scratch", NULL) != NULL);
    EXPECT(duty_about(&duties, DUTY_COME, "tc_cta_sync", NULL) != NULL);
    EXPECT(duties_have(&duties, DUTY_CONVERGED) && duties_have(&duties, DUTY_WHOLE_CTA));
    for (int i = 1; i < duties.count; i++)
        EXPECT(duties.at[i - 1].kind <= duties.at[i].kind);
    int count = duties.count;
    wide->buffers[0].align = 128;
    more = plan_duties(wide);
    duties_join(&duties, &more);
    EXPECT(duties.count == count);
    EXPECT(duty_about(&duties, DUTY_ALIGNED, "scratch", NULL)->number == 128);
    EXPECT(duty_about(&duties, DUTY_SCRATCH, "scratch", NULL)->more == 128);
    const Duty *reuse = duty_about(&duties, DUTY_REUSE, "scratch", NULL);
    EXPECT(reuse && !reuse->more);
    Duties synced = plan_duties(plans_relayout_rounds()), open = plan_duties(plans_relayout_64x8());
    EXPECT(duty_about(&synced, DUTY_REUSE, "scratch", NULL)->more);
    duties_join(&synced, &open);
    EXPECT(!duty_about(&synced, DUTY_REUSE, "scratch", NULL)->more);
    EXPECT(duty_about(&synced, DUTY_CALLERS, NULL, NULL) && synced.at[0].kind == DUTY_CALLERS);
}

/* Of numbers, the greater one where more is asked for, and the first one of all others. */
static void join_numbers(void) {
    const DutyKind most[] = {DUTY_ALIGNED, DUTY_ROOM, DUTY_SCRATCH, DUTY_COME};
    for (int kind = 0; kind < DUTY_COUNT; kind++) {
        Duty at[2] = {
            {.kind = (DutyKind)kind, .name = "a", .number = 3, .more = 0},
            {.kind = (DutyKind)kind, .name = "a", .with = "b", .number = 9, .more = 1}};
        Duties list = {0}, first = {.count = 2, .at = at};
        duties_join(&list, &first);
        EXPECT(list.count == 2 && list.at[0].number == 3 && list.at[1].number == 9);
        at[0].number = 5;
        at[0].more = 1;
        at[1].number = 7;
        at[1].more = 0;
        duties_join(&list, &first);
        bool greater = false, both = kind == DUTY_SEEN || kind == DUTY_REUSE;
        for (size_t i = 0; i < COUNT_OF(most); i++)
            greater |= (int)most[i] == kind;
        EXPECT(list.count == 2);
        EXPECT(list.at[0].number == (greater ? 5 : 3) && list.at[1].number == 9);
        EXPECT(list.at[0].more == (kind == DUTY_SCRATCH));
        EXPECT(list.at[1].more == !both);
    }
}

/* Duties of one kind stay in the order in which they came. */
static void join_order(void) {
    Duties list = {0};
    for (int i = 0; i < 40; i++) {
        char *name = mem_printf("%d", i);
        Duty duty = {.kind = i % 2 ? DUTY_ALIGNED : DUTY_WAIT, .name = name, .number = i};
        Duties one = {.count = 1, .at = &duty};
        duties_join(&list, &one);
    }
    EXPECT(list.count == 40);
    for (int i = 0; i < list.count; i++)
        EXPECT(list.at[i].number == (i < 20 ? 2 * i + 1 : 2 * (i - 20)));
}

/* ---- over all plans ------------------------------------------------------------------------- */

static void visit(const NamedPlan *named, Text *out, bool *met) {
    Function *function = function_of(named);
    const Plan *plan = function->choices[0].plan;
    Proof proof = plan_prove(plan);
    EXPECT_OF(named->name, proof.ok);
    if (!proof.ok)
        printf("  %s: %s: %s\n", named->name, proof.kind, proof.reason);
    for (int i = 0; i < plan->part_count; i++)
        if (!plan->parts[i].is_body) {
            Function part = function_part(function, i);
            if (has_new(&part, met))
                add_texts(out, &part);
            drop_each(&part, met);
            name_arguments(&part);
        }
    if (plan->part_count)
        return;
    if (has_new(function, met))
        add_texts(out, function);
    drop_each(function, met);
    name_arguments(function);
}

static void all_texts(Text *out) {
    bool met[DUTY_COUNT] = {false};
    for (int i = 0; i < PLANS_COUNT; i++)
        visit(&all_plans[i], out, met);
    for (int i = 0; i < PLANS_OF_DUTIES; i++)
        visit(&duty_plans[i], out, met);
    for (int kind = 0; kind < DUTY_COUNT; kind++) {
        EXPECT(met[kind]);
        if (!met[kind])
            printf("  no plan has duty %d\n", kind);
    }
}

/* What is asked of callers stands apart from the plan: behind a line of its own, which is empty. */
static void apart_from_the_plan(void) {
    Plan *plan = plans_reg_load();
    Text text = {0};
    explain_contract(&text, plans_function("tc_a", OP_COPY, &plan, 1));
    EXPECT(strncmp(text_string(&text), "\n  ", 3) == 0);
}

int main(int argc, char **argv) {
    Text text = {0};
    lists_grow();
    lists_are_joined();
    all_texts(&text);
    join_bodies();
    join_numbers();
    join_order();
    sequences();
    sequences_of_parts();
    arrivals();
    alignments();
    EXPECT(is_expected(file, &text, argc, argv));
    EXPECT(diag_error_count() == 0);
    apart_from_the_plan();
    mem_free_all();
    return unit_finish();
}
