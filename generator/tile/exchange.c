/* exchange.c: A relayout, element by element: which register of which thread comes from which
 * register. A thread keeps the elements that it already holds; the others come from their lowest
 * owner. */
#include "tile.h"
#include <string.h>

enum { MAX_PLACES = 1024 };

/* One side, as its elements are looked up one after the other. */
typedef struct {
    const Copy *copy;
    const Operand *operand;
    OwnerIndex *index;
    Place *places;
    int capacity, count;
    PolyBasis basis;
} Look;

static Look look_at(const Copy *copy, int side) {
    const Operand *operand = copy_side(copy, side);
    int64_t replicas = layout_replicas(&operand->layout);
    Look look = {.copy = copy, .operand = operand};
    look.capacity = replicas < 0 || replicas > MAX_PLACES ? MAX_PLACES : (int)replicas;
    look.places = NEW_ARRAY(Place, look.capacity);
    return look;
}

static bool find_places(Look *look, const int64_t *coord) {
    const Operand *operand = look->operand;
    int64_t at[MAX_RANK];
    for (int d = 0; d < operand->rank; d++) {
        if (operand->region[d].symbol >= 0)
            return false;
        at[d] = operand->region[d].begin + coord[d];
    }
    look->count = layout_places(
        &operand->layout,
        look->copy->symbols,
        &look->basis,
        operand->rank,
        operand->shape,
        at,
        look->places,
        look->capacity);
    if (look->count > 0 && !look->index)
        look->index = owner_index(look->copy, look->places[0].named);
    return look->count > 0;
}

/* Which thread held which element last, and in which register. */
typedef struct {
    int64_t *element; /* by rank */
    int32_t *slot;
} Held;

/* The lowest owner of the element; all of them are noted. */
static int note_owners(const Look *src, int64_t element, Held *held) {
    int lowest = -1;
    for (int i = 0; i < src->count; i++)
        for (int rank = first_owner(src->index, &src->places[i]); rank >= 0;
             rank = next_owner(src->index, rank)) {
            if (held->element[rank] == element)
                continue;
            held->element[rank] = element;
            held->slot[rank] = (int32_t)src->places[i].at.constant;
            lowest = lowest < 0 || rank < lowest ? rank : lowest;
        }
    return lowest;
}

static void add_element(
    Exchange *out, const Look *dst, int64_t element, const Held *held, int lowest) {
    for (int i = 0; i < dst->count; i++)
        for (int rank = first_owner(dst->index, &dst->places[i]); rank >= 0;
             rank = next_owner(dst->index, rank)) {
            int64_t slot = dst->places[i].at.constant;
            bool own = held->element[rank] == element;
            int from = own ? rank : lowest;
            out->keeps |= own && rank != lowest;
            out->crosses |= !own;
            out->leaves_warp |= from / 32 != rank / 32;
            out->rank[rank * out->slots + slot] = (int32_t)from;
            out->slot[rank * out->slots + slot] = held->slot[from];
        }
}

static bool is_uniform(const Exchange *exchange) {
    for (int64_t slot = 0; slot < exchange->slots; slot++) {
        int32_t one = -1;
        for (int rank = 0; rank < exchange->threads; rank++) {
            int64_t at = rank * exchange->slots + slot;
            if (exchange->rank[at] < 0)
                continue;
            if (one >= 0 && exchange->slot[at] != one)
                return false;
            one = exchange->slot[at];
        }
    }
    return true;
}

static bool fill(Exchange *out, const Copy *copy) {
    Look src = look_at(copy, SRC), dst = look_at(copy, DST);
    int64_t from[MAX_RANK] = {0}, to[MAX_RANK] = {0}, element = 0;
    Held held = {NEW_ARRAY(int64_t, out->threads), NEW_ARRAY(int32_t, out->threads)};
    for (int rank = 0; rank < out->threads; rank++)
        held.element[rank] = -1;
    do {
        if (!find_places(&src, from) || !find_places(&dst, to))
            return false;
        int lowest = note_owners(&src, element, &held);
        if (lowest < 0)
            return false;
        add_element(out, &dst, element, &held, lowest);
        budget_spend(src.count + dst.count);
        element++;
        region_next(&copy->src, from);
    } while (region_next(&copy->dst, to));
    return true;
}

const Exchange *exchange_of(const Copy *copy) {
    int threads = copy->scope.threads;
    int64_t slots = register_count(&copy->dst);
    if (slots < 1 || slots > EXCHANGE_MAX / threads)
        return NULL;
    Exchange *exchange = NEW(Exchange);
    *exchange = (Exchange){.threads = threads, .slots = slots};
    exchange->rank = NEW_ARRAY(int32_t, threads * slots);
    exchange->slot = NEW_ARRAY(int32_t, threads * slots);
    memset(exchange->rank, -1, (size_t)(threads * slots) * sizeof *exchange->rank);
    if (!fill(exchange, copy))
        return NULL;
    exchange->is_uniform = is_uniform(exchange);
    return exchange;
}

bool exchange_meets(const Exchange *exchange) {
    return exchange->crosses || !exchange->is_uniform;
}

bool exchange_is_identity(const Copy *copy) {
    const Exchange *exchange = exchange_of(copy);
    for (int64_t i = 0; exchange && i < exchange->threads * exchange->slots; i++) {
        bool own =
            exchange->rank[i] == i / exchange->slots && exchange->slot[i] == i % exchange->slots;
        if (exchange->rank[i] >= 0 && !own)
            return false;
    }
    return exchange != NULL;
}
