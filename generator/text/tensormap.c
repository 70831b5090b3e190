/* tensormap.c: what a generated header has for the host beside a tensor copy:
 * NAME_tensormap_params, which fills the numbers of the tensor map, and NAME_tensormap, which
 * checks the facts of the description and makes it. The arguments are the base, then the extents,
 * then the strides, outermost first, as boxes without panels have them: a fact that makes panels a
 * dimension moves no argument. */
#include "text.h"
#include <inttypes.h>
#include <string.h>

typedef struct {
    const Plan *plan;
    const Object *map;
    int count, symbol[MAX_SYMBOLS]; /* the arguments */
} HostMap;

static void add_symbols(HostMap *host, Coef coef) {
    for (int k = 0; k < coef.count; k++) {
        bool known = false;
        for (int i = 0; i < host->count; i++)
            known |= host->symbol[i] == coef.symbol[k];
        if (!known)
            host->symbol[host->count++] = coef.symbol[k];
    }
}

/* Are the elements of dimension d those of panels that dimension `panels` counts? K / 64 at 64
 * elements belongs to 64 at 1. */
static bool is_in_panels(const Object *map, int d, int panels) {
    Coef whole;
    return tensor_by(map, panels) > 1 && coef_mul(map->stride[d], tensor_by(map, panels), &whole) &&
           coef_equal(whole, map->stride[panels]);
}

static HostMap host_map(const Plan *plan, const Object *map) {
    HostMap host = {.plan = plan, .map = map};
    for (int d = map->rank - 1; d >= 0; d--) {
        if (d == 0 || tensor_by(map, d) == 1)
            add_symbols(&host, map->extent[d]);
        for (int panels = 1; panels < map->rank; panels++)
            if (is_in_panels(map, d, panels))
                add_symbols(&host, map->extent[panels]);
    }
    for (int d = map->rank - 1; d >= 0; d--)
        if (d == 0 || tensor_by(map, d) == 1)
            add_symbols(&host, map->stride[d]);
    return host;
}

static const char *symbol_name(const HostMap *host, int i) {
    return symbol_argument(&host->plan->symbols[host->symbol[i]]);
}

/* 2 * lda, K / 2; a plain number is one of C. `of` divides. */
static const char *number_text(
    const HostMap *host, Coef coef, int64_t times, int64_t of, const char *suffix) {
    Text text = {0};
    const int64_t common = gcd_i64(coef.value * times, of), value = coef.value * times / common;
    if (value != 1 || coef.count == 0)
        text_printf(&text, "%" PRId64 "%s", value, suffix);
    for (int k = 0; k < coef.count; k++)
        text_printf(
            &text,
            "%s%s",
            text.length ? " * " : "",
            symbol_argument(&host->plan->symbols[coef.symbol[k]]));
    if (of != common)
        text_printf(&text, " / %" PRId64, of / common);
    return text_string(&text);
}

static void print_head(Text *out, const HostMap *host, const char *head, const char *made) {
    const char *items[MAX_SYMBOLS + 2] = {made, "const void *base"};
    for (int i = 0; i < host->count; i++)
        items[i + 2] = mem_printf("unsigned long long %s", symbol_name(host, i));
    print_list(out, 0, head, items, host->count + 2, " {");
}

static int element_bits(const HostMap *host) {
    return host->plan->buffers[host->map->buffer].dtype->bits;
}

/* What is not the default, its meaning behind it, aligned as by .clang-format. */
static void print_numbers(Text *out, const Object *map) {
    const char *lines[3][2];
    int count = 0;
    size_t width = 0;
    if (map->swizzle.on) {
        lines[count][0] = mem_printf("params->swizzle = %d;", map->swizzle.len);
        lines[count++][1] = mem_printf("%dB", 16 << map->swizzle.len);
    }
    if (map->promotion) {
        int number = map->promotion == 64 ? 1 : map->promotion == 128 ? 2 : 3;
        lines[count][0] = mem_printf("params->promotion = %d;", number);
        lines[count++][1] = mem_printf("%dB", map->promotion);
    }
    if (map->oob == OOB_NAN) {
        lines[count][0] = "params->fill = 1;";
        lines[count++][1] = "NaN";
    }
    for (int i = 0; i < count; i++)
        width = strlen(lines[i][0]) > width ? strlen(lines[i][0]) : width;
    for (int i = 0; i < count; i++)
        print_line(out, PAGE_INDENT, "%-*s /* %s */", (int)width, lines[i][0], lines[i][1]);
}

