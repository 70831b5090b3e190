/* reducing.h: a reduction's Plan in the making: steps that do the same for every result of a lane,
 * and the flows that they must be. */
#ifndef TCGEN_REDUCING_H
#define TCGEN_REDUCING_H
#include "lane0.h"

/* Where the numbers of a lane's results lie: of result (i, j) in slot at + i * outer + j *
 * inner. */
typedef struct {
    int bundle;
    int64_t at, outer, inner;
} Row;

typedef struct {
    const Lane0 *lane0;
    const Lane0Value *in, *out, *place, *acc; /* all but in: NULL: none */
    Plan *plan;
    Phase *phase;
    Combine combine;
    int lanes, near;      /* that hold parts of a result, and how far apart the nearest ones are */
    int64_t outer, inner; /* results of a lane: so many times so many */
    int64_t mine, apart;  /* elements of a result in the lane itself, so many slots apart */
    int outer_loop, inner_loop; /* -1: none yet */
    int run;      /* neighbours that a step does at once: two halves of a word, otherwise 1 */
    bool joins;   /* the two halves are parts of one result */
    bool doubled; /* both halves are the same number */
    int dst, index, more; /* bundles: the result, where it is, the accumulator */
    Row src, total, other, where;
} Reducing;

Reducing *reducing_new(const Lane0 *lane0, const char *variant);
void reducing_add_flows(Reducing *reducing);

/* Registers for one number of every result. */
Row add_row(Reducing *reducing, const char *name, const Dtype *dtype);
Row row_of(const Reducing *reducing, int bundle);
/* One step for every result of the lane. */
Side side_of_row(Row row);
Step *each(Reducing *reducing, PrimitiveId primitive, Row dst, Row src);
Step *combine_each(Reducing *reducing, Row dst, Row a, Row b);
/* The second operand of a step, which moves with its loops. */
void add_second(const Reducing *reducing, Step *step, Row row);

int add_loop(Reducing *reducing, const char *name, int64_t extent);
/* The step once for each turn of the loop, one side of it `stride` slots further. */
void repeat_step(Step *step, Side *side, int loop, int64_t stride);
void next_phase(Reducing *reducing);
const Dtype *index_dtype(void);
#endif
