/* permute_xor.c: Copies a tile in memory to another layout, through registers: every thread loads
 * some vectors and stores the same vectors. The order of a lane's vectors is free: vector r of lane
 * l is number r ^ l / 8 % 4 (an XOR phase), so that neither the loads nor the stores of a warp have
 * bank conflicts.
 *
 *   4x32 words from row-major to column-major: lane l loads 32 * j + l and stores 4 * l + j. With
 *   j = r, the stores of lanes 0, 8, 16, 24 meet in one bank; with j = r ^ l / 8 they use four.
 *
 * In place, all loads come before a barrier and all stores after it. The call ends with a barrier,
 * so its threads see the tile when it returns. */
#include "variants.h"

enum { WARP = 32, BANKS = 32, UPSTREAM_MOST = 32, MOST_WORDS = 128 };

/* What a plan is made of: the vector, the order in which the atoms are dealt out, the phase. */
typedef struct {
    int bits;  /* of a vector, at most */
    int order; /* of the atoms: as they are, by the strides of the destination, of the source */
    int64_t turn_div, turn_mod; /* vector r is r ^ rank / turn_div % turn_mod */
} Way;

/* Its vectors dealt out to the threads: what is left of the atoms are the rounds of each. */
typedef struct {
    const Copy *copy;
    Partition rounds;
    Spread spread;
    int64_t vector, count; /* elements of a vector, vectors of a thread */
    bool in_place, is_even;
} Deal;

static int64_t vectors_of(const Partition *partition) {
    int64_t count = 1;
    for (int i = 0; i < partition->atom_count; i++)
        count *= partition->atoms[i].extent;
    return count;
}

static bool deal_out(const Partition *partition, const Way *way, Deal *deal) {
    const Copy *copy = partition->copy;
    *deal = (Deal){.copy = copy, .rounds = *partition, .in_place = copy_in_place(copy)};
    if (way->order > 0)
        atoms_sort(&deal->rounds, way->order == 1 ? DST : SRC);
    deal->vector = atoms_take_vector(&deal->rounds, way->bits);
    if (deal->vector == 0)
        return false;
    Partition whole = deal->rounds;
    int threads = copy->scope.threads;
    deal->is_even = threads_take(&deal->rounds, threads, 0, &deal->spread);
    if (!deal->is_even)
        deal->rounds = whole;
    deal->count =
        deal->is_even ? vectors_of(&deal->rounds) : (vectors_of(&whole) + threads - 1) / threads;
    return true;
}

static int64_t words_of(const Deal *deal) {
    int64_t bits = deal->vector * copy_bits(deal->copy);
    return deal->count * (bits < 32 ? 32 : bits) / 32;
}

/* ---- the plan ------------------------------------------------------------------------------- */

typedef struct {
    const Deal *deal;
    Plan *plan;
    Phase *phase;
    Step load, store;
} Steps;

/* One buffer in place: as large as what both layouts span. */
static void add_buffers(Steps *steps) {
    const Deal *deal = steps->deal;
    Plan *plan = steps->plan;
    int dst = plan_add_buffer(plan, deal->copy, DST), src = plan_add_buffer(plan, deal->copy, SRC);
    if (deal->in_place) {
        Buffer *tile = &plan->buffers[dst];
        int64_t other = plan->buffers[src].elements;
        tile->elements = tile->elements && other > tile->elements ? other : tile->elements;
        plan->buffer_count--;
        src = dst;
    }
    steps->load.src[0].of = src;
    steps->store.dst.of = dst;
    plan_add_flow(plan, deal->copy, src, dst);
}

static bool start(Steps *steps, const Deal *deal, Plan *plan) {
    int bits = (int)deal->vector * copy_bits(deal->copy);
    *steps = (Steps){.deal = deal, .plan = plan};
    steps->load = step_new(primitive_load(deal->copy->src.space, bits));
    steps->store = step_new(primitive_store(deal->copy->dst.space, bits));
    add_buffers(steps);
    steps->load.dst.of = steps->store.src[0].of =
        plan_add_bundle(plan, "v", ROLE_SCRATCH, deal->copy->dtype, deal->vector * deal->count);
    plan->vec_bits = bits;
    plan->ops_per_thread = (int)deal->count;
    return expr_base(&deal->rounds, SRC, &steps->load.src[0].at) &&
           expr_base(&deal->rounds, DST, &steps->store.dst.at);
}

