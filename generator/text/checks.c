/* checks.c: The tests of a generated function under TC_CHECK, one macro of check.h per line: who
 * calls, and the promises of the contract that a thread can check. */
#include "../plan/duties.h"
#include "text.h"
#include <inttypes.h>
#include <string.h>

static void print_check(Text *out, const char *macro, const char *a, const char *b) {
    const char *items[] = {a, b};
    print_list(out, PAGE_INDENT, macro, items, b ? 2 : 1, ";");
}

/* The threads of a cluster have ranks that go on over its CTAs: nothing is known of those. */
static void print_rank_check(Text *out, const Function *function, const Plan *plan) {
    if (!function->has_at || plan->scope.kind == SCOPE_CLUSTER)
        return;
    int group = plan->scope.group;
    const char *macro = plan->scope.narrowed && !group ? "TC_CHECK_RANK_OF_SOME" : "TC_CHECK_RANK";
    print_check(out, macro, "rank", mem_printf("%d", group ? group : plan->threads));
}

/* What is known of a run-time number: ld >= 64 && ld <= 33554431 && ld % 8 == 0. "" for nothing. */
static const char *holds_text(const Plan *plan, const Symbol *symbol) {
    const char *name = symbol_argument(symbol);
    Text holds = {0};
    if (symbol->role == SYMBOL_CTA)
        return mem_printf("%s < tc_cta_count_in_cluster()", symbol->name);
    if (symbol->role == SYMBOL_CTAS)
        return mem_printf(
            "%s != 0 && %s >> tc_cta_count_in_cluster() == 0", symbol->name, symbol->name);
    if ((symbol_is_given(symbol) && symbol->role != SYMBOL_BARRIER) || symbol->role == SYMBOL_PICK)
        return "";
    if (symbol->min > 0)
        text_printf(&holds, "%s >= %" PRId64, name, symbol->min);
    if (symbol->pitch.limit)
        text_printf(
            &holds,
            "%s(%s)",
            holds.length ? " && " : "",
            pitch_text(plan->symbols, symbol, " || ", "ull"));
    if (symbol->min < 0 && symbol->min > INT32_MIN && !plan_is_coordinate(plan, symbol))
        text_printf(&holds, "%s >= %" PRId64, name, symbol->min);
    bool bounded = symbol->max < INT32_MAX && !plan_is_coordinate(plan, symbol);
    if (bounded || symbol->role == SYMBOL_LIMIT || symbol->wide)
        text_printf(
            &holds,
            "%s%s <= %" PRId64 "%s",
            holds.length ? " && " : "",
            name,
            symbol->max,
            symbol->max > INT32_MAX ? "ull" : "");
    if (symbol->divisor > 1)
        text_printf(
            &holds, "%s%s %% %" PRId64 " == 0", holds.length ? " && " : "", name, symbol->divisor);
    return text_string(&holds);
}

/* Of a dimension of a region, units dropped; -1: of one of them. */
static int64_t extent_of(const Operand *operand, int dim) {
    int64_t extent = 1;
    for (int d = 0, at = 0; d < operand->rank && dim >= 0; d++)
        if (operand->region[d].extent != 1 && at++ == dim)
            extent = operand->region[d].extent;
    return extent;
}

/* An array that repeats does so once on each side: y + height >= 0 and y + 34 <= 2 * height, in 64
 * bits. */
static void print_wrap_checks(Text *out, const Plan *plan) {
    const Flow *flow = plan->flow_count ? &plan->flows[0] : NULL;
    for (int i = 0; flow && flow->limits.edge == EDGE_WRAP && i < flow->limits.count; i++) {
        const Limit *limit = &flow->limits.at[i];
        const char *extent = symbol_argument(&plan->symbols[limit->symbol]);
        const char *begin = mem_printf("%" PRId64 "ll", limit->begin);
        if (limit->origin >= 0)
            begin = mem_printf("%s + %s", begin, symbol_argument(&plan->symbols[limit->origin]));
        const int64_t count = extent_of(&flow->dst, limit->dim);
        const char *holds = mem_printf(
            "%s + %s >= 0 && %s + %" PRId64 " <= 2ll * %s", begin, extent, begin, count, extent);
        print_check(out, "TC_CHECK_LIMIT", holds, NULL);
    }
}

/* "y - 1", or "3" where no origin is added. */
static const char *place_words(const Plan *plan, const Limit *limit, int64_t more) {
    const int64_t at = limit->begin + more;
    if (limit->origin < 0)
        return mem_printf("%" PRId64, at);
    const char *origin = symbol_argument(&plan->symbols[limit->origin]);
    return at == 0 ? origin
                   : mem_printf("%s %c %" PRId64, origin, at < 0 ? '-' : '+', at < 0 ? -at : at);
}

