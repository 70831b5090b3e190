/* search.c: Packs items that live in sections of time as low as possible, by branch and bound.
 *
 * A packing is in normal form if every item rests on the ground or on an overlapping item, and no
 * item can be pushed down. Every packing has a normal form, so only these are searched: items are
 * placed in the order of their offsets, each at the lowest free place. An item that this order
 * passes over must later be lifted by another item. This bounds the search:
 *
 *   - load: in each section, the lowest item still to place and the sum of all items still to
 *     place; where items are few, the same for each height, including alignment gaps
 *   - lift: an item that was passed over rests on one of its neighbours that is still to place
 *   - dominance: an item that fits entirely below the candidate would go there first
 *   - symmetry: of items that are equal in everything, the first is placed first
 *   - parts of time that no item connects any more are solved separately
 *   - memory: a state that failed once fails again, however it was reached
 *
 * Work is counted, not timed, so the answer is the same on every machine. */
#include "search.h"
#include <stdlib.h>
#include <string.h>

static int64_t up(int64_t value, int64_t align) {
    return align == 1 ? value : (value + align - 1) / align * align;
}

/* The support of a neighbour changed; undo goes back by this list. */
static void raise_low(Search *search, int item, int64_t low) {
    search->trail[search->trail_count++] = (Change){item, search->low[item]};
    search->low[item] = low;
}

static void place(Search *search, int item, int64_t at) {
    const Item *it = &search->items[item];
    int64_t top = at + it->size;
    search->placed[item] = true;
    search->offset[item] = at;
    search->order[search->order_count++] = item;
    for (int r = 0; r < it->run_count; r++)
        for (int s = it->runs[r][0]; s < it->runs[r][1]; s++)
            search->rest[s] -= it->size;
    for (int k = 0; k < it->neighbour_count; k++) {
        int other = it->neighbours[k];
        if (search->placed[other])
            continue;
        int64_t low = up(top, search->items[other].align);
        if (low > search->low[other])
            raise_low(search, other, low);
    }
    search->work += it->neighbour_count;
}

/* Takes back what was placed since there were so many, and what that changed. */
static void take_back(Search *search, int order_count, int trail_count) {
    while (search->order_count > order_count) {
        int item = search->order[--search->order_count];
        const Item *it = &search->items[item];
        search->placed[item] = false;
        for (int r = 0; r < it->run_count; r++)
            for (int s = it->runs[r][0]; s < it->runs[r][1]; s++)
                search->rest[s] += it->size;
    }
    while (search->trail_count > trail_count) {
        Change *change = &search->trail[--search->trail_count];
        search->low[change->item] = change->low;
    }
}

/* Passed over: it stood at a place that comes before the last one. */
static bool is_passed(const Search *search, int item, const Last *last) {
    int64_t low = search->low[item];
    return low < last->at || (low == last->at && search->rank[item] < last->rank);
}

/* The least that an item which was passed over can rest on; -1: nothing will lift it, or it could
 * stand below all that is yet to come. */
static int64_t lifted(const Search *search, int item, const Last *last) {
    const Item *it = &search->items[item];
    int64_t least = INT64_MAX, room = INT64_MAX;
    for (int k = 0; k < it->neighbour_count; k++) {
        int other = it->neighbours[k];
        if (search->placed[other])
            continue;
        int64_t at = search->low[other] > last->at ? search->low[other] : last->at;
        room = at < room ? at : room;
        least = at + search->items[other].size < least ? at + search->items[other].size : least;
    }
    if (least == INT64_MAX || search->low[item] + it->size <= room)
        return -1;
    return up(least, it->align);
}

/* Lower bounds of the items into search->bound; false: the capacity cannot be kept. */
static bool bound_items(Search *search, const Stretch *part, const Last *last) {
    for (int i = 0; i < part->count; i++) {
        int item = part->items[i];
        int64_t low = search->low[item];
        if (is_passed(search, item, last)) {
            low = lifted(search, item, last);
            search->work += search->items[item].neighbour_count;
        }
        if (low < 0 || low + search->items[item].size > search->capacity) {
            search->blame_item[item]++;
            return false;
        }
        search->bound[item] = low;
    }
    return true;
}

