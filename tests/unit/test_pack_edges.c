/* test_pack_edges.c: the rows that `tcgen pack` reads, with the place of each mistake; the pieces of the packer against
 * what they are by definition: cliques, stacks of all orders, first fit and skyline; and how far a search comes. */
#include "pipeline/search.h"
#include "unit.h"
#include <stdlib.h>

enum { PROVEN = 24 };
static uint64_t state;
static int draw(int below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)below);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define HEAD "id,lower,upper,size\n"
#define BAD_HEAD "the first line must be id,lower,upper,size [E_PACK_FILE]\n"
#define BAD_FIELD "a field must be a number of digits only [E_PACK_FILE]\n"
#define BAD_ID "[E_PACK_FILE]\n"

/* Of these 20 live at once, and no order packs them below 21. */
#define NINE "a,1,5,7\nb,3,4,4\nc,5,8,6\nd,0,3,8\ne,7,8,5\nf,0,4,5\ng,5,7,4\nh,4,8,6\ni,3,7,4\n"

/* said: how the report begins; NULL: the rows that come out behind the head. */
static const struct {
    const char *rows;
    int64_t capacity;
    const char *said, *more;
} files[] = {
    {"", -1, "r.csv:1:1: error: " BAD_HEAD, NULL},
    {"id,lower,upper\n", -1, "r.csv:1:1: error: " BAD_HEAD, NULL},
    {"id,lower,uppr,size\n", -1, "r.csv:1:10: error: " BAD_HEAD, NULL},
    {"id,lowe,upper,size\n", -1, "r.csv:1:4: error: " BAD_HEAD, NULL},
    {"id,lower,lower,size\n", -1, "r.csv:1:10: error: " BAD_HEAD, NULL},
    {"id,lower,upper,size,id\n", -1, "r.csv:1:21: error: " BAD_HEAD, NULL},
    {"id,lower,upper,size,\n", -1, "r.csv:1:21: error: " BAD_HEAD, NULL},
    {"ide,lower,upper,size\n", -1, "r.csv:1:1: error: " BAD_HEAD, NULL},
    {HEAD "a,0,4/,8\n", -1, "r.csv:2:5: error: " BAD_FIELD, NULL},
    {HEAD "a,0,4,:\n", -1, "r.csv:2:7: error: " BAD_FIELD, NULL},
    {HEAD "a,-1,4,8\n", -1, "r.csv:2:3: error: " BAD_FIELD, NULL},
    {HEAD "a,0,4,8\nb,0, 4,8\n", -1, "r.csv:3:5: error: " BAD_FIELD, NULL},
    {HEAD "a,,4,8\n", -1, "r.csv:2:3: error: a number is missing " BAD_ID, NULL},
    {HEAD "a,0,4,\n", -1, "r.csv:2:7: error: a number is missing " BAD_ID, NULL},
    {HEAD "a,0,1,1099511627777\n", -1, "r.csv:2:7: error: the number is beyond 2^40 " BAD_ID, NULL},
    {HEAD "a,0,1,9999999999999999999999\n",
     -1,
     "r.csv:2:7: error: the number is beyond 2^40 " BAD_ID,
     NULL},
    {HEAD "a,0,4\n", -1, "r.csv:2:6: error: the row has too few fields " BAD_ID, NULL},
    {HEAD "\n\na\n", -1, "r.csv:4:2: error: the row has too few fields " BAD_ID, NULL},
    {HEAD "a,0,4,8,9\n", -1, "r.csv:2:9: error: the row has too many fields " BAD_ID, NULL},
    {HEAD "a,0,4,8,\n", -1, "r.csv:2:9: error: the row has too many fields " BAD_ID, NULL},
    {HEAD "a,4,4,8\n", -1, "r.csv:2:1: error: lower must be below upper " BAD_ID, NULL},
    {HEAD "a,5,4,8\n", -1, "r.csv:2:1: error: lower must be below upper " BAD_ID, NULL},
    {HEAD "a,3,4,0\n", -1, "r.csv:2:1: error: the size must be at least 1 " BAD_ID, NULL},
    {HEAD "b,0,4,8\na,0,4,8\na,4,8,8\na,8,9,8\nb,4,8,8\n",
     -1,
     "r.csv:4:1: error: the id 'a' is taken " BAD_ID,
     "r.csv:3:1: note: by this row\n"},
    {"lower,id,size,upper\n0,ab,1,4\n4,a,1,8\n5,a,1,6\n",
     -1,
     "r.csv:4:3: error: the id 'a' is taken " BAD_ID,
     "    4 | 5,a,1,6\n      |   ^\nr.csv:3:3: note: by this row\n    3 | 4,a,1,8\n      |   "
     "^\nhelp: give each row its "
     "own id\n"},
    {"lower,id,size,upper\n0,ab,1,4\n4,a,1,8\n5,ab,1,6\n",
     -1,
     "r.csv:4:3: error: the id 'ab' is taken " BAD_ID,
     "    4 | 5,ab,1,6\n      |   ^~\nr.csv:2:3: note: by this row\n    2 | 0,ab,1,4\n      |   "
     "^~\n"},
    {HEAD ",0,4,8\n,4,8,8\n",
     -1,
     "r.csv:3:1: error: the id '' is taken " BAD_ID,
     "    3 | ,4,8,8\n      | ^\nr.csv:2:1: note: by this row\n    2 | ,0,4,8\n      | ^\n"},
    {HEAD "a,0,4,8\nb,4,8,8\nc,2,6,4\n",
     11,
     "error: does not fit: 12 of 11 live at the same time [E_PACK]\n",
     "help: the best packing found has height 12, the load bound is 12: a gap of 0.0%\n"},
    {HEAD NINE,
     20,
     "error: does not fit: no packing of 9 rows is below 20 [E_PACK]\n",
     "help: the best packing found has height 21, the load bound is 20: a gap of 5.0%\n"},
    {HEAD NINE,
     19,
     "error: does not fit: 20 of 19 live at the same time [E_PACK]\n",
     "help: the best packing found has height 21, the load bound is 20: a gap of 5.0%\n"},
    {HEAD "a,0,4,8\nb,4,8,8\nc,2,6,4\n", 12, NULL, "a,0,4,8,0\nb,4,8,8,0\nc,2,6,4,8\n"},
    {HEAD "a,0,4,8\nb,4,8,8\nc,2,6,4\n", -1, NULL, "a,0,4,8,0\nb,4,8,8,0\nc,2,6,4,8\n"},
    {HEAD "a,0,1,1099511627776\n", -1, NULL, "a,0,1,1099511627776,0\n"},
    {HEAD "a,0,1099511627776,1\n", 1, NULL, "a,0,1099511627776,1,0\n"},
    {"size,upper,id,lower\r\n4,2,x y,1\r\n\r\n3,09,,2\r\n", 4, NULL, "x y,1,2,4,0\n,2,9,3,0\n"},
    {HEAD, -1, NULL, ""},
    {"id,lower,upper,size", 0, NULL, ""},
    {HEAD "a,0,2,1\nb,1,2,1\nc,2,3,2", -1, NULL, "a,0,2,1,0\nb,1,2,1,1\nc,2,3,2,0\n"}};

