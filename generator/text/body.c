/* body.c: A Plan -> the statements of a function: locals and offsets first, then the phases with
 * guard, loops, one primitive per line, and sync. A nest of at most four executions becomes
 * straight-line code with constants for its loops; other nests stay loops. Every printed address
 * was found equal to the Plan's by address.c. */
#include "text.h"
#include <inttypes.h>
#include <string.h>

/* ---- one execution of a step --------------------------------------------------------------- */

/* `if (` conditions `) {` as one line, or nested where that is too long. Returns the new indent. */
static int open_conds(Text *out, int indent, const Body *body, const Cond *conds, int count) {
    Text line = {0};
    for (int i = 0, ended = 0; !ended;) {
        ended = i == count;
        const char *text = ended ? NULL : next_cond(&body->names, conds, count, body->fixed, &i);
        bool full = text && line.length + strlen(text) + (size_t)indent + 12 > PAGE_COLUMNS;
        if (line.length > 0 && (ended || full)) {
            print_line(out, indent, "if (%s) {", text_string(&line));
            indent += PAGE_INDENT;
            line = (Text){0};
        }
        if (text)
            text_printf(&line, "%s%s", line.length ? " && " : "", text);
    }
    return indent;
}

static void close_blocks(Text *out, int from, int to) {
    for (int indent = from - PAGE_INDENT; indent >= to; indent -= PAGE_INDENT)
        print_line(out, indent, "}");
}

/* 128 * 64 * 2 where the bytes are the whole tile, else elements * size. */
static const char *bytes_text(const Plan *plan, int64_t bytes) {
    int64_t size = plan->dtype && plan->dtype->bits >= 8 ? plan->dtype->bits / 8 : 1, all = size;
    Text out = {0};
    const Operand *tile = plan->flow_count ? &plan->flows[0].dst : NULL;
    for (int i = 0; tile && i < tile->rank; i++) {
        if (!mul_i64(all, tile->region[i].extent, &all))
            all = -1;
        text_printf(&out, "%s%" PRId64, i ? " * " : "", tile->region[i].extent);
    }
    if (size > 1)
        text_printf(&out, " * %" PRId64, size);
    if (tile && all == bytes)
        return text_string(&out);
    return size > 1 && bytes % size == 0 ? mem_printf("%" PRId64 " * %" PRId64, bytes / size, size)
                                         : mem_printf("%" PRId64, bytes);
}

/* One element, by assignment; elements smaller than a byte have no name of their own in C. */
static void print_move(Text *out, int indent, const Body *body, const Step *step) {
    const Bundle *to = &body->plan->bundles[step->dst.of];
    const Bundle *from = &body->plan->bundles[step->src[0].of];
    if (to->dtype->bits >= 8) {
        const char *dst = element_text(body, step->dst.of, &step->dst.at);
        const char *src = element_text(body, step->src[0].of, &step->src[0].at);
        print_line(out, indent, "%s = %s;", dst, src);
        return;
    }
    Expr to_slot = expr_fold(body->plan, &step->dst.at, body->fixed);
    Expr from_slot = expr_fold(body->plan, &step->src[0].at, body->fixed);
    const char *items[] = {
        to->name,
        expr_phrase(&body->names, &to_slot, 0).at,
        from->name,
        expr_phrase(&body->names, &from_slot, 0).at,
        mem_printf("%d", to->dtype->bits)};
    print_list(out, indent, "tc_move_bits", items, 5, ";");
}

static const char *fill_word(uint64_t word, int bits) {
    uint64_t all = ((uint64_t)1 << (bits < 32 ? bits : 32)) - 1;
    return word & all ? mem_printf("0x%" PRIx64 "u", word & all) : "0";
}

/* tc_fill_b128(&v[i], 0x3c003c00u, 0x3c003c00u): one element repeated over two words, also one
 * smaller than a byte: 0x7 of 4 bits is 0x77777777u. */
