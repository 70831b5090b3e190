/* explain.c: Functions -> what a kernel author wants to know before a call: what the function
 * moves, which variant runs on which target and why, the reason of every other variant, the plan
 * step by step with its addresses, the cost, the owners, and the duties of the caller.
 *
 * Invariants: everything is read from the request, the Plans, their proofs, costs and declines;
 * prose is wrapped at 96 columns. */
#include "contract.h"
#include <inttypes.h>
#include <string.h>

enum { LABEL_AT = 2, TEXT_AT = 14 };

static void item(Text *out, const char *label, const char *text) {
    words_wrap(out, LABEL_AT, label, TEXT_AT, text);
}

static const char *const space_words[SPACE_COUNT] = {
    "global memory", "shared memory", "registers", "another CTA's shared memory", "tensor memory"};

/* What was picked for an `auto` layout, and how well all copies of the tile do with it. */
static void explain_auto(Text *out, const char *side, const AutoChoice *choice) {
    Text text = {0};
    if (!choice)
        return;
    text_printf(
        &text, "%s is %s, the best of %d candidates; ", side, choice->chosen, choice->candidates);
    if (choice->copies > 1)
        text_printf(&text, "%d copies of the description touch the tile, in ", choice->copies);
    text_printf(
        &text,
        "%" PRId64 " wavefront%s, %s",
        choice->got,
        choice->got == 1 ? "" : "s",
        choice->is_free ? "without a bank conflict"
                        : mem_printf("%" PRId64 " would do", choice->ideal));
    if (choice->own_bits < choice->plain_bits)
        text_printf(
            &text,
            "; %d-bit accesses here, but %s would allow %d bits",
            choice->own_bits,
            choice->base,
            choice->plain_bits);
    item(out, "auto", text_string(&text));
}

/* "moves  32x8 elements of f32, 1024 bytes, from shared memory to registers" */
static void explain_moves(Text *out, const Function *function, const Copy *copy) {
    const Choice *choice = first_choice(function);
    Text text = {0};
    bool is_idle = choice && keeps_registers(choice->plan);
    if (choice && (is_idle || !is_plain_copy(choice->plan))) {
        item(out, "does", what_words(function, choice->plan));
        return;
    }
    words_shape(&text, &copy->dst);
    text_printf(
        &text,
        " elements of %s, %" PRId64 " bytes, from %s to %s",
        copy->dtype->name,
        function->bytes,
        space_words[copy->src.space],
        space_words[copy->dst.space]);
    item(out, "moves", text_string(&text));
}

/* What a copy moves, from where to where, and who calls it. */
static void explain_copy(Text *out, const Function *function) {
    const Copy *copy = function_copy(function);
    explain_moves(out, function, copy);
    if (copy->op != OP_FILL) /* its made-up source follows the destination */
        explain_auto(out, "src", function->view.choice[0]);
    explain_auto(out, "dst", function->view.choice[1]);
    Text callers = {0};
    words_callers(&callers, &copy->scope);
    if (function->has_at)
        text_printf(&callers, " (rank: 0 .. %d)", copy->scope.threads - 1);
    item(out, "called by", text_string(&callers));
}

static void explain_request(Text *out, const Function *function) {
    const Request *request = function->request;
    text_printf(out, "%s\n", function->name);
    if (request->statement)
        words_wrap(out, LABEL_AT, "", LABEL_AT + 2, request->statement);
    if (function->digest_name)
        item(
            out,
            "name",
            "made from a digest because a layout has no name; a header needs `as NAME`");
    switch (request->kind) {
    case REQUEST_COPY:
        explain_copy(out, function);
        break;
    case REQUEST_LANE0:
        explain_region(out, function);
        break;
    }
}

static bool is_bulk(const Plan *plan) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int i = 0; i < plan->phases[p].step_count; i++)
            if (primitives[plan->phases[p].steps[i].primitive].kind == KIND_BULK_COPY)
                return true;
    return false;
}

static void explain_transfers(Text *text, const Plan *plan) {
    if (plan->vec_bits && is_bulk(plan))
        text_printf(
            text,
            ": bulk copies of %d bytes, %d of them; ",
            plan->vec_bits / 8,
            plan->ops_per_thread);
    else if (plan->vec_bits)
        text_printf(
            text, ": %d-bit transfers, %d per thread; ", plan->vec_bits, plan->ops_per_thread);
    else
        text_add(text, "; ");
}

