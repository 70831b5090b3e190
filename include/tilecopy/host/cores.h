/* cores.h: the CTAs of one launch on several cores. */
#ifndef TILECOPY_HOST_CORES_H
#define TILECOPY_HOST_CORES_H
#include "internal.h"

/* May the launch still be divided? Then accesses to global memory are noted. */
extern bool cores_open;
void cores_start(void);
/* Before each cluster: is there one for this process to run? Starts the other cores when it is time. */
bool cores_go_on(void);
void cores_end(void);
void cores_note(const Region *global, size_t at, unsigned bytes, bool atomic);
/* What CTAs do that may concern CTAs of other cores: the launch stays on one. On another core it does
 * not return. */
void cores_meet(const char *why);
void cores_unseen(const Thread *t, const void *p); /* a write to memory that is not tracked */

bool known_to_all(const void *p);  /* known.c: a variable of the program, or an argument */
bool tsan_sees_blocks(void);       /* tsan.c: are memcpy and memset of the program ours? */
Region *region_number(unsigned i); /* region.c; NULL after the last one */
#endif
