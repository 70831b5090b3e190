/* ring.c: how many CTAs run a plan that names another one, `cta`. In a cluster each CTA knows one
 * other, so that they stand in rings: CTA 0 sends to 1, 1 to 2, 2 to 0. In a ring of two the CTA
 * that is sent to is also the one that sends, which is not so in a larger ring: an answer to `cta`
 * reaches a third CTA. A ring is long enough if nothing comes all the way around it: neither what a
 * CTA knows of another one nor an element. "Told, waited, told again" are two hops, and a ring of
 * four. */
#include "order.h"

/* ---- who names whom -------------------------------------------------------------------------- */

static const Symbol *other_cta(const Plan *plan) {
    for (int i = 0; i < plan->symbol_count; i++)
        if (plan->symbols[i].role == SYMBOL_CTA || plan->symbols[i].role == SYMBOL_SENDER)
            return &plan->symbols[i];
    return NULL;
}

bool ring_is_named(const Plan *plan) {
    return other_cta(plan) != NULL;
}

bool ring_goes_on(const Plan *plan) {
    for (int i = 0; i < plan->symbol_count; i++)
        if (plan->symbols[i].role == SYMBOL_SENDER)
            return true;
    return false;
}

int ring_most(const Plan *plan) {
    const Symbol *cta = other_cta(plan);
    int ctas = plan_ctas(plan);
    if (!cta || cta->max < ctas)
        return ctas;
    return cta->max < MAX_CTAS ? (int)cta->max + 1 : MAX_CTAS + 1;
}

/* One hop, and the CTA that is sent to is not the one that sends. */
int ring_first(const Plan *plan) {
    int ctas = plan_ctas(plan);
    return ctas > 3 || ring_most(plan) < 3 ? ctas : 3;
}

/* ---- how far --------------------------------------------------------------------------------- */

/* An element that somebody reads in another CTA, or writes there. It came from afar before only if
 * some CTA heard of that; what the caller brought did not. */
void ring_moves(Prover *prover, bool brought) {
    if (prover->moves == 0 || (!brought && prover->hears)) {
        prover->moves++;
        prover->hears = false;
    }
}

void ring_hears(Prover *prover) {
    prover->hears = prover->moves > 0;
}

static int cta_of(const Prover *prover, int word) {
    int warps = prover->ctas * prover->warps;
    return word < warps ? word / prover->warps : (word - warps) % prover->ctas;
}

/* How far the CTA `to` is from `from`: 1 is the next one, -1 the one before. */
static int distance(const Prover *prover, int from, int to) {
    int ahead = (to - from + prover->ctas) % prover->ctas;
    return ahead == 0 ? 0 : ahead == 1 ? 1 : -1;
}

static void widen(Heard *known, Heard by, int distance) {
    known->low = by.low - distance < known->low ? by.low - distance : known->low;
    known->high = by.high - distance > known->high ? by.high - distance : known->high;
}

static void note_farthest(Prover *prover, Heard known) {
    int far = known.high > -known.low ? known.high : -known.low;
    prover->farthest = far > prover->farthest ? far : prover->farthest;
}

/* What CTA 2 knows of CTA 0, it knows of the one two before: -2. Told to CTA 3 it is -3. */
void ring_tells(Prover *prover, const uint64_t *from, const uint64_t *to, int words) {
    Heard told[MAX_CTAS];
    bool tells[MAX_CTAS] = {false};
    for (int w = 0; w < words && prover->ctas > 1; w++) {
        int cta = cta_of(prover, w);
        if (!from[w])
            continue;
        if (!tells[cta])
            told[cta] = prover->heard[w];
        tells[cta] = true;
        widen(&told[cta], prover->heard[w], 0);
    }
    for (int w = 0; w < words && prover->ctas > 1; w++)
        for (int cta = 0; cta < prover->ctas && to[w]; cta++) {
            if (!tells[cta])
                continue;
            widen(&prover->heard[w], told[cta], distance(prover, cta, cta_of(prover, w)));
            note_farthest(prover, prover->heard[w]);
        }
}

/* All met: what was before is before everything, in a cluster of any size. */
void ring_meets(Prover *prover, int words) {
    for (int w = 0; w < words; w++)
        prover->heard[w] = (Heard){0, 0};
}

int ring_enough(const Prover *prover) {
    return 2 + (prover->farthest > prover->moves ? prover->farthest : prover->moves);
}
