/* pack.c: Prepares the search: which items overlap, which are equal, which orders to try, and which
 * height to ask for. First fit in several orders gives a packing at once; the load bound limits how
 * low a packing can be. The search closes the gap between the two, or its work limit ends it.
 *
 * An order decides which of two items at one offset comes first. A wrong order costs a long search,
 * so each order gets a slice of work, and then the next one starts anew. From the second round on,
 * the causes of earlier failures go first: sections that were too full, items that nothing could
 * lift. */
#include "search.h"
#include <stdlib.h>
#include <string.h>

enum {
    MAX_SEARCHED = 512,
    KEYS = 5,
    ORDERS = 6,
    DECLARED = ORDERS,
    FIRST_SLICE = 1 << 20,
    FEW = 64
};

/* What orders sort by, largest first; blame goes before all else. */
typedef struct {
    int64_t key[KEYS];
    int item;
} Weight;
enum { KEY_BLAME, KEY_WIDTH, KEY_AREA, KEY_TOTAL, KEY_SIZE };
static const int order_keys[ORDERS][KEYS] = {
    {KEY_BLAME, KEY_TOTAL, KEY_AREA, KEY_WIDTH, KEY_SIZE},
    {KEY_BLAME, KEY_WIDTH, KEY_AREA, KEY_TOTAL, KEY_SIZE},
    {KEY_BLAME, KEY_TOTAL, KEY_WIDTH, KEY_AREA, KEY_SIZE},
    {KEY_BLAME, KEY_SIZE, KEY_WIDTH, KEY_AREA, KEY_TOTAL},
    {KEY_BLAME, KEY_AREA, KEY_WIDTH, KEY_TOTAL, KEY_SIZE},
    {KEY_BLAME, KEY_WIDTH, KEY_SIZE, KEY_AREA, KEY_TOTAL},
};
typedef enum { BLAME_NONE, BLAME_WORST, BLAME_ALL } Blame; /* of an item: of its sections */

