/* lane0.c: what the passes do for regions, reductions, scans and elements. Their check is a proof
 * of the distributions: every element of a value has exactly one lane and one slot, and the two
 * closed forms (element of a place, place of an element) agree on all of them. */
#include "../tile/lane0.h"
#include "passes.h"
#include <inttypes.h>
#include <string.h>

static bool prove_value(const Lane0 *lane0, const Lane0Value *value, Proof *proof) {
    proof->reason = lane0_wrong(value, lane0->threads);
    proof->elements += proof->reason ? 0 : value->seq_count;
    return !proof->reason;
}

/* Where the plain form has its rank from. */
static void describe_rank(Function *function) {
    const Lane0 *lane0 = &function->request->lane0;
    int n = lane0->threads;
    function->rank_macro = lane0->is_warpgroup ? "TC_RANK_WARPGROUP"
                           : lane0->is_cta     ? "TC_RANK_CTA"
                                               : "TC_RANK_WARP";
    if (!lane0->is_cta && n < 32 && (n & (n - 1)) == 0)
        function->rank_macro = mem_printf("TC_RANK_WARP %% %d", n);
    function->rank_argument = lane0->lane_id;
}

/* Each element by itself: the region reads and writes what the lanes hold. */
static bool prove_accesses(Function *function) {
    const Choice *region = &function->choices[0];
    Plan *plans[MAX_LANE0_VALUES];
    int count = lane0_accesses(&function->request->lane0, region->plan, plans);
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

static bool check(Function *function) {
    const Lane0 *lane0 = &function->request->lane0;
    Proof *proof = &function->region;
    proof->ok = true;
    if (lane0_is_folded(lane0))
        return check_folded_layouts(function);
    for (int i = 0; i < lane0->value_count && proof->ok; i++)
        if (lane0->values[i].kind != LANE0_BROADCAST)
            proof->ok = prove_value(lane0, &lane0->values[i], proof);
    if (!proof->ok)
        diag_error(function->request->loc, "E_NOT_PROVEN", "%s", proof->reason);
    return proof->ok;
}

static bool describe(Function *function) {
    bool is_region = function->request->lane0.kit == LANE0_REGION;
    if (is_region && !function->choice_count)
        return true;
    describe_rank(function);
    function->has_at = true;
    if (!is_region)
        return true;
    const Plan *plan = function->choices[0].plan;
    function->align = 16;
    function->bytes = plan->arena_count ? plan->arenas[0].bytes : 0;
    return prove_accesses(function);
}

/* `lane0 NAME`: it always has one. */
static const char *stem(const Function *function, bool strict, bool *digest, bool *ok) {
    const Request *request = function->request;
    (void)strict, (void)digest, (void)ok;
    return mem_printf("%s_%s", lane0_kit_name[request->lane0.kit], request->given_name);
}

static const char *meaning(const Function *function) {
    Text text = {0};
    Lane0 unpinned = function->request->lane0;
    unpinned.using_variant = NULL;
    lane0_print(&text, function->request->given_name, &unpinned);
    return text_string(&text);
}

static void keep(Function *function) {
    function->region.reason = text_kept(function->region.reason);
    function->rank_macro = text_kept(function->rank_macro);
}

static const char *pins(const Function *function) {
    const char *variant = function->request->lane0.using_variant;
    return variant ? variant : "";
}

const Kind lane0_kind = {
    .check = check,
    .stem = stem,
    .meaning = meaning,
    .pins = pins,
    .describe = describe,
    .keep = keep,
};
