/* picture.c: a Function -> one view of it as a Picture: rows and columns of boxes with labels, which
 * draw_text.c and draw_svg.c print. Each view_NAME.c fills one.
 *
 * Invariants: run-time values stand at their smallest admissible ones; what is not shown is counted. */
#include "view.h"
#include <inttypes.h>
#include <string.h>

static const struct {
    const char *name;
    void (*fill)(Picture *, const Function *, int64_t, int64_t);
} views[] = {
    {"owner", view_owner},
    {"hardware", view_hardware},
    {"banks", view_banks},
    {"memory", view_memory},
};

Picture *picture_build(
    const Function *function, const char *view, int64_t max_rows, int64_t max_cols) {
    for (size_t i = 0; i < COUNT_OF(views); i++)
        if (strcmp(views[i].name, view ? view : "owner") == 0) {
            Picture *picture = NEW(Picture);
            views[i].fill(picture, function, max_rows, max_cols);
            return picture;
        }
    diag_error(
        (Loc){0},
        "E_NOT_YET",
        "the view '%s' shows pipelines, which this version does not build",
        view);
    diag_help("draw 'owner', 'hardware', 'banks' or 'memory'");
    return NULL;
}

void picture_room(Picture *picture, int64_t max_rows, int64_t max_cols) {
    picture->shown_rows = picture->rows < max_rows ? picture->rows : max_rows;
    picture->shown_cols = picture->cols < max_cols ? picture->cols : max_cols;
    picture->row_label = NEW_ARRAY(Text, picture->shown_rows + 1);
    picture->col_label = NEW_ARRAY(Text, picture->shown_cols + 1);
    picture->boxes = NEW_ARRAY(Box, picture->shown_rows * picture->shown_cols + 1);
}

Box *picture_box(Picture *picture, int64_t row, int64_t col) {
    bool shown = row >= 0 && row < picture->shown_rows && col >= 0 && col < picture->shown_cols;
    return shown ? &picture->boxes[row * picture->shown_cols + col] : NULL;
}

void picture_omission(Text *out, const Picture *picture, int64_t rows, int64_t cols) {
    if (rows < picture->rows || cols < picture->cols)
        text_printf(
            out,
            "Shown: %" PRId64 " of %" PRId64 " rows, %" PRId64 " of %" PRId64 " columns.",
            rows,
            picture->rows,
            cols,
            picture->cols);
}

void picture_subject(Text *out, const Function *function, const Operand *of) {
    const Copy *copy = function->copy;
    words_shape(out, of);
    text_printf(
        out,
        " %s, %s -> %s: ",
        copy->dtype->name,
        space_name[copy->src.space],
        space_name[copy->dst.space]);
}

void picture_coordinate(Text *out, const Operand *operand, const int64_t *coord) {
    bool any = false;
    for (int i = 0; i < operand->rank; i++)
        if (operand->region[i].extent != 1) {
            text_printf(out, "%s%" PRId64, any ? "," : "", coord[i]);
            any = true;
        }
    if (!any)
        text_char(out, '0');
}

int element_colour(const Operand *operand, int64_t index) {
    int64_t cols = 0, dims = 0;
    for (int i = 0; i < operand->rank; i++)
        if (operand->region[i].extent != 1) {
            cols = operand->region[i].extent;
            dims++;
        }
    return (int)(index / (dims > 1 ? cols : 16) % 32);
}
