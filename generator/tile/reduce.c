/* reduce.c: the instruction of a copy's `reduce`, where there is one for its numbers. */
#include "../plan/reductions.h"
#include "tile.h"

bool reduction_of(const Copy *copy, PrimitiveKind kind, PrimitiveId *primitive, Decline *decline) {
    Combine op = copy_reduction(copy);
    if (op == COMBINE_NONE)
        return true;
    const char *by = kind == KIND_BULK_COPY ? "bulk copies"
                     : kind == KIND_STORE   ? "stores of threads"
                                            : "asynchronous stores";
    const char *into = space_name[copy->dst.space];
    const char *types = reduction_types(kind, copy->dst.space, op);
    *primitive = reduction_primitive(kind, copy->dst.space, op, copy->dtype);
    if (*primitive < PRIM_COUNT)
        return true;
    if (!*types)
        return decline_with(
            decline, "reduce_type", "no %s into %s reduce by %s", by, into, copy->options.reduce);
    return decline_with(
        decline,
        "reduce_type",
        "%s into %s reduce by %s only %s, not %s",
        by,
        into,
        copy->options.reduce,
        types,
        copy->dtype->name);
}
