/* cost_print.c: Program -> a table of costs, one line per function and group of targets; then the parts of each
 * pipeline's pipes, whose instructions are counted alone: how long a pipe waits is up to its other side. */
#include "../pipeline/pipes.h"
#include "view.h"
#include <inttypes.h>
#include <string.h>

enum { COLUMNS = 8 };

typedef struct {
    const char *cell[COLUMNS]; /* but for that of the targets */
    unsigned targets;          /* 0: the heading */
} Row;

typedef struct {
    Row *at;
    int count, capacity;
} Table;

static void add_row(Table *table, Row row) {
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
static Row row_of(const Function *function, const Choice *choice) {
    Text instructions = {0};
    Row row = {.cell = {function->name}, .targets = choice->targets};
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

static const char *part_instructions(const PipelineCode *code, const Pipe *pipe, PipePart part) {
    const Plan *plan = pipe->meet ? pipe->meet : pipe->part[part];
    Text out = {0};
    if (code->needs_bulk && !(code->plan->targets & feature_targets(FEATURE_BULK)))
        return "-"; /* a declaration */
    if (!plan)
        return "none"; /* acquire of groups, commit of bulk copies */
    Cost cost = plan_cost(plan);
    words_instructions(&out, plan, &cost);
    return text_string(&out);
}

/* Kinds of targets whose part is the same have one row, which stands behind `first`. */
static void add_part(
    Table *table, int first, const PipelineCode *code, const Pipe *pipe, int part) {
    const char *stem = mem_printf("tc_%s_%s", code->plan->request->name, pipe->name);
    const char *instructions = part_instructions(code, pipe, (PipePart)part);
    const char *form = *instructions == '-' ? "none" : pipe_form_name[pipe->form];
    Row row = {.cell = {mem_printf("%s_%s", stem, pipe_part_name[part]), "", form}};
    for (int i = 3; i < COLUMNS - 1; i++)
        row.cell[i] = "-";
    row.cell[COLUMNS - 1] = instructions;
    row.targets = code->plan->targets;
    for (int i = first; i < table->count; i++) {
        Row *old = &table->at[i];
        if (strcmp(old->cell[0], row.cell[0]) == 0 && strcmp(old->cell[2], form) == 0 &&
            strcmp(old->cell[COLUMNS - 1], instructions) == 0) {
            old->targets |= row.targets;
            return;
        }
    }
    add_row(table, row);
}

/* Of a pipeline without code the text below the table says why. Returns whether it has code. */
static bool add_pipeline(Table *table, int first, Text *below, const PipelinePlan *plan) {
    budget_statement(plan->request->loc);
    const PipelineCode *code = pipeline_code(plan);
    for (int i = 0; i < code->count && code->ok; i++)
        for (int part = 0; part < PIPE_PARTS; part++)
            if (pipe_has_part(&code->pipes[i], (PipePart)part))
                add_part(table, first, code, &code->pipes[i], part);
    if (!code->ok)
        text_printf(
            below,
            "\npipeline '%s': no code, no cost: %s\n",
            plan->request->name,
            code->reason ? code->reason : "its proof failed");
    return code->ok;
}

/* The plans of a block, a kind of targets each, follow one another. */
static void add_pipelines(Table *table, Text *below, const PipelinePlans *plans) {
    for (int i = 0; i < plans->count;) {
        const Pipeline *request = plans->plans[i]->request;
        int first = table->count;
        bool ok = true;
        for (; i < plans->count && plans->plans[i]->request == request; i++)
            ok = ok && add_pipeline(table, first, below, plans->plans[i]);
    }
}

static void print_row(Text *out, const Row *row, const int *width) {
    for (int i = 0; i < COLUMNS - 1; i++)
        text_printf(out, "%-*s  ", width[i], row->cell[i]);
    text_printf(out, "%s\n", row->cell[COLUMNS - 1]);
}

static void print_table(Text *out, const Table *table) {
    int width[COLUMNS] = {0};
    for (int i = 0; i < table->count; i++) {
        Text targets = {0};
        words_targets(&targets, table->at[i].targets);
        if (table->at[i].targets)
            table->at[i].cell[1] = of(&targets);
    }
    for (int i = 0; i < table->count; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int length = (int)strlen(table->at[i].cell[j]);
            width[j] = length > width[j] ? length : width[j];
        }
    for (int i = 0; i < table->count; i++)
        print_row(out, &table->at[i], width);
}

void out_cost(Text *out, const Program *program, const PipelinePlans *plans) {
    bool symbolic = false, estimated = false;
    Table table = {0};
    Text below = {0};
    add_row(
        &table,
        (Row){
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
            add_row(&table, row_of(&program->functions[i], choice));
            symbolic |= choice->plan && choice->cost.symbolic;
            estimated |= choice->plan && cost_estimated(&choice->cost, choice->targets);
        }
    if (plans)
        add_pipelines(&table, &below, plans);
    print_table(out, &table);
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
    text_add(out, text_string(&below));
}