static void test_rows(void) {
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        Text out = {0}, said = {0};
        const char *rows = files[i].rows;
        bool ok = pack_file(&out, source_from_text("r.csv", rows, strlen(rows)), files[i].capacity);
        diag_flush(&said);
        const char *report = text_string(&said);
        EXPECT_OF(rows, ok == !files[i].said);
        if (files[i].said) {
            report = strstr(report, files[i].said);
            EXPECT_OF(
                rows,
                out.length == 0 && report && (!files[i].more || strstr(report, files[i].more)));
        } else {
            EXPECT_OF(rows, said.length == 0);
            EXPECT_OF(
                rows,
                strcmp(
                    text_string(&out),
                    mem_printf("id,lower,upper,size,offset\n%s", files[i].more)) == 0);
        }
        diag_reset();
    }
    Text out = {0}, said = {0};
    EXPECT(!pack_file(
        &out, source_from_text("r.csv", HEAD "a\0b,0,1,1\n", sizeof HEAD "a\0b,0,1,1\n" - 1), -1));
    diag_flush(&said);
    EXPECT(
        strncmp(
            text_string(&said), "r.csv:1:1: error: the file holds a NUL byte [E_PACK_FILE]", 57) ==
        0);
    diag_reset();
}

/* Times in any order: the sections are the places where something begins, and none of them is missed. */
static void test_sections(void) {
    for (int n = 0; n < 300; n++) {
        MemMark mark = mem_mark();
        int lower[8], upper[8], size[8], count = 1 + n % 8, load = 0;
        Text text = {0}, out = {0};
        state = (uint64_t)n;
        text_add(&text, HEAD);
        for (int i = 0; i < count; i++) {
            lower[i] = draw(20);
            upper[i] = lower[i] + 1 + draw(9);
            size[i] = 1 + draw(5);
            text_printf(&text, "r%d,%d,%d,%d\n", i, lower[i], upper[i], size[i]);
        }
        for (int t = 0; t < 30; t++) {
            int sum = 0;
            for (int i = 0; i < count; i++)
                sum += lower[i] <= t && t < upper[i] ? size[i] : 0;
            load = sum > load ? sum : load;
        }
        Source *source = source_from_text("r.csv", text_string(&text), text.length);
        EXPECT(!pack_file(&out, source, load - 1));
        EXPECT(pack_file(&out, source, -1));
        int at[8];
        const char *row = text_string(&out);
        for (int i = 0; i < count; i++) {
            row = strchr(row, '\n') + 1;
            EXPECT(sscanf(row, "r%*d,%*d,%*d,%*d,%d", &at[i]) == 1);
            for (int k = 0; k < i; k++)
                EXPECT(
                    upper[i] <= lower[k] || upper[k] <= lower[i] || at[i] + size[i] <= at[k] ||
                    at[k] + size[k] <= at[i]);
        }
        diag_reset();
        mem_rewind(mark);
    }
}

