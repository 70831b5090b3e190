/* test_offered.c: what must hold for every plan that any variant offers, whether it is chosen or not, for
 * many statements of the other tests: the proof accepts it, and nothing of it is idle. An array of a thread
 * has as many elements as the steps reach, every array, buffer and loop is used, every loop turns at least
 * twice, and what is told of the widest access and of the number of accesses is what the steps say. A
 * variant that declines says why, in words and in a word. */
#include "generator/dispatch/contest.h"
#include "unit.h"

static int plans, declines;

/* ---- how far the steps reach -------------------------------------------------------------------- */

typedef struct {
    const Plan *plan;
    int64_t most[64]; /* by bundle: the end of what the steps reach of it */
    bool used[64], looped[MAX_PLAN_LOOPS], stored[64];
    int64_t accesses[2]; /* all others, loads of memory: executions by a thread */
    int64_t widest;
    int steps; /* that access memory */
} Reach;

static int64_t most_of(const Plan *plan, const Expr *expr) {
    int64_t most = expr->constant;
    for (int i = 0; i < expr->term_count; i++) {
        const Digit *digit = &expr->terms[i].digit;
        int64_t extent = 1, best = 0;
        if (digit->kind == VAR_LOOP)
            extent = plan->loops[digit->index].extent;
        for (int64_t at = 0; at < extent; at++) {
            int64_t values[MAX_PLAN_LOOPS] = {0};
            values[digit->kind == VAR_LOOP ? digit->index : 0] = at;
            const Point point = {0, values, NULL};
            int64_t value = digit->kind == VAR_LOOP ? digit_value(digit, &point) : 0;
            value *= expr->terms[i].coef.value;
            best = value > best ? value : best;
        }
        most += best;
    }
    return most;
}

static void reach_side(Reach *reach, const Step *step, const Side *side) {
    if (side->kind == AT_BUFFER)
        reach->stored[side->of] = true;
    if (side->kind != AT_BUNDLE)
        return;
    int64_t end = most_of(reach->plan, &side->at) + step_elements(reach->plan, step);
    reach->used[side->of] = true;
    reach->most[side->of] = end > reach->most[side->of] ? end : reach->most[side->of];
}

static void reach_loops(Reach *reach, const Expr *expr) {
    for (int loop = 0; loop < reach->plan->loop_count; loop++)
        reach->looped[loop] |= expr_reads_loop(expr, loop);
}

static void reach_step(Reach *reach, const Phase *phase, Step *step) {
    const Plan *plan = reach->plan;
    const Primitive *primitive = &primitives[step->primitive];
    int64_t times = 1;
    const Side *sides[] = {&step->dst, &step->src[0], &step->src[1]};
    for (int i = 0; i < phase->loop_count; i++)
        times *= plan->loops[phase->loops[i]].extent;
    for (int i = 0; i < step->repeat_count; i++)
        times *= plan->loops[step->repeat[i]].extent;
    for (int i = 0; i < 3; i++) {
        reach_side(reach, step, sides[i]);
        reach_loops(reach, &sides[i]->at);
    }
    bool bulk = primitive->kind == KIND_BULK_COPY, is_load = step_memory(step) == &step->src[0];
    int64_t bits = bulk ? 8 * step->count : primitive->bits;
    if (!step_memory(step) && !bulk && primitive->kind != KIND_ASYNC_COPY)
        return;
    reach->steps++;
    reach->accesses[is_load] += times;
    reach->widest = bits > reach->widest ? bits : reach->widest;
}

static Reach reach_of(const Plan *plan) {
    Reach reach = {.plan = plan};
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            reach_step(&reach, &plan->phases[p], &plan->phases[p].steps[s]);
    return reach;
}

/* ---- a plan -------------------------------------------------------------------------------------- */

static void say(const Plan *plan, const char *statement, const char *what, bool holds) {
    EXPECT_OF(what, holds);
    if (!holds)
        printf("  %s: %s: %s", plan->variant, what, statement);
}

/* What passes through registers counts once, what passes through scratch memory twice; renames have no
 * access. Of masked copies a vector may have two steps, one for its elements; of `fallback` the owners of
 * parts of a region have steps of their own. */
static void check_accesses(const Plan *plan, const Reach *reach, const char *statement) {
    const int64_t *count = reach->accesses, ops = plan->ops_per_thread;
    bool two_ways = strcmp(plan->variant, "relayout_smem") == 0;
    if (plan->buffer_count == 0 || plan->flow_count == 0 || plan->vec_bits == 0)
        return;
    say(plan, statement, "the widest access", reach->widest == plan->vec_bits);
    if (plan->flows[0].limits.count == 0 &&
        (strcmp(plan->variant, "fallback") != 0 || reach->steps < 3))
        say(plan,
            statement,
            "the accesses",
            two_ways ? count[0] + count[1] == ops : count[0] == ops || count[1] == ops);
}

