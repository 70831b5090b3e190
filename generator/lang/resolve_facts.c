/* resolve_facts.c: what `where` states: bounds, divisors and alignments, added to the bounds that
 * the layouts imply. At the end every bound is a multiple of the divisor, and no facts contradict
 * each other. */
#include "ast.h"
#include <inttypes.h>

typedef struct {
    const AstFact *min, *max, *divisor; /* the facts that a bound comes from; NULL: implied */
} Origins;

static bool fail_contradiction(const Symbol *symbol, const AstFact *fact, const AstFact *other) {
    diag_error(
        fact->loc,
        "E_FACTS_CONTRADICT",
        "no '%s' satisfies this fact: its range is %" PRId64 " to %" PRId64 " otherwise",
        symbol->name,
        symbol->min,
        symbol->max);
    if (other) {
        diag_note(other->loc, "because of this fact");
        diag_help("change one of the two, or drop it");
    } else {
        const char *what = symbol->role == SYMBOL_STRIDE   ? "the stride"
                           : symbol->role == SYMBOL_ORIGIN ? "the origin"
                           : symbol->role == SYMBOL_EXTENT ? "the extent"
                                                           : "the limit";
        diag_note(symbol->loc, "%s here has bounds that follow from the layout", what);
        if (symbol->role == SYMBOL_STRIDE && fact->kind != FACT_MIN && fact->value < symbol->min) {
            diag_help(
                "the iters inside a step of '%s' have %" PRId64
                " elements; a smaller step would make rows overlap",
                symbol->name,
                symbol->min);
        }
    }
    return false;
}

static bool apply_bounds(Symbol *symbol, const AstFact *fact, Origins *origins) {
    if (fact->kind != FACT_MAX) {
        if (fact->value > symbol->max) {
            return fail_contradiction(symbol, fact, origins->max);
        }
        if (fact->value > symbol->min) {
            symbol->min = fact->value;
            origins->min = fact;
        }
    }
    if (fact->kind != FACT_MIN) {
        if (fact->value < symbol->min) {
            return fail_contradiction(symbol, fact, origins->min);
        }
        if (fact->value < symbol->max) {
            symbol->max = fact->value;
            origins->max = fact;
        }
    }
    return true;
}

/* ld % 8 == 0 and ld % 12 == 0 make ld a multiple of 24. */
static bool apply_divisor(Symbol *symbol, const AstFact *fact, Origins *origins) {
    if (fact->value == 0) {
        diag_error(fact->value_loc, "E_ZERO_DIVISOR", "'%s' %% 0 has no meaning", symbol->name);
        return false;
    }
    int64_t all;
    if (fact->value < 0 ||
        !mul_i64(symbol->divisor, fact->value / gcd_i64(symbol->divisor, fact->value), &all) ||
        all > INT32_MAX) {
        diag_error(
            fact->value_loc,
            "E_FACTS_CONTRADICT",
            "no '%s' in range is a multiple of this",
            symbol->name);
        diag_help("divisors are from 1 to 2^31 - 1");
        return false;
    }
    symbol->divisor = all;
    origins->divisor = fact;
    return true;
}

/* With ld % 8 == 0, 60 <= ld <= 100 becomes 64 <= ld <= 96. */
static bool round_bounds(Symbol *symbol, const Origins *origins) {
    int64_t divisor = symbol->divisor;
    int64_t min = symbol->min > 0 ? (symbol->min + divisor - 1) / divisor * divisor
                                  : symbol->min / divisor * divisor;
    int64_t max = symbol->max / divisor * divisor;
    if (min > max) {
        const AstFact *other = origins->min ? origins->min : origins->max;
        if (!origins->divisor) {
            diag_error(
                symbol->loc,
                "E_FACTS_CONTRADICT",
                "no '%s' is both at least %" PRId64 " and at most %" PRId64,
                symbol->name,
                symbol->min,
                symbol->max);
            return false;
        }
        return fail_contradiction(symbol, origins->divisor, other);
    }
    symbol->min = min;
    symbol->max = max;
    if (symbol->min >= symbol->pitch.enough) {
        symbol->pitch = (Pitch){0}; /* where ld >= 64 says it already */
    }
    return true;
}

