/* json_pipes.c: the code of a pipeline as JSON: what its barriers count, where they lie, and the
 * functions. */
#include "told.h"
#include <inttypes.h>
#include <string.h>

static void key_int(Text *out, const char *name, int64_t value) {
    text_printf(out, ",\"%s\":%" PRId64, name, value);
}

/* The barriers of the hand-off alone. */
static void turn_object(Text *out, const Turn *turn) {
    if (!turn) {
        text_add(out, "null");
        return;
    }
    text_printf(
        out,
        "{\"at\":%" PRId64 ",\"slots\":%d,\"whole\":%s,\"away\":%s}",
        turn->at,
        turn_slots(turn),
        turn->whole ? "true" : "false",
        turn->away ? "true" : "false");
}

static void before_array(Text *out, const Pipe *pipe) {
    text_add(out, ",\"before\":[");
    for (int i = 0; i < pipe->before_count; i++) {
        text_add(out, i ? ",{\"pipe\":" : "{\"pipe\":");
        text_json_string(out, pipe->before[i].pipe->name);
        text_printf(out, ",\"late\":%s,\"turn\":", pipe->before[i].late ? "true" : "false");
        turn_object(out, pipe->before[i].turn);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void functions_array(Text *out, const PipelineCode *code, const Pipe *pipe) {
    Text names = {0};
    bool first = true;
    pipe_names(&names, code, pipe);
    text_add(out, ",\"functions\":[");
    for (const char *at = text_string(&names); *at;) {
        size_t length = strcspn(at, "\n");
        text_add(out, first ? "" : ",");
        text_json_string(out, mem_text(at, length));
        first = false;
        at += length + (at[length] == '\n');
    }
    text_char(out, ']');
}

static void pipe_object_of(Text *out, const PipelineCode *code, const Pipe *pipe) {
    bool meets = pipe->form == PIPE_NAMED || pipe->form == PIPE_GROUPS;
    bool barriers = pipe->form != PIPE_MEMORY && !meets;
    text_add(out, "{\"pipe\":");
    text_json_string(out, pipe->name);
    text_printf(out, ",\"form\":\"%s\",\"values\":[", pipe_form_name[pipe->form]);
    for (int m = 0; m < pipe->member_count; m++) {
        text_add(out, m ? "," : "");
        text_json_string(out, code->plan->records[pipe->members[m]].value->name);
    }
    text_char(out, ']');
    if (barriers) {
        text_printf(out, ",\"arrive\":\"%s\"", pipe->each ? "threads" : "warps");
        if (pipe->ctas > 1)
            key_int(out, "multicast", pipe->ctas);
        key_int(out, "full", pipe->full);
        key_int(out, "empty", pipe->empty);
        key_int(out, "bytes", pipe->bytes);
        key_int(out, "full_at", pipe->full_at);
        key_int(out, "empty_at", pipe->empty_at);
    } else if (meets) {
        key_int(out, "threads", pipe->threads);
    }
    before_array(out, pipe);
    functions_array(out, code, pipe);
    text_char(out, '}');
}

void json_code(Text *out, const PipelinePlan *plan) {
    const PipelineCode *code = pipeline_code(plan);
    text_add(out, ",\"code\":{\"reason\":");
    if (code->ok)
        text_add(out, "null");
    else
        text_json_string(out, code->reason ? code->reason : "its proof failed");
    text_add(out, ",\"proven\":");
    if (code->ok)
        text_add(out, "[\"tokens\",\"order\",\"ids\"]");
    else
        text_add(out, "[]");
    key_int(out, "smem_bytes", code->ok ? code->bytes : 0);
    key_int(out, "smem_align", code->ok ? code->align : 0);
    text_add(out, ",\"pipes\":[");
    for (int i = 0; i < code->count && code->ok; i++) {
        text_add(out, i ? ",\n" : "\n");
        pipe_object_of(out, code, &code->pipes[i]);
    }
    text_add(out, "]}");
}

/* "bulk copies of 49152 bytes; full counts 1, empty 8" */
static const char *pipe_words(const Pipe *pipe) {
    switch (pipe->form) {
    case PIPE_MEMORY:
        return "a place without a barrier";
    case PIPE_NAMED:
        return mem_printf(
            "named barrier %d of %d threads, two arrivals per use",
            pipe->record->barrier,
            pipe->threads);
    case PIPE_GROUPS:
        return mem_printf(
            "cp.async in groups; named barrier %d of %d threads, one arrival per use",
            pipe->record->barrier,
            pipe->threads);
    case PIPE_BULK:
        return mem_printf(
            "bulk copies of %" PRId64 " bytes per slot%s; full counts %d, empty counts %d",
            pipe->bytes,
            pipe->ctas > 1 ? mem_printf(" from %d CTAs together", pipe->ctas) : "",
            pipe->full,
            pipe->empty);
    case PIPE_REMOTE:
        return mem_printf(
            "bulk copies of %" PRId64
            " bytes per slot from another CTA; full counts %d, empty in that CTA counts %d",
            pipe->bytes,
            pipe->full,
            pipe->empty);
    default:
        return mem_printf(
            "%s; full counts %d, empty counts %d",
            pipe->form == PIPE_COPIES ? "cp.async" : "written by threads",
            pipe->full,
            pipe->empty);
    }
}

void explain_code(Text *out, const PipelinePlan *plan) {
    enum { LABEL_AT = 2, TEXT_AT = 14, MOST_SHOWN = 64 };
    const PipelineCode *code = pipeline_code(plan);
    if (!code->ok) {
        words_wrap(
            out,
            LABEL_AT,
            "code",
            TEXT_AT,
            mem_printf("none: %s", code->reason ? code->reason : "its proof failed"));
        return;
    }
    for (int i = 0; i < code->count && i < MOST_SHOWN; i++)
        words_wrap(
            out,
            LABEL_AT,
            i ? "" : "code",
            TEXT_AT,
            mem_printf("%s: %s", code->pipes[i].name, pipe_words(&code->pipes[i])));
}
