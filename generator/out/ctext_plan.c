/* ctext_plan.c: a Plan -> the calls that its text must make, in order, each with who makes it, under
 * which conditions, and on which places; compared with those that the text does make. Values are the
 * Plan's own: digits by digit_value, exact, without the folding and splitting that the printer does. */
#include "ctext.h"
#include <inttypes.h>
#include <string.h>

enum { MAX_DIGITS = 64, MAX_NEST = 64 };
typedef enum { PART_OPEN, PART_STEPS, PART_CLOSE, PART_FENCE = PART_CLOSE + 2, PART_SYNC } Part;

struct Wanted {
    Reader *reader;
    int phase, step;
    Part part;
    bool started; /* a step of the phase is under way */
    int64_t loop[MAX_NEST];
    Truths *guards; /* by phase */
    int digit_count;
    struct {
        Digit digit;
        int64_t *lanes;
    } digits[MAX_DIGITS]; /* of the rank alone: the same all the time */
};

/* One thing that must come next. */
typedef struct {
    const Step *step; /* NULL: the call `name` with up to two numbers */
    const char *name;
    int count;
    int64_t number[2];
    bool for_all; /* a sync: every rank of the scope, whatever the guard says */
    bool *mask;
    Truths truths;
} Want;

/* ---- the Plan's values --------------------------------------------------------------------- */

static Point point_of(const Wanted *wanted, int64_t rank) {
    return (Point){rank, wanted->loop, wanted->reader->fixed};
}

static int64_t *digit_lanes(const Wanted *wanted, const Digit *digit) {
    for (int i = 0; i < wanted->digit_count && digit->kind == VAR_RANK; i++)
        if (digit_equal(&wanted->digits[i].digit, digit))
            return wanted->digits[i].lanes;
    int64_t *lanes = NEW_ARRAY(int64_t, wanted->reader->lanes);
    for (int i = 0; i < wanted->reader->lanes; i++) {
        Point point = point_of(wanted, i);
        lanes[i] = digit_value(digit, &point);
    }
    return lanes;
}

static bool is_whole(const Digit *digit) {
    return digit->pre_div == 1 && !digit->pre_mod && !digit->sub && digit->div == 1 && !digit->mod;
}

/* The digit itself, without its coefficient. */
static Number digit_number(const Wanted *wanted, const Digit *digit) {
    Reader *reader = wanted->reader;
    Point point = point_of(wanted, 0);
    if (digit_reads_rank(digit))
        return number_lanes(digit_lanes(wanted, digit), C_LONG);
    if (digit->kind != VAR_SYMBOL)
        return number_constant(reader, digit_value(digit, &point), C_LONG);
    if (is_whole(digit))
        return number_symbol(reader, digit->index, C_LONG);
    int64_t period = digit->pre_mod ? digit->pre_div * digit->pre_mod : INT64_MAX;
    int64_t step = reader->step[digit->index];
    if (step == INT64_MAX || (step && step % period == 0))
        return number_constant(reader, digit_value(digit, &point), C_LONG);
    reader_open(reader, digit->index, period);
    return number_constant(reader, 0, C_LONG);
}

static Number expr_number(const Wanted *wanted, const Expr *expr) {
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

static void keep_digits(Wanted *wanted, const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++) {
        const Digit *digit = &expr->terms[i].digit;
        bool known = digit->kind != VAR_RANK || wanted->digit_count == MAX_DIGITS;
        for (int k = 0; k < wanted->digit_count; k++)
            known |= digit_equal(&wanted->digits[k].digit, digit);
        if (known)
            continue;
        int64_t *lanes = digit_lanes(wanted, digit);
        wanted->digits[wanted->digit_count].digit = *digit;
        wanted->digits[wanted->digit_count++].lanes = lanes;
    }
}

