/* print.c: the canonical spelling of layouts, operands and statements. It reads back to the same
 * meaning: names of layouts and swizzles by name are written out, blanks are fixed. */
#include "ast.h"
#include <inttypes.h>
#include <string.h>

static void print_coef(Text *out, Coef coef, const Symbol *symbols, const char *times) {
    if (coef.value != 1 || !coef.count) {
        text_printf(out, "%" PRId64, coef.value);
    }
    for (int i = 0; i < coef.count; i++) {
        text_add(out, i || coef.value != 1 ? times : "");
        text_add(out, symbols[coef.symbol[i]].name);
    }
}

void coef_print(Text *out, Coef coef, const Symbol *symbols) {
    print_coef(out, coef, symbols, " * ");
}

/* [(32,8):(1@laneid,1)] */
static void print_iters(
    Text *out, const Iter *iters, int count, const short *named, const Symbol *symbols) {
    text_add(out, "[(");
    for (int i = 0; i < count; i++) {
        if (named && i < MAX_RANK && named[i]) {
            text_printf(out, "%s%s", i ? "," : "", symbols[named[i] - 1].name);
        } else {
            text_printf(out, "%s%" PRId64, i ? "," : "", iters[i].extent);
        }
    }
    text_add(out, "):(");
    for (int i = 0; i < count; i++) {
        text_add(out, i ? "," : "");
        print_coef(out, iters[i].stride, symbols, "*");
        if (iters[i].axis != AXIS_M) {
            text_printf(out, "@%s", axis_name[iters[i].axis]);
        }
    }
    text_add(out, ")]");
}

void layout_print(Text *out, const Layout *layout, const Symbol *symbols) {
    text_char(out, 'S');
    print_iters(out, layout->shard, layout->shard_count, layout->named, symbols);
    if (layout->replica_count) {
        text_add(out, " + R");
        print_iters(out, layout->replica, layout->replica_count, NULL, symbols);
    }
    for (int i = 0; i < layout->offset_count; i++) {
        text_printf(
            out, " + %" PRId64 "@%s", layout->offset[i].amount, axis_name[layout->offset[i].axis]);
    }
    const Swizzle *swizzle = &layout->swizzle;
    if (swizzle->on) {
        text_printf(
            out,
            " swizzle(%d,%d,%d%s)",
            swizzle->per_element,
            swizzle->len,
            swizzle->atom,
            swizzle->outer ? ",outer" : "");
    }
}

static bool shape_is_extents(const Operand *operand) {
    if (operand->rank != operand->layout.shard_count) {
        return false;
    }
    for (int i = 0; i < operand->rank; i++) {
        if (operand->shape[i] != operand->layout.shard[i].extent) {
            return false;
        }
    }
    return true;
}

/* a:b, or m:+16, or m+8:+16 */
static void print_range(Text *out, const Range *range, const Symbol *symbols) {
    if (range->symbol < 0) {
        text_printf(out, "%" PRId64 ":%" PRId64, range->begin, range->begin + range->extent);
        return;
    }
    text_add(out, symbols[range->symbol].name);
    if (range->begin) {
        text_printf(out, "%+" PRId64, range->begin);
    }
    text_printf(out, ":+%" PRId64, range->extent);
}

static void print_operand_in(
    Text *out, const char *where, const Operand *operand, const Symbol *symbols) {
    text_printf(out, "%s ", where);
    if (!shape_is_extents(operand)) {
        for (int i = 0; i < operand->rank; i++) {
            text_printf(out, "%s%" PRId64, i ? "x" : "", operand->shape[i]);
        }
        text_char(out, ' ');
    }
    if (operand->is_auto && !operand->settled) {
        text_add(out, "auto ");
    }
    layout_print(out, &operand->layout, symbols);
    if (!operand->whole || (has_names(operand) && !operand->bounded)) {
        for (int i = 0; i < operand->rank; i++) {
            text_add(out, i ? ", " : "[");
            print_range(out, &operand->region[i], symbols);
        }
        text_char(out, ']');
    }
    if (operand->picks) {
        text_printf(out, " by %s ", operand->picks->dtype->name);
        print_operand_in(
            out, space_name[operand->picks->index.space], &operand->picks->index, symbols);
    }
}

void operand_print(Text *out, const Operand *operand, const Symbol *symbols) {
    const Operand *written = operand->array ? operand->array : operand;
    print_operand_in(out, space_name[operand->space], written, symbols);
}

void scope_print(Text *out, const Scope *scope) {
    text_add(out, scope_name[scope->kind]);
    if (scope->kind == SCOPE_CTA || scope->kind == SCOPE_CLUSTER) {
        text_printf(out, "(%d)", scope->threads);
    }
    if (scope->warps_given) {
        text_printf(out, " warps %d:%d", scope->warp_begin, scope->warp_end);
    }
    if (scope->lanes_given) {
        text_printf(out, " lanes %d:%d", scope->lane_begin, scope->lane_end);
    }
}