const char *wrap_text(const Plan *plan, int symbol) {
    const Flow *flow = plan->flow_count ? &plan->flows[0] : NULL;
    Text text = {0};
    for (int i = 0; flow && flow->limits.edge == EDGE_WRAP && i < flow->limits.count; i++) {
        const Limit *limit = &flow->limits.at[i];
        const char *extent = symbol_argument(&plan->symbols[limit->symbol]);
        if (limit->symbol != symbol)
            continue;
        if (limit->origin >= 0)
            text_printf(&text, ", %s >= -%s", place_words(plan, limit, 0), extent);
        text_printf(
            &text,
            ", 2 * %s >= %s",
            extent,
            place_words(plan, limit, extent_of(&flow->dst, limit->dim)));
    }
    return text.length ? text_string(&text) : "";
}

/* Does the region begin at the pointer? */
static bool at_pointer(const Operand *operand) {
    bool at = true;
    for (int d = 0; d < operand->rank; d++)
        at = at && operand->region[d].symbol < 0 && operand->region[d].begin == 0;
    for (int i = 0; i < operand->layout.offset_count; i++)
        at = at && axis_is_thread(operand->layout.offset[i].axis);
    return at;
}

/* Bytes from the pointer on that hold nothing but elements of the operand: all of a dense tile, of
 * others the first element, since two tiles with a pitch may lie side by side, row by row. 0: it is
 * not known of any. */
static int64_t own_bytes(const Plan *plan, const Operand *operand, int at) {
    const Buffer *buffer = &plan->buffers[at];
    int64_t count = 1;
    if ((operand->space != SPACE_GMEM && operand->space != SPACE_SMEM) || !at_pointer(operand))
        return 0;
    for (int d = 0; d < operand->rank; d++)
        count *= operand->region[d].extent;
    return ((count == buffer->elements ? count : 1) * buffer->dtype->bits + 7) / 8;
}

/* The same by the name of an argument. */
static int64_t argument_bytes(const Plan *plan, const char *name) {
    int64_t bytes = 0;
    for (int i = 0; i < plan->bundle_count; i++)
        if (strcmp(plan->bundles[i].name, name) == 0)
            return (plan->bundles[i].count * plan->bundles[i].dtype->bits + 7) / 8;
    for (int i = 0; i < plan->flow_count && !bytes; i++) {
        const Flow *flow = &plan->flows[i];
        if (flow->limits.count)
            continue; /* they may be 0 */
        if (flow->src.space != SPACE_REG && !flow->src_peer &&
            strcmp(plan->buffers[flow->src_at].name, name) == 0)
            bytes = own_bytes(plan, &flow->src, flow->src_at);
        if (flow->dst.space != SPACE_REG && !flow->dst_peer && !bytes &&
            strcmp(plan->buffers[flow->dst_at].name, name) == 0)
            bytes = own_bytes(plan, &flow->dst, flow->dst_at);
    }
    return bytes;
}

static const char *bytes_text(int64_t bytes) {
    return mem_printf("%" PRId64, bytes);
}

/* Of the contract: what does not overlap. A tile of another CTA may lie at the address of ours. */
static void print_apart_checks(Text *out, const Duties *duties) {
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_APART, duty));) {
        int64_t bytes = argument_bytes(duties->plan, duty->name);
        int64_t with = argument_bytes(duties->plan, duty->with);
        const char *items[] = {duty->name, bytes_text(bytes), duty->with, bytes_text(with)};
        if (bytes && with)
            print_list(out, PAGE_INDENT, "TC_CHECK_APART", items, 4, ";");
    }
}

/* What every thread passes alike: the i of an extract, the accumulator of a reduce. */
static void print_same_checks(
    Text *out, const Function *function, const Plan *plan, const Duties *duties) {
    int threads = plan->scope.group ? plan->scope.group : plan->threads;
    if (!function->has_at || plan->scope.kind == SCOPE_CLUSTER)
        return;
    for (const Duty *duty = NULL; (duty = duty_next(duties, DUTY_SAME, duty));) {
        const char *name = duty->name;
        int64_t bytes = argument_bytes(plan, name);
        for (int i = 0; i < plan->symbol_count && !bytes; i++)
            if (strcmp(plan->symbols[i].name, duty->name) == 0) {
                name = mem_printf("&%s", duty->name);
                bytes = plan->symbols[i].wide ? 8 : 4;
            }
        const char *items[] = {"rank", mem_printf("%d", threads), name, bytes_text(bytes)};
        if (bytes && !duty->more)
            print_list(out, PAGE_INDENT, "TC_CHECK_SAME", items, 4, ";");
    }
}

/* "16x4 S[(16,4):(1@laneid,1)] + R[(2):(16@laneid)]": where the string does not fit into a line,
 * several. */