/* Makes the products of arguments known before anything is given room for them. */
static void keep_products(const Wanted *wanted, const Expr *expr) {
    for (int i = 0; i < expr->term_count; i++) {
        const Term *term = &expr->terms[i];
        Number product = number_constant(wanted->reader, 1, C_LONG);
        if (term->digit.kind == VAR_SYMBOL)
            product = number_times_symbol(wanted->reader, product, term->digit.index);
        for (int k = 0; k < term->coef.count; k++)
            product = number_times_symbol(wanted->reader, product, term->coef.symbol[k]);
    }
}

Wanted *wanted_start(Reader *reader) {
    const Plan *plan = reader->plan;
    Wanted *wanted = NEW(Wanted);
    wanted->reader = reader;
    wanted->guards = NEW_ARRAY(Truths, plan->phase_count + 1);
    if (plan->loop_count > MAX_NEST) {
        reader_fail(reader, "more than %d loops", MAX_NEST);
        return wanted;
    }
    for (int p = 0; p < plan->phase_count; p++) {
        const Phase *phase = &plan->phases[p];
        for (int s = 0; s < phase->step_count; s++) {
            const Step *step = &phase->steps[s];
            keep_digits(wanted, &step->where);
            keep_digits(wanted, &step->from);
            keep_products(wanted, &step->where);
            keep_products(wanted, &step->from);
            for (int c = 0; c < step->cond_count; c++)
                keep_digits(wanted, &step->conds[c].lhs);
        }
        add_truths(wanted, phase->guard, phase->guard_count, &wanted->guards[p]);
    }
    return wanted;
}

/* ---- what comes next ----------------------------------------------------------------------- */

static bool next_iteration(Wanted *wanted, const int *loops, int count) {
    for (int i = count - 1; i >= 0; i--) {
        if (++wanted->loop[loops[i]] < wanted->reader->plan->loops[loops[i]].extent)
            return true;
        wanted->loop[loops[i]] = 0;
    }
    return false;
}

/* The next execution of a step of this phase; false when it is through. */
static bool next_step(Wanted *wanted, const Phase *phase) {
    if (!wanted->started) {
        wanted->started = true;
        wanted->step = 0;
        return phase->step_count > 0;
    }
    const Step *step = &phase->steps[wanted->step];
    if (next_iteration(wanted, step->repeat, step->repeat_count))
        return true;
    if (++wanted->step < phase->step_count)
        return true;
    wanted->step = 0;
    return next_iteration(wanted, phase->loops, phase->loop_count);
}

static int64_t expected_bytes(const Plan *plan, const Phase *phase) {
    int64_t bytes = 0;
    for (int s = 0; s < phase->step_count; s++) {
        int64_t times = phase->steps[s].opens_token == phase->closes_token;
        for (int i = 0; i < phase->steps[s].repeat_count; i++)
            times *= plan->loops[phase->steps[s].repeat[i]].extent;
        for (int i = 0; i < phase->loop_count; i++)
            times *= plan->loops[phase->loops[i]].extent;
        bytes += times * phase->steps[s].bytes;
    }
    return bytes;
}

static bool waits_on_mbarrier(const Plan *plan, const Phase *phase) {
    return phase->closes_token >= 0 && plan->tokens[phase->closes_token].mbarrier;
}

/* Waits, fence and barrier at the end of a phase; false: nothing in this part. */
static bool want_end(const Plan *plan, const Phase *phase, Part part, Want *want) {
    static const char *const syncs[] = {
        NULL, "tc_warp_sync", "tc_cta_sync", "tc_barrier_sync", "tc_cluster_sync"};
    const Sync *sync = &phase->sync;
    bool closes = phase->closes_token >= 0, bar = waits_on_mbarrier(plan, phase);
    *want = (Want){.for_all = true};
    if (part == PART_FENCE)
        want->name = sync->async_proxy_fence_before ? "tc_fence_async_smem" : NULL;
    else if (part == PART_CLOSE)
        want->name = bar ? "tc_mbarrier_wait" : closes ? "tc_cp_async_commit" : NULL;
    else if (part < PART_FENCE)
        want->name = closes && !bar ? "tc_cp_async_wait_all" : NULL;
    else
        want->name = syncs[sync->kind];
    if (part == PART_SYNC && sync->kind == SYNC_BARRIER) {
        want->count = 2;
        want->number[0] = sync->id;
        want->number[1] = sync->count;
    }
    if (part == PART_SYNC && sync->kind == SYNC_WARP && sync->mask && sync->mask != 0xffffffffu) {
        want->count = 1;
        want->number[0] = sync->mask;
    }
    return want->name != NULL;
}

