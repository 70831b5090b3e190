/* draw.h: pictures of Functions, as text and as SVG: who owns which element, which transfer brings
 * it, where it lies in banks and lines. Other rooms fill a Picture of their own. */
#ifndef TCGEN_DRAW_H
#define TCGEN_DRAW_H
#include "../tell/view.h"

/* ---- picture.c: the content of a picture for both printers: labelled rows and columns ------- */

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
    bool two_sides;                 /* the columns of one thing, an empty one, those of another */
    Text *row_label, *col_label;
    Box *boxes;
} Picture;
/* What is drawn: a function, or whatever else can fill a Picture. */
typedef struct Subject Subject;
struct Subject {
    const char *name;
    Loc loc;
    const char *view; /* NULL: the first of the kind */
    const void *of;
    bool (*fill)(Picture *, const Subject *, int64_t max_rows, int64_t max_cols);
};
bool picture_no_view(const Subject *subject, const char *views); /* false: reported */
Picture *picture_build(const Subject *subject, int64_t max_rows, int64_t max_cols);
/* Rows and columns of everything are set; makes room for what is shown of them. */
void picture_room(Picture *picture, int64_t max_rows, int64_t max_cols);
Box *picture_box(Picture *picture, int64_t row, int64_t col); /* NULL: not shown */
void picture_omission(Text *out, const Picture *picture, int64_t rows, int64_t cols);
/* A view of a function: "owner", "hardware", "banks", "memory". */
Subject picture_subject(const Function *function, const char *view);
/* draw_text.c, draw_svg.c. False: reported. */
bool draw_text(Text *out, const Subject *subject);
bool draw_svg(Text *out, const Subject *subject);

/* 32x8 f32, smem -> reg */
void picture_moves(Text *out, const Function *function, const Operand *of);
/* "3,5": a coordinate without the dimensions that are units in the region. */
void picture_coordinate(Text *out, const Operand *operand, const int64_t *coord);
int element_colour(const Operand *operand, int64_t index); /* by the row that it is in */

/* view_owner.c, view_hardware.c, view_banks.c, view_memory.c */
void view_owner(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols);
void view_hardware(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols);
void view_banks(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols);
void view_memory(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols);
#endif
