/* words.c: scopes, targets, expressions, predicates and the order of sums of a Plan as a reader of
 * the generated code would write them, and paragraphs that are wrapped. Nothing here decides. */
#include "view.h"
#include <inttypes.h>
#include <string.h>

enum { WRAP = 96 };

void words_scope(Text *out, const Scope *scope) {
    text_add(out, scope_name[scope->kind]);
    if (scope->kind == SCOPE_CTA || scope->kind == SCOPE_CLUSTER)
        text_printf(out, "(%d)", scope->threads);
    if (scope->warps_given)
        text_printf(out, " warps %d:%d", scope->warp_begin, scope->warp_end);
    if (scope->lanes_given)
        text_printf(out, " lanes %d:%d", scope->lane_begin, scope->lane_end);
}

void words_callers(Text *out, const Scope *scope) {
    switch (scope->kind) {
    case SCOPE_THREAD:
        text_add(out, "one thread, which the caller chooses");
        break;
    case SCOPE_ELECTED:
        text_add(out, "all 32 lanes of a converged warp; one of them is elected inside");
        break;
    case SCOPE_WARP:
        if (!scope->group)
            text_add(out, "all 32 lanes of a warp");
        else if ((scope->group & (scope->group - 1)) == 0)
            text_printf(
                out, "groups of %d neighbouring lanes of a warp, each for itself", scope->group);
        else
            text_printf(out, "lanes 0 to %d of a warp; the others do not call", scope->group - 1);
        break;
    case SCOPE_WARPGROUP:
        text_add(out, "all 128 threads of a warpgroup");
        break;
    case SCOPE_CTA:
        text_printf(out, "%d threads of a CTA", scope->threads);
        break;
    default:
        text_printf(out, "%d CTAs of a cluster", scope->threads);
        break;
    }
    if (scope->warps_given)
        text_printf(out, "; warps %d to %d take part", scope->warp_begin, scope->warp_end - 1);
    if (scope->lanes_given)
        text_printf(
            out,
            "; lanes %d to %d of each%s take part",
            scope->lane_begin,
            scope->lane_end - 1,
            scope->kind == SCOPE_WARP ? "" : " warp");
}

const char *words_rounding(Rounding rounding) {
    static const char *const words[ROUNDING_COUNT] = {
        "exactly",
        "rounded to nearest, ties to even",
        "rounded towards zero",
        "rounded to nearest, ties away from zero",
        "rounded to nearest, ties to even; values out of range become the largest number",
        "rounded towards zero; values out of range become the largest number"};
    return words[rounding];
}

void words_targets(Text *out, unsigned targets) {
    bool first = true;
    for (int i = 0; i < TARGET_COUNT; i++)
        if (targets >> i & 1) {
            text_printf(out, "%s%s", first ? "" : ", ", target_name[i]);
            first = false;
        }
}

static bool is_whole(const Digit *digit) {
    return digit->pre_div <= 1 && !digit->pre_mod && !digit->sub && digit->div <= 1 && !digit->mod;
}

static void add_variable(Text *out, const Digit *digit, const Plan *plan) {
    switch (digit->kind) {
    case VAR_LOOP:
        text_add(out, plan->loops[digit->index].name);
        break;
    case VAR_SYMBOL:
        text_add(out, plan->symbols[digit->index].name);
        break;
    case VAR_PICK:
        text_printf(out, "%s[", plan->bundles[digit->pick->bundle].name);
        words_expr(out, &digit->pick->slot, plan);
        text_char(out, ']');
        break;
    case VAR_ONE:
        text_printf(out, "%d", digit->index);
        break;
    default:
        text_add(out, "rank");
        break;
    }
}

