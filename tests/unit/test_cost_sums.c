/* test_cost_sums.c: the cost of random Plans against docs/costs.md, access by access: every row of
 * the table there is counted for itself, sectors and lines are sets, and nothing is remembered from
 * the access before. Wavefronts are those of bank_wavefronts, which test_banks.c judges, and the
 * executions those of plan_walk, which test_walk.c judges. */
#include "generator/plan/banks.h"
#include "plans_parts.h"
#include "unit.h"

static uint64_t seed;
static int64_t below(int64_t count) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)(seed >> 33) % count;
}

/* ---- a Plan of anything ------------------------------------------------------------------------- */

enum { GMEM, SMEM, FAR, WORDS, BUFFERS, LOOPS = 3, MOST_STEPS = 6 };

/* A number of an item, and whether its digits must be taken apart for it. */
static Expr item(bool *divides) {
    static const struct {
        int64_t coef, div, mod, more; /* more x (item / mod) */
        bool divides;
    } rows[] = {
        {4, 1, 0, 0, false},
        {12, 1, 0, 0, false},
        {2, 1, 25, 50, false},
        {2, 1, 25, 51, true},
        {16, 1, 8, 0, true},
        {16, 2, 0, 0, true}};
    const size_t i = (size_t)below(COUNT_OF(rows));
    Expr at = expr_constant(0);
    for (int k = 0; k < (rows[i].more ? 2 : 1); k++) {
        Digit digit = k ? digit_of(VAR_ITEM, 0, rows[i].mod, 0)
                        : digit_of(VAR_ITEM, 0, rows[i].div, rows[i].mod);
        digit.steps[0] = 32;
        expr_add(&at, coef_int(k ? rows[i].more : rows[i].coef), digit);
    }
    *divides |= rows[i].divides;
    return at;
}

/* What must be known of a step beside its rows. */
typedef struct {
    bool divides, asks, turns;
} Made;
static Made made[2][MOST_STEPS];

/* Elements of most buffers are bytes. */
static Expr address(Made *m) {
    static const int64_t coefs[] = {1, 2, 4, 8, 16, 20, 32, 64, 128, 132};
    enum { COEFS = COUNT_OF(coefs) };
    Expr at = expr_constant(0);
    if (below(3) == 0)
        at = item(&m->divides);
    else
        expr_add(
            &at, coef_int(coefs[below(COEFS)]), digit_of(VAR_RANK, 0, below(3) + 1, below(2) * 8));
    at.constant = 16 * (below(40) - 20) + below(2) * below(16);
    for (int i = 0; i < LOOPS; i++)
        if (below(2))
            expr_add(&at, coef_int(coefs[below(COEFS)]), digit_of(VAR_LOOP, i, 1, 0));
    if (below(4) == 0) {
        Digit digit = digit_of(VAR_LOOP, 1, 1, 0);
        digit.turn_div = 1;
        digit.turn_mod = 4;
        expr_add(&at, coef_int(32), digit);
        m->turns = true;
    }
    return at;
}

static Side memory_side(PrimitiveId id, Made *m) {
    bool matrix = primitive_is_matrix(id), wide = primitives[id].bits > 128;
    return in_buffer(matrix ? SMEM : wide ? GMEM : (int)below(BUFFERS), address(m));
}

