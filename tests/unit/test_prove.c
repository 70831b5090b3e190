/* test_prove.c: the proof accepts every correct hand-built Plan and says why it refuses a wrong one.
 * (The many kinds of planted faults are in tests/mutation.) */
#include "generator/plan/plan.h"
#include "plans.h"
#include "unit.h"
#include <string.h>

static void all_are_accepted(void) {
    for (int i = 0; i < PLANS_COUNT; i++) {
        Proof proof = plan_prove(all_plans[i].build());
        EXPECT_OF(
            all_plans[i].name,
            proof.ok && (proof.elements > 0) == (all_plans[i].build()->flow_count > 0));
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

int main(void) {
    all_are_accepted();
    faults_have_kinds();
    mem_free_all();
    return unit_finish();
}
