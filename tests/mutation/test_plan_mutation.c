/* test_plan_mutation.c: correct Plans -> the same with one planted fault each; plan_prove accepts the
 * first and rejects every other with a fitting kind, of which there is none too many. Where a change may leave the meaning as it was
 * (a modulus above all values), equal traces are the proof of that and the fault counts as none. */
#include "faults.h"
#include "described.h"
#include "tests/unit/expected.h"
#include "tests/unit/plans.h"
#include <string.h>

enum { MAX_SITES = 64 };
static int passed, failed, equivalent;
static int caught[64];        /* per kind of fault */
static unsigned answered[64]; /* likewise: bit i for word i of its kinds */
static Text reasons;          /* the first one of each word, and of each plan a digest of all */
static uint64_t digest;

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

/* Which of the words it is, -1: none. */
static int word_of(const char *kinds, const char *kind) {
    size_t length = strlen(kind);
    for (int word = 0; *kinds; word++) {
        size_t end = strcspn(kinds, " ");
        if (end == length && strncmp(kinds, kind, end) == 0)
            return word;
        kinds += end + strspn(kinds + end, " ");
    }
    return -1;
}

static int words_of(const char *kinds) {
    int count = 1;
    for (; *kinds; kinds++)
        count += *kinds == ' ';
    return count;
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
    } else if (proof.ok || word_of(fault->kinds, proof.kind) < 0) {
        fail(name, fault->name, site, &proof);
    } else {
        const unsigned word = 1u << word_of(fault->kinds, proof.kind);
        mem_keep_begin();
        const char *numbers = numbers_of(proof.reason);
        digest = digest * 1099511628211u ^ fnv1a64(numbers, strlen(numbers));
        if (!(answered[kind] & word))
            text_printf(
                &reasons,
                "%s, place %d of %s: %s: %s\n",
                fault->name,
                site,
                name,
                proof.kind,
                numbers);
        mem_keep_end();
        answered[kind] |= word;
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
    int before = passed;
    digest = 0;
    for (int kind = 0; kind < fault_count; kind++) {
        for (int site = 0; site < MAX_SITES; site++) {
            plant(name, plan, kind, site, hash);
            mem_rewind(mark);
            mark = mem_mark();
        }
    }
    mem_keep_begin();
    text_printf(
        &reasons,
        "== %s: %d faults, %08x\n",
        name,
        passed - before,
        (unsigned)(digest ^ digest >> 32));
    mem_keep_end();
}

int main(int argc, char **argv) {
    for (int i = 0; i < PLANS_COUNT; i++)
        mutate(all_plans[i].name, all_plans[i].build());
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
        } else if (answered[kind] + 1 != 1u << words_of(faults[kind].kinds)) {
            failed++;
            printf(
                "FAIL %s: a word that no proof says: %s\n", faults[kind].name, faults[kind].kinds);
        }
    }
    bool same = is_expected("tests/mutation/planted.txt", &reasons, argc, argv);
    passed += same;
    failed += !same;
    printf("%d kinds of fault; %d changes left the plan as it was\n", fault_count, equivalent);
    printf("%d passed, %d failed\n", passed, failed);
    mem_free_all();
    return failed != 0;
}
