/* attention_host.h: the kernels by number, and what the caller of one need not choose. On the host, for C++.
 *
 *     const AttentionKernel kernel = attention_kernel(ATTENTION_BF16_64);
 *     launch kernel.function with attention_ready(&args, &kernel) CTAs of THREADS threads and kernel.smem_bytes */
#ifndef ATTENTION_HOST_H
#define ATTENTION_HOST_H

typedef struct {
    void (*function)(const Attention);
    unsigned head_dimension, smem_bytes;
    int is_bf16;
} AttentionKernel;

enum {
    ATTENTION_BF16_64,
    ATTENTION_F16_64,
    ATTENTION_BF16_128,
    ATTENTION_F16_128,
    ATTENTION_KERNELS
};

template <typename T> static AttentionKernel attention_instance(int is_bf16) {
    const AttentionKernel kernel = {attention_sm80<T>, T::HEAD, T::SMEM_BYTES, is_bf16};
    return kernel;
}

static inline AttentionKernel attention_kernel(int number) {
    if (number == ATTENTION_BF16_64)
        return attention_instance<AttentionBf16Head64>(1);
    if (number == ATTENTION_F16_64)
        return attention_instance<AttentionF16Head64>(0);
    if (number == ATTENTION_BF16_128)
        return attention_instance<AttentionBf16Head128>(1);
    return attention_instance<AttentionF16Head128>(0);
}

/* Sets the scale to 1 / sqrt(head dimension) and chooses how many heads are made together: their keys and values fit
 * into 24 MB of L2. Returns the number of CTAs. */
static inline unsigned attention_ready(Attention *a, const AttentionKernel *kernel) {
    const double bytes = 4.0 * a->keys * kernel->head_dimension;
    const double fit = 24e6 / bytes * (a->heads / a->kv_heads);
    a->together = fit < 1 ? 1 : fit > a->batch * a->heads ? a->batch * a->heads : (unsigned)fit;
    a->scale = 1.4426950408889634f / sqrtf((float)kernel->head_dimension);
    return (a->queries + ROWS - 1) / ROWS * a->batch * a->heads;
}

#endif
