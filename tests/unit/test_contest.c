/* test_contest.c: who wins. For many statements the contest is held once more, from the columns of the dispatch table
 * and the rules of docs/costs.md alone: the variants that serve the statement are asked in the order of the table,
 * under `policy best` the cheapest plan wins and of equal ones the first, under `policy tirx` the first plan. The
 * winner of each target, every decline with its numbers, and what a function tells of its plans must agree. */
#include "generator/dispatch/contest.h"
#include "unit.h"
#include <inttypes.h>

static int contests, losers;

static void say(const char *statement, const char *what, bool holds) {
    EXPECT_OF(what, holds);
    if (!holds)
        printf("  %s: %s", what, statement);
}

static bool has_space(const Copy *copy, Space space) {
    return copy->src.space == space || copy->dst.space == space;
}

/* The column `asked` of variants.def, in the words of its head. */
static bool is_case(const Copy *copy, const Variant *variant) {
    const bool away = has_space(copy, SPACE_DSMEM), reduces = copy->options.reduce != NULL;
    const ScopeKind scope = copy->scope.kind;
    switch (variant->asked) {
    case ASKED_ALWAYS:
        return true;
    case ASKED_BY_NAME:
        return false;
    case ASKED_REMOTE:
        return away;
    case ASKED_ONE_THREAD: /* an elected thread copies, or one thread out of shared memory */
        return !away &&
               (scope == SCOPE_ELECTED || (scope == SCOPE_THREAD && copy->src.space == SPACE_SMEM));
    case ASKED_REDUCING:
        return reduces && !away;
    case ASKED_FIXED:
        return !copy->src.is_auto && !copy->dst.is_auto;
    case ASKED_TENSOR:
        return copy->options.tensormap;
    case ASKED_LAST:
        return true;
    }
    return false;
}

/* A reduce over a register layout is a statement of its own. */
static bool serves_lanes(const Request *request, const Variant *variant) {
    const Lane0 *lane0 = &request->lane0;
    unsigned asked = lane0->over >= 0 && lane0->values[lane0->source].registers
                         ? SERVES_FOLD
                         : 1u << (OP_COUNT + lane0->kit);
    if (!(variant->serves & asked))
        return false;
    if (lane0->using_variant)
        return strcmp(lane0->using_variant, variant->name) == 0;
    return !request->policy_tirx || variant->policy == POLICY_TIRX;
}

static bool serves(const Request *request, const Copy *copy, const Variant *variant) {
    if (!copy)
        return serves_lanes(request, variant);
    const Options *options = &copy->options;
    if (!(variant->serves >> copy->op & 1))
        return false;
    if (options->using_variant)
        return strcmp(options->using_variant, variant->name) == 0;
    if ((request->policy_tirx && variant->policy == POLICY_BEST) ||
        (options->reduce && !(variant->knows & KNOWS_REDUCES)))
        return false;
    if (options->multicast)
        return variant->knows & KNOWS_MULTICASTS && variant->asked != ASKED_TENSOR;
    return is_case(copy, variant);
}

/* ---- one target ---------------------------------------------------------------------------------- */

typedef struct {
    const Request *request;
    const Copy *copy;
    const char *statement;
    int target;
    const Plan *plan; /* of the winner so far */
    const Variant *winner;
    int64_t score;
    int decline; /* of the choice, whose turn it is */
    const Choice *choice;
} Round;

static void expect_decline(
    Round *round, const char *variant, const char *predicate, const char *reason) {
    const Decline *decline = round->decline < round->choice->decline_count
                                 ? &round->choice->declines[round->decline++]
                                 : NULL;
    bool same = decline && strcmp(decline->variant, variant) == 0 &&
                strcmp(decline->predicate, predicate) == 0 && strcmp(decline->reason, reason) == 0;
    say(round->statement, "a decline tells what happened", same);
    if (!same)
        printf("  wanted %s [%s] %s\n", variant, predicate, reason);
}

static void lose(
    Round *round, const Variant *loser, int64_t score, const Variant *winner, int64_t least) {
    char reason[160];
    losers++;
    if (score == least)
        snprintf(
            reason,
            sizeof reason,
            "equal cost (%lld); %s comes first in the table",
            (long long)score,
            winner->name);
    else
        snprintf(
            reason,
            sizeof reason,
            "it costs %lld, but %s costs %lld",
            (long long)score,
            winner->name,
            (long long)least);
    say(round->statement, "who loses is not cheaper", score >= least);
    expect_decline(round, loser->name, "cost", reason);
}

