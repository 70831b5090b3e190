/* contract_what.c: What a function moves, flow by flow: how many elements, from where to where,
 * with which conversion or combination; who owns them, and their layouts. A function that moves
 * nothing states what it waits for and where it arrives. */
#include "contract.h"
#include <inttypes.h>
#include <string.h>

static const char *const space_words[SPACE_COUNT] = {
    "global memory", "shared memory", "registers", "another CTA's shared memory", "tensor memory"};

/* One flow: of a function with one flow as the request says it, also where the plan moves bytes. */
typedef struct {
    const Flow *flow;
    const Operand *src, *dst;
    const Dtype *src_dtype, *dst_dtype;
    const char *src_name, *dst_name;
    Op op;
    int threads;
    bool to_several; /* CTAs */
} Moved;

static bool is_whole_request(const Plan *plan) {
    return !plan->whole && plan->flow_count == 1;
}

static const Dtype *dtype_of(const Plan *plan, const Operand *side, int at) {
    return side->space == SPACE_REG ? plan->bundles[at].dtype : plan->buffers[at].dtype;
}

static const char *name_of(const Plan *plan, const Operand *side, int at) {
    return side->space == SPACE_REG ? plan->bundles[at].name : plan->buffers[at].name;
}

static Moved moved_of(const Function *function, const Plan *plan, int at) {
    const Copy *copy = function_copy(function);
    const Flow *flow = &plan->flows[at];
    Moved moved = {
        .flow = flow,
        .src = &flow->src,
        .dst = &flow->dst,
        .src_dtype = dtype_of(plan, &flow->src, flow->src_at),
        .dst_dtype = dtype_of(plan, &flow->dst, flow->dst_at),
        .src_name = name_of(plan, &flow->src, flow->src_at),
        .dst_name = name_of(plan, &flow->dst, flow->dst_at),
        .op = plan->whole || !copy ? OP_COPY : copy->op,
        .threads = plan->scope.threads};
    bool converts = moved.src_dtype != moved.dst_dtype;
    if (copy && is_whole_request(plan)) {
        moved.src = &copy->src;
        moved.dst = &copy->dst;
        moved.to_several = copy->options.multicast;
        if (!converts)
            moved.src_dtype = moved.dst_dtype = copy->dtype;
    }
    return moved;
}

static bool takes_side(const Plan *plan, const Operand *side, int at) {
    return plan_takes(plan, side->space == SPACE_REG ? ARGUMENT_BUNDLE : ARGUMENT_BUFFER, at);
}

static bool is_written(const Plan *plan, SideKind kind, int of) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Side *dst = &plan->phases[p].steps[s].dst;
            if (dst->kind == kind && dst->of == of)
                return true;
        }
    return false;
}

/* Some part that anyone may call or not, and that alone ends the flow. */
static bool is_of_anyone(const Plan *whole, const Flow *flow) {
    for (int i = 0; i < whole->part_count; i++) {
        Plan part = plan_part(whole, i);
        if (whole->parts[i].of_anyone && flow->dst.space == SPACE_REG &&
            is_written(&part, AT_BUNDLE, flow->dst_at))
            return true;
    }
    return false;
}

/* Does this part, or this function, begin or end the flow? */
static bool is_moved(const Plan *plan, const Flow *flow) {
    const Part *part = plan->whole ? &plan->whole->parts[plan->part] : NULL;
    if (part && (part->of_anyone || is_of_anyone(plan->whole, flow)))
        return part->of_anyone && flow->dst.space == SPACE_REG &&
               is_written(plan, AT_BUNDLE, flow->dst_at);
    return takes_side(plan, &flow->src, flow->src_at) || takes_side(plan, &flow->dst, flow->dst_at);
}

/* A part that only takes what another one gives. */
static const char *half_words(const Plan *plan, const Moved *moved) {
    const Flow *flow = moved->flow;
    if (!takes_side(plan, &flow->dst, flow->dst_at))
        return mem_printf("; this part reads %s", moved->src_name);
    if (!takes_side(plan, &flow->src, flow->src_at))
        return mem_printf("; this part fills %s", moved->dst_name);
    return "";
}

