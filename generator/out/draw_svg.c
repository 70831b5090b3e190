/* draw_svg.c: a Function -> its owner view as SVG: cells coloured by lane, a tooltip in each, a
 * legend. No scripts; light and dark by the reader's preference; a tile beyond MAX_ROWS x MAX_COLS
 * is drawn in part, and the picture says so.
 *
 * Invariants: valid XML (all text goes through escape), integers only, the same bytes everywhere. */
#include "view.h"
#include <inttypes.h>
#include <string.h>

enum { MAX_ROWS = 64, MAX_COLS = 128, MARGIN = 16, HEAD = 66, LABEL = 44, CELL_HEIGHT = 20 };
enum { SWATCH = 24, SWATCHES = 16, LANES = 32, CHAR_WIDTH = 8 };

static void escape(Text *out, const char *text) {
    for (; *text; text++)
        switch (*text) {
        case '&':
            text_add(out, "&amp;");
            break;
        case '<':
            text_add(out, "&lt;");
            break;
        case '>':
            text_add(out, "&gt;");
            break;
        case '"':
            text_add(out, "&quot;");
            break;
        default:
            if ((unsigned char)*text >= ' ')
                text_char(out, *text);
        }
}

/* Hue in degrees on a ring from `low` to `high`: 0 is red, 120 green, 240 blue. */
static void add_colour(Text *out, int hue, int low, int high) {
    int ramp = low + (high - low) * (hue % 60) / 60, fall = low + high - ramp;
    const int rgb[6][3] = {
        {high, ramp, low},
        {fall, high, low},
        {low, high, ramp},
        {low, fall, high},
        {ramp, low, high},
        {high, low, fall}};
    const int *c = rgb[hue / 60 % 6];
    text_printf(out, "#%02x%02x%02x", (unsigned)c[0], (unsigned)c[1], (unsigned)c[2]);
}

/* Neighbouring lanes differ in brightness, lanes far apart in hue. */
static void add_palette(Text *out, bool dark) {
    for (int lane = 0; lane < LANES; lane++) {
        int odd = lane % 2 * 20;
        text_printf(out, ".c%d{fill:", lane);
        add_colour(
            out, lane * 360 / LANES, dark ? 30 + odd : 175 - odd, dark ? 96 + odd : 255 - odd);
        text_char(out, '}');
    }
}

static void add_style(Text *out) {
    text_add(
        out,
        "<style>text{font:11px ui-monospace,Menlo,Consolas,monospace;fill:#1b1b1b;"
        "text-anchor:middle}.t{font-size:13px;font-weight:bold;text-anchor:start}"
        ".s{text-anchor:start}.l{text-anchor:end}.s,.l,.h{fill:#555}"
        ".g{fill:#fff}rect{stroke:#fff}.n{fill:#ddd}");
    add_palette(out, false);
    text_add(
        out,
        "\n@media(prefers-color-scheme:dark){text{fill:#f2f2f2}.s,.l,.h{fill:#aaa}"
        ".g{fill:#161616}rect{stroke:#161616}.n{fill:#444}");
    add_palette(out, true);
    text_add(out, "}</style>\n");
}

static void add_text(Text *out, const char *class_name, int64_t x, int64_t y, const char *text) {
    text_printf(out, "<text class=\"%s\" x=\"%" PRId64 "\" y=\"%" PRId64 "\">", class_name, x, y);
    escape(out, text);
    text_add(out, "</text>\n");
}

/* "(3, 5): thread 3 of 1 owner, register 5; smem byte 116, bank 29" */
static void add_tooltip(Text *out, const Grid *grid, const Cell *cell) {
    text_add(out, "<title>(");
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
    text_add(out, "</title>");
}

static void add_cell(
    Text *out, const Grid *grid, const Cell *cell, int64_t x, int64_t y, int width) {
    text_add(out, "<g>");
    add_tooltip(out, grid, cell);
    if (cell->thread < 0)
        text_add(out, "<rect class=\"n\"");
    else
        text_printf(out, "<rect class=\"c%" PRId64 "\"", cell->thread % LANES);
    text_printf(
        out,
        " x=\"%" PRId64 "\" y=\"%" PRId64 "\" width=\"%d\" height=\"%d\"/>",
        x,
        y,
        width,
        CELL_HEIGHT);
    text_printf(out, "<text x=\"%" PRId64 "\" y=\"%" PRId64 "\">", x + width / 2, y + 14);
    grid_cell_text(out, grid, cell);
    text_add(out, "</text></g>\n");
}

