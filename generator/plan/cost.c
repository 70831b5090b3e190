/* cost.c: Plan -> what it costs: instructions of the busiest thread, wavefronts of every shared
 * step (banks.c), sectors of global memory, and one score for `policy best`. docs/costs.md explains
 * the model and the measurements that it reproduces.
 *
 * Score, in quarter cycles of one SM: every warp-level access costs
 *   1 (issue) + 4 x wavefronts + 4 x sectors + 4 x the lines of 128 bytes beyond those that the
 *   sectors would fill; 4 more where its address divides the number of an item, 4 where its limits
 *   or edges do, 4 where it turns in a copy of registers; a predicated move 2 (a select at half
 *   rate, which is as if every lane paid it); a bulk copy 48 + 4 x bytes / 21; a series of them to
 *   each of several CTAs twice that.
 * Syncs and instructions between registers cost what their rows say, on every generation of
 * targets; what a warp waits there counts where it is the busiest, since others work meanwhile.
 * The score is the sum over all warps plus the sum of the busiest warp: equal work that is spread
 * over more warps wins, and a serial thread pays a whole wavefront or sector for every element. */
#include "banks.h"
#include <string.h>

enum {
    ISSUE = 1,
    PER_WAVEFRONT = 4,
    PER_SECTOR = 4,
    PER_LINE = 4,
    SELECT = 2,
    DIVIDE = 4,
    ASK = 4,
    TURN = 4,
    BULK_ISSUE = 48,
    BULK_RATE = 21,
    EACH_OF = 2 /* CTAs, which the caller names: several are two at least */
};

/* The last access of a step and what it cost: an access whose lanes all moved by one distance (of
 * whole words, or whole sectors) costs the same. */
typedef struct {
    bool known;
    unsigned lanes;
    int64_t at[32];
    int64_t sectors, lines;
    BankWavefronts wavefronts;
} Last;

typedef struct {
    BankWavefronts *wavefronts; /* per warp; NULL: it has touched no shared memory */
    Last shared, global;
} StepCost;

typedef struct {
    const Plan *plan;
    int64_t warps;
    StepCost **steps;                      /* by phase and step */
    int64_t *count[PRIM_COUNT];            /* per rank, NULL until used */
    int64_t *warp_score;                   /* of accesses: the same everywhere */
    int64_t *warp_rates[GENERATION_COUNT]; /* of rows with a COST */
    int64_t *warp_wait;
    bool by_rates;
    int64_t sectors, global_bytes;
} Tally;

/* -1 / 32 is 0 in C, and the byte before the first sector is in sector -1. */
static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

/* Different pieces of memory that one warp's access touches: sectors of 32 bytes, lines of 128. */
static int64_t count_pieces(unsigned lanes, const int64_t *at, int64_t bytes, int64_t size) {
    int64_t seen[64],
        count = 0; /* an access is of 32 bytes at most: each lane's is in two pieces */
    budget_spend(64);
    for (int lane = 0; lane < 32; lane++) {
        if (!(lanes >> lane & 1)) {
            continue;
        }
        int64_t begin = floor_div(at[lane], size), end = floor_div(at[lane] + bytes - 1, size);
        for (int64_t sector = begin; sector <= end; sector++) {
            int64_t i = count - 1;
            while (i >= 0 && seen[i] != sector) {
                i--;
            }
            if (i < 0) {
                seen[count++] = sector;
            }
        }
    }
    return count;
}

/* True where `at` is the last access moved by a multiple of `unit` bytes; remembers it
 * otherwise. */
static bool same_pattern(Last *last, unsigned lanes, const int64_t *at, int64_t unit) {
    int64_t distance = 0;
    bool same = last->known && last->lanes == lanes, first = true;
    for (int lane = 0; same && lane < 32; lane++) {
        if (lanes >> lane & 1) {
            int64_t moved = at[lane] - last->at[lane];
            same = first ? moved % unit == 0 : moved == distance;
            distance = moved;
            first = false;
        }
    }
    if (!same) {
        last->known = true;
        last->lanes = lanes;
        memcpy(last->at, at, sizeof last->at);
    }
    return same;
}

