/* stacks.c: An exact bound for sections with few items. The load of a section counts sizes only;
 * alignment gaps need more space. For each set of items of a small section, this file computes the
 * highest place at which the lowest item can start so that all of them, stacked and aligned, end
 * below the capacity.
 *
 * Two items of size 5 that start at multiples of 4 lie at 0 and 8 and end at 13. They do not fit
 * below 12, though their load is only 10. */
#include "search.h"

enum { MOST_MEMBERS = 16, MOST_SETS = 1 << 19 };

/* Whether something of the section can leave a gap: a size that is no multiple of an alignment. */
static bool leaves_gaps(const Search *search, const int *members, int count) {
    int64_t align = 1;
    for (int m = 0; m < count; m++)
        if (search->items[members[m]].align > align)
            align = search->items[members[m]].align;
    for (int m = 0; m < count; m++)
        if (search->items[members[m]].size % align != 0)
            return true;
    return false;
}

static bool is_in(const Item *it, int section) {
    for (int r = 0; r < it->run_count; r++)
        if (it->runs[r][0] <= section && section < it->runs[r][1])
            return true;
    return false;
}

static int find_members(const Search *search, int section, int *members) {
    int count = 0;
    for (int i = 0; i < search->count; i++)
        if (is_in(&search->items[i], section))
            members[count++] = i;
    return count;
}

void search_use_stacks(Search *search) {
    int *members = NEW_ARRAY(int, search->count), sets = 0;
    int64_t **stacks = NEW_ARRAY(int64_t *, search->sections);
    for (int i = 0; i < search->count; i++)
        search->items[i].bit = NEW_ARRAY(uint32_t, search->sections);
    for (int s = 0; s < search->sections; s++) {
        int count = find_members(search, s, members);
        if (count > MOST_MEMBERS || sets + (1 << count) > MOST_SETS ||
            !leaves_gaps(search, members, count))
            continue;
        sets += 1 << count;
        stacks[s] = NEW_ARRAY(int64_t, 1 << count);
        for (int m = 0; m < count; m++)
            search->items[members[m]].bit[s] = UINT32_C(1) << m;
    }
    search->stacks = sets ? stacks : NULL;
}

/* The highest place of a set: the best of what is left when each of its items in turn is the
 * lowest. */
static void fill(const Search *search, int64_t *stack, const int *members, int count) {
    stack[0] = search->capacity;
    for (uint32_t set = 1; set >> count == 0; set++) {
        stack[set] = -1;
        for (int m = 0; m < count; m++) {
            if (!(set >> m & 1))
                continue;
            const Item *it = &search->items[members[m]];
            int64_t at = stack[set ^ UINT32_C(1) << m] - it->size;
            at = at < 0 ? -1 : at - at % it->align;
            stack[set] = at > stack[set] ? at : stack[set];
        }
    }
}

void search_fill_stacks(Search *search) {
    int *members = NEW_ARRAY(int, search->count);
    for (int s = 0; s < search->sections; s++) {
        if (!search->stacks[s])
            continue;
        int count = find_members(search, s, members);
        fill(search, search->stacks[s], members, count);
        search->work += ((int64_t)count << count) * 2;
    }
}
