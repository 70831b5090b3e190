/* test_pipe_agents.c: agents that wait for one another, run by hand. Where they all come to the end of loops of every length there must be code, where they hang
 * it must be said who stands where, and what is offered must help. */
#include "agents_run.h"

/* The first loop that hangs, of those that tcgen runs. */
static void hang(World *world) {
    const PipelinePlan *plan = world->plan;
    int64_t deepest = 0;
    for (int64_t turns = 0; turns < 4; turns++)
        if (!run(world, turns, false))
            return;
    for (int v = 0; v < plan->count; v++) {
        int64_t stages = plan->records[v].value->stages;
        deepest = stages > deepest ? stages : deepest;
        if (world->named[v] && stages > 2 && !run(world, stages + 1, false))
            return;
    }
    run(world, 2 * plan->stage_count + 2 * deepest, false);
}

/* ---- what is said of it ---------------------------------------------------------------------- */

static void add_readers(
    Text *text, const World *world, int value, int64_t iteration, const char *what) {
    bool named[MOST_AGENTS] = {false};
    for (int o = 0; o < world->op_count; o++) {
        const Deed *op = &world->ops[o];
        if (op->value != value || op->consumer < 0 || world->done[o] > iteration || iteration < 0 ||
            named[op->agent])
            continue;
        named[op->agent] = true;
        text_printf(
            text,
            "%s%s%s",
            text->length ? " and " : "",
            world->plan->request->agents[op->agent].name,
            what);
    }
}

static const char *needs(const World *world, const Event *event) {
    const PipelinePlan *plan = world->plan;
    const Deed *op = &world->ops[event->op];
    const PipelineValue *value = plan->records[op->value].value;
    Text text = {0};
    for (int a = 0; a < world->agents && event->kind == MEET; a++)
        if (is_of(world, a, op->value) && !stands_at(world, a, op->value))
            text_printf(&text, "%s%s", text.length ? " and " : "", plan->request->agents[a].name);
    if (event->kind == READ)
        text_add(&text, plan->request->agents[value->producer.agent].name);
    if (event->kind == TAIL)
        add_readers(&text, world, op->value, world->turns - 1, "");
    if (event->kind == FILL)
        add_readers(&text, world, op->value, event->iteration - value->stages, "");
    for (int h = 0; h < plan->handoff_count && event->kind == FILL; h++)
        if (plan->handoffs[h].to == op->value && !plan->handoffs[h].barrier) {
            int from = plan->handoffs[h].from;
            const char *what = mem_printf(" to read '%s'", plan->records[from].value->name);
            add_readers(&text, world, from, event->iteration - plan->handoffs[h].distance, what);
        }
    return text_string(&text);
}

static const char *who_stands(const World *world) {
    Text text = {0};
    int count = 0;
    for (int a = 0; a < world->agents; a++) {
        const Event *event = event_of(world, a);
        if (!event || ++count > 4)
            continue;
        const Deed *op = &world->ops[event->op];
        text_printf(
            &text,
            "%s%s %s '%s' (needs %s)",
            count > 1 ? ", " : "",
            world->plan->request->agents[a].name,
            event->tail        ? "in the tail of"
            : op->consumer < 0 ? "to fill"
                               : "to read",
            world->plan->records[op->value].value->name,
            needs(world, event));
    }
    return mem_printf(
        "its agents wait for each other at named barriers: %s%s; ",
        text_string(&text),
        count > 4 ? ", ..." : "");
}

/* As tcgen decides it: all have mbarriers, then one after another goes back to its barrier where that works. */
static const char *syncs_that_help(const PipelinePlan *plan) {
    Pipeline block = *plan->request;
    PipelinePlan trial = *plan;
    Text text = {0};
    trial.request = &block;
    trial.records = NEW_ARRAY(Record, plan->count);
    PipelineValue *values = NEW_ARRAY(PipelineValue, plan->count);
    for (int v = 0; v < plan->count; v++) {
        values[v] = *plan->records[v].value;
        values[v].sync = values[v].sync == SYNC_NONE || values[v].sync == SYNC_NAMED
                             ? SYNC_MBAR
                             : values[v].sync;
        trial.records[v] = plan->records[v];
        trial.records[v].value = &values[v];
    }
    for (int v = 0; v < plan->count; v++) {
        if (plan->records[v].value->sync != SYNC_NONE && plan->records[v].value->sync != SYNC_NAMED)
            continue;
        values[v].sync = SYNC_NAMED;
        World world = world_of(&trial);
        if (all_run(&world, false))
            continue;
        values[v].sync = SYNC_MBAR;
        text_printf(&text, "%s'%s'", text.length ? " and " : "", values[v].name);
    }
    return mem_printf("give %s 'sync mbar'", text_string(&text));
}

