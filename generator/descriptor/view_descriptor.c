/* view_descriptor.c: shared memory as the operand of one instruction sees it: a row for each 128
 * bytes that it touches, a box for each 16 bytes, with the first element (i, k) that lies there. */
#include "descriptor.h"
#include <inttypes.h>
#include <string.h>

enum { LINE_BYTES = 128, UNITS = LINE_BYTES / UNIT_BYTES };

/* The number of the first origin's element, and the bytes from `low` to `high` that it spans: no
 * other element lies in a line before the first one's. */
static int64_t find_origin(const DescriptorPlan *plan, int64_t *low, int64_t *high) {
    const Places *places = &plan->places;
    int64_t symbol[MAX_SYMBOLS];
    first_origin(&plan->request->copy, symbol);
    int64_t origin = origin_number(plan->request, places, symbol);
    *low = *high = places->at[origin];
    for (int64_t i = 0; i < places->extent[0]; i++)
        for (int64_t k = 0; k < places->extent[1]; k++) {
            int64_t at = places->at[origin + i * places->step[0] + k * places->step[1]];
            *high = at > *high ? at : *high;
        }
    *low = *low / LINE_BYTES * LINE_BYTES;
    return origin;
}

static void fill_unit(const DescriptorPlan *plan, Box *box, int64_t i, int64_t k) {
    *box = (Box){.present = true, .colour = (int)((plan->line.mn_major ? k : i) % 32)};
    text_printf(&box->text, "%" PRId64 ",%" PRId64, i, k);
    text_printf(
        &box->tip,
        "%d elements from (%" PRId64 ", %" PRId64 ") on, along %s",
        UNIT_BYTES / plan->places.bytes,
        i,
        k,
        plan->line.mn_major ? "M or N" : "K");
}

static void view_units(
    Picture *picture, const DescriptorPlan *plan, int64_t max_rows, int64_t max_cols) {
    const Places *places = &plan->places;
    int64_t low, high, origin = find_origin(plan, &low, &high), unit = UNIT_BYTES / places->bytes;
    picture->rows = (high - low) / LINE_BYTES + 1;
    picture->cols = UNITS;
    picture->corner = "byte";
    picture_room(picture, max_rows, max_cols);
    text_printf(
        &picture->heading,
        "the 16-byte units of a %" PRId64 "x%" PRId64 " %s operand, %s",
        places->extent[0],
        places->extent[1],
        plan->request->copy.dtype->name,
        line_words(&plan->line));
    text_add(&picture->legend, plan->line.mn_major ? "k" : "the row of A or column of B");
    for (int64_t col = 0; col < picture->shown_cols; col++)
        text_printf(&picture->col_label[col], "+%" PRId64, col * UNIT_BYTES);
    for (int64_t row = 0; row < picture->shown_rows; row++)
        text_printf(&picture->row_label[row], "%" PRId64, low + row * LINE_BYTES);
    bool mn = plan->line.mn_major;
    for (int64_t i = 0; i < places->extent[0]; i += mn ? unit : 1)
        for (int64_t k = 0; k < places->extent[1]; k += mn ? 1 : unit) {
            int64_t at = places->at[origin + i * places->step[0] + k * places->step[1]] - low;
            Box *box = picture_box(picture, at / LINE_BYTES, at % LINE_BYTES / UNIT_BYTES);
            if (box)
                fill_unit(plan, box, i, k);
        }
}

static bool fill(Picture *picture, const Subject *subject, int64_t max_rows, int64_t max_cols) {
    if (subject->view && strcmp(subject->view, "memory") != 0)
        return picture_no_view(subject, "draw 'memory' of a descriptor");
    view_units(picture, subject->of, max_rows, max_cols);
    return true;
}

Subject descriptor_subject(const DescriptorPlan *plan, const char *view) {
    return (Subject){plan->name, plan->request->loc, view, plan, fill};
}