static const char *layout_string(const Operand *operand, const Symbol *symbols, int indent) {
    Text text = {0}, out = {0};
    operand_print(&text, operand, symbols);
    const char *at = text_string(&text) + strlen("reg ");
    const size_t room = (size_t)(PAGE_COLUMNS - indent) - strlen("\"\");");
    while (strlen(at) > room) {
        size_t length = room;
        while (!strchr(" ,", at[length - 1]))
            length--;
        text_printf(&out, "\"%.*s\"\n%*s", (int)length, at, indent, "");
        at += length;
    }
    text_printf(&out, "\"%s\"", at);
    return text_string(&out);
}

static void print_owner_check(
    Text *out,
    const Function *function,
    const Plan *plan,
    const char *name,
    const Operand *operand,
    const Dtype *dtype) {
    int threads = plan->scope.group ? plan->scope.group : plan->threads;
    const char *items[] = {
        function->has_at ? "rank" : "0",
        mem_printf("%d", threads),
        name,
        mem_printf("%d", dtype->bits),
        layout_string(operand, plan->symbols, 2 * PAGE_INDENT)};
    print_list(out, PAGE_INDENT, "TC_CHECK_OWNERS", items, 5, ";");
}

/* What several threads hold of one tile in registers: the source of a relayout, as the request says
 * it, and an accumulator of results that several of them get. Not of a narrowed copy: the text of a
 * layout says nothing of threads that take no part. */
static void print_owner_checks(
    Text *out, const Function *function, const Plan *plan, const Duties *duties) {
    const Copy *copy = function_copy(function);
    bool tests_src = plan->scope.kind != SCOPE_CLUSTER && (!copy || !copy->scope.narrowed);
    for (int i = 0; i < plan->flow_count; i++) {
        const Flow *flow = &plan->flows[i];
        const char *src = flow->src.space == SPACE_REG ? plan->bundles[flow->src_at].name : NULL;
        const char *with = flow->with ? plan->bundles[flow->with_at].name : NULL;
        const Duty *same = with ? duty_about(duties, DUTY_SAME, with, NULL) : NULL;
        if (src && tests_src && duty_about(duties, DUTY_OWNERS, src, NULL))
            print_owner_check(
                out,
                function,
                plan,
                src,
                copy ? &copy->src : &flow->src,
                copy ? operand_dtype(copy, &copy->src) : plan->bundles[flow->src_at].dtype);
        if (same && same->more)
            print_owner_check(
                out, function, plan, with, flow->with, plan->bundles[flow->with_at].dtype);
    }
}

/* Under TC_CHECK: who calls, alignment of every memory argument, facts on run-time numbers. */
/* TC_CHECK_TENSORMAP(src, 9, 3, 2, 64, 128): on the emulator, which can look into a map. */
static void print_map_checks(Text *out, const Plan *plan) {
    for (int i = 0; i < plan->object_count; i++) {
        const Object *map = &plan->objects[i];
        const char *items[MAX_TENSOR_RANK + 4];
        int count = 0;
        if (map->kind != OBJECT_TENSOR)
            continue;
        items[count++] = map->name;
        items[count++] = mem_printf("%d", map->type);
        items[count++] = mem_printf("%d", map->swizzle.on ? map->swizzle.len : 0);
        items[count++] = mem_printf("%d", map->rank);
        for (int d = 0; d < map->rank; d++)
            items[count++] =
                mem_printf("%" PRId64, d ? map->box[d] : map->box[0] / tensor_pack(map));
        print_list(out, PAGE_INDENT, "TC_CHECK_TENSORMAP", items, count, ";");
    }
}

/* Of indices in registers those that this thread has. The first 24 lanes of a warp hold one each:
 * "rank % 32 < 24 ? 1 : 0". */
static const char *own_indices(const Function *function, const Plan *plan, const Flow *flow) {
    const Picks *picks = flow->src.picks ? flow->src.picks : flow->dst.picks;
    const Layout *layout = &picks->index.layout;
    const int64_t lanes = layout->shard[layout->shard_count - 1].extent;
    const int64_t count = plan->bundles[flow->index_at].count;
    if (!function->has_at || picks->by_thread || lanes >= 32)
        return mem_printf("%" PRId64, count);
    const char *lane = plan->threads > 32 ? "rank % 32" : "rank";
    return mem_printf("%s < %" PRId64 " ? %" PRId64 " : 0", lane, lanes, count);
}

/* From one index in memory to the next. */
static int64_t index_stride(const Picks *picks) {
    int64_t stride = 1;
    for (int i = 0; i < picks->index.layout.shard_count; i++)
        if (picks->index.layout.shard[i].extent > 1)
            stride = picks->index.layout.shard[i].stride.value;
    return stride;
}