/* ---- cliques --------------------------------------------------------------------------------- */

/* Items that meet as `meets` says; the first goes around, unless `straight`. */
static Search search_of(int count, const uint64_t *meets, bool straight) {
    static int runs[64 + 1][2][2];
    Search search = {.count = count, .sections = 2};
    search.items = NEW_ARRAY(Item, count);
    for (int i = 0; i < count; i++) {
        Item *it = &search.items[i];
        *it = (Item){
            .size = 1, .align = 1, .runs = runs[i], .run_count = i == 0 && !straight ? 2 : 1};
        it->neighbours = NEW_ARRAY(int, 64);
        for (int k = 0; k < count && i < 64 && k < 64; k++)
            if (meets[i] >> k & 1)
                it->neighbours[it->neighbour_count++] = k;
    }
    return search;
}

static bool is_clique(const uint64_t *meets, int count, unsigned set) {
    for (int i = 0; i < count; i++)
        if ((set >> i & 1) && (set & ~meets[i] & ~(1u << i)))
            return false;
    return true;
}

static bool is_maximal(const uint64_t *meets, int count, unsigned set) {
    for (int i = 0; i < count; i++)
        if (!(set >> i & 1) && is_clique(meets, count, set | 1u << i))
            return false;
    return is_clique(meets, count, set);
}

/* The items of a section: what its runs say, which touch nowhere and go up. */
static unsigned items_in(const Search *search, int section) {
    unsigned set = 0;
    for (int i = 0; i < search->count; i++)
        for (int r = 0; r < search->items[i].run_count; r++)
            set |= search->items[i].runs[r][0] <= section && section < search->items[i].runs[r][1]
                       ? 1u << i
                       : 0;
    return set;
}

static void test_cliques(void) {
    for (int n = 0; n < 400; n++) {
        MemMark mark = mem_mark();
        uint64_t meets[9] = {0};
        int count = 2 + n % 8, cliques = 0, dense = 1 + n % 5;
        state = (uint64_t)n;
        for (int i = 0; i < count; i++)
            for (int k = 0; k < i; k++)
                if (draw(6) < dense) {
                    meets[i] |= UINT64_C(1) << k;
                    meets[k] |= UINT64_C(1) << i;
                }
        Search search = search_of(count, meets, false);
        search_use_cliques(&search);
        for (unsigned set = 1; set < 1u << count; set++)
            cliques += is_maximal(meets, count, set);
        EXPECT(search.sections == cliques);
        for (int s = 0; s < search.sections; s++) {
            EXPECT(is_maximal(meets, count, items_in(&search, s)));
            for (int k = 0; k < s; k++)
                EXPECT(items_in(&search, s) != items_in(&search, k));
        }
        for (int i = 0; i < count; i++) {
            const Item *it = &search.items[i];
            EXPECT(
                it->run_count > 0 && it->first == it->runs[0][0] &&
                it->behind == it->runs[it->run_count - 1][1]);
            for (int r = 1; r < it->run_count; r++)
                EXPECT(it->runs[r - 1][1] < it->runs[r][0]);
        }
        mem_rewind(mark);
    }
}