/* Two origins under two swizzles take the proof a second. */
static bool is_small(const Copy *copy) {
    enum { MOST_ELEMENTS = 256, MOST_THREADS = 96 };
    const bool swizzled = copy->src.layout.swizzle.on && copy->dst.layout.swizzle.on;
    return !(swizzled && copy->symbol_count > 1) && copy->scope.threads <= MOST_THREADS &&
           region_count(&copy->dst) <= MOST_ELEMENTS;
}

/* The end of what any rank and any turn of its loops reaches of the buffer. */
static int64_t buffer_end(const Plan *plan, int buffer) {
    int64_t most = 0;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            const Side *sides[] = {&step->dst, &step->src[0]};
            for (int i = 0; i < 2; i++) {
                if (sides[i]->kind != AT_BUFFER || sides[i]->of != buffer)
                    continue;
                int64_t turns[MAX_PLAN_LOOPS] = {0}, at;
                for (int loop = 0; loop <= plan->loop_count;) {
                    for (int64_t rank = 0; rank < plan->threads; rank++) {
                        const Point point = {rank, turns, NULL};
                        if (!expr_value(&sides[i]->at, &point, &at))
                            return -1;
                        at += step_elements(plan, step);
                        most = at > most ? at : most;
                    }
                    for (loop = 0; loop < plan->loop_count; loop++) {
                        if (!expr_reads_loop(&sides[i]->at, loop))
                            continue;
                        if (++turns[loop] < plan->loops[loop].extent)
                            break;
                        turns[loop] = 0;
                    }
                    if (loop == plan->loop_count)
                        break;
                }
            }
        }
    return most;
}

/* Scratch memory is as large as what lies in it, which is as large as what is reached of it: of matrices the
 * lanes that give no address count too, so that it may be more. */
static void check_scratch(const Plan *plan, const char *statement) {
    int64_t bytes = 0;
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        if (!buffer->arena)
            continue;
        int64_t own = (buffer->elements * buffer->dtype->bits + 7) / 8;
        say(plan, statement, "scratch is in turn", buffer->offset == bytes);
        say(plan,
            statement,
            "scratch ends where the steps do",
            buffer_end(plan, i) >= buffer->elements);
        bytes += (own + 15) / 16 * 16;
    }
    for (int i = 0; i < plan->arena_count; i++) {
        say(plan,
            statement,
            "scratch as large as needed",
            (plan->arenas[i].bytes + 15) / 16 * 16 == bytes);
        say(plan, statement, "scratch aligned", plan->arenas[i].align == 16);
    }
}

/* Of two halves of a word that are joined only one may be used. */
static bool is_end(const Bundle *bundle, int64_t end) {
    return bundle->count == end ||
           (bundle->dtype->bits == 16 && bundle->count == (end + 1) / 2 * 2);
}

/* What goes through shared memory in an order of its own meets no conflict of banks, of a power of two of
 * words. */
static void check_conflicts(const Plan *plan, const char *statement) {
    static const char *const free_of[] = {"relayout_smem", "permute_xor"};
    const Cost cost = plan_cost(plan);
    const Flow *flow = &plan->flows[0];
    const bool global = flow->src.space == SPACE_GMEM || flow->dst.space == SPACE_GMEM;
    const int64_t count = plan->flow_count && !global ? region_count(&flow->dst) : 0;
    for (size_t i = 0; i < COUNT_OF(free_of); i++)
        if (strcmp(plan->variant, free_of[i]) == 0 && count && (count & (count - 1)) == 0 &&
            plan->dtype->bits >= 32)
            for (int w = 0; w < cost.wavefront_count; w++)
                say(plan,
                    statement,
                    "no conflict of banks",
                    cost.wavefronts[w].got == cost.wavefronts[w].ideal);
}

static void check_plan(const Plan *plan, bool copies, const char *statement) {
    const Proof proof = plan_prove(plan);
    const Reach reach = reach_of(plan);
    plans++;
    say(plan, statement, "it is proven", proof.ok || strcmp(proof.kind, "too-big") == 0);
    for (int i = 0; i < plan->bundle_count; i++) {
        say(plan, statement, "each array is used", reach.used[i]);
        if (plan->bundles[i].role == ROLE_SCRATCH)
            say(plan,
                statement,
                "an array ends where the steps do",
                is_end(&plan->bundles[i], reach.most[i]));
    }
    check_scratch(plan, statement);
    check_conflicts(plan, statement);
    for (int i = 0; i < plan->buffer_count; i++)
        say(plan, statement, "each buffer is used", reach.stored[i]);
    for (int i = 0; i < plan->loop_count; i++) {
        say(plan, statement, "each loop is used", reach.looped[i]);
        say(plan,
            statement,
            "each loop turns",
            plan->loops[i].extent > 1 || plan->flows[0].limits.count ||
                strcmp(plan->variant, "rows") == 0);
    }
    if (copies)
        check_accesses(plan, &reach, statement);
}