static void ask(Round *round, const Variant *variant) {
    const Lane0 *lane0 = round->copy ? NULL : &round->request->lane0;
    Contest contest = {.request = round->request, .query = {round->target, round->copy, lane0}};
    Decline decline = {0};
    Plan *plan = offer_of(&contest, variant, &decline);
    const ScopeKind scope = lane0 ? SCOPE_WARP : round->copy->scope.kind;
    const char *pin = lane0 ? lane0->using_variant : round->copy->options.using_variant;
    bool one = scope == SCOPE_ELECTED || scope == SCOPE_THREAD;
    bool quiet = variant->told == TOLD_QUIET || (variant->told == TOLD_QUIET_ONE && one);
    if (!plan) {
        if (!quiet || pin)
            expect_decline(round, variant->name, decline.predicate, decline.reason);
        return;
    }
    Cost cost = plan_cost(plan);
    cost_set_target(&cost, round->target);
    if (!round->plan || cost.score < round->score) {
        if (round->plan)
            lose(round, round->winner, round->score, variant, cost.score);
        round->plan = plan;
        round->winner = variant;
        round->score = cost.score;
    } else
        lose(round, variant, cost.score, round->winner, round->score);
}

static const Choice *choice_for(const Function *function, int target) {
    for (int i = 0; i < function->choice_count; i++)
        if (function->choices[i].targets >> target & 1)
            return &function->choices[i];
    return NULL;
}

static bool is_refused(const Choice *choice) {
    bool any = false;
    for (int i = 0; i < choice->decline_count; i++)
        any |= strcmp(choice->declines[i].reason, choice->reason) == 0;
    return any || strcmp(choice->reason, "no variant works on this target") == 0;
}

/* Where several targets have one plan its declines are those of the newest. */
static void check_target(const Function *function, int target, const char *statement) {
    const Choice *choice = choice_for(function, target);
    Copy *copy = function->view.moved ? NEW(Copy) : NULL;
    if (copy) {
        *copy = *function->view.moved;
        copy->owners = owners_new(copy);
    }
    Round round = {function->request, copy, statement, target, .choice = choice};
    bool newest = choice && !(choice->targets >> (target + 1));
    say(statement, "each target has a choice", choice != NULL);
    if (!choice || !newest)
        return;
    contests++;
    for (int i = 0; i < variant_count; i++) {
        bool last = variants[i].asked == ASKED_LAST && round.plan;
        if (serves(round.request, round.copy, &variants[i]) && !last)
            ask(&round, &variants[i]);
        if (round.request->policy_tirx && round.plan)
            break;
    }
    say(statement, "nothing else declined", round.decline == choice->decline_count);
    say(statement, "there is a plan, or none", !round.plan == !choice->plan);
    if (!round.plan || !choice->plan) {
        say(statement, "a reason is one of the declines", choice->plan || is_refused(choice));
        return;
    }
    say(statement,
        "the winner",
        strcmp(round.winner->name, choice->plan->variant) == 0 &&
            plan_equal(round.plan, choice->plan));
    const Cost cost = plan_cost(round.plan);
    bool same = cost.wavefront_count == choice->cost.wavefront_count;
    for (int i = 0; i < cost.wavefront_count && same; i++) {
        const Wavefronts *a = &cost.wavefronts[i], *b = &choice->cost.wavefronts[i];
        same =
            a->got == b->got && a->ideal == b->ideal && a->phase == b->phase && a->step == b->step;
    }
    bool measured = target_generation(target) == GENERATION_MEASURED;
    for (int other = 0; other < target && !measured; other++)
        measured = choice->targets >> other & 1 && target_generation(other) == GENERATION_MEASURED;
    say(statement, "its cost", measured || choice->cost.score == round.score);
    say(statement, "its wavefronts", same);
    say(statement, "its proof", choice->proof.ok && choice->proof.elements > 0);
}

/* ---- a function ---------------------------------------------------------------------------------- */

static int align_of(const Function *function, Role role) {
    int most = 1;
    for (int i = 0; i < function->choice_count; i++)
        for (int b = 0; function->choices[i].plan && b < function->choices[i].plan->buffer_count;
             b++) {
            const Buffer *buffer = &function->choices[i].plan->buffers[b];
            most = buffer->role == role && buffer->align > most ? buffer->align : most;
        }
    return most;
}

