/* test_pack.c: the packer against brute force on small instances, against its own bounds on larger ones,
 * and on what is known by hand. Circular lives are runs of sections that go around. */
#include "pipeline/pipeline.h"
#include "unit.h"
#include <stdlib.h>
#include <time.h>

enum { MOST = 24, SECTIONS = 12, GAPS = 100 };

static uint64_t state;
static int64_t draw(int64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)below);
}

static void add_run(PackItem *item, int first, int behind) {
    item->runs[item->run_count][0] = first;
    item->runs[item->run_count++][1] = behind;
}

/* [begin, begin + length) on a circle of sections. */
static void set_arc(PackItem *item, int begin, int length, int sections) {
    item->runs = mem_alloc(2, sizeof *item->runs);
    item->run_count = 0;
    if (begin + length > sections)
        add_run(item, 0, begin + length - sections);
    add_run(item, begin, begin + length < sections ? begin + length : sections);
}

static Packing random_packing(int count, int64_t align, bool odd, bool circular) {
    Packing packing = {
        .items = NEW_ARRAY(PackItem, count), .count = count, .sections = SECTIONS, .work = 1 << 28};
    for (int i = 0; i < count; i++) {
        PackItem *item = &packing.items[i];
        int begin = (int)draw(SECTIONS);
        int room = circular ? SECTIONS : SECTIONS - begin;
        item->align = INT64_C(1) << draw(align);
        item->size = odd ? 1 + draw(9) : item->align * (1 + draw(9));
        set_arc(item, begin, 1 + (int)draw(room), SECTIONS);
    }
    return packing;
}

static bool meet(const PackItem *a, const PackItem *b) {
    for (int i = 0; i < a->run_count; i++)
        for (int j = 0; j < b->run_count; j++)
            if (a->runs[i][0] < b->runs[j][1] && b->runs[j][0] < a->runs[i][1])
                return true;
    return false;
}

/* Is it a packing of that height at all? */
static bool holds(const Packing *packing, int64_t height) {
    for (int i = 0; i < packing->count; i++) {
        const PackItem *a = &packing->items[i];
        if (a->offset < 0 || a->offset % a->align || a->offset + a->size > height)
            return false;
        for (int j = 0; j < i; j++) {
            const PackItem *b = &packing->items[j];
            if (meet(a, b) && a->offset < b->offset + b->size && b->offset < a->offset + a->size)
                return false;
        }
    }
    return true;
}

/* All orders, each item on top of what it meets: every packing can be pushed down into one of these. */
static int64_t least_of_orders(Packing *packing, unsigned placed, int64_t height, int64_t best) {
    if (placed == (1u << packing->count) - 1)
        return height;
    for (int i = 0; i < packing->count; i++) {
        PackItem *item = &packing->items[i];
        int64_t at = 0;
        if (placed >> i & 1)
            continue;
        for (int j = 0; j < packing->count; j++)
            if ((placed >> j & 1) && meet(item, &packing->items[j])) {
                int64_t top = packing->items[j].offset + packing->items[j].size;
                at = top > at ? top : at;
            }
        item->offset = round_up(at, item->align);
        int64_t top = item->offset + item->size > height ? item->offset + item->size : height;
        if (top < best)
            best = least_of_orders(packing, placed | 1u << i, top, best);
    }
    return best;
}

static int64_t load_bound(const Packing *packing) {
    int64_t bound = 0;
    for (int s = 0; s < packing->sections; s++) {
        int64_t load = 0;
        for (int i = 0; i < packing->count; i++)
            for (int r = 0; r < packing->items[i].run_count; r++)
                if (packing->items[i].runs[r][0] <= s && s < packing->items[i].runs[r][1])
                    load += packing->items[i].size;
        bound = load > bound ? load : bound;
    }
    return bound;
}

static void test_against_orders(void) {
    int beyond = 0;
    for (int n = 0; n < 3000; n++) {
        MemMark mark = mem_mark();
        state = (uint64_t)n;
        Packing packing = random_packing(1 + n % 7, n % 3 == 0 ? 3 : 1, n % 4 == 0, n % 2);
        Packed packed = pack_least(&packing);
        EXPECT(packed.exact);
        EXPECT(holds(&packing, packed.height));
        EXPECT(packed.bound == load_bound(&packing));
        beyond += packed.height > packed.bound;
        int64_t best = least_of_orders(&packing, 0, 0, INT64_MAX);
        EXPECT(packed.height == best);
        Packed fits = pack_into(&packing, best), fails = pack_into(&packing, best - 1);
        EXPECT(fits.height <= best);
        EXPECT(fails.exact && fails.height > best - 1);
        mem_rewind(mark);
    }
    EXPECT(beyond > 100); /* else the search was never asked for more than the bound */
}

static void test_twenty_four(void) {
    int exact = 0, low = 0;
    clock_t slowest = 0;
    for (int n = 0; n < 1000; n++) {
        MemMark mark = mem_mark();
        state = 77 + (uint64_t)n;
        Packing packing = random_packing(8 + n % (MOST - 7), n % 5 == 0 ? 3 : 1, false, n % 4 != 0);
        clock_t begin = clock();
        Packed packed = pack_least(&packing);
        clock_t took = clock() - begin;
        slowest = took > slowest ? took : slowest;
        exact += packed.exact;
        low += packed.height == packed.bound;
        EXPECT(holds(&packing, packed.height));
        EXPECT(packed.height >= load_bound(&packing));
        mem_rewind(mark);
    }
    printf("%d at the load bound, slowest %ld ms\n", low, (long)(slowest * 1000 / CLOCKS_PER_SEC));
    EXPECT(exact == 1000);
    EXPECT(slowest < 5 * CLOCKS_PER_SEC); /* 0.3 s on an idle machine */
}

