/* print.h: printers. Each reads Functions (and the Plans in them) and decides nothing. */
#ifndef TCGEN_PRINT_H
#define TCGEN_PRINT_H
#include "../dispatch/dispatch.h"
#include "../pipeline/pipes.h"

/* The code of a module's pipelines, in the order of the blocks. */
typedef struct {
    PipelineCode **at;
    int count;
} PipelineCodes;
/* header.c, contract.c, body.c: the generated header, the whole of *out. path: relative input name for the banner;
 * guard_from: the output file's name; single_file_runtime: text of include/tilecopy to inline, or
 * NULL. */
void out_header(
    Text *out,
    const Program *program,
    const PipelineCodes *pipelines,
    const char *input_name,
    const char *output_name,
    const char *single_file_runtime);
/* One function's text, without banner (tests, README, explain). */
void out_function(Text *out, const Function *function);
/* identifiers.c: every name that this text defines. */
typedef enum {
    IDENTIFIER_MACRO,
    IDENTIFIER_FUNCTION,
    IDENTIFIER_SHARED, /* of the file too, but several functions may define it, equally */
    IDENTIFIER_ARGUMENT,
    IDENTIFIER_LOCAL
} IdentifierKind;
typedef struct {
    const char *name;
    IdentifierKind kind;
} Identifier;
typedef struct {
    int count, capacity;
    Identifier *at;
} Identifiers;
Identifiers out_identifiers(const Function *function);
/* plans: of the pipelines; NULL: none */
void out_json(Text *out, const Program *program, const PipelinePlans *plans, bool trace);
void out_names(Text *out, const Program *program, const PipelineCodes *pipelines);
/* pipeline_text.c: one pipeline; the names of its functions */
/* The code of all kinds of targets of a block, oldest first, as one: its memory must be the same. */
PipelineCode *pipeline_join(PipelineCode *const *kinds, int count);
void out_pipeline(Text *out, const PipelineCode *code);
void pipe_names(Text *out, const PipelineCode *code, const Pipe *pipe);
void names_pipeline(Text *out, const PipelineCode *code);
/* only: a name, or NULL */
void out_explain(Text *out, const Program *program, const PipelinePlans *plans, const char *only);
void out_cost(Text *out, const Program *program, const PipelinePlans *plans);
/* draw_text.c, draw_svg.c: a view: "owner", "hardware", "banks", "memory". False: reported. */
bool out_draw_text(Text *out, const Function *function, const char *view);
bool out_draw_svg(Text *out, const Function *function, const char *view);
/* Of a pipeline: "timeline", "memory". */
bool out_draw_pipeline_text(Text *out, const PipelinePlan *plan, const char *view);
bool out_draw_pipeline_svg(Text *out, const PipelinePlan *plan, const char *view);
/* depfile.c: as gcc -MD -MP: targets, prerequisites, phony targets; escapes space # $ : */
void out_depfile(Text *out, const Module *module, const char *target, bool phony);
#endif
