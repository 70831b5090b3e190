/* canonical.c: one form for all spellings of a map: no unit iters, no fusable neighbours, offsets
 * and replicas merged and sorted, thread digits fused into the widest axis that says the same.
 * A thread axis fixes only its own digit of the rank, the other digits are replicas; so axes are
 * fused only where the pair together is exactly the wider digit. S[(32,8):(1@laneid,1)] in a
 * warpgroup belongs to four warps and stays on laneid. What cannot be fused is left as it is: equal
 * forms are equal maps; layout_equal tries small maps place by place where the forms differ. */
#include "layout.h"
#include <string.h>

/* (4:8)(8:1) on one axis is (32:1), as 8 = 8 * 1; (4:ld)(8:1) stays. */
static bool fuse(const Iter *outer, const Iter *inner, Iter *out) {
    Coef run;
    int64_t extent;
    if (outer->axis != inner->axis || !coef_mul(inner->stride, inner->extent, &run) ||
        !coef_equal(outer->stride, run) || !mul_i64(outer->extent, inner->extent, &extent)) {
        return false;
    }
    *out = *inner;
    out->extent = extent;
    out->loc = outer->loc;
    return true;
}

/* (2:64)(1:7)(4:16)(16:1) becomes (128:1). */
static int fuse_shard(Iter *iters, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (iters[i].extent == 1) {
            continue;
        }
        if (kept && fuse(&iters[kept - 1], &iters[i], &iters[kept - 1])) {
            continue;
        }
        iters[kept++] = iters[i];
    }
    return kept;
}

static uint64_t magnitude(int64_t value) {
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

static bool replica_before(const Iter *a, const Iter *b) {
    if (a->axis != b->axis) {
        return a->axis < b->axis;
    }
    if (a->stride.count != b->stride.count) {
        return a->stride.count > b->stride.count;
    }
    if (magnitude(a->stride.value) != magnitude(b->stride.value)) {
        return magnitude(a->stride.value) > magnitude(b->stride.value);
    }
    if (a->stride.value != b->stride.value) {
        return a->stride.value > 0;
    }
    return a->extent > b->extent;
}

/* R[2:4] + R[2:8] is R[2:8] + R[2:4], which is R[4:4]; R[3:0] adds no place. */
static int fuse_replicas(Iter *iters, int count) {
    for (int i = 0; i < count; i++) {
        if (coef_is_zero(iters[i].stride)) {
            iters[i].extent = 1;
        }
        for (int j = i; j && replica_before(&iters[j], &iters[j - 1]); j--) {
            Iter swap = iters[j];
            iters[j] = iters[j - 1];
            iters[j - 1] = swap;
        }
    }
    return fuse_shard(iters, count);
}

/* 3@laneid + 2@laneid is 5@laneid; zeros go unless a thread axis would lose its name. */
static bool merge_offsets(Layout *layout, unsigned axes) {
    int64_t sum[AXIS_COUNT] = {0};
    for (int i = 0; i < layout->offset_count; i++) {
        Axis axis = layout->offset[i].axis;
        if (!add_i64(sum[axis], layout->offset[i].amount, &sum[axis])) {
            return false;
        }
    }
    layout->offset_count = 0;
    unsigned named = layout_axes(layout);
    Offset merged[AXIS_COUNT];
    int count = 0;
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        bool only = (axes & ~named) >> axis & 1 && axis_is_thread((Axis)axis);
        if (sum[axis] != 0 || only) {
            merged[count++] = (Offset){sum[axis], (Axis)axis};
        }
    }
    if (count > MAX_OFFSETS) {
        return false;
    }
    memcpy(layout->offset, merged, (size_t)count * sizeof merged[0]);
    layout->offset_count = count;
    return true;
}

/* Everything of the canonical form but the fusing of axes. On the rare overflow (offsets near
 * 2^63, more than MAX_OFFSETS lost names) the layout stays as written, which is right too. */
Layout layout_simplify(const Layout *layout) {
    Layout result = *layout;
    unsigned axes = layout_axes(layout);
    result.shard_count = fuse_shard(result.shard, result.shard_count);
    result.replica_count = fuse_replicas(result.replica, result.replica_count);
    return merge_offsets(&result, axes) ? result : *layout;
}

static bool widen_range(const Iter *iter, Axis axis, int64_t *low, int64_t *high) {
    int64_t reach;
    if (iter->axis != axis) {
        return true;
    }
    if (iter->stride.count > 0 || !mul_i64(iter->stride.value, iter->extent - 1, &reach)) {
        return false;
    }
    int64_t *end = reach < 0 ? low : high;
    return add_i64(*end, reach, end);
}