static bool add_digit(Steps *steps, const Atom *atom, Digit digit) {
    return expr_add(&steps->load.src[0].at, atom->mem[SRC], digit) &&
           expr_add(&steps->store.dst.at, atom->mem[DST], digit);
}

static bool add_slots(Steps *steps, int64_t slots, int loop) {
    Digit digit = digit_of(VAR_LOOP, loop, 1, 0);
    steps->load.repeat[steps->load.repeat_count++] = loop;
    steps->store.repeat[steps->store.repeat_count++] = loop;
    return expr_add(&steps->load.dst.at, coef_int(slots), digit) &&
           expr_add(&steps->store.src[0].at, coef_int(slots), digit);
}

static void put(Phase *phase, const Step *step) {
    phase->steps[phase->step_count++] = *step;
}

/* The digits of the rank, then those of the round: of r ^ phase, the innermost atom first. */
static bool add_even(Steps *steps, const Way *way) {
    const Deal *deal = steps->deal;
    const Partition *rounds = &deal->rounds;
    int64_t inside = 1;
    for (int i = deal->spread.count - 1; i >= 0; i--)
        if (!add_digit(steps, &deal->spread.atoms[i], deal->spread.digits[i]))
            return false;
    if (deal->count == 1)
        return true;
    int loop = plan_add_loop(steps->plan, deal->count, true);
    for (int i = rounds->atom_count - 1; i >= 0; i--) {
        int64_t extent = rounds->atoms[i].extent;
        bool is_last = inside * extent == deal->count;
        Digit digit = digit_of(VAR_LOOP, loop, inside, is_last ? 0 : extent);
        digit.turn_div = way->turn_div;
        digit.turn_mod = way->turn_mod > 1 ? way->turn_mod : 0;
        if (!add_digit(steps, &rounds->atoms[i], digit))
            return false;
        inside *= extent;
    }
    return add_slots(steps, deal->vector, loop);
}

/* Vector number `done` + rank and, of a loop, every `threads` further: its digits say where it
 * lies. */
static bool add_numbered(Steps *steps, int64_t done, int loop) {
    const Deal *deal = steps->deal;
    int64_t inside = 1;
    for (int i = deal->rounds.atom_count - 1; i >= 0; i--) {
        const Atom *atom = &deal->rounds.atoms[i];
        Digit digit = digit_of(VAR_RANK, 0, inside, i ? atom->extent : 0);
        digit.sub = -done;
        digit.role = atom_role(&deal->rounds, atom);
        if (loop >= 0) {
            digit.kind = VAR_ITEM;
            digit.loops[0] = loop;
            digit.loops[1] = 0;
            digit.steps[0] = deal->copy->scope.threads;
        }
        if (!add_digit(steps, atom, digit))
            return false;
        inside *= atom->extent;
    }
    return true;
}

static void guard(Step *step, int64_t end) {
    step->conds = NEW_ARRAY(Cond, MAX_CONDS);
    step->conds[0] = (Cond){.op = end == 1 ? COND_EQ : COND_LT};
    step->conds[0].rhs = expr_constant(end == 1 ? 0 : end);
    expr_add(&step->conds[0].lhs, coef_int(1), digit_of(VAR_RANK, 0, 1, 0));
    step->cond_count = 1;
}

