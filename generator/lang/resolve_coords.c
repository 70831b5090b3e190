/* resolve_coords.c: `coords warpgroup reg 64x256 wgmma_c as acc` -> Coords: a scope and a tile in
 * registers, whose elements may have any size. */
#include "ast.h"

static bool fail_place(Loc loc, const char *why, const char *help) {
    diag_error(loc, "E_COORDS_PLACE", "%s", why);
    diag_help("%s", help);
    return false;
}

static bool check_scope(const Scope *scope) {
    if (scope->narrowed)
        return fail_place(
            scope->loc,
            "coordinates for a part of a scope",
            "write the whole scope: ranks count in it, and any of its threads may call");
    if (scope->kind == SCOPE_WARP || scope->kind == SCOPE_WARPGROUP || scope->kind == SCOPE_CTA)
        return true;
    return fail_place(
        scope->loc,
        mem_printf("coordinates at scope %s", scope_name[scope->kind]),
        "write 'warp', 'warpgroup' or 'cta(N)': a tile in the registers of their threads");
}

static bool check_operand(const AstOperand *ast, const Operand *operand) {
    if (operand->space != SPACE_REG)
        return fail_place(
            operand->loc,
            mem_printf(
                "coordinates in %s: a thread does not own elements of memory",
                space_name[operand->space]),
            "write 'reg' with the layout of the registers");
    if (ast->range_count)
        return fail_place(
            ast->region_loc,
            "coordinates of a region",
            "leave the region out: coordinates count in the whole tile");
    return true;
}

static void add_coords(Context *context, Coords *coords) {
    Module *module = context->module;
    MORE(module->coords, module->coords_count, &context->coords_capacity);
    module->coords[module->coords_count++] = coords;
}

static const char *statement_text(const Coords *coords) {
    Text text = {0};
    text_add(&text, "coords ");
    scope_print(&text, &coords->copy.scope);
    text_char(&text, ' ');
    operand_print(&text, &coords->copy.src, coords->copy.symbols);
    if (coords->given_name)
        text_printf(&text, " as %s", coords->given_name);
    return text_string(&text);
}

/* The dtype is one of whole bytes and stands for any. */
static bool build(Context *context, Copy *copy, const AstCopy *ast) {
    static const AstLayout no_layout;
    static const AstOperand no_operand;
    FlatOperand operand, none = {.ast = &no_operand, .flat = {.base = &no_layout}};
    copy->dtype = copy->reg_dtype = dtype_find("b8", 2);
    copy->any_dtype = true;
    copy->dst.space = SPACE_REG;
    return resolve_scope(&ast->scope, &copy->scope) && check_scope(&copy->scope) &&
           flatten_operand(context, copy, &ast->left, &operand) &&
           collect_symbols(copy, &operand, &none) && build_operand(copy, &operand, &copy->src) &&
           check_operand(&ast->left, &copy->src);
}

void resolve_coords(Context *context, const Statement *statement) {
    const AstCopy *ast = statement->copy;
    Coords *coords = NEW(Coords);
    coords->loc = coords->name_loc = statement->keyword.loc;
    coords->prefix = context->prefix;
    if (!build(context, &coords->copy, ast))
        return;
    if (ast->name.length) {
        if (!check_given_name(ast->name))
            return;
        coords->given_name = word_text(ast->name);
        coords->name_loc = ast->name.loc;
    }
    coords->statement = statement_text(coords);
    add_coords(context, coords);
}
