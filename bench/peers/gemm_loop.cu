/* gemm_loop.cu: the kernel of examples/gemm_sm80 with the ring that is generated, and with groups of copies and
 * __syncthreads by hand; tests/pipes compares the instructions of their main loops. */
#include "tilecopy/host/kernel.h"
#include <cstring>

#include "../../examples/gemm_sm80/gemm_ring_gen.h"
#include "../../examples/gemm_sm80/gemm_sm80_gen.h"
#include "../device/gemm_hand.h"
#include "tilecopy/mma.h"

#include "../../examples/gemm_sm80/gemm_kernel.h"
#include "../device/gemm_hand_names.h"
#undef GEMM_MOVE
#define GEMM_KERNEL gemm_hand
#define GEMM_MOVE(name) tc_f16_ring3_##name
#define HAND_SMEM tc_gemm_ring3_smem
#include "../../examples/gemm_sm80/gemm_kernel.h"
