/* view.h: what explain, cost and draw share: parts of a Function in words, and the owner of every
 * element of a region. Private to this room. */
#ifndef TCGEN_OUT_VIEW_H
#define TCGEN_OUT_VIEW_H
#include "out.h"

/* words.c */
void words_scope(Text *out, const Scope *scope);                /* cta(128) warps 1:3 */
void words_callers(Text *out, const Scope *scope);              /* all 32 lanes of a warp */
void words_targets(Text *out, unsigned targets);                /* sm_80, sm_90 */
void words_expr(Text *out, const Expr *expr, const Plan *plan); /* 8 * rank + 4 * i */
void words_sum(Text *out, const Expr *expr, const Plan *plan);  /* the x of its XORs */
void words_cond(Text *out, const Cond *cond, const Plan *plan); /* rank < 24 */
void words_instructions(
    Text *out, const Plan *plan, const Cost *cost);  /* 2 ld.shared.v4.b32, 1 st.shared.b32 */
void words_shape(Text *out, const Operand *operand); /* 32x8: the non-unit extents; 1 if none */
/* "label  text" with the text wrapped at 96 columns, its lines at column `at`. */
void words_wrap(Text *out, int label_at, const char *label, int at, const char *text);

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
    bool owner;                      /* a side is in registers: owners; otherwise movers */
    const Operand *of;               /* whose coordinates the cells have */
    int64_t rows, cols, count;       /* of the whole region; the last row may be shorter */
    int64_t shown_rows, shown_cols;  /* what `cells` holds: shown_cols a row */
    const char *row_name, *col_name; /* "row", "column"; "element" of one-dimensional regions */
    Cell *cells;
} Grid;
/* The first plan's view of the function's first max_rows x max_cols cells. */
Grid *grid_build(const Function *function, int64_t max_rows, int64_t max_cols);
const Cell *grid_at(const Grid *grid, int64_t row, int64_t col); /* NULL: outside */
/* draw_text.c: the parts that both pictures share. */
bool view_is_known(const char *view);                               /* reports the others */
void grid_cell_text(Text *out, const Grid *grid, const Cell *cell); /* 31/7 or 12.0 */
void grid_row_label(Text *out, const Grid *grid, const Cell *first);
void grid_heading(Text *out, const Function *function, const Grid *grid);
void grid_omission(Text *out, const Grid *grid, int64_t rows, int64_t cols); /* or nothing */
const Choice *first_choice(const Function *function); /* the first with a plan, or NULL */
#endif