/* `policy best` puts the losers on the list of declines, with the predicate "cost". */
static void explain_why(Text *out, const Function *function, const Choice *choice) {
    const char *pinned = function_pin(function);
    Text text = {0};
    int losers = 0;
    for (int i = 0; i < choice->decline_count; i++)
        losers += strcmp(choice->declines[i].predicate, "cost") == 0;
    text_add(&text, choice->plan->variant);
    explain_transfers(&text, choice->plan);
    if (pinned)
        text_printf(&text, "the statement asks for it (using %s)", pinned);
    else if (function->request->policy_tirx)
        text_add(&text, "the first in priority order that did not decline (policy tirx)");
    else if (losers)
        text_printf(
            &text,
            "the cheapest of %d that fit (policy best), score %" PRId64,
            losers + 1,
            choice->cost.score);
    else
        text_add(&text, "the only one that fits (policy best)");
    item(out, "variant", text_string(&text));
}

static void explain_declines(Text *out, const Function *function, const Choice *choice) {
    bool first = true;
    for (int i = 0; i < choice->decline_count; i++) {
        const Decline *decline = &choice->declines[i];
        Text text = {0};
        if (choice->plan && decline_is_inherent(function, decline))
            continue;
        text_printf(&text, "%s [%s]: %s", decline->variant, decline->predicate, decline->reason);
        item(out, first ? "declined" : "", text_string(&text));
        first = false;
    }
}

/* "with ld % 8 == 0: 2 x 128 bits instead of 16 x 16" */
static void explain_missing(Text *out, const Choice *choice) {
    const Missing *missing = choice->missing;
    const Plan *plan = choice->plan;
    if (!missing)
        return;
    item(
        out,
        "narrow",
        mem_printf(
            "with %s: %s%d x %d bits instead of %d x %d",
            missing_facts(missing),
            strcmp(missing->variant, plan->variant) == 0 ? ""
                                                         : mem_printf("%s, ", missing->variant),
            missing->ops_per_thread,
            missing->vec_bits,
            plan->ops_per_thread,
            plan->vec_bits));
}

static const char *each_element(int64_t elements) {
    return elements == 1 ? "the one element" : mem_printf("each of %" PRId64 " elements", elements);
}

static void explain_proof(Text *out, const Choice *choice) {
    Text text = {0};
    const Plan *plan = choice->plan;
    if (choice->proof.ok && plan->flow_count > 0 && plan->flows[0].onto != COMBINE_NONE)
        text_printf(
            &text,
            "%s is combined exactly once with the contents of its place; "
            "nothing outside the region is touched; every access is aligned",
            each_element(choice->proof.elements));
    else if (choice->proof.ok && plan->flow_count == 0)
        text_add(&text, "nothing moves; every barrier gets the arrivals that it counts");
    else if (choice->proof.ok)
        text_printf(
            &text,
            "%s arrives at its place exactly once; nothing outside the region is touched; "
            "every access is aligned",
            each_element(choice->proof.elements));
    else
        text_printf(&text, "NOT proven: %s", choice->proof.reason ? choice->proof.reason : "");
    item(out, "proof", text_string(&text));
}

static void explain_choice(Text *out, const Function *function, const Choice *choice) {
    Text targets = {0}, map = {0}, boxes = {0};
    words_targets(&targets, choice->targets);
    text_char(out, '\n');
    words_wrap(out, 0, "on", 3, text_string(&targets));
    if (!choice->plan) {
        item(out, "variant", "none: calling the function is a compile-time error");
        item(out, "reason", choice->reason ? choice->reason : "");
        explain_declines(out, function, choice);
        return;
    }
    explain_why(out, function, choice);
    explain_missing(out, choice);
    explain_declines(out, function, choice);
    explain_proof(out, choice);
    if (tensormap_words(choice->plan, &map, &boxes)) {
        item(out, "map", text_string(&map));
        item(out, "boxes", text_string(&boxes));
    }
    explain_plan(out, choice);
    explain_cost(out, choice);
}

static void explain_function(Text *out, const Function *function) {
    explain_request(out, function);
    for (int j = 0; j < function->choice_count; j++)
        explain_choice(out, function, &function->choices[j]);
    if (function->choice_count)
        explain_contract(out, function);
    for (int j = 0; j < function->warning_count; j++)
        item(out, j ? "" : "warnings", function->warnings[j]);
}

/* Who owns what and how wide each access is takes a hundred times the memory of its text. */
void out_explain(Text *out, const Program *program, const char *only) {
    bool first = true;
    for (int i = 0; i < program->count; i++) {
        const Function *function = &program->functions[i];
        budget_statement(function->request->loc);
        if (only && strcmp(only, function->name) != 0)
            continue;
        MemMark mark = mem_mark();
        Text one = {0};
        text_add(&one, first ? "" : "\n\n");
        first = false;
        explain_function(&one, function);
        text_keep(out, &one, mark);
    }
}
