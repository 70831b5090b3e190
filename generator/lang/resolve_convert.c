/* resolve_convert.c: `copy warp f32 -> f16 ...`: which of the two dtypes belongs to the registers
 * and which to memory, or to the destination's registers, and how numbers are rounded. Dispatch
 * knows the instructions and decides which pairs of dtypes are possible. A tensor copy converts by
 * its map: f32 -> tf32 alone, and on the way into shared memory alone. */
#include "ast.h"
#include <string.h>

bool copy_converts(const Copy *copy) {
    return copy->reg_dtype && copy->dtype != copy->reg_dtype;
}

const Dtype *dtype_of_side(const Copy *copy, Space space, bool is_dst) {
    bool first =
        copy->by_map ? space == SPACE_SMEM : space == SPACE_REG && !(is_dst && copy->in_registers);
    return copy_converts(copy) && first ? copy->reg_dtype : copy->dtype;
}

const Dtype *operand_dtype(const Copy *copy, const Operand *operand) {
    return dtype_of_side(copy, operand->space, operand == &copy->dst);
}

/* What is unknown is reported later. */
static bool is_in(const Context *context, const AstOperand *ast, Space wanted) {
    const Definition *definition =
        names_find(&context->definitions, ast->space.at, ast->space.length);
    Space space;
    if (!ast->has_layout && definition && definition->tile)
        return is_in(context, definition->tile, wanted);
    return space_find(ast->space, &space) && space == wanted;
}

static bool fail_place(Loc loc, const char *why, const char *help) {
    diag_error(loc, "E_CONVERT_PLACE", "%s", why);
    diag_help("%s", help);
    return false;
}

static bool is_f32_to_tf32(const AstCopy *ast) {
    return word_is(ast->dtype, "f32") && word_is(ast->to_dtype, "tf32");
}

/* f32 -> tf32 from global into shared memory: the map has the type that rounds. */
static bool resolve_by_map(const Context *context, Copy *copy, const AstCopy *ast) {
    const bool load =
        is_in(context, &ast->left, SPACE_GMEM) && is_in(context, &ast->right, SPACE_SMEM);
    if (!load || ast->both_ways)
        return fail_place(
            ast->to_dtype.loc,
            "a tensor map converts only on the way from gmem into smem",
            ast->both_ways
                ? "write two statements; the one that stores has one dtype"
                : "a store moves the bits as they are: give one dtype, and convert in registers");
    if (!is_f32_to_tf32(ast))
        return fail_place(
            ast->to_dtype.loc,
            "a tensor map converts f32 to tf32, and no other dtypes",
            "give one dtype, and convert in registers: copy ... smem -> reg");
    copy->by_map = true;
    return true;
}

bool resolve_dtypes(const Context *context, Copy *copy, const AstCopy *ast) {
    const Dtype *from = dtype_find(ast->dtype.at, ast->dtype.length), *to = from;
    bool left = is_in(context, &ast->left, SPACE_REG);
    bool right = is_in(context, &ast->right, SPACE_REG);
    if (ast->to_dtype.length)
        to = dtype_find(ast->to_dtype.at, ast->to_dtype.length);
    copy->dtype = left ? to : from;
    copy->reg_dtype = left ? from : to;
    copy->in_registers = left && right;
    copy->convert_loc = ast->to_dtype.loc;
    if (from == to || (copy->op == OP_COPY && (left || right)))
        return true;
    if (copy->op == OP_COPY_ASYNC && asks_tensormap(ast))
        return resolve_by_map(context, copy, ast);
    if (copy->op != OP_COPY) {
        diag_error(
            ast->to_dtype.loc,
            "E_CONVERT_PLACE",
            "%s moves the bits as they are, only a copy converts",
            op_name[copy->op]);
        if (copy->op == OP_COPY_ASYNC && is_f32_to_tf32(ast))
            diag_help("a tensor copy rounds f32 to tf32: add 'tensormap'");
    } else {
        diag_error(
            ast->to_dtype.loc,
            "E_CONVERT_PLACE",
            "neither side is registers, where a conversion is done");
        diag_note(ast->arrow_loc, "from %s to %s", from->name, to->name);
    }
    return false;
}

bool build_side(const Copy *copy, const FlatOperand *flat, Operand *operand) {
    Copy side = *copy;
    side.dtype = dtype_of_side(copy, flat->space, operand == &copy->dst);
    return build_operand(&side, flat, operand);
}

void resolve_rounding(Copy *copy, const AstCopy *ast) {
    const AstOption *round = option_named(ast, "round"), *saturate = option_named(ast, "saturate");
    const AstOption *first = round ? round : saturate;
    if (!first)
        return;
    copy->options.round = round ? word_text(round->value) : NULL;
    copy->options.saturate = saturate != NULL;
    copy->options.round_both = ast->both_ways;
    copy->options.round_loc = first->name.loc;
}
