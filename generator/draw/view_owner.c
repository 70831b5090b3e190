/* view_owner.c: the owner view: the region as it is written, each element with the thread that owns
 * or moves it and the register (or the number of the transfer). Registers that go to registers are
 * drawn twice, as they lie before and behind. */
#include "draw.h"
#include <inttypes.h>
#include <string.h>

static void cell_text(Text *out, const Grid *grid, const Cell *cell) {
    if (cell->thread < 0)
        text_char(out, '-');
    else
        text_printf(
            out, "%" PRId64 "%c%" PRId64, cell->thread, grid->owner ? '/' : '.', cell->slot);
}

static int last_dimension(const Grid *grid) {
    int last = grid->of->rank - 1;
    while (last > 0 && grid->of->region[last].extent == 1)
        last--;
    return last;
}

static bool is_line(const Grid *grid) {
    return strcmp(grid->row_name, "row") != 0;
}

/* All coordinates but the one across: "3", or "1,3" of a region of three dimensions. */
static void row_label(Text *out, const Grid *grid, const Cell *first) {
    int last = last_dimension(grid);
    bool any = false, line = is_line(grid);
    for (int i = 0; i < grid->of->rank; i++)
        if (line ? i == last : i != last && grid->of->region[i].extent != 1) {
            text_printf(out, "%s%" PRId64, any ? "," : "", first->coord[i]);
            any = true;
        }
    if (!any)
        text_char(out, '0');
}

static void column_label(Text *out, const Grid *grid, int64_t col) {
    const Cell *cell = grid_at(grid, 0, col);
    text_printf(out, "%" PRId64, is_line(grid) || !cell ? col : cell->coord[last_dimension(grid)]);
}

/* "(3, 5): thread 3, register 5, and 1 more owners; smem byte 116, bank 29" */
static void tooltip(Text *out, const Grid *grid, const Cell *cell) {
    text_char(out, '(');
    for (int i = 0; i < grid->of->rank; i++)
        text_printf(out, "%s%" PRId64, i ? ", " : "", cell->coord[i]);
    text_add(out, "): ");
    if (cell->thread < 0)
        text_add(out, "no thread");
    else if (grid->owner)
        text_printf(out, "thread %" PRId64 ", register %" PRId64, cell->thread, cell->slot);
    else
        text_printf(out, "thread %" PRId64 ", its transfer %" PRId64, cell->thread, cell->slot);
    if (cell->owners > 1)
        text_printf(out, ", and %" PRId64 " more owners", cell->owners - 1);
    if (cell->has_address) {
        text_printf(out, "; %s byte %" PRId64, space_name[cell->space], cell->address);
        if (cell->space == SPACE_SMEM)
            text_printf(out, ", bank %" PRId64, cell->address / 4 % 32);
    }
}

/* "; comes from thread 3, register 1" */
static void add_way(Text *out, const Cell *other, bool comes) {
    if (other && other->thread >= 0)
        text_printf(
            out,
            "; %s thread %" PRId64 ", register %" PRId64,
            comes ? "comes from" : "goes to",
            other->thread,
            other->slot);
}

/* The cells of a grid from column `at` of the picture on, in the picture's rows. */
static void add_grid(Picture *picture, const Grid *grid, const Grid *other, int64_t at) {
    for (int64_t col = 0; col < grid->shown_cols; col++)
        column_label(&picture->col_label[at + col], grid, col);
    for (int64_t row = 0; row < picture->shown_rows; row++)
        for (int64_t col = 0; col < grid->shown_cols; col++) {
            const Cell *cell = grid_at(grid, row, col);
            Box *box = picture_box(picture, row, at + col);
            if (!cell || !box)
                continue;
            box->present = true;
            box->colour = cell->thread < 0 ? -1 : (int)(cell->thread % 32);
            cell_text(&box->text, grid, cell);
            tooltip(&box->tip, grid, cell);
            if (other)
                add_way(&box->tip, grid_at(other, row, col), at > 0);
        }
}

/* Registers to registers: whose each element is before, and whose behind the arrow. */
static void add_sides(
    Picture *picture, const Function *function, const Grid *source, int64_t max_rows) {
    const Grid *grid = grid_build(function, max_rows, source->shown_cols);
    picture->two_sides = picture->fixed_cols = true;
    picture->cols = 2 * source->cols + 1;
    picture_room(picture, max_rows, 2 * source->shown_cols + 1);
    add_grid(picture, source, grid, 0);
    text_add(&picture->col_label[source->shown_cols], "->");
    add_grid(picture, grid, source, source->shown_cols + 1);
}

void view_owner(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols) {
    const Grid *source = grid_of_source(function, max_rows, max_cols / 2);
    const Grid *grid = source ? source : grid_build(function, max_rows, max_cols);
    picture_moves(&picture->heading, function, grid->of);
    text_add(
        &picture->heading,
        source        ? "thread/register of each element's owner, in src -> in dst"
        : grid->owner ? "each cell is thread/register of its owner"
                      : "each cell is the moving thread and the number of its transfer");
    text_add(&picture->legend, "colour: lane (thread % 32)");
    picture->corner = grid->row_name;
    picture->rows = grid->rows;
    picture->cols = grid->cols;
    picture->least_width = 3;
    if (source) {
        add_sides(picture, function, source, max_rows);
    } else {
        picture_room(picture, max_rows, max_cols);
        add_grid(picture, grid, NULL, 0);
    }
    for (int64_t row = 0; row < picture->shown_rows; row++)
        row_label(&picture->row_label[row], grid, grid_at(grid, row, 0));
}
