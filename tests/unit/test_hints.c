/* test_hints.c: which accesses take a cache hint, how the instruction and its function are spelled
 * with it, and which targets have a feature: against what docs/hints.md, docs/naming.md and the
 * manual say. */
#include "generator/plan/plan.h"
#include "unit.h"
#include <stdlib.h>

/* ---- who takes a hint ----------------------------------------------------------------------- */

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* By the names of the kit's functions: loads and stores of global memory and cp.async take any
 * hint, bulk and tensor copies that touch global memory a policy alone; copies into another CTA and
 * reductions by threads or by a map none. */
typedef enum { TAKES_NONE, TAKES_POLICY, TAKES_ANY } Takes;

static Takes taken_by(const char *name) {
    if (begins(name, "tc_load_global_b") || begins(name, "tc_store_global_b") ||
        begins(name, "tc_cp_async_b"))
        return TAKES_ANY;
    if (begins(name, "tc_tensor_"))
        return strstr(name, "_reduce_") ? TAKES_NONE : TAKES_POLICY;
    return begins(name, "tc_bulk_") && strstr(name, "gmem") ? TAKES_POLICY : TAKES_NONE;
}

/* Bit 0: cache, 1: L1, 2: L2, 3: policy, 4: prefetch. */
static Hint hint_of(int bits) {
    return (Hint){
        .cache = bits & 1 ? "cs" : NULL,
        .l1 = bits & 2 ? "evict_last" : NULL,
        .l2 = bits & 4 ? "evict_first" : NULL,
        .policy = bits & 8,
        .prefetch = bits & 16 ? 256 : 0};
}

static void who_takes(void) {
    int count[3] = {0};
    for (int id = 0; id < PRIM_COUNT; id++) {
        const char *name = primitives[id].function;
        bool moves = primitives[id].kind != KIND_SYNC;
        Takes takes = moves ? taken_by(name) : TAKES_NONE;
        count[takes]++;
        for (int bits = 0; bits < 32; bits++) {
            const Hint hint = hint_of(bits);
            bool want = takes == TAKES_ANY ? bits > 0 : takes == TAKES_POLICY && bits & 8;
            EXPECT_OF(name, hint_applies(&hint, (PrimitiveId)id) == want);
            EXPECT(hint_is_set(&hint) == (bits > 0));
        }
    }
    EXPECT(count[TAKES_ANY] == 6 + 6 + 3 && count[TAKES_POLICY] > 30);
}

/* ---- how it is spelled ---------------------------------------------------------------------- */

static void spelled(PrimitiveId id, Hint hint, const char *ptx, const char *suffix) {
    const Plan plan = {.hint = hint};
    const char *got = plan_ptx(&plan, id);
    EXPECT_OF(ptx, strcmp(got, ptx) == 0);
    EXPECT_OF(ptx, strcmp(hint_suffix(&hint, id), suffix) == 0);
}

#define HINT(...) ((Hint){__VA_ARGS__})
static void spellings(void) {
    spelled(PRIM_LOAD_GLOBAL_B8, HINT(.cache = "cg"), "ld.global.cg.b8", "_cg");
    spelled(PRIM_LOAD_GLOBAL_B32, HINT(.prefetch = 64), "ld.global.L2::64B.b32", "_prefetch_64b");
    spelled(
        PRIM_LOAD_GLOBAL_B128,
        HINT(.cache = "nc", .l1 = "no_allocate", .prefetch = 128),
        "ld.global.nc.L1::no_allocate.L2::128B.v4.b32",
        "_nc_l1_no_allocate_prefetch_128b");
    spelled(
        PRIM_LOAD_GLOBAL_B256,
        HINT(.l1 = "evict_last", .l2 = "evict_first"),
        "ld.global.L1::evict_last.L2::evict_first.v8.b32",
        "_l1_evict_last_l2_evict_first");
    spelled(
        PRIM_STORE_GLOBAL_B64,
        HINT(.cache = "wt", .policy = true),
        "st.global.wt.L2::cache_hint.v2.b32",
        "_wt_l2_policy");
    spelled(PRIM_STORE_GLOBAL_B128, HINT(0), "st.global.v4.b32", "");
    spelled(PRIM_LOAD_SHARED_B32, HINT(.cache = "cg"), "ld.shared.b32", "_cg");
    spelled(
        PRIM_CP_ASYNC_B128,
        HINT(.policy = true),
        "cp.async.cg.shared.global.L2::cache_hint",
        "_l2_policy");
    spelled(PRIM_CP_ASYNC_B128, HINT(.cache = "ca"), "cp.async.ca.shared.global", "_ca");
    spelled(
        PRIM_CP_ASYNC_B64,
        HINT(.policy = true, .prefetch = 256),
        "cp.async.ca.shared.global.L2::cache_hint.L2::256B",
        "_l2_policy_prefetch_256b");
    spelled(
        PRIM_CP_ASYNC_B32,
        HINT(.prefetch = 128),
        "cp.async.ca.shared.global.L2::128B",
        "_prefetch_128b");
    spelled(
        PRIM_BULK_GMEM_TO_SMEM,
        HINT(.policy = true),
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint",
        "_hinted");
    spelled(
        PRIM_BULK_SMEM_TO_GMEM,
        HINT(.policy = true),
        "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint",
        "_hinted");
    spelled(
        PRIM_BULK_SMEM_TO_GMEM,
        HINT(.cache = "cg"),
        "cp.async.bulk.global.shared::cta.bulk_group",
        "_hinted");
    EXPECT(strcmp(hint_suffix(&HINT(.policy = true), PRIM_COUNT), "_l2_policy") == 0);
    EXPECT(strcmp(hint_suffix(&HINT(0), PRIM_COUNT), "") == 0);
}

