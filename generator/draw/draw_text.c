/* draw_text.c: a view of a Function or of the plan of a pipeline for the terminal.
 *
 * Invariants: at most MAX_ROWS x as many columns as fit a line; what is left out is said. */
#include "draw.h"
#include <inttypes.h>
#include <string.h>

enum { MAX_ROWS = 32, MAX_COLS = 64, LINE = 100, LINE_OF_BANKS = 132 };

static int box_width(const Picture *picture, int64_t cols) {
    size_t width = (size_t)picture->least_width;
    for (int64_t col = 0; col < cols; col++) {
        width = picture->col_label[col].length > width ? picture->col_label[col].length : width;
        for (int64_t row = 0; row < picture->shown_rows; row++) {
            size_t length = picture->boxes[row * picture->shown_cols + col].text.length;
            width = length > width ? length : width;
        }
    }
    return (int)width;
}

static int label_width(const Picture *picture) {
    size_t width = strlen(picture->corner);
    for (int64_t row = 0; row < picture->shown_rows; row++)
        width = picture->row_label[row].length > width ? picture->row_label[row].length : width;
    return (int)width;
}

/* As many columns as fit beside the labels; a multiple of 4 where some are left out. */
static int64_t fitting_cols(const Picture *picture, int label, int *width, int line) {
    *width = box_width(picture, picture->shown_cols);
    int64_t fit = (line - label - 2) / (*width + 1);
    if (fit >= picture->shown_cols)
        return picture->shown_cols;
    return fit >= 8 ? fit / 4 * 4 : fit < 1 ? 1 : fit;
}

static void draw_header(Text *out, const Picture *picture, int label, int width, int64_t cols) {
    text_printf(out, "%*s |", label, picture->corner);
    for (int64_t col = 0; col < cols; col++)
        text_printf(out, " %*s", width, text_string(&picture->col_label[col]));
    text_char(out, '\n');
    for (int64_t i = 0; i < label + 2 + cols * (width + 1); i++)
        text_char(out, i == label + 1 ? '+' : '-');
    text_char(out, '\n');
}

static void draw_rows(Text *out, const Picture *picture, int label, int width, int64_t cols) {
    for (int64_t row = 0; row < picture->shown_rows; row++) {
        Text line = {0};
        text_printf(&line, "%*s |", label, text_string(&picture->row_label[row]));
        size_t end = line.length;
        for (int64_t col = 0; col < cols; col++) {
            const Box *box = &picture->boxes[row * picture->shown_cols + col];
            text_printf(&line, " %*s", width, text_string(&box->text));
            if (box->present)
                end = line.length;
        }
        text_add_bytes(out, text_string(&line), end);
        text_char(out, '\n');
    }
}

/* A view that must not lose columns may have half of them in a line. */
static Picture *fitted(const Subject *subject, int line, int *label, int *width, int64_t *cols) {
    for (int64_t most = MAX_COLS;; most /= 2) {
        Picture *picture = picture_build(subject, MAX_ROWS, most);
        if (!picture)
            return NULL;
        *label = label_width(picture);
        *cols = fitting_cols(picture, *label, width, line);
        if (*cols >= picture->shown_cols || !picture->fixed_cols || most <= 4)
            return picture;
    }
}

bool draw_text(Text *out, const Subject *subject) {
    bool banks = subject->view && strcmp(subject->view, "banks") == 0;
    int label, width;
    int64_t cols;
    Picture *picture = fitted(subject, banks ? LINE_OF_BANKS : LINE, &label, &width, &cols);
    if (!picture)
        return false;
    Text omission = {0};
    text_printf(out, "%s\n%s\n\n", subject->name, text_string(&picture->heading));
    if (picture->shown_rows > 0) {
        draw_header(out, picture, label, width, cols);
        draw_rows(out, picture, label, width, cols);
    }
    picture_omission(&omission, picture, picture->shown_rows, cols);
    if (picture->notes.length)
        text_printf(out, "\n%s", text_string(&picture->notes));
    if (omission.length)
        text_printf(out, "\n%s\n", text_string(&omission));
    return true;
}