static bool before(const Candidate *a, const Candidate *b) {
    return a->at < b->at || (a->at == b->at && a->rank < b->rank);
}

/* By place, then rank. They are few and mostly in order already. */
static void sort(Candidate *candidates, int count) {
    for (int i = 1; i < count; i++) {
        Candidate moved = candidates[i];
        int to = i;
        for (; to > 0 && before(&moved, &candidates[to - 1]); to--)
            candidates[to] = candidates[to - 1];
        candidates[to] = moved;
    }
}

/* Adds an item that begins at `low` to the stacks of its sections; false: one becomes too high. */
static bool add_to_stacks(Search *search, const Item *it, int64_t low) {
    for (int r = 0; r < it->run_count; r++) {
        search->work += 1 + (it->runs[r][1] - it->runs[r][0]) / 4;
        for (int s = it->runs[r][0]; s < it->runs[r][1]; s++) {
            int64_t latest = search->capacity - (search->sum[s] += it->size);
            if (search->stacks && search->stacks[s])
                latest = search->stacks[s][search->above[s] |= it->bit[s]];
            if (low > latest) {
                search->blame[s]++;
                return false;
            }
        }
    }
    return true;
}

/* The items of a section from each height on, one on another, from the highest item down. Of sizes
 * 4, 4 and 2, and not below 0, 5 and 6: the last alone ends at 8, the last two at 5 + 4 + 2 = 11,
 * all at 10. */
static bool bound_stacks(Search *search, const Stretch *part) {
    Candidate *items = search->by_bound;
    for (int i = 0; i < part->count; i++)
        items[i] = (Candidate){part->items[i], i, search->bound[part->items[i]]};
    sort(items, part->count);
    for (int s = part->begin; s < part->end; s++) {
        search->sum[s] = 0;
        search->above[s] = 0;
    }
    int i = part->count - 1;
    while (i >= 0 && add_to_stacks(search, &search->items[items[i].item], items[i].at))
        i--;
    return i < 0;
}

/* In each section: the lowest that is yet to come, and all of it on top of one another. */
static bool bound_sections(Search *search, const Stretch *part) {
    int64_t *least = search->least;
    for (int s = part->begin; s < part->end; s++)
        least[s] = INT64_MAX;
    for (int i = 0; i < part->count; i++) {
        const Item *it = &search->items[part->items[i]];
        int64_t low = search->bound[part->items[i]];
        for (int r = 0; r < it->run_count; r++) {
            search->work += 1 + (it->runs[r][1] - it->runs[r][0]) / 4;
            for (int s = it->runs[r][0]; s < it->runs[r][1]; s++)
                least[s] = low < least[s] ? low : least[s];
        }
    }
    for (int s = part->begin; s < part->end; s++)
        if (least[s] != INT64_MAX && least[s] + search->rest[s] > search->capacity) {
            search->blame[s]++;
            return false;
        }
    search->work += (part->end - part->begin) / 4;
    return true;
}

/* What may be placed next, in the order to try. */
static int find_candidates(
    const Search *search, const Stretch *part, const Last *last, Candidate *candidates) {
    int64_t dominant = INT64_MAX;
    int count = 0;
    for (int i = 0; i < part->count; i++) {
        int64_t top = search->low[part->items[i]] + search->items[part->items[i]].size;
        dominant = top < dominant ? top : dominant;
    }
    for (int i = 0; i < part->count; i++) {
        int item = part->items[i], twin = search->items[item].twin;
        if (search->low[item] < dominant && !is_passed(search, item, last) &&
            (twin < 0 || search->placed[twin]))
            candidates[count++] = (Candidate){item, search->rank[item], search->low[item]};
    }
    sort(candidates, count);
    return count;
}

static bool solve_part(Search *search, const Stretch *part, const Last *last);

/* reach[s]: how far the items that begin in section s of the part go. */
static void find_reach(const Search *search, const Stretch *part, int *reach) {
    memset(reach, 0, (size_t)(part->end - part->begin) * sizeof *reach);
    for (int i = 0; i < part->count; i++) {
        const Item *it = &search->items[part->items[i]];
        int *at = &reach[it->first - part->begin];
        *at = it->behind > *at ? it->behind : *at;
    }
}

