/* explain_contract.c: a Function -> who owns which elements, shown on the first and the last thread,
 * and what the caller has to do before and after the call. */
#include "print.h"
#include "view.h"
#include <inttypes.h>
#include <string.h>

enum { LABEL_AT = 2, TEXT_AT = 14, MAX_ROWS = 512, MAX_COLS = 512, MAX_RUNS = 4 };

static void item(Text *out, const char *label, const char *text) {
    words_wrap(out, LABEL_AT, label, TEXT_AT, text);
}

static void add_coord(Text *out, const Grid *grid, const Cell *cell) {
    text_char(out, '(');
    for (int i = 0; i < grid->of->rank; i++)
        text_printf(out, "%s%" PRId64, i ? "," : "", cell->coord[i]);
    text_char(out, ')');
}

/* The elements of one thread in row-major order, neighbours in a row joined: "(0,0)..(0,7) in
 * registers 0..7". A run ends where the coordinate or the register does not go on by one. */
static void add_runs(Text *out, const Grid *grid, int64_t thread) {
    int runs = 0;
    for (int64_t row = 0; row < grid->shown_rows; row++)
        for (int64_t col = 0; col < grid->shown_cols; col++) {
            const Cell *cell = grid_at(grid, row, col), *end = cell, *next;
            if (!cell || cell->thread != thread)
                continue;
            int64_t step = grid->owner ? 1 : 0;
            while ((next = grid_at(grid, row, col + 1)) && next->thread == thread &&
                   next->slot == end->slot + step) {
                end = next;
                col++;
            }
            if (runs++ == MAX_RUNS) {
                text_add(out, ", ..");
                return;
            }
            text_add(out, runs > 1 ? ", " : "");
            add_coord(out, grid, cell);
            if (end != cell) {
                text_add(out, "..");
                add_coord(out, grid, end);
            }
            text_printf(
                out, grid->owner ? " in register %" PRId64 : " in transfer %" PRId64, cell->slot);
            if (end->slot != cell->slot)
                text_printf(out, "..%" PRId64, end->slot);
        }
}

static void explain_ownership(Text *out, const Function *function) {
    Grid *grid = grid_build(function, MAX_ROWS, MAX_COLS);
    int64_t first = -1, last = -1, owners = 0;
    for (int64_t i = 0; i < grid->shown_rows * grid->shown_cols; i++) {
        const Cell *cell = grid_at(grid, i / grid->shown_cols, i % grid->shown_cols);
        if (!cell || cell->thread < 0)
            continue;
        first = first < 0 || cell->thread < first ? cell->thread : first;
        last = cell->thread > last ? cell->thread : last;
        owners = cell->owners > owners ? cell->owners : owners;
    }
    for (int64_t thread = first; thread >= 0; thread = thread == last ? -1 : last) {
        Text text = {0};
        text_printf(&text, "thread %" PRId64 " %s ", thread, grid->owner ? "holds" : "moves");
        add_runs(&text, grid, thread);
        item(
            out, thread == first ? (grid->owner ? "ownership" : "movers") : "", text_string(&text));
    }
    if (owners > 1) {
        Text text = {0};
        text_printf(
            &text,
            "each element has up to %" PRId64 " owners; %s",
            owners,
            function->copy->dst.space == SPACE_REG ? "all of them receive it"
                                                   : "the lowest of them stores it");
        item(out, "", text_string(&text));
    }
    item(out, "", "(tcgen draw shows all of them)");
}

static bool leaves_open(const Plan *plan, bool mbarrier) {
    for (int i = 0; i < plan->object_count; i++)
        if (plan->objects[i].left && (plan->objects[i].kind == OBJECT_MBARRIER) == mbarrier)
            return true;
    return false;
}

/* The caller's part, in the order of the call. */
static void add_duty(Text *out, bool *first, const char *text) {
    item(out, *first ? "you must" : "", text);
    *first = false;
}

static void duties_of_arguments(
    Text *out, const Function *function, const Plan *plan, bool *first) {
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        if (buffer->role == ROLE_SCRATCH)
            add_duty(
                out,
                first,
                mem_printf(
                    "pass %s: %" PRId64 " elements of shared memory aligned to %d bytes, which "
                    "nobody else uses during the call",
                    buffer->name,
                    buffer->elements,
                    buffer->align));
        else if (buffer->align > 1)
            add_duty(
                out, first, mem_printf("pass %s aligned to %d bytes", buffer->name, buffer->align));
    }
    if (sides_may_overlap(function->copy))
        add_duty(out, first, "pass dst and src that do not overlap");
    for (int i = 0; i < function->copy->symbol_count; i++) {
        const Symbol *symbol = &function->copy->symbols[i];
        add_duty(
            out,
            first,
            mem_printf(
                "pass %s from %" PRId64 " to %" PRId64 "%s%s",
                symbol->name,
                symbol->min,
                symbol->max,
                symbol->pitch.limit
                    ? mem_printf(", %s", pitch_text(function->copy->symbols, symbol, " or ", ""))
                    : "",
                symbol->divisor > 1 ? mem_printf(", a multiple of %" PRId64, symbol->divisor)
                                    : ""));
    }
}

static void duties_before(Text *out, const Function *function, const Plan *plan, bool *first) {
    if (function->copy->src.space != SPACE_REG)
        add_duty(
            out,
            first,
            "make what src holds visible to the calling threads before (a barrier after other "
            "threads wrote it)");
    if (!leaves_open(plan, true))
        return;
    add_duty(
        out, first, "run fence.proxy.async in every thread that wrote src, before that barrier");
    add_duty(
        out,
        first,
        "know that the receiver's dst is free before (a cluster barrier, or an mbarrier of the "
        "receiver)");
}

static void duties_after(Text *out, const Function *function, const Plan *plan, bool *first) {
    Space space = function->copy->dst.space;
    if (leaves_open(plan, false))
        add_duty(
            out,
            first,
            "commit and wait (tc_cp_async_commit, tc_cp_async_wait_all) before anyone reads dst, "
            "and "
            "keep src unchanged until then");
    if (leaves_open(plan, true))
        add_duty(
            out,
            first,
            mem_printf(
                "let the receiver expect %" PRId64 " bytes on its mbarrier and wait; keep src "
                "unchanged and both CTAs alive until then",
                function->bytes));
    if (space == SPACE_SMEM)
        add_duty(out, first, "put a barrier between the call and reads of dst by other threads");
    if (space == SPACE_GMEM)
        add_duty(
            out, first, "order the call before reads of dst by other threads, as for any store");
}

void explain_contract(Text *out, const Function *function) {
    const Choice *choice = first_choice(function);
    bool first = true;
    if (!choice)
        return;
    text_char(out, '\n');
    explain_ownership(out, function);
    duties_of_arguments(out, function, choice->plan, &first);
    duties_before(out, function, choice->plan, &first);
    duties_after(out, function, choice->plan, &first);
    if (first)
        item(out, "you must", "nothing: registers only");
}
