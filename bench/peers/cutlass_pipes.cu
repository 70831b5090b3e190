/* cutlass_pipes.cu: acquire, wait, release and advance of cutlass::PipelineTmaAsync, three stages in a cluster
 * of one: a kernel that calls each once and one that calls it twice, for another slot, so that what is made
 * before is in both. hand_pipes.cu has the same of ours and by hand; bench/pipes.py takes the difference. */
#include <cutlass/pipeline/pipeline.hpp>

using Pipe = cutlass::PipelineTmaAsync<3>;

extern __shared__ __align__(128) unsigned char memory[];

struct Made {
    Pipe pipe;
    __device__ __forceinline__ Made()
        : pipe(
              *reinterpret_cast<Pipe::SharedStorage *>(memory),
              params(),
              cute::Shape<cute::_1, cute::_1, cute::_1>{},
              cute::false_type{},
              cute::true_type{}) {
    }
    static __device__ __forceinline__ Pipe::Params params() {
        Pipe::Params params;
        params.transaction_bytes = 384;
        params.role = Pipe::ThreadCategory::ProducerConsumer;
        params.is_leader = 1;
        params.num_consumers = 96;
        return params;
    }
};

#define PART(part, call)                                                                           \
    extern "C" __global__ void cutlass_##part##_once(unsigned slot, unsigned phase) {              \
        Made made;                                                                                 \
        made.pipe.call(Pipe::PipelineState(slot, phase, 0));                                       \
    }                                                                                              \
    extern "C" __global__ void cutlass_##part##_twice(                                             \
        unsigned slot, unsigned phase, unsigned slot2, unsigned phase2) {                          \
        Made made;                                                                                 \
        made.pipe.call(Pipe::PipelineState(slot, phase, 0));                                       \
        made.pipe.call(Pipe::PipelineState(slot2, phase2, 0));                                     \
    }

PART(acquire, producer_acquire)
PART(wait, consumer_wait)
PART(release, consumer_release)

/* Twice of two rings, as the others: one ring turned twice is less. */
static __device__ __forceinline__ void advance(unsigned *at) {
    Pipe::PipelineState state(at[0], at[1], 0);
    ++state;
    at[0] = state.index();
    at[1] = state.phase();
}

extern "C" __global__ void cutlass_advance_once(unsigned *at) {
    advance(at);
}

extern "C" __global__ void cutlass_advance_twice(unsigned *at, unsigned *more) {
    advance(at);
    advance(more);
}
