/* injective.c: do two elements of a region share a place? First the nesting rule, which handles
 * run-time strides: on every axis, sorted by stride, each stride must exceed the reach of all
 * smaller ones (64 * ld > 63 * ld + 31 when ld >= 32). A layout that nests is injective wherever
 * its region begins; a swizzle permutes places and changes nothing. A layout that does not nest is
 * enumerated into a hash table. A place that is seen twice collides for every value of the symbols.
 * If no place is seen twice, that is a proof when no symbol is involved; otherwise the question
 * stays open. */
#include "layout.h"
#include <string.h>

enum { MAX_TABLE = 1 << 22, MAX_COPIES = 4096 };

/* ---- nesting ------------------------------------------------------------------------------- */

typedef struct {
    Coef stride; /* positive */
    int64_t extent;
    int64_t least; /* the stride at the symbols' least values, saturated: only an order */
} Nested;

static int64_t least_value(Coef coef, const Symbol *symbols) {
    int64_t value = coef.value;
    for (int i = 0; i < coef.count; i++) {
        if (!mul_i64(value, symbol_least(&symbols[coef.symbol[i]]), &value)) {
            return INT64_MAX;
        }
    }
    return value;
}

static bool nested_add(const Iter *iter, const Symbol *symbols, Nested *nested, int *count) {
    Coef stride = iter->stride;
    if (stride.value < 0 && !coef_mul(stride, -1, &stride)) {
        return false;
    }
    Nested next = {stride, iter->extent, least_value(stride, symbols)};
    int at = (*count)++;
    while (at && nested[at - 1].least > next.least) {
        nested[at] = nested[at - 1];
        at--;
    }
    nested[at] = next;
    return true;
}

/* S[(2,64,32):(64*ld,ld,1)]: 1 reaches 31, ld >= 32 exceeds it and reaches 63 * ld + 31, 64 * ld
 * exceeds that. The sum of reaches is kept as -reach - 1, to which a stride is added. */
static bool axis_nests(const Layout *layout, const Symbol *symbols, Axis axis) {
    Nested nested[MAX_ITERS + MAX_REPLICAS];
    int count = 0;
    for (int i = 0; i < layout->shard_count + layout->replica_count; i++) {
        const Iter *iter =
            i < layout->shard_count ? &layout->shard[i] : &layout->replica[i - layout->shard_count];
        if (iter->axis == axis && iter->extent > 1 && !nested_add(iter, symbols, nested, &count)) {
            return false;
        }
    }
    PolyBasis basis = {0};
    Poly below = {.constant = -1};
    for (int i = 0; i < count; i++) {
        Poly gap = below;
        if (!poly_add(&basis, &gap, nested[i].stride, 1) ||
            !poly_never_negative(&basis, &gap, symbols) ||
            !poly_add(&basis, &below, nested[i].stride, 1 - nested[i].extent)) {
            return false;
        }
    }
    return true;
}

static bool layout_nests(const Layout *layout, const Symbol *symbols) {
    for (int axis = 0; axis < AXIS_COUNT; axis++) {
        if (!axis_nests(layout, symbols, (Axis)axis)) {
            return false;
        }
    }
    return true;
}

/* ---- enumeration --------------------------------------------------------------------------- */

typedef struct {
    uint64_t hash;
    int64_t element; /* index in the region, row-major, + 1; 0: free */
} Slot;

typedef struct {
    const Operand *operand;
    const Symbol *symbols;
    PolyBasis basis;
    int64_t elements, slots;
    int64_t begin[MAX_RANK], extent[MAX_RANK];
    Slot *table;
    int copies; /* replicas of one element */
    Place *places, *others;
} Search;

static bool place_equal(const Place *a, const Place *b) {
    return poly_equal(&a->at, &b->at) && memcmp(a->along, b->along, sizeof a->along) == 0;
}