/* TC_CHECK_INDEX(index, 1, 64, rank, 256, -1, 4096): 64 indices, which the threads share. */
static void print_index_checks(Text *out, const Function *function, const Plan *plan) {
    for (int f = 0; f < plan->flow_count; f++) {
        const Flow *flow = &plan->flows[f];
        const Picks *picks = flow->src.picks ? flow->src.picks : flow->dst.picks;
        if (!picks)
            continue;
        const Symbol *number = &plan->symbols[picks->number];
        bool in_registers = picks->index.space == SPACE_REG;
        bool shares = function->has_at && !in_registers;
        if ((number->max >= INT32_MAX && picks->absent) || number->max > INT32_MAX)
            continue;
        const int64_t stride = in_registers ? 1 : index_stride(picks);
        if (picks->index.layout.offset_count && !in_registers)
            continue;
        const char *items[] = {
            stride > 1 ? mem_printf("index, %" PRId64, stride) : "index, 1",
            in_registers ? own_indices(function, plan, flow) : mem_printf("%" PRId64, picks->count),
            shares ? "rank" : "0",
            mem_printf("%d", shares ? plan->threads : 1),
            mem_printf("%" PRId64, picks->absent ? (int64_t)-1 : number->min),
            mem_printf("%" PRId64, number->max)};
        print_list(out, PAGE_INDENT, "TC_CHECK_INDEX", items, 6, ";");
    }
}

/* TC_CHECK_UNIQUE(rank, index, 1, 64): of a scatter that does not reduce. Of indices in memory the
 * first thread asks, of registers each for its own. */
static void print_unique_checks(Text *out, const Function *function, const Plan *plan) {
    for (int f = 0; f < plan->flow_count; f++) {
        const Flow *flow = &plan->flows[f];
        const Picks *picks = flow->dst.picks;
        const bool in_registers = picks && picks->index.space == SPACE_REG;
        if (!picks || flow->onto != COMBINE_NONE ||
            (picks->index.layout.offset_count && !in_registers))
            continue;
        const char *count =
            in_registers ? own_indices(function, plan, flow) : mem_printf("%" PRId64, picks->count);
        const char *items[] = {
            function->has_at && !in_registers ? "rank" : "0",
            "index",
            mem_printf("%" PRId64, in_registers ? 1 : index_stride(picks)),
            count};
        if (!in_registers || plan->bundles[flow->index_at].count > 1)
            print_list(out, PAGE_INDENT, "TC_CHECK_UNIQUE", items, 4, ";");
    }
}

void print_checks(Text *out, const Function *function, const Plan *plan) {
    print_rank_check(out, function, plan);
    for (int i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].align > 1 && !plan->buffers[i].arena && plan_map(plan, i) < 0 &&
            plan_takes(plan, ARGUMENT_BUFFER, i))
            print_check(
                out,
                "TC_CHECK_ALIGN",
                plan->buffers[i].name,
                mem_printf("%d", plan->buffers[i].align));
    print_map_checks(out, plan);
    for (int i = 0; i < plan->arena_count; i++)
        if (plan->arenas[i].bytes > 0 && plan_takes(plan, ARGUMENT_ARENA, i))
            print_check(
                out,
                "TC_CHECK_SCRATCH",
                plan->arenas[i].name,
                mem_printf("%" PRId64 ", %d", plan->arenas[i].bytes, plan->arenas[i].align));
    for (int i = 0; i < plan->symbol_count; i++) {
        const char *holds = holds_text(plan, &plan->symbols[i]);
        if (*holds && plan_takes(plan, ARGUMENT_SYMBOL, i) && !plan_is_of_map(plan, i))
            print_check(out, "TC_CHECK_LIMIT", holds, NULL);
    }
    print_wrap_checks(out, plan);
    print_index_checks(out, function, plan);
    print_unique_checks(out, function, plan);
    Duties duties = plan_duties(plan);
    print_apart_checks(out, &duties);
    print_same_checks(out, function, plan, &duties);
    print_owner_checks(out, function, plan, &duties);
    if (plan_needs_converged(plan))
        print_line(out, PAGE_INDENT, "TC_CHECK_CONVERGED();");
}

/* The threads of the scope are there, where its rank is the hardware's. Lanes 0 to 5 have no such
 * block. */
void print_caller_check(Text *out, const Function *function, const Plan *plan) {
    const char *scope = function->rank_macro + strlen("TC_RANK_");
    int group = plan->scope.group;
    if (function->rank_argument || (group & (group - 1)) != 0)
        return;
    print_check(
        out,
        "TC_CHECK_CALLER",
        mem_text(scope, strcspn(scope, " ")),
        mem_printf("%d", group ? group : plan->threads));
}
