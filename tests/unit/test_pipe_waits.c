/* test_pipe_waits.c: agents that wait in a circle. Random loops at mbarriers, of which some wait for what comes later:
 * one is refused exactly when its agents, run by hand, hang; the notes are a circle of waits that does not lead back to
 * an earlier turn; and the order that is offered opens it. */
#include "agents_run.h"

enum { TURNS = 40 };

static const char *random_body(int n) {
    Text text = {0};
    int agents = n % 5 ? 2 + n % 3 : 1, values = 1 + draw(MOST_VALUES);
    text_printf(&text, "ii 8\nmode %s\nagents", n % 3 ? "pack" : "slot");
    for (int a = 0; a < agents; a++)
        text_printf(&text, " a%d:1w", a);
    for (int v = 0; v < values; v++) {
        int stages = 1 + draw(3), begin = 8 + 2 * draw(10), readers = 1 + draw(2);
        text_printf(
            &text,
            "\nvalue V%d u32[8] stages %d %s produce a%d @%d.%d consume",
            v,
            stages,
            draw(6) ? "sync mbar" : "barrier none",
            draw(agents),
            begin / 8,
            begin % 8);
        for (int c = 0; c < readers; c++) {
            int end = begin + 1 + draw(8 * stages),
                at = draw(3) ? begin + 2 * draw(4 * stages) : 2 * draw(begin / 2 + 1);
            int dist = at >= 8 && draw(4) == 0;
            at = at >= end ? end - 1 : at;
            text_printf(
                &text,
                "%s a%d @%d.%d+%d",
                c ? "," : "",
                draw(agents),
                at / 8 - dist,
                at % 8,
                end - at);
            if (dist)
                text_add(&text, " dist 1");
        }
    }
    return text_string(&text);
}

static PipelinePlan *planned(const Pipeline *request) {
    PipelinePlan *plan = request ? pipe_new(request, 1u << TARGET_SM_90, false, 232448) : NULL;
    if (!plan || !pipe_lifetimes(plan) || !pipe_barriers(plan))
        return NULL;
    pipe_classify(plan);
    if (!pipe_bind(plan))
        return NULL;
    pipe_share(plan);
    if (!pipe_pack(plan))
        return NULL;
    pipe_handoffs(plan);
    return plan;
}

static const Anchor *anchor_of(const World *world, const Deed *op) {
    const PipelineValue *value = world->plan->records[op->value].value;
    return op->consumer < 0 ? &value->producer : &value->consumers[op->consumer];
}

static int op_at(const World *world, int line, int column) {
    for (int o = 0; o < world->op_count; o++)
        if (anchor_of(world, &world->ops[o])->loc.line == line &&
            anchor_of(world, &world->ops[o])->loc.column == column)
            return o;
    return -1;
}

/* Why `to` of iteration i + weight comes after `from` of iteration i, in turns, when the reason is `why`; 1000: it
 * does not. */
static int64_t weight_of(const World *world, int from, int to, const char *why) {
    const Deed *u = &world->ops[from], *v = &world->ops[to];
    const Anchor *before = anchor_of(world, u), *at = anchor_of(world, v);
    int64_t shift = at->stage + at->cycle / 8 - before->stage - before->cycle / 8;
    const char *ordered = mem_printf(
        "reaches that point only after '%s' at %d.%d",
        world->plan->records[u->value].value->name,
        (int)(before->stage + before->cycle / 8),
        (int)(before->cycle % 8));
    if (strcmp(why, ordered) == 0) {
        bool last = to == 0 || world->ops[to - 1].agent != v->agent;
        int next =
            from + 1 < world->op_count && world->ops[from + 1].agent == u->agent ? from + 1 : -1;
        return u->agent == v->agent && (next == to || (next < 0 && last)) ? (next != to) : 1000;
    }
    if (u->value == v->value && strcmp(why, "waits for its producer") == 0)
        return u->consumer < 0 && v->consumer >= 0 ? at->distance + shift : 1000;
    if (u->value == v->value && strcmp(why, "waits until the slot is free") == 0)
        return u->consumer >= 0 && v->consumer < 0
                   ? world->plan->records[v->value].value->stages - before->distance + shift
                   : 1000;
    for (int h = 0; h < world->plan->handoff_count; h++) {
        const Handoff *handoff = &world->plan->handoffs[h];
        if (strcmp(why, "waits until the shared place is handed over") == 0 &&
            handoff->from == u->value && handoff->to == v->value && u->consumer >= 0 &&
            v->consumer < 0)
            return handoff->distance - before->distance + shift;
    }
    return 1000;
}

typedef struct {
    int op;
    const char *why;
} Note;

