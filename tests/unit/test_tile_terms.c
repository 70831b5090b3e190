/* test_tile_terms.c: what the tile room does where an expression, a step or a phase has no room for one term, loop
 * or condition more: the last that goes, and the first that does not. */
#include "generator/tile/tile.h"
#include "unit.h"

static Copy *read_copy(const char *text) {
    Text line = {0};
    text_printf(&line, "%s as under_test\n", text);
    const Source *source = source_from_text("<terms>", line.at, line.length);
    Module *module = lang_load(source, prelude_text, NULL, 0, 0);
    bool one = module && diag_error_count() == 0 && module->request_count == 1;
    EXPECT_OF(text, one);
    return one ? &module->requests[0]->copy : NULL;
}

static const char *const between = "copy warp f32 gmem S[(32)] -> smem S[(32)]";
static const char *const out_of = "copy warp f32 reg S[(32,8):(1@laneid,1)] -> smem S[(32,8)]";
static const char *const masked =
    "copy warp f16 gmem S[(30,24):(30,1)] -> smem S[(30,24)] { masked; }";

static Partition *partition_of(const char *text) {
    Decline decline;
    Partition *partition = partition_new(read_copy(text), &decline);
    EXPECT_OF(text, partition != NULL);
    return partition;
}

/* Run-time origins of a side: a term each. */
static void add_origins(Partition *partition, int side, int count) {
    Slice *slice = &partition->slice[side];
    for (; slice->origin_count < count; slice->origin_count++) {
        slice->origin[slice->origin_count].stride = coef_int(3);
        slice->origin[slice->origin_count].div = 1 + slice->origin_count;
    }
}

static void fill(Expr *expr, int terms) {
    while (expr->term_count < terms)
        EXPECT(expr_add(expr, coef_int(3), digit_of(VAR_RANK, 0, 1 + expr->term_count, 0)));
}

/* ---- bases ------------------------------------------------------------------------------------- */

static void bases(void) {
    for (int side = SRC; side <= DST; side++)
        for (int more = 0; more < 2; more++) {
            Partition *partition = partition_of(between);
            Expr expr;
            Moves moves;
            for (int i = 0; i < MAX_MONOMIALS; i++) {
                partition->basis.monomial[i] = (Coef){1, 1, {i}};
                partition->base[side].value[i] = 1 + i;
            }
            partition->basis.count = MAX_MONOMIALS;
            partition->base[side].constant = 77;
            add_origins(partition, side, MAX_TERMS - MAX_MONOMIALS + more);
            EXPECT(expr_base(partition, side, &expr) == !more && expr.constant == 77);
            EXPECT(expr.term_count == MAX_TERMS && expr.terms[15].coef.value == 16);
            EXPECT(expr.terms[15].digit.kind == VAR_ONE && expr.terms[16].coef.value == 3);
            EXPECT(expr_base(partition, 1 - side, &expr) && expr.term_count == 0);
            moves_start(&moves, partition, 1, 0, 0);
            EXPECT(moves.count == 2 && moves_base(&moves, partition) == !more);
        }
    for (int more = 0; more < 2; more++) {
        Partition *partition = partition_of(out_of);
        Moves moves;
        add_origins(partition, SRC, MAX_TERMS + more);
        moves_start(&moves, partition, 1, -1, 0);
        EXPECT(moves.count == 1 && moves_base(&moves, partition) == !more);
    }
}

/* ---- moves ------------------------------------------------------------------------------------- */

static Moves moves_of(const char *text, int64_t vector) {
    Partition *partition = partition_of(text);
    Moves moves;
    moves_start(&moves, partition, vector, 0, 0);
    EXPECT_OF(text, moves_base(&moves, partition));
    return moves;
}

/* Of each step the address, or the registers, has no room: nothing that comes after makes up for it. */
static void steps_that_are_full(void) {
    const Copy *copy = read_copy(between);
    Atom atom = {.extent = 2, .axis = AXIS_M, .mem = {{1, 0, {0}}, {1, 0, {0}}}, .step = 1};
    Digit digit = digit_of(VAR_RANK, 0, 2, 2);
    for (int at = -1; at < 2; at++)
        for (int terms = MAX_TERMS - 1; terms <= MAX_TERMS; terms++) {
            Moves moves = moves_of(between, 1);
            bool room = at < 0 || terms < MAX_TERMS;
            if (at >= 0)
                fill(&step_memory(&moves.steps[at])->at, terms);
            EXPECT(moves_add(&moves, copy, &atom, digit) == room);
            moves = moves_of(between, 1);
            if (at >= 0)
                fill(&step_bundle(&moves.steps[at])->at, terms);
            EXPECT(moves_add_slot(&moves, 4, digit) == room);
            EXPECT(moves_add_slot(&moves, 0, digit)); /* nothing is added */
        }
}