static void any_step(Phase *phase, Made *m) {
    PrimitiveId id;
    do
        id = (PrimitiveId)below(PRIM_COUNT);
    while (primitives[id].kind == KIND_TMEM_LOAD ||
           (primitives[id].bits > 256 && !primitive_is_matrix(id)));
    PrimitiveKind kind = primitives[id].kind;
    bool both = kind == KIND_ASYNC_COPY || kind == KIND_BULK_COPY;
    bool from = both || kind == KIND_LOAD || kind == KIND_MATRIX_LOAD;
    bool to = both || kind == KIND_STORE || kind == KIND_MATRIX_STORE || kind == KIND_ASYNC_STORE;
    *m = (Made){false, false, false};
    Step *step = &phase->steps[phase->step_count++];
    *step = (Step){.primitive = id, .object = NONE, .conds = NEW_ARRAY(Cond, 3)};
    step->dst = to ? memory_side(id, m) : in_bundle(0, expr_constant(0));
    step->src[0] = from ? memory_side(id, m) : in_bundle(0, expr_constant(0));
    step->count = 32 * (1 + below(8)) + below(2) * below(32);
    step->repeat_count = (int)below(2);
    step->repeat[0] = 2;
    for (int64_t i = below(3); i > 0; i--) {
        Expr lhs = below(2) ? item(&m->asks) : SUM(0, RANK(1, 1, 0));
        step->conds[step->cond_count++] = (Cond){lhs, COND_LT, expr_constant(20 + below(200))};
    }
    step->src[0].edge_count = below(4) ? 0 : 2;
    step->src[0].edges = NEW_ARRAY(Expr, 2);
    for (int i = 0; i < step->src[0].edge_count; i++)
        step->src[0].edges[i] = below(2) ? item(&m->asks) : expr_constant(1);
}

static Plan *any_plan(void) {
    static const int threads[] = {1, 20, 32, 33, 64, 100};
    static const Space spaces[] = {SPACE_GMEM, SPACE_SMEM, SPACE_DSMEM, SPACE_SMEM};
    Plan *p = plan_of("cost", SCOPE_CTA, threads[below(6)], dtype_find("u8", 2));
    for (int i = 0; i < BUFFERS; i++)
        add_buffer(p, "m", spaces[i], ROLE_OUT, 4096);
    p->buffers[WORDS].dtype = dtype_find("u32", 3);
    add_bundle(p, "v", ROLE_OUT, 64, 0);
    for (int i = 0; i < LOOPS; i++)
        add_loop(p, "l", 1 + below(5));
    Operand rows = rows_in(AXIS_LANEID, 32, 1), tile = row_major(SPACE_SMEM, 32, 1);
    const int64_t regs = below(3);
    add_flow(p, regs == 1 ? rows : tile, 0, regs == 2 ? rows : tile, 0);
    p->flow_count = below(4) ? 1 : 0;
    for (int k = 0; k < 2; k++) {
        Phase *phase = add_phase(p);
        phase->loops[phase->loop_count++] = 0;
        phase->loops[phase->loop_count++] = 1;
        if (below(2))
            add_guard(phase, SUM(0, RANK(1, 1, 0)), below(2) ? COND_LT : COND_GE, below(70));
        for (int64_t i = below(MOST_STEPS); i > 0; i--)
            any_step(phase, &made[k][phase->step_count]);
    }
    return p;
}

/* ---- its cost ----------------------------------------------------------------------------------- */

typedef struct {
    const Plan *plan;
    bool of_registers, by_rates;
    int64_t score[4][GENERATION_COUNT], wait[4]; /* by warp */
    int64_t sectors, bytes;
    int64_t executed[PRIM_COUNT][128]; /* by thread */
    BankWavefronts shared[2][MOST_STEPS][4];
    bool has_shared[2][MOST_STEPS];
} Sum;

/* Different pieces of so many bytes that the lanes touch, byte by byte. */
static int64_t pieces(unsigned lanes, const int64_t *at, int64_t bytes, int64_t size) {
    int64_t seen[32 * 32], count = 0;
    for (int lane = 0; lane < 32; lane++)
        for (int64_t byte = at[lane]; (lanes >> lane & 1) && byte < at[lane] + bytes; byte++) {
            int64_t piece = (byte - ((byte % size) + size) % size) / size;
            bool known = false;
            for (int64_t i = count - 1; i >= 0 && !known; i--)
                known = seen[i] == piece;
            if (!known)
                seen[count++] = piece;
        }
    return count;
}

