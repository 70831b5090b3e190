/* tell_coords.c: the plan of coordinates in words and as JSON. */
#include "coords.h"
#include <inttypes.h>
#include <string.h>

enum { LABEL_AT = 2, TEXT_AT = 12 };

static void item(Text *out, const char *label, const char *text) {
    words_wrap(out, LABEL_AT, label, TEXT_AT, text);
}

static void explain_coords(Text *out, const CoordsPlan *plan) {
    const Copy *copy = &plan->request->copy;
    text_printf(out, "%s\n%s\n", plan->name, plan->request->statement);
    item(
        out,
        "registers",
        mem_printf("%" PRId64 " in each of %d threads", plan->regs, copy->scope.threads));
    for (int d = 0; d < copy->src.rank; d++)
        item(out, coordinate_name(plan, d), coordinate_text(&plan->dim[d]));
    item(
        out,
        "proof",
        mem_printf(
            "each of %" PRId64
            " registers that hold an element gives the coordinates that the layout gives it",
            plan->holds));
}

void coords_explain(Text *out, const CoordsPlans *plans, const char *only) {
    for (int i = 0; i < plans->count; i++) {
        if (only && strcmp(only, plans->at[i]->name) != 0)
            continue;
        text_add(out, out->length ? "\n\n" : "");
        explain_coords(out, plans->at[i]);
    }
}

static void key_string(Text *out, const char *name, const char *value) {
    text_printf(out, ",\"%s\":", name);
    text_json_string(out, value);
}

static void coords_object(Text *out, const CoordsPlan *plan) {
    const Copy *copy = &plan->request->copy;
    Text source = {0};
    operand_print(&source, &copy->src, copy->symbols);
    text_add(out, "{\"name\":");
    text_json_string(out, plan->name);
    text_printf(out, ",\"digest_name\":%s", plan->digest_name ? "true" : "false");
    key_string(out, "statement", plan->request->statement);
    key_string(out, "scope", scope_name[copy->scope.kind]);
    text_printf(out, ",\"threads\":%d,\"regs\":%" PRId64, copy->scope.threads, plan->regs);
    key_string(out, "src", text_string(&source));
    text_add(out, ",\"coordinates\":[");
    for (int d = 0; d < copy->src.rank; d++) {
        text_printf(out, "%s{\"extent\":%" PRId64, d ? "," : "", copy->src.shape[d]);
        key_string(out, "name", coordinate_name(plan, d));
        key_string(out, "is", coordinate_text(&plan->dim[d]));
        text_char(out, '}');
    }
    text_printf(out, "],\"proof\":{\"ok\":true,\"registers\":%" PRId64 "}}", plan->holds);
}

void coords_json(Text *out, const CoordsPlans *plans) {
    for (int i = 0; i < plans->count; i++) {
        text_add(out, i ? ",\n" : "\n");
        coords_object(out, plans->at[i]);
    }
}