static void print_fill(Text *out, int indent, const Body *body, const Step *step) {
    const Primitive *primitive = &primitives[step->primitive];
    uint64_t word = body->plan->flows[0].limits.fill;
    for (int bits = body->plan->dtype->bits; bits < 64; bits *= 2)
        word |= word << bits;
    const char *items[] = {
        slot_text(body, step->dst.of, &step->dst.at, primitive->bits),
        fill_word(word, primitive->bits),
        fill_word(word >> 32, 32)};
    print_list(out, indent, primitive->function, items, primitive->bits > 32 ? 3 : 2, ";");
}

/* keep (for tc_cp_async_b128_or_zero) or a number of bytes (for ..._zfill) of a masked copy. */
static const char *keep_text(const Body *body, const Step *step) {
    Text out = {0};
    bool counted = step->rest == REST_ZERO_COUNTED;
    int count = step->cond_count - counted;
    for (int i = 0; i < count;) {
        const char *text = next_cond(&body->names, step->conds, count, body->fixed, &i);
        if (text)
            text_printf(&out, "%s%s", out.length ? " && " : "", text);
    }
    if (!counted)
        return out.length ? text_string(&out) : "1";
    const Cond *last = &step->conds[count];
    int bits = body->plan->dtype->bits;
    Expr first = expr_fold(body->plan, &last->lhs, body->fixed), most = last->rhs;
    const char *left = mem_printf(
        "tc_left(%s, %s, %d)%s",
        expr_phrase(&body->names, &most, 0).at,
        expr_phrase(&body->names, &first, 0).at,
        primitives[step->primitive].bits / bits,
        bits > 8 ? mem_printf(" * %d", bits / 8) : "");
    return out.length ? mem_printf("%s ? %s : 0", text_string(&out), left) : left;
}

/* A side as an argument: registers, or an address. */
static const char *side_text(Body *body, Text *out, int indent, int phase, int at, int number) {
    const Step *step = &body->plan->phases[phase].steps[at];
    const Side *side = number == 0 ? &step->dst : &step->src[number - 1];
    int bits = primitives[step->primitive].bits;
    return side->kind == AT_BUNDLE   ? slot_text(body, side->of, &side->at, bits)
           : side->kind == AT_TENSOR ? body->plan->objects[side->of].name
                                     : address_text(body, out, indent, phase, at, number > 0);
}

static const char *value_text(const Body *body, const Expr *expr) {
    Expr value = expr_fold(body->plan, expr, body->fixed);
    return without_brackets(expr_phrase(&body->names, &value, 0).at);
}

/* Takes the terms that have no sign out: origins that never lie outside, and loops. */
static Expr take_unsigned(const Body *body, Expr *value) {
    Expr rest = expr_constant(0);
    for (int i = value->term_count - 1; i >= 0; i--) {
        const Term term = value->terms[i];
        if (term.digit.kind == VAR_SYMBOL && body->plan->symbols[term.digit.index].min < 0)
            continue;
        if (term.digit.kind == VAR_PICK)
            continue;
        expr_add_term(&rest, term);
        expr_drop_term(value, i);
    }
    return rest;
}

/* k, m + 8, (int)n, m + (int)(32 * i): coordinates have a sign, and origins that never lie outside
 * have none. */
static const char *coordinate_text(const Body *body, const Expr *at) {
    Expr value = expr_fold(body->plan, at, body->fixed);
    Expr rest = take_unsigned(body, &value);
    if (rest.term_count > 0 && value.term_count == 0) {
        rest.constant = value.constant;
        value.constant = 0;
    }
    Phrase phrase = expr_phrase(&body->names, &value, 0);
    if (rest.term_count == 0)
        return without_brackets(phrase.at);
    const char *text =
        mem_printf("(int)%s", phrase_in(expr_phrase(&body->names, &rest, 0), SHAPE_ATOM));
    return value.term_count == 0 ? text : mem_printf("%s + %s", without_brackets(phrase.at), text);
}

