/* ctext_plan.c: Compares the calls that the Plan asks for with the calls that the text makes: who
 * calls, under which conditions, on which places. The Plan's values come from digit_value, exact
 * and without the folding and splitting of the printer. */
#include "ctext.h"
#include <inttypes.h>
#include <string.h>

/* Who does what must come next. */
typedef struct {
    bool *mask;
    Truths truths;
} Who;

/* ---- the Plan's values --------------------------------------------------------------------- */

static int64_t *digit_lanes(const Wanted *wanted, const Digit *digit) {
    const Reader *reader = wanted->reader;
    const Kept *kept = wanted->kept;
    for (int i = 0; i < kept->digit_count && digit->kind == VAR_RANK; i++)
        if (digit_equal(&kept->digits[i].digit, digit))
            return kept->digits[i].lanes;
    int64_t *lanes = NEW_ARRAY(int64_t, reader->lanes), loop[MAX_NEST], symbol[MAX_SYMBOLS];
    budget_spend(2 * (int64_t)reader->lanes);
    for (int k = 0; k < reader->plan->loop_count; k++)
        loop[k] = wanted->loop[k].value;
    for (int i = 0; i < reader->lanes; i++) {
        for (int k = 0; k < reader->plan->loop_count; k++)
            if (wanted->loop[k].at)
                loop[k] = wanted->loop[k].at[i];
        if (digit->kind == VAR_SYMBOL)
            symbol[digit->index] = reader->tried[digit->index][i];
        Point point = {reader->rank[i], loop, symbol};
        lanes[i] = digit_value(digit, &point);
    }
    return lanes;
}

/* Is it another number in each lane? */
static bool reads_lane(const Wanted *wanted, const Digit *digit) {
    return digit_reads_rank(digit) || (digit->kind == VAR_LOOP && wanted->loop[digit->index].at) ||
           (digit->kind == VAR_SYMBOL && wanted->reader->tried[digit->index]);
}

static bool is_whole(const Digit *digit) {
    return digit->pre_div == 1 && !digit->pre_mod && !digit->sub && digit->div == 1 &&
           !digit->mod && !digit->turn_mod;
}

/* k / 2 where k is even: a coordinate that counts pairs. */
static bool halves(const Symbol *symbol, const Digit *digit) {
    return digit->pre_div == 1 && !digit->pre_mod && !digit->sub && !digit->mod &&
           !digit->turn_mod && symbol_divisor(symbol) % digit->div == 0;
}

/* The digit itself, without its coefficient. */
static Number digit_number(const Wanted *wanted, const Digit *digit) {
    Reader *reader = wanted->reader;
    if (digit->kind == VAR_PICK) {
        Number slot = expr_number(wanted, &digit->pick->slot);
        return number_pick(reader, digit->pick, digit->index == 1, slot, C_LONG);
    }
    if (reads_lane(wanted, digit))
        return number_lanes(digit_lanes(wanted, digit), C_LONG);
    if (digit->kind == VAR_LOOP) {
        Point point = {.loop = &wanted->loop[digit->index].value};
        Digit alone = *digit;
        alone.index = 0;
        return number_constant(reader, digit_value(&alone, &point), C_LONG);
    }
    if (digit->kind != VAR_SYMBOL)
        return number_constant(reader, 1, C_LONG);
    if (is_whole(digit))
        return number_symbol(reader, digit->index, C_LONG);
    if (halves(&reader->plan->symbols[digit->index], digit))
        return number_divided(reader, number_symbol(reader, digit->index, C_LONG), digit->div);
    if (quotient_of(reader, digit) >= 0)
        return number_symbol(reader, quotient_of(reader, digit), C_LONG);
    reader->open[digit->index] = reader->is_open = true;
    return number_constant(reader, 0, C_LONG);
}

