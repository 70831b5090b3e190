/* located.c: faults that run.py looks for in the source. The argument is `generated`, `primitive`,
 * `plain`, `handed`, in C++ `templated`, or one of those that a thread shows when it exits, `waiting`,
 * `elected`, `synced`, `left`; the report names the line that ends in that comment. */
#include <stdio.h>
#include <string.h>
#include <tilecopy/host/kernel.h>

#include "examples/cluster_stencil/cluster_stencil_gen.h"

typedef struct {
    float *buffer;
    const char *fault;
} args;

enum { WORDS = 16 * 256 };

#ifdef __cplusplus
namespace geometry {
template <class Number> __attribute__((noinline)) void first(const Number *from) {
    Number value;
    tc_load_global_b32(&value, from + WORDS); /* first */
    tc_cta_sync();
}
} // namespace geometry
#endif

/* More than calls, so that no compiler jumps instead of calling. */
static __attribute__((noinline)) void misaligned(const char *from) {
    tc_b32 value;
    tc_load_global_b32(&value, from + 2); /* misaligned */
    tc_cta_sync();
}

TC_KERNEL(faulty, args) {
    float *tile = (float *)(void *)tc_smem();
    if (!strcmp(arg.fault, "generated") || !strcmp(arg.fault, "handed"))
        tc_cta256_copy_gmem_to_smem_16x256_f32(tile, arg.buffer + 256); /* generated */
    if (!strcmp(arg.fault, "primitive"))
        misaligned((const char *)arg.buffer); /* primitive */
    if (!strcmp(arg.fault, "plain"))
        arg.buffer[tc_thread_index()] = tile[tc_thread_index() % 64]; /* plain */
#ifdef __cplusplus
    if (!strcmp(arg.fault, "templated"))
        geometry::first<float>(arg.buffer); /* templated */
#endif
    tc_cta_sync();
}

/* Found when a thread exits, which calls nothing any more. */
TC_KERNEL(leaving, args) {
    const unsigned t = tc_thread_index();
    unsigned value = t;
    if (!strcmp(arg.fault, "waiting") && t != 7)
        tc_warp_sync();                                           /* waiting */
    if (!strcmp(arg.fault, "elected") && t < 5 && tc_elect_one()) /* elected */
        tc_store_global_b32(arg.buffer, &value);
    if (!strcmp(arg.fault, "synced") && t < 128)
        tc_cta_sync(); /* synced */
    if (!strcmp(arg.fault, "left") && t == 0) {
        for (unsigned i = 0; i < 4; i++)
            tc_store_shared_b32(tc_smem() + 4 * i, &value);
        tc_fence_async_smem();
        tc_bulk_smem_to_gmem(arg.buffer, tc_smem(), 16); /* left */
    }
}

int main(int count, char **words) {
    tc_emu_config launch;
    args a;
    memset(&launch, 0, sizeof launch);
    a.buffer = (float *)tc_emu_gmem_alloc(4 * WORDS, "buffer");
    a.fault = count > 1 ? words[1] : "";
    memset(a.buffer, 0, 4 * WORDS);
    launch.block = 256;
    launch.smem_bytes = 4 * WORDS;
    launch.name = "faulty";
    launch.expect = !strcmp(a.fault, "handed");
    tc_emu_launch(&launch, strstr("waiting elected synced left", a.fault) ? leaving : faulty, &a);
    printf("%s", tc_emu_last()->text);
    printf("%s:%u\n", tc_emu_locate()->file, tc_emu_locate()->line);
    return 0;
}
