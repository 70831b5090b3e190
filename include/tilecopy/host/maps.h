/* maps.h: what tensor copies know of their tensor maps, and when maps are forgotten (tensormap.c). */
#ifndef TILECOPY_HOST_MAPS_H
#define TILECOPY_HOST_MAPS_H
#include "internal.h"

typedef struct {
    char *base;
    unsigned type, rank, size, swizzle, fill, count[5], step[5];
    /* Of copies of a few rows: how many, each at a coordinate of its own (0: a box), and where in the pattern of the
     * swizzle they begin. */
    unsigned rows, skew;
    long long extent[5], stride[5];
} Map;
Map map_read(Thread *t, const void *at, unsigned rank);
void tensormap_new_cluster(void); /* its threads have acquired nothing */
void tensormap_forget(void);      /* what the launch published */
#endif
