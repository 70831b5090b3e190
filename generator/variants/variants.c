/* variants.c: the dispatch table, from variants.def. */
#include "variants.h"

enum {
    COPY = SERVES_COPY,
    COPY_ASYNC = SERVES_COPY_ASYNC,
    PERMUTE = SERVES_PERMUTE,
    RELAYOUT = SERVES_RELAYOUT,
    FILL = SERVES_FILL,
    LANE0 = SERVES_LANE0,
    REDUCE = SERVES_REDUCE,
    FOLD = SERVES_FOLD,
    SCAN = SERVES_SCAN,
    EXTRACT = SERVES_EXTRACT,
    INSERT = SERVES_INSERT,
    BROADCAST = SERVES_BROADCAST,
    LIMITS = KNOWS_LIMITS,
    REDUCES = KNOWS_REDUCES,
    MULTICASTS = KNOWS_MULTICASTS,
    PICKS = KNOWS_PICKS
};

const Variant variants[] = {
#define X(name, priority, serves, policy, asked, knows, differs, told, offer)                      \
    {name,                                                                                         \
     priority,                                                                                     \
     serves,                                                                                       \
     POLICY_##policy,                                                                              \
     ASKED_##asked,                                                                                \
     knows,                                                                                        \
     DIFFERS_##differs,                                                                            \
     TOLD_##told,                                                                                  \
     offer},
#include "variants.def"
#undef X
};
const int variant_count = (int)COUNT_OF(variants);