static void print_fact(Text *out, const AstFact *fact, bool reversed) {
    int length = (int)fact->name.length;
    const char *name = fact->name.at;
    if (fact->kind == FACT_ALIGN) {
        bool src = word_is(fact->name, "src") != reversed;
        text_printf(out, "align(%s) == %" PRId64, src ? "src" : "dst", fact->value);
    } else if (fact->kind == FACT_DIVISOR) {
        text_printf(out, "%.*s %% %" PRId64 " == 0", length, name, fact->value);
    } else {
        const char *relation = fact->kind == FACT_MIN ? ">=" : fact->kind == FACT_MAX ? "<=" : "==";
        text_printf(out, "%.*s %s %" PRId64, length, name, relation, fact->value);
    }
}

static void print_tensor_options(Text *out, const Options *options) {
    if (options->tensormap && !options->tensormap_implied) {
        text_add(out, " tensormap;");
    }
    if (options->oob) {
        text_printf(out, " oob %s;", oob_name[options->oob]);
    }
    if (options->promotion) {
        text_printf(out, " l2 %dB;", options->promotion);
    }
}

void facts_print(Text *out, const AstCopy *ast, bool reversed) {
    for (int i = 0; i < ast->fact_count; i++) {
        text_add(out, i ? ", " : " where ");
        print_fact(out, &ast->facts[i], reversed);
    }
}

static void print_limits(Text *out, const Limits *limits, bool fills) {
    text_add(out, limits->count ? " masked;" : "");
    text_add(out, limits->keep ? " keep;" : "");
    if (limits->edge) {
        text_printf(out, " edge %s;", edge_name[limits->edge]);
    }
    if (limits->fill) {
        text_printf(out, " %s 0x%" PRIx64 ";", fills ? "value" : "fill", limits->fill);
    }
}

static void print_options(Text *out, const Copy *copy) {
    const Options *options = &copy->options;
    Text text = {0};
    if (options->using_variant) {
        text_printf(&text, " using %s;", options->using_variant);
    }
    if (options->require_no_fallback) {
        text_add(&text, " require no fallback;");
    }
    if (options->fallback_variant) {
        text_printf(&text, " fallback %s;", options->fallback_variant);
    }
    print_limits(&text, &copy->limits, copy->op == OP_FILL);
    text_add(&text, options->fence ? " fence async;" : "");
    if (options->hint.cache) {
        text_printf(&text, " cache %s;", options->hint.cache);
    }
    if (options->hint.l1) {
        text_printf(&text, " l1 %s;", options->hint.l1);
    }
    if (options->hint.l2 || options->hint.policy) {
        text_printf(&text, " l2 %s;", options->hint.policy ? "policy" : options->hint.l2);
    }
    if (options->hint.prefetch) {
        text_printf(&text, " prefetch %dB;", options->hint.prefetch);
    }
    print_tensor_options(&text, options);
    if (options->register_budget) {
        text_printf(&text, " register_budget %d;", options->register_budget);
    }
    if (options->ld64) {
        text_add(&text, " ld64;");
    }
    if (options->round) {
        text_printf(&text, " round %s;", options->round);
    }
    if (options->saturate) {
        text_add(&text, " saturate;");
    }
    if (options->multicast) {
        text_add(&text, " multicast;");
    }
    if (options->reduce) {
        text_printf(&text, " reduce %s;", options->reduce);
    }
    if (options->stages) {
        text_printf(&text, " stages %d;", options->stages);
    }
    if (text.length) {
        text_printf(out, " {%s }", text_string(&text));
    }
}

/* In place the tile is named: that its sides are one memory is a part of the statement. */
static void print_side(Text *out, const Copy *copy, const Operand *side) {
    const char *where = copy_in_place(copy) ? side->tile : space_name[side->space];
    print_operand_in(out, where, side->array ? side->array : side, copy->symbols);
}

/* `reversed`: the second copy of '<->', whose sources are the right operand; align(src) of the
 * statement, which speaks of the left one, is align(dst) there. */
void copy_print(Text *out, const Copy *copy, const AstCopy *ast, bool reversed) {
    text_printf(out, "%s ", op_name[copy->op]);
    scope_print(out, &copy->scope);
    text_printf(out, " %s ", operand_dtype(copy, &copy->src)->name);
    if (copy_converts(copy)) {
        text_printf(out, "-> %s ", operand_dtype(copy, &copy->dst)->name);
    }
    if (copy->op != OP_FILL) {
        print_side(out, copy, &copy->src);
        text_add(out, " -> ");
    }
    print_side(out, copy, &copy->dst);
    facts_print(out, ast, reversed);
    print_options(out, copy);
    if (copy->request->given_name) {
        text_printf(out, " as %s", copy->request->given_name);
    }
}
