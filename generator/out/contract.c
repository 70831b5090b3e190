/* contract.c: a Function -> the comment above it: what it requires, what it does, who calls it, who
 * owns what, the layouts, what must be synchronised, what it costs and why this variant. Every line is
 * read from the request, the Plans, their costs and the declines; nothing is measured here. */
#include "print.h"
#include "view.h"
#include <inttypes.h>
#include <string.h>

static const char *const space_words[SPACE_COUNT] = {
    "global memory", "shared memory", "registers", "another CTA's shared memory", "tensor memory"};

static const Plan *first_plan(const Function *function) {
    for (int i = 0; i < function->choice_count; i++)
        if (function->choices[i].plan)
            return function->choices[i].plan;
    return NULL;
}

static void add_sentence(Text *out, const char *sentence) {
    text_printf(out, "%s%s", out->length ? "; " : "", sentence);
}

/* ---- requires ------------------------------------------------------------------------------ */

/* "dst and src 16-byte aligned": buffers of one alignment are named together. Of several bodies the one that
 * asks for the most counts. */
static void require_alignment(Text *out, const Function *function, const Plan *plan) {
    int align[32];
    int count = plan->buffer_count < 32 ? plan->buffer_count : 32;
    for (int i = 0; i < count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        align[i] =
            buffer->role == ROLE_SCRATCH ? buffer->align : function_align(function, buffer->role);
    }
    for (int i = 0; i < count; i++) {
        const int bytes = align[i];
        Text names = {0};
        for (int k = i; k < count && bytes > 1; k++)
            if (align[k] == bytes) {
                text_printf(&names, "%s%s", names.length ? " and " : "", plan->buffers[k].name);
                align[k] = 1;
            }
        if (names.length)
            add_sentence(out, mem_printf("%s %d-byte aligned", text_string(&names), bytes));
    }
}

/* Between two places of one memory, and between two arrays of registers: what is read last would
 * otherwise be what was written first. A remote tile may turn out to be one of ours. */
static void require_apart(Text *out, const Copy *copy) {
    if (sides_may_overlap(copy))
        add_sentence(out, "dst and src do not overlap");
}

/* How many of a run-time stride fit into 32-bit offsets: 128 of ld in S[(128,64):(ld,1)]. */
static int64_t stride_reach(const Plan *plan, int symbol) {
    int64_t reach = 0;
    for (int i = 0; i < plan->flow_count; i++) {
        const Operand *sides[2] = {&plan->flows[i].src, &plan->flows[i].dst};
        for (int s = 0; s < 2; s++) {
            for (int k = 0; k < sides[s]->layout.shard_count; k++) {
                const Iter *iter = &sides[s]->layout.shard[k];
                int64_t part;
                if (iter->stride.count == 1 && iter->stride.symbol[0] == symbol &&
                    mul_i64(iter->extent, iter->stride.value, &part) && part > reach)
                    reach = part;
            }
        }
    }
    return reach;
}

/* ld % 8 == 0, ld >= 64, 128 * ld < 2^32: the round number just inside the exact limit. */
static void require_symbol(Text *out, const Plan *plan, int at) {
    const Symbol *symbol = &plan->symbols[at];
    const char *name = argument_name(symbol->name), *comma = "";
    Text facts = {0};
    if (symbol_is_given(symbol))
        return;
    if (symbol->divisor > 1) {
        text_printf(&facts, "%s %% %" PRId64 " == 0", name, symbol->divisor);
        comma = ", ";
    }
    if (symbol->min > 0) {
        text_printf(&facts, "%s%s >= %" PRId64, comma, name, symbol->min);
        comma = ", ";
    }
    if (symbol->pitch.limit) {
        text_printf(&facts, "%s%s", comma, pitch_text(plan->symbols, symbol, " or ", ""));
        comma = ", ";
    }
    int64_t reach = symbol->role == SYMBOL_STRIDE ? stride_reach(plan, at) : 0;
    int top = symbol->wide ? 48 : 32, power = top;
    while (power >= top - 1 && reach > 0 && (((int64_t)1 << power) - 1) / reach > symbol->max)
        power--;
    if (reach > 0 && power >= top - 1)
        text_printf(&facts, "%s%" PRId64 " * %s < 2^%d", comma, reach, name, power);
    else if (symbol->role == SYMBOL_LIMIT)
        text_printf(&facts, "%s%s < 2^31", comma, name);
    else if (symbol->max <= UINT32_MAX - symbol->divisor)
        text_printf(&facts, "%s%s <= %" PRId64, comma, name, symbol->max);
    if (facts.length)
        add_sentence(out, text_string(&facts));
}

