/* reducing.h: a reduction's Plan in the making: steps that do the same for every result of a lane, and the flows that
 * they must be. Private to the dispatch room. */
#ifndef TCGEN_REDUCING_H
#define TCGEN_REDUCING_H
#include "lane0.h"
#include "../tile/tile.h"

/* Where the numbers of a lane's results lie: result r in slot at + r * stride. */
typedef struct {
    int bundle; /* 0: none but where one is meant */
    int64_t at, stride;
} Row;

typedef struct {
    const Lane0 *lane0;
    const Lane0Value *in, *out, *acc; /* out, acc: NULL: none */
    Plan *plan;
    Phase *phase;
    Combine combine;
    int lanes;            /* that hold parts of a result */
    int64_t mine;         /* elements of a result that the lane itself holds */
    int64_t apart;        /* so many slots */
    int dst, index, more; /* bundles: the result, where it is, the accumulator */
    Row src, total, other, where;
} Reducing;

Reducing *reducing_new(const Lane0 *lane0, unsigned targets);
void reducing_add_flows(Reducing *reducing);

/* One step for every result of the lane. */
Side side_of_row(Row row);
Step *each(Reducing *reducing, PrimitiveId primitive, Row dst, Row src);
Step *combine_each(Reducing *reducing, Row dst, Row a, Row b);

int add_loop(Reducing *reducing, const char *name, int64_t extent);
/* The step once for each turn of the loop, one side of it `stride` slots further. */
void repeat_step(Reducing *reducing, Step *step, Side *side, int loop, int64_t stride);
void next_phase(Reducing *reducing);
const Dtype *index_dtype(void);
#endif
