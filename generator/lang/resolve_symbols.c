/* resolve_symbols.c: the run-time arguments of a copy: their names, and the bounds of each that
 * follow from the nesting of strides and from the regions. Offsets stay below 2^31 elements, so
 * that 32-bit arithmetic is enough; with `ld64` below 2^48, for the operands with run-time
 * strides. */
#include "ast.h"
#include <inttypes.h>
#include <string.h>

static const int64_t span_limit = INT32_MAX, wide_limit = ((int64_t)1 << 48) - 1;

static bool has_wide_stride(const Copy *copy, const Layout *layout) {
    for (int i = 0; i < layout->shard_count; i++) {
        for (int k = 0; k < layout->shard[i].stride.count; k++) {
            if (copy->symbols[layout->shard[i].stride.symbol[k]].wide) {
                return true;
            }
        }
    }
    return false;
}

int symbol_find(const Copy *copy, Word name) {
    for (int i = 0; i < copy->symbol_count; i++) {
        if (word_is(name, copy->symbols[i].name)) {
            return i;
        }
    }
    return -1;
}

static bool add_symbol(Copy *copy, Word name, SymbolRole role) {
    int at = symbol_find(copy, name);
    if (at >= 0 && copy->symbols[at].role == role) {
        return true;
    }
    if (at >= 0 && role == SYMBOL_EXTENT && copy->symbols[at].role == SYMBOL_STRIDE) {
        return true; /* K of S[(M,K):(K,1)] */
    }
    if (at >= 0) {
        const char *text = copy->symbols[at].name;
        const char *what = copy->symbols[at].role == SYMBOL_STRIDE ? "a stride" : "an origin";
        const char *other = role == SYMBOL_EXTENT ? "an extent" : "an origin";
        diag_error(name.loc, "E_SYMBOL_ROLES", "'%s' is both %s and %s", text, what, other);
        diag_note(copy->symbols[at].loc, "the %s", strchr(what, ' ') + 1);
        return false;
    }
    /* A tensor of five dimensions has five extents, four strides and five origins. */
    const int most = copy->options.tensormap || copy->takes_names ? MAX_SYMBOLS : 8;
    if (copy->symbol_count == most) {
        diag_error(name.loc, "E_TOO_MANY_SYMBOLS", "more than %d run-time names", most);
        return false;
    }
    copy->symbols[copy->symbol_count++] = (Symbol){
        .name = word_text(name), .role = role, .max = span_limit, .divisor = 1, .loc = name.loc};
    return true;
}

static bool add_origin(Copy *copy, Word name) {
    /* m is an axis, and the usual name of a row origin. */
    if (!word_is(name, "m") && !name_is_usable(name, true)) {
        return false;
    }
    return add_symbol(copy, name, SYMBOL_ORIGIN);
}

/* Strides come before origins, as in the argument list; each in the order of the text. */
bool collect_symbols(Copy *copy, const FlatOperand *left, const FlatOperand *right) {
    const FlatOperand *sides[] = {left, right};
    for (int side = 0; side < 2; side++) {
        const AstShard *shard = &sides[side]->flat.base->shard;
        for (int i = 0; i < shard->stride_count; i++) {
            const AstStride *stride = &shard->strides[i];
            for (int k = 0; k < stride->count && stride->value; k++) {
                if (!add_symbol(copy, stride->names[k], SYMBOL_STRIDE)) {
                    return false;
                }
            }
        }
    }
    for (int side = 0; side < 2; side++) {
        const AstOperand *ast = sides[side]->ast;
        for (int i = 0; i < ast->range_count; i++) {
            Word name = ast->ranges[i].symbol;
            if (name.length && !add_origin(copy, name)) {
                return false;
            }
        }
    }
    for (int side = 0; side < 2; side++) {
        const AstShard *shard = &sides[side]->flat.base->shard;
        for (int i = 0; i < shard->extent_count; i++) {
            Word name = shard->extents[i].name;
            if (name.length && !add_symbol(copy, name, SYMBOL_EXTENT)) {
                return false;
            }
        }
    }
    return true;
}

static void raise_min(Symbol *symbol, int64_t min) {
    if (min > symbol->min) {
        symbol->min = min;
    }
}

static void lower_max(Symbol *symbol, int64_t max) {
    if (max < symbol->max) {
        symbol->max = max;
    }
}

/* ld in 127*ld + 63 with `other` = 64 elements inside: the value of the other factors at their
 * smallest; 0 when that does not fit. */
