/* cost.c: Plan -> what it costs: instructions of the busiest thread, wavefronts of every shared
 * step, sectors of global memory, and one score for `policy best`. docs/costs.md explains the model
 * and the measurements that it reproduces.
 *
 * Shared memory: 32 banks of 4 bytes. A warp's access runs in groups: 8 lanes at 128 bits, 16 at
 * 64, all 32 below. A group takes as many wavefronts as its busiest bank holds different words (one
 * word that several lanes read is one), and at least one, even with no lane active. A load of 64 or
 * 128 bits in which lanes i and i ^ 1 (or all i and i ^ 2) read the same address runs in groups of
 * twice the size. A matrix is a group of 8 rows. Ideal: the groups, or all different bytes / 128.
 *   32x8 f32, one row per lane, 128 bits: lanes 0..7 start at banks 0 8 16 24 0 8 16 24, so two
 *   wavefronts a group, 8 a load, 16 for both loads; ideal 4 a load, 8.
 * Buffers are taken to start at a multiple of 128 bytes.
 *
 * Score, in quarter cycles of one SM: every warp-level access costs
 *   1 (issue) + 4 x wavefronts + 4 x sectors + 4 x the lines of 128 bytes beyond those that the
 *   sectors would fill; 4 more where its address divides the number of an item; a predicated move 2
 *   (a select at half rate, which is as if every lane paid it); a bulk copy 48 + 4 x bytes / 21.
 * The score is the sum over all warps plus the sum of the busiest warp: equal work that is spread
 * over more warps wins, and a serial thread pays a whole wavefront or sector for every element. */
#include "plan.h"

enum {
    ISSUE = 1,
    PER_WAVEFRONT = 4,
    PER_SECTOR = 4,
    PER_LINE = 4,
    SELECT = 2,
    DIVIDE = 4,
    BULK_ISSUE = 48,
    BULK_RATE = 21
};

typedef struct {
    int64_t got, ideal;
} Conflict;

/* The last access of a step and what it cost: an access whose lanes all moved by one distance (of
 * whole words, or whole sectors) costs the same. */
typedef struct {
    bool known;
    unsigned lanes;
    int64_t at[32];
    int64_t sectors, lines;
    Conflict conflict;
} Last;

typedef struct {
    int64_t *got, *ideal; /* per warp; NULL: the step touches no shared memory */
    Last shared, global;
} StepCost;

typedef struct {
    const Plan *plan;
    StepCost **steps;           /* by phase and step */
    int64_t *count[PRIM_COUNT]; /* per rank, NULL until used */
    int64_t *warp_score;
    int64_t sectors, global_bytes;
} Tally;

/* Adds the words of one lane to the banks of its group: `words` different ones per bank so far. */
static int64_t add_word(int64_t word, int *used, int64_t words[32][32], int64_t *distinct) {
    int bank = (int)((uint64_t)word & 31);
    for (int i = 0; i < used[bank]; i++) {
        if (words[bank][i] == word) {
            return used[bank];
        }
    }
    (*distinct)++;
    if (used[bank] < 32) {
        words[bank][used[bank]] = word;
    }
    return ++used[bank] > 32 ? 32 : used[bank];
}

static int64_t floor_div(int64_t a, int64_t b) {
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* Do all active lanes i and i ^ distance use one address? */
static bool pairs_agree(unsigned lanes, const int64_t *at, int distance) {
    for (int lane = 0; lane < 32; lane++) {
        int other = lane ^ distance;
        if ((lanes >> lane & 1) && (lanes >> other & 1) && at[lane] != at[other]) {
            return false;
        }
    }
    return true;
}

int shared_group_lanes(PrimitiveId id, unsigned lanes, const int64_t *at) {
    if (primitive_is_matrix(id)) {
        return 8;
    }
    int group = primitives[id].bits >= 128 ? 8 : primitives[id].bits == 64 ? 16 : 32;
    bool twice = primitives[id].kind == KIND_LOAD && group < 32 &&
                 (pairs_agree(lanes, at, 1) || pairs_agree(lanes, at, 2));
    return twice ? 2 * group : group;
}

/* The accesses of one warp, `bytes` at each address of `lanes`. */
static Conflict shared_conflict(PrimitiveId id, unsigned lanes, const int64_t *at, int64_t bytes) {
    Conflict conflict = {0};
    int group = shared_group_lanes(id, lanes, at);
    int end_lane = primitive_is_matrix(id) ? primitives[id].bits / 32 * 8 : 32;
    int64_t words[32][32], distinct = 0;
    budget_spend(32 + 4 * bytes);
    for (int first = 0; first < end_lane; first += group) {
        int used[32] = {0};
        int64_t most = 1;
        for (int lane = first; lane < first + group; lane++) {
            if (!(lanes >> lane & 1)) {
                continue;
            }
            int64_t begin = floor_div(at[lane], 4), end = floor_div(at[lane] + bytes - 1, 4);
            for (int64_t word = begin; word <= end; word++) {
                int64_t ways = add_word(word, used, words, &distinct);
                most = ways > most ? ways : most;
            }
        }
        conflict.got += most;
        conflict.ideal++;
    }
    int64_t least = (distinct * 4 + 127) / 128;
    conflict.ideal = conflict.ideal < least ? least : conflict.ideal;
    return conflict;
}

/* Different pieces of memory that one warp's access touches: sectors of 32 bytes, lines of 128. */
static int64_t count_pieces(unsigned lanes, const int64_t *at, int64_t bytes, int64_t size) {
    int64_t seen[128], count = 0;
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
            if (i < 0 && count < (int64_t)COUNT_OF(seen)) {
                seen[count++] = sector;
            }
        }
    }
    return count;
}

