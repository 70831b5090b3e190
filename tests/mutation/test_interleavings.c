/* test_interleavings.c: what the proof says of random small Plans against running them, in many orders of
 * their threads, on a machine that knows nothing of the proof. What is accepted must come out right in
 * every order; what is refused must go wrong in some, where nothing but the order of threads is in
 * question. */
#include "interleave.h"
#include "random_syncs.h"
#include "tests/unit/expected.h"

enum { PLANS = 1200, ORDERS = 16 };
static int accepted, refused, failed;

/* NULL: it came out right in all orders. */
static const char *try_orders(const Plan *plan, const int64_t *want) {
    int64_t got[INTERLEAVE_THREADS];
    for (uint64_t order = 0; order < ORDERS; order++) {
        const char *fault = interleave(plan, order, got);
        if (fault || memcmp(got, want, sizeof got) != 0)
            return fault ? fault : "a wrong number";
    }
    return NULL;
}

/* Of every fiftieth plan the answer, of those between a digest. */
static void note(Text *answers, uint64_t *digest, uint64_t seed, const Proof *proof) {
    const char *numbers = proof->ok ? "" : numbers_of(proof->reason);
    *digest = *digest * 1099511628211u ^
              (proof->ok ? (uint64_t)proof->elements : fnv1a64(numbers, strlen(numbers)));
    if (seed % 50)
        return;
    mem_keep_begin();
    text_printf(
        answers,
        "%d: %s: %s; %08x\n",
        (int)seed,
        proof->ok ? "right" : proof->kind,
        proof->ok ? mem_printf("%lld elements", (long long)proof->elements) : numbers,
        (unsigned)(*digest ^ *digest >> 32));
    mem_keep_end();
}

int main(int argc, char **argv) {
    Text answers = {0};
    uint64_t digest = 0;
    for (uint64_t seed = 0; seed < PLANS; seed++) {
        MemMark mark = mem_mark();
        int64_t want[INTERLEAVE_THREADS];
        const Plan *plan = random_syncs(seed, want);
        Proof proof = plan_prove(plan);
        note(&answers, &digest, seed, &proof);
        const char *fault = try_orders(plan, want);
        if (proof.ok && fault) {
            failed++;
            printf("FAIL plan %d is accepted: %s\n", (int)seed, fault);
        } else if (!proof.ok && !fault) {
            failed++;
            printf("FAIL plan %d is refused: %s: %s\n", (int)seed, proof.kind, proof.reason);
        }
        accepted += proof.ok;
        refused += !proof.ok;
        mem_rewind(mark);
    }
    bool both = accepted > PLANS / 4 && refused > PLANS / 4;
    failed += !both;
    printf("%s%d Plans accepted, %d refused\n", both ? "" : "FAIL ", accepted, refused);
    failed += !is_expected("tests/mutation/interleavings.txt", &answers, argc, argv);
    printf("%d passed, %d failed\n", PLANS + 2 - failed, failed);
    mem_free_all();
    return failed != 0;
}