static int notes_of(const World *world, const char *said, Note *notes) {
    int count = 0;
    for (const char *at = said; (at = strstr(at, "\np.tc:")) != NULL; at++) {
        int line = 0, column = 0, length = 0;
        char agent[8] = "", verb[16] = "", value[8] = "";
        if (sscanf(
                at + 1,
                "p.tc:%d:%d: note: %7s %15s '%7[^']': %n",
                &line,
                &column,
                agent,
                verb,
                value,
                &length) < 5)
            continue;
        int o = op_at(world, line, column);
        const char *why = at + 1 + length, *end = strchr(why, '\n');
        EXPECT_OF("the place of a note", o >= 0 && count < MOST_OPS);
        if (o < 0 || count == MOST_OPS)
            return 0;
        const Deed *op = &world->ops[o];
        EXPECT_OF("its agent", strcmp(agent, world->plan->request->agents[op->agent].name) == 0);
        EXPECT_OF("what it does", strcmp(verb, op->consumer < 0 ? "produces" : "consumes") == 0);
        EXPECT_OF("its value", strcmp(value, world->plan->records[op->value].value->name) == 0);
        notes[count++] = (Note){o, mem_text(why, (size_t)(end - why))};
    }
    return count;
}

static bool is_told_before(const Deed *a, const Deed *b) {
    return a->value != b->value ? a->value < b->value : a->consumer < b->consumer;
}

static int alone, order, handed;

/* A tie of the circle is two operations of one agent and one cycle; no move of one that was not offered would help. */
static void expect_help(const World *world, const Note *notes, int count, const char *said) {
    const char *help = strstr(said, "help: ");
    const char *move =
        help ? strstr(help, "in one cycle an agent works in the order of declaration: declare ")
             : NULL;
    EXPECT_OF("the order that is offered", !move || order_helps(*world, move));
    order += move != NULL;
    if (move)
        return;
    EXPECT_OF(
        "what helps",
        help && strstr(
                    help,
                    "produce each value before it is consumed, or read the value of an earlier "
                    "iteration with 'dist 1'\n"));
    for (int n = 0; n < count; n++) {
        const Deed *from = &world->ops[notes[(n + count - 1) % count].op],
                   *to = &world->ops[notes[n].op];
        if (*notes[n].why != 'r' || from->cycle != to->cycle || from->value == to->value ||
            from > to)
            continue;
        const char *other = mem_printf("declare 'V%d' before 'V%d'", to->value, from->value);
        EXPECT_OF("no order helps", !order_helps(*world, other));
    }
}

static void expect_circle(const World *world, const char *said) {
    Note notes[MOST_OPS];
    int count = notes_of(world, said, notes);
    int64_t weight = 0;
    bool one = true;
    EXPECT_OF("notes", count > 0);
    for (int n = 0; n < count; n++) {
        int64_t step =
            weight_of(world, notes[(n + count - 1) % count].op, notes[n].op, notes[n].why);
        EXPECT_OF("one waits for the one before", step < 1000);
        weight += step;
        one = one && world->ops[notes[n].op].agent == world->ops[notes[0].op].agent;
        EXPECT_OF(
            "the first told begins",
            n == 0 || is_told_before(&world->ops[notes[0].op], &world->ops[notes[n].op]));
        handed += *notes[n].why == 'w' && strstr(notes[n].why, "handed") != NULL;
    }
    EXPECT_OF("it does not lead back to an earlier turn", weight <= 0);
    if (count == 0)
        return;
    const Anchor *at = anchor_of(world, &world->ops[notes[0].op]);
    const char *what =
        one ? "agent '%s' waits for itself" : "'%s' waits in a circle: no agent can continue";
    char words[80];
    snprintf(words, sizeof words, what, world->plan->request->agents[at->agent].name);
    const char *head =
        mem_printf("p.tc:%d:%d: error: %s [E_WAIT_CYCLE]\n", at->loc.line, at->loc.column, words);
    EXPECT_OF("its head", strncmp(said, head, strlen(head)) == 0);
    alone += one;
    expect_help(world, notes, count, said);
}

static void test_circles(void) {
    int refused = 0, fine = 0;
    for (int n = 0; n < 3000; n++) {
        MemMark mark = mem_mark();
        Text said = {0};
        state = (uint64_t)n;
        PipelinePlan *plan = planned(request_of(random_body(n)));
        if (plan) {
            World world = world_of(plan);
            memset(world.named, 0, sizeof world.named);
            bool through = run(&world, TURNS, true), waits = pipe_waits(plan);
            EXPECT_OF("a circle hangs", through == waits);
            diag_flush(&said);
            if (!waits)
                expect_circle(&world, text_string(&said));
            else
                EXPECT_OF("nothing is said", said.length == 0);
            refused += !waits;
            fine += waits;
        }
        diag_reset();
        mem_rewind(mark);
    }
    printf(
        "%d wait in a circle, %d of them for themselves, %d for their order, %d hand-offs in "
        "circles; %d do not\n",
        refused,
        alone,
        order,
        handed,
        fine);
    EXPECT(refused > 200 && alone > 20 && order > 10 && handed > 10 && fine > 500);
}

int main(void) {
    test_circles();
    mem_free_all();
    return unit_finish();
}