static const char *select_text(const Body *body, const Step *step) {
    Text out = {0};
    for (int i = 0; i < step->cond_count; i++) {
        const char *text = cond_text(&body->names, &step->conds[i], body->fixed);
        if (text)
            text_printf(&out, "%s%s", out.length ? " && " : "", text);
    }
    return out.length ? text_string(&out) : "1";
}

/* tc_barrier_sync(1, 64); tc_mbarrier_wait(bar, parity); tc_cp_async_wait_group_0(); */
static void print_ordering(Text *out, int indent, const Body *body, const Step *step) {
    const Primitive *primitive = &primitives[step->primitive];
    const Object *object = step->object >= 0 ? &body->plan->objects[step->object] : NULL;
    const char *items[3], *function = primitive->function;
    int count = 0;
    if (object && object->kind == OBJECT_BARRIER)
        items[count++] =
            object->number ? body->names.symbol[object->number - 1] : mem_printf("%d", object->id);
    if (object && object->kind == OBJECT_MBARRIER)
        items[count++] =
            step->dst.peer
                ? mem_printf(
                      "tc_map_to_cta(%s, %s)", object->name, value_text(body, step->dst.peer))
                : object->name;
    switch (primitive->act) {
    case ACT_WARP_SYNC:
        if (step->value) {
            function = "tc_warp_sync_mask";
            items[count++] = mem_printf("0x%" PRIx64 "u", step->value->constant);
        }
        break;
    case ACT_GROUP_SYNC:
    case ACT_BARRIER_SYNC:
    case ACT_BARRIER_ARRIVE:
    case ACT_INIT:
    case ACT_ARRIVE_EXPECT:
    case ACT_ARRIVE_EXPECT_REMOTE:
        items[count++] = mem_printf("%" PRId64, step->count);
        break;
    case ACT_WAIT_GROUPS:
    case ACT_WAIT_READ:
        function = mem_printf("%s_%" PRId64, function, step->count);
        break;
    case ACT_WAIT_PHASE:
        items[count++] = value_text(body, step->value);
        break;
    default:
        break;
    }
    print_list(out, indent, function, items, count, ";");
}

/* What stands behind the two sides of a primitive: the other operand, the lane of a shuffle and so
 * on. */
static int rest_items(Body *body, const Step *step, const char **items) {
    const Primitive *primitive = &primitives[step->primitive];
    const Object *object = step->object >= 0 ? &body->plan->objects[step->object] : NULL;
    int count = 0;
    if (step->src[1].kind == AT_BUNDLE)
        items[count++] = slot_text(body, step->src[1].of, &step->src[1].at, primitive->bits);
    switch (primitive->act) {
    case ACT_SHUFFLE_GROUP:
        items[count++] = mem_printf("%" PRId64, step->count);
        items[count++] = value_text(body, step->value);
        break;
    case ACT_SHUFFLE_XOR:
    case ACT_SHUFFLE_UP:
        items[count++] = mem_printf("%" PRId64, step->count);
        break;
    case ACT_SHUFFLE:
        items[count++] = value_text(body, step->src[0].peer);
        break;
    case ACT_INDEX:
        items[count++] = value_text(body, step->value);
        break;
    case ACT_PERMUTE:
        items[count++] = mem_printf("0x%" PRIx64 "u", step->count);
        break;
    case ACT_SELECT:
        items[count++] = select_text(body, step);
        break;
    case ACT_BOX:
    case ACT_ROWS:
        for (int d = 0; d < side_coords(body->plan, step_tensor(step)); d++)
            items[count++] = coordinate_text(body, &step_tensor(step)->coords[d]);
        if (object && object->kind == OBJECT_MBARRIER)
            items[count++] = object->name;
        if (step->value)
            items[count++] = value_text(body, step->value);
        break;
    case ACT_BYTES:
        items[count++] = bytes_text(body->plan, step->count);
        if (object && object->kind == OBJECT_MBARRIER)
            items[count++] = step->dst.peer ? "done" : object->name;
        if (step->value)
            items[count++] = value_text(body, step->value);
        break;
    default:
        if (primitive->kind == KIND_ASYNC_STORE)
            items[count++] = "done";
        if (step_zeroes(step))
            items[count++] = keep_text(body, step);
    }
    return count;
}

