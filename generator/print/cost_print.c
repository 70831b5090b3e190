/* cost_print.c: Program -> a table of costs, one line per function and group of targets. */
#include "view.h"
#include <inttypes.h>
#include <string.h>

enum { COLUMNS = 8 };

typedef struct {
    const char *cell[COLUMNS];
} Row;

static const char *of(Text *text) {
    return text_string(text);
}

static const char *ratio(int64_t got, int64_t ideal) {
    return got == ideal ? mem_printf("%" PRId64, got)
                        : mem_printf("%" PRId64 " (%" PRId64 ")", got, ideal);
}

/* Instructions with their spelling's last part left out are unreadable: the whole one stands. */
static Row row_of(const Function *function, const Choice *choice) {
    Text targets = {0}, instructions = {0};
    words_targets(&targets, choice->targets);
    Row row = {{function->name, of(&targets)}};
    if (!choice->plan) {
        row.cell[2] = "none";
        for (int i = 3; i < COLUMNS; i++)
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

static void print_row(Text *out, const Row *row, const int *width) {
    for (int i = 0; i < COLUMNS - 1; i++)
        text_printf(out, "%-*s  ", width[i], row->cell[i]);
    text_printf(out, "%s\n", row->cell[COLUMNS - 1]);
}

void out_cost(Text *out, const Program *program) {
    int count = 1, width[COLUMNS] = {0};
    bool symbolic = false, estimated = false;
    for (int i = 0; i < program->count; i++)
        count += program->functions[i].choice_count;
    Row *rows = NEW_ARRAY(Row, count);
    rows[0] = (Row){
        {"function",
         "targets",
         "variant",
         "bits",
         "wavefronts",
         "sectors",
         "score",
         "instructions per thread"}};
    count = 1;
    for (int i = 0; i < program->count; i++)
        for (int j = 0; j < program->functions[i].choice_count; j++) {
            const Choice *choice = &program->functions[i].choices[j];
            rows[count++] = row_of(&program->functions[i], choice);
            symbolic |= choice->plan && choice->cost.symbolic;
            estimated |= choice->plan && cost_estimated(&choice->cost, choice->targets);
        }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int length = (int)strlen(rows[i].cell[j]);
            width[j] = length > width[j] ? length : width[j];
        }
    for (int i = 0; i < count; i++)
        print_row(out, &rows[i], width);
    text_add(
        out,
        "\nwavefronts: of the worst warp, summed over its shared accesses; sectors: 32 bytes of "
        "global\nmemory, all warps; in brackets the minimum where it is lower; score: quarter "
        "cycles of one SM.\n");
    if (symbolic)
        text_add(out, "* run-time arguments at their smallest admissible values.\n");
    if (estimated)
        text_add(
            out,
            "~ syncs or register instructions are in it: measured on sm_90, an estimate for other "
            "targets.\n");
}
