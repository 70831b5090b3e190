/* grid.c: a Function -> who owns or moves each element of its region, as rows and columns: what the
 * pictures show and explain tells. A register side is read from its layout, every replica of it; a
 * copy between memories is read from the plan's trace, because there the plan alone says who moves.
 *
 * Invariants: cells are in row-major order of the region; run-time values stand at their smallest
 * admissible ones; only the part that is shown is computed. */
#include "view.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_PLACES = 64, MAX_MOVES = 1 << 20, LINE_CELLS = 16 };

/* A write into the destination: [address, address + bytes) by the thread's nth transfer. */
typedef struct {
    int64_t address, bytes, thread, nth, order;
} Move;

typedef struct {
    Move *moves;
    int64_t count, capacity;
    int buffer;
    int64_t threads;
    int64_t *nth; /* per thread */
} Moves;

static bool note_move(void *context, const Access *access) {
    Moves *moves = context;
    if (!access->write || access->buffer != moves->buffer || access->thread >= moves->threads)
        return true;
    if (moves->count == MAX_MOVES)
        return false;
    if (moves->count == moves->capacity) {
        Move *old = moves->moves;
        moves->capacity = moves->capacity ? 2 * moves->capacity : 1024;
        moves->moves = NEW_ARRAY(Move, moves->capacity);
        if (moves->count)
            memcpy(moves->moves, old, (size_t)moves->count * sizeof(Move));
    }
    moves->moves[moves->count] = (Move){
        access->address, access->bytes, access->thread, moves->nth[access->thread]++, moves->count};
    moves->count++;
    return true;
}