static int64_t side_score(Sum *sum, const Execution *e, bool from) {
    const Side *side = from ? &e->at->src[0] : &e->at->dst;
    const int64_t *at = from ? e->src : e->dst;
    const PrimitiveId id = e->at->primitive;
    if (side->kind != AT_BUFFER)
        return 0;
    const Space space = sum->plan->buffers[side->of].space;
    if (space == SPACE_GMEM) {
        const int64_t bytes = primitives[id].bits / 8;
        int64_t sectors = pieces(e->lanes, at, bytes, 32), filled = 0;
        while (filled * 4 < sectors)
            filled++;
        sum->sectors += sectors;
        for (int lane = 0; lane < 32; lane++)
            sum->bytes += (e->lanes >> lane & 1) * bytes;
        return 4 * sectors + 4 * (pieces(e->lanes, at, bytes, 128) - filled);
    }
    const BankAccess access = bank_access(e, from);
    const BankWavefronts one = bank_wavefronts(&access);
    BankWavefronts *all = &sum->shared[e->phase][e->step][e->warp];
    if (space == SPACE_SMEM) {
        sum->has_shared[e->phase][e->step] = true;
        all->got += one.got;
        all->ideal += one.ideal;
        all->idle += one.idle;
        all->words += one.words;
    }
    return 4 * one.got;
}

static int64_t access_score(Sum *sum, const Execution *e) {
    const Made *m = &made[e->phase][e->step];
    const Step *step = e->at;
    const PrimitiveKind kind = primitives[step->primitive].kind;
    if (kind == KIND_BULK_COPY || kind == KIND_TENSOR_COPY) {
        int64_t copies = step->primitive == PRIM_BULK_GMEM_TO_SMEM_EACH ? 2 : 1, score = 0;
        for (int lane = 0; lane < 32; lane++)
            score += (e->lanes >> lane & 1) * copies * (48 + 4 * (step->count / 21));
        return score;
    }
    return 1 + side_score(sum, e, true) + side_score(sum, e, false) + (m->divides ? 4 : 0) +
           (m->asks ? 4 : 0) + (m->turns && sum->of_registers ? 4 : 0);
}

static bool add_execution(void *context, const Execution *e) {
    Sum *sum = context;
    const Step *step = e->at;
    const Primitive *primitive = &primitives[step->primitive];
    int64_t *score = sum->score[e->warp];
    bool is_move = primitive->act == ACT_MOVE || primitive->kind == KIND_FILL;
    int64_t own = is_move               ? (step->cond_count ? 2 : 0)
                  : primitive->has_rate ? 0
                                        : access_score(sum, e);
    for (int lane = 0; lane < 32 && !is_move; lane++)
        sum->executed[step->primitive][e->warp * 32 + lane] += e->lanes >> lane & 1;
    for (int g = 0; g < GENERATION_COUNT; g++)
        score[g] += primitive->has_rate && !is_move ? primitive->rate.issue[g] : own;
    if (is_move || !primitive->has_rate)
        return true;
    int64_t threads = step->primitive == PRIM_BARRIER_SYNC ? step->count : sum->plan->threads;
    int64_t warps = threads / 32 + (threads % 32 > 0);
    sum->wait[e->warp] += primitive->rate.wait + primitive->rate.wait_a_warp * warps;
    sum->by_rates = true;
    return true;
}

/* ---- compared ----------------------------------------------------------------------------------- */

static void scores(const Sum *sum, const Cost *cost) {
    for (int g = 0; g < GENERATION_COUNT; g++) {
        int64_t all = 0, busiest = 0;
        for (int warp = 0; warp < 4; warp++) {
            int64_t until = sum->score[warp][g] + sum->wait[warp];
            all += sum->score[warp][g];
            busiest = until > busiest ? until : busiest;
        }
        EXPECT(cost->scores[g] == all + busiest);
    }
    EXPECT(cost->score == cost->scores[1] && cost->by_rates == sum->by_rates);
    EXPECT(cost->sectors == sum->sectors && !cost->symbolic);
    EXPECT(cost->ideal_sectors == sum->bytes / 32 + (sum->bytes % 32 > 0));
}