static bool apply_align(Copy *copy, const AstFact *fact, const AstFact **given) {
    bool is_src = word_is(fact->name, "src");
    Operand *operand = is_src ? &copy->src : &copy->dst;
    if (!is_power_of_two(fact->value) || fact->value > 1024) {
        diag_error(
            fact->value_loc,
            "E_ALIGN_VALUE",
            "an alignment is a power of two from 1 to 1024, not %" PRId64,
            fact->value);
        return false;
    }
    if (is_src && copy->op == OP_FILL) {
        diag_error(fact->name.loc, "E_UNKNOWN_NAME", "a fill has no src");
        diag_help("write align(dst)");
        return false;
    }
    if (operand->space == SPACE_REG) {
        diag_error(fact->loc, "E_ALIGN_REG", "%s is a register operand", is_src ? "src" : "dst");
        diag_help("drop the fact: registers are aligned by contract");
        return false;
    }
    if (operand->align_given && operand->align != (int)fact->value) {
        diag_error(
            fact->loc,
            "E_FACTS_CONTRADICT",
            "align(%s) is stated twice, differently",
            is_src ? "src" : "dst");
        diag_note(given[is_src]->loc, "here it is %d", operand->align);
        diag_help("drop one of the two: the larger alignment implies the smaller");
        return false;
    }
    operand->align = (int)fact->value;
    operand->align_given = true;
    given[is_src] = fact;
    return true;
}

static bool fail_unknown_name(const Copy *copy, const AstFact *fact) {
    int shown = fact->name.length > 40 ? 40 : (int)fact->name.length;
    diag_error(
        fact->name.loc,
        "E_UNKNOWN_NAME",
        "'%.*s' is not a run-time name of this statement",
        shown,
        fact->name.at);
    Near near = {.wanted = fact->name};
    for (int i = 0; i < copy->symbol_count; i++) {
        near_add(&near, copy->symbols[i].name);
    }
    const char *otherwise =
        copy->symbol_count ? NULL : "no stride or origin of this statement is a name";
    near_help(&near, otherwise);
    return false;
}

/* A swizzle permutes within its period, so a run-time pitch must not cut through one: swizzle 128B
 * of f16 has the period 2^(3+3+3) = 512 elements. */
static bool check_swizzle_strides(const Copy *copy, const Operand *operand) {
    const Swizzle *swizzle = &operand->layout.swizzle;
    int64_t period = (int64_t)1 << (swizzle->per_element + swizzle->len + swizzle->atom);
    for (int i = 0; swizzle->on && swizzle->len && i < operand->layout.shard_count; i++) {
        const Iter *iter = &operand->layout.shard[i];
        int64_t divisor = gcd_i64(iter->stride.value, period);
        for (int k = 0; k < iter->stride.count; k++) {
            int64_t product;
            if (mul_i64(divisor, copy->symbols[iter->stride.symbol[k]].divisor, &product)) {
                divisor = gcd_i64(product, period);
            }
        }
        if (iter->stride.count && iter->extent > 1 && divisor % period != 0) {
            const char *name = copy->symbols[iter->stride.symbol[0]].name;
            diag_error(
                iter->loc,
                "E_SWIZZLE_STRIDE",
                "the stride '%s' is not known to be a multiple of the swizzle's period %" PRId64,
                name,
                period);
            diag_help(
                "state 'where %s %% %" PRId64 " == 0', or use a constant stride", name, period);
            return false;
        }
    }
    return true;
}

bool resolve_facts(Copy *copy, const AstCopy *ast) {
    Origins origins[MAX_SYMBOLS] = {{0}};
    const AstFact *aligned[2] = {NULL, NULL};
    if (!bound_symbols(copy, ast) || !cap_shifts(copy)) {
        return false;
    }
    pitch_symbols(copy);
    for (int i = 0; i < ast->fact_count; i++) {
        const AstFact *fact = &ast->facts[i];
        if (fact->kind == FACT_ALIGN) {
            if (!apply_align(copy, fact, aligned)) {
                return false;
            }
            continue;
        }
        int at = symbol_find(copy, fact->name);
        if (at < 0) {
            return fail_unknown_name(copy, fact);
        }
        Symbol *symbol = &copy->symbols[at];
        bool ok = fact->kind == FACT_DIVISOR ? apply_divisor(symbol, fact, &origins[at])
                                             : apply_bounds(symbol, fact, &origins[at]);
        if (!ok) {
            return false;
        }
    }
    for (int i = 0; i < copy->symbol_count; i++) {
        if (!round_bounds(&copy->symbols[i], &origins[i])) {
            return false;
        }
    }
    return check_swizzle_strides(copy, &copy->src) && check_swizzle_strides(copy, &copy->dst);
}
