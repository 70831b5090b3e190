/* view.h: what explain, cost and draw share: parts of a Function in words, and the owner of every
 * element of a region. Private to this room. */
#ifndef TCGEN_OUT_VIEW_H
#define TCGEN_OUT_VIEW_H
#include "print.h"

/* words.c */
void words_scope(Text *out, const Scope *scope);   /* cta(128) warps 1:3 */
bool sides_may_overlap(const Copy *copy);          /* both in one memory, or both registers */
void words_callers(Text *out, const Scope *scope); /* all 32 lanes of a warp */
void words_targets(Text *out, unsigned targets);   /* sm_80, sm_90 */
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

const Choice *first_choice(const Function *function); /* the first with a plan, or NULL */

/* picture.c: what both printers print, whatever the view: labelled rows and columns of boxes. */
typedef struct {
    bool present;
    int colour; /* 0..31; -1: none */
    Text text, tip;
} Box;
typedef struct {
    Text heading, legend, notes;    /* notes: lines below, each with its newline */
    const char *corner;             /* above the labels of the rows */
    int64_t rows, cols;             /* of everything */
    int64_t shown_rows, shown_cols; /* what `boxes` holds: shown_cols a row */
    int least_width;                /* of a box, in letters */
    bool fixed_cols;                /* no printer leaves columns out */
    Text *row_label, *col_label;
    Box *boxes;
} Picture;
/* What is drawn: a function, or the plan of a pipeline. */
typedef struct {
    const Function *function; /* NULL: `plan` is */
    const PipelinePlan *plan;
    const char *view; /* NULL: the first of the kind */
} Subject;
const char *subject_name(const Subject *subject);
/* NULL: it has no such view, reported. */
Picture *picture_build(const Subject *subject, int64_t max_rows, int64_t max_cols);
/* Rows and columns of everything are set; makes room for what is shown of them. */
void picture_room(Picture *picture, int64_t max_rows, int64_t max_cols);
Box *picture_box(Picture *picture, int64_t row, int64_t col); /* NULL: not shown */
void picture_omission(Text *out, const Picture *picture, int64_t rows, int64_t cols);
void picture_subject(
    Text *out, const Function *function, const Operand *of); /* 32x8 f32, smem -> reg */
/* "3,5": a coordinate without the dimensions that are units in the region. */
void picture_coordinate(Text *out, const Operand *operand, const int64_t *coord);
int element_colour(const Operand *operand, int64_t index); /* by the row that it is in */

/* view_owner.c, view_hardware.c, view_banks.c, view_memory.c */
void view_owner(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols);
void view_hardware(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols);
void view_banks(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols);
void view_memory(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols);
/* view_pipeline.c */
void view_timeline(Picture *picture, const PipelinePlan *plan, int64_t max_rows, int64_t max_cols);
void view_places(Picture *picture, const PipelinePlan *plan, int64_t max_rows, int64_t max_cols);

/* json_pipeline.c, explain_pipeline.c */
void json_pipeline(Text *out, const PipelinePlan *plan);
void explain_pipeline(Text *out, const PipelinePlan *plan);
/* json_pipes.c: its code */
void json_code(Text *out, const PipelinePlan *plan);
void explain_code(Text *out, const PipelinePlan *plan);
#endif
