/* record.h: a printed report, also as a line of JSON for tcemu (record.c). */
#ifndef TILECOPY_HOST_RECORD_H
#define TILECOPY_HOST_RECORD_H
#include "internal.h"

/* frames: the functions that lead to the call, innermost first. space: "shared", "global", or NULL
 * if the report names no buffer. Does nothing unless TCEMU_REPORT names a file. */
void record_report(
    const tc_emu_report *r, const char *space, const Location *frames, unsigned count);
void report_print(void);  /* report.c: the report on stderr, and its record */
void report_close(void);  /* of a launch that went on after one: it fails now */
void report_forget(void); /* of the launch before */
#endif
