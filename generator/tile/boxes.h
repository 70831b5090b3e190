/* boxes.h: what the files that find the boxes of a tensor copy share: tensor_boxes.c of rows in
 * order, tensor_rows_find.c of rows that indices pick. */
#ifndef TCGEN_BOXES_H
#define TCGEN_BOXES_H
#include "tile.h"

enum { MOST_BOX = 256, ROW_BITS = 128, MOST_DIMS = 16 };

typedef struct {
    Coef extent, stride; /* of the tensor */
    Expr first;          /* its coordinate where the region begins */
    int64_t count;       /* elements that are copied */
    int64_t tile;        /* from one to the next in shared memory */
    int dim;             /* of the region; -1: an origin alone */
    int64_t step;        /* of the coordinate of `dim` */
    int moves;           /* -1, or whose coordinate it moves by `step`: no dimension of its own */
    int64_t by;          /* its coordinate counts so many elements of the extent; 0: one */
} BoxDim;
typedef struct {
    BoxDim at[MOST_DIMS]; /* innermost in the tile first */
    int count;
} Dims;
typedef struct {
    const Copy *copy;
    const Operand *tensor, *tile;
    int side; /* of the tile */
    bool best, plain;
} Finder;

/* The dimensions of the tensor in the order of the tile; false: declined. */
bool dims_find(Finder *finder, Partition *partition, Dims *out, Decline *decline);
/* Can so many elements be one of the map's? */
bool dims_pack(const Finder *finder, const Dims *dims, int64_t pack);
int64_t finder_span(const Finder *finder); /* of the swizzle, in elements; 0: none */
/* tensor_panels.c: with `oob`, the same with panels as dimensions of their own wherever facts say
 * that none is partly outside. `facts`: also where facts that are missing would say so, which are
 * added to it. False: nowhere. */
bool dims_panels(const Finder *finder, const Dims *dims, Text *facts, Dims *out);
/* A loop around those that the boxes have; false: too many, or a box would be misplaced. */
bool boxes_add_loop(
    const Finder *finder, Boxes *boxes, int64_t extent, int64_t tile, int dim, int64_t step);

#endif
