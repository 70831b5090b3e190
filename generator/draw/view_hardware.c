/* view_hardware.c: the hardware view: a row for each thread, across it its registers (where one
 * side is in registers) or its instructions (between memories), each with the element that it holds
 * or moves first, and in the tooltip the bytes and the instruction.
 *
 * Invariants: instructions are numbered from 0 in each warp, in program order; only the threads
 * that are shown are looked at. */
#include "draw.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_ELEMENTS = 1 << 17,
    MAX_MOVES = 1 << 18,
    MAX_PLACES = 64,
    MAX_NOTES = 16,
    MAX_WARPS = 32
};

/* Bytes that an instruction of the warp moves for one lane. */
typedef struct {
    int64_t address, bytes, thread, number;
    PrimitiveId primitive;
    int buffer;
} Move;

typedef struct {
    int64_t address, index; /* element of the region */
} Spot;

typedef struct {
    const Copy *copy;
    const Plan *plan;
    const Operand *owner; /* the side in registers, or NULL */
    int64_t symbol[MAX_SYMBOLS], threads, next[MAX_WARPS];
    Move *moves;
    int64_t move_count, widest, most; /* widest: bytes of a move; most: instructions of a warp */
    PrimitiveId *primitive_of;        /* of instruction n of the first warp that has it */
    Spot *spots[2];                   /* src, dst by address; NULL: in registers */
    int64_t spot_count[2];
} Hardware;

static bool note_lane(
    Hardware *hardware, const Execution *e, int lane, const Side *side, int64_t at) {
    int64_t bits = step_elements(hardware->plan, e->at) * side_bits(hardware->plan, &e->at->dst);
    int64_t bytes = primitive_is_matrix(e->at->primitive) ? 16 : bits / 8;
    if (side->kind != AT_BUFFER)
        return true;
    if (hardware->move_count == MAX_MOVES)
        return false;
    hardware->moves[hardware->move_count++] =
        (Move){at, bytes, e->warp * 32 + lane, hardware->next[e->warp], e->at->primitive, side->of};
    if (bytes > hardware->widest)
        hardware->widest = bytes;
    return true;
}

static bool note_execution(void *context, const Execution *e) {
    Hardware *hardware = context;
    const Step *step = e->at;
    if ((step->dst.kind != AT_BUFFER && step->src[0].kind != AT_BUFFER) || e->lanes == 0 ||
        e->warp * 32 >= hardware->threads)
        return true;
    unsigned lanes = primitive_address_lanes(e->at->primitive, e->lanes);
    for (int lane = 0; lane < 32; lane++)
        if ((lanes >> lane & 1) && !(note_lane(hardware, e, lane, &step->src[0], e->src[lane]) &&
                                     note_lane(hardware, e, lane, &step->dst, e->dst[lane])))
            return false;
    int64_t number = hardware->next[e->warp]++;
    if (number >= hardware->most && number < MAX_MOVES) {
        hardware->primitive_of[number] = e->at->primitive;
        hardware->most = number + 1;
    }
    return true;
}

static int by_warp_and_address(const void *a, const void *b) {
    const Move *x = a, *y = b;
    int64_t wx = x->thread / 32, wy = y->thread / 32;
    if (wx != wy)
        return wx < wy ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->number != y->number ? (x->number < y->number ? -1 : 1)
                                  : (x->thread > y->thread) - (x->thread < y->thread);
}

/* The move of that byte for the thread: its own, or for a matrix the one of the lane whose row it
 * is. */
