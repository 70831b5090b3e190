/* hints.c: a Hint and a primitive -> the qualifiers of its PTX, the name of its function, and how
 * the two are spelled together. Only accesses of global memory take hints. */
#include "plan.h"
#include <string.h>

bool hint_is_set(const Hint *hint) {
    return hint->cache || hint->l1 || hint->l2 || hint->policy || hint->prefetch;
}

/* Bulk copies, reductions among them, that touch global memory have a form with a policy
 * (include/tilecopy/bulk.h, bulk_reduce_hinted.h), and so have tensor copies that do not reduce
 * (tensor_hinted.h); it is their only hint. */
static bool has_policy_form(PrimitiveId id) {
    const Primitive *primitive = &primitives[id];
    if (primitive->kind == KIND_TENSOR_COPY)
        return !primitive_is_reduction(id);
    return primitive->kind == KIND_BULK_COPY &&
           (primitive->space == SPACE_GMEM || primitive->space2 == SPACE_GMEM);
}

bool hint_applies(const Hint *hint, PrimitiveId id) {
    const Primitive *primitive = &primitives[id];
    bool access = (primitive->kind == KIND_LOAD || primitive->kind == KIND_STORE) &&
                  primitive->space == SPACE_GMEM && !primitive_is_reduction(id);
    return hint_is_set(hint) &&
           (access || primitive->kind == KIND_ASYNC_COPY || (has_policy_form(id) && hint->policy));
}

/* ".nc.L1::no_allocate.L2::cache_hint.L2::128B", in the manual's order. cp.async has its operator
 * (.ca, .cg) at another place, so that it is not one of them. */
const char *hint_qualifiers(const Hint *hint, PrimitiveId id) {
    Text out = {0};
    if (hint->cache && primitives[id].kind != KIND_ASYNC_COPY)
        text_printf(&out, ".%s", hint->cache);
    if (hint->l1)
        text_printf(&out, ".L1::%s", hint->l1);
    if (hint->l2)
        text_printf(&out, ".L2::%s", hint->l2);
    if (hint->policy)
        text_add(&out, ".L2::cache_hint");
    if (hint->prefetch)
        text_printf(&out, ".L2::%dB", hint->prefetch);
    return text_string(&out);
}

const char *hint_operator(const Hint *hint, PrimitiveId id) {
    return hint->cache ? hint->cache : primitives[id].bits == 128 ? "cg" : "ca";
}

/* "_nc_l1_no_allocate_l2_policy_prefetch_128b": of functions (PRIM_COUNT) and of primitives alike,
 * but for bulk copies. */
const char *hint_suffix(const Hint *hint, PrimitiveId id) {
    Text out = {0};
    if (id != PRIM_COUNT && has_policy_form(id))
        return "_hinted";
    if (hint->cache)
        text_printf(&out, "_%s", hint->cache);
    if (hint->l1)
        text_printf(&out, "_l1_%s", hint->l1);
    if (hint->l2)
        text_printf(&out, "_l2_%s", hint->l2);
    if (hint->policy)
        text_add(&out, "_l2_policy");
    if (hint->prefetch)
        text_printf(&out, "_prefetch_%db", hint->prefetch);
    return text_string(&out);
}

/* What a reduction does stands after the hint: "....bulk_group.L2::cache_hint.add.u32" */
static const char *bulk_ptx(const char *ptx, const char *qualifiers, PrimitiveId id) {
    const char *group = strstr(ptx, "bulk_group.");
    size_t head = group && primitive_is_reduction(id) ? (size_t)(group - ptx) + strlen("bulk_group")
                                                      : strlen(ptx);
    return mem_printf("%.*s%s%s", (int)head, ptx, qualifiers, ptx + head);
}

const char *plan_ptx(const Plan *plan, PrimitiveId id) {
    const char *ptx = primitives[id].ptx, *qualifiers = hint_qualifiers(&plan->hint, id);
    if (!hint_applies(&plan->hint, id))
        return ptx;
    if (primitives[id].kind == KIND_ASYNC_COPY)
        return mem_printf(
            "cp.async.%s.shared.global%s", hint_operator(&plan->hint, id), qualifiers);
    if (has_policy_form(id))
        return bulk_ptx(ptx, qualifiers, id);
    size_t head = strlen("ld.global");
    return mem_printf("%.*s%s%s", (int)head, ptx, qualifiers, ptx + head);
}
