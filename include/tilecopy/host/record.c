/* record.c: appends a report to the file that TCEMU_REPORT names: one line of JSON for each. tcemu
 * reads the file back and writes what --json and --sarif ask for. */
#include "record.h"
#include "involved.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A string in quotes; NULL and the empty string are null. */
static void put_text(FILE *out, const char *text) {
    if (!text || !*text) {
        fputs("null", out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static void put_field(FILE *out, const char *name, const char *text) {
    fprintf(out, ", \"%s\": ", name);
    put_text(out, text);
}

static void put_threads(FILE *out, const tc_emu_report *r) {
    fprintf(out, ", \"cta\": %u, \"thread\": %u, \"step\": %u", r->cta, r->thread, r->step);
    put_field(out, "operation", r->primitive);
    if (r->has_other)
        fprintf(out, ", \"other\": [%u, %u]", r->other_cta, r->other_thread);
}

static void put_frames(FILE *out, const Location *frames, unsigned count) {
    fputs(", \"frames\": [", out);
    for (unsigned i = 0; i < count; i++) {
        fprintf(out, "%s{\"line\": %u, ", i ? ", " : "", frames[i].line);
        fprintf(out, "\"column\": %u", frames[i].column);
        put_field(out, "function", frames[i].function);
        put_field(out, "file", frames[i].line ? frames[i].file : NULL);
        fputc('}', out);
    }
    fputc(']', out);
}

static void put_involved(FILE *out) {
    unsigned count;
    const Involved *all = involved_all(&count);
    fputs(", \"involved\": [", out);
    for (unsigned i = 0; i < count; i++) {
        const Involved *one = &all[i];
        fprintf(out, "%s{\"role\": \"%s\"", i ? ", " : "", one->role);
        if (one->known)
            fprintf(
                out,
                ", \"cta\": %u, \"thread\": %u, \"last\": %u",
                one->cta,
                one->first,
                one->last);
        if (one->step)
            fprintf(out, ", \"step\": %u", one->step);
        put_field(out, "operation", one->operation);
        put_frames(out, one->found, one->located);
        fputc('}', out);
    }
    fputc(']', out);
}

void record_report(
    const tc_emu_report *r, const char *space, const Location *frames, unsigned count) {
    const char *path = getenv("TCEMU_REPORT");
    FILE *out = path && *path ? fopen(path, "a") : NULL;
    if (!out && path && *path)
        fprintf(stderr, "emu: cannot write TCEMU_REPORT=%s: %s\n", path, strerror(errno));
    if (!out)
        return;
    fputs("{\"kind\": ", out);
    put_text(out, tc_emu_kind_name(r->kind));
    put_field(out, "text", r->text);
    put_field(out, "kernel", r->kernel);
    fprintf(
        out, ", \"grid\": %u, \"cluster\": %u, \"block\": %u", emu.grid, emu.cluster, emu.block);
    fprintf(out, ", \"seed\": %u", emu.config.seed);
    if (r->primitive)
        put_threads(out, r);
    fprintf(out, ", \"equal\": %u, \"others\": %u", r->equal, r->others);
    put_frames(out, frames, count);
    put_involved(out);
    put_field(out, "space", space);
    put_field(out, "buffer", r->buffer);
    fprintf(out, ", \"offset\": %lld, \"bytes\": %u}\n", r->offset, r->bytes);
    fclose(out);
}
