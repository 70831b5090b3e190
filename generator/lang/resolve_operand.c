/* resolve_operand.c: an operand as written -> space, logical shape, region and layout. The shape
 * has as many elements as the layout, the region lies inside the shape. */
#include "ast.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* A S[(4,32):(1,4)]: the space of the tile, the shape and layout that are written here. */
static bool flatten_view(
    Context *context, const Definition *definition, const AstOperand *ast, FlatOperand *flat) {
    AstOperand *view = NEW(AstOperand);
    FlatLayout own;
    *view = *ast;
    view->space = definition->tile->space;
    flat->whole = view;
    if (!check_layout(context, ast->layout) ||
        !flatten_layout(context, definition->tile->layout, &own)) {
        return false;
    }
    if (!own.is_auto) {
        return true;
    }
    diag_error(
        ast->loc,
        "E_AUTO_PLACE",
        "a view of tile '%s' needs a known layout, but tcgen picks this one",
        definition->name);
    diag_note(own.auto_loc, "'auto' is here");
    return false;
}

static bool flatten_tile(
    Context *context, const Copy *copy, const AstOperand *ast, FlatOperand *flat) {
    const Definition *definition = definition_find(context, ast->space, "tile or space");
    if (!definition) {
        return false;
    }
    if (!definition->tile) {
        diag_error(
            ast->loc, "E_SYNTAX", "'%s' is a layout and needs a space before it", definition->name);
        diag_help("write 'smem %s'", definition->name);
        return false;
    }
    const Dtype *dtype = word_is(definition->tile->space, "reg") ? copy->reg_dtype : copy->dtype;
    if (definition->dtype != dtype && !copy->any_dtype) {
        diag_error(
            ast->loc,
            "E_DTYPE_DIFFERS",
            "tile '%s' holds %s, the statement moves %s",
            definition->name,
            definition->dtype->name,
            dtype->name);
        diag_note(definition->loc, "defined here");
        return false;
    }
    flat->tile = definition->name;
    flat->whole = definition->tile;
    return !ast->is_view || flatten_view(context, definition, ast, flat);
}

static bool check_auto_space(const FlatOperand *flat) {
    if (!flat->flat.is_auto || flat->space == SPACE_SMEM) {
        return true;
    }
    diag_error(
        flat->ast->loc,
        "E_AUTO_PLACE",
        "an 'auto' layout in %s: only shared memory has banks to keep apart",
        space_name[flat->space]);
    if (flat->flat.auto_loc.line != flat->ast->loc.line) {
        diag_note(flat->flat.auto_loc, "'auto' is here");
    }
    return false;
}

/* tile A gives the tag a: `tc_..._smem_a_...`; axes (M) never stand in names. NULL: the name cannot
 * stand in a function's name. */
static const char *tag_of_tile(const char *tile) {
    size_t length = strlen(tile);
    char *tag = mem_text(tile, length);
    Axis axis;
    for (size_t i = 0; i < length; i++) {
        tag[i] = (char)tolower((unsigned char)tag[i]);
    }
    bool fits = is_layout_name(tag, length) || axis_find((Word){tag, length, {0}}, &axis);
    return fits ? tag : NULL;
}

/* `reg 128 block` fills 128; of `layout row = 128 block` and `reg 4x128 row` it is the row. */
static void note_filled(FlatOperand *flat) {
    FlatLayout *layout = &flat->flat;
    const AstOperand *whole = flat->whole;
    layout->used = flat->ast;
    if (layout->shape_count) {
        layout->filled = *layout->shapes[layout->shape_count - 1];
        return;
    }
    bool any = whole->shape_count > 0;
    layout->filled = (AstShape){whole->shape_count, .loc = any ? whole->shape_loc : layout->loc};
    memcpy(layout->filled.extent, whole->shape, sizeof layout->filled.extent);
}