/* ---- what ---------------------------------------------------------------------------------- */

static const char *place_words(const Operand *operand, const Dtype *dtype) {
    const Swizzle *swizzle = &operand->layout.swizzle;
    const char *words = space_words[operand->space];
    if (!swizzle->on || swizzle->len == 0 || dtype->bits < 8)
        return words;
    return mem_printf(
        "%s, swizzled in %" PRId64 " bytes,",
        words,
        ((int64_t)dtype->bits / 8) << (swizzle->per_element + swizzle->len));
}

/* "a 32x8 f32 tile", "128 f32 elements" */
static const char *tile_words(const Operand *operand, const Dtype *of) {
    Text shape = {0};
    words_shape(&shape, operand);
    const char *extents = text_string(&shape), *dtype = of->name;
    if (!strchr(extents, 'x'))
        return mem_printf("%s %s element%s", extents, dtype, strcmp(extents, "1") == 0 ? "" : "s");
    bool is_vowel =
        extents[0] == '8' || strncmp(extents, "11x", 3) == 0 || strncmp(extents, "18x", 3) == 0;
    return mem_printf("%s %s %s tile", is_vowel ? "an" : "a", extents, dtype);
}

/* "Hands element i of 128 f32 elements in registers to every thread"; what thread 0 has; in the
 * place of i. */
static const char *element_words(const Plan *plan, const Moved *moved) {
    const Flow *flow = moved->flow;
    const Operand *dst = moved->dst;
    const char *place = place_words(moved->src, moved->src_dtype);
    Text at = {0};
    if (flow->replaces)
        return mem_printf(
            "Writes %s in %s over element %s",
            tile_words(moved->src, moved->src_dtype),
            place,
            dst->region[0].symbol < 0 ? "0" : plan->symbols[dst->region[0].symbol].name);
    words_expr(&at, flow->begin, plan);
    if (flow->period > 1 || plan->symbol_count == 0)
        return mem_printf(
            "Gives the value of thread 0 in %s to every thread: %s",
            place,
            tile_words(dst, moved->dst_dtype));
    return mem_printf(
        "Gives element %s of %s in %s to every thread",
        text_string(&at),
        tile_words(moved->src, moved->src_dtype),
        place);
}

/* Does every register come from the one of its own number in the same thread? */
bool keeps_registers(const Plan *plan) {
    bool keeps = plan->phase_count > 0;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const Step *step = &plan->phases[p].steps[s];
            const Cond to = {.lhs = step->dst.at}, from = {.lhs = step->src[0].at};
            keeps &= step->primitive == PRIM_MOVE && conds_equal(&to, 1, &from, 1);
        }
    return keeps;
}

static const char *thread_word(const Plan *plan) {
    return plan->threads > 1 && plan->threads <= 32 ? "lane" : "thread";
}

/* Registers to registers: of nothing, inside of each thread, or from thread to thread. */
static const char *relayout_words(const Plan *plan, const Moved *moved) {
    const char *tile = tile_words(moved->dst, moved->dst_dtype);
    if (keeps_registers(plan))
        return mem_printf(
            "Copies %s register by register: every element is already in its place. Use the source "
            "registers instead of calling this",
            tile);
    if (plan->buffer_count == 0 && !plan_needs_converged(plan))
        return mem_printf(
            "Renumbers the registers of %s. Every element stays in its %s",
            tile,
            thread_word(plan));
    return mem_printf("Moves %s in registers to other owners", tile);
}