static int64_t factor_beside(const Copy *copy, Coef coef, int symbol) {
    int64_t product = coef.value;
    bool skipped = false;
    for (int i = 0; i < coef.count; i++) {
        if (coef.symbol[i] == symbol && !skipped) {
            skipped = true;
            continue;
        }
        int64_t least = copy->symbols[coef.symbol[i]].min;
        if (!mul_i64(product, least > 1 ? least : 1, &product)) {
            return 0;
        }
    }
    return product;
}

/* The constant iter outside iter `at` that stays below `limit` and has the smallest stride of at
 * least `least`; -1: none. */
static int next_outer(const Layout *layout, int at, int64_t least, int after) {
    int best = -1;
    for (int i = 0; i < at; i++) {
        const Iter *iter = &layout->shard[i];
        if (iter->stride.count || iter->axis != AXIS_M || iter->extent == 1) {
            continue;
        }
        bool later = iter->stride.value > least || (iter->stride.value == least && i > after);
        if (later && (best < 0 || iter->stride.value < layout->shard[best].stride.value)) {
            best = i;
        }
    }
    return best;
}

/* Strides nest: everything written after a run-time stride lies inside it, so does every constant
 * iter before it that is too small to lie outside. S[(128,64):(ld,1)] gives ld >= 64;
 * S[(64,128):(1,ld)] gives ld >= 64; S[(2,128,64):(65536,ld,1)] gives 64 <= ld <= 515, because
 * 127*ld + 64 <= 65536. */
static void nest_symbol(Copy *copy, const Layout *layout, int at, int64_t inner) {
    const Iter *iter = &layout->shard[at];
    int64_t span = inner, low = 1;
    int outer = -1;
    int64_t passed = -1;
    for (int i = 0; i < iter->stride.count; i++) {
        int symbol = iter->stride.symbol[i];
        int64_t factor = factor_beside(copy, iter->stride, symbol);
        if (!factor) {
            return;
        }
        if (iter->stride.count > 1 && copy->symbols[symbol].min > 1) {
            continue; /* h*ld with ld bounded by an inner iter: what is missing falls to h */
        }
        for (;;) {
            low = span / factor + (span % factor != 0);
            int candidate = next_outer(layout, at, passed, outer);
            if (candidate < 0) {
                break;
            }
            const Iter *constant = &layout->shard[candidate];
            int64_t reach;
            if (mul_i64(iter->extent - 1, factor, &reach) && mul_i64(reach, low, &reach) &&
                add_i64(reach, span, &reach) && constant->stride.value >= reach) {
                if (iter->extent > 1 && iter->stride.count == 1) {
                    lower_max(
                        &copy->symbols[symbol],
                        (constant->stride.value - span) / ((iter->extent - 1) * factor));
                }
                break;
            }
            passed = constant->stride.value;
            outer = candidate;
            span += (constant->extent - 1) * constant->stride.value;
        }
        raise_min(&copy->symbols[symbol], low);
    }
}

static bool fail_span(const Copy *copy, const Operand *operand, const Symbol *symbol) {
    bool wide = has_wide_stride(copy, &operand->layout);
    diag_error(
        operand->loc,
        "E_SPAN_LIMIT",
        "the %s operand spans 2^%d elements or more",
        space_name[operand->space],
        wide ? 48 : 31);
    if (symbol && !wide) {
        diag_help("'ld64' gives run-time strides 64 bits");
    }
    if (symbol) {
        diag_note(symbol->loc, "even at the smallest '%s'", symbol->name);
    }
    return false;
}

