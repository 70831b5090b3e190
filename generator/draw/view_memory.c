/* view_memory.c: the memory view: the bytes of one buffer in the order of their addresses, each
 * with the element of the region that lies there. A box is one element wide (a byte where elements
 * are smaller), a line 32 of them at most and 128 bytes: all banks once, or a cache line.
 *
 * Invariants: shared memory is shown rather than global, the destination rather than the source;
 * lines begin at the one with the lowest address; holes and padding have boxes without an
 * element. */
#include "draw.h"
#include <inttypes.h>

enum { MAX_ELEMENTS = 1 << 18, LINE_BYTES = 128, LINE_BOXES = 32 };

typedef struct {
    const Copy *copy;
    const Operand *of;
    int64_t symbol[MAX_SYMBOLS];
    int64_t count, unit, line; /* elements that are looked at; bytes of a box and of a line */
    int64_t first, last;       /* lowest address of a line, highest byte of an element */
    bool any;
} Memory;

static const Operand *shown_side(const Copy *copy) {
    const Operand *dst = copy->dst.space != SPACE_REG ? &copy->dst : NULL;
    const bool reads = copy->src.space != SPACE_REG && copy->op != OP_FILL;
    const Operand *src = reads ? &copy->src : NULL;
    bool shared = src && src->space == SPACE_SMEM && !(dst && dst->space == SPACE_SMEM);
    return dst && !shared ? dst : src;
}

static bool address_at(const Memory *memory, int64_t index, int64_t *coord, int64_t *address) {
    element_coordinate(memory->of, memory->symbol, index, coord);
    return element_address(memory->copy, memory->of, memory->symbol, coord, address);
}

static void find_span(Memory *memory) {
    int64_t coord[MAX_RANK], address;
    for (int64_t i = 0; i < memory->count; i++) {
        if (!address_at(memory, i, coord, &address))
            continue;
        if (!memory->any || address < memory->first)
            memory->first = address;
        if (!memory->any || address + memory->unit - 1 > memory->last)
            memory->last = address + memory->unit - 1;
        memory->any = true;
    }
    memory->first -= memory->first % memory->line;
}

static void name_lines(Picture *picture, const Memory *memory) {
    for (int64_t col = 0; col < picture->shown_cols; col++)
        text_printf(&picture->col_label[col], "+%" PRId64, col * memory->unit);
    for (int64_t row = 0; row < picture->shown_rows; row++)
        text_printf(&picture->row_label[row], "%" PRId64, memory->first + row * memory->line);
    for (int64_t i = 0; i < picture->shown_rows * picture->shown_cols; i++) {
        Box *box = &picture->boxes[i];
        int64_t byte = memory->first + i / picture->shown_cols * memory->line +
                       i % picture->shown_cols * memory->unit;
        box->present = true;
        box->colour = -1;
        text_char(&box->text, '-');
        text_printf(&box->tip, "byte %" PRId64 ": no element of the region", byte);
    }
}

/* "byte 116, bank 29: (3,5)"; a second element in the same place, as of a stride of 0 or in half a
 * byte, is added to the tooltip. */
static void place_element(Picture *picture, const Memory *memory, int64_t index) {
    int64_t coord[MAX_RANK], address;
    if (!address_at(memory, index, coord, &address))
        return;
    int64_t at = address - memory->first;
    Box *box = picture_box(picture, at / memory->line, at % memory->line / memory->unit);
    if (!box)
        return;
    Text name = {0};
    picture_coordinate(&name, memory->of, coord);
    if (box->colour < 0) {
        box->colour = element_colour(memory->of, index);
        box->text = name;
        box->tip = (Text){0};
        text_printf(&box->tip, "byte %" PRId64, address);
        if (memory->of->space == SPACE_SMEM)
            text_printf(&box->tip, ", bank %" PRId64, address / 4 % 32);
        text_printf(&box->tip, ": (%s)", text_string(&name));
    } else {
        text_printf(&box->tip, " and (%s)", text_string(&name));
    }
}

static void look_at(Memory *memory, const Copy *copy, int64_t max_cols) {
    memory->copy = copy;
    memory->of = shown_side(copy);
    memory->unit = copy->dtype->bits < 8 ? 1 : copy->dtype->bits / 8;
    memory->line = LINE_BYTES;
    while (memory->line / memory->unit > LINE_BOXES || memory->line / memory->unit > max_cols)
        memory->line /= 2;
    symbols_smallest(copy->symbols, copy->symbol_count, memory->symbol);
    if (!memory->of)
        return;
    memory->count = region_count(memory->of);
    if (memory->count > MAX_ELEMENTS)
        memory->count = MAX_ELEMENTS;
    find_span(memory);
}

void view_memory(Picture *picture, const Function *function, int64_t max_rows, int64_t max_cols) {
    Memory memory = {0};
    look_at(&memory, function_copy(function), max_cols);
    picture->corner = "byte";
    picture->fixed_cols = true;
    picture_moves(
        &picture->heading, function, memory.of ? memory.of : &function_copy(function)->dst);
    if (!memory.any) {
        text_add(&picture->heading, "no side is in memory");
        picture_room(picture, 0, 0);
        return;
    }
    text_printf(
        &picture->heading,
        "each cell is the element of %s at that byte of %s%s",
        memory.of == &function_copy(function)->dst ? "dst" : "src",
        space_name[memory.of->space],
        memory.of->picks ? ", if the indices are 0, 1, 2 .." : "");
    text_add(&picture->legend, "colour: row of the region % 32; '-' holds no element of it");
    picture->rows = (memory.last - memory.first) / memory.line + 1;
    picture->cols = memory.line / memory.unit;
    picture_room(picture, max_rows, picture->cols);
    name_lines(picture, &memory);
    for (int64_t i = 0; i < memory.count; i++)
        place_element(picture, &memory, i);
    if (region_count(memory.of) > memory.count)
        text_printf(
            &picture->notes,
            "Only the first %" PRId64 " elements of the region were examined.\n",
            memory.count);
}
