/* resolve_fill.c: `fill cta(128) f32 smem S[(64,64)] { value 0xff800000; }` -> a Copy whose
 * destination is the tile and whose source is made up: the same tile in another memory, where every
 * element is the value. So a fill is planned as the copy of such a tile, without its loads
 * (tile/fill.c). */
#include "ast.h"
#include <string.h>

static bool fail_place(const AstOperand *ast, const Operand *tile) {
    diag_error(
        ast->loc,
        "E_FILL_PLACE",
        "'fill' writes registers, shared or global memory of its own CTA, not %s",
        space_name[tile->space]);
    diag_help(
        tile->space == SPACE_DSMEM
            ? "let that CTA fill its own shared memory, and meet before it is used"
            : "fill registers and copy them");
    return false;
}

/* Of each option, what a fill has in its place. */
static bool check_options(const AstCopy *ast, const Copy *copy) {
    static const char *const known[] = {
        "using",
        "require",
        "fallback",
        "masked",
        "value",
        "fence",
        "cache",
        "l1",
        "l2",
        "ld64",
        "stages",
        "register_budget"};
    for (int i = 0; i < ast->option_count; i++) {
        const AstOption *option = &ast->options[i];
        bool serves = false;
        for (size_t k = 0; k < COUNT_OF(known); k++)
            serves |= word_is(option->name, known[k]);
        if (serves || !option_find(option->name))
            continue; /* an unknown one is reported with the others */
        diag_error(
            option->name.loc,
            "E_FILL_OPTION",
            "'%s' says how a source is read or combined, and a fill has none",
            word_text(option->name));
        diag_help(word_is(option->name, "fill") ? "write the value as 'value V'" : "drop it");
        return false;
    }
    const AstOption *stages = option_named(ast, "stages"), *fence = option_named(ast, "fence");
    const AstOption *wrong = stages ? stages : fence;
    if (!wrong || copy->dst.space == SPACE_SMEM)
        return true;
    diag_error(
        wrong->name.loc,
        "E_FILL_OPTION",
        "'%s' is about shared memory, and this fill writes %s",
        word_text(wrong->name),
        space_name[copy->dst.space]);
    diag_help("drop it");
    return false;
}

/* The tile of the region alone, dense. */
static Operand dense_source(const Operand *dst, int align) {
    Operand source = {.space = dst->space == SPACE_SMEM ? SPACE_GMEM : SPACE_SMEM, .whole = true};
    int64_t inside = 1;
    source.loc = source.region_loc = dst->loc;
    source.align = align;
    source.rank = source.layout.shard_count = dst->rank;
    for (int d = dst->rank - 1; d >= 0; d--) {
        const int64_t extent = dst->region[d].extent;
        source.shape[d] = extent;
        source.region[d] = (Range){0, -1, extent};
        source.layout.shard[d] =
            (Iter){.extent = extent, .stride = {inside, 0, {-1, -1, -1}}, .loc = dst->loc};
        inside *= extent;
    }
    return source;
}

/* In memory it lies as the destination does, so that vectors are as wide as that allows. */
static void follow_destination(Copy *copy) {
    const Space space = copy->src.space;
    if (copy->dst.space == SPACE_REG)
        return;
    copy->src = copy->dst;
    copy->src.space = space;
    copy->src.array = NULL;
}

static bool resolve_value(Copy *copy, const AstCopy *ast) {
    const AstOption *value = option_named(ast, "value");
    copy->options.fence = option_named(ast, "fence") != NULL;
    if (value && !fill_value_of(value, copy->dtype, &copy->limits.fill))
        return false;
    if (copy->dtype->bits != 6 || copy->limits.fill == 0)
        return true;
    diag_error(
        value->value.loc,
        "E_OPTION_VALUE",
        "elements of 6 bits can be filled with 0 only: four of them are three bytes, and registers "
        "are filled with one value of whole bytes");
    diag_help("fill bytes of type b8, three for four elements, where all three are equal");
    return false;
}

static bool build(Context *context, Request *request, const AstCopy *ast) {
    static const AstLayout no_layout;
    static const AstOperand no_operand;
    const FlatOperand none = {.ast = &no_operand, .flat = {.base = &no_layout}};
    FlatOperand tile;
    Copy *copy = &request->copy;
    enum { WIDEST = 128 }; /* bytes; no vector is wider */
    copy->dtype = copy->reg_dtype = dtype_find(ast->dtype.at, ast->dtype.length);
    copy->takes_names = option_named(ast, "masked") != NULL;
    if (!resolve_scope(&ast->scope, &copy->scope) ||
        !flatten_operand(context, copy, &ast->right, &tile) ||
        !collect_symbols(copy, &none, &tile) || !widen_strides(copy, ast))
        return false;
    note_bounds(copy, ast);
    if (!build_side(copy, &tile, &copy->dst))
        return false;
    if (copy->dst.space == SPACE_DSMEM || copy->dst.space == SPACE_TMEM)
        return fail_place(&ast->right, &copy->dst);
    copy->src = dense_source(&copy->dst, WIDEST);
    if (!check_options(ast, copy) || !resolve_stages(copy, ast) || !resolve_halo(copy, ast) ||
        !resolve_limits(copy, ast) || !resolve_facts(copy, ast) || !resolve_options(copy, ast) ||
        !resolve_value(copy, ast) || !resolve_hints(copy, ast))
        return false;
    align_halo(copy);
    follow_destination(copy);
    return true;
}

void resolve_fill(Context *context, const Statement *statement) {
    const AstCopy *ast = statement->copy;
    Request *request = request_new(context, statement);
    request->copy.op = OP_FILL;
    request->copy.arrow_loc = statement->keyword.loc;
    if (!build(context, request, ast) || !request_take_name(request, ast))
        return;
    add_standards(context, &request->copy);
    add_copy(context, request, ast, false);
}