/* The size of a tile whose layout tcgen chose, because padding adds to it. */
static void require_room(Text *out, const Plan *plan) {
    for (int i = 0; i < plan->flow_count; i++) {
        const Operand *sides[2] = {&plan->flows[i].src, &plan->flows[i].dst};
        int at[2] = {plan->flows[i].src_at, plan->flows[i].dst_at};
        for (int s = 0; s < 2; s++) {
            if (!sides[s]->is_auto || plan->buffers[at[s]].elements <= 0)
                continue;
            const Buffer *buffer = &plan->buffers[at[s]];
            add_sentence(
                out,
                mem_printf(
                    "%s needs %" PRId64 " bytes",
                    buffer->name,
                    (buffer->elements * buffer->dtype->bits + 7) / 8));
        }
    }
}

static void contract_requires(Text *out, const Function *function, const Plan *plan) {
    Text text = {0};
    bool is_remote = false;
    require_alignment(&text, function, plan);
    require_apart(&text, function->copy);
    require_room(&text, plan);
    for (int i = 0; i < plan->symbol_count; i++)
        require_symbol(&text, plan, i);
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        is_remote |= plan_is_remote(plan, i);
        if (buffer->role == ROLE_SCRATCH && buffer->elements > 0)
            add_sentence(
                &text,
                mem_printf(
                    "%s holds %" PRId64 " %s elements that nobody else uses meanwhile",
                    buffer->name,
                    buffer->elements,
                    buffer->dtype->name));
    }
    if (plan->hint.cache && strcmp(plan->hint.cache, "nc") == 0)
        add_sentence(&text, "nothing writes src while the kernel runs");
    if (plan->hint.policy)
        add_sentence(&text, "policy from a tc_createpolicy primitive");
    if (is_remote)
        add_sentence(
            &text,
            "dst and bar are our own addresses of what CTA `cta` of the cluster keeps there; a "
            "cluster "
            "launch");
    print_item(out, "Requires", text.length ? mem_printf("%s.", text_string(&text)) : "Nothing.");
}

/* ---- what, who, owns, layouts -------------------------------------------------------------- */

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
static const char *tile_words(const Copy *copy) {
    Text shape = {0};
    words_shape(&shape, &copy->dst);
    const char *extents = text_string(&shape), *dtype = copy->dtype->name;
    if (!strchr(extents, 'x'))
        return mem_printf("%s %s element%s", extents, dtype, strcmp(extents, "1") == 0 ? "" : "s");
    bool is_vowel =
        extents[0] == '8' || strncmp(extents, "11x", 3) == 0 || strncmp(extents, "18x", 3) == 0;
    return mem_printf("%s %s %s tile", is_vowel ? "an" : "a", extents, dtype);
}

static void contract_what(Text *out, const Copy *copy) {
    const char *src = place_words(&copy->src, copy->dtype), *tile = tile_words(copy), *text;
    const char *dst = place_words(&copy->dst, copy->dtype);
    switch (copy->op) {
    case OP_COPY:
        text = mem_printf("Copies %s from %s into %s", tile, src, dst);
        break;
    case OP_COPY_ASYNC:
        text = mem_printf("Starts a copy of %s from %s into %s", tile, src, dst);
        break;
    case OP_PERMUTE:
        text = mem_printf("Rearranges %s from %s into %s", tile, src, dst);
        break;
    default:
        text = mem_printf("Hands %s in %s over to other owners", tile, src);
        break;
    }
    size_t length = strlen(text);
    length -= text[length - 1] == ',';
    print_item(out, "What", mem_printf("%.*s.", (int)length, text));
}

/* Which elements move, and what becomes of the others. */
static void contract_limits(Text *out, const Copy *copy) {
    const Limits *limits = &copy->limits;
    bool store = copy->dst.space == SPACE_GMEM;
    const char *which = limits->count == 2 ? "Element (r, c) moves where r < rows and c < cols"
                                           : "Element c moves where c < cols";
    const char *rest = store          ? "nothing else of dst is written"
                       : limits->keep ? "the rest of dst keeps what it held"
                       : limits->fill
                           ? mem_printf("the rest of dst becomes 0x%" PRIx64, limits->fill)
                           : "the rest of dst becomes zero";
    if (limits->count)
        print_item(
            out,
            "Limits",
            mem_printf(
                "%s; %s%s.",
                which,
                rest,
                store ? "" : ", and nothing beyond the limits is read of src"));
}