/* Of a masked copy the conditions count too. */
static void conditions_that_are_full(void) {
    const Copy *copy = read_copy(masked);
    Digit digit = digit_of(VAR_RANK, 0, 2, 2);
    Moves whole = moves_of(masked, 4);
    int conds = 0;
    for (int i = 0; i < whole.count; i++)
        for (int c = 0; c < whole.steps[i].cond_count; c++, conds++) {
            int limit = whole.steps[i].conds[c].rhs.terms[0].digit.index;
            for (int dim = 0; dim < 2; dim++) {
                Atom atom = {.extent = 2, .axis = AXIS_M, .dim = dim, .step = 5};
                Moves moves = moves_of(masked, 4);
                Expr *lhs = &moves.steps[i].conds[c].lhs;
                bool own = copy->limits.at[dim].symbol == limit;
                EXPECT(moves_add(&moves, copy, &atom, digit) && lhs->term_count == own);
                EXPECT(!own || lhs->terms[0].coef.value == 5);
                fill(lhs, MAX_TERMS);
                EXPECT(moves_add(&moves, copy, &atom, digit) == !own);
            }
        }
    EXPECT(conds >= 5); /* two of whole vectors, three of their parts */
}

/* Loops around steps, and one more around the elements of a vector. */
static void repeats(void) {
    int loops[MAX_REPEAT] = {0};
    for (int full = -1; full < 3; full++)
        for (int count = MAX_REPEAT - 1; count <= MAX_REPEAT; count++) {
            Partition *partition = partition_of(masked);
            Plan *plan = plan_new(partition->copy, "under_test");
            Moves moves = moves_of(masked, 4);
            int part = 0;
            while (part < moves.count && !moves.by_element[part])
                part++;
            EXPECT(part < moves.count);
            Step *step = &moves.steps[part];
            Expr *exprs[] = {
                &step_memory(step)->at,
                &step_bundle(step)->at,
                &step->conds[step->cond_count - 1].lhs};
            if (full >= 0)
                fill(exprs[full], MAX_TERMS);
            bool room = full < 0 && count < MAX_REPEAT;
            EXPECT(moves_repeat(&moves, plan, loops, count, 4) == room);
            EXPECT(plan->loop_count == 1 && plan->loops[0].extent == 3);
            EXPECT(!room || step->repeat_count == MAX_REPEAT);
        }
    Partition *partition = partition_of(between);
    Moves moves = moves_of(between, 4);
    EXPECT(moves_repeat(&moves, plan_new(partition->copy, "x"), loops, MAX_REPEAT, 4));
    EXPECT(moves.steps[1].repeat_count == MAX_REPEAT);
}

/* ---- plans ------------------------------------------------------------------------------------- */

/* So many twos that neither side has as one. */
static Partition *of_twos(int count) {
    Partition *partition = partition_of(between);
    partition->atom_count = count;
    for (int i = 0; i < count; i++) {
        partition->atoms[i] = (Atom){.extent = 2, .axis = AXIS_M, .step = 1};
        partition->atoms[i].mem[SRC] = coef_int((int64_t)4 << i);
        partition->atoms[i].mem[DST] = coef_int((int64_t)4 << (count - i));
    }
    return partition;
}

static void numbered_items(void) {
    for (int count = MAX_TERMS; count <= MAX_TERMS + 1; count++) {
        const Partition *partition = of_twos(count);
        const RankSet *ranks = NEW(RankSet);
        for (int rank = 0; rank < 32; rank++)
            ((RankSet *)ranks)->has[rank] = true;
        ((RankSet *)ranks)->count = 32;
        const Plan *plan = items_plan(partition, "rounds", 1, ranks, 0);
        EXPECT((plan != NULL) == (count == MAX_TERMS));
        EXPECT(!plan || plan->ops_per_thread == 1 << (count - 5));
    }
}