static int by_count(const void *left, const void *right) {
    const Stretch *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

/* The stretches of time that items connect, into `parts`; their items into `items`. */
static int find_parts(
    const Search *search, const Stretch *part, const int *reach, int *items, Stretch *parts) {
    int count = 0;
    for (int begin = part->begin, end; begin < part->end; begin = end) {
        end = begin + 1;
        for (int s = begin; s < end; s++)
            end = reach[s - part->begin] > end ? reach[s - part->begin] : end;
        Stretch inner = {items, 0, begin, end};
        for (int i = 0; i < part->count; i++) {
            int first = search->items[part->items[i]].first;
            if (first >= begin && first < end)
                items[inner.count++] = part->items[i];
        }
        items += inner.count;
        if (inner.count > 0)
            parts[count++] = inner;
    }
    return count;
}

/* Solves what is left of a part, each stretch by itself: the small ones first, which fail
 * soonest. */
static bool solve_rest(Search *search, const Stretch *part, const Last *last) {
    int *reach = search->pool + search->pool_count, *items = reach + (part->end - part->begin);
    int pool_count = search->pool_count, stretch_count = search->stretch_count;
    Stretch *parts = search->stretches + stretch_count;
    bool ok = true;
    search->pool_count += part->end - part->begin + part->count;
    find_reach(search, part, reach);
    int count = find_parts(search, part, reach, items, parts);
    search->stretch_count += count;
    qsort(parts, (size_t)count, sizeof *parts, by_count);
    search->work += part->count + part->end - part->begin;
    for (int p = 0; p < count && ok; p++)
        ok = solve_part(search, &parts[p], last);
    search->pool_count = pool_count;
    search->stretch_count = stretch_count;
    return ok;
}

static uint64_t mixed(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* The state: what is to come, where each would lie, and what was passed over. Where nothing was,
 * the order of what lies below no longer counts, nor do the ranks: it fails in the searches after
 * this one too. */
static Failed state_of(Search *search, const Stretch *part, const Last *last) {
    uint64_t first = (uint64_t)search->capacity, second = 1, passed = 0;
    for (int i = 0; i < part->count; i++) {
        uint64_t item = (uint64_t)part->items[i], low = (uint64_t)search->low[part->items[i]];
        if (is_passed(search, part->items[i], last))
            passed |= UINT64_C(1) << item;
        first = mixed(first, low * 64 + item);
        second = mixed(second + item, low);
    }
    if (passed) {
        first = mixed(first + search->salt, passed);
        second = mixed(second + passed, (uint64_t)last->at);
    }
    search->work += part->count;
    return (Failed){{first, second}};
}

static Failed *place_of(const Search *search, const Failed *state) {
    return &search->failed[state->key[0] >> (64 - search->failed_bits)];
}

static bool has_failed(const Search *search, const Failed *state) {
    const Failed *kept = place_of(search, state);
    return kept->key[0] == state->key[0] && kept->key[1] == state->key[1];
}

static bool try_all(Search *search, const Stretch *part, const Last *last);

static bool solve_part(Search *search, const Stretch *part, const Last *last) {
    if (search->work > search->limit || !bound_items(search, part, last) ||
        !(search->by_bound ? bound_stacks(search, part) : bound_sections(search, part)))
        return false;
    if (!search->failed)
        return try_all(search, part, last);
    Failed state = state_of(search, part, last);
    if (has_failed(search, &state))
        return false;
    bool ok = try_all(search, part, last);
    if (!ok && search->work <= search->limit)
        *place_of(search, &state) = state;
    return ok;
}

static bool try_all(Search *search, const Stretch *part, const Last *last) {
    int order_count = search->order_count, trail_count = search->trail_count;
    int pool_count = search->pool_count, candidate_count = search->candidate_count;
    Candidate *candidates = search->candidates + candidate_count;
    int count = find_candidates(search, part, last, candidates);
    Stretch rest = {search->pool + pool_count, part->count - 1, part->begin, part->end};
    search->pool_count += rest.count;
    search->candidate_count += count;
    bool ok = false;
    for (int c = 0; c < count && !ok && search->work <= search->limit; c++) {
        Last now = {candidates[c].at, candidates[c].rank};
        for (int i = 0, n = 0; i < part->count; i++)
            if (part->items[i] != candidates[c].item)
                rest.items[n++] = part->items[i];
        place(search, candidates[c].item, candidates[c].at);
        ok = rest.count == 0 || solve_rest(search, &rest, &now);
        if (!ok)
            take_back(search, order_count, trail_count);
    }
    search->pool_count = pool_count;
    search->candidate_count = candidate_count;
    return ok;
}

bool search_solve(Search *search) {
    Stretch all = {search->all, search->count, 0, search->sections};
    Last none = {-1, -1};
    search->order_count = search->trail_count = search->pool_count = 0;
    search->candidate_count = search->stretch_count = 0;
    memset(search->placed, 0, (size_t)search->count * sizeof *search->placed);
    memset(search->low, 0, (size_t)search->count * sizeof *search->low);
    memset(search->rest, 0, (size_t)search->sections * sizeof *search->rest);
    for (int i = 0; i < search->count; i++) {
        const Item *it = &search->items[i];
        search->all[i] = i;
        for (int r = 0; r < it->run_count; r++)
            for (int s = it->runs[r][0]; s < it->runs[r][1]; s++)
                search->rest[s] += it->size;
    }
    return search->count == 0 || solve_rest(search, &all, &none);
}

/* For first fit: places of neighbours that are taken. */
static int by_offset(const void *left, const void *right) {
    const int64_t *a = left, *b = right;
    return (a[0] > b[0]) - (a[0] < b[0]);
}

static int64_t first_gap(const Search *search, const Item *it, int64_t (*taken)[2]) {
    int count = 0;
    int64_t at = 0;
    for (int k = 0; k < it->neighbour_count; k++) {
        int other = it->neighbours[k];
        if (!search->placed[other])
            continue;
        taken[count][0] = search->offset[other];
        taken[count++][1] = search->offset[other] + search->items[other].size;
    }
    qsort(taken, (size_t)count, sizeof *taken, by_offset);
    for (int k = 0; k < count && taken[k][0] < at + it->size; k++)
        if (taken[k][1] > at)
            at = up(taken[k][1], it->align);
    return at;
}

/* On top of all that is there, so that nobody needs to know neighbours. */
int64_t search_skyline(Search *search) {
    int64_t height = 0, *floor = search->least;
    int *item_of = search->all;
    memset(floor, 0, (size_t)search->sections * sizeof *floor);
    for (int i = 0; i < search->count; i++)
        item_of[search->rank[i]] = i;
    for (int i = 0; i < search->count; i++) {
        const Item *it = &search->items[item_of[i]];
        int64_t at = 0;
        for (int r = 0; r < it->run_count; r++)
            for (int s = it->runs[r][0]; s < it->runs[r][1]; s++)
                at = floor[s] > at ? floor[s] : at;
        at = up(at, it->align);
        search->offset[item_of[i]] = at;
        for (int r = 0; r < it->run_count; r++)
            for (int s = it->runs[r][0]; s < it->runs[r][1]; s++)
                floor[s] = at + it->size;
        height = at + it->size > height ? at + it->size : height;
        search->work += it->behind - it->first;
    }
    return height;
}

int64_t search_first_fit(Search *search) {
    int64_t height = 0;
    MemMark mark = mem_mark();
    int64_t(*taken)[2] = mem_alloc((size_t)search->count, sizeof *taken);
    int *item_of = NEW_ARRAY(int, search->count);
    memset(search->placed, 0, (size_t)search->count * sizeof *search->placed);
    for (int i = 0; i < search->count; i++)
        item_of[search->rank[i]] = i;
    for (int i = 0; i < search->count; i++) {
        int item = item_of[i];
        const Item *it = &search->items[item];
        search->offset[item] = first_gap(search, it, taken);
        search->placed[item] = true;
        int64_t top = search->offset[item] + it->size;
        height = top > height ? top : height;
        search->work += 8 * it->neighbour_count;
    }
    mem_rewind(mark);
    return height;
}