static void wavefronts(const Sum *sum, const Cost *cost) {
    int count = 0;
    for (int p = 0; p < 2; p++)
        for (int s = 0; s < sum->plan->phases[p].step_count; s++) {
            const BankWavefronts *of = sum->shared[p][s], *worst = of;
            if (!sum->has_shared[p][s])
                continue;
            for (int warp = 1; warp < 4; warp++)
                worst = of[warp].got > worst->got ? &of[warp] : worst;
            /* Accesses of 32 bits or more: 32 words each, 128 bits at most. */
            int bits = primitives[sum->plan->phases[p].steps[s].primitive].bits;
            int64_t wider = 0;
            while (wider < worst->ideal &&
                   (wider * 32 < worst->words || wider * 128 < worst->got * bits))
                wider++;
            const Wavefronts *got = &cost->wavefronts[count++];
            EXPECT(count <= cost->wavefront_count && got->phase == p && got->step == s);
            EXPECT(got->got == worst->got && got->ideal == worst->ideal);
            EXPECT(got->idle == worst->idle && got->wider == wider);
        }
    EXPECT(cost->wavefront_count == count);
}

/* In the order of their first steps. */
static void instructions(const Sum *sum, const Cost *cost) {
    int count = 0;
    bool seen[PRIM_COUNT] = {false};
    for (int p = 0; p < 2; p++)
        for (int s = 0; s < sum->plan->phases[p].step_count; s++) {
            PrimitiveId id = sum->plan->phases[p].steps[s].primitive;
            int64_t most = 0;
            for (int thread = 0; thread < 128; thread++)
                most = sum->executed[id][thread] > most ? sum->executed[id][thread] : most;
            if (most == 0 || seen[id])
                continue;
            seen[id] = true;
            const InstructionCount *got = &cost->instructions[count++];
            EXPECT(got->primitive == id && got->count == most);
        }
    EXPECT(cost->instruction_count == count);
}

static void random_plans(void) {
    int64_t accesses = 0;
    for (int i = 0; i < 400; i++) {
        MemMark mark = mem_mark();
        seed = (uint64_t)i;
        const Plan *plan = any_plan();
        Sum *sum = NEW(Sum);
        sum->plan = plan;
        sum->of_registers = plan->flow_count && (plan->flows[0].src.space == SPACE_REG ||
                                                 plan->flows[0].dst.space == SPACE_REG);
        EXPECT(plan_walk(plan, add_execution, sum));
        const Cost cost = plan_cost(plan);
        scores(sum, &cost);
        wavefronts(sum, &cost);
        instructions(sum, &cost);
        accesses += cost.sectors + cost.wavefront_count;
        mem_rewind(mark);
    }
    EXPECT(accesses > 1000);
}

/* An address beyond all numbers costs more than anything; so the plan is never the best. */
static void beyond_numbers(void) {
    Plan *p = plan_of("cost", SCOPE_WARP, 32, F32);
    add_buffer(p, "m", SPACE_SMEM, ROLE_IN, 4096);
    add_bundle(p, "v", ROLE_OUT, 4, 0);
    Expr at = SUM(0, RANK(INT64_MAX / 8, 1, 0)), zero = expr_constant(0);
    add_step(add_phase(p), PRIM_LOAD_SHARED_B32, 0, at, 0, zero);
    const Cost cost = plan_cost(p);
    for (int g = 0; g < GENERATION_COUNT; g++)
        EXPECT(cost.scores[g] == INT64_MAX);
    EXPECT(cost.score == INT64_MAX);
}

/* A run-time number is taken as its smallest, and that is said; but for the number of a barrier. */
static void symbols(void) {
    for (int role = 0; role < SYMBOL_ROLES; role++)
        for (int first = 0; first < 2; first++) {
            Plan *p = plan_of("cost", SCOPE_WARP, 32, F32);
            Symbol two[] = {
                {.name = "a", .role = SYMBOL_BARRIER, .max = 9, .divisor = 1},
                {.name = "b", .role = SYMBOL_BARRIER, .max = 9, .divisor = 1}};
            two[first].role = (SymbolRole)role;
            p->symbols = two;
            p->symbol_count = 2;
            EXPECT(plan_cost(p).symbolic == (role != SYMBOL_BARRIER));
            p->symbol_count = 0;
            EXPECT(!plan_cost(p).symbolic);
        }
}

int main(void) {
    random_plans();
    beyond_numbers();
    symbols();
    mem_free_all();
    return unit_finish();
}