/* What is told beside the plans of a copy. */
static void check_copy_told(const Function *function, const char *statement) {
    const Copy *copy = function->view.caller;
    int in = align_of(function, ROLE_IN), out = align_of(function, ROLE_OUT);
    say(statement, "alignment", function->align == (in > out ? in : out));
    say(statement, "alignment of src", function_align(function, ROLE_IN) == in);
    int64_t bits = region_count(&copy->dst) * operand_dtype(copy, &copy->dst)->bits;
    say(statement, "bytes", function->bytes == (bits + 7) / 8);
    bool alone = copy->scope.kind == SCOPE_THREAD || copy->scope.kind == SCOPE_ELECTED;
    say(statement,
        "a form with a rank",
        function->has_at == !alone && !function->rank_macro == alone);
    say(statement, "registers", !function->regs == !has_space(copy, SPACE_REG));
}

static void check_function(const Function *function, unsigned targets, const char *statement) {
    unsigned all = 0;
    int plans = 0;
    for (int i = 0; i < function->choice_count; i++) {
        const Choice *choice = &function->choices[i], *next = &function->choices[i + 1];
        say(statement, "no target is twice", !(all & choice->targets) && choice->targets);
        all |= choice->targets;
        plans += choice->plan != NULL;
        if (i + 1 < function->choice_count && choice->plan && next->plan)
            say(statement,
                "a plan for fewer targets stands first",
                !(choice->plan->targets & ~next->plan->targets) ||
                    (next->plan->targets & ~choice->plan->targets));
    }
    say(statement, "all targets are there", all == targets);
    say(statement, "a proof for each plan", function->proofs >= plans && plans > 0);
    if (function->view.caller)
        check_copy_told(function, statement);
    for (int target = 0; target < TARGET_COUNT; target++)
        if (targets >> target & 1)
            check_target(function, target, statement);
}

/* ---- the statements ------------------------------------------------------------------------------ */

static bool is_small(const Copy *copy) {
    enum { MOST_ELEMENTS = 512, MOST_THREADS = 128 };
    const bool swizzled = copy->src.layout.swizzle.on && copy->dst.layout.swizzle.on;
    return !(swizzled && copy->symbol_count > 1) && copy->scope.threads <= MOST_THREADS &&
           region_count(&copy->dst) <= MOST_ELEMENTS;
}

static void check_statement(void *context) {
    const char *statement = context;
    const Source *source = source_from_text("<contest>", statement, strlen(statement));
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    if (!module || diag_error_count())
        return;
    for (int i = 0; i < module->request_count; i++)
        if (module->requests[i]->kind == REQUEST_COPY && !is_small(&module->requests[i]->copy))
            return;
    const Program *program = program_build(module, false);
    for (int i = 0; i < program->count; i++)
        check_function(&program->functions[i], module->targets, statement);
}

static void check(const char *statement) {
    diag_reset();
    budget_reset();
    budget_run(check_statement, (void *)statement);
    diag_reset();
    mem_free_all();
}

enum { MOST_LENGTH = 220 };

/* Every `step`th line of the file that has a statement. */
static void check_file(const char *name, int step) {
    static char text[1 << 20];
    FILE *file = fopen(name, "rb");
    int number = 0;
    EXPECT_OF(name, file != NULL);
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    bool tirx = false;
    for (char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        char *end = line + length + (line[length] == '\n');
        line[length] = 0;
        if (strncmp(line, "policy", 6) == 0)
            tirx = strcmp(line, "policy tirx") == 0;
        else if (*line && *line != '#' && length < MOST_LENGTH && number++ % step == 0)
            check(mem_printf("%s%s\n", tirx ? "policy tirx\n" : "", line));
        line = end;
    }
}

/* A layout without a name: eight digits of a hash of its text, in json and explain alone. */
static void check_digest(const char *text, const char *layout, const char *name, bool digests) {
    Module *module = lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, 0);
    const Program *program = program_build(module, false);
    char digest[32];
    snprintf(digest, sizeof digest, "_l%08x", (unsigned)(fnv1a64(layout, strlen(layout)) >> 32));
    EXPECT_OF(text, program->count == 1);
    if (program->count) {
        const Function *function = &program->functions[0];
        EXPECT_OF(text, strcmp(function->name, mem_printf(name, digests ? digest : "")) == 0);
        EXPECT_OF(text, function->digest_name == digests);
        EXPECT_OF(text, strcmp(request_name(function->request), function->name) == 0);
    }
    diag_reset();
    mem_free_all();
}