/* The loads and stores of all vectors: whole rounds of the threads, and the rest of one. */
static bool add_moves(Steps *steps, const Way *way, Step *out, int *count) {
    const Deal *deal = steps->deal;
    int64_t threads = deal->copy->scope.threads, all = vectors_of(&deal->rounds);
    Steps last = *steps;
    *count = 0;
    if (deal->is_even) {
        bool ok = add_even(steps, way);
        out[0] = steps->load;
        out[1] = steps->store;
        *count = 1;
        return ok;
    }
    int64_t rounds = all / threads;
    if (rounds > 0) {
        int loop = rounds > 1 ? plan_add_loop(steps->plan, rounds, true) : -1;
        if (!add_numbered(steps, 0, loop) || (loop >= 0 && !add_slots(steps, deal->vector, loop)))
            return false;
        out[0] = steps->load;
        out[1] = steps->store;
        *count = 1;
    }
    if (all % threads == 0)
        return true;
    if (!add_numbered(&last, rounds * threads, -1))
        return false;
    last.load.dst.at.constant = last.store.src[0].at.constant = rounds * deal->vector;
    guard(&last.load, all % threads);
    guard(&last.store, all % threads);
    out[2 * *count] = last.load;
    out[2 * *count + 1] = last.store;
    ++*count;
    return true;
}

/* Loads, a barrier where the stores go over what others load, stores, a barrier. */
static Plan *plan_of(const Deal *deal, const Way *way) {
    enum { LOADS_AND_STORES = 4, SYNCS = 2 };
    Plan *plan = plan_new(deal->copy, "permute_xor");
    Phase *phase = plan_add_phase(plan, LOADS_AND_STORES + SYNCS);
    Step moves[LOADS_AND_STORES];
    Steps steps;
    int count;
    if (!start(&steps, deal, plan) || !add_moves(&steps, way, moves, &count))
        return NULL;
    for (int i = 0; i < count; i++)
        put(phase, &moves[2 * i]);
    if (deal->in_place || deal->copy->request->policy_tirx)
        plan_add_sync(plan, phase);
    for (int i = 0; i < count; i++)
        put(phase, &moves[2 * i + 1]);
    plan_add_sync(plan, phase);
    plan_finish(plan);
    return plan;
}

/* ---- as the seeds do ------------------------------------------------------------------------ */

/* The banks of one step of the warp are 32 different ones, for every vector. */
static bool is_bank_free(const Plan *plan, const Expr *at, int64_t rounds, int bytes) {
    for (int64_t r = 0; r < rounds; r++) {
        uint32_t banks = 0;
        for (int64_t lane = 0; lane < WARP; lane++) {
            Point point = {lane, &r, NULL};
            int64_t where;
            if (plan->symbol_count || !expr_value(at, &point, &where))
                return false;
            int64_t bank = where * bytes / 4 % BANKS;
            if (bank < 0 || banks >> bank & 1)
                return false;
            banks |= 1u << bank;
        }
    }
    return true;
}

static bool upstream_allows(const Copy *copy, Decline *decline) {
    int bytes = copy_bits(copy) / 8;
    if (copy->scope.kind != SCOPE_WARP)
        return decline_with(decline, "scope", "the scope is not a warp");
    if (!is_power_of_two(bytes) || bytes * 8 != copy_bits(copy))
        return decline_with(decline, "dtype", "the elements have %d bits", copy_bits(copy));
    if (copy->src.layout.swizzle.on || copy->dst.layout.swizzle.on)
        return decline_with(decline, "swizzle", "one of the layouts is swizzled");
    int64_t count = region_count(&copy->dst);
    if (count % WARP)
        return decline_with(
            decline,
            "divisible",
            "%lld elements are not divisible by %d lanes",
            (long long)count,
            WARP);
    if (!is_power_of_two(count / WARP) || count / WARP > UPSTREAM_MOST)
        return decline_with(
            decline,
            "power_of_two",
            "%lld elements per lane are not a power of two up to %d",
            (long long)(count / WARP),
            UPSTREAM_MOST);
    return layout_injective(&copy->src, copy->symbols, copy->scope.kind).collides
               ? decline_with(decline, "bijection", "two elements of the source share an address")
               : true;
}