static const char *copied_words(const Moved *moved) {
    const char *tile = tile_words(moved->dst, moved->dst_dtype);
    const char *src = place_words(moved->src, moved->src_dtype);
    const char *dst = mem_printf(
        "%s%s",
        moved->to_several ? "several CTAs' " : "",
        place_words(moved->dst, moved->dst_dtype));
    bool in_place = moved->src->space != SPACE_REG && moved->src->space == moved->dst->space &&
                    moved->flow->src_at == moved->flow->dst_at;
    if (in_place)
        return mem_printf("Rearranges %s in %s in place", tile, dst);
    switch (moved->op) {
    case OP_COPY:
        return mem_printf("Copies %s from %s into %s", tile, src, dst);
    case OP_COPY_ASYNC:
        return mem_printf("Starts a copy of %s from %s into %s", tile, src, dst);
    default:
        return mem_printf("Rearranges %s from %s into %s", tile, src, dst);
    }
}

/* ---- conversions ---------------------------------------------------------------------------- */

static const char *converted_words(const Moved *moved) {
    const char *to = place_words(moved->dst, moved->dst_dtype);
    return mem_printf(
        "Converts %s from %s to %s in %s%s each element %s",
        tile_words(moved->dst, moved->src_dtype),
        place_words(moved->src, moved->src_dtype),
        moved->dst_dtype->name,
        to,
        to[strlen(to) - 1] == ',' ? "" : ",",
        words_rounding(moved->flow->rounding));
}

/* By a tensor map. */
static const char *rounded_words(const Moved *moved) {
    Moved plain = *moved;
    plain.dst_dtype = moved->src_dtype;
    const char *copied = copied_words(&plain);
    return mem_printf(
        "%s%s each element as %s, %s",
        copied,
        copied[strlen(copied) - 1] == ',' ? "" : ",",
        moved->dst_dtype->name,
        words_rounding(moved->flow->rounding));
}

/* ---- combinations --------------------------------------------------------------------------- */

static const char *const results[] = {
    "", "sum", "minimum", "maximum", "bitwise and", "bitwise or", "bitwise xor", "product"};

/* "Sums a 32x4 f32 tile in registers over dimension 1", "Takes the maximum of ..." */
static const char *reduced_words(const Moved *moved) {
    const Flow *flow = moved->flow;
    int extents = 0;
    for (int d = 0; d < moved->src->rank; d++)
        extents += moved->src->region[d].extent != 1;
    return mem_printf(
        "%s%s %s in %s%s",
        flow->combine == COMBINE_ADD ? (flow->scan ? "Sums up" : "Sums")
                                     : mem_printf("Takes the %s of", results[flow->combine]),
        flow->combine != COMBINE_ADD && flow->scan ? " every start of" : "",
        tile_words(moved->src, moved->src_dtype),
        place_words(moved->src, moved->src_dtype),
        extents < 2 ? ""
                    : mem_printf(" %s dimension %d", flow->scan ? "along" : "over", flow->over));
}

/* Of a copy that reduces: "each element of dst becomes the sum of what it held and what comes" */
static const char *onto_words(const Moved *moved) {
    return mem_printf(
        "%s %s from %s into %s%s each element of %s becomes the %s of its old value and the new "
        "element, atomically",
        moved->op == OP_COPY_ASYNC ? "Starts a reduction of" : "Reduces",
        tile_words(moved->dst, moved->dst_dtype),
        place_words(moved->src, moved->src_dtype),
        place_words(moved->dst, moved->dst_dtype),
        moved->dst->layout.swizzle.on ? "" : ":",
        moved->dst_name,
        results[moved->flow->onto]);
}

/* No axis of the layout names threads: each of them has a copy. */
static bool has_every_thread(const Operand *operand) {
    bool all = operand->space == SPACE_REG && operand->layout.offset_count == 0;
    for (int i = 0; i < operand->layout.shard_count; i++)
        all &= !axis_is_thread(operand->layout.shard[i].axis);
    return all;
}

/* "Puts the index of the minimum of 128 f32 elements in registers, the lowest of several, into
 * ..." */
