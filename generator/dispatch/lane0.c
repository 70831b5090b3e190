/* lane0.c: the proof of a region's distributions: every element of a value has exactly one lane and one
 * slot, the two closed forms (element of a place, place of an element) agree on all of them. */
#include "lane0.h"
#include <inttypes.h>
#include <string.h>

/* lane0_index is onto if every place of a lane gives an element whose place it is, and there are as many
 * places as elements. */
static bool prove_value(const Lane0 *lane0, const Lane0Value *value, Proof *proof) {
    int64_t copies = value->copies > 1 ? value->copies : 1;
    if (value->seq_count * copies != value->lane_count * lane0->threads) {
        proof->reason = mem_printf("%s has not as many places as elements", value->name);
        return false;
    }
    budget_spend(4 * value->rank * value->seq_count);
    for (int64_t lane = 0; lane < lane0->threads; lane++)
        for (int64_t slot = 0; slot < value->lane_count; slot++) {
            int64_t index = lane0_index(value, lane, slot), owner, own;
            lane0_place(value, index, &owner, &own);
            if (index < 0 || index >= value->seq_count || owner != lane0_owner(value, lane) ||
                own != slot) {
                proof->reason = mem_printf(
                    "element %" PRId64 " of %s is not where lane %" PRId64 " has it",
                    index,
                    value->name,
                    lane);
                return false;
            }
        }
    proof->elements += value->seq_count;
    return true;
}

/* Where the plain form has its rank from. */
void lane0_describe_rank(Function *function) {
    const Lane0 *lane0 = &function->request->lane0;
    int n = lane0->threads;
    function->rank_macro = lane0->is_cta ? "TC_RANK_CTA" : "TC_RANK_WARP";
    if (!lane0->is_cta && n < 32 && (n & (n - 1)) == 0)
        function->rank_macro = mem_printf("TC_RANK_WARP %% %d", n);
    function->rank_argument = lane0->lane_id;
}

/* Each element by itself: the region reads and writes what the lanes hold. */
static bool prove_accesses(Function *function, const Plan *region) {
    const Lane0 *lane0 = &function->request->lane0;
    Plan *plans[MAX_LANE0_VALUES];
    int count = region_accesses(lane0, region, plans);
    function->accesses = NEW_ARRAY(Choice, count + 1);
    for (int i = 0; i < count; i++) {
        Choice *choice = &function->accesses[function->access_count++];
        *choice = (Choice){.targets = region->targets, .plan = plans[i]};
        choice->proof = plan_prove(plans[i]);
        if (!choice->proof.ok) {
            diag_error(function->request->loc, "E_NOT_PROVEN", "%s", choice->proof.reason);
            return false;
        }
        choice->cost = plan_cost(plans[i]);
    }
    return true;
}

/* The moves through shared memory, proven with lane 0's own code between them, twice over. */
static bool prove_moves(Function *function, unsigned targets) {
    const char *reason;
    Plan *plan = region_plan(&function->request->lane0, targets, &reason);
    function->region.reason = reason;
    if (!plan)
        return true;
    function->choices = NEW(Choice);
    Choice *choice = &function->choices[function->choice_count++];
    *choice = (Choice){.targets = targets, .plan = plan, .proof = plan_prove(plan)};
    lane0_describe_rank(function);
    function->has_at = true;
    function->align = 16;
    function->bytes = plan->arena_count ? plan->arenas[0].bytes : 0;
    if (!choice->proof.ok && strcmp(choice->proof.kind, "too-big") == 0) {
        function->choice_count = 0;
        function->region.reason =
            "headers of regions this big are not built: their proof is too long";
        return true;
    }
    if (choice->proof.ok)
        choice->cost = plan_cost(plan);
    else
        diag_error(function->request->loc, "E_NOT_PROVEN", "%s", choice->proof.reason);
    return choice->proof.ok && prove_accesses(function, plan);
}

bool region_prove(Function *function, unsigned targets) {
    const Lane0 *lane0 = &function->request->lane0;
    Proof *proof = &function->region;
    proof->ok = true;
    for (int i = 0; i < lane0->value_count && proof->ok; i++)
        if (lane0->values[i].kind != LANE0_BROADCAST)
            proof->ok = prove_value(lane0, &lane0->values[i], proof);
    if (!proof->ok)
        diag_error(function->request->loc, "E_NOT_PROVEN", "%s", proof->reason);
    if (!proof->ok)
        return false;
    if (lane0->kit == LANE0_REGION)
        return prove_moves(function, targets);
    lane0_describe_rank(function);
    return lane0->kit >= LANE0_EXTRACT ? lane0_element(function, targets)
                                       : lane0_combine(function, targets);
}