static void print_params(Text *out, const HostMap *host, const char *name) {
    const Object *map = host->map;
    print_head(
        out,
        host,
        mem_printf("TC_HOST_FN void %s_tensormap_params", name),
        "tc_tensormap_params *params");
    print_line(out, PAGE_INDENT, "memset(params, 0, sizeof *params);");
    const char *packed =
        tensor_rounds(map) ? "tf32: rounds "
        : tensor_pack(map) > 1
            ? mem_printf("u%d: %" PRId64 " ", tensor_type_bits(map->type), tensor_pack(map))
        : map->type != tensor_type(host->plan->dtype, COMBINE_NONE) ? "u64: the bits of "
                                                                    : "";
    print_line(
        out,
        PAGE_INDENT,
        "params->type = %d; /* %s%s */",
        map->type,
        packed,
        host->plan->dtype->name);
    print_line(out, PAGE_INDENT, "params->rank = %d;", map->rank);
    print_line(out, PAGE_INDENT, "params->base = base;");
    for (int d = 0; d < map->rank; d++)
        print_line(
            out,
            PAGE_INDENT,
            "params->extent[%d] = %s;",
            d,
            number_text(host, map->extent[d], 1, tensor_by(map, d), "ull"));
    for (int d = 1; d < map->rank; d++)
        print_line(
            out,
            PAGE_INDENT,
            "params->stride[%d] = %s;",
            d - 1,
            number_text(host, map->stride[d], element_bits(host), 8, "ull"));
    for (int d = 0; d < map->rank; d++)
        print_line(
            out,
            PAGE_INDENT,
            "params->box[%d] = %" PRId64 ";",
            d,
            d ? map->box[d] : map->box[0] / tensor_pack(map));
    for (int d = 0; d < map->rank; d++)
        print_line(out, PAGE_INDENT, "params->element_stride[%d] = 1;", d);
    print_numbers(out, map);
    text_add(out, "}\n\n");
}

static void print_fact(Text *out, const char *name, const char *holds, const char *fact) {
    print_line(out, PAGE_INDENT, "if (!(%s))", holds);
    print_line(
        out, 2 * PAGE_INDENT, "return tc_tensormap_broken(\"%s\", %s, \"%s\");", name, name, fact);
}

/* What `where` states of the arguments, beside what the encoding checks. */
static void print_facts(Text *out, const HostMap *host) {
    for (int i = 0; i < host->count; i++) {
        const Symbol *symbol = &host->plan->symbols[host->symbol[i]];
        const char *name = symbol_name(host, i), *fact;
        bool extent = symbol->role == SYMBOL_EXTENT;
        const int64_t most =
            extent ? (int64_t)1 << 32 : ((int64_t)1 << 40) * 8 / element_bits(host);
        if (symbol->divisor > 1) {
            fact = mem_printf("%s %% %" PRId64 " == 0", name, symbol->divisor);
            print_fact(out, name, fact, fact);
        }
        if (symbol_least(symbol) > symbol->divisor || (!extent && symbol_least(symbol) > 0)) {
            fact = mem_printf("%s >= %" PRId64, name, symbol_least(symbol));
            print_fact(out, name, fact, fact);
        }
        if (symbol->max < most / symbol->divisor * symbol->divisor) {
            fact = mem_printf("%s <= %" PRId64, name, symbol->max);
            print_fact(out, name, fact, fact);
        }
    }
}

/* The extent of a dimension of the tensor as it is written; it may be a name. */
static Coef extent_of(const Layout *layout, int shard) {
    const int named = layout->named[shard];
    return named ? coef_symbol(named - 1) : coef_int(layout->shard[shard].extent);
}

/* The dimensions as they nest, but those of one element, whose strides say nothing. */
static int nesting(const Layout *layout, int order[MAX_ITERS]) {
    int all[MAX_ITERS], count = 0;
    tensor_nesting(layout, all);
    for (int i = 0; i < layout->shard_count; i++)
        if (!coef_equal(extent_of(layout, all[i]), coef_int(1)))
            order[count++] = all[i];
    return count;
}

