/* right_plans.h: more right Plans, each of one rule of the proof; wrong.def makes them wrong. */
#ifndef MUTATION_RIGHT_PLANS_H
#define MUTATION_RIGHT_PLANS_H
#include "tests/unit/plans.h"

Plan *right_two_stages(void); /* each warp waits for a bulk copy of its own, at its own mbarrier */
Plan *right_mbarrier_rounds(void); /* warp 0 gives, warp 1 takes, three times through one place */
Plan *right_mbarrier_of_all(void); /* two warps come to two phases of one mbarrier */
Plan *right_mbarrier_of_one(void); /* one warp arrives, two wait, twice */
Plan *right_named_rounds(void);    /* warp 0 arrives, warp 1 waits, twice, at one named barrier */
Plan *right_barrier_0(void);       /* the same once, at the number that the CTA's sync has */
Plan *right_caller_parity(void);   /* two phases of a barrier that the caller brings */
Plan *right_broadcast(void);       /* of lane 31 to all, by a shuffle in place */
Plan *right_lanes_in_place(void);  /* lanes 4x8 transposed by a shuffle in place */
Plan *right_bytes_in_place(void);  /* halves of a word exchanged in place, and back */
Plan *right_elected_box(void);     /* plans_tensor_box by the elected lane of a warp */
Plan *right_chunks(void);          /* gmem -> smem by 8 bulk copies of 16 bytes */
Plan *right_down_in_place(void);   /* the first half of a buffer to its second half */
Plan *right_gmem_scratch(void);    /* registers through global memory to those of other lanes */
Plan *right_sum_of_ints(void);     /* two u32 */
Plan *right_turned_sum(void);      /* plans_butterfly_sum by shfl.bfly */
Plan *right_redux_sum(void);       /* the same of i32 by redux.sync */
Plan *right_scan(void);            /* a scan over lanes by shfl.up */
/* element_plans.c: of statements */
Plan *right_extract(void);        /* f32[64], two a lane */
Plan *right_extract_of_cta(void); /* f32[64], one a thread */
Plan *right_insert(void);         /* f32[64], two a lane */
Plan *right_spread(void);         /* one f32 to four slots a lane */
Plan *right_scan_of_cta(void);    /* f32[64], one a thread */
Plan *right_scan_cyclic(void);    /* f32[64], every 32nd */
/* reduce_plans.c: of statements */
Plan *right_reduce_with(void);     /* f32, with an accumulator */
Plan *right_reduce_argmin(void);   /* f32, the index and the value */
Plan *right_reduce_greatest(void); /* f32 by redux.sync */
Plan *right_reduce_groups(void);   /* f32 of eight lanes */
Plan *right_reduce_group(void);    /* the same, each group by itself */
Plan *right_reduce_halves(void);   /* f16, two at once */
Plan *right_reduce_wide(void);     /* i64 */
Plan *right_folded(void);          /* f32, rows of an accumulator */
Plan *right_folded_warps(void);    /* f32, its columns over four warps */
Plan *right_reduce_over(void);     /* f32, rows of four lanes, with an accumulator */
Plan *right_bulk_sum(void);        /* four rows added to those of another CTA by bulk copies */
Plan *right_bulk_min(void);        /* the same to global memory, by the minimum */
Plan *right_counted_stores(void);  /* registers into another CTA by st.async */
Plan *right_multicast(void);       /* rows of global memory to several CTAs */
Plan *right_sum_of_threads(void);  /* registers added to another CTA's memory */
Plan *right_red(void);             /* the same to global memory, within limits */
Plan *right_red_bounded(void);     /* of 64 rows at most 32 are within the limits */
Plan *right_red_vectors(void);     /* four at a time, sm_90 */
Plan *right_red_shared(void);      /* to shared memory */
#endif
