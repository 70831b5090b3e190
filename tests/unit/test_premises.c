/* test_premises.c: what the execution of a proof takes for granted, one change at a time to a Plan that has
 * everything and of which all of it holds: what no longer does, in its word, and what just still does. The
 * Plan is not executed: many of these changes the execution itself would meet first. */
#include "generator/plan/prove.h"
#include "plans_everything.h"
#include "unit.h"

/* Any of the symbols may be the first one. */
enum { SYMBOLS = 7 };
static int turn;
#define LD (turn % SYMBOLS)
#define ROWS ((turn + 1) % SYMBOLS)
#define CTA ((turn + 2) % SYMBOLS)
#define CTAS ((turn + 3) % SYMBOLS)
#define FIRST ((turn + 4) % SYMBOLS)
#define SECOND ((turn + 5) % SYMBOLS)
#define ORIGIN ((turn + 6) % SYMBOLS)
enum { I, J, K, LOOPS };

#define PHASE (p->phases[0])
#define STORE (p->phases[0].steps[0])
#define BOX (p->phases[0].steps[1])
#define WAIT (p->phases[1].steps[0])
#define AGAIN (p->phases[1].steps[1])
#define LOAD (p->phases[2].steps[0])
#define FLOW (p->flows[0])
#define NEXT (p->flows[1])

static Expr *of(Expr expr) {
    Expr *own = NEW(Expr);
    *own = expr;
    return own;
}

static Expr plain(int symbol) {
    return SUM(0, SYMBOL(1, symbol));
}

static bool masked;
static Symbol *symbols(void) {
    Symbol *all = NEW_ARRAY(Symbol, SYMBOLS);
    all[LD] = (Symbol){.name = "ld", .role = SYMBOL_STRIDE, .min = 64, .max = 640, .divisor = 8};
    all[ROWS] = (Symbol){.name = "rows", .role = SYMBOL_LIMIT, .max = 64, .divisor = 1};
    all[CTA] = (Symbol){.name = "cta", .role = SYMBOL_CTA, .max = 2, .divisor = 1};
    all[CTAS] = (Symbol){.name = "ctas", .role = SYMBOL_CTAS, .max = 65535, .divisor = 1};
    all[FIRST] = (Symbol){.name = "parity", .role = SYMBOL_PARITY, .max = 1, .divisor = 1};
    all[SECOND] = (Symbol){.name = "parity2", .role = SYMBOL_PARITY, .max = 1, .divisor = 1};
    all[ORIGIN] = (Symbol){.name = "m", .role = SYMBOL_ORIGIN, .max = 64, .divisor = 1};
    all[masked ? CTA : CTAS].role = SYMBOL_STRIDE; /* there is one of both */
    return all;
}

static void add_waits(Plan *p) {
    int other = add_object(p, "other", OBJECT_MBARRIER);
    Phase *phase = add_phase(p);
    add_sync(phase, PRIM_MBARRIER_WAIT, 0, 0)->value = of(plain(FIRST));
    add_sync(phase, PRIM_MBARRIER_WAIT, 0, 0)->value = of(SUM(1, SYMBOL(-1, FIRST)));
    add_sync(phase, PRIM_MBARRIER_WAIT, other, 0)->value = of(plain(SECOND));
    add_sync(phase, PRIM_CP_ASYNC_WAIT, other, 0);
}

static Plan *all(void) {
    Plan *p = everything();
    p->symbols = symbols();
    p->symbol_count = SYMBOLS;
    p->ctas = 2;
    STORE.dst.peer = NULL;
    add_loop(p, "k", 3);
    add_waits(p);
    add_object(p, "told", OBJECT_MBARRIER);
    int from = add_buffer(p, "from", SPACE_GMEM, ROLE_IN, 64);
    int to = add_buffer(p, "to", SPACE_GMEM, ROLE_OUT, 64);
    Phase *phase = add_phase(p);
    add_step(phase, PRIM_LOAD_GLOBAL_B32, from, SUM(3, SYMBOL(1, LD)), 0, expr_constant(0));
    p->parts[0].guard = cond_of(1, 8);
    p->parts[1] = (Part){.first_phase = 2, .phase_count = 1, .of_anyone = true};
    p->part_count = 2;
    p->guard_count = 0;
    Operand row = operand_of(SPACE_GMEM, 0, 8, LAYOUT({8, 1, AXIS_M}));
    FLOW.src = FLOW.dst = row;
    FLOW.src_at = from;
    FLOW.dst_at = 0;
    add_flow(p, row, from, row, to);
    NEXT.limits = FLOW.limits =
        (Limits){.count = 1, .at = {{.symbol = ROWS, .origin = -1}}, .fill = 3};
    return p;
}