static int64_t tally_global(Tally *tally, const Execution *e, const int64_t *at, int64_t bytes) {
    StepCost *step = &tally->steps[e->phase][e->step];
    unsigned lanes = primitive_address_lanes(e->at->primitive, e->lanes);
    if (!same_pattern(&step->global, lanes, at, 128)) {
        step->global.sectors = count_pieces(lanes, at, bytes, 32);
        step->global.lines = count_pieces(lanes, at, bytes, 128);
    }
    tally->sectors += step->global.sectors;
    tally->global_bytes += bits_set(lanes) * bytes;
    int64_t filled = (step->global.sectors + 3) / 4;
    return PER_SECTOR * step->global.sectors + PER_LINE * (step->global.lines - filled);
}

static int64_t tally_shared(Tally *tally, const Execution *e, bool from, bool counted) {
    StepCost *step = &tally->steps[e->phase][e->step];
    BankAccess access = bank_access(e, from);
    if (!same_pattern(&step->shared, access.lanes, access.at, 4)) {
        budget_spend(32 + 4 * access.bytes);
        step->shared.wavefronts = bank_wavefronts(&access);
    }
    const BankWavefronts *one = &step->shared.wavefronts;
    if (counted && !step->wavefronts)
        step->wavefronts = NEW_ARRAY(BankWavefronts, tally->warps);
    if (counted) {
        BankWavefronts *sum = &step->wavefronts[e->warp];
        sum->got += one->got;
        sum->ideal += one->ideal;
        sum->idle += one->idle;
        sum->words += one->words;
    }
    return PER_WAVEFRONT * one->got;
}

/* One side of an access: its score, and the tallies of its space. */
static int64_t tally_side(Tally *tally, const Execution *e, bool from, int64_t bytes) {
    const Side *side = from ? &e->at->src[0] : &e->at->dst;
    if (side->kind != AT_BUFFER) {
        return 0;
    }
    Space space = tally->plan->buffers[side->of].space;
    return space == SPACE_GMEM ? tally_global(tally, e, from ? e->src : e->dst, bytes)
                               : tally_shared(tally, e, from, space == SPACE_SMEM);
}

static void tally_instruction(Tally *tally, const Execution *e) {
    int64_t **count = &tally->count[e->at->primitive];
    if (!*count) {
        *count = NEW_ARRAY(int64_t, tally->plan->threads);
    }
    for (int lane = 0; lane < 32; lane++) {
        if (e->lanes >> lane & 1) {
            (*count)[e->warp * 32 + lane]++;
        }
    }
}

/* Is the sum one multiple of the whole item: item / 25 * 50 + item % 25 * 2 is item * 2. */
static bool is_whole_item(const Expr *expr) {
    int64_t next = 1, coef = 0;
    for (bool found = true; found;) {
        found = false;
        for (int i = 0; i < expr->term_count; i++) {
            const Term *term = &expr->terms[i];
            if (term->digit.kind != VAR_ITEM || term->digit.div != next)
                continue;
            if (term->coef.count || (next > 1 && term->coef.value != coef))
                return false;
            if (term->digit.mod == 0)
                return true;
            found = true;
            coef = term->coef.value;
            if (!mul_i64(next, term->digit.mod, &next) || !mul_i64(coef, term->digit.mod, &coef))
                return false;
        }
    }
    return false;
}

/* Digits of an item: a multiplication, a shift and two multiply-adds. */
static bool divides_item(const Expr *expr) {
    for (int t = 0; t < expr->term_count; t++)
        if (expr->terms[t].digit.kind == VAR_ITEM)
            return !is_whole_item(expr);
    return false;
}

static bool side_divides(const Side *side) {
    return side->kind == AT_BUFFER && divides_item(&side->at);
}

/* Limits and edges need the row and the column of each item: two instructions each. 34x66 f32 with
 * limits by 256 threads, compiled for sm_90: 16 instructions an item, 8 where groups take rows. */
