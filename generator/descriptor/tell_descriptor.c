/* tell_descriptor.c: the plan of a descriptor in words and as JSON. */
#include "descriptor.h"
#include <inttypes.h>
#include <string.h>

enum { LABEL_AT = 2, TEXT_AT = 12, MOST_ROWS = 8, MOST_UNITS = 8 };

static void item(Text *out, const char *label, const char *text) {
    words_wrap(out, LABEL_AT, label, TEXT_AT, text);
}

/* ---- explain --------------------------------------------------------------------------------- */

static const char *offset_words(const char *name, int64_t bytes) {
    return bytes < 0 ? mem_printf("%s not read", name)
                     : mem_printf("%s %" PRId64 " bytes", name, bytes);
}

static const char *words_of_words(const DescriptorPlan *plan) {
    return mem_printf(
        "high 0x%08x, low 0x%08x | start / 16: %s, %s, swizzle %s",
        plan->high,
        plan->low,
        offset_words("LBO", plan->offsets.lbo),
        offset_words("SBO", plan->offsets.sbo),
        span_name(plan->line.span));
}

static const char *start_words(const DescriptorPlan *plan) {
    const char *sum = start_text(plan);
    return mem_printf(
        "src%s%s, src at a multiple of %" PRId64 " bytes", *sum ? " + " : "", sum, plan->align);
}

/* The 16-byte units, in bytes from the tile's first, of one row (K-major) or one k (MN-major). */
static void add_units(Text *out, const DescriptorPlan *plan, int64_t origin, int64_t at) {
    const Places *places = &plan->places;
    bool mn = plan->line.mn_major;
    int64_t unit = UNIT_BYTES / places->bytes, count = places->extent[!mn] / unit;
    text_printf(out, "%s%" PRId64 ":", mn ? "k " : "row ", at);
    for (int64_t u = 0; u < count && u < MOST_UNITS; u++)
        text_printf(
            out,
            "%s%" PRId64,
            u ? ", " : " ",
            places->at[origin + at * places->step[mn] + u * unit * places->step[!mn]]);
    text_add(out, count > MOST_UNITS ? ", ..." : "");
}

static const char *units_words(const DescriptorPlan *plan) {
    const Places *places = &plan->places;
    int64_t symbol[MAX_SYMBOLS], rows = places->extent[plan->line.mn_major];
    Text text = {0};
    first_origin(&plan->request->copy, symbol);
    int64_t origin = origin_number(plan->request, places, symbol);
    text_printf(
        &text,
        "%" PRId64 " units of 16 bytes, here by their bytes at the first origin; ",
        places->extent[0] * places->extent[1] * places->bytes / UNIT_BYTES);
    for (int64_t row = 0; row < MOST_ROWS; row++) { /* there are 8 at least */
        text_add(&text, row ? "; " : "");
        add_units(&text, plan, origin, row);
    }
    text_add(&text, rows > MOST_ROWS ? "; ..." : "");
    return text_string(&text);
}

static const char *step_words(const DescriptorPlan *plan) {
    static const char *const names[] = {"M or N", "K"};
    Text text = {0};
    for (int along = 1; along >= 0; along--) {
        text_printf(
            &text,
            "%s%" PRId64 " further along %s: ",
            text.length ? "; " : "",
            plan->places.extent[along],
            names[along]);
        if (plan->step[along] >= 0)
            text_printf(
                &text,
                "+ %" PRId64 " (%" PRId64 " bytes)",
                plan->step[along] / UNIT_BYTES,
                plan->step[along]);
        else
            text_add(&text, "another call, no step is right everywhere in the tile");
    }
    return text_string(&text);
}

static void explain_descriptor(Text *out, const DescriptorPlan *plan) {
    const DescriptorProof *proof = &plan->proof;
    text_printf(out, "%s\n%s\n", plan->name, plan->request->statement);
    item(
        out,
        "operand",
        mem_printf(
            "%" PRId64 "x%" PRId64 " %s, %s",
            plan->places.extent[0],
            plan->places.extent[1],
            plan->request->copy.dtype->name,
            line_words(&plan->line)));
    item(out, "words", words_of_words(plan));
    item(out, "start", start_words(plan));
    item(out, "reads", units_words(plan));
    item(out, "steps", step_words(plan));
    item(
        out,
        "proof",
        mem_printf(
            "each of %" PRId64 " elements, at each of %" PRId64
            " origin%s, lies where the descriptor says",
            proof->elements,
            proof->origins,
            proof->origins == 1 ? "" : "s"));
    if (plan->request->unit == UNIT_UMMA)
        item(out, "note", "the encoding is from the PTX manual; it was not run on a GPU");
}

void descriptors_explain(Text *out, const DescriptorPlans *plans, const char *only) {
    for (int i = 0; i < plans->count; i++) {
        if (only && strcmp(only, plans->at[i]->name) != 0)
            continue;
        text_add(out, out->length ? "\n\n" : "");
        explain_descriptor(out, plans->at[i]);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void key(Text *out, const char *name) {
    text_printf(out, ",\"%s\":", name);
}

static void key_string(Text *out, const char *name, const char *value) {
    key(out, name);
    text_json_string(out, value);
}

/* null below 0 */
static void key_number(Text *out, const char *name, int64_t value) {
    key(out, name);
    if (value < 0)
        text_add(out, "null");
    else
        text_printf(out, "%" PRId64, value);
}

static void descriptor_object(Text *out, const DescriptorPlan *plan) {
    const Copy *copy = &plan->request->copy;
    Text source = {0};
    operand_print(&source, &copy->src, copy->symbols);
    text_add(out, "{\"name\":");
    text_json_string(out, plan->name);
    key(out, "digest_name");
    text_add(out, plan->digest_name ? "true" : "false");
    key_string(out, "statement", plan->request->statement);
    key_string(out, "kind", matrix_unit_name[plan->request->unit]);
    key_string(out, "dtype", copy->dtype->name);
    key(out, "shape");
    text_printf(out, "[%" PRId64 ",%" PRId64 "]", plan->places.extent[0], plan->places.extent[1]);
    key_string(out, "src", text_string(&source));
    key_string(out, "major", plan->line.mn_major ? "MN" : "K");
    key_string(out, "swizzle", span_name(plan->line.span));
    key_number(out, "lbo", plan->offsets.lbo);
    key_number(out, "sbo", plan->offsets.sbo);
    key_number(out, "high", plan->high);
    key_number(out, "low", plan->low);
    key_number(out, "step_k", plan->step[1] < 0 ? -1 : plan->step[1] / UNIT_BYTES);
    key_number(out, "step_m", plan->step[0] < 0 ? -1 : plan->step[0] / UNIT_BYTES);
    key_string(out, "start", start_text(plan));
    key_number(out, "align", plan->align);
    key_number(out, "stage_bytes", plan->stage_bytes ? plan->stage_bytes : -1);
    key(out, "proof");
    text_printf(
        out,
        "{\"ok\":%s,\"elements\":%" PRId64 ",\"origins\":%" PRId64 "}}",
        plan->proof.ok ? "true" : "false",
        plan->proof.elements,
        plan->proof.origins);
}

void descriptors_json(Text *out, const DescriptorPlans *plans) {
    for (int i = 0; i < plans->count; i++) {
        text_add(out, i ? ",\n" : "\n");
        descriptor_object(out, plans->at[i]);
    }
}
