/* functions.c: the list of hand-built Plans, and the Functions that a header would hold for them. */
#include "plans.h"
#include <ctype.h>
#include <string.h>

const NamedPlan all_plans[PLANS_COUNT] = {
    {"reg_load", plans_reg_load, OP_COPY},
    {"reg_store", plans_reg_store, OP_COPY},
    {"reg_load_swizzled", plans_reg_load_swizzled, OP_COPY},
    {"fallback_4x6", plans_fallback_4x6, OP_COPY},
    {"partial_4x6", plans_partial_4x6, OP_COPY},
    {"ldmatrix_16x16", plans_ldmatrix_16x16, OP_COPY},
    {"ldmatrix_16x64", plans_ldmatrix_16x64, OP_COPY},
    {"stmatrix_16x16", plans_stmatrix_16x16, OP_COPY},
    {"fragment_store_b32", plans_fragment_store_b32, OP_COPY},
    {"relayout_64x8", plans_relayout_64x8, OP_RELAYOUT},
    {"lane0_demo", plans_lane0_demo, OP_COPY},
    {"bulk_128x64", plans_bulk_128x64, OP_COPY_ASYNC},
    {"bulk_8x1024", plans_bulk_8x1024, OP_COPY_ASYNC},
    {"bulk_exchange", plans_bulk_exchange, OP_COPY},
    {"ld_128x64", plans_ld_128x64, OP_COPY},
    {"ld_async_128x64", plans_ld_async_128x64, OP_COPY_ASYNC},
    {"origin_16x16", plans_origin_16x16, OP_COPY},
    {"narrow_warps", plans_narrow_warps, OP_COPY},
    {"e2m1_32x64", plans_e2m1_32x64, OP_COPY},
    {"butterfly_sum", plans_butterfly_sum, OP_COPY},
    {"lane_transpose", plans_lane_transpose, OP_RELAYOUT},
    {"relayout_rounds", plans_relayout_rounds, OP_RELAYOUT},
    {"converting", plans_converting, OP_COPY},
    {"rotated", plans_rotated, OP_COPY},
    {"permute_in_place", plans_permute_in_place, OP_PERMUTE},
    {"lane0_arena", plans_lane0_arena, OP_COPY},
    {"ring_exchange", plans_ring_exchange, OP_COPY},
    {"bulk_store", plans_bulk_store, OP_COPY_ASYNC},
    {"pipeline_parts", plans_pipeline_parts, OP_COPY},
    {"tensor_box", plans_tensor_box, OP_COPY_ASYNC},
    {"tmem_load", plans_tmem_load, OP_COPY},
};

const NamedPlan duty_plans[PLANS_OF_DUTIES] = {
    {"named_barrier", plans_named_barrier, OP_RELAYOUT},
    {"handover", plans_handover, OP_RELAYOUT},
    {"two_tiles", plans_two_tiles, OP_COPY},
    {"row_sums", plans_row_sums, OP_COPY},
    {"row_sums_more", plans_row_sums_more, OP_COPY},
    {"sum_more", plans_sum_more, OP_COPY},
    {"prefix_sums", plans_prefix_sums, OP_COPY},
    {"brought", plans_brought, OP_COPY},
    {"hinted", plans_hinted, OP_COPY},
    {"arrive_copies", plans_arrive_copies, OP_COPY_ASYNC},
    {"bulk_load", plans_bulk_load, OP_COPY_ASYNC},
    {"bulk_out", plans_bulk_out, OP_COPY_ASYNC},
    {"tmem_open", plans_tmem_open, OP_COPY_ASYNC},
    {"remote_load", plans_remote_load, OP_COPY},
    {"multicast", plans_multicast, OP_COPY_ASYNC},
    {"kept", plans_kept, OP_RELAYOUT},
    {"picked", plans_picked, OP_COPY},
};

Copy *plans_copy(const Plan *plan, Op op) {
    Copy *copy = NEW(Copy);
    copy->op = op;
    copy->scope = plan->scope;
    copy->reg_dtype = copy->dtype = plan->dtype;
    if (plan->flow_count > 0) { /* a pipeline's handshakes move nothing */
        copy->src = plan->flows[0].src;
        copy->dst = plan->flows[plan->flow_count - 1].dst;
        copy->limits = plan->flows[0].limits;
    }
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
    Request *request = NEW(Request);
    request->copy = *plans_copy(plan, op);
    request->copy.request = request;
    function->request = request;
    function->view.settled = function->view.caller = function->view.moved = &request->copy;
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
    function->bytes = region_bytes(&request->copy.dst, plan->dtype);
    function->choices = NEW_ARRAY(Choice, count);
    function->choice_count = count;
    for (int i = 0; i < count; i++)
        function->choices[i] = (Choice){.targets = plans[i]->targets, .plan = plans[i]};
    return function;
}
