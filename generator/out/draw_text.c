/* draw_text.c: a Function -> its owner view for the terminal: a grid of region elements, each with
 * the thread that owns or moves it and the register (or the number of the transfer).
 *
 * Invariants: at most MAX_ROWS x as many columns as fit a line; what is left out is said. */
#include "view.h"
#include <inttypes.h>
#include <string.h>

enum { MAX_ROWS = 32, MAX_COLS = 64, LINE = 100 };

bool view_is_known(const char *view) {
    if (!view || strcmp(view, "owner") == 0)
        return true;
    diag_error(
        (Loc){0}, "E_NOT_YET", "the view '%s' is not drawn by this version, only 'owner' is", view);
    return false;
}

void grid_cell_text(Text *out, const Grid *grid, const Cell *cell) {
    if (cell->thread < 0)
        text_char(out, '-');
    else
        text_printf(
            out, "%" PRId64 "%c%" PRId64, cell->thread, grid->owner ? '/' : '.', cell->slot);
}

/* All coordinates but the one across: "3", or "1,3" of a region of three dimensions. */
void grid_row_label(Text *out, const Grid *grid, const Cell *first) {
    int last = grid->of->rank - 1;
    while (last > 0 && grid->of->region[last].extent == 1)
        last--;
    bool any = false, line = strcmp(grid->row_name, "row") != 0;
    for (int i = 0; i < grid->of->rank; i++)
        if (line ? i == last : i != last && grid->of->region[i].extent != 1) {
            text_printf(out, "%s%" PRId64, any ? "," : "", first->coord[i]);
            any = true;
        }
    if (!any)
        text_char(out, '0');
}

void grid_heading(Text *out, const Function *function, const Grid *grid) {
    const Copy *copy = function->copy;
    words_shape(out, grid->of);
    text_printf(
        out,
        " %s, %s -> %s: ",
        copy->dtype->name,
        space_name[copy->src.space],
        space_name[copy->dst.space]);
    text_add(
        out,
        grid->owner ? "each cell is thread/register of its owner"
                    : "each cell is the thread that moves it and which of its transfers");
}

void grid_omission(Text *out, const Grid *grid, int64_t rows, int64_t cols) {
    if (rows < grid->rows || cols < grid->cols)
        text_printf(
            out,
            "Shown: %" PRId64 " of %" PRId64 " rows, %" PRId64 " of %" PRId64 " columns.",
            rows,
            grid->rows,
            cols,
            grid->cols);
}

static int cell_width(const Grid *grid, int64_t cols) {
    size_t width = 3;
    for (int64_t row = 0; row < grid->shown_rows; row++)
        for (int64_t col = 0; col < cols; col++) {
            const Cell *cell = grid_at(grid, row, col);
            Text text = {0};
            if (cell)
                grid_cell_text(&text, grid, cell);
            width = text.length > width ? text.length : width;
        }
    return (int)width;
}

/* As many columns as fit beside the labels; a multiple of 4 where some are left out. */
static int64_t fitting_cols(const Grid *grid, int label, int *width) {
    *width = cell_width(grid, grid->shown_cols);
    int64_t fit = (LINE - label - 2) / (*width + 1);
    if (fit >= grid->shown_cols)
        return grid->shown_cols;
    return fit >= 8 ? fit / 4 * 4 : fit < 1 ? 1 : fit;
}

static void draw_header(Text *out, const Grid *grid, int label, int width, int64_t cols) {
    text_printf(out, "%*s |", label, grid->row_name);
    for (int64_t col = 0; col < cols; col++) {
        const Cell *cell = grid_at(grid, 0, col);
        int last = grid->of->rank - 1;
        while (last > 0 && grid->of->region[last].extent == 1)
            last--;
        bool line = strcmp(grid->row_name, "row") != 0;
        text_printf(out, " %*" PRId64, width, line || !cell ? col : cell->coord[last]);
    }
    text_char(out, '\n');
    for (int64_t i = 0; i < label + 2 + cols * (width + 1); i++)
        text_char(out, i == label + 1 ? '+' : '-');
    text_char(out, '\n');
}

bool out_draw_text(Text *out, const Function *function, const char *view) {
    if (!view_is_known(view))
        return false;
    Grid *grid = grid_build(function, MAX_ROWS, MAX_COLS);
    int label = (int)strlen(grid->row_name), width;
    for (int64_t row = 0; row < grid->shown_rows; row++) {
        Text text = {0};
        grid_row_label(&text, grid, grid_at(grid, row, 0));
        label = (int)text.length > label ? (int)text.length : label;
    }
    int64_t cols = fitting_cols(grid, label, &width);
    Text heading = {0}, omission = {0};
    grid_heading(&heading, function, grid);
    text_printf(out, "%s\n%s\n\n", function->name, text_string(&heading));
    draw_header(out, grid, label, width, cols);
    for (int64_t row = 0; row < grid->shown_rows; row++) {
        Text text = {0};
        grid_row_label(&text, grid, grid_at(grid, row, 0));
        text_printf(out, "%*s |", label, text_string(&text));
        for (int64_t col = 0; col < cols; col++) {
            const Cell *cell = grid_at(grid, row, col);
            Text content = {0};
            if (!cell)
                break;
            grid_cell_text(&content, grid, cell);
            text_printf(out, " %*s", width, text_string(&content));
        }
        text_char(out, '\n');
    }
    grid_omission(&omission, grid, grid->shown_rows, cols);
    if (omission.length)
        text_printf(out, "\n%s\n", text_string(&omission));
    return true;
}
