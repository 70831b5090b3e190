/* test_table.c: what a proof knows of a place stands under the place's own address and nowhere else: buffers, CTAs,
 * constants and symbolic parts, pieces of an arena, more of each than the first tables hold; and registers, which
 * come into being when one is touched. */
#include "generator/plan/prove.h"
#include "plans_parts.h"
#include "unit.h"
#include <string.h>

enum { OF_F16 = 1, OF_U8, SHARED, FAR, GLOBAL, BROUGHT, OF_F4, BUFFERS };

/* Arena 1: f16 at byte 0, u8 at byte 64; arena 2: f16 at byte 0, f4 at byte 8; the others have memory of their own. */
static Plan *memory(void) {
    Plan *p = plan_of("table", SCOPE_CTA, 64, F16);
    p->buffers = NEW_ARRAY(Buffer, BUFFERS);
    p->buffer_count = BUFFERS;
    p->arena_count = 2;
    p->ctas = 2;
    for (int i = 0; i < BUFFERS; i++)
        p->buffers[i] =
            (Buffer){.name = "b", .space = SPACE_SMEM, .dtype = F16, .align = 16, .elements = 64};
    p->buffers[0].arena = 2;
    p->buffers[OF_F16].arena = p->buffers[OF_U8].arena = 1;
    p->buffers[OF_F4].arena = 2;
    p->buffers[OF_U8].dtype = dtype_find("u8", 2);
    p->buffers[OF_U8].offset = 64;
    p->buffers[OF_F4].dtype = dtype_find("e2m1", 4);
    p->buffers[OF_F4].offset = 8;
    p->buffers[FAR].space = SPACE_DSMEM;
    p->buffers[GLOBAL].space = SPACE_GMEM;
    p->buffers[BROUGHT].brought = 2;
    p->object_count = 2;
    return p;
}

static Prover *prover_for(const Plan *plan) {
    Prover *prover = NEW(Prover);
    *prover = (Prover){.plan = plan, .ctas = 2, .warps = 2};
    cells_init(prover);
    return prover;
}

/* Which of the symbolic parts: as many as there are, with numbers that differ in one place of many. */
static Poly place(int64_t constant, int part) {
    Poly at = {.constant = constant};
    if (part)
        at.value[part % MAX_MONOMIALS] = part;
    return at;
}

static void pieces(void) {
    static const int expected[BUFFERS] = {4, 2, 1, 1, 1, 1, 1, 1};
    const Prover *prover = prover_for(memory());
    for (int i = 0; i < BUFFERS; i++)
        EXPECT(cells_per_element(prover, i) == expected[i]);
}

/* Each one is found where it was made, and none before. */
static void cells_of_their_own(void) {
    enum { CONSTANTS = 9, PARTS = 40 };
    static const int buffers[] = {SHARED, FAR};
    Prover *prover = prover_for(memory());
    int64_t count = 0;
    for (size_t b = 0; b < COUNT_OF(buffers); b++)
        for (int cta = 0; cta < 2; cta++)
            for (int part = 0; part < PARTS; part++)
                for (int k = 0; k < CONSTANTS; k++) {
                    Poly at = place(2 * k - 5, part);
                    EXPECT(!cell_find(prover, buffers[b], cta, &at, 0));
                    Cell *cell = cell_make(prover, buffers[b], cta, &at, 0);
                    EXPECT(cell->expected == 0 && cell->write_time == -1 && !cell->is_open);
                    cell->expected = (Value)++count;
                    EXPECT(cell_make(prover, buffers[b], cta, &at, 0) == cell);
                    EXPECT(cell == cell_number(prover, count - 1) && cell->cta == cta);
                }
    EXPECT(prover->table.cell_count == count && prover->table.part_count == PARTS);
    count = 0;
    for (size_t b = 0; b < COUNT_OF(buffers); b++)
        for (int cta = 0; cta < 2; cta++)
            for (int part = 0; part < PARTS; part++)
                for (int k = 0; k < CONSTANTS; k++) {
                    Poly at = place(2 * k - 5, part), beside = place(2 * k - 4, part);
                    const Cell *cell = cell_find(prover, buffers[b], cta, &at, 0);
                    EXPECT(cell && cell->expected == ++count && cell->buffer == buffers[b]);
                    EXPECT(!cell_find(prover, buffers[b], cta, &beside, 0));
                }
    Poly far = place(1, PARTS + 1);
    EXPECT(!cell_find(prover, SHARED, 0, &far, 0) && !cell_find(prover, OF_F16, 0, &far, 0));
    EXPECT(prover->table.cell_count == count && prover->table.part_count == PARTS);
}

/* Parts that are known stay known by their numbers, however many come. */
static void many_parts(void) {
    enum { PARTS = 600 };
    Prover *prover = prover_for(memory());
    for (int part = 0; part < PARTS; part++) {
        Poly at = place(3, part);
        cell_make(prover, SHARED, 0, &at, 0)->expected = 1 + part;
        EXPECT(prover->table.part_count == part + 1);
    }
    for (int part = PARTS - 1; part >= 0; part--) {
        Poly at = place(3, part);
        const Cell *cell = cell_find(prover, SHARED, 0, &at, 0);
        EXPECT(cell && cell->expected == 1 + part);
    }
    EXPECT(prover->table.part_count == PARTS);
}

