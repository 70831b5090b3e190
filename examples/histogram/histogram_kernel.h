/* histogram_kernel.h: how often each key occurs, for more keys than one CTA's shared memory has room to count. The four
 * CTAs of a cluster own a range of the keys each: the bin of a key is in its owner's shared memory, and every CTA
 * reads keys of all ranges, so counts go to the owner by reductions that the cluster does. */
#ifndef HISTOGRAM_KERNEL_H
#define HISTOGRAM_KERNEL_H

enum {
    HISTOGRAM_CTAS = 4,   /* of a cluster */
    HISTOGRAM_OWN = 4096, /* bins of a CTA */
    HISTOGRAM_BINS = HISTOGRAM_CTAS * HISTOGRAM_OWN,
    HISTOGRAM_TILE = 2048, /* keys that a CTA loads at a time */
    HISTOGRAM_THREADS = 256
};

typedef struct {
    const unsigned *keys; /* those from HISTOGRAM_BINS on are not counted */
    unsigned *counts;     /* HISTOGRAM_BINS of them, to which the kernel adds */
    unsigned count;       /* keys */
} Histogram;

/* Tiles of keys go to the CTAs of all clusters in turn. */
extern "C" __global__ void histogram(const Histogram a) {
    __shared__ unsigned bins[HISTOGRAM_OWN];
    const unsigned one = 1;
    const unsigned tiles = (a.count + HISTOGRAM_TILE - 1) / HISTOGRAM_TILE;
    unsigned keys[8];
    tc_clear_bins(bins);
    tc_cluster_sync(); /* all bins are zero */
    for (unsigned tile = tc_cta_index(); tile < tiles; tile += gridDim.x) {
        tc_load_keys(keys, a.keys, (int)(tile * HISTOGRAM_TILE), a.count);
        TC_UNROLL
        for (unsigned k = 0; k < 8; k++)
            if (keys[k] < HISTOGRAM_BINS)
                tc_reduce_dsmem_add_u32(
                    tc_map_to_cta(&bins[keys[k] % HISTOGRAM_OWN], keys[k] / HISTOGRAM_OWN), &one);
    }
    tc_cluster_sync(); /* all have counted */
    tc_add_counts(a.counts + tc_cta_rank_in_cluster() * HISTOGRAM_OWN, bins);
}

#endif