Number expr_number(const Wanted *wanted, const Expr *expr) {
    Reader *reader = wanted->reader;
    Number sum = number_constant(reader, expr->constant, C_LONG);
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        Number part = digit_number(wanted, &term->digit);
        for (int k = 0; k < term->coef.count; k++)
            part = number_times_symbol(reader, part, term->coef.symbol[k]);
        sum = number_add_exact(reader, sum, part, term->coef.value);
    }
    number_xor_exact(reader, &sum, expr);
    return sum;
}

Number number_before(Reader *reader, const Expr *expr, int64_t times) {
    const Wanted wanted = {.reader = reader};
    const Number none = number_constant(reader, 0, C_LONG);
    return number_add_exact(reader, none, expr_number(&wanted, expr), times);
}

static void add_truths(const Wanted *wanted, const Cond *conds, int count, Truths *out) {
    for (int i = 0; i < count; i++) {
        Number a = expr_number(wanted, &conds[i].lhs), b = expr_number(wanted, &conds[i].rhs);
        Number exact = number_add_exact(wanted->reader, a, b, -1);
        if (out->count == MAX_TRUTHS)
            reader_fail(wanted->reader, "more than %d conditions", MAX_TRUTHS);
        else
            out->at[out->count++] = truth_of(wanted->reader, conds[i].op, exact);
    }
}

static void keep_digits(const Wanted *wanted, Kept *kept, const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++) {
        const Digit *digit = &expr->terms[i].digit;
        bool known = digit->kind != VAR_RANK || kept->digit_count == MAX_DIGITS;
        for (int k = 0; k < kept->digit_count; k++)
            known |= digit_equal(&kept->digits[k].digit, digit);
        if (known)
            continue;
        int64_t *lanes = digit_lanes(wanted, digit);
        kept->digits[kept->digit_count].digit = *digit;
        kept->digits[kept->digit_count++].lanes = lanes;
    }
}

/* Makes the products of arguments known before anything is given room for them: ld * n, and cols /
 * 4 as the number of its own that it is. */
static void keep_products(const Wanted *wanted, const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        if (term->digit.kind == VAR_PICK) {
            keep_picks(wanted->reader, term);
            continue;
        }
        Number product = number_constant(wanted->reader, 1, C_LONG);
        int digit = quotient_of(wanted->reader, &term->digit);
        if (digit >= 0 || term->digit.kind == VAR_SYMBOL)
            product = number_times_symbol(
                wanted->reader, product, digit >= 0 ? digit : term->digit.index);
        for (int k = 0; k < term->coef.count; k++)
            product = number_times_symbol(wanted->reader, product, term->coef.symbol[k]);
    }
}

Wanted *wanted_start(Reader *reader) {
    const Plan *plan = reader->plan;
    Wanted *wanted = NEW(Wanted);
    Kept *kept = NEW(Kept);
    wanted->reader = reader;
    wanted->kept = kept;
    wanted->loop = NEW_ARRAY(Run, plan->loop_count);
    kept->guards = NEW_ARRAY(Truths, plan->phase_count);
    kept->idle = NEW_ARRAY(bool, plan->phase_count);
    if (plan->loop_count > MAX_NEST) {
        reader_fail(reader, "more than %d loops", MAX_NEST);
        return wanted;
    }
    for (int p = 0; p < plan->phase_count; p++) {
        const Phase *phase = &plan->phases[p];
        for (int s = 0; s < phase->step_count; s++) {
            const Step *step = &phase->steps[s];
            keep_digits(wanted, kept, &step->dst.at);
            keep_digits(wanted, kept, &step->src[0].at);
            if (step->value)
                keep_digits(wanted, kept, step->value);
            keep_products(wanted, &step->dst.at);
            keep_products(wanted, &step->src[0].at);
            const Side *box = step_tensor(step);
            for (int d = 0; box && d < side_coords(reader->plan, box); d++)
                keep_products(wanted, &box->coords[d]);
            for (int c = 0; c < step->cond_count; c++) {
                keep_digits(wanted, kept, &step->conds[c].lhs);
                if (cond_pick(&step->conds[c]))
                    keep_products(wanted, &step->conds[c].lhs);
            }
        }
        add_truths(wanted, phase->guard, phase->guard_count, &kept->guards[p]);
        kept->idle[p] = true;
    }
    return wanted;
}

