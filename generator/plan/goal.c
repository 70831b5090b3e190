/* goal.c: what must have moved, straight from the layouts: element by element the place it comes
 * from and every place it goes to. A thread axis fixes only its own digit of the rank; as a source
 * every owner holds the element, as a destination every participating owner gets it. */
#include "prove.h"
#include <stdlib.h>

enum { MAX_PLACES = 1024 };

/* Ranks sorted by the digits that a layout names, so that the owners of a place are one run. */
typedef struct {
    unsigned named;
    int count;
    struct RankKey {
        uint64_t key;
        int rank;
    } * ranks;
} Owners;

static uint64_t key_of_place(const Place *place, bool *exists) {
    uint64_t key = 0;
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (!(place->named >> axis & 1))
            continue;
        int64_t digit = place->thread[axis];
        if (digit < 0 || digit > 1023)
            *exists = false;
        key = key << 10 | ((uint64_t)digit & 1023);
    }
    return key;
}

static int by_key(const void *a, const void *b) {
    const struct RankKey *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static Owners *owners_new(const Plan *plan, unsigned named) {
    Owners *owners = NEW(Owners);
    owners->named = named;
    owners->ranks = NEW_ARRAY(struct RankKey, plan->threads);
    for (int rank = 0; rank < plan->threads; rank++) {
        uint64_t key = 0;
        if (!scope_has_rank(&plan->scope, rank))
            continue;
        for (int axis = 0; axis < AXIS_COUNT; axis++)
            if (named >> axis & 1)
                key = key << 10 | (uint64_t)axis_of_rank((Axis)axis, rank);
        owners->ranks[owners->count++] = (struct RankKey){key, rank};
    }
    qsort(owners->ranks, (size_t)owners->count, sizeof *owners->ranks, by_key);
    return owners;
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

bool region_next(const Operand *operand, int64_t *coord) {
    for (int d = operand->rank - 1; d >= 0; d--) {
        if (++coord[d] < operand->region[d].extent)
            return true;
        coord[d] = 0;
    }
    return false;
}

int64_t region_count(const Operand *operand) {
    int64_t count = 1;
    for (int d = 0; d < operand->rank; d++)
        count *= operand->region[d].extent;
    return count;
}

/* A symbolic origin shifts every address of its dimension by the same polynomial, if the layout is
 * linear there: equal differences along the dimension, and groups by shape, so that dimensions do
 * not carry into each other. Otherwise the origin is enumerated. */
static bool linear_step(
    Prover *prover, const Operand *operand, int dim, Poly *step, Place *place, Place *last) {
    Layout grouped;
    int seps[MAX_RANK + 1];
    int64_t coord[MAX_RANK] = {0};
    const Symbol *symbols = prover->plan->symbols;
    if (operand->layout.swizzle.on ||
        !layout_group(&operand->layout, operand->rank, operand->shape, &grouped, seps))
        return false;
    for (int64_t x = 0; x < operand->shape[dim]; x++) {
        coord[dim] = x;
        if (layout_places(
                &operand->layout,
                symbols,
                &prover->basis,
                operand->rank,
                operand->shape,
                coord,
                place,
                1) < 0 ||
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
    return true;
}

/* base += symbol x step, for instance m x (1 * ld). */
static bool add_origin(Prover *prover, Poly *base, int symbol, const Poly *step) {
    Coef coef = coef_int(step->constant);
    coef.symbol[coef.count++] = symbol;
    if (step->constant && !poly_add(&prover->basis, base, coef, 1))
        return false;
    for (int i = 0; i < prover->basis.count; i++) {
        Coef product = prover->basis.monomial[i];
        if (step->value[i] == 0)
            continue;
        if (product.count == MAX_FACTORS)
            return false;
        int at = product.count++;
        for (; at > 0 && product.symbol[at - 1] > symbol; at--)
            product.symbol[at] = product.symbol[at - 1];
        product.symbol[at] = symbol;
        product.value = step->value[i];
        if (!poly_add(&prover->basis, base, product, 1))
            return false;
    }
    return true;
}

typedef struct {
    const Operand *operand;
    Poly base;               /* symbolic origins */
    int64_t begin[MAX_RANK]; /* begins and enumerated origins */
    Place *places;
    int capacity; /* the replicas of an element */
} Walk;

static bool walk_start(Prover *prover, const Operand *operand, Walk *walk) {
    static Place scratch[2];
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
        if (prover->symbol[symbol] != SYMBOLIC) {
            walk->begin[d] += prover->symbol[symbol];
            continue;
        }
        Poly step = {0};
        if (!linear_step(prover, operand, d, &step, &scratch[0], &scratch[1]) ||
            !add_origin(prover, &walk->base, symbol, &step)) {
            prover->needs_concrete = true;
            return false;
        }
    }
    return true;
}

static int walk_places(Prover *prover, Walk *walk, const int64_t *coord) {
    int64_t at[MAX_RANK];
    for (int d = 0; d < walk->operand->rank; d++)
        at[d] = walk->begin[d] + coord[d];
    int count = layout_places(
        &walk->operand->layout,
        prover->plan->symbols,
        &prover->basis,
        walk->operand->rank,
        walk->operand->shape,
        at,
        walk->places,
        walk->capacity);
    for (int i = 0; i < count; i++) {
        walk->places[i].at.constant += walk->base.constant;
        for (int m = 0; m < prover->basis.count; m++)
            walk->places[i].at.value[m] += walk->base.value[m];
    }
    if (count < 0)
        proof_fail(
            prover,
            "unproven",
            "an address overflows, or a run-time stride may carry into the swizzle");
    return count;
}

typedef bool (*Visit)(Prover *prover, int flow, int64_t element, const Place *place, int rank);

/* Visits every place of every element of one side: once per memory place (rank -1), or once per
 * participating owner. */
static bool walk_side(Prover *prover, int flow, const Operand *operand, Visit visit) {
    Walk walk;
    Owners *owners = NULL;
    int64_t coord[MAX_RANK] = {0}, element = 0;
    if (!walk_start(prover, operand, &walk))
        return false;
    do {
        int count = walk_places(prover, &walk, coord);
        bool found = false;
        if (count < 0 || !proof_spend(prover, count))
            return false;
        for (int i = 0; i < count; i++) {
            bool exists = true;
            const Place *place = &walk.places[i];
            if (operand->space != SPACE_REG) {
                if (!visit(prover, flow, element, place, -1))
                    return false;
                continue;
            }
            uint64_t key = key_of_place(place, &exists);
            if (!owners)
                owners = owners_new(prover->plan, place->named);
            for (int o = exists ? owners_find(owners, key) : owners->count;
                 o < owners->count && owners->ranks[o].key == key;
                 o++) {
                found = true;
                if (!visit(prover, flow, element, place, owners->ranks[o].rank))
                    return false;
            }
        }
        if (operand->space == SPACE_REG && !found)
            return proof_fail(
                prover, "missing", "no participating thread owns element %lld", (long long)element);
        element++;
    } while (region_next(operand, coord));
    return true;
}

static bool register_index(
    Prover *prover, int bundle, const Place *place, int rank, int64_t *index) {
    Registers *registers = &prover->registers[bundle];
    if (!poly_is_constant(&place->at) || place->at.constant < 0 ||
        place->at.constant >= registers->count)
        return proof_fail(
            prover,
            "outside",
            "a register outside the bundle of %lld",
            (long long)registers->count);
    *index = rank * registers->count + place->at.constant;
    return true;
}

static bool tag_source(Prover *prover, int flow, int64_t element, const Place *place, int rank) {
    const Flow *f = &prover->plan->flows[flow];
    Tag *tag = &prover->source_tags[flow][element];
    if (rank < 0) {
        Cell *cell = cell_make(prover, f->src_at, &place->at);
        if (cell->tag == 0)
            cell->tag = *tag ? *tag : prover->next_tag++; /* replicas hold one value */
        *tag = *tag ? *tag : cell->tag;
        return guarded_allow(prover, cell, guarded_inside(prover, flow, element));
    }
    int64_t index;
    if (!register_index(prover, f->src_at, place, rank, &index))
        return false;
    /* Elements that share a register (a stride of 0) are one value, as those that share memory. */
    Tag *held = &register_at(&prover->registers[f->src_at], index)->tag;
    if (*tag == 0)
        *tag = *held ? *held : prover->next_tag++;
    if (*held == 0)
        *held = *tag;
    return true;
}

static bool expect_tag(Prover *prover, int flow, int64_t element, const Place *place, int rank) {
    const Flow *f = &prover->plan->flows[flow];
    Tag tag = prover->source_tags[flow][element], *expected;
    if (rank < 0) {
        Cell *cell = cell_make(prover, f->dst_at, &place->at);
        cell->is_goal = true;
        cell->inside = guarded_inside(prover, flow, element);
        expected = &cell->expected;
    } else {
        int64_t index;
        if (!register_index(prover, f->dst_at, place, rank, &index))
            return false;
        Register *target = register_at(&prover->registers[f->dst_at], index);
        expected = &target->expected;
        target->inside = guarded_inside(prover, flow, element);
    }
    if (*expected && *expected != tag)
        return proof_fail(
            prover,
            "twice",
            "element %lld and another one go to the same place of the destination",
            (long long)element);
    *expected = tag;
    return true;
}

bool goal_sources(Prover *prover) {
    const Plan *plan = prover->plan;
    for (int f = 0; f < plan->flow_count; f++) {
        const Flow *flow = &plan->flows[f];
        prover->source_tags[f] = NEW_ARRAY(Tag, region_count(&flow->src));
        if (flow->src_is_opaque) {
            for (int64_t e = 0; e < region_count(&flow->src); e++)
                prover->source_tags[f][e] = prover->next_tag++;
        } else if (!walk_side(prover, f, &flow->src, tag_source)) {
            return false;
        }
    }
    return true;
}

bool goal_destinations(Prover *prover) {
    for (int f = 0; f < prover->plan->flow_count; f++) {
        const Flow *flow = &prover->plan->flows[f];
        prover->elements += region_count(&flow->dst);
        if (!walk_side(prover, f, &flow->dst, expect_tag))
            return false;
    }
    return true;
}

/* An opaque body has written the source of this flow: one cell per place. */
typedef struct {
    int64_t rank;
    int phase;
} Body;
static Body body;

static bool leave_tag(Prover *prover, int flow, int64_t element, const Place *place, int rank) {
    const Flow *f = &prover->plan->flows[flow];
    Cell *cell = cell_make(prover, f->src_at, &place->at);
    (void)rank;
    return cell_write(prover, cell, body.rank, body.phase, prover->source_tags[flow][element], -1);
}

static bool arrive_tag(Prover *prover, int flow, int64_t element, const Place *place, int rank) {
    const Flow *f = &prover->plan->flows[flow];
    Cell *cell = cell_make(prover, f->dst_at, &place->at);
    Tag tag;
    (void)rank;
    if (!cell_read(prover, cell, body.rank, body.phase, PROXY_GENERIC, &tag))
        return false;
    return tag == prover->source_tags[flow][element] ||
           proof_fail(
               prover,
               "wrong",
               "the body reads a wrong element at %s",
               cell_text(prover, f->dst_at, &place->at));
}

bool goal_leaves(Prover *prover, int flow, int64_t rank, int phase) {
    body = (Body){rank, phase};
    if (prover->plan->buffers[prover->plan->flows[flow].src_at].role == ROLE_IN)
        return proof_fail(prover, "outside", "an opaque body writes what the caller brought");
    return walk_side(prover, flow, &prover->plan->flows[flow].src, leave_tag);
}

bool goal_arrived(Prover *prover, int flow, int64_t rank, int phase) {
    body = (Body){rank, phase};
    return walk_side(prover, flow, &prover->plan->flows[flow].dst, arrive_tag);
}

static bool registers_reached(Prover *prover, int bundle) {
    const Registers *all = &prover->registers[bundle];
    const Register *r;
    const char *name = prover->plan->bundles[bundle].name;
    if (prover->plan->bundles[bundle].role != ROLE_OUT)
        return true;
    for (int64_t i = 0; (r = register_next(all, &i)); i++) {
        long long rank = i / all->count, slot = i % all->count;
        if (r->expected == 0 && r->written)
            return proof_fail(
                prover,
                "outside",
                "thread %lld writes %s[%lld], which is not in the region",
                rank,
                name,
                slot);
        if (r->expected && !r->written)
            return proof_fail(
                prover, "missing", "%s[%lld] of thread %lld is never written", name, slot, rank);
        if (r->expected != r->tag && r->expected)
            return proof_fail(
                prover, "wrong", "%s[%lld] of thread %lld gets a wrong element", name, slot, rank);
    }
    return true;
}

bool goal_reached(Prover *prover) {
    if (prover->guarded)
        return guarded_reached(prover);
    for (int64_t i = 0; i < prover->table.cell_count; i++) {
        const Cell *cell = cell_number(prover, i);
        if (!cell->is_goal || prover->plan->buffers[cell->buffer].role != ROLE_OUT)
            continue;
        if (cell->writes == 0)
            return proof_fail(prover, "missing", "%s is never written", cell_name(prover, cell));
        if (cell->tag != cell->expected)
            return proof_fail(prover, "wrong", "%s gets a wrong element", cell_name(prover, cell));
    }
    for (int b = 0; b < prover->plan->bundle_count; b++)
        if (!registers_reached(prover, b))
            return false;
    return true;
}
