/* reductions.c: the rows that reduce in memory, by what is combined, of which numbers, and where. */
#include "reductions.h"
#include <string.h>

static bool has_type(const char *types, const char *name) {
    return strstr(mem_printf(" %s ", types), mem_printf(" %s ", name)) != NULL;
}

static bool is_at(int id, PrimitiveKind kind, Space space, Combine op) {
    const Primitive *primitive = &primitives[id];
    return primitive->types && primitive->kind == kind && primitive->space == space &&
           primitive->combine == op;
}

PrimitiveId reduction_primitive(PrimitiveKind kind, Space space, Combine op, const Dtype *dtype) {
    for (int i = 0; i < PRIM_COUNT; i++)
        if (is_at(i, kind, space, op) && has_type(primitives[i].types, dtype->name))
            return (PrimitiveId)i;
    return PRIM_COUNT;
}

PrimitiveId reduction_of_bits(Space space, Combine op, const Dtype *dtype, int bits, int target) {
    for (int i = 0; i < PRIM_COUNT; i++) {
        const Primitive *primitive = &primitives[i];
        if (is_at(i, KIND_STORE, space, op) && has_type(primitives[i].types, dtype->name) &&
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

bool primitive_is_reduction(PrimitiveId id) {
    return id < PRIM_COUNT && primitives[id].types;
}

bool primitive_reduces(PrimitiveId id, Combine op, const Dtype *dtype) {
    return primitive_is_reduction(id) && primitives[id].combine == op &&
           has_type(primitives[id].types, dtype->name);
}

Combine copy_reduction(const Copy *copy) {
    static const char *const words[] = {"", "add", "min", "max", "and", "or", "xor"};
    for (size_t i = 1; i < COUNT_OF(words) && copy->options.reduce; i++)
        if (strcmp(copy->options.reduce, words[i]) == 0)
            return (Combine)i;
    return COMBINE_NONE;
}
