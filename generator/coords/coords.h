/* coords.h: a `coords` statement -> functions that say which element of the tile a register of a
 * thread holds: its row and its column, from the thread's rank and the register's number k.
 *
 *   plan_coords.c   the layout's digits turned round, proven for every register of every thread
 *   text_coords.c   the functions with their contract
 *   tell_coords.c   explain and json
 *
 * A layout sends digits of a coordinate to strides on axes; where the strides on each axis divide
 * each other, the digits come back by division: column 19 of `wgmma_c` is register 8 and 9 of lane
 * 1, and its column is 8 * (k / 4) + 2 * (rank % 4) + k % 2. */
#ifndef TCGEN_COORDS_H
#define TCGEN_COORDS_H
#include "../tell/tell.h"
#include "../tile/tile.h"

/* factor * (((x / div % mod) - less) / over % extent), where x is k or the thread's rank; mod and
 * extent 0: none. */
typedef struct {
    bool of_rank;
    int64_t div, mod, less, over, extent, factor;
} CoordTerm;

/* One coordinate: the sum of its terms, outermost first. */
typedef struct {
    CoordTerm terms[MAX_ITERS];
    int count;
} Coordinate;

typedef struct {
    const Coords *request;
    const char *name, *stem; /* tc_acc, TC_ACC */
    bool digest_name;
    int64_t regs;  /* registers of a thread: the numbers of k */
    int64_t holds; /* pairs of a thread and a register that hold an element */
    Coordinate dim[MAX_RANK];
} CoordsPlan;

typedef struct {
    CoordsPlan **at; /* each name once, in the order of the text */
    const char **text;
    int count;
} CoordsPlans;

/* plan_coords.c. strict: a layout without a name is an error. Reports what fails. */
CoordsPlans *coords_plan(const Module *module, bool strict);
const CoordsPlan *coords_find(const CoordsPlans *plans, const char *name);
int64_t coordinate_of(const Coordinate *coordinate, int64_t rank, int64_t k);
/* "row" and "column" of two dimensions, "index" of one, otherwise "dim0" and so on. */
const char *coordinate_name(const CoordsPlan *plan, int dim);

/* text_coords.c */
void coords_make(CoordsPlans *plans); /* their texts */
void coords_text(Text *out, const CoordsPlans *plans);
void coords_names(Text *out, const CoordsPlans *plans);
const char *coordinate_text(const Coordinate *coordinate); /* 8 * (k / 4) + k % 2; "0" for none */
/* tell_coords.c. only: a name, or NULL */
void coords_explain(Text *out, const CoordsPlans *plans, const char *only);
void coords_json(Text *out, const CoordsPlans *plans);
#endif
