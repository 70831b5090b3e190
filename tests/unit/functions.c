/* functions.c: the list of hand-built Plans, and the Functions that a header would hold for them. */
#include "plans.h"
#include <ctype.h>
#include <string.h>

const NamedPlan all_plans[PLANS_COUNT] = {
    {"reg_load", plans_reg_load},
    {"reg_store", plans_reg_store},
    {"reg_load_swizzled", plans_reg_load_swizzled},
    {"fallback_4x6", plans_fallback_4x6},
    {"partial_4x6", plans_partial_4x6},
    {"ldmatrix_16x16", plans_ldmatrix_16x16},
    {"ldmatrix_16x64", plans_ldmatrix_16x64},
    {"stmatrix_16x16", plans_stmatrix_16x16},
    {"fragment_store_b32", plans_fragment_store_b32},
    {"relayout_64x8", plans_relayout_64x8},
    {"lane0_demo", plans_lane0_demo},
    {"bulk_128x64", plans_bulk_128x64},
    {"bulk_8x1024", plans_bulk_8x1024},
    {"bulk_exchange", plans_bulk_exchange},
    {"ld_128x64", plans_ld_128x64},
    {"ld_async_128x64", plans_ld_async_128x64},
    {"origin_16x16", plans_origin_16x16},
    {"narrow_warps", plans_narrow_warps},
    {"e2m1_32x64", plans_e2m1_32x64},
    {"butterfly_sum", plans_butterfly_sum},
    {"lane_transpose", plans_lane_transpose},
    {"relayout_rounds", plans_relayout_rounds},
    {"converting", plans_converting},
    {"rotated", plans_rotated},
    {"permute_in_place", plans_permute_in_place},
    {"lane0_arena", plans_lane0_arena},
    {"ring_exchange", plans_ring_exchange},
    {"bulk_store", plans_bulk_store},
    {"pipeline_parts", plans_pipeline_parts},
    {"tensor_box", plans_tensor_box},
    {"tmem_load", plans_tmem_load},
};

Copy *plans_copy(const Plan *plan, Op op) {
    Copy *copy = NEW(Copy);
    copy->op = op;
    copy->scope = plan->scope;
    copy->src_dtype = copy->dtype = plan->dtype;
    copy->src = plan->flows[0].src;
    copy->dst = plan->flows[plan->flow_count - 1].dst;
    copy->symbol_count = plan->symbol_count;
    if (plan->symbol_count)
        memcpy(copy->symbols, plan->symbols, sizeof(Symbol) * (size_t)plan->symbol_count);
    return copy;
}

static const char *upper(const char *name) {
    char *stem = mem_text(name, strlen(name));
    for (char *c = stem; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return stem;
}

static int64_t region_bytes(const Operand *operand, const Dtype *dtype) {
    int64_t elements = 1;
    for (int i = 0; i < operand->rank; i++)
        elements *= operand->region[i].extent;
    return elements * dtype->bits / 8;
}

Function *plans_function(const char *name, Op op, Plan *const *plans, int count) {
    const Plan *plan = plans[0];
    Function *function = NEW(Function);
    function->copy = plans_copy(plan, op);
    function->name = name;
    function->constant_stem = upper(name);
    function->meaning = name;
    function->has_at = plan->scope.kind != SCOPE_THREAD && plan->scope.kind != SCOPE_ELECTED;
    if (function->has_at)
        function->rank_macro = plan->scope.kind == SCOPE_WARP ? "TC_RANK_WARP" : "TC_RANK_CTA";
    for (int i = 0; i < plan->bundle_count; i++)
        if (plan->bundles[i].role != ROLE_SCRATCH)
            function->regs = (int)plan->bundles[i].count;
    for (int i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].align > function->align)
            function->align = plan->buffers[i].align;
    function->bytes = region_bytes(&function->copy->dst, plan->dtype);
    function->choices = NEW_ARRAY(Choice, count);
    function->choice_count = count;
    for (int i = 0; i < count; i++)
        function->choices[i] = (Choice){.targets = plans[i]->targets, .plan = plans[i]};
    return function;
}