static bool has_kind(const Plan *plan, PrimitiveKind kind, PrimitiveKind other) {
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++) {
            PrimitiveKind one = primitives[plan->phases[p].steps[s].primitive].kind;
            if (one == kind || one == other)
                return true;
        }
    return false;
}

static int count_of(const Plan *plan, PrimitiveId id) {
    int count = 0;
    for (int p = 0; p < plan->phase_count; p++)
        for (int s = 0; s < plan->phases[p].step_count; s++)
            count += plan->phases[p].steps[s].primitive == id;
    return count;
}

/* Barriers that the function itself waits at. */
static const PrimitiveId barriers[] = {
    PRIM_WARP_SYNC, PRIM_CTA_SYNC, PRIM_BARRIER_SYNC, PRIM_CLUSTER_SYNC};

static bool waits_inside(const Plan *plan) {
    int count = 0;
    for (size_t i = 0; i < COUNT_OF(barriers); i++)
        count += count_of(plan, barriers[i]);
    return count > 0;
}

/* Which ranks do anything: first, last and how many. */
static void working_ranks(const Plan *plan, int64_t *first, int64_t *last, int64_t *count) {
    *first = *last = -1;
    *count = 0;
    for (int64_t rank = 0; rank < plan->threads; rank++) {
        bool works = false;
        for (int p = 0; p < plan->phase_count; p++)
            works |= rank_runs(plan, &plan->phases[p], rank);
        if (!works)
            continue;
        *first = *first < 0 ? rank : *first;
        *last = rank;
        ++*count;
    }
}

static void contract_who(Text *out, const Plan *plan) {
    Text text = {0};
    const char *one = plan->threads <= 32 ? "lane" : "thread";
    int64_t first, last, count;
    words_callers(&text, &plan->scope);
    if (text.length)
        text.at[0] = (char)(text.at[0] >= 'a' && text.at[0] <= 'z' ? text.at[0] - 32 : text.at[0]);
    working_ranks(plan, &first, &last, &count);
    bool is_partial = count < plan->threads && !plan->scope.narrowed && plan->threads > 1;
    if (has_kind(plan, KIND_MATRIX_LOAD, KIND_MATRIX_STORE))
        text_add(&text, ", converged");
    if (is_partial && count == 1)
        text_printf(&text, "; %s %" PRId64 " does all the work", one, first);
    else if (is_partial && last - first + 1 == count)
        text_printf(&text, "; %ss %" PRId64 " to %" PRId64 " move elements", one, first, last);
    else if (is_partial)
        text_printf(&text, "; %" PRId64 " of them move elements", count);
    if (plan->threads > 1 && !waits_inside(plan) &&
        !has_kind(plan, KIND_MATRIX_LOAD, KIND_MATRIX_STORE))
        text_printf(&text, "; no %s waits for another", one);
    text_char(&text, '.');
    print_item(out, "Who", text_string(&text));
}

/* S[(R,C):(1@laneid,1)]: thread i holds row i. */
static bool owns_rows(const Operand *operand, const char **one) {
    const Layout *layout = &operand->layout;
    if (operand->rank != 2 || !operand->whole || layout->shard_count != 2 ||
        layout->replica_count || layout->offset_count)
        return false;
    const Iter *row = &layout->shard[0], *column = &layout->shard[1];
    bool by_lane = row->axis == AXIS_LANEID;
    bool by_thread = row->axis == AXIS_TX || row->axis == AXIS_TID_IN_WG;
    *one = by_lane ? "Lane" : "Thread";
    return (by_lane || by_thread) && row->stride.value == 1 && !row->stride.count &&
           column->axis == AXIS_M && column->stride.value == 1 && !column->stride.count &&
           operand->shape[0] == row->extent;
}

static void contract_owns(Text *out, const Copy *copy) {
    const char *one;
    bool into = copy->dst.space == SPACE_REG, from = copy->src.space == SPACE_REG;
    if (into && !from && owns_rows(&copy->dst, &one) && copy->src.rank == 2)
        print_item(out, "Owns", mem_printf("%s i holds row i: dst[c] = src[i, c].", one));
    else if (from && !into && owns_rows(&copy->src, &one) && copy->dst.rank == 2)
        print_item(out, "Owns", mem_printf("%s i holds row i: dst[i, c] = src[c].", one));
    else if (owns_sentence(copy))
        print_item(out, "Owns", owns_sentence(copy));
}