static int by_weight(const void *left, const void *right) {
    const Weight *a = left, *b = right;
    for (int k = 0; k < KEYS; k++)
        if (a->key[k] != b->key[k])
            return a->key[k] > b->key[k] ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

static bool meet(const Item *a, const Item *b) {
    if (a->behind <= b->first || b->behind <= a->first)
        return false;
    for (int i = 0, j = 0; i < a->run_count && j < b->run_count;) {
        if (a->runs[i][1] <= b->runs[j][0])
            i++;
        else if (b->runs[j][1] <= a->runs[i][0])
            j++;
        else
            return true;
    }
    return false;
}

static bool equal(const Item *a, const Item *b) {
    return a->size == b->size && a->align == b->align && a->run_count == b->run_count &&
           memcmp(a->runs, b->runs, (size_t)a->run_count * sizeof *a->runs) == 0;
}

static void find_neighbours(Search *search) {
    int *found = NEW_ARRAY(int, search->count);
    for (int i = 0; i < search->count; i++) {
        Item *it = &search->items[i];
        int count = 0;
        for (int j = 0; j < search->count; j++)
            if (j != i && meet(it, &search->items[j]))
                found[count++] = j;
        budget_spend(search->count / 2);
        it->neighbours = NEW_ARRAY(int, count);
        it->neighbour_count = count;
        if (count)
            memcpy(it->neighbours, found, (size_t)count * sizeof *found);
    }
}

/* The loads of the sections, into `load`; returns the highest. */
static int64_t find_loads(const Search *search, int64_t *load) {
    int64_t highest = 0;
    memset(load, 0, (size_t)search->sections * sizeof *load);
    for (int i = 0; i < search->count; i++) {
        const Item *it = &search->items[i];
        for (int r = 0; r < it->run_count; r++)
            for (int s = it->runs[r][0]; s < it->runs[r][1]; s++)
                load[s] += it->size;
    }
    for (int s = 0; s < search->sections; s++)
        highest = load[s] > highest ? load[s] : highest;
    return highest;
}

static int64_t blame_of(const Search *search, int item, Blame blame) {
    const Item *it = &search->items[item];
    int64_t sum = search->blame_item[item], worst = sum;
    for (int r = 0; r < it->run_count; r++)
        for (int s = it->runs[r][0]; s < it->runs[r][1]; s++) {
            sum += search->blame[s];
            worst = search->blame[s] > worst ? search->blame[s] : worst;
        }
    return blame == BLAME_NONE ? 0 : blame == BLAME_ALL ? sum : worst;
}

static void weigh(
    const Search *search, const int64_t *load, int item, int order, Blame blame, Weight *weight) {
    const Item *it = &search->items[item];
    int64_t value[KEYS] = {[KEY_SIZE] = it->size, [KEY_BLAME] = blame_of(search, item, blame)};
    for (int r = 0; r < it->run_count; r++) {
        value[KEY_WIDTH] += it->runs[r][1] - it->runs[r][0];
        for (int s = it->runs[r][0]; s < it->runs[r][1]; s++)
            value[KEY_TOTAL] = load[s] > value[KEY_TOTAL] ? load[s] : value[KEY_TOTAL];
    }
    value[KEY_AREA] = it->size * value[KEY_WIDTH];
    for (int k = 0; k < KEYS; k++)
        weight->key[k] = order == DECLARED ? 0 : value[order_keys[order][k]];
    weight->item = item;
}

/* The twin of weights[i]: the last before it that is equal in everything. */
static int find_twin(const Search *search, const Weight *weights, int i) {
    const Item *item = &search->items[weights[i].item];
    for (int j = i - 1; j >= 0 && search->count <= MAX_SEARCHED; j--)
        if (equal(&search->items[weights[j].item], item))
            return weights[j].item;
    return -1;
}

/* Ranks of an order, and the twins that go with it. */
static void set_order(Search *search, int order, Blame blame) {
    MemMark mark = mem_mark();
    Weight *weights = NEW_ARRAY(Weight, search->count);
    int64_t *load = NEW_ARRAY(int64_t, search->sections);
    find_loads(search, load);
    for (int i = 0; i < search->count; i++)
        weigh(search, load, i, order, blame, &weights[i]);
    qsort(weights, (size_t)search->count, sizeof *weights, by_weight);
    for (int i = 0; i < search->count; i++) {
        search->rank[weights[i].item] = i;
        search->items[weights[i].item].twin = find_twin(search, weights, i);
    }
    mem_rewind(mark);
}

/* What a search of full depth needs: at each depth a list of what is left, and of where it
 * begins. */
static void add_scratch(Search *search, int n) {
    int count = search->count, sections = search->sections;
    search->rank = NEW_ARRAY(int, count);
    search->placed = NEW_ARRAY(bool, count);
    search->offset = NEW_ARRAY(int64_t, count);
    search->low = NEW_ARRAY(int64_t, count);
    search->bound = NEW_ARRAY(int64_t, count);
    search->rest = NEW_ARRAY(int64_t, sections);
    search->least = NEW_ARRAY(int64_t, sections);
    search->all = NEW_ARRAY(int, count);
    search->order = NEW_ARRAY(int, count);
    search->blame = NEW_ARRAY(int64_t, sections);
    search->blame_item = NEW_ARRAY(int64_t, count);
    search->trail = NEW_ARRAY(Change, n * (n + 1));
    search->pool = NEW_ARRAY(int, (n + 1) * (sections + 2 * n));
    search->candidates = NEW_ARRAY(Candidate, (n + 1) * n);
    search->stretches = NEW_ARRAY(Stretch, (n + 1) * 2);
}

/* *load: the load bound of the sections as they are given; that of the search may be higher. */
static Search *search_new(const Packing *packing, int64_t *load) {
    Search *search = NEW(Search);
    int count = packing->count, n = count <= MAX_SEARCHED ? count : 0;
    search->count = count;
    search->sections = packing->sections;
    search->limit = packing->work;
    search->items = NEW_ARRAY(Item, count);
    for (int i = 0; i < count; i++) {
        const PackItem *from = &packing->items[i];
        search->items[i] = (Item){
            .size = from->size,
            .align = from->align,
            .runs = from->runs,
            .run_count = from->run_count,
            .first = from->runs[0][0],
            .behind = from->runs[from->run_count - 1][1]};
    }
    *load = find_loads(search, NEW_ARRAY(int64_t, packing->sections));
    if (n) {
        find_neighbours(search);
        search_use_cliques(search);
    }
    add_scratch(search, n);
    return search;
}

static int64_t height_of(const Search *search) {
    int64_t height = 0;
    for (int i = 0; i < search->count; i++) {
        int64_t top = search->offset[i] + search->items[i].size;
        height = top > height ? top : height;
    }
    return height;
}

static void keep(const Search *search, Packing *packing, Packed *packed, int64_t height) {
    packed->height = height;
    for (int i = 0; i < search->count; i++)
        packing->items[i].offset = search->offset[i];
}

static int64_t greatest_unit(const Packing *packing) {
    int64_t unit = 0;
    for (int i = 0; i < packing->count; i++)
        unit = gcd_i64(gcd_i64(packing->items[i].size, packing->items[i].align), unit);
    return unit ? unit : 1;
}

static void remember_failed(Search *search, int bits) {
    search->failed = NEW_ARRAY(Failed, 1 << bits);
    search->failed_bits = bits;
}

/* What the first ask of few items needs on top; most packings are made without one. */
static void add_memory(Search *search) {
    remember_failed(search, FAILED_BITS);
    search->by_bound = NEW_ARRAY(Candidate, search->count);
    search->sum = NEW_ARRAY(int64_t, search->sections);
    search->above = NEW_ARRAY(uint32_t, search->sections);
    search_use_stacks(search);
}

/* Asks for the capacity with each order in turn, with more and more work. 1: done, 0: cannot be
 * done, -1: not found. */
static int ask(Search *search, int64_t capacity) {
    bool few = search->count <= FEW; /* soon searched to the end: one long search beats many */
    int64_t limit = search->limit, slice = few ? FIRST_SLICE / 16 : FIRST_SLICE;
    if (search->count > MAX_SEARCHED)
        return -1;
    search->capacity = capacity;
    if (few && !search->failed)
        add_memory(search);
    if (search->stacks)
        search_fill_stacks(search);
    for (int turn = 0; search->work < limit; turn++) {
        int round = turn / ORDERS;
        if (search->failed && search->failed_bits == FAILED_BITS && slice > FIRST_SLICE)
            remember_failed(search, MORE_FAILED_BITS); /* which are 16 MB */
        set_order(
            search,
            turn % ORDERS,
            round == 0       ? BLAME_NONE
            : round % 2 == 1 ? BLAME_WORST
                             : BLAME_ALL);
        search->limit = search->work + slice < limit ? search->work + slice : limit;
        search->salt++;
        bool found = search_solve(search), ended = search->work <= search->limit;
        search->limit = limit;
        if (found || ended)
            return found;
        slice += few ? slice / 2 : turn % ORDERS == ORDERS - 1 ? slice / 8 : 0;
    }
    return -1;
}

static Packed first_fits(Search *search, Packing *packing, int64_t bound) {
    Packed packed = {INT64_MAX, bound, false};
    for (int order = 0; order <= DECLARED && packed.height > bound; order++) {
        set_order(search, order, BLAME_NONE);
        int64_t height =
            search->count <= MAX_SEARCHED ? search_first_fit(search) : search_skyline(search);
        if (height < packed.height)
            keep(search, packing, &packed, height);
    }
    packed.height = packing->count ? packed.height : 0;
    packed.exact = packed.height == bound;
    return packed;
}

Packed pack_into(Packing *packing, int64_t capacity) {
    int64_t load;
    Search *search = search_new(packing, &load);
    int64_t bound = find_loads(search, search->least);
    Packed packed = first_fits(search, packing, bound);
    int answer = packed.height <= capacity ? 1 : bound > capacity ? 0 : ask(search, capacity);
    packed.exact = answer >= 0;
    if (answer == 1 && packed.height > capacity)
        keep(search, packing, &packed, height_of(search));
    packed.bound = load;
    return packed;
}

/* Asks for `capacity` with so much more work; a packing that is found is kept. */
static int ask_and_keep(
    Search *search, Packing *packing, Packed *packed, int64_t capacity, int64_t work) {
    int64_t limit = search->limit;
    search->limit = search->work + work < limit ? search->work + work : limit;
    int answer = ask(search, capacity);
    search->limit = limit;
    if (answer == 1)
        keep(search, packing, packed, height_of(search));
    return answer;
}

/* From `low`, which is not to be had, to the best that was found: halves the distance while slices
 * of work find something, and asks for one step below the best, which proves it where the answer is
 * no. That is asked after each no on the way too: a no takes long, and between 24512, which cannot
 * be had, and 24576, the next multiple of an alignment, one is enough. */
static void close_gap(Search *search, Packing *packing, Packed *packed, int64_t low, int64_t unit) {
    int64_t bound = packed->bound, limit = search->limit;
    while (packed->height - low > unit && search->work < limit / 2) {
        int64_t middle = low + (packed->height - low + unit) / 2 / unit * unit;
        int answer = ask_and_keep(search, packing, packed, middle, limit / 16);
        low = answer == 1 ? low : middle;
        bound = answer == 0 && middle + unit > bound ? middle + unit : bound;
        if (answer == 0 && packed->height - unit >= bound)
            answer = ask_and_keep(search, packing, packed, packed->height - unit, limit / 16);
        if (answer == 0)
            bound = low = packed->height;
    }
    int answer = 1;
    while (answer == 1 && packed->height - unit >= bound)
        answer = ask_and_keep(search, packing, packed, packed->height - unit, limit);
    packed->exact = answer == 0 || packed->height - unit < bound;
}

Packed pack_least(Packing *packing) {
    int64_t load, unit = greatest_unit(packing);
    Search *search = search_new(packing, &load);
    int64_t bound = find_loads(search, search->least), limit = search->limit;
    Packed packed = first_fits(search, packing, bound);
    if (!packed.exact && search->count <= MAX_SEARCHED) {
        search->limit = limit / 4; /* most packings reach the bound, so that is asked first */
        int answer = ask(search, bound);
        search->limit = limit;
        if (answer == 1) {
            keep(search, packing, &packed, height_of(search));
            packed.exact = true;
        } else {
            packed.bound = answer == 0 ? bound + unit : bound;
            close_gap(search, packing, &packed, bound, unit);
        }
    }
    packed.bound = load;
    return packed;
}
