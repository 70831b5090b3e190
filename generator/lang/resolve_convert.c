/* resolve_convert.c: `copy warp f32 -> f16 …`: which of the two dtypes belongs to the registers and
 * which to memory, or to the destination's registers, and how numbers are rounded. Dispatch knows
 * the instructions and decides which pairs of dtypes are possible. */
#include "ast.h"
#include <string.h>

bool copy_converts(const Copy *copy) {
    return copy->reg_dtype && copy->dtype != copy->reg_dtype;
}

const Dtype *dtype_of_side(const Copy *copy, Space space, bool is_dst) {
    bool first = space == SPACE_REG && !(is_dst && copy->in_registers);
    return copy_converts(copy) && first ? copy->reg_dtype : copy->dtype;
}

const Dtype *operand_dtype(const Copy *copy, const Operand *operand) {
    return dtype_of_side(copy, operand->space, operand == &copy->dst);
}

/* What is unknown is reported later. */
static bool is_registers(const Context *context, const AstOperand *ast) {
    const Definition *definition =
        names_find(&context->definitions, ast->space.at, ast->space.length);
    Space space;
    if (!ast->has_layout && definition && definition->tile)
        return is_registers(context, definition->tile);
    return space_find(ast->space, &space) && space == SPACE_REG;
}

bool resolve_dtypes(const Context *context, Copy *copy, const AstCopy *ast) {
    const Dtype *from = dtype_find(ast->dtype.at, ast->dtype.length), *to = from;
    bool left = is_registers(context, &ast->left), right = is_registers(context, &ast->right);
    if (ast->to_dtype.length)
        to = dtype_find(ast->to_dtype.at, ast->to_dtype.length);
    copy->dtype = left ? to : from;
    copy->reg_dtype = left ? from : to;
    copy->in_registers = left && right;
    copy->convert_loc = ast->to_dtype.loc;
    if (from == to || (copy->op == OP_COPY && (left || right)))
        return true;
    if (copy->op != OP_COPY) {
        diag_error(
            ast->to_dtype.loc,
            "E_CONVERT_PLACE",
            "%s moves the bits as they are, only a copy converts",
            op_name[copy->op]);
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
