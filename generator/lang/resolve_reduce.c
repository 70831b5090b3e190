/* resolve_reduce.c: `reduce add` on a copy: the source is combined with the old value of the
 * destination, in memory. The variants know for which types and between which memories that is
 * possible. `multicast`: the same tile goes to several CTAs. */
#include "ast.h"

static bool fail_place(const AstOption *option, const char *why, const char *help) {
    diag_error(
        option->name.loc,
        "E_REDUCE_PLACE",
        "'reduce %s' combines with the destination's old value: %s",
        word_text(option->value),
        why);
    diag_help("%s", help);
    return false;
}

/* Threads combine in the shared memory of their own CTA, at once. */
static bool resolve_shared(const Copy *copy, const AstOption *option) {
    if (copy->op == OP_COPY_ASYNC)
        return fail_place(
            option,
            "no copy_async does so in smem",
            "use copy: threads combine, and nothing is in flight");
    if (copy->limits.count)
        return fail_place(
            option,
            "in smem it takes only whole tiles",
            "drop 'masked' and fill the rest of the source with the neutral element");
    return !copy_converts(copy) ||
           fail_place(option, "it does not convert", "convert first, with a copy of its own");
}

bool resolve_reduce(Copy *copy, const AstCopy *ast) {
    const AstOption *option = option_named(ast, "reduce");
    if (!option)
        return true;
    copy->options.reduce = word_text(option->value);
    if (copy->op != OP_COPY && copy->op != OP_COPY_ASYNC)
        return fail_place(
            option, mem_printf("a %s only moves", op_name[copy->op]), "use a copy or a copy_async");
    if (ast->both_ways)
        return fail_place(
            option,
            "it has one direction, '<->' has two",
            "write two statements, and reduce in the one that needs it");
    if (copy->dst.space == SPACE_SMEM)
        return resolve_shared(copy, option);
    if (copy->dst.space != SPACE_GMEM && copy->dst.space != SPACE_DSMEM)
        return fail_place(
            option,
            mem_printf("no variant does so in %s", space_name[copy->dst.space]),
            "reduce into gmem, smem or dsmem; for values in registers there is the reduce "
            "statement");
    if (copy->limits.count && copy->op == OP_COPY_ASYNC)
        return fail_place(
            option,
            "a copy_async takes only whole tiles",
            "use copy: threads stop at the limits; or drop 'masked' and fill the rest of the "
            "source");
    if (copy_converts(copy))
        return fail_place(option, "it does not convert", "convert first, with a copy of its own");
    return true;
}

bool resolve_multicast(Copy *copy, const AstCopy *ast) {
    const AstOption *option = option_named(ast, "multicast");
    if (!option)
        return true;
    copy->options.multicast = true;
    if (copy->op == OP_COPY_ASYNC && copy->src.space == SPACE_GMEM &&
        copy->dst.space == SPACE_SMEM && !ast->both_ways && !copy->limits.count)
        return true;
    diag_error(
        option->name.loc,
        "E_MULTICAST_PLACE",
        "'multicast' is for whole tiles by copy_async from gmem to smem, not for %s %s %s %s",
        op_name[copy->op],
        space_name[copy->src.space],
        ast->both_ways ? "<->" : "->",
        space_name[copy->dst.space]);
    diag_help("for one other CTA at a time use a copy to dsmem, in a loop over the ranks");
    return false;
}