static const char *index_words(const Moved *moved) {
    const Flow *flow = moved->flow;
    bool floating = moved->src_dtype->kind == DTYPE_FLOAT;
    return mem_printf(
        "Puts the index of the %s of %s in %s, ties to the lowest index, into %s in %s%s; %s",
        results[flow->combine],
        tile_words(moved->src, moved->src_dtype),
        place_words(moved->src, moved->src_dtype),
        tile_words(moved->dst, moved->dst_dtype),
        place_words(moved->dst, moved->dst_dtype),
        has_every_thread(moved->dst) && moved->threads > 1 ? " of every thread" : "",
        floating ? "NaNs are ignored; if all elements are NaN, the index is 0xffffffff"
                 : "each element is read once");
}

static const char *combined_words(const Plan *plan, const Moved *moved) {
    const Flow *flow = moved->flow;
    const char *order = "";
    if (flow->index)
        return index_words(moved);
    if ((flow->combine == COMBINE_ADD || flow->combine == COMBINE_MUL) &&
        moved->dst_dtype->kind == DTYPE_FLOAT)
        order = mem_printf("; %s", order_of_sums(plan));
    return mem_printf(
        "%s into %s in %s%s%s, each element once%s%s",
        reduced_words(moved),
        tile_words(moved->dst, moved->dst_dtype),
        place_words(moved->dst, moved->dst_dtype),
        has_every_thread(moved->dst) && moved->threads > 1 ? " of every thread" : "",
        !flow->scan ? ""
        : flow->exclusive
            ? ": every place gets the elements before it; the first place gets the neutral element"
            : ": every place gets the elements up to and including its own",
        order,
        flow->with ? mem_printf("; then %s, last", plan->bundles[flow->with_at].name) : "");
}

/* ---- parts that move nothing ---------------------------------------------------------------- */

/* "waits until the phase of empty whose parity is `parity` is over" */
static const char *sync_words(const Plan *plan, const Step *step) {
    const Object *object = step->object >= 0 ? &plan->objects[step->object] : NULL;
    const char *name = object ? object->name : "";
    Text value = {0};
    switch (primitives[step->primitive].act) {
    case ACT_WAIT_PHASE:
        if (step->value)
            words_expr(&value, step->value, plan);
        return mem_printf(
            "waits until the phase of %s with parity %s is over; earlier writes of the arriving "
            "threads are then visible",
            name,
            value.length ? mem_printf("`%s`", text_string(&value)) : "0");
    case ACT_ARRIVE:
        return mem_printf("arrives at %s", name);
    case ACT_ARRIVE_EXPECT:
        return mem_printf(
            "arrives at %s, which then expects %" PRId64 " more bytes", name, step->count);
    case ACT_ARRIVE_COPIES:
        return mem_printf("arrives at %s when the thread's copies have landed", name);
    case ACT_ARRIVE_REMOTE:
        return mem_printf("arrives at %s of another CTA", name);
    case ACT_ARRIVE_EXPECT_REMOTE:
        return mem_printf(
            "arrives at %s of another CTA, which then expects %" PRId64 " more bytes",
            name,
            step->count);
    case ACT_INIT:
        return mem_printf("initialises %s with arrival count %" PRId64, name, step->count);
    case ACT_BARRIER_SYNC:
        return mem_printf("waits at barrier %d", object ? object->id : 0);
    case ACT_BARRIER_ARRIVE:
        return mem_printf("arrives at barrier %d without waiting", object ? object->id : 0);
    case ACT_COMMIT:
        return "commits the copies in flight as a group";
    case ACT_WAIT_GROUPS:
        return mem_printf(
            "waits until at most %" PRId64 " groups of copies are in flight", step->count);
    case ACT_WAIT_READ:
        return mem_printf(
            "waits until all but %" PRId64 " groups of copies have read their sources",
            step->count);
    case ACT_WARP_SYNC:
    case ACT_GROUP_SYNC:
    case ACT_CTA_SYNC:
    case ACT_CLUSTER_SYNC:
        return "synchronises the callers";
    default:
        return NULL;
    }
}

static void add_syncs(Text *out, const Plan *plan) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            const char *words = sync_words(plan, &plan->phases[p].steps[s]);
            if (words)
                text_printf(out, "%s%s", out->length ? ", then " : "", words);
        }
}

