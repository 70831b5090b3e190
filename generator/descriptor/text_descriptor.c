/* text_descriptor.c: a proven plan -> its part of the header: contract, constants, and a function
 * that adds the origin to the address of the tile and puts it beside the constant bits. */
#include "descriptor.h"
#include <inttypes.h>
#include <string.h>

/* ---- the contract ---------------------------------------------------------------------------- */

static void add_limits(Text *out, const Copy *copy) {
    for (int s = 0; s < copy->symbol_count; s++) {
        const Symbol *symbol = &copy->symbols[s];
        text_printf(out, "; %s at most %" PRId64, symbol_argument(symbol), symbol->max);
        if (symbol->min > 0)
            text_printf(out, ", at least %" PRId64, symbol->min);
        if (symbol->divisor > 1)
            text_printf(out, ", a multiple of %" PRId64, symbol->divisor);
    }
}

static const char *requires_words(const DescriptorPlan *plan) {
    Text text = {0};
    text_printf(&text, "src %" PRId64 "-byte aligned", plan->align);
    add_limits(&text, &plan->request->copy);
    text_char(&text, '.');
    return text_string(&text);
}

static const char *what_words_of(const DescriptorPlan *plan) {
    const Places *places = &plan->places;
    return mem_printf(
        "The descriptor of a %" PRId64 "x%" PRId64
        " %s operand in shared memory for %s: the %" PRId64
        " rows of A or columns of B, and the %" PRId64 " of K, that one instruction reads. %s.",
        places->extent[0],
        places->extent[1],
        plan->request->copy.dtype->name,
        matrix_unit_name[plan->request->unit],
        places->extent[0],
        places->extent[1],
        line_words(&plan->line));
}

static const char *steps_words(const DescriptorPlan *plan) {
    static const char *const names[] = {"M or N", "K"}, *const suffix[] = {"M", "K"};
    Text text = {0};
    for (int along = 1; along >= 0; along--)
        if (plan->step[along] >= 0)
            text_printf(
                &text,
                "%s for the next %" PRId64 " of %s add %s_STEP_%s to the result",
                text.length ? ";" : "Inside the tile,",
                plan->places.extent[along],
                names[along],
                plan->stem,
                suffix[along]);
    if (text.length)
        text_char(&text, '.');
    return text_string(&text);
}

static const char *sync_words(const DescriptorPlan *plan) {
    return plan->request->unit == UNIT_WGMMA
               ? "Before the product: tc_fence_async_smem by every thread that wrote src, then a "
                 "barrier, or a wait for the mbarrier of the tensor or bulk copy that filled it; "
                 "until tc_wgmma_wait covers the product, src stays unchanged."
               : "Before the product: tc_fence_async_smem by every thread that wrote src, then a "
                 "barrier, or a wait for the mbarrier of the tensor or bulk copy that filled it; "
                 "until the product's tcgen05.commit has arrived, src stays unchanged.";
}

static void print_contract_comment(Text *out, const DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    Text text = {0}, layout = {0};
    operand_print(&layout, &copy->src, copy->symbols);
    print_item(&text, "Requires", requires_words(plan));
    print_item(&text, "What", what_words_of(plan));
    print_item(
        &text,
        "Who",
        plan->request->unit == UNIT_WGMMA
            ? "Any thread; all 128 threads of a warpgroup pass the same descriptor to a product."
            : "Any thread; the one that issues tcgen05.mma passes it.");
    print_item(&text, "Layouts", mem_printf("src %s.", text_string(&layout)));
    if (*steps_words(plan))
        print_item(&text, "Steps", steps_words(plan));
    print_item(&text, "Sync", sync_words(plan));
    text_printf(out, "/* %s */\n", text_string(&text) + strlen(" * "));
}

/* ---- the function ---------------------------------------------------------------------------- */

