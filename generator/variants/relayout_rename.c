/* relayout_rename.c: registers to registers where every element stays with its thread and register
 * s comes from the same one in all threads: assignments, which the compiler makes names. Where
 * elements of 8 or 16 bits change their place in a word relayout_lane is better. */
#include "variants.h"

enum { MOST_MOVES = 512 };

/* One assignment for each register, of layouts that no loops fit. */
static Plan *one_by_one(const Copy *copy, const Exchange *exchange, Decline *decline) {
    if (exchange->slots > MOST_MOVES) {
        decline_with(decline, "registers", "%lld registers", (long long)exchange->slots);
        return NULL;
    }
    Plan *plan = plan_new(copy, "relayout_rename");
    Phase *phase = plan_add_phase(plan, (int)exchange->slots);
    int dst = plan_add_bundle(plan, "dst", ROLE_OUT, copy->dtype, exchange->slots);
    int src = plan_add_bundle(plan, "src", ROLE_IN, copy->dtype, register_count(&copy->src));
    for (int64_t slot = 0; slot < exchange->slots; slot++) {
        RankSet takers = {0};
        int32_t from = -1;
        for (int rank = 0; rank < exchange->threads; rank++) {
            int64_t at = rank * exchange->slots + slot;
            if (exchange->rank[at] < 0)
                continue;
            takers.has[rank] = true;
            takers.count++;
            from = exchange->slot[at];
        }
        if (takers.count == 0)
            continue;
        Step *step = &phase->steps[phase->step_count++];
        *step = step_new(PRIM_MOVE);
        step->dst.of = dst;
        step->dst.at = expr_constant(slot);
        step->src[0].of = src;
        step->src[0].at = expr_constant(from);
        if (!conds_for_ranks(&takers, exchange->threads, &step->conds, &step->cond_count)) {
            decline_with(decline, "owners", "the owning threads do not form a product of ranges");
            return NULL;
        }
    }
    plan_add_flow(plan, copy, src, dst);
    plan->vec_bits = copy_bits(copy);
    plan->ops_per_thread = phase->step_count;
    plan_finish(plan);
    return plan;
}

/* Is every element where it shall be? Then nothing is left to be read in a loop: the assignments
 * stand alone, and the contract says to pass the registers on. */
static bool stays(const Exchange *exchange) {
    for (int64_t at = 0; at < exchange->threads * exchange->slots; at++)
        if (exchange->rank[at] >= 0 && exchange->slot[at] != at % exchange->slots)
            return false;
    return exchange->slots <= MOST_MOVES;
}

Plan *relayout_rename_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    const Exchange *exchange = exchange_of(copy);
    Decline other = {0};
    if (!exchange || exchange_meets(exchange)) {
        decline_with(
            decline,
            exchange && !exchange->crosses ? "uniform" : "same_thread",
            exchange && !exchange->crosses
                ? "an element's source register differs from thread to thread"
                : "some elements move to another thread");
        return NULL;
    }
    if (relayout_tears_words(copy, exchange) && !copy->options.using_variant) {
        decline_with(decline, "words", "relayout_lane needs fewer instructions");
        return NULL;
    }
    Partition *partition = stays(exchange) ? NULL : partition_new(copy, &other);
    Plan *plan = partition ? renames_plan(partition, "relayout_rename", &other) : NULL;
    return plan ? plan : one_by_one(copy, exchange, decline);
}
