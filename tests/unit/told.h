/* told.h: rows of descriptions and what must be reported of them: every diagnostic whole, with its
 * place, its notes and its help.
 *
 *   {"copy warp f32 smem S[(32,8)] -> reg S[(32,8):(1@`lanid`,1)]",
 *    "E_UNKNOWN_AXIS unknown axis 'lanid'\n= did you mean 'laneid'?"}
 *
 * `..` marks where the diagnostics stand, in their order, and ~..~ where their notes do; where
 * marks run out, the last one serves again. The lines of `told`: an id and its message, "+ " and a
 * note ("+2 ": at the second mark), "= " and the help. Without "= " the help is that of diags.def.
 * "": nothing is reported. "! 2" at the end: so many functions, descriptors, coordinates and
 * pipelines come out beside what is reported; without it none does. */
#ifndef TCGEN_UNIT_TOLD_H
#define TCGEN_UNIT_TOLD_H
#include "unit.h"
#include <stdbool.h>

typedef struct {
    const char *text, *told;
} Told;
bool is_told(const Told *row); /* prints the difference */

#define EXPECT_TOLD(rows)                                                                          \
    for (size_t row_at = 0; row_at < sizeof(rows) / sizeof((rows)[0]); row_at++)                   \
    EXPECT_OF((rows)[row_at].text, is_told(&(rows)[row_at]))
#endif