/* False: the Plan is through. */
static bool advance(Wanted *wanted, Want *want) {
    const Plan *plan = wanted->reader->plan;
    for (;;) {
        *want = (Want){0};
        if (wanted->phase == plan->phase_count)
            return false;
        const Phase *phase = &plan->phases[wanted->phase];
        switch (wanted->part) {
        case PART_OPEN:
            wanted->part = phase->is_opaque ? PART_CLOSE : PART_STEPS;
            wanted->started = false;
            memset(wanted->loop, 0, sizeof wanted->loop);
            if (phase->is_opaque || waits_on_mbarrier(plan, phase)) {
                want->name = phase->is_opaque ? "TC_REGION" : "tc_mbarrier_arrive_expect_tx";
                want->count = !phase->is_opaque;
                want->number[0] = expected_bytes(plan, phase);
                return true;
            }
            break;
        case PART_STEPS:
            if (next_step(wanted, phase)) {
                want->step = &phase->steps[wanted->step];
                return true;
            }
            wanted->part = PART_CLOSE;
            break;
        default:
            if (wanted->part > PART_SYNC) {
                wanted->phase++;
                wanted->part = PART_OPEN;
                break;
            }
            if (want_end(plan, phase, wanted->part++, want))
                return true;
        }
    }
}

/* Who does it, and under which open conditions. False: nobody. */
static bool who(Wanted *wanted, Want *want) {
    const Plan *plan = wanted->reader->plan;
    const Phase *phase = &plan->phases[wanted->phase];
    bool any = want->for_all;
    want->mask = NEW_ARRAY(bool, plan->threads);
    if (!want->for_all)
        want->truths = wanted->guards[wanted->phase];
    if (want->step && !want->step->zero_rest)
        add_truths(wanted, want->step->conds, want->step->cond_count, &want->truths);
    for (int i = 0; i < plan->threads; i++) {
        want->mask[i] = scope_has_rank(&plan->scope, i) && !truths_false(&want->truths, i) &&
                        (want->for_all || !phase->is_opaque || phase->opaque.rank == i);
        any |= want->mask[i];
    }
    return any;
}

/* ---- comparing ----------------------------------------------------------------------------- */

static bool differs(const Wanted *wanted, int rank, const char *what) {
    Reader *reader = wanted->reader;
    return reader_fail(reader, "thread %d: %s of '%s' is not the plan's", rank, what, reader->line);
}

static bool same_number(
    const Wanted *wanted,
    const Call *call,
    const Number *got,
    const Number *want,
    const char *what) {
    for (int i = 0; i < wanted->reader->lanes; i++)
        if (call->mask[i] && (number_is_bad(got, i) || !number_equal(got, want, i)))
            return differs(wanted, i, what);
    return true;
}

/* A place in a buffer or in registers: what it points into, and how many bits from its start. */
static bool same_place(
    const Wanted *wanted,
    const Call *call,
    const Value *got,
    PointerOf of,
    int index,
    const Expr *expr,
    int bits) {
    Reader *reader = wanted->reader;
    bool remote = of == OF_BUFFER && reader->plan->buffers[index].remote;
    const char *what = of == OF_BUFFER ? "an address" : "a register";
    if (got->kind != VALUE_POINTER || got->of != of || got->index != index || got->remote != remote)
        return differs(wanted, 0, what);
    Number elements = expr_number(wanted, expr);
    Number want = number_add_exact(reader, (Number){.type = C_LONG}, elements, bits);
    return reader->is_open || same_number(wanted, call, &got->number, &want, what);
}

static bool same_slot(
    const Wanted *wanted, const Call *call, const Value *got, int bundle, const Expr *slot) {
    int bits = wanted->reader->plan->bundles[bundle].dtype->bits;
    return same_place(wanted, call, got, OF_BUNDLE, bundle, slot, bits);
}