/* read_a of a region of lane 0: anyone may call it. */
static bool is_read_whole(const Plan *plan) {
    return plan->whole && plan->whole->parts[plan->part].of_anyone;
}

static const char *read_words(const Plan *plan, const Moved *moved) {
    return mem_printf(
        "Reads all %" PRId64 " %s elements of %s, which %s put into shared memory, into each %s's "
        "registers",
        region_count(moved->dst),
        moved->dst_dtype->name,
        moved->src_name,
        plan->whole->parts[0].suffix,
        plan->threads <= 32 ? "lane" : "thread");
}

bool is_plain_copy(const Plan *plan) {
    return is_whole_request(plan) && !plan->part_count && plan->flows[0].combine == COMBINE_NONE &&
           !plan->flows[0].fills && plan->flows[0].onto == COMBINE_NONE &&
           dtype_of(plan, &plan->flows[0].src, plan->flows[0].src_at) ==
               dtype_of(plan, &plan->flows[0].dst, plan->flows[0].dst_at);
}

/* Of a function that does more: all but what an insert puts, or what a region takes from lane 0. */
static const char *kept_words(const Plan *plan, const Moved *moved) {
    const char *tile = tile_words(moved->src, moved->src_dtype), *one = thread_word(plan);
    return plan->whole
               ? mem_printf("Gives %s that %s 0 holds in registers to every %s", tile, one, one)
               : mem_printf("Copies %s in registers, all but one", tile);
}

/* "Fills a 64x64 f32 tile in shared memory with the bits 0xff800000 in each element" */
static const char *filled_words(const Moved *moved) {
    const uint64_t value = moved->flow->limits.fill;
    return mem_printf(
        "Fills %s in %s with %s",
        tile_words(moved->dst, moved->dst_dtype),
        place_words(moved->dst, moved->dst_dtype),
        value ? mem_printf("the bits 0x%" PRIx64 " in each element", value) : "zero");
}

static const char *flow_words(const Plan *plan, const Moved *moved) {
    const bool registers = moved->src->space == SPACE_REG && moved->dst->space == SPACE_REG;
    if (moved->flow->fills)
        return filled_words(moved);
    if (moved->flow->combine != COMBINE_NONE)
        return combined_words(plan, moved);
    if (moved->flow->begin || moved->flow->replaces)
        return element_words(plan, moved);
    if (moved->flow->onto != COMBINE_NONE)
        return onto_words(moved);
    if (moved->src_dtype != moved->dst_dtype)
        return moved->op == OP_COPY_ASYNC ? rounded_words(moved) : converted_words(moved);
    if (moved->op == OP_RELAYOUT || (registers && keeps_registers(plan) && is_plain_copy(plan)))
        return relayout_words(plan, moved);
    if (is_read_whole(plan))
        return read_words(plan, moved);
    if (registers && !is_plain_copy(plan))
        return kept_words(plan, moved);
    return copied_words(moved);
}

const char *what_words(const Function *function, const Plan *plan) {
    Text text = {0};
    int flows = 0;
    for (int i = 0; i < plan->flow_count; i++)
        flows += is_moved(plan, &plan->flows[i]);
    for (int i = 0; i < plan->flow_count; i++) {
        Moved moved = moved_of(function, plan, i);
        if (!is_moved(plan, moved.flow))
            continue;
        const char *words = flow_words(plan, &moved);
        size_t length = strlen(words);
        length -= words[length - 1] == ',';
        text_printf(&text, "%s%.*s", text.length ? ". " : "", (int)length, words);
        if (flows > 1)
            text_printf(&text, " (%s to %s)", moved.src_name, moved.dst_name);
        text_add(&text, is_read_whole(plan) ? "" : half_words(plan, &moved));
    }
    if (flows == 0)
        add_syncs(&text, plan);
    if (text.length == 0)
        text_add(&text, "nothing");
    if (text.at[0] >= 'a' && text.at[0] <= 'z')
        text.at[0] = (char)(text.at[0] - 32);
    text_char(&text, '.');
    return text_string(&text);
}