/* The values on laneid of S[(8,4):(4@laneid,1@laneid)] + R[2:16@laneid] lie in 0 .. 47. */
static bool axis_range(const Layout *layout, Axis axis, int64_t *low, int64_t *high) {
    *low = *high = 0;
    for (int i = 0; i < layout->shard_count; i++) {
        if (!widen_range(&layout->shard[i], axis, low, high)) {
            return false;
        }
    }
    for (int i = 0; i < layout->replica_count; i++) {
        if (!widen_range(&layout->replica[i], axis, low, high)) {
            return false;
        }
    }
    for (int i = 0; i < layout->offset_count; i++) {
        int64_t amount = layout->offset[i].axis == axis ? layout->offset[i].amount : 0;
        if (!add_i64(*low, amount, low) || !add_i64(*high, amount, high)) {
            return false;
        }
    }
    return true;
}

static bool rename_iters(Iter *iters, int count, Axis from, Axis to, int64_t scale) {
    for (int i = 0; i < count; i++) {
        if (iters[i].axis == from) {
            iters[i].axis = to;
            if (!coef_mul(iters[i].stride, scale, &iters[i].stride)) {
                return false;
            }
        }
    }
    return true;
}

static bool rename_axis(Layout *layout, Axis from, Axis to, int64_t scale) {
    for (int i = 0; i < layout->offset_count; i++) {
        if (layout->offset[i].axis != from) {
            continue;
        }
        layout->offset[i].axis = to;
        if (!mul_i64(layout->offset[i].amount, scale, &layout->offset[i].amount)) {
            return false;
        }
    }
    return rename_iters(layout->shard, layout->shard_count, from, to, scale) &&
           rename_iters(layout->replica, layout->replica_count, from, to, scale);
}

typedef struct {
    Axis low, high, target;
    int64_t scale; /* values of `low` are below it; one step of `high` is `scale` steps of target */
} Fusion;

/* laneid 5 and wid_in_wg 2 together are tid_in_wg 5 + 32 * 2 = 69, if laneid stays below 32 and
 * tid_in_wg is not named beside them (that would be a second condition, not a sum). */
static void fuse_axes(Layout *layout, const Fusion *fusion) {
    unsigned axes = layout_axes(layout);
    bool both = axes >> fusion->low & 1 && axes >> fusion->high & 1;
    int64_t low, high;
    if (!both || axes >> fusion->target & 1 || !axis_range(layout, fusion->low, &low, &high) ||
        low < 0 || high >= fusion->scale) {
        return;
    }
    Layout fused = *layout;
    if (rename_axis(&fused, fusion->low, fusion->target, 1) &&
        rename_axis(&fused, fusion->high, fusion->target, fusion->scale)) {
        *layout = layout_simplify(&fused);
    }
}

/* S[(4,32,8):(1@wid_in_wg,1@laneid,1)] in a warpgroup is S[(128,8):(1@tid_in_wg,1)]; with warpid
 * in place of wid_in_wg a CTA has S[(..):(1@tx,1)]. In a warpgroup warpid is wid_in_wg. */
Layout layout_canonical(const Layout *layout, ScopeKind scope) {
    static const Fusion group[] = {
        {AXIS_LANEID, AXIS_WID_IN_WG, AXIS_TID_IN_WG, 32},
        {AXIS_LANEID, AXIS_WARPID, AXIS_TID_IN_WG, 32},
    };
    static const Fusion block[] = {
        {AXIS_LANEID, AXIS_WARPID, AXIS_TX, 32},
        {AXIS_LANEID, AXIS_WID_IN_WG, AXIS_TID_IN_WG, 32},
        {AXIS_TID_IN_WG, AXIS_WGID, AXIS_TX, 128},
        {AXIS_WID_IN_WG, AXIS_WGID, AXIS_WARPID, 4},
    };
    Layout result = layout_simplify(layout);
    memset(result.named, 0, sizeof result.named); /* of iters that may be fused now */
    bool is_block = scope == SCOPE_CTA || scope == SCOPE_CLUSTER;
    const Fusion *fusions = is_block ? block : group;
    int count = is_block                   ? (int)COUNT_OF(block)
                : scope == SCOPE_WARPGROUP ? (int)COUNT_OF(group)
                                           : 0;
    /* One fusion makes the next: wid_in_wg and wgid give warpid, laneid and warpid then tx. */
    unsigned before;
    do {
        before = layout_axes(&result);
        for (int i = 0; i < count; i++) {
            fuse_axes(&result, &fusions[i]);
        }
    } while (before != layout_axes(&result));
    return result;
}
