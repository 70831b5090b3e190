/* test_pipe_statements.c: the code of each kind of pipe, statement by statement: who is waited for, by which parity, who
 * is told, and the sentences above the functions. */
#include "told_of.h"

static const char *const blocks[] = {
    "pipeline p {\n"
    "    ii 8\n"
    "    agents load:1w use:2w out:1w\n"
    "    value T f16[24,16] stages 3 align 128 sync tma produce load @0.0 consume use @2.0+2, out "
    "@1.1\n"
    "    value U u8[16] stages 3 sync tma with T produce load @0.0 consume out @2.1\n"
    "    value S f32[80] align 512 sync async arrive threads produce use @0.4 consume out @0.6\n"
    "    value D tensormap stages 2 barrier none produce load @0.0 consume load @0.1\n"
    "}\n",
    "pipeline p {\n"
    "    ii 4\n"
    "    agents all:2w\n"
    "    value X u32[64] stages 3 sync cpasync produce all @0.0 consume all @2.0\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    mode slot\n"
    "    agents a:1w b:1w r:2w\n"
    "    value X u32[64] stages 3 align 128 sync async produce a @0.0 consume r @1.1\n"
    "    value Y u32[64] stages 3 align 128 sync async produce b @0.2 consume r @0.7\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    agents send:1w math:1w read:2w\n"
    "    value T u32[64] stages 2 align 128 sync dsmem handoff cluster produce send @0.0 consume "
    "read @0.2\n"
    "    value Y u32[64] stages 2 align 128 sync tma produce math @0.4 consume read @0.6\n"
    "    value Z e2m1[10] barrier none produce send @0.0 consume read @0.1\n"
    "    value A u8[48] align 16 sync async produce send @0.0 consume read @0.1\n"
    "    value B u8[48] align 8 sync async produce send @0.4 consume read @0.5\n"
    "    value N mutex produce math @0.0 consume read @0.3\n"
    "}\n",
    "pipeline p {\n"
    "    ii 4\n"
    "    agents load:1w read:2w more:1w\n"
    "    value T u32[32] stages 3 sync tma multicast 4 produce load @0.0 consume read @2.0+2, more "
    "@2.0\n"
    "    value U u32[32] stages 1 sync tma multicast 2 produce load @0.0 consume read @0.2\n"
    "    value V u32[32] stages 1 sync tma multicast 2 produce load @0.0 consume read @0.2\n"
    "    value W u32[32] stages 1 sync tma multicast 4 produce load @0.0 consume read @0.2\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    agents a:1w b:2w c:1w\n"
    "    value N u32[8] stages 2 sync named produce a @0.0 consume b @0.4\n"
    "    value M mutex produce c @0.1 consume b @0.2\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    agents math:1w more:1w read:2w\n"
    "    value T u32[64] stages 3 align 128 sync async produce math @0.0 consume read @0.2\n"
    "    value Y u32[128] stages 2 align 128 sync async produce more @0.4 consume read @0.6\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    agents send:1w math:1w read:1w\n"
    "    value X u32[64] align 128 sync dsmem handoff cluster produce send @0.0 consume read @0.1\n"
    "    value Y u32[96] align 128 sync mbar produce math @0.2 consume read @0.3\n"
    "    value C u32[16] align 128 sync cpasync produce math @0.2 consume math @0.3\n"
    "}\n",
    "pipeline p {\n"
    "    ii 8\n"
    "    agents a:1w\n"
    "    value D tensormap stages 2 barrier none produce a @0.0 consume a @1.0\n"
    "    value E tensormap barrier none produce a @0.0 consume a @0.7\n"
    "}\n",
    "pipeline p {\n"
    "    ii 12\n"
    "    mode slot\n"
    "    agents a:2w b:1w\n"
    "    value X u32[64] stages 3 sync cpasync produce a @0.0 consume a @1.4\n"
    "    value Y u32[64] stages 3 sync mbar produce b @0.2 consume a @0.7\n"
    "}\n",
};