/* Nobody of the lanes that `spread` leaves out is in the phase, whatever its steps ask. */
static bool rest_is_idle(const Reader *reader, const Truths *guard, const Spread *spread) {
    int at = 0;
    for (int i = 0; i < reader->lanes; i++) {
        if (at < spread->count && spread->lane[at] == i)
            at++;
        else if (scope_has_rank(&reader->plan->scope, reader->rank[i]) && !truths_false(guard, i))
            return false;
    }
    return true;
}

const Kept *wanted_wide(Wanted *wanted, const Spread *spread) {
    const Reader *reader = wanted->reader;
    const Kept *before = wanted->kept;
    Kept *kept = NEW(Kept);
    *kept = *before;
    kept->guards = NEW_ARRAY(Truths, reader->plan->phase_count);
    kept->idle = NEW_ARRAY(bool, reader->plan->phase_count);
    for (int p = 0; p < reader->plan->phase_count; p++) {
        kept->guards[p] = wide_truths(&before->guards[p], spread);
        kept->idle[p] = before->idle[p] && rest_is_idle(reader, &before->guards[p], spread);
    }
    for (int i = 0; i < kept->digit_count; i++)
        kept->digits[i].lanes = wide_bytes(kept->digits[i].lanes, sizeof(int64_t), spread);
    wanted->kept = kept;
    return before;
}

/* ---- comparing who ------------------------------------------------------------------------- */

/* Who does it, and under which open conditions. False: nobody. */
static bool who(const Wanted *wanted, const Want *want, Who *out) {
    const Reader *reader = wanted->reader;
    const Plan *plan = reader->plan;
    const Step *step = want->step;
    bool any = false;
    budget_spend(reader->lanes);
    *out = (Who){.mask = NEW_ARRAY(bool, reader->lanes)};
    out->truths = wanted->kept->guards[wanted->phase];
    if (step->rest == REST_NOTHING)
        add_truths(wanted, step->conds, step->cond_count, &out->truths);
    for (int i = 0; i < reader->lanes; i++) {
        out->mask[i] =
            scope_has_rank(&plan->scope, reader->rank[i]) && !truths_false(&out->truths, i);
        any |= out->mask[i];
    }
    return any;
}

/* ---- comparing ----------------------------------------------------------------------------- */

bool differs(const Wanted *wanted, int lane, const char *what) {
    Reader *reader = wanted->reader;
    return reader_fail(
        reader,
        "thread %d: %s of '%s' is not the plan's",
        (int)reader->rank[lane],
        what,
        reader->line);
}

bool differs_at_once(const Wanted *wanted, const char *what) {
    return differs(wanted, 0, what);
}

bool same_number(
    const Wanted *wanted,
    const Call *call,
    const Number *got,
    const Number *want,
    const char *what) {
    budget_spend(2 * (int64_t)wanted->reader->lanes);
    for (int i = 0; i < wanted->reader->lanes; i++)
        if (call->mask[i] && (number_is_bad(got, i) || !number_equal(got, want, i)))
            return differs(wanted, i, what);
    return true;
}

static bool is_name(const Wanted *wanted, const Value *got, const char *name) {
    return (got->kind == VALUE_NAME && strcmp(got->name, name) == 0) ||
           differs_at_once(wanted, "an argument");
}

static bool same_peer(const Wanted *wanted, const Call *call, const Value *got, const Side *side) {
    bool remote = side->kind == AT_BUFFER && side->peer;
    if (!remote || !got->peer)
        return remote == (got->peer != NULL) || differs_at_once(wanted, "whose it is");
    Number want = expr_number(wanted, side->peer);
    return same_number(wanted, call, got->peer, &want, "the CTA");
}

