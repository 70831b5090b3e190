/* folding.h: a Plan that reduces over dimensions of a register layout, in the making: a thread's
 * own parts, then lanes, then warps. */
#ifndef TCGEN_FOLDING_H
#define TCGEN_FOLDING_H
#include "lane0.h"

/* Where one number of every result of a thread lies: as the operand lies, or result r from slot at
 * + r * per on. */
typedef struct {
    int bundle;
    bool is_spread;
    int64_t at, per;
} Numbers;

typedef struct {
    const Lane0 *lane0;
    const Dtype *dtype;
    Fold fold;     /* what is kept apart is taken out of `own` */
    int64_t apart; /* how far apart in the operand the numbers of a result lie that are kept
                        * apart, 0: none */
    Ranks ranks;
    Plan *plan;
    Phase *phase;
    Combine combine;
    PrimitiveId redux;            /* PRIM_COUNT: shuffles */
    Numbers dst, src, acc, total; /* total: bundle -1: none yet */
    bool has_acc;
    bool row_words; /* two neighbouring results of the operand fill a word */
    int run;        /* results that a step takes at once: two in a word, otherwise 1 */
    int word;       /* numbers of one result that it takes at once, likewise */
    int halved;     /* 28: the bits of the lane by which lanes halve the results of a thread, 16, 8
                     * and 4; 0: they all have all results */
    int64_t odd;    /* 24 results are three runs of 8, and each run is halved */
    int64_t held;   /* results that a lane has in this step: 3 of 24 after 3 halvings */
    bool hands_on;  /* what a lane has of all warps it hands on; otherwise every lane reads all */
    Numbers kept, sent, other; /* of halvings */
} Folding;

/* ---- folding.c ----------------------------------------------------------------------------- */

bool folding_start(const Lane0 *lane0, Folding *folding, Decline *decline);
Plan *folding_plan(Folding *folding, const char *variant);
Side folding_side(const Numbers *numbers);
Numbers numbers_in(int bundle, int64_t per);
Numbers numbers_after(Numbers numbers, int64_t slots);
Numbers folding_numbers(Folding *folding, const char *name, int64_t per);
/* Where a stage leaves one number of each result: the last one in what the caller gets, if it
 * writes that once. */
Numbers folding_target(Folding *folding, bool is_last);
/* A step for every result that a lane has. */
Step *folding_each(Folding *folding, PrimitiveId primitive, const Numbers *sides, int count);
Step *folding_combine(Folding *folding, Numbers to, Numbers a, Numbers b);
void folding_moves(Folding *folding, Numbers to, Numbers from); /* one by one */
/* What the lanes `far` apart have. */
void folding_shuffle(Folding *folding, Numbers other, Numbers own, int far);
int folding_loop(Plan *plan, const char *name, int64_t extent);
/* One more loop around the step: i, i1, k2 ... by how deep it is. */
Digit folding_turns(Folding *folding, Step *step, const char *name, int64_t turns);
void folding_phase(Folding *folding); /* the next one */

/* ---- folding_halves.c ---------------------------------------------------------------------- */

/* By which bits of the lane results can be halved; 0: by none. */
int folding_halvings(const Folding *folding);
/* Lanes exchange halves of what they have ... */
Numbers folding_halves(Folding *folding, Numbers own);
/* ... and hand on what they have, until all have all results. */
Numbers folding_unite(Folding *folding, Numbers own);

/* ---- folding_warps.c ----------------------------------------------------------------------- */

/* What several warps have: each result goes into shared memory once for each warp, all wait, and
 * every thread combines it in the order of the warps. */
Numbers folding_warps(Folding *folding, Numbers own);
#endif
