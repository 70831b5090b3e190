/* give_shuffle.c: extract and broadcast in a whole warp: the owner's few words go to all lanes by
 * shuffles. */
#include "../tile/lane0.h"
#include "variants.h"

enum { MOST_WORDS = 4 };

/* By shuffles of whole words: of an f16 alone a half of it is nothing, which is zero. */
static Side shuffle(Element *element, Side own, int64_t count, Expr owner) {
    Plan *plan = element->plan;
    int per_word = 32 / plan->dtype->bits;
    bool whole = count % per_word == 0;
    int64_t words = (count + per_word - 1) / per_word;
    Expr *peer = NEW(Expr);
    plan->vec_bits = 32;
    plan->ops_per_thread = (int)words;
    *peer = owner;
    Side to = element_slot(element->dst, 0);
    if (!whole || !element_is_result(element, count))
        to = element_slot(
            plan_add_bundle(plan, "v", ROLE_SCRATCH, plan->dtype, words * per_word), 0);
    if (!whole) {
        for (int64_t at = 0; at < words; at++)
            element_step(
                element,
                PRIM_FILL_B32,
                element_slot(to.of, at * per_word),
                (Side){.kind = AT_CONSTANT, .at = expr_constant(0)});
        element_moves(element, to, own, count);
        own = to;
    }
    for (int64_t at = 0; at < words; at++) {
        Side from = own;
        from.at.constant += at * per_word;
        Step *step =
            element_step(element, PRIM_SHUFFLE_B32, element_slot(to.of, at * per_word), from);
        step->src[0].peer = peer;
    }
    return to;
}

Plan *give_shuffle_offer(const Query *query, Decline *decline) {
    const Lane0 *lane0 = query->lane0;
    const int bits = lane0->values[0].dtype->bits;
    int64_t given = element_given(lane0) * bits;
    if (lane0->is_cta || lane0->threads != 32)
        decline_with(decline, "whole_warp", "the group is not a whole warp");
    else if (bits > 32)
        decline_with(decline, "element", "a shuffle moves 32 bits, but an element has %d", bits);
    else if (given > 32 * MOST_WORDS)
        decline_with(
            decline,
            "words",
            "%lld bits are more than the limit of %d shuffled words",
            (long long)given,
            MOST_WORDS);
    else
        return plan_given(lane0, "give_shuffle", shuffle);
    return NULL;
}