/* The shortest phase in the upper bits of the lane for which both sides are free of conflicts. */
static Plan *upstream_plan(const Partition *partition, Decline *decline) {
    const Copy *copy = partition->copy;
    Way way = {.bits = copy_bits(copy), .turn_div = WARP, .turn_mod = 1};
    Deal deal;
    if (!upstream_allows(copy, decline) || !deal_out(partition, &way, &deal) || !deal.is_even)
        return NULL;
    for (; way.turn_mod <= deal.count; way.turn_mod *= 2, way.turn_div /= 2) {
        Plan *plan = plan_of(&deal, &way);
        const Step *load = plan ? plan->phases[0].steps : NULL;
        int bytes = copy_bits(copy) / 8;
        if (plan && is_bank_free(plan, &load[0].src[0].at, deal.count, bytes) &&
            is_bank_free(plan, &load[2].dst.at, deal.count, bytes))
            return plan;
    }
    decline_with(
        decline,
        "bank_free",
        "no order of up to %lld vectors keeps both sides free of bank conflicts",
        (long long)deal.count);
    return NULL;
}

/* ---- by cost -------------------------------------------------------------------------------- */

typedef struct {
    const Partition *partition;
    Way best;
    int64_t score; /* -1: there is none yet */
    int64_t most_words;
    bool ideal;
} Search;

static bool is_ideal(const Cost *cost) {
    for (int i = 0; i < cost->wavefront_count; i++)
        if (cost->wavefronts[i].got > cost->wavefronts[i].ideal)
            return false;
    return true;
}

static void try_way(Search *search, const Deal *deal, const Way *way) {
    MemMark mark = mem_mark();
    Plan *plan = plan_of(deal, way);
    if (plan) {
        Cost cost = plan_cost(plan);
        if (search->score < 0 || cost.score < search->score) {
            search->score = cost.score;
            search->best = *way;
            search->ideal = is_ideal(&cost);
        }
    }
    mem_rewind(mark);
}

/* Without a phase first; with one as long as there are conflicts. */
static void try_phases(Search *search, Way way) {
    Deal deal;
    if (!deal_out(search->partition, &way, &deal))
        return;
    if (words_of(&deal) > MOST_WORDS) {
        search->most_words = words_of(&deal);
        return;
    }
    way.turn_div = way.turn_mod = 1;
    try_way(search, &deal, &way);
    if (!deal.is_even || !is_power_of_two(deal.count))
        return;
    for (way.turn_mod = 2; way.turn_mod <= deal.count && !search->ideal; way.turn_mod *= 2)
        for (way.turn_div = WARP / 2; way.turn_div > 0 && !search->ideal; way.turn_div /= 2)
            if (way.turn_div * way.turn_mod <= WARP)
                try_way(search, &deal, &way);
}

static Plan *cheapest_plan(const Partition *partition, Decline *decline) {
    Search search = {.partition = partition, .score = -1};
    for (int bits = 128; bits >= 8; bits /= 2) {
        Deal deal;
        Way way = {.bits = bits};
        if (!deal_out(partition, &way, &deal))
            break;
        bits = (int)deal.vector * copy_bits(partition->copy);
        for (way.order = 0; way.order < 3; way.order++) {
            search.ideal = false;
            try_phases(&search, way);
        }
    }
    Deal deal;
    if (search.score >= 0 && deal_out(partition, &search.best, &deal))
        return plan_of(&deal, &search.best);
    if (search.most_words)
        decline_with(
            decline,
            "registers",
            "it needs %lld registers per thread, at most %d are allowed: permute a smaller tile, "
            "or use more threads",
            (long long)search.most_words,
            MOST_WORDS);
    else
        vector_fits(partition->copy, 0, decline);
    return NULL;
}

Plan *permute_xor_offer(const Query *query, Decline *decline) {
    const Copy *copy = query->copy;
    Partition *partition = memory_pair(copy, decline) ? partition_new(copy, decline) : NULL;
    if (!partition)
        return NULL;
    if (copy->request->policy_tirx)
        return upstream_plan(partition, decline);
    atoms_fuse(partition);
    return cheapest_plan(partition, decline);
}
