/* test_prove.c: the proof accepts every correct hand-built Plan and says why it refuses a wrong one.
 * (The many kinds of planted faults are in tests/mutation.) */
#include "generator/plan/prove.h"
#include "plans.h"
#include "unit.h"
#include <string.h>

/* Of the destinations, whatever the number of rounds. */
static int64_t elements_of(const Plan *plan) {
    int64_t all = 0;
    for (int f = 0; f < plan->flow_count; f++) {
        int64_t count = 1;
        for (int d = 0; d < plan->flows[f].dst.rank; d++)
            count *= plan->flows[f].dst.region[d].extent;
        all += count;
    }
    return all;
}

static void all_are_accepted(void) {
    for (int i = 0; i < PLANS_COUNT; i++) {
        Plan *plan = plan_copy(all_plans[i].build());
        Proof proof = plan_prove(plan);
        EXPECT_OF(all_plans[i].name, proof.ok && proof.elements == elements_of(plan));
        if (!proof.ok)
            printf("  %s: %s: %s\n", all_plans[i].name, proof.kind, proof.reason);
    }
}

static void expect_kind(const Plan *plan, const char *kind) {
    Proof proof = plan_prove(plan);
    EXPECT_OF(kind, !proof.ok && strcmp(proof.kind, kind) == 0);
    if (!proof.ok && strcmp(proof.kind, kind) != 0)
        printf("  want %s, got %s: %s\n", kind, proof.kind, proof.reason);
}

static void faults_have_kinds(void) {
    Plan *plan = plans_reg_load();
    plan->buffers[0].align = 8;
    expect_kind(plan, "misaligned");
    plan = plans_reg_load();
    plan->phases[0].steps[0].src[0].at.constant += 4;
    expect_kind(plan, "outside");
    plan = plans_reg_load();
    plan->phases[0].step_count = 0;
    expect_kind(plan, "missing");
    plan = plans_relayout_64x8();
    plan->phases[0].step_count--;
    expect_kind(plan, "race");
    plan = plans_bulk_128x64();
    plan->objects[0].left = false;
    expect_kind(plan, "in-flight");
    plan = plans_fallback_4x6();
    plan->phases[0].guard_count = 0;
    expect_kind(plan, "twice");
}

/* What is said names the place as the caller knows it, and who was there. */
static void expect_reason(const Plan *plan, const char *reason) {
    Proof proof = plan_prove(plan);
    EXPECT_OF(reason, !proof.ok && proof.reason && strcmp(proof.reason, reason) == 0);
    if (!proof.reason || strcmp(proof.reason, reason) != 0)
        printf("  want %s, got %s\n", reason, proof.reason ? proof.reason : "nothing");
}

static void reasons_name_places(void) {
    Plan *plan = plans_reg_load();
    plan->phases[0].step_count = 0;
    expect_reason(plan, "dst[0] of thread 0 is never written");
    plan = plans_narrow_warps();
    plan->phases[0].step_count = 0;
    expect_reason(plan, "dst[0] of thread 32 is never written");
    plan = plans_reg_load();
    plan->phases[0].steps[0].src[0].at.constant += 4;
    expect_reason(plan, "thread 31 touches src[256], which is outside the region");
    plan = plans_reg_load();
    plan->phases[0].steps[0].src[0].at.constant++;
    expect_reason(plan, "thread 0: src[1] is not known to be 16-byte aligned");
    plan = plans_fallback_4x6();
    plan->phases[0].guard_count = 0;
    expect_reason(plan, "dst[0] is written twice, by thread 0 and by thread 1");
    plan = plans_relayout_64x8();
    plan->phases[0].step_count--;
    expect_reason(plan, "the read of scratch[1] by thread 1 is not ordered after thread 0");
    plan = plans_ld_128x64();
    plan->phases[0].steps[0].src[0].at.constant -= 8;
    expect_reason(plan, "thread 0 touches src[-8], which is outside the region");
    plan = plans_ld_128x64();
    expr_drop_term(&plan->phases[0].steps[0].src[0].at, 1);
    expect_reason(plan, "dst[8] gets a wrong element");
    plan = plans_ld_128x64();
    Expr *from = &plan->phases[0].steps[0].src[0].at;
    expr_add(from, (Coef){128, 1, {0}}, digit_of(VAR_ONE, 0, 1, 0));
    expect_reason(plan, "thread 0 touches src[128 * ld], which is outside the region");
    plan = plans_bulk_128x64();
    plan->objects[0].left = false;
    expect_reason(plan, "src[0] is still in flight at the end");
    plan = plans_ring_exchange();
    plan->phases[1].step_count--;
    expect_reason(
        plan,
        "the use of bar by the elected thread of warp 0 of CTA 0 is not ordered after the "
        "initialisation");
}

/* Of a ragged row it is warp cols / 1024 that has the tail. Below 2048 that is the same number modulo 2, and
 * the box that the walk begins in, 0 for warp 0, is one of them. */
