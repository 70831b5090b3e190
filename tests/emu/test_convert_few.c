/* The rows of the table of conversions, of few inputs: what a row itself says, its elements, its dtypes and how it
 * rounds, is seen by those. */
#define MANY 64
#include "test_convert.c"
