/* auto_layout.h: what auto_candidates.c and auto_layout.c say to each other. */
#ifndef TCGEN_AUTO_LAYOUT_H
#define TCGEN_AUTO_LAYOUT_H
#include "passes.h"

enum { MAX_CANDIDATES = 512 };

/* One way to lay a tile out: XOR, or `pad` more elements in the row pitch `above` and in everything
 * that is a multiple of it. Neither: as it was written. */
typedef struct {
    Swizzle swizzle;
    int64_t above, pad;
    int64_t extra; /* elements that the padding adds to the buffer */
} Candidate;

/* From the simplest on; *simple: how many of them are plain or a standard swizzle. */
int auto_candidates(const Layout *plain, int bits, Candidate *out, int *simple);
Layout auto_apply(const Layout *plain, const Candidate *candidate);
const char *auto_describe(const Candidate *candidate); /* "swizzle(2,1,3)" */
#endif