bool flatten_operand(Context *context, const Copy *copy, const AstOperand *ast, FlatOperand *flat) {
    *flat = (FlatOperand){.ast = ast, .whole = ast};
    bool known =
        context->import_lost || names_find(&context->definitions, ast->space.at, ast->space.length);
    if (ast->is_view && !known) {
        return fail_space(ast->space);
    }
    if ((!ast->has_layout || ast->is_view) && !flatten_tile(context, copy, ast, flat)) {
        return false;
    }
    if (!space_find(flat->whole->space, &flat->space)) {
        diag_error(flat->whole->loc, "E_NOT_YET", "the space 'peer' is not built yet");
        return false;
    }
    const AstLayout *layout = flat->whole->layout;
    if (!flat->tile && !check_layout(context, layout)) {
        return false;
    }
    flatten_layout(context, layout, &flat->flat); /* checked above, or with its tile */
    note_filled(flat);
    return check_fragment(copy, flat) && check_auto_space(flat);
}

/* What to write where a region begins below 0. */
static const char *help_below(const Copy *copy, Space space, const AstRange *ast) {
    if (space == SPACE_GMEM && copy->options.tensormap) {
        return "an origin below 0 is a run-time one, with 'oob zero': [y:+64] with y = -1";
    }
    if (space == SPACE_GMEM) {
        return "a window that may begin before its array is one of run-time extents: gmem "
               "S[(height,width):(ld,1)][y-1:+34, x-1:+66] { masked; }";
    }
    if (!ast->symbol.length) {
        return NULL;
    }
    const char *origin = word_text(ast->symbol);
    const int64_t taken = ast->end - ast->begin;
    return mem_printf(
        "write [%s:+%" PRId64 "], and pass %s - %" PRId64, origin, taken, origin, -ast->begin);
}

/* named: the extent is a name, of which `extent` is what the region takes. */
static bool fail_outside(
    const Copy *copy, Space space, const AstRange *ast, int64_t extent, bool named) {
    const char *begin = mem_printf("%" PRId64, ast->begin);
    const char *help = ast->begin < 0 ? help_below(copy, space, ast) : NULL;
    const int64_t taken = ast->end - ast->begin;
    if (ast->symbol.length) {
        const char *origin = word_text(ast->symbol);
        begin = ast->begin ? mem_printf("%s%+" PRId64, origin, ast->begin) : origin;
    }
    diag_error(
        ast->loc,
        "E_REGION_OUTSIDE",
        "%s:%s%" PRId64 " %s",
        begin,
        ast->symbol.length ? "+" : "",
        ast->symbol.length ? taken : ast->end,
        named ? mem_printf(
                    "%s before the array, whose elements count from 0",
                    ast->symbol.length ? "may begin" : "begins")
              : mem_printf("is outside the dimension of extent %" PRId64, extent));
    if (help) {
        diag_help("%s", help);
    } else if (ast->symbol.length) {
        diag_help(
            "the extent plus the elements that the origin skips is %" PRId64 " elements at most",
            extent);
    } else {
        diag_help(
            "its elements are 0 to %" PRId64 ": a range ends at %" PRId64 " at most",
            extent - 1,
            extent);
    }
    return false;
}

/* Of an array of run-time extents: a window from y + 2^28 on at most, so that (y + 2^28) * ld is a
 * long long. */
static bool check_reach(const AstRange *ast) {
    const int64_t most = (int64_t)1 << (ast->symbol.length ? 28 : 30);
    if (ast->begin >= -most && ast->end <= most) {
        return true;
    }
    diag_error(
        ast->loc, "E_REGION_OUTSIDE", "the window lies more than %" PRId64 " elements away", most);
    diag_help("let the origin say so, as in [y:+34], or the pointer of the array");
    return false;
}

/* Half open: [0:32, 8:16] of 32x256; [m:+16] starts at a run-time m, at most extent - 16. */
static bool build_range(
    const Copy *copy, Space space, const AstRange *ast, int64_t extent, bool named, Range *range) {
    const int64_t least = named && copy->takes_names && ast->symbol.length ? INT32_MIN / 2 : 0;
    range->begin = ast->begin;
    range->extent = ast->begin >= least && ast->end > ast->begin ? ast->end - ast->begin : 0;
    range->symbol = ast->symbol.length ? symbol_find(copy, ast->symbol) : -1;
    if (named && copy->takes_names && !check_reach(ast)) {
        return false;
    }
    if (ast->begin < least || ast->begin > extent || ast->end > extent) {
        return fail_outside(copy, space, ast, extent, named);
    }
    if (!range->extent) {
        diag_error(ast->loc, "E_REGION_EMPTY", "the range has no elements");
        return false;
    }
    return true;
}

