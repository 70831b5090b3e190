/* resolve_hints.c: `cache`, `l1`, `l2` and `prefetch` -> the Hint of a copy, by what the PTX manual
 * allows a load, a store or cp.async of global memory. What depends on the width of an access is
 * judged later (variants/hints.c). */
#include "ast.h"
#include <stdlib.h>
#include <string.h>

typedef enum { ACCESS_LOAD, ACCESS_STORE, ACCESS_ASYNC } AccessKind;

static const char *const access_words[] = {
    "a load of global memory", "a store to global memory", "cp.async"};
static const char *const cache_values[] = {
    "cache ca, cg, cs, cv, lu or nc", "cache wb, cg, cs or wt", "cache ca or cg"};
static const char *const cache_lists[] = {" ca cg cs cv lu nc ", " wb cg cs wt ", " ca cg "};

static bool has_word(const char *list, const char *word) {
    return strstr(list, mem_printf(" %s ", word)) != NULL;
}

static bool fail_access(const AstOption *option, AccessKind kind, const char *help) {
    diag_error(
        option->name.loc,
        "E_HINT_ACCESS",
        "%s takes no '%s %s'",
        access_words[kind],
        word_text(option->name),
        word_text(option->value));
    diag_help("%s", help);
    return false;
}

static bool fail_pair(const AstOption *option, const AstOption *other) {
    diag_error(
        option->name.loc,
        "E_HINT_PAIR",
        "'%s %s' and '%s %s' cannot stand in one instruction",
        word_text(other->name),
        word_text(other->value),
        word_text(option->name),
        word_text(option->value));
    diag_note(other->name.loc, "the other one");
    return false;
}

static const AstOption *first_hint(const AstCopy *ast) {
    static const char *const names[] = {"cache", "l1", "l2", "prefetch"};
    const AstOption *first = NULL;
    for (size_t i = 0; i < COUNT_OF(names) && !first; i++)
        first = option_named(ast, names[i]);
    return first;
}

static bool fail_place(const AstOption *option, const char *why, const char *help) {
    diag_error(
        option->name.loc,
        "E_HINT_PLACE",
        "'%s' is a hint for accesses of global memory: %s",
        word_text(option->name),
        why);
    diag_help("%s", help);
    return false;
}

static bool check_for(const Hint *hint, const AstCopy *ast, AccessKind kind) {
    const AstOption *cache = option_named(ast, "cache"), *l1 = option_named(ast, "l1");
    const AstOption *l2 = option_named(ast, "l2"), *prefetch = option_named(ast, "prefetch");
    if (hint->cache && !has_word(cache_lists[kind], hint->cache))
        return fail_access(
            cache, kind, mem_printf("%s takes %s", access_words[kind], cache_values[kind]));
    if (hint->l1 && kind == ACCESS_ASYNC)
        return fail_access(l1, kind, "cp.async takes cache ca or cg, l2 policy and prefetch");
    if (hint->l2 && kind == ACCESS_ASYNC)
        return fail_access(l2, kind, "cp.async takes 'l2 policy' and a policy at run time");
    if (hint->prefetch && kind == ACCESS_STORE)
        return fail_access(
            prefetch ? prefetch : l2, kind, "only loads from global memory can prefetch");
    if (hint->cache && strcmp(hint->cache, "nc") != 0 && (hint->l1 || hint->l2))
        return fail_pair(hint->l1 ? l1 : l2, cache);
    return true;
}

/* l2 128B is prefetch 128B; of a tensor map it is no hint of the instruction. */
static bool read_values(Hint *hint, const AstCopy *ast, bool tensormap) {
    const AstOption *cache = option_named(ast, "cache"), *l1 = option_named(ast, "l1");
    const AstOption *l2 = option_named(ast, "l2"), *prefetch = option_named(ast, "prefetch");
    const char *l2_value = l2 ? word_text(l2->value) : "";
    bool l2_size = *l2_value >= '0' && *l2_value <= '9';
    if (l2_size && prefetch)
        return fail_pair(prefetch, l2);
    hint->cache = cache ? word_text(cache->value) : NULL;
    hint->l1 = l1 ? word_text(l1->value) : NULL;
    hint->policy = strcmp(l2_value, "policy") == 0;
    hint->l2 = l2 && !l2_size && !hint->policy ? l2_value : NULL;
    hint->prefetch = l2_size && tensormap ? 0
                     : l2_size            ? atoi(l2_value)
                     : prefetch           ? atoi(word_text(prefetch->value))
                                          : 0;
    return true;
}

static bool check_side(const Copy *copy, const AstCopy *ast, Space src, Space dst) {
    AccessKind kind = copy->op == OP_COPY_ASYNC ? ACCESS_ASYNC
                      : src == SPACE_GMEM       ? ACCESS_LOAD
                                                : ACCESS_STORE;
    const AstOption *option = first_hint(ast);
    if (copy->op == OP_FILL && dst != SPACE_GMEM)
        return fail_place(
            option, mem_printf("this fill writes %s", space_name[dst]), "drop the hint");
    if (copy->op != OP_COPY && copy->op != OP_COPY_ASYNC && copy->op != OP_FILL)
        return fail_place(option, "only copy, copy_async and fill take hints", "drop the hint");
    if (src == SPACE_GMEM && dst == SPACE_GMEM)
        return fail_place(
            option,
            "both sides are gmem",
            "write two copies, through smem or registers, and hint the one that needs it");
    if (src != SPACE_GMEM && dst != SPACE_GMEM)
        return fail_place(option, "no side is gmem", "accesses of shared memory take no hints");
    if (copy->op == OP_COPY_ASYNC && src != SPACE_GMEM && !copy->options.hint.policy &&
        !copy->options.promotion)
        return fail_place(
            option,
            "a copy_async that writes it takes 'l2 policy' only",
            "use 'l2 policy', or 'copy' for a store");
    return check_for(&copy->options.hint, ast, kind);
}

bool resolve_hints(Copy *copy, const AstCopy *ast) {
    Hint *hint = &copy->options.hint;
    if (!first_hint(ast))
        return true;
    copy->options.hint_loc = first_hint(ast)->name.loc;
    return read_values(hint, ast, copy->options.tensormap) &&
           check_side(copy, ast, copy->src.space, copy->dst.space) &&
           (!ast->both_ways || check_side(copy, ast, copy->dst.space, copy->src.space));
}