/* An mbarrier by its name, of another CTA through tc_map_to_cta. */
static bool same_mbarrier(
    const Wanted *wanted, const Call *call, const Value *got, const char *name, const Expr *peer) {
    if (got->kind != VALUE_NAME || strcmp(got->name, name) != 0)
        return differs_at_once(wanted, "an argument");
    if (!peer || !got->peer)
        return (!peer && !got->peer) || differs_at_once(wanted, "whose it is");
    Number want = expr_number(wanted, peer);
    return same_number(wanted, call, got->peer, &want, "the CTA");
}

/* A place in a buffer or in registers: what it points into, and how many bits from its start. */
static bool same_side(const Wanted *wanted, const Call *call, const Value *got, const Side *side) {
    Reader *reader = wanted->reader;
    const Plan *plan = reader->plan;
    if (side->kind == AT_TENSOR)
        return is_name(wanted, got, plan->objects[side->of].name);
    const Buffer *buffer = side->kind == AT_BUFFER ? &plan->buffers[side->of] : NULL;
    PointerOf of = !buffer ? OF_BUNDLE : buffer->arena ? OF_ARENA : OF_BUFFER;
    int index = of == OF_ARENA ? buffer->arena - 1 : side->of;
    const char *what = buffer ? "an address" : "a register";
    if (got->kind != VALUE_POINTER || got->of != of || got->index != index)
        return differs_at_once(wanted, what);
    Number start = number_constant(reader, of == OF_ARENA ? buffer->offset * 8 : 0, C_LONG);
    Number elements = expr_number(wanted, &side->at);
    Number want = number_add_exact(reader, start, elements, side_bits(plan, side));
    if (side->edges && !wanted_edges(wanted, call, got, side, &want))
        return false;
    const Flow *flow = plan->flow_count ? &plan->flows[0] : NULL;
    bool edged = buffer && flow && flow->limits.edge && flow->src_at == side->of;
    if (!side->edges && (edged || got->edge_count))
        return differs_at_once(wanted, "an edge");
    return reader->is_open || (same_number(wanted, call, &got->number, &want, what) &&
                               (!buffer || same_peer(wanted, call, got, side)));
}

static bool is_number(
    const Wanted *wanted, const Call *call, const Value *got, int64_t want, const char *what) {
    Number constant = number_constant(wanted->reader, want, C_LONG);
    return got->kind == VALUE_NUMBER ? same_number(wanted, call, &got->number, &constant, what)
                                     : differs_at_once(wanted, what);
}

static bool same_truths(
    const Wanted *wanted, const Call *call, const Truths *got, const Truths *want) {
    for (int i = 0; i < wanted->reader->lanes; i++) {
        if (!call->mask[i])
            continue;
        bool no = truths_false(want, i);
        if (truths_false(got, i) != no || (!no && !truths_equal(got, want, i)))
            return differs(wanted, i, "a condition");
    }
    return true;
}

/* keep of tc_load_..._or_zero, the bytes of tc_cp_async_..._zfill. */
static bool same_keep(const Wanted *wanted, const Call *call, const Value *got, const Step *step) {
    Reader *reader = wanted->reader;
    Truths want = {0};
    bool counted = step->rest == REST_ZERO_COUNTED;
    int count = step->cond_count - counted, bits = reader->plan->dtype->bits;
    add_truths(wanted, step->conds, count, &want);
    if (!counted && got->kind == VALUE_NUMBER) {
        Truths none = {0};
        return is_number(wanted, call, got, 1, "a condition") &&
               same_truths(wanted, call, &none, &want);
    }
    if (got->kind != (counted ? VALUE_LEFT : VALUE_TRUTHS))
        return differs_at_once(wanted, "a condition");
    if (!same_truths(wanted, call, got->truths, &want) || !counted)
        return !reader->failed;
    Number first = expr_number(wanted, &step->conds[count].lhs);
    Number limit = expr_number(wanted, &step->conds[count].rhs);
    if (got->times * 8 != bits || got->most * bits != primitives[step->primitive].bits)
        return differs_at_once(wanted, "the size");
    return same_number(wanted, call, got->first, &first, "the first element") &&
           same_number(wanted, call, &got->number, &limit, "the limit");
}

