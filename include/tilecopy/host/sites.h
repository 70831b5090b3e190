/* sites.h: where the text calls what all lanes of a warp must call together, `.aligned` in PTX: the same call, not one
 * in each branch of an `if`. tc_cta_sync says so itself. An unoptimised program is asked for the functions on the
 * way to the call too, so that the two branches may call one function that calls the primitive; an optimiser makes
 * two calls of one and one of two, and then the line of the primitive alone counts. */
#ifndef TILECOPY_HOST_SITES_H
#define TILECOPY_HOST_SITES_H

#if defined(__GNUC__) && !defined(__OPTIMIZE__)
#define TC_EMU_FRAMES 1
#else
#define TC_EMU_FRAMES 0
#endif

/* A row is a function of which the compiler takes what follows for the call itself. */
#define TC_EMU_SITE(call) (tc_emu_site(__FILE__, __LINE__, TC_EMU_FRAMES), call)
#define tc_ldmatrix_x1(...) TC_EMU_SITE(tc_ldmatrix_x1(__VA_ARGS__))
#define tc_ldmatrix_x2(...) TC_EMU_SITE(tc_ldmatrix_x2(__VA_ARGS__))
#define tc_ldmatrix_x4(...) TC_EMU_SITE(tc_ldmatrix_x4(__VA_ARGS__))
#define tc_ldmatrix_x1_trans(...) TC_EMU_SITE(tc_ldmatrix_x1_trans(__VA_ARGS__))
#define tc_ldmatrix_x2_trans(...) TC_EMU_SITE(tc_ldmatrix_x2_trans(__VA_ARGS__))
#define tc_ldmatrix_x4_trans(...) TC_EMU_SITE(tc_ldmatrix_x4_trans(__VA_ARGS__))
#define tc_stmatrix_x1(...) TC_EMU_SITE(tc_stmatrix_x1(__VA_ARGS__))
#define tc_stmatrix_x2(...) TC_EMU_SITE(tc_stmatrix_x2(__VA_ARGS__))
#define tc_stmatrix_x4(...) TC_EMU_SITE(tc_stmatrix_x4(__VA_ARGS__))
#define tc_stmatrix_x1_trans(...) TC_EMU_SITE(tc_stmatrix_x1_trans(__VA_ARGS__))
#define tc_stmatrix_x2_trans(...) TC_EMU_SITE(tc_stmatrix_x2_trans(__VA_ARGS__))
#define tc_stmatrix_x4_trans(...) TC_EMU_SITE(tc_stmatrix_x4_trans(__VA_ARGS__))
#define tc_movmatrix(...) TC_EMU_SITE(tc_movmatrix(__VA_ARGS__))
#define tc_mma_m16n8k8_f16(...) TC_EMU_SITE(tc_mma_m16n8k8_f16(__VA_ARGS__))
#define tc_mma_m16n8k16_f16(...) TC_EMU_SITE(tc_mma_m16n8k16_f16(__VA_ARGS__))
#define tc_mma_m16n8k8_bf16(...) TC_EMU_SITE(tc_mma_m16n8k8_bf16(__VA_ARGS__))
#define tc_mma_m16n8k16_bf16(...) TC_EMU_SITE(tc_mma_m16n8k16_bf16(__VA_ARGS__))
#define tc_mma_m16n8k4_tf32(...) TC_EMU_SITE(tc_mma_m16n8k4_tf32(__VA_ARGS__))
#define tc_mma_m16n8k8_tf32(...) TC_EMU_SITE(tc_mma_m16n8k8_tf32(__VA_ARGS__))
#define tc_mma_m16n8k16_s8(...) TC_EMU_SITE(tc_mma_m16n8k16_s8(__VA_ARGS__))
#define tc_mma_m16n8k32_s8(...) TC_EMU_SITE(tc_mma_m16n8k32_s8(__VA_ARGS__))
#define tc_mma_m16n8k16_u8(...) TC_EMU_SITE(tc_mma_m16n8k16_u8(__VA_ARGS__))
#define tc_mma_m16n8k32_u8(...) TC_EMU_SITE(tc_mma_m16n8k32_u8(__VA_ARGS__))
#define tc_mma_m8n8k4_f64(...) TC_EMU_SITE(tc_mma_m8n8k4_f64(__VA_ARGS__))
#define tc_mma_m16n8k16_e4m3(...) TC_EMU_SITE(tc_mma_m16n8k16_e4m3(__VA_ARGS__))
#define tc_mma_m16n8k16_e5m2(...) TC_EMU_SITE(tc_mma_m16n8k16_e5m2(__VA_ARGS__))
#define tc_mma_m16n8k32_e4m3(...) TC_EMU_SITE(tc_mma_m16n8k32_e4m3(__VA_ARGS__))
#define tc_mma_m16n8k32_e5m2(...) TC_EMU_SITE(tc_mma_m16n8k32_e5m2(__VA_ARGS__))
#define tc_mma_m16n8k4_f64(...) TC_EMU_SITE(tc_mma_m16n8k4_f64(__VA_ARGS__))
#define tc_mma_m16n8k8_f64(...) TC_EMU_SITE(tc_mma_m16n8k8_f64(__VA_ARGS__))
#define tc_mma_m16n8k16_f64(...) TC_EMU_SITE(tc_mma_m16n8k16_f64(__VA_ARGS__))
#define tc_barrier_sync(...) TC_EMU_SITE(tc_barrier_sync(__VA_ARGS__))
#define tc_barrier_arrive(...) TC_EMU_SITE(tc_barrier_arrive(__VA_ARGS__))
#define tc_cluster_sync() TC_EMU_SITE(tc_cluster_sync())
#define tc_cluster_arrive() TC_EMU_SITE(tc_cluster_arrive())
#define tc_cluster_arrive_relaxed() TC_EMU_SITE(tc_cluster_arrive_relaxed())
#define tc_cluster_wait() TC_EMU_SITE(tc_cluster_wait())

#endif
