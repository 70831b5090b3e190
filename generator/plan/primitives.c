/* primitives.c: what each primitive of include/tilecopy/ moves, and which targets have it. */
#include "plan.h"
#include <string.h>

/* What forms.def says of a Plan, a column at a time, as constants: KIND_OF_LOAD is KIND_LOAD. */
#define NO_PLAN 0
enum {
#define PLAN(kind, act, space2, align, group, proxy) kind
#define X(form, unit, plan, effect, operands, text, host) KIND_OF_##form = plan,
#include "../primitives/forms.def"
#undef X
#undef PLAN
};
enum {
#define PLAN(kind, act, space2, align, group, proxy) act
#define X(form, unit, plan, effect, operands, text, host) ACT_OF_##form = plan,
#include "../primitives/forms.def"
#undef X
#undef PLAN
};
enum {
#define PLAN(kind, act, space2, align, group, proxy) space2
#define X(form, unit, plan, effect, operands, text, host) SPACE2_OF_##form = plan,
#include "../primitives/forms.def"
#undef X
#undef PLAN
};
enum {
#define PLAN(kind, act, space2, align, group, proxy) align
#define X(form, unit, plan, effect, operands, text, host) ALIGN_OF_##form = plan,
#include "../primitives/forms.def"
#undef X
#undef PLAN
};
enum {
#define PLAN(kind, act, space2, align, group, proxy) group
#define X(form, unit, plan, effect, operands, text, host) GROUP_OF_##form = plan,
#include "../primitives/forms.def"
#undef X
#undef PLAN
};
enum {
#define PLAN(kind, act, space2, align, group, proxy) proxy
#define X(form, unit, plan, effect, operands, text, host) PROXY_OF_##form = plan,
#include "../primitives/forms.def"
#undef X
#undef PLAN
};
#undef NO_PLAN

/* What a row of rows.def adds; how its text is made does not matter to a Plan. */
#define PLAIN
#define BY_HAND
#define EACH(n)
#define REDUCES(how, type, dtypes) .combine = COMBINE_##how, .types = dtypes

const Primitive primitives[PRIM_COUNT] = {
#define X(id, function, ptx, kind, act, space, space2, bits, align, group, feature, proxy)         \
    {#id, function, ptx, kind, act, space, space2, bits, align, group, feature, proxy, 0, NULL},
#include "primitives.def"
#undef X
#define X(id, function, ptx, from, to, rounding, count, bits, feature, issue)                      \
    {#id,                                                                                          \
     #function,                                                                                    \
     ptx,                                                                                          \
     KIND_REGISTERS,                                                                               \
     ACT_CONVERT,                                                                                  \
     SPACE_REG,                                                                                    \
     SPACE_REG,                                                                                    \
     bits,                                                                                         \
     1,                                                                                            \
     GROUP_THREAD,                                                                                 \
     feature,                                                                                      \
     PROXY_GENERIC,                                                                                \
     COMBINE_NONE,                                                                                 \
     NULL},
#include "conversions.def"
#undef X
#define X(prim, form, memory, width, needs, name, spelling, doc, more)                             \
    {.id = #prim,                                                                                  \
     .function = #name,                                                                            \
     .ptx = spelling,                                                                              \
     .kind = (PrimitiveKind)KIND_OF_##form,                                                        \
     .act = (Act)ACT_OF_##form,                                                                    \
     .space = SPACE_##memory,                                                                      \
     .space2 = (Space)SPACE2_OF_##form,                                                            \
     .bits = width,                                                                                \
     .align = ALIGN_OF_##form ? ALIGN_OF_##form : (width) / 8,                                     \
     .group = (Group)GROUP_OF_##form,                                                              \
     .feature = FEATURE_##needs,                                                                   \
     .proxy = (Proxy)PROXY_OF_##form,                                                              \
     more},
#define Y(form, space, bits, feature, function, ptx, doc, more)
#include "../primitives/rows.def"
#undef X
#undef Y
};

static const struct {
    bool stmatrix, bulk, cluster, v256, tmem, fp8, fp4, redux_f32;
} target_has[TARGET_COUNT] = {
#define X(id, spelling, is_default, stmatrix, bulk, cluster, v256, tmem, fp8, fp4, redux_f32)      \
    {stmatrix, bulk, cluster, v256, tmem, fp8, fp4, redux_f32},
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
    case FEATURE_RED_VECTOR: /* both came with sm_90 */
        return target_has[target].cluster;
    case FEATURE_MULTICAST: /* elsewhere ptxas advises against it */
        return target == TARGET_SM_90A || target_has[target].tmem;
    case FEATURE_V256:
        return target_has[target].v256;
    case FEATURE_TMEM:
        return target_has[target].tmem;
    case FEATURE_FP8:
        return target_has[target].fp8;
    case FEATURE_FP4:
        return target_has[target].fp4;
    case FEATURE_REDUX_F32:
        return target_has[target].redux_f32;
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
    case FEATURE_RED_VECTOR:
        return "TC_HAS_RED_VECTOR";
    case FEATURE_MULTICAST:
        return "TC_HAS_MULTICAST";
    case FEATURE_V256:
        return "TC_HAS_V256";
    case FEATURE_TMEM:
        return "TC_HAS_TMEM";
    case FEATURE_FP8:
        return "TC_HAS_FP8";
    case FEATURE_FP4:
        return "TC_HAS_FP4";
    case FEATURE_REDUX_F32:
        return "TC_HAS_REDUX_F32";
    default:
        return NULL;
    }
}