/* The extent of a dimension as a name; NULL: it is a number. */
static const Symbol *named_extent(const Copy *copy, const Operand *operand, int dim) {
    const bool own = operand->rank == operand->layout.shard_count;
    const int named = own ? operand->layout.named[dim] : 0;
    return named ? &copy->symbols[named - 1] : NULL;
}

/* All of an array: 0:128 of an M that is stated to be at most 128. Of a tensor the region stands
 * beside its tensor map, in which the extents are. */
static void note_whole(const Copy *copy, Operand *operand) {
    bool names = false;
    operand->whole = true;
    for (int i = 0; i < operand->rank; i++) {
        const Range *range = &operand->region[i];
        const Symbol *extent = copy->takes_names ? named_extent(copy, operand, i) : NULL;
        const bool all =
            extent ? extent->bounded && range->begin == 0 && range->extent == extent->bound
                   : range->extent == operand->shape[i];
        operand->whole = operand->whole && range->symbol < 0 && all;
        names = names || extent;
    }
    operand->bounded = operand->whole && names;
}

static bool build_region(const Copy *copy, const FlatOperand *flat, Operand *operand) {
    const AstOperand *ast = flat->ast;
    for (int i = 0; i < operand->rank; i++) {
        const Symbol *extent = named_extent(copy, operand, i);
        operand->region[i] = (Range){0, -1, extent ? extent->bound : operand->shape[i]};
    }
    if (!ast->range_count) {
        note_whole(copy, operand);
        return true;
    }
    if (ast->range_count != operand->rank) {
        diag_error(
            ast->region_loc,
            "E_REGION_RANK",
            "%d range%s for a shape of %d dimension%s",
            ast->range_count,
            ast->range_count == 1 ? "" : "s",
            operand->rank,
            operand->rank == 1 ? "" : "s");
        diag_note(
            flat->whole->shape_count ? flat->whole->shape_loc : flat->flat.base->loc, "the shape");
        return false;
    }
    bool ok = true;
    for (int i = 0; i < operand->rank; i++) {
        Range *range = &operand->region[i];
        const bool named = named_extent(copy, operand, i) != NULL;
        ok = build_range(copy, operand->space, &ast->ranges[i], operand->shape[i], named, range) &&
             ok;
    }
    note_whole(copy, operand);
    return ok;
}

/* A run-time stride in registers would be a run-time register number. */
static bool check_strides(const Copy *copy, const FlatOperand *flat, const Operand *operand) {
    for (int i = 0; i < operand->layout.shard_count; i++) {
        const Iter *iter = &operand->layout.shard[i];
        if (iter->stride.count && operand->space == SPACE_REG) {
            diag_error(
                iter->loc,
                "E_SYMBOL_PLACE",
                "the run-time stride '%s' is not possible in a %s operand",
                copy->symbols[iter->stride.symbol[0]].name,
                space_name[operand->space]);
            if (flat->flat.name) {
                diag_note(operand->loc, "used here");
            }
            return false;
        }
    }
    return true;
}

bool build_operand(const Copy *copy, const FlatOperand *flat, Operand *operand) {
    operand->space = flat->space;
    operand->tile = flat->tile;
    operand->loc = flat->ast->loc;
    operand->region_loc = flat->ast->range_count ? flat->ast->region_loc : flat->ast->loc;
    operand->align = 16;
    operand->is_auto = flat->flat.is_auto;
    operand->auto_loc = flat->flat.auto_loc;
    if (!build_layout(copy, &flat->flat, flat->space, &operand->layout)) {
        return false;
    }
    if (operand->is_auto && operand->tile) {
        operand->layout.name = tag_of_tile(operand->tile);
    }
    return check_strides(copy, flat, operand) && build_shape(flat, operand) &&
           build_region(copy, flat, operand);
}
