/* reductions.c: the rows of reductions.def, by what is combined, of which numbers, and where. */
#include "plan.h"
#include <string.h>

static const struct {
    PrimitiveId id;
    Combine op;
    const char *types; /* "u32 i32 b32" */
} reductions[] = {
#define X(id, function, ptx, kind, space, op, types, bits, align) {PRIM_##id, op, types},
#include "reductions.def"
#undef X
};

static bool has_type(const char *types, const char *name) {
    return strstr(mem_printf(" %s ", types), mem_printf(" %s ", name)) != NULL;
}

static bool is_at(size_t row, PrimitiveKind kind, Space space, Combine op) {
    const Primitive *primitive = &primitives[reductions[row].id];
    return primitive->kind == kind && primitive->space == space && reductions[row].op == op;
}

PrimitiveId reduction_primitive(PrimitiveKind kind, Space space, Combine op, const Dtype *dtype) {
    for (size_t i = 0; i < COUNT_OF(reductions); i++)
        if (is_at(i, kind, space, op) && has_type(reductions[i].types, dtype->name))
            return reductions[i].id;
    return PRIM_COUNT;
}

const char *reduction_types(PrimitiveKind kind, Space space, Combine op) {
    Text types = {0};
    for (size_t i = 0; i < COUNT_OF(reductions); i++) {
        if (!is_at(i, kind, space, op))
            continue;
        text_add(&types, types.length ? ", " : "");
        for (const char *c = reductions[i].types; *c; c++)
            text_printf(&types, *c == ' ' ? ", " : "%c", *c);
    }
    return types.length ? text_string(&types) : "";
}

bool primitive_is_reduction(PrimitiveId id) {
    for (size_t i = 0; i < COUNT_OF(reductions); i++)
        if (reductions[i].id == id)
            return true;
    return false;
}

bool primitive_reduces(PrimitiveId id, Combine op, const Dtype *dtype) {
    for (size_t i = 0; i < COUNT_OF(reductions); i++)
        if (reductions[i].id == id)
            return reductions[i].op == op && has_type(reductions[i].types, dtype->name);
    return false;
}

Combine copy_reduction(const Copy *copy) {
    static const char *const words[] = {"", "add", "min", "max", "and", "or", "xor"};
    for (size_t i = 1; i < COUNT_OF(words) && copy->options.reduce; i++)
        if (strcmp(copy->options.reduce, words[i]) == 0)
            return (Combine)i;
    return COMBINE_NONE;
}
