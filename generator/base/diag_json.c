/* diag_json.c: diagnostics for tools: one JSON object a flush, or a SARIF 2.1.0 log. The keys of
 * the JSON are a contract: severity is "error", "warning" or "remark"; a note has file, line,
 * column, message; the fix is data.help. */
#include "diag_internal.h"
#include <string.h>

static void print_place(Text *out, Loc loc) {
    text_add(out, "\"file\":");
    text_json_string(out, loc.source ? loc.source->name : "");
    text_printf(out, ",\"line\":%d,\"column\":%d", loc.line, loc.column);
}

static const char *help_of(const Diagnostic *diagnostic) {
    const DiagKind *kind = diag_kind_find(diagnostic->id);
    return diagnostic->help ? diagnostic->help : kind ? kind->fix : "";
}

static void print_one(Text *out, const Diagnostic *diagnostic) {
    text_add(out, "{\"id\":");
    text_json_string(out, diagnostic->id);
    text_printf(out, ",\"severity\":\"%s\",", severity_name[diagnostic->severity]);
    print_place(out, diagnostic->loc);
    text_add(out, ",\"message\":");
    text_json_string(out, diagnostic->message);
    text_add(out, ",\"notes\":[");
    for (int i = 0; i < diagnostic->note_count; i++) {
        text_add(out, i ? ",{" : "{");
        print_place(out, diagnostic->notes[i].loc);
        text_add(out, ",\"message\":");
        text_json_string(out, diagnostic->notes[i].message);
        text_char(out, '}');
    }
    text_add(out, "],\"data\":{");
    for (int i = 0; i < diagnostic->datum_count; i++) {
        text_json_string(out, diagnostic->data[i].key);
        text_printf(out, ":%s,", diagnostic->data[i].json_value);
    }
    text_add(out, "\"help\":");
    text_json_string(out, help_of(diagnostic));
    text_add(out, "}}");
}

void diag_print_json(Text *out, const Diagnostic *list, int count) {
    text_add(out, "{\"diagnostics\":[");
    for (int i = 0; i < count; i++) {
        text_add(out, i ? "," : "");
        print_one(out, &list[i]);
    }
    text_add(out, "]}\n");
}

/* A relative URI: letters, digits and -._~/ stand for themselves. */
static void print_uri(Text *out, const char *path) {
    text_char(out, '"');
    for (const char *at = path; *at; at++) {
        bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                     (*at >= '0' && *at <= '9') || strchr("-._~/", *at);
        text_printf(out, plain ? "%c" : "%%%02X", (unsigned char)*at);
    }
    text_char(out, '"');
}

static void print_location(Text *out, Loc loc, const char *message) {
    text_add(out, "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    print_uri(out, loc.source->name);
    text_char(out, '}');
    if (loc.line > 0) {
        int end = loc.column + (loc.length > 0 ? loc.length : 1);
        text_printf(
            out,
            ",\"region\":{\"startLine\":%d,\"startColumn\":%d,\"endColumn\":%d}",
            loc.line,
            loc.column > 0 ? loc.column : 1,
            end);
    }
    text_char(out, '}');
    if (message) {
        text_add(out, ",\"message\":{\"text\":");
        text_json_string(out, message);
        text_char(out, '}');
    }
    text_char(out, '}');
}

static void print_result(Text *out, const Diagnostic *diagnostic) {
    text_add(out, "{\"ruleId\":");
    text_json_string(out, diagnostic->id);
    bool is_remark = diagnostic->severity == SEVERITY_REMARK;
    const char *level = is_remark ? "note" : severity_name[diagnostic->severity];
    text_printf(out, ",\"level\":\"%s\",", level);
    const char *help = help_of(diagnostic);
    char *message = mem_printf("%s%s%s", diagnostic->message, *help ? "\nhelp: " : "", help);
    text_add(out, "\"message\":{\"text\":");
    text_json_string(out, message);
    text_add(out, "},\"locations\":[");
    if (diagnostic->loc.source) {
        print_location(out, diagnostic->loc, NULL);
    }
    text_add(out, "],\"relatedLocations\":[");
    bool first = true;
    for (int i = 0; i < diagnostic->note_count; i++) {
        if (diagnostic->notes[i].loc.source) {
            text_add(out, first ? "" : ",");
            print_location(out, diagnostic->notes[i].loc, diagnostic->notes[i].message);
            first = false;
        }
    }
    text_add(out, "]}");
}

void diag_print_sarif(Text *out, const Diagnostic *list, int count) {
    text_add(out, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",");
    text_add(out, "\"version\":\"2.1.0\",\"runs\":[{\"columnKind\":\"utf16CodeUnits\",");
    text_add(out, "\"tool\":{\"driver\":{\"name\":\"tcgen\",\"version\":\"" TCGEN_VERSION "\",");
    text_add(out, "\"rules\":[");
    for (int i = 0; i < diag_kind_count; i++) {
        text_add(out, i ? ",{\"id\":" : "{\"id\":");
        text_json_string(out, diag_kinds[i].id);
        text_add(out, ",\"shortDescription\":{\"text\":");
        text_json_string(out, diag_kinds[i].meaning);
        text_add(out, "}}");
    }
    text_add(out, "]}},\"results\":[");
    for (int i = 0; i < count; i++) {
        text_add(out, i ? "," : "");
        print_result(out, &list[i]);
    }
    text_add(out, "]}]}\n");
}
