/* variants.h: one file a variant, which offers a Plan or declines with a predicate and its
 * operands. */
#ifndef TCGEN_VARIANTS_H
#define TCGEN_VARIANTS_H
#include "../tile/tile.h"

/* What a variant is asked: a request on one target. Of a copy it is the view that is planned. */
typedef struct {
    int target;
    const Copy *copy;   /* of a copy statement and its kin; otherwise NULL */
    const Lane0 *lane0; /* of a region, a reduction and their kin; otherwise NULL */
} Query;
/* A variant returns a Plan, or NULL with *decline filled. */
typedef Plan *(*VariantOffer)(const Query *query, Decline *decline);

/* The columns of variants.def, which says what they mean. */
enum { /* `serves` is a mask of these */
       SERVES_COPY = 1 << OP_COPY,
       SERVES_COPY_ASYNC = 1 << OP_COPY_ASYNC,
       SERVES_PERMUTE = 1 << OP_PERMUTE,
       SERVES_RELAYOUT = 1 << OP_RELAYOUT,
       SERVES_FILL = 1 << OP_FILL,
       SERVES_LANE0 = 1 << (OP_COUNT + LANE0_REGION),
       SERVES_REDUCE = 1 << (OP_COUNT + LANE0_REDUCE),
       SERVES_SCAN = 1 << (OP_COUNT + LANE0_SCAN),
       SERVES_EXTRACT = 1 << (OP_COUNT + LANE0_EXTRACT),
       SERVES_INSERT = 1 << (OP_COUNT + LANE0_INSERT),
       SERVES_BROADCAST = 1 << (OP_COUNT + LANE0_SPREAD),
       SERVES_FOLD = 1 << (OP_COUNT + LANE0_KIT_COUNT) /* a reduce over a register layout */
};
typedef enum { POLICY_BEST, POLICY_TIRX } VariantPolicy;
typedef enum {
    ASKED_ALWAYS,
    ASKED_BY_NAME,
    ASKED_REMOTE,
    ASKED_ONE_THREAD,
    ASKED_REDUCING,
    ASKED_FIXED,
    ASKED_TENSOR,
    ASKED_LAST
} VariantAsked;
/* `knows` is a mask of these. */
enum { KNOWS_LIMITS = 1, KNOWS_REDUCES = 2, KNOWS_MULTICASTS = 4, KNOWS_PICKS = 8 };
typedef enum { DIFFERS_SAME, DIFFERS_BY_TARGET, DIFFERS_STORES } VariantDiffers;
typedef enum { TOLD_TOLD, TOLD_QUIET, TOLD_QUIET_ONE } VariantTold;
typedef struct {
    const char *name;
    int priority;
    unsigned serves;
    VariantPolicy policy;
    VariantAsked asked;
    unsigned knows;
    VariantDiffers differs;
    VariantTold told;
    VariantOffer offer;
} Variant;
extern const Variant variants[]; /* from variants.def, sorted by priority, name */
extern const int variant_count;

/* relayout_lane.c: do elements of 8 or 16 bits change their place in a word? */
bool relayout_tears_words(const Copy *copy, const Exchange *exchange);
/* dsmem_direct.c: the copy of our own shared memory, with its accesses of one side in another CTA,
 * and its stores of that kind. */
Plan *plan_into_cta(
    const Copy *copy, int target, PrimitiveKind store, const char *variant, Decline *decline);
/* fallback.c: element by element, by one thread or by the owners; without `reduce`. */
Plan *fallback_plan(const Copy *copy, int target, Decline *decline);
/* dsmem_direct.c: the same with one side in another CTA. */
Plan *fallback_into_cta(const Copy *copy, int target, Decline *decline);
/* bulk.c: the copy by bulk copies; `to_several`: the instruction of `multicast`. */
Plan *plan_in_bulk(
    const Copy *copy, int target, PrimitiveId to_several, const char *variant, Decline *decline);
/* bulk.c: is it between global and shared memory; and the rest of a plan of which the addresses
 * stand: buffers, what completes the copies, the flow. False: too many loops. */
bool bulk_pair(const Copy *copy, Decline *decline);
bool bulk_finish(Plan *plan, Phase *phase, const Copy *copy, Step step);
/* shuffles.c: a reduction; `redux`: the instruction that combines a warp, PRIM_COUNT: shuffles
 * do. */
Plan *plan_reduced(const Lane0 *lane0, PrimitiveId redux, const char *variant);
/* One function per row of variants.def: reg_offer, partial_offer ... */
#define X(name, priority, serves, policy, asked, knows, differs, told, offer)                      \
    Plan *offer(const Query *query, Decline *decline);
#include "variants.def"
#undef X

#endif