static bool puts_chunks(int loops, int src, int dst) {
    Partition *partition = of_twos(loops);
    Chunk chunk = {.elements = 4};
    Plan *plan = plan_new(partition->copy, "bulk");
    Phase *phase = plan_add_phase(plan, 1);
    Step step = step_new(PRIM_LOAD_GLOBAL_B32);
    add_origins(partition, SRC, src);
    add_origins(partition, DST, dst);
    bool ok = chunks_put(plan, phase, &step, partition, &chunk);
    EXPECT(!ok || (phase->loop_count == loops && plan->ops_per_thread == 1 << loops));
    EXPECT(!ok || (step.src[0].at.term_count == loops + src && step.count == 16));
    for (int i = 0; i < plan->loop_count && ok; i++)
        EXPECT(plan->loops[i].unroll == (loops - i <= 8)); /* 256 inner ones */
    return ok;
}

static void chunks(void) {
    EXPECT(puts_chunks(0, 0, 0) && puts_chunks(1, 0, 0) && puts_chunks(9, 2, 3));
    EXPECT(puts_chunks(MAX_LOOPS, 0, 0) && !puts_chunks(MAX_LOOPS + 1, 0, 0));
    EXPECT(puts_chunks(10, 10, 10) && !puts_chunks(10, 11, 0) && !puts_chunks(10, 0, 11));
    EXPECT(puts_chunks(0, 20, 20) && !puts_chunks(0, 21, 0) && !puts_chunks(0, 0, 21));
}

/* A digit of the counter each. */
static bool is_flat(int src, int dst) {
    Copy *copy = read_copy(between);
    for (int side = SRC; side <= DST; side++) {
        Operand *operand = side == SRC ? &copy->src : &copy->dst;
        int count = side == SRC ? src : dst;
        operand->shape[0] = operand->region[0].extent = (int64_t)1 << 24;
        operand->layout.shard_count = count;
        for (int i = 0; i < count; i++)
            operand->layout.shard[i] = (Iter){.extent = 2, .stride = coef_int((int64_t)1 << i)};
        operand->layout.shard[0].extent = (int64_t)1 << (25 - count);
    }
    const Plan *plan = flat_plan(copy);
    EXPECT(!plan || plan->phases[0].steps[0].src[0].at.term_count == src);
    EXPECT(!plan || plan->phases[0].steps[1].dst.at.term_count == dst);
    return plan;
}

static void flat(void) {
    EXPECT(is_flat(2, 3) && is_flat(MAX_TERMS, MAX_TERMS));
    EXPECT(!is_flat(MAX_TERMS + 1, 3) && !is_flat(3, MAX_TERMS + 1) && !is_flat(24, 24));
}

/* ---- loops and arguments ----------------------------------------------------------------------- */

/* One loop around a chunk: up to 256 are written out. */
static bool is_unrolled(int64_t extent) {
    Partition *partition = of_twos(1);
    Chunk chunk = {.elements = 4};
    Plan *plan = plan_new(partition->copy, "bulk");
    Phase *phase = plan_add_phase(plan, 1);
    Step step = step_new(PRIM_LOAD_GLOBAL_B32);
    partition->atoms[0].extent = extent;
    EXPECT(chunks_put(plan, phase, &step, partition, &chunk) && plan->loop_count == 1);
    return plan->loops[0].unroll;
}

/* One element of the source for many of the destination: how many loops are around its load? */
static int loops_of_load(int64_t extent) {
    Partition *partition = partition_of("copy thread f32 gmem S[(4)] -> smem S[(4)]");
    static Spread spread;
    static RankSet one = {.has = {true}, .count = 1};
    partition->atom_count = 1;
    partition->atoms[0] = (Atom){.extent = extent, .axis = AXIS_M, .step = 1};
    partition->atoms[0].mem[DST] = coef_int(3);
    const Plan *plan = threads_plan(partition, &spread, "rounds", 1, &one);
    EXPECT(plan && plan->ops_per_thread == extent);
    return plan ? plan->phases[0].loop_count + plan->phases[0].steps[0].repeat_count : -1;
}

static void numbers_of_loops(void) {
    EXPECT(is_unrolled(2) && is_unrolled(256) && !is_unrolled(257) && !is_unrolled(1000));
    EXPECT(loops_of_load(2) == 0 && loops_of_load(64) == 0);
    EXPECT(loops_of_load(65) == 2 && loops_of_load(67) == 1); /* 5 times 13; one after another */
}

