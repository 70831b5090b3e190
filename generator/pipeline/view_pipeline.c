/* view_pipeline.c: The plan of a pipeline as two pictures. The timeline shows two turns of the
 * steady state, one row per value: how many iterations of the value are alive. The memory picture
 * shows one turn, one row per address range: the owner of these bytes. If II has more cycles than
 * fit, one column stands for several.
 *
 * Invariants: every value and every byte in use has a row while rows fit; omissions are stated. */
#include "told.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SHOWN = 8 };

/* Columns of `step` cycles. */
static int64_t set_columns(Picture *picture, int64_t cycles, int64_t max_rows, int64_t max_cols) {
    int64_t step = (cycles + max_cols - 1) / max_cols;
    picture->cols = (cycles + step - 1) / step;
    picture->corner = step == 1 ? "cycle" : mem_printf("cycle / %" PRId64, step);
    picture->fixed_cols = true;
    picture_room(picture, max_rows, max_cols);
    for (int64_t col = 0; col < picture->shown_cols; col++)
        text_printf(&picture->col_label[col], "%" PRId64, col * step);
    return step;
}

/* How many iterations are alive somewhere in [from, to) of the steady state. */
static int64_t alive(const PipelinePlan *plan, const Record *record, int64_t from, int64_t to) {
    int64_t ii = plan->request->ii;
    /* iteration i: begin + i * ii < to and end + i * ii > from */
    int64_t last = div_floor(to - 1 - record->begin, ii);
    int64_t first = div_floor(from - record->end, ii) + 1;
    return last >= first ? last - first + 1 : 0;
}

static void add_cycles(Text *text, int64_t from, int64_t to) {
    if (to == from + 1)
        text_printf(text, "cycle %" PRId64, from);
    else
        text_printf(text, "cycles %" PRId64 " to %" PRId64, from, to - 1);
}

static void add_heading(Picture *picture, const PipelinePlan *plan, const char *what) {
    text_printf(
        &picture->heading,
        "II %" PRId64 ", %" PRId64 " stages, mode %s: %s",
        plan->request->ii,
        plan->stage_count,
        mode_name[plan->request->mode],
        what);
}

static void view_timeline(
    Picture *picture, const PipelinePlan *plan, int64_t max_rows, int64_t max_cols) {
    int64_t cycles = 2 * plan->request->ii;
    picture->rows = plan->count;
    int64_t step = set_columns(picture, cycles, max_rows, max_cols);
    add_heading(picture, plan, "live iterations of each value over two turns");
    text_add(&picture->legend, "the row of the value");
    for (int64_t row = 0; row < picture->shown_rows; row++) {
        const Record *record = &plan->records[row];
        text_add(&picture->row_label[row], record->value->name);
        for (int64_t col = 0; col < picture->shown_cols; col++) {
            int64_t from = col * step, to = from + step < cycles ? from + step : cycles;
            int64_t count = alive(plan, record, from, to);
            Box *box = picture_box(picture, row, col);
            if (count == 0)
                continue;
            *box = (Box){.present = true, .colour = (int)row % 32};
            text_printf(&box->text, "%" PRId64, count);
            add_cycles(&box->tip, from, to);
            text_printf(
                &box->tip,
                ": %" PRId64 " iteration%s of %s",
                count,
                count == 1 ? "" : "s",
                record->value->name);
        }
    }
}

/* A stretch of addresses between two borders of buffers. */
typedef struct {
    BufferClass class;
    int64_t low, high;
} Band;

static int by_place(const void *left, const void *right) {
    const Band *a = left, *b = right;
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    return (a->low > b->low) - (a->low < b->low);
}

static int64_t final_end(const Record *record) {
    return record->final_offset + record->value->stages * record->final_stride;
}

/* All borders, sorted; each begins the band that reaches to the next of its region. */
static int find_bands(const PipelinePlan *plan, Band *bands) {
    int count = 0, kept = 0;
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        if (!record_has_buffer(record))
            continue;
        bands[count++] = (Band){record->class, record->final_offset, 0};
        bands[count++] = (Band){record->class, final_end(record), 0};
    }
    qsort(bands, (size_t)count, sizeof *bands, by_place);
    for (int b = 0; b + 1 < count; b++) {
        Band band = {bands[b].class, bands[b].low, bands[b + 1].low};
        if (bands[b + 1].class == band.class && band.high > band.low)
            bands[kept++] = band;
    }
    return kept;
}

static void fill_band(
    Picture *picture, const PipelinePlan *plan, int64_t row, const Band *band, int64_t step) {
    int64_t ii = plan->request->ii;
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        if (!record_has_buffer(record) || record->class != band->class ||
            record->final_offset > band->low || final_end(record) < band->high)
            continue;
        budget_spend(picture->shown_cols);
        for (int64_t col = 0; col < picture->shown_cols; col++) {
            int64_t from = col * step, to = from + step < ii ? from + step : ii;
            Box *box = picture_box(picture, row, col);
            if (alive(plan, record, from, to) == 0)
                continue;
            bool more = box->present;
            if (!more) {
                *box = (Box){.present = true, .colour = i % 32};
                text_printf(&box->text, "%.*s", NAME_SHOWN, record->value->name);
                add_cycles(&box->tip, from, to);
            }
            text_printf(&box->tip, "%s%s", more ? ", " : ": ", record->value->name);
        }
    }
}

static void view_places(
    Picture *picture, const PipelinePlan *plan, int64_t max_rows, int64_t max_cols) {
    static const char *const units[] = {"", "tmem ", "", "desc "};
    Band *bands = NEW_ARRAY(Band, 2 * plan->count + 1);
    picture->rows = find_bands(plan, bands);
    int64_t step = set_columns(picture, plan->request->ii, max_rows, max_cols);
    add_heading(picture, plan, "the owner of each byte over one turn");
    text_add(&picture->legend, "the first value of the row");
    for (int64_t row = 0; row < picture->shown_rows; row++) {
        const Band *band = &bands[row];
        text_printf(
            &picture->row_label[row],
            "%s%" PRId64 "..%" PRId64,
            units[band->class],
            band->low,
            band->high);
        fill_band(picture, plan, row, band, step);
    }
    text_printf(
        &picture->notes,
        "%" PRId64 " bytes of tiles, %" PRId64 " of control, of %" PRId64 "; %" PRId64
        " columns of tensor memory\n",
        plan->request->mode == MODE_PACK ? plan->packed.height : plan->tiles_after,
        plan->control,
        plan->capacity,
        plan->tmem_columns);
}

static bool fill(Picture *picture, const Subject *subject, int64_t max_rows, int64_t max_cols) {
    if (!subject->view || strcmp(subject->view, "timeline") == 0)
        view_timeline(picture, subject->of, max_rows, max_cols);
    else if (strcmp(subject->view, "memory") == 0)
        view_places(picture, subject->of, max_rows, max_cols);
    else
        return picture_no_view(subject, "draw 'timeline' or 'memory' of a pipeline");
    return true;
}

Subject pipeline_subject(const PipelinePlan *plan, const char *view) {
    return (Subject){plan->request->name, plan->request->loc, view, plan, fill};
}