static void check_answer(const Contest *contest, int at, const char *statement) {
    MemMark mark = mem_mark();
    Decline decline = {0};
    const Plan *plan = offer_of(contest, &variants[at], &decline);
    if (plan)
        check_plan(plan, contest->query.copy != NULL, statement);
    else {
        declines++;
        EXPECT_OF(variants[at].name, decline.predicate && *decline.predicate);
        EXPECT_OF(variants[at].name, decline.reason && *decline.reason);
    }
    mem_rewind(mark);
}

/* ---- the statements ------------------------------------------------------------------------------ */

static void ask_request(const Request *request, const View *view, const char *statement) {
    static const int targets[] = {TARGET_SM_90, TARGET_SM_80, TARGET_COUNT - 1};
    Contest contest = {.request = request};
    if (request->kind == REQUEST_COPY)
        contest.query.copy = view->moved;
    else
        contest.query.lane0 = &request->lane0;
    for (int i = 0; i < variant_count; i++) {
        if (!is_asked(&contest, &variants[i]))
            continue;
        bool by_target = variants[i].differs != DIFFERS_SAME;
        for (size_t k = 0; k < (by_target ? COUNT_OF(targets) : 1); k++) {
            contest.query.target = targets[k];
            check_answer(&contest, i, statement);
        }
    }
}

static void ask_statement(void *context) {
    const char *statement = context;
    const Source *source = source_from_text("<offered>", statement, strlen(statement));
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    if (!module || diag_error_count())
        return;
    Picked *picked = auto_layouts(module);
    for (int i = 0; i < module->request_count; i++) {
        const Request *request = module->requests[i];
        View view = {0};
        budget_statement(request->loc);
        if (request->kind == REQUEST_COPY &&
            (picked[i].refused || !view_make(request, &picked[i], &view) ||
             !check_copy(view.caller) || !is_small(view.caller)))
            continue;
        ask_request(request, &view, statement);
    }
}

static void ask(const char *statement) {
    diag_reset();
    budget_reset();
    budget_run(ask_statement, (void *)statement);
    diag_reset();
    mem_free_all();
}

enum { MOST_LENGTH = 220 }; /* the origins of longer ones take the proof seconds */

/* Each line of the file that has a statement. */
static void ask_file(const char *name) {
    static char text[1 << 20];
    FILE *file = fopen(name, "rb");
    EXPECT_OF(name, file != NULL);
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    bool tirx = false;
    for (char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        char *end = line + length + (line[length] == '\n');
        line[length] = 0;
        if (strncmp(line, "policy", 6) == 0 && !strchr(line, ';'))
            tirx = strcmp(line, "policy tirx") == 0;
        else if (*line && *line != '#' && length < MOST_LENGTH)
            ask(mem_printf("%s%s\n", tirx ? "policy tirx\n" : "", line));
        line = end;
    }
}