/* ---- random blocks --------------------------------------------------------------------------- */

static const char *random_body(int n) {
    static const char *const syncs[] = {"named", "mbar", "async", "mbar"};
    Text text = {0};
    int agents = 2 + n % 4, values = 2 + draw(MOST_VALUES - 1), barred = draw(values);
    text_printf(&text, "ii 8\nmode %s\nagents", n % 4 == 0 ? "seed" : n % 3 ? "pack" : "slot");
    for (int a = 0; a < agents; a++)
        text_printf(&text, " a%d:1w", a);
    const char *sync = "named";
    int stages = 0, producer = 0, head = 0;
    for (int v = 0; v < values; v++) {
        int begin = 2 * draw(12), readers = 1 + draw(3);
        bool joins = v > 0 && v != barred && *sync != 'n' && n % 3 == 0 && draw(2);
        if (!joins) {
            stages = n % 2 ? 1 + draw(2) : 1 + draw(4);
            producer = draw(agents);
            sync = v == barred ? "named" : syncs[draw(4)];
            head = v;
        }
        text_printf(
            &text,
            "\nvalue V%d u32[8] stages %d sync %s%s produce a%d @%d.%d consume",
            v,
            stages,
            sync,
            joins ? mem_printf(" with V%d", head) : "",
            producer,
            begin / 8,
            begin % 8);
        int first = (producer + 1 + draw(agents - 1)) % agents;
        for (int c = 0; c < readers; c++) {
            int end = begin + (n % 2 && *sync != 'n' ? 1 + draw(2) : 2 * draw(4 * stages)),
                who = c && draw(2) ? (producer + 1 + draw(agents - 1)) % agents : first;
            if (*sync != 'n' && draw(4) == 0)
                who = producer;
            text_printf(&text, "%s a%d @%d.%d", c ? "," : "", who, end / 8, end % 8);
        }
    }
    return text_string(&text);
}

static int came, hung, moved, synced, in_turn, circles, handed;

static void expect_reason(const PipelinePlan *plan, World *world, const char *reason) {
    MemMark mark = mem_mark();
    hang(world);
    const char *who = who_stands(world);
    bool as_told = strncmp(reason, who, strlen(who)) == 0;
    EXPECT_OF("who stands where", as_told);
    for (const char *at = who; (at = strstr(at, "(needs ")) != NULL; at++) {
        const char *read = strstr(at, " to read '");
        handed += read && read < strchr(at, ')');
    }
    const char *help = as_told ? reason + strlen(who) : "";
    bool moves =
        strncmp(help, "in one cycle an agent works in the order of declaration: declare ", 64) == 0;
    EXPECT_OF("an order that helps", !moves || order_helps(world_of(plan), help));
    EXPECT_OF("barriers that help", moves || strcmp(help, syncs_that_help(plan)) == 0);
    moved += moves;
    synced += !moves;
    mem_rewind(mark);
}

static void expect_as_run(const PipelinePlan *plan) {
    PipelineCode *code = pipeline_code(plan);
    World world = world_of(plan);
    bool hangs = code->reason && strstr(code->reason, "wait for each other at named barriers");
    bool any = false, through = all_run(&world, false);
    if (!code->ok && !hangs)
        return;
    for (int v = 0; v < plan->count; v++)
        any = any || world.named[v];
    EXPECT_OF("comes through", through == code->ok);
    EXPECT_OF("the tail", !code->ok || code->tail_in_turn == (any && !all_run(&world, true)));
    EXPECT_OF("pipeline_code_hangs", pipeline_code_hangs(plan) == hangs);
    in_turn += code->ok && code->tail_in_turn;
    came += code->ok;
    hung += hangs;
    if (hangs && !through)
        expect_reason(plan, &world, code->reason);
}

static void test_agents(void) {
    for (int n = 0; n < 1000; n++) {
        MemMark mark = mem_mark();
        state = (uint64_t)n;
        PipelinePlan *plan = plan_of(random_body(n), TARGET_SM_90);
        circles += !plan;
        if (plan)
            expect_as_run(plan);
        diag_reset();
        diag_set_warning("no-share");
        mem_rewind(mark);
    }
    printf(
        "%d come through, %d hang: %d for their order, %d for their barriers; %d tails in turn, %d "
        "no plan\n",
        came,
        hung,
        moved,
        synced,
        in_turn,
        circles);
    EXPECT(handed > 1 && came > 100 && moved > 10 && synced > 10 && in_turn > 5);
}

int main(void) {
    diag_set_warning("no-share");
    test_agents();
    mem_free_all();
    return unit_finish();
}
