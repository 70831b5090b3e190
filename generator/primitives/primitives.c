/* primitives.c: the rows as Plans see them, and which of them does what is asked for. */
#include "primitives.h"
#include <string.h>

/* What forms.def says of a Plan, a column at a time, as constants: KIND_OF_LOAD is KIND_LOAD. */
#define NO_PLAN 0
enum {
#define PLAN(kind, act, space2, align, group, proxy) kind
#define X(form, unit, plan, effect, operands, text, host) KIND_OF_##form = plan,
#include "forms.def"
#undef X
#undef PLAN
};
enum {
#define PLAN(kind, act, space2, align, group, proxy) act
#define X(form, unit, plan, effect, operands, text, host) ACT_OF_##form = plan,
#include "forms.def"
#undef X
#undef PLAN
};
enum {
#define PLAN(kind, act, space2, align, group, proxy) space2
#define X(form, unit, plan, effect, operands, text, host) SPACE2_OF_##form = plan,
#include "forms.def"
#undef X
#undef PLAN
};
enum {
#define PLAN(kind, act, space2, align, group, proxy) align
#define X(form, unit, plan, effect, operands, text, host) ALIGN_OF_##form = plan,
#include "forms.def"
#undef X
#undef PLAN
};
enum {
#define PLAN(kind, act, space2, align, group, proxy) group
#define X(form, unit, plan, effect, operands, text, host) GROUP_OF_##form = plan,
#include "forms.def"
#undef X
#undef PLAN
};
enum {
#define PLAN(kind, act, space2, align, group, proxy) proxy
#define X(form, unit, plan, effect, operands, text, host) PROXY_OF_##form = plan,
#include "forms.def"
#undef X
#undef PLAN
};
#undef NO_PLAN

/* What a row of rows.def adds; how its text is made does not matter to a Plan. */
#define PLAIN
#define BY_HAND
#define NO_HEADER
#define EACH(n)
#define RANK(n) .rank = n,
#define WITH(...)
#define TEXT(text)
#define BEFORE_90(text)
#define NUMBERS(type)
#define PRODUCT(type, m, k)
#define REDUCES(how, type, dtypes) .combine = COMBINE_##how, .types = dtypes,
#define COMBINES(how, type, dtypes) .combine = COMBINE_##how, .types = dtypes,
#define EQUALS(type, dtypes) .types = dtypes,
#define CONVERTS(from_, to_, rounding_, elements)                                                  \
    .conversion.from = #from_, .conversion.to = #to_, .conversion.rounding = ROUNDING_##rounding_, \
    .conversion.count = elements,
#define PAIRS04 .conversion.pairs04 = true,
#define COST(sm_80, sm_90, sm_100, wait, wait_a_warp)                                              \
    .has_rate = true, .rate = {{sm_80, sm_90, sm_100}, wait, wait_a_warp},
#define ISSUE(sm_80, sm_90, sm_100) COST(sm_80, sm_90, sm_100, 0, 0)

const Primitive primitives[PRIM_COUNT] = {
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
     .conversion.id = PRIM_##prim,                                                                 \
     more},
#define Y(form, space, bits, feature, function, ptx, doc, more)
#include "rows.def"
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
    case FEATURE_GATHER4: /* both came with sm_100 */
        return target_has[target].v256;
    case FEATURE_SCATTER4: /* ptxas wants the same letters */
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
    case FEATURE_GATHER4:
        return "TC_HAS_GATHER4";
    case FEATURE_SCATTER4:
        return "TC_HAS_SCATTER4";
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
    return id == PRIM_BULK_GMEM_TO_SMEM_MULTICAST || id == PRIM_BULK_GMEM_TO_SMEM_EACH ||
           (id >= PRIM_TENSOR_MULTICAST_1D && id <= PRIM_TENSOR_MULTICAST_5D);
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

bool primitive_is_box(PrimitiveId id) {
    return primitives[id].act == ACT_BOX || primitives[id].act == ACT_ROWS;
}

