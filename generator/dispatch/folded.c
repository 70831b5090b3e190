/* folded.c: the layouts of a reduction over a register layout: every element has an owner, no two
 * share a register, and the result lies as the folded operand. */
#include "../tile/lane0.h"
#include "passes.h"

/* What both sides of a copy are asked, of what the caller passes and of what it gets. */
static Copy *sides_new(const Function *function, const Operand *src, const Operand *dst) {
    const Lane0 *lane0 = &function->request->lane0;
    Copy *copy = NEW(Copy);
    copy->op = OP_RELAYOUT;
    copy->scope = lane0_scope(lane0);
    copy->dtype = copy->reg_dtype = lane0->values[lane0->source].dtype;
    copy->src = *src;
    copy->dst = *dst;
    copy->request = function->request;
    copy->owners = owners_new(copy);
    return copy;
}

static bool fail_result(const Lane0Value *value, const Operand *folded) {
    Text expected = {0};
    layout_print(&expected, &folded->layout, NULL);
    diag_error(
        value->registers->loc,
        "E_REDUCE_FORM",
        "the owners of '%s' are not those of the folded operand",
        value->name);
    diag_help("the layout is %s", text_string(&expected));
    return false;
}

static bool check_result(const Function *function, const Lane0Value *value, const Operand *folded) {
    const Operand *own = value->registers;
    if (value->kind != LANE0_LAYOUT || !own)
        return true;
    Copy *there = sides_new(function, folded, own), *back = sides_new(function, own, folded);
    return check_places(there) && ((exchange_is_identity(there) && exchange_is_identity(back)) ||
                                   fail_result(value, folded));
}

/* A thread without elements has nothing to exchange. */
static bool check_all_hold(const Copy *copy) {
    const Ownership *owners = copy_owners(copy, DST);
    for (int rank = 0; rank < copy->scope.threads; rank++)
        if (scope_has_rank(&copy->scope, rank) && !owners->movers.has[rank]) {
            diag_error(
                copy->dst.loc,
                "E_NOT_YET",
                "thread %d of the group holds no element: a reduction over a layout that leaves "
                "threads out is not built yet",
                rank);
            diag_help("let the other threads hold the same elements: add + R[...] to the layout");
            return false;
        }
    return true;
}

static bool fail_fold(const Operand *operand) {
    if (operand->layout.swizzle.on) {
        diag_error(
            operand->loc, "E_NOT_YET", "a reduction over a swizzled layout is not built yet");
        diag_help("write the layout of the registers without 'swizzle': registers have no banks");
        return false;
    }
    diag_error(
        operand->loc,
        "E_NOT_YET",
        "a reduction over this layout is not built yet: one extent of the layout belongs to two "
        "dimensions of the value, or threads that share a result need more than %d extents",
        (int)MAX_REPLICAS);
    diag_help(
        "give each dimension extents of its own: 6x4 is S[(2,3,4):...], and not S[(8,3):...]");
    return false;
}

bool check_folded_layouts(Function *function) {
    const Lane0 *lane0 = &function->request->lane0;
    const Operand *operand = lane0->values[lane0->source].registers;
    const Copy *copy = sides_new(function, operand, operand);
    Fold fold;
    if (!check_places(copy) || !check_all_hold(copy))
        return false;
    if (!layout_fold(operand, lane0->over, &fold)) {
        return fail_fold(operand);
    }
    for (int i = 0; i < lane0->value_count; i++)
        if (i != lane0->source && !check_result(function, &lane0->values[i], &fold.result))
            return false;
    return true;
}
