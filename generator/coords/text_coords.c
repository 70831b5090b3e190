/* text_coords.c: a proven plan -> its part of the header: contract, constants, and for each
 * dimension a function of the rank and the register, and one of the register alone. */
#include "coords.h"
#include <inttypes.h>
#include <string.h>

const char *coordinate_name(const CoordsPlan *plan, int dim) {
    static const char *const names[] = {"row", "column"};
    int rank = plan->request->copy.src.rank;
    return rank == 1 ? "index" : rank == 2 ? names[dim] : mem_printf("dim%d", dim);
}

/* ---- expressions ----------------------------------------------------------------------------- */

static const char *digit_text(const CoordTerm *term) {
    Text text = {0};
    text_add(&text, term->of_rank ? "rank" : "k");
    if (term->div > 1)
        text_printf(&text, " / %" PRId64, term->div);
    if (term->mod)
        text_printf(&text, " %% %" PRId64, term->mod);
    const char *inner = text_string(&text);
    if (term->less)
        inner = mem_printf("(%s - %" PRId64 ")", inner, term->less);
    if (term->over > 1)
        inner = mem_printf("%s / %" PRId64, inner, term->over);
    if (term->extent)
        inner = mem_printf("%s %% %" PRId64, inner, term->extent);
    return inner;
}

const char *coordinate_text(const Coordinate *coordinate) {
    Text text = {0};
    for (int i = 0; i < coordinate->count; i++) {
        const CoordTerm *term = &coordinate->terms[i];
        const char *digit = digit_text(term);
        bool word = !strchr(digit, ' ');
        text_add(&text, i ? " + " : "");
        if (term->factor > 1)
            text_printf(
                &text, word ? "%" PRId64 " * %s" : "%" PRId64 " * (%s)", term->factor, digit);
        else
            text_add(&text, digit);
    }
    return coordinate->count ? text_string(&text) : "0";
}

static bool reads(const Coordinate *coordinate, bool rank) {
    for (int i = 0; i < coordinate->count; i++)
        if (coordinate->terms[i].of_rank == rank)
            return true;
    return false;
}

/* ---- the contract ---------------------------------------------------------------------------- */

static const char *what_words_of(const CoordsPlan *plan) {
    const Operand *operand = &plan->request->copy.src;
    Text text = {0};
    text_add(&text, operand->rank == 2 ? "The row and the column" : "The coordinates");
    if (operand->rank == 1)
        text = (Text){0}, text_add(&text, "The number");
    text_add(&text, " of the element that register k of a thread holds, in a tile of ");
    for (int d = 0; d < operand->rank; d++)
        text_printf(&text, "%s%" PRId64, d ? "x" : "", operand->shape[d]);
    if (plan->holds < plan->regs * plan->request->copy.scope.threads)
        text_add(&text, "; a register without an element has no meaningful ones");
    text_char(&text, '.');
    return text_string(&text);
}

static void print_contract_comment(Text *out, const CoordsPlan *plan) {
    const Copy *copy = &plan->request->copy;
    Text text = {0}, layout = {0};
    operand_print(&layout, &copy->src, copy->symbols);
    print_item(&text, "Requires", mem_printf("k below %" PRId64 ".", plan->regs));
    print_item(&text, "What", what_words_of(plan));
    print_item(
        &text,
        "Who",
        mem_printf("Any thread of a %s; no other takes part.", scope_name[copy->scope.kind]));
    print_item(&text, "Layouts", mem_printf("%s.", text_string(&layout)));
    print_item(&text, "Sync", "None.");
    text_printf(out, "/* %s */\n", text_string(&text) + strlen(" * "));
}

/* ---- the functions --------------------------------------------------------------------------- */

/* A sum that is too long for a line: a term a line. */
static void print_return(Text *out, const Coordinate *coordinate) {
    const char *sum = coordinate_text(coordinate);
    if (strlen(sum) + PAGE_INDENT + strlen("return ;") <= PAGE_COLUMNS) {
        print_line(out, PAGE_INDENT, "return %s;", sum);
        return;
    }
    print_line(out, PAGE_INDENT, "unsigned sum = 0;");
    for (int i = 0; i < coordinate->count; i++) {
        Coordinate one = {.terms = {coordinate->terms[i]}, .count = 1};
        print_line(out, PAGE_INDENT, "sum += %s;", coordinate_text(&one));
    }
    print_line(out, PAGE_INDENT, "return sum;");
}

static void print_function(Text *out, const CoordsPlan *plan, int dim) {
    const Coordinate *coordinate = &plan->dim[dim];
    const Scope *scope = &plan->request->copy.scope;
    const char *name = mem_printf("%s_%s", plan->name, coordinate_name(plan, dim));
    const char *word = scope->kind == SCOPE_WARP        ? "WARP"
                       : scope->kind == SCOPE_WARPGROUP ? "WARPGROUP"
                                                        : "CTA";
    text_printf(out, "\nTC_FN unsigned %s_at(unsigned rank, unsigned k) {\n", name);
    print_line(out, PAGE_INDENT, "TC_CHECK_RANK(rank, %d);", scope->threads);
    print_line(out, PAGE_INDENT, "TC_CHECK_LIMIT(k < %" PRId64 ");", plan->regs);
    if (!reads(coordinate, true))
        print_line(out, PAGE_INDENT, "(void)rank;");
    if (!reads(coordinate, false))
        print_line(out, PAGE_INDENT, "(void)k;");
    print_return(out, coordinate);
    text_printf(out, "}\n\nTC_FN unsigned %s(unsigned k) {\n", name);
    print_line(out, PAGE_INDENT, "TC_CHECK_CALLER(%s, %d);", word, scope->threads);
    print_line(out, PAGE_INDENT, "return %s_at(TC_RANK_%s, k);", name, word);
    text_add(out, "}\n");
}

static const char *text_of(const CoordsPlan *plan) {
    Text text = {0}, all = {0};
    print_constant(
        &text, plan->stem, "THREADS", mem_printf("%d", plan->request->copy.scope.threads));
    print_constant(&text, plan->stem, "REGS", mem_printf("%" PRId64, plan->regs));
    for (int d = 0; d < plan->request->copy.src.rank; d++)
        print_function(&text, plan, d);
    print_contract_comment(&all, plan);
    const char *guard = mem_printf("TC_DEFINED_%s", plan->name);
    uint64_t hash = fnv1a64(text_string(&text), text.length);
    const char *digest = mem_printf("0x%08x", (unsigned)(hash ^ hash >> 32));
    text_printf(&all, "#ifndef %s\n", guard);
    print_directive(&all, mem_printf("#define %s", guard), digest);
    text_add(&all, text_string(&text));
    print_directive(&all, mem_printf("#elif %s !=", guard), digest);
    text_add(
        &all,
        "#error \"two copies of one name in this unit; give one of them another with 'as NAME'\"\n"
        "#endif\n");
    return text_string(&all);
}

void coords_make(CoordsPlans *plans) {
    plans->text = NEW_ARRAY(const char *, plans->count);
    for (int i = 0; i < plans->count; i++)
        plans->text[i] = text_of(plans->at[i]);
}

void coords_text(Text *out, const CoordsPlans *plans) {
    for (int i = 0; i < plans->count; i++)
        text_printf(out, "\n%s", plans->text[i]);
}

void coords_names(Text *out, const CoordsPlans *plans) {
    for (int i = 0; i < plans->count; i++)
        for (int d = 0; d < plans->at[i]->request->copy.src.rank; d++)
            text_printf(out, "%s_%s\n", plans->at[i]->name, coordinate_name(plans->at[i], d));
}
