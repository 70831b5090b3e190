/* explain_contract.c: A Function -> who owns which elements, shown for the first and the last
 * thread, and what the caller must do before and after the call. */
#include "contract.h"
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
            function_copy(function)->dst.space == SPACE_REG ? "all of them receive it"
                                                            : "the lowest of them stores it");
        item(out, "", text_string(&text));
    }
    item(out, "", "(tcgen draw shows all of them)");
}

/* The caller's part, in the order of the call. */
void explain_duties(Text *out, const Duties *duties) {
    bool first = true;
    for (int i = 0; i < duties->count; i++) {
        const char *words = duty_words(duties, &duties->at[i], TONE_ASKS);
        if (!words)
            continue;
        item(out, first ? "you must" : "", words);
        first = false;
    }
    if (first)
        item(out, "you must", "nothing: registers only");
}

/* A function in parts: each part's duties, under its name. */
static void explain_parts(Text *out, const Function *function) {
    const Plan *whole = first_choice(function)->plan;
    for (int i = 0; i < whole->part_count; i++) {
        if (whole->parts[i].is_body)
            continue;
        Function part = function_part(function, i);
        Duties duties = function_duties(&part);
        item(out, "part", part.name);
        explain_duties(out, &duties);
    }
}

void explain_contract(Text *out, const Function *function) {
    const Choice *choice = first_choice(function);
    if (!choice)
        return;
    text_char(out, '\n');
    if (choice->plan->part_count) {
        explain_parts(out, function);
        return;
    }
    if (choice->plan->flow_count && function_copy(function))
        explain_ownership(out, function);
    Duties duties = function_duties(function);
    explain_duties(out, &duties);
}