/* 2 * (k % 64), 16384 * (k / 64), 128 * m */
static const char *term_text(const DescriptorPlan *plan, const StartTerm *term) {
    const char *name = symbol_argument(&plan->request->copy.symbols[term->symbol]);
    const char *digit = name;
    if (term->div > 1)
        digit = mem_printf("%s / %" PRId64, digit, term->div);
    if (term->mod)
        digit = mem_printf("%s %% %" PRId64, digit, term->mod);
    if (term->bytes == 1)
        return digit == name ? name : mem_printf("(%s)", digit);
    return mem_printf(
        digit == name ? "%" PRId64 " * %s" : "%" PRId64 " * (%s)", term->bytes, digit);
}

static void add_term(Text *out, const char *term) {
    text_printf(out, "%s%s", out->length ? " + " : "", term);
}

static const char *stage_term(const DescriptorPlan *plan) {
    return mem_printf("%" PRId64 " * stage", plan->stage_bytes);
}

const char *start_text(const DescriptorPlan *plan) {
    Text text = {0};
    if (plan->stage_bytes)
        add_term(&text, stage_term(plan));
    for (int t = 0; t < plan->term_count; t++)
        add_term(&text, term_text(plan, &plan->terms[t]));
    if (plan->constant)
        add_term(&text, mem_printf("%" PRId64, plan->constant));
    return text_string(&text);
}

/* "start", unless an argument is called so. */
static const char *local_name(const Copy *copy) {
    const char *name = "start";
    for (int s = 0; s < copy->symbol_count; s++)
        if (strcmp(symbol_argument(&copy->symbols[s]), name) == 0)
            return "start_address";
    return name;
}

static int arguments_of(const DescriptorPlan *plan, const char **items) {
    const Copy *copy = &plan->request->copy;
    int count = 0;
    items[count++] = mem_printf("const %s *src", copy->dtype->c_type);
    for (int s = 0; s < copy->symbol_count; s++)
        items[count++] = mem_printf("unsigned %s", symbol_argument(&copy->symbols[s]));
    return count;
}

static void print_limit_checks(Text *out, const Copy *copy) {
    for (int s = 0; s < copy->symbol_count; s++) {
        const Symbol *symbol = &copy->symbols[s];
        const char *name = symbol_argument(symbol);
        Text holds = {0};
        text_printf(&holds, "%s <= %" PRId64, name, symbol->max);
        if (symbol->min > 0)
            text_printf(&holds, " && %s >= %" PRId64, name, symbol->min);
        if (symbol->divisor > 1)
            text_printf(&holds, " && %s %% %" PRId64 " == 0", name, symbol->divisor);
        print_line(out, PAGE_INDENT, "TC_CHECK_LIMIT(%s);", text_string(&holds));
    }
}

static void print_terms(Text *out, const DescriptorPlan *plan, const char *local) {
    const Copy *copy = &plan->request->copy;
    if (plan->stage_bytes)
        print_line(out, PAGE_INDENT, "%s += %s;", local, stage_term(plan));
    for (int s = 0; s < copy->symbol_count; s++) {
        Text sum = {0};
        for (int t = 0; t < plan->term_count; t++)
            if (plan->terms[t].symbol == s)
                add_term(&sum, term_text(plan, &plan->terms[t]));
        if (sum.length)
            print_line(out, PAGE_INDENT, "%s += %s;", local, text_string(&sum));
    }
    if (plan->constant)
        print_line(out, PAGE_INDENT, "%s += %" PRId64 ";", local, plan->constant);
}

/* Origins of extent 1 at stride 0, and the like, move nothing. */
static void print_unused(Text *out, const DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    const char *used = start_text(plan);
    for (int s = 0; s < copy->symbol_count; s++) {
        const char *name = symbol_argument(&copy->symbols[s]);
        if (!has_identifier(used, name))
            print_line(out, PAGE_INDENT, "(void)%s;", name);
    }
}

static void print_statements(Text *out, const DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    const char *local = local_name(copy);
    bool moves = *start_text(plan);
    print_line(out, PAGE_INDENT, "TC_CHECK_ALIGN(src, %" PRId64 ");", plan->align);
    print_limit_checks(out, copy);
    print_line(
        out, PAGE_INDENT, "%sunsigned %s = tc_smem_address(src);", moves ? "" : "const ", local);
    print_terms(out, plan, local);
    print_unused(out, plan);
    print_line(
        out,
        PAGE_INDENT,
        "return 0x%08x%08xull | (%s >> 4 & 0x3fff);",
        plan->high,
        plan->low,
        local);
    text_add(out, "}\n");
}