/* True where `at` is the last access moved by a multiple of `unit` bytes; remembers it otherwise. */
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
        for (int lane = 0; lane < 32; lane++) {
            last->at[lane] = lanes >> lane & 1 ? at[lane] : 0;
        }
    }
    return same;
}

static int popcount(unsigned mask) {
    int count = 0;
    for (; mask; mask &= mask - 1) {
        count++;
    }
    return count;
}

/* One side of an access: its score, and the tallies of its space. */
static int64_t tally_side(
    Tally *tally, const Execution *e, Space space, const int64_t *at, int64_t bytes) {
    StepCost *step = &tally->steps[e->phase][e->step];
    unsigned lanes = primitive_address_lanes(e->at->primitive, e->lanes);
    if (space == SPACE_GMEM) {
        if (!same_pattern(&step->global, lanes, at, 128)) {
            step->global.sectors = count_pieces(lanes, at, bytes, 32);
            step->global.lines = count_pieces(lanes, at, bytes, 128);
        }
        tally->sectors += step->global.sectors;
        tally->global_bytes += popcount(lanes) * bytes;
        int64_t filled = (step->global.sectors + 3) / 4;
        return PER_SECTOR * step->global.sectors + PER_LINE * (step->global.lines - filled);
    }
    if (!same_pattern(&step->shared, lanes, at, 4)) {
        step->shared.conflict = shared_conflict(e->at->primitive, lanes, at, bytes);
    }
    if (space == SPACE_SMEM) {
        step->got[e->warp] += step->shared.conflict.got;
        step->ideal[e->warp] += step->shared.conflict.ideal;
    }
    return PER_WAVEFRONT * step->shared.conflict.got;
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
            break;
        }
    }
    return false;
}

/* Digits of an item: a multiplication, a shift and two multiply-adds. */
static bool divides_item(const Step *step) {
    for (int i = 0; i < 2; i++) {
        const Side *side = i ? &step->src[0] : &step->dst;
        const Expr *expr = &side->at;
        if (side->kind != AT_BUFFER)
            continue;
        for (int t = 0; t < expr->term_count; t++)
            if (expr->terms[t].digit.kind == VAR_ITEM && !is_whole_item(expr))
                return true;
    }
    return false;
}

/* Quarter cycles that a warp waits or issues: see docs/costs.md for what was measured. A barrier of more
 * warps takes longer: 15 cycles and 2 for each of them. */
static int64_t sync_score(const Plan *plan, const Primitive *primitive) {
    int64_t warps = (plan->threads + 31) / 32;
    switch (primitive->act) {
    case ACT_WARP_SYNC:
        return 8;
    case ACT_CTA_SYNC:
    case ACT_BARRIER_SYNC:
        return 4 * (15 + 2 * warps);
    case ACT_CLUSTER_SYNC:
        return 4 * 380;
    case ACT_WAIT_PHASE:
        return 4 * 60;
    case ACT_FENCE_ASYNC:
        return 4 * 9;
    case ACT_SHUFFLE:
        return 4 + ISSUE;
    case ACT_COMBINE:
    case ACT_PERMUTE:
        return ISSUE;
    case ACT_SELECT:
    case ACT_CONVERT:
        return SELECT;
    default:
        return ISSUE;
    }
}

