/* test_hosts.c: what a generated header has for the host beside a tensor copy, whole: which arguments in which order, the
 * numbers of the tensor map, the facts that are checked, and rows that do not overlap. Each text is written by hand. */
#include "../../generator/dispatch/passes.h"
#include "../../generator/text/text.h"
#include "unit.h"
#include <string.h>

#define PANELS "smem 64x128 S[(64,2,64):(64,4096,1)] swizzle 128B"
