/* reductions.h: which instruction combines what memory holds with what comes: the rows with REDUCES. */
#ifndef TCGEN_REDUCTIONS_H
#define TCGEN_REDUCTIONS_H
#include "plan.h"

/* PRIM_COUNT: there is none for these. */
PrimitiveId reduction_primitive(PrimitiveKind kind, Space space, Combine op, const Dtype *dtype);
/* The store that combines so many bits at a time, where the target has it. */
PrimitiveId reduction_of_bits(Space space, Combine op, const Dtype *dtype, int bits, int target);
const char *reduction_types(PrimitiveKind kind, Space space, Combine op); /* "u32, i32"; "" */

#endif