/* Every element of the word is the fill: 0x7 of 4 bits is 0x77777777 in each 32. */
static bool same_fill(const Wanted *wanted, const Call *call, const Step *step) {
    const Plan *plan = wanted->reader->plan;
    int bits = primitives[step->primitive].bits, element = side_bits(plan, &step->dst);
    int words = bits > 32 ? 2 : 1;
    if (call->count != 1 + words || !same_side(wanted, call, &call->at[0], &step->dst))
        return differs_at_once(wanted, "an argument");
    for (int w = 0; w < words; w++) {
        int64_t word = 0;
        for (int bit = 0; bit < 32 && bit < bits; bit++)
            word |= (int64_t)(plan->flows[0].limits.fill >> (32 * w + bit) % element & 1) << bit;
        if (!is_number(wanted, call, &call->at[1 + w], word, "the fill"))
            return false;
    }
    return true;
}

static bool same_move(const Wanted *wanted, const Call *call, const Step *step) {
    int bits = side_bits(wanted->reader->plan, &step->dst);
    if (strcmp(call->name, "=") == 0)
        return call->at[0].unit == bits && call->at[1].unit == bits
                   ? same_side(wanted, call, &call->at[0], &step->dst) &&
                         same_side(wanted, call, &call->at[1], &step->src[0])
                   : differs_at_once(wanted, "the size");
    Number slot = expr_number(wanted, &step->dst.at), from = expr_number(wanted, &step->src[0].at);
    Side to_start = {.kind = AT_BUNDLE, .of = step->dst.of};
    Side from_start = {.kind = AT_BUNDLE, .of = step->src[0].of};
    return strcmp(call->name, "tc_move_bits") == 0 && call->count == 5
               ? same_side(wanted, call, &call->at[0], &to_start) &&
                     same_side(wanted, call, &call->at[2], &from_start) &&
                     same_number(wanted, call, &call->at[1].number, &slot, "a register") &&
                     same_number(wanted, call, &call->at[3].number, &from, "a register") &&
                     is_number(wanted, call, &call->at[4], bits, "the size")
               : differs_at_once(wanted, "the function");
}

static const char *function_of(const Plan *plan, const Step *step) {
    const Primitive *primitive = &primitives[step->primitive];
    const char *rest = step->rest == REST_ZERO           ? "_or_zero"
                       : step->rest == REST_ZERO_COUNTED ? "_zfill"
                                                         : "";
    const char *hint =
        hint_applies(&plan->hint, step->primitive) ? hint_suffix(&plan->hint, step->primitive) : "";
    switch (primitive->act) {
    case ACT_WARP_SYNC:
        return step->value ? "tc_warp_sync_mask" : primitive->function;
    case ACT_WAIT_GROUPS:
    case ACT_WAIT_READ:
        return mem_printf("%s_%" PRId64, primitive->function, step->count);
    default:
        return mem_printf("%s%s%s", primitive->function, rest, hint);
    }
}

static bool same_value(const Wanted *wanted, const Call *call, const Value *got, const Expr *expr) {
    Number want = expr_number(wanted, expr);
    return got->kind == VALUE_NUMBER ? same_number(wanted, call, &got->number, &want, "a number")
                                     : differs_at_once(wanted, "an argument");
}

/* Its number, or the argument that says it. */
static bool same_barrier(const Wanted *wanted, const Call *call, const Object *object) {
    Expr number = expr_constant(0);
    if (object->number == 0)
        return is_number(wanted, call, &call->at[0], object->id, "the barrier");
    return expr_add(&number, coef_int(1), digit_of(VAR_SYMBOL, object->number - 1, 1, 0)) &&
           same_value(wanted, call, &call->at[0], &number);
}

