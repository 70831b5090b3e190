/* test_syncs_edges.c: what is open when a plan ends, and which copies a wait leaves in flight. */
#include "generator/plan/order.h"
#include "plans_parts.h"
#include "unit.h"
#include <string.h>

static void judge_at(const Plan *plan, const char *kind, int line) {
    Proof proof = plan_prove(plan_copy(plan));
    bool right = proof.ok == !kind && (proof.ok || strcmp(proof.kind, kind) == 0);
    unit_expect(right, kind ? kind : "accepted", __FILE__, line);
    if (!right)
        printf("  %s: %s\n", proof.ok ? "accepted" : proof.kind, proof.ok ? "" : proof.reason);
}
#define judge(plan, kind) judge_at(plan, kind, __LINE__)

/* ---- the end ------------------------------------------------------------------------------------ */

/* Two CTAs at the end of a plan of two objects, of which the one that is asked for is object `at`. */
static Prover *ended(int at, Object object) {
    Plan *p = plan_of("ends", SCOPE_CTA, 32, F32);
    p->ctas = 2;
    p->object_count = 2;
    p->objects[0] = p->objects[1] = (Object){.name = "none", .kind = OBJECT_GROUP};
    p->objects[at] = object;
    Prover *prover = NEW(Prover);
    *prover = (Prover){.plan = p, .ctas = 2, .warps = 1};
    order_init(prover);
    return prover;
}

/* Who came to a barrier, or told it of bytes, stands at it forever; of bytes that come nobody does. */
static void open_mbarriers(void) {
    static const struct {
        int64_t arrived, expected, brought, phase;
        bool open;
    } rows[] = {
        {0, 0, 0, 0, false},
        {1, 0, 0, 0, true},
        {0, 1, 0, 0, true},
        {3, 16, 0, 2, true},
        {0, 0, 16, 0, false},
        {0, 0, 0, 5, false},
        {1, 0, 16, 1, true},
        {0, 16, 16, 1, true}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int at = 0; at < 2; at++)
            for (int cta = 0; cta < 2; cta++)
                for (int left = 0; left < 2; left++) {
                    Object bar = {.name = "bar", .kind = OBJECT_MBARRIER, .left = left};
                    Prover *prover = ended(at, bar);
                    Mbarrier *b = &prover->mbarriers[at][cta];
                    b->arrived = rows[i].arrived;
                    b->expected = rows[i].expected;
                    b->brought = rows[i].brought;
                    b->phase = rows[i].phase;
                    bool ok = order_ends(prover);
                    EXPECT(ok == (left || !rows[i].open));
                    EXPECT(ok || strcmp(prover->kind, "hang") == 0);
                }
}

static void open_named_barriers(void) {
    for (int id = 0; id < 16; id++)
        for (int cta = 0; cta < 2; cta++)
            for (int come = -1; come < 32; come++)
                for (int left = 0; left < 2; left++) {
                    MemMark mark = mem_mark();
                    Object bar = {.name = "bar", .kind = OBJECT_BARRIER, .left = left, .id = id};
                    Prover *prover = ended(id % 2 == 0, bar);
                    if (come >= 0)
                        prover->named[cta * 16 + come % 16].arrived = 1 + come / 16;
                    EXPECT(order_ends(prover) == (left || come < 0 || come % 16 != id));
                    mem_rewind(mark);
                }
}

