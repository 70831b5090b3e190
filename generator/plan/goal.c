/* goal.c: what must have moved, straight from the layouts: element by element the place it comes
 * from and every place it goes to. A thread axis fixes only its own digit of the rank; as a source
 * every owner holds the element, as a destination every participating owner gets it. */
#include "prove.h"
#include <string.h>

enum { MAX_PLACES = 1024 };

/* Ranks sorted by the digits that a layout names, so that the owners of a place are one run. */
typedef struct {
    int count;
    struct RankKey {
        uint64_t key;
        int rank;
    } * ranks;
} Owners;

static uint64_t key_of_place(const Place *place, bool *exists) {
    uint64_t key = 0;
    for (int axis = 0; place->named >> axis; axis++) {
        if (!(place->named >> axis & 1))
            continue;
        int64_t digit = place->along[axis];
        if (digit < 0 || digit > 1023)
            *exists = false;
        key = key << 10 | (uint64_t)digit;
    }
    return key;
}

/* The first index whose key is not below `key`. */
static int owners_find(const Owners *owners, uint64_t key) {
    int low = 0, high = owners->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (owners->ranks[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static Owners *owners_new(const Plan *plan, unsigned named) {
    Owners *owners = NEW(Owners);
    owners->ranks = NEW_ARRAY(struct RankKey, plan->threads);
    for (int rank = 0; rank < plan->threads; rank++) {
        uint64_t key = 0;
        if (!scope_has_rank(&plan->scope, rank))
            continue;
        for (int axis = 0; axis < AXIS_COUNT; axis++)
            if (named >> axis & 1)
                key = key << 10 | (uint64_t)axis_of_rank((Axis)axis, rank);
        struct RankKey *at = &owners->ranks[owners_find(owners, key + 1)];
        memmove(at + 1, at, (size_t)(&owners->ranks[owners->count++] - at) * sizeof *at);
        *at = (struct RankKey){key, rank};
    }
    return owners;
}

/* Does the origin move by whole periods of the swizzle, which pass through it? Slot `stage` of a
 * ring of tiles of 4096 elements does. */
static bool by_periods(Prover *prover, const Operand *operand, int dim, const Poly *step) {
    const Symbol *symbols = prover->plan->symbols;
    const int64_t times = symbol_divisor(&symbols[operand->region[dim].symbol]);
    const int64_t period = swizzle_period(&operand->layout.swizzle);
    return poly_divisor(&prover->basis, step, symbols) % period * (times % period) % period == 0;
}

/* A symbolic origin shifts every address of its dimension by the same polynomial, if the layout is
 * linear there: equal differences along the dimension, and groups by shape, so that dimensions do
 * not carry into each other. Otherwise the origin is enumerated. */
static bool linear_step(
    Prover *prover, const Operand *operand, int dim, Poly *step, Place *place, Place *last) {
    Layout grouped, plain = operand->layout;
    int seps[MAX_RANK + 1];
    int64_t coord[MAX_RANK] = {0};
    const Symbol *symbols = prover->plan->symbols;
    plain.swizzle.on = false;
    if (!layout_group(&operand->layout, operand->rank, operand->shape, &grouped, seps))
        return false;
    for (int64_t x = 0; x < operand->shape[dim]; x++) {
        coord[dim] = x;
        if (layout_places(
                &plain, symbols, &prover->basis, operand->rank, operand->shape, coord, place, 1) <
                0 ||
            place->named)
            return false;
        Poly difference = place->at;
        difference.constant -= x ? last->at.constant : 0;
        for (int i = 0; i < MAX_MONOMIALS && x; i++)
            difference.value[i] -= last->at.value[i];
        if (x == 1)
            *step = difference;
        else if (x > 1 && !poly_equal(step, &difference))
            return false;
        *last = *place;
    }
    return by_periods(prover, operand, dim, step);
}

/* base += symbol x step, for instance m x (1 * ld). */
static bool add_origin(Prover *prover, Poly *base, int symbol, const Poly *step) {
    Coef product;
    bool added =
        !step->constant || (coef_times_symbol(coef_int(step->constant), symbol, &product) &&
                            poly_add(&prover->basis, base, product, 1));
    for (int i = 0; i < MAX_MONOMIALS && added; i++) { /* 0 of what the basis has not */
        Coef coef = prover->basis.monomial[i];
        coef.value = step->value[i];
        if (coef.value)
            added = coef_times_symbol(coef, symbol, &product) &&
                    poly_add(&prover->basis, base, product, 1);
    }
    return added;
}

typedef struct {
    const Operand *operand;
    Poly base;               /* symbolic origins: no constant */
    int64_t begin[MAX_RANK]; /* begins and enumerated origins */
    Place *places;
    int capacity; /* the replicas of an element */
} Walk;

static bool walk_start(Prover *prover, const Operand *operand, int cta, Walk *walk) {
    Place *scratch = NEW_ARRAY(Place, 2);
    int64_t replicas = layout_replicas(&operand->layout);
    if (replicas < 0 || replicas > MAX_PLACES)
        return proof_fail(
            prover, "too-big", "an element has more than %d replicas", (int)MAX_PLACES);
    *walk =
        (Walk){.operand = operand, .places = NEW_ARRAY(Place, replicas), .capacity = (int)replicas};
    for (int d = 0; d < operand->rank; d++) {
        int symbol = operand->region[d].symbol;
        walk->begin[d] = operand->region[d].begin;
        if (symbol < 0)
            continue;
        if (prover->symbol[cta][symbol] != SYMBOLIC) {
            walk->begin[d] += prover->symbol[cta][symbol];
            continue;
        }
        Poly step = {0};
        if (!linear_step(prover, operand, d, &step, &scratch[0], &scratch[1]) ||
            !add_origin(prover, &walk->base, symbol, &step)) {
            prover->needs_concrete = true;
            return proof_fail(
                prover, "unproven", "the layout depends on the value of a run-time origin");
        }
    }
    return true;
}

static int walk_places(Prover *prover, Walk *walk, const int64_t *coord) {
    int64_t at[MAX_RANK];
    const Picks *picks = walk->operand->picks;
    for (int d = 0; d < walk->operand->rank; d++)
        at[d] = walk->begin[d] + coord[d];
    int64_t element = picks ? at[0] / picks->unit : 0;
    at[0] -= picks ? element * picks->unit : 0;
    int count = layout_places(
        &walk->operand->layout,
        prover->plan->symbols,
        &prover->basis,
        walk->operand->rank,
        walk->operand->shape,
        at,
        walk->places,
        walk->capacity);
    for (int i = 0; i < count; i++)
        for (int m = 0; m < MAX_MONOMIALS; m++) /* 0 of what the basis has not */
            walk->places[i].at.value[m] += walk->base.value[m];
    for (int i = 0; i < count && picks; i++)
        if (!pick_place(prover, walk->operand, element, &walk->places[i].at))
            return -1;
    if (count < 0)
        proof_fail(
            prover,
            "unproven",
            "an address overflows, or a run-time stride may change bits that the swizzle uses");
    return count;
}

/* Where one side of a flow lies for one CTA, and what is done there. */
typedef struct {
    Prover *prover;
    int flow, cta; /* the CTA that the flow is of; `home`: whose memory it is */
    int home;
    bool with;   /* of what the flow's result is combined with */
    bool index;  /* of the indices that pick its rows */
    Actor actor; /* that reads or writes for the caller */
    int64_t began;
} Tour;
typedef bool (*Visit)(const Tour *tour, int64_t element, const Place *place, int rank);

/* Tensor memory has two coordinates: lane * 512 + column. */
static void place_tmem(const Operand *operand, Place *place) {
    if (operand->space == SPACE_TMEM)
        place->at.constant += place->along[AXIS_TLANE] * TMEM_COLUMNS + place->along[AXIS_TCOL];
}

static bool visit_owners(
    const Tour *tour,
    Owners **owners,
    int64_t element,
    const Place *place,
    Visit visit,
    bool *found) {
    bool exists = true;
    uint64_t key = key_of_place(place, &exists);
    if (!*owners)
        *owners = owners_new(tour->prover->plan, place->named);
    for (int o = exists ? owners_find(*owners, key) : (*owners)->count;
         o < (*owners)->count && (*owners)->ranks[o].key == key;
         o++) {
        *found = true;
        if (!visit(tour, element, place, (*owners)->ranks[o].rank))
            return false;
    }
    return true;
}

/* Visits every place of every element of one side: once per memory place (rank -1), or once per
 * participating owner. */
static bool walk_side(const Tour *tour, const Operand *operand, Visit visit) {
    Prover *prover = tour->prover;
    Walk walk;
    Owners *owners = NULL;
    int64_t coord[MAX_RANK] = {0}, element = 0;
    if (!walk_start(prover, operand, tour->cta, &walk))
        return false;
    do {
        int count = walk_places(prover, &walk, coord);
        bool found = operand->space != SPACE_REG;
        if (count < 0 || !proof_spend(prover, count))
            return false;
        for (int i = 0; i < count; i++) {
            place_tmem(operand, &walk.places[i]);
            if (operand->space == SPACE_REG
                    ? !visit_owners(tour, &owners, element, &walk.places[i], visit, &found)
                    : !visit(tour, element, &walk.places[i], -1))
                return false;
        }
        if (!found)
            return proof_fail(
                prover, "missing", "no participating thread owns element %lld", (long long)element);
        element++;
    } while (region_next(operand, coord));
    return true;
}

static bool home_of(Prover *prover, const Expr *peer, int cta, int *home) {
    Point point = {.symbol = prover->symbol[cta]};
    int64_t value = cta;
    if (peer && (!expr_is_concrete(peer, &point) || !expr_value(peer, &point, &value) ||
                 value < 0 || value >= prover->ctas))
        return proof_fail(prover, "outside", "a flow ends in a CTA that does not exist");
    *home = (int)value;
    return true;
}

static const Flow *flow_of(const Tour *tour) {
    return &tour->prover->plan->flows[tour->flow];
}

static Value *source_value(const Tour *tour, int64_t element) {
    const Flow *flow = flow_of(tour);
    return &tour->prover->source_values[tour->flow][tour->cta * region_count(&flow->src) + element];
}

static Value *with_value(const Tour *tour, int64_t element) {
    const Flow *flow = flow_of(tour);
    return &tour->prover->with_values[tour->flow][tour->cta * region_count(flow->with) + element];
}

static bool register_index(
    const Tour *tour, int bundle, const Place *place, int rank, int64_t *index) {
    const Registers *registers = &tour->prover->registers[bundle];
    if (!poly_is_constant(&place->at) || place->at.constant < 0 ||
        place->at.constant >= registers->count)
        return proof_fail(
            tour->prover,
            "outside",
            "a register lies outside the bundle of %lld",
            (long long)registers->count);
    int64_t thread = (int64_t)tour->cta * tour->prover->plan->threads + rank;
    *index = thread * registers->count + place->at.constant;
    return true;
}

/* Replicas hold one value, and so do elements that share a place (a stride of 0). */
static bool name_source(const Tour *tour, int64_t element, const Place *place, int rank) {
    Prover *prover = tour->prover;
    const Flow *flow = flow_of(tour);
    Value *value = tour->with    ? with_value(tour, element)
                   : tour->index ? &prover->indices[element]
                                 : source_value(tour, element);
    int at = tour->with ? flow->with_at : tour->index ? flow->index_at : flow->src_at;
    Cell *cell = NULL;
    int64_t index = 0;
    if (rank < 0)
        cell = cell_make(prover, at, tour->home, &place->at, 0);
    else if (!register_index(tour, at, place, rank, &index))
        return false;
    Content *held = cell ? &cell->content : &register_at(&prover->registers[at], index)->content;
    if (*value == 0)
        *value = held->value ? held->value : value_leaf(prover);
    if (held->value == 0)
        held->value = *value;
    return !cell || tour->index ||
           limits_allow(prover, cell, inside_of(prover, tour->flow, element));
}

/* ---- what is expected ----------------------------------------------------------------------- */

static const Dtype *dtype_at(const Plan *plan, const Operand *operand, int at) {
    return operand->space == SPACE_REG ? plan->bundles[at].dtype : plan->buffers[at].dtype;
}

/* Of a flow that begins elsewhere: which element of the source. */
static bool element_from(const Tour *tour, int64_t *element) {
    Prover *prover = tour->prover;
    const Flow *flow = flow_of(tour);
    const Point point = {.symbol = prover->symbol[tour->cta]};
    int64_t begin;
    if (!flow->begin)
        return true;
    if (!expr_is_concrete(flow->begin, &point)) {
        prover->needs_concrete = true;
        return proof_fail(prover, "unproven", "a flow begins at a run-time number");
    }
    if (expr_reads_rank(flow->begin) || expr_reads_loop(flow->begin, -1) ||
        !expr_value(flow->begin, &point, &begin))
        return proof_fail(prover, "unproven", "the begin of a flow is not a number");
    *element = *element % flow->period + begin;
    return (*element >= 0 && *element < region_count(&flow->src)) ||
           proof_fail(prover, "outside", "a flow begins beyond its source");
}

static bool expected_value(const Tour *tour, int64_t element, Value *out) {
    const Flow *flow = flow_of(tour);
    const Plan *plan = tour->prover->plan;
    const Dtype *from = dtype_at(plan, &flow->src, flow->src_at);
    const Dtype *to = dtype_at(plan, &flow->dst, flow->dst_at);
    if (flow->combine != COMBINE_NONE) {
        if (!flow_combined(tour->prover, tour->flow, tour->cta, element, from, to, out))
            return false;
    } else {
        if (!element_from(tour, &element))
            return false;
        *out = *source_value(tour, element);
    }
    if (from != to && !flow->index)
        *out = value_converted(tour->prover, *out, from, to, flow->rounding);
    return true;
}

/* Of a reduction the caller brings what dst holds: a value of its own at each place, with which the
 * element is combined. */
static bool expect_onto(const Tour *tour, const Place *place, int rank, Value *value) {
    Prover *prover = tour->prover;
    const Flow *flow = flow_of(tour);
    if (rank >= 0)
        return proof_fail(prover, "unproven", "a flow reduces into registers");
    Cell *cell = cell_make(prover, flow->dst_at, tour->home, &place->at, 0);
    cell->is_reduced = true;
    const Dtype *dtype = dtype_at(prover->plan, &flow->dst, flow->dst_at);
    if (cell->content.value == 0)
        cell->content.value = value_leaf(prover);
    return value_combined(prover, flow->onto, dtype, cell->content.value, *value, value);
}

static bool expect(const Tour *tour, int64_t element, const Place *place, int rank) {
    Prover *prover = tour->prover;
    const Flow *flow = flow_of(tour);
    Value value, *expected;
    Content *content;
    if (!expected_value(tour, element, &value) ||
        (flow->onto != COMBINE_NONE && !expect_onto(tour, place, rank, &value)) ||
        !flow_clipped(prover, tour->flow, tour->cta, element, &value))
        return false;
    if (rank < 0) {
        Cell *cell = cell_make(prover, flow->dst_at, tour->home, &place->at, 0);
        cell->is_goal = true;
        expected = &cell->expected;
        content = &cell->content;
        value = pick_expected(prover, tour->flow, element, value, content->value);
    } else {
        int64_t index;
        if (!register_index(tour, flow->dst_at, place, rank, &index))
            return false;
        Register *target = register_at(&prover->registers[flow->dst_at], index);
        expected = &target->expected;
        content = &target->content;
        value = pick_expected(prover, tour->flow, element, value, 0);
    }
    if (*expected && *expected != value && !flow->replaces)
        return proof_fail(
            prover,
            "twice",
            "element %lld and another one go to the same place of the destination",
            (long long)element);
    const uint32_t inside = inside_of(prover, tour->flow, element);
    Box room[2];
    const Box *was = inside_box(prover, *expected ? content->inside : 0, &room[0]);
    if (was && inside && !box_equal(was, inside_box(prover, inside, &room[1])))
        return proof_fail(
            prover,
            "twice",
            "element %lld and another one go to the same place for different limits",
            (long long)element);
    *expected = value;
    if (inside)
        content->inside = inside & INT32_MAX;
    return true;
}

static bool is_scratch(const Plan *plan, const Operand *operand, int at) {
    return operand->space != SPACE_REG && plan->buffers[at].role == ROLE_SCRATCH;
}

/* What the result of a reduction is combined with: elements of registers, as many as the result
 * has. */
static bool name_with(Prover *prover, int f) {
    const Flow *flow = &prover->plan->flows[f];
    prover->with_values[f] = NEW_ARRAY(Value, region_count(flow->with) * prover->ctas);
    if (flow->combine == COMBINE_NONE || region_count(flow->with) != region_count(&flow->dst))
        return proof_fail(
            prover,
            "wrong",
            "the operand of the reduction has another type or layout than the result");
    for (int cta = 0; cta < prover->ctas; cta++) {
        Tour tour = {.prover = prover, .flow = f, .cta = cta, .with = true};
        if (!walk_side(&tour, flow->with, name_source))
            return false;
    }
    return true;
}

/* The numbers that pick rows. */
static bool name_indices(Prover *prover, int f) {
    const Picks *picks = flow_picks(&prover->plan->flows[f]);
    Tour tour = {.prover = prover, .flow = f, .index = true};
    if (!picks)
        return true;
    prover->indices = NEW_ARRAY(Value, picks->count);
    return walk_side(&tour, &picks->index, name_source);
}

bool goal_sources(Prover *prover) {
    const Plan *plan = prover->plan;
    prover->combined.known = false;
    for (int f = 0; f < plan->flow_count; f++) {
        const Flow *flow = &plan->flows[f];
        if ((flow->with && !name_with(prover, f)) || !name_indices(prover, f))
            return false;
        int64_t count = region_count(&flow->src) * prover->ctas;
        prover->source_values[f] = NEW_ARRAY(Value, count);
        if (flow->fills || is_scratch(plan, &flow->src, flow->src_at)) {
            for (int64_t e = 0; e < count; e++)
                prover->source_values[f][e] = flow->fills ? fill_value(prover) : value_leaf(prover);
            continue;
        }
        for (int cta = 0; cta < prover->ctas; cta++) {
            Tour tour = {.prover = prover, .flow = f, .cta = cta};
            if (!home_of(prover, flow->src_peer, cta, &tour.home) ||
                !walk_side(&tour, &flow->src, name_source))
                return false;
        }
    }
    return true;
}

/* In the next round the same places get other values. */
static void forget_expected(Prover *prover) {
    for (int64_t i = 0; i < prover->table.cell_count; i++)
        cell_number(prover, i)->expected = 0;
}

bool goal_destinations(Prover *prover) {
    forget_expected(prover);
    prover->elements = 0;
    for (int f = 0; f < prover->plan->flow_count; f++) {
        const Flow *flow = &prover->plan->flows[f];
        prover->elements += region_count(&flow->dst);
        if (!flow->begin && flow_elements(flow) != region_count(&flow->dst))
            return proof_fail(prover, "wrong", "the two sides of flow %d differ in size", f);
        for (int cta = 0; cta < prover->ctas; cta++) {
            Tour tour = {.prover = prover, .flow = f, .cta = cta};
            if (is_scratch(prover->plan, &flow->dst, flow->dst_at))
                break;
            if (!home_of(prover, flow->dst_peer, cta, &tour.home) ||
                !walk_side(&tour, &flow->dst, expect))
                return false;
        }
    }
    return true;
}

/* ---- the caller's own code ------------------------------------------------------------------- */

/* It may write its results while it still reads, so that they may not share memory. Nobody else
 * reads since it began. */
static bool overlaps_reads(const Tour *tour, const Cell *cell) {
    for (const Reader *r = cell->readers; r; r = r->next)
        if (r->time >= tour->began)
            return true;
    return false;
}

static bool leave(const Tour *tour, int64_t element, const Place *place, int rank) {
    Prover *prover = tour->prover;
    const Flow *flow = flow_of(tour);
    int pieces = cells_per_element(prover, flow->src_at);
    Value value = *source_value(tour, element);
    (void)rank;
    if (!cells_within(prover, flow->src_at, &place->at))
        return false;
    for (int p = 0; p < pieces; p++) {
        Cell *cell = cell_make(prover, flow->src_at, tour->home, &place->at, p);
        if (overlaps_reads(tour, cell))
            return proof_fail(
                prover,
                "race",
                "the region writes %s while it may still read what was there",
                cell_text(prover, flow->src_at, &place->at));
        if (!cell_write(prover, cell, tour->actor, PROXY_GENERIC, NULL, &prover->everything))
            return false;
        content_put(
            prover,
            &cell->content,
            &prover->everything,
            pieces == 1 ? value : value_piece(prover, value, p, pieces));
    }
    return true;
}

static bool arrived(const Tour *tour, int64_t element, const Place *place, int rank) {
    Prover *prover = tour->prover;
    const Flow *flow = flow_of(tour);
    int pieces = cells_per_element(prover, flow->dst_at);
    Value value;
    (void)rank;
    if (!cells_within(prover, flow->dst_at, &place->at) || !expected_value(tour, element, &value))
        return false;
    for (int p = 0; p < pieces; p++) {
        Cell *cell = cell_make(prover, flow->dst_at, tour->home, &place->at, p);
        Value here = pieces == 1 ? value : value_piece(prover, value, p, pieces);
        if (!cell_read(prover, cell, tour->actor, PROXY_GENERIC, NULL))
            return false;
        if (cell->content.value == 0)
            return proof_fail(
                prover,
                "uninitialised",
                "the region reads %s before anything was written there",
                cell_text(prover, flow->dst_at, &place->at));
        if (cell->content.value != here || (cell->content.extra && cell->content.extra->parts))
            return proof_fail(
                prover,
                "wrong",
                "the region reads a wrong element at %s",
                cell_text(prover, flow->dst_at, &place->at));
    }
    return true;
}

static Tour body_tour(Prover *prover, int flow, Actor actor, int64_t began) {
    int cta = actor / ACTOR_LANES / prover->warps;
    return (Tour){
        .prover = prover, .flow = flow, .cta = cta, .home = cta, .actor = actor, .began = began};
}

bool goal_writes(Prover *prover, int flow, Actor actor) {
    Tour tour = body_tour(prover, flow, actor, prover->now - 1);
    const Flow *f = flow_of(&tour);
    if (!is_scratch(prover->plan, &f->src, f->src_at))
        return proof_fail(prover, "outside", "the region writes an input of the caller");
    return walk_side(&tour, &f->src, leave);
}

bool goal_reads(Prover *prover, int flow, Actor actor) {
    Tour tour = body_tour(prover, flow, actor, prover->now);
    const Flow *f = flow_of(&tour);
    if (!is_scratch(prover->plan, &f->dst, f->dst_at))
        return proof_fail(prover, "outside", "the region reads an output of the caller");
    return walk_side(&tour, &f->dst, arrived);
}