/* (rank % 32 - 1) / 2 % 2, (k ^ rank / 4 % 2): only the parts that do something. */
static void add_digit(Text *out, const Digit *digit, const Plan *plan) {
    if (digit->sub || digit->kind == VAR_ITEM)
        text_char(out, '(');
    if (digit->turn_mod)
        text_char(out, '(');
    add_variable(out, digit, plan);
    if (digit->pre_div > 1)
        text_printf(out, " / %" PRId64, digit->pre_div);
    if (digit->pre_mod)
        text_printf(out, " %% %" PRId64, digit->pre_mod);
    if (digit->turn_mod) {
        text_add(out, " ^ rank");
        if (digit->turn_div > 1)
            text_printf(out, " / %" PRId64, digit->turn_div);
        text_printf(out, " %% %" PRId64 ")", digit->turn_mod);
    }
    for (int i = 0; i < ITEM_LOOPS && digit->kind == VAR_ITEM; i++)
        if (digit->steps[i])
            text_printf(
                out, " + %" PRId64 " * %s", digit->steps[i], plan->loops[digit->loops[i]].name);
    if (digit->sub)
        text_printf(
            out,
            " %c %" PRId64,
            digit->sub < 0 ? '+' : '-',
            digit->sub < 0 ? -digit->sub : digit->sub);
    if (digit->sub || digit->kind == VAR_ITEM)
        text_char(out, ')');
    if (digit->div > 1)
        text_printf(out, " / %" PRId64, digit->div);
    if (digit->mod)
        text_printf(out, " %% %" PRId64, digit->mod);
}

/* 64 * (rank % 16): the parts of a digit stay together. */
static void add_term(Text *out, const Term *term, const Plan *plan, bool first) {
    Coef coef = term->coef;
    bool one = term->digit.kind == VAR_ONE && !term->digit.turn_mod, alone;
    if (coef.value < 0) {
        text_add(out, first ? "-" : " - ");
        coef.value = -coef.value;
    } else if (!first) {
        text_add(out, " + ");
    }
    alone = coef.count == 0 && coef.value == 1;
    if (!alone || one)
        coef_print(out, coef, plan->symbols);
    if (one)
        return;
    bool group = !alone && !is_whole(&term->digit);
    text_add(out, alone ? "" : group ? " * (" : " * ");
    add_digit(out, &term->digit, plan);
    text_add(out, group ? ")" : "");
}

static void add_sum(Text *out, const Expr *expr, const Plan *plan) {
    for (int i = 0; i < expr->term_count; i++)
        add_term(out, &expr->terms[i], plan, i == 0);
    if (expr->term_count == 0)
        text_printf(out, "%" PRId64, expr->constant);
    else if (expr->constant > 0)
        text_printf(out, " + %" PRId64, expr->constant);
    else if (expr->constant < 0)
        text_printf(out, " - %" PRId64, -expr->constant);
}

/* The XORs are nested around x, the sum: swizzle(2,1,3) is x ^ ((x & 32) >> 3). */
void words_expr(Text *out, const Expr *expr, const Plan *plan) {
    if (expr->xor_count == 0) {
        add_sum(out, expr, plan);
        return;
    }
    for (int i = 0; i < expr->xor_count; i++) {
        const Xor *x = &expr->xors[i];
        text_printf(
            out,
            "%sx ^ ((x & %" PRId64 ") %s %d)",
            i ? ", then x = " : "",
            x->mask,
            x->shift >= 0 ? ">>" : "<<",
            x->shift >= 0 ? x->shift : -x->shift);
    }
}

void words_sum(Text *out, const Expr *expr, const Plan *plan) {
    add_sum(out, expr, plan);
}

void words_cond(Text *out, const Cond *cond, const Plan *plan) {
    static const char *const spelling[] = {" < ", " >= ", " == "};
    words_expr(out, &cond->lhs, plan);
    text_add(out, spelling[cond->op]);
    words_expr(out, &cond->rhs, plan);
}

void words_instructions(Text *out, const Plan *plan, const Cost *cost) {
    for (int i = 0; i < cost->instruction_count; i++)
        text_printf(
            out,
            "%s%" PRId64 " %s",
            i ? ", " : "",
            cost->instructions[i].count,
            plan_ptx(plan, cost->instructions[i].primitive));
    if (cost->instruction_count == 0)
        text_add(out, "none");
}

void words_shape(Text *out, const Operand *operand) {
    bool first = true;
    for (int i = 0; i < operand->rank; i++)
        if (operand->region[i].extent != 1) {
            text_printf(out, "%s%" PRId64, first ? "" : "x", operand->region[i].extent);
            first = false;
        }
    if (first)
        text_char(out, '1');
}

