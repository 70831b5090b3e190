/* resolve_stages.c: `stages N` -> the run-time argument `stage`, 0 .. N - 1, which selects one of N
 * copies of the smem tile. The distance between the copies is decided later (dispatch/stages.c),
 * when the layout is final. */
#include "ast.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_STAGES = 256 };

static bool fail_place(const AstOption *option, const char *why) {
    diag_error(
        option->name.loc, "E_STAGES_PLACE", "'stages' makes a ring of the smem tile: %s", why);
    return false;
}

static bool check_place(const Copy *copy, const AstOption *option) {
    int shared = (copy->src.space == SPACE_SMEM) + (copy->dst.space == SPACE_SMEM);
    const Operand *tile = copy->src.space == SPACE_SMEM ? &copy->src : &copy->dst;
    if (shared != 1)
        return fail_place(option, shared ? "both sides are smem" : "no side is smem");
    for (int i = 0; i < tile->layout.shard_count; i++)
        if (tile->layout.shard[i].stride.count)
            return fail_place(option, "its layout has run-time strides, so its size is not known");
    if (tile->rank == MAX_RANK || tile->layout.shard_count == MAX_ITERS)
        return fail_place(option, "its layout has no room for one more dimension");
    return true;
}

/* S[(32,8):(30000000,1)] spans 930000008 elements: 3 of them pass 2^31. */
static bool check_span(const Copy *copy, const AstOption *option, int stages) {
    const Operand *tile = copy->src.space == SPACE_SMEM ? &copy->src : &copy->dst;
    int64_t span = 1, reach;
    bool fits = true;
    for (int i = 0; i < tile->layout.shard_count; i++) {
        const Iter *iter = &tile->layout.shard[i];
        fits = fits && mul_i64(iter->extent - 1, iter->stride.value, &reach) &&
               add_i64(span, reach, &span);
    }
    if (fits && mul_i64(span, stages, &span) && span <= INT32_MAX)
        return true;
    diag_error(
        option->name.loc,
        "E_SPAN_LIMIT",
        "%d stages of this tile span 2^31 elements or more",
        stages);
    return false;
}

bool resolve_stages(Copy *copy, const AstCopy *ast) {
    const AstOption *option = option_named(ast, "stages");
    if (!option)
        return true;
    int count = option->value.length < 9 ? atoi(word_text(option->value)) : 0;
    if (count < 2 || count > MAX_STAGES) {
        diag_error(
            option->value.length ? option->value.loc : option->name.loc,
            "E_OPTION_VALUE",
            "'stages' takes a number from 2 to %d",
            MAX_STAGES);
        return false;
    }
    if (!check_place(copy, option) || !check_span(copy, option, count))
        return false;
    for (int i = 0; i < copy->symbol_count; i++)
        if (strcmp(copy->symbols[i].name, "stage") == 0) {
            diag_error(
                copy->symbols[i].loc,
                "E_SYMBOL_ROLES",
                "'stage' is also the name of the argument that 'stages' adds");
            diag_help("choose another name here");
            return false;
        }
    if (copy->symbol_count == MAX_SYMBOLS) {
        diag_error(
            option->name.loc, "E_TOO_MANY_SYMBOLS", "more than %d run-time names", MAX_SYMBOLS);
        return false;
    }
    copy->options.stages = count;
    copy->options.stages_loc = option->name.loc;
    copy->symbols[copy->symbol_count++] = (Symbol){
        .name = "stage",
        .role = SYMBOL_ORIGIN,
        .max = count - 1,
        .divisor = 1,
        .loc = option->name.loc};
    return true;
}
