/* plans.h: hand-built Plans, complete and correct: plan_prove accepts each of them. The tests of the
 * printer, the proof and the cost model share them. All are allocated in the arena. */
#ifndef TCGEN_TEST_PLANS_H
#define TCGEN_TEST_PLANS_H
#include "generator/dispatch/dispatch.h"

Plan *plans_reg_load(void);          /* warp f32 32x8 smem -> reg, lane i owns row i */
Plan *plans_reg_store(void);         /* the way back */
Plan *plans_reg_load_swizzled(void); /* the same from swizzle(2,1,3): chunks at from and from ^ 4 */
Plan *plans_fallback_4x6(void);      /* warp f32 4x6 gmem -> smem, lane 0 alone */
Plan *plans_partial_4x6(void);       /* lanes 0..23, one element each */
Plan *plans_ldmatrix_16x16(void);    /* f16 smem sw128 64 wide -> mma A fragment, ldmatrix.x4 */
Plan *plans_ldmatrix_16x64(void);    /* 4 fragments, a loop over k */
Plan *plans_stmatrix_16x16(void);    /* the fragment into smem sw128; sm_90 and newer */
Plan *plans_fragment_store_b32(void); /* the same copy with 4 plain stores; sm_80 */
Plan *plans_relayout_64x8(void);      /* cta(64) f32 reg -> reg through scratch, two phases */
Plan *plans_lane0_demo(void);         /* gather, opaque phase of lane 0, scatter */
Plan *plans_bulk_128x64(void);        /* thread f16 smem -> dsmem, one bulk copy */
Plan *plans_bulk_8x1024(void);        /* elected f16 smem -> dsmem, pitch 1088, 8 bulk copies */
Plan *plans_bulk_exchange(void);      /* cta(128) f16 smem -> dsmem, closed by an mbarrier */
Plan *plans_ld_128x64(void);          /* cta(256) f16 gmem ld -> smem sw128, through registers */
Plan *plans_ld_async_128x64(void);    /* cp.async, token left to the caller */
Plan *plans_origin_16x16(void);       /* ldmatrix from smem sw128[m:+16, k:+16] */
Plan *plans_narrow_warps(void);       /* cta(128) warps 1:3 f32 64x4 smem -> reg */
Plan *plans_e2m1_32x64(void);         /* warp smem -> reg, 4-bit elements, 2 x 16 bytes a lane */

/* plans_next.c */
Plan *plans_butterfly_sum(void);    /* warp f32: 128 registers to their sum in every lane */
Plan *plans_lane_transpose(void);   /* warp f16: pairs of lanes, shuffle, select, byte permute */
Plan *plans_relayout_rounds(void);  /* cta(64) f32 reg -> reg, two rounds through half a tile */
Plan *plans_converting(void);       /* warp f32 smem -> f16 reg */
Plan *plans_rotated(void);          /* warp f32 32x8 smem -> reg, chunks in each lane's own order */
Plan *plans_permute_in_place(void); /* warp u32 4x32 smem, row-major to column-major */
Plan *plans_lane0_arena(void);      /* lane0_demo with both buffers in one argument */
Plan *plans_ring_exchange(void);    /* cta(128) f16 reg -> scratch -> the other CTA */
Plan *plans_tensor_box(void);       /* thread f16 gmem -> smem sw128, a tensor copy with edges */
Plan *plans_bulk_store(void);       /* warp f32 reg -> scratch -> gmem, twice, by bulk copies */
Plan *plans_pipeline_parts(void);   /* acquire and commit of a producer, no data */
Plan *plans_tmem_load(void);        /* warpgroup f32 tmem -> reg */

/* plans_duties.c */
Plan *plans_named_barrier(void); /* relayout_64x8 at named barrier 3 */
Plan *plans_handover(void);      /* cta(64): warp 0 gives, warp 1 takes, in two parts */
Plan *plans_two_tiles(void);     /* warp f32: two tiles smem -> reg in one call */
Plan *plans_row_sums(void);      /* warp f32 reg 32x4 -> 32 */
Plan *plans_row_sums_more(void); /* the same, each with one number more */
Plan *plans_sum_more(void);      /* butterfly_sum, with one number more */
Plan *plans_prefix_sums(void);   /* warp f32 reg 32x4, up to each place of a row */
Plan *plans_brought(void);       /* reg_load of what is in flight */
Plan *plans_hinted(void);        /* ld_128x64 with nc, a policy and a chosen layout */
Plan *plans_arrive_copies(void); /* ld_async_128x64 at an mbarrier */
Plan *plans_bulk_load(void);     /* thread f32 gmem -> smem, the caller expects the bytes */
Plan *plans_bulk_out(void);      /* thread f32 smem -> gmem, the caller commits */
Plan *plans_tmem_open(void);     /* tmem_load, left in flight */
Plan *plans_multicast(void);     /* f32 gmem -> smem of several CTAs */
Plan *plans_picked(void);        /* warp f32 reg 32x4 -> gmem, rows by i32 gmem */
Plan *plans_kept(void);          /* cta(64) f32 reg -> reg, both warps hold all of it */
Plan *plans_remote_load(void);   /* f32 dsmem -> reg, rows of the other CTA */

enum {
    PLANS_COUNT = 31,
    PLANS_PRINTED = 29,
    PLANS_OF_DUTIES = 17
}; /* the last two have no header yet */
typedef struct {
    const char *name;
    Plan *(*build)(void);
    Op op; /* of the request that it answers */
} NamedPlan;
extern const NamedPlan all_plans[PLANS_COUNT], duty_plans[PLANS_OF_DUTIES];

/* The request that a one-flow Plan answers, and the Function a header would hold for it. Names are
 * given, not derived. The choices' proof and cost are left empty: fill them where they are tested. */
Copy *plans_copy(const Plan *plan, Op op);
Function *plans_function(const char *name, Op op, Plan *const *plans, int count);
#endif