/* 64 items are looked at and 65 are not; 1024 cliques are taken, and of 2048 none. Pairs of items that do not meet make
 * as many cliques as there are ways to pick one of each. */
static void test_most_cliques(void) {
    uint64_t all[64];
    for (int i = 0; i < 64; i++)
        all[i] = ~(UINT64_C(1) << i);
    Search search = search_of(64, all, false);
    search_use_cliques(&search);
    EXPECT(search.sections == 1 && search.items[63].runs[0][1] == 1);
    search = search_of(65, all, false);
    search_use_cliques(&search);
    EXPECT(search.sections == 2);
    search = search_of(3, all, true);
    search_use_cliques(&search);
    EXPECT(search.sections == 2);
    for (int pairs = 9; pairs <= 11; pairs++) {
        uint64_t meets[22], every = (UINT64_C(1) << 2 * pairs) - 1;
        for (int i = 0; i < 2 * pairs; i++)
            meets[i] = every & ~(UINT64_C(3) << i / 2 * 2);
        search = search_of(2 * pairs, meets, false);
        search_use_cliques(&search);
        EXPECT(search.sections == (pairs == 11 ? 2 : 1 << pairs));
    }
}

/* ---- stacks ---------------------------------------------------------------------------------- */

static int64_t highest(const Item *items, unsigned set, int64_t top) {
    int64_t best = set ? -1 : top;
    for (int i = 0; set >> i; i++)
        if (set >> i & 1) {
            int64_t at = highest(items, set & ~(1u << i), top) - items[i].size;
            while (at > 0 && at % items[i].align)
                at--;
            best = at > best ? at : best;
        }
    return best < 0 ? -1 : best;
}

static void test_stacks(void) {
    int used = 0;
    for (int n = 0; n < 500; n++) {
        MemMark mark = mem_mark();
        static int runs[6][1][2];
        Search search = {.count = 1 + n % 6, .sections = 2, .capacity = 20 + n % 30};
        bool gaps[2] = {false};
        int64_t align[2] = {1, 1};
        state = (uint64_t)n;
        search.items = NEW_ARRAY(Item, search.count);
        for (int i = 0; i < search.count; i++) {
            Item *it = &search.items[i];
            *it = (Item){.runs = runs[i], .run_count = 1, .align = 1 << draw(4)};
            it->size = draw(2) ? 1 + draw(9) : it->align * (1 + draw(2));
            it->runs[0][0] = draw(2);
            it->runs[0][1] = it->runs[0][0] == 1 ? 2 : 1 + draw(2);
        }
        for (int s = 0; s < 2; s++) {
            for (int i = 0; i < search.count; i++)
                if (runs[i][0][0] <= s && s < runs[i][0][1] && search.items[i].align > align[s])
                    align[s] = search.items[i].align;
            for (int i = 0; i < search.count; i++)
                gaps[s] = gaps[s] || (runs[i][0][0] <= s && s < runs[i][0][1] &&
                                      search.items[i].size % align[s]);
        }
        search_use_stacks(&search);
        EXPECT((search.stacks != NULL) == (gaps[0] || gaps[1]));
        if (search.stacks)
            search_fill_stacks(&search);
        for (int s = 0; s < 2 && search.stacks; s++) {
            EXPECT((search.stacks[s] != NULL) == gaps[s]);
            for (unsigned set = 0; set < 1u << search.count && search.stacks[s]; set++) {
                uint32_t bits = 0;
                unsigned there = 0;
                for (int i = 0; i < search.count; i++)
                    if ((set >> i & 1) && runs[i][0][0] <= s && s < runs[i][0][1]) {
                        EXPECT(search.items[i].bit[s] && !(search.items[i].bit[s] & bits));
                        bits |= search.items[i].bit[s];
                        there |= 1u << i;
                    }
                EXPECT(search.stacks[s][bits] == highest(search.items, there, search.capacity));
                used++;
            }
        }
        mem_rewind(mark);
    }
    EXPECT(used > 2000);
}

