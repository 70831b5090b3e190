/* place.h: where in the program an access was made, as a number that a Cell has room for, and what an
 * access leaves behind in the cells. */
#ifndef TILECOPY_HOST_PLACE_H
#define TILECOPY_HOST_PLACE_H
#include "internal.h"

/* Return addresses of a place, the innermost first. Without optimisation the first one or two are in
 * the headers of the primitive. */
enum { PLACE_DEPTH = 6 };
typedef struct {
    const char *operation;       /* "plain read", "tc_load_shared_b32" */
    uintptr_t from[PLACE_DEPTH]; /* 0 after the last one */
} Place;

/* Equal places have one number, from 1. 0: not known. */
uint32_t place_of_thread(const Thread *t); /* the primitive that it called last */
uint32_t place_of_call(const Call *call);
uint32_t place_of_host(const char *operation); /* who called the caller, in host code */
const Place *place_look(uint32_t number);      /* NULL: not known */

/* Who used bytes: a component of the clocks, in which epoch, and where. */
typedef struct {
    unsigned who;
    uint32_t epoch, place;
} Use;
void access_record(Region *region, size_t at, unsigned bytes, AccessKind kind, Use use);
#endif
