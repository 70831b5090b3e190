/* told_of.h: what is told of the pipelines of a text: explain, cost, a picture, a report, the header. */
#ifndef UNIT_TOLD_OF_H
#define UNIT_TOLD_OF_H
#include "pipeline/told.h"
#include "unit.h"
#include <ctype.h>

typedef struct {
    const char *command, *block;
    unsigned targets;
    const char *names; /* behind the command */
} Section;

static inline const Module *module_of(const Section *section) {
    const char *text = section->block;
    return lang_load(source_from_text("p.tc", text, strlen(text)), NULL, NULL, 0, section->targets);
}

/* The header of all targets; why there is none. */
static inline void add_code(Text *out, const PipelinePlans *plans) {
    PipelineCode *kinds[TARGET_COUNT];
    for (int i = 0; i < plans->count; i++) { /* of all the least memory, which the first has */
        kinds[i] = pipeline_code(plans->plans[i]);
        kinds[i]->capacity = plans->plans[0]->capacity;
    }
    PipelineCode *code = pipeline_join(kinds, plans->count);
    if (!pipeline_code_report(code)) {
        diag_flush(out);
        return;
    }
    PipelineCodes codes = {(PipelineCode *[]){code, code}, NULL, 2};
    Text both = {0}, one = {0};
    out_pipeline(&one, code);
    pipelines_make(&codes);
    pipelines_text(&both, &codes);
    const char *twice = mem_printf("\n%s\n%s", text_string(&one), text_string(&one));
    EXPECT(strcmp(text_string(&both), twice) == 0);
    text_add(out, text_string(&one));
}

static inline void add_rows(Text *out, const CostTable *table) {
    for (int r = 0; r < table->count; r++) {
        for (int c = 0; c < COST_COLUMNS; c++)
            text_printf(
                out,
                "%s%s",
                c ? "|" : "",
                c == 1 ? mem_printf("%x", table->at[r].targets) : table->at[r].cell[c]);
        text_char(out, '\n');
    }
    text_add(out, text_string(&table->below));
}

/* "timeline 8 3": what is in the picture of at most 8 rows and 3 columns, a box a line: text, colour, tip. */
static inline void add_picture(Text *out, const Section *section, const PipelinePlan *plan) {
    char view[16] = "";
    int rows = 0, cols = 0;
    sscanf(section->names, "%15s %d %d", view, &rows, &cols);
    Subject subject = pipeline_subject(plan, view);
    Picture *picture = picture_build(&subject, rows, cols);
    if (!picture) {
        diag_flush(out);
        return;
    }
    text_printf(
        out,
        "%s\n%s, %s\n",
        text_string(&picture->heading),
        picture->corner,
        text_string(&picture->legend));
    text_printf(
        out,
        "%d of %d rows, %d of %d columns%s\n",
        (int)picture->shown_rows,
        (int)picture->rows,
        (int)picture->shown_cols,
        (int)picture->cols,
        picture->fixed_cols ? ", all" : "");
    for (int64_t col = 0; col < picture->shown_cols; col++)
        text_printf(out, "| %s ", text_string(&picture->col_label[col]));
    for (int64_t row = 0; row < picture->shown_rows; row++) {
        text_printf(out, "\n%s:", text_string(&picture->row_label[row]));
        for (int64_t col = 0; col < picture->shown_cols; col++) {
            const Box *box = picture_box(picture, row, col);
            if (box->present)
                text_printf(
                    out,
                    "\n  %d %s, %d, %s",
                    (int)col,
                    text_string(&box->text),
                    box->colour,
                    text_string(&box->tip));
        }
    }
    text_printf(out, "\n%s", text_string(&picture->notes));
}

static inline const char *told(const Section *section) {
    Text out = {0}, said = {0};
    CostTable costs = {0};
    bool json = strcmp(section->command, "report_json") == 0,
         report = json || strcmp(section->command, "report") == 0;
    diag_reset();
    if (!report)
        diag_set_warning("no-share");
    diag_format(json ? DIAG_JSON : DIAG_TEXT);
    const PipelinePlans *plans = pipelines_plan(module_of(section));
    diag_flush(&said);
    diag_format(DIAG_TEXT);
    if (report || !plans->count)
        return text_string(&said);
    if (strcmp(section->command, "explain") == 0)
        pipelines_explain(&out, plans, *section->names ? section->names : NULL);
    else if (strcmp(section->command, "json") == 0)
        pipelines_json(&out, plans);
    else if (strcmp(section->command, "cost") == 0)
        pipelines_cost(&costs, plans), add_rows(&out, &costs);
    else if (strcmp(section->command, "picture") == 0) {
        add_picture(&out, section, plans->plans[0]);
    } else
        add_code(&out, plans);
    if (out.length && out.at[out.length - 1] != '\n')
        text_char(&out, '\n');
    return text_string(&out);
}

/* One space for any; lines of a comment as they would stand on one. */
static inline const char *squeezed(const char *text) {
    Text out = {0};
    for (const char *at = text; *at; at++) {
        bool space = isspace((unsigned char)*at);
        if (strncmp(at, "\n * ", 4) == 0)
            at += 2;
        if (!space || (out.length && out.at[out.length - 1] != ' '))
            text_char(&out, space ? ' ' : *at);
    }
    return text_string(&out);
}

static inline unsigned targets_of(const char *names) {
    unsigned targets = 0;
    for (int t = 0; t < TARGET_COUNT; t++) {
        size_t size = strlen(target_name[t]);
        for (const char *at = strstr(names, target_name[t]); at;
             at = strstr(at + 1, target_name[t]))
            targets |= isalnum((unsigned char)at[size]) ? 0 : 1u << t;
    }
    return targets;
}
#endif
