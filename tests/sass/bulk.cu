/* Bulk copies into another CTA, started by an elected lane: one instruction each, with addresses in uniform
 * registers and no loop over the lanes around it. */
#include "sass_gen.h"

#if TC_HAS_BULK
extern __shared__ __align__(1024) unsigned char arena[];

#define SEND(name, function)                                                                       \
    extern "C" __global__ void __launch_bounds__(128)                                              \
        name(unsigned from, unsigned to, unsigned at, unsigned cta) {                              \
        if (threadIdx.x < 32)                                                                      \
            function(                                                                              \
                (tc_f16 *)(arena + to),                                                            \
                (const tc_f16 *)(arena + from),                                                    \
                (tc_mbarrier *)(arena + at),                                                       \
                cta);                                                                              \
    }

SEND(send_whole, tc_send_whole)
SEND(send_rows, tc_send_rows)
SEND(send_half_rows, tc_send_half_rows)
#endif