/* What a sync is of, and its number. */
static bool same_sync(const Wanted *wanted, const Call *call, const Step *step) {
    const Plan *plan = wanted->reader->plan;
    const Object *object = step->object >= 0 ? &plan->objects[step->object] : NULL;
    Act act = primitives[step->primitive].act;
    bool named = object && object->kind == OBJECT_BARRIER;
    bool mbarrier = object && object->kind == OBJECT_MBARRIER;
    bool counts = named || act == ACT_GROUP_SYNC || act == ACT_INIT || act == ACT_ARRIVE_EXPECT ||
                  act == ACT_ARRIVE_EXPECT_REMOTE;
    int at = named || mbarrier;
    if (call->count != at + counts + (step->value != NULL))
        return differs_at_once(wanted, "the number of arguments");
    if ((named && !same_barrier(wanted, call, object)) ||
        (mbarrier && !same_mbarrier(wanted, call, &call->at[0], object->name, step->dst.peer)) ||
        (counts && !is_number(wanted, call, &call->at[at], step->count, "a number")))
        return false;
    return !step->value || same_value(wanted, call, &call->at[at + counts], step->value);
}

/* Coordinates, innermost first, then the mbarrier and the CTAs. */
static bool same_box(const Wanted *wanted, const Call *call, const Step *step) {
    const Plan *plan = wanted->reader->plan;
    const Side *box = step_tensor(step);
    const Object *object = &plan->objects[step->object];
    int at = 2;
    for (int d = 0; d < side_coords(plan, box); d++)
        if (!same_value(wanted, call, &call->at[at++], &box->coords[d]))
            return false;
    if (object->kind == OBJECT_MBARRIER && !is_name(wanted, &call->at[at++], object->name))
        return false;
    return !step->value || same_value(wanted, call, &call->at[at], step->value);
}

/* What follows the two sides: the other operand, the lane, the selector, who is chosen. */
static bool same_rest(const Wanted *wanted, const Call *call, const Step *step) {
    const Plan *plan = wanted->reader->plan;
    const Primitive *primitive = &primitives[step->primitive];
    Truths want = {0};
    int at = 2;
    if (step->src[1].kind == AT_BUNDLE && !same_side(wanted, call, &call->at[at++], &step->src[1]))
        return false;
    switch (primitive->act) {
    case ACT_SHUFFLE:
        return same_value(wanted, call, &call->at[at], step->src[0].peer);
    case ACT_INDEX:
        return same_value(wanted, call, &call->at[at], step->value);
    case ACT_SHUFFLE_GROUP:
        return is_number(wanted, call, &call->at[at], step->count, "the distance") &&
               same_value(wanted, call, &call->at[at + 1], step->value);
    case ACT_SHUFFLE_XOR:
    case ACT_SHUFFLE_UP:
        return is_number(wanted, call, &call->at[at], step->count, "the distance");
    case ACT_PERMUTE:
        return is_number(wanted, call, &call->at[at], step->count, "the selector");
    case ACT_SELECT:
        add_truths(wanted, step->conds, step->cond_count, &want);
        return call->at[at].kind == VALUE_TRUTHS
                   ? same_truths(wanted, call, call->at[at].truths, &want)
                   : differs_at_once(wanted, "a condition");
    case ACT_BOX:
    case ACT_ROWS:
        return same_box(wanted, call, step);
    case ACT_BYTES:
        if (!is_number(wanted, call, &call->at[at], step->count, "the size"))
            return false;
        if (step->value && !same_value(wanted, call, &call->at[at + 2], step->value))
            return false;
        return plan->objects[step->object].kind != OBJECT_MBARRIER ||
               (is_name(wanted, &call->at[at + 1], plan->objects[step->object].name) &&
                same_peer(wanted, call, &call->at[at + 1], &step->dst));
    default:
        if (primitives[step->primitive].kind == KIND_ASYNC_STORE)
            return is_name(wanted, &call->at[at], plan->objects[step->object].name) &&
                   same_peer(wanted, call, &call->at[at], &step->dst);
        return !step_zeroes(step) || same_keep(wanted, call, &call->at[at], step);
    }
}