bool primitive_to_several(PrimitiveId id) {
    return id == PRIM_BULK_GMEM_TO_SMEM_MULTICAST || id == PRIM_BULK_GMEM_TO_SMEM_EACH;
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

PrimitiveId primitive_store_async(int bits) {
    return find(KIND_ASYNC_STORE, SPACE_DSMEM, bits);
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

/* Sums of signed numbers are those of unsigned ones. */
static const struct {
    PrimitiveId id;
    Combine op;
    const char *dtype;
} combinations[] = {
    {PRIM_ADD_F32, COMBINE_ADD, "f32"},       {PRIM_ADD_U32, COMBINE_ADD, "u32"},
    {PRIM_ADD_U32, COMBINE_ADD, "i32"},       {PRIM_MAX_F32, COMBINE_MAX, "f32"},
    {PRIM_MUL_F32, COMBINE_MUL, "f32"},       {PRIM_MIN_F32, COMBINE_MIN, "f32"},
    {PRIM_MUL_U32, COMBINE_MUL, "u32"},       {PRIM_MUL_U32, COMBINE_MUL, "i32"},
    {PRIM_MIN_U32, COMBINE_MIN, "u32"},       {PRIM_MAX_U32, COMBINE_MAX, "u32"},
    {PRIM_MIN_I32, COMBINE_MIN, "i32"},       {PRIM_MAX_I32, COMBINE_MAX, "i32"},
    {PRIM_AND_B32, COMBINE_AND, "u32"},       {PRIM_AND_B32, COMBINE_AND, "i32"},
    {PRIM_AND_B32, COMBINE_AND, "b32"},       {PRIM_OR_B32, COMBINE_OR, "u32"},
    {PRIM_OR_B32, COMBINE_OR, "i32"},         {PRIM_OR_B32, COMBINE_OR, "b32"},
    {PRIM_XOR_B32, COMBINE_XOR, "u32"},       {PRIM_XOR_B32, COMBINE_XOR, "i32"},
    {PRIM_XOR_B32, COMBINE_XOR, "b32"},       {PRIM_REDUX_ADD_U32, COMBINE_ADD, "u32"},
    {PRIM_REDUX_ADD_U32, COMBINE_ADD, "i32"}, {PRIM_REDUX_MIN_U32, COMBINE_MIN, "u32"},
    {PRIM_REDUX_MAX_U32, COMBINE_MAX, "u32"}, {PRIM_REDUX_MIN_I32, COMBINE_MIN, "i32"},
    {PRIM_REDUX_MAX_I32, COMBINE_MAX, "i32"}, {PRIM_REDUX_AND_B32, COMBINE_AND, "u32"},
    {PRIM_REDUX_AND_B32, COMBINE_AND, "i32"}, {PRIM_REDUX_AND_B32, COMBINE_AND, "b32"},
    {PRIM_REDUX_OR_B32, COMBINE_OR, "u32"},   {PRIM_REDUX_OR_B32, COMBINE_OR, "i32"},
    {PRIM_REDUX_OR_B32, COMBINE_OR, "b32"},   {PRIM_REDUX_XOR_B32, COMBINE_XOR, "u32"},
    {PRIM_REDUX_XOR_B32, COMBINE_XOR, "i32"}, {PRIM_REDUX_XOR_B32, COMBINE_XOR, "b32"},
    {PRIM_REDUX_MIN_F32, COMBINE_MIN, "f32"}, {PRIM_REDUX_MAX_F32, COMBINE_MAX, "f32"},
    {PRIM_ADD_F16, COMBINE_ADD, "f16"},       {PRIM_ADD_F16X2, COMBINE_ADD, "f16"},
    {PRIM_MUL_F16, COMBINE_MUL, "f16"},       {PRIM_MUL_F16X2, COMBINE_MUL, "f16"},
    {PRIM_MIN_F16, COMBINE_MIN, "f16"},       {PRIM_MIN_F16X2, COMBINE_MIN, "f16"},
    {PRIM_MAX_F16, COMBINE_MAX, "f16"},       {PRIM_MAX_F16X2, COMBINE_MAX, "f16"},
    {PRIM_ADD_BF16, COMBINE_ADD, "bf16"},     {PRIM_ADD_BF16X2, COMBINE_ADD, "bf16"},
    {PRIM_MUL_BF16, COMBINE_MUL, "bf16"},     {PRIM_MUL_BF16X2, COMBINE_MUL, "bf16"},
    {PRIM_MIN_BF16, COMBINE_MIN, "bf16"},     {PRIM_MIN_BF16X2, COMBINE_MIN, "bf16"},
    {PRIM_MAX_BF16, COMBINE_MAX, "bf16"},     {PRIM_MAX_BF16X2, COMBINE_MAX, "bf16"},
    {PRIM_ADD_F64, COMBINE_ADD, "f64"},       {PRIM_MUL_F64, COMBINE_MUL, "f64"},
    {PRIM_MIN_F64, COMBINE_MIN, "f64"},       {PRIM_MAX_F64, COMBINE_MAX, "f64"},
    {PRIM_ADD_U64, COMBINE_ADD, "u64"},       {PRIM_ADD_U64, COMBINE_ADD, "i64"},
    {PRIM_MUL_U64, COMBINE_MUL, "u64"},       {PRIM_MUL_U64, COMBINE_MUL, "i64"},
    {PRIM_MIN_U64, COMBINE_MIN, "u64"},       {PRIM_MAX_U64, COMBINE_MAX, "u64"},
    {PRIM_MIN_I64, COMBINE_MIN, "i64"},       {PRIM_MAX_I64, COMBINE_MAX, "i64"},
    {PRIM_AND_B64, COMBINE_AND, "u64"},       {PRIM_AND_B64, COMBINE_AND, "i64"},
    {PRIM_OR_B64, COMBINE_OR, "u64"},         {PRIM_OR_B64, COMBINE_OR, "i64"},
    {PRIM_XOR_B64, COMBINE_XOR, "u64"},       {PRIM_XOR_B64, COMBINE_XOR, "i64"},
};

PrimitiveId primitive_combination(Act act, Combine op, const Dtype *dtype) {
    for (size_t i = 0; i < COUNT_OF(combinations); i++)
        if (primitives[combinations[i].id].act == act && combinations[i].op == op &&
            strcmp(combinations[i].dtype, dtype->name) == 0)
            return combinations[i].id;
    return PRIM_COUNT;
}

PrimitiveId primitive_paired(Combine op, const Dtype *dtype) {
    for (size_t i = 0; i < COUNT_OF(combinations); i++)
        if (primitives[combinations[i].id].act == ACT_COMBINE && combinations[i].op == op &&
            primitives[combinations[i].id].bits == 2 * dtype->bits &&
            strcmp(combinations[i].dtype, dtype->name) == 0)
            return combinations[i].id;
    return PRIM_COUNT;
}

PrimitiveId primitive_index_if(const Dtype *dtype) {
    static const struct {
        PrimitiveId id;
        const char *dtype;
    } rows[] = {
        {PRIM_INDEX_IF_F32, "f32"},
        {PRIM_INDEX_IF_B32, "u32"},
        {PRIM_INDEX_IF_B32, "i32"},
        {PRIM_INDEX_IF_F16, "f16"},
        {PRIM_INDEX_IF_BF16, "bf16"},
        {PRIM_INDEX_IF_F64, "f64"},
        {PRIM_INDEX_IF_B64, "u64"},
        {PRIM_INDEX_IF_B64, "i64"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(rows[i].dtype, dtype->name) == 0)
            return rows[i].id;
    return PRIM_COUNT;
}

bool primitive_combines(PrimitiveId id, Combine op, const Dtype *dtype) {
    for (size_t i = 0; i < COUNT_OF(combinations); i++)
        if (combinations[i].id == id && combinations[i].op == op &&
            strcmp(combinations[i].dtype, dtype->name) == 0)
            return true;
    return false;
}
