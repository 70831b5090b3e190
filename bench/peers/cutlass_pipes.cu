/* cutlass_pipes.cu: the parts of a pipe by CUTLASS's classes, in the frames of hand_pipes.cu: PipelineTmaAsync
 * for what bulk copies fill, PipelineAsync for what threads fill. `nothing` is the constructor alone, which a
 * kernel runs once: what it takes is none of a part's. */
#include <cutlass/pipeline/sm90_pipeline.hpp>

typedef cutlass::PipelineTmaAsync<3> Ring;
typedef cutlass::PipelineAsync<2> Threads;
extern __shared__ __align__(128) unsigned char memory[];

template <class Pipe> static __device__ __forceinline__ typename Pipe::SharedStorage &storage() {
    return *(typename Pipe::SharedStorage *)(void *)memory;
}

/* Barriers are made elsewhere; a cluster of one CTA. */
static __device__ __forceinline__ Ring ring() {
    Ring::Params params;
    params.transaction_bytes = 384;
    params.role = Ring::ThreadCategory::ProducerConsumer;
    params.is_leader = 1;
    params.num_consumers = 96;
    return Ring(
        storage<Ring>(),
        params,
        cute::Shape<cute::_1, cute::_1, cute::_1>{},
        cute::false_type{},
        cute::true_type{});
}

static __device__ __forceinline__ Threads threads() {
    Threads::Params params;
    params.role = Threads::ThreadCategory::ProducerConsumer;
    params.producer_arv_count = 64;
    params.consumer_arv_count = 32;
    params.dst_blockid = 0;
    return Threads(storage<Threads>(), params, cute::false_type{});
}

#define PEER(pipe, type, name, call)                                                               \
    extern "C" __global__ void peer_##pipe##_##name(unsigned slot, unsigned phase) {               \
        type pipe##_ = pipe();                                                                     \
        typename type::PipelineState state(slot, phase, 0);                                        \
        call;                                                                                      \
        (void)state;                                                                               \
    }
PEER(ring, Ring, nothing, (void)ring_)
PEER(ring, Ring, acquire, ring_.producer_acquire(state))
PEER(ring, Ring, commit, ring_.producer_commit(state, 384u))
PEER(ring, Ring, wait, ring_.consumer_wait(state))
PEER(ring, Ring, release, ring_.consumer_release(state))
PEER(threads, Threads, nothing, (void)threads_)
PEER(threads, Threads, acquire, threads_.producer_acquire(state))
PEER(threads, Threads, wait, threads_.consumer_wait(state))
/* Each thread arrives; by_warp: one for its warp, which is what ours and those by hand do. */
PEER(threads, Threads, commit, threads_.producer_commit(state))
PEER(threads, Threads, release, threads_.consumer_release(state))
#define BY_WARP(call)                                                                              \
    __syncwarp();                                                                                  \
    if (cute::elect_one_sync())                                                                    \
    call
PEER(threads, Threads, commit_by_warp, BY_WARP(threads_.producer_commit(state)))
PEER(threads, Threads, release_by_warp, BY_WARP(threads_.consumer_release(state)))
PEER(ring, Ring, release_by_warp, BY_WARP(ring_.consumer_release(state)))

template <class Pipe> static __device__ __forceinline__ void advance(unsigned *at) {
    typename Pipe::PipelineState state(at[0], at[1], 0);
    ++state;
    at[0] = state.index();
    at[1] = state.phase();
}
extern "C" __global__ void peer_ring_advance(unsigned *at) {
    advance<Ring>(at);
}
extern "C" __global__ void peer_threads_advance(unsigned *at) {
    advance<Threads>(at);
}
extern "C" __global__ void peer_empty(unsigned, unsigned) {
}
