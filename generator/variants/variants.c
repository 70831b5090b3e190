/* variants.c: the dispatch table, from variants.def. */
#include "variants.h"

enum {
    COPY = 1 << OP_COPY,
    COPY_ASYNC = 1 << OP_COPY_ASYNC,
    PERMUTE = 1 << OP_PERMUTE,
    RELAYOUT = 1 << OP_RELAYOUT,
    UPSTREAM = VARIANT_UPSTREAM,
    PINNED = VARIANT_PINNED,
    QUIET = VARIANT_QUIET,
    BY_TARGET = VARIANT_BY_TARGET,
    MASKED = VARIANT_MASKED,
    LAST = VARIANT_LAST,
    STORE_BY_TARGET = VARIANT_STORE_BY_TARGET,
    REMOTE = VARIANT_REMOTE,
    FIXED = VARIANT_FIXED,
    ONE_THREAD = VARIANT_ONE_THREAD,
    REDUCES = VARIANT_REDUCES,
    MULTICASTS = VARIANT_MULTICASTS,
    REDUCTION = VARIANT_REDUCTION,
    QUIET_OF_ONE = VARIANT_QUIET_OF_ONE,
};

const Variant variants[] = {
#define X(name, priority, ops, flags, offer) {name, priority, ops, flags, offer},
#include "variants.def"
#undef X
};
const int variant_count = (int)COUNT_OF(variants);
