/* dispatch.h: a description's requests -> Functions, each with the plan that was chosen and proven
 * for every target. Names are made here too, because they are part of what a request means. */
#ifndef TCGEN_DISPATCH_H
#define TCGEN_DISPATCH_H
#include "../plan/plan.h"

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

/* What tcgen picked for an `auto` layout: see auto_layout.c. The sums are over all copies that
 * touch the tile; `own` ones are of this copy. */
typedef struct {
    const char
        *kind; /* "plain", "swizzle(2,1,3)", "pitch 33": how it differs from what was written */
    const char *base;   /* the layout that was written: S[(32,8):(8,1)] */
    const char *chosen; /* the layout that is used: S[(32,8):(8,1)] swizzle(2,1,3) */
    const Layout *layout;
    bool is_free; /* no bank conflict in any of the copies */
    int copies, candidates;
    int64_t got, ideal; /* wavefronts */
    int64_t own_got, own_ideal;
    int own_bits, plain_bits; /* widths of a vector: now, and with the layout that was written */
} AutoChoice;

/* A copy as it is looked at. The request stays as it was written; each view is the one before, or a
 * changed copy of it. */
typedef struct {
    const AutoChoice *choice[2]; /* of src and dst; NULL: not `auto` */
    const Copy *settled; /* the layouts that were picked in the place of `auto`: what is named */
    const Copy *caller;  /* the ring of `stages N` as dimension 0: what the caller has in memory */
    const Copy *moved;   /* elements of 6 bits as bytes: what variants, proof and plans are of */
} View;

/* One function of the header, with everything that the outputs print. */
typedef struct {
    const Request *request;
    View view;                 /* of a copy */
    const char *name;          /* tc_warp_copy_smem_to_reg_32x8_f32 */
    const char *constant_stem; /* TC_WARP_COPY_SMEM_TO_REG_32X8_F32 */
    bool digest_name;          /* json and explain only: an unnamed non-default layout */
    bool has_at;               /* an _at(rank, ...) form exists (not for thread and elected) */
    const char *rank_macro;    /* "TC_RANK_WARP", "TC_RANK_WARP % 8"; NULL without _at */
    const char *rank_argument; /* of `lane id`: the plain form takes its rank; NULL: it does not */
    int regs;                  /* elements of the register argument per thread, 0: none */
    int align;                 /* bytes of the strictest memory argument */
    int64_t bytes;             /* of the destination region */
    Choice *choices;           /* equal plans of several targets are merged; newest targets first */
    int choice_count;
    int proofs;   /* how many plans were proven; equal ones of several targets are one */
    Proof region; /* of lane 0: each element has one place in its distribution; ok with a reason:
                     why there is no header of it yet */
    Choice *accesses; /* of lane 0: get_a, set_r; each of one part and the region's own code */
    int access_count;
    const char *meaning;   /* equal for equal requests, however they are spelled */
    const char **warnings; /* texts, also reported through diag_warning */
    int warning_count;
} Function;

/* views.c: the copy as its caller sees it; NULL: the request is none. What an output says of
 * operands and layouts is behind this, in one place of it. */
const Copy *function_copy(const Function *function);
const char *function_pin(const Function *function); /* `using V`; NULL: none */
/* advice.c: it says only that the variant is made for other requests, or that another one does as
 * well: nobody could act on it. Kept in the JSON, left out where people read. */
bool decline_is_inherent(const Function *function, const Decline *decline);
/* Worth a word: what would have come before the plan, and what lost by cost. */
bool decline_is_better(const Function *function, const Decline *decline, const Plan *plan);
/* views.c: bytes of the strictest of its bodies, of the argument that is read or written; 1: none
 * is. */
int function_align(const Function *function, Role role);

typedef struct {
    const Module *module;
    Function *functions;
    int count;
} Program;

/* names.c: the name of the function of a request, without a look at its plans. */
const char *request_name(const Request *request);

/* names.c: the name of a descriptor of the source of `copy`, without the prefix; *ok false: its
 * layout has no name, which is reported where names are strict. */
const char *descriptor_stem(
    const Copy *copy, const char *unit, bool strict, bool *digest, bool *ok);

/* names.c: the name of the coordinates of the source of `copy`, likewise. */
const char *coords_stem(const Copy *copy, bool strict, bool *digest, bool *ok);

/* Dispatches and proves everything. strict_names: an unnamed non-default layout is an error (the
 * header), otherwise it gets a digest name (json, explain). Reports diagnostics. */
Program *program_build(const Module *module, bool strict_names);
/* missing.c: looks for the facts that narrow plans lack, which asks the variants many times: only
 * for who wants to see them. Reports W_NARROW where that was asked for. */
void program_missing(Program *program);
#endif
