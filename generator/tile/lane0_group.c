/* lane0_group.c: The group of threads of a region, reduction, scan or element: who calls, how the
 * threads wait for each other, and which primitives combine their numbers. */
#include "lane0.h"

void lane0_add_wait(Plan *plan, const Lane0 *lane0, Phase *phase) {
    int n = lane0->threads;
    Step *step = &phase->steps[phase->step_count];
    if (n == 1)
        return;
    *step = (Step){.primitive = PRIM_WARP_SYNC, .object = -1};
    if (lane0->is_cta) {
        plan_add_sync(plan, phase);
        return;
    }
    if (n < 32 && (n & (n - 1)) == 0) {
        step->primitive = PRIM_GROUP_SYNC;
        step->count = n;
    } else if (n < 32) {
        Expr *lanes = NEW(Expr);
        *lanes = expr_constant(((int64_t)1 << n) - 1);
        step->value = lanes;
    }
    phase->step_count++;
}

Combine lane0_combination(const Lane0 *lane0) {
    static const Combine by[] = {
        COMBINE_ADD,
        COMBINE_MUL,
        COMBINE_MIN,
        COMBINE_MAX,
        COMBINE_AND,
        COMBINE_OR,
        COMBINE_XOR,
        COMBINE_MIN,
        COMBINE_MAX};
    return by[lane0->operation];
}

PrimitiveId lane0_shuffle_up(const Dtype *dtype) {
    return dtype->bits == 64 ? PRIM_SHUFFLE_UP_B64 : PRIM_SHUFFLE_UP_B32;
}

uint64_t lane0_neutral(Combine op, const Dtype *dtype) {
    bool is_float = dtype->kind == DTYPE_FLOAT, is_signed = dtype->kind == DTYPE_SIGNED;
    uint64_t all = ~0ull >> (64 - dtype->bits), sign = all ^ all >> 1;
    uint64_t infinity = dtype->bits == 64 ? 0x7ffull << 52 : 0x7f800000u;
    switch (op) {
    case COMBINE_MUL:
        return !is_float ? 1 : dtype->bits == 64 ? 0x3ffull << 52 : 0x3f800000u;
    case COMBINE_MIN:
        return is_float ? infinity : is_signed ? all ^ sign : all;
    case COMBINE_MAX:
        return is_float ? sign | infinity : is_signed ? sign : 0;
    case COMBINE_AND:
        return all;
    default:
        return 0;
    }
}