/* The largest r with r^count <= value, at most 2^48 - 1: root(1000000, 2) = 1000. */
static int64_t root(int64_t value, int count) {
    int64_t low = 0, high = wide_limit;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2, power = 1;
        bool fits = true;
        for (int i = 0; i < count && fits; i++) {
            fits = mul_i64(power, middle, &power) && power <= value;
        }
        if (fits) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Each of the k run-time iters may use 1/k of what the constant part leaves of 2^31 elements:
 * S[(128,64):(ld,1)] leaves ld <= (2^31 - 1 - 63) / 127 = 16909319. In h*ld the two share it as
 * equals, unless `where` states a maximum of one. */
static bool cap_iter(
    Copy *copy, const Operand *operand, const Iter *iter, int64_t budget, const int64_t *stated) {
    const int64_t weight =
        (iter->extent - 1) * iter->stride.value; /* bound_operand saw that it fits */
    Symbol *first = &copy->symbols[iter->stride.symbol[0]];
    if (weight > budget) {
        return fail_span(copy, operand, first);
    }
    for (int k = 0; k < iter->stride.count; k++) {
        int64_t rest = budget / weight;
        int open = 1;
        for (int j = 0; j < iter->stride.count; j++) {
            int64_t most = stated[iter->stride.symbol[j]];
            if (j != k && most) {
                rest /= most;
            } else if (j != k) {
                open++;
            }
        }
        Symbol *symbol = &copy->symbols[iter->stride.symbol[k]];
        lower_max(symbol, root(rest, open));
        if (symbol->max < symbol->min) {
            return fail_span(copy, operand, symbol);
        }
    }
    return true;
}

static bool cap_symbols(Copy *copy, const Operand *operand, const int64_t *stated) {
    const Layout *layout = &operand->layout;
    const int64_t limit = has_wide_stride(copy, layout) ? wide_limit : span_limit;
    int64_t constant = 0;
    int moving = 0;
    for (int i = 0; i < layout->shard_count; i++) {
        const Iter *iter = &layout->shard[i];
        if (iter->stride.count) {
            moving += iter->extent > 1;
        } else if (iter->axis == AXIS_M) {
            constant +=
                (iter->extent - 1) * iter->stride.value; /* bound_operand saw that it fits */
        }
    }
    for (int i = 0; i < layout->offset_count; i++) {
        if (layout->offset[i].axis == AXIS_M &&
            !add_i64(constant, layout->offset[i].amount, &constant)) {
            return fail_span(copy, operand, NULL);
        }
    }
    if (constant >= limit) {
        return fail_span(copy, operand, NULL);
    }
    for (int i = 0; i < layout->shard_count; i++) {
        const Iter *iter = &layout->shard[i];
        if (iter->stride.count && iter->extent > 1 &&
            !cap_iter(copy, operand, iter, (limit - constant) / moving, stated)) {
            return false;
        }
    }
    return true;
}

static void cap_origins(Copy *copy, const Operand *operand) {
    for (int i = 0; i < operand->rank; i++) {
        const Range *range = &operand->region[i];
        if (range->symbol >= 0) {
            lower_max(
                &copy->symbols[range->symbol], operand->shape[i] - range->extent - range->begin);
        }
    }
}

static bool bound_operand(Copy *copy, const Operand *operand, const int64_t *stated) {
    if (copy->options.tensormap && operand->space == SPACE_GMEM) {
        bound_tensor(copy, operand);
        return true;
    }
    int64_t inner = 1; /* elements from the first to the last place of what is inside */
    const Layout *layout = &operand->layout;
    for (int i = layout->shard_count - 1; i >= 0; i--) {
        const Iter *iter = &layout->shard[i];
        if (iter->axis != AXIS_M) {
            continue;
        }
        int64_t stride = iter->stride.value, reach;
        if (iter->stride.count) {
            nest_symbol(copy, layout, i, inner);
            stride = factor_beside(copy, iter->stride, -1);
        }
        if (!mul_i64(iter->extent - 1, stride, &reach) || !add_i64(inner, reach, &inner) ||
            (iter->stride.count && !stride)) {
            return fail_span(copy, operand, NULL);
        }
    }
    cap_origins(copy, operand);
    return cap_symbols(copy, operand, stated);
}

/* Bounds that follow from the layouts and regions alone. A stated maximum does not bound its own
 * name here (resolve_facts does, with the fact at hand), only what its partners may grow to. */
bool bound_symbols(Copy *copy, const AstCopy *ast) {
    int64_t stated[MAX_SYMBOLS] = {0};
    for (int i = 0; i < ast->fact_count; i++) {
        const AstFact *fact = &ast->facts[i];
        int at =
            fact->kind == FACT_MAX || fact->kind == FACT_EQUAL ? symbol_find(copy, fact->name) : -1;
        if (at >= 0 && fact->value > 0) {
            stated[at] = fact->value;
        }
    }
    const bool made_up = copy->op == OP_FILL; /* the source, which is no operand */
    return (made_up || bound_operand(copy, &copy->src, stated)) &&
           bound_operand(copy, &copy->dst, stated);
}

bool widen_strides(Copy *copy, const AstCopy *ast) {
    const AstOption *option = option_named(ast, "ld64");
    bool any = false;
    if (!option) {
        return true;
    }
    for (int i = 0; i < copy->symbol_count; i++) {
        Symbol *symbol = &copy->symbols[i];
        if (symbol->role == SYMBOL_STRIDE) {
            symbol->wide = any = true;
            symbol->max = wide_limit;
        }
    }
    if (!any) {
        diag_error(
            option->name.loc,
            "E_WIDE_STRIDE",
            "'ld64' is about run-time strides, but this statement has none");
        diag_help("drop it, or name a stride: S[(128,64):(ld,1)]");
    }
    copy->options.ld64 = true;
    return any;
}