static uint64_t mix(uint64_t hash, int64_t value) {
    hash = (hash ^ (uint64_t)value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t place_hash(const Place *place) {
    uint64_t hash = mix(1, place->at.constant);
    for (int i = 0; i < MAX_MONOMIALS; i++) {
        hash = place->at.value[i] ? mix(hash + (uint64_t)i, place->at.value[i]) : hash;
    }
    for (int i = 0; i < AXIS_COUNT; i++) {
        hash = mix(hash, place->along[i]);
    }
    return hash;
}

/* Element 21 of the region [4:8, 0:8] is (4 + 2, 5). */
static void element_coord(const Search *search, int64_t element, int64_t *coord) {
    for (int i = search->operand->rank - 1; i >= 0; i--) {
        coord[i] = search->begin[i] + element % search->extent[i];
        element /= search->extent[i];
    }
}

static bool element_places(Search *search, int64_t element, Place *places) {
    int64_t coord[MAX_RANK];
    element_coord(search, element, coord);
    const Operand *operand = search->operand;
    int count = layout_places(
        &operand->layout,
        search->symbols,
        &search->basis,
        operand->rank,
        operand->shape,
        coord,
        places,
        search->copies);
    return count == search->copies;
}

/* An element that was entered, so that its places are computable. */
static bool element_has(Search *search, int64_t element, const Place *place) {
    bool has = false;
    element_places(search, element, search->others);
    for (int i = 0; i < search->copies; i++) {
        has = has || place_equal(&search->others[i], place);
    }
    return has;
}

/* Enters a place. The element that has it already, or -1. */
static int64_t enter(Search *search, int64_t element, const Place *place) {
    uint64_t hash = place_hash(place);
    int64_t at = (int64_t)(hash & (uint64_t)(search->slots - 1));
    for (; search->table[at].element != 0; at = (at + 1) & (search->slots - 1)) {
        const Slot *slot = &search->table[at];
        if (slot->hash == hash && element_has(search, slot->element - 1, place)) {
            return slot->element - 1 == element ? -1 : slot->element - 1;
        }
    }
    search->table[at] = (Slot){hash, element + 1};
    return -1;
}

/* False: some element has no computable place (overflow, a symbol inside a swizzle). */
static bool find_collision(Search *search, Injectivity *result) {
    for (int64_t element = 0; element < search->elements; element++) {
        if (!element_places(search, element, search->places)) {
            return false;
        }
        for (int i = 0; i < search->copies; i++) {
            int64_t other = enter(search, element, &search->places[i]);
            if (other >= 0) {
                result->collides = true;
                element_coord(search, other, result->first);
                element_coord(search, element, result->second);
                return true;
            }
        }
    }
    return true;
}

/* A dimension with a run-time origin is searched whole: it can begin anywhere. */
static bool search_start(Search *search, bool *open) {
    const Operand *operand = search->operand;
    int64_t places = layout_replicas(&operand->layout);
    if (places < 0 || places > MAX_COPIES) {
        return false;
    }
    search->copies = (int)places;
    search->elements = 1;
    for (int i = 0; i < operand->rank; i++) {
        const Range *range = &operand->region[i];
        bool moves = range->symbol >= 0;
        *open = *open || moves;
        search->begin[i] = moves ? 0 : range->begin;
        search->extent[i] = moves ? operand->shape[i] : range->extent;
        if (!mul_i64(places, search->extent[i], &places) || places > MAX_TABLE) {
            return false;
        }
        search->elements *= search->extent[i]; /* no more than places */
    }
    for (search->slots = 16; search->slots < 2 * places; search->slots *= 2) {
    }
    search->table = NEW_ARRAY(Slot, search->slots);
    search->places = NEW_ARRAY(Place, search->copies);
    search->others = NEW_ARRAY(Place, search->copies);
    return true;
}

static bool has_symbols(const Layout *layout) {
    for (int i = 0; i < layout->shard_count; i++) {
        if (layout->shard[i].stride.count > 0) {
            return true;
        }
    }
    for (int i = 0; i < layout->replica_count; i++) {
        if (layout->replica[i].stride.count > 0) {
            return true;
        }
    }
    return false;
}

/* S[(4,4):(2,1)] collides: (0, 2) and (1, 0) are both at 2. S[(4,4):(ld,1)] with ld >= 4 nests;
 * with ld >= 1 it is unproven. Thread axes separate places as they are written, so the scope, which
 * only says which threads exist, adds nothing. */
Injectivity layout_injective(const Operand *operand, const Symbol *symbols, ScopeKind scope) {
    (void)scope;
    Injectivity result = {0};
    Slice slice;
    PolyBasis basis = {0};
    if (layout_nests(&operand->layout, symbols) ||
        (layout_slice(operand, symbols, &basis, &slice) && layout_nests(&slice.layout, symbols))) {
        return result;
    }
    MemMark mark = mem_mark();
    Search search = {.operand = operand, .symbols = symbols};
    bool open = has_symbols(&operand->layout);
    bool moves = false;
    if (!search_start(&search, &moves)) {
        result.too_big = true;
    } else if (!find_collision(&search, &result)) {
        result.unproven = true;
    } else if (result.collides && moves) {
        result = (Injectivity){.unproven = true}; /* maybe never both inside one region */
    } else if (!result.collides) {
        result.unproven = open;
    }
    mem_rewind(mark);
    return result;
}
