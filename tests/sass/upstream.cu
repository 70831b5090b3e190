/* Case h as upstream copies it, and the peers: one lane, element by element. */
#include "tirx_gen.h"

#define COPY_H(dst, src) tx_warp_copy_gmem_to_smem_4x6_f32_at(threadIdx.x, dst, src)
#include "cases.h"