static bool tally_execution(void *context, const Execution *e) {
    Tally *tally = context;
    const Plan *plan = tally->plan;
    const Step *step = e->at;
    const Primitive *primitive = &primitives[step->primitive];
    int64_t score = ISSUE + (divides_item(step) ? DIVIDE : 0);
    if (primitive->act == ACT_MOVE || primitive->kind == KIND_FILL) {
        tally->warp_score[e->warp] += step->cond_count > 0 ? SELECT : 0;
        return true;
    }
    tally_instruction(tally, e);
    if (primitive->kind == KIND_BULK_COPY || primitive->kind == KIND_TENSOR_COPY) {
        int64_t copies = popcount(e->lanes);
        score = copies * (BULK_ISSUE + 4 * (step->count / BULK_RATE));
    } else if (primitive->kind == KIND_SYNC || primitive->kind == KIND_REGISTERS) {
        score = sync_score(plan, primitive);
    } else {
        int64_t bytes = primitive_is_matrix(step->primitive) ? 16 : primitive->bits / 8;
        if (step->src[0].kind == AT_BUFFER) {
            score += tally_side(tally, e, plan->buffers[step->src[0].of].space, e->src, bytes);
        }
        if (step->dst.kind == AT_BUFFER) {
            score += tally_side(tally, e, plan->buffers[step->dst.of].space, e->dst, bytes);
        }
    }
    tally->warp_score[e->warp] += score;
    return true;
}

static bool touches_shared(const Plan *plan, const Step *step) {
    PrimitiveKind kind = primitives[step->primitive].kind;
    if (kind == KIND_BULK_COPY || kind == KIND_TENSOR_COPY)
        return false;
    return (step->dst.kind == AT_BUFFER && plan->buffers[step->dst.of].space == SPACE_SMEM) ||
           (step->src[0].kind == AT_BUFFER && plan->buffers[step->src[0].of].space == SPACE_SMEM);
}

/* Gives every shared step its sums per warp. */
static void frame_steps(Tally *tally, int64_t warps) {
    const Plan *plan = tally->plan;
    tally->steps = NEW_ARRAY(StepCost *, plan->phase_count + 1);
    for (int i = 0; i < plan->phase_count; i++) {
        tally->steps[i] = NEW_ARRAY(StepCost, plan->phases[i].step_count + 1);
        for (int j = 0; j < plan->phases[i].step_count; j++) {
            if (touches_shared(plan, &plan->phases[i].steps[j])) {
                tally->steps[i][j].got = NEW_ARRAY(int64_t, warps);
                tally->steps[i][j].ideal = NEW_ARRAY(int64_t, warps);
            }
        }
    }
}

static void sum_wavefronts(const Tally *tally, int64_t warps, Cost *cost) {
    const Plan *plan = tally->plan;
    for (int i = 0; i < plan->phase_count; i++) {
        for (int j = 0; j < plan->phases[i].step_count; j++) {
            const StepCost *step = &tally->steps[i][j];
            int64_t worst = 0;
            for (int64_t warp = 0; step->got && warp < warps; warp++) {
                worst = step->got[warp] > step->got[worst] ? warp : worst;
            }
            if (step->got && step->got[worst] > 0) { /* some step serves ragged tiles alone */
                cost->wavefronts[cost->wavefront_count++] =
                    (Wavefronts){step->got[worst], step->ideal[worst], i, j};
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

Cost plan_cost(const Plan *plan) {
    Cost cost = {0};
    int64_t warps = (plan->threads + 31) / 32, busiest = 0;
    int steps = 1;
    for (int i = 0; i < plan->phase_count; i++) {
        steps += plan->phases[i].step_count;
    }
    cost.wavefronts = NEW_ARRAY(Wavefronts, steps); /* stays; the rest is given back */
    MemMark mark = mem_mark();
    Tally *tally = NEW(Tally);
    tally->plan = plan;
    tally->warp_score = NEW_ARRAY(int64_t, warps + 1);
    frame_steps(tally, warps);
    bool whole = plan_walk(plan, tally_execution, tally);
    sum_instructions(tally, &cost);
    sum_wavefronts(tally, warps, &cost);
    cost.sectors = tally->sectors;
    cost.ideal_sectors = (tally->global_bytes + 31) / 32;
    for (int64_t warp = 0; warp < warps; warp++) {
        cost.score += tally->warp_score[warp];
        busiest = tally->warp_score[warp] > busiest ? tally->warp_score[warp] : busiest;
    }
    cost.score = whole ? cost.score + busiest : INT64_MAX;
    cost.symbolic = plan->symbol_count > 0;
    mem_rewind(mark);
    return cost;
}
