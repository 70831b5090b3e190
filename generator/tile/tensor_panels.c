/* tensor_panels.c: panels of a tile as a dimension of the map where the copy may lie outside of the
 * tensor. (64, M, K / 64) clips by panels, and (K, M) by columns: both are the same where K and the
 * origin k are multiples of 64, since no panel is then partly outside. It takes facts to know it.
 * Without them the last panel would read the beginning of the next row in place of zeros. */
#include "boxes.h"
#include <inttypes.h>

/* The next larger part of the same dimension of the region; 0, the innermost: none. */
static int outer_of(const Dims *dims, int at) {
    int found = 0;
    for (int i = 1; i < dims->count; i++)
        if (dims->at[i].dim == dims->at[at].dim && dims->at[i].step > dims->at[at].step &&
            (!found || dims->at[i].step < dims->at[found].step))
            found = i;
    return found;
}

static int outermost_of(const Dims *dims, int at) {
    for (int next = outer_of(dims, at); next; next = outer_of(dims, at))
        at = next;
    return at;
}

/* "K % 64 == 0" behind what is there. */
static void add_fact(Text *facts, const Symbol *symbol, int64_t by) {
    if (symbol_divisor(symbol) % by)
        text_printf(facts, "%s%s %% %" PRId64 " == 0", facts->length ? ", " : "", symbol->name, by);
}

/* Is a panel of `by` elements inside or outside as a whole? Facts that are not stated and would
 * make it so stand in *facts. */
static bool is_of_panels(const Finder *finder, const BoxDim *inner, int64_t by, Text *facts) {
    const Symbol *symbols = finder->copy->symbols;
    if (inner->first.constant % by || (inner->extent.count == 0 && inner->extent.value % by))
        return false;
    if (inner->extent.count)
        add_fact(facts, &symbols[inner->extent.symbol[0]], by);
    for (int i = 0; i < inner->first.term_count; i++)
        add_fact(facts, &symbols[inner->first.terms[i].digit.index], by);
    return true;
}

/* The origin moves from the innermost part to the outermost, which has the tensor's extent. */
static void part(Dims *dims, int inner) {
    const BoxDim whole = dims->at[inner];
    int at = inner;
    for (int next = outer_of(dims, at); next; next = outer_of(dims, at)) {
        dims->at[at].extent = coef_int(dims->at[next].step / dims->at[at].step);
        dims->at[at].first = expr_constant(0);
        at = next;
        dims->at[at].moves = -1;
    }
    dims->at[at].extent = whole.extent;
    dims->at[at].first = whole.first;
    dims->at[at].by = dims->at[at].step;
}

bool dims_panels(const Finder *finder, const Dims *dims, Text *facts, Dims *out) {
    bool found = false;
    *out = *dims;
    for (int i = 0; i < dims->count; i++) {
        const int outermost = outermost_of(dims, i);
        Text more = {0};
        if (dims->at[i].step != 1 || outermost == i ||
            !is_of_panels(finder, &dims->at[i], dims->at[outermost].step, &more) ||
            (more.length && !facts))
            continue;
        if (more.length)
            text_printf(facts, "%s%s", facts->length ? ", " : "", text_string(&more));
        part(out, i);
        found = true;
    }
    return found;
}
