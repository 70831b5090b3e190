/* gemm_hand_names.h: before gemm_kernel.h is included once more with the type, the ring and the width that it was
 * included with before: its movement and its ring are those of gemm_hand.h. Tiles with edges are not measured and stay
 * with the generated functions, HAND_EDGES(name). */
#undef GEMM_KERNEL
#undef GEMM_MOVE
#undef GEMM_RING
#define GEMM_MOVE(name) HAND_##name
#define GEMM_RING(name) HAND_RING_##name

#ifndef HAND_NAMES
#define HAND_NAMES
#define HAND_load_a hand_load<GEMM_TYPE, GEMM_M>
#define HAND_load_b hand_load<GEMM_TYPE, GEMM_N>
#define HAND_fragments_a hand_fragments_a<GEMM_TYPE>
#define HAND_fragments_b hand_fragments_b<GEMM_TYPE, GEMM_N>
#define HAND_put_c hand_put_c<GEMM_TYPE, GEMM_N>
#define HAND_store_c hand_store_c<GEMM_TYPE, GEMM_N>
#define HAND_load_a_edge HAND_EDGES(load_a_edge)
#define HAND_load_b_edge HAND_EDGES(load_b_edge)
#define HAND_store_c_edge HAND_EDGES(store_c_edge)

#define HAND_RING_smem HAND_SMEM
#define HAND_RING_state hand_ring
#define HAND_RING_init hand_ring_init
#define HAND_RING_A_producer_start hand_ring_start
#define HAND_RING_A_consumer_start hand_ring_start
#define HAND_RING_A_acquire hand_ring_free
#define HAND_RING_A_commit_next hand_ring_commit<GEMM_STAGES>
#define HAND_RING_A_wait hand_ring_wait<GEMM_STAGES>
#define HAND_RING_A_release_next hand_ring_advance<GEMM_STAGES>
#define HAND_RING_A_tail hand_ring_tail
#endif
