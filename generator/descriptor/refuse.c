/* refuse.c: why an operand has no descriptor: the rule, the numbers of the layout beside those that
 * the nearest line of the table takes, and what to write. */
#include "descriptor.h"
#include <inttypes.h>
#include <string.h>

static const char *unit_of(const Descriptor *request) {
    return matrix_unit_name[request->unit];
}

bool refuse_dtype(const Descriptor *request) {
    const Dtype *dtype = request->copy.dtype;
    diag_error(
        request->dtype_loc,
        "E_DESCRIPTOR_DTYPE",
        "no shape of %s takes operands of %s",
        unit_of(request),
        dtype->name);
    diag_help(
        strcmp(dtype->name, "f32") == 0 ? "operands are f16, bf16, tf32, e4m3, e5m2, i8 and u8; "
                                          "'tf32' reads the first 19 bits of "
                                          "an f32"
                                        : "operands are f16, bf16, tf32, e4m3, e5m2, i8 and u8");
    return false;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static bool fail_extent(const Descriptor *request, const char *why, const char *help) {
    diag_error(request->copy.src.region_loc, "E_DESCRIPTOR_SHAPE", "%s", why);
    diag_help("%s", help);
    return false;
}

static bool is_integer(const Dtype *dtype) {
    return dtype->kind != DTYPE_FLOAT;
}

/* places NULL: the region has not two dimensions. */
bool refuse_shape(const Descriptor *request, const Places *places) {
    const Dtype *dtype = request->copy.dtype;
    int64_t k = K_BYTES * 8 / dtype->bits;
    if (!places)
        return fail_extent(
            request,
            "an operand has two dimensions, M or N and then K",
            mem_printf(
                "a region such as [m:+64, k:+%" PRId64 "]; other dimensions are one index", k));
    if (places->extent[1] != k)
        return fail_extent(
            request,
            mem_printf(
                "%" PRId64 " of K: one instruction reads %" PRId64 " of %s, %d bytes",
                places->extent[1],
                k,
                dtype->name,
                K_BYTES),
            mem_printf(
                "dimension 1 is K: write [.., k:+%" PRId64 "] where k %% %" PRId64
                " == 0; the next instruction takes k + %" PRId64,
                k,
                k,
                k));
    return fail_extent(
        request,
        mem_printf(
            "%" PRId64 " of M or N: no instruction of %s reads so many rows of %s",
            places->extent[0],
            unit_of(request),
            dtype->name),
        is_integer(dtype) ? "A has 64 rows; N is 8, 16, 24, 32 or a multiple of 16 up to 256"
                          : "A has 64 rows; N is a multiple of 8 up to 256");
}

bool refuse_major(const Descriptor *request) {
    diag_error(
        request->copy.src.loc,
        "E_DESCRIPTOR_MAJOR",
        "dimension 0 is contiguous (MN-major), but %s reads %s along K alone",
        unit_of(request),
        request->copy.dtype->name);
    diag_help(
        request->unit == UNIT_WGMMA
            ? "only f16 and bf16 may be MN-major: store the tile with K contiguous, or "
              "transpose it on the way into shared memory"
            : "tf32 is K-major here: store the tile with K contiguous");
    return false;
}

/* ---- layouts --------------------------------------------------------------------------------- */

/* From the first element on, by the swizzle that the line has. */
static int64_t distance(const Places *places, const Line *line, int64_t i, int64_t k) {
    return line_swizzled(line->span, places->at[i * places->step[0] + k * places->step[1]]) -
           line_swizzled(line->span, places->at[0]);
}

/* The span of the layout's swizzle: 0 without one, -1: it is none of the hardware's. */
static int layout_span_of(const Descriptor *request) {
    const Swizzle *swizzle = &request->copy.src.layout.swizzle;
    if (!swizzle->on || swizzle->len == 0)
        return 0;
    bool is_unit = (UNIT_BYTES * 8) >> swizzle->per_element == request->copy.dtype->bits;
    if (swizzle->outer || !is_unit || swizzle->atom != 3)
        return -1;
    return UNIT_BYTES << swizzle->len;
}

static int nearest_span(int64_t pitch) {
    return pitch >= 128 ? 128 : pitch >= 64 ? 64 : 32;
}

static bool say(const Descriptor *request, const char *why, const char *help) {
    diag_error(
        request->copy.src.loc,
        "E_DESCRIPTOR_LAYOUT",
        "this layout has no descriptor of %s: %s",
        unit_of(request),
        why);
    diag_help("%s", help);
    return false;
}

static bool refuse_swizzle(const Descriptor *request) {
    const Swizzle *swizzle = &request->copy.src.layout.swizzle;
    const int bits = request->copy.dtype->bits, unit = bits == 32 ? 2 : bits == 16 ? 3 : 4;
    return say(
        request,
        mem_printf(
            "swizzle(%d,%d,%d%s) of %s is none of the hardware's",
            swizzle->per_element,
            swizzle->len,
            swizzle->atom,
            swizzle->outer ? ",outer" : "",
            request->copy.dtype->name),
        mem_printf(
            "its swizzles of %s are (%d,1,3), (%d,2,3) and (%d,3,3): 'swizzle 32B', '64B', '128B'",
            request->copy.dtype->name,
            unit,
            unit,
            unit));
}

/* "rows are 144 bytes apart; K-major without a swizzle takes 16, under swizzle 128B 128" */
static bool refuse_pitch(const Descriptor *request, const Line *line, int64_t pitch) {
    const char *what = line->mn_major ? "steps of k" : "rows";
    const char *major = line->mn_major ? "MN-major" : "K-major";
    int span = nearest_span(pitch);
    Text why = {0};
    text_printf(&why, "%s are %" PRId64 " bytes apart; %s ", what, pitch, major);
    if (line->span)
        text_printf(&why, "under swizzle %dB takes %d", line->span, line->span);
    else
        text_printf(&why, "without a swizzle takes %d", UNIT_BYTES);
    if (span != line->span)
        text_printf(&why, ", under swizzle %dB %d", span, span);
    const char *help =
        pitch == span
            ? mem_printf(
                  "write 'swizzle %dB' behind the layout, where the tile is filled too", span)
            : mem_printf(
                  line->mn_major ? "lay the tile out in panels of %d bytes for each k, as "
                                   "'smem 128x128 S[(2,64,128):(8192,1,64)] swizzle 128B' does for "
                                   "16-bit elements"
                                 : "lay the tile out in panels of %d bytes a row, as 'smem 128x128 "
                                   "sw128' does",
                  128);
    return say(request, text_string(&why), help);
}

static bool refuse_at(
    const Descriptor *request,
    const Line *line,
    int64_t i,
    int64_t k,
    int64_t is,
    const char *takes) {
    return say(
        request,
        mem_printf(
            "element (%" PRId64 ", %" PRId64 ") lies %" PRId64
            " bytes behind the first; %s takes %s",
            i,
            k,
            is,
            line_words(line),
            takes),
        "docs/descriptors.md has the table; rows of 128 bytes under 'swizzle 128B' are usual");
}

/* An offset that no descriptor has. */
static bool refuse_offset(
    const Descriptor *request, const Places *places, const Line *line, Needs needs) {
    int64_t i = needs.along_k ? 0 : needs.at, k = needs.along_k ? needs.at : 0;
    if (needs.at >= places->extent[needs.along_k])
        return true;
    int64_t is = distance(places, line, i, k);
    return is % UNIT_BYTES == 0 || refuse_at(request, line, i, k, is, "a multiple of 16 there");
}

/* The first element that the line does not find, with the offsets that it would take. */
static bool refuse_element(const Descriptor *request, const Places *places, const Line *line) {
    Offsets offsets;
    Needs lbo, sbo;
    int64_t i, k;
    line_needs(line, places->bytes, &lbo, &sbo);
    if (!fit_offsets(places, line, 0, &offsets))
        return refuse_offset(request, places, line, lbo) &&
               refuse_offset(request, places, line, sbo);
    line_misses(places, line, offsets, 0, &i, &k); /* or the layout were this line */
    int64_t takes = line_offset(line, places->bytes, offsets, i, k);
    return refuse_at(
        request, line, i, k, distance(places, line, i, k), mem_printf("%" PRId64, takes));
}

bool refuse_layout(const Descriptor *request, const Places *places) {
    int span = layout_span_of(request);
    if (span < 0)
        return refuse_swizzle(request);
    Line line = {.span = span};
    int64_t next_k = distance(places, &line, 0, 1), next_i = distance(places, &line, 1, 0);
    if (next_k != places->bytes && next_i != places->bytes)
        return say(
            request,
            mem_printf(
                "the next k lies %" PRId64 " bytes further and the next row %" PRId64
                "; one of the two must be contiguous, %d bytes",
                next_k,
                next_i,
                places->bytes),
            "store the tile with K contiguous (K-major), or with M or N contiguous (MN-major)");
    line.mn_major = next_k != places->bytes;
    if (line.mn_major && !unit_reads_mn(request->unit, places->bytes))
        return refuse_major(request);
    int64_t pitch = line.mn_major ? next_k : next_i;
    if (pitch != (span ? span : UNIT_BYTES))
        return refuse_pitch(request, &line, pitch);
    return refuse_element(request, places, &line);
}

/* ---- origins --------------------------------------------------------------------------------- */

/* "m = 4, k = 0", or the coordinates of an origin without names. */
static const char *origin_text(const DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    const Mismatch *mismatch = &plan->proof.mismatch;
    Text text = {0};
    for (int d = 0; d < copy->src.rank; d++) {
        int symbol = copy->src.region[d].symbol;
        if (symbol >= 0 &&
            !strstr(text_string(&text), mem_printf("%s = ", copy->symbols[symbol].name)))
            text_printf(
                &text,
                "%s%s = %" PRId64,
                text.length ? ", " : "",
                copy->symbols[symbol].name,
                mismatch->symbol[symbol]);
    }
    if (text.length)
        return mem_printf("at %s", text_string(&text));
    for (int d = 0; d < copy->src.rank; d++)
        text_printf(&text, "%s%" PRId64, d ? ", " : "", mismatch->coord[d]);
    return mem_printf("at (%s)", text_string(&text));
}

/* Would it hold with this symbol a multiple of so much? */
static bool holds_with(const DescriptorPlan *plan, int symbol, int64_t divisor) {
    Descriptor *request = NEW(Descriptor);
    DescriptorPlan *other = NEW(DescriptorPlan);
    *request = *plan->request;
    *other = *plan;
    other->request = request;
    Symbol *changed = &request->copy.symbols[symbol];
    int64_t all = changed->divisor / gcd_i64(changed->divisor, divisor) * divisor;
    changed->divisor = all;
    changed->min = (changed->min + all - 1) / all * all;
    if (changed->min > changed->max)
        return false;
    fit_terms(other);
    other->step[0] = other->step[1] = -1;
    descriptor_prove(other);
    return other->proof.ok && other->term_count >= 0;
}

/* "m % 8 == 0": the least fact about one origin with which all are right. */
static const char *missing_fact(const DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    for (int64_t divisor = 2; divisor <= 256; divisor *= 2)
        for (int d = 0; d < copy->src.rank; d++) {
            int symbol = copy->src.region[d].symbol;
            if (symbol >= 0 && holds_with(plan, symbol, divisor))
                return mem_printf(
                    "state 'where %s %% %" PRId64 " == 0'", copy->symbols[symbol].name, divisor);
        }
    return "let the region begin at a multiple of what one instruction reads";
}

bool refuse_origin(const DescriptorPlan *plan) {
    const Mismatch *mismatch = &plan->proof.mismatch;
    Loc loc = plan->request->copy.src.region_loc;
    if (plan->proof.ok)
        diag_error(
            loc,
            "E_DESCRIPTOR_ORIGIN",
            "the origins may lie anywhere between the panels of the tile, so that no sum of their "
            "digits gives the start address");
    else if (mismatch->start)
        diag_error(
            loc,
            "E_DESCRIPTOR_ORIGIN",
            "%s the operand does not begin at a multiple of 16 bytes, which a descriptor counts",
            origin_text(plan));
    else
        diag_error(
            loc,
            "E_DESCRIPTOR_ORIGIN",
            "%s the operand begins inside an atom: its element (%" PRId64 ", %" PRId64
            ") lies at byte %" PRId64 " of the tile, and %s reads byte %" PRId64,
            origin_text(plan),
            mismatch->i,
            mismatch->k,
            mismatch->is,
            line_words(&plan->line),
            mismatch->reads);
    diag_help("%s", missing_fact(plan));
    return false;
}