static bool asks_of_item(const Step *step) {
    bool asks = false;
    for (int c = 0; c < step->cond_count && !asks; c++)
        asks = divides_item(&step->conds[c].lhs);
    for (int d = 0; d < step->src[0].edge_count && !asks; d++)
        asks = divides_item(&step->src[0].edges[d]);
    return asks;
}

/* Vector i ^ lane / 4 % 2 of a thread's own registers: an XOR and an addition for each, where
 * otherwise a constant stands in the instruction. Ways to permute memory are compared without
 * it. */
static bool turns(const Side *side) {
    for (int t = 0; side->kind == AT_BUFFER && t < side->at.term_count; t++)
        if (side->at.terms[t].digit.turn_mod)
            return true;
    return false;
}

static bool of_registers(const Plan *plan) {
    return plan->flow_count &&
           (plan->flows[0].src.space == SPACE_REG || plan->flows[0].dst.space == SPACE_REG);
}

/* What it takes to make the addresses of a step, beside its constants and sums. */
static int64_t address_score(const Plan *plan, const Step *step) {
    bool divides = side_divides(&step->dst) || side_divides(&step->src[0]);
    bool turned = of_registers(plan) && (turns(&step->dst) || turns(&step->src[0]));
    return (divides ? DIVIDE : 0) + (asks_of_item(step) ? ASK : 0) + (turned ? TURN : 0);
}

/* A barrier of more warps takes longer. */
static void tally_rate(Tally *tally, const Execution *e, const Rate *rate) {
    bool is_named = primitives[e->at->primitive].act == ACT_BARRIER_SYNC;
    int64_t threads = is_named ? e->at->count : tally->plan->threads;
    for (int g = 0; g < GENERATION_COUNT; g++)
        tally->warp_rates[g][e->warp] += rate->issue[g];
    tally->warp_wait[e->warp] += rate->wait + rate->wait_a_warp * ((threads + 31) / 32);
    tally->by_rates = true;
}

static bool tally_execution(void *context, const Execution *e) {
    Tally *tally = context;
    const Step *step = e->at;
    const Primitive *primitive = &primitives[step->primitive];
    int64_t score = ISSUE + address_score(tally->plan, step);
    if (primitive->act == ACT_MOVE || primitive->kind == KIND_FILL) {
        tally->warp_score[e->warp] += step->cond_count > 0 ? SELECT : 0;
        return true;
    }
    tally_instruction(tally, e);
    const Rate *rate = primitive_rate(step->primitive);
    if (rate) {
        tally_rate(tally, e, rate);
        return true;
    }
    if (primitive->kind == KIND_BULK_COPY || primitive->kind == KIND_TENSOR_COPY) {
        bool each = step->primitive == PRIM_BULK_GMEM_TO_SMEM_EACH;
        int64_t copies = bits_set(e->lanes) * (each ? EACH_OF : 1);
        score = copies * (BULK_ISSUE + 4 * (step->count / BULK_RATE));
    } else {
        int64_t bytes = primitive->bits / 8; /* of global memory, which has no matrices */
        score += tally_side(tally, e, true, bytes) + tally_side(tally, e, false, bytes);
    }
    tally->warp_score[e->warp] += score;
    return true;
}

static void frame_steps(Tally *tally) {
    const Plan *plan = tally->plan;
    tally->steps = NEW_ARRAY(StepCost *, plan->phase_count);
    for (int i = 0; i < plan->phase_count; i++)
        tally->steps[i] = NEW_ARRAY(StepCost, plan->phases[i].step_count);
}

/* 64 accesses of 16 bits by 32 lanes ask for 16 words each and take 64 wavefronts; accesses of 32
 * bits would take 32 for these words. Accesses of 128 bits are never less than a quarter of those
 * of 32. */
static int64_t wider_wavefronts(const BankWavefronts *of, int bits) {
    int64_t full = (of->words + 31) / 32, widest = (of->got * bits + 127) / 128;
    int64_t wider = full > widest ? full : widest;
    return wider < of->ideal ? wider : of->ideal;
}