/* Of the elements of the request, also where its plan moves them as bytes. */
static void contract_layouts(Text *out, const Plan *plan, const Copy *copy) {
    Text text = {0};
    for (int i = 0; i < plan->flow_count; i++) {
        const Flow *flow = &plan->flows[i];
        text_printf(&text, "%ssrc ", i ? "; " : "");
        bool same = plan->dtype->bits == copy->dtype->bits;
        operand_print(&text, same ? &flow->src : &copy->src, plan->symbols);
        text_add(&text, flow->src.is_auto ? " (auto), dst " : ", dst ");
        operand_print(&text, same ? &flow->dst : &copy->dst, plan->symbols);
        text_add(&text, flow->dst.is_auto ? " (auto)" : "");
    }
    text_char(&text, '.');
    print_item(out, "Layouts", text_string(&text));
}

/* ---- sync ---------------------------------------------------------------------------------- */

static int64_t token_bytes(const Plan *plan) {
    int64_t elements = 1;
    const Operand *dst = &plan->flows[0].dst;
    for (int i = 0; i < dst->rank; i++)
        elements *= dst->region[i].extent;
    return elements * plan->dtype->bits / 8;
}

static void sync_inside(Text *text, const Plan *plan) {
    for (size_t i = 0; i < COUNT_OF(barriers); i++) {
        int count = count_of(plan, barriers[i]);
        if (count)
            add_sentence(text, mem_printf("%d %s inside", count, primitives[barriers[i]].function));
    }
}

static void sync_tokens(Text *text, const Plan *plan) {
    for (int i = 0; i < plan->object_count; i++) {
        const Object *object = &plan->objects[i];
        if (!object->left)
            continue;
        if (object->kind == OBJECT_MBARRIER)
            add_sentence(
                text,
                mem_printf(
                    "before: tc_fence_async_smem by every writer of src, and a cluster barrier; "
                    "CTA "
                    "`cta` expects %" PRId64
                    " bytes on bar and waits; until then src stays unchanged and both CTAs alive",
                    token_bytes(plan)));
        else
            add_sentence(
                text, "caller: tc_cp_async_commit, later tc_cp_async_wait_all and a barrier");
    }
}

static void contract_sync(Text *out, const Plan *plan) {
    Text text = {0};
    bool in_flight = plan->object_count > 0, memory_in = false, memory_out = false, scratch = false;
    const char *others = plan->threads <= 32 ? "lanes" : "threads";
    for (int i = 0; i < plan->buffer_count; i++) {
        const Buffer *buffer = &plan->buffers[i];
        memory_in |= buffer->role == ROLE_IN && buffer->space != SPACE_GMEM;
        memory_out |= buffer->role == ROLE_OUT;
        scratch |= buffer->role == ROLE_SCRATCH;
    }
    sync_inside(&text, plan);
    if (text.length == 0 && !in_flight)
        text_add(&text, "none");
    sync_tokens(&text, plan);
    if (memory_in && !in_flight)
        add_sentence(
            &text,
            has_kind(plan, KIND_MATRIX_LOAD, KIND_MATRIX_LOAD)
                ? "what src holds must be visible to the warp"
                : "what src holds must be visible to the caller");
    if (memory_out && !in_flight)
        add_sentence(
            &text,
            plan->threads == 1
                ? "other threads see the tile after a barrier of the caller"
                : mem_printf("other %s see the tile after a barrier of the caller", others));
    if (scratch)
        add_sentence(&text, "scratch is free again after a barrier of the caller");
    if (text.length && text.at[0] >= 'a' && text.at[0] <= 'z')
        text.at[0] = (char)(text.at[0] - 32);
    text_char(&text, '.');
    print_item(out, "Sync", text_string(&text));
}

/* ---- cost, why ----------------------------------------------------------------------------- */

static void add_ratio(Text *out, int64_t got, int64_t ideal, const char *unit) {
    add_sentence(out, mem_printf("%" PRId64 " %s%s", got, unit, got == 1 ? "" : "s"));
    if (got > ideal)
        text_printf(out, ", %" PRId64 " would do", ideal);
    else
        text_add(out, ", the minimum");
}

static const char *per_worker(const Plan *plan) {
    int64_t first, last, count;
    working_ranks(plan, &first, &last, &count);
    if (plan->scope.kind == SCOPE_ELECTED || count == 1)
        return plan->threads == 1 ? "" : " on one lane";
    if (has_kind(plan, KIND_MATRIX_LOAD, KIND_MATRIX_STORE))
        return " per warp";
    return plan->threads <= 32 ? " per lane" : " per thread";
}