/* The caller waits: what he waits for ends with what has come, and what others, or he, still see to. */
static void left_to_the_caller(void) {
    static const struct {
        int others, wanted;
        int64_t arrived, expected, brought, phase;
        bool ends;
    } rows[] = {{0, 1, 0, 0, 0, 1, true},   {0, 1, 0, 0, 0, 2, true},    {0, 1, 0, 0, 0, 0, false},
                {0, 1, 1, 0, 0, 0, true},   {0, 1, 1, 0, 0, 1, true},    {1, 1, 0, 0, 0, 0, true},
                {0, 2, 1, 0, 0, 0, false},  {1, 2, 1, 0, 0, 0, true},    {1, 2, 2, 0, 0, 0, false},
                {2, 4, 1, 0, 0, 0, false},  {2, 4, 2, 0, 0, 3, true},    {0, 1, 1, 16, 16, 0, true},
                {0, 1, 1, 16, 0, 0, true},  {0, 1, 1, 16, 32, 0, false}, {0, 1, 1, 0, 16, 0, false},
                {0, 1, 1, 1, 1, 0, true},   {0, 1, 1, 2, 1, 0, false},   {1, 2, 1, 0, 16, 0, true},
                {1, 2, 1, 16, 32, 1, true}, {0, 1, 0, 16, 0, 1, false},  {0, 1, 0, 0, 16, 1, false},
                {1, 1, 0, 0, 16, 1, true},  {1, 2, 0, 0, 16, 1, false},  {1, 2, 0, 16, 0, 1, false},
                {0, 1, 0, 16, 16, 1, false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (int at = 0; at < 2; at++)
            for (int cta = 0; cta < 2; cta++)
                for (int left = 0; left < 2; left++) {
                    Prover *prover = ended(
                        at,
                        (Object){
                            .name = "bar",
                            .kind = OBJECT_MBARRIER,
                            .left = left,
                            .others = rows[i].others,
                            .arrivals = rows[i].wanted});
                    prover->mbarriers[at][!cta].phase = 1; /* there nobody waits */
                    Mbarrier *b = &prover->mbarriers[at][cta];
                    b->arrived = rows[i].arrived;
                    b->expected = rows[i].expected;
                    b->brought = rows[i].brought;
                    b->phase = rows[i].phase;
                    bool ok = order_leaves(prover);
                    EXPECT(ok == (!left || rows[i].ends));
                    EXPECT(ok || strcmp(prover->kind, "hang") == 0);
                }
    for (int kind = 0; kind <= (int)OBJECT_TENSOR; kind++)
        if (kind != (int)OBJECT_MBARRIER) {
            Object other = {.name = "o", .kind = (ObjectKind)kind, .left = true, .arrivals = 1};
            EXPECT(order_leaves(ended(0, other)));
        }
}

/* ---- groups of copies --------------------------------------------------------------------------- */

enum { COPIES = 10 };

/* Each thread of two fetches COPIES words, each a group of its own, and waits until `open` are left; thread `who`
 * alone where it is not -1. Then thread `reader` reads word `at` of its own. */
static Plan *groups(int open, int who, int reader, int at) {
    Plan *p = plan_of("groups", SCOPE_CTA, 2, F32);
    int src = add_buffer(p, "src", SPACE_GMEM, ROLE_IN, 2 * COPIES);
    int tile = add_buffer(p, "tile", SPACE_SMEM, ROLE_OUT, 2 * COPIES);
    int t = add_bundle(p, "t", ROLE_SCRATCH, 1, 0), group = add_object(p, "g", OBJECT_GROUP);
    p->objects[group].left = true;
    Phase *phase = add_phase(p);
    phase->steps = NEW_ARRAY(Step, 3 * COPIES + 8);
    for (int i = 0; i < COPIES; i++) {
        Expr place = SUM(i, RANK(COPIES, 1, 0));
        Step *copy = add_copy(phase, PRIM_CP_ASYNC_B32, tile, place, src, place);
        copy->object = group;
        add_sync(phase, PRIM_CP_ASYNC_COMMIT, group, 0);
    }
    Cond *conds = NEW_ARRAY(Cond, 2);
    Step *wait = add_sync(phase, PRIM_CP_ASYNC_WAIT, group, open);
    conds[0] = (Cond){SUM(0, RANK(1, 1, 0)), COND_EQ, expr_constant(who)};
    wait->conds = conds;
    wait->cond_count = who >= 0;
    Expr own = expr_constant(reader * COPIES + at);
    Step *load = add_step(phase, PRIM_LOAD_SHARED_B32, tile, own, t, expr_constant(0));
    conds[1] = (Cond){SUM(0, RANK(1, 1, 0)), COND_EQ, expr_constant(reader)};
    load->conds = conds + 1;
    load->cond_count = 1;
    Layout row = LAYOUT({2 * COPIES, 1, AXIS_M});
    Operand all = operand_of(SPACE_GMEM, 0, 2 * COPIES, row), to = all;
    to.space = SPACE_SMEM;
    add_flow(p, all, src, to, tile);
    return p;
}

static void waits(void) {
    for (int open = -1; open <= 8; open++)
        for (int who = -1; who < 2; who++)
            for (int reader = 0; reader < 2; reader++)
                for (int at = 0; at < COPIES; at++) {
                    bool waited = who < 0 || who == reader, landed = at < COPIES - open;
                    const char *kind = open < 0 || open > 7 ? "wrong"
                                       : waited && landed   ? NULL
                                                            : "in-flight";
                    judge(groups(open, who, reader, at), kind);
                }
}

int main(void) {
    open_mbarriers();
    open_named_barriers();
    left_to_the_caller();
    waits();
    mem_free_all();
    return unit_finish();
}