PrimitiveId primitive_tensor(Space to, int rank, bool several, Combine combine) {
    for (int i = 0; i < PRIM_COUNT; i++) {
        const Primitive *primitive = &primitives[i];
        if (primitive->act == ACT_BOX && primitive->space == to && primitive->rank == rank &&
            primitive->combine == combine && primitive_to_several((PrimitiveId)i) == several)
            return (PrimitiveId)i;
    }
    return PRIM_COUNT;
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

const Rate *primitive_rate(PrimitiveId id) {
    return primitives[id].has_rate ? &primitives[id].rate : NULL;
}

Generation target_generation(int target) {
    return target < TARGET_SM_90    ? GENERATION_80
           : target < TARGET_SM_100 ? GENERATION_90
                                    : GENERATION_100;
}

/* ---- numbers ------------------------------------------------------------------------------ */

/* Is the name one of the words? */
static bool is_of(const Primitive *primitive, const Dtype *dtype) {
    const size_t length = strlen(dtype->name);
    const char *at = primitive->types;
    while (at && *at) {
        const size_t word = strcspn(at, " ");
        if (word == length && strncmp(at, dtype->name, length) == 0)
            return true;
        at += word + (at[word] == ' ');
    }
    return false;
}

/* ACT_COMBINE, ACT_REDUX, ACT_INDEX of `bits`, or 0 for any. */
static PrimitiveId find_of_numbers(Act act, Combine op, const Dtype *dtype, int bits) {
    for (int i = 0; i < PRIM_COUNT; i++)
        if (primitives[i].act == act && primitives[i].combine == op &&
            (!bits || primitives[i].bits == bits) && is_of(&primitives[i], dtype))
            return (PrimitiveId)i;
    return PRIM_COUNT;
}

PrimitiveId primitive_combination(Act act, Combine op, const Dtype *dtype) {
    bool combines = act == ACT_COMBINE || act == ACT_REDUX;
    return combines ? find_of_numbers(act, op, dtype, 0) : PRIM_COUNT;
}

PrimitiveId primitive_paired(Combine op, const Dtype *dtype) {
    return find_of_numbers(ACT_COMBINE, op, dtype, 2 * dtype->bits);
}

PrimitiveId primitive_index_if(const Dtype *dtype) {
    return find_of_numbers(ACT_INDEX, COMBINE_NONE, dtype, 0);
}

bool primitive_combines(PrimitiveId id, Combine op, const Dtype *dtype) {
    const Primitive *primitive = &primitives[id];
    return (primitive->act == ACT_COMBINE || primitive->act == ACT_REDUX) &&
           primitive->combine == op && is_of(primitive, dtype);
}

/* ---- reductions in memory ----------------------------------------------------------------- */

bool primitive_is_reduction(PrimitiveId id) {
    return id < PRIM_COUNT && primitives[id].types &&
           (primitives[id].act == ACT_ELEMENTS || primitives[id].act == ACT_BYTES ||
            primitives[id].act == ACT_BOX);
}

static bool is_at(int id, PrimitiveKind kind, Space space, Combine op) {
    const Primitive *primitive = &primitives[id];
    return primitive_is_reduction((PrimitiveId)id) && primitive->kind == kind &&
           primitive->space == space && primitive->combine == op;
}

PrimitiveId reduction_primitive(PrimitiveKind kind, Space space, Combine op, const Dtype *dtype) {
    for (int i = 0; i < PRIM_COUNT; i++)
        if (is_at(i, kind, space, op) && is_of(&primitives[i], dtype))
            return (PrimitiveId)i;
    return PRIM_COUNT;
}

PrimitiveId reduction_of_bits(Space space, Combine op, const Dtype *dtype, int bits, int target) {
    for (int i = 0; i < PRIM_COUNT; i++) {
        const Primitive *primitive = &primitives[i];
        if (is_at(i, KIND_STORE, space, op) && is_of(&primitives[i], dtype) &&
            primitive->bits == bits && feature_targets(primitive->feature) & 1u << target)
            return (PrimitiveId)i;
    }
    return PRIM_COUNT;
}

/* Words that `types` does not yet have: "f16" of rows of one, two, four and eight. */
static void add_types(Text *types, const char *more) {
    while (*more) {
        int length = (int)strcspn(more, " ");
        const char *type = mem_printf("%.*s", length, more);
        if (!types->length)
            text_add(types, type);
        else if (!strstr(mem_printf(", %s, ", text_string(types)), mem_printf(" %s, ", type)))
            text_printf(types, ", %s", type);
        more += length + (more[length] == ' ');
    }
}

const char *reduction_types(PrimitiveKind kind, Space space, Combine op) {
    Text types = {0};
    for (int i = 0; i < PRIM_COUNT; i++)
        if (is_at(i, kind, space, op))
            add_types(&types, primitives[i].types);
    return types.length ? text_string(&types) : "";
}

bool primitive_reduces(PrimitiveId id, Combine op, const Dtype *dtype) {
    return primitive_is_reduction(id) && primitives[id].combine == op &&
           is_of(&primitives[id], dtype);
}

Combine copy_reduction(const Copy *copy) {
    static const char *const words[] = {"", "add", "min", "max", "and", "or", "xor"};
    for (size_t i = 1; i < COUNT_OF(words) && copy->options.reduce; i++)
        if (strcmp(copy->options.reduce, words[i]) == 0)
            return (Combine)i;
    return COMBINE_NONE;
}
