/* contest.h: what asked.c, choose.c and refused.c say to each other: all variants that serve a
 * request, on one target after the other. */
#ifndef TCGEN_CONTEST_H
#define TCGEN_CONTEST_H
#include "passes.h"

/* A plan and what its proof said. */
typedef struct Proven {
    const Plan *plan;
    Proof proof;
    const struct Proven *next;
} Proven;

typedef struct {
    const Request *request;
    Query query;        /* of a copy: its view */
    Function *function; /* gets the warnings of the proof; NULL: an estimate, nothing is proven */
    bool *unproven;     /* by variant: reported, for this target or another one */
    Choice choice;
    const Variant *best;
    const Proven *proven; /* for the targets before, too */
    bool by_generation;   /* some offer costs other numbers on other generations of targets */
    bool is_open;         /* another target may be answered otherwise */
} Contest;

/* asked.c: is this variant one of the contest? */
bool is_asked(const Contest *contest, const Variant *variant);
/* Is it not worth telling that it declined? */
bool is_quiet(const Contest *contest, const Variant *variant);
bool is_remote(const Copy *copy);                /* a side is another CTA's memory */
const char *contest_pin(const Contest *contest); /* `using V`; NULL: none */
/* What it offers and the request can have: its target, its hints. NULL with *decline. */
Plan *offer_of(const Contest *contest, const Variant *variant, Decline *decline);

/* refused.c: no variant has a plan on any target, which is reported. */
void report_none(const Contest *contest, unsigned targets);
void report_declines(const Contest *contest, const Choice *choice); /* a note each */
#endif