/* Sections of 16 items have stacks and those of 17 have none; 8 of 16 items have room, 9 do not. */
static void test_most_stacks(void) {
    static int runs[17][1][2];
    for (int count = 15; count <= 17; count++)
        for (int k = 0; k < 3; k++) {
            static const int numbers[] = {1, 8, 9};
            int sections = numbers[k];
            MemMark mark = mem_mark();
            Search search = {.count = count, .sections = sections, .capacity = 100};
            search.items = NEW_ARRAY(Item, count);
            for (int i = 0; i < count; i++) {
                search.items[i] = (Item){.size = 3, .align = 2, .runs = runs[i], .run_count = 1};
                runs[i][0][0] = 0;
                runs[i][0][1] = sections;
            }
            search_use_stacks(&search);
            int there = 0;
            for (int s = 0; s < sections && search.stacks; s++)
                there += search.stacks[s] != NULL;
            EXPECT(there == (count == 17 ? 0 : count == 16 && sections == 9 ? 8 : sections));
            mem_rewind(mark);
        }
}

/* ---- packings without a search --------------------------------------------------------------- */

static bool share_section(const Item *a, const Item *b) {
    for (int i = 0; i < a->run_count; i++)
        for (int k = 0; k < b->run_count; k++)
            if (a->runs[i][0] < b->runs[k][1] && b->runs[k][0] < a->runs[i][1])
                return true;
    return false;
}

