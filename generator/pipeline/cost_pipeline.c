/* cost_pipeline.c: Each part of a pipeline's pipes as a row of the cost table. Only instructions
 * are counted: the time that a pipe waits depends on its other side. */
#include "told.h"
#include <string.h>

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
    CostTable *table, int first, const PipelineCode *code, const Pipe *pipe, int part) {
    const char *stem = mem_printf("tc_%s_%s", code->plan->request->name, pipe->name);
    const char *instructions = part_instructions(code, pipe, (PipePart)part);
    const char *form = *instructions == '-' ? "none" : pipe_form_name[pipe->form];
    CostRow row = {.cell = {mem_printf("%s_%s", stem, pipe_part_name[part]), "", form}};
    for (int i = 3; i < COST_COLUMNS - 1; i++)
        row.cell[i] = "-";
    row.cell[COST_COLUMNS - 1] = instructions;
    row.targets = code->plan->targets;
    for (int i = first; i < table->count; i++) {
        CostRow *old = &table->at[i];
        if (strcmp(old->cell[0], row.cell[0]) == 0 && strcmp(old->cell[2], form) == 0 &&
            strcmp(old->cell[COST_COLUMNS - 1], instructions) == 0) {
            old->targets |= row.targets;
            return;
        }
    }
    cost_add_row(table, row);
}

/* Of a pipeline without code the text below the table says why. Returns whether it has code. */
static bool add_pipeline(CostTable *table, int first, const PipelinePlan *plan) {
    budget_statement(plan->request->loc);
    const PipelineCode *code = pipeline_code(plan);
    for (int i = 0; i < code->count && code->ok; i++)
        for (int part = 0; part < PIPE_PARTS; part++)
            if (pipe_has_part(&code->pipes[i], (PipePart)part))
                add_part(table, first, code, &code->pipes[i], part);
    if (!code->ok)
        text_printf(
            &table->below,
            "\npipeline '%s' has no code, so it has no cost: %s\n",
            plan->request->name,
            code->reason ? code->reason : "its proof failed");
    return code->ok;
}

/* The plans of a block, a kind of targets each, follow one another. */
void pipelines_cost(CostTable *table, const PipelinePlans *plans) {
    for (int i = 0; i < plans->count;) {
        const Pipeline *request = plans->plans[i]->request;
        int first = table->count;
        bool ok = true;
        for (; i < plans->count && plans->plans[i]->request == request; i++)
            ok = ok && add_pipeline(table, first, plans->plans[i]);
    }
}