/* The word for it; "": all of it holds. Behind what the Plan has, its copy has nothing. */
static int limits = 1;
static const char *said(const Plan *p) {
    Prover *prover = NEW(Prover);
    prover->plan = plan_copy(p);
    prover->ctas = plan_ctas(p);
    prover->bound_count = limits;
    for (int cta = 0; cta < 2; cta++)
        for (int i = 0; i < MAX_SYMBOLS; i++)
            prover->symbol[cta][i] = i == CTA ? !cta : SYMBOLIC;
    bool holds = premises_of_cluster(prover) && premises_hold(prover);
    EXPECT(holds == (prover->kind == NULL));
    return holds ? "" : prover->reason;
}

#define SAYS(expected, ...)                                                                        \
    {                                                                                              \
        Plan *p = all();                                                                           \
        __VA_ARGS__;                                                                               \
        const char *found = said(p);                                                               \
        EXPECT_OF(#__VA_ARGS__, strcmp(found, expected) == 0);                                     \
        if (strcmp(found, expected) != 0)                                                          \
            printf("  %s: %s\n", #__VA_ARGS__, found);                                             \
    }
#define YES(...) SAYS("", __VA_ARGS__)
#define NO_CTA(...)                                                                                \
    SAYS("a CTA number is used as more than the owner of memory", __VA_ARGS__)                     \
    SAYS("", __VA_ARGS__; ((Symbol *)p->symbols)[CTA].max = 1) /* the pair has them all */

static Cond *reads(bool left, Expr expr) {
    Cond *cond = NEW_ARRAY(Cond, 2);
    cond[0] = cond[1] = (Cond){SUM(0, RANK(1, 1, 0)), COND_LT, expr_constant(4)};
    *(left ? &cond[0].lhs : &cond[1].rhs) = expr;
    return cond;
}

static void other_ctas(void) {
    YES((void)p)
    for (int left = 0; left < 2; left++) {
        NO_CTA(p->parts[1].of_anyone = false; p->guard = reads(left, plain(CTA));
               p->guard_count = 2)
        NO_CTA(PHASE.guard = reads(left, plain(CTA)); PHASE.guard_count = 2)
        NO_CTA(p->parts[0].guard = reads(left, plain(CTA)); p->parts[0].guard_count = 2)
        NO_CTA(STORE.conds = reads(left, plain(CTA)); STORE.cond_count = 2)
    }
    NO_CTA(STORE.value = of(plain(CTA)))
    NO_CTA(STORE.dst.at = plain(CTA))
    NO_CTA(STORE.src[0].at = plain(CTA))
    NO_CTA(STORE.src[1].at = plain(CTA))
    NO_CTA(BOX.dst.at = plain(CTA))
    NO_CTA(((Expr *)BOX.src[0].coords)[0] = plain(CTA))
    NO_CTA(((Expr *)BOX.src[0].coords)[1] = plain(CTA))
    NO_CTA(WAIT.value = of(SUM(0, SYMBOL(1, FIRST), SYMBOL(1, CTA))))
    NO_CTA(LOAD.src[0].at = plain(CTA))
    NO_CTA(FLOW.begin = of(plain(CTA)))
    YES(STORE.src[1] = (Side){.kind = AT_CONSTANT, .at = plain(CTA)})
    YES(STORE.src[1] = (Side){.kind = SIDE_NONE, .at = plain(CTA)})
}

static void peers(void) {
    const Expr *peer = NULL;
    for (int i = 0; i < 9; i++) {
        const Digit halved = digit_of(VAR_SYMBOL, CTA, 2, 0);
        switch (i) {
        case 0:
            peer = of(plain(CTA));
            break;
        case 1:
            peer = of(SUM(1, SYMBOL(1, CTA)));
            break;
        case 2:
            peer = of(SUM(0, SYMBOL(2, CTA)));
            break;
        case 3:
            peer = of(SUM(0, SYMBOL(1, CTA), RANK(1, 1, 0)));
            break;
        case 4:
            peer = of((Expr){0});
            expr_add((Expr *)peer, coef_int(1), halved);
            break;
        case 5:
            peer = of(swizzled_expr(plain(CTA), 0, 1, 1));
            break;
        case 6:
            peer = of(SUM(0, SYMBOL(1, LD), SYMBOL(1, CTA)));
            break;
        case 7:
            peer = of(expr_constant(1));
            break;
        default:
            peer = NULL;
        }
        const char *more = "a CTA number is used as more than the owner of memory";
        const char *word = i == 0 || i > 7 ? "" : more, *lane = i < 7 ? more : "";
        SAYS(word, STORE.dst.peer = peer)
        SAYS(lane, STORE.src[0].peer = peer)
        SAYS(lane, STORE.src[1].peer = peer)
        SAYS(word, LOAD.src[0].peer = peer)
        SAYS(word, FLOW.src_peer = peer)
        SAYS(word, FLOW.dst_peer = peer)
        SAYS(word, NEXT.dst_peer = peer)
    }
}

/* Two symbols: that they are one CTA is not known. */
static void told_apart(void) {
    const char *word = "two peers may be the same CTA";
#define SECOND_CTA(at) ((Symbol *)p->symbols)[at].role = SYMBOL_CTA
#define TELL(step, of_object, to)                                                                  \
    step = (Step){                                                                                 \
        .primitive = PRIM_MBARRIER_ARRIVE_REMOTE, .object = of_object, .dst.peer = of(plain(to))}
    YES(SECOND_CTA(CTAS))
    YES(SECOND_CTA(CTAS); TELL(STORE, 3, CTAS))
    YES(SECOND_CTA(CTAS); TELL(STORE, 3, CTAS); TELL(BOX, 3, CTAS))
    SAYS(word, SECOND_CTA(CTAS); TELL(STORE, 3, CTAS); TELL(BOX, 3, CTA))
    SAYS(word, SECOND_CTA(CTAS); TELL(STORE, 0, CTA)) /* for which it waits */
    SAYS(word, SECOND_CTA(CTAS); STORE.dst.peer = of(plain(CTA)))
    SAYS(word, SECOND_CTA(CTAS); LOAD.src[0].peer = of(plain(CTAS)))
    SAYS(word, SECOND_CTA(CTAS); FLOW.src_peer = of(plain(CTAS)))
    SAYS(word, SECOND_CTA(CTAS); NEXT.dst_peer = of(plain(CTA)))
    masked = true;
    YES(SECOND_CTA(CTA))
    SAYS(word, SECOND_CTA(CTA); STORE.primitive = PRIM_BULK_GMEM_TO_SMEM_EACH;
         STORE.value = of(plain(CTAS)))
    masked = false;
}

static void masks(void) {
    masked = true;
    const char *word = "the caller does not name the CTAs of a multicast";
    for (int each = 0; each < 2; each++) {
        PrimitiveId id = each ? PRIM_BULK_GMEM_TO_SMEM_EACH : PRIM_BULK_GMEM_TO_SMEM_MULTICAST;
        YES(STORE.primitive = id; STORE.value = of(plain(CTAS)))
        YES(STORE.primitive = id; STORE.value = NULL)
        SAYS(word, STORE.primitive = id)
        SAYS(word, STORE.primitive = id; STORE.value = of(SUM(1, SYMBOL(1, CTAS))))
        SAYS(word, STORE.primitive = id; STORE.value = of(SUM(0, SYMBOL(2, CTAS))))
        SAYS(word, STORE.primitive = id; STORE.value = of(SUM(0, SYMBOL(1, CTAS), RANK(1, 1, 0))))
        SAYS(word, STORE.primitive = id;
             STORE.value = of(SUM(0, term_of(1, VAR_SYMBOL, CTAS, 2, 0))))
        SAYS(word, STORE.primitive = id;
             STORE.value = of(SUM(0, term_of(1, VAR_SYMBOL, CTAS, 1, 4))))
        SAYS(word, STORE.primitive = id; STORE.value = of(swizzled_expr(plain(CTAS), 0, 1, 1)))
        SAYS(word, STORE.primitive = id; STORE.value = of(plain(LD)))
        SAYS(word, AGAIN.primitive = id; AGAIN.value = of(plain(LD)))
    }
    YES(STORE.value = of(SUM(1, SYMBOL(1, CTAS)))) /* of another instruction */
    masked = false;
}

static void barriers(void) {
    const char *word = "two waits use one barrier with different parities";
    SAYS(word, AGAIN.value = of(plain(SECOND)))
    SAYS(word, AGAIN.value = of(expr_constant(1)))
    SAYS(word, WAIT.value = of(expr_constant(0)))
    SAYS(word, WAIT.value = of(SUM(0, SYMBOL(1, FIRST), SYMBOL(1, SECOND))))
    SAYS(word, LOAD = AGAIN; LOAD.value = of(plain(SECOND)); p->parts[1].of_anyone = false)
    YES(AGAIN.value = of(plain(SECOND)); AGAIN.object = 2)
    YES(AGAIN.value = of(plain(SECOND)); AGAIN.object = -1)
    YES(AGAIN.value = NULL)
    YES(AGAIN.value = of(plain(SECOND)); AGAIN.primitive = PRIM_MBARRIER_ARRIVE)
    YES(WAIT.value = of(expr_constant(0)); AGAIN.value = of(expr_constant(1)))
    YES(WAIT.value = of(expr_constant(0)); AGAIN.value = of(plain(LD))) /* a number, whichever */
}

static void numbered(Plan *p, int at, ObjectKind kind, int id, int by_the_caller) {
    p->objects[at] = (Object){.name = "b", .kind = kind, .id = id};
    p->objects[at].number = by_the_caller;
    p->phases[1].step_count = 0;
}

static void numbers(void) {
    const char *word = "two barriers may have the same number";
    YES(numbered(p, 0, OBJECT_BARRIER, 3, 0); numbered(p, 2, OBJECT_BARRIER, 5, 0))
    YES(numbered(p, 0, OBJECT_BARRIER, 0, 1))
    SAYS(word, numbered(p, 0, OBJECT_BARRIER, 1, 1))
    SAYS(word, numbered(p, 0, OBJECT_BARRIER, 0, 1); numbered(p, 2, OBJECT_BARRIER, 0, 1))
    SAYS(word, numbered(p, 0, OBJECT_BARRIER, 0, 1); numbered(p, 2, OBJECT_BARRIER, 5, 0))
    SAYS(word, numbered(p, 0, OBJECT_BARRIER, 5, 0); numbered(p, 2, OBJECT_BARRIER, 0, 1))
    YES(numbered(p, 0, OBJECT_BARRIER, 0, 1); numbered(p, 2, OBJECT_MBARRIER, 5, 1))
}

/* The store runs in i and j, the phase in i alone; k runs nowhere. */
static void loops(void) {
    const char *word = "a loop variable is read outside its loop";
    YES(STORE.value = of(SUM(0, LOOP(1, I), LOOP(1, J))))
    YES(BOX.dst.at = SUM(0, LOOP(1, I)))
    SAYS(word, STORE.value = of(SUM(0, LOOP(1, K))))
    SAYS(word, STORE.dst.at = SUM(0, LOOP(1, K)))
    SAYS(word, STORE.src[0].at = SUM(0, LOOP(1, K)))
    SAYS(word, STORE.src[1].at = SUM(0, LOOP(1, K)))
    SAYS(word, ((Symbol *)p->symbols)[CTA].max = 1; STORE.dst.peer = of(SUM(0, LOOP(1, K))))
    SAYS(word, STORE.src[1].peer = of(SUM(0, LOOP(1, K))))
    YES(STORE.src[1] = (Side){.kind = AT_CONSTANT, .at = SUM(0, LOOP(1, K))})
    YES(STORE.src[1] = (Side){.kind = SIDE_NONE, .at = SUM(0, LOOP(1, K))})
    SAYS(word, BOX.dst.at = SUM(0, LOOP(1, J)))
    SAYS(word, ((Expr *)BOX.src[0].coords)[0] = SUM(0, LOOP(1, J)))
    SAYS(word, ((Expr *)BOX.src[0].coords)[1] = SUM(0, LOOP(1, J)))
    YES(((Expr *)BOX.src[0].coords)[1] = SUM(0, LOOP(1, I)))
    SAYS(word, WAIT.value = of(SUM(0, SYMBOL(1, FIRST), LOOP(1, I))))
    for (int left = 0; left < 2; left++) {
        SAYS(word, STORE.conds = reads(left, SUM(0, LOOP(1, K))); STORE.cond_count = 2)
        YES(STORE.conds = reads(left, SUM(0, LOOP(1, J))); STORE.cond_count = 2)
        SAYS(word, PHASE.guard = reads(left, SUM(0, LOOP(1, I))); PHASE.guard_count = 2)
        SAYS(word, p->guard = reads(left, SUM(0, LOOP(1, I))); p->guard_count = 2)
        SAYS(word, p->parts[0].guard = reads(left, SUM(0, LOOP(1, I))); p->parts[0].guard_count = 2)
    }
}

static void parts(void) {
    const char *word = "a part that any thread may call depends on the thread";
    YES(p->parts[0].of_anyone = false)
    SAYS(word, p->parts[1].is_body = true)
    SAYS(word, p->parts[0].of_anyone = true)
    SAYS(word, p->guard = cond_of(1, 8); p->guard_count = 1)
    SAYS(word, p->phases[2].guard = cond_of(1, 8); p->phases[2].guard_count = 1)
    SAYS(word, p->phases[2].elected = true)
    SAYS(word, LOAD.conds = cond_of(1, 8); LOAD.cond_count = 1)
    SAYS(word, LOAD.src[0].at = SUM(0, RANK(1, 1, 0)))
    SAYS(word, LOAD.primitive = PRIM_STORE_GLOBAL_B32)
    SAYS(word, LOAD.primitive = PRIM_WARP_SYNC)
    SAYS(word, p->parts[1].first_phase = 1)
    SAYS(word, p->parts[1].first_phase = 1; p->parts[1].phase_count = 2)
    SAYS(word, p->phases[2].steps[1] = LOAD; p->phases[2].steps[1].cond_count = 1;
         p->phases[2].steps[1].conds = cond_of(1, 8);
         p->phases[2].step_count = 2)
    YES(p->parts[1].phase_count = 0; LOAD.src[0].at = SUM(0, RANK(1, 1, 0)))
}

static void flows(void) {
    const char *word = "two flows have different limits";
    SAYS(word, NEXT.limits.count = 0)
    SAYS(word, FLOW.limits.count = 0)
    SAYS(word, NEXT.limits.fill = 4)
    SAYS(word, NEXT.limits.keep = true)
    YES(NEXT.limits.keep = FLOW.limits.keep = true)
    YES(NEXT.limits.count = 2)
    YES(FLOW.limits.fill = 4; p->flow_count = 1)
    limits = 0; /* none is cut off */
    YES(NEXT.limits.fill = 4)
    limits = 1;
    word = "two flows may share an address for some run-time value";
    const Coef ld = {1, 1, {LD}};
    YES(NEXT.dst_at = 0) /* every address is a number */
    YES(FLOW.dst.layout.shard[0].stride = ld)
    YES(NEXT.src.layout.shard[0].stride = ld)
    SAYS(word, NEXT.dst_at = 0; NEXT.dst.layout.shard[0].stride = ld)
    SAYS(word, NEXT.dst_at = 0; FLOW.dst.layout.shard[0].stride = ld)
    SAYS(word, NEXT.src_at = 0; NEXT.src.layout.shard[0].stride = ld)
    SAYS(word, NEXT.src_at = 0; FLOW.dst.layout.shard[0].stride = ld)
    SAYS(word, FLOW.src_at = 0; FLOW.src.layout.shard[0].stride = ld) /* of one flow, too */
    SAYS(word, FLOW.src_at = 0; FLOW.dst.layout.shard[0].stride = ld)
    SAYS(word, FLOW.src_at = 0; FLOW.dst.layout = LAYOUT({2, 4, AXIS_M}, {4, 1, AXIS_M});
         FLOW.dst.layout.shard[0].stride = ld)
    SAYS(word, FLOW.src_at = 0; FLOW.dst.layout = LAYOUT({2, 4, AXIS_M}, {4, 1, AXIS_M});
         FLOW.dst.layout.shard[1].stride = ld)
    SAYS(word, FLOW.src_at = 0; FLOW.dst.region[0].symbol = ORIGIN)
    SAYS(word, FLOW.src_at = 0; FLOW.src.region[0].symbol = ORIGIN)
    YES(FLOW.src_at = 0; FLOW.dst.region[0].symbol = CTA) /* tried one by one */
    YES(FLOW.src_at = 0; FLOW.src.space = SPACE_REG; FLOW.src.layout.shard[0].stride = ld)
    YES(FLOW.src_at = 0; FLOW.dst.space = SPACE_REG; FLOW.dst.layout.shard[0].stride = ld)
}

static void tried_one_by_one(void) {
    for (int meet = 0; meet < 2; meet++) {
        Prover *prover = NEW(Prover);
        Plan *p = all();
        FLOW.src_at = meet ? 0 : FLOW.src_at;
        FLOW.dst.layout.shard[0].stride = (Coef){1, 1, {LD}};
        prover->plan = p;
        prover->ctas = 2;
        EXPECT(premises_hold(prover) == !meet && prover->needs_concrete == meet);
    }
}

int main(void) {
    for (turn = 0; turn < SYMBOLS; turn++) {
        other_ctas();
        peers();
        masks();
        told_apart();
        barriers();
        numbers();
        loops();
        parts();
        flows();
        tried_one_by_one();
    }
    mem_free_all();
    return unit_finish();
}