static int pad_to(Text *out, int column, int at) {
    for (; column < at; column++)
        text_char(out, ' ');
    return column;
}

void words_wrap(Text *out, int label_at, const char *label, int at, const char *text) {
    int column = pad_to(out, 0, label_at);
    text_add(out, label);
    column = pad_to(out, column + (int)strlen(label), at);
    bool fresh = true;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (!fresh && column + 1 + (int)length > WRAP) {
            text_char(out, '\n');
            column = pad_to(out, 0, at);
            fresh = true;
        }
        if (!fresh)
            text_char(out, ' ');
        text_add_bytes(out, text, length);
        column += (int)length + !fresh;
        fresh = false;
        text += length;
        text += *text == ' ';
    }
    text_char(out, '\n');
}

/* The lanes that shuffles fetch from: 16 of lane ^ 16; -1: another rule. */
static int64_t shuffle_distance(const Step *step) {
    const Expr *peer = step->src[0].peer;
    bool one_term = peer && peer->term_count == 1 && peer->constant == 0;
    if (!one_term || peer->terms[0].digit.kind != VAR_ONE || peer->terms[0].digit.turn_div != 1)
        return -1;
    return peer->terms[0].digit.index;
}

/* Two numbers of 16 bits in a word are summed apart, until one step takes both. */
static bool joins_halves(const Plan *plan) {
    bool joins = false;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            const Side *src = step->src;
            joins |= primitives[step->primitive].bits == 16 &&
                     primitives[step->primitive].act == ACT_COMBINE && src[0].of == src[1].of &&
                     src[0].at.constant == 0 && src[1].at.constant == 1 &&
                     plan->bundles[src[0].of].role == ROLE_SCRATCH &&
                     strcmp(plan->bundles[src[0].of].name, "total") == 0;
        }
    return joins;
}

/* What lanes hand on is selected, not added. */
static bool hands_on(const Phase *phase, int at) {
    return at + 1 < phase->step_count &&
           primitives[phase->steps[at + 1].primitive].act == ACT_SELECT;
}

/* "each lane adds its own first, then lanes
 * 16, 8, 4, 2, 1 apart add theirs". Warps follow where they meet at a barrier: in a warpgroup that
 * holds one tile four times nothing is left for them. */
const char *order_of_sums(const Plan *plan) {
    const bool is_product = plan->flows[0].combine == COMBINE_MUL;
    const char *adds = is_product ? "multiplies" : "adds";
    Text lanes = {0};
    bool own = false, first = true, warps = false;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            Act act = primitives[step->primitive].act;
            bool turns = (act == ACT_SHUFFLE_XOR || act == ACT_SHUFFLE_GROUP) &&
                         !hands_on(&plan->phases[p], s);
            int64_t distance = turns                ? step->count
                               : act == ACT_SHUFFLE ? shuffle_distance(step)
                                                    : 0;
            warps |= act == ACT_BARRIER_SYNC;
            own |= act == ACT_COMBINE && lanes.length == 0 && !warps;
            bool loops = step->repeat_count > 0 || plan->phases[p].loop_count > 0;
            if (act == ACT_SHUFFLE_UP || (act == ACT_SHUFFLE && (distance < 0 || loops)) ||
                (plan->flows[0].scan && (act == ACT_GROUP_SYNC || act == ACT_WARP_SYNC)))
                return "in the order that tcgen explain shows";
            if (turns || act == ACT_SHUFFLE)
                text_printf(&lanes, "%s%" PRId64, first ? "" : ", ", distance);
            first &= !turns && act != ACT_SHUFFLE;
        }
    if (!lanes.length)
        return !warps ? mem_printf("each thread %s its own elements, in their order", adds)
               : own  ? mem_printf(
                           "each thread %s its own elements first, then warps in their order", adds)
                     : "warps in their order";
    return mem_printf(
        "%slanes %s apart %s%s%s",
        own ? mem_printf("each lane %s its own elements first, then ", adds) : "",
        text_string(&lanes),
        is_product ? "multiply their products" : "add their sums",
        joins_halves(plan) ? ", even and odd elements separately, then both" : "",
        warps ? ", then warps in their order" : "");
}
