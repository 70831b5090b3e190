/* reports.h: what was reported, on a stream. */
#ifndef TCGEN_UNIT_REPORTS_H
#define TCGEN_UNIT_REPORTS_H
#include "base/base.h"

static inline void print_reports(FILE *out) {
    Text text = {0};
    diag_flush(&text);
    fwrite(text_string(&text), 1, text.length, out);
}
#endif