static bool same_address(
    const Wanted *wanted, const Call *call, const Value *got, int buffer, const Expr *where) {
    int bits = wanted->reader->plan->buffers[buffer].dtype->bits;
    return same_place(wanted, call, got, OF_BUFFER, buffer, where, bits);
}

static bool is_number(const Wanted *wanted, const Value *got, int64_t want, const char *what) {
    Number constant = number_constant(wanted->reader, want, C_LONG);
    bool same = got->kind == VALUE_NUMBER && !number_is_bad(&got->number, 0) &&
                number_equal(&got->number, &constant, 0);
    return same || differs(wanted, 0, what);
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
    int count = step->cond_count - step->counted, bits = reader->plan->dtype->bits;
    add_truths(wanted, step->conds, count, &want);
    if (!step->counted && got->kind == VALUE_NUMBER) {
        Truths none = {0};
        return is_number(wanted, got, 1, "a condition") && same_truths(wanted, call, &none, &want);
    }
    if (got->kind != (step->counted ? VALUE_LEFT : VALUE_TRUTHS))
        return differs(wanted, 0, "a condition");
    if (!same_truths(wanted, call, got->truths, &want) || !step->counted)
        return !reader->failed;
    Number first = expr_number(wanted, &step->conds[count].lhs);
    Number limit = expr_number(wanted, &step->conds[count].rhs);
    if (got->times * 8 != bits || got->most * bits != primitives[step->primitive].bits)
        return differs(wanted, 0, "the size");
    return same_number(wanted, call, got->first, &first, "the first element") &&
           same_number(wanted, call, &got->number, &limit, "the limit");
}

/* Every element of the word is the fill: 0x7 of 4 bits is 0x77777777 in each 32. */
static bool same_fill(const Wanted *wanted, const Call *call, const Step *step) {
    const Plan *plan = wanted->reader->plan;
    int bits = primitives[step->primitive].bits, element = plan->bundles[step->bundle].dtype->bits;
    int words = bits > 32 ? 2 : 1;
    if (call->count != 1 + words ||
        !same_slot(wanted, call, &call->at[0], step->bundle, &step->slot))
        return differs(wanted, 0, "an argument");
    for (int w = 0; w < words; w++) {
        int64_t word = 0;
        for (int bit = 0; bit < 32 && bit < bits; bit++)
            word |= (int64_t)(plan->flows[0].limits.fill >> (32 * w + bit) % element & 1) << bit;
        if (!is_number(wanted, &call->at[1 + w], word, "the fill"))
            return false;
    }
    return true;
}

static bool same_move(const Wanted *wanted, const Call *call, const Step *step) {
    const Bundle *to = &wanted->reader->plan->bundles[step->bundle];
    if (strcmp(call->name, "=") == 0)
        return call->at[0].unit == to->dtype->bits && call->at[1].unit == to->dtype->bits
                   ? same_slot(wanted, call, &call->at[0], step->bundle, &step->slot) &&
                         same_slot(wanted, call, &call->at[1], step->from_bundle, &step->from_slot)
                   : differs(wanted, 0, "the size");
    Number slot = expr_number(wanted, &step->slot), from = expr_number(wanted, &step->from_slot);
    const Expr none = {0};
    return strcmp(call->name, "tc_move_bits") == 0 && call->count == 5
               ? same_slot(wanted, call, &call->at[0], step->bundle, &none) &&
                     same_slot(wanted, call, &call->at[2], step->from_bundle, &none) &&
                     same_number(wanted, call, &call->at[1].number, &slot, "a register") &&
                     same_number(wanted, call, &call->at[3].number, &from, "a register") &&
                     is_number(wanted, &call->at[4], to->dtype->bits, "the size")
               : differs(wanted, 0, "the function");
}

