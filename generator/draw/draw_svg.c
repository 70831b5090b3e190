/* draw_svg.c: a view of a Function or of the plan of a pipeline as SVG: coloured cells, a tooltip
 * in each, a legend. No scripts; light and dark by the reader's preference; what is beyond MAX_ROWS
 * x MAX_COLS is drawn in part, and the picture says so.
 *
 * Invariants: valid XML (all text goes through escape), integers only, the same bytes
 * everywhere. */
#include "draw.h"
#include <inttypes.h>
#include <string.h>

enum {
    MAX_ROWS = 64,
    MAX_COLS = 128,
    MARGIN = 16,
    HEAD = 66,
    LEAST_LABEL = 44,
    CELL_HEIGHT = 20,
    NOTE_HEIGHT = 18
};
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

static void add_box(Text *out, const Box *box, int64_t x, int64_t y, int width) {
    text_add(out, "<g><title>");
    escape(out, text_string(&box->tip));
    text_add(out, "</title>");
    if (box->colour < 0)
        text_add(out, "<rect class=\"n\"");
    else
        text_printf(out, "<rect class=\"c%d\"", box->colour);
    text_printf(
        out,
        " x=\"%" PRId64 "\" y=\"%" PRId64 "\" width=\"%d\" height=\"%d\"/>",
        x,
        y,
        width,
        CELL_HEIGHT);
    text_printf(out, "<text x=\"%" PRId64 "\" y=\"%" PRId64 "\">", x + width / 2, y + 14);
    escape(out, text_string(&box->text));
    text_add(out, "</text></g>\n");
}

static int box_width(const Picture *picture) {
    size_t length = 3;
    for (int64_t i = 0; i < picture->shown_rows * picture->shown_cols; i++)
        length = picture->boxes[i].text.length > length ? picture->boxes[i].text.length : length;
    return (int)length * 7 + 6;
}

static int label_width(const Picture *picture) {
    size_t length = strlen(picture->corner);
    for (int64_t row = 0; row < picture->shown_rows; row++)
        length = picture->row_label[row].length > length ? picture->row_label[row].length : length;
    return (int)length * 7 + 6 > LEAST_LABEL ? (int)length * 7 + 6 : LEAST_LABEL;
}

static void add_boxes(Text *out, const Picture *picture, int label, int width) {
    if (picture->shown_rows > 0)
        add_text(out, "l", MARGIN + label - 6, HEAD - 6, picture->corner);
    for (int64_t col = 0; col < picture->shown_cols; col++)
        add_text(
            out,
            "h",
            MARGIN + label + col * width + width / 2,
            HEAD - 6,
            text_string(&picture->col_label[col]));
    for (int64_t row = 0; row < picture->shown_rows; row++) {
        int64_t y = HEAD + row * CELL_HEIGHT;
        add_text(out, "l", MARGIN + label - 6, y + 14, text_string(&picture->row_label[row]));
        for (int64_t col = 0; col < picture->shown_cols; col++) {
            const Box *box = &picture->boxes[row * picture->shown_cols + col];
            if (box->present)
                add_box(out, box, MARGIN + label + col * width, y, width);
        }
    }
}

/* The notes and what was left out, a line each; *y is behind them. */
static void add_notes(Text *out, const Picture *picture, int64_t *y) {
    const char *at = text_string(&picture->notes);
    Text omission = {0};
    picture_omission(&omission, picture, picture->shown_rows, picture->shown_cols);
    for (; *at; at += strcspn(at, "\n") + 1, *y += NOTE_HEIGHT)
        add_text(out, "s", MARGIN, *y + 12, mem_text(at, strcspn(at, "\n")));
    if (omission.length) {
        add_text(out, "s", MARGIN, *y + 12, text_string(&omission));
        *y += NOTE_HEIGHT;
    }
}

static void add_legend(Text *out, const char *meaning, int64_t y) {
    add_text(out, "s", MARGIN, y + 12, mem_printf("%s; hover over a cell for details", meaning));
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

static int64_t letters(const Text *lines) {
    const char *at = text_string(lines);
    int64_t most = 0;
    for (; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != 0))
        most = (int64_t)strcspn(at, "\n") > most ? (int64_t)strcspn(at, "\n") : most;
    return most;
}

static int64_t picture_width(const Picture *picture, const char *name, int label, int box) {
    int64_t width = label + picture->shown_cols * box, line = (int64_t)strlen(name);
    line = letters(&picture->heading) > line ? letters(&picture->heading) : line;
    line = letters(&picture->notes) > line ? letters(&picture->notes) : line;
    return 2 * MARGIN + (width > line * CHAR_WIDTH ? width : line * CHAR_WIDTH);
}

bool draw_svg(Text *out, const Subject *subject) {
    Picture *picture = picture_build(subject, MAX_ROWS, MAX_COLS);
    const char *name = subject->name;
    if (!picture)
        return false;
    Text body = {0};
    int box = box_width(picture), label = label_width(picture);
    int64_t width = picture_width(picture, name, label, box);
    int64_t height = HEAD + picture->shown_rows * CELL_HEIGHT + 14;
    add_text(&body, "t", MARGIN, 22, name);
    add_text(&body, "s", MARGIN, 40, text_string(&picture->heading));
    add_boxes(&body, picture, label, box);
    add_notes(&body, picture, &height);
    if (picture->shown_rows > 0) {
        add_legend(&body, text_string(&picture->legend), height);
        height += 20 + 2 * CELL_HEIGHT;
    }
    height += MARGIN;
    text_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRId64 "\" height=\"%" PRId64
        "\" viewBox=\"0 0 %" PRId64 " %" PRId64 "\" role=\"img\">\n<title>",
        width,
        height,
        width,
        height);
    escape(out, name);
    text_add(out, "</title>\n");
    add_style(out);
    text_add(out, "<rect class=\"g\" width=\"100%\" height=\"100%\"/>\n");
    text_add_bytes(out, text_string(&body), body.length);
    text_add(out, "</svg>\n");
    return true;
}
