/* pipeline_text.h: what the files of a pipeline's code share: pipeline_memory.c has the constants,
 * the shared memory and what the host calls, pipeline_init.c the function that makes the barriers,
 * pipeline_text.c the others, pipeline_words.c their comments. */
#ifndef TCGEN_PIPELINE_TEXT_H
#define TCGEN_PIPELINE_TEXT_H
#include "../plan/duties.h"
#include "told.h"

typedef struct {
    const PipelineCode *code;
    const char *stem, *upper; /* tc_ring, TC_RING */
    Text *out;
    Text declared; /* functions where they cannot run */
} Writer;

const char *stem_of(const Writer *writer, const Pipe *pipe); /* tc_ring_tile */
bool pipe_has_mbarriers(const Pipe *pipe);
/* pipeline_text.c: a function's comment and head, arguments that it does not read, its end. */
void open_function(
    Writer *writer, const char *comment, const char *type, const char *name, const char *arguments);
void print_unused(const Writer *writer, bool smem, bool state);
void close_function(const Writer *writer);
void print_pipeline_init(Writer *writer); /* pipeline_init.c */
/* pipeline_words.c: comments, whole sentences but for the first two. */
const char *producer_words(const Writer *writer, const Pipe *pipe);
const char *members_words(const Writer *writer, const Pipe *pipe);
const char *acquire_words(const Writer *writer, const Pipe *pipe);
const char *elected_words(const Writer *writer, const Pipe *pipe);
const char *commit_words(const Writer *writer, const Pipe *pipe);
const char *wait_words(const Writer *writer, const Pipe *pipe);
const char *release_words(const Writer *writer, const Pipe *pipe);
const char *tail_words(const Writer *writer, const Pipe *pipe);
const char *turn_words(const Writer *writer); /* of each agent: which operations, in which order */
void print_pipeline_head(const Writer *writer);
void print_pipeline_memory(const Writer *writer);
void print_launch(const Writer *writer);
#endif