static const char *function_of(const Plan *plan, const Step *step) {
    const Primitive *primitive = &primitives[step->primitive];
    bool counted = step->counted && primitive->kind == KIND_ASYNC_COPY;
    const char *rest = !step->zero_rest ? "" : counted ? "_zfill" : "_or_zero";
    const char *hint = hint_applies(&plan->hint, step->primitive) ? hint_suffix(&plan->hint) : "";
    return mem_printf("%s%s%s", primitive->function, rest, hint);
}

static bool same_step(const Wanted *wanted, const Call *call, const Step *step) {
    const Plan *plan = wanted->reader->plan;
    PrimitiveKind kind = primitives[step->primitive].kind;
    if (kind == KIND_MOVE)
        return same_move(wanted, call, step);
    if (strcmp(call->name, function_of(plan, step)) != 0)
        return differs(wanted, 0, "the function");
    if (kind == KIND_FILL)
        return same_fill(wanted, call, step);
    bool loads = kind == KIND_LOAD || kind == KIND_MATRIX_LOAD;
    bool stores = kind == KIND_STORE || kind == KIND_MATRIX_STORE, bulk = kind == KIND_BULK_COPY;
    bool policy = hint_applies(&plan->hint, step->primitive) && plan->hint.policy;
    int count = 2 + 2 * bulk + step->zero_rest;
    if (call->count != count + policy)
        return differs(wanted, 0, "the number of arguments");
    const Value *place = &call->at[loads ? 1 : 0], *other = &call->at[loads ? 0 : 1];
    if (!same_address(wanted, call, place, step->buffer, &step->where))
        return false;
    if (loads || stores ? !same_slot(wanted, call, other, step->bundle, &step->slot)
                        : !same_address(wanted, call, other, step->from_buffer, &step->from))
        return false;
    if (bulk && (!is_number(wanted, &call->at[2], step->bytes, "the size") ||
                 call->at[3].kind != VALUE_NAME))
        return differs(wanted, 0, "an argument");
    return !step->zero_rest || same_keep(wanted, call, &call->at[2 + 2 * bulk], step);
}

/* Names of barriers and regions are not compared, their numbers are. */
static bool same_plain(const Wanted *wanted, const Call *call, const Want *want) {
    int at = 0;
    if (strncmp(call->name, want->name, strlen(want->name)) != 0)
        return differs(wanted, 0, "the function");
    for (int i = 0; i < call->count; i++)
        if (call->at[i].kind == VALUE_NUMBER &&
            (at == want->count || !is_number(wanted, &call->at[i], want->number[at++], "a number")))
            return differs(wanted, 0, "an argument");
    return at == want->count || differs(wanted, 0, "the number of arguments");
}

bool wanted_call(Wanted *wanted, const Call *call) {
    Reader *reader = wanted->reader;
    const Plan *plan = reader->plan;
    Want want;
    const bool *active = reader->active;
    bool found;
    do
        found = advance(wanted, &want);
    while (found && !who(wanted, &want) && !reader->is_open);
    if (reader->is_open || reader->failed)
        return false;
    if (!found)
        return reader_fail(reader, "'%s' is nothing that the plan does", reader->line);
    for (int i = 0; i < plan->threads; i++)
        if (want.for_all ? want.mask[i] && !call->mask[i] : want.mask[i] != call->mask[i])
            return differs(wanted, i, "who does it");
    reader->active = active;
    bool elected = !want.for_all && plan->phases[wanted->phase].elected;
    if (call->elected != elected)
        return differs(wanted, 0, "the election");
    for (int i = 0; i < plan->threads; i++)
        if (want.mask[i] && !truths_equal(call->inside, &want.truths, i))
            return differs(wanted, i, "a condition");
    return want.step ? same_step(wanted, call, want.step) : same_plain(wanted, call, &want);
}

bool wanted_end(Wanted *wanted) {
    Want want;
    while (advance(wanted, &want)) {
        MemMark mark = mem_mark();
        bool missing = who(wanted, &want);
        mem_rewind(mark);
        if (missing && !wanted->reader->is_open)
            return reader_fail(
                wanted->reader,
                "the text ends before %s",
                want.step ? primitives[want.step->primitive].function : want.name);
    }
    return true;
}
