/* variants.c: the dispatch table, from variants.def. */
#include "build.h"

const Variant variants[] = {
#define X(name, priority, upstream, ops, by_target, offer)                                         \
    {name, priority, upstream, ops, by_target, offer},
#include "variants.def"
#undef X
};
const int variant_count = (int)COUNT_OF(variants);