static int rest_count(const Plan *plan, const Step *step) {
    Act act = primitives[step->primitive].act;
    int count = step->src[1].kind == AT_BUNDLE;
    if (primitive_is_box(step->primitive))
        return side_coords(plan, step_tensor(step)) +
               (plan->objects[step->object].kind == OBJECT_MBARRIER) + (step->value != NULL);
    if (act == ACT_BYTES)
        return 1 + (plan->objects[step->object].kind == OBJECT_MBARRIER) + (step->value != NULL);
    return count + 2 * (act == ACT_SHUFFLE_GROUP) +
           (act == ACT_SHUFFLE_XOR || act == ACT_SHUFFLE_UP) +
           (act == ACT_SHUFFLE || act == ACT_PERMUTE || act == ACT_SELECT || act == ACT_INDEX) +
           step_zeroes(step) + (primitives[step->primitive].kind == KIND_ASYNC_STORE);
}

static bool same_step(const Wanted *wanted, const Call *call, const Step *step) {
    const Plan *plan = wanted->reader->plan;
    const Primitive *primitive = &primitives[step->primitive];
    if (primitive->act == ACT_MOVE)
        return same_move(wanted, call, step);
    if (strcmp(call->name, function_of(plan, step)) != 0)
        return differs_at_once(wanted, "the function");
    if (primitive->kind == KIND_SYNC)
        return same_sync(wanted, call, step);
    if (primitive->kind == KIND_FILL)
        return same_fill(wanted, call, step);
    bool policy = hint_applies(&plan->hint, step->primitive) && plan->hint.policy;
    if (call->count != 2 + rest_count(plan, step) + policy)
        return differs_at_once(wanted, "the number of arguments");
    if (policy && !is_name(wanted, &call->at[call->count - 1], "policy"))
        return false;
    return same_side(wanted, call, &call->at[0], &step->dst) &&
           same_side(wanted, call, &call->at[1], &step->src[0]) && same_rest(wanted, call, step);
}

bool wanted_call(Wanted *wanted, const Call *call) {
    Reader *reader = wanted->reader;
    const Plan *plan = reader->plan;
    Want want;
    const bool *active = reader->active;
    bool found;
    reader->astray = true; /* until the call is found */
    Who by = {0};
    do {
        found = next_wanted(wanted, &want);
        if (found && (!next_pair(wanted, &want) || !wanted->kept->idle[wanted->phase]))
            return reader_fail(reader, "'%s' is in another loop than the plan's", reader->line);
    } while (found && !who(wanted, &want, &by) && !reader->is_open);
    if (reader->is_open || reader->failed)
        return false;
    if (!found)
        return reader_fail(reader, "'%s' is nothing that the plan does", reader->line);
    for (int i = 0; i < reader->lanes; i++)
        if (by.mask[i] != call->mask[i])
            return differs(wanted, i, "who does it");
    reader->active = active;
    if (call->elected != plan->phases[wanted->phase].elected)
        return differs_at_once(wanted, "the election");
    for (int i = 0; i < reader->lanes; i++)
        if (by.mask[i] && !truths_equal(call->inside, &by.truths, i))
            return differs(wanted, i, "a condition");
    reader->astray = false;
    return same_step(wanted, call, want.step);
}

bool wanted_end(Wanted *wanted) {
    Want want;
    while (next_wanted(wanted, &want)) {
        MemMark mark = mem_mark();
        Who by;
        bool missing = !next_pair(wanted, &want) || who(wanted, &want, &by);
        mem_rewind(mark);
        wanted->reader->astray = missing;
        if (missing && !wanted->reader->is_open)
            return reader_fail(
                wanted->reader,
                "the text ends before %s",
                primitives[want.step->primitive].function);
    }
    return true;
}