/* Sizes that are no multiples of alignments: the packing is higher than the load for the gaps alone. */
static Packing packing_with_gaps(int count) {
    static const int64_t aligns[] = {1, 1, 16, 128, 1024}, lengths[] = {6, 12, 19};
    Packing packing = {
        .items = NEW_ARRAY(PackItem, count), .count = count, .sections = MOST, .work = 400 << 20};
    for (int i = 0; i < count; i++) {
        PackItem *item = &packing.items[i];
        int begin = (int)draw(MOST);
        item->align = aligns[draw(5)];
        item->size = draw(2) ? 1024 << draw(3) : 1 + draw(4000);
        item->size = round_up(item->size, item->align > 128 ? 1024 : item->align);
        set_arc(item, begin, 1 + (int)draw(lengths[draw(3)]), MOST);
    }
    return packing;
}

static void test_gaps(void) {
    int exact = 0, beyond = 0;
    for (int n = 0; n < GAPS; n++) {
        MemMark mark = mem_mark();
        state = 4300 + (uint64_t)n;
        Packing packing = packing_with_gaps(MOST);
        Packed packed = pack_least(&packing);
        exact += packed.exact;
        beyond += packed.height > packed.bound;
        EXPECT(holds(&packing, packed.height));
        mem_rewind(mark);
    }
    EXPECT(exact == GAPS);
    EXPECT(beyond > 3); /* else no gap had to be proven */
}

/* Two of size 5 at multiples of 4 end at 13, though their load is 10. */
static void test_gap_of_two(void) {
    PackItem items[2] = {{.size = 5, .align = 4}, {.size = 5, .align = 4}};
    Packing packing = {items, 2, 1, 1 << 20};
    for (int i = 0; i < 2; i++)
        set_arc(&items[i], 0, 1, 1);
    Packed packed = pack_least(&packing);
    EXPECT(packed.bound == 10 && packed.height == 13 && packed.exact);
    EXPECT(pack_into(&packing, 12).exact && pack_into(&packing, 12).height > 12);
}

static void test_many(void) {
    MemMark mark = mem_mark();
    state = 5;
    Packing packing = random_packing(2000, 3, true, true);
    Packed packed = pack_least(&packing);
    EXPECT(holds(&packing, packed.height));
    EXPECT(packed.height >= packed.bound);
    packing.count = 0;
    packed = pack_least(&packing);
    EXPECT(packed.height == 0 && packed.bound == 0 && packed.exact);
    mem_rewind(mark);
}

/* Where the load bound is not reached: three equal arcs of two thirds of a circle meet one another. */
static void test_circle_of_three(void) {
    PackItem items[3] = {{.size = 8, .align = 1}, {.size = 8, .align = 1}, {.size = 8, .align = 1}};
    Packing packing = {items, 3, 3, 1 << 20};
    for (int i = 0; i < 3; i++)
        set_arc(&items[i], i, 2, 3);
    Packed packed = pack_least(&packing);
    EXPECT(packed.bound == 16 && packed.height == 24 && packed.exact);
    EXPECT(pack_into(&packing, 23).exact && pack_into(&packing, 23).height > 23);
    EXPECT(pack_into(&packing, 24).height == 24);
}

static bool pack_text(const char *text, int64_t capacity, Text *out) {
    return pack_file(out, source_from_text("rows.csv", text, strlen(text)), capacity);
}

static void test_file(void) {
    Text out = {0}, least = {0}, none = {0};
    const char *rows = "id,lower,upper,size\na,0,4,8\nb,4,8,8\nc,2,6,4\n";
    EXPECT(pack_text(rows, 12, &out));
    EXPECT(strncmp(text_string(&out), "id,lower,upper,size,offset\na,0,4,8,", 35) == 0);
    EXPECT(pack_text(rows, -1, &least));
    EXPECT(strcmp(text_string(&out), text_string(&least)) == 0);
    int errors = diag_error_count();
    EXPECT(!pack_text(rows, 11, &none) && diag_error_count() == errors + 1);
    static const char *const wrong[] = {
        "",
        "id,lower,upper\n",
        "id,lower,upper,size,more\n",
        "id,lower,lower,size\n1,2,3,4\n",
        "id,lower,upper,size\n1,2,3\n",
        "id,lower,upper,size\n1,2,3,4,5\n",
        "id,lower,upper,size\n1,3,3,4\n",
        "id,lower,upper,size\n1,2,3,0\n",
        "id,lower,upper,size\n1,2,3,-4\n",
        "id,lower,upper,size\n1,2,x,4\n",
        "id,lower,upper,size\na,2,3,4\nb,3,4,4\na,5,6,4\n",
        "id,lower,upper,size\n,2,3,4\n,5,6,4\n",
        "id,lower,upper,size\n1,2,99999999999999999999,4\n"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        errors = diag_error_count();
        EXPECT_OF(wrong[i], !pack_text(wrong[i], 100, &none));
        EXPECT_OF(wrong[i], diag_error_count() == errors + 1);
    }
    EXPECT(none.length == 0);
    Text order = {0};
    EXPECT(pack_text("size,upper,id,lower\r\n4,2,x,1\r\n\r\n", 4, &order));
    EXPECT(strcmp(text_string(&order), "id,lower,upper,size,offset\nx,1,2,4,0\n") == 0);
}

int main(void) {
    test_circle_of_three();
    test_against_orders();
    test_twenty_four();
    test_gap_of_two();
    test_gaps();
    test_many();
    test_file();
    mem_free_all();
    return unit_finish();
}
