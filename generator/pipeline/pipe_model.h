/* pipe_model.h: what the two files of a model share. pipe_tiles.c moves what its agents move,
 * pipe_model.c says who is in it and what they wait for. */
#ifndef TCGEN_PIPE_MODEL_H
#define TCGEN_PIPE_MODEL_H
#include "pipes.h"

typedef struct {
    const PipelineCode *code;
    Plan *plan;
    const Pipe **pipes; /* in the order of a turn */
    int count;
    bool whole;          /* with all slots */
    bool pair;           /* the CTAs are two, and no ring */
    bool elected;        /* warps acquire for bulk copies, of which another lane starts each */
    int **full, **empty; /* objects, by pipe and slot */
    int **turns;         /* objects, by pipe, one before it and slot */
    int *first;          /* by agent: its first rank, -1: it takes no part */
    int threads;
    const Expr *cta, *sender; /* PIPE_REMOTE: whose slots are filled, and who fills ours */
} Model;

/* What an agent moves, a unit a thread at a time. Of a multicast a value is two: the first half of
 * a slot comes from its own CTA, the rest from another one. */
typedef struct {
    const Record *record;
    int64_t first, count; /* units of the slot */
    bool remote, global;  /* comes from another CTA, from global memory */
    int in, slot;         /* buffers */
    int *out;             /* by consumer of the pipe */
} Tile;

PipeSteps model_steps_of(const Model *model, int agent);
PipeSteps model_producer_of(const Model *model, const Pipe *pipe);
/* The values of a pipe, each with `slots` slots where the plan has them. */
Tile *model_tiles_of(Model *model, const Pipe *pipe, int slots, int uses);
void model_take_all(
    const Model *model, const Pipe *pipe, const Tile *tiles, int c, int use, int64_t slot);
void model_fill_all(
    const Model *model, const Pipe *pipe, const Tile *tiles, int use, int full, int64_t slot);
#endif
