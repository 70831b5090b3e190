/* report.c: Reports the failure of a phase: the seed's text, then notes and data that tell an
 * impossible loop from a loop that other numbers would fix. */
#include "pipeline.h"
#include <inttypes.h>
#include <string.h>

enum { SHOWN = 40 }; /* entries of a list in a note */

static void json_int(Text *out, const char *key, int64_t value) {
    text_printf(out, "\"%s\":%" PRId64, key, value);
}

/* [[3,0],[4,0]]: begin and end as stage and cycle; null where they are not known. */
void json_life(Text *out, const PipelinePlan *plan, const Record *record) {
    int64_t ii = plan->request->ii;
    if (!record->timed) {
        text_add(out, "null");
        return;
    }
    int64_t begin = div_floor(record->begin, ii), end = div_floor(record->end, ii);
    text_printf(
        out,
        "[[%" PRId64 ",%" PRId64 "],[%" PRId64 ",%" PRId64 "]]",
        begin,
        record->begin - begin * ii,
        end,
        record->end - end * ii);
}

static void json_arcs(Text *out, const Circle *life) {
    int64_t(*arcs)[2] = mem_alloc((size_t)life->ii / 2 + 1, sizeof *arcs);
    int count = circle_arcs(life, arcs);
    text_char(out, '[');
    for (int a = 0; a < count; a++)
        text_printf(out, "%s[%" PRId64 ",%" PRId64 "]", a ? "," : "", arcs[a][0], arcs[a][1]);
    text_char(out, ']');
}

void json_occupancy(Text *out, const PipelinePlan *plan) {
    bool first = true;
    text_char(out, '[');
    for (int s = 0; s < plan->slot_count; s++) {
        const Slot *slot = &plan->slots[s];
        if (slot->count == 0)
            continue;
        text_add(out, first ? "{" : ",{");
        first = false;
        json_int(out, "id", plan->request->pool_base + s);
        text_add(out, ",\"values\":[");
        for (int i = 0; i < slot->count; i++) {
            text_add(out, i ? "," : "");
            text_json_string(out, plan->records[slot->values[i]].value->name);
        }
        text_add(out, "],\"life\":");
        json_arcs(out, &slot->life);
        text_char(out, '}');
    }
    text_char(out, ']');
}

void json_map(Text *out, const PipelinePlan *plan, BufferClass class, bool is_final) {
    bool first = true;
    text_char(out, '[');
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        int64_t offset = is_final ? record->final_offset : record->offset;
        if (record->class != class || offset < 0)
            continue;
        text_add(out, first ? "{\"value\":" : ",{\"value\":");
        first = false;
        text_json_string(out, record->value->name);
        text_char(out, ',');
        json_int(out, "offset", offset);
        text_char(out, ',');
        int64_t stride = is_final ? record->final_stride : record->stride;
        json_int(out, "size", stride * record->value->stages);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static const char *class_text(BufferClass class) {
    return class == CLASS_AUTO ? "none" : buffer_class_name[class];
}

static const char *element_type(const Record *record) {
    return record->value->dtype ? record->value->dtype->name : "none";
}

static void note_value(const PipelinePlan *plan, const Record *record) {
    Text life = {0};
    json_life(&life, plan, record);
    diag_note(record->value->loc, "value=%s life=%s", record->value->name, text_string(&life));
    if (record->class != CLASS_AUTO)
        diag_note(
            record->value->loc,
            "class=%s auto_class=%s element_type=%s footprint=%" PRId64,
            class_text(record->class),
            class_text(record->auto_class),
            element_type(record),
            record->footprint);
}

static void note_occupancy(const PipelinePlan *plan, Loc loc) {
    Text text = {0};
    int used = 0;
    for (int s = 0; s < plan->slot_count; s++) {
        const Slot *slot = &plan->slots[s];
        if (slot->count == 0)
            continue;
        used++;
        text_printf(
            &text,
            " %d:%s",
            plan->request->pool_base + s,
            plan->records[slot->values[0]].value->name);
        if (slot->count > 1)
            text_printf(&text, "+%d", slot->count - 1);
    }
    diag_note(loc, "occupancy=%d of %d%s", used, plan->request->pool, text_string(&text));
}

static void note_map(const PipelinePlan *plan, Loc loc, BufferClass class, bool is_final) {
    Text text = {0};
    int count = 0;
    for (int i = 0; i < plan->count; i++) {
        const Record *record = &plan->records[i];
        int64_t offset = is_final ? record->final_offset : record->offset;
        if (record->class == class && offset >= 0 && count++ < SHOWN)
            text_printf(
                &text,
                " %s:%" PRId64 "+%" PRId64,
                record->value->name,
                offset,
                (is_final ? record->final_stride : record->stride) * record->value->stages);
    }
    if (count > SHOWN)
        text_printf(&text, " and %d more", count - SHOWN);
    diag_note(loc, "%s_map=%s", class_text(class), count ? text_string(&text) + 1 : "empty");
}

static void data_text(const char *key, const char *value) {
    Text text = {0};
    if (value)
        text_json_string(&text, value);
    else
        text_add(&text, "null");
    diag_data(key, text_string(&text));
}

static void data_int(const char *key, int64_t value) {
    diag_data(key, mem_printf("%" PRId64, value));
}

static void data_lists(const PipelinePlan *plan, const Record *record, bool is_final) {
    Text life = {0}, occupancy = {0}, smem = {0}, tmem = {0};
    json_life(&life, plan, record);
    json_occupancy(&occupancy, plan);
    json_map(&smem, plan, CLASS_SMEM, is_final);
    json_map(&tmem, plan, CLASS_TMEM, is_final);
    diag_data("life", text_string(&life));
    diag_data("occupancy", text_string(&occupancy));
    diag_data("smem_map", text_string(&smem));
    diag_data("tmem_map", text_string(&tmem));
}

void pipe_fail(const PipelinePlan *plan, const Failure *failure) {
    const Record *record = &plan->records[failure->value];
    const Pipeline *request = plan->request;
    Loc loc = record->value->loc;
    bool classified = record->class != CLASS_AUTO;
    bool is_final = request->mode == MODE_PACK && failure->phase == 3;
    if (plan->is_trial)
        return;
    diag_error(loc, failure->id, "%s: %s", failure->text, failure->what);
    diag_note(loc, "ii=%" PRId64 " stage_count=%" PRId64, request->ii, plan->stage_count);
    diag_note(loc, "phase=%d reason=%s", failure->phase, failure->reason);
    note_value(plan, record);
    note_occupancy(plan, loc);
    note_map(plan, loc, CLASS_SMEM, is_final);
    note_map(plan, loc, CLASS_TMEM, is_final);
    data_int("phase", failure->phase);
    data_text("value", record->value->name);
    data_text("pipeline", request->name);
    data_int("ii", request->ii);
    data_int("stage_count", plan->stage_count);
    data_lists(plan, record, is_final);
    data_text("auto_class", classified ? buffer_class_name[record->auto_class] : NULL);
    data_text("class", classified ? buffer_class_name[record->class] : NULL);
    data_text("element_type", record->value->dtype ? record->value->dtype->name : NULL);
    diag_data("footprint", classified ? mem_printf("%" PRId64, record->footprint) : "null");
    data_text("reason", failure->reason);
    data_text("hint", failure->hint);
    diag_help("%s", failure->hint);
}
