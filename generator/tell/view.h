/* view.h: what the files of this room share: parts of the header, the words of explain, and the
 * owner of every element of a region. */
#ifndef TCGEN_VIEW_H
#define TCGEN_VIEW_H
#include "tell.h"

/* owns.c. NULL: no side is in registers, or both are. */
const char *owns_sentence(
    const Operand *dst,
    const Operand *src,
    const char *dst_name,
    const char *src_name,
    int threads);

/* ---- the header ------------------------------------------------------------------------------ */

void json_tensor(Text *out, const Plan *plan); /* ",\"tensor\":{...}" where it has a map */
void print_contract(Text *out, const Function *function);
/* The part of the contract that a caller writes code for: what it promises and synchronises. */
void print_duties(Text *out, const Function *function);

/* once.c. A piece between guards, so that two headers of one unit may both hold it. */
void print_once(Text *out, const Function *function, const Piece *piece);
/* out/gemm_gen.h -> GEMM_GEN_H_5F3C0E1A: made from the file's name and its contents. */
const char *include_guard(const char *output_name, const Text *text);

/* ---- explain, JSON, and what pictures show --------------------------------------------------- */

/* explain_plan.c, explain_cost.c: the lines of one choice. */
void explain_plan(Text *out, const Choice *choice);
void explain_cost(Text *out, const Choice *choice);
void explain_contract(Text *out, const Function *function); /* explain_contract.c */

/* grid.c: one cell per element of the region, the last non-unit dimension across. */
typedef struct {
    int64_t coord[MAX_RANK]; /* in the register side's own coordinates, otherwise in dst's */
    int64_t thread;          /* lowest owner or mover; -1: not known */
    int64_t owners;          /* replicas of it, this one included; 0 for movers */
    int64_t slot;            /* register; for movers which transfer of the thread, from 0 */
    bool has_address;
    int64_t address; /* byte address on the memory side (dst where both are memory) */
    Space space;     /* of that address */
} Cell;
typedef struct {
    bool owner;                     /* a side is in registers: owners; otherwise movers */
    const Operand *of;              /* whose coordinates the cells have */
    int64_t rows, cols, count;      /* of the whole region; the last row may be shorter */
    int64_t shown_rows, shown_cols; /* what `cells` holds: shown_cols a row */
    const char *row_name;           /* "row"; "from" for one-dimensional regions */
    Cell *cells;
} Grid;
/* The first plan's view of the function's first max_rows x max_cols cells. */
Grid *grid_build(const Function *function, int64_t max_rows, int64_t max_cols);
/* The owners before, where registers go to registers; NULL elsewhere. */
Grid *grid_of_source(const Function *function, int64_t max_rows, int64_t max_cols);
const Cell *grid_at(const Grid *grid, int64_t row, int64_t col); /* NULL: outside */
/* Element `index` of the operand's region, row-major: its coordinate, and on a memory side its byte
 * address (false: none that a picture could show). */
void element_coordinate(
    const Operand *operand, const int64_t *symbol, int64_t index, int64_t *coord);
bool element_address(
    const Copy *copy,
    const Operand *operand,
    const int64_t *symbol,
    const int64_t *coord,
    int64_t *address);
bool rank_owns(const Scope *scope, const Place *place, int64_t rank);

/* region.c: a region of lane 0: who owns which elements, and what the form of each value costs. */
void json_region(Text *out, const Function *function);
void explain_region(Text *out, const Function *function);
#endif
