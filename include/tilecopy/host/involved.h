/* involved.h: the threads that a report speaks of beside the one that made it: where they are or were. And
 * chains of functions as text. */
#ifndef TILECOPY_HOST_INVOLVED_H
#define TILECOPY_HOST_INVOLVED_H
#include "place.h"

typedef struct {
    const char *primitive;
    unsigned depth;
    uintptr_t from[MAX_CHAIN]; /* where the calls return to, the innermost first */
} Chain;
/* chain.c */
void chain_take(Chain *chain, const Call *call); /* on the fiber of its thread, if that runs */
void chain_end(Chain *chain);                    /* at the kernel */
/* The functions from the one that called the primitive outwards. */
unsigned chain_locations(const Chain *chain, bool lines, Location *out, unsigned room);

enum { MAX_INVOLVED = 12 };
typedef struct {
    const char *role;                /* "other", "waits", "exited", "allocated" */
    bool known;                      /* which threads: the next four */
    unsigned cta, first, last, step; /* CTA of the grid; step 0: not known */
    const char *operation;
    Chain chain;
    unsigned located; /* of found */
    Location found[MAX_CHAIN];
} Involved;

/* Before report_raise. by NULL: whose is not known; place 0: nothing is added. */
void involved_place(uint32_t place, const Thread *by);
void involved_allocation(uint32_t place);
void involved_call(const Call *call);
/* A component of the cluster that ran as number `serial` of this launch. */
void involved_cluster(uint32_t place, uint32_t serial, unsigned who);
/* All threads that have started but this one, by where they are now. */
void involved_rest(const Thread *t);
/* No more are added until involved_forget. Both give the place that was told last. */
uint32_t involved_close(void);
uint32_t involved_latest(void);
void involved_forget(void);
const Involved *involved_all(unsigned *count);
/* Looks up their lines and writes a paragraph for each. */
void involved_tell(char *out, size_t room);

/* Text of a chain, from "\n  in: " on. */
void write_names(const Location *found, unsigned count, char *out, size_t room);
void write_lines(const Location *found, unsigned count, char *out, size_t room);
/* The location whose line is shown: of the innermost function that tcgen did not generate; NULL: none. */
const Location *shown_line(const Location *found, unsigned count);
void write_source(const Location *at, char *out, size_t room); /* adds that line */
#endif