void contract_what(Text *out, const Function *function, const Plan *plan) {
    print_item(out, "What", what_words(function, plan));
}

/* ---- owns ----------------------------------------------------------------------------------- */

/* S[(R,C):(1@laneid,1)]: thread i holds row i. */
static bool owns_rows(const Operand *operand, int threads, const char **one) {
    const Layout *layout = &operand->layout;
    if (operand->rank != 2 || !operand->whole || layout->shard_count != 2 ||
        layout->replica_count || layout->offset_count)
        return false;
    const Iter *row = &layout->shard[0], *column = &layout->shard[1];
    bool by_lane = row->axis == AXIS_LANEID;
    bool by_thread = row->axis == AXIS_TX || (row->axis == AXIS_TID_IN_WG && threads <= 128);
    *one = by_lane ? "Lane" : "Thread";
    return (by_lane || by_thread) && row->stride.value == 1 && !row->stride.count &&
           column->axis == AXIS_M && column->stride.value == 1 && !column->stride.count &&
           operand->shape[0] == row->extent;
}

static void owns_flow(Text *out, const Moved *moved) {
    const char *one, *dst = moved->dst_name, *src = moved->src_name;
    bool into = moved->dst->space == SPACE_REG, from = moved->src->space == SPACE_REG;
    if (into && !from && owns_rows(moved->dst, moved->threads, &one) && moved->src->rank == 2)
        print_item(out, "Owns", mem_printf("%s i holds row i: %s[c] = %s[i, c].", one, dst, src));
    else if (from && !into && owns_rows(moved->src, moved->threads, &one) && moved->dst->rank == 2)
        print_item(out, "Owns", mem_printf("%s i holds row i: %s[i, c] = %s[c].", one, dst, src));
    else {
        const char *words = owns_sentence(moved->dst, moved->src, dst, src, moved->threads);
        if (words)
            print_item(out, "Owns", words);
    }
}

/* Of what is combined the elements are no longer those of the source. */
void contract_owns(Text *out, const Function *function, const Plan *plan) {
    for (int i = 0; i < plan->flow_count; i++) {
        Moved moved = moved_of(function, plan, i);
        if (is_moved(plan, moved.flow) && moved.flow->combine == COMBINE_NONE && !moved.flow->fills)
            owns_flow(out, &moved);
    }
}

/* ---- layouts -------------------------------------------------------------------------------- */

/* Of the elements of the request, also where its plan moves them as bytes. */
void contract_layouts(Text *out, const Function *function, const Plan *plan) {
    Text text = {0};
    for (int i = 0; i < plan->flow_count; i++) {
        const Flow *flow = &plan->flows[i];
        Moved moved = moved_of(function, plan, i);
        if (!is_moved(plan, flow))
            continue;
        const Copy *copy = function_copy(function);
        bool same = !copy || plan->dtype->bits == copy->dtype->bits;
        bool in_place = strcmp(moved.src_name, moved.dst_name) == 0;
        text_add(&text, text.length ? "; " : "");
        if (flow->fills) {
            text_printf(&text, "%s ", moved.dst_name);
        } else {
            text_printf(&text, "%s ", moved.src_name);
            operand_print(&text, same ? &flow->src : moved.src, plan->symbols);
            text_printf(
                &text,
                "%s, %s ",
                flow->src.is_auto ? " (auto)" : "",
                in_place ? "then" : moved.dst_name);
        }
        operand_print(&text, same ? &flow->dst : moved.dst, plan->symbols);
        text_add(&text, flow->dst.is_auto ? " (auto)" : "");
        if (!flow->with)
            continue;
        text_printf(&text, ", %s ", plan->bundles[flow->with_at].name);
        operand_print(&text, flow->with, plan->symbols);
    }
    if (text.length == 0)
        return;
    text_char(&text, '.');
    print_item(out, "Layouts", text_string(&text));
}