/* Element 2 of f16 is bytes 4 and 5 of its arena, element 3 of u8 is byte 67, which is half of element 33. */
static void pieces_of_an_arena(void) {
    Prover *prover = prover_for(memory());
    for (int element = 0; element < 64; element++)
        for (int piece = 0; piece < 2; piece++) {
            Poly at = place(element, 0);
            cell_make(prover, OF_F16, 1, &at, piece)->expected = 2 * element + piece + 1;
        }
    EXPECT(prover->table.cell_count == 128);
    for (int element = 0; element < 64; element++) {
        Poly at = place(element, 0), other = place(element, 5);
        const Cell *cell = cell_find(prover, OF_U8, 1, &at, 0);
        EXPECT(cell && cell->expected == 64 + element + 1);
        EXPECT(!cell_find(prover, OF_U8, 0, &at, 0) && !cell_find(prover, OF_U8, 1, &other, 0));
    }
    /* Row r of u8 at r * 2 * ld is row r of f16 at r * ld. */
    Poly half = place(1, 3), whole = half;
    half.value[3] *= 7;
    whole.value[3] *= 14;
    whole.constant = 2 - 64;
    const Cell *cell = cell_make(prover, OF_F16, 0, &half, 0);
    EXPECT(cell_find(prover, OF_U8, 0, &whole, 0) == cell);
    for (int i = 0; i < MAX_MONOMIALS; i++) {
        Poly one = {.constant = 9}, two = {.constant = 18 - 64};
        one.value[i] = 5;
        two.value[i] = 10;
        cell = cell_make(prover, OF_F16, 0, &one, 0);
        EXPECT(cell_find(prover, OF_U8, 0, &two, 0) == cell);
    }
    Poly nibble = place(5, 0), first = place(0, 0);
    cell = cell_make(prover, OF_F4, 0, &nibble, 0); /* bit 84: element 5 of f16, piece 1 */
    nibble.constant = 5;
    EXPECT(cell_find(prover, 0, 0, &nibble, 1) == cell);
    EXPECT(!cell_find(prover, 0, 0, &nibble, 0) && !cell_find(prover, OF_F16, 0, &first, 0));
}

/* Global memory is one for all CTAs, any other is the CTA's own. */
static void memory_of_ctas(void) {
    Prover *prover = prover_for(memory());
    Poly at = place(7, 2);
    EXPECT(cell_make(prover, GLOBAL, 0, &at, 0) == cell_make(prover, GLOBAL, 1, &at, 0));
    EXPECT(cell_make(prover, GLOBAL, 1, &at, 0)->cta == 0);
    EXPECT(cell_make(prover, SHARED, 0, &at, 0) != cell_make(prover, SHARED, 1, &at, 0));
    EXPECT(cell_make(prover, SHARED, 1, &at, 0) != cell_make(prover, GLOBAL, 0, &at, 0));
}

/* What the caller brings in flight is in flight from the start, under the object that is named, once. */
static void in_flight(void) {
    enum { PLACES = 300 };
    Prover *prover = prover_for(memory());
    for (int i = 0; i < PLACES; i++) {
        Poly at = place(i, 0);
        Cell *cell = cell_make(prover, BROUGHT, i % 2, &at, 0);
        const Flight *flight = content_writing(&cell->content);
        EXPECT(flight && flight->object == 1 && flight->cta == i % 2 && flight->actor == -1);
        cell_open(prover, cell);
        EXPECT(cell->is_open && prover->table.open_count == i + 1);
    }
    for (int i = 0; i < PLACES; i++)
        EXPECT(prover->table.open[i] == cell_number(prover, i));
    Poly at = place(0, 0);
    EXPECT(!content_writing(&cell_make(prover, SHARED, 0, &at, 0)->content));
}

/* Pages of REGISTER_PAGE, those that were touched alone, each register of them in order and once. */
static void registers(void) {
    for (int64_t count = 1; count <= 3; count++)
        for (int64_t threads = 31; threads <= 97; threads += 3) {
            Registers all = registers_new(count, threads);
            int64_t last = count * threads - 1, seen = 0, none = 0;
            EXPECT(all.count == count && all.pages == last / REGISTER_PAGE + 1);
            EXPECT(!register_next(&all, &none));
            register_at(&all, last)->expected = 5;
            register_at(&all, 1)->expected = 7;
            EXPECT(register_at(&all, last)->expected == 5 && register_at(&all, 1)->expected == 7);
            int64_t expected = 0;
            Register *r;
            for (int64_t i = 0; (r = register_next(&all, &i)); i++) {
                EXPECT(i == expected && r == register_at(&all, i));
                EXPECT(r->expected == (i == last ? 5 : i == 1 ? 7 : 0));
                seen++;
                expected = i + 1;
                if (expected == REGISTER_PAGE && last / REGISTER_PAGE > 1)
                    expected = last / REGISTER_PAGE * REGISTER_PAGE;
            }
            EXPECT(seen == (last < REGISTER_PAGE ? 1 : 2) * REGISTER_PAGE);
        }
}

int main(void) {
    pieces();
    cells_of_their_own();
    many_parts();
    pieces_of_an_arena();
    memory_of_ctas();
    in_flight();
    registers();
    mem_free_all();
    return unit_finish();
}
