/* gemm_hand_names.h: before gemm_kernel.h is included once more: its ring is that of gemm_hand.h. */
#undef GEMM_KERNEL
#define tc_gemm_state hand_ring
#define tc_gemm_init hand_ring_init
#define tc_gemm_A_producer_start hand_ring_start
#define tc_gemm_A_consumer_start hand_ring_start
#define tc_gemm_A_advance hand_ring_advance
#define tc_gemm_A_acquire hand_ring_free
#define tc_gemm_A_commit hand_ring_commit
#define tc_gemm_A_wait hand_ring_wait
#define tc_gemm_A_release hand_ring_free
#define tc_gemm_A_tail hand_ring_tail
