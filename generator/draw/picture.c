/* picture.c: a Function -> one view of it as a Picture: rows and columns of boxes with labels,
 * which draw_text.c and draw_svg.c print. Each view_NAME.c fills one.
 *
 * Invariants: run-time values stand at their smallest admissible ones; what is not shown is
 * counted. */
#include "draw.h"
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

bool picture_no_view(const Subject *subject, const char *views_of) {
    diag_error(subject->loc, "E_VIEW", "'%s' has no view '%s'", subject->name, subject->view);
    diag_help("%s", views_of);
    return false;
}

/* Of a copy: where each element is, and who moves it. */
static bool fill_copy(
    Picture *picture, const Subject *subject, int64_t max_rows, int64_t max_cols) {
    const char *view = subject->view ? subject->view : "owner";
    for (size_t i = 0; i < COUNT_OF(views); i++)
        if (strcmp(views[i].name, view) == 0) {
            views[i].fill(picture, subject->of, max_rows, max_cols);
            return true;
        }
    return picture_no_view(
        subject, "a function has the views 'owner', 'hardware', 'banks' and 'memory'");
}

static bool fill(Picture *picture, const Subject *subject, int64_t max_rows, int64_t max_cols) {
    const Function *function = subject->of;
    switch (function->request->kind) {
    case REQUEST_COPY:
        return fill_copy(picture, subject, max_rows, max_cols);
    case REQUEST_LANE0:
        diag_error(subject->loc, "E_NOT_YET", "this version of tcgen draws no regions of lane 0");
        diag_help("tcgen explain and tcgen json show who owns what");
        break;
    }
    return false;
}

Subject picture_subject(const Function *function, const char *view) {
    return (Subject){function->name, function->request->loc, view, function, fill};
}

Picture *picture_build(const Subject *subject, int64_t max_rows, int64_t max_cols) {
    Picture *picture = NEW(Picture);
    return subject->fill(picture, subject, max_rows, max_cols) ? picture : NULL;
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
    int64_t all = picture->two_sides ? picture->cols / 2 : picture->cols;
    cols = picture->two_sides ? cols / 2 : cols;
    if (rows < picture->rows || cols < all)
        text_printf(
            out,
            "Shown: %" PRId64 " of %" PRId64 " rows, %" PRId64 " of %" PRId64 " columns.",
            rows,
            picture->rows,
            cols,
            all);
}

void picture_moves(Text *out, const Function *function, const Operand *of) {
    const Copy *copy = function_copy(function);
    words_shape(out, of);
    text_printf(out, " %s", operand_dtype(copy, &copy->src)->name);
    if (copy_converts(copy))
        text_printf(out, " -> %s", operand_dtype(copy, &copy->dst)->name);
    const char *from = copy->op == OP_FILL ? "value" : space_name[copy->src.space];
    text_printf(out, ", %s -> %s: ", from, space_name[copy->dst.space]);
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
