/* primitives.c: what each primitive of include/tilecopy/ moves, and which targets have it. */
#include "plan.h"

const Primitive primitives[PRIM_COUNT] = {
#define X(id, function, ptx, kind, space, space2, bits, align, feature, proxy, cost)               \
    {#id, function, ptx, kind, space, space2, bits, align, feature, proxy, cost},
#include "primitives.def"
#undef X
};

static const struct {
    bool stmatrix, bulk, cluster, v256, tmem;
} target_has[TARGET_COUNT] = {
#define X(id, spelling, is_default, stmatrix, bulk, cluster, v256, tmem)                           \
    {stmatrix, bulk, cluster, v256, tmem},
#include "../lang/targets.def"
#undef X
};

static bool has_feature(int target, Feature feature) {
    switch (feature) {
    case FEATURE_STMATRIX:
        return target_has[target].stmatrix;
    case FEATURE_BULK:
        return target_has[target].bulk;
    case FEATURE_CLUSTER:
        return target_has[target].cluster;
    case FEATURE_V256:
        return target_has[target].v256;
    case FEATURE_TMEM:
        return target_has[target].tmem;
    default:
        return true;
    }
}

unsigned feature_targets(Feature feature) {
    unsigned targets = 0;
    for (int i = 0; i < TARGET_COUNT; i++)
        targets |= has_feature(i, feature) ? 1u << i : 0;
    return targets;
}

const char *feature_macro(Feature feature) {
    switch (feature) {
    case FEATURE_STMATRIX:
        return "TC_HAS_STMATRIX";
    case FEATURE_BULK:
        return "TC_HAS_BULK";
    case FEATURE_CLUSTER:
        return "TC_HAS_CLUSTER";
    case FEATURE_V256:
        return "TC_HAS_V256";
    case FEATURE_TMEM:
        return "TC_HAS_TMEM";
    default:
        return NULL;
    }
}

static PrimitiveId find(PrimitiveKind kind, Space space, int bits) {
    for (int i = 0; i < PRIM_COUNT; i++)
        if (primitives[i].kind == kind && primitives[i].space == space &&
            primitives[i].bits == bits)
            return (PrimitiveId)i;
    return PRIM_COUNT;
}

PrimitiveId primitive_load(Space space, int bits) {
    return find(KIND_LOAD, space, bits);
}

PrimitiveId primitive_store(Space space, int bits) {
    return find(KIND_STORE, space, bits);
}

PrimitiveId primitive_async(int bits) {
    return find(KIND_ASYNC_COPY, SPACE_SMEM, bits);
}

PrimitiveId primitive_fill(int bits) {
    return find(KIND_FILL, SPACE_REG, bits);
}

static bool is_transposed(PrimitiveId id) {
    return id == PRIM_LDMATRIX_X1_TRANS || id == PRIM_LDMATRIX_X2_TRANS ||
           id == PRIM_LDMATRIX_X4_TRANS;
}

/* Word w of lane i holds units 2 * (i % 4) and + 1 of row i / 4 of matrix w, whose row addresses come
 * from lanes 8 * w .. 8 * w + 7. Transposed: of column i / 4. Lane 5, word 1, unit 0: row 1 of matrix 1,
 * so lane 9's row, unit 2; transposed: row 2, unit 1, so lane 10's row, unit 1. */
void primitive_matrix_unit(
    PrimitiveId id, int lane, int word, int unit, int *address_lane, int *address_unit) {
    int outer = lane / 4, inner = 2 * (lane % 4) + unit;
    *address_lane = 8 * word + (is_transposed(id) ? inner : outer);
    *address_unit = is_transposed(id) ? outer : inner;
}