/* Random items of one or two runs in eight sections, ranked anyhow. */
static Search random_items(int n) {
    int count = 1 + n % 9;
    Search search = {.count = count, .sections = 8};
    state = (uint64_t)n;
    search.items = NEW_ARRAY(Item, count);
    search.rank = NEW_ARRAY(int, count);
    search.placed = NEW_ARRAY(bool, count);
    search.offset = NEW_ARRAY(int64_t, count);
    search.least = NEW_ARRAY(int64_t, 8);
    search.all = NEW_ARRAY(int, count);
    for (int i = 0; i < count; i++) {
        Item *it = &search.items[i];
        int(*runs)[2] = mem_alloc(2, sizeof *runs);
        *it = (Item){
            .size = 1 + draw(6), .align = 1 << draw(3), .runs = runs, .run_count = 1 + draw(2)};
        runs[0][0] = draw(3);
        runs[0][1] = runs[0][0] + 1 + draw(2);
        runs[1][0] = 5 + draw(2);
        runs[1][1] = 7 + draw(2);
        it->first = runs[0][0];
        it->behind = runs[it->run_count - 1][1];
        it->neighbours = NEW_ARRAY(int, count);
        search.rank[i] = i;
        int k = draw(i + 1);
        search.rank[i] = search.rank[k];
        search.rank[k] = i;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (k != i && share_section(&search.items[i], &search.items[k]))
                search.items[i].neighbours[search.items[i].neighbour_count++] = k;
    return search;
}

/* The lowest multiple of its alignment at which an item touches nothing that ranks before it, or is above all of it. */
static int64_t place_for(const Search *search, int item, const int64_t *at, bool above) {
    const Item *it = &search->items[item];
    for (int64_t low = 0;; low += it->align) {
        bool free = true;
        for (int k = 0; k < search->count; k++)
            if (search->rank[k] < search->rank[item] && share_section(it, &search->items[k]))
                free = free && (low >= at[k] + search->items[k].size ||
                                (!above && low + it->size <= at[k]));
        if (free)
            return low;
    }
}

static void test_fits(void) {
    for (int n = 0; n < 1000; n++) {
        MemMark mark = mem_mark();
        Search search = random_items(n);
        for (int above = 0; above < 2; above++) {
            int64_t at[9], height = 0;
            for (int r = 0; r < search.count; r++)
                for (int i = 0; i < search.count; i++)
                    if (search.rank[i] == r) {
                        at[i] = place_for(&search, i, at, above);
                        height = at[i] + search.items[i].size > height
                                     ? at[i] + search.items[i].size
                                     : height;
                    }
            EXPECT((above ? search_skyline(&search) : search_first_fit(&search)) == height);
            for (int i = 0; i < search.count; i++)
                EXPECT(search.offset[i] == at[i]);
        }
        mem_rewind(mark);
    }
}

/* ---- how far a search comes ------------------------------------------------------------------ */

/* 24 items around a circle of 24 sections, of sizes that leave gaps between alignments, or not. */
static Packing around(int n, bool gaps, int count) {
    Packing packing = {.items = NEW_ARRAY(PackItem, count), .count = count, .sections = 24};
    state = 9000 + (uint64_t)n;
    for (int i = 0; i < count; i++) {
        PackItem *item = &packing.items[i];
        int begin = draw(24), end = begin + 1 + draw(8 + 4 * draw(3));
        item->align = gaps ? INT64_C(1) << 2 * draw(5) : 1;
        item->size = gaps ? 1 + draw(600) : 1 + draw(40);
        item->runs = mem_alloc(2, sizeof *item->runs);
        if (end > 24) {
            item->runs[0][1] = end - 24;
            item->run_count = 1;
        }
        item->runs[item->run_count][0] = begin;
        item->runs[item->run_count++][1] = end < 24 ? end : 24;
    }
    return packing;
}

/* Of 100 packings, how many a search of so much work proves to be the lowest, and how high all are together: what it
 * comes to is the same on every machine, and a search that sees less comes less far. */
static void test_how_far(void) {
    static const struct {
        bool gaps;
        int count, work, exact;
        int64_t heights;
    } rows[] = {
        {false, 24, 1 << 14, 73, 22745},
        {false, 24, 1 << 18, 99, 22495},
        {true, 16, 1 << 16, 30, 245824},
        {true, 24, 1 << 18, 6, 348128},
        {true, 24, 1 << 21, 48, 335182},
        {false, 80, 1 << 20, 67, 61328}};
    for (size_t r = 0; r < COUNT_OF(rows); r++) {
        int exact = 0;
        int64_t heights = 0;
        for (int n = 0; n < 100; n++) {
            MemMark mark = mem_mark();
            Packing packing = around(n, rows[r].gaps, rows[r].count);
            packing.work = rows[r].work;
            Packed packed = pack_least(&packing);
            exact += packed.exact;
            heights += packed.height;
            EXPECT(packed.bound <= packed.height);
            mem_rewind(mark);
        }
        const char *what = mem_printf(
            "%d items, work %d: %d, %d", rows[r].count, rows[r].work, exact, (int)heights);
        EXPECT_OF(what, exact >= rows[r].exact && heights <= rows[r].heights);
    }
}

/* How many steps prove each of some packings, at most: a search that is led less well takes more. 1: none, as first
 * fit reaches the bound; -1: more than a million. */
static void test_how_soon(void) {
    static const struct {
        bool gaps;
        int count, steps[PROVEN];
    } rows[] = {
        {false, 24, {1, 22537, 1,     1,     1, 24052, 13122, 1,     1,     1, 1, 1,
                     1, 1,     13658, 31641, 1, 19243, 1,     23454, 28999, 1, 1, 1}},
        {true, 10, {7085,  5677, 9755,  8011,  4199,  56891, 7846,  14377,
                    70989, 4386, 59213, 14520, 11601, 20595, 8408,  7366,
                    4974,  3854, 6165,  3228,  8139,  10018, 12055, 72150}},
        {false, 40, {65964, 152704, 1, 52282, 41525, 89470, 43819, 1,     1, 70637, 56843, 1,
                     1,     1,      1, 55590, 63453, 1,     1,     65945, 1, 58292, 1,     55298}},
        {true, 14, {62557, 153452, 9879,   48560, 47974,  276913, 31897, 21565,
                    97461, 43728,  212480, 33740, 193867, 48205,  90097, 39635,
                    33571, 11814,  8987,   28212, 26729,  32122,  28291, 159782}},
        {false, 70, {176246, 173465, 161378, 652905, -1, -1,     133891, -1,
                     145621, 1,      135123, 135739, 1,  164238, 225637, 146275,
                     155709, 1,      224674, 146246, -1, -1,     1,      176426}}};
    for (size_t r = 0; r < COUNT_OF(rows); r++)
        for (int n = 0; n < PROVEN; n++) {
            MemMark mark = mem_mark();
            Packing packing = around(500 + n, rows[r].gaps, rows[r].count);
            packing.work = rows[r].steps[n];
            const char *what = mem_printf("packing %d of %d items", n, rows[r].count);
            EXPECT_OF(what, packing.work < 0 || pack_least(&packing).exact);
            mem_rewind(mark);
        }
}

int main(void) {
    test_how_soon();
    test_fits();
    test_how_far();
    test_rows();
    test_sections();
    test_cliques();
    test_most_cliques();
    test_stacks();
    test_most_stacks();
    mem_free_all();
    return unit_finish();
}