/* Registers that stay where they are have an assignment each, up to 512; more are a loop. */
static void check_moves(const char *text, int steps, int64_t turns) {
    Module *module = lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, 0);
    const Program *program = program_build(module, false);
    const Plan *plan = program->count ? program->functions[0].choices[0].plan : NULL;
    EXPECT_OF(text, plan && strcmp(plan->variant, "relayout_rename") == 0);
    EXPECT_OF(text, plan && plan->phases[0].step_count == steps);
    EXPECT_OF(
        text,
        plan && (turns ? plan->loop_count == 1 && plan->loops[0].extent == turns
                       : plan->loop_count == 0));
    diag_reset();
    mem_free_all();
}

/* Which variant, in how many phases: on both sides of a limit. */
static void check_limit(const char *text, const char *variant, int phases) {
    Module *module = lang_load(source_from_text("t.tc", text, strlen(text)), NULL, NULL, 0, 0);
    const Program *program = program_build(module, false);
    const Plan *plan = program->count ? program->functions[0].choices[0].plan : NULL;
    EXPECT_OF(text, plan && strcmp(plan->variant, variant) == 0 && plan->phase_count == phases);
    diag_reset();
    mem_free_all();
}

static void check_limits(void) {
    /* 128 words by byte permutes, and one more */
    check_limit(
        "relayout thread u8 reg S[(4,128)] -> reg S[(4,128):(1,4)] as a\n", "relayout_lane", 1);
    check_limit(
        "relayout thread u8 reg S[(4,129)] -> reg S[(4,129):(1,4)] as a\n", "relayout_rename", 1);
    /* 48 KiB of scratch in one round, more in two: stores, a barrier and loads each, a barrier between */
    check_limit(
        "relayout cta(128) b128 reg S[(128,24):(1@tx,1)] -> reg 128x24 "
        "S[(2,64,24):(1,2@tx,64)] as a\n",
        "relayout_smem",
        3);
    check_limit(
        "relayout cta(128) b128 reg S[(128,25):(1@tx,1)] -> reg 128x25 "
        "S[(2,64,25):(1,2@tx,64)] as a\n",
        "relayout_smem",
        7);
}

int main(int argc, char **argv) {
    if (argc == 2)
        check(argv[1]);
    else {
        check_file("tests/unit/offers.tc", 1);
        check_file("tests/unit/plan_rows.tc", 1);
        check_file("tests/choices/wild.tc", 1);
        check_file("tests/choices/random.tc", 1);
        check_file("tests/choices/broadcast.tc", 1);
        check_file("tests/choices/bulk.tc", 1);
        check_digest(
            "copy warp f32 gmem S[(32,4):(1,32)] -> smem S[(32,4)]\n",
            "S[(32,4):(1,32)]",
            "tc_warp_copy_gmem%s_to_smem_32x4_f32",
            true);
        check_digest(
            "copy warp f32 gmem S[(32,4)] -> smem S[(32,4):(8,1)]\n",
            "S[(32,4):(8,1)]",
            "tc_warp_copy_gmem_to_smem%s_32x4_f32",
            true);
        check_digest(
            "copy warp f32 gmem S[(32,4)] -> smem S[(32,4)]\n",
            "",
            "tc_warp_copy_gmem_to_smem%s_32x4_f32",
            false);
        check_moves("relayout thread f32 reg S[(512)] -> reg S[(512)] as a\n", 512, 0);
        check_moves("relayout thread f32 reg S[(513)] -> reg S[(513)] as a\n", 1, 513);
        check_moves("relayout thread f32 reg S[(4)] -> reg S[(4):(2)] as a\n", 1, 4);
        check_limits();
        /* the newest target has the plan for all, an older one its own */
        check("target sm_100a, sm_120\n"
              "reduce r warp 32 max { in x : f32[32] / f32[1]; out y : f32; }\n");
        /* lanes that go on over lanes further apart, and slots between them */
        check("scan s warp 32 add inclusive { in x : u32[4,4,16] / u32[2,2,2]; "
              "out y : u32[4,4,16] / u32[2,2,2]; }\n");
        printf("%d contests, %d losers\n", contests, losers);
        EXPECT(contests > 300 && losers > 100);
    }
    mem_free_all();
    return unit_finish();
}