static void print_call(Text *out, int indent, Body *body, int phase, int at) {
    const Step *step = &body->plan->phases[phase].steps[at];
    const Primitive *primitive = &primitives[step->primitive];
    const char *items[12], *function = primitive->function;
    int count = 2;
    if (primitive->act == ACT_MOVE) {
        print_move(out, indent, body, step);
        return;
    }
    if (primitive->kind == KIND_FILL) {
        print_fill(out, indent, body, step);
        return;
    }
    if (primitive->kind == KIND_SYNC) {
        print_ordering(out, indent, body, step);
        return;
    }
    items[0] = side_text(body, out, indent, phase, at, 0);
    items[1] = side_text(body, out, indent, phase, at, 1);
    count += rest_items(body, step, items + count);
    if (step_zeroes(step))
        function = mem_printf(
            "%s_%s", primitive->function, step->rest == REST_ZERO_COUNTED ? "zfill" : "or_zero");
    if (hint_applies(&body->plan->hint, step->primitive)) {
        function = mem_printf("%s%s", function, hint_suffix(&body->plan->hint, step->primitive));
        if (body->plan->hint.policy)
            items[count++] = "policy";
    }
    print_list(out, indent, function, items, count, ";");
}

static bool expr_reads(const Expr *expr, const int *loops, int count) {
    for (int i = 0; i < count; i++)
        if (expr_reads_loop(expr, loops[i]))
            return true;
    return false;
}

/* The conditions of a step that its own loops do not change stand around those loops (outside), the
 * others around each execution. */
static int pick_conds(const Step *step, bool outside, Cond *out) {
    int count = 0;
    for (int i = 0; i < step->cond_count && step->rest == REST_NOTHING; i++)
        if ((expr_reads(&step->conds[i].lhs, step->repeat, step->repeat_count) ||
             expr_reads(&step->conds[i].rhs, step->repeat, step->repeat_count)) != outside)
            out[count++] = step->conds[i];
    return count;
}

static void print_execution(Text *out, int indent, Body *body, int phase, int at) {
    const Step *step = &body->plan->phases[phase].steps[at];
    Cond conds[MAX_CONDS];
    int named = body->names.named_count;
    Text text = {0};
    name_item(body, phase, at);
    int inner = open_conds(&text, indent, body, conds, pick_conds(step, false, conds));
    print_call(&text, inner, body, phase, at);
    close_blocks(&text, inner, indent);
    print_digits(out, indent, body, named, text_string(&text));
    text_add(out, text_string(&text));
    body->names.named_count = named;
}

/* ---- nests --------------------------------------------------------------------------------- */

static void print_nest(
    Text *out, int indent, Body *body, int phase, int step, const int *loops, int count);

static void print_leaf(Text *out, int indent, Body *body, int phase, int step) {
    const Phase *at = &body->plan->phases[phase];
    if (step >= 0) {
        print_execution(out, indent, body, phase, step);
        return;
    }
    for (int i = 0; i < at->step_count; i++) {
        const Step *one = &at->steps[i];
        Cond conds[MAX_CONDS];
        int inner = open_conds(out, indent, body, conds, pick_conds(one, true, conds));
        print_nest(out, inner, body, phase, i, one->repeat, one->repeat_count);
        close_blocks(out, inner, indent);
    }
}