static const Move *move_of(const Hardware *hardware, int64_t thread, int64_t address) {
    int64_t low = 0, high = hardware->move_count;
    const Move key = {.address = address, .thread = thread / 32 * 32, .number = INT64_MAX};
    const Move *found = NULL;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (by_warp_and_address(&hardware->moves[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (int64_t i = low - 1; i >= 0; i--) {
        const Move *move = &hardware->moves[i];
        if (move->thread / 32 != thread / 32 || move->address + hardware->widest <= address)
            break;
        if (move->address + move->bytes <= address)
            continue;
        if (move->thread == thread)
            return move;
        PrimitiveKind kind = primitives[move->primitive].kind;
        if (kind == KIND_MATRIX_LOAD || kind == KIND_MATRIX_STORE)
            found = move;
    }
    return found;
}

/* ---- registers across ----------------------------------------------------------------------- */

static void add_register(
    Picture *picture,
    const Hardware *hardware,
    int64_t thread,
    int64_t slot,
    const int64_t *coord,
    int64_t index) {
    const Copy *copy = hardware->copy;
    const Operand *memory = hardware->owner == &copy->dst ? &copy->src : &copy->dst;
    Box *box = picture_box(picture, thread, slot);
    int64_t other[MAX_RANK], address;
    if (!box || box->present)
        return;
    box->present = true;
    picture_coordinate(&box->text, hardware->owner, coord);
    text_printf(
        &box->tip,
        "thread %" PRId64 ", register %" PRId64 ": (%s)",
        thread,
        slot,
        text_string(&box->text));
    box->colour = -1;
    element_coordinate(memory, hardware->symbol, index, other);
    if (memory->space == SPACE_REG ||
        !element_address(copy, memory, hardware->symbol, other, &address))
        return;
    text_printf(&box->tip, "; %s byte %" PRId64, space_name[memory->space], address);
    const Move *move = move_of(hardware, thread, address);
    if (!move)
        return;
    box->colour = (int)(move->number % 32);
    text_printf(
        &box->tip,
        ", instruction %" PRId64 ": %s",
        move->number,
        plan_ptx(hardware->plan, move->primitive));
}

static void fill_registers(Picture *picture, const Hardware *hardware) {
    const Copy *copy = hardware->copy;
    const Operand *owner = hardware->owner;
    Place *places = NEW_ARRAY(Place, MAX_PLACES);
    int64_t coord[MAX_RANK], count = region_count(owner);
    for (int64_t i = 0; i < count && i < MAX_ELEMENTS; i++) {
        PolyBasis basis = {0};
        element_coordinate(owner, hardware->symbol, i, coord);
        int found = layout_places(
            &owner->layout,
            copy->symbols,
            &basis,
            owner->rank,
            owner->shape,
            coord,
            places,
            MAX_PLACES);
        for (int p = 0; p < found; p++)
            for (int64_t rank = 0; rank < picture->shown_rows; rank++)
                if (rank_owns(&copy->scope, &places[p], rank))
                    add_register(picture, hardware, rank, places[p].at.constant, coord, i);
    }
}

/* ---- instructions across -------------------------------------------------------------------- */

static int by_address(const void *a, const void *b) {
    const Spot *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static void find_spots(Hardware *hardware, int side, const Operand *operand) {
    int64_t coord[MAX_RANK], count = region_count(operand);
    hardware->spots[side] = NEW_ARRAY(Spot, count < MAX_ELEMENTS ? count : MAX_ELEMENTS);
    for (int64_t i = 0; i < count && i < MAX_ELEMENTS; i++) {
        Spot *spot = &hardware->spots[side][hardware->spot_count[side]];
        element_coordinate(operand, hardware->symbol, i, coord);
        spot->index = i;
        if (element_address(hardware->copy, operand, hardware->symbol, coord, &spot->address))
            hardware->spot_count[side]++;
    }
    qsort(hardware->spots[side], (size_t)hardware->spot_count[side], sizeof(Spot), by_address);
}

/* The first element that lies at or behind the address; -1: none. */
static int64_t element_at(const Hardware *hardware, int side, const Move *move) {
    int64_t low = 0, high = hardware->spot_count[side];
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (hardware->spots[side][middle].address < move->address)
            low = middle + 1;
        else
            high = middle;
    }
    bool inside = low < hardware->spot_count[side] &&
                  hardware->spots[side][low].address < move->address + move->bytes;
    return inside ? hardware->spots[side][low].index : -1;
}

static void add_move(Picture *picture, const Hardware *hardware, const Move *move) {
    const Flow *flow = &hardware->plan->flows[0];
    Box *box = picture_box(picture, move->thread, move->number);
    if (!box)
        return;
    int side = move->buffer == flow->dst_at ? 1 : move->buffer == flow->src_at ? 0 : -1;
    int64_t index = side < 0 ? -1 : element_at(hardware, side, move), coord[MAX_RANK];
    const Operand *operand = side == 0 ? &hardware->copy->src : &hardware->copy->dst;
    box->text = (Text){0};
    box->colour = -1;
    if (index >= 0) {
        element_coordinate(operand, hardware->symbol, index, coord);
        picture_coordinate(&box->text, operand, coord);
        box->colour = element_colour(operand, index);
    } else {
        text_printf(&box->text, "+%" PRId64, move->address);
    }
    if (!box->present)
        text_printf(
            &box->tip,
            "thread %" PRId64 ", instruction %" PRId64 ": %s",
            move->thread,
            move->number,
            plan_ptx(hardware->plan, move->primitive));
    text_printf(
        &box->tip,
        "; %s bytes %" PRId64 " to %" PRId64,
        hardware->plan->buffers[move->buffer].name,
        move->address,
        move->address + move->bytes - 1);
    if (index >= 0)
        text_printf(&box->tip, " from (%s)", text_string(&box->text));
    box->present = true;
}

/* "instructions 0 to 3: ld.global.v4.b32" */
static void note_instructions(Picture *picture, const Hardware *hardware) {
    int notes = 0;
    for (int64_t i = 0, end; i < hardware->most; i = end) {
        const char *ptx = plan_ptx(hardware->plan, hardware->primitive_of[i]);
        for (end = i + 1; end < hardware->most; end++)
            if (strcmp(plan_ptx(hardware->plan, hardware->primitive_of[end]), ptx) != 0)
                break;
        if (notes++ == MAX_NOTES) {
            text_add(&picture->notes, "...\n");
            return;
        }
        if (end == i + 1)
            text_printf(&picture->notes, "instruction %" PRId64 ": %s\n", i, ptx);
        else
            text_printf(
                &picture->notes, "instructions %" PRId64 " to %" PRId64 ": %s\n", i, end - 1, ptx);
    }
}

/* ---- the view ------------------------------------------------------------------------------- */

static Hardware *hardware_of(const Function *function, int64_t max_rows) {
    const Choice *choice = first_choice(function);
    const Copy *copy = function_copy(function);
    Hardware *hardware = NEW(Hardware);
    hardware->copy = copy;
    hardware->plan = choice ? choice->plan : NULL;
    hardware->owner = copy->dst.space == SPACE_REG   ? &copy->dst
                      : copy->src.space == SPACE_REG ? &copy->src
                                                     : NULL;
    hardware->threads = copy->scope.threads < max_rows ? copy->scope.threads : max_rows;
    symbols_smallest(copy->symbols, copy->symbol_count, hardware->symbol);
    hardware->moves = NEW_ARRAY(Move, MAX_MOVES);
    hardware->primitive_of = NEW_ARRAY(PrimitiveId, MAX_MOVES);
    if (!choice)
        return hardware;
    plan_walk(choice->plan, note_execution, hardware);
    if (!hardware->owner) {
        if (copy->op != OP_FILL)
            find_spots(hardware, 0, &copy->src);
        find_spots(hardware, 1, &copy->dst);
    }
    if (hardware->owner && hardware->move_count)
        qsort(hardware->moves, (size_t)hardware->move_count, sizeof(Move), by_warp_and_address);
    return hardware;
}

void view_hardware(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols) {
    Hardware *hardware = hardware_of(function, max_rows);
    const Copy *copy = function_copy(function);
    picture->corner = "thread";
    picture->least_width = 3;
    picture->rows = copy->scope.threads;
    picture->cols = hardware->owner ? function->regs : hardware->most;
    picture_room(picture, max_rows, max_cols);
    for (int64_t row = 0; row < picture->shown_rows; row++)
        text_printf(&picture->row_label[row], "%" PRId64, row);
    for (int64_t col = 0; col < picture->shown_cols; col++)
        text_printf(&picture->col_label[col], "%" PRId64, col);
    picture_moves(&picture->heading, function, hardware->owner ? hardware->owner : &copy->dst);
    if (hardware->owner) {
        text_add(&picture->heading, "each column is a register, each cell the element in it");
        text_add(&picture->legend, "colour: number of the instruction that moves it % 32");
        fill_registers(picture, hardware);
    } else {
        text_add(
            &picture->heading,
            "each column is an instruction, each cell the first element that it moves");
        text_add(&picture->legend, "colour: row of the region % 32");
        for (int64_t i = 0; i < hardware->move_count; i++)
            add_move(picture, hardware, &hardware->moves[i]);
    }
    note_instructions(picture, hardware);
}
