/* resolve_descriptor.c: a descriptor statement -> Descriptor: one operand in shared memory, of
 * which the region is what one instruction reads. Its symbols, facts and `stages` are resolved as
 * those of a copy from it into nothing. Which shapes and layouts there are is no matter of this
 * room. */
#include "ast.h"

const char *const matrix_unit_name[] = {"wgmma", "umma"};

static bool fail_place(Loc loc, const char *why, const char *help) {
    diag_error(loc, "E_DESCRIPTOR_PLACE", "%s", why);
    diag_help("%s", help);
    return false;
}

static bool check_operand(const Copy *copy) {
    const Operand *operand = &copy->src;
    if (operand->space != SPACE_SMEM)
        return fail_place(
            operand->loc,
            mem_printf(
                "a descriptor of %s: it says where an operand lies in shared memory",
                space_name[operand->space]),
            "write 'smem'");
    if (operand->is_auto)
        return fail_place(
            operand->auto_loc,
            "a descriptor of an 'auto' layout: it would follow tcgen's choice unseen",
            "write the layout that wgmma takes: 'swizzle 128B' of rows of 128 bytes");
    for (int i = 0; i < operand->layout.shard_count; i++)
        if (operand->layout.shard[i].stride.count)
            return fail_place(
                operand->layout.shard[i].loc,
                mem_printf(
                    "the run-time stride '%s': the numbers of a descriptor are constants",
                    copy->symbols[operand->layout.shard[i].stride.symbol[0]].name),
                "write the stride as a number");
    return true;
}

/* Options that say how elements move: nothing moves here. */
static bool check_options(const AstCopy *ast) {
    for (int i = 0; i < ast->option_count; i++)
        if (!word_is(ast->options[i].name, "stages") && option_find(ast->options[i].name))
            return fail_place(
                ast->options[i].name.loc,
                mem_printf("the option '%s' of a descriptor", word_text(ast->options[i].name)),
                "a descriptor takes 'stages N' alone: nothing moves");
    return true;
}

static void add_descriptor(Context *context, Descriptor *descriptor) {
    Module *module = context->module;
    MORE(module->descriptors, module->descriptor_count, &context->descriptor_capacity);
    module->descriptors[module->descriptor_count++] = descriptor;
}

static const char *statement_text(const Descriptor *descriptor, const AstCopy *ast) {
    const Copy *copy = &descriptor->copy;
    Text text = {0};
    text_printf(&text, "descriptor %s %s ", matrix_unit_name[descriptor->unit], copy->dtype->name);
    operand_print(&text, &copy->src, copy->symbols);
    facts_print(&text, ast, false);
    if (copy->options.stages)
        text_printf(&text, " { stages %d; }", copy->options.stages);
    if (descriptor->given_name)
        text_printf(&text, " as %s", descriptor->given_name);
    return text_string(&text);
}

/* The operand as the source of `copy`; there is no other side. */
static bool build_source(Context *context, Copy *copy, const AstCopy *ast) {
    static const AstLayout no_layout;
    static const AstOperand no_operand;
    copy->dtype = copy->reg_dtype = dtype_find(ast->dtype.at, ast->dtype.length);
    FlatOperand operand, none = {.ast = &no_operand, .flat = {.base = &no_layout}};
    copy->dst.space = SPACE_REG;
    return flatten_operand(context, copy, &ast->left, &operand) &&
           collect_symbols(copy, &operand, &none) && build_operand(copy, &operand, &copy->src) &&
           check_operand(copy) && resolve_stages(copy, ast) && resolve_facts(copy, ast) &&
           resolve_options(copy, ast) && check_options(ast);
}

void resolve_descriptor(Context *context, const Statement *statement) {
    const AstCopy *ast = statement->copy;
    Descriptor *descriptor = NEW(Descriptor);
    descriptor->unit = word_is(statement->word, "umma") ? UNIT_UMMA : UNIT_WGMMA;
    descriptor->loc = descriptor->name_loc = statement->keyword.loc;
    descriptor->dtype_loc = ast->dtype.loc;
    descriptor->prefix = context->prefix;
    if (!build_source(context, &descriptor->copy, ast))
        return;
    if (ast->name.length) {
        if (!check_given_name(ast->name))
            return;
        descriptor->given_name = word_text(ast->name);
        descriptor->name_loc = ast->name.loc;
    }
    add_standards(context, &descriptor->copy);
    descriptor->statement = statement_text(descriptor, ast);
    add_descriptor(context, descriptor);
}
