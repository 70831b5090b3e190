/* cliques.c: Finds the maximal sets of items that overlap in pairs. On a line, items that overlap
 * in pairs share a point in time. On a circle they may not: three arcs of two thirds overlap in
 * pairs without a common point, and still need separate addresses. Where there are few items, these
 * sets replace the sections, which gives a better bound. */
#include "search.h"

enum { MOST_ITEMS = 64, MOST_CLIQUES = 1 << 10, MOST_WORK = 1 << 18 };

typedef struct {
    const uint64_t *meets; /* of each item: those that it meets */
    uint64_t *cliques;
    int count, work;
} Cliques;

static int lowest(uint64_t set) {
    int at = 0;
    while (!(set >> at & 1))
        at++;
    return at;
}

static int size_of(uint64_t set) {
    int size = 0;
    for (; set; set &= set - 1)
        size++;
    return size;
}

/* The item that meets most of `maybe`: only what it does not meet needs to be tried beside it. */
static uint64_t pivot(const Cliques *cliques, uint64_t maybe, uint64_t done) {
    uint64_t best = 0;
    int most = -1;
    for (uint64_t rest = maybe | done; rest; rest &= rest - 1) {
        uint64_t met = maybe & cliques->meets[lowest(rest)];
        if (size_of(met) > most) {
            most = size_of(met);
            best = met;
        }
    }
    return best;
}

/* Bron and Kerbosch: all maximal cliques that hold `in`, may hold `maybe` and nothing of `done`.
 * False: there are too many. */
static bool extend(Cliques *cliques, uint64_t in, uint64_t maybe, uint64_t done) {
    if (++cliques->work > MOST_WORK)
        return false;
    if (!maybe && !done) {
        if (cliques->count == MOST_CLIQUES)
            return false;
        cliques->cliques[cliques->count++] = in;
        return true;
    }
    for (uint64_t rest = maybe & ~pivot(cliques, maybe, done); rest; rest &= rest - 1) {
        int item = lowest(rest);
        uint64_t bit = UINT64_C(1) << item, met = cliques->meets[item];
        if (!extend(cliques, in | bit, maybe & met, done & met))
            return false;
        maybe &= ~bit;
        done |= bit;
    }
    return true;
}

static void set_sections(Search *search, const Cliques *cliques) {
    search->sections = cliques->count;
    for (int i = 0; i < search->count; i++) {
        Item *it = &search->items[i];
        it->runs = mem_alloc((size_t)cliques->count, sizeof *it->runs);
        it->run_count = 0;
        for (int c = 0; c < cliques->count; c++) {
            if (!(cliques->cliques[c] >> i & 1))
                continue;
            if (it->run_count && it->runs[it->run_count - 1][1] == c) {
                it->runs[it->run_count - 1][1]++;
                continue;
            }
            it->runs[it->run_count][0] = c;
            it->runs[it->run_count++][1] = c + 1;
        }
        it->first = it->runs[0][0];
        it->behind = it->runs[it->run_count - 1][1];
    }
}

void search_use_cliques(Search *search) {
    bool around = false;
    uint64_t *meets = NEW_ARRAY(uint64_t, search->count);
    Cliques cliques = {meets, NEW_ARRAY(uint64_t, MOST_CLIQUES), 0, 0};
    for (int i = 0; i < search->count; i++)
        around = around || search->items[i].run_count > 1;
    if (!around || search->count > MOST_ITEMS)
        return;
    for (int i = 0; i < search->count; i++)
        for (int k = 0; k < search->items[i].neighbour_count; k++)
            meets[i] |= UINT64_C(1) << search->items[i].neighbours[k];
    uint64_t all = search->count == 64 ? UINT64_MAX : (UINT64_C(1) << search->count) - 1;
    bool complete = extend(&cliques, 0, all, 0);
    budget_spend(cliques.work);
    if (complete)
        set_sections(search, &cliques);
}