static void print_definition(Text *out, const DescriptorPlan *plan) {
    bool umma = plan->request->unit == UNIT_UMMA;
    const char *items[MAX_SYMBOLS + 1];
    int count = arguments_of(plan, items);
    Text declared = {0};
    text_printf(out, "#if %s\n", umma ? "TC_CHIP_HAS_TMEM || !TC_ON_DEVICE" : "TC_CHIP_HAS_WGMMA");
    print_list(out, 0, mem_printf("TC_FN unsigned long long %s", plan->name), items, count, " {");
    print_statements(out, plan);
    const char *why = umma ? "TC_UNAVAILABLE(\"needs sm_100a or the like; sm_90a has wgmma\");"
                           : "TC_UNAVAILABLE(\"needs sm_90a; other targets have mma.sync "
                             "(tilecopy/mma.h)\");";
    print_list(
        &declared, 0, mem_printf("TC_DECLARE unsigned long long %s", plan->name), items, count, "");
    declared.at[--declared.length] = '\0';
    const char *line = strrchr(declared.at, '\n'); /* else it is too long for both */
    bool fits = line && strlen(line) + strlen(why) <= PAGE_COLUMNS;
    text_printf(out, "#else\n%s%s%s\n#endif\n", declared.at, fits ? " " : "\n    ", why);
}

/* ---- the constants --------------------------------------------------------------------------- */

static void print_number(Text *out, const DescriptorPlan *plan, const char *suffix, int64_t value) {
    print_constant(out, plan->stem, suffix, mem_printf("%" PRId64, value));
}

static void print_constants(Text *out, const DescriptorPlan *plan) {
    print_constant(out, plan->stem, "HIGH", mem_printf("0x%08xu", plan->high));
    print_constant(out, plan->stem, "LOW", mem_printf("0x%08xu", plan->low));
    print_number(out, plan, "MAJOR", plan->line.mn_major);
    for (int along = 1; along >= 0; along--)
        if (plan->step[along] >= 0)
            print_number(out, plan, along ? "STEP_K" : "STEP_M", plan->step[along] / UNIT_BYTES);
    print_number(out, plan, "ALIGN", plan->align);
    if (plan->stage_bytes)
        print_number(out, plan, "STAGE_BYTES", plan->stage_bytes);
}

static const char *text_of(const DescriptorPlan *plan) {
    Text text = {0}, all = {0};
    print_constants(&text, plan);
    text_char(&text, '\n');
    print_definition(&text, plan);
    print_contract_comment(&all, plan);
    const char *guard = mem_printf("TC_DEFINED_%s", plan->name);
    uint64_t hash = fnv1a64(text_string(&text), text.length);
    const char *digest = mem_printf("0x%08x", (unsigned)(hash ^ hash >> 32));
    const char *define = mem_printf("#define %s", guard);
    text_printf(&all, "#ifndef %s\n", guard);
    print_directive(&all, define, digest);
    text_add(&all, text_string(&text));
    print_directive(&all, mem_printf("#elif %s !=", guard), digest);
    text_add(
        &all,
        "#error \"two copies of one name in this unit; give one of them another with 'as NAME'\"\n"
        "#endif\n");
    return text_string(&all);
}

void descriptors_make(DescriptorPlans *plans) {
    plans->text = NEW_ARRAY(const char *, plans->count);
    for (int i = 0; i < plans->count; i++)
        plans->text[i] = text_of(plans->at[i]);
}

void descriptors_text(Text *out, const DescriptorPlans *plans) {
    for (int i = 0; i < plans->count; i++)
        text_printf(out, "\n%s", plans->text[i]);
}

void descriptors_names(Text *out, const DescriptorPlans *plans) {
    for (int i = 0; i < plans->count; i++)
        text_printf(out, "%s\n", plans->at[i]->name);
}