/* Do elements lie behind `far`, the stride of dimension i? A dimension of one element, which a
 * run-time extent may say, has no say, nor has its stride: of D x H x W,
 * `H > 1 ? H > slice / (ld) : W > slice`. Where H is above 1, ld is at least W, so it is not 0. */
static const char *reach_words(
    const HostMap *host, const Layout *layout, const int *order, int i, const char *far) {
    const char *words = "";
    for (int k = 0; k < i; k++) {
        const Coef extent = extent_of(layout, order[k]), stride = layout->shard[order[k]].stride;
        const char *count = number_text(host, extent, 1, 1, "ull");
        const char *here =
            coef_equal(stride, coef_int(1))
                ? mem_printf("%s > %s", count, far)
                : mem_printf("%s > %s / (%s)", count, far, number_text(host, stride, 1, 1, "ull"));
        if (k == 0 || extent.count == 0)
            words = here;
        else
            words =
                mem_printf(k > 1 ? "%s > 1 ? %s : (%s)" : "%s > 1 ? %s : %s", count, here, words);
    }
    return strchr(words, '?') ? mem_printf("(%s)", words) : words;
}

/* Rows that are written do not overlap: each dimension nests in the next. */
static void print_apart(Text *out, const HostMap *host, const Layout *layout) {
    int order[MAX_ITERS];
    const int count = nesting(layout, order);
    bool numbers = true; /* so far */
    for (int i = 1; i < count; i++) {
        const Coef stride = layout->shard[order[i]].stride, extent = extent_of(layout, order[i]);
        const char *far = number_text(host, stride, 1, 1, "ull");
        numbers &= layout->shard[order[i - 1]].stride.count == 0 &&
                   extent_of(layout, order[i - 1]).count == 0;
        if (numbers && stride.count == 0)
            continue; /* the layout was checked */
        print_line(
            out,
            PAGE_INDENT,
            "if (%s > 1 && %s)",
            number_text(host, extent, 1, 1, "ull"),
            reach_words(host, layout, order, i, far));
        print_line(
            out,
            2 * PAGE_INDENT,
            "return tc_tensormap_broken(\"stride of dimension %d\", %s, \"rows that do not "
            "overlap\");",
            layout->shard_count - 1 - order[i],
            far);
    }
}

static const Layout *written_layout(const Plan *plan, const Object *map) {
    for (int f = 0; f < plan->flow_count; f++)
        if (plan->flows[f].dst_at == map->buffer)
            return &plan->flows[f].dst.layout;
    return NULL;
}

void print_tensormaps(Text *out, const Function *function, const Plan *plan) {
    for (int i = 0; i < plan->object_count; i++) {
        const Object *map = &plan->objects[i];
        const char *items[MAX_SYMBOLS + 2] = {"&numbers", "base"};
        if (map->kind != OBJECT_TENSOR)
            continue;
        HostMap host = host_map(plan, map);
        text_printf(
            out,
            "#if defined(TC_TENSORMAPS)\n/* On the host: the tensor map `%s` of the tensor at "
            "base. */\n",
            map->name);
        print_params(out, &host, function->name);
        text_add(out, "/* NULL: *map is made. Otherwise the rule that is broken. */\n");
        print_head(
            out,
            &host,
            mem_printf("TC_HOST_FN const char *%s_tensormap", function->name),
            "tc_tensormap *map");
        print_line(out, PAGE_INDENT, "tc_tensormap_params numbers;");
        print_facts(out, &host);
        const Layout *written = written_layout(plan, map);
        if (written)
            print_apart(out, &host, written);
        for (int k = 0; k < host.count; k++)
            items[k + 2] = symbol_name(&host, k);
        print_list(
            out,
            PAGE_INDENT,
            mem_printf("%s_tensormap_params", function->name),
            items,
            host.count + 2,
            ";");
        print_line(out, PAGE_INDENT, "return tc_tensormap_encode(map, &numbers);");
        text_add(out, "}\n#endif\n");
    }
}
