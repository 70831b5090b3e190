/* maps.h: what tensor copies know of their tensor maps, and when maps are forgotten (tensormap.c). */
#ifndef TILECOPY_HOST_MAPS_H
#define TILECOPY_HOST_MAPS_H
#include "internal.h"

typedef struct {
    char *base;
    unsigned type, rank, size, swizzle, fill, count[5], step[5];
    long long extent[5], stride[5];
} Map;
Map map_read(Thread *t, const void *at, unsigned rank);
void tensormap_new_cluster(void); /* its threads have acquired nothing */
void tensormap_forget(void);      /* what the launch published */
#endif