/* What the command says of the block, one sentence a row. */
static const struct {
    int block;
    const char *command, *targets, *names, *sentences[64];
} rows[] = {
    {0,
     "code",
     "sm_80,sm_90",
     "",
     {"/* Pipeline p: 2928 bytes of shared memory, aligned to 512. Proven: each part alone (tokens "
      "in and out, order, ids), and all agents together over four uses of a slot (counts, bytes, "
      "parities, fences). In a turn of its loop use reads T at 2.0, then fills S at 0.4; out waits "
      "for T at 1.1, then releases T at 2.1, then reads S at 0.6; an operation at stage s does "
      "iteration t - s in turn t. */",
      "tc_f16 slot[3][384];",
      "unsigned char slot[3][16];",
      "float slot[1][128];",
      "tc_mbarrier full, empty;",
      "/* Where a ring stands: which slot, and by which parity it is waited for. */",
      "/* A negative size: the plan and what the compiler makes of it differ. */",
      "/* Called once by all threads of the CTA, before anything else: initialises the barriers; "
      "no thread continues before they are ready. */",
      "if (TC_RANK_CTA == 0) {",
      "for (unsigned slot = 0; slot < 3; slot++) {",
      "tc_mbarrier_init(&smem->T_bars.slot[slot].full, 1);",
      "tc_mbarrier_init(&smem->T_bars.slot[slot].empty, 3);",
      "tc_mbarrier_init(&smem->S_bars.slot[0].full, 64);",
      "tc_mbarrier_init(&smem->S_bars.slot[0].empty, 32);",
      "tc_fence_mbarrier_init();",
      "tc_cta_sync();",
      "/* The address of a producer of T and U. */",
      "const tc_p_state state = {0, 1};",
      "/* The address of a consumer of T and U. */",
      "/* On to the next slot. */",
      "if (++state->slot == 3) {",
      "state->slot = 0;",
      "state->phase ^= 1;",
      "/* Called by one thread of load: waits until slot state.slot is free, then makes full "
      "expect the 784 bytes of T and U that bulk copies bring. */",
      "TC_CHECK_FILLED(\"tc_p_T_acquire\", smem);",
      "tc_mbarrier *const empty = &smem->T_bars.slot[state.slot].empty;",
      "tc_mbarrier *const full = &smem->T_bars.slot[state.slot].full;",
      "const unsigned parity = state.phase;",
      "tc_mbarrier_wait(empty, parity);",
      "tc_mbarrier_arrive_expect_tx(full, 784);",
      "/* The same for a whole, converged warp of load instead of one thread: one elected lane "
      "does the work, and all lanes continue together. Any lane may start the copies, as `elected` "
      "copies do. */",
      "TC_CHECK_CONVERGED();",
      "if (tc_elect_one()) {",
      "tc_warp_sync();",
      "/* The slot is full when its bytes have arrived: load does not call commit. */",
      "/* Called by every warp of use (2) and every warp of out (1): waits until slot state.slot "
      "is full. Once a use: by out at 1.1 (its first place). */",
      "tc_mbarrier_wait(full, parity);",
      "TC_CHECK_TAKEN(\"tc_p_T_wait\", smem, state);",
      "/* Called by every warp of use (2) and every warp of out (1), converged, after reading the "
      "slot. Once a use: by out at 2.1 (its last place; its state is not that of wait). */",
      "tc_mbarrier_arrive(empty);",
      "/* Called as commit is, each thread with its own state: commit, then advance. */",
      "tc_p_T_commit(smem, *state);",
      "tc_p_T_advance(state);",
      "/* Called as release is, each thread with its own state: release, then advance. */",
      "/* Called by the thread, or the warp, that acquires after its last commit, with the state "
      "of the next slot: waits until all slots have been read, so that no arrival is outstanding "
      "when the CTA exits. */",
      "for (unsigned i = 0; i < 3; i++) {",
      "tc_mbarrier_wait(&smem->T_bars.slot[state.slot].empty, state.phase);",
      "tc_p_T_advance(&state);",
      "/* Returns nonzero if acquire with this state would not wait. Changes nothing. */",
      "const int is_free = tc_mbarrier_try_wait(&smem->T_bars.slot[state.slot].empty, "
      "state.phase);",
      "return is_free;",
      "/* Returns nonzero if wait with this state would not wait. Changes nothing. */",
      "const int is_full = tc_mbarrier_try_wait(&smem->T_bars.slot[state.slot].full, state.phase);",
      "TC_CHECK_TAKEN_IF(is_full, \"tc_p_T_wait\", smem, state);",
      "return is_full;",
      "/* The address of a producer of S. */",
      "/* The address of a consumer of S. */",
      "/* Called by every warp of use (2): waits until slot state.slot is free. */",
      "/* Called by every thread of use (64) when it has written the slot. */",
      "tc_mbarrier_arrive(full);"}},
    {0,
     "code",
     "sm_80,sm_90",
     "",
     {"/* Called by every warp of out (1): waits until slot state.slot is full. */",
      "/* Called by every thread of out (32) after reading the slot. */",
      "/* Called by every warp of use (2) after its last commit, with the state of the next slot: "
      "waits until all slots have been read, so that no arrival is outstanding when the CTA exits. "
      "*/",
      "TC_CHECK_TAKEN_IF(is_free, \"tc_p_S_acquire\", smem, state);",
      "/* On the host, before a launch: lets the kernel have its TC_P_SMEM_BYTES of dynamic shared "
      "memory, of which 48 KB need no leave. */"}},
    {1,
     "code",
     "sm_80",
     "",
     {"/* The address of a producer of X. */",
      "/* Called by every warp of all (2) after the wait of 2 turns earlier: by then all consumers "
      "have read the slot. */",
      "/* Called by every warp of all (2) after their cp.async into the slot, once per turn, even "
      "if nothing is left to copy: wait counts the groups. */",
      "tc_cp_async_commit();",
      "/* Called by every warp of all (2), which have committed 2 turns more than they have waited "
      "for: waits until slot state.slot is full and all have read the previous slot. */",
      "tc_cp_async_wait_group_1();",
      "tc_barrier_sync(1, 64);",
      "/* The next wait tells the producer that the slot was read. */",
      "/* Called by every warp of all (2) after its last commit, with the state of the next slot: "
      "waits until all slots have been read, so that no arrival is outstanding when the CTA exits. "
      "*/"}},
    {2,
     "code",
     "sm_90",
     "",
     {"/* Called by every warp of a (1): waits until slot state.slot is free, and until Y's "
      "consumers have released the same bytes. */",
      "tc_mbarrier *const Y_empty = &smem->Y_bars.slot[state.slot].empty;",
      "const unsigned Y_parity = state.phase ^ (state.slot >= 1);",
      "tc_mbarrier_wait(Y_empty, Y_parity);",
      "int is_free = tc_mbarrier_try_wait(&smem->X_bars.slot[state.slot].empty, state.phase);",
      "is_free = tc_mbarrier_try_wait(&smem->Y_bars.slot[state.slot].empty, Y_parity);",
      "/* Called by every warp of a (1) after its last commit, with the state of the next slot: "
      "waits until all slots have been read, so that no arrival is outstanding when the CTA exits. "
      "*/",
      "/* The address of a producer of Y. */",
      "if (++state->slot == 3)",
      "if (state->slot == 1)",
      "/* Called by every warp of b (1): waits until slot state.slot is free, and until X's "
      "consumers have released the same bytes. */",
      "const unsigned X_parity = state.phase ^ (state.slot < 1);",
      "/* Called by every warp of b (1) after its last commit, with the state of the next slot: "
      "waits until all slots have been read, so that no arrival is outstanding when the CTA exits. "
      "*/"}},
    {3,
     "code",
     "sm_90",
     "",
     {"/* Pipeline p: 704 bytes of shared memory, aligned to 128. Proven: each part alone (tokens "
      "in and out, order, ids), and all agents together over four uses of a slot (counts, bytes, "
      "parities, fences). In a turn of its loop send fills T at 0.0, then A at 0.0, then B at 0.4; "
      "math fills N at 0.0, then Y at 0.4; read reads A at 0.1, then T at 0.2, then N at 0.3, then "
      "B at 0.5, then Y at 0.6; an operation at stage s does iteration t - s in turn t. */",
      "tc_mbarrier Y[2];",
      "/* Called once by all threads of all CTAs of the cluster, before anything else: initialises "
      "the barriers; no thread continues before they are ready. */",
      "tc_mbarrier_init(&smem->T_turns.Y[slot], 2);",
      "tc_cluster_sync();",
      "/* Called by one thread of send: waits until slot state.slot of CTA `to` is free, and until "
      "Y's consumers there have released the same bytes, then makes its full expect the 256 bytes "
      "of T that bulk copies bring to that CTA. The data for the slot's previous use has arrived "
      "by then, so its source is free too. */",
      "tc_mbarrier *const Y_turn = &smem->T_turns.Y[state.slot];",
      "const unsigned Y_parity = state.phase;",
      "tc_mbarrier_wait_cluster(empty, parity);",
      "tc_mbarrier_wait_cluster(Y_turn, Y_parity);",
      "tc_mbarrier_arrive_expect_tx_remote(tc_map_to_cta(full, to), 256);",
      "/* The same for a whole, converged warp of send instead of one thread: one elected lane "
      "does the work, and all lanes continue together. Any lane may start the copies, as `elected` "
      "copies do. */",
      "/* The slot is full when its bytes have arrived: send does not call commit. */",
      "/* Called by every warp of read (2): waits until slot state.slot is full. */",
      "tc_mbarrier_wait_cluster(full, parity);",
      "/* Called by every warp of read (2), converged, after reading the slot: tells CTA `from`, "
      "which filled it; tells the next producer of the same bytes: the producer of Y. */",
      "tc_mbarrier_arrive_remote(tc_map_to_cta(empty, from));",
      "tc_mbarrier_arrive(Y_turn);",
      "tc_p_T_release(smem, *state, from);",
      "tc_mbarrier_wait_cluster(&smem->T_bars.slot[state.slot].empty, state.phase);",
      "tc_mbarrier_wait_cluster(&smem->T_turns.Y[state.slot], state.phase);",
      "int is_free = tc_mbarrier_try_wait_cluster(&smem->T_bars.slot[state.slot].empty, "
      "state.phase);",
      "is_free = tc_mbarrier_try_wait_cluster(&smem->T_turns.Y[state.slot], state.phase);",
      "const int is_full =",
      "tc_mbarrier_try_wait_cluster(&smem->T_bars.slot[state.slot].full, state.phase);",
      "/* Called by one thread of math: waits until slot state.slot is free, and until T's "
      "consumers have released the same bytes, then makes full expect the 256 bytes of Y that bulk "
      "copies bring. */",
      "const unsigned T_parity = state.phase ^ 1;",
      "/* Called by every warp of read (2), converged, after reading the slot; tells the next "
      "producer of the same bytes: CTA `T_from`, with T. */",
      "tc_mbarrier_arrive_remote(tc_map_to_cta(T_turn, T_from));",
      "tc_p_Y_release(smem, *state, T_from);",
      "/* Called by the thread, or the warp, that acquires behind its loop and behind the tails of "
      "pipes without mbarriers, with the state of the next slot: waits until all slots have been "
      "read, so that no arrival is outstanding when the CTA exits. */",
      "is_free = tc_mbarrier_try_wait(&smem->Y_turns.T[state.slot], state.phase ^ 1);"}},
    {4,
     "code",
     "sm_90",
     "",
     {"TC_CHECK_LIMIT(tc_cta_count_in_cluster() % 4 == 0);",
      "/* The CTAs of the cluster that fill T together, cta / 4 * 4 and those behind it, as the "
      "mask of a multicast. Any thread. */",
      "return 0xfu << tc_cta_rank_in_cluster() / 4 * 4;",
      "waits until slot state.slot is free in all 2 CTAs of the group, then makes full expect",
      "/* Called by one thread of load in each CTA of the group: waits until slot state.slot is "
      "free in all 4 CTAs of the group, then makes full expect the 128 bytes of T that bulk copies "
      "bring, whichever CTA of the group starts them. */",
      "/* Called by every warp of read (2) and every warp of more (1): waits until slot state.slot "
      "is full. */",
      "/* Called by every warp of read (2) and every warp of more (1), converged, after reading "
      "the slot: tells the producers in all 4 CTAs of the group, one lane each. */",
      "const unsigned cta = tc_cta_rank_in_cluster() / 4 * 4 + TC_RANK_WARP;",
      "const unsigned rank = TC_RANK_WARP;",
      "if (rank < 4) {",
      "tc_mbarrier_arrive_remote_read(tc_map_to_cta(empty, cta));",
      "/* Called by the thread, or the warp, that acquires after its last commit, with the state "
      "of the next slot: waits until all slots have been read in all 4 CTAs of the group, so that "
      "no arrival is outstanding when the CTA exits. */"}},
    {5,
     "code",
     "sm_90",
     "",
     {"/* The address of a producer of N. */",
      "/* The address of a consumer of N. */",
      "state->phase = (state->phase & 1) ^ 1;",
      "/* Called by every warp of a (1) before slot state.slot of N is filled: from the slot's "
      "second use on meets the consumers, which have released the previous use by then. */",
      "if (state.phase > 1)",
      "return; /* nobody has read it yet */",
      "/* Called by every warp of a (1) when the slot is filled: meets the consumers at their next "
      "wait or release. */",
      "/* Called by every warp of b (2): meets the producer, which has committed slot state.slot "
      "by then. */",
      "/* Called by every warp of b (2) after reading the slot: meets the producer at its next "
      "commit, acquire or tail. */",
      "tc_p_N_acquire(smem, state);",
      "/* The address of a producer of M. */",
      "/* Called by every warp of c (1) before slot state.slot of M is filled: meets release of "
      "its last use. */",
      "/* Called by every warp of c (1) when the slot is filled: meets wait. */",
      "/* Called by every warp of b (2): meets commit of slot state.slot, which is then full. */",
      "/* Called by every warp of b (2) after reading the slot: meets acquire of its next use, or "
      "tail. */",
      "/* Called by every warp of c (1) after its last commit, with the state of the next slot: "
      "waits until all slots have been read, so that no arrival is outstanding when the CTA exits. "
      "*/",
      "/* Pipeline p: 64 bytes of shared memory, aligned to 16. Proven: each part alone (tokens in "
      "and out, order, ids), and all agents together over four uses of a slot (counts, bytes, "
      "parities, fences). In a turn of its loop b reads M at 0.2, then N at 0.4; an operation at "
      "stage s does iteration t - s in turn t. */"}},
    {6,
     "code",
     "sm_90",
     "",
     {"tc_mbarrier_init(&smem->T_turns.Y[0], 2);",
      "/* Called by every warp of math (1): waits until slot state.slot is free, and until Y's "
      "consumers have released the same bytes. */",
      "tc_mbarrier *const Y_turn = &smem->T_turns.Y[0];",
      "const unsigned Y_parity = (state.slot & 1) ^ state.phase;",
      "/* Called by every warp of more (1): waits until slot state.slot is free, and until T's "
      "consumers have released the same bytes. */",
      "const unsigned T_parity = state.slot & 1;",
      "is_free = tc_mbarrier_try_wait(&smem->Y_turns.T[0], state.slot & 1);",
      "/* Called by every warp of math (1) after its last commit, with the state of the next slot: "
      "waits until all slots have been read, so that no arrival is outstanding when the CTA exits. "
      "*/",
      "tc_mbarrier_wait(&smem->T_turns.Y[0], (state.slot & 1) ^ state.phase);",
      "/* Called by every warp of more (1) after its last commit, with the state of the next slot: "
      "waits until all slots have been read, so that no arrival is outstanding when the CTA exits. "
      "*/",
      "/* Pipeline p: 1120 bytes of shared memory, aligned to 128. Proven: each part alone (tokens "
      "in and out, order, ids), and all agents together over four uses of a slot (counts, bytes, "
      "parities, fences). In a turn of its loop read reads T at 0.2, then Y at 0.6; an operation "
      "at stage s does iteration t - s in turn t. */"}},
    {7,
     "code",
     "sm_90",
     "",
     {"/* Called by one thread of send: waits until slot state.slot of CTA `to` is free, and until "
      "Y's consumers there have released the same bytes, then makes its full expect the 256 bytes "
      "of X that bulk copies bring to that CTA. The data for the slot's previous use has arrived "
      "by then, so its source is free too. */",
      "/* Called by every warp of math (1): waits until slot state.slot is free, and until X's "
      "consumers have released the same bytes. */",
      "/* Called by every warp of math (1), converged, when its lanes have written the slot; "
      "fences, because bulk copies overwrite it later. */",
      "tc_fence_async_smem();",
      "/* Called by every warp of math (1) after their cp.async into the slot: the slot is full "
      "when all these copies have landed. Plain stores by the threads are not covered. */",
      "tc_cp_async_mbarrier_arrive_noinc(full);"}},
    {8,
     "code",
     "sm_90",
     "",
     {"/* Pipeline p: 16 bytes of shared memory, aligned to 16. Proven: each part alone (tokens in "
      "and out, order, ids), and all agents together over four uses of a slot (counts, bytes, "
      "parities, fences). */"}},
    {9,
     "code",
     "sm_80,sm_90",
     "",
     {"p.tc:1:1: error: pipeline 'p' has no code: its plans for sm_90 and sm_80 differ; generate "
      "one header for each with --target [E_PIPELINE_CODE]",
      "1 | pipeline p {",
      "help: tcgen json, explain and draw show the plan"}},
};

int main(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Section section = {
            rows[i].command, blocks[rows[i].block], targets_of(rows[i].targets), rows[i].names};
        const char *text = squeezed(told(&section));
        for (int k = 0; rows[i].sentences[k]; k++)
            EXPECT_OF(rows[i].sentences[k], strstr(text, rows[i].sentences[k]));
    }
    mem_free_all();
    return unit_finish();
}