static void sum_wavefronts(const Tally *tally, Cost *cost) {
    const Plan *plan = tally->plan;
    for (int i = 0; i < plan->phase_count; i++) {
        for (int j = 0; j < plan->phases[i].step_count; j++) {
            const StepCost *step = &tally->steps[i][j];
            const BankWavefronts *of = step->wavefronts, *worst = of;
            for (int64_t warp = 0; of && warp < tally->warps; warp++) {
                worst = of[warp].got > worst->got ? &of[warp] : worst;
            }
            if (of) { /* some step serves ragged tiles alone */
                int bits = primitives[plan->phases[i].steps[j].primitive].bits;
                int64_t wider = wider_wavefronts(worst, bits);
                cost->wavefronts[cost->wavefront_count++] =
                    (Wavefronts){worst->got, worst->ideal, worst->idle, i, j, wider};
            }
        }
    }
}

/* In the order in which the plan first uses them. */
static void sum_instructions(const Tally *tally, Cost *cost) {
    const Plan *plan = tally->plan;
    bool done[PRIM_COUNT] = {false};
    for (int i = 0; i < plan->phase_count; i++) {
        for (int j = 0; j < plan->phases[i].step_count; j++) {
            PrimitiveId id = plan->phases[i].steps[j].primitive;
            int64_t most = 0;
            for (int rank = 0; !done[id] && tally->count[id] && rank < plan->threads; rank++) {
                most = tally->count[id][rank] > most ? tally->count[id][rank] : most;
            }
            if (most > 0 && cost->instruction_count < (int)COUNT_OF(cost->instructions)) {
                cost->instructions[cost->instruction_count++] = (InstructionCount){id, most};
            }
            done[id] = true;
        }
    }
}

/* All warps, and the busiest once more, with what it waits. */
static int64_t sum_score(const Tally *tally, Generation generation) {
    int64_t score = 0, busiest = 0;
    for (int64_t warp = 0; warp < tally->warps; warp++) {
        int64_t own = tally->warp_score[warp] + tally->warp_rates[generation][warp];
        int64_t until = own + tally->warp_wait[warp];
        score += own;
        busiest = until > busiest ? until : busiest;
    }
    return score + busiest;
}

static Tally *tally_new(const Plan *plan) {
    Tally *tally = NEW(Tally);
    int64_t warps = (plan->threads + 31) / 32;
    tally->plan = plan;
    tally->warps = warps;
    tally->warp_score = NEW_ARRAY(int64_t, warps);
    tally->warp_wait = NEW_ARRAY(int64_t, warps);
    for (int g = 0; g < GENERATION_COUNT; g++)
        tally->warp_rates[g] = NEW_ARRAY(int64_t, warps);
    frame_steps(tally);
    return tally;
}

/* The number of a barrier changes no address. */
static bool has_symbols(const Plan *plan) {
    for (int i = 0; i < plan->symbol_count; i++)
        if (plan->symbols[i].role != SYMBOL_BARRIER)
            return true;
    return false;
}

Cost plan_cost(const Plan *plan) {
    Cost cost = {0};
    int steps = 0;
    for (int i = 0; i < plan->phase_count; i++) {
        steps += plan->phases[i].step_count;
    }
    cost.wavefronts = NEW_ARRAY(Wavefronts, steps); /* stays; the rest is given back */
    MemMark mark = mem_mark();
    Tally *tally = tally_new(plan);
    bool whole = plan_walk(plan, tally_execution, tally);
    sum_instructions(tally, &cost);
    sum_wavefronts(tally, &cost);
    cost.sectors = tally->sectors;
    cost.ideal_sectors = (tally->global_bytes + 31) / 32;
    for (int g = 0; g < GENERATION_COUNT; g++)
        cost.scores[g] = whole ? sum_score(tally, (Generation)g) : INT64_MAX;
    cost.score = cost.scores[GENERATION_MEASURED];
    cost.by_rates = tally->by_rates;
    cost.symbolic = has_symbols(plan);
    mem_rewind(mark);
    return cost;
}