/* Rows of a run-time pitch: src += 32 * ld; */
static void print_pointer_steps(
    Text *out, int indent, const Body *body, int phase, int step, int loop) {
    for (int i = 0; i < body->addresses.base_count; i++) {
        const Base *base = &body->addresses.bases[i];
        if (base->step_loop == loop && base->phase == phase && base->step_only == step)
            print_line(
                out,
                indent,
                "%s += %s;",
                pointer_name(body->plan, base->buffer),
                coef_phrase(&body->names, base->step_by).at);
    }
}

static bool is_one_statement(const char *text) {
    const char *end = strchr(text, ';');
    return end && !strchr(end + 1, ';') && !strchr(text, '{') && !strchr(text, '}');
}

static void print_loop(
    Text *out, int indent, Body *body, int phase, int step, const int *loops, int count) {
    const Loop *loop = &body->plan->loops[loops[0]];
    Text inner = {0};
    body->fixed[loops[0]] = -1;
    print_nest(&inner, indent + PAGE_INDENT, body, phase, step, loops + 1, count - 1);
    print_pointer_steps(&inner, indent + PAGE_INDENT, body, phase, step, loops[0]);
    bool braces = !is_one_statement(text_string(&inner));
    if (loop->unroll)
        print_line(out, indent, "TC_UNROLL");
    print_line(
        out,
        indent,
        "for (unsigned %s = 0; %s < %" PRId64 "; %s++)%s",
        loop->name,
        loop->name,
        loop->extent,
        loop->name,
        braces ? " {" : "");
    text_add(out, text_string(&inner));
    if (braces)
        print_line(out, indent, "}");
}

/* The loops that are left of a nest, around one step or (step -1) around all steps of the phase. */
static void print_nest(
    Text *out, int indent, Body *body, int phase, int step, const int *loops, int count) {
    if (count == 0) {
        print_leaf(out, indent, body, phase, step);
    } else if (!nest_is_straight(&body->addresses, phase, step)) {
        print_loop(out, indent, body, phase, step, loops, count);
    } else {
        for (int64_t i = 0; i < body->plan->loops[loops[0]].extent; i++) {
            body->fixed[loops[0]] = i;
            print_nest(out, indent, body, phase, step, loops + 1, count - 1);
        }
        body->fixed[loops[0]] = -1;
    }
}

/* ---- locals -------------------------------------------------------------------------------- */

/* An offset is computed in the only guarded block that uses it, else at the top. */
static bool belongs(const Body *body, const Base *base, int phase) {
    int home = base->phase;
    if (home >= 0 && body->plan->phases[home].guard_count == 0)
        home = -1;
    return home == phase;
}

static bool moves_plainly(const Base *base) {
    return base->form == BASE_POINTER && base->thread.term_count == 1 && !base->thread.xor_count;
}

/* Rows of matrices: bytes of our own shared memory. */
static bool by_digit(const Plan *plan, const Base *base) {
    return base->in_bytes && !plan_is_remote(plan, base->buffer);
}

static void print_offsets(Text *out, int indent, const Body *body, int phase) {
    const Addresses *all = &body->addresses;
    for (int i = 0; i < all->base_count; i++) {
        const Base *base = &all->bases[i];
        if (base_is_printed(base) && belongs(body, base, phase) && !moves_plainly(base))
            print_value(
                out, indent, &body->names, base->name, &base->thread, by_digit(body->plan, base));
    }
    if (phase < 0)
        print_arrays(out, indent, body);
    for (int i = 0; i < all->base_count; i++) {
        const Base *base = &all->bases[i];
        if (base->form != BASE_POINTER || !belongs(body, base, phase))
            continue;
        const char *by = moves_plainly(base) ? base_offset(&body->names, base).at : base->name;
        print_line(out, indent, "%s += %s;", pointer_name(body->plan, base->buffer), by);
    }
}

static void print_mapped(Text *out, int indent, const Body *body, const Side *side, bool *mapped) {
    const Plan *plan = body->plan;
    if (side->kind != AT_BUFFER || !side->peer || side->of >= MAX_SYMBOLS || mapped[side->of])
        return;
    mapped[side->of] = true;
    print_line(
        out,
        indent,
        "const tc_dsmem %s = tc_map_to_cta(%s, %s);",
        pointer_name(plan, side->of),
        plan->buffers[side->of].name,
        value_text(body, side->peer));
}