/* Registers of 32 bits: 64 of them where nothing is said, and at least one vector. */
static void rooms(void) {
    Copy *copy = read_copy(between);
    EXPECT(room_of(copy, 32) == 64 && room_of(copy, 128) == 16 && room_of(copy, 8) == 256);
    copy->options.register_budget = 4;
    EXPECT(room_of(copy, 32) == 4 && room_of(copy, 128) == 1 && room_of(copy, 256) == 1);
    copy->options.register_budget = 1;
    EXPECT(room_of(copy, 64) == 1 && room_of(copy, 32) == 1 && room_of(copy, 16) == 2);
    copy->options.register_budget = 7;
    EXPECT(room_of(copy, 64) == 3 && room_of(copy, 128) == 1);
}

/* A cluster has up to 16 CTAs, a mask of them 16 bits, and there are 16 named barriers. */
static void arguments(void) {
    Plan *plan = plan_new(read_copy("copy cta(64) f32 gmem S[(64)] -> smem S[(64)]"), "x");
    const Expr *cta = plan_add_cta(plan), *ctas = plan_add_ctas(plan);
    Phase *phase = plan_add_phase(plan, 2);
    plan_add_sync(plan, phase);
    plan_add_sync(plan, phase);
    EXPECT(plan->symbol_count == 3 && plan->object_count == 1 && phase->step_count == 2);
    static const int64_t most[] = {15, 65535, 15};
    for (int i = 0; i < 3; i++) {
        const Symbol *symbol = &plan->symbols[i];
        EXPECT(symbol->min == 0 && symbol->max == most[i] && symbol->divisor == 1);
    }
    const Expr *exprs[] = {cta, ctas};
    for (int i = 0; i < 2; i++) {
        EXPECT(exprs[i]->constant == 0 && exprs[i]->term_count == 1);
        EXPECT(exprs[i]->terms[0].digit.kind == VAR_SYMBOL && exprs[i]->terms[0].digit.index == i);
        EXPECT(exprs[i]->terms[0].coef.value == 1 && exprs[i]->terms[0].digit.mod == 0);
    }
    EXPECT(phase->steps[0].primitive == PRIM_BARRIER_SYNC && phase->steps[0].count == 64);
    EXPECT(phase->steps[0].object == 0 && phase->steps[1].object == 0);
    EXPECT(plan->objects[0].kind == OBJECT_BARRIER && plan->objects[0].number == 3);
    plan_add_barrier(plan);
    EXPECT(plan->object_count == 1 && plan->symbol_count == 3); /* it has one */
    const char *const others[] = {
        "copy thread f32 gmem S[(64)] -> smem S[(64)]",
        "copy warp f32 gmem S[(64)] -> smem S[(64)]"};
    for (int i = 0; i < 2; i++) {
        plan = plan_new(read_copy(others[i]), "x");
        phase = plan_add_phase(plan, 1);
        plan_add_sync(plan, phase);
        plan_add_barrier(plan);
        EXPECT(plan->symbol_count == 0 && plan->object_count == 0 && phase->step_count == i);
    }
    EXPECT(phase->steps[0].primitive == PRIM_WARP_SYNC);
}

/* Whole sixteens of bytes; of none an argument without a buffer. */
static void scratches(void) {
    static const int64_t bytes[] = {0, 1, 15, 16, 17, 32, 33},
                         whole[] = {0, 16, 16, 16, 32, 32, 48};
    for (size_t i = 0; i < COUNT_OF(bytes); i++) {
        const Copy *copy = read_copy(between);
        Plan *plan = plan_new(copy, "x");
        plan_add_scratch(plan, "scratch", copy->dtype, bytes[i], 5);
        EXPECT(plan->arena_count == 1 && plan->arenas[0].bytes == whole[i]);
        EXPECT(plan->arenas[0].align == 16 && plan->buffer_count == (bytes[i] > 0));
        EXPECT(!bytes[i] || (plan->buffers[0].arena == 1 && plan->buffers[0].elements == 5));
        EXPECT(!bytes[i] || plan->buffers[0].align == 16);
    }
}

int main(void) {
    bases();
    steps_that_are_full();
    conditions_that_are_full();
    repeats();
    numbered_items();
    chunks();
    flat();
    numbers_of_loops();
    rooms();
    arguments();
    scratches();
    mem_free_all();
    return unit_finish();
}