static int cell_width(const Grid *grid) {
    size_t length = 3;
    for (int64_t i = 0; i < grid->shown_rows * grid->shown_cols; i++) {
        Text text = {0};
        grid_cell_text(&text, grid, &grid->cells[i]);
        length = text.length > length ? text.length : length;
    }
    return (int)length * 7 + 6;
}

static void add_column_label(Text *out, const Grid *grid, int64_t col, int64_t x) {
    const Cell *cell = grid_at(grid, 0, col);
    bool line = strcmp(grid->row_name, "row") != 0;
    int last = grid->of->rank - 1;
    while (last > 0 && grid->of->region[last].extent == 1)
        last--;
    Text label = {0};
    text_printf(&label, "%" PRId64, line || !cell ? col : cell->coord[last]);
    add_text(out, "h", x, HEAD - 6, text_string(&label));
}

static void add_cells(Text *out, const Grid *grid, int width) {
    for (int64_t col = 0; col < grid->shown_cols; col++)
        add_column_label(out, grid, col, MARGIN + LABEL + col * width + width / 2);
    for (int64_t row = 0; row < grid->shown_rows; row++) {
        int64_t y = HEAD + row * CELL_HEIGHT;
        Text label = {0};
        grid_row_label(&label, grid, grid_at(grid, row, 0));
        add_text(out, "l", MARGIN + LABEL - 6, y + 14, text_string(&label));
        for (int64_t col = 0; col < grid->shown_cols; col++) {
            const Cell *cell = grid_at(grid, row, col);
            if (cell)
                add_cell(out, grid, cell, MARGIN + LABEL + col * width, y, width);
        }
    }
}

static void add_legend(Text *out, int64_t y) {
    add_text(out, "s", MARGIN, y + 12, "colour: lane (thread % 32); hover over a cell for details");
    for (int lane = 0; lane < LANES; lane++) {
        int x = MARGIN + lane % SWATCHES * SWATCH;
        int64_t top = y + 20 + lane / SWATCHES * CELL_HEIGHT;
        text_printf(
            out,
            "<rect class=\"c%d\" x=\"%d\" y=\"%" PRId64 "\" width=\"%d\" height=\"%d\"/>"
            "<text x=\"%d\" y=\"%" PRId64 "\">%d</text>\n",
            lane,
            x,
            top,
            SWATCH,
            CELL_HEIGHT,
            x + SWATCH / 2,
            top + 14,
            lane);
    }
}

bool out_draw_svg(Text *out, const Function *function, const char *view) {
    if (!view_is_known(view))
        return false;
    Grid *grid = grid_build(function, MAX_ROWS, MAX_COLS);
    Text heading = {0}, omission = {0};
    grid_heading(&heading, function, grid);
    grid_omission(&omission, grid, grid->shown_rows, grid->shown_cols);
    int cell = cell_width(grid);
    int64_t width = 2 * MARGIN + LABEL + grid->shown_cols * cell;
    int64_t letters = (int64_t)strlen(function->name) > (int64_t)heading.length
                          ? (int64_t)strlen(function->name)
                          : (int64_t)heading.length;
    if (width < 2 * MARGIN + letters * CHAR_WIDTH)
        width = 2 * MARGIN + letters * CHAR_WIDTH;
    int64_t legend = HEAD + grid->shown_rows * CELL_HEIGHT + 14 + (omission.length ? 20 : 0);
    int64_t height = legend + 20 + 2 * CELL_HEIGHT + MARGIN;
    text_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRId64 "\" height=\"%" PRId64
        "\" viewBox=\"0 0 %" PRId64 " %" PRId64 "\" role=\"img\">\n<title>",
        width,
        height,
        width,
        height);
    escape(out, function->name);
    text_add(out, "</title>\n");
    add_style(out);
    text_add(out, "<rect class=\"g\" width=\"100%\" height=\"100%\"/>\n");
    add_text(out, "t", MARGIN, 22, function->name);
    add_text(out, "s", MARGIN, 40, text_string(&heading));
    add_cells(out, grid, cell);
    if (omission.length)
        add_text(out, "s", MARGIN, legend - 8, text_string(&omission));
    add_legend(out, legend);
    text_add(out, "</svg>\n");
    return true;
}
