/* fold.c: a register layout with one dimension, or all of them, folded into a single element. */
#include "layout.h"

static void add_place(FoldDigit *digits, int *count, const Iter *iter) {
    int at = (*count)++;
    for (; at > 0 && digits[at - 1].from > iter->stride.value; at--)
        digits[at] = digits[at - 1];
    digits[at] = (FoldDigit){iter->extent, iter->stride.value, 0};
}

/* (2:1)(4:2) is (8:1). */
static void fuse(FoldDigit *digits, int *count) {
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        FoldDigit *last = &digits[kept - 1];
        if (kept && digits[i].from == last->from * last->extent)
            last->extent *= digits[i].extent;
        else
            digits[kept++] = digits[i];
    }
    *count = kept;
}

/* Slots of the result are as many as its elements in a thread, in the order of the operand's. */
static int64_t stride_in_result(const Fold *fold, const Iter *iter) {
    int64_t stride = 1;
    for (int i = 0; i < fold->kept_count && fold->kept[i].from < iter->stride.value; i++)
        stride *= fold->kept[i].extent;
    return stride;
}

static bool sort_iters(const Layout *grouped, const int *seps, int over, int rank, Fold *fold) {
    for (int d = 0; d < rank; d++)
        for (int i = seps[d]; i < seps[d + 1]; i++) {
            const Iter *iter = &grouped->shard[i];
            bool is_folded = over < 0 || over == d;
            if (iter->stride.count || iter->stride.value < 1)
                return false;
            if (iter->axis != AXIS_M && is_folded)
                fold->far[fold->far_count++] = *iter;
            else if (iter->axis == AXIS_M)
                add_place(
                    is_folded ? fold->own : fold->kept,
                    is_folded ? &fold->own_count : &fold->kept_count,
                    iter);
        }
    return true;
}

/* Threads along what is folded all get the element: they are replicas. */
static bool build_result(const Layout *grouped, const int *seps, int over, Fold *fold) {
    Operand *out = &fold->result;
    Layout *layout = &out->layout;
    layout->shard_count = layout->replica_count = layout->offset_count = 0;
    for (int d = 0; d < out->rank; d++) {
        bool is_folded = over < 0 || over == d;
        for (int i = seps[d]; i < seps[d + 1] && !is_folded; i++) {
            Iter iter = grouped->shard[i];
            if (iter.axis == AXIS_M)
                iter.stride = coef_int(stride_in_result(fold, &iter));
            layout->shard[layout->shard_count++] = iter;
        }
        if (is_folded)
            out->shape[d] = out->region[d].extent = 1;
    }
    if (!layout->shard_count)
        layout->shard[layout->shard_count++] = (Iter){1, coef_int(1), AXIS_M, layout->loc};
    for (int i = 0; i < grouped->replica_count; i++)
        if (grouped->replica[i].axis != AXIS_M)
            layout->replica[layout->replica_count++] = grouped->replica[i];
    for (int i = 0; i < fold->far_count; i++) {
        if (layout->replica_count == MAX_REPLICAS)
            return false;
        layout->replica[layout->replica_count++] = fold->far[i];
    }
    for (int i = 0; i < grouped->offset_count; i++)
        if (grouped->offset[i].axis != AXIS_M)
            layout->offset[layout->offset_count++] = grouped->offset[i];
    return true;
}

bool layout_fold(const Operand *operand, int over, Fold *out) {
    Layout grouped;
    int seps[MAX_RANK + 1];
    *out = (Fold){.result = *operand, .results = 1, .mine = 1};
    if (operand->layout.swizzle.on ||
        !layout_group(&operand->layout, operand->rank, operand->shape, &grouped, seps) ||
        !sort_iters(&grouped, seps, over, operand->rank, out) ||
        !build_result(&grouped, seps, over, out))
        return false;
    for (int i = 0; i < out->kept_count; i++) {
        out->kept[i].to = out->results;
        out->results *= out->kept[i].extent;
    }
    for (int i = 0; i < out->own_count; i++)
        out->mine *= out->own[i].extent;
    for (int i = 0; i < grouped.offset_count; i++)
        out->first += grouped.offset[i].axis == AXIS_M ? grouped.offset[i].amount : 0;
    fuse(out->kept, &out->kept_count);
    fuse(out->own, &out->own_count);
    return true;
}
