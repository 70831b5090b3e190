/* table.c: where a proof keeps what it knows of each element of memory and of each register. Up to
 * 2^21 places are held at once, so both are compact: an address is its constant and the number of
 * its symbolic part (all of `5 * ld + 0 .. 7` share one), cells stand in chunks that never move,
 * found by their numbers in a hash table; registers come into being by pages when one is touched
 * (the layout S[(8):(1)] + 65000@m has 65008 of them a thread and uses 8). */
#include "prove.h"
#include <string.h>

enum { CHUNK = 1 << CELL_CHUNK_BITS };

struct SymbolicPart {
    int64_t value[MAX_MONOMIALS];
};

static uint64_t mix(uint64_t hash, int64_t value) {
    hash = (hash ^ (uint64_t)value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* ---- symbolic parts: part 0 is that of constant addresses ----------------------------------- */

/* Products of symbols that the basis does not have yet are in no address: there both have 0. */
static bool same_part(const int64_t *a, const int64_t *b) {
    return memcmp(a, b, sizeof(SymbolicPart)) == 0;
}

static uint64_t part_hash(const int64_t *value) {
    uint64_t hash = 1;
    for (int i = 0; i < MAX_MONOMIALS; i++) /* all: the basis grows while cells are made */
        hash = mix(hash, value[i]);
    return hash;
}

static size_t part_slot(const Table *table, const int64_t *value) {
    size_t at = (size_t)part_hash(value) & (table->part_capacity - 1);
    while (table->part_slots[at] &&
           !same_part(table->parts[table->part_slots[at] - 1].value, value))
        at = (at + 1) & (table->part_capacity - 1);
    return at;
}

static void grow_parts(Table *table) {
    SymbolicPart *old = table->parts;
    table->part_capacity *= 2;
    table->parts = NEW_ARRAY(SymbolicPart, table->part_capacity / 2);
    memcpy(table->parts, old, (size_t)table->part_count * sizeof(SymbolicPart));
    table->part_slots = NEW_ARRAY(int32_t, table->part_capacity);
    for (int i = 0; i < table->part_count; i++)
        table->part_slots[part_slot(table, table->parts[i].value)] = i + 1;
}

/* The number of a symbolic part, -1 if it is not known and `make` is false. */
static int part_of(Prover *prover, const Poly *at, bool make) {
    Table *table = &prover->table;
    if (same_part(table->parts[table->last_part].value, at->value))
        return table->last_part;
    budget_spend(STEPS_PER_PART);
    size_t slot = part_slot(table, at->value);
    if (!table->part_slots[slot] && !make)
        return -1;
    if (!table->part_slots[slot]) {
        if ((size_t)table->part_count * 2 >= table->part_capacity) {
            grow_parts(table);
            slot = part_slot(table, at->value);
        }
        memcpy(table->parts[table->part_count].value, at->value, sizeof(SymbolicPart));
        table->part_slots[slot] = ++table->part_count;
    }
    return table->last_part = table->part_slots[slot] - 1;
}

/* ---- cells ---------------------------------------------------------------------------------- */

Cell *cell_number(const Prover *prover, int64_t number) {
    return &prover->table.chunks[number >> CELL_CHUNK_BITS][number & (CHUNK - 1)];
}

void cells_init(Prover *prover) {
    Table *table = &prover->table;
    *table = (Table){.cell_capacity = 64, .part_capacity = 8, .part_count = 1, .chunk_capacity = 4};
    table->cell_slots = NEW_ARRAY(int32_t, table->cell_capacity);
    table->chunks = NEW_ARRAY(Cell *, table->chunk_capacity);
    table->part_slots = NEW_ARRAY(int32_t, table->part_capacity);
    table->parts = NEW_ARRAY(SymbolicPart, table->part_capacity / 2);
    table->part_slots[part_slot(table, table->parts[0].value)] = 1;
}

/* The smallest element of an arena: f32 and u8 buffers that share bytes are known byte by byte. */
static int unit_bits(const Prover *prover, int buffer) {
    const Plan *plan = prover->plan;
    int bits = plan->buffers[buffer].dtype->bits;
    for (int i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].arena == plan->buffers[buffer].arena)
            bits = (int)gcd_i64(bits, plan->buffers[i].dtype->bits);
    return bits;
}

int cells_per_element(const Prover *prover, int buffer) {
    const Buffer *b = &prover->plan->buffers[buffer];
    return b->arena ? b->dtype->bits / unit_bits(prover, buffer) : 1;
}

/* By what a cell is known. */
typedef struct {
    int home, cta, part;
    int64_t constant;
} Key;

/* Element 3 of f32 at byte 64 of an arena of bytes: units 76 .. 79 of the arena. Global memory is
 * the same for all CTAs. The part is -1 where `make` is false and it is not known. */
static Key key_of(Prover *prover, int buffer, int cta, const Poly *at, int piece, bool make) {
    const Buffer *b = &prover->plan->buffers[buffer];
    Key key = {.home = buffer, .cta = b->space == SPACE_GMEM ? 0 : cta, .constant = at->constant};
    budget_spend(STEPS_PER_CELL);
    if (!b->arena) {
        key.part = part_of(prover, at, make);
        return key;
    }
    Poly place = *at;
    int unit = unit_bits(prover, buffer), times = b->dtype->bits / unit;
    for (int i = 0; i < MAX_MONOMIALS; i++)
        place.value[i] *= times;
    key.home = prover->plan->buffer_count + b->arena;
    key.part = part_of(prover, &place, make);
    key.constant = at->constant * times + b->offset * 8 / unit + piece;
    return key;
}

/* Neighbours, 16 constants of one part, share a line of the cache: the hash is of what they have in
 * common. Each group begins elsewhere in its line, so that half-full groups do not meet. */
static uint64_t cell_hash(const Key *key) {
    uint64_t whose = (uint64_t)(key->home + 1) << 8 | (uint64_t)key->cta;
    uint64_t hash = mix(mix(whose, key->part), key->constant >> 4);
    return hash << 4 | (((uint64_t)key->constant + (hash >> 60)) & 15);
}

/* A step of 17 keeps lines together when two of them meet, and comes to every slot. */
static size_t cell_slot(const Prover *prover, const Key *key) {
    const Table *table = &prover->table;
    size_t at = (size_t)cell_hash(key) & (table->cell_capacity - 1);
    for (; table->cell_slots[at]; at = (at + 17) & (table->cell_capacity - 1)) {
        const Cell *cell = cell_number(prover, table->cell_slots[at] - 1);
        if (cell->constant == key->constant && cell->part == key->part && cell->home == key->home &&
            cell->cta == key->cta)
            break;
    }
    return at;
}

Cell *cell_find(Prover *prover, int buffer, int cta, const Poly *at, int piece) {
    Key key = key_of(prover, buffer, cta, at, piece, false);
    if (key.part < 0)
        return NULL;
    int32_t number = prover->table.cell_slots[cell_slot(prover, &key)];
    return number ? cell_number(prover, number - 1) : NULL;
}

static void grow_cells(Prover *prover) {
    Table *table = &prover->table;
    table->cell_capacity *= 2;
    table->cell_slots = NEW_ARRAY(int32_t, table->cell_capacity);
    for (int64_t i = 0; i < table->cell_count; i++) {
        const Cell *cell = cell_number(prover, i);
        const Key key = {cell->home, cell->cta, cell->part, cell->constant};
        table->cell_slots[cell_slot(prover, &key)] = (int32_t)(i + 1);
    }
}

/* The next number, in a chunk of its own where the last is full. */
static Cell *add_cell(Table *table) {
    int64_t chunk = table->cell_count >> CELL_CHUNK_BITS;
    if (chunk == table->chunk_capacity) {
        Cell **old = table->chunks;
        table->chunk_capacity *= 2;
        table->chunks = NEW_ARRAY(Cell *, table->chunk_capacity);
        memcpy(table->chunks, old, (size_t)chunk * sizeof *old);
    }
    if (!table->chunks[chunk])
        table->chunks[chunk] = NEW_ARRAY(Cell, CHUNK);
    return &table->chunks[chunk][table->cell_count++ & (CHUNK - 1)];
}

void cell_open(Prover *prover, Cell *cell) {
    Table *table = &prover->table;
    if (cell->is_open)
        return;
    if (table->open_count == table->open_capacity) {
        int64_t capacity = table->open_capacity ? 2 * table->open_capacity : 64;
        Cell **open = NEW_ARRAY(Cell *, capacity);
        if (table->open_count)
            memcpy(open, table->open, (size_t)table->open_count * sizeof *open);
        table->open = open;
        table->open_capacity = capacity;
    }
    cell->is_open = true;
    table->open[table->open_count++] = cell;
}

Cell *cell_make(Prover *prover, int buffer, int cta, const Poly *at, int piece) {
    Table *table = &prover->table;
    Key key = key_of(prover, buffer, cta, at, piece, true);
    size_t slot = cell_slot(prover, &key);
    if (table->cell_slots[slot])
        return cell_number(prover, table->cell_slots[slot] - 1);
    if ((size_t)table->cell_count * 2 >= table->cell_capacity) {
        grow_cells(prover);
        slot = cell_slot(prover, &key);
    }
    Cell *cell = add_cell(table);
    *cell = (Cell){
        .buffer = (int16_t)buffer,
        .home = (int16_t)key.home,
        .cta = (int8_t)key.cta,
        .part = key.part,
        .constant = key.constant,
        .write_time = -1};
    table->cell_slots[slot] = (int32_t)table->cell_count;
    int object = prover->plan->buffers[buffer].brought;
    if (object) {
        Flight *flight = NEW(Flight);
        *flight = (Flight){.object = object - 1, .cta = key.cta, .actor = -1};
        content_extra(&cell->content)->writing = flight;
        cell_open(prover, cell);
    }
    return cell;
}

const char *cell_text(const Prover *prover, int buffer, const Poly *at) {
    Text text = {0};
    text_printf(&text, "%s[", prover->plan->buffers[buffer].name);
    poly_print(&text, &prover->basis, at, prover->plan->symbols);
    text_add(&text, "]");
    return text_string(&text);
}

const char *cell_name(const Prover *prover, const Cell *cell) {
    Poly at = {.constant = cell->constant};
    memcpy(at.value, prover->table.parts[cell->part].value, sizeof at.value);
    return cell_text(prover, cell->buffer, &at);
}

/* ---- registers ------------------------------------------------------------------------------ */

Registers registers_new(int64_t count, int64_t threads) {
    int64_t pages = (count * threads + REGISTER_PAGE - 1) / REGISTER_PAGE;
    return (Registers){.count = count, .pages = pages, .page = NEW_ARRAY(Register *, pages)};
}

Register *register_at(const Registers *registers, int64_t index) {
    Register **page = &registers->page[index / REGISTER_PAGE];
    budget_spend(1);
    if (!*page)
        *page = NEW_ARRAY(Register, REGISTER_PAGE);
    return &(*page)[index % REGISTER_PAGE];
}

Register *register_next(const Registers *registers, int64_t *index) {
    for (int64_t i = *index; i < registers->pages * REGISTER_PAGE; i++) {
        Register *page = registers->page[i / REGISTER_PAGE];
        budget_spend(1);
        *index = i;
        if (page)
            return &page[i % REGISTER_PAGE];
        i += REGISTER_PAGE - 1 - i % REGISTER_PAGE;
    }
    return NULL;
}
