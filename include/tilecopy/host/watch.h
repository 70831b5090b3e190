/* watch.h: kernels that crash or never end. */
#ifndef TILECOPY_HOST_WATCH_H
#define TILECOPY_HOST_WATCH_H
#include "internal.h"
#include <sys/types.h>

/* Before report_raise, in a signal's handler: the thread was interrupted in `what`. */
void crash_interrupted(Thread *t, const void *context, const char *what);

/* watch.c: a thread beside the launch. */
void watch_start(void);
void watch_forked(void); /* in the new process */
void watch_end(void);
/* The OS thread whose fibers run next; and that one of them has moved. */
extern volatile pid_t watch_running;
extern volatile unsigned watch_beats;
#endif