static int by_address(const void *a, const void *b) {
    const Move *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static const Move *move_at(const Moves *moves, int64_t address) {
    int64_t low = 0, high = moves->count; /* the last move that starts at or below `address` */
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (moves->moves[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    const Move *move = low > 0 ? &moves->moves[low - 1] : NULL;
    return move && address < move->address + move->bytes ? move : NULL;
}

void element_coordinate(
    const Operand *operand, const int64_t *symbol, int64_t index, int64_t *coord) {
    for (int i = operand->rank - 1; i >= 0; i--) {
        const Range *range = &operand->region[i];
        coord[i] = range->begin + index % range->extent;
        if (range->symbol >= 0)
            coord[i] += symbol[range->symbol];
        index /= range->extent;
    }
}

static bool poly_number(
    const PolyBasis *basis, const Poly *poly, const int64_t *symbol, int64_t *value) {
    *value = poly->constant;
    for (int i = 0; i < basis->count; i++) {
        int64_t part = poly->value[i];
        for (int j = 0; j < basis->monomial[i].count; j++)
            if (!mul_i64(part, symbol[basis->monomial[i].symbol[j]], &part))
                return false;
        if (!add_i64(*value, part, value))
            return false;
    }
    return true;
}

typedef struct {
    const Copy *copy;
    const Operand *owner, *memory; /* register side or NULL; the memory side whose address counts */
    Moves moves;
    int64_t symbol[MAX_SYMBOLS];
    Place *places;
} Builder;

bool element_address(
    const Copy *copy,
    const Operand *operand,
    const int64_t *symbol,
    const int64_t *coord,
    int64_t *address) {
    PolyBasis basis = {0};
    Place place;
    int64_t at;
    if (layout_places(
            &operand->layout,
            copy->symbols,
            &basis,
            operand->rank,
            operand->shape,
            coord,
            &place,
            1) < 1 ||
        !poly_number(&basis, &place.at, symbol, &at) || !mul_i64(at, copy->dtype->bits, &at))
        return false;
    *address = at / 8;
    return true;
}

/* Byte address of the element on the memory side. */
static bool address_of(const Builder *builder, int64_t index, int64_t *address) {
    int64_t coord[MAX_RANK];
    if (!builder->memory)
        return false;
    element_coordinate(builder->memory, builder->symbol, index, coord);
    return element_address(builder->copy, builder->memory, builder->symbol, coord, address);
}

bool rank_owns(const Scope *scope, const Place *place, int64_t rank) {
    for (int axis = 0; axis < AXIS_COUNT; axis++)
        if ((place->named >> axis & 1) && axis_is_thread((Axis)axis) &&
            axis_of_rank((Axis)axis, rank) != place->along[axis])
            return false;
    return scope_has_rank(scope, rank);
}

/* Replicas differ in their thread digits; ranks in digits that no axis names. Both are owners. */
static void fill_owner(const Builder *builder, int64_t index, Cell *cell) {
    const Copy *copy = builder->copy;
    const Operand *operand = builder->owner;
    PolyBasis basis = {0};
    element_coordinate(operand, builder->symbol, index, cell->coord);
    int count = layout_places(
        &operand->layout,
        copy->symbols,
        &basis,
        operand->rank,
        operand->shape,
        cell->coord,
        builder->places,
        MAX_PLACES);
    for (int i = 0; i < count; i++)
        for (int64_t rank = 0; rank < copy->scope.threads; rank++)
            if (rank_owns(&copy->scope, &builder->places[i], rank)) {
                cell->owners++;
                if (cell->thread < 0 || rank < cell->thread) {
                    cell->thread = rank;
                    cell->slot = builder->places[i].at.constant;
                }
            }
}

static void fill(const Builder *builder, int64_t index, Cell *cell) {
    cell->thread = -1;
    if (builder->owner)
        fill_owner(builder, index, cell);
    else
        element_coordinate(&builder->copy->dst, builder->symbol, index, cell->coord);
    cell->has_address = address_of(builder, index, &cell->address);
    cell->space = builder->memory ? builder->memory->space : SPACE_REG;
    if (!builder->owner && cell->has_address) {
        const Move *move = move_at(&builder->moves, cell->address);
        cell->thread = move ? move->thread : -1;
        cell->slot = move ? move->nth : 0;
    }
}

static void collect_moves(Builder *builder, const Plan *plan) {
    Moves *moves = &builder->moves;
    moves->threads = plan->threads;
    moves->nth = NEW_ARRAY(int64_t, plan->threads + 1);
    moves->buffer = plan->flow_count > 0 ? plan->flows[0].dst_at : -1;
    plan_trace(plan, note_move, moves);
    if (moves->count > 0)
        qsort(moves->moves, (size_t)moves->count, sizeof(Move), by_address);
}

/* (4,6): 4 rows of 6; (2,4,8): 8 rows of 8; (128): 8 lines of 16. */
static void grid_shape(Grid *grid) {
    int dims = 0;
    grid->count = grid->cols = 1;
    for (int i = 0; i < grid->of->rank; i++) {
        int64_t extent = grid->of->region[i].extent;
        if (extent != 1) {
            dims++;
            grid->count *= extent;
            grid->cols = extent;
        }
    }
    if (dims < 2 && grid->cols > LINE_CELLS)
        grid->cols = LINE_CELLS;
    grid->rows = (grid->count + grid->cols - 1) / grid->cols;
    grid->row_name = dims < 2 ? "from" : "row";
}

/* source: its owners, where both sides are in registers. */
static Grid *build(const Function *function, bool source, int64_t max_rows, int64_t max_cols) {
    const Copy *copy = function_copy(function);
    const Choice *choice = first_choice(function);
    Grid *grid = NEW(Grid);
    Builder *builder = NEW(Builder);
    builder->copy = copy;
    builder->places = NEW_ARRAY(Place, MAX_PLACES);
    symbols_smallest(copy->symbols, copy->symbol_count, builder->symbol);
    builder->owner = source                         ? &copy->src
                     : copy->dst.space == SPACE_REG ? &copy->dst
                     : copy->src.space == SPACE_REG ? &copy->src
                                                    : NULL;
    builder->memory = copy->dst.space != SPACE_REG                          ? &copy->dst
                      : copy->src.space != SPACE_REG && copy->op != OP_FILL ? &copy->src
                                                                            : NULL;
    if (!builder->owner && choice)
        collect_moves(builder, choice->plan);
    grid->owner = builder->owner != NULL;
    grid->of = builder->owner ? builder->owner : &copy->dst;
    grid_shape(grid);
    grid->shown_rows = grid->rows < max_rows ? grid->rows : max_rows;
    grid->shown_cols = grid->cols < max_cols ? grid->cols : max_cols;
    grid->cells = NEW_ARRAY(Cell, grid->shown_rows * grid->shown_cols);
    for (int64_t row = 0; row < grid->shown_rows; row++)
        for (int64_t col = 0; col < grid->shown_cols; col++)
            if (row * grid->cols + col < grid->count)
                fill(builder, row * grid->cols + col, &grid->cells[row * grid->shown_cols + col]);
    return grid;
}

Grid *grid_build(const Function *function, int64_t max_rows, int64_t max_cols) {
    return build(function, false, max_rows, max_cols);
}

Grid *grid_of_source(const Function *function, int64_t max_rows, int64_t max_cols) {
    const Copy *copy = function_copy(function);
    bool both = copy->src.space == SPACE_REG && copy->dst.space == SPACE_REG;
    return both ? build(function, true, max_rows, max_cols) : NULL;
}

const Cell *grid_at(const Grid *grid, int64_t row, int64_t col) {
    bool inside = row >= 0 && row < grid->shown_rows && col >= 0 && col < grid->shown_cols &&
                  row * grid->cols + col < grid->count;
    return inside ? &grid->cells[row * grid->shown_cols + col] : NULL;
}
