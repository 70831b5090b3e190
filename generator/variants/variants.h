/* variants.h: one file a variant, which offers a Plan or declines with a predicate and its operands. */
#ifndef TCGEN_VARIANTS_H
#define TCGEN_VARIANTS_H
#include "../tile/tile.h"

/* A variant looks at one request on one target; it returns a Plan or NULL with *decline filled. */
typedef Plan *(*VariantOffer)(const Copy *copy, int target, Decline *decline);
typedef enum {
    VARIANT_UPSTREAM = 1,         /* one of the seeds' variants: asked under `policy tirx` too */
    VARIANT_PINNED = 2,           /* asked only where `using` names it */
    VARIANT_QUIET = 4,            /* for rare requests: that it declined is said only of `using` */
    VARIANT_BY_TARGET = 8,        /* the answer depends on the target */
    VARIANT_MASKED = 16,          /* knows limits (`mask`) */
    VARIANT_LAST = 32,            /* a last resort: asked where every other one declined */
    VARIANT_STORE_BY_TARGET = 64, /* as BY_TARGET, of registers into memory only */
    VARIANT_REMOTE = 128,     /* asked where a side is another CTA's memory, or `using` names it */
    VARIANT_FIXED = 256,      /* for layouts that stay as they are: not asked where one is `auto` */
    VARIANT_ONE_THREAD = 512, /* asked of an elected thread, and of one out of shared memory */
    VARIANT_REDUCES = 1024,   /* knows `reduce` */
    VARIANT_MULTICASTS = 4096, /* knows `multicast` */
    VARIANT_REDUCTION =
        8192, /* does nothing but `reduce`, in our own memory: asked where that stands */
    VARIANT_QUIET_OF_ONE = 2048 /* as QUIET, where one thread copies */
} VariantFlag;
typedef struct {
    const char *name;
    int priority;   /* the seeds' order: higher first */
    unsigned ops;   /* mask of (1u << Op) that it is asked for */
    unsigned flags; /* of VariantFlag */
    VariantOffer offer;
} Variant;
extern const Variant variants[]; /* from variants.def, sorted by priority, name */
extern const int variant_count;

/* relayout_lane.c: do elements of 8 or 16 bits change their place in a word? */
bool relayout_tears_words(const Copy *copy, const Exchange *exchange);
/* dsmem_direct.c: the copy of our own shared memory, with its accesses of one side in another CTA, and its
 * stores of that kind. */
Plan *plan_into_cta(
    const Copy *copy, int target, PrimitiveKind store, const char *variant, Decline *decline);
/* bulk.c: the copy by bulk copies; `to_several`: the instruction of `multicast`. */
Plan *plan_in_bulk(
    const Copy *copy, int target, PrimitiveId to_several, const char *variant, Decline *decline);
/* One function per row of variants.def: reg_offer, partial_offer ... */
#define X(name, priority, ops, flags, offer)                                                       \
    Plan *offer(const Copy *copy, int target, Decline *decline);
#include "variants.def"
#undef X

#endif