/* Reductions and scans of every kind of distribution; what the language refuses is passed over. */
static void ask_lanes(void) {
    static const char *const groups[] = {"warp 32", "warp 8", "cta(64)"};
    static const char *const dtypes[] = {"f16", "f32", "f64", "u32"};
    static const char *const whole[] = {
        "%s[32] / %s[1]",
        "%s[64] / %s[2]",
        "%s[96] / %s[3] cyclic",
        "%s[8] / %s[1]",
        "%s[16] / %s[2]",
        "%s[64] / %s[1]",
        "%s[8,16] / %s[2,2]",
        "%s[4,8,4] / %s[1,2,2]"};
    static const struct {
        const char *in, *out;
        int over;
    } folded[] = {
        {"%s[2,32] / %s[2,1]", "[32]", 0},
        {"%s[32,4] / %s[1,4]", "[32]", 1},
        {"%s[8,16] / %s[2,2]", "[16]", 0},
        {"%s[8,16] / %s[1,4]", "[8]", 1},
        {"%s[4,32] / %s[4,1]", "[32]", 0},
        {"%s[4,64] / %s[4,2]", "[64]", 0},
        {"%s[3,64] / %s[3,2] cyclic", "[64]", 0}};
    static const char *const own[] = {"[1]", "[1]", "[2]", "[1]", "[1]", "[2]", "[2]"};
    char text[400], in[64];
    for (size_t g = 0; g < COUNT_OF(groups); g++)
        for (size_t d = 0; d < COUNT_OF(dtypes); d++) {
            const char *t = dtypes[d];
            for (size_t i = 0; i < COUNT_OF(whole); i++) {
                snprintf(in, sizeof in, whole[i], t, t);
                snprintf(
                    text,
                    sizeof text,
                    "reduce a %s min { in x : %s; in c : %s; out y : %s; }\n"
                    "reduce b %s argmax { in x : %s; out i : u32; out y : %s; }\n"
                    "reduce c %s add { in x : %s; out y : %s; }\n",
                    groups[g],
                    in,
                    t,
                    t,
                    groups[g],
                    in,
                    t,
                    groups[g],
                    in,
                    t);
                ask(text);
                snprintf(
                    text,
                    sizeof text,
                    "scan a %s add inclusive { in x : %s; out y : %s; }\n",
                    groups[g],
                    in,
                    in);
                ask(text);
                snprintf(
                    text,
                    sizeof text,
                    "scan a %s mul exclusive { in x : %s; out y : %s; }\n",
                    groups[g],
                    in,
                    in);
                ask(text);
            }
            for (size_t i = 0; i < COUNT_OF(folded) && g == 0; i++) {
                const char *out = folded[i].out, *one = own[i];
                const bool turns = strstr(folded[i].in, "cyclic") != NULL;
                const char *how = turns ? " cyclic" : "";
                snprintf(in, sizeof in, folded[i].in, t, t);
                snprintf(
                    text,
                    sizeof text,
                    "reduce a warp 32 mul over %d { in x : %s; in c : %s%s / %s%s%s; "
                    "out y : %s%s / %s%s%s; }\n",
                    folded[i].over,
                    in,
                    t,
                    out,
                    t,
                    one,
                    how,
                    t,
                    out,
                    t,
                    one,
                    how);
                ask(text);
                snprintf(
                    text,
                    sizeof text,
                    "reduce a warp 32 argmin over %d { in x : %s; out i : u32%s / u32%s%s; "
                    "out y : %s%s / %s%s%s; }\n",
                    folded[i].over,
                    in,
                    out,
                    one,
                    how,
                    t,
                    out,
                    t,
                    one,
                    how);
                ask(text);
            }
        }
}

/* Bits of the lane and of the register in another order: rotated by `turn`, and bits `a` and `b` exchanged. */
static void ask_bits(const char *dtype, int registers, int turn, int a, int b) {
    char src[200] = "", from[200] = "", to[200] = "", shape[80] = "";
    const int bits = 5 + registers;
    int order[8];
    for (int i = 0; i < bits; i++)
        order[i] = (i + turn) % bits;
    const int kept = order[a];
    order[a] = order[b];
    order[b] = kept;
    for (int i = 0; i < bits; i++) {
        const char *comma = i ? "," : "";
        snprintf(shape + strlen(shape), sizeof shape - strlen(shape), "%s2", i ? "x" : "");
        snprintf(src + strlen(src), sizeof src - strlen(src), "%s2", comma);
        snprintf(
            from + strlen(from),
            sizeof from - strlen(from),
            i < 5 ? "%s%d@laneid" : "%s%d",
            comma,
            1 << (i < 5 ? 4 - i : bits - 1 - i));
        snprintf(
            to + strlen(to),
            sizeof to - strlen(to),
            order[i] < 5 ? "%s%d@laneid" : "%s%d",
            comma,
            1 << (order[i] < 5 ? 4 - order[i] : bits - 1 - order[i]));
    }
    ask(mem_printf(
        "relayout warp %s reg %s S[(%s):(%s)] -> reg %s S[(%s):(%s)] as a\n",
        dtype,
        shape,
        src,
        from,
        shape,
        src,
        to));
}

static void ask_relayouts(void) {
    static const char *const dtypes[] = {"f32", "f16", "u8"};
    for (int registers = 1; registers <= 3; registers++)
        for (int turn = 0; turn < 5 + registers; turn++)
            for (int b = 1; b < 5 + registers; b += 3)
                ask_bits(dtypes[(registers + turn + b) % 3], registers, turn, 0, b);
}

int main(int argc, char **argv) {
    if (argc == 2) {
        ask(argv[1]);
        return unit_finish();
    }
    (void)argv;
    ask_file("tests/unit/offers.tc");
    ask_file("tests/unit/offers_edges.tc");
    ask_file("tests/unit/plan_rows.tc");
    ask_file("tests/choices/wild.tc");
    ask_file("tests/choices/random.tc");
    ask_file("tests/choices/axes.tc");
    ask_file("tests/choices/straight.tc");
    ask_file("tests/choices/broadcast.tc");
    ask_file("tests/choices/bulk.tc");
    ask_file("tests/choices/owners.tc");
    const int before = plans;
    ask_lanes();
    EXPECT(plans - before > 200);
    const int until = plans;
    ask_relayouts();
    EXPECT(plans - until > 100);
    printf("%d plans, %d declines\n", plans, declines);
    EXPECT(plans > 1000 && declines > 1000);
    mem_free_all();
    return unit_finish();
}
