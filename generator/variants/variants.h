/* variants.h: each variant offers a Plan or declines with a predicate and its operands; dispatch
 * keeps both. Names are made here too, because they are part of what a request means. */
#ifndef TCGEN_VARIANTS_H
#define TCGEN_VARIANTS_H
#include "../plan/plan.h"

typedef struct {
    const char *variant;   /* "gmem_smem" */
    const char *predicate; /* "divisible": stable, snake_case */
    const char *reason;    /* user-facing: "24 elements are not divisible by 32 threads" */
} Decline;

/* It says only that the variant is made for other copies, or that another one does as well: nobody
 * could act on it. Kept in the JSON, left out where people read. */
bool decline_is_inherent(const Copy *copy, const Decline *decline);

#define OP_PINNED 0x80000000u /* asked only where `using` names it */
#define OP_QUIET 0x40000000u  /* for rare requests: that it declined is said only of `using` */

/* A variant looks at one request on one target; it returns a Plan or NULL with *decline filled. */
typedef Plan *(*VariantOffer)(const Copy *copy, int target, Decline *decline);
typedef struct {
    const char *name;
    int priority;   /* the seeds' order: higher first */
    bool upstream;  /* one of the seeds' variants: asked under `policy tirx` too */
    unsigned ops;   /* mask of (1u << Op) it is registered for, OP_PINNED, OP_QUIET */
    bool by_target; /* the answer depends on the target */
    VariantOffer offer;
} Variant;
extern const Variant variants[]; /* from variants.def, sorted by priority, name */
extern const int variant_count;

/* Facts that nobody stated, which would make a narrow plan wider, and what would run then. */
typedef struct {
    int fact_count;
    const char **facts; /* "ld % 8 == 0", "align(src) == 16" */
    const char *variant;
    int vec_bits, ops_per_thread;
} Missing;
const char *missing_facts(const Missing *missing); /* as they stand after `where` */

/* What one group of targets runs. */
typedef struct {
    unsigned targets;
    Plan *plan; /* NULL: no variant works here; `reason` says why */
    const char *reason;
    Proof proof;
    Cost cost;
    int decline_count;
    Decline *declines; /* in the order they were asked; under policy best also those that lost by
                           cost, predicate "cost" */
    const Missing *missing; /* from program_missing; NULL: not asked, or nothing would help */
} Choice;

/* One function of the header, with everything that the outputs print. */
typedef struct {
    const Copy *copy;
    const char *name;          /* tc_warp_copy_smem_to_reg_32x8_f32 */
    const char *constant_stem; /* TC_WARP_COPY_SMEM_TO_REG_32X8_F32 */
    bool digest_name;          /* json and explain only: an unnamed non-default layout */
    bool has_at;               /* an _at(rank, ...) form exists (not for thread and elected) */
    const char *rank_macro;    /* "TC_RANK_WARP"; NULL without _at */
    int regs;                  /* elements of the register argument per thread, 0: none */
    int align;                 /* bytes of the strictest memory argument */
    int64_t bytes;             /* of the destination region */
    Choice *choices;           /* equal plans of several targets are merged; newest targets first */
    int choice_count;
    const char *meaning;   /* equal for equal requests, however they are spelled */
    const char **warnings; /* texts, also reported through diag_warning */
    int warning_count;
} Function;

/* demand.c: bytes of the strictest of its bodies, of the argument that is read or written; 1: none is. */
int function_align(const Function *function, Role role);

typedef struct {
    const Module *module;
    Function *functions;
    int count;
} Program;

/* Dispatches and proves everything. strict_names: an unnamed non-default layout is an error (the
 * header), otherwise it gets a digest name (json, explain). Reports diagnostics. */
Program *program_build(const Module *module, bool strict_names);
/* missing.c: looks for the facts that narrow plans lack, which asks the variants many times: only for
 * who wants to see them. Reports W_NARROW where that was asked for. */
void program_missing(Program *program);
#endif
