/* told.h: what is printed and told of pipelines. */
#ifndef TCGEN_TOLD_H
#define TCGEN_TOLD_H
#include "../draw/draw.h"
#include "pipes.h"

/* The code of a module's pipelines, in the order of the blocks, and its text. */
typedef struct {
    PipelineCode **at;
    const char **text;
    int count;
} PipelineCodes;

/* pipeline_text.c. The code of all kinds of targets of a block, oldest first, as one: its memory
 * must be the same. */
PipelineCode *pipeline_join(PipelineCode *const *kinds, int count);
void out_pipeline(Text *out, const PipelineCode *code);
void pipelines_make(PipelineCodes *codes); /* their texts */
void pipelines_text(Text *out, const PipelineCodes *codes);
void pipe_names(Text *out, const PipelineCode *code, const Pipe *pipe);
void pipelines_names(Text *out, const PipelineCodes *codes);
/* json_pipeline.c, json_pipes.c: the objects of a list; its code. */
void pipelines_json(Text *out, const PipelinePlans *plans);
void json_code(Text *out, const PipelinePlan *plan);
/* explain_pipeline.c, json_pipes.c. only: a name, or NULL */
void pipelines_explain(Text *out, const PipelinePlans *plans, const char *only);
void explain_code(Text *out, const PipelinePlan *plan);
/* cost_pipeline.c */
void pipelines_cost(CostTable *table, const PipelinePlans *plans);
/* view_pipeline.c: "timeline", "memory" */
Subject pipeline_subject(const PipelinePlan *plan, const char *view);
#endif
