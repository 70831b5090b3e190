/* test_plan_mutation.c: correct Plans -> the same with one planted fault each; plan_prove accepts the
 * first and rejects every other with a fitting kind. Where a change may leave the meaning as it was
 * (a modulus above all values), equal traces are the proof of that and the fault counts as none. */
#include "faults.h"
#include "described.h"
#include "tests/unit/plans.h"
#include <string.h>

enum { MAX_SITES = 64 };
static int passed, failed, equivalent;
static int caught[64]; /* per kind of fault */

static void fail(const char *plan, const char *what, int site, const Proof *proof) {
    failed++;
    printf(
        "FAIL %s: %s at place %d: %s%s%s\n",
        plan,
        what,
        site,
        proof->ok ? "accepted" : proof->kind,
        proof->reason ? ": " : "",
        proof->reason ? proof->reason : "");
}

static bool trace_visit(void *context, const Access *access) {
    uint64_t *hash = context;
    int64_t row[] = {
        access->phase,
        access->step,
        access->thread,
        access->address,
        access->bytes,
        access->write,
        access->space,
        access->buffer};
    *hash = *hash * 1099511628211u ^ fnv1a64(row, sizeof row);
    return true;
}

/* Equal for equal sequences of accesses; symbols at their smallest values. */
static uint64_t trace_hash(const Plan *plan) {
    uint64_t hash = 14695981039346656037u;
    if (!plan_trace(plan, trace_visit, &hash))
        hash ^= 1;
    return hash;
}

static bool kind_fits(const char *kinds, const char *kind) {
    size_t length = strlen(kind);
    for (const char *at = strstr(kinds, kind); at; at = strstr(at + 1, kind))
        if ((at == kinds || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

static void plant(const char *name, const Plan *plan, int kind, int site, uint64_t hash) {
    const Fault *fault = &faults[kind];
    bool same = false;
    Plan *wrong = plan_copied(plan);
    if (!fault->plant(wrong, site, &same))
        return;
    Proof proof = plan_prove(wrong);
    if (proof.ok && same && trace_hash(wrong) == hash) {
        equivalent++;
    } else if (proof.ok || !kind_fits(fault->kinds, proof.kind)) {
        fail(name, fault->name, site, &proof);
    } else {
        caught[kind]++;
        passed++;
    }
}

static void mutate(const char *name, const Plan *plan) {
    MemMark mark = mem_mark();
    Proof proof = plan_prove(plan);
    if (!proof.ok) {
        fail(name, "nothing planted", 0, &proof);
        return;
    }
    passed++;
    uint64_t hash = trace_hash(plan);
    for (int kind = 0; kind < fault_count; kind++) {
        for (int site = 0; site < MAX_SITES; site++) {
            plant(name, plan, kind, site, hash);
            mem_rewind(mark);
            mark = mem_mark();
        }
    }
}

/* Row 2 * b + a is copied by thread 16 * a + b: none reads what it copied itself (but for 0 and 31),
 * so that the barrier matters. */
static Expr other_rows(void) {
    Expr expr = expr_constant(0);
    expr_add(&expr, coef_int(8), digit_of(VAR_RANK, 0, 16, 0));
    expr_add(&expr, coef_int(16), digit_of(VAR_RANK, 0, 1, 16));
    expr_add(&expr, coef_int(4), digit_of(VAR_LOOP, 0, 1, 0));
    return expr;
}

/* cp.async into scratch, a wait, then a load: the only Plan here whose token closes inside. */
static Plan *staged(void) {
    Plan *load = plan_copied(plans_reg_load());
    Plan *plan = plan_copied(load);
    plan->buffer_count = 2;
    plan->buffers = NEW_ARRAY(Buffer, 2);
    plan->buffers[0] = load->buffers[0];
    plan->buffers[0].space = SPACE_GMEM;
    plan->buffers[1] = load->buffers[0];
    plan->buffers[1].name = "scratch";
    plan->buffers[1].role = ROLE_SCRATCH;
    plan->token_count = 1;
    plan->tokens = NEW_ARRAY(Token, 1);
    plan->tokens[0] = (Token){.name = "group"};
    plan->phase_count = 2;
    plan->phases = NEW_ARRAY(Phase, 2);
    plan->phases[0] = plan->phases[1] = load->phases[0];
    Step *get = &plan->phases[1].steps[0];
    get->buffer = 1;
    Step *put = NEW(Step);
    *put = *get;
    put->primitive = PRIM_CP_ASYNC_B128;
    put->from_buffer = 0;
    put->from = put->where = other_rows();
    put->bundle = -1;
    put->opens_token = 0;
    plan->phases[0].steps = put;
    plan->phases[0].closes_token = 0;
    plan->phases[0].sync = (Sync){.kind = SYNC_WARP, .mask = 0xffffffffu};
    plan->flows[0].src.space = SPACE_GMEM;
    return plan;
}

int main(void) {
    for (int i = 0; i < PLANS_COUNT; i++)
        mutate(all_plans[i].name, all_plans[i].build());
    mutate("staged", staged());
    for (int i = 0; i < described_count; i++) {
        const char *name;
        Plan *plan = described_plan(i, &name);
        if (plan) {
            mutate(name, plan);
        } else {
            failed++;
            printf("FAIL %s: no plan\n", name);
        }
    }
    for (int kind = 0; kind < fault_count; kind++) {
        if (caught[kind] == 0) {
            failed++;
            printf("FAIL no plan has a place for: %s\n", faults[kind].name);
        }
    }
    printf("%d kinds of fault; %d changes left the plan as it was\n", fault_count, equivalent);
    printf("%d passed, %d failed\n", passed, failed);
    mem_free_all();
    return failed != 0;
}
