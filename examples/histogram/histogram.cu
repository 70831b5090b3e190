/* histogram.cu: histogram_kernel.h on a GPU or on the emulator, against counts made on the host.
 *
 *     nvcc -arch=sm_90 -I../../include histogram.cu && ./a.out
 *     tcemu run histogram.cu */
#include "../example.h"
#include "histogram_gen.h"

#include "histogram_kernel.h"

/* Skewed: half of the keys are below 64; some have no bin. */
static unsigned key_of(unsigned i) {
    const unsigned hash = (i ^ i >> 13) * 2654435761u;
    return hash >> 31 ? hash >> 8 & 63 : (hash >> 8) % (HISTOGRAM_BINS + 100);
}

static int try_count(unsigned count, unsigned clusters) {
    const size_t bytes = sizeof(unsigned) * count, counts_bytes = sizeof(unsigned) * HISTOGRAM_BINS;
    unsigned *const keys = (unsigned *)malloc(bytes);
    unsigned *const counts = (unsigned *)calloc(2, counts_bytes), *const want =
                                                                      counts + HISTOGRAM_BINS;
    const Histogram a = {
        (unsigned *)example_memory(bytes, "keys"),
        (unsigned *)example_memory(counts_bytes, "counts"),
        count};
    const example_launch launch = {clusters * HISTOGRAM_CTAS, HISTOGRAM_THREADS, 0, HISTOGRAM_CTAS};
    unsigned wrong = 0;
    for (unsigned i = 0; i < count; i++) {
        keys[i] = key_of(i);
        if (keys[i] < HISTOGRAM_BINS)
            want[keys[i]]++;
    }
    example_put((void *)a.keys, keys, bytes);
    example_put(a.counts, counts, counts_bytes); /* zeros */
    EXAMPLE_RUN(histogram, launch, a);
    example_get(counts, a.counts, counts_bytes);
    for (unsigned i = 0; i < HISTOGRAM_BINS; i++)
        wrong += counts[i] != want[i];
    printf("histogram of %u keys on the %s: %u wrong", count, example_machine, wrong);
    const double us = EXAMPLE_TIME(histogram, launch, a);
    if (us > 0)
        printf(", %.1f us, %.1f keys a ns", us, 1e-3 * count / us);
    printf("\n");
    example_free((void *)a.keys);
    example_free(a.counts);
    free(keys);
    free(counts);
    return wrong != 0;
}

int main(void) {
    int failed = try_count(9001, 1);
#if TC_ON_DEVICE
    failed |= try_count(1u << 26, 64);
#endif
    return failed;
}