/* Our own addresses of what another CTA keeps, and the barrier there. */
static void print_remote(Text *out, int indent, const Body *body) {
    const Plan *plan = body->plan;
    bool mapped[MAX_SYMBOLS] = {false}, done = false;
    for (int p = 0; p < plan->phase_count; p++) {
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            print_mapped(out, indent, body, &step->src[0], mapped);
            print_mapped(out, indent, body, &step->dst, mapped);
            if (step->dst.kind != AT_BUFFER || !step->dst.peer || step->object < 0 || done)
                continue;
            done = true;
            print_line(
                out,
                indent,
                "const tc_dsmem done = tc_map_to_cta(%s, %s);",
                plan->objects[step->object].name,
                value_text(body, step->dst.peer));
        }
    }
}

/* ---- phases -------------------------------------------------------------------------------- */

static void print_phase(Text *out, int indent, Body *body, int at) {
    const Phase *phase = &body->plan->phases[at];
    if (phase->note)
        print_comment(out, indent, phase->note);
    int inner = open_conds(out, indent, body, phase->guard, phase->guard_count);
    if (phase->elected) {
        print_line(out, inner, "if (tc_elect_one()) {");
        inner += PAGE_INDENT;
    }
    if (phase->guard_count > 0)
        print_offsets(out, inner, body, at);
    if (phase->loop_count > 0)
        print_nest(out, inner, body, at, -1, phase->loops, phase->loop_count);
    else
        print_leaf(out, inner, body, at, -1);
    close_blocks(out, inner, indent);
}

void print_unused_arguments(
    Text *out, const Signature *signature, const char *text, bool has_rank) {
    if (has_rank && !has_identifier(text, "rank"))
        print_line(out, PAGE_INDENT, "(void)rank;");
    for (int i = 0; i < signature->count; i++)
        if (!has_identifier(text, signature->at[i].name))
            print_line(out, PAGE_INDENT, "(void)%s;", signature->at[i].name);
}

/* The statements of the Plan, but for what only the function knows (its own rank, unused
 * arguments). */
const char *body_text(const char *name, const Plan *plan) {
    Body body = {.plan = plan, .addresses = addresses_of(plan), .names = {.plan = plan}};
    body.name = name;
    body.fixed = NEW_ARRAY(int64_t, plan->loop_count);
    for (int i = 0; i < plan->loop_count; i++)
        body.fixed[i] = -1;
    for (int i = 0; i < plan->symbol_count; i++)
        body.names.symbol[i] = symbol_argument(&plan->symbols[i]);
    name_digits(&body);
    name_lefts(&body.names);
    Text text = {0};
    int indent = PAGE_INDENT;
    print_shifts(&text, indent, &body.names);
    print_remote(&text, indent, &body);
    indent = open_conds(&text, indent, &body, plan->guard, plan->guard_count);
    print_offsets(&text, indent, &body, -1);
    for (int i = 0; i < plan->phase_count; i++)
        print_phase(&text, indent, &body, i);
    close_blocks(&text, indent, PAGE_INDENT);
    Text all = {0}, locals = {0};
    print_lefts(&locals, PAGE_INDENT, &body.names, text_string(&text));
    text_add(&locals, text_string(&text));
    print_digits(&all, PAGE_INDENT, &body, 0, text_string(&locals));
    text_add(&all, text_string(&locals));
    return text_string(&all);
}

void print_body(Text *out, const Function *function, const Signature *signature, const char *text) {
    if (!function->has_at && has_identifier(text, "rank"))
        print_line(out, PAGE_INDENT, "const unsigned rank = TC_RANK_WARP;");
    print_unused_arguments(out, signature, text, function->has_at);
    text_add(out, text);
}