/* In the order of their first use: 4 ld.global.v4.b32, 4 st.shared.v4.b32 */
static void print_instructions(Text *out, const Choice *choice) {
    const Cost *cost = &choice->cost;
    bool shown[PRIM_COUNT] = {false};
    for (int p = 0; p < choice->plan->phase_count; p++) {
        for (int s = 0; s < choice->plan->phases[p].step_count; s++) {
            PrimitiveId id = choice->plan->phases[p].steps[s].primitive;
            for (int i = 0; i < cost->instruction_count && !shown[id]; i++)
                if (cost->instructions[i].primitive == id)
                    text_printf(
                        out,
                        "%s%" PRId64 " %s",
                        out->length ? ", " : "",
                        cost->instructions[i].count,
                        plan_ptx(choice->plan, id));
            shown[id] = true;
        }
    }
}

static const char *cost_text(const Choice *choice) {
    const Cost *cost = &choice->cost;
    int64_t got = 0, ideal = 0;
    Text text = {0};
    print_instructions(&text, choice);
    text_add(&text, per_worker(choice->plan));
    for (int i = 0; i < cost->wavefront_count; i++) {
        got += cost->wavefronts[i].got;
        ideal += cost->wavefronts[i].ideal;
    }
    if (cost->wavefront_count)
        add_ratio(&text, got, ideal, "wavefront");
    if (cost->sectors)
        add_ratio(&text, cost->sectors, cost->ideal_sectors, "sector");
    if (cost->symbolic && (cost->wavefront_count || cost->sectors))
        text_add(
            &text,
            choice->plan->flows[0].limits.count
                ? " (of a whole tile at the smallest run-time arguments)"
                : " (at the smallest run-time arguments)");
    return text_string(&text);
}

/* "sm_100a, sm_90: " where the targets differ */
static const char *targets_prefix(const Function *function, const Choice *choice) {
    if (function->choice_count < 2)
        return "";
    Text text = {0};
    words_targets(&text, choice->targets);
    return mem_printf("%s: ", text_string(&text));
}

static void contract_cost(Text *out, const Function *function) {
    for (int i = 0; i < function->choice_count; i++) {
        const Choice *choice = &function->choices[i];
        if (choice->plan && choice->cost.instruction_count)
            print_item(
                out,
                "Cost",
                mem_printf("%s%s.", targets_prefix(function, choice), cost_text(choice)));
    }
}

static int priority_of(const char *name) {
    for (int i = 0; i < variant_count; i++)
        if (strcmp(variants[i].name, name) == 0)
            return variants[i].priority;
    return 0;
}

/* Worth a word: what would have come first, and what lost by cost. */
static bool is_better(const Copy *copy, const Decline *decline, const Plan *plan) {
    return !plan || strcmp(decline->predicate, "cost") == 0 ||
           (!decline_is_inherent(copy, decline) &&
            priority_of(decline->variant) > priority_of(plan->variant));
}

static void contract_why(Text *out, const Function *function) {
    enum { SHOWN = 3 };
    for (int i = 0; i < function->choice_count; i++) {
        const Choice *choice = &function->choices[i];
        Text text = {0};
        int better = 0;
        text_add(&text, targets_prefix(function, choice));
        text_add(&text, choice->plan ? choice->plan->variant : "no variant");
        for (int k = 0; k < choice->decline_count; k++) {
            const Decline *one = &choice->declines[k];
            if (is_better(function->copy, one, choice->plan) && ++better <= SHOWN)
                text_printf(&text, "; %s declined: %s", one->variant, one->reason);
        }
        if (better > SHOWN)
            text_printf(&text, "; %d more declined", better - SHOWN);
        text_add(&text, ". See tcgen explain.");
        print_item(out, "Why", text_string(&text));
    }
}

void print_duties(Text *out, const Function *function) {
    contract_requires(out, function, first_plan(function));
    contract_sync(out, first_plan(function));
}

void print_contract(Text *out, const Function *function) {
    const Plan *plan = first_plan(function);
    Text text = {0};
    contract_requires(&text, function, plan);
    contract_what(&text, function->copy);
    contract_limits(&text, function->copy);
    contract_who(&text, plan);
    contract_owns(&text, function->copy);
    contract_layouts(&text, plan, function->copy);
    contract_sync(&text, plan);
    contract_cost(&text, function);
    contract_why(&text, function);
    text_printf(out, "/* %s */\n", text_string(&text) + strlen(" * "));
}
