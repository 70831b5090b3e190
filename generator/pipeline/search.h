/* search.h: what pack.c and search.c say to each other. Private to the pipeline room. */
#ifndef TCGEN_PIPELINE_SEARCH_H
#define TCGEN_PIPELINE_SEARCH_H
#include "pipeline.h"

typedef struct {
    int64_t size, align;
    int (*runs)[2];
    int run_count, first, behind; /* the sections from its first to its last run */
    int *neighbours;              /* that share a section */
    int neighbour_count;
    int twin;      /* the one of lower rank that is equal in everything; -1 */
    uint32_t *bit; /* of each section: the item in the sets of stacks.c */
} Item;

typedef struct {
    int item;
    int64_t low;
} Change;

/* The item that was placed last; what comes before it in (offset, rank) was passed over. */
typedef struct {
    int64_t at;
    int rank;
} Last;

/* Items that are yet to come, in sections that no other item connects to theirs. */
typedef struct {
    int *items, count, begin, end;
} Stretch;

typedef struct {
    int item, rank;
    int64_t at;
} Candidate;

/* A state that was searched to its end without a packing: two hashes of what is to come and where
 * it would lie. */
typedef struct {
    uint64_t key[2];
} Failed;

typedef struct {
    Item *items;
    int count, sections;
    int64_t capacity; /* to keep */
    int *rank;        /* which of two items at one offset comes first */
    /* the state */
    bool *placed;
    int64_t *offset, *low; /* low: where the item would rest on what is placed */
    int64_t *rest;         /* of a section: sizes of all that is yet to come */
    Change *trail;
    int trail_count;
    int *order, order_count; /* what is placed, in its order */
    /* scratch; the stacks have room for a search of full depth */
    int64_t *bound, *least;
    int *all, *pool, pool_count;
    Candidate *candidates, *by_bound; /* by_bound: where items are few, else NULL */
    int64_t *sum;                     /* of a section: of the items that bound_stacks has come to */
    uint32_t *above;                  /* and which they are */
    int64_t **stacks; /* stacks.c: of each section and set of its items; NULL: none */
    int candidate_count;
    Stretch *stretches;
    int stretch_count;
    int64_t *blame,
        *blame_item; /* how often a section, an item ended the search; kept from ask to ask */
    Failed *failed; /* 1 << failed_bits of them, NULL: not kept; a new one takes the place of an old
                       one */
    int failed_bits;
    uint64_t salt; /* another in each search, so that the states of others do not count */
    int64_t work, limit;
} Search;
enum { FAILED_BITS = 16, MORE_FAILED_BITS = 20 }; /* more, where a search is long */

/* Places everything below the capacity. False: it cannot be done, or search->work went beyond the
 * limit. */
bool search_solve(Search *search);
/* One packing without search: items by rank, each at the lowest place that is free. Returns its
 * height. */
int64_t search_first_fit(Search *search);
/* The same for many items: each on top of all that is in its sections. */
int64_t search_skyline(Search *search);
/* cliques.c: sections that bound better, where lives go around; after the neighbours are known. */
void search_use_cliques(Search *search);
/* stacks.c: bounds that know alignment. Makes room for them; fills them for search->capacity. */
void search_use_stacks(Search *search);
void search_fill_stacks(Search *search);
#endif
