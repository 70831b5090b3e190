/* test_regions_proven.c: the caller's code between the parts of a plan: wherever it stands, by whichever thread, with
 * whatever of the flows it reads and writes; and what comes again, in rounds and in loops. */
#include "generator/plan/prove.h"
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

enum { LANES = 32, FLOWS = 2 };

static Expr rank(void) {
    return SUM(0, RANK(1, 1, 0));
}

/* Two flows of a word a lane each, between registers of the caller and scratch that is his code's: he reads what was
 * put there, or writes what is taken from there. `who` runs the code, as the part before or behind the one of
 * all; the bits of `touches` say of which flows. */
static Plan *with_code(bool writes, int touches, CondOp op, int who, bool synced) {
    Plan *p = plan_of("code", SCOPE_WARP, LANES, F32);
    int bundle[FLOWS], scratch[FLOWS];
    Phase *phase = add_phase(p);
    Part *moves = &p->parts[writes], *code = &p->parts[!writes];
    p->part_count = 2;
    *moves = (Part){.suffix = "moves", .phase_count = 1};
    *code = (Part){.suffix = "code", .is_body = true, .first_phase = 1, .guard = NEW(Cond)};
    code->guard_count = 1;
    code->guard[0] = (Cond){rank(), op, expr_constant(who)};
    if (writes && synced)
        add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    for (int f = 0; f < FLOWS; f++) {
        bundle[f] = add_bundle(p, "r", writes ? ROLE_OUT : ROLE_IN, 1, 0);
        scratch[f] = add_buffer(p, "s", SPACE_SMEM, ROLE_SCRATCH, LANES);
        PrimitiveId id = writes ? PRIM_LOAD_SHARED_B32 : PRIM_STORE_SHARED_B32;
        add_step(phase, id, scratch[f], rank(), bundle[f], expr_constant(0));
        Operand owned = operand_of(SPACE_REG, 0, LANES, LAYOUT({LANES, 1, AXIS_LANEID}));
        Operand row = operand_of(SPACE_SMEM, 0, LANES, LAYOUT({LANES, 1, AXIS_M}));
        if (writes)
            add_flow(p, row, scratch[f], owned, bundle[f]);
        else
            add_flow(p, owned, bundle[f], row, scratch[f]);
        if (touches >> f & 1) {
            code->reads[code->reads_count] = code->writes[code->writes_count] = f;
            code->reads_count += !writes;
            code->writes_count += writes;
        }
    }
    if (!writes && synced)
        add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
    return p;
}

static void flows(void) {
    for (int writes = 0; writes < 2; writes++)
        for (int touches = 0; touches < 4; touches++) {
            Plan *p = with_code(writes, touches, COND_EQ, 0, true);
            const char *kind = writes ? "uninitialised" : "missing";
            judge(p, touches == 3 ? NULL : kind);
            for (int script = 0; script < 2; script++) { /* in this order, or in the other one */
                const int order[] = {script, !script};
                p->script = order;
                p->script_count = 2;
                judge(p, touches < 3 ? kind : script ? "uninitialised" : NULL);
            }
        }
}

static void threads(void) {
    for (int writes = 0; writes < 2; writes++)
        for (int who = 0; who < LANES; who++) {
            judge(with_code(writes, 3, COND_EQ, who, true), NULL);
            judge(with_code(writes, 3, COND_EQ, who, false), "race");
            const char *below = who == 0 ? "missing" : who == 1 ? NULL : "divergent";
            judge(with_code(writes, 3, COND_LT, who, true), below);
            judge(with_code(writes, 3, COND_GE, who, true), who == LANES - 1 ? NULL : "divergent");
        }
    judge(with_code(true, 3, COND_EQ, LANES, true), "missing");
    judge(with_code(true, 3, COND_EQ, -1, true), "missing");
}

/* A sync before the code does not order what comes behind it. */
static void code_and_what_follows(void) {
    for (int synced = 0; synced < 2; synced++) {
        Plan *p = with_code(false, 3, COND_EQ, 0, true);
        p->part_count = 3;
        p->parts[2] = (Part){.suffix = "again", .first_phase = 1, .phase_count = 1};
        Phase *again = add_phase(p);
        if (synced)
            add_sync(again, PRIM_WARP_SYNC, NONE, 0);
        for (int f = 0; f < FLOWS; f++)
            add_step(again, PRIM_STORE_SHARED_B32, f, rank(), f, expr_constant(0));
        judge(p, synced ? NULL : "race");
    }
}

/* Once, what a lane reads of its neighbour is ordered; another time the neighbour writes it again. */
static void rounds(void) {
    for (int times = 0; times <= 4; times++)
        for (int synced = 0; synced < 2; synced++)
            for (int looped = 0; looped < 2; looped++) {
                Plan *p = plan_of("rounds", SCOPE_WARP, LANES, F32);
                add_bundle(p, "a", ROLE_IN, 1, 0);
                add_bundle(p, "r", ROLE_OUT, 1, 0);
                add_bundle(p, "t", ROLE_SCRATCH, 1, 0);
                add_buffer(p, "s", SPACE_SMEM, ROLE_SCRATCH, LANES);
                const Expr zero = expr_constant(0);
                Phase *once = add_phase(p), *phase = add_phase(p);
                add_move(once, PRIM_MOVE, in_bundle(1, zero), in_bundle(0, zero));
                Expr beside = SUM(1, RANK(2, 2, 0), RANK(-1, 1, 2)); /* rank ^ 1 */
                add_step(phase, PRIM_STORE_SHARED_B32, 0, rank(), 0, zero);
                add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
                add_step(phase, PRIM_LOAD_SHARED_B32, 0, beside, 2, zero);
                if (synced)
                    add_sync(phase, PRIM_WARP_SYNC, NONE, 0);
                if (looped && times)
                    phase->loops[phase->loop_count++] = add_loop(p, "i", times);
                else
                    p->rounds = times;
                Operand owned = operand_of(SPACE_REG, 0, LANES, LAYOUT({LANES, 1, AXIS_LANEID}));
                add_flow(p, owned, 0, owned, 1);
                judge(p, synced || times < 2 ? NULL : "race");
            }
}

int main(void) {
    flows();
    threads();
    code_and_what_follows();
    rounds();
    mem_free_all();
    return unit_finish();
}
