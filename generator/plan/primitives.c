/* primitives.c: what each primitive of include/tilecopy/ moves, and which targets have it. */
#include "plan.h"

const Primitive primitives[PRIM_COUNT] = {
#define X(id, function, ptx, kind, act, space, space2, bits, align, group, feature, proxy, cost)   \
    {#id, function, ptx, kind, act, space, space2, bits, align, group, feature, proxy, cost},
#include "primitives.def"
#undef X
};

unsigned feature_targets(Feature feature) {
    const unsigned sm_100 = 1u << TARGET_SM_100 | 1u << TARGET_SM_100A;
    const unsigned sm_90 = 1u << TARGET_SM_90 | 1u << TARGET_SM_90A | sm_100;
    switch (feature) {
    case FEATURE_STMATRIX:
    case FEATURE_BULK:
    case FEATURE_CLUSTER:
        return sm_90;
    case FEATURE_V256:
        return sm_100;
    case FEATURE_TMEM:
        return 1u << TARGET_SM_100A;
    default:
        return TARGETS_ALL;
    }
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

bool primitive_is_matrix(PrimitiveId id) {
    return primitives[id].kind == KIND_MATRIX_LOAD || primitives[id].kind == KIND_MATRIX_STORE;
}

static const Conversion conversions[] = {
    {PRIM_CONVERT_F32_F16X2, "f32", "f16", "rn"},
    {PRIM_CONVERT_F32_BF16X2, "f32", "bf16", "rn"},
    {PRIM_CONVERT_F16X2_F32, "f16", "f32", ""},
};

const Conversion *primitive_conversion(PrimitiveId id) {
    for (size_t i = 0; i < COUNT_OF(conversions); i++)
        if (conversions[i].id == id)
            return &conversions[i];
    return NULL;
}
