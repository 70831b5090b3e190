/* timing.h: what the benchmarks of whole kernels share, beside ../../examples/timing.h, which measures. */
#ifndef TIMING_H
#define TIMING_H
#include "../../examples/timing.h"

/* Ends the program where a call of CUDA, or of cuBLAS, does not give 0. */
#define MUST(call)                                                                                 \
    do {                                                                                           \
        const int error = (int)(call);                                                             \
        if (error) {                                                                               \
            fprintf(stderr, "%s:%d: %s gave %d\n", __FILE__, __LINE__, #call, error);              \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static inline double median(const std::vector<double> &values) {
    return timing_spread(values).median;
}

/* Milliseconds of one launch, for each form those of every round. Without pauses or a flush: these kernels move
 * more than the L2 cache holds. */
template <class Launch>
static std::vector<std::vector<double>> in_turn(
    int forms, int rounds, const Launch &launch, int launches = 3) {
    return timing_in_turn(forms, launch, {rounds, launches, 0, false});
}

#endif
