/* cost_print.c: Program -> a table of costs, one line per function and group of targets. */
#include "view.h"
#include <inttypes.h>
#include <string.h>

void cost_add_row(CostTable *table, CostRow row) {
    if (table->count == table->capacity) {
        size_t old = (size_t)table->capacity * sizeof row;
        table->capacity = table->capacity ? 2 * table->capacity : 64;
        table->at = mem_grow(table->at, old, (size_t)table->capacity * sizeof row);
    }
    table->at[table->count++] = row;
}

static const char *of(Text *text) {
    return text_string(text);
}

static const char *ratio(int64_t got, int64_t ideal) {
    return got == ideal ? mem_printf("%" PRId64, got)
                        : mem_printf("%" PRId64 " (%" PRId64 ")", got, ideal);
}

/* Instructions with their spelling's last part left out are unreadable: the whole one stands. */
static CostRow row_of(const Function *function, const Choice *choice) {
    Text instructions = {0};
    CostRow row = {.cell = {function->name}, .targets = choice->targets};
    if (!choice->plan) {
        row.cell[2] = "none";
        for (int i = 3; i < COST_COLUMNS; i++)
            row.cell[i] = "-";
        return row;
    }
    const Cost *cost = &choice->cost;
    int64_t got = 0, ideal = 0;
    for (int i = 0; i < cost->wavefront_count; i++) {
        got += cost->wavefronts[i].got;
        ideal += cost->wavefronts[i].ideal;
    }
    words_instructions(&instructions, choice->plan, cost);
    row.cell[2] = choice->plan->variant;
    row.cell[3] = mem_printf("%d", choice->plan->vec_bits);
    row.cell[4] = cost->wavefront_count ? ratio(got, ideal) : "-";
    row.cell[5] = cost->sectors ? ratio(cost->sectors, cost->ideal_sectors) : "-";
    row.cell[6] = mem_printf(
        "%" PRId64 "%s%s",
        cost->score,
        cost->symbolic ? "*" : "",
        cost_estimated(cost, choice->targets) ? "~" : "");
    row.cell[7] = of(&instructions);
    return row;
}

static void print_row(Text *out, const CostRow *row, const int *width) {
    for (int i = 0; i < COST_COLUMNS - 1; i++)
        text_printf(out, "%-*s  ", width[i], row->cell[i]);
    text_printf(out, "%s\n", row->cell[COST_COLUMNS - 1]);
}

static void print_table(Text *out, const CostTable *table) {
    int width[COST_COLUMNS] = {0};
    for (int i = 0; i < table->count; i++) {
        Text targets = {0};
        words_targets(&targets, table->at[i].targets);
        if (table->at[i].targets)
            table->at[i].cell[1] = of(&targets);
    }
    for (int i = 0; i < table->count; i++)
        for (int j = 0; j < COST_COLUMNS; j++) {
            int length = (int)strlen(table->at[i].cell[j]);
            width[j] = length > width[j] ? length : width[j];
        }
    for (int i = 0; i < table->count; i++)
        print_row(out, &table->at[i], width);
}

void out_cost(Text *out, const Program *program, const CostTable *more) {
    bool symbolic = false, estimated = false;
    CostTable table = {0};
    cost_add_row(
        &table,
        (CostRow){
            .cell = {
                "function",
                "targets",
                "variant",
                "bits",
                "wavefronts",
                "sectors",
                "score",
                "instructions per thread"}});
    for (int i = 0; i < program->count; i++)
        for (int j = 0; j < program->functions[i].choice_count; j++) {
            const Choice *choice = &program->functions[i].choices[j];
            cost_add_row(&table, row_of(&program->functions[i], choice));
            symbolic |= choice->plan && choice->cost.symbolic;
            estimated |= choice->plan && cost_estimated(&choice->cost, choice->targets);
        }
    for (int i = 0; more && i < more->count; i++)
        cost_add_row(&table, more->at[i]);
    print_table(out, &table);
    text_add(
        out,
        "\nwavefronts: of the worst warp, summed over its shared accesses; sectors: 32 bytes of "
        "global\nmemory, all warps; in brackets the minimum if it is lower; score: quarter cycles "
        "of one SM.\n");
    if (symbolic)
        text_add(out, "* run-time arguments at their smallest admissible values.\n");
    if (estimated)
        text_add(
            out,
            "~ includes syncs or register instructions: measured on sm_90, an estimate for other "
            "targets.\n");
    if (more)
        text_add(out, text_string(&more->below));
}