static void digits_without_a_modulus(void) {
    const char *text = "copy cta(64) f16 gmem S[(2048)] -> reg 2048 "
                       "S[(2,4,32,8):(1@warpid,8,1@laneid,1)] { masked; using tail; } as top\n";
    const Source *source = source_from_text("<prove>", (char *)text, strlen(text));
    Program *program = program_build(lang_load(source, prelude_text, NULL, 0, 0), true);
    Plan *plan = program && program->count == 1 ? program->functions[0].choices[0].plan : NULL;
    int changed = 0;
    EXPECT(plan && plan_prove(plan).ok);
    for (int i = 0; plan && i < plan->phases[0].step_count; i++) {
        Step *step = &plan->phases[0].steps[i];
        for (int k = 0; k < step->cond_count; k++) {
            Expr *lhs = &step->conds[k].lhs;
            if (lhs->term_count != 1 || lhs->terms[0].digit.div != 1024)
                continue;
            Term term = lhs->terms[0];
            changed += term.digit.mod == 2;
            term.digit.mod = 0;
            expr_set_term(lhs, 0, term);
        }
    }
    EXPECT(changed == 1 && plan_prove(plan).ok);
}

/* Who is left out by a guard that reads a loop is not known before the loop runs. */
static void guards_that_read_loops(void) {
    Plan *plan = plans_narrow_warps();
    Cond guard = {{0}, COND_LT, {0}};
    expr_add(&guard.lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    expr_add(&guard.rhs, coef_int(1), digit_of(VAR_LOOP, 1, 1, 0));
    plan->guard_count = 0;
    plan->phases[0].guard = &guard;
    plan->phases[0].guard_count = 1;
    plan_narrow(plan);
    EXPECT(plan->guard_count == 4);
}

/* Sets of values are the same however they came together, and know what is in them twice. */
static void sets(void) {
    Prover prover = {.next_leaf = 1};
    const Dtype *dtype = dtype_find("f32", 3);
    Value leaf[6], low, high, all, of_all, joined, other;
    for (int i = 0; i < 6; i++)
        leaf[i] = value_leaf(&prover);
    const Value turned[] = {leaf[4], leaf[0], leaf[3], leaf[2], leaf[1]};
    const Value pairs[] = {
        leaf[1], leaf[0], leaf[3], leaf[2], leaf[4]}; /* each above the last but one */
    bool ok = value_combined(&prover, COMBINE_ADD, dtype, leaf[0], leaf[1], &low) &&
              value_combined(&prover, COMBINE_ADD, dtype, leaf[4], leaf[3], &high) &&
              value_combined(&prover, COMBINE_ADD, dtype, high, low, &joined) &&
              value_combined(&prover, COMBINE_ADD, dtype, joined, leaf[2], &all) &&
              value_combined_of(&prover, COMBINE_ADD, dtype, leaf, 1, 5, &of_all) &&
              value_combined_of(&prover, COMBINE_ADD, dtype, turned, 1, 5, &other);
    EXPECT(ok && all == of_all && all == other && joined != all);
    EXPECT(value_combined_of(&prover, COMBINE_ADD, dtype, pairs, 1, 5, &other) && other == all);
    EXPECT(value_combined_of(&prover, COMBINE_ADD, dtype, leaf, 2, 3, &other) && other != all);
    EXPECT(value_combined_of(&prover, COMBINE_MAX, dtype, leaf, 1, 5, &other) && other != all);
    EXPECT(value_combined_of(&prover, COMBINE_ADD, dtype, leaf, 1, 6, &other) && other != all);
    for (int i = 0; i < 5; i++) {
        EXPECT(!value_combined(&prover, COMBINE_ADD, dtype, all, leaf[i], &other));
        EXPECT(prover.kind && strcmp(prover.kind, "twice") == 0);
        EXPECT(!value_combined(&prover, COMBINE_XOR, dtype, leaf[i], leaf[i], &other));
    }
    EXPECT(!value_combined(&prover, COMBINE_ADD, dtype, all, high, &other));
    ok = value_combined_of(&prover, COMBINE_MAX, dtype, leaf, 1, 4, &low) &&
         value_combined_of(&prover, COMBINE_MAX, dtype, leaf + 2, 1, 3, &high) &&
         value_combined(&prover, COMBINE_MAX, dtype, low, high, &joined) &&
         value_combined_of(&prover, COMBINE_MAX, dtype, leaf, 1, 5, &all) &&
         value_combined(&prover, COMBINE_MAX, dtype, all, leaf[2], &other);
    EXPECT(ok && joined == all && other == all);
}

int main(void) {
    sets();
    reasons_name_places();
    all_are_accepted();
    faults_have_kinds();
    digits_without_a_modulus();
    guards_that_read_loops();
    mem_free_all();
    return unit_finish();
}