/* What a bulk copy does to the sum stands behind the hint. */
static void reductions(void) {
    static const char group[] = "cp.reduce.async.bulk.global.shared::cta.bulk_group";
    const Plan plan = {.hint = {.policy = true}};
    int found = 0;
    for (int id = 0; id < PRIM_COUNT; id++) {
        const char *ptx = primitives[id].ptx;
        if (!begins(ptx, group) || primitives[id].kind != KIND_BULK_COPY)
            continue;
        const char *want = mem_printf("%s.L2::cache_hint%s", group, ptx + strlen(group));
        found++;
        EXPECT_OF(primitives[id].function, strcmp(plan_ptx(&plan, (PrimitiveId)id), want) == 0);
    }
    EXPECT(found > 20);
}

/* All at once: cache, L1, L2, policy, prefetch, in this order; cp.async has its operator in front,
 * which is cg where it copies 16 bytes, unless the hint says which. */
static void in_order(void) {
    static const PrimitiveId ids[] = {
        PRIM_LOAD_GLOBAL_B16, PRIM_STORE_GLOBAL_B32, PRIM_CP_ASYNC_B32, PRIM_CP_ASYNC_B128};
    static const char *const parts[] = {
        ".cs", ".L1::evict_last", ".L2::evict_first", ".L2::cache_hint", ".L2::256B"};
    static const char *const names[] = {
        "_cs", "_l1_evict_last", "_l2_evict_first", "_l2_policy", "_prefetch_256b"};
    for (size_t i = 0; i < COUNT_OF(ids); i++)
        for (int bits = 0; bits < 32; bits++) {
            char qualifiers[200] = "", suffix[200] = "";
            const bool async = begins(primitives[ids[i]].function, "tc_cp_async");
            const bool wide = strstr(primitives[ids[i]].function, "b128");
            for (int k = 0; k < 5; k++)
                if (bits >> k & 1) {
                    strcat(qualifiers, async && k == 0 ? "" : parts[k]);
                    strcat(suffix, names[k]);
                }
            const Hint hint = hint_of(bits);
            EXPECT(strcmp(hint_qualifiers(&hint, ids[i]), qualifiers) == 0);
            EXPECT(strcmp(hint_suffix(&hint, ids[i]), suffix) == 0);
            EXPECT(strcmp(hint_suffix(&hint, PRIM_COUNT), suffix) == 0);
            const char *own = bits & 1 ? "cs" : wide ? "cg" : "ca";
            EXPECT(strcmp(hint_operator(&hint, ids[i]), own) == 0);
        }
}

/* ---- features ------------------------------------------------------------------------------- */

/* "sm_100a" is chip 100 with its own letter, `f` that of its family; others run on later chips. */
static bool target_has(int target, Feature feature) {
    int chip = atoi(target_name[target] + 3);
    bool letter = strpbrk(target_name[target], "af") != NULL, tmem = letter && chip / 10 >= 10;
    tmem = tmem && chip < 120;
    switch (feature) {
    case FEATURE_NONE:
        return true;
    case FEATURE_STMATRIX:
    case FEATURE_BULK:
    case FEATURE_CLUSTER:
    case FEATURE_RED_VECTOR:
        return chip >= 90;
    case FEATURE_MULTICAST:
        return tmem || strcmp(target_name[target], "sm_90a") == 0;
    case FEATURE_V256:
    case FEATURE_GATHER4:
        return chip >= 100;
    case FEATURE_TMEM:
    case FEATURE_SCATTER4:
        return tmem;
    case FEATURE_FP8:
        return chip >= 89;
    case FEATURE_FP4:
        return letter && chip >= 100;
    default:
        return letter && (chip == 100 || chip == 103);
    }
}

static void features(void) {
    static const char *const words[] = {
        [FEATURE_STMATRIX] = "STMATRIX",
        [FEATURE_BULK] = "BULK",
        [FEATURE_CLUSTER] = "CLUSTER",
        [FEATURE_MULTICAST] = "MULTICAST",
        [FEATURE_V256] = "V256",
        [FEATURE_TMEM] = "TMEM",
        [FEATURE_FP8] = "FP8",
        [FEATURE_FP4] = "FP4",
        [FEATURE_REDUX_F32] = "REDUX_F32",
        [FEATURE_RED_VECTOR] = "RED_VECTOR",
        [FEATURE_GATHER4] = "GATHER4",
        [FEATURE_SCATTER4] = "SCATTER4"};
    for (int f = FEATURE_NONE; f < (int)COUNT_OF(words); f++) {
        const char *macro = feature_macro((Feature)f);
        for (int target = 0; target < TARGET_COUNT; target++)
            EXPECT_OF(
                target_name[target],
                (feature_targets((Feature)f) >> target & 1) == target_has(target, (Feature)f));
        EXPECT(
            f == FEATURE_NONE ? !macro
                              : macro && strcmp(macro, mem_printf("TC_HAS_%s", words[f])) == 0);
        EXPECT(feature_targets((Feature)f) >> TARGET_COUNT == 0);
    }
}

int main(void) {
    who_takes();
    spellings();
    reductions();
    in_order();
    features();
    mem_free_all();
    return unit_finish();
}
